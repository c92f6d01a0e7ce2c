//! Tables: the values of all positions of a box.

use std::cell::Cell;
use std::ops::ControlFlow;

use crate::engine::{Asked, Engine, Extent, Method, Outcome, Solved, Values, plan};
use crate::game::{Game, Position};
use crate::job::{Ctx, Stop, Watch};
use crate::lang::syntax::Order;

/// What a table amounts to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The number of positions.
    pub positions: u64,
    /// How many of them are P.
    pub p: u64,
    /// The greatest Grundy number, if they were wanted.
    pub max_grundy: Option<u32>,
    /// What it was computed from.
    pub method: Method,
    /// The kernel that computed the table, where one did.
    pub kernel: Option<&'static str>,
}

/// Called with each position of a table; it can end the walk.
pub type Visit<'v> = &'v mut dyn FnMut(&Position, Solved) -> ControlFlow<()>;

/// Reports the progress of the whole table, whatever the engine reports for a part of it.
struct Whole<'a> {
    watch: &'a dyn Watch,
    done: Cell<u64>,
    of: Option<u64>,
}

impl Watch for Whole<'_> {
    fn tick(&self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        self.watch.tick(self.done.get(), self.of)
    }
}

/// Computes a table and calls `visit` with each position of the box.
pub fn table(
    game: &Game,
    extent: &Extent,
    values: Values,
    ctx: Ctx<'_>,
    visit: Visit<'_>,
) -> Result<Summary, Stop> {
    extent.check(game)?;
    values.check(game)?;
    let len = extent.len(game);
    let whole = Whole { watch: ctx.watch, done: Cell::new(0), of: u64::try_from(&len).ok() };
    let mut engine = Engine::new(game, values, Ctx { budget: ctx.budget, watch: &whole })?;
    engine.prepare(extent)?;
    let max_grundy = values.grundy.then_some(0);
    let kernel = engine.table_kernel();
    let method = if kernel.is_some() { Method::Table } else { engine.method() };
    let kernel = kernel.or(method.kernel());
    let mut summary = Summary { max_grundy, method, kernel, ..Summary::default() };
    extent.each(game, &mut |position| {
        let solved = engine.solve(&position)?;
        summary.positions += 1;
        summary.p += u64::from(solved.outcome == Outcome::P);
        summary.max_grundy = summary.max_grundy.max(solved.grundy);
        whole.done.set(summary.positions);
        Ok(visit(&position, solved))
    })?;
    Ok(summary)
}

/// The counts of a table. Where possible, only the values that later positions need are kept.
pub fn summary(
    game: &Game,
    extent: &Extent,
    values: Values,
    ctx: Ctx<'_>,
) -> Result<Summary, Stop> {
    extent.check(game)?;
    values.check(game)?;
    // Kernels count all positions of a box, however many of its places are filled.
    let heaps = game.coordinates().is_some() || extent.width(game) <= *extent.heaps.end();
    let whole = *extent.heaps.start() == 0 && (heaps || game.order() == Order::None);
    if whole
        && Method::of(game, values) == Method::Definition
        && let Some(plan) = plan(game, values, &Asked::Box(extent))
        && let Some((counted, kernel)) = plan.count(ctx)?
    {
        let max_grundy = counted.max_grundy.filter(|_| values.grundy);
        let (positions, p) = (counted.positions, counted.p);
        let (method, kernel) = (Method::Table, Some(kernel));
        return Ok(Summary { positions, p, max_grundy, method, kernel });
    }
    table(game, extent, values, ctx, &mut |_, _| ControlFlow::Continue(()))
}
