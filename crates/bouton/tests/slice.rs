//! Pictures show what the definition says of each position.

use bouton::Game;
use bouton::engine::{Outcome, Values};
use bouton::game::library::GAMES;
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::solve::{Corner, Question, Slice, Solver, Way};

/// Compares a picture with the definition, from boxes of several sizes, and by theorems if there are some.
fn compare(text: &str, at: &str, size: u64, grundy: bool) {
    let game = Game::parse(text).unwrap();
    let slice = Slice::new(&game, at).unwrap();
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let mut judge = Solver::new(&game, Some(Way::Definition), ctx);
    let height = if slice.has_y() { size } else { 1 };
    let ask = Question { values: Values { grundy, length: false }, moves: 0 };
    let mut truth = Vec::new();
    for (x, y) in (0..size * height).map(|i| (i % size, i / size)) {
        truth.push(slice.position(x, y).map(|position| {
            let answer = judge.answer(&position, ask).unwrap();
            match (answer.grundy, answer.outcome) {
                (Some(number), _) => u64::try_from(&number).unwrap(),
                (None, Outcome::P) => 0,
                (None, Outcome::N) => 1,
            }
        }));
    }
    let mut solver = Solver::new(&game, None, ctx);
    for corner in
        [Corner::At(size - 1, height - 1), Corner::At(size + 9, size + 9), Corner::Theorem]
    {
        let cells = solver.cells(&slice, 0..size, 0..size, corner, grundy).unwrap();
        assert_eq!(cells, truth, "{text} at {at}, {corner:?}, Grundy numbers: {grundy}");
    }
    // A part of it, of which the box is known already.
    let part = solver.cells(&slice, 2..5, 0..1, Corner::At(size - 1, height - 1), grundy).unwrap();
    assert_eq!(part, truth[2..5], "{text} at {at}");
}

#[test]
fn pictures_of_games_of_the_library() {
    for entry in GAMES {
        let text = entry.example();
        let game = Game::parse(&text).unwrap();
        // The last two numbers of the example run, or its only one.
        let (numbers, counters) = entry.position.split_once(';').unwrap_or((entry.position, ""));
        let mut numbers: Vec<&str> = numbers.split(',').collect();
        let last = numbers.len() - 1;
        numbers[last] = "x";
        if last > 0 {
            numbers[last - 1] = "y";
        }
        let at = format!("{};{counters}", numbers.join(","));
        let at = at.trim_end_matches(';');
        let size = if numbers.len() > 3 { 6 } else { 9 };
        compare(&text, at, size, false);
        if game.ending() == bouton::lang::syntax::Ending::Normal {
            compare(&text, at, size, true);
        }
    }
}

#[test]
fn counters_run_too() {
    for (game, at) in [
        ("turn-dependent(k -> 2*k)", "x;turn=y"),
        ("turn-dependent(k -> 2*k)", "y;turn=x"),
        ("take 1..turn from any", "x,y,2;turn=2"),
        ("fibonacci", "x;last=y"),
        ("nim; pass 3", "x,5;pass=y"),
        ("nim; pass 2 each", "x,4;pass=y,other=1"),
        ("take 1..2*last + 1 from any", "y,x;last=2"),
        ("nim; pass 5", "4,4;pass=x"),
    ] {
        for grundy in [false, true] {
            compare(game, at, 7, grundy);
        }
    }
}

#[test]
fn rows_conditions_and_sums() {
    for (game, at) in [
        ("end-nim", "x,2,y"),
        ("circle; heaps 3; take 1..2 from any", "x,0,y"),
        (
            "position (a, b) where a <= b; move (a - t, b) for t where 1 <= t <= a; move (a, b - t) for t where 1 <= t and a <= b - t",
            "x,y",
        ),
        ("nim + wythoff", "x | y,3"),
        ("kayles + two-kinds; pass 1", "x,2 | 3,y;pass=1"),
    ] {
        compare(game, at, 8, false);
    }
}

#[test]
fn letters_stand_alone_and_once() {
    let game = Game::parse("nim; pass 1").unwrap();
    for wrong in
        ["3,4", "x,x", "y,3", "x+1,3", "x,y,x", "x,y;pass=y", "2*x", "x,y;turn=1", "x,,y", ""]
    {
        assert!(Slice::new(&game, wrong).is_err(), "{wrong}");
    }
    let two = Game::parse("two-kinds").unwrap();
    for wrong in ["x", "x,y,1"] {
        assert!(Slice::new(&two, wrong).is_err(), "{wrong}");
    }
}
