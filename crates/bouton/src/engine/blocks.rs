//! Whole boxes whose values are all known: position after position, in blocks of columns.

use std::borrow::Cow;
use std::ops::Range;

use super::extent::Extent;
use super::space::{Layout, Space, Tier};
use super::table::Table;
use crate::game::Game;
use crate::lang::syntax::Order;

/// A box with the Grundy number of every position; where only outcomes are known, 0 stands for P and 1 for N. Where
/// heaps have places, and for tuples, it shows numbers that are no positions too.
pub(crate) struct Whole<'e> {
    /// The order in which positions are shown: each multiset once, or all heaps in their places.
    shown: Cow<'e, Layout>,
    /// The counters of the positions that are asked for.
    tiers: Vec<Tier>,
    numbers: Numbers<'e>,
}

enum Numbers<'e> {
    /// Those of a table, and whether its places are those of the positions as they are shown.
    Table { table: &'e Table<'e>, space: &'e Space, aligned: bool },
    /// The xor of those of the heaps.
    Heaps(&'e [u32]),
}

/// Neighbouring positions of a box.
pub(crate) struct Block {
    /// The place of the first.
    start: usize,
    len: usize,
    /// A column for each heap, the smallest first where they have no places.
    pub(crate) heaps: Vec<Vec<u32>>,
}

impl Block {
    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The heaps of one of them.
    pub(crate) fn position(&self, i: usize, heaps: &mut [usize]) {
        for (heap, column) in heaps.iter_mut().zip(&self.heaps) {
            *heap = column[i] as usize;
        }
    }
}

impl<'e> Whole<'e> {
    /// A table of a box; `None` if its positions are not numbered by a space, or a counter lies outside of it.
    pub(super) fn of_table(
        game: &Game,
        extent: &Extent,
        table: &'e Table<'e>,
    ) -> Option<Whole<'e>> {
        let space = table.space()?;
        let tiers = extent.tiers(game)?;
        if tiers.iter().any(|&tier| space.find_tier(tier).is_none()) {
            return None;
        }
        let (layout, heaps) = (&space.layout, space.layout.heaps());
        let shown = match space.order {
            Order::None => Layout::sorted(heaps, layout.largest())?,
            Order::Row | Order::Fixed | Order::Circle => {
                Layout::placed((0..heaps).map(|heap| layout.most(heap)).collect())?
            }
        };
        let aligned = layout.agrees(&shown);
        let shown = if aligned { Cow::Borrowed(layout) } else { Cow::Owned(shown) };
        Some(Whole { shown, tiers, numbers: Numbers::Table { table, space, aligned } })
    }

    /// A box of independent heaps, from the numbers of all single ones; `None` if it is too large.
    pub(super) fn of_heaps(order: Order, heaps: usize, numbers: &'e [u32]) -> Option<Whole<'e>> {
        let most = numbers.len() - 1;
        let shown = match order {
            Order::None => Layout::sorted(heaps, most)?,
            Order::Row | Order::Fixed | Order::Circle => Layout::placed(vec![most; heaps])?,
        };
        let (shown, tiers) = (Cow::Owned(shown), vec![Tier::default()]);
        Some(Whole { shown, tiers, numbers: Numbers::Heaps(numbers) })
    }

    /// The order in which positions are shown.
    pub(crate) fn layout(&self) -> &Layout {
        &self.shown
    }

    /// The counters that are asked for, each with all positions.
    pub(crate) fn tiers(&self) -> &[Tier] {
        &self.tiers
    }

    /// Whether the values of positions with these counters are known.
    pub(crate) fn has(&self, tier: Tier) -> bool {
        match self.numbers {
            Numbers::Table { space, .. } => space.find_tier(tier).is_some(),
            Numbers::Heaps(_) => tier == Tier::default(),
        }
    }

    /// The greatest number, or more.
    pub(crate) fn greatest(&self) -> u32 {
        match self.numbers {
            Numbers::Table { table, .. } => table.greatest(),
            Numbers::Heaps(numbers) => {
                let most = numbers.iter().max().copied().unwrap_or(0);
                (u64::from(most) + 1).next_power_of_two().saturating_sub(1) as u32
            }
        }
    }

    /// The numbers of the positions of a block, with counters that are known.
    pub(crate) fn numbers(&self, tier: Tier, block: &Block, to: &mut Vec<u32>) {
        to.clear();
        match self.numbers {
            Numbers::Table { table, space, aligned } => {
                let Some((layer, number)) = space.find_tier(tier) else { return };
                let (cells, counts) = (table.layer(layer), space.counts());
                if aligned {
                    let places = block.start..block.start + block.len;
                    return to.extend(places.map(|place| cells.number(place * counts + number)));
                }
                let mut heaps = vec![0; block.heaps.len()];
                to.extend((0..block.len).map(|i| {
                    block.position(i, &mut heaps);
                    let place = space.place_of(&mut heaps);
                    place.map_or(0, |place| cells.number(place * counts + number))
                }));
            }
            Numbers::Heaps(numbers) => {
                to.resize(block.len, 0);
                for column in &block.heaps {
                    to.iter_mut().zip(column).for_each(|(to, &heap)| *to ^= numbers[heap as usize]);
                }
            }
        }
    }

    /// The number of the multiset that differs from another one, with a number of its own, only in the size of a heap.
    pub(crate) fn number_with(
        &self,
        tier: Tier,
        heaps: &[usize],
        number: u32,
        heap: usize,
        size: usize,
    ) -> Option<u32> {
        match self.numbers {
            Numbers::Table { table, space, aligned } => {
                let (layer, count) = space.find_tier(tier)?;
                let place = if aligned {
                    self.shown.place_with(heaps, heap, size)
                } else {
                    let mut heaps = heaps.to_vec();
                    heaps[heap] = size;
                    heaps.sort_unstable();
                    space.place_of(&mut heaps)?
                };
                Some(table.layer(layer).number(place * space.counts() + count))
            }
            Numbers::Heaps(numbers) => Some(number ^ numbers[heaps[heap]] ^ numbers[size]),
        }
    }

    /// Shows the positions that stand at these places in blocks of at most `width`, until `visit` says no.
    pub(crate) fn each(
        &self,
        places: Range<usize>,
        width: usize,
        visit: &mut dyn FnMut(&Block) -> bool,
    ) -> bool {
        let columns = vec![vec![0; width]; self.shown.heaps()];
        let mut block = Block { start: places.start, len: 0, heaps: columns };
        let mut row = self.shown.row_of(places.start);
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
            self.shown.next(&mut row);
        }
        true
    }
}
