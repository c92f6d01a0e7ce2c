//! Grundy numbers on lines: the least number that no position within reach has.
//!
//! For each line it is kept which numbers stand on it, and where. If windows slide, a set of the numbers within
//! reach is enough: one leaves it when its position is passed. Otherwise the last place of every number is kept. If
//! windows do not begin with one stone, the positions within reach are looked at one by one.

use std::ops::ControlFlow;

use super::Tick;
use super::layout::{Layout, Row};
use super::outcomes::MOST_HEAPS;
use super::windows::{Window, Windows};
use crate::lang::syntax::From;
use crate::rows::Rows;

/// How the numbers of a line are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// The set of those within reach, a bit each.
    Set,
    /// The last place of each.
    Last,
    /// Not at all.
    Nothing,
}

impl Keep {
    pub(super) fn of(windows: &Windows) -> Keep {
        match () {
            () if windows.slide() => Keep::Set,
            () if windows.begin_with_one() => Keep::Last,
            () => Keep::Nothing,
        }
    }

    /// The bytes for a line on which numbers up to `most` stand.
    pub(super) fn bytes(self, most: usize) -> usize {
        match self {
            Keep::Set => (most + 1).div_ceil(64) * 8,
            Keep::Last => (most + 1) * 4,
            Keep::Nothing => 0,
        }
    }
}

/// Integers that hold Grundy numbers.
pub(super) trait Number: Copy + Default + 'static {
    const MOST: usize;
    fn of(n: usize) -> Self;
    fn get(self) -> usize;
}

macro_rules! number {
    ($int:ident) => {
        impl Number for $int {
            const MOST: usize = $int::MAX as usize;
            #[inline(always)]
            fn of(n: usize) -> $int {
                n as $int
            }
            #[inline(always)]
            fn get(self) -> usize {
                self as usize
            }
        }
    };
}

number!(u8);
number!(u16);
number!(u32);

/// What is needed for one row after the other.
pub(super) struct Numbers<'a, G> {
    layout: &'a Layout,
    windows: &'a Windows,
    rows: Option<Rows<i32>>,
    keep: Keep,
    /// How many words, or places, there are for a line.
    each: usize,
    sets: Vec<u64>,
    last: Vec<u32>,
    marks: Vec<u32>,
    mark: u32,
    pub(super) layers: Vec<Vec<G>>,
}

/// A number does not fit.
pub(super) struct TooLarge;

impl<'a, G: Number> Numbers<'a, G> {
    /// Room for Grundy numbers up to `most` on each line.
    pub(super) fn new(layout: &'a Layout, windows: &'a Windows, most: usize) -> Self {
        let keep = Keep::of(windows);
        let width = (0..layout.heaps()).map(|heap| layout.most(heap) + 1).max().unwrap_or(1);
        let rows = match windows {
            Windows::Heap { .. } => None,
            Windows::Position(bounds) => Some(Rows::new(&bounds.program, &bounds.outputs, width)),
        };
        let each = match keep {
            Keep::Set => (most + 1).div_ceil(64),
            Keep::Last => most + 1,
            Keep::Nothing => 0,
        };
        let lines = layout.lines() + 1;
        let (sets, last) = match keep {
            Keep::Set => (vec![0; lines * each], Vec::new()),
            Keep::Last => (Vec::new(), vec![0; lines * each]),
            Keep::Nothing => (Vec::new(), Vec::new()),
        };
        let (marks, mark) = (Vec::new(), 0);
        Numbers { layout, windows, rows, keep, each, sets, last, marks, mark, layers: Vec::new() }
    }

    /// Computes the positions with one more pass than those before, or with none.
    pub(super) fn layer(&mut self, tick: Tick<'_>) -> Result<ControlFlow<()>, TooLarge> {
        self.sets.fill(0);
        self.last.fill(0);
        let mut numbers: Vec<G> = Vec::with_capacity(self.layout.positions());
        let before = self.layers.pop();
        let mut row = self.layout.first();
        let mut rows = 0u64;
        loop {
            if rows.is_multiple_of(64) && tick(row.start as u64).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            rows += 1;
            match self.keep {
                Keep::Set => self.row_of_sets(&row, before.as_deref(), &mut numbers)?,
                Keep::Last => self.row_of_last(&row, before.as_deref(), &mut numbers)?,
                Keep::Nothing => self.row_of_options(&row, before.as_deref(), &mut numbers)?,
            }
            if !self.layout.next(&mut row) {
                break;
            }
        }
        self.layers.extend(before);
        self.layers.push(numbers);
        Ok(ControlFlow::Continue(()))
    }

    /// The lines of a row, where `i` is added for position `i`; those along heaps that are not looked at twice.
    fn axes(&self, row: &Row, axes: &mut [(usize, usize); MOST_HEAPS]) -> usize {
        let heaps = &row.heaps;
        let mut count = 0;
        for heap in 1..heaps.len() {
            if self.layout.is_sorted() && heaps.get(heap + 1) == Some(&heaps[heap]) {
                continue;
            }
            axes[count] = (heap, self.layout.line(heaps, heap));
            count += 1;
        }
        count
    }

    /// The line along the first heap; where it has a place of its own it is one that is used for every row.
    fn own_line(&self, row: &Row) -> usize {
        match self.layout.is_sorted() {
            true => self.layout.line(&row.heaps, 0),
            false => self.layout.lines(),
        }
    }

    fn row_of_sets(
        &mut self,
        row: &Row,
        before: Option<&[G]>,
        numbers: &mut Vec<G>,
    ) -> Result<(), TooLarge> {
        let Windows::Heap { from, of } = self.windows else {
            unreachable!("windows slide by the size of the heap");
        };
        let mut axes = [(0, 0); MOST_HEAPS];
        let count = self.axes(row, &mut axes);
        let axes = &axes[..count];
        let (layout, each) = (self.layout, self.each);
        let heaps = &row.heaps;
        let own = self.own_line(row) * each;
        if !layout.is_sorted() {
            self.sets[own..own + each].fill(0);
        }
        let most = |heap: usize| of[heap].first().map_or(0, |window| window.1);
        // From where on a position is within reach.
        let least = |heap: usize| heap - most(heap);
        let mut at = heaps.clone();
        for first in 0..row.len.max(1) {
            let mut lines = [0usize; MOST_HEAPS + 1];
            let mut moves = 0;
            if let Some(heap) = at.first_mut() {
                *heap = first;
                let may = from_may(*from, &at, 0);
                if first > 0 {
                    for gone in least(first - 1)..least(first) {
                        let number = numbers[row.start + gone].get();
                        self.sets[own + number / 64] &= !(1 << (number % 64));
                    }
                }
                if may && most(first) > 0 {
                    lines[moves] = own;
                    moves += 1;
                }
            }
            for &(heap, line) in axes {
                let line = (line + first) * each;
                let size = heaps[heap];
                // A heap that is as large as the first lies on the first one's line.
                if line == own && layout.is_sorted() {
                    continue;
                }
                if size > 0 {
                    for gone in least(size - 1)..least(size) {
                        let number = numbers[layout.place_with(&at, heap, gone)].get();
                        self.sets[line + number / 64] &= !(1 << (number % 64));
                    }
                }
                if most(size) > 0 && from_may(*from, &at, heap) {
                    lines[moves] = line;
                    moves += 1;
                }
            }
            let passed = before.filter(|_| moves > 0).map(|before| before[row.start + first].get());
            let number = least_missing(&self.sets, &lines[..moves], each, passed)?;
            if number > G::MOST {
                return Err(TooLarge);
            }
            numbers.push(G::of(number));
            let (word, bit) = (number / 64, 1u64 << (number % 64));
            if !at.is_empty() {
                self.sets[own + word] |= bit;
            }
            for &(_, line) in axes {
                self.sets[(line + first) * each + word] |= bit;
            }
        }
        Ok(())
    }

    fn row_of_last(
        &mut self,
        row: &Row,
        before: Option<&[G]>,
        numbers: &mut Vec<G>,
    ) -> Result<(), TooLarge> {
        let mut axes = [(0, 0); MOST_HEAPS];
        let count = self.axes(row, &mut axes);
        let axes = &axes[..count];
        let (layout, each) = (self.layout, self.each);
        let heaps = &row.heaps;
        let own = self.own_line(row) * each;
        if !layout.is_sorted() {
            self.last[own..own + each].fill(0);
        }
        if let Some(rows) = &mut self.rows {
            for heap in 1..heaps.len() {
                rows.set(heap, heaps[heap] as i32);
            }
            rows.run(row.len);
        }
        let mut at = heaps.clone();
        for first in 0..row.len.max(1) {
            // Places are counted from 1 on: 0 is no place.
            let mut lines = [(0usize, 0u32); MOST_HEAPS + 1];
            let mut moves = 0;
            if let Some(heap) = at.first_mut() {
                *heap = first;
            }
            for heap in (0..at.len().min(1)).chain(axes.iter().map(|axis| axis.0)) {
                let most = match (&self.rows, self.windows) {
                    (Some(rows), _) => rows.output(heap, row.len).get(first) as usize,
                    (None, Windows::Heap { from, of }) if from_may(*from, &at, heap) => {
                        of[at[heap]].first().map_or(0, |window| window.1)
                    }
                    _ => 0,
                };
                if most > 0 {
                    let line = match heap {
                        0 => own,
                        heap => {
                            let axis = axes.iter().find(|axis| axis.0 == heap);
                            (axis.expect("it is one of them").1 + first) * each
                        }
                    };
                    lines[moves] = (line, (at[heap] - most) as u32 + 1);
                    moves += 1;
                }
            }
            let passed = before.filter(|_| moves > 0).map(|before| before[row.start + first].get());
            let number = least_beyond(&self.last, &lines[..moves], each, passed)?;
            if number > G::MOST {
                return Err(TooLarge);
            }
            numbers.push(G::of(number));
            if !at.is_empty() {
                self.last[own + number] = first as u32 + 1;
            }
            for &(heap, line) in axes {
                self.last[(line + first) * each + number] = at[heap] as u32 + 1;
            }
        }
        Ok(())
    }

    fn row_of_options(
        &mut self,
        row: &Row,
        before: Option<&[G]>,
        numbers: &mut Vec<G>,
    ) -> Result<(), TooLarge> {
        let Windows::Heap { from, of } = self.windows else {
            unreachable!(
                "windows that do not begin with one stone are known by the size of the heap"
            );
        };
        let mut axes = [(0, 0); MOST_HEAPS];
        let count = self.axes(row, &mut axes);
        let axes = &axes[..count];
        let mut at = row.heaps.clone();
        for first in 0..row.len.max(1) {
            if let Some(heap) = at.first_mut() {
                *heap = first;
            }
            self.mark += 1;
            let mut moves = 0usize;
            for heap in (0..at.len().min(1)).chain(axes.iter().map(|axis| axis.0)) {
                if !from_may(*from, &at, heap) {
                    continue;
                }
                for &(fewest, most) in &of[at[heap]] as &Vec<Window> {
                    for size in at[heap] - most..=at[heap] - fewest {
                        let number = numbers[self.layout.place_with(&at, heap, size)].get();
                        mark(&mut self.marks, number, self.mark);
                        moves += 1;
                    }
                }
            }
            if let Some(before) = before.filter(|_| moves > 0) {
                mark(&mut self.marks, before[row.start + first].get(), self.mark);
            }
            let number = self.marks.iter().take_while(|&&mark| mark == self.mark).count();
            if number > G::MOST {
                return Err(TooLarge);
            }
            numbers.push(G::of(number));
        }
        Ok(())
    }
}

fn mark(marks: &mut Vec<u32>, number: usize, mark: u32) {
    if number >= marks.len() {
        marks.resize((number + 1).next_power_of_two(), 0);
    }
    marks[number] = mark;
}

/// Whether stones may be taken from a heap of a position; heaps are sorted unless any will do.
#[inline(always)]
fn from_may(from: From, at: &[usize], heap: usize) -> bool {
    match from {
        From::Any | From::Ends => true,
        From::Largest => at[heap] == at[at.len() - 1],
        From::Smallest => at.iter().find(|&&size| size > 0) == Some(&at[heap]),
    }
}

/// The least number that is in none of the sets, and is not `passed`.
#[inline(always)]
fn least_missing(
    sets: &[u64],
    lines: &[usize],
    each: usize,
    passed: Option<usize>,
) -> Result<usize, TooLarge> {
    for word in 0..each {
        let mut seen = lines.iter().fold(0, |seen, line| seen | sets[line + word]);
        if let Some(passed) = passed
            && passed / 64 == word
        {
            seen |= 1 << (passed % 64);
        }
        if seen != u64::MAX {
            return Ok(word * 64 + seen.trailing_ones() as usize);
        }
    }
    Err(TooLarge)
}

/// The least number whose last place on every line is before what is within reach, and that is not `passed`.
#[inline(always)]
fn least_beyond(
    last: &[u32],
    lines: &[(usize, u32)],
    each: usize,
    passed: Option<usize>,
) -> Result<usize, TooLarge> {
    const CHUNK: usize = 16;
    let mut from = 0;
    while from < each {
        let n = CHUNK.min(each - from);
        let mut within = [0u32; CHUNK];
        for &(line, least) in lines {
            let places = &last[line + from..line + from + n];
            for (within, &place) in within.iter_mut().zip(places) {
                *within |= u32::from(place >= least);
            }
        }
        for (i, within) in within[..n].iter().enumerate() {
            if *within == 0 && Some(from + i) != passed {
                return Ok(from + i);
            }
        }
        from += n;
    }
    Err(TooLarge)
}
