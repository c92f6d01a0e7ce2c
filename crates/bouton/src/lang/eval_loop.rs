//! Variables that run over lists of numbers, and searches for numbers that satisfy a condition.

use std::collections::HashSet;

use dashu_int::{IBig, Sign};

use super::builtin::{Binary, Defined, binary};
use super::core::{Core, Domain, ExprId, Fold, Node, Word};
use super::eval::{Evaluator, Failure, Words};
use super::interval::Interval;
use super::narrow::{Exact, Region};
use super::value::{FUEL, Fault, Fuel, Value};

const INDEX: &str = "indices count from 1 (the first heap) on or from -1 (the last) back";

/// A sum over `lo..hi` that can be continued while nothing else that it depends on changes.
pub(super) struct Running {
    since: u64,
    lo: IBig,
    hi: IBig,
    sum: Value,
}

/// The place, counted from 0, of an index into a list of `count` heaps. Indices count up from 1 or
/// down from -1. The place may be outside the list.
pub(super) fn place(index: &IBig, count: usize) -> Result<IBig, Fault> {
    match index.sign() {
        _ if index.is_zero() => Err(Fault::Domain(INDEX, index.to_string())),
        Sign::Positive => Ok(index - IBig::ONE),
        Sign::Negative => Ok(index + IBig::from(count)),
    }
}

pub(super) fn parts_of(domain: &Domain) -> Vec<ExprId> {
    match domain {
        Domain::Range(a, b) => vec![*a, *b],
        Domain::Heaps(a, b) => a.iter().chain(b).copied().collect(),
    }
}

/// Whether an expression is shown to have a value wherever its words are in a region.
fn always_has_a_value(core: &Core, root: ExprId, region: &mut Region, exact: Exact<'_>) -> bool {
    let mut seen = 0;
    core.visit(&[root], |id| {
        seen += 1;
        match exact(id) {
            Some(Some(_)) => return Some(vec![]),
            Some(None) => return None,
            None => {}
        }
        let mut covers = |defined: Defined, id: ExprId| {
            defined.covers(core.type_of(id), || region.hull(core, id, exact))
        };
        let fine = match *core.node(id) {
            Node::Const(_) | Node::Word(_) | Node::If(..) => true,
            Node::Unary(op, a) => covers(op.entry().defined, a),
            Node::Binary(op, a, b) => {
                let [first, second] = op.entry().defined;
                covers(first, a) && covers(second, b)
            }
            _ => false,
        };
        (fine && seen <= MOST_SEEN).then(|| core.parts(id))
    })
}

/// The work of storing a number to compare others with it.
const SEEN: u64 = 32;

/// Expressions with more parts are not examined.
const MOST_SEEN: usize = 200;

impl Evaluator<'_> {
    pub(super) fn fold(
        &mut self,
        id: ExprId,
        fold: Fold,
        variable: u16,
        domain: &Domain,
        body: ExprId,
        words: &dyn Words,
    ) -> Result<Value, Failure> {
        let level = Word::Variable(variable).level();
        let saved = self.get(level);
        let fail = |fault: Fault| Failure { expr: id, fault };
        let mut total = match fold {
            Fold::Sum | Fold::Xor | Fold::Count => Some(Value::Int(IBig::ZERO)),
            Fold::Min | Fold::Max => None,
            Fold::Exists => Some(Value::Bool(false)),
            Fold::Forall | Fold::Distinct => Some(Value::Bool(true)),
        };
        let mut seen = HashSet::new();
        let mut one =
            |this: &mut Self, total: &mut Option<Value>, n: IBig| -> Result<bool, Failure> {
                this.fuel.spend(2).map_err(fail)?;
                this.set(level, n);
                let value = this.eval(body, words)?.clone();
                let sum = match (fold, total.take()) {
                    (Fold::Exists, _) | (Fold::Forall, _) => {
                        *total = Some(Value::Bool(value.truth()));
                        return Ok(value.truth() == (fold == Fold::Exists));
                    }
                    (Fold::Distinct, _) => {
                        // This work also limits the memory.
                        this.fuel.spend(SEEN + 4 * value.words()).map_err(fail)?;
                        let new = seen.insert(value);
                        *total = Some(Value::Bool(new));
                        return Ok(!new);
                    }
                    (Fold::Count, Some(count)) if !value.truth() => count,
                    (Fold::Count, Some(count)) => {
                        binary(Binary::Add, &count, &Value::Int(IBig::ONE), &mut this.fuel)
                            .map_err(fail)?
                    }
                    (_, None) => value,
                    (fold, Some(sum)) => {
                        let op = match fold {
                            Fold::Xor => Binary::Xor,
                            Fold::Min => Binary::Min,
                            Fold::Max => Binary::Max,
                            _ => Binary::Add,
                        };
                        binary(op, &sum, &value, &mut this.fuel).map_err(fail)?
                    }
                };
                *total = Some(sum);
                Ok(false)
            };
        let whole = |this: &Self, id: ExprId| {
            let value = this.memo[id.index()].1.integer().cloned();
            value.map_err(|fault| Failure { expr: id, fault })
        };
        match domain {
            Domain::Range(lo, hi) => {
                let (lo, hi) = (whole(self, *lo)?, whole(self, *hi)?);
                let mut n = lo.clone();
                let start = self.changed(self.core.level_without(body, variable));
                if fold == Fold::Sum
                    && let Some(running) = self.sums.get(&body)
                    && running.since == start
                    && running.lo == lo
                    && running.hi <= hi
                {
                    n = &running.hi + IBig::ONE;
                    total = Some(running.sum.clone());
                }
                let bound = match fold {
                    Fold::Exists | Fold::Count => self.rising_bound(body, variable, words),
                    _ => None,
                };
                while n <= hi {
                    if one(self, &mut total, n.clone())? {
                        break;
                    }
                    // A rising sum that is too large stays too large.
                    if let Some(bound) = bound
                        && !self.eval(bound, words)?.truth()
                    {
                        break;
                    }
                    n += IBig::ONE;
                }
                if let (Fold::Sum, Some(sum)) = (fold, &total)
                    && hi >= lo
                {
                    let running = Running { since: start, lo, hi, sum: sum.clone() };
                    self.sums.insert(body, running);
                }
            }
            Domain::Heaps(from, to) => {
                let heaps = words.heaps();
                let from = match from {
                    Some(from) => place(&whole(self, *from)?, heaps.len()).map_err(fail)?,
                    None => IBig::ZERO,
                };
                let end = match to {
                    Some(to) => place(&whole(self, *to)?, heaps.len()).map_err(fail)? + IBig::ONE,
                    None => heaps.len().into(),
                };
                // An index before the first heap clamps to it at the start of a slice; at the end
                // of a slice, it makes the slice empty.
                let within =
                    |place: IBig| usize::try_from(place.max(IBig::ZERO)).unwrap_or(heaps.len());
                let (from, end) = (within(from), within(end).min(heaps.len()));
                for heap in heaps.get(from..end).unwrap_or_default() {
                    if one(self, &mut total, heap.clone().into())? {
                        break;
                    }
                }
            }
        }
        self.set(level, saved);
        total.ok_or_else(|| {
            fail(Fault::Domain("the least or greatest of a list needs a list", "none".into()))
        })
    }

    /// The part `sum(t in a..n : …) <= c` that a condition on n begins with, if its sum never falls
    /// as n rises. Once the part is false it stays false, and the rest of the condition is not
    /// evaluated. The sum may be the value of a function at n.
    fn rising_bound(&mut self, condition: ExprId, n: u16, words: &dyn Words) -> Option<ExprId> {
        let core = self.core;
        match *core.node(condition) {
            Node::Binary(Binary::And, a, _) => self.rising_bound(a, n, words),
            Node::Binary(Binary::Le | Binary::Lt, sum, limit)
                if core.is_before(limit, usize::from(n)) =>
            {
                let rises = match core.node(sum) {
                    Node::Call(function, arguments) => {
                        let at_n = arguments.iter().map(|&a| core.node(a));
                        at_n.eq([&Node::Word(Word::Variable(n))])
                            && core
                                .function(*function)
                                .body
                                .is_some_and(|body| self.rising_sum(body, 0, words))
                    }
                    _ => self.rising_sum(sum, n, words),
                };
                rises.then_some(condition)
            }
            _ => None,
        }
    }

    /// Whether an expression is a sum up to n whose terms always have a value, are never negative
    /// and do not depend on n.
    fn rising_sum(&mut self, sum: ExprId, n: u16, words: &dyn Words) -> bool {
        let core = self.core;
        let Node::Fold(Fold::Sum, t, Domain::Range(from, to), body) = core.node(sum) else {
            return false;
        };
        let free = |id: ExprId| core.is_before(id, usize::from(n));
        let up_to_n = *core.node(*to) == Node::Word(Word::Variable(n));
        if !up_to_n || !free(*from) || core.mentions(*body, n) {
            return false;
        }
        let mut region = Region::default();
        let lo = self.eval(*from, words).ok().and_then(|lo| lo.integer().ok().cloned());
        region.set(Word::Variable(*t), Interval { lo, hi: None });
        let mut exact = |id: ExprId| free(id).then(|| self.eval(id, words).ok().cloned());
        region.hull(core, *body, &mut exact).at_least(0)
            && always_has_a_value(core, *body, &mut region, &mut exact)
    }

    /// Integers for the variables of a search that satisfy its condition.
    pub(crate) fn witness(&mut self, id: ExprId, words: &dyn Words) -> Option<Vec<IBig>> {
        let Node::Some(first, count, condition) = *self.core.node(id) else { return None };
        self.fuel = Fuel(FUEL);
        self.search(first, count, condition, words).ok().flatten()
    }

    /// Integers for the variables that satisfy the condition, if there are any. The variables are
    /// narrowed one after another to values that the condition may allow.
    pub(super) fn search(
        &mut self,
        first: u16,
        count: u16,
        condition: ExprId,
        words: &dyn Words,
    ) -> Result<Option<Vec<IBig>>, Failure> {
        let variables = || (first..first + count).map(|v| Word::Variable(v).level());
        let saved: Vec<IBig> = variables().map(|level| self.get(level)).collect();
        let mut region = Region::default();
        for v in first..first + count {
            region.set(Word::Variable(v), Interval::ALL);
        }
        let found = self.search_from(first, first + count, condition, &region, words);
        let values: Vec<IBig> = variables().map(|level| self.get(level)).collect();
        for (level, value) in variables().zip(saved) {
            self.set(level, value);
        }
        Ok(found?.then_some(values))
    }

    fn search_from(
        &mut self,
        v: u16,
        end: u16,
        condition: ExprId,
        region: &Region,
        words: &dyn Words,
    ) -> Result<bool, Failure> {
        if v == end {
            return Ok(self.eval(condition, words)?.truth());
        }
        let core = self.core;
        let mut region = region.clone();
        let narrowed = region.narrow(core, &[condition], &mut |id| {
            core.is_before(id, usize::from(v)).then(|| self.eval(id, words).ok().cloned())
        });
        if !narrowed {
            return Ok(false);
        }
        let Interval { lo: Some(mut n), hi: Some(hi) } = region.get(Word::Variable(v)) else {
            return Err(Failure { expr: condition, fault: Fault::Unbounded });
        };
        while n <= hi {
            self.fuel.spend(4).map_err(|fault| Failure { expr: condition, fault })?;
            self.set(Word::Variable(v).level(), n.clone());
            if self.search_from(v + 1, end, condition, &region, words)? {
                return Ok(true);
            }
            n += IBig::ONE;
        }
        Ok(false)
    }
}
