//! The answer to a position.

use bouton::{Answer, Basis, Game, GameNumber, Method, Position};
use serde::Serialize;
use utoipa::ToSchema;

use crate::SCHEMA;

/// Who wins, by which moves, and how that is known.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Answered {
    /// The version of this object.
    pub schema: u32,
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// `P` or `N`.
    pub outcome: String,
    /// The Grundy number, if it was requested.
    pub grundy: Option<String>,
    /// How many moves the game lasts under best play, if that was requested.
    pub length: Option<u32>,
    /// The positions to which winning moves lead.
    pub winning_moves: Vec<String>,
    /// Whether these are all.
    pub winning_moves_complete: bool,
    /// How it is known.
    pub by: By,
    /// The same answer in sentences, one for each line.
    pub words: Vec<String>,
}

/// How an answer is known.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct By {
    /// `theorem`, `table` or `definition`.
    pub method: &'static str,
    /// How the table was computed, where one answered.
    pub kernel: Option<&'static str>,
    /// The theorem: `xu-zhu-2018:theorem-6`.
    pub source: Option<String>,
    /// The numbers that the theorem uses at this position.
    pub reason: Option<String>,
    /// At how many positions it was computed or compared with the definition.
    pub positions: u64,
    /// Which positions these were.
    pub within: Option<String>,
}

impl By {
    /// An answer from the rules alone.
    fn computed(kernel: Option<&'static str>, positions: usize) -> By {
        let method = if kernel.is_some() { "table" } else { "definition" };
        let positions = positions as u64;
        By { method, kernel, source: None, reason: None, positions, within: None }
    }

    /// An answer by the numbers of the games of a sum: the theorems that give some of them.
    fn of_games(games: &[GameNumber]) -> By {
        let (mut sources, mut positions): (Vec<&str>, u64) = (Vec::new(), 0);
        for game in games {
            match &game.basis {
                Basis::Theorem(citation) if sources.contains(&citation.source.as_str()) => {}
                Basis::Theorem(citation) => {
                    sources.push(&citation.source);
                    positions += citation.positions;
                }
                Basis::Definition { positions: n }
                | Basis::Table { positions: n, .. }
                | Basis::Heaps { sizes: n }
                | Basis::Sum { positions: n } => positions += *n as u64,
                Basis::Games(_) => {}
            }
        }
        let numbers: Vec<String> = (1..)
            .zip(games)
            .map(|(i, game)| format!("game {i} has the Grundy number {}", game.number))
            .collect();
        By {
            method: if sources.is_empty() { "table" } else { "theorem" },
            kernel: Method::Sum.kernel().filter(|_| sources.is_empty()),
            source: Some(sources.join(", ")).filter(|sources| !sources.is_empty()),
            reason: Some(numbers.join("; ")),
            positions,
            within: None,
        }
    }

    fn new(basis: &Basis) -> By {
        match basis {
            Basis::Definition { positions } => By::computed(None, *positions),
            Basis::Table { kernel, positions } => By::computed(Some(kernel), *positions),
            Basis::Heaps { sizes } => By::computed(Method::Heaps.kernel(), *sizes),
            Basis::Sum { positions } => By::computed(Method::Sum.kernel(), *positions),
            Basis::Theorem(citation) => By {
                method: "theorem",
                kernel: None,
                source: Some(citation.source.clone()),
                reason: Some(citation.reason.clone()).filter(|reason| !reason.is_empty()),
                positions: citation.positions,
                within: Some(citation.within.clone()).filter(|within| !within.is_empty()),
            },
            Basis::Games(games) => By::of_games(games),
        }
    }
}

impl Answered {
    /// The object of an answer with at most `asked` winning moves.
    #[must_use]
    pub fn new(game: &Game, position: &Position, answer: &Answer, asked: usize) -> Answered {
        Answered {
            schema: SCHEMA,
            game: game.to_string(),
            position: position.to_string(),
            outcome: answer.outcome.to_string(),
            grundy: answer.grundy.as_ref().map(ToString::to_string),
            length: answer.length,
            winning_moves: answer.winning.iter().map(|m| m.to.to_string()).collect(),
            winning_moves_complete: answer.complete,
            by: By::new(&answer.basis),
            words: answer.words(game, position, asked, ""),
        }
    }
}
