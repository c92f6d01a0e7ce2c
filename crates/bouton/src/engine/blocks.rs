//! Whole boxes whose values are all known: position after position, in blocks of columns.

use std::borrow::Cow;
use std::ops::Range;

use super::space::{Layout, Outer};
use super::table::Table;

/// A box of heaps without order, none greater than another, with the Grundy number of every position; where only
/// outcomes are known, 0 stands for P and 1 for N.
pub(crate) struct Whole<'e> {
    layout: Cow<'e, Layout>,
    numbers: Numbers<'e>,
}

enum Numbers<'e> {
    /// Those of a table. Passes, where there are some, are its layers or its innermost counter.
    Table(&'e Table<'e>, Passes),
    /// The xor of those of the heaps.
    Heaps(&'e [u32]),
}

/// Where the positions of a table stand that differ in the number of passes only.
#[derive(Clone, Copy)]
enum Passes {
    /// Each number of passes is a layer; there are this many.
    Layers(usize),
    /// Side by side; there are this many.
    Innermost(usize),
}

/// Neighbouring positions of a box.
pub(crate) struct Block {
    /// The place of the first.
    start: usize,
    len: usize,
    /// A column for each heap, the smallest first.
    pub(crate) heaps: Vec<Vec<u32>>,
}

impl Block {
    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The heaps of one of them, in rising order.
    pub(crate) fn position(&self, i: usize, heaps: &mut [usize]) {
        for (heap, column) in heaps.iter_mut().zip(&self.heaps) {
            *heap = column[i] as usize;
        }
    }
}

impl Passes {
    /// The number of a position with some passes.
    #[inline]
    fn number(self, table: &Table<'_>, passes: usize, place: usize) -> u32 {
        match self {
            Passes::Layers(_) => table.number(passes, place),
            Passes::Innermost(count) => table.number(0, place * count + passes),
        }
    }
}

impl<'e> Whole<'e> {
    /// A table of heaps without order, if each multiset stands in it once and it has no counter but passes.
    pub(super) fn of_table(table: &'e Table<'e>) -> Option<Whole<'e>> {
        let space = table.space()?;
        if !space.layout.is_sorted() || space.last.is_some() || space.other.is_some() {
            return None;
        }
        let passes = match &space.outer {
            Outer::Nothing => Passes::Innermost(space.counts()),
            Outer::Passes(most) => Passes::Layers(most + 1),
            Outer::Turns(_) => return None,
        };
        let numbers = Numbers::Table(table, passes);
        Some(Whole { layout: Cow::Borrowed(&space.layout), numbers })
    }

    /// A box of independent heaps, from the numbers of all single ones; `None` if it is too large.
    pub(super) fn of_heaps(heaps: usize, numbers: &'e [u32]) -> Option<Whole<'e>> {
        let layout = Layout::sorted(heaps, numbers.len() - 1)?;
        Some(Whole { layout: Cow::Owned(layout), numbers: Numbers::Heaps(numbers) })
    }

    /// Where positions stand.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How many numbers of passes there are, each with all positions.
    pub(crate) fn layers(&self) -> usize {
        match self.numbers {
            Numbers::Table(_, Passes::Layers(count) | Passes::Innermost(count)) => count,
            Numbers::Heaps(_) => 1,
        }
    }

    /// The greatest number, or more.
    pub(crate) fn greatest(&self) -> u32 {
        match self.numbers {
            Numbers::Table(table, _) => table.greatest(),
            Numbers::Heaps(numbers) => {
                let most = numbers.iter().max().copied().unwrap_or(0);
                (u64::from(most) + 1).next_power_of_two().saturating_sub(1) as u32
            }
        }
    }

    /// The numbers of the positions of a block.
    pub(crate) fn numbers(&self, layer: usize, block: &Block, to: &mut Vec<u32>) {
        to.clear();
        match self.numbers {
            Numbers::Table(table, passes) => {
                let places = block.start..block.start + block.len;
                to.extend(places.map(|place| passes.number(table, layer, place)));
            }
            Numbers::Heaps(numbers) => {
                to.resize(block.len, 0);
                for column in &block.heaps {
                    to.iter_mut().zip(column).for_each(|(to, &heap)| *to ^= numbers[heap as usize]);
                }
            }
        }
    }

    /// The number of the position that differs from another one, with a number of its own, only in the size of a heap.
    pub(crate) fn number_with(
        &self,
        layer: usize,
        heaps: &[usize],
        number: u32,
        heap: usize,
        size: usize,
    ) -> u32 {
        match self.numbers {
            Numbers::Table(table, passes) => {
                passes.number(table, layer, self.layout.place_with(heaps, heap, size))
            }
            Numbers::Heaps(numbers) => number ^ numbers[heaps[heap]] ^ numbers[size],
        }
    }

    /// Shows the positions that stand at these places in blocks of at most `width`, until `visit` says no.
    pub(crate) fn each(
        &self,
        places: Range<usize>,
        width: usize,
        visit: &mut dyn FnMut(&Block) -> bool,
    ) -> bool {
        let columns = vec![vec![0; width]; self.layout.heaps()];
        let mut block = Block { start: places.start, len: 0, heaps: columns };
        let mut row = self.layout.row_of(places.start);
        let mut place = places.start;
        while place < places.end {
            let end = places.end.min(row.start + row.len);
            while place < end {
                let room = block.len..width.min(block.len + end - place);
                if let Some((running, same)) = block.heaps.split_first_mut() {
                    let sizes = (place - row.start) as u32..;
                    running[room.clone()].iter_mut().zip(sizes).for_each(|(to, n)| *to = n);
                    for (column, &heap) in same.iter_mut().zip(&row.heaps[1..]) {
                        column[room.clone()].fill(heap as u32);
                    }
                }
                place += room.len();
                block.len = room.end;
                if block.len == width || place == places.end {
                    if !visit(&block) {
                        return false;
                    }
                    block.start += block.len;
                    block.len = 0;
                }
            }
            self.layout.next(&mut row);
        }
        true
    }
}
