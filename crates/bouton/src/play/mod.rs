//! Playing against the computer: what it plays, and positions to start from.

mod deal;
mod opponent;

pub use deal::deal;
pub use opponent::{Advice, LITTLE, Level, Opponent};
