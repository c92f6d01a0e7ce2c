//! The answer to a sum by the Grundy numbers of its games, each by a theorem if one gives it.

use std::ops::ControlFlow;

use dashu_int::UBig;

use super::judge::{Judge, Known, Said, contradiction};
use super::{ANSWERED, Answer, Basis, GameNumber, Question, Solver, Way, asks_theorems, outcome};
use crate::engine::{Outcome, Values};
use crate::game::{Game, How, Kinds, Move, Moves, Position};
use crate::job::{Ctx, Stop};

const NUMBERS: Values = Values { grundy: true, length: false };

/// A Grundy number, and the theorem that gives it.
struct Number {
    value: UBig,
    theorem: Option<Known>,
}

/// Solvers for the games of a sum, one for all games of a kind.
#[derive(Default)]
pub(super) struct Parts<'g> {
    solvers: Vec<Solver<'g>>,
    /// Which of them each game has.
    of: Vec<usize>,
}

impl<'g> Parts<'g> {
    /// Whether there are none: theorems do not help.
    pub(super) fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    fn solver(&mut self, game: usize) -> &mut Solver<'g> {
        &mut self.solvers[self.of[game]]
    }
}

impl<'g> Solver<'g> {
    /// Solvers for the games of a sum, if their numbers decide it and there are theorems about some
    /// of them.
    pub(super) fn of_parts(game: &'g Game, way: Option<Way>, ctx: Ctx<'g>) -> Parts<'g> {
        if !asks_theorems(way) || game.why_numbers_do_not_add().is_some() {
            return Parts::default();
        }
        let Kinds { games, of } = game.kinds();
        let solvers = games.into_iter().map(|game| Solver::new(game, way, ctx));
        let solvers: Vec<Solver<'g>> = solvers.collect();
        let help = solvers.iter().any(|solver| !solver.theorems.list.is_empty());
        if help { Parts { solvers, of } } else { Parts::default() }
    }

    /// The Grundy number of a position in normal play.
    fn number(&mut self, position: &Position) -> Result<Number, Stop> {
        let failed = match Judge::new(self.game, &self.theorems, self.ctx).number(position)? {
            Said::Known(known) => {
                let value = known.grundy.clone().unwrap_or_default();
                return Ok(Number { value, theorem: Some(known) });
            }
            Said::Silent => None,
            Said::Failed(why) => Some(why),
        };
        self.otherwise(failed, NUMBERS, |solver| {
            let value = solver.engine(NUMBERS)?.solve(position)?.grundy.unwrap_or_default();
            Ok(Number { value: value.into(), theorem: None })
        })
    }

    /// How the number of a position is known.
    fn basis(&mut self, position: &Position, number: &Number) -> Result<Basis, Stop> {
        match &number.theorem {
            Some(known) => {
                let mut judge = Judge::new(self.game, &self.theorems, self.ctx);
                Ok(Basis::Theorem(judge.citation(known, position)))
            }
            None => Ok(Basis::of(self.engine(NUMBERS)?, position)),
        }
    }

    /// The Grundy number of a sum, and those of its games.
    fn numbers(&mut self, position: &Position) -> Result<(UBig, Vec<Number>), Stop> {
        let parts = position.parts.iter().enumerate();
        let numbers = parts.map(|(i, part)| self.parts.solver(i).number(part));
        let numbers: Vec<Number> = numbers.collect::<Result<_, _>>()?;
        let xor = numbers.iter().fold(UBig::ZERO, |xor, number| xor ^ &number.value);
        Ok((xor, numbers))
    }

    /// The Grundy number of a sum.
    pub(super) fn xor(&mut self, position: &Position) -> Result<UBig, Stop> {
        Ok(self.numbers(position)?.0)
    }

    /// The whole answer.
    pub(super) fn by_parts(&mut self, position: &Position, ask: Question) -> Result<Answer, Stop> {
        let (xor, numbers) = self.numbers(position)?;
        let mut known = Vec::new();
        for (i, number) in numbers.into_iter().enumerate() {
            let basis = self.parts.solver(i).basis(&position.parts[i], &number)?;
            known.push(GameNumber { number: number.value, basis });
        }
        let mut answer = Answer {
            outcome: outcome(&xor),
            grundy: Some(xor).filter(|_| ask.values.grundy),
            length: None,
            winning: Vec::new(),
            complete: true,
            answered: Vec::new(),
            moves: None,
            basis: Basis::Games(known),
        };
        if answer.outcome == Outcome::N {
            (answer.winning, answer.complete) = self.winning(position, ask.moves)?;
            return Ok(answer);
        }
        let first = Moves::new(self.game, self.ctx.watch).first(position, ANSWERED + 1)?;
        if first.len() <= ANSWERED {
            answer.moves = Some(first.len().into());
        }
        for losing in first.into_iter().take(ANSWERED) {
            if let Some(reply) = self.winning(&losing.to, 1)?.0.into_iter().next() {
                answer.answered.push((losing, Some(reply)));
            }
        }
        Ok(answer)
    }

    /// Winning moves of an N-position, and whether these are all. A move wins if it changes the
    /// number of one game to the xor of the others.
    fn winning(&mut self, position: &Position, most: usize) -> Result<(Vec<Move>, bool), Stop> {
        let (xor, numbers) = self.numbers(position)?;
        let (mut winning, mut complete) = (Vec::new(), true);
        for (i, number) in numbers.into_iter().enumerate() {
            let (part, wanted) = (&position.parts[i], number.value ^ &xor);
            let by_theorem = number.theorem.is_some();
            let (moves, all) = self.parts.solver(i).moves_to(part, &wanted, by_theorem, most)?;
            let room = most - winning.len();
            complete &= all && moves.len() <= room;
            for Move { how, to } in moves.into_iter().take(room) {
                let mut whole = position.clone();
                whole.parts[i] = to;
                winning.push(Move { how: How::In(i, Box::new(how)), to: whole });
            }
            if winning.len() == most && !complete {
                break;
            }
        }
        if complete && winning.is_empty() {
            return Err(contradiction(position, "N", "none of its moves leads to a P-position"));
        }
        Ok((winning, complete))
    }

    /// Moves to positions with a given Grundy number, and whether these are all.
    fn moves_to(
        &mut self,
        position: &Position,
        number: &UBig,
        by_theorem: bool,
        most: usize,
    ) -> Result<(Vec<Move>, bool), Stop> {
        if by_theorem {
            let mut judge = Judge::new(self.game, &self.theorems, self.ctx);
            return judge.moves_to(self.game, position, number, most);
        }
        let mut moves = Moves::new(self.game, self.ctx.watch);
        let engine = self.engine(NUMBERS)?;
        let (mut found, mut complete): (Vec<Move>, bool) = (Vec::new(), true);
        let wanted = u32::try_from(number).ok();
        let mut failed = Ok(());
        moves.each(position, &mut |how, to| {
            let this = match engine.solve(to) {
                Ok(option) => option.grundy,
                Err(stop) => {
                    failed = Err(stop);
                    return ControlFlow::Break(());
                }
            };
            if this.is_some() && this == wanted && found.iter().all(|m| m.to != *to) {
                if found.len() == most {
                    complete = false;
                    return ControlFlow::Break(());
                }
                found.push(Move { how: how.clone(), to: to.clone() });
            }
            ControlFlow::Continue(())
        })?;
        failed?;
        Ok((found, complete))
    }
}
