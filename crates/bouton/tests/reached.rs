//! Positions that are found first and then valued by rank have the values that the definition gives, and the same errors.

use std::ops::ControlFlow;

use crate::compare::{SPLITS, STEPS, compare_box};
use bouton::Game;
use bouton::engine::{Definition, Extent, Values, explain};
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::lang::syntax::Ending;
use bouton::solve::table;

fn pairs(a: u64, b: u64) -> Extent {
    Extent { heaps: 0..=0, most: vec![a, b], counters: vec![] }
}

/// How a box is computed begins with these words.
fn chosen(text: &str, extent: &Extent, words: &str) {
    let game = Game::parse(text).unwrap();
    let grundy = game.ending() == Ending::Normal;
    let how = explain(&game, Values { grundy, length: false }, extent, true, u64::MAX);
    assert!(how.chosen.starts_with(words), "{text}: {}", how.chosen);
}

#[test]
fn tuples_that_rise() {
    for (text, most) in [
        ("white-knight", [17, 12].as_slice()),
        ("white-knight; ending misere", &[9, 14]),
        ("white-knight; pass 2", &[8, 7]),
        ("white-knight; pass 1 each", &[6, 7]),
        ("white-knight; pass 2 when even(a + b + passes)", &[6, 7]),
        ("staircase", &[3, 2, 3, 2]),
        ("staircase; pass 1; ending misere", &[2, 2, 1, 2]),
        // What is raised leaves the box, and nothing else does.
        ("position (a, b); move (a + 3, b - 4); move (a, b - 1)", &[1, 19]),
        ("position (a, b); move (a + t, b - 2*t) for t where 1 <= t <= b", &[5, 11]),
        ("position (a, b); move (a + t, b - u) for t, u where t < u <= b; rank (b)", &[3, 6]),
        ("position (a, b) where a <= 40; move (a + 1, b - 2); move (a - 1, b)", &[6, 9]),
        // What goes down is named, and what is named is larger than the sum of the coordinates.
        ("position (a, b); move (a + 9, b - 1); move (a - 1, b); rank (b, a)", &[4, 5]),
        ("position (a, b); move (2*a + 3, b - 1); move (a - 1, b); rank (b, a)", &[3, 5]),
        ("position (a, b); move (a, b - 1); move (a - 1, b) when even(b); rank (a + b)", &[7, 9]),
        ("position (a); move (a + 1) when a < 20 and odd(a); rank (20 - min(a, 20))", &[30]),
        (
            "position (a); move (a + t) for t where 1 <= t <= 3 and a + t <= 90; rank (90 - min(a, 90))",
            &[90],
        ),
    ] {
        let extent = Extent { heaps: 0..=0, most: most.to_vec(), counters: vec![] };
        chosen(text, &extent, "all positions that can be reached");
        compare_box(STEPS, text, extent);
    }
}

#[test]
fn heaps_that_are_split() {
    for text in [
        "kayles; pass 1",
        "kayles; pass 1 each",
        "kayles; ending misere",
        "kayles; pass 2; ending misere",
        "octal 4.3; pass 1",
        "split any into unequal; ending misere",
        "split any into 2..3; pass 3",
        "take 1..ceil(m/2) from any; split any when even(m); pass 1",
    ] {
        for (heaps, most) in [(1, 14), (2, 8), (3, 5)] {
            let extent = Extent { heaps: 0..=heaps, most: vec![most], counters: vec![] };
            chosen(text, &extent, "all positions that can be reached");
            compare_box(SPLITS, text, extent);
        }
    }
    let passes = vec![("pass".to_string(), 1..=1)];
    compare_box(SPLITS, "kayles; pass 2", Extent { heaps: 0..=3, most: vec![5], counters: passes });
    let passes = vec![("pass".to_string(), 0..=1), ("other".to_string(), 2..=2)];
    compare_box(
        SPLITS,
        "kayles; pass 2 each",
        Extent { heaps: 0..=3, most: vec![4], counters: passes },
    );
}

#[test]
fn splits_that_look_at_the_position() {
    for text in [
        // At words, at values of the whole position, at one heap, and at all of them with a variable.
        "split any when odd(total); take 1 from any",
        "split any into a, b where a <= xor(x) mod 5 + 1; take 1..2 from any; ending misere",
        "split any into a, b where a > x[1]; take m from any",
        "split any into a, b where count(h in x : h >= a) >= 2; take 1 from any",
        "take 1..if count > 1 then x[2] else 1 from any then split; take 1 from any",
        // Chosen heaps, and conditions on the position after the move.
        "split largest; take 1..2 from smallest",
        "take 1..2 from largest then split into unequal; take 1 from any; pass 1",
        "split any into 3 where after: largest < 6; take 1..3 from any where after: odd(count)",
        "split any; take 1 from each of 1..2 heaps",
        "heaps 4; split any into 2 where after: count <= 4; take 1..2 from any",
        // Counters.
        "split any when turn > 2; take 1..turn from any",
        "take 1..last + 1 from any; split any when last > 1; ending misere",
        "take 1..2 from any then split when last < 3; split any; pass 1 when odd(total)",
        "split any; take 1 from any; pass 1 each when passes > 0 and count > 1",
        // Rows.
        "row; octal 0.77; ending misere",
        "row; take 1..2 from ends; split largest; ending misere",
        "row; split any into a, b where a < b or last > 1; take 1..2 from any; pass 1",
        "row; take t from any then split where t <= x[1]; take 1 from ends",
        "row; heaps 5; split any into 2 where after: count <= 5; take 1..2 from smallest",
    ] {
        for (heaps, most) in [(1, 7), (2, 4), (3, 3)] {
            let extent = Extent { heaps: 0..=heaps, most: vec![most], counters: vec![] };
            chosen(text, &extent, "all positions that can be reached");
            compare_box(SPLITS, text, extent);
        }
    }
}

/// Boxes of any size are refused, with the reason.
#[test]
fn huge_boxes_of_splits_are_refused() {
    for text in [
        "split largest; take 1..turn from any",
        "split any; take 1 from any; pass 1",
        "row; split any; take 1 from ends; ending misere",
        "heaps 2; split any when last > 1 where after: count <= 2; take 1 from any",
    ] {
        let game = Game::parse(text).unwrap();
        for (heaps, most) in [(1, u64::MAX), (2, u64::MAX), (3, u64::MAX / 2), (9, 1 << 40)] {
            let extent = Extent { heaps: 0..=heaps, most: vec![most], counters: vec![] };
            let values = Values { grundy: false, length: false };
            let how = explain(&game, values, &extent, true, u64::MAX);
            let why = how.not.iter().find(|(kernel, _)| *kernel == SPLITS[0]);
            assert!(why.is_some(), "{text}: {}", how.chosen);
        }
    }
}

#[test]
fn splits_without_a_value_are_left_to_the_definition() {
    for text in [
        "split any when 1/(total - 4) > 0; take 1 from any",
        "split any; take 1..floor(9/x[2]) from any",
        "split any; take 1 from any; pass 1 when 1/x[2] > 1",
        "split any where after: log2(smallest - 1) < 2; take 1 from any",
        "heaps 3; split any; take 1 from any",
    ] {
        assert!(errors(text, 6, 6), "{text}");
    }
}

/// The errors of a table are those of the definition. Returns whether there is one.
fn errors(text: &str, a: u64, b: u64) -> bool {
    let Ok(game) = Game::parse(text) else { return true };
    let extent = match game.coordinates() {
        Some(_) => pairs(a, b),
        None => Extent { heaps: 0..=2, most: vec![a.max(b)], counters: vec![] },
    };
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let grundy = game.ending() == Ending::Normal;
    let values = Values { grundy, length: false };
    let mut judge = Definition::new(&game, values, ctx).unwrap();
    let positions = (0..=a).flat_map(|a| (0..=b).map(move |b| format!("{a},{b}")));
    let positions = positions.filter_map(|at| game.position(&at).ok());
    let wrong = positions.map(|at| judge.solve(&at)).find_map(Result::err);
    let shown = table(&game, &extent, values, ctx, &mut |_, _| ControlFlow::Continue(()));
    assert_eq!(shown.err(), wrong, "{text}");
    wrong.is_some()
}

#[test]
fn what_is_wrong_is_told() {
    for text in [
        "position (a, b); move (a + 2, b - 1)",
        "position (a, b); move (a - t, b - 2*t) for t where 1 <= t",
        "position (a, b); move (b, a) when a > b; move (a + 1, b - 2)",
        "position (a, b); move (a + 1, b - 1); rank (b - a)",
        "position (a, b); move (a - 1, b + 1); rank (b, a)",
        "position (a, b) where a != 7; move (a + 1, b - 2)",
        "position (a, b); move (a + 1, b - 2) when 1/(a - 9) < 2",
        "position (a, b); move (a + 1, b - 1); rank (b/2)",
        "position (a, b); move (a + t, b - t) for t where t <= b; rank (b)",
    ] {
        errors(text, 6, 6);
    }
}
