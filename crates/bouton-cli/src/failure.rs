//! How a command ends without success, and its exit code.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use bouton::job::Stop;
use bouton::lang::Diagnostic;

/// How a command ends if nothing went wrong with the program.
pub enum Finish {
    /// The result was printed.
    Done,
    /// A claim was refuted, and that was printed.
    Refuted,
    /// Something that was checked is wrong, and that was printed.
    Refused,
}

/// Why a command has no result.
pub enum Failure {
    /// Bad input, or a job that does not fit: the text for people.
    Refused(String),
    /// The answer cannot be found this way, for this reason.
    Unknown(String),
    /// Ctrl-C.
    Interrupted,
    /// Writing failed.
    Io(io::Error),
}

/// The result of a command.
pub type Run = Result<Finish, Failure>;

impl Failure {
    /// A refusal by the command line itself, with its code.
    pub fn new(code: &str, message: &str) -> Failure {
        Failure::Refused(format!("error[{code}]: {message}"))
    }

    /// A file that cannot be read or written.
    pub fn file(path: &Path, error: &io::Error) -> Failure {
        Failure::new("E0070", &format!("{}: {error}", path.display()))
    }

    /// A diagnostic without a text.
    pub fn plain(diagnostic: &Diagnostic) -> Failure {
        Failure::at(diagnostic, "", "")
    }

    /// A diagnostic with the text that it is about.
    pub fn at(diagnostic: &Diagnostic, name: &str, text: &str) -> Failure {
        Failure::Refused(diagnostic.render(name, text, true))
    }

    /// A job that stopped, with the text of its game.
    pub fn stopped(stop: &Stop, name: &str, text: &str) -> Failure {
        match (stop, stop.diagnostic()) {
            (_, Some(diagnostic)) => Failure::at(&diagnostic, name, text),
            (Stop::Unknown(why), None) => Failure::Unknown(why.clone()),
            (_, None) => Failure::Interrupted,
        }
    }

    /// Prints the reason and returns the exit code. A closed pipe is not an error.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Refused(text) => {
                anstream::eprintln!("{text}");
                ExitCode::from(2)
            }
            Failure::Unknown(text) => {
                anstream::eprintln!("unknown: {text}");
                ExitCode::from(3)
            }
            Failure::Interrupted => {
                anstream::eprintln!("interrupted");
                ExitCode::from(130)
            }
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Io(error) => {
                anstream::eprintln!("error[E0071]: the output cannot be written: {error}");
                ExitCode::from(2)
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}
