//! Engines compute from the rules alone: by the definition, or faster where that is sound.

mod bits;
mod boxes;
mod cells;
mod code;
mod definition;
mod explain;
mod extent;
mod heaps;
mod layout;
mod limits;
mod lines;
mod number;
mod one_heap;
mod pick;
mod reach;
mod reached;
mod sizes;
mod space;
mod store;
mod turns;
mod values;
mod whole;

#[doc(hidden)]
pub use boxes::{Asked, Computed, compute_with, kernels};
pub(crate) use boxes::{Counted, plan};
pub use definition::Definition;
pub use explain::{Explained, explain, explain_position};
pub use extent::Extent;
pub use heaps::Heaps;
pub use limits::about;
pub(crate) use lines::Takes;
pub use one_heap::{Period, Proved, Repetition, Sequence, repetition};
pub use pick::{Engine, Method};
pub use space::{multisets, reachable};
pub use values::{Outcome, Solved, Values};
pub(crate) use whole::{Block, Whole};
