//! The table of functions and operators of the language: one entry each, with all that the program knows of it.
//!
//! A new function is a line in [`Unary`] or [`Binary`] below, which names it, and its entry in `integer.rs`. Readers,
//! evaluators, intervals, normal forms, rows and printers look at the entry alone. What they match by name are the
//! operations of arithmetic and logic, whose laws they know: `+`, `min`, `floor` and the like.

mod arithmetic;
mod integer;
mod logic;
#[cfg(test)]
mod tests;

use super::interval::Interval;
use super::value::{Fuel, Outcome, Type, Value};

/// Makes the names of the functions and leads from each to its entry.
macro_rules! table {
    ($(#[$doc:meta])* $id:ident: $entry:ident, $fast:ty {
        $($(#[$what:meta])* $name:ident = $path:path,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $id {
            $($(#[$what])* $name,)*
        }

        impl $id {
            const ALL: &[$id] = &[$($id::$name),*];

            /// Its entry in the table.
            pub(crate) const fn entry(self) -> &'static $entry {
                match self {
                    $($id::$name => &$path,)*
                }
            }

            /// Does something with its function on small integers, if it has one. The function is known where this is
            /// compiled, so that a loop which calls it is as fast as one written for it.
            #[inline(always)]
            pub(crate) fn with_fast(self, mut run: impl FnMut($fast)) {
                match self {
                    $($id::$name => {
                        if let OnRows::Fast(function) = $path.rows {
                            run(function);
                        }
                    })*
                }
            }
        }
    };
}

table! {
    /// A function of one number or truth value.
    Unary: One, fn(i64) -> i64 {
        /// The greatest integer that is at most a.
        Floor = integer::FLOOR,
        /// The least integer that is at least a.
        Ceil = integer::CEIL,
        /// The absolute value.
        Abs = arithmetic::ABS,
        /// The floor of the logarithm to base 2.
        Log2 = integer::LOG2,
        /// The floor of the square root.
        Isqrt = integer::ISQRT,
        /// Whether an integer is even.
        Even = integer::EVEN,
        /// Whether an integer is odd.
        Odd = integer::ODD,
        /// Whether an integer is prime.
        Prime = integer::PRIME,
        /// `-a`
        Neg = arithmetic::NEG,
        /// `not a`
        Not = logic::NOT,
    }
}

table! {
    /// A function of two values.
    Binary: Two, fn(i64, i64) -> i64 {
        /// The lesser.
        Min = arithmetic::MIN,
        /// The greater.
        Max = arithmetic::MAX,
        /// The greatest common divisor.
        Gcd = integer::GCD,
        /// The nim-sum.
        Xor = integer::XOR,
        /// `a mod b`, which has the sign of b
        Mod = integer::MOD,
        /// `a + b`
        Add = arithmetic::ADD,
        /// `a - b`
        Sub = arithmetic::SUB,
        /// `a * b`
        Mul = arithmetic::MUL,
        /// `a / b`, an exact fraction
        Div = arithmetic::DIV,
        /// `a ^ b`
        Pow = arithmetic::POW,
        /// `a = b`
        Eq = logic::EQ,
        /// `a < b`
        Lt = logic::LT,
        /// `a <= b`
        Le = logic::LE,
        /// `a and b`; b is evaluated only when a is true
        And = logic::AND,
        /// `a or b`; b is evaluated only when a is false
        Or = logic::OR,
    }
}

/// A function of one argument.
pub(crate) struct One {
    /// How it is called; an operator is written with its sign instead.
    pub(crate) name: Option<&'static str>,
    /// The type of its value.
    pub(crate) gives: Gives,
    /// The numbers at which it has a value.
    pub(crate) defined: Defined,
    /// Its exact value. A step and the size of the argument are already paid for.
    pub(crate) value: fn(&Value, &mut Fuel) -> Outcome<Value>,
    /// An interval that holds its values at the numbers of another.
    pub(crate) hull: fn(&Interval) -> Interval,
    /// An interval that holds the numbers whose values are in another. The truth value says that they are whole.
    pub(crate) arguments: Option<fn(&Interval, bool) -> Interval>,
    /// The number from which on it never falls, and rises by at most 1 when its argument does.
    pub(crate) climbs: Option<i64>,
    /// How rows of small integers compute it.
    pub(crate) rows: OnRows<fn(i64) -> i64>,
    /// Its term in SMT-LIB, if it has one.
    pub(crate) smt: Option<fn(&str) -> String>,
    /// Its formula in LaTeX; without one it is printed as a call.
    pub(crate) latex: Option<Pattern>,
    /// What is said of a number when it is true, and when it is false: `even` and `odd`.
    pub(crate) says: Option<(&'static str, &'static str)>,
}

/// A function of two arguments.
pub(crate) struct Two {
    /// How it is called; an operator is written with its sign instead.
    pub(crate) name: Option<&'static str>,
    /// Whether a call may have any number of arguments from one on.
    pub(crate) many: bool,
    /// The type of its value.
    pub(crate) gives: Gives,
    /// The numbers at which it has a value, for each argument.
    pub(crate) defined: [Defined; 2],
    /// Its exact value. A step and the sizes of the arguments are already paid for.
    pub(crate) value: fn(&Value, &Value, &mut Fuel) -> Outcome<Value>,
    /// An interval that holds its values at the numbers of two others.
    pub(crate) hull: fn(&Interval, &Interval) -> Interval,
    /// Intervals that hold the arguments when the value is in an interval and they are in two others. `None` leaves an
    /// argument as it is. The truth value says that both are whole.
    pub(crate) arguments: Option<Arguments>,
    /// What does not matter about its arguments.
    pub(crate) order: Order,
    /// How rows of small integers compute it.
    pub(crate) rows: OnRows<fn(i64, i64) -> i64>,
    /// Its term in SMT-LIB, if it has one.
    pub(crate) smt: Option<fn(&str, &str) -> String>,
    /// Its formula in LaTeX; without one it is printed as a call.
    pub(crate) latex: Option<Signs>,
}

/// The intervals of two arguments, from that of the value and from theirs.
pub(crate) type Arguments =
    fn(&Interval, &Interval, &Interval, bool) -> (Option<Interval>, Option<Interval>);

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gives {
    /// A whole number.
    Int,
    /// A number that may be a fraction.
    Ratio,
    /// A condition.
    Bool,
    /// A whole number if the arguments are, otherwise one that may be a fraction.
    Same,
}

/// The numbers at which a function has a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Defined {
    /// All.
    Everywhere,
    /// The whole ones.
    Whole,
    /// The whole ones from this one on.
    WholeFrom(i64),
    /// All from this one on, and perhaps others.
    From(i64),
    /// That is not known beforehand.
    Unsure,
}

/// What does not matter about the arguments of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// Everything matters.
    Pair,
    /// Their order, and which two are taken together first.
    Bag,
    /// That, and how often each is there.
    Set,
}

/// How rows of small integers compute a function.
#[derive(Clone, Copy)]
pub(crate) enum OnRows<F> {
    /// By operations of rows, which know its laws: see `rows/compile.rs`.
    Operations,
    /// From a table of exact values if there are few arguments, otherwise not at all. A function of two arguments is left
    /// to the exact evaluator.
    Exact,
    /// By this function, which is right wherever the exact one has a value and does not panic elsewhere.
    Fast(F),
}

/// A formula in LaTeX.
#[derive(Clone, Copy)]
pub(crate) struct Pattern {
    /// The formula with `{}` in place of the argument.
    pub(crate) text: &'static str,
    /// How tightly the argument must hold together.
    pub(crate) inner: Level,
    /// How tightly the formula holds together.
    pub(crate) level: Level,
}

/// How a function of several arguments is printed in LaTeX.
#[derive(Clone, Copy)]
pub(crate) enum Signs {
    /// A command, and the arguments in brackets.
    Command(&'static str),
    /// The arguments with a sign between them.
    Between {
        /// The sign.
        sign: &'static str,
        /// How tightly the first argument must hold together.
        first: Level,
        /// How tightly the others must.
        others: Level,
        /// How tightly the formula holds together.
        level: Level,
    },
}

/// How tightly an expression holds together on paper.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Any,
    Or,
    And,
    Not,
    Compare,
    Xor,
    Mod,
    Add,
    Fold,
    Mul,
    Pow,
    Atom,
}

/// A function by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    /// Of one argument.
    One(Unary),
    /// Of two arguments.
    Two(Binary),
    /// Of any number of arguments from one on.
    Many(Binary),
}

impl Function {
    /// Whether its value is a condition.
    pub(crate) fn is_condition(self) -> bool {
        let gives = match self {
            Function::One(op) => op.entry().gives,
            Function::Two(op) | Function::Many(op) => op.entry().gives,
        };
        gives == Gives::Bool
    }

    /// Whether it makes a number of a number, as a parameter like the f of `maximum-nim(f)` does.
    pub(crate) fn is_of_one_number(self) -> bool {
        matches!(self, Function::One(_)) && !self.is_condition()
    }
}

/// The function with a name.
pub(crate) fn find(name: &str) -> Option<Function> {
    let one = Unary::ALL.iter().find(|op| op.entry().name == Some(name));
    let two = || Binary::ALL.iter().find(|op| op.entry().name == Some(name));
    match (one, two) {
        (Some(op), _) => Some(Function::One(*op)),
        (None, two) => two().map(|op| match op.entry().many {
            true => Function::Many(*op),
            false => Function::Two(*op),
        }),
    }
}

/// The function with a name that says something of a number, like `even`.
pub(crate) fn adjective(name: &str) -> Option<Unary> {
    match find(name) {
        Some(Function::One(op)) => op.entry().says.map(|_| op),
        _ => None,
    }
}

/// What is said of a number when the function with a name is true of it, and when it is false.
pub(crate) fn says(name: &str) -> Option<(&'static str, &'static str)> {
    adjective(name)?.entry().says
}

/// The names of all functions.
pub(crate) fn names<'n>() -> impl Iterator<Item = &'n str> {
    let two = Binary::ALL.iter().filter_map(|op| op.entry().name);
    two.chain(Unary::ALL.iter().filter_map(|op| op.entry().name))
}

/// The value of a function of one argument.
pub fn unary(op: Unary, a: &Value, fuel: &mut Fuel) -> Outcome<Value> {
    fuel.spend(1 + a.words())?;
    (op.entry().value)(a, fuel)
}

/// The value of a function of two arguments. `And` and `Or` are not lazy here.
pub fn binary(op: Binary, a: &Value, b: &Value, fuel: &mut Fuel) -> Outcome<Value> {
    fuel.spend(1 + a.words() + b.words())?;
    (op.entry().value)(a, b, fuel)
}

impl Gives {
    /// The type of a value, from the type of the arguments.
    pub(crate) fn of(self, arguments: Type) -> Type {
        match self {
            Gives::Int => Type::Int,
            Gives::Ratio => Type::Ratio,
            Gives::Bool => Type::Bool,
            Gives::Same => arguments,
        }
    }
}

impl Defined {
    /// Whether a function has a value at every whole number.
    pub(crate) fn all_whole(self) -> bool {
        matches!(self, Defined::Everywhere | Defined::Whole)
    }

    /// Whether a function has a value at every number of a type in an interval.
    pub(crate) fn covers(self, ty: Type, within: impl FnOnce() -> Interval) -> bool {
        let whole = ty == Type::Int;
        match self {
            Defined::Everywhere => true,
            Defined::Whole => whole,
            Defined::WholeFrom(least) => whole && within().at_least(least),
            Defined::From(least) => within().at_least(least),
            Defined::Unsure => false,
        }
    }
}

impl<F: Copy> OnRows<F> {
    /// The function on small integers, if there is one.
    pub(crate) fn fast(self) -> Option<F> {
        match self {
            OnRows::Fast(function) => Some(function),
            OnRows::Operations | OnRows::Exact => None,
        }
    }
}
