//! Splits, codes, conditions on where a move leads, and passes for each player, exactly.

use super::{
    all_refused, assert_moves, code, failure, game, grundy, not_typed, outcome, refused, takes,
    targets, try_moves, typed,
};
use bouton::engine::Outcome;
use bouton::game::Moves;
use bouton::job::Unwatched;
use bouton::lang::Code;

#[test]
fn splits() {
    // Two non-empty parts.
    assert_moves("split any", "5", "1,4 2,3");
    assert_moves("split any", "2", "1,1");
    assert_eq!(targets("split any", "1"), "");
    assert_eq!(targets("split any", "0"), "");
    assert_moves("split any", "2,3", "1,1,3 1,2,2");
    assert_eq!(takes("split any", "4"), "0/4:[1, 3] 0/4:[2, 2]");
    // Equal and unequal ones.
    assert_moves("split any into unequal", "4", "1,3");
    assert_moves("split any into unequal", "5", "1,4 2,3");
    assert_eq!(targets("split any into unequal", "2"), "");
    assert_moves("split any into equal", "4", "2,2");
    assert_eq!(targets("split any into equal", "5"), "");
    assert_moves("split any into 3", "5", "1,1,3 1,2,2");
    assert_moves("split any into 3 unequal parts", "7", "1,2,4");
    assert_eq!(targets("split any into 3 unequal", "5"), "");
    assert_moves("split any into 2..m equal", "6", "3,3 2,2,2 1,1,1,1,1,1");
    assert_moves("split any into 2..3", "4", "1,3 2,2 1,1,2");
    assert_moves("split any into {2, 4}", "4", "1,3 2,2 1,1,1,1");
    assert_eq!(targets("split any into 3..2", "4"), "");
    assert_eq!(targets("split any into 0..1", "4"), "");
    assert_eq!(targets("split any into -1", "4"), "");
    assert_eq!(targets("split any into {}", "4"), "");
    assert_eq!(targets("split any into 5", "4"), "");
    // With names for the parts.
    assert_moves("split any into a, b where a = 2*b", "6", "2,4");
    assert_moves("split any into a, b where a + 3 < b", "6,6", "1,5,6");
    assert_moves("split any into a, b, c where a = b + c", "6", "1,2,3");
    assert_moves("split any into a, b", "4", "1,3 2,2");
    assert_eq!(targets("split any into a, b where a = 0", "4"), "");
    assert_moves("split any into a, b where a*b = m", "4", "2,2");
    // Which heap, and when.
    assert_moves("split largest", "2,4,4", "1,3,2,4 2,2,2,4");
    assert_moves("split smallest", "2,4", "1,1,4");
    assert_moves("split any when m > 2", "2,3", "1,2,2");
    assert_moves("split any when count = 1", "3", "1,2");
    assert_eq!(targets("split any when count = 1", "3,3"), "");
    // In a row the parts stand in place, in any order.
    assert_moves("row; split any", "2,3", "1,1,3 2,1,2 2,2,1");
    assert_moves("row; split any into unequal", "3,2", "1,2,2 2,1,2");
    assert_moves("row; split any into 3 unequal", "6", "1,2,3 1,3,2 2,1,3 2,3,1 3,1,2 3,2,1");
    assert_moves("row; split any into a, b where a < b", "4,3", "1,3,3 4,1,2");
    assert_eq!(refused("row fixed; split any"), Code::Together);
    assert_eq!(refused("circle; split any"), Code::Together);
    // Grundy's game and Lasker's Nim.
    let grundys = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1];
    for (m, &number) in grundys.iter().enumerate() {
        assert_eq!(grundy("split any into unequal", &m.to_string()), number, "{m}");
    }
    let laskers = [0, 1, 2, 4, 3, 5, 6, 8, 7];
    for (m, &number) in laskers.iter().enumerate() {
        assert_eq!(grundy("take 1..m from any; split any", &m.to_string()), number, "{m}");
    }
    assert_eq!(outcome("split any; ending misere", "2"), Outcome::P);
    assert_eq!(outcome("split any; ending misere", "3"), Outcome::N);
}

#[test]
fn takes_and_then_splits() {
    // The split is obligatory.
    assert_moves("take 1..2 from any then split", "4", "1,2 1,1");
    assert_eq!(targets("take 1..2 from any then split", "2"), "");
    assert_eq!(targets("take 0 from any then split", "4"), "");
    assert_eq!(takes("take 1 from any then split", "4,4"), "1/4:[1, 2]");
    assert_moves("take t from any then split where odd(t)", "5", "1,3 2,2 1,1");
    assert_moves("take t from any then split into a, b where a = b and t = a", "6", "2,2");
    assert_moves("take 1..m from any then split into a, b where a = b + 1", "5", "1,2");
    assert_moves("take 1 from largest then split into equal", "3,5", "3,2,2");
    assert_moves("take 1 from any then split into 3 equal", "4,7", "1,1,1,7 4,2,2,2");
    assert_moves("take 2 from any then split when m > 4", "4,5", "4,1,2");
    assert_moves("row; take 1 from ends then split", "4,4,4", "1,2,4,4 2,1,4,4 4,4,1,2 4,4,2,1");
    // The parts are of what is left.
    assert_moves("take 1 from any then split into 2..m equal", "7", "3,3 2,2,2 1,1,1,1,1,1");
    let named = "game mine(k)\n  take k from any then split into a, b where a < b";
    let read = bouton::Game::with(named, &["k = 2"]).expect("a game");
    let moves = Moves::new(&read, &Unwatched).first(&read.position("5").expect("5"), 9);
    assert_eq!(moves.expect("moves").len(), 1);
    assert_eq!(refused("take 1 from each of 2 heaps then split"), Code::Together);
    assert_eq!(refused("take the same 1 from any then split"), Code::Together);
}

#[test]
fn splits_in_games_with_few_heaps() {
    assert_moves("heaps 2; split any", "4", "1,3 2,2");
    assert_eq!(failure("heaps 2; split any", "3,1"), Code::LeavesGame);
    assert_eq!(failure("heaps 2; take 1 from any; split any when m > 3", "4,1"), Code::LeavesGame);
    let stop = try_moves("heaps 2; split any", "2,2").expect_err("too many heaps");
    assert_eq!(code(&stop), Code::LeavesGame);
    assert_moves("heaps 2; take 1 from any; split any where after: count <= 2", "2,1", "1,1 2");
    assert_moves("heaps 2; take 1 from any; split any when count < 2", "2,1", "1,1 2");
}

#[test]
fn counters_with_splits() {
    // `last` is the stones of the take; a split without one leaves it as it is; each is a turn.
    let split = "take 1 from any when last < 9; split any";
    assert_moves(split, "3;last=5", "2;last=1 1,2;last=5");
    assert_moves(
        "take 1..2 from any then split when last < 9",
        "4;last=5",
        "1,2;last=1 1,1;last=2",
    );
    assert_moves("split any when turn < 3", "3;turn=2", "1,2;turn=3");
    assert_eq!(targets("split any when turn < 3", "3;turn=3"), "");
    assert_moves("octal 0.07; pass 1", "4", "2;pass=1 1,1;pass=1 4;pass=0");
    assert_eq!(targets("split any; pass 1", "1"), "");
    assert_moves("split any; pass 1", "2", "1,1;pass=1 2;pass=0");
}

#[test]
fn codes() {
    // 1, 2 and 4: exactly none, one, two non-empty heaps are left.
    assert_eq!(targets("octal 0.1", "1"), "0");
    assert_eq!(targets("octal 0.1", "2"), "");
    assert_eq!(targets("octal 0.2", "1"), "");
    assert_eq!(targets("octal 0.2", "2"), "1");
    assert_eq!(targets("octal 0.4", "2"), "");
    assert_moves("octal 0.4", "5", "1,3 2,2");
    assert_moves("octal 0.3", "1,3", "3 1,2");
    assert_moves("octal 0.7", "4", "3 1,2");
    assert_moves("octal 0.07", "4", "2 1,1");
    assert_moves("octal 0.07", "2", "0");
    assert_eq!(targets("octal 0.0", "5"), "");
    assert_eq!(targets("octal 0.", "5"), "");
    assert_moves("octal 0.137", "3", "1 0");
    assert_moves("octal 0.137", "5", "3 2 1,1");
    // Without taking.
    assert_moves("octal 4.1", "1,4", "4 1,1,3 1,2,2");
    assert_moves("octal 4.", "3", "1,2");
    // What repeats.
    assert_eq!(takes("octal 0.(3)", "3"), "1/3 2/3 3/3");
    assert_moves("octal 0.0(70)", "6", "4 1,3 2,2 2 1,1 0");
    assert_moves("octal 0.(07)", "6", "4 1,3 2,2 2 1,1 0");
    assert_moves("octal 0.3(0)", "6", "5");
    assert_moves("octal 0.(10)", "5,6", "6");
    assert_moves("octal 0.(2)", "3", "2 1");
    // Hexadecimal: 8 leaves three.
    assert_moves("hexadecimal 0.8", "4,6", "1,1,1,6 4,1,1,3 4,1,2,2");
    assert_moves("hexadecimal 0.F", "4", "3 1,2 1,1,1");
    assert_eq!(targets("hexadecimal 0.F", "1"), "0");
    assert_moves("hexadecimal 0.f", "4", "3 1,2 1,1,1");
    assert_moves("hexadecimal 8.", "4", "1,1,2");
    assert_moves("hexadecimal C.", "4", "1,3 2,2 1,1,2");
    assert_moves("hexadecimal 0.0(9)", "5", "0 1,1,1");
    // In a row the parts stand in place.
    assert_moves("row; octal 0.7", "4,1", "3,1 1,2,1 2,1,1 4");
    // With other lines, counters and heaps that are few.
    assert_moves("octal 0.1; take 3 from any", "1,3", "3 1");
    assert_eq!(failure("heaps 1; octal 0.4", "3"), Code::LeavesGame);
    assert_eq!(outcome("octal 0.3; ending misere", "1"), Outcome::P);
    // Kayles and Dawson's chess.
    for (m, &number) in [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6].iter().enumerate() {
        assert_eq!(grundy("octal 0.77", &m.to_string()), number, "{m}");
    }
    for (m, &number) in [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2].iter().enumerate() {
        assert_eq!(grundy("octal 0.137", &m.to_string()), number, "{m}");
    }
    for wrong in ["0.18", "2.1", "0.1()", "0.(3", "0.(3)1", "1.3", "0.8", "0.1.1", "12.3"] {
        assert_eq!(refused(&format!("octal {wrong}")), Code::Domain, "{wrong}");
    }
    for wrong in ["0.1G", "2.1", "D.1", "0.()"] {
        assert_eq!(refused(&format!("hexadecimal {wrong}")), Code::Domain, "{wrong}");
    }
    assert_eq!(all_refused("octal 137"), [Code::Expected]);
    assert_eq!(refused("octal x"), Code::ParameterKind);
    assert_eq!(refused("circle; octal 0.7"), Code::Together);
    assert_eq!(refused("row fixed; octal 0.3"), Code::Together);
}

#[test]
fn where_after() {
    // Welter's game: no two heaps are equal.
    let welter = "row fixed; heaps 2; take 1..m from any where after: x[1] != x[2]";
    assert_moves(welter, "1,2", "0,2 1,0");
    assert_moves("take 1..m from any where after: odd(total)", "4", "3 1");
    assert_moves("take 1..m from any where after: odd(total) when m > 2", "2,3", "2,1");
    assert_eq!(targets("take 1..m from any where after: false", "4"), "");
    assert_moves("take t from any where t < 3 where after: largest < 4", "5,3", "3,3");
    assert_moves("take 1 from each of 1..2 heaps where after: count = 1", "1,1", "1");
    assert_moves("split any where after: smallest > 1", "5", "2,3");
    assert_moves("take 1 from any then split where after: largest = 2", "5", "2,2");
    assert_moves(
        "position (x, y); move (x - t, y) for t where t >= 1 and t <= x where after: x < y",
        "3,2",
        "1,2 0,2",
    );
    // It is looked at where the move leads: with its counters.
    assert_moves("take 1..m from any where after: last = 2", "3", "1;last=2");
    assert_moves("take 1..m from any where after: turn = 3", "1;turn=2", "0;turn=3");
    assert_eq!(targets("take 1..m from any where after: turn = 3", "1;turn=1"), "");
    assert_moves("take 1 from any where after: passes = 1; pass 1", "1", "0;pass=1 1;pass=0");
    // An error there is an error.
    assert_eq!(failure("take 1 from any where after: 6/total > 1", "1"), Code::DivisionByZero);
    // There is no chosen heap after the move.
    assert_eq!(refused("take 1..m from any where after: m > 1"), Code::WordNotHere);
    assert_eq!(refused("take t from any where t < 3 where after: t > 1"), Code::UnknownName);
    assert_eq!(refused("take 1 from any where after: total"), Code::WrongType);
    assert_eq!(outcome("take 1 from any where after: total > 0", "1"), Outcome::P);
    assert_eq!(outcome("take 1 from any where after: total > 0; ending misere", "1"), Outcome::N);
}

#[test]
fn passes_for_each_player() {
    // The passes of the player whose turn it is, and of the other; after every move they change places.
    let each = "nim; pass 1 each";
    assert_eq!(typed(each, "3"), "3;pass=1,other=1");
    assert_eq!(typed(each, "3;other=0"), "3;pass=1,other=0");
    assert_moves(each, "1;pass=1,other=0", "0;pass=0,other=1 1;pass=0,other=0");
    assert_moves(each, "1;pass=0,other=1", "0;pass=1,other=0");
    assert_moves("nim; pass 2 each", "1;pass=2,other=1", "0;pass=1,other=2 1;pass=1,other=1");
    assert_eq!(targets(each, "0"), "");
    assert_moves("nim; pass 0 each", "1", "0;pass=0,other=0");
    assert_moves("nim; pass 1 each when total > 1", "1", "0;pass=1,other=1");
    // `passes` are those of the player whose turn it is.
    let own = "take 1..passes + 1 from any; pass 1 each";
    assert_moves(own, "3;pass=0,other=1", "2;pass=1,other=0");
    assert_moves(own, "3;pass=1,other=0", "2;pass=0,other=1 1;pass=0,other=1 3;pass=0,other=0");
    // Every move changes their places: takes, splits, steps; a pass is a turn.
    assert_moves("split any; pass 1 each", "2;pass=0", "1,1;pass=1,other=0");
    assert_moves("position (x); move (x - 1); pass 1 each", "1;pass=0", "0;pass=1,other=0");
    assert_moves("take 1 from each of 2 heaps; pass 1 each", "1,1;pass=0", "0;pass=1,other=0");
    assert_moves(
        "take 1..turn from any; pass 1 each",
        "1;turn=2,other=0",
        "0;turn=3,pass=0,other=1 1;turn=3,pass=0,other=0",
    );
    // Both have one: the second answers a pass by a pass.
    assert_eq!(outcome(each, "2,2"), Outcome::P);
    assert_eq!(outcome(each, "2,2;other=0"), Outcome::N);
    assert_eq!(outcome(each, "2,2;pass=0"), Outcome::P);
    assert_eq!(outcome(&format!("{each}; ending misere"), "1;pass=0,other=0"), Outcome::P);
    assert_eq!(not_typed(each, "3;pass=2"), Code::Counter);
    assert_eq!(not_typed(each, "3;other=2"), Code::Counter);
    assert_eq!(not_typed("nim; pass 1", "3;other=1"), Code::Counter);
    assert!(game(each).at_counters([1u8.into()], game("nim; pass 1").start()).is_err());
}
