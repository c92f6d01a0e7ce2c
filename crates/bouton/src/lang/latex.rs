//! Statements of papers in LaTeX, as a paper would print them. Heaps are x₁ ≤ … ≤ xₙ, so `x[-1]` is
//! `x_{n}`. If a statement uses n for something else, the number of heaps gets another letter.

use super::builtin::Level;
use super::latex_expr::{Printer, brackets, cases_of, escape, name};
use super::paper::{ClaimKind, ClaimLine, GameName, Is, Item, With};
use super::parse::parse_expr;
use super::syntax::{ArgumentValue, Element, Expr, ExprKind, GameText, LineKind};

/// An expression, for math mode.
#[must_use]
pub fn expr(e: &Expr) -> String {
    Printer::new(&e.to_string()).expr(e, Level::Any)
}

/// A line of a statement, for text mode.
#[must_use]
pub fn line(line: &ClaimLine) -> String {
    Printer::new(&line.to_string()).line(&line.kind)
}

/// A statement, with one line of output for each of its lines.
#[must_use]
pub fn item(item: &Item) -> String {
    Printer::new(&item.to_string()).item(item)
}

/// A game that a paper defines, with its rules as they are typed.
#[must_use]
pub fn game(text: &GameText) -> String {
    let heading = text.heading().map_or(String::new(), |(own, parameters)| {
        let names: Vec<String> = parameters.iter().map(|p| name(&p.text)).collect();
        let brackets = match &names[..] {
            [] => String::new(),
            names => format!("$({})$", names.join(", ")),
        };
        format!("\\textsf{{{}}}{brackets}", escape(&own.text))
    });
    let mut lines = vec![format!("\\paragraph{{Game {heading}.}}")];
    for line in text.lines.iter().skip(1) {
        lines.push(match &line.kind {
            LineKind::About(about) => escape(about),
            LineKind::Source(source) => format!("Source: {}.", escape(source)),
            _ => format!("\\par\\texttt{{{}}}", escape(&line.to_string())),
        });
    }
    lines.join("\n") + "\n"
}

impl Printer {
    fn item(&mut self, item: &Item) -> String {
        let kind = &item.kind.text;
        let kind = kind[..1].to_uppercase() + &kind[1..];
        let mut lines = vec![format!("\\paragraph{{{kind} {}.}}", escape(&item.label))];
        if let Some(game) = &item.game {
            lines[0] += &format!(" For {}", self.game(game));
            for (i, with) in item.with.iter().enumerate() {
                lines[0] += if i == 0 { " with " } else { " and " };
                lines[0] += &match with {
                    With::Condition(e) => format!("${}$", self.any(e)),
                    With::Property(f, p) => format!("${}$ {}", name(&f.text), p.word()),
                    With::Forall(t, from, e) => {
                        let (from, e) = (self.any(from), self.any(e));
                        format!("${e}$ for all ${} \\ge {from}$", name(&t.text))
                    }
                };
            }
            lines[0] += ":";
        }
        let mut rest = &item.lines[..];
        // Whether the printed form has been shown, but not yet the corrected one.
        let mut printed = false;
        while let [first, after @ ..] = rest {
            let same = match &first.kind {
                ClaimKind::Define { name, .. } => rest
                    .iter()
                    .take_while(
                        |l| matches!(&l.kind, ClaimKind::Define { name: n, .. } if n == name),
                    )
                    .count(),
                _ => 1,
            };
            match self.function(&rest[..same]) {
                Some(cases) if same > 1 => {
                    lines.push(cases);
                    rest = &rest[same..];
                }
                _ => {
                    let line = self.line(&first.kind);
                    let says = matches!(
                        first.kind,
                        ClaimKind::Outcome { .. } | ClaimKind::Grundy(_) | ClaimKind::Relation(_)
                    );
                    lines.push(if says && printed { format!("Corrected: {line}") } else { line });
                    printed = matches!(first.kind, ClaimKind::Printed(_)) || printed && !says;
                    rest = after;
                }
            }
        }
        lines.join("\n") + "\n"
    }

    /// All cases of a function at once, if their variables have the same names.
    fn function(&mut self, cases: &[ClaimLine]) -> Option<String> {
        let mut variables: Vec<Option<&Expr>> = Vec::new();
        for case in cases {
            let ClaimKind::Define { patterns, .. } = &case.kind else { return None };
            variables.resize(patterns.len().max(variables.len()), None);
            for (variable, pattern) in variables.iter_mut().zip(patterns) {
                if matches!(pattern.kind, ExprKind::Name(_)) {
                    if variable.is_some_and(|known| known != pattern) {
                        return None;
                    }
                    *variable = Some(pattern);
                }
            }
        }
        let variables: Option<Vec<Expr>> = variables.into_iter().map(|v| v.cloned()).collect();
        let variables = variables?;
        let mut printed = Vec::new();
        let mut head = String::new();
        for case in cases {
            let ClaimKind::Define { name: f, patterns, value, when } = &case.kind else {
                return None;
            };
            head = format!("{}({})", name(&f.text), self.commas(&variables));
            let mut conditions = Vec::new();
            for (variable, pattern) in variables.iter().zip(patterns) {
                if variable != pattern {
                    conditions.push(format!("{} = {}", self.any(variable), self.any(pattern)));
                }
            }
            if let Some(when) = when {
                conditions.push(self.expr(when, Level::And));
            }
            let value = self.any(value);
            printed.push(match &conditions[..] {
                [] => format!("{value} & \\text{{otherwise}}"),
                _ => format!("{value} & \\text{{if }} {}", conditions.join(" \\land ")),
            });
        }
        Some(format!("\\[ {head} = {} \\]", cases_of(&printed)))
    }

    fn game(&mut self, game: &GameName) -> String {
        match game {
            GameName::Library(name, arguments) if arguments.is_empty() => {
                format!("\\textsf{{{}}}", escape(&name.text))
            }
            GameName::Library(name, arguments) => {
                let arguments: Vec<String> =
                    arguments.iter().map(|argument| self.argument(&argument.value)).collect();
                format!("\\textsf{{{}}}${}$", escape(&name.text), brackets(&arguments.join(", ")))
            }
            GameName::Text(text, _) => format!("``{}''", escape(text)),
        }
    }

    fn argument(&mut self, value: &ArgumentValue) -> String {
        match value {
            ArgumentValue::Number(e) => self.any(e),
            ArgumentValue::Code(code) => code.text.clone(),
            ArgumentValue::Set(elements) => {
                let elements: Vec<String> = elements
                    .iter()
                    .map(|element| match element {
                        Element::One(e) => self.any(e),
                        Element::Range(a, b) => {
                            format!("{}, \\dots, {}", self.any(a), self.any(b))
                        }
                    })
                    .collect();
                format!("\\{{{}\\}}", elements.join(", "))
            }
            ArgumentValue::Function(variables, body) => {
                let names: Vec<String> = variables.iter().map(|v| name(&v.text)).collect();
                let names = match &names[..] {
                    [only] => only.clone(),
                    _ => format!("({})", names.join(", ")),
                };
                format!("{names} \\mapsto {}", self.any(body))
            }
        }
    }

    fn line(&mut self, kind: &ClaimKind) -> String {
        let outcome = |p: bool| if p { "$\\mathcal{P}$" } else { "$\\mathcal{N}$" };
        match kind {
            ClaimKind::About(text) | ClaimKind::Stated(text) => escape(text),
            ClaimKind::When(condition) => format!("Suppose that ${}$.", self.any(condition)),
            ClaimKind::Let(n, value) => {
                format!("Let ${} = {}$.", name(&n.text), self.any(value))
            }
            ClaimKind::Define { name: f, patterns, value, when } => {
                let is = if value.is_condition() { "\\iff" } else { "=" };
                let head = format!("{}({})", name(&f.text), self.commas(patterns));
                let value = self.any(value);
                let when = self.such("\\quad\\text{if }", when);
                format!("\\[ {head} {is} {value}{when} \\]")
            }
            ClaimKind::Outcome { p, iff, condition } => {
                let iff = if *iff { "if and only if" } else { "if" };
                let condition = self.any(condition);
                format!("A position is in {} {iff} \\[ {condition}. \\]", outcome(*p))
            }
            ClaimKind::Grundy(value) => format!("\\[ \\mathcal{{G}} = {} \\]", self.any(value)),
            ClaimKind::Relation(relation) => format!("\\[ {} \\]", self.any(relation)),
            ClaimKind::Always(condition) => {
                format!("At every position \\[ {}. \\]", self.any(condition))
            }
            ClaimKind::Take { stones, heap, when } => {
                let stones = self.any(stones);
                let heap = match heap {
                    Some(heap) => format!("a heap ${}$", name(&heap.text)),
                    None => "a largest heap".to_string(),
                };
                let when =
                    when.as_ref().map_or(String::new(), |e| format!(" if ${}$", self.any(e)));
                format!(
                    "From an $\\mathcal{{N}}$-position, taking ${stones}$ from {heap} wins{when}."
                )
            }
            ClaimKind::Pass(when) => {
                let when =
                    when.as_ref().map_or(String::new(), |e| format!(" if ${}$", self.any(e)));
                format!("From an $\\mathcal{{N}}$-position, passing wins{when}.")
            }
            ClaimKind::MoveTo(target, when) => {
                let target = self.commas(target);
                let when =
                    when.as_ref().map_or(String::new(), |e| format!(" if ${}$", self.any(e)));
                format!("From an $\\mathcal{{N}}$-position, moving to $({target})$ wins{when}.")
            }
            ClaimKind::Example { game, position, is } => {
                let game = match game {
                    Some(game) => format!("In {}, ", self.game(game)),
                    None => String::new(),
                };
                let at = self.position(position);
                let is = match is {
                    Is::P => format!("is in {}", outcome(true)),
                    Is::N(by) if by.is_empty() => format!("is in {}", outcome(false)),
                    Is::N(by) => {
                        let by: Vec<String> = by.iter().map(|to| self.position(to)).collect();
                        format!("is in {}, by {}", outcome(false), by.join(" and "))
                    }
                    Is::Grundy(value) => format!("has Grundy number ${}$", self.any(value)),
                    Is::Has(condition) => format!("satisfies ${}$", self.any(condition)),
                };
                format!("{game}{at} {is}.")
            }
            ClaimKind::Table { from, to, counters, values } => {
                let (from, to) = (self.any(from), self.any(to));
                let with = match counters.is_empty() {
                    true => String::new(),
                    false => format!(" with {}", self.math(counters)),
                };
                let values = self.commas(values);
                format!(
                    "The Grundy numbers of the heaps ${from}, \\dots, {to}${with} are ${values}$."
                )
            }
            ClaimKind::Printed(line) => format!("As printed: {}", self.line(&line.kind)),
            ClaimKind::Erratum(why, positions) => {
                let at: Vec<String> = positions.iter().map(|at| self.position(at)).collect();
                let at = match at.is_empty() {
                    true => String::new(),
                    false => format!(" (at {})", at.join(" and ")),
                };
                format!("\\emph{{Erratum:}} {}{at}.", escape(why))
            }
        }
    }

    fn such(&mut self, word: &str, when: &Option<Expr>) -> String {
        when.as_ref().map_or(String::new(), |when| format!(" {word} {}", self.any(when)))
    }

    /// A position as it is typed: `(1, 1;\ \mathrm{pass} = 0)`.
    fn position(&mut self, position: &str) -> String {
        let parts: Option<Vec<String>> = position.split(';').map(|part| self.list(part)).collect();
        match parts {
            Some(parts) => format!("$({})$", parts.join(";\\ ")),
            None => format!("\\texttt{{{}}}", escape(position)),
        }
    }

    /// Expressions with commas between them, as they are typed.
    fn math(&mut self, text: &str) -> String {
        match self.list(text) {
            Some(list) => format!("${list}$"),
            None => format!("\\texttt{{{}}}", escape(text)),
        }
    }

    fn list(&mut self, text: &str) -> Option<String> {
        let parts: Option<Vec<String>> =
            text.split(',').map(|e| parse_expr(e).ok().map(|e| self.any(&e))).collect();
        Some(parts?.join(", "))
    }
}
