//! The papers that come with Bouton.

use std::sync::OnceLock;

use super::Paper;

/// A paper of the library.
#[derive(Clone, Copy, Debug)]
pub struct PaperEntry {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! papers {
    ($($name:literal),+ $(,)?) => {
        &[$(PaperEntry {
            name: $name,
            text: include_str!(concat!("../../library/papers/", $name, ".paper")),
        },)+]
    };
}

/// All papers of the library.
pub const PAPERS: &[PaperEntry] =
    papers!["xu-zhu-2018", "mizugaki-2023", "miyadera-manabe-2023", "classics"];

/// The papers, read.
#[must_use]
pub fn papers() -> &'static [Paper] {
    static READ: OnceLock<Vec<Paper>> = OnceLock::new();
    READ.get_or_init(|| PAPERS.iter().filter_map(|entry| Paper::parse(entry.text).ok()).collect())
}

/// The paper of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static PaperEntry> {
    PAPERS.iter().find(|entry| entry.name == name)
}
