//! The answer to a position: who wins, by which moves, and how it is known.

mod claimed;
mod engine;
mod judge;
mod many;
mod sequence;
mod slice;
mod sum;
mod table;
mod theorem;
mod winning;
mod words;

pub use many::{Block, Known};
pub use sequence::{OneHeap, is_of_one_heap, one_heap};
pub use slice::{Corner, Slice};
pub use table::{Summary, summary, table};

use dashu_int::UBig;

use crate::claim::Paper;
use crate::engine::{Engine, Explained, Method, Outcome, Values, explain_position};
use crate::game::{Game, Move, Position};
use crate::job::{Budget, Ctx, Stop};
use crate::verify::Verdict;
use judge::{Judge, Said};
use many::Compiled;
use sum::Parts;
use theorem::Theorems;

/// What is wanted besides the outcome of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The Grundy number and the length of the game.
    pub values: Values,
    /// The largest number of winning moves.
    pub moves: usize,
}

impl Default for Question {
    /// The outcome and at most ten winning moves.
    fn default() -> Question {
        Question { values: Values::default(), moves: 10 }
    }
}

/// A way to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By a checked theorem or claim.
    Theorem,
    /// By a table: of the Grundy numbers of single heaps, where heaps are independent, or of the games of a sum, or of all
    /// positions below the one that is asked for.
    Table,
    /// By the definition.
    Definition,
}

/// How an answer is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Basis {
    /// From the definition, over all reachable positions.
    Definition {
        /// How many there are.
        positions: usize,
    },
    /// From a table of all positions of a box, or of all below a position.
    Table {
        /// The kernel that computed it.
        kernel: &'static str,
        /// How many positions it has.
        positions: usize,
    },
    /// From the Grundy numbers of single heaps, whose xor decides.
    Heaps {
        /// How many sizes of heaps have a number.
        sizes: usize,
    },
    /// From the Grundy numbers of the games of a sum, whose xor decides.
    Sum {
        /// How many positions, or sizes of heaps, of its games have a number.
        positions: usize,
    },
    /// From a theorem.
    Theorem(Citation),
    /// From the Grundy numbers of the games of a sum, whose xor decides, if theorems give some of
    /// them: how each is known.
    Games(Vec<GameNumber>),
}

/// The Grundy number of a game of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameNumber {
    /// The number.
    pub number: UBig,
    /// How it is known.
    pub basis: Basis,
}

/// A theorem, and why it applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The theorem: `xu-zhu-2018:theorem-6`.
    pub source: String,
    /// The title of its paper; `None` for a user's claim.
    pub title: Option<String>,
    /// At how many positions it was compared with the definition.
    pub positions: u64,
    /// On which positions it was compared, in words: the games, or the box of a user's claim.
    pub within: String,
    /// The numbers that it uses at this position, and the case that applies; empty if there is
    /// nothing to add.
    pub reason: String,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy number, if it was wanted.
    pub grundy: Option<UBig>,
    /// The number of moves to the end if the winner plays for a short game and the loser for a long
    /// one, if it was wanted.
    pub length: Option<u32>,
    /// Winning moves in the order of [`Moves::first`](crate::game::Moves::first). If the length was
    /// wanted, the fastest come first.
    pub winning: Vec<Move>,
    /// Whether these are all winning moves.
    pub complete: bool,
    /// In a P-position, some moves, each with an answer that wins. In misère play a move to a
    /// terminal position needs no answer.
    pub answered: Vec<(Move, Option<Move>)>,
    /// The number of all moves, if it is known.
    pub moves: Option<UBig>,
    /// How it is known.
    pub basis: Basis,
}

/// How many moves of a P-position are shown with an answer.
const ANSWERED: usize = 6;

/// A position that can be solved within this many bytes is small: all its winning moves are listed.
const SMALL: u64 = 4 << 20;

/// Answers positions of one game: by a theorem if one applies, otherwise by the Grundy numbers of
/// its heaps if they are independent, otherwise by the definition.
///
/// ```
/// use bouton::{Budget, Ctx, Game, Question, Solver, Unwatched};
/// let game = Game::parse("take {1, 2, 3} from largest")?;
/// let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
/// let mut solver = Solver::new(&game, None, ctx);
/// let answer = solver.answer(&game.position("10^60, 10^60 + 1")?, Question::default())?;
/// assert_eq!(answer.outcome.to_string(), "N");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<'g> {
    game: &'g Game,
    theorems: Theorems,
    way: Option<Way>,
    /// Solvers for the games of a sum, if theorems may help to decide it.
    parts: Parts<'g>,
    engine: Option<(Values, Engine<'g>)>,
    /// The theorems compiled for many positions, once that is done.
    compiled: Option<Compiled>,
    /// How many positions were asked one by one.
    asked: usize,
    ctx: Ctx<'g>,
}

impl<'g> Solver<'g> {
    /// A solver for positions of `game`; if a way is given, it uses only that one.
    #[must_use]
    pub fn new(game: &'g Game, way: Option<Way>, ctx: Ctx<'g>) -> Solver<'g> {
        let theorems = if asks_theorems(way) { Theorems::of(game) } else { Theorems::none() };
        let parts = Solver::of_parts(game, way, ctx);
        Solver { game, theorems, way, parts, engine: None, compiled: None, asked: 0, ctx }
    }

    /// Adds the claims of a paper, or of a user's file, that are about the game and hold, both for
    /// the game itself and, if they have parameters, for some others. They come before the
    /// library's theorems. Reports all verdicts.
    pub fn add_claims(
        &mut self,
        paper: &Paper,
        told: &mut dyn FnMut(&Verdict),
    ) -> Result<(), Stop> {
        self.compiled = None;
        self.theorems.add_claims(self.game, paper, self.ctx, told)
    }

    /// The names of the theorems and claims that may answer, in order.
    pub fn theorems(&self) -> impl Iterator<Item = &str> {
        self.theorems.list.iter().map(|theorem| theorem.source.as_str())
    }

    /// How a position would be computed where no theorem speaks of it, and why.
    #[must_use]
    pub fn explain(&self, position: &Position, values: Values) -> Explained {
        explain_position(self.game, values, position)
    }

    /// Answers a position.
    pub fn answer(&mut self, position: &Position, ask: Question) -> Result<Answer, Stop> {
        let mut failed = None;
        if asks_theorems(self.way) && !ask.values.length {
            self.warm_up(position);
            let compiled = self.compiled.as_mut();
            let mut judge = Judge::new(self.game, &self.theorems, self.ctx).with(compiled);
            match judge.says(position, ask.values.grundy)? {
                Said::Known(known) => {
                    let answer = judge.answer(position, known, ask)?;
                    return self.with_all_moves(answer, position, ask);
                }
                Said::Silent => {}
                Said::Failed(why) => failed = Some(why),
            }
            if !self.parts.is_empty() {
                let answer = self.by_parts(position, ask)?;
                return self.with_all_moves(answer, position, ask);
            }
        }
        self.otherwise(failed, ask.values, |solver| solver.by_engine(position, ask))
    }

    /// The answer of theorems. If they may have missed winning moves and the position is small, the
    /// answer of an engine.
    fn with_all_moves(
        &self,
        answer: Answer,
        position: &Position,
        ask: Question,
    ) -> Result<Answer, Stop> {
        if answer.complete || answer.winning.len() == ask.moves || self.way.is_some() {
            return Ok(answer);
        }
        let budget = Budget::new(SMALL);
        let ctx = Ctx { budget: &budget, watch: self.ctx.watch };
        let mut small = Solver::new(self.game, Some(Way::Definition), ctx);
        match small.by_engine(position, ask) {
            Err(Stop::OverBudget { .. }) => Ok(answer),
            Ok(all) if all.winning == answer.winning => Ok(Answer { complete: true, ..answer }),
            result => result,
        }
    }

    /// The outcome, and the Grundy number if `grundy`, without moves and reasons.
    pub fn value(
        &mut self,
        position: &Position,
        grundy: bool,
    ) -> Result<(Outcome, Option<UBig>), Stop> {
        let mut failed = None;
        if asks_theorems(self.way) {
            match Judge::new(self.game, &self.theorems, self.ctx).says(position, grundy)? {
                Said::Known(known) => return Ok((known.outcome, known.grundy.filter(|_| grundy))),
                Said::Silent => {}
                Said::Failed(why) => failed = Some(why),
            }
        }
        if !self.parts.is_empty() {
            let number = self.xor(position)?;
            return Ok((outcome(&number), Some(number).filter(|_| grundy)));
        }
        let values = Values { grundy, length: false };
        self.otherwise(failed, values, |solver| {
            let solved = solver.engine(values)?.solve(position)?;
            Ok((solved.outcome, solved.grundy.map(UBig::from)))
        })
    }

    /// The answer of an engine, unless only theorems are allowed. If neither can answer, and a
    /// theorem applies to the position, the answer is unknown.
    fn otherwise<T>(
        &mut self,
        failed: Option<String>,
        values: Values,
        engine: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        if self.way == Some(Way::Theorem) {
            let none = "no checked theorem answers this";
            return Err(Stop::Unknown(failed.unwrap_or_else(|| none.into())));
        }
        match (engine(self), failed) {
            (Err(stop @ Stop::OverBudget { .. }), Some(why)) => {
                let method = self.method(values);
                Err(Stop::Unknown(format!("{why}; by {method}: {stop}")))
            }
            (result, _) => result,
        }
    }

    /// How an engine computes these values.
    fn method(&self, values: Values) -> Method {
        match self.way {
            Some(Way::Definition) => Method::Definition,
            Some(Way::Table) if !self.game.summands().is_empty() => Method::Sum,
            Some(Way::Table) if self.game.heaps_are_independent() => Method::Heaps,
            Some(Way::Table) => Method::Table,
            Some(Way::Theorem) | None => Method::of(self.game, values),
        }
    }

    /// The engine for these values, with everything it has computed.
    fn engine(&mut self, values: Values) -> Result<&mut Engine<'g>, Stop> {
        let same = matches!(&self.engine, Some((known, _)) if *known == values);
        if !same {
            let engine = match self.way {
                None => Engine::new(self.game, values, self.ctx)?,
                Some(_) => Engine::by(self.method(values), self.game, values, self.ctx)?,
            };
            self.engine = Some((values, engine));
        }
        Ok(&mut self.engine.as_mut().expect("it was made").1)
    }
}

/// The outcome that follows from a Grundy number.
fn outcome(number: &UBig) -> Outcome {
    if number.is_zero() { Outcome::P } else { Outcome::N }
}

/// Whether theorems are asked.
fn asks_theorems(way: Option<Way>) -> bool {
    match way {
        None | Some(Way::Theorem) => true,
        Some(Way::Table | Way::Definition) => false,
    }
}

/// Answers one position.
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
    Solver::new(game, None, ctx).answer(position, ask)
}
