//! What is known of a position: who wins, and the numbers that belong to it.

use crate::game::Game;
use crate::lang::syntax::Ending;
use crate::lang::{Code, Diagnostic};

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The previous player, who has just moved.
    P,
    /// The next player, whose turn it is.
    N,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Outcome::P => "P",
            Outcome::N => "N",
        })
    }
}

/// What is computed besides the outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Values {
    /// The Grundy number.
    pub grundy: bool,
    /// The number of moves to the end when the winner hastens and the loser delays.
    pub length: bool,
}

impl Values {
    /// Refuses what a game does not have: Grundy numbers are for normal play.
    pub fn check(self, game: &Game) -> Result<(), Diagnostic> {
        if self.grundy && game.ending() == Ending::Misere {
            let message = "Grundy numbers are for normal play, and this game is misère";
            return Err(Diagnostic::new(Code::NoGrundy, message).help("ask for the outcome alone"));
        }
        Ok(())
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy number, where it was asked for.
    pub grundy: Option<u32>,
    /// The number of moves to the end under best play, where it was asked for.
    pub length: Option<u32>,
}
