//! Moves as programs: variables with their bounds, and where each move leads.

use std::sync::Arc;

use crate::engine::space::Space;
use crate::lang::core::{Core, Word};
use crate::lang::syntax::Order;
use crate::rows::{Compiler, Heaps, Linear, List, Program, Reg};

/// The inputs of a family behind the heaps: the counters. The variables stand behind them.
pub(in crate::engine) const COUNTERS: usize = 4;

/// Moves that differ only in the values of some variables. The inputs are the heaps, the four counters and the
/// variables, the last of which is a column.
pub(in crate::engine) struct Family {
    pub(in crate::engine) program: Program,
    pub(in crate::engine) variables: Vec<Reg>,
    /// What each variable is at least and at most; it depends on the position and the variables before it.
    pub(in crate::engine) lo: Vec<Reg>,
    pub(in crate::engine) hi: Vec<Reg>,
    /// Whether there are moves at all; it depends on the position alone.
    pub(in crate::engine) may: Reg,
    /// Whether there is a move with these values.
    pub(in crate::engine) is: Reg,
    /// Where it leads to in the table.
    pub(in crate::engine) place: Reg,
    /// Whether it leads to no position of the box: then the definition must say what that means.
    pub(in crate::engine) strays: Reg,
    /// Whether all its moves do.
    pub(in crate::engine) leaves: bool,
    /// The heaps that it leads to, where they stood.
    pub(in crate::engine) target: Vec<Reg>,
    /// What the values must satisfy, as sums of at least 0; `None` if it is more than that.
    pub(in crate::engine) sums: Option<Vec<Linear>>,
}

impl Family {
    /// How many values each variable has at most, without the first.
    pub(in crate::engine) fn spans(&self) -> impl Iterator<Item = f64> {
        let span = |(&lo, &hi): (&Reg, &Reg)| self.program.range(hi).1 - self.program.range(lo).0;
        self.lo.iter().zip(&self.hi).map(span).map(|span| span as f64)
    }
}

/// A family while it is made.
#[derive(Clone)]
pub(super) struct Draft<'a> {
    pub(super) space: &'a Space,
    pub(super) program: Program,
    pub(super) words: Heaps,
    /// The passes of the other player.
    pub(super) other: Option<Reg>,
    pub(super) variables: Vec<Reg>,
    pub(super) condition: Reg,
    /// Where something that is looked at has no value.
    troubles: Vec<Reg>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(space: &'a Space) -> Draft<'a> {
        let mut program = Program::default();
        let (words, other) = space.words(&mut program);
        let condition = program.constant(1);
        let (variables, troubles) = Default::default();
        Draft { space, program, words, other, variables, condition, troubles }
    }

    /// What is compiled of a rule, with `m` if it takes from one heap. Where it has no value is noted, as far as the conditions
    /// so far let it be looked at.
    pub(super) fn compile<R>(
        &mut self,
        core: &Arc<Core>,
        m: Option<Reg>,
        compile: impl FnOnce(&mut Compiler<'_>, &mut Program) -> Option<R>,
    ) -> Option<R> {
        let words = self.words.clone();
        self.compile_at(&words, core, m, compile)
    }

    /// The same for the words of another position.
    pub(super) fn compile_at<R>(
        &mut self,
        words: &Heaps,
        core: &Arc<Core>,
        m: Option<Reg>,
        compile: impl FnOnce(&mut Compiler<'_>, &mut Program) -> Option<R>,
    ) -> Option<R> {
        let program = &mut self.program;
        let compiler = Compiler::new(core, words, m).with_variables(&self.variables);
        let mut compiler = compiler.noting(core, program);
        let compiled = compile(&mut compiler, program)?;
        let noted = compiler.noted()?;
        let trouble = program.and(self.condition, noted);
        if program.known(trouble) != Some(0) {
            self.troubles.push(trouble);
        }
        Some(compiled)
    }

    /// Another variable; the last one is a column.
    pub(super) fn variable(&mut self, range: (i64, i64), last: bool) -> Reg {
        let reg = self.program.input(range, last || self.space.columns);
        self.variables.push(reg);
        reg
    }

    pub(super) fn require(&mut self, condition: Reg) {
        self.condition = self.program.and(self.condition, condition);
    }

    /// The words of the position that is moved to, with its heaps as they are kept.
    pub(super) fn after(
        &mut self,
        mut target: Vec<Reg>,
        lowered: &[usize],
        last: Option<Reg>,
    ) -> Option<Heaps> {
        let program = &mut self.program;
        match self.space.order {
            // Those that are not lowered are not less than what stands before them.
            Order::None if self.words.list() != List::Rising => {}
            Order::None => {
                for &i in lowered {
                    for j in (1..=i).rev() {
                        let (a, b) = (target[j - 1], target[j]);
                        target[j - 1] = program.min(a, b)?;
                        target[j] = program.max(a, b)?;
                    }
                }
            }
            // Empty heaps vanish: the others move up.
            Order::Row => {
                let zero = program.constant(0);
                for end in (1..target.len()).rev() {
                    for j in 0..end {
                        let (a, b) = (target[j], target[j + 1]);
                        let gone = program.eq(a, zero);
                        target[j] = program.select(gone, b, a);
                        target[j + 1] = program.select(gone, zero, b);
                    }
                }
            }
            Order::Fixed | Order::Circle => {}
        }
        let mut after = Heaps::new(target, self.words.list(), program);
        if let Some(turn) = self.words.given(Word::Turn) {
            let one = program.constant(1);
            after.give(Word::Turn, program.add(turn, one)?);
        }
        if let Some(last) = last.filter(|_| self.words.given(Word::Last).is_some()) {
            after.give(Word::Last, last);
        }
        // The passes of the players change places.
        if let Some(passes) = self.other.or(self.words.given(Word::Passes)) {
            after.give(Word::Passes, passes);
        }
        Some(after)
    }

    /// Families without moves that stray wherever something that is looked at has no value: the definition has an error to
    /// report there.
    pub(super) fn troubles(&self) -> Option<Vec<Family>> {
        let family = |&trouble: &Reg| {
            let mut draft = self.clone();
            draft.condition = trouble;
            if !draft.program.depends(trouble, &self.variables) {
                draft.variables.clear();
            }
            let (target, strays) = (draft.words.all().to_vec(), draft.program.constant(1));
            let after = draft.words.clone();
            let family = draft.finish(target, &after, strays)?;
            Some(Family { leaves: false, ..family })
        };
        self.troubles.iter().map(family).collect()
    }

    /// The family, if its moves can be gone through; `None` if some number may be too large or has no bound.
    pub(super) fn finish(mut self, target: Vec<Reg>, after: &Heaps, strays: Reg) -> Option<Family> {
        let other = self.other.and(self.words.given(Word::Passes));
        let place = self.space.place(after, other, &mut self.program)?;
        let Draft { mut program, variables, condition, .. } = self;
        let leaves = program.known(strays) == Some(1);
        let strays = program.and(condition, strays);
        let constant = |program: &mut Program, n: i64| program.constant(n);
        let mut lo: Vec<Reg> = Vec::new();
        let mut hi: Vec<Reg> = Vec::new();
        for &variable in &variables {
            let (least, most) = program.range(variable);
            lo.push(constant(&mut program, least));
            hi.push(constant(&mut program, most));
        }
        let (mut may, mut is) = (program.constant(1), program.constant(1));
        let mut sums = Some(Vec::new());
        for part in program.conjuncts(condition) {
            if !program.depends(part, &variables) {
                may = program.and(may, part);
                continue;
            }
            let mut exact = false;
            let inequalities = program.inequalities(part);
            match &mut sums {
                Some(sums) if !inequalities.is_empty() => sums.extend(inequalities.clone()),
                _ => sums = None,
            }
            for (j, &variable) in variables.iter().enumerate() {
                let last = j + 1 == variables.len();
                let mut all = !inequalities.is_empty() && last;
                for inequality in &inequalities {
                    let Some((bound, least, whole)) =
                        bound(&mut program, inequality, variable, &variables[j..])
                    else {
                        all = false;
                        continue;
                    };
                    match least {
                        true => lo[j] = program.max(lo[j], bound)?,
                        false => hi[j] = program.min(hi[j], bound)?,
                    }
                    all &= whole;
                }
                exact |= all;
            }
            if !exact {
                is = program.and(is, part);
            }
        }
        Some(Family { program, variables, lo, hi, may, is, place, strays, leaves, target, sums })
    }
}

/// The bound that a sum of at least 0 gives for a variable, whether it is a lower one, and whether it says all that the
/// sum does. What depends on it or on later ones (`from`) counts as much as it can at most.
fn bound(
    program: &mut Program,
    inequality: &Linear,
    variable: Reg,
    from: &[Reg],
) -> Option<(Reg, bool, bool)> {
    let times = inequality.of(variable);
    if times == 0 {
        return None;
    }
    let mut rest = inequality.clone().without(variable);
    let mut exact = true;
    for (reg, factor) in rest.terms.clone() {
        if program.depends(reg, from) {
            let (lo, hi) = program.range(reg);
            let most = factor.checked_mul(if factor > 0 { hi } else { lo })?;
            rest = rest.without(reg);
            rest.constant = rest.constant.checked_add(most)?;
            exact = false;
        }
    }
    let rest = program.total(&rest)?;
    if times < 0 {
        let divisor = program.constant(times.checked_neg()?);
        return Some((program.div(rest, divisor)?, false, exact));
    }
    // At least the negative rest, divided and rounded up.
    let (zero, divisor) = (program.constant(0), program.constant(times));
    let down = program.div(rest, divisor)?;
    Some((program.sub(zero, down)?, true, exact))
}
