//! What the codes of errors and warnings mean.

use bouton::library::CodeEntry;
use serde::Serialize;
use utoipa::ToSchema;

use crate::SCHEMA;

/// Codes with their titles.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CodeList {
    /// The version of this object.
    pub schema: u32,
    /// The codes.
    pub codes: Vec<ListedCode>,
}

/// A code.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ListedCode {
    /// The code, like `E0041`.
    pub code: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it means, an example and what to do, in Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl CodeList {
    /// A list of codes; with `texts`, each has its text.
    #[must_use]
    pub fn new(entries: &[CodeEntry], texts: bool) -> CodeList {
        let listed = |entry: &CodeEntry| ListedCode {
            code: entry.code,
            title: entry.title(),
            text: texts.then(|| entry.text()),
        };
        CodeList { schema: SCHEMA, codes: entries.iter().map(listed).collect() }
    }
}
