//! The same game written in two ways has the same moves and the same values.

use std::collections::BTreeSet;

use bouton::engine::{Definition, Solved, Values};
use bouton::game::Moves;
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::{Game, Position};
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{FileFailurePersistence, RngSeed};

fn config(cases: u32) -> ProptestConfig {
    let folder = FileFailurePersistence::Direct("proptest-regressions/two_ways.txt");
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1902),
        failure_persistence: Some(Box::new(folder)),
        ..ProptestConfig::default()
    }
}

/// How a position is named, so that the names in two games can be compared.
type Name = fn(&Position) -> String;

/// As it is printed.
const PRINTED: Name = |position| position.to_string();

/// Coordinates as heaps.
const AS_HEAPS: Name = |position| {
    let mut heaps = position.heaps.clone();
    heaps.retain(|heap| !heap.is_zero());
    heaps.sort_unstable();
    Position { heaps, ..position.clone() }.to_string()
};

/// Coordinates as heaps, the last one as the passes that are left.
const WITH_PASSES: Name = |position| {
    let mut heaps = position.heaps.clone();
    let passes = heaps.pop().expect("a last coordinate");
    let heaps = Position { heaps, ..position.clone() };
    format!("{};pass={passes}", AS_HEAPS(&heaps))
};

/// Coordinates as heaps, the last two as the passes of the players.
const WITH_PASSES_EACH: Name = |position| {
    let mut heaps = position.heaps.clone();
    let (other, own) = (heaps.pop().expect("four"), heaps.pop().expect("four"));
    let heaps = Position { heaps, ..position.clone() };
    format!("{};pass={own},other={other}", AS_HEAPS(&heaps))
};

/// The heaps of a row from the last to the first.
const BACKWARDS: Name = |position| {
    let heaps = position.heaps.iter().rev().cloned().collect();
    Position { heaps, ..position.clone() }.to_string()
};

/// The first coordinate as a heap, the second as the number of the turn.
const WITH_TURN: Name = |position| format!("{};turn={}", position.heaps[0], position.heaps[1]);

/// The first coordinate as a heap, the second as the last take.
const WITH_LAST: Name = |position| format!("{};last={}", position.heaps[0], position.heaps[1]);

/// The values of a position and the names of its options.
fn seen(text: &str, at: &str, misere: bool, name: Name) -> (Solved, BTreeSet<String>) {
    let text = if misere { format!("{text}; ending misere") } else { text.to_string() };
    let game = Game::parse(&text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let position = game.position(at).unwrap_or_else(|error| panic!("{text} at {at}: {error:?}"));
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    let values = Values { grundy: !misere, length: true };
    let solved = Definition::new(&game, values, ctx).unwrap().solve(&position).unwrap();
    let moves = Moves::new(&game, &Unwatched).first(&position, usize::MAX).unwrap();
    (solved, moves.iter().map(|found| name(&found.to)).collect())
}

/// A game as it is written, a position as it is typed, and the name of a position.
type Written<'a> = (&'a str, &'a str, Name);

/// Both are the same, in normal and in misère play.
fn same(one: Written<'_>, other: Written<'_>) -> Result<(), TestCaseError> {
    for misere in [false, true] {
        let left = seen(one.0, one.1, misere, one.2);
        let right = seen(other.0, other.1, misere, other.2);
        prop_assert_eq!(
            left,
            right,
            "`{}` at {} and `{}` at {}, misère: {}",
            one.0,
            one.1,
            other.0,
            other.1,
            misere
        );
    }
    Ok(())
}

/// All these games are the same at a position.
fn all_same(texts: &[String], at: &str) -> Result<(), TestCaseError> {
    texts[1..].iter().try_for_each(|text| same((&texts[0], at, PRINTED), (text, at, PRINTED)))
}

fn commas<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|thing| thing.to_string()).collect::<Vec<_>>().join(", ")
}

/// Up to `count` heaps of up to `most` stones, as they are typed.
fn heaps(count: usize, most: u32) -> impl Strategy<Value = String> {
    vec(0..=most, 1..=count).prop_map(commas)
}

fn set() -> impl Strategy<Value = BTreeSet<u32>> {
    btree_set(0..9u32, 1..5)
}

/// A number that depends on the size of a heap, M.
fn bound() -> impl Strategy<Value = &'static str> {
    select(vec![
        "M",
        "3",
        "M - 1",
        "ceil(M/2)",
        "floor(M/2)",
        "floor(2*M/3) - 1",
        "min(2, M)",
        "max(1, M - 3)",
        "isqrt(M)",
        "log2(M + 1)",
        "M mod 4",
        "-M mod 4",
        "M xor 5",
        "gcd(M, 6)",
        "if odd(M) then 1 else M/2",
        "if M < 4 then M else 2",
        "2^M",
        "9 - M",
        "-1",
    ])
}

fn of(bound: &str, heap: &str) -> String {
    format!("({})", bound.replace('M', heap))
}

/// A condition on the position and the chosen heap.
fn condition() -> impl Strategy<Value = &'static str> {
    select(vec![
        "odd(m)",
        "m = largest",
        "m > smallest",
        "total mod 3 = 0",
        "count >= 2",
        "turn <= 2",
        "even(turn) and count > 1",
        "last < 2 or m > 3",
        "not (1 <= last <= 2)",
        "x[-2] > 1",
        "true",
    ])
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn bounded(k in 1..6u32, at in heaps(3, 9)) {
        all_same(
            &[
                format!("bounded({k})"),
                format!("take 1..{k} from any"),
                format!("take {{{}}} from any", commas(1..=k)),
                format!("take t from any where t <= {k}"),
                format!("take t from any where not (t > {k})"),
                format!("take all but {} .. m from any", k + 1),
            ],
            &at,
        )?;
    }

    #[test]
    fn subtraction(set in set(), at in heaps(3, 10)) {
        let each = set.iter().map(|t| format!("take {t} from any")).collect::<Vec<_>>();
        let equal = set.iter().map(|s| format!("t = {s}")).collect::<Vec<_>>();
        let ranges = set.iter().rev().map(|t| format!("{t}..{t}"));
        all_same(
            &[
                format!("subtraction({{{}}})", commas(&set)),
                format!("take {{{}}} from any", commas(&set)),
                format!("take {{{}}} from any", commas(ranges)),
                each.join("; "),
                format!("take t from any where {}", equal.join(" or ")),
            ],
            &at,
        )?;
    }

    #[test]
    fn all_but(set in set(), at in heaps(3, 10)) {
        let unequal = set.iter().map(|s| format!("t != {s}")).collect::<Vec<_>>();
        let rest = (1..=10).filter(|t| !set.contains(t));
        all_same(
            &[
                format!("all-but({{{}}})", commas(&set)),
                format!("take all but {{{}}} from any", commas(&set)),
                format!("take {{{}}} from any", commas(rest)),
                format!("take t from any where {}", unequal.join(" and ")),
            ],
            &at,
        )?;
    }

    #[test]
    fn maximum(bound in bound(), at in heaps(3, 9)) {
        let f = of(bound, "m");
        all_same(
            &[
                format!("maximum-nim(m -> {f})"),
                format!("maximum-nim(n -> {})", of(bound, "n")),
                format!("take 1..{f} from any"),
                format!("take t from any where t <= {f}"),
                format!("take all but {{{f} + 1..m, 0}} from any"),
            ],
            &at,
        )?;
    }

    #[test]
    fn halving(at in heaps(3, 13)) {
        all_same(
            &[
                "halving".into(),
                "take 1..floor((m+1)/2) from any".into(),
                "maximum-nim(m -> ceil(m/2))".into(),
                "take t from any where 2*t <= m + 1".into(),
                "take t from any where t <= (m + 1)/2".into(),
                "take 1..m - floor(m/2) from any".into(),
            ],
            &at,
        )?;
    }

    #[test]
    fn ends(bound in bound(), at in heaps(4, 7)) {
        let f = of(bound, "m");
        all_same(
            &[
                format!("take 1..{f} from largest"),
                format!("take 1..{f} from any when m = largest"),
                format!("take 1..{f} from any when m = x[-1]"),
                format!("take 1..(if m < largest then 0 else {f}) from any"),
            ],
            &at,
        )?;
        all_same(
            &[
                format!("take 1..{f} from smallest"),
                format!("take 1..{f} from any when m = smallest"),
            ],
            &at,
        )?;
    }

    #[test]
    fn when_and_if(c in condition(), a in bound(), b in bound(), at in heaps(3, 5)) {
        let (a, b) = (of(a, "m"), of(b, "m"));
        all_same(
            &[
                format!("take 1..(if {c} then {a} else {b}) from any"),
                format!("take 1..{a} from any when {c}; take 1..{b} from any when not ({c})"),
                format!("take t from any where if {c} then t <= {a} else t <= {b}"),
                format!("take t from any where ({c}) and t <= {a} or not ({c}) and t <= {b}"),
            ],
            &at,
        )?;
    }

    #[test]
    fn heaps_as_coordinates(
        bound in bound(),
        least in 1..3u32,
        (x, y, z) in (0..9u32, 0..9u32, 0..5u32),
    ) {
        let take = format!("take {least}..{} from any", of(bound, "m"));
        let step = |names: &str, name: &str| {
            let target = names.replace(name, &format!("{name} - t"));
            format!("move ({target}) for t where {least} <= t <= min({name}, {})", of(bound, name))
        };
        let one = format!("position (x); {}", step("x", "x"));
        same((&take, &format!("{x}"), PRINTED), (&one, &format!("{x}"), AS_HEAPS))?;
        let two = format!("position (x, y); {}; {}", step("x, y", "x"), step("x, y", "y"));
        same((&take, &format!("{x},{y}"), PRINTED), (&two, &format!("{x},{y}"), AS_HEAPS))?;
        let all = "x, y, z";
        let three = format!(
            "position ({all}); {}; {}; {}",
            step(all, "x"), step(all, "y"), step(all, "z")
        );
        let at = format!("{x},{y},{z}");
        same((&take, &at, PRINTED), (&three, &at, AS_HEAPS))?;
    }

    #[test]
    fn largest_coordinate(k in 1..4u32, x in 0..7u32, y in 0..7u32, z in 0..7u32) {
        let take = format!("bounded-greedy({k})");
        let tuple = format!(
            "position (x, y, z); \
             move (x - t, y, z) for t where 1 <= t <= {k} when x >= max(y, z); \
             move (x, y - t, z) for t where 1 <= t <= {k} and y = largest; \
             move (x, y, z - t) for t where 1 <= t <= {k} and x <= z and y <= z"
        );
        let at = format!("{x},{y},{z}");
        same((&take, &at, PRINTED), (&tuple, &at, AS_HEAPS))?;
    }

    #[test]
    fn turn_as_a_coordinate(bound in bound(), n in 0..30u32, k in 1..7u32) {
        let turns = format!("turn-dependent(turn -> {})", of(bound, "turn"));
        // A game has the counter only if its text mentions it.
        let inline = format!("heaps 1; take 1..{} + 0*turn from any", of(bound, "turn"));
        let f = of(bound, "k");
        let tuple = format!(
            "position (n, k); move (n - t, k + 1) for t where 1 <= t <= min(n, {f}); rank (n)"
        );
        let when = format!(
            "position (n, k); move (n - t, k + 1) for t where t <= {f} and t <= n and t > 0; \
             rank (2*n + 1)"
        );
        let at = format!("{n};turn={k}");
        same((&turns, &at, PRINTED), (&inline, &at, PRINTED))?;
        same((&turns, &at, PRINTED), (&tuple, &format!("{n},{k}"), WITH_TURN))?;
        same((&turns, &at, PRINTED), (&when, &format!("({n}, {k})"), WITH_TURN))?;
    }

    #[test]
    fn last_take_as_a_coordinate(n in 0..30u32, last in 0..8u32) {
        let tuple = "position (n, l); \
             move (n - t, t) for t where 1 <= t <= min(n, if l = 0 then n - 1 else 2*l); rank (n)";
        let at = format!("{n};last={last}");
        same(("fibonacci", &at, PRINTED), (tuple, &format!("{n},{last}"), WITH_LAST))?;
        let inline = "heaps 1; take 1..(if last = 0 then m - 1 else 2*last) from any";
        same(("fibonacci", &at, PRINTED), (inline, &at, PRINTED))?;
    }

    #[test]
    fn pass_as_a_coordinate(bound in bound(), x in 0..8u32, y in 0..8u32, p in 0..3u32) {
        let (f, g) = (of(bound, "x"), of(bound, "y"));
        let take = format!("take 1..{} from any; pass 2", of(bound, "m"));
        // One may pass only where there is something to take.
        let tuple = format!(
            "position (x, y, p); \
             move (x - t, y, p) for t where 1 <= t <= min(x, {f}); \
             move (x, y - t, p) for t where 1 <= t <= min(y, {g}); \
             move (x, y, p - 1) when x >= 1 and {f} >= 1 or y >= 1 and {g} >= 1"
        );
        let at = format!("{x},{y};pass={p}");
        same((&take, &at, PRINTED), (&tuple, &format!("{x},{y},{p}"), WITH_PASSES))?;
        // The pass of a game of tuples.
        let with_pass = format!(
            "position (x, y); \
             move (x - t, y) for t where 1 <= t <= min(x, {f}); \
             move (x, y - t) for t where 1 <= t <= min(y, {g}); \
             pass 2"
        );
        same((&take, &at, PRINTED), (&with_pass, &at, AS_HEAPS))?;
    }

    #[test]
    fn games_with_a_pass(at in heaps(3, 6), pass in 0..2u32) {
        let at = format!("{at};pass={pass}");
        same(("nim; pass 1", &at, PRINTED), ("nim-with-a-pass", &at, PRINTED))?;
        same(("take 1..m from any; pass 3 - 2", &at, PRINTED), ("nim; pass 1", &at, PRINTED))?;
        same(("halving; pass 1", &at, PRINTED), ("halving-with-a-pass", &at, PRINTED))?;
        same(("nim; pass 1 when total > 0", &at, PRINTED), ("nim; pass 1", &at, PRINTED))?;
    }

    #[test]
    fn wythoff(a in 0..10u32, b in 0..10u32) {
        let two_variables = "position (a, b); move (a - t, b - u) for t, u \
             where t <= a and u <= b and t + u >= 1 and (t = 0 or u = 0 or t = u)";
        let named_targets = "position (a, b); move (v, b) for v where v < a; \
             move (a, v) for v where v < b; move (v, v + b - a) for v where v < a";
        let at = format!("{a},{b}");
        same(("wythoff", &at, PRINTED), (two_variables, &at, AS_HEAPS))?;
        same(("wythoff", &at, PRINTED), (named_targets, &at, AS_HEAPS))?;
        same((two_variables, &at, PRINTED), (named_targets, &at, PRINTED))?;
        for text in [
            "heaps 2; take 1..m from any; take t, u from 2 heaps where t = u",
            "heaps 2; take 1..m from any; take t, u from all where abs(t - u) < 1",
            "heaps 2; take the same 1..m from each of 1..2 heaps",
            "heaps 2; take the same 1..m from all; take 1..m from each of 1 heap",
            "heaps 2; take 1..m from any; take the same 1..m from all non-empty",
        ] {
            same(("wythoff", &at, PRINTED), (text, &at, PRINTED))?;
        }
        let places = "row fixed; heaps 2; take 1..m from any; take t, u from all where t = u";
        same((two_variables, &at, PRINTED), (places, &at, PRINTED))?;
        let circle = "circle; heaps 2; take the same 1..m from each of 1..2 adjacent";
        same((two_variables, &at, PRINTED), (circle, &at, PRINTED))?;
    }

    #[test]
    fn several_heaps_as_coordinates(
        bound in bound(),
        k in 1..4usize,
        total in 1..8u32,
        (x, y, z) in (0..5u32, 0..5u32, 0..4u32),
    ) {
        let at = format!("{x},{y},{z}");
        // From each heap nothing or what may be taken, and from 1 to k of them something.
        let taken = |name: &str, t: &str| {
            format!("{t} <= {name} and ({t} = 0 or 1 <= {t} <= {})", of(bound, name))
        };
        let touched = |low: usize, high: usize| {
            format!("{low} <= min(t, 1) + min(u, 1) + min(v, 1) <= {high}")
        };
        let each = format!("{} and {} and {}", taken("x", "t"), taken("y", "u"), taken("z", "v"));
        let step = |condition: &str| {
            format!("position (x, y, z); move (x - t, y - u, z - v) for t, u, v where t + u + v > 0 and {condition}")
        };
        let tuple = step(&format!("{each} and {}", touched(1, k)));
        let f = of(bound, "m");
        let heaps = format!("take 1..{f} from each of 1..{k} heaps");
        same((&heaps, &at, PRINTED), (&tuple, &at, AS_HEAPS))?;
        same((&heaps, &at, PRINTED), (&format!("take 1..{f} from some of {k} heaps"), &at, PRINTED))?;
        same((&heaps, &at, PRINTED), (&format!("take t from some of {k} heaps where t <= {f}"), &at, PRINTED))?;
        let places = format!("row fixed; heaps 3; take 1..{f} from each of 1..{k} heaps");
        same((&tuple, &at, PRINTED), (&places, &at, PRINTED))?;
        let exactly = step(&format!("{each} and {}", touched(k, k)));
        let heaps = format!("take 1..{f} from each of {k} heaps");
        same((&heaps, &at, PRINTED), (&exactly, &at, AS_HEAPS))?;
        // In total.
        let within = format!("t <= x and u <= y and v <= z and {} and t + u + v <= {total}", touched(1, k));
        let heaps = format!("take 1..{total} in total from 1..{k} heaps");
        same((&heaps, &at, PRINTED), (&step(&within), &at, AS_HEAPS))?;
        let sum = format!("heaps 3; take t, u, v from all where t + u + v <= {total}");
        let in_total = format!("heaps 3; take 1..{total} in total from all");
        same((&sum, &at, PRINTED), (&in_total, &at, PRINTED))?;
        let pairs = format!("take t, u from 2 heaps where odd(t + u) and t + u <= {total}");
        let odd = format!("take t in total from 2 heaps where odd(t) and t <= {total}");
        same((&pairs, &at, PRINTED), (&odd, &at, PRINTED))?;
    }

    #[test]
    fn largest_ones(bound in bound(), at in heaps(4, 4)) {
        let f = of(bound, "m");
        all_same(
            &[
                format!("take 1..{f} from largest"),
                format!("take 1..{f} from each of 1 largest"),
                format!("take 1..{f} from some of 1 largest"),
                format!("take the same 1..{f} from each of 1 largest heaps"),
                format!("take 1..{f} from largest where after: true"),
            ],
            &at,
        )?;
        let all = |group: &str| format!("take 1..{f} from {group}");
        all_same(&[all("each of count heaps"), all("all non-empty"), all("each of count largest"), all("each of count smallest")], &at)?;
        all_same(&[all("some of count heaps"), all("some of 9 smallest"), all("some of 4 largest"), all("each of 1..count heaps")], &at)?;
        let two = "take t, u from 2 largest where t + u < 5 and t = 2*u";
        let each = "take t, u from each of 2 largest where u <= 1 and t = 2*u";
        all_same(&[two.into(), each.into()], &at)?;
    }

    #[test]
    fn rows_and_circles(k in 1..4u32, (x, y, z) in (0..4u32, 0..4u32, 0..4u32)) {
        let at = format!("{x},{y},{z}");
        // Where nothing looks at the order, it does not matter.
        for take in ["take 1..m from any", "take 1..2 from each of 2 heaps", "take 1 from largest", "take the same 1..m from 2 smallest"] {
            let nim = take.to_string();
            for order in ["row", "row fixed", "circle"] {
                same((&nim, &at, PRINTED), (&format!("{order}; {take}"), &at, AS_HEAPS))?;
            }
        }
        // In a circle of three all are adjacent.
        let circle = format!("circle; heaps 3; take 1..m from some of {k} adjacent");
        let moore = format!("take 1..m from each of 1..{k} heaps");
        same((&moore, &at, PRINTED), (&circle, &at, AS_HEAPS))?;
        let each = format!("circle; heaps 3; take 1..{k} from each of 2 adjacent");
        let two = format!("take 1..{k} from each of 2 heaps");
        same((&two, &at, PRINTED), (&each, &at, AS_HEAPS))?;
        // A row of three fixed places with coordinates.
        let steps = |pairs: &[(&str, &str)]| {
            let one = |(a, b): &(&str, &str)| {
                let target = "x, y, z".replace(a, &format!("{a} - t")).replace(b, &format!("{b} - u"));
                format!("move ({target}) for t, u where 1 <= t <= min({a}, {k}) and 1 <= u <= min({b}, {k})")
            };
            format!("position (x, y, z); {}", pairs.iter().map(one).collect::<Vec<_>>().join("; "))
        };
        let row = format!("row fixed; heaps 3; take 1..{k} from each of 2 adjacent");
        same((&steps(&[("x", "y"), ("y", "z")]), &at, PRINTED), (&row, &at, PRINTED))?;
        same((&steps(&[("x", "y"), ("y", "z"), ("x", "z")]), &at, PRINTED), (&each, &at, PRINTED))?;
        let ends = "position (x, y, z); move (x - t, y, z) for t where 1 <= t <= x; move (x, y, z - t) for t where 1 <= t <= z";
        same((ends, &at, PRINTED), ("row fixed; heaps 3; take 1..m from ends", &at, PRINTED))?;
        // A row read backwards.
        let (ends, back) = ("row; take 1..m from ends", format!("{z},{y},{x}"));
        same((ends, &at, PRINTED), (ends, &back, BACKWARDS))?;
        let (rising, falling) = ("row; take t, u from 2 adjacent where t <= u", "row; take t, u from 2 adjacent where u <= t");
        same((rising, &at, PRINTED), (falling, &back, BACKWARDS))?;
    }

    #[test]
    fn splits(at in heaps(2, 9)) {
        let both = |one: &str, other: &str| all_same(&[one.into(), other.into()], &at);
        both("split any into unequal", "split any into a, b where a != b")?;
        both("split any into equal", "split any into a, b where a = b")?;
        both("split any", "split any into equal; split any into unequal")?;
        both("split any", "split any into a, b where a <= b")?;
        both("split any into 2..3", "split any; split any into 3 parts")?;
        both("split any into 3 unequal", "split any into a, b, c where a < b and b < c")?;
        both("split any into 2..m equal", "split any into 2..m equal when m > 1; split any into 2..1")?;
        both("split largest", "split any when m = largest")?;
        both("take 1..2 from any then split", "take t from any then split where t <= 2")?;
        both("take 1..2 from any then split", "take t from any then split into a, b where t <= 2")?;
        both("take 1 from any then split into equal", "take 1 from any then split into a, b where a = b")?;
both("split any where after: smallest > 1", "split any into a, b where min(a, b) > 1 and min(smallest, a, b) > 1")?;
    }

    #[test]
    fn codes(at in heaps(3, 7)) {
        let both = |one: &str, other: &str| all_same(&[one.into(), other.into()], &at);
        both("octal 0.(3)", "nim")?;
        both("octal 0.333", "take 1..3 from any")?;
        both("octal 0.77", "take 1..2 from any; take 1..2 from any then split")?;
        both("octal 0.77", "octal 0.33; octal 0.44")?;
        both("octal 0.77", "hexadecimal 0.77")?;
        both("octal 0.77", "octal 0.7700")?;
        both("octal 0.77", "octal 0.77(0)")?;
        both("octal 0.777(7)", "octal 0.(77)")?;
        both("octal 0.131(31)", "octal 0.1(31)")?;
        both("octal 4.(3)", "take 1..m from any; split any")?;
        both("octal 4.", "split any")?;
        both("octal 0.07", "take 2 from any; take 2 from any then split")?;
        both("octal 0.1", "take 1 from any when m = 1")?;
        both("octal 0.02", "take 2 from any when m > 2")?;
        both("octal 0.(01)", "take m from any when even(m)")?;
        both("octal 0.0(4)", "take 2..m from any then split")?;
        both("hexadecimal 0.8", "take 1 from any then split into 3")?;
        both("hexadecimal C.", "split any into 2..3")?;
        both("hexadecimal 0.00F", "octal 0.007; take 3 from any then split into 3")?;
    }

    #[test]
    fn conditions_after_a_move(at in heaps(3, 6), k in 0..5u32) {
        let both = |one: &str, other: &str| all_same(&[one.into(), other.into()], &at);
        both("take 1..m from any where after: odd(total)", "take t from any where odd(total - t)")?;
        both("take 1..m from any where after: total > 0", "take t from any where t < total")?;
        both(
            &format!("take 1..m from largest where after: total > {k}"),
            &format!("take 1..min(m, total - {k} - 1) from largest"),
        )?;
        both("take 1..m from any where after: last < 3", "take 1..min(2, m) from any when last >= 0")?;
        both("take 1..m from any where after: count = 0", "take m from any when count = 1")?;
        both("take t from any where odd(t) where after: true", "take t from any where odd(t)")?;
        both("take 1..2 from each of 2 heaps where after: total mod 2 = 0", "take t, u from 2 heaps where t <= 2 and u <= 2 and even(total - t - u)")?;
        both("take 1..m from any where after: false; take 1 from any", "take 1 from any")?;
        let after = format!("position (x, y); move (x - t, y - u) for t, u where t <= x and u <= y and t + u > 0 where after: x + y >= {k}");
        let before = format!("position (x, y); move (x - t, y - u) for t, u where t <= x and u <= y and t + u > 0 and x - t + y - u >= {k}");
        same((&after, "5,4", PRINTED), (&before, "5,4", PRINTED))?;
    }

    #[test]
    fn passes_for_each_player_as_coordinates(
        bound in bound(),
        (x, y) in (0..6u32, 0..6u32),
        (p, q) in (0..3u32, 0..3u32),
    ) {
        let (f, g) = (of(bound, "x"), of(bound, "y"));
        let take = format!("take 1..{} from any; pass 2 each", of(bound, "m"));
        // The player whose turn it is has p passes, the other q.
        let tuple = format!(
            "position (x, y, p, q); \
             move (x - t, y, q, p) for t where 1 <= t <= min(x, {f}); \
             move (x, y - t, q, p) for t where 1 <= t <= min(y, {g}); \
             move (x, y, q, p - 1) when x >= 1 and {f} >= 1 or y >= 1 and {g} >= 1"
        );
        let at = format!("{x},{y};pass={p},other={q}");
        same((&take, &at, PRINTED), (&tuple, &format!("{x},{y},{p},{q}"), WITH_PASSES_EACH))?;
        let with_pass = format!(
            "position (x, y); \
             move (x - t, y) for t where 1 <= t <= min(x, {f}); \
             move (x, y - t) for t where 1 <= t <= min(y, {g}); \
             pass 2 each"
        );
        same((&take, &at, PRINTED), (&with_pass, &at, AS_HEAPS))?;
    }

    #[test]
    fn two_kinds(x in 0..6u32, y in 0..10u32) {
        let weight = "position (x, y); move (v, w) for v, w \
             where v <= x and w <= y and 2*v + w < 2*x + y and 2*(2*v + w) >= 2*x + y";
        let apart = "position (x, y); \
             move (x - t, y) for t where t > 0 and 4*t <= 2*x + y; \
             move (x - t, y - u) for u, t where 0 < u <= y and t <= x and 4*t + 2*u <= 2*x + y";
        let at = format!("{x},{y}");
        same(("two-kinds", &at, PRINTED), (weight, &at, PRINTED))?;
        same(("two-kinds", &at, PRINTED), (apart, &at, PRINTED))?;
    }

    #[test]
    fn euclid(a in 0..40u32, b in 0..40u32) {
        let remainders = "position (a, b); \
             move (v, b) for v where v < a and b >= 1 and v mod max(b, 1) = a mod max(b, 1); \
             move (a, v) for v where v < b and a >= 1 and (b - v) mod max(a, 1) = 0";
        let when = "position (a, b); \
             move (a - t*b, b) for t where 1 <= t <= floor(a/b) when b > 0; \
             move (a, b - t*a) for t where 1 <= t <= floor(b/a) when a > 0";
        let at = format!("{a},{b}");
        same(("euclid", &at, PRINTED), (remainders, &at, PRINTED))?;
        same(("euclid", &at, PRINTED), (when, &at, PRINTED))?;
    }

    #[test]
    fn chocolate(k in 1..5u32, y in 0..6u32, more in 0..9u32) {
        let z = k * y + more;
        let library = format!("chocolate(z -> floor(z/{k}))");
        let inline = format!(
            "position (y, z) where y <= floor(z/{k}); move (v, z) for v where v < y; \
             move (min(y, floor(w/{k})), w) for w where w < z"
        );
        let cases = format!(
            "position (a, z) where {k}*a <= z; move (a - t, z) for t where 0 < t <= a; \
             move (a, w) for w where {k}*a <= w < z; \
             move ((w - w mod {k})/{k}, w) for w where w < {k}*a"
        );
        let at = format!("{y},{z}");
        same((&library, &at, PRINTED), (&inline, &at, PRINTED))?;
        same((&library, &at, PRINTED), (&cases, &at, PRINTED))?;
    }
}

/// Sums that rise may end a search early; that changes no answer, whatever the terms depend on.
#[test]
fn sums_are_carried_on_without_changing_an_answer() {
    let moves = |text: &str| {
        let game = Game::parse(text).map_err(|errors| Some(errors.diagnostics()[0].code))?;
        let moves = Moves::new(&game, &Unwatched).first(&game.position("12").unwrap(), 20);
        moves.map(|moves| moves.len()).map_err(|stop| stop.diagnostic().map(|error| error.code))
    };
    let mut different = std::collections::HashSet::new();
    for term in [
        "1",
        "t",
        "max(0, 5 - n)",
        "max(0, 5 - t)",
        "abs(n - 4)",
        "3 - t",
        "2*t - n",
        "t mod 3",
        "floor(9/(6-t))",
    ] {
        for limit in ["0", "3", "7", "m"] {
            for search in [
                "count(n in 1..10 : A)",
                "(if exists n in 2..9 : A then 4 else 0)",
                "count(n in 1..9 : n > 3 and A)",
            ] {
                let condition = |sum: &str| format!("sum(t in 1..n : {term}){sum} <= {limit}");
                let game = |sum: &str| {
                    format!("take 1..{} from any", search.replace('A', &condition(sum)))
                };
                // With `+ 0` it is no sum whose end is looked for.
                let (early, plain) = (moves(&game("")), moves(&game(" + 0")));
                assert_eq!(early, plain, "{}", game(""));
                different.insert(format!("{early:?}"));
            }
        }
    }
    assert!(different.len() > 5);
}
