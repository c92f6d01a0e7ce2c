//! Legal moves, one after the other.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::ControlFlow;

use dashu_int::{IBig, UBig};

use super::{Amount, Game, Position, RuleKind, Shape};
use crate::job::{Stop, Watch};
use crate::lang::core::{ExprId, Word};
use crate::lang::eval::{Evaluator, Failure};
use crate::lang::syntax::From;
use crate::lang::{Code, Diagnostic, Interval, Region};

/// What a move does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// Takes stones from a heap.
    Take {
        /// How many.
        stones: UBig,
        /// The size of the heap.
        heap: UBig,
    },
    /// Changes the coordinates.
    Step,
    /// Passes.
    Pass,
}

/// A move: what it does and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// What it does.
    pub how: How,
    /// Where it leads.
    pub to: Position,
}

/// After this many values of variables that lead nowhere, somebody is asked whether to go on.
const TICK: u64 = 1 << 12;

/// Values of variables that are tried before one that allows a move is found.
const MAX_TRIES: u64 = 200_000_000;

/// Finds the moves of one position after the other.
pub struct Moves<'g> {
    game: &'g Game,
    eval: Evaluator<'g>,
    /// For conditions and ranks of targets, while `eval` holds the variables.
    target_eval: Evaluator<'g>,
    watch: &'g dyn Watch,
    tries: u64,
}

/// What is done with each move; it can end the walk.
pub(crate) type Visit<'v> = &'v mut dyn FnMut(&How, &Position) -> ControlFlow<()>;

/// Whether to go on with the next move.
type Walk = Result<ControlFlow<()>, Stop>;

const GO_ON: Walk = Ok(ControlFlow::Continue(()));

impl<'g> Moves<'g> {
    /// The moves of a game.
    #[must_use]
    pub fn new(game: &'g Game, watch: &'g dyn Watch) -> Moves<'g> {
        let eval = Evaluator::new(&game.core);
        let target_eval = Evaluator::new(&game.core);
        Moves { game, eval, target_eval, watch, tries: 0 }
    }

    /// The first moves of a position, at most `most`, each once: takes from the smallest heap first,
    /// fewest stones first; then other moves in the order of the rules; then the pass.
    pub fn first(&mut self, position: &Position, most: usize) -> Result<Vec<Move>, Stop> {
        let mut moves: Vec<Move> = Vec::new();
        if most == 0 {
            return Ok(moves);
        }
        let mut seen = HashSet::new();
        self.each(position, &mut |how, to| {
            // Takes from heaps of different sizes lead to different positions.
            if *how != How::Step || seen.insert(to.heaps.clone()) {
                moves.push(Move { how: how.clone(), to: to.clone() });
            }
            if moves.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(moves)
    }

    /// The number of moves, where it can be told without looking at each.
    pub fn count(&mut self, position: &Position) -> Result<Option<UBig>, Stop> {
        if !matches!(self.game.shape, Shape::Heaps(_)) {
            return Ok(None);
        }
        self.eval.new_position();
        let mut sum = UBig::ZERO;
        for heap in sizes(position) {
            let takes = self.takes(position, heap)?;
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

    /// Shows every move to `visit`. In games of tuples the same target may come more than once.
    pub(crate) fn each(&mut self, position: &Position, visit: Visit<'_>) -> Result<(), Stop> {
        self.tries = 0;
        self.eval.new_position();
        let mut any = false;
        let mut seen = |how: &How, to: &Position| {
            any = true;
            visit(how, to)
        };
        let flow = match self.game.shape {
            Shape::Heaps(_) => self.each_take(position, &mut seen)?,
            Shape::Tuple(..) => self.each_step(position, &mut seen)?,
        };
        if flow.is_continue() && any && self.may_pass(position)? {
            let mut to = position.clone();
            next_turn(&mut to);
            if let Some(passes) = &mut to.counters.passes {
                *passes -= 1u8;
            }
            let _ = visit(&How::Pass, &to);
        }
        Ok(())
    }

    fn may_pass(&mut self, position: &Position) -> Result<bool, Stop> {
        let left = position.counters.passes.as_ref().is_some_and(|passes| !passes.is_zero());
        match self.game.pass.as_ref().and_then(|pass| pass.when) {
            Some(when) if left => self.truth(when, None, position),
            _ => Ok(left),
        }
    }

    fn each_take(&mut self, position: &Position, visit: Visit<'_>) -> Walk {
        let mut to = position.clone();
        next_turn(&mut to);
        for heap in sizes(position) {
            let mut takes = self.takes(position, heap)?;
            // The stones rise, so the heap that is left moves only down the sorted list.
            let mut at = position.heaps.partition_point(|h| h < heap);
            to.heaps.clone_from(&position.heaps);
            while let Some(stones) = self.next_take(&mut takes, position)? {
                let stones = stones.as_ubig().cloned().unwrap_or_default();
                to.heaps[at] = heap - &stones;
                while at > 0 && to.heaps[at - 1] > to.heaps[at] {
                    to.heaps.swap(at - 1, at);
                    at -= 1;
                }
                if let Some(last) = &mut to.counters.last {
                    last.clone_from(&stones);
                }
                let empty = to.heaps[at].is_zero();
                if empty {
                    to.heaps.remove(at);
                }
                let how = How::Take { stones, heap: heap.clone() };
                if visit(&how, &to).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                if empty {
                    break;
                }
            }
        }
        GO_ON
    }

    /// The numbers of stones that may be taken from a heap of this size.
    fn takes(&mut self, position: &Position, heap: &UBig) -> Result<Takes, Stop> {
        let game = self.game;
        let heap: IBig = heap.clone().into();
        self.eval.set_chosen(heap.clone());
        let mut takes = Takes { ranges: Vec::new(), conditions: Vec::new() };
        for (i, rule) in game.rules.iter().enumerate() {
            let RuleKind::Take { amount, from } = &rule.kind else {
                continue;
            };
            let end = match from {
                From::Any => None,
                From::Largest => position.heaps.last(),
                From::Smallest => position.heaps.first(),
            };
            if end.is_some_and(|end| *end.as_ibig() != heap) {
                continue;
            }
            if let Some(when) = rule.when
                && !self.truth(when, Some(i), position)?
            {
                continue;
            }
            match amount {
                Amount::In(ranges) => takes.ranges.extend(self.ranges(ranges, &heap, i, position)?),
                Amount::AllBut(ranges) => {
                    let but = union(self.ranges(ranges, &heap, i, position)?);
                    takes.ranges.extend(complement(&but, &heap));
                }
                Amount::Where(_, condition) => {
                    let mut region = Region::default();
                    let variable = Word::Variable(0);
                    region.set(variable, Interval::new(1, heap.clone()));
                    if self.narrow(&mut region, &[*condition], 0, position) {
                        let Interval { lo: Some(lo), hi: Some(hi) } = region.get(variable) else {
                            continue;
                        };
                        takes.conditions.push(Condition {
                            next: lo,
                            last: hi,
                            condition: *condition,
                            rule: i,
                        });
                    }
                }
            }
        }
        takes.ranges = union(takes.ranges);
        takes.ranges.reverse();
        Ok(takes)
    }

    /// The ranges at a position, cut to 1..heap; empty ones are left out.
    fn ranges(
        &mut self,
        ranges: &[(ExprId, ExprId)],
        heap: &IBig,
        rule: usize,
        position: &Position,
    ) -> Result<Vec<(IBig, IBig)>, Stop> {
        let mut found = Vec::with_capacity(ranges.len());
        for &(lo, hi) in ranges {
            let lo = self.integer(lo, rule, position)?.max(IBig::ONE);
            let hi = self.integer(hi, rule, position)?.min(heap.clone());
            if lo <= hi {
                found.push((lo, hi));
            }
        }
        Ok(found)
    }

    /// The next number of stones, in rising order, each once.
    fn next_take(&mut self, takes: &mut Takes, position: &Position) -> Result<Option<IBig>, Stop> {
        for condition in &mut takes.conditions {
            while condition.next <= condition.last {
                self.eval.set_variable(0, condition.next.clone());
                if self.truth(condition.condition, Some(condition.rule), position)? {
                    break;
                }
                self.tried(Some(condition.rule), position)?;
                condition.next += 1u8;
            }
        }
        let ranged = takes.ranges.last().map(|(lo, _)| lo);
        let found = takes.conditions.iter().filter(|c| c.next <= c.last).map(|c| &c.next);
        let Some(stones) = ranged.into_iter().chain(found).min().cloned() else {
            return Ok(None);
        };
        if let Some((lo, hi)) = takes.ranges.last_mut()
            && *lo == stones
        {
            *lo += 1u8;
            if lo > hi {
                takes.ranges.pop();
            }
        }
        for condition in takes.conditions.iter_mut().filter(|c| c.next == stones) {
            condition.next += 1u8;
        }
        Ok(Some(stones))
    }

    fn each_step(&mut self, position: &Position, visit: Visit<'_>) -> Walk {
        let game = self.game;
        for (i, rule) in game.rules.iter().enumerate() {
            let RuleKind::Move { target, variables, condition } = &rule.kind else {
                continue;
            };
            if let Some(when) = rule.when
                && !self.truth(when, Some(i), position)?
            {
                continue;
            }
            let step = Step { rule: i, target, variables, condition: *condition };
            let mut region = Region::default();
            for v in 0..variables.len() {
                region.set(Word::Variable(v as u16), Interval::from(0));
            }
            let conditions: Vec<ExprId> = condition.iter().copied().collect();
            if !self.narrow(&mut region, &conditions, 0, position) {
                continue;
            }
            for (v, name) in variables.iter().enumerate() {
                if region.get(Word::Variable(v as u16)).hi.is_none() {
                    let message = format!("at {position} the condition does not bound `{name}`");
                    let error = Diagnostic::new(Code::Unbounded, message)
                        .help("add an upper bound to the condition, like `t <= x`");
                    return Err(self.blame(error, i).into());
                }
            }
            if self.each_value(&step, 0, &region, position, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        GO_ON
    }

    /// Goes through the values of the variables from `v` on.
    fn each_value(
        &mut self,
        step: &Step<'_>,
        v: usize,
        region: &Region,
        position: &Position,
        visit: Visit<'_>,
    ) -> Walk {
        if v == step.variables.len() {
            return self.step(step, position, visit);
        }
        let mut region = region.clone();
        let conditions: Vec<ExprId> = step.condition.iter().copied().collect();
        let mut possible = v == 0 || self.narrow(&mut region, &conditions, v, position);
        for &coordinate in step.target {
            possible = possible && self.narrow_target(&mut region, coordinate, v, position);
        }
        let Interval { lo: Some(mut value), hi: Some(hi) } = region.get(Word::Variable(v as u16))
        else {
            return GO_ON;
        };
        while possible && value <= hi {
            self.eval.set_variable(v, value.clone());
            if self.each_value(step, v + 1, &region, position, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            value += 1u8;
        }
        GO_ON
    }

    /// The move with the values that the variables have now, if it is one.
    fn step(&mut self, step: &Step<'_>, position: &Position, visit: Visit<'_>) -> Walk {
        self.tried(Some(step.rule), position)?;
        if let Some(condition) = step.condition
            && !self.truth(condition, Some(step.rule), position)?
        {
            return GO_ON;
        }
        let mut to = position.clone();
        next_turn(&mut to);
        for (i, &coordinate) in step.target.iter().enumerate() {
            let value = self.integer(coordinate, step.rule, position)?;
            match value.as_ubig() {
                Some(natural) => to.heaps[i].clone_from(natural),
                None => return GO_ON,
            }
        }
        self.admit_target(&to, step.rule, position)?;
        self.tries = 0;
        Ok(visit(&How::Step, &to))
    }

    /// Checks that a move stays in the game and goes down.
    fn admit_target(&mut self, to: &Position, rule: usize, from: &Position) -> Result<(), Stop> {
        let game = self.game;
        if let Shape::Tuple(_, Some(condition)) = &game.shape {
            self.target_eval.new_position();
            let holds = self.target_eval.truth(*condition, to);
            if !holds.map_err(|failure| game.undefined(&failure, None, to))? {
                let condition = game.show(*condition, None);
                let message = format!("the move from {from} to {to} leaves the game");
                let error = Diagnostic::new(Code::LeavesGame, message)
                    .help(format!("{to} does not satisfy {condition}"));
                return Err(self.blame(error, rule).into());
            }
        }
        if self.rank(to)? >= self.rank(from)? {
            let what = match &game.rank {
                None => "the sum of the coordinates".to_string(),
                Some(rank) => {
                    let rank: Vec<String> = rank.iter().map(|&id| game.show(id, None)).collect();
                    format!("the rank ({})", rank.join(", "))
                }
            };
            let message = format!("the move from {from} to {to} does not go down");
            let mut error = Diagnostic::new(Code::NotDown, message);
            error = match game.rank {
                None => error.help(format!(
                    "every move must lower {what}, or something that a line `rank (…)` names"
                )),
                Some(_) => error.help(format!("every move must lower {what}")),
            };
            return Err(self.blame(error, rule).into());
        }
        Ok(())
    }

    /// What every move lowers.
    pub(crate) fn rank(&mut self, position: &Position) -> Result<Vec<UBig>, Stop> {
        let Some(rank) = &self.game.rank else {
            let mut rank = vec![position.stones()];
            rank.extend(position.counters.passes.clone());
            return Ok(rank);
        };
        self.target_eval.new_position();
        let mut values = Vec::with_capacity(rank.len() + 1);
        for &part in rank {
            let value = self.target_eval.integer(part, position);
            let value = value.map_err(|failure| self.game.undefined(&failure, None, position))?;
            let Some(natural) = value.as_ubig() else {
                let part = self.game.show(part, None);
                let message = format!("at {position} the rank {part} is {value}");
                let error = Diagnostic::new(Code::Domain, message)
                    .help("a rank is a whole number of at least 0");
                return Err(error.into());
            };
            values.push(natural.clone());
        }
        values.extend(position.counters.passes.clone());
        Ok(values)
    }

    /// Counts a value of a variable that was looked at.
    fn tried(&mut self, rule: Option<usize>, position: &Position) -> Result<(), Stop> {
        self.tries += 1;
        if self.tries.is_multiple_of(TICK) && self.watch.tick(0, None).is_break() {
            return Err(Stop::Cancelled);
        }
        if self.tries > MAX_TRIES {
            let message = format!(
                "at {position} no move was found among {MAX_TRIES} values of the variables"
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

    /// Narrows variables from `first` on; those before it have values.
    fn narrow(
        &mut self,
        region: &mut Region,
        conditions: &[ExprId],
        first: usize,
        position: &Position,
    ) -> bool {
        let core = self.eval.core();
        let eval = &mut self.eval;
        region.narrow(core, conditions, &mut |id| {
            core.is_before(id, first).then(|| eval.eval(id, position).ok().cloned()).flatten()
        })
    }

    fn narrow_target(
        &mut self,
        region: &mut Region,
        id: ExprId,
        first: usize,
        position: &Position,
    ) -> bool {
        let core = self.eval.core();
        let eval = &mut self.eval;
        region.narrow_number(core, id, &Interval::from(0), &mut |id| {
            core.is_before(id, first).then(|| eval.eval(id, position).ok().cloned()).flatten()
        })
    }

    fn truth(
        &mut self,
        id: ExprId,
        rule: Option<usize>,
        position: &Position,
    ) -> Result<bool, Stop> {
        let truth = self.eval.truth(id, position);
        Ok(truth.map_err(|failure| self.game.undefined(&failure, rule, position))?)
    }

    fn integer(&mut self, id: ExprId, rule: usize, position: &Position) -> Result<IBig, Stop> {
        let value = self.eval.integer(id, position);
        Ok(value.map_err(|failure| self.game.undefined(&failure, Some(rule), position))?)
    }

    fn blame(&self, error: Diagnostic, rule: usize) -> Diagnostic {
        self.game.blame(error, rule)
    }
}

impl Game {
    /// The diagnostic of an expression that has no value at a position.
    pub(crate) fn undefined(
        &self,
        failure: &Failure,
        rule: Option<usize>,
        position: &Position,
    ) -> Diagnostic {
        let expr = self.show(failure.expr, rule);
        let fault = &failure.fault;
        let mut error = Diagnostic::new(
            fault.code(),
            format!("at {position} `{expr}` has no value here: {fault}"),
        );
        if fault.code() == Code::Fraction {
            error.message = format!("at {position} `{expr}` must be a whole number: {fault}");
            error = error.help("round it with `floor(…)` or `ceil(…)`");
        }
        match rule {
            Some(rule) => self.blame(error, rule),
            None => error,
        }
    }

    /// The diagnostic with the rule that it speaks of.
    fn blame(&self, error: Diagnostic, rule: usize) -> Diagnostic {
        let rule = &self.rules[rule];
        match rule.span {
            Some(span) => error.at(span, "by this rule"),
            None => {
                let message = format!("{} (rule `{}`)", error.message, rule.text);
                Diagnostic { message, ..error }
            }
        }
    }

    /// A move in words: `take 3 from the heap of 5 → 1,1,2,2`.
    #[must_use]
    pub fn describe(&self, from: &Position, how: &How, to: &Position) -> String {
        let what = match how {
            How::Take { stones, heap } => format!("take {stones} from the heap of {heap}"),
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
        };
        format!("{what} → {to}")
    }
}

/// A rule that changes coordinates, while its variables are gone through.
struct Step<'r> {
    rule: usize,
    target: &'r [ExprId],
    variables: &'r [String],
    condition: Option<ExprId>,
}

/// The numbers of stones that may be taken from one heap: those of the ranges (disjoint, the lowest
/// last) and those for which a condition holds.
struct Takes {
    ranges: Vec<(IBig, IBig)>,
    conditions: Vec<Condition>,
}

struct Condition {
    next: IBig,
    last: IBig,
    condition: ExprId,
    rule: usize,
}

/// The different sizes of the heaps, upwards.
fn sizes(position: &Position) -> impl Iterator<Item = &UBig> {
    let heaps = &position.heaps;
    let new = |i: usize| i == 0 || heaps[i - 1] != heaps[i];
    heaps.iter().enumerate().filter(move |(i, _)| new(*i)).map(|(_, heap)| heap)
}

/// Every move counts as a turn.
fn next_turn(position: &mut Position) {
    if let Some(turn) = &mut position.counters.turn {
        *turn += 1u8;
    }
}

/// The same numbers as disjoint ranges, upwards.
fn union(mut ranges: Vec<(IBig, IBig)>) -> Vec<(IBig, IBig)> {
    ranges.sort_unstable();
    let mut disjoint: Vec<(IBig, IBig)> = Vec::with_capacity(ranges.len());
    for (lo, hi) in ranges {
        match disjoint.last_mut() {
            Some((_, end)) if lo <= &*end + 1u8 => {
                if hi > *end {
                    *end = hi;
                }
            }
            _ => disjoint.push((lo, hi)),
        }
    }
    disjoint
}

/// The numbers of 1..heap that are in none of the disjoint ranges.
fn complement(ranges: &[(IBig, IBig)], heap: &IBig) -> Vec<(IBig, IBig)> {
    let mut gaps = Vec::with_capacity(ranges.len() + 1);
    let mut next = IBig::ONE;
    for (lo, hi) in ranges {
        if next < *lo {
            gaps.push((next, lo - 1u8));
        }
        next = hi + 1u8;
    }
    if next <= *heap {
        gaps.push((next, heap.clone()));
    }
    gaps
}
