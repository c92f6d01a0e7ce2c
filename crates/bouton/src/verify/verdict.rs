//! Verdicts on claims.

use std::fmt;

use dashu_int::UBig;

use super::by::{By, Comparison};
use super::met::Met;
use crate::claim::Paper;
use crate::game::Position;
use crate::lang::paper::Item;

/// What came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is right at every position of the box that it applies to.
    Holds,
    /// It is wrong at a position.
    Refuted,
    /// The printed form is wrong at the named positions, and the corrected form holds.
    Erratum,
    /// It shows nothing: the claim applies to no position of the box, or the box could not be closed.
    Vacuous,
    /// It has no value at some position.
    Error,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 5] =
        [Status::Holds, Status::Refuted, Status::Erratum, Status::Vacuous, Status::Error];

    /// Whether nothing is wrong: it holds, at least as corrected.
    #[must_use]
    pub fn is_right(self) -> bool {
        matches!(self, Status::Holds | Status::Erratum)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Holds => "holds",
            Status::Refuted => "refuted",
            Status::Erratum => "erratum",
            Status::Vacuous => "vacuous",
            Status::Error => "error",
        })
    }
}

/// The verdict on a statement for one game.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// `xu-zhu-2018:theorem-6`, or `claim-mine`.
    pub claim: String,
    /// The game.
    pub game: String,
    /// The largest box of positions that was compared, in words; empty for examples.
    pub within: String,
    /// What came out.
    pub status: Status,
    /// The number of positions at which it was checked in this box.
    pub positions: u64,
    /// Every comparison, that of the largest box first.
    pub checked: Vec<Comparison>,
    /// How many of them are N, if the statement constructs winning moves.
    pub starts: u64,
    /// For how many of these it constructs a move.
    pub won: u64,
    /// Which cases of the statement were met; nothing if it is not right.
    pub met: Met,
    /// The smallest position at which the statement, or its printed form, is wrong.
    pub counterexample: Option<Counterexample>,
    /// The next ones, if several were asked for.
    pub others: Vec<Counterexample>,
    /// At how many positions of the box the statement is wrong.
    pub wrong: u64,
    /// A remark: what an erratum is about, or why there is an error.
    pub note: Option<String>,
}

/// A position at which a statement is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The position.
    pub position: Position,
    /// What the statement says there.
    pub said: String,
    /// What is true there.
    pub truth: String,
    /// What that is known by.
    pub known: By,
    /// A move that shows it.
    pub by: Option<String>,
    /// Whether it is the smallest in the boxes; otherwise it was found outside of them.
    pub smallest: bool,
}

impl Verdict {
    /// A verdict before anything was compared.
    pub(super) fn new(paper: &Paper, item: &Item, game: String, status: Status) -> Verdict {
        Verdict {
            claim: paper.id_of(item),
            game,
            within: String::new(),
            status,
            positions: 0,
            checked: Vec::new(),
            starts: 0,
            won: 0,
            met: Met::default(),
            counterexample: None,
            others: Vec::new(),
            wrong: 0,
            note: None,
        }
    }
}

/// The order of counterexamples: fewest stones, then lowest in the order in which games go down,
/// then fewest places, then lexicographic.
pub(super) fn smallness(position: &Position) -> Vec<UBig> {
    let stones = position.stones();
    let filled = position.heaps.iter().filter(|heap| !heap.is_zero()).count();
    let counter = |value: &Option<UBig>| value.clone().unwrap_or_default();
    let counters = &position.counters;
    let mut key = vec![stones.clone(), stones - UBig::from(filled), counter(&counters.passes)];
    key.extend([counter(&counters.turn), counter(&counters.last), position.heaps.len().into()]);
    key.extend(position.heaps.iter().cloned());
    key.push(counter(&counters.other));
    key
}
