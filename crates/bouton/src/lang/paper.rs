//! The syntax of papers and claims: statements about games, with their places in the text.

use super::diagnostic::Span;
use super::syntax::{Argument, Expr, GameText, Name};

/// A paper, or a file of a user's claims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaperText {
    /// The name of the paper, if it is one.
    pub name: Option<Name>,
    /// Title, authors and so on, in order.
    pub about: Vec<(String, Vec<String>)>,
    /// The games that it defines, each with its heading.
    pub games: Vec<GameText>,
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
    /// The game that it is about.
    pub game: Option<GameName>,
    /// What its parameters must satisfy.
    pub with: Vec<With>,
    /// What it says.
    pub lines: Vec<ClaimLine>,
    /// The place of its heading.
    pub span: Span,
}

impl Item {
    /// The identifier of the statement in its paper: `theorem-2.1`.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}-{}", self.kind.text, self.label)
    }
}

/// A game that a statement is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameName {
    /// A game of the paper or of the library, or of a file: `"mine.game"(k)`. Arguments that are unknown names are parameters of
    /// the statement.
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
    /// A condition on every number from one on, as far as the range that is used: `forall t >= 1 : f(t) >= t`.
    Forall(Name, Expr, Expr),
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
    /// The positions that it is about.
    When(Expr),
    /// `let beta = …`
    Let(Name, Expr),
    /// One case of a function: `G(t) = (t+1)/2 when odd(t)`. A name is a variable, and a number is
    /// a case.
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
        /// Whether it is about P-positions.
        p: bool,
        /// Whether it is an equivalence.
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
        /// The variable for the heap that stones are taken from; if it is left out, a largest heap.
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
        /// The game; if it is left out, that of the statement.
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
    /// A line as it is printed in the paper, where the paper is wrong.
    Printed(Box<ClaimLine>),
    /// What is wrong with the printed form, and positions that show it.
    Erratum(String, Vec<String>),
    /// A statement that is not checked, with the reason.
    Stated(String),
}

/// What an example says about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Is {
    /// It is P.
    P,
    /// It is N, by moves to these positions.
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
