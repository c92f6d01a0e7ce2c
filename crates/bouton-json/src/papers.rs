//! The papers of the library.

use bouton::Paper;
use serde::Serialize;
use utoipa::ToSchema;

use crate::SCHEMA;

/// The papers of the library.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PaperList {
    /// The version of this object.
    pub schema: u32,
    /// The papers.
    pub papers: Vec<ListedPaper>,
}

impl PaperList {
    /// A list of papers.
    #[must_use]
    pub fn new(papers: Vec<ListedPaper>) -> PaperList {
        PaperList { schema: SCHEMA, papers }
    }
}

/// A paper in the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ListedPaper {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its authors.
    pub authors: Vec<String>,
    /// Where it appeared.
    pub source: Option<String>,
    /// Its DOI.
    pub doi: Option<String>,
    /// How many statements it has.
    pub statements: usize,
}

impl ListedPaper {
    /// A paper of a name.
    #[must_use]
    pub fn new(name: &str, paper: &Paper) -> ListedPaper {
        ListedPaper {
            name: name.into(),
            title: paper.about("title").join(" "),
            authors: paper.about("authors").to_vec(),
            source: paper.about("source").first().cloned(),
            doi: paper.about("doi").first().cloned(),
            statements: paper.statements().len(),
        }
    }
}
