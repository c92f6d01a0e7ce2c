//! The games that a text may name: those of its own file, and those of the library.

use std::collections::BTreeMap;

use super::library;
use crate::lang::syntax::{GameText, LineKind};
use crate::lang::{Code, Diagnostic, list, nearest, parse_game};

/// The games of a file, beside those of the library, under the names by which the file calls them. Each has a heading.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shelf {
    own: BTreeMap<String, GameText>,
}

impl Shelf {
    /// The library alone.
    pub(crate) const LIBRARY: &'static Shelf = &Shelf { own: BTreeMap::new() };

    /// The games of a file. A name that is taken is an error, as is a sum, since claims are about
    /// single games.
    pub(crate) fn new(games: &[GameText]) -> (Shelf, Vec<Diagnostic>) {
        let (mut shelf, mut errors) = (Shelf::default(), Vec::new());
        for text in games {
            let Some((name, _)) = text.heading() else { continue };
            if library::find(&name.text).is_some() {
                let message = format!("`{name}` is the name of a game of the library");
                let error =
                    Diagnostic::new(Code::NameTaken, message).at(name.span, "already taken");
                errors.push(error.help("choose another name for your own game"));
                continue;
            }
            if shelf.has(&name.text) {
                let message = format!("`game {name}` appears twice");
                errors.push(Diagnostic::new(Code::Twice, message).at(name.span, "again here"));
                continue;
            }
            let sum = text.lines.iter().find(|line| matches!(line.kind, LineKind::Sum(_)));
            if let Some(line) = sum {
                let message = "a game of a file of claims is a single game, not a sum";
                let error = Diagnostic::new(Code::Together, message).at(line.span, "a sum");
                errors.push(
                    error.help("claim the Grundy numbers of each game: that of a sum is their xor"),
                );
            }
            shelf.put(name.text.clone(), text.clone());
        }
        (shelf, errors)
    }

    /// Adds a game, with its heading, under a name.
    pub(crate) fn put(&mut self, name: String, text: GameText) {
        self.own.insert(name, text);
    }

    /// The text of the game of this name, with its heading.
    pub(crate) fn find(&self, name: &str) -> Option<GameText> {
        let own = self.own.get(name).cloned();
        own.or_else(|| library::find(name).map(|entry| parse_game(entry.text).0))
    }

    /// Whether a game of the file has this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.own.contains_key(name)
    }

    /// The names of all games.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.own.keys().map(String::as_str).chain(library::names())
    }

    /// The error of a name that no game has. `others` are words that may have been meant.
    pub(crate) fn unknown(&self, name: &str, others: &[&str], help: &str) -> Diagnostic {
        let place = if self.own.is_empty() { "the library" } else { "this text or in the library" };
        let message = format!("there is no game `{name}` in {place}");
        let error = Diagnostic::new(Code::UnknownGame, message);
        match nearest(name, self.names().chain(others.iter().copied())) {
            Some(meant) => error.help(format!("did you mean `{meant}`?")),
            None => error.help(help),
        }
    }

    /// The error of games that name each other in a circle: `a → b → a`.
    pub(crate) fn circle(names: &[String]) -> Diagnostic {
        let first = names.first().map_or("", String::as_str);
        let message = match names {
            [_, _] => format!("the game `{first}` is defined by itself"),
            [_, between @ .., _] => {
                let between: Vec<&str> = between.iter().map(String::as_str).collect();
                let through = list(&between, "and");
                format!("the game `{first}` is defined by itself, through {through}")
            }
            _ => "a game is defined by itself".into(),
        };
        let error = Diagnostic::new(Code::UnknownGame, message);
        error.help("a game that names another one stands for its lines, so one of them needs rules")
    }
}
