//! Answers by an engine, from the rules alone.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use dashu_int::UBig;
use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::{ANSWERED, Answer, Basis, Question, Solver};
use crate::engine::{Engine, Method, Outcome};
use crate::game::{Move, Moves, Position};
use crate::job::{Budget, Stop};

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
            basis: Basis::of(engine, position),
        };
        let mut moves = Moves::new(game, ctx.watch);
        let mut count = Some(0usize);
        let mut winning: Vec<(Option<u32>, Move)> = Vec::new();
        let mut losing: Vec<Move> = Vec::new();
        let mut seen = Seen::new(ctx.budget);
        let mut failed = Ok(());
        moves.each(position, &mut |how, to| {
            if !game.only_takes() && count.is_some() {
                match seen.insert(to) {
                    Ok(true) => {}
                    Ok(false) => return ControlFlow::Continue(()),
                    // From here on, only the kept moves are checked for duplicates.
                    Err(Full) => count = None,
                }
            }
            count = count.map(|count| count + 1);
            let kept = || winning.iter().map(|(_, m)| m).chain(&losing);
            if count.is_none() && kept().any(|m| m.to == *to) {
                return ControlFlow::Continue(());
            }
            // A table that was made for many positions may lack some of their options.
            let option = match engine.solve(to) {
                Ok(option) => option,
                Err(stop) => {
                    failed = Err(stop);
                    return ControlFlow::Break(());
                }
            };
            let this = || Move { how: how.clone(), to: to.clone() };
            if option.outcome == Outcome::P {
                // The fastest come first; equally fast ones stay in order.
                let at = winning.partition_point(|(length, _)| *length <= option.length);
                if at < ask.moves {
                    winning.insert(at, (option.length, this()));
                }
                answer.complete &= at < ask.moves && winning.len() <= ask.moves;
                winning.truncate(ask.moves);
            } else if solved.outcome == Outcome::P && losing.len() < ANSWERED {
                losing.push(this());
            }
            ControlFlow::Continue(())
        })?;
        failed?;
        answer.moves = count.map(UBig::from);
        answer.winning = winning.into_iter().map(|(_, m)| m).collect();
        for losing in losing {
            let reply = reply(&mut moves, engine, &losing.to)?;
            answer.answered.push((losing, reply));
        }
        Ok(answer)
    }
}

impl Basis {
    /// What an engine computed the values of a position from.
    pub(super) fn of(engine: &Engine<'_>, position: &Position) -> Basis {
        if let Some(kernel) = engine.kernel(position) {
            return Basis::Table { kernel, positions: engine.positions() };
        }
        match engine.method() {
            Method::Definition | Method::Table => {
                Basis::Definition { positions: engine.positions() }
            }
            Method::Heaps => Basis::Heaps { sizes: engine.positions() },
            Method::Sum => Basis::Sum { positions: engine.positions() },
        }
    }
}

/// The first winning move of an N-position.
fn reply(
    moves: &mut Moves<'_>,
    engine: &mut Engine<'_>,
    at: &Position,
) -> Result<Option<Move>, Stop> {
    let mut reply = Ok(None);
    moves.each(at, &mut |how, to| match engine.solve(to) {
        Ok(option) if option.outcome == Outcome::N => ControlFlow::Continue(()),
        Ok(_) => {
            reply = Ok(Some(Move { how: how.clone(), to: to.clone() }));
            ControlFlow::Break(())
        }
        Err(stop) => {
            reply = Err(stop);
            ControlFlow::Break(())
        }
    })?;
    reply
}

/// There is no memory left.
struct Full;

/// The positions seen so far. Each is stored as a 128-bit hash, so that two are not confused.
struct Seen<'b> {
    table: HashTable<u128>,
    budget: &'b Budget,
    /// The bytes out of the budget.
    taken: u64,
}

impl<'b> Seen<'b> {
    fn new(budget: &'b Budget) -> Seen<'b> {
        Seen { table: HashTable::new(), budget, taken: 0 }
    }

    /// Whether a position is new.
    fn insert(&mut self, position: &Position) -> Result<bool, Full> {
        let mut both = Both(DefaultHasher::new(), FxHasher::default());
        position.hash(&mut both);
        let (low, high) = (both.0.finish(), both.1.finish());
        let bits = u128::from(high) << 64 | u128::from(low);
        if self.table.find(low, |&other| other == bits).is_some() {
            return Ok(false);
        }
        if self.table.len() == self.table.capacity() {
            self.grow()?;
        }
        self.table.insert_unique(low, bits, |&bits| bits as u64);
        Ok(true)
    }

    /// Makes room, within the budget. While the old table is copied into the new one, both count.
    fn grow(&mut self) -> Result<(), Full> {
        // The table doubles.
        let new = if self.taken == 0 { 1024 } else { 2 * self.taken };
        if !self.budget.take(new) {
            return Err(Full);
        }
        if self.table.try_reserve(self.table.capacity().max(8), |&bits| bits as u64).is_err() {
            self.budget.give(new);
            return Err(Full);
        }
        let exact = new.min(self.table.allocation_size() as u64);
        self.budget.give(self.taken + new - exact);
        self.taken = exact;
        Ok(())
    }
}

impl Drop for Seen<'_> {
    fn drop(&mut self) {
        self.budget.give(self.taken);
    }
}

/// Two hashes at a time.
struct Both(DefaultHasher, FxHasher);

impl Hasher for Both {
    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
        self.1.write(bytes);
    }

    fn finish(&self) -> u64 {
        self.0.finish()
    }
}
