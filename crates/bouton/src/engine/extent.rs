//! Boxes of positions: which ones, in which order.

use std::ops::{ControlFlow, RangeInclusive};

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::count::{MOST_BITS, multisets, sequences};
use super::limits::about;
use super::space::Tier;
use crate::game::{Counters, Game, Position};
use crate::job::Stop;
use crate::lang::syntax::Order;
use crate::lang::{Code, Diagnostic, list, nearest};

/// A box of positions: how many heaps, how large, and which values of the counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The number of non-empty heaps; not used in games of tuples.
    pub heaps: RangeInclusive<usize>,
    /// The greatest size of a heap, or of each coordinate.
    pub most: Vec<u64>,
    /// The values of counters, by name; those that are left out take every number of passes and the
    /// start of the others.
    pub counters: Vec<(String, RangeInclusive<u64>)>,
}

/// Boxes of more heaps or places are refused.
const MOST_HEAPS: usize = 10_000;

/// Whether a counter is a number of passes.
fn is_passes(name: &str) -> bool {
    matches!(name, "pass" | "other")
}

impl Extent {
    /// The names of the columns: heaps from the smallest on or coordinates, then counters.
    #[must_use]
    pub fn columns(&self, game: &Game) -> Vec<String> {
        let mut columns: Vec<String> = match game.coordinates() {
            None if !game.summands().is_empty() => {
                let parts = game.summands().iter().enumerate();
                let named = |(i, part): (usize, &Game)| {
                    let columns = self.of(part).columns(part);
                    columns.into_iter().map(move |column| format!("{}.{column}", i + 1))
                };
                parts.flat_map(named).collect()
            }
            Some(names) => names.to_vec(),
            None => (1..=self.width(game)).map(|i| format!("x{i}")).collect(),
        };
        let start = game.start();
        let counters = start.named().into_iter().filter(|(_, value)| value.is_some());
        columns.extend(counters.map(|(name, _)| name.to_string()));
        columns
    }

    /// The box for one of the games of a sum.
    pub(super) fn of(&self, part: &Game) -> Extent {
        let most = self.most.first().copied().unwrap_or(0);
        let coordinates = part.coordinates().map_or(1, <[String]>::len);
        let heaps = part.heaps().and_then(|most| usize::try_from(most).ok());
        let end = heaps.map_or(*self.heaps.end(), |most| most.min(*self.heaps.end()));
        let start = part.start();
        let has = |name: &str| start.named().iter().any(|(n, value)| *n == name && value.is_some());
        let counters = self.counters.iter().filter(|(name, _)| has(name)).cloned().collect();
        Extent {
            heaps: *self.heaps.start().min(&end)..=end,
            most: vec![most; coordinates],
            counters,
        }
    }

    /// Whether another box lies in this one, as far as it is seen at once.
    pub(crate) fn holds(&self, other: &Extent) -> bool {
        self.counters == other.counters
            && self.heaps.start() <= other.heaps.start()
            && self.heaps.end() >= other.heaps.end()
            && self.most.len() == other.most.len()
            && self.most.iter().zip(&other.most).all(|(a, b)| a >= b)
    }

    /// The number of heaps or coordinates of each row.
    #[must_use]
    pub fn width(&self, game: &Game) -> usize {
        if !game.summands().is_empty() {
            return game.summands().iter().map(|part| self.of(part).width(part)).sum();
        }
        let places = game.heaps().filter(|_| game.order().has_places());
        let places = places.and_then(|places| usize::try_from(places).ok());
        let least = usize::from(game.order().has_places());
        let heaps = places.unwrap_or((*self.heaps.end()).max(least));
        game.coordinates().map_or(heaps, <[String]>::len)
    }

    /// The greatest size of heap or coordinate `i`.
    fn most(&self, game: &Game, i: usize) -> u64 {
        if game.coordinates().is_some() { self.most[i] } else { self.most[0] }
    }

    /// The box in words: `at most 4 heaps of at most 12 stones, turn 1 to 6`.
    #[must_use]
    pub fn words(&self, game: &Game) -> String {
        let mut words = match game.coordinates() {
            None if !game.summands().is_empty() => {
                let each = game.summands().iter().map(|part| self.of(part).words(part));
                in_turn(&each.collect::<Vec<_>>())
            }
            Some(names) => {
                let each = names.iter().zip(&self.most);
                let each: Vec<String> =
                    each.map(|(n, most)| format!("{n} at most {most}")).collect();
                each.join(", ")
            }
            None => {
                let heaps = match (*self.heaps.start(), *self.heaps.end()) {
                    (0, 1) => "at most one heap".to_string(),
                    (0, b) => format!("at most {b} heaps"),
                    (a, b) if a == b => format!("{a} heaps"),
                    (a, b) => format!("{a} to {b} heaps"),
                };
                // Only rows with this number of places are looked at.
                let places = self.width(game);
                let heaps = match (game.order().has_places(), *self.heaps.start()) {
                    (false, _) => heaps,
                    (true, 0) if *self.heaps.end() == places => format!("{places} places"),
                    (true, _) => format!("{places} places with {heaps}"),
                };
                format!("{heaps} of at most {} stones", self.most.first().copied().unwrap_or(0))
            }
        };
        for (name, range) in self.counted(game) {
            match (range.start(), range.end()) {
                (a, b) if a == b => words.push_str(&format!(", {name} {a}")),
                (a, b) => words.push_str(&format!(", {name} {a} to {b}")),
            }
        }
        words
    }

    /// The position with all heaps or coordinates as large as they can be.
    #[must_use]
    pub fn corner(&self, game: &Game) -> Position {
        let parts: Vec<Position> =
            game.summands().iter().map(|part| self.of(part).corner(part)).collect();
        let width = if parts.is_empty() { self.width(game) } else { 0 };
        let heaps = (0..width).map(|i| self.most(game, i).into()).collect();
        Position { heaps, counters: game.start(), parts }
    }

    /// The numbers of one row: what [`Extent::columns`] names.
    #[must_use]
    pub fn row(&self, game: &Game, position: &Position) -> Vec<UBig> {
        if !position.parts.is_empty() {
            let parts = game.summands().iter().zip(&position.parts);
            let mut row: Vec<UBig> =
                parts.flat_map(|(part, at)| self.of(part).row(part, at)).collect();
            let counters = position.counters.named();
            row.extend(counters.into_iter().filter_map(|(_, value)| value.clone()));
            return row;
        }
        let missing = self.width(game).saturating_sub(position.heaps.len());
        let empty = vec![UBig::ZERO; missing];
        // Heaps without order are sorted, the empty ones first; those of a row stand from the first place on.
        let mut row = match game.order() {
            Order::None => [&empty[..], &position.heaps].concat(),
            _ => [&position.heaps[..], &empty].concat(),
        };
        row.extend(position.counters.named().into_iter().filter_map(|(_, value)| value.clone()));
        row
    }

    /// The number of positions; in games of tuples with a condition, an upper bound. Past thousands of bits it is
    /// only some number that is too large.
    #[must_use]
    pub fn len(&self, game: &Game) -> UBig {
        let heaps = match game.coordinates() {
            None if !game.summands().is_empty() => {
                game.summands().iter().map(|part| self.of(part).len(part)).product()
            }
            Some(_) => self.most.iter().map(|&most| UBig::from(most) + 1u8).product(),
            None => {
                let most = UBig::from(self.most.first().copied().unwrap_or(0));
                let places = self.width(game);
                match game.order() {
                    Order::None => {
                        // Multisets of at most n heaps are those of n heaps that may be empty.
                        let at_most = |n: usize| multisets(n as u64, &(&most + 1u8));
                        let all = at_most(*self.heaps.end());
                        match self.heaps.start().checked_sub(1) {
                            Some(fewer) if all.bit_len() <= MOST_BITS => all - at_most(fewer),
                            _ => all,
                        }
                    }
                    order => sequences(self.heaps.clone(), &most, order.has_places(), places),
                }
            }
        };
        let counted = self.counted(game);
        counted.iter().fold(heaps, |n, (_, range)| {
            n * (UBig::from(*range.end()) - UBig::from(*range.start()) + 1u8)
        })
    }

    /// The counters of the game and their values, in the order in which they are typed.
    pub(crate) fn counted(&self, game: &Game) -> Vec<(&'static str, RangeInclusive<u64>)> {
        let start = game.start();
        let mut counted = Vec::new();
        for (name, value) in start.named() {
            let Some(value) = value else { continue };
            let value = u64::try_from(value).unwrap_or(u64::MAX);
            let given =
                self.counters.iter().find(|(n, _)| n == name).map(|(_, range)| range.clone());
            let all = if is_passes(name) { 0..=value } else { value..=value };
            counted.push((name, given.unwrap_or(all)));
        }
        counted
    }

    /// All values of the counters together; `None` if one is too large.
    pub(super) fn tiers(&self, game: &Game) -> Option<Vec<Tier>> {
        let start = game.start();
        let has = |value: &Option<UBig>| value.as_ref().map(|_| 0);
        let Counters { turn, last, passes, other } = &start;
        let (turn, last, passes, other) = (has(turn), has(last), has(passes), has(other));
        let mut tiers = vec![Tier { turn, last, passes, other }];
        for (name, range) in self.counted(game) {
            let range =
                usize::try_from(*range.start()).ok()?..=usize::try_from(*range.end()).ok()?;
            let with = |tier: Tier, value: usize| {
                let mut tier = tier;
                tier.get_mut(name).map(|counter| *counter = value).map(|()| tier)
            };
            let all = tiers.into_iter().flat_map(|tier| range.clone().map(move |n| with(tier, n)));
            tiers = all.collect::<Option<_>>()?;
        }
        Some(tiers)
    }

    /// Whether the game has such positions.
    pub fn check(&self, game: &Game) -> Result<(), Diagnostic> {
        let start = game.start();
        let starts: Vec<Counters> =
            game.summands().iter().map(Game::start).chain([start.clone()]).collect();
        let named = starts.iter().flat_map(Counters::named);
        let has: Vec<&str> = named.filter(|(_, v)| v.is_some()).map(|(n, _)| n).collect();
        for (i, (name, range)) in self.counters.iter().enumerate() {
            if self.counters[..i].iter().any(|(other, _)| other == name) {
                return Err(Diagnostic::new(Code::Counter, format!("`{name}` is given twice")));
            }
            if !has.contains(&name.as_str()) {
                let error =
                    Diagnostic::new(Code::Counter, format!("this game has no counter `{name}`"));
                return Err(match nearest(name, has.iter().copied()) {
                    Some(meant) => error.help(format!("did you mean `{meant}`?")),
                    None if has.is_empty() => error.help("its rules look at none"),
                    None => error.help(format!("it has {}", list(&has, "and"))),
                });
            }
            let most = start.passes.as_ref().filter(|_| is_passes(name));
            let beyond = most.is_some_and(|most| UBig::from(*range.end()) > *most);
            if range.is_empty() || beyond || (name == "turn" && *range.start() == 0) {
                let (a, b) = (range.start(), range.end());
                let error =
                    Diagnostic::new(Code::Counter, format!("`{name}` cannot run over {a}..{b}"));
                return Err(match (name.as_str(), most) {
                    (_, Some(most)) => error.help(format!("it runs over 0..{most} at most")),
                    ("turn", _) => error.help("turns are counted from 1"),
                    _ => error.help("the first number is the lesser one"),
                });
            }
        }
        let size = |message: String| Err(Diagnostic::new(Code::PositionSize, message));
        if game.coordinates().is_none() && self.heaps.is_empty() {
            let (a, b) = (self.heaps.start(), self.heaps.end());
            return size(format!("the number of heaps cannot run over {a}..{b}"));
        }
        match game.coordinates() {
            None if !game.summands().is_empty() => {
                if self.most.len() != 1 {
                    return size("the games of a sum have one greatest size".into());
                }
                game.summands().iter().try_for_each(|part| self.of(part).check(part))
            }
            Some(names) if names.len() != self.most.len() => {
                let (wanted, found) = (names.len(), self.most.len());
                size(format!(
                    "this game has {wanted} coordinates, ({}), found {found}",
                    names.join(", ")
                ))
            }
            Some(_) => Ok(()),
            None if *self.heaps.end() > MOST_HEAPS => size(format!(
                "a box has at most {MOST_HEAPS} heaps, asked for {}",
                self.heaps.end()
            )),
            None if self.most.len() != 1 => size("heaps have one greatest size".into()),
            None => match game.heaps() {
                Some(most) if UBig::from(*self.heaps.end()) > *most => size(format!(
                    "this game has at most {most} {}, asked for {}",
                    if most.is_one() { "heap" } else { "heaps" },
                    self.heaps.end()
                )),
                Some(places) if game.order().has_places() && *places > UBig::from(MOST_HEAPS) => {
                    let places = about(places);
                    size(format!("a box has at most {MOST_HEAPS} places, this game has {places}"))
                }
                _ => Ok(()),
            },
        }
    }

    /// Whether a position of the game lies in the box.
    pub(crate) fn contains(&self, game: &Game, position: &Position) -> bool {
        let most = |i: usize, n: &UBig| *n <= UBig::from(self.most(game, i));
        let filled = position.heaps.iter().filter(|heap| !heap.is_zero()).count();
        let heaps = match game.coordinates() {
            None if !game.summands().is_empty() => {
                let mut parts = game.summands().iter().zip(&position.parts);
                parts.all(|(part, at)| self.of(part).contains(part, at))
            }
            Some(_) => position.heaps.iter().enumerate().all(|(i, n)| most(i, n)),
            None => {
                let places = !game.order().has_places() || position.heaps.len() == self.width(game);
                places && self.heaps.contains(&filled) && position.heaps.iter().all(|n| most(0, n))
            }
        };
        let counted = self.counted(game);
        let counter = |name: &str| counted.iter().find(|(n, _)| *n == name).map(|(_, range)| range);
        let mut counters = position.counters.named().into_iter();
        heaps
            && counters.all(|(name, value)| match (value, counter(name)) {
                (Some(value), Some(range)) => {
                    u64::try_from(value).is_ok_and(|value| range.contains(&value))
                }
                _ => true,
            })
    }

    /// Shows each position of the box once, in a fixed order. The work is about that for the positions that are shown.
    #[doc(hidden)]
    pub fn each(&self, game: &Game, visit: Visit<'_>) -> Result<(), Stop> {
        self.check(game)?;
        if !self.len(game).is_zero() {
            let _ = self.walk(game, visit)?;
        }
        Ok(())
    }

    /// Shows each position of the box, until `visit` ends it.
    fn walk(&self, game: &Game, visit: Visit<'_>) -> Result<ControlFlow<()>, Stop> {
        let counted = self.counted(game);
        let mut values: Vec<u64> = counted.iter().map(|(_, range)| *range.start()).collect();
        loop {
            let counters = Counters::from_named(|name| {
                let i = counted.iter().position(|(n, _)| *n == name)?;
                Some(UBig::from(values[i]))
            });
            let shown = match game.summands().is_empty() {
                true => self.walk_heaps(game, &counters, visit)?,
                false => self.walk_parts(game, &counters, &mut Vec::new(), visit)?,
            };
            if shown.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            let Some(i) = (0..values.len()).rev().find(|&i| values[i] < *counted[i].1.end()) else {
                return Ok(ControlFlow::Continue(()));
            };
            values[i] += 1;
            for later in i + 1..values.len() {
                values[later] = *counted[later].1.start();
            }
        }
    }

    /// Shows the heaps, or coordinates, of the box with these counters.
    fn walk_heaps(
        &self,
        game: &Game,
        counters: &Counters,
        visit: Visit<'_>,
    ) -> Result<ControlFlow<()>, Stop> {
        let mut lists = Lists::of(self, game);
        let mut more = lists.first();
        while more {
            let numbers = lists.numbers.iter().map(|&n| UBig::from(n));
            // Tuples that do not satisfy the game's condition are no positions.
            if let Ok(position) = game.at_counters(numbers, counters.clone())
                && visit(position)?.is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
            more = lists.next();
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Shows the positions of a sum with these counters and these positions of its first games.
    fn walk_parts(
        &self,
        game: &Game,
        counters: &Counters,
        chosen: &mut Vec<Position>,
        visit: Visit<'_>,
    ) -> Result<ControlFlow<()>, Stop> {
        let Some(part) = game.summands().get(chosen.len()) else {
            let (counters, parts) = (counters.clone(), chosen.clone());
            return visit(Position { heaps: Vec::new(), counters, parts });
        };
        self.of(part).walk(part, &mut |position| {
            chosen.push(position);
            let shown = self.walk_parts(game, counters, chosen, visit);
            chosen.pop();
            shown
        })
    }
}

/// What is done with each position of a box; it can end the walk.
type Visit<'v> = &'v mut dyn FnMut(Position) -> Result<ControlFlow<()>, Stop>;

/// The lists of numbers of a box, the first number counting most.
struct Lists {
    order: Order,
    /// How many of them are not 0.
    filled: RangeInclusive<usize>,
    /// The greatest of each.
    most: Vec<u64>,
    numbers: Vec<u64>,
}

impl Lists {
    fn of(extent: &Extent, game: &Game) -> Lists {
        let width = extent.width(game);
        let filled = match game.coordinates() {
            Some(_) => 0..=width,
            None => extent.heaps.clone(),
        };
        let most = (0..width).map(|i| extent.most(game, i)).collect();
        Lists { order: game.order(), filled, most, numbers: vec![0; width] }
    }

    /// Whether there is a first list, which the numbers are then.
    fn first(&mut self) -> bool {
        let (least, width) = (*self.filled.start(), self.numbers.len());
        self.fill(0);
        least <= width && (least == 0 || self.most.iter().all(|&most| most > 0))
    }

    /// Whether there is another list, which the numbers are then.
    fn next(&mut self) -> bool {
        let mut filled = self.numbers.iter().filter(|&&n| n > 0).count();
        // Behind the heaps of a row there is one place for another.
        let end = match self.order {
            Order::Row => self.numbers.len().min(filled + 1),
            _ => self.numbers.len(),
        };
        for i in (0..end).rev() {
            let n = self.numbers[i];
            filled -= usize::from(n > 0);
            if n < self.most[i] && filled < *self.filled.end() {
                self.numbers[i] = n + 1;
                self.fill(i + 1);
                return true;
            }
        }
        false
    }

    /// The least numbers from a place on.
    fn fill(&mut self, from: usize) {
        let (before, rest) = self.numbers.split_at_mut(from);
        let filled = before.iter().filter(|&&n| n > 0).count();
        let missing = self.filled.start().saturating_sub(filled).min(rest.len());
        let (front, back) = match self.order {
            Order::Row => (missing, 0),
            _ => (0, missing),
        };
        // Those of a multiset never fall.
        let least = before.last().copied().filter(|_| self.order == Order::None).unwrap_or(0);
        let zeros = front..rest.len() - back;
        rest.fill(least.max(1));
        rest[zeros].fill(least);
    }
}

/// The words about the games of a sum; what is said of many games in turn is said once.
fn in_turn(each: &[String]) -> String {
    const MANY: usize = 4;
    let alike = each.chunk_by(|a, b| a == b).map(|alike| match alike.len() {
        MANY.. => format!("{} times {}", alike.len(), alike[0]),
        _ => alike.join(" | "),
    });
    alike.collect::<Vec<_>>().join(" | ")
}
