//! Normal forms back into expressions, as a person might write them.

use std::collections::BTreeSet;

use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;

use super::core::Word;
use super::diagnostic::Span;
use super::form::{Atom, Poly, Truth};
use super::syntax::{Comparison, Expr, ExprKind, Infix, Name, Prefix};

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

fn infix(infix: Infix, a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Infix(infix, Box::new(a), Box::new(b)))
}

fn call(function: &str, arguments: Vec<Expr>) -> Expr {
    let name = Name { text: function.into(), span: Span::default() };
    expr(ExprKind::Call(name, arguments))
}

/// A whole number.
pub(crate) fn number(int: &IBig) -> Expr {
    let (sign, size) = int.clone().into_parts();
    let size = expr(ExprKind::Number(size));
    match sign {
        Sign::Positive => size,
        Sign::Negative => expr(ExprKind::Prefix(Prefix::Minus, Box::new(size))),
    }
}

/// Larger forms are not written out.
const MOST_WRITTEN: usize = 300;

/// The name of a word; `None` for words that may not be mentioned.
pub(crate) type Naming<'a> = &'a dyn Fn(Word) -> Option<String>;

impl Poly {
    /// The number as an expression; `None` if these names do not suffice to write it.
    pub(crate) fn expr(&self, names: Naming<'_>) -> Option<Expr> {
        if self.size() > MOST_WRITTEN {
            return None;
        }
        let common = self.common_denominator();
        let scaled = self.scaled(&RBig::from(common.clone()));
        let mut terms = Vec::new();
        for (product, coefficient) in &scaled.0 {
            terms.push(term(product, coefficient, names)?);
        }
        // The constant comes last, and a positive term first.
        if self.0.contains_key(&vec![]) {
            terms.rotate_left(1);
        }
        if let Some(first) = terms.iter().position(|(positive, _)| *positive) {
            let first = terms.remove(first);
            terms.insert(0, first);
        }
        let sum = terms.into_iter().fold(None, |sum: Option<Expr>, (positive, term)| {
            Some(match (sum, positive) {
                (None, true) => term,
                (None, false) => expr(ExprKind::Prefix(Prefix::Minus, Box::new(term))),
                (Some(sum), true) => infix(Infix::Add, sum, term),
                (Some(sum), false) => infix(Infix::Sub, sum, term),
            })
        });
        let sum = sum.unwrap_or_else(|| number(&IBig::ZERO));
        Some(match common == UBig::ONE {
            true => sum,
            false => infix(Infix::Div, sum, number(&common.into())),
        })
    }
}

/// A product with its coefficient: whether it is added or subtracted, and its expression.
fn term(product: &[Atom], coefficient: &RBig, names: Naming<'_>) -> Option<(bool, Expr)> {
    let (sign, size) = coefficient.numerator().clone().into_parts();
    let mut positive = sign == Sign::Positive;
    let mut factors = Vec::new();
    if size != UBig::ONE || product.is_empty() {
        factors.push(number(&size.into()));
    }
    if let ([Atom::Min(parts)], false) = (product, positive) {
        positive = true;
        let negated = parts.iter().map(|part| part.negated().expr(names));
        factors.push(call("max", negated.collect::<Option<_>>()?));
    } else {
        for atom in product {
            factors.push(atom.expr(names)?);
        }
    }
    let product = factors.into_iter().reduce(|a, b| infix(Infix::Mul, a, b))?;
    Some((positive, product))
}

impl Atom {
    fn expr(&self, names: Naming<'_>) -> Option<Expr> {
        let all = |parts: &BTreeSet<Poly>| {
            parts.iter().map(|part| part.expr(names)).collect::<Option<Vec<_>>>()
        };
        Some(match self {
            Atom::Word(word) => expr(ExprKind::Name(names(*word)?)),
            Atom::Heap(_) | Atom::Raw(..) | Atom::Truth(_) => return None,
            Atom::Floor(a) => call("floor", vec![a.expr(names)?]),
            Atom::Min(parts) => call("min", all(parts)?),
            Atom::Abs(a) => call("abs", vec![a.expr(names)?]),
            Atom::One(op, a) => call(op.entry().name?, vec![a.expr(names)?]),
            Atom::Many(op, parts) => {
                let parts = parts.iter().map(|part| part.expr(names));
                call(op.entry().name?, parts.collect::<Option<_>>()?)
            }
            Atom::Inverse(a) => infix(Infix::Div, number(&IBig::ONE), a.expr(names)?),
            Atom::Power(a, b, _) => infix(Infix::Pow, a.expr(names)?, b.expr(names)?),
            Atom::Whole(a) => a.expr(names)?,
            Atom::If(c, a, b) => {
                let parts = [c.expr(names)?, a.value.expr(names)?, b.value.expr(names)?];
                let [c, a, b] = parts.map(Box::new);
                expr(ExprKind::If(c, a, b))
            }
        })
    }
}

impl Truth {
    fn expr(&self, names: Naming<'_>) -> Option<Expr> {
        let compare = |a: &Poly, comparison: Comparison| {
            let first = Box::new(a.expr(names)?);
            Some(expr(ExprKind::Compare(first, vec![(comparison, number(&IBig::ZERO))])))
        };
        let joined = |parts: &BTreeSet<Truth>, with: Infix| {
            let parts: Option<Vec<_>> = parts.iter().map(|part| part.expr(names)).collect();
            parts?.into_iter().reduce(|a, b| infix(with, a, b))
        };
        Some(match self {
            Truth::Known(truth) => expr(ExprKind::Truth(*truth)),
            Truth::Natural(a) => compare(a, Comparison::AtLeast)?,
            Truth::Zero(a) => compare(a, Comparison::Equal)?,
            Truth::Not(a) => expr(ExprKind::Prefix(Prefix::Not, Box::new(a.expr(names)?))),
            Truth::And(parts) => joined(parts, Infix::And)?,
            Truth::Or(parts) => joined(parts, Infix::Or)?,
            Truth::Same(..) | Truth::If(..) | Truth::Raw(_) => return None,
        })
    }
}
