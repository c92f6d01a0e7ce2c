//! One random game with its box, and what the definition says of every position.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use bouton::engine::{Definition, Extent, Outcome, Solved, Values};
use bouton::job::{Budget, Ctx, Stop, Watch};
use bouton::lang::syntax::Ending;
use bouton::{Game, Position};
use bouton_draw::{Draw, Text, game};

use super::boxes;

/// A game that was drawn, parsed and judged.
pub struct Case {
    pub text: Text,
    pub game: Game,
    pub used: BTreeSet<&'static str>,
    pub extent: Extent,
    /// The positions of the box in their order, each with what the definition says.
    pub judged: Vec<(Position, Result<Solved, Stop>)>,
}

/// Why a text that was drawn is not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dropped {
    /// It lacks the construct that this game is to have.
    Construct,
    /// It is no game.
    Refused,
    /// There is no box with enough positions and not too many.
    Box,
    /// The definition needs too much memory.
    Large,
    /// Only one outcome.
    OneOutcome,
}

/// The memory of the definition: games that need more are too slow for thousands of them.
const MEMORY: u64 = 600 << 10;

/// Games in a hundred that may lack a value somewhere.
const FAULTY: u64 = 20;

impl Case {
    /// Draws a game that has a construct, and judges it.
    pub fn draw(seed: u64, construct: &str) -> Result<Case, Dropped> {
        let faults = usize::from(seed % 100 < FAULTY);
        let d = Draw::new(seed, faults);
        let text = game(&d);
        let used = d.used();
        if !used.contains(construct) {
            return Err(Dropped::Construct);
        }
        let arguments: Vec<&str> = text.arguments.iter().map(String::as_str).collect();
        let game = Game::with(&text.text, &arguments).map_err(|_| Dropped::Refused)?;
        let (extent, positions) = boxes::draw(&d, &game).ok_or(Dropped::Box)?;
        let judged = judge(&game, positions)?;
        let has = |outcome| {
            let is = |(_, solved): &(_, Result<Solved, _>)| {
                solved.as_ref().is_ok_and(|solved| solved.outcome == outcome)
            };
            judged.iter().any(is)
        };
        match has(Outcome::P) && has(Outcome::N) {
            true => Ok(Case { text, game, used, extent, judged }),
            false => Err(Dropped::OneOutcome),
        }
    }

    /// The first position of the box at which the rules have no meaning, and what is wrong.
    pub fn error(&self) -> Option<&Stop> {
        self.judged.iter().find_map(|(_, solved)| solved.as_ref().err())
    }

    /// The values that the definition computed.
    pub fn values(&self) -> Values {
        values(&self.game)
    }

    /// What can be asked: outcomes, and in normal play Grundy numbers too.
    pub fn asked(&self) -> Vec<Values> {
        let outcomes = Values { grundy: false, length: false };
        match self.values().grundy {
            true => vec![outcomes, self.values()],
            false => vec![outcomes],
        }
    }
}

/// Stops a game that takes too long: after a number of ticks, not after some time, so that every run drops the same games.
#[derive(Default)]
struct Patience(Cell<u64>);

/// Ticks of the definition for one game.
const TICKS: u64 = 200;

impl Watch for Patience {
    fn tick(&self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        self.0.set(self.0.get() + 1);
        if self.0.get() > TICKS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// What is asked of the definition.
fn values(game: &Game) -> Values {
    Values { grundy: game.ending() == Ending::Normal, length: false }
}

/// What the definition says of each position.
#[allow(clippy::type_complexity)]
fn judge(
    game: &Game,
    positions: Vec<Position>,
) -> Result<Vec<(Position, Result<Solved, Stop>)>, Dropped> {
    let budget = Budget::new(MEMORY);
    let patience = Patience::default();
    let ctx = Ctx { budget: &budget, watch: &patience };
    let mut definition = Definition::new(game, values(game), ctx).map_err(|_| Dropped::Refused)?;
    let mut judged = Vec::with_capacity(positions.len());
    for position in positions {
        let solved = definition.solve(&position);
        if let Err(Stop::OverBudget { .. } | Stop::Cancelled) = solved {
            return Err(Dropped::Large);
        }
        judged.push((position, solved));
    }
    Ok(judged)
}
