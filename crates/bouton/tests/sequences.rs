//! Whole sequences of Grundy numbers of single heaps: every kernel compared with the engine of independent heaps, and
//! known periods.

use bouton::Game;
use bouton::engine::{Heaps, Period, Proved, Repetition, Sequence, Values, repetition};
use bouton::job::{Budget, Ctx, Stop, Unwatched, Watch};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{FileFailurePersistence, RngSeed};

use crate::random::{HEAP, number, splitting, sum};

const GRUNDY: Values = Values { grundy: true, length: false };

fn config(cases: u32) -> ProptestConfig {
    let file = FileFailurePersistence::Direct("proptest-regressions/sequences.txt");
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1956),
        failure_persistence: Some(Box::new(file)),
        ..ProptestConfig::default()
    }
}

fn parse(text: &str) -> Game {
    Game::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// Compares a whole sequence with the engine that looks at every move.
fn compare(text: &str, to: u64) {
    let game = parse(text);
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let mut heaps = Heaps::new(&game, GRUNDY, ctx).unwrap();
    let truth: Result<Vec<u32>, Stop> = (0..=to)
        .map(|heap| Ok(heaps.solve(&game.at([heap.into()]).unwrap())?.grundy.unwrap()))
        .collect();
    drop(heaps);
    let found = Sequence::of(&game, to, ctx).map(Sequence::into_numbers);
    assert_eq!(found, truth, "{text}");
    assert_eq!(budget.used(), 0, "{text}");
}

/// The number of every heap is the least that no option has, each option by a plain look at all splits and takes of
/// an octal code.
fn octal(digits: &[u8], to: usize) -> Vec<u32> {
    let mut numbers = vec![0u32];
    for heap in 1..=to {
        let mut seen = vec![false; 2 * heap + 64];
        for (taken, digit) in (1..).zip(digits).take_while(|(taken, _)| *taken <= heap) {
            let rest = heap - taken;
            if digit & 1 != 0 && rest == 0 {
                seen[0] = true;
            }
            if digit & 2 != 0 && rest > 0 {
                seen[numbers[rest] as usize] = true;
            }
            if digit & 4 != 0 {
                let splits = (1..rest).filter(|part| 2 * part <= rest);
                splits
                    .for_each(|part| seen[(numbers[part] ^ numbers[rest - part]) as usize] = true);
            }
        }
        numbers.push(seen.iter().position(|seen| !seen).unwrap() as u32);
    }
    numbers
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn takes(text in sum(), to in select(vec![1u64, 40, 70, 300])) {
        compare(&text, to);
    }

    #[test]
    fn splits(text in splitting(), to in 1..30u64) {
        compare(&text, to);
    }

    #[test]
    fn windows(
        bound in number(HEAP),
        other in number(HEAP),
        to in 60..400u64,
    ) {
        compare(&format!("take 1..{bound} from any"), to);
        compare(&format!("take {other}..{bound} from any"), to);
        compare(&format!("take all but {other}..{bound} from any"), to);
        compare(&format!("take all but {{2, {other}, {bound}}} from any"), to);
    }

    #[test]
    fn sets(set in proptest::collection::btree_set(1..90u32, 1..9)) {
        let set: Vec<String> = set.iter().map(u32::to_string).collect();
        compare(&format!("take {{{}}} from any", set.join(", ")), 400);
        compare(&format!("take all but {{{}}} from any", set.join(", ")), 250);
    }

    #[test]
    fn octal_codes(code in "[0-7]{1,4}") {
        let digits: Vec<u8> = code.bytes().map(|digit| digit - b'0').collect();
        let game = parse(&format!("octal 0.{code}"));
        let budget = Budget::default();
        let ctx = Ctx { budget: &budget, watch: &Unwatched };
        let found = Sequence::of(&game, 1500, ctx).unwrap().into_numbers();
        prop_assert_eq!(found, octal(&digits, 1500), "{}", code);
        prop_assert_eq!(budget.used(), 0);
    }
}

#[test]
fn every_kernel() {
    for (text, to) in [
        ("nim", 300),
        ("halving", 900),
        ("halving-floor", 900),
        ("maximum-nim(m -> isqrt(m))", 900),
        // Windows that do not slide, from the start or from some heap on.
        ("take 1..1 + (m*7919) mod min(m, 50) from any", 900),
        ("take 1..if m < 500 then ceil(m/2) else 3 + m mod 90 from any", 900),
        ("take 1..m from any when even(m)", 300),
        ("take 1..200 from any", 900),
        ("take {1, 3, 4} from any", 900),
        ("take {1, 70..80} from any", 900),
        ("take 5..ceil(m/2) from any", 900),
        ("take {2, 5..70, 100..floor(m/2)} from any", 900),
        ("all-but({1, 2})", 600),
        ("subtract-a-square", 900),
        ("subtract-a-prime", 300),
        ("take t from any where gcd(t, m) = 1", 200),
        ("take t from any where t divides m", 200),
        ("take t from any where t divides m; take 2 from any when odd(m)", 200),
        ("take t from any where prime(t) and t < 30; take m from any", 200),
        ("grundys-game", 150),
        ("lasker", 100),
        ("fair-shares", 100),
        ("couples-are-forever", 60),
        ("hexadecimal 0.8", 60),
        ("hexadecimal C.9F", 40),
        ("take 1..3 from any then split into unequal", 100),
        ("take 1..ceil(m/2) from any then split; take 2 from any", 40),
        ("octal 0.(34)", 60),
        // Some sizes have no meaning.
        ("take 1..6/(m - 3) from any", 20),
        ("take 2 from any; take 1..1/(m - 3) from any when m = 3", 20),
        ("take {} from any when 1/(m - 3) > 0", 20),
    ] {
        compare(text, to);
    }
}

#[test]
fn sparse_space() {
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    for code in ["6", "77", "04", "16", "4", "106", "54", "644", "7", "37", "0007", "1337"] {
        let game = parse(&format!("octal 0.{code}"));
        let digits: Vec<u8> = code.bytes().map(|digit| digit - b'0').collect();
        let found = Sequence::of(&game, 6000, ctx).unwrap();
        assert_eq!(found.numbers(), octal(&digits, 6000), "{code}");
    }
    let game = parse("grundys-game");
    let found = Sequence::of(&game, 4000, ctx).unwrap();
    let mut numbers = vec![0u32];
    for heap in 1..=4000usize {
        let options: Vec<u32> = (1..heap)
            .take_while(|part| 2 * part < heap)
            .map(|part| numbers[part] ^ numbers[heap - part])
            .collect();
        let mut seen = [false; 512];
        options.iter().for_each(|&option| seen[option as usize] = true);
        numbers.push(seen.iter().position(|seen| !seen).unwrap() as u32);
    }
    assert_eq!(found.numbers(), numbers);
}

#[test]
fn memory_and_watchers() {
    struct Impatient;
    impl Watch for Impatient {
        fn tick(&self, done: u64, _: Option<u64>) -> std::ops::ControlFlow<()> {
            if done > 1000 {
                std::ops::ControlFlow::Break(())
            } else {
                std::ops::ControlFlow::Continue(())
            }
        }
    }
    for text in ["halving", "take {1, 3, 4} from any", "octal 0.6", "all-but({1, 2})", "lasker"] {
        let game = parse(text);
        let budget = Budget::default();
        let ctx = Ctx { budget: &budget, watch: &Impatient };
        assert_eq!(Sequence::of(&game, 9000, ctx).err(), Some(Stop::Cancelled), "{text}");
        assert_eq!(budget.used(), 0, "{text}");
        let budget = Budget::new(1 << 16);
        let ctx = Ctx { budget: &budget, watch: &Unwatched };
        for to in [10_000, 1 << 39] {
            let stop = Sequence::of(&game, to, ctx).err();
            assert!(matches!(stop, Some(Stop::OverBudget { .. })), "{text}: {stop:?}");
        }
        assert!(Sequence::of(&game, 1000, ctx).is_ok(), "{text}");
        assert_eq!(budget.used(), 0, "{text}");
        assert!(budget.peak() <= budget.limit());
    }
    let game = parse("wythoff");
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    assert!(matches!(Sequence::of(&game, 10, ctx).err(), Some(Stop::Unknown(_))));
}

fn found(text: &str, to: Option<u64>) -> Repetition {
    let budget = Budget::default();
    repetition(&parse(text), to, Ctx { budget: &budget, watch: &Unwatched }).unwrap()
}

/// How many values come before the period, and its length.
fn proved(text: &str) -> (u64, u64) {
    match found(text, None) {
        Repetition::Proved(proved) => {
            let Period { preperiod, period, saltus } = proved.period();
            assert_eq!(saltus, 0, "{text}");
            (preperiod, period)
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn known_periods() {
    assert_eq!(proved("octal 0.77"), (71, 12));
    assert_eq!(proved("octal 0.07"), (53, 34));
    assert_eq!(proved("octal 0.137"), (52, 34));
    assert_eq!(proved("octal 0.156"), (3479, 349));
    assert_eq!(proved("take {1, 3, 4} from any"), (0, 7));
    assert_eq!(proved("take 1..3 from any"), (0, 4));
    assert_eq!(proved("take {2, 5, 7} from any"), (0, 22));
    if std::env::var_os("BOUTON_FULL").is_some() {
        assert_eq!(proved("octal 0.127"), (46578, 4));
        assert_eq!(proved("octal 0.16"), (105_351, 149_459));
        // The last heap that is an exception is that of 326639 stones. (OEIS A071436 says 326637.)
        assert_eq!(proved("octal 0.56"), (326_640, 144));
    }
}

#[test]
fn what_is_not_proved() {
    let nim = Period { preperiod: 0, period: 1, saltus: 1 };
    assert!(matches!(found("nim", None), Repetition::Proved(proved) if proved.period() == nim));
    let lasker = Period { preperiod: 1, period: 4, saltus: 4 };
    assert_eq!(found("lasker", Some(400)), Repetition::Observed { period: lasker, to: 400 });
    assert_eq!(found("halving", Some(5000)), Repetition::Unknown { to: 5000 });
    assert_eq!(found("grundys-game", Some(3000)), Repetition::Unknown { to: 3000 });
    // The period of Kayles is seen before it is proved.
    let kayles = Period { preperiod: 71, period: 12, saltus: 0 };
    assert_eq!(found("kayles", Some(150)), Repetition::Observed { period: kayles, to: 150 });
    assert!(matches!(found("kayles", Some(168)), Repetition::Proved(_)));
}

#[test]
fn a_proof_is_made_by_checking() {
    let game = parse("kayles");
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let sequence = Sequence::of(&game, 1000, ctx).unwrap();
    let period = Period { preperiod: 71, period: 12, saltus: 0 };
    assert!(Proved::of(&sequence, period).is_some());
    for wrong in [
        Period { preperiod: 70, ..period },
        Period { period: 11, ..period },
        Period { period: 0, ..period },
        Period { saltus: 1, ..period },
        Period { preperiod: 900, ..period },
        Period { preperiod: u64::MAX, ..period },
    ] {
        assert_eq!(Proved::of(&sequence, wrong), None, "{wrong:?}");
    }
}
