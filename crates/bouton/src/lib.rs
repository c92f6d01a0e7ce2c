//! Bouton: the workbench for take-away games, Nim and its many restrictions.
//!
//! Write a game the way a paper does, and ask who wins:
//!
//! ```
//! use bouton::Game;
//!
//! let game = Game::parse("take 1..3 from largest")?;
//! let answer = game.solve("1,1,2,5")?;
//! assert_eq!(answer.winning()[0].to_string(), "1,1,2,2");
//! # Ok::<(), bouton::Error>(())
//! ```
//!
//! Compute all positions of a box:
//!
//! ```
//! # let game = bouton::Game::parse("take 1..3 from largest")?;
//! let table = game.table().heaps(3).max(100).grundy()?;
//! assert_eq!(table.grundy("7,50,100")?, 3);
//! # Ok::<(), bouton::Error>(())
//! ```
//!
//! Check a conjecture:
//!
//! ```
//! # use bouton::{Game, Status};
//! let nim = Game::parse("take 1..m from any")?;
//! let verdict = nim.verify("P iff xor(x) = 0")?;
//! assert_eq!(verdict.status, Status::Holds);
//! # Ok::<(), bouton::Error>(())
//! ```
//!
//! Whatever goes wrong is an [`Error`], with a code, a place in the text and help. Where there are choices there is
//! a builder, as [`Tabling`] for tables, or a type that keeps what it has computed, as [`Solver`] for many positions.
//! The library does no input or output, reads no clock, and starts threads only if its [`Budget`] allows them; a
//! [`Watch`] sees how far a job is and can stop it.

// The rooms of the house. They are open to this crate's own tests; everybody else uses what is listed below, which
// `public-items.txt` records.
#[doc(hidden)]
pub mod claim;
#[doc(hidden)]
pub mod codes;
mod door;
#[doc(hidden)]
pub mod engine;
mod error;
#[doc(hidden)]
pub mod game;
#[doc(hidden)]
pub mod job;
#[doc(hidden)]
pub mod lang;
#[doc(hidden)]
pub mod play;
mod rows;
#[doc(hidden)]
pub mod share;
#[doc(hidden)]
pub mod solve;
mod vectors;
#[doc(hidden)]
pub mod verify;

pub mod library;

pub use claim::{Chosen, Paper, Statement};
pub use door::{AsPosition, Table, Tabling};
pub use engine::{
    Explained, Extent, Method, Outcome, Period, Proved, Repetition, Solved, Values, about,
};
pub use error::Error;
pub use game::{Counters, Game, How, Move, Moves, Position, Taken};
pub use job::{Budget, Ctx, Stop, Unwatched, Watch, bytes};
pub use lang::syntax::{Ending, Order};
pub use lang::{Code, Diagnostic, Severity, Span, nearest, parse_number};
pub use play::{Advice, Level, Opponent};
pub use share::{STACK, Share, share};
pub use solve::{
    Answer, Basis, Block, Citation, Corner, GameNumber, Known, OneHeap, Question, Slice, Solver,
    Summary, Way,
};
pub use verify::{By, Case, Comparison, Counterexample, Met, Record, Size, Status, Verdict};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../../README.md")]
struct Readmes;
