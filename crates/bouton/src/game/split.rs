//! Splits: a heap becomes several, possibly after stones are taken from it.

use std::ops::ControlFlow;

use dashu_int::{IBig, UBig};

use super::groups::{Choice, each_choice};
use super::moves::{GO_ON, How, Moves, Visit, Walk, next_turn};
use super::position::Position;
use super::rules::{Parts, RuleKind};
use super::takes::{Takes, union};
use crate::job::Stop;
use crate::lang::core::Word;
use crate::lang::syntax::{Likeness, Order};
use crate::lang::{Code, Diagnostic, Interval, Region, counted, shorten};

/// A split into more parts is refused.
const MOST_PARTS: usize = 100_000;

/// A heap that is split, and the number of stones taken from it first.
struct Splitting<'r> {
    from: &'r Position,
    rule: usize,
    parts: &'r Parts,
    place: usize,
    stones: UBig,
    /// Whether the order of the parts matters; otherwise they are enumerated from the smallest up.
    ordered: bool,
}

impl Splitting<'_> {
    /// The least number of stones that the `later` parts after a part of this size need.
    fn later_need(&self, later: usize, size: &IBig) -> IBig {
        let later = IBig::from(later);
        let rising = &later * (&later + 1u8) / 2u8;
        match (self.ordered, self.parts.likeness) {
            (true, Likeness::Unequal) => rising,
            (true, _) => later,
            (false, Likeness::Unequal) => later * size + rising,
            (false, _) => later * size,
        }
    }
}

impl Likeness {
    /// Whether this number of parts of this kind can be made from these stones, judged by the
    /// numbers alone.
    fn allows(self, number: &IBig, stones: &IBig) -> bool {
        match self {
            Likeness::Any => true,
            Likeness::Equal => (stones % number).is_zero(),
            // The least sizes are 1, 2, 3, ….
            Likeness::Unequal => number * (number + 1u8) / 2u8 <= *stones,
        }
    }
}

impl Moves<'_> {
    /// Calls `visit` with the moves of a rule that splits a heap.
    pub(super) fn each_split(
        &mut self,
        position: &Position,
        rule: usize,
        visit: Visit<'_>,
    ) -> Walk {
        let game = self.game;
        let RuleKind::Split { amount, from, parts } = &game.rules[rule].kind else {
            return GO_ON;
        };
        let ordered = game.order() != Order::None || !parts.names.is_empty();
        each_choice(&position.heaps, game.order(), &Choice::One(*from), &mut |places| {
            let place = places[0];
            let heap: IBig = position.heaps[place].clone().into();
            self.eval.set_chosen(heap.clone());
            if !self.holds(game.rules[rule].when, rule, position)? {
                return GO_ON;
            }
            let mut splitting =
                Splitting { from: position, rule, parts, place, stones: UBig::ZERO, ordered };
            let Some(amount) = amount else {
                return self.each_parts(&splitting, &heap, visit);
            };
            let takes: Takes = self.amount(amount, &heap, rule, position)?;
            let mut next = IBig::ONE;
            while let Some(stones) = self.next_take(&takes, &next, position)? {
                next = &stones + 1u8;
                splitting.stones = stones.as_ubig().cloned().unwrap_or_default();
                let found = self.found;
                if self.each_parts(&splitting, &(&heap - &stones), visit)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                if self.found == found {
                    self.tried(Some(rule), position)?;
                }
            }
            GO_ON
        })
    }

    /// Goes through the numbers of parts.
    fn each_parts(&mut self, splitting: &Splitting<'_>, rest: &IBig, visit: Visit<'_>) -> Walk {
        let (rule, position) = (splitting.rule, splitting.from);
        for (first, last) in union(self.ranges(&splitting.parts.number, rest, rule, position)?) {
            let mut number = first.max(IBig::from(2u8));
            while number <= last {
                if self.each_part(splitting, &number, rest, visit)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                self.tried(Some(rule), position)?;
                number += 1u8;
            }
        }
        GO_ON
    }

    /// Enumerates the sizes of a given number of parts.
    fn each_part(
        &mut self,
        splitting: &Splitting<'_>,
        number: &IBig,
        rest: &IBig,
        visit: Visit<'_>,
    ) -> Walk {
        let likeness = splitting.parts.likeness;
        if !likeness.allows(number, rest) {
            return GO_ON;
        }
        let count = self.count_of(splitting, number)?;
        if likeness == Likeness::Equal {
            return self.split(splitting, &vec![rest / number; count], visit);
        }
        let Some(bounds) = self.part_bounds(splitting, count, rest) else { return GO_ON };
        let mut parts = vec![IBig::ZERO; count];
        let (mut at, mut next, mut left) = (0, bounds[0].0.clone(), rest.clone());
        loop {
            let needs = splitting.later_need(count - 1 - at, &next);
            if at + 1 == count {
                // The last part is the rest.
                let fits = left >= next && left <= bounds[at].1;
                parts[at] = std::mem::take(&mut left);
                if fits && self.split(splitting, &parts, visit)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                left = std::mem::take(&mut parts[at]);
            } else if &next + &needs <= left && next <= bounds[at].1 {
                if splitting.ordered && likeness == Likeness::Unequal && parts[..at].contains(&next)
                {
                    next += 1u8;
                    continue;
                }
                left -= &next;
                parts[at] = next;
                at += 1;
                next = match (splitting.ordered, likeness) {
                    (true, _) => bounds[at].0.clone(),
                    (false, Likeness::Unequal) => &parts[at - 1] + 1u8,
                    (false, _) => parts[at - 1].clone(),
                };
                continue;
            }
            if at == 0 {
                return GO_ON;
            }
            at -= 1;
            left += &parts[at];
            next = &parts[at] + 1u8;
        }
    }

    /// A number of parts, unless it is too large.
    fn count_of(&self, splitting: &Splitting<'_>, number: &IBig) -> Result<usize, Stop> {
        usize::try_from(number).ok().filter(|&n| n <= MOST_PARTS).ok_or_else(|| {
            let number = shorten(&number.to_string());
            let message = format!("a heap would be split into {number} parts");
            let error = Diagnostic::new(Code::TooMuchWork, message)
                .help(format!("at most {MOST_PARTS} parts are allowed"));
            self.blame(error, splitting.rule).into()
        })
    }

    /// The least and the greatest possible size of each part, as far as the condition shows it;
    /// `None` if no size is possible.
    fn part_bounds(
        &mut self,
        splitting: &Splitting<'_>,
        count: usize,
        rest: &IBig,
    ) -> Option<Vec<(IBig, IBig)>> {
        let most = rest - IBig::from(count - 1);
        let Some(condition) = splitting.parts.condition else {
            return Some(vec![(IBig::ONE, most); count]);
        };
        let stones: IBig = splitting.stones.clone().into();
        let mut region = Region::default();
        region.set(Word::Variable(0), Interval::new(stones.clone(), stones.clone()));
        self.eval.set_variable(0, stones);
        let word = |part: usize| Word::Variable(part as u16 + 1);
        for part in 0..count {
            region.set(word(part), Interval::new(1, most.clone()));
        }
        if !self.narrow(&mut region, &[condition], 1, splitting.from) {
            return None;
        }
        let bounds = (0..count).map(|part| {
            let Interval { lo, hi } = region.get(word(part));
            (lo.unwrap_or(IBig::ONE), hi.unwrap_or_else(|| most.clone()))
        });
        let mut bounds: Vec<(IBig, IBig)> = bounds.collect();
        // One of two parts determines the other.
        if let [(lo, hi), (other_lo, other_hi)] = &mut bounds[..] {
            *lo = (rest - &*other_hi).max(lo.clone());
            *hi = (rest - &*other_lo).min(hi.clone());
        }
        Some(bounds)
    }

    /// Visits the split into these parts, if it is legal.
    fn split(&mut self, splitting: &Splitting<'_>, parts: &[IBig], visit: Visit<'_>) -> Walk {
        let (rule, position) = (splitting.rule, splitting.from);
        let different = || {
            let mut sorted: Vec<&IBig> = parts.iter().collect();
            sorted.sort_unstable();
            sorted.windows(2).all(|pair| pair[0] != pair[1])
        };
        if splitting.ordered && splitting.parts.likeness == Likeness::Unequal && !different() {
            self.tried(Some(rule), position)?;
            return GO_ON;
        }
        if let Some(condition) = splitting.parts.condition {
            self.eval.set_variable(0, splitting.stones.clone().into());
            for (i, part) in parts.iter().enumerate() {
                self.eval.set_variable(i + 1, part.clone());
            }
            if !self.truth(condition, Some(rule), position)? {
                self.tried(Some(rule), position)?;
                return GO_ON;
            }
        }
        let parts: Vec<UBig> = parts.iter().filter_map(|part| part.as_ubig().cloned()).collect();
        let mut to = position.clone();
        next_turn(&mut to);
        to.heaps.splice(splitting.place..=splitting.place, parts.iter().cloned());
        self.game.arrange(&mut to.heaps);
        if let Some(last) = to.counters.last.as_mut().filter(|_| !splitting.stones.is_zero()) {
            last.clone_from(&splitting.stones);
        }
        self.found += 1;
        if !self.may_lead_to(rule, &to)? {
            return GO_ON;
        }
        self.stays_in_the_game(position, &to, rule)?;
        let taken = self.game.taken(position, splitting.place, splitting.stones.clone());
        Ok(visit(&How::Split(taken, parts), &to))
    }

    /// Checks that a split does not make more heaps than the game has.
    fn stays_in_the_game(&self, from: &Position, to: &Position, rule: usize) -> Result<(), Stop> {
        match self.game.heaps() {
            Some(most) if UBig::from(to.heaps.len()) > *most => {
                let message =
                    format!("the move from {} to {} leaves the game", from.brief(), to.brief());
                let mut help = format!("the game has at most {}", counted(most, "heap"));
                // A code has no conditions.
                if !["octal", "hexadecimal"]
                    .iter()
                    .any(|word| self.game.rules[rule].text.starts_with(word))
                {
                    help.push_str(&format!("; `where after: count <= {most}` forbids such moves"));
                }
                let error = Diagnostic::new(Code::LeavesGame, message).help(help);
                Err(self.blame(error, rule).into())
            }
            _ => Ok(()),
        }
    }
}
