//! Families of moves at work on many positions at once: each variable multiplies the rows, one for each of its values.

use std::borrow::Borrow;
use std::ops::{Range, RangeInclusive};

use super::kernel::Failed;
use super::lower::Family;
use crate::rows::{Column, Program, Reg, Rows, Small};

/// Rows that are computed together.
pub(super) const WIDTH: usize = 512;

/// A family in stages: what is known of a position, then what each variable adds. What a stage computes is not computed again
/// in the next one.
pub(super) struct Staged {
    stages: Vec<Plan>,
    /// Whether a move may lead to no position of the table.
    strays: bool,
}

/// A stage: its inputs are the heaps and counters at first, and later a variable and what comes from the stage before.
struct Plan {
    program: Program,
    outputs: Vec<Reg>,
    given: Vec<Given>,
    /// The same for many values of the last variable and one position.
    long: Option<(Program, Vec<Reg>)>,
}

/// Where a number comes from in the stage before.
#[derive(Clone, Copy)]
enum Given {
    Input(usize),
    Output(usize),
}

impl Staged {
    /// The stages of a family; `None` if a number may be too large.
    pub(super) fn of(family: &Family) -> Option<Staged> {
        let Family { program, variables, lo, hi, may, is, place, strays, .. } = family;
        let last = variables.len();
        // What is asked of each stage.
        let mut asked: Vec<Vec<Reg>> = lo.iter().zip(hi).map(|(&lo, &hi)| vec![lo, hi]).collect();
        asked.push(vec![*is, *place, *strays]);
        asked[0].push(*may);
        let all = asked.concat();
        let depths = program.depths(variables);
        let depth = |reg: Reg| depths[reg.index()];
        // What each stage is given by the one before, the last stage first.
        let mut given: Vec<Vec<Reg>> = vec![Vec::new(); last + 1];
        for stage in (1..=last).rev() {
            let mut looked_at = program.looked_at_from(stage, &depths, &all);
            looked_at.extend(asked[stage].iter().filter(|&&reg| depth(reg) < stage));
            looked_at.extend(
                given.get(stage + 1).into_iter().flatten().filter(|&&reg| depth(reg) < stage),
            );
            looked_at.retain(|&reg| program.known(reg).is_none());
            looked_at.sort_unstable();
            looked_at.dedup();
            given[stage] = looked_at;
        }
        let mut stages: Vec<Plan> = Vec::new();
        for stage in 0..=last {
            let mut outputs = asked[stage].clone();
            let next = given.get(stage + 1).into_iter().flatten();
            outputs.extend(next.filter(|&&reg| depth(reg) == stage));
            let variable = stage.checked_sub(1).map(|i| variables[i]);
            let inputs: Vec<Reg> = variable.into_iter().chain(given[stage].clone()).collect();
            let (made, long) = match stage {
                0 => ((program.clone(), outputs), None),
                _ => {
                    let from = |columns: usize| program.computed_from(&inputs, columns, &outputs);
                    (from(inputs.len())?, if stage == last { Some(from(1)?) } else { None })
                }
            };
            let (program, outputs) = made;
            // Where the stage before has what is given here.
            let from = match stage {
                0 => Vec::new(),
                _ => {
                    let first = asked[stage - 1].len();
                    let added = given[stage].iter().filter(|&&reg| depth(reg) == stage - 1);
                    let added: Vec<Reg> = added.copied().collect();
                    let place = |reg: &Reg| match added.iter().position(|other| other == reg) {
                        Some(i) => Some(Given::Output(first + i)),
                        // Its first input is the variable.
                        None => {
                            let i = given[stage - 1].iter().position(|other| other == reg)?;
                            Some(Given::Input(i + 1))
                        }
                    };
                    given[stage].iter().map(place).collect::<Option<_>>()?
                }
            };
            stages.push(Plan { program, outputs, given: from, long });
        }
        let strays = program.known(*strays) != Some(0);
        Some(Staged { stages, strays })
    }

    /// The bits of the integers that it needs.
    pub(super) fn bits(&self) -> u32 {
        let bits = |plan: &Plan| {
            let long = plan.long.as_ref().map_or(1, |(program, outputs)| program.bits(outputs));
            plan.program.bits(&plan.outputs).max(long)
        };
        self.stages.iter().map(bits).max().unwrap_or(1)
    }

    /// The bytes that it has at work.
    pub(super) fn bytes<T: Small>(&self) -> usize {
        let rows =
            |program: &Program, outputs: &[Reg]| Rows::<T>::bytes_of(program, outputs, WIDTH);
        let stage = |plan: &Plan| {
            let long = plan.long.as_ref().map_or(0, |(program, outputs)| rows(program, outputs));
            rows(&plan.program, &plan.outputs) + long + WIDTH * size_of::<u32>()
        };
        self.stages.iter().map(stage).sum()
    }

    /// Whether a move may lead to no position of the table.
    pub(super) fn may_stray(&self) -> bool {
        self.strays
    }
}

/// A family at work.
pub(super) struct Moves<T> {
    stages: Vec<Stage<T>>,
    strays: bool,
    /// The positions of which more options are to be seen.
    active: Vec<u32>,
}

struct Stage<T> {
    rows: Rows<T>,
    given: Vec<Given>,
    /// The columns that it looks at, where they are those of positions.
    inputs: Vec<usize>,
    /// The position of each row.
    of: Vec<u32>,
    /// The same for many values of the last variable and one position.
    long: Option<Rows<T>>,
}

impl<T: Small> Moves<T> {
    pub(super) fn new(staged: &Staged) -> Moves<T> {
        let stage = |Plan { program, outputs, given, long }: &Plan| {
            let rows = Rows::new(program, outputs, WIDTH);
            let inputs = (0..program.inputs()).filter(|&input| rows.looks_at(input)).collect();
            let long = long.as_ref().map(|(program, outputs)| Rows::new(program, outputs, WIDTH));
            Stage { rows, given: given.clone(), inputs, of: Vec::with_capacity(WIDTH), long }
        };
        let stages = staged.stages.iter().map(stage).collect();
        Moves { stages, strays: staged.strays, active: Vec::with_capacity(WIDTH) }
    }

    /// Shows every option of the first positions of columns, at most [`WIDTH`], with the place of the position among them. If it
    /// `ends`, a position may be done before all are seen; then it needs no more of them, unless something may stray: the
    /// definition must be able to say what is wrong, wherever it is.
    pub(super) fn each(
        &mut self,
        columns: &[Vec<T>],
        len: usize,
        ends: bool,
        done: &mut [bool],
        see: &mut impl FnMut(usize, usize, &mut bool) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        let Moves { stages, strays, active } = self;
        let Some((first, later)) = stages.split_first_mut() else { return Ok(()) };
        first.of.clear();
        for &input in &first.inputs {
            first.rows.column(input)[..len].copy_from_slice(&columns[input][..len]);
        }
        first.of.extend(0..len as u32);
        first.rows.run(len);
        let may = first.rows.output(if later.is_empty() { 3 } else { 2 }, len);
        if later.is_empty() {
            return first.look(may, done, *strays, see);
        }
        active.clear();
        active.extend((0..len as u32).filter(|&row| may.get(row as usize) != T::of(0)));
        if !ends || *strays {
            return first.go_on(later, &*active, 0..i64::MAX, done, *strays, see);
        }
        // A few values of the first variable may be enough, for most positions.
        let (mut from, mut count) = (0, if later.len() > 1 { FEW_OF_MANY } else { FEW });
        let (lo, hi) = (first.rows.output(0, len), first.rows.output(1, len));
        loop {
            let values = |row: u32| hi.get(row as usize).wide() - lo.get(row as usize).wide() + 1;
            active.retain(|&row| !done[row as usize] && values(row) > from);
            if active.is_empty() {
                return Ok(());
            }
            first.go_on(later, &*active, from..from + count, done, false, see)?;
            (from, count) = (from + count, 4 * count);
        }
    }
}

/// Values of the first variable that are looked at before the positions that are done are left out, for moves with more than
/// one variable and with one.
const FEW_OF_MANY: i64 = 2;
const FEW: i64 = 8;

/// As many values of the last variable are computed for one position alone.
const LONG: i64 = 48;

impl<T: Small> Stage<T> {
    /// Computes the rows.
    fn run(
        &mut self,
        later: &mut [Stage<T>],
        done: &mut [bool],
        strays: bool,
        see: &mut impl FnMut(usize, usize, &mut bool) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        let len = self.of.len();
        self.rows.run(len);
        match later {
            [] => self.look(Column::Same(T::of(1)), done, strays, see),
            _ => self.go_on(later, 0..len as u32, 0..i64::MAX, done, strays, see),
        }
    }

    /// Shows the options.
    fn look(
        &self,
        may: Column<'_, T>,
        done: &mut [bool],
        strays: bool,
        see: &mut impl FnMut(usize, usize, &mut bool) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        let (len, no) = (self.of.len(), T::of(0));
        let [is, place, astray] = [0, 1, 2].map(|i| self.rows.output(i, len));
        if strays && (0..len).any(|i| astray.get(i) != no && may.get(i) != no) {
            return Err(Failed::Strays);
        }
        if let (Column::Same(_), Column::Same(_), Column::Each(place)) = (is, may, place) {
            let all = is.get(0) != no && may.get(0) != no;
            for (&row, &place) in self.of.iter().zip(place).filter(|_| all) {
                see(row as usize, place.wide() as usize, &mut done[row as usize])?;
            }
            return Ok(());
        }
        for (i, &row) in self.of.iter().enumerate() {
            if is.get(i) != no && may.get(i) != no {
                let row = row as usize;
                see(row, place.get(i).wide() as usize, &mut done[row])?;
            }
        }
        Ok(())
    }

    /// Goes on with some rows and some values of the next variable, counted from its least one.
    fn go_on(
        &self,
        later: &mut [Stage<T>],
        rows: impl IntoIterator<Item = impl Borrow<u32>>,
        values: Range<i64>,
        done: &mut [bool],
        strays: bool,
        see: &mut impl FnMut(usize, usize, &mut bool) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        let Some((next, after)) = later.split_first_mut() else { return Ok(()) };
        let len = self.of.len();
        let (lo, hi) = (self.rows.output(0, len), self.rows.output(1, len));
        next.of.clear();
        for i in rows {
            let i = *i.borrow() as usize;
            let (row, lo, hi) = (self.of[i], lo.get(i).wide(), hi.get(i).wide());
            let mut value = lo + values.start;
            let last = hi.min(lo.saturating_add(values.end) - 1);
            if let (Some(long), true) = (&mut next.long, last - value >= LONG) {
                for (input, given) in next.given.iter().enumerate() {
                    long.set(input + 1, self.given(*given, i));
                }
                run_long(long, value..=last, row as usize, done, strays, see)?;
                continue;
            }
            while value <= last && (strays || !done[row as usize]) {
                let from = next.of.len();
                let to = (from + (last - value + 1) as usize).min(WIDTH);
                next.of.resize(to, row);
                for (place, n) in next.rows.column(0)[from..to].iter_mut().zip(value..) {
                    *place = T::of(n);
                }
                for (input, given) in next.given.iter().enumerate() {
                    next.rows.column(input + 1)[from..to].fill(self.given(*given, i));
                }
                value += (to - from) as i64;
                if to == WIDTH {
                    next.run(after, done, strays, see)?;
                    next.of.clear();
                }
            }
        }
        if !next.of.is_empty() {
            next.run(after, done, strays, see)?;
        }
        Ok(())
    }

    /// What a row gives to the next stage.
    fn given(&self, given: Given, row: usize) -> T {
        match given {
            Given::Input(input) => self.rows.given(input, row),
            Given::Output(output) => self.rows.output(output, self.of.len()).get(row),
        }
    }
}

/// Shows the options of one position, for many values of the last variable.
fn run_long<T: Small>(
    rows: &mut Rows<T>,
    values: RangeInclusive<i64>,
    position: usize,
    done: &mut [bool],
    strays: bool,
    see: &mut impl FnMut(usize, usize, &mut bool) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let (mut value, last, no) = (*values.start(), *values.end(), T::of(0));
    let mut width = LONG as usize;
    while value <= last && (strays || !done[position]) {
        let len = ((last - value + 1) as usize).min(width);
        width = (2 * width).min(WIDTH);
        for (place, n) in rows.column(0)[..len].iter_mut().zip(value..) {
            *place = T::of(n);
        }
        rows.run(len);
        let [is, place, astray] = [0, 1, 2].map(|i| rows.output(i, len));
        if strays && (0..len).any(|i| astray.get(i) != no) {
            return Err(Failed::Strays);
        }
        match (is, place) {
            (Column::Same(is), Column::Each(place)) => {
                for &place in place.iter().filter(|_| is != no) {
                    see(position, place.wide() as usize, &mut done[position])?;
                }
            }
            _ => {
                for i in (0..len).filter(|&i| is.get(i) != no) {
                    see(position, place.get(i).wide() as usize, &mut done[position])?;
                }
            }
        }
        value += len as i64;
    }
    Ok(())
}
