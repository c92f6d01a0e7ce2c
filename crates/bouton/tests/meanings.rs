//! What the words mean, exactly: one test for each of the promises of the language, in `meanings/` those of several heaps,
//! rows, splits and codes.

mod orders;
mod several;
mod splits;
mod words;

use bouton::engine::{Outcome, Values};
use bouton::game::{How, Move, Moves, check};
use bouton::job::{Budget, Ctx, Stop, Unwatched};
use bouton::lang::Code;
use bouton::solve::{Answer, Question, solve};
use bouton::{Game, Position};

fn game(text: &str) -> Game {
    Game::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"))
}

fn at(game: &Game, position: &str) -> Position {
    game.position(position).unwrap_or_else(|error| panic!("{game} at {position}: {error}"))
}

/// How a position is printed after it was typed.
fn typed(text: &str, position: &str) -> String {
    let game = game(text);
    at(&game, position).to_string()
}

fn try_moves(text: &str, position: &str) -> Result<Vec<Move>, Stop> {
    let game = game(text);
    Moves::new(&game, &Unwatched).first(&at(&game, position), 10_000)
}

fn all_moves(text: &str, position: &str) -> Vec<Move> {
    try_moves(text, position).unwrap_or_else(|stop| panic!("{text} at {position}: {stop}"))
}

/// Where the moves lead, with a blank between two.
fn targets(text: &str, position: &str) -> String {
    let moves = all_moves(text, position);
    moves.iter().map(|m| m.to.to_string()).collect::<Vec<_>>().join(" ")
}

/// The moves lead to these positions and no others, each once; in any order, with a blank between two.
fn assert_moves(text: &str, position: &str, expected: &str) {
    let read = game(text);
    let mut found: Vec<String> =
        all_moves(text, position).iter().map(|m| m.to.to_string()).collect();
    let mut wanted: Vec<String> =
        expected.split_whitespace().map(|typed| at(&read, typed).to_string()).collect();
    found.sort();
    wanted.sort();
    wanted.dedup();
    assert_eq!(found, wanted, "{text} at {position}");
}

/// The takes as `stones/heap`, with a blank between two.
fn takes(text: &str, position: &str) -> String {
    let take = |m: Move| match m.how {
        How::Take(taken) => format!("{}/{}", taken.stones, taken.heap),
        How::Several(taken) => {
            let each: Vec<String> =
                taken.iter().map(|taken| format!("{}/{}", taken.stones, taken.heap)).collect();
            each.join("+")
        }
        How::Split(taken, parts) => format!("{}/{}:{parts:?}", taken.stones, taken.heap),
        How::Pass => "pass".to_string(),
        How::In(i, _) => format!("in {i}"),
        How::Step => "step".to_string(),
    };
    all_moves(text, position).into_iter().map(take).collect::<Vec<_>>().join(" ")
}

fn ask(text: &str, position: &str, grundy: bool) -> Result<Answer, Stop> {
    let game = game(text);
    let position = at(&game, position);
    let question = Question { values: Values { grundy, length: false }, moves: 100 };
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    solve(&game, &position, question, ctx)
}

fn outcome(text: &str, position: &str) -> Outcome {
    let answer = ask(text, position, false);
    answer.unwrap_or_else(|stop| panic!("{text} at {position}: {stop}")).outcome
}

fn grundy(text: &str, position: &str) -> u32 {
    let answer = ask(text, position, true);
    let answer = answer.unwrap_or_else(|stop| panic!("{text} at {position}: {stop}"));
    let number = answer.grundy.expect("it was asked for");
    number.try_into().expect("a small number")
}

fn code(stop: &Stop) -> Code {
    stop.diagnostic().expect("an error").code
}

/// The error of the whole answer.
fn failure(text: &str, position: &str) -> Code {
    code(&ask(text, position, false).expect_err("an error"))
}

/// The first error of a text that cannot be read.
fn refused(text: &str) -> Code {
    Game::parse(text).expect_err(text).code().expect("a code")
}

/// All errors of a text that cannot be read.
fn all_refused(text: &str) -> Vec<Code> {
    Game::parse(text).expect_err(text).diagnostics().iter().map(|error| error.code).collect()
}

/// The error of a position that cannot be typed.
fn not_typed(text: &str, position: &str) -> Code {
    game(text).position(position).expect_err(position).code().expect("a code")
}

/// The value of an expression of at least 1, in which `m` is 10^100.
fn value(expr: &str) -> String {
    let takes = takes(&format!("take {{{expr}}} from any"), "10^100");
    takes.split('/').next().unwrap_or_default().to_string()
}

#[test]
fn meaning_1_numbers() {
    // Integers without a bound on their size, exactly.
    assert_eq!(value("2^200 - 2^200 + 1"), "1");
    assert_eq!(value("10^60 + 3"), format!("1{}3", "0".repeat(59)));
    assert_eq!(value("(10^99 + 1)*(10^99 - 1) - 10^198 + 2"), "1");
    // `/` is an exact fraction.
    assert_eq!(value("1/3 + 1/6 + 1/2"), "1");
    assert_eq!(value("49*(1/49)"), "1");
    assert_eq!(value("m/10^99"), "10");
    assert_eq!(value("2^-1 + 2^(-1)"), "1");
    // What bounds a take is an integer again, or it is an error.
    assert_eq!(refused("take 1..3/2 from any"), Code::Fraction);
    assert_eq!(refused("take {1, 7/2} from any"), Code::Fraction);
    assert_eq!(refused("bounded(5/2)"), Code::Fraction);
    assert_eq!(takes("take 1..m/2 from any", "4"), "1/4 2/4");
    assert_eq!(failure("take 1..m/2 from any", "5"), Code::Fraction);
    assert_eq!(failure("take m/2..3 from any", "5"), Code::Fraction);
    assert_eq!(failure("take all but {m/2} from any", "5"), Code::Fraction);
    assert_eq!(takes("take 1..ceil(m/2) from any", "5"), "1/5 2/5 3/5");
    assert_eq!(takes("take 1..floor(m/2) from any", "5"), "1/5 2/5");
    // A fraction is fine where nothing is bounded by it.
    assert_eq!(takes("take t from any where t <= m/2", "5"), "1/5 2/5");
    assert_eq!(takes("take 1 from any when m/2 > 1", "3"), "1/3");
    // `floor` and `ceil` go down and up also below zero.
    assert_eq!(value("floor(-7/2) + 5"), "1");
    assert_eq!(value("ceil(-7/2) + 5"), "2");
    assert_eq!(value("floor(7) + ceil(-7) + 1"), "1");
    // `iff` holds if both sides do, or neither does, and binds looser than `or`.
    for (a, b, same) in [(1, 1, "1"), (1, 0, "2"), (0, 1, "2"), (0, 0, "1")] {
        assert_eq!(value(&format!("if {a} = 1 iff {b} = 1 then 1 else 2")), same);
        assert_eq!(value(&format!("if {a} = 1 ⇔ {b} = 1 then 1 else 2")), same);
    }
    assert_eq!(value("if true or true iff false then 1 else 2"), "2");
    assert_eq!(value("if true or (true iff false) then 1 else 2"), "1");
    assert_eq!(value("if (true iff false) iff false then 1 else 2"), "1");
    assert_eq!(refused("take 1 from any when m = 1 iff m = 2 iff m = 3"), Code::Expected);
    assert_eq!(refused("take 1 from any when m iff m = 2"), Code::WrongType);
    // The signs of papers.
    assert_eq!(value("6 ⊕ 3"), "5");
    assert_eq!(value("if ¬ 1 ≠ 1 ∧ (2 ≤ 1 ∨ 2 ≥ 1) then 1 else 2"), "1");
    // `mod` floors.
    assert_eq!(value("-1 mod 4"), "3");
    assert_eq!(value("mod(-1, 4)"), "3");
    assert_eq!(value("-8 mod 4 + 1"), "1");
    assert_eq!(value("7 mod 4"), "3");
    assert_eq!(value("7 mod -4 + 2"), "1");
    assert_eq!(value("-7 mod -4 + 4"), "1");
    assert_eq!(failure("take 1..m mod (m - 2) from any", "2"), Code::DivisionByZero);
    // `log2` and `isqrt` are floors.
    assert_eq!(value("log2(1) + 1"), "1");
    assert_eq!(value("log2(1023)"), "9");
    assert_eq!(value("log2(1024)"), "10");
    assert_eq!(value("log2(10^100)"), "332");
    assert_eq!(value("isqrt(24)"), "4");
    assert_eq!(value("isqrt(25)"), "5");
    assert_eq!(value("isqrt(m + 1)"), format!("1{}", "0".repeat(50)));
    assert_eq!(refused("take 1..log2(0) from any"), Code::Domain);
    assert_eq!(refused("take 1..isqrt(-1) from any"), Code::Domain);
    // The branch that is not taken is not evaluated.
    assert_eq!(value("if m > 0 then 5 else 1/0"), "5");
    assert_eq!(value("if m = 0 then floor(1/(m - m)) else 6"), "6");
    assert_eq!(value("if false then log2(0) else 7"), "7");
    assert_eq!(takes("take 1..if m = 2 then 1 else floor(6/(m - 2)) from any", "2"), "1/2");
    assert_eq!(
        failure("take 1..if m > 2 then 1 else floor(6/(m - 2)) from any", "2"),
        Code::DivisionByZero
    );
}

#[test]
fn meaning_2_takes() {
    // The integers that are in A and in 1..m.
    assert_eq!(takes("take 1..5 from any", "3"), "1/3 2/3 3/3");
    assert_eq!(takes("take -5..2 from any", "3"), "1/3 2/3");
    assert_eq!(takes("take {4, 2, -1, 0, 2, 99} from any", "5"), "2/5 4/5");
    assert_eq!(takes("take {1..2, 4, 2..3} from any", "5"), "1/5 2/5 3/5 4/5");
    assert_eq!(takes("take {} from any", "5"), "");
    assert_eq!(takes("take all but {2, 5} from any", "6"), "1/6 3/6 4/6 6/6");
    assert_eq!(takes("take all but 1..m - 1 from any", "4"), "4/4");
    assert_eq!(takes("take all but {} from any", "2"), "1/2 2/2");
    assert_eq!(takes("take t from any where t >= 0", "2"), "1/2 2/2");
    assert_eq!(takes("take t from any where isqrt(t)^2 = t", "10"), "1/10 4/10 9/10");
    // `a..b` includes both ends and is empty when b < a.
    assert_eq!(takes("take 2..3 from any", "9"), "2/9 3/9");
    assert_eq!(takes("take 3..3 from any", "9"), "3/9");
    assert_eq!(takes("take 3..2 from any", "9"), "");
    assert_eq!(takes("take 1..-7 from any", "9"), "");
    assert_eq!(takes("take 1..m - 10 from any", "9"), "");
    assert_eq!(takes("take all but 3..1 from any", "2"), "1/2 2/2");
    // `0..k` is never a pass.
    assert_eq!(targets("take 0..2 from any", "2"), "1 0");
    assert_eq!(targets("take 0 from any", "2"), "");
    assert_eq!(outcome("take 0..0 from any", "7"), Outcome::P);
    // Lines are alternatives; the same take counts once.
    assert_eq!(takes("take {1, 4} from any; take 3..4 from any", "4"), "1/4 3/4 4/4");
    assert_eq!(
        takes("take 1 from any when m > 2; take 2 from any when total = 5", "2,3"),
        "2/2 1/3 2/3"
    );
}

#[test]
fn meaning_3_variables() {
    // They range over the integers from 0 on.
    let free = "position (x, y); move (x - 1 + 0*t, t) for t where t <= 2; rank (x)";
    assert_eq!(targets(free, "1, 0"), "0,0 0,1 0,2");
    assert_eq!(targets("position (x); move (x - 1 - t) for t where t >= -5 and t < 2", "9"), "8 7");
    assert_eq!(targets("position (x); move (x - 1) for t where t < 0", "9"), "");
    // A target with a negative coordinate is no move.
    assert_eq!(targets("position (x); move (x - t) for t where 1 <= t <= 9", "3"), "2 1 0");
    assert_eq!(targets("position (x, y); move (x - 2, y)", "1, 5"), "");
    assert_eq!(
        targets("position (x, y); move (x - t, y - 2*t) for t where 1 <= t <= 9", "5,5"),
        "4,3 3,1"
    );
    assert_eq!(outcome("position (x, y); move (x - 2, y - 2)", "5, 1"), Outcome::P);
    // Each target is one move, however often it is named.
    assert_eq!(targets("position (x); move (x - 1) for t, u where t + u <= 3", "5"), "4");
    // The coordinates of the target bound variables too: they are at least 0.
    assert_eq!(targets("position (x); move (x - t) for t where t >= 1", "3"), "2 1 0");
    assert_eq!(targets("position (x); move (x - t) for t where odd(t)", "4"), "3 1");
    assert_eq!(
        targets("position (x, y); move (x - t, y - u) for t, u where t + u >= 1", "1,1"),
        "1,0 0,1 0,0"
    );
    assert_eq!(targets("position (x); move (x - 1 - 2*t) for t", "4"), "3 1");
    assert_eq!(
        targets("position (x, y); move (x - t, y) for t, u where 1 <= t and u <= t", "2,0"),
        "1,0 0,0"
    );
    assert_eq!(failure("position (x); move (x - t) for t", "3"), Code::NotDown);
    // A variable that neither bounds is an error.
    assert_eq!(refused("position (x); move (x - 1) for t"), Code::Unbounded);
    assert_eq!(
        failure("position (x, y); move (x - 1, y + t) for t where t >= 1; rank (x)", "3,0"),
        Code::Unbounded
    );
    let second = "position (x, y); move (x - t, y) for t, u where 1 <= t <= x";
    assert_eq!(failure(second, "3, 3"), Code::Unbounded);
    let at_zero = "position (x, y); move (x - 1, y) for t where t*y <= x";
    assert_eq!(targets(at_zero, "4, 2"), "3,2");
    assert_eq!(failure(at_zero, "4, 0"), Code::Unbounded);
}

/// A condition chooses the same numbers however it is written.
#[test]
fn meaning_3_conditions() {
    let conditions = [
        "1 <= t <= 3",
        "t >= 1 and not t > 3",
        "0 < t and 2*t <= 7",
        "t = 1 or t = 2 or t = 3",
        "t >= 1 and t^2 <= 15",
        "t >= 1 and (t/2)^2 <= 3",
        "t >= 1 and t^2/4 <= 3",
        "t >= 1 and 2^t < 16",
        "t >= 1 and isqrt(t) <= 1",
        "t >= 1 and log2(t) < 2",
        "t >= 1 and ceil(t/3) = 1",
        "t >= 1 and floor(t/4) = 0",
        "t >= 1 and max(t, 2) <= 3",
        "t >= 1 and abs(t - 2) <= 1",
        "t >= 1 and t + t <= 7",
        "t >= 1 and x - t >= 2",
        "t >= 1 and t xor 4 < 8 and t < 4",
        "if t < 4 then t > 0 and t < 9 else false and t < 9",
    ];
    let mut wrong = Vec::new();
    for condition in conditions {
        let take = format!("take t from any where {}", condition.replace("x - t", "m - t"));
        let step = format!("position (x); move (x - t) for t where ({condition}) and t <= 100");
        wrong.extend([take, step].into_iter().filter(|text| targets(text, "5") != "4 3 2"));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn meaning_4_largest_and_smallest() {
    assert_eq!(targets("take 1 from largest", "2,5,3"), "2,3,4");
    assert_eq!(targets("take 1 from smallest", "2,5,3"), "1,3,5");
    // Any of the heaps of this size: they are the same move.
    assert_eq!(targets("take 1..2 from largest", "4,1,4"), "1,3,4 1,2,4");
    assert_eq!(targets("take 1..2 from smallest", "4,2,2"), "1,2,4 2,4");
    assert_eq!(targets("take 1 from largest; take 2 from smallest", "3,3"), "2,3 1,3");
    // Among the non-empty ones.
    assert_eq!(targets("take 1 from smallest", "0,0,3"), "2");
    assert_eq!(targets("take 1 from smallest", "0"), "");
    assert_eq!(targets("take 1 from largest", "0"), "");
    assert_eq!(targets("take smallest from largest", "0,2,5"), "2,3");
    // The words are the sizes, and 0 where there is no heap.
    assert_eq!(takes("take largest - smallest from any", "2,5"), "3/5");
    assert_eq!(takes("take x[-2] from largest when x[-3] = 0", "2,5"), "2/5");
    assert_eq!(takes("take 1..count from largest when total = 7", "2,5"), "1/5 2/5");
}

#[test]
fn meaning_6_pass() {
    // n passes in the whole game, for both players together.
    assert_eq!(targets("nim; pass 2", "1"), "0;pass=2 1;pass=1");
    assert_eq!(targets("nim; pass 2", "1;pass=1"), "0;pass=1 1;pass=0");
    assert_eq!(targets("nim; pass 2", "1;pass=0"), "0;pass=0");
    assert_eq!(targets("nim; pass 0", "1"), "0;pass=0");
    // It needs another line that has a move here.
    assert_eq!(targets("nim; pass 1", "0"), "");
    assert_eq!(targets("take 2 from any; pass 1", "1,1,1"), "");
    assert_eq!(targets("take 2 from any when total > 4; pass 1", "2,2"), "");
    assert_eq!(
        targets("take 2 from any when total > 4; pass 1", "2,3"),
        "3;pass=1 1,2;pass=1 2,3;pass=0"
    );
    assert_eq!(targets("position (x, y); move (x - 1, y); pass 1", "0,3"), "");
    assert_eq!(targets("position (x, y); move (x - 1, y); pass 1", "1,3"), "0,3;pass=1 1,3;pass=0");
    // It may be restricted to some positions.
    assert_eq!(targets("take 1 from any; pass 1 when total > 2", "2"), "1;pass=1");
    assert_eq!(targets("take 1 from any; pass 1 when total > 2", "3"), "2;pass=1 3;pass=0");
    assert_eq!(targets("take 1 from any when passes = 0; pass 1", "3"), "");
    // It counts as a turn and leaves `last` as it is.
    let both = "heaps 1; take 1..turn + last from any; pass 1";
    assert_eq!(
        targets(both, "2;turn=3,last=5"),
        "1;turn=4,last=1,pass=1 0;turn=4,last=2,pass=1 2;turn=4,last=5,pass=0"
    );
    // A position is terminal when no line but the pass has a move.
    assert_eq!(outcome("take 2 from any; pass 5", "1,1,1"), Outcome::P);
    assert_eq!(outcome("take 2 from any; pass 5; ending misere", "1,1,1"), Outcome::N);
    // One heap of Nim: with a pass left the size 1 is still N, and so is 2.
    assert_eq!(outcome("nim; pass 1", "1"), Outcome::N);
    assert_eq!(outcome("nim; pass 1", "1,1"), Outcome::N);
    assert_eq!(outcome("nim; pass 2", "1,1"), Outcome::P);
    assert_eq!(outcome("nim; pass 1", "1,2"), Outcome::P);
    assert_eq!(outcome("nim; pass 0", "1,1"), Outcome::P);
}

#[test]
fn meaning_7_ending() {
    for terminal in ["0", "1", "1,1,1"] {
        assert_eq!(outcome("take 2..m from any", terminal), Outcome::P);
        assert_eq!(outcome("take 2..m from any; ending normal", terminal), Outcome::P);
        assert_eq!(outcome("take 2..m from any; ending misere", terminal), Outcome::N);
    }
    assert_eq!(outcome("position (x); move (x - 2)", "1"), Outcome::P);
    assert_eq!(outcome("position (x); move (x - 2); ending misere", "1"), Outcome::N);
    // Misère Nim: an odd number of ones, or the xor is 0 and not all are ones.
    for (position, normal, misere) in [
        ("1", Outcome::N, Outcome::P),
        ("1,1", Outcome::P, Outcome::N),
        ("1,1,1", Outcome::N, Outcome::P),
        ("2", Outcome::N, Outcome::N),
        ("2,2", Outcome::P, Outcome::P),
        ("1,2,3", Outcome::P, Outcome::P),
        ("1,2,4", Outcome::N, Outcome::N),
    ] {
        assert_eq!(outcome("nim", position), normal, "{position}");
        assert_eq!(outcome("nim; ending misere", position), misere, "{position}");
        assert_eq!(outcome("nim; ending misère", position), misere, "{position}");
    }
    // There are no Grundy numbers in misère play.
    let asked = ask("nim; ending misere", "1,2", true);
    assert_eq!(code(&asked.expect_err("an error")), Code::NoGrundy);
}

#[test]
fn meaning_8_counters() {
    // A position has the counters that its rules mention.
    assert_eq!(typed("nim", "7,3"), "3,7");
    assert_eq!(typed("nim; pass 1", "7,3"), "3,7;pass=1");
    assert_eq!(typed("take 1..turn from any", "7,3"), "3,7;turn=1");
    assert_eq!(typed("take 1..m from any when last < 3", "7,3"), "3,7;last=0");
    assert_eq!(typed("take 1..m from any when passes = 0", "7"), "7;pass=0");
    assert_eq!(typed("take 1..turn + last from any; pass 2", "7"), "7;turn=1,last=0,pass=2");
    assert_eq!(typed("maximum-nim(t -> t + turn)", "7"), "7;turn=1");
    // Typed, in any order; left out, they have their value at the start.
    let all = "heaps 1; take 1..turn + last from any; pass 2";
    assert_eq!(typed("nim; pass 1", "7,3;pass=0"), "3,7;pass=0");
    assert_eq!(typed("heaps 1; take 1..turn from any", "12;turn=3"), "12;turn=3");
    assert_eq!(typed(all, "9;turn=4,last=2"), "9;turn=4,last=2,pass=2");
    assert_eq!(typed(all, " 9 ; pass = 1 , turn = 2^3 "), "9;turn=8,last=0,pass=1");
    assert_eq!(typed(all, "0;last=5"), "0;turn=1,last=5,pass=2");
    // `last` is the number of stones of the previous take; every move is a turn.
    assert_eq!(targets(all, "3;turn=2,pass=0"), "2;turn=3,last=1,pass=0 1;turn=3,last=2,pass=0");
    assert_eq!(targets("fibonacci", "5;last=1"), "4;last=1 3;last=2");
    // Two positions that differ in one are different.
    assert_ne!(typed("nim; pass 1", "3;pass=0"), typed("nim; pass 1", "3;pass=1"));
    assert_eq!(outcome("nim; pass 1", "2,2;pass=0"), Outcome::P);
    assert_eq!(outcome("nim; pass 1", "2,2;pass=1"), Outcome::N);
    assert_eq!(outcome("fibonacci", "4;last=1"), Outcome::N);
    assert_eq!(outcome("fibonacci", "3;last=1"), Outcome::P);
    assert_eq!(outcome("fibonacci", "3;last=2"), Outcome::N);
    // What a game does not have is refused.
    assert_eq!(not_typed("nim", "7;pass=1"), Code::Counter);
    assert_eq!(not_typed("nim", "7;turn=1"), Code::Counter);
    assert_eq!(not_typed("nim; pass 1", "7;last=0"), Code::Counter);
    assert_eq!(not_typed("nim; pass 1", "7;passes=1"), Code::Counter);
    assert_eq!(not_typed("nim; pass 1", "7;pass=1,pass=0"), Code::Counter);
    // More passes than the game has are refused, and a turn before the first.
    assert_eq!(not_typed("nim; pass 1", "7;pass=2"), Code::Counter);
    assert_eq!(not_typed("take 1..3 from any when passes = 0", "7;pass=1"), Code::Counter);
    assert_eq!(not_typed(all, "7;turn=0"), Code::Counter);
    assert_eq!(not_typed("nim; pass 1", "7;pass=-1"), Code::PositionSyntax);
    assert_eq!(not_typed("nim; pass 1", "7;pass=1/2"), Code::Fraction);
    assert_eq!(not_typed("nim; pass 1", "7;pass"), Code::PositionSyntax);
}

/// Counters that are given as such, not typed, are checked as well.
#[test]
fn meaning_8_counters_that_are_given() {
    let pass = game("nim; pass 1");
    let counters = |passes: Option<u8>| {
        let mut counters = pass.start();
        counters.passes = passes.map(Into::into);
        counters
    };
    let heaps = || [3u8.into()];
    assert_eq!(pass.at(heaps()).expect("a position").to_string(), "3;pass=1");
    let position = pass.at_counters(heaps(), counters(Some(0))).expect("a position");
    assert_eq!(position.to_string(), "3;pass=0");
    assert!(pass.at_counters(heaps(), counters(Some(2))).is_err(), "too many passes");
    assert!(pass.at_counters(heaps(), counters(None)).is_err(), "no passes");
    assert!(game("nim").at_counters(heaps(), counters(Some(0))).is_err(), "no such counter");
}

#[test]
fn meaning_9_positions() {
    // Heaps are a multiset without empty heaps.
    assert_eq!(typed("nim", "7,3"), "3,7");
    assert_eq!(typed("nim", "3,0,7,0"), "3,7");
    assert_eq!(typed("nim", "(3, 7)"), "3,7");
    assert_eq!(typed("nim", "5,5,5"), "5,5,5");
    assert_eq!(typed("nim", "0"), "0");
    assert_eq!(typed("nim", "0,0"), "0");
    assert_eq!(not_typed("nim", ""), Code::PositionSyntax);
    assert_eq!(not_typed("nim", "3,-1"), Code::PositionSyntax);
    assert_eq!(not_typed("nim", "7/2"), Code::Fraction);
    assert_eq!(typed("heaps 2; take 1 from any", "0,3,0,4"), "3,4");
    assert_eq!(not_typed("heaps 2; take 1 from any", "1,3,4"), Code::PositionSize);
    // Tuples keep order and zeros.
    assert_eq!(typed("euclid", "7,3"), "7,3");
    assert_eq!(typed("euclid", "(0, 0)"), "0,0");
    assert_eq!(typed("euclid", "(1 + 2)*3, (2)"), "9,2");
    assert_eq!(not_typed("euclid", "0"), Code::PositionSize);
    assert_eq!(not_typed("euclid", "1,2,3"), Code::PositionSize);
    // With `where` only such tuples are positions …
    let bar = "position (y, z) where y <= floor(z/2); move (v, z) for v where v < y";
    assert_eq!(typed(bar, "2,5"), "2,5");
    assert_eq!(not_typed(bar, "3,5"), Code::NotAPosition);
    assert_eq!(
        typed(&format!("{bar}; move (min(y, floor(w/2)), w) for w where w < z"), "0,0"),
        "0,0"
    );
    // … and a move that leaves them is an error.
    let leaves = format!("{bar}; move (y, z - 1)");
    assert_eq!(targets(bar, "2,4"), "0,4 1,4");
    let error = try_moves(&leaves, "2,4").expect_err("a move that leaves");
    assert_eq!(code(&error), Code::LeavesGame);
    assert_eq!(failure(&leaves, "1,4"), Code::LeavesGame);
    // A typed number may be a constant expression; numbers are printed as digits.
    assert_eq!(typed("nim", "10^60+3"), format!("1{}3", "0".repeat(59)));
    assert_eq!(typed("nim", "2^10, 3*4 - 5, 7/7, gcd(12, 18), 0007"), "1,6,7,7,1024");
    assert_eq!(typed("nim", "5 - 5, if 2 > 1 then 8 else 1/0"), "8");
    assert_eq!(typed("nim", &typed("nim", "3^1000000")), typed("nim", "3^1000000"));
    assert_eq!(not_typed("nim", "m"), Code::PositionSyntax);
    assert_eq!(not_typed("nim", "k"), Code::PositionSyntax);
    assert_eq!(not_typed("nim", "1/0"), Code::DivisionByZero);
    // What is printed can be typed.
    let all = "heaps 2; take 1..turn + last from any; pass 2";
    let printed = typed(all, "10^20, 5; turn=7, pass=1");
    assert_eq!(typed(all, &printed), printed);
}

/// No number that is printed is too long to be read.
#[test]
fn meaning_9_long_numbers_read_back() {
    let nim = game("nim");
    for typed in ["10^999999", "3^2000000", "3^3000000", "15^1100000"] {
        let Ok(position) = nim.position(typed) else {
            continue;
        };
        assert!(nim.position(&position.to_string()).is_ok(), "{typed}");
    }
}

#[test]
fn meaning_10_a_game_ends() {
    // The sum of the coordinates falls.
    assert_eq!(outcome("position (x, y); move (x - 2, y + 1)", "4,0"), Outcome::P);
    let level = "position (x, y); move (x - 1, y + 1)";
    let error = ask(level, "1,4", false).expect_err("it does not go down");
    assert_eq!(code(&error), Code::NotDown);
    let told = error.diagnostic().expect("an error");
    assert!(told.message.contains("from 1,4 to 0,5"), "{told}");
    assert_eq!(&level[told.span.map_or(0..0, |s| s.start..s.end)], "move (x - 1, y + 1)");
    assert_eq!(failure("position (x, y); move (x, y)", "0,0"), Code::NotDown);
    assert_eq!(failure("position (x); move (x + t) for t where t <= 1", "0"), Code::NotDown);
    // Also when the move is made only far below.
    let below = "position (x, y); move (x - 1, y); move (x, y) when x = 0";
    assert_eq!(failure(below, "5,5"), Code::NotDown);
    // The text is checked at small positions.
    let (game, found) = check(level);
    assert!(game.is_none() && found.iter().any(|d| d.code == Code::NotDown));
    // A declared rank falls instead.
    let ranked = "position (x, y); move (x - 1, y + 5); move (x, y - 1); rank (x, y)";
    assert_eq!(targets(ranked, "1,1"), "0,6 1,0");
    assert_eq!(outcome(ranked, "1,0"), Outcome::P);
    assert_eq!(outcome(ranked, "2,0"), Outcome::P);
    assert_eq!(outcome(ranked, "2,1"), Outcome::N);
    let wrong = "position (x, y); move (x - 1, y + 5); rank (y, x)";
    assert_eq!(failure(wrong, "1,1"), Code::NotDown);
    assert_eq!(failure("position (x); move (x - 1); rank (7)", "3"), Code::NotDown);
    assert_eq!(failure("position (x); move (x - 1); rank (x - 2)", "2"), Code::Domain);
    assert_eq!(failure("position (x); move (x - 2); rank (x/2)", "5"), Code::Fraction);
    // Takes always lower the stones, whatever they look at.
    assert_eq!(outcome("take 1..10^9 from any when turn >= 1; pass 3", "3,4"), Outcome::P);
    assert_eq!(outcome("take 1..10^9 from any when turn >= 1; pass 2", "3,4"), Outcome::N);
}

/// A pass goes down as well, or it is an error, never a wrong answer.
#[test]
fn meaning_10_a_pass_goes_down() {
    let thirds = "position (x); move (x - t) for t where 1 <= t <= 2";
    assert_eq!(outcome(&format!("{thirds}; pass 1"), "3"), Outcome::N);
    assert_eq!(outcome(&format!("{thirds}; pass 1; rank (2*x)"), "3"), Outcome::N);
    for rank in ["rank (2*x + turn)", "rank (3*x + 5 - passes)"] {
        match ask(&format!("{thirds}; pass 1; {rank}"), "3", false) {
            Ok(answer) => assert_eq!(answer.outcome, Outcome::N, "{rank}"),
            Err(stop) => assert_eq!(code(&stop), Code::NotDown, "{rank}"),
        }
    }
}

#[test]
fn meaning_11_errors_at_a_position() {
    // The error is at 1, which the winner, who takes all at once, never sees.
    let hidden = "take 1..m from any when m > 1; take 1..floor(1/(m - 1)) from any when m < 2";
    assert_eq!(failure(hidden, "5"), Code::DivisionByZero);
    assert_eq!(failure(hidden, "5,5"), Code::DivisionByZero);
    let fraction = "take {1, m} from any when m > 2; take m/2 from any when m <= 2";
    assert_eq!(failure(fraction, "3"), Code::Fraction);
    assert_eq!(failure(fraction, "2,3,9"), Code::Fraction);
    // A position that cannot be reached does no harm.
    let far = "take 2 from any; take 1..1/(m - 3) from any when m = 3";
    assert_eq!(outcome(far, "4,8"), Outcome::P);
    assert_eq!(failure(far, "4,9"), Code::DivisionByZero);
    // A rule that does not apply is not looked at, nor is a heap that may not be chosen.
    assert_eq!(outcome("take 1 from any; take 1..1/0*m from any when m > 9", "3"), Outcome::N);
    assert_eq!(takes("take 1..floor(6/(m - 1)) from largest", "1,2"), "1/2 2/2");
    // Conditions, targets and passes have errors too.
    assert_eq!(failure("take 1 from any when 6/(m - 2) > 1", "4"), Code::DivisionByZero);
    assert_eq!(failure("take t from any where 6/(t - 2) > 1", "4"), Code::DivisionByZero);
    assert_eq!(failure("take 1 from any; pass 1 when log2(total - 2) > 9", "4"), Code::Domain);
    assert_eq!(failure("position (x, y); move (x/2, y) when x > 0", "4,0"), Code::Fraction);
    assert_eq!(
        failure("position (x, y); move (x - 1, y); move (0, y/2) when x = 0", "4,1"),
        Code::Fraction
    );
    assert_eq!(failure("take 1..x[m - 3] from any", "2,2,3"), Code::Domain);
    assert_eq!(failure("take 1..10^(10^(m + 3)) from any", "4"), Code::TooManyDigits);
    // Grundy numbers are asked for in the same way.
    let asked = ask(hidden, "5", true);
    assert_eq!(code(&asked.expect_err("an error")), Code::DivisionByZero);
    // The error names the position and, in the user's text, the rule.
    let stop = ask(hidden, "5", false).expect_err("an error");
    let told = stop.diagnostic().expect("an error");
    assert!(told.message.starts_with("at the position 1, "), "{told}");
    assert!(hidden[told.span.map_or(0, |s| s.start)..].starts_with("take 1..floor"), "{told}");
}

#[test]
fn meaning_13_grundy() {
    // The least number that no option has.
    for m in 0..12 {
        assert_eq!(grundy("nim", &m.to_string()), m);
        assert_eq!(grundy("bounded(3)", &m.to_string()), m % 4);
    }
    let halving = [0, 1, 0, 2, 1, 3, 0, 4, 2, 5];
    for (m, &number) in halving.iter().enumerate() {
        assert_eq!(grundy("take 1..ceil(m/2) from any", &m.to_string()), number, "{m}");
    }
    // The xor of the heaps' numbers where bounds look at the chosen heap alone.
    assert_eq!(grundy("nim", "3,5,6"), 0);
    assert_eq!(grundy("nim", "1,2,4"), 7);
    assert_eq!(grundy("bounded(3)", "5,6"), 1 ^ 2);
    assert_eq!(grundy("take 1..ceil(m/2) from any", "5,7"), 3 ^ 4);
    // Over all options of the whole position, where they look at more.
    assert_eq!(grundy("take 1..m from largest", "1"), 1);
    assert_eq!(grundy("take 1..m from largest", "2"), 2);
    assert_eq!(grundy("take 1..m from largest", "1,1"), 0);
    assert_eq!(grundy("take 1..m from largest", "1,2"), 2);
    assert_eq!(grundy("take 1..m from largest", "2,2"), 0);
    assert_eq!(grundy("take 1..count from any", "2"), 0);
    assert_eq!(grundy("take 1..count from any", "1,2"), 2);
    assert_eq!(grundy("wythoff", "1,2"), 0);
    assert_eq!(grundy("wythoff", "1,1"), 2);
    // Passes included: options of 1 are 0 with a pass (0) and 1 without (1).
    assert_eq!(grundy("nim; pass 1", "0"), 0);
    assert_eq!(grundy("nim; pass 1", "1"), 2);
    assert_eq!(grundy("nim; pass 1", "1;pass=0"), 1);
    assert_eq!(grundy("nim; pass 1", "2"), 1);
    assert_eq!(grundy("nim; pass 1", "1,1"), 1);
    // Counters are part of the position.
    let turns = "heaps 1; take 1..turn from any";
    assert_eq!(grundy(turns, "2;turn=2"), 2);
    assert_eq!(grundy(turns, "2;turn=1"), 0);
    assert_eq!(grundy(turns, "3;turn=1"), 0);
    assert_eq!(grundy(turns, "4;turn=2"), 0);
    // 0 exactly at the P-positions.
    for position in ["0", "4", "1,3", "2,2,5", "3,4,4"] {
        for text in ["nim", "greedy", "bounded-greedy(2)", "nim; pass 1", "halving-with-a-pass"] {
            let is_p = outcome(text, position) == Outcome::P;
            assert_eq!(grundy(text, position) == 0, is_p, "{text} at {position}");
        }
    }
}

/// A condition without a value lets nothing through, and is told all the same.
#[test]
fn conditions_without_a_value() {
    for (text, position) in [
        ("take t from largest where (if x[-1] > 3 then log2(0) = 2 else x[-1] < 3)", "4"),
        ("row; take t, u from each of 2 adjacent where log2(last) < log2(last)", "2,3"),
        ("take t from any where t < 3 and log2(last) < 2", "2,3"),
        ("position (a, b); move (a - t, b) for t where 1 <= t <= a and 1/b = 7", "3,0"),
        ("split any into a, b where a = 1 and 1/(m - 4) = 5", "4"),
    ] {
        let code = failure(text, position);
        assert!(matches!(code, Code::Domain | Code::DivisionByZero), "{text}: {code:?}");
    }
    // What is not looked at need not have one.
    assert_eq!(takes("take t from any where m > 4 and t = 8/(m - 4)", "4,8"), "2/8");
}
