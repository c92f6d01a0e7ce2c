//! Random positions far outside of the boxes, tried by the one condition: a claim must follow at each of them from what it says of
//! the options. Where it does not, it is wrong there or at an option.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use dashu_int::IBig;
use fastrand::Rng;

use super::by::By;
use super::condition::{Said, decides, said};
use super::random;
use super::size::counters;
use super::verdict::{Counterexample, smallness};
use crate::claim::Claim;
use crate::engine::{Asked, Engine, Extent, Outcome, Values, plan};
use crate::game::{Moves, Position};
use crate::job::{Budget, Ctx, Stop};
use crate::lang::eval::Evaluator;
use crate::lang::syntax::Ending;

/// The options that are looked at for each position of a default box, and for one random position.
const OPTIONS: u64 = 27;
const OPTIONS_OF_ONE: u64 = 4_000;

/// The options that are looked at on the way down from a position that does not follow.
const OPTIONS_DOWN: u64 = 200_000;

/// The steps of the evaluator, for each of them.
const STEPS: u64 = 2_700;

/// The most random positions.
const DRAWN: usize = 4_000;

/// How many heaps are drawn, and of which size.
const HEAPS: [(usize, u64); 6] = [(1, 5_000), (2, 600), (3, 200), (5, 60), (8, 24), (14, 8)];

/// Coordinates, turns and last takes are drawn up to this.
const FAR: u64 = 150;

/// The memory, and the nanoseconds as far as they can be guessed, to find out what is true at a position.
const BYTES: u64 = 16 << 20;
const NANOSECONDS: f64 = 3e8;

/// Looks for a position outside of the boxes at which a claim is wrong, with work for a default box of about this many positions.
pub(super) fn search(
    claim: &Claim,
    about: u64,
    ctx: Ctx<'_>,
) -> Result<Option<Counterexample>, Stop> {
    if decides(claim).is_err() || !claim.game.summands().is_empty() {
        return Ok(None);
    }
    let mut search = Search {
        claim,
        grundy: claim.needs_grundy(),
        moves: Moves::new(&claim.game, ctx.watch),
        eval: claim.evaluator(),
        options: 0,
        most: OPTIONS * about,
        ctx,
    };
    search.eval.limit(STEPS * about);
    let extents = extents(claim);
    let mut rng = Rng::with_seed(0);
    for i in 0..DRAWN {
        if search.is_spent() {
            break;
        }
        if ctx.watch.tick(i as u64, Some(DRAWN as u64)).is_break() {
            return Err(Stop::Cancelled);
        }
        let extent = &extents[i % extents.len()];
        let mut next = random::position(&claim.game, extent, &mut rng);
        // Most positions are N. What the claim says of P-positions is tried where it leads to one.
        while let Some(position) = next.take()
            && let Some(local) = search.local(&position)?
        {
            if !local.follows {
                search.most = search.options + OPTIONS_DOWN;
                search.eval.limit(STEPS * about);
                return search.down(local).map(Some);
            }
            next = local.p_option.map(|option| local.options[option].clone());
        }
    }
    Ok(None)
}

/// Boxes that positions are drawn from.
fn extents(claim: &Claim) -> Vec<Extent> {
    let game = &claim.game;
    let far = |most: u64| {
        let mut counters = counters(game, Some(0..=most.max(FAR)));
        for (name, range) in &mut counters {
            if name == "turn" {
                *range = 1..=FAR;
            }
        }
        counters
    };
    if let Some(names) = game.coordinates() {
        let each =
            |most: u64| Extent { heaps: 0..=0, most: vec![most; names.len()], counters: far(most) };
        return vec![each(FAR), each(FAR / 10), each(10 * FAR)];
    }
    let declared = game.heaps().and_then(|most| usize::try_from(most).ok());
    let extent = |(heaps, most): (usize, u64)| {
        let heaps = declared.map_or(heaps, |most| heaps.min(most));
        Extent { heaps: 0..=heaps, most: vec![most], counters: far(most) }
    };
    HEAPS.into_iter().map(extent).collect()
}

/// A position, what the claim says of it, and what follows from its options.
struct Local {
    position: Position,
    said: Said,
    /// What follows: the outcome, and the Grundy number if the claim gives one.
    outcome: Outcome,
    number: IBig,
    options: Vec<Position>,
    /// The place of an option that is P by the claim.
    p_option: Option<usize>,
    follows: bool,
}

struct Search<'c> {
    claim: &'c Claim,
    grundy: bool,
    moves: Moves<'c>,
    eval: Evaluator<'c>,
    /// How many options were looked at, and how many may be.
    options: u64,
    most: u64,
    ctx: Ctx<'c>,
}

impl Search<'_> {
    fn is_spent(&self) -> bool {
        self.options >= self.most || self.eval.is_spent()
    }

    /// What the claim says of a position, and whether it follows; `None` if it does not say enough.
    fn local(&mut self, position: &Position) -> Result<Option<Local>, Stop> {
        let Search { claim, moves, eval, options: looked, .. } = self;
        let Ok(here) = said(claim, eval, position) else { return Ok(None) };
        let (mut options, mut numbers) = (Vec::new(), BTreeSet::new());
        let (mut p_option, mut all, before) = (None, true, *looked);
        let walked = moves.each(position, &mut |_, to| {
            *looked += 1;
            match said(claim, eval, to) {
                Ok(Said { outcome, number }) if *looked - before < OPTIONS_OF_ONE => {
                    if outcome == Outcome::P {
                        p_option = Some(options.len());
                    }
                    numbers.extend(number);
                    options.push(to.clone());
                    ControlFlow::Continue(())
                }
                _ => {
                    all = false;
                    ControlFlow::Break(())
                }
            }
        });
        match walked {
            Ok(()) if all => {}
            Err(Stop::Cancelled) => return Err(Stop::Cancelled),
            // The rules may have no value this far out.
            Ok(()) | Err(_) => return Ok(None),
        }
        let misere = claim.game.ending() == Ending::Misere;
        let is_n = p_option.is_some() || options.is_empty() && misere;
        let outcome = if is_n { Outcome::N } else { Outcome::P };
        let number = (0u32..).map(IBig::from).find(|n| !numbers.contains(n)).unwrap_or_default();
        let follows = here.outcome == outcome && here.number.as_ref().is_none_or(|n| *n == number);
        let position = position.clone();
        Ok(Some(Local { position, said: here, outcome, number, options, p_option, follows }))
    }

    /// Goes down from a position at which the claim does not follow, as long as an option is such a position, and finds out
    /// where the claim is wrong.
    fn down(&mut self, mut at: Local) -> Result<Counterexample, Stop> {
        'down: while !self.is_spent() {
            for option in &at.options {
                if let Some(local) = self.local(option)?
                    && !local.follows
                {
                    at = local;
                    continue 'down;
                }
            }
            break;
        }
        let mut wrong: Option<Counterexample> = None;
        for position in [&at.position].into_iter().chain(&at.options) {
            if let Some(found) = self.wrong(position)?
                && wrong
                    .as_ref()
                    .is_none_or(|least| smallness(&found.position) < smallness(&least.position))
            {
                wrong = Some(found);
            }
        }
        Ok(wrong.unwrap_or_else(|| self.inconsistent(&at)))
    }

    /// Whether the claim is wrong at a position, if that can be found out.
    fn wrong(&mut self, position: &Position) -> Result<Option<Counterexample>, Stop> {
        let game = &self.claim.game;
        let values = Values { grundy: self.grundy, length: false };
        let long = |nanoseconds: f64| nanoseconds > NANOSECONDS;
        if plan(game, values, &Asked::Below(position)).is_some_and(|plan| long(plan.nanoseconds()))
        {
            return Ok(None);
        }
        let Ok(said) = said(self.claim, &mut self.eval, position) else { return Ok(None) };
        let budget = Budget::new(BYTES.min(self.ctx.budget.limit() / 4));
        let ctx = Ctx { budget: &budget, watch: self.ctx.watch };
        let mut engine = Engine::new(game, values, ctx)?;
        let solved = match engine.solve(position) {
            Ok(solved) => solved,
            Err(Stop::Cancelled) => return Err(Stop::Cancelled),
            Err(_) => return Ok(None),
        };
        let known = match engine.kernel(position).or_else(|| engine.method().kernel()) {
            Some(_) => By::Table,
            None => By::Definition,
        };
        let (said, truth) = match (said.number, solved.grundy) {
            (Some(number), Some(truth)) if number != IBig::from(truth) => {
                (format!("grundy {number}"), format!("grundy {truth}"))
            }
            _ if said.outcome != solved.outcome => {
                (said.outcome.to_string(), solved.outcome.to_string())
            }
            _ => return Ok(None),
        };
        let position = position.clone();
        Ok(Some(Counterexample { position, said, truth, known, by: None, smallest: false }))
    }

    /// The position itself, where nobody knows whether it is the position or an option at which the claim is wrong.
    fn inconsistent(&self, at: &Local) -> Counterexample {
        let (said, truth) = match &at.said.number {
            Some(number) if *number != at.number => (
                format!("grundy {number}"),
                format!("the least number that no option has by the claim is {}", at.number),
            ),
            _ => {
                let why = match at.outcome {
                    Outcome::N if at.options.is_empty() => "it has no move".to_string(),
                    Outcome::N => "by the claim one of its options is P".to_string(),
                    Outcome::P => "by the claim none of its options is P".to_string(),
                };
                (at.said.outcome.to_string(), why)
            }
        };
        let (position, known) = (at.position.clone(), By::Condition);
        Counterexample { position, said, truth, known, by: None, smallest: false }
    }
}
