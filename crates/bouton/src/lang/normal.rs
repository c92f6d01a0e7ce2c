//! Expressions of the core into normal forms.

use std::collections::BTreeSet;
use std::fmt::Write;

use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;
use rustc_hash::FxHashMap;

use super::builtin::{Binary, Defined, Gives, Order, Unary};
use super::core::{Core, ExprId, Node, Type, Word};
use super::form::{Atom, Guarded, Poly, Truth};
use super::setting::Setting;
use super::value::Value;

/// Larger expressions are compared as they are written.
const MOST_NODES: usize = 400;

/// Deeper expressions are compared as they are written.
const MOST_DEPTH: usize = 120;

/// Expressions with larger forms are compared as they are written.
const MOST_SIZE: usize = 2000;

/// Expressions with forms of a larger degree are compared as they are written.
const MOST_DEGREE: usize = 64;

/// Polynomials with more products are not multiplied out.
const MOST_PRODUCTS: usize = 60;

/// Powers with larger exponents are not multiplied out.
const MOST_FACTORS: usize = 8;

/// Brings the expressions of one core into normal form, for one setting.
pub(crate) struct Normal<'a> {
    core: &'a Core,
    pub(crate) setting: &'a Setting,
    /// For each expression, its size when written out and its depth.
    sizes: FxHashMap<ExprId, (usize, usize)>,
    numbers: FxHashMap<ExprId, Guarded<Poly>>,
    truths: FxHashMap<ExprId, Guarded<Truth>>,
}

impl<'a> Normal<'a> {
    /// For the expressions of `core`.
    pub(crate) fn new(core: &'a Core, setting: &'a Setting) -> Normal<'a> {
        let (sizes, numbers, truths) = Default::default();
        Normal { core, setting, sizes, numbers, truths }
    }

    /// Whether an expression, when written out, is neither too large nor too deep.
    fn is_small(&mut self, id: ExprId) -> bool {
        let mut stack = vec![id];
        while let Some(&top) = stack.last() {
            let parts = self.core.parts(top);
            let open: Vec<_> = parts.iter().filter(|p| !self.sizes.contains_key(*p)).collect();
            if open.is_empty() {
                let sizes = || parts.iter().map(|p| self.sizes[p]);
                let size = sizes().map(|(size, _)| size).fold(1, usize::saturating_add);
                let depth = sizes().map(|(_, depth)| depth).max().unwrap_or(0) + 1;
                self.sizes.insert(top, (size, depth));
                stack.pop();
            } else {
                stack.extend(open);
            }
        }
        let (size, depth) = self.sizes[&id];
        size <= MOST_NODES && depth <= MOST_DEPTH
    }

    /// A number that must be whole. Where it may be a fraction, it may have no value.
    pub(crate) fn whole(&mut self, id: ExprId) -> Guarded<Poly> {
        let number = self.number(id);
        wholly(number)
    }

    /// A number. Once the work for the game is used up the result is wrong, and the game has no
    /// form.
    pub(crate) fn number(&mut self, id: ExprId) -> Guarded<Poly> {
        if self.setting.is_spent() {
            return Guarded::sure(Poly::default());
        }
        if let Some(known) = self.numbers.get(&id) {
            self.setting.affords(|| known.size());
            return known.clone();
        }
        let found = match self.is_small(id) {
            true => self.arithmetic(id).unwrap_or_else(|| self.raw_number(id)),
            false => self.raw_number(id),
        };
        let fits = found.value.0.len() <= MOST_PRODUCTS
            && found.value.degree() <= MOST_DEGREE
            && found.size() <= MOST_SIZE;
        let found = if fits { found } else { self.raw_number(id) };
        self.setting.affords(|| found.size());
        self.numbers.insert(id, found.clone());
        found
    }

    /// A number as it is written.
    fn raw_number(&self, id: ExprId) -> Guarded<Poly> {
        may_fail(Atom::Raw(raw(self.core, &[id]), self.core.type_of(id) == Type::Int))
    }

    fn arithmetic(&mut self, id: ExprId) -> Option<Guarded<Poly>> {
        let setting = self.setting;
        Some(match *self.core.node(id) {
            Node::Const(Value::Int(ref int)) => Guarded::sure(Poly::constant(int.clone())),
            Node::Const(Value::Ratio(ref ratio)) => Guarded::sure(Poly::constant(ratio.clone())),
            Node::Word(Word::Parameter(_) | Word::Asked(_)) => return None,
            Node::Word(word) => {
                let same = setting.same.iter().find(|(w, _)| *w == word);
                Guarded::sure(same.map_or_else(|| Poly::word(word), |(_, poly)| poly.clone()))
            }
            Node::Heap(index) => self.heap(index),
            Node::Unary(op, a) => {
                let a = self.number(a);
                self.unary(op, a)?
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                self.binary(op, a, b)?
            }
            Node::If(condition, a, b) => {
                let (mut condition, mut a, mut b) =
                    (self.truth(condition), self.number(a), self.number(b));
                match condition.value {
                    Truth::Known(true) => {
                        return Some(joined(a.value, [condition.guards, a.guards]));
                    }
                    Truth::Known(false) => {
                        return Some(joined(b.value, [condition.guards, b.guards]));
                    }
                    _ if a == b => return Some(joined(a.value, [condition.guards, a.guards])),
                    _ => {}
                }
                let contrary = setting.not(&condition.value);
                if contrary < condition.value {
                    condition.value = contrary;
                    std::mem::swap(&mut a, &mut b);
                }
                let sure = a.is_sure() && b.is_sure();
                let atom = Atom::If(Box::new(condition.value), Box::new(a), Box::new(b));
                guard(atom, sure, [condition.guards])
            }
            _ => return None,
        })
    }

    /// `x[i]`; 0 beyond the number of heaps.
    fn heap(&mut self, index: ExprId) -> Guarded<Poly> {
        let Guarded { value: index, guards } = self.whole(index);
        if let Some(place) = index.integer().filter(|place| !place.is_zero()) {
            let (sign, size) = place.into_parts();
            if self.setting.heaps.as_ref().is_some_and(|most| size > *most) {
                return joined(Poly::default(), [guards]);
            }
            // Heaps are sorted. If there are none, both words are 0 as well.
            if size == UBig::ONE && !self.setting.in_order {
                let word = if sign == Sign::Negative { Word::Largest } else { Word::Smallest };
                let same = self.setting.same.iter().find(|(w, _)| *w == word);
                let end = same.map_or(Poly::word(word), |(_, poly)| poly.clone());
                return joined(end, [guards]);
            }
        }
        let reaches = |a: &Poly| self.setting.low(a).is_some_and(|low| low >= RBig::ONE);
        let sure = reaches(&index) || reaches(&index.negated());
        guard(Atom::Heap(index), sure, [guards])
    }

    fn unary(&mut self, op: Unary, a: Guarded<Poly>) -> Option<Guarded<Poly>> {
        let setting = self.setting;
        let reaches = |a: &Poly, least: RBig| setting.low(a).is_some_and(|low| low >= least);
        Some(match op {
            Unary::Neg => joined(a.value.negated(), [a.guards]),
            Unary::Floor => joined(setting.floor(a.value), [a.guards]),
            Unary::Ceil => joined(setting.floor(a.value.negated()).negated(), [a.guards]),
            Unary::Abs if reaches(&a.value, RBig::ZERO) => a,
            Unary::Abs => {
                let other = a.value.negated();
                if reaches(&other, RBig::ZERO) {
                    return Some(joined(other, [a.guards]));
                }
                guard(Atom::Abs(a.value.min(other)), true, [a.guards])
            }
            _ if op.entry().gives == Gives::Bool => return None,
            _ => {
                let (a, sure) = self.argument(a, op.entry().defined);
                guard(Atom::One(op, a.value), sure, [a.guards])
            }
        })
    }

    fn binary(&mut self, op: Binary, a: Guarded<Poly>, b: Guarded<Poly>) -> Option<Guarded<Poly>> {
        let setting = self.setting;
        let (x, y) = (&a.value, &b.value);
        Some(match op {
            Binary::Add => joined(x.plus(y, &RBig::ONE), [a.guards, b.guards]),
            Binary::Sub => joined(x.minus(y), [a.guards, b.guards]),
            Binary::Mul => {
                if x.0.len() * y.0.len() > MOST_PRODUCTS {
                    return None;
                }
                joined(self.product(x, y)?, [a.guards, b.guards])
            }
            Binary::Div => {
                let inverse = self.inverse(b);
                joined(self.product(x, &inverse.value)?, [a.guards, inverse.guards])
            }
            // a mod b is a - b*floor(a/b).
            Binary::Mod => {
                let (a, b) = (wholly(a), wholly(b));
                let divisor = b.value.clone();
                let inverse = self.inverse(b);
                let quotient = setting.floor(self.product(&a.value, &inverse.value)?);
                let rest = a.value.minus(&self.product(&quotient, &divisor)?);
                joined(rest, [a.guards, inverse.guards])
            }
            Binary::Pow => {
                let b = wholly(b);
                let exponent = b.value.integer();
                let small = exponent.as_ref().and_then(|e| usize::try_from(e).ok());
                if let Some(factors) = small.filter(|&factors| factors <= MOST_FACTORS) {
                    let mut power = Poly::constant(RBig::ONE);
                    for _ in 0..factors {
                        if power.0.len() * x.0.len() > MOST_PRODUCTS {
                            return None;
                        }
                        power = self.product(&power, x)?;
                    }
                    return Some(joined(power, [a.guards, b.guards]));
                }
                let whole = exponent.is_some_and(|e| e >= IBig::ZERO) && x.is_whole();
                guard(Atom::Power(a.value, b.value, whole), false, [a.guards, b.guards])
            }
            Binary::Min => {
                let least = setting.min([a.value, b.value]);
                joined(least, [a.guards, b.guards])
            }
            Binary::Max => {
                let least = setting.min([x.negated(), y.negated()]);
                joined(least.negated(), [a.guards, b.guards])
            }
            _ if op.entry().gives == Gives::Bool => return None,
            _ => {
                let [first, second] = op.entry().defined;
                let ((a, sure_a), (b, sure_b)) =
                    (self.argument(a, first), self.argument(b, second));
                let parts = together(op, [a.value, b.value]);
                guard(Atom::Many(op, parts), sure_a && sure_b, [a.guards, b.guards])
            }
        })
    }

    /// An argument of a function, whole if it must be, and whether the function has a value there.
    fn argument(&self, a: Guarded<Poly>, defined: Defined) -> (Guarded<Poly>, bool) {
        let reaches = |a: &Guarded<Poly>, least: i64| {
            let least = RBig::from(IBig::from(least));
            self.setting.low(&a.value).is_some_and(|low| low >= least)
        };
        match defined {
            Defined::Everywhere => (a, true),
            Defined::Unsure => (a, false),
            Defined::From(least) => {
                let sure = reaches(&a, least);
                (a, sure)
            }
            Defined::Whole => (wholly(a), true),
            Defined::WholeFrom(least) => {
                let a = wholly(a);
                let sure = reaches(&a, least);
                (a, sure)
            }
        }
    }

    /// A product, unless it would be large.
    fn product(&self, x: &Poly, y: &Poly) -> Option<Poly> {
        let size = x.0.len() * y.size() + y.0.len() * x.size();
        let small = size <= 2 * MOST_SIZE && x.degree() + y.degree() <= MOST_DEGREE;
        (small && self.setting.affords(|| size)).then(|| x.times(y))
    }

    /// One over a number.
    fn inverse(&self, a: Guarded<Poly>) -> Guarded<Poly> {
        if let Some(value) = a.value.value().filter(|value| !value.is_zero()) {
            return joined(Poly::constant(RBig::ONE / value), [a.guards]);
        }
        let positive = |a: &Poly| self.setting.low(a).is_some_and(|low| low > RBig::ZERO);
        let sure = positive(&a.value) || positive(&a.value.negated());
        let last = a.value.0.values().last().cloned().unwrap_or(RBig::ONE);
        let factor = RBig::ONE / last;
        let inverse = guard(Atom::Inverse(a.value.scaled(&factor)), sure, [a.guards]);
        joined(inverse.value.scaled(&factor), [inverse.guards])
    }

    /// A condition. Once the work for the game is used up the result is wrong, and the game has no
    /// form.
    pub(crate) fn truth(&mut self, id: ExprId) -> Guarded<Truth> {
        if self.setting.is_spent() {
            return Guarded::sure(Truth::Known(true));
        }
        if let Some(known) = self.truths.get(&id) {
            self.setting.affords(|| known.size());
            return known.clone();
        }
        let found = match self.is_small(id) {
            true => self.logic(id),
            false => None,
        };
        let found = found.filter(|found| found.size() <= MOST_SIZE);
        let found = found.unwrap_or_else(|| unsure(Truth::Raw(raw(self.core, &[id])), []));
        self.setting.affords(|| found.size());
        self.truths.insert(id, found.clone());
        found
    }

    fn logic(&mut self, id: ExprId) -> Option<Guarded<Truth>> {
        let setting = self.setting;
        Some(match *self.core.node(id) {
            Node::Const(Value::Bool(truth)) => Guarded::sure(Truth::Known(truth)),
            Node::Unary(Unary::Not, a) => {
                let a = self.truth(a);
                joined(setting.not(&a.value), [a.guards])
            }
            Node::Unary(op @ (Unary::Even | Unary::Odd), a) => {
                let a = self.whole(a);
                let half = setting.floor(a.value.scaled(&(RBig::ONE / RBig::from(2))));
                let even = setting.zero(&a.value.plus(&half, &RBig::from(-2)));
                let truth = if op == Unary::Even { even } else { setting.not(&even) };
                joined(truth, [a.guards])
            }
            Node::Binary(Binary::Eq, a, b) if self.core.type_of(a) == Type::Bool => {
                let (a, b) = (self.truth(a), self.truth(b));
                let (x, y) = (a.value.clone().min(b.value.clone()), a.value.max(b.value));
                let same = match (&x, &y) {
                    (Truth::Known(true), other) | (other, Truth::Known(true)) => other.clone(),
                    (Truth::Known(false), other) | (other, Truth::Known(false)) => {
                        setting.not(other)
                    }
                    _ if x == y => Truth::Known(true),
                    _ => Truth::Same(Box::new(x), Box::new(y)),
                };
                joined(same, [a.guards, b.guards])
            }
            Node::Binary(op @ (Binary::Eq | Binary::Lt | Binary::Le), a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                let truth = match op {
                    Binary::Eq => setting.zero(&a.value.minus(&b.value)),
                    Binary::Le => setting.natural(&b.value.minus(&a.value)),
                    _ => setting.not(&setting.natural(&a.value.minus(&b.value))),
                };
                joined(truth, [a.guards, b.guards])
            }
            Node::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                let and = op == Binary::And;
                if b.is_sure() {
                    let both = [a.value, b.value];
                    let truth = if and { setting.and(both) } else { setting.or(both) };
                    return Some(joined(truth, [a.guards]));
                }
                // The second condition is evaluated only where the first does not decide.
                let decided = Guarded::sure(Truth::Known(!and));
                let (yes, no) = if and { (b, decided) } else { (decided, b) };
                self.branch(a, yes, no)
            }
            Node::If(condition, a, b) => {
                let (condition, a, b) = (self.truth(condition), self.truth(a), self.truth(b));
                self.branch(condition, a, b)
            }
            _ => return None,
        })
    }

    fn branch(
        &self,
        condition: Guarded<Truth>,
        a: Guarded<Truth>,
        b: Guarded<Truth>,
    ) -> Guarded<Truth> {
        match condition.value {
            Truth::Known(true) => return joined(a.value, [condition.guards, a.guards]),
            Truth::Known(false) => return joined(b.value, [condition.guards, b.guards]),
            _ => {}
        }
        let setting = self.setting;
        let contrary = setting.not(&condition.value);
        if a.is_sure() && b.is_sure() {
            let yes = setting.and([condition.value, a.value]);
            let no = setting.and([contrary, b.value]);
            return joined(setting.or([yes, no]), [condition.guards]);
        }
        let (c, a, b) = match contrary < condition.value {
            true => (contrary, b, a),
            false => (condition.value, a, b),
        };
        unsure(Truth::If(Box::new(c), Box::new(a), Box::new(b)), [condition.guards])
    }
}

fn joined<T, const N: usize>(value: T, guards: [BTreeSet<Atom>; N]) -> Guarded<T> {
    Guarded { value, guards: guards.into_iter().flatten().collect() }
}

/// The arguments of a function without what does not matter about them. What is taken apart is guarded itself, so its
/// parts have what the function needs.
fn together(op: Binary, arguments: [Poly; 2]) -> Vec<Poly> {
    let order = op.entry().order;
    if order == Order::Pair {
        return arguments.into();
    }
    let mut parts = Vec::new();
    for argument in arguments {
        match argument.single() {
            Some(Atom::Many(inner, of)) if *inner == op => parts.extend(of.iter().cloned()),
            _ => parts.push(argument),
        }
    }
    parts.sort_unstable();
    if order == Order::Set {
        parts.dedup();
    }
    parts
}

/// An atom, which may have no value unless it is `sure`.
fn guard<const N: usize>(atom: Atom, sure: bool, guards: [BTreeSet<Atom>; N]) -> Guarded<Poly> {
    let mut found = joined(Poly::atom(atom.clone()), guards);
    if !sure {
        found.guards.insert(atom);
    }
    found
}

fn may_fail(atom: Atom) -> Guarded<Poly> {
    guard(atom, false, [])
}

/// A condition that may have no value.
fn unsure<const N: usize>(truth: Truth, guards: [BTreeSet<Atom>; N]) -> Guarded<Truth> {
    let mut found = joined(truth.clone(), guards);
    found.guards.insert(Atom::Truth(Box::new(truth)));
    found
}

/// A number that must be whole.
fn wholly(number: Guarded<Poly>) -> Guarded<Poly> {
    match number.value.is_whole() {
        true => number,
        false => guard(Atom::Whole(number.value), false, [number.guards]),
    }
}

/// Expressions as they are written, each part once, in an order that depends on nothing else.
pub(crate) fn raw(core: &Core, ids: &[ExprId]) -> String {
    let mut places: FxHashMap<ExprId, usize> = FxHashMap::default();
    let mut text = String::new();
    let mut stack: Vec<ExprId> = ids.iter().rev().copied().collect();
    while let Some(&top) = stack.last() {
        let parts = core.parts(top);
        let open: Vec<_> = parts.iter().rev().filter(|p| !places.contains_key(*p)).collect();
        if places.contains_key(&top) {
            stack.pop();
        } else if open.is_empty() {
            let parts: Vec<usize> = parts.iter().map(|p| places[p]).collect();
            let what = match core.node(top) {
                // Prints all digits; `Debug` omits the middle ones.
                Node::Const(Value::Int(int)) => format!("{int:x}"),
                Node::Const(Value::Ratio(ratio)) => {
                    format!("{:x}/{:x}", ratio.numerator(), ratio.denominator())
                }
                Node::Const(Value::Bool(truth)) => truth.to_string(),
                Node::Word(word) => format!("{word:?}"),
                Node::Heap(_) => "heap".into(),
                Node::Open(i, _) => format!("open {i}"),
                Node::Unary(op, _) => format!("{op:?}"),
                Node::Binary(op, ..) => format!("{op:?}"),
                Node::If(..) => "if".into(),
                Node::Fold(fold, variable, domain, _) => {
                    let domain = match domain {
                        super::core::Domain::Range(..) => "range".into(),
                        super::core::Domain::Heaps(a, b) => {
                            format!("heaps {} {}", a.is_some(), b.is_some())
                        }
                    };
                    format!("{fold:?} {variable} {domain}")
                }
                Node::Some(first, count, _) => format!("some {first} {count}"),
                Node::Call(function, _) => format!("call {function}"),
                Node::NoCase(function) => format!("none {function}"),
            };
            let _ = write!(text, "{what} {parts:?};");
            places.insert(top, places.len());
            stack.pop();
        } else {
            stack.extend(open);
        }
    }
    let ends: Vec<usize> = ids.iter().map(|id| places[id]).collect();
    let _ = write!(text, "{ends:?}");
    text
}
