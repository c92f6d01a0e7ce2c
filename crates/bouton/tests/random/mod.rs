//! The texts of random games.

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;

/// Words to choose from.
pub type Words = &'static [&'static str];

/// The words with which the heaps of a position have nothing to do with one another.
pub const HEAP: Words = &["m"];
const HEAP_STONES: Words = &["t", "m"];

/// A whole number that has a value in every position. Some brackets are left out, so that operators
/// group as they bind.
pub fn number(words: Words) -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        1 => (0..7u32).prop_map(|n| n.to_string()),
        2 => select(words).prop_map(str::to_string),
    ];
    let deeper = |a: BoxedStrategy<String>| {
        let two = (a.clone(), a.clone());
        let infix = (a.clone(), select(vec!["+", "-", "*"]), a.clone());
        let divided = (a.clone(), 1..5u32);
        let branch = (comparison(a.clone()), a.clone(), a.clone());
        let power = (1..5u32, a.clone());
        let large = (a.clone(), 20..45u32, a.clone(), 2..7u32);
        prop_oneof![
            infix.clone().prop_map(|(a, sign, b)| format!("{a} {sign} {b}")),
            infix.prop_map(|(a, sign, b)| format!("({a}) {sign} ({b})")),
            divided.clone().prop_map(|(a, k)| format!("floor({a}/{k})")),
            divided.clone().prop_map(|(a, k)| format!("ceil(({a})/{k})")),
            divided.prop_map(|(a, k)| format!("{a} mod {k}")),
            two.clone().prop_map(|(a, b)| format!("min({a}, {b}, 6)")),
            two.clone().prop_map(|(a, b)| format!("max({a}, {b})")),
            two.clone().prop_map(|(a, b)| format!("gcd({a}, {b})")),
            two.prop_map(|(a, b)| format!("xor(max(0, {a}), max(0, {b}))")),
            power.prop_map(|(k, a)| format!("{k}^max(0, min({a}, 8))")),
            divided_power(a.clone()),
            // Numbers on the way that are larger than those they lead to.
            large.clone().prop_map(|(a, n, b, k)| format!("({a} * 2^{n} + {b}) mod {k}")),
            large.prop_map(|(a, n, b, k)| format!("floor(({a} * 2^{n} - {b}) / {k}^{n})")),
            a.clone().prop_map(|a| format!("isqrt(max(0, {a}))")),
            a.clone().prop_map(|a| format!("log2(max(1, {a}))")),
            a.prop_map(|a| format!("-{a}")),
            branch.prop_map(|(c, a, b)| format!("(if {c} then {a} else {b})")),
        ]
        .boxed()
    };
    leaf.prop_recursive(2, 6, 3, deeper).boxed()
}

/// A power of which little is left.
fn divided_power(number: BoxedStrategy<String>) -> BoxedStrategy<String> {
    let power = (number, 2..9u32, 2..100_000u32);
    power.prop_map(|(a, n, k)| format!("(({a})^{n} mod {k}) mod 7")).boxed()
}

/// A comparison of such numbers.
fn comparison(number: BoxedStrategy<String>) -> BoxedStrategy<String> {
    let sign = select(vec!["=", "!=", "<", "<=", ">", ">=", "divides"]);
    let two = (number.clone(), sign, number.clone());
    prop_oneof![
        3 => two.prop_map(|(a, sign, b)| format!("{a} {sign} {b}")),
        1 => (number.clone(), 0..9u32).prop_map(|(a, k)| format!("1 <= {a} < {k}")),
        1 => number.clone().prop_map(|a| format!("even({a})")),
        1 => number.clone().prop_map(|a| format!("odd({a})")),
        1 => number.clone().prop_map(|a| format!("prime({a})")),
        1 => (number.clone(), number)
            .prop_map(|(a, b)| format!("distinct(i in 0..2 : i*({a}) - {b})")),
    ]
    .boxed()
}

/// A condition.
pub fn condition(words: Words) -> BoxedStrategy<String> {
    let deeper = |a: BoxedStrategy<String>| {
        let two = (a.clone(), a.clone());
        prop_oneof![
            two.clone().prop_map(|(a, b)| format!("{a} and {b}")),
            two.clone().prop_map(|(a, b)| format!("{a} or {b}")),
            two.prop_map(|(a, b)| format!("({a} iff {b})")),
            a.prop_map(|a| format!("not ({a})")),
        ]
    };
    comparison(number(words)).prop_recursive(1, 2, 2, deeper).boxed()
}

/// A line `take … from …`.
pub fn take(words: Words, stones: Words, from: Words) -> BoxedStrategy<String> {
    let n = || number(words);
    let amount = prop_oneof![
        4 => n().prop_map(|a| format!("1..{a}")),
        2 => (n(), n()).prop_map(|(a, b)| format!("{a}..{b}")),
        2 => (n(), n(), n()).prop_map(|(a, b, c)| format!("{{{a}, {b}..{c}}}")),
        1 => (n(), n()).prop_map(|(a, b)| format!("all but {{{a}, {b}}}")),
        1 => (n(), n()).prop_map(|(a, b)| format!("all but {a}..{b}")),
    ];
    let plain = (amount, select(from)).prop_map(|(a, from)| format!("take {a} from {from}"));
    let chosen = (select(from), condition(stones))
        .prop_map(|(from, c)| format!("take t from {from} where {c}"));
    let take = prop_oneof![5 => plain, 1 => chosen];
    let when = weighted(0.3, condition(words));
    (take, when).prop_map(|(take, when)| take + &said("when", when)).boxed()
}

/// A part of a line that may be missing.
pub fn said(word: &str, part: Option<String>) -> String {
    part.map(|part| format!(" {word} {part}")).unwrap_or_default()
}

/// A game that is the sum of its heaps.
pub fn sum() -> BoxedStrategy<String> {
    vec(take(HEAP, HEAP_STONES, &["any"]), 1..4).prop_map(|takes| takes.join("; ")).boxed()
}

/// A game that is the sum of its heaps, and may split them.
pub fn splitting() -> BoxedStrategy<String> {
    let into = || {
        let parts = ["", " into unequal", " into equal", " into 3", " into 2..m equal"];
        select(parts.to_vec()).prop_map(str::to_string)
    };
    let split = into().prop_map(|into| format!("split any{into}"));
    let named = condition(&["a", "b", "m"]).prop_map(|c| format!("split any into a, b where {c}"));
    let after = (number(HEAP), into())
        .prop_map(|(n, into)| format!("take 1..{n} from any then split{into}"));
    let octal = "[04]\\.[0-7]{1,4}(\\([0-7]{1,2}\\))?".prop_map(|code| format!("octal {code}"));
    let hexadecimal = "[048C]\\.[0-9A-F]{1,3}".prop_map(|code| format!("hexadecimal {code}"));
    let line = prop_oneof![split, named, after, octal, hexadecimal];
    let when = weighted(0.2, condition(HEAP));
    let line =
        (line, when).prop_map(|(line, when)| match line.contains('.') && !line.contains("..") {
            true => line,
            false => line + &said("when", when),
        });
    let take = take(HEAP, HEAP_STONES, &["any"]);
    (line, weighted(0.5, take))
        .prop_map(|(line, take)| line + &take.map(|take| format!("; {take}")).unwrap_or_default())
        .boxed()
}
