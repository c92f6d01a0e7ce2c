//! The verdict on a claim.

use bouton::Verdict;
use serde::Serialize;
use utoipa::ToSchema;

use crate::SCHEMA;

/// The result of comparing a claim with the definition.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CheckedClaim {
    /// The version of this object.
    pub schema: u32,
    /// The claim: `xu-zhu-2018:theorem-6`.
    pub claim: String,
    /// The game.
    pub game: String,
    /// `holds`, `refuted`, `erratum`, `vacuous` or `error`.
    pub status: String,
    /// The box of positions.
    pub within: String,
    /// How many positions were compared.
    pub positions: u64,
    /// At how many N-positions a winning move was expected.
    pub starts: u64,
    /// At how many of them the claim constructs one.
    pub won: u64,
    /// The smallest counterexample.
    pub counterexample: Option<String>,
    /// What the claim says there.
    pub said: Option<String>,
    /// What is true there.
    pub truth: Option<String>,
    /// A remark.
    pub note: Option<String>,
    /// How long it took.
    pub seconds: f64,
}

impl CheckedClaim {
    /// The object of a verdict that took this many seconds.
    #[must_use]
    pub fn new(verdict: &Verdict, seconds: f64) -> CheckedClaim {
        let shown = verdict.counterexample.as_ref();
        CheckedClaim {
            schema: SCHEMA,
            claim: verdict.claim.clone(),
            game: verdict.game.clone(),
            status: verdict.status.to_string(),
            within: verdict.within.clone(),
            positions: verdict.positions,
            starts: verdict.starts,
            won: verdict.won,
            counterexample: shown.map(|c| c.position.to_string()),
            said: shown.map(|c| c.said.clone()),
            truth: shown.map(|c| c.truth.clone()),
            note: verdict.note.clone(),
            seconds,
        }
    }
}
