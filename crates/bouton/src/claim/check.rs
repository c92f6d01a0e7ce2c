//! Errors in statements that reading them for one game does not find.

use std::rc::Rc;

use super::needed::Forall;
use super::read::scope;
use super::{Given, Paper};
use crate::game::Game;
use crate::lang::paper::{ClaimKind, ClaimLine, Item, With};
use crate::lang::resolve::{Around, Place, Resolver, constant_expr, is_reserved};
use crate::lang::syntax::{ArgumentValue, Expr, ExprKind, Name};
use crate::lang::{Code, Diagnostic, counted, list, nearest};

impl Paper {
    /// The errors in a statement, for some values of its parameters.
    pub(super) fn mistakes(&self, item: &Item, given: &[Given]) -> Vec<Diagnostic> {
        let mut errors = Vec::new();
        let mut resolver = Resolver::new();
        let parameters = Rc::new(scope(given, &mut resolver));
        for with in &item.with {
            match with {
                With::Condition(condition) => {
                    resolver.condition(condition, &Around::new(Place::Constant, &parameters));
                }
                With::Forall(variable, from, condition) => {
                    Forall::read(variable, from, condition, &parameters, &mut resolver);
                }
                With::Property(function, property) => {
                    let value = given.iter().find(|(n, _)| *n == function.text).map(|(_, v)| v);
                    let (code, message) = match value {
                        Some(ArgumentValue::Function(..)) => continue,
                        Some(_) => (Code::ParameterKind, "is not a function"),
                        None => (Code::UnknownName, "is not a parameter of this statement"),
                    };
                    errors.push(
                        Diagnostic::new(code, format!("`{function}` {message}"))
                            .at(function.span, format!("said to be {}", property.word())),
                    );
                }
            }
        }
        let known = |error: Diagnostic| match (error.code, error.help.as_deref()) {
            (Code::UnknownName, Some("a constant is needed here")) => {
                error.help("`with` is about names in the game of the statement")
            }
            _ => error,
        };
        errors.extend(resolver.errors.into_iter().map(known));
        if item.game.is_none() {
            errors.extend(item.lines.iter().find(|line| needs_game(line)).map(|line| {
                let name = format!("{} {}", item.kind, item.label);
                Diagnostic::new(Code::Expected, "the statement does not name a game")
                    .at(line.span, "this is about positions of a game")
                    .help(format!("name the game in the heading: `{name} for nim`"))
            }));
        }
        for line in &item.lines {
            if let ClaimKind::Let(name, _) | ClaimKind::Define { name, .. } = &line.kind
                && is_reserved(&name.text)
            {
                let message = format!("`{name}` cannot be used as a name");
                let error = Diagnostic::new(Code::NameTaken, message);
                errors.push(error.at(name.span, "it already has a meaning in the language"));
            }
        }
        errors.extend(arities(item));
        errors.extend(item.lines.iter().filter_map(table));
        errors
    }
}

/// Cases of one function with different numbers of variables.
fn arities(item: &Item) -> Vec<Diagnostic> {
    let mut first: Vec<(&Name, usize)> = Vec::new();
    let mut errors = Vec::new();
    for line in &item.lines {
        let ClaimKind::Define { name, patterns, .. } = &line.kind else { continue };
        match first.iter().find(|(other, _)| *other == name) {
            None => first.push((name, patterns.len())),
            Some((_, arity)) if *arity != patterns.len() => {
                let now = patterns.len();
                let message =
                    format!("`{name}` has {arity} variables in an earlier case, and {now} here");
                errors
                    .push(Diagnostic::new(Code::Arguments, message).at(name.span, "another case"));
            }
            _ => {}
        }
    }
    errors
}

/// Whether a line is about positions of the statement's game.
fn needs_game(line: &ClaimLine) -> bool {
    match &line.kind {
        ClaimKind::Printed(line) => needs_game(line),
        ClaimKind::About(_)
        | ClaimKind::Let(..)
        | ClaimKind::Define { .. }
        | ClaimKind::Erratum(..)
        | ClaimKind::Stated(_)
        | ClaimKind::Example { game: Some(_), .. } => false,
        _ => true,
    }
}

/// The error of a table that does not have one number for each heap.
fn table(line: &ClaimLine) -> Option<Diagnostic> {
    let ClaimKind::Table { from, to, values, .. } = &line.kind else { return None };
    let heaps = constant_expr(to).ok()? - constant_expr(from).ok()? + 1;
    if heaps == values.len().into() {
        return None;
    }
    let (numbers, heaps) = (counted(values.len(), "number"), counted(heaps, "heap"));
    let message = format!("the table has {numbers} for {heaps}");
    Some(
        Diagnostic::new(Code::Arguments, message).at(line.span, "a number for each heap is needed"),
    )
}

/// Counters that a statement uses but the positions of its game do not have.
pub(super) fn counters(item: &Item, game: &Game) -> Vec<Diagnostic> {
    let start = game.start();
    let has: Vec<&str> =
        start.named().into_iter().filter(|(_, value)| value.is_some()).map(|(n, _)| n).collect();
    let mut errors = Vec::new();
    for line in &item.lines {
        if let ClaimKind::Relation(e) | ClaimKind::Always(e) = &line.kind {
            asked(e, &has, &mut errors);
        }
    }
    errors
}

fn asked(e: &Expr, has: &[&str], errors: &mut Vec<Diagnostic>) {
    if let ExprKind::Call(name, arguments) = &e.kind
        && name.text == "grundy"
    {
        for argument in arguments {
            let ExprKind::Compare(counter, _) = &argument.kind else { continue };
            let ExprKind::Name(name) = &counter.kind else { continue };
            if has.contains(&name.as_str()) {
                continue;
            }
            let message = format!("the positions of this game have no counter `{name}`");
            let error = Diagnostic::new(Code::Counter, message).at(counter.span, "not a counter");
            errors.push(match (nearest(name, has.iter().copied()), has) {
                (Some(meant), _) => error.help(format!("did you mean `{meant}`?")),
                (None, []) => error.help("they have no counters"),
                (None, has) => error.help(format!("they have {}", list(has, "and"))),
            });
        }
    }
    e.parts().into_iter().for_each(|part| asked(part, has, errors));
}
