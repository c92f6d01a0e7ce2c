//! Bouton's answers as JSON objects, which the command prints with `--json` and the server sends.
//!
//! The objects know nothing about games; each is made from an answer of the library.

mod answer;
mod check;
mod codes;
mod games;
mod moves;
mod papers;
mod sequence;
mod shape;
mod verdict;

pub use answer::{Answered, By};
pub use check::{Checked, Refused, Told};
pub use codes::{CodeList, ListedCode};
pub use games::{GameList, ListedGame, Parameter};
pub use moves::{ListedMove, MoveList};
pub use papers::{ListedPaper, PaperList};
pub use sequence::{Repeats, SequenceValues};
pub use shape::{Part, Shape};
pub use verdict::CheckedClaim;

/// The version of the objects.
pub const SCHEMA: u32 = 1;
