//! Compares claims with the definition at every position of a box.

mod check;
mod record;
mod rows;
mod size;

pub use record::{Record, held};
pub use size::Size;

use std::fmt;
use std::ops::ControlFlow;

use dashu_int::UBig;

use crate::claim::{Claim, Given, Paper, Says, is_checked};
use crate::engine::{Engine, Extent, Values};
use crate::game::{Game, Position};
use crate::job::{Ctx, Stop};
use crate::lang::Diagnostics;
use crate::lang::paper::{ClaimKind, ClaimLine, Item};
use check::{Checker, Mismatch};

/// What came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is right at every position of the box that it applies to.
    Holds,
    /// It is wrong at a position.
    Refuted,
    /// The printed form is wrong at the named positions, and the corrected form holds.
    Erratum,
    /// It applies to no position of the box.
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
    /// The box of positions, in words; empty for examples.
    pub within: String,
    /// What came out.
    pub status: Status,
    /// The number of positions at which it was checked.
    pub positions: u64,
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
    /// What the definition says.
    pub truth: String,
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
            None if self.item.game.is_none() => examples(self.paper, self.item, ctx),
            None => {
                let note = "no value that was tried for its parameters satisfies its conditions";
                Ok(self.without(Status::Vacuous, note.into()))
            }
        }
    }

    /// A verdict that reports why the case could not be checked, so that the next one can follow.
    #[must_use]
    pub fn refused(&self, stop: &Stop) -> Verdict {
        let note = stop.diagnostic().map_or(stop.to_string(), |error| error.message);
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
            starts: 0,
            won: 0,
            counterexample: None,
            note: None,
        }
    }
}

/// The verdict for one game.
fn one(
    paper: &Paper,
    item: &Item,
    given: &[Given],
    size: &Size,
    ctx: Ctx<'_>,
) -> Result<Verdict, Stop> {
    let claim = paper.claim(item, given).map_err(first)?;
    let claim = claim.expect("a statement with a game is a claim");
    let mut verdict = Verdict::new(paper, item, claim.game.to_string(), Status::Holds);
    let extent = size.extent(&claim);
    extent.check(&claim.game)?;
    verdict.within = match places(&claim.game, &extent).count() {
        0 | 1 => extent.words(&claim.game),
        _ => format!("up to {}", extent.words(&claim.game)),
    };
    let tables = |line: &ClaimLine| match &line.kind {
        ClaimKind::Printed(line) => matches!(line.kind, ClaimKind::Table { .. }),
        kind => matches!(kind, ClaimKind::Table { .. }),
    };
    let grundy = item.lines.iter().any(tables) || claim.needs_grundy();
    let mut checker = Checker::new(&claim, grundy, ctx)?;
    checker.prepare(&extent)?;
    if let Some(why) = size::lacks_property(&claim, &extent) {
        verdict.status = Status::Vacuous;
        verdict.note = Some(why);
        return Ok(verdict);
    }
    let errata: Vec<(&String, &Vec<String>)> = item
        .lines
        .iter()
        .filter_map(|line| match &line.kind {
            ClaimKind::Erratum(why, positions) => Some((why, positions)),
            _ => None,
        })
        .collect();
    box_of(&claim, &extent, &mut checker, &mut verdict)?;
    if claim.says.iter().any(Says::is_move) {
        (verdict.starts, verdict.won) = (checker.starts, checker.won);
        if verdict.status == Status::Holds && verdict.won == 0 && verdict.starts > 0 {
            verdict.status = Status::Vacuous;
            verdict.note = Some("it constructs no move at any N-position of the box".into());
            return Ok(verdict);
        }
    }
    checker.tables(item, &mut verdict)?;
    checker.examples_here(paper, item, &mut verdict)?;
    checker.has(&mut verdict)?;
    if !errata.is_empty() && verdict.status == Status::Holds {
        let (why, _) = errata[0];
        verdict.note = Some(why.clone());
        let named: Vec<&String> =
            errata.iter().flat_map(|(_, positions)| positions.iter()).collect();
        printed(&claim, item, &named, &extent, &mut checker, &mut verdict)?;
    }
    if verdict.status == Status::Holds && verdict.positions == 0 {
        verdict.status = Status::Vacuous;
    }
    Ok(verdict)
}

/// The boxes to check. A table has a fixed number of places, but a claim about a circle or a fixed
/// row that does not fix their number is also about fewer places.
fn places(game: &Game, extent: &Extent) -> impl Iterator<Item = Extent> {
    let (least, most) = (*extent.heaps.start(), *extent.heaps.end());
    let vary = game.order().has_places() && game.heaps().is_none();
    let least = if vary { least.max(1).min(most) } else { most };
    (least..=most).map(|most| Extent { heaps: *extent.heaps.start()..=most, ..extent.clone() })
}

/// Checks what a claim says at every position of the box.
fn box_of(
    claim: &Claim,
    extent: &Extent,
    checker: &mut Checker<'_>,
    verdict: &mut Verdict,
) -> Result<(), Stop> {
    if claim.says.is_empty() {
        return Ok(());
    }
    if let Some(worst) = checker.whole(extent, &claim.says, verdict)? {
        if let Some(mismatch) = worst {
            mismatch.into_verdict(verdict);
        }
        return Ok(());
    }
    let mut worst: Option<(Vec<UBig>, Mismatch)> = None;
    let mut visit = |position: Position| {
        match checker.at(&position, &claim.says) {
            Ok(None) => {}
            Ok(Some(found)) => {
                verdict.positions += 1;
                if let Some(mismatch) = found {
                    let key = smallness(&position);
                    if worst.as_ref().is_none_or(|(least, _)| key < *least) {
                        worst = Some((key, mismatch));
                    }
                }
            }
            Err(stop) => return Err(stop),
        }
        Ok(if checker.hopeless { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    for extent in places(&claim.game, extent) {
        extent.each(&claim.game, &mut visit)?;
    }
    if let Some((_, mismatch)) = worst {
        mismatch.into_verdict(verdict);
    }
    Ok(())
}

/// Checks that the printed form is wrong where the erratum says so.
fn printed(
    claim: &Claim,
    item: &Item,
    named: &[&String],
    extent: &Extent,
    checker: &mut Checker<'_>,
    verdict: &mut Verdict,
) -> Result<(), Stop> {
    let tables = item.lines.iter().any(|line| match &line.kind {
        ClaimKind::Printed(inner) => matches!(inner.kind, ClaimKind::Table { .. }),
        _ => false,
    });
    if tables {
        checker.printed_tables(item, verdict)?;
        return Ok(());
    }
    if claim.printed.is_empty() {
        return Ok(());
    }
    verdict.status = Status::Erratum;
    for text in named {
        let position = claim.game.position(text)?;
        match checker.at(&position, &claim.printed)? {
            Some(Some(mismatch)) => {
                if verdict.counterexample.is_none() {
                    verdict.counterexample = Some(mismatch.into());
                }
            }
            _ => {
                verdict.status = Status::Refuted;
                verdict.note = Some(format!(
                    "the erratum names {position}, but the printed form is right there"
                ));
                return Ok(());
            }
        }
    }
    if named.is_empty() {
        let mut found = None;
        extent.each(&claim.game, &mut |position| {
            if let Some(Some(mismatch)) = checker.at(&position, &claim.printed)? {
                found = Some(mismatch);
                return Ok(ControlFlow::Break(()));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        match found {
            Some(mismatch) => verdict.counterexample = Some(mismatch.into()),
            None => {
                verdict.status = Status::Refuted;
                verdict.note = Some("the printed form is right in the whole box".into());
            }
        }
    }
    Ok(())
}

/// The verdict on examples that name their own games.
fn examples(paper: &Paper, item: &Item, ctx: Ctx<'_>) -> Result<Verdict, Stop> {
    let mut verdict = Verdict::new(paper, item, String::new(), Status::Holds);
    let mut games: Vec<String> = Vec::new();
    for line in &item.lines {
        match &line.kind {
            ClaimKind::Example { game: Some(game), position, is } => {
                let game = paper.game(game, &[]).map_err(first)?;
                let name = game.to_string();
                let position = game.position(position)?;
                let values = Values {
                    grundy: matches!(is, crate::lang::paper::Is::Grundy(_)),
                    length: false,
                };
                let mut engine = Engine::new(&game, values, ctx)?;
                if let Some(mismatch) = check::example(&game, &mut engine, &position, is, ctx)?
                    && verdict.status == Status::Holds
                {
                    mismatch.into_verdict(&mut verdict);
                }
                verdict.positions += 1;
                if !games.contains(&name) {
                    games.push(name);
                }
            }
            ClaimKind::Erratum(why, _) => verdict.note = Some(why.clone()),
            _ => {}
        }
    }
    verdict.game = games.join(", ");
    if verdict.positions == 0 {
        verdict.status = Status::Vacuous;
    }
    Ok(verdict)
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
