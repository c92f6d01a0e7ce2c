//! How many stones a rule allows, on rows.

use super::family::Draft;
use crate::game::{Amount, Ranges};
use crate::lang::core::{Core, ExprId};
use crate::rows::{Compiler, Program, Reg};

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
