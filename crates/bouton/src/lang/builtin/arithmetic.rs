//! The entries of arithmetic: sums, products, quotients, powers, the lesser and the greater, the absolute value.

use std::cmp::Ordering;

use dashu_int::ops::UnsignedAbs;
use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;

use super::super::interval::Interval;
use super::super::value::{
    Fault, Fuel, MAX_BITS, Outcome, Value, compare, is_even, product_work, quotient_work, words,
};
use super::{Defined, Gives, Level, OnRows, One, Order, Pattern, Signs, Two};

/// An operation on two numbers, before anything else is said of it.
const TWO: Two = Two {
    name: None,
    many: false,
    gives: Gives::Same,
    defined: [Defined::Everywhere; 2],
    value: |a, _, _| Ok(a.clone()),
    hull: |_, _| Interval::ALL,
    arguments: None,
    order: Order::Pair,
    rows: OnRows::Operations,
    smt: None,
    latex: None,
};

pub(super) const NEG: One = One {
    name: None,
    gives: Gives::Same,
    defined: Defined::Everywhere,
    value: |a, _| match a {
        Value::Ratio(ratio) => Ok(Value::Ratio(-ratio.clone())),
        _ => Ok(Value::Int(-a.integer()?.clone())),
    },
    hull: Interval::neg,
    arguments: Some(|to, _| to.neg()),
    climbs: None,
    rows: OnRows::Operations,
    smt: Some(|a| format!("(- {a})")),
    latex: None,
    says: None,
};

pub(super) const ABS: One = One {
    name: Some("abs"),
    value: |a, _| match a {
        Value::Ratio(ratio) if *ratio < RBig::ZERO => Ok(Value::Ratio(-ratio.clone())),
        Value::Ratio(ratio) => Ok(Value::Ratio(ratio.clone())),
        _ => Ok(Value::Int(a.integer()?.unsigned_abs().into())),
    },
    hull: |a| a.join(&a.neg()).meet(&Interval::from(0)),
    arguments: Some(|to, _| to.join(&to.neg())),
    climbs: Some(0),
    smt: Some(|a| format!("(abs {a})")),
    latex: Some(Pattern { text: "\\left| {} \\right|", inner: Level::Any, level: Level::Atom }),
    ..NEG
};

pub(super) const ADD: Two = Two {
    value: |a, b, fuel| match added(a, b, fuel)? {
        Some((a, b)) => Ok(Value::Int(a + b)),
        None => Ok((a.ratio() + b.ratio()).into()),
    },
    hull: Interval::add,
    arguments: Some(|to, x, y, _| (Some(to.sub(y)), Some(to.sub(x)))),
    smt: Some(|a, b| format!("(+ {a} {b})")),
    ..TWO
};

pub(super) const SUB: Two = Two {
    value: |a, b, fuel| match added(a, b, fuel)? {
        Some((a, b)) => Ok(Value::Int(a - b)),
        None => Ok((a.ratio() - b.ratio()).into()),
    },
    hull: Interval::sub,
    arguments: Some(|to, x, y, _| (Some(to.add(y)), Some(x.sub(to)))),
    smt: Some(|a, b| format!("(- {a} {b})")),
    ..TWO
};

/// The whole numbers that are to be added, after the work for them; `None` if one is a fraction.
fn added<'v>(a: &'v Value, b: &'v Value, fuel: &mut Fuel) -> Outcome<Option<(&'v IBig, &'v IBig)>> {
    if a.bits() + b.bits() > MAX_BITS {
        return Err(Fault::TooManyDigits);
    }
    if let (Value::Int(a), Value::Int(b)) = (a, b) {
        return Ok(Some((a, b)));
    }
    fuel.spend(product_work(a.words(), b.words()))?;
    Ok(None)
}

pub(super) const MUL: Two = Two {
    value: |a, b, fuel| {
        if a.bits() + b.bits() > MAX_BITS {
            return Err(Fault::TooManyDigits);
        }
        fuel.spend(product_work(a.words(), b.words()))?;
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => Ok(Value::Int(a * b)),
            _ => Ok((a.ratio() * b.ratio()).into()),
        }
    },
    hull: Interval::mul,
    arguments: Some(|to, x, y, whole| {
        let positive = |i: &Interval| i.meet(&Interval::from(1));
        let (mut x, mut y) = (x.clone(), y.clone());
        if whole && to.at_least(1) && x.at_least(0) && y.at_least(0) {
            (x, y) = (positive(&x), positive(&y));
        }
        let (from_y, from_x) = match whole {
            true => (factor(to, &y), factor(to, &x)),
            false => (to.div(&y), to.div(&x)),
        };
        (Some(x.meet(&from_y)), Some(y.meet(&from_x)))
    }),
    smt: Some(|a, b| format!("(* {a} {b})")),
    ..TWO
};

/// The whole numbers whose product with one of `other` is in `to`.
fn factor(to: &Interval, other: &Interval) -> Interval {
    if other.at_least(1) {
        to.factor(other)
    } else if other.at_most(-1) {
        to.neg().factor(&other.neg())
    } else {
        Interval::ALL
    }
}

pub(super) const DIV: Two = Two {
    gives: Gives::Ratio,
    defined: [Defined::Everywhere, Defined::From(1)],
    value: |a, b, fuel| {
        if matches!(b, Value::Int(b) if b.is_zero()) {
            return Err(Fault::DivisionByZero);
        }
        if a.bits() + b.bits() > 2 * MAX_BITS {
            return Err(Fault::TooManyDigits);
        }
        fuel.spend(quotient_work(a.words(), b.words()))?;
        Ok((a.ratio() / b.ratio()).into())
    },
    hull: Interval::div,
    arguments: Some(|to, _, y, _| (Some(to.mul(y)), None)),
    ..TWO
};

pub(super) const POW: Two = Two {
    // A constant exponent of at least 0 makes it whole: see `Core::binary`.
    gives: Gives::Ratio,
    defined: [Defined::Everywhere, Defined::WholeFrom(0)],
    value: |a, b, fuel| power(a, b.integer()?, fuel),
    hull: Interval::pow,
    ..TWO
};

pub(super) const MIN: Two = Two {
    name: Some("min"),
    many: true,
    value: |a, b, fuel| Ok(if compare(a, b, fuel)? == Ordering::Greater { b } else { a }.clone()),
    hull: |x, y| Interval { lo: x.join(y).lo, hi: x.meet(y).hi },
    // Both are on one side; the other side holds for one of them.
    arguments: Some(|to, x, y, _| {
        let misses = |i: &Interval| matches!((&i.lo, &to.hi), (Some(lo), Some(hi)) if lo > hi);
        let shared = Interval { lo: to.lo.clone(), hi: None };
        let unless = |other: &Interval| if misses(other) { to.clone() } else { shared.clone() };
        (Some(unless(y)), Some(unless(x)))
    }),
    smt: Some(|a, b| format!("(ite (<= {a} {b}) {a} {b})")),
    latex: Some(Signs::Command("\\min")),
    ..TWO
};

pub(super) const MAX: Two = Two {
    name: Some("max"),
    many: true,
    value: |a, b, fuel| Ok(if compare(a, b, fuel)? == Ordering::Less { b } else { a }.clone()),
    hull: |x, y| Interval { lo: x.meet(y).lo, hi: x.join(y).hi },
    arguments: Some(|to, x, y, _| {
        let misses = |i: &Interval| matches!((&i.hi, &to.lo), (Some(hi), Some(lo)) if hi < lo);
        let shared = Interval { lo: None, hi: to.hi.clone() };
        let unless = |other: &Interval| if misses(other) { to.clone() } else { shared.clone() };
        (Some(unless(y)), Some(unless(x)))
    }),
    smt: Some(|a, b| format!("(ite (>= {a} {b}) {a} {b})")),
    latex: Some(Signs::Command("\\max")),
    ..TWO
};

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
    // The absolute value is at least 2, or a fraction: the exponent bounds the size.
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
