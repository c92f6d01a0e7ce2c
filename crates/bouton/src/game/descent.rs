//! Shows from the text of a rule that every move it allows goes down.
//!
//! A polynomial in the words must be shown to be positive. It is, if it remains positive after a
//! multiple of one of the rule's conditions is subtracted and every word is replaced by a bound.

use std::collections::BTreeMap;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::rules::{Amount, Game, Rule, RuleKind, Shape};
use crate::lang::builtin::{Binary, Unary};
use crate::lang::core::{Core, ExprId, Node, Type, Word};
use crate::lang::value::Value;
use crate::lang::{Interval, Region};

/// The possible values of the words at any position where a rule is tried.
fn everywhere(game: &Game) -> Region {
    let mut region = Region::default();
    for word in [Word::Total, Word::Largest, Word::Smallest, Word::Count, Word::Last] {
        region.set(word, Interval::from(0));
    }
    region.set(Word::Turn, Interval::from(1));
    region.set(Word::Chosen, Interval::from(1));
    let passes = game.pass.as_ref().map_or(UBig::ZERO, |pass| pass.passes.clone());
    region.set(Word::Passes, Interval::new(0, IBig::from(passes)));
    for i in 0..game.coordinates().map_or(0, <[String]>::len) {
        region.set(Word::Coordinate(i as u16), Interval::from(0));
    }
    for i in 0..game.open.len() {
        region.set(Word::Parameter(i as u16), Interval::ALL);
    }
    region
}

/// The conditions that hold wherever a rule applies.
fn conditions(game: &Game, rule: &Rule) -> Vec<ExprId> {
    let mut conditions = game.open_where.clone();
    if let Shape::Tuple(_, Some(condition)) = game.shape {
        conditions.push(condition);
    }
    conditions.extend(rule.when);
    match &rule.kind {
        RuleKind::Take { amount, .. } | RuleKind::Several { amount, .. } => {
            conditions.extend(amount.condition());
        }
        RuleKind::Split { amount, parts, .. } => {
            conditions.extend(amount.as_ref().and_then(Amount::condition));
            conditions.extend(parts.condition);
        }
        RuleKind::Move { condition, .. } => conditions.extend(*condition),
    }
    conditions
}

/// The values of the words where a rule may apply; `None` if it cannot apply.
pub(super) fn where_it_applies(
    game: &Game,
    rule: &Rule,
    core: &Core,
    more: &[ExprId],
) -> Option<Region> {
    let mut region = everywhere(game);
    match &rule.kind {
        RuleKind::Take { .. } => region.set(Word::Variable(0), Interval::from(1)),
        RuleKind::Several { amount, .. } => {
            let variables = match amount {
                Amount::Jointly(names, _) => names.len(),
                _ => 1,
            };
            for v in 0..variables {
                region.set(Word::Variable(v as u16), Interval::from(1));
            }
        }
        RuleKind::Split { amount, parts, .. } => {
            let stones = u8::from(amount.is_some());
            region.set(Word::Variable(0), Interval::from(stones));
            for v in 0..parts.names.len() {
                region.set(Word::Variable(v as u16 + 1), Interval::from(1));
            }
        }
        RuleKind::Move { variables, .. } => {
            for v in 0..variables.len() {
                region.set(Word::Variable(v as u16), Interval::from(0));
            }
        }
    }
    let mut conditions = conditions(game, rule);
    conditions.extend(more);
    let nothing = &mut |_| None;
    let mut possible = region.narrow(core, &conditions, nothing);
    if let RuleKind::Move { target, .. } = &rule.kind {
        for &coordinate in target {
            possible =
                possible && region.narrow_number(core, coordinate, &Interval::from(0), nothing);
        }
    }
    possible.then_some(region)
}

/// Whether it is shown that a rule always goes down. A take always does. The game's `core` gets new
/// expressions.
pub(super) fn shown(game: &Game, rule: &Rule, core: &mut Core) -> bool {
    let RuleKind::Move { target, .. } = &rule.kind else { return true };
    // A rule that never applies goes down.
    let Some(mut region) = where_it_applies(game, rule, core, &[]) else { return true };
    let rank = match &game.rank {
        Some(rank) => rank.clone(),
        None => {
            let sum = (0..target.len())
                .map(|i| core.word(Word::Coordinate(i as u16)))
                .collect::<Vec<_>>();
            vec![
                sum.into_iter()
                    .reduce(|a, b| core.binary(Binary::Add, a, b))
                    .expect("a tuple has a coordinate"),
            ]
        }
    };
    let facts: Vec<Poly> = conditions(game, rule).iter().flat_map(|&c| facts(core, c)).collect();
    // The first part of the rank that changes must fall.
    for part in rank {
        let Some(after) = substitute(core, part, target, &mut BTreeMap::new(), 0) else {
            return false;
        };
        let (Some(before), Some(after)) = (poly(core, part), poly(core, after)) else {
            return false;
        };
        let falls = before.minus(&after, &RBig::ONE);
        if falls.0.is_empty() {
            continue;
        }
        return is_natural(game, core, part) && positive(core, &falls, &facts, &mut region);
    }
    false
}

/// Whether a part of the rank is a whole number of at least 0 at every position.
fn is_natural(game: &Game, core: &Core, part: ExprId) -> bool {
    let hull = everywhere(game).hull(core, part, &mut |_| None);
    game.rank.is_none() || core.type_of(part) == Type::Int && hull.at_least(0)
}

/// The expression with the target in place of the coordinates.
fn substitute(
    core: &mut Core,
    id: ExprId,
    target: &[ExprId],
    done: &mut BTreeMap<ExprId, ExprId>,
    depth: usize,
) -> Option<ExprId> {
    if let Some(&known) = done.get(&id) {
        return Some(known);
    }
    let mut go = |core: &mut Core, part: ExprId| substitute(core, part, target, done, depth + 1);
    let new = match core.node(id).clone() {
        _ if depth > 200 => return None,
        Node::Word(Word::Coordinate(i)) => target[usize::from(i)],
        // The turn changes with the move, and the passes may change.
        Node::Word(Word::Parameter(_)) | Node::Const(_) => id,
        Node::Word(_) | Node::Heap(_) | Node::Open(..) => return None,
        Node::Fold(..) | Node::Some(..) | Node::Call(..) | Node::NoCase(_) => return None,
        Node::Unary(op, a) => {
            let a = go(core, a)?;
            core.unary(op, a)
        }
        Node::Binary(op, a, b) => {
            let (a, b) = (go(core, a)?, go(core, b)?);
            core.binary(op, a, b)
        }
        Node::If(c, a, b) => {
            let (c, a, b) = (go(core, c)?, go(core, a)?, go(core, b)?);
            core.branch(c, a, b)
        }
    };
    done.insert(id, new);
    Some(new)
}

/// A polynomial: products of expressions with nonzero coefficients.
#[derive(Clone, Debug, Default, PartialEq)]
struct Poly(BTreeMap<Vec<ExprId>, RBig>);

/// Polynomials with more products are not examined.
const MOST_TERMS: usize = 64;

impl Poly {
    fn constant(value: RBig) -> Poly {
        let mut poly = Poly::default();
        poly.add(vec![], value);
        poly
    }

    fn add(&mut self, product: Vec<ExprId>, coefficient: RBig) {
        let sum = self.0.remove(&product).unwrap_or(RBig::ZERO) + coefficient;
        if !sum.is_zero() {
            self.0.insert(product, sum);
        }
    }

    /// `self - factor * other`
    fn minus(&self, other: &Poly, factor: &RBig) -> Poly {
        let mut difference = self.clone();
        for (product, coefficient) in &other.0 {
            difference.add(product.clone(), -(coefficient * factor));
        }
        difference
    }

    fn times(&self, other: &Poly) -> Poly {
        let mut result = Poly::default();
        for (p, a) in &self.0 {
            for (q, b) in &other.0 {
                let mut product = [p.as_slice(), q.as_slice()].concat();
                product.sort_unstable();
                result.add(product, a * b);
            }
        }
        result
    }
}

/// An expression as a polynomial in parts that cannot be decomposed.
fn poly(core: &Core, id: ExprId) -> Option<Poly> {
    polynomial(core, id, &mut BTreeMap::new(), 0)
}

/// Deeper or larger expressions are not examined.
const MOST_DEPTH: usize = 100;
const MOST_PARTS: usize = 1000;

/// The same, with the polynomials of the parts that are known.
fn polynomial(
    core: &Core,
    id: ExprId,
    known: &mut BTreeMap<ExprId, Poly>,
    depth: usize,
) -> Option<Poly> {
    if let Some(known) = known.get(&id) {
        return Some(known.clone());
    }
    if depth > MOST_DEPTH || known.len() > MOST_PARTS {
        return None;
    }
    let mut poly = |core: &Core, part: ExprId| polynomial(core, part, known, depth + 1);
    let result = match *core.node(id) {
        Node::Const(Value::Int(ref int)) => Poly::constant(int.clone().into()),
        Node::Const(Value::Ratio(ref ratio)) => Poly::constant(ratio.clone()),
        Node::Unary(Unary::Neg, a) => Poly::default().minus(&poly(core, a)?, &RBig::ONE),
        Node::Binary(Binary::Add, a, b) => poly(core, a)?.minus(&poly(core, b)?, &-RBig::ONE),
        Node::Binary(Binary::Sub, a, b) => poly(core, a)?.minus(&poly(core, b)?, &RBig::ONE),
        Node::Binary(Binary::Div, a, b) if matches!(core.constant(b), Some(Value::Int(_))) => {
            let Some(Value::Int(divisor)) = core.constant(b) else { return None };
            if divisor.is_zero() {
                return None;
            }
            let factor = -RBig::ONE / RBig::from(divisor.clone());
            Poly::default().minus(&poly(core, a)?, &factor)
        }
        Node::Binary(Binary::Mul, a, b) => poly(core, a)?.times(&poly(core, b)?),
        _ if core.type_of(id) == Type::Bool => return None,
        _ => Poly([(vec![id], RBig::ONE)].into()),
    };
    if result.0.len() > MOST_TERMS {
        return None;
    }
    known.insert(id, result.clone());
    Some(result)
}

/// The consequences of a condition, as polynomials that are at least 0.
fn facts(core: &Core, condition: ExprId) -> Vec<Poly> {
    let difference = |a: ExprId, b: ExprId| Some(poly(core, b)?.minus(&poly(core, a)?, &RBig::ONE));
    let mut facts = Vec::new();
    core.visit(&[condition], |id| {
        match *core.node(id) {
            Node::Binary(Binary::And, a, b) => return Some(vec![a, b]),
            Node::Binary(Binary::Le, a, b) => facts.extend(difference(a, b)),
            Node::Binary(Binary::Lt, a, b) => {
                let whole = core.type_of(a) == Type::Int && core.type_of(b) == Type::Int;
                let gap = Poly::constant(if whole { RBig::ONE } else { RBig::ZERO });
                facts.extend(difference(a, b).map(|d| d.minus(&gap, &RBig::ONE)));
            }
            Node::Binary(Binary::Eq, a, b) => {
                facts.extend(difference(a, b).into_iter().chain(difference(b, a)));
            }
            _ => {}
        }
        Some(vec![])
    });
    facts
}

/// Whether a polynomial with whole values is shown to be at least 1.
fn positive(core: &Core, goal: &Poly, facts: &[Poly], region: &mut Region) -> bool {
    if bounded_below(core, goal, region, 0) {
        return true;
    }
    facts.iter().any(|fact| {
        // Multiples that make one of the products vanish.
        goal.0.iter().any(|(product, coefficient)| {
            let Some(other) = fact.0.get(product).filter(|_| !product.is_empty()) else {
                return false;
            };
            let factor = coefficient / other;
            factor > RBig::ZERO && bounded_below(core, &goal.minus(fact, &factor), region, 0)
        })
    })
}

/// Whether a polynomial is greater than 0 when every product is replaced by a bound. The value
/// differs from a whole number only by a multiple of something that is at least 0, so this
/// suffices.
fn bounded_below(core: &Core, poly: &Poly, region: &mut Region, depth: usize) -> bool {
    let mut least = RBig::ZERO;
    for (product, coefficient) in &poly.0 {
        let hull = product.iter().fold(Interval::new(1, 1), |hull, &factor| {
            hull.mul(&region.hull(core, factor, &mut |_| None))
        });
        let end = if *coefficient > RBig::ZERO { hull.lo } else { hull.hi };
        match end {
            Some(end) => least += coefficient * RBig::from(end),
            None => return depth < 4 && by_upper_bound(core, poly, product, region, depth),
        }
    }
    least > RBig::ZERO
}

/// Replaces a product that has no bound and is subtracted by an upper bound: `min(a, b)` by a or b,
/// `floor(a)` by a.
fn by_upper_bound(
    core: &Core,
    goal: &Poly,
    product: &[ExprId],
    region: &mut Region,
    depth: usize,
) -> bool {
    let coefficient = &goal.0[product];
    let &[single] = product else { return false };
    let bounds = match *core.node(single) {
        Node::Binary(Binary::Min, a, b) => vec![a, b],
        Node::Unary(Unary::Floor, a) => vec![a],
        _ => return false,
    };
    *coefficient < RBig::ZERO
        && bounds.into_iter().any(|bound| {
            let Some(bound) = poly(core, bound) else { return false };
            let mut replaced = goal.clone();
            replaced.0.remove(product);
            bounded_below(core, &replaced.minus(&bound, &-coefficient.clone()), region, depth + 1)
        })
}
