//! Whole boxes that are computed at once have the values that the definition gives, cell by cell.

mod random;

use std::ops::ControlFlow;

use bouton::Game;
use bouton::engine::{Definition, Extent, Outcome, Solved, Values};
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::lang::syntax::Ending;
use bouton::solve::{self, table};
use proptest::prelude::*;
use random::{condition, number};

const POSITION: random::Words =
    &["m", "m", "total", "largest", "smallest", "count", "x[-1]", "x[-2]", "x[1]", "xor(x)"];

/// The table of a box and its summary are those of the definition.
fn compare(text: &str, heaps: usize, most: u64) {
    let game = Game::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let extent = Extent { heaps: 0..=heaps, most: vec![most], counters: vec![] };
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    for grundy in [false, true] {
        if grundy && game.ending() == Ending::Misere {
            continue;
        }
        let values = Values { grundy, length: false };
        let mut judge = Definition::new(&game, values, ctx).unwrap();
        let mut found: Vec<(bouton::Position, Solved)> = Vec::new();
        let shown = table(&game, &extent, values, ctx, &mut |position, solved| {
            found.push((position.clone(), solved));
            ControlFlow::Continue(())
        });
        let Ok(shown) = shown else { return };
        let (mut p, mut max_grundy) = (0, grundy.then_some(0));
        for (position, solved) in &found {
            let truth = judge.solve(position).unwrap();
            assert_eq!(*solved, truth, "{text} at {position}");
            p += u64::from(truth.outcome == Outcome::P);
            max_grundy = max_grundy.max(truth.grundy);
        }
        let summary = solve::summary(&game, &extent, values, ctx).unwrap();
        assert_eq!((shown.positions, shown.p), (found.len() as u64, p), "{text}");
        assert_eq!((summary.positions, summary.p), (found.len() as u64, p), "{text}");
        assert_eq!((shown.max_grundy, summary.max_grundy), (max_grundy, max_grundy), "{text}");
        // The positions below one, computed at once or not.
        if let Some((corner, _)) = found.last() {
            let ask = solve::Question { values, moves: 3 };
            let answer = solve::solve(&game, corner, ask, ctx).unwrap();
            assert_eq!(answer.outcome, judge.solve(corner).unwrap().outcome, "{text} at {corner}");
        }
    }
    drop(game);
    assert_eq!(budget.used(), 0);
}

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
            compare(text, heaps, most);
        }
    }
}

/// Rules that take from one heap, in which bounds are of any kind.
fn rules() -> BoxedStrategy<String> {
    let from = || prop_oneof![3 => Just("any"), 1 => Just("largest"), 1 => Just("smallest")];
    let alone =
        (number(random::HEAP), from()).prop_map(|(a, from)| format!("take 1..{a} from {from}"));
    let whole = (number(POSITION), from()).prop_map(|(a, from)| format!("take 1..{a} from {from}"));
    let when = (number(POSITION), from(), condition(POSITION))
        .prop_map(|(a, from, c)| format!("take 1..{a} from {from} when {c}"));
    let range = (number(random::HEAP), number(random::HEAP), from())
        .prop_map(|(a, b, from)| format!("take {a}..{b} from {from}"));
    let set = (1..5u32, 1..9u32, from())
        .prop_map(|(a, b, from)| format!("take {{{a}, {b}}} from {from}"));
    let rule = prop_oneof![3 => alone, 3 => whole, 1 => when, 1 => range, 1 => set];
    let pass = prop_oneof![3 => Just(""), 1 => Just("; pass 1"), 1 => Just("; pass 2")];
    let ending = prop_oneof![3 => Just(""), 1 => Just("; ending misere")];
    (proptest::collection::vec(rule, 1..3), pass, ending)
        .prop_map(|(rules, pass, ending)| format!("{}{pass}{ending}", rules.join("; ")))
        .boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_of_lines(text in rules(), heaps in 0..4usize, most in 0..12u64) {
        compare(&text, heaps, most);
    }
}

/// One large heap among small ones: a box with as many places as there are heaps, not of multisets.
#[test]
fn boxes_below_a_position() {
    for text in [
        "nim; pass 1",
        "nim; ending misere",
        "take 1..min(m, floor(total/3)+1) from any",
        "take 1..min(m, floor(total/3)+1) from any; ending misere; pass 1",
        "take 1..3 from largest; pass 1",
        "take 1..count + smallest from any",
        "take 1..count + m mod 3 from largest; take 1..2 from smallest",
        "take {1, 3, 7} from any; pass 1",
    ] {
        let game = Game::parse(text).unwrap();
        let position = game.position("2, 3, 420").unwrap();
        let budget = Budget::default();
        let ctx = Ctx { budget: &budget, watch: &Unwatched };
        for grundy in [false, game.ending() == Ending::Normal] {
            let ask = solve::Question { values: Values { grundy, length: false }, moves: 100 };
            let answer = |way| solve::Solver::new(&game, way, ctx).answer(&position, ask).unwrap();
            let (fast, exact) = (answer(None), answer(Some(solve::Way::Definition)));
            assert_eq!((fast.outcome, fast.grundy), (exact.outcome, exact.grundy), "{text}");
            assert_eq!((fast.winning, fast.answered), (exact.winning, exact.answered), "{text}");
        }
    }
}
