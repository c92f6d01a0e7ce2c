//! Takes from one heap: which numbers of stones, in rising order.

use std::ops::ControlFlow;

use dashu_int::{IBig, UBig};

use super::moves::{GO_ON, How, Moves, Visit, Walk, next_turn};
use super::{Amount, Position, RuleKind};
use crate::job::Stop;
use crate::lang::core::{ExprId, Word};
use crate::lang::syntax::From;
use crate::lang::{Interval, Region};

/// The numbers of stones that may be taken from one heap: those of the ranges (disjoint, the lowest
/// last) and those for which a condition holds.
pub(super) struct Takes {
    pub(super) ranges: Vec<(IBig, IBig)>,
    pub(super) conditions: Vec<Condition>,
}

/// The numbers from `next` to `last` for which a condition holds.
pub(super) struct Condition {
    next: IBig,
    last: IBig,
    condition: ExprId,
    rule: usize,
}

impl Moves<'_> {
    /// Shows every take to `visit`.
    pub(super) fn each_take(&mut self, position: &Position, visit: Visit<'_>) -> Walk {
        let mut to = position.clone();
        next_turn(&mut to);
        for heap in sizes(position) {
            let mut takes = self.takes(position, heap)?;
            // The stones rise, so the heap that is left moves only down the sorted list.
            let mut at = position.heaps.partition_point(|h| h < heap);
            to.heaps.clone_from(&position.heaps);
            while let Some(stones) = self.next_take(&mut takes, position)? {
                let stones = stones.as_ubig().cloned().unwrap_or_default();
                to.heaps[at] = heap - &stones;
                while at > 0 && to.heaps[at - 1] > to.heaps[at] {
                    to.heaps.swap(at - 1, at);
                    at -= 1;
                }
                if let Some(last) = &mut to.counters.last {
                    last.clone_from(&stones);
                }
                let empty = to.heaps[at].is_zero();
                if empty {
                    to.heaps.remove(at);
                }
                let how = How::Take { stones, heap: heap.clone() };
                if visit(&how, &to).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                if empty {
                    break;
                }
            }
        }
        GO_ON
    }

    /// The numbers of stones that may be taken from a heap of this size.
    pub(super) fn takes(&mut self, position: &Position, heap: &UBig) -> Result<Takes, Stop> {
        let game = self.game;
        let heap: IBig = heap.clone().into();
        self.eval.set_chosen(heap.clone());
        let mut takes = Takes { ranges: Vec::new(), conditions: Vec::new() };
        for (i, rule) in game.rules.iter().enumerate() {
            let RuleKind::Take { amount, from } = &rule.kind else {
                continue;
            };
            let end = match from {
                From::Any => None,
                From::Largest => position.heaps.last(),
                From::Smallest => position.heaps.first(),
            };
            if end.is_some_and(|end| *end.as_ibig() != heap) {
                continue;
            }
            if let Some(when) = rule.when
                && !self.truth(when, Some(i), position)?
            {
                continue;
            }
            match amount {
                Amount::In(ranges) => takes.ranges.extend(self.ranges(ranges, &heap, i, position)?),
                Amount::AllBut(ranges) => {
                    let but = union(self.ranges(ranges, &heap, i, position)?);
                    takes.ranges.extend(complement(&but, &heap));
                }
                Amount::Where(_, condition) => {
                    let mut region = Region::default();
                    let variable = Word::Variable(0);
                    region.set(variable, Interval::new(1, heap.clone()));
                    if self.narrow(&mut region, &[*condition], 0, position) {
                        let Interval { lo: Some(lo), hi: Some(hi) } = region.get(variable) else {
                            continue;
                        };
                        takes.conditions.push(Condition {
                            next: lo,
                            last: hi,
                            condition: *condition,
                            rule: i,
                        });
                    }
                }
            }
        }
        takes.ranges = union(takes.ranges);
        takes.ranges.reverse();
        Ok(takes)
    }

    /// Where a take leads, if it is legal.
    pub(crate) fn take(
        &mut self,
        position: &Position,
        heap: &UBig,
        stones: &UBig,
    ) -> Result<Option<Position>, Stop> {
        self.eval.new_position();
        let takes = self.takes(position, heap)?;
        let number = stones.as_ibig();
        let mut legal = takes.ranges.iter().any(|(lo, hi)| lo <= number && number <= hi);
        for condition in &takes.conditions {
            if !legal && condition.next <= *number && *number <= condition.last {
                self.eval.set_variable(0, number.clone());
                legal = self.truth(condition.condition, Some(condition.rule), position)?;
            }
        }
        let Some(at) = position.heaps.iter().rposition(|h| h == heap).filter(|_| legal) else {
            return Ok(None);
        };
        let mut to = position.clone();
        next_turn(&mut to);
        to.heaps[at] = heap - stones;
        to.heaps.retain(|heap| !heap.is_zero());
        to.heaps.sort_unstable();
        if let Some(last) = &mut to.counters.last {
            last.clone_from(stones);
        }
        Ok(Some(to))
    }

    /// The ranges at a position, cut to 1..heap; empty ones are left out.
    fn ranges(
        &mut self,
        ranges: &[(ExprId, ExprId)],
        heap: &IBig,
        rule: usize,
        position: &Position,
    ) -> Result<Vec<(IBig, IBig)>, Stop> {
        let mut found = Vec::with_capacity(ranges.len());
        for &(lo, hi) in ranges {
            let lo = self.integer(lo, rule, position)?.max(IBig::ONE);
            let hi = self.integer(hi, rule, position)?.min(heap.clone());
            if lo <= hi {
                found.push((lo, hi));
            }
        }
        Ok(found)
    }

    /// The next number of stones, in rising order, each once.
    fn next_take(&mut self, takes: &mut Takes, position: &Position) -> Result<Option<IBig>, Stop> {
        for condition in &mut takes.conditions {
            while condition.next <= condition.last {
                self.eval.set_variable(0, condition.next.clone());
                if self.truth(condition.condition, Some(condition.rule), position)? {
                    break;
                }
                self.tried(Some(condition.rule), position)?;
                condition.next += 1u8;
            }
        }
        let ranged = takes.ranges.last().map(|(lo, _)| lo);
        let found = takes.conditions.iter().filter(|c| c.next <= c.last).map(|c| &c.next);
        let Some(stones) = ranged.into_iter().chain(found).min().cloned() else {
            return Ok(None);
        };
        if let Some((lo, hi)) = takes.ranges.last_mut()
            && *lo == stones
        {
            *lo += 1u8;
            if lo > hi {
                takes.ranges.pop();
            }
        }
        for condition in takes.conditions.iter_mut().filter(|c| c.next == stones) {
            condition.next += 1u8;
        }
        Ok(Some(stones))
    }
}

/// The different sizes of the heaps, upwards.
pub(super) fn sizes(position: &Position) -> impl Iterator<Item = &UBig> {
    let heaps = &position.heaps;
    let new = |i: usize| i == 0 || heaps[i - 1] != heaps[i];
    heaps.iter().enumerate().filter(move |(i, _)| new(*i)).map(|(_, heap)| heap)
}

/// The same numbers as disjoint ranges, upwards.
fn union(mut ranges: Vec<(IBig, IBig)>) -> Vec<(IBig, IBig)> {
    ranges.sort_unstable();
    let mut disjoint: Vec<(IBig, IBig)> = Vec::with_capacity(ranges.len());
    for (lo, hi) in ranges {
        match disjoint.last_mut() {
            Some((_, end)) if lo <= &*end + 1u8 => {
                if hi > *end {
                    *end = hi;
                }
            }
            _ => disjoint.push((lo, hi)),
        }
    }
    disjoint
}

/// The numbers of 1..heap that are in none of the disjoint ranges.
fn complement(ranges: &[(IBig, IBig)], heap: &IBig) -> Vec<(IBig, IBig)> {
    let mut gaps = Vec::with_capacity(ranges.len() + 1);
    let mut next = IBig::ONE;
    for (lo, hi) in ranges {
        if next < *lo {
            gaps.push((next, lo - 1u8));
        }
        next = hi + 1u8;
    }
    if next <= *heap {
        gaps.push((next, heap.clone()));
    }
    gaps
}
