//! The verdict on a claim.

use bouton::{Comparison, Counterexample, Verdict};
use serde::Serialize;
use utoipa::ToSchema;

use crate::SCHEMA;

/// The result of checking a claim.
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
    /// The largest box of positions that was compared.
    pub within: String,
    /// How many of its positions were compared.
    pub positions: u64,
    /// Every comparison, that of the largest box first.
    pub checked: Vec<Compared>,
    /// At how many N-positions a winning move was expected.
    pub starts: u64,
    /// At how many of them the claim constructs one.
    pub won: u64,
    /// How often each case of the claim was met: it decided what the claim says, and would say something else if it were
    /// the other way round.
    pub cases: Vec<MetCase>,
    /// The cases that no position met.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub never_met: Vec<String>,
    /// At how many positions that was looked at, if not at all of those in the boxes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub looked_at: Option<u64>,
    /// The smallest counterexample.
    pub counterexample: Option<String>,
    /// `false` if it was found outside of the boxes, where it need not be the smallest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smallest: Option<bool>,
    /// What the claim says there.
    pub said: Option<String>,
    /// What is true there.
    pub truth: Option<String>,
    /// What that is known by: `definition`, `table` or `condition`.
    pub truth_by: Option<String>,
    /// At how many positions of the box it is wrong.
    #[serde(skip_serializing_if = "is_zero")]
    pub wrong: u64,
    /// The counterexamples after the smallest one, if several were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Shown>,
    /// A remark.
    pub note: Option<String>,
    /// How long it took.
    pub seconds: f64,
}

/// A position at which a claim is wrong.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Shown {
    /// The position.
    pub position: String,
    /// What the claim says there.
    pub said: String,
    /// What is true there.
    pub truth: String,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// A case of a claim.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MetCase {
    /// The case in words.
    pub case: String,
    /// At how many positions it decided what the claim says.
    pub met: u64,
}

/// One comparison of a claim.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Compared {
    /// `definition`, `table` or `condition`: by the condition a claim is compared with what it says of the options of
    /// each position.
    pub by: String,
    /// How the table was computed, if it was one.
    pub kernel: Option<&'static str>,
    /// The box of positions; empty for examples.
    pub within: String,
    /// How many positions were compared.
    pub positions: u64,
    /// What they were compared with, in words.
    pub with: String,
}

impl Shown {
    fn new(one: &Counterexample) -> Shown {
        let Counterexample { position, said, truth, .. } = one;
        Shown { position: position.to_string(), said: said.clone(), truth: truth.clone() }
    }
}

impl Compared {
    fn new(one: &Comparison) -> Compared {
        Compared {
            by: one.by.to_string(),
            kernel: one.kernel,
            within: one.within.clone(),
            positions: one.positions,
            with: one.with(),
        }
    }
}

impl CheckedClaim {
    /// The object of a verdict that took this many seconds.
    #[must_use]
    pub fn new(verdict: &Verdict, seconds: f64) -> CheckedClaim {
        let shown = verdict.counterexample.as_ref();
        let cases = verdict.met.cases.iter();
        let cases = cases.map(|(case, met)| MetCase { case: case.clone(), met: *met });
        CheckedClaim {
            schema: SCHEMA,
            claim: verdict.claim.clone(),
            game: verdict.game.clone(),
            status: verdict.status.to_string(),
            within: verdict.within.clone(),
            positions: verdict.positions,
            checked: verdict.checked.iter().map(Compared::new).collect(),
            starts: verdict.starts,
            won: verdict.won,
            cases: cases.collect(),
            never_met: verdict.met.never.clone(),
            looked_at: Some(verdict.met.positions).filter(|&n| n > 0 && !verdict.met.all),
            counterexample: shown.map(|c| c.position.to_string()),
            smallest: shown.filter(|c| !c.smallest).map(|_| false),
            said: shown.map(|c| c.said.clone()),
            truth: shown.map(|c| c.truth.clone()),
            truth_by: shown.map(|c| c.known.to_string()),
            wrong: verdict.wrong,
            others: verdict.others.iter().map(Shown::new).collect(),
            note: verdict.note.clone(),
            seconds,
        }
    }
}
