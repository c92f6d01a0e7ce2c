//! Compares claims with an engine, or with themselves, at every position of a box.

mod by;
mod check;
mod compare;
mod condition;
mod further;
mod listed;
mod met;
mod mismatch;
mod random;
mod record;
mod rows;
mod search;
mod size;
mod small;
mod smallest;
mod source;
mod verdict;

pub use by::{By, Comparison};
pub use met::Met;
pub use record::{Record, held};
pub use size::Size;
pub use verdict::{Counterexample, Status, Verdict};

use crate::claim::{Given, Paper, is_checked};
use crate::job::{Ctx, Stop};
use crate::lang::paper::Item;
use crate::lang::{Code, Diagnostic};
use compare::{examples, one};

/// One case to check: a statement for one game, or examples that name their own games.
pub struct Case<'a> {
    paper: &'a Paper,
    item: &'a Item,
    size: &'a Size,
    /// The values of its parameters, if some are allowed.
    given: Option<Vec<Given>>,
}

/// The cases of a statement for all games that `size` names. A statement without anything to check
/// has none.
pub fn cases<'a>(paper: &'a Paper, item: &'a Item, size: &'a Size) -> Result<Vec<Case<'a>>, Stop> {
    let case = |given| Case { paper, item, size, given };
    if !is_checked(item) {
        return Ok(Vec::new());
    }
    if item.game.is_none() {
        return Ok(vec![case(None)]);
    }
    let parameters = paper.parameters(item)?;
    let values = size.values(paper, item, &parameters);
    Ok(match values.is_empty() {
        true => vec![case(None)],
        false => values.into_iter().map(|given| case(Some(given))).collect(),
    })
}

impl Case<'_> {
    /// The verdict, or the reason why there is none: the job was stopped, needs too much memory, or
    /// has no meaning.
    pub fn check(&self, ctx: Ctx<'_>) -> Result<Verdict, Stop> {
        match &self.given {
            Some(given) => one(self.paper, self.item, given, self.size, ctx),
            None if self.item.game.is_none() => examples(self.paper, self.item, self.size.by, ctx),
            None => {
                let note = "no value that was tried for its parameters satisfies its conditions";
                Ok(self.without(Status::Vacuous, note.into()))
            }
        }
    }

    /// A verdict that reports why the case could not be checked, so that the next one can follow.
    #[must_use]
    pub fn refused(&self, stop: &Stop) -> Verdict {
        let note = match stop {
            Stop::Unknown(why) => why.clone(),
            stop => match stop.diagnostic() {
                Some(Diagnostic { code: Code::Counter, message, help: Some(help), .. }) => {
                    format!("{message}; {help}")
                }
                Some(error) => error.message,
                None => stop.to_string(),
            },
        };
        self.without(Status::Error, note)
    }

    /// A verdict without a comparison.
    fn without(&self, status: Status, note: String) -> Verdict {
        let claim =
            self.given.as_ref().and_then(|given| self.paper.claim(self.item, given).ok()?);
        let named = || self.item.game.as_ref().map(ToString::to_string).unwrap_or_default();
        let game = claim.map_or_else(named, |claim| claim.game.to_string());
        let verdict = Verdict::new(self.paper, self.item, game, status);
        Verdict { note: Some(note), ..verdict }
    }
}

/// Checks a statement for all games that `size` names, and reports one verdict after another.
pub fn verify(
    paper: &Paper,
    item: &Item,
    size: &Size,
    ctx: Ctx<'_>,
    told: &mut dyn FnMut(Verdict),
) -> Result<(), Stop> {
    for case in cases(paper, item, size)? {
        told(match case.check(ctx) {
            Ok(verdict) => verdict,
            Err(Stop::Cancelled) => return Err(Stop::Cancelled),
            Err(stop) => case.refused(&stop),
        });
    }
    Ok(())
}
