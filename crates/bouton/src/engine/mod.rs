//! Engines compute from the rules alone: by the definition, or faster where that is sound.

mod asked;
mod bits;
mod blocks;
mod code;
mod columns;
mod count;
mod definition;
mod drive;
mod explain;
mod extent;
mod heaps;
mod kernel;
mod kernels;
mod limits;
mod lower;
mod options;
mod pick;
mod plan;
mod seen;
mod space;
mod store;
mod table;
mod values;

#[doc(hidden)]
pub use asked::Asked;
pub(crate) use blocks::{Block, Whole};
pub use count::{multisets, reachable};
pub use definition::Definition;
pub use explain::{Explained, explain, explain_position};
pub use extent::Extent;
pub use heaps::Heaps;
pub use heaps::{Period, Proved, Repetition, Sequence, repetition};
pub use limits::about;
pub(crate) use lower::{Windows, is_position};
pub use pick::{Engine, Method};
pub(crate) use plan::plan;
#[doc(hidden)]
pub use plan::{Computed, compute_with, kernels};
pub(crate) use seen::Seen;
pub(crate) use space::Tier;
pub use values::{Outcome, Solved, Values};
