//! Moves of tuples as programs, for many positions at once: they may raise coordinates, and lower what the game says.

use super::graph::{BATCH, Graph, Keys, See, SeeOption, Start};
use super::planned;
use crate::engine::asked::Asked;
use crate::engine::columns::{Moves, Staged};
use crate::engine::kernel::{Failed, Planned};
use crate::engine::lower::{COUNTERS, Family, NOTHING, Output, conditions, families, rank};
use crate::engine::space::{Counts, Numbering, Space};
use crate::engine::values::Values;
use crate::game::{Game, Position, Shape};
use crate::lang::core::Word;
use crate::rows::{Program, Reg, Rows};

/// A table of all places has at most this many times as many places as there are positions to ask for.
const SPARSE: u64 = 8;

/// A table with this many places is always made.
const SMALL: u64 = 1 << 16;

/// How often there may be too little room for coordinates.
const WIDER: u32 = 2;

/// Tuples, their moves and what these lower.
pub(in crate::engine) struct Steps<'g> {
    game: &'g Game,
    space: Space,
    start: Start,
    families: Vec<Family>,
    staged: Vec<Staged>,
    /// Whether numbers are a position.
    is: Output,
    rank: Rank,
    /// When one may pass, where that has a condition.
    pass: Option<Output>,
    /// The programs at work.
    work: Option<Work>,
    /// How often there was too little room.
    widened: u32,
}

/// What every move lowers: some numbers, the first of which counts most, and by how much each is multiplied.
struct Rank {
    program: Program,
    parts: Vec<Reg>,
    sizes: Vec<u64>,
}

/// Programs at work on many positions.
struct Work {
    moves: Vec<Moves<i64>>,
    is: Rows<i64>,
    rank: Rows<i64>,
    pass: Option<Rows<i64>>,
    /// The coordinates and counters of the positions at hand, and whether they have a move.
    columns: Vec<Vec<i64>>,
    any: Vec<bool>,
    /// None of them is done before all options are seen.
    done: Vec<bool>,
}

impl Steps<'_> {
    /// How to compute what is asked for; why not, if the game is of another kind.
    pub(in crate::engine) fn of<'g>(
        game: &'g Game,
        values: Values,
        asked: &Asked<'_>,
    ) -> Result<Planned<'g>, String> {
        if !matches!(game.shape, Shape::Tuple(..)) {
            return Err("its positions are no tuples".into());
        }
        if game.turn || game.last {
            return Err("its rules look at `turn` or `last`".into());
        }
        let space = Space::of(game, asked, false)?;
        let most = asked.most(game).ok_or("its positions are too large")?;
        let room = most.iter().sum();
        let start = match asked {
            Asked::Box(_) => Start::All(space.layout.clone()),
            Asked::Below(_) => Start::One(most),
        };
        planned(Steps::with(game, &space, start, room, 0)?, game, values)
    }
}

impl<'g> Steps<'g> {
    /// The same with room for coordinates up to a number.
    fn with(
        game: &'g Game,
        space: &Space,
        start: Start,
        room: usize,
        widened: u32,
    ) -> Result<Steps<'g>, String> {
        let space = space.free(room).ok_or("its positions are too many or too large")?;
        let families = families(game, &space)?;
        let staged = families.iter().map(Staged::of).collect::<Option<_>>();
        let staged = staged.ok_or("a number may be too large")?;
        let (is, pass) = conditions(game, &space)?;
        let rank = Rank::of(game, &space).ok_or("what its moves lower may be too large")?;
        Ok(Steps { game, space, start, families, staged, is, rank, pass, work: None, widened })
    }

    /// The programs at work.
    fn work(&mut self) -> (&mut Work, &Space) {
        let Steps { space, staged, is, rank, pass, work, .. } = self;
        let new = || {
            let heaps = space.layout.heaps();
            let rows = |(program, reg): &Output| Rows::new(program, &[*reg], BATCH);
            Work {
                moves: staged.iter().map(Moves::new).collect(),
                is: rows(is),
                rank: Rows::new(&rank.program, &rank.parts, BATCH),
                pass: pass.as_ref().map(rows),
                columns: vec![Vec::with_capacity(BATCH); heaps + COUNTERS],
                any: Vec::new(),
                done: Vec::new(),
            }
        };
        (work.get_or_insert_with(new), space)
    }

    /// Shows those of some positions that are positions of the game.
    fn show(&mut self, keys: &mut Vec<u64>, see: See<'_, u64>) -> Result<(), Failed> {
        let (work, space) = self.work();
        work.read(keys, space);
        let is = run(&mut work.is, &work.columns, keys.len());
        for (i, &key) in keys.iter().enumerate() {
            if is.output(0, keys.len()).get(i) != 0 {
                see(key)?;
            }
        }
        keys.clear();
        Ok(())
    }
}

impl Work {
    /// Writes the coordinates and counters of positions into the columns.
    fn read(&mut self, keys: &[u64], space: &Space) {
        let (counts, heaps) = (space.counts(), space.layout.heaps());
        self.columns.iter_mut().for_each(Vec::clear);
        for &key in keys {
            let mut place = key as usize / counts;
            for heap in 0..heaps {
                let each = space.layout.most(heap) + 1;
                self.columns[heap].push((place % each) as i64);
                place /= each;
            }
            let Counts { last, passes, other } = space.count(key as usize % counts);
            // The turn is the first.
            let counters = [1, last as i64, passes as i64, other as i64];
            for (column, counter) in self.columns[heaps..].iter_mut().zip(counters) {
                column.push(counter);
            }
        }
    }
}

/// Runs a program on the columns of positions.
fn run<'r>(rows: &'r mut Rows<i64>, columns: &[Vec<i64>], len: usize) -> &'r Rows<i64> {
    for (input, column) in columns.iter().enumerate() {
        rows.column(input)[..len].copy_from_slice(&column[..len]);
    }
    rows.run(len);
    rows
}

impl Rank {
    /// `None` if it may be too large, or have no value.
    fn of(game: &Game, space: &Space) -> Option<Rank> {
        let mut program = Program::default();
        let (words, other) = space.words(&mut program);
        let mut parts = rank(game, &words, &mut program)?;
        if let Some(passes) = words.given(Word::Passes) {
            parts.push(match other {
                Some(other) => program.add(passes, other)?,
                None => passes,
            });
        }
        let size = |&part: &Reg| u64::try_from(program.range(part).1).unwrap_or(0).checked_add(1);
        let sizes: Vec<u64> = parts.iter().map(size).collect::<Option<_>>()?;
        sizes.iter().try_fold(1u64, |all, &size| all.checked_mul(size))?;
        Some(Rank { program, parts, sizes })
    }
}

impl Graph for Steps<'_> {
    type Key = u64;
    type Keys = Space;

    const WORDS: &'static str = "all positions that can be reached are found first, then valued from the lowest rank \
                                 upwards: the moves of many are computed together as columns of small integers, and \
                                 memory grows with the positions that are found";

    fn asked(&mut self, see: See<'_, u64>) -> Result<(), Failed> {
        let (counts, start) = (self.space.counts(), self.start.clone());
        let asked: Vec<usize> =
            (0..counts).filter(|&number| self.space.is_asked(self.space.count(number))).collect();
        let mut keys = Vec::new();
        start.each(|heaps| {
            let place = self.space.layout.place(heaps);
            for &number in &asked {
                keys.push((place * counts + number) as u64);
                if keys.len() == BATCH {
                    self.show(&mut keys, see)?;
                }
            }
            Ok(())
        })?;
        self.show(&mut keys, see)
    }

    fn count(&self) -> u64 {
        self.start.count().saturating_mul(self.space.counts() as u64)
    }

    fn most(&self) -> u64 {
        (self.space.layout.positions() as u64).saturating_mul(self.space.counts() as u64)
    }

    fn nanoseconds(&self) -> f64 {
        let moves =
            |family: &Family| family.spans().map(|span| (span / 4.0).max(1.0)).product::<f64>();
        // Each move is looked at twice.
        100.0 + 40.0 * self.families.iter().map(moves).sum::<f64>()
    }

    fn bytes(&self) -> u64 {
        let rows = |(program, reg): &Output| Rows::<i64>::bytes_of(program, &[*reg], BATCH);
        let moves: usize = self.staged.iter().map(Staged::bytes::<i64>).sum();
        let rank = Rows::<i64>::bytes_of(&self.rank.program, &self.rank.parts, BATCH);
        let columns = (self.space.layout.heaps() + COUNTERS) * BATCH * size_of::<i64>();
        (moves + rank + rows(&self.is) + self.pass.as_ref().map_or(0, rows) + columns) as u64
    }

    fn dense(&self) -> Option<usize> {
        let few = self.most() <= SMALL.max(self.count().saturating_mul(SPARSE));
        few.then_some(self.most() as usize)
    }

    fn ranks(&mut self, keys: &[u64], ranks: &mut [u64]) -> Result<(), Failed> {
        let sizes = self.rank.sizes.clone();
        let (work, space) = self.work();
        work.read(keys, space);
        let rows = run(&mut work.rank, &work.columns, keys.len());
        for (i, rank) in ranks.iter_mut().enumerate() {
            *rank = 0;
            for (part, size) in sizes.iter().enumerate() {
                // A rank that is negative is an error.
                let part = rows.output(part, keys.len()).get(i);
                *rank = *rank * size + u64::try_from(part).map_err(|_| Failed::Strays)?;
            }
        }
        Ok(())
    }

    fn options(&mut self, keys: &[u64], see: SeeOption<'_, u64>) -> Result<(), Failed> {
        let (work, space) = self.work();
        work.read(keys, space);
        let Work { moves, pass, columns, any, done, .. } = work;
        any.clear();
        any.resize(keys.len(), false);
        done.clear();
        done.resize(keys.len(), false);
        for moves in moves {
            moves.each(columns, keys.len(), false, done, &mut |row, place, _| {
                any[row] = true;
                see(row, place as u64).map(drop)
            })?;
        }
        if space.passes.is_none() {
            return Ok(());
        }
        let pass = pass.as_mut().map(|pass| run(pass, columns, keys.len()));
        let counts = space.counts();
        for (row, &key) in keys.iter().enumerate() {
            let count = space.count(key as usize % counts);
            if !any[row] || count.passes == 0 {
                continue;
            }
            let may = pass.map_or(1, |pass| pass.output(0, keys.len()).get(row));
            if may == NOTHING {
                return Err(Failed::Strays);
            }
            if may != 0 {
                see(row, space.passed(key as usize / counts, count) as u64)?;
            }
        }
        Ok(())
    }

    fn keys(&self) -> Space {
        self.space.clone()
    }

    fn wider(&self) -> Option<Self> {
        // The sum of the coordinates bounds them, unless the game lowers something else.
        if self.game.rank.is_none() || self.widened >= WIDER {
            return None;
        }
        let room = self.space.layout.most(0).checked_mul(4)?.checked_add(16)?;
        Steps::with(self.game, &self.space, self.start.clone(), room, self.widened + 1).ok()
    }
}

impl Keys<u64> for Space {
    fn key(&self, position: &Position) -> Option<u64> {
        self.find(position).map(|(_, place)| place as u64)
    }
}
