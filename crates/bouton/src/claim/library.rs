//! The papers that come with Bouton.

/// A paper of the library.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! papers {
    ($($name:literal),+ $(,)?) => {
        &[$(Entry {
            name: $name,
            text: include_str!(concat!("../../library/papers/", $name, ".paper")),
        },)+]
    };
}

/// All papers of the library.
pub const PAPERS: &[Entry] =
    papers!["xu-zhu-2018", "mizugaki-2023", "miyadera-manabe-2023", "classics"];

/// The paper of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    PAPERS.iter().find(|entry| entry.name == name)
}
