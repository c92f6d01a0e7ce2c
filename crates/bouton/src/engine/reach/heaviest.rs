//! Grundy numbers of regions: for each position and each number, the heaviest position in the box below that has it.
//!
//! What is kept of a position follows from what is kept of those one step lower along each axis, number by number; the least
//! number whose heaviest position is too light to be reached is the position's own.

use super::regions::{Region, regions};
use crate::engine::boxes::{Asked, Counted, Kernel, Planned, Table};
use crate::engine::values::{Outcome, Solved, Values};
use crate::game::{Game, Position, Shape};
use crate::job::{Budget, Ctx, Stop};
use crate::lang::syntax::{Ending, Order};
use crate::rows::{Program, Reg, Rows, Small};
use crate::vectors::vectors;

/// How to compute a box. Positions stand in rows, the first coordinate running.
pub(crate) struct Heaviest {
    most: Vec<usize>,
    kept: Vec<Kept>,
    /// The first coordinate is a column.
    program: Program,
    multisets: bool,
    /// More numbers than there can be.
    numbers: usize,
}

/// What is kept of a region.
struct Kept {
    own: Reg,
    least: Reg,
    /// The last coordinate that it lowers, and the others.
    outer: usize,
    lower: Vec<usize>,
}

/// A Grundy number is larger than there is room for.
struct TooLarge;

impl Heaviest {
    /// How to compute a box; why not, if it is none of this kind.
    pub(crate) fn kernel<'g>(
        game: &'g Game,
        values: Values,
        asked: &Asked<'_>,
    ) -> Result<Planned<'g>, String> {
        Ok(Box::new(Heaviest::of(game, values, asked)?))
    }

    fn of(game: &Game, values: Values, asked: &Asked<'_>) -> Result<Heaviest, String> {
        if !values.grundy || game.ending() == Ending::Misere {
            return Err("it tells Grundy numbers".into());
        }
        let (grid, families) = super::families_of(game, asked)?;
        let heaps = grid.layout.heaps();
        let other = || "not all rules reach whatever is lower, by some weight".to_string();
        let regions = regions(&families, heaps).ok_or_else(other)?;
        if heaps == 0 || regions.iter().any(|region| region.diagonal.is_some()) {
            return Err(other());
        }
        let too_large = || "its weights cannot be computed on small integers".to_string();
        let most: Vec<usize> = (0..heaps).map(|heap| grid.layout.most(heap)).collect();
        let mut program = Program::default();
        let coordinates: Vec<Reg> =
            (0..heaps).map(|i| program.input((0, most[i] as i64), i == 0)).collect();
        let mut kept = Vec::new();
        for region in &regions {
            let compiled = region.compile(&families, &coordinates, &mut program);
            let (own, least) = compiled.ok_or_else(too_large)?;
            let mut lower = region.axes.clone();
            let outer = lower.pop().ok_or_else(other)?;
            kept.push(Kept { own, least, outer, lower });
        }
        let outputs: Vec<Reg> = kept.iter().flat_map(|kept| [kept.own, kept.least]).collect();
        if program.bits(&outputs) > 32 {
            return Err(too_large());
        }
        let all = most.iter().try_fold(1usize, |n, &most| n.checked_mul(most + 1));
        if all.is_none_or(|all| all >= super::MOST) {
            return Err("there are too many positions".into());
        }
        let many = |region: &Region| -> usize {
            let all = region.axes.iter().map(|&axis| most[axis] + 1);
            all.fold(1usize, |all, n| all.saturating_mul(n))
        };
        let numbers = regions.iter().map(many).fold(1usize, usize::saturating_add);
        let multisets = matches!(game.shape, Shape::Heaps { order: Order::None, .. });
        Ok(Heaviest { most, kept, program, multisets, numbers })
    }

    fn positions(&self) -> usize {
        self.most.iter().map(|most| most + 1).product()
    }

    /// How many positions differ in coordinates lower than one.
    fn below(&self, axis: usize) -> usize {
        self.most[..axis].iter().map(|most| most + 1).product()
    }

    /// Grundy numbers up to which room is made at first.
    fn likely(&self) -> usize {
        let largest = self.most.iter().copied().max().unwrap_or(0);
        let numbers = self.numbers.min(super::MOST).next_multiple_of(64);
        (2 * largest + 2).next_power_of_two().min(numbers)
    }

    fn compute_all(&self, ctx: Ctx<'_>) -> Result<Option<Vec<u32>>, Stop> {
        let outputs: Vec<Reg> = self.kept.iter().flat_map(|kept| [kept.own, kept.least]).collect();
        let mut room = self.likely();
        loop {
            // Room for more numbers is more memory.
            let bytes = self.lines_bytes(room);
            if !ctx.budget.take(bytes) {
                return Ok(None);
            }
            let numbers = match self.program.bits(&outputs) {
                ..=16 => self.run::<i16>(room, ctx),
                _ => self.run::<i32>(room, ctx),
            };
            ctx.budget.give(bytes);
            match numbers {
                Ok(Ok(numbers)) => return Ok(Some(numbers)),
                Ok(Err(TooLarge)) => room *= 2,
                Err(stop) => return Err(stop),
            }
        }
    }

    fn lines_bytes(&self, room: usize) -> u64 {
        let each = self.kept.iter().map(|kept| self.below(kept.outer));
        (each.sum::<usize>() as u64).saturating_mul(room as u64 * 4)
    }

    fn run<T: Small>(&self, room: usize, ctx: Ctx<'_>) -> Result<Result<Vec<u32>, TooLarge>, Stop> {
        let outputs: Vec<Reg> = self.kept.iter().flat_map(|kept| [kept.own, kept.least]).collect();
        let width = self.most[0] + 1;
        let mut rows = Rows::<T>::new(&self.program, &outputs, width);
        let mut state = State {
            heaviest: self
                .kept
                .iter()
                .map(|kept| vec![T::default(); self.below(kept.outer) * room])
                .collect(),
            reached: vec![T::default(); room],
            room,
            end: 1,
        };
        let all = self.positions();
        let mut numbers = Vec::with_capacity(all);
        let mut at = vec![0usize; self.most.len()];
        loop {
            if ctx.watch.tick(numbers.len() as u64, Some(all as u64)).is_break() {
                return Err(Stop::Cancelled);
            }
            for (i, &x) in at.iter().enumerate().skip(1) {
                rows.set(i, T::of(x as i64));
            }
            rows.run(width);
            let row = vectors(
                #[inline(always)]
                || state.row(self, &rows, &mut at, &mut numbers),
            );
            if row.is_err() {
                return Ok(Err(TooLarge));
            }
            let Some(i) = (1..at.len()).find(|&i| at[i] < self.most[i]) else {
                return Ok(Ok(numbers));
            };
            at[i] += 1;
            at[1..i].fill(0);
        }
    }

    /// The place of a position among those that differ in lower coordinates than one.
    fn place(&self, at: &[usize]) -> usize {
        at.iter().zip(&self.most).rev().fold(0, |place, (x, most)| place * (most + 1) + x)
    }
}

/// What is kept while it is computed.
struct State<T> {
    /// For each region and position the heaviest of each number, and one more; 0 if there is none.
    heaviest: Vec<Vec<T>>,
    reached: Vec<T>,
    room: usize,
    /// The numbers so far are less.
    end: usize,
}

impl<T: Small> State<T> {
    /// Computes the numbers of a row.
    #[inline(always)]
    fn row(
        &mut self,
        plan: &Heaviest,
        rows: &Rows<T>,
        at: &mut [usize],
        numbers: &mut Vec<u32>,
    ) -> Result<(), TooLarge> {
        let State { heaviest, reached, room, end } = self;
        let (room, width) = (*room, plan.most[0] + 1);
        let starts: Vec<usize> =
            plan.kept.iter().map(|kept| plan.place(&at[..kept.outer])).collect();
        for x in 0..width {
            at[0] = x;
            let some = (*end + 1).next_multiple_of(32).min(room);
            let reached = &mut reached[..some];
            reached.fill(T::default());
            for (i, kept) in plan.kept.iter().enumerate() {
                let all = &mut heaviest[i];
                let start = (starts[i] + if kept.outer > 0 { x } else { 0 }) * room;
                let (below, own) = all.split_at_mut(start);
                let own = &mut own[..some];
                if at[kept.outer] == 0 {
                    own.fill(T::default());
                }
                for &axis in kept.lower.iter().filter(|&&axis| at[axis] > 0) {
                    let from = start - plan.below(axis) * room;
                    for (to, &n) in own.iter_mut().zip(&below[from..from + some]) {
                        *to = n.max(*to);
                    }
                }
                let least = rows.output(2 * i + 1, width).get(x);
                for (to, &n) in reached.iter_mut().zip(&*own) {
                    *to = T::of(i64::from(n >= least)).max(*to);
                }
            }
            let number = reached.iter().position(|&seen| seen == T::default());
            let number = number.filter(|&number| number < room).ok_or(TooLarge)?;
            for (i, kept) in plan.kept.iter().enumerate() {
                let start = (starts[i] + if kept.outer > 0 { x } else { 0 }) * room;
                heaviest[i][start + number] = rows.output(2 * i, width).get(x);
            }
            *end = (*end).max(number + 1);
            numbers.push(number as u32);
        }
        at[0] = 0;
        Ok(())
    }
}

impl Kernel for Heaviest {
    fn words(&self) -> String {
        "position by position: for each one and each Grundy number the heaviest position below that has it is kept, and \
         the least number out of reach is its own"
            .into()
    }

    fn bytes(&self, _: bool) -> u64 {
        self.lines_bytes(self.likely()).saturating_add(self.positions() as u64 * 4)
    }

    fn nanoseconds(&self) -> f64 {
        let numbers = self.likely() as f64 / 8.0;
        let each: usize = self.kept.iter().map(|kept| 2 + kept.lower.len()).sum();
        self.positions() as f64 * each as f64 * (10.0 + numbers / 3.0)
    }

    fn compute<'b>(self: Box<Self>, ctx: Ctx<'b>) -> Result<Option<Box<dyn Table + 'b>>, Stop> {
        let bytes = self.positions() as u64 * 4;
        if !ctx.budget.take(bytes) {
            return Ok(None);
        }
        let numbers = self.compute_all(ctx);
        if !matches!(numbers, Ok(Some(_))) {
            ctx.budget.give(bytes);
        }
        let Some(numbers) = numbers? else { return Ok(None) };
        Ok(Some(Box::new(Known { plan: *self, numbers, bytes, budget: ctx.budget })))
    }

    fn count(self: Box<Self>, ctx: Ctx<'_>) -> Result<Option<Counted>, Stop> {
        let bytes = self.positions() as u64 * 4;
        if !ctx.budget.take(bytes) {
            return Ok(None);
        }
        let numbers = self.compute_all(ctx);
        ctx.budget.give(bytes);
        Ok(numbers?.map(|numbers| super::counted(&numbers, &self.most, self.multisets, false)))
    }
}

/// A box that was computed.
struct Known<'b> {
    plan: Heaviest,
    numbers: Vec<u32>,
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
        let at = super::coordinates_of(position, &self.plan.most)?;
        let number = self.numbers[self.plan.place(&at)];
        let outcome = if number == 0 { Outcome::P } else { Outcome::N };
        Some(Solved { outcome, grundy: want.grundy.then_some(number), length: None })
    }

    fn positions(&self) -> usize {
        self.numbers.len()
    }
}
