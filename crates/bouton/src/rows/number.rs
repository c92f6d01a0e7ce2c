//! Numbers of a program that may be fractions, and may have no value at some positions.

use super::program::{Program, Reg};

/// A number: a quotient of two integers, the second of which is at least 1, and where it has no value.
#[derive(Clone, Copy)]
pub(super) struct Number {
    pub(super) above: Reg,
    pub(super) below: Reg,
    /// 1 where it has no value, or may have none; what stands there as its value means nothing.
    pub(super) trouble: Reg,
}

impl Number {
    /// A number that always has a value.
    pub(super) fn integer(above: Reg, program: &mut Program) -> Number {
        Number { above, below: program.constant(1), trouble: program.constant(0) }
    }

    /// No value anywhere.
    pub(super) fn none(program: &mut Program) -> Number {
        let (zero, one) = (program.constant(0), program.constant(1));
        Number { above: zero, below: one, trouble: one }
    }

    /// The same, without a value where a condition holds.
    pub(super) fn but_not_where(self, condition: Reg, program: &mut Program) -> Number {
        Number { trouble: program.or(self.trouble, condition), ..self }
    }

    /// The integer that it is, without a value where it is none.
    pub(super) fn whole(self, program: &mut Program) -> Option<Number> {
        if program.known(self.below) == Some(1) {
            return Some(self);
        }
        let above = program.div(self.above, self.below)?;
        let rest = program.rest(self.above, self.below)?;
        let zero = program.constant(0);
        let fraction = program.lt(zero, rest);
        let below = program.constant(1);
        Some(Number { above, below, ..self }.but_not_where(fraction, program))
    }

    /// The integer that it is if it is not negative, without a value elsewhere.
    pub(super) fn natural(self, program: &mut Program) -> Option<Number> {
        self.at_least(0, program)
    }

    /// The integer that it is if it is at least so large, without a value elsewhere.
    pub(super) fn at_least(self, least: i64, program: &mut Program) -> Option<Number> {
        let whole = self.whole(program)?;
        let least = program.constant(least);
        let less = program.lt(whole.above, least);
        let above = program.max(whole.above, least)?;
        Some(Number { above, ..whole }.but_not_where(less, program))
    }

    /// The first divided by the second, without a value where that is 0.
    pub(super) fn quotient(a: Number, b: Number, program: &mut Program) -> Option<Number> {
        let (zero, one) = (program.constant(0), program.constant(1));
        let mut above = program.mul(a.above, b.below)?;
        let mut divisor = b.above;
        if program.range(divisor).0 < 0 {
            let negative = program.lt(divisor, zero);
            let (minus_above, minus) = (program.sub(zero, above)?, program.sub(zero, divisor)?);
            above = program.select(negative, minus_above, above);
            divisor = program.max(divisor, minus)?;
        }
        let by_zero = program.eq(divisor, zero);
        divisor = program.max(divisor, one)?;
        let below = program.mul(a.below, divisor)?;
        let trouble = program.or(a.trouble, b.trouble);
        let number = Number { above, below, trouble }.but_not_where(by_zero, program);
        // A fraction that is known to be whole is an integer.
        Some(match (program.known(above), program.known(below)) {
            (Some(above), Some(below)) if above % below == 0 => {
                Number { above: program.constant(above / below), below: one, ..number }
            }
            _ => number,
        })
    }

    /// Two numbers with the same denominator, and where one of them has no value.
    pub(super) fn together(
        a: Number,
        b: Number,
        program: &mut Program,
    ) -> Option<(Reg, Reg, Number)> {
        let trouble = program.or(a.trouble, b.trouble);
        if a.below == b.below {
            return Some((a.above, b.above, Number { trouble, ..a }));
        }
        let (above_a, above_b) = (program.mul(a.above, b.below)?, program.mul(b.above, a.below)?);
        let below = program.mul(a.below, b.below)?;
        Some((above_a, above_b, Number { above: above_a, below, trouble }))
    }

    /// The second where the condition holds, otherwise the third; only that one needs a value.
    pub(super) fn select(
        condition: Number,
        a: Number,
        b: Number,
        program: &mut Program,
    ) -> Option<Number> {
        let (above_a, above_b, Number { below, .. }) = Number::together(a, b, program)?;
        let above = program.select(condition.above, above_a, above_b);
        let trouble = program.select(condition.above, a.trouble, b.trouble);
        let trouble = program.or(condition.trouble, trouble);
        Some(Number { above, below, trouble })
    }
}
