//! Takes from one heap: which numbers of stones, in rising order.

use std::ops::ControlFlow;

use dashu_int::{IBig, UBig};

use super::moves::{GO_ON, How, Moves, Visit, Walk, next_turn};
use super::position::Position;
use super::rules::{Amount, RuleKind};
use crate::job::Stop;
use crate::lang::core::{ExprId, Word};
use crate::lang::syntax::{From, Order};
use crate::lang::{Interval, Region};

/// Numbers of stones: disjoint ranges in increasing order, and numbers that satisfy a condition.
#[derive(Default)]
pub(super) struct Takes {
    pub(super) ranges: Vec<(IBig, IBig)>,
    pub(super) conditions: Vec<Condition>,
}

/// The numbers from `first` to `last` for which a condition holds.
pub(super) struct Condition {
    first: IBig,
    last: IBig,
    condition: ExprId,
    rule: usize,
}

/// The largest and the smallest heap of a position.
#[derive(Clone, Copy)]
pub(super) struct Ends<'p> {
    largest: Option<&'p UBig>,
    smallest: Option<&'p UBig>,
}

impl Ends<'_> {
    /// Whether a heap may be chosen.
    pub(super) fn choose(self, from: From, position: &Position, place: usize) -> bool {
        let heap = Some(&position.heaps[place]);
        match from {
            From::Any => true,
            From::Ends => place == 0 || place + 1 == position.heaps.len(),
            From::Largest => heap == self.largest,
            From::Smallest => heap == self.smallest,
        }
    }
}

impl Moves<'_> {
    /// Calls `visit` with every take of the rules that take from one heap.
    pub(super) fn each_take(&mut self, position: &Position, visit: Visit<'_>) -> Walk {
        let sorted = self.game.order() == Order::None;
        let ends = self.ends(position);
        let mut to = position.clone();
        next_turn(&mut to);
        for place in 0..position.heaps.len() {
            let heap = &position.heaps[place];
            if heap.is_zero() || sorted && place > 0 && position.heaps[place - 1] == *heap {
                continue;
            }
            let takes = self.takes(position, place, ends)?;
            if takes.ranges.is_empty() && takes.conditions.is_empty() {
                continue;
            }
            let mut at = place;
            to.heaps.clone_from(&position.heaps);
            let mut next = IBig::ONE;
            while let Some(taken) = self.next_take(&takes, &next, position)? {
                let stones = taken.as_ubig().cloned().unwrap_or_default();
                next = taken + 1u8;
                to.heaps[at] = heap - &stones;
                // Takes are visited in increasing order, so the rest of the heap only moves down
                // the sorted list.
                while sorted && at > 0 && to.heaps[at - 1] > to.heaps[at] {
                    to.heaps.swap(at - 1, at);
                    at -= 1;
                }
                if let Some(last) = &mut to.counters.last {
                    last.clone_from(&stones);
                }
                let gone = to.heaps[at].is_zero() && !self.game.order().has_places();
                if gone {
                    to.heaps.remove(at);
                }
                let how = How::Take(self.game.taken(position, place, stones));
                if visit(&how, &to).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                if gone {
                    break;
                }
            }
        }
        GO_ON
    }

    /// The numbers of stones that may be taken from the heap at a place, by the rules that take from one heap.
    pub(super) fn takes(
        &mut self,
        position: &Position,
        place: usize,
        ends: Ends<'_>,
    ) -> Result<Takes, Stop> {
        let game = self.game;
        let heap: IBig = position.heaps[place].clone().into();
        self.eval.set_chosen(heap.clone());
        let mut takes = Takes::default();
        for (i, rule) in game.rules.iter().enumerate() {
            let RuleKind::Take { amount, from } = &rule.kind else {
                continue;
            };
            if !ends.choose(*from, position, place) {
                continue;
            }
            if let Some(when) = rule.when
                && !self.truth(when, Some(i), position)?
            {
                continue;
            }
            self.add(amount, &heap, i, position, &mut takes)?;
        }
        takes.ranges = union(takes.ranges);
        Ok(takes)
    }

    /// Calls `visit` with the ranges of stones that the rules allow to take from a heap on its own,
    /// in increasing order.
    pub(crate) fn takes_from(
        &mut self,
        heap: &UBig,
        show: &mut dyn FnMut(usize, usize),
    ) -> Result<(), Stop> {
        let alone = Position { heaps: vec![heap.clone()], ..self.game.like() };
        self.eval.new_position();
        let takes = self.takes(&alone, 0, self.ends(&alone))?;
        let small = |n: &IBig| usize::try_from(n).unwrap_or(usize::MAX);
        if takes.conditions.is_empty() {
            takes.ranges.iter().for_each(|(first, last)| show(small(first), small(last)));
            return Ok(());
        }
        let mut next = IBig::ONE;
        while let Some(taken) = self.next_take(&takes, &next, &alone)? {
            show(small(&taken), small(&taken));
            next = taken + 1u8;
        }
        Ok(())
    }

    /// The largest and the smallest heap of a position.
    pub(super) fn ends<'p>(&self, position: &'p Position) -> Ends<'p> {
        let heaps = &position.heaps;
        if self.game.order() == Order::None {
            return Ends { largest: heaps.last(), smallest: heaps.first() };
        }
        let filled = || heaps.iter().filter(|heap| !heap.is_zero());
        Ends { largest: filled().max(), smallest: filled().min() }
    }

    /// The numbers of stones of an amount, from 1 to `most`.
    pub(super) fn amount(
        &mut self,
        amount: &Amount,
        most: &IBig,
        rule: usize,
        position: &Position,
    ) -> Result<Takes, Stop> {
        let mut takes = Takes::default();
        self.add(amount, most, rule, position, &mut takes)?;
        takes.ranges = union(takes.ranges);
        Ok(takes)
    }

    fn add(
        &mut self,
        amount: &Amount,
        most: &IBig,
        rule: usize,
        position: &Position,
        takes: &mut Takes,
    ) -> Result<(), Stop> {
        match amount {
            Amount::In(ranges) => takes.ranges.extend(self.ranges(ranges, most, rule, position)?),
            Amount::AllBut(ranges) => {
                let but = union(self.ranges(ranges, most, rule, position)?);
                takes.ranges.extend(complement(&but, most));
            }
            Amount::Where(_, condition) => {
                let mut region = Region::default();
                let variable = Word::Variable(0);
                region.set(variable, Interval::new(1, most.clone()));
                if self.narrow(&mut region, &[*condition], 0, position)
                    && let Interval { lo: Some(first), hi: Some(last) } = region.get(variable)
                {
                    takes.conditions.push(Condition { first, last, condition: *condition, rule });
                }
            }
            // Numbers for several heaps are found together.
            Amount::Jointly(..) => {}
        }
        Ok(())
    }

    /// The ranges at a position, cut to 1..most, without empty ones.
    pub(super) fn ranges(
        &mut self,
        ranges: &[(ExprId, ExprId)],
        most: &IBig,
        rule: usize,
        position: &Position,
    ) -> Result<Vec<(IBig, IBig)>, Stop> {
        let mut found = Vec::with_capacity(ranges.len());
        for &(lo, hi) in ranges {
            let lo = self.integer(lo, rule, position)?.max(IBig::ONE);
            let hi = self.integer(hi, rule, position)?.min(most.clone());
            if lo <= hi {
                found.push((lo, hi));
            }
        }
        Ok(found)
    }

    /// The least number of stones that is at least `from`.
    pub(super) fn next_take(
        &mut self,
        takes: &Takes,
        from: &IBig,
        position: &Position,
    ) -> Result<Option<IBig>, Stop> {
        let range = takes.ranges.partition_point(|(_, hi)| hi < from);
        let mut best = takes.ranges.get(range).map(|(lo, _)| lo.max(from).clone());
        for condition in &takes.conditions {
            let mut next = from.max(&condition.first).clone();
            // A number that a range already allows is tried as well, because the condition may have
            // no value there.
            while next <= condition.last && best.as_ref().is_none_or(|best| next <= *best) {
                self.eval.set_variable(0, next.clone());
                if self.truth(condition.condition, Some(condition.rule), position)? {
                    best = Some(next);
                    break;
                }
                self.tried(Some(condition.rule), position)?;
                next += 1u8;
            }
        }
        Ok(best)
    }

    /// Whether this number of stones may be taken.
    pub(super) fn may_take(
        &mut self,
        takes: &Takes,
        stones: &IBig,
        position: &Position,
    ) -> Result<bool, Stop> {
        let range = takes.ranges.partition_point(|(_, hi)| hi < stones);
        if takes.ranges.get(range).is_some_and(|(lo, _)| lo <= stones) {
            return Ok(true);
        }
        for condition in &takes.conditions {
            if condition.first <= *stones && *stones <= condition.last {
                self.eval.set_variable(0, stones.clone());
                if self.truth(condition.condition, Some(condition.rule), position)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// The same numbers as disjoint ranges in increasing order.
pub(super) fn union(mut ranges: Vec<(IBig, IBig)>) -> Vec<(IBig, IBig)> {
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
