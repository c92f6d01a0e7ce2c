//! The pages of the games, `docs/games`, are those that the library and the command make now.
//!
//! `BLESS=1 cargo test -p bouton-cli --test all games::` writes them again.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bouton::Game;
use bouton::claim::library;
use bouton::game::library::{GAMES, GameEntry};
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::lang::paper::{ClaimKind, ClaimLine, GameName, Item};
use bouton::lang::syntax::LineKind;
use bouton::lang::{parse_game, sentence};
use bouton::solve::Solver;
use bouton::verify::Record;

/// For every game, in the order of the library, what shows its first values: `sequence` or `table` with options,
/// several with `; ` between them.
const FIRST_VALUES: &[(&str, &str)] = &[
    ("nim", "table --heaps 2 --max 7 --what grundy"),
    ("bounded", "sequence --to 20"),
    ("greedy", "table --heaps 2 --max 7 --what grundy"),
    ("bounded-greedy", "table --heaps 2 --max 7 --what grundy"),
    ("maximum-nim", "sequence --to 20"),
    ("halving", "sequence --to 20"),
    ("halving-floor", "sequence --to 20"),
    ("antonim", "table --heaps 2 --max 7"),
    ("welter", "table --heaps 2 --max 7 --what grundy"),
    ("wythoff", "table --heaps 2 --max 7 --what grundy"),
    ("r-wythoff", "table --heaps 2 --max 7"),
    ("moore", "table --heaps 2 --max 7 --what grundy"),
    ("greedy-moore", "table --heaps 3 --max 2"),
    ("slow-moore", "table --heaps 2 --max 7 --what grundy"),
    ("exact-nim", "table --heaps 2 --max 7 --what grundy"),
    ("exact-slow-nim", "table --heaps 2 --max 7 --what grundy"),
    ("cyclic-nimhoff", "table --heaps 2 --max 7 --what grundy"),
    ("nim-in-disguise", "table --heaps 2 --max 7 --what grundy"),
    ("two-kinds", "table --max 7,7"),
    ("end-nim", "table --heaps 2 --max 7 --what grundy"),
    ("path-nim", "table --heaps 3 --max 2"),
    ("circular-nim", "table --heaps 4 --max 1"),
    ("octal", "sequence --to 20"),
    ("hexadecimal", "sequence --to 20"),
    ("kayles", "sequence --to 20"),
    ("dawsons-kayles", "sequence --to 20"),
    ("dawsons-chess", "sequence --to 20"),
    ("guiles", "sequence --to 20"),
    ("treblecross", "sequence --to 20"),
    ("officers", "sequence --to 20"),
    ("grundys-game", "sequence --to 20"),
    ("lasker", "sequence --to 20"),
    ("couples-are-forever", "sequence --to 20"),
    ("fair-shares", "sequence --to 20"),
    ("subtraction", "sequence --to 20"),
    ("all-but", "sequence --to 20"),
    ("subtract-a-square", "sequence --to 20"),
    ("subtract-a-prime", "sequence --to 20"),
    ("subtract-a-power-of-two", "sequence --to 20"),
    ("prim", "sequence --to 20"),
    ("dim", "sequence --to 20"),
    ("aliquot", "sequence --to 20"),
    ("mark", "sequence --to 20"),
    ("nim-with-a-pass", "table --heaps 2 --max 7 --range pass=1"),
    ("nim-with-a-pass-each", "table --heaps 2 --max 7"),
    ("nim-with-passes", "table --heaps 2 --max 7 --range pass=2"),
    ("halving-with-a-pass", "sequence --to 20"),
    ("turn-dependent", "table --max 12 --range turn=1..3"),
    ("fibonacci", "table --max 21"),
    ("dynamic", "table --max 21"),
    ("euclid", "table --max 7,7"),
    ("euclid-to-equality", "table --max 7,7 --what grundy"),
    ("staircase", "table --max 3,0,3,0 --what grundy"),
    ("silver-dollar", "table --max 0,2,4,6"),
    ("chomp", "table --max 3,3,2"),
    ("white-knight", "table --max 7,7 --what grundy"),
    ("chocolate", "table --max 3,7 --what grundy"),
];

const BLESS: &str = "write them again: `BLESS=1 cargo test -p bouton-cli --test all games::`";

#[test]
fn every_game_has_first_values() {
    let games: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
    let shown: Vec<&str> = FIRST_VALUES.iter().map(|(game, _)| *game).collect();
    assert_eq!(
        games, shown,
        "a game needs one line of FIRST_VALUES in crates/bouton-cli/tests/games.rs, like \
         (\"nim\", \"sequence --to 20\"), in the order of the library"
    );
}

#[test]
fn every_game_has_an_example() {
    for entry in GAMES {
        let example = entry.example();
        let game = Game::parse(&example).unwrap_or_else(|error| panic!("{example}: {error}"));
        game.position(entry.position).unwrap_or_else(|error| panic!("{example}: {error}"));
        let values: Vec<String> = entry.parameters().into_iter().map(|p| p.value).collect();
        let names: Vec<String> = entry.parameters().into_iter().map(|p| p.name).collect();
        let written = |list: Vec<String>| match list.is_empty() {
            true => entry.name.to_string(),
            false => format!("{}({})", entry.name, list.join(", ")),
        };
        assert_eq!((written(values), written(names)), (example, entry.heading()));
    }
}

#[test]
fn the_pages_are_those_of_the_games() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/games");
    let pages = pages();
    let bless = std::env::var_os("BLESS").is_some();
    for file in files(&folder) {
        let known = pages.keys().any(|page| file.ends_with(page));
        if !known && bless {
            fs::remove_file(&file).unwrap();
        }
        assert!(known || bless, "{} is the page of no game; {BLESS}", file.display());
    }
    for (page, text) in &pages {
        let file = folder.join(page);
        if bless {
            fs::write(&file, text).unwrap();
            continue;
        }
        let written = fs::read_to_string(&file).unwrap_or_default();
        let differs = written.lines().zip(text.lines()).find(|(written, made)| written != made);
        assert!(written == *text, "docs/games/{page} is out of date: {differs:?}; {BLESS}");
    }
}

#[test]
fn the_pages_lead_to_statements() {
    let papers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/papers.md");
    let papers = fs::read_to_string(papers).unwrap();
    for (page, text) in pages() {
        for link in text.split("(../papers.md#").skip(1) {
            let to = link.split(')').next().unwrap_or_default();
            assert!(papers.contains(&format!("<a id=\"{to}\">")), "{page}: {to}");
        }
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    fs::create_dir_all(folder).unwrap();
    fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect()
}

/// The text of every page by the name of its file.
fn pages() -> BTreeMap<String, String> {
    let records: Vec<Record> = Record::all().collect();
    let mut pages = BTreeMap::from([("README.md".to_string(), index())]);
    for entry in GAMES {
        let values = FIRST_VALUES.iter().find(|(game, _)| *game == entry.name);
        let &(_, values) = values.expect("every_game_has_first_values tells");
        let (game, position) = (&entry.example(), entry.position);
        let (heading, about, text) = (entry.heading(), prose(&entry.about()), entry.text);
        let source = entry.source();
        let source = prose(source.trim_end_matches('.'));
        let solved = console(&["solve", game, position]);
        let values: Vec<String> = values.split("; ").map(|values| first(game, values)).collect();
        let values = values.join("\n\n");
        let results = results(entry, game, &records);
        let page = format!(
            "# {heading}\n\n{about}\n\n```game\n{text}```\n\nSource: {source}.\n\n\
             ## An example\n\n{solved}\n\n## First values\n\n{values}\n\n## Known results\n\n{results}\n\n\
             [All games](README.md), [the language of games](../language.md).\n"
        );
        pages.insert(format!("{}.md", entry.name), page);
    }
    pages
}

/// The page that lists the games.
fn index() -> String {
    let mut index = String::from(
        "# The games of the library\n\n\
         Each game has a page with its text, an example to paste, its first values, and what the papers of the library say\n\
         about it. `bouton games` lists the games, `bouton games search WORD…` searches them, and `bouton games show NAME` prints\n\
         a text to start from. These pages are made from the library, the recorded verdicts and the command's own answers.\n",
    );
    for group in GAMES.chunk_by(|a, b| a.group == b.group) {
        index.push_str(&format!("\n## {}\n\n", group[0].group));
        for entry in group {
            let (name, heading, about) = (entry.name, entry.heading(), prose(&entry.about()));
            index.push_str(&format!("- [{heading}]({name}.md): {about}\n"));
        }
    }
    index
}

/// Some first values, and what they are.
fn first(game: &str, values: &str) -> String {
    let mut words = values.split(' ');
    let command = words.next().unwrap_or_default();
    let arguments: Vec<&str> = [command, game].into_iter().chain(words).collect();
    let what = match command {
        "sequence" => "The Grundy numbers for 0, 1, 2, …:",
        _ if values.contains("--what grundy") => "The Grundy numbers:",
        _ => "Who wins: P, the player who has just moved, or N, the player whose turn it is.",
    };
    format!("{what}\n\n{}", console(&arguments))
}

/// A command as it is typed, and what it prints.
fn console(arguments: &[&str]) -> String {
    let quoted = |argument: &&str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-,=._".contains(c);
        if argument.chars().all(plain) { argument.to_string() } else { format!("'{argument}'") }
    };
    let typed: Vec<String> = arguments.iter().map(quoted).collect();
    let typed = format!("bouton {}", typed.join(" "));
    let output = Command::new(env!("CARGO_BIN_EXE_bouton")).args(arguments).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && told.is_empty(), "{typed}\n{told}");
    let printed = String::from_utf8(output.stdout).unwrap();
    format!("```console\n$ {typed}\n{printed}\n```")
}

/// What the papers say of a game, whatever its arguments are; then the other theorems that answer for the
/// example.
fn results(entry: &GameEntry, example: &str, records: &[Record]) -> String {
    let mut told = Vec::new();
    let mut named = Vec::new();
    for paper in library::papers() {
        let mut of_paper = Vec::new();
        for item in paper.items().iter().filter(|item| names(item, entry.name)) {
            let id = paper.id_of(item);
            let of_item = records.iter().filter(|record| record.claim == id);
            if let Some(verdict) = verdict(item, of_item) {
                of_paper.push(result(item, &id, &verdict));
                named.push(id);
            }
        }
        if !of_paper.is_empty() {
            let title = paper.about("title").join(", ");
            told.push(format!("From *{title}*:\n\n{}", of_paper.join("\n")));
        }
    }
    if told.is_empty() {
        told.push("No statement of the [papers](../papers.md) names it.".to_string());
    }
    let game = Game::parse(example).expect(example);
    let budget = Budget::default();
    let solver = Solver::new(&game, None, Ctx { budget: &budget, watch: &Unwatched });
    let others = solver.theorems().filter(|id| !named.iter().any(|named| named == id));
    let others: Vec<String> = others.map(|id| link(id, id)).collect();
    if !others.is_empty() {
        let others = others.join(", ");
        let other_words = "which is one of their games in other words";
        told.push(format!("These are also about `{example}`, {other_words}: {others}."));
    }
    told.join("\n\n")
}

/// Whether a statement, or an example in it, is about a game of the library.
fn names(item: &Item, name: &str) -> bool {
    let is = |game: &GameName| match game {
        GameName::Library(library, _) => library.text == name,
        GameName::Text(text, _) => {
            let base =
                |kind: &LineKind| matches!(kind, LineKind::Base(base, _) if base.text == name);
            parse_game(text).0.lines.iter().any(|line| base(&line.kind))
        }
    };
    let in_line = |line: &ClaimLine| match &line.kind {
        ClaimKind::Example { game, .. } => game.as_ref().is_some_and(is),
        _ => false,
    };
    item.game.as_ref().is_some_and(is) || item.lines.iter().any(in_line)
}

/// What came out of a statement; nothing for a definition.
fn verdict<'a>(item: &Item, records: impl Iterator<Item = &'a Record>) -> Option<String> {
    let (mut status, mut positions) = (None, 0);
    for record in records {
        status = Some(record.status);
        positions += record.positions;
    }
    let stated = |line: &ClaimLine| matches!(line.kind, ClaimKind::Stated(_));
    match status {
        Some(status) if positions == 1 => Some(format!("*{status}*, 1 position")),
        Some(status) => Some(format!("*{status}*, {positions} positions")),
        None => item.lines.iter().any(stated).then(|| "*stated*".to_string()),
    }
}

/// A statement with its verdict. Examples are told on the page of the papers only.
fn result(item: &Item, id: &str, verdict: &str) -> String {
    let heading = link(&format!("{} {}", item.kind, item.label), id);
    let said = match item.kind.text.as_str() {
        "example" => String::new(),
        _ => format!(" {}", prose(&sentence::item(item))),
    };
    format!("- **{heading}** ({verdict}).{said}")
}

/// Text in which a star is a star.
fn prose(text: &str) -> String {
    text.replace('*', "\\*")
}

/// A link to a statement on the page of the papers.
fn link(text: &str, id: &str) -> String {
    format!("[{text}](../papers.md#{})", id.replace(':', "-"))
}
