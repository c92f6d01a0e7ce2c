//! The lines of a text to a game.

use std::rc::Rc;

use dashu_int::UBig;

use super::descent;
use super::expand::Scoped;
use super::rules::{Game, Pass, Rule, RuleKind, Shape};
use super::shelf::Shelf;
use crate::error::Error;
use crate::lang::core::{ExprId, Word};
use crate::lang::eval::constant;
use crate::lang::resolve::{Around, Binding, Place, Resolver, Scope, Vocabulary, is_reserved};
use crate::lang::syntax::{Ending, Expr, GameText, Limits, LineKind, Name, Order};
use crate::lang::value::Value;
use crate::lang::{Code, Diagnostic, Diagnostics, Severity, Span, counted, parse_game, shorten};

/// Reads a game. `arguments` are values for the parameters of its heading; with `open`, parameters
/// without a value are left open.
pub(super) fn read(
    text: &str,
    arguments: &[&str],
    open: bool,
    shelf: &Shelf,
) -> Result<Game, Diagnostics> {
    let (tree, errors) = parse_game(text);
    let mut reader = Reader::new(tree, arguments, open, shelf);
    reader.resolver.errors = errors;
    reader.read()
}

impl Game {
    /// Reads the text of a game: rules, a library game, or both.
    pub fn parse(text: &str) -> Result<Game, Error> {
        Ok(read(text, &[], false, Shelf::LIBRARY)?)
    }

    /// Reads the text of a game whose heading has parameters, with their values: `k = 3`.
    pub fn with(text: &str, arguments: &[&str]) -> Result<Game, Error> {
        Ok(read(text, arguments, false, Shelf::LIBRARY)?)
    }

    /// As [`Game::with`], with the mistakes alone, where the text may also name the games of a shelf.
    pub(crate) fn read(text: &str, with: &[&str], shelf: &Shelf) -> Result<Game, Diagnostics> {
        read(text, with, false, shelf)
    }

    /// Reads a tree that has no mistakes in its syntax; with `open`, its parameters are left open.
    pub(crate) fn of_tree(tree: GameText, open: bool, shelf: &Shelf) -> Result<Game, Diagnostics> {
        Reader::new(tree, &[], open, shelf).read()
    }
}

/// A game while its lines are read.
pub(super) struct Reader<'s> {
    /// The games that it may name.
    pub(super) shelf: &'s Shelf,
    pub(super) resolver: Resolver,
    pub(super) game: Game,
    /// The values for the parameters of the heading, in their own spelling.
    pub(super) arguments: Vec<String>,
    /// Whether parameters without a value are left open.
    pub(super) open: bool,
    /// The places of lines that may be given only once.
    seen: Vec<(&'static str, Span)>,
    /// The places of lines that take from all heaps.
    pub(super) from_all: Vec<Span>,
}

impl<'s> Reader<'s> {
    fn new(text: GameText, arguments: &[&str], open: bool, shelf: &'s Shelf) -> Reader<'s> {
        let game = Game {
            text,
            core: Default::default(),
            shape: Shape::Heaps { most: None, order: Order::None },
            rules: Vec::new(),
            pass: None,
            ending: Ending::Normal,
            rank: None,
            rank_span: Span::default(),
            turn: false,
            last: false,
            open: Vec::new(),
            open_where: Vec::new(),
            normal: Default::default(),
        };
        let arguments = arguments.iter().map(ToString::to_string).collect();
        let (seen, from_all) = (Vec::new(), Vec::new());
        Reader { shelf, resolver: Resolver::new(), game, arguments, open, seen, from_all }
    }

    fn read(mut self) -> Result<Game, Diagnostics> {
        let (arguments, text) = (self.arguments.clone(), self.game.text.lines.clone());
        let given = self.given(&arguments);
        let lines = self.gather(&text, &given);
        self.lines(&lines);
        self.finish(lines.is_empty())
    }

    pub(super) fn report(&mut self, error: Diagnostic) {
        self.resolver.errors.push(error);
    }

    /// A constant expression as a constant.
    pub(super) fn computed(&mut self, id: ExprId, e: &Expr, scope: &Rc<Scope>) -> Option<ExprId> {
        if self.resolver.core.constant(id).is_some() || self.resolver.core.mentions_parameter(id) {
            return Some(id);
        }
        match constant(&self.resolver.core, id) {
            Ok(value) => Some(self.resolver.core.value(value)),
            Err(failure) => {
                let error = Diagnostic::new(
                    failure.fault.code(),
                    format!("`{}` has no value: {}", shorten(&e.to_string()), failure.fault),
                )
                .at(e.span, "has no value");
                self.resolver.report(error, scope);
                None
            }
        }
    }

    /// A constant that must be a whole number of at least 0; `None` also if it is left open.
    pub(super) fn natural(&mut self, e: &Expr, scope: &Rc<Scope>, what: &str) -> Option<UBig> {
        let id = self.resolver.number(e, &Around::new(Place::Constant, scope))?;
        let id = self.computed(id, e, scope)?;
        match self.resolver.core.constant(id)? {
            Value::Int(int) if int.as_ubig().is_some() => int.as_ubig().cloned(),
            _ => {
                let error = Diagnostic::new(
                    Code::Constant,
                    format!("{what} must be a whole number of at least 0"),
                )
                .at(e.span, format!("`{}` is not", shorten(&e.to_string())));
                self.resolver.report(error, scope);
                None
            }
        }
    }

    pub(super) fn check_names(&mut self, names: &[Name], others: &[&str]) {
        for (i, name) in names.iter().enumerate() {
            let why = if is_reserved(&name.text) {
                "it already has a meaning in the language"
            } else if name.text == "m" && others.contains(&"m") {
                "it is the size of the chosen heap; use another, like `t`"
            } else if names[..i].iter().any(|n| n.text == name.text)
                || others.contains(&name.text.as_str())
            {
                "it is already used for something else"
            } else {
                continue;
            };
            let error =
                Diagnostic::new(Code::NameTaken, format!("`{name}` cannot be used as a name"))
                    .at(name.span, why);
            self.report(error);
        }
    }

    /// Whether a line that may be given only once was read.
    pub(super) fn was_said(&self, word: &str) -> bool {
        self.seen.iter().any(|(seen, _)| *seen == word)
    }

    fn once(&mut self, word: &'static str, span: Span) {
        if self.was_said(word) {
            let what = if word.contains(' ') { word.into() } else { format!("`{word}`") };
            let error = Diagnostic::new(Code::Twice, format!("{what} appears twice"))
                .at(span, "again here");
            // A library game is the first line after the heading.
            let first = self.game.text.lines.iter().find(|line| !line.kind.is_heading());
            let library = first.is_some_and(|line| matches!(line.kind, LineKind::Base(..)));
            self.report(if library {
                error.help(
                    "the game of the library may already contain it: `bouton games show NAME`",
                )
            } else {
                error
            });
        }
        self.seen.push((word, span));
    }

    fn lines(&mut self, lines: &[Scoped]) {
        // The shape of positions decides what the other lines mean, so it is read first.
        for scoped in lines {
            if let LineKind::Sum(summands) = &scoped.line.kind {
                self.sum(summands);
            }
            if let LineKind::Order(order) = &scoped.line.kind {
                self.once("the arrangement of heaps", scoped.span());
                if let Shape::Heaps { order: place, .. } = &mut self.game.shape {
                    *place = *order;
                }
            }
            if let LineKind::Position(names, _) = &scoped.line.kind {
                self.once("position", scoped.span());
                self.check_names(
                    names,
                    &self.game.open.clone().iter().map(String::as_str).collect::<Vec<_>>(),
                );
                let names = names.iter().map(|n| n.text.clone()).collect();
                self.resolver.vocabulary = Vocabulary::Tuple(names);
            }
        }
        let (heaps, others): (Vec<&Scoped>, Vec<&Scoped>) =
            lines.iter().partition(|scoped| matches!(scoped.line.kind, LineKind::Heaps(_)));
        for scoped in heaps.into_iter().chain(others) {
            self.line(scoped);
        }
    }

    fn line(&mut self, scoped: &Scoped) {
        let (span, scope) = (scoped.span(), &scoped.scope);
        let tuple = matches!(self.resolver.vocabulary, Vocabulary::Tuple(_));
        let wrong_shape = match &scoped.line.kind {
            LineKind::Take { .. } | LineKind::Split { .. } | LineKind::Code(..) if tuple => {
                Some("games of tuples use `move`")
            }
            LineKind::Heaps(_) | LineKind::Order(_) if tuple => {
                Some("games of tuples have no heaps")
            }
            LineKind::Move { .. } if !tuple => {
                Some("games of heaps use `take`; tuples need `position (…)`")
            }
            LineKind::Rank(_) if !tuple => {
                Some("`rank` is for games of tuples: takes always go down")
            }
            _ => None,
        };
        let wrong_shape = wrong_shape.or(self.wrong_in_a_sum(&scoped.line.kind));
        if let Some(why) = wrong_shape {
            let error =
                Diagnostic::new(Code::Together, "this line does not fit the positions of the game")
                    .at(span, why);
            return self.report(error);
        }
        let here = || Around::new(Place::Position, scope);
        match &scoped.line.kind {
            LineKind::Heading(..)
            | LineKind::Base(..)
            | LineKind::About(_)
            | LineKind::Source(_)
            | LineKind::Sum(_)
            | LineKind::Order(_) => {}
            LineKind::Where(e) => self.parameter_condition(e, scope, span),
            LineKind::Heaps(e) => {
                self.once("heaps", span);
                let most = self.natural(e, scope, "the number of heaps");
                if let Shape::Heaps { most: place, .. } = &mut self.game.shape {
                    *place = most;
                }
            }
            LineKind::Position(names, condition) => {
                let condition =
                    condition.as_ref().and_then(|c| self.resolver.condition(c, &here()));
                let names = names.iter().map(|n| n.text.clone()).collect();
                self.game.shape = Shape::Tuple(names, condition);
            }
            LineKind::Take { amount, share, group, then, limits } => match then {
                None => self.take_rule(scoped, amount, *share, group, limits),
                Some(parts) => self.take_and_split(scoped, amount, *share, group, parts, limits),
            },
            LineKind::Split { from, parts, limits } => {
                self.split_rule(scoped, None, *from, parts, limits);
            }
            LineKind::Code(hexadecimal, code) => self.code_rules(scoped, *hexadecimal, code),
            LineKind::Move { target, variables, limits } => {
                self.move_rule(scoped, target, variables, limits);
            }
            LineKind::Pass(passes, each, when) => {
                self.once("pass", span);
                let when = when.as_ref().map(|e| self.resolver.condition(e, &here()));
                let passes = self.natural(passes, scope, "the number of passes");
                if let Some(when) = flatten(when) {
                    let passes = passes.unwrap_or(UBig::ONE);
                    self.game.pass = Some(Pass { passes, each: *each, when, span });
                }
            }
            LineKind::Ending(ending) => {
                self.once("ending", span);
                self.game.ending = *ending;
            }
            LineKind::Rank(exprs) => {
                self.once("rank", span);
                let rank: Vec<_> = exprs.iter().map(|e| self.resolver.number(e, &here())).collect();
                self.game.rank = rank.into_iter().collect();
                self.game.rank_span = span;
            }
        }
    }

    fn parameter_condition(&mut self, e: &Expr, scope: &Rc<Scope>, span: Span) {
        let Some(id) = self.resolver.condition(e, &Around::new(Place::Constant, scope)) else {
            return;
        };
        if self.resolver.core.mentions_parameter(id) {
            self.game.open_where.push(id);
            return;
        }
        match constant(&self.resolver.core, id) {
            Ok(Value::Bool(true)) => {}
            Ok(_) => {
                let given: Vec<String> = scope
                    .parameters
                    .iter()
                    .filter_map(|(name, binding)| match binding {
                        Binding::Number(id) => Some(format!("{name} = {}", self.game_show(*id))),
                        _ => None,
                    })
                    .collect();
                let given = if given.is_empty() { "this".into() } else { given.join(", ") };
                let error = Diagnostic::new(Code::ParameterRange, format!("the game needs {e}"))
                    .at(span, format!("{given} does not satisfy {e}"));
                self.report(error);
            }
            Err(failure) => {
                let message =
                    format!("`{}` has no value: {}", shorten(&e.to_string()), failure.fault);
                self.report(
                    Diagnostic::new(failure.fault.code(), message).at(span, "has no value"),
                );
            }
        }
    }

    /// The text of a constant.
    fn game_show(&self, id: ExprId) -> String {
        match self.resolver.core.constant(id) {
            Some(Value::Int(int)) => shorten(&int.to_string()),
            _ => "…".into(),
        }
    }

    /// Adds a rule, and its conditions on the position before and after the move.
    pub(super) fn rule(
        &mut self,
        scoped: &Scoped,
        kind: RuleKind,
        when: Option<ExprId>,
        after: Option<ExprId>,
    ) {
        let (own, span) = (scoped.scope.blame.is_none(), scoped.span());
        self.game.rules.push(Rule {
            kind,
            when,
            after,
            text: scoped.line.to_string(),
            span,
            own,
            goes_down: false,
        });
    }

    fn move_rule(&mut self, scoped: &Scoped, target: &[Expr], variables: &[Name], limits: &Limits) {
        let (scope, condition) = (&scoped.scope, limits.condition.as_ref());
        let Vocabulary::Tuple(names) = &self.resolver.vocabulary else {
            return;
        };
        let names = names.clone();
        if names.len() != target.len() {
            let wanted = counted(names.len(), "coordinate");
            let message = format!("a position has {wanted}, but the target has {}", target.len());
            let error = Diagnostic::new(Code::Together, message)
                .at(scoped.span(), format!("expected {wanted}"));
            self.report(error);
        }
        let taken: Vec<&str> = names
            .iter()
            .map(String::as_str)
            .chain(scope.parameters.keys().map(String::as_str))
            .collect();
        self.check_names(variables, &taken);
        let when_and_after = self.when_and_after(limits, scope, Place::Position);
        let around = self.with_variables(Around::new(Place::Position, scope), variables, 0);
        let condition_id = condition.map(|e| self.resolver.condition(e, &around));
        let target: Vec<_> = target.iter().map(|e| self.resolver.number(e, &around)).collect();
        let target: Option<Vec<ExprId>> = target.into_iter().collect();
        if let (None, Some(target)) = (condition, &target) {
            self.check_bounded(variables, target, scope);
        }
        if let (Some(target), Some(condition), Some((when, after))) =
            (target, flatten(condition_id), when_and_after)
        {
            let variables = variables.iter().map(|v| v.text.clone()).collect();
            self.rule(scoped, RuleKind::Move { target, variables, condition }, when, after);
        }
    }

    /// Refuses variables that nothing can bound: they have no condition, and the target does not mention them.
    fn check_bounded(&mut self, variables: &[Name], target: &[ExprId], scope: &Scope) {
        let core = &self.resolver.core;
        let mentioned =
            |v: usize| target.iter().any(|&coordinate| core.mentions(coordinate, v as u16));
        let free: Vec<&Name> = variables
            .iter()
            .enumerate()
            .filter(|(v, _)| !mentioned(*v))
            .map(|(_, name)| name)
            .collect();
        let Some(first) = free.first() else { return };
        let names: Vec<&str> = free.iter().map(|name| name.text.as_str()).collect();
        let names = crate::lang::list(&names, "and");
        let error = Diagnostic::new(Code::Unbounded, format!("nothing bounds {names}"))
            .at(first.span, "not bounded")
            .help("say which values are allowed: `for t where 1 <= t <= x`");
        self.resolver.report(error, scope);
    }

    fn finish(mut self, empty: bool) -> Result<Game, Diagnostics> {
        let coded = self.game.text.lines.iter().any(|l| matches!(l.kind, LineKind::Code(..)));
        let sum = !self.game.summands().is_empty();
        if self.resolver.errors.is_empty() && self.game.rules.is_empty() && !coded && !sum {
            let message = if empty { "the text is empty" } else { "no line says how to move" };
            let error = Diagnostic::new(Code::Together, message)
                .help("for example `take 1..3 from any`, or `nim`");
            self.report(error);
        }
        if let Shape::Heaps { most: None, order } = &self.game.shape
            && !order.has_places()
        {
            for span in self.from_all.clone() {
                let error = Diagnostic::new(Code::Together, "`from all` needs a number of heaps")
                    .at(span, "all of how many?")
                    .help("add `heaps 2`, or write `from all non-empty`");
                self.report(error);
            }
        }
        let mentions = |word: Word| self.resolver.mentioned.contains(&word);
        (self.game.turn, self.game.last) = (mentions(Word::Turn), mentions(Word::Last));
        if mentions(Word::Passes) && self.game.pass.is_none() {
            self.game.pass =
                Some(Pass { passes: UBig::ZERO, each: false, when: None, span: Span::default() });
        }
        let mut errors = self.resolver.errors;
        errors.sort_by_key(|e| e.span.map_or(usize::MAX, |span| span.start));
        if errors.iter().any(|e| e.severity() == Severity::Error) {
            return Err(Diagnostics(errors));
        }
        let mut core = self.resolver.core.clone();
        self.game.core = self.resolver.core.into();
        for i in 0..self.game.rules.len() {
            self.game.rules[i].goes_down =
                descent::shown(&self.game, &self.game.rules[i], &mut core);
        }
        Ok(self.game)
    }
}

/// An optional part that was read, unless it had an error.
pub(super) fn flatten(part: Option<Option<ExprId>>) -> Option<Option<ExprId>> {
    match part {
        None => Some(None),
        Some(None) => None,
        Some(id) => Some(id),
    }
}
