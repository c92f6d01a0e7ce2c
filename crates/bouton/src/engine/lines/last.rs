//! Grundy numbers whatever the windows, if they begin with one stone: for each line, the last place of every number.

use super::numbers::TooLarge;
use super::outcomes::MOST_HEAPS;
use super::windows::{Bounds, Windows};
use crate::engine::layout::{Layout, Row};
use crate::engine::number::Number;
use crate::lang::syntax::From;
use crate::rows::Rows;

/// The last places of all numbers on all lines. Places are counted from 1 on: 0 is none.
pub(super) struct Last<'a, T> {
    layout: &'a Layout,
    reach: Reach<'a>,
    /// How many numbers there are on a line, a multiple of [`CHUNK`].
    each: usize,
    last: Vec<T>,
}

/// How many stones may be taken, at most.
enum Reach<'a> {
    Heap(From, &'a [usize]),
    Position(Rows<i32>),
}

/// Integers that hold places.
pub(super) trait Place: Copy + Default + Ord + 'static {
    fn of(n: usize) -> Self;
    /// The lowest eight bits.
    fn byte(self) -> u8;
}

impl Place for u16 {
    #[inline(always)]
    fn of(n: usize) -> u16 {
        n as u16
    }
    #[inline(always)]
    fn byte(self) -> u8 {
        self as u8
    }
}

impl Place for u32 {
    #[inline(always)]
    fn of(n: usize) -> u32 {
        n as u32
    }
    #[inline(always)]
    fn byte(self) -> u8 {
        self as u8
    }
}

/// Numbers that are looked at together.
const CHUNK: usize = 32;

impl<'a, T: Place> Last<'a, T> {
    /// Room for numbers up to `most`. `least` is from where on a position is within reach, for each size of heap.
    pub(super) fn new(
        layout: &'a Layout,
        windows: &'a Windows,
        least: &'a [usize],
        most: usize,
    ) -> Last<'a, T> {
        let reach = match windows {
            Windows::Heap { from, .. } => Reach::Heap(*from, least),
            Windows::Position(bounds) => {
                let Bounds { program, outputs } = &**bounds;
                let width = (0..layout.heaps()).map(|heap| layout.most(heap) + 1).max();
                Reach::Position(Rows::new(program, outputs, width.unwrap_or(1)))
            }
        };
        let each = (most + 1).next_multiple_of(CHUNK);
        let last = vec![T::default(); (layout.lines() + 1) * each];
        Last { layout, reach, each, last }
    }

    pub(super) fn clear(&mut self) {
        self.last.fill(T::default());
    }

    /// Computes a row.
    #[inline(always)]
    pub(super) fn row<G: Number>(
        &mut self,
        row: &Row,
        before: Option<&[G]>,
        numbers: &mut Vec<G>,
    ) -> Result<(), TooLarge> {
        let Row { heaps, start, len } = row;
        let Last { layout, reach, each, last } = self;
        let (each, sorted) = (*each, layout.is_sorted());
        let own = if sorted { layout.line(heaps, 0) } else { layout.lines() } * each;
        if !sorted {
            last[own..own + each].fill(T::default());
        }
        if let Reach::Position(rows) = reach {
            for (heap, &size) in heaps.iter().enumerate().skip(1) {
                rows.set(heap, size as i32);
            }
            rows.run(*len);
        }
        let mut axes = [(0, 0); MOST_HEAPS];
        axes[0] = (0, own);
        let mut count = 1;
        for heap in 1..heaps.len() {
            if !(sorted && heaps.get(heap + 1) == Some(&heaps[heap])) {
                axes[count] = (heap, layout.line(heaps, heap) * each);
                count += 1;
            }
        }
        let axes = &axes[..count];
        for first in 0..*len {
            let mut lines = [(0, T::default()); MOST_HEAPS];
            let mut moves = 0;
            let size = |heap: usize| if heap == 0 { first } else { heaps[heap] };
            for &(heap, line) in axes {
                let size = size(heap);
                let least = match &*reach {
                    Reach::Position(rows) => size - rows.output(heap, *len).get(first) as usize,
                    Reach::Heap(from, least) if may(*from, heaps, first, heap) => least[size],
                    Reach::Heap(..) => size,
                };
                if least < size {
                    let line = if heap == 0 { line } else { line + first * each };
                    lines[moves] = (line, T::of(least + 1));
                    moves += 1;
                }
            }
            let passed = before.filter(|_| moves > 0).map(|before| before[start + first].get());
            let number = least_beyond(last, &lines[..moves], each, passed)?;
            if number > G::MOST {
                return Err(TooLarge);
            }
            numbers.push(G::of(number));
            for &(heap, line) in axes {
                let line = if heap == 0 { line } else { line + first * each };
                last[line + number] = T::of(size(heap) + 1);
            }
        }
        Ok(())
    }
}

/// Whether stones may be taken from a heap; they are sorted unless any will do.
#[inline(always)]
pub(super) fn may(from: From, row: &[usize], first: usize, heap: usize) -> bool {
    let size = if heap == 0 { first } else { row[heap] };
    match from {
        From::Any | From::Ends => true,
        From::Largest => size == if row.len() == 1 { first } else { row[row.len() - 1] },
        From::Smallest if first > 0 => size == first,
        From::Smallest => row[1..].iter().find(|&&other| other > 0) == Some(&size),
    }
}

/// The least number whose last place on every line is before what is within reach, and that is not `passed`.
#[inline(always)]
fn least_beyond<T: Place>(
    last: &[T],
    lines: &[(usize, T)],
    each: usize,
    passed: Option<usize>,
) -> Result<usize, TooLarge> {
    let mut from = 0;
    while from < each {
        // So many numbers as are left: a loop whose length is not known is made into one over vectors.
        let n = CHUNK.min(each - from);
        let mut within = [T::default(); CHUNK];
        for &(line, least) in lines {
            let places = &last[line + from..line + from + n];
            for (within, &place) in within[..n].iter_mut().zip(places) {
                *within = (*within).max(T::of(usize::from(place >= least)));
            }
        }
        if let Some(passed) = passed
            && from <= passed
            && passed < from + CHUNK
        {
            within[passed - from] = T::of(1);
        }
        let within = within.map(T::byte);
        for (i, eight) in within.chunks_exact(8).enumerate() {
            let eight = u64::from_le_bytes(eight.try_into().expect("there are eight"));
            let beyond = !eight & 0x0101_0101_0101_0101;
            if beyond != 0 {
                return Ok(from + 8 * i + beyond.trailing_zeros() as usize / 8);
            }
        }
        from += CHUNK;
    }
    Err(TooLarge)
}
