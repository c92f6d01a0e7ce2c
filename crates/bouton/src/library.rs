//! What comes with Bouton: games, papers, and what each error code means.

pub use crate::claim::library::{PAPERS, PaperEntry};
pub use crate::codes::{CODES, CodeEntry, find as find_code, meant as meant_code};
pub use crate::game::library::{GAMES, GameEntry, Parameter, find, is_blank, meant, search};
