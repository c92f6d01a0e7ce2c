//! The game that was typed: a text, or the path of a file.

use std::fs::File;
use std::io::{self, Read};
use std::path::{MAIN_SEPARATOR, Path};

use bouton::{Code, Diagnostic, Game, Paper, Position, Stop, bytes};

use crate::args::GameArgs;
use crate::failure::Failure;
use crate::out;

/// A text and its name in messages.
pub struct Source {
    pub name: String,
    pub text: String,
}

impl Source {
    /// The text of an argument that is a text or a path. A text may contain `/` too, so an argument
    /// with `/` is a path only if the file exists, or if it has no space, bracket or semicolon.
    pub fn open(argument: &str) -> Result<Source, Failure> {
        let separated = argument.contains(['/', MAIN_SEPARATOR]);
        let wordy = argument.contains([' ', '(', ';', '\n', '\t']);
        let path = Path::new(argument);
        let is_path = argument == "-"
            || [".game", ".claim", ".paper"].iter().any(|end| argument.ends_with(end))
                && !argument.contains('\n')
            || separated && (!wordy || path.is_file());
        if !is_path {
            return Ok(Source { name: "<game>".into(), text: argument.into() });
        }
        Source::file(path)
    }

    /// The text of a file, or of standard input for `-`.
    pub fn file(path: &Path) -> Result<Source, Failure> {
        let name = path.display().to_string();
        let bytes = if name == "-" {
            read(std::io::stdin().lock())
        } else {
            File::open(path).and_then(read)
        };
        let bytes = bytes.map_err(|error| Failure::file(path, &error))?;
        if bytes.len() > MOST_BYTES {
            return Err(too_long(spoken(&name)));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Source { name, text }),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let message = format!("{name} is not a text file: byte {at} is not UTF-8");
                Err(Failure::new("E0070", &message))
            }
        }
    }

    /// The failure of a stopped job with this game.
    pub fn stopped(&self, stop: &Stop) -> Failure {
        Failure::at(stop.clone(), &self.name, &self.text)
    }
}

/// Reads the games in files that a file of claims names, which lie beside it.
pub fn beside(claims: &str) -> impl Fn(&str) -> Result<String, String> {
    let folder = Path::new(claims).parent().unwrap_or(Path::new("")).to_path_buf();
    move |name| {
        let bytes =
            File::open(folder.join(name)).and_then(read).map_err(|error| error.to_string())?;
        if bytes.len() > MOST_BYTES {
            return Err(format!("it is longer than {}", self::bytes(MOST_BYTES as u64)));
        }
        String::from_utf8(bytes)
            .map_err(|error| format!("byte {} is not UTF-8", error.utf8_error().valid_up_to()))
    }
}

/// The longest text that is read, in bytes: that of the language, and of a line of input.
pub const MOST_BYTES: usize = 4 << 20;

/// A text, or a little more of it than may be read.
fn read(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The name of a file in a sentence.
pub fn spoken(name: &str) -> &str {
    if name == "-" { "standard input" } else { name }
}

/// Refuses an input that is too long.
pub fn too_long(what: &str) -> Failure {
    let message = format!("{what} is longer than {}", bytes(MOST_BYTES as u64));
    Failure::plain(Diagnostic::new(Code::TooLong, message))
}

/// The game of the command line.
pub fn game(args: &GameArgs) -> Result<(Game, Source), Failure> {
    game_beside(args, None)
}

/// The game of the command line, which may name the games of a file of claims.
pub fn game_beside(args: &GameArgs, claims: Option<&Paper>) -> Result<(Game, Source), Failure> {
    let source = Source::open(&args.game)?;
    let with: Vec<&str> = args.with.iter().map(String::as_str).collect();
    let read = match claims {
        Some(claims) => claims.read_game(&source.text, &with),
        None => Game::with(&source.text, &with),
    };
    match read {
        Ok(game) => {
            for warning in game.never_applying() {
                out::note(&format!("{}\n", warning.render(&source.name, &source.text, true)))?;
            }
            Ok((game, source))
        }
        Err(errors) => {
            let mut told = errors.render(&source.name, &source.text, true);
            if source.name == "<game>" && Path::new(&args.game).is_file() {
                told.push_str(&format!(
                    "\n\nThere is a file with this name. To use it, write `./{}`.",
                    args.game
                ));
            }
            Err(Failure::Refused(told))
        }
    }
}

/// A position of the command line.
pub fn position(game: &Game, text: &str) -> Result<Position, Failure> {
    game.position(text).map_err(|error| Failure::at(error, "<position>", text))
}
