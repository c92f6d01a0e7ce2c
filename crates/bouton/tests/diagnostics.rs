//! Every diagnostic as it is shown, in `tests/diagnostics/*.txt`. With `BLESS=1` in the environment
//! the test rewrites the expected parts; read what it wrote before you keep it.
//!
//! A file holds cases with a line `====` between them. A case is what is done (`do: check`, which
//! is also meant when nothing is said, `position`, `moves`, `solve` or `grundy`), what it is done
//! with (`position:`, `with:`, `budget:` in bytes), the text of the game, a line `----`, and the
//! expected output without blanks at the ends of lines. In inputs `@repeat(N, a)@` stands for N times
//! `a`, and `@tab`, `@cr`, `@nul` and `@bom` for these characters.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use bouton::Game;
use bouton::claim::Paper;
use bouton::engine::Values;
use bouton::game::{Moves, check};
use bouton::job::{Budget, Ctx, Stop, Unwatched};
use bouton::lang::{Code, Diagnostic, Diagnostics};
use bouton::solve::{Question, Solver, Way};

/// Codes that only the command gives.
const ELSEWHERE: &[Code] = &[Code::TooManyMoves];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics")
}

/// The case files, by name.
fn files() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("the folder of cases");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    files.sort();
    files
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// One case: its input as it stands in the file, and what it should give.
struct Case {
    input: String,
    expected: String,
}

fn cases(content: &str) -> Vec<Case> {
    let case = |text: &str| {
        let (input, expected) = text.split_once("\n----\n").expect("a line `----` in each case");
        Case { input: input.to_string(), expected: expected.trim_end().to_string() }
    };
    content.split("\n====\n").map(case).collect()
}

/// What a case says.
#[derive(Default)]
struct Input {
    task: String,
    position: String,
    with: Vec<String>,
    budget: Option<u64>,
    text: String,
}

impl Input {
    fn read(input: &str) -> Input {
        let mut read = Input::default();
        let mut rest = input;
        loop {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            match line.split_once(": ") {
                Some(("do", task)) => read.task = task.to_string(),
                Some(("position", position)) => read.position = expand(position),
                Some(("with", argument)) => read.with.push(argument.to_string()),
                Some(("budget", bytes)) => read.budget = Some(bytes.parse().expect("a number")),
                _ => {
                    read.text = expand(rest);
                    return read;
                }
            }
            rest = after;
        }
    }

    /// What is shown.
    fn output(&self) -> String {
        let shown =
            |found: &[Diagnostic]| Diagnostics(found.to_vec()).render("<game>", &self.text, false);
        if matches!(self.task.as_str(), "" | "check") && self.with.is_empty() {
            let (game, found) = check(&self.text);
            return match (game, found.is_empty()) {
                (Some(_), true) => "nothing to report".to_string(),
                _ => shown(&found),
            };
        }
        if self.task == "claims" {
            return match Paper::parse(&self.text) {
                Ok(_) => "nothing to report".to_string(),
                Err(errors) => errors.render("<claims>", &self.text, false),
            };
        }
        let with: Vec<&str> = self.with.iter().map(String::as_str).collect();
        let game = match Game::with(&self.text, &with) {
            Ok(game) => game,
            Err(errors) => return shown(&errors.diagnostics()),
        };
        let position = match game.position(&self.position) {
            Ok(position) => position,
            Err(error) => return error.render("<position>", &self.position, false),
        };
        let budget = self.budget.map_or(Budget::default(), Budget::new);
        let ctx = Ctx { budget: &budget, watch: &Unwatched };
        let stopped = |stop: Stop| match stop.diagnostic() {
            Some(error) => shown(&[error]),
            None => "cancelled".to_string(),
        };
        match self.task.as_str() {
            "position" => position.to_string(),
            "moves" => match Moves::new(&game, &Unwatched).first(&position, 20) {
                Ok(moves) => {
                    let line = |m: &bouton::game::Move| game.describe(&position, &m.how, &m.to);
                    moves.iter().map(line).collect::<Vec<_>>().join("\n")
                }
                Err(stop) => stopped(stop),
            },
            "solve" | "grundy" => {
                let values = Values { grundy: self.task == "grundy", length: false };
                let question = Question { values, moves: 0 };
                match Solver::new(&game, Some(Way::Definition), ctx).answer(&position, question) {
                    Ok(answer) => answer.outcome.to_string(),
                    Err(stop) => stopped(stop),
                }
            }
            other => panic!("no case does `{other}`"),
        }
    }
}

/// The characters that cannot be read in a file, or not well.
fn expand(input: &str) -> String {
    let mut text = input.replace("@tab", "\t").replace("@cr", "\r");
    text = text.replace("@nul", "\0").replace("@bom", "\u{feff}");
    while let Some(start) = text.find("@repeat(") {
        let end = start + text[start..].find(")@").expect("`)@` ends a repetition");
        let (times, what) = text[start + 8..end].split_once(", ").expect("`N, …`");
        let many = what.repeat(times.parse().expect("a number"));
        text.replace_range(start..end + 2, &many);
    }
    text
}

/// The lines that differ, with some that do not around them.
fn difference(expected: &str, found: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), found.lines().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old[same..].iter().rev().zip(new[same..].iter().rev());
    let same_end = rest.take_while(|(a, b)| a == b).count();
    let mut shown = String::new();
    let mut show = |sign: char, lines: &[&str]| {
        for line in lines {
            let _ = writeln!(shown, "  {sign} {line}");
        }
    };
    show(' ', &old[..same]);
    show('-', &old[same..old.len() - same_end]);
    show('+', &new[same..new.len() - same_end]);
    show(' ', &old[old.len() - same_end..]);
    shown
}

#[test]
fn every_diagnostic_is_shown_as_expected() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut failures = String::new();
    for path in files() {
        let content = fs::read_to_string(&path).expect("a case file");
        let mut blessed = Vec::new();
        for Case { input, expected } in cases(&content) {
            let found = Input::read(&input).output();
            let found: Vec<&str> = found.lines().map(str::trim_end).collect();
            let found = found.join("\n");
            if found != expected {
                let difference = difference(&expected, &found);
                let name = file_name(&path);
                let _ = writeln!(failures, "{name}\n{input}\n----\n{difference}");
            }
            blessed.push(format!("{input}\n----\n{found}\n"));
        }
        let blessed = blessed.join("\n====\n");
        if bless && blessed != content {
            fs::write(&path, blessed).expect("a file that can be written");
        }
    }
    assert!(bless || failures.is_empty(), "\n{failures}");
}

#[test]
fn every_code_has_a_file_that_shows_it() {
    let files = files();
    for code in Code::ALL {
        let prefix = format!("{code}-");
        let path = files.iter().find(|path| file_name(path).starts_with(&prefix));
        if ELSEWHERE.contains(code) {
            assert!(path.is_none(), "{code} is given by the library");
            continue;
        }
        let path = path.unwrap_or_else(|| panic!("no file {code}-….txt"));
        let content = fs::read_to_string(path).expect("a case file");
        let shown = format!("[{code}]: ");
        let all = cases(&content).iter().all(|case| case.expected.contains(&shown));
        assert!(all, "each case of {} shows {code}", file_name(path));
    }
}

#[test]
fn codes_are_written_once() {
    for (i, code) in Code::ALL.iter().enumerate() {
        let rest = &Code::ALL[i + 1..];
        assert!(rest.iter().all(|other| other.as_str() != code.as_str()), "{code} twice");
    }
}

/// An argument has a text of its own, so its places are not places of the game's text.
#[test]
fn mistakes_in_arguments_can_be_shown() {
    let text = "game mine(k)\n  take 1..k from any";
    let sum = "1 + ".repeat(40);
    let unknown = format!("k = {sum}j");
    for argument in [unknown.clone(), format!("k = t -> {sum}j"), format!("k = {{{sum}j}}")] {
        let Err(errors) = Game::with(text, &[&argument]) else {
            panic!("`j` is not known");
        };
        for error in &errors.diagnostics() {
            assert!(error.span.is_none_or(|span| span.end <= text.len()), "{error:?}");
        }
        // Where a number is needed, what the function or the set holds is not looked at.
        assert_eq!(errors.render("<game>", text, false).contains('j'), argument == unknown);
    }
    // The place is not where something else stands by chance.
    let errors = Game::with(text, &["k = j"]).expect_err("`j` is not known");
    for span in errors.diagnostics().iter().filter_map(|error| error.span) {
        assert!(["game mine(k)", "k", "mine(k)"].contains(&&text[span.start..span.end]));
    }
}

/// A line that is cut to be shown still has its columns.
#[test]
fn columns_are_those_of_the_line() {
    let text = format!("take 1..3 from any; {}take 1..k from any", "pass 1; ".repeat(100));
    let (_, found) = check(&text);
    for error in found {
        let column = error.span.map_or(0, |span| span.start + 1);
        let shown = error.render("<game>", &text, false);
        assert!(shown.contains(&format!("<game>:1:{column}\n")), "column {column}\n{shown}");
    }
}

/// What is very long is cut in messages.
#[test]
fn messages_are_short() {
    let long = "a".repeat(2000);
    let digits = "9".repeat(2000);
    for text in [
        format!("take 1..{long} from any"),
        format!("take 1..{long}(m) from any"),
        format!("{long} 3"),
        long.clone(),
        format!("bounded({long} = 3)"),
        format!("take 1..3 from any when {digits}"),
        "take 1..m/10^2000 from any".to_string(),
        format!("take 1..3/{digits} from any"),
        format!("position (x); move (x + {digits})"),
    ] {
        let (_, found) = check(&text);
        assert!(!found.is_empty(), "{}", &text[..40]);
        for one in found {
            let length = one.message.len() + one.label.len() + one.help.map_or(0, |h| h.len());
            assert!(length < 1000, "{}… {} has {length} bytes", &text[..40], one.code);
        }
    }
}
