//! From expressions to programs. What has no meaning on rows has no value there, as what fails at some positions.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::call::{ALL_WORK, Facts, Partial};
use super::heaps::List;
use super::number::Number;
use super::program::{LARGEST, NONE, Program, Reg};
use crate::lang::builtin::{Binary, Defined, Unary, unary};
use crate::lang::core::{Core, ExprId, Node, Word};
use crate::lang::value::{FUEL, Fuel, Value};

/// What the words of an expression are on rows.
pub(crate) trait Meaning {
    /// A word of the position.
    fn word(&self, word: Word, program: &mut Program) -> Option<Reg>;

    /// The heaps, empty ones too, and how they are listed.
    fn heaps(&self) -> Option<(&[Reg], List)>;
}

/// No word of a position means anything.
pub(crate) struct NoWords;

impl Meaning for NoWords {
    fn word(&self, _: Word, _: &mut Program) -> Option<Reg> {
        None
    }

    fn heaps(&self) -> Option<(&[Reg], List)> {
        None
    }
}

/// Turns expressions of one core into operations of one program.
pub(crate) struct Compiler<'a> {
    pub(super) core: &'a Core,
    pub(super) meaning: &'a dyn Meaning,
    /// `m`.
    pub(super) chosen: Option<Reg>,
    /// The variables that stand for something.
    pub(super) variables: Vec<(u16, Reg)>,
    pub(super) known: FxHashMap<ExprId, Number>,
    /// What is known of functions.
    pub(super) facts: FxHashMap<u16, Facts>,
    /// The values of a function below those that are computed now.
    pub(super) partial: Option<Partial<'a>>,
    /// Whether some heap is known not to be empty, the chosen one if there is one.
    pub(super) filled: bool,
    /// How many expressions are being looked at inside of one another, and how many were in all.
    depth: usize,
    looked_at: usize,
    /// What is left of the work for tables of functions.
    pub(super) work: u64,
    /// What has no meaning on rows is left to the exact evaluator, if this is given.
    pub(super) exact: Option<Arc<Core>>,
    /// Where something that was compiled has no value, if that is noted.
    noted: Option<Reg>,
}

/// Expressions inside of one another.
const MOST_INSIDE: usize = 400;

/// Expressions that are looked at, with those in loops that are written out.
const MOST_LOOKED_AT: usize = 50_000;

impl<'a> Compiler<'a> {
    pub(crate) fn new(core: &'a Core, meaning: &'a dyn Meaning, chosen: Option<Reg>) -> Self {
        Compiler {
            core,
            meaning,
            chosen,
            variables: Vec::new(),
            known: FxHashMap::default(),
            facts: FxHashMap::default(),
            partial: None,
            filled: false,
            depth: 0,
            looked_at: 0,
            work: ALL_WORK,
            exact: None,
            noted: None,
        }
    }

    /// What has no meaning on rows is left to the exact evaluator, and where something has no value is noted.
    pub(crate) fn noting(mut self, core: &Arc<Core>, program: &mut Program) -> Self {
        (self.exact, self.noted) = (Some(core.clone()), Some(program.constant(0)));
        self
    }

    /// Where something that was compiled has no value.
    pub(crate) fn noted(&self) -> Option<Reg> {
        self.noted
    }

    /// The expressions.
    pub(crate) fn core(&self) -> &'a Core {
        self.core
    }

    /// A variable stands for a number.
    pub(crate) fn with_variable(mut self, variable: u16, reg: Reg) -> Self {
        self.variables.push((variable, reg));
        self
    }

    /// The first variables stand for some numbers.
    pub(crate) fn with_variables(mut self, regs: &[Reg]) -> Self {
        self.variables.extend((0..).zip(regs.iter().copied()));
        self
    }

    /// An integer, or a condition, that has a value everywhere; `None` if that is not shown. Where it has none may be noted
    /// instead.
    pub(crate) fn compile(&mut self, id: ExprId, program: &mut Program) -> Option<Reg> {
        let mut number = self.number(id, program);
        if let Some(noted) = self.noted {
            if program.known(number.trouble) == Some(1) {
                number = self.exact(id, true, program)?;
            }
            let number = number.whole(program)?;
            if program.known(number.trouble) == Some(1) {
                return None;
            }
            self.noted = Some(program.or(noted, number.trouble));
            return Some(number.above);
        }
        let shown = program.known(number.below) == Some(1);
        (shown && program.known(number.trouble) == Some(0)).then_some(number.above)
    }

    /// The same for a rule that takes from some heap: what there would be without one does not matter.
    pub(crate) fn compile_taking(&mut self, id: ExprId, program: &mut Program) -> Option<Reg> {
        self.compile(id, program).or_else(|| {
            let outer = std::mem::take(&mut self.known);
            self.filled = true;
            let reg = self.compile(id, program);
            self.filled = false;
            self.known = outer;
            reg
        })
    }

    /// An integer, or a condition, and where it has no value, or is not shown to have one; `None` if that is everywhere.
    pub(crate) fn compile_where(
        &mut self,
        id: ExprId,
        program: &mut Program,
    ) -> Option<(Reg, Reg)> {
        let number = self.number(id, program).whole(program)?;
        (program.known(number.trouble) != Some(1)).then_some((number.above, number.trouble))
    }

    /// The same while a variable stands for a number.
    pub(crate) fn compile_with(
        &mut self,
        variable: u16,
        reg: Reg,
        id: ExprId,
        program: &mut Program,
    ) -> Option<(Reg, Reg)> {
        self.with(variable, reg, |compiler| compiler.compile_where(id, program))
    }

    /// What is compiled while a variable stands for a number.
    pub(crate) fn with<R>(
        &mut self,
        variable: u16,
        reg: Reg,
        compile: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let outer = std::mem::take(&mut self.known);
        self.variables.push((variable, reg));
        let compiled = compile(self);
        self.variables.pop();
        self.known = outer;
        compiled
    }

    pub(super) fn number(&mut self, id: ExprId, program: &mut Program) -> Number {
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        if self.depth > MOST_INSIDE || self.looked_at > MOST_LOOKED_AT || program.is_full() {
            return Number::none(program);
        }
        self.depth += 1;
        self.looked_at += 1;
        let number = self.node(id, program);
        // What has no value on rows anywhere may have one.
        let number = number.filter(|number| program.known(number.trouble) != Some(1));
        let number = number.or_else(|| self.exact(id, false, program));
        let number = number.unwrap_or_else(|| Number::none(program));
        self.depth -= 1;
        self.known.insert(id, number);
        number
    }

    fn node(&mut self, id: ExprId, program: &mut Program) -> Option<Number> {
        let reg = match self.core.node(id) {
            Node::Const(value) => return constant(value, program),
            Node::Word(Word::Chosen) => self.at_least_one(self.chosen, program),
            Node::Word(Word::Variable(i)) => {
                let found = self.variables.iter().rev().find(|(variable, _)| variable == i);
                found.map(|(_, reg)| *reg)
            }
            Node::Word(word) => {
                let reg = self.meaning.word(*word, program);
                match word {
                    Word::Total | Word::Largest | Word::Smallest | Word::Count => {
                        self.at_least_one(reg, program)
                    }
                    _ => reg,
                }
            }
            Node::Heap(index) => return self.heap(*index, program),
            Node::Unary(op, a) => return self.unary(*op, *a, program),
            Node::Binary(op, a, b) => return self.binary(*op, *a, *b, program),
            Node::If(condition, a, b) => {
                let condition = self.number(*condition, program);
                // Where the condition is known only one branch is looked at.
                let taken = match program.known(condition.above) {
                    Some(0) => self.number(*b, program),
                    Some(_) => self.number(*a, program),
                    None => {
                        let (a, b) = (self.number(*a, program), self.number(*b, program));
                        return Number::select(condition, a, b, program);
                    }
                };
                return Some(taken.but_not_where(condition.trouble, program));
            }
            Node::Fold(fold, variable, domain, body) => {
                return self.fold(*fold, *variable, domain, *body, program);
            }
            Node::Call(function, arguments) => {
                return self.call(id, *function, arguments, program);
            }
            Node::Some(..) | Node::Open(..) | Node::NoCase(_) => None,
        };
        reg.map(|reg| Number::integer(reg, program))
    }

    /// A number that is at least 1 where some heap is not empty.
    pub(super) fn at_least_one(&self, reg: Option<Reg>, program: &mut Program) -> Option<Reg> {
        match self.filled {
            true => {
                let one = program.constant(1);
                program.max(reg?, one)
            }
            false => reg,
        }
    }

    fn unary(&mut self, op: Unary, a: ExprId, program: &mut Program) -> Option<Number> {
        let a = self.number(a, program);
        let (zero, one) = (program.constant(0), program.constant(1));
        let above = match op {
            Unary::Neg => return Some(Number { above: program.sub(zero, a.above)?, ..a }),
            Unary::Abs => {
                let negated = program.sub(zero, a.above)?;
                return Some(Number { above: program.max(a.above, negated)?, ..a });
            }
            Unary::Floor => program.div(a.above, a.below)?,
            Unary::Ceil => {
                let more = program.sub(a.below, one)?;
                let above = program.add(a.above, more)?;
                program.div(above, a.below)?
            }
            Unary::Not => program.not(a.above),
            Unary::Even | Unary::Odd => {
                let a = a.whole(program)?;
                let two = program.constant(2);
                let rest = program.rest(a.above, two)?;
                let above = if op == Unary::Even { program.eq(rest, zero) } else { rest };
                return Some(Number { above, ..a });
            }
            _ => return self.function(op, a, program),
        };
        Some(Number { above, below: one, ..a })
    }

    fn binary(
        &mut self,
        op: Binary,
        a: ExprId,
        b: ExprId,
        program: &mut Program,
    ) -> Option<Number> {
        let a = self.number(a, program);
        if matches!(op, Binary::And | Binary::Or) {
            // What is not looked at need not have a value.
            if program.known(a.above) == Some(i64::from(op == Binary::Or)) {
                return Some(a);
            }
            let b = self.number(b, program);
            let (above, looked_at) = match op {
                Binary::And => (program.and(a.above, b.above), a.above),
                _ => (program.or(a.above, b.above), program.not(a.above)),
            };
            let trouble = program.and(looked_at, b.trouble);
            return Some(Number { above, ..a }.but_not_where(trouble, program));
        }
        let b = self.number(b, program);
        match op {
            Binary::Mul => {
                let above = program.mul(a.above, b.above)?;
                let below = program.mul(a.below, b.below)?;
                let trouble = program.or(a.trouble, b.trouble);
                Some(Number { above, below, trouble })
            }
            Binary::Div => Number::quotient(a, b, program),
            Binary::Mod => {
                let (a, b) = (a.whole(program)?, b.whole(program)?);
                let (zero, one) = (program.constant(0), program.constant(1));
                let by_zero = program.eq(b.above, zero);
                let divisor = program.select(by_zero, one, b.above);
                let divisor = match program.range(b.above) {
                    (0, _) => program.max(b.above, one)?,
                    (lo, hi) if lo > 0 || hi < 0 => b.above,
                    _ => divisor,
                };
                let above = program.rest(a.above, divisor)?;
                let number = Number { above, ..a }.but_not_where(b.trouble, program);
                Some(number.but_not_where(by_zero, program))
            }
            Binary::Xor => {
                let (a, b) = (a.natural(program)?, b.natural(program)?);
                let above = program.xor(a.above, b.above)?;
                Some(Number { above, ..a }.but_not_where(b.trouble, program))
            }
            Binary::Pow => power(a, b, program),
            Binary::Add | Binary::Sub | Binary::Min | Binary::Max => {
                let (a, b, number) = Number::together(a, b, program)?;
                Some(Number { above: program.two(op, a, b)?, ..number })
            }
            Binary::Eq | Binary::Lt | Binary::Le => {
                let (a, b, number) = Number::together(a, b, program)?;
                let above = program.two(op, a, b)?;
                Some(Number { above, below: program.constant(1), ..number })
            }
            _ => {
                let [first, second] = op.entry().defined;
                let a = argument(a, first, program)?;
                let b = argument(b, second, program)?;
                let above = program.two(op, a.above, b.above)?;
                Some(Number { above, ..a }.but_not_where(b.trouble, program))
            }
        }
    }

    /// A function that rows have no operations for: by its own function on small integers, or from a table of its exact
    /// values.
    fn function(&mut self, op: Unary, a: Number, program: &mut Program) -> Option<Number> {
        if op.entry().rows.fast().is_some() {
            let a = argument(a, op.entry().defined, program)?;
            return Some(Number { above: program.one(op, a.above)?, ..a });
        }
        let a = a.whole(program)?;
        let (lo, hi) = program.range(a.above);
        if hi - lo >= MOST_EXACT {
            return None;
        }
        let exactly = |n: i64| integer(&unary(op, &Value::Int(n.into()), &mut Fuel(FUEL)).ok()?);
        let values: Vec<i64> = (lo..=hi).map(|n| exactly(n).unwrap_or(NONE)).collect();
        let (above, trouble) = program.lookup(a.above, lo, values);
        Some(Number { above, ..a }.but_not_where(trouble, program))
    }
}

/// An argument of a function, an integer, without a value where the function may have none.
fn argument(a: Number, defined: Defined, program: &mut Program) -> Option<Number> {
    match defined {
        Defined::Everywhere | Defined::Whole => a.whole(program),
        Defined::WholeFrom(least) | Defined::From(least) => a.at_least(least, program),
        Defined::Unsure => None,
    }
}

/// The most exact values of a function in a table.
const MOST_EXACT: i64 = 1 << 16;

/// A value as a small integer; a condition is 0 or 1.
pub(super) fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Int(n) => i64::try_from(n).ok().filter(|n| n.abs() <= LARGEST),
        Value::Bool(truth) => Some(i64::from(*truth)),
        Value::Ratio(_) => None,
    }
}

fn constant(value: &Value, program: &mut Program) -> Option<Number> {
    if let Value::Ratio(ratio) = value {
        let above = integer(&Value::Int(ratio.numerator().clone()))?;
        let below = integer(&Value::Int(ratio.denominator().clone().into()))?;
        let (above, below) = (program.constant(above), program.constant(below));
        return Some(Number { above, below, trouble: program.constant(0) });
    }
    let n = program.constant(integer(value)?);
    Some(Number::integer(n, program))
}

/// Products for an exponent that is a small constant, and values for a base that is constant.
fn power(base: Number, exponent: Number, program: &mut Program) -> Option<Number> {
    let (base, exponent) = (base.whole(program)?, exponent.whole(program)?);
    if let Some(times @ 0..=8) = program.known(exponent.above) {
        let mut product = program.constant(1);
        for _ in 0..times {
            product = program.mul(product, base.above)?;
        }
        return Some(Number { above: product, ..base }.but_not_where(exponent.trouble, program));
    }
    let known = program.known(base.above)?;
    let within = |n: &i64| n.abs() <= LARGEST;
    let powers = (0..=i64::BITS).map(|n| known.checked_pow(n).filter(within));
    let powers: Vec<i64> = powers.map_while(|power| power).collect();
    let (above, trouble) = program.lookup(exponent.above, 0, powers);
    let number = Number { above, ..exponent }.but_not_where(base.trouble, program);
    Some(number.but_not_where(trouble, program))
}
