//! The one condition: a claim is right on a set of positions that is closed under moves exactly when, at each of
//! them, it says P if and only if no option is P by the claim (a terminal position is P in normal play and N in
//! misère play). For Grundy numbers: the claimed number is the least one that no option has by the claim.
//!
//! This needs no engine. The box is closed by following its moves: the positions outside of it that they lead to
//! are checked too.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use dashu_int::IBig;

use super::mismatch::{Mismatch, Trouble};
use crate::claim::{At, Claim, Says};
use crate::engine::{Extent, Outcome, Seen, Solved};
use crate::game::{Moves, Position};
use crate::job::{Ctx, Stop};
use crate::lang::eval::Evaluator;
use crate::lang::syntax::Ending;

/// If a box leads to more positions outside of it, it is not closed.
const MOST_OUTSIDE: usize = 20_000;

/// After this many moves the watcher is asked whether to continue.
const TICK: u64 = 1 << 12;

/// What a claim says of positions, and what follows from that for others.
pub(super) struct Condition<'c> {
    claim: &'c Claim,
    grundy: bool,
    moves: Moves<'c>,
    eval: Evaluator<'c>,
    ctx: Ctx<'c>,
    boxes: Vec<Extent>,
    /// The positions outside of the boxes that moves lead to.
    outside: Seen<'c>,
    /// How many of them were given out.
    followed: usize,
    /// Whether there are more of them.
    pub(super) open: bool,
    /// How many moves were looked at.
    visited: u64,
    /// The position that was last solved: whether it has a move, and its first option that is P by the claim.
    any: bool,
    p_option: Option<Position>,
}

/// What a claim says of a position.
pub(super) struct Said {
    pub(super) outcome: Outcome,
    pub(super) number: Option<IBig>,
}

impl<'c> Condition<'c> {
    /// The condition for a claim, unless it is of a kind that no condition decides.
    pub(super) fn new(claim: &'c Claim, ctx: Ctx<'c>) -> Result<Condition<'c>, Stop> {
        decides(claim)?;
        Ok(Condition {
            claim,
            grundy: claim.says.iter().any(|says| matches!(says, Says::Grundy(_))),
            moves: Moves::new(&claim.game, ctx.watch),
            eval: claim.evaluator(),
            ctx,
            boxes: Vec::new(),
            outside: Seen::new(claim.game.like(), ctx.budget),
            followed: 0,
            open: false,
            visited: 0,
            any: false,
            p_option: None,
        })
    }

    /// Positions of these boxes need not be remembered: all of them are checked.
    pub(super) fn prepare(&mut self, boxes: Vec<Extent>) {
        self.boxes = boxes;
    }

    /// The next position outside of the boxes that was reached. If there are too many, checking some shows nothing.
    pub(super) fn next_outside(&mut self) -> Option<Position> {
        let position = self.outside.get(self.followed).filter(|_| !self.open)?;
        self.followed += 1;
        Some(position)
    }

    /// How many positions outside of the boxes were checked.
    pub(super) fn count_outside(&self) -> usize {
        self.followed
    }

    /// What the claim says of a position.
    pub(super) fn said(&mut self, position: &Position) -> Result<Solved, Trouble> {
        self.reach(position);
        let Said { outcome, number } = said(self.claim, &mut self.eval, position)?;
        // A number that is too large is not that of any position.
        let number = number.map(|n| u32::try_from(&n).unwrap_or(u32::MAX));
        Ok(Solved { outcome, grundy: number, length: None })
    }

    /// What follows for a position from what the claim says of its options.
    pub(super) fn solve(&mut self, position: &Position) -> Result<Solved, Trouble> {
        self.reach(position);
        let (mut any, mut p_option, mut trouble) = (false, None, None);
        let (mut numbers, mut options) = (BTreeSet::new(), Vec::new());
        let Condition { claim, moves, eval, ctx, visited, .. } = self;
        moves.each(position, &mut |_, to| {
            any = true;
            *visited += 1;
            if visited.is_multiple_of(TICK) && ctx.watch.tick(*visited, None).is_break() {
                trouble = Some(Stop::Cancelled.into());
                return ControlFlow::Break(());
            }
            match said(claim, eval, to) {
                Ok(Said { outcome, number }) => {
                    if outcome == Outcome::P && p_option.is_none() {
                        p_option = Some(to.clone());
                    }
                    numbers.extend(number);
                    options.push(to.clone());
                    ControlFlow::Continue(())
                }
                Err(found) => {
                    trouble = Some(found);
                    ControlFlow::Break(())
                }
            }
        })?;
        if let Some(trouble) = trouble {
            return Err(trouble);
        }
        options.iter().for_each(|option| self.reach(option));
        let misere = self.claim.game.ending() == Ending::Misere;
        let is_n = p_option.is_some() || (!any && misere);
        (self.any, self.p_option) = (any, p_option);
        let least = (0..).find(|n: &u32| !numbers.contains(&IBig::from(*n)));
        Ok(Solved {
            outcome: if is_n { Outcome::N } else { Outcome::P },
            grundy: least.filter(|_| self.grundy),
            length: None,
        })
    }

    /// Why the position that was last solved has this outcome.
    pub(super) fn why(&self, outcome: Outcome) -> String {
        match &self.p_option {
            _ if !self.any => format!("it has no move, so it is {outcome}"),
            Some(option) => format!("by the claim its option {option} is P too"),
            None => "by the claim none of its options is P".into(),
        }
    }

    /// Remembers a position outside of the boxes.
    fn reach(&mut self, position: &Position) {
        let game = &self.claim.game;
        if self.open || self.boxes.iter().any(|extent| extent.contains(game, position)) {
            return;
        }
        self.open = !self.outside.add(position) || self.outside.len() > MOST_OUTSIDE;
    }
}

/// Whether a claim is of a kind that the condition decides; why not, if it is of another one.
pub(super) fn decides(claim: &Claim) -> Result<(), Stop> {
    let why = if !claim.asked.is_empty() {
        "it relates the Grundy numbers of several positions"
    } else if claim.says.is_empty() {
        "it lists single positions"
    } else if claim.says.iter().all(Says::is_move) {
        "it only constructs moves"
    } else {
        return Ok(());
    };
    Err(no_condition(why))
}

/// What a claim says of a position.
pub(super) fn said(
    claim: &Claim,
    eval: &mut Evaluator<'_>,
    position: &Position,
) -> Result<Said, Trouble> {
    let undefined =
        |failure| Trouble::Undefined(Box::new(Mismatch::undefined(claim, position, &failure)));
    eval.new_position();
    let at = At { position, asked: &[] };
    let (mut outcome, mut number) = (None, None);
    if claim.speaks_of(eval, &at).map_err(undefined)? {
        for says in &claim.says {
            match says {
                Says::Outcome { p, iff, condition } => {
                    let holds = eval.truth(*condition, &at).map_err(undefined)?;
                    let found = if holds == *p { Outcome::P } else { Outcome::N };
                    outcome = outcome.or(Some(found).filter(|_| holds || *iff));
                }
                Says::Grundy(e) => number = Some(eval.integer(*e, &at).map_err(undefined)?),
                _ => {}
            }
        }
    }
    let of_number = number.as_ref().map(|n| if n.is_zero() { Outcome::P } else { Outcome::N });
    match outcome.or(of_number) {
        Some(outcome) => Ok(Said { outcome, number }),
        None => Err(no_condition(&format!("it does not say whether {position} is P or N")).into()),
    }
}

/// Why a claim cannot be checked by the condition.
pub(super) fn no_condition(why: &str) -> Stop {
    Stop::Unknown(format!(
        "the condition does not decide this claim: {why}; compare it with the definition or with a table"
    ))
}
