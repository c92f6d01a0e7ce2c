//! The rooms of the library: each imports only what stands to its left, and files do not import each other in circles.
//!
//! Read from the `use` lines and the paths of the sources. A re-export is no import: who uses what is re-exported imports the
//! file in which it is written.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The rooms, from left to right, as in ARCHITECTURE.md.
const ROOMS: [&str; 15] = [
    "lang", "job", "error", "share", "vectors", "rows", "game", "engine", "claim", "verify",
    "solve", "play", "codes", "library", "door",
];

/// This many files may know each other, if they are a module and its parts.
const MOST_TOGETHER: usize = 4;

/// A path in the source: `["engine", "space", "Layout"]`.
type Segments = Vec<String>;

/// The imports of a file, and what it re-exports under which name.
#[derive(Default)]
struct File {
    imports: Vec<Segments>,
    exports: BTreeMap<String, Segments>,
}

struct Sources {
    texts: BTreeMap<String, String>,
    files: BTreeMap<String, File>,
}

impl Sources {
    fn read() -> Sources {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut texts = BTreeMap::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(&root).unwrap().with_extension("");
                    let name = name.to_str().unwrap().replace(std::path::MAIN_SEPARATOR, "::");
                    let name = name.strip_suffix("::mod").unwrap_or(&name).to_string();
                    texts.insert(name, std::fs::read_to_string(path).unwrap());
                }
            }
        }
        let names: BTreeSet<String> = texts.keys().cloned().collect();
        let files = texts.iter().map(|(name, text)| (name.clone(), file(name, text, &names)));
        let files = files.collect();
        Sources { texts, files }
    }

    /// The file in which what a path names is written.
    fn written_in(&self, path: &[String]) -> Option<&str> {
        let mut path = path.to_vec();
        for _ in 0..8 {
            let (module, rest) = self.split(&path)?;
            let export = rest.first().and_then(|name| self.files[&module].exports.get(name));
            match export {
                Some(export) => path = [export, &rest[1..]].concat(),
                None => return self.files.get_key_value(&module).map(|(name, _)| name.as_str()),
            }
        }
        None
    }

    /// The longest beginning of a path that is a file, and the rest.
    fn split(&self, path: &[String]) -> Option<(String, Segments)> {
        (1..=path.len()).rev().find_map(|n| {
            let module = path[..n].join("::");
            self.files.contains_key(&module).then(|| (module, path[n..].to_vec()))
        })
    }

    /// Which files each file imports.
    fn imports(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let of = |(name, file): (&'_ String, &'_ File)| -> BTreeSet<&str> {
            let written = file.imports.iter().filter_map(|path| self.written_in(path));
            written.filter(|other| *other != name).collect()
        };
        self.files.iter().map(|file| (file.0.as_str(), of(file))).collect()
    }
}

/// Reads a file.
fn file(name: &str, text: &str, names: &BTreeSet<String>) -> File {
    let mut file = File::default();
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let text = lines.collect::<Vec<_>>().join(" ");
    for statement in text.split([';', '}', '{']).map(str::trim) {
        // Braces of a `use` are put together below; here are plain paths in the code.
        for (at, _) in statement.match_indices("crate::") {
            let path: String = statement[at..]
                .chars()
                .take_while(|c| c.is_alphanumeric() || matches!(c, '_' | ':'))
                .collect();
            let before = statement[..at].trim_end();
            if !before.ends_with("use") && !before.ends_with("in") {
                file.imports.extend(absolute(name, path.trim_end_matches(':'), names));
            }
        }
    }
    for (at, _) in text.match_indices("use ") {
        let before = text[..at].trim_end();
        let starts =
            before.is_empty() || before.ends_with([';', '}', ')', ']']) || before.ends_with("pub");
        let Some(end) = text[at..].find(';').filter(|_| starts) else { continue };
        let exported = before.ends_with("pub") || before.ends_with(')');
        for path in expanded(text[at + 4..at + end].trim()) {
            let Some(path) = absolute(name, &path, names) else { continue };
            match path.last() {
                Some(last) if exported => drop(file.exports.insert(last.clone(), path)),
                _ => file.imports.push(path),
            }
        }
    }
    file
}

/// The paths of a tree like `a::{b, c::{d, e}}`.
fn expanded(tree: &str) -> Vec<String> {
    let Some((before, inside)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return vec![path.replace(' ', "")];
    };
    let inside = inside.trim_end().strip_suffix('}').unwrap_or(inside);
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in inside.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match c {
            ',' if depth == 0 => parts.push(String::new()),
            c => parts.last_mut().unwrap().push(c),
        }
    }
    let parts = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    parts.flat_map(|part| expanded(&format!("{}{part}", before.trim()))).collect()
}

/// A path from the root of the crate; `None` if it leads out of it.
fn absolute(from: &str, path: &str, names: &BTreeSet<String>) -> Option<Segments> {
    let mut base: Segments = from.split("::").map(String::from).collect();
    if from == "lib" {
        base.clear();
    }
    let mut segments = path.split("::").peekable();
    match *segments.peek()? {
        "crate" => {
            base.clear();
            segments.next();
        }
        "self" => drop(segments.next()),
        "super" => {
            while segments.next_if_eq(&"super").is_some() {
                base.pop();
            }
        }
        first => {
            let child = base.iter().map(String::as_str).chain([first]).collect::<Vec<_>>();
            if !names.contains(&child.join("::")) {
                return None;
            }
        }
    }
    Some(base.into_iter().chain(segments.map(String::from)).collect())
}

/// The files that can be reached from one.
fn reached<'a>(from: &'a str, imports: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(file) = open.pop() {
        for &next in imports.get(file).into_iter().flatten() {
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen
}

#[test]
fn a_room_imports_only_what_stands_to_its_left() {
    let sources = Sources::read();
    let place = |file: &str| {
        let room = file.split("::").next().unwrap_or_default();
        let place = ROOMS.iter().position(|other| *other == room);
        place.unwrap_or_else(|| panic!("`{room}` is no room that this test knows"))
    };
    let mut seen = 0;
    for (file, imports) in sources.imports() {
        for other in imports.into_iter().filter(|_| file != "lib") {
            assert!(place(other) <= place(file), "{file} imports {other}, to its right");
            seen += 1;
        }
    }
    assert!(seen > 500, "only {seen} imports were read");
}

#[test]
fn files_do_not_import_each_other_in_circles() {
    let sources = Sources::read();
    let imports = sources.imports();
    let from: BTreeMap<&str, BTreeSet<&str>> =
        imports.keys().map(|&file| (file, reached(file, &imports))).collect();
    for (file, others) in &from {
        let circle: Vec<&str> =
            others.iter().copied().filter(|other| from[other].contains(file)).collect();
        assert!(circle.len() <= MOST_TOGETHER, "these import each other: {circle:?}");
        // A module and its parts stand in one folder.
        let folder = |file: &str| file.rsplit_once("::").map(|(folder, _)| folder.to_string());
        let home =
            |other: &str| folder(other) == folder(file) || other.starts_with(&format!("{file}::"));
        let together =
            circle.iter().all(|other| home(other) || file.starts_with(&format!("{other}::")));
        assert!(together, "these import each other, in several folders: {circle:?}");
    }
}

#[test]
fn one_room_of_the_engine_reads_the_rules() {
    let names = |text: &str| {
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| matches!(word, "RuleKind" | "Amount"))
    };
    let sources = Sources::read();
    let reading = sources.texts.iter().filter(|(_, text)| names(text)).map(|(name, _)| name);
    let (lower, others): (Vec<&String>, Vec<&String>) = reading
        .filter(|name| name.starts_with("engine::"))
        .partition(|name| name.starts_with("engine::lower"));
    assert!(lower.len() > 3, "only {lower:?} name the kinds of rules");
    assert!(others.is_empty(), "{others:?} read rules, which `engine::lower` does for the engine");
}

#[test]
fn paths_are_read() {
    let tree = "a::{b, c::{d, e as f}, g::h}";
    assert_eq!(expanded(tree), ["a::b", "a::c::d", "a::c::e", "a::g::h"]);
    let names = ["engine::space".to_string()].into();
    let of = |path: &str| absolute("engine::table", path, &names).map(|path| path.join("::"));
    assert_eq!(of("super::space::Space").as_deref(), Some("engine::space::Space"));
    assert_eq!(of("crate::job::Ctx").as_deref(), Some("job::Ctx"));
    assert_eq!(of("std::fmt"), None);
}
