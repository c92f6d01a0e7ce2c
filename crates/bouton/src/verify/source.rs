//! Where the truth about a position comes from: an engine, or the claim itself.

use super::by::By;
use super::condition::Condition;
use super::mismatch::Trouble;
use crate::claim::Claim;
use crate::engine::{Engine, Method, Solved, Values};
use crate::game::{Game, Position};
use crate::job::{Ctx, Stop};

/// A source of outcomes and Grundy numbers.
pub(super) enum Source<'c> {
    Engine(Box<Engine<'c>>),
    Condition(Box<Condition<'c>>),
}

impl<'c> Source<'c> {
    /// The source for a claim: the given one, or the fastest engine.
    pub(super) fn new(
        by: Option<By>,
        claim: &'c Claim,
        values: Values,
        ctx: Ctx<'c>,
    ) -> Result<Source<'c>, Stop> {
        match by {
            Some(By::Condition) => Ok(Source::Condition(Box::new(Condition::new(claim, ctx)?))),
            by => Source::engine(by, &claim.game, values, ctx),
        }
    }

    /// An engine for a game.
    pub(super) fn engine(
        by: Option<By>,
        game: &'c Game,
        values: Values,
        ctx: Ctx<'c>,
    ) -> Result<Source<'c>, Stop> {
        let engine = match (by, Method::of(game, values)) {
            (None, _) => Engine::new(game, values, ctx),
            (Some(By::Table), Method::Definition) => Engine::by(Method::Table, game, values, ctx),
            (Some(By::Table), method) => Engine::by(method, game, values, ctx),
            (Some(_), _) => Engine::by(Method::Definition, game, values, ctx),
        };
        Ok(Source::Engine(Box::new(engine?)))
    }

    /// The values of the position that is checked.
    pub(super) fn solve(&mut self, position: &Position) -> Result<Solved, Trouble> {
        match self {
            Source::Engine(engine) => Ok(engine.solve(position)?),
            Source::Condition(condition) => condition.solve(position),
        }
    }

    /// The values of another position.
    pub(super) fn other(&mut self, position: &Position) -> Result<Solved, Trouble> {
        match self {
            Source::Engine(engine) => Ok(engine.solve(position)?),
            Source::Condition(condition) => condition.said(position),
        }
    }

    /// The truth about another position, in words.
    pub(super) fn told(&self, truth: String) -> String {
        match self {
            Source::Engine(_) => truth,
            Source::Condition(_) => format!("by the claim {truth}"),
        }
    }

    /// What the values of a position come from, and the kernel of a table.
    pub(super) fn known(&self, position: &Position) -> (By, Option<&'static str>) {
        match self {
            Source::Engine(engine) => {
                from(engine.kernel(position).or_else(|| engine.method().kernel()))
            }
            Source::Condition(_) => (By::Condition, None),
        }
    }

    /// What the values of the box come from, and the kernel of a table.
    pub(super) fn by(&self) -> (By, Option<&'static str>) {
        match self {
            Source::Engine(engine) => {
                from(engine.table_kernel().or_else(|| engine.method().kernel()))
            }
            Source::Condition(_) => (By::Condition, None),
        }
    }
}

fn from(kernel: Option<&'static str>) -> (By, Option<&'static str>) {
    (if kernel.is_some() { By::Table } else { By::Definition }, kernel)
}
