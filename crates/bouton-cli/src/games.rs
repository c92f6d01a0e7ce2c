//! `bouton games`: the library.

use std::io::Write;

use bouton::game::library::{GAMES, find, names};
use bouton::lang::{Code, Diagnostic, nearest};
use serde::Serialize;

use crate::args::{GamesArgs, GamesCommand};
use crate::failure::{Failure, Finish, Run};
use crate::out;

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    heading: String,
    about: String,
    source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'static str>,
}

#[derive(Serialize)]
struct List {
    schema: u32,
    games: Vec<Listed>,
}

pub fn run(args: &GamesArgs) -> Run {
    let shown = match &args.command {
        None => GAMES.iter().collect(),
        Some(GamesCommand::Show { name }) => vec![find(name).ok_or_else(|| unknown(name))?],
    };
    let alone = args.command.is_some();
    if args.json {
        let listed = |entry: &&bouton::game::library::Entry| Listed {
            name: entry.name,
            heading: entry.heading(),
            about: entry.about(),
            source: entry.source(),
            text: alone.then_some(entry.text),
        };
        out::json(&List { schema: out::SCHEMA, games: shown.iter().map(listed).collect() })?;
        return Ok(Finish::Done);
    }
    let mut out = out::stdout();
    if alone {
        for entry in shown {
            write!(out, "{}", entry.text)?;
        }
    } else {
        let width = shown.iter().map(|entry| entry.heading().len()).max().unwrap_or(0);
        for entry in shown {
            writeln!(out, "{:width$}  {}", entry.heading(), entry.about())?;
        }
    }
    out.flush()?;
    Ok(Finish::Done)
}

fn unknown(name: &str) -> Failure {
    let bare = name.split('(').next().unwrap_or(name);
    let error =
        Diagnostic::new(Code::UnknownGame, format!("there is no game `{name}` in the library"));
    Failure::plain(&match nearest(bare, names()) {
        Some(meant) => error.help(format!("did you mean `{meant}`?")),
        None => error.help("`bouton games` lists them"),
    })
}
