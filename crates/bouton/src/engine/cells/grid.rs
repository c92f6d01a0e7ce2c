//! Where positions with counters stand in a table.

use std::ops::RangeInclusive;

use crate::engine::boxes::Asked;
use crate::engine::layout::Layout;
use crate::game::{Game, Position, Shape};
use crate::lang::core::Word;
use crate::lang::syntax::Order;
use crate::rows::{Heaps, List, Program, Reg};

/// All positions of a box, with all their counters but the turn: there is a table for each turn.
#[derive(Clone)]
pub(in crate::engine) struct Grid {
    pub(in crate::engine) layout: Layout,
    /// How heaps lie; coordinates are fixed.
    pub(in crate::engine) order: Order,
    /// The greatest number of stones.
    pub(super) stones: usize,
    /// The turns that are asked for.
    pub(super) turns: Option<RangeInclusive<usize>>,
    /// The greatest values of the other counters, where the game has them.
    pub(super) last: Option<usize>,
    pub(in crate::engine) passes: Option<usize>,
    pub(super) other: Option<usize>,
    /// The values of them that are asked for.
    asked: [RangeInclusive<usize>; 3],
    /// Whether moves may raise coordinates, and programs compute many positions at once.
    pub(super) free: bool,
}

/// The counters of a position but the turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::engine) struct Counts {
    pub(in crate::engine) last: usize,
    pub(in crate::engine) passes: usize,
    pub(in crate::engine) other: usize,
}

/// Tables of more positions are not tried.
const MOST: usize = usize::MAX >> (usize::BITS / 4);

impl Grid {
    /// Where heaps have no order each multiset stands once, if `sorted`; otherwise in all orders.
    pub(in crate::engine) fn of(
        game: &Game,
        asked: &Asked<'_>,
        sorted: bool,
    ) -> Result<Grid, String> {
        let order = match &game.shape {
            Shape::Heaps { order, .. } => *order,
            Shape::Tuple(..) => Order::Fixed,
            Shape::Sum(_) => return Err("it is a sum of games".into()),
        };
        let too_large = || "its positions are too many or too large".to_string();
        let most = asked.most(game).ok_or_else(too_large)?;
        let stones = most.iter().try_fold(0usize, |sum, &most| sum.checked_add(most));
        let stones = stones.filter(|&stones| stones < 1 << 24).ok_or_else(too_large)?;
        if most.len() > MOST_HEAPS {
            return Err("it has too many heaps".into());
        }
        let layout = match (order, most.last()) {
            (Order::None, Some(&largest)) if sorted => Layout::sorted(most.len(), largest),
            _ => Layout::placed(most),
        };
        let layout = layout.ok_or_else(too_large)?;
        let small = |range: &RangeInclusive<usize>| *range.end() < MOST;
        let counter = |name: &str, has: bool| match has {
            true => asked.counter(game, name).filter(small).map(Some).ok_or_else(too_large),
            false => Ok(None),
        };
        let turns = counter("turn", game.turn)?;
        let last = counter("last", game.last)?;
        let passes = counter("pass", game.pass.is_some())?;
        let each = game.pass.as_ref().is_some_and(|pass| pass.each);
        let other = counter("other", each)?;
        let all = |range: &Option<RangeInclusive<usize>>| range.clone().unwrap_or(0..=0);
        let wanted = [all(&last), all(&passes), all(&other)];
        let end = |range: Option<RangeInclusive<usize>>| range.map(|range| *range.end());
        // The players' passes change places.
        let most_passes = end(passes).max(end(other.clone()));
        let grid = Grid {
            layout,
            order,
            stones,
            turns,
            last: end(last).map(|last| last.max(stones)),
            passes: most_passes,
            other: other.and(most_passes),
            asked: wanted,
            free: false,
        };
        let counts = [grid.last, grid.passes, grid.other];
        let each = counts.iter().try_fold(1usize, |n, most| n.checked_mul(most.unwrap_or(0) + 1));
        let all = each.and_then(|each| each.checked_mul(grid.layout.positions()));
        if all.is_none_or(|all| all > MOST) {
            return Err(too_large());
        }
        Ok(grid)
    }

    /// The same with room for coordinates up to `most`, which moves may raise; `None` if there would be too many.
    pub(in crate::engine) fn free(&self, most: usize) -> Option<Grid> {
        let layout = Layout::placed(vec![most; self.layout.heaps()])?;
        layout.positions_up_to(MOST / self.counts())?;
        Some(Grid { layout, free: true, ..self.clone() })
    }

    /// How many values the counters of one position have together.
    pub(in crate::engine) fn counts(&self) -> usize {
        [self.last, self.passes, self.other].iter().map(|most| most.unwrap_or(0) + 1).product()
    }

    /// Counters by their number: those with more passes stand behind those with fewer.
    pub(in crate::engine) fn count(&self, number: usize) -> Counts {
        let (lasts, others) = (self.last.unwrap_or(0) + 1, self.other.unwrap_or(0) + 1);
        let passes = number / lasts;
        Counts { last: number % lasts, passes: passes / others, other: passes % others }
    }

    fn number(&self, counts: Counts) -> usize {
        let (lasts, others) = (self.last.unwrap_or(0) + 1, self.other.unwrap_or(0) + 1);
        (counts.passes * others + counts.other) * lasts + counts.last
    }

    /// Whether counters are asked for.
    pub(in crate::engine) fn is_asked(&self, counts: Counts) -> bool {
        let [last, passes, other] = &self.asked;
        last.contains(&counts.last)
            && passes.contains(&counts.passes)
            && other.contains(&counts.other)
    }

    /// The place after a pass of a position.
    pub(in crate::engine) fn passed(&self, place: usize, counts: Counts) -> usize {
        let (passes, other) = match self.other {
            Some(_) => (counts.other, counts.passes - 1),
            None => (counts.passes - 1, 0),
        };
        place * self.counts() + self.number(Counts { last: counts.last, passes, other })
    }

    /// The place of a position in the table of its turn, and the turn.
    pub(in crate::engine) fn find(&self, position: &Position) -> Option<(usize, usize)> {
        let small = |counter: &Option<dashu_int::UBig>| match counter {
            Some(n) => usize::try_from(n).ok(),
            None => Some(0),
        };
        let counters = &position.counters;
        let counts = Counts {
            last: small(&counters.last)?,
            passes: small(&counters.passes)?,
            other: small(&counters.other)?,
        };
        let fits = |n: usize, most: Option<usize>| n <= most.unwrap_or(0);
        let fit = fits(counts.last, self.last)
            && fits(counts.passes, self.passes)
            && fits(counts.other, self.other);
        let mut heaps = vec![0usize; self.layout.heaps()];
        let missing = heaps.len().checked_sub(position.heaps.len()).filter(|_| fit)?;
        // Heaps without order are sorted, the empty ones first; those of a row stand from the first place on.
        let first = if self.order == Order::None { missing } else { 0 };
        for (to, heap) in heaps[first..].iter_mut().zip(&position.heaps) {
            *to = usize::try_from(heap).ok()?;
        }
        if heaps.iter().enumerate().any(|(i, &heap)| heap > self.layout.most(i)) {
            return None;
        }
        // There may be more places than positions that are asked for, and with turns these are not computed.
        if self.turns.is_some() && heaps.iter().sum::<usize>() > self.stones {
            return None;
        }
        let place = self.layout.place(&heaps) * self.counts() + self.number(counts);
        Some((place, small(&counters.turn)?))
    }

    /// The inputs of a program: the heaps and the counters, and the passes of the other player.
    pub(in crate::engine) fn words(&self, program: &mut Program) -> (Heaps, Option<Reg>) {
        let heaps: Vec<Reg> = (0..self.layout.heaps())
            .map(|heap| program.input((0, self.layout.most(heap) as i64), self.free))
            .collect();
        let passes = self.passes.unwrap_or(0) + self.other.unwrap_or(0);
        let turns = self.turns.as_ref().map(|turns| turns.end() + self.stones + passes);
        let mut counter = |most: Option<usize>, least: i64| {
            let reg = program.input((least, (most.unwrap_or(0) as i64).max(least)), self.free);
            most.map(|_| reg)
        };
        let (turn, last) = (counter(turns, 1), counter(self.last, 0));
        let (passes, other) = (counter(self.passes, 0), counter(self.other, 0));
        let list = match self.order {
            Order::None if self.layout.is_sorted() => List::Rising,
            Order::None => List::Mixed,
            Order::Row => List::Row,
            Order::Fixed | Order::Circle => List::Places,
        };
        let mut words = Heaps::new(heaps, list, program);
        let given = [(Word::Turn, turn), (Word::Last, last), (Word::Passes, passes)];
        for (word, reg) in given {
            if let Some(reg) = reg {
                words.give(word, reg);
            }
        }
        (words, other)
    }

    /// The place of a position in the table of its turn.
    pub(super) fn place(
        &self,
        at: &Heaps,
        other: Option<Reg>,
        program: &mut Program,
    ) -> Option<Reg> {
        let mut place = program.constant(0);
        for (i, &heap) in at.all().iter().enumerate() {
            let part = self.layout.part(i, heap, program)?;
            place = program.add(place, part)?;
        }
        let counters = [
            (self.passes, at.given(Word::Passes)),
            (self.other, other),
            (self.last, at.given(Word::Last)),
        ];
        for (most, counter) in counters {
            let Some(most) = most else { continue };
            let values = program.constant(most as i64 + 1);
            place = program.mul(place, values)?;
            place = program.add(place, counter?)?;
        }
        Some(place)
    }
}

/// Boxes of more heaps are not tried.
const MOST_HEAPS: usize = 12;
