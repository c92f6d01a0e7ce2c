//! `bouton games`: the library.

use std::io::Write;

use bouton::library::{GAMES, GameEntry, find, is_blank, meant, search};
use bouton::{Code, Diagnostic, nearest};
use bouton_json::{GameList, ListedGame};

use crate::args::{GamesArgs, GamesCommand};
use crate::failure::{Failure, Finish, Run};
use crate::out;

pub fn run(args: &GamesArgs) -> Run {
    match &args.command {
        None => list(&GAMES.iter().collect::<Vec<_>>(), args.json),
        Some(GamesCommand::Search { words }) => list(&searched(words)?, args.json),
        Some(GamesCommand::Show { name }) => show(name, args.json),
    }
}

/// Prints the title of each group, then its games.
fn list(games: &[&GameEntry], json: bool) -> Run {
    let listed: Vec<ListedGame> = games.iter().map(|entry| ListedGame::new(entry)).collect();
    if json {
        out::json(&GameList::new(listed))?;
        return Ok(Finish::Done);
    }
    let width = listed.iter().map(|game| game.heading.len()).max().unwrap_or(0);
    let mut out = out::stdout();
    for (i, group) in listed.chunk_by(|a, b| a.group == b.group).enumerate() {
        let gap = if i > 0 { "\n" } else { "" };
        writeln!(out, "{gap}{}", group[0].group)?;
        for ListedGame { heading, about, .. } in group {
            writeln!(out, "  {heading:width$}  {about}")?;
        }
    }
    out.flush()?;
    Ok(Finish::Done)
}

/// The text of a game.
fn show(name: &str, json: bool) -> Run {
    let entry = find(name).ok_or_else(|| unknown(name))?;
    if json {
        out::json(&GameList::new(vec![ListedGame::with_text(entry)]))?;
        return Ok(Finish::Done);
    }
    let mut out = out::stdout();
    write!(out, "{}", entry.text)?;
    out.flush()?;
    Ok(Finish::Done)
}

/// The games that contain all the words. Finding none is an error, like an unknown name.
fn searched(words: &[String]) -> Result<Vec<&'static GameEntry>, Failure> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if words.iter().any(|word| is_blank(word)) {
        let message = "an empty word matches every game; `bouton games` lists them all";
        return Err(Failure::new("E0072", message));
    }
    let found = search(&words);
    if !found.is_empty() {
        return Ok(found);
    }
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    let error = Diagnostic::new(
        Code::UnknownGame,
        format!("no game of the library contains {}", quoted.join(" and ")),
    );
    // Together the words may be a name. Otherwise, the words that no game contains are probably
    // misspelt.
    let together = meant(&words.join(" "));
    let alone = words.iter().filter(|word| search(&[word]).is_empty()).find_map(|word| meant(word));
    Err(Failure::plain(match together.or(alone) {
        Some(meant) => error.help(format!("did you mean `{meant}`?")),
        None => error.help("`bouton games` lists all games"),
    }))
}

fn unknown(name: &str) -> Failure {
    let bare = name.split('(').next().unwrap_or(name);
    let error =
        Diagnostic::new(Code::UnknownGame, format!("there is no game `{name}` in the library"));
    Failure::plain(match nearest(bare, GAMES.iter().map(|game| game.name)) {
        Some(meant) => error.help(format!("did you mean `{meant}`?")),
        None => error.help("`bouton games` lists all games"),
    })
}
