//! The comparisons of one claim: in the way that was asked for, or with the fastest engine and then with the
//! definition on a box that is small enough for it.

use std::ops::ControlFlow;

use super::by::{By, Comparison};
use super::check::Checker;
use super::condition::no_condition;
use super::mismatch::{Mismatch, Trouble, first};
use super::size::{self, Size, places};
use super::smallest::Smallest;
use super::source::Source;
use super::verdict::{Counterexample, Status, Verdict, smallness};
use super::{further, listed, met, search, small};
use crate::claim::{Claim, Given, Paper, Says};
use crate::engine::{Extent, Values};
use crate::game::{Game, Position};
use crate::job::{Budget, Ctx, Stop};
use crate::lang::counted;
use crate::lang::paper::{ClaimKind, ClaimLine, Is, Item};

/// The most memory for the definition beside a table; of a small budget it is a quarter.
const SMALL_BYTES: u64 = 8 << 20;

/// The most memory for a box beside the one of default size; of a small budget it is a quarter.
const FURTHER_BYTES: u64 = 8 << 20;

/// The verdict for one game.
pub(super) fn one(
    paper: &Paper,
    item: &Item,
    given: &[Given],
    size: &Size,
    ctx: Ctx<'_>,
) -> Result<Verdict, Stop> {
    let claim = paper.claim(item, given).map_err(first)?;
    let claim = claim.expect("a statement with a game is a claim");
    let mut verdict = Verdict::new(paper, item, claim.game.to_string(), Status::Holds);
    size.check_range(&claim.game)?;
    let extent = size.extent(&claim);
    extent.check(&claim.game)?;
    verdict.within = words(&claim.game, &extent);
    if let Some(why) = size::lacks_property(&claim, &extent) {
        verdict.status = Status::Vacuous;
        verdict.note = Some(why);
        return Ok(verdict);
    }
    let most = size.counterexamples.unwrap_or(1);
    let statement = Statement { most, ..Statement::new(paper, item, &claim) };
    statement.compare(&extent, size.by, &mut verdict, ctx)?;
    let mut boxes = vec![extent.clone()];
    if size.is_free() && size.by.is_none() {
        boxes.extend(statement.look_further(&extent, size.about(), &mut verdict, ctx)?);
    }
    if size.is_free() && size.by.is_none() && verdict.status.is_right() {
        verdict.counterexample = match search::search(&claim, size.about(), ctx)? {
            None => verdict.counterexample,
            Some(found) => {
                verdict.status = Status::Refuted;
                let note = match found.known {
                    By::Condition => {
                        "locally inconsistent outside of the boxes: it is wrong there, or at an option"
                    }
                    By::Table | By::Definition => "it was found outside of the boxes",
                };
                verdict.note = Some(note.into());
                Some(found)
            }
        };
    }
    if verdict.status.is_right() && !claim.says.is_empty() {
        verdict.met = met::met(&claim, &boxes, size.about(), ctx)?;
    }
    let by_table = verdict.checked.iter().any(|one| one.by == By::Table);
    let compared = !matches!(verdict.status, Status::Vacuous | Status::Error);
    if size.by.is_none() && by_table && compared {
        with_definition(ctx, |ctx| statement.confirm(&extent, &mut verdict, ctx))?;
    }
    Ok(verdict)
}

/// A box in words.
fn words(game: &Game, extent: &Extent) -> String {
    match places(game, extent).count() {
        0 | 1 => extent.words(game),
        _ => format!("up to {}", extent.words(game)),
    }
}

/// Runs a comparison with the definition beside one with a table, in little memory of its own, so that it does not
/// depend on what other jobs use.
fn with_definition<T>(
    ctx: Ctx<'_>,
    run: impl FnOnce(Ctx<'_>) -> Result<T, Stop>,
) -> Result<T, Stop> {
    let limit = ctx.budget.limit();
    let bytes = SMALL_BYTES.min(limit / 4);
    let Some(_lease) = ctx.budget.lease(bytes) else {
        let positions = "the definition takes a quarter of the memory".into();
        return Err(Stop::OverBudget { positions, limit, fits: "more memory would do".into() });
    };
    run(Ctx { budget: &Budget::new(bytes), watch: ctx.watch })
}

/// A statement about one game.
struct Statement<'a> {
    paper: &'a Paper,
    item: &'a Item,
    claim: &'a Claim,
    /// Whether Grundy numbers are needed.
    grundy: bool,
    /// How many counterexamples are kept.
    most: usize,
}

impl<'a> Statement<'a> {
    fn new(paper: &'a Paper, item: &'a Item, claim: &'a Claim) -> Statement<'a> {
        let tables = |line: &ClaimLine| match &line.kind {
            ClaimKind::Printed(line) => matches!(line.kind, ClaimKind::Table { .. }),
            kind => matches!(kind, ClaimKind::Table { .. }),
        };
        let grundy = item.lines.iter().any(tables) || claim.needs_grundy();
        Statement { paper, item, claim, grundy, most: 1 }
    }

    /// Compares all that the statement says in one way, or with the fastest engine.
    fn compare(
        &self,
        extent: &Extent,
        way: Option<By>,
        verdict: &mut Verdict,
        ctx: Ctx<'_>,
    ) -> Result<(), Stop> {
        let mut checker = Checker::new(self.claim, self.grundy, way, ctx)?;
        checker.most = self.most;
        checker.prepare(extent)?;
        self.check(extent, &mut checker, verdict)?;
        if let Source::Condition(condition) = &checker.source {
            match condition.count_outside() {
                0 => {}
                n => {
                    let led = counted(n, "position");
                    verdict.within.push_str(&format!(", and {led} that they lead to"));
                }
            }
            if condition.open && matches!(verdict.status, Status::Holds | Status::Erratum) {
                verdict.status = Status::Vacuous;
                verdict.note = Some(
                    "locally consistent: these positions lead to others that were not checked, \
                     which proves nothing"
                        .into(),
                );
            }
        }
        if verdict.positions == 0 {
            if verdict.status == Status::Holds {
                verdict.status = Status::Vacuous;
                verdict.note.get_or_insert("it applies to no position of the box".into());
            }
            return Ok(());
        }
        verdict.checked.push(checker.comparison(verdict));
        Ok(())
    }

    /// Compares what the statement says in boxes beside another one, up to the first in which it is wrong. Returns the boxes.
    fn look_further(
        &self,
        extent: &Extent,
        about: u64,
        verdict: &mut Verdict,
        ctx: Ctx<'_>,
    ) -> Result<Vec<Extent>, Stop> {
        let mut compared_in = Vec::new();
        let values = Values { grundy: self.grundy, length: false };
        let boxes = further::boxes(self.claim, values, extent, about);
        // Where many more positions are reached than the box has, it is left out.
        let few = Budget::new(FURTHER_BYTES.min(ctx.budget.limit() / 4));
        for (extent, way) in boxes {
            if !verdict.status.is_right() {
                break;
            }
            let before = Verdict::new(self.paper, self.item, verdict.game.clone(), Status::Holds);
            let mut found = Verdict { within: words(&self.claim.game, &extent), ..before };
            let ctx = Ctx { budget: &few, watch: ctx.watch };
            let mut checker = Checker::new(self.claim, self.grundy, way, ctx)?;
            checker.most = self.most;
            let compared = checker
                .prepare(&extent)
                .and_then(|()| box_of(self.claim, &extent, &mut checker, &mut found));
            match compared {
                Ok(()) if !checker.hopeless && found.positions > 0 => {}
                Err(stop @ Stop::Cancelled) => return Err(stop),
                // So is what takes too much work.
                Ok(()) | Err(_) => continue,
            }
            let comparison = checker.comparison(&found);
            verdict.starts += checker.starts;
            verdict.won += checker.won;
            if found.status != Status::Holds {
                verdict.status = found.status;
                (verdict.counterexample, verdict.note) = (found.counterexample, found.note);
                (verdict.others, verdict.wrong) = (found.others, found.wrong);
            }
            // The largest box stands first, or the one in which it is wrong.
            if found.positions > verdict.positions || found.status != Status::Holds {
                (verdict.within, verdict.positions) = (found.within, found.positions);
                verdict.checked.insert(0, comparison);
            } else {
                verdict.checked.push(comparison);
            }
            compared_in.push(extent);
        }
        Ok(compared_in)
    }

    fn check(
        &self,
        extent: &Extent,
        checker: &mut Checker<'_>,
        verdict: &mut Verdict,
    ) -> Result<(), Stop> {
        let Statement { paper, item, claim, .. } = self;
        box_of(claim, extent, checker, verdict)?;
        if claim.says.iter().any(Says::is_move) {
            (verdict.starts, verdict.won) = (checker.starts, checker.won);
            if verdict.status == Status::Holds && verdict.won == 0 && verdict.starts > 0 {
                verdict.status = Status::Vacuous;
                verdict.note = Some("it constructs no move at any N-position of the box".into());
                return Ok(());
            }
        }
        checker.tables(item, verdict)?;
        checker.examples_here(paper, item, verdict)?;
        checker.has(verdict)?;
        close(claim, checker, verdict)?;
        let errata = item.lines.iter().filter_map(|line| match &line.kind {
            ClaimKind::Erratum(why, positions) => Some((why, positions)),
            _ => None,
        });
        let errata: Vec<(&String, &Vec<String>)> = errata.collect();
        if let ([(why, _), ..], Status::Holds) = (&errata[..], verdict.status) {
            verdict.note = Some((*why).clone());
            let named = errata.iter().flat_map(|(_, positions)| positions.iter());
            printed(claim, item, &named.collect::<Vec<_>>(), extent, checker, verdict)?;
            close(claim, checker, verdict)?;
        }
        Ok(())
    }

    /// Compares a statement that was compared with a table with the definition too, on a box that is small enough.
    fn confirm(&self, extent: &Extent, verdict: &mut Verdict, ctx: Ctx<'_>) -> Result<(), Stop> {
        let game = &self.claim.game;
        let mut compared = None;
        for extent in small::boxes(game, extent) {
            let before = Verdict::new(self.paper, self.item, verdict.game.clone(), Status::Holds);
            let mut found = Verdict { within: words(game, &extent), ..before };
            match self.define(&extent, &mut found, ctx) {
                Ok(()) => {
                    compared = Some(found);
                    break;
                }
                Err(Stop::OverBudget { .. }) => {}
                Err(stop) => return Err(stop),
            }
        }
        let why = match &compared {
            None => Some("even a small box takes too much memory"),
            Some(found) if found.positions == 0 => {
                Some("no box that is small enough has a position that it applies to")
            }
            Some(_) => None,
        };
        if let Some(why) = why {
            let why = format!("it was not compared with the definition: {why}");
            verdict.note = Some(match verdict.note.take() {
                Some(note) => format!("{note}; {why}"),
                None => why,
            });
        }
        if let Some(found) = compared.filter(|found| found.positions > 0) {
            verdict.checked.push(Comparison {
                by: By::Definition,
                kernel: None,
                within: found.within,
                positions: found.positions,
                compiled: 0,
            });
            if matches!(verdict.status, Status::Holds | Status::Erratum)
                && found.status != Status::Holds
            {
                verdict.status = found.status;
                (verdict.counterexample, verdict.note) = (found.counterexample, found.note);
                return Ok(());
            }
            let same = |shown: &Counterexample| {
                verdict.counterexample.as_ref().is_some_and(|one| one.position == shown.position)
            };
            if verdict.status == Status::Refuted && found.counterexample.as_ref().is_some_and(same)
            {
                verdict.counterexample = found.counterexample;
            }
        }
        self.confirm_counterexample(verdict, ctx)
    }

    /// Compares what the statement says with the definition. Its printed form may be right in a small box.
    fn define(&self, extent: &Extent, verdict: &mut Verdict, ctx: Ctx<'_>) -> Result<(), Stop> {
        let Statement { paper, item, claim, .. } = self;
        let mut checker = Checker::new(claim, self.grundy, Some(By::Definition), ctx)?;
        checker.lenient = true;
        checker.prepare(extent)?;
        box_of(claim, extent, &mut checker, verdict)?;
        checker.tables(item, verdict)?;
        checker.examples_here(paper, item, verdict)?;
        checker.has(verdict)
    }

    /// Asks the definition about a counterexample that a table gave, unless that takes too much memory.
    fn confirm_counterexample(&self, verdict: &mut Verdict, ctx: Ctx<'_>) -> Result<(), Stop> {
        let Some(shown) = &verdict.counterexample else { return Ok(()) };
        let game = &self.claim.game;
        if shown.known != By::Table || listed::is_large(game, &shown.position) {
            return Ok(());
        }
        let says = match verdict.status {
            Status::Erratum => &self.claim.printed,
            _ => &self.claim.says,
        };
        let mut checker = Checker::new(self.claim, self.grundy, Some(By::Definition), ctx)?;
        match checker.at(&shown.position, says) {
            Ok(Some(Some(Mismatch::Wrong(confirmed)))) if confirmed.said == shown.said => {
                let smallest = shown.smallest;
                verdict.counterexample = Some(Counterexample { smallest, ..confirmed });
            }
            Err(stop @ (Stop::Cancelled | Stop::Undefined(_))) => return Err(stop),
            _ => {}
        }
        Ok(())
    }
}

/// Checks the positions outside of the box that its moves lead to, where the claim is compared with itself.
fn close(claim: &Claim, checker: &mut Checker<'_>, verdict: &mut Verdict) -> Result<(), Stop> {
    let refuted = verdict.counterexample.as_ref().filter(|_| verdict.status == Status::Refuted);
    let mut least = refuted.map(|shown| smallness(&shown.position));
    while let Source::Condition(condition) = &mut checker.source
        && let Some(position) = condition.next_outside()
        && verdict.status != Status::Error
    {
        let Some(found) = checker.at(&position, &claim.says)? else { continue };
        verdict.positions += 1;
        let key = smallness(&position);
        if let Some(mismatch) = found
            && least.as_ref().is_none_or(|least| key < *least)
        {
            least = Some(key);
            mismatch.into_verdict(verdict);
        }
    }
    Ok(())
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
    if let Some(wrong) = checker.whole(extent, &claim.says, verdict)? {
        Mismatch::all_into_verdict(wrong, verdict);
        return Ok(());
    }
    let mut wrong = Smallest::new(checker.most);
    let mut visit = |position: Position| {
        match checker.at(&position, &claim.says) {
            Ok(None) => {}
            Ok(Some(found)) => {
                verdict.positions += 1;
                if let Some(mismatch) = found {
                    wrong.add(0, || (position, mismatch));
                }
            }
            Err(stop) => return Err(stop),
        }
        Ok(if checker.hopeless { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    for extent in places(&claim.game, extent) {
        extent.each(&claim.game, &mut visit)?;
    }
    Mismatch::all_into_verdict(wrong, verdict);
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
pub(super) fn examples(
    paper: &Paper,
    item: &Item,
    way: Option<By>,
    ctx: Ctx<'_>,
) -> Result<Verdict, Stop> {
    if way == Some(By::Condition) {
        return Err(no_condition("it lists positions of several games"));
    }
    let mut verdict = Verdict::new(paper, item, String::new(), Status::Holds);
    let mut games: Vec<String> = Vec::new();
    for line in &item.lines {
        match &line.kind {
            ClaimKind::Example { game: Some(game), position, is } => {
                let game = paper.game(game, &[]).map_err(first)?;
                let name = game.to_string();
                let position = game.position(position)?;
                let by = example(&game, &position, is, way, &mut verdict, ctx)?;
                if way.is_none() && by == By::Table && !listed::is_large(&game, &position) {
                    let by = Some(By::Definition);
                    let asked = with_definition(ctx, |ctx| {
                        match example(&game, &position, is, by, &mut verdict, ctx) {
                            Err(Stop::OverBudget { .. }) => Ok(()),
                            found => found.map(|_| ()),
                        }
                    });
                    asked?;
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

/// Compares an example in one way, or with the fastest engine. Returns what it was compared with.
fn example(
    game: &Game,
    position: &Position,
    is: &Is,
    way: Option<By>,
    verdict: &mut Verdict,
    ctx: Ctx<'_>,
) -> Result<By, Stop> {
    let values = Values { grundy: matches!(is, Is::Grundy(_)), length: false };
    let mut source = Source::engine(way, game, values, ctx)?;
    let found = match listed::example(game, &mut source, position, is, ctx) {
        Ok(found) => found,
        Err(Trouble::Stop(stop)) => return Err(stop),
        // Only claims have those.
        Err(Trouble::Failure(_) | Trouble::Undefined(_)) => None,
    };
    if let Some(mismatch) = found
        && verdict.status == Status::Holds
    {
        mismatch.into_verdict(verdict);
    }
    let (by, kernel) = source.known(position);
    let checked = &mut verdict.checked;
    match checked.iter_mut().find(|one| (one.by, one.kernel) == (by, kernel)) {
        Some(one) => one.positions += 1,
        None => {
            let (within, positions, compiled) = (String::new(), 1, 0);
            checked.push(Comparison { by, kernel, within, positions, compiled });
        }
    }
    Ok(by)
}
