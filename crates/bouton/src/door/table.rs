//! Tables: described step by step, then computed.

use std::cell::RefCell;
use std::ops::{ControlFlow, RangeInclusive};

use super::{AsPosition, usual};
use crate::engine::{self, Engine, Explained, Extent, Outcome, Solved, Values};
use crate::error::Error;
use crate::game::{Game, Position};
use crate::job::{Budget, Ctx, Stop, Watch};
use crate::solve::{self, Summary};

/// A table that is asked for: which positions, within which limits. What is left out has a default: at most three
/// heaps of at most ten stones, a gibibyte of memory that all jobs without a budget share, and one thread.
///
/// ```
/// use bouton::{Budget, Game};
///
/// let game = Game::parse("wythoff")?;
/// let budget = Budget::new(8 << 20).on_threads(2);
/// let summary = game.table().max(20).budget(&budget).summary()?;
/// assert_eq!((summary.positions, summary.p), (231, 9));
/// # Ok::<(), bouton::Error>(())
/// ```
#[derive(Clone)]
pub struct Tabling<'a> {
    game: &'a Game,
    extent: Extent,
    values: Values,
    ctx: Ctx<'a>,
}

impl<'a> Tabling<'a> {
    pub(super) fn new(game: &'a Game) -> Tabling<'a> {
        let declared = game.heaps().and_then(|most| usize::try_from(most).ok());
        let width = game.coordinates().map_or(1, <[String]>::len);
        let heaps = 0..=if game.coordinates().is_some() { 0 } else { declared.unwrap_or(3) };
        let extent = Extent { heaps, most: vec![10; width], counters: Vec::new() };
        Tabling { game, extent, values: Values::default(), ctx: usual() }
    }

    /// Positions with at most this many heaps that are not empty.
    #[must_use]
    pub fn heaps(mut self, most: usize) -> Tabling<'a> {
        self.extent.heaps = 0..=most;
        self
    }

    /// Heaps or coordinates of at most this size.
    #[must_use]
    pub fn max(mut self, most: u64) -> Tabling<'a> {
        self.extent.most.fill(most);
        self
    }

    /// The values of a counter: `turn`, `last`, `pass` or `other`.
    #[must_use]
    pub fn range(mut self, counter: &str, values: RangeInclusive<u64>) -> Tabling<'a> {
        self.extent.counters.retain(|(name, _)| name != counter);
        self.extent.counters.push((counter.into(), values));
        self
    }

    /// Exactly the positions of a box.
    #[must_use]
    pub fn within(mut self, extent: Extent) -> Tabling<'a> {
        self.extent = extent;
        self
    }

    /// What is wanted of [`Tabling::each`] and [`Tabling::summary`] besides the outcomes.
    #[must_use]
    pub fn values(mut self, values: Values) -> Tabling<'a> {
        self.values = values;
        self
    }

    /// The memory and the threads that may be used.
    #[must_use]
    pub fn budget(mut self, budget: &'a Budget) -> Tabling<'a> {
        self.ctx.budget = budget;
        self
    }

    /// Who watches the job and may stop it.
    #[must_use]
    pub fn watch(mut self, watch: &'a dyn Watch) -> Tabling<'a> {
        self.ctx.watch = watch;
        self
    }

    /// Computes the outcomes.
    pub fn outcomes(mut self) -> Result<Table<'a>, Error> {
        self.values.grundy = false;
        self.compute()
    }

    /// Computes the Grundy numbers.
    pub fn grundy(mut self) -> Result<Table<'a>, Error> {
        self.values.grundy = true;
        self.compute()
    }

    fn compute(self) -> Result<Table<'a>, Error> {
        let Tabling { game, extent, values, ctx } = self;
        extent.check(game)?;
        values.check(game)?;
        let mut engine = Engine::new(game, values, ctx)?;
        engine.prepare(&extent)?;
        Ok(Table { game, extent, engine: RefCell::new(engine) })
    }

    /// Visits each position of the table, in the order of the table.
    pub fn each(
        &self,
        visit: &mut dyn FnMut(&Position, Solved) -> ControlFlow<()>,
    ) -> Result<Summary, Stop> {
        solve::table(self.game, &self.extent, self.values, self.ctx, visit)
    }

    /// Counts. Where possible, only the values that later positions need are kept.
    pub fn summary(&self) -> Result<Summary, Stop> {
        solve::summary(self.game, &self.extent, self.values, self.ctx)
    }

    /// How the table would be computed, and why; `keep` says whether all values are needed, or only how many there
    /// are of each.
    #[must_use]
    pub fn explain(&self, keep: bool) -> Explained {
        engine::explain(self.game, self.values, &self.extent, keep, self.ctx.budget.limit())
    }
}

/// The values of all positions of a box. A position outside of the box is computed when it is asked for.
pub struct Table<'a> {
    game: &'a Game,
    extent: Extent,
    engine: RefCell<Engine<'a>>,
}

impl Table<'_> {
    /// The box.
    #[must_use]
    pub fn extent(&self) -> &Extent {
        &self.extent
    }

    /// The name of the kernel that computed it, if one did.
    #[must_use]
    pub fn kernel(&self) -> Option<&'static str> {
        let engine = self.engine.borrow();
        engine.table_kernel().or(engine.method().kernel())
    }

    /// Who wins.
    pub fn outcome<P: AsPosition + ?Sized>(&self, position: &P) -> Result<Outcome, Error> {
        Ok(self.solved(position)?.outcome)
    }

    /// The Grundy number.
    pub fn grundy<P: AsPosition + ?Sized>(&self, position: &P) -> Result<u32, Error> {
        let none =
            || Stop::Unknown("the table has outcomes only; ask `grundy()` for numbers".into());
        Ok(self.solved(position)?.grundy.ok_or_else(none)?)
    }

    fn solved<P: AsPosition + ?Sized>(&self, position: &P) -> Result<Solved, Error> {
        let position = position.as_position(self.game)?;
        Ok(self.engine.borrow_mut().solve(&position)?)
    }

    /// Visits each position of the box.
    pub fn each(&self, mut visit: impl FnMut(&Position, Solved)) -> Result<(), Error> {
        self.extent.each(self.game, &mut |position| {
            visit(&position, self.engine.borrow_mut().solve(&position)?);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(())
    }
}
