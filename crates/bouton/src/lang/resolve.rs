//! Expressions with names to expressions of the core: looks up every name and checks every type.

use std::collections::BTreeMap;
use std::rc::Rc;

use dashu_int::IBig;

use super::builtin::{self, Binary, Unary};
use super::core::{Core, ExprId, Type, Word};
use super::diagnostic::{Code, Diagnostic, MAX_ERRORS, Span, nearest};
use super::guess::digits_of;
use super::syntax::*;
use super::token::shorten;
use super::value::Value;

/// Where an expression stands, which decides the words that have a meaning in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// It must be a constant.
    Constant,
    /// A position is given.
    Position,
    /// A heap has been chosen too.
    Take,
}

/// What positions look like.
#[derive(Clone, Debug)]
pub(crate) enum Vocabulary {
    /// Heaps.
    Heaps,
    /// Named coordinates.
    Tuple(Vec<String>),
}

/// What a parameter stands for.
#[derive(Clone, Debug)]
pub(crate) enum Binding {
    /// A number.
    Number(ExprId),
    /// A function, with the parameters that its text may mention.
    Function { variables: Vec<Name>, body: Expr, home: Rc<Scope> },
    /// A set, with the parameters that its text may mention.
    Set { elements: Vec<Element>, home: Rc<Scope> },
    /// The code of an octal game.
    Code(Name),
    /// Left open.
    Open(u16),
}

impl Binding {
    /// What kind of value it is, for messages. A value with a decimal point is a code, and is shown
    /// unchanged: `2.5`.
    pub(super) fn kind(&self) -> String {
        match self {
            Binding::Number(_) | Binding::Open(_) => "a number".into(),
            Binding::Function { .. } => "a function".into(),
            Binding::Set { .. } => "a set".into(),
            Binding::Code(code) => format!("`{}`", shorten(&code.text)),
        }
    }
}

/// The parameters that a text may mention, and the place to report its errors at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// What the parameters stand for.
    pub(crate) parameters: BTreeMap<String, Binding>,
    /// The place in the user's text to point at, when the text itself is not the user's.
    pub(crate) blame: Option<Span>,
}

/// The words of the language and where they have a meaning.
pub(super) const WORDS: &[(&str, Word, Place)] = &[
    ("m", Word::Chosen, Place::Take),
    ("total", Word::Total, Place::Position),
    ("largest", Word::Largest, Place::Position),
    ("smallest", Word::Smallest, Place::Position),
    ("count", Word::Count, Place::Position),
    ("turn", Word::Turn, Place::Position),
    ("last", Word::Last, Place::Position),
    ("passes", Word::Passes, Place::Position),
];

/// Whether a name has a meaning of its own and cannot be given another.
pub(crate) fn is_reserved(name: &str) -> bool {
    // `m` and `x` are about heaps; in games of tuples they are free names.
    let word = WORDS.iter().any(|(w, word, _)| *w == name && *word != Word::Chosen);
    word || builtin::find(name).is_some() || GRAMMAR_WORDS.contains(&name)
}

/// Whether it is one of the words of games of heaps, like `total`.
pub(crate) fn is_word(name: &str) -> bool {
    WORDS.iter().any(|(word, ..)| *word == name)
}

/// Looks names up and builds the core.
pub(crate) struct Resolver {
    /// What has been built.
    pub(crate) core: Core,
    /// What was wrong.
    pub(crate) errors: Vec<Diagnostic>,
    /// What positions look like.
    pub(crate) vocabulary: Vocabulary,
    /// The words that were mentioned.
    pub(crate) mentioned: Vec<Word>,
    /// Functions defined by expressions: number, number of arguments, type.
    pub(crate) functions: BTreeMap<String, (u16, usize, Type)>,
    /// Definitions of names, resolved when they are used.
    pub(crate) definitions: Definitions,
    /// Values of other positions that are needed: `grundy(pass=1)`.
    pub(crate) asked: Vec<Vec<(String, ExprId)>>,
    /// Whether values of positions may be used.
    pub(crate) may_ask: bool,
    /// Whether this reads a claim rather than a game.
    pub(crate) in_claim: bool,
}

/// Definitions of names and of functions, case by case.
#[derive(Clone, Debug, Default)]
pub(crate) struct Definitions {
    pub(crate) names: BTreeMap<String, Expr>,
    pub(crate) functions: BTreeMap<String, Vec<Case>>,
    /// Names whose definition is being resolved.
    open: Vec<String>,
    /// What names stand for, by the number of variables around them and whether values may be asked for. `None` is a
    /// name whose definition is wrong, which was reported.
    known: BTreeMap<(String, u16, bool), Option<ExprId>>,
}

/// One case of a function.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) patterns: Vec<Expr>,
    pub(crate) value: Expr,
    pub(crate) when: Option<Expr>,
}

/// The surroundings of an expression: the variables in scope, the place, and the parameters.
#[derive(Clone)]
pub(crate) struct Around<'a> {
    pub(crate) place: Place,
    pub(crate) scope: &'a Rc<Scope>,
    pub(crate) locals: Vec<(String, ExprId)>,
    /// How many variables are in use.
    pub(crate) slots: u16,
}

impl<'a> Around<'a> {
    pub(crate) fn new(place: Place, scope: &'a Rc<Scope>) -> Around<'a> {
        Around { place, scope, locals: Vec::new(), slots: 0 }
    }

    pub(crate) fn local(&self, name: &str) -> Option<ExprId> {
        self.locals.iter().rev().find(|(n, _)| n == name).map(|(_, id)| *id)
    }
}

impl Resolver {
    pub(crate) fn new() -> Resolver {
        Resolver {
            core: Core::default(),
            errors: Vec::new(),
            vocabulary: Vocabulary::Heaps,
            mentioned: Vec::new(),
            functions: BTreeMap::new(),
            definitions: Definitions::default(),
            asked: Vec::new(),
            may_ask: false,
            in_claim: false,
        }
    }

    /// Reports an error at a place of a text with this scope.
    pub(crate) fn report(&mut self, mut error: Diagnostic, scope: &Scope) {
        if let (Some(blame), Some(_)) = (scope.blame, error.span) {
            error.span = Some(blame);
        }
        let known = scope.blame.is_some() && self.errors.contains(&error);
        if !known && self.errors.len() < MAX_ERRORS {
            self.errors.push(error);
        }
    }

    /// An expression that must be a number.
    pub(crate) fn number(&mut self, e: &Expr, around: &Around<'_>) -> Option<ExprId> {
        let id = self.expr(e, around)?;
        self.check(id, e, around, false)
    }

    /// An expression that must be a condition.
    pub(crate) fn condition(&mut self, e: &Expr, around: &Around<'_>) -> Option<ExprId> {
        let id = self.expr(e, around)?;
        self.check(id, e, around, true)
    }

    /// An expression that may be either.
    pub(crate) fn any(&mut self, e: &Expr, around: &Around<'_>) -> Option<ExprId> {
        self.expr(e, around)
    }

    fn check(
        &mut self,
        id: ExprId,
        e: &Expr,
        around: &Around<'_>,
        condition: bool,
    ) -> Option<ExprId> {
        if (self.core.type_of(id) == Type::Bool) == condition {
            return Some(id);
        }
        let (wanted, found) =
            if condition { ("a condition", "a number") } else { ("a number", "a condition") };
        let error = Diagnostic::new(Code::WrongType, format!("expected {wanted}, found {found}"))
            .at(e.span, format!("`{}` is {found}", shorten(&e.to_string())));
        self.report(error, around.scope);
        None
    }

    fn expr(&mut self, e: &Expr, around: &Around<'_>) -> Option<ExprId> {
        match &e.kind {
            ExprKind::Number(number) => Some(self.core.int(number.clone())),
            ExprKind::Truth(truth) => Some(self.core.value(Value::Bool(*truth))),
            ExprKind::Name(name) => self.name(name, e.span, around),
            ExprKind::Call(name, arguments) => self.call(name, arguments, around),
            ExprKind::Index(name, index) => {
                let place = index.span;
                let index = self.number(index, around);
                self.index(name, index?, place, around)
            }
            ExprKind::Prefix(prefix, inner) => match prefix {
                Prefix::Minus => {
                    let inner = self.number(inner, around)?;
                    Some(self.core.unary(Unary::Neg, inner))
                }
                Prefix::Not => {
                    let inner = self.condition(inner, around)?;
                    Some(self.core.unary(Unary::Not, inner))
                }
            },
            ExprKind::Infix(infix, a, b) => {
                let (op, logical) = match infix {
                    Infix::Iff => (Binary::Eq, true),
                    Infix::Or => (Binary::Or, true),
                    Infix::And => (Binary::And, true),
                    Infix::Xor => (Binary::Xor, false),
                    Infix::Add => (Binary::Add, false),
                    Infix::Sub => (Binary::Sub, false),
                    Infix::Mul => (Binary::Mul, false),
                    Infix::Div => (Binary::Div, false),
                    Infix::Mod => (Binary::Mod, false),
                    Infix::Pow => (Binary::Pow, false),
                };
                let part = if logical { Resolver::condition } else { Resolver::number };
                let (a, b) = (part(self, a, around), part(self, b, around));
                Some(self.core.binary(op, a?, b?))
            }
            ExprKind::Compare(first, rest) => self.compare(first, rest, around),
            ExprKind::If(condition, a, b) => {
                let condition = self.condition(condition, around);
                let first = self.expr(a, around);
                let second = self.expr(b, around);
                let (condition, first, second) = (condition?, first?, second?);
                let is_condition = self.core.type_of(first) == Type::Bool;
                self.check(second, b, around, is_condition)?;
                Some(self.core.branch(condition, first, second))
            }
            ExprKind::Let(bindings, body) => {
                let mut inner = around.clone();
                for (name, value) in bindings {
                    let value = self.expr(value, &inner)?;
                    inner.locals.push((name.text.clone(), value));
                }
                self.expr(body, &inner)
            }
            ExprKind::Fold(fold, variable, domain, body) => {
                self.fold(*fold, variable, domain, body, around)
            }
            ExprKind::Slice(name, ..) => {
                let error = Diagnostic::new(Code::WrongType, "a list of heaps is not a number")
                    .at(e.span, "expected a number")
                    .help(format!("write `sum(h in {e} : h)`, or one heap: `{name}[-1]`"));
                self.report(error, around.scope);
                None
            }
            ExprKind::Member(tuple, set) => self.member(tuple, set, e.span, around),
        }
    }

    /// `a < b <= c` is `a < b and b <= c`. Conditions can be compared only with `=` and `!=`.
    fn compare(
        &mut self,
        first: &Expr,
        rest: &[(Comparison, Expr)],
        around: &Around<'_>,
    ) -> Option<ExprId> {
        let mut left = self.expr(first, around);
        let mut left_expr = first;
        let mut whole = Some(self.core.value(Value::Bool(true)));
        for (comparison, right_expr) in rest {
            let right = self.expr(right_expr, around);
            if let (Some(a), Some(b)) = (left, right) {
                let equality = matches!(comparison, Comparison::Equal | Comparison::Unequal);
                let conditions = equality && self.core.type_of(a) == Type::Bool;
                let checked = self.check(a, left_expr, around, conditions).is_some()
                    && self.check(b, right_expr, around, conditions).is_some();
                if checked {
                    let one = self.comparison(*comparison, a, b);
                    whole = whole.map(|whole| self.core.binary(Binary::And, whole, one));
                } else {
                    whole = None;
                }
            } else {
                whole = None;
            }
            (left, left_expr) = (right, right_expr);
        }
        whole
    }

    fn comparison(&mut self, comparison: Comparison, a: ExprId, b: ExprId) -> ExprId {
        let core = &mut self.core;
        match comparison {
            Comparison::Equal => core.binary(Binary::Eq, a, b),
            Comparison::Unequal => {
                let equal = core.binary(Binary::Eq, a, b);
                core.unary(Unary::Not, equal)
            }
            Comparison::Less => core.binary(Binary::Lt, a, b),
            Comparison::AtMost => core.binary(Binary::Le, a, b),
            Comparison::Greater => core.binary(Binary::Lt, b, a),
            Comparison::AtLeast => core.binary(Binary::Le, b, a),
            Comparison::Divides => core.divides(a, b),
        }
    }

    fn name(&mut self, name: &str, span: Span, around: &Around<'_>) -> Option<ExprId> {
        if let Some(local) = around.local(name) {
            return Some(local);
        }
        match around.scope.parameters.get(name) {
            Some(Binding::Number(id)) => return Some(*id),
            Some(Binding::Open(i)) => return Some(self.core.word(Word::Parameter(*i))),
            Some(other) => {
                let whole = if matches!(other, Binding::Code(_)) { "whole " } else { "" };
                let message = format!("`{name}` is {}, not a {whole}number", other.kind());
                let mut error = Diagnostic::new(Code::ParameterKind, message)
                    .at(span, format!("a {whole}number is needed here"));
                if !whole.is_empty() {
                    error = error.help("write a number without a point, like `2`");
                }
                self.report(error, around.scope);
                return None;
            }
            None => {}
        }
        if let Vocabulary::Tuple(names) = &self.vocabulary
            && around.place > Place::Constant
            && let Some(i) = names.iter().position(|n| n == name)
        {
            return Some(self.core.word(Word::Coordinate(i as u16)));
        }
        if around.place > Place::Constant
            && let Some(definition) = self.definitions.names.get(name).cloned()
        {
            let key = (name.to_string(), around.slots, self.may_ask);
            if let Some(known) = self.definitions.known.get(&key) {
                return *known;
            }
            // The definition must not use itself.
            let this = self.definitions.names.remove(name);
            self.definitions.open.push(name.to_string());
            let id = self.expr(&definition, &Around { locals: vec![], ..around.clone() });
            self.definitions.open.pop();
            self.definitions.names.extend(this.map(|this| (name.to_string(), this)));
            self.definitions.known.insert(key, id);
            return id;
        }
        if self.may_ask && name == "grundy" {
            return Some(self.ask(vec![]));
        }
        if let Some((_, word, least)) = WORDS.iter().find(|(w, ..)| *w == name) {
            return self.position_word(name, *word, *least, span, around);
        }
        let error = self.unknown(name, span, around);
        self.report(error, around.scope);
        None
    }

    fn position_word(
        &mut self,
        name: &str,
        word: Word,
        least: Place,
        span: Span,
        around: &Around<'_>,
    ) -> Option<ExprId> {
        let tuple = matches!(self.vocabulary, Vocabulary::Tuple(_));
        let why_not = if around.place == Place::Constant {
            Some("a constant is needed here, and it depends on the position")
        } else if tuple && matches!(word, Word::Chosen | Word::Last) {
            Some("it is for games of heaps, with `take`")
        } else if around.place < least {
            Some("it is the size of the chosen heap, and no heap is chosen here")
        } else {
            None
        };
        if let Some(why) = why_not {
            let error = Diagnostic::new(Code::WordNotHere, format!("`{name}` has no meaning here"))
                .at(span, why);
            self.report(error, around.scope);
            return None;
        }
        if !self.mentioned.contains(&word) {
            self.mentioned.push(word);
        }
        Some(self.core.word(word))
    }

    fn unknown(&self, name: &str, span: Span, around: &Around<'_>) -> Diagnostic {
        let shown = shorten(name);
        if self.definitions.open.iter().any(|open| open == name) {
            let message = format!("`{shown}` is defined by itself");
            return Diagnostic::new(Code::UnknownName, message).at(span, "it has no value yet");
        }
        let error = Diagnostic::new(Code::UnknownName, format!("`{shown}` is not known"))
            .at(span, "not a word, a parameter or a variable");
        if let Some(number) = digits_of(name) {
            return error.help(format!("write `{number}`"));
        }
        if builtin::find(name).is_some() {
            return error.help(format!("`{name}` is a function: write `{name}(…)`"));
        }
        let heaps = matches!(self.vocabulary, Vocabulary::Heaps);
        if name == "x" && around.place > Place::Constant && heaps {
            return error.help(
                "`x[-1]` is the largest heap, `x[1]` the smallest; in a row the last and the first",
            );
        }
        let locals = around.locals.iter().map(|(n, _)| n.as_str());
        let parameters = around.scope.parameters.keys().map(String::as_str);
        let coordinates: &[String] = match &self.vocabulary {
            Vocabulary::Tuple(names) => names,
            Vocabulary::Heaps => &[],
        };
        let words = WORDS.iter().filter(|(.., least)| *least <= around.place).map(|(w, ..)| *w);
        let known = locals
            .chain(parameters)
            .chain(self.definitions.names.keys().map(String::as_str))
            .chain(coordinates.iter().map(String::as_str))
            .chain(words)
            .chain(builtin::names());
        match nearest(name, known) {
            Some(meant) => error.help(format!("did you mean `{meant}`?")),
            None if around.place == Place::Constant => error.help("a constant is needed here"),
            None if self.in_claim => error.help(format!("define it before: `let {shown} = …`")),
            None => error
                .help(format!("write a number, or name it in the heading: `game mine({shown})`")),
        }
    }

    fn index(
        &mut self,
        name: &Name,
        index: ExprId,
        place: Span,
        around: &Around<'_>,
    ) -> Option<ExprId> {
        let heaps = matches!(self.vocabulary, Vocabulary::Heaps);
        let error = if name.text != "x" || !heaps {
            Diagnostic::new(Code::WordNotHere, format!("`{}` has no index", name.text))
                .at(name.span, "only `x[…]`, in games of heaps, has one")
        } else if around.place == Place::Constant {
            Diagnostic::new(Code::WordNotHere, "`x` has no meaning here")
                .at(name.span, "a constant is needed here, and it depends on the position")
        } else {
            let index = self.counted(index, place, around)?;
            return Some(self.core.heap(index));
        };
        self.report(error, around.scope);
        None
    }

    /// An index that is not 0.
    pub(super) fn counted(
        &mut self,
        index: ExprId,
        place: Span,
        around: &Around<'_>,
    ) -> Option<ExprId> {
        if self.core.constant(index) != Some(&Value::Int(IBig::ZERO)) {
            return Some(index);
        }
        let error = Diagnostic::new(
            Code::WordNotHere,
            "indices count from 1 (the first heap) on or from -1 (the last) back",
        )
        .at(place, "the index is 0")
        .help("`x[1]` is the smallest heap, `x[-1]` the largest; in a row the first and the last");
        self.report(error, around.scope);
        None
    }
}

/// A whole number as a constant expression: `10^60 + 3`.
pub(crate) fn constant_expr(e: &Expr) -> Result<IBig, Diagnostic> {
    let mut resolver = Resolver::new();
    let scope = Rc::new(Scope::default());
    let Some(id) = resolver.number(e, &Around::new(Place::Constant, &scope)) else {
        let error = resolver.errors.into_iter().next();
        return Err(error.unwrap_or_else(|| Diagnostic::new(Code::Constant, "a number is needed")));
    };
    let value = super::eval::constant(&resolver.core, id).and_then(|value| {
        value.integer().cloned().map_err(|fault| super::eval::Failure { expr: id, fault })
    });
    value.map_err(|failure| {
        Diagnostic::new(failure.fault.code(), failure.fault.to_string())
            .at(e.span, "not a whole number that can be computed")
    })
}

/// Reads a text that is a single whole number: digits, or a constant expression like `10^6`.
pub fn parse_number(text: &str) -> Result<IBig, Diagnostic> {
    let unread = || Diagnostic::new(Code::Constant, format!("`{}` is not a number", shorten(text)));
    let e = super::parse_expr(text)
        .map_err(|errors| errors.into_iter().next().unwrap_or_else(unread))?;
    constant_expr(&e)
}
