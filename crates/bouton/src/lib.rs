//! Bouton: the workbench for take-away games, Nim and everything that restricts it.
pub mod engine;
pub mod game;
pub mod job;
pub mod lang;
pub mod solve;

pub use game::{Game, Position};
