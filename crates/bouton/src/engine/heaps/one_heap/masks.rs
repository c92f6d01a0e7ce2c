//! A few numbers of stones that are the same for many sizes: the numbers of the options are the bits of a word.

use crate::engine::lower::Band;

/// The numbers of stones of a block in which they are the same for all sizes, and none is larger than one of these;
/// `None` if there are more than fit into a word.
pub(super) fn same(bands: &[Band]) -> Option<Vec<usize>> {
    let mut stones: Vec<usize> = Vec::new();
    for band in bands {
        let (lo, hi) = band.same?;
        if hi as usize >= lo as usize + 63 {
            return None;
        }
        stones.extend(lo as usize..=hi as usize);
    }
    stones.sort_unstable();
    stones.dedup();
    (stones.len() < 64).then_some(stones)
}

/// Gives numbers to some heaps from `first` on.
pub(super) fn fill(numbers: &mut [u32], first: usize, len: usize, stones: &[usize]) {
    match *stones {
        [a] => each(numbers, first, len, [a]),
        [a, b] => each(numbers, first, len, [a, b]),
        [a, b, c] => each(numbers, first, len, [a, b, c]),
        [a, b, c, d] => each(numbers, first, len, [a, b, c, d]),
        _ => each(numbers, first, len, stones),
    }
}

#[inline(always)]
fn each(numbers: &mut [u32], first: usize, len: usize, stones: impl AsRef<[usize]>) {
    for size in first..first + len {
        let mut mask = 0u64;
        for &stones in stones.as_ref() {
            // There are fewer options than bits: a larger number does not matter.
            mask |= 1u64.checked_shl(numbers[size - stones]).unwrap_or(0);
        }
        numbers[size] = mask.trailing_ones();
    }
}
