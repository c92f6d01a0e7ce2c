//! Random positions to start from.

use fastrand::Rng;

use super::Opponent;
use crate::engine::Outcome;
use crate::game::{Game, Moves, Position};
use crate::job::{Stop, Watch};
use crate::lang::syntax::Order;

/// How many positions are tried.
const TRIES: usize = 200;

impl Opponent<'_> {
    /// A position from which the player to move can win. If none is found, one that has a move;
    /// otherwise `None`.
    pub fn deal(&mut self, game: &Game, watch: &dyn Watch) -> Result<Option<Position>, Stop> {
        let mut moves = Moves::new(game, watch);
        let mut other = None;
        let mut failed = None;
        for tried in 0..TRIES {
            // If large positions take too much work, smaller ones are tried.
            let text = text(game, self.rng(), TRIES - tried);
            let Ok(position) = game.read_position(&text) else { continue };
            let outcome = moves.first(&position, 1).and_then(|first| match &first[..] {
                [] => Ok(None),
                _ => self.outcome(&position).map(Some),
            });
            match outcome {
                Ok(Some(Outcome::N)) => return Ok(Some(position)),
                Ok(Some(Outcome::P)) => other = Some(position),
                Ok(None) => {}
                Err(Stop::Cancelled) => return Err(Stop::Cancelled),
                Err(stop) => failed = Some(stop),
            }
        }
        match (other, failed) {
            (Some(position), _) => Ok(Some(position)),
            (None, Some(stop)) => Err(stop),
            (None, None) => Ok(None),
        }
    }
}

/// Further places are left empty.
const FILLED: usize = 12;

/// Some heaps or coordinates as text; smaller ones if few tries are left.
fn text(game: &Game, rng: &mut Rng, patience: usize) -> String {
    if !game.summands().is_empty() {
        let parts: Vec<String> =
            game.summands().iter().map(|part| text(part, rng, patience)).collect();
        return parts.join(" | ");
    }
    let most = game.heaps().and_then(|most| usize::try_from(most).ok());
    let (count, least) = match (game.coordinates(), most) {
        (Some(names), _) => (names.len(), 0),
        (None, Some(most)) if matches!(game.order(), Order::Fixed | Order::Circle) => (most, 0),
        (None, most) => (rng.usize(2..=4).min(most.unwrap_or(4)), 1),
    };
    let largest = match count {
        1 => 20,
        2 => 12,
        3 => 9,
        _ => 7,
    };
    let largest = (largest * patience).div_ceil(TRIES).max(1);
    let size = |i| if i < FILLED { rng.usize(least..=largest) } else { 0 };
    let sizes: Vec<String> = (0..count).map(size).map(|size| size.to_string()).collect();
    sizes.join(",")
}
