//! Which engine computes a game: the fastest that is sound for it.

use std::fmt;

use dashu_int::UBig;

use super::asked::Asked;
use super::blocks::Whole;
use super::count::reachable;
use super::definition::Definition;
use super::extent::Extent;
use super::heaps::Heaps;
use super::limits::{TICK, about, refuse_many};
use super::plan::{largest, plan};
use super::space::Tier;
use super::table::Table;
use super::values::{Solved, Values};
use crate::game::{Game, Kinds, Position, Shape};
use crate::job::{Budget, Ctx, Stop, bytes};

/// Positions that are looked at one by one, and their bytes, before a whole box is computed.
const FEW: u32 = 4_000;
const FEW_BYTES: u64 = 512 << 10;

/// For so few there is no plan.
const FEWEST: u32 = 24;

/// A box that takes less time is computed at once.
const SHORT: f64 = 5e7;

/// A box that is guessed to take more than an hour is not computed for one position.
const LONG: f64 = 3.6e12;

/// What an engine computes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The definition, over whole positions. It is sound for every game.
    #[default]
    Definition,
    /// A table of all positions of a box, or of all below a position, by a kernel that fits the rules.
    Table,
    /// The Grundy numbers of single heaps, where heaps are independent.
    Heaps,
    /// The Grundy numbers of the games of a sum.
    Sum,
}

impl Method {
    /// The fastest that is sound for a game and tells these values.
    #[must_use]
    pub fn of(game: &Game, values: Values) -> Method {
        if values.length {
            Method::Definition
        } else if !game.summands().is_empty() && game.why_numbers_do_not_add().is_none() {
            Method::Sum
        } else if game.heaps_are_independent() {
            Method::Heaps
        } else {
            Method::Definition
        }
    }

    /// The name of the table in answers, for games whose heaps or parts are computed one at a time.
    #[must_use]
    pub fn kernel(self) -> Option<&'static str> {
        match self {
            Method::Heaps => Some("one heap at a time"),
            Method::Sum => Some("one game of the sum at a time"),
            Method::Definition | Method::Table => None,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Definition => "the definition",
            Method::Table => "a table",
            Method::Heaps => "the Grundy numbers of single heaps",
            Method::Sum => "the Grundy numbers of the games of the sum",
        })
    }
}

/// An engine: the values of all positions that were asked for, and of all below them.
pub struct Engine<'g> {
    game: &'g Game,
    want: Values,
    kind: Kind<'g>,
    ctx: Ctx<'g>,
    /// How many positions of a sum were asked for.
    asked: usize,
    /// Whether tables are computed where that can be done.
    fast: bool,
    /// Whether what no kernel computes is refused.
    only_tables: bool,
    /// A table that was.
    known: Option<Table<'g>>,
    /// The box that it is, if it was made for many positions.
    ready: Option<Extent>,
}

enum Kind<'g> {
    Definition(Definition<'g>),
    Heaps(Heaps<'g>),
    /// One for all games of a kind, and which of them each game has.
    Sum(Vec<Engine<'g>>, Vec<usize>),
}

impl<'g> Engine<'g> {
    /// The fastest engine that is sound for a game and tells these values.
    pub fn new(game: &'g Game, values: Values, ctx: Ctx<'g>) -> Result<Engine<'g>, Stop> {
        let engine = Engine::by(Method::of(game, values), game, values, ctx)?;
        let fast = matches!(engine.kind, Kind::Definition(_));
        Ok(Engine { fast, ..engine })
    }

    /// An engine that computes in one way, position by position; a game for which that is not sound is refused, with the reason.
    pub fn by(
        method: Method,
        game: &'g Game,
        values: Values,
        ctx: Ctx<'g>,
    ) -> Result<Engine<'g>, Stop> {
        let kind = match method {
            Method::Definition | Method::Table => {
                Kind::Definition(Definition::new(game, values, ctx)?)
            }
            Method::Heaps => Kind::Heaps(Heaps::new(game, values, ctx)?),
            Method::Sum => {
                if let Some(why) = game.why_numbers_do_not_add() {
                    return Err(Stop::Unknown(format!(
                        "the Grundy numbers of the games do not decide this sum: {why}"
                    )));
                }
                let values = Values { grundy: true, length: false };
                let engine = |game: &'g Game| Engine::new(game, values, ctx);
                let Kinds { games, of } = game.kinds();
                Kind::Sum(games.into_iter().map(engine).collect::<Result<_, _>>()?, of)
            }
        };
        Ok(Engine {
            game,
            want: values,
            kind,
            ctx,
            asked: 0,
            fast: method == Method::Table,
            only_tables: method == Method::Table,
            known: None,
            ready: None,
        })
    }

    /// The kernel of the table that holds a position, if there is one.
    #[must_use]
    pub fn kernel(&self, position: &Position) -> Option<&'static str> {
        self.known(position).and(self.table_kernel())
    }

    /// The kernel of the table that was computed, if one was.
    pub(crate) fn table_kernel(&self) -> Option<&'static str> {
        self.known.as_ref().map(Table::kernel)
    }

    /// What it computes from.
    #[must_use]
    pub fn method(&self) -> Method {
        match self.kind {
            _ if self.only_tables => Method::Table,
            Kind::Definition(_) => Method::Definition,
            Kind::Heaps(_) => Method::Heaps,
            Kind::Sum(..) => Method::Sum,
        }
    }

    /// The number of positions, or of sizes of heaps, whose values are known.
    #[must_use]
    pub fn positions(&self) -> usize {
        if let Some(known) = &self.known {
            return known.positions();
        }
        match &self.kind {
            Kind::Definition(definition) => definition.positions(),
            Kind::Heaps(heaps) => heaps.sizes(),
            Kind::Sum(engines, _) => engines.iter().map(Engine::positions).sum(),
        }
    }

    /// Computes a position and all that it needs for that.
    pub fn solve(&mut self, position: &Position) -> Result<Solved, Stop> {
        if let Some(solved) = self.known(position) {
            return Ok(solved);
        }
        if self.fast
            && self.below(position)?
            && let Some(solved) = self.known(position)
        {
            return Ok(solved);
        }
        if self.only_tables {
            return Err(self.no_table(position));
        }
        match &mut self.kind {
            Kind::Definition(definition) => definition.solve(position),
            Kind::Heaps(heaps) => heaps.solve(position),
            Kind::Sum(engines, of) => {
                self.asked += 1;
                let done = self.asked as u64;
                if self.asked.is_multiple_of(TICK) && self.ctx.watch.tick(done, None).is_break() {
                    return Err(Stop::Cancelled);
                }
                let mut number = 0;
                for (&kind, part) in of.iter().zip(&position.parts) {
                    number ^= engines[kind].solve(part)?.grundy.unwrap_or(0);
                }
                Ok(Solved::of_number(number, self.want))
            }
        }
    }

    /// The values of a position of the box that was computed at once.
    fn known(&self, position: &Position) -> Option<Solved> {
        self.known.as_ref().and_then(|known| known.get(position, self.want))
    }

    /// The number of heaps or coordinates as they are typed, if a table that was computed holds it: the Grundy number, or
    /// 0 for P and 1 for N.
    pub(crate) fn number(&self, typed: &[usize], tier: Tier) -> Option<u32> {
        let all = !matches!(self.game.shape, Shape::Tuple(_, Some(_)));
        let number = self.known.as_ref().filter(|_| all)?.number(typed, tier)?;
        Some(if self.want.grundy { number } else { number.min(1) })
    }

    /// Whether the positions below one were computed at once: not if they are few, or only few can be reached.
    fn below(&mut self, position: &Position) -> Result<bool, Stop> {
        let Kind::Definition(definition) = &mut self.kind else { return Ok(false) };
        if self.only_tables {
            self.make_ready_below(position)?;
            return Ok(true);
        }
        let few = reachable(self.game, position).is_some_and(|bound| bound <= UBig::from(FEW));
        if few || definition.get(position).is_some() {
            return Ok(false);
        }
        let Some(plan) = plan(self.game, self.want, &Asked::Below(position)) else {
            // Most likely it is not for this game: it is not tried again.
            self.fast = false;
            return Ok(false);
        };
        if plan.nanoseconds() > LONG {
            return Ok(false);
        }
        // Of a large box only few positions may be reached.
        if plan.nanoseconds() > SHORT {
            let few = Budget::new(FEW_BYTES);
            let ctx = Ctx { budget: &few, watch: self.ctx.watch };
            match Definition::new(self.game, self.want, ctx)?.solve(position) {
                Err(Stop::OverBudget { .. }) => {}
                // Whatever came out comes out again.
                _ => return Ok(false),
            }
        }
        (self.known, self.ready) = (None, None);
        self.known = plan.compute(self.ctx)?;
        Ok(self.known.is_some())
    }

    /// Why no table holds a position.
    fn no_table(&self, position: &Position) -> Stop {
        let why = match plan(self.game, self.want, &Asked::Below(position)) {
            Some(plan) => format!("`{}` could not compute all positions below it", plan.name()),
            None => "`--explain-plan` says why each of them does not fit".to_string(),
        };
        Stop::Unknown(format!("no kernel computes a table for {}: {why}", position.brief()))
    }

    /// Why no table holds a box.
    fn no_box(&self, extent: &Extent) -> Stop {
        let why = match plan(self.game, self.want, &Asked::Box(extent)) {
            Some(plan) => format!("`{}` could not compute it", plan.name()),
            None => "`bouton table --explain-plan` says why each of them does not fit".to_string(),
        };
        let words = extent.words(self.game);
        Stop::Unknown(format!("no kernel computes a table for {words}: {why}"))
    }

    /// Makes ready for a box: computes it at once where that can be done, and refuses one that does not fit.
    pub fn prepare(&mut self, extent: &Extent) -> Result<(), Stop> {
        if self.fast
            && (self.only_tables || extent.len(self.game) > UBig::from(FEWEST))
            && let Some(plan) = plan(self.game, self.want, &Asked::Box(extent))
        {
            let needed = plan.bytes(true);
            if needed > self.ctx.budget.limit() {
                return Err(self.too_large(extent, needed));
            }
            self.known = None;
            self.known = plan.compute(self.ctx)?;
        }
        if self.only_tables {
            let there = self.known.is_some();
            return if there { Ok(()) } else { Err(self.no_box(extent)) };
        }
        // What was not computed at once is looked at position by position, all into one store.
        self.fast = self.known.is_some();
        if self.fast { Ok(()) } else { self.refuse_table(extent) }
    }

    /// A box that takes too many bytes, and which one would not.
    fn too_large(&self, extent: &Extent, needed: u64) -> Stop {
        let limit = self.ctx.budget.limit();
        let positions = about(&extent.len(self.game));
        let positions = format!("the table has {positions} positions and takes {}", bytes(needed));
        let fits = match largest(self.game, self.want, extent, true, limit) {
            Some(largest) => format!("{} would fit", largest.words(self.game)),
            None => "no smaller one would fit".to_string(),
        };
        Stop::OverBudget { positions, limit, fits }
    }

    /// All values of a box that was made ready, if they can be had at once. Heaps that have places must be as many as
    /// the game has.
    pub(crate) fn whole(&mut self, extent: &Extent) -> Result<Option<Whole<'_>>, Stop> {
        if extent.len(self.game) <= UBig::from(FEWEST) {
            return Ok(None);
        }
        match &mut self.kind {
            Kind::Definition(_) => {
                let known = self.known.as_ref();
                Ok(known.and_then(|known| Whole::of_table(self.game, extent, known)))
            }
            Kind::Heaps(engine) => {
                let (heaps, most) = (extent.width(self.game), extent.most.first().copied());
                let most = most.and_then(|most| usize::try_from(most).ok()).filter(|_| heaps > 0);
                let (order, heaps) = (self.game.order(), heaps.max(1));
                let numbers = engine.up_to(most.unwrap_or(0))?;
                Ok(numbers.and_then(|numbers| Whole::of_heaps(order, heaps, numbers)))
            }
            Kind::Sum(..) => Ok(None),
        }
    }

    /// Computes a box at once, unless it is there already, where that can be done and it fits.
    pub(crate) fn make_ready(&mut self, extent: &Extent) -> Result<(), Stop> {
        let there = || self.ready.as_ref().is_some_and(|ready| ready.holds(extent));
        if self.fast
            && !there()
            && let Some(plan) = plan(self.game, self.want, &Asked::Box(extent))
        {
            self.known = None;
            self.known = plan.compute(self.ctx)?;
            self.ready = self.known.is_some().then(|| extent.clone());
        }
        Ok(())
    }

    /// Computes all positions below one at once, unless they are there already, where that can be done and they fit.
    pub(crate) fn make_ready_below(&mut self, position: &Position) -> Result<(), Stop> {
        if self.fast
            && self.known(position).is_none()
            && let Some(plan) = plan(self.game, self.want, &Asked::Below(position))
        {
            (self.known, self.ready) = (None, None);
            self.known = plan.compute(self.ctx)?;
        }
        Ok(())
    }

    /// Refuses at once a box that does not fit.
    pub fn refuse_table(&self, extent: &Extent) -> Result<(), Stop> {
        let (positions, corner) = (extent.len(self.game), extent.corner(self.game));
        match &self.kind {
            Kind::Definition(definition) => definition.refuse_table(&positions, &corner),
            Kind::Heaps(heaps) => heaps.refuse_table(&positions, &corner),
            Kind::Sum(..) if positions.is_zero() => Ok(()),
            // Each game is computed for itself, and refuses for itself.
            Kind::Sum(engines, of) => refuse_many(&positions).and_then(|()| {
                of.iter().enumerate().try_for_each(|(i, &kind)| {
                    let engine = &engines[kind];
                    engine.refuse_table(&extent.of(engine.game)).map_err(|stop| match stop {
                        Stop::OverBudget { positions, limit, fits } => {
                            let positions = format!("in game {} of the sum {positions}", i + 1);
                            Stop::OverBudget { positions, limit, fits }
                        }
                        stop => stop,
                    })
                })
            }),
        }
    }
}
