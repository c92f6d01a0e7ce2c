//! Positions: heaps or coordinates, and counters; reading and printing them.

use std::fmt;

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use super::rules::{Game, Shape};
use crate::error::Error;
use crate::lang::core::Word;
use crate::lang::eval::{Evaluator, Words};
use crate::lang::resolve::constant_expr;
use crate::lang::syntax::{Name, PositionText};
use crate::lang::{Code, Diagnostic, Parser, Span, counted, nearest, shorten};

/// A position of a game.
///
/// Heaps without order are sorted from the smallest up, and none is empty. In a row they are in the
/// order of the row. In a game of tuples they are the coordinates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// The heaps or the coordinates.
    pub heaps: Vec<UBig>,
    /// The counters that the game has.
    pub counters: Counters,
    /// In a sum: a position of each of its games.
    pub parts: Vec<Position>,
}

/// The counters of a position; those that the game does not have are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counters {
    /// The number of the turn, starting at 1.
    pub turn: Option<UBig>,
    /// The stones of the last take; 0 at the start.
    pub last: Option<UBig>,
    /// The passes that are left; if each player has their own, those of the player to move.
    pub passes: Option<UBig>,
    /// The passes of the other player, if each player has their own.
    pub other: Option<UBig>,
}

impl Game {
    /// The counters at the start of the game.
    #[must_use]
    pub fn start(&self) -> Counters {
        Counters {
            turn: self.turn.then_some(UBig::ONE),
            last: self.last.then_some(UBig::ZERO),
            passes: self.pass.as_ref().map(|pass| pass.passes.clone()),
            other: self.pass.as_ref().filter(|pass| pass.each).map(|pass| pass.passes.clone()),
        }
    }
}

impl Counters {
    /// The counters with the names by which they are typed.
    #[must_use]
    pub fn named(&self) -> [(&'static str, &Option<UBig>); 4] {
        let Counters { turn, last, passes, other } = self;
        [("turn", turn), ("last", last), ("pass", passes), ("other", other)]
    }

    /// The counters with the values that `value` returns for their names.
    pub(crate) fn from_named(mut value: impl FnMut(&str) -> Option<UBig>) -> Counters {
        Counters {
            turn: value("turn"),
            last: value("last"),
            passes: value("pass"),
            other: value("other"),
        }
    }

    /// The counters that exist, in the order of their names.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut UBig> {
        let Counters { turn, last, passes, other } = self;
        [turn, last, passes, other].into_iter().flatten()
    }

    /// The passes of both players together, in a game that has passes.
    pub(crate) fn all_passes(&self) -> Option<UBig> {
        let passes = self.passes.as_ref()?;
        Some(passes + self.other.as_ref().unwrap_or(&UBig::ZERO))
    }

    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut UBig> {
        match name {
            "turn" => self.turn.as_mut(),
            "last" => self.last.as_mut(),
            "pass" => self.passes.as_mut(),
            "other" => self.other.as_mut(),
            _ => None,
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.parts.iter().enumerate() {
            let bar = if i == 0 { "" } else { " | " };
            write!(f, "{bar}{part}")?;
        }
        if self.heaps.is_empty() && self.parts.is_empty() {
            f.write_str("0")?;
        }
        for (i, heap) in self.heaps.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma}{heap}")?;
        }
        // The counters of a sum follow those of its last game.
        let last = self.parts.last().map(|part| part.counters.named());
        let counted = last.is_some_and(|named| named.iter().any(|(_, value)| value.is_some()));
        let mut separator = if counted { ',' } else { ';' };
        for (name, value) in self.counters.named() {
            if let Some(value) = value {
                write!(f, "{separator}{name}={value}")?;
                separator = ',';
            }
        }
        Ok(())
    }
}

impl Words for Position {
    fn word(&self, word: Word) -> IBig {
        let counter = |counter: &Option<UBig>| counter.clone().unwrap_or_default();
        let filled = || self.heaps.iter().filter(|heap| !heap.is_zero());
        IBig::from(match word {
            Word::Total => self.stones(),
            Word::Largest => self.heaps.iter().max().cloned().unwrap_or_default(),
            Word::Smallest => filled().min().cloned().unwrap_or_default(),
            Word::Count => UBig::from(filled().count()),
            Word::Turn => counter(&self.counters.turn),
            Word::Last => counter(&self.counters.last),
            Word::Passes => counter(&self.counters.passes),
            Word::Coordinate(i) => self.heaps[usize::from(i)].clone(),
            Word::Parameter(_) | Word::Asked(_) | Word::Chosen | Word::Variable(_) => UBig::ZERO,
        })
    }

    fn heaps(&self) -> &[UBig] {
        &self.heaps
    }
}

impl Position {
    /// The position for a message, shortened if it is very long.
    #[must_use]
    pub fn brief(&self) -> String {
        shorten(&self.to_string())
    }

    /// Whether it differs from another position at most in its counters.
    #[must_use]
    pub fn has_heaps_of(&self, other: &Position) -> bool {
        self.heaps == other.heaps
            && self.parts.len() == other.parts.len()
            && self.parts.iter().zip(&other.parts).all(|(a, b)| a.has_heaps_of(b))
    }

    /// The number of stones, or the sum of the coordinates.
    #[must_use]
    pub fn stones(&self) -> UBig {
        let parts: UBig = self.parts.iter().map(Position::stones).sum();
        self.heaps.iter().sum::<UBig>() + parts
    }
}

impl Game {
    /// Reads a position as a person types it: `7,3;pass=1`, `12;turn=3`, `10^60+3, 5`. Counters
    /// that are left out have their value at the start.
    pub fn position(&self, text: &str) -> Result<Position, Error> {
        Ok(self.read_position(text)?)
    }

    /// As [`Game::position`], with the mistake alone.
    pub(crate) fn read_position(&self, text: &str) -> Result<Position, Diagnostic> {
        if !self.summands().is_empty() {
            return self.sum_position(text);
        }
        let mut position = self.like();
        if let Some(heaps) = plain(text) {
            position.heaps = heaps;
        } else {
            self.typed(text, &mut position)?;
        }
        self.admit(position, text)
    }

    /// A position with these heaps or coordinates and the counters of the start.
    pub fn at(&self, heaps: impl IntoIterator<Item = UBig>) -> Result<Position, Error> {
        let heaps = heaps.into_iter().collect();
        Ok(self.admit(Position { heaps, ..self.like() }, "")?)
    }

    /// The start position without heaps. It has the counters, and in a sum the parts, of the game's
    /// positions.
    #[must_use]
    pub(crate) fn like(&self) -> Position {
        let parts = self.summands().iter().map(Game::like).collect();
        Position { heaps: Vec::new(), counters: self.start(), parts }
    }

    /// A position with these heaps or coordinates and counters.
    pub fn at_counters(
        &self,
        heaps: impl IntoIterator<Item = UBig>,
        counters: Counters,
    ) -> Result<Position, Error> {
        let heaps = heaps.into_iter().collect();
        Ok(self.admit(Position { heaps, counters, parts: Vec::new() }, "")?)
    }

    /// The position in canonical form, if it is a position of this game.
    pub(crate) fn admit(&self, mut position: Position, text: &str) -> Result<Position, Diagnostic> {
        let whole = Span { start: 0, end: text.len() };
        let start = self.start();
        for ((name, value), (_, at_start)) in
            position.counters.named().into_iter().zip(start.named())
        {
            let why = match (value, at_start) {
                (None, Some(_)) => {
                    format!("this game has the counter `{name}`, and the position does not")
                }
                (Some(_), None) => format!("this game has no counter `{name}`"),
                (Some(value), Some(_)) if name == "turn" && value.is_zero() => {
                    "turns are counted from 1".into()
                }
                (Some(value), Some(most)) if ["pass", "other"].contains(&name) && value > most => {
                    format!("the game has {}, found {}", counted(told(most), "pass"), told(value))
                }
                _ => continue,
            };
            return Err(
                Diagnostic::new(Code::Counter, why).at(whole, "not a position of this game")
            );
        }
        match &self.shape {
            Shape::Heaps { most, order } => {
                self.arrange(&mut position.heaps);
                // The empty position can be typed as `0`, whatever the number of places.
                if let ([only], Some(most), true) = (&position.heaps[..], most, order.has_places())
                    && only.is_zero()
                    && let Ok(places @ ..=MOST_PLACES) = usize::try_from(most)
                {
                    position.heaps = vec![UBig::ZERO; places];
                }
                // It has at least one place, so that the printed position can be read again.
                if position.heaps.is_empty() && most.is_none() && order.has_places() {
                    position.heaps.push(UBig::ZERO);
                }
                let found = position.heaps.len();
                let wrong = |most: &&UBig| match order.has_places() {
                    true => UBig::from(found) != **most,
                    false => UBig::from(found) > **most,
                };
                if let Some(most) = most.as_ref().filter(wrong) {
                    let told = told(most);
                    let (message, label) = match order.has_places() {
                        true => (
                            format!("the game has {}", counted(&told, "place")),
                            format!("expected {told}, with 0 for an empty place"),
                        ),
                        false => (
                            format!("the game has at most {}", counted(&told, "heap")),
                            counted(found, "non-empty heap"),
                        ),
                    };
                    return Err(Diagnostic::new(
                        Code::PositionSize,
                        format!("{message}, found {found}"),
                    )
                    .at(whole, label));
                }
            }
            Shape::Sum(games) => {
                let (wanted, found) = (games.len(), position.parts.len());
                if wanted != found || !position.heaps.is_empty() {
                    return Err(self.sum_size(found).at(whole, format!("expected {wanted}")));
                }
                for (game, part) in games.iter().zip(&mut position.parts) {
                    *part = game.admit(std::mem::take(part), text)?;
                }
            }
            Shape::Tuple(names, condition) => {
                let found = position.heaps.len();
                if found != names.len() {
                    let names = names.join(", ");
                    let found = counted(found, "number");
                    let message = format!("a position of this game is ({names}), found {found}");
                    return Err(Diagnostic::new(Code::PositionSize, message)
                        .at(whole, format!("expected ({names})")));
                }
                if let Some(condition) = condition {
                    let holds = Evaluator::new(&self.core)
                        .truth(*condition, &position)
                        .map_err(|failure| self.undefined(&failure, None, &position))?;
                    if !holds {
                        let condition = self.show(*condition, None);
                        let message =
                            format!("{} is not a position of this game", position.brief());
                        return Err(Diagnostic::new(Code::NotAPosition, message)
                            .at(whole, format!("it does not satisfy {condition}")));
                    }
                }
            }
        }
        Ok(position)
    }

    pub(crate) fn typed(&self, text: &str, position: &mut Position) -> Result<(), Diagnostic> {
        let mut parser = Parser::new(text);
        let read = parser.position();
        if let Some(error) = parser.errors.into_iter().next() {
            let empty = text.trim().is_empty();
            return Err(Diagnostic {
                code: Code::PositionSyntax,
                message: if empty { "a position is missing".into() } else { error.message },
                help: Some(TYPED.into()),
                ..error
            });
        }
        let Some(PositionText { numbers, counters }) = read else {
            return Ok(());
        };
        for e in &numbers {
            let value = constant_expr(e).map_err(|error| match error.code {
                Code::UnknownName | Code::WordNotHere | Code::WrongType => {
                    let shown = shorten(&e.to_string());
                    Diagnostic::new(Code::PositionSyntax, format!("`{shown}` is not a number"))
                        .at(e.span, "a position consists of numbers")
                        .help(TYPED)
                }
                _ => error,
            })?;
            position.heaps.push(natural(value, e.span)?);
        }
        let mut seen: Vec<&str> = Vec::new();
        for (name, e) in &counters {
            if seen.contains(&name.text.as_str()) {
                return Err(Diagnostic::new(Code::Counter, format!("`{name}` is given twice"))
                    .at(name.span, "again here"));
            }
            seen.push(&name.text);
            let value = natural(constant_expr(e)?, e.span)?;
            self.set_counter(&mut position.counters, name, value, e.span)?;
        }
        Ok(())
    }

    fn set_counter(
        &self,
        counters: &mut Counters,
        name: &Name,
        value: UBig,
        span: Span,
    ) -> Result<(), Diagnostic> {
        let start = self.start();
        let has: Vec<&str> =
            start.named().iter().filter(|(_, v)| v.is_some()).map(|(n, _)| *n).collect();
        let Some(counter) = counters.get_mut(&name.text) else {
            let mut error =
                Diagnostic::new(Code::Counter, format!("this game has no counter `{name}`"))
                    .at(name.span, "not a counter of this game");
            error = match (nearest(&name.text, has.iter().copied()), has.is_empty()) {
                (Some(meant), _) => error.help(format!("did you mean `{meant}`?")),
                (None, true) => error.help("it has no counters"),
                (None, false) => error.help(format!("it has {}", crate::lang::list(&has, "and"))),
            };
            return Err(error);
        };
        let wrong = match name.text.as_str() {
            "turn" if value.is_zero() => Some("turns are counted from 1".to_string()),
            "pass" | "other" if start.passes.as_ref().is_some_and(|most| value > *most) => {
                let most = start.passes.unwrap_or_default();
                Some(format!("the game has {}", counted(told(&most), "pass")))
            }
            _ => None,
        };
        if let Some(why) = wrong {
            let shown = crate::lang::shorten(&value.to_string());
            return Err(
                Diagnostic::new(Code::Counter, format!("`{name}` cannot be {shown}")).at(span, why)
            );
        }
        *counter = value;
        Ok(())
    }
}

/// More places are not filled in.
const MOST_PLACES: usize = 1_000_000;

/// A number for a message, approximated if it has very many digits.
fn told(n: &UBig) -> String {
    match n.bit_len() {
        0..1000 => n.to_string(),
        bits => format!("about 10^{}", bits as u128 * 30_103 / 100_000),
    }
}

/// How to write a position.
const TYPED: &str =
    "write a position like `7,3`, `7,3;pass=1` or `12;turn=3`; the empty position is `0`";

/// Numbers separated by commas and nothing else: long positions come in this form.
fn plain(text: &str) -> Option<Vec<UBig>> {
    let digits = |part: &str| {
        let part = part.trim();
        let short = part.len() <= crate::lang::value::MAX_DIGITS && !part.is_empty();
        (short && part.bytes().all(|b| b.is_ascii_digit())).then(|| part.parse().ok()).flatten()
    };
    text.split(',').map(digits).collect()
}

fn natural(value: IBig, span: Span) -> Result<UBig, Diagnostic> {
    match value.as_ubig() {
        Some(natural) => Ok(natural.clone()),
        None => {
            let shown = crate::lang::shorten(&value.to_string());
            Err(Diagnostic::new(Code::PositionSyntax, format!("{shown} is negative"))
                .at(span, "expected a number of at least 0"))
        }
    }
}
