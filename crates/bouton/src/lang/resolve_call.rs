//! Names and types in calls: of built-in functions, of parameters, and of defined functions.

use super::builtin::{self, Binary, Function};
use super::core::{ExprId, Fold, Type, Word};
use super::diagnostic::{Code, Diagnostic, nearest};
use super::parse::list;
use super::resolve::{Around, Binding, Place, Resolver};
use super::syntax::{self, Expr, ExprKind, FOLDS, Name};
use super::token::shorten;
use super::value::Value;

impl Resolver {
    pub(super) fn call(
        &mut self,
        name: &Name,
        arguments: &[Expr],
        around: &Around<'_>,
    ) -> Option<ExprId> {
        let binding =
            around.scope.parameters.get(&name.text).filter(|_| around.local(&name.text).is_none());
        if let Some(Binding::Function { variables, body, home }) = binding {
            if variables.len() != arguments.len() {
                let (has, gets) = (variables.len(), arguments.len());
                let message =
                    format!("the function given for `{name}` has {has} variables, and gets {gets}");
                let error = Diagnostic::new(Code::Arguments, message)
                    .at(name.span, format!("`{name}` gets {gets} here"));
                self.report(error, around.scope);
                return None;
            }
            let mut inner = Around::new(around.place, home);
            inner.slots = around.slots;
            for (variable, argument) in variables.iter().zip(arguments) {
                let value = self.number(argument, around);
                inner.locals.push((variable.text.clone(), value?));
            }
            return self.number(body, &inner);
        }
        if let [e @ Expr { kind: ExprKind::Name(_) | ExprKind::Slice(..), .. }] = arguments
            && let Some(heaps) = self.whole_list(name, e, around)
        {
            return heaps;
        }
        if self.may_ask
            && name.text == "grundy"
            && let Some(counters) = super::counters(arguments)
        {
            let values = counters.into_iter().map(|(name, value)| {
                self.number(value, around).map(|value| (name.to_string(), value))
            });
            let values: Option<Vec<_>> = values.collect();
            return Some(self.ask(values?));
        }
        let defined = self.defined(&name.text, around);
        if let Some((_, arity, _)) = defined
            && arity != arguments.len()
        {
            return self.wrong_count(name, &arity.to_string(), arguments, around);
        }
        let numbers: Vec<Option<ExprId>> =
            arguments.iter().map(|a| self.number(a, around)).collect();
        let numbers: Option<Vec<ExprId>> = numbers.into_iter().collect();
        if let Some(Binding::Open(i)) = binding {
            return Some(self.core.open(*i, numbers?));
        }
        if let Some((function, _, ty)) = defined {
            return Some(self.core.call(function, numbers?, ty));
        }
        if let Some(other @ (Binding::Number(_) | Binding::Set { .. } | Binding::Code(_))) = binding
        {
            let message = format!("`{name}` is {}, not a function", other.kind());
            let error = Diagnostic::new(Code::ParameterKind, message)
                .at(name.span, "a function is needed here")
                .help("a function is written `m -> ceil(m/2)`");
            self.report(error, around.scope);
            return None;
        }
        let listed = FOLDS.iter().any(|(fold, _)| *fold == name.text);
        let function = builtin::find(&name.text);
        if listed && function.is_none() {
            let error = Diagnostic::new(Code::WrongType, format!("`{name}` needs a list"))
                .at(name.span, "not of a list")
                .help(format!("write `{name}(x)`, or `{name}(t in 1..9 : …)`"));
            self.report(error, around.scope);
            return None;
        }
        let Some(function) = function else {
            let mut error = Diagnostic::new(
                Code::UnknownName,
                format!("`{}` is not a function", shorten(&name.text)),
            )
            .at(name.span, "not a function");
            let own = self.definitions.functions.keys().map(String::as_str);
            let functions: Vec<&str> = own.chain(builtin::names()).collect();
            error = match nearest(&name.text, functions.iter().copied()) {
                Some(meant) => error.help(format!("did you mean `{meant}`?")),
                None => error.help(format!("the functions are {}", list(&functions, "and"))),
            };
            self.report(error, around.scope);
            return None;
        };
        let numbers = numbers?;
        match (function, &numbers[..]) {
            (Function::One(op), &[a]) => Some(self.core.unary(op, a)),
            (Function::Two(op), &[a, b]) => Some(self.core.binary(op, a, b)),
            (Function::Many(op), &[first, ref rest @ ..]) => {
                Some(rest.iter().fold(first, |a, &b| self.core.binary(op, a, b)))
            }
            (Function::One(_), _) => self.wrong_count(name, "1", arguments, around),
            (Function::Two(_), _) => self.wrong_count(name, "2", arguments, around),
            (Function::Many(_), _) => self.wrong_count(name, "at least 1", arguments, around),
        }
    }

    /// The Grundy number of the position with other counters.
    pub(super) fn ask(&mut self, counters: Vec<(String, ExprId)>) -> ExprId {
        let known = self.asked.iter().position(|asked| *asked == counters);
        let i = known.unwrap_or_else(|| {
            self.asked.push(counters);
            self.asked.len() - 1
        });
        self.core.word(Word::Asked(i as u16))
    }

    /// A function that is defined case by case. It is made when it is first used.
    fn defined(&mut self, name: &str, around: &Around<'_>) -> Option<(u16, usize, Type)> {
        if let Some(&known) = self.functions.get(name) {
            return Some(known);
        }
        let cases = self.definitions.functions.get(name)?.clone();
        let arity = cases.first()?.patterns.len();
        let condition = cases.iter().all(|case| self.is_condition(&case.value, &mut vec![]));
        let ty = if condition { Type::Bool } else { Type::Ratio };
        let function = self.core.declare(name, arity);
        self.functions.insert(name.to_string(), (function, arity, ty));
        let mut whole = Some(self.core.no_case(function, ty));
        for case in cases.iter().rev() {
            let mut inner =
                Around { place: Place::Position, ..Around::new(Place::Position, around.scope) };
            inner.slots = arity as u16;
            let mut applies = Some(self.core.value(Value::Bool(true)));
            for (i, pattern) in case.patterns.iter().enumerate() {
                let variable = self.core.word(Word::Variable(i as u16));
                match &pattern.kind {
                    ExprKind::Name(name) => inner.locals.push((name.clone(), variable)),
                    _ => {
                        let equal = self
                            .number(pattern, &inner)
                            .map(|p| self.core.binary(Binary::Eq, variable, p));
                        applies =
                            applies.zip(equal).map(|(a, e)| self.core.binary(Binary::And, a, e));
                    }
                }
            }
            if let Some(when) = &case.when {
                let when = self.condition(when, &inner);
                applies = applies.zip(when).map(|(a, w)| self.core.binary(Binary::And, a, w));
            }
            let value = if condition {
                self.condition(&case.value, &inner)
            } else {
                self.number(&case.value, &inner)
            };
            whole = match (applies, value, whole) {
                (Some(applies), Some(value), Some(whole)) => {
                    Some(self.core.branch(applies, value, whole))
                }
                _ => None,
            };
        }
        if let Some(whole) = whole {
            self.core.define(function, whole);
        }
        Some((function, arity, ty))
    }

    /// Whether an expression has the form of a condition. Defined functions are examined too, each
    /// once.
    pub(crate) fn is_condition(&self, e: &Expr, seen: &mut Vec<String>) -> bool {
        match &e.kind {
            ExprKind::Call(name, _) if !seen.contains(&name.text) => {
                let Some(cases) = self.definitions.functions.get(&name.text) else {
                    return e.is_condition();
                };
                seen.push(name.text.clone());
                cases.iter().any(|case| self.is_condition(&case.value, seen))
            }
            ExprKind::If(_, then, otherwise) => {
                self.is_condition(then, seen) || self.is_condition(otherwise, seen)
            }
            ExprKind::Let(_, body) => self.is_condition(body, seen),
            _ => e.is_condition(),
        }
    }

    /// `xor(x)`, `sum(x[..-3])`: a fold over the heaps themselves.
    fn whole_list(&mut self, name: &Name, e: &Expr, around: &Around<'_>) -> Option<Option<ExprId>> {
        let (_, fold) = FOLDS.iter().find(|(word, _)| *word == name.text)?;
        let domain = match &e.kind {
            ExprKind::Name(x)
                if x == "x" && around.local("x").is_none() && !self.knows("x", around) =>
            {
                syntax::Domain::Heaps(None, None)
            }
            ExprKind::Slice(x, from, to) if x.text == "x" => {
                syntax::Domain::Heaps(from.clone(), to.clone())
            }
            _ => return None,
        };
        let variable = Name { text: "h".into(), span: e.span };
        let body = match fold {
            Fold::Count => ExprKind::Truth(true),
            _ => ExprKind::Name("h".into()),
        };
        let body = Expr { kind: body, span: e.span };
        Some(self.fold(*fold, &variable, &domain, &body, around))
    }

    fn wrong_count(
        &mut self,
        name: &Name,
        wanted: &str,
        arguments: &[Expr],
        around: &Around<'_>,
    ) -> Option<ExprId> {
        let found = arguments.len();
        let plural = if wanted == "1" || wanted == "at least 1" { "argument" } else { "arguments" };
        let message = format!("`{name}` needs {wanted} {plural}, found {found}");
        let error = Diagnostic::new(Code::Arguments, message)
            .at(name.span, format!("needs {wanted} {plural}"));
        self.report(error, around.scope);
        None
    }
}
