//! How many stones a rule allows: the one reading of an amount, as ranges.

use crate::game::{Amount, Game, Ranges, RuleKind};
use crate::lang::core::{Core, ExprId};
use crate::lang::syntax::From;
use crate::lang::value::Value;
use crate::rows::{Compiler, Meaning, Program, Reg};

/// Numbers that a rule allows where a condition holds: of stones, of heaps or of parts. There is one range at least, and no
/// number is 0, unless 0 is the only one.
pub(super) struct Stones {
    when: Option<ExprId>,
    range: Range,
}

/// From the greatest of some ends to the least of others; without the latter up to the size of the heap.
#[derive(Clone)]
struct Range {
    from: Vec<End>,
    to: Vec<End>,
}

/// An expression, if there is one, and what is added to it.
#[derive(Clone, Copy)]
struct End(Option<ExprId>, i64);

/// An amount that is all but some ranges, and would become more than this many, is left to the definition.
const MOST_RANGES: usize = 64;

impl Stones {
    /// Each of some ranges.
    pub(super) fn each(ranges: &[(ExprId, ExprId)], when: Option<ExprId>) -> Vec<Stones> {
        let range = |&(lo, hi): &(ExprId, ExprId)| Range {
            from: vec![End(None, 1), End(Some(lo), 0)],
            to: vec![End(Some(hi), 0)],
        };
        ranges.iter().map(range).map(|range| Stones { when, range }).collect()
    }

    /// The ranges of an amount, without one 0 alone; `None` if it is of another kind.
    pub(super) fn of(
        core: &Core,
        amount: Option<&Amount>,
        when: Option<ExprId>,
    ) -> Option<Vec<Stones>> {
        let ranges = match amount {
            None => vec![Range::known(0, Some(0))],
            // The condition must have a value all the same.
            Some(Amount::In(ranges)) if ranges.is_empty() => vec![Range::known(1, Some(0))],
            Some(Amount::In(ranges)) => return Some(Stones::each(ranges, when)),
            Some(Amount::AllBut(ranges)) => all_but(core, ranges)?,
            Some(Amount::Where(..) | Amount::Jointly(..)) => return None,
        };
        Some(ranges.into_iter().map(|range| Stones { when, range }).collect())
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
        let mut ends = |ends: &[End], choose: fn(&mut Program, Reg, Reg) -> Option<Reg>| {
            let mut chosen = None;
            for &End(id, more) in ends {
                let number = id.map_or(Some(zero), |id| compiler.compile_taking(id, program))?;
                let more = program.constant(more);
                let end = program.add(number, more)?;
                chosen = Some(match chosen {
                    Some(chosen) => choose(program, chosen, end)?,
                    None => end,
                });
            }
            Some(chosen.unwrap_or(heap))
        };
        let (lo, hi) = (ends(&self.range.from, Program::max)?, ends(&self.range.to, Program::min)?);
        Some([may, lo, hi])
    }

    /// Whether a number of stones is in one of some ranges.
    pub(super) fn have(
        all: &[Stones],
        compiler: &mut Compiler<'_>,
        n: Reg,
        program: &mut Program,
    ) -> Option<Reg> {
        let mut any = program.constant(0);
        let mut hull: Option<(Reg, Reg)> = None;
        for stones in all {
            let [may, lo, hi] = stones.compile(compiler, n, program)?;
            let is = between(program, lo, n, hi);
            let is = program.and(may, is);
            any = program.or(any, is);
            hull = Some(match hull {
                None => (lo, hi),
                Some((a, b)) => (program.min(a, lo)?, program.max(b, hi)?),
            });
        }
        // The hull gives bounds, which alternatives do not.
        let has_an_end = |stones: &Stones| !stones.range.to.is_empty();
        let Some((lo, hi)) = hull.filter(|_| all.len() > 1 && all.iter().all(has_an_end)) else {
            return Some(any);
        };
        let within = between(program, lo, n, hi);
        Some(program.and(within, any))
    }
}

/// Whether a number of stones may be taken.
pub(super) fn allows(
    compiler: &mut Compiler<'_>,
    amount: &Amount,
    stones: Reg,
    program: &mut Program,
) -> Option<Reg> {
    if let Amount::Where(_, condition) = amount {
        let compile = |compiler: &mut Compiler<'_>| compiler.compile_taking(*condition, program);
        return compiler.with(0, stones, compile);
    }
    let ranges = Stones::of(compiler.core(), Some(amount), None)?;
    Stones::have(&ranges, compiler, stones, program)
}

fn between(program: &mut Program, lo: Reg, n: Reg, hi: Reg) -> Reg {
    let (above, below) = (program.le(lo, n), program.le(n, hi));
    program.and(above, below)
}

/// What the rules allow from one heap, if all are takes from one, range by range: from which heaps, whether it may be
/// taken, and from what to what. `None` if an amount is of another kind.
pub(super) fn takes(
    game: &Game,
    words: &dyn Meaning,
    heap: Reg,
    program: &mut Program,
) -> Option<Vec<(From, [Reg; 3])>> {
    let mut ranges = Vec::new();
    for rule in &game.rules {
        let RuleKind::Take { amount, from } = &rule.kind else { return None };
        let mut compiler = Compiler::new(&game.core, words, Some(heap));
        for stones in Stones::of(&game.core, Some(amount), rule.when)? {
            ranges.push((*from, stones.compile(&mut compiler, heap, program)?));
        }
    }
    Some(ranges)
}

/// What of a range can be taken from a heap: nothing, from 1 to 0, where it may not be.
pub(super) fn within(
    heap: Reg,
    [may, lo, hi]: [Reg; 3],
    program: &mut Program,
) -> Option<(Reg, Reg)> {
    let (zero, one) = (program.constant(0), program.constant(1));
    let hi = program.min(hi, heap)?;
    let hi = program.max(hi, zero)?;
    Some((program.select(may, lo, one), program.select(may, hi, zero)))
}

impl Range {
    fn known(lo: i64, hi: Option<i64>) -> Range {
        let end = |n: i64| vec![End(None, n)];
        Range { from: end(lo), to: hi.map_or(vec![], end) }
    }
}

/// What is left of the numbers from 1 on without some ranges.
fn all_but(core: &Core, ranges: &Ranges) -> Option<Vec<Range>> {
    let constants = |&(lo, hi): &(ExprId, ExprId)| constant(core, lo).zip(constant(core, hi));
    let mut left = gaps(ranges.iter().filter_map(constants).collect())?;
    for &(lo, hi) in ranges.iter().filter(|range| constants(range).is_none()) {
        // It lies below the range or above it.
        let mut above = left.clone();
        left.iter_mut().for_each(|range| range.to.push(End(Some(lo), -1)));
        above.iter_mut().for_each(|range| range.from.push(End(Some(hi), 1)));
        left.append(&mut above);
        if left.len() > MOST_RANGES {
            return None;
        }
    }
    Some(left)
}

/// What is left of the numbers from 1 on without constant ranges.
fn gaps(mut ranges: Vec<(i64, i64)>) -> Option<Vec<Range>> {
    ranges.sort_unstable();
    let (mut gaps, mut next) = (Vec::new(), 1);
    for (lo, hi) in ranges.into_iter().filter(|(lo, hi)| lo <= hi) {
        if next < lo {
            gaps.push(Range::known(next, Some(lo - 1)));
        }
        next = next.max(hi.checked_add(1)?);
    }
    gaps.push(Range::known(next, None));
    Some(gaps)
}

/// A whole number that is known.
pub(super) fn constant(core: &Core, id: ExprId) -> Option<i64> {
    match core.constant(id)? {
        Value::Int(n) => i64::try_from(n).ok().filter(|n| n.abs() < 1 << 60),
        _ => None,
    }
}
