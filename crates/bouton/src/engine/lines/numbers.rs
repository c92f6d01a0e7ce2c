//! Grundy numbers on lines: the least number that no position within reach has.
//!
//! For each line it is kept which numbers stand on it, and where. If windows slide, a set of the numbers within
//! reach is enough: one leaves it when its position is passed. Otherwise the last place of every number is kept. If
//! windows do not begin with one stone, the positions within reach are looked at one by one.

use std::ops::ControlFlow;

use super::last::{Last, may};
use super::sets::Sets;
use super::windows::{Window, Windows};
use super::within::{CHUNK, Plain};
use crate::engine::layout::{Layout, Row};
use crate::engine::number::Number;
use crate::vectors::vectors;
#[cfg(target_arch = "x86_64")]
use {super::within::Wide, crate::vectors::wide};

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
    pub(super) fn bytes(self, layout: &Layout, most: usize) -> usize {
        match self {
            Keep::Set => (most + 1).div_ceil(64).next_power_of_two() * 8,
            Keep::Last => (most + CHUNK) * place_bytes(layout),
            Keep::Nothing => 0,
        }
    }
}

/// The bytes for a place on a line, counted from 1 on. The last place of a line is looked at by nobody.
fn place_bytes(layout: &Layout) -> usize {
    match (0..layout.heaps()).map(|heap| layout.most(heap)).max() {
        None | Some(..=0xff) => 1,
        Some(0x100..=0xffff) => 2,
        Some(_) => 4,
    }
}

/// A number does not fit.
pub(super) struct TooLarge;

/// The Grundy numbers of each layer of passes.
pub(super) type Layers<G> = Vec<Vec<G>>;

/// Computes the Grundy numbers of a box, those of the positions with fewer passes first. `None` if it was told to
/// stop.
pub(super) fn numbers<G: Number>(
    layout: &Layout,
    windows: &Windows,
    layers: usize,
    most: usize,
    tick: &mut dyn FnMut(usize, u64) -> ControlFlow<()>,
) -> Result<Option<Layers<G>>, TooLarge> {
    let largest = |windows: &Vec<Window>| windows.last().map_or(0, |window| window.1);
    let least: Vec<usize> = match windows {
        Windows::Heap { of, .. } => of.iter().enumerate().map(|(m, w)| m - largest(w)).collect(),
        Windows::Position(_) => Vec::new(),
    };
    // What was kept of the lines is forgotten with every layer.
    macro_rules! sets {
        ($words:literal) => {{
            let mut sets = Sets::<$words>::new(layout, &least);
            layers_of(layout, layers, tick, &mut |row, before, numbers| {
                if row.start == 0 {
                    sets.clear();
                }
                sets.row(row, before, numbers)
            })
        }};
    }
    macro_rules! last {
        ($int:ident) => {{
            let mut last = Last::<$int>::new(layout, windows, &least, most);
            layers_of(layout, layers, tick, &mut |row, before, numbers| {
                if row.start == 0 {
                    last.clear();
                }
                #[cfg(target_arch = "x86_64")]
                if let Some(simd) = wide() {
                    return simd.vectorize(
                        #[inline(always)]
                        || last.row(Wide(simd), row, before, numbers),
                    );
                }
                vectors(
                    #[inline(always)]
                    || last.row(Plain, row, before, numbers),
                )
            })
        }};
    }
    match Keep::of(windows) {
        Keep::Set => match (most + 1).div_ceil(64) {
            ..=1 => sets!(1),
            2 => sets!(2),
            3..=4 => sets!(4),
            5..=8 => sets!(8),
            9..=16 => sets!(16),
            17..=64 => sets!(64),
            65..=256 => sets!(256),
            _ => last!(u32),
        },
        Keep::Last => match place_bytes(layout) {
            1 => last!(u8),
            2 => last!(u16),
            _ => last!(u32),
        },
        Keep::Nothing => {
            let mut options = Options { layout, windows, marks: Vec::new(), mark: 0 };
            layers_of(layout, layers, tick, &mut |row, before, numbers| {
                options.row(row, before, numbers)
            })
        }
    }
}

/// Computes a row, after the layer with fewer passes and the rows before it.
type OfRow<'r, G> = &'r mut dyn FnMut(&Row, Option<&[G]>, &mut Vec<G>) -> Result<(), TooLarge>;

fn layers_of<G: Number>(
    layout: &Layout,
    layers: usize,
    tick: &mut dyn FnMut(usize, u64) -> ControlFlow<()>,
    of_row: OfRow<'_, G>,
) -> Result<Option<Layers<G>>, TooLarge> {
    let mut all: Layers<G> = Vec::with_capacity(layers);
    for layer in 0..layers {
        let mut numbers: Vec<G> = Vec::with_capacity(layout.positions());
        let mut row = layout.first();
        let mut rows = 0u64;
        loop {
            if rows.is_multiple_of(64) && tick(layer, row.start as u64).is_break() {
                return Ok(None);
            }
            rows += 1;
            of_row(&row, all.last().map(Vec::as_slice), &mut numbers)?;
            if !layout.next(&mut row) {
                break;
            }
        }
        all.push(numbers);
    }
    Ok(Some(all))
}

/// The positions within reach, one by one.
struct Options<'a> {
    layout: &'a Layout,
    windows: &'a Windows,
    /// For each number, the last position that has an option with it.
    marks: Vec<u64>,
    mark: u64,
}

impl Options<'_> {
    fn row<G: Number>(
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
        let heaps = &row.heaps;
        let mut at = heaps.clone();
        for first in 0..row.len {
            at[0] = first;
            self.mark += 1;
            let mut moves = false;
            for heap in 0..at.len() {
                let twice = self.layout.is_sorted() && at.get(heap + 1) == Some(&at[heap]);
                if twice || !may(*from, heaps, first, heap) {
                    continue;
                }
                for &(fewest, most) in &of[at[heap]] {
                    for size in at[heap] - most..=at[heap] - fewest {
                        let number = numbers[self.layout.place_with(&at, heap, size)].get();
                        self.see(number);
                        moves = true;
                    }
                }
            }
            if let Some(before) = before.filter(|_| moves) {
                self.see(before[row.start + first].get());
            }
            let number = self.marks.iter().take_while(|&&mark| mark == self.mark).count();
            if number > G::MOST {
                return Err(TooLarge);
            }
            numbers.push(G::of(number));
        }
        Ok(())
    }

    fn see(&mut self, number: usize) {
        if number >= self.marks.len() {
            self.marks.resize((number + 1).next_power_of_two(), 0);
        }
        self.marks[number] = self.mark;
    }
}
