//! Sums of games: a position of each of them, and a move in one of them.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::moves::{GO_ON, How, Moves, Visit, Walk, next_turn};
use super::position::Position;
use super::read::{Reader, read};
use super::rules::{Game, Shape};
use crate::lang::syntax::{Ending, GameText, Line, LineKind, Summand};
use crate::lang::{Code, Diagnostic, Diagnostics, Span, parse_game};

impl Reader<'_> {
    /// The games of a sum. A sum in quotes stands for its games.
    pub(super) fn sum(&mut self, summands: &[Summand]) {
        let mut games = Vec::new();
        for summand in summands {
            let span = match summand {
                Summand::Library(name, _) => name.span,
                Summand::Text(text) => text.span,
            };
            let text = match summand {
                Summand::Library(..) => summand.to_string(),
                Summand::Text(text) => text.text.clone(),
            };
            let (text, heading) = below_heading(&self.game.text, &text);
            let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
            let read = match heading {
                0 => read(&text, &[], false, self.shelf),
                _ => read(&text, &arguments, self.open, self.shelf),
            };
            match read {
                Ok(game) if game.ending == Ending::Misere => {
                    let message = "the ending belongs to the whole sum, not to one of its games";
                    let error = Diagnostic::new(Code::Together, message)
                        .at(span, "this game is misère")
                        .help("give its rules without the ending, in quotes; `; ending misere` after the sum makes the whole misère");
                    self.report(error);
                }
                Ok(game) if game.pass.as_ref().is_some_and(|pass| pass.each) => {
                    let message = "the players do not alternate within one game of a sum";
                    let error = Diagnostic::new(Code::Together, message)
                        .at(span, "so it cannot have passes for each of them")
                        .help("give them to the whole sum: `nim + wythoff; pass 1 each`");
                    self.report(error);
                }
                Ok(Game { shape: Shape::Sum(inner), pass: None, .. }) => games.extend(inner),
                Ok(game) if !game.summands().is_empty() => {
                    let message = "a sum inside a sum cannot have its own passes";
                    let error = Diagnostic::new(Code::Together, message)
                        .at(span, "this sum has passes")
                        .help("write `nim + wythoff; pass 1`, or give the passes to one game");
                    self.report(error);
                }
                Ok(game) => games.push(game),
                Err(Diagnostics(errors)) => {
                    for error in errors {
                        match (summand, error.span) {
                            // Errors in the heading are reported for the whole sum.
                            (_, Some(place)) if place.start < heading => {}
                            (Summand::Library(..), place) => {
                                self.report(Diagnostic { span: place.map(|_| span), ..error });
                            }
                            (Summand::Text(_), _) => self.report(error.moved(span.start, heading)),
                        }
                    }
                }
            }
        }
        self.game.shape = Shape::Sum(games);
    }

    /// Why a line does not fit a sum.
    pub(super) fn wrong_in_a_sum(&self, line: &LineKind) -> Option<&'static str> {
        let Shape::Sum(games) = &self.game.shape else { return None };
        match line {
            LineKind::Heading(..)
            | LineKind::About(_)
            | LineKind::Source(_)
            | LineKind::Where(_)
            | LineKind::Sum(_)
            | LineKind::Ending(_) => None,
            LineKind::Pass(_, _, Some(_)) => Some("a pass of a sum cannot have a condition"),
            LineKind::Pass(..) if games.iter().any(|game| game.pass.is_some()) => {
                Some("one of the games has passes of its own")
            }
            LineKind::Pass(..) => None,
            _ => Some("only `pass` and `ending` can be added to a sum; rules belong to its games"),
        }
    }
}

/// The text of a game of a sum, placed below the heading of the whole so that it can use its
/// parameters, and where the text starts there. A game with its own heading does not get these
/// parameters.
pub(super) fn below_heading(whole: &GameText, text: &str) -> (String, usize) {
    let has_heading = |text: &GameText| {
        matches!(text.lines.first(), Some(Line { kind: LineKind::Heading(..), .. }))
    };
    let heading = match whole.lines.first() {
        Some(line @ Line { kind: LineKind::Heading(_, parameters), .. })
            if !parameters.is_empty() && !has_heading(&parse_game(text).0) =>
        {
            format!("{line}\n")
        }
        _ => String::new(),
    };
    (format!("{heading}{text}"), heading.len())
}

/// The different games of a sum, and which of them each of its games is.
pub(crate) struct Kinds<'g> {
    pub(crate) games: Vec<&'g Game>,
    pub(crate) of: Vec<usize>,
}

impl Game {
    /// The different games of a sum: those with another text, or with the same text that means something else. What is found out
    /// about one of them is true of all of its kind.
    pub(crate) fn kinds(&self) -> Kinds<'_> {
        let mut kinds = Kinds { games: Vec::new(), of: Vec::new() };
        let mut by_text: HashMap<String, Vec<usize>> = HashMap::new();
        for game in self.summands() {
            let alike = by_text.entry(game.to_string()).or_default();
            let same = |&kind: &usize| {
                let form = game.normal_form();
                form.is_some() && form == kinds.games[kind].normal_form()
            };
            let kind = alike.iter().copied().find(same).unwrap_or_else(|| {
                alike.push(kinds.games.len());
                kinds.games.push(game);
                kinds.games.len() - 1
            });
            kinds.of.push(kind);
        }
        kinds
    }

    /// Why the Grundy number of a sum is not the xor of those of its games; `None` if it is.
    #[must_use]
    pub(crate) fn why_numbers_do_not_add(&self) -> Option<&'static str> {
        match (self.ending, &self.pass) {
            (Ending::Misere, _) => Some("it is misère"),
            (_, Some(_)) => Some("a pass counts for all games together"),
            (Ending::Normal, None) => None,
        }
    }

    /// Reads a position of a sum: `3,5 | 2,7`.
    pub(super) fn sum_position(&self, text: &str) -> Result<Position, Diagnostic> {
        let games = self.summands();
        let mut position = self.like();
        let typed: Vec<&str> = text.split('|').collect();
        if typed.len() != games.len() {
            let whole = Span { start: 0, end: text.len() };
            return Err(self.sum_size(typed.len()).at(whole, format!("expected {}", games.len())));
        }
        let mut start = 0;
        for (i, (game, typed)) in games.iter().zip(&typed).enumerate() {
            let (mut own, mut ours) = (typed.to_string(), Vec::new());
            // The passes of the whole sum are typed after its last game.
            if i + 1 == games.len()
                && self.pass.is_some()
                && let Some((heaps, counters)) = typed.split_once(';')
            {
                let is_ours = |counter: &&str| {
                    let name = counter.split('=').next().unwrap_or_default().trim();
                    ["pass", "other"].contains(&name)
                };
                let theirs: Vec<&str>;
                (ours, theirs) = counters.split(',').partition(is_ours);
                own = heaps.to_string();
                if !theirs.is_empty() {
                    own = format!("{heaps};{}", theirs.join(","));
                }
            }
            position.parts[i] = game.read_position(&own).map_err(|error| error.moved(start, 0))?;
            if !ours.is_empty() {
                let whole = Span { start, end: start + typed.len() };
                let read = self.typed(&format!("0;{}", ours.join(",")), &mut position);
                read.map_err(|error| Diagnostic { span: Some(whole), ..error })?;
                position.heaps.clear();
            }
            start += typed.len() + 1;
        }
        self.admit(position, text)
    }

    /// The diagnostic for a position of a sum with the wrong number of parts.
    pub(super) fn sum_size(&self, found: usize) -> Diagnostic {
        let wanted = self.summands().len();
        let message = format!("a position of this sum has {wanted} parts, found {found}");
        Diagnostic::new(Code::PositionSize, message)
            .help("separate the positions of its games with `|`, like `3,5 | 2,7`")
    }
}

impl Moves<'_> {
    /// Shows the moves of a sum.
    pub(super) fn each_in_sum(&mut self, position: &Position, visit: Visit<'_>) -> Walk {
        let mut moved = position.clone();
        next_turn(&mut moved);
        for (i, part) in position.parts.iter().enumerate() {
            let mut flow = ControlFlow::Continue(());
            self.summands[i].each(part, &mut |how, to| {
                moved.parts[i].clone_from(to);
                flow = visit(&How::In(i, Box::new(how.clone())), &moved);
                flow
            })?;
            if flow.is_break() {
                return Ok(flow);
            }
            moved.parts[i].clone_from(part);
        }
        GO_ON
    }
}
