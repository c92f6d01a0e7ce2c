//! The Grundy numbers of single heaps, kept in pages of neighbouring sizes: little memory where all sizes up to one
//! are known, and none for the gaps where few are.

use std::cmp::Ordering;

use dashu_int::UBig;

use crate::engine::code::{read, write};
use crate::engine::store::{Full, List, Store};
use crate::job::Budget;

/// How many sizes a page holds: two to this power.
const BITS: u32 = 6;
const PAGE: usize = 1 << BITS;

/// The place of a size.
pub(super) type Slot = u32;

/// What is known of a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing.
    New,
    /// It was reached, and has no number yet.
    Waiting,
    /// Its Grundy number.
    Known(u32),
}

/// How the states are stored; from here on they are Grundy numbers.
const WAITING: u32 = 1;
const FIRST: u32 = 2;

/// The numbers of sizes.
pub(super) struct Sizes<'b> {
    /// The numbers of the pages: what is left of their sizes without the last bits.
    pages: Store<'b>,
    /// The states of all sizes of the pages.
    states: List<'b, u32>,
    /// Pages that were used lately, by the last bits of their numbers.
    recent: [Option<(u64, u32)>; 16],
    key: Vec<u8>,
}

impl<'b> Sizes<'b> {
    pub(super) fn new(budget: &'b Budget) -> Sizes<'b> {
        let (pages, states) = (Store::new(budget), List::new(budget));
        Sizes { pages, states, recent: [None; 16], key: Vec::new() }
    }

    /// About how many bytes a page takes whose numbers are as long as this size.
    pub(super) fn bytes_of_page(like: &UBig) -> usize {
        let mut key = Vec::new();
        write(&mut key, like);
        (PAGE * size_of::<u32>() + key.len()) * 3 / 2 + 48
    }

    /// The place of a size on its page, and the page if it was used lately; otherwise its key is written.
    fn look(&mut self, size: &UBig) -> (u32, Result<u32, Option<u64>>) {
        let last = PAGE as u64 - 1;
        let (at, page) = match u64::try_from(size) {
            Ok(size) => {
                let page = size >> BITS;
                match self.recent[page as usize % self.recent.len()] {
                    Some((recent, id)) if recent == page => return ((size & last) as u32, Ok(id)),
                    _ => ((size & last) as u32, Some(page)),
                }
            }
            Err(_) => ((size & last) as u32, None),
        };
        self.key.clear();
        write(&mut self.key, &page.map_or_else(|| size >> BITS as usize, UBig::from));
        (at, Err(page))
    }

    /// The place of a page's size, with the page among those that were used lately.
    fn used(&mut self, id: u32, page: Option<u64>, at: u32) -> Slot {
        if let Some(page) = page {
            self.recent[page as usize % self.recent.len()] = Some((page, id));
        }
        id << BITS | at
    }

    /// The place of a size, if it has one.
    pub(super) fn find(&mut self, size: &UBig) -> Option<Slot> {
        match self.look(size) {
            (at, Ok(id)) => Some(id << BITS | at),
            (at, Err(page)) => {
                let id = self.pages.find(&self.key)?;
                Some(self.used(id, page, at))
            }
        }
    }

    /// The place of a size, with a new page if there is none.
    pub(super) fn place(&mut self, size: &UBig) -> Result<Slot, Full> {
        match self.look(size) {
            (at, Ok(id)) => Ok(id << BITS | at),
            (at, Err(page)) => {
                let (id, new) = self.pages.intern(&self.key)?;
                if new {
                    // One place is left over, so that there is a number after the last.
                    if id >= u32::MAX >> BITS {
                        return Err(Full);
                    }
                    self.states.lengthen((id as usize + 1) << BITS)?;
                }
                Ok(self.used(id, page, at))
            }
        }
    }

    /// The size that has a place.
    pub(super) fn size(&self, slot: Slot) -> UBig {
        let page = read(&mut self.pages.get(slot >> BITS));
        (page << BITS as usize) + (slot % PAGE as u32)
    }

    /// The order of the sizes that have two places.
    pub(super) fn compare(&self, a: Slot, b: Slot) -> Ordering {
        let pages = self.pages.get(a >> BITS).cmp(self.pages.get(b >> BITS));
        pages.then((a % PAGE as u32).cmp(&(b % PAGE as u32)))
    }

    /// What is known of the size at a place.
    pub(super) fn state(&self, slot: Slot) -> State {
        match self.states[slot as usize] {
            0 => State::New,
            WAITING => State::Waiting,
            known => State::Known(known - FIRST),
        }
    }

    /// The Grundy number of a size, if it is known.
    pub(super) fn number(&mut self, size: &UBig) -> Option<u32> {
        let slot = self.find(size)?;
        match self.state(slot) {
            State::Known(number) => Some(number),
            State::New | State::Waiting => None,
        }
    }

    /// Notes that a size was reached.
    pub(super) fn set_waiting(&mut self, slot: Slot) {
        self.states[slot as usize] = WAITING;
    }

    /// Notes the Grundy number of a size.
    pub(super) fn set_number(&mut self, slot: Slot, number: u32) {
        self.states[slot as usize] = number + FIRST;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_places_of_their_own() {
        let budget = Budget::default();
        let mut sizes = Sizes::new(&budget);
        let mut list: Vec<UBig> = (0u32..300).map(UBig::from).collect();
        for bits in [20, 63, 64, 65, 70, 71, 128, 1000] {
            let power = UBig::ONE << bits;
            list.extend([&power - UBig::ONE, power.clone(), power + UBig::ONE]);
        }
        let slots: Vec<Slot> = list.iter().rev().map(|size| sizes.place(size).unwrap()).collect();
        for (i, (size, &slot)) in list.iter().rev().zip(&slots).enumerate() {
            assert_eq!(sizes.state(slot), State::New);
            sizes.set_number(slot, i as u32);
            assert_eq!(sizes.size(slot), *size);
            assert_eq!(sizes.find(size), Some(slot));
        }
        for (i, size) in list.iter().rev().enumerate() {
            assert_eq!(sizes.number(size), Some(i as u32));
        }
        assert!(slots.is_sorted_by(|&a, &b| sizes.compare(a, b) == Ordering::Greater));
        assert_eq!(sizes.number(&UBig::from(1u32 << 12)), None);
        assert_eq!(sizes.number(&(UBig::ONE << 900)), None);
    }
}
