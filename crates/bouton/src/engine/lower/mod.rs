//! Rules as families of moves over rows of small integers: what every kernel reads.
//!
//! A rule that cannot be expressed this way is left to the definition, with the reason.

mod amounts;
mod bands;
mod family;
mod finite;
mod heap;
mod masks;
mod position;
mod regions;
mod replace;
mod rules;
mod several;
mod turns;
mod windows;
mod words;

pub(super) use self::bands::Band;
pub(super) use self::family::{COUNTERS, Family};
pub(super) use self::finite::{Finite, takes_all};
pub(super) use self::heap::{Parts, Rules};
pub(super) use self::masks::{LastTable, MaskTable, Masks};
pub(crate) use self::position::is_position;
pub(super) use self::position::{NOTHING, Output, conditions, rank};
pub(super) use self::regions::{Region, always, regions};
pub(super) use self::replace::{Alike, Looks, alike};
pub(super) use self::rules::families;
pub(super) use self::turns::TurnTakes;
pub(super) use self::windows::Bounds;
pub(crate) use self::windows::Windows;
pub(super) use self::words::words;
