//! A second judge: every game of the library, with its moves written by hand and plain recursion
//! over them, against Bouton at random positions.

#[path = "judge/rules.rs"]
mod rules;
#[path = "judge/verdict.rs"]
mod verdict;

use std::collections::HashMap;

use bouton::engine::{Definition, Outcome, Values};
use bouton::game::Moves;
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::solve::{Question, solve};
use bouton::{Game, Position};

use rules::{At, Options, chocolate, euclid, takes, two_kinds, wythoff};
use verdict::{Judge, Verdict};

/// Positions of each game in each kind of play.
const POSITIONS: usize = 60;

/// Numbers that look random (splitmix64).
struct Dice(u64);

impl Dice {
    /// A number from `least` to `most`.
    fn roll(&mut self, least: u64, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        least + (z ^ (z >> 31)) % (most - least + 1)
    }
}

/// Up to `count` heaps of up to `most` stones.
fn heaps(count: u64, most: u64) -> impl Fn(&mut Dice) -> At {
    move |dice| At::heaps((0..dice.roll(0, count)).map(|_| dice.roll(0, most)).collect())
}

/// A pair of numbers up to these.
fn pair(a: u64, b: u64) -> impl Fn(&mut Dice) -> At {
    move |dice| At::tuple([dice.roll(0, a), dice.roll(0, b)])
}

/// The games `text`, normal and misère, have these options and the values that follow from them.
fn judge(text: &str, draw: impl Fn(&mut Dice) -> At, options: impl Fn(&At) -> Options) {
    for misere in [false, true] {
        let text = if misere { format!("{text}; ending misere") } else { text.to_string() };
        let game = Game::parse(&text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
        let values = Values { grundy: !misere, length: true };
        let mut engine = Definition::new(&game, values, ctx).unwrap();
        let mut judge = Judge { options: &options, misere, known: HashMap::new() };
        let mut dice = Dice(1902);
        for i in 0..POSITIONS {
            let at = draw(&mut dice);
            let verdict = judge.verdict(&at);
            let position = game.position(&at.to_string()).unwrap();
            assert_eq!(position.to_string(), at.to_string(), "{text}");
            assert_eq!(moves(&game, &position), listed(&options(&at)), "{text} at {at}");
            let solved = engine.solve(&position).unwrap();
            assert_eq!(solved.outcome == Outcome::P, verdict.p, "{text} at {at}");
            assert_eq!(solved.grundy, (!misere).then_some(verdict.grundy), "{text} at {at}");
            assert_eq!(solved.length, Some(verdict.length), "{text} at {at}");
            if i % 8 == 0 {
                // By the definition, and by a theorem where there is one.
                answers(&game, &position, &at, verdict, &mut judge, true);
                answers(&game, &position, &at, verdict, &mut judge, false);
            }
        }
    }
}

fn moves(game: &Game, position: &Position) -> Vec<String> {
    let found = Moves::new(game, &Unwatched).first(position, usize::MAX).unwrap();
    let mut moves: Vec<String> = found.iter().map(|found| found.to.to_string()).collect();
    moves.sort();
    moves
}

fn listed(options: &Options) -> Vec<String> {
    let mut listed: Vec<String> = options.iter().map(At::to_string).collect();
    listed.sort();
    listed
}

/// The whole answer is right: all winning moves, the fastest first if the length is asked for, and replies
/// that win.
fn answers(
    game: &Game,
    position: &Position,
    at: &At,
    verdict: Verdict,
    judge: &mut Judge<'_>,
    length: bool,
) {
    let ask = Question { values: Values { grundy: false, length }, moves: usize::MAX };
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    let answer = solve(game, position, ask, ctx).unwrap();
    let options = (judge.options)(at);
    assert_eq!(answer.outcome == Outcome::P, verdict.p, "{game} at {at}");
    assert_eq!(answer.length, length.then_some(verdict.length), "{game} at {at}");
    if let Some(moves) = answer.moves {
        assert_eq!(moves, options.len().into(), "{game} at {at}");
    }
    assert!(answer.complete, "{game} at {at}");

    let lengths: HashMap<String, u32> = options
        .iter()
        .map(|option| (option.to_string(), judge.verdict(option)))
        .filter_map(|(option, verdict)| verdict.p.then_some((option, verdict.length)))
        .collect();
    let winning: Vec<String> = answer.winning.iter().map(|found| found.to.to_string()).collect();
    assert_eq!(winning.len(), lengths.len(), "{game} at {at}");
    assert!(winning.iter().all(|to| lengths.contains_key(to)), "{game} at {at}");
    assert!(!length || winning.is_sorted_by_key(|to| lengths[to]), "{game} at {at}");

    assert_eq!(!answer.answered.is_empty(), verdict.p && !options.is_empty(), "{game} at {at}");
    for (tried, reply) in &answer.answered {
        let find = |options: &Options, to: &Position| {
            options.iter().find(|option| option.to_string() == to.to_string()).cloned()
        };
        let tried = find(&options, &tried.to).expect("a move");
        let Some(reply) = reply else {
            // A move to the end of a misère game needs no reply.
            assert!((judge.options)(&tried).is_empty(), "{game} at {at}: {tried} has no answer");
            continue;
        };
        let reply = find(&(judge.options)(&tried), &reply.to).expect("a reply to it");
        assert!(judge.verdict(&reply).p, "{game} at {at}: {tried} is answered by {reply}");
    }
}

#[test]
fn nim() {
    judge("nim", heaps(4, 8), takes(|_, _, _| true));
    judge("nim", heaps(2, 30), takes(|_, _, _| true));
}

#[test]
fn bounded() {
    for k in 1..=5 {
        judge(&format!("bounded({k})"), heaps(4, 10), takes(move |_, _, t| t <= k));
    }
}

#[test]
fn greedy() {
    judge("greedy", heaps(5, 7), takes(|at, m, _| m == at.largest()));
}

#[test]
fn bounded_greedy() {
    for k in 1..=4 {
        let rule = takes(move |at, m, t| t <= k && m == at.largest());
        judge(&format!("bounded-greedy({k})"), heaps(5, 9), rule);
    }
}

#[test]
fn maximum_nim() {
    let maximum = |f: &str, bound: fn(u64) -> i64| {
        let rule = takes(move |_, m, t| t as i64 <= bound(m));
        judge(&format!("maximum-nim({f})"), heaps(3, 13), rule);
    };
    maximum("m -> floor(m/3)", |m| m as i64 / 3);
    maximum("m -> ceil(2*m/3)", |m| (2 * m as i64 + 2) / 3);
    maximum("m -> m mod 5", |m| m as i64 % 5);
    maximum("m -> 2*m - 9", |m| 2 * m as i64 - 9);
    maximum("m -> if odd(m) then 1 else m/2", |m| if m % 2 == 1 { 1 } else { m as i64 / 2 });
    maximum("isqrt", |m| (0..).find(|r| (r + 1) * (r + 1) > m as i64).unwrap());
    maximum("log2", |m| (0..).find(|e| 2i64.pow(e + 1) > m as i64).unwrap().into());
}

#[test]
fn halving() {
    judge("halving", heaps(3, 16), takes(|_, m, t| t <= m.div_ceil(2)));
    judge("halving-floor", heaps(3, 16), takes(|_, m, t| t <= m / 2));
}

#[test]
fn with_a_pass() {
    let passes = |most: u64, heaps: fn(&mut Dice) -> At| {
        move |dice: &mut Dice| At { pass: Some(dice.roll(0, most)), ..heaps(dice) }
    };
    let half = |_: &At, m: u64, t: u64| t <= m.div_ceil(2);
    judge("halving-with-a-pass", passes(1, |dice| heaps(3, 12)(dice)), takes(half));
    judge("nim-with-a-pass", passes(1, |dice| heaps(3, 8)(dice)), takes(|_, _, _| true));
    // With a floor, a heap of one has no move, so that there is no pass.
    let floor = takes(|_, m, t| t <= m / 2);
    judge("halving-floor; pass 2", passes(2, |dice| heaps(3, 12)(dice)), floor);
    let greedy = takes(|at, m, t| t <= 3 && m == at.largest());
    judge("bounded-greedy(3); pass 3", passes(3, |dice| heaps(4, 6)(dice)), greedy);
}

#[test]
fn turn_dependent() {
    let turns = |f: &str, bound: fn(i64) -> i64| {
        let draw = |dice: &mut Dice| At { turn: Some(dice.roll(1, 6)), ..heaps(1, 40)(dice) };
        let rule = takes(move |at, _, t| t as i64 <= bound(at.turn.unwrap() as i64));
        judge(&format!("turn-dependent({f})"), draw, rule);
    };
    turns("k -> 2*k", |k| 2 * k);
    turns("k -> k + 1", |k| k + 1);
    turns("k -> k^2", |k| k * k);
    turns("k -> 3", |_| 3);
    turns("k -> 7 - k", |k| 7 - k);
    turns("k -> 1 + k mod 3", |k| 1 + k % 3);
    turns("turn -> ceil(turn/2)", |k| (k + 1) / 2);
}

#[test]
fn turns_of_several_heaps_with_a_pass() {
    let draw = |dice: &mut Dice| At {
        turn: Some(dice.roll(1, 4)),
        pass: Some(dice.roll(0, 2)),
        ..heaps(3, 5)(dice)
    };
    let rule = takes(|at, _, t| t <= at.turn.unwrap());
    judge("take 1..turn from any; pass 2", draw, rule);
}

#[test]
fn two_kinds_of_stones() {
    judge("two-kinds", pair(12, 24), two_kinds);
}

#[test]
fn fibonacci() {
    let draw = |dice: &mut Dice| At { last: Some(dice.roll(0, 8)), ..heaps(1, 40)(dice) };
    let rule = |at: &At, m: u64, t: u64| match at.last.unwrap() {
        0 => t < m,
        last => t <= 2 * last,
    };
    judge("fibonacci", draw, takes(rule));
    // A pass leaves the last take as it is.
    let passing = |dice: &mut Dice| At { pass: Some(dice.roll(0, 1)), ..draw(dice) };
    judge("fibonacci; pass 1", passing, takes(rule));
}

#[test]
fn subtraction() {
    for set in [vec![1, 3, 4], vec![2, 5], vec![1], vec![3, 7, 8], vec![0, 2, 100]] {
        let text = format!("{set:?}").replace('[', "{").replace(']', "}");
        let inside = set.clone();
        judge(
            &format!("subtraction({text})"),
            heaps(3, 14),
            takes(move |_, _, t| inside.contains(&t)),
        );
        judge(&format!("all-but({text})"), heaps(3, 10), takes(move |_, _, t| !set.contains(&t)));
    }
    judge("subtraction(2..4)", heaps(3, 14), takes(|_, _, t| (2..=4).contains(&t)));
    judge("all-but(2..4)", heaps(3, 10), takes(|_, _, t| !(2..=4).contains(&t)));
}

#[test]
fn wythoffs_game() {
    judge("wythoff", pair(25, 25), wythoff);
}

#[test]
fn euclids_game() {
    judge("euclid", pair(60, 60), euclid);
}

#[test]
fn chocolate_bars() {
    let bars = |text: &str, f: fn(u64) -> u64| {
        let draw = |dice: &mut Dice| {
            let z = dice.roll(0, 24);
            At::tuple([dice.roll(0, f(z)), z])
        };
        judge(&format!("chocolate({text})"), draw, chocolate(f));
    };
    bars("z -> floor(z/2)", |z| z / 2);
    bars("z -> floor(z/3)", |z| z / 3);
    bars("z -> z", |z| z);
    bars("z -> min(z, 5)", |z| z.min(5));
    bars("z -> if z < 4 then 0 else 2*z", |z| if z < 4 { 0 } else { 2 * z });
}
