//! Games: rules, positions and legal moves.

mod bounded;
mod check;
mod code;
mod combinations;
mod descent;
mod example;
mod expand;
pub(crate) mod form;
mod groups;
mod independent;
mod legal;
pub mod library;
mod moves;
pub(crate) mod normal;
mod position;
pub(crate) mod ranges;
mod read;
mod read_take;
mod rules;
mod search;
mod several;
mod shelf;
mod split;
mod steps;
mod sum;
mod takes;

pub use check::{check, never_applying};
pub use moves::{How, Move, Moves, Taken};
pub use position::{Counters, Position};
pub use rules::Game;
pub(crate) use rules::{Amount, Group, Parts, Ranges, Rule, RuleKind, Shape};
pub(crate) use shelf::Shelf;
pub(crate) use sum::Kinds;
