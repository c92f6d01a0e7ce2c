//! The syntax tree back to text. Reading the printed text gives the same tree.

use std::fmt::{self, Display, Formatter};

use super::syntax::*;
use super::token::{TextKind, is_open};

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        expr(f, self, 0, 0)
    }
}

/// Prints `e` at a place where its operators must bind at least as tightly as `left`, and what
/// follows binds as tightly as `right`. Adds brackets if the text would be read differently without
/// them.
fn expr(f: &mut Formatter<'_>, e: &Expr, left: u8, right: u8) -> fmt::Result {
    if needs_brackets(e, left, right) {
        f.write_str("(")?;
        expr(f, e, 0, 0)?;
        return f.write_str(")");
    }
    match &e.kind {
        ExprKind::Number(number) => write!(f, "{number}"),
        ExprKind::Truth(truth) => write!(f, "{truth}"),
        ExprKind::Name(name) => f.write_str(name),
        ExprKind::Call(name, arguments) => {
            let mut arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            // `count(i in {…})` would be read as a variable and its range.
            if let Some(first) = arguments.first_mut()
                && FOLDS.iter().any(|(word, _)| *word == name.text)
                && first.split_whitespace().nth(1) == Some("in")
            {
                *first = format!("({first})");
            }
            write!(f, "{name}({})", arguments.join(", "))
        }
        ExprKind::Index(name, index) => write!(f, "{}[{index}]", name.text),
        ExprKind::Prefix(prefix, inner) => {
            f.write_str(match prefix {
                Prefix::Minus => "-",
                Prefix::Not => "not ",
            })?;
            expr(f, inner, prefix.binding(), right)
        }
        ExprKind::Infix(infix, a, b) => {
            let (tight_left, tight_right) = infix.binding();
            let beside = if *infix == Infix::Iff { tight_right } else { tight_left };
            expr(f, a, left.max(beside), tight_left)?;
            match infix {
                Infix::Mul | Infix::Div | Infix::Pow => f.write_str(infix.sign())?,
                _ => write!(f, " {} ", infix.sign())?,
            }
            expr(f, b, tight_right, right)
        }
        ExprKind::Compare(first, rest) => {
            let (tight_left, tight_right) = COMPARISON_BINDING;
            expr(f, first, left.max(tight_left), tight_right)?;
            for (i, (comparison, e)) in rest.iter().enumerate() {
                write!(f, " {} ", comparison.sign())?;
                let edge = if i + 1 == rest.len() { right } else { tight_right };
                expr(f, e, tight_right, edge)?;
            }
            Ok(())
        }
        ExprKind::If(condition, then, otherwise) => {
            write!(f, "if {condition} then {then} else ")?;
            expr(f, otherwise, 0, right)
        }
        ExprKind::Let(bindings, body) => {
            let bindings: Vec<String> =
                bindings.iter().map(|(n, e)| format!("{n} = {e}")).collect();
            write!(f, "let {} in {body}", bindings.join(", "))
        }
        ExprKind::Fold(fold @ (Fold::Exists | Fold::Forall), variable, domain, body) => {
            write!(f, "{} {variable} in {domain} : {body}", fold_word(*fold))
        }
        ExprKind::Fold(fold, variable, domain, body) => {
            write!(f, "{}({variable} in {domain} : {body})", fold_word(*fold))
        }
        ExprKind::Slice(name, from, to) => write!(f, "{name}[{}]", slice(from, to)),
        ExprKind::Member(tuple, Generated { tuple: of, conditions }) => {
            match &tuple[..] {
                [single] => expr(f, single, left.max(COMPARISON_BINDING.1), COMPARISON_BINDING.1)?,
                _ => write!(f, "({})", commas(tuple))?,
            }
            write!(f, " in {{ ({}) : {} }}", commas(of), commas(conditions))
        }
    }
}

fn fold_word(fold: Fold) -> &'static str {
    FOLDS.iter().find(|(_, f)| *f == fold).map_or("", |(word, _)| word)
}

fn slice(from: &Option<Box<Expr>>, to: &Option<Box<Expr>>) -> String {
    let end = |e: &Option<Box<Expr>>| e.as_ref().map_or(String::new(), ToString::to_string);
    format!("{}..{}", end(from), end(to))
}

impl Display for Domain {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Range(a, b) => write!(f, "{a}..{b}"),
            Domain::Heaps(None, None) => f.write_str("x"),
            Domain::Heaps(from, to) => write!(f, "x[{}]", slice(from, to)),
        }
    }
}

fn needs_brackets(e: &Expr, left: u8, right: u8) -> bool {
    match &e.kind {
        // Nothing before a prefix operator or an `if` can bind to its parts; only what follows can.
        ExprKind::Prefix(prefix, _) => prefix.binding() < right,
        ExprKind::If(..) | ExprKind::Let(..) | ExprKind::Fold(Fold::Exists | Fold::Forall, ..) => {
            right > 0
        }
        ExprKind::Member(..) => COMPARISON_BINDING.0 < left || COMPARISON_BINDING.0 < right,
        ExprKind::Infix(infix, ..) => {
            let (tight_left, tight_right) = infix.binding();
            tight_left < left || tight_right.min(tight_left) < right
        }
        ExprKind::Compare(..) => COMPARISON_BINDING.0 < left || COMPARISON_BINDING.0 < right,
        _ => false,
    }
}

/// Things with commas between them.
pub(super) fn commas<T: Display>(things: &[T]) -> String {
    things.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// A word and the condition after it, if there is one.
pub(super) fn optional(f: &mut Formatter<'_>, word: &str, e: &Option<Expr>) -> fmt::Result {
    match e {
        Some(e) => write!(f, " {word} {e}"),
        None => Ok(()),
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Element::One(e) => write!(f, "{e}"),
            Element::Range(a, b) => write!(f, "{a}..{b}"),
        }
    }
}

/// A set, without braces when `bare` and it has a single element.
fn set(f: &mut Formatter<'_>, elements: &[Element], bare: bool) -> fmt::Result {
    match elements {
        [only] if bare => write!(f, "{only}"),
        _ => write!(f, "{{{}}}", commas(elements)),
    }
}

impl Display for Argument {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name} = ")?;
        }
        // `k = 3` would be a value for k.
        let named = |e: &Expr| {
            matches!(
                e.kind,
                ExprKind::Compare(..) | ExprKind::Infix(Infix::Iff | Infix::And | Infix::Or, ..)
            )
        };
        match &self.value {
            ArgumentValue::Number(e) if named(e) => write!(f, "({e})"),
            ArgumentValue::Number(e) => write!(f, "{e}"),
            ArgumentValue::Set(elements) => {
                let bare = matches!(&elements[..], [Element::Range(from, _)] if !named(from));
                set(f, elements, bare)
            }
            ArgumentValue::Function(variables, body) => match &variables[..] {
                [only] => write!(f, "{only} -> {body}"),
                _ => write!(f, "({}) -> {body}", commas(variables)),
            },
            ArgumentValue::Code(code) => write!(f, "{code}"),
        }
    }
}

/// A set without braces, where that is unambiguous.
struct Bare<'a>(&'a [Element]);

impl fmt::Display for Bare<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        set(f, self.0, true)
    }
}

fn write_group(f: &mut Formatter<'_>, group: &Group, share: Share) -> fmt::Result {
    match group {
        Group::One(from) => f.write_str(from.word()),
        Group::All => f.write_str("all"),
        Group::Both => f.write_str("both"),
        Group::NonEmpty => f.write_str("all non-empty"),
        Group::Several { each, number, among } => {
            let number = Bare(number).to_string();
            // A word such as `largest` would be read as a single heap.
            let is_word = number.starts_with(char::is_alphabetic);
            let said = match (each, share) {
                (true, Share::Total) if !is_word => "",
                (true, _) => "each of ",
                (false, _) => "some of ",
            };
            write!(f, "{said}{number} {}", among.word())
        }
    }
}

/// What a heap is split into, unless it is the default.
fn write_parts(f: &mut Formatter<'_>, parts: &Parts) -> fmt::Result {
    match parts {
        Parts::Number(None, Likeness::Any) => Ok(()),
        Parts::Number(number, likeness) => {
            f.write_str(" into")?;
            if let Some(number) = number {
                f.write_str(" ")?;
                set(f, number, true)?;
            }
            f.write_str(match likeness {
                Likeness::Any => "",
                Likeness::Equal => " equal",
                Likeness::Unequal => " unequal",
            })
        }
        Parts::Named(names) => write!(f, " into {}", commas(names)),
    }
}

/// A text in a kind of quotes that it does not contain.
fn quoted(text: &str) -> String {
    if text.contains('"') { format!("'{text}'") } else { format!("\"{text}\"") }
}

impl Display for Summand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Summand::Library(name, arguments) if arguments.is_empty() => write!(f, "{name}"),
            Summand::Library(name, arguments) => write!(f, "{name}({})", commas(arguments)),
            Summand::Text(text) if text.text.contains('\'') => f.write_str(&quoted(&text.text)),
            Summand::Text(text) => write!(f, "'{text}'"),
        }
    }
}

impl Display for Limits {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        optional(f, "where", &self.condition)?;
        optional(f, "where after:", &self.after)?;
        optional(f, "when", &self.when)
    }
}

impl Display for Line {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            LineKind::Heading(name, parameters) if parameters.is_empty() => {
                write!(f, "game {name}")
            }
            LineKind::Heading(name, parameters) => write!(f, "game {name}({})", commas(parameters)),
            LineKind::About(text) => write!(f, "{}", quoted(text)),
            LineKind::Source(text) => write!(f, "source {}", quoted(text)),
            LineKind::Where(e) => write!(f, "where {e}"),
            LineKind::Base(name, arguments) if arguments.is_empty() => write!(f, "{name}"),
            LineKind::Base(name, arguments) => write!(f, "{name}({})", commas(arguments)),
            LineKind::Sum(games) => {
                let games: Vec<String> = games.iter().map(ToString::to_string).collect();
                f.write_str(&games.join(" + "))
            }
            LineKind::Heaps(e) => write!(f, "heaps {e}"),
            LineKind::Position(names, condition) => {
                write!(f, "position ({})", commas(names))?;
                optional(f, "where", condition)
            }
            LineKind::Order(order) => f.write_str(order.word()),
            LineKind::Take { amount, share, group, then, limits } => {
                f.write_str(if *share == Share::Same { "take the same " } else { "take " })?;
                match amount {
                    Amount::In(elements) => set(f, elements, true)?,
                    Amount::AllBut(elements) => {
                        f.write_str("all but ")?;
                        set(f, elements, true)?;
                    }
                    Amount::Variables(variables) => f.write_str(&commas(variables))?,
                }
                f.write_str(if *share == Share::Total { " in total from " } else { " from " })?;
                write_group(f, group, *share)?;
                if let Some(parts) = then {
                    f.write_str(" then split")?;
                    write_parts(f, parts)?;
                }
                write!(f, "{limits}")
            }
            LineKind::Split { from, parts, limits } => {
                write!(f, "split {}", from.word())?;
                write_parts(f, parts)?;
                write!(f, "{limits}")
            }
            LineKind::Code(hexadecimal, code) => {
                let (CodeText::Digits(code) | CodeText::Parameter(code)) = code;
                write!(f, "{} {code}", if *hexadecimal { "hexadecimal" } else { "octal" })
            }
            LineKind::Move { target, variables, limits } => {
                write!(f, "move ({})", commas(target))?;
                if !variables.is_empty() {
                    write!(f, " for {}", commas(variables))?;
                }
                write!(f, "{limits}")
            }
            LineKind::Pass(passes, each, when) => {
                write!(f, "pass {passes}")?;
                f.write_str(if *each { " each" } else { "" })?;
                optional(f, "when", when)
            }
            LineKind::Ending(ending) => write!(f, "ending {}", ending.word()),
            LineKind::Rank(exprs) => write!(f, "rank ({})", commas(exprs)),
        }
    }
}

/// The text on one line, as typed in a shell; with `{:#}` one line for each, as in a file.
impl Display for GameText {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let indented = matches!(self.lines.first(), Some(Line { kind: LineKind::Heading(..), .. }));
        let mut open = false;
        for (i, line) in self.lines.iter().enumerate() {
            let line = line.to_string();
            // If the next line would be read as a continuation, a semicolon ends this one.
            if std::mem::replace(&mut open, is_open(&line, TextKind::Game)) && f.alternate() {
                f.write_str(";")?;
            }
            match (i, f.alternate(), indented) {
                (0, ..) => write!(f, "{line}")?,
                (_, true, true) => write!(f, "\n  {line}")?,
                (_, true, false) => write!(f, "\n{line}")?,
                (_, false, _) => write!(f, "; {line}")?,
            }
        }
        Ok(())
    }
}
