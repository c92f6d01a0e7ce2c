//! The names that the text of a game mentions, and how it uses them.

use super::syntax::*;

/// How a text uses a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use<'a> {
    /// As a number.
    Number,
    /// As a number in a set with generators: a parameter, or a variable of the set.
    Generated,
    /// As a function that is called.
    Call,
    /// As the whole of what may be taken: a number, or a set.
    Taken,
    /// As an argument of a game: its name, the number of the argument, and the name of the parameter, if it is given.
    Argument(&'a Name, usize, Option<&'a Name>),
}

/// What is done with each name.
pub(crate) type Visit<'v> = &'v mut dyn FnMut(&Name, Use<'_>);

impl Expr {
    /// Calls `visit` for every name in the expression that is not bound in it: numbers, and functions that are called.
    pub(crate) fn each_use(&self, visit: Visit<'_>) {
        let bound: Vec<&Name> = match &self.kind {
            ExprKind::Name(text) => {
                return visit(&Name { text: text.clone(), span: self.span }, Use::Number);
            }
            ExprKind::Call(name, _) => {
                visit(name, Use::Call);
                vec![]
            }
            ExprKind::Let(bindings, _) => bindings.iter().map(|(name, _)| name).collect(),
            ExprKind::Fold(_, variable, ..) => vec![variable],
            _ => vec![],
        };
        let parts = self.parts();
        let last = parts.len().saturating_sub(1);
        for (i, part) in parts.into_iter().enumerate() {
            // A name is bound in the parts after its value.
            let bound = match &self.kind {
                ExprKind::Let(..) => &bound[..i.min(bound.len())],
                _ if i == last => &bound[..],
                _ => &[],
            };
            let generated = matches!(&self.kind, ExprKind::Member(tuple, _) if i >= tuple.len());
            part.each_use(&mut |name, how| {
                if bound.contains(&name) {
                    return;
                }
                visit(name, if generated && how == Use::Number { Use::Generated } else { how });
            });
        }
    }
}

fn in_elements(elements: &[Element], visit: Visit<'_>) {
    for element in elements {
        match element {
            Element::One(e) => e.each_use(visit),
            Element::Range(a, b) => [a, b].into_iter().for_each(|e| e.each_use(visit)),
        }
    }
}

/// The names in what may be taken. A single name may be a set.
fn in_taken(elements: &[Element], visit: Visit<'_>) {
    for element in elements {
        match element {
            Element::One(Expr { kind: ExprKind::Name(text), span }) => {
                visit(&Name { text: text.clone(), span: *span }, Use::Taken);
            }
            element => in_elements(std::slice::from_ref(element), visit),
        }
    }
}

/// The names in the arguments of a game.
pub(crate) fn in_arguments(game: &Name, arguments: &[Argument], visit: Visit<'_>) {
    for (i, argument) in arguments.iter().enumerate() {
        match &argument.value {
            ArgumentValue::Number(Expr { kind: ExprKind::Name(text), span }) => {
                let name = Name { text: text.clone(), span: *span };
                visit(&name, Use::Argument(game, i, argument.name.as_ref()));
            }
            ArgumentValue::Number(e) => e.each_use(visit),
            ArgumentValue::Set(elements) => in_elements(elements, visit),
            ArgumentValue::Function(variables, body) => body.each_use(&mut |name, how| {
                if !variables.contains(name) {
                    visit(name, how);
                }
            }),
            ArgumentValue::Code(_) => {}
        }
    }
}

impl LineKind {
    /// The variables that the line introduces.
    pub(crate) fn variables(&self) -> Vec<Name> {
        let parts = |parts: &Parts| match parts {
            Parts::Named(names) => names.clone(),
            Parts::Number(..) => vec![],
        };
        match self {
            LineKind::Take { amount, then, .. } => {
                let mut names = then.as_ref().map(parts).unwrap_or_default();
                if let Amount::Variables(stones) = amount {
                    names.extend(stones.iter().cloned());
                }
                names
            }
            LineKind::Split { parts: into, .. } => parts(into),
            LineKind::Move { variables, .. } => variables.clone(),
            _ => vec![],
        }
    }

    /// Calls `visit` for every name that the line does not introduce itself.
    fn each_use(&self, visit: Visit<'_>) {
        let own = self.variables();
        let visit: Visit<'_> = &mut |name, how| {
            if !own.contains(name) {
                visit(name, how);
            }
        };
        let limits = |limits: &Limits, visit: Visit<'_>| {
            let Limits { condition, after, when } = limits;
            [condition, after, when].into_iter().flatten().for_each(|e| e.each_use(visit));
        };
        let parts = |parts: &Parts, visit: Visit<'_>| {
            if let Parts::Number(Some(number), _) = parts {
                in_elements(number, visit);
            }
        };
        match self {
            LineKind::Heading(..)
            | LineKind::About(_)
            | LineKind::Source(_)
            | LineKind::Order(_)
            | LineKind::Code(..)
            | LineKind::Ending(_) => {}
            LineKind::Where(e) | LineKind::Heaps(e) => e.each_use(visit),
            LineKind::Base(name, arguments) => in_arguments(name, arguments, visit),
            LineKind::Sum(summands) => {
                for summand in summands {
                    if let Summand::Library(name, arguments) = summand {
                        in_arguments(name, arguments, visit);
                    }
                }
            }
            LineKind::Position(_, condition) => condition.iter().for_each(|e| e.each_use(visit)),
            LineKind::Take { amount, group, then, limits: ends, .. } => {
                match amount {
                    Amount::In(elements) | Amount::AllBut(elements) => in_taken(elements, visit),
                    Amount::Variables(_) => {}
                }
                if let Group::Several { number, .. } = group {
                    in_elements(number, visit);
                }
                then.iter().for_each(|then| parts(then, visit));
                limits(ends, visit);
            }
            LineKind::Split { parts: into, limits: ends, .. } => {
                parts(into, visit);
                limits(ends, visit);
            }
            LineKind::Move { target, limits: ends, .. } => {
                target.iter().for_each(|e| e.each_use(visit));
                limits(ends, visit);
            }
            LineKind::Pass(passes, _, when) => {
                [passes].into_iter().chain(when).for_each(|e| e.each_use(visit));
            }
            LineKind::Rank(exprs) => exprs.iter().for_each(|e| e.each_use(visit)),
        }
    }
}

impl GameText {
    /// Calls `visit` for every name that is neither a variable nor a coordinate: words of the
    /// language, parameters, and names without a meaning.
    pub(crate) fn each_use(&self, visit: Visit<'_>) {
        let coordinates = self.lines.iter().find_map(|line| match &line.kind {
            LineKind::Position(names, _) => Some(&names[..]),
            _ => None,
        });
        for line in &self.lines {
            line.kind.each_use(&mut |name, how| {
                if !coordinates.is_some_and(|names| names.contains(name)) {
                    visit(name, how);
                }
            });
        }
    }
}
