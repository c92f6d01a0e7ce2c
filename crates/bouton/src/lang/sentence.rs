//! Statements of papers as sentences for people. A formula stays a formula if words would not be
//! easier to read.

use super::clause::{clause, formula, heading_words, list_of, noun};
use super::paper::{ClaimKind, ClaimLine, Is, Item, With};
use super::syntax::{Expr, ExprKind};

/// A line of a statement, without its game.
#[must_use]
pub fn line(line: &ClaimLine) -> String {
    sentence(&line.kind, &mut Subject::default())
}

/// A statement as a sequence of sentences.
#[must_use]
pub fn item(item: &Item) -> String {
    let mut subject = Subject { game: game(item), ..Subject::default() };
    for line in &item.lines {
        if let ClaimKind::When(condition) = &line.kind {
            subject.when.push(condition.clone());
        }
    }
    let tells = |kind: &ClaimKind| !matches!(kind, ClaimKind::About(_) | ClaimKind::When(_));
    let silent = !item.lines.iter().any(|line| tells(&line.kind));
    let mut sentences: Vec<String> = Vec::new();
    let mut before = None;
    for line in &item.lines {
        let kind = &line.kind;
        if !(tells(kind) || silent && matches!(kind, ClaimKind::About(_))) {
            continue;
        }
        let function = match kind {
            ClaimKind::Define { name, .. } => Some(name),
            _ => None,
        };
        match sentences.last_mut() {
            // The first case that applies counts.
            Some(last) if function.is_some() && function == before => {
                last.pop();
                *last += &format!("; otherwise, {}.", plain(kind, &mut subject));
            }
            _ => sentences.push(sentence(kind, &mut subject)),
        }
        before = function;
    }
    sentences.join(" ")
}

/// `bounded-greedy(k), where k is at least 2`
fn game(item: &Item) -> Option<String> {
    let with: Vec<String> = item
        .with
        .iter()
        .map(|with| match with {
            With::Condition(condition) => clause(condition),
            With::Property(function, property) => format!("{function} is {}", property.word()),
            With::Forall(variable, from, condition) => {
                format!("{} for every {variable} from {from} on", clause(condition))
            }
        })
        .collect();
    let game = item.game.as_ref()?;
    match with.is_empty() {
        true => Some(game.to_string()),
        false => Some(format!("{game}, where {}", list_of(&with))),
    }
}

/// What the sentences of a statement are about.
#[derive(Default)]
struct Subject {
    /// The game, until a sentence names it.
    game: Option<String>,
    /// The conditions on positions.
    when: Vec<Expr>,
    /// Whether the conditions have been mentioned.
    told: bool,
    /// Whether the last sentence was a printed form that is wrong.
    printed: bool,
}

impl Subject {
    /// `a position with x[-3] = 0`, later `such a position`.
    fn named(&mut self, article: &str, noun: &str) -> String {
        if self.when.is_empty() {
            return format!("{article} {noun}");
        }
        if std::mem::replace(&mut self.told, true) {
            return match article {
                "every" => format!("every such {noun}"),
                _ => format!("such {article} {noun}"),
            };
        }
        let plain = |e: &Expr| matches!(e.kind, ExprKind::Compare(..)) && !heading_words(e);
        let (word, conditions): (_, Vec<String>) = match self.when.iter().all(plain) {
            true => ("with", self.when.iter().map(formula).collect()),
            false => ("in which", self.when.iter().map(clause).collect()),
        };
        format!("{article} {noun} {word} {}", list_of(&conditions))
    }
}

/// A line as a sentence, with a capital letter and a full stop.
fn sentence(kind: &ClaimKind, subject: &mut Subject) -> String {
    let said = plain(kind, subject);
    // The first sentence about positions names the game.
    let of_positions = !matches!(
        kind,
        ClaimKind::About(_)
            | ClaimKind::Let(..)
            | ClaimKind::Define { .. }
            | ClaimKind::Erratum(..)
            | ClaimKind::Stated(_)
            | ClaimKind::Example { game: Some(_), .. }
    );
    let said = match kind {
        ClaimKind::Printed(_) => {
            subject.printed = true;
            format!("as printed, {said}")
        }
        _ if of_positions && std::mem::take(&mut subject.printed) => format!("corrected, {said}"),
        _ => said,
    };
    let said = match subject.game.take_if(|_| of_positions) {
        Some(game) => format!("in {game}, {said}"),
        None => said,
    };
    // Functions and names keep their letters.
    let mut letters = said.chars();
    let said = match (kind, letters.next()) {
        (ClaimKind::Define { .. }, _) | (_, None) => said,
        (_, Some(first)) => first.to_uppercase().collect::<String>() + letters.as_str(),
    };
    if said.ends_with(['.', '!', '?']) { said } else { said + "." }
}

fn plain(kind: &ClaimKind, subject: &mut Subject) -> String {
    let outcome = |p: bool| if p { "P" } else { "N" };
    let wins = |when: &Option<Expr>| match when {
        Some(when) => format!("wins if {}", clause(when)),
        None => "wins".to_string(),
    };
    match kind {
        ClaimKind::About(text) => text.clone(),
        ClaimKind::When(condition) => {
            format!("it speaks of positions in which {}", clause(condition))
        }
        ClaimKind::Let(name, value) => format!("let {name} be {}", noun(value)),
        ClaimKind::Define { name, patterns, value, when } => {
            let head = format!("{name}({})", super::print::commas(patterns));
            let value = match value.is_condition() {
                true => format!("means that {}", clause(value)),
                false => format!("is {}", noun(value)),
            };
            match when {
                Some(when) => format!("{head} {value} if {}", clause(when)),
                None => format!("{head} {value}"),
            }
        }
        ClaimKind::Outcome { p, iff, condition } => {
            let iff = if *iff { "if and only if" } else { "if" };
            // `if and only if, when beta is even, …`
            let apart = matches!(condition.kind, ExprKind::If(..) | ExprKind::Fold(..));
            let comma = if apart { "," } else { "" };
            let position = subject.named("a", "position");
            format!("{position} is {} {iff}{comma} {}", outcome(*p), clause(condition))
        }
        ClaimKind::Grundy(value) => {
            let position = subject.named("a", "position");
            format!("the Grundy number of {position} is {}", noun(value))
        }
        ClaimKind::Relation(relation) => {
            format!("for {}, {}", subject.named("a", "position"), clause(relation))
        }
        ClaimKind::Always(condition) => {
            format!("at {}, {}", subject.named("every", "position"), clause(condition))
        }
        ClaimKind::Take { stones, heap, when } => {
            let position = subject.named("an", "N-position");
            let stones = match formula(stones).as_str() {
                "1" => "1 stone".to_string(),
                formula => format!("{formula} stones"),
            };
            let wins = wins(when);
            let heap = match heap {
                Some(heap) => format!("a heap {heap}"),
                None => "a largest heap".to_string(),
            };
            format!("from {position}, taking {stones} from {heap} {wins}")
        }
        ClaimKind::Pass(when) => {
            format!("from {}, passing {}", subject.named("an", "N-position"), wins(when))
        }
        ClaimKind::MoveTo(target, when) => {
            let position = subject.named("an", "N-position");
            let target = super::print::commas(target);
            format!("from {position}, moving to ({target}) {}", wins(when))
        }
        ClaimKind::Example { game, position, is } => {
            let said = match is {
                Is::P => format!("({position}) is P"),
                Is::N(by) if by.is_empty() => format!("({position}) is N"),
                Is::N(by) => {
                    let by: Vec<String> = by.iter().map(|to| format!("({to})")).collect();
                    format!("({position}) is N, by moving to {}", by.join(" or "))
                }
                Is::Grundy(value) => format!("({position}) has the Grundy number {}", noun(value)),
                Is::Has(condition) => format!("at ({position}), {}", clause(condition)),
            };
            match game {
                Some(game) => format!("in {game}, {said}"),
                None => said,
            }
        }
        ClaimKind::Table { from, to, counters, values } => {
            let with = match counters.is_empty() {
                true => String::new(),
                false => format!(" with {counters}"),
            };
            let values = super::print::commas(values);
            format!("the Grundy numbers of one heap from {from} to {to}{with} are {values}")
        }
        ClaimKind::Printed(line) => plain(&line.kind, subject),
        ClaimKind::Erratum(why, positions) => {
            let at: Vec<String> = positions.iter().map(|at| format!("({at})")).collect();
            match at.is_empty() {
                true => format!("erratum: {why}"),
                false => format!("erratum, to be seen at {}: {why}", list_of(&at)),
            }
        }
        ClaimKind::Stated(why) => format!("not checked: {why}"),
    }
}
