//! Independent heaps, by Sprague and Grundy: if a move looks at one heap alone, the Grundy number of a position is
//! the xor of those of its heaps, and that of a heap is the least number that no option has, each option worth the xor
//! of the parts that it leaves.

mod marks;
mod one_heap;
mod sizes;

use std::ops::ControlFlow;

use dashu_int::UBig;

use self::marks::Marks;
pub use self::one_heap::{Period, Proved, Repetition, Sequence, repetition};
use self::sizes::{Sizes, Slot, State};
use crate::engine::limits::{
    MOVES_TICK, PROBE, PROBE_BYTES, PROBE_MOVES, TICK, about, capacity, over, refuse_many,
};
use crate::engine::store::{Full, List};
use crate::engine::values::{Solved, Values};
use crate::game::{Game, Moves, Position};
use crate::job::{Budget, Ctx, Stop};

/// About how many bytes a size takes among others: its number and its place among those that wait, with the slack of
/// growing lists.
const BYTES_EACH: usize = 24;

/// After this many moves all heaps are computed together.
const PATIENCE: u64 = 1 << 20;

/// The Grundy numbers of all heaps that were asked for, and of all that they lead to.
///
/// As in the definition there is no recursion, and every heap that can be reached is looked at: an error at one of
/// them is an error of the answer.
pub struct Heaps<'g> {
    game: &'g Game,
    moves: Moves<'g>,
    memory: Memory<'g>,
    ctx: Ctx<'g>,
    want: Values,
    /// The heap that is looked at, alone.
    alone: Position,
    /// How many positions were asked for.
    asked: usize,
    /// How many moves were looked at.
    visited: u64,
    /// The numbers of all heaps up to one, once that many moves were looked at that all together are less work.
    all: List<'g, u32>,
    /// Whether all together cannot be computed, so that nobody tries again.
    pub(super) one_by_one: bool,
}

impl<'g> Heaps<'g> {
    /// An engine for a game whose heaps are independent; another is refused, with the reason. How long a game lasts is
    /// not known from its heaps.
    pub fn new(game: &'g Game, want: Values, ctx: Ctx<'g>) -> Result<Heaps<'g>, Stop> {
        if let Some(why) = game.why_heaps_depend() {
            let what = "the Grundy numbers of single heaps do not decide this game";
            return Err(Stop::Unknown(format!("{what}: {why}")));
        }
        if want.length {
            let why = "the Grundy numbers of single heaps do not tell how long a game lasts";
            return Err(Stop::Unknown(why.into()));
        }
        let moves = Moves::new(game, ctx.watch);
        let alone = Position { heaps: vec![UBig::ZERO], ..game.like() };
        let memory = Memory::new(ctx.budget);
        let (all, one_by_one) = (List::new(ctx.budget), false);
        Ok(Heaps { game, moves, memory, ctx, want, alone, asked: 0, visited: 0, all, one_by_one })
    }

    /// How many sizes of heaps have numbers, without the empty heap.
    #[must_use]
    pub fn sizes(&self) -> usize {
        self.memory.known.max(self.all.len().saturating_sub(1))
    }

    /// The number of a heap, if it is known.
    fn number(&mut self, heap: &UBig) -> Option<u32> {
        let all = usize::try_from(heap).ok().and_then(|heap| self.all.get(heap)).copied();
        all.or_else(|| self.memory.sizes.number(heap))
    }

    /// Computes the heaps of a position and all that they lead to.
    pub fn solve(&mut self, position: &Position) -> Result<Solved, Stop> {
        self.asked += 1;
        let done = self.sizes() as u64;
        if self.asked.is_multiple_of(TICK) && self.ctx.watch.tick(done, None).is_break() {
            return Err(Stop::Cancelled);
        }
        for heap in &position.heaps {
            if self.number(heap).is_some() {
                continue;
            }
            self.alone.heaps[0].clone_from(heap);
            let done = self.refuse_hopeless(heap).and_then(|()| {
                // Once there is too much to look at, all heaps are computed together, if they can be.
                if !self.compute(heap)? && !self.compute_all(heap)? {
                    self.one_by_one = true;
                    self.compute(heap)?;
                }
                Ok(())
            });
            if let Err(stop) = done {
                // What was found has no value: start afresh.
                self.memory = Memory::new(self.ctx.budget);
                return Err(stop);
            }
        }
        Ok(self.get(position).expect("its heaps have just been computed"))
    }

    /// The values of a position whose heaps were computed, or reached on the way.
    #[must_use]
    pub fn get(&mut self, position: &Position) -> Option<Solved> {
        let mut xor = 0;
        for heap in &position.heaps {
            xor ^= self.number(heap)?;
        }
        Some(Solved::of_number(xor, self.want))
    }

    /// Computes a heap and all that it leads to.
    ///
    /// The heaps that wait for a number stand in falling order. The last is looked at: either all its options have
    /// their numbers, and it gets its own, or those that have none come after it. So each is looked at twice at
    /// most, and only once if what is below it was reached before.
    ///
    /// `false` if it was left before it was done, because there is too much to look at.
    fn compute(&mut self, start: &UBig) -> Result<bool, Stop> {
        let capacity = self.capacity();
        let fits = *start < UBig::from(capacity);
        let leave = fits && !self.one_by_one;
        let Heaps { moves, memory, ctx, alone, visited: seen, .. } = self;
        let first = memory.known;
        let patient = fits || ctx.budget.is_to_the_end();
        let probe = PROBE.min(PROBE_BYTES / Sizes::bytes_of_page(start)).min(capacity);
        let most = if patient { usize::MAX } else { first + probe };
        let of = if fits { u64::try_from(start).ok() } else { None };
        let mut full = memory.reach(start).is_err();
        let (mut looks, mut visited) = (0usize, 0u64);
        while let Some(&slot) = memory.waiting.last()
            && !full
        {
            if leave && *seen > PATIENCE {
                return Ok(false);
            }
            let done = (memory.known - first) as u64;
            if looks.is_multiple_of(TICK) && ctx.watch.tick(done, of).is_break() {
                return Err(Stop::Cancelled);
            }
            looks += 1;
            alone.heaps[0] = memory.sizes.size(slot);
            let waiting = memory.waiting.len();
            let mut found = 0usize;
            let mut cancelled = false;
            moves.each(alone, &mut |_, to| {
                found += 1;
                visited += 1;
                *seen += 1;
                cancelled = found.is_multiple_of(MOVES_TICK) && ctx.watch.tick(done, of).is_break();
                full = memory.option(slot, &to.heaps).is_err()
                    || memory.known + memory.waiting.len() > most
                    || (!patient && visited > PROBE_MOVES);
                if cancelled || full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
            if cancelled {
                return Err(Stop::Cancelled);
            }
            full = full || memory.looked(slot, waiting).is_err();
        }
        if full { Err(self.over_budget(start)) } else { Ok(true) }
    }

    /// Computes all heaps up to one, and some more, together; `false` if that cannot be done.
    fn compute_all(&mut self, heap: &UBig) -> Result<bool, Stop> {
        let Ok(heap) = usize::try_from(heap) else { return Ok(false) };
        let to = (heap + heap / 2).min(self.capacity());
        self.compute_to(to)
    }

    /// The numbers of all heaps up to one, from 0 on, computed together; `None` if that cannot be done.
    pub(super) fn up_to(&mut self, most: usize) -> Result<Option<&[u32]>, Stop> {
        let known = self.all.len() > most || self.compute_to(most)?;
        Ok(known.then(|| &self.all[..=most]))
    }

    fn compute_to(&mut self, to: usize) -> Result<bool, Stop> {
        let Some((numbers, _)) = one_heap::numbers(self.game, to, self.ctx)? else {
            return Ok(false);
        };
        self.all = numbers;
        Ok(true)
    }

    /// About how many sizes fit, if they are neighbours.
    fn capacity(&self) -> usize {
        capacity(self.ctx.budget, BYTES_EACH)
    }

    /// Refuses at once a heap that leads to more sizes than fit.
    fn refuse_hopeless(&mut self, heap: &UBig) -> Result<(), Stop> {
        let capacity = UBig::from(self.capacity());
        if *heap <= capacity {
            return Ok(());
        }
        match self.moves.count(&self.alone)? {
            Some(moves) if moves > capacity => {
                let heap = self.alone.brief();
                Err(self.refusal(format!("a heap of {heap} has {} moves alone", about(&moves))))
            }
            _ => Ok(()),
        }
    }

    /// Refuses at once a table of more positions than anybody waits for, or with heaps of more sizes than fit.
    pub fn refuse_table(&self, positions: &UBig, corner: &Position) -> Result<(), Stop> {
        refuse_many(positions)?;
        match corner.heaps.iter().max() {
            Some(most) if *most > UBig::from(self.capacity()) => {
                Err(self.refusal(format!("the table has heaps of {} sizes", about(most))))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn over_budget(&self, start: &UBig) -> Stop {
        let reached = self.memory.known + self.memory.waiting.len();
        let (heap, reached) = (about(start), about(&reached.into()));
        self.refusal(format!(
            "a heap of {heap} leads to heaps of up to {heap} sizes ({reached} were reached)"
        ))
    }

    fn refusal(&self, sizes: String) -> Stop {
        let most = self.capacity();
        let fits =
            format!("about {most} sizes fit, for example those of a heap of up to {most} stones");
        over(sizes, fits, self.ctx.budget)
    }
}

/// Sizes, their numbers, and those that wait for one.
struct Memory<'b> {
    sizes: Sizes<'b>,
    /// How many numbers are known.
    known: usize,
    /// The sizes that were reached and have no number yet, in falling order.
    waiting: List<'b, Slot>,
    /// The Grundy numbers of the options of a size (its place plus one).
    marks: Marks<'b>,
}

impl<'b> Memory<'b> {
    fn new(budget: &'b Budget) -> Memory<'b> {
        let (sizes, waiting) = (Sizes::new(budget), List::new(budget));
        Memory { sizes, known: 0, waiting, marks: Marks::new(budget) }
    }

    /// The state of a size; one that is new waits from now on.
    fn reach(&mut self, size: &UBig) -> Result<State, Full> {
        let slot = self.sizes.place(size)?;
        let state = self.sizes.state(slot);
        if state == State::New {
            self.waiting.push(slot)?;
            self.sizes.set_waiting(slot);
        }
        Ok(state)
    }

    /// Marks the Grundy number of an option of the size `of`, if all its parts have theirs. Every part is smaller
    /// than that size, the smallest that waits, so one without a number is new, or was in an option before.
    fn option(&mut self, of: Slot, parts: &[UBig]) -> Result<(), Full> {
        let (mut xor, mut known) = (0, true);
        for part in parts {
            match self.reach(part)? {
                State::Known(number) => xor ^= number,
                State::New | State::Waiting => known = false,
            }
        }
        if known {
            self.marks.admit(0)?;
            // What was marked when the size was looked at for the first time is right the second time.
            self.marks.start(of as usize + 1);
            self.marks.mark(xor);
        }
        Ok(())
    }

    /// After all options of a size were looked at, when `waited` sizes waited before: new ones are put into falling order
    /// after it; if there are none, the least number that is not marked is its own.
    fn looked(&mut self, slot: Slot, waited: usize) -> Result<(), Full> {
        let Memory { sizes, waiting, .. } = self;
        let new = &mut waiting[waited..];
        if !new.is_empty() {
            if !new.is_sorted_by(|&a, &b| sizes.compare(a, b).is_gt()) {
                new.sort_unstable_by(|&a, &b| sizes.compare(b, a));
            }
            return Ok(());
        }
        waiting.pop();
        self.marks.start(slot as usize + 1);
        let number = self.marks.least();
        self.marks.admit(number)?;
        self.sizes.set_number(slot, number);
        self.known += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Grundy's game: a heap is split into two that are not equal.
    #[test]
    fn an_option_of_several_parts_is_worth_their_xor() {
        let budget = Budget::default();
        let mut memory = Memory::new(&budget);
        let most = 200usize;
        memory.reach(&most.into()).unwrap();
        while let Some(&slot) = memory.waiting.last() {
            let heap = usize::try_from(memory.sizes.size(slot)).unwrap();
            let waiting = memory.waiting.len();
            for part in (1..heap).filter(|part| 2 * part < heap) {
                memory.option(slot, &[part.into(), (heap - part).into()]).unwrap();
            }
            memory.looked(slot, waiting).unwrap();
        }
        let mut grundy = vec![0u32];
        for heap in 1..=most {
            let splits = (1..heap).filter(|part| 2 * part < heap);
            let options: Vec<u32> = splits.map(|part| grundy[part] ^ grundy[heap - part]).collect();
            grundy.push((0..).find(|number| !options.contains(number)).unwrap());
        }
        for (heap, number) in grundy.into_iter().enumerate().skip(1) {
            assert_eq!(memory.sizes.number(&heap.into()), Some(number), "a heap of {heap}");
        }
        assert_eq!(memory.known, most);
    }
}
