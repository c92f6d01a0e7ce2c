//! The one driver: it takes memory, goes through layers and rows, listens for a stop, and counts.

use std::ops::Range;

use super::kernel::{Counted, Failed, Kernel, Out, Planned, Pulse};
use super::space::{Layer, Numbering, Outer, Row, Space};
use super::table::{Cells, Number, Table, Width};
use crate::job::{Ctx, Lease, Stop};
use crate::rows;

/// About how many bytes a kernel takes, with the table or without.
pub(super) fn bytes(kernel: &dyn Kernel, keep: bool) -> u64 {
    let (numbering, width) = (kernel.numbering(), kernel.width());
    let kept = numbering.space().map_or(1, Space::kept_layers);
    let layers = match outer(&*numbering) {
        // Without passes outcomes need not be kept to count them.
        Outer::Nothing if !keep && width == Width::Bit => 0,
        Outer::Nothing | Outer::Passes(_) => kept,
        // One is computed from the one behind those that are kept.
        Outer::Turns(_) => kept + 2,
    };
    let cells = width.bytes(numbering.cells() as u64).saturating_mul(layers as u64);
    cells.saturating_add(kernel.state_bytes()).saturating_add(numbering.bytes())
}

/// Computes the table. `None` if it does not fit, or the kernel cannot compute it after all.
pub(super) fn compute<'b>(
    mut kernel: Planned<'_>,
    name: &'static str,
    ctx: Ctx<'b>,
) -> Result<Option<Table<'b>>, Stop> {
    let Some((filled, mut lease)) = run(&mut *kernel, Mode::Keep, ctx)? else { return Ok(None) };
    let (numbering, layers) = (kernel.numbering(), filled.layers);
    drop(kernel);
    lease.shrink(layers.iter().map(Cells::bytes).sum::<u64>() + numbering.bytes());
    let positions = numbering.cells() * layers.len();
    Ok(Some(Table::new(numbering, layers, positions, name, lease)))
}

/// Counts the P-positions of a box and does not keep it. `None` as above.
pub(super) fn count(mut kernel: Planned<'_>, ctx: Ctx<'_>) -> Result<Option<Counted>, Stop> {
    Ok(run(&mut *kernel, Mode::Count, ctx)?.map(|(filled, _)| filled.counted))
}

/// Finds the positions and fills the table. `None` as above.
fn run<'b>(
    kernel: &mut dyn Kernel,
    mode: Mode,
    ctx: Ctx<'b>,
) -> Result<Option<(Filled, Lease<'b>)>, Stop> {
    let Some(mut lease) = ctx.budget.lease(0) else { return Ok(None) };
    match filled(kernel, mode, &mut lease, &mut Pulse::new(ctx.watch)) {
        Ok(filled) => Ok(Some((filled, lease))),
        Err(Failed::Stopped) => Err(Stop::Cancelled),
        Err(Failed::TooLarge | Failed::Full | Failed::Strays) => Ok(None),
    }
}

/// Fills the table as often as it takes to find cells that hold all numbers.
fn filled(
    kernel: &mut dyn Kernel,
    mode: Mode,
    lease: &mut Lease<'_>,
    pulse: &mut Pulse<'_>,
) -> Result<Filled, Failed> {
    kernel.find(lease, pulse)?;
    loop {
        if !lease.resize(bytes(kernel, mode == Mode::Keep)) {
            return Err(Failed::Full);
        }
        let mut filled = Filled::new(mode, kernel.width());
        match filled.fill(kernel, lease, pulse) {
            Err(Failed::TooLarge) if kernel.widen() => {}
            done => return done.map(|()| filled),
        }
    }
}

/// The counter whose values are layers.
fn outer(numbering: &dyn Numbering) -> &Outer {
    numbering.space().map_or(&Outer::Nothing, |space| &space.outer)
}

/// The layers in the order in which they are computed.
fn layers(numbering: &dyn Numbering) -> Box<dyn Iterator<Item = Layer>> {
    match numbering.space() {
        Some(space) => Box::new(space.layers()),
        None => Box::new(std::iter::once(Layer { turn: 0, late: 0 })),
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

    fn fill(
        &mut self,
        kernel: &mut dyn Kernel,
        lease: &mut Lease<'_>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let numbering = &*kernel.numbering();
        let cells = numbering.cells();
        let all_layers = numbering.space().map_or(1, Space::all_layers);
        pulse.expect((cells as u64).saturating_mul(all_layers as u64));
        let mut fill = kernel.fill();
        let mut tally = Tally::new(numbering.space());
        let keep = self.mode == Mode::Keep || *outer(numbering) != Outer::Nothing;
        let room = if keep || self.width != Width::Bit { cells } else { 0 };
        let first = numbering.first();
        let mut row = first.clone();
        for layer in layers(numbering) {
            let mut cells = match self.spare.take() {
                Some(spare) => spare,
                None => Cells::with_room(self.width, room),
            };
            cells.clear();
            fill.begin(layer, &mut cells);
            let before = self.layers.last().or(self.on_the_way.as_ref());
            let count = self.mode == Mode::Count && layer.late == 0;
            row.clone_from(&first);
            loop {
                let counted = if count { numbering.counted(&row) } else { 0..0 };
                let mut out = Out::new(&mut cells, keep, counted.clone());
                fill.row(&row, before, &mut out, pulse)?;
                let p = out.p();
                match self.counted.max_grundy {
                    _ if !count => {}
                    None => {
                        self.counted.positions += counted.len() as u64;
                        self.counted.p += p;
                    }
                    Some(_) => tally.add(&cells, &row, counted, &mut self.counted),
                }
                pulse.done((row.len * tally.asked.len()) as u64);
                // Intervals are few, however long the row.
                pulse.work(if self.width == Width::Run { 1 } else { row.len as u64 })?;
                if !numbering.next(&mut row) {
                    break;
                }
            }
            self.keep(cells, layer.late > 0, lease)?;
        }
        if matches!(outer(numbering), Outer::Turns(_)) {
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
struct Tally {
    /// Whether numbers are a position, where not all are.
    is: Option<rows::Rows<i64>>,
    /// Whether each number of inner counters is asked for.
    asked: Vec<bool>,
}

impl Tally {
    fn new(space: Option<&Space>) -> Tally {
        let Some(space) = space else { return Tally { is: None, asked: vec![true] } };
        let is = space.is.as_ref().map(|(program, is)| rows::Rows::new(program, &[*is], 1));
        let asked = (0..space.counts()).map(|number| space.is_asked(space.count(number))).collect();
        Tally { is, asked }
    }

    /// Counts a row.
    fn add(&mut self, cells: &Cells, row: &Row, which: Range<usize>, to: &mut Counted) {
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
        which: Range<usize>,
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
        rows.run(1);
        rows.output(0, 1).get(0) != 0
    }
}
