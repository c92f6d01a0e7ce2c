//! The sparse space of Berlekamp, Conway and Guy (Winning Ways, chapter 4), for splits into two.
//!
//! Some bits of a number are counted: with an even count it is *rare*, with an odd one *common*. The xor of two rare
//! or of two common numbers is rare, that of one of each is common. So the splits with a rare part tell all common
//! numbers among the options, and some of the rare ones. The number of a heap is the least common one that is missing
//! if every rare one below it turns up, and for these the splits into two common parts are looked through until all
//! have turned up. If few heaps are rare this is little work; it is exact whatever bits are counted.

use super::splits::Rest;
use crate::engine::heaps::marks::{Cell, Marks};
use crate::engine::store::{Full, List};
use crate::job::Budget;
use crate::lang::syntax::Likeness;

/// Heaps of fewer stones are too few to choose bits from.
const FIRST: usize = 512;

/// The greatest number.
const MOST: usize = 1 << 16;

/// How many splits into common parts are marked before it is looked whether all have turned up.
const CHUNK: usize = 128;

/// After this many heaps the kernel checks whether it was worth the effort.
const TRIAL: usize = 512;

/// Which numbers are rare, and the heaps that have them.
pub(super) struct Sparse<'b> {
    /// The heap at which bits are chosen next.
    next: usize,
    chosen: Option<Chosen<'b>>,
    budget: &'b Budget,
}

struct Chosen<'b> {
    /// The bits that are counted.
    bits: u32,
    /// For each number whether it is rare.
    is_rare: Vec<bool>,
    /// The heaps with rare numbers, upwards, and these.
    rare: List<'b, (u32, u32)>,
    /// The rare numbers that have not turned up.
    missing: Vec<u32>,
    /// What was looked at since the last trial, and what would have been looked at without.
    work: usize,
    without: usize,
    heaps: usize,
}

impl<'b> Sparse<'b> {
    pub(super) fn new(budget: &'b Budget) -> Sparse<'b> {
        Sparse { next: FIRST, chosen: None, budget }
    }

    /// The number of the next heap, of whose options all that are no splits into two are marked; and how many splits
    /// were looked at.
    pub(super) fn number<T: Cell>(
        &mut self,
        numbers: &[T],
        rests: &[Rest],
        marks: &mut Marks<'_>,
    ) -> Result<(u32, usize), Full> {
        if numbers.len() >= self.next {
            self.chosen = None;
            self.chosen = Chosen::best(numbers, marks.len(), self.budget)?;
            self.next = numbers.len() / 2 * 3;
        }
        let Some(chosen) = &mut self.chosen else {
            for &rest in rests {
                rest.mark(1, rest.splits(), numbers, marks);
            }
            return Ok((marks.least(), rests.iter().map(|rest| rest.splits()).sum()));
        };
        let before = chosen.work;
        let number = chosen.number(numbers, rests, marks);
        let work = chosen.work - before;
        chosen.note(numbers.len(), number)?;
        if chosen.was_in_vain() {
            self.chosen = None;
        }
        Ok((number, work))
    }
}

impl<'b> Chosen<'b> {
    /// The bits with which the fewest heaps are rare; `None` if they are not few.
    fn best<T: Cell>(
        numbers: &[T],
        room: usize,
        budget: &'b Budget,
    ) -> Result<Option<Chosen<'b>>, Full> {
        if room > MOST {
            return Ok(None);
        }
        let mut counts: List<'_, i64> = List::filled(room, 0, budget)?;
        for &number in &numbers[1..] {
            counts[Into::<u32>::into(number) as usize] += 1;
        }
        // By the Walsh–Hadamard transform: how many more heaps are rare than common, for all bits at once.
        let mut half = 1;
        while half < room {
            for pair in counts.chunks_exact_mut(2 * half) {
                let (low, high) = pair.split_at_mut(half);
                for (a, b) in low.iter_mut().zip(high) {
                    (*a, *b) = (*a + *b, *a - *b);
                }
            }
            half *= 2;
        }
        let bits = (1..room).min_by_key(|&bits| counts[bits]).unwrap_or(0);
        let (all, more) = (numbers.len() as i64 - 1, counts[bits]);
        drop(counts);
        if (all + more) / 2 * 6 > all {
            return Ok(None);
        }
        let mut chosen = Chosen {
            bits: bits as u32,
            is_rare: Vec::new(),
            rare: List::new(budget),
            missing: Vec::new(),
            work: 0,
            without: 0,
            heaps: 0,
        };
        for (heap, &number) in numbers.iter().enumerate().skip(1) {
            chosen.note(heap, number.into())?;
        }
        Ok(Some(chosen))
    }

    /// Notes a heap if its number is rare.
    fn note(&mut self, heap: usize, number: u32) -> Result<(), Full> {
        if self.is_rare(number) {
            self.rare.push((heap as u32, number))?;
        }
        Ok(())
    }

    fn is_rare(&self, number: u32) -> bool {
        (number & self.bits).count_ones().is_multiple_of(2)
    }

    fn number<T: Cell>(&mut self, numbers: &[T], rests: &[Rest], marks: &mut Marks<'_>) -> u32 {
        for &rest in rests {
            self.mark_rare(rest, numbers, marks);
            self.without += rest.splits();
        }
        for number in self.is_rare.len()..=marks.len() {
            self.is_rare.push(self.is_rare(number as u32));
        }
        // One that there is no room for is not marked.
        let mut common = 0;
        self.missing.clear();
        while common < self.is_rare.len() && (self.is_rare[common] || marks.has(common)) {
            if self.is_rare[common] && !marks.has(common) {
                self.missing.push(common as u32);
            }
            common += 1;
        }
        while self.is_rare(common as u32) {
            self.missing.push(common as u32);
            common += 1;
        }
        // What cannot turn up in the splits of one rest may turn up at once in those of another.
        let most = rests.iter().map(|rest| rest.splits()).max().unwrap_or(0);
        for first in (1..=most).step_by(CHUNK) {
            for &rest in rests {
                if self.missing.is_empty() {
                    return common as u32;
                }
                let last = rest.splits().min(first + CHUNK - 1);
                rest.mark(first, last, numbers, marks);
                self.work += (last + 1).saturating_sub(first);
                self.missing.retain(|&number| !marks.has(number as usize));
            }
        }
        self.missing.first().map_or(common as u32, |&missing| missing)
    }

    /// Marks the splits of which one part at least is rare.
    fn mark_rare<T: Cell>(&mut self, rest: Rest, numbers: &[T], marks: &mut Marks<'_>) {
        let below = |heap: usize| self.rare.partition_point(|&(rare, _)| (rare as usize) < heap);
        let end = below(rest.stones);
        let mut mark = |rare: &[(u32, u32)]| {
            let large = &numbers[..rest.stones];
            for &(heap, number) in rare {
                marks.mark(number ^ large[rest.stones - heap as usize].into());
            }
        };
        match rest.likeness {
            Likeness::Unequal => {
                mark(&self.rare[..below(rest.stones.div_ceil(2))]);
                mark(&self.rare[below(rest.stones / 2 + 1)..end]);
            }
            Likeness::Any | Likeness::Equal => mark(&self.rare[..end]),
        }
        self.work += end;
    }

    /// Whether looking through all splits would not have been more work, every now and then.
    fn was_in_vain(&mut self) -> bool {
        self.heaps += 1;
        if self.heaps < TRIAL {
            return false;
        }
        let in_vain = 2 * self.work > self.without;
        (self.heaps, self.work, self.without) = (0, 0, 0);
        in_vain
    }
}
