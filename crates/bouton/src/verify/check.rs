//! What a claim says at one position, compared with the definition.

use std::ops::ControlFlow;

use dashu_int::{IBig, UBig};

use super::rows::{self, Found};
use super::{Counterexample, Status, Verdict, smallness};
use crate::claim::{At, Claim, Constructed, Paper, Says};
use crate::engine::{Engine, Extent, Outcome, Values};
use crate::game::{Game, How, Moves, Position};
use crate::job::{Ctx, Stop};
use crate::lang::counted;
use crate::lang::eval::{Evaluator, Failure};
use crate::lang::paper::{ClaimKind, ClaimLine, Is, Item};
use crate::lang::resolve::constant_expr;
use crate::lang::syntax::{Ending, Expr};
use crate::lang::value::Fault;

/// A position at which something is wrong.
pub(super) enum Mismatch {
    /// It contradicts the definition.
    Wrong(Counterexample),
    /// It has no meaning there: why.
    Undefined(Position, String),
}

impl Mismatch {
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
                Counterexample { position, said: why, truth: String::new(), by: None }
            }
        }
    }
}

/// Checks one claim.
pub(super) struct Checker<'c> {
    claim: &'c Claim,
    engine: Engine<'c>,
    moves: Moves<'c>,
    eval: Evaluator<'c>,
    ctx: Ctx<'c>,
    /// How many N-positions were checked.
    pub(super) starts: u64,
    /// For how many of them the claim constructs a move.
    pub(super) won: u64,
    /// The Grundy numbers that were requested, in words.
    asked: Vec<String>,
    /// Whether continuing would take too much work.
    pub(super) hopeless: bool,
}

impl<'c> Checker<'c> {
    /// A checker; it computes Grundy numbers only if they are needed.
    pub(super) fn new(claim: &'c Claim, grundy: bool, ctx: Ctx<'c>) -> Result<Checker<'c>, Stop> {
        let values = Values { grundy, length: false };
        let engine = Engine::new(&claim.game, values, ctx)?;
        let moves = Moves::new(&claim.game, ctx.watch);
        let eval = claim.evaluator();
        Ok(Checker {
            claim,
            engine,
            moves,
            eval,
            ctx,
            starts: 0,
            won: 0,
            asked: vec![],
            hopeless: false,
        })
    }

    /// Prepares for a box, and refuses one that does not fit.
    pub(super) fn prepare(&mut self, extent: &Extent) -> Result<(), Stop> {
        self.engine.prepare(extent)
    }

    /// Checks a whole box at once and counts its positions. Returns the mismatch at the smallest
    /// wrong position, if there is one. `None` means that this way is not possible, and that
    /// nothing was counted.
    pub(super) fn whole(
        &mut self,
        extent: &Extent,
        says: &[Says],
        verdict: &mut Verdict,
    ) -> Result<Option<Option<Mismatch>>, Stop> {
        let Some(whole) = self.engine.whole(extent)? else { return Ok(None) };
        let Some(found) = rows::check(self.claim, says, extent, &whole, self.ctx)? else {
            return Ok(None);
        };
        drop(whole);
        let before = verdict.positions;
        let worst = self.rest(&found, says, verdict)?;
        match worst {
            Some(_) => {
                verdict.positions += found.positions;
                self.starts += found.starts;
                self.won += found.won;
            }
            None => {
                // The exact evaluator checks all positions one by one instead.
                verdict.positions = before;
                (self.starts, self.won, self.hopeless) = (0, 0, false);
            }
        }
        Ok(worst)
    }

    /// Checks the positions that the compiled claim left open, and the smallest one that it found
    /// to be wrong. `None` if the order of the checks matters, or if that position is right after
    /// all.
    fn rest(
        &mut self,
        found: &Found,
        says: &[Says],
        verdict: &mut Verdict,
    ) -> Result<Option<Option<Mismatch>>, Stop> {
        let mut worst = None;
        if let Some(position) = &found.wrong {
            match self.at(position, says) {
                Ok(Some(Some(mismatch))) => worst = Some((smallness(position), mismatch)),
                Err(Stop::Cancelled) => return Err(Stop::Cancelled),
                _ => return Ok(None),
            }
            (self.starts, self.won) = (0, 0);
        }
        for position in &found.left {
            match self.at(position, says) {
                Ok(None) => {}
                Ok(Some(mismatch)) => {
                    verdict.positions += 1;
                    let key = smallness(position);
                    if let Some(mismatch) = mismatch
                        && worst.as_ref().is_none_or(|(least, _)| key < *least)
                    {
                        worst = Some((key, mismatch));
                    }
                }
                Err(Stop::Cancelled) => return Err(Stop::Cancelled),
                Err(_) => return Ok(None),
            }
            if self.hopeless {
                return Ok(None);
            }
        }
        Ok(Some(worst.map(|(_, mismatch)| mismatch)))
    }

    /// `None`: the claim does not apply to this position. `Some(None)`: it is right.
    pub(super) fn at(
        &mut self,
        position: &Position,
        says: &[Says],
    ) -> Result<Option<Option<Mismatch>>, Stop> {
        self.eval.new_position();
        let here = At { position, asked: &[] };
        match self.claim.speaks_of(&mut self.eval, &here) {
            Ok(false) => return Ok(None),
            Ok(true) => {}
            Err(failure) => return Ok(Some(Some(self.undefined(position, &failure)))),
        }
        let others = match self.claim.asked(&mut self.eval, &here) {
            Ok(others) => others,
            Err(failure) => return Ok(Some(Some(self.undefined(position, &failure)))),
        };
        let mut asked: Vec<IBig> = Vec::new();
        self.asked.clear();
        for other in &others {
            let number = self.engine.solve(other)?.grundy.unwrap_or(0);
            asked.push(number.into());
            self.asked.push(format!("{other} has {number}"));
        }
        let solved = self.engine.solve(position)?;
        let here = At { position, asked: &asked };
        if solved.outcome == Outcome::N && says.iter().any(Says::is_move) {
            // In misère play a terminal position is N and has no move.
            let any = self.claim.game.ending() == Ending::Normal
                || !self.moves.first(position, 1)?.is_empty();
            self.starts += u64::from(any);
        }
        let (mut spoke, mut won) = (false, false);
        for one in says {
            let found = match self.one(one, &here, solved.outcome, solved.grundy) {
                Ok(found) => found,
                Err(Trouble::Failure(failure)) => {
                    return Ok(Some(Some(self.undefined(position, &failure))));
                }
                Err(Trouble::Stop(stop)) => return Err(stop),
            };
            match found {
                None => {}
                Some(None) => {
                    spoke = true;
                    won = won || one.is_move();
                }
                Some(Some(wrong)) => return Ok(Some(Some(Mismatch::Wrong(wrong)))),
            }
        }
        self.won += u64::from(won);
        Ok(spoke.then_some(None))
    }

    fn undefined(&mut self, position: &Position, failure: &Failure) -> Mismatch {
        self.hopeless = self.hopeless || failure.fault == Fault::TooMuchWork;
        let expr = self.claim.show(failure.expr);
        Mismatch::Undefined(position.clone(), format!("`{expr}`: {}", failure.fault))
    }

    /// `None`: the line says nothing here. `Some(None)`: it is right.
    fn one(
        &mut self,
        says: &Says,
        at: &At<'_>,
        outcome: Outcome,
        grundy: Option<u32>,
    ) -> Result<Option<Option<Counterexample>>, Trouble> {
        let position = at.position;
        let named = |p: bool| if p { Outcome::P } else { Outcome::N };
        match says {
            Says::Outcome { p, iff, condition } => {
                let holds = self.eval.truth(*condition, at)?;
                if !holds && !iff {
                    return Ok(None);
                }
                let said = named(holds == *p);
                if said == outcome {
                    return Ok(Some(None));
                }
                let by = self.by(position, outcome)?;
                Ok(Some(Some(wrong(position, said.to_string(), outcome.to_string(), by))))
            }
            Says::Grundy(e) => {
                let said = self.eval.integer(*e, at)?;
                let truth = grundy.unwrap_or(0);
                if said == IBig::from(truth) {
                    return Ok(Some(None));
                }
                Ok(Some(Some(wrong(
                    position,
                    format!("grundy {said}"),
                    format!("grundy {truth}"),
                    None,
                ))))
            }
            Says::Relation(condition, text) => {
                if self.eval.truth(*condition, at)? {
                    return Ok(Some(None));
                }
                let truth = match &self.asked[..] {
                    [] => "that does not hold".to_string(),
                    asked => asked.join(" and "),
                };
                Ok(Some(Some(wrong(position, text.clone(), truth, None))))
            }
            Says::Take { .. } | Says::MoveTo { .. } | Says::Pass { .. } => {
                if outcome == Outcome::P {
                    return Ok(None);
                }
                let moves = self.claim.constructed(says, &mut self.eval, at, usize::MAX)?;
                let mut spoke = None;
                for constructed in &moves {
                    if let Some(wrong) = self.losing(position, constructed)? {
                        return Ok(Some(Some(wrong)));
                    }
                    spoke = Some(None);
                }
                Ok(spoke)
            }
        }
    }

    /// Why a move that should win does not: it is illegal, or does not lead to a P-position.
    fn losing(
        &mut self,
        position: &Position,
        constructed: &Constructed,
    ) -> Result<Option<Counterexample>, Stop> {
        let target = match constructed {
            Constructed::To(target) => self.claim.game.arranged(target),
            _ => None,
        };
        let accept = |how: &How, to: &Position| match (constructed, how) {
            (Constructed::Take { stones, heap }, How::Take(taken)) => {
                taken.stones.as_ibig() == stones && taken.heap == *heap
            }
            (Constructed::Pass, how) => *how == How::Pass,
            (_, How::Pass) => false,
            (Constructed::To(_), _) => target.as_ref() == Some(&to.heaps),
            _ => false,
        };
        // Most constructed moves are legal, which can be decided without listing all moves.
        let found = match constructed {
            Constructed::Take { stones, heap } => match UBig::try_from(stones.clone()) {
                Ok(stones) => self.moves.take(position, &[(stones, heap.clone())])?,
                Err(_) => None,
            },
            Constructed::To(target) => self.moves.to(position, target)?,
            Constructed::Pass => None,
        };
        let legal = match found.filter(|found| accept(&found.how, &found.to)) {
            Some(found) => Some(found.to),
            None => self.find(position, accept)?,
        };
        let truth = match legal {
            None => "that is not a legal move".to_string(),
            Some(to) => match self.engine.solve(&to)?.outcome {
                Outcome::P => return Ok(None),
                Outcome::N => format!("{to} is N"),
            },
        };
        Ok(Some(wrong(position, constructed.to_string(), truth, None)))
    }

    /// The first move that a test accepts.
    fn find(
        &mut self,
        position: &Position,
        accept: impl Fn(&How, &Position) -> bool,
    ) -> Result<Option<Position>, Stop> {
        let mut found = None;
        self.moves.each(position, &mut |how, to| {
            if accept(how, to) {
                found = Some(to.clone());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        })?;
        Ok(found)
    }

    /// A move that shows an outcome: for N, a winning move.
    fn by(&mut self, position: &Position, outcome: Outcome) -> Result<Option<String>, Stop> {
        let game = &self.claim.game;
        let engine = &mut self.engine;
        let mut by = None;
        if outcome == Outcome::N {
            self.moves.each(position, &mut |how, to| {
                if engine.solve(to).is_ok_and(|option| option.outcome == Outcome::P) {
                    by = Some(game.describe(position, how, to));
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })?;
        }
        Ok(by)
    }

    /// Checks the tables of a statement.
    pub(super) fn tables(&mut self, item: &Item, verdict: &mut Verdict) -> Result<(), Stop> {
        for line in &item.lines {
            if let Some(mismatch) = self.table(line, verdict)? {
                mismatch.into_verdict(verdict);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Checks that the printed tables are wrong.
    pub(super) fn printed_tables(
        &mut self,
        item: &Item,
        verdict: &mut Verdict,
    ) -> Result<(), Stop> {
        for line in &item.lines {
            if let ClaimKind::Printed(line) = &line.kind {
                match self.table(line, verdict)? {
                    Some(mismatch) => {
                        verdict.status = Status::Erratum;
                        verdict.counterexample = Some(mismatch.into());
                    }
                    None => {
                        verdict.status = Status::Refuted;
                        verdict.note = Some("the printed table is right".into());
                    }
                }
            }
        }
        Ok(())
    }

    /// The first wrong number of a table.
    fn table(&mut self, line: &ClaimLine, verdict: &mut Verdict) -> Result<Option<Mismatch>, Stop> {
        let ClaimKind::Table { from, to, counters, values } = &line.kind else { return Ok(None) };
        let number =
            |e: &Expr| -> Result<u64, Stop> { Ok(u64::try_from(&constant_expr(e)?).unwrap_or(0)) };
        let (from, to) = (number(from)?, number(to)?);
        let heaps: Vec<u64> = (from..=to).collect();
        if heaps.len() != values.len() {
            let (numbers, heaps) = (counted(values.len(), "number"), counted(heaps.len(), "heap"));
            let why = format!("the table has {numbers} for {heaps}");
            return Ok(Some(Mismatch::Undefined(Position::default(), why)));
        }
        for (heap, value) in heaps.into_iter().zip(values) {
            let counters = if counters.is_empty() { String::new() } else { format!(";{counters}") };
            let position = self.claim.game.position(&format!("{heap}{counters}"))?;
            let truth = self.engine.solve(&position)?.grundy.unwrap_or(0);
            let said = constant_expr(value)?;
            verdict.positions += 1;
            if said != IBig::from(truth) {
                let (said, truth) = (format!("grundy {said}"), format!("grundy {truth}"));
                return Ok(Some(Mismatch::Wrong(wrong(&position, said, truth, None))));
            }
        }
        Ok(None)
    }

    /// Checks the conditions that single positions should satisfy.
    pub(super) fn has(&mut self, verdict: &mut Verdict) -> Result<(), Stop> {
        for (text, condition) in &self.claim.has {
            let position = self.claim.game.position(text)?;
            self.eval.new_position();
            verdict.positions += 1;
            let mismatch =
                match self.eval.truth(*condition, &At { position: &position, asked: &[] }) {
                    Ok(true) => continue,
                    Ok(false) => {
                        let said = self.claim.show(*condition);
                        Mismatch::Wrong(wrong(&position, said, "that does not hold".into(), None))
                    }
                    Err(failure) => self.undefined(&position, &failure),
                };
            mismatch.into_verdict(verdict);
            return Ok(());
        }
        Ok(())
    }

    /// Checks the examples in a claim.
    pub(super) fn examples_here(
        &mut self,
        paper: &Paper,
        item: &Item,
        verdict: &mut Verdict,
    ) -> Result<(), Stop> {
        for line in &item.lines {
            if let ClaimKind::Example { game, position, is } = &line.kind {
                if matches!(is, Is::Has(_)) {
                    continue;
                }
                let game = match game {
                    Some(game) => paper.game(game, &[]).map_err(super::first)?,
                    None => self.claim.game.clone(),
                };
                let position = game.position(position)?;
                let values = Values { grundy: matches!(is, Is::Grundy(_)), length: false };
                let mut engine = Engine::new(&game, values, self.ctx)?;
                verdict.positions += 1;
                if let Some(mismatch) = example(&game, &mut engine, &position, is, self.ctx)? {
                    mismatch.into_verdict(verdict);
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Why a check ended.
enum Trouble {
    Failure(Failure),
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

fn wrong(position: &Position, said: String, truth: String, by: Option<String>) -> Counterexample {
    Counterexample { position: position.clone(), said, truth, by }
}

/// What is wrong with an example.
pub(super) fn example(
    game: &Game,
    engine: &mut Engine<'_>,
    position: &Position,
    is: &Is,
    ctx: Ctx<'_>,
) -> Result<Option<Mismatch>, Stop> {
    let solved = engine.solve(position)?;
    let outcome = solved.outcome;
    let differs = |said: &str, truth: String| {
        Some(Mismatch::Wrong(wrong(position, said.to_string(), truth, None)))
    };
    Ok(match is {
        Is::P if outcome == Outcome::N => differs("P", "N".into()),
        Is::N(_) if outcome == Outcome::P => differs("N", "P".into()),
        Is::P => None,
        Is::N(by) => {
            let moves = Moves::new(game, ctx.watch).first(position, usize::MAX)?;
            for text in by {
                let to = game.position(text)?;
                let truth = match moves.iter().find(|m| m.to.heaps == to.heaps) {
                    None => "that is not a legal move".to_string(),
                    Some(m) => match engine.solve(&m.to)?.outcome {
                        Outcome::P => continue,
                        Outcome::N => format!("{} is N", m.to),
                    },
                };
                return Ok(differs(&format!("N by {to}"), truth));
            }
            None
        }
        Is::Has(_) => None,
        Is::Grundy(e) => {
            let said = constant_expr(e)?;
            let truth = solved.grundy.unwrap_or(0);
            if said == IBig::from(truth) {
                None
            } else {
                differs(&format!("grundy {said}"), format!("grundy {truth}"))
            }
        }
    })
}
