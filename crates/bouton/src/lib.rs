//! Bouton: the workbench for take-away games, Nim and its many restrictions.
//!
//! Write a game the way a paper does, and ask for its moves:
//!
//! ```
//! use bouton::{Game, game::Moves, job::Unwatched};
//!
//! let game = Game::parse("take 1..ceil(m/2) from any; pass 1")?;
//! let position = game.position("3")?;
//! let moves = Moves::new(&game, &Unwatched).first(&position, 10)?;
//! let said: Vec<String> = moves.iter().map(|m| game.describe(&position, &m.how, &m.to)).collect();
//! assert_eq!(said, [
//!     "take 1 from the heap of 3 → 2;pass=1",
//!     "take 2 from the heap of 3 → 1;pass=1",
//!     "pass → 3;pass=0",
//! ]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Solve a position:
//!
//! ```
//! use bouton::Game;
//! use bouton::engine::{Outcome, Values};
//! use bouton::job::{Budget, Ctx, Unwatched};
//! use bouton::solve::{Question, solve};
//!
//! let game = Game::parse("bounded-greedy(3)")?;
//! let position = game.position("1,1,1,5")?;
//! let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
//! let ask = Question { values: Values { grundy: true, length: true }, moves: 10 };
//! let answer = solve(&game, &position, ask, ctx)?;
//! assert_eq!(answer.outcome, Outcome::P);
//! assert_eq!(answer.grundy, Some(0u8.into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Or all positions of a box:
//!
//! ```
//! use std::ops::ControlFlow;
//! use bouton::Game;
//! use bouton::engine::{Extent, Values};
//! use bouton::job::{Budget, Ctx, Unwatched};
//! use bouton::solve::table;
//!
//! let game = Game::parse("greedy")?;
//! let extent = Extent { heaps: 0..=2, most: vec![4], counters: vec![] };
//! let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
//! let summary = table(&game, &extent, Values::default(), ctx, &mut |_, _| ControlFlow::Continue(()))?;
//! assert_eq!((summary.positions, summary.p), (15, 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything flows in one direction: [`lang`] reads text, [`game`] has rules, positions and moves,
//! [`engine`] computes from rules alone, and [`solve`] gives the answer and says how it is known. The
//! library does no input or output, reads no clock, and starts threads only if its budget allows them.
//! [`job`] is what the caller supplies: limits and a way to stop.

pub mod claim;
pub mod codes;
pub mod engine;
pub mod game;
pub mod job;
pub mod lang;
pub mod play;
mod rows;
pub mod share;
pub mod solve;
mod vectors;
pub mod verify;

pub use game::{Game, Position};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../../README.md")]
struct Readmes;
