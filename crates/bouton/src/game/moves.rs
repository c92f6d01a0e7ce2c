//! Legal moves, one after the other.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;

use dashu_int::{IBig, UBig};

use super::position::{Counters, Position};
use super::rules::{Game, RuleKind, Shape};
use crate::job::{Stop, Watch};
use crate::lang::core::ExprId;
use crate::lang::eval::{Evaluator, Failure};
use crate::lang::syntax::Order;
use crate::lang::{Code, Diagnostic, Interval, Region, shorten};

/// What a move does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// Takes stones from a heap.
    Take(Taken),
    /// Takes stones from several heaps.
    Several(Vec<Taken>),
    /// Splits a heap, possibly after taking stones from it, into these heaps.
    Split(Taken, Vec<UBig>),
    /// Changes the coordinates.
    Step,
    /// Passes.
    Pass,
    /// Moves in one of the games of a sum, counted from 0.
    In(usize, Box<How>),
}

/// What is taken from one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// How many stones.
    pub stones: UBig,
    /// The size of the heap.
    pub heap: UBig,
    /// Its place in a row or a circle, counted from 0.
    pub place: Option<usize>,
}

impl fmt::Display for Taken {
    /// The heap in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the heap of {}", self.heap)?;
        match self.place {
            Some(place) => write!(f, " at place {}", place + 1),
            None => Ok(()),
        }
    }
}

/// A move: what it does and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// What it does.
    pub how: How,
    /// Where it leads.
    pub to: Position,
}

/// After this many values of variables without a move, the watcher is asked whether to continue.
const TICK: u64 = 1 << 12;

/// The largest number of values of variables that are tried at one position.
const MAX_TRIES: u64 = 4_000_000;

/// Finds the moves of one position after another.
pub struct Moves<'g> {
    pub(super) game: &'g Game,
    pub(super) eval: Evaluator<'g>,
    /// For conditions and ranks of targets, while `eval` keeps the variables.
    pub(super) target_eval: Evaluator<'g>,
    watch: &'g dyn Watch,
    pub(super) tries: u64,
    /// The number of takes from several heaps and of splits found so far.
    pub(super) found: u64,
    /// The moves of the games of a sum.
    pub(super) summands: Vec<Moves<'g>>,
}

/// Called with each move; it can end the walk.
pub(crate) type Visit<'v> = &'v mut dyn FnMut(&How, &Position) -> ControlFlow<()>;

/// Whether to continue with the next move.
pub(super) type Walk = Result<ControlFlow<()>, Stop>;

pub(super) const GO_ON: Walk = Ok(ControlFlow::Continue(()));

impl<'g> Moves<'g> {
    /// The moves of a game.
    #[must_use]
    pub fn new(game: &'g Game, watch: &'g dyn Watch) -> Moves<'g> {
        let eval = Evaluator::new(&game.core);
        let target_eval = Evaluator::new(&game.core);
        let summands = game.summands().iter().map(|game| Moves::new(game, watch)).collect();
        Moves { game, eval, target_eval, watch, tries: 0, found: 0, summands }
    }

    /// Limits the work of computing bounds and conditions, for all positions together.
    pub(crate) fn limit(&mut self, work: u64) {
        self.eval.limit(work);
        self.target_eval.limit(work);
        self.summands.iter_mut().for_each(|moves| moves.limit(work));
    }

    /// The first moves of a position, at most `most`, without duplicates. Takes come first, from
    /// the smallest heap up and with the fewest stones first, then other moves in the order of the
    /// rules, then the pass.
    pub fn first(&mut self, position: &Position, most: usize) -> Result<Vec<Move>, Stop> {
        let mut moves: Vec<Move> = Vec::new();
        if most == 0 {
            return Ok(moves);
        }
        let mut seen = HashSet::new();
        let repeats = !self.game.only_takes();
        let watch = self.watch;
        let (mut repeated, mut cancelled) = (0u64, false);
        self.each(position, &mut |how, to| {
            if !repeats || *how == How::Pass || seen.insert(to.clone()) {
                moves.push(Move { how: how.clone(), to: to.clone() });
            } else {
                repeated += 1;
                cancelled = repeated.is_multiple_of(TICK) && watch.tick(0, None).is_break();
            }
            let end = cancelled || moves.len() == most;
            if end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if cancelled { Err(Stop::Cancelled) } else { Ok(moves) }
    }

    /// The number of moves, if it can be computed without enumerating them.
    pub fn count(&mut self, position: &Position) -> Result<Option<UBig>, Stop> {
        if !self.game.only_takes() {
            return Ok(None);
        }
        self.eval.new_position();
        let ends = self.ends(position);
        let mut sum = UBig::ZERO;
        for place in 0..position.heaps.len() {
            if place > 0 && position.heaps[place - 1] == position.heaps[place] {
                continue;
            }
            let takes = self.takes(position, place, ends)?;
            if !takes.conditions.is_empty() {
                return Ok(None);
            }
            for (lo, hi) in &takes.ranges {
                sum += (hi - lo + 1u8).as_ubig().cloned().unwrap_or_default();
            }
        }
        if !sum.is_zero() && self.may_pass(position)? {
            sum += 1u8;
        }
        Ok(Some(sum))
    }

    /// Calls `visit` with every move. The same target may come up more than once, unless there are
    /// only takes.
    pub(crate) fn each(&mut self, position: &Position, visit: Visit<'_>) -> Result<(), Stop> {
        self.tries = 0;
        self.eval.new_position();
        let mut any = false;
        let mut seen = |how: &How, to: &Position| {
            any = true;
            visit(how, to)
        };
        let flow = match self.game.shape {
            Shape::Heaps { .. } => self.each_heap_move(position, &mut seen)?,
            Shape::Tuple(..) => self.each_step(position, None, &mut seen)?,
            Shape::Sum(_) => self.each_in_sum(position, &mut seen)?,
        };
        if flow.is_continue()
            && any
            && let Some(to) = self.passed(position)?
        {
            let _ = visit(&How::Pass, &to);
        }
        Ok(())
    }

    fn each_heap_move(&mut self, position: &Position, visit: Visit<'_>) -> Walk {
        let mut flow = self.each_take(position, visit)?;
        for (i, rule) in self.game.rules.iter().enumerate() {
            if flow.is_break() {
                return Ok(flow);
            }
            flow = match rule.kind {
                RuleKind::Several { .. } => self.each_several(position, i, visit)?,
                RuleKind::Split { .. } => self.each_split(position, i, visit)?,
                RuleKind::Take { .. } | RuleKind::Move { .. } => continue,
            };
        }
        Ok(flow)
    }

    /// Where a pass leads, if it is legal.
    pub(crate) fn pass(&mut self, position: &Position) -> Result<Option<Position>, Stop> {
        let others = self.first(position, 1)?;
        if others.is_empty() { Ok(None) } else { self.passed(position) }
    }

    /// Where a pass leads from a position that has another move.
    fn passed(&mut self, position: &Position) -> Result<Option<Position>, Stop> {
        if !self.may_pass(position)? {
            return Ok(None);
        }
        let mut to = position.clone();
        if let Some(passes) = &mut to.counters.passes {
            *passes -= 1u8;
        }
        next_turn(&mut to);
        if self.game.declares_rank() && self.rank(&to)? >= self.rank(position)? {
            let error = self.game.not_down(position, &to);
            return Err(self.game.at_pass(error).into());
        }
        Ok(Some(to))
    }

    fn may_pass(&mut self, position: &Position) -> Result<bool, Stop> {
        let left = position.counters.passes.as_ref().is_some_and(|passes| !passes.is_zero());
        match self.game.pass.as_ref().and_then(|pass| pass.when) {
            Some(when) if left => {
                let truth = self.eval.truth(when, position);
                let undefined = |failure| self.game.undefined(&failure, None, position);
                Ok(truth.map_err(|failure| self.game.at_pass(undefined(failure)))?)
            }
            _ => Ok(left),
        }
    }

    /// What every move lowers.
    pub(crate) fn rank(&mut self, position: &Position) -> Result<Vec<UBig>, Stop> {
        if !self.summands.is_empty() {
            // A move lowers the rank of one game and does not change those of the games before it.
            let mut rank = Vec::new();
            for (moves, part) in self.summands.iter_mut().zip(&position.parts) {
                rank.extend(moves.rank(part)?);
            }
            rank.extend(position.counters.all_passes());
            return Ok(rank);
        }
        let Some(rank) = &self.game.rank else {
            let stones = position.stones();
            // A split keeps the number of stones and adds a heap.
            let splits = self.game.splits().then(|| &stones - position.heaps.len());
            let mut rank = vec![stones];
            rank.extend(splits);
            rank.extend(position.counters.all_passes());
            return Ok(rank);
        };
        self.target_eval.new_position();
        let mut values = Vec::with_capacity(rank.len() + 1);
        for &part in rank {
            let value = self.target_eval.integer(part, position);
            let undefined = |failure| self.game.undefined(&failure, None, position);
            let value = value.map_err(|failure| self.game.at_rank(undefined(failure)))?;
            let Some(natural) = value.as_ubig() else {
                let part = self.game.show(part, None);
                let message =
                    format!("at the position {}, the rank {part} is {value}", position.brief());
                let error = Diagnostic::new(Code::Domain, message)
                    .help("a rank is a whole number of at least 0");
                return Err(self.game.at_rank(error).into());
            };
            values.push(natural.clone());
        }
        values.extend(position.counters.all_passes());
        Ok(values)
    }

    /// Counts a value of a variable that was tried.
    pub(super) fn tried(&mut self, rule: Option<usize>, position: &Position) -> Result<(), Stop> {
        self.tries += 1;
        if self.tries.is_multiple_of(TICK) && self.watch.tick(0, None).is_break() {
            return Err(Stop::Cancelled);
        }
        if self.tries > MAX_TRIES {
            let message = format!(
                "at the position {}, more than {MAX_TRIES} values of the variables would have to be tried",
                position.brief()
            );
            let error = Diagnostic::new(Code::TooMuchWork, message)
                .help("write the condition so that it bounds its variables more closely");
            return Err(match rule {
                Some(rule) => self.blame(error, rule).into(),
                None => error.into(),
            });
        }
        Ok(())
    }

    /// Narrows the variables from `first` on; those before it have values.
    pub(super) fn narrow(
        &mut self,
        region: &mut Region,
        conditions: &[ExprId],
        first: usize,
        position: &Position,
    ) -> bool {
        let core = self.eval.core();
        let eval = &mut self.eval;
        region.narrow(core, conditions, &mut |id| {
            core.is_before(id, first).then(|| eval.eval(id, position).ok().cloned())
        })
    }

    pub(super) fn narrow_target(
        &mut self,
        region: &mut Region,
        id: ExprId,
        within: &Interval,
        first: usize,
        position: &Position,
    ) -> bool {
        let core = self.eval.core();
        let eval = &mut self.eval;
        region.narrow_number(core, id, within, &mut |id| {
            core.is_before(id, first).then(|| eval.eval(id, position).ok().cloned())
        })
    }

    pub(super) fn truth(
        &mut self,
        id: ExprId,
        rule: Option<usize>,
        position: &Position,
    ) -> Result<bool, Stop> {
        let truth = self.eval.truth(id, position);
        Ok(truth.map_err(|failure| self.game.undefined(&failure, rule, position))?)
    }

    pub(super) fn integer(
        &mut self,
        id: ExprId,
        rule: usize,
        position: &Position,
    ) -> Result<IBig, Stop> {
        let value = self.eval.integer(id, position);
        Ok(value.map_err(|failure| self.game.undefined(&failure, Some(rule), position))?)
    }

    pub(super) fn blame(&self, error: Diagnostic, rule: usize) -> Diagnostic {
        self.game.blame(error, rule)
    }
}

impl Game {
    /// The diagnostic for an expression that has no value at a position.
    pub(crate) fn undefined(
        &self,
        failure: &Failure,
        rule: Option<usize>,
        position: &Position,
    ) -> Diagnostic {
        let (expr, position) = (self.show(failure.expr, rule), position.brief());
        let fault = &failure.fault;
        let mut error = Diagnostic::new(
            fault.code(),
            format!("at the position {position}, `{expr}` has no value: {fault}"),
        );
        if fault.code() == Code::Fraction {
            error.message =
                format!("at the position {position}, `{expr}` must be a whole number: {fault}");
            error = error.help("round it with `floor(…)` or `ceil(…)`");
        }
        match rule {
            Some(rule) => self.blame(error, rule),
            None => error,
        }
    }

    /// Adds the rule that the diagnostic is about.
    pub(super) fn blame(&self, error: Diagnostic, rule: usize) -> Diagnostic {
        let rule = &self.rules[rule];
        if rule.own {
            return error.at(rule.span, "by this rule");
        }
        error.at(rule.span, format!("by its rule `{}`", shorten(&rule.text)))
    }

    /// Adds the `pass` line to the diagnostic.
    fn at_pass(&self, error: Diagnostic) -> Diagnostic {
        match &self.pass {
            Some(pass) => error.at(pass.span, "by this pass"),
            None => error,
        }
    }

    /// Adds the `rank` line to the diagnostic.
    fn at_rank(&self, error: Diagnostic) -> Diagnostic {
        error.at(self.rank_span, "by this rank")
    }

    /// The diagnostic for a move that does not go down.
    pub(super) fn not_down(&self, from: &Position, to: &Position) -> Diagnostic {
        let (from, to) = (from.brief(), to.brief());
        let message = format!("the move from {from} to {to} does not go down");
        let error = Diagnostic::new(Code::NotDown, message);
        let Some(rank) = &self.rank else {
            let what = "every move must lower the sum of the coordinates";
            return error.help(format!("{what}, or something that a line `rank (…)` names"));
        };
        let rank: Vec<String> = rank.iter().map(|&id| self.show(id, None)).collect();
        error.help(format!("every move must lower the rank ({})", rank.join(", ")))
    }

    /// A take from the heap at a place.
    pub(super) fn taken(&self, from: &Position, place: usize, stones: UBig) -> Taken {
        let heap = from.heaps[place].clone();
        Taken { stones, heap, place: (self.order() != Order::None).then_some(place) }
    }

    /// The move that takes these numbers of stones from the heaps at these places. No number
    /// exceeds its heap.
    pub(super) fn taking(&self, from: &Position, places: &[usize], stones: &[UBig]) -> Move {
        let mut to = from.clone();
        next_turn(&mut to);
        for (&place, stones) in places.iter().zip(stones) {
            to.heaps[place] -= stones;
        }
        self.arrange(&mut to.heaps);
        if let Some(last) = &mut to.counters.last {
            *last = stones.iter().sum();
        }
        let taken =
            places.iter().zip(stones).map(|(&i, stones)| self.taken(from, i, stones.clone()));
        let mut taken: Vec<Taken> = taken.collect();
        let how = match (taken.len(), taken.pop()) {
            (1, Some(only)) => How::Take(only),
            (_, last) => How::Several(taken.into_iter().chain(last).collect()),
        };
        Move { how, to }
    }

    /// A move in words: `take 3 from the heap of 5 → 1,1,2,2`.
    #[must_use]
    pub fn describe(&self, from: &Position, how: &How, to: &Position) -> String {
        let what = match how {
            How::In(i, how) => {
                let game = &self.summands()[*i];
                let what = game.what(&from.parts[*i], how, &to.parts[*i]);
                return format!("in game {}: {what} → {to}", i + 1);
            }
            how => self.what(from, how, to),
        };
        format!("{what} → {to}")
    }

    /// What a move does, in words.
    fn what(&self, from: &Position, how: &How, to: &Position) -> String {
        match how {
            How::In(i, how) => self.summands()[*i].what(&from.parts[*i], how, &to.parts[*i]),
            How::Take(taken) => format!("take {} from {taken}", taken.stones),
            How::Several(taken) => {
                let each: Vec<String> =
                    taken.iter().map(|taken| format!("{} from {taken}", taken.stones)).collect();
                format!("take {}", each.join(" and "))
            }
            How::Split(taken, parts) => {
                let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
                let parts = match parts.split_last() {
                    Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
                    None => String::new(),
                };
                if taken.stones.is_zero() {
                    format!("split {taken} into {parts}")
                } else {
                    format!("take {} from {taken} and split the rest into {parts}", taken.stones)
                }
            }
            How::Pass => "pass".to_string(),
            How::Step => {
                let names = self.coordinates().unwrap_or_default();
                let (mut parts, mut verb) = (Vec::new(), "");
                for (i, name) in names.iter().enumerate() {
                    let (a, b) = (&from.heaps[i], &to.heaps[i]);
                    let (now, by) = match a.cmp(b) {
                        Ordering::Greater => ("lower ", a - b),
                        Ordering::Less => ("raise ", b - a),
                        Ordering::Equal => continue,
                    };
                    let said = if now == verb { "" } else { now };
                    parts.push(format!("{said}{name} by {by}"));
                    verb = now;
                }
                parts.join(" and ")
            }
        }
    }
}

/// Every move counts as a turn, and exchanges the passes of the players.
pub(super) fn next_turn(position: &mut Position) {
    let Counters { passes, other, .. } = &mut position.counters;
    if other.is_some() {
        std::mem::swap(passes, other);
    }
    if let Some(turn) = &mut position.counters.turn {
        *turn += 1u8;
    }
}
