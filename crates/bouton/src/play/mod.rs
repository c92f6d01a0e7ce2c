//! Playing against the computer: its moves, and positions to start from.

mod deal;
mod opponent;

pub use opponent::{Advice, Level, Opponent};
