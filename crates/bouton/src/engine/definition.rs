//! The definition, to the letter: a position is P when no option is P, and its Grundy number is the
//! least number that no option has. Every other engine and every theorem is compared with this one.

use std::ops::ControlFlow;

use dashu_int::UBig;

use super::code::{read_position, write, write_position};
use super::count::{layers, multisets, reachable};
use super::limits::{MOVES_TICK, PROBE, PROBE_BYTES, PROBE_MOVES, TICK, about, capacity, over};
use super::store::{Full, List, Store};
use super::values::{Outcome, Solved, Values};
use crate::game::{Game, Moves, Position};
use crate::job::{Ctx, Stop};
use crate::lang::syntax::{Ending, Order};

/// The memoised values of all positions that were asked for, and of all below them.
///
/// Positions are numbered as they are found, each one's options after it; then those without a
/// value are gone through from the lowest rank upwards, so that the values of all options are
/// known. There is no recursion, and every position that can be reached is looked at: an error at
/// one of them is an error of the answer.
pub struct Definition<'g> {
    game: &'g Game,
    moves: Moves<'g>,
    memory: Memory<'g>,
    ctx: Ctx<'g>,
    want: Values,
}

impl<'g> Definition<'g> {
    /// An engine for a game. Grundy numbers are for normal play.
    pub fn new(game: &'g Game, want: Values, ctx: Ctx<'g>) -> Result<Definition<'g>, Stop> {
        want.check(game)?;
        let moves = Moves::new(game, ctx.watch);
        Ok(Definition { game, moves, memory: Memory::new(game, ctx), ctx, want })
    }

    /// The number of positions whose values are known.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.memory.solved
    }

    /// Computes a position and all that can be reached from it.
    pub fn solve(&mut self, position: &Position) -> Result<Solved, Stop> {
        if let Some(solved) = self.get(position) {
            return Ok(solved);
        }
        self.refuse_hopeless(position)?;
        let done = match self.memory.intern(position) {
            Ok(_) => self.explore(position).and_then(|()| self.evaluate(position)),
            Err(Full) => Err(self.over_budget(position)),
        };
        if let Err(stop) = done {
            // What was found has no value: start afresh.
            self.memory = Memory::new(self.game, self.ctx);
            return Err(stop);
        }
        Ok(self.get(position).expect("it has just been solved"))
    }

    /// The values of a position that was solved, or reached on the way.
    #[must_use]
    pub fn get(&mut self, position: &Position) -> Option<Solved> {
        let id = self.memory.find(position)?;
        Some(Solved {
            outcome: if self.memory.is_p(id) { Outcome::P } else { Outcome::N },
            grundy: self.want.grundy.then(|| self.memory.grundy[id as usize]),
            length: self.want.length.then(|| self.memory.length[id as usize]),
        })
    }

    /// Numbers all positions below those that have no value yet.
    fn explore(&mut self, start: &Position) -> Result<(), Stop> {
        let bound = reachable(self.game, start);
        let (capacity, each) = (self.capacity(start), self.bytes_each(start));
        let fits = bound.as_ref().is_some_and(|bound| *bound <= UBig::from(capacity));
        // Each is gone through twice: here, and when it is evaluated.
        let of = bound.filter(|_| fits).and_then(|bound| u64::try_from(bound * 2u8).ok());
        let like = self.game.like();
        let Definition { moves, memory, ctx, .. } = self;
        let first = memory.solved;
        let probe = PROBE.min(PROBE_BYTES / each).min(capacity);
        let patient = fits || ctx.budget.is_to_the_end();
        let most = if patient { usize::MAX } else { first + probe };
        let mut next = first;
        let mut visited = 0u64;
        while next < memory.positions.len() {
            let done = (next - first) as u64;
            if next.is_multiple_of(TICK) && ctx.watch.tick(done, of).is_break() {
                return Err(Stop::Cancelled);
            }
            let position = read_position(memory.positions.get(next as u32), &like);
            let mut found = 0;
            let mut end: Option<bool> = None;
            moves.each(&position, &mut |_, to| {
                found += 1;
                visited += 1;
                let cancelled =
                    usize::is_multiple_of(found, MOVES_TICK) && ctx.watch.tick(done, of).is_break();
                if cancelled
                    || memory.intern(to).is_err()
                    || memory.positions.len() > most
                    || (!patient && visited > PROBE_MOVES)
                {
                    end = Some(cancelled);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })?;
            match end {
                Some(true) => return Err(Stop::Cancelled),
                Some(false) => return Err(self.over_budget(start)),
                None => next += 1,
            }
        }
        Ok(())
    }

    /// Gives values to the positions that have none, those of the lowest rank first.
    fn evaluate(&mut self, start: &Position) -> Result<(), Stop> {
        if let Err(Full) = self.memory.make_room(self.want) {
            return Err(self.over_budget(start));
        }
        let like = self.game.like();
        let misere = self.game.ending() == Ending::Misere;
        let Definition { moves, memory, ctx, want, .. } = self;
        let new = memory.order.len() as u64;
        for i in 0..memory.order.len() {
            let id = memory.order[i];
            if i.is_multiple_of(TICK) && ctx.watch.tick(new + i as u64, Some(2 * new)).is_break() {
                return Err(Stop::Cancelled);
            }
            let position = read_position(memory.positions.get(id), &like);
            let (mut options, mut any_p) = (0usize, false);
            let (mut longest, mut shortest_p) = (0, u32::MAX);
            let mut cancelled = false;
            moves.each(&position, &mut |_, to| {
                options += 1;
                if options.is_multiple_of(MOVES_TICK) {
                    cancelled = ctx.watch.tick(new + i as u64, Some(2 * new)).is_break();
                    if cancelled {
                        return ControlFlow::Break(());
                    }
                }
                let option = memory.find(to).expect("every option has been numbered");
                let option_is_p = memory.is_p(option);
                any_p |= option_is_p;
                if want.grundy {
                    let number = memory.grundy[option as usize] as usize;
                    memory.marks[number] = id + 1;
                }
                if want.length {
                    let length = memory.length[option as usize];
                    longest = longest.max(length);
                    if option_is_p {
                        shortest_p = shortest_p.min(length);
                    }
                }
                ControlFlow::Continue(())
            })?;
            if cancelled {
                return Err(Stop::Cancelled);
            }
            let is_n = any_p || (options == 0 && misere);
            if !is_n {
                memory.p[id as usize / 64] |= 1 << (id % 64);
            }
            if want.grundy && memory.set_grundy(id).is_err() {
                return Err(self.over_budget(start));
            }
            if want.length {
                memory.length[id as usize] = match (options, is_n) {
                    (0, _) => 0,
                    (_, true) => shortest_p + 1,
                    (_, false) => longest + 1,
                };
            }
        }
        memory.solved = memory.positions.len();
        Ok(())
    }

    /// Refuses at once a position that has more moves than positions fit.
    fn refuse_hopeless(&mut self, position: &Position) -> Result<(), Stop> {
        let capacity = self.capacity(position);
        match self.moves.count(position)? {
            Some(moves) if moves > UBig::from(capacity) => Err(self.refusal(
                position,
                format!("{} has {} moves alone", position.brief(), about(&moves)),
            )),
            _ => Ok(()),
        }
    }

    /// Refuses at once a table of more positions like this one than fit.
    pub fn refuse_table(&self, positions: &UBig, like: &Position) -> Result<(), Stop> {
        if *positions <= UBig::from(self.capacity(like)) {
            return Ok(());
        }
        Err(self.refusal(like, format!("the table has {} positions", about(positions))))
    }

    fn over_budget(&self, position: &Position) -> Stop {
        let reached = about(&UBig::from(self.memory.positions.len()));
        let said = match reachable(self.game, position) {
            Some(bound) => {
                format!(
                    "{} has up to {} positions below it ({reached} were reached)",
                    position.brief(),
                    about(&bound)
                )
            }
            None => format!("{} has more than {reached} positions below it", position.brief()),
        };
        self.refusal(position, said)
    }

    fn refusal(&self, position: &Position, positions: String) -> Stop {
        let capacity = self.capacity(position);
        let mut fits = format!("about {} positions fit", about(&UBig::from(capacity)));
        let heaps = position.heaps.len().max(1);
        let layers = layers(self.game, position);
        let plain = self.game.order() == Order::None || self.game.coordinates().is_some();
        if plain && !self.game.splits() && heaps <= 64 && layers <= UBig::from(capacity) {
            let fit = |most: u64| {
                multisets(heaps as u64, &UBig::from(most + 1)) * &layers <= UBig::from(capacity)
            };
            let most = (0..63)
                .rev()
                .fold(0u64, |most, bit| if fit(most | 1 << bit) { most | 1 << bit } else { most });
            let what = match (self.game.coordinates().is_some(), heaps) {
                (true, 1) => format!("a coordinate of up to {most}"),
                (true, _) => format!("{heaps} coordinates of up to {most} each"),
                (false, 1) => format!("a heap of up to {most} stones"),
                (false, _) => format!("{heaps} heaps of up to {most} stones each"),
            };
            fits = format!("{fits}, for example {what}");
        }
        over(positions, fits, self.ctx.budget)
    }

    /// About how many positions like this one fit.
    fn capacity(&self, like: &Position) -> usize {
        capacity(self.ctx.budget, self.bytes_each(like))
    }

    /// About how many bytes a position like this one takes.
    fn bytes_each(&self, like: &Position) -> usize {
        let mut key = Vec::new();
        write_position(&mut key, like);
        // Its own and its rank's, with the slack of growing lists, two places in tables, the numbers
        // beside them.
        let values = 4 * (usize::from(self.want.grundy) + usize::from(self.want.length));
        key.len() * 3 / 2 + 48 + values
    }
}

/// Positions, their ranks and their values.
struct Memory<'g> {
    ranking: Moves<'g>,
    positions: Store<'g>,
    /// What every move lowers, each rank once, and its number for each position.
    ranks: Store<'g>,
    rank_of: List<'g, u32>,
    /// One bit a position: set when it is P.
    p: List<'g, u64>,
    grundy: List<'g, u32>,
    length: List<'g, u32>,
    /// How many positions have values: those before this number.
    solved: usize,
    /// The positions that get values, in this order.
    order: List<'g, u32>,
    /// For each number, the last position (plus one) that has an option with this Grundy number.
    marks: List<'g, u32>,
    key: Vec<u8>,
}

impl<'g> Memory<'g> {
    fn new(game: &'g Game, ctx: Ctx<'g>) -> Memory<'g> {
        let Ctx { budget, watch } = ctx;
        Memory {
            ranking: Moves::new(game, watch),
            positions: Store::new(budget),
            ranks: Store::new(budget),
            rank_of: List::new(budget),
            p: List::new(budget),
            grundy: List::new(budget),
            length: List::new(budget),
            solved: 0,
            order: List::new(budget),
            marks: List::new(budget),
            key: Vec::new(),
        }
    }

    fn find(&mut self, position: &Position) -> Option<u32> {
        self.key.clear();
        write_position(&mut self.key, position);
        self.positions.find(&self.key)
    }

    /// Numbers a position and its rank.
    fn intern(&mut self, position: &Position) -> Result<(), Full> {
        self.key.clear();
        write_position(&mut self.key, position);
        self.rank_of.reserve(1)?;
        let new = self.positions.intern(&self.key)?.1;
        if new {
            self.key.clear();
            // A position whose rank has no value is an error as soon as its moves are looked for.
            for part in self.ranking.rank(position).unwrap_or_default() {
                write(&mut self.key, &part);
            }
            let (rank, _) = self.ranks.intern(&self.key)?;
            self.rank_of.push(rank)?;
        }
        Ok(())
    }

    /// Room for the values of all positions, and the order in which those without one get it: the
    /// lowest rank first.
    fn make_room(&mut self, want: Values) -> Result<(), Full> {
        let total = self.positions.len();
        self.p.lengthen(total.div_ceil(64))?;
        if want.grundy {
            self.grundy.lengthen(total)?;
            self.marks.lengthen(64)?;
        }
        if want.length {
            self.length.lengthen(total)?;
        }
        self.order.clear();
        self.order.extend(self.solved as u32..total as u32)?;
        let rank = |id: u32| self.ranks.get(self.rank_of[id as usize]);
        self.order.sort_unstable_by(|&a, &b| rank(a).cmp(rank(b)));
        Ok(())
    }

    fn is_p(&self, id: u32) -> bool {
        self.p[id as usize / 64] >> (id % 64) & 1 == 1
    }

    /// The least number that is not marked for `id`, which becomes its Grundy number.
    fn set_grundy(&mut self, id: u32) -> Result<(), Full> {
        let number = self.marks.iter().take_while(|&&mark| mark == id + 1).count();
        self.grundy[id as usize] = number as u32;
        // There is a mark for every Grundy number, and one more.
        if number + 2 > self.marks.len() {
            self.marks.lengthen(2 * number + 2)?;
        }
        Ok(())
    }
}
