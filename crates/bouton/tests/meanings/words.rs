//! `prime`, `divides`, `distinct` and indices, exactly.

use super::{failure, game, refused, takes, targets, try_moves};
use bouton::Game;
use bouton::claim::{At, Paper, Says};
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::lang::Code;
use bouton::verify::{Size, Status, verify};
use dashu_int::UBig;

/// Whether a condition holds at a position.
fn try_holds(condition: &str, position: &str) -> Result<bool, Code> {
    let text = format!("take 1 from any when {condition}");
    let moves = try_moves(&text, position).map_err(|stop| super::code(&stop))?;
    Ok(!moves.is_empty())
}

fn holds(condition: &str, position: &str) -> bool {
    try_holds(condition, position).unwrap_or_else(|code| panic!("{condition}: {code}"))
}

/// Whether a number is prime, as a constant and as a number of the position.
fn is_prime(number: &str) -> Result<bool, Code> {
    let (constant, given) =
        (try_holds(&format!("prime({number})"), "1"), try_holds("prime(m)", number));
    assert_eq!(constant, given, "{number}");
    given
}

#[test]
fn primes_are_those_of_a_sieve() {
    let mut composite = [false; 5001];
    for i in 2..composite.len() {
        for j in (2 * i..composite.len()).step_by(i) {
            composite[j] = true;
        }
    }
    let primes: Vec<String> =
        (2..=5000).filter(|i| !composite[*i]).map(|i| format!("{i}/5000")).collect();
    assert_eq!(takes("take t from any where prime(t)", "5000"), primes.join(" "));
    for least in ["-7", "-2", "-1", "0", "1"] {
        assert!(!holds(&format!("prime({least})"), "1"), "{least}");
    }
}

#[test]
fn primes_are_never_wrong() {
    for prime in [
        "2^31 - 1",
        "4294967291",
        "4294967311",
        "10^12 + 39",
        "2^61 - 1",
        "2^63 - 25",
        "2^64 - 59",
        "2^64 + 13",
        "10^20 + 39",
        "10^24 + 7",
    ] {
        assert_eq!(is_prime(prime), Ok(true), "{prime}");
    }
    for composite in [
        // Carmichael numbers.
        "561",
        "1105",
        "1729",
        "41041",
        "825265",
        "321197185",
        "9746347772161",
        "1436697831295441",
        "60977817398996785",
        "7156857700403137441",
        // Squares of primes, and products of two that are near.
        "43^2",
        "1093^2",
        "3511^2",
        "(2^31 - 1)^2",
        "4294967291*4294967311",
        "(2^61 - 1)*3",
        "(2^61 - 1)*(2^31 - 1)",
        // The least strong pseudoprimes to the first bases.
        "2047",
        "1373653",
        "25326001",
        "3215031751",
        "2152302898747",
        "3474749660383",
        "341550071728321",
        "3825123056546413051",
        "318665857834031151167461",
        // Large ones, of which it can be told.
        "2^67 - 1",
        "2^83 - 1",
        "2^128 + 1",
        "2^256 + 1",
        "(2^89 - 1)*(2^61 - 1)",
        "(2^89 - 1)^2",
        "10^100 + 1",
        "10^999999",
        "3*10^99999 + 3",
    ] {
        assert_eq!(is_prime(composite), Ok(false), "{composite}");
    }
    // Where it is not proven that the tests decide, there is no answer.
    for unknown in ["3317044064679887385961981", "2^89 - 1", "2^107 - 1", "2^521 - 1"] {
        assert_eq!(is_prime(unknown), Err(Code::Domain), "{unknown}");
    }
    assert_eq!(is_prime("2^44497 - 1"), Err(Code::TooMuchWork));
    // A fraction is neither.
    assert_eq!(try_holds("prime(m/2)", "7"), Err(Code::Fraction));
    assert_eq!(try_holds("prime(m/2)", "14"), Ok(true));
    assert_eq!(refused("take prime(3) from any"), Code::WrongType);
    assert_eq!(refused("take 1 from any when prime(2, 3)"), Code::Arguments);
    assert_eq!(refused("position (prime); move (prime - 1)"), Code::NameTaken);
}

#[test]
fn divisors() {
    assert_eq!(takes("take t from any where t divides m", "12"), "1/12 2/12 3/12 4/12 6/12 12/12");
    assert_eq!(
        takes("take t from any where t divides m and t < m", "12"),
        "1/12 2/12 3/12 4/12 6/12"
    );
    assert_eq!(takes("take t from any where 1 < t divides m", "9"), "3/9 9/9");
    assert_eq!(takes("take t from any where not t divides m", "6"), "4/6 5/6");
    let step = "position (x, y); move (x - t, y) for t where t divides x and 1 <= t < x";
    assert_eq!(targets(step, "6,0"), "5,0 4,0 3,0");
    assert_eq!(targets(step, "0,0"), "");
    // 0 divides 0 alone, and everything divides 0.
    let zero = "position (x, y); move (x - 1, t) for t where t <= 3 and t divides y; rank (x)";
    assert_eq!(targets(zero, "1,0"), "0,0 0,1 0,2 0,3");
    assert_eq!(targets(zero, "1,2"), "0,1 0,2");
    for a in -12i32..=12 {
        for b in -12i32..=12 {
            let divides = (-12..=12).any(|q| q * a == b);
            assert_eq!(holds(&format!("{a} divides {b}"), "1"), divides, "{a} divides {b}");
            let unknown = format!("m - 13 + {a} divides {b} + 13 - m");
            assert_eq!(holds(&unknown, "13"), divides, "{unknown}");
        }
    }
    // It binds like a comparison, and stands in chains of them.
    assert!(holds("2 + 1 divides 5 + 4 and not 2 divides 9", "1"));
    assert!(holds("2 divides 6 divides 12", "1") && !holds("2 divides 6 divides 9", "1"));
    assert!(holds("1 < 3 divides m = 9 and (2 divides m) = false", "9"));
    assert_eq!(refused("take 1 from any when 2 divides (3 = 3)"), Code::WrongType);
    assert_eq!(refused("take 2 divides 4 from any"), Code::WrongType);
    assert_eq!(refused("position (divides); move (divides - 1)"), Code::Expected);
    // Both are whole numbers, also where the first is 0.
    assert_eq!(try_holds("m/2 divides 5", "5"), Err(Code::Fraction));
    assert_eq!(try_holds("5 divides m/2", "5"), Err(Code::Fraction));
    assert_eq!(try_holds("0*m divides m/2", "5"), Err(Code::Fraction));
    assert_eq!(try_holds("0 divides m/2", "5"), Err(Code::Fraction));
    assert_eq!(try_holds("0 divides m/2", "4"), Ok(false));
    assert_eq!(try_holds("0 divides m/2 - 2", "4"), Ok(true));
    assert!(holds("10^999 + 1 divides (10^999 + 1)*m", "7"));
}

#[test]
fn distinct_heaps() {
    for (condition, position, expected) in [
        ("distinct(x)", "1,2,5", true),
        ("distinct(x)", "5", true),
        ("distinct(x)", "1,5,5", false),
        ("distinct(x[..-2])", "1,2,5,5", true),
        ("distinct(x[..-2])", "2,2,5,5", false),
        ("distinct(x[-2..])", "2,2,5,6", true),
        ("distinct(x[2..])", "2,2,5,6", true),
        ("distinct(x[..-9])", "2,2", true),
        ("distinct(h mod 3 for h in x)", "1,2,6", true),
        ("distinct(h in x : h mod 3)", "1,2,4", false),
        ("distinct(h/2 for h in x) and distinct(x)", "1,2,4", true),
        ("distinct(t in 1..6 : t*t mod 13)", "1", true),
        ("distinct(t in 0..7 : t*t mod 13)", "1", false),
        ("distinct(t in 2..1 : 0)", "1", true),
        ("not distinct(x) and count = 2", "3,3", true),
    ] {
        assert_eq!(holds(condition, position), expected, "{condition} at {position}");
    }
    // After two that are equal nothing is looked at.
    assert!(!holds("distinct(t in 0..9 : floor(1/(5 - t)))", "1"));
    assert_eq!(try_holds("distinct(t in 1..9 : 1/(3 - t))", "1"), Err(Code::DivisionByZero));
    assert_eq!(try_holds("distinct(t in 1..10^9 : t)", "1"), Err(Code::TooMuchWork));
    assert_eq!(refused("take 1 from any when distinct(m)"), Code::WrongType);
    assert_eq!(refused("take distinct(x) from any"), Code::WrongType);
    assert_eq!(refused("position (x, y); move (x - 1, y) when distinct(x)"), Code::WrongType);
    assert_eq!(refused("position (a, b); move (a - 1, b) when distinct(x)"), Code::WordNotHere);
}

/// Very many heaps are compared at once, and not each with each.
#[test]
fn a_million_heaps_can_be_distinct() {
    let paper = Paper::parse("claim mine for nim\n  P iff distinct(x)").expect("a claim");
    let claim = paper.claim(&paper.items()[0], &[]).expect("a claim").expect("of a game");
    let Says::Outcome { condition, .. } = claim.says[0] else { panic!("it is of outcomes") };
    let holds = |heaps: &mut dyn Iterator<Item = u32>| {
        let position = claim.game.at(heaps.map(UBig::from)).expect("a position");
        let mut eval = claim.evaluator();
        eval.truth(condition, &At { position: &position, asked: &[] }).expect("it has a value")
    };
    assert!(holds(&mut (1..=1_000_000)));
    assert!(!holds(&mut (1..=999_999).chain([500_000])));
}

#[test]
fn indices() {
    for (number, position, expected) in [
        ("x[1]", "5,3,4", "3"),
        ("x[2]", "5,3,4", "4"),
        ("x[3]", "5,3,4", "5"),
        ("x[-1]", "5,3,4", "5"),
        ("x[-3]", "5,3,4", "3"),
        ("x[count]", "5,3,4", "5"),
        ("x[x[1] - 1]", "5,3,4", "4"),
        ("x[4] + x[10^30] + x[-4] + x[-10^30] + 1", "5,3,4", "1"),
        ("sum(x[2..])", "5,3,4", "9"),
        ("sum(x[..2])", "5,3,4", "7"),
        ("sum(x[2..2])", "5,3,4", "4"),
        ("sum(x[2..-2])", "5,3,4", "4"),
        ("sum(x[-2..2])", "5,3,4", "4"),
        ("sum(x[..9]) - sum(x[1..]) + 1", "5,3,4", "1"),
        ("sum(x[4..]) + sum(x[3..2]) + sum(x[..-4]) + sum(x[10^30..]) + 2", "5,3,4", "2"),
    ] {
        assert!(holds(&format!("{number} = {expected}"), position), "{number}");
    }
    let text = "take x[1] from any";
    assert_eq!((takes(text, "2,4"), takes(text, "0,0")), ("2/2 2/4".into(), String::new()));
    for text in ["take x[0] from any", "take x[2 - 2] from any", "take sum(x[0..]) from any"] {
        assert_eq!(refused(text), Code::WordNotHere, "{text}");
    }
    assert_eq!(refused("take 1 from any when distinct(x[..0])"), Code::WordNotHere);
    assert_eq!(failure("take x[1/2] from any", "1"), Code::Fraction);
    assert_eq!(failure("take x[m - 1] from any", "1"), Code::Domain);
    assert_eq!(failure("take sum(x[m - 1..]) from any", "1"), Code::Domain);
    assert_eq!(failure("take sum(x[..m - 1]) from any", "1"), Code::Domain);
    assert_eq!(failure("take x[m/2] from any", "1"), Code::Fraction);
}

/// `smallest` is the first heap, in normal forms too.
#[test]
fn the_first_heap_is_the_smallest() {
    let same = |a: &str, b: &str| Game::parse(a).unwrap().plays_as(&game(b));
    assert!(same("take 1..x[1] from any", "take 1..smallest from any"));
    assert!(same("take 1..x[1] from smallest", "take 1..m from smallest"));
    assert!(same("heaps 1; take 1..x[1] from any", "nim"));
    assert!(same("heaps 2; take 1..m + x[3] from any", "nim"));
    assert!(same("take 1..m + x[3] from any", "nim"));
    assert!(!same("take 1..x[2] from any", "nim"));
    assert!(!same("take 1..m + x[2] - x[2] + 0*x[m - 1] from any", "nim"));
    assert!(!same("take 1..x[1] from any", "nim"));
    assert!(same("take t from any where 2 divides t", "take t from any where even(t)"));
    assert!(same("take t from any where t divides m", "take t from any where m mod t = 0"));
    assert!(!same("take t from any where t divides m", "nim"));
    assert!(!same("take 1..m from any when prime(m) or not prime(m)", "nim"));
    assert!(!same("take 1..m from any when distinct(x) or not distinct(x)", "nim"));
}

/// All of it in claims.
#[test]
fn in_claims() {
    let text = "claim mine for \"take t from any where t divides m\"
  when count = 1
  N if prime(x[1]) and (2 divides x[1] or x[1] >= 3)
  twin(n) = prime(n) and prime(n + 2)
  apart(n) = distinct(x)
  div(a, b) = a divides b
  always not (twin(x[1]) and even(x[1])) and apart(0) and div(x[1], 2*x[-1])
";
    let paper = Paper::parse(text).unwrap_or_else(|errors| panic!("{errors}"));
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    let mut verdicts = Vec::new();
    verify(&paper, &paper.items()[0], &Size::default(), ctx, &mut |one| verdicts.push(one))
        .unwrap();
    assert!(verdicts.iter().all(|verdict| verdict.status == Status::Holds), "{verdicts:?}");
    assert!(verdicts.iter().all(|verdict| verdict.positions > 50), "{verdicts:?}");
}
