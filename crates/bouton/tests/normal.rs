//! A game in other words is known for the same; what is said to be the same has the same moves.

use std::collections::BTreeSet;

use bouton::claim::library::PAPERS;
use bouton::claim::{Given, Paper};
use bouton::game::{Counters, Moves};
use bouton::job::Unwatched;
use bouton::lang::Span;
use bouton::lang::syntax::{Argument, Name};
use bouton::{Game, Position};
use dashu_int::UBig;
use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;
use proptest::test_runner::{FileFailurePersistence, RngSeed};

fn parse(text: &str) -> Game {
    Game::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// Games of the library in other words.
const SAME: &[(&str, &[&str])] = &[
    (
        "bounded-greedy(3)",
        &[
            "bounded-greedy(k=1+2)",
            "take {1, 2, 3} from largest",
            "take {3, 1, 2, 2} from largest",
            "take 1..3 from largest",
            "take 0..3 from largest",
            "take -5..min(3, m) from largest",
            "take 1 from largest; take 2..3 from largest",
            "take 2..3 from largest; take 1..min(2, total) from largest when m >= 1",
            "take t from largest where t <= 3",
            "take t from largest where t < 4 and 0 <= t",
            "take t from largest where 2*t <= 7",
            "take t from largest where not (t > 3)",
            "take t from largest where t = 1 or t = 2 or t = 3",
        ],
    ),
    ("bounded-greedy(10^20)", &["take 1..10^20 from largest", "take 1..10*10^19 from largest"]),
    (
        "halving",
        &[
            "take 1..floor((m+1)/2) from any",
            "take 1..ceil(m/2) from any",
            "take 1..m - floor(m/2) from any",
            "take 1..ceil(2*m/4) from any",
            "take 1..ceil(ceil(m)/2) from any",
            "take 1..floor(m/2) + m mod 2 from any",
            "take t from any where 2*t <= m + 1",
            "take t from any where t - 1 < m/2",
            "take 1 from any; take 2..ceil(m/2) from any",
        ],
    ),
    (
        "nim",
        &[
            "take 1..m from any",
            "take all but {} from any",
            "take 1..total from any",
            "take 1..largest from any",
            "take 1..x[-1] from any",
            "take 1..2*m from any",
            "take 1..max(m, 3) from any",
            "take t from any where true",
            "take 1..floor(m/2) from any; take floor(m/2)+1..m from any",
            "take 1..m from any when m > 0",
            "take all but 0 from any; take 5..3 from largest; take 1..2 from any when total = 0",
            "take 1..m/1 from any",
        ],
    ),
    ("halving-with-a-pass", &["pass 1; take 1..ceil(m/2) from any", "halving; pass 1 when true"]),
    ("nim; ending misere", &["ending misere; take 1..m + total - (total + 1) + 1 from any"]),
    ("subtraction({1, 3, 4})", &["take 3..4 from any; take 1 from any", "take {4,3,1} from any"]),
    (
        "all-but({2, 5})",
        &["take {1, 3, 4} from any; take 6..m from any", "take all but {5,2} from any"],
    ),
    (
        "maximum-nim(m -> floor(m/3))",
        &["take 1..floor(m/3) from any", "take t from any where 3*t <= m"],
    ),
    (
        "turn-dependent(turn -> 2*turn)",
        &["heaps 1; take 1..2*turn from any", "heaps 1; take 1..turn+turn from smallest"],
    ),
    ("greedy", &["take 1..largest from largest", "take 1..m from largest when x[-1] = m"]),
    (
        "fibonacci",
        &[
            "heaps 1; take 1..2*last from largest when last >= 1; take 1..total-1 from any when last = 0",
        ],
    ),
    (
        "two-kinds",
        &[
            "position (a, b); move (a - s, b - t) for s, t where 1 <= 2*s + t <= floor((2*a + b)/2)",
            "position (x, y); move (x - t, y - u) for u, t where 1 <= u + 2*t and 2*t + u <= floor(x + y/2)",
            "position (x, y); move (x - t, y - u) for t, u where 0 < 2*t + u and 2*(2*t + u) <= 2*x + y",
        ],
    ),
    (
        "position (a, b); move (a - t, b) for t where 1 <= t <= a; move (a, b - t) for t where 1 <= t <= b; \
         move (a - t, b - t) for t where 1 <= t <= min(a, b)",
        &[
            "position (a, b); move (a-t, b) for t where t >= 1 and t <= a; \
             move (a, b-t) for t where 1 <= t and t <= b; \
             move (a-t, b-t) for t where t >= 1 and t <= a and t <= b",
            "position (x, y); move (x-n, y-n) for n where 0 < n <= x; \
             move (x, y-n) for n where n <= y and n != 0; move (x-n, y) for n where 0 < n < x + 1",
        ],
    ),
    (
        "wythoff",
        &[
            "heaps 2; take the same 1..m from all; take 1..m from any",
            "heaps 2; take 1..total from any; take the same 1..m from all",
            "take 1..m from any; take the same 1..m from all; heaps 1 + 1",
        ],
    ),
    ("nim", &["octal 0.(3)", "octal 0.3(33)", "hexadecimal 0.(3)"]),
    (
        "nim",
        &[
            "moore(1)",
            "take 1..m from each of 1 heaps",
            "take 1..m from some of 1 heaps",
            "take 1..m from each of 0..1 heaps",
            "take the same 1..m from 1 heaps",
        ],
    ),
    ("greedy", &["take 1..m from each of 1 largest", "take 1..m from some of 1..1 largest"]),
    ("bounded(3)", &["take 1..3 in total from 1 heaps"]),
    ("row; take 1..m from any", &["row; take 1..m from each of 1 adjacent"]),
    ("bounded(3)", &["octal 0.333", "octal 0.3330", "take 1..2 from any; octal 0.333"]),
    ("octal 0.77", &["octal 0.770", "hexadecimal 0.77", "octal 0.77(0)"]),
    (
        "row; take 1..m from any",
        &["row; take 1..total from any", "take t from any where true; row"],
    ),
    (
        "row; take 1..3 from ends",
        &["row; take {1, 2, 3} from ends", "row; take 1 from ends; take 2..3 from ends"],
    ),
    ("nim; pass 1 each", &["pass 1 each; take 1..total from any", "nim; pass 1 each when true"]),
    (
        "take 1..m from each of 1..2 heaps",
        &["take 1..m from each of 1..2 heaps; take 1..m from each of 1..2 heaps"],
    ),
    ("split any into unequal", &["split any into unequal parts", "split any into unequal heaps"]),
    (
        "euclid",
        &["position (x, y); move (x, y - t*x) for t where t >= 1 and x*t <= y and x > 0; \
           move (x - y*t, y) for t where y > 0 and x >= t*y and t > 0"],
    ),
    (
        "chocolate(z -> floor(z/2))",
        &["position (y, z) where 2*y <= z; move (v, z) for v where v < y; \
           move (min(floor(w/2), y), w) for w where w < z"],
    ),
];

#[test]
fn games_in_other_words_are_the_same() {
    for (text, others) in SAME {
        let game = parse(text);
        for other in *others {
            let other = parse(other);
            assert!(other.plays_as(&game), "{other} is {game}");
            assert!(game.plays_as(&other), "{game} is {other}");
        }
    }
}

#[test]
fn games_with_other_moves_are_not_the_same() {
    for (text, other) in [
        ("take 1..3 from any when m > 2", "bounded(3)"),
        ("nim; pass 1", "nim"),
        ("nim; pass 0", "nim"),
        ("nim; pass 2", "nim; pass 1"),
        ("nim; ending misere", "nim"),
        ("take 1..4 from largest", "bounded-greedy(3)"),
        ("take 2..3 from largest", "bounded-greedy(3)"),
        ("take 1..3 from any", "bounded-greedy(3)"),
        ("take 1..floor(m/2) from any", "halving"),
        ("take 1..m + 0*turn from any", "nim"),
        ("take 1..m + 0*last from any", "nim"),
        // The errors of these games are none of the other.
        ("take 1..m + 0*(1/(m-3)) from any", "nim"),
        ("take 1..m + m/2 - m/2 + 0*isqrt(m - 2) from any", "nim"),
        ("take 1..max(m, 1/2) from any when 1/(m-1) >= 0 or true", "nim"),
        ("take 1..m from any; take 5..1/(m-2) from any", "nim"),
        ("take 1..m from any; take 1..m/2 from any", "nim"),
        ("take t from any where 1/(t-2) > 0 or t >= 1", "nim"),
        (
            "position (a, b); move (a-t, b) for t where t >= 1",
            "position (a, b); move (a-t, b) for t where 1 <= t <= a",
        ),
        (
            "position (a, b) where a <= b; move (a-t, b) for t where 1 <= t <= a",
            "position (a, b); move (a-t, b) for t where 1 <= t <= a",
        ),
        (
            "position (a, b); move (a-t, b) for t where 1 <= t <= b",
            "position (a, b); move (a-t, b) for t where 1 <= t <= a",
        ),
        // More positions than the other has.
        ("nim", "nim; heaps 3"),
        // Heaps that lie in another way.
        ("row; take 1..m from any", "nim"),
        ("nim", "row; take 1..m from any"),
        ("row; take 1..m from any", "row fixed; take 1..m from any"),
        ("circle; take 1..m from any", "row fixed; take 1..m from any"),
        ("row fixed; heaps 2; take 1..m from any", "row fixed; heaps 3; take 1..m from any"),
        ("row; take 1..m from ends", "row; take 1..m from any"),
        ("row; take 1..m from largest", "row; take 1..m from ends"),
        // The last of a row is not the largest, nor the first the smallest.
        ("row; take x[-1] from any", "row; take largest from any"),
        ("row; take 1 from any when m = x[1]", "row; take 1 from any when m = smallest"),
        ("row fixed; take x[-1] from any", "row fixed; take largest from any"),
        // Other heaps, other shares.
        ("take 1..m from each of 1..2 heaps", "nim"),
        ("nim", "take 1..m from each of 1..2 heaps"),
        ("take 1..m from each of 1..2 heaps", "take 1..m from each of 1..3 heaps"),
        ("take 1..m from each of 1..2 heaps", "take 1..m from each of {1, 2, 3} heaps"),
        ("take 1..m from each of 2 heaps", "take 1..m from some of 2 heaps"),
        ("take 1..m from each of 2 heaps", "take the same 1..m from each of 2 heaps"),
        ("take 1..3 from each of 2 heaps", "take 1..3 in total from 2 heaps"),
        ("take the same 1..3 from 2 heaps", "take 1..3 in total from 2 heaps"),
        ("take 1..m from each of 2 heaps", "take 1..m from each of 2 largest"),
        ("take 1..m from each of 2 smallest", "take 1..m from each of 2 largest"),
        ("row; take 1..m from each of 2 heaps", "row; take 1..m from each of 2 adjacent"),
        (
            "circle; take 1..m from each of 2 adjacent",
            "row fixed; take 1..m from each of 2 adjacent",
        ),
        ("heaps 2; take 1..m from all", "heaps 2; take 1..m from all non-empty"),
        ("heaps 2; take the same 1..m from all", "heaps 3; take the same 1..m from all"),
        ("heaps 2; take t, u from all where t = u", "heaps 2; take t, u from all where t <= u"),
        ("heaps 2; take t, u from all where t = u", "heaps 3; take t, u, v from all where t = u"),
        ("take 1..m from each of 2 heaps", "take all but 1..m from each of 2 heaps"),
        ("take 1 from each of 2 heaps when total > 1", "take 1 from each of 2 heaps"),
        // Other splits.
        ("split any", "split any into unequal"),
        ("split any into equal", "split any into unequal"),
        ("split any", "split any into 3"),
        ("split any", "split any into 2..3"),
        ("split any", "split largest"),
        ("split any", "split any when m > 2"),
        ("split any into a, b where a = b", "split any into a, b where a < b"),
        ("split any into a, b where a = b", "split any into a, b"),
        ("take 1 from any then split", "split any"),
        ("take 1 from any then split", "take 1..2 from any then split"),
        ("take 1 from any then split", "take 1 from any"),
        ("octal 0.77", "octal 0.7"),
        ("octal 0.77", "octal 0.(7)"),
        ("octal 0.77", "octal 4.77"),
        ("octal 0.37", "octal 0.73"),
        ("octal 0.333", "bounded(4)"),
        ("octal 0.31", "bounded(2)"),
        ("hexadecimal 0.8", "octal 0.4"),
        // Too many heaps are an error.
        ("heaps 2; split any", "split any"),
        ("heaps 2; split any", "heaps 3; split any"),
        // Where a move leads.
        ("nim", "take 1..m from any where after: true"),
        ("take 1..m from any where after: odd(total)", "nim"),
        ("take 1..m from any where after: odd(total)", "take 1..m from any when odd(total)"),
        (
            "take 1..m from any where after: odd(total)",
            "take 1..m from any where after: even(total)",
        ),
        ("split any where after: count < 4", "split any when count < 4"),
        (
            "position (a); move (a-t) for t where 1 <= t <= a where after: a > 2",
            "position (a); move (a-t) for t where 1 <= t <= a",
        ),
        (
            "position (a); move (a-t) for t where 1 <= t <= a where after: a > 2",
            "position (a); move (a-t) for t where 1 <= t <= a when a > 2",
        ),
        // Passes for each player.
        ("nim; pass 1 each", "nim; pass 1"),
        ("nim; pass 1", "nim; pass 1 each"),
        ("nim; pass 1 each", "nim; pass 2 each"),
        ("nim; pass 0 each", "nim; pass 0"),
    ] {
        let (game, other) = (parse(text), parse(other));
        assert!(!game.plays_as(&other), "{game} is not {other}");
    }
}

#[test]
fn fewer_heaps_are_positions_of_more() {
    for (text, other) in [
        ("nim; heaps 3", "nim"),
        ("heaps 1; take 1..3 from any", "bounded-greedy(3)"),
        ("heaps 1; take 1..total from smallest when x[-2] = 0", "greedy"),
        ("heaps 2; take 1..m + x[-3] from largest", "greedy"),
    ] {
        assert!(parse(text).plays_as(&parse(other)), "{text}");
    }
    assert!(
        !parse("heaps 2; take 1..total from any").plays_as(&parse("heaps 1; take 1..m from any"))
    );
}

fn written((name, value): Given) -> String {
    let name = Some(Name { text: name, span: Span::default() });
    Argument { name, value, span: Span::default() }.to_string()
}

/// The statements of the library that speak of a game, with the values of their parameters.
fn statements(text: &str) -> Vec<String> {
    let game = parse(text);
    let mut found = Vec::new();
    for entry in PAPERS {
        let paper = Paper::parse(entry.text).unwrap();
        for item in paper.items() {
            for given in paper.parameters_for(item, &game) {
                let given: Vec<String> = given.into_iter().map(written).collect();
                found.push(format!("{} {}", item.id(), given.join(", ")).trim().to_string());
            }
        }
    }
    found
}

#[test]
fn statements_know_their_games_in_other_words() {
    for (text, expected) in [
        ("bounded-greedy(10^20)", "theorem-2 k = 10^20"),
        ("take {2, 1, 3} from largest", "theorem-2 k = 3"),
        ("take 1..10^20 from largest", "theorem-6 k = 100000000000000000000"),
        ("take 1..2*m from any", "theorem-bouton"),
        ("take 1..2*m from any", "theorem-1 f = m -> m"),
        ("take t from any where t <= m/3", "theorem-1 f = m -> floor(m/3)"),
        ("maximum-nim(isqrt)", "theorem-1 f = m -> isqrt(m)"),
        ("take 1..ceil(m/2) from any", "theorem-halving"),
        ("take 1..ceil(m/2) from any", "theorem-1 f = m -> ceil(m/2)"),
        ("pass 1; take 1..floor((m+1)/2) from any", "theorem-4"),
        ("heaps 1; take 1..turn + turn from any", "theorem-2.1 f = turn -> turn + turn"),
        ("ending misere; take 1..total from any", "theorem-misere-nim"),
        ("heaps 1; take 1..3 from smallest", "theorem-6 k = 3"),
        ("nim; heaps 3", "theorem-bouton"),
        ("nim; pass 2", "theorem-nim-with-passes n = 2"),
    ] {
        let found = statements(text);
        assert!(found.iter().any(|found| found == expected), "{text}: {found:#?}");
    }
    for text in
        ["nim; pass 2; ending misere", "take 2..3 from largest", "take 1..3 from any when m > 2"]
    {
        assert_eq!(statements(text), [""; 0], "{text}");
    }
}

type Words = &'static [&'static str];

const TAKE: Words = &[
    "m", "m", "m", "m", "total", "largest", "smallest", "count", "turn", "last", "x[-1]", "x[-2]",
    "x[1]", "x[2]",
];
const STONES: Words = &["t", "t", "t", "m", "m", "total", "x[-2]", "x[2]"];
const COORDINATES: Words = &["a", "b"];
const VARIABLES: Words = &["a", "b", "t", "t", "u"];

/// A number; when it may `fail`, it has no value in some positions, or is a fraction.
fn number(words: Words, fail: bool) -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        1 => (0..5u32).prop_map(|n| n.to_string()),
        2 => select(words).prop_map(str::to_string),
    ];
    let deeper = move |a: BoxedStrategy<String>| {
        let two = (a.clone(), a.clone());
        let infix = (a.clone(), select(vec!["+", "-", "*"]), a.clone());
        let divided = (a.clone(), 1..5u32);
        let branch = (comparison(a.clone(), fail), a.clone(), a.clone());
        let sure = prop_oneof![
            4 => infix.prop_map(|(a, sign, b)| format!("(({a}) {sign} ({b}))")),
            2 => divided.clone().prop_map(|(a, k)| format!("floor(({a})/{k})")),
            2 => divided.clone().prop_map(|(a, k)| format!("ceil(({a})/{k})")),
            1 => divided.prop_map(|(a, k)| format!("(({a}) mod {k})")),
            2 => two.clone().prop_map(|(a, b)| format!("min({a}, {b})")),
            1 => two.clone().prop_map(|(a, b)| format!("max({a}, {b})")),
            1 => two.clone().prop_map(|(a, b)| format!("gcd({a}, {b})")),
            1 => a.clone().prop_map(|a| format!("abs({a})")),
            1 => a.clone().prop_map(|a| format!("isqrt(max(0, {a}))")),
            1 => branch.prop_map(|(c, a, b)| format!("(if {c} then {a} else {b})")),
        ];
        if !fail {
            return sure.boxed();
        }
        let unsure = prop_oneof![
            two.clone().prop_map(|(a, b)| format!("(({a})/({b}))")),
            two.clone().prop_map(|(a, b)| format!("(({a}) mod ({b}))")),
            two.prop_map(|(a, b)| format!("xor({a}, {b})")),
            a.clone().prop_map(|a| format!("isqrt({a})")),
            a.clone().prop_map(|a| format!("log2({a})")),
            a.clone().prop_map(|a| format!("(({a})/2)")),
            a.prop_map(move |a| match words.contains(&"x[-2]") {
                true => format!("x[{}({a})]", if a.len() % 2 == 0 { "-" } else { "" }),
                false => format!("isqrt({a} - 1)"),
            }),
        ];
        prop_oneof![2 => sure, 1 => unsure].boxed()
    };
    leaf.prop_recursive(3, 8, 3, deeper).boxed()
}

/// A comparison; what has no form of its own, or may have no value, only when it may `fail`.
fn comparison(number: BoxedStrategy<String>, fail: bool) -> BoxedStrategy<String> {
    let sign = select(vec!["=", "!=", "<", "<=", ">", ">="]);
    let two = (number.clone(), sign, number.clone());
    let sure = prop_oneof![
        4 => two.prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
        1 => number.clone().prop_map(|a| format!("even({a})")),
        1 => number.clone().prop_map(|a| format!("odd({a})")),
        1 => (1..4u32, number.clone()).prop_map(|(k, a)| format!("({k} divides {a})")),
    ];
    if !fail {
        return sure.boxed();
    }
    let unsure = prop_oneof![
        2 => (number.clone(), number.clone()).prop_map(|(a, b)| format!("({a} divides {b})")),
        1 => number.clone().prop_map(|a| format!("prime({a})")),
        1 => number.prop_map(|a| format!("distinct(i in 0..2 : i*({a}))")),
    ];
    prop_oneof![4 => sure, 1 => unsure].boxed()
}

fn condition(words: Words, fail: bool) -> BoxedStrategy<String> {
    let deeper = |a: BoxedStrategy<String>| {
        let two = (a.clone(), a.clone());
        prop_oneof![
            two.clone().prop_map(|(a, b)| format!("({a} and {b})")),
            two.prop_map(|(a, b)| format!("({a} or {b})")),
            a.prop_map(|a| format!("(not {a})")),
        ]
    };
    comparison(number(words, fail), fail).prop_recursive(2, 4, 2, deeper).boxed()
}

/// A part of a line that may be missing.
fn said(word: &str, part: Option<String>) -> String {
    part.map(|part| format!(" {word} {part}")).unwrap_or_default()
}

fn take(fail: bool) -> BoxedStrategy<String> {
    let n = || number(TAKE, fail);
    let amount = prop_oneof![
        4 => n().prop_map(|a| format!("1..{a}")),
        2 => (n(), n()).prop_map(|(a, b)| format!("{a}..{b}")),
        2 => (n(), n(), n()).prop_map(|(a, b, c)| format!("{{{a}, {b}..{c}}}")),
        1 => vec(0..7u32, 0..4).prop_map(|set| format!("{{{}}}", set.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))),
        1 => (n(), n()).prop_map(|(a, b)| format!("all but {{{a}, {b}}}")),
        1 => (n(), n()).prop_map(|(a, b)| format!("all but {a}..{b}")),
    ];
    let from: Words = &["any", "any", "largest", "smallest"];
    let plain = (amount, select(from)).prop_map(|(a, from)| format!("take {a} from {from}"));
    let chosen = (select(from), condition(STONES, fail))
        .prop_map(|(from, c)| format!("take t from {from} where {c}"));
    let take = prop_oneof![2 => plain, 1 => chosen];
    let when = weighted(0.3, condition(TAKE, fail));
    (take, when).prop_map(|(take, when)| take + &said("when", when)).boxed()
}

/// A line that takes from several heaps, in a row or a circle if there is an order.
fn several(fail: bool, order: &'static str) -> BoxedStrategy<String> {
    const POSITION: Words = &["total", "largest", "smallest", "count", "x[1]", "x[-1]", "x[-2]"];
    let among: Words = match order {
        "" => &["heaps", "largest", "smallest"],
        _ => &["heaps", "largest", "smallest", "adjacent", "adjacent"],
    };
    let group = (select(vec!["each", "some"]), 1..3u32, 1..4u32, select(among))
        .prop_map(|(each, a, b, among)| format!("{each} of {a}..{b} {among}"));
    let group = prop_oneof![4 => group, 1 => Just("all non-empty".to_string())];
    let each = (select(vec!["", "the same "]), number(TAKE, fail), group.clone())
        .prop_map(|(share, n, group)| format!("take {share}1..{n} from {group}"));
    let total = (number(POSITION, fail), group)
        .prop_map(|(n, group)| format!("take 1..{n} in total from {group}"));
    let pair = (select(among), condition(&["t", "u", "total"], fail))
        .prop_map(|(among, c)| format!("take t, u from 2 {among} where {c}"));
    let line = prop_oneof![3 => each, 2 => total, 1 => pair];
    let after = weighted(0.2, condition(POSITION, fail));
    (line, after, weighted(0.2, condition(POSITION, fail)))
        .prop_map(|(line, after, when)| line + &said("where after:", after) + &said("when", when))
        .boxed()
}

/// A line that splits.
fn split(fail: bool) -> BoxedStrategy<String> {
    let parts = select(vec!["", " into unequal", " into equal", " into 3", " into 2..m equal"]);
    let plain = (select(vec!["any", "largest"]), parts.clone())
        .prop_map(|(from, parts)| format!("split {from}{parts}"));
    let then = (number(TAKE, fail), parts)
        .prop_map(|(n, parts)| format!("take 1..{n} from any then split{parts}"));
    let named =
        condition(&["a", "b", "m"], fail).prop_map(|c| format!("split any into a, b where {c}"));
    let code = "octal [04]\\.[0-7]{1,3}";
    prop_oneof![2 => plain, 2 => then, 1 => named, 1 => code].boxed()
}

/// A game with lines of every kind.
fn ordered_game(fail: bool) -> BoxedStrategy<String> {
    let order = select(vec!["", "", "row", "row fixed", "circle"]);
    let lines = order.prop_flat_map(move |order| {
        let mut kinds = vec![(1, take(fail)), (2, several(fail, order))];
        if !matches!(order, "row fixed" | "circle") {
            kinds.push((1, split(fail)));
        }
        (Just(order), vec(Union::new_weighted(kinds), 1..3))
    });
    (lines, weighted(0.2, select(vec!["pass 1", "pass 1 each"])))
        .prop_map(|((order, lines), pass)| {
            let order = (!order.is_empty()).then(|| order.to_string());
            let lines = order.into_iter().chain(lines).chain(pass.map(str::to_string));
            lines.collect::<Vec<_>>().join("; ")
        })
        .boxed()
}

fn heap_game(fail: bool) -> BoxedStrategy<String> {
    let pass =
        weighted(0.2, (0..3u32, weighted(0.3, condition(&["total", "smallest", "passes"], fail))));
    (weighted(0.3, 1..3u32), vec(take(fail), 1..4), pass)
        .prop_map(|(heaps, takes, pass)| {
            let mut lines: Vec<String> = heaps.iter().map(|n| format!("heaps {n}")).collect();
            lines.extend(takes);
            lines.extend(pass.map(|(n, when)| format!("pass {n}") + &said("when", when)));
            lines.join("; ")
        })
        .boxed()
}

fn tuple_game(fail: bool) -> BoxedStrategy<String> {
    let n = || number(VARIABLES, fail);
    let bound = prop_oneof![
        3 => Just("t <= a and u <= b".to_string()),
        1 => Just("t + 2*u <= a + b".to_string()),
        1 => Just("a >= t and u*(a + 1) <= b".to_string()),
        1 => Just("u = 1 and b*t <= 3 and b >= 1".to_string()),
    ];
    let target = prop_oneof![
        3 => Just("(a - t, b - u)".to_string()),
        1 => Just("(a - t - u, b)".to_string()),
        1 => (n(), n()).prop_map(|(a, b)| format!("({a}, {b})")),
    ];
    let step =
        (target, bound, condition(VARIABLES, fail), weighted(0.3, condition(COORDINATES, fail)))
            .prop_map(|(target, bound, condition, when)| {
                format!("move {target} for t, u where t + u >= 1 and {bound} and {condition}")
                    + &said("when", when)
            });
    (weighted(0.2, condition(COORDINATES, fail)), vec(step, 1..3))
        .prop_map(|(positions, steps)| {
            format!("position (a, b){}; {}", said("where", positions), steps.join("; "))
        })
        .boxed()
}

/// The words, numbers and signs of a text, with the spaces between them.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let kind = |c: char| match c {
        _ if c.is_alphabetic() => 0,
        _ if c.is_ascii_digit() => 1,
        '<' | '>' | '=' | '!' => 2,
        _ => 3,
    };
    for c in text.chars() {
        match tokens.last_mut() {
            Some(last) if kind(c) < 3 && last.chars().all(|d| kind(d) == kind(c)) => last.push(c),
            _ => tokens.push(c.to_string()),
        }
    }
    tokens
}

/// The tokens of a text that stand in an expression.
fn places(tokens: &[String]) -> Vec<usize> {
    let mut inside = false;
    let mut found = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "take" => inside = tokens.get(i + 2).is_some_and(|next| next != "t"),
            "when" | "where" => inside = true,
            // Which heaps, how they lie, into what they are split: words that can be changed too.
            "each" | "some" | "equal" | "unequal" | "adjacent" | "row" | "circle" => found.push(i),
            "of" | "octal" | "into" => inside = true,
            "from" | "for" | "heaps" | "position" | "pass" | ";" => inside = false,
            "move" => inside = true,
            "all" | "but" => {}
            _ if inside && token.trim() != "" => found.push(i),
            _ => {}
        }
    }
    found
}

/// The text with one word or sign changed, and so perhaps another game.
fn mutated(text: &str, at: usize, up: bool) -> String {
    let swaps = [
        ("+", "-"),
        ("floor", "ceil"),
        ("min", "max"),
        ("<=", "<"),
        (">=", ">"),
        ("and", "or"),
        ("even", "odd"),
        ("divides", "<="),
        ("m", "largest"),
        ("total", "m"),
        ("smallest", "m"),
        ("turn", "last"),
        ("=", "<="),
        ("t", "u"),
        ("a", "b"),
        ("!=", ">"),
        ("each", "some"),
        ("equal", "unequal"),
        ("row", "circle"),
        ("adjacent", "heaps"),
    ];
    let mut tokens = tokens(text);
    let places: Vec<usize> = places(&tokens)
        .into_iter()
        .filter(|&i| {
            tokens[i].parse::<u32>().is_ok()
                || swaps.iter().any(|(a, b)| *a == tokens[i] || *b == tokens[i])
        })
        .collect();
    let Some(&place) = places.get(at % places.len().max(1)) else { return text.to_string() };
    let token = &tokens[place];
    tokens[place] = match token.parse::<u32>() {
        Ok(n) => (if up { n + 1 } else { n.saturating_sub(1) }).to_string(),
        Err(_) => {
            let found = swaps.iter().find_map(|(a, b)| match token {
                _ if token == a => Some(*b),
                _ if token == b => Some(*a),
                _ => None,
            });
            found.unwrap_or(token).to_string()
        }
    };
    tokens.concat()
}

/// The text with one word or number in other words.
fn rewritten(text: &str, at: usize, how: usize) -> String {
    let mut tokens = tokens(text);
    let words = [
        "m", "total", "count", "turn", "last", "t", "u", "a", "b", "largest", "even", "odd",
        "smallest",
    ];
    let places: Vec<usize> = places(&tokens)
        .into_iter()
        .filter(|&i| tokens[i].parse::<u32>().is_ok() || words.contains(&tokens[i].as_str()))
        .collect();
    let Some(&place) = places.get(at % places.len().max(1)) else { return text.to_string() };
    let token = &tokens[place];
    tokens[place] = match token.as_str() {
        "even" => "not odd".to_string(),
        "odd" => "not even".to_string(),
        "largest" if how == 0 => "x[-1]".to_string(),
        "smallest" => "x[1]".to_string(),
        _ => match how % 6 {
            0 => format!("({token} + 2 - 2)"),
            1 => format!("(3*{token} - 2*{token})"),
            2 => format!("min({token} + 1, {token})"),
            3 => format!("floor({token})"),
            4 => format!("ceil((2*{token} - 1)/2)"),
            _ => format!("(if 1 < 0 then 7 else (0 + {token})*1)"),
        },
    };
    tokens.concat()
}

/// Small positions with the counters of a game.
fn positions(game: &Game) -> Vec<Position> {
    let mut found = BTreeSet::new();
    let mut positions = Vec::new();
    let start = game.start();
    let few = |counter: &Option<UBig>, values: &[u8]| match counter {
        None => vec![None],
        Some(_) => values.iter().map(|&n| Some(UBig::from(n))).collect(),
    };
    let length = if game.coordinates().is_some() { 2 } else { 3 };
    for code in 0..6u32.pow(length) {
        let heaps: Vec<UBig> = (0..length).map(|i| UBig::from(code / 6u32.pow(i) % 6)).collect();
        for turn in few(&start.turn, &[1, 4]) {
            for last in few(&start.last, &[0, 1, 3]) {
                for passes in few(&start.passes, &[0, 1, 2]) {
                    for other in few(&start.other, &[0, 1]) {
                        let (turn, last, passes) = (turn.clone(), last.clone(), passes.clone());
                        let counters = Counters { turn, last, passes, other };
                        if let Ok(position) = game.at_counters(heaps.clone(), counters)
                            && found.insert(position.to_string())
                        {
                            positions.push(position);
                        }
                    }
                }
            }
        }
    }
    positions
}

/// The positions to which one may move; `None` when that is an error.
fn options(game: &Game, position: &Position) -> Option<BTreeSet<String>> {
    let moves = Moves::new(game, &Unwatched).first(position, usize::MAX).ok()?;
    Some(moves.iter().map(|m| m.to.to_string()).collect())
}

/// Two games that are said to be the same have the same moves.
fn agree(game: &Game, other: &Game) -> Result<(), TestCaseError> {
    for position in positions(game) {
        let here = options(game, &position);
        prop_assert_eq!(here, options(other, &position), "{} and {} at {}", game, other, position);
    }
    Ok(())
}

fn config(cases: u32) -> ProptestConfig {
    let file = FileFailurePersistence::Direct("proptest-regressions/normal.txt");
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1902),
        failure_persistence: Some(Box::new(file)),
        ..ProptestConfig::default()
    }
}

/// A game of one short line; two of them are often the same.
fn short_game() -> BoxedStrategy<String> {
    let end = |word: &'static str| {
        let k = || 1..5u32;
        let line = (0..3u32, k(), 0..4i32, k())
            .prop_map(move |(a, b, c, d)| format!("({a}*{word}*{b} + {c} - {word})/{d}"));
        let whole = prop_oneof![
            line.clone().prop_map(|e| format!("floor({e})")),
            line.clone().prop_map(|e| format!("ceil({e})")),
            (line.clone(), k()).prop_map(|(e, k)| format!("floor(ceil({e})/{k})")),
            (line.clone(), k()).prop_map(|(e, k)| format!("ceil(({e} + floor({e}))/{k})")),
            (line.clone(), k()).prop_map(|(e, k)| format!("floor({e}) mod {k}")),
            (line, k()).prop_map(|(e, k)| format!("min({k}, ceil({e}))")),
        ];
        prop_oneof![2 => whole.clone(), 1 => (whole.clone(), whole).prop_map(|(a, b)| format!("{a} - {b}"))]
    };
    let condition = prop_oneof![
        (end("t"), 0..3u32).prop_map(|(e, k)| format!("{e} <= {k}")),
        (end("t"), end("m")).prop_map(|(a, b)| format!("{a} = {b}")),
        (end("t"), end("m")).prop_map(|(a, b)| format!("{a} > {b}")),
        (end("t"), 0..3u32).prop_map(|(e, k)| format!("{e} >= 1 and t != {k}")),
        (end("t"), end("m")).prop_map(|(a, b)| format!("even({a}) or {b} > t")),
    ];
    prop_oneof![
        3 => end("m").prop_map(|e| format!("take 1..{e} from any")),
        1 => (end("m"), end("m")).prop_map(|(a, b)| format!("take {a}..{b} from any")),
        1 => (end("m"), end("m")).prop_map(|(a, b)| format!("take all but {a}..{b} from any")),
        1 => (end("m"), end("m")).prop_map(|(a, b)| format!("take 1..2 from any when {a} < {b}")),
        3 => condition.prop_map(|c| format!("take t from any where {c}")),
    ]
    .boxed()
}

fn any_game(fail: bool) -> BoxedStrategy<String> {
    prop_oneof![3 => heap_game(fail), 1 => tuple_game(fail), 2 => ordered_game(fail)].boxed()
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn what_is_said_to_be_the_same_has_the_same_moves(
        text in prop_oneof![any_game(false), any_game(true)],
        changes in vec((any::<usize>(), any::<usize>(), any::<bool>(), any::<bool>()), 1..4),
    ) {
        let mut other = text.clone();
        for (at, how, up, keep) in changes {
            other = if keep { rewritten(&other, at, how) } else { mutated(&other, at, up) };
        }
        if let (Ok(game), Ok(other)) = (Game::parse(&text), Game::parse(&other))
            && game.plays_as(&other)
        {
            agree(&game, &other)?;
        }
    }

    #[test]
    fn other_words_are_seen_through(
        text in heap_game(false),
        changes in vec((any::<usize>(), any::<usize>()), 1..4),
    ) {
        let other = changes.iter().fold(text.clone(), |text, (at, how)| rewritten(&text, *at, *how));
        let (Ok(game), Ok(other)) = (Game::parse(&text), Game::parse(&other)) else { return Ok(()) };
        prop_assert!(game.plays_as(&other), "{} and {}", game, other);
        agree(&game, &other)?;
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn short_games_that_are_said_to_be_the_same_have_the_same_moves(
        texts in vec(short_game(), 12),
    ) {
        let games: Vec<Game> = texts.iter().map(|text| parse(text)).collect();
        let heaps = |game: &Game| -> Vec<_> {
            let positions = (0..25u32).map(|n| game.at([UBig::from(n)]).unwrap());
            positions.map(|position| options(game, &position)).collect()
        };
        for (i, game) in games.iter().enumerate() {
            for other in &games[..i] {
                if game.plays_as(other) {
                    prop_assert_eq!(heaps(game), heaps(other), "{} and {}", game, other);
                }
            }
        }
    }
}

/// `from`, with `by` done so many times; `by` gets the number of times before.
fn repeated(times: usize, from: &str, by: impl Fn(usize, &str) -> String) -> String {
    (0..times).fold(from.to_string(), |text, i| by(i, &text))
}

/// Games whose normal forms would be large.
fn large_games() -> Vec<String> {
    let take = |upper: &str| format!("take 1..{upper} from any");
    let when = |condition: &str| format!("take 1..m from any when {condition}");
    let list = |count: usize, part: &dyn Fn(usize) -> String, with: &str| {
        (0..count).map(part).collect::<Vec<_>>().join(with)
    };
    let eighth = |_: usize, text: &str| format!("({text})^8");
    let mut texts = Vec::new();
    for times in [3, 6, 9, 20] {
        texts.push(take(&repeated(times, "m", eighth)));
        texts.push(take(&repeated(times, "(2 + 0*m)", eighth)));
        texts.push(take(&repeated(times, "(m + 1/3)", eighth)));
        texts.push(take(&format!("floor({}/3)", repeated(times, "m", eighth))));
        texts.push(take(&format!("m - {}", repeated(times, "m", eighth))));
        texts.push(take(&format!("m - {}", repeated(times, "(2 + 0*m)", eighth))));
        texts.push(take(&format!("m - 1/{}", repeated(times, "(1/3 + 0*m)", eighth))));
    }
    for times in [2, 5, 10, 20] {
        let floor = |_: usize, text: &str| format!("floor(({text})^8/3)");
        texts.push(take(&repeated(times, "m", floor)));
        let modulo = |i: usize, text: &str| format!("(({text})^2 mod ({text} + m + {i}))");
        texts.push(take(&repeated(times.min(8), "m", modulo)));
    }
    for times in [10, 20, 35, 60, 75, 100] {
        let branch = |i: usize, text: &str| format!("if m > {i} then ({text}) else 2");
        texts.push(take(&format!("({})", repeated(times, "1/(m-30)", branch))));
        texts.push(take(&format!("({})", repeated(times, "m + 1/3", branch))));
        let either = |i: usize, text: &str| match i % 2 {
            0 => format!("m != {i} and ({text})"),
            _ => format!("m = {i} or ({text})"),
        };
        texts.push(when(&repeated(times, "m > 1/(m-30)", either)));
        texts.push(when(&repeated(times, "m > 7", either)));
        texts.push(when(&repeated(times, "m > 2", |i, text| {
            format!("(if {text} then m != {i} else m = total - {i})")
        })));
        texts.push(when(&repeated(times, "m > 2", |i, text| format!("(({text}) = (m = {i}))"))));
        texts.push(take(&repeated(times, "m/3", |_, text| format!("(m - floor({text}))"))));
        texts.push(take(&repeated(times.min(60), "m/3", |i, text| {
            format!("log2(1/({text} - {i}))")
        })));
    }
    for count in [10, 20, 40] {
        let sum = list(count, &|i| format!("min(3*m + {i}, {i}*total, 7)"), " + ");
        texts.push(take(&format!("({sum}) - 9*m")));
        texts.push(when(&format!("{sum} > 9*largest")));
        let product = list(count, &|i| format!("(m + total + largest + {i})"), "*");
        texts.push(take(&format!("floor({product}/7)")));
        let conditions = list(count, &|i| format!("(m = 3*{i} or total*m > {i}*largest)"), " and ");
        texts.push(when(&conditions));
        texts.push(format!("take t from any where {}", conditions.replace("m = ", "t = ")));
    }
    // Each of eight numbers is the greatest of eight.
    let most = |i: usize| {
        format!("max({})", list(8, &|k| format!("{}*m - {}*total", i + k + 2, i * k + 1), ", "))
    };
    texts.push(take(&format!("min({})", list(8, &most, ", "))));
    let times = list(8, &|i| format!("max(2*m - {i}*total, m - {i})"), ", ");
    texts.push(format!("take 1 - min({times})..min({times}) from any"));
    let sets = list(20, &|i| format!("floor(m/{0})..floor(total/{0})", i + 2), ", ");
    texts.push(format!("take all but {{{sets}}} from any"));
    // What is written short because its parts have names.
    let doubled = |by: &str| {
        let names = list(100, &|i| format!("let a{} = a{i} {by} a{i} in ", i + 1), "");
        format!("let a0 = t {by} t in {names}a100")
    };
    for by in ["+", "*"] {
        texts.push(format!(
            "position (x); move (x - t) for t where 1 <= t and ({}) <= x",
            doubled(by)
        ));
        texts.push(format!("take t from any where ({}) <= 2*m", doubled(by)));
    }
    let vast: String = list(10_000, &|_| "m".into(), ", ");
    texts.push(take(&format!("(min({vast}) - 1)")));
    for count in [100, 390] {
        texts.push(take(&format!("({} - {count}*m)", list(count, &|_| "m".into(), "+"))));
        texts.push(take(&format!("({})", list(count, &|i| format!("floor(m/{})", i + 2), "-"))));
        texts.push(when(&list(count, &|i| format!("m > {}", i + 2), " or ")));
        texts.push(when(&list(count, &|i| format!("m != {}", 2 * i), " and ")));
    }
    let sums: String = list(100, &|_| format!("({})", list(100, &|_| "m".into(), "+")), "+");
    texts.push(take(&format!("({sums} - 10000*m)")));
    texts.push(format!("take {{{}}} from any", list(10_000, &|i| format!("{}", 2 * i + 2), ", ")));
    let rules = |rule: &dyn Fn(usize) -> String| list(1000, rule, "; ");
    texts.push(rules(&|i| format!("take {} from any", 2 * i + 2)));
    texts.push(rules(&|i| format!("take 1..floor(m/{}) from any", i + 2)));
    texts.push(rules(&|i| format!("take 1..m from any when m > {i} and m != {}", 2 * i + 1)));
    texts.push(rules(&|i| format!("take t from largest where {i}*t <= m and (t > 3 or m > {i})")));
    texts.push(format!(
        "position (a, b, c, d); {}",
        rules(&|i| format!(
            "move (a - r, b - s, c - t, d - u) for r, s, t, u where 1 <= r + s + t + u and r + s + t + u <= a and \
             (r + {i} <= s or t + {i} <= u)"
        ))
    ));
    texts
}

#[test]
fn large_games_are_not_known_and_take_no_time() {
    let work = || {
        let nim = parse("nim");
        for text in large_games() {
            let game = parse(&text);
            assert!(!game.plays_as(&nim) && !nim.plays_as(&game), "{text} is nim");
        }
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(work);
    thread.expect("a thread").join().expect("no panic");
}

#[test]
fn all_digits_of_constants_are_compared() {
    let text = |middle: u32| {
        format!("take t from any where t <= 1/(m - 1{}{middle}{})", "0".repeat(60), "0".repeat(60))
    };
    assert!(parse(&text(1)).plays_as(&parse(&text(1))));
    assert!(!parse(&text(1)).plays_as(&parse(&text(2))));
}
