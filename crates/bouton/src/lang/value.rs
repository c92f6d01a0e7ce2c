//! Exact values and their operations: integers and fractions, bounded in size only by
//! [`MAX_DIGITS`], and truth values.

use std::cmp::Ordering;
use std::fmt;

use dashu_int::ops::{BitTest, Gcd, RemEuclid, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;

use super::diagnostic::Code;
use super::prime::is_prime;

/// No number has more decimal digits than this.
pub const MAX_DIGITS: usize = 1_000_000;

/// The same limit in bits: a number of this many bits has at most [`MAX_DIGITS`] digits.
const MAX_BITS: usize = 3_321_928;

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

    fn ratio(&self) -> RBig {
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

    fn bits(&self) -> usize {
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

/// A function of one number or truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// `-a`
    Neg,
    /// `not a`
    Not,
    /// The greatest integer that is at most a.
    Floor,
    /// The least integer that is at least a.
    Ceil,
    /// The absolute value.
    Abs,
    /// The floor of the logarithm to base 2.
    Log2,
    /// The floor of the square root.
    Isqrt,
    /// Whether an integer is even.
    Even,
    /// Whether an integer is odd.
    Odd,
    /// Whether an integer is prime.
    Prime,
}

/// A function of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a / b`, an exact fraction
    Div,
    /// `a mod b`, which has the sign of b
    Mod,
    /// `a ^ b`
    Pow,
    /// The nim-sum.
    Xor,
    /// The greatest common divisor.
    Gcd,
    /// The lesser.
    Min,
    /// The greater.
    Max,
    /// `a = b`
    Eq,
    /// `a < b`
    Lt,
    /// `a <= b`
    Le,
    /// `a and b`; b is evaluated only if a is true
    And,
    /// `a or b`; b is evaluated only if a is false
    Or,
}

/// Applies a function of one argument.
pub fn unary(op: Unary, a: &Value, fuel: &mut Fuel) -> Outcome<Value> {
    let words = words(a.bits());
    fuel.spend(1 + words)?;
    Ok(match op {
        Unary::Neg => match a {
            Value::Ratio(ratio) => Value::Ratio(-ratio.clone()),
            _ => Value::Int(-a.integer()?.clone()),
        },
        Unary::Not => Value::Bool(!a.truth()),
        Unary::Abs => match a {
            Value::Ratio(ratio) if *ratio < RBig::ZERO => Value::Ratio(-ratio.clone()),
            Value::Ratio(ratio) => Value::Ratio(ratio.clone()),
            _ => Value::Int(a.integer()?.unsigned_abs().into()),
        },
        Unary::Floor | Unary::Ceil => match a {
            Value::Ratio(ratio) => {
                fuel.spend(product_work(words, words))?;
                Value::Int(if op == Unary::Floor { ratio.floor() } else { ratio.ceil() })
            }
            whole => whole.clone(),
        },
        Unary::Log2 => {
            let a = a.integer()?;
            if a.sign() == Sign::Negative || a.is_zero() {
                return Err(Fault::Domain("log2 needs a number of at least 1", a.to_string()));
            }
            Value::Int(IBig::from(a.bit_len() - 1))
        }
        Unary::Isqrt => {
            fuel.spend(product_work(words, words))?;
            Value::Int(natural(a, "isqrt needs a number of at least 0")?.sqrt().into())
        }
        Unary::Even => Value::Bool(is_even(a.integer()?)),
        Unary::Odd => Value::Bool(!is_even(a.integer()?)),
        Unary::Prime => Value::Bool(is_prime(a.integer()?, fuel)?),
    })
}

/// Applies a function of two arguments. `And` and `Or` are not lazy here.
pub fn binary(op: Binary, a: &Value, b: &Value, fuel: &mut Fuel) -> Outcome<Value> {
    let (wide_a, wide_b) = (words(a.bits()), words(b.bits()));
    fuel.spend(1 + wide_a + wide_b)?;
    let whole = match (a, b) {
        (Value::Int(a), Value::Int(b)) => Some((a, b)),
        _ => None,
    };
    Ok(match op {
        Binary::Add | Binary::Sub | Binary::Mul => {
            if a.bits() + b.bits() > MAX_BITS {
                return Err(Fault::TooManyDigits);
            }
            if op == Binary::Mul || whole.is_none() {
                fuel.spend(product_work(wide_a, wide_b))?;
            }
            match (op, whole) {
                (Binary::Add, Some((a, b))) => Value::Int(a + b),
                (Binary::Sub, Some((a, b))) => Value::Int(a - b),
                (_, Some((a, b))) => Value::Int(a * b),
                (Binary::Add, None) => (a.ratio() + b.ratio()).into(),
                (Binary::Sub, None) => (a.ratio() - b.ratio()).into(),
                (_, None) => (a.ratio() * b.ratio()).into(),
            }
        }
        Binary::Div => {
            if matches!(b, Value::Int(b) if b.is_zero()) {
                return Err(Fault::DivisionByZero);
            }
            if a.bits() + b.bits() > 2 * MAX_BITS {
                return Err(Fault::TooManyDigits);
            }
            fuel.spend(quotient_work(wide_a, wide_b))?;
            (a.ratio() / b.ratio()).into()
        }
        Binary::Mod => {
            let (a, b) = (a.integer()?, b.integer()?);
            if b.is_zero() {
                return Err(Fault::DivisionByZero);
            }
            fuel.spend(product_work(wide_a, wide_b))?;
            let rest = IBig::from(a.rem_euclid(b));
            Value::Int(if b.sign() == Sign::Negative && !rest.is_zero() { rest + b } else { rest })
        }
        Binary::Pow => power(a, b.integer()?, fuel)?,
        Binary::Xor => {
            let needs = "xor needs numbers of at least 0";
            Value::Int((natural(a, needs)? ^ natural(b, needs)?).into())
        }
        Binary::Gcd => {
            fuel.spend(quotient_work(wide_a, wide_b))?;
            let (a, b) = (a.integer()?.unsigned_abs(), b.integer()?.unsigned_abs());
            Value::Int(if a.is_zero() || b.is_zero() { a + b } else { a.gcd(b) }.into())
        }
        Binary::Min => if compare(a, b, fuel)? == Ordering::Greater { b } else { a }.clone(),
        Binary::Max => if compare(a, b, fuel)? == Ordering::Less { b } else { a }.clone(),
        Binary::Eq => Value::Bool(a == b),
        Binary::Lt => Value::Bool(compare(a, b, fuel)? == Ordering::Less),
        Binary::Le => Value::Bool(compare(a, b, fuel)? != Ordering::Greater),
        Binary::And => Value::Bool(a.truth() && b.truth()),
        Binary::Or => Value::Bool(a.truth() || b.truth()),
    })
}

fn compare(a: &Value, b: &Value, fuel: &mut Fuel) -> Outcome<Ordering> {
    Ok(match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        _ => {
            fuel.spend(product_work(words(a.bits()), words(b.bits())))?;
            a.ratio().cmp(&b.ratio())
        }
    })
}

/// `base ^ exponent`. A negative exponent gives a fraction; `0^0` is 1.
fn power(base: &Value, exponent: &IBig, fuel: &mut Fuel) -> Outcome<Value> {
    let negative = exponent.sign() == Sign::Negative;
    if matches!(base, Value::Int(base) if base.is_zero()) {
        return match exponent.is_zero() {
            _ if negative => Err(Fault::DivisionByZero),
            true => Ok(Value::Int(IBig::ONE)),
            false => Ok(Value::Int(IBig::ZERO)),
        };
    }
    if let Value::Int(base) = base
        && base.unsigned_abs() == UBig::ONE
    {
        let minus = base.sign() == Sign::Negative && !is_even(exponent);
        return Ok(Value::Int(if minus { -IBig::ONE } else { IBig::ONE }));
    }
    // The absolute value is at least 2 or a fraction, so the exponent bounds the size of the
    // result.
    let size: usize = exponent.unsigned_abs().try_into().map_err(|_| Fault::TooManyDigits)?;
    let bits = base.bits().saturating_sub(1).max(1).saturating_mul(size);
    if bits > MAX_BITS {
        return Err(Fault::TooManyDigits);
    }
    let wide = words(base.bits().saturating_mul(size));
    fuel.spend(product_work(wide, wide))?;
    let power = match base {
        Value::Int(base) if !negative => Value::Int(base.pow(size)),
        Value::Int(base) => RBig::from(base.clone()).pow(-(size as isize)).into(),
        ratio => {
            let signed = if negative { -(size as isize) } else { size as isize };
            ratio.ratio().pow(signed).into()
        }
    };
    if power.bits() > MAX_BITS { Err(Fault::TooManyDigits) } else { Ok(power) }
}

fn natural(a: &Value, needs: &'static str) -> Outcome<UBig> {
    let a = a.integer()?;
    match a.as_ubig() {
        Some(natural) => Ok(natural.clone()),
        None => Err(Fault::Domain(needs, a.to_string())),
    }
}

fn is_even(a: &IBig) -> bool {
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
fn quotient_work(a: u64, b: u64) -> u64 {
    let small = a.min(b) + 1;
    (a.max(b) + 1).saturating_mul(small) / 8
}
