//! From expressions to programs. What has no meaning on rows, or may fail at some position, is `None`.

use dashu_int::IBig;
use rustc_hash::FxHashMap;

use super::{Program, Reg};
use crate::lang::core::{Core, Domain, ExprId, Fold, Node, Word};
use crate::lang::eval::{Evaluator, Nothing};
use crate::lang::value::{Binary, Unary, Value};

/// What the words of an expression are on rows.
pub(crate) trait Meaning {
    /// A word of the position.
    fn word(&self, word: Word, program: &mut Program) -> Option<Reg>;

    /// The heaps upwards, empty ones too; `None` where they have an order of their own.
    fn heaps(&self) -> Option<&[Reg]>;
}

/// A number: an integer, or one divided by a constant that is greater than 1.
#[derive(Clone, Copy)]
struct Number {
    above: Reg,
    below: i64,
}

impl From<Reg> for Number {
    fn from(above: Reg) -> Number {
        Number { above, below: 1 }
    }
}

/// Turns expressions of one core into operations of one program.
pub(crate) struct Compiler<'a> {
    core: &'a Core,
    meaning: &'a dyn Meaning,
    /// `m`.
    chosen: Option<Reg>,
    /// The variables that stand for something.
    variables: Vec<(u16, Reg)>,
    known: FxHashMap<ExprId, Option<Number>>,
}

impl<'a> Compiler<'a> {
    pub(crate) fn new(core: &'a Core, meaning: &'a dyn Meaning, chosen: Option<Reg>) -> Self {
        let (variables, known) = (Vec::new(), FxHashMap::default());
        Compiler { core, meaning, chosen, variables, known }
    }

    /// A variable stands for a number.
    pub(crate) fn with_variable(mut self, variable: u16, reg: Reg) -> Self {
        self.variables.push((variable, reg));
        self
    }

    /// An integer, or a condition.
    pub(crate) fn compile(&mut self, id: ExprId, program: &mut Program) -> Option<Reg> {
        self.number(id, program).filter(|number| number.below == 1).map(|number| number.above)
    }

    fn number(&mut self, id: ExprId, program: &mut Program) -> Option<Number> {
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        let number = self.node(id, program);
        self.known.insert(id, number);
        number
    }

    fn node(&mut self, id: ExprId, program: &mut Program) -> Option<Number> {
        match self.core.node(id) {
            Node::Const(value) => constant(value, program),
            Node::Word(Word::Chosen) => self.chosen.map(Number::from),
            Node::Word(Word::Variable(i)) => {
                let found = self.variables.iter().rev().find(|(variable, _)| variable == i);
                found.map(|(_, reg)| (*reg).into())
            }
            Node::Word(word) => self.meaning.word(*word, program).map(Number::from),
            Node::Heap(index) => self.heap(*index, program).map(Number::from),
            Node::Unary(op, a) => self.unary(*op, *a, program),
            Node::Binary(op, a, b) => self.binary(*op, *a, *b, program),
            Node::If(condition, a, b) => {
                let condition = self.compile(*condition, program)?;
                // Where the condition is known only one branch is looked at.
                match program.known(condition) {
                    Some(0) => return self.number(*b, program),
                    Some(_) => return self.number(*a, program),
                    None => {}
                }
                let (a, b) = (self.number(*a, program)?, self.number(*b, program)?);
                let (a, b, below) = together(a, b, program)?;
                Some(Number { above: program.select(condition, a, b), below })
            }
            Node::Fold(fold, variable, domain, body) => {
                self.fold(*fold, *variable, domain, *body, program).map(Number::from)
            }
            Node::Call(_, arguments) => self.call(id, arguments, program).map(Number::from),
            Node::Some(..) | Node::Open(..) | Node::NoCase(_) => None,
        }
    }

    /// `x[i]`.
    fn heap(&mut self, index: ExprId, program: &mut Program) -> Option<Reg> {
        let heaps = self.meaning.heaps()?;
        let index = self.compile(index, program)?;
        let index = program.known(index)?;
        let zero = program.constant(0);
        let place = |place: i64| usize::try_from(place).ok().and_then(|i| heaps.get(i)).copied();
        let count = heaps.len() as i64;
        if index < 0 {
            return Some(place(count + index).unwrap_or(zero));
        }
        // From the smallest heap that is not empty on.
        let mut found = zero;
        for (empty, &heap) in heaps.iter().enumerate().rev() {
            let at = place(empty as i64 + index - 1).filter(|_| index > 0).unwrap_or(zero);
            let filled = program.lt(zero, heap);
            found = program.select(filled, at, found);
        }
        Some(found)
    }

    /// The quotient of two integers that are not constant, rounded.
    fn quotient(&mut self, op: Unary, a: ExprId, program: &mut Program) -> Option<Number> {
        let Node::Binary(Binary::Div, a, b) = *self.core.node(a) else { return None };
        let (a, b) = (self.compile(a, program)?, self.compile(b, program)?);
        if op == Unary::Floor {
            return program.div(a, b).map(Number::from);
        }
        let zero = program.constant(0);
        let negated = program.sub(zero, a)?;
        let down = program.div(negated, b)?;
        program.sub(zero, down).map(Number::from)
    }

    fn unary(&mut self, op: Unary, a: ExprId, program: &mut Program) -> Option<Number> {
        let Some(Number { above, below }) = self.number(a, program) else {
            let rounds = matches!(op, Unary::Floor | Unary::Ceil);
            return if rounds { self.quotient(op, a, program) } else { None };
        };
        let zero = program.constant(0);
        let whole = match op {
            Unary::Neg => {
                return Some(Number { above: program.sub(zero, above)?, below });
            }
            Unary::Abs => {
                let negated = program.sub(zero, above)?;
                return Some(Number { above: program.max(above, negated)?, below });
            }
            Unary::Floor => {
                let below = program.constant(below);
                program.div(above, below)?
            }
            Unary::Ceil => {
                let more = program.constant(below - 1);
                let (above, below) = (program.add(above, more)?, program.constant(below));
                program.div(above, below)?
            }
            _ if below != 1 => return None,
            Unary::Not => program.not(above),
            Unary::Even | Unary::Odd => {
                let two = program.constant(2);
                let rest = program.rest(above, two)?;
                if op == Unary::Even { program.eq(rest, zero) } else { rest }
            }
            Unary::Log2 | Unary::Isqrt | Unary::Prime => program.lookup(above, &mut |n| {
                let value = crate::lang::value::unary(op, &Value::Int(n.into()), &mut fuel());
                integer(&value.ok()?)
            })?,
        };
        Some(whole.into())
    }

    fn binary(
        &mut self,
        op: Binary,
        a: ExprId,
        b: ExprId,
        program: &mut Program,
    ) -> Option<Number> {
        if matches!(op, Binary::And | Binary::Or) {
            let a = self.compile(a, program)?;
            // What is not looked at need not have a meaning.
            if program.known(a) == Some(i64::from(op == Binary::Or)) {
                return Some(a.into());
            }
            let b = self.compile(b, program)?;
            let both = if op == Binary::And { program.and(a, b) } else { program.or(a, b) };
            return Some(both.into());
        }
        let (a, b) = (self.number(a, program)?, self.number(b, program)?);
        let whole = (a.below == 1 && b.below == 1).then_some((a.above, b.above));
        match op {
            Binary::Mul => {
                let above = program.mul(a.above, b.above)?;
                Some(Number { above, below: a.below.checked_mul(b.below)? })
            }
            Binary::Div => match program.known(b.above) {
                Some(0) => None,
                Some(divisor) => {
                    let sign = program.constant(divisor.signum() * b.below);
                    let above = program.mul(a.above, sign)?;
                    reduced(Number { above, below: a.below.checked_mul(divisor.abs())? }, program)
                }
                // The floor of a quotient is looked for where it is asked for.
                None => None,
            },
            Binary::Mod => whole.and_then(|(a, b)| program.rest(a, b)).map(Number::from),
            Binary::Xor => whole.and_then(|(a, b)| program.xor(a, b)).map(Number::from),
            Binary::Gcd => whole.and_then(|(a, b)| program.gcd(a, b)).map(Number::from),
            Binary::Pow => {
                let (base, exponent) = whole?;
                power(base, exponent, program).map(Number::from)
            }
            Binary::Add | Binary::Sub | Binary::Min | Binary::Max => {
                let (a, b, below) = together(a, b, program)?;
                let above = match op {
                    Binary::Add => program.add(a, b)?,
                    Binary::Sub => program.sub(a, b)?,
                    Binary::Min => program.min(a, b)?,
                    _ => program.max(a, b)?,
                };
                Some(Number { above, below })
            }
            Binary::Eq | Binary::Lt | Binary::Le => {
                let (a, b, _) = together(a, b, program)?;
                let truth = match op {
                    Binary::Eq => program.eq(a, b),
                    Binary::Lt => program.lt(a, b),
                    _ => program.le(a, b),
                };
                Some(truth.into())
            }
            Binary::And | Binary::Or => None,
        }
    }

    /// A variable that runs over heaps: the heaps one by one, without the empty ones.
    fn fold(
        &mut self,
        fold: Fold,
        variable: u16,
        domain: &Domain,
        body: ExprId,
        program: &mut Program,
    ) -> Option<Reg> {
        let Domain::Heaps(from, to) = domain else { return None };
        let heaps = self.meaning.heaps()?;
        let mut end = |end: &Option<ExprId>, missing: i64| -> Option<i64> {
            let Some(end) = end else { return Some(missing) };
            let end = self.compile(*end, program)?;
            // Those from the smallest on begin at another place in every position.
            program.known(end).filter(|&n| n < 0)
        };
        let count = heaps.len() as i64;
        let (from, to) = (end(from, -count)?.max(-count), end(to, -1)?);
        let mut result: Option<Reg> = None;
        let zero = program.constant(0);
        let mut before: Vec<(Reg, Reg)> = Vec::new();
        for place in from..=to {
            let heap = heaps[usize::try_from(count + place).ok()?];
            let filled = program.lt(zero, heap);
            if program.known(filled) == Some(0) {
                continue;
            }
            let outer = std::mem::take(&mut self.known);
            self.variables.push((variable, heap));
            let value = self.compile(body, program);
            self.variables.pop();
            self.known = outer;
            let own = value?;
            let value = own;
            let neutral = match fold {
                Fold::Sum | Fold::Xor | Fold::Count | Fold::Exists => zero,
                Fold::Forall | Fold::Distinct => program.constant(1),
                // Of none they have no value.
                Fold::Min | Fold::Max if program.known(filled) == Some(1) => value,
                Fold::Min | Fold::Max => return None,
            };
            // Whether it differs from those before it.
            let value = match fold {
                Fold::Distinct => before.iter().fold(neutral, |differs, &(other, filled)| {
                    let same = program.eq(other, value);
                    let clash = program.and(same, filled);
                    let fine = program.not(clash);
                    program.and(differs, fine)
                }),
                _ => value,
            };
            before.push((own, filled));
            let value = program.select(filled, value, neutral);
            result = Some(match (result, fold) {
                (None, _) => value,
                (Some(sum), Fold::Sum | Fold::Count) => program.add(sum, value)?,
                (Some(sum), Fold::Xor) => program.xor(sum, value)?,
                (Some(any), Fold::Exists) => program.or(any, value),
                (Some(all), Fold::Forall | Fold::Distinct) => program.and(all, value),
                (Some(least), Fold::Min) => program.min(least, value)?,
                (Some(greatest), Fold::Max) => program.max(greatest, value)?,
            });
        }
        result.or_else(|| match fold {
            Fold::Sum | Fold::Xor | Fold::Count | Fold::Exists => Some(zero),
            Fold::Forall | Fold::Distinct => Some(program.constant(1)),
            Fold::Min | Fold::Max => None,
        })
    }

    /// A function of one argument that looks at nothing else: its values.
    fn call(&mut self, id: ExprId, arguments: &[ExprId], program: &mut Program) -> Option<Reg> {
        let [argument] = arguments else { return None };
        let Node::Call(function, _) = self.core.node(id) else { return None };
        if !depends_on_arguments_alone(self.core, *function) {
            return None;
        }
        let body = self.core.function(*function).body?;
        let argument = self.compile(*argument, program)?;
        let mut eval = Evaluator::new(self.core);
        program.lookup(argument, &mut |n| {
            eval.set_variable(0, IBig::from(n));
            integer(eval.eval(body, &Nothing).ok()?)
        })
    }
}

/// Whether the value of a function is known from its arguments, whatever the position.
fn depends_on_arguments_alone(core: &Core, function: u16) -> bool {
    let mut functions = vec![function];
    let mut seen = functions.clone();
    while let Some(function) = functions.pop() {
        let Some(body) = core.function(function).body else { return false };
        let mut stack = vec![body];
        while let Some(id) = stack.pop() {
            match core.node(id) {
                Node::Word(Word::Variable(_)) => {}
                Node::Word(_) | Node::Heap(_) | Node::Open(..) => return false,
                Node::Fold(_, _, Domain::Heaps(..), _) => return false,
                Node::Call(other, _) if !seen.contains(other) => {
                    seen.push(*other);
                    functions.push(*other);
                }
                _ => {}
            }
            stack.extend(core.parts(id));
        }
    }
    true
}

fn fuel() -> crate::lang::value::Fuel {
    crate::lang::value::Fuel(crate::lang::value::FUEL)
}

/// A value as a small integer; a condition is 0 or 1.
fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Int(n) => i64::try_from(n).ok(),
        Value::Bool(truth) => Some(i64::from(*truth)),
        Value::Ratio(_) => None,
    }
}

fn constant(value: &Value, program: &mut Program) -> Option<Number> {
    if let Value::Ratio(ratio) = value {
        let above = i64::try_from(ratio.numerator()).ok()?;
        let below = i64::try_from(ratio.denominator()).ok()?;
        return Some(Number { above: program.constant(above), below });
    }
    let n = integer(value).filter(|n| n.abs() <= super::LARGEST)?;
    Some(program.constant(n).into())
}

/// A fraction that is known to be whole is an integer.
fn reduced(number: Number, program: &mut Program) -> Option<Number> {
    match program.known(number.above) {
        Some(above) if above % number.below == 0 => {
            Some(program.constant(above / number.below).into())
        }
        _ => Some(number),
    }
}

/// Two numbers with the same denominator.
fn together(a: Number, b: Number, program: &mut Program) -> Option<(Reg, Reg, i64)> {
    if a.below == b.below {
        return Some((a.above, b.above, a.below));
    }
    let (x, y) = (program.constant(b.below), program.constant(a.below));
    let (above_a, above_b) = (program.mul(a.above, x)?, program.mul(b.above, y)?);
    Some((above_a, above_b, a.below.checked_mul(b.below)?))
}

/// Products for an exponent that is a small constant, and values for a base that is constant.
fn power(base: Reg, exponent: Reg, program: &mut Program) -> Option<Reg> {
    if let Some(exponent @ 0..=8) = program.known(exponent) {
        let mut product = program.constant(1);
        for _ in 0..exponent {
            product = program.mul(product, base)?;
        }
        return Some(product);
    }
    let base = program.known(base)?;
    program.lookup(exponent, &mut |n| base.checked_pow(u32::try_from(n).ok()?))
}
