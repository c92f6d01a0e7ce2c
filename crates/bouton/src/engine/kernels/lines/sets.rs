//! Grundy numbers where windows slide: for each line, the set of the numbers within reach.
//!
//! The numbers within reach of a position on a line are all different, since each of two is within reach of the
//! other; so a number leaves the set when its position is passed.

use std::marker::PhantomData;

use super::plan::MOST_HEAPS;
use crate::engine::kernel::{Failed, Fill, Out, Pulse};
use crate::engine::space::{Layer, Layout, Row};
use crate::engine::table::{Cells, Number};

/// The sets of all lines, of numbers that are less than `64 * K`. Cells are as wide as these numbers need.
pub(super) struct Sets<'a, G, const K: usize> {
    layout: &'a Layout,
    /// For each size of heap, from where on a position is within reach; the size itself if nothing can be taken.
    least: &'a [usize],
    sets: Vec<[u64; K]>,
    /// The positions that one leaves behind in the row at hand.
    gone: Vec<Gone>,
    cells: PhantomData<G>,
}

/// A line, and a position that is no longer within reach.
#[derive(Clone, Copy)]
struct Gone {
    /// The line of the first position of the row.
    line: usize,
    /// The heap of the position that is left behind.
    size: usize,
    /// The place of the first position of the row with this heap instead; the others follow it, as far as they are
    /// not larger than the heap.
    place: usize,
    /// The same, from where on the first heap is larger: without what the first heap counts for.
    below: usize,
}

/// A heap but the first: its line, and whether something can be taken from it.
#[derive(Clone, Copy)]
struct Axis {
    line: usize,
    moves: bool,
}

impl<'a, G, const K: usize> Sets<'a, G, K> {
    pub(super) fn new(layout: &'a Layout, least: &'a [usize]) -> Sets<'a, G, K> {
        let sets = vec![[0; K]; layout.lines() + 1];
        Sets { layout, least, sets, gone: Vec::new(), cells: PhantomData }
    }
}

impl<G: Number, const K: usize> Fill for Sets<'_, G, K> {
    fn begin(&mut self, _: Layer, _: &mut Cells) {
        self.sets.fill([0; K]);
    }

    fn row(
        &mut self,
        row: &Row,
        before: Option<&Cells>,
        out: &mut Out<'_>,
        _: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let (before, numbers) = (before.map(G::cells), out.numbers::<G>()?);
        let Row { heaps, start, len } = row;
        let (start, len) = (*start, *len);
        let Sets { layout, least, sets, gone, .. } = self;
        let sorted = layout.is_sorted();
        let own = if sorted { layout.line(heaps, 0) } else { layout.lines() };
        // The set of the line along the first heap.
        let mut inner = [0u64; K];
        let mut others = [Axis { line: 0, moves: false }; MOST_HEAPS];
        let mut count = 0;
        gone.clear();
        for (heap, line) in layout.axes(heaps) {
            let size = heaps[heap];
            others[count] = Axis { line, moves: least[size] < size };
            count += 1;
            if size > 0 {
                for left in least[size - 1]..least[size] {
                    let place = layout.place_with(heaps, heap, left);
                    gone.push(Gone {
                        line,
                        size: left,
                        place,
                        below: layout.below(heaps, heap, left),
                    });
                }
            }
        }
        let axes = &others[..count];
        for first in 0..len {
            // A heap that is as large as the first lies on the first one's line.
            let tie = sorted && heaps.get(1) == Some(&first);
            if first > 0 {
                for left in least[first - 1]..least[first] {
                    remove(&mut inner, numbers[start + left].get());
                }
            }
            for gone in gone.iter() {
                let place = match sorted && first > gone.size {
                    false => gone.place + first,
                    true => gone.below + layout.second(first),
                };
                remove(&mut sets[gone.line + first], numbers[place].get());
            }
            let mut seen = [0u64; K];
            let mut moves = least[first] < first;
            if moves {
                seen = inner;
            }
            for axis in axes {
                if axis.moves && !(tie && axis.line + first == own) {
                    moves = true;
                    let set = &sets[axis.line + first];
                    seen.iter_mut().zip(set).for_each(|(seen, set)| *seen |= set);
                }
            }
            if let Some(before) = before
                && moves
            {
                let passed = before[start + first].get();
                *seen.get_mut(passed / 64).ok_or(Failed::TooLarge)? |= 1 << (passed % 64);
            }
            let word = seen.iter().position(|&word| word != u64::MAX).ok_or(Failed::TooLarge)?;
            let number = word * 64 + seen[word].trailing_ones() as usize;
            if number > G::MOST {
                return Err(Failed::TooLarge);
            }
            numbers.push(G::of(number));
            let bit = 1 << (number % 64);
            inner[word] |= bit;
            for axis in axes {
                sets[axis.line + first][word] |= bit;
            }
        }
        if sorted {
            sets[own] = inner;
        }
        Ok(())
    }
}

#[inline(always)]
fn remove<const K: usize>(set: &mut [u64; K], number: usize) {
    set[number / 64 % K] &= !(1 << (number % 64));
}
