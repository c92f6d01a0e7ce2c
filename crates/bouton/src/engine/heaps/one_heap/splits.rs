//! Splits: an option is worth the xor of the numbers of its parts.

use crate::engine::heaps::marks::{Cell, Marks};
use crate::lang::syntax::Likeness;

/// What is split into two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest {
    pub(super) stones: usize,
    pub(super) likeness: Likeness,
}

impl Rest {
    /// How many splits there are: the smaller part is at most that.
    pub(super) fn splits(self) -> usize {
        let apart = usize::from(self.likeness == Likeness::Unequal);
        self.stones.saturating_sub(apart) / 2
    }

    /// Marks the splits whose smaller part is from `first` on, up to `last`. Not inlined: its loop needs the registers.
    #[inline(never)]
    pub(super) fn mark<T: Cell>(
        self,
        first: usize,
        last: usize,
        numbers: &[T],
        marks: &mut Marks<'_>,
    ) {
        if first > last {
            return;
        }
        let (small, large) = (&numbers[first..=last], &numbers[self.stones - last..]);
        let large = &large[..small.len()];
        // Eight at a time: all checks but those of the marks are done once for them.
        let ((small, last), (first, large)) = (small.as_chunks::<8>(), large.as_rchunks::<8>());
        for (a, b) in small.iter().zip(large.iter().rev()) {
            for (&a, &b) in a.iter().zip(b.iter().rev()) {
                marks.mark(a.into() ^ b.into());
            }
        }
        for (&a, &b) in last.iter().zip(first.iter().rev()) {
            marks.mark(a.into() ^ b.into());
        }
    }
}

/// Marks the splits of a number of stones into three parts.
pub(super) fn mark_three<T: Cell>(
    stones: usize,
    likeness: Likeness,
    numbers: &[T],
    marks: &mut Marks<'_>,
) {
    let apart = usize::from(likeness == Likeness::Unequal);
    let mut least = 1;
    while 3 * (least + apart) <= stones {
        let a: u32 = numbers[least].into();
        let rest = stones - least;
        let last = (rest - apart) / 2;
        for middle in least + apart..=last {
            marks.mark(a ^ numbers[middle].into() ^ numbers[rest - middle].into());
        }
        least += 1;
    }
}

/// Marks the splits of some stones into equal parts, of which there are from `lo` to `hi`.
pub(super) fn mark_equal<T: Cell>(
    stones: usize,
    (lo, hi): (usize, usize),
    numbers: &[T],
    marks: &mut Marks<'_>,
) {
    for parts in lo.max(2)..=hi.min(stones) {
        if stones.is_multiple_of(parts) {
            // Two that are equal are worth nothing together.
            marks.mark(if parts % 2 == 0 { 0 } else { numbers[stones / parts].into() });
        }
    }
}
