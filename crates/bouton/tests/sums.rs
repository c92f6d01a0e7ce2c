//! Sums of games: by the xor of their Grundy numbers, and by the definition over whole positions.

use std::collections::HashMap;

use bouton::engine::{Definition, Engine, Extent, Method, Values};
use bouton::game::Moves;
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::solve::{Basis, Question, Solver, Way, table};
use bouton::{Game, Position};
use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, RngSeed};

use crate::random;

const GRUNDY: Values = Values { grundy: true, length: false };

fn config(cases: u32) -> ProptestConfig {
    let file = FileFailurePersistence::Direct("proptest-regressions/sums.txt");
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1935),
        failure_persistence: Some(Box::new(file)),
        ..ProptestConfig::default()
    }
}

fn parse(text: &str) -> Game {
    Game::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// All positions with at most two heaps, or coordinates, of at most `most` in each game.
fn positions(game: &Game, most: u64) -> Vec<Position> {
    let extent = Extent { heaps: 0..=2, most: vec![most], counters: vec![] };
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    let mut all = Vec::new();
    table(game, &extent, Values::default(), ctx, &mut |position, _| {
        all.push(position.clone());
        std::ops::ControlFlow::Continue(())
    })
    .unwrap_or_else(|stop| panic!("{game}: {stop}"));
    all
}

/// The numbers, the winning moves and the answers are the same in both ways.
fn compare(text: &str, most: u64) {
    let game = parse(text);
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    let mut definition = Definition::new(&game, GRUNDY, ctx).unwrap();
    let mut sum = Engine::new(&game, GRUNDY, ctx).unwrap();
    assert_eq!(sum.method(), Method::Sum, "{text}");
    let mut by_definition = Solver::new(&game, Some(Way::Definition), ctx);
    let mut by_table = Solver::new(&game, Some(Way::Table), ctx);
    for position in positions(&game, most) {
        let (truth, found) = (definition.solve(&position), sum.solve(&position));
        assert_eq!(truth, found, "{text} at {position}");
        let ask = Question { values: GRUNDY, moves: usize::MAX };
        let a = by_definition.answer(&position, ask).unwrap();
        let b = by_table.answer(&position, ask).unwrap();
        assert_eq!((a.outcome, &a.grundy), (b.outcome, &b.grundy), "{text} at {position}");
        assert_eq!((&a.winning, a.complete), (&b.winning, b.complete), "{text} at {position}");
        assert_eq!(a.answered, b.answered, "{text} at {position}");
        assert!(matches!(b.basis, Basis::Sum { .. }));
        // What is printed is read again.
        assert_eq!(game.position(&position.to_string()).as_ref(), Ok(&position));
    }
}

#[test]
fn numbers_add() {
    for (text, most) in [
        ("nim + wythoff", 3),
        ("nim + nim + bounded(2)", 2),
        ("grundys-game + 'take {1, 3} from any'", 4),
        ("'row; take 1..m from ends' + euclid", 3),
        ("'take 1..m from each of 1..2 heaps' + 'take 1..m from largest; pass 1'", 2),
        ("'take 1..turn from any' + 'take 1..last + 1 from any'", 2),
        ("'nim; pass 1' + 'circle; heaps 3; take 1..m from some of 2 adjacent'", 2),
        ("'take 1..m-1 from any where after: distinct(x)' + octal(0.137)", 3),
    ] {
        compare(text, most);
    }
}

/// By theorems about their games, small sums have the same answers as by the definition.
#[test]
fn numbers_by_theorems_add() {
    for (text, most) in [
        ("nim + wythoff", 4),
        ("nim + nim + bounded(2)", 2),
        ("bounded-greedy(2) + 'take 1..m from any'", 4),
        ("moore(2) + 'split any into unequal'", 4),
        ("'nim; pass 1' + bounded(1)", 3),
    ] {
        let game = parse(text);
        let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
        let mut by_definition = Solver::new(&game, Some(Way::Definition), ctx);
        let mut solver = Solver::new(&game, None, ctx);
        let mut by_theorem = Solver::new(&game, Some(Way::Theorem), ctx);
        let mut told = 0;
        for position in positions(&game, most) {
            let ask = Question { values: GRUNDY, moves: usize::MAX };
            let a = by_definition.answer(&position, ask).unwrap();
            let b = solver.answer(&position, ask).unwrap();
            assert_eq!((a.outcome, &a.grundy), (b.outcome, &b.grundy), "{text} at {position}");
            assert_eq!((&a.winning, a.complete), (&b.winning, b.complete), "{text} at {position}");
            let value = solver.value(&position, true).unwrap();
            assert_eq!((a.outcome, a.grundy.clone()), value, "{text} at {position}");
            told += usize::from(matches!(b.basis, Basis::Games(_)));
            // Theorems alone may tell less, and nothing else.
            if let Ok(c) = by_theorem.answer(&position, ask) {
                assert_eq!((a.outcome, &a.grundy), (c.outcome, &c.grundy), "{text} at {position}");
                assert!(c.winning.iter().all(|m| a.winning.contains(m)), "{text} at {position}");
                assert!(!c.complete || a.winning == c.winning, "{text} at {position}");
            }
        }
        assert!(told > 0, "{text}");
    }
}

#[test]
fn huge_sums_by_theorems() {
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    for (text, at, grundy, winning) in [
        ("nim + nim", "10^30, 5 | 7", "1000000000000000000000000000002", &["2,5 | 7"][..]),
        ("nim + nim", "10^30 | 10^30", "0", &[]),
        (
            "nim + bounded(4)",
            "10^30 | 10^30 + 3",
            "1000000000000000000000000000003",
            &["3 | 1000000000000000000000000000003"],
        ),
        ("nim + wythoff", "10^20 | 1, 3", "100000000000000000004", &["4 | 1,3"]),
    ] {
        let game = parse(text);
        let position = game.position(at).unwrap();
        let ask = Question { values: GRUNDY, moves: 10 };
        let answer = Solver::new(&game, None, ctx).answer(&position, ask).unwrap();
        assert_eq!(answer.grundy.unwrap().to_string(), grundy, "{text} at {at}");
        let found: Vec<String> = answer.winning.iter().map(|m| m.to.to_string()).collect();
        assert_eq!(found, winning, "{text} at {at}");
        assert!(matches!(answer.basis, Basis::Games(_)));
    }
}

/// The games of a sum know the parameters of its heading.
#[test]
fn parameters_of_a_sum() {
    for (text, with, same) in [
        ("game g(k); nim + 'bounded(k)'", "k = 2", "nim + bounded(2)"),
        (
            "game g(k); bounded(k + 1) + 'take k from any'",
            "k = 1",
            "bounded(2) + 'take 1 from any'",
        ),
        ("game g(S); nim + subtraction(S)", "S = {1, 3}", "nim + subtraction({1, 3})"),
        (
            "game g(f); 'take 1..f(m) from any' + 'game h; nim'",
            "f = m -> ceil(m/2)",
            "halving + nim",
        ),
    ] {
        let game = Game::with(text, &[with]).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let same = parse(same);
        let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
        let mut engine = Engine::new(&game, GRUNDY, ctx).unwrap();
        let mut other = Engine::new(&same, GRUNDY, ctx).unwrap();
        for position in positions(&game, 4) {
            assert_eq!(engine.solve(&position), other.solve(&position), "{text} at {position}");
        }
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn numbers_of_random_games_add(a in random::sum(), b in random::splitting()) {
        compare(&format!("'{a}' + '{b}'"), 3);
    }
}

/// Whether a position of two games is P, by plain recursion over the moves of the games themselves.
fn is_p(
    games: &[&Game; 2],
    at: &[Position; 2],
    misere: bool,
    known: &mut HashMap<[Position; 2], bool>,
) -> bool {
    if let Some(&p) = known.get(at) {
        return p;
    }
    let mut options = Vec::new();
    for (i, game) in games.iter().enumerate() {
        for one in Moves::new(game, &Unwatched).first(&at[i], usize::MAX).unwrap() {
            let mut to = at.clone();
            to[i] = one.to;
            options.push(to);
        }
    }
    let any_p = options.iter().any(|to| is_p(games, to, misere, known));
    let p = if options.is_empty() { !misere } else { !any_p };
    known.insert(at.clone(), p);
    p
}

#[test]
fn both_endings_are_those_of_the_definition() {
    for (first, second) in [
        ("nim", "bounded(2)"),
        ("take {1, 4} from any", "split any into unequal"),
        ("row; take 1..m from ends", "nim; pass 1"),
        ("wythoff", "octal 0.77"),
    ] {
        let games = [&parse(first), &parse(second)];
        for misere in [false, true] {
            let ending = if misere { "; ending misere" } else { "" };
            let sum = parse(&format!("'{first}' + '{second}'{ending}"));
            let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
            let mut engine = Engine::new(&sum, Values::default(), ctx).unwrap();
            let mut known = HashMap::new();
            for position in positions(&sum, 3) {
                let at = [position.parts[0].clone(), position.parts[1].clone()];
                let p = is_p(&games, &at, misere, &mut known);
                let found = engine.solve(&position).unwrap().outcome.to_string();
                assert_eq!(found == "P", p, "{sum} at {position}");
            }
        }
    }
}

/// A pass of the whole sum, against the same passes given to a game of all the heaps.
#[test]
fn passes_of_the_whole_sum() {
    for pass in ["pass 1", "pass 2", "pass 1 each"] {
        let (sum, one) = (parse(&format!("nim + nim; {pass}")), parse(&format!("nim; {pass}")));
        let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
        let mut engine = Engine::new(&sum, GRUNDY, ctx).unwrap();
        let mut whole = Engine::new(&one, GRUNDY, ctx).unwrap();
        assert_eq!(engine.method(), Method::Definition);
        for position in positions(&sum, 2) {
            let heaps = position.parts.iter().flat_map(|part| part.heaps.clone());
            let together = one.at_counters(heaps, position.counters.clone()).unwrap();
            let found = engine.solve(&position).unwrap();
            assert_eq!(found, whole.solve(&together).unwrap(), "{sum} at {position}");
        }
    }
}

/// Games that are alike share what is computed; those of different kinds do not mix.
#[test]
fn many_games_are_one_of_each_kind() {
    let kinds = ["nim", "'take {1, 3} from any'", "bounded(3)", "'take 1..m from any'", "wythoff"];
    let each = 100;
    let text: Vec<&str> = kinds.iter().copied().cycle().take(each * kinds.len()).collect();
    let game = parse(&text.join(" + "));
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    let mut solver = Solver::new(&game, None, ctx);
    // Between the first and the last game of each kind there is an even number of equal ones, which cancel.
    let parts = |last: [&str; 5]| {
        let same = ["7", "5", "6", "2", "1,2"].repeat(each - 2);
        let first = ["0", "0", "0", "0", "0"];
        let all: Vec<&str> = first.into_iter().chain(same).chain(last).collect();
        game.position(&all.join(" | ")).unwrap()
    };
    for (last, number) in [
        (["0", "0", "0", "0", "0"], 0),
        (["9", "0", "0", "0", "0"], 9),
        (["0", "9", "0", "0", "0"], 1),
        (["0", "0", "9", "0", "0"], 1),
        (["0", "0", "0", "9", "0"], 9),
        (["1", "0", "2", "4", "0"], 7),
    ] {
        let position = parts(last);
        let (_, grundy) = solver.value(&position, true).unwrap();
        assert_eq!(grundy, Some(u32::into(number)), "{last:?}");
        let answer = solver.answer(&position, Question { values: GRUNDY, moves: 3 }).unwrap();
        assert_eq!(answer.winning.is_empty(), number == 0, "{last:?}");
        assert!(answer.winning.len() <= 3, "{last:?}");
        for winning in &answer.winning {
            let (_, after) = solver.value(&winning.to, true).unwrap();
            assert_eq!(after, Some(0u32.into()), "{last:?}: {}", winning.to);
        }
    }
}
