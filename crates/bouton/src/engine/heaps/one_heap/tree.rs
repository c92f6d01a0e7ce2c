//! Windows that need not slide: from a heap of m one may go to every heap from some heap to m - 1. The number of m is
//! the least whose last heap lies before the window; a tree over the last heaps of all numbers finds it.

use crate::engine::store::{Full, List};
use crate::job::Budget;

/// For each number the heap after the last one that has it, 0 if none has; above them the least of two, and so on.
pub(super) struct Tree<'b> {
    nodes: List<'b, u32>,
    /// How many numbers it has room for: a power of two.
    leaves: usize,
    /// How many heaps are in it.
    heaps: usize,
}

impl<'b> Tree<'b> {
    pub(super) fn new(budget: &'b Budget) -> Tree<'b> {
        Tree { nodes: List::new(budget), leaves: 0, heaps: 0 }
    }

    /// Gives numbers to the heaps from `first` on, from which at most `most` stones are taken.
    pub(super) fn fill(
        &mut self,
        numbers: &mut [u32],
        first: usize,
        most: &[u32],
    ) -> Result<(), Full> {
        for (heap, &number) in numbers[..first].iter().enumerate().skip(self.heaps) {
            self.grow(number as usize + 1)?;
            self.set(number as usize, heap as u32 + 1);
        }
        self.grow(2)?;
        for (size, &most) in (first..).zip(most) {
            let least = size as u32 - most;
            // Those that no heap has are without end.
            if self.nodes[1] > least {
                self.grow(self.leaves + 1)?;
            }
            let mut node = 1;
            while node < self.leaves {
                node *= 2;
                node += usize::from(self.nodes[node] > least);
            }
            let number = node - self.leaves;
            numbers[size] = number as u32;
            self.set(number, size as u32 + 1);
        }
        self.heaps = first + most.len();
        Ok(())
    }

    fn set(&mut self, number: usize, after: u32) {
        let mut node = self.leaves + number;
        self.nodes[node] = after;
        while node > 1 {
            node /= 2;
            let least = self.nodes[2 * node].min(self.nodes[2 * node + 1]);
            // What stays as it is leaves all above it as it is.
            if std::mem::replace(&mut self.nodes[node], least) == least {
                break;
            }
        }
    }

    /// Makes room for the numbers below `leaves`.
    fn grow(&mut self, leaves: usize) -> Result<(), Full> {
        if leaves <= self.leaves {
            return Ok(());
        }
        let (old, leaves) = (self.leaves, leaves.next_power_of_two());
        self.nodes.lengthen(2 * leaves)?;
        self.nodes.copy_within(old..2 * old, leaves);
        self.nodes[leaves + old..].fill(0);
        self.leaves = leaves;
        for node in (1..leaves).rev() {
            self.nodes[node] = self.nodes[2 * node].min(self.nodes[2 * node + 1]);
        }
        Ok(())
    }
}
