//! Positions that were seen, each once, in the order in which they came.

use super::code::{read_position, write_position};
use super::store::Store;
use crate::game::Position;
use crate::job::Budget;

/// A list of different positions of one game. Its memory is counted.
pub(crate) struct Seen<'b> {
    like: Position,
    store: Store<'b>,
    key: Vec<u8>,
}

impl<'b> Seen<'b> {
    /// An empty list of positions like this one.
    pub(crate) fn new(like: Position, budget: &'b Budget) -> Seen<'b> {
        Seen { like, store: Store::new(budget), key: Vec::new() }
    }

    /// Adds a position unless it is there; `false` if there is no memory left for it.
    pub(crate) fn add(&mut self, position: &Position) -> bool {
        self.key.clear();
        write_position(&mut self.key, position);
        self.store.intern(&self.key).is_ok()
    }

    pub(crate) fn len(&self) -> usize {
        self.store.len()
    }

    /// The position with this number, counted from 0.
    pub(crate) fn get(&self, i: usize) -> Option<Position> {
        let id = u32::try_from(i).ok().filter(|_| i < self.len())?;
        Some(read_position(self.store.get(id), &self.like))
    }
}
