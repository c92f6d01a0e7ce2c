//! Games in which moves reach all that is lower, by a weight of at most some bound: whole regions of positions.

mod heaviest;
mod numbers;
mod outcomes;

pub(in crate::engine) use self::heaviest::Heaviest;
pub(in crate::engine) use self::numbers::Numbers;
pub(in crate::engine) use self::outcomes::Plan as Regions;
use crate::engine::asked::Asked;
use crate::engine::lower::{Family, Region, families};
use crate::engine::space::Space;
use crate::engine::values::Values;
use crate::game::{Game, Shape};
use crate::lang::syntax::{Ending, Order};
use crate::rows::{Program, Reg};

/// The moves of a game on a box in which heaps stand in all orders.
struct Moves {
    space: Space,
    families: Vec<Family>,
    /// The greatest size of each heap.
    most: Vec<usize>,
}

impl Moves {
    /// The moves, for a kernel that tells Grundy numbers or outcomes; why not, if others are asked for, the game has
    /// counters or its positions are not all lists of numbers.
    fn of(game: &Game, values: Values, grundy: bool, asked: &Asked<'_>) -> Result<Moves, String> {
        if values.grundy != grundy || game.ending() == Ending::Misere {
            let tells = if grundy { "Grundy numbers" } else { "outcomes of normal play" };
            return Err(format!("it tells {tells}"));
        }
        match &game.shape {
            Shape::Heaps { order: Order::Row, .. } => {
                return Err("heaps that are empty vanish from the row".into());
            }
            Shape::Heaps { .. } | Shape::Tuple(_, None) => {}
            Shape::Tuple(..) => return Err("not all tuples are positions".into()),
            Shape::Sum(_) => return Err("it is a sum of games".into()),
        }
        if game.turn || game.last || game.pass.is_some() || game.declares_rank() {
            return Err("its positions have counters, or a rank of their own".into());
        }
        let space = Space::of(game, asked, false)?;
        let families = families(game, &space)?;
        let most = (0..space.layout.heaps()).map(|heap| space.layout.most(heap)).collect();
        Ok(Moves { space, families, most })
    }

    /// What positions weigh, in a program that has their coordinates; why not, if that cannot be computed.
    fn weights(
        &self,
        regions: &[Region],
        mut program: Program,
        coordinates: Option<Vec<Reg>>,
    ) -> Result<Weights, String> {
        let outputs = coordinates.and_then(|coordinates| {
            let compile = |region: &Region| {
                let (own, least) = region.compile(&self.families, &coordinates, &mut program)?;
                Some([own, least])
            };
            regions.iter().map(compile).collect::<Option<Vec<_>>>()
        });
        let outputs = outputs.map(|outputs| outputs.concat());
        let outputs = outputs.filter(|outputs| program.bits(outputs) <= 32);
        let outputs = outputs.ok_or("its weights cannot be computed on small integers")?;
        Ok(Weights { program, outputs })
    }
}

/// One more than what a position weighs, and than the least that it reaches, for each region.
struct Weights {
    program: Program,
    outputs: Vec<Reg>,
}

impl Weights {
    fn bits(&self) -> u32 {
        self.program.bits(&self.outputs)
    }
}
