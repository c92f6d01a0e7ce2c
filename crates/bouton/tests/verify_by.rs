//! Verdicts name what they were compared with, and the three ways agree.

use bouton::claim::Paper;
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::verify::{By, Size, Status, Verdict, verify};

/// The verdict on one claim about a game.
fn verdict(game: &str, lines: &str, size: &Size) -> Verdict {
    let text = format!("claim mine for \"{game}\"\n  {lines}\n");
    let paper = Paper::parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let mut verdicts = Vec::new();
    verify(&paper, &paper.items()[0], size, ctx, &mut |one| verdicts.push(one)).unwrap();
    assert_eq!(verdicts.len(), 1, "{text}");
    assert_eq!(budget.used(), 0, "{text}");
    verdicts.remove(0)
}

fn small(by: Option<By>) -> Size {
    Size { heaps: Some(0..=3), max: Some(7), by, ..Size::default() }
}

/// What a claim was compared with, one box after the other; the same for several boxes once.
fn ways(verdict: &Verdict) -> Vec<(By, Option<&'static str>)> {
    let mut ways: Vec<_> = verdict.checked.iter().map(|one| (one.by, one.kernel)).collect();
    ways.dedup();
    ways
}

#[test]
fn by_default_a_table_and_the_definition_are_compared() {
    let found = verdict("take 1..m from any", "P iff xor(x) = 0", &Size::default());
    assert_eq!(found.status, Status::Holds);
    let xor = Some("one heap at a time");
    assert_eq!(ways(&found), [(By::Table, xor), (By::Definition, None)]);
    assert!(found.checked[0].with().contains("the xor of the heaps' own numbers"));
    let [table, .., definition] = &found.checked[..] else { unreachable!() };
    assert_eq!((table.positions, &table.within), (found.positions, &found.within));
    assert!(definition.positions > 1000 && definition.positions < table.positions);

    let found = verdict("take 1..3 from largest", "P if total = 0", &small(None));
    let lines = Some("takes from one heap, in whole rows");
    assert_eq!(ways(&found), [(By::Table, lines), (By::Definition, None)]);
    // A box that is small enough is the same for both.
    assert_eq!(found.checked[0].within, found.checked[1].within);
    assert_eq!(found.checked[0].positions, found.checked[1].positions);
}

#[test]
fn if_the_fastest_engine_is_the_definition_there_is_one_comparison() {
    let size = Size { heaps: Some(0..=1), max: Some(5), ..Size::default() };
    let found = verdict("take 1..3 from largest", "P if total = 0", &size);
    assert_eq!(ways(&found), [(By::Definition, None)]);
}

#[test]
fn what_is_refuted_is_refuted_by_the_definition() {
    let found = verdict("take 1..m from any", "P iff even(total)", &Size::default());
    let shown = found.counterexample.unwrap();
    assert_eq!((found.status, shown.known), (Status::Refuted, By::Definition));
    assert_eq!(shown.position.to_string(), "2");
    // The only wrong position lies outside of the box of the definition, and leads to few others.
    let wrong = "P iff xor(x) = 0 and not (total = 26 and x[-1] = 13 and x[-2] = 13)";
    let found = verdict("take 1..m from any", wrong, &Size::default());
    let shown = found.counterexample.unwrap();
    assert_eq!((shown.position.to_string().as_str(), shown.known), ("13,13", By::Definition));
    // One that leads to very many is known by the table alone.
    let size = Size { heaps: Some(0..=3), max: Some(60), ..Size::default() };
    let wrong = "P iff xor(x) = 0 and not (x[-1] = 60 and x[-2] = 59)";
    let found = verdict("take 1..m from any", wrong, &size);
    let shown = found.counterexample.unwrap();
    assert_eq!((shown.position.to_string().as_str(), shown.known), ("7,59,60", By::Table));
}

#[test]
fn one_way_alone_can_be_asked_for() {
    for by in By::ALL {
        let found = verdict("take 1..m from any", "P iff xor(x) = 0", &small(Some(by)));
        assert_eq!(found.status, Status::Holds, "{by}");
        assert_eq!(found.checked.iter().map(|one| one.by).collect::<Vec<_>>(), [by]);
        assert_eq!(found.positions, 120, "{by}");
    }
    // No kernel computes so many heaps.
    let size = Size { heaps: Some(0..=40), max: Some(1), by: Some(By::Table), ..Size::default() };
    let found = verdict("take 1..3 from largest", "P iff even(total)", &size);
    assert_eq!(found.status, Status::Error);
    assert!(found.note.unwrap().starts_with("no kernel computes a table"));
}

/// Games with statements that are right, and statements that are wrong.
const KNOWN: &[(&str, &str, &str)] = &[
    ("take 1..m from any", "P iff xor(x) = 0", "P iff xor(x) = 1"),
    ("take 1..m from any", "grundy = xor(x)", "grundy = total"),
    ("take 1..3 from any", "grundy = xor(h mod 4 for h in x)", "grundy = xor(h mod 3 for h in x)"),
    (
        "take 1..m from any; ending misere",
        "P iff (if x[-1] <= 1 then odd(total) else xor(x) = 0)",
        "P iff xor(x) = 0",
    ),
    (
        "take 1 from any; pass 1",
        "P iff total = 0 or (even(total + passes) and not (total = 1 and passes = 1))",
        "P iff even(total)",
    ),
    ("take 1..min(turn, 1) from any", "P iff even(total)", "P iff even(total + turn)"),
    ("take 1 from any; ending misere", "N iff even(total)", "N iff odd(total)"),
    (
        "position (a, b); move (a - t, b) for t where t >= 1; move (a, b - t) for t where t >= 1",
        "grundy = a xor b",
        "P iff a = b and a < 5",
    ),
];

#[test]
fn the_ways_agree_on_known_claims() {
    for (game, right, wrong) in KNOWN {
        for by in [None, Some(By::Definition), Some(By::Table), Some(By::Condition)] {
            let found = verdict(game, right, &small(by));
            assert_eq!(found.status, Status::Holds, "{game}: {right} by {by:?}: {found:?}");
            let found = verdict(game, wrong, &small(by));
            assert_eq!(found.status, Status::Refuted, "{game}: {wrong} by {by:?}: {found:?}");
            let known = found.counterexample.unwrap().known;
            assert!(by.is_none_or(|by| by == known), "{game}: {wrong} by {by:?}: {known}");
        }
    }
}

/// Claims that are mostly wrong: on a closed box, the condition fails exactly where the claim does somewhere.
#[test]
fn the_ways_agree_on_many_claims() {
    let games = [
        "take 1..m from any",
        "take 1..2 from any",
        "take 1..3 from largest",
        "take 1..ceil(m/2) from any; pass 1",
        "take 1..2 from smallest; ending misere",
        "take {1, 3, 4} from any",
        "take {1, 3} from any",
        "take 1 from largest; ending misere",
    ];
    let numbers = ["total", "xor(x)", "x[-1]", "count", "sum(h in x : h mod 3)"];
    let mut held = 0;
    for game in games {
        for number in numbers {
            for (divisor, rest) in [(2, 0), (2, 1), (3, 0)] {
                let line = format!("P iff {number} mod {divisor} = {rest}");
                let size = |by| Size { heaps: Some(0..=2), max: Some(6), by, ..Size::default() };
                let default = verdict(game, &line, &size(None));
                held += usize::from(default.status == Status::Holds);
                for by in By::ALL {
                    let found = verdict(game, &line, &size(Some(by)));
                    assert_eq!(found.status, default.status, "{game}: {line} by {by}: {found:?}");
                }
            }
        }
    }
    assert!(held >= 2, "{held}");
}

#[test]
fn a_counterexample_by_the_condition_says_what_contradicts() {
    let by = |game: &str, line: &str| {
        let shown = verdict(game, line, &small(Some(By::Condition))).counterexample.unwrap();
        (shown.position.to_string(), shown.said, shown.truth)
    };
    let told = |a: &str, b: &str, c: &str| (a.to_string(), b.to_string(), c.to_string());
    let nim = "take 1..m from any";
    assert_eq!(by(nim, "P iff even(total)"), told("2", "P", "by the claim its option 0 is P too"));
    assert_eq!(by(nim, "P iff total = 7"), told("0", "N", "it has no move, so it is P"));
    assert_eq!(
        by(nim, "P iff total = 0 or total = 7"),
        told("1,1", "N", "by the claim none of its options is P")
    );
    assert_eq!(
        by("take 2 from any", "P iff total = 0"),
        told("1", "N", "it has no move, so it is P")
    );
    assert_eq!(
        by("take 2 from any", "P iff x[-1] <= 1"),
        told("2,2", "N", "by the claim none of its options is P")
    );
    assert_eq!(
        by(nim, "grundy = total"),
        told("1,1", "grundy 2", "the least number that no option has by the claim is 0")
    );
}

#[test]
fn the_condition_refuses_what_it_does_not_decide() {
    for (line, why) in [
        ("P if xor(x) = 0", "it does not say whether 1 is P or N"),
        ("when count = 2\n  P iff x[-1] = x[-2]", "it does not say whether 1 is P or N"),
        ("move take h from h in x when count = 1", "it only constructs moves"),
        ("at \"1,1\" is P", "it lists single positions"),
    ] {
        let found = verdict("take 1..m from any", line, &small(Some(By::Condition)));
        let note = found.note.unwrap_or_default();
        assert!(found.status == Status::Error && note.contains(why), "{line}: {note}");
    }
}

#[test]
fn a_box_is_closed_before_a_claim_holds() {
    // Fewer heaps are outside of the box, and are followed.
    let size =
        Size { heaps: Some(2..=3), max: Some(5), by: Some(By::Condition), ..Size::default() };
    let found = verdict("take 1..m from any", "P iff xor(x) = 0", &size);
    assert_eq!(found.status, Status::Holds);
    assert!(found.within.ends_with("and 6 positions that they lead to"), "{}", found.within);
    // Splits lead to very many heaps.
    let size =
        Size { heaps: Some(0..=5), max: Some(12), by: Some(By::Condition), ..Size::default() };
    let found = verdict("split any", "P iff even(total - count)", &size);
    assert_eq!(found.status, Status::Vacuous, "{found:?}");
    assert!(found.note.unwrap().starts_with("locally consistent"));
    let size = Size { heaps: Some(0..=2), max: Some(5), ..size };
    let found = verdict("split any", "P iff even(total - count)", &size);
    assert_eq!(found.status, Status::Holds, "{found:?}");
}
