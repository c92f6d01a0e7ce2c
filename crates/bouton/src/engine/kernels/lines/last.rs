//! Grundy numbers whatever the windows, if they begin with one stone: for each line, the last place of every number.

use std::marker::PhantomData;

use super::plan::MOST_HEAPS;
use super::within::{CHUNK, Line, Place, Plain, Within};
use crate::engine::kernel::{Failed, Fill, Out, Pulse};
use crate::engine::lower::{Bounds, Windows};
use crate::engine::space::{Layer, Layout, Row};
use crate::engine::table::{Cells, Number};
use crate::lang::syntax::From;
use crate::rows::Rows;
#[cfg(target_arch = "x86_64")]
use {super::within::Wide, crate::vectors::wide};

/// The last places of all numbers on all lines. Places are counted from 1 on: 0 is none.
pub(super) struct Last<'a, T, G> {
    layout: &'a Layout,
    reach: Reach<'a>,
    /// How many numbers there are on a line, a multiple of [`CHUNK`].
    each: usize,
    last: Vec<T>,
    cells: PhantomData<G>,
}

/// A heap but the first: its line at the first position of a row, and its place on it.
#[derive(Clone, Copy)]
struct Axis<T> {
    heap: usize,
    line: usize,
    place: T,
}

/// How many stones may be taken, at most.
enum Reach<'a> {
    Heap(From, &'a [usize]),
    Position(Box<Rows<i64>>),
}

impl<'a, T: Place, G: Number> Last<'a, T, G> {
    /// Room for numbers up to `most`. `least` is from where on a position is within reach, for each size of heap.
    pub(super) fn new(
        layout: &'a Layout,
        windows: &'a Windows,
        least: &'a [usize],
        most: usize,
    ) -> Last<'a, T, G> {
        let reach = match windows {
            Windows::Heap { from, .. } => Reach::Heap(*from, least),
            Windows::Position(bounds) => {
                let Bounds { program, outputs } = &**bounds;
                Reach::Position(Rows::new(program, outputs, layout.largest() + 1).into())
            }
        };
        let each = (most + 1).next_multiple_of(CHUNK);
        let last = vec![T::default(); (layout.lines() + 1) * each];
        Last { layout, reach, each, last, cells: PhantomData }
    }

    /// Computes a row.
    #[inline(always)]
    fn numbers(
        &mut self,
        look: impl Within<T>,
        row: &Row,
        before: Option<&[G]>,
        numbers: &mut Vec<G>,
    ) -> Result<(), Failed> {
        let Row { heaps, start, len } = row;
        let Last { layout, reach, each, last, .. } = self;
        let (each, sorted) = (*each, layout.is_sorted());
        let own = if sorted { layout.line(heaps, 0) } else { layout.lines() } * each;
        if !sorted {
            last[own..own + each].fill(T::default());
        }
        if let Reach::Position(rows) = reach {
            for (heap, &size) in heaps.iter().enumerate().skip(1) {
                rows.set(heap, size as i64);
            }
            rows.run(*len);
        }
        let mut others = [Axis { heap: 0, line: 0, place: T::default() }; MOST_HEAPS];
        let mut count = 0;
        for (heap, line) in layout.axes(heaps) {
            others[count] = Axis { heap, line: line * each, place: T::of(heaps[heap] + 1) };
            count += 1;
        }
        let axes = &others[..count];
        // The lines along which something can be taken.
        let mut lines = [(0, T::default()); MOST_HEAPS];
        // Where any heap will do, what can be taken from the others is the same in the whole row.
        let mut same = 0;
        if let Reach::Heap(From::Any, least) = reach {
            for axis in axes.iter().filter(|axis| least[heaps[axis.heap]] < heaps[axis.heap]) {
                lines[same] = (axis.line, T::of(least[heaps[axis.heap]] + 1));
                same += 1;
            }
        }
        for first in 0..*len {
            let mut moves = same;
            let mut take = |line: usize, size: usize, least: usize| {
                if least < size {
                    lines[moves] = (line, T::of(least + 1));
                    moves += 1;
                }
            };
            match &*reach {
                Reach::Heap(From::Any, least) => take(own, first, least[first]),
                Reach::Heap(from, least) => {
                    if may(*from, heaps, first, 0) {
                        take(own, first, least[first]);
                    }
                    for axis in axes.iter().filter(|axis| may(*from, heaps, first, axis.heap)) {
                        let size = heaps[axis.heap];
                        take(axis.line + first * each, size, least[size]);
                    }
                }
                Reach::Position(rows) => {
                    let most = |heap: usize| rows.output(heap, *len).get(first) as usize;
                    take(own, first, first - most(0));
                    for &Axis { heap, line, .. } in axes {
                        take(line + first * each, heaps[heap], heaps[heap] - most(heap));
                    }
                }
            }
            let passed = before.filter(|_| moves > 0).map(|before| before[start + first].get());
            let number = least_beyond(look, last, &lines[..moves], each, passed)?;
            if number > G::MOST {
                return Err(Failed::TooLarge);
            }
            numbers.push(G::of(number));
            last[own + number] = T::of(first + 1);
            for axis in axes {
                last[axis.line + first * each + number] = axis.place;
            }
            lines[..same].iter_mut().for_each(|(line, _)| *line += each);
        }
        Ok(())
    }
}

impl<T: Place, G: Number> Fill for Last<'_, T, G> {
    fn begin(&mut self, _: Layer, _: &mut Cells) {
        self.last.fill(T::default());
    }

    /// Computes a row, with wide vectors where there are some.
    fn row(
        &mut self,
        row: &Row,
        before: Option<&Cells>,
        out: &mut Out<'_>,
        _: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let (before, numbers) = (before.map(G::cells), out.numbers()?);
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = wide() {
            return simd.vectorize(
                #[inline(always)]
                || self.numbers(Wide(simd), row, before, numbers),
            );
        }
        self.numbers(Plain, row, before, numbers)
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
    look: impl Within<T>,
    last: &[T],
    lines: &[Line<T>],
    each: usize,
    passed: Option<usize>,
) -> Result<usize, Failed> {
    for from in (0..each).step_by(CHUNK) {
        let mut within = look.within(last, from, lines);
        if let Some(passed) = passed
            && passed / CHUNK == from / CHUNK
        {
            within |= 1 << (passed % CHUNK);
        }
        if within != u32::MAX {
            return Ok(from + within.trailing_ones() as usize);
        }
    }
    Err(Failed::TooLarge)
}
