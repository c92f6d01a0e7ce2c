//! The threads of the server do not compute: what they run does not use the library.

use std::path::Path;

/// The sources of a folder.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(sources(&path)),
            false => {
                found.push((path.display().to_string(), std::fs::read_to_string(path).unwrap()))
            }
        }
    }
    found
}

/// Whether a text names a path that starts with a word: `bouton::Game`, not `bouton_json::Told`.
fn names(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(i, _)| {
        let before = text[..i].chars().next_back();
        let after = text[i + word.len()..].trim_start();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_') && after.starts_with("::")
    })
}

#[test]
fn the_server_itself_does_not_use_the_library() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut front = sources(&root.join("front"));
    for shared in ["refusal.rs", "wire.rs", "origin.rs"] {
        front.push((shared.into(), std::fs::read_to_string(root.join(shared)).unwrap()));
    }
    assert!(front.len() > 10, "{}", front.len());
    for (file, text) in &front {
        for room in ["bouton", "worker", "crate::worker"] {
            assert!(!names(text, room), "{file} uses {room}");
        }
    }
    // The test would notice.
    let worker = sources(&root.join("worker"));
    assert!(worker.iter().any(|(_, text)| names(text, "bouton")));
    assert!(names("use bouton::{Game};", "bouton") && !names("use bouton_json::Told;", "bouton"));
}
