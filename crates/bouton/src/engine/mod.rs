//! Engines compute from the rules alone. So far there is one: the definition.

mod code;
mod definition;
mod space;
mod store;

pub use definition::{Definition, Outcome, Solved, Values, about};
pub use space::{multisets, reachable};
