//! All options one by one: the number of each is marked, and the least that is not marked is the heap's own.

use crate::engine::store::{Full, List};
use crate::job::Budget;

/// A Grundy number as it is kept.
pub(super) trait Cell: Copy + Default + Into<u32> + TryFrom<u32> {}

impl Cell for u16 {}
impl Cell for u32 {}

/// For each number the last heap that has an option with it. There are as many as a power of two that is greater than
/// every number that was given, so that there is one for every xor of numbers.
pub(super) struct Marks<'b> {
    marks: List<'b, u32>,
    heap: u32,
}

impl<'b> Marks<'b> {
    /// Nothing is marked, and there is no room for numbers.
    pub(super) fn new(budget: &'b Budget) -> Marks<'b> {
        Marks { marks: List::new(budget), heap: 0 }
    }

    /// No number is marked for a heap, which is not empty.
    pub(super) fn start(&mut self, heap: usize) {
        self.heap = heap as u32;
    }

    /// Marks the number of an option.
    #[inline(always)]
    pub(super) fn mark(&mut self, number: u32) {
        self.marks[number as usize] = self.heap;
    }

    /// Whether a number is marked.
    #[inline(always)]
    pub(super) fn has(&self, number: usize) -> bool {
        self.marks.get(number).is_some_and(|&mark| mark == self.heap)
    }

    /// The least number that is not marked.
    pub(super) fn least(&self) -> u32 {
        self.marks.iter().take_while(|&&mark| mark == self.heap).count() as u32
    }

    /// How many numbers there is room for.
    pub(super) fn len(&self) -> usize {
        self.marks.len()
    }

    /// Makes room for a number and its xor with those before.
    #[inline]
    pub(super) fn admit(&mut self, number: u32) -> Result<(), Full> {
        let room = (number as usize + 1).next_power_of_two().max(64);
        self.marks.lengthen(room)
    }
}
