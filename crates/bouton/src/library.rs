//! What comes with Bouton: games, papers, and what each error code means.

pub use crate::claim::library::{Entry as PaperEntry, PAPERS};
pub use crate::codes::{
    ENTRIES as CODES, Entry as CodeEntry, find as find_code, meant as meant_code,
};
pub use crate::game::library::{
    Entry as GameEntry, GAMES, Parameter, find, is_blank, meant, names, search,
};
