//! How the positions that are asked for are numbered: by layers of an outermost counter, then by heaps or coordinates, then by
//! the other counters.

mod layout;
mod levels;
mod skew;

use std::ops::{Range, RangeInclusive};

use dashu_int::UBig;

pub(crate) use self::layout::{Layout, Row};
pub(super) use self::levels::Level;
pub(super) use self::skew::Skew;
use super::asked::Asked;
use crate::game::{Counters, Game, Position, Shape};
use crate::lang::core::Word;
use crate::lang::syntax::Order;
use crate::rows::{Heaps, List, Program, Reg};

/// The positions of a table: where each stands, and the rows in which they are computed. There is one layer, unless
/// the numbering is a space.
pub(crate) trait Numbering: Send + Sync {
    /// The layer of a position and its place in the layer; `None` if it is not in the table.
    fn find(&self, position: &Position) -> Option<(usize, usize)>;

    /// The same for heaps or coordinates as they are typed, with their counters.
    fn find_small(&self, _: &[usize], _: Tier) -> Option<(usize, usize)> {
        None
    }

    /// The space that is numbered, unless positions were found one by one.
    fn space(&self) -> Option<&Space> {
        None
    }

    /// The cells of a layer.
    fn cells(&self) -> usize;

    /// The bytes of what is kept to find places.
    fn bytes(&self) -> u64;

    /// The first row.
    fn first(&self) -> Row;

    /// The next row, if there is one.
    fn next(&self, row: &mut Row) -> bool;

    /// The positions of a row that are counted.
    fn counted(&self, row: &Row) -> Range<usize>;
}

/// All positions of a box with their counters.
#[derive(Clone)]
pub(crate) struct Space {
    pub(super) layout: Layout,
    /// How heaps lie; coordinates are fixed.
    pub(super) order: Order,
    /// The greatest number of stones.
    pub(super) stones: usize,
    /// The counter whose values are layers.
    pub(super) outer: Outer,
    /// The greatest values of the counters that are innermost, where the game has them.
    pub(super) last: Option<usize>,
    pub(super) passes: Option<usize>,
    pub(super) other: Option<usize>,
    /// The values of them that are asked for.
    asked: [RangeInclusive<usize>; 3],
    /// Whether moves may raise coordinates.
    pub(super) free: bool,
    /// Whether programs compute many positions at once.
    pub(super) columns: bool,
    /// Whether the largest heap stands first.
    falling: bool,
    /// Whether a row is all positions with the same largest heap, or a whole plane.
    slabs: bool,
    /// Which numbers are a position; all of them if nothing is said.
    pub(super) is: Option<(Program, Reg)>,
}

/// The counter whose values are layers of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outer {
    /// There is one layer.
    Nothing,
    /// The passes that are left, from none to this many. A layer looks at itself and at the one before.
    Passes(usize),
    /// The turns that are asked for. A layer looks at that of the next turn alone, so the last one comes first.
    Turns(RangeInclusive<usize>),
}

/// A layer, as it is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layer {
    pub(super) turn: usize,
    /// How many turns after the last one that is asked for; then as many stones or passes have gone.
    pub(super) late: usize,
}

/// The counters of positions that are looked at together, where the game has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tier {
    pub(crate) turn: Option<usize>,
    pub(crate) last: Option<usize>,
    pub(crate) passes: Option<usize>,
    pub(crate) other: Option<usize>,
}

impl Tier {
    /// The tier of a position; `None` if a counter is too large.
    pub(crate) fn of(counters: &Counters) -> Option<Tier> {
        let small = |counter: &Option<UBig>| counter.as_ref().map(usize::try_from).transpose().ok();
        let Counters { turn, last, passes, other } = counters;
        Some(Tier {
            turn: small(turn)?,
            last: small(last)?,
            passes: small(passes)?,
            other: small(other)?,
        })
    }

    /// The counters of its positions.
    pub(crate) fn counters(&self) -> Counters {
        let large = |counter: Option<usize>| counter.map(UBig::from);
        Counters {
            turn: large(self.turn),
            last: large(self.last),
            passes: large(self.passes),
            other: large(self.other),
        }
    }

    /// A counter by the name that is typed for it.
    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut usize> {
        match name {
            "turn" => self.turn.as_mut(),
            "last" => self.last.as_mut(),
            "pass" => self.passes.as_mut(),
            "other" => self.other.as_mut(),
            _ => None,
        }
    }
}

/// The counters of a position but the turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) last: usize,
    pub(super) passes: usize,
    pub(super) other: usize,
}

/// Tables of more positions are not tried.
const MOST: usize = usize::MAX >> (usize::BITS / 4);

impl Space {
    /// Where heaps have no order each multiset stands once, if `sorted`; otherwise in all orders.
    pub(super) fn of(game: &Game, asked: &Asked<'_>, sorted: bool) -> Result<Space, String> {
        let order = match &game.shape {
            Shape::Heaps { order, .. } => *order,
            Shape::Tuple(..) => Order::Fixed,
            Shape::Sum(_) => return Err("it is a sum of games".into()),
        };
        let too_large = || "its positions are too many or too large".to_string();
        let most = asked.most(game).ok_or_else(too_large)?;
        let stones = most.iter().try_fold(0usize, |sum, &most| sum.checked_add(most));
        let stones = stones.filter(|&stones| stones < MOST_STONES).ok_or_else(too_large)?;
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
        let space = Space {
            layout,
            order,
            stones,
            outer: turns.map_or(Outer::Nothing, Outer::Turns),
            last: end(last).map(|last| last.max(stones)),
            passes: most_passes,
            other: other.and(most_passes),
            asked: wanted,
            free: false,
            columns: false,
            falling: false,
            slabs: false,
            is: None,
        };
        let counts = [space.last, space.passes, space.other];
        let each = counts.iter().try_fold(1usize, |n, most| n.checked_mul(most.unwrap_or(0) + 1));
        let all = each.and_then(|each| each.checked_mul(space.layout.positions()));
        if all.is_none_or(|all| all > MOST) {
            return Err(too_large());
        }
        Ok(space)
    }

    /// Each multiset once, or all orders of heaps below a few that differ much, whichever is less.
    pub(super) fn fewest(game: &Game, asked: &Asked<'_>) -> Result<Space, String> {
        let (sorted, all) = (Space::of(game, asked, true), Space::of(game, asked, false));
        match (sorted, all) {
            (Ok(a), Ok(b)) => Ok(if b.layout.positions() < a.layout.positions() { b } else { a }),
            (Ok(space), Err(_)) | (Err(_), Ok(space)) => Ok(space),
            (Err(why), Err(_)) => Err(why),
        }
    }

    /// Heaps without order and without counters; with passes, these are layers.
    pub(super) fn of_heaps(layout: Layout, passes: Option<usize>) -> Space {
        Space {
            falling: !layout.is_sorted(),
            layout,
            order: Order::None,
            stones: 0,
            outer: passes.map_or(Outer::Nothing, Outer::Passes),
            last: None,
            passes: None,
            other: None,
            asked: [0..=0, 0..=0, 0..=0],
            free: false,
            columns: false,
            slabs: false,
            is: None,
        }
    }

    /// The same positions in larger rows: those with the same largest heap, or whole planes.
    pub(super) fn in_slabs(self) -> Space {
        Space { slabs: true, ..self }
    }

    /// The same positions in another layout.
    pub(super) fn laid_out(self, layout: Layout) -> Space {
        Space { layout, ..self }
    }

    /// A layer by its place in the order in which they are computed. Those that are late are only needed on the way.
    pub(super) fn layer(&self, i: usize) -> Layer {
        let Outer::Turns(turns) = &self.outer else { return Layer::default() };
        // On the last turn that can be reached nothing is left.
        let late = self.stones + self.most_passes();
        Layer { turn: turns.end() + late - i, late: late.saturating_sub(i) }
    }

    /// How many layers a table has.
    pub(super) fn kept_layers(&self) -> usize {
        match &self.outer {
            Outer::Nothing => 1,
            Outer::Passes(most) => most + 1,
            Outer::Turns(turns) => turns.end() - turns.start() + 1,
        }
    }

    /// How many layers are computed.
    pub(super) fn all_layers(&self) -> usize {
        match &self.outer {
            Outer::Turns(_) => self.kept_layers() + self.stones + self.most_passes(),
            _ => self.kept_layers(),
        }
    }

    /// The cells of a layer.
    pub(super) fn cells(&self) -> usize {
        self.layout.positions() * self.counts()
    }

    /// The passes of both players together.
    pub(super) fn most_passes(&self) -> usize {
        self.passes.unwrap_or(0) + self.other.unwrap_or(0)
    }

    /// The same with room for coordinates up to `most`, which moves may raise; `None` if there would be too many.
    pub(super) fn free(&self, most: usize) -> Option<Space> {
        let layout = Layout::placed(vec![most; self.layout.heaps()])?;
        layout.positions_up_to(MOST / self.counts())?;
        Some(Space { layout, free: true, columns: true, ..self.clone() })
    }

    /// How many values the counters of one position have together.
    pub(super) fn counts(&self) -> usize {
        [self.last, self.passes, self.other].iter().map(|most| most.unwrap_or(0) + 1).product()
    }

    /// Counters by their number: those with more passes stand behind those with fewer.
    pub(super) fn count(&self, number: usize) -> Counts {
        let (lasts, others) = (self.last.unwrap_or(0) + 1, self.other.unwrap_or(0) + 1);
        let passes = number / lasts;
        Counts { last: number % lasts, passes: passes / others, other: passes % others }
    }

    fn number(&self, counts: Counts) -> usize {
        let (lasts, others) = (self.last.unwrap_or(0) + 1, self.other.unwrap_or(0) + 1);
        (counts.passes * others + counts.other) * lasts + counts.last
    }

    /// Whether counters are asked for.
    pub(super) fn is_asked(&self, counts: Counts) -> bool {
        let [last, passes, other] = &self.asked;
        last.contains(&counts.last)
            && passes.contains(&counts.passes)
            && other.contains(&counts.other)
    }

    /// The place after a pass of a position.
    pub(super) fn passed(&self, place: usize, counts: Counts) -> usize {
        let (passes, other) = match self.other {
            Some(_) => (counts.other, counts.passes - 1),
            None => (counts.passes - 1, 0),
        };
        place * self.counts() + self.number(Counts { last: counts.last, passes, other })
    }

    /// The layer of a tier, and its number in a cell's place; `None` if it is not in the table.
    pub(super) fn find_tier(&self, tier: Tier) -> Option<(usize, usize)> {
        let passes = tier.passes.unwrap_or(0);
        let (layer, passes) = match &self.outer {
            Outer::Nothing => (0, passes),
            Outer::Passes(most) if passes <= *most => (passes, 0),
            Outer::Passes(_) => return None,
            Outer::Turns(turns) => {
                let turn = tier.turn?;
                (turns.contains(&turn).then(|| turn - turns.start())?, passes)
            }
        };
        let (last, other) = (tier.last.unwrap_or(0), tier.other.unwrap_or(0));
        let fits = |n: usize, most: Option<usize>| n <= most.unwrap_or(0);
        let fit = fits(last, self.last) && fits(passes, self.passes) && fits(other, self.other);
        fit.then(|| (layer, self.number(Counts { last, passes, other })))
    }

    /// The place of heaps that stand in rising order where they have none, or of coordinates; `None` if they are not in
    /// the table. The heaps may come out in another order.
    pub(super) fn place_of(&self, heaps: &mut [usize]) -> Option<usize> {
        if self.falling {
            heaps.reverse();
        }
        if heaps.iter().enumerate().any(|(i, &heap)| heap > self.layout.most(i)) {
            return None;
        }
        // There may be more places than positions that are asked for. Those with more stones have no values where turns count
        // on, or where more may be taken at once than `last` has room for.
        let counts_stones = matches!(self.outer, Outer::Turns(_)) || self.last.is_some();
        if counts_stones && heaps.iter().sum::<usize>() > self.stones {
            return None;
        }
        Some(self.layout.place(heaps))
    }

    /// How the heaps of positions are listed.
    pub(super) fn list(&self) -> List {
        match self.order {
            Order::None if self.layout.is_sorted() => List::Rising,
            Order::None => List::Mixed,
            Order::Row => List::Row,
            Order::Fixed | Order::Circle => List::Places,
        }
    }

    /// The inputs of a program: the heaps and the counters, and the passes of the other player.
    pub(super) fn words(&self, program: &mut Program) -> (Heaps, Option<Reg>) {
        let heaps: Vec<Reg> = (0..self.layout.heaps())
            .map(|heap| program.input((0, self.layout.most(heap) as i64), self.columns))
            .collect();
        let turns = match &self.outer {
            Outer::Turns(turns) => Some(turns.end() + self.stones + self.most_passes()),
            _ => None,
        };
        let mut counter = |most: Option<usize>, least: i64| {
            let reg = program.input((least, (most.unwrap_or(0) as i64).max(least)), self.columns);
            most.map(|_| reg)
        };
        let (turn, last) = (counter(turns, 1), counter(self.last, 0));
        let (passes, other) = (counter(self.passes, 0), counter(self.other, 0));
        let mut words = Heaps::new(heaps, self.list(), program);
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

impl Numbering for Space {
    fn find(&self, position: &Position) -> Option<(usize, usize)> {
        let heaps = position.heaps.iter().map(|heap| usize::try_from(heap).ok());
        self.find_small(&heaps.collect::<Option<Vec<usize>>>()?, Tier::of(&position.counters)?)
    }

    fn find_small(&self, typed: &[usize], tier: Tier) -> Option<(usize, usize)> {
        let (layer, number) = self.find_tier(tier)?;
        let mut heaps = vec![0usize; self.layout.heaps()];
        let filled = || typed.iter().copied().filter(|&heap| heap > 0);
        match self.order {
            // Heaps without order rise, the empty ones first.
            Order::None => {
                let first = heaps.len().checked_sub(filled().count())?;
                heaps[first..].iter_mut().zip(filled()).for_each(|(to, heap)| *to = heap);
                heaps.sort_unstable();
            }
            // Those of a row stand from the first place on.
            Order::Row => {
                heaps.len().checked_sub(filled().count())?;
                heaps.iter_mut().zip(filled()).for_each(|(to, heap)| *to = heap);
            }
            Order::Fixed | Order::Circle if heaps.len() != typed.len() => return None,
            Order::Fixed | Order::Circle => heaps.copy_from_slice(typed),
        }
        Some((layer, self.place_of(&mut heaps)? * self.counts() + number))
    }

    fn space(&self) -> Option<&Space> {
        Some(self)
    }

    fn cells(&self) -> usize {
        self.cells()
    }

    fn bytes(&self) -> u64 {
        self.layout.bytes() as u64
    }

    fn first(&self) -> Row {
        if self.slabs { self.layout.first_slab() } else { self.layout.first() }
    }

    fn next(&self, row: &mut Row) -> bool {
        if self.slabs { self.layout.next_slab(row) } else { self.layout.next(row) }
    }

    fn counted(&self, row: &Row) -> Range<usize> {
        // Where multisets stand in all their orders each counts once.
        let symmetric = self.order == Order::None && !self.layout.is_sorted();
        if symmetric { self.layout.rising(row) } else { 0..row.len }
    }
}

/// Boxes of more stones are not tried.
const MOST_STONES: usize = 1 << 28;

/// Boxes of more heaps are not tried.
pub(super) const MOST_HEAPS: usize = 12;
