//! The smallest of many wrong positions.

use std::collections::BTreeMap;

use dashu_int::UBig;

use super::verdict::smallness;
use crate::game::Position;

/// Positions that are wrong: how many, and the smallest of them with what is known of each.
pub(super) struct Smallest<T> {
    most: usize,
    kept: BTreeMap<Vec<UBig>, T>,
    pub(super) count: u64,
}

impl<T> Smallest<T> {
    /// Nothing yet; at most this many are kept, and at least one.
    pub(super) fn new(most: usize) -> Smallest<T> {
        Smallest { most: most.max(1), kept: BTreeMap::new(), count: 0 }
    }

    /// Counts a position with this number of stones, and keeps it if it is one of the smallest so far.
    pub(super) fn add(&mut self, stones: usize, of: impl FnOnce() -> (Position, T)) {
        self.count += 1;
        let full = self.kept.len() >= self.most;
        // The number of stones comes first in the order.
        let larger =
            |last: &Vec<UBig>| last.first().is_some_and(|least| *least < UBig::from(stones));
        if full && self.kept.last_key_value().is_some_and(|(last, _)| larger(last)) {
            return;
        }
        let (position, found) = of();
        self.kept.entry(smallness(&position)).or_insert(found);
        if self.kept.len() > self.most {
            self.kept.pop_last();
        }
    }

    /// Adds others.
    pub(super) fn extend(&mut self, other: Smallest<T>) {
        self.count += other.count;
        self.kept.extend(other.kept);
        while self.kept.len() > self.most {
            self.kept.pop_last();
        }
    }

    /// Those that are kept, the smallest first.
    pub(super) fn into_kept(self) -> impl Iterator<Item = T> {
        self.kept.into_values()
    }

    pub(super) fn kept(&self) -> impl Iterator<Item = &T> {
        self.kept.values()
    }
}
