//! Legal moves.

use std::collections::BTreeMap;

use bouton::{Game, How, Move, Outcome, Position};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{SCHEMA, Shape};

/// The legal moves of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveList {
    /// The version of this object.
    pub schema: u32,
    /// The game.
    pub game: String,
    /// What its positions look like.
    pub shape: Shape,
    /// The position.
    pub position: String,
    /// The heaps or coordinates of the position; those of each game of a sum.
    pub piles: Vec<Vec<String>>,
    /// The counters of the position. In a sum, the names of a game's counters start with the number
    /// of the game.
    pub counters: BTreeMap<String, String>,
    /// The moves.
    pub moves: Vec<ListedMove>,
    /// Whether these are all.
    pub complete: bool,
}

/// A legal move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ListedMove {
    /// The move in words.
    #[serde(rename = "move")]
    pub how: String,
    /// `take`, `several`, `split`, `step` or `pass`.
    pub kind: &'static str,
    /// The position to which it leads.
    pub to: String,
    /// Its heaps or coordinates; those of each game of a sum.
    pub piles: Vec<Vec<String>>,
    /// The outcome of that position, if it was requested: a move to `P` wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
}

impl ListedMove {
    /// A move from a position.
    #[must_use]
    pub fn new(game: &Game, from: &Position, m: &Move, outcome: Option<Outcome>) -> ListedMove {
        ListedMove {
            how: game.describe(from, &m.how, &m.to),
            kind: kind(&m.how),
            to: m.to.to_string(),
            piles: piles(&m.to),
            outcome: outcome.map(|outcome| outcome.to_string()),
        }
    }
}

fn kind(how: &How) -> &'static str {
    match how {
        How::Take(_) => "take",
        How::Several(_) => "several",
        How::Split(..) => "split",
        How::Step => "step",
        How::Pass => "pass",
        How::In(_, how) => kind(how),
    }
}

impl MoveList {
    /// The moves of a position.
    #[must_use]
    pub fn new(
        game: &Game,
        position: &Position,
        moves: Vec<ListedMove>,
        complete: bool,
    ) -> MoveList {
        MoveList {
            schema: SCHEMA,
            game: game.to_string(),
            shape: Shape::new(game),
            position: position.to_string(),
            piles: piles(position),
            counters: counters(position),
            moves,
            complete,
        }
    }
}

fn piles(position: &Position) -> Vec<Vec<String>> {
    let pile = |part: &Position| part.heaps.iter().map(ToString::to_string).collect();
    match &position.parts[..] {
        [] => vec![pile(position)],
        parts => parts.iter().map(pile).collect(),
    }
}

fn counters(position: &Position) -> BTreeMap<String, String> {
    let mut counters = BTreeMap::new();
    let mut add = |before: &str, position: &Position| {
        for (name, value) in position.counters.named() {
            if let Some(value) = value {
                counters.insert(format!("{before}{name}"), value.to_string());
            }
        }
    };
    add("", position);
    for (i, part) in (1..).zip(&position.parts) {
        add(&format!("{i} "), part);
    }
    counters
}
