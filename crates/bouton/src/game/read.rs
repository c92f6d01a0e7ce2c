//! The lines of a text into a game.

use std::rc::Rc;

use dashu_int::{IBig, UBig};

use super::{Amount, Game, Pass, Rule, RuleKind, Shape, library};
use crate::lang::core::{ExprId, Type, Word};
use crate::lang::eval::constant;
use crate::lang::resolve::{Around, Binding, Place, Resolver, Scope, Vocabulary, is_reserved};
use crate::lang::syntax::{
    self, Argument, ArgumentValue, Element, Ending, Expr, ExprKind, GameText, Line, LineKind, Name,
};
use crate::lang::value::Value;
use crate::lang::{Code, Diagnostic, Diagnostics, Parser, Severity, Span, nearest, parse_game};

/// Reads a game. `arguments` are values for the parameters of its heading; with `open`, parameters
/// without a value are left open.
pub(super) fn read(text: &str, arguments: &[&str], open: bool) -> Result<Game, Diagnostics> {
    let (tree, errors) = parse_game(text);
    let mut reader = Reader::new(tree.clone(), open);
    reader.resolver.errors = errors;
    let given = reader.given(arguments);
    let lines = reader.gather(&tree.lines, &given);
    reader.lines(&lines);
    reader.finish(lines.is_empty())
}

/// A line and the parameters that it may mention.
struct Scoped {
    line: Line,
    scope: Rc<Scope>,
}

impl Scoped {
    /// The place to point at in the user's text.
    fn span(&self) -> Span {
        self.scope.blame.unwrap_or(self.line.span)
    }
}

struct Reader {
    resolver: Resolver,
    game: Game,
    open: bool,
    /// The places of lines that may stand only once.
    seen: Vec<(&'static str, Span)>,
}

/// How many games of the library may stand for one another.
const MAX_NESTING: usize = 16;

impl Reader {
    fn new(text: GameText, open: bool) -> Reader {
        let game = Game {
            text,
            core: Default::default(),
            shape: Shape::Heaps(None),
            rules: Vec::new(),
            pass: None,
            ending: Ending::Normal,
            rank: None,
            turn: false,
            last: false,
            open: Vec::new(),
            open_where: Vec::new(),
        };
        Reader { resolver: Resolver::new(), game, open, seen: Vec::new() }
    }

    fn report(&mut self, error: Diagnostic) {
        self.resolver.errors.push(error);
    }

    /// The arguments that come with a text, not in it.
    fn given(&mut self, texts: &[&str]) -> Vec<Argument> {
        let mut arguments = Vec::new();
        for text in texts {
            let mut parser = Parser::new(text);
            match parser.whole_argument() {
                Some(argument) if parser.errors.is_empty() => arguments.push(argument),
                _ => {
                    let why = parser.errors.first().map_or(String::new(), |e| e.message.clone());
                    let message = format!("`{text}` is no value for a parameter: {why}");
                    self.report(
                        Diagnostic::new(Code::Parameter, message)
                            .help("write `k=3`, `S={1, 3}` or `f = m -> ceil(m/2)`"),
                    );
                }
            }
        }
        arguments
    }

    /// The lines of the user's text, with those of the library in place of its name.
    fn gather(&mut self, lines: &[Line], given: &[Argument]) -> Vec<Scoped> {
        let outside = Rc::new(Scope::default());
        let place = lines.first().map_or(Span::default(), |line| line.span);
        let mut scope = Scope::default();
        match lines.first() {
            Some(Line { kind: LineKind::Heading(name, parameters), .. }) => {
                if self.open && given.is_empty() {
                    self.game.open = parameters.iter().map(|p| p.text.clone()).collect();
                    for (i, parameter) in parameters.iter().enumerate() {
                        scope.parameters.insert(parameter.text.clone(), Binding::Open(i as u16));
                    }
                } else {
                    scope = self.bind(name, parameters, given, &outside, place, true);
                }
                self.check_names(parameters, &[]);
            }
            _ if !given.is_empty() => {
                let error = Diagnostic::new(Code::Parameter, "the game has no parameters")
                    .help("parameters stand in the heading: `game name(k)`");
                self.report(error);
            }
            _ => {}
        }
        let mut gathered = Vec::new();
        self.expand(lines, Rc::new(scope), 0, &mut gathered);
        gathered
    }

    fn expand(&mut self, lines: &[Line], scope: Rc<Scope>, depth: usize, out: &mut Vec<Scoped>) {
        for line in lines {
            match &line.kind {
                LineKind::Base(name, arguments) => {
                    let place = scope.blame.unwrap_or(line.span);
                    self.base(name, arguments, place, &scope, depth, out);
                }
                _ => out.push(Scoped { line: line.clone(), scope: scope.clone() }),
            }
        }
    }

    /// The lines that the name of a game stands for.
    fn base(
        &mut self,
        name: &Name,
        arguments: &[Argument],
        place: Span,
        scope: &Rc<Scope>,
        depth: usize,
        out: &mut Vec<Scoped>,
    ) {
        let Some(entry) = library::find(&name.text).filter(|_| depth < MAX_NESTING) else {
            let message = format!("there is no game `{}` in the library", name.text);
            let mut error = Diagnostic::new(Code::UnknownGame, message).at(name.span, "not known");
            let lines = ["take", "move", "heaps", "position", "pass", "ending"];
            let names = library::names();
            error = match nearest(&name.text, names.iter().copied().chain(lines)) {
                Some(meant) => error.help(format!("did you mean `{meant}`?")),
                None => error.help("`bouton games` lists them"),
            };
            self.resolver.report(error, scope);
            return;
        };
        let (tree, errors) = parse_game(entry.text);
        debug_assert!(errors.is_empty(), "{name}: {errors:?}");
        let Some(Line { kind: LineKind::Heading(own, parameters), .. }) = tree.lines.first() else {
            return;
        };
        let mut inner = self.bind(own, parameters, arguments, scope, place, false);
        inner.blame = Some(place);
        self.expand(&tree.lines[1..], Rc::new(inner), depth + 1, out);
    }

    /// The parameters of a heading with their values.
    fn bind(
        &mut self,
        game: &Name,
        parameters: &[Name],
        arguments: &[Argument],
        outside: &Rc<Scope>,
        place: Span,
        outermost: bool,
    ) -> Scope {
        let mut scope = Scope::default();
        let mut next = parameters.iter();
        for argument in arguments {
            let argument_span = if outermost { place } else { argument.span };
            let parameter = match &argument.name {
                Some(name) => parameters.iter().find(|p| p.text == name.text),
                None => next.next(),
            };
            let Some(parameter) = parameter else {
                let wanted = describe_parameters(parameters);
                let (message, label) = match &argument.name {
                    Some(name) => {
                        (format!("`{game}` has no parameter `{name}`"), "not a parameter")
                    }
                    None => (format!("`{game}` has {wanted}"), "one too many"),
                };
                let mut error = Diagnostic::new(Code::Parameter, message).at(argument_span, label);
                if argument.name.is_some() {
                    error = error.help(format!("it has {wanted}"));
                }
                self.resolver.report(error, outside);
                continue;
            };
            if scope.parameters.contains_key(&parameter.text) {
                let error =
                    Diagnostic::new(Code::Parameter, format!("`{parameter}` is given twice"))
                        .at(argument_span, "again here");
                self.resolver.report(error, outside);
                continue;
            }
            // An argument with an error counts as left open, so that the error is reported once.
            let binding = self.binding(argument, outside).unwrap_or(Binding::Open(0));
            scope.parameters.insert(parameter.text.clone(), binding);
        }
        let missing: Vec<&str> = parameters
            .iter()
            .map(|p| p.text.as_str())
            .filter(|p| !scope.parameters.contains_key(*p))
            .collect();
        if !missing.is_empty() {
            let missing = crate::lang::list(&missing, "and");
            let mut error =
                Diagnostic::new(Code::Parameter, format!("`{game}` needs a value for {missing}"))
                    .at(place, format!("{missing} has no value"));
            if !outermost {
                let example: Vec<&str> = parameters.iter().map(|p| p.text.as_str()).collect();
                error = error.help(format!(
                    "write `{game}({})` with values in place of the names",
                    example.join(", ")
                ));
            } else {
                error = error.help("give it with `--with`, like `--with k=3`");
            }
            self.resolver.report(error, outside);
        }
        for parameter in parameters {
            scope.parameters.entry(parameter.text.clone()).or_insert(Binding::Open(0));
        }
        scope
    }

    fn binding(&mut self, argument: &Argument, outside: &Rc<Scope>) -> Option<Binding> {
        Some(match &argument.value {
            ArgumentValue::Function(variables, body) => Binding::Function {
                variables: variables.clone(),
                body: body.clone(),
                home: outside.clone(),
            },
            ArgumentValue::Set(elements) => {
                Binding::Set { elements: elements.clone(), home: outside.clone() }
            }
            ArgumentValue::Number(Expr { kind: ExprKind::Name(name), .. })
                if outside.parameters.contains_key(name) =>
            {
                outside.parameters[name].clone()
            }
            // A function of the language by its name alone: `maximum-nim(isqrt)`.
            ArgumentValue::Number(Expr { kind: ExprKind::Name(name), span })
                if ["isqrt", "log2"].contains(&name.as_str()) =>
            {
                let variable = Name { text: "n".into(), span: *span };
                let inner = Expr { kind: ExprKind::Name("n".into()), span: *span };
                let function = Name { text: name.clone(), span: *span };
                Binding::Function {
                    variables: vec![variable],
                    body: Expr { kind: ExprKind::Call(function, vec![inner]), span: *span },
                    home: outside.clone(),
                }
            }
            ArgumentValue::Number(e) => {
                let id = self.resolver.number(e, &Around::new(Place::Constant, outside))?;
                Binding::Number(self.computed(id, e, outside)?)
            }
        })
    }

    /// A constant expression as a constant.
    fn computed(&mut self, id: ExprId, e: &Expr, scope: &Rc<Scope>) -> Option<ExprId> {
        if self.resolver.core.constant(id).is_some() || self.resolver.core.mentions_parameter(id) {
            return Some(id);
        }
        match constant(&self.resolver.core, id) {
            Ok(value) => Some(self.resolver.core.value(value)),
            Err(failure) => {
                let error = Diagnostic::new(
                    failure.fault.code(),
                    format!("`{e}` has no value: {}", failure.fault),
                )
                .at(e.span, "has no value");
                self.resolver.report(error, scope);
                None
            }
        }
    }

    /// A constant that must be a whole number of at least 0; `None` also when it is left open.
    fn natural(&mut self, e: &Expr, scope: &Rc<Scope>, what: &str) -> Option<UBig> {
        let id = self.resolver.number(e, &Around::new(Place::Constant, scope))?;
        let id = self.computed(id, e, scope)?;
        match self.resolver.core.constant(id)? {
            Value::Int(int) if int.as_ubig().is_some() => int.as_ubig().cloned(),
            _ => {
                let error = Diagnostic::new(
                    Code::Constant,
                    format!("{what} is a whole number of at least 0"),
                )
                .at(e.span, format!("`{e}` is not"));
                self.resolver.report(error, scope);
                None
            }
        }
    }

    fn check_names(&mut self, names: &[Name], others: &[&str]) {
        for (i, name) in names.iter().enumerate() {
            let why = if is_reserved(&name.text) {
                "it has a meaning of its own"
            } else if names[..i].iter().any(|n| n.text == name.text)
                || others.contains(&name.text.as_str())
            {
                "it stands for something else already"
            } else {
                continue;
            };
            let error =
                Diagnostic::new(Code::NameTaken, format!("`{name}` cannot be used as a name"))
                    .at(name.span, why);
            self.report(error);
        }
    }

    fn once(&mut self, word: &'static str, span: Span) {
        if self.seen.iter().any(|(seen, _)| *seen == word) {
            let error = Diagnostic::new(Code::Twice, format!("`{word}` is said twice"))
                .at(span, "again here")
                .help("a game of the library may have said it already: `bouton games show NAME`");
            self.report(error);
        }
        self.seen.push((word, span));
    }

    fn lines(&mut self, lines: &[Scoped]) {
        // What positions look like decides what the other lines mean.
        for scoped in lines {
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
        for scoped in lines {
            self.line(scoped);
        }
    }

    fn line(&mut self, scoped: &Scoped) {
        let (span, scope) = (scoped.span(), &scoped.scope);
        let tuple = matches!(self.resolver.vocabulary, Vocabulary::Tuple(_));
        let wrong_shape = match &scoped.line.kind {
            LineKind::Take { .. } | LineKind::Heaps(_) if tuple => {
                Some("a game of tuples moves by `move`")
            }
            LineKind::Move { .. } | LineKind::Rank(_) if !tuple => {
                Some("a game of heaps moves by `take`; tuples need `position (…)`")
            }
            _ => None,
        };
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
            | LineKind::Source(_) => {}
            LineKind::Where(e) => self.parameter_condition(e, scope, span),
            LineKind::Heaps(e) => {
                self.once("heaps", span);
                let most = self.natural(e, scope, "the number of heaps");
                self.game.shape = Shape::Heaps(most);
            }
            LineKind::Position(names, condition) => {
                let condition =
                    condition.as_ref().and_then(|c| self.resolver.condition(c, &here()));
                let names = names.iter().map(|n| n.text.clone()).collect();
                self.game.shape = Shape::Tuple(names, condition);
            }
            LineKind::Take { amount, from, when } => {
                let when = when
                    .as_ref()
                    .map(|e| self.resolver.condition(e, &Around::new(Place::Take, scope)));
                if let Some(amount) = self.amount(amount, scope)
                    && let Some(when) = flatten(when)
                {
                    self.rule(scoped, RuleKind::Take { amount, from: *from }, when);
                }
            }
            LineKind::Move { target, variables, condition, when } => {
                self.move_rule(scoped, target, variables, condition.as_ref(), when.as_ref());
            }
            LineKind::Pass(passes, when) => {
                self.once("pass", span);
                let when = when.as_ref().map(|e| self.resolver.condition(e, &here()));
                let passes = self.natural(passes, scope, "the number of passes");
                if let Some(when) = flatten(when) {
                    self.game.pass = Some(Pass { passes: passes.unwrap_or(UBig::ONE), when });
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
                let error = Diagnostic::new(Code::ParameterRange, format!("the game needs {e}"))
                    .at(span, format!("this does not satisfy {e}"));
                self.report(error);
            }
            Err(failure) => {
                let message = format!("`{e}` has no value: {}", failure.fault);
                self.report(
                    Diagnostic::new(failure.fault.code(), message).at(span, "has no value"),
                );
            }
        }
    }

    fn rule(&mut self, scoped: &Scoped, kind: RuleKind, when: Option<ExprId>) {
        let own = scoped.scope.blame.is_none();
        let span = own.then_some(scoped.line.span);
        self.game.rules.push(Rule { kind, when, text: scoped.line.to_string(), span });
    }

    fn amount(&mut self, amount: &syntax::Amount, scope: &Rc<Scope>) -> Option<Amount> {
        match amount {
            syntax::Amount::In(elements) => Some(Amount::In(self.elements(elements, scope)?)),
            syntax::Amount::AllBut(elements) => {
                Some(Amount::AllBut(self.elements(elements, scope)?))
            }
            syntax::Amount::Where(variable, condition) => {
                let parameters: Vec<&str> = scope.parameters.keys().map(String::as_str).collect();
                let mut taken = parameters.clone();
                taken.push("m");
                self.check_names(std::slice::from_ref(variable), &taken);
                let mut around = Around::new(Place::Take, scope);
                let id = self.resolver.core.word(Word::Variable(0));
                around.locals.push((variable.text.clone(), id));
                let condition = self.resolver.condition(condition, &around)?;
                Some(Amount::Where(variable.text.clone(), condition))
            }
        }
    }

    /// The ranges of a set. An element that is the name of a set stands for its elements.
    fn elements(
        &mut self,
        elements: &[Element],
        scope: &Rc<Scope>,
    ) -> Option<Vec<(ExprId, ExprId)>> {
        let mut ranges = Some(Vec::new());
        for element in elements {
            let around = Around::new(Place::Take, scope);
            let found = match element {
                Element::One(Expr { kind: ExprKind::Name(name), .. })
                    if matches!(scope.parameters.get(name), Some(Binding::Set { .. })) =>
                {
                    let Some(Binding::Set { elements, home }) = scope.parameters.get(name) else {
                        continue;
                    };
                    self.elements(elements, home)
                }
                Element::One(e) => self.bound(e, &around).map(|id| vec![(id, id)]),
                Element::Range(a, b) => {
                    let (a, b) = (self.bound(a, &around), self.bound(b, &around));
                    a.zip(b).map(|range| vec![range])
                }
            };
            match (&mut ranges, found) {
                (Some(ranges), Some(found)) => ranges.extend(found),
                _ => ranges = None,
            }
        }
        ranges
    }

    /// A number that bounds a take. One that is constant must have a value, and a whole one.
    fn bound(&mut self, e: &Expr, around: &Around<'_>) -> Option<ExprId> {
        let id = self.resolver.number(e, around)?;
        if !self.resolver.core.is_constant(id) {
            return Some(id);
        }
        let id = self.computed(id, e, around.scope)?;
        match self.resolver.core.constant(id) {
            Some(Value::Ratio(_)) => {
                let error = Diagnostic::new(Code::Fraction, "what bounds a take is a whole number")
                    .at(e.span, format!("`{e}` is a fraction"))
                    .help("round it with `floor(…)` or `ceil(…)`");
                self.resolver.report(error, around.scope);
                None
            }
            _ => Some(id),
        }
    }

    fn move_rule(
        &mut self,
        scoped: &Scoped,
        target: &[Expr],
        variables: &[Name],
        condition: Option<&Expr>,
        when: Option<&Expr>,
    ) {
        let scope = &scoped.scope;
        let Vocabulary::Tuple(names) = &self.resolver.vocabulary else {
            return;
        };
        let names = names.clone();
        if names.len() != target.len() {
            let message =
                format!("a position has {} coordinates, the target {}", names.len(), target.len());
            let error = Diagnostic::new(Code::Together, message)
                .at(scoped.span(), format!("expected {} coordinates", names.len()));
            self.report(error);
        }
        let taken: Vec<&str> = names
            .iter()
            .map(String::as_str)
            .chain(scope.parameters.keys().map(String::as_str))
            .collect();
        self.check_names(variables, &taken);
        let when = when.map(|e| self.resolver.condition(e, &Around::new(Place::Position, scope)));
        let mut around = Around::new(Place::Position, scope);
        for (i, variable) in variables.iter().enumerate() {
            let id = self.resolver.core.word(Word::Variable(i as u16));
            around.locals.push((variable.text.clone(), id));
        }
        let condition_id = condition.map(|e| self.resolver.condition(e, &around));
        let target: Vec<_> = target.iter().map(|e| self.resolver.number(e, &around)).collect();
        let target: Option<Vec<ExprId>> = target.into_iter().collect();
        if !variables.is_empty() && condition.is_none() {
            let names = variables.iter().map(|v| v.text.as_str()).collect::<Vec<_>>();
            let names = crate::lang::list(&names, "and");
            let error = Diagnostic::new(Code::Unbounded, format!("nothing bounds {names}"))
                .at(variables[0].span, "not bounded")
                .help("say which values are allowed: `for t where 1 <= t <= x`");
            self.resolver.report(error, scope);
        }
        if let (Some(target), Some(condition), Some(when)) =
            (target, flatten(condition_id), flatten(when))
        {
            let variables = variables.iter().map(|v| v.text.clone()).collect();
            self.rule(scoped, RuleKind::Move { target, variables, condition }, when);
        }
    }

    fn finish(mut self, empty: bool) -> Result<Game, Diagnostics> {
        if self.resolver.errors.is_empty() && self.game.rules.is_empty() {
            let message = if empty { "the text is empty" } else { "no line says how to move" };
            let error = Diagnostic::new(Code::Together, message)
                .help("for example `take 1..3 from any`, or `nim`");
            self.report(error);
        }
        let mentions = |word: Word| self.resolver.mentioned.contains(&word);
        (self.game.turn, self.game.last) = (mentions(Word::Turn), mentions(Word::Last));
        if mentions(Word::Passes) && self.game.pass.is_none() {
            self.game.pass = Some(Pass { passes: UBig::ZERO, when: None });
        }
        let mut errors = self.resolver.errors;
        errors.sort_by_key(|e| e.span.map_or(usize::MAX, |span| span.start));
        if errors.iter().any(|e| e.severity() == Severity::Error) {
            return Err(Diagnostics(errors));
        }
        self.game.core = self.resolver.core;
        Ok(self.game)
    }
}

/// An optional part that was read, unless it had an error.
fn flatten(part: Option<Option<ExprId>>) -> Option<Option<ExprId>> {
    match part {
        None => Some(None),
        Some(None) => None,
        Some(id) => Some(id),
    }
}

fn describe_parameters(parameters: &[Name]) -> String {
    let names: Vec<&str> = parameters.iter().map(|p| p.text.as_str()).collect();
    match names.len() {
        0 => "no parameters".into(),
        1 => format!("one parameter, `{}`", names[0]),
        n => format!("{n} parameters, {}", crate::lang::list(&names, "and")),
    }
}

/// A whole number as a constant expression: `10^60 + 3`.
pub(super) fn constant_expr(e: &Expr) -> Result<IBig, Diagnostic> {
    let mut resolver = Resolver::new();
    let scope = Rc::new(Scope::default());
    let Some(id) = resolver.number(e, &Around::new(Place::Constant, &scope)) else {
        let error = resolver.errors.into_iter().next();
        return Err(error.unwrap_or_else(|| Diagnostic::new(Code::Constant, "a number is needed")));
    };
    let value = constant(&resolver.core, id).and_then(|value| {
        value.integer().cloned().map_err(|fault| crate::lang::eval::Failure { expr: id, fault })
    });
    debug_assert!(resolver.core.type_of(id) != Type::Bool);
    value.map_err(|failure| {
        Diagnostic::new(failure.fault.code(), failure.fault.to_string())
            .at(e.span, "has no whole value")
    })
}
