//! Published values: every row of every file in `truth/` against what Bouton computes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bouton::Game;
use bouton::engine::{Engine, Values};
use bouton::job::{Budget, Ctx, Unwatched};

/// A position with its outcome, its Grundy number, or both, and who says so.
struct Row {
    position: String,
    outcome: String,
    grundy: String,
    source: String,
}

/// The rows of a file by game.
fn rows(file: &Path) -> BTreeMap<String, Vec<Row>> {
    let mut rows: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    let mut reader = csv::Reader::from_path(file).expect("a file of values");
    assert_eq!(reader.headers().unwrap(), vec!["game", "position", "outcome", "grundy", "source"]);
    for record in reader.records() {
        let record = record.expect("five columns");
        let [game, position, outcome, grundy, source] =
            [0, 1, 2, 3, 4].map(|i| record[i].to_string());
        assert!(!(outcome.is_empty() && grundy.is_empty()), "{game} at {position}: no value");
        assert!(!source.is_empty(), "{game} at {position}: no source");
        rows.entry(game).or_default().push(Row { position, outcome, grundy, source });
    }
    rows
}

/// What differs, a line each.
fn differences(text: &str, rows: &[Row]) -> Vec<String> {
    let game = Game::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let values = Values { grundy: rows.iter().any(|row| !row.grundy.is_empty()), length: false };
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    let mut engine = Engine::new(&game, values, ctx).expect("normal play for Grundy numbers");
    let mut differences = Vec::new();
    for Row { position: at, outcome, grundy, source } in rows {
        let position =
            game.position(at).unwrap_or_else(|error| panic!("{text} at {at}: {error:?}"));
        let solved =
            engine.solve(&position).unwrap_or_else(|stop| panic!("{text} at {at}: {stop}"));
        let found = [solved.outcome.to_string(), solved.grundy.unwrap_or_default().to_string()];
        for (said, found) in [outcome, grundy].into_iter().zip(found) {
            if !said.is_empty() && *said != found {
                differences.push(format!("{text} at {at} is {said} ({source}), found {found}"));
            }
        }
    }
    differences
}

#[test]
fn published_values_are_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth");
    let mut files: Vec<PathBuf> =
        folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "csv"));
    files.sort();
    assert!(!files.is_empty());
    let mut found = Vec::new();
    for file in files {
        for (game, rows) in rows(&file) {
            found.extend(differences(&game, &rows));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
