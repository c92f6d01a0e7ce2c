//! Runs families of moves over many positions at once: each variable multiplies the rows, one for each of its values.

use super::graph::BATCH;
use crate::engine::kernel::Failed;
use crate::engine::lower::{COUNTERS, Family};
use crate::rows::{Reg, Rows};

/// Values of variables that are looked at together.
const WIDTH: usize = BATCH;

/// A family at work on many positions.
pub(super) struct Moves {
    /// For each variable from and to which it runs, by those before it; then where the move leads.
    stages: Vec<Stage>,
}

struct Stage {
    rows: Rows<i64>,
    /// The inputs that it looks at.
    inputs: Vec<usize>,
    /// What is looked at: the place of the position, and the values of the variables so far.
    of: Vec<usize>,
    values: Vec<Vec<i64>>,
}

impl Moves {
    pub(super) fn new(family: &Family, heaps: usize) -> Moves {
        let stage = |(i, outputs): (usize, Vec<Reg>)| {
            let rows = Rows::new(&family.program, &outputs, WIDTH);
            let inputs = (0..heaps + COUNTERS + i).filter(|&input| rows.looks_at(input)).collect();
            Stage { rows, inputs, of: Vec::new(), values: vec![Vec::new(); i] }
        };
        Moves { stages: outputs(family).enumerate().map(stage).collect() }
    }

    /// The bytes that programs and lists of a family will have.
    pub(super) fn bytes(family: &Family) -> usize {
        let stage = |(i, outputs): (usize, Vec<Reg>)| {
            Rows::<i64>::bytes_of(&family.program, &outputs, WIDTH)
                + (i + 1) * WIDTH * size_of::<i64>()
        };
        outputs(family).enumerate().map(stage).sum()
    }

    /// Shows every option of the first positions of columns, with the place of the position among them.
    pub(super) fn each(
        &mut self,
        columns: &[Vec<i64>],
        len: usize,
        see: &mut impl FnMut(usize, u64) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        self.stages[0].of.clear();
        self.stages[0].of.extend(0..len);
        stage(&mut self.stages, columns, see)
    }
}

/// What is computed at each stage of a family.
fn outputs(family: &Family) -> impl Iterator<Item = Vec<Reg>> {
    let Family { lo, hi, may, is, place, strays, .. } = family;
    let bounds = lo.iter().zip(hi).map(|(&lo, &hi)| vec![lo, hi]);
    let stages = bounds.chain([vec![*is, *place, *strays]]).enumerate();
    // Whether there is a move at all is asked first.
    stages.map(|(i, mut outputs)| {
        outputs.extend((i == 0).then_some(*may));
        outputs
    })
}

/// Goes on with what the first stage looks at.
fn stage(
    stages: &mut [Stage],
    columns: &[Vec<i64>],
    see: &mut impl FnMut(usize, u64) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let Some((now, later)) = stages.split_first_mut() else { return Ok(()) };
    let Stage { rows, inputs, of, values } = now;
    let len = of.len();
    for &input in &*inputs {
        let to = rows.column(input);
        match columns.get(input) {
            Some(column) => to.iter_mut().zip(&*of).for_each(|(to, &row)| *to = column[row]),
            None => to[..len].copy_from_slice(&values[input - columns.len()]),
        }
    }
    rows.run(len);
    let first = values.is_empty();
    let Some(next) = later.first_mut() else {
        let (is, place, strays) = (rows.output(0, len), rows.output(1, len), rows.output(2, len));
        for (i, &row) in of.iter().enumerate() {
            if strays.get(i) != 0 {
                return Err(Failed::Strays);
            }
            let may = !first || rows.output(3, len).get(i) != 0;
            if may && is.get(i) != 0 {
                see(row, place.get(i) as u64)?;
            }
        }
        return Ok(());
    };
    next.clear();
    for (i, &row) in of.iter().enumerate() {
        let (lo, hi) = (rows.output(0, len).get(i), rows.output(1, len).get(i));
        if first && rows.output(2, len).get(i) == 0 {
            continue;
        }
        for value in lo..=hi {
            let next = &mut later[0];
            next.of.push(row);
            let (own, before) = next.values.split_last_mut().expect("there is a variable");
            own.push(value);
            before.iter_mut().zip(&*values).for_each(|(to, from)| to.push(from[i]));
            if next.of.len() == WIDTH {
                stage(later, columns, see)?;
                later[0].clear();
            }
        }
    }
    if later[0].of.is_empty() { Ok(()) } else { stage(later, columns, see) }
}

impl Stage {
    fn clear(&mut self) {
        self.of.clear();
        self.values.iter_mut().for_each(Vec::clear);
    }
}
