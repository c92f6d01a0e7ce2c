//! Several windows, each of which slides at both ends: how often each number occurs in them is counted.

use crate::engine::lower::Band;
use crate::engine::store::{Full, List};
use crate::job::Budget;

/// The windows before a heap, and the numbers in them.
pub(super) struct Counted<'b> {
    /// The heaps of each window: from the first up to the second, which is not in it.
    windows: Vec<(usize, usize)>,
    /// The heap after them.
    size: usize,
    /// How often each number occurs.
    counts: List<'b, u32>,
    /// A bit for each number that occurs; then a bit for each word of these that is full, and so on up to one word.
    levels: Vec<List<'b, u64>>,
}

impl<'b> Counted<'b> {
    /// Windows on heaps of up to `to` stones.
    pub(super) fn new(windows: usize, to: usize, budget: &'b Budget) -> Result<Counted<'b>, Full> {
        let (mut numbers, mut levels) = (to + 2, Vec::new());
        let counts = List::filled(numbers, 0, budget)?;
        while numbers > 1 {
            numbers = numbers.div_ceil(64);
            levels.push(List::filled(numbers, 0, budget)?);
        }
        Ok(Counted { windows: vec![(0, 0); windows], size: 1, counts, levels })
    }

    /// Gives numbers to the heaps from `first` on, up to the first heap for which a window does not slide. Returns that heap.
    pub(super) fn fill(&mut self, numbers: &mut [u32], first: usize, bands: &[Band]) -> usize {
        if self.size != first || bands.len() != self.windows.len() {
            return first;
        }
        let len = bands.first().map_or(0, |band| band.lo.len());
        for i in 0..len {
            let slide = bands.iter().zip(&self.windows).all(|(band, &window)| {
                let (from, to) = target(band, i, self.size, window);
                window.0 <= from && window.1 <= to
            });
            if !slide {
                break;
            }
            for (window, band) in bands.iter().enumerate() {
                let old = self.windows[window];
                let new = target(band, i, self.size, old);
                (old.0..old.1.min(new.0)).for_each(|heap| self.leave(numbers[heap]));
                (old.1.max(new.0)..new.1).for_each(|heap| self.enter(numbers[heap]));
                self.windows[window] = new;
            }
            numbers[self.size] = self.least();
            self.size += 1;
        }
        self.size
    }

    fn enter(&mut self, number: u32) {
        let mut bit = number as usize;
        self.counts[bit] += 1;
        if self.counts[bit] == 1 {
            for level in &mut self.levels {
                level[bit / 64] |= 1 << (bit % 64);
                bit /= 64;
                if level[bit] != u64::MAX {
                    break;
                }
            }
        }
    }

    fn leave(&mut self, number: u32) {
        let mut bit = number as usize;
        self.counts[bit] -= 1;
        if self.counts[bit] == 0 {
            for level in &mut self.levels {
                let full = level[bit / 64] == u64::MAX;
                level[bit / 64] &= !(1 << (bit % 64));
                bit /= 64;
                if !full {
                    break;
                }
            }
        }
    }

    /// The least number that does not occur.
    fn least(&self) -> u32 {
        let least =
            |word: usize, level: &List<'b, u64>| word * 64 + level[word].trailing_ones() as usize;
        self.levels.iter().rev().fold(0, least) as u32
    }
}

/// The heaps to which a band leads. An empty one is empty wherever the window ended.
fn target(band: &Band, i: usize, size: usize, window: (usize, usize)) -> (usize, usize) {
    let (lo, hi) = (band.lo[i] as usize, band.hi[i] as usize);
    if lo > hi { (window.1, window.1) } else { (size - hi, size - lo + 1) }
}
