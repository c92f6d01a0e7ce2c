//! What is wrong with a text.

use bouton::{Diagnostic, Severity};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{SCHEMA, Shape};

/// The diagnostics of a text.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Checked {
    /// The version of this object.
    pub schema: u32,
    /// The file, or the name of the text.
    pub file: String,
    /// Whether the text can be used.
    pub ok: bool,
    /// The errors and warnings.
    pub diagnostics: Vec<Told>,
    /// What positions of the game look like, if the text is a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
}

impl Checked {
    /// The object of the diagnostics of a text.
    #[must_use]
    pub fn new(file: &str, ok: bool, diagnostics: &[Diagnostic], text: &str) -> Checked {
        let diagnostics = diagnostics.iter().map(|d| Told::new(d, text)).collect();
        Checked { schema: SCHEMA, file: file.into(), ok, diagnostics, shape: None }
    }
}

/// An error or a warning.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Told {
    /// Its code: `E0012`.
    pub code: String,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// What is wrong.
    pub message: String,
    /// The line, from 1 on.
    pub line: Option<usize>,
    /// The column in characters, starting at 1.
    pub column: Option<usize>,
    /// Where it begins, in bytes.
    pub start: Option<usize>,
    /// Where it ends, in bytes.
    pub end: Option<usize>,
    /// The text at the place.
    pub label: String,
    /// What to do instead.
    pub help: Option<String>,
    /// Which text it is about, if there are several: `game`, `position`, `claim`, `request` or
    /// `job`.
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    pub about: Option<&'static str>,
}

impl Told {
    /// The object of a diagnostic of a text.
    #[must_use]
    pub fn new(d: &Diagnostic, text: &str) -> Told {
        let before = d.span.map(|span| &text[..text.floor_char_boundary(span.start)]);
        let line_start = before.map(|before| before.rfind('\n').map_or(0, |at| at + 1));
        Told {
            code: d.code.as_str().into(),
            severity: match d.severity() {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: d.message.clone(),
            line: before.map(|before| before.matches('\n').count() + 1),
            column: before
                .zip(line_start)
                .map(|(before, start)| before[start..].chars().count() + 1),
            start: d.span.map(|span| span.start),
            end: d.span.map(|span| span.end),
            label: d.label.clone(),
            help: d.help.clone(),
            about: None,
        }
    }

    /// An error that is not about a text.
    #[must_use]
    pub fn plain(code: &str, message: &str) -> Told {
        Told {
            code: code.into(),
            severity: "error",
            message: message.into(),
            line: None,
            column: None,
            start: None,
            end: None,
            label: String::new(),
            help: None,
            about: None,
        }
    }

    /// Adds which of several texts it is about.
    #[must_use]
    pub fn about(self, about: &'static str) -> Told {
        Told { about: Some(about), ..self }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Refused {
    /// The version of this object.
    pub schema: u32,
    /// The errors; at least one.
    pub errors: Vec<Told>,
}
