//! All positions of a box, one after the other: for any game whose moves lower heaps or coordinates.

mod amounts;
mod family;
mod grid;
mod position;
mod rules;
mod run;
mod several;

pub(super) use self::family::{COUNTERS, Family};
pub(super) use self::grid::{Counts, Grid};
pub(super) use self::position::{is_position, rank};
pub(super) use self::rules::families;
use self::run::{Failed, Run};
use super::boxes::{Asked, Counted, Kernel, Planned, Table};
use super::number::Number;
use super::values::{Outcome, Solved, Values};
use crate::game::{Game, Position};
use crate::job::{Budget, Ctx, Stop};
use crate::lang::syntax::Ending;
use crate::rows::{Compiler, Program, Reg, Small};

/// A box that can be computed position by position, and how.
pub(crate) struct Cells {
    grid: Grid,
    rules: Rules,
    grundy: bool,
    misere: bool,
}

/// The rules of a game as programs.
struct Rules {
    families: Vec<Family>,
    /// Whether numbers are a position.
    is: (Program, Reg),
    /// When one may pass, where that has a condition.
    pass: Option<Pass>,
}

struct Pass(Program, Reg);

impl Cells {
    /// How to compute a box; why not, if it is none of this kind.
    pub(crate) fn kernel<'g>(
        game: &'g Game,
        values: Values,
        asked: &Asked<'_>,
    ) -> Result<Planned<'g>, String> {
        Ok(Box::new(Cells::of(game, values, asked)?))
    }

    fn of(game: &Game, values: Values, asked: &Asked<'_>) -> Result<Cells, String> {
        if game.declares_rank() {
            return Err("it says itself what its moves lower".into());
        }
        let (grid, families) = Cells::moves(game, asked)?;
        if families.iter().any(|family| family.leaves) {
            return Err("a move raises a coordinate".into());
        }
        let may_fail = || "a condition cannot be computed on small integers".to_string();
        let mut program = Program::default();
        let (words, _) = grid.words(&mut program);
        let is = is_position(game, &words, &mut program).ok_or_else(may_fail)?;
        let pass = match game.pass.as_ref().and_then(|pass| pass.when) {
            None => None,
            Some(when) => {
                let mut program = Program::default();
                let (words, _) = grid.words(&mut program);
                let mut compiler = Compiler::new(&game.core, &words, None);
                let when = compiler.compile(when, &mut program).ok_or_else(may_fail)?;
                Some(Pass(program, when))
            }
        };
        let rules = Rules { families, is: (program, is), pass };
        let misere = game.ending() == Ending::Misere;
        Ok(Cells { grid, rules, grundy: values.grundy, misere })
    }

    /// Where positions stand, and the moves: each multiset once, or all orders of heaps below a few that differ much,
    /// whichever is less.
    fn moves(game: &Game, asked: &Asked<'_>) -> Result<(Grid, Vec<Family>), String> {
        let all = Grid::of(game, asked, false).ok();
        let sorted = Grid::of(game, asked, true);
        let fewer = all.filter(|all| match &sorted {
            Ok(sorted) => all.layout.positions() < sorted.layout.positions(),
            Err(_) => true,
        });
        if let Some(grid) = fewer
            && let Ok(families) = families(game, &grid)
        {
            return Ok((grid, families));
        }
        let grid = sorted?;
        let families = families(game, &grid)?;
        Ok((grid, families))
    }

    /// The places of the table of one turn.
    fn places(&self) -> usize {
        self.grid.layout.positions() * self.grid.counts()
    }

    /// How many turns are kept, and how many are looked at at once.
    fn turns(&self) -> usize {
        self.grid.turns.as_ref().map_or(1, |turns| turns.end() - turns.start() + 1)
    }

    /// The bits of the integers that the programs need.
    fn bits(&self) -> u32 {
        let of = |family: &Family| {
            let Family { program, lo, hi, may, is, place, strays, .. } = family;
            let outputs = [&lo[..], &hi[..], &[*may, *is, *place, *strays]].concat();
            program.bits(&outputs)
        };
        let bits = self.rules.families.iter().map(of).max().unwrap_or(1);
        let is = self.rules.is.0.bits(&[self.rules.is.1]);
        let pass = self.rules.pass.as_ref().map_or(1, |Pass(program, when)| program.bits(&[*when]));
        // The inputs, and the places of the table.
        let inputs = 65 - (self.places() as u64 + self.grid.stones as u64).leading_zeros();
        bits.max(is).max(pass).max(inputs)
    }

    fn tables<G: Number>(&self, ctx: Ctx<'_>) -> Result<Vec<Vec<G>>, Failed> {
        match self.bits() {
            ..=32 => self.tables_of::<i32, G>(ctx),
            _ => self.tables_of::<i64, G>(ctx),
        }
    }

    /// The tables of the turns that are asked for.
    fn tables_of<T: Small, G: Number>(&self, ctx: Ctx<'_>) -> Result<Vec<Vec<G>>, Failed> {
        let places = self.places();
        let mut run = Run::<T>::new(&self.grid, &self.rules, self.grundy, self.misere);
        let new = || vec![G::default(); places];
        let Some(turns) = &self.grid.turns else {
            let mut table = new();
            let of = Some(places as u64);
            run.table(0, None, 0, &mut table, &mut |done| ctx.watch.tick(done, of))?;
            return Ok(vec![table]);
        };
        let passes = self.grid.passes.unwrap_or(0) + self.grid.other.unwrap_or(0);
        // On the last turn that can be reached nothing is left.
        let late = self.grid.stones + passes;
        let mut next: Vec<G> = new();
        for late in (1..=late).rev() {
            let mut table = new();
            let turn = turns.end() + late;
            run.table(turn, Some(&next), late, &mut table, &mut |done| ctx.watch.tick(done, None))?;
            next = table;
        }
        let mut tables: Vec<Vec<G>> = Vec::new();
        for turn in turns.clone().rev() {
            let mut table = new();
            let after = tables.last().unwrap_or(&next);
            run.table(turn, Some(after), 0, &mut table, &mut |done| ctx.watch.tick(done, None))?;
            tables.push(table);
        }
        tables.reverse();
        Ok(tables)
    }

    /// The numbers of a box, in as few bytes as they fit in.
    fn numbers(&self, ctx: Ctx<'_>) -> Result<Option<Numbers>, Stop> {
        let mut made = self.tables(ctx).map(Numbers::Small);
        if matches!(made, Err(Failed::TooLarge)) {
            made = self.tables(ctx).map(Numbers::Middle);
        }
        if matches!(made, Err(Failed::TooLarge)) {
            made = self.tables(ctx).map(Numbers::Large);
        }
        match made {
            Ok(numbers) => Ok(Some(numbers)),
            Err(Failed::Stopped) => Err(Stop::Cancelled),
            Err(Failed::Strays | Failed::TooLarge) => Ok(None),
        }
    }

    /// Counts what is asked for.
    fn counted<G: Number>(&self, tables: &[Vec<G>]) -> Counted {
        let counts = self.grid.counts();
        let asked: Vec<bool> =
            (0..counts).map(|number| self.grid.is_asked(self.grid.count(number))).collect();
        let mut counted = Counted { max_grundy: self.grundy.then_some(0), ..Counted::default() };
        for table in tables {
            for (of_counts, is) in table.chunks(counts).zip(self.positions()) {
                for (value, _) in of_counts.iter().zip(&asked).filter(|(_, asked)| is && **asked) {
                    counted.positions += 1;
                    counted.p += u64::from(value.get() == 0);
                    counted.max_grundy =
                        counted.max_grundy.map(|most| most.max(value.get() as u32));
                }
            }
        }
        counted
    }

    /// Whether each place of the layout is a position.
    fn positions(&self) -> Box<dyn Iterator<Item = bool> + '_> {
        let (program, is) = &self.rules.is;
        if program.known(*is) == Some(1) {
            return Box::new(std::iter::repeat(true));
        }
        let mut rows = crate::rows::Rows::<i64>::new(program, &[*is], 1);
        let mut row = Some(self.grid.layout.first());
        let mut first = 0;
        Box::new(std::iter::from_fn(move || {
            let at = row.as_mut()?;
            for (i, &heap) in at.heaps.iter().enumerate() {
                rows.set(i, if i == 0 { first as i64 } else { heap as i64 });
            }
            rows.run(1);
            let is = rows.output(0, 1).get(0) != 0;
            first += 1;
            if first == at.len {
                first = 0;
                if !self.grid.layout.next(at) {
                    row = None;
                }
            }
            Some(is)
        }))
    }
}

impl Kernel for Cells {
    fn words(&self) -> String {
        "a table of all positions: the moves of each are computed as columns of small integers, and their values \
         looked up"
            .into()
    }

    fn may_fail(&self) -> bool {
        let may = |family: &Family| family.program.known(family.strays) != Some(0);
        self.rules.families.iter().any(may)
    }

    fn bytes(&self, _: bool) -> u64 {
        let width = if self.grundy { 2 } else { 1 };
        // The table of the turn behind those that are kept.
        let turns = self.turns() + if self.grid.turns.is_some() { 2 } else { 0 };
        let families = self.rules.families.len() as u64 * (1 << 16);
        let tables = (self.places() as u64 * width).saturating_mul(turns as u64);
        tables.saturating_add(self.grid.layout.bytes() as u64 + families)
    }

    fn nanoseconds(&self) -> f64 {
        let turns = self
            .grid
            .turns
            .as_ref()
            .map_or(1, |turns| turns.end() - turns.start() + 1 + self.grid.stones);
        let positions = self.places() as f64 * turns as f64;
        // All moves are looked at for Grundy numbers, about a fourth for outcomes.
        let looked = if self.grundy { 1.0 } else { 0.25 };
        let of = |family: &Family| {
            let Family { program, lo, hi, .. } = family;
            let mean = |(&lo, &hi): (&Reg, &Reg)| {
                let (lo, hi) = (program.range(lo).0, program.range(hi).1);
                ((hi - lo) as f64 / 2.0).max(1.0)
            };
            let moves: Vec<f64> = lo.iter().zip(hi).map(mean).collect();
            let outer: f64 = moves[..moves.len().saturating_sub(1)].iter().product();
            80.0 + looked * (outer * 80.0 + moves.iter().product::<f64>() * 2.0)
        };
        positions * self.rules.families.iter().map(of).sum::<f64>()
    }

    fn compute<'b>(self: Box<Self>, ctx: Ctx<'b>) -> Result<Option<Box<dyn Table + 'b>>, Stop> {
        let bytes = self.bytes(true);
        if !ctx.budget.take(bytes) {
            return Ok(None);
        }
        let numbers = self.numbers(ctx);
        if !matches!(numbers, Ok(Some(_))) {
            ctx.budget.give(bytes);
        }
        let Some(numbers) = numbers? else { return Ok(None) };
        Ok(Some(Box::new(Known { grid: self.grid, numbers, bytes, budget: ctx.budget })))
    }

    fn count(self: Box<Self>, ctx: Ctx<'_>) -> Result<Option<Counted>, Stop> {
        let bytes = self.bytes(false);
        if !ctx.budget.take(bytes) {
            return Ok(None);
        }
        let numbers = self.numbers(ctx);
        ctx.budget.give(bytes);
        Ok(numbers?.map(|numbers| match numbers {
            Numbers::Small(tables) => self.counted(&tables),
            Numbers::Middle(tables) => self.counted(&tables),
            Numbers::Large(tables) => self.counted(&tables),
        }))
    }
}

/// The values of all positions, a table for each turn.
enum Numbers {
    Small(Vec<Vec<u8>>),
    Middle(Vec<Vec<u16>>),
    Large(Vec<Vec<u32>>),
}

/// A box that was computed.
struct Known<'b> {
    grid: Grid,
    numbers: Numbers,
    /// What was taken out of the budget.
    bytes: u64,
    budget: &'b Budget,
}

impl Drop for Known<'_> {
    fn drop(&mut self) {
        self.budget.give(self.bytes);
    }
}

impl Table for Known<'_> {
    fn get(&self, position: &Position, want: Values) -> Option<Solved> {
        let (place, turn) = self.grid.find(position)?;
        let turn = match &self.grid.turns {
            Some(turns) => turns.contains(&turn).then(|| turn - turns.start())?,
            None => 0,
        };
        let number = match &self.numbers {
            Numbers::Small(tables) => u32::from(tables[turn][place]),
            Numbers::Middle(tables) => u32::from(tables[turn][place]),
            Numbers::Large(tables) => tables[turn][place],
        };
        let outcome = if number == 0 { Outcome::P } else { Outcome::N };
        Some(Solved { outcome, grundy: want.grundy.then_some(number), length: None })
    }

    fn positions(&self) -> usize {
        let tables = match &self.numbers {
            Numbers::Small(tables) => tables.len(),
            Numbers::Middle(tables) => tables.len(),
            Numbers::Large(tables) => tables.len(),
        };
        self.grid.layout.positions() * self.grid.counts() * tables
    }
}
