//! The syntax tree: what a text says, with the places where it says it. Expressions are here, and
//! the lines of games are in `line`.

use dashu_int::UBig;

use super::builtin;
pub use super::core::Fold;
use super::diagnostic::Span;
pub use super::line::*;

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its place.
    pub span: Span,
}

impl Name {
    /// Whether it is the name of a file with a game: `mine.game`. It is written in quotes.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.text.ends_with(".game")
    }
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
    /// Whether it has the form of a condition rather than a number.
    pub(crate) fn is_condition(&self) -> bool {
        match &self.kind {
            ExprKind::Truth(_) | ExprKind::Compare(..) | ExprKind::Member(..) => true,
            ExprKind::Prefix(prefix, _) => *prefix == Prefix::Not,
            ExprKind::Infix(infix, ..) => matches!(infix, Infix::Iff | Infix::And | Infix::Or),
            ExprKind::If(_, then, _) => then.is_condition(),
            ExprKind::Let(_, body) => body.is_condition(),
            ExprKind::Fold(fold, ..) => {
                matches!(fold, Fold::Exists | Fold::Forall | Fold::Distinct)
            }
            ExprKind::Call(name, arguments) => match builtin::find(&name.text) {
                Some(function) => function.is_condition(),
                None if name.text == "distinct" => {
                    matches!(&arguments[..], [list] if list.heaps().is_some())
                }
                None => false,
            },
            _ => false,
        }
    }

    /// If it is a list of heaps, `x` or `x[..-2]`: its first and its last index.
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
    /// A heap at an index that counts up from the first, `x[1]`, or down from the last, `x[-1]`.
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
    /// `iff`
    Iff,
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
    pub const ALL: [Infix; 10] = [
        Infix::Iff,
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
            Infix::Iff => "iff",
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
            // `a iff b iff c` needs brackets.
            Infix::Iff => (1, 2),
            Infix::Or => (3, 4),
            Infix::And => (5, 6),
            Infix::Xor => (11, 12),
            Infix::Add | Infix::Sub => (13, 14),
            Infix::Mul | Infix::Div | Infix::Mod => (15, 16),
            // `2^3^2` is `2^(3^2)`, and `-2^2` is `-(2^2)`.
            Infix::Pow => (20, 19),
        }
    }
}

impl Prefix {
    /// How tightly it binds its operand.
    #[must_use]
    pub fn binding(self) -> u8 {
        match self {
            Prefix::Not => 7,
            Prefix::Minus => 17,
        }
    }
}

/// How tightly comparisons bind their operands. They do not nest without brackets.
pub const COMPARISON_BINDING: (u8, u8) = (9, 10);

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

/// Words of the grammar, which cannot be names.
pub(crate) const GRAMMAR_WORDS: &[&str] = &[
    "and", "or", "not", "mod", "xor", "if", "then", "else", "from", "when", "where", "for", "true",
    "false", "let", "in", "exists", "forall", "divides", "iff",
];
