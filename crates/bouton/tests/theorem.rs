//! Answers by theorem agree with the definition where both know, and reach further.

use bouton::Game;
use bouton::claim::Paper;
use bouton::engine::{Outcome, Values};
use bouton::game::Position;
use bouton::job::{Budget, Ctx, Stop, Unwatched};
use bouton::solve::{Answer, Basis, Question, Solver, Way};
use bouton::verify::Status;

fn ctx(budget: &Budget) -> Ctx<'_> {
    Ctx { budget, watch: &Unwatched }
}

fn by_theorem(text: &str, typed: &str, grundy: bool) -> Result<Answer, Stop> {
    let budget = Budget::default();
    let game = Game::parse(text).unwrap();
    let position = game.position(typed).unwrap();
    let ask = Question { values: Values { grundy, length: false }, moves: 10 };
    Solver::new(&game, Some(Way::Theorem), ctx(&budget)).answer(&position, ask)
}

/// All positions of at most three heaps, or of two coordinates, that are at most `most`.
fn positions(game: &Game, most: u32) -> Vec<Position> {
    let mut all = Vec::new();
    let numbers = if game.coordinates().is_some() { 2 } else { 3 };
    for code in 0..(most + 1).pow(numbers) {
        let heap = |i: u32| dashu_int::UBig::from(code / (most + 1).pow(i) % (most + 1));
        let heaps: Vec<_> = (0..numbers).map(heap).collect();
        if game.coordinates().is_none() && !heaps.is_sorted() {
            continue;
        }
        let Ok(mut position) = game.at(heaps) else { continue };
        let counters = position.counters.clone();
        all.push(position.clone());
        if counters.passes.is_some() {
            position.counters.passes = Some(0u8.into());
            all.push(position);
        } else if counters.turn.is_some() {
            position.counters.turn = Some(3u8.into());
            all.push(position);
        } else if counters.last.is_some() {
            position.counters.last = Some(2u8.into());
            all.push(position);
        }
    }
    all
}

#[test]
fn theorems_agree_with_the_definition() {
    let budget = Budget::default();
    for (text, most) in [
        ("nim", 7),
        ("bounded(k=3)", 8),
        ("greedy", 7),
        ("bounded-greedy(3)", 9),
        ("bounded-greedy(2)", 7),
        ("bounded-greedy(1)", 6),
        ("nim; ending misere", 6),
        ("greedy; ending misere", 6),
        ("halving", 9),
        ("halving-with-a-pass", 8),
        ("maximum-nim(m -> floor(m/3))", 10),
        ("turn-dependent(turn -> 2*turn)", 30),
        ("wythoff", 12),
        ("two-kinds", 14),
        ("euclid", 14),
        ("fibonacci", 20),
        ("chocolate(z -> floor(z/4))", 20),
    ] {
        let game = Game::parse(text).unwrap();
        let mut theorem = Solver::new(&game, Some(Way::Theorem), ctx(&budget));
        let mut definition = Solver::new(&game, Some(Way::Definition), ctx(&budget));
        let mut seen = 0;
        for position in positions(&game, most) {
            let ask = Question { values: Values::default(), moves: 1000 };
            let told = match theorem.answer(&position, ask) {
                Ok(told) => told,
                Err(stop) => panic!("{text} at {position}: {stop}"),
            };
            let truth = definition.answer(&position, ask).unwrap();
            assert_eq!(told.outcome, truth.outcome, "{text} at {position}");
            assert!(told.complete, "{text} at {position}");
            assert_eq!(told.winning, truth.winning, "{text} at {position}");
            assert_eq!(told.answered, truth.answered, "{text} at {position}");
            let Basis::Theorem(citation) = told.basis else { panic!("{text} at {position}") };
            assert!(citation.positions > 0);
            if let Ok((_, Some(number))) = theorem.value(&position, true) {
                let (_, truth) = definition.value(&position, true).unwrap();
                assert_eq!(Some(number), truth, "{text} at {position} by {}", citation.source);
            }
            seen += 1;
        }
        assert!(seen > 30, "{text}: {seen}");
    }
}

/// A game and two numbers that say how large: P-positions and N-positions beyond every table.
#[test]
fn theorems_reach_heaps_of_any_size() {
    for (text, typed, outcome) in [
        ("nim", "10^1000, 10^1000", "P"),
        ("nim", "10^60, 10^50, 7", "N"),
        ("nim; ending misere", "10^60, 10^60", "P"),
        ("nim; ending misere", "10^60, 10^50", "N"),
        ("bounded(10^20)", "10^60, 10^50", "N"),
        ("greedy", "10^60, 10^60 - 1", "N"),
        ("greedy", "10^60, 10^60", "P"),
        ("greedy; ending misere", "10^60, 3, 3", "N"),
        ("bounded-greedy(7)", "10^60, 10^60+3, 10^60+11", "P"),
        ("bounded-greedy(10^20)", "10^60, 10^60+3, 10^60+11", "N"),
        ("bounded-greedy(2)", "10^1000, 10^1000+1", "N"),
        ("halving", "2^4000 - 2", "P"),
        ("halving", "10^300, 10^290, 12345", "N"),
        ("halving-with-a-pass", "10^300, 10^290, 12345;pass=1", "N"),
        ("halving-with-a-pass", "2^400 - 2;pass=1", "N"),
        ("two-kinds", "1073741820,5", "P"),
        ("two-kinds", "10^60, 10^61", "N"),
        ("wythoff", "10^40, 10^40", "N"),
        ("euclid", "10^40, 10^39 + 1", "N"),
        ("euclid", "10^40, 0", "P"),
        ("fibonacci", "10^100", "N"),
        ("fibonacci", "10^100;last=1", "P"),
        ("fibonacci", "10^100;last=2", "N"),
        ("turn-dependent(turn -> turn^2)", "1000000007;turn=3", "N"),
        ("turn-dependent(turn -> 2^turn)", "10^60;turn=3", "N"),
        ("chocolate(z -> floor(z/2))", "10^40, 10^60", "N"),
    ] {
        let answer = match by_theorem(text, typed, false) {
            Ok(answer) => answer,
            Err(stop) => panic!("{text} at {typed}: {stop}"),
        };
        assert_eq!(answer.outcome.to_string(), outcome, "{text} at {typed}");
        let shown =
            if answer.outcome == Outcome::N { answer.winning.len() } else { answer.answered.len() };
        let ended = answer.moves.as_ref().is_some_and(|moves| moves.is_zero());
        assert!(shown > 0 || ended, "{text} at {typed} shows no move");
        // What wins by a theorem is lost for the other by the same theorems.
        for winning in &answer.winning {
            let to = by_theorem(text, &winning.to.to_string(), false).unwrap();
            assert_eq!(to.outcome, Outcome::P, "{text} at {typed}");
        }
    }
}

#[test]
fn grundy_numbers_come_from_theorems_too() {
    for (text, typed, number) in [
        ("halving", "2^4000 - 2", "0"),
        ("halving", "123456789012345678901234567890", "15432098626543209862654320986"),
        ("take 1..floor((m+1)/2) from any", "7, 9", "1"),
        ("halving-with-a-pass", "5,9;pass=1", "7"),
        ("bounded(4)", "10^100 + 3", "3"),
    ] {
        let answer = by_theorem(text, typed, true).unwrap();
        assert_eq!(answer.grundy.unwrap().to_string(), number, "{text} at {typed}");
    }
    // Theorem 6 does not tell Grundy numbers.
    assert!(matches!(by_theorem("bounded-greedy(3)", "2,2,5,8,9", true), Err(Stop::Unknown(_))));
}

#[test]
fn the_case_that_applies_is_told() {
    for (text, typed, reason) in [
        (
            "bounded-greedy(3)",
            "1,3,5,6,6",
            "beta = 1 is odd; r = (6 - 5) mod (3 + 1) = 1, s = (6 - 6) mod (3 + 1) = 0; \
             case (ii), 1 <= r = 1 <= 2 and s = 0: good(5, 6, 6)",
        ),
        ("bounded-greedy(3)", "1,1,2,5", "beta = 2 is even; (5 - 2) mod (3 + 1) = 3, not 0"),
        ("nim", "3,5,6", "3 xor 5 xor 6 = 0"),
        ("bounded(3)", "5,6", "(5 mod (3 + 1)) xor (6 mod (3 + 1)) = 1 xor 2 = 3, not 0"),
        ("nim; ending misere", "1,1,1", "case (ii), x[-1] = 1 is at most 1 and count = 3 is odd"),
        ("turn-dependent(turn -> turn)", "2;turn=1", "n = 1: 2 <= x[-1] = 2 <= 3"),
        (
            "two-kinds",
            "5,3",
            "case (ii), (5, 3) in { (2^n - i - 1, 2*i - 1) : n >= 0, 1 <= i <= n - 1 } by n = 3, i = 2: second(5, 3)",
        ),
    ] {
        let answer = by_theorem(text, typed, false).unwrap();
        let Basis::Theorem(citation) = answer.basis else { panic!("{text}") };
        assert_eq!(citation.reason, reason, "{text} at {typed}");
    }
}

#[test]
fn no_theorem_is_used_for_another_game() {
    for (text, typed) in [
        ("nim; pass 1", "1,2"),
        ("bounded-greedy(3); ending misere", "1,2"),
        ("take 1..3 from any when m > 2", "1,2"),
        ("take 2..3 from largest", "1,2"),
        ("maximum-nim(m -> m^2 mod 5)", "1,2"),
        ("turn-dependent(turn -> 10 - turn)", "12"),
        ("turn-dependent(turn -> 1 + turn mod 2)", "10^70"),
    ] {
        let answer = by_theorem(text, typed, false);
        assert!(matches!(answer, Err(Stop::Unknown(_))), "{text}: {answer:?}");
    }
}

#[test]
fn what_takes_too_much_work_is_unknown() {
    let answer = by_theorem("turn-dependent(turn -> 1)", "10^60", false);
    let Err(Stop::Unknown(why)) = answer else { panic!("{answer:?}") };
    assert!(why.contains("mizugaki-2023:theorem-2.1"), "{why}");
}

/// Theorems that take some work are not asked for each of many moves.
#[test]
fn many_moves_are_not_looked_at_with_much_work() {
    let answer = by_theorem("turn-dependent(turn -> isqrt(turn) + 1000)", "10^7", false).unwrap();
    assert!(answer.outcome == Outcome::P || !answer.winning.is_empty());
}

#[test]
fn claims_of_ones_own_answer_after_they_held() {
    let budget = Budget::default();
    let game = Game::parse("take {1, 4} from any").unwrap();
    let position = game.position("10^30, 7").unwrap();
    let claims = |text: &str| {
        let paper = Paper::parse(text).unwrap();
        let mut solver = Solver::new(&game, None, ctx(&budget));
        let mut verdicts = Vec::new();
        solver.add_claims(&paper, &mut |verdict| verdicts.push(verdict.status)).unwrap();
        (solver.answer(&position, Question::default()), verdicts)
    };
    let values = "let g = xor(if h mod 5 = 4 then 2 else (h mod 5) mod 2 for h in x)";
    let right = format!("claim mine for \"take {{1, 4}} from any\"\n  {values}\n  grundy = g");
    let (answer, verdicts) = claims(&right);
    assert_eq!(verdicts, [Status::Holds]);
    let answer = answer.unwrap();
    assert_eq!(answer.outcome, Outcome::P);
    let Basis::Theorem(citation) = answer.basis else { panic!("by the claim") };
    assert_eq!((citation.source.as_str(), citation.title), ("claim-mine", None));

    // A claim that does not hold is not used.
    let (answer, verdicts) = claims("claim mine for \"take {4, 1} from any\"\n  P iff even(total)");
    assert_eq!(verdicts, [Status::Refuted]);
    assert!(matches!(answer, Err(Stop::OverBudget { .. })));

    // Neither is one that is not right at the position itself, by its own words.
    for beyond in [
        "P iff g = 0 and total < 10^6",
        "grundy = if total > 10^6 then 99 else g",
        "grundy = g\n  P iff g = 0 and total < 10^6",
    ] {
        let (answer, verdicts) =
            claims(&format!("claim mine for \"take {{1, 4}} from any\"\n  {values}\n  {beyond}"));
        assert_eq!(verdicts, [Status::Holds], "{beyond}");
        assert!(matches!(answer, Err(Stop::Undefined(_))), "{beyond}: {answer:?}");
    }

    // Two claims that hold on their boxes and differ beyond are told of.
    let far = format!(
        "{right}\n\nclaim far for \"take {{1, 4}} from any\"\n  {values}\n  P iff g = 0 and total < 10^6"
    );
    let (answer, verdicts) = claims(&far);
    assert_eq!(verdicts, [Status::Holds, Status::Holds]);
    let Err(Stop::Undefined(told)) = answer else { panic!("they contradict each other") };
    assert!(told.message.contains("contradict"), "{}", told.message);
}
