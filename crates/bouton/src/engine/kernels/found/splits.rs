//! Heaps that become others, in any order or in a row: splits beside any other rules, with passes, turns and the last take.

use std::ops::RangeInclusive;

use super::becomes::{At, Becomes, MOST};
use super::graph::{Graph, See, SeeOption, Start};
use super::heaps::{Read, Written, next_turn};
use super::planned;
use crate::engine::asked::Asked;
use crate::engine::kernel::{Failed, Planned};
use crate::engine::lower::{Alike, alike};
use crate::engine::space::{Layout, Tier};
use crate::engine::values::Values;
use crate::game::{Game, Shape};
use crate::lang::core::ExprId;
use crate::lang::syntax::Order;

/// Games with more passes are left to the definition.
const MOST_PASSES: usize = 1 << 16;

/// More positions are not expected to be reached: there is no memory for them.
const MOST_LIKELY: f64 = 1e8;

/// How much is remembered of what heaps become, and for each position that can be reached.
const REMEMBERED: usize = 1 << 17;
const REMEMBERED_EACH: usize = 4;

/// Heaps and what they can become.
pub(in crate::engine) struct Splits<'g> {
    game: &'g Game,
    written: Written,
    rules: Vec<Becomes>,
    /// The condition on passes.
    pass: Option<ExprId>,
    /// How many heaps the game has at most.
    heaps: u64,
    /// The counters that are asked for: turn, last take, passes and those of the other player.
    asked: [RangeInclusive<usize>; 4],
    /// The greatest number of passes of both players together.
    passes: u64,
    start: Start,
    /// About how many moves a position has.
    moves: f64,
    /// The positions before and after a move.
    before: At<'g>,
    after: At<'g>,
}

impl Splits<'_> {
    /// How to compute what is asked for; why not, if the game is of another kind.
    pub(in crate::engine) fn of<'g>(
        game: &'g Game,
        values: Values,
        asked: &Asked<'_>,
    ) -> Result<Planned<'g>, String> {
        let (limit, order) = match &game.shape {
            Shape::Heaps { most, order: order @ (Order::None | Order::Row) } if game.splits() => {
                (most, *order)
            }
            _ => return Err("no heaps without places are split".into()),
        };
        if game.rank.is_some() {
            return Err("it says what its moves lower".into());
        }
        let too_large = || "its positions are too large".to_string();
        let most = match asked {
            // In a row these are the heaps themselves, and not what they may move up to.
            Asked::Below(position) => {
                let small = position.heaps.iter().map(|heap| usize::try_from(heap).ok());
                small.collect::<Option<Vec<usize>>>()
            }
            Asked::Box(_) => asked.most(game),
        };
        let most = most.ok_or_else(too_large)?;
        let largest = most.iter().copied().max().unwrap_or(0);
        let stones = most.iter().try_fold(0u64, |sum, &heap| sum.checked_add(heap as u64));
        let stones = stones.ok_or_else(too_large)?;
        let counter = |name: &str, has: bool| match has {
            false => Ok(None),
            true => asked.counter(game, name).map(Some).ok_or_else(too_large),
        };
        let each = game.pass.as_ref().is_some_and(|pass| pass.each);
        let counters = [
            counter("turn", game.turn)?,
            counter("last", game.last)?,
            counter("pass", game.pass.is_some())?,
            counter("other", each)?,
        ];
        let [turn, last, passes, other] =
            counters.clone().map(|range| range.map(|range| *range.end()));
        // The passes of the players change places.
        let passes = passes.max(other);
        let all_passes = passes.unwrap_or(0).saturating_add(other.and(passes).unwrap_or(0));
        if all_passes > MOST_PASSES {
            return Err("it has too many passes".into());
        }
        // Every move lowers twice the stones without the heaps, or the passes.
        let turns = stones
            .checked_mul(2)
            .and_then(|turns| turns.checked_add(all_passes as u64))
            .ok_or_else(too_large)? as usize;
        let tier = Tier {
            turn: match turn {
                Some(turn) => Some(turn.checked_add(turns).ok_or_else(too_large)?),
                None => None,
            },
            last: last.map(|last| last.max(stones as usize)),
            passes,
            other: other.and(passes),
        };
        // Ranks are numbers of stones, of stones without heaps, and of passes, in one word.
        let of_heaps = stones.checked_add(1).and_then(|all| all.checked_mul(all));
        of_heaps.and_then(|all| all.checked_mul(all_passes as u64 + 1)).ok_or_else(too_large)?;
        let written = Written::new(order, largest, stones, tier).ok_or_else(too_large)?;
        let start = match (asked, order) {
            (Asked::Below(_), _) => Start::One(most),
            (Asked::Box(_), Order::None) => {
                Start::All(Layout::sorted(most.len(), largest).ok_or_else(too_large)?)
            }
            (Asked::Box(_), _) => Start::All(Layout::placed(most).ok_or_else(too_large)?),
        };
        let mut splits = Splits {
            game,
            written,
            rules: Vec::new(),
            pass: game.pass.as_ref().and_then(|pass| pass.when),
            heaps: limit.as_ref().and_then(|most| u64::try_from(most).ok()).unwrap_or(u64::MAX),
            asked: counters.map(|range| range.unwrap_or(0..=0)),
            passes: all_passes as u64,
            start,
            moves: 0.0,
            before: At::new(&game.core),
            after: At::new(&game.core),
        };
        let remembered = (splits.likely() as usize * REMEMBERED_EACH).clamp(1 << 10, REMEMBERED);
        let new = |rules: Alike| Becomes::new(rules, remembered);
        splits.rules = alike(game).into_iter().map(new).collect();
        splits.learn()?;
        planned(splits, game, values)
    }

    /// Finds what single heaps become, and so about how many moves a position has.
    fn learn(&mut self) -> Result<(), String> {
        let Splits { written, rules, moves, asked, before, .. } = self;
        // Of all partitions of n, about the share exp(-πs / √(6n)) has a part of size s.
        let falls = std::f64::consts::PI / (6.0 * written.stones.max(1) as f64).sqrt();
        let first = |range: &RangeInclusive<usize>| Some(*range.start());
        let [turn, last, passes, other] = [0, 1, 2, 3].map(|i| first(&asked[i]));
        let tier = written.tier(Tier { turn, last, passes, other });
        let mut alone = Read::default();
        let mut count = 0;
        for size in 1..=written.largest {
            let Some(heaps) = written.heaps([size]) else { continue };
            written.read(heaps + tier, &mut alone);
            before.next();
            for rules in &mut *rules {
                // A rule that looks at more than the heap may have no value here, and have one where it is needed.
                let Ok(found) = rules.learn(&alone, written, before) else { continue };
                *moves += found as f64 * (-falls * size as f64).exp();
                count += found;
            }
            if count > MOST {
                return Err("a heap can become too much".into());
            }
        }
        Ok(())
    }

    /// How many positions there are for each value of the counters, at most.
    fn arrangements(&self) -> u64 {
        let stones = self.written.stones as usize;
        if self.game.order() == Order::Row {
            return 1u64.checked_shl(stones as u32).unwrap_or(u64::MAX);
        }
        // The multisets of each number of stones in heaps up to a size, for one size after the other.
        let mut of: Vec<u64> = vec![1];
        of.resize(stones + 1, 0);
        for size in 1..=self.written.largest {
            for stones in size..of.len() {
                of[stones] = of[stones].saturating_add(of[stones - size]);
            }
        }
        of.into_iter().fold(0u64, u64::saturating_add)
    }

    /// How many values the counters that are asked for have together.
    fn tiers(&self) -> u64 {
        self.asked.iter().map(|range| (range.end() - range.start() + 1) as u64).product()
    }
}

impl Graph for Splits<'_> {
    type Key = u128;
    type Keys = Written;

    const WORDS: &'static str = "all positions that can be reached are found first, then valued from the fewest stones \
                                 upwards: a position is one word, what a heap can become is remembered by its size and by \
                                 what the rule looks at, and memory grows with the positions that are found";

    fn asked(&mut self, see: See<'_, u128>) -> Result<(), Failed> {
        let [turns, lasts, passes, others] = &self.asked;
        let mut tiers = Vec::new();
        for passes in passes.clone() {
            for other in others.clone() {
                for last in lasts.clone() {
                    for turn in turns.clone() {
                        tiers.push(self.written.tier(Tier {
                            turn: Some(turn),
                            last: Some(last),
                            passes: Some(passes),
                            other: Some(other),
                        }));
                    }
                }
            }
        }
        self.start.each(|heaps| {
            let heaps = self.written.heaps(heaps.iter().copied()).ok_or(Failed::Strays)?;
            tiers.iter().try_for_each(|tier| see(heaps + tier))
        })
    }

    fn count(&self) -> u64 {
        self.start.count().saturating_mul(self.tiers())
    }

    fn most(&self) -> u64 {
        self.arrangements().saturating_mul(self.written.tiers())
    }

    fn likely(&self) -> f64 {
        // Heaps of some sizes do not arise. A position is reached on several turns, but seldom after several last takes.
        let turns = if self.game.turn { 1.0 + self.written.stones as f64 / 3.0 } else { 1.0 };
        let [_, _, passes, others] = self.asked.clone().map(|range| *range.end() as f64 + 1.0);
        let likely = self.arrangements() as f64 * 0.4 * turns * passes * others;
        likely.min(MOST_LIKELY).max(self.count() as f64)
    }

    fn nanoseconds(&self) -> f64 {
        100.0 + 25.0 * self.moves + self.rules.iter().map(Becomes::nanoseconds).sum::<f64>()
    }

    fn bytes(&self) -> u64 {
        self.rules.iter().map(Becomes::bytes).sum()
    }

    fn dense(&self) -> Option<usize> {
        None
    }

    fn ranks(&mut self, keys: &[u128], ranks: &mut [u64]) -> Result<(), Failed> {
        let mut read = Read::default();
        for (&key, rank) in keys.iter().zip(ranks) {
            self.written.read(key, &mut read);
            let passes = read.tier.passes.unwrap_or(0) + read.tier.other.unwrap_or(0);
            *rank = read.rank(self.written.stones) * (self.passes + 1) + passes as u64;
        }
        Ok(())
    }

    fn options(&mut self, keys: &[u128], see: SeeOption<'_, u128>) -> Result<(), Failed> {
        let Splits { written, rules, pass, heaps: most_heaps, before, after, .. } = self;
        let (limited, mut from) = (*most_heaps < written.stones, Read::default());
        for (row, &key) in keys.iter().enumerate() {
            let heaps = written.read(key, &mut from);
            before.next();
            let (mut any, mut more) = (false, true);
            for rules in &mut *rules {
                let evals = [&mut *before, &mut *after];
                more = more
                    && rules.each(&from, heaps, written, evals, &mut |to| {
                        any = true;
                        // The definition says what is wrong.
                        if limited && written.count(to) > *most_heaps {
                            return Err(Failed::Strays);
                        }
                        see(row, to)
                    })?;
            }
            let Some(passes) = from.tier.passes.filter(|&passes| any && more && passes > 0) else {
                continue;
            };
            if pass.map_or(Ok(true), |pass| before.holds(pass, &from))? {
                let left = Tier { passes: Some(passes - 1), ..from.tier };
                see(row, heaps + written.tier(next_turn(left)))?;
            }
        }
        Ok(())
    }

    fn keys(&self) -> Written {
        self.written.clone()
    }

    fn wider(&self) -> Option<Self> {
        None
    }
}
