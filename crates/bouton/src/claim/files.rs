//! Games in files of their own, which claims name: `claim a for "mine.game"(k)`.

use super::Paper;
use crate::error::Error;
use crate::game::{Game, Shelf};
use crate::lang::paper::{ClaimKind, ClaimLine, GameName, Item, PaperText};
use crate::lang::syntax::{GameText, Line, LineKind, Name};
use crate::lang::{Code, Diagnostic, Diagnostics, parse_game};

/// Returns the text of a file, by the name that a claim has for it, or why there is none.
pub(super) type Files<'f> = &'f dyn Fn(&str) -> Result<String, String>;

/// Why the library itself reads no file.
pub(super) fn none(_: &str) -> Result<String, String> {
    Err("only the command reads files".into())
}

impl Paper {
    /// As [`Paper::parse`], for a text that may name files of games: `claim a for "mine.game"(k)`. `files` returns
    /// the text of the file with a name, or a reason why there is none.
    ///
    /// ```
    /// use bouton::Paper;
    /// let claims = "claim a for \"mine.game\"(k)\n  P iff total mod (k+1) = 0";
    /// let files = |_: &str| Ok("game mine(k); heaps 1; take 1..k from any".to_string());
    /// assert!(Paper::parse_with(claims, &files).is_ok());
    /// assert!(Paper::parse(claims).is_err());
    /// ```
    pub fn parse_with(
        text: &str,
        files: &dyn Fn(&str) -> Result<String, String>,
    ) -> Result<Paper, Error> {
        Ok(Paper::read(text, files)?)
    }
}

/// Puts the games of files on the shelf, under the names that claims have for them.
pub(super) fn shelve(tree: &PaperText, shelf: &mut Shelf, files: Files<'_>) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for name in tree.items.iter().flat_map(games).filter_map(file) {
        if seen.contains(&name.text.as_str()) {
            continue;
        }
        seen.push(&name.text);
        match files(&name.text) {
            Err(why) => {
                let message = format!("the game in `{name}` cannot be read: {why}");
                let error = Diagnostic::new(Code::GameFile, message).at(name.span, "in a file");
                errors.push(
                    error.help("a game can also stand in the text of the claims: `game mine(k)`"),
                );
            }
            Ok(text) => match game(&text, name) {
                Ok(game) => shelf.put(name.text.clone(), game),
                Err(Diagnostics(found)) => errors.extend(found.first().map(|first| {
                    let message =
                        format!("`{name}` has an error{}: {}", line(&text, first), first.message);
                    let error =
                        Diagnostic::new(Code::GameFile, message).at(name.span, "in this file");
                    error.help(format!("`bouton check {name}` shows the error in its place"))
                })),
            },
        }
    }
    errors
}

/// The games that a statement names.
pub(super) fn games(item: &Item) -> impl Iterator<Item = &GameName> {
    let of_line = |line| match &plain(line).kind {
        ClaimKind::Example { game, .. } => game.as_ref(),
        _ => None,
    };
    item.game.iter().chain(item.lines.iter().filter_map(of_line))
}

/// A line, whether it is the printed form or the corrected one.
fn plain(line: &ClaimLine) -> &ClaimLine {
    match &line.kind {
        ClaimKind::Printed(line) => line,
        _ => line,
    }
}

/// The name of the file that a game is in, if it is in one.
fn file(game: &GameName) -> Option<&Name> {
    match game {
        GameName::Library(name, _) if name.is_file() => Some(name),
        _ => None,
    }
}

/// The game of a file, which knows the library alone. Without a heading it has no parameters.
fn game(text: &str, file: &Name) -> Result<GameText, Diagnostics> {
    let (mut game, errors) = parse_game(text);
    if !errors.is_empty() {
        return Err(Diagnostics(errors));
    }
    let read = Game::of_tree(game.clone(), true, Shelf::LIBRARY)?;
    if !read.summands().is_empty() {
        let message = "it is a sum, and claims are about single games";
        return Err(Diagnostics(vec![Diagnostic::new(Code::Together, message)]));
    }
    if game.heading().is_none() {
        let heading = LineKind::Heading(file.clone(), vec![]);
        game.lines.insert(0, Line { kind: heading, span: file.span });
    }
    Ok(game)
}

/// The line of a text that an error is in, in words.
fn line(text: &str, error: &Diagnostic) -> String {
    let start = error.span.map(|span| span.start.min(text.len()));
    let line = |start: usize| text.as_bytes()[..start].iter().filter(|&&b| b == b'\n').count() + 1;
    start.map_or(String::new(), |start| format!(" in line {}", line(start)))
}
