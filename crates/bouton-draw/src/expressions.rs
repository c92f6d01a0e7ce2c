//! Random numbers: they are whole at every position, unless a fault is drawn.

use crate::conditions::condition;
use crate::draw::Draw;

/// What an expression may mention.
#[derive(Clone)]
pub(crate) struct Words {
    /// Words and variables, each with the name of its construct, if it is one.
    pub(crate) names: Vec<(&'static str, Option<&'static str>)>,
    /// Whether `x` is the list of heaps.
    pub(crate) list: bool,
}

impl Words {
    /// The same words and one more, which is drawn as often as three others.
    pub(crate) fn and(&self, name: &'static str) -> Words {
        let mut words = self.clone();
        words.names.extend([(name, None); 3]);
        words
    }

    /// The same words without the size of the chosen heap.
    pub(crate) fn without_chosen(&self) -> Words {
        let mut words = self.clone();
        words.names.retain(|(name, _)| *name != "m");
        words
    }
}

/// How deep expressions are.
const DEPTH: usize = 2;

/// A whole number, or a fault if one is due.
pub(crate) fn number(d: &Draw, words: &Words) -> String {
    if d.is_faulty(60) {
        return fault(d, words);
    }
    nested(d, words, DEPTH)
}

/// A whole number of at least 1 at most positions, so that takes of up to so many stones exist.
pub(crate) fn bound(d: &Draw, words: &Words) -> String {
    let n = number(d, words);
    match d.number(0, 5) {
        0 | 1 => n,
        2 => d.marked("+", format!("{} + ({n})", d.number(1, 3))),
        3 => d.marked("max(…)", format!("max({}, {n})", d.number(1, 3))),
        4 => d.marked("abs(…)", format!("abs({n}) + 1")),
        _ => d.marked("mod", format!("1 + ({n}) mod {}", d.number(2, 6))),
    }
}

/// A leaf: a word or a small number.
pub(crate) fn leaf(d: &Draw, words: &Words) -> String {
    if words.names.is_empty() || d.chance(25) {
        return d.number(0, 6).to_string();
    }
    let (name, construct) = d.pick(&words.names);
    if let Some(construct) = construct {
        d.mark(construct);
    }
    name.to_string()
}

/// A number with operators up to a depth.
pub(crate) fn nested(d: &Draw, words: &Words, depth: usize) -> String {
    if depth == 0 || d.chance(20) {
        return leaf(d, words);
    }
    if words.list && d.chance(22) {
        return over_heaps(d, words);
    }
    let a = nested(d, words, depth - 1);
    let b = leaf(d, words);
    let k = d.number(2, 5);
    match d.number(0, 25) {
        0 => d.marked("+", format!("{a} + {b}")),
        1 => d.marked("+", format!("({a}) + ({b})")),
        2 => d.marked("-", format!("{a} - {b}")),
        3 => d.marked("-", format!("({a}) - ({b})")),
        4 => d.marked("*", format!("({a}) * {b}")),
        5 => d.marked("*", format!("{a} * {b}")),
        6 => d.marked("mod", format!("({a}) mod {k}")),
        7 => d.marked("mod(a, b)", format!("mod({a}, {k})")),
        8 => {
            d.mark("/");
            d.marked("floor", format!("floor(({a}) / {k})"))
        }
        9 => {
            d.mark("/");
            d.marked("ceil", format!("ceil({a} / {k})"))
        }
        10 => d.marked("min(…)", format!("min({a}, {b}, {k})")),
        11 => d.marked("max(…)", format!("max({a}, {b})")),
        12 => d.marked("gcd", format!("gcd({a}, {b})")),
        13 => d.marked("xor(…)", format!("xor(max(0, {a}), abs({b}))")),
        14 => d.marked("xor", format!("(max(0, {a}) xor max(0, {b}))")),
        15 => d.marked("abs(…)", format!("abs({a} - {k})")),
        16 => d.marked("log2", format!("log2(max(1, {a}))")),
        17 => d.marked("isqrt", format!("isqrt(max(0, {a}))")),
        18 => d.marked("^", format!("({a})^2")),
        19 => d.marked("^", format!("{k}^max(0, min({a}, 4))")),
        20 => d.marked("-a", format!("-{} + {k}", leaf(d, words))),
        21 => {
            let c = condition(d, words, depth - 1);
            d.marked("if", format!("(if {c} then {a} else {b})"))
        }
        22 => {
            let (first, second) = (words.and("r"), words.and("s"));
            let body = leaf(d, &first);
            let body = format!("{body} + {}", leaf(d, &second));
            d.marked("let", format!("(let r = {a}, s = r + {b} in {body})"))
        }
        23 => large(d, &a, k),
        _ => over_range(d, words, &b),
    }
}

/// Numbers on the way that are larger than those they lead to.
fn large(d: &Draw, a: &str, k: u64) -> String {
    let power = d.number(20, 70);
    d.mark("^");
    let text = match d.number(0, 2) {
        0 => format!("(({a}) * 2^{power} + 5) mod {k}"),
        1 => format!("floor((({a}) * 2^{power} - 3) / {k}^{power})"),
        _ => format!("(({a})^9 mod {power}) mod {k}"),
    };
    d.marked("numbers of more than 64 bits", text)
}

/// A number that is made of a range: `sum(i in 1..n : i^2)`.
fn over_range(d: &Draw, words: &Words, end: &str) -> String {
    let inner = words.and("i");
    let body = nested(d, &inner, 1);
    let range = format!("i in 0..min(abs({end}), 4)");
    d.mark("a list of a range");
    match d.number(0, 4) {
        0 => d.marked("sum(… : …)", format!("sum({range} : {body})")),
        1 => d.marked("min(… : …)", format!("min({range} : {body})")),
        2 => d.marked("max(… : …)", format!("max({range} : {body})")),
        3 => d.marked("xor(… : …)", format!("xor({range} : abs({body}))")),
        _ => {
            let c = condition(d, &inner, 0);
            d.marked("count(… : …)", format!("count({range} : {c})"))
        }
    }
}

/// A list of heaps: all, or a part of them.
pub(crate) fn heaps(d: &Draw) -> String {
    let k = d.number(1, 2);
    match d.number(0, 5) {
        0 => d.marked("x[..b]", format!("x[..-{k}]")),
        1 => d.marked("x[..b]", format!("x[..{k}]")),
        2 => d.marked("x[a..]", format!("x[{k}..]")),
        3 => d.marked("x[a..]", format!("x[-{k}..]")),
        _ => "x".to_string(),
    }
}

/// A number that is made of the heaps.
fn over_heaps(d: &Draw, words: &Words) -> String {
    let list = heaps(d);
    let inner = words.and("h");
    let body = nested(d, &inner, 1);
    d.mark("a list of heaps");
    // The least and the greatest of no numbers have no value.
    let guarded = |text: String| format!("(if count(h in {list} : true) > 0 then {text} else 1)");
    match d.number(0, 10) {
        0 => d.marked("sum(… : …)", format!("sum(h in {list} : {body})")),
        1 => d.marked("xor(… : …)", format!("xor(h in {list} : abs({body}))")),
        2 => d.marked("sum of a list", format!("sum({list})")),
        3 => d.marked("xor of a list", format!("xor({list})")),
        4 => {
            let c = condition(d, &inner, 0);
            d.marked("count(… : …)", format!("count(h in {list} : {c})"))
        }
        5 => d.marked("e for h in x", format!("xor(abs({body}) for h in {list})")),
        6 => d.marked("e for h in x", format!("sum({body} for h in {list})")),
        7 => {
            d.mark("true, false");
            d.marked("min(… : …)", guarded(format!("min(h in {list} : {body})")))
        }
        8 => {
            d.mark("true, false");
            d.marked("max(… : …)", guarded(format!("max(h in {list} : {body})")))
        }
        9 => {
            d.marked("min, max of a list", guarded(format!("{}({list})", d.pick(&["min", "max"]))))
        }
        _ => {
            let index = leaf(d, words);
            d.marked("x[e]", format!("x[1 + abs({index})]"))
        }
    }
}

/// A number that has no value, or is no whole number, at some positions.
fn fault(d: &Draw, words: &Words) -> String {
    let a = leaf(d, words);
    let k = d.number(1, 6);
    let text = match d.number(0, 9) {
        0 => format!("({a} + {k})/2"),
        1 => format!("floor(6/({a} - {k}))"),
        2 => format!("log2({a} - {k})"),
        3 => format!("isqrt({a} - {k})"),
        4 => format!("({a} mod ({a} - {k})) + 1"),
        5 => format!("xor({a} - {k}, 3)"),
        6 => format!("2^({a} - {k})"),
        7 => format!("gcd({a}/3, 2)"),
        8 => format!("(if even({a}/2) then 2 else 1)"),
        _ if words.list => format!("x[{a} - {k}]"),
        _ => format!("max(1, 12/({a} - {k}))"),
    };
    d.marked("an expression without a value somewhere", text)
}
