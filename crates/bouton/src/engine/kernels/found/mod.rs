//! All positions that can be reached, found first and then valued from the lowest rank upwards: for games whose moves
//! raise coordinates, lower what they say themselves, or split heaps. Positions are words of memory.

mod columns;
mod graph;
mod reached;
mod splits;
mod steps;

use self::graph::{Graph, Key, Keys};
use self::reached::{Found, Ids, bytes_each};
use self::splits::Splits;
use self::steps::Steps;
use crate::engine::asked::Asked;
use crate::engine::kernel::{Counted, Failed, Kernel, Planned};
use crate::engine::space::Numbering;
use crate::engine::table::{Cells, Table};
use crate::engine::values::Values;
use crate::game::{Game, Position};
use crate::job::{Ctx, Stop};
use crate::lang::syntax::Ending;

/// How to compute what is asked for.
struct Plan<G> {
    graph: G,
    grundy: bool,
    misere: bool,
}

/// Moves of tuples.
pub(in crate::engine) fn steps<'g>(
    game: &'g Game,
    values: Values,
    asked: &Asked<'_>,
) -> Result<Planned<'g>, String> {
    plan(Steps::of(game, asked)?, game, values)
}

/// Heaps that are split.
pub(in crate::engine) fn splits<'g>(
    game: &'g Game,
    values: Values,
    asked: &Asked<'_>,
) -> Result<Planned<'g>, String> {
    plan(Splits::of(game, asked)?, game, values)
}

fn plan<'g, G: Graph + 'g>(graph: G, game: &Game, values: Values) -> Result<Planned<'g>, String> {
    if graph.count() > u64::from(u32::MAX) {
        return Err("there are too many positions".into());
    }
    let misere = game.ending() == Ending::Misere;
    Ok(Box::new(Plan { graph, grundy: values.grundy, misere }))
}

impl<G: Graph> Plan<G> {
    fn found<'b>(&mut self, ctx: Ctx<'b>) -> Result<Option<Found<'b, G::Key>>, Stop> {
        loop {
            let own = self.graph.bytes();
            if !ctx.budget.take(own) {
                return Ok(None);
            }
            let found = Found::of(&mut self.graph, self.grundy, self.misere, ctx);
            ctx.budget.give(own);
            match found {
                Ok(found) => return Ok(Some(found)),
                Err(Failed::Stopped) => return Err(Stop::Cancelled),
                Err(Failed::Full | Failed::TooLarge) => return Ok(None),
                Err(Failed::Strays) => match self.graph.wider() {
                    Some(graph) => self.graph = graph,
                    None => return Ok(None),
                },
            }
        }
    }
}

impl<G: Graph> Kernel for Plan<G> {
    fn words(&self) -> String {
        G::WORDS.into()
    }

    fn bytes(&self, _: bool) -> u64 {
        // What is found beside the positions that are asked for is counted when it is found.
        let dense = self.graph.dense().map_or(0, |keys| keys as u64 * 4);
        let each = self.graph.count().saturating_mul(bytes_each::<G::Key>());
        each.saturating_add(dense).saturating_add(self.graph.bytes())
    }

    fn nanoseconds(&self) -> f64 {
        // Each is looked at twice.
        self.graph.count() as f64 * (100.0 + 40.0 * self.graph.moves())
    }

    fn compute<'b>(
        mut self: Box<Self>,
        name: &'static str,
        ctx: Ctx<'b>,
    ) -> Result<Option<Table<'b>>, Stop> {
        let Some(found) = self.found(ctx)? else { return Ok(None) };
        let (ids, values, lease) = found.into_parts();
        let (numbering, positions) = (Known { keys: self.graph.keys(), ids }, values.len());
        let layers = vec![Cells::Words(values)];
        Ok(Some(Table::new(Box::new(numbering), layers, positions, name, lease)))
    }

    fn count(mut self: Box<Self>, ctx: Ctx<'_>) -> Result<Option<Counted>, Stop> {
        let grundy = self.grundy;
        let Some(found) = self.found(ctx)? else { return Ok(None) };
        let values = found.asked();
        Ok(Some(Counted {
            positions: values.len() as u64,
            p: values.iter().filter(|&&value| value == 0).count() as u64,
            max_grundy: grundy.then(|| values.iter().copied().max().unwrap_or(0)),
        }))
    }
}

/// Positions in the order in which they were found.
struct Known<'b, K, F> {
    keys: F,
    ids: Ids<'b, K>,
}

impl<K: Key, F: Keys<K>> Numbering for Known<'_, K, F> {
    fn find(&self, position: &Position) -> Option<(usize, usize)> {
        let id = self.ids.find(self.keys.key(position)?)?;
        Some((0, id as usize))
    }
}
