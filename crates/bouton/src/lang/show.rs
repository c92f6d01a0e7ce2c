//! Expressions of the core back into text.

use std::cell::Cell;

use dashu_int::ops::UnsignedAbs;
use dashu_int::{IBig, Sign};

use super::builtin::{Binary, Unary};
use super::core::{Core, Domain, ExprId, Node, Word};
use super::diagnostic::Span;
use super::syntax::{self, Comparison, Expr, ExprKind, Infix, Name, Prefix};
use super::value::Value;

/// Deeper parts are printed as `…`.
const MAX_DEPTH: usize = 12;

/// The parts that are printed; those after them are `…`. An expression that is used many times is printed each time.
const MAX_PARTS: usize = 200;

/// How coordinates, variables and parameters are called.
pub(crate) trait Names {
    /// The name of a word.
    fn name(&self, word: Word) -> String;
}

fn boxed(kind: ExprKind) -> Box<Expr> {
    Box::new(Expr { kind, span: Span::default() })
}

/// A whole number, shortened if it is very long.
fn number(int: &IBig) -> ExprKind {
    let size = ExprKind::Name(super::token::shorten(&int.unsigned_abs().to_string()));
    match int.sign() {
        Sign::Positive => size,
        Sign::Negative => ExprKind::Prefix(Prefix::Minus, boxed(size)),
    }
}

/// The text of an expression.
pub(crate) fn show(core: &Core, id: ExprId, names: &dyn Names) -> String {
    tree(core, id, names, &Cell::new(MAX_PARTS), 0).to_string()
}

fn tree(core: &Core, id: ExprId, names: &dyn Names, left: &Cell<usize>, depth: usize) -> Expr {
    let part = |id: ExprId| Box::new(tree(core, id, names, left, depth + 1));
    let name = |text: &str| ExprKind::Name(text.to_string());
    let call = |function: &str, arguments: &[ExprId]| {
        let function = Name { text: function.to_string(), span: Span::default() };
        ExprKind::Call(function, arguments.iter().map(|&a| *part(a)).collect())
    };
    let compare = |comparison: Comparison, a: ExprId, b: ExprId| {
        ExprKind::Compare(part(a), vec![(comparison, *part(b))])
    };
    left.set(left.get().saturating_sub(1));
    let kind = match core.node(id) {
        _ if depth > MAX_DEPTH || left.get() == 0 => name("…"),
        Node::Const(Value::Int(int)) => number(int),
        Node::Const(Value::Ratio(ratio)) => {
            let denominator = number(ratio.denominator().as_ibig());
            ExprKind::Infix(Infix::Div, boxed(number(ratio.numerator())), boxed(denominator))
        }
        Node::Const(Value::Bool(truth)) => ExprKind::Truth(*truth),
        Node::Word(word) => ExprKind::Name(names.name(*word)),
        Node::Heap(index) => {
            ExprKind::Index(Name { text: "x".into(), span: Span::default() }, part(*index))
        }
        Node::Open(i, arguments) => call(&names.name(Word::Parameter(*i)), arguments),
        Node::Unary(op, a) => match op {
            Unary::Neg => ExprKind::Prefix(Prefix::Minus, part(*a)),
            Unary::Not => match core.node(*a) {
                Node::Binary(Binary::Eq, a, b) => compare(Comparison::Unequal, *a, *b),
                _ => ExprKind::Prefix(Prefix::Not, part(*a)),
            },
            _ => call(op.entry().name.unwrap_or("…"), &[*a]),
        },
        Node::Binary(op, a, b) => {
            let infix = |infix: Infix| ExprKind::Infix(infix, part(*a), part(*b));
            match op {
                Binary::Add => infix(Infix::Add),
                Binary::Sub => infix(Infix::Sub),
                Binary::Mul => infix(Infix::Mul),
                Binary::Div => infix(Infix::Div),
                Binary::Mod => infix(Infix::Mod),
                Binary::Pow => infix(Infix::Pow),
                Binary::Xor => infix(Infix::Xor),
                Binary::And => infix(Infix::And),
                Binary::Or => infix(Infix::Or),
                Binary::Eq => compare(Comparison::Equal, *a, *b),
                Binary::Lt => compare(Comparison::Less, *a, *b),
                Binary::Le => compare(Comparison::AtMost, *a, *b),
                _ => call(op.entry().name.unwrap_or("…"), &[*a, *b]),
            }
        }
        Node::If(..) if let Some((a, b)) = core.divisor(id) => compare(Comparison::Divides, a, b),
        Node::If(condition, a, b) => ExprKind::If(part(*condition), part(*a), part(*b)),
        Node::Call(function, arguments) => call(&core.function(*function).name, arguments),
        Node::NoCase(_) => name("…"),
        Node::Some(..) => name("…"),
        Node::Fold(fold, variable, domain, body) => {
            let domain = match domain {
                Domain::Range(a, b) => syntax::Domain::Range(part(*a), part(*b)),
                Domain::Heaps(a, b) => syntax::Domain::Heaps(a.map(part), b.map(part)),
            };
            let variable =
                Name { text: names.name(Word::Variable(*variable)), span: Span::default() };
            ExprKind::Fold(*fold, variable, domain, part(*body))
        }
    };
    Expr { kind, span: Span::default() }
}
