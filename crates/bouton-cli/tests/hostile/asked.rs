//! The commands that an input is given to.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use crate::corpus::{Entry, What};

/// One command, with what it reads from standard input.
pub struct Asked {
    name: &'static str,
    pub arguments: Vec<OsString>,
    pub input: Vec<u8>,
    /// Whether it prints what is wrong on standard output.
    pub prints_reasons: bool,
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] bouton", self.name)?;
        for argument in &self.arguments {
            let text = argument.to_string_lossy();
            write!(f, " {}", text.chars().take(60).collect::<String>())?;
        }
        Ok(())
    }
}

/// The longest argument that Linux passes to a program, with its end.
const MOST_ARGUMENT: usize = 128 << 10;

/// The commands for an input, which may be written to a file with this name and an extension.
pub fn commands(entry: &Entry, path: &Path) -> Vec<Asked> {
    let commands = match entry.what {
        What::Game => of_game(entry, path),
        What::Position => of_position(entry, path),
        What::Claim => of_claim(entry, path),
        What::Arguments => {
            let words = entry.text.split(|&byte| byte == b' ');
            vec![(words.map(|word| OsString::from_vec(word.to_vec())).collect(), vec![])]
        }
    };
    let fits =
        |argument: &OsString| argument.len() < MOST_ARGUMENT && !argument.as_bytes().contains(&0);
    let possible = commands.into_iter().filter(|(arguments, _)| arguments.iter().all(fits));
    possible
        .map(|(mut arguments, input)| {
            let prints_reasons = arguments[0] == "verify" || arguments.contains(&"--json".into());
            if arguments[0] != "games" && arguments[0] != "explain" {
                arguments.extend(["--memory".into(), crate::process::MEMORY.to_string().into()]);
            }
            Asked { name: entry.name, arguments, input, prints_reasons }
        })
        .collect()
}

type Words = (Vec<OsString>, Vec<u8>);

/// A file with a text, as an argument.
fn file(path: &Path, extension: &str, text: &[u8]) -> OsString {
    let path = path.with_extension(extension);
    fs::write(&path, text).expect("a file");
    path.into()
}

/// Each line of options after a command and a game, or a file.
fn each(command: &str, what: &OsString, lines: &[&str]) -> Vec<Words> {
    let mut all = Vec::new();
    for line in lines {
        let mut arguments = vec![command.into(), what.clone()];
        arguments.extend(line.split_whitespace().map(OsString::from));
        all.push((arguments, vec![]));
    }
    all
}

/// The same with a position.
fn each_at(command: &str, game: &OsString, position: &[u8], lines: &[&str]) -> Vec<Words> {
    let mut all = each(command, game, lines);
    for (arguments, _) in &mut all {
        arguments.insert(2, OsString::from_vec(position.to_vec()));
    }
    all
}

/// What somebody types while playing.
fn typed(position: &[u8]) -> Vec<u8> {
    let new = [b"new ", position].concat();
    let lines: [&[u8]; 8] = [b"hint", b"why", b"moves", position, &new, b"undo", b"quit", b""];
    lines.join(&b'\n')
}

const SOLVES: &[&str] = &["", "--json --grundy", "--explain-plan", "--by definition", "--by table"];

fn of_game(entry: &Entry, path: &Path) -> Vec<Words> {
    let (game, position) = (file(path, "game", &entry.text), entry.beside.as_bytes());
    let mut all = each("check", &game, &["", "--json"]);
    all.extend(each_at("solve", &game, position, SOLVES));
    all.extend(each_at("moves", &game, position, &["", "--json --first 3"]));
    let tables = ["", "--heaps 2 --max 12 --format csv", "--heaps 3 --max 5 --summary --json"];
    all.extend(each("table", &game, &tables));
    all.extend(each("table", &game, &["--heaps 2 --max 30 --explain-plan"]));
    all.extend(each("sequence", &game, &["--to 50", "--period --json"]));
    for (arguments, _) in each("solve", &game, &["--batch -", "--batch - --grundy"]) {
        all.push((arguments, [position, b"\n"].concat().repeat(40)));
    }
    for (arguments, _) in each_at("play", &game, position, &["", "--first computer"]) {
        all.push((arguments, typed(position)));
    }
    let quoted = [b"claim mine for \"", &entry.text[..], b"\"\n  P iff total = 0\n"].concat();
    all.extend(each("verify", &file(path, "claim", &quoted), &["--json", "--heaps 2 --max 6"]));
    all
}

fn of_position(entry: &Entry, path: &Path) -> Vec<Words> {
    let (game, position) = (OsString::from(&entry.beside), &entry.text[..]);
    let mut all = each_at("solve", &game, position, SOLVES);
    all.extend(each_at("moves", &game, position, &["", "--first 1000", "--json --first 3"]));
    for (arguments, _) in each("solve", &game, &["--batch -", "--batch - --grundy"]) {
        all.push((arguments, [position, b"\n"].concat().repeat(3)));
    }
    let starts = [
        each("play", &game, &["3,4"]),
        each_at("play", &game, position, &["", "--first computer"]),
    ];
    for (arguments, _) in starts.concat() {
        all.push((arguments, typed(position)));
    }
    let game = entry.beside.as_bytes();
    let example = [b"example 1\n  \"", game, b"\" at \"", position, b"\" is P\n"].concat();
    all.extend(each("verify", &file(path, "claim", &example), &["", "--json"]));
    all
}

fn of_claim(entry: &Entry, path: &Path) -> Vec<Words> {
    let claims = file(path, "claim", &entry.text);
    let mut all = each("check", &claims, &["", "--json"]);
    let ways =
        ["", "--json", "--by condition", "--by definition --heaps 3 --max 20", "--threads 1"];
    all.extend(each("verify", &claims, &ways));
    let mut shown = each("papers", &claims, &["text", "latex", "sentence", "smt"]);
    for (arguments, _) in &mut shown {
        arguments.insert(1, "show".into());
        arguments.insert(3, "--format".into());
    }
    all.extend(shown);
    let answered = [OsString::from("solve"), "nim".into(), "3,4,5".into(), "--claims".into()];
    all.push((answered.into_iter().chain([claims]).collect(), vec![]));
    all
}
