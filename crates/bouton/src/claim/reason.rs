//! Why a statement says what it says about a position: the case that applies, with its numbers.
//!
//! A reason has the shape of the statement's own formula. It is built when the statement is read,
//! and put into words for a position.

use crate::lang::builtin::{self, Unary};
use crate::lang::core::{ExprId, Word};
use crate::lang::eval::Evaluator;
use crate::lang::resolve::{Around, Resolver};
use crate::lang::shorten;
use crate::lang::syntax::{Comparison, Domain, Expr, ExprKind, FOLDS, Fold, Infix, Prefix};
use crate::lang::value::Value;

use super::At;

/// An expression and what can be said about its value.
#[derive(Clone, Debug)]
pub(crate) struct Reason {
    pub(super) id: ExprId,
    pub(super) kind: Kind,
    /// The text of the expression, if it has no parts that have reasons of their own.
    pub(super) text: String,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// `if a then b else c`
    If(Box<[Reason; 3]>),
    /// `a and b`
    All(Vec<Reason>),
    /// `a or b`
    Any(Vec<Reason>),
    Not(Box<Reason>),
    /// A named condition, with its arguments.
    Named(String, Vec<ExprId>, Box<Reason>),
    /// Names for numbers, and a reason that uses them.
    Let(Vec<(String, Shown)>, Box<Reason>),
    /// `a <= b <= c`
    Compare(Vec<Shown>, Vec<Comparison>),
    /// `even(a)` and the like, of which the table of functions says what to say.
    Is(Shown, Unary),
    /// Whether there is a number in a range for which a condition holds.
    Exists {
        name: String,
        variable: u16,
        range: (ExprId, ExprId),
        body: Box<Reason>,
        text: String,
    },
    /// Whether a tuple is in a set with generators, and the names of its variables.
    Member(Vec<String>, Shown),
    /// Anything else.
    Plain(Shown),
}

/// An expression for printing: its text, and the values of the names in it.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) e: Expr,
    pub(super) id: ExprId,
    names: Vec<(String, ExprId)>,
    /// If it is the sum or nim-sum of a term for each heap: the term and its variable.
    heaps: Option<Box<Heaps>>,
}

#[derive(Clone, Debug)]
struct Heaps {
    sign: &'static str,
    name: String,
    variable: u16,
    body: Shown,
}

/// How deep definitions inside definitions are explained.
const DEPTH: usize = 3;

/// How many heaps are listed one by one.
const HEAPS: usize = 6;

/// How many numbers are tried to find the one that a reason names.
const TRIED: usize = 100_000;

/// The reason of an expression that has no errors.
pub(super) fn reason(resolver: &mut Resolver, e: &Expr, around: &Around<'_>) -> Option<Reason> {
    Builder { resolver, depth: 0 }.reason(e, around)
}

struct Builder<'r> {
    resolver: &'r mut Resolver,
    depth: usize,
}

impl Builder<'_> {
    fn id(&mut self, e: &Expr, around: &Around<'_>) -> Option<ExprId> {
        let errors = self.resolver.errors.len();
        let id = self.resolver.any(e, around);
        self.resolver.errors.truncate(errors);
        id
    }

    fn reason(&mut self, e: &Expr, around: &Around<'_>) -> Option<Reason> {
        let id = self.id(e, around)?;
        let kind = match &e.kind {
            ExprKind::If(a, b, c) => {
                let mut parts = Vec::with_capacity(3);
                for part in [a, b, c] {
                    parts.push(self.reason(part, around)?);
                }
                Kind::If(parts.try_into().ok()?)
            }
            ExprKind::Infix(infix @ (Infix::And | Infix::Or), ..) => {
                let mut parts = Vec::new();
                operands(e, *infix, &mut parts);
                let parts: Option<Vec<Reason>> =
                    parts.into_iter().map(|part| self.reason(part, around)).collect();
                if *infix == Infix::And { Kind::All(parts?) } else { Kind::Any(parts?) }
            }
            ExprKind::Prefix(Prefix::Not, inner) => {
                Kind::Not(Box::new(self.reason(inner, around)?))
            }
            ExprKind::Let(bindings, body) => {
                let mut inner = around.clone();
                let mut names = Vec::new();
                for (name, value) in bindings {
                    let shown = self.shown(value, &inner)?;
                    inner.locals.push((name.text.clone(), shown.id));
                    names.push((name.text.clone(), shown));
                }
                Kind::Let(names, Box::new(self.reason(body, &inner)?))
            }
            ExprKind::Compare(first, rest) => {
                let sides = [&**first].into_iter().chain(rest.iter().map(|(_, e)| e));
                let sides: Option<Vec<Shown>> = sides.map(|e| self.shown(e, around)).collect();
                Kind::Compare(sides?, rest.iter().map(|(sign, _)| *sign).collect())
            }
            ExprKind::Call(name, arguments) => match (name.text.as_str(), &arguments[..]) {
                (name, [of]) if let Some(op) = builtin::adjective(name) => {
                    Kind::Is(self.shown(of, around)?, op)
                }
                _ => match self.named(&name.text, arguments, around) {
                    Some(kind) => kind,
                    None => Kind::Plain(self.shown(e, around)?),
                },
            },
            ExprKind::Fold(Fold::Exists, variable, Domain::Range(a, b), body) => {
                let range = (self.id(a, around)?, self.id(b, around)?);
                let (inner, slot) = self.inside(&variable.text, around);
                let text = body.to_string();
                let body = Box::new(self.reason(body, &inner)?);
                Kind::Exists { name: variable.text.clone(), variable: slot, range, body, text }
            }
            ExprKind::Name(name) if around.local(name).is_none() => {
                match self.resolver.definitions.names.get(name).cloned() {
                    Some(definition) if self.depth < DEPTH => {
                        let inner = Around { locals: vec![], ..around.clone() };
                        self.depth += 1;
                        let reason = self.reason(&definition, &inner);
                        self.depth -= 1;
                        return reason;
                    }
                    _ => Kind::Plain(self.shown(e, around)?),
                }
            }
            ExprKind::Member(_, set) => {
                let names = self.resolver.generators(set, around);
                let names = names.into_iter().map(|name| name.text).collect();
                Kind::Member(names, self.shown(e, around)?)
            }
            _ => Kind::Plain(self.shown(e, around)?),
        };
        let text = match kind {
            // The parts have texts of their own.
            Kind::If(_) | Kind::All(_) | Kind::Any(_) | Kind::Not(_) => String::new(),
            Kind::Named(..) | Kind::Let(..) => String::new(),
            _ => e.to_string(),
        };
        Some(Reason { id, kind, text })
    }

    /// Around the inside of a loop.
    fn inside<'a>(&mut self, name: &str, around: &Around<'a>) -> (Around<'a>, u16) {
        let mut inner = around.clone();
        let slot = inner.slots;
        let variable = self.resolver.core.word(Word::Variable(slot));
        inner.locals.push((name.to_string(), variable));
        inner.slots += 1;
        (inner, slot)
    }

    /// A condition that is defined by one case for all arguments.
    fn named(&mut self, name: &str, arguments: &[Expr], around: &Around<'_>) -> Option<Kind> {
        let [case] = &self.resolver.definitions.functions.get(name)?[..] else { return None };
        let case = case.clone();
        if self.depth == DEPTH
            || case.when.is_some()
            || !self.resolver.is_condition(&case.value, &mut vec![])
        {
            return None;
        }
        let mut inner = Around { locals: vec![], ..around.clone() };
        let mut numbers = Vec::new();
        for (pattern, argument) in case.patterns.iter().zip(arguments) {
            let ExprKind::Name(variable) = &pattern.kind else { return None };
            let id = self.id(argument, around)?;
            inner.locals.push((variable.clone(), id));
            numbers.push(id);
        }
        self.depth += 1;
        let body = self.reason(&case.value, &inner);
        self.depth -= 1;
        Some(Kind::Named(name.to_string(), numbers, Box::new(body?)))
    }

    fn shown(&mut self, e: &Expr, around: &Around<'_>) -> Option<Shown> {
        let id = self.id(e, around)?;
        let mut names = Vec::new();
        self.names(e, around, &mut names);
        let mut bound = Vec::new();
        bound_names(e, &mut bound);
        names.retain(|(name, _)| !bound.contains(name));
        let heaps = self.heaps(e, around).map(Box::new);
        Some(Shown { e: e.clone(), id, names, heaps })
    }

    /// `xor(G(h) for h in x)`, `sum(x)`
    fn heaps(&mut self, e: &Expr, around: &Around<'_>) -> Option<Heaps> {
        let (fold, name, body) = match &e.kind {
            ExprKind::Fold(fold, name, Domain::Heaps(None, None), body) => {
                (*fold, name.text.clone(), (**body).clone())
            }
            ExprKind::Call(word, list) => {
                let [Expr { kind: ExprKind::Name(x), span }] = &list[..] else { return None };
                let (_, fold) = FOLDS.iter().find(|(fold, _)| *fold == word.text)?;
                let h = Expr { kind: ExprKind::Name("h".into()), span: *span };
                (*fold, "h".to_string(), Some(h).filter(|_| x == "x")?)
            }
            _ => return None,
        };
        let sign = match fold {
            Fold::Sum => "+",
            Fold::Xor => "xor",
            _ => return None,
        };
        let (inner, variable) = self.inside(&name, around);
        Some(Heaps { sign, name, variable, body: self.shown(&body, &inner)? })
    }

    /// The names and heaps in an expression, with what they stand for.
    fn names(&mut self, e: &Expr, around: &Around<'_>, names: &mut Vec<(String, ExprId)>) {
        match &e.kind {
            ExprKind::Name(_) | ExprKind::Index(..) => {
                if let Some(id) = self.id(e, around) {
                    names.push((e.to_string(), id));
                }
            }
            _ => e.parts().into_iter().for_each(|part| self.names(part, around, names)),
        }
    }
}

/// The names that are bound somewhere in an expression.
fn bound_names(e: &Expr, bound: &mut Vec<String>) {
    match &e.kind {
        ExprKind::Fold(_, variable, ..) => bound.push(variable.text.clone()),
        ExprKind::Let(bindings, _) => {
            bound.extend(bindings.iter().map(|(name, _)| name.text.clone()));
        }
        ExprKind::Member(_, set) => {
            for part in set.tuple.iter().chain(&set.conditions) {
                part.each_name(&mut |name| bound.push(name.text.clone()));
            }
        }
        _ => {}
    }
    e.parts().into_iter().for_each(|part| bound_names(part, bound));
}

/// The operands of a chain of the same operator.
fn operands<'e>(e: &'e Expr, infix: Infix, parts: &mut Vec<&'e Expr>) {
    match &e.kind {
        ExprKind::Infix(this, a, b) if *this == infix => {
            operands(a, infix, parts);
            operands(b, infix, parts);
        }
        _ => parts.push(e),
    }
}

/// Looks at the values of expressions at one position, and tells reasons.
pub(super) struct Teller<'t, 'e> {
    pub(super) eval: &'t mut Evaluator<'e>,
    pub(super) at: &'t At<'t>,
}

impl Teller<'_, '_> {
    /// The reason in words; empty if there is nothing to add to the statement.
    pub(super) fn tell(&mut self, reason: &Reason) -> Option<String> {
        let mut told = Vec::new();
        self.parts(reason, &mut told)?;
        told.dedup();
        Some(told.join("; "))
    }

    pub(super) fn value(&mut self, id: ExprId) -> Option<Value> {
        self.eval.eval(id, self.at).ok().cloned()
    }

    pub(super) fn truth(&mut self, id: ExprId) -> Option<bool> {
        match self.value(id)? {
            Value::Bool(truth) => Some(truth),
            _ => None,
        }
    }

    fn number(&mut self, id: ExprId) -> Option<String> {
        match self.value(id)? {
            Value::Int(int) => Some(int.to_string()),
            Value::Ratio(ratio) => Some(format!("({}/{})", ratio.numerator(), ratio.denominator())),
            Value::Bool(truth) => Some(truth.to_string()),
        }
    }

    fn parts(&mut self, reason: &Reason, told: &mut Vec<String>) -> Option<()> {
        match &reason.kind {
            Kind::If(parts) => {
                let [condition, then, otherwise] = &**parts;
                self.parts(condition, told)?;
                let taken = if self.truth(condition.id)? { then } else { otherwise };
                self.parts(taken, told)?;
            }
            Kind::All(parts) => {
                let mut first = None;
                for part in parts {
                    if !self.truth(part.id)? {
                        first = Some(part);
                        break;
                    }
                }
                match first {
                    Some(part) => self.parts(part, told)?,
                    None => {
                        let all: Option<Vec<String>> =
                            parts.iter().map(|part| self.tell(part)).collect();
                        told.push(all?.join(" and "));
                    }
                }
            }
            Kind::Any(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    if self.truth(part.id)? {
                        let why = self.tell(part)?;
                        told.push(format!("case ({}), {why}", roman(i + 1)));
                        return Some(());
                    }
                }
                match &parts[..] {
                    [_, _] => {
                        for part in parts {
                            self.parts(part, told)?;
                        }
                    }
                    _ => told.push("no case applies".to_string()),
                }
            }
            Kind::Not(inner) => self.parts(inner, told)?,
            Kind::Named(name, arguments, inner) => {
                let why = self.tell(inner)?;
                let arguments: Option<Vec<String>> =
                    arguments.iter().map(|&id| Some(shorten(&self.number(id)?))).collect();
                let not = if self.truth(reason.id)? { "" } else { "not " };
                told.push(format!("{why}: {not}{name}({})", arguments?.join(", ")));
            }
            Kind::Let(names, inner) => {
                let mut values = Vec::new();
                for (name, shown) in names {
                    values.push(format!("{name} = {}", self.shown(shown)?));
                }
                told.push(values.join(", "));
                self.parts(inner, told)?;
            }
            Kind::Compare(sides, signs) => {
                let holds = self.truth(reason.id)?;
                told.push(self.compare(sides, signs, holds)?);
            }
            Kind::Is(of, op) => {
                let (yes, no) = op.entry().says?;
                let is = if self.truth(reason.id)? { yes } else { no };
                told.push(format!("{} is {is}", self.equation(of)?));
            }
            Kind::Exists { name, variable, range, body, text } => {
                if !self.truth(reason.id)? {
                    let ends = (self.number(range.0)?, self.number(range.1)?);
                    let (from, to) = (shorten(&ends.0), shorten(&ends.1));
                    told.push(format!("there is no {name} from {from} to {to} with {text}"));
                    return Some(());
                }
                let (Value::Int(mut n), Value::Int(last)) =
                    (self.value(range.0)?, self.value(range.1)?)
                else {
                    return None;
                };
                for _ in 0..TRIED {
                    self.eval.set_variable(usize::from(*variable), n.clone());
                    if self.truth(body.id)? {
                        let why = self.tell(body)?;
                        told.push(format!("{name} = {n}: {why}"));
                        return Some(());
                    }
                    n += 1u8;
                    if n > last {
                        break;
                    }
                }
            }
            Kind::Member(names, shown) => {
                let text = self.substituted(shown, None)?;
                let not = if self.truth(shown.id)? { "" } else { "not " };
                let by = self.eval.witness(shown.id, self.at).map(|values| {
                    let by = names.iter().zip(&values);
                    let by: Vec<String> = by
                        .map(|(n, value)| format!("{n} = {}", shorten(&value.to_string())))
                        .collect();
                    format!(" by {}", by.join(", "))
                });
                told.push(format!("{not}{text}{}", by.unwrap_or_default()));
            }
            Kind::Plain(shown) => {
                let text = self.substituted(shown, None)?;
                match self.value(shown.id)? {
                    Value::Bool(true) => told.push(text),
                    Value::Bool(false) => told.push(format!("not {text}")),
                    // `s xor passes = 6 xor 1 = 7`
                    _ if shown.heaps.is_none() && !text.contains(&shown.e.to_string()) => {
                        told.push(format!("{} = {}", shown.e, self.equation(shown)?));
                    }
                    _ => told.push(self.equation(shown)?),
                }
            }
        }
        Some(())
    }

    /// A comparison with its numbers.
    fn compare(&mut self, sides: &[Shown], signs: &[Comparison], holds: bool) -> Option<String> {
        if let ([a, b], [sign]) = (sides, signs) {
            if let (ExprKind::Name(name), Comparison::Equal, true) = (&b.e.kind, sign, holds) {
                let (text, value) = (self.text(a)?, shorten(&self.number(b.id)?));
                return Some(format!("{text} = {name} = {value}"));
            }
            let (left, right) = (self.equation(a)?, self.side(b)?);
            return Some(match (sign, holds) {
                (Comparison::Equal, true) if is_literal(&b.e) => left,
                (Comparison::Equal, true) => {
                    let text = self.substituted(b, None)?;
                    if left.ends_with(&format!("= {text}")) {
                        left
                    } else {
                        format!("{left} = {text}")
                    }
                }
                (Comparison::Equal, false) => format!("{left}, not {right}"),
                (Comparison::Unequal, true) => format!("{left}, not {right}"),
                (Comparison::Unequal, false) => left,
                (Comparison::Divides, true) => format!("{left} divides {right}"),
                (Comparison::Divides, false) => format!("{left} does not divide {right}"),
                (sign, _) => {
                    let not = if holds { "" } else { "not " };
                    let than = match sign {
                        Comparison::Less => "less than",
                        Comparison::AtMost => "at most",
                        Comparison::Greater => "more than",
                        _ => "at least",
                    };
                    format!("{left} is {not}{than} {right}")
                }
            });
        }
        let mut text = String::new();
        for (i, side) in sides.iter().enumerate() {
            if i > 0 {
                text.push_str(&format!(" {} ", signs[i - 1].sign()));
            }
            // The middle term is what the chain is about.
            let inner = i > 0 && i + 1 < sides.len();
            text.push_str(&if inner {
                self.equation(side)?
            } else {
                shorten(&self.number(side.id)?)
            });
        }
        Some(if holds { text } else { format!("not {text}") })
    }

    /// The other side of a comparison: `3`, `k = 3`.
    fn side(&mut self, shown: &Shown) -> Option<String> {
        let value = shorten(&self.number(shown.id)?);
        Some(match &shown.e.kind {
            ExprKind::Name(name) => format!("{name} = {value}"),
            _ => value,
        })
    }

    /// An expression and its value: `beta = 3`, `(9 - 8) mod (3 + 1) = 1`, `2`.
    fn equation(&mut self, shown: &Shown) -> Option<String> {
        if let Some(heaps) = &shown.heaps
            && (1..=HEAPS).contains(&self.at.position.heaps.len())
        {
            return self.each_heap(heaps, shown.id);
        }
        let (text, value) = (self.text(shown)?, shorten(&self.number(shown.id)?));
        Some(if text == value { value } else { format!("{text} = {value}") })
    }

    /// A name or a heap unchanged, anything else with values in place of names.
    fn text(&mut self, shown: &Shown) -> Option<String> {
        match &shown.e.kind {
            ExprKind::Name(_) | ExprKind::Index(..) => Some(shown.e.to_string()),
            _ => self.substituted(shown, None),
        }
    }

    /// A sum over the heaps: `(5 mod 4) xor (6 mod 4) = 1 xor 2 = 3`.
    fn each_heap(&mut self, heaps: &Heaps, whole: ExprId) -> Option<String> {
        let Heaps { sign, name, variable, body } = heaps;
        let whole = shorten(&self.number(whole)?);
        let (mut texts, mut values) = (Vec::new(), Vec::new());
        for heap in &self.at.position.heaps {
            self.eval.set_variable(usize::from(*variable), heap.clone().into());
            values.push(shorten(&self.number(body.id)?));
            texts.push(self.substituted(body, Some((name, heap.to_string())))?);
        }
        let open =
            matches!(body.e.kind, ExprKind::Infix(..) | ExprKind::Prefix(..) | ExprKind::If(..));
        if open && texts.len() > 1 {
            texts.iter_mut().for_each(|text| *text = format!("({text})"));
        }
        let sign = format!(" {sign} ");
        let mut sides = vec![texts.join(&sign), values.join(&sign), whole];
        sides.dedup();
        Some(sides.join(" = "))
    }

    /// A value and its origin: `(9 - 8) mod (3 + 1) = 1`.
    fn shown(&mut self, shown: &Shown) -> Option<String> {
        let (text, value) = (self.substituted(shown, None)?, shorten(&self.number(shown.id)?));
        Some(if text == value { value } else { format!("{text} = {value}") })
    }

    /// The text of an expression with values in place of names.
    fn substituted(&mut self, shown: &Shown, heap: Option<(&str, String)>) -> Option<String> {
        let mut values: Vec<(String, String)> = Vec::new();
        for (name, id) in &shown.names {
            let value = match &heap {
                Some((heap, value)) if heap == name => value.clone(),
                _ => self.number(*id)?,
            };
            if !value.starts_with('-') {
                values.push((name.clone(), value));
            }
        }
        let replaced = shown.e.replace(&|e| {
            let text =
                matches!(e.kind, ExprKind::Name(_) | ExprKind::Index(..)).then(|| e.to_string())?;
            let (_, value) = values.iter().find(|(name, _)| *name == text)?;
            Some(ExprKind::Name(shorten(value)))
        });
        Some(replaced.to_string())
    }
}

fn is_literal(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Number(_))
}

/// `iii`; numbers that would be too long are written as digits.
fn roman(n: usize) -> String {
    if n >= 40 {
        return n.to_string();
    }
    const NUMERALS: [(usize, &str); 5] = [(10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")];
    let (mut n, mut text) = (n, String::new());
    for (value, numeral) in NUMERALS {
        while n >= value {
            text.push_str(numeral);
            n -= value;
        }
    }
    text
}
