//! Values in place of parameters, in the text of a game.

use super::diagnostic::{Code, Diagnostic};
use super::parse_expr::MAX_DEPTH;
use super::syntax::*;

/// The longest text that values may make of a text, in parts of expressions.
const MOST_PARTS: usize = 1 << 16;

/// Parameters and their values. The values mention no names but the variables of functions.
pub(crate) struct Substitution<'a> {
    given: Vec<(&'a str, &'a ArgumentValue)>,
    /// How many more parts the values may add.
    left: usize,
    /// Whether an expression became too deep.
    deep: bool,
}

/// The text of a game with values in place of parameters, or why it is too long or too deep.
pub(crate) fn substitute(
    text: &GameText,
    given: &[(String, ArgumentValue)],
) -> Result<GameText, Diagnostic> {
    let given = given.iter().map(|(name, value)| (name.as_str(), value)).collect();
    let mut values = Substitution { given, left: MOST_PARTS, deep: false };
    let mut lines = text.lines.clone();
    for line in &mut lines {
        values.line(&mut line.kind);
    }
    if values.left == 0 {
        return Err(Diagnostic::new(Code::TooLong, "the game is too long with these values"));
    }
    if values.deep {
        let message = format!("with these values it is nested deeper than {MAX_DEPTH} levels");
        return Err(Diagnostic::new(Code::TooDeep, message));
    }
    Ok(GameText { lines })
}

fn depth(e: &Expr) -> usize {
    1 + e.parts().into_iter().map(depth).max().unwrap_or(0)
}

fn size(e: &Expr) -> usize {
    1 + e.parts().into_iter().map(size).sum::<usize>()
}

/// Whether an expression binds names.
fn binds(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Let(..) | ExprKind::Fold(..) | ExprKind::Member(..))
        || e.parts().into_iter().any(binds)
}

impl<'a> Substitution<'a> {
    fn value(&self, name: &str) -> Option<&'a ArgumentValue> {
        self.given.iter().find(|(given, _)| *given == name).map(|(_, value)| *value)
    }

    /// Whether there is room for an expression; takes it.
    fn has_room(&mut self, e: &Expr) -> bool {
        self.left = self.left.saturating_sub(size(e));
        self.left > 0
    }

    /// Replaces in what `inside` reaches, where some names have another meaning.
    fn without(&mut self, names: &[&str], inside: impl FnOnce(&mut Self)) {
        let all = self.given.clone();
        self.given.retain(|(given, _)| !names.contains(given));
        inside(self);
        self.given = all;
    }

    fn whole(&mut self, e: &mut Expr) {
        self.expr(e);
        self.deep = self.deep || depth(e) > MAX_DEPTH;
    }

    fn expr(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Name(name) => {
                if let Some(ArgumentValue::Number(value)) = self.value(name)
                    && self.has_room(value)
                {
                    e.kind = value.kind.clone();
                }
            }
            ExprKind::Call(name, arguments) => {
                arguments.iter_mut().for_each(|argument| self.expr(argument));
                if let Some(ArgumentValue::Function(variables, body)) = self.value(&name.text)
                    && variables.len() == arguments.len()
                    && self.has_room(body)
                    && let Some(applied) = applied(variables, body, arguments)
                {
                    e.kind = applied;
                }
            }
            ExprKind::Fold(_, variable, domain, body) => {
                match domain {
                    Domain::Range(a, b) => [a, b].into_iter().for_each(|e| self.expr(e)),
                    Domain::Heaps(a, b) => {
                        [a, b].into_iter().flatten().for_each(|e| self.expr(e));
                    }
                }
                self.without(&[&variable.text], |this| this.expr(body));
            }
            ExprKind::Let(bindings, body) => {
                let all = self.given.clone();
                for (name, value) in bindings {
                    self.expr(value);
                    self.given.retain(|(given, _)| *given != name.text);
                }
                self.expr(body);
                self.given = all;
            }
            _ => e.parts_mut().into_iter().for_each(|part| self.expr(part)),
        }
    }

    /// In a set, a name may stand for several elements.
    fn elements(&mut self, elements: &mut Vec<Element>) {
        let mut all = Vec::new();
        for mut element in std::mem::take(elements) {
            match &mut element {
                Element::One(Expr { kind: ExprKind::Name(name), .. })
                    if let Some(ArgumentValue::Set(own)) = self.value(name) =>
                {
                    self.left = self.left.saturating_sub(own.len());
                    if self.left > 0 {
                        all.extend(own.iter().cloned());
                    }
                    continue;
                }
                Element::One(e) => self.whole(e),
                Element::Range(a, b) => [a, b].into_iter().for_each(|e| self.whole(e)),
            }
            all.push(element);
        }
        *elements = all;
    }

    fn arguments(&mut self, arguments: &mut [Argument]) {
        for argument in arguments {
            match &mut argument.value {
                ArgumentValue::Number(Expr { kind: ExprKind::Name(name), .. })
                    if let Some(value) = self.value(name) =>
                {
                    argument.value = value.clone();
                }
                ArgumentValue::Number(e) => self.whole(e),
                ArgumentValue::Set(elements) => self.elements(elements),
                ArgumentValue::Function(variables, body) => {
                    let names: Vec<&str> = variables.iter().map(|v| v.text.as_str()).collect();
                    self.without(&names, |this| this.whole(body));
                }
                ArgumentValue::Code(_) => {}
            }
        }
    }

    fn line(&mut self, line: &mut LineKind) {
        let own = line.variables();
        let own: Vec<&str> = own.iter().map(|name| name.text.as_str()).collect();
        self.without(&own, |this| {
            match line {
                LineKind::Base(_, arguments) => this.arguments(arguments),
                LineKind::Sum(summands) => {
                    for summand in summands.iter_mut() {
                        if let Summand::Library(_, arguments) = summand {
                            this.arguments(arguments);
                        }
                    }
                }
                LineKind::Take { amount, group, then, .. } => {
                    if let Amount::In(elements) | Amount::AllBut(elements) = amount {
                        this.elements(elements);
                    }
                    if let Group::Several { number, .. } = group {
                        this.elements(number);
                    }
                    if let Some(Parts::Number(Some(number), _)) = then {
                        this.elements(number);
                    }
                }
                LineKind::Split { parts: Parts::Number(Some(number), _), .. } => {
                    this.elements(number);
                }
                _ => {}
            }
            each_expr(line, &mut |e| this.whole(e));
        });
    }
}

/// The value of a function: its body with the argument in place of its variable. An argument that
/// is more than a name or a number is named with `let`, so that it is written once and its names keep
/// their meaning.
fn applied(variables: &[Name], body: &Expr, arguments: &[Expr]) -> Option<ExprKind> {
    let plain = |e: &Expr| matches!(e.kind, ExprKind::Name(_) | ExprKind::Number(_));
    if arguments.iter().all(plain) && !binds(body) {
        let value = |e: &Expr| match &e.kind {
            ExprKind::Name(name) => {
                let i = variables.iter().position(|variable| variable.text == *name)?;
                Some(arguments[i].kind.clone())
            }
            _ => None,
        };
        return Some(body.replace(&value).kind);
    }
    match (variables, arguments) {
        ([variable], [argument]) => {
            let bindings = vec![(variable.clone(), argument.clone())];
            Some(ExprKind::Let(bindings, Box::new(body.clone())))
        }
        _ => None,
    }
}

/// The expressions of a line that are neither in a set nor in arguments.
fn each_expr(line: &mut LineKind, visit: &mut dyn FnMut(&mut Expr)) {
    match line {
        LineKind::Where(e) | LineKind::Heaps(e) => visit(e),
        LineKind::Position(_, condition) => condition.iter_mut().for_each(visit),
        LineKind::Take { limits, .. } | LineKind::Split { limits, .. } => {
            each_limit(limits, visit);
        }
        LineKind::Move { target, limits, .. } => {
            target.iter_mut().for_each(&mut *visit);
            each_limit(limits, visit);
        }
        LineKind::Pass(passes, _, when) => {
            visit(passes);
            when.iter_mut().for_each(visit);
        }
        LineKind::Rank(exprs) => exprs.iter_mut().for_each(visit),
        _ => {}
    }
}

fn each_limit(Limits { condition, after, when }: &mut Limits, visit: &mut dyn FnMut(&mut Expr)) {
    [condition, after, when].into_iter().flatten().for_each(visit);
}
