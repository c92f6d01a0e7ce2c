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

/// In larger programs, and where more is looked at, numbers are not joined: that takes too much time.
const MOST_OPS: usize = 1000;
const MOST_BESIDE: usize = 32;

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
        self.join(&mut beside, &needed, &depends);
        let mut from = self.with_constants();
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

    /// How some numbers are computed from others, the first of which are columns. `None` if one may be too large.
    pub(crate) fn computed_from(
        &self,
        given: &[Reg],
        columns: usize,
        outputs: &[Reg],
    ) -> Option<(Program, Vec<Reg>)> {
        let (mut from, mut program) = (self.with_constants(), Program::default());
        let mut inputs = Vec::new();
        for (i, &reg) in given.iter().enumerate() {
            from.ops[reg.index()] = Op::Input(i);
            inputs.push(program.input(self.range(reg), i < columns));
        }
        let made = outputs.iter().map(|&reg| program.transplant(&from, reg, &inputs));
        let made = made.collect::<Option<_>>()?;
        Some((program, made))
    }

    /// The same with every number that is known as a constant, inputs too.
    fn with_constants(&self) -> Program {
        let mut program = self.clone();
        for i in 0..program.ops.len() {
            if let Some(n) = self.known(Reg(i as u32)) {
                program.ops[i] = Op::Const(n);
            }
        }
        program
    }

    /// For each number the last of some variables that it depends on, counted from 1; 0 if it depends on none.
    pub(crate) fn depths(&self, variables: &[Reg]) -> Vec<usize> {
        let mut depths = vec![0; self.ops.len()];
        for (i, op) in self.ops.iter().enumerate() {
            let own = variables.iter().position(|variable| variable.index() == i);
            let parts = op.parts().map(|part| depths[part.index()]);
            depths[i] = parts.chain(own.map(|own| own + 1)).max().unwrap_or(0);
        }
        depths
    }

    /// What the numbers of one depth look at that is of less, for some outputs.
    pub(crate) fn looked_at_from(
        &self,
        depth: usize,
        depths: &[usize],
        outputs: &[Reg],
    ) -> Vec<Reg> {
        let needed = self.needed(outputs);
        let of_depth = (0..self.ops.len()).filter(|&i| needed[i] && depths[i] == depth);
        let parts = of_depth.flat_map(|i| self.ops[i].parts());
        parts.filter(|part| depths[part.index()] < depth).collect()
    }

    /// Looks at fewer numbers instead, where several are computed from one that has fewer values than they have together.
    fn join(&self, beside: &mut Vec<Reg>, needed: &[bool], depends: &[bool]) {
        if self.ops.len() > MOST_OPS || beside.len() > MOST_BESIDE {
            return;
        }
        let values = |reg: Reg| (self.range(reg).1 - self.range(reg).0) as f64 + 1.0;
        // Whether a number is known once another one is.
        let follows = |from: Reg| {
            let mut follows = vec![false; self.ops.len()];
            for (i, op) in self.ops.iter().enumerate() {
                let known = self.known(Reg(i as u32)).is_some();
                let computed = !matches!(op, Op::Input(_));
                let all = || op.parts().all(|part| follows[part.index()]);
                follows[i] = known || from.index() == i || computed && all();
            }
            follows
        };
        loop {
            let others = (0..self.ops.len()).filter(|&i| needed[i] && !depends[i]);
            let mut best: Option<(f64, Reg, Vec<Reg>)> = None;
            for from in others.map(|i| Reg(i as u32)).filter(|from| !beside.contains(from)) {
                let follows = follows(from);
                let joined: Vec<Reg> =
                    beside.iter().copied().filter(|reg| follows[reg.index()]).collect();
                let together: f64 = joined.iter().map(|&reg| values(reg)).product();
                let gain = together / values(from);
                if gain > 1.0 && best.as_ref().is_none_or(|(most, ..)| gain > *most) {
                    best = Some((gain, from, joined));
                }
            }
            let Some((_, from, joined)) = best else { return };
            beside.retain(|reg| !joined.contains(reg));
            beside.push(from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::Rows;

    #[test]
    fn numbers_that_follow_from_one_are_joined() {
        let mut program = Program::default();
        let [a, m, t] = [(0, 9), (1, 9), (1, 9)].map(|range| program.input(range, false));
        let (one, three) = (program.constant(1), program.constant(3));
        let (more, least) = (program.add(a, one).unwrap(), program.min(a, three).unwrap());
        let (few, many) = (program.le(t, more), program.le(least, m));
        let is = program.and(few, many);
        let apart = program.apart(is, &[m, t]).unwrap();
        assert_eq!(apart.beside, [a]);
        let mut rows = Rows::<i64>::new(&apart.program, &[apart.output], 1);
        for (m, t, a) in [(1, 2, 2), (5, 2, 0), (3, 9, 8), (2, 1, 4)] {
            [m, t, a].into_iter().enumerate().for_each(|(i, n)| rows.set(i, n));
            rows.run(1);
            assert_eq!(rows.output(0, 1).get(0) != 0, t <= a + 1 && a.min(3) <= m);
        }
    }

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
        // It has fewer values than the sum that it is computed from.
        assert_eq!(apart.beside, [third]);
        let mut rows = Rows::<i64>::new(&apart.program, &[apart.output], 1);
        for (m, t, third) in [(5, 2, 2), (5, 3, 3), (5, 2, 1), (9, 6, 6)] {
            [m, t, third].into_iter().enumerate().for_each(|(i, n)| rows.set(i, n));
            rows.run(1);
            assert_eq!(rows.output(0, 1).get(0) != 0, t <= third && m - t >= 3);
        }
    }
}
