//! The kernels: each says whether it fits what is asked for, and fills a table.

pub(super) mod cells;
pub(super) mod found;
pub(super) mod last;
pub(super) mod lines;
pub(super) mod masks;
pub(super) mod regions;
pub(super) mod turns;
