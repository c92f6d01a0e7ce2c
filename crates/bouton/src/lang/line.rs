//! The lines of a game in the syntax tree.

use super::diagnostic::Span;
use super::syntax::{Element, Expr, Name};

/// How many stones may be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// The numbers of a set: `1..k`, `{1, 3, 4}`.
    In(Vec<Element>),
    /// All numbers except those of a set: `all but {2, 5}`.
    AllBut(Vec<Element>),
    /// The numbers that satisfy the condition of the line: `t … where isqrt(t)^2 = t`. With several
    /// variables, each is the stones from one heap.
    Variables(Vec<Name>),
}

/// How the numbers of stones taken from several heaps are related.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Each heap has its own number.
    Each,
    /// The same number from each.
    Same,
    /// The amount is the sum over all heaps.
    Total,
}

/// The heaps from which stones are taken in one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Group {
    /// One heap.
    One(From),
    /// All heaps that the game has; none may be empty.
    All,
    /// Both heaps of a game with two heaps.
    Both,
    /// All heaps that are not empty.
    NonEmpty,
    /// `each of 1..2 heaps`, `some of 3 adjacent`
    Several {
        /// Whether stones are taken from each of the heaps, or from some of them.
        each: bool,
        /// How many.
        number: Vec<Element>,
        /// Which ones.
        among: Among,
    },
}

/// The heaps of which several may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// Any.
    Heaps,
    /// The largest ones.
    Largest,
    /// The smallest ones.
    Smallest,
    /// Those that are next to each other in a row or a circle.
    Adjacent,
}

impl Among {
    /// All of them.
    pub const ALL: [Among; 4] = [Among::Heaps, Among::Largest, Among::Smallest, Among::Adjacent];

    /// The same choice for a single heap.
    #[must_use]
    pub fn one(self) -> From {
        match self {
            Among::Heaps | Among::Adjacent => From::Any,
            Among::Largest => From::Largest,
            Among::Smallest => From::Smallest,
        }
    }

    /// The choice in the spelling of the language.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Among::Heaps => "heaps",
            Among::Largest => "largest",
            Among::Smallest => "smallest",
            Among::Adjacent => "adjacent",
        }
    }
}

/// What a heap is split into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parts {
    /// This number of non-empty heaps; two if there is none.
    Number(Option<Vec<Element>>, Likeness),
    /// Heaps with names, for the condition of the line.
    Named(Vec<Name>),
}

/// What the parts of a heap have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// Nothing.
    Any,
    /// They are equal.
    Equal,
    /// No two are equal.
    Unequal,
}

/// The conditions at the end of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// `where …`: which values the variables may have.
    pub condition: Option<Expr>,
    /// `where after: …`: which positions a move may lead to.
    pub after: Option<Expr>,
    /// `when …`: in which positions the line applies.
    pub when: Option<Expr>,
}

/// The heap that may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum From {
    /// Any heap.
    Any,
    /// Any heap of the greatest size.
    Largest,
    /// Any non-empty heap of the least size.
    Smallest,
    /// The first or the last heap of a row.
    Ends,
}

impl From {
    /// All choices.
    pub const ALL: [From; 4] = [From::Any, From::Largest, From::Smallest, From::Ends];

    /// The choice in the spelling of the language.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            From::Any => "any",
            From::Largest => "largest",
            From::Smallest => "smallest",
            From::Ends => "ends",
        }
    }
}

/// How heaps are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    /// They have no order: a multiset without empty heaps.
    None,
    /// In a row without empty heaps.
    Row,
    /// In a row of places that may be empty.
    Fixed,
    /// In a circle of places that may be empty.
    Circle,
}

impl Order {
    /// The arrangements that a line can name.
    pub const ALL: [Order; 3] = [Order::Row, Order::Fixed, Order::Circle];

    /// The arrangement in the spelling of the language.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Order::None => "",
            Order::Row => "row",
            Order::Fixed => "row fixed",
            Order::Circle => "circle",
        }
    }

    /// Whether empty heaps keep their places.
    #[must_use]
    pub fn has_places(self) -> bool {
        matches!(self, Order::Fixed | Order::Circle)
    }
}

/// The digits of a code: in base 8 or 16.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodeText {
    /// `0.137`, `0.(3)`
    Digits(Name),
    /// A parameter.
    Parameter(Name),
}

/// Who wins when no move is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A player who cannot move loses.
    Normal,
    /// A player who cannot move wins.
    Misere,
}

impl Ending {
    /// All endings.
    pub const ALL: [Ending; 2] = [Ending::Normal, Ending::Misere];

    /// The ending in the spelling of the language.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Ending::Normal => "normal",
            Ending::Misere => "misere",
        }
    }
}

/// A value for a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The parameter, if it is named: `k = 3`.
    pub name: Option<Name>,
    /// The value.
    pub value: ArgumentValue,
    /// The place of the whole.
    pub span: Span,
}

/// The kinds of values for parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentValue {
    /// A number.
    Number(Expr),
    /// A set of numbers: `{1, 3}`, `1..3`.
    Set(Vec<Element>),
    /// A function: `turn -> 2*turn`.
    Function(Vec<Name>, Expr),
    /// The code of an octal game: `0.137`.
    Code(Name),
}

/// A game of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Summand {
    /// A game of the library.
    Library(Name, Vec<Argument>),
    /// A text in quotes, and its place inside the quotes.
    Text(Name),
}

/// One line of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it says.
    pub kind: LineKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// `game name(parameters)`
    Heading(Name, Vec<Name>),
    /// A sentence for people.
    About(String),
    /// Where the game comes from.
    Source(String),
    /// A condition on the parameters.
    Where(Expr),
    /// A game of the library, which stands for its lines.
    Base(Name, Vec<Argument>),
    /// `nim + wythoff`
    Sum(Vec<Summand>),
    /// `heaps N`
    Heaps(Expr),
    /// `position (x, y) where …`
    Position(Vec<Name>, Option<Expr>),
    /// `row`, `row fixed`, `circle`
    Order(Order),
    /// `take … from … then split … where … when …`
    Take {
        /// How many.
        amount: Amount,
        /// How the numbers of stones from several heaps are related.
        share: Share,
        /// From which heaps.
        group: Group,
        /// What the rest is split into.
        then: Option<Parts>,
        /// The conditions.
        limits: Limits,
    },
    /// `split … into … where … when …`
    Split {
        /// Which heap.
        from: From,
        /// What it is split into.
        parts: Parts,
        /// The conditions.
        limits: Limits,
    },
    /// `octal 0.137`; `true` for `hexadecimal`
    Code(bool, CodeText),
    /// `move (…) for … where … when …`
    Move {
        /// The new coordinates.
        target: Vec<Expr>,
        /// The variables.
        variables: Vec<Name>,
        /// The conditions.
        limits: Limits,
    },
    /// `pass N each when …`; `true` if each player has N passes
    Pass(Expr, bool, Option<Expr>),
    /// `ending misere`
    Ending(Ending),
    /// `rank (…)`
    Rank(Vec<Expr>),
}

impl LineKind {
    /// Whether the line belongs to the heading.
    pub(crate) fn is_heading(&self) -> bool {
        matches!(
            self,
            LineKind::Heading(..) | LineKind::About(_) | LineKind::Source(_) | LineKind::Where(_)
        )
    }
}

/// The text of a game: its lines in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameText {
    /// The lines.
    pub lines: Vec<Line>,
}

impl GameText {
    /// The name and the parameters of its heading, if it has one.
    #[must_use]
    pub fn heading(&self) -> Option<(&Name, &[Name])> {
        match &self.lines.first()?.kind {
            LineKind::Heading(name, parameters) => Some((name, parameters)),
            _ => None,
        }
    }
}

/// A position as a person types it: numbers and named counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText {
    /// Heaps or coordinates.
    pub numbers: Vec<Expr>,
    /// Counters and their values.
    pub counters: Vec<(Name, Expr)>,
}

/// Words that start a line.
pub(crate) const LINE_WORDS: &[&str] = &[
    "game",
    "source",
    "where",
    "heaps",
    "row",
    "circle",
    "position",
    "take",
    "split",
    "octal",
    "hexadecimal",
    "move",
    "pass",
    "ending",
    "rank",
];
