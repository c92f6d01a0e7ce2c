//! Grundy numbers on lines: the least number that no position within reach has.
//!
//! For each line it is kept which numbers stand on it, and where. If windows slide, a set of the numbers within
//! reach is enough: one leaves it when its position is passed. Otherwise the last place of every number is kept. If
//! windows do not begin with one stone, the positions within reach are looked at one by one.

use std::marker::PhantomData;
use std::sync::Arc;

use super::last::{Last, may};
use super::plan::Plan;
use super::sets::Sets;
use super::within::{CHUNK, Place};
use crate::engine::kernel::{Failed, Fill, Kernel, Out, Pulse};
use crate::engine::lower::Windows;
use crate::engine::space::{Layout, Numbering, Row};
use crate::engine::table::{Cells, Number, Width};

/// Grundy numbers on lines.
pub(super) struct LineNumbers {
    plan: Plan,
    /// From where on a position is within reach, for each size of heap.
    least: Vec<usize>,
    /// The greatest number that there is room for.
    room: usize,
}

impl LineNumbers {
    pub(super) fn new(plan: Plan) -> LineNumbers {
        let most = plan.windows.most_of_heaps().into_iter().enumerate();
        let least = most.map(|(m, most)| m - most).collect();
        let mut numbers = LineNumbers { plan, least, room: 0 };
        numbers.room = numbers.likely();
        numbers
    }

    /// How the numbers up to `room` are kept.
    fn kept(&self) -> Kept {
        let windows = &self.plan.windows;
        let words = (self.room + 1).div_ceil(64);
        if windows.slide() && words <= MOST_WORDS {
            return Kept::Set(match words {
                ..=16 => words.next_power_of_two(),
                17..=64 => 64,
                _ => MOST_WORDS,
            });
        }
        if !windows.begin_with_one() {
            return Kept::Nothing;
        }
        // Cells are wide only where places are.
        Kept::Last(match Width::holding(self.room) {
            Width::Word => Width::Word,
            _ => Width::holding(self.plan.space.layout.largest()),
        })
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

impl Kernel for LineNumbers {
    fn words(&self) -> String {
        let how = match self.kept() {
            _ if self.plan.windows.slide() => {
                "row by row: windows slide, so for each line the set of Grundy numbers within reach is kept"
            }
            Kept::Set(_) | Kept::Last(_) => {
                "row by row: windows do not slide along every line, so for each line the last place of every Grundy \
                 number is kept"
            }
            Kept::Nothing => {
                "row by row: takes do not begin with one stone, so the positions within reach are looked at one by one"
            }
        };
        format!("{how}; {}", self.plan.bounds_words())
    }

    fn numbering(&self) -> Arc<dyn Numbering> {
        self.plan.space.clone()
    }

    fn width(&self) -> Width {
        match self.kept() {
            Kept::Last(Width::Word) => Width::Word,
            _ => Width::holding(self.room),
        }
    }

    fn state_bytes(&self) -> u64 {
        let line = match self.kept() {
            Kept::Set(words) => words as u64 * 8,
            Kept::Last(place) => place.bytes((self.room + CHUNK) as u64),
            Kept::Nothing => 0,
        };
        let lines = self.plan.space.layout.lines() as u64 + 1;
        lines.saturating_mul(line) + self.plan.windows.bytes() as u64
    }

    fn nanoseconds(&self) -> f64 {
        let numbers = self.likely() as f64;
        let each = match self.kept() {
            _ if self.plan.windows.slide() => 5.0 + numbers / 64.0,
            Kept::Set(_) | Kept::Last(_) => 10.0 + numbers / 16.0,
            Kept::Nothing => 20.0 + 5.0 * self.plan.windows.most() as f64,
        };
        self.plan.positions() * self.plan.space.layout.heaps() as f64 * each
    }

    fn widen(&mut self) -> bool {
        let most = self.most_options();
        let wider = self.room < most;
        self.room = (2 * self.room + 1).min(most);
        wider
    }

    fn fill(&mut self) -> Box<dyn Fill + '_> {
        match (self.kept(), self.width()) {
            (Kept::Set(1), _) => self.sets::<u8, 1>(),
            (Kept::Set(2), _) => self.sets::<u8, 2>(),
            (Kept::Set(4), _) => self.sets::<u8, 4>(),
            (Kept::Set(8), _) => self.sets::<u16, 8>(),
            (Kept::Set(16), _) => self.sets::<u16, 16>(),
            (Kept::Set(64), _) => self.sets::<u16, 64>(),
            (Kept::Set(_), _) => self.sets::<u16, MOST_WORDS>(),
            (Kept::Last(Width::Byte), Width::Byte) => self.last::<u8, u8>(),
            (Kept::Last(Width::Byte), _) => self.last::<u8, u16>(),
            (Kept::Last(Width::Pair), Width::Byte) => self.last::<u16, u8>(),
            (Kept::Last(Width::Pair), _) => self.last::<u16, u16>(),
            (Kept::Last(_), _) => self.last::<u32, u32>(),
            (Kept::Nothing, Width::Byte) => self.options::<u8>(),
            (Kept::Nothing, Width::Pair) => self.options::<u16>(),
            (Kept::Nothing, _) => self.options::<u32>(),
        }
    }
}

/// What is kept, by the width of the cells and of what is kept.
impl LineNumbers {
    fn sets<G: Number, const K: usize>(&self) -> Box<dyn Fill + '_> {
        Box::new(Sets::<G, K>::new(&self.plan.space.layout, &self.least))
    }

    fn last<T: Place, G: Number>(&self) -> Box<dyn Fill + '_> {
        let Plan { space, windows, .. } = &self.plan;
        Box::new(Last::<T, G>::new(&space.layout, windows, &self.least, self.room))
    }

    fn options<G: Number>(&self) -> Box<dyn Fill + '_> {
        Box::new(Options::<G>::new(&self.plan.space.layout, &self.plan.windows))
    }
}

/// How the numbers of a line are kept.
#[derive(Clone, Copy)]
enum Kept {
    /// The set of those within reach, a bit each, in this many words.
    Set(usize),
    /// The last place of each, so wide.
    Last(Width),
    /// Not at all.
    Nothing,
}

/// The most words of a set; for more numbers last places are kept.
const MOST_WORDS: usize = 256;

/// The positions within reach, one by one.
struct Options<'a, G> {
    layout: &'a Layout,
    windows: &'a Windows,
    /// For each number, the last position that has an option with it.
    marks: Vec<u64>,
    mark: u64,
    cells: PhantomData<G>,
}

impl<'a, G: Number> Options<'a, G> {
    fn new(layout: &'a Layout, windows: &'a Windows) -> Options<'a, G> {
        Options { layout, windows, marks: Vec::new(), mark: 0, cells: PhantomData }
    }

    fn see(&mut self, number: usize) {
        if number >= self.marks.len() {
            self.marks.resize((number + 1).next_power_of_two(), 0);
        }
        self.marks[number] = self.mark;
    }
}

impl<G: Number> Fill for Options<'_, G> {
    fn row(
        &mut self,
        row: &Row,
        before: Option<&Cells>,
        out: &mut Out<'_>,
        _: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let (before, numbers) = (before.map(G::cells), out.numbers::<G>()?);
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
}
