//! Properties of functions that theorems require: shown from the text for every number, or checked
//! number by number.

use std::cell::Cell;
use std::rc::Rc;

use dashu_int::{IBig, UBig};

use crate::lang::builtin::{Binary, Gives, Unary, binary};
use crate::lang::core::{Core, ExprId, Node, Type, Word};
use crate::lang::eval::{Evaluator, Nothing};
use crate::lang::paper::Property;
use crate::lang::resolve::{Around, Place, Resolver, Scope};
use crate::lang::syntax::ArgumentValue;
use crate::lang::value::{Fuel, Value};
use crate::lang::{Interval, Region};

/// Whether a function has a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    /// For every number, by its text.
    Shown,
    /// Checked for every number up to this one.
    Checked(u64),
    /// It fails at this number.
    Fails(u64),
    /// Unknown, for this reason.
    Unknown(String),
}

/// Numbers are checked one by one up to this limit.
pub(super) const MOST_CHECKED: u64 = 100_000;

/// Longer texts are not examined, nor those with more parts, counted as often as they are used.
const MOST_NODES: usize = 500;
const MOST_LOOKS: u32 = 10_000;

/// Whether a function of one variable has a property at every number up to `most`.
pub(crate) fn property(value: &ArgumentValue, property: Property, most: &UBig) -> Held {
    let Some((core, body)) = read(value) else {
        return Held::Unknown("it is not a function of one variable".into());
    };
    let mut text = Text::new(&core);
    match text.shows(body, property) {
        true => Held::Shown,
        false => text.check(body, property, most),
    }
}

/// The value of a function at `Variable(0)`.
fn read(value: &ArgumentValue) -> Option<(Core, ExprId)> {
    let ArgumentValue::Function(variables, body) = value else { return None };
    let [variable] = &variables[..] else { return None };
    let mut resolver = Resolver::new();
    let scope = Rc::new(Scope::default());
    let mut around = Around::new(Place::Constant, &scope);
    let id = resolver.core.word(Word::Variable(0));
    around.locals.push((variable.text.clone(), id));
    around.slots = 1;
    let body = resolver.number(body, &around)?;
    Some((resolver.core, body))
}

impl Property {
    /// The first number that the property is about.
    fn first(self) -> u64 {
        match self {
            Property::Nondecreasing => 1,
            Property::Regular => 0,
        }
    }

    /// Whether a function may start with this value.
    fn begins(self, value: &IBig) -> bool {
        match self {
            Property::Nondecreasing => *value >= IBig::ONE,
            Property::Regular => value.is_zero(),
        }
    }

    /// Whether one value may follow another.
    fn follows(self, now: &IBig, before: &IBig) -> bool {
        match self {
            Property::Nondecreasing => now >= before,
            Property::Regular => now == before || *now == before + IBig::ONE,
        }
    }
}

/// How an expression changes as the variable rises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moves {
    /// It never falls.
    up: bool,
    /// It never rises.
    down: bool,
}

impl Moves {
    const STILL: Moves = Moves { up: true, down: true };
    const UNKNOWN: Moves = Moves { up: false, down: false };

    fn and(self, other: Moves) -> Moves {
        Moves { up: self.up && other.up, down: self.down && other.down }
    }

    fn turned(self) -> Moves {
        Moves { up: self.down, down: self.up }
    }
}

/// A function of one variable, given by its text.
struct Text<'c> {
    core: &'c Core,
    eval: Evaluator<'c>,
    /// How many more expressions may be examined.
    looks: Cell<u32>,
}

impl<'c> Text<'c> {
    fn new(core: &'c Core) -> Text<'c> {
        Text { core, eval: Evaluator::new(core), looks: Cell::new(MOST_LOOKS) }
    }

    fn at(&mut self, body: ExprId, n: IBig) -> Result<IBig, String> {
        self.eval.set_variable(0, n);
        self.eval.integer(body, &Nothing).map_err(|failure| failure.fault.to_string())
    }

    fn check(&mut self, body: ExprId, property: Property, most: &UBig) -> Held {
        let Some(most) = u64::try_from(most).ok().filter(|most| *most <= MOST_CHECKED) else {
            let why =
                format!("its text does not show it, and it was checked only up to {MOST_CHECKED}");
            return Held::Unknown(why);
        };
        let mut before: Option<IBig> = None;
        for n in property.first()..=most.max(property.first()) {
            let now = match self.at(body, n.into()) {
                Ok(now) => now,
                Err(why) => return Held::Unknown(format!("it has no value at {n}: {why}")),
            };
            let fine = match &before {
                None => property.begins(&now),
                Some(before) => property.follows(&now, before),
            };
            if !fine {
                return Held::Fails(n);
            }
            before = Some(now);
        }
        Held::Checked(most)
    }

    fn shows(&mut self, body: ExprId, property: Property) -> bool {
        if self.core.len() > MOST_NODES {
            return false;
        }
        let first = property.first();
        let over = Interval::from(first as i64);
        let follows = match property {
            Property::Nondecreasing => self.moves(body, &over).up && self.whole(body, &over),
            Property::Regular => self.steps(body, &over),
        };
        follows && self.at(body, first.into()).is_ok_and(|value| property.begins(&value))
    }

    /// Whether one more expression may be examined.
    fn look(&self) -> bool {
        let left = self.looks.get();
        self.looks.set(left.saturating_sub(1));
        left > 0
    }

    fn hull(&self, id: ExprId, over: &Interval) -> Interval {
        let mut region = Region::default();
        region.set(Word::Variable(0), over.clone());
        region.hull(self.core, id, &mut |_| None)
    }

    /// Whether an expression is a whole number wherever it has a value.
    fn whole(&self, id: ExprId, over: &Interval) -> bool {
        self.core.visit(&[id], |id| match *self.core.node(id) {
            _ if self.core.type_of(id) == Type::Int => Some(vec![]),
            _ if !self.look() => None,
            Node::Unary(op, a) if op.entry().gives == Gives::Same => Some(vec![a]),
            Node::Binary(op, a, b) if op.entry().gives == Gives::Same => Some(vec![a, b]),
            Node::Binary(Binary::Pow, a, b) => self.hull(b, over).at_least(0).then(|| vec![a, b]),
            Node::If(_, a, b) => Some(vec![a, b]),
            _ => None,
        })
    }

    /// How an expression changes as the variable rises over an interval, provided that it has a
    /// value everywhere in it.
    fn moves(&mut self, id: ExprId, over: &Interval) -> Moves {
        let core = self.core;
        if let Node::Const(_) = core.node(id) {
            return Moves::STILL;
        }
        if !self.look() {
            return Moves::UNKNOWN;
        }
        let least = |this: &Self, id: ExprId, n: i64| this.hull(id, over).at_least(n);
        match *core.node(id) {
            Node::Word(Word::Variable(0)) => Moves { up: true, down: false },
            Node::Unary(op, a) => {
                let inner = self.moves(a, over);
                match op {
                    Unary::Neg => inner.turned(),
                    Unary::Floor | Unary::Ceil => inner,
                    _ => match op.entry().climbs {
                        Some(from) if least(self, a, from) => inner,
                        _ => Moves::UNKNOWN,
                    },
                }
            }
            Node::Binary(op, a, b) => {
                let (x, y) = (self.moves(a, over), self.moves(b, over));
                let sign = |id: ExprId| match core.constant(id) {
                    Some(Value::Bool(_)) | None => 0,
                    Some(_) if least(self, id, 1) => 1,
                    // The floor of a fraction between 0 and 1 is 0, as is the floor of 0.
                    Some(Value::Ratio(_)) if least(self, id, 0) => 1,
                    Some(_) if self.hull(id, over).at_most(-1) => -1,
                    Some(_) => 0,
                };
                match op {
                    Binary::Add | Binary::Min | Binary::Max => x.and(y),
                    Binary::Sub => x.and(y.turned()),
                    Binary::Mul if sign(a) != 0 => {
                        if sign(a) > 0 {
                            y
                        } else {
                            y.turned()
                        }
                    }
                    Binary::Mul | Binary::Div if sign(b) != 0 => {
                        if sign(b) > 0 {
                            x
                        } else {
                            x.turned()
                        }
                    }
                    Binary::Mul if least(self, a, 0) && least(self, b, 0) => x.and(y),
                    Binary::Pow => match (core.constant(a), core.constant(b)) {
                        (_, Some(Value::Int(_))) if least(self, a, 0) && least(self, b, 0) => x,
                        (Some(Value::Int(_)), _)
                            if least(self, a, 1) && least(self, b, 0) && self.whole(b, over) =>
                        {
                            y
                        }
                        _ => Moves::UNKNOWN,
                    },
                    _ => Moves::UNKNOWN,
                }
            }
            Node::If(condition, a, b) => {
                let Some(parts) = self.parts(condition, a, b, over) else { return Moves::UNKNOWN };
                let [(first, below), (second, above)] = &parts;
                if below.is_empty() {
                    return self.moves(*second, above);
                }
                if above.is_empty() {
                    return self.moves(*first, below);
                }
                let both = self.moves(*first, below).and(self.moves(*second, above));
                let (Some(last), Some(next)) = (&below.hi, &above.lo) else {
                    return Moves::UNKNOWN;
                };
                match (self.at(*first, last.clone()), self.at(*second, next.clone())) {
                    (Ok(last), Ok(next)) => {
                        both.and(Moves { up: last <= next, down: last >= next })
                    }
                    _ => Moves::UNKNOWN,
                }
            }
            _ => Moves::UNKNOWN,
        }
    }

    /// The two cases of `if v < c then a else b`, each with the numbers it applies to, the lower
    /// case first.
    fn parts(
        &self,
        condition: ExprId,
        a: ExprId,
        b: ExprId,
        over: &Interval,
    ) -> Option<[(ExprId, Interval); 2]> {
        let Node::Binary(op @ (Binary::Lt | Binary::Le), left, right) = *self.core.node(condition)
        else {
            return None;
        };
        let variable = |id: ExprId| *self.core.node(id) == Node::Word(Word::Variable(0));
        let number = |id: ExprId| match self.core.constant(id) {
            Some(Value::Int(int)) => Some(int.clone()),
            _ => None,
        };
        let open = u8::from(op == Binary::Lt);
        let (low, high, last) = if variable(left) {
            (a, b, number(right)? - open)
        } else if variable(right) {
            // `c < v` is false for all numbers up to c.
            (b, a, number(left)? - (1 - open))
        } else {
            return None;
        };
        let above = Interval::from(&last + IBig::ONE);
        Some([(low, over.meet(&Interval::up_to(last))), (high, over.meet(&above))])
    }

    /// Whether an expression is whole and rises by 0 or 1 whenever the variable rises by 1.
    fn steps(&mut self, id: ExprId, over: &Interval) -> bool {
        if !self.look() {
            return false;
        }
        let core = self.core;
        match *core.node(id) {
            Node::Const(Value::Int(_)) | Node::Word(Word::Variable(0)) => true,
            Node::Unary(Unary::Floor | Unary::Ceil, a) => {
                self.linear(a).is_some_and(|line| line.is_gentle() && self.base_steps(&line, over))
            }
            Node::Unary(op, a) if let Some(from) = op.entry().climbs => {
                self.hull(a, over).at_least(from) && self.steps(a, over)
            }
            Node::Binary(Binary::Min | Binary::Max, a, b) => {
                self.steps(a, over) && self.steps(b, over)
            }
            Node::If(condition, a, b) => {
                let Some(parts) = self.parts(condition, a, b, over) else { return false };
                let [(first, below), (second, above)] = &parts;
                if below.is_empty() {
                    return self.steps(*second, above);
                }
                if above.is_empty() {
                    return self.steps(*first, below);
                }
                let (Some(last), Some(next)) = (&below.hi, &above.lo) else { return false };
                self.steps(*first, below)
                    && self.steps(*second, above)
                    && match (self.at(*first, last.clone()), self.at(*second, next.clone())) {
                        (Ok(last), Ok(next)) => Property::Regular.follows(&next, &last),
                        _ => false,
                    }
            }
            Node::Binary(Binary::Add | Binary::Sub | Binary::Mul | Binary::Div, ..)
            | Node::Unary(Unary::Neg, _) => self.linear(id).is_some_and(|line| {
                // It is whole at all whole numbers: the factor is 0 or 1 and the rest is whole.
                line.base != Some(id)
                    && line.is_gentle()
                    && matches!(line.factor, Value::Int(_))
                    && matches!(line.rest, Value::Int(_))
                    && self.base_steps(&line, over)
            }),
            _ => false,
        }
    }

    fn base_steps(&mut self, line: &Line, over: &Interval) -> bool {
        line.base.is_none_or(|base| self.steps(base, over))
    }

    /// An expression as a multiple of another one plus a constant.
    fn linear(&self, id: ExprId) -> Option<Line> {
        if !self.look() {
            return None;
        }
        let zero = Value::Int(IBig::ZERO);
        let atom = Line { factor: Value::Int(IBig::ONE), rest: zero.clone(), base: Some(id) };
        let compute = |op, a: &Value, b: &Value| binary(op, a, b, &mut Fuel(1 << 20)).ok();
        Some(match *self.core.node(id) {
            Node::Const(Value::Bool(_)) => return None,
            Node::Const(ref value) => Line { factor: zero, rest: value.clone(), base: None },
            Node::Unary(Unary::Neg, a) => self.linear(a)?.scaled(&Value::Int(-IBig::ONE))?,
            Node::Binary(op @ (Binary::Add | Binary::Sub), a, b) => {
                let (a, b) = (self.linear(a)?, self.linear(b)?);
                let base = match (a.base, b.base) {
                    (Some(x), Some(y)) if x != y => return Some(atom),
                    (x, y) => x.or(y),
                };
                Line {
                    factor: compute(op, &a.factor, &b.factor)?,
                    rest: compute(op, &a.rest, &b.rest)?,
                    base,
                }
            }
            Node::Binary(Binary::Mul, a, b) => match (self.linear(a)?, self.linear(b)?) {
                (Line { base: None, rest, .. }, line) | (line, Line { base: None, rest, .. }) => {
                    line.scaled(&rest)?
                }
                _ => atom,
            },
            Node::Binary(Binary::Div, a, b) => match self.core.constant(b) {
                Some(divisor) => {
                    let inverse = compute(Binary::Div, &Value::Int(IBig::ONE), divisor)?;
                    self.linear(a)?.scaled(&inverse)?
                }
                None => return None,
            },
            _ => atom,
        })
    }
}

/// `factor * base + rest`.
struct Line {
    factor: Value,
    rest: Value,
    base: Option<ExprId>,
}

impl Line {
    fn scaled(self, by: &Value) -> Option<Line> {
        let mut fuel = Fuel(1 << 20);
        Some(Line {
            factor: binary(Binary::Mul, &self.factor, by, &mut fuel).ok()?,
            rest: binary(Binary::Mul, &self.rest, by, &mut fuel).ok()?,
            base: self.base,
        })
    }

    /// Whether the factor is between 0 and 1.
    fn is_gentle(&self) -> bool {
        let at_most = |a: &Value, b: &Value| {
            binary(Binary::Le, a, b, &mut Fuel(1 << 20)).is_ok_and(|truth| truth.truth())
        };
        at_most(&Value::Int(IBig::ZERO), &self.factor)
            && at_most(&self.factor, &Value::Int(IBig::ONE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::parse_value;

    fn held(text: &str, which: Property, most: u64) -> Held {
        let (_, value) = parse_value(&format!("f = n -> {text}")).unwrap();
        property(&value, which, &most.into())
    }

    #[test]
    fn what_the_text_shows() {
        for text in [
            "n",
            "1",
            "2*n",
            "n + 1",
            "n^2",
            "ceil(n/2)",
            "isqrt(n)",
            "2^n",
            "log2(n) + 1",
            "n*(n + 1)",
            "max(n, 5)",
            "min(n, 5)",
            "3 - 2 + n",
            "if n < 10 then n else 2*n",
            "floor(3*n/2) - 0",
            "if n > 4 then 9 else n",
            "n - (-n)",
            "floor((n^2 + 1)/2)",
        ] {
            assert_eq!(held(text, Property::Nondecreasing, 10), Held::Shown, "{text}");
        }
        for text in [
            "n",
            "0",
            "ceil(n/2)",
            "floor(n/2)",
            "floor(2*n/3)",
            "min(n, 3)",
            "isqrt(n)",
            "log2(n + 1)",
            "max(floor(n/2), min(n, 4))",
            "floor(isqrt(n)/2)",
            "if n < 4 then n else 3",
            "floor((n + 2)/3)",
            "n - 0",
            "isqrt(floor(n/2))",
            "2*n - n",
        ] {
            assert_eq!(held(text, Property::Regular, 10), Held::Shown, "{text}");
        }
    }

    #[test]
    fn what_it_does_not_show() {
        for (text, which, most, is) in [
            ("10 - n", Property::Nondecreasing, 20, Held::Fails(2)),
            ("0*n", Property::Nondecreasing, 20, Held::Fails(1)),
            ("if n < 5 then 9 else n", Property::Nondecreasing, 20, Held::Fails(5)),
            ("2*n", Property::Regular, 20, Held::Fails(1)),
            ("n + 1", Property::Regular, 20, Held::Fails(0)),
            ("n - n mod 2", Property::Nondecreasing, 1, Held::Fails(1)),
            ("2*n - n mod 2", Property::Nondecreasing, 20, Held::Checked(20)),
        ] {
            assert_eq!(held(text, which, most), is, "{text}");
        }
        for text in ["n/2", "1/n", "5 - n mod 3"] {
            let most = if text == "5 - n mod 3" { 1 << 40 } else { 9 };
            let found = held(text, Property::Regular, most);
            assert!(matches!(found, Held::Unknown(_)), "{text}: {found:?}");
        }
    }

    /// A random function of n, small enough to be examined.
    fn random(seed: &mut u64, depth: u32) -> String {
        let mut pick = |n: u64| {
            *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (*seed >> 33) % n
        };
        if depth == 0 {
            return match pick(3) {
                0 => pick(9).to_string(),
                _ => "n".to_string(),
            };
        }
        let (what, c, d) = (pick(14), pick(7) + 1, pick(7));
        let mut part = || random(seed, depth - 1);
        match what {
            0 => format!("({} + {})", part(), part()),
            1 => format!("({} - {})", part(), part()),
            2 => format!("({} * {})", part(), part()),
            3 => format!("floor({}/{c})", part()),
            4 => format!("ceil({d}*{}/{c})", part()),
            5 => format!("min({}, {})", part(), part()),
            6 => format!("max({}, {})", part(), part()),
            7 => format!("isqrt({})", part()),
            8 => format!("({})^{}", part(), d % 3),
            9 => format!("log2({})", part()),
            10 => format!("(if n < {d} then {} else {})", part(), part()),
            11 => format!("(if {c} <= n then {} else {})", part(), part()),
            12 => format!("abs({})", part()),
            _ => format!("(-{})", part()),
        }
    }

    /// Whatever the text shows is true number by number.
    #[test]
    fn what_is_shown_is_so() {
        let mut seed = 7;
        let mut shown = [0; 2];
        for i in 0..8_000 {
            let text = random(&mut seed, 1 + i % 4);
            for (which, count) in Property::ALL.into_iter().zip(&mut shown) {
                if held(&text, which, 300) != Held::Shown {
                    continue;
                }
                *count += 1;
                let (_, value) = parse_value(&format!("f = n -> {text}")).unwrap();
                let (core, body) = read(&value).unwrap();
                let mut by_number = Text::new(&core);
                let found = by_number.check(body, which, &300u16.into());
                assert_eq!(found, Held::Checked(300), "{} {text}", which.word());
            }
        }
        assert!(shown.iter().all(|&n| n > 100), "{shown:?}");
    }
}
