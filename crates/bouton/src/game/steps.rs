//! Moves of tuples: the values of their variables, and their targets.

use std::ops::ControlFlow;

use dashu_int::UBig;

use super::moves::{GO_ON, How, Moves, Visit, Walk, next_turn};
use super::position::Position;
use super::rules::{RuleKind, Shape};
use crate::job::Stop;
use crate::lang::core::{ExprId, Word};
use crate::lang::{Code, Diagnostic, Interval, Region};

/// A rule that changes coordinates, while its variables are enumerated.
struct Step<'r> {
    from: &'r Position,
    /// What every move lowers, at `from`.
    rank: &'r [UBig],
    rule: usize,
    target: &'r [ExprId],
    variables: &'r [String],
    condition: Option<ExprId>,
    /// The only target of interest, if there is one.
    aim: Option<&'r [UBig]>,
}

impl Moves<'_> {
    /// The move to a target, if it is legal.
    pub(crate) fn step_to(
        &mut self,
        position: &Position,
        aim: &[UBig],
    ) -> Result<Option<Position>, Stop> {
        self.tries = 0;
        self.eval.new_position();
        let mut found = None;
        let _ = self.each_step(position, Some(aim), &mut |_, to| {
            if to.heaps != aim {
                return ControlFlow::Continue(());
            }
            found = Some(to.clone());
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    /// Calls `visit` with every move, or with those to one target.
    pub(super) fn each_step(
        &mut self,
        position: &Position,
        aim: Option<&[UBig]>,
        visit: Visit<'_>,
    ) -> Walk {
        let game = self.game;
        let rank = self.rank(position)?;
        let mut to = position.clone();
        next_turn(&mut to);
        for (i, rule) in game.rules.iter().enumerate() {
            let RuleKind::Move { target, variables, condition } = &rule.kind else {
                continue;
            };
            if let Some(when) = rule.when
                && !self.truth(when, Some(i), position)?
            {
                continue;
            }
            let step = Step {
                from: position,
                rank: &rank,
                rule: i,
                target,
                variables,
                condition: *condition,
                aim,
            };
            let Some(region) = self.bounds(&step)? else { continue };
            if self.each_value(&step, 0, &region, &mut to, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        GO_ON
    }

    /// What the variables of a rule can be: at least 0, as the condition says, and such that no coordinate of the
    /// target is negative. `None` if nothing satisfies that; an error if a variable has no upper bound.
    fn bounds(&mut self, step: &Step<'_>) -> Result<Option<Region>, Stop> {
        let position = step.from;
        let mut region = Region::default();
        for v in 0..step.variables.len() {
            region.set(Word::Variable(v as u16), Interval::from(0));
        }
        let conditions: Vec<ExprId> = step.condition.iter().copied().collect();
        let unbounded = |region: &Region| {
            let mut variables = step.variables.iter().enumerate();
            variables.find(|(v, _)| region.get(Word::Variable(*v as u16)).hi.is_none())
        };
        // The bound of one variable may follow from that of another.
        for _ in 0..=step.variables.len() {
            if !self.narrow(&mut region, &conditions, 0, position) {
                return Ok(None);
            }
            if unbounded(&region).is_none() {
                return Ok(Some(region));
            }
            for &coordinate in step.target {
                let natural = Interval::from(0);
                if !self.narrow_target(&mut region, coordinate, &natural, 0, position) {
                    return Ok(None);
                }
            }
        }
        let Some((_, name)) = unbounded(&region) else { return Ok(Some(region)) };
        let message = format!("at the position {}, nothing bounds `{name}`", position.brief());
        let error = Diagnostic::new(Code::Unbounded, message)
            .help("add an upper bound to the condition, like `t <= x`");
        Err(self.blame(error, step.rule).into())
    }

    /// Enumerates the values of the variables from `v` on.
    fn each_value(
        &mut self,
        step: &Step<'_>,
        v: usize,
        region: &Region,
        to: &mut Position,
        visit: Visit<'_>,
    ) -> Walk {
        if v == step.variables.len() {
            return self.step(step, to, visit);
        }
        let position = step.from;
        let mut region = region.clone();
        let conditions: Vec<ExprId> = step.condition.iter().copied().collect();
        let mut possible = v == 0 || self.narrow(&mut region, &conditions, v, position);
        for (i, &coordinate) in step.target.iter().enumerate() {
            let within = match step.aim {
                Some(aim) => Interval::point(aim[i].as_ibig()),
                None => Interval::from(0),
            };
            possible =
                possible && self.narrow_target(&mut region, coordinate, &within, v, position);
        }
        let Interval { lo: Some(mut value), hi: Some(hi) } = region.get(Word::Variable(v as u16))
        else {
            return GO_ON;
        };
        while possible && value <= hi {
            self.tried(Some(step.rule), position)?;
            self.eval.set_variable(v, value.clone());
            if self.each_value(step, v + 1, &region, to, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            value += 1u8;
        }
        GO_ON
    }

    /// Visits the move with the current values of the variables, if it is legal.
    fn step(&mut self, step: &Step<'_>, to: &mut Position, visit: Visit<'_>) -> Walk {
        let position = step.from;
        if let Some(condition) = step.condition
            && !self.truth(condition, Some(step.rule), position)?
        {
            return GO_ON;
        }
        for (i, &coordinate) in step.target.iter().enumerate() {
            let value = self.integer(coordinate, step.rule, position)?;
            match value.as_ubig() {
                Some(natural) => to.heaps[i].clone_from(natural),
                None => return GO_ON,
            }
        }
        if !self.may_lead_to(step.rule, to)? {
            return GO_ON;
        }
        self.admit_target(to, step)?;
        Ok(visit(&How::Step, to))
    }

    /// Checks that a move stays in the game and goes down.
    fn admit_target(&mut self, to: &Position, step: &Step<'_>) -> Result<(), Stop> {
        let (game, from, rule) = (self.game, step.from, step.rule);
        if let Shape::Tuple(_, Some(condition)) = &game.shape {
            self.target_eval.new_position();
            let holds = self.target_eval.truth(*condition, to);
            if !holds.map_err(|failure| game.undefined(&failure, None, to))? {
                let condition = game.show(*condition, None);
                let (from, to) = (from.brief(), to.brief());
                let message = format!("the move from {from} to {to} leaves the game");
                let error = Diagnostic::new(Code::LeavesGame, message)
                    .help(format!("{to} does not satisfy {condition}"));
                return Err(self.blame(error, rule).into());
            }
        }
        if !game.rules[rule].goes_down && self.rank(to)?[..] >= *step.rank {
            let error = game.not_down(from, to);
            return Err(self.blame(error, rule).into());
        }
        Ok(())
    }
}
