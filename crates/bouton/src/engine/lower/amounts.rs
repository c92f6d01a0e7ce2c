//! How many stones a rule allows: as ranges from one heap, or as a condition on a number.

use super::family::Draft;
use crate::game::{Amount, Ranges};
use crate::lang::core::{Core, ExprId};
use crate::lang::value::Value;
use crate::rows::{Compiler, Program, Reg};

/// Numbers of stones that a rule allows from a heap of m, where a condition holds. No more than 1..m can be taken, except
/// that a split may take nothing.
pub(super) struct Stones {
    when: Option<ExprId>,
    kind: Kind,
}

enum Kind {
    /// From one number to another.
    Range(ExprId, ExprId),
    /// What is below a range.
    Below(ExprId),
    /// What is above a range.
    Above(ExprId),
    /// From one number to another, or without end.
    Known(i64, Option<i64>),
    /// 0 alone.
    Nothing,
}

impl Stones {
    /// From one number to another.
    pub(super) fn range(when: Option<ExprId>, (lo, hi): (ExprId, ExprId)) -> Stones {
        Stones { when, kind: Kind::Range(lo, hi) }
    }

    /// An amount as ranges, without one 0 alone; `None` if it is of another kind.
    pub(super) fn of(
        core: &Core,
        amount: Option<&Amount>,
        when: Option<ExprId>,
    ) -> Option<Vec<Stones>> {
        let kinds = match amount {
            None => vec![Kind::Nothing],
            // The condition must have a value all the same.
            Some(Amount::In(ranges)) if ranges.is_empty() => vec![Kind::Known(1, Some(0))],
            Some(Amount::In(ranges)) => {
                ranges.iter().map(|&(lo, hi)| Kind::Range(lo, hi)).collect()
            }
            Some(Amount::AllBut(ranges)) => match ranges[..] {
                [(lo, hi)] => vec![Kind::Below(lo), Kind::Above(hi)],
                _ => gaps(core, ranges)?,
            },
            Some(Amount::Where(..) | Amount::Jointly(..)) => return None,
        };
        Some(kinds.into_iter().map(|kind| Stones { when, kind }).collect())
    }

    /// Whether these are 0 alone.
    pub(super) fn are_nothing(&self) -> bool {
        matches!(self.kind, Kind::Nothing)
    }

    /// Whether they may be taken from a heap, from which number on and up to which one.
    pub(super) fn compile(
        &self,
        compiler: &mut Compiler<'_>,
        heap: Reg,
        program: &mut Program,
    ) -> Option<[Reg; 3]> {
        let (zero, one) = (program.constant(0), program.constant(1));
        let may = match self.when {
            Some(when) => compiler.compile_taking(when, program)?,
            None => one,
        };
        // What is not looked at need not have a value.
        if program.known(may) == Some(0) {
            return Some([may, one, zero]);
        }
        let mut compile = |id: ExprId| compiler.compile_taking(id, program);
        let (lo, hi) = match self.kind {
            Kind::Range(lo, hi) => (compile(lo)?, compile(hi)?),
            Kind::Below(lo) => {
                let lo = compile(lo)?;
                (one, program.sub(lo, one)?)
            }
            Kind::Above(hi) => {
                let hi = compile(hi)?;
                (program.add(hi, one)?, heap)
            }
            Kind::Known(lo, hi) => {
                (program.constant(lo), hi.map_or(heap, |hi| program.constant(hi)))
            }
            Kind::Nothing => (zero, zero),
        };
        Some([may, lo, hi])
    }
}

/// The ends of a range as numbers.
pub(super) fn ends(
    core: &Core,
    draft: &mut Draft<'_>,
    m: Option<Reg>,
    (lo, hi): (ExprId, ExprId),
) -> Option<(Reg, Reg)> {
    let Draft { program, words, .. } = draft;
    let mut compiler = Compiler::new(core, words, m);
    Some((compiler.compile_taking(lo, program)?, compiler.compile_taking(hi, program)?))
}

/// Whether a number is in one of some ranges.
pub(super) fn in_ranges(
    core: &Core,
    draft: &mut Draft<'_>,
    ranges: &Ranges,
    n: Reg,
    m: Option<Reg>,
) -> Option<Reg> {
    let mut any = draft.program.constant(0);
    let mut hull: Option<(Reg, Reg)> = None;
    for &range in ranges {
        let (lo, hi) = ends(core, draft, m, range)?;
        let program = &mut draft.program;
        let is = between(program, lo, n, hi);
        any = program.or(any, is);
        hull = Some(match hull {
            None => (lo, hi),
            Some((a, b)) => (program.min(a, lo)?, program.max(b, hi)?),
        });
    }
    let Some((lo, hi)) = hull.filter(|_| ranges.len() > 1) else { return Some(any) };
    let within = between(&mut draft.program, lo, n, hi);
    Some(draft.program.and(within, any))
}

fn between(program: &mut Program, lo: Reg, n: Reg, hi: Reg) -> Reg {
    let (above, below) = (program.le(lo, n), program.le(n, hi));
    program.and(above, below)
}

/// Whether a number of stones may be taken.
pub(super) fn amounts(
    core: &Core,
    draft: &mut Draft<'_>,
    amount: &Amount,
    stones: Reg,
    m: Option<Reg>,
) -> Option<Reg> {
    match amount {
        Amount::In(ranges) => in_ranges(core, draft, ranges, stones, m),
        Amount::AllBut(ranges) => {
            let mut any = draft.program.constant(0);
            for &range in ranges {
                let (lo, hi) = ends(core, draft, m, range)?;
                let is = between(&mut draft.program, lo, stones, hi);
                any = draft.program.or(any, is);
            }
            Some(draft.program.not(any))
        }
        Amount::Where(_, condition) => {
            let Draft { program, words, .. } = draft;
            let compiler = Compiler::new(core, words, m);
            compiler.with_variable(0, stones).compile_taking(*condition, program)
        }
        Amount::Jointly(..) => None,
    }
}

/// What is left of the numbers from 1 on without constant ranges.
fn gaps(core: &Core, ranges: &[(ExprId, ExprId)]) -> Option<Vec<Kind>> {
    let ends = ranges.iter().map(|&(lo, hi)| constant(core, lo).zip(constant(core, hi)));
    let mut ends = ends.collect::<Option<Vec<(i64, i64)>>>()?;
    ends.sort_unstable();
    let (mut gaps, mut next) = (Vec::new(), 1);
    for (lo, hi) in ends.into_iter().filter(|(lo, hi)| lo <= hi) {
        if next < lo {
            gaps.push(Kind::Known(next, Some(lo - 1)));
        }
        next = next.max(hi.checked_add(1)?);
    }
    gaps.push(Kind::Known(next, None));
    Some(gaps)
}

/// A whole number that is known.
pub(super) fn constant(core: &Core, id: ExprId) -> Option<i64> {
    match core.constant(id)? {
        Value::Int(n) => i64::try_from(n).ok().filter(|n| n.abs() < 1 << 60),
        _ => None,
    }
}
