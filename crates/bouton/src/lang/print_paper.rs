//! Papers and claims back to text. Reading the printed text gives the same tree.

use std::fmt::{self, Display, Formatter};

use super::paper::*;
use super::parse::Parser;
use super::print::{commas, optional};
use super::syntax::{Expr, ExprKind, Infix};
use super::token::{TextKind, Token, is_open};

/// Each line on its own; empty lines separate statements.
impl Display for PaperText {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut first = true;
        if let Some(name) = &self.name {
            line(f, &format!("paper {name}"))?;
            first = false;
        }
        for (word, texts) in &self.about {
            let indent = if self.name.is_some() { "  " } else { "" };
            let texts: Vec<String> = texts.iter().map(|text| format!("\"{text}\"")).collect();
            line(f, &format!("{indent}{word} {}", texts.join(", ")))?;
            first = false;
        }
        for game in &self.games {
            if !std::mem::take(&mut first) {
                writeln!(f)?;
            }
            line(f, &format!("{game:#}"))?;
        }
        for item in &self.items {
            if !std::mem::take(&mut first) {
                writeln!(f)?;
            }
            write!(f, "{item}")?;
        }
        Ok(())
    }
}

/// Writes a line, with a semicolon if the next line would be read as its continuation.
fn line(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    let end = if is_open(text, TextKind::Paper) { ";" } else { "" };
    writeln!(f, "{text}{end}")
}

/// The heading, then the lines of the statement.
impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        line(f, &self.heading())?;
        for said in &self.lines {
            line(f, &format!("  {said}"))?;
        }
        Ok(())
    }
}

impl Item {
    /// Its first line: `theorem 2.1 for turn-dependent(f) with f nondecreasing`.
    #[must_use]
    pub fn heading(&self) -> String {
        let mut heading = format!("{} {}", self.kind, self.label);
        if let Some(game) = &self.game {
            heading += &format!(" for {game}");
        }
        if !self.with.is_empty() {
            heading += &format!(" with {}", commas(&self.with));
        }
        heading
    }
}

impl Display for GameName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            GameName::Library(name, arguments) => {
                let quote = if name.is_file() { "\"" } else { "" };
                write!(f, "{quote}{name}{quote}")?;
                match &arguments[..] {
                    [] => Ok(()),
                    arguments => write!(f, "({})", commas(arguments)),
                }
            }
            GameName::Text(text, _) => write!(f, "\"{text}\""),
        }
    }
}

impl Display for With {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            With::Condition(condition) => write!(f, "{condition}"),
            With::Property(function, property) => write!(f, "{function} {}", property.word()),
            With::Forall(variable, from, condition) => {
                // The number is followed by a colon, not by a comparison.
                match from.is_condition() || matches!(from.kind, ExprKind::Infix(..)) {
                    true => write!(f, "forall {variable} >= ({from}) : {condition}"),
                    false => write!(f, "forall {variable} >= {from} : {condition}"),
                }
            }
        }
    }
}

impl Display for ClaimLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)
    }
}

impl Display for ClaimKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ClaimKind::About(text) => write!(f, "\"{text}\""),
            ClaimKind::When(condition) => write!(f, "when {condition}"),
            ClaimKind::Let(name, value) => write!(f, "let {name} = {value}"),
            ClaimKind::Define { name, patterns, value, when } => {
                write!(f, "{name}({}) = {value}", commas(patterns))?;
                optional(f, "when", when)
            }
            ClaimKind::Outcome { p, iff, condition } => {
                let (outcome, word) = (if *p { "P" } else { "N" }, if *iff { "iff" } else { "if" });
                match condition.kind {
                    ExprKind::Infix(Infix::Iff, ..) if *iff => {
                        write!(f, "{outcome} {word} ({condition})")
                    }
                    _ => write!(f, "{outcome} {word} {condition}"),
                }
            }
            ClaimKind::Grundy(value) => write!(f, "grundy = {value}"),
            ClaimKind::Relation(relation) => write!(f, "{relation}"),
            ClaimKind::Take { stones, heap, when } => {
                write!(f, "move take {stones}")?;
                if let Some(heap) = heap {
                    write!(f, " from {heap} in x")?;
                }
                optional(f, "when", when)
            }
            ClaimKind::Pass(when) => {
                f.write_str("move pass")?;
                optional(f, "when", when)
            }
            ClaimKind::MoveTo(target, when) => {
                write!(f, "move to ({})", commas(target))?;
                optional(f, "when", when)
            }
            ClaimKind::Always(condition) => write!(f, "always {condition}"),
            ClaimKind::Example { game, position, is } => {
                if let Some(game) = game {
                    write!(f, "{game} ")?;
                }
                write!(f, "at {} {is}", typed(position))
            }
            ClaimKind::Table { from, to, counters, values } => {
                write!(f, "grundy at {from}..{to}")?;
                if !counters.is_empty() {
                    write!(f, " with {counters}")?;
                }
                write!(f, " is {}", table(values))
            }
            ClaimKind::Printed(line) => write!(f, "printed {line}"),
            ClaimKind::Erratum(why, positions) => {
                write!(f, "erratum \"{why}\"")?;
                and(f, " at", positions)
            }
            ClaimKind::Stated(why) => write!(f, "stated \"{why}\""),
        }
    }
}

impl Display for Is {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Is::P => f.write_str("is P"),
            Is::N(by) => {
                f.write_str("is N")?;
                and(f, " by", by)
            }
            Is::Grundy(value) => write!(f, "is grundy {value}"),
            Is::Has(condition) => write!(f, "has {condition}"),
        }
    }
}

/// A word and the positions after it, if there are any.
fn and(f: &mut Formatter<'_>, word: &str, positions: &[String]) -> fmt::Result {
    if positions.is_empty() {
        return Ok(());
    }
    let positions: Vec<String> = positions.iter().map(|position| typed(position)).collect();
    write!(f, "{word} {}", positions.join(" and "))
}

/// The numbers of a table. Commas separate `1, -2`.
fn table(values: &[Expr]) -> String {
    if values.iter().all(|value| matches!(value.kind, ExprKind::Number(_))) {
        return commas(values).replace(',', "");
    }
    commas(values)
}

/// A position as typed in a claim: in quotes, unless it is a list of numbers.
fn typed(position: &str) -> String {
    // A text that cannot be quoted was not read from quotes.
    if is_list(position) || position.contains(['"', '\n']) {
        position.to_string()
    } else {
        format!("\"{position}\"")
    }
}

/// Whether a text is read as a list of numbers from its first character to its last.
fn is_list(text: &str) -> bool {
    let mut parser = Parser::of(text, TextKind::Paper);
    let start = parser.span().start;
    let mut fine = parser.arithmetic().is_ok();
    while fine && parser.eat_sign(",") {
        fine = parser.arithmetic().is_ok();
    }
    let whole = start == 0 && parser.last_span().end == text.len();
    fine && whole && *parser.peek() == Token::End && parser.errors.is_empty()
}
