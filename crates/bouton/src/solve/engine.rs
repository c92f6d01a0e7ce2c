//! The answer by an engine: from the rules alone.

use std::collections::HashSet;
use std::ops::ControlFlow;

use dashu_int::UBig;

use super::{ANSWERED, Answer, Basis, Question, Solver};
use crate::engine::{Engine, Method, Outcome};
use crate::game::{Move, Moves, Position};
use crate::job::Stop;

impl Solver<'_> {
    pub(super) fn by_engine(&mut self, position: &Position, ask: Question) -> Result<Answer, Stop> {
        let (game, ctx) = (self.game, self.ctx);
        let engine = self.engine(ask.values)?;
        let solved = engine.solve(position)?;
        let mut answer = Answer {
            outcome: solved.outcome,
            grundy: solved.grundy.map(UBig::from),
            length: solved.length,
            winning: Vec::new(),
            complete: true,
            answered: Vec::new(),
            moves: None,
            basis: match engine.method() {
                Method::Definition => Basis::Definition { positions: engine.positions() },
                Method::Heaps => Basis::Heaps { sizes: engine.positions() },
                Method::Sum => Basis::Sum { positions: engine.positions() },
            },
        };
        let mut moves = Moves::new(game, ctx.watch);
        let mut count = 0usize;
        let mut winning: Vec<(Option<u32>, Move)> = Vec::new();
        let mut losing: Vec<Move> = Vec::new();
        let mut seen = HashSet::new();
        moves.each(position, &mut |how, to| {
            if !game.only_takes() && !seen.insert(to.clone()) {
                return ControlFlow::Continue(());
            }
            count += 1;
            let Some(option) = engine.get(to) else {
                return ControlFlow::Continue(());
            };
            let this = || Move { how: how.clone(), to: to.clone() };
            if option.outcome == Outcome::P {
                // All of them are needed to know the fastest.
                if option.length.is_some() || winning.len() < ask.moves {
                    winning.push((option.length, this()));
                } else {
                    answer.complete = false;
                }
            } else if solved.outcome == Outcome::P && losing.len() < ANSWERED {
                losing.push(this());
            }
            ControlFlow::Continue(())
        })?;
        winning.sort_by_key(|(length, _)| *length);
        answer.moves = Some(count.into());
        answer.complete = answer.complete && winning.len() <= ask.moves;
        answer.winning = winning.into_iter().take(ask.moves).map(|(_, m)| m).collect();
        for losing in losing {
            let reply = reply(&mut moves, engine, &losing.to)?;
            answer.answered.push((losing, reply));
        }
        Ok(answer)
    }
}

/// The first winning move of an N-position.
fn reply(
    moves: &mut Moves<'_>,
    engine: &mut Engine<'_>,
    at: &Position,
) -> Result<Option<Move>, Stop> {
    let mut reply = None;
    moves.each(at, &mut |how, to| {
        if engine.get(to).is_some_and(|option| option.outcome == Outcome::P) {
            reply = Some(Move { how: how.clone(), to: to.clone() });
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    Ok(reply)
}
