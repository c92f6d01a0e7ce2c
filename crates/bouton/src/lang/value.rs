//! Exact values and their operations: integers and fractions, bounded in size only by
//! [`MAX_DIGITS`], and truth values.

use std::cmp::Ordering;
use std::fmt;

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::diagnostic::Code;

/// No number has more decimal digits than this.
pub const MAX_DIGITS: usize = 1_000_000;

/// The same in bits: no number of this many bits has more digits than that.
pub(super) const MAX_BITS: usize = 3_321_928;

/// The work that one evaluation may take, roughly in additions of machine words.
pub const FUEL: u64 = 100_000_000;

/// An integer, a fraction that is not an integer, or a truth value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A whole number.
    Int(IBig),
    /// A fraction in lowest terms whose denominator is at least 2.
    Ratio(RBig),
    /// A truth value.
    Bool(bool),
}

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// A whole number.
    Int,
    /// A number that may be a fraction.
    Ratio,
    /// A condition.
    Bool,
}

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A whole number was needed.
    Fraction(RBig),
    /// Division by zero.
    DivisionByZero,
    /// A function outside its domain: what it needs, and what it got.
    Domain(&'static str, String),
    /// The number would have too many digits.
    TooManyDigits,
    /// The evaluation takes too much work.
    TooMuchWork,
    /// None of a function's cases applies.
    NoCase(String),
    /// A function calls itself without lowering its first argument.
    Rises(String),
    /// A condition does not bound its variables.
    Unbounded,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Fraction(ratio) => {
                let (numerator, denominator) = (ratio.numerator(), ratio.denominator());
                write!(f, "{} is not a whole number", shown(&format!("{numerator}/{denominator}")))
            }
            Fault::DivisionByZero => f.write_str("division by zero"),
            Fault::Domain(needs, got) => write!(f, "{needs}, not {}", shown(got)),
            Fault::TooManyDigits => {
                write!(f, "the number would have more than {MAX_DIGITS} digits")
            }
            Fault::TooMuchWork => f.write_str("computing it would take too much work"),
            Fault::NoCase(name) => write!(f, "no case of `{name}` applies"),
            Fault::Rises(name) => {
                write!(f, "`{name}` calls itself with a first argument that is not smaller")
            }
            Fault::Unbounded => f.write_str("the condition does not bound its variables"),
        }
    }
}

impl Fault {
    /// The code of the diagnostic that reports it.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Fault::Fraction(_) => Code::Fraction,
            Fault::DivisionByZero => Code::DivisionByZero,
            Fault::Domain(..) => Code::Domain,
            Fault::TooManyDigits => Code::TooManyDigits,
            Fault::TooMuchWork => Code::TooMuchWork,
            Fault::NoCase(_) => Code::Domain,
            Fault::Rises(_) => Code::NotDown,
            Fault::Unbounded => Code::Unbounded,
        }
    }
}

fn shown(number: &str) -> String {
    super::token::shorten(number)
}

/// The result of a computation.
pub type Outcome<T> = Result<T, Fault>;

/// The work that is still allowed.
#[derive(Clone, Debug)]
pub struct Fuel(pub u64);

impl Fuel {
    /// Uses up some of it.
    pub fn spend(&mut self, work: u64) -> Outcome<()> {
        match self.0.checked_sub(work) {
            Some(left) => {
                self.0 = left;
                Ok(())
            }
            None => {
                self.0 = 0;
                Err(Fault::TooMuchWork)
            }
        }
    }
}

impl Value {
    /// The truth value; the types were checked when the expression was made.
    #[must_use]
    pub fn truth(&self) -> bool {
        matches!(self, Value::Bool(true))
    }

    /// The whole number.
    pub fn integer(&self) -> Outcome<&IBig> {
        match self {
            Value::Int(int) => Ok(int),
            Value::Ratio(ratio) => Err(Fault::Fraction(ratio.clone())),
            Value::Bool(_) => unreachable!("types are checked when an expression is made"),
        }
    }

    /// The number as a fraction.
    pub(super) fn ratio(&self) -> RBig {
        match self {
            Value::Int(int) => RBig::from(int.clone()),
            Value::Ratio(ratio) => ratio.clone(),
            Value::Bool(_) => unreachable!("types are checked when an expression is made"),
        }
    }

    /// Its size in machine words, rounded down.
    pub(super) fn words(&self) -> u64 {
        words(self.bits())
    }

    /// Its size in bits.
    pub(super) fn bits(&self) -> usize {
        match self {
            Value::Int(int) => int.bit_len(),
            Value::Ratio(ratio) => ratio.numerator().bit_len() + ratio.denominator().bit_len(),
            Value::Bool(_) => 1,
        }
    }
}

impl From<RBig> for Value {
    fn from(ratio: RBig) -> Value {
        if ratio.is_int() { Value::Int(ratio.into_parts().0) } else { Value::Ratio(ratio) }
    }
}

impl From<IBig> for Value {
    fn from(int: IBig) -> Value {
        Value::Int(int)
    }
}

/// Which of two numbers is the lesser.
pub(super) fn compare(a: &Value, b: &Value, fuel: &mut Fuel) -> Outcome<Ordering> {
    Ok(match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        _ => {
            fuel.spend(product_work(words(a.bits()), words(b.bits())))?;
            a.ratio().cmp(&b.ratio())
        }
    })
}

/// A whole number of at least 0.
pub(super) fn natural(a: &Value, needs: &'static str) -> Outcome<UBig> {
    let a = a.integer()?;
    match a.as_ubig() {
        Some(natural) => Ok(natural.clone()),
        None => Err(Fault::Domain(needs, a.to_string())),
    }
}

/// Whether a whole number is even.
pub(super) fn is_even(a: &IBig) -> bool {
    !a.bit(0)
}

pub(super) fn words(bits: usize) -> u64 {
    bits as u64 / 64
}

/// The work of multiplying numbers of these sizes in words. For large numbers the library is faster
/// than schoolbook multiplication.
pub(super) fn product_work(a: u64, b: u64) -> u64 {
    let (small, large) = (a.min(b), a.max(b));
    large.saturating_mul(small.isqrt() + 1)
}

/// The work of reducing a fraction.
pub(super) fn quotient_work(a: u64, b: u64) -> u64 {
    let small = a.min(b) + 1;
    (a.max(b) + 1).saturating_mul(small) / 8
}
