//! Games in which moves reach all that is lower, by a weight of at most some bound: whole regions of positions.

mod heaviest;
mod numbers;
mod outcomes;

pub(in crate::engine) use self::heaviest::Heaviest;
pub(in crate::engine) use self::numbers::Numbers;
pub(in crate::engine) use self::outcomes::Plan as Regions;
use crate::engine::asked::Asked;
use crate::engine::lower::{Family, families};
use crate::engine::space::Space;
use crate::game::{Game, Shape};
use crate::lang::syntax::Order;

/// The moves of a game on a box in which heaps stand in all orders; why not, if it has counters or its positions are not
/// all lists of numbers.
fn families_of(game: &Game, asked: &Asked<'_>) -> Result<(Space, Vec<Family>), String> {
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
    Ok((space, families))
}

/// Boxes of more positions are not tried.
const MOST: usize = usize::MAX >> (usize::BITS / 4);
