//! Heaps without order that are replaced by others, whatever stands beside them: splits and takes, with passes or misère.
//!
//! A position is the number of heaps of each size, some bits each, in one word. What a heap of a size can become is
//! tabulated by the exact rules, as what it adds to that word.

use std::ops::{ControlFlow, RangeInclusive};

use dashu_int::UBig;

use super::graph::{Graph, Keys, See, SeeOption, Start};
use super::planned;
use crate::engine::asked::Asked;
use crate::engine::kernel::{Failed, Planned};
use crate::engine::space::Layout;
use crate::engine::values::Values;
use crate::game::{Counters, Game, Moves, Position, Shape};
use crate::job::{Stop, Unwatched};
use crate::lang::syntax::Order;

/// The most replacements of heaps that are tabulated.
const MOST_REPLACING: usize = 1 << 20;

/// Games with more passes are left to the definition.
const MOST_PASSES: u64 = 1 << 16;

/// More positions are not expected to be reached: there is no memory for them.
const MOST_LIKELY: f64 = 1e8;

/// Positions as numbers of heaps of each size.
#[derive(Clone)]
pub(super) struct Fields {
    /// For each size, from 0 on: where its bits begin, and how many they are.
    sizes: Vec<(u32, u32)>,
    /// The same for the passes that are left, and for those of the other player where each has their own.
    passes: (u32, u32),
    other: Option<(u32, u32)>,
    /// The greatest number of stones.
    stones: u64,
}

/// Heaps and what they can become.
pub(in crate::engine) struct Splits {
    fields: Fields,
    /// For each size, what is added to a position.
    replacing: Vec<Vec<u128>>,
    /// The greatest number of passes, and those that are asked for, of both players.
    passes: u64,
    asked: [RangeInclusive<u64>; 2],
    start: Start,
}

impl Fields {
    /// `None` if the bits do not fit into a word.
    fn new(largest: usize, stones: u64, passes: u64, each: bool) -> Option<Fields> {
        let mut next = 0u32;
        let mut field = |most: u64| {
            let bits = u64::BITS - most.leading_zeros();
            let begin = next;
            next = next.checked_add(bits).filter(|&next| next <= u128::BITS)?;
            Some((begin, bits))
        };
        let other = if each { Some(field(passes)?) } else { None };
        let passes = field(passes)?;
        let mut sizes = vec![(0, 0)];
        for size in 1..=largest as u64 {
            sizes.push(field(stones / size)?);
        }
        Some(Fields { sizes, passes, other, stones })
    }

    /// One heap of a size; nothing if it is empty.
    fn heap(&self, size: usize) -> Option<u128> {
        match self.sizes.get(size)? {
            (_, 0) if size > 0 => None,
            (begin, _) => Some(if size == 0 { 0 } else { 1 << begin }),
        }
    }

    fn heaps(&self, sizes: impl Iterator<Item = usize>) -> Option<u128> {
        sizes.map(|size| self.heap(size)).sum()
    }

    /// Passes of the player whose turn it is, and of the other one.
    fn counters(&self, passes: u64, other: u64) -> u128 {
        let other = self.other.map_or(0, |(begin, _)| u128::from(other) << begin);
        other + (u128::from(passes) << self.passes.0)
    }

    /// The passes of a position.
    fn passes(&self, key: u128) -> (u64, u64) {
        (number(key, self.passes), self.other.map_or(0, |other| number(key, other)))
    }

    /// The passes after a turn: those of the players change places.
    fn next(&self, (passes, other): (u64, u64)) -> (u64, u64) {
        if self.other.is_some() { (other, passes) } else { (passes, other) }
    }
}

/// The number in some bits of a word.
fn number(key: u128, (begin, bits): (u32, u32)) -> u64 {
    if bits == 0 { 0 } else { (key >> begin) as u64 & (u64::MAX >> (u64::BITS - bits)) }
}

impl Splits {
    /// How to compute what is asked for; why not, if the game is of another kind.
    pub(in crate::engine) fn of(
        game: &Game,
        values: Values,
        asked: &Asked<'_>,
    ) -> Result<Planned<'static>, String> {
        match &game.shape {
            Shape::Heaps { most: None, order: Order::None } if game.splits() => {}
            _ => return Err("no heaps without order are split".into()),
        }
        if game.turn || game.last || game.rank.is_some() {
            return Err("its rules look at `turn` or `last`".into());
        }
        if game.pass.as_ref().is_some_and(|pass| pass.when.is_some()) {
            return Err("its passes have a condition".into());
        }
        if let Some(why) = game.rules.iter().find_map(|rule| game.why_rule_depends(rule)) {
            return Err(why);
        }
        let too_large = || "its positions are too large".to_string();
        let most = asked.most(game).ok_or_else(too_large)?;
        let largest = most.iter().copied().max().unwrap_or(0);
        let stones = most.iter().try_fold(0u64, |sum, &heap| sum.checked_add(heap as u64));
        let counter = |name: &str, has: bool| match has {
            false => Ok(0..=0),
            true => {
                let range = asked.counter(game, name).ok_or_else(too_large)?;
                Ok::<_, String>(*range.start() as u64..=*range.end() as u64)
            }
        };
        let each = game.pass.as_ref().is_some_and(|pass| pass.each);
        let asked_passes = [counter("pass", game.pass.is_some())?, counter("other", each)?];
        // The passes of the players change places.
        let passes = *asked_passes[0].end().max(asked_passes[1].end());
        if passes > MOST_PASSES {
            return Err("it has too many passes".into());
        }
        let stones = stones.ok_or_else(too_large)?;
        // Ranks are numbers of stones, of stones without heaps, and of passes, in one word.
        let of_heaps = stones.checked_add(1).and_then(|all| all.checked_mul(all));
        of_heaps.and_then(|all| all.checked_mul(2 * passes + 1)).ok_or_else(too_large)?;
        let fields = Fields::new(largest, stones, passes, each).ok_or_else(too_large)?;
        let replacing = replacing(game, &fields)?;
        let start = match asked {
            Asked::Box(_) => Start::All(Layout::sorted(most.len(), largest).ok_or_else(too_large)?),
            Asked::Below(_) => Start::One(most),
        };
        planned(Splits { fields, replacing, passes, asked: asked_passes, start }, game, values)
    }

    /// Shows a position with all numbers of passes that are asked for.
    fn show(&self, heaps: &[usize], see: See<'_, u128>) -> Result<(), Failed> {
        let heaps = self.fields.heaps(heaps.iter().copied()).ok_or(Failed::Strays)?;
        for passes in self.asked[0].clone() {
            for other in self.asked[1].clone() {
                see(heaps + self.fields.counters(passes, other))?;
            }
        }
        Ok(())
    }
}

/// What a heap of each size can become, as what is added to a position.
fn replacing(game: &Game, fields: &Fields) -> Result<Vec<Vec<u128>>, String> {
    let mut moves = Moves::new(game, &Unwatched);
    let mut all = vec![Vec::new()];
    let mut count = 0;
    for size in 1..fields.sizes.len() {
        let passes = game.pass.as_ref().map(|_| UBig::ZERO);
        let other = passes.clone().filter(|_| fields.other.is_some());
        let counters = Counters { passes, other, ..Counters::default() };
        let heap = Position { heaps: vec![size.into()], counters, parts: Vec::new() };
        let own = fields.heap(size).unwrap_or(0);
        let (mut to_all, mut fits) = (Vec::new(), true);
        let made = moves.each(&heap, &mut |_, to| {
            let sizes = to.heaps.iter().map(|part| usize::try_from(part).unwrap_or(usize::MAX));
            match fields.heaps(sizes) {
                Some(parts) if count < MOST_REPLACING => to_all.push(parts.wrapping_sub(own)),
                _ => fits = false,
            }
            count += 1;
            match fits {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        made.map_err(|stop: Stop| stop.to_string())?;
        if !fits {
            return Err("a heap can become too much".into());
        }
        to_all.sort_unstable();
        to_all.dedup();
        all.push(to_all);
    }
    Ok(all)
}

impl Graph for Splits {
    type Key = u128;
    type Keys = Fields;

    const WORDS: &'static str = "all positions that can be reached are found first, then valued from the fewest stones \
                                 upwards: a position is the number of heaps of each size, in one word, what a heap can \
                                 become is tabulated by its size, and memory grows with the positions that are found";

    fn asked(&mut self, see: See<'_, u128>) -> Result<(), Failed> {
        self.start.each(|heaps| self.show(heaps, see))
    }

    fn count(&self) -> u64 {
        let passes = self.asked.iter().map(|range| range.end() - range.start() + 1).product();
        self.start.count().saturating_mul(passes)
    }

    fn most(&self) -> u64 {
        // The multisets of each number of stones in heaps up to a size, for one size after the other.
        let mut of: Vec<u64> = vec![1];
        of.resize(self.fields.stones as usize + 1, 0);
        for size in 1..self.fields.sizes.len() {
            for stones in size..of.len() {
                of[stones] = of[stones].saturating_add(of[stones - size]);
            }
        }
        let all = of.into_iter().fold(0u64, u64::saturating_add);
        let counters = (self.passes + 1).pow(if self.fields.other.is_some() { 2 } else { 1 });
        all.saturating_mul(counters)
    }

    fn likely(&self) -> f64 {
        // Heaps of some sizes do not arise.
        (self.most() as f64 * 0.4).min(MOST_LIKELY).max(self.count() as f64)
    }

    fn nanoseconds(&self) -> f64 {
        // Of all partitions of n, about the share exp(-πs / √(6n)) has a part of size s.
        let falls = std::f64::consts::PI / (6.0 * self.fields.stones.max(1) as f64).sqrt();
        let moves = |(size, replacing): (usize, &Vec<u128>)| {
            replacing.len() as f64 * (-falls * size as f64).exp()
        };
        100.0 + 25.0 * self.replacing.iter().enumerate().map(moves).sum::<f64>()
    }

    fn bytes(&self) -> u64 {
        self.replacing.iter().map(|all| (all.capacity() * size_of::<u128>()) as u64).sum()
    }

    fn dense(&self) -> Option<usize> {
        None
    }

    fn ranks(&mut self, keys: &[u128], ranks: &mut [u64]) -> Result<(), Failed> {
        for (&key, rank) in keys.iter().zip(ranks) {
            let (mut stones, mut heaps) = (0, 0);
            for (size, &field) in self.fields.sizes.iter().enumerate() {
                let number = number(key, field);
                stones += number * size as u64;
                heaps += number;
            }
            // A split keeps the stones and adds a heap.
            let rank_of_heaps = stones * (self.fields.stones + 1) + (stones - heaps);
            let (passes, other) = self.fields.passes(key);
            *rank = rank_of_heaps * (2 * self.passes + 1) + passes + other;
        }
        Ok(())
    }

    fn options(&mut self, keys: &[u128], see: SeeOption<'_, u128>) -> Result<(), Failed> {
        let fields = &self.fields;
        for (row, &key) in keys.iter().enumerate() {
            let (passes, other) = fields.passes(key);
            let heaps = key - fields.counters(passes, other);
            let after = |(passes, other)| {
                let (passes, other) = fields.next((passes, other));
                heaps + fields.counters(passes, other)
            };
            let (moved, mut any) = (after((passes, other)), false);
            for (&field, replacing) in fields.sizes.iter().zip(&self.replacing) {
                if number(key, field) > 0 {
                    any |= !replacing.is_empty();
                    for &added in replacing {
                        see(row, moved.wrapping_add(added))?;
                    }
                }
            }
            if any && passes > 0 {
                see(row, after((passes - 1, other)))?;
            }
        }
        Ok(())
    }

    fn keys(&self) -> Fields {
        self.fields.clone()
    }

    fn wider(&self) -> Option<Self> {
        None
    }
}

impl Keys<u128> for Fields {
    fn key(&self, position: &Position) -> Option<u128> {
        let small = |n: &UBig| usize::try_from(n).ok();
        let heaps: Vec<usize> = position.heaps.iter().map(small).collect::<Option<_>>()?;
        let stones = heaps.iter().try_fold(0u64, |sum, &heap| sum.checked_add(heap as u64))?;
        let counter = |counter: &Option<UBig>| match counter {
            Some(passes) => u64::try_from(passes).ok(),
            None => Some(0),
        };
        let counters = &position.counters;
        let (passes, other) = (counter(&counters.passes)?, counter(&counters.other)?);
        // More would not stand in their bits.
        let fits = |n: u64, bits: u32| n.checked_shr(bits).unwrap_or(0) == 0;
        let of_other = self.other.map_or(0, |(_, bits)| bits);
        let fit = stones <= self.stones && fits(passes, self.passes.1) && fits(other, of_other);
        let heaps = self.heaps(heaps.into_iter()).filter(|_| fit)?;
        Some(heaps + self.counters(passes, other))
    }
}
