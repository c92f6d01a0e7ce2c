//! Programs taken apart: what depends on some inputs, and what that looks at beside them.

use super::program::{Op, Program, Reg};

/// What depends on some inputs of a program, as a program of its own.
pub(crate) struct Apart {
    /// Its inputs are those inputs, then what is looked at beside them.
    pub(crate) program: Program,
    pub(crate) output: Reg,
    /// What is looked at beside them, in the program that was taken apart.
    pub(crate) beside: Vec<Reg>,
}

impl Program {
    /// Takes apart how a number is computed from some inputs and from what does not depend on them. `None` if one may be
    /// too large.
    pub(crate) fn apart(&self, output: Reg, inputs: &[Reg]) -> Option<Apart> {
        let mut depends = vec![false; self.ops.len()];
        for (i, op) in self.ops.iter().enumerate() {
            let is_input = inputs.iter().any(|input| input.index() == i);
            depends[i] = is_input || op.parts().any(|part| depends[part.index()]);
        }
        let needed = self.needed(&[output]);
        let looks = (0..self.ops.len()).filter(|&i| needed[i] && depends[i]);
        let parts = looks.flat_map(|i| self.ops[i].parts()).chain([output]);
        let mut beside: Vec<Reg> = Vec::new();
        for part in parts {
            let given = !depends[part.index()] && self.known(part).is_none();
            if given && !beside.contains(&part) {
                beside.push(part);
            }
        }
        let mut from = self.clone();
        let mut program = Program::default();
        let mut given = Vec::new();
        for (i, &reg) in inputs.iter().chain(&beside).enumerate() {
            from.ops[reg.index()] = Op::Input(i);
            let varies = i < inputs.len() && self.varies(reg);
            given.push(program.input(self.range(reg), varies));
        }
        let output = program.transplant(&from, output, &given)?;
        Some(Apart { program, output, beside })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::Rows;

    #[test]
    fn what_does_not_depend_is_given() {
        let mut program = Program::default();
        let [a, b, m, t] =
            [(0, 9), (0, 9), (1, 9), (1, 9)].map(|range| program.input(range, false));
        let total = program.add(a, b).unwrap();
        let three = program.constant(3);
        let third = program.div(total, three).unwrap();
        let rest = program.sub(m, t).unwrap();
        let few = program.le(t, third);
        let left = program.le(three, rest);
        let is = program.and(few, left);
        let apart = program.apart(is, &[m, t]).unwrap();
        assert_eq!(apart.beside, [third]);
        let mut rows = Rows::<i64>::new(&apart.program, &[apart.output], 1);
        for (m, t, third) in [(5, 2, 2), (5, 3, 3), (5, 2, 1), (9, 6, 6)] {
            [m, t, third].into_iter().enumerate().for_each(|(i, n)| rows.set(i, n));
            rows.run(1);
            assert_eq!(rows.output(0, 1).get(0) != 0, t <= third && m - t >= 3);
        }
    }
}
