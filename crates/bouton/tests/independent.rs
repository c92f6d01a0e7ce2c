//! Independent heaps: the engine that knows single heaps only, compared with the definition at every position of a
//! box; and the games for which it must not be used.

use bouton::engine::{Definition, Engine, Heaps, Method, Outcome, Sequence, Solved, Values};
use bouton::job::{Budget, Ctx, Stop, Unwatched};
use bouton::solve::{Answer, Basis, Question, Solver, Way};
use bouton::{Game, Position};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{FileFailurePersistence, RngSeed};

use crate::random::{HEAP, number, splitting, sum};

const GRUNDY: Values = Values { grundy: true, length: false };

fn config(cases: u32) -> ProptestConfig {
    let file = FileFailurePersistence::Direct("proptest-regressions/independent.txt");
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1939),
        failure_persistence: Some(Box::new(file)),
        ..ProptestConfig::default()
    }
}

fn parse(text: &str) -> Game {
    Game::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// All positions of at most three heaps of at most `most` stones.
fn positions(game: &Game, most: u32) -> Vec<Position> {
    let mut all = Vec::new();
    for a in 0..=most {
        for b in a..=most {
            all.extend((b..=most).map(|c| game.at([a, b, c].map(Into::into)).unwrap()));
        }
    }
    all
}

/// A line that has no meaning at some heaps.
fn partial() -> impl Strategy<Value = String> {
    let n = || number(HEAP);
    let bound = prop_oneof![
        (n(), 2..4u32).prop_map(|(a, k)| format!("1..(m + {a})/{k}")),
        (n(), 1..7u32).prop_map(|(a, k)| format!("1..floor(({a})/(m - {k}))")),
        (1..4u32).prop_map(|k| format!("1..log2(m - {k})")),
        (1..7u32).prop_map(|k| format!("{{2, 6/(m - {k})}}")),
    ];
    let line = (bound, select(vec!["", " when m > 2", " when odd(m)", " when m mod 3 != 1"]));
    line.prop_map(|(bound, when)| format!("take {bound} from any{when}"))
}

/// The same answer in all that does not say how it is known.
fn same(game: &Game, a: &Answer, b: &Answer) -> Result<(), TestCaseError> {
    prop_assert_eq!(a.outcome, b.outcome, "{}", game);
    prop_assert_eq!(&a.grundy, &b.grundy);
    prop_assert_eq!(&a.winning, &b.winning);
    prop_assert_eq!(a.complete, b.complete);
    prop_assert_eq!(&a.answered, &b.answered);
    prop_assert_eq!(&a.moves, &b.moves);
    Ok(())
}

/// Compares the engines at every position of a box, with their answers, in two orders.
fn compare(game: &Game, most: u32) -> Result<(), TestCaseError> {
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let mut definition = Definition::new(game, GRUNDY, ctx).unwrap();
    let mut upwards = Heaps::new(game, GRUNDY, ctx).unwrap();
    let mut downwards = Heaps::new(game, GRUNDY, ctx).unwrap();
    let mut by_definition = Solver::new(game, Some(Way::Definition), ctx);
    let mut by_table = Solver::new(game, Some(Way::Table), ctx);
    let at = positions(game, most);
    for (i, position) in at.iter().enumerate() {
        let truth = definition.solve(position);
        let solved = upwards.solve(position);
        agree(game, position, &truth, &solved)?;
        let ask = Question { values: GRUNDY, moves: if i % 2 == 0 { usize::MAX } else { 2 } };
        match (by_definition.answer(position, ask), by_table.answer(position, ask)) {
            (Ok(a), Ok(b)) => {
                same(game, &a, &b)?;
                assert!(matches!(a.basis, Basis::Definition { .. }));
                assert!(matches!(b.basis, Basis::Heaps { .. }));
            }
            (a, b) => prop_assert!(a.is_err() && b.is_err(), "{game} at {position}"),
        }
    }
    for position in at.iter().rev() {
        agree(game, position, &definition.solve(position), &downwards.solve(position))?;
    }
    Ok(())
}

/// The same values, or both have none because the rules have no meaning somewhere.
fn agree(
    game: &Game,
    at: &Position,
    truth: &Result<Solved, Stop>,
    found: &Result<Solved, Stop>,
) -> Result<(), TestCaseError> {
    match (truth, found) {
        (Err(Stop::Undefined(_)), Err(Stop::Undefined(_))) => {}
        _ => prop_assert_eq!(truth, found, "{} at {}", game, at),
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(250))]

    #[test]
    fn the_definition_says_the_same(text in sum(), heaps in select(vec!["", "heaps 3; "])) {
        let game = parse(&format!("{heaps}{text}"));
        prop_assert_eq!(game.why_heaps_depend(), None, "{}", text);
        compare(&game, 6)?;
    }

    #[test]
    fn the_definition_says_the_same_of_splits(text in splitting()) {
        let game = parse(&text);
        prop_assert_eq!(game.why_heaps_depend(), None, "{}", text);
        compare(&game, 4)?;
    }

    #[test]
    fn errors_are_errors(text in sum(), partial in partial()) {
        compare(&parse(&format!("{text}; {partial}")), 5)?;
        compare(&parse(&partial), 5)?;
    }

    #[test]
    fn one_large_heap(text in sum(), heaps in proptest::collection::vec(1..90u32, 1..6)) {
        let game = parse(&text);
        let budget = Budget::default();
        let ctx = Ctx { budget: &budget, watch: &Unwatched };
        let mut definition = Definition::new(&game, GRUNDY, ctx).unwrap();
        let mut engine = Heaps::new(&game, GRUNDY, ctx).unwrap();
        for heap in heaps {
            let at = game.at([heap.into()]).unwrap();
            agree(&game, &at, &definition.solve(&at), &engine.solve(&at))?;
            // The definition also counts the empty heap.
            prop_assert!(definition.positions() <= engine.sizes() + 1);
            prop_assert!(engine.sizes() <= definition.positions());
        }
    }
}

#[test]
fn very_large_heaps() {
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    for (text, heaps) in [
        ("take {10^30, 2*10^30, 5*10^30} from any", ["10^33 + 7", "3*10^32", "10^30 - 1"]),
        ("take {2^63, 2^64 - 1, 2^65} from any", ["2^70", "2^69 + 2^64", "2^71 - 2^65"]),
        ("take ceil(m/2) from any; take ceil(m/3) from any", ["10^60", "2^200", "2^64"]),
        ("take 1..3 from any when m > 10^40; take m from any", ["10^40 + 100", "10^40", "5"]),
    ] {
        let game = parse(text);
        let mut definition = Definition::new(&game, GRUNDY, ctx).unwrap();
        let mut engine = Heaps::new(&game, GRUNDY, ctx).unwrap();
        let mut xor = 0;
        for heap in heaps {
            let at = game.position(heap).unwrap();
            let solved = definition.solve(&at).unwrap();
            assert_eq!(engine.solve(&at).unwrap(), solved, "{text} at {heap}");
            xor ^= solved.grundy.unwrap();
        }
        let all = engine.solve(&game.position(&heaps.join(", ")).unwrap()).unwrap();
        assert_eq!(all.grundy, Some(xor), "{text}");
        assert_eq!(all.outcome == Outcome::P, xor == 0);
    }
}

/// Large heaps are computed all together: in any order, with very large ones, and where some have no meaning.
#[test]
fn many_large_heaps() {
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    for text in ["halving", "take {1, 3, 4, 7, 11} from any"] {
        let game = parse(text);
        let mut engine = Heaps::new(&game, GRUNDY, ctx).unwrap();
        let grundy = |engine: &mut Heaps<'_>, heap: &str| {
            engine.solve(&game.position(heap).unwrap()).map(|solved| solved.grundy.unwrap())
        };
        let far = Sequence::of(&game, 900_000, ctx).unwrap().into_numbers();
        for heap in [900_000usize, 3, 10_000, 500_000, 899_999] {
            assert_eq!(grundy(&mut engine, &heap.to_string()), Ok(far[heap]), "{text}: {heap}");
        }
        if text == "halving" {
            assert!(matches!(grundy(&mut engine, "10^40"), Err(Stop::OverBudget { .. })));
            assert_eq!(grundy(&mut engine, "900000"), Ok(far[900_000]));
        }
    }
    let game = parse("take t from any where even(t); take 1..1/(m - 3) from any when m = 3");
    let mut engine = Heaps::new(&game, GRUNDY, ctx).unwrap();
    let solved = engine.solve(&game.position("6000").unwrap()).unwrap();
    assert_eq!(solved.outcome, Outcome::N);
    assert!(matches!(engine.solve(&game.position("6001").unwrap()), Err(Stop::Undefined(_))));
    drop(engine);
    assert_eq!(budget.used(), 0);
}

#[test]
fn a_heap_that_is_not_reached_may_have_no_meaning() {
    let game = parse("take 2 from any; take 1..1/(m - 3) from any when m = 3");
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let mut engine = Heaps::new(&game, GRUNDY, ctx).unwrap();
    let grundy = |engine: &mut Heaps<'_>, text: &str| {
        engine.solve(&game.position(text).unwrap()).map(|solved| solved.grundy.unwrap())
    };
    assert_eq!(grundy(&mut engine, "4,6"), Ok(1));
    for text in ["3", "5", "4,5", "4,7,8"] {
        assert!(matches!(grundy(&mut engine, text), Err(Stop::Undefined(_))), "{text}");
    }
    // What went wrong does not stay.
    assert_eq!(grundy(&mut engine, "4,6"), Ok(1));
}

#[test]
fn only_independent_heaps_are_taken_for_independent() {
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    for (text, why) in [
        ("take 1..3 from largest", "compares the heaps"),
        ("take 1..3 from smallest", "compares the heaps"),
        ("take 1..3 from any; take 1..m from largest", "from largest` compares the heaps"),
        ("take 1..total from any", "more than the chosen heap"),
        ("take 1..m from any when total > 3", "more than the chosen heap"),
        ("take t from any where t <= count", "more than the chosen heap"),
        ("take all but {largest - smallest} from any", "more than the chosen heap"),
        ("take 1..x[-1] from any", "more than the chosen heap"),
        ("take 1..xor(x) from any", "more than the chosen heap"),
        ("take 1..sum(h in x : h) from any", "more than the chosen heap"),
        ("nim; pass 1", "a pass"),
        ("nim; pass 0", "a pass"),
        ("take 1..turn from any", "`turn`"),
        ("take 1..2*last + 1 from any", "`last`"),
        ("nim; ending misere", "misère"),
        ("wythoff", "several heaps"),
        ("split any; heaps 5", "how many"),
        ("row; take 1..m from ends", "lie"),
        ("take 1..m from any where after: total != 3", "after the move"),
        ("euclid", "tuples"),
        ("position (x); move (x - t) for t where 1 <= t <= x", "tuples"),
    ] {
        let game = parse(text);
        let found = game.why_heaps_depend().unwrap_or_else(|| panic!("{text} is independent"));
        assert!(found.contains(why), "{text}: {found}");
        assert!(!game.heaps_are_independent());
        let outcome = Values::default();
        assert_eq!(Engine::new(&game, outcome, ctx).unwrap().method(), Method::Definition);
        let Err(Stop::Unknown(told)) = Heaps::new(&game, outcome, ctx) else {
            panic!("{text} is not refused");
        };
        assert!(told.contains(&found), "{text}: {told}");
    }
}

#[test]
fn independent_heaps_are_found() {
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    for text in [
        "nim",
        "halving",
        "bounded(3)",
        "subtraction({1, 3, 4})",
        "all-but({2, 5})",
        "maximum-nim(f(m) = floor(m/3) + 1)",
        "heaps 2; take 1..3 from any",
        "take t from any where gcd(t, m) = 1",
        "take 1..sum(i in 1..m : i mod 2) from any when exists n in 1..m : n^2 = m",
        "nim; ending normal",
    ] {
        let game = parse(text);
        assert_eq!(game.why_heaps_depend(), None, "{text}");
        assert_eq!(Engine::new(&game, GRUNDY, ctx).unwrap().method(), Method::Heaps);
        // How long a game lasts, only the definition knows.
        let length = Values { grundy: true, length: true };
        assert_eq!(Engine::new(&game, length, ctx).unwrap().method(), Method::Definition);
        assert!(matches!(Heaps::new(&game, length, ctx), Err(Stop::Unknown(_))));
    }
}
