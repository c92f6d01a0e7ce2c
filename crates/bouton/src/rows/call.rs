//! Functions: written out where they are called, or as tables of their values.

use dashu_int::IBig;

use super::compile::{Compiler, NoWords, integer};
use super::number::Number;
use super::program::{NONE, Program, Reg};
use super::run::{Rows, Small};
use crate::lang::core::{Core, Domain, ExprId, Node, Word};
use crate::lang::eval::Evaluator;

/// The most values of a table of a function, and the most that are computed one by one.
const MOST_VALUES: i64 = 1 << 20;
const MOST_EXACT: i64 = 1 << 16;

/// The work for the values of a table that are computed one by one. One of them alone takes no more.
const WORK: u64 = 5_000_000;

/// The work for all tables of a compiler together, with those that are needed for others, and what a block of values costs.
pub(super) const ALL_WORK: u64 = 4 * WORK;
const BLOCK_WORK: u64 = 20_000;

/// The most blocks in which a table is computed. Each looks only at those before it, so that no value needs more calls
/// inside of one another.
const MOST_BLOCKS: usize = 512;

/// Values that are computed together.
const WIDTH: usize = 1024;

/// What is known of a function.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    /// Whether its value is known from its arguments, whatever the position.
    alone: bool,
    /// Whether it calls itself, and whether it does so by way of others.
    recursive: bool,
    mutual: bool,
}

/// The values of a function that calls itself, up to the block that is computed now.
pub(super) struct Partial<'a> {
    function: u16,
    first: i64,
    values: &'a [i64],
    /// Whether one of the block may be looked at in it.
    pub(super) too_far: bool,
}

impl Compiler<'_> {
    pub(super) fn call(
        &mut self,
        id: ExprId,
        function: u16,
        arguments: &[ExprId],
        program: &mut Program,
    ) -> Option<Number> {
        let mut trouble = program.constant(0);
        let mut given = Vec::new();
        for (i, &argument) in arguments.iter().enumerate() {
            let argument = self.number(argument, program).whole(program)?;
            trouble = program.or(trouble, argument.trouble);
            given.push((i as u16, argument.above));
        }
        let number = match &mut self.partial {
            Some(partial) if partial.function == function => partial.call(given[0].1, program)?,
            _ => {
                let facts =
                    *self.facts.entry(function).or_insert_with(|| Facts::of(self.core, function));
                match given[..] {
                    [(_, argument)] if facts.alone && spans(argument, MOST_VALUES, program) => {
                        self.look_up(id, function, facts, argument, program)?
                    }
                    _ if facts.recursive => return None,
                    _ => self.written_out(function, given, program)?,
                }
            }
        };
        Some(number.but_not_where(trouble, program))
    }

    /// The value of a function with numbers in place of its variables.
    fn written_out(
        &mut self,
        function: u16,
        given: Vec<(u16, Reg)>,
        program: &mut Program,
    ) -> Option<Number> {
        let body = self.core.function(function).body?;
        let outer =
            (std::mem::replace(&mut self.variables, given), std::mem::take(&mut self.known));
        let number = self.number(body, program);
        (self.variables, self.known) = outer;
        Some(number)
    }

    /// The value of a function in a table.
    fn look_up(
        &mut self,
        id: ExprId,
        function: u16,
        facts: Facts,
        argument: Reg,
        program: &mut Program,
    ) -> Option<Number> {
        let (lo, hi) = program.range(argument);
        let together = match facts.mutual {
            true => None,
            false => tabulated(self.core, function, lo.min(0), hi, &mut self.work),
        };
        let (first, values) = match together {
            Some(values) => (lo.min(0), values),
            None if spans(argument, MOST_EXACT, program) => {
                self.work = self.work.checked_sub(WORK)?;
                (lo, exactly(self.core, id, lo, hi))
            }
            None => return None,
        };
        let (value, trouble) = program.lookup(argument, first, values);
        Some(Number::integer(value, program).but_not_where(trouble, program))
    }
}

fn spans(argument: Reg, most: i64, program: &Program) -> bool {
    let (lo, hi) = program.range(argument);
    hi.max(0) - lo.min(0) < most
}

impl Partial<'_> {
    /// The value at a smaller argument; others have none.
    fn call(&mut self, argument: Reg, program: &mut Program) -> Option<Number> {
        let end = self.first + self.values.len() as i64;
        let (lo, hi) = program.range(argument);
        self.too_far |= hi >= end;
        let (lo, hi) = (lo.max(self.first).max(0), hi.min(end - 1));
        if lo > hi {
            return None;
        }
        let values = &self.values[(lo - self.first) as usize..=(hi - self.first) as usize];
        let (value, trouble) = program.lookup(argument, lo, values.to_vec());
        Some(Number::integer(value, program).but_not_where(trouble, program))
    }
}

/// The values of a function of one argument, in blocks that look at those before them; `None` if that cannot be done, or takes
/// more work than is left.
fn tabulated(core: &Core, function: u16, lo: i64, hi: i64, work: &mut u64) -> Option<Vec<i64>> {
    let body = core.function(function).body?;
    let mut values: Vec<i64> = Vec::with_capacity((hi - lo + 1) as usize);
    let (mut len, mut blocks) = (WIDTH as i64, 0);
    while lo + (values.len() as i64) <= hi {
        let first = lo + values.len() as i64;
        len = len.min(hi - first + 1);
        *work = work.checked_sub(BLOCK_WORK + len.unsigned_abs())?;
        let mut program = Program::default();
        let n = program.input((first, first + len - 1), len > 1);
        let mut compiler = Compiler::new(core, &NoWords, None).with_variable(0, n);
        let partial = Partial { function, first: lo, values: &values, too_far: false };
        compiler.partial = Some(partial);
        compiler.work = *work;
        let number = compiler.number(body, &mut program).whole(&mut program);
        *work = compiler.work;
        let number = number?;
        if len > 1 && compiler.partial.is_some_and(|partial| partial.too_far) {
            len /= 2;
            continue;
        }
        blocks += 1;
        if blocks > MOST_BLOCKS || (len > 1 && program.known(number.trouble) == Some(1)) {
            return None;
        }
        let outputs = [number.above, number.trouble];
        match program.bits(&outputs) {
            ..=32 => fill::<i32>(&program, &outputs, first, len, &mut values),
            _ => fill::<i64>(&program, &outputs, first, len, &mut values),
        }
        len *= 2;
    }
    Some(values)
}

/// Computes one block of a table.
fn fill<T: Small>(program: &Program, outputs: &[Reg], first: i64, len: i64, values: &mut Vec<i64>) {
    let mut rows = Rows::<T>::new(program, outputs, WIDTH.min(len as usize));
    rows.set(0, T::of(first));
    for from in (first..first + len).step_by(WIDTH) {
        let width = WIDTH.min((first + len - from) as usize);
        let column = rows.column(0).iter_mut();
        column.zip(from..).for_each(|(place, n)| *place = T::of(n));
        rows.run(width);
        let (value, trouble) = (rows.output(0, width), rows.output(1, width));
        let has_none = |i: usize| trouble.get(i) != T::of(0);
        values.extend((0..width).map(|i| if has_none(i) { NONE } else { value.get(i).wide() }));
    }
}

/// The values of a function of one argument by the exact evaluator, as far as that does not take too much work.
fn exactly(core: &Core, id: ExprId, lo: i64, hi: i64) -> Vec<i64> {
    let mut eval = Evaluator::new(core);
    eval.limit(WORK);
    let mut value = |n: i64| integer(eval.call(id, IBig::from(n)).ok()?);
    (lo..=hi).map(|n| value(n).unwrap_or(NONE)).collect()
}

impl Facts {
    fn of(core: &Core, function: u16) -> Facts {
        let (mut alone, mut recursive, mut mutual) = (true, false, false);
        // The functions that it calls, and by whom.
        let mut seen = vec![function];
        let mut next = 0;
        while let Some(&caller) = seen.get(next) {
            next += 1;
            let (called, looks_around) = calls(core, caller);
            alone &= !looks_around;
            for other in called {
                recursive |= other == function;
                mutual |= other == function && caller != function;
                if !seen.contains(&other) {
                    seen.push(other);
                }
            }
        }
        Facts { alone, recursive, mutual }
    }
}

/// The functions that a function calls, and whether it looks at the position, or has no value of its own.
fn calls(core: &Core, function: u16) -> (Vec<u16>, bool) {
    let mut called = Vec::new();
    let Some(body) = core.function(function).body else { return (called, true) };
    let mut looks_around = false;
    core.visit(&[body], |id| {
        match core.node(id) {
            Node::Word(Word::Variable(_)) => {}
            Node::Word(_) | Node::Heap(_) | Node::Open(..) => looks_around = true,
            Node::Fold(_, _, Domain::Heaps(..), _) => looks_around = true,
            Node::Call(other, _) => called.push(*other),
            _ => {}
        }
        Some(core.parts(id))
    });
    (called, looks_around)
}
