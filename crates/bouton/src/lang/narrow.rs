//! What a condition implies for its words: `1 <= 2*t + u <= 9` and `t, u >= 0` imply `t <= 4`.
//! Bounds of numbers are carried up and down the expression until nothing changes.

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;

use super::builtin::{Binary, Unary};
use super::core::{Core, ExprId, Fold, Node, Type, Word};
use super::interval::Interval;
use super::value::Value;

/// Deeper or larger expressions are not examined. Bounds are then wider than necessary, but never
/// wrong.
const MAX_DEPTH: usize = 200;
const MAX_STEPS: usize = 4000;

/// A walk of fewer steps keeps nothing.
const SHORT: usize = 100;

/// Intervals for the words that are not known exactly; a word that is not named may be anything.
#[derive(Clone, Debug, Default)]
pub(crate) struct Region {
    words: Vec<(Word, Interval)>,
}

/// What is known exactly about an expression: its value, or that it has none. Where an expression
/// has no value nothing is ruled out, so that evaluation reaches it and reports the error.
pub(crate) type Exact<'a> = &'a mut dyn FnMut(ExprId) -> Option<Option<Value>>;

impl Region {
    /// Restricts a word to an interval.
    pub fn set(&mut self, word: Word, interval: Interval) {
        match self.words.iter_mut().find(|(w, _)| *w == word) {
            Some((_, known)) => *known = interval,
            None => self.words.push((word, interval)),
        }
    }

    /// The interval of a word.
    #[must_use]
    pub fn get(&self, word: Word) -> Interval {
        self.words.iter().find(|(w, _)| *w == word).map_or(Interval::ALL, |(_, i)| i.clone())
    }

    /// Narrows the words to values for which the conditions may be true; `false` if there are none.
    #[must_use]
    pub(crate) fn narrow(&mut self, core: &Core, conditions: &[ExprId], exact: Exact<'_>) -> bool {
        let rounds = 2 * self.words.len() + 2;
        // A condition like `a*a < a` raises its own bounds forever, far beyond the numbers in it.
        let mut known_bits = self.bits();
        for _ in 0..rounds {
            let before = self.words.clone();
            for &condition in conditions {
                let mut walk = Walk::new(core, self, &mut *exact);
                if !walk.require_truth(condition, true, 0) {
                    return false;
                }
                known_bits = known_bits.max(walk.known_bits);
            }
            if self.words == before || self.bits() > 2 * known_bits + 1024 {
                break;
            }
        }
        true
    }

    /// Narrows the words to values for which a number may lie in an interval.
    #[must_use]
    pub(crate) fn narrow_number(
        &mut self,
        core: &Core,
        id: ExprId,
        to: &Interval,
        exact: Exact<'_>,
    ) -> bool {
        Walk::new(core, self, exact).require(id, to, 0)
    }

    /// An interval that contains every value the number can have.
    #[must_use]
    pub(crate) fn hull(&mut self, core: &Core, id: ExprId, exact: Exact<'_>) -> Interval {
        Walk::new(core, self, exact).hull(id, 0)
    }

    /// Whether a condition may be true, and whether it may be false.
    #[must_use]
    pub(crate) fn truth(&mut self, core: &Core, id: ExprId, exact: Exact<'_>) -> (bool, bool) {
        Walk::new(core, self, exact).truth(id, 0)
    }

    /// The size of the largest end.
    fn bits(&self) -> usize {
        self.words.iter().map(|(_, interval)| interval.end_bits()).max().unwrap_or(0)
    }

    /// The smallest region that contains both, over the same words.
    fn join(&self, other: &Region) -> Region {
        let words = self.words.iter().map(|(w, i)| (*w, i.join(&other.get(*w)))).collect();
        Region { words }
    }
}

struct Walk<'a, 'e> {
    core: &'a Core,
    region: &'a mut Region,
    exact: Exact<'e>,
    steps: usize,
    /// The size of the largest exactly known number.
    known_bits: usize,
    /// What numbers and conditions can be in the region as it is now. Kept once the walk is long: an expression that is
    /// used many times is then looked into once, and short walks need no map.
    hulls: FxHashMap<ExprId, Interval>,
    truths: FxHashMap<ExprId, (bool, bool)>,
}

impl<'a, 'e> Walk<'a, 'e> {
    fn new(core: &'a Core, region: &'a mut Region, exact: Exact<'e>) -> Walk<'a, 'e> {
        let (hulls, truths) = Default::default();
        Walk { core, region, exact, steps: 0, known_bits: 0, hulls, truths }
    }

    /// Another region: what was found in the one before does not count.
    fn change(&mut self, region: Region) -> Region {
        self.hulls.clear();
        self.truths.clear();
        std::mem::replace(self.region, region)
    }

    /// Whether the walk continues into this expression.
    fn enter(&mut self, depth: usize) -> bool {
        self.steps += 1;
        depth < MAX_DEPTH && self.steps < MAX_STEPS
    }

    /// The value of an expression, if it is known exactly; `None` if it is known to have none.
    fn known(&mut self, id: ExprId) -> Option<Option<Value>> {
        match (self.exact)(id) {
            Some(value) => value.map(Some),
            None => Some(None),
        }
    }

    fn is_int(&self, id: ExprId) -> bool {
        self.core.type_of(id) == Type::Int
    }

    /// An interval that contains every value of a number.
    fn hull(&mut self, id: ExprId, depth: usize) -> Interval {
        if !self.enter(depth) {
            return Interval::ALL;
        }
        if let Some(known) = self.hulls.get(&id) {
            return known.clone();
        }
        let hull = self.hull_of(id, depth);
        if self.steps > SHORT {
            self.hulls.insert(id, hull.clone());
        }
        hull
    }

    fn hull_of(&mut self, id: ExprId, depth: usize) -> Interval {
        let Some(exact) = self.known(id) else { return Interval::ALL };
        match exact.as_ref().or(self.core.constant(id)) {
            Some(Value::Int(int)) => {
                self.known_bits = self.known_bits.max(int.bit_len());
                return Interval::point(int);
            }
            Some(Value::Ratio(ratio)) => return Interval::new(ratio.floor(), ratio.ceil()),
            _ => {}
        }
        let d = depth + 1;
        match *self.core.node(id) {
            Node::Word(word) => self.region.get(word),
            Node::Heap(_) | Node::Fold(Fold::Count | Fold::Xor, ..) => Interval::from(0),
            Node::Unary(op, a) if self.core.type_of(id) != Type::Bool => {
                (op.entry().hull)(&self.hull(a, d))
            }
            Node::Binary(op, a, b) if self.core.type_of(id) != Type::Bool => {
                (op.entry().hull)(&self.hull(a, d), &self.hull(b, d))
            }
            Node::If(condition, a, b) => {
                let (may, may_not) = self.truth(condition, d);
                match (may, may_not) {
                    (true, false) => self.hull(a, d),
                    (false, true) => self.hull(b, d),
                    _ => self.hull(a, d).join(&self.hull(b, d)),
                }
            }
            _ => Interval::ALL,
        }
    }

    /// Whether a condition may be true, and whether it may be false.
    fn truth(&mut self, id: ExprId, depth: usize) -> (bool, bool) {
        if !self.enter(depth) {
            return (true, true);
        }
        if let Some(&known) = self.truths.get(&id) {
            return known;
        }
        let truth = self.truth_of(id, depth);
        if self.steps > SHORT {
            self.truths.insert(id, truth);
        }
        truth
    }

    fn truth_of(&mut self, id: ExprId, depth: usize) -> (bool, bool) {
        let Some(exact) = self.known(id) else { return (true, true) };
        if let Some(Value::Bool(truth)) = exact.as_ref().or(self.core.constant(id)) {
            return (*truth, !truth);
        }
        let d = depth + 1;
        match *self.core.node(id) {
            Node::Unary(Unary::Not, a) => {
                let (may, may_not) = self.truth(a, d);
                (may_not, may)
            }
            Node::Binary(Binary::And, a, b) => {
                let (x, y) = (self.truth(a, d), self.truth(b, d));
                (x.0 && y.0, x.1 || y.1)
            }
            Node::Binary(Binary::Or, a, b) => {
                let (x, y) = (self.truth(a, d), self.truth(b, d));
                (x.0 || y.0, x.1 && y.1)
            }
            Node::Binary(op @ (Binary::Eq | Binary::Lt | Binary::Le), a, b)
                if self.core.type_of(a) != Type::Bool =>
            {
                let (x, y) = (self.hull(a, d), self.hull(b, d));
                let less = |a: &Option<IBig>, b: &Option<IBig>| matches!((a, b), (Some(a), Some(b)) if a < b);
                let whole = self.is_int(a) && self.is_int(b);
                let at_most = |a: &Option<IBig>, b: &Option<IBig>| match (a, b) {
                    (Some(a), Some(b)) => a < b || (a == b && whole),
                    _ => false,
                };
                match op {
                    Binary::Eq => (!less(&x.hi, &y.lo) && !less(&y.hi, &x.lo), true),
                    Binary::Lt => (!at_most(&y.hi, &x.lo), !less(&x.hi, &y.lo)),
                    _ => (!less(&y.hi, &x.lo), !at_most(&x.hi, &y.lo)),
                }
            }
            _ => (true, true),
        }
    }

    /// Narrows to where a condition may have the value `wanted`; `false` if it cannot.
    fn require_truth(&mut self, id: ExprId, wanted: bool, depth: usize) -> bool {
        let (may, may_not) = self.truth(id, depth);
        if !(if wanted { may } else { may_not }) {
            return false;
        }
        if !self.enter(depth) || self.known(id).is_none() {
            return true;
        }
        let d = depth + 1;
        match *self.core.node(id) {
            Node::Unary(Unary::Not, a) => self.require_truth(a, !wanted, d),
            Node::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                if a == b {
                    return self.require_truth(a, wanted, d);
                }
                if (op == Binary::And) == wanted {
                    return self.require_truth(a, wanted, d) && self.require_truth(b, wanted, d);
                }
                let before = self.region.clone();
                let first = self.require_truth(a, wanted, d);
                let left = self.change(before);
                let second = self.require_truth(b, wanted, d);
                match (first, second) {
                    (true, true) => {
                        let joined = left.join(self.region);
                        self.change(joined);
                    }
                    (true, false) => {
                        self.change(left);
                    }
                    _ => {}
                }
                first || second
            }
            Node::Binary(op @ (Binary::Eq | Binary::Lt | Binary::Le), a, b)
                if self.core.type_of(a) != Type::Bool =>
            {
                let whole = self.is_int(a) && self.is_int(b);
                match (op, wanted) {
                    (Binary::Eq, true) => {
                        let x = self.hull(a, d);
                        self.require(b, &x, d) && {
                            let y = self.hull(b, d);
                            self.require(a, &y, d)
                        }
                    }
                    (Binary::Eq, false) => true,
                    (Binary::Le, true) => self.require_order(a, b, false, d),
                    (Binary::Le, false) => self.require_order(b, a, whole, d),
                    (_, true) => self.require_order(a, b, whole, d),
                    (_, false) => self.require_order(b, a, false, d),
                }
            }
            Node::If(condition, a, b) => match self.truth(condition, d) {
                (true, false) => self.require_truth(a, wanted, d),
                (false, true) => self.require_truth(b, wanted, d),
                _ => true,
            },
            _ => true,
        }
    }

    /// Narrows to where `a <= b`, or `a <= b - 1` when `apart`.
    fn require_order(&mut self, a: ExprId, b: ExprId, apart: bool, depth: usize) -> bool {
        let gap = u8::from(apart);
        let high = self.hull(b, depth).hi;
        if let Some(high) = high
            && !self.require(a, &Interval::up_to(high - gap), depth)
        {
            return false;
        }
        match self.hull(a, depth).lo {
            Some(low) => self.require(b, &Interval::from(low + gap), depth),
            None => true,
        }
    }

    /// Narrows to where a number may lie in `to`; `false` if it cannot.
    fn require(&mut self, id: ExprId, to: &Interval, depth: usize) -> bool {
        let to = self.hull(id, depth).meet(to);
        if to.is_empty() {
            return false;
        }
        if !self.enter(depth) || self.known(id).is_none() {
            return true;
        }
        let d = depth + 1;
        match *self.core.node(id) {
            Node::Word(word) => {
                if (self.exact)(id).is_none() && self.region.get(word) != to {
                    self.hulls.clear();
                    self.truths.clear();
                    self.region.set(word, to);
                }
                true
            }
            Node::Unary(op, a) => match op.entry().arguments {
                Some(arguments) => self.require(a, &arguments(&to, self.is_int(a)), d),
                None => true,
            },
            Node::Binary(op, a, b) => self.require_binary(op, a, b, &to, d),
            Node::If(condition, a, b) => match self.truth(condition, d) {
                (true, false) => self.require(a, &to, d),
                (false, true) => self.require(b, &to, d),
                _ => true,
            },
            _ => true,
        }
    }

    fn require_binary(
        &mut self,
        op: Binary,
        a: ExprId,
        b: ExprId,
        to: &Interval,
        d: usize,
    ) -> bool {
        let (x, y) = (self.hull(a, d), self.hull(b, d));
        match op {
            Binary::Mul if a == b && self.is_int(a) && x.at_least(0) => {
                self.require(a, &to.root(2), d)
            }
            Binary::Pow => {
                let exponent = match self.core.constant(b) {
                    Some(Value::Int(n)) => usize::try_from(n).ok().filter(|&n| n >= 1),
                    _ => None,
                };
                let base = match self.core.constant(a) {
                    Some(Value::Int(n)) => n.as_ubig().filter(|n| **n >= UBig::from(2u8)).cloned(),
                    _ => None,
                };
                match (exponent, base) {
                    (Some(exponent), _) if x.at_least(0) && self.is_int(a) => {
                        self.require(a, &to.root(exponent), d)
                    }
                    (_, Some(base)) if self.is_int(b) => self.require(b, &to.exponents(&base), d),
                    _ => true,
                }
            }
            _ => {
                let Some(arguments) = op.entry().arguments else { return true };
                let whole = self.is_int(a) && self.is_int(b);
                match arguments(to, &x, &y, whole) {
                    // A number that is there twice is narrowed once.
                    (Some(x), Some(y)) if a == b => self.require(a, &x.meet(&y), d),
                    (x, y) => {
                        x.is_none_or(|x| self.require(a, &x, d))
                            && y.is_none_or(|y| self.require(b, &y, d))
                    }
                }
            }
        }
    }
}
