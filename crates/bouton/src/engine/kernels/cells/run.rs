//! A table of all positions, one after the other: the moves of each are gone through a column at a time.

use std::cell::Cell;
use std::marker::PhantomData;

use super::Cells;
use crate::engine::kernel::{Failed, Fill, Out, Pulse};
use crate::engine::lower::{COUNTERS, Family};
use crate::engine::space::{Counts, Layer, Outer, Row, Space};
use crate::engine::table::{self, Number};
use crate::rows::{Column, Program, Reg, Rows, Small};

/// Values of a variable that are looked at together.
const WIDTH: usize = 256;

/// A program for one position at a time.
pub(super) struct Scalars<T> {
    rows: Rows<T>,
}

impl<T: Small> Scalars<T> {
    pub(super) fn new(program: &Program, outputs: &[Reg]) -> Scalars<T> {
        Scalars { rows: Rows::new(program, outputs, 1) }
    }

    pub(super) fn get(&self, i: usize) -> i64 {
        self.rows.output(i, 1).get(0).wide()
    }

    /// Sets the first inputs, runs the program and gets an output.
    pub(super) fn compute(&mut self, inputs: &[i64], i: usize) -> i64 {
        inputs.iter().enumerate().for_each(|(i, &n)| self.rows.set(i, T::of(n)));
        self.rows.run(1);
        self.get(i)
    }
}

/// A family at work.
struct Moves<T> {
    variables: usize,
    /// Where the variables stand among the inputs.
    first: usize,
    /// Whether there are moves, and the bounds of the first variable.
    begin: Scalars<T>,
    /// The bounds of the others.
    bounds: Vec<Scalars<T>>,
    body: Rows<T>,
    /// Whether `is` always holds, and nothing strays.
    plain: bool,
    strays: bool,
    /// The value of the variable that is set in all bounds behind it.
    values: Vec<(i64, i64)>,
}

impl<T: Small> Moves<T> {
    fn new(family: &Family, heaps: usize) -> Moves<T> {
        let Family { program, lo, hi, may, is, place, strays, .. } = family;
        let begin: Vec<Reg> =
            [*may].into_iter().chain(lo.first().copied()).chain(hi.first().copied()).collect();
        let bounds = lo.iter().zip(hi).skip(1);
        Moves {
            variables: lo.len(),
            first: heaps + COUNTERS,
            begin: Scalars::new(program, &begin),
            bounds: bounds.map(|(&lo, &hi)| Scalars::new(program, &[lo, hi])).collect(),
            body: Rows::new(program, &[*is, *place, *strays], WIDTH),
            plain: program.known(*is) == Some(1),
            strays: program.known(*strays) != Some(0),
            values: vec![(0, 0); lo.len()],
        }
    }

    fn set(&mut self, input: usize, n: i64) {
        let n = T::of(n);
        self.begin.rows.set(input, n);
        self.bounds.iter_mut().for_each(|bounds| bounds.rows.set(input, n));
        self.body.set(input, n);
    }

    /// Shows the place of every option, until `see` ends it. If one may stray all of them are looked at, so that the
    /// definition can say what is wrong wherever it is.
    fn each(
        &mut self,
        see: &mut impl FnMut(usize) -> bool,
        pulse: &mut Pulse<'_>,
    ) -> Result<bool, Failed> {
        self.begin.rows.run(1);
        if self.begin.get(0) == 0 {
            return Ok(false);
        }
        if self.variables == 0 {
            return self.look(1, see);
        }
        let (mut at, mut found) = (0, false);
        self.values[0] = (self.begin.get(1), self.begin.get(2));
        loop {
            let (value, most) = self.values[at];
            if at + 1 == self.variables {
                let input = self.first + at;
                let (mut value, most) = (value, most);
                pulse.work((most - value).max(0) as u64 + 1)?;
                while value <= most {
                    let len = ((most - value + 1) as usize).min(WIDTH);
                    for (i, to) in self.body.column(input)[..len].iter_mut().enumerate() {
                        *to = T::of(value + i as i64);
                    }
                    found |= self.look(len, see)?;
                    if found && !self.strays {
                        return Ok(true);
                    }
                    value += len as i64;
                }
            } else if value <= most {
                let input = self.first + at;
                let n = T::of(value);
                self.bounds[at..].iter_mut().for_each(|bounds| bounds.rows.set(input, n));
                self.body.set(input, n);
                self.bounds[at].rows.run(1);
                self.values[at].0 += 1;
                at += 1;
                self.values[at] = (self.bounds[at - 1].get(0), self.bounds[at - 1].get(1));
                continue;
            }
            if at == 0 {
                return Ok(found);
            }
            at -= 1;
        }
    }

    #[inline]
    fn look(&mut self, len: usize, see: &mut impl FnMut(usize) -> bool) -> Result<bool, Failed> {
        self.body.run(len);
        if self.strays {
            let strays = self.body.output(2, len);
            if (0..len).any(|i| strays.get(i).wide() != 0) {
                return Err(Failed::Strays);
            }
        }
        let (is, place) = (self.body.output(0, len), self.body.output(1, len));
        Ok(match (self.plain, place) {
            (true, Column::Each(place)) => place.iter().any(|place| see(place.wide() as usize)),
            _ => (0..len).any(|i| is.get(i).wide() != 0 && see(place.get(i).wide() as usize)),
        })
    }
}

/// Computes rows of a table, with programs on integers of one width and cells of another.
pub(super) struct Run<'a, T, G> {
    space: &'a Space,
    moves: Vec<Moves<T>>,
    /// Whether what stands in a place of the table is a position.
    is: Option<Scalars<T>>,
    pass: Option<Scalars<T>>,
    grundy: bool,
    misere: bool,
    /// The numbers of counters, those with fewer passes first.
    order: Vec<usize>,
    /// For each Grundy number, the last position that has an option with it.
    marks: Vec<u64>,
    mark: u64,
    /// How many turns the layer is late.
    late: usize,
    cells: PhantomData<G>,
}

impl<'a, T: Small, G: Number> Run<'a, T, G> {
    pub(super) fn new(plan: &'a Cells) -> Run<'a, T, G> {
        let space = &plan.space;
        let heaps = space.layout.heaps();
        let mut order: Vec<usize> = (0..space.counts()).collect();
        order.sort_by_key(|&number| space.count(number).passes + space.count(number).other);
        let scalars = |(program, reg): &(Program, Reg)| Scalars::new(program, &[*reg]);
        Run {
            space,
            moves: plan.families.iter().map(|family| Moves::new(family, heaps)).collect(),
            is: space.is.as_ref().map(scalars),
            pass: plan.pass.as_ref().map(scalars),
            grundy: plan.grundy,
            misere: plan.misere,
            order,
            marks: vec![0; 64],
            mark: 0,
            late: 0,
            cells: PhantomData,
        }
    }

    /// Sets an input of all programs.
    fn set_all(&mut self, input: usize, n: i64) {
        self.moves.iter_mut().for_each(|moves| moves.set(input, n));
        for scalars in self.is.iter_mut().chain(&mut self.pass) {
            scalars.rows.set(input, T::of(n));
        }
    }

    /// The value of a position: 0 if it is P, otherwise its Grundy number, or 1.
    fn value(
        &mut self,
        place: usize,
        counts: Counts,
        table: &[G],
        pulse: &mut Pulse<'_>,
    ) -> Result<usize, Failed> {
        let heaps = self.space.layout.heaps();
        if self.order.len() > 1 {
            let counters = [counts.last, counts.passes, counts.other];
            for (i, counter) in counters.into_iter().enumerate() {
                self.set_all(heaps + 1 + i, counter as i64);
            }
        }
        self.mark += 1;
        let (grundy, mark, marks) = (self.grundy, self.mark, &mut self.marks);
        let any = Cell::new(false);
        let mut see = |place: usize| {
            // On the last turn that can be reached there is no option.
            let value = table.get(place).map_or(0, |number| number.get());
            any.set(true);
            if grundy {
                if value >= marks.len() {
                    marks.resize((value + 1).next_power_of_two(), 0);
                }
                marks[value] = mark;
            }
            !grundy && value == 0
        };
        pulse.work(1)?;
        let mut found = false;
        for moves in &mut self.moves {
            if !found || moves.strays {
                found |= moves.each(&mut see, pulse)?;
            }
        }
        if !found && counts.passes > 0 && may_pass(&mut self.pass, any.get()) {
            found = see(self.space.passed(place, counts));
        }
        Ok(match () {
            () if grundy => marks.iter().take_while(|&&seen| seen == mark).count(),
            () if !any.get() => usize::from(self.misere),
            () => usize::from(found),
        })
    }
}

impl<T: Small, G: Number> Fill for Run<'_, T, G> {
    fn begin(&mut self, layer: Layer, cells: &mut table::Cells) {
        if let Some(numbers) = G::cells_mut(cells) {
            numbers.resize(self.space.cells(), G::default());
        }
        self.late = layer.late;
        self.set_all(self.space.layout.heaps(), layer.turn as i64);
    }

    /// Computes a row. Options stand in the layer of the next turn, if turns matter. Positions with more stones than can be
    /// left on a late turn are not needed.
    fn row(
        &mut self,
        row: &Row,
        before: Option<&table::Cells>,
        out: &mut Out<'_>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let (space, table) = (self.space, out.numbers::<G>()?);
        // On the last turn that can be reached no position has an option.
        let next = match &space.outer {
            Outer::Turns(_) => Some(before.map_or(&[][..], G::cells)),
            _ => None,
        };
        for (i, &heap) in row.heaps.iter().enumerate().skip(1) {
            self.set_all(i, heap as i64);
        }
        let stones: usize = row.heaps.iter().skip(1).sum();
        for first in 0..row.len {
            if !row.heaps.is_empty() {
                self.set_all(0, first as i64);
            }
            if let Some(is) = &mut self.is {
                is.rows.run(1);
                if is.get(0) == 0 {
                    continue;
                }
            }
            let place = row.start + first;
            for i in 0..self.order.len() {
                let number = self.order[i];
                let counts = space.count(number);
                let left = stones + first + counts.passes + counts.other;
                let gone = (space.stones + space.most_passes()).checked_sub(left);
                if next.is_some() && gone.is_none_or(|gone| gone < self.late) {
                    continue;
                }
                let value = match next {
                    Some(next) => self.value(place, counts, next, pulse)?,
                    None => self.value(place, counts, table, pulse)?,
                };
                if value > G::MOST {
                    return Err(Failed::TooLarge);
                }
                table[place * self.order.len() + number] = G::of(value);
            }
        }
        Ok(())
    }
}

/// Whether one may pass, where there are other moves.
fn may_pass<T: Small>(pass: &mut Option<Scalars<T>>, any: bool) -> bool {
    any && pass.as_mut().is_none_or(|when| {
        when.rows.run(1);
        when.get(0) != 0
    })
}
