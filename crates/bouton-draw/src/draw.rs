//! Random choices, and which constructs of the language they led to.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// Draws a game: the same choices for the same seed.
pub struct Draw {
    random: RefCell<fastrand::Rng>,
    used: RefCell<BTreeSet<&'static str>>,
    /// How many expressions may still lack a value at some positions.
    faults: Cell<usize>,
}

impl Draw {
    /// The choices of one seed, with at most this many faults.
    pub fn new(seed: u64, faults: usize) -> Draw {
        let random = RefCell::new(fastrand::Rng::with_seed(seed));
        Draw { random, used: RefCell::default(), faults: Cell::new(faults) }
    }

    /// A number within a range, both ends included.
    pub fn number(&self, least: u64, most: u64) -> u64 {
        self.random.borrow_mut().u64(least..=most)
    }

    /// True in this many of a hundred cases.
    pub fn chance(&self, percent: u64) -> bool {
        self.number(0, 99) < percent
    }

    /// One of several.
    pub fn pick<T: Copy>(&self, from: &[T]) -> T {
        from[self.number(0, from.len() as u64 - 1) as usize]
    }

    /// Notes that the game contains a construct.
    pub fn mark(&self, construct: &'static str) {
        self.used.borrow_mut().insert(construct);
    }

    /// Notes a construct and returns the text that stands for it.
    pub fn marked(&self, construct: &'static str, text: impl Into<String>) -> String {
        self.mark(construct);
        text.into()
    }

    /// The constructs of the game, by the names in `constructs`.
    pub fn used(&self) -> BTreeSet<&'static str> {
        self.used.borrow().clone()
    }

    /// Whether a fault is still due.
    pub fn has_faults(&self) -> bool {
        self.faults.get() > 0
    }

    /// Whether the next expression is a fault: in `percent` of a hundred cases while faults are due.
    pub fn is_faulty(&self, percent: u64) -> bool {
        let faulty = self.has_faults() && self.chance(percent);
        if faulty {
            self.faults.set(self.faults.get() - 1);
        }
        faulty
    }
}
