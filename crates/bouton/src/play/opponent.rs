//! The computer: how well it plays, and which move is best.

use std::cmp::Reverse;

use fastrand::Rng;

use crate::engine::{Outcome, Values};
use crate::game::{Game, Move, Position};
use crate::job::{Ctx, Stop};
use crate::solve::{Answer, Question, Solver, Way};

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Every move is a best one.
    Perfect,
    /// 3 of 4 moves are best moves; the others are random.
    Good,
    /// 1 of 4 moves is a best move; the others are random.
    Beginner,
}

impl Level {
    /// All of them, the best first.
    pub const ALL: [Level; 3] = [Level::Perfect, Level::Good, Level::Beginner];

    /// The probability of a best move.
    #[must_use]
    pub fn chance(self) -> f64 {
        match self {
            Level::Perfect => 1.0,
            Level::Good => 0.75,
            Level::Beginner => 0.25,
        }
    }

    /// Its name, as it is typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Perfect => "perfect",
            Level::Good => "good",
            Level::Beginner => "beginner",
        }
    }

    /// What it means.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Level::Perfect => "every move is a best one",
            Level::Good => "3 of 4 moves are best moves, the others are random",
            Level::Beginner => "1 of 4 moves is a best move, the others are random",
        }
    }

    /// The level of this name.
    #[must_use]
    pub fn of(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// A move and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// It wins.
    Wins(Move),
    /// No move wins; this one delays the end.
    Delays(Move),
    /// Some move wins, but it is not known which; this one takes as little as possible.
    Unknown(Move),
    /// It was taken at random.
    Random(Move),
}

impl Advice {
    /// The move.
    #[must_use]
    pub fn best(self) -> Move {
        match self {
            Advice::Wins(m) | Advice::Delays(m) | Advice::Unknown(m) | Advice::Random(m) => m,
        }
    }
}

/// The opponent, who also gives advice.
pub struct Opponent<'g> {
    /// How well it plays.
    pub level: Level,
    solver: Solver<'g>,
    /// Knows how long games last, as far as a little memory allows.
    lengths: Solver<'g>,
    rng: Rng,
}

/// If there are more moves, the one that delays the end longest is not searched.
const MOST_TRIED: usize = 1000;

impl<'g> Opponent<'g> {
    /// The memory for computing how long games last, in bytes.
    pub const LITTLE: u64 = 4 << 20;

    /// An opponent in a game, with `ctx` for winning and `little` for computing how long games
    /// last.
    #[must_use]
    pub fn new(game: &'g Game, ctx: Ctx<'g>, little: Ctx<'g>, level: Level, rng: Rng) -> Self {
        let solver = Solver::new(game, None, ctx);
        let lengths = Solver::new(game, Some(Way::Definition), little);
        Opponent { level, solver, lengths, rng }
    }

    /// Who can win from a position.
    pub fn outcome(&mut self, position: &Position) -> Result<Outcome, Stop> {
        Ok(self.solver.value(position, false)?.0)
    }

    /// Who wins from a position, by which of at most `moves` moves, and how that is known.
    pub fn answer(&mut self, position: &Position, moves: usize) -> Result<Answer, Stop> {
        self.solver.answer(position, Question { moves, ..Question::default() })
    }

    /// The computer's move at its level; `None` if there is no legal move.
    pub fn choose(&mut self, position: &Position, legal: &[Move]) -> Result<Option<Advice>, Stop> {
        if self.rng.f64() < self.level.chance() {
            return self.advise(position, legal);
        }
        Ok(self.rng.choice(legal).cloned().map(Advice::Random))
    }

    /// A best move: a winning one, the fastest that is known; otherwise one that delays the end as
    /// long as is known, or else takes the fewest stones. `None` if there is no legal move.
    pub fn advise(&mut self, position: &Position, legal: &[Move]) -> Result<Option<Advice>, Stop> {
        let [first, ..] = legal else { return Ok(None) };
        let answer = match self.with_length(position, 1)? {
            Some(answer) => answer,
            None => self.answer(position, 1)?,
        };
        let least = || {
            let fewest = legal.iter().min_by_key(|m| Reverse(m.to.stones()));
            fewest.unwrap_or(first).clone()
        };
        Ok(Some(match (answer.outcome, answer.winning.into_iter().next()) {
            (Outcome::N, Some(winning)) => Advice::Wins(winning),
            (Outcome::N, None) => Advice::Unknown(least()),
            (Outcome::P, _) => Advice::Delays(self.longest(legal)?.unwrap_or_else(least)),
        }))
    }

    /// The move after which the game lasts longest, if that is known; the first of several.
    fn longest(&mut self, legal: &[Move]) -> Result<Option<Move>, Stop> {
        if legal.len() > MOST_TRIED {
            return Ok(None);
        }
        let mut longest: Option<(u32, &Move)> = None;
        for m in legal {
            let Some(length) = self.with_length(&m.to, 0)?.and_then(|answer| answer.length) else {
                return Ok(None);
            };
            if longest.is_none_or(|(most, _)| length > most) {
                longest = Some((length, m));
            }
        }
        Ok(longest.map(|(_, m)| m.clone()))
    }

    /// The answer with the length of the game, if little memory suffices for it.
    fn with_length(&mut self, position: &Position, moves: usize) -> Result<Option<Answer>, Stop> {
        let values = Values { length: true, ..Values::default() };
        match self.lengths.answer(position, Question { values, moves }) {
            Ok(answer) => Ok(Some(answer)),
            Err(Stop::Cancelled) => Err(Stop::Cancelled),
            Err(_) => Ok(None),
        }
    }

    /// Its solver.
    pub fn solver(&mut self) -> &mut Solver<'g> {
        &mut self.solver
    }

    /// The random numbers, which also deal the first position.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }
}
