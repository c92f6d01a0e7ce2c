//! Single positions that a statement lists: tables, examples, and conditions.

use dashu_int::{IBig, UBig};

use super::check::Checker;
use super::condition::no_condition;
use super::mismatch::{Mismatch, Trouble, first};
use super::source::Source;
use super::verdict::{Counterexample, Status, Verdict};
use crate::claim::{At, Paper};
use crate::engine::{Outcome, Solved, Values, reachable};
use crate::game::{Game, Moves, Position};
use crate::job::{Ctx, Stop};
use crate::lang::counted;
use crate::lang::paper::{ClaimKind, ClaimLine, Is, Item};
use crate::lang::resolve::constant_expr;
use crate::lang::syntax::Expr;

/// Positions that may lead to more others are not compared with the definition beside a table.
const FEW: u32 = 4_000;

impl Checker<'_> {
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
            let said = constant_expr(value)?;
            if self.lenient && is_large(&self.claim.game, &position) {
                continue;
            }
            let truth = match self.source.other(&position) {
                Ok(solved) => number_of(solved, &position)?,
                Err(Trouble::Stop(Stop::OverBudget { .. })) if self.lenient => continue,
                Err(trouble) => return Ok(Some(self.troubled(&position, trouble)?)),
            };
            verdict.positions += 1;
            if said != IBig::from(truth) {
                let said = format!("grundy {said}");
                let truth = self.source.told(format!("grundy {truth}"));
                return Ok(Some(Mismatch::Wrong(self.wrong(&position, said, truth))));
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
                        Mismatch::Wrong(self.wrong(&position, said, "that does not hold".into()))
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
                let other = match game {
                    Some(game) => Some(paper.game(game, &[]).map_err(first)?),
                    None => None,
                };
                let game = other.as_ref().unwrap_or(&self.claim.game);
                let position = game.position(position)?;
                if self.lenient && is_large(game, &position) {
                    continue;
                }
                let found = match (&mut self.source, &other) {
                    (source @ Source::Condition(_), None) => {
                        example(game, source, &position, is, self.ctx)
                    }
                    (Source::Condition(_), Some(_)) => {
                        Err(no_condition("one of its examples is about another game").into())
                    }
                    (Source::Engine(_), _) => {
                        let values = Values { grundy: matches!(is, Is::Grundy(_)), length: false };
                        let mut source = Source::engine(self.way, game, values, self.ctx)?;
                        example(game, &mut source, &position, is, self.ctx)
                    }
                };
                let found = match found {
                    Ok(found) => found,
                    Err(Trouble::Stop(Stop::OverBudget { .. })) if self.lenient => continue,
                    Err(trouble) => Some(self.troubled(&position, trouble)?),
                };
                verdict.positions += 1;
                if let Some(mismatch) = found {
                    mismatch.into_verdict(verdict);
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Whether a position may lead to many others.
pub(super) fn is_large(game: &Game, position: &Position) -> bool {
    reachable(game, position).is_some_and(|bound| bound > UBig::from(FEW))
}

/// The Grundy number, if the source has one.
fn number_of(solved: Solved, position: &Position) -> Result<u32, Stop> {
    let why = || no_condition(&format!("it does not give the Grundy number of {position}"));
    solved.grundy.ok_or_else(why)
}

/// What is wrong with an example.
pub(super) fn example(
    game: &Game,
    source: &mut Source<'_>,
    position: &Position,
    is: &Is,
    ctx: Ctx<'_>,
) -> Result<Option<Mismatch>, Trouble> {
    let solved = source.other(position)?;
    let outcome = solved.outcome;
    let known = source.known(position).0;
    let differs = |said: &str, truth: String| {
        let (position, said) = (position.clone(), said.to_string());
        Some(Mismatch::Wrong(Counterexample {
            position,
            said,
            truth,
            known,
            by: None,
            smallest: true,
        }))
    };
    Ok(match is {
        Is::P if outcome == Outcome::N => differs("P", source.told("N".into())),
        Is::N(_) if outcome == Outcome::P => differs("N", source.told("P".into())),
        Is::P => None,
        Is::N(by) => {
            let moves = Moves::new(game, ctx.watch).first(position, usize::MAX)?;
            for text in by {
                let to = game.position(text).map_err(Stop::from)?;
                let truth = match moves.iter().find(|m| m.to.heaps == to.heaps) {
                    None => "that is not a legal move".to_string(),
                    Some(m) => match source.other(&m.to)?.outcome {
                        Outcome::P => continue,
                        Outcome::N => source.told(format!("{} is N", m.to)),
                    },
                };
                return Ok(differs(&format!("N by {to}"), truth));
            }
            None
        }
        Is::Has(_) => None,
        Is::Grundy(e) => {
            let said = constant_expr(e).map_err(Stop::from)?;
            let truth = number_of(solved, position)?;
            if said == IBig::from(truth) {
                None
            } else {
                let truth = source.told(format!("grundy {truth}"));
                differs(&format!("grundy {said}"), truth)
            }
        }
    })
}
