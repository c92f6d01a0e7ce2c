//! A game: what its positions are, its rules, and who wins at the end.

use std::sync::{Arc, OnceLock};

use dashu_int::UBig;

use super::form::NormalForm;
use crate::lang::Span;
use crate::lang::core::{Core, ExprId, Word};
use crate::lang::show::{Names, show};
use crate::lang::syntax::{Among, Ending, From, GameText, Likeness, Order, Share};

/// A game: its positions, its moves, and who wins at the end.
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
    pub(crate) core: Arc<Core>,
    pub(crate) shape: Shape,
    pub(crate) rules: Vec<Rule>,
    pub(crate) pass: Option<Pass>,
    pub(crate) ending: Ending,
    /// What every move lowers, instead of the sum of the coordinates.
    pub(crate) rank: Option<Vec<ExprId>>,
    /// The place of the line that says so.
    pub(crate) rank_span: Span,
    /// Whether the rules look at the number of the turn.
    pub(crate) turn: bool,
    /// Whether the rules look at the last take.
    pub(crate) last: bool,
    /// The parameters without a value. A game that has some can be examined, but not played.
    pub(crate) open: Vec<String>,
    /// What is known about the parameters without a value.
    pub(crate) open_where: Vec<ExprId>,
    /// The normal form, computed on demand.
    pub(super) normal: OnceLock<Option<NormalForm>>,
}

/// What the positions of a game look like.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// Heaps.
    Heaps {
        /// The largest number of heaps; if heaps have places, the exact number of places.
        most: Option<UBig>,
        /// How they are arranged.
        order: Order,
    },
    /// Tuples with named coordinates that satisfy a condition.
    Tuple(Vec<String>, Option<ExprId>),
    /// A position of each of several games; a move is a move in one of them.
    Sum(Vec<Game>),
}

/// One line of the rules.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) kind: RuleKind,
    /// In which positions it counts.
    pub(crate) when: Option<ExprId>,
    /// A condition on the position after the move.
    pub(crate) after: Option<ExprId>,
    /// The line as it is printed.
    pub(crate) text: String,
    /// Its place in the user's text, or that of the library game that it comes from.
    pub(crate) span: Span,
    /// Whether it stands in the user's own text.
    pub(crate) own: bool,
    /// Whether its text shows that it always goes down; otherwise every move is checked.
    pub(crate) goes_down: bool,
}

/// The kinds of rules.
#[derive(Clone, Debug)]
pub(crate) enum RuleKind {
    /// Take stones from one heap, without a condition on the position after the move.
    Take { amount: Amount, from: From },
    /// Take stones from several heaps, or with a condition on the position after the move.
    Several { amount: Amount, share: Share, group: Group },
    /// Split a heap, possibly after taking stones from it.
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
    /// The numbers for which a condition on the variable holds.
    Where(String, ExprId),
    /// Numbers for several heaps, with one variable for each, that together satisfy a condition.
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
    /// This number of heaps; stones are taken from each of them, or from some of them.
    Several { each: bool, number: Ranges, among: Among },
}

/// The heaps that one heap is split into.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// How many.
    pub(crate) number: Ranges,
    pub(crate) likeness: Likeness,
    /// Their names; `Variable(1)` is the first part, and `Variable(0)` the number of stones taken.
    pub(crate) names: Vec<String>,
    pub(crate) condition: Option<ExprId>,
}

/// The passes of a game.
#[derive(Clone, Debug)]
pub(crate) struct Pass {
    /// How many there are at the start.
    pub(crate) passes: UBig,
    /// Whether each player has this number.
    pub(crate) each: bool,
    /// In which positions one may pass.
    pub(crate) when: Option<ExprId>,
    /// The place of the line.
    pub(crate) span: Span,
}

impl Game {
    /// The text of the game as it was read.
    #[doc(hidden)]
    #[must_use]
    pub fn text(&self) -> &GameText {
        &self.text
    }

    /// Whether a player who cannot move loses or wins.
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

    /// The largest number of heaps, if the game has a limit.
    #[must_use]
    pub fn heaps(&self) -> Option<&UBig> {
        match &self.shape {
            Shape::Heaps { most, .. } => most.as_ref(),
            Shape::Tuple(..) | Shape::Sum(_) => None,
        }
    }

    /// How heaps are arranged; coordinates have places.
    #[must_use]
    pub fn order(&self) -> Order {
        match &self.shape {
            Shape::Heaps { order, .. } => *order,
            Shape::Tuple(..) | Shape::Sum(_) => Order::Fixed,
        }
    }

    /// The games of a sum; empty if the game is not a sum.
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

    /// Whether every move takes from a single heap and heaps have no order, so that different moves
    /// lead to different positions.
    pub(crate) fn only_takes(&self) -> bool {
        let take = |rule: &Rule| matches!(rule.kind, RuleKind::Take { .. });
        // A sum has places, one for each game.
        self.order() == Order::None && self.rules.iter().all(take)
    }

    /// Whether the game declares what every move lowers.
    #[must_use]
    pub fn declares_rank(&self) -> bool {
        self.rank.is_some()
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
    /// All that decides whether there is a move and where it leads; not the condition on the position after it.
    pub(crate) fn looked_at(&self) -> Vec<ExprId> {
        let kind = match &self.kind {
            RuleKind::Take { amount, .. } => amount.looked_at(),
            RuleKind::Several { amount, group: Group::Several { number, .. }, .. } => {
                [amount.looked_at(), ends(number)].concat()
            }
            RuleKind::Several { amount, .. } => amount.looked_at(),
            RuleKind::Split { amount, parts, .. } => {
                let taken = amount.iter().flat_map(Amount::looked_at);
                taken.chain(ends(&parts.number)).chain(parts.condition).collect()
            }
            RuleKind::Move { target, condition, .. } => {
                target.iter().copied().chain(*condition).collect()
            }
        };
        self.when.into_iter().chain(kind).collect()
    }

    /// The name of a variable.
    pub(super) fn variable(&self, i: usize) -> Option<&str> {
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
pub(super) fn ends(ranges: &[(ExprId, ExprId)]) -> Vec<ExprId> {
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

    /// All that decides what may be taken.
    pub(crate) fn looked_at(&self) -> Vec<ExprId> {
        self.bounds().into_iter().chain(self.condition()).collect()
    }

    /// The condition on what may be taken.
    pub(crate) fn condition(&self) -> Option<ExprId> {
        match self {
            Amount::Where(_, condition) | Amount::Jointly(_, condition) => Some(*condition),
            Amount::In(_) | Amount::AllBut(_) => None,
        }
    }

    /// The name of a variable.
    pub(super) fn variable(&self, i: usize) -> Option<&str> {
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
            // A variable that runs over a list has lost its name.
            (Word::Variable(i), None) => format!("i{}", i + 1),
            _ => "?".to_string(),
        }
    }
}
