//! Every entry agrees with itself: its exact value with its intervals, its domain, its laws and its function on rows.

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::*;

const FEW: std::ops::RangeInclusive<i64> = -9..=13;

/// Whole numbers and fractions around 0.
fn values() -> Vec<Value> {
    let whole = (-40..=200).map(|n: i64| Value::Int(n.into()));
    let fractions =
        (-30..=30).map(|n: i64| Value::from(RBig::from(IBig::from(n)) / RBig::from(3u8)));
    whole.chain(fractions).collect()
}

fn fuel() -> Fuel {
    Fuel(1 << 20)
}

fn int(n: i64) -> Value {
    Value::Int(n.into())
}

fn type_of(value: &Value) -> Type {
    match value {
        Value::Int(_) => Type::Int,
        Value::Ratio(_) => Type::Ratio,
        Value::Bool(_) => Type::Bool,
    }
}

/// The least interval around a number.
fn around(value: &Value) -> Interval {
    let ratio = value.ratio();
    Interval::new(ratio.floor(), ratio.ceil())
}

fn holds(interval: &Interval, value: &Value) -> bool {
    let ratio = value.ratio();
    interval.lo.as_ref().is_none_or(|lo| RBig::from(lo.clone()) <= ratio)
        && interval.hi.as_ref().is_none_or(|hi| ratio <= RBig::from(hi.clone()))
}

/// The type of a value is the one that the entry says, or a whole number where it says that it may be a fraction.
fn right_type(gives: Gives, arguments: Type, value: &Value) -> bool {
    match gives.of(arguments) {
        Type::Ratio => type_of(value) != Type::Bool,
        ty => ty == type_of(value),
    }
}

/// The functions of a number; `not` is of a condition.
fn of_a_number() -> impl Iterator<Item = Unary> {
    Unary::ALL.iter().copied().filter(|op| *op != Unary::Not)
}

/// The functions of two numbers.
fn of_two_numbers() -> impl Iterator<Item = Binary> {
    Binary::ALL.iter().copied().filter(|op| !matches!(op, Binary::And | Binary::Or))
}

#[test]
fn one_argument() {
    for op in of_a_number() {
        let entry = op.entry();
        for a in values() {
            let value = unary(op, &a, &mut fuel());
            let told = format!("{op:?} of {a:?} is {value:?}");
            let covered = entry.defined.covers(type_of(&a), || around(&a));
            assert!(value.is_ok() || !covered, "{told}");
            let fast = match (&a, entry.rows) {
                (Value::Int(n), OnRows::Fast(fast)) => Some(fast(i64::try_from(n).unwrap())),
                _ => None,
            };
            let Ok(value) = value else { continue };
            assert!(right_type(entry.gives, type_of(&a), &value), "{told}");
            assert!(fast.is_none_or(|fast| value == int(fast)), "{told}");
            if value != Value::Bool(value.truth()) {
                assert!(holds(&(entry.hull)(&around(&a)), &value), "{told}");
                let back = entry
                    .arguments
                    .map(|arguments| arguments(&around(&value), type_of(&a) == Type::Int));
                assert!(back.is_none_or(|back| holds(&back, &a)), "{told}");
            }
        }
        for from in entry.climbs.into_iter().flat_map(|from| from..from + 100) {
            let at = |n: i64| unary(op, &int(n), &mut fuel()).unwrap().integer().unwrap().clone();
            let (now, next) = (at(from), at(from + 1));
            assert!(now <= next && next <= now + IBig::ONE, "{op:?} at {from}");
        }
    }
}

#[test]
fn hulls_of_ranges() {
    for op in of_a_number().filter(|op| op.entry().gives != Gives::Bool) {
        for (lo, hi) in FEW.flat_map(|lo| (lo..=13).map(move |hi| (lo, hi))) {
            let hull = (op.entry().hull)(&Interval::new(lo, hi));
            for value in (lo..=hi).filter_map(|n| unary(op, &int(n), &mut fuel()).ok()) {
                assert!(holds(&hull, &value), "{op:?} of {lo}..{hi}: {value:?} not in {hull:?}");
            }
        }
    }
}

#[test]
fn two_arguments() {
    for op in of_two_numbers() {
        let entry = op.entry();
        let at = |a: i64, b: i64| binary(op, &int(a), &int(b), &mut fuel());
        for (a, b) in FEW.flat_map(|a| FEW.map(move |b| (a, b))) {
            let told = format!("{op:?} of {a} and {b} is {:?}", at(a, b));
            let [first, second] = entry.defined;
            let point = |n: i64| Interval::new(n, n);
            let covered =
                first.covers(Type::Int, || point(a)) && second.covers(Type::Int, || point(b));
            assert!(at(a, b).is_ok() || !covered, "{told}");
            let fast = entry.rows.fast().map(|fast| fast(a, b));
            let Ok(value) = at(a, b) else { continue };
            assert!(right_type(entry.gives, Type::Int, &value), "{told}");
            assert!(fast.is_none_or(|fast| value == int(fast)), "{told}");
            if entry.order != Order::Pair {
                assert_eq!(at(b, a), Ok(value.clone()), "{told}");
                let twice = binary(op, &value, &int(b), &mut fuel());
                assert!(entry.order != Order::Set || twice == Ok(value.clone()), "{told}");
            }
            if entry.gives == Gives::Bool {
                continue;
            }
            for more in [0, 3] {
                let (x, y) = (Interval::new(a - more, a), Interval::new(b, b + more));
                assert!(holds(&(entry.hull)(&x, &y), &value), "{told}");
                let back = entry.arguments.map(|back| back(&around(&value), &x, &y, true));
                let (x, y) = back.unwrap_or((None, None));
                assert!(x.is_none_or(|x| holds(&x, &int(a))), "{told}");
                assert!(y.is_none_or(|y| holds(&y, &int(b))), "{told}");
            }
        }
    }
}

#[test]
fn names_are_found_and_documented() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/language.md");
    let language = std::fs::read_to_string(path).unwrap();
    for name in names() {
        assert!(find(name).is_some(), "{name}");
        assert_eq!(names().filter(|other| *other == name).count(), 1, "{name} has two entries");
        let documented = [format!("`{name}`"), format!("`{name}(")];
        assert!(documented.iter().any(|text| language.contains(text)), "{name}");
    }
}
