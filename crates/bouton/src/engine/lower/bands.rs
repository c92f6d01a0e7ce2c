//! What the rules allow for neighbouring sizes of a heap, computed together: a program with the size as its column.

use super::amounts::{Stones, within};
use crate::game::Game;
use crate::lang::core::ExprId;
use crate::rows::{Compiler, NoWords, Program, Reg, Rows, Small};

/// Numbers from `lo` to `hi` for each size of a block, both included; none where `lo` is greater.
#[derive(Debug, Default)]
pub(in crate::engine) struct Band {
    pub(in crate::engine) lo: Vec<u32>,
    pub(in crate::engine) hi: Vec<u32>,
    /// The ends, where they are the same for all sizes of the block.
    pub(in crate::engine) same: Option<(u32, u32)>,
}

impl Band {
    /// Whether it is known to be empty for all sizes of the block.
    pub(in crate::engine) fn is_empty(&self) -> bool {
        self.same.is_some_and(|(lo, hi)| lo > hi)
    }
}

/// A condition on a number of stones (the first variable) and the size of the heap.
pub(super) struct Test {
    rows: Rows<i64>,
    /// The number of stones with which the column begins.
    begins: usize,
}

/// How many numbers of stones are looked at together.
const WIDTH: usize = 4096;

impl Test {
    /// A condition for heaps of up to `most` stones; `None` if it may have no value, or is not compiled.
    pub(super) fn new(
        game: &Game,
        when: Option<ExprId>,
        condition: ExprId,
        to: usize,
    ) -> Option<Test> {
        let mut program = Program::default();
        let size = program.input((1, to as i64), false);
        let stones = program.input((1, to as i64), true);
        let mut compiler = Compiler::new(&game.core, &NoWords, Some(size)).with_variable(0, stones);
        let mut holds = program.constant(1);
        for part in when.into_iter().chain([condition]) {
            let part = compiler.compile(part, &mut program)?;
            holds = program.and(holds, part);
        }
        let rows = Rows::new(&program, &[holds], WIDTH.min(to));
        let mut test = Test { rows, begins: 0 };
        test.begin(1);
        Some(test)
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.rows.bytes()
    }

    fn begin(&mut self, stones: usize) {
        if self.begins != stones {
            self.begins = stones;
            let column = self.rows.column(1).iter_mut();
            column.enumerate().for_each(|(i, place)| *place = (stones + i) as i64);
        }
    }

    /// Shows every number of stones for which it holds.
    pub(super) fn each(&mut self, size: usize, mut show: impl FnMut(usize)) {
        self.rows.set(0, size as i64);
        for first in (1..=size).step_by(WIDTH) {
            let len = WIDTH.min(size + 1 - first);
            self.begin(first);
            self.rows.run(len);
            let holds = self.rows.output(0, len);
            (0..len).filter(|&i| holds.get(i) != 0).for_each(|i| show(first + i));
        }
    }
}

/// The bands for some sizes from `first` on, and the bytes that it took to find them; `None` if one may have no value,
/// or is not compiled.
pub(super) fn bands(
    game: &Game,
    written: &[Stones],
    first: usize,
    len: usize,
    to: &mut Vec<Band>,
) -> Option<usize> {
    let mut program = Program::default();
    let size = program.input((first as i64, (first + len - 1) as i64), true);
    let (zero, one) = (program.constant(0), program.constant(1));
    let after = program.add(size, one)?;
    let mut compiler = Compiler::new(&game.core, &NoWords, Some(size));
    let mut outputs = Vec::with_capacity(2 * written.len());
    for stones in written {
        let [may, lo, hi] = stones.compile(&mut compiler, size, &mut program)?;
        let lo = program.min(lo, after)?;
        let (lo, hi) = within(size, [may, lo, hi], &mut program)?;
        match program.range(lo).0 > program.range(hi).1 {
            true => outputs.extend([one, zero]),
            false => outputs.extend([lo, hi]),
        }
    }
    to.resize_with(written.len(), Band::default);
    Some(match program.bits(&outputs) {
        ..=32 => run::<i32>(&program, &outputs, first, len, to),
        _ => run::<i64>(&program, &outputs, first, len, to),
    })
}

/// Computes the bands, and tells the bytes that it took.
fn run<T: Small>(
    program: &Program,
    outputs: &[Reg],
    first: usize,
    len: usize,
    to: &mut [Band],
) -> usize {
    let mut rows = Rows::<T>::new(program, outputs, len);
    let column = rows.column(0).iter_mut();
    column.enumerate().for_each(|(i, place)| *place = T::of((first + i) as i64));
    rows.run(len);
    let same = |reg: Reg| program.known(reg).map(|n| n as u32);
    for (i, band) in to.iter_mut().enumerate() {
        band.same = same(outputs[2 * i]).zip(same(outputs[2 * i + 1]));
        for (output, column) in [(2 * i, &mut band.lo), (2 * i + 1, &mut band.hi)] {
            let computed = rows.output(output, len);
            column.clear();
            column.extend((0..len).map(|i| computed.get(i).wide() as u32));
        }
    }
    rows.bytes()
}
