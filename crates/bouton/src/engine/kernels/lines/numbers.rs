//! Grundy numbers on lines: the least number that no position within reach has.
//!
//! For each line it is kept which numbers stand on it, and where. If windows slide, a set of the numbers within
//! reach is enough: one leaves it when its position is passed. Otherwise the last place of every number is kept. If
//! windows do not begin with one stone, the positions within reach are looked at one by one.

use super::last::{Last, may};
use super::plan::Plan;
use super::sets::Sets;
use super::within::{CHUNK, Plain};
use crate::engine::kernel::{Failed, Out, Pulse, RowKernel};
use crate::engine::lower::Windows;
use crate::engine::space::{Layer, Layout, Row, Space};
use crate::engine::table::{Cells, Number, Width};
use crate::vectors::vectors;
#[cfg(target_arch = "x86_64")]
use {super::within::Wide, crate::vectors::wide};

/// Grundy numbers on lines.
pub(super) struct LineNumbers {
    plan: Plan,
    keep: Keep,
    /// From where on a position is within reach, for each size of heap.
    least: Vec<usize>,
    /// The greatest number that there is room for.
    room: usize,
}

impl LineNumbers {
    pub(super) fn new(plan: Plan) -> LineNumbers {
        let most = plan.windows.most_of_heaps().into_iter().enumerate();
        let least = most.map(|(m, most)| m - most).collect();
        let keep = Keep::of(&plan.windows);
        let mut numbers = LineNumbers { plan, keep, least, room: 0 };
        numbers.room = numbers.likely();
        numbers
    }

    /// Numbers up to which room is made at first.
    fn likely(&self) -> usize {
        let layout = &self.plan.space.layout;
        let most = layout.most(layout.heaps() - 1);
        ((most + 1).next_power_of_two() - 1).max(63).min(self.most_options())
    }

    /// The greatest Grundy number there can be, or more: there is an option for each that is less.
    fn most_options(&self) -> usize {
        let layers = self.plan.space.kept_layers();
        self.plan.windows.most() * self.plan.space.layout.heaps() + usize::from(layers > 1)
    }
}

impl RowKernel for LineNumbers {
    type State<'k> = Box<dyn Carried + 'k>;

    fn words(&self) -> String {
        let how = match self.keep {
            Keep::Set => {
                "row by row: windows slide, so for each line the set of Grundy numbers within reach is kept"
            }
            Keep::Last => {
                "row by row: windows do not slide along every line, so for each line the last place of every Grundy \
                 number is kept"
            }
            Keep::Nothing => {
                "row by row: takes do not begin with one stone, so the positions within reach are looked at one by one"
            }
        };
        format!("{how}; {}", self.plan.bounds_words())
    }

    fn space(&self) -> &Space {
        &self.plan.space
    }

    fn width(&self) -> Width {
        Width::holding(self.room)
    }

    fn state_bytes(&self) -> u64 {
        let layout = &self.plan.space.layout;
        let line = self.keep.bytes(layout, self.room) as u64;
        (layout.lines() as u64 + 1).saturating_mul(line) + self.plan.windows.bytes() as u64
    }

    fn nanoseconds(&self) -> f64 {
        let numbers = self.likely() as f64;
        let each = match self.keep {
            Keep::Set => 5.0 + numbers / 64.0,
            Keep::Last => 10.0 + numbers / 16.0,
            Keep::Nothing => 20.0 + 5.0 * self.plan.windows.most() as f64,
        };
        self.plan.positions() * self.plan.space.layout.heaps() as f64 * each
    }

    fn widen(&mut self) -> bool {
        let most = self.most_options();
        let wider = self.room < most;
        self.room = (2 * self.room + 1).min(most);
        wider
    }

    fn state(&self) -> Box<dyn Carried + '_> {
        let Plan { space: Space { layout, .. }, windows, .. } = &self.plan;
        macro_rules! last {
            ($int:ident) => {
                Box::new(Last::<$int>::new(layout, windows, &self.least, self.room))
            };
        }
        match self.keep {
            Keep::Set => match (self.room + 1).div_ceil(64) {
                ..=1 => Box::new(Sets::<1>::new(layout, &self.least)),
                2 => Box::new(Sets::<2>::new(layout, &self.least)),
                3..=4 => Box::new(Sets::<4>::new(layout, &self.least)),
                5..=8 => Box::new(Sets::<8>::new(layout, &self.least)),
                9..=16 => Box::new(Sets::<16>::new(layout, &self.least)),
                17..=64 => Box::new(Sets::<64>::new(layout, &self.least)),
                65..=256 => Box::new(Sets::<256>::new(layout, &self.least)),
                _ => last!(u32),
            },
            Keep::Last => match place_bytes(layout) {
                1 => last!(u8),
                2 => last!(u16),
                _ => last!(u32),
            },
            Keep::Nothing => Box::new(Options { layout, windows, marks: Vec::new(), mark: 0 }),
        }
    }

    fn begin(&self, state: &mut Box<dyn Carried + '_>, _: Layer, _: &mut Cells) {
        state.clear();
    }

    fn row(
        &self,
        state: &mut Box<dyn Carried + '_>,
        row: &Row,
        before: Option<&Cells>,
        out: &mut Out<'_>,
        _: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        match self.width() {
            Width::Byte => state.bytes(row, before.map(u8::cells), out.numbers()?),
            Width::Pair => state.pairs(row, before.map(u16::cells), out.numbers()?),
            _ => state.words(row, before.map(u32::cells), out.numbers()?),
        }
    }
}

/// What is carried from row to row. A row is computed after the layer with one pass fewer and the rows before it.
pub(super) trait Carried {
    /// Forgets everything, before the next layer.
    fn clear(&mut self);
    fn bytes(&mut self, row: &Row, before: Option<&[u8]>, to: &mut Vec<u8>) -> Result<(), Failed>;
    fn pairs(&mut self, row: &Row, before: Option<&[u16]>, to: &mut Vec<u16>)
    -> Result<(), Failed>;
    fn words(&mut self, row: &Row, before: Option<&[u32]>, to: &mut Vec<u32>)
    -> Result<(), Failed>;
}

/// Rows of numbers of one width, by a function that computes any.
macro_rules! rows_of {
    ($($name:ident $int:ident),*) => {
        $(fn $name(
            &mut self,
            row: &Row,
            before: Option<&[$int]>,
            to: &mut Vec<$int>,
        ) -> Result<(), Failed> {
            self.any_row(row, before, to)
        })*
    };
}

impl<const K: usize> Carried for Sets<'_, K> {
    fn clear(&mut self) {
        self.clear_sets();
    }
    rows_of!(bytes u8, pairs u16, words u32);
}

impl Carried for Options<'_> {
    fn clear(&mut self) {}
    rows_of!(bytes u8, pairs u16, words u32);
}

macro_rules! last_places {
    ($($int:ident),*) => {
        $(
            impl Carried for Last<'_, $int> {
                fn clear(&mut self) {
                    self.clear_places();
                }
                rows_of!(bytes u8, pairs u16, words u32);
            }

            impl Last<'_, $int> {
                /// Computes a row, with wide vectors where there are some.
                fn any_row<G: Number>(
                    &mut self,
                    row: &Row,
                    before: Option<&[G]>,
                    numbers: &mut Vec<G>,
                ) -> Result<(), Failed> {
                    #[cfg(target_arch = "x86_64")]
                    if let Some(simd) = wide() {
                        return simd.vectorize(
                            #[inline(always)]
                            || self.row(Wide(simd), row, before, numbers),
                        );
                    }
                    vectors(
                        #[inline(always)]
                        || self.row(Plain, row, before, numbers),
                    )
                }
            }
        )*
    };
}

last_places!(u8, u16, u32);

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
    match layout.largest() {
        ..=0xff => 1,
        0x100..=0xffff => 2,
        _ => 4,
    }
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
    fn any_row<G: Number>(
        &mut self,
        row: &Row,
        before: Option<&[G]>,
        numbers: &mut Vec<G>,
    ) -> Result<(), Failed> {
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
                return Err(Failed::TooLarge);
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
