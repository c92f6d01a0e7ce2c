//! The entries of conditions: comparisons, `not`, `and` and `or`. They are operators; what bounds of numbers follow from
//! them is in `lang/narrow.rs`.

use std::cmp::Ordering;

use super::super::interval::Interval;
use super::super::value::{Value, compare};
use super::{Defined, Gives, OnRows, One, Order, Two};

/// A condition on two values, before it is said when it holds.
const CONDITION: Two = Two {
    name: None,
    many: false,
    gives: Gives::Bool,
    defined: [Defined::Everywhere; 2],
    value: |_, _, _| Ok(Value::Bool(true)),
    hull: |_, _| Interval::ALL,
    arguments: None,
    order: Order::Pair,
    rows: OnRows::Operations,
    smt: None,
    latex: None,
};

pub(super) const NOT: One = One {
    name: None,
    gives: Gives::Bool,
    defined: Defined::Everywhere,
    value: |a, _| Ok(Value::Bool(!a.truth())),
    hull: |_| Interval::ALL,
    arguments: None,
    climbs: None,
    rows: OnRows::Operations,
    smt: Some(|a| format!("(not {a})")),
    latex: None,
    says: None,
};

pub(super) const EQ: Two = Two {
    value: |a, b, _| Ok(Value::Bool(a == b)),
    smt: Some(|a, b| format!("(= {a} {b})")),
    ..CONDITION
};

pub(super) const LT: Two = Two {
    value: |a, b, fuel| Ok(Value::Bool(compare(a, b, fuel)? == Ordering::Less)),
    smt: Some(|a, b| format!("(< {a} {b})")),
    ..CONDITION
};

pub(super) const LE: Two = Two {
    value: |a, b, fuel| Ok(Value::Bool(compare(a, b, fuel)? != Ordering::Greater)),
    smt: Some(|a, b| format!("(<= {a} {b})")),
    ..CONDITION
};

pub(super) const AND: Two = Two {
    value: |a, b, _| Ok(Value::Bool(a.truth() && b.truth())),
    smt: Some(|a, b| format!("(and {a} {b})")),
    ..CONDITION
};

pub(super) const OR: Two = Two {
    value: |a, b, _| Ok(Value::Bool(a.truth() || b.truth())),
    smt: Some(|a, b| format!("(or {a} {b})")),
    ..CONDITION
};
