//! The parts of expressions, and walks over all of them.

use super::syntax::{Domain, Expr, ExprKind, Name};

/// The parts of an expression, in written order.
macro_rules! parts {
    ($kind:expr, $iter:ident, $boxed:ident) => {
        match $kind {
            ExprKind::Number(_) | ExprKind::Truth(_) | ExprKind::Name(_) => vec![],
            ExprKind::Call(_, arguments) => arguments.$iter().collect(),
            ExprKind::Index(_, e) | ExprKind::Prefix(_, e) => vec![e.$boxed()],
            ExprKind::Infix(_, a, b) => vec![a.$boxed(), b.$boxed()],
            ExprKind::Compare(first, rest) => {
                let mut parts = vec![first.$boxed()];
                parts.extend(rest.$iter().map(|(_, e)| e));
                parts
            }
            ExprKind::If(a, b, c) => vec![a.$boxed(), b.$boxed(), c.$boxed()],
            ExprKind::Let(bindings, body) => {
                let mut parts: Vec<_> = bindings.$iter().map(|(_, e)| e).collect();
                parts.push(body.$boxed());
                parts
            }
            ExprKind::Fold(_, _, domain, body) => {
                let mut parts = match domain {
                    Domain::Range(a, b) => vec![a.$boxed(), b.$boxed()],
                    Domain::Heaps(a, b) => a.$iter().chain(b.$iter()).map(|e| e.$boxed()).collect(),
                };
                parts.push(body.$boxed());
                parts
            }
            ExprKind::Slice(_, a, b) => a.$iter().chain(b.$iter()).map(|e| e.$boxed()).collect(),
            ExprKind::Member(tuple, set) => {
                tuple.$iter().chain(set.tuple.$iter()).chain(set.conditions.$iter()).collect()
            }
        }
    };
}

impl Expr {
    /// The direct parts, in written order.
    #[must_use]
    pub fn parts(&self) -> Vec<&Expr> {
        parts!(&self.kind, iter, as_ref)
    }

    /// The direct parts, mutably.
    #[must_use]
    pub fn parts_mut(&mut self) -> Vec<&mut Expr> {
        parts!(&mut self.kind, iter_mut, as_mut)
    }

    /// The expression with some parts replaced.
    pub(crate) fn replace(&self, by: &dyn Fn(&Expr) -> Option<ExprKind>) -> Expr {
        let mut changed = self.clone();
        match by(self) {
            Some(kind) => changed.kind = kind,
            None => {
                for part in changed.parts_mut() {
                    *part = part.replace(by);
                }
            }
        }
        changed
    }

    /// Calls `visit` for every name in the expression that stands for a number and is not bound in
    /// it.
    pub(crate) fn each_name(&self, visit: &mut dyn FnMut(&Name)) {
        let bound: Vec<&Name> = match &self.kind {
            ExprKind::Name(text) => {
                visit(&Name { text: text.clone(), span: self.span });
                return;
            }
            ExprKind::Let(bindings, _) => bindings.iter().map(|(name, _)| name).collect(),
            ExprKind::Fold(_, variable, ..) => vec![variable],
            _ => vec![],
        };
        let parts = self.parts();
        let last = parts.len().saturating_sub(1);
        for (i, part) in parts.into_iter().enumerate() {
            // Names are bound in the last part.
            part.each_name(&mut |name| {
                if i < last || !bound.contains(&name) {
                    visit(name);
                }
            });
        }
    }
}
