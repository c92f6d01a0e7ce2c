//! The position to start from: the given one, or a random one.

use bouton::{Game, Opponent, Position};

use crate::failure::Failure;
use crate::job::Quiet;
use crate::source::Source;

/// Where games start.
pub struct Start<'g> {
    pub game: &'g Game,
    /// Always there.
    pub given: Option<Position>,
}

impl Start<'_> {
    /// The position of the next game.
    pub fn position(
        &self,
        opponent: &mut Opponent<'_>,
        source: &Source,
    ) -> Result<Position, Failure> {
        if let Some(given) = &self.given {
            return Ok(given.clone());
        }
        let dealt = opponent.deal(self.game, &Quiet).map_err(|stop| source.stopped(&stop))?;
        dealt.ok_or_else(|| {
            let message = "no small position of this game has a move; give one to start from";
            Failure::new("E0075", message)
        })
    }
}
