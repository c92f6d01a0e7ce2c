//! Nothing that can be typed makes the library panic or hang. `PROPTEST_CASES=100000` tries more,
//! `PROPTEST_RNG_SEED` tries others.

pub mod limits;
mod texts;
mod too_much;

use std::cell::Cell;
use std::collections::BTreeSet;

use bouton::engine::Values;
use bouton::game::library::GAMES;
use bouton::game::{How, Moves, check};
use bouton::job::{Budget, Ctx, Stop, Unwatched};
use bouton::lang::{Diagnostic, parse_expr, parse_game};
use bouton::solve::{Question, solve};
use bouton::{Game, Position};
use limits::{Patience, config, on_a_small_stack};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use texts::{MANY, around, many};

/// Shows the first of the diagnostics: a text may have very many.
fn show(found: &[Diagnostic], text: &str) {
    for one in found.iter().take(20) {
        assert!(!one.message.is_empty());
        assert!(one.render("<text>", text, false).contains(one.code.as_str()));
        assert!(!one.render("<text>", text, true).is_empty());
    }
}

fn show_stop(stop: &Stop, text: &str) {
    if let Some(error) = stop.diagnostic() {
        show(&[error], text);
    }
}

/// Positions of many kinds of games.
const POSITIONS: &[&str] =
    &["0", "1", "6", "2,3", "4,0,1", "3,3;turn=2", "5;pass=0", "4;last=1", "2,2;other=0"];

/// Reads a text in every way; if it is a game, it is played a little.
fn exercise(text: &str) {
    exercise_at(text, POSITIONS);
}

fn exercise_at(text: &str, positions: &[&str]) {
    let (tree, errors) = parse_game(text);
    show(&errors, text);
    let printed = (tree.to_string(), format!("{tree:#}"));
    assert_eq!(printed, (tree.to_string(), format!("{tree:#}")));
    if let Err(errors) = parse_expr(text) {
        show(&errors, text);
    }
    show(&check(text).1, text);
    match Game::parse(text) {
        Ok(game) => play(&game, text, positions),
        Err(errors) => show(&errors.diagnostics(), text),
    }
}

fn play(game: &Game, text: &str, positions: &[&str]) {
    for typed in positions {
        match game.position(typed) {
            Ok(position) => play_from(game, &position, text, 20),
            Err(error) => show(&error.diagnostics(), typed),
        }
    }
}

fn play_from(game: &Game, position: &Position, text: &str, patience: u32) {
    let printed = position.to_string();
    assert_eq!(game.position(&printed).as_ref(), Ok(position), "{printed}");
    let watch = Patience(Cell::new(patience));
    match Moves::new(game, &watch).first(position, 50) {
        Ok(moves) => {
            for one in moves {
                assert!(!game.describe(position, &one.how, &one.to).is_empty());
            }
        }
        Err(stop) => show_stop(&stop, text),
    }
    let budget = Budget::new(1 << 20);
    let ctx = Ctx { budget: &budget, watch: &Patience(Cell::new(patience)) };
    let values = Values { grundy: false, length: true };
    match solve(game, position, Question { values, moves: 3 }, ctx) {
        Ok(answer) => assert!(answer.winning.len() <= 3),
        Err(stop) => show_stop(&stop, text),
    }
    assert_eq!(budget.used(), 0, "all memory is given back");
}

/// Reads a text as a position of some games.
fn exercise_position(text: &str) {
    for game in [
        "nim",
        "wythoff",
        "euclid",
        "fibonacci",
        "heaps 2; take 1..turn + last from any; pass 2",
        "row; take 1..m from ends; pass 1 each",
        "row fixed; take 1..m from any",
        "circle; heaps 3; take 1..m from any",
    ] {
        let game = Game::parse(game).expect("a game");
        match game.position(text) {
            Ok(position) => {
                let printed = position.to_string();
                assert_eq!(game.position(&printed), Ok(position), "{text}");
            }
            Err(error) => show(&error.diagnostics(), text),
        }
    }
}

const WORDS: &[&str] = &[
    "game",
    "source",
    "where",
    "heaps",
    "position",
    "take",
    "move",
    "pass",
    "ending",
    "rank",
    "row",
    "circle",
    "split",
    "octal",
    "hexadecimal",
    "fixed",
    "adjacent",
    "some",
    "of",
    "total",
    "in",
    "into",
    "equal",
    "unequal",
    "parts",
    "after",
    "both",
    "non",
    "empty",
    "each",
    "heap",
    "and",
    "or",
    "iff",
    "⇔",
    "¬",
    "not",
    "mod",
    "xor",
    "if",
    "then",
    "else",
    "from",
    "when",
    "for",
    "true",
    "false",
    "any",
    "largest",
    "smallest",
    "all",
    "but",
    "the",
    "same",
    "each",
    "ends",
    "misere",
    "normal",
    "min",
    "max",
    "gcd",
    "floor",
    "ceil",
    "abs",
    "log2",
    "isqrt",
    "even",
    "odd",
    "prime",
    "divides",
    "distinct",
    "in",
    "m",
    "total",
    "count",
    "turn",
    "last",
    "passes",
    "x",
    "y",
    "t",
    "u",
    "k",
    "f",
    "S",
    "nim",
    "bounded",
    "greedy",
    "wythoff",
    "subtraction",
    "halving",
];

const SIGNS: &[&str] = &[
    "..", "…", "->", "<=", "≤", ">=", "!=", "<>", "<", ">", "=", "+", "-", "−", "*", "/", "^", "(",
    ")", "[", "]", "{", "}", ",", ":", ";", "\n", "\"", "#", "==", "!", "%", "⊕", ".", "'", "\\",
];

const NUMBERS: &[&str] = &["0", "1", "2", "3", "4", "7", "10", "-1", "1/2", "999999999999999999"];

fn token() -> impl Strategy<Value = &'static str> {
    prop_oneof![4 => select(WORDS), 4 => select(SIGNS), 2 => select(NUMBERS)]
}

/// A text cut into words, numbers, signs and blanks.
fn cut(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let kind = |c: char| match c {
        _ if c.is_alphanumeric() => 0,
        _ if c.is_whitespace() && c != '\n' => 1,
        _ => 2,
    };
    for c in text.chars() {
        match tokens.last_mut() {
            Some(last) if kind(c) < 2 && last.chars().all(|l| kind(l) == kind(c)) => last.push(c),
            _ => tokens.push(c.to_string()),
        }
    }
    tokens
}

#[derive(Clone, Debug)]
enum Change {
    Delete(Index),
    Duplicate(Index),
    Swap(Index, Index),
    Insert(Index, &'static str),
    Replace(Index, &'static str),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    prop_oneof![
        at().prop_map(Change::Delete),
        at().prop_map(Change::Duplicate),
        (at(), at()).prop_map(|(a, b)| Change::Swap(a, b)),
        (at(), token()).prop_map(|(a, token)| Change::Insert(a, token)),
        (at(), token()).prop_map(|(a, token)| Change::Replace(a, token)),
    ]
}

fn apply(tokens: &mut Vec<String>, change: &Change) {
    if tokens.is_empty() {
        return;
    }
    let length = tokens.len();
    match change {
        Change::Delete(at) => drop(tokens.remove(at.index(length))),
        Change::Duplicate(at) => {
            let copy = tokens[at.index(length)].clone();
            tokens.insert(at.index(length), copy);
        }
        Change::Swap(a, b) => tokens.swap(a.index(length), b.index(length)),
        Change::Insert(at, token) => tokens.insert(at.index(length), format!(" {token} ")),
        Change::Replace(at, token) => tokens[at.index(length)] = token.to_string(),
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        exercise(&text);
        exercise_position(&text);
    }

    #[test]
    fn any_characters(text in "\\PC{0,80}") {
        exercise(&text);
        exercise_position(&text);
    }

    #[test]
    fn soup_of_tokens(tokens in vec(token(), 0..40), close in any::<bool>()) {
        let text = tokens.join(if close { "" } else { " " });
        exercise(&text);
    }

    #[test]
    fn soup_of_a_position(tokens in vec(token(), 0..12)) {
        exercise_position(&tokens.join(" "));
    }

    #[test]
    fn soup_of_a_rule(tokens in vec(token(), 1..12), rule in 0usize..19) {
        let soup = tokens.join(" ");
        exercise(&match rule {
            0 => format!("take {soup} from any"),
            1 => format!("take 1..3 from any when {soup}"),
            2 => format!("take t from any where {soup}"),
            3 => format!("position (x, y); move (x - 1, {soup})"),
            4 => format!("position (x, y); move (x - t, y) for t where {soup}"),
            5 => format!("position (x, y); move (x - 1, y); rank ({soup})"),
            6 => format!("nim; pass 1 when {soup}"),
            7 => format!("nim; pass {soup} each"),
            8 => format!("heaps 3; take 1..m from {soup}"),
            9 => format!("circle; take the same 1..m from each of {soup}"),
            10 => format!("row; take {soup} in total from some of 2 adjacent"),
            11 => format!("row fixed; heaps 2; take t, u from all where {soup}"),
            12 => format!("split any into {soup}"),
            13 => format!("row; split any into a, b where {soup}"),
            14 => format!("take 1..2 from any then split {soup}"),
            15 => format!("octal 0.{}", tokens.concat()),
            16 => format!("take 1..m from each of 1..2 heaps where after: {soup}"),
            17 => format!("{soup}; take 1..m from some of 2 largest"),
            _ => format!("maximum-nim(m -> {soup})"),
        });
    }

    #[test]
    fn changed_games(
        which in any::<Index>(),
        changes in vec(change(), 1..6),
        flat in any::<bool>(),
    ) {
        let game = GAMES[which.index(GAMES.len())];
        let text = if flat { parse_game(game.text).0.to_string() } else { game.text.to_string() };
        let mut tokens = cut(&text);
        for change in &changes {
            apply(&mut tokens, change);
        }
        exercise(&tokens.concat());
    }

    #[test]
    fn any_argument(text in vec(token(), 0..10), close in any::<bool>()) {
        let argument = text.join(if close { "" } else { " " });
        let game = "game mine(k)\n  take 1..k from any";
        let named = [format!("k = {argument}"), format!("k = t -> {argument}")];
        for argument in named.iter().chain([&argument]) {
            if let Err(errors) = Game::with(game, &[argument]) {
                show(&errors.diagnostics(), game);
            }
        }
    }
}

/// Numbers in which T and U stand for variables and M for the stones, as text.
fn number() -> impl Strategy<Value = String> {
    let leaf = select(&["T", "T", "U", "M", "M", "1", "2", "3", "5", "12"][..]);
    leaf.prop_map(str::to_string).prop_recursive(3, 12, 3, |inner| {
        let two = (inner.clone(), inner.clone());
        let sign = select(&["+", "-", "*", "/", "mod"][..]);
        prop_oneof![
            4 => (two.clone(), sign).prop_map(|((a, b), sign)| format!("({a} {sign} {b})")),
            1 => (inner.clone(), select(&["2", "3", "(0 - 1)"][..]))
                .prop_map(|(a, power)| format!("({a})^{power}")),
            1 => inner.clone().prop_map(|a| format!("2^({a} mod 5)")),
            1 => inner.clone().prop_map(|a| format!("(1/2 + {a})^2")),
            2 => (inner.clone(), select(&["floor", "ceil", "abs", "isqrt", "log2"][..]))
                .prop_map(|(a, f)| format!("{f}({a})")),
            2 => (two.clone(), select(&["min", "max", "gcd", "xor"][..]))
                .prop_map(|((a, b), f)| format!("{f}({a}, {b})")),
            1 => (two, inner).prop_map(|((a, b), c)| format!("(if {a} < {b} then {c} else {a})")),
        ]
    })
}

/// Conditions on them.
fn condition() -> impl Strategy<Value = String> {
    let signs = &["<", "<=", "=", "!=", ">", ">=", "divides"][..];
    let one = prop_oneof![
        6 => (number(), select(signs), number()).prop_map(|(a, sign, b)| format!("{a} {sign} {b}")),
        1 => number().prop_map(|a| format!("prime({a})")),
        1 => number().prop_map(|a| format!("distinct(i in 0..3 : i*({a}))")),
    ];
    one.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            3 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} and {b})")),
            2 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} or {b})")),
            1 => inner.clone().prop_map(|a| format!("not ({a})")),
            1 => (inner.clone(), inner.clone(), inner)
                .prop_map(|(a, b, c)| format!("(if {a} then {b} else {c})")),
        ]
    })
}

/// A condition with these in place of T, U and M.
fn put(condition: &str, t: &str, u: &str, m: &str) -> String {
    condition.replace('T', t).replace('U', u).replace('M', m)
}

/// Whether a condition is true, by putting numbers for all that it mentions.
fn holds(condition: &str, t: u32, u: u32, m: u32) -> Result<bool, Stop> {
    let condition = put(condition, &t.to_string(), &u.to_string(), &m.to_string());
    let text = format!("take 1 from any when {condition}");
    let game = Game::parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
    let position = game.at([1u8.into()]).expect("a position");
    Ok(!Moves::new(&game, &Unwatched).first(&position, 1)?.is_empty())
}

proptest! {
    #![proptest_config(config())]

    /// Variables are searched for where a condition may hold; no value is lost by that.
    #[test]
    fn no_value_of_a_variable_is_lost(condition in condition(), m in 1u32..12) {
        let wanted: Result<Vec<u32>, Stop> = (1..=m)
            .filter_map(|t| match holds(&condition, t, m, m) {
                Ok(holds) => holds.then_some(Ok(t)),
                Err(stop) => Some(Err(stop)),
            })
            .collect();
        // A value without meaning is an error, or the search does not come near it.
        let Ok(wanted) = wanted else {
            return Ok(());
        };
        let text = format!("take t from any where {}", put(&condition, "t", "m", "m"));
        let game = Game::parse(&text).expect(&text);
        let position = game.at([m.into()]).expect("a position");
        let moves = Moves::new(&game, &Unwatched).first(&position, 100).expect(&text);
        let found: Vec<u32> = moves
            .iter()
            .filter_map(|one| match &one.how {
                How::Take(taken) => u32::try_from(&taken.stones).ok(),
                _ => None,
            })
            .collect();
        prop_assert_eq!(found, wanted, "{} at {}", text, m);
    }

    /// The same with two variables and a target.
    #[test]
    fn no_values_of_two_variables_are_lost(condition in condition(), m in 0u32..6) {
        let mut wanted = BTreeSet::new();
        for t in 0..=4 {
            for u in 0..=3 {
                match holds(&condition, t, u, m) {
                    Ok(true) if t + 2 * u < m => drop(wanted.insert(m - 1 - t - 2 * u)),
                    Ok(_) => {}
                    Err(_) => return Ok(()),
                }
            }
        }
        let named = put(&condition, "t", "u", "m");
        let text = format!(
            "position (m); move (m - 1 - t - 2*u) for t, u where {named} and t <= 4 and u <= 3"
        );
        let game = Game::parse(&text).expect(&text);
        let position = game.at([m.into()]).expect("a position");
        let moves = Moves::new(&game, &Unwatched).first(&position, 100).expect(&text);
        let found: BTreeSet<u32> =
            moves.iter().filter_map(|one| u32::try_from(&one.to.heaps[0]).ok()).collect();
        prop_assert_eq!(found, wanted, "{} at {}", text, m);
    }
}

/// Reads each of the texts; if it is a game, a heap of 3 is played.
fn exercise_all(texts: &[String]) {
    texts.iter().for_each(|text| exercise_at(text, &["3"]));
}

#[test]
fn texts_that_are_deep() {
    on_a_small_stack(|| exercise_all(&texts::deep()));
}

#[test]
fn texts_that_are_wide() {
    on_a_small_stack(|| exercise_all(&texts::wide()));
}

#[test]
fn texts_that_are_costly() {
    on_a_small_stack(|| exercise_all(&texts::costly()));
}

/// The first moves of large positions are found, or it is said that it is too much; never silence.
#[test]
fn positions_that_are_crowded() {
    on_a_small_stack(|| {
        for (text, position) in texts::crowded() {
            let game = Game::parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
            let position = game.position(&position).expect("a position");
            play_from(&game, &position, &text, 2);
        }
    });
}

#[test]
fn long_positions() {
    on_a_small_stack(|| {
        for text in [
            around("(", "3", ")", MANY),
            many("("),
            many("1 + "),
            many("-"),
            many("1,"),
            format!("{}0", many("3, ")),
            format!("3;{}", many("turn=1,")),
            many(";"),
            "9".repeat(1_000_001),
            "2^2^2^2^2^2^2".to_string(),
            "isqrt(10^999999), 10^-5, 1/3".to_string(),
        ] {
            exercise_position(&text);
        }
    });
}

#[test]
fn odd_texts() {
    on_a_small_stack(|| {
        for text in texts::ODD {
            exercise(text);
            exercise_position(text);
        }
    });
}
