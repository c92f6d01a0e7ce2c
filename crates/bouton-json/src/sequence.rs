//! The Grundy numbers of a single heap.

use bouton::{Game, Period, Repetition};
use serde::Serialize;
use utoipa::ToSchema;

use crate::SCHEMA;

/// The Grundy numbers of heaps of 0, 1, 2, … stones.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SequenceValues {
    /// The version of this object.
    pub schema: u32,
    /// The game.
    pub game: String,
    /// The numbers.
    pub values: Vec<u32>,
}

impl SequenceValues {
    /// The numbers of a game.
    #[must_use]
    pub fn new(game: &Game, values: Vec<u32>) -> SequenceValues {
        SequenceValues { schema: SCHEMA, game: game.to_string(), values }
    }
}

/// The period of a sequence.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Repeats {
    /// The version of this object.
    pub schema: u32,
    /// The game.
    pub game: String,
    /// How many values come before the period.
    pub preperiod: Option<u64>,
    /// The length of the period; `None` if none was found.
    pub period: Option<u64>,
    /// By how much the values grow from one period to the next.
    pub saltus: Option<i64>,
    /// Whether it is proved.
    pub proved: bool,
    /// By what it is proved.
    pub by: Option<String>,
    /// Up to which heap the sequence was searched, if nothing is proved.
    pub to: Option<u64>,
}

impl Repeats {
    /// The object of what was found about the period of a game.
    #[must_use]
    pub fn new(game: &Game, found: &Repetition) -> Repeats {
        let (period, by, to): (Option<Period>, _, _) = match found {
            Repetition::Proved(proved) => (Some(proved.period()), Some(proved.to_string()), None),
            Repetition::Observed { period, to } => (Some(*period), None, Some(*to)),
            Repetition::Unknown { to } => (None, None, Some(*to)),
        };
        Repeats {
            schema: SCHEMA,
            game: game.to_string(),
            preperiod: period.map(|period| period.preperiod),
            period: period.map(|period| period.period),
            saltus: period.map(|period| period.saltus),
            proved: by.is_some(),
            by,
            to,
        }
    }
}
