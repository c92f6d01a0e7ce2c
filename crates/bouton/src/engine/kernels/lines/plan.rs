//! What all kernels on lines start from.

use std::sync::Arc;

use crate::engine::lower::Windows;
use crate::engine::space::Space;

/// Positions have at most this many heaps.
pub(super) const MOST_HEAPS: usize = 32;

/// The positions, and what may be taken.
pub(super) struct Plan {
    pub(super) space: Arc<Space>,
    pub(super) windows: Windows,
    pub(super) misere: bool,
}

impl Plan {
    /// How many positions there are, with all numbers of passes.
    pub(super) fn positions(&self) -> f64 {
        self.space.cells() as f64 * self.space.kept_layers() as f64
    }

    /// How the bounds are known, in words.
    pub(super) fn bounds_words(&self) -> &'static str {
        match &self.windows {
            Windows::Heap { .. } => "what may be taken is tabulated by the size of the heap",
            Windows::Position(_) => "bounds are computed for whole rows of small integers",
        }
    }
}
