//! The recorded verdicts on the library's statements are those that the definition gives.
//!
//! `BLESS=1 cargo test --release -p bouton --test verdicts` makes them anew.

use std::fs;
use std::path::Path;

use bouton::claim::{Paper, library};
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::verify::{Record, Size, recorded, verify};

const HEADING: &str = "\
# The verdicts on the statements of the library: key, verdict, positions, statement, game.
# Made by the test `verdicts`; see CONTRIBUTING.md.
";

/// Positions of a box, about: of those that are recorded, and of those that the test makes again.
const RECORDED: u64 = 6_000;
const MADE_AGAIN: u64 = 400;

fn made(positions: u64) -> Vec<Record> {
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let size = Size { positions: Some(positions), ..Size::default() };
    let mut records = Vec::new();
    for entry in library::PAPERS {
        let paper = Paper::parse(entry.text).unwrap();
        for item in paper.statements() {
            let key = paper.key(item);
            verify(&paper, item, &size, ctx, &mut |verdict| {
                records.push(Record::new(key.clone(), &verdict));
            })
            .unwrap();
        }
    }
    records
}

#[test]
fn the_recorded_verdicts_are_made_again() {
    if std::env::var_os("BLESS").is_some() {
        let lines: Vec<String> = made(RECORDED).iter().map(ToString::to_string).collect();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("library/verdicts.txt");
        fs::write(path, format!("{HEADING}{}\n", lines.join("\n"))).unwrap();
        return;
    }
    let verdict = |record: Record| (record.key, record.status, record.claim, record.game);
    let known: Vec<_> = recorded().map(verdict).collect();
    let again: Vec<_> = made(MADE_AGAIN).into_iter().map(verdict).collect();
    for (known, again) in known.iter().zip(&again) {
        assert_eq!(known, again, "make them anew: BLESS=1");
    }
    assert_eq!(known.len(), again.len(), "make them anew: BLESS=1");
}

#[test]
fn a_statement_without_a_verdict_has_not_held() {
    let known = recorded().next().unwrap();
    assert!(bouton::verify::held(&known.key).is_some());
    assert_eq!(bouton::verify::held("0000000000000000"), None);
    // Whatever is changed in a statement, a definition before it or a rule has another key.
    let text = library::find("xu-zhu-2018").unwrap().text;
    let key = |text: &str| {
        let paper = Paper::parse(text).unwrap();
        let item = paper.statements().iter().find(|item| item.id() == "theorem-6").unwrap();
        paper.key(item)
    };
    assert!(bouton::verify::held(&key(text)).is_some());
    for (from, to) in [
        ("r = 0 and s = k", "r = 0 and s = k - 1"),
        ("P iff if even(beta)", "P iff if odd(beta)"),
        (
            "theorem 6 for bounded-greedy(k) with k >= 2",
            "theorem 6 for bounded-greedy(k) with k >= 1",
        ),
    ] {
        assert!(text.contains(from));
        assert_eq!(bouton::verify::held(&key(&text.replacen(from, to, 1))), None, "{from}");
    }
    let sentence = "Three or more heaps; with the winning moves that the proof constructs.";
    assert!(text.contains(sentence));
    assert_eq!(key(text), key(&text.replacen(sentence, "Other words.", 1)));
}
