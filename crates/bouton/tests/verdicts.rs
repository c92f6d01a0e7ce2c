//! The recorded verdicts on the library's statements are those that the definition gives.
//!
//! `BLESS=1 cargo test --release -p bouton --test all the_recorded_verdicts` makes them anew.

use std::fs;
use std::path::{Path, PathBuf};

use bouton::claim::{Paper, library};
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::lang::paper::{ClaimKind, ClaimLine};
use bouton::lang::sentence;
use bouton::verify::{Record, Size, verify};

const HEADING: &str = "\
# The verdicts on the statements of the library: key, verdict, positions, statement, game.
# Made by the test `verdicts`; see CONTRIBUTING.md.
";

/// Positions of a box, about: of those that are recorded, and of those that the test makes again unless
/// `BOUTON_FULL=1`.
const RECORDED: u64 = 6_000;
const MADE_AGAIN: u64 = 400;

fn made(positions: u64) -> Vec<Record> {
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let size = Size { positions: Some(positions), ..Size::default() };
    let mut records = Vec::new();
    for entry in library::PAPERS {
        let paper = Paper::parse(entry.text).unwrap();
        for item in paper.items() {
            let key = paper.key(item);
            verify(&paper, item, &size, ctx, &mut |verdict| {
                records.push(Record::new(key.clone(), &verdict));
            })
            .unwrap();
        }
    }
    records
}

/// The statements of the papers with their verdicts, for people.
fn page(records: &[Record]) -> String {
    let mut page = String::from(
        "# The papers, statement by statement\n\n\
         Every numbered statement of the papers in Bouton's library: what it says, and the result of comparing it with\n\
         the definition of its game at every position of a box. `bouton verify` repeats the comparison, on larger boxes if you\n\
         like, and `bouton papers show PAPER:STATEMENT` prints the text. This page is made from the recorded verdicts.\n",
    );
    for paper in library::papers() {
        let name = paper.name().unwrap();
        let about = |word: &str| paper.about(word).join(", ");
        page.push_str(&format!("\n## {}\n\n", about("title")));
        let about = [about("authors"), about("source"), about("doi")];
        let about: Vec<&String> = about.iter().filter(|text| !text.is_empty()).collect();
        for text in &about {
            page.push_str(&format!("{text}. "));
        }
        page.push_str(&format!("`{name}`\n"));
        for item in paper.items() {
            let claim = format!("{name}:{}", item.id());
            let (kind, label) = (&item.kind, &item.label);
            let said = sentence::item(item).replace('*', "\\*");
            // The pages of the games lead here.
            let anchor = claim.replace(':', "-");
            page.push_str(&format!("\n<a id=\"{anchor}\"></a>**{kind} {label}.** {said}\n"));
            let verdicts: Vec<&Record> = records.iter().filter(|r| r.claim == claim).collect();
            if let (Some(first), Some(last)) = (verdicts.first(), verdicts.last()) {
                let positions: u64 = verdicts.iter().map(|record| record.positions).sum();
                let games = match verdicts.len() {
                    // A statement that names no game has examples of several.
                    1 if item.game.is_none() => format!("`{}`", first.game.replace(", ", "`, `")),
                    1 => format!("`{}`", first.game),
                    2 => format!("`{}`, `{}`", first.game, last.game),
                    n => format!("`{}`, …, `{}` ({n} games)", first.game, last.game),
                };
                let status = first.status;
                assert!(verdicts.iter().all(|record| record.status == status), "{claim}");
                page.push_str(&format!("\n*{status}*: {positions} positions of {games}\n"));
            } else {
                let stated = |line: &ClaimLine| matches!(line.kind, ClaimKind::Stated(_));
                let what = if item.lines.iter().any(stated) { "stated" } else { "a definition" };
                page.push_str(&format!("\n*{what}*\n"));
            }
        }
    }
    page
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn the_page_of_the_papers_is_made_from_the_verdicts() {
    let records: Vec<Record> = Record::all().collect();
    let written = fs::read_to_string(path("../../docs/papers.md")).unwrap_or_default();
    assert!(bless() || written == page(&records), "write it again: see CONTRIBUTING.md");
}

fn bless() -> bool {
    std::env::var_os("BLESS").is_some()
}

#[test]
fn the_recorded_verdicts_are_made_again() {
    if bless() {
        let records = made(RECORDED);
        let lines: Vec<String> = records.iter().map(ToString::to_string).collect();
        fs::write(path("library/verdicts.txt"), format!("{HEADING}{}\n", lines.join("\n")))
            .unwrap();
        fs::write(path("../../docs/papers.md"), page(&records)).unwrap();
        return;
    }
    let verdict = |record: Record| (record.key, record.status, record.claim, record.game);
    let known: Vec<_> = Record::all().map(verdict).collect();
    let full = std::env::var_os("BOUTON_FULL").is_some();
    let again = made(if full { RECORDED } else { MADE_AGAIN });
    let again: Vec<_> = again.into_iter().map(verdict).collect();
    for (known, again) in known.iter().zip(&again) {
        assert_eq!(known, again, "write them again: BLESS=1");
    }
    assert_eq!(known.len(), again.len(), "write them again: BLESS=1");
}

#[test]
fn a_statement_without_a_verdict_has_not_held() {
    let known = Record::all().next().unwrap();
    assert!(bouton::verify::held(&known.key).is_some());
    assert_eq!(bouton::verify::held("0000000000000000"), None);
    // Whatever is changed in a statement, a definition before it or a rule has another key.
    let text = library::find("xu-zhu-2018").unwrap().text;
    let key = |text: &str| {
        let paper = Paper::parse(text).unwrap();
        let item = paper.items().iter().find(|item| item.id() == "theorem-6").unwrap();
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
