//! Windows that slide: from a heap of m one may go to every heap from `least(m)` to m - 1, and `least` never falls.
//!
//! A number that is given to a heap was missing in its window, so that the numbers in a window are different. Those
//! that were ever given are all below some number; what is missing below it are the *gaps*, numbers that have left the
//! window. The least of them comes next, or the first number that was never given.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The window that ends before a heap.
pub(super) struct Sliding {
    /// The least heap in the window.
    least: usize,
    /// The heap after the window.
    size: usize,
    /// The least number that was never given.
    fresh: u32,
    /// The least gap, if there is one; `NONE` if not.
    gap: u32,
    /// All other gaps.
    gaps: BinaryHeap<Reverse<u32>>,
}

const NONE: u32 = u32::MAX;

impl Sliding {
    /// The window that holds the empty heap alone.
    pub(super) fn new() -> Sliding {
        Sliding { least: 0, size: 1, fresh: 1, gap: NONE, gaps: BinaryHeap::new() }
    }

    /// Gives numbers to the heaps from `first` on, from which at most `most` stones are taken, up to the first
    /// heap whose window does not slide. Returns that heap.
    pub(super) fn fill(&mut self, numbers: &mut [u32], first: usize, most: &[u32]) -> usize {
        if self.size != first {
            return first;
        }
        for (size, &most) in (first..).zip(most) {
            let least = size - most as usize;
            if least < self.least {
                break;
            }
            for &left in &numbers[self.least..least] {
                self.leave(left);
            }
            self.least = least;
            numbers[size] = self.give();
            self.size += 1;
        }
        self.size
    }

    #[inline]
    fn leave(&mut self, number: u32) {
        if self.gap != NONE {
            self.gaps.push(Reverse(self.gap.max(number)));
        }
        self.gap = self.gap.min(number);
    }

    #[inline]
    fn give(&mut self) -> u32 {
        if self.gap == NONE {
            self.fresh += 1;
            return self.fresh - 1;
        }
        let next = if self.gaps.is_empty() { None } else { self.gaps.pop() };
        std::mem::replace(&mut self.gap, next.map_or(NONE, |Reverse(gap)| gap))
    }
}
