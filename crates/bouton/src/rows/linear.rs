//! Numbers of a program as sums: multiples of inputs and of numbers that cannot be taken apart, and a constant.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::program::{Op, Program, Reg};
use crate::lang::builtin::Binary;

/// A sum of multiples of numbers, none of them 0 times, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Linear {
    pub(crate) terms: BTreeMap<Reg, i64>,
    pub(crate) constant: i64,
}

/// Sums of more terms are not looked at.
const MOST_TERMS: usize = 64;

impl Linear {
    /// `self + factor * other`, if nothing overflows.
    pub(crate) fn plus(mut self, other: &Linear, factor: i64) -> Option<Linear> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (&reg, &times) in &other.terms {
            let sum = self.of(reg).checked_add(times.checked_mul(factor)?)?;
            self.terms.insert(reg, sum);
        }
        self.terms.retain(|_, times| *times != 0);
        (self.terms.len() <= MOST_TERMS).then_some(self)
    }

    /// How many times a number is in it.
    pub(crate) fn of(&self, reg: Reg) -> i64 {
        self.terms.get(&reg).copied().unwrap_or(0)
    }

    /// The rest without a number.
    pub(crate) fn without(mut self, reg: Reg) -> Linear {
        self.terms.remove(&reg);
        self
    }
}

impl Program {
    /// A number as a sum; the number itself if it cannot be taken apart.
    pub(crate) fn linear(&self, reg: Reg) -> Linear {
        self.sum(reg, 0, &mut FxHashMap::default())
            .unwrap_or_else(|| Linear { terms: BTreeMap::from([(reg, 1)]), constant: 0 })
    }

    /// The same, with the sums that are known: a number may be used many times. `None` if it is too large or deep.
    fn sum(&self, reg: Reg, depth: usize, sums: &mut FxHashMap<Reg, Linear>) -> Option<Linear> {
        let whole = || Linear { terms: BTreeMap::from([(reg, 1)]), constant: 0 };
        if let Some(constant) = self.known(reg) {
            return Some(Linear { terms: BTreeMap::new(), constant });
        }
        if let Some(known) = sums.get(&reg) {
            return Some(known.clone());
        }
        if depth > 100 {
            return None;
        }
        let mut part = |part: Reg| self.sum(part, depth + 1, sums);
        let sum = match self.ops[reg.index()] {
            Op::Two(Binary::Add, a, b) => part(a)?.plus(&part(b)?, 1)?,
            Op::Two(Binary::Sub, a, b) => part(a)?.plus(&part(b)?, -1)?,
            Op::Two(Binary::Mul, a, b) => match (self.known(a), self.known(b)) {
                (Some(factor), _) => Linear::default().plus(&part(b)?, factor)?,
                (_, Some(factor)) => Linear::default().plus(&part(a)?, factor)?,
                _ => whole(),
            },
            _ => return Some(whole()),
        };
        sums.insert(reg, sum.clone());
        Some(sum)
    }

    /// The greatest that a sum can be, or more; `None` if that overflows.
    pub(crate) fn most(&self, linear: &Linear) -> Option<i64> {
        linear.terms.iter().try_fold(linear.constant, |most, (&reg, &times)| {
            let (lo, hi) = self.range(reg);
            most.checked_add(times.checked_mul(if times > 0 { hi } else { lo })?)
        })
    }

    /// From what to what a number is less than another, as far as their sums show.
    pub(super) fn gap(&self, less: Reg, more: Reg) -> (i128, i128) {
        let ((a, b), (c, d)) = (self.wide(less), self.wide(more));
        let (mut lo, mut hi) = (c - b, d - a);
        if self.rises(less, more) {
            lo = lo.max(0);
        }
        if self.rises(more, less) {
            hi = hi.min(0);
        }
        // Sums tell more only if there is one, and if the ranges do not tell enough.
        let is_sum = |reg: Reg| {
            matches!(self.ops[reg.index()], Op::Two(Binary::Add | Binary::Sub | Binary::Mul, ..))
        };
        if lo >= 0 || hi <= 0 || !is_sum(less) && !is_sum(more) {
            return (lo, hi);
        }
        let Some(gap) = self.linear(more).plus(&self.linear(less), -1) else { return (lo, hi) };
        let mut of_sum = (i128::from(gap.constant), i128::from(gap.constant));
        for (&reg, &times) in &gap.terms {
            let (a, b) = self.wide(reg);
            let (a, b) = (a * i128::from(times), b * i128::from(times));
            of_sum = (of_sum.0 + a.min(b), of_sum.1 + a.max(b));
        }
        (lo.max(of_sum.0), hi.min(of_sum.1))
    }

    /// The number that a sum is.
    pub(crate) fn total(&mut self, linear: &Linear) -> Option<Reg> {
        let mut total = self.constant(linear.constant);
        for (&reg, &times) in &linear.terms {
            let times = self.constant(times);
            let term = self.mul(times, reg)?;
            total = self.add(total, term)?;
        }
        Some(total)
    }

    /// A number of another program, with numbers of this one in place of its inputs. Sums are put together anew, so that
    /// what cancels is left out. `None` if one may be too large.
    pub(crate) fn transplant(&mut self, from: &Program, reg: Reg, inputs: &[Reg]) -> Option<Reg> {
        let needed = from.needed(&[reg]);
        let mut new: Vec<Option<Reg>> = vec![None; from.ops.len()];
        for (i, &op) in from.ops.iter().enumerate().filter(|(i, _)| needed[*i]) {
            let of = |reg: Reg| new[reg.index()];
            let made = match op {
                Op::Input(input) => *inputs.get(input)?,
                Op::Const(n) => self.constant(n),
                Op::Two(op, a, b) => self.two(op, of(a)?, of(b)?)?,
                Op::Select(a, b, c) => self.select(of(a)?, of(b)?, of(c)?),
                Op::One(op, a) => self.one(op, of(a)?)?,
                // Beyond the table there is no position.
                Op::Lookup(table, a) => {
                    let (first, values) = &from.tables[table];
                    self.lookup(of(a)?, *first, values.clone()).0
                }
                Op::Exact(exact, a) => self.exactly(from.exacts[exact].clone(), of(a)?),
            };
            new[i] = Some(self.cancelled(made));
        }
        new[reg.index()]
    }

    /// The same number without what cancels in its sum, if it then stays the same in a whole row.
    pub(crate) fn cancelled(&mut self, reg: Reg) -> Reg {
        let sum = self.linear(reg);
        let varies = sum.terms.keys().any(|&term| self.varies(term));
        match self.varies(reg) && !varies {
            true => self.total(&sum).unwrap_or(reg),
            false => reg,
        }
    }

    /// The conditions that a condition says all at once.
    pub(crate) fn conjuncts(&self, condition: Reg) -> Vec<Reg> {
        let (mut all, mut stack) = (Vec::new(), vec![condition]);
        let mut seen = FxHashSet::default();
        while let Some(reg) = stack.pop() {
            match self.ops[reg.index()] {
                _ if !seen.insert(reg) => {}
                Op::Two(Binary::And, a, b) => stack.extend([b, a]),
                _ => all.push(reg),
            }
        }
        all
    }

    /// The sums that are at least 0 exactly if a condition holds; none if it is of another kind.
    pub(crate) fn inequalities(&self, condition: Reg) -> Vec<Linear> {
        let difference = |a: Reg, b: Reg| self.linear(b).plus(&self.linear(a), -1);
        let one = Linear { constant: 1, ..Linear::default() };
        let found: Option<Vec<Linear>> = match self.ops[condition.index()] {
            Op::Two(Binary::Le, a, b) => difference(a, b).map(|d| vec![d]),
            Op::Two(Binary::Lt, a, b) => {
                difference(a, b).and_then(|d| d.plus(&one, -1)).map(|d| vec![d])
            }
            Op::Two(Binary::Eq, a, b) => {
                difference(a, b).zip(difference(b, a)).map(|(a, b)| vec![a, b])
            }
            _ => None,
        };
        found.unwrap_or_default()
    }

    /// What the lesser of a number and others is without that number.
    pub(crate) fn without_least(&self, least: Reg, one: Reg) -> Reg {
        match self.ops[least.index()] {
            Op::Two(Binary::Min, a, b) if a == one => b,
            Op::Two(Binary::Min, a, b) if b == one => a,
            _ => least,
        }
    }

    /// The number that is given at a place.
    pub(crate) fn given(&self, place: usize) -> Option<Reg> {
        let found = self.ops.iter().position(|op| *op == Op::Input(place))?;
        Some(Reg(found as u32))
    }

    /// Whether a condition says no more than that something given is positive.
    pub(crate) fn is_positive_input(&self, condition: Reg) -> bool {
        match self.ops[condition.index()] {
            Op::Two(Binary::Lt, a, b) => {
                self.known(a) == Some(0) && matches!(self.ops[b.index()], Op::Input(_))
            }
            _ => false,
        }
    }

    /// Whether a number is computed from one of some others.
    pub(crate) fn depends(&self, reg: Reg, on: &[Reg]) -> bool {
        let needed = self.needed(&[reg]);
        on.iter().any(|on| needed[on.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cancels_is_left_out() {
        let mut program = Program::default();
        let (w, x) = (program.input((0, 100), false), program.input((0, 10), true));
        let two = program.constant(2);
        let twice = program.mul(two, x).unwrap();
        let y = program.sub(w, twice).unwrap();
        let weight = program.add(twice, y).unwrap();
        assert!(program.varies(weight));
        let linear = program.linear(weight);
        assert_eq!(program.total(&linear), Some(w));
    }

    #[test]
    fn conditions_are_inequalities() {
        let mut program = Program::default();
        let (x, y) = (program.input((0, 10), true), program.input((0, 10), true));
        let (less, same) = (program.lt(x, y), program.eq(x, y));
        let both = program.and(less, same);
        assert_eq!(program.conjuncts(both), [less, same]);
        let [of_less] = &program.inequalities(less)[..] else { panic!("one inequality") };
        assert_eq!((of_less.of(x), of_less.of(y), of_less.constant), (-1, 1, -1));
        assert_eq!(program.inequalities(same).len(), 2);
        assert_eq!(program.inequalities(both), []);
    }
}
