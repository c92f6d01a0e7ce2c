//! The answer to a position: who wins, by which moves, and how it is known.

mod table;
mod theorem;

pub use table::{Summary, table};
pub use theorem::{ByTheorem, by_theorem};

use std::ops::ControlFlow;

use crate::engine::{Definition, Outcome, Values};
use crate::game::{Game, Move, Moves, Position};
use crate::job::{Ctx, Stop};

/// What is asked of a position besides its outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The Grundy number and the length of the game.
    pub values: Values,
    /// At most so many winning moves.
    pub moves: usize,
}

impl Default for Question {
    /// The outcome and at most ten winning moves.
    fn default() -> Question {
        Question { values: Values::default(), moves: 10 }
    }
}

/// How an answer is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Basis {
    /// From the definition, over all positions that can be reached.
    Definition {
        /// How many there are.
        positions: usize,
    },
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy number, if it was asked for.
    pub grundy: Option<u32>,
    /// The number of moves to the end when the winner hastens and the loser delays, if it was
    /// asked for.
    pub length: Option<u32>,
    /// Winning moves in the order of [`Moves::first`]. When the length was asked for, those that win
    /// fastest come first.
    pub winning: Vec<Move>,
    /// Whether these are all winning moves.
    pub complete: bool,
    /// In a P-position: some moves, each with an answer that wins; in misère play a move after which none
    /// is left needs no answer.
    pub answered: Vec<(Move, Option<Move>)>,
    /// How many moves there are in all.
    pub moves: usize,
    /// How it is known.
    pub basis: Basis,
}

/// How many moves of a P-position are shown with an answer.
const ANSWERED: usize = 6;

/// Answers a position.
///
/// ```
/// use bouton::{Game, job::{Budget, Ctx, Unwatched}, solve::{Question, solve}};
/// let game = Game::parse("take 1..3 from largest")?;
/// let position = game.position("1,1,2,5")?;
/// let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
/// let answer = solve(&game, &position, Question::default(), ctx)?;
/// assert_eq!(answer.outcome.to_string(), "N");
/// assert_eq!(answer.winning[0].to.to_string(), "1,1,2,2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    game: &Game,
    position: &Position,
    ask: Question,
    ctx: Ctx<'_>,
) -> Result<Answer, Stop> {
    let mut engine = Definition::new(game, ask.values, ctx)?;
    let solved = engine.solve(position)?;
    let mut answer = Answer {
        outcome: solved.outcome,
        grundy: solved.grundy,
        length: solved.length,
        winning: Vec::new(),
        complete: true,
        answered: Vec::new(),
        moves: 0,
        basis: Basis::Definition { positions: engine.positions() },
    };
    let mut moves = Moves::new(game, ctx.watch);
    let mut winning: Vec<(Option<u32>, Move)> = Vec::new();
    let mut losing: Vec<Move> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    moves.each(position, &mut |how, to| {
        if game.coordinates().is_some() && !seen.insert(to.clone()) {
            return ControlFlow::Continue(());
        }
        answer.moves += 1;
        let Some(option) = engine.get(to) else {
            return ControlFlow::Continue(());
        };
        let this = || Move { how: how.clone(), to: to.clone() };
        if option.outcome == Outcome::P {
            // All of them are needed to know the fastest.
            if option.length.is_some() || winning.len() < ask.moves {
                winning.push((option.length, this()));
            } else {
                answer.complete = false;
            }
        } else if solved.outcome == Outcome::P && losing.len() < ANSWERED {
            losing.push(this());
        }
        ControlFlow::Continue(())
    })?;
    winning.sort_by_key(|(length, _)| *length);
    answer.complete = answer.complete && winning.len() <= ask.moves;
    answer.winning = winning.into_iter().take(ask.moves).map(|(_, m)| m).collect();
    for losing in losing {
        let reply = reply(&mut moves, &mut engine, &losing.to)?;
        answer.answered.push((losing, reply));
    }
    Ok(answer)
}

/// The first winning move of an N-position.
fn reply(
    moves: &mut Moves<'_>,
    engine: &mut Definition<'_>,
    at: &Position,
) -> Result<Option<Move>, Stop> {
    let mut reply = None;
    moves.each(at, &mut |how, to| {
        if engine.get(to).is_some_and(|option| option.outcome == Outcome::P) {
            reply = Some(Move { how: how.clone(), to: to.clone() });
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    Ok(reply)
}
