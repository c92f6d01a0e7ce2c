//! How a command ends without success, and its exit code.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use bouton::{Error, Stop};

use crate::guard;

/// How a command ends if nothing went wrong with the program.
pub enum Finish {
    /// The result was printed.
    Done,
    /// A claim was refuted, and that was printed.
    Refuted,
    /// Something that was checked is wrong, and that was printed.
    Refused,
    /// A claim was checked, but that shows nothing, and that was printed.
    Unknown,
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

    /// An error without a text.
    pub fn plain(error: impl Into<Error>) -> Failure {
        Failure::at(error, "", "")
    }

    /// An error with the text that it is about.
    pub fn at(error: impl Into<Error>, name: &str, text: &str) -> Failure {
        match error.into() {
            Error::Stopped(Stop::Cancelled) => Failure::Interrupted,
            Error::Stopped(Stop::Unknown(why)) => Failure::Unknown(why),
            error => Failure::Refused(error.render(name, text, true)),
        }
    }

    /// Prints the reason and returns the exit code. A closed pipe is not an error.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Refused(text) => {
                guard::tell(&text);
                ExitCode::from(2)
            }
            Failure::Unknown(text) => {
                guard::tell(&format!("unknown: {text}"));
                ExitCode::from(3)
            }
            Failure::Interrupted => {
                guard::tell_interrupted();
                ExitCode::from(130)
            }
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Io(error) => {
                guard::tell(&format!("error[E0071]: the output cannot be written: {error}"));
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
