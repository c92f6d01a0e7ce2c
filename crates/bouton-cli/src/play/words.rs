//! What the program says during a game.

use bouton::{Advice, Ending, Error, Game, Level, Move, Stop, library};

use super::table::{Player, Table};
use crate::failure::Failure;
use crate::source::Source;

/// Who wins at the end.
pub fn ending(game: &Game) -> &'static str {
    match game.ending() {
        Ending::Normal => "The player who makes the last move wins.",
        Ending::Misere => "The player who makes the last move loses.",
    }
}

/// The rules in a sentence, if the game is in the library.
pub fn about(game: &Game) -> Option<String> {
    let text = game.to_string();
    let name = text.split(['(', ';']).next()?.trim();
    library::find(name).map(|entry| entry.about()).filter(|about| !about.is_empty())
}

/// How well the computer plays.
pub fn level(level: Level) -> String {
    format!("The computer's level is {}: {}.", level.name(), level.meaning())
}

/// Why a text is no position.
pub fn no_position(text: &str, error: &Error) -> String {
    let why = error.diagnostics().into_iter().map(|mistake| mistake.message).next();
    format!("`{text}` is not a position of this game: {}.", why.unwrap_or_default())
}

/// A move from the position on the table.
pub fn describe(table: &Table<'_>, m: &Move) -> String {
    table.game.describe(table.position(), &m.how, &m.to)
}

/// The advice at the position on the table, in words.
pub fn advice(table: &Table<'_>, advice: &Advice) -> String {
    let (told, best) = match advice {
        Advice::Wins(best) => ("This wins", best),
        Advice::Delays(best) => {
            ("Every move loses against best play; this one delays the end", best)
        }
        Advice::Unknown(best) => {
            ("Some move wins, but it is not known which; a small move is", best)
        }
        Advice::Random(random) => ("A random move", random),
    };
    format!("{told}: {}", describe(table, best))
}

/// How many winning moves are shown with a reason.
const TOLD: usize = 3;

/// Who can win from the position on the table, and why.
pub fn why(table: &mut Table<'_>, source: &Source) -> Result<String, Failure> {
    let position = table.position().clone();
    let answer = table.opponent.answer(&position, TOLD).map_err(|stop| source.stopped(&stop))?;
    Ok(answer.words(table.game, &position, TOLD, "").join("\n"))
}

/// How the game ended, and which of your moves threw the win away; `None` while it goes on.
pub fn end(table: &mut Table<'_>) -> Result<Option<String>, Stop> {
    let Some(winner) = table.winner() else { return Ok(None) };
    let turn = match table.turn() {
        Player::You => "You",
        Player::Computer => "The computer",
    };
    let won = match winner {
        Player::You => "you have won",
        Player::Computer => "the computer has won",
    };
    let mut told = vec![format!("{turn} cannot move: {won}.")];
    let mistakes = table.mistakes()?;
    if !mistakes.is_empty() {
        told.push("You could have won, but gave it away:".into());
    }
    for mistake in &mistakes {
        let describe = |m: &Move| table.game.describe(&mistake.from, &m.how, &m.to);
        let better =
            mistake.better.as_ref().map(|better| format!("; this wins: {}", describe(better)));
        let (from, played) = (&mistake.from, describe(&mistake.played));
        told.push(format!("  at {from}: {played}{}", better.unwrap_or_default()));
    }
    Ok(Some(told.join("\n")))
}
