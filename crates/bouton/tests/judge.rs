//! A second judge: every game of the library, and every kind of line, with its moves written by hand and plain
//! recursion over them, against Bouton at random positions.

mod rules;
mod several;
mod verdict;

use std::collections::HashMap;

use bouton::engine::{Definition, Outcome, Values};
use bouton::game::Moves;
use bouton::game::library::GAMES;
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::lang::syntax::Ending;
use bouton::solve::{Question, solve};
use bouton::{Game, Position};

use rules::{At, Options, chocolate, euclid, takes, two_kinds, wythoff};
use several::{code, extreme, passing, splitting, touched, within};
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

/// The same in a row.
fn row(count: u64, most: u64) -> impl Fn(&mut Dice) -> At {
    move |dice| At::row((0..dice.roll(0, count)).map(|_| dice.roll(0, most)).collect())
}

/// So many places of up to `most` stones.
fn places(count: u64, most: u64) -> impl Fn(&mut Dice) -> At {
    move |dice| At::tuple((0..count).map(|_| dice.roll(0, most)).collect::<Vec<_>>())
}

/// A pair of numbers up to these.
fn pair(a: u64, b: u64) -> impl Fn(&mut Dice) -> At {
    move |dice| At::tuple([dice.roll(0, a), dice.roll(0, b)])
}

/// The games `text`, normal and misère, have these options and the values that follow from them.
fn judge(text: &str, draw: impl Fn(&mut Dice) -> At, options: impl Fn(&At) -> Options) {
    let parse = |text: &str| Game::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let always_misere = parse(text).ending() == Ending::Misere;
    for misere in [false, true] {
        let text = match (always_misere, misere) {
            (true, false) => continue,
            (false, true) => format!("{text}; ending misere"),
            _ => text.to_string(),
        };
        let game = parse(&text);
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
    let queen = "position (a, b); move (a - t, b) for t where 1 <= t <= a; \
        move (a, b - t) for t where 1 <= t <= b; move (a - t, b - t) for t where 1 <= t <= min(a, b)";
    judge(queen, pair(20, 20), wythoff);
    let of_heaps = |at: &At| -> Options {
        let [mut a, mut b] = [0, 0];
        if let [.., second] = at.numbers[..] {
            (a, b) = (second, at.numbers[..at.numbers.len() - 1].iter().sum());
        }
        wythoff(&At::tuple([a, b])).into_iter().map(|to| At::heaps(to.numbers)).collect()
    };
    judge("wythoff", heaps(2, 25), of_heaps);
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

#[test]
fn moores_nim() {
    for k in 1..=3 {
        let rule = several::heaps(move |_, taken| touched(taken) <= k);
        judge(&format!("take 1..m from each of 1..{k} heaps"), heaps(4, 5), rule);
        let rule = several::heaps(move |_, taken| touched(taken) <= k);
        judge(&format!("take 1..m from some of {k} heaps"), heaps(4, 4), rule);
    }
    let exactly = several::heaps(|_, taken| touched(taken) == 2 && taken.iter().all(|&t| t <= 2));
    judge("take 1..2 from each of 2 heaps", heaps(4, 6), exactly);
    let odd = several::heaps(|heaps, taken| {
        let fits = |(&m, &t): (&u64, &u64)| t == 0 || t % 2 == m % 2 || t == 2;
        [1, 3].contains(&touched(taken)) && heaps.iter().zip(taken).all(fits)
    });
    judge("take t from each of {1, 3} heaps where even(t + m) or t = 2", heaps(4, 5), odd);
}

#[test]
fn in_total() {
    for (most, k) in [(3, 2), (4, 3), (2, 4)] {
        let rule = several::heaps(move |_, taken| {
            taken.iter().sum::<u64>() <= most && touched(taken) <= k
        });
        judge(&format!("take 1..{most} in total from 1..{k} heaps"), heaps(4, 5), rule);
    }
    let rule = several::heaps(|_, taken| {
        [2, 5].contains(&taken.iter().sum::<u64>()) && touched(taken) == 2
    });
    judge("take {2, 5} in total from 2 heaps", heaps(4, 6), rule);
    let all = several::heaps(|heaps, taken| {
        touched(taken) == heaps.len() && taken.iter().sum::<u64>() % 3 != 0
    });
    judge("take t in total from all non-empty where t mod 3 != 0", heaps(3, 6), all);
    let last = several::heaps(|_, taken| taken.iter().sum::<u64>() <= 3 && touched(taken) == 2);
    let draw = |dice: &mut Dice| At { last: Some(dice.roll(0, 4)), ..heaps(3, 5)(dice) };
    judge("take 1..3 in total from 2 heaps when last >= 0", draw, last);
}

#[test]
fn wythoffs_game_of_heaps() {
    let equal = |taken: &[u64]| taken.len() == 2 && taken[0] == taken[1];
    let rule = several::heaps(move |_, taken| touched(taken) == 1 || equal(taken));
    judge("heaps 2; take 1..m from any; take the same 1..m from all", heaps(2, 14), rule);
    for r in 2..=4 {
        let rule = several::heaps(move |_, taken| {
            touched(taken) == 1 || taken.len() == 2 && taken[0].abs_diff(taken[1]) < r
        });
        let text =
            format!("heaps 2; take 1..m from any; take t, u from all where abs(t - u) < {r}");
        judge(&text, heaps(2, 12), rule);
    }
    // Any of the heaps may be the one that loses more.
    let double =
        several::heaps(|_, taken| match taken.iter().filter(|&&t| t > 0).collect::<Vec<_>>()[..] {
            [_] => true,
            [t, u] => *t == 2 * u || *u == 2 * t,
            _ => false,
        });
    judge("take 1..m from any; take t, u from 2 heaps where t = 2*u", heaps(3, 6), double);
    let three = several::heaps(|_, taken| {
        let ones = taken.iter().filter(|&&t| t == 1).count();
        taken.len() == 3 && ones == 2 && taken.contains(&2)
    });
    judge("heaps 3; take t, u, v from all where t = u and u = 1 and v = 2", heaps(3, 6), three);
    let same = several::heaps(|_, taken| {
        let some: Vec<&u64> = taken.iter().filter(|&&t| t > 0).collect();
        some.len() <= 2 && some.iter().all(|t| *t == some[0])
    });
    judge("take the same 1..m from each of 1..2 heaps", heaps(4, 5), same);
    let all = several::heaps(|heaps, taken| {
        touched(taken) == heaps.len() && taken.iter().all(|t| t == &taken[0] && *t <= 2)
    });
    judge("take the same 1..2 from all non-empty; take 3 from any", heaps(3, 6), move |at| {
        let mut options = all(at);
        options.extend(takes(|_, _, t| t == 3)(at));
        options
    });
}

#[test]
fn the_largest_and_the_smallest_ones() {
    for k in 1..=3 {
        let each = several::heaps(move |heaps, taken| {
            (1..=k).any(|n| extreme(heaps, taken, n, false, false))
        });
        judge(&format!("take 1..m from each of 1..{k} largest"), heaps(4, 5), each);
        let some = several::heaps(move |heaps, taken| extreme(heaps, taken, k, true, false));
        judge(&format!("take 1..m from some of {k} largest"), heaps(4, 4), some);
        let each = several::heaps(move |heaps, taken| extreme(heaps, taken, k, false, true));
        judge(&format!("take 1..m from each of {k} smallest"), heaps(4, 5), each);
        let some = several::heaps(move |heaps, taken| extreme(heaps, taken, k, true, true));
        judge(&format!("take 1..m from some of {k} smallest"), heaps(4, 4), some);
        let each = several::row(move |heaps, taken| extreme(heaps, taken, k, false, false));
        judge(&format!("row; take 1..m from each of {k} largest"), row(4, 4), each);
    }
    let places = several::places(|heaps, taken| {
        let none = |(&m, &t): (&u64, &u64)| m > 0 || t == 0;
        let filled: Vec<usize> = (0..heaps.len()).filter(|&i| heaps[i] > 0).collect();
        let of = |all: &[u64]| -> Vec<u64> { filled.iter().map(|&i| all[i]).collect() };
        heaps.iter().zip(taken).all(none) && extreme(&of(heaps), &of(taken), 2, true, true)
    });
    judge("row fixed; heaps 3; take 1..m from some of 2 smallest", self::places(3, 4), places);
}

#[test]
fn rows() {
    let ends = |_: &[u64], taken: &[u64]| {
        let inner = taken.len().max(2) - 1;
        touched(taken) == 1 && taken[1..].iter().take(inner.max(1) - 1).all(|&t| t == 0)
    };
    judge("row; take 1..m from ends", row(4, 5), several::row(ends));
    judge("row fixed; take 1..m from ends", places(3, 5), several::places(ends));
    let one = |_: &[u64], taken: &[u64]| touched(taken) == 1;
    judge("row; take 1..m from any", row(4, 4), several::row(one));
    judge("row fixed; heaps 3; take 1..m from any", places(3, 5), several::places(one));
    let pair = |circle: bool| {
        move |_: &[u64], taken: &[u64]| touched(taken) == 2 && within(taken, 2, circle)
    };
    judge("row; take 1..m from each of 2 adjacent", row(4, 4), several::row(pair(false)));
    judge(
        "row fixed; heaps 4; take 1..m from each of 2 adjacent",
        places(4, 3),
        several::places(pair(false)),
    );
    judge(
        "circle; heaps 4; take 1..m from each of 2 adjacent",
        places(4, 3),
        several::places(pair(true)),
    );
    // In their order.
    let rising = |_: &[u64], taken: &[u64]| {
        let at = taken.iter().position(|&t| t > 0).unwrap();
        touched(taken) == 2 && within(taken, 2, false) && taken[at] < taken[at + 1]
    };
    judge("row; take t, u from 2 adjacent where t < u", row(4, 4), several::row(rising));
    let all =
        |_: &[u64], taken: &[u64]| taken[0] > 0 && taken[0] == taken[1] && taken[1] < taken[2];
    judge(
        "row fixed; heaps 3; take t, u, v from all where t = u and u < v",
        places(3, 4),
        several::places(all),
    );
    let double = |_: &[u64], taken: &[u64]| {
        let n = taken.len();
        touched(taken) == 2 && (0..n).any(|i| taken[i] > 0 && taken[(i + 1) % n] == 2 * taken[i])
    };
    judge(
        "circle; heaps 3; take t, u from 2 adjacent where u = 2*t",
        places(3, 5),
        several::places(double),
    );
    let three = |heaps: &[u64], taken: &[u64]| {
        touched(taken) == heaps.len() && taken.iter().all(|&t| t <= 2)
    };
    judge(
        "row fixed; heaps 3; take 1..2 from all; take 1 from any",
        places(3, 4),
        move |at: &At| {
            let mut options = several::places(three)(at);
            options
                .extend(several::places(|_, taken| touched(taken) == 1 && taken.contains(&1))(at));
            options
        },
    );
}

#[test]
fn circular_nim() {
    for (n, k, most) in [
        (1, 1, 6),
        (2, 1, 6),
        (3, 1, 5),
        (3, 2, 5),
        (4, 2, 3),
        (4, 3, 3),
        (5, 2, 2),
        (5, 3, 2),
        (3, 7, 4),
    ] {
        let rule = several::places(move |_, taken| within(taken, k, true));
        judge(
            &format!("circle; heaps {n}; take 1..m from some of {k} adjacent"),
            places(n, most),
            rule,
        );
    }
    let rule = several::row(|_, taken| within(taken, 2, false));
    judge("row; take 1..m from some of 2 adjacent", row(4, 3), rule);
    let rule = several::places(|_, taken| within(taken, 2, false));
    judge("row fixed; take 1..m from some of 2 adjacent", places(4, 3), rule);
    let total =
        several::places(|_, taken| within(taken, 2, true) && taken.iter().sum::<u64>() <= 2);
    judge("circle; heaps 4; take 1..2 in total from some of 2 adjacent", places(4, 3), total);
}

#[test]
fn splits() {
    let unequal = |k: u64, parts: &[u64]| k == 0 && parts.len() == 2 && parts[0] != parts[1];
    judge("split any into unequal", heaps(3, 9), splitting(false, unequal));
    judge("row; split any into unequal", row(2, 7), splitting(true, unequal));
    let lasker = |k: u64, parts: &[u64]| if k == 0 { parts.len() == 2 } else { parts.len() < 2 };
    judge("take 1..m from any; split any", heaps(3, 6), splitting(false, lasker));
    judge("row; take 1..m from any; split any", row(2, 5), splitting(true, lasker));
    let equal = |k: u64, parts: &[u64]| k == 0 && parts.iter().all(|part| *part == parts[0]);
    judge("split any into 2..m equal", heaps(3, 12), splitting(false, equal));
    let three = |k: u64, parts: &[u64]| k == 0 && [3, 4].contains(&parts.len());
    judge("split any into 3..4", heaps(2, 9), splitting(false, three));
    let different = |k: u64, parts: &[u64]| {
        k == 0
            && parts.len() == 3
            && parts[0] != parts[1]
            && parts[1] != parts[2]
            && parts[0] != parts[2]
    };
    judge("split any into 3 unequal", heaps(2, 12), splitting(false, different));
    judge("row; split any into 3 unequal", row(2, 8), splitting(true, different));
    // In heaps without order either of the parts may be the first, in a row only the first.
    let ordered = |k: u64, parts: &[u64]| k == 0 && parts.len() == 2 && parts[0] == 2 * parts[1];
    judge("row; split any into a, b where a = 2*b", row(3, 9), splitting(true, ordered));
    judge("split any into a, b where a = 2*b", heaps(3, 9), splitting(false, ordered));
    let then = |k: u64, parts: &[u64]| [1, 2].contains(&k) && parts.len() == 2;
    judge("take 1..2 from any then split", heaps(3, 8), splitting(false, then));
    let named = |k: u64, parts: &[u64]| k > 0 && parts.len() == 2 && parts[0] + k <= parts[1];
    judge(
        "take t from any then split into a, b where a + t <= b",
        heaps(2, 9),
        splitting(false, named),
    );
    let counted = |dice: &mut Dice| At {
        last: Some(dice.roll(0, 3)),
        turn: Some(dice.roll(1, 3)),
        ..heaps(2, 6)(dice)
    };
    let both =
        |k: u64, parts: &[u64]| if k == 0 { parts.len() == 2 } else { k == 1 && parts.len() < 2 };
    judge(
        "take 1 from any; split any when last >= 0 and turn > 0",
        counted,
        splitting(false, both),
    );
}

#[test]
fn codes() {
    for (text, digits, repeated) in [
        ("octal 0.137", "0137", ""),
        ("octal 0.77", "077", ""),
        ("octal 4.1", "41", ""),
        ("octal 4.3", "43", ""),
        ("octal 0.07", "007", ""),
        ("octal 0.6", "06", ""),
        ("octal 0.5241", "05241", ""),
        ("octal 0.(3)", "0", "3"),
        ("octal 0.(7)", "0", "7"),
        ("octal 0.2(4)", "02", "4"),
        ("octal 0.0(12)", "00", "12"),
        ("octal 4.(604)", "4", "604"),
        ("octal 0.17(0)", "017", "0"),
        ("octal 0.", "0", ""),
        ("octal 4.", "4", ""),
        ("hexadecimal 0.8", "08", ""),
        ("hexadecimal 0.8F", "08F", ""),
        ("hexadecimal 0.123456789", "0123456789", ""),
        ("hexadecimal 8.A(9c)", "8A", "9C"),
        ("hexadecimal C.1", "C1", ""),
    ] {
        judge(text, heaps(3, 8), splitting(false, code(digits, repeated)));
    }
    judge("row; octal 0.47", row(2, 6), splitting(true, code("047", "")));
    // Codes that nobody chose.
    let mut dice = Dice(2718);
    for _ in 0..12 {
        let mut digits = |least: u64, most: u64| -> String {
            (0..dice.roll(least, most))
                .map(|_| char::from_digit(dice.roll(0, 7) as u32, 8).unwrap())
                .collect()
        };
        let (after, repeated) = (digits(0, 4), digits(0, 3));
        let before = if after.len() % 2 == 0 { "0" } else { "4" };
        let brackets = if repeated.is_empty() { String::new() } else { format!("({repeated})") };
        let text = format!("octal {before}.{after}{brackets}");
        judge(&text, heaps(2, 9), splitting(false, code(&format!("{before}{after}"), &repeated)));
    }
}

#[test]
fn welters_game() {
    let distinct = |at: &At| {
        at.numbers.iter().collect::<std::collections::BTreeSet<_>>().len() == at.numbers.len()
    };
    let rule = |at: &At| -> Options {
        several::places(|_, taken| touched(taken) == 1)(at).into_iter().filter(distinct).collect()
    };
    judge("row fixed; heaps 3; take 1..m from any where after: distinct(x)", places(3, 7), rule);
    let none_equal = "x[1] != x[2] and x[2] != x[3] and x[1] != x[3]";
    judge(
        &format!("row fixed; heaps 3; take 1..m from any where after: {none_equal}"),
        places(3, 6),
        rule,
    );
    // Heaps without places: two that are gone are no two equal ones.
    let rule =
        |at: &At| -> Options { takes(|_, _, _| true)(at).into_iter().filter(distinct).collect() };
    judge("take 1..m from any where after: distinct(x)", heaps(4, 5), rule);
    let tuple = |at: &At| -> Options {
        several::places(|_, taken| touched(taken) <= 2)(at)
            .into_iter()
            .filter(|to| to.numbers[0] <= to.numbers[1])
            .collect()
    };
    judge(
        "position (x, y); move (x - t, y - u) for t, u where t + u > 0 and t <= x and u <= y where after: x <= y",
        pair(8, 8),
        tuple,
    );
    let pairs = |at: &At| -> Options {
        several::heaps(|_, taken| touched(taken) == 2)(at)
            .into_iter()
            .filter(|to| to.numbers.iter().sum::<u64>() % 2 == 1)
            .collect()
    };
    judge("take 1..m from each of 2 heaps where after: odd(total)", heaps(3, 6), pairs);
    let split = |at: &At| -> Options {
        splitting(false, |k, parts| k <= 1 && parts.len() == 2)(at)
            .into_iter()
            .filter(|to| to.numbers.len() <= 3)
            .collect()
    };
    judge(
        "heaps 3; split any where after: count <= 3; take 1 from any then split where after: count < 4",
        heaps(3, 7),
        split,
    );
}

#[test]
fn passes_for_each_player() {
    let passes = |most: u64, heaps: fn(&mut Dice) -> At| {
        move |dice: &mut Dice| At {
            pass: Some(dice.roll(0, most)),
            other: Some(dice.roll(0, most)),
            ..heaps(dice)
        }
    };
    let draw = |dice: &mut Dice| heaps(3, 5)(dice);
    judge("nim; pass 1 each", passes(1, draw), passing(takes(|_, _, _| true)));
    judge("take 1..2 from any; pass 2 each", passes(2, draw), passing(takes(|_, _, t| t <= 2)));
    let large = passing(takes(|at, m, _| m == at.largest()));
    judge("greedy; pass 1 each", passes(1, draw), large);
    let moore = passing(several::heaps(|_, taken| touched(taken) <= 2));
    judge(
        "take 1..m from each of 1..2 heaps; pass 1 each",
        passes(1, |dice| heaps(3, 3)(dice)),
        moore,
    );
    let kayles = passing(splitting(false, code("077", "")));
    judge("octal 0.77; pass 1 each", passes(1, |dice| heaps(2, 6)(dice)), kayles);
    let turns = |dice: &mut Dice| At { turn: Some(dice.roll(1, 3)), ..heaps(2, 5)(dice) };
    let turn = passing(takes(|at, _, t| t <= at.turn.unwrap()));
    judge("take 1..turn from any; pass 1 each", passes(1, turns), turn);
}

/// The options of a rule that lead to such positions.
fn only(options: impl Fn(&At) -> Options, may: impl Fn(&At) -> bool) -> impl Fn(&At) -> Options {
    move |at| options(at).into_iter().filter(|to| may(to)).collect()
}

fn no_two_equal(at: &At) -> bool {
    (1..at.numbers.len()).all(|i| !at.numbers[..i].contains(&at.numbers[i]))
}

#[test]
fn several_heaps_of_the_library() {
    judge("antonim", heaps(4, 6), only(takes(|_, _, _| true), no_two_equal));
    judge("welter", heaps(4, 6), only(takes(|_, m, t| t < m), no_two_equal));
    for k in 1..=3 {
        let moore = several::heaps(move |_, taken| touched(taken) <= k);
        judge(&format!("moore({k})"), heaps(4, 4), moore);
        let greedy =
            |heaps: &[u64], taken: &[u64]| extreme(heaps, taken, touched(taken), false, false);
        let rule = several::heaps(move |heaps, taken| touched(taken) <= k && greedy(heaps, taken));
        judge(&format!("greedy-moore({k})"), heaps(4, 4), rule);
        let slow =
            several::heaps(move |_, taken| touched(taken) <= k && taken.iter().all(|&t| t <= 1));
        judge(&format!("slow-moore({k})"), heaps(5, 5), slow);
        let exact = several::heaps(move |_, taken| touched(taken) == k);
        judge(&format!("exact-nim({k})"), heaps(4, 4), exact);
        let slow =
            several::heaps(move |_, taken| touched(taken) == k && taken.iter().all(|&t| t <= 1));
        judge(&format!("exact-slow-nim({k})"), heaps(5, 5), slow);
        let h = k as u64 + 1;
        let nimhoff =
            several::heaps(move |_, taken| touched(taken) == 1 || taken.iter().sum::<u64>() < h);
        judge(&format!("cyclic-nimhoff({h})"), heaps(3, 6), nimhoff);
        let differ = move |taken: &[u64]| taken.len() == 2 && taken[0].abs_diff(taken[1]) < h;
        let rule = several::heaps(move |_, taken| touched(taken) == 1 || differ(taken));
        judge(&format!("r-wythoff({h})"), heaps(2, 12), rule);
    }
    let three = |taken: &[u64]| {
        let mut some = taken.iter().filter(|&&t| t > 0);
        let first = some.next();
        touched(taken) == 3 && some.all(|t| Some(t) == first)
    };
    let rule = several::heaps(move |_, taken| touched(taken) == 1 || three(taken));
    judge("nim-in-disguise", heaps(4, 5), rule);
    let ends = |_: &[u64], taken: &[u64]| {
        touched(taken) == 1 && (taken[0] > 0 || taken[taken.len() - 1] > 0)
    };
    judge("end-nim", row(4, 5), several::row(ends));
    for (n, k) in [(3, 1), (3, 2), (4, 2), (4, 4)] {
        let path = several::places(move |_, taken| within(taken, k, false));
        judge(&format!("path-nim({n}, {k})"), places(n, 3), path);
        let circle = several::places(move |_, taken| within(taken, k, true));
        judge(&format!("circular-nim({n}, {k})"), places(n, 3), circle);
    }
}

#[test]
fn splits_of_the_library() {
    for (text, digits) in [
        ("octal(0.53)", "053"),
        ("hexadecimal(0.9A)", "09A"),
        ("kayles", "077"),
        ("dawsons-kayles", "007"),
        ("dawsons-chess", "0137"),
        ("guiles", "015"),
        ("treblecross", "0007"),
        ("officers", "06"),
    ] {
        judge(text, heaps(3, 8), splitting(false, code(digits, "")));
    }
    let two = |k: u64, parts: &[u64]| k == 0 && parts.len() == 2;
    let unequal = move |k: u64, parts: &[u64]| two(k, parts) && parts[0] != parts[1];
    judge("grundys-game", heaps(3, 9), splitting(false, unequal));
    judge(
        "lasker",
        heaps(3, 6),
        splitting(false, move |k, parts| two(k, parts) || k > 0 && parts.len() < 2),
    );
    let large = move |k: u64, parts: &[u64]| two(k, parts) && parts.iter().sum::<u64>() > 2;
    judge("couples-are-forever", heaps(3, 7), splitting(false, large));
    let equal = |k: u64, parts: &[u64]| k == 0 && parts.iter().all(|part| *part == parts[0]);
    judge("fair-shares", heaps(3, 12), splitting(false, equal));
}

#[test]
fn numbers_of_stones() {
    type May = fn(u64, u64) -> bool;
    let games: [(&str, May); 7] = [
        ("subtract-a-square", |_, t| (1..=t).any(|r| r * r == t)),
        ("subtract-a-prime", |_, t| t > 1 && (2..t).all(|d| t % d != 0)),
        ("subtract-a-power-of-two", |_, t| t.count_ones() == 1),
        ("prim", |m, t| (2..=m).all(|d| m % d != 0 || t % d != 0)),
        ("dim", |m, t| m % t == 0),
        ("aliquot", |m, t| t < m && m % t == 0),
        ("mark", |m, t| t == 1 || m - t == m / 2),
    ];
    for (text, may) in games {
        judge(text, heaps(3, 14), takes(move |_, m, t| may(m, t)));
    }
}

#[test]
fn memory_and_passes_of_the_library() {
    let passes = |dice: &mut Dice| At {
        pass: Some(dice.roll(0, 1)),
        other: Some(dice.roll(0, 1)),
        ..heaps(3, 5)(dice)
    };
    judge("nim-with-a-pass-each", passes, passing(takes(|_, _, _| true)));
    let passes = |dice: &mut Dice| At { pass: Some(dice.roll(0, 3)), ..heaps(3, 5)(dice) };
    judge("nim-with-passes(3)", passes, takes(|_, _, _| true));
    let draw = |dice: &mut Dice| At { last: Some(dice.roll(0, 8)), ..heaps(1, 30)(dice) };
    let rule = |at: &At, m: u64, t: u64| match at.last.unwrap() {
        0 => t < m,
        last => t < 3 * last,
    };
    judge("dynamic(t -> 3*t - 1)", draw, takes(rule));
}

/// The positions that differ from one in a single number, or two, by these steps, none below 0.
fn steps(at: &At, steps: impl IntoIterator<Item = Vec<i64>>) -> Options {
    let to = |step: Vec<i64>| -> Option<At> {
        let moved = at.numbers.iter().zip(step).map(|(&n, step)| n.checked_add_signed(step));
        moved.collect::<Option<Vec<u64>>>().map(At::tuple)
    };
    steps.into_iter().filter_map(to).collect()
}

#[test]
fn boards_of_the_library() {
    let numbers = |dice: &mut Dice| At::tuple([dice.roll(1, 30), dice.roll(1, 30)]);
    judge("euclid-to-equality", numbers, only(euclid, |to| !to.numbers.contains(&0)));
    let stairs = |at: &At| {
        let down = |i: usize| {
            (1..=at.numbers[i] as i64).map(move |t| {
                let mut step = vec![0; 4];
                step[i] = -t;
                if i > 0 {
                    step[i - 1] = t;
                }
                step
            })
        };
        steps(at, (0..4).flat_map(down))
    };
    judge("staircase", places(4, 2), stairs);
    let strip = |dice: &mut Dice| {
        let mut next = 0;
        At::tuple(
            (0..4)
                .map(|_| {
                    next += dice.roll(1, 3);
                    next - 1
                })
                .collect::<Vec<u64>>(),
        )
    };
    let coins = only(several::places(|_, taken| touched(taken) == 1), |to| {
        to.numbers.is_sorted_by(|a, b| a < b)
    });
    judge("silver-dollar", strip, coins);
    let bar = |dice: &mut Dice| {
        let c = dice.roll(0, 3);
        let b = dice.roll(c, 4);
        At::tuple([dice.roll(b, 5), b, c])
    };
    // A square of a row that is there: it goes with all to its right, in this row and in those above.
    let bites = |at: &At| -> Options {
        let bite = |row: usize, left: u64| {
            let cut = |(i, &n): (usize, &u64)| if i >= row { n.min(left) } else { n };
            At::tuple(at.numbers.iter().enumerate().map(cut).collect::<Vec<u64>>())
        };
        (0..3)
            .flat_map(|row| (0..at.numbers[row]).map(move |left| (row, left)))
            .map(|(row, left)| bite(row, left))
            .collect()
    };
    judge("chomp", bar, bites);
    let knight = |at: &At| steps(at, [vec![-2, -1], vec![-2, 1], vec![-1, -2], vec![1, -2]]);
    judge("white-knight", pair(9, 9), knight);
}

#[test]
fn every_game_of_the_library_is_judged() {
    let here = include_str!("judge.rs");
    for game in GAMES {
        let named = |end: &str| here.contains(&format!("\"{}{end}", game.name));
        assert!(["\"", "(", "; "].into_iter().any(named), "{}", game.name);
    }
}
