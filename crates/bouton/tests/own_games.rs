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
