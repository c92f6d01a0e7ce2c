//! The lines of a text with the games that it names replaced by their lines, and the values of parameters.

use std::rc::Rc;

use super::library;
use super::read::Reader;
use super::shelf::Shelf;
use crate::lang::builtin::{self, Function};
use crate::lang::resolve::{Around, Binding, Place, Scope};
use crate::lang::syntax::{Argument, ArgumentValue, Expr, ExprKind, Line, LineKind, Name};
use crate::lang::{Code, Diagnostic, Parser, Span, shorten};

/// A line and the parameters that it may mention.
pub(super) struct Scoped {
    pub(super) line: Line,
    pub(super) scope: Rc<Scope>,
}

impl Scoped {
    /// The place to point at in the user's text.
    pub(super) fn span(&self) -> Span {
        self.scope.blame.unwrap_or(self.line.span)
    }
}

/// How deep games may be nested in one another.
const MAX_NESTING: usize = 16;

impl Reader<'_> {
    /// The arguments that are given beside a text, not in it.
    pub(super) fn given(&mut self, texts: &[String]) -> Vec<Argument> {
        let mut arguments = Vec::new();
        for text in texts {
            let mut parser = Parser::new(text);
            match parser.whole_argument() {
                Some(argument) if parser.errors.is_empty() => arguments.push(argument),
                _ => {
                    let why = parser.errors.first().map_or(String::new(), |e| e.message.clone());
                    let message =
                        format!("`{}` is not a value for a parameter: {why}", shorten(text));
                    self.report(
                        Diagnostic::new(Code::Parameter, message)
                            .help("write `k=3`, `S={1, 3}` or `f = m -> ceil(m/2)`"),
                    );
                }
            }
        }
        arguments
    }

    /// The lines of the user's text, with a library game replaced by its lines.
    pub(super) fn gather(&mut self, lines: &[Line], given: &[Argument]) -> Vec<Scoped> {
        let place = lines.first().map_or(Span::default(), |line| line.span);
        // Arguments given beside the text have no place in it.
        let outside = Rc::new(Scope { blame: Some(place), ..Scope::default() });
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
                    .help("parameters are declared in the heading: `game name(k)`");
                self.report(error);
            }
            _ => {}
        }
        let mut gathered = Vec::new();
        // The text may be that of a game of its own shelf.
        let mut inside = Vec::new();
        if let Some(Line { kind: LineKind::Heading(name, _), .. }) = lines.first()
            && self.shelf.has(&name.text)
        {
            inside.push(name.text.clone());
        }
        self.expand(lines, Rc::new(scope), &mut inside, &mut gathered);
        gathered
    }

    /// `inside` are the games whose lines these are.
    fn expand(
        &mut self,
        lines: &[Line],
        scope: Rc<Scope>,
        inside: &mut Vec<String>,
        out: &mut Vec<Scoped>,
    ) {
        for line in lines {
            match &line.kind {
                LineKind::Base(name, arguments) => {
                    let place = scope.blame.unwrap_or(line.span);
                    self.base(name, arguments, place, &scope, inside, out);
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
        inside: &mut Vec<String>,
        out: &mut Vec<Scoped>,
    ) {
        let shelf = self.shelf;
        let Some(tree) = shelf.find(&name.text) else {
            let lines =
                ["take", "move", "split", "heaps", "row", "circle", "position", "pass", "ending"];
            let help = "`bouton games` lists all games";
            let error =
                shelf.unknown(&shorten(&name.text), &lines, help).at(name.span, "not known");
            return self.resolver.report(error, scope);
        };
        let Some((_, parameters)) = tree.heading() else { return };
        if let Some(first) = inside.iter().position(|outer| *outer == name.text) {
            let circle: Vec<String> = inside[first..].iter().chain([&name.text]).cloned().collect();
            let error = Shelf::circle(&circle).at(name.span, "here it names itself");
            return self.resolver.report(error, scope);
        }
        if inside.len() > MAX_NESTING {
            let message = format!("more than {MAX_NESTING} games name one another");
            let error = Diagnostic::new(Code::TooDeep, message).at(name.span, "one too many");
            return self.resolver.report(error, scope);
        }
        let mut inner = self.bind(name, parameters, arguments, scope, place, false);
        inner.blame = Some(place);
        inside.push(name.text.clone());
        self.expand(&tree.lines[1..], Rc::new(inner), inside, out);
        inside.pop();
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
        // Arguments that could not be read have been reported.
        let arguments_read = self.resolver.errors.iter().all(|e| e.code != Code::Parameter);
        let mut scope = Scope::default();
        let mut next = parameters.iter();
        let mut astray = false;
        for argument in arguments {
            let argument_span = if outermost { place } else { argument.span };
            let parameter = match &argument.name {
                Some(name) => parameters.iter().find(|p| p.text == name.text),
                None => next.next(),
            };
            let Some(parameter) = parameter else {
                astray = true;
                let wanted = describe_parameters(parameters);
                let (message, label) = match &argument.name {
                    Some(name) => {
                        let name = shorten(&name.text);
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
        if !missing.is_empty() && !astray && arguments_read {
            let one = missing.len() == 1;
            let missing = crate::lang::list(&missing, "and");
            let mut error =
                Diagnostic::new(Code::Parameter, format!("`{game}` needs a value for {missing}"))
                    .at(place, format!("{missing} {} no value", if one { "has" } else { "have" }));
            if !outermost {
                let names: Vec<&str> = parameters.iter().map(|p| p.text.as_str()).collect();
                let quote = if game.is_file() { "\"" } else { "" };
                let names = names.join(", ");
                let names = format!("write `{quote}{game}{quote}({names})` with values in place");
                error = error.help(match library::find(&game.text) {
                    Some(entry) => format!("{names} of the names, like `{}`", entry.example()),
                    None => format!("{names} of the names"),
                });
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
            ArgumentValue::Code(code) => Binding::Code(code.clone()),
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
                if builtin::find(name).is_some_and(Function::is_of_one_number) =>
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
}

fn describe_parameters(parameters: &[Name]) -> String {
    let names: Vec<&str> = parameters.iter().map(|p| p.text.as_str()).collect();
    match names.len() {
        0 => "no parameters".into(),
        1 => format!("one parameter, `{}`", names[0]),
        n => format!("{n} parameters, {}", crate::lang::list(&names, "and")),
    }
}
