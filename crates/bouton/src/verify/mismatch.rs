//! What goes wrong at a position.

use super::by::By;
use super::smallest::Smallest;
use super::verdict::{Counterexample, Status, Verdict};
use crate::claim::Claim;
use crate::game::Position;
use crate::job::Stop;
use crate::lang::Diagnostics;
use crate::lang::eval::Failure;

/// A position at which something is wrong.
pub(super) enum Mismatch {
    /// It contradicts the truth.
    Wrong(Counterexample),
    /// It has no meaning there: why.
    Undefined(Position, String),
}

impl Mismatch {
    /// A claim has no value at a position.
    pub(super) fn undefined(claim: &Claim, position: &Position, failure: &Failure) -> Mismatch {
        let expr = claim.show(failure.expr);
        Mismatch::Undefined(position.clone(), format!("`{expr}`: {}", failure.fault))
    }

    /// The verdict of mismatches at several positions: the smallest decides.
    pub(super) fn all_into_verdict(found: Smallest<Mismatch>, verdict: &mut Verdict) {
        verdict.wrong = found.count;
        let mut all = found.into_kept();
        if let Some(first) = all.next() {
            first.into_verdict(verdict);
        }
        verdict.others.extend(all.filter_map(|mismatch| match mismatch {
            Mismatch::Wrong(counterexample) => Some(counterexample),
            Mismatch::Undefined(..) => None,
        }));
    }

    pub(super) fn into_verdict(self, verdict: &mut Verdict) {
        match self {
            Mismatch::Wrong(counterexample) => {
                verdict.status = Status::Refuted;
                verdict.counterexample = Some(counterexample);
            }
            Mismatch::Undefined(position, why) => {
                verdict.status = Status::Error;
                verdict.note = Some(format!("at {position}: {why}"));
            }
        }
    }
}

impl From<Mismatch> for Counterexample {
    fn from(mismatch: Mismatch) -> Counterexample {
        match mismatch {
            Mismatch::Wrong(counterexample) => counterexample,
            Mismatch::Undefined(position, why) => {
                let (truth, known) = (String::new(), By::Definition);
                Counterexample { position, said: why, truth, known, by: None, smallest: true }
            }
        }
    }
}

/// Why a check ended.
pub(super) enum Trouble {
    Failure(Failure),
    /// The claim has no value at another position.
    Undefined(Box<Mismatch>),
    Stop(Stop),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Trouble {
        Trouble::Failure(failure)
    }
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Trouble {
        Trouble::Stop(stop)
    }
}

/// The first of several errors.
pub(super) fn first(Diagnostics(errors): Diagnostics) -> Stop {
    errors.into_iter().next().expect("never empty").into()
}
