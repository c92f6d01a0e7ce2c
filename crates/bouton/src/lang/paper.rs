//! The syntax of papers and claims: what is said of games, with the places where it is said.

use super::diagnostic::Span;
use super::syntax::{Argument, Expr, Name};

/// A paper, or a file of one's own claims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaperText {
    /// The name of the paper, if it is one.
    pub name: Option<Name>,
    /// Title, authors and so on, in order.
    pub about: Vec<(String, Vec<String>)>,
    /// The statements in the order of the paper.
    pub items: Vec<Item>,
}

/// One statement of a paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// `theorem`, `lemma`, ….
    pub kind: Name,
    /// `2.1`, `mine`.
    pub label: String,
    /// The game it speaks of.
    pub game: Option<GameName>,
    /// What its parameters must satisfy.
    pub with: Vec<With>,
    /// What it says.
    pub lines: Vec<ClaimLine>,
    /// The place of its heading.
    pub span: Span,
}

impl Item {
    /// The name by which it is called in a paper: `theorem-2.1`.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}-{}", self.kind.text, self.label)
    }
}

/// A game that a statement speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameName {
    /// A game of the library; arguments that are unknown names are the statement's parameters.
    Library(Name, Vec<Argument>),
    /// The text of a game.
    Text(String, Span),
}

/// What a parameter must satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum With {
    /// A condition: `k >= 2`.
    Condition(Expr),
    /// A property of a function: `f nondecreasing`.
    Property(Name, Property),
}

/// A property of a function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// 1 ≤ f(1) ≤ f(2) ≤ …
    Nondecreasing,
    /// f(0) = 0, and f(m) − f(m−1) is 0 or 1.
    Regular,
}

impl Property {
    /// All properties.
    pub const ALL: [Property; 2] = [Property::Nondecreasing, Property::Regular];

    /// The property as it is written.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Property::Nondecreasing => "nondecreasing",
            Property::Regular => "regular",
        }
    }
}

/// One line of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimLine {
    /// What it says.
    pub kind: ClaimKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of lines of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// A sentence for people.
    About(String),
    /// The positions it speaks of.
    When(Expr),
    /// `let beta = …`
    Let(Name, Expr),
    /// One case of a function: `G(t) = (t+1)/2 when odd(t)`. A variable is a name, a case a number.
    Define {
        /// The function.
        name: Name,
        /// Variables and constants.
        patterns: Vec<Expr>,
        /// The value.
        value: Expr,
        /// Where the case applies.
        when: Option<Expr>,
    },
    /// `P iff …`, `N if …`.
    Outcome {
        /// Whether it speaks of P-positions.
        p: bool,
        /// Whether it says so of all of them.
        iff: bool,
        /// The condition.
        condition: Expr,
    },
    /// `grundy = …`
    Grundy(Expr),
    /// `grundy(pass=1) = grundy(pass=0) xor 1`
    Relation(Expr),
    /// `move take t when …`, `move take t from h in x when …`: winning moves.
    Take {
        /// How many stones.
        stones: Expr,
        /// The variable for the heap they are taken from; a largest one when it is left out.
        heap: Option<Name>,
        /// Where they win.
        when: Option<Expr>,
    },
    /// `move to (x, y) when …`: a winning move of a tuple.
    MoveTo(Vec<Expr>, Option<Expr>),
    /// `move pass when …`: passing wins.
    Pass(Option<Expr>),
    /// `always …`: a condition that holds at every position.
    Always(Expr),
    /// `GAME at POSITION is P`
    Example {
        /// The game; that of the statement when it is left out.
        game: Option<GameName>,
        /// The position, as it is typed.
        position: String,
        /// What it is.
        is: Is,
    },
    /// `grundy at 0..20;pass=1 is 0 1 2 …`: a printed table of one heap.
    Table {
        /// The first heap.
        from: Expr,
        /// The last heap.
        to: Expr,
        /// The counters, as they are typed.
        counters: String,
        /// The numbers.
        values: Vec<Expr>,
    },
    /// What is printed in the paper and is wrong, with the line as it is printed.
    Printed(Box<ClaimLine>),
    /// What is wrong with what is printed, and the positions that show it.
    Erratum(String, Vec<String>),
    /// A statement that is not checked, and why.
    Stated(String),
}

/// What an example says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Is {
    /// It is P.
    P,
    /// It is N, by moves to some positions.
    N(Vec<String>),
    /// Its Grundy number.
    Grundy(Expr),
    /// It satisfies a condition of the statement's game.
    Has(Expr),
}

/// The words that start a statement.
pub(crate) const ITEM_WORDS: &[&str] = &[
    "definition",
    "lemma",
    "theorem",
    "proposition",
    "corollary",
    "remark",
    "example",
    "claim",
    "figure",
    "table",
    "section",
];
