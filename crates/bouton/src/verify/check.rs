//! What a claim says at one position, compared with the truth.

use std::ops::ControlFlow;

use dashu_int::{IBig, UBig};

use super::by::{By, Comparison};
use super::mismatch::{Mismatch, Trouble};
use super::rows::{self, Found};
use super::size::places;
use super::smallest::Smallest;
use super::source::Source;
use super::verdict::{Counterexample, Verdict};
use crate::claim::{At, Claim, Constructed, Says};
use crate::engine::{Extent, Outcome, Values};
use crate::game::{How, Moves, Position};
use crate::job::{Ctx, Stop};
use crate::lang::eval::{Evaluator, Failure};
use crate::lang::syntax::Ending;
use crate::lang::value::Fault;

/// Checks one claim.
pub(super) struct Checker<'c> {
    pub(super) claim: &'c Claim,
    pub(super) source: Source<'c>,
    moves: Moves<'c>,
    pub(super) eval: Evaluator<'c>,
    pub(super) ctx: Ctx<'c>,
    /// What it was told to compare with.
    pub(super) way: Option<By>,
    /// Whether single positions that take too much memory are left out.
    pub(super) lenient: bool,
    /// How many N-positions were checked.
    pub(super) starts: u64,
    /// For how many of them the claim constructs a move.
    pub(super) won: u64,
    /// At how many positions the compiled claim decided.
    pub(super) compiled: u64,
    /// The Grundy numbers that were requested, in words.
    asked: Vec<String>,
    /// Whether continuing would take too much work.
    pub(super) hopeless: bool,
    /// How many counterexamples are kept.
    pub(super) most: usize,
}

impl<'c> Checker<'c> {
    /// A checker that compares in one way, or with the fastest engine; it computes Grundy numbers only if they are
    /// needed.
    pub(super) fn new(
        claim: &'c Claim,
        grundy: bool,
        way: Option<By>,
        ctx: Ctx<'c>,
    ) -> Result<Checker<'c>, Stop> {
        let values = Values { grundy, length: false };
        let source = Source::new(way, claim, values, ctx)?;
        let moves = Moves::new(&claim.game, ctx.watch);
        let eval = claim.evaluator();
        Ok(Checker {
            claim,
            source,
            moves,
            eval,
            ctx,
            way,
            lenient: false,
            starts: 0,
            won: 0,
            compiled: 0,
            asked: vec![],
            hopeless: false,
            most: 1,
        })
    }

    /// Prepares for a box, and refuses one that does not fit.
    pub(super) fn prepare(&mut self, extent: &Extent) -> Result<(), Stop> {
        match &mut self.source {
            Source::Engine(engine) => engine.prepare(extent),
            Source::Condition(condition) => {
                condition.prepare(places(&self.claim.game, extent).collect());
                Ok(())
            }
        }
    }

    /// Checks a whole box at once and counts its positions. Returns the mismatches at the smallest
    /// wrong positions. `None` means that this way is not possible, and that nothing was counted.
    pub(super) fn whole(
        &mut self,
        extent: &Extent,
        says: &[Says],
        verdict: &mut Verdict,
    ) -> Result<Option<Smallest<Mismatch>>, Stop> {
        let Source::Engine(engine) = &mut self.source else { return Ok(None) };
        // Games with other numbers of places have tables of their own.
        if places(&self.claim.game, extent).count() > 1 {
            return Ok(None);
        }
        let Some(whole) = engine.whole(extent)? else { return Ok(None) };
        let Some(found) = rows::check(self.claim, says, extent, &whole, self.most, self.ctx)?
        else {
            return Ok(None);
        };
        drop(whole);
        let before = verdict.positions;
        let worst = self.rest(&found, says, verdict)?;
        match worst {
            Some(_) => {
                verdict.positions += found.positions;
                self.compiled = found.positions;
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

    /// Checks the positions that the compiled claim left open, and the smallest ones that it found
    /// to be wrong. `None` if the order of the checks matters, or if one of those is right after all.
    fn rest(
        &mut self,
        found: &Found,
        says: &[Says],
        verdict: &mut Verdict,
    ) -> Result<Option<Smallest<Mismatch>>, Stop> {
        let mut wrong = Smallest::new(self.most);
        for position in found.wrong.kept() {
            match self.at(position, says) {
                Ok(Some(Some(mismatch))) => wrong.add(0, || (position.clone(), mismatch)),
                Err(Stop::Cancelled) => return Err(Stop::Cancelled),
                _ => return Ok(None),
            }
        }
        (self.starts, self.won) = (0, 0);
        wrong.count = found.wrong.count;
        for position in &found.left {
            match self.at(position, says) {
                Ok(None) => {}
                Ok(Some(mismatch)) => {
                    verdict.positions += 1;
                    if let Some(mismatch) = mismatch {
                        wrong.add(0, || (position.clone(), mismatch));
                    }
                }
                Err(Stop::Cancelled) => return Err(Stop::Cancelled),
                Err(_) => return Ok(None),
            }
            if self.hopeless {
                return Ok(None);
            }
        }
        Ok(Some(wrong))
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
            let number = match self.source.other(other) {
                Ok(solved) => solved.grundy.unwrap_or(0),
                Err(trouble) => return Ok(Some(Some(self.troubled(position, trouble)?))),
            };
            asked.push(number.into());
            self.asked.push(format!("{other} has {number}"));
        }
        let solved = match self.source.solve(position) {
            Ok(solved) => solved,
            Err(trouble) => return Ok(Some(Some(self.troubled(position, trouble)?))),
        };
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
                Err(trouble) => return Ok(Some(Some(self.troubled(position, trouble)?))),
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

    /// What came out at a position that could not be compared.
    pub(super) fn troubled(
        &mut self,
        position: &Position,
        trouble: Trouble,
    ) -> Result<Mismatch, Stop> {
        match trouble {
            Trouble::Failure(failure) => Ok(self.undefined(position, &failure)),
            Trouble::Undefined(mismatch) => Ok(*mismatch),
            Trouble::Stop(stop) => Err(stop),
        }
    }

    pub(super) fn undefined(&mut self, position: &Position, failure: &Failure) -> Mismatch {
        self.hopeless = self.hopeless || failure.fault == Fault::TooMuchWork;
        Mismatch::undefined(self.claim, position, failure)
    }

    /// The comparison of the positions of a verdict.
    pub(super) fn comparison(&self, verdict: &Verdict) -> Comparison {
        let (by, kernel) = self.source.by();
        let (within, positions) = (verdict.within.clone(), verdict.positions);
        Comparison { by, kernel, within, positions, compiled: self.compiled }
    }

    /// A counterexample.
    pub(super) fn wrong(&self, position: &Position, said: String, truth: String) -> Counterexample {
        let known = self.source.known(position).0;
        Counterexample { position: position.clone(), said, truth, known, by: None, smallest: true }
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
                let (truth, by) = match &self.source {
                    Source::Condition(condition) => (condition.why(outcome), None),
                    Source::Engine(_) => (outcome.to_string(), self.by(position, outcome)?),
                };
                let wrong = self.wrong(position, said.to_string(), truth);
                Ok(Some(Some(Counterexample { by, ..wrong })))
            }
            Says::Grundy(e) => {
                let said = self.eval.integer(*e, at)?;
                let truth = grundy.unwrap_or(0);
                if said == IBig::from(truth) {
                    return Ok(Some(None));
                }
                let truth = match &self.source {
                    Source::Condition(_) => {
                        format!("the least number that no option has by the claim is {truth}")
                    }
                    Source::Engine(_) => format!("grundy {truth}"),
                };
                Ok(Some(Some(self.wrong(position, format!("grundy {said}"), truth))))
            }
            Says::Relation(condition, text) => {
                if self.eval.truth(*condition, at)? {
                    return Ok(Some(None));
                }
                let truth = match &self.asked[..] {
                    [] => "that does not hold".to_string(),
                    asked => asked.join(" and "),
                };
                Ok(Some(Some(self.wrong(position, text.clone(), truth))))
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
    ) -> Result<Option<Counterexample>, Trouble> {
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
            Some(to) => match self.source.other(&to)?.outcome {
                Outcome::P => return Ok(None),
                Outcome::N => self.source.told(format!("{to} is N")),
            },
        };
        Ok(Some(self.wrong(position, constructed.to_string(), truth)))
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
        let source = &mut self.source;
        let mut by = None;
        if outcome == Outcome::N {
            self.moves.each(position, &mut |how, to| {
                if source.other(to).is_ok_and(|option| option.outcome == Outcome::P) {
                    by = Some(game.describe(position, how, to));
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })?;
        }
        Ok(by)
    }
}
