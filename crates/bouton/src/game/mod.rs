//! Games: rules, positions and legal moves.

mod bounded;
mod check;
mod code;
mod combinations;
mod descent;
mod example;
mod expand;
mod groups;
mod independent;
mod legal;
pub mod library;
mod moves;
pub(crate) mod normal;
mod position;
pub(crate) mod ranges;
mod read;
mod read_take;
mod search;
mod several;
mod split;
mod steps;
mod sum;
mod takes;

pub use check::{check, never_applying};
pub use moves::{How, Move, Moves, Taken};
pub use position::{Counters, Position};

use std::sync::OnceLock;

use dashu_int::UBig;

use self::normal::NormalForm;
use crate::lang::core::{Core, ExprId, Word};
use crate::lang::show::{Names, show};
use crate::lang::syntax::{Among, Ending, From, GameText, Likeness, Order, Share};
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
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// Heaps.
    Heaps {
        /// At most so many; where there are places, exactly so many places.
        most: Option<UBig>,
        /// How they lie.
        order: Order,
    },
    /// Tuples with named coordinates that satisfy a condition.
    Tuple(Vec<String>, Option<ExprId>),
    /// A position of each of some games; a move is a move in one of them.
    Sum(Vec<Game>),
}

/// One line of the rules.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) kind: RuleKind,
    /// In which positions it counts.
    pub(crate) when: Option<ExprId>,
    /// What must hold at the position that is moved to.
    pub(crate) after: Option<ExprId>,
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
    /// Take stones from one heap, wherever that leads.
    Take { amount: Amount, from: From },
    /// Take stones from several heaps, or look at where it leads.
    Several { amount: Amount, share: Share, group: Group },
    /// Split a heap, after stones were taken from it or not.
    Split { amount: Option<Amount>, from: From, parts: Parts },
    /// Move to other coordinates.
    Move { target: Vec<ExprId>, variables: Vec<String>, condition: Option<ExprId> },
}

/// How many stones may be taken.
#[derive(Clone, Debug)]
pub(crate) enum Amount {
    /// Those in one of the ranges.
    In(Ranges),
    /// Those in none of the ranges.
    AllBut(Ranges),
    /// Those for which a condition on the variable holds.
    Where(String, ExprId),
    /// Those of several heaps, a variable each, for which a condition holds.
    Jointly(Vec<String>, ExprId),
}

/// Numbers from the first to the second, both included.
pub(crate) type Ranges = Vec<(ExprId, ExprId)>;

/// The heaps from which stones are taken in one move.
#[derive(Clone, Debug)]
pub(crate) enum Group {
    /// One heap.
    One(From),
    /// All heaps that the game has.
    All,
    /// All heaps that are not empty.
    NonEmpty,
    /// So many, from each of which, or from some of which, stones are taken.
    Several { each: bool, number: Ranges, among: Among },
}

/// The heaps into which one is split.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// How many.
    pub(crate) number: Ranges,
    pub(crate) likeness: Likeness,
    /// Their names; `Variable(1)` is the first one, and `Variable(0)` the stones that are taken.
    pub(crate) names: Vec<String>,
    pub(crate) condition: Option<ExprId>,
}

/// The passes of a game.
#[derive(Clone, Debug)]
pub(crate) struct Pass {
    /// How many there are at the start.
    pub(crate) passes: UBig,
    /// Whether each player has so many.
    pub(crate) each: bool,
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
            Shape::Heaps { .. } | Shape::Sum(_) => None,
        }
    }

    /// The greatest number of heaps, where the game says so.
    #[must_use]
    pub fn heaps(&self) -> Option<&UBig> {
        match &self.shape {
            Shape::Heaps { most, .. } => most.as_ref(),
            Shape::Tuple(..) | Shape::Sum(_) => None,
        }
    }

    /// How heaps lie; coordinates have places.
    #[must_use]
    pub fn order(&self) -> Order {
        match &self.shape {
            Shape::Heaps { order, .. } => *order,
            Shape::Tuple(..) | Shape::Sum(_) => Order::Fixed,
        }
    }

    /// The games of a sum; none for a game that is no sum.
    #[must_use]
    pub fn summands(&self) -> &[Game] {
        match &self.shape {
            Shape::Sum(games) => games,
            Shape::Heaps { .. } | Shape::Tuple(..) => &[],
        }
    }

    /// Whether a move may split a heap.
    #[must_use]
    pub fn splits(&self) -> bool {
        let summands = self.summands().iter().any(Game::splits);
        summands || self.rules.iter().any(|rule| matches!(rule.kind, RuleKind::Split { .. }))
    }

    /// Whether every move is a take from one of some heaps without order, so that different moves lead to
    /// different positions.
    pub(crate) fn only_takes(&self) -> bool {
        let take = |rule: &Rule| matches!(rule.kind, RuleKind::Take { .. });
        // A sum has places, one for each game.
        self.order() == Order::None && self.rules.iter().all(take)
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
            other: self.pass.as_ref().filter(|pass| pass.each).map(|pass| pass.passes.clone()),
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

impl Rule {
    /// The name of a variable.
    fn variable(&self, i: usize) -> Option<&str> {
        match &self.kind {
            RuleKind::Take { amount, .. } | RuleKind::Several { amount, .. } => amount.variable(i),
            RuleKind::Split { amount, parts, .. } => match i.checked_sub(1) {
                Some(part) => parts.names.get(part).map(String::as_str),
                None => amount.as_ref().and_then(|amount| amount.variable(i)).or(Some("t")),
            },
            RuleKind::Move { variables, .. } => variables.get(i).map(String::as_str),
        }
    }
}

/// The ends of ranges.
fn ends(ranges: &[(ExprId, ExprId)]) -> Vec<ExprId> {
    ranges.iter().flat_map(|&(a, b)| [a, b]).collect()
}

impl Amount {
    /// The bounds of what may be taken, which must be whole numbers.
    pub(crate) fn bounds(&self) -> Vec<ExprId> {
        match self {
            Amount::In(ranges) | Amount::AllBut(ranges) => ends(ranges),
            Amount::Where(..) | Amount::Jointly(..) => vec![],
        }
    }

    /// The condition on what may be taken.
    pub(crate) fn condition(&self) -> Option<ExprId> {
        match self {
            Amount::Where(_, condition) | Amount::Jointly(_, condition) => Some(*condition),
            Amount::In(_) | Amount::AllBut(_) => None,
        }
    }

    /// The name of a variable.
    fn variable(&self, i: usize) -> Option<&str> {
        match self {
            Amount::Where(name, _) if i == 0 => Some(name),
            Amount::Jointly(names, _) => names.get(i).map(String::as_str),
            _ => None,
        }
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
            Word::Variable(i) => {
                let rule = self.rule.map(|rule| &self.game.rules[rule]);
                rule.and_then(|rule| rule.variable(usize::from(i)))
            }
        };
        match (word, known) {
            (_, Some(name)) => name.to_string(),
            // A variable that runs over a list: its name is not kept.
            (Word::Variable(i), None) => format!("i{}", i + 1),
            _ => "?".to_string(),
        }
    }
}
