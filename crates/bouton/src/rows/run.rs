//! Programs at work: rows of one width of integers.

use super::exact::Asked;
use super::program::{Op, Program, Reg};
use crate::lang::builtin::Binary;
use crate::vectors::vectors;

/// The integers of columns.
pub(crate) trait Small: Copy + Ord + Default + Send + Sync + 'static {
    fn of(n: i64) -> Self;
    fn wide(self) -> i64;
    /// The lowest eight bits.
    fn byte(self) -> u8;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    const BITS: u32;
    /// The high half of a product of numbers that are not negative.
    fn high(self, factor: u32) -> Self;
    /// Rounded down.
    fn div(self, divisor: Self) -> Self;
}

macro_rules! small {
    ($int:ident, $unsigned:ident, $double:ident) => {
        impl Small for $int {
            #[inline(always)]
            fn of(n: i64) -> $int {
                n as $int
            }
            #[inline(always)]
            fn wide(self) -> i64 {
                i64::from(self)
            }
            #[inline(always)]
            fn byte(self) -> u8 {
                self as u8
            }
            #[inline(always)]
            fn add(self, other: $int) -> $int {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn sub(self, other: $int) -> $int {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn mul(self, other: $int) -> $int {
                self.wrapping_mul(other)
            }
            #[inline(always)]
            fn xor(self, other: $int) -> $int {
                self ^ other
            }
            const BITS: u32 = $int::BITS;
            #[inline(always)]
            fn high(self, factor: u32) -> $int {
                ((self as $unsigned as $double * factor as $unsigned as $double)
                    >> $int::BITS.min(32)) as $int
            }
            #[inline(always)]
            fn div(self, divisor: $int) -> $int {
                let (quotient, rest) = (self.wrapping_div(divisor), self.wrapping_rem(divisor));
                quotient.wrapping_sub($int::from(rest != 0 && (rest < 0) != (divisor < 0)))
            }
        }
    };
}

small!(i16, u16, u32);
small!(i32, u32, u64);
small!(i64, u64, u128);

/// A column, or what is the same in the whole row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Column<'r, T> {
    Each(&'r [T]),
    Same(T),
}

impl<T: Copy> Column<'_, T> {
    #[inline(always)]
    pub(crate) fn get(self, i: usize) -> T {
        match self {
            Column::Each(column) => column[i],
            Column::Same(n) => n,
        }
    }
}

/// A program at work on rows of at most one length.
#[derive(Clone)]
pub(crate) struct Rows<T> {
    /// The operations on what is the same in a whole row, then those on columns.
    scalars: Vec<(usize, Op)>,
    columns: Vec<(usize, Step)>,
    same: Vec<T>,
    each: Vec<Vec<T>>,
    varies: Vec<bool>,
    outputs: Vec<Reg>,
    tables: Vec<(i64, Vec<T>)>,
    exacts: Vec<Asked>,
    /// Where the inputs stand, and those columns of them that an output is computed from.
    inputs: Vec<usize>,
    looked_at: Vec<usize>,
}

/// An operation on columns, with what is known of it beforehand.
#[derive(Clone, Copy)]
enum Step {
    Op(Op),
    /// A division by a constant of a number that is not negative: the high half of a product.
    High(Reg, u32),
}

impl<T: Small> Rows<T> {
    /// Rows of at most `width` numbers, which hold all that the outputs are computed from.
    pub(crate) fn new(program: &Program, outputs: &[Reg], width: usize) -> Rows<T> {
        assert!(program.bits(outputs) <= T::BITS, "numbers are too large for their rows");
        let needed = program.needed(outputs);
        let (mut scalars, mut columns, mut looked_at) = (Vec::new(), Vec::new(), Vec::new());
        let mut inputs = vec![usize::MAX; program.inputs];
        let mut each = vec![Vec::new(); program.ops.len()];
        let mut same = vec![T::default(); program.ops.len()];
        let (mut used, mut asked) = (Vec::new(), Vec::new());
        for (i, &op) in program.ops.iter().enumerate() {
            let varies = program.varies[i];
            if varies && (needed[i] || matches!(op, Op::Input(_))) {
                each[i] = vec![T::default(); width];
            }
            match op {
                Op::Input(input) => {
                    inputs[input] = i;
                    if needed[i] && varies {
                        looked_at.push(i);
                    }
                    continue;
                }
                Op::Lookup(table, _) if needed[i] => used.push(table),
                Op::Exact(exact, _) if needed[i] => asked.push(exact),
                Op::Const(n) if needed[i] => {
                    same[i] = T::of(n);
                    continue;
                }
                _ => {}
            }
            match (needed[i], varies) {
                (false, _) => {}
                (true, false) => scalars.push((i, op)),
                (true, true) => columns.push((i, Rows::<T>::step(program, op))),
            }
        }
        let of = |(table, (first, values)): (usize, &(i64, Vec<i64>))| match used.contains(&table) {
            true => (*first, values.iter().map(|&n| T::of(n)).collect()),
            false => (*first, Vec::new()),
        };
        let mut rows = Rows {
            scalars,
            columns,
            same,
            each,
            varies: program.varies.clone(),
            outputs: outputs.to_vec(),
            tables: program.tables.iter().enumerate().map(of).collect(),
            exacts: program
                .exacts
                .iter()
                .enumerate()
                .map(|(i, exact)| Asked::new(exact.clone(), asked.contains(&i)))
                .collect(),
            inputs,
            looked_at,
        };
        // Columns that are given stay; a number from 0 on is what they are unless something else is set.
        for i in 0..program.inputs {
            for (n, place) in rows.column(i).iter_mut().enumerate() {
                *place = T::of(n as i64);
            }
        }
        rows
    }

    /// The bytes that rows of a program will have, with what it looks up.
    pub(crate) fn bytes_of(program: &Program, outputs: &[Reg], width: usize) -> usize {
        let needed = program.needed(outputs);
        let (mut columns, mut exacts) = (0, 0);
        for (i, op) in program.ops.iter().enumerate() {
            columns += usize::from(program.varies[i] && (needed[i] || matches!(op, Op::Input(_))));
            exacts += if needed[i] && matches!(op, Op::Exact(..)) { Asked::BYTES } else { 0 };
        }
        let tables: usize = program.tables.iter().map(|(_, table)| table.len()).sum();
        // Each operation has its place among those that are done, and a number.
        let each = size_of::<(usize, Step)>() + size_of::<Vec<T>>() + size_of::<T>();
        (columns * width + tables) * size_of::<T>() + program.ops.len() * each + exacts
    }

    /// The bytes of its columns and tables.
    pub(crate) fn bytes(&self) -> usize {
        let columns: usize = self.each.iter().map(Vec::capacity).sum();
        let tables: usize = self.tables.iter().map(|(_, table)| table.len()).sum();
        (columns + tables + self.same.capacity()) * size_of::<T>()
    }

    /// A division by a constant c of numbers that are not negative and at most n: with the least f that is at
    /// least 2^b / c, the product of a number and f, without its last b bits, is the quotient if
    /// n times (f c - 2^b) is less than 2^b.
    fn step(program: &Program, op: Op) -> Step {
        if let Op::Two(Binary::Div, a, b) = op
            && let (0.., most) = program.range(a)
            && let Some(divisor @ 2..) = program.known(b)
            && T::BITS <= 32
        {
            let power = 1i128 << T::BITS;
            let divisor = i128::from(divisor);
            let factor = (power + divisor - 1) / divisor;
            if i128::from(most) * (factor * divisor - power) < power {
                return Step::High(a, factor as u32);
            }
        }
        Step::Op(op)
    }

    /// The column of an input, from 0 on unless it was set; empty if the input is the same in a whole row.
    pub(crate) fn column(&mut self, input: usize) -> &mut [T] {
        &mut self.each[self.inputs[input]]
    }

    /// What stands in a row of an input.
    #[inline]
    pub(crate) fn given(&self, input: usize, row: usize) -> T {
        self.each[self.inputs[input]][row]
    }

    /// Whether an output is computed from an input that is a column.
    pub(crate) fn looks_at(&self, input: usize) -> bool {
        self.looked_at.contains(&self.inputs[input])
    }

    /// Sets an input that is the same in a whole row.
    #[inline]
    pub(crate) fn set(&mut self, input: usize, n: T) {
        self.same[self.inputs[input]] = n;
    }

    /// Computes the outputs for the first `len` numbers of the row.
    pub(crate) fn run(&mut self, len: usize) {
        for &(i, op) in &self.scalars {
            if let Op::Exact(exact, key) = op {
                let asked = &mut self.exacts[exact];
                self.same[i] = T::of(asked.get(self.same[key.index()].wide()));
                continue;
            }
            let mut to = [T::default()];
            step(op, &self.tables, &mut to, |reg| Column::Same(self.same[reg.index()]));
            [self.same[i]] = to;
        }
        if !self.columns.is_empty() {
            vectors(
                #[inline(always)]
                || self.run_columns(len),
            );
        }
    }

    #[inline(always)]
    fn run_columns(&mut self, len: usize) {
        for column in 0..self.columns.len() {
            let (i, column) = self.columns[column];
            let mut each = std::mem::take(&mut self.each[i]);
            if let Step::Op(Op::Exact(exact, key)) = column {
                let keys = &self.each[key.index()];
                self.exacts[exact]
                    .each(keys[..len].iter().map(|n| n.wide()), |i, n| each[i] = T::of(n));
                self.each[i] = each;
                continue;
            }
            let (to, of) = (&mut each[..len], |reg: Reg| self.of(reg, len));
            match column {
                Step::High(a, factor) => map(to, of(a), |a| a.high(factor)),
                Step::Op(op) => step(op, &self.tables, to, of),
            }
            self.each[i] = each;
        }
    }

    #[inline(always)]
    fn of(&self, reg: Reg, len: usize) -> Column<'_, T> {
        match self.varies[reg.index()] {
            true => Column::Each(&self.each[reg.index()][..len]),
            false => Column::Same(self.same[reg.index()]),
        }
    }

    /// An output.
    #[inline]
    pub(crate) fn output(&self, i: usize, len: usize) -> Column<'_, T> {
        self.of(self.outputs[i], len)
    }
}

/// Does an operation on columns; what is the same in a whole row is a column of one number.
#[inline(always)]
fn step<'r, T: Small>(
    op: Op,
    tables: &[(i64, Vec<T>)],
    to: &mut [T],
    of: impl Fn(Reg) -> Column<'r, T>,
) {
    let truth = |truth: bool| T::of(i64::from(truth));
    match op {
        // Those that are left to the exact evaluator are asked for before.
        Op::Input(_) | Op::Const(_) | Op::Exact(..) => {}
        Op::Two(op, a, b) => match op {
            Binary::Add => zip(to, of(a), of(b), T::add),
            Binary::Sub => zip(to, of(a), of(b), T::sub),
            Binary::Mul => zip(to, of(a), of(b), T::mul),
            Binary::Div => zip(to, of(a), of(b), T::div),
            Binary::Mod => zip(to, of(a), of(b), |a, b| a.sub(a.div(b).mul(b))),
            Binary::Min | Binary::And => zip(to, of(a), of(b), T::min),
            Binary::Max | Binary::Or => zip(to, of(a), of(b), T::max),
            Binary::Xor => zip(to, of(a), of(b), T::xor),
            Binary::Eq => zip(to, of(a), of(b), |a, b| truth(a == b)),
            Binary::Lt => zip(to, of(a), of(b), |a, b| truth(a < b)),
            Binary::Le => zip(to, of(a), of(b), |a, b| truth(a <= b)),
            // Functions that rows have no rules for, by their own function on small integers.
            _ => op.with_fast(
                #[inline(always)]
                |value| zip(to, of(a), of(b), |a, b| T::of(value(a.wide(), b.wide()))),
            ),
        },
        Op::One(op, a) => op.with_fast(
            #[inline(always)]
            |value| map(to, of(a), |a| T::of(value(a.wide()))),
        ),
        Op::Lookup(table, a) => {
            let (first, values) = &tables[table];
            map(to, of(a), |a| values[(a.wide() - first) as usize]);
        }
        Op::Select(condition, a, b) => select(to, of(condition), of(a), of(b)),
    }
}

/// The first where a condition holds, otherwise the second.
#[inline(always)]
fn select<T: Small>(to: &mut [T], c: Column<'_, T>, a: Column<'_, T>, b: Column<'_, T>) {
    let choose = |c: T, a: T, b: T| if c == T::of(0) { b } else { a };
    let c = match c {
        Column::Same(c) => return zip(to, a, b, |a, b| choose(c, a, b)),
        Column::Each(c) => c,
    };
    map(to, a, |a| a);
    match b {
        Column::Each(b) => {
            to.iter_mut().zip(c).zip(b).for_each(|((to, &c), &b)| *to = choose(c, *to, b));
        }
        Column::Same(b) => to.iter_mut().zip(c).for_each(|(to, &c)| *to = choose(c, *to, b)),
    }
}

#[inline(always)]
fn map<T: Copy>(to: &mut [T], a: Column<'_, T>, f: impl Fn(T) -> T) {
    match a {
        Column::Each(a) => to.iter_mut().zip(a).for_each(|(to, &a)| *to = f(a)),
        Column::Same(a) => to.fill(f(a)),
    }
}

#[inline(always)]
fn zip<T: Copy>(to: &mut [T], a: Column<'_, T>, b: Column<'_, T>, f: impl Fn(T, T) -> T) {
    match (a, b) {
        (Column::Each(a), Column::Each(b)) => {
            to.iter_mut().zip(a).zip(b).for_each(|((to, &a), &b)| *to = f(a, b));
        }
        (Column::Each(a), Column::Same(b)) => {
            to.iter_mut().zip(a).for_each(|(to, &a)| *to = f(a, b))
        }
        (Column::Same(a), Column::Each(b)) => {
            to.iter_mut().zip(b).for_each(|(to, &b)| *to = f(a, b))
        }
        (Column::Same(a), Column::Same(b)) => to.fill(f(a, b)),
    }
}
