//! What the rules let a chosen heap become, found by the exact rules and remembered by the size of the heap and by the values
//! that the rules look at beside it.

use std::ops::{ControlFlow, Range};

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use super::graph::Keys;
use super::heaps::{Read, Written, next_turn};
use crate::engine::kernel::Failed;
use crate::engine::lower::{Alike, Looks};
use crate::game::{How, Moves, Position};
use crate::job::Unwatched;
use crate::lang::core::{Core, ExprId, Node, Word};
use crate::lang::eval::Evaluator;
use crate::lang::syntax::From;
use crate::lang::value::Value;

/// The most that the heaps of one position may become.
pub(super) const MOST: usize = 1 << 20;

/// Stands for an expression that has no value.
const NO_VALUE: i64 = i64::MIN;

/// Stands for something that is not known yet.
const UNKNOWN: (u32, u32) = (u32::MAX, 0);

/// Rules that look at the same things, and what is known of them.
pub(super) struct Becomes {
    rules: Alike,
    /// What they look at, where that is remembered.
    looks: Option<Vec<Look>>,
    /// The values that were looked at, with their numbers.
    seen: FxHashMap<Box<[i64]>, u32>,
    /// Values that are no small integers, with their numbers.
    others: FxHashMap<Value, i64>,
    /// For each number of values and each size of a heap, where what it can become is.
    places: Vec<(u32, u32)>,
    /// The parts, as they are written.
    parts: Vec<u128>,
    /// How many stones the parts have, and how many were taken.
    stones: Vec<(u32, u32)>,
    /// Whether a position may be moved to, by its key.
    after: FxHashMap<u128, bool>,
    /// How much is remembered at most.
    most: usize,
}

/// Something that rules look at.
#[derive(Clone, Copy)]
enum Look {
    Word(Word),
    Expression(ExprId),
}

/// The bytes of one thing that is remembered.
const BYTES: usize = 40;

impl Becomes {
    /// Rules of which this much is remembered at most.
    pub(super) fn new(rules: Alike, most: usize) -> Becomes {
        let look = |&id: &ExprId| match rules.game.core.node(id) {
            Node::Word(word) => Look::Word(*word),
            _ => Look::Expression(id),
        };
        let looks = rules.looks.as_ref().map(|looks| looks.at.iter().map(look).collect());
        let (seen, others, after) = Default::default();
        let (places, parts, stones) = Default::default();
        Becomes { rules, looks, seen, others, places, parts, stones, after, most }
    }

    /// The bytes of what is remembered, at most.
    pub(super) fn bytes(&self) -> u64 {
        let remembers = self.looks.is_some() || self.rules.after.is_some();
        let now = self.parts.len() + self.places.len() + self.after.len();
        (now.max(if remembers && !self.is_of_heap() { self.most } else { 0 }) * BYTES) as u64
    }

    /// Whether they look at the chosen heap alone.
    fn is_of_heap(&self) -> bool {
        self.looks.as_ref().is_some_and(Vec::is_empty) && self.rules.after.is_none()
    }

    /// About how many nanoseconds they take for a position, beside its moves.
    pub(super) fn nanoseconds(&self) -> f64 {
        let looks = match &self.looks {
            Some(looks) => {
                let exact = looks.iter().filter(|look| matches!(look, Look::Expression(_)));
                100.0 * looks.len().min(1) as f64 + 600.0 * exact.count() as f64
            }
            None => 40_000.0,
        };
        looks + if self.rules.after.is_some() { 2_000.0 } else { 0.0 }
    }

    /// What the heaps of a position that has one size become; also an estimate for positions with other heaps.
    pub(super) fn learn(
        &mut self,
        alone: &Read,
        written: &Written,
        at: &mut At<'_>,
    ) -> Result<usize, Failed> {
        if self.looks.is_none() {
            let mut moves = 0;
            let mut game = Moves::new(&self.rules.game, &Unwatched);
            let walked = game.each(&alone.position(), &mut |_, _| {
                moves += 1;
                if moves < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            return walked.map(|()| moves).map_err(|_| Failed::Strays);
        }
        let number = self.values(alone, at).ok_or(Failed::Strays)?;
        let size = alone.heaps.first().map_or(0, |&(size, _)| size);
        Ok(self.parts_of(number, size, alone, written)?.len())
    }

    /// Shows where the rules lead from a position, which has these heaps as they are written, as long as that is of interest.
    /// Returns whether more is.
    pub(super) fn each(
        &mut self,
        from: &Read,
        heaps: u128,
        written: &Written,
        [at, at_next]: [&mut At<'_>; 2],
        see: &mut impl FnMut(u128) -> Result<bool, Failed>,
    ) -> Result<bool, Failed> {
        if self.parts.len().max(self.places.len()).max(self.after.len()) > self.most
            && !self.is_of_heap()
        {
            self.forget();
        }
        let Some(number) = self.values(from, at) else {
            return self.each_exactly(from, written, at_next, see);
        };
        let Some(Looks { from: chosen, .. }) = self.rules.looks else { return Ok(true) };
        let tier = next_turn(from.tier);
        let (key, lasts) = (heaps + written.tier(tier), tier.last.is_some());
        let mut before = 0;
        for place in 0..from.heaps.len() {
            let (size, times) = from.heaps[place];
            if chooses(chosen, from, place) {
                let parts = self.parts_of(number, size, from, written)?;
                let hole = written.without(key, size, before);
                if self.rules.after.is_none() && !lasts {
                    let stones = &self.stones[parts.clone()];
                    for (&parts, &(left, _)) in self.parts[parts].iter().zip(stones) {
                        if !see(hole.filled(parts, left))? {
                            return Ok(false);
                        }
                    }
                } else {
                    for i in parts {
                        let (left, taken) = self.stones[i];
                        let to = hole.filled(self.parts[i], left);
                        let to = written.taken(to, tier, taken as usize);
                        if self.allows(to, written, at_next)? && !see(to)? {
                            return Ok(false);
                        }
                    }
                }
            }
            before += size as u64 * times;
        }
        Ok(true)
    }

    /// The same by the exact rules, where nothing can be remembered.
    fn each_exactly(
        &mut self,
        from: &Read,
        written: &Written,
        at_next: &mut At<'_>,
        see: &mut impl FnMut(u128) -> Result<bool, Failed>,
    ) -> Result<bool, Failed> {
        let (mut found, mut fits) = (Vec::new(), true);
        let mut moves = Moves::new(&self.rules.game, &Unwatched);
        let walked = moves.each(&from.position(), &mut |how, to| match written.key(to) {
            // The passes of the game have their own condition.
            _ if *how == How::Pass => ControlFlow::Break(()),
            Some(key) if found.len() < MOST => {
                found.push(key);
                ControlFlow::Continue(())
            }
            _ => {
                fits = false;
                ControlFlow::Break(())
            }
        });
        walked.map_err(|_| Failed::Strays)?;
        if !fits {
            return Err(Failed::Strays);
        }
        for to in found {
            if self.allows(to, written, at_next)? && !see(to)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the condition on the position after the move allows it.
    fn allows(
        &mut self,
        to: u128,
        written: &Written,
        at_next: &mut At<'_>,
    ) -> Result<bool, Failed> {
        let Some(after) = self.rules.after else { return Ok(true) };
        if let Some(&known) = self.after.get(&to) {
            return Ok(known);
        }
        let mut read = Read::default();
        written.read(to, &mut read);
        at_next.next();
        let allowed = at_next.holds(after, &read)?;
        self.after.insert(to, allowed);
        Ok(allowed)
    }

    fn forget(&mut self) {
        self.seen.clear();
        self.others.clear();
        self.places.clear();
        self.parts.clear();
        self.stones.clear();
        self.after.clear();
    }

    /// The number of the values that the rules look at; `None` if nothing is remembered.
    fn values(&mut self, from: &Read, at: &mut At<'_>) -> Option<u32> {
        let Becomes { looks, seen, others, .. } = self;
        let looks = looks.as_ref()?;
        if looks.is_empty() {
            return Some(0);
        }
        let values = looks.iter().map(|&look| match look {
            Look::Word(word) => from.word(word),
            Look::Expression(id) => match at.value(id, from) {
                Some(Value::Bool(truth)) => i64::from(*truth),
                Some(Value::Int(n)) if i32::try_from(n).is_ok() => i64::try_from(n).unwrap_or(0),
                Some(value) => {
                    let next = i64::MAX - others.len() as i64;
                    *others.entry(value.clone()).or_insert(next)
                }
                None => NO_VALUE,
            },
        });
        let values: Box<[i64]> = values.collect();
        let next = seen.len() as u32;
        Some(*seen.entry(values).or_insert(next))
    }

    /// What a heap becomes where the rules see these values.
    fn parts_of(
        &mut self,
        number: u32,
        size: usize,
        from: &Read,
        written: &Written,
    ) -> Result<Range<usize>, Failed> {
        let sizes = written.largest + 1;
        let first = number as usize * sizes;
        if let Some(&known) = self.places.get(first + size).filter(|&&place| place != UNKNOWN) {
            return Ok(range(known));
        }
        if self.places.len() < first + sizes {
            self.places.resize(first + sizes, UNKNOWN);
        }
        self.find(first, from, written)?;
        Ok(range(self.places[first + size]))
    }

    /// Finds what all heaps of a position become that the rules may choose.
    fn find(&mut self, first: usize, from: &Read, written: &Written) -> Result<(), Failed> {
        let Some(Looks { from: chosen, .. }) = self.rules.looks else { return Ok(()) };
        let mut found: Vec<(usize, u128, (u32, u32))> = Vec::new();
        let mut moves = Moves::new(&self.rules.game, &Unwatched);
        let mut fits = true;
        let walked = moves.each(&from.position(), &mut |how, _| {
            let (heap, left) = match how {
                How::Take(taken) => (taken, vec![small(&taken.heap) - small(&taken.stones)]),
                How::Split(taken, parts) => (taken, parts.iter().map(small).collect()),
                // The passes of the game have their own condition.
                _ => return ControlFlow::Break(()),
            };
            let (size, stones) = (small(&heap.heap), small(&heap.stones));
            fits &= found.len() < MOST;
            match written.heaps(left) {
                Some(parts) if fits => {
                    found.push((size, parts, ((size - stones) as u32, stones as u32)));
                    ControlFlow::Continue(())
                }
                _ => {
                    fits = false;
                    ControlFlow::Break(())
                }
            }
        });
        walked.map_err(|_| Failed::Strays)?;
        if !fits {
            return Err(Failed::Strays);
        }
        found.sort_unstable();
        found.dedup();
        for place in (0..from.heaps.len()).filter(|&place| chooses(chosen, from, place)) {
            let (size, _) = from.heaps[place];
            if self.places[first + size] == UNKNOWN {
                let start = found.partition_point(|&(other, ..)| other < size);
                let end = found.partition_point(|&(other, ..)| other <= size);
                let at = u32::try_from(self.parts.len()).map_err(|_| Failed::Strays)?;
                self.places[first + size] = (at, (end - start) as u32);
                for &(_, parts, stones) in &found[start..end] {
                    self.parts.push(parts);
                    self.stones.push(stones);
                }
            }
        }
        Ok(())
    }
}

/// The exact evaluator at one position after another.
pub(super) struct At<'g> {
    eval: Evaluator<'g>,
    /// The position, once it is needed.
    position: Option<Position>,
}

impl<'g> At<'g> {
    pub(super) fn new(core: &'g Core) -> At<'g> {
        At { eval: Evaluator::new(core), position: None }
    }

    /// Goes to another position.
    pub(super) fn next(&mut self) {
        self.eval.new_position();
        self.position = None;
    }

    /// The value of an expression at the position, if it has one.
    pub(super) fn value(&mut self, id: ExprId, read: &Read) -> Option<&Value> {
        let position = self.position.get_or_insert_with(|| read.position());
        self.eval.eval(id, position).ok()
    }

    /// Whether a condition holds at the position.
    pub(super) fn holds(&mut self, condition: ExprId, read: &Read) -> Result<bool, Failed> {
        match self.value(condition, read) {
            Some(Value::Bool(holds)) => Ok(*holds),
            _ => Err(Failed::Strays),
        }
    }
}

/// Where the parts of a heap are.
fn range((start, len): (u32, u32)) -> Range<usize> {
    start as usize..(start + len) as usize
}

/// The heaps of positions that are written are small.
fn small(n: &UBig) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

/// Whether a heap may be chosen.
fn chooses(from: From, read: &Read, place: usize) -> bool {
    let size = read.heaps[place].0;
    match from {
        From::Any => true,
        From::Largest => size as i64 == read.word(Word::Largest),
        From::Smallest => size as i64 == read.word(Word::Smallest),
        From::Ends => place == 0 || place + 1 == read.heaps.len(),
    }
}
