//! The entries of functions of whole numbers, and of rounding to them.

use dashu_int::ops::{BitTest, Gcd, RemEuclid, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, Sign};

use super::super::interval::Interval;
use super::super::prime::is_prime;
use super::super::value::{Fault, Value, is_even, natural, product_work, quotient_work};
use super::{Defined, Gives, Level, OnRows, One, Order, Pattern, Signs, Two};

/// A function of a whole number, before anything else is said of it.
const ONE: One = One {
    name: None,
    gives: Gives::Int,
    defined: Defined::Whole,
    value: |a, _| Ok(a.clone()),
    hull: |_| Interval::ALL,
    arguments: None,
    climbs: None,
    rows: OnRows::Exact,
    smt: None,
    latex: None,
    says: None,
};

/// A function of two whole numbers, before anything else is said of it.
const TWO: Two = Two {
    name: None,
    many: false,
    gives: Gives::Int,
    defined: [Defined::Whole; 2],
    value: |a, _, _| Ok(a.clone()),
    hull: |_, _| Interval::ALL,
    arguments: None,
    order: Order::Pair,
    rows: OnRows::Exact,
    smt: None,
    latex: None,
};

/// A formula that needs no brackets around its argument or itself.
const fn closed(text: &'static str) -> Option<Pattern> {
    Some(Pattern { text, inner: Level::Any, level: Level::Atom })
}

pub(super) const GCD: Two = Two {
    name: Some("gcd"),
    many: true,
    value: |a, b, fuel| {
        fuel.spend(quotient_work(a.words(), b.words()))?;
        let (a, b) = (a.integer()?.unsigned_abs(), b.integer()?.unsigned_abs());
        Ok(Value::Int(if a.is_zero() || b.is_zero() { a + b } else { a.gcd(b) }.into()))
    },
    hull: |x, y| {
        let size = |i: &Interval| i.join(&i.neg()).hi;
        let hi = size(x).zip(size(y)).map(|(x, y)| x.max(y));
        Interval { lo: Some(IBig::ZERO), hi }
    },
    order: Order::Set,
    rows: OnRows::Fast(small_gcd),
    latex: Some(Signs::Command("\\gcd")),
    ..TWO
};

/// The greatest common divisor by Stein's algorithm.
fn small_gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    if a == 0 || b == 0 {
        return (a + b) as i64;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    b >>= b.trailing_zeros();
    while a != b && a != 1 && b != 1 {
        (a, b) = (a.min(b), a.abs_diff(b));
        b >>= b.trailing_zeros();
    }
    (a.min(b) << twos) as i64
}

pub(super) const XOR: Two = Two {
    name: Some("xor"),
    many: true,
    defined: [Defined::WholeFrom(0); 2],
    value: |a, b, _| {
        let needs = "xor needs numbers of at least 0";
        Ok(Value::Int((natural(a, needs)? ^ natural(b, needs)?).into()))
    },
    hull: |x, y| match x.at_least(0) && y.at_least(0) {
        true => x.bits(y),
        false => Interval::from(0),
    },
    arguments: Some(|to, x, y, _| match x.at_least(0) && y.at_least(0) {
        true => (Some(to.bits(y)), Some(to.bits(x))),
        false => (None, None),
    }),
    order: Order::Bag,
    rows: OnRows::Operations,
    latex: Some(Signs::Between {
        sign: " \\oplus ",
        first: Level::Fold,
        others: Level::Fold,
        level: Level::Xor,
    }),
    ..TWO
};

pub(super) const MOD: Two = Two {
    name: Some("mod"),
    defined: [Defined::Whole, Defined::WholeFrom(1)],
    value: |a, b, fuel| {
        let work = product_work(a.words(), b.words());
        let (a, b) = (a.integer()?, b.integer()?);
        if b.is_zero() {
            return Err(Fault::DivisionByZero);
        }
        fuel.spend(work)?;
        let rest = IBig::from(a.rem_euclid(b));
        let turn = b.sign() == Sign::Negative && !rest.is_zero();
        Ok(Value::Int(if turn { rest + b } else { rest }))
    },
    hull: |x, y| {
        let small = x.at_least(0) && matches!((&x.hi, &y.lo), (Some(hi), Some(lo)) if hi < lo);
        match y.at_least(1) {
            true if small => x.clone(),
            true => Interval { lo: Some(IBig::ZERO), hi: y.hi.as_ref().map(|n| n - 1u8) },
            false => Interval::ALL,
        }
    },
    rows: OnRows::Operations,
    latex: Some(Signs::Between {
        sign: " \\bmod ",
        first: Level::Mul,
        others: Level::Pow,
        level: Level::Mod,
    }),
    ..TWO
};

pub(super) const FLOOR: One = One {
    name: Some("floor"),
    defined: Defined::Everywhere,
    value: |a, fuel| match a {
        Value::Ratio(ratio) => {
            fuel.spend(product_work(a.words(), a.words()))?;
            Ok(Value::Int(ratio.floor()))
        }
        whole => Ok(whole.clone()),
    },
    hull: Interval::clone,
    arguments: Some(|to, whole| if whole { to.clone() } else { to.widen(0, 1) }),
    rows: OnRows::Operations,
    // What can be written is a whole number.
    smt: Some(str::to_string),
    latex: closed("\\left\\lfloor {} \\right\\rfloor"),
    ..ONE
};

pub(super) const CEIL: One = One {
    name: Some("ceil"),
    defined: Defined::Everywhere,
    value: |a, fuel| match a {
        Value::Ratio(ratio) => {
            fuel.spend(product_work(a.words(), a.words()))?;
            Ok(Value::Int(ratio.ceil()))
        }
        whole => Ok(whole.clone()),
    },
    hull: Interval::clone,
    arguments: Some(|to, whole| if whole { to.clone() } else { to.widen(1, 0) }),
    rows: OnRows::Operations,
    smt: Some(str::to_string),
    latex: closed("\\left\\lceil {} \\right\\rceil"),
    ..ONE
};

pub(super) const LOG2: One = One {
    name: Some("log2"),
    defined: Defined::WholeFrom(1),
    value: |a, _| {
        let a = a.integer()?;
        if a.sign() == Sign::Negative || a.is_zero() {
            return Err(Fault::Domain("log2 needs a number of at least 1", a.to_string()));
        }
        Ok(Value::Int(IBig::from(a.bit_len() - 1)))
    },
    hull: Interval::log2,
    arguments: Some(|to, _| to.powers_of_two()),
    climbs: Some(1),
    rows: OnRows::Fast(|n| i64::from(n.max(1).ilog2())),
    latex: Some(Pattern {
        text: "\\left\\lfloor \\log_{2} {} \\right\\rfloor",
        inner: Level::Pow,
        level: Level::Atom,
    }),
    ..ONE
};

pub(super) const ISQRT: One = One {
    name: Some("isqrt"),
    defined: Defined::WholeFrom(0),
    value: |a, fuel| {
        fuel.spend(product_work(a.words(), a.words()))?;
        Ok(Value::Int(natural(a, "isqrt needs a number of at least 0")?.sqrt().into()))
    },
    hull: Interval::isqrt,
    arguments: Some(|to, _| to.squares()),
    climbs: Some(0),
    rows: OnRows::Fast(|n| n.max(0).isqrt()),
    latex: closed("\\left\\lfloor \\sqrt{{}} \\right\\rfloor"),
    ..ONE
};

pub(super) const EVEN: One = One {
    name: Some("even"),
    gives: Gives::Bool,
    value: |a, _| Ok(Value::Bool(is_even(a.integer()?))),
    rows: OnRows::Operations,
    smt: Some(|a| format!("(= (mod {a} 2) 0)")),
    latex: Some(Pattern { text: "2 \\mid {}", inner: Level::Mul, level: Level::Compare }),
    says: Some(("even", "odd")),
    ..ONE
};

pub(super) const ODD: One = One {
    name: Some("odd"),
    gives: Gives::Bool,
    value: |a, _| Ok(Value::Bool(!is_even(a.integer()?))),
    rows: OnRows::Operations,
    smt: Some(|a| format!("(= (mod {a} 2) 1)")),
    latex: Some(Pattern { text: "2 \\nmid {}", inner: Level::Mul, level: Level::Compare }),
    says: Some(("odd", "even")),
    ..ONE
};

pub(super) const PRIME: One = One {
    name: Some("prime"),
    gives: Gives::Bool,
    // Of some large numbers it is not known.
    defined: Defined::Unsure,
    value: |a, fuel| Ok(Value::Bool(is_prime(a.integer()?, fuel)?)),
    latex: Some(Pattern { text: "{} \\text{ is prime}", inner: Level::Xor, level: Level::Compare }),
    says: Some(("prime", "not prime")),
    ..ONE
};
