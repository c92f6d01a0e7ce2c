//! Every code has an entry that shows it, and `docs/diagnostics.md` is the page of these entries.
//!
//! The examples themselves are transcripts, which `transcripts.rs` runs.
//! `BLESS=1 cargo test -p bouton-cli --test all codes::` writes the page again.

use std::fs;
use std::path::{Path, PathBuf};

use bouton::Code;
use bouton::library::{CODES, find_code};

const ABOUT: &str = "\
# Errors and warnings

Every error and warning has a code that never changes its meaning. This page has an entry for each
code: what it means, an example to paste, and what to do. `bouton explain E0041` prints one entry, and
`bouton explain` lists all codes.
";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn every_code_of_the_library_has_an_entry() {
    for code in Code::ALL {
        assert!(find_code(code.as_str()).is_some(), "library/diagnostics/{code}.md is missing");
    }
}

#[test]
fn every_code_of_the_edges_has_an_entry() {
    let mut seen = 0;
    for folder in ["crates/bouton-cli/src", "crates/bouton-server/src"] {
        for code in codes_in(&root().join(folder)) {
            assert!(find_code(&code).is_some(), "library/diagnostics/{code}.md is missing");
            seen += 1;
        }
    }
    assert!(seen >= 20, "only {seen} codes were found in the sources");
}

/// The codes that the sources of a folder mention in strings: `"E0070"`, `error[E0071]`.
fn codes_in(folder: &Path) -> Vec<String> {
    let mut codes = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            codes.extend(codes_in(&path));
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source file");
        for start in ["\"E0", "[E0"] {
            for (at, _) in text.match_indices(start) {
                codes.push(text[at + 1..].chars().take(5).collect());
            }
        }
    }
    codes
}

/// What each entry looks like: a title, a text, an example that shows the code, and what to do.
#[test]
fn every_entry_shows_its_code() {
    for entry in CODES {
        let (code, text) = (entry.code, entry.text());
        assert!(!entry.title().is_empty() && !entry.title().contains(code), "the title of {code}");
        assert!(text.contains("\nWhat to do: "), "{code} does not say what to do");
        // The server's refusals have no command that shows them.
        let server = code.starts_with("E008");
        let shown = text.contains(&format!("error[{code}]: "))
            || text.contains(&format!("warning[{code}]: "));
        assert!(shown != server, "the example of {code} does not show it");
    }
}

/// The tests would not notice a file that the library does not list.
#[test]
fn every_file_is_an_entry() {
    let folder = root().join("crates/bouton/library/diagnostics");
    let files = fs::read_dir(folder).expect("the folder of entries");
    // Beside an entry may lie a folder with the files of its example.
    let is_entry = |path: &PathBuf| path.extension().is_some_and(|end| end == "md");
    let entries = files.map(|file| file.expect("a file").path()).filter(is_entry).count();
    assert_eq!(entries, CODES.len());
    assert!(CODES.is_sorted_by_key(|entry| entry.code));
}

#[test]
fn the_page_holds_all_entries() {
    let mut page = ABOUT.to_string();
    for entry in CODES {
        page.push_str(&format!("\n## {}: {}\n\n{}\n", entry.code, entry.title(), entry.text()));
    }
    let path = root().join("docs/diagnostics.md");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, page).expect("a file that can be written");
        return;
    }
    let kept = fs::read_to_string(&path).expect("docs/diagnostics.md");
    assert_eq!(kept, page, "run `BLESS=1 cargo test -p bouton-cli --test all codes::`");
}
