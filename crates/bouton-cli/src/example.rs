//! Commands to paste: what `bouton` prints alone, and what it proposes where a position is missing.

use std::io::Write;

use bouton::Game;

use crate::args::GameArgs;
use crate::failure::{Failure, Finish, Run};
use crate::out;

/// What `bouton` prints without arguments.
const FIRST: &str = "\
Bouton solves take-away games: who wins, by which move, and why. Try one of these:

  bouton solve nim 3,4,6
  bouton solve 'take 1..3 from any; pass 1' 2,7
  bouton play nim
  bouton table wythoff --what grundy
  bouton serve --open

`bouton --help` lists all commands, `bouton games` lists all games.
";

/// `bouton` without arguments.
pub fn run() -> Run {
    let mut out = out::stdout();
    out.write_all(FIRST.as_bytes())?;
    out.flush()?;
    Ok(Finish::Done)
}

/// Refuses a command without a position, with one that can be pasted.
pub fn missing_position(command: &str, args: &GameArgs, game: &Game) -> Failure {
    let Some(position) = game.example() else {
        return Failure::new("E0072", "a position is missing; type it after the game");
    };
    let mut typed = format!("bouton {command} {} {}", quoted(&args.game), quoted(&position));
    for with in &args.with {
        typed.push_str(&format!(" --with {}", quoted(with)));
    }
    Failure::new("E0072", &format!("a position is missing; for example:\n\n  {typed}"))
}

/// An argument as a shell reads it.
fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-,=./_:+".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        return argument.to_string();
    }
    format!("'{}'", argument.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_shell_reads_what_is_quoted() {
        assert_eq!(quoted("bounded-greedy"), "bounded-greedy");
        assert_eq!(quoted("nim; pass 1"), "'nim; pass 1'");
        assert_eq!(quoted("nim + 'kayles'"), r"'nim + '\''kayles'\'''");
        assert_eq!(quoted(""), "''");
    }
}
