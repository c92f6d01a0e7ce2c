//! Claims about games that are defined beside them, or that have parameters in their text: a true claim holds, a
//! false one is refuted at its smallest counterexample, and the games are those of the library in other words.

use bouton::claim::Paper;
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::lang::Code;
use bouton::solve::Solver;
use bouton::verify::{Size, Status, Verdict, verify};
use bouton::{Game, Question};

fn read(text: &str) -> Paper {
    Paper::parse(text).unwrap_or_else(|errors| panic!("{}", errors.render("<claims>", text, false)))
}

fn verdicts(text: &str) -> Vec<Verdict> {
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    let paper = read(text);
    let mut verdicts = Vec::new();
    for item in paper.items() {
        verify(&paper, item, &Size::default(), ctx, &mut |verdict| verdicts.push(verdict)).unwrap();
    }
    verdicts
}

/// The games that a claim was checked for. It holds for each.
fn holds_for(text: &str) -> Vec<String> {
    let verdicts = verdicts(text);
    for verdict in &verdicts {
        assert_eq!(verdict.status, Status::Holds, "{text}: {verdict:?}");
    }
    verdicts.into_iter().map(|verdict| verdict.game).collect()
}

/// The codes of the mistakes in a text.
fn codes(text: &str) -> Vec<Code> {
    let found = Paper::parse(text).expect_err(text).diagnostics();
    assert!(found.iter().all(|one| one.span.is_some()), "{found:?}");
    found.into_iter().map(|one| one.code).collect()
}

const MINE: &str = "game mine(k)\n  where k >= 2\n  take 1..k from largest\n";

#[test]
fn a_game_is_defined_beside_its_claims() {
    let claim = "claim a for mine(k)\n  when x[-3] = 0\n  P iff (x[-1] - x[-2]) mod (k+1) = 0";
    // The game's own condition chooses among the usual values.
    let games = holds_for(&format!("{MINE}{claim}"));
    assert_eq!(games, ["mine(2)", "mine(3)", "mine(4)", "mine(5)"]);
    // A claim may stand before the game.
    assert_eq!(holds_for(&format!("{claim}\n{MINE}")), games);
}

#[test]
fn a_false_claim_about_an_own_game_is_refuted_at_its_smallest_counterexample() {
    let verdicts = verdicts(&format!("{MINE}claim a for mine(3)\n  P iff total mod 4 = 0"));
    let [verdict] = &verdicts[..] else { panic!("{verdicts:?}") };
    assert_eq!(verdict.status, Status::Refuted);
    let shown = verdict.counterexample.as_ref().unwrap();
    // 1,1 is P: whoever takes one stone leaves the other.
    assert_eq!((shown.position.to_string().as_str(), shown.said.as_str()), ("1,1", "N"));
}

/// The rules of one game may be those of another, through several names, with other lines added.
#[test]
fn an_own_game_may_be_based_on_another() {
    let games = holds_for(
        "game misere-mine(j)\n  mine(j)\n  ending misere\n\
         claim a for misere-mine(k)\n  when x[-2] = 0\n  P iff x[-1] mod (k+1) = 1\n\
         game mine(k)\n  where k >= 2\n  bounded-greedy(k)",
    );
    assert_eq!(games.first().map(String::as_str), Some("misere-mine(2)"));
}

#[test]
fn parameters_may_be_functions_and_sets() {
    let games = holds_for(
        "game at-most(f)\n  take 1..f(m) from any\n\
         game also(g)\n  at-most(g)\n\
         claim a for also(f) with f regular\n  when x[-1] = 0\n  P iff true",
    );
    assert_eq!(games.first().map(String::as_str), Some("also(n -> ceil(n/2))"));
    let games = holds_for(
        "game some(S)\n  take S from any\n\
         claim a for some(S)\n  when x[-1] = 0\n  grundy = 0",
    );
    assert_eq!(games, ["some({1, 3, 4})", "some({2, 5})", "some(1..3)"]);
    // The claim uses it as a number, so it is one.
    let games = holds_for(
        "game one(k)\n  take k from any\n\
         claim a for one(k)\n  grundy = xor(floor(h/k) mod 2 for h in x)",
    );
    assert_eq!(games[0], "one(1)");
    assert_eq!(games.len(), 5);
}

/// A claim about an own game answers for the same game in other words, and for its name beside the claims.
#[test]
fn claims_about_own_games_answer() {
    let text = format!(
        "{MINE}claim a for mine(k)\n  when x[-3] = 0\n  P iff (x[-1] - x[-2]) mod (k+1) = 0"
    );
    let paper = read(&text);
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    for game in [
        Game::parse("take 1..3 from largest").unwrap(),
        Game::parse("take {1, 2, 3} from largest").unwrap(),
        paper.read_game("mine(3)", &[]).unwrap(),
    ] {
        let mut solver = Solver::new(&game, None, ctx);
        let mut asked = 0;
        solver.add_claims(&paper, &mut |_| asked += 1).unwrap();
        assert!(asked > 0, "{game}");
        let position = game.position("10^30, 10^30 + 8").unwrap();
        let answer = solver.answer(&position, Question::default()).unwrap();
        assert_eq!(answer.outcome.to_string(), "P", "{game}");
    }
}

#[test]
fn own_games_are_seen_in_their_file_alone() {
    read(MINE);
    assert!(Game::parse("mine(3)").is_err());
    assert!(Paper::parse("claim a for mine(3)\n  P iff total = 0").is_err());
}

#[test]
fn mistakes_in_own_games_have_places() {
    let claim = "claim a for a\n  P iff total = 0\n";
    for (text, code) in [
        ("game nim\n  take 1 from any", Code::NameTaken),
        ("game a\n  take 1 from any\ngame a\n  nim", Code::Twice),
        ("game a\n  a", Code::UnknownGame),
        ("game a\n  bb", Code::UnknownGame),
        ("game a\n  nim + nim", Code::Together),
        ("game a", Code::Together),
        ("game a\n  take 1..j from any", Code::UnknownName),
        ("game a\n  take 1..3 form any", Code::Expected),
        ("game a\n  P iff total = 0", Code::UnknownLine),
        ("game\n  take 1 from any", Code::Expected),
        ("game a(k)\n  take 1..k from any", Code::Parameter),
    ] {
        assert_eq!(codes(&format!("{text}\n{claim}"))[0], code, "{text}");
    }
}

/// A circle of games is refused, however long it is and wherever it is entered.
#[test]
fn circles_of_games_are_refused() {
    let circle: String = (0..40).map(|i| format!("game g{i}\n  g{}\n", (i + 1) % 40)).collect();
    assert!(codes(&circle).iter().all(|code| matches!(code, Code::UnknownGame | Code::TooDeep)));
    let text = "game a\n  b\n  pass 1\ngame b\n  a\nclaim c for a\n  P iff total = 0";
    let errors = Paper::parse(text).unwrap_err();
    let message = "the game `a` is defined by itself, through `b`";
    assert_eq!(errors.diagnostics()[0].message, message);
    let chain: String = (0..10).map(|i| format!("game g{i}\n  g{}\n", i + 1)).collect();
    assert_eq!(
        holds_for(&format!("{chain}game g10\n  nim\nclaim c for g0\n  P iff xor(x) = 0")),
        ["g0"]
    );
}

#[test]
fn own_games_are_printed_and_read_again() {
    let text = "game b(k)\n  \"a sentence\"\n  where k >= 2\n  a(k)\n  take 1 from any\n    when total > 3\n\
                claim c for b(k)\n  P iff false\ngame a(n)\n  take 1..n from largest";
    let paper = read(text);
    let printed = paper.to_string();
    assert!(printed.contains("game b(k)\n  \"a sentence\"\n"), "{printed}");
    let again = read(&printed);
    assert_eq!(again.to_string(), printed);
    assert_eq!(again.items(), paper.items());
    assert!(paper.latex().contains("\\texttt{take 1..n from largest}"), "{}", paper.latex());
}

/// The only file that there is.
fn files(name: &str) -> Result<String, String> {
    match name {
        "mine.game" => Ok("game g(k)\n  where k >= 2\n  take 1..k from largest".into()),
        "plain.game" => Ok("take 1..3 from any".into()),
        "broken.game" => Ok("game g(k)\n  tke 1..k from any".into()),
        "inside.game" => Ok("mine(3)".into()),
        "sum.game" => Ok("nim + nim".into()),
        _ => Err("there is none".into()),
    }
}

#[test]
fn a_game_may_stand_in_a_file() {
    let text = "claim a for \"mine.game\"(k) with k <= 3\n  when x[-3] = 0\n  P iff (x[-1] - x[-2]) mod (k+1) = 0\n\
                claim b for \"plain.game\"\n  grundy = xor(h mod 4 for h in x)\n  \"mine.game\"(3) at 4,4 is P";
    let paper = Paper::parse_with(text, &files).unwrap();
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    let mut games = Vec::new();
    for item in paper.items() {
        verify(&paper, item, &Size::default(), ctx, &mut |verdict| {
            assert_eq!(verdict.status, Status::Holds, "{verdict:?}");
            games.push(verdict.game);
        })
        .unwrap();
    }
    assert_eq!(games, ["mine.game(2)", "mine.game(3)", "plain.game"]);
    let printed = paper.to_string();
    assert_eq!(Paper::parse_with(&printed, &files).unwrap().to_string(), printed);
}

#[test]
fn a_file_that_cannot_be_used_is_named_at_its_place() {
    for (name, message) in [
        ("lost.game", "the game in `lost.game` cannot be read: there is none"),
        ("broken.game", "`broken.game` has an error in line 2: no line starts with `tke`"),
        ("sum.game", "`sum.game` has an error: it is a sum, and claims are about single games"),
        // A file does not see the games of the claims.
        (
            "inside.game",
            "`inside.game` has an error in line 1: there is no game `mine` in the library",
        ),
    ] {
        let text = format!("{MINE}claim a for \"{name}\"\n  P iff total = 0");
        let errors = Paper::parse_with(&text, &files).unwrap_err().diagnostics();
        let [error] = &errors[..] else { panic!("{errors:?}") };
        assert_eq!((error.code, error.message.as_str()), (Code::GameFile, message));
        let span = error.span.unwrap();
        assert_eq!(text[span.start..span.end], format!("\"{name}\""));
    }
    let refused = Paper::parse("claim a for \"mine.game\"(3)\n  P iff total = 0").unwrap_err();
    let message = "the game in `mine.game` cannot be read: only the command reads files";
    assert_eq!(refused.diagnostics()[0].message, message);
}

/// Parameters inside arguments and in the text of a game.
#[test]
fn parameters_may_stand_anywhere_in_a_game() {
    for (text, games) in [
        (
            "claim a for \"moore(k); ending misere\" with k >= 1, k <= 2\n  when x[-1] <= 1\n  P iff count mod (k+1) = 1",
            &["moore(1); ending misere", "moore(2); ending misere"][..],
        ),
        (
            "claim a for subtraction({a, b}) with a < b, a = 1, odd(b)\n  grundy = xor(h mod 2 for h in x)",
            &["subtraction({1, 3})", "subtraction({1, 5})"],
        ),
        // Nothing can be taken from a heap of fewer than k stones.
        (
            "claim a for maximum-nim(m -> floor(m/k)) with k in {2, 4}\n  when x[-1] < k\n  P iff true",
            &["maximum-nim(m -> floor(m/2))", "maximum-nim(m -> floor(m/4))"],
        ),
        (
            "claim a for \"take 1..k from largest\" with 2 <= k <= 3\n  when x[-3] = 0\n  P iff (x[-1] - x[-2]) mod (k+1) = 0",
            &["take 1..2 from largest", "take 1..3 from largest"],
        ),
        // The parameter is used by a definition that the claim uses.
        (
            "definition 1\n  r(n) = n mod (k+1)\nclaim a for \"take 1..k from any\"\n  when x[-1] <= 9\n  grundy = xor(r(h) for h in x)",
            &[
                "take 1..1 from any",
                "take 1..2 from any",
                "take 1..3 from any",
                "take 1..4 from any",
                "take 1..5 from any",
            ],
        ),
        // A range from a to b, as Berlekamp, Conway and Guy solved it.
        (
            "claim a for \"heaps 1; take a..b from any\" with a + 2 = b\n  P iff total mod (a+b) < a",
            &[
                "heaps 1; take 1..3 from any",
                "heaps 1; take 2..4 from any",
                "heaps 1; take 3..5 from any",
            ],
        ),
        // The n of a set with generators is its own, and k is the parameter.
        (
            "claim a for \"heaps 1; take t from any where t in { (k^n) : n >= 0 }\" with k = 3\n  P iff total in { (2*n) : n >= 0, k >= 0 }",
            &["heaps 1; take t from any where t in { (3^n) : n >= 0 }"],
        ),
        // The k of the sum is its own.
        (
            "claim a for \"take 1..sum(k in 1..k : 1) from any\" with k = 2\n  grundy = xor(h mod 3 for h in x)",
            &["take 1..sum(k in 1..2 : 1) from any"],
        ),
        (
            "claim a for \"position (x, y) where x <= k; move (x - t, y) for t where t >= 1; move (x, y - t) for t where t >= 1\" with k = 5\n  grundy = x xor y",
            &[
                "position (x, y) where x <= 5; move (x - t, y) for t where t >= 1; move (x, y - t) for t where t >= 1",
            ],
        ),
    ] {
        assert_eq!(holds_for(text), games, "{text}");
    }
}

/// Functions that the text of a game calls, applied to names and to more than names.
#[test]
fn functions_may_stand_anywhere_in_a_game() {
    let text = "claim a for \"take 1..f(m) from any\" with f regular\n  when x[-2] = 0\n  \
                G(0) = 0\n  G(t) = if f(t) > f(t-1) then f(t) else G(t - f(t) - 1) when t >= 1\n  grundy = G(x[-1])";
    let games = holds_for(text);
    assert_eq!(games[..2], ["take 1..ceil(m/2) from any", "take 1..floor(m/2) from any"]);
    // f(f(m)) is f of the number f(m), which has a name.
    let nested = text.replace("1..f(m)", "1..f(f(m))").replace("f regular", "f regular, f(9) = 5");
    let verdicts = verdicts(
        &nested.replace("G(t) = if f(t) > f(t-1) then f(t) else G(t - f(t) - 1)", "G(t) = f(f(t))"),
    );
    assert_eq!(verdicts[0].game, "take 1..let n = ceil(m/2) in ceil(n/2) from any");
}

#[test]
fn a_false_claim_with_parameters_is_refuted_at_its_smallest_counterexample() {
    let verdicts = verdicts(
        "claim a for \"take 1..k from any\" with k = 4\n  grundy = xor(h mod k for h in x)",
    );
    let [verdict] = &verdicts[..] else { panic!("{verdicts:?}") };
    assert_eq!(verdict.status, Status::Refuted);
    let shown = verdict.counterexample.as_ref().unwrap();
    assert_eq!((shown.position.to_string().as_str(), shown.said.as_str()), ("4", "grundy 0"));
}

/// The values of parameters inside arguments and texts are found from the game that is played.
#[test]
fn claims_with_parameters_answer_for_games_in_other_words() {
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    for (claim, game, position, outcome) in [
        (
            "for subtraction({a, b}) with a = 1, odd(b)\n  P iff even(total)",
            "take {3, 1} from any",
            "10^40, 6",
            "P",
        ),
        (
            "for \"take 1..k from largest\" with k >= 2\n  when x[-3] = 0\n  P iff (x[-1] - x[-2]) mod (k+1) = 0",
            "bounded-greedy(6)",
            "10^40, 10^40 + 7",
            "P",
        ),
        (
            "for maximum-nim(m -> floor(m/k))\n  when x[-1] < k\n  P iff true",
            "take 1..floor(m/3) from any",
            "1, 2",
            "P",
        ),
    ] {
        let paper = read(&format!("claim mine {claim}"));
        let game = Game::parse(game).unwrap();
        let mut solver = Solver::new(&game, None, ctx);
        let mut statuses = Vec::new();
        solver.add_claims(&paper, &mut |verdict| statuses.push(verdict.status)).unwrap();
        assert!(!statuses.is_empty(), "{claim} is not about {game}");
        assert!(statuses.iter().all(|status| *status == Status::Holds), "{claim}: {statuses:?}");
        let position = game.position(position).unwrap();
        let answer = solver.answer(&position, Question::default()).unwrap();
        assert_eq!(answer.outcome.to_string(), outcome, "{claim}");
    }
}

/// A value that makes the text of a game too long or too deep is refused.
#[test]
fn values_do_not_make_a_game_endless() {
    let text = format!(
        "claim a for \"take {{{}}} from any\" with f(1) = 1\n  P iff true",
        vec!["f(m)"; 3000].join(", ")
    );
    let paper = read(&text);
    let mut size = Size::default();
    size.with(&format!("f = n -> {}n", "1*".repeat(300))).unwrap();
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    let mut told = Vec::new();
    verify(&paper, &paper.items()[0], &size, ctx, &mut |verdict| told.push(verdict)).unwrap();
    assert!(told.iter().all(|verdict| verdict.status == Status::Error), "{told:?}");
    assert!(told[0].note.as_ref().unwrap().contains("too long"), "{told:?}");
}

/// Many parameters have fewer values each, so that there is an end to it.
#[test]
fn many_parameters_have_few_values() {
    let names: Vec<String> = (1..=9).map(|i| format!("a{i}")).collect();
    let text = format!(
        "claim a for subtraction({{{}}}) with {} = 9\n  when total = 0\n  P iff true",
        names.join(", "),
        names.join(" + ")
    );
    assert_eq!(holds_for(&text), ["subtraction({1, 1, 1, 1, 1, 1, 1, 1, 1})"]);
}

/// The counters of a box are those that are asked for, and a claim that is false at a late turn is refuted there.
#[test]
fn ranges_of_counters_are_set() {
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    let check = |claim: &str, name: &str, range: std::ops::RangeInclusive<u64>| {
        let paper = read(claim);
        let size = Size { range: vec![(name.into(), range)], ..Size::default() };
        let mut told = Vec::new();
        verify(&paper, &paper.items()[0], &size, ctx, &mut |verdict| told.push(verdict)).unwrap();
        told.remove(0)
    };
    // From turn 20 on there is no move.
    let late =
        "claim late for \"heaps 1; take 1..20-turn from any\"\n  when total = 1\n  N if true";
    assert_eq!(check(late, "turn", 1..=18).status, Status::Holds);
    let refuted = check(late, "turn", 1..=30);
    assert_eq!(refuted.status, Status::Refuted);
    assert_eq!(refuted.counterexample.unwrap().position.to_string(), "1;turn=20");
    assert!(refuted.within.contains("turn 1 to 30"), "{}", refuted.within);
    let passes = "claim a for \"nim; pass 2\"\n  when passes = 1\n  P iff total = 0 or xor(x) = 1";
    assert_eq!(check(passes, "pass", 0..=0).status, Status::Vacuous);
    assert!(check(passes, "pass", 1..=1).positions > 100);
    let last = "claim a for fibonacci\n  N if last = 3 and x[-1] <= 6";
    let verdict = check(last, "last", 2..=3);
    assert!(verdict.within.contains("last 2 to 3"), "{}", verdict.within);
    for (name, range, note) in [
        ("trun", 1..=3, "this game has no counter `trun`; did you mean `turn`?"),
        ("pass", 0..=1, "this game has no counter `pass`; it has `turn`"),
        ("turn", 0..=3, "`turn` cannot run over 0..3; turns are counted from 1"),
    ] {
        let verdict = check(late, name, range);
        assert_eq!((verdict.status, verdict.note.as_deref()), (Status::Error, Some(note)));
    }
    // A range without a reasonable end is refused by its size.
    assert_eq!(check(late, "turn", 1..=1 << 60).status, Status::Error);
}

/// Conditions on several parameters, with `and` and commas, and on every number of a range.
#[test]
fn conditions_on_parameters() {
    let games = holds_for(
        "claim a for subtraction({a, b}) with a < b and b <= 3, a = 1 and odd(b)\n  grundy = xor(h mod 2 for h in x)",
    );
    assert_eq!(games, ["subtraction({1, 3})"]);
    let games = holds_for(
        "claim a for \"take 1..f(m) from any\" with forall t in 1..20 : f(t) >= t\n  grundy = xor(x)",
    );
    assert!(games.contains(&"take 1..m + 1 from any".to_string()), "{games:?}");
    assert!(games.iter().all(|game| !game.contains("floor")), "{games:?}");
    // Without an end, it is checked as far as the box goes.
    let text = "claim a for \"take 1..f(m) from any\" with forall t >= 1 : f(t) >= t, f nondecreasing\n  grundy = xor(x)";
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    let paper = read(text);
    assert_eq!(read(&paper.to_string()).items(), paper.items());
    for (f, max, status, note) in [
        ("n -> n", 9, Status::Holds, None),
        ("n -> max(n, 3)", 9, Status::Holds, None),
        ("n -> ceil(n/2)", 9, Status::Vacuous, Some("`f(t) >= t` is false, first at 2")),
        // The box does not reach the first number at which it fails.
        ("n -> if n < 9 then n else 8", 8, Status::Holds, None),
        (
            "n -> if n < 9 then n else 8",
            9,
            Status::Vacuous,
            Some("`f(t) >= t` is false, first at 9"),
        ),
    ] {
        let mut size = Size { max: Some(max), heaps: Some(0..=2), ..Size::default() };
        size.with(&format!("f = {f}")).unwrap();
        verify(&paper, &paper.items()[0], &size, ctx, &mut |verdict| {
            assert_eq!((verdict.status, verdict.note.as_deref()), (status, note), "{f}");
        })
        .unwrap();
    }
}

/// A claim answers for a function only as far as its condition was checked.
#[test]
fn claims_with_conditions_on_every_number_answer_where_they_hold() {
    let paper =
        read("claim a for maximum-nim(f) with forall t >= 1 : f(t) >= t\n  grundy = xor(x)");
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    for (game, is_about) in [("take 1..2*m from any", true), ("take 1..ceil(m/2) from any", false)]
    {
        let game = Game::parse(game).unwrap();
        let mut solver = Solver::new(&game, None, ctx);
        let mut held = 0;
        solver
            .add_claims(&paper, &mut |verdict| held += usize::from(verdict.status == Status::Holds))
            .unwrap();
        assert_eq!(held > 0, is_about, "{game}");
    }
}

#[test]
fn mistakes_in_conditions_on_parameters() {
    let claim = |with: &str| {
        format!("claim a for \"take 1..f(m) from any\" with {with}\n  P iff total = 0")
    };
    for (with, code) in [
        ("forall t >= 1 : f(t)", Code::WrongType),
        ("forall t >= 1 : f(s) > 0", Code::UnknownName),
        ("forall t >= s : f(t) > 0", Code::UnknownName),
        ("forall t > 1 : f(t) > 0", Code::Expected),
        ("f(1) = 1 iff f(2) = 2 iff f(3) = 3", Code::Expected),
    ] {
        assert_eq!(codes(&claim(with))[0], code, "{with}");
    }
    assert_eq!(codes("claim a for nim\n  P iff total = 0 iff count = 0"), [Code::Expected]);
    let paper = read("claim a for nim\n  P iff (xor(x) = 0 iff true)");
    assert_eq!(read(&paper.to_string()).items(), paper.items());
}
