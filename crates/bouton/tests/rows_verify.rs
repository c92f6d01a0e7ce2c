//! Claims that are compared with whole boxes at once get the verdict that the exact evaluator gives, position by position.

use crate::random::{Words, condition, number};
use bouton::claim::Paper;
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::verify::{Size, Status, Verdict, verify};
use proptest::prelude::*;

/// Words that have a value in every position.
const WORDS: Words =
    &["total", "largest", "smallest", "count", "x[-1]", "x[-2]", "x[1]", "xor(x)", "f(total)"];

/// Definitions: one that calls itself, one that looks at the position.
const DEFINED: &str = "
  f(n) = 0 when n = 0
  f(n) = f((n - 1)/2) + 1 when odd(n)
  f(n) = f(n/2)
  apart(a, b) = abs(a - b) + f(a)
";

/// A condition that always holds, and is left to the exact evaluator: its list is too long to be written out.
const LONG: &str = "  when exists n in 0..total + 1000 : n = total\n";

fn verdict(game: &str, lines: &str, heaps: usize, max: u64) -> Verdict {
    let text = format!("claim c for \"{game}\"{DEFINED}{lines}");
    let paper = Paper::parse(&text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let size = Size { heaps: Some(0..=heaps), max: Some(max), ..Size::default() };
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let mut verdicts = Vec::new();
    let item = &paper.items()[0];
    verify(&paper, item, &size, ctx, &mut |verdict| verdicts.push(verdict)).unwrap();
    assert_eq!(verdicts.len(), 1, "{text}");
    verdicts.remove(0)
}

/// The verdict on a claim, which is the same with a condition that rows do not know.
fn compare(game: &str, lines: &str, heaps: usize, max: u64) -> Verdict {
    compare_with(LONG, game, lines, heaps, max)
}

/// The same, with a condition that always holds.
fn compare_with(long: &str, game: &str, lines: &str, heaps: usize, max: u64) -> Verdict {
    let fast = verdict(game, lines, heaps, max);
    let exact = verdict(game, &format!("{long}{lines}"), heaps, max);
    let told = |v: &Verdict| {
        let counts = (v.status, v.positions, v.starts, v.won);
        (counts, v.counterexample.clone(), v.note.clone())
    };
    assert_eq!(told(&fast), told(&exact), "{game}: {lines}");
    assert_eq!(compiled(&exact), 0, "{game}: {lines}");
    fast
}

/// At how many positions the compiled claim decided.
fn compiled(verdict: &Verdict) -> u64 {
    verdict.checked.iter().map(|comparison| comparison.compiled).sum()
}

/// Tables of every kind: regions and cells in all orders, heaps in places, tuples, counters, and independent heaps that
/// have places.
const TABLES: &[(&str, &str)] = &[
    ("moore(2)", "regions in all orders"),
    ("take the same 1..m from each of 1..2 heaps", "cells"),
    ("row; take 1..m from ends", "a row"),
    ("row; heaps 3; take 1..2 from all; take 1 from any", "a row of three"),
    ("circle; heaps 3; take 1..m from some of 2 adjacent", "a circle"),
    ("row fixed; heaps 3; take 1..m from any", "independent heaps in places"),
    ("take 1..turn from largest", "turns"),
    ("heaps 1; take 1..turn+1 from any", "intervals of turns"),
    ("take 1..2*last+1 from any", "the last take"),
    ("take 1..max(1, last) from any; pass 1 each", "passes of each player"),
    ("take 1..m from any; pass 2 when total > 3", "passes with a condition"),
    ("take 1..m from each of 1..2 heaps; ending misere", "misère"),
    ("wythoff", "two heaps, on lines and diagonals"),
];

const TUPLES: &[&str] = &[
    "two-kinds",
    "position (a, b); move (a - t, b) for t where 1 <= t <= b + 1; move (a, b - t) for t where 1 <= t <= a + 1",
    "position (a, b) where a <= b + 2; move (a, b - 1) when b >= 1 and a <= b + 1; move (a - t, b) for t where t >= 1",
];

/// Whatever table a box has, the claim is compiled for it and gets the exact evaluator's verdict.
#[test]
fn tables_of_every_kind() {
    let claims = [
        "  P iff xor(x) = 0",
        "  P iff total mod 3 = 0",
        "  N if largest > 3",
        "  when count >= 1\n  P iff f(total) = f(largest)",
        "  P iff total = 0 or 12/(total - 5) >= 1 and xor(x) = 0",
    ];
    for &(game, what) in TABLES {
        for lines in claims {
            let mut most = 0;
            for (heaps, max) in [(1, 40), (2, 9), (3, 5)] {
                let declared = [("heaps 1", 1), ("wythoff", 2), ("heaps 3", 3)];
                let fixed = declared.iter().find(|(text, _)| game.contains(text));
                if fixed.is_some_and(|&(_, fixed)| fixed != heaps) {
                    continue;
                }
                most = most.max(compiled(&compare(game, lines, heaps, max)));
            }
            assert!(most > 0, "{what}: {game}: {lines}");
        }
    }
    for game in TUPLES {
        let (a, b) = if *game == "two-kinds" { ("x", "y") } else { ("a", "b") };
        let long = format!("  when exists n in 0..{a} + 1000 : n = {a}\n");
        for lines in [
            format!("  P iff {a} mod 3 = {b} mod 2"),
            format!("  when {a} > 1\n  N if {b} >= {a}"),
            format!("  grundy = f({a}) + {b}"),
            format!("  N iff 6/({a} - 3) > {b}"),
        ] {
            let found = compare_with(&long, game, &lines, 0, 9);
            assert!(compiled(&found) > 0, "{game}: {lines}");
        }
    }
}

/// Claims about counters.
#[test]
fn counters_in_claims() {
    for (game, lines) in [
        ("take 1..turn from largest", "  P iff (total + turn) mod 2 = 0"),
        ("take 1..2*last+1 from any", "  P iff total mod (last + 2) = 0"),
        ("take 1..2*last+1 from any", "  always grundy(last=0) = grundy or last > 0"),
        ("take 1..m from any; pass 2 when total > 3", "  P iff xor(x) = passes"),
        ("take 1..m from any; pass 2 when total > 3", "  always grundy(pass=1) != grundy(pass=0)"),
        ("take 1..m from each of 1..2 heaps; pass 1", "  move pass when even(total)"),
    ] {
        compare(game, lines, 2, 9);
    }
}

const GAMES: &[&str] = &[
    "nim",
    "nim; pass 1",
    "nim; ending misere",
    "take 1..3 from largest",
    "take 1..3 from largest; ending misere",
    "take 1..2 from smallest; pass 2",
    "take 1..ceil(m/2) from any; pass 1",
    "take {1, 3, 4} from any",
    "take 1..min(m, floor(total/3)+1) from any",
    "octal 0.77",
    "nim; heaps 2",
];

#[test]
fn claims_of_every_kind() {
    let claims = [
        "  P iff xor(x) = 0",
        "  grundy = xor(x)",
        "  N if x[-1] != x[-2]\n  P if total = 0",
        "  when count >= 2\n  P iff f(x[-1]) = f(x[-2])",
        // Without a value at some positions of the box.
        "  P iff total = 0 or 12/(total - 5) >= 1 and xor(x) = 0",
        "  grundy = floor(total / (x[-1] - 3)) + total",
        "  P iff min(h mod 4 for h in x) = 0",
        "  N if log2(total) = 2",
        "  when x[-1] > 2\n  P iff apart(x[-1], x[-2]) mod (x[-1] - 2) = 0",
        "  when total/2 >= 1\n  grundy = total/2",
        "  N if distinct(x) and count >= 2",
        "  N if exists i in 0..3 : f(x[-1]) = i and i < x[-2]",
        // Moves: legal ones and others, to P-positions and others.
        "  let s = xor(x)\n  P iff s = 0\n  move take h - (h xor s) from h in x when (h xor s) < h",
        "  move take 1 when odd(total)",
        "  move take x[-1] - x[-2] when x[-1] > x[-2]",
        "  move take h - 2 from h in x when total mod 3 = 1",
        "  move take 6/(x[-1] - 2) when count = 1",
    ];
    let mut seen = Vec::new();
    for game in GAMES {
        for lines in claims {
            if game.contains("misere") && lines.contains("grundy") {
                continue;
            }
            for (heaps, max) in [(0, 3), (1, 40), (2, 12), (3, 7)] {
                if game.ends_with("heaps 2") && heaps > 2 {
                    continue;
                }
                let verdict = compare(game, lines, heaps, max);
                if !seen.contains(&verdict.status) {
                    seen.push(verdict.status);
                }
            }
        }
    }
    for status in [Status::Holds, Status::Refuted, Status::Error, Status::Vacuous] {
        assert!(seen.contains(&status), "nothing was found to be {status}");
    }
}

#[test]
fn numbers_with_other_passes() {
    for lines in [
        "  always grundy(pass=0) = xor(x)",
        "  always grundy(pass=1) != grundy(pass=0)",
        "  grundy(pass=1) = grundy(pass=0) xor 1",
        "  always grundy(pass=passes) = grundy",
        "  move pass when xor(x) = 0 and passes = 1",
        "  move pass when even(total)",
    ] {
        for game in ["nim; pass 1", "take 1..ceil(m/2) from any; pass 1"] {
            compare(game, lines, 3, 8);
        }
    }
}

/// Functions that call themselves without end, or have no case that applies, have no value; nobody takes what a table
/// happens to hold for one.
#[test]
fn functions_without_a_value() {
    for (defined, status) in [
        ("g(n) = if n > 5 then n else g(n + 1)", Status::Error),
        ("g(n) = 0 when n = 0\n  g(n) = g(n - 2) + 1", Status::Error),
        ("g(n) = n when n > 30\n  g(n) = n when n < 30", Status::Error),
        ("g(n) = 0 when n = 0\n  g(n) = 1 + g(n - 1)", Status::Holds),
        ("g(n) = if n = 0 then 0 else (g(n - 1) + xor(n, 1)) mod 7", Status::Refuted),
    ] {
        let lines = format!("  {defined}\n  grundy = if total = 0 then 0 else g(total)");
        let found = compare("nim", &lines, 1, 40);
        assert_eq!(found.status, status, "{defined}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_claims(
        game in proptest::sample::select(GAMES),
        when in proptest::option::weighted(0.4, condition(WORDS)),
        said in condition(WORDS),
        value in number(WORDS),
        divisor in number(WORDS),
        stones in number(WORDS),
        kind in 0..6,
        heaps in 0..=2usize,
        max in 0..9u64,
    ) {
        let when = when.map(|when| format!("  when {when}\n")).unwrap_or_default();
        let line = match kind {
            0 => format!("  P iff {said}"),
            1 => format!("  N if {said}"),
            2 if !game.contains("misere") => format!("  grundy = {value}"),
            3 => format!("  P iff floor({value} / ({divisor})) mod 2 = 0"),
            4 => format!("  P iff ({value}) mod ({divisor}) = ({value}) / ({divisor})"),
            _ => {
                let from_each = format!("move take h - ({value}) from h in x when {said}");
                format!("  move take {stones} when {said}\n  {from_each}")
            }
        };
        compare(game, &format!("{when}{line}"), heaps, max);
    }
}

/// The verdict of a large box does not depend on how many threads look at it.
#[test]
fn threads_share_a_box() {
    let told = |lines: &str, game: &str, threads: usize| {
        let text = format!("claim c for \"{game}\"{DEFINED}{lines}");
        let paper = Paper::parse(&text).unwrap();
        let size = Size { heaps: Some(0..=4), max: Some(40), ..Size::default() };
        let budget = Budget::default().on_threads(threads);
        let ctx = Ctx { budget: &budget, watch: &Unwatched };
        let mut all = Vec::new();
        verify(&paper, &paper.items()[0], &size, ctx, &mut |verdict| all.push(verdict)).unwrap();
        let v = all.remove(0);
        assert!(v.positions > 100_000 || v.status != Status::Holds, "{v:?}");
        (v.status, v.positions, v.starts, v.won, v.counterexample, v.note)
    };
    let claims = [
        // Right, wrong far out, wrong nearly everywhere, without a value at some positions, left to the evaluator.
        ("  grundy = xor(x)\n", "nim"),
        ("  grundy = xor(x) + floor(total/150)\n", "nim"),
        ("  N iff xor(x) = 0\n", "nim"),
        ("  P iff 10/(largest - 17) > 20\n", "take 1..3 from largest"),
        ("  P iff xor(x) = 0 and exists n in 0..total + 1000 : n = total\n", "nim; pass 1"),
        ("  move take h - (h xor xor(x)) from h in x when (h xor xor(x)) < h\n", "nim"),
    ];
    for (lines, game) in claims {
        let alone = told(lines, game, 1);
        for threads in [2, 3, 16] {
            assert_eq!(told(lines, game, threads), alone, "{lines}");
        }
    }
}
