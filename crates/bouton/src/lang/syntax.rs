//! The syntax tree: what a text says, with the places where it says it.

use dashu_int::UBig;

pub use super::core::Fold;
use super::diagnostic::Span;

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// An expression and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its place.
    pub span: Span,
}

impl Expr {
    /// Whether it has the form of a condition, and not of a number.
    pub(crate) fn is_condition(&self) -> bool {
        match &self.kind {
            ExprKind::Truth(_) | ExprKind::Compare(..) | ExprKind::Member(..) => true,
            ExprKind::Prefix(prefix, _) => *prefix == Prefix::Not,
            ExprKind::Infix(infix, ..) => matches!(infix, Infix::And | Infix::Or),
            ExprKind::If(_, then, _) => then.is_condition(),
            ExprKind::Let(_, body) => body.is_condition(),
            ExprKind::Fold(fold, ..) => {
                matches!(fold, Fold::Exists | Fold::Forall | Fold::Distinct)
            }
            ExprKind::Call(name, arguments) => match name.text.as_str() {
                "even" | "odd" | "prime" => true,
                "distinct" => matches!(&arguments[..], [list] if list.heaps().is_some()),
                _ => false,
            },
            _ => false,
        }
    }

    /// The list of heaps that it is, `x` or `x[..-2]`: from which index to which.
    pub(crate) fn heaps(&self) -> Option<(Option<&Expr>, Option<&Expr>)> {
        match &self.kind {
            ExprKind::Name(x) if x == "x" => Some((None, None)),
            ExprKind::Slice(x, from, to) if x.text == "x" => Some((from.as_deref(), to.as_deref())),
            _ => None,
        }
    }
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A number, written as digits.
    Number(UBig),
    /// `true` or `false`.
    Truth(bool),
    /// A word, a parameter or a variable.
    Name(String),
    /// A function and its arguments: `min(3, m)`.
    Call(Name, Vec<Expr>),
    /// A heap, counted from the first, `x[1]`, or back from the last, `x[-1]`.
    Index(Name, Box<Expr>),
    /// `-a` or `not a`.
    Prefix(Prefix, Box<Expr>),
    /// An infix operator between two expressions.
    Infix(Infix, Box<Expr>, Box<Expr>),
    /// One or more comparisons in a row: `1 <= r <= k-1`.
    Compare(Box<Expr>, Vec<(Comparison, Expr)>),
    /// `if a then b else c`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `let r = a, s = b in c`
    Let(Vec<(Name, Expr)>, Box<Expr>),
    /// `sum(t in 1..n : e)`, `xor(e for h in x)`, `exists n in 0..9 : c`
    Fold(Fold, Name, Domain, Box<Expr>),
    /// `x[..-3]`: heaps from one index to another.
    Slice(Name, Option<Box<Expr>>, Option<Box<Expr>>),
    /// `(x, y) in { (2^n - 1, 0) : n >= 0 }`
    Member(Vec<Expr>, Generated),
}

/// The numbers that a variable runs over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// The integers from the first to the second, both included.
    Range(Box<Expr>, Box<Expr>),
    /// The heaps from one index to another.
    Heaps(Option<Box<Expr>>, Option<Box<Expr>>),
}

/// A set of tuples: all values of the expressions for integers that satisfy the conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The expressions.
    pub tuple: Vec<Expr>,
    /// The conditions.
    pub conditions: Vec<Expr>,
}

/// The folds and how they are written.
pub(crate) const FOLDS: &[(&str, Fold)] = &[
    ("sum", Fold::Sum),
    ("xor", Fold::Xor),
    ("min", Fold::Min),
    ("max", Fold::Max),
    ("count", Fold::Count),
    ("exists", Fold::Exists),
    ("forall", Fold::Forall),
    ("distinct", Fold::Distinct),
];

/// A prefix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// `-`
    Minus,
    /// `not`
    Not,
}

/// An infix operator other than a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Infix {
    /// `or`
    Or,
    /// `and`
    And,
    /// `xor`
    Xor,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `mod`
    Mod,
    /// `^`
    Pow,
}

impl Infix {
    /// All infix operators.
    pub const ALL: [Infix; 9] = [
        Infix::Or,
        Infix::And,
        Infix::Xor,
        Infix::Add,
        Infix::Sub,
        Infix::Mul,
        Infix::Div,
        Infix::Mod,
        Infix::Pow,
    ];

    /// The operator as it is written.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Infix::Or => "or",
            Infix::And => "and",
            Infix::Xor => "xor",
            Infix::Add => "+",
            Infix::Sub => "-",
            Infix::Mul => "*",
            Infix::Div => "/",
            Infix::Mod => "mod",
            Infix::Pow => "^",
        }
    }

    /// How tightly it binds its left and its right operand.
    #[must_use]
    pub fn binding(self) -> (u8, u8) {
        match self {
            Infix::Or => (1, 2),
            Infix::And => (3, 4),
            Infix::Xor => (9, 10),
            Infix::Add | Infix::Sub => (11, 12),
            Infix::Mul | Infix::Div | Infix::Mod => (13, 14),
            // `2^3^2` is `2^(3^2)`, and `-2^2` is `-(2^2)`.
            Infix::Pow => (18, 17),
        }
    }
}

impl Prefix {
    /// How tightly it binds its operand.
    #[must_use]
    pub fn binding(self) -> u8 {
        match self {
            Prefix::Not => 5,
            Prefix::Minus => 15,
        }
    }
}

/// How tightly comparisons bind their operands. They do not nest without brackets.
pub const COMPARISON_BINDING: (u8, u8) = (7, 8);

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `divides`
    Divides,
}

impl Comparison {
    /// All comparisons.
    pub const ALL: [Comparison; 7] = [
        Comparison::Equal,
        Comparison::Unequal,
        Comparison::Less,
        Comparison::AtMost,
        Comparison::Greater,
        Comparison::AtLeast,
        Comparison::Divides,
    ];

    /// The comparison as it is written.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Comparison::Equal => "=",
            Comparison::Unequal => "!=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Greater => ">",
            Comparison::AtLeast => ">=",
            Comparison::Divides => "divides",
        }
    }
}

/// One element of a set of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// A number, or a parameter that is a set.
    One(Expr),
    /// All integers from the first to the second, both included.
    Range(Expr, Expr),
}

/// How many stones may be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// The numbers of a set: `1..k`, `{1, 3, 4}`.
    In(Vec<Element>),
    /// All numbers but those of a set: `all but {2, 5}`.
    AllBut(Vec<Element>),
    /// The numbers that satisfy the condition of the line: `t … where isqrt(t)^2 = t`; several
    /// variables are the stones of as many heaps.
    Variables(Vec<Name>),
}

/// How the stones that are taken from several heaps go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Each heap for itself.
    Each,
    /// The same number from each.
    Same,
    /// Their sum counts.
    Total,
}

/// The heaps from which stones are taken in one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Group {
    /// One heap.
    One(From),
    /// All heaps that the game has; none may be empty.
    All,
    /// All heaps of a game that has two.
    Both,
    /// All heaps that are not empty.
    NonEmpty,
    /// `each of 1..2 heaps`, `some of 3 adjacent`
    Several {
        /// Whether stones are taken from each of them, or from some.
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
    /// Those that follow each other in a row or a circle.
    Adjacent,
}

impl Among {
    /// All of them.
    pub const ALL: [Among; 4] = [Among::Heaps, Among::Largest, Among::Smallest, Among::Adjacent];

    /// The choice of one of them.
    #[must_use]
    pub fn one(self) -> From {
        match self {
            Among::Heaps | Among::Adjacent => From::Any,
            Among::Largest => From::Largest,
            Among::Smallest => From::Smallest,
        }
    }

    /// The choice as it is written.
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

/// Into what a heap is split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parts {
    /// So many non-empty heaps, two unless it is said.
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
    /// `where after: …`: which positions may be moved to.
    pub after: Option<Expr>,
    /// `when …`: in which positions the line counts.
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

    /// The choice as it is written.
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

/// How heaps lie.
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
    /// All that a line can say.
    pub const ALL: [Order; 3] = [Order::Row, Order::Fixed, Order::Circle];

    /// The order as it is written.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Order::None => "",
            Order::Row => "row",
            Order::Fixed => "row fixed",
            Order::Circle => "circle",
        }
    }

    /// Whether places stay when their heaps are empty.
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
    /// Who cannot move loses.
    Normal,
    /// Who cannot move wins.
    Misere,
}

impl Ending {
    /// All endings.
    pub const ALL: [Ending; 2] = [Ending::Normal, Ending::Misere];

    /// The ending as it is written.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Ending::Normal => "normal",
            Ending::Misere => "misere",
        }
    }
}

/// What is given for a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The parameter, if it is named: `k = 3`.
    pub name: Option<Name>,
    /// What is given.
    pub value: ArgumentValue,
    /// The place of the whole.
    pub span: Span,
}

/// The kinds of what is given for a parameter.
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
    /// A text in quotes, and its place without them.
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
    /// A game of the library, whose lines stand here.
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
        /// How those of several heaps go together.
        share: Share,
        /// From which heaps.
        group: Group,
        /// Into what the rest is split.
        then: Option<Parts>,
        /// The conditions.
        limits: Limits,
    },
    /// `split … into … where … when …`
    Split {
        /// Which heap.
        from: From,
        /// Into what.
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
    /// `pass N each when …`; whether each player has so many
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

/// A position as it is typed: numbers, and the counters that are named.
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

/// Words that are part of the grammar and name nothing.
pub(crate) const GRAMMAR_WORDS: &[&str] = &[
    "and", "or", "not", "mod", "xor", "if", "then", "else", "from", "when", "where", "for", "true",
    "false", "let", "in", "exists", "forall", "divides",
];
