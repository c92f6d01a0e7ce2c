//! Engines compute from the rules alone. So far there is one: the definition.

mod code;
mod definition;
mod extent;
mod space;
mod store;

pub use definition::{Definition, Outcome, Solved, Values, about};
pub use extent::Extent;
pub use space::{multisets, reachable};
