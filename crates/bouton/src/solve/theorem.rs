//! The theorems that speak of a game.
//!
//! A theorem is used only for the game that it names, with the same parameters, and only after it has been
//! compared with the definition.

use crate::claim::{Claim, Given, Paper, Says, has_property, library};
use crate::game::{Game, Position, library as games};
use crate::lang::paper::{GameName, Item};
use crate::lang::parse_game;
use crate::lang::syntax::{Argument, ArgumentValue, Expr, ExprKind, LineKind, Name};
use crate::verify::held;

/// Theorems and claims about one game, each of which has been checked.
pub struct Theorems {
    pub(super) list: Vec<Theorem>,
}

/// A theorem about one game.
pub(super) struct Theorem {
    /// `xu-zhu-2018:theorem-6`
    pub(super) source: String,
    /// The title of its paper; nothing for a claim of one's own.
    pub(super) title: Option<String>,
    /// At how many positions it was compared with the definition.
    pub(super) positions: u64,
    pub(super) claim: Claim,
}

/// Properties of functions are checked up to this number.
const MOST_CHECKED: u64 = 100_000;

impl Theorems {
    /// No theorem.
    #[must_use]
    pub fn none() -> Theorems {
        Theorems { list: Vec::new() }
    }

    /// The theorems of the library about a game.
    #[must_use]
    pub fn of(game: &Game) -> Theorems {
        let mut theorems = Theorems::none();
        for entry in library::PAPERS {
            let Ok(paper) = Paper::parse(entry.text) else { continue };
            for item in paper.statements() {
                let Some(given) = same_game(item, game) else { continue };
                if let Some(positions) = held(&paper.key(item)) {
                    theorems.add(&paper, item, &given, positions);
                }
            }
        }
        theorems
    }

    /// Adds a statement with values for its parameters, if it decides positions.
    fn add(&mut self, paper: &Paper, item: &Item, given: &[Given], positions: u64) {
        if !paper.allows(item, given) {
            return;
        }
        let Ok(Some(claim)) = paper.claim(item, given) else { return };
        let decides = claim.says.iter().any(|says| match says {
            Says::Outcome { iff, .. } => *iff,
            Says::Grundy(_) | Says::Relation(_) => true,
            _ => false,
        });
        if decides {
            let source = match paper.name() {
                Some(name) => format!("{name}:{}", item.id()),
                None => item.id(),
            };
            let title = paper.name().map(|_| paper.about("title").join(" "));
            self.list.push(Theorem { source, title, positions, claim });
        }
    }
}

impl Theorem {
    /// Whether functions have the properties that the theorem needs, as far as a position can look at them;
    /// where that cannot be told, why.
    pub(super) fn has_properties(&self, position: &Position) -> Result<bool, String> {
        if self.claim.properties.is_empty() {
            return Ok(true);
        }
        let largest = position.heaps.iter().max().cloned().unwrap_or_default();
        let far = largest + position.counters.turn.clone().unwrap_or_default();
        let far = u64::try_from(&far).ok().filter(|far| *far <= MOST_CHECKED);
        let Some(far) = far else { return Ok(false) };
        let has =
            |(_, value, property): &(_, _, _)| has_property(value, *property, far) == Ok(true);
        Ok(self.claim.properties.iter().all(has))
    }
}

/// The values of a statement's parameters for which it speaks of this game; `None` when it does not. A game is
/// the same when it is the same game of the library with the same arguments, or the same text.
fn same_game(item: &Item, game: &Game) -> Option<Vec<Given>> {
    let (name, arguments) = match item.game.as_ref()? {
        GameName::Text(text, _) => {
            let same = Game::parse(text).is_ok_and(|other| other.to_string() == game.to_string());
            return same.then(Vec::new);
        }
        GameName::Library(name, arguments) => (name, arguments),
    };
    let [line] = &game.text().lines[..] else { return None };
    let LineKind::Base(own_name, own_arguments) = &line.kind else { return None };
    if own_name != name {
        return None;
    }
    let (tree, _) = parse_game(games::find(&name.text)?.text);
    let LineKind::Heading(_, parameters) = &tree.lines.first()?.kind else { return None };
    let mut given: Vec<Given> = Vec::new();
    for (i, parameter) in parameters.iter().enumerate() {
        let said = argument(arguments, i, parameter)?;
        let own = argument(own_arguments, i, parameter)?;
        match said {
            ArgumentValue::Number(Expr { kind: ExprKind::Name(name), .. }) => {
                given.push((name.clone(), own.clone()));
            }
            said if said == own => {}
            _ => return None,
        }
    }
    Some(given)
}

/// The argument for parameter number `i`, by name or by order.
fn argument<'a>(
    arguments: &'a [Argument],
    i: usize,
    parameter: &Name,
) -> Option<&'a ArgumentValue> {
    let named = arguments.iter().find(|a| a.name.as_ref().is_some_and(|name| name == parameter));
    let ordered = || arguments.iter().filter(|a| a.name.is_none()).nth(i);
    named.or_else(ordered).map(|argument| &argument.value)
}
