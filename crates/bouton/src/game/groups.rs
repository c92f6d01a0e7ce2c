//! Which heaps a move chooses, if it may choose several.

use std::ops::ControlFlow;

use dashu_int::UBig;

use super::combinations::Combinations;
use super::moves::{GO_ON, Walk};
use crate::lang::syntax::{Among, From, Order};

/// The heaps that may be chosen together, at one position.
pub(super) enum Choice {
    /// One heap.
    One(From),
    /// All heaps that are not empty; with a number, only if there are exactly that many.
    All(Option<UBig>),
    /// As many as the ranges say, among these heaps.
    Each(Vec<(usize, usize)>, Among),
    /// At least one, from this number of heaps.
    Some(usize, Among),
}

/// Called with each choice: places in the list of heaps, none of them empty.
type Visit<'v> = &'v mut dyn FnMut(&[usize]) -> Walk;

/// Calls `visit` with each choice. Equal heaps without order are not distinguished.
pub(super) fn each_choice(heaps: &[UBig], order: Order, choice: &Choice, visit: Visit<'_>) -> Walk {
    let filled: Vec<usize> = (0..heaps.len()).filter(|&i| !heaps[i].is_zero()).collect();
    let from = Heaps { heaps, order, filled };
    match choice {
        Choice::One(one) => from.one(*one, visit),
        Choice::All(number) => {
            let all = number.as_ref().is_none_or(|n| *n == UBig::from(from.filled.len()));
            if all && !from.filled.is_empty() { visit(&from.filled) } else { GO_ON }
        }
        Choice::Each(numbers, among) => {
            for n in numbers.iter().flat_map(|&(a, b)| a..=b.min(heaps.len())) {
                if from.each(n, *among, visit)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            GO_ON
        }
        Choice::Some(n, Among::Adjacent) => from.some_adjacent(*n, visit),
        Choice::Some(n, among) => from.some(*n, *among, visit),
    }
}

/// The heaps of a position, and the places of those that are not empty.
struct Heaps<'h> {
    heaps: &'h [UBig],
    order: Order,
    filled: Vec<usize>,
}

impl Heaps<'_> {
    /// Places grouped by equal heaps: the number of places in each group.
    fn groups(&self, places: &[usize]) -> Vec<usize> {
        if self.order != Order::None {
            return vec![1; places.len()];
        }
        places.chunk_by(|&a, &b| self.heaps[a] == self.heaps[b]).map(<[usize]>::len).collect()
    }

    fn one(&self, from: From, visit: Visit<'_>) -> Walk {
        let sizes = || self.filled.iter().map(|&i| &self.heaps[i]);
        let size = match from {
            From::Largest => sizes().max(),
            From::Smallest => sizes().min(),
            From::Any | From::Ends => None,
        };
        for (at, &i) in self.filled.iter().enumerate() {
            let first = at == 0 || self.heaps[self.filled[at - 1]] != self.heaps[i];
            let end = from != From::Ends || i == 0 || i + 1 == self.heaps.len();
            if end
                && (first || self.order != Order::None)
                && size.is_none_or(|size| self.heaps[i] == *size)
                && visit(&[i])?.is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
        }
        GO_ON
    }

    fn each(&self, n: usize, among: Among, visit: Visit<'_>) -> Walk {
        match among {
            Among::Heaps => self.choose(&[], &self.filled, n, visit),
            Among::Adjacent => {
                let places = self.heaps.len();
                let starts = match self.order {
                    // A full circle is the same heaps, but variables start at a different one.
                    Order::Circle if n <= places => 0..places,
                    _ => 0..(places + 1).saturating_sub(n),
                };
                for start in starts.filter(|_| n > 0) {
                    let run: Vec<usize> = (start..start + n).map(|i| i % places).collect();
                    if run.iter().all(|&i| !self.heaps[i].is_zero()) && visit(&run)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                GO_ON
            }
            Among::Largest | Among::Smallest => match self.extreme(n, among) {
                Some((sure, ties)) => self.choose(&sure, &ties, n - sure.len(), visit),
                None => GO_ON,
            },
        }
    }

    /// The places of the `n` largest or smallest heaps: those that certainly belong to them, and
    /// those whose size equals the last of them.
    fn extreme(&self, n: usize, among: Among) -> Option<(Vec<usize>, Vec<usize>)> {
        let mut sorted = self.filled.clone();
        sorted.sort_by(|&a, &b| self.heaps[a].cmp(&self.heaps[b]));
        if among == Among::Largest {
            sorted.reverse();
        }
        let edge = &self.heaps[*sorted.get(n.checked_sub(1)?)?];
        let mut sure: Vec<usize> =
            sorted[..n].iter().copied().filter(|&i| self.heaps[i] != *edge).collect();
        sure.sort_unstable();
        let ties = self.filled.iter().copied().filter(|&i| self.heaps[i] == *edge).collect();
        Some((sure, ties))
    }

    /// Calls `visit` with some places together with each choice of `n` others.
    fn choose(&self, with: &[usize], others: &[usize], n: usize, visit: Visit<'_>) -> Walk {
        let groups = self.groups(others);
        let starts: Vec<usize> = groups
            .iter()
            .scan(0, |start, group| Some(std::mem::replace(start, *start + group)))
            .collect();
        let mut combinations = Combinations::new(&groups, n);
        while let Some(chosen) = combinations.next() {
            let mut places = with.to_vec();
            for same in chosen.chunk_by(|a, b| a == b) {
                let start = starts[same[0]];
                places.extend_from_slice(&others[start..start + same.len()]);
            }
            places.sort_unstable();
            if visit(&places)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        GO_ON
    }

    fn some(&self, n: usize, among: Among, visit: Visit<'_>) -> Walk {
        let n = n.min(self.filled.len());
        let (sure, ties) = match among {
            Among::Largest | Among::Smallest => self.extreme(n, among).unwrap_or_default(),
            _ => (vec![], self.filled.clone()),
        };
        for total in 1..=n {
            for tied in total.saturating_sub(sure.len())..=total.min(n - sure.len()) {
                let mut among_sure = |chosen: &[usize]| self.choose(chosen, &ties, tied, visit);
                if self.choose(&[], &sure, total - tied, &mut among_sure)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        GO_ON
    }

    /// Some of the heaps in `n` consecutive places.
    fn some_adjacent(&self, n: usize, visit: Visit<'_>) -> Walk {
        let places = self.heaps.len();
        let n = n.min(places);
        for &start in self.filled.iter().filter(|_| n > 0) {
            let run = match self.order {
                Order::Circle => start + 1..start + n,
                _ => start + 1..places.min(start + n),
            };
            let others: Vec<usize> =
                run.map(|i| i % places).filter(|&i| !self.heaps[i].is_zero()).collect();
            for more in 0..=others.len() {
                // In a circle, the same heaps may lie within `n` places from several starting
                // places.
                let within = |from: usize, chosen: &[usize]| {
                    chosen.iter().all(|&i| (i + places - from) % places < n)
                };
                let mut once = |chosen: &[usize]| {
                    let before = |&i: &usize| i < start && within(i, chosen);
                    if chosen.iter().any(before) { GO_ON } else { visit(chosen) }
                };
                if self.choose(&[start], &others, more, &mut once)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        GO_ON
    }
}
