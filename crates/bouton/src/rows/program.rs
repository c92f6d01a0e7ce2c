//! Programs: how they are built, with the range of every number.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::exact::Exact;
use crate::lang::Interval;
use crate::lang::builtin::{Binary, Order, Unary};
use crate::lang::core::ExprId;

/// A number of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Reg(pub(super) u32);

impl Reg {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a number is computed from others. Conditions are 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    /// What is given, by its place.
    Input(usize),
    Const(i64),
    /// A function or operator of the language, at numbers at which it has a value. Of a quotient this is the floor.
    One(Unary, Reg),
    Two(Binary, Reg, Reg),
    /// The second where the first is 1, otherwise the third.
    Select(Reg, Reg, Reg),
    /// A number of a table, at a place from this number on.
    Lookup(usize, Reg),
    /// What the exact evaluator says at the numbers that are packed into one.
    Exact(usize, Reg),
}

/// From the first to the second, both included.
type Range = (i64, i64);

/// Numbers are at most so large, so that a sum of two does not overflow.
pub(super) const LARGEST: i64 = 1 << 61;

/// Stands in a list of a function's values where it has none.
pub(super) const NONE: i64 = i64::MIN;

/// A program with more operations is full.
const MOST_OPS: usize = 4096;

/// Functions of at most this many numbers become tables.
const MOST_LOOKED_UP: i64 = 1 << 16;

/// Operations on columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(super) ops: Vec<Op>,
    pub(super) ranges: Vec<Range>,
    /// Whether a number differs within a row.
    pub(super) varies: Vec<bool>,
    pub(super) known: FxHashMap<Op, Reg>,
    /// Values of functions, and the argument of the first.
    pub(super) tables: Vec<(i64, Vec<i64>)>,
    /// Expressions that are left to the exact evaluator.
    pub(super) exacts: Vec<Arc<Exact>>,
    pub(super) inputs: usize,
    /// Lists of numbers that are known to rise, or to stay the same.
    pub(super) rising: Vec<Vec<Reg>>,
}

impl Program {
    /// Some numbers are known to rise, or to stay the same.
    pub(crate) fn rise(&mut self, numbers: &[Reg]) {
        self.rising.push(numbers.to_vec());
    }

    /// Whether a number is known not to be greater than another.
    pub(super) fn rises(&self, a: Reg, b: Reg) -> bool {
        let rises = |list: &Vec<Reg>| {
            let place = |reg: Reg| list.iter().position(|&other| other == reg);
            place(a).zip(place(b)).is_some_and(|(a, b)| a <= b)
        };
        a == b || self.rising.iter().any(rises)
    }

    /// How many inputs there are.
    pub(crate) fn inputs(&self) -> usize {
        self.inputs
    }

    /// Whether nothing more should be computed.
    pub(crate) fn is_full(&self) -> bool {
        self.ops.len() > MOST_OPS
    }

    /// A number is known to lie in a range, wherever it is looked at.
    pub(crate) fn narrow(&mut self, reg: Reg, (lo, hi): Range) -> Reg {
        let (least, most) = self.range(reg);
        let range = (least.max(lo), most.min(hi));
        self.ranges[reg.index()] = range;
        if range.0 == range.1 { self.constant(range.0) } else { reg }
    }

    /// A number that is given: a column, or the same in a whole row.
    pub(crate) fn input(&mut self, range: Range, varies: bool) -> Reg {
        let op = Op::Input(self.inputs);
        self.inputs += 1;
        let reg = self.push(op, range);
        self.varies[reg.index()] = varies;
        reg
    }

    pub(crate) fn constant(&mut self, n: i64) -> Reg {
        self.push(Op::Const(n), (n, n))
    }

    /// The least and the greatest that a number can be.
    pub(crate) fn range(&self, reg: Reg) -> Range {
        self.ranges[reg.index()]
    }

    /// The number, if it is always the same.
    pub(crate) fn known(&self, reg: Reg) -> Option<i64> {
        let (lo, hi) = self.range(reg);
        (lo == hi).then_some(lo)
    }

    /// Whether a number differs within a row.
    pub(crate) fn varies(&self, reg: Reg) -> bool {
        self.varies[reg.index()]
    }

    fn push(&mut self, op: Op, range: Range) -> Reg {
        if let Some(&reg) = self.known.get(&op) {
            return reg;
        }
        let varies = op.parts().any(|part| self.varies(part));
        let reg = Reg(self.ops.len() as u32);
        self.ops.push(op);
        self.ranges.push(range);
        self.varies.push(varies);
        self.known.insert(op, reg);
        reg
    }

    /// The result of an operation that lies in a range; `None` if it may be too large.
    fn within(&mut self, op: Op, range: (i128, i128)) -> Option<Reg> {
        let fits = |n: i128| i64::try_from(n).ok().filter(|n| n.abs() <= LARGEST);
        let range = (fits(range.0)?, fits(range.1)?);
        if range.0 == range.1 {
            return Some(self.constant(range.0));
        }
        Some(self.push(op, range))
    }

    pub(super) fn wide(&self, reg: Reg) -> (i128, i128) {
        let (lo, hi) = self.range(reg);
        (lo.into(), hi.into())
    }

    pub(crate) fn add(&mut self, a: Reg, b: Reg) -> Option<Reg> {
        match (self.known(a), self.known(b)) {
            (Some(0), _) => return Some(b),
            (_, Some(0)) => return Some(a),
            _ => {}
        }
        let (x, y) = (self.wide(a), self.wide(b));
        self.within(Op::two(Binary::Add, a, b), (x.0 + y.0, x.1 + y.1))
    }

    pub(crate) fn sub(&mut self, a: Reg, b: Reg) -> Option<Reg> {
        match self.known(b) {
            _ if a == b => return Some(self.constant(0)),
            Some(0) => return Some(a),
            _ => {}
        }
        let (x, y) = (self.wide(a), self.wide(b));
        let least = if self.rises(b, a) { 0 } else { x.0 - y.1 };
        self.within(Op::two(Binary::Sub, a, b), (least.max(x.0 - y.1), x.1 - y.0))
    }

    pub(crate) fn mul(&mut self, a: Reg, b: Reg) -> Option<Reg> {
        match (self.known(a), self.known(b)) {
            (Some(1), _) => return Some(b),
            (_, Some(1)) => return Some(a),
            _ => {}
        }
        let (x, y) = (self.wide(a), self.wide(b));
        let ends = [x.0 * y.0, x.0 * y.1, x.1 * y.0, x.1 * y.1];
        let range = (ends[0].min(ends[1]).min(ends[2].min(ends[3])), *ends.iter().max()?);
        self.within(Op::two(Binary::Mul, a, b), range)
    }

    /// Rounded down. `None` if the divisor may be 0.
    pub(crate) fn div(&mut self, a: Reg, b: Reg) -> Option<Reg> {
        let (x, y) = (self.wide(a), self.wide(b));
        if y.0 <= 0 && y.1 >= 0 {
            return None;
        }
        if self.known(b) == Some(1) {
            return Some(a);
        }
        if let (Some(divisor @ 2..), ..0) = (self.known(b), self.range(a).0) {
            // Of numbers that are not negative a quotient is a product.
            let more = x.0.unsigned_abs().div_ceil(divisor.unsigned_abs().into()) as i64;
            let (added, more) = (self.constant(more.checked_mul(divisor)?), self.constant(more));
            let above = self.add(a, added)?;
            let quotient = self.div(above, b)?;
            return self.sub(quotient, more);
        }
        let floor = |a: i128, b: i128| a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0);
        let ends = [floor(x.0, y.0), floor(x.0, y.1), floor(x.1, y.0), floor(x.1, y.1)];
        let range = (*ends.iter().min()?, *ends.iter().max()?);
        self.within(Op::two(Binary::Div, a, b), range)
    }

    /// Of the sign of the divisor. `None` if that may be 0.
    pub(crate) fn rest(&mut self, a: Reg, b: Reg) -> Option<Reg> {
        let (x, y) = (self.wide(a), self.wide(b));
        if y.0 <= 0 && y.1 >= 0 {
            return None;
        }
        if y.0 > 0 && x.0 >= 0 && x.1 < y.0 {
            return Some(a);
        }
        if let Some(divisor @ 2..) = self.known(b) {
            let quotient = self.div(a, b)?;
            let multiple = self.mul(quotient, b)?;
            let rest = self.sub(a, multiple)?;
            return Some(self.narrow(rest, (0, divisor - 1)));
        }
        let range = if y.0 > 0 { (0, y.1 - 1) } else { (y.0 + 1, 0) };
        self.within(Op::two(Binary::Mod, a, b), range)
    }

    pub(crate) fn min(&mut self, a: Reg, b: Reg) -> Option<Reg> {
        let (x, y) = (self.wide(a), self.wide(b));
        match self.gap(a, b) {
            (0.., _) => Some(a),
            (_, ..=0) => Some(b),
            _ => self.within(Op::two(Binary::Min, a, b), (x.0.min(y.0), x.1.min(y.1))),
        }
    }

    pub(crate) fn max(&mut self, a: Reg, b: Reg) -> Option<Reg> {
        let (x, y) = (self.wide(a), self.wide(b));
        match self.gap(a, b) {
            (_, ..=0) => Some(a),
            (0.., _) => Some(b),
            _ => self.within(Op::two(Binary::Max, a, b), (x.0.max(y.0), x.1.max(y.1))),
        }
    }

    /// `None` if one may be negative.
    pub(crate) fn xor(&mut self, a: Reg, b: Reg) -> Option<Reg> {
        match (self.known(a), self.known(b)) {
            (Some(0), _) if self.range(b).0 >= 0 => return Some(b),
            (_, Some(0)) if self.range(a).0 >= 0 => return Some(a),
            _ => {}
        }
        let (x, y) = (self.wide(a), self.wide(b));
        if x.0 < 0 || y.0 < 0 {
            return None;
        }
        let range = match (self.known(a), self.known(b)) {
            (Some(a), Some(b)) => (i128::from(a ^ b), i128::from(a ^ b)),
            _ => (0, (x.1.max(y.1) + 1).unsigned_abs().next_power_of_two() as i128 - 1),
        };
        self.within(Op::two(Binary::Xor, a, b), range)
    }

    /// A condition, unless it is known from the ranges.
    fn condition(&mut self, op: Op, always: bool, never: bool) -> Reg {
        match (always, never) {
            (true, _) => self.constant(1),
            (_, true) => self.constant(0),
            _ => self.push(op, (0, 1)),
        }
    }

    pub(crate) fn eq(&mut self, a: Reg, b: Reg) -> Reg {
        let gap = self.gap(a, b);
        let (always, never) = (gap == (0, 0), gap.0 > 0 || gap.1 < 0);
        self.condition(Op::two(Binary::Eq, a, b), always, never)
    }

    pub(crate) fn lt(&mut self, a: Reg, b: Reg) -> Reg {
        let gap = self.gap(a, b);
        self.condition(Op::two(Binary::Lt, a, b), gap.0 > 0, gap.1 <= 0)
    }

    pub(crate) fn le(&mut self, a: Reg, b: Reg) -> Reg {
        let gap = self.gap(a, b);
        self.condition(Op::two(Binary::Le, a, b), gap.0 >= 0, gap.1 < 0)
    }

    pub(crate) fn and(&mut self, a: Reg, b: Reg) -> Reg {
        match (self.known(a), self.known(b)) {
            (Some(0), _) | (_, Some(1)) => a,
            (_, Some(0)) | (Some(1), _) => b,
            _ if a == b => a,
            _ => self.push(Op::two(Binary::And, a, b), (0, 1)),
        }
    }

    pub(crate) fn or(&mut self, a: Reg, b: Reg) -> Reg {
        match (self.known(a), self.known(b)) {
            (Some(1), _) | (_, Some(0)) => a,
            (_, Some(1)) | (Some(0), _) => b,
            _ if a == b => a,
            _ => self.push(Op::two(Binary::Or, a, b), (0, 1)),
        }
    }

    pub(crate) fn not(&mut self, a: Reg) -> Reg {
        let zero = self.constant(0);
        self.eq(a, zero)
    }

    /// `a` where the condition holds, otherwise `b`.
    pub(crate) fn select(&mut self, condition: Reg, a: Reg, b: Reg) -> Reg {
        match self.known(condition) {
            Some(0) => return b,
            Some(_) => return a,
            None if a == b => return a,
            None => {}
        }
        let (x, y) = (self.range(a), self.range(b));
        self.push(Op::Select(condition, a, b), (x.0.min(y.0), x.1.max(y.1)))
    }

    /// A function of the language, at numbers at which it has a value: looked up where there are few numbers, otherwise
    /// computed. `None` if that cannot be done.
    pub(crate) fn one(&mut self, op: Unary, a: Reg) -> Option<Reg> {
        let value = op.entry().rows.fast()?;
        let (lo, hi) = self.range(a);
        if hi - lo < MOST_LOOKED_UP {
            let values: Vec<i64> = (lo..=hi).map(value).collect();
            return Some(self.lookup(a, lo, values).0);
        }
        let range = (op.entry().hull)(&Interval::new(lo, hi));
        self.within(Op::One(op, a), ends(range)?)
    }

    /// A function or operator of two numbers at which it has a value; a quotient is rounded down.
    pub(crate) fn two(&mut self, op: Binary, a: Reg, b: Reg) -> Option<Reg> {
        match op {
            Binary::Add => self.add(a, b),
            Binary::Sub => self.sub(a, b),
            Binary::Mul => self.mul(a, b),
            Binary::Div => self.div(a, b),
            Binary::Mod => self.rest(a, b),
            Binary::Min => self.min(a, b),
            Binary::Max => self.max(a, b),
            Binary::Xor => self.xor(a, b),
            Binary::Eq => Some(self.eq(a, b)),
            Binary::Lt => Some(self.lt(a, b)),
            Binary::Le => Some(self.le(a, b)),
            Binary::And => Some(self.and(a, b)),
            Binary::Or => Some(self.or(a, b)),
            _ => self.function(op, a, b),
        }
    }

    /// A function that rows have no rules for, by its own function on small integers.
    fn function(&mut self, op: Binary, a: Reg, b: Reg) -> Option<Reg> {
        op.entry().rows.fast()?;
        let interval = |reg: Reg| Interval::new(self.range(reg).0, self.range(reg).1);
        let range = (op.entry().hull)(&interval(a), &interval(b));
        self.within(Op::two(op, a, b), ends(range)?)
    }

    /// The value of a function, from `first` on, at an argument; and where it has none.
    pub(crate) fn lookup(&mut self, argument: Reg, first: i64, mut values: Vec<i64>) -> (Reg, Reg) {
        let (zero, one) = (self.constant(0), self.constant(1));
        let (lo, hi) = self.range(argument);
        let (begin, end) = (lo.max(first), hi.min(first + values.len() as i64 - 1));
        if begin > end {
            return (zero, one);
        }
        values.truncate((end - first + 1) as usize);
        values.drain(..(begin - first) as usize);
        let some = || values.iter().copied().filter(|&value| value != NONE);
        let (Some(least), Some(most)) = (some().min(), some().max()) else { return (zero, one) };
        let (least_argument, most_argument) = (self.constant(begin), self.constant(end));
        let (below, above) = (self.lt(argument, least_argument), self.lt(most_argument, argument));
        let mut trouble = self.or(below, above);
        let mut within = self.select(below, least_argument, argument);
        within = self.select(above, most_argument, within);
        within = self.narrow(within, (begin, end));
        if values.contains(&NONE) {
            let none = values.iter().map(|&value| i64::from(value == NONE)).collect();
            let none = self.table(within, begin, none, (0, 1));
            trouble = self.or(trouble, none);
            values.iter_mut().for_each(|value| *value = least.max(*value));
        }
        if least == most {
            return (self.constant(least), trouble);
        }
        (self.table(within, begin, values, (least, most)), trouble)
    }

    /// A number of a table, at a place in it.
    pub(super) fn table(&mut self, place: Reg, first: i64, values: Vec<i64>, range: Range) -> Reg {
        if let Some(place) = self.known(place) {
            return self.constant(values[(place - first) as usize]);
        }
        let table = (first, values);
        let known = self.tables.iter().position(|known| *known == table);
        let table = known.unwrap_or_else(|| {
            self.tables.push(table);
            self.tables.len() - 1
        });
        self.push(Op::Lookup(table, place), range)
    }

    /// What the exact evaluator says, and where it has no value.
    pub(super) fn exact(&mut self, exact: Arc<Exact>, key: Reg) -> (Reg, Reg) {
        let most = exact.range().1;
        let found = self.exactly(exact, key);
        let (most, none) = (self.constant(most), self.constant(most + 1));
        let trouble = self.eq(found, none);
        (self.select(trouble, most, found), trouble)
    }

    /// What the exact evaluator says; one more than the most that it may be where it has no value.
    pub(super) fn exactly(&mut self, exact: Arc<Exact>, key: Reg) -> Reg {
        let (least, most) = exact.range();
        let known = self.exacts.iter().position(|known| *known == exact);
        let place = known.unwrap_or_else(|| {
            self.exacts.push(exact);
            self.exacts.len() - 1
        });
        self.push(Op::Exact(place, key), (least, most + 1))
    }

    /// The expressions that are left to the exact evaluator.
    pub(crate) fn exact_expressions(&self) -> impl Iterator<Item = ExprId> {
        self.exacts.iter().map(|exact| exact.id())
    }

    /// Which operations some numbers are computed from.
    pub(super) fn needed(&self, outputs: &[Reg]) -> Vec<bool> {
        let mut needed = vec![false; self.ops.len()];
        for output in outputs {
            needed[output.index()] = true;
        }
        // An operation stands behind those that it looks at.
        for i in (0..self.ops.len()).rev() {
            if needed[i] {
                for part in self.ops[i].parts() {
                    needed[part.index()] = true;
                }
            }
        }
        needed
    }

    /// The bits of the integers that hold every number that some outputs are computed from.
    pub(crate) fn bits(&self, outputs: &[Reg]) -> u32 {
        let needed = self.needed(outputs);
        let ranges = self.ranges.iter().zip(needed).filter(|(_, needed)| *needed);
        ranges.map(|((lo, hi), _)| bits(*lo).max(bits(*hi))).max().unwrap_or(1)
    }
}

/// The ends of an interval that has both, if they are not too large.
pub(super) fn ends(interval: Interval) -> Option<(i128, i128)> {
    Some((i128::try_from(interval.lo?).ok()?, i128::try_from(interval.hi?).ok()?))
}

/// The bits of an integer, with its sign.
pub(super) fn bits(n: i64) -> u32 {
    65 - if n < 0 { n.leading_ones() } else { n.leading_zeros() }
}

impl Op {
    /// The numbers that it is computed from.
    pub(super) fn parts(self) -> impl Iterator<Item = Reg> {
        let parts = match self {
            Op::Input(_) | Op::Const(_) => [None; 3],
            Op::Lookup(_, a) | Op::One(_, a) | Op::Exact(_, a) => [Some(a), None, None],
            Op::Two(_, a, b) => [Some(a), Some(b), None],
            Op::Select(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        parts.into_iter().flatten()
    }

    /// An operation on two numbers, in the same order wherever that does not matter.
    fn two(op: Binary, a: Reg, b: Reg) -> Op {
        let commutes = match op {
            Binary::Add | Binary::Mul | Binary::Min | Binary::Max | Binary::Eq => true,
            Binary::And | Binary::Or => true,
            _ => op.entry().order != Order::Pair,
        };
        if commutes { Op::Two(op, a.min(b), a.max(b)) } else { Op::Two(op, a, b) }
    }
}
