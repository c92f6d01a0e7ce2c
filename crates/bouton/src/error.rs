//! The one error for people.

use std::fmt;

use crate::job::Stop;
use crate::lang::{Code, Diagnostic, Diagnostics, Span};

/// Why a question has no answer: its text is wrong, or the job that looked for the answer stopped.
///
/// ```
/// use bouton::{Code, Game};
///
/// let error = Game::parse("take 1..q from any").unwrap_err();
/// assert_eq!(error.code(), Some(Code::UnknownName));
/// assert_eq!(error.place().unwrap().start, 8);
/// assert!(error.to_string().starts_with("E0020: "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A text is wrong: all mistakes in it, in order. There is at least one.
    Text(Vec<Diagnostic>),
    /// The job stopped without a result.
    Stopped(Stop),
}

impl Error {
    /// All mistakes with their codes, places and help. There are none if the job was cancelled, or if
    /// the answer is not known.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        match self {
            Error::Text(mistakes) => mistakes.clone(),
            Error::Stopped(stop) => stop.diagnostic().into_iter().collect(),
        }
    }

    /// The code of the first mistake: `E0041`.
    #[must_use]
    pub fn code(&self) -> Option<Code> {
        Some(self.diagnostics().first()?.code)
    }

    /// The place of the first mistake in its text.
    #[must_use]
    pub fn place(&self) -> Option<Span> {
        self.diagnostics().first()?.span
    }

    /// What to do about the first mistake.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        self.diagnostics().first()?.help.clone()
    }

    /// Renders all mistakes with the lines of `text` that they are about. `name` is the name of the
    /// text: a file, or `<game>`.
    #[must_use]
    pub fn render(&self, name: &str, text: &str, styled: bool) -> String {
        self.render_line(name, text, 1, styled)
    }

    /// As [`Error::render`], for a text that starts at this line of a larger one.
    #[must_use]
    pub fn render_line(&self, name: &str, text: &str, line: usize, styled: bool) -> String {
        let shown = |mistake: &Diagnostic| mistake.render_line(name, text, line, styled);
        let shown: Vec<String> = self.diagnostics().iter().map(shown).collect();
        if shown.is_empty() { self.to_string() } else { shown.join("\n\n") }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Text(mistakes) => Diagnostics(mistakes.clone()).fmt(f),
            Error::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<Diagnostics> for Error {
    fn from(Diagnostics(mistakes): Diagnostics) -> Error {
        Error::Text(mistakes)
    }
}

impl From<Diagnostic> for Error {
    fn from(mistake: Diagnostic) -> Error {
        Error::Text(vec![mistake])
    }
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Error {
        Error::Stopped(stop)
    }
}

impl From<Error> for Stop {
    /// A job cannot go on with a text that is wrong; the first mistake is the reason.
    fn from(error: Error) -> Stop {
        match error {
            Error::Text(mut mistakes) => mistakes.swap_remove(0).into(),
            Error::Stopped(stop) => stop,
        }
    }
}
