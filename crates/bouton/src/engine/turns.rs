//! One heap whose takes depend on the turn alone: the P-positions of each turn as intervals, from those of the next.

use std::ops::RangeInclusive;

use super::boxes::{Asked, Counted, Kernel, Planned, Table};
use super::values::{Outcome, Solved, Values};
use crate::game::{Amount, Game, Position, RuleKind, Shape};
use crate::job::{Budget, Ctx, Stop};
use crate::lang::core::Word;
use crate::lang::syntax::{Ending, From, Order};
use crate::rows::{Compiler, Heaps, List, Program, Reg, Rows};

/// Sizes from the first to the second, both included.
type Interval = (u32, u32);

/// How to compute a box.
pub(crate) struct Turns {
    /// The greatest size of the heap.
    most: u32,
    turns: RangeInclusive<usize>,
    /// What may be taken, for each turn from the first that is asked for on, as long as there can be stones.
    takes: Takes,
    misere: bool,
}

/// Numbers of stones for each turn, as columns: whether a rule applies, from what to what.
struct Takes {
    program: Program,
    rules: Vec<[Reg; 3]>,
}

/// Boxes with more stones or turns are not tried.
const MOST: usize = 1 << 28;

/// So many turns are looked at together.
const WIDTH: usize = 1024;

impl Turns {
    /// How to compute a box; why not, if it is none of this kind.
    pub(crate) fn kernel<'g>(
        game: &'g Game,
        values: Values,
        asked: &Asked<'_>,
    ) -> Result<Planned<'g>, String> {
        Ok(Box::new(Turns::of(game, values, asked)?))
    }

    fn of(game: &Game, values: Values, asked: &Asked<'_>) -> Result<Turns, String> {
        let heaps = matches!(game.shape, Shape::Heaps { order: Order::None | Order::Row, .. });
        if values.grundy || game.last || game.pass.is_some() || !game.turn || !heaps {
            return Err("it tells outcomes of games that look at the turn alone".into());
        }
        let too_large = || "its heaps are too many or too large".to_string();
        let most = match asked.most(game).ok_or_else(too_large)?[..] {
            [] => 0,
            [most] if most < MOST => most,
            _ => return Err("it has several heaps".into()),
        };
        let turns = asked.counter(game, "turn").ok_or_else(too_large)?;
        if turns.end().checked_add(most).is_none_or(|last| last >= MOST) {
            return Err(too_large());
        }
        let other = "its takes look at more than the turn, or cannot be computed on small integers";
        let takes = Takes::of(game, most, &turns).ok_or(other)?;
        let misere = game.ending() == Ending::Misere;
        Ok(Turns { most: most as u32, turns, takes, misere })
    }

    /// Computes the P-positions of each turn, from the last one down, and shows those that are asked for.
    fn each(&self, ctx: Ctx<'_>, show: &mut dyn FnMut(&[Interval]) -> bool) -> Result<bool, Stop> {
        let (first, end) = (*self.turns.start(), *self.turns.end());
        let last = end + self.most as usize;
        let mut rows = self.takes.rows();
        let (mut next, mut p, mut reached) = (Vec::new(), Vec::new(), Vec::new());
        let mut block = last + 1;
        for turn in (first..=last).rev() {
            if turn < block {
                block = turn.saturating_sub(WIDTH - 1).max(1);
                let turns = rows.column(1).iter_mut().enumerate();
                turns.for_each(|(i, to)| *to = (block + i) as i64);
                rows.run((turn - block + 1).min(WIDTH));
                if ctx.watch.tick((last - turn) as u64, Some((last - first) as u64)).is_break() {
                    return Err(Stop::Cancelled);
                }
            }
            // Behind the last turn that is asked for, so many stones are gone at least.
            let most = self.most - turn.saturating_sub(end) as u32;
            reached.clear();
            let mut fewest = None;
            for rule in 0..self.takes.rules.len() {
                let of = |output: usize| rows.output(3 * rule + output, WIDTH).get(turn - block);
                if of(0) == 0 {
                    continue;
                }
                let (a, b) = (of(1).max(1), of(2).min(i64::from(most)));
                if a > b {
                    continue;
                }
                let (a, b) = (a as u32, b as u32);
                fewest = Some(fewest.map_or(a, |fewest: u32| fewest.min(a)));
                let within = next.iter().map(|&(l, r): &Interval| (l + a, r.saturating_add(b)));
                reached.extend(within.take_while(|&(from, _)| from <= most));
            }
            if self.misere {
                // Where nothing can be taken the other one has lost.
                reached.push((0, fewest.map_or(most, |fewest| fewest - 1)));
            }
            reached.sort_unstable();
            complement(&reached, most, &mut p);
            if turn <= end && !show(&p) {
                return Ok(false);
            }
            std::mem::swap(&mut next, &mut p);
        }
        Ok(true)
    }
}

/// The sizes up to `most` that are in none of some intervals, which begin upwards.
fn complement(intervals: &[Interval], most: u32, to: &mut Vec<Interval>) {
    to.clear();
    let mut free = 0;
    for &(from, end) in intervals {
        if from > free {
            to.push((free, (from - 1).min(most)));
        }
        free = free.max(end.saturating_add(1));
        if free > most {
            return;
        }
    }
    to.push((free, most));
}

impl Takes {
    /// `None` if a rule looks at more than the turn.
    fn of(game: &Game, most: usize, turns: &RangeInclusive<usize>) -> Option<Takes> {
        let mut program = Program::default();
        let heap = program.input((1, most.max(1) as i64), false);
        let turn = program.input((1, (turns.end() + most).max(1) as i64), true);
        let mut words = Heaps::new(vec![heap], List::Rising, &mut program);
        words.give(Word::Turn, turn);
        let mut rules = Vec::new();
        for rule in &game.rules {
            let RuleKind::Take { amount: Amount::In(ranges), from } = &rule.kind else {
                return None;
            };
            // Of one heap all are the same.
            let (From::Any | From::Largest | From::Smallest | From::Ends) = from;
            let mut compiler = Compiler::new(&game.core, &words, Some(heap));
            let when = match rule.when {
                Some(when) => compiler.compile(when, &mut program)?,
                None => program.constant(1),
            };
            for &(first, last) in ranges {
                let first = compiler.compile(first, &mut program)?;
                let last = compiler.compile(last, &mut program)?;
                // No more than there is can be taken anyway.
                let last = program.without_least(last, heap);
                if [when, first, last].into_iter().any(|reg| program.depends(reg, &[heap])) {
                    return None;
                }
                rules.push([when, first, last]);
            }
        }
        (program.bits(&rules.concat()) <= 64).then_some(Takes { program, rules })
    }

    fn rows(&self) -> Rows<i64> {
        Rows::new(&self.program, &self.rules.concat(), WIDTH)
    }
}

impl Kernel for Turns {
    fn words(&self) -> String {
        "turn by turn: the P-positions of a turn are intervals, which follow from those of the next turn".into()
    }

    fn bytes(&self, _: bool) -> u64 {
        // At least; how many intervals there are is known when they are.
        (self.turns.end() - self.turns.start() + 1) as u64 * 8 + (1 << 16)
    }

    fn nanoseconds(&self) -> f64 {
        // A few intervals each turn.
        (*self.turns.end() - *self.turns.start() + self.most as usize) as f64 * 100.0
    }

    fn compute<'b>(self: Box<Self>, ctx: Ctx<'b>) -> Result<Option<Box<dyn Table + 'b>>, Stop> {
        let mut bytes = self.bytes(true);
        if !ctx.budget.take(bytes) {
            return Ok(None);
        }
        let mut p: Vec<Box<[Interval]>> = Vec::new();
        let done = self.each(ctx, &mut |intervals| {
            let more = (size_of_val(intervals) + 24) as u64;
            if !ctx.budget.take(more) {
                return false;
            }
            bytes += more;
            p.push(intervals.into());
            true
        });
        if !matches!(done, Ok(true)) {
            ctx.budget.give(bytes);
        }
        if !done? {
            return Ok(None);
        }
        p.reverse();
        Ok(Some(Box::new(Known { plan: *self, p, bytes, budget: ctx.budget })))
    }

    fn count(self: Box<Self>, ctx: Ctx<'_>) -> Result<Option<Counted>, Stop> {
        let mut p = 0;
        self.each(ctx, &mut |intervals| {
            p += intervals.iter().map(|&(l, r)| u64::from(r - l) + 1).sum::<u64>();
            true
        })?;
        let turns = (self.turns.end() - self.turns.start() + 1) as u64;
        let positions = (u64::from(self.most) + 1) * turns;
        Ok(Some(Counted { positions, p, max_grundy: None }))
    }
}

/// A box that was computed.
struct Known<'b> {
    plan: Turns,
    /// The P-positions of each turn.
    p: Vec<Box<[Interval]>>,
    /// What was taken out of the budget.
    bytes: u64,
    budget: &'b Budget,
}

impl Drop for Known<'_> {
    fn drop(&mut self) {
        self.budget.give(self.bytes);
    }
}

impl Table for Known<'_> {
    fn get(&self, position: &Position, _: Values) -> Option<Solved> {
        let heap = match &position.heaps[..] {
            [] => 0,
            [heap] => u32::try_from(heap).ok().filter(|&heap| heap <= self.plan.most)?,
            _ => return None,
        };
        let turn = usize::try_from(position.counters.turn.as_ref()?).ok()?;
        let p = self.p.get(turn.checked_sub(*self.plan.turns.start())?)?;
        let behind = p.partition_point(|&(from, _)| from <= heap);
        let is_p = behind > 0 && p[behind - 1].1 >= heap;
        let outcome = if is_p { Outcome::P } else { Outcome::N };
        Some(Solved { outcome, grundy: None, length: None })
    }

    fn positions(&self) -> usize {
        (self.plan.most as usize + 1) * self.p.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_over() {
        let of = |intervals: &[Interval]| {
            let mut to = Vec::new();
            complement(intervals, 9, &mut to);
            to
        };
        assert_eq!(of(&[]), [(0, 9)]);
        assert_eq!(of(&[(0, 9)]), []);
        assert_eq!(of(&[(1, 2), (2, 5), (3, 4), (7, 7)]), [(0, 0), (6, 6), (8, 9)]);
        assert_eq!(of(&[(12, 15)]), [(0, 9)]);
    }
}
