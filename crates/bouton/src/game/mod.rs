//! Games: rules, positions and legal moves.

mod bounded;
mod check;
mod descent;
mod expand;
mod independent;
pub mod library;
mod moves;
pub(crate) mod normal;
mod position;
pub(crate) mod ranges;
mod read;
mod steps;
mod takes;

pub use check::{check, never_applying};
pub use moves::{How, Move, Moves};
pub use position::{Counters, Position};

use std::sync::OnceLock;

use dashu_int::UBig;

use self::normal::NormalForm;
use crate::lang::core::{Core, ExprId, Word};
use crate::lang::show::{Names, show};
use crate::lang::syntax::{Ending, From, GameText};
use crate::lang::{Diagnostics, Span};

/// A game: what its positions are, how one may move, and who wins at the end.
///
/// ```
/// use bouton::Game;
/// let game = Game::parse("take 1..3 from largest; pass 1")?;
/// assert_eq!(game.to_string(), "take 1..3 from largest; pass 1");
/// assert_eq!(game.position("7, 3")?.to_string(), "3,7;pass=1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) text: GameText,
    pub(crate) core: Core,
    pub(crate) shape: Shape,
    pub(crate) rules: Vec<Rule>,
    pub(crate) pass: Option<Pass>,
    pub(crate) ending: Ending,
    /// What every move lowers, in place of the sum of the coordinates.
    pub(crate) rank: Option<Vec<ExprId>>,
    /// The place of the line that says so.
    pub(crate) rank_span: Span,
    /// Whether the rules look at the number of the turn.
    pub(crate) turn: bool,
    /// Whether the rules look at the last take.
    pub(crate) last: bool,
    /// The parameters that have no value; a game with some can be looked at, but not played.
    pub(crate) open: Vec<String>,
    /// What is known of the parameters that have no value.
    pub(crate) open_where: Vec<ExprId>,
    /// The normal form, once it has been asked for.
    normal: OnceLock<Option<NormalForm>>,
}

/// What the positions of a game are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Heaps, at most so many.
    Heaps(Option<UBig>),
    /// Tuples with named coordinates that satisfy a condition.
    Tuple(Vec<String>, Option<ExprId>),
}

/// One line of the rules.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) kind: RuleKind,
    pub(crate) when: Option<ExprId>,
    /// The line as it is printed.
    pub(crate) text: String,
    /// Its place in the user's text, or the place of the game of the library that it comes from.
    pub(crate) span: Span,
    /// Whether it stands in the user's own text.
    pub(crate) own: bool,
    /// Whether its text shows that it always goes down; otherwise every move is checked.
    pub(crate) goes_down: bool,
}

/// The kinds of rules.
#[derive(Clone, Debug)]
pub(crate) enum RuleKind {
    /// Take stones from one heap.
    Take { amount: Amount, from: From },
    /// Move to other coordinates.
    Move { target: Vec<ExprId>, variables: Vec<String>, condition: Option<ExprId> },
}

/// How many stones may be taken.
#[derive(Clone, Debug)]
pub(crate) enum Amount {
    /// Those in one of the ranges.
    In(Vec<(ExprId, ExprId)>),
    /// Those in none of the ranges.
    AllBut(Vec<(ExprId, ExprId)>),
    /// Those for which a condition on the variable holds.
    Where(String, ExprId),
}

/// The passes of a game.
#[derive(Clone, Debug)]
pub(crate) struct Pass {
    /// How many there are at the start.
    pub(crate) passes: UBig,
    /// In which positions one may pass.
    pub(crate) when: Option<ExprId>,
    /// The place of the line.
    pub(crate) span: Span,
}

impl Game {
    /// Reads the text of a game: rules, or a game of the library, or both.
    pub fn parse(text: &str) -> Result<Game, Diagnostics> {
        read::read(text, &[], false)
    }

    /// Reads the text of a game whose heading has parameters, with values for them: `k = 3`.
    pub fn with(text: &str, arguments: &[&str]) -> Result<Game, Diagnostics> {
        read::read(text, arguments, false)
    }

    /// The text of the game as it was read.
    #[must_use]
    pub fn text(&self) -> &GameText {
        &self.text
    }

    /// Whether who cannot move loses or wins.
    #[must_use]
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The names of the coordinates, in a game of tuples.
    #[must_use]
    pub fn coordinates(&self) -> Option<&[String]> {
        match &self.shape {
            Shape::Tuple(names, _) => Some(names),
            Shape::Heaps(_) => None,
        }
    }

    /// The greatest number of heaps, where the game says so.
    #[must_use]
    pub fn heaps(&self) -> Option<&UBig> {
        match &self.shape {
            Shape::Heaps(most) => most.as_ref(),
            Shape::Tuple(..) => None,
        }
    }

    /// Whether the game says itself what every move lowers.
    #[must_use]
    pub fn declares_rank(&self) -> bool {
        self.rank.is_some()
    }

    /// The counters at the start of the game.
    #[must_use]
    pub fn start(&self) -> Counters {
        Counters {
            turn: self.turn.then_some(UBig::ONE),
            last: self.last.then_some(UBig::ZERO),
            passes: self.pass.as_ref().map(|pass| pass.passes.clone()),
        }
    }

    /// The text of an expression of rule `rule`.
    pub(crate) fn show(&self, id: ExprId, rule: Option<usize>) -> String {
        show(&self.core, id, &RuleNames { game: self, rule })
    }
}

impl std::fmt::Display for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.text.fmt(f)
    }
}

struct RuleNames<'a> {
    game: &'a Game,
    rule: Option<usize>,
}

impl Names for RuleNames<'_> {
    fn name(&self, word: Word) -> String {
        let known = match word {
            Word::Total => Some("total"),
            Word::Largest => Some("largest"),
            Word::Smallest => Some("smallest"),
            Word::Count => Some("count"),
            Word::Turn => Some("turn"),
            Word::Last => Some("last"),
            Word::Passes => Some("passes"),
            Word::Chosen => Some("m"),
            Word::Asked(_) => Some("grundy"),
            Word::Parameter(i) => self.game.open.get(usize::from(i)).map(String::as_str),
            Word::Coordinate(i) => {
                self.game.coordinates().and_then(|c| c.get(usize::from(i))).map(String::as_str)
            }
            Word::Variable(i) => match self.rule.map(|r| &self.game.rules[r].kind) {
                Some(RuleKind::Take { amount: Amount::Where(name, _), .. }) => Some(name.as_str()),
                Some(RuleKind::Move { variables, .. }) => {
                    variables.get(usize::from(i)).map(String::as_str)
                }
                _ => None,
            },
        };
        match (word, known) {
            (_, Some(name)) => name.to_string(),
            // A variable that runs over a list: its name is not kept.
            (Word::Variable(i), None) => format!("i{}", i + 1),
            _ => "?".to_string(),
        }
    }
}
