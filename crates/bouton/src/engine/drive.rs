//! The one driver: it takes memory, goes through layers and rows, listens for a stop, and counts.

use std::ops::Range;

use super::kernel::{Counted, Failed, Fill, Kernel, Out, Planned, Pulse};
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
    counted: Counted,
}

impl Filled {
    fn new(mode: Mode, width: Width) -> Filled {
        let outcomes = matches!(width, Width::Bit | Width::Run);
        let max_grundy = (!outcomes).then_some(0);
        let counted = Counted { max_grundy, ..Counted::default() };
        Filled { mode, width, layers: Vec::new(), counted }
    }

    fn fill(
        &mut self,
        kernel: &mut dyn Kernel,
        lease: &mut Lease<'_>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let numbering = &*kernel.numbering();
        let (cells, space) = (numbering.cells(), numbering.space());
        let all_layers = space.map_or(1, Space::all_layers);
        pulse.expect((cells as u64).saturating_mul(all_layers as u64));
        let first = numbering.first();
        let keep = self.mode == Mode::Keep || *outer(numbering) != Outer::Nothing;
        let room = if keep || self.width != Width::Bit { cells } else { 0 };
        let mut rows = Rows {
            numbering,
            fill: kernel.fill(),
            keep,
            row: first.clone(),
            first,
            tally: Tally::new(space),
        };
        // Layers that are only needed for the next one stand in one of two places.
        let mut two = [Cells::with_room(self.width, 0), Cells::with_room(self.width, 0)];
        for i in 0..all_layers {
            let layer = space.map_or(Layer::default(), |space| space.layer(i));
            let [even, odd] = &mut two;
            let (now, last) = if i % 2 == 0 { (even, &*odd) } else { (odd, &*even) };
            let before = self.layers.last().or((i > 0).then_some(last));
            if self.mode == Mode::Count || layer.late > 0 {
                if i < 2 {
                    *now = Cells::with_room(self.width, room);
                }
                let counted =
                    (self.mode == Mode::Count && layer.late == 0).then_some(&mut self.counted);
                rows.fill(layer, before, now, counted, pulse)?;
                continue;
            }
            let mut cells = Cells::with_room(self.width, room);
            rows.fill(layer, before, &mut cells, None, pulse)?;
            // How many runs there are is known only now.
            if self.width == Width::Run && !lease.grow(cells.bytes()) {
                return Err(Failed::Full);
            }
            self.layers.push(cells);
        }
        if matches!(outer(numbering), Outer::Turns(_)) {
            self.layers.reverse();
        }
        Ok(())
    }
}

/// Fills the rows of one layer after the other.
struct Rows<'k> {
    numbering: &'k dyn Numbering,
    fill: Box<dyn Fill + 'k>,
    /// Whether outcomes are kept.
    keep: bool,
    first: Row,
    row: Row,
    tally: Tally,
}

impl Rows<'_> {
    /// Fills a layer after the one before it, and counts its positions where they are asked for.
    fn fill(
        &mut self,
        layer: Layer,
        before: Option<&Cells>,
        cells: &mut Cells,
        mut counted: Option<&mut Counted>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let Rows { numbering, fill, keep, first, row, tally } = self;
        cells.clear();
        fill.begin(layer, cells);
        row.clone_from(first);
        let mut done = pulse.all_done();
        loop {
            let which = if counted.is_some() { numbering.counted(row) } else { 0..0 };
            let mut out = Out::new(cells, *keep, which.clone());
            fill.row(row, before, &mut out, pulse)?;
            let p = out.p();
            if let Some(counted) = &mut counted {
                match counted.max_grundy {
                    None => {
                        counted.positions += which.len() as u64;
                        counted.p += p;
                    }
                    Some(_) => tally.add(cells, row, which, counted),
                }
            }
            done += (row.len * tally.asked.len()) as u64;
            pulse.done_up_to(done);
            // Intervals are few, however long the row.
            let is_run = matches!(cells, Cells::Runs(_));
            pulse.work(if is_run { 1 } else { row.len as u64 })?;
            if !numbering.next(row) {
                return Ok(());
            }
        }
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
