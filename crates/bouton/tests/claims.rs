//! The papers hold, false conjectures are refuted at their smallest counterexample, and what has no
//! meaning is said to have none.

use bouton::claim::library::PAPERS;
use bouton::claim::{Paper, is_checked};
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::lang::Code;
use bouton::verify::{Comparison, Record, Size, Status, Verdict, verify};

fn verdicts(paper: &Paper, size: &Size) -> Vec<Verdict> {
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    let mut verdicts = Vec::new();
    for item in paper.items() {
        verify(paper, item, size, ctx, &mut |verdict| verdicts.push(verdict)).unwrap();
    }
    verdicts
}

fn read(text: &str) -> Paper {
    Paper::parse(text).unwrap_or_else(|errors| panic!("{}", errors.render("<claims>", text, false)))
}

/// The only verdict on a claim.
fn verdict(text: &str) -> Verdict {
    let mut verdicts = verdicts(&read(text), &Size::default());
    assert_eq!(verdicts.len(), 1, "{text}");
    verdicts.remove(0)
}

/// The test `verdicts` makes the recorded ones again.
#[test]
fn every_statement_of_the_papers_holds() {
    let mut positions = 0;
    for record in Record::all() {
        let fine = matches!(record.status, Status::Holds | Status::Erratum);
        assert!(fine, "{} for {}: {:?}", record.claim, record.game, record.status);
        positions += record.positions;
    }
    assert!(positions > 20_000, "{positions}");
    for entry in PAPERS {
        let paper = read(entry.text);
        assert_eq!(paper.name(), Some(entry.name));
        // A statement that is not checked says why.
        for item in paper.items().iter().filter(|item| !is_checked(item)) {
            assert!(!item.lines.is_empty(), "{} {}", entry.name, item.id());
        }
    }
}

#[test]
fn misprints_are_errata() {
    let errata: Vec<String> = Record::all()
        .filter(|record| record.status == Status::Erratum)
        .map(|record| record.claim)
        .collect();
    for claim in [
        "xu-zhu-2018:remark-6",
        "mizugaki-2023:theorem-2.1",
        "mizugaki-2023:theorem-3.1",
        "miyadera-manabe-2023:figure-3.1",
    ] {
        assert!(errata.contains(&claim.to_string()), "{claim} in {errata:?}");
    }
}

#[test]
fn an_erratum_that_is_none_is_refuted() {
    let text = "claim c for nim\n  erratum \"wrong\" at 1,1\n  printed P iff xor(x) = 0\n  P iff xor(x) = 0";
    assert_eq!(verdict(text).status, Status::Refuted);
}

/// The text with Wythoff's game of coordinates in place of `queen`.
fn queen(text: &str) -> String {
    let moves = ["(a - t, b) for t where 1 <= t <= a", "(a, b - t) for t where 1 <= t <= b"];
    let across = "(a - t, b - t) for t where 1 <= t <= min(a, b)";
    let game = format!("position (a, b); move {}; move {}; move {across}", moves[0], moves[1]);
    text.replace("for queen\n", &format!("for \"{game}\"\n"))
}

#[test]
fn false_conjectures_are_refuted_at_the_smallest_position() {
    for (claim, at) in [
        ("for nim\n  P iff even(total)", "2"),
        ("for nim\n  grundy = total", "1,1"),
        ("for nim\n  P iff x[-1] = x[-2]", "1,1,1"),
        ("for nim\n  P if count = 3", "1,1,1"),
        ("for nim\n  N if count = 2", "1,1"),
        ("for \"nim; ending misere\"\n  P iff xor(x) = 0", "0"),
        ("for bounded(4)\n  grundy = xor(h mod 4 for h in x)", "4"),
        ("for greedy\n  P iff odd(count(i in x : i = x[-1]))", "0"),
        ("for two-kinds\n  P iff y = 0", "0,1"),
        ("for halving-with-a-pass\n  grundy(pass=1) = grundy(pass=0) xor 1", "0;pass=0"),
        ("for turn-dependent(n -> n)\n  P iff x[-1] mod (turn + 1) = 0", "3;turn=1"),
        ("for nim\n  when count = 2\n  move take 1", "1,3"),
        ("for queen\n  move to (0, 0)", "1,3"),
        ("for nim\n  let s = xor(x)\n  move take h - (h xor s) from h in x", "1,2"),
        ("for nim\n  move take 1 from h in x when h = 3", "3"),
        ("for halving-with-a-pass\n  move pass when passes = 1", "1;pass=1"),
        ("for two-kinds\n  move to (x, y - 1) when y > 0", "1,2"),
    ] {
        let verdict = verdict(&queen(&format!("claim c {claim}")));
        assert_eq!(verdict.status, Status::Refuted, "{claim}");
        let shown = verdict.counterexample.expect("a counterexample");
        assert_eq!(shown.position.to_string(), at, "{claim}: {shown:?}");
        assert_ne!(shown.said, shown.truth, "{claim}");
    }
}

#[test]
fn true_conjectures_hold() {
    for claim in [
        "for nim\n  P iff xor(x) = 0",
        "for nim\n  N if x[-1] > sum(x[..-2])",
        "for \"take 1..3 from any\"\n  grundy = xor(h mod 4 for h in x)",
        "for \"take {1, 2, 3} from largest\"\n  when x[-3] = 0\n  P iff (x[-1] - x[-2]) mod 4 = 0",
        "for nim\n  always sum(x) = total and count(x) = count and max(0, largest) = x[-1]",
        "for nim\n  always forall h in x : 1 <= h <= largest",
        "for nim\n  always sum(h in x[-2..] : h) = x[-1] + x[-2]",
        "for nim\n  always sum(h in x[-99..-1] : h) = total and sum(h in x[..-99] : h) = 0",
        "for queen\n  always a = b or let d = abs(a - b) in d >= 1",
        "for two-kinds\n  always (x in { n : 0 <= n <= 3 }) = (x <= 3)",
        "for two-kinds\n  always (x in {1, 3, 5..7}) = (x = 1 or x = 3 or 5 <= x <= 7)",
        "for nim\n  F(0) = 0\n  F(n) = n + F(n - 1)\n  always F(total) = total*(total + 1)/2",
        "for nim\n  always min(h + 1 for h in 0..3) = 1 and xor(h for h in 1..3) = 0",
    ] {
        let verdict = verdict(&queen(&format!("claim c {claim}")));
        assert_eq!(verdict.status, Status::Holds, "{claim}: {verdict:?}");
        assert!(verdict.positions > 100, "{claim}");
    }
}

#[test]
fn what_speaks_of_nothing_or_has_no_meaning_does_not_hold() {
    for (claim, status) in [
        ("for nim\n  when count > 100\n  P iff true", Status::Vacuous),
        ("for nim\n  P iff xor(x) = 0\n  move take 1 when x[-1] > 1000", Status::Vacuous),
        ("for nim\n  P iff xor(x) = 0\n  move take 1/2 from h in x", Status::Error),
        ("for turn-dependent(f) with f nondecreasing\n  P iff false", Status::Refuted),
        ("for nim\n  grundy = total/2", Status::Error),
        ("for nim\n  P iff if total = 3 then 1/0 > 0 else xor(x) = 0", Status::Error),
        ("for nim\n  F(0) = 0\n  grundy = F(total)", Status::Error),
        ("for nim\n  F(n) = F(n + 1)\n  grundy = F(total)", Status::Error),
        ("for queen\n  P iff (a, b) in { (n, n) : k >= 0 }", Status::Error),
    ] {
        let paper = read(&queen(&format!("claim c {claim}")));
        for verdict in verdicts(&paper, &Size::default()) {
            assert_eq!(verdict.status, status, "{claim}: {verdict:?}");
        }
    }
    // A function without the property that is needed is not spoken of.
    let paper = read("claim c for turn-dependent(f) with f nondecreasing\n  P iff x[-1] = 0");
    let mut size = Size::default();
    size.with("f = n -> 10 - n").unwrap();
    assert_eq!(verdicts(&paper, &size)[0].status, Status::Vacuous);
}

/// Where a theorem of the library constructs moves, it does so at every N-position that has one.
#[test]
fn theorems_construct_a_move_at_every_n_position() {
    let mut constructing = 0;
    for entry in PAPERS {
        for verdict in
            verdicts(&read(entry.text), &Size { positions: Some(300), ..Size::default() })
        {
            assert_eq!(verdict.won, verdict.starts, "{} {}", verdict.claim, verdict.game);
            constructing += u64::from(verdict.won > 0);
        }
    }
    assert!(constructing >= 30, "{constructing}");
}

/// A statement about few heaps is checked on large ones, and one about small heaps on many.
#[test]
fn boxes_are_as_large_as_what_is_spoken_of() {
    for (claim, most) in [
        ("for nim\n  when count <= 1\n  P iff x[-1] = 0", "121"),
        ("for nim\n  when x[-3] = 0\n  P iff x[-1] = x[-2]", "2926"),
        ("for nim\n  when x[-1] <= 1\n  P iff even(count)", "41"),
        ("for fibonacci\n  when last = 0 and x[-1] <= 2\n  P iff true", "3"),
    ] {
        let verdict = verdict(&queen(&format!("claim c {claim}")));
        assert_eq!(verdict.status, Status::Holds, "{claim}: {verdict:?}");
        let sizes: Vec<String> =
            verdict.checked.iter().map(|one| one.positions.to_string()).collect();
        assert!(sizes.contains(&most.to_string()), "{claim}: {sizes:?}");
    }
}

/// Claims that are wrong only for many heaps, for large ones, on late turns or after large takes are refuted by default.
#[test]
fn what_is_wrong_far_from_zero_is_refuted() {
    let beta = "let beta = count(i in x[..-3] : i = x[-3])\n  \
                let r = (x[-2] - x[-3]) mod 4\n  let s = (x[-1] - x[-2]) mod 4\n  when x[-3] > 0";
    let good = "(r = 0 and s = 3 or 1 <= r <= 2 and s = 0 or r = 3 and s = 1)";
    for (game, claim, at) in [
        (
            "bounded-greedy(3)",
            format!("{beta}\n  P iff if beta = 0 or beta = 2 then s = 0 else {good}"),
            "1,1,1,1,1,1",
        ),
        (
            "\"take 1..3 from any; take 40 from any\"",
            "grundy = xor(h mod 4 for h in x)".into(),
            "40",
        ),
        (
            "\"take 1..if turn > 20 then 2 else 1 from any\"",
            "P iff even(total)".into(),
            "1,4,8,8;turn=6",
        ),
        (
            "\"take 1..if last > 30 then 2 else 1 from any\"",
            "P iff even(total)".into(),
            "2;last=31",
        ),
        (
            "\"position (a, b); move (a - 1, b); move (a, b - 1); move (a - 70, b)\"",
            "P iff even(a + b)".into(),
            "70,0",
        ),
    ] {
        let text = format!("claim c for {game}\n  {claim}");
        let verdict = verdict(&text);
        assert_eq!(verdict.status, Status::Refuted, "{text}: {verdict:?}");
        assert_eq!(verdict.counterexample.unwrap().position.to_string(), at, "{text}");
    }
}

/// Several counterexamples are listed, the smallest first, and all of them are counted; whether the claim is compiled or not.
#[test]
fn counterexamples_are_listed_and_counted() {
    for claim in ["P iff even(total)", "P iff even(total) and count(t in 0..total : t^t < 0) = 0"] {
        let paper = read(&format!("claim c for nim\n  {claim}"));
        let size =
            Size { heaps: Some(0..=2), max: Some(6), counterexamples: Some(4), ..Size::default() };
        let verdict = verdicts(&paper, &size).remove(0);
        let all = verdict.counterexample.iter().chain(&verdict.others);
        let all: Vec<String> = all.map(|shown| shown.position.to_string()).collect();
        assert_eq!(all, ["2", "1,3", "4", "1,5"], "{claim}");
        // The even sizes from 2 on, and the pairs of two different sizes that are both even or both odd.
        assert_eq!((verdict.wrong, verdict.positions), (3 + 3 + 3, 28), "{claim}");
    }
}

/// What no position met is named.
#[test]
fn cases_that_are_not_met_are_named() {
    for (claim, never) in [
        (
            "P iff if count < 30 then xor(x) = 0 else total = 0",
            &["not (count < 30)", "total = 0", "not (total = 0)", "count >= 25"][..],
        ),
        ("P iff xor(x) = 0 or x[-1] = 10^6", &["x[-1] = 10^6"]),
        ("P iff xor(x) = 0 and not (count = 50)", &["count = 50", "count >= 25"]),
        ("P iff xor(x) = 0", &[]),
        // One of these decides nothing: it is false wherever the other one is.
        ("P iff xor(x) = 0 and even(total)", &["not (even(total))"]),
        ("grundy = if total < 0 then 7 else xor(x)", &["total < 0"]),
    ] {
        let verdict = verdict(&format!("claim c for nim\n  {claim}"));
        assert_eq!(verdict.status, Status::Holds, "{claim}: {verdict:?}");
        assert_eq!(verdict.met.never, never, "{claim}");
        assert!(verdict.met.positions > 1000, "{claim}");
    }
}

/// A theorem said of another game and wrong examples are found out; small changes of formulas are in
/// `mutants.rs`.
#[test]
fn changed_statements_are_refuted() {
    let xu_zhu = PAPERS[0].text;
    for (from, to) in [
        ("for greedy\n", "for nim\n"),
        ("r = 0 and s = k  or", "r = 0 and s = k-1  or"),
        ("bounded(3) at 2,5,5,5,9 is N", "bounded(3) at 2,5,5,5,9 is P"),
        ("N by 1,1,2,2", "N by 1,1,2,3"),
        ("has beta = 3 and good", "has beta = 2 and good"),
    ] {
        assert!(xu_zhu.contains(from), "{from}");
        let changed = read(&xu_zhu.replacen(from, to, 1));
        let found = verdicts(&changed, &Size { positions: Some(300), ..Size::default() });
        let wrong = found.iter().any(|v| matches!(v.status, Status::Refuted | Status::Error));
        assert!(wrong, "{from} changed to {to} is not found");
    }
}

#[test]
fn mistakes_in_claims_are_pointed_at() {
    for (text, code, place) in [
        ("claim c for nim\n  P iff xor(y) = 0", Code::UnknownName, "y"),
        ("claim c for nim\n  P iff xor(x)", Code::WrongType, "xor(x)"),
        ("claim c for nmi\n  P iff true", Code::UnknownGame, "nmi"),
        ("claim c for nim\n  Q iff true", Code::UnknownLine, "Q"),
        ("clam c for nim\n  P iff true", Code::UnknownLine, "clam"),
        ("claim c for nim\n  P when true", Code::Expected, "when"),
        ("claim c for nim\n  P iff turn = 1", Code::WordNotHere, "claim c for nim"),
        ("claim c for bounded(0)\n  P iff true", Code::ParameterRange, "bounded"),
        (
            "claim c for \"take 1..k from any\"\n  P iff true",
            Code::UnknownName,
            "\"take 1..k from any\"",
        ),
        (
            "claim c for queen\n  P iff (a, b) in { (n, n, n) : n >= 0 }",
            Code::WrongType,
            "(a, b) in { (n, n, n) : n >= 0 }",
        ),
        ("claim c for nim\n  P iff G(1, 2) = 0\n  G(t) = t", Code::Arguments, "G"),
        ("claim c for queen\n  move take 1 from h in x", Code::WordNotHere, "h"),
        ("claim c for nim\n  move take 1 from h in y", Code::Expected, "y"),
        ("claim c for nim\n  move to (1)", Code::PositionSize, "move to (1)"),
        ("claim c for queen\n  move to (a, b, 0)", Code::PositionSize, "move to (a, b, 0)"),
        ("claim c for nim\n  move pass", Code::WordNotHere, "claim c for nim"),
        ("claim c for nim\n  move take h when h > 1", Code::UnknownName, "h"),
        (
            "claim c for nim\n  P iff true\nclaim c for nim\n  P iff true",
            Code::Twice,
            "claim c for nim",
        ),
    ] {
        let text = &queen(text);
        let errors = Paper::parse(text).expect_err(text);
        let first = &errors.diagnostics()[0];
        assert_eq!(first.code, code, "{text}: {first}");
        let span = first.span.expect("a place");
        assert_eq!(&text[span.start..span.end], place, "{text}");
    }
}

/// `iff` can be written out.
#[test]
fn if_and_only_if_is_iff() {
    let statements = |text: &str| read(text).items().to_vec();
    let written_out = statements("claim mine for nim\n  P if and only if xor(x) = 0");
    assert_eq!(written_out, statements("claim mine for nim\n  P iff xor(x) = 0"));
}

/// A function whose value is another condition is a condition.
#[test]
fn conditions_may_be_called_by_conditions() {
    let text = "claim mine for nim\n  first(n) = n = 0\n  second(n) = first(n)\n  \
                third(n) = if even(n) then second(n) else false\n  P iff third(xor(x))";
    assert!(Paper::parse(text).is_ok());
}

/// A circle of three is not one of four with an empty place.
#[test]
fn circles_of_fewer_places_are_looked_at() {
    let text = "claim c for \"circle; take 1..m from each of 1..2 adjacent\"\n  P iff if count(x) = 4 then x[1] = x[3] and x[2] = x[4] else ";
    let within = |verdict: &Verdict, positions: u64, within: &str| {
        let found = |one: &Comparison| (one.positions, one.within.as_str()) == (positions, within);
        assert!(verdict.checked.iter().any(found), "{:?}", verdict.checked);
    };
    let wrong = verdict(&format!("{text}xor(x) = 0"));
    assert_eq!(wrong.counterexample.unwrap().position.to_string(), "1,1");
    let right = verdict("claim c for \"circle; take 1 from any\"\n  P iff even(total)");
    assert_eq!(right.status, Status::Holds);
    within(&right, 4680, "up to 4 places of at most 7 stones");
    let four = verdict("claim c for \"circle; heaps 4; take 1 from any\"\n  P iff even(total)");
    within(&four, 4096, "4 places of at most 7 stones");
}

/// Every statement of the library can be printed by itself, with what it needs, and be read again.
#[test]
fn every_statement_is_a_text_of_its_own() {
    let (mut statements, mut with_definitions) = (0, 0);
    for entry in PAPERS {
        let paper = read(entry.text);
        for (statement, item) in paper.statements().zip(paper.items()) {
            let alone = statement.alone();
            let again = read(&alone.to_string());
            assert_eq!(again.items(), alone.items(), "{}", statement.id());
            assert_eq!(again.items().last(), Some(item), "{}", statement.id());
            assert_eq!(again.parameters(item).unwrap(), paper.parameters(item).unwrap());
            // Nothing that stands before it can be left out.
            for left_out in 0..alone.items().len() - 1 {
                let printed = alone.items().iter().enumerate().filter(|(i, _)| *i != left_out);
                let printed: String = printed.map(|(_, item)| format!("{item}\n")).collect();
                assert!(Paper::parse(&printed).is_err(), "{printed}");
            }
            let latex = alone.latex();
            assert!(latex.ends_with(&statement.latex()), "{latex}");
            statements += 1;
            with_definitions += usize::from(alone.items().len() > 1);
        }
    }
    assert!(statements > 100 && with_definitions > 30, "{statements} {with_definitions}");
}

/// What a statement says alone is what it says in its paper.
#[test]
fn a_statement_alone_has_the_same_verdict() {
    let paper = read(PAPERS[0].text);
    let size = Size { max: Some(6), ..Size::default() };
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    for (statement, item) in paper.statements().zip(paper.items()) {
        let alone = read(&statement.alone().to_string());
        let of = |paper: &Paper| {
            let mut found = Vec::new();
            verify(paper, item, &size, ctx, &mut |one| {
                found.push((one.game, one.status, one.positions, one.counterexample));
            })
            .unwrap();
            found
        };
        assert_eq!(of(&alone), of(&paper), "{}", statement.id());
    }
}
