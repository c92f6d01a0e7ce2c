//! An expression that is used many times is looked at once. `let a0 = t+t, a1 = a0+a0, …` has a node for each name and,
//! written out, 2^64 of them; whatever walks over it as over a tree never ends. Each game and each claim here has such an
//! expression in one of the places where one can stand, and is compared with the same in plain words.

use std::ops::ControlFlow;

use bouton::Game;
use bouton::claim::{Paper, smt};
use bouton::engine::{Extent, Values, explain};
use bouton::game::{Moves, check};
use bouton::job::{Budget, Ctx, Stop, Unwatched};
use bouton::lang::{latex, sentence};
use bouton::solve::{Question, is_of_one_heap, one_heap, solve, table};
use bouton::verify::{Size, Status, verify};

/// What is made of a name again and again.
fn again(first: &str, step: &str, end: &str) -> String {
    let mut names = vec![format!("a0 = {}", step.replace('P', first))];
    for i in 1..64 {
        names.push(format!("a{i} = {}", step.replace('P', &format!("a{}", i - 1))));
    }
    format!("(let {} in {})", names.join(", "), end.replace('P', "a63"))
}

/// 2^64 times a number, as sums of sums.
fn doubled(number: &str) -> String {
    again(number, "P+P", "P")
}

/// A number, computed by way of 2^64 times the number.
fn same(number: &str) -> String {
    again(number, "P+P", "floor(P/2^64)")
}

/// A condition, 2^64 times.
fn both(condition: &str) -> String {
    again(condition, "P and P", "P")
}

/// A game with such an expression, the same game without one, and a position.
fn games() -> Vec<(String, &'static str, &'static str)> {
    let t = doubled("t");
    vec![
        (format!("take t from any where {}", again("t", "P+P", "P > 0")), "nim", "3,9"),
        (format!("take t from any where t <= 4 and {t} > 0"), "take 1..4 from any", "3,9"),
        (format!("take t from any where {t} <= 3*2^64"), "take 1..3 from any", "3,9"),
        (format!("take t from any where {}", both("t != 2")), "take all but {2} from any", "3,9"),
        (format!("take 1..min(3, {}) from largest", same("m")), "take 1..3 from largest", "2,3,7"),
        (format!("take {{1, {}}} from any", same("m")), "take {1, m} from any", "3,4"),
        (format!("take all but {{{}}} from any", same("2")), "take all but {2} from any", "3,4"),
        (
            format!("take 1..m from any when {} > 2^66", doubled("total")),
            "take 1..m from any when total > 4",
            "2,3,4",
        ),
        (
            format!("take 1..3 from any where after: {} != 2^66", doubled("total")),
            "take 1..3 from any where after: total != 4",
            "2,3,4",
        ),
        (
            format!("take 1..m from any; pass 1 when {} > 2^66", doubled("total")),
            "take 1..m from any; pass 1 when total > 4",
            "2,3;pass=1",
        ),
        (
            format!("heaps 1; take 1..{} from any", same("turn")),
            "heaps 1; take 1..turn from any",
            "9;turn=2",
        ),
        (
            format!("take t, u from 2 heaps where {} <= 2^66 and t >= 1", doubled("t + 2*u")),
            "take t, u from 2 heaps where t + 2*u <= 4 and t >= 1",
            "2,3,4",
        ),
        (
            format!("take 1..m from each of 1..{} heaps", same("2")),
            "take 1..m from each of 1..2 heaps",
            "2,3,4",
        ),
        (
            format!("split any into a, b where {} < {}", doubled("a"), again("b", "P+P", "P")),
            "split any into a, b where a < b",
            "3,9",
        ),
        (
            format!("take 1 from any then split into 2..{}", same("min(m, 3)")),
            "take 1 from any then split into 2..min(m, 3)",
            "3,8",
        ),
        (
            format!(
                "position (x, y) where {} <= 2^64*y; move (u, y) for u where u < x; \
                 move (min(x, v), v) for v where v < y",
                doubled("x")
            ),
            "position (x, y) where x <= y; move (u, y) for u where u < x; \
             move (min(x, v), v) for v where v < y",
            "3,5",
        ),
        (
            format!(
                "position (x, y); move ({}, y) for t where 1 <= t <= x; move (x, y-1)",
                same("x-t")
            ),
            "position (x, y); move (x-t, y) for t where 1 <= t <= x; move (x, y-1)",
            "4,3",
        ),
        (
            format!(
                "position (x, y); move (x-t, y) for t where 1 <= t and {t} <= 2^64*x; move (x, y-1)"
            ),
            "position (x, y); move (x-t, y) for t where 1 <= t and t <= x; move (x, y-1)",
            "4,3",
        ),
        (
            format!("position (x, y); rank ({}, y); move (x-1, y+2) ; move (x, y-1)", doubled("x")),
            "position (x, y); rank (x, y); move (x-1, y+2); move (x, y-1)",
            "3,3",
        ),
        (format!("turn-dependent(k -> {})", same("k")), "turn-dependent(k -> k)", "9;turn=2"),
        (format!("maximum-nim(k -> {})", same("ceil(k/2)")), "maximum-nim(k -> ceil(k/2))", "9,10"),
        (format!("bounded({})", same("3")), "bounded(3)", "9,10"),
        // The numbers stay small, so that rows compute them.
        (
            format!("take t from any where {} <= t + 1", again("t", "(P+P) mod 7", "P mod 2")),
            "take t from any where true",
            "3,9",
        ),
        (
            format!("take 1..{} from largest", again("total", "min(P, P+P)", "min(P, 3)")),
            "take 1..min(total, 3) from largest",
            "3,9",
        ),
        (
            format!("take 1..{} from any", again("m", "if P > 3 then P else P+P", "P")),
            "take 1..m from any",
            "3,9",
        ),
        (
            format!(
                "take t from any where {}",
                again("t > 0", "(P and t < 5) and (P or t > m)", "P")
            ),
            "take t from any where 0 < t < 5",
            "3,9",
        ),
    ]
}

/// All that is asked of a game: its moves and its answer at a position, a small box, and the numbers of single heaps.
fn asked(text: &str, typed: &str) -> Result<String, Stop> {
    let game = Game::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    let position = game.position(typed).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let mut found = Vec::new();
    for to in Moves::new(&game, &Unwatched).first(&position, 100)? {
        found.push(format!("{} {}", game.describe(&position, &to.how, &to.to), to.to));
    }
    let values = Values { grundy: true, length: true };
    let answer = solve(&game, &position, Question { values, moves: 10 }, ctx)?;
    let winning: Vec<String> = answer.winning.iter().map(|won| won.to.to_string()).collect();
    found.push(format!("{:?} {:?} {winning:?}", answer.outcome, answer.grundy));
    let heaps = game.heaps().map_or(2, |heaps| u64::try_from(heaps).unwrap() as usize);
    let (heaps, most) = match game.coordinates() {
        Some(names) => (names.len()..=names.len(), vec![4; names.len()]),
        None => (0..=heaps, vec![6]),
    };
    let counters = vec![("turn".to_string(), 1..=3)];
    let counters = if position.to_string().contains("turn") { counters } else { vec![] };
    let extent = Extent { heaps, most, counters };
    let grundy = Values { grundy: true, length: false };
    table(&game, &extent, grundy, ctx, &mut |position, solved| {
        found.push(format!("{position} {:?} {:?}", solved.outcome, solved.grundy));
        ControlFlow::Continue(())
    })?;
    let explained = explain(&game, grundy, &extent, false, 1 << 30);
    assert!(!format!("{explained:?}").is_empty());
    if is_of_one_heap(&game) && !position.to_string().contains("turn") {
        found.push(format!("{:?}", one_heap(&game, 20, true, ctx)?));
    }
    Ok(found.join("\n"))
}

#[test]
fn games_in_every_place() {
    for (text, plain, position) in games() {
        let found = asked(&text, position).unwrap_or_else(|stop| panic!("{text}: {stop:?}"));
        assert_eq!(found, asked(plain, position).unwrap(), "{text}");
    }
}

#[test]
fn games_are_checked() {
    for (text, plain, _) in games() {
        let codes = |text: &str| check(text).1.iter().map(|found| found.code).collect::<Vec<_>>();
        assert_eq!(codes(&text), codes(plain), "{text}");
    }
}

/// Fractions that are shown to be whole, or are not.
#[test]
fn fractions_are_warned_of() {
    let warned = |bound: &str| !check(&format!("take 1..{bound} from any")).1.is_empty();
    assert!(warned(&again("m/2", "P+P", "P")));
    assert!(!warned(&again("m", "min(P, P^m)", "P")));
}

/// What is printed of a game or a claim keeps its `let`, and is not longer than what was typed by much.
#[test]
fn texts_keep_what_is_named() {
    let text = format!("claim c for nim\n  P iff {} = 0 or xor(x) = 0", doubled("total"));
    let paper = Paper::parse(&text).unwrap();
    let item = &paper.items()[0];
    for printed in [item.to_string(), latex::item(item), sentence::item(item)] {
        assert!(printed.contains("a63"));
        assert!(printed.len() < 4 * text.len(), "{printed}");
    }
    for (text, ..) in games() {
        let game = Game::parse(&text).unwrap();
        assert!(game.text().to_string().len() < 2 * text.len());
    }
}

/// Claims about Nim with such an expression, and whether they hold.
fn claims() -> Vec<(String, bool)> {
    let total = doubled("total");
    vec![
        (format!("P iff xor(x) = 0 and {total} >= 0"), true),
        (format!("P iff xor(x) = 0 and {}", both("total >= 0")), true),
        (format!("P iff {}", both("xor(x) = 0")), true),
        (format!("P iff {total} = 2^66"), false),
        (format!("when {total} >= 2^66\n  P iff xor(x) = 0"), true),
        (format!("grundy = {}", same("xor(x)")), true),
        (format!("grundy = xor({} for h in x)", same("h")), true),
        (format!("let s = {}\n  grundy = s", same("xor(x)")), true),
        (format!("g(n) = {}\n  grundy = g(xor(x))", same("n")), true),
        (
            format!(
                "g(n) = {} when {} > 0\n  g(n) = 0\n  grundy = xor(g(h) for h in x)",
                same("n"),
                doubled("n")
            ),
            true,
        ),
        (
            format!("g(0) = 0\n  g(n) = 1 + {}\n  grundy = xor(g(h) for h in x)", same("g(n-1)")),
            true,
        ),
        (format!("always {total} >= 0"), true),
        (format!("P iff exists n in 0..{} : n = 0 and xor(x) = 0", same("total")), true),
        (
            format!(
                "P iff xor(x) = 0\n  move take {} from h in x when (h xor xor(x)) < h",
                same("h - (h xor xor(x))")
            ),
            true,
        ),
        (
            format!(
                "P iff xor(x) = 0\n  move take h - (h xor xor(x)) from h in x when {} < 0",
                doubled("(h xor xor(x)) - h")
            ),
            true,
        ),
    ]
}

#[test]
fn claims_in_every_place() {
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    let size = Size { heaps: Some(0..=2), max: Some(8), ..Size::default() };
    for (lines, holds) in claims() {
        let text = format!("claim c for nim\n  {lines}");
        let paper = Paper::parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        let mut held = Vec::new();
        let item = &paper.items()[0];
        verify(&paper, item, &size, ctx, &mut |verdict| held.push(verdict)).unwrap();
        assert_eq!(held.len(), 1, "{text}");
        assert_eq!(held[0].status == Status::Holds, holds, "{text}: {:?}", held[0]);
    }
}

#[test]
fn conditions_that_are_too_long_for_smt_are_refused() {
    for (condition, written) in [
        (format!("{} = 0", doubled("x[-1]")), false),
        (both("x[-1] = 0"), false),
        (format!("{} = 0", again("x[-1]", "P mod 7", "P")), true),
    ] {
        let paper = Paper::parse(&format!("claim c for nim\n  P iff {condition}")).unwrap();
        let claim = paper.claim(&paper.items()[0], &[]).unwrap().unwrap();
        match smt(&claim, 2) {
            Ok(_) => assert!(written, "{condition}"),
            Err(why) => {
                assert_eq!((why.as_str(), written), ("it is too long to write out", false))
            }
        }
    }
}

/// Definitions that stand on each other, each used twice: right ones, and ones with a mistake at the bottom.
#[test]
fn definitions_of_definitions() {
    let lines = |first: &str| {
        let lines = (1..64).map(|i| format!("  let a{i} = a{0} + a{0}\n", i - 1));
        format!("claim c for nim\n  let a0 = {first}\n{}  P iff a63 = 0", lines.collect::<String>())
    };
    assert!(Paper::parse(&lines("xor(x)")).is_ok());
    assert!(Paper::parse(&lines("nothing")).is_err());
}
