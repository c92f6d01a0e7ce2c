//! What a normal form of a game is made of.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::UBig;

use super::ranges::Range;
use crate::lang::form::{Atom, Guarded, Poly, Truth};
use crate::lang::syntax::{Ending, From, Order};

/// The normal form of a game.
///
/// If two games have the same form, then every position of one is a position of the other, with the
/// same moves, and is an error in one exactly if it is an error in the other. (Limits of size and
/// work are not considered.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NormalForm {
    /// The number of coordinates and which tuples are positions; `None` in a game of heaps.
    pub(crate) tuple: Option<(usize, Guarded<Truth>)>,
    pub(crate) ending: Ending,
    /// Whether positions count turns, and whether they store the last take.
    pub(crate) counters: (bool, bool),
    /// The passes at the start, and where passing is allowed.
    pub(crate) pass: Option<(UBig, Guarded<Truth>)>,
    /// How heaps are arranged.
    pub(super) order: Order,
    pub(super) rank: Option<Vec<Guarded<Poly>>>,
    pub(crate) takes: BTreeMap<(From, Guarded<Truth>), Taken>,
    pub(super) steps: BTreeSet<Step>,
    /// Rules as they stand.
    pub(super) raw: BTreeSet<String>,
}

/// What may be taken where a rule applies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Taken {
    pub(crate) ranges: BTreeSet<Range>,
    /// What must have a value.
    pub(super) guards: BTreeSet<Atom>,
}

/// A move of a tuple to a target, for all values of the variables that satisfy the conditions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Step {
    pub(super) target: Vec<Poly>,
    pub(super) conditions: BTreeSet<Truth>,
}
