//! Small changes of expressions and lines, one place at a time.

use bouton::lang::paper::{ClaimKind, ClaimLine, Item, With};
use bouton::lang::syntax::{Comparison, Expr, ExprKind, Fold, Infix, Prefix};

/// An item that differs from another in one place: the line as it was, and as it is.
pub struct Changed {
    pub item: Item,
    pub from: String,
    pub to: String,
}

/// All small changes of a statement: of its heading, then of each line.
pub fn items(item: &Item) -> Vec<Changed> {
    let mut changed = Vec::new();
    for (i, with) in item.with.iter().enumerate() {
        let With::Condition(condition) = with else { continue };
        for condition in expressions(condition) {
            let mut other = item.clone();
            other.with[i] = With::Condition(condition);
            changed.push(Changed { from: item.heading(), to: other.heading(), item: other });
        }
    }
    for (i, line) in item.lines.iter().enumerate() {
        for kind in lines(&line.kind) {
            let mut other = item.clone();
            other.lines[i] = ClaimLine { kind, span: line.span };
            let to = other.lines[i].to_string();
            changed.push(Changed { item: other, from: line.to_string(), to });
        }
        let droppable = match &line.kind {
            ClaimKind::When(_) => true,
            ClaimKind::Define { name, .. } => {
                let same = |l: &&ClaimLine| matches!(&l.kind, ClaimKind::Define { name: n, .. } if n == name);
                item.lines.iter().filter(same).count() > 1
            }
            _ => false,
        };
        if droppable {
            let mut other = item.clone();
            other.lines.remove(i);
            changed.push(Changed { item: other, from: line.to_string(), to: "nothing".into() });
        }
    }
    changed
}

/// All small changes of a line. What only shows (examples, tables) or is known to be wrong has none.
fn lines(line: &ClaimKind) -> Vec<ClaimKind> {
    let one = |e: &Expr, make: &dyn Fn(Expr) -> ClaimKind| -> Vec<ClaimKind> {
        expressions(e).into_iter().map(make).collect()
    };
    match line {
        ClaimKind::When(e) => one(e, &ClaimKind::When),
        ClaimKind::Grundy(e) => one(e, &ClaimKind::Grundy),
        ClaimKind::Relation(e) => one(e, &ClaimKind::Relation),
        ClaimKind::Always(e) => one(e, &ClaimKind::Always),
        ClaimKind::Let(name, e) => one(e, &|e| ClaimKind::Let(name.clone(), e)),
        ClaimKind::Outcome { p, iff, condition } => {
            let mut all =
                one(condition, &|condition| ClaimKind::Outcome { p: *p, iff: *iff, condition });
            all.push(ClaimKind::Outcome { p: !p, iff: *iff, condition: condition.clone() });
            all
        }
        ClaimKind::Define { name, patterns, value, when } => {
            let define = |patterns, value, when| ClaimKind::Define {
                name: name.clone(),
                patterns,
                value,
                when,
            };
            let mut all = Vec::new();
            for patterns in any_of(patterns) {
                all.push(define(patterns, value.clone(), when.clone()));
            }
            all.extend(one(value, &|value| define(patterns.clone(), value, when.clone())));
            for when in optional(when) {
                all.push(define(patterns.clone(), value.clone(), when));
            }
            all
        }
        ClaimKind::Take { stones, heap, when } => {
            let take = |stones, when| ClaimKind::Take { stones, heap: heap.clone(), when };
            let mut all = one(stones, &|stones| take(stones, when.clone()));
            all.push(take(one_more(stones), when.clone()));
            all.extend(optional(when).into_iter().map(|when| take(stones.clone(), when)));
            all
        }
        ClaimKind::MoveTo(target, when) => {
            let mut targets = any_of(target);
            for i in 0..target.len() {
                let mut other = target.clone();
                other[i] = one_more(&target[i]);
                targets.push(other);
            }
            let to = |target| ClaimKind::MoveTo(target, when.clone());
            let mut all: Vec<ClaimKind> = targets.into_iter().map(to).collect();
            all.extend(
                optional(when).into_iter().map(|when| ClaimKind::MoveTo(target.clone(), when)),
            );
            all
        }
        ClaimKind::Pass(when) => optional(when).into_iter().map(ClaimKind::Pass).collect(),
        ClaimKind::About(_)
        | ClaimKind::Example { .. }
        | ClaimKind::Table { .. }
        | ClaimKind::Printed(_)
        | ClaimKind::Erratum(..)
        | ClaimKind::Stated(_) => vec![],
    }
}

/// A number and 1.
fn one_more(e: &Expr) -> Expr {
    let one = Expr { kind: ExprKind::Number(1u8.into()), span: e.span };
    Expr { kind: ExprKind::Infix(Infix::Add, Box::new(e.clone()), Box::new(one)), span: e.span }
}

/// A condition changed, or left out.
fn optional(when: &Option<Expr>) -> Vec<Option<Expr>> {
    let Some(when) = when else { return vec![] };
    expressions(when).into_iter().map(Some).chain([None]).collect()
}

/// A list with one of its expressions changed.
fn any_of(list: &[Expr]) -> Vec<Vec<Expr>> {
    let mut all = Vec::new();
    for (i, e) in list.iter().enumerate() {
        for changed in expressions(e) {
            let mut list = list.to_vec();
            list[i] = changed;
            all.push(list);
        }
    }
    all
}

/// All small changes of an expression: of itself, then of each of its parts.
fn expressions(e: &Expr) -> Vec<Expr> {
    let mut all: Vec<Expr> =
        here(&e.kind).into_iter().map(|kind| Expr { kind, span: e.span }).collect();
    for (i, part) in e.parts().into_iter().enumerate() {
        for changed in expressions(part) {
            let mut whole = e.clone();
            *whole.parts_mut()[i] = changed;
            all.push(whole);
        }
    }
    all
}

/// The changes at the root of an expression.
fn here(kind: &ExprKind) -> Vec<ExprKind> {
    match kind {
        ExprKind::Number(n) if n.is_zero() => vec![ExprKind::Number(n + 1u8)],
        ExprKind::Number(n) => vec![ExprKind::Number(n + 1u8), ExprKind::Number(n - 1u8)],
        ExprKind::Truth(truth) => vec![ExprKind::Truth(!truth)],
        ExprKind::Call(name, arguments) => {
            let pairs = [("even", "odd"), ("min", "max"), ("floor", "ceil")];
            let other = pairs.iter().find_map(|(a, b)| match name.text.as_str() {
                text if text == *a => Some(b),
                text if text == *b => Some(a),
                _ => None,
            });
            let renamed = |text: &&str| bouton::lang::syntax::Name {
                text: text.to_string(),
                span: name.span,
            };
            other.map(|text| ExprKind::Call(renamed(text), arguments.clone())).into_iter().collect()
        }
        ExprKind::Prefix(Prefix::Not, inner) => vec![inner.kind.clone()],
        ExprKind::Infix(infix, a, b) => {
            let other = |infix| ExprKind::Infix(infix, a.clone(), b.clone());
            let sides = || [a.kind.clone(), b.kind.clone()];
            match infix {
                Infix::And => [other(Infix::Or)].into_iter().chain(sides()).collect(),
                Infix::Or => [other(Infix::And)].into_iter().chain(sides()).collect(),
                Infix::Add => vec![other(Infix::Sub)],
                Infix::Sub => vec![other(Infix::Add)],
                _ => vec![],
            }
        }
        ExprKind::Compare(first, rest) => {
            let mut all = Vec::new();
            for (i, (comparison, _)) in rest.iter().enumerate() {
                for turned in turned(*comparison) {
                    let mut rest = rest.clone();
                    rest[i].0 = *turned;
                    all.push(ExprKind::Compare(first.clone(), rest));
                }
            }
            // Of a chain either end may go.
            if let [(_, second), others @ ..] = &rest[..]
                && !others.is_empty()
            {
                all.push(ExprKind::Compare(Box::new(second.clone()), others.to_vec()));
                all.push(ExprKind::Compare(first.clone(), rest[..rest.len() - 1].to_vec()));
            }
            all
        }
        ExprKind::If(condition, then, otherwise) => {
            vec![ExprKind::If(condition.clone(), otherwise.clone(), then.clone())]
        }
        ExprKind::Fold(fold, variable, domain, body) => {
            let other = match fold {
                Fold::Min => Some(Fold::Max),
                Fold::Max => Some(Fold::Min),
                Fold::Exists => Some(Fold::Forall),
                Fold::Forall => Some(Fold::Exists),
                _ => None,
            };
            let with = |fold| ExprKind::Fold(fold, variable.clone(), domain.clone(), body.clone());
            other.map(with).into_iter().collect()
        }
        ExprKind::Member(tuple, set) => {
            let mut all = Vec::new();
            for i in 0..set.conditions.len() {
                let mut set = set.clone();
                set.conditions.remove(i);
                all.push(ExprKind::Member(tuple.clone(), set));
            }
            all
        }
        _ => vec![],
    }
}

/// A comparison with or without equality, and the other way round.
fn turned(comparison: Comparison) -> &'static [Comparison] {
    match comparison {
        Comparison::Equal => &[Comparison::Unequal],
        Comparison::Unequal => &[Comparison::Equal],
        Comparison::Less => &[Comparison::AtMost, Comparison::Greater],
        Comparison::AtMost => &[Comparison::Less, Comparison::AtLeast],
        Comparison::Greater => &[Comparison::AtLeast, Comparison::Less],
        Comparison::AtLeast => &[Comparison::Greater, Comparison::AtMost],
        Comparison::Divides => &[],
    }
}
