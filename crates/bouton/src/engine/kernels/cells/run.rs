//! A table of all positions, those with the fewest stones first: the moves of many are gone through together.

use std::marker::PhantomData;

use super::Cells;
use crate::engine::columns::{Moves, WIDTH};
use crate::engine::kernel::{Failed, Fill, Out, Pulse};
use crate::engine::lower::{COUNTERS, NOTHING, Output};
use crate::engine::options::Options;
use crate::engine::space::{Layer, Level, Numbering, Outer, Row, Space};
use crate::engine::table::{self, Number};
use crate::rows::{Rows, Small};

/// Computes a table, with programs on integers of one width and cells of another.
pub(super) struct Run<'a, T, G> {
    space: &'a Space,
    moves: Vec<Moves<T>>,
    /// Whether what stands in a place of the table is a position.
    is: Option<Rows<T>>,
    pass: Option<Rows<T>>,
    misere: bool,
    /// The numbers of counters, grouped by how many passes are left, the fewest first.
    order: Vec<Vec<usize>>,
    /// The heaps and counters of the positions at hand, their places in the table, and the numbers of their counters.
    columns: Vec<Vec<T>>,
    places: Vec<usize>,
    numbers: Vec<usize>,
    options: Options,
    /// Those whose value is known.
    done: Vec<bool>,
    layer: Layer,
    cells: PhantomData<G>,
}

impl<'a, T: Small, G: Number> Run<'a, T, G> {
    pub(super) fn new(plan: &'a Cells) -> Run<'a, T, G> {
        let space = &plan.space;
        let passes = |number: usize| space.count(number).passes + space.count(number).other;
        let mut numbers: Vec<usize> = (0..space.counts()).collect();
        numbers.sort_by_key(|&number| passes(number));
        let order = numbers.chunk_by(|&a, &b| passes(a) == passes(b)).map(<[usize]>::to_vec);
        let rows = |(program, reg): &Output| Rows::new(program, &[*reg], WIDTH);
        Run {
            space,
            moves: plan.staged.iter().map(Moves::new).collect(),
            is: plan.is.as_ref().map(rows),
            pass: plan.pass.as_ref().map(rows),
            misere: plan.misere,
            order: order.collect(),
            columns: vec![Vec::with_capacity(WIDTH); space.layout.heaps() + COUNTERS],
            places: Vec::with_capacity(WIDTH),
            numbers: Vec::with_capacity(WIDTH),
            options: Options::new(plan.grundy),
            done: Vec::with_capacity(WIDTH),
            layer: Layer::default(),
            cells: PhantomData,
        }
    }

    /// Adds a position to those at hand, and values them once they are many.
    fn add(
        &mut self,
        heaps: &[usize],
        place: usize,
        number: usize,
        table: &mut [G],
        next: Option<&[G]>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let counts = self.space.count(number);
        let counters = [self.layer.turn, counts.last, counts.passes, counts.other];
        for (column, &n) in self.columns.iter_mut().zip(heaps.iter().chain(&counters)) {
            column.push(T::of(n as i64));
        }
        self.places.push(place);
        self.numbers.push(number);
        if self.places.len() == WIDTH { self.value(table, next, pulse) } else { Ok(()) }
    }

    /// Forgets what is no position of the game.
    fn keep_positions(&mut self) {
        let Run { is: Some(is), columns, places, numbers, .. } = self else { return };
        let len = places.len();
        let is = run(is, columns, len).output(0, len);
        let mut kept = 0;
        for i in 0..len {
            if is.get(i) != T::of(0) {
                columns.iter_mut().for_each(|column| column[kept] = column[i]);
                (places[kept], numbers[kept]) = (places[i], numbers[i]);
                kept += 1;
            }
        }
        columns.iter_mut().for_each(|column| column.truncate(kept));
        places.truncate(kept);
        numbers.truncate(kept);
    }

    /// Values the positions at hand: 0 if one is P, otherwise its Grundy number, or 1. Options stand in `next`, if that is given.
    fn value(
        &mut self,
        table: &mut [G],
        next: Option<&[G]>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        self.keep_positions();
        let Run { space, moves, pass, columns, places, numbers, options, done, .. } = self;
        let len = places.len();
        let values = match next {
            Some(next) => next,
            None => &*table,
        };
        options.clear(len);
        done.clear();
        done.resize(len, false);
        let (mut looked, grundy) = (len as u64, options.grundy());
        // Whether there is a move matters where the last one loses, and where one may pass.
        let asks_moves = self.misere || space.passes.is_some();
        for moves in moves {
            moves.each(columns, len, !grundy, done, &mut |row, place, done| {
                // On the last turn that can be reached there is no option.
                let value = values.get(place).map_or(0, |number| number.get());
                looked += 1;
                match grundy {
                    true => options.see(row, value),
                    false => {
                        if asks_moves {
                            options.note(row);
                        }
                        *done |= value == 0;
                    }
                }
                Ok(())
            })?;
        }
        for (row, _) in done.iter().enumerate().filter(|(_, done)| **done) {
            options.see(row, 0);
        }
        if space.passes.is_some() {
            let pass = pass.as_mut().map(|pass| run(pass, columns, len));
            for (row, (&place, &number)) in places.iter().zip(&*numbers).enumerate() {
                let count = space.count(number);
                if count.passes == 0 || !options.any(row) {
                    continue;
                }
                match pass.map_or(1, |pass| pass.output(0, len).get(row).wide()) {
                    NOTHING => return Err(Failed::Strays),
                    0 => {}
                    _ => options.see(row, values[space.passed(place, count)].get()),
                }
            }
        }
        for (row, (&place, &number)) in places.iter().zip(&*numbers).enumerate() {
            let value = options.value(row, self.misere);
            if value > G::MOST {
                return Err(Failed::TooLarge);
            }
            table[place * space.counts() + number] = G::of(value);
        }
        columns.iter_mut().for_each(Vec::clear);
        places.clear();
        numbers.clear();
        pulse.done(len as u64);
        pulse.work(looked)
    }

    /// Values all positions, those with the fewest stones first, and of those the ones with the fewest passes.
    fn levels(&mut self, table: &mut [G], pulse: &mut Pulse<'_>) -> Result<(), Failed> {
        let space = self.space;
        // More stones may be taken at once than the last take has room for.
        let most = match space.last {
            Some(_) => space.stones.min(space.layout.most_stones()),
            None => space.layout.most_stones(),
        };
        let order = std::mem::take(&mut self.order);
        let mut level = Level::of(&space.layout);
        for stones in 0..=most {
            for numbers in &order {
                level.each(stones, &mut |heaps, place| {
                    numbers
                        .iter()
                        .try_for_each(|&number| self.add(heaps, place, number, table, None, pulse))
                })?;
                self.value(table, None, pulse)?;
            }
        }
        self.order = order;
        Ok(())
    }

    /// Values all positions of a turn, whose options stand in the layer of the next one. Positions with more stones than can
    /// be left on a late turn are not needed.
    fn turn(&mut self, table: &mut [G], next: &[G], pulse: &mut Pulse<'_>) -> Result<(), Failed> {
        let space = self.space;
        let mut row = space.first();
        loop {
            for first in 0..row.len {
                if let Some(heap) = row.heaps.first_mut() {
                    *heap = first;
                }
                let stones: usize = row.heaps.iter().sum();
                for number in 0..space.counts() {
                    let counts = space.count(number);
                    let left = stones + counts.passes + counts.other;
                    let gone = (space.stones + space.most_passes()).checked_sub(left);
                    if gone.is_some_and(|gone| gone >= self.layer.late) {
                        let place = row.start + first;
                        self.add(&row.heaps, place, number, table, Some(next), pulse)?;
                    }
                }
            }
            if let Some(heap) = row.heaps.first_mut() {
                *heap = 0;
            }
            if !space.next(&mut row) {
                return self.value(table, Some(next), pulse);
            }
        }
    }
}

/// Runs a program on the columns of positions.
fn run<'r, T: Small>(rows: &'r mut Rows<T>, columns: &[Vec<T>], len: usize) -> &'r Rows<T> {
    for (input, column) in columns.iter().enumerate() {
        rows.column(input)[..len].copy_from_slice(&column[..len]);
    }
    rows.run(len);
    rows
}

impl<T: Small, G: Number> Fill for Run<'_, T, G> {
    fn begin(&mut self, layer: Layer, cells: &mut table::Cells) {
        if let Some(numbers) = G::cells_mut(cells) {
            numbers.resize(self.space.cells(), G::default());
        }
        self.layer = layer;
    }

    /// All rows of a layer are computed with the first.
    fn row(
        &mut self,
        row: &Row,
        before: Option<&table::Cells>,
        out: &mut Out<'_>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let table = out.numbers::<G>()?;
        match &self.space.outer {
            _ if row.start > 0 => Ok(()),
            // On the last turn that can be reached no position has an option.
            Outer::Turns(_) => self.turn(table, before.map_or(&[][..], G::cells), pulse),
            _ => self.levels(table, pulse),
        }
    }
}
