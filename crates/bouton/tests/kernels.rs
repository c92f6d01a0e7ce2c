//! Whole boxes that are computed at once have the values that the definition gives, cell by cell.

use std::ops::ControlFlow;

use crate::compare::{
    CELLS, LAST, LINES, MASKS, NUMBERS, REGIONS, STEPS, TURNS, compare, compare_box,
};
use bouton::Game;
use bouton::engine::{Definition, Extent, Outcome, Values, explain};
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::lang::syntax::Ending;
use bouton::solve::{self, table};

#[test]
fn games_of_lines() {
    for text in [
        "nim",
        "nim; pass 2",
        "nim; ending misere",
        "nim; ending misere; pass 1",
        "take 1..3 from largest",
        "take 1..3 from largest; pass 1",
        "take 1..m from largest",
        "take 1..2 from smallest",
        "take 1..2 from smallest; pass 1; ending misere",
        "take 1..ceil(m/2) from any; pass 1",
        "take 1..min(m, floor(total/3)+1) from any",
        "take 1..min(m, floor(total/3)+1) from any; ending misere; pass 2",
        "take 1..largest - m + 1 from any",
        "take {1, 3, 4} from any; pass 1",
        "take {2, 3} from largest; pass 1",
        "take t from any where prime(t); pass 1",
        "take 1..(m mod 5) + 1 from any; pass 1",
        "take 1..3 from any when m > 4; pass 1",
        "take 1 from any; take 1..2 from largest",
        "take all but {1} from any; pass 1",
        "take 1..1 + xor(x) mod 3 from any",
        "take 1..count from smallest",
        "take 1..2 from any when total > 3; take 1 from largest",
    ] {
        for (heaps, most) in [(0, 3), (1, 40), (2, 20), (3, 9), (4, 6), (3, 0)] {
            compare(LINES, text, heaps, most);
        }
    }
}

/// Places on lines are kept in one byte, in two, or in four: the last ones of each kind, and the first of the next.
#[test]
fn long_lines() {
    for text in [
        "take 1..(m mod 7)*(m mod 5) + 1 from any; pass 1",
        "take 1..ceil(m/(1 + m mod 3)) from any; pass 1",
    ] {
        for most in [254, 255, 256, 300] {
            compare(LINES, text, 1, most);
        }
    }
    compare(LINES, "take 1..(m mod 7)*(m mod 5) + 1 from any; pass 1", 2, 80);
    let game = Game::parse("take 1..(m mod 7)*(m mod 5) + 1 from any; pass 1").unwrap();
    let values = Values { grundy: true, length: false };
    for position in ["2, 255", "2, 256", "1, 3, 258", "1, 65535", "1, 65540"] {
        let position = game.position(position).unwrap();
        let budget = Budget::default();
        let ctx = Ctx { budget: &budget, watch: &Unwatched };
        let answer = solve::solve(&game, &position, solve::Question { values, moves: 0 }, ctx);
        let truth = Definition::new(&game, values, ctx).unwrap().solve(&position).unwrap();
        assert_eq!(answer.unwrap().grundy, truth.grundy.map(Into::into), "{position}");
    }
}

/// Numbers that need more bits than those they lead to, and what cannot be computed on rows inside of what can.
#[test]
fn large_numbers_on_the_way() {
    for text in [
        "take 1..m from largest when total*2^30 > 2^33",
        "take 1..m from largest when total*2^30 > 2^33; pass 1",
        "take 1..1 + m^8 mod 7 from any; take 1 from smallest",
        "take 1..1 + ((total + 2^31) mod 5) from largest",
        "take 1..xor(2^31, total) mod 7 from largest",
        "take 1..min(total*2^29, 5) from any",
        "take 1..log2(1 + total*2^29) mod 4 from any",
        "take 1..gcd(total*2^29, 2^30*3) mod 5 from any",
        "take 1..isqrt(total*2^28) mod 5 from smallest",
        "take 1..max(1, total*2^24 - 2^27) from any",
        "take {1, 2^x[1]} from any",
        "take {1, 2^min(x[1], 2)} from any",
        "take 1..2^x[-2] from any",
        "row; take 1..2^x[1] from any",
        "row fixed; heaps 2; take 1..2^x[2] from any; take 1..ceil(m/2) from ends",
        "circle; heaps 3; take 1..2^x[1] in total from some of 2 heaps",
        "take 1..3 from any where after: odd(2^x[1]) or count = 0",
        "take 1..2 from any when even(2^x[1]); take the same 1..m from 2 heaps",
    ] {
        let places = text.contains("heaps 2") || text.contains("circle");
        let boxes: &[(usize, u64)] = match places {
            true if text.contains("circle") => &[(3, 4)],
            true => &[(2, 2), (2, 6)],
            false => &[(2, 5), (2, 7), (2, 17), (3, 6)],
        };
        for &(heaps, most) in boxes {
            compare(CELLS, text, heaps, most);
        }
    }
}

/// Single heaps of a row, of places or of a multiset, before and after a move, and what is said of all of them.
#[test]
fn lists_of_heaps() {
    let bounds = ["x[1]", "x[2] + 1", "x[-1]", "1 + x[-2]", "xor(x)", "count(i in x : i > 1) + 1"];
    let after =
        ["xor(x) != 3", "x[1] != 1", "x[-1] != 2", "sum(i in x : i) mod 3 > 0", "distinct(x)"];
    for order in ["", "row; ", "row fixed; heaps 3; ", "circle; heaps 3; "] {
        let heaps = if order.is_empty() { [2, 3] } else { [3, 3] };
        for heaps in heaps {
            for bound in bounds {
                compare(CELLS, &format!("{order}take 1..{bound} from any"), heaps, 5);
                compare(
                    CELLS,
                    &format!("{order}take 1 from any; take {bound} from all non-empty"),
                    heaps,
                    4,
                );
            }
            for after in after {
                compare(
                    CELLS,
                    &format!("{order}take 1..m from any where after: {after}"),
                    heaps,
                    5,
                );
                let several =
                    format!("{order}take 1..2 from each of 1..2 heaps where after: {after}");
                compare(CELLS, &several, heaps, 4);
            }
        }
    }
}

/// What has a value because some heap is not empty, or because the chosen one is not.
#[test]
fn bounds_that_need_a_heap() {
    for bound in [
        "floor(total/m)",
        "1 + total mod m",
        "ceil(total/count)",
        "log2(total) + 1",
        "floor(m/smallest)",
        "1 + log2(x[-1])",
        "gcd(total, m) mod (largest + 1)",
    ] {
        for text in [
            format!("take 1..{bound} from any"),
            format!("take 1..{bound} from any; pass 1"),
            format!("take 1..{bound} from largest; take 1 from any"),
            format!("take {bound} from smallest; take 2 from any"),
            format!("take 1..2 from any when even({bound})"),
            format!("take t from any where t divides {bound}"),
            format!(
                "take 1..3 in total from 1..2 heaps when ceil(total/count) > 1; take {bound} from any"
            ),
            format!("row; take 1..{bound} from ends"),
        ] {
            for (heaps, most) in [(1, 12), (2, 9), (3, 5)] {
                compare(CELLS, &text, heaps, most);
            }
        }
    }
}

/// Games that are computed position by position: takes from several heaps, rows and circles, conditions on where a move
/// leads, and counters.
#[test]
fn games_of_masks() {
    for text in [
        "take all but {2, m, largest - 1} from any",
        "take t from any where t divides total",
        "take t from any where t divides total; ending misere",
        "take t from any where gcd(t, largest) = 1; pass 2",
        "take {1, 3, count + 2} from any; ending misere",
        "take 1..2 from largest; take t from smallest where odd(t + total); pass 1; ending misere",
        "take {2, x[-2] + 1} from any when total mod 3 != 1",
        "take t from any where xor(t, xor(x)) < m",
        "take 1..turn from largest",
        "take {turn, 2*turn} from any; ending misere",
        "take t from any where (t + turn + total) mod 3 != 0",
        "row fixed; heaps 3; take t from any where t != x[1]",
        "circle; heaps 3; take 1..x[2] + 1 from any; take 2 from any",
    ] {
        for (heaps, most) in [(1, 70), (2, 20), (3, 9), (4, 5)] {
            if !text.contains("heaps 3") || heaps == 3 {
                compare(MASKS, text, heaps, most);
            }
        }
    }
}

#[test]
fn games_of_the_last_take() {
    for text in [
        "take 1..2*last + 1 from any",
        "take 1..max(1, 2*last) from any; ending misere",
        "take t from any where (t + last) mod 3 != 0",
        "take t from any where (t + last) mod 3 != 0; ending misere",
        "take 1..m-1 from any when last = 0; take 1..2*last from any when last > 0",
        "take t from largest where gcd(t, last + count) = 1; take {last, 5} from smallest",
        "row fixed; heaps 3; take 1..last + 1 from any when x[1] != last",
    ] {
        for (heaps, most) in [(1, 70), (2, 16), (3, 7), (4, 4)] {
            if !text.contains("heaps 3") || heaps == 3 {
                compare(LAST, text, heaps, most);
            }
        }
    }
}

#[test]
fn games_of_cells() {
    for text in [
        "take all but {2, count} in total from 2 heaps",
        "moore(2)",
        "moore(2); pass 1; ending misere",
        "exact-nim(2)",
        "slow-moore(2); pass 1 each",
        "greedy-moore(2)",
        "take 1..m from some of 2 largest",
        "take 1..2 from each of 2 smallest",
        "take the same 1..m from each of 2 heaps; take {1, 3} from any",
        "cyclic-nimhoff(3)",
        "take 1..3 in total from each of 1..count heaps",
        "take t, u from each of 2 heaps where t < 2*u and u <= 3",
        "take 1..2 from all non-empty; take 1 from any when count < 3",
        "heaps 2; take the same 1..m from all; take 1..2 from any",
        "nim-in-disguise",
        "welter",
        "antonim",
        "take 1..m from any where after: total mod 3 != 1",
        "take 1..2 from largest where after: x[-1] >= 2*x[-2]",
        "end-nim",
        "row; take 1..m from ends; pass 1",
        "row; take 1..2 from some of 2 adjacent",
        "row; take 1..m from any when m < 4",
        "row fixed; take 1..m from each of 2 adjacent; take 1 from any",
        "circle; take 1..m from some of 2 adjacent",
        "circle; take 1..2 from largest; ending misere",
        "nim; pass 1 each",
        "nim; pass 2 when total > 3",
        "take 1..3 from any; pass 2 when even(passes + largest)",
        "take {2, 3} from any; pass 1; ending misere",
        "take {2, 4} from any; ending misere",
        "take 1..last + 2 from any",
        "take 1..2*last + 1 from largest; pass 1",
        "take t from any where t != last",
        "take 1..turn from any",
        "take 1..turn mod 3 + 1 from any; pass 1; ending misere",
        "take 1..turn + last from largest",
        "take 1..passes + 1 from any; pass 2",
    ] {
        let two = text.starts_with("heaps 2");
        for (heaps, most) in [(0, 3), (1, 12), (2, 7), (3, 4)] {
            compare(CELLS, text, if two { heaps.min(2) } else { heaps }, most);
        }
    }
}

/// What has no meaning on rows is left to the exact evaluator, and the rest of the table is computed all the same.
#[test]
fn what_is_left_to_the_exact_evaluator() {
    for text in [
        "take 1..2 from any; take 1 from any when (largest, 2*count) in { (n^2 + 1, 2*n) : n >= 0 }",
        "take 1..1 + ((total * 2^69 + 5) mod 3) from any",
        "take 1..1 + total^9 mod 50 mod 4 from largest where after: (total, 2) in { (n^2 + 3, 2*n) : n >= 0 } or count > 1",
        "take t from any where (t, m) in { (n, n^2) : n >= 0 } or t = 1; pass 1 when (total, 4) in { (n^2, 2*n) : n >= 0 }",
        "row fixed; heaps 3; take 1..1 + (x[2] * 2^70 + 1) mod 3 from ends; take 1 from each of 2 smallest",
    ] {
        compare(CELLS, text, 3, 7);
        let game = Game::parse(text).unwrap();
        let extent = Extent { heaps: 0..=3, most: vec![7], counters: vec![] };
        let explained = explain(&game, Values::default(), &extent, false, 1 << 30);
        assert!(
            explained.chosen.contains("is left to the exact evaluator"),
            "{text}: {}",
            explained.chosen
        );
    }
}

/// Lists of heaps from and to any index, and heaps at an index that differs from position to position.
#[test]
fn slices_and_computed_indices() {
    for text in [
        "take 1..1 + sum(h in x[2..] : 1) from any",
        "take 1..2 from any when distinct(x[..2])",
        "take 1..1 + max(0, x[1 + smallest] - 2) from any",
        "take 1..2 from any when (exists h in x[2..-2] : h > 1) or even(total)",
        "row; take 1..1 + sum(x[..2]) mod 3 from ends",
        "row; take 1..2 from any where after: x[count - 1] != 2",
        "row fixed; heaps 3; take 1..2 from any when x[x[1] + 1] < 3",
        "circle; heaps 3; take 1..1 + sum(h in x[x[1] + 1..] : h) mod 2 from any",
    ] {
        compare(CELLS, text, 3, 6);
    }
}

/// Some of the largest or smallest heaps, of which there are as many as the position says.
#[test]
fn some_of_the_extreme_heaps() {
    for text in [
        "take 1..2 from some of 2 smallest",
        "take the same 1..2 from some of 2 largest",
        "take 1..2 from some of 1 + count mod 2 largest; take 1 from any",
        "take 1..2 from some of 1..1 + total mod 3 heaps",
        "circle; heaps 3; take 1..m from some of 1 + x[1] mod 2 adjacent; take 1 from any",
        "row fixed; heaps 3; take 1..2 in total from some of 2 smallest",
        "row; take the same 1..2 from some of {1, 3} smallest; take 1 from ends",
    ] {
        compare(CELLS, text, 3, 6);
    }
}

/// Where a rule has no value the whole answer is an error, and where it has none beyond the box there is a table.
#[test]
fn values_that_are_missing_in_some_boxes() {
    for text in [
        "take 1..2 from any when 12/(x[-1] - 9) < 20",
        "take t from any where 6 mod (t - 11) < 9 or t = 1",
        "take 1..2 from each of 1..2 heaps where after: 6 mod (total - 30) < 7",
        "take 1..2 from some of max(h in x[..-1] : 9 - h) / 1 heaps when 1/(10 - largest) > 0",
        "position (a, b); move (a - t, b) for t where 1 <= t <= 3 when isqrt(9 - b) >= 0; move (a, b - 1) where after: 1/(a - 10) < 2",
        "take 1 from any; pass 1 when log2(10 - largest) >= 0",
    ] {
        let game = Game::parse(text).unwrap();
        let extent = |most: u64| match text.starts_with("position") {
            true => Extent { heaps: 0..=0, most: vec![most; 2], counters: vec![] },
            false => Extent { heaps: 0..=3, most: vec![most], counters: vec![] },
        };
        let budget = Budget::default();
        let ctx = Ctx { budget: &budget, watch: &Unwatched };
        let summary = |most| solve::summary(&game, &extent(most), Values::default(), ctx);
        assert!(summary(8).is_ok(), "{text}");
        compare_box(CELLS, text, extent(8));
        assert!(summary(13).is_err(), "{text}");
        compare_box(CELLS, text, extent(13));
    }
}

/// Rule 9: `all` and `both` are the N heaps of `heaps N`, whatever their order; an empty one leaves no such move.
#[test]
fn all_heaps_of_a_game() {
    for order in ["", "row; ", "row fixed; ", "circle; "] {
        for heaps in 1..=3usize {
            for rule in [
                "take 1 from all",
                "take 1..2 from all",
                "take the same 1..m from all",
                "take 1..3 in total from all",
                "take 1..m from all; take 1 from any when total > 3",
                "take 1 from all non-empty",
            ] {
                let text = format!("{order}heaps {heaps}; {rule}");
                for most in [1, 4] {
                    compare(CELLS, &text, heaps, most);
                    if order.is_empty() || order == "row; " {
                        compare(CELLS, &text, heaps - 1, most);
                    }
                }
            }
        }
    }
    for rule in ["take 1 from both", "take the same 1..m from both; take 1..2 from ends"] {
        compare(CELLS, &format!("row; heaps 2; {rule}"), 2, 6);
    }
}

/// Rule 11: what has no value is an error also where no choice of heaps or variables follows it.
#[test]
fn conditions_without_a_value() {
    let fails = |text: &str, extent: Extent| {
        let game = Game::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let budget = Budget::default();
        let ctx = Ctx { budget: &budget, watch: &Unwatched };
        let values = Values::default();
        let shown = table(&game, &extent, values, ctx, &mut |_, _| ControlFlow::Continue(()));
        assert!(shown.is_err(), "{text}");
        assert!(solve::summary(&game, &extent, values, ctx).is_err(), "{text}");
        compare_box(CELLS, text, extent);
    };
    let heaps = |heaps: usize| Extent { heaps: 0..=heaps, most: vec![24], counters: vec![] };
    for (text, most) in [
        ("heaps 2; take 1 from both when 1/x[-2] > 0", 1),
        ("row; heaps 2; take 1 from both when 1/(count - 1) > 0", 1),
        ("take t, u from each of 2 heaps where t < u when 1/x[-2] > 0", 1),
        ("take 1 from each of 2..floor(3/x[-2]) heaps", 1),
        ("take 1 from some of floor(6/x[-2]) heaps", 1),
        ("row; take 1 from each of 2 adjacent when 1/(count - 1) > 0", 1),
    ] {
        fails(text, heaps(most));
    }
    for text in [
        "position (a); move (a-1); move (a-3) when log2(a) < 1",
        "position (a); move (a-1); move (a-99) when 1/(a-3) > 0",
        "position (a); move (a-1); move (a-t) for t where t > 99 and t <= a when 1/(a-3) > 0",
        "position (a); move (a-1); move (a + 1) when a > 99 and 1/(a-3) > 0 or 1/a > 5; rank (a)",
    ] {
        fails(text, Extent { heaps: 0..=0, most: vec![24], counters: vec![] });
    }
}

/// Counters that are asked for.
#[test]
fn boxes_with_counters() {
    for (text, counters) in [
        ("take 1..turn from any", [("turn", 2..=5)].as_slice()),
        ("heaps 1; take 1..turn + 1 from any; ending misere", &[("turn", 1..=9)]),
        (
            "heaps 1; take {turn, 2..min(m, 3)} from largest when turn mod 5 != 2",
            &[("turn", 1..=9)],
        ),
        ("take 1..last + 1 from any", &[("last", 1..=3)]),
        ("take 1..last + turn from any; pass 2", &[("turn", 3..=4), ("pass", 1..=1)]),
        ("nim; pass 2 each", &[("pass", 0..=1), ("other", 2..=2)]),
        ("take 1..turn from any; pass 1 each", &[("turn", 4..=4), ("other", 0..=1)]),
    ] {
        let counters = counters.iter().map(|(name, range)| (name.to_string(), range.clone()));
        let heaps = if text.starts_with("heaps 1") { 1 } else { 2 };
        let extent = Extent { heaps: 0..=heaps, most: vec![6], counters: counters.collect() };
        compare_box(if heaps == 1 { TURNS } else { CELLS }, text, extent);
    }
}

#[test]
fn games_of_tuples() {
    for (text, most) in [
        ("two-kinds", [9, 12].as_slice()),
        ("two-kinds; pass 1; ending misere", &[6, 8]),
        ("euclid", &[9, 11]),
        ("euclid-to-equality", &[9, 11]),
        ("chocolate(z -> floor(z/2))", &[6, 12]),
        ("chomp", &[5, 5, 5]),
        ("silver-dollar", &[5, 6, 7, 8]),
        ("white-knight", &[9, 9]),
        ("staircase", &[2, 2, 2, 2]),
        (
            "position (a, b, c); move (a - t, b - u, c - v) for t, u, v where 1 <= t + 2*u + 3*v <= \
          floor((a + 2*b + 3*c)/2)",
            &[5, 4, 4],
        ),
        ("position (a, b); move (a - t, b - t) for t where 1 <= t <= 2 + turn", &[9, 7]),
        ("position (a, b); move (a - 3, b - 2); move (a, b - 1) when a <= b", &[9, 9]),
        (
            "position (a, b) where a <= 2*b; move (a - 1, b); move (min(a, 2*w), w) for w where w < b",
            &[9, 6],
        ),
        ("position (a, b) where a != 5; move (a - t, b) for t where 1 <= t <= a", &[9, 2]),
        ("position (a, b); move (u, v) for u, v where u < a and v = b or u = a and v < b", &[6, 7]),
        ("position (a, b); move (b, a) when a > b; move (a, b - 1)", &[5, 5]),
    ] {
        let rises = ["white-knight", "staircase"].contains(&text);
        let extent = Extent { heaps: 0..=0, most: most.to_vec(), counters: vec![] };
        compare_box(if rises { STEPS } else { CELLS }, text, extent);
    }
}

/// One large heap among small ones: a box with as many places as there are heaps, not of multisets.
#[test]
fn boxes_below_a_position() {
    for (by, text) in [
        (LINES, "nim; pass 1"),
        (LINES, "nim; ending misere"),
        (LINES, "take 1..min(m, floor(total/3)+1) from any"),
        (LINES, "take 1..min(m, floor(total/3)+1) from any; ending misere; pass 1"),
        (CELLS, "take 1..3 from largest; pass 1"),
        (LINES, "take 1..count + smallest from any"),
        (LINES, "take 1..count + m mod 3 from largest; take 1..2 from smallest"),
        (LINES, "take {1, 3, 7} from any; pass 1"),
        (REGIONS, "take 1..m from each of 1..2 heaps"),
        (NUMBERS, "take 1..m from any; take the same 1..m from each of 2 heaps"),
        (CELLS, "take 1..2 from any where after: total mod 5 != 3"),
        (LAST, "take 1..last + 1 from any"),
        (TURNS, "heaps 1; take 1..turn + 2 from any"),
        (TURNS, "take 1..turn mod 3 + 1 from largest"),
        (CELLS, "take 1..turn from any; pass 2"),
        (CELLS, "row; take 1..7 from ends; take {9} from ends"),
        (CELLS, "row; take 1..m from ends; take 1..2 from any"),
    ] {
        let game = Game::parse(text).unwrap();
        let position = match text {
            _ if text.contains("turn from any") => "1, 3, 6, 6",
            _ if text.contains("turn") => "120",
            _ if text.contains("last") => "2, 60",
            _ if text.contains("row") => "30, 3, 41",
            _ => "2, 3, 420",
        };
        let position = game.position(position).unwrap();
        let budget = Budget::default();
        let ctx = Ctx { budget: &budget, watch: &Unwatched };
        for grundy in [false, game.ending() == Ending::Normal] {
            let ask = solve::Question { values: Values { grundy, length: false }, moves: 100 };
            let answer = |way| solve::Solver::new(&game, way, ctx).answer(&position, ask).unwrap();
            let exact = answer(Some(solve::Way::Definition));
            // A theorem speaks of some of these games; a table can be asked for.
            let (fast, table) = (answer(None), answer(Some(solve::Way::Table)));
            for found in [&fast, &table] {
                assert_eq!(
                    (found.outcome, &found.grundy),
                    (exact.outcome, &exact.grundy),
                    "{text}"
                );
                let moves = (&found.winning, &found.answered);
                assert_eq!(moves, (&exact.winning, &exact.answered), "{text}");
            }
            let solve::Basis::Table { kernel, .. } = table.basis else {
                panic!("{text}: {:?}", table.basis)
            };
            assert_eq!(kernel, by[usize::from(grundy)], "{text}");
        }
    }
}

/// Numbers that no table holds are refused, or the answer is right: nothing overflows.
#[test]
fn huge_boxes() {
    let huge = [1 << 20, 1 << 31, 1 << 32, u64::MAX / 8, u64::MAX - 1, u64::MAX];
    for text in [
        "wythoff",
        "moore(2)",
        "take 1..m from largest; pass 1",
        "take 1..turn from any",
        "take 1..last + 1 from any; pass 3 each",
        "heaps 1; take 1..turn + 1 from any",
        "heaps 1; take 1..2*last from any; pass 10^18",
        "two-kinds",
        "position (a, b, c); move (a - t, b - u, c - t) for t, u where 1 <= t + u <= 9",
        "circle; take 1..2 from some of 2 adjacent",
        "take 1..10^18*total from any",
    ] {
        let game = Game::parse(text).unwrap();
        let budget = Budget::new(1 << 20);
        let ctx = Ctx { budget: &budget, watch: &Unwatched };
        let counted = ["turn", "last"].into_iter().filter(|name| text.contains(name));
        for most in huge {
            let counters = counted.clone().map(|name| (name.to_string(), 3..=most)).collect();
            let coordinates = game.coordinates().map_or(1, <[String]>::len);
            let heaps = game.heaps().map_or(3, |_| 1).min(if text == "wythoff" { 2 } else { 3 });
            let boxes = [
                Extent { heaps: 0..=heaps, most: vec![most; coordinates], counters: vec![] },
                Extent { heaps: 0..=heaps, most: vec![3; coordinates], counters },
            ];
            for extent in boxes.into_iter().filter(|extent| extent.len(&game) > 1_000_000u32.into())
            {
                for grundy in [false, true] {
                    let values = Values { grundy, length: false };
                    let explained = explain(&game, values, &extent, true, budget.limit());
                    assert!(!explained.chosen.is_empty());
                    // Of the empty position it is known.
                    let mut first = None;
                    let _ = table(&game, &extent, values, ctx, &mut |_, solved| {
                        first = Some(solved.outcome);
                        ControlFlow::Break(())
                    });
                    assert!(first.is_none_or(|first| first == Outcome::P), "{text} {most}");
                    assert_eq!(budget.used(), 0);
                }
            }
        }
    }
}
