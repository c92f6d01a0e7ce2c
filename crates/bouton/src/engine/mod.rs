//! Engines compute from the rules alone: by the definition, or faster where that is sound.

mod code;
mod definition;
mod explain;
mod extent;
mod heaps;
mod limits;
mod lines;
mod one_heap;
mod pick;
mod sizes;
mod space;
mod store;
mod values;
mod whole;

pub use definition::Definition;
pub use explain::{Explained, explain};
pub use extent::Extent;
pub use heaps::Heaps;
pub use limits::about;
pub(crate) use lines::{Counted, Plan, Takes};
pub use one_heap::{Period, Proved, Repetition, Sequence, repetition};
pub use pick::{Engine, Method};
pub use space::{multisets, reachable};
pub use values::{Outcome, Solved, Values};
pub(crate) use whole::{Block, Whole};
