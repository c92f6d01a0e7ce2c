//! Statements into claims about games.

use std::rc::Rc;

use dashu_int::UBig;

use super::cases::Role;
use super::check::counters;
use super::needed::needed;
use super::reason::reason;
use super::{Claim, Given, Paper, Says};
use crate::game::Game;
use crate::lang::core::{Core, Word};
use crate::lang::eval::constant;
use crate::lang::paper::{ClaimKind, ClaimLine, GameName, Is, Item, With};
use crate::lang::resolve::{Around, Binding, Case, Place, Resolver, Scope, Vocabulary};
use crate::lang::substitute::substitute;
use crate::lang::syntax::{
    ArgumentValue, Comparison, Expr, ExprKind, GameText, Line, LineKind, Order,
};
use crate::lang::value::Value;
use crate::lang::{Code, Diagnostic, Diagnostics, counted, parse_game, shorten_to};

/// How much of a game's text an error of a claim repeats, in characters.
const MOST_QUOTED: usize = 200;

impl Paper {
    /// Whether the values of the parameters satisfy the conditions of the statement.
    #[doc(hidden)]
    pub fn allows(&self, item: &Item, given: &[Given]) -> bool {
        let mut resolver = Resolver::new();
        let scope = Rc::new(scope(given, &mut resolver));
        item.with.iter().all(|with| match with {
            // On how far they hold, the range that is used decides.
            With::Property(..) | With::Forall(..) => true,
            With::Condition(condition) => resolver
                .condition(condition, &Around::new(Place::Constant, &scope))
                .is_some_and(|id| matches!(constant(&resolver.core, id), Ok(Value::Bool(true)))),
        })
    }

    /// The statement as a claim about the positions of a game, with values for its parameters;
    /// `None` if the statement is not about a game.
    #[doc(hidden)]
    pub fn claim(&self, item: &Item, given: &[Given]) -> Result<Option<Claim>, Diagnostics> {
        let Some(name) = &item.game else { return Ok(None) };
        let game = self.game(name, given)?;
        if !game.summands().is_empty() {
            let message = "a claim is about a single game, not a sum";
            let error = Diagnostic::new(Code::Together, message)
                .at(item.span, "its game is a sum")
                .help("claim the Grundy numbers of each game: that of a sum is their xor");
            return Err(Diagnostics(vec![error]));
        }
        let mut resolver = Resolver::new();
        resolver.core = Core::clone(&game.core);
        if let Some(names) = game.coordinates() {
            resolver.vocabulary = Vocabulary::Tuple(names.to_vec());
        }
        resolver.in_claim = true;
        self.define(item, &mut resolver);
        let scope = Rc::new(scope(given, &mut resolver));
        let mut claim = Claim {
            game,
            when: Vec::new(),
            says: Vec::new(),
            printed: Vec::new(),
            asked: Vec::new(),
            needed: Vec::new(),
            has: Vec::new(),
            reasons: Vec::new(),
            lines: Vec::new(),
        };
        let around = Around::new(Place::Position, &scope);
        for line in &item.lines {
            match &line.kind {
                ClaimKind::When(condition) => {
                    claim.when.extend(resolver.condition(condition, &around))
                }
                ClaimKind::Printed(line) => {
                    let says = says(&mut resolver, line, &around, &claim.game);
                    claim.printed.extend(says);
                }
                _ => {
                    let says = says(&mut resolver, line, &around, &claim.game);
                    claim.says.extend(says);
                }
            }
        }
        for line in &item.lines {
            if let ClaimKind::Example { game: None, position, is: Is::Has(e) } = &line.kind {
                let condition = resolver.condition(e, &around);
                if let Some(condition) = condition {
                    claim.has.push((position.clone(), condition));
                }
            }
        }
        claim.needed = needed(item, given);
        resolver.errors.extend(counters(item, &claim.game));
        let start = claim.game.start();
        if claim.says.iter().any(|says| matches!(says, Says::Pass { .. })) {
            resolver.mentioned.push(Word::Passes);
        }
        for (word, name, has) in [
            (Word::Turn, "turn", start.turn.is_some()),
            (Word::Last, "last", start.last.is_some()),
            (Word::Passes, "passes", start.passes.is_some()),
        ] {
            if resolver.mentioned.contains(&word) && !has {
                let message = format!("the positions of this game have no `{name}`");
                resolver.errors.push(
                    Diagnostic::new(Code::WordNotHere, message).at(item.span, "in this statement"),
                );
            }
        }
        if !resolver.errors.is_empty() {
            return Err(Diagnostics(resolver.errors));
        }
        let direct = item.lines.iter().filter_map(|line| match &line.kind {
            ClaimKind::Outcome { condition, iff: true, .. } => Some(condition),
            ClaimKind::Grundy(e) => Some(e),
            _ => None,
        });
        let related = item.lines.iter().filter_map(|line| match &line.kind {
            ClaimKind::Relation(e) | ClaimKind::Always(e) => told_number(e),
            _ => None,
        });
        for e in direct.chain(related) {
            claim.reasons.extend(reason(&mut resolver, e, &around));
        }
        for line in &item.lines {
            let (role, e) = match &line.kind {
                ClaimKind::When(e) => (Role::When, e),
                ClaimKind::Outcome { iff: false, condition, .. } => (Role::Holds, condition),
                ClaimKind::Outcome { condition, .. } => (Role::Decides, condition),
                ClaimKind::Grundy(e) => (Role::Decides, e),
                ClaimKind::Relation(e) | ClaimKind::Always(e) => match told_number(e) {
                    Some(number) => (Role::Decides, number),
                    None if resolver.asked.is_empty() => (Role::Holds, e),
                    None => continue,
                },
                _ => continue,
            };
            let reason = reason(&mut resolver, e, &around);
            claim.lines.extend(reason.map(|reason| (role, reason)));
        }
        claim.asked = resolver.asked;
        claim.game.core = resolver.core.into();
        Ok(Some(claim))
    }

    /// The game of a statement or an example, with values for the parameters.
    pub(crate) fn game(&self, name: &GameName, given: &[Given]) -> Result<Game, Diagnostics> {
        let (tree, errors, span) = match name {
            GameName::Text(text, span) => {
                let (tree, errors) = parse_game(text);
                (tree, errors, *span)
            }
            GameName::Library(name, arguments) => {
                let kind = LineKind::Base(name.clone(), arguments.clone());
                let lines = vec![Line { kind, span: name.span }];
                (GameText { lines }, vec![], name.span)
            }
        };
        let read = match (errors.is_empty(), substitute(&tree, given)) {
            (false, _) => Err(Diagnostics(errors)),
            (true, Err(error)) => Err(Diagnostics(vec![error])),
            (true, Ok(tree)) => Game::of_tree(tree, false, &self.shelf),
        };
        read.map_err(|Diagnostics(errors)| {
            let text = match (name, substitute(&tree, given)) {
                (GameName::Text(text, _), _) => shorten_to(MOST_QUOTED, text),
                (_, Ok(tree)) => shorten_to(MOST_QUOTED, &tree.to_string()),
                (name, Err(_)) => shorten_to(MOST_QUOTED, &name.to_string()),
            };
            let blamed = errors.into_iter().map(|error| Diagnostic {
                message: format!("{} (in `{text}`)", error.message),
                help: match error.code {
                    Code::UnknownName => error.help.map(parameter_help),
                    _ => error.help,
                },
                span: Some(span),
                ..error
            });
            Diagnostics(blamed.collect())
        })
    }

    /// The definitions that a statement may use: its own and those of earlier statements. If a
    /// statement defines a function again, it is a new function.
    fn define(&self, item: &Item, resolver: &mut Resolver) {
        let before = self.items().iter().take_while(|other| other.id() != item.id());
        let definitions = &mut resolver.definitions;
        for item in before.chain([item]) {
            let mut own: Vec<&str> = Vec::new();
            for line in &item.lines {
                match &line.kind {
                    ClaimKind::Let(name, value) => {
                        definitions.names.insert(name.text.clone(), value.clone());
                    }
                    ClaimKind::Define { name, patterns, value, when } => {
                        let cases = definitions.functions.entry(name.text.clone()).or_default();
                        if !own.contains(&name.text.as_str()) {
                            own.push(&name.text);
                            cases.clear();
                        }
                        cases.push(Case {
                            patterns: patterns.clone(),
                            value: value.clone(),
                            when: when.clone(),
                        });
                    }
                    _ => {}
                }
            }
        }
    }
}

/// The help for a name that a game does not know. It may be meant as a parameter.
fn parameter_help(help: String) -> String {
    match help.starts_with("did you mean") {
        true => help,
        false => {
            "a parameter must also appear in `with`, like `with k >= 1`, or in what the claim says"
                .into()
        }
    }
}

/// The Grundy number that a relation states for a position, if it uses no other position.
fn told_number(relation: &Expr) -> Option<&Expr> {
    fn asks(e: &Expr) -> bool {
        let grundy = match &e.kind {
            ExprKind::Name(name) => name == "grundy",
            ExprKind::Call(name, _) => name.text == "grundy",
            _ => false,
        };
        grundy || e.parts().into_iter().any(asks)
    }
    match &relation.kind {
        ExprKind::Compare(first, rest) => match &rest[..] {
            [(Comparison::Equal, number)] if asks(first) && !asks(number) => Some(number),
            _ => None,
        },
        _ => None,
    }
}

/// The parameters with their values, as names for expressions.
pub(super) fn scope(given: &[Given], resolver: &mut Resolver) -> Scope {
    let outside = Rc::new(Scope::default());
    let mut scope = Scope::default();
    for (name, value) in given {
        let binding = match value {
            ArgumentValue::Number(e) => {
                match resolver.number(e, &Around::new(Place::Constant, &outside)) {
                    Some(id) => Binding::Number(id),
                    None => continue,
                }
            }
            ArgumentValue::Set(elements) => {
                Binding::Set { elements: elements.clone(), home: outside.clone() }
            }
            ArgumentValue::Function(variables, body) => Binding::Function {
                variables: variables.clone(),
                body: body.clone(),
                home: outside.clone(),
            },
            ArgumentValue::Code(code) => Binding::Code(code.clone()),
        };
        scope.parameters.insert(name.clone(), binding);
    }
    scope
}

/// What a line says, if it is about positions.
fn says(
    resolver: &mut Resolver,
    line: &ClaimLine,
    around: &Around<'_>,
    game: &Game,
) -> Option<Says> {
    let optional = |resolver: &mut Resolver, when: &Option<Expr>, around: &Around<'_>| match when {
        None => Some(None),
        Some(when) => resolver.condition(when, around).map(Some),
    };
    match &line.kind {
        ClaimKind::Outcome { p, iff, condition } => {
            let condition = resolver.condition(condition, around)?;
            Some(Says::Outcome { p: *p, iff: *iff, condition })
        }
        ClaimKind::Grundy(e) => Some(Says::Grundy(resolver.number(e, around)?)),
        ClaimKind::Relation(e) | ClaimKind::Always(e) => {
            resolver.may_ask = true;
            let relation = resolver.condition(e, around);
            resolver.may_ask = false;
            Some(Says::Relation(relation?, e.to_string()))
        }
        ClaimKind::Take { stones, heap, when } => {
            let mut inner = around.clone();
            let heap = match heap {
                None => None,
                Some(heap) => {
                    resolver.list_of_heaps(heap.span, around)?;
                    Some(resolver.bind(heap, &mut inner)?)
                }
            };
            let stones = resolver.number(stones, &inner);
            let when = optional(resolver, when, &inner);
            if matches!(resolver.vocabulary, Vocabulary::Tuple(_)) {
                let error =
                    Diagnostic::new(Code::PositionSize, "`move take` is for games of heaps")
                        .at(line.span, "there is no heap to take from")
                        .help("name the target: `move to (…)`");
                resolver.report(error, around.scope);
            }
            Some(Says::Take { stones: stones?, heap, when: when? })
        }
        ClaimKind::MoveTo(target, when) => {
            let target: Option<Vec<_>> =
                target.iter().map(|e| resolver.number(e, around)).collect();
            let when = optional(resolver, when, around);
            let target = target?;
            let heaps = game.heaps().filter(|_| game.order() == Order::None);
            let wanted = match (&resolver.vocabulary, heaps) {
                (Vocabulary::Tuple(names), _) => UBig::from(names.len()),
                (Vocabulary::Heaps, Some(heaps)) => heaps.clone(),
                (Vocabulary::Heaps, None) => UBig::ZERO,
            };
            if UBig::from(target.len()) != wanted {
                let message = match &resolver.vocabulary {
                    Vocabulary::Tuple(_) => {
                        format!(
                            "the positions of this game have {}",
                            counted(&wanted, "coordinate")
                        )
                    }
                    Vocabulary::Heaps if wanted.is_zero() => {
                        "`move to` is for games of tuples and for games with `heaps N`".into()
                    }
                    Vocabulary::Heaps => format!("this game has {}", counted(&wanted, "heap")),
                };
                let error = Diagnostic::new(Code::PositionSize, message)
                    .at(line.span, "this is not a position");
                resolver.report(error, around.scope);
            }
            Some(Says::MoveTo { target, when: when? })
        }
        ClaimKind::Pass(when) => Some(Says::Pass { when: optional(resolver, when, around)? }),
        _ => None,
    }
}
