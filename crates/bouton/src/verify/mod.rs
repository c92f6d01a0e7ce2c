//! Compares claims with an engine, or with themselves, at every position of a box.

mod by;
mod check;
mod compare;
mod condition;
mod listed;
mod record;
mod rows;
mod size;
mod small;
mod source;

pub use by::{By, Comparison};
pub use record::{Record, held};
pub use size::Size;

use std::fmt;

use dashu_int::UBig;

use crate::claim::{Given, Paper, is_checked};
use crate::engine::Extent;
use crate::game::{Game, Position};
use crate::job::{Ctx, Stop};
use crate::lang::Diagnostics;
use crate::lang::paper::Item;
use compare::{examples, one};

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
    /// The smallest position at which the statement, or its printed form, is wrong.
    pub counterexample: Option<Counterexample>,
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
}

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
            stop => stop.diagnostic().map_or(stop.to_string(), |error| error.message),
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

impl Verdict {
    /// A verdict before anything was compared.
    fn new(paper: &Paper, item: &Item, game: String, status: Status) -> Verdict {
        Verdict {
            claim: paper.id_of(item),
            game,
            within: String::new(),
            status,
            positions: 0,
            checked: Vec::new(),
            starts: 0,
            won: 0,
            counterexample: None,
            note: None,
        }
    }
}

/// The boxes to check. A table has a fixed number of places, but a claim about a circle or a fixed
/// row that does not fix their number is also about fewer places.
fn places(game: &Game, extent: &Extent) -> impl Iterator<Item = Extent> {
    let (least, most) = (*extent.heaps.start(), *extent.heaps.end());
    let vary = game.order().has_places() && game.heaps().is_none();
    let least = if vary { least.max(1).min(most) } else { most };
    (least..=most).map(|most| Extent { heaps: *extent.heaps.start()..=most, ..extent.clone() })
}

fn first(Diagnostics(errors): Diagnostics) -> Stop {
    errors.into_iter().next().expect("never empty").into()
}

/// The order of counterexamples: fewest stones, then lowest in the order in which games go down,
/// then fewest places, then lexicographic.
fn smallness(position: &Position) -> Vec<UBig> {
    let stones = position.stones();
    let filled = position.heaps.iter().filter(|heap| !heap.is_zero()).count();
    let counter = |value: &Option<UBig>| value.clone().unwrap_or_default();
    let counters = &position.counters;
    let mut key = vec![stones.clone(), stones - UBig::from(filled), counter(&counters.passes)];
    key.extend([counter(&counters.turn), counter(&counters.last), position.heaps.len().into()]);
    key.extend(position.heaps.iter().cloned());
    key
}
