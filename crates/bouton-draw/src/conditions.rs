//! Random conditions.

use crate::draw::Draw;
use crate::expressions::{Words, heaps, leaf, nested, number};

/// A condition whose numbers have operators up to a depth.
pub(crate) fn condition(d: &Draw, words: &Words, depth: usize) -> String {
    let first = simple(d, words, depth);
    if d.chance(70) {
        return first;
    }
    let second = simple(d, words, 0);
    match d.number(0, 4) {
        0 => d.marked("and", format!("({first} and {second})")),
        1 => d.marked("or", format!("({first} or {second})")),
        2 => d.marked("not", format!("(not {first})")),
        3 => {
            d.mark("true, false");
            d.mark("or");
            let truth = d.pick(&["true", "false"]);
            d.marked("and", format!("({first} or {truth} and {second})"))
        }
        _ => {
            let c = simple(d, words, 0);
            d.marked("if", format!("(if {c} then {first} else {second})"))
        }
    }
}

/// A condition with a fault in it, if one is due, and otherwise as above.
pub(crate) fn restriction(d: &Draw, words: &Words) -> String {
    if d.has_faults() && d.chance(50) {
        return d.marked(">", format!("{} > {}", number(d, words), d.number(0, 2)));
    }
    condition(d, words, 1)
}

const SIGNS: &[&str] = &["=", "!=", "<", "<=", ">", ">=", "divides"];

/// A sign of comparison.
fn sign(d: &Draw) -> &'static str {
    let sign = d.pick(SIGNS);
    d.mark(sign);
    sign
}

/// A comparison, or what a function or a list says.
fn simple(d: &Draw, words: &Words, depth: usize) -> String {
    let a = nested(d, words, depth);
    let b = leaf(d, words);
    if words.list && d.chance(20) {
        return over_heaps(d, words);
    }
    match d.number(0, 17) {
        0..=8 => {
            format!("{a} {} {b}", sign(d))
        }
        9 => {
            d.mark("<=");
            d.mark("<");
            d.marked("1 <= a < b", format!("1 <= {a} < {}", d.number(3, 9)))
        }
        10 => d.marked("even", format!("even({a})")),
        11 => d.marked("odd", format!("odd({a})")),
        12 => d.marked("prime", format!("prime({a})")),
        13 => {
            let (k, r) = (d.number(2, 4), d.number(0, 1));
            d.mark("=");
            d.marked("mod", format!("({a}) mod {k} = {r}"))
        }
        14 => {
            let k = d.number(1, 3);
            let set = format!("(n^2 + {k}, 2*n) : n >= 0");
            d.mark("^");
            d.marked("(a, b) in { … }", format!("({a}, {b}) in {{ {set} }}"))
        }
        15 => {
            d.mark("=");
            d.marked("let", format!("(let q = {a} in q = {b})"))
        }
        _ => {
            let inner = words.and("j");
            let body = leaf(d, &inner);
            let sign = sign(d);
            d.mark("a list of a range");
            match d.number(0, 2) {
                0 => d.marked("exists", format!("(exists j in 0..3 : {body} {sign} {b})")),
                1 => d.marked("forall", format!("(forall j in 1..2 : {body} {sign} {b})")),
                _ => d.marked("distinct(… : …)", format!("distinct(j in 0..2 : j*({a}) - {b})")),
            }
        }
    }
}

/// What is said of all heaps, or of some.
fn over_heaps(d: &Draw, words: &Words) -> String {
    let list = heaps(d);
    let inner = words.and("g");
    let body = leaf(d, &inner);
    let b = leaf(d, words);
    d.mark("a list of heaps");
    match d.number(0, 3) {
        0 => d.marked("exists", format!("(exists g in {list} : g >= {b})")),
        1 => d.marked("forall", format!("(forall g in {list} : {body} {} {b})", sign(d))),
        2 => d.marked("distinct of a list", format!("distinct({list})")),
        _ => d.marked("distinct(… : …)", format!("distinct(g in {list} : {body} mod 3)")),
    }
}
