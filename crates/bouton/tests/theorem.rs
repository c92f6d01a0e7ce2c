//! Answers by theorem agree with the definition where both know, and reach further.

use bouton::Game;
use bouton::engine::Values;
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::solve::{Question, by_theorem, solve};

fn ctx(budget: &Budget) -> Ctx<'_> {
    Ctx { budget, watch: &Unwatched }
}

#[test]
fn theorems_agree_with_the_definition() {
    let budget = Budget::default();
    for (text, positions) in [
        ("nim", ["0", "1,2,3", "3,5,7"]),
        ("bounded(k=3)", ["4,8", "1,2,7", "5"]),
        ("greedy", ["3,3", "1,4,4", "2,5"]),
        ("bounded-greedy(3)", ["2,2,5,8,9", "1,1,2,5", "4,9"]),
        ("bounded-greedy(1)", ["2,2,2", "1,2", "0"]),
        ("nim; ending misere", ["0", "1,1,1", "2,3"]),
        ("halving", ["6", "3,7", "2,5,9"]),
        ("wythoff", ["3,5", "4,7", "6,9"]),
        ("two-kinds", ["5,3", "0,1", "4,4"]),
        ("euclid", ["3,5", "0,4", "6,6"]),
        ("nim; heaps 3", ["0", "1,2,3", "3,5,7"]),
        ("take 1..3 from largest", ["2,2,5,8,9", "1,1,2,5", "4,9"]),
        ("take t from any where 3*t <= m", ["6", "3,7", "2,5,9"]),
    ] {
        let game = Game::parse(text).unwrap();
        for typed in positions {
            let position = game.position(typed).unwrap();
            let ask = Question { values: Values::default(), moves: 1000 };
            let truth = solve(&game, &position, ask, ctx(&budget)).unwrap();
            let told = by_theorem(&game, &position, ask, ctx(&budget)).unwrap().expect("a theorem");
            assert_eq!(told.outcome, truth.outcome, "{text} at {typed} by {}", told.source);
            assert!(told.positions > 0);
            for found in &told.winning {
                assert!(truth.winning.contains(found), "{text} at {typed}: {found:?}");
            }
            if told.complete {
                assert_eq!(told.winning.len(), truth.winning.len(), "{text} at {typed}");
            }
        }
    }
}

#[test]
fn theorems_reach_heaps_of_any_size() {
    let budget = Budget::default();
    for (text, typed, outcome, winning) in [
        ("bounded-greedy(7)", "10^60, 10^60+3, 10^60+11", "P", None),
        ("bounded-greedy(10^20)", "10^60, 10^60+3, 10^60+11", "N", Some("10^60, 10^60+3, 10^60+3")),
        ("bounded-greedy(2)", "10^1000, 10^1000+1", "N", Some("10^1000, 10^1000")),
        ("two-kinds", "1073741820,5", "P", None),
        ("wythoff", "10^40, 10^40", "N", None),
    ] {
        let game = Game::parse(text).unwrap();
        let position = game.position(typed).unwrap();
        let told = by_theorem(&game, &position, Question::default(), ctx(&budget))
            .unwrap()
            .expect("a theorem");
        assert_eq!(told.outcome.to_string(), outcome, "{text} at {typed}");
        let found = told.winning.first().map(|found| found.to.clone());
        assert_eq!(found, winning.map(|to| game.position(to).unwrap()), "{text} at {typed}");
    }
    let game = Game::parse("halving").unwrap();
    let position = game.position("2^400 - 2").unwrap();
    let ask = Question { values: Values { grundy: true, length: false }, moves: 1 };
    let told = by_theorem(&game, &position, ask, ctx(&budget)).unwrap().expect("a theorem");
    assert_eq!(told.grundy, Some(0u8.into()));
}

#[test]
fn no_theorem_is_used_for_another_game() {
    let budget = Budget::default();
    for text in [
        "nim; pass 1",
        "bounded-greedy(3); ending misere",
        "take 1..3 from any when m > 2",
        "take 1..m + 0*turn from any",
    ] {
        let game = Game::parse(text).unwrap();
        let position = game.position("1,2").unwrap();
        assert!(
            by_theorem(&game, &position, Question::default(), ctx(&budget)).unwrap().is_none(),
            "{text}"
        );
    }
}
