//! The one driver: it takes memory, goes through layers and rows, listens for a stop, and counts.

use super::asked::Asked;
use super::kernel::{Counted, Failed, Kernel, Out, Planned, Pulse, RowKernel, Select};
use super::space::{Outer, Row, Space};
use super::table::{Cells, Number, Table, Width};
use super::values::Values;
use crate::game::Game;
use crate::job::{Ctx, Lease, Stop};
use crate::rows;

/// A kernel that fills rows, driven.
pub(super) struct Driven<K>(pub(super) K);

/// A kernel that fills rows, for what is asked for; why not, if the game is of another kind.
pub(super) fn driven<'g, K: Select + 'static>(
    game: &'g Game,
    values: Values,
    asked: &Asked<'_>,
) -> Result<Planned<'g>, String> {
    Ok(Driven::planned(K::of(game, values, asked)?))
}

impl<K: RowKernel> Driven<K> {
    /// A kernel, ready to run.
    pub(super) fn planned<'g>(kernel: K) -> Planned<'g>
    where
        K: 'g,
    {
        Box::new(Driven(kernel))
    }

    /// The bytes of the cells that are there at one time.
    fn cells_bytes(&self, keep: bool) -> u64 {
        let (space, width) = (self.0.space(), self.0.width());
        let layer = width.bytes(space.cells() as u64);
        let layers = match &space.outer {
            // Without passes outcomes need not be kept to count them.
            Outer::Nothing if !keep && width == Width::Bit => 0,
            Outer::Nothing => 1,
            Outer::Passes(_) => space.kept_layers(),
            // One is computed from the one behind those that are kept.
            Outer::Turns(_) => space.kept_layers() + 2,
        };
        layer.saturating_mul(layers as u64)
    }

    /// Fills the table, as often as it takes to find cells that hold all numbers.
    fn run<'b>(
        &mut self,
        mode: Mode,
        ctx: Ctx<'b>,
    ) -> Result<Option<(Vec<Cells>, Counted, Lease<'b>)>, Stop> {
        loop {
            let bytes = self.bytes(mode == Mode::Keep);
            let Some(mut lease) = ctx.budget.lease(bytes) else { return Ok(None) };
            let mut filled = Filled::new(mode, self.0.width());
            match filled.fill(&self.0, &mut lease, ctx) {
                Ok(()) => return Ok(Some((filled.layers, filled.counted, lease))),
                Err(Failed::Stopped) => return Err(Stop::Cancelled),
                Err(Failed::TooLarge) if self.0.widen() => {}
                Err(Failed::TooLarge | Failed::Full | Failed::Strays) => return Ok(None),
            }
        }
    }
}

impl<K: RowKernel> Kernel for Driven<K> {
    fn words(&self) -> String {
        self.0.words()
    }

    fn may_fail(&self) -> bool {
        self.0.may_stray()
    }

    fn bytes(&self, keep: bool) -> u64 {
        let tables = self.0.space().layout.bytes() as u64;
        self.cells_bytes(keep).saturating_add(self.0.state_bytes()).saturating_add(tables)
    }

    fn nanoseconds(&self) -> f64 {
        self.0.nanoseconds()
    }

    fn compute<'b>(
        mut self: Box<Self>,
        name: &'static str,
        ctx: Ctx<'b>,
    ) -> Result<Option<Table<'b>>, Stop> {
        let Some((layers, _, mut lease)) = self.run(Mode::Keep, ctx)? else { return Ok(None) };
        let space = self.0.space().clone();
        lease.shrink(layers.iter().map(Cells::bytes).sum::<u64>() + space.layout.bytes() as u64);
        let positions = space.cells() * layers.len();
        Ok(Some(Table::new(Box::new(space), layers, positions, name, lease)))
    }

    fn count(mut self: Box<Self>, ctx: Ctx<'_>) -> Result<Option<Counted>, Stop> {
        Ok(self.run(Mode::Count, ctx)?.map(|(_, counted, _)| counted))
    }
}

/// What is wanted of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Keep,
    Count,
}

/// The layers of a table while they are filled.
struct Filled {
    mode: Mode,
    width: Width,
    layers: Vec<Cells>,
    /// The last layer that is only needed on the way, and one that is no longer needed.
    on_the_way: Option<Cells>,
    spare: Option<Cells>,
    counted: Counted,
}

impl Filled {
    fn new(mode: Mode, width: Width) -> Filled {
        let outcomes = matches!(width, Width::Bit | Width::Run);
        let max_grundy = (!outcomes).then_some(0);
        let counted = Counted { max_grundy, ..Counted::default() };
        Filled { mode, width, layers: Vec::new(), on_the_way: None, spare: None, counted }
    }

    fn fill<K: RowKernel>(
        &mut self,
        kernel: &K,
        lease: &mut Lease<'_>,
        ctx: Ctx<'_>,
    ) -> Result<(), Failed> {
        let space = kernel.space();
        let all = (space.cells() as u64).saturating_mul(space.all_layers() as u64);
        let mut pulse = Pulse::new(ctx.watch, Some(all));
        let mut state = kernel.state();
        let mut tally = Tally::new(space);
        let keep = self.mode == Mode::Keep || space.outer != Outer::Nothing;
        let room = if keep || self.width != Width::Bit { space.cells() } else { 0 };
        let (symmetric, counts) = (space.is_symmetric(), space.counts());
        let first = kernel.first();
        let mut row = first.clone();
        for layer in space.layers() {
            let mut cells = match self.spare.take() {
                Some(spare) => spare,
                None => Cells::with_room(self.width, room),
            };
            cells.clear();
            kernel.begin(&mut state, layer, &mut cells);
            let before = self.layers.last().or(self.on_the_way.as_ref());
            let count = self.mode == Mode::Count && layer.late == 0;
            row.clone_from(&first);
            loop {
                let counted = match (count, symmetric) {
                    (false, _) => 0..0,
                    (true, false) => 0..row.len,
                    (true, true) => space.layout.rising(&row),
                };
                let mut out = Out::new(&mut cells, keep, counted.clone());
                kernel.row(&mut state, &row, before, &mut out, &mut pulse)?;
                let p = out.p();
                match self.counted.max_grundy {
                    _ if !count => {}
                    None => {
                        self.counted.positions += counted.len() as u64;
                        self.counted.p += p;
                    }
                    Some(_) => tally.add(&cells, &row, counted, &mut self.counted),
                }
                pulse.done((row.len * counts) as u64);
                // Intervals are few, however long the row.
                pulse.work(if self.width == Width::Run { 1 } else { row.len as u64 })?;
                if !kernel.next(&mut row) {
                    break;
                }
            }
            self.keep(cells, layer.late > 0, lease)?;
        }
        if matches!(space.outer, Outer::Turns(_)) {
            self.layers.reverse();
        }
        Ok(())
    }

    /// Keeps a layer, or only for the next one.
    fn keep(&mut self, cells: Cells, late: bool, lease: &mut Lease<'_>) -> Result<(), Failed> {
        if late {
            self.spare = self.on_the_way.replace(cells);
            return Ok(());
        }
        self.spare = self.on_the_way.take();
        if self.mode == Mode::Count {
            self.spare = self.layers.pop().or(self.spare.take());
        }
        // How many runs there are is known only now.
        if self.width == Width::Run && self.mode == Mode::Keep && !lease.grow(cells.bytes()) {
            return Err(Failed::Full);
        }
        self.layers.push(cells);
        Ok(())
    }
}

impl Counted {
    /// Counts positions with these numbers.
    fn add<G: Number>(&mut self, numbers: &[G]) {
        let p = numbers.iter().filter(|number| number.get() == 0).count();
        let most = numbers.iter().map(|number| number.get() as u32).max();
        self.positions += numbers.len() as u64;
        self.p += p as u64;
        self.max_grundy = self.max_grundy.max(most);
    }
}

/// Counts the numbers of the positions that are asked for.
struct Tally<'s> {
    space: &'s Space,
    /// Whether numbers are a position, where not all are.
    is: Option<rows::Rows<i64>>,
    /// Whether each number of inner counters is asked for.
    asked: Vec<bool>,
}

impl<'s> Tally<'s> {
    fn new(space: &'s Space) -> Tally<'s> {
        let is = space.is.as_ref().map(|(program, is)| rows::Rows::new(program, &[*is], 1));
        let asked = (0..space.counts()).map(|number| space.is_asked(space.count(number))).collect();
        Tally { space, is, asked }
    }

    /// Counts a row.
    fn add(&mut self, cells: &Cells, row: &Row, which: std::ops::Range<usize>, to: &mut Counted) {
        match cells {
            Cells::Bytes(numbers) => self.add_numbers(numbers, row, which, to),
            Cells::Pairs(numbers) => self.add_numbers(numbers, row, which, to),
            Cells::Words(numbers) => self.add_numbers(numbers, row, which, to),
            Cells::Bits(_) | Cells::Runs(_) => {}
        }
    }

    fn add_numbers<G: Number>(
        &mut self,
        numbers: &[G],
        row: &Row,
        which: std::ops::Range<usize>,
        to: &mut Counted,
    ) {
        let (counts, start) = (self.asked.len(), row.start + which.start);
        if self.is.is_none() && self.asked.iter().all(|&asked| asked) {
            return to.add(&numbers[start * counts..(start + which.len()) * counts]);
        }
        for first in which {
            if self.is_position(row, first) {
                let at = (row.start + first) * counts;
                for (number, _) in numbers[at..].iter().zip(&self.asked).filter(|(_, is)| **is) {
                    to.add(std::slice::from_ref(number));
                }
            }
        }
    }

    fn is_position(&mut self, row: &Row, first: usize) -> bool {
        let Some(rows) = &mut self.is else { return true };
        for (i, &heap) in row.heaps.iter().enumerate() {
            rows.set(i, if i == 0 { first as i64 } else { heap as i64 });
        }
        debug_assert_eq!(row.heaps.len(), self.space.layout.heaps());
        rows.run(1);
        rows.output(0, 1).get(0) != 0
    }
}
