//! What the positions of a game look like.

use std::collections::BTreeMap;

use bouton::{Ending, Game, Order};
use serde::Serialize;
use utoipa::ToSchema;

/// What the positions of a game look like.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Shape {
    /// The game, as it is printed.
    pub game: String,
    /// `normal` or `misere`.
    pub ending: &'static str,
    /// The counters it has: `turn`, `last`, `pass`, `other`.
    pub counters: Vec<&'static str>,
    /// Their values at the start.
    pub start: BTreeMap<&'static str, String>,
    /// The games of a sum; a single one for other games.
    pub parts: Vec<Part>,
}

/// What a position of a single game consists of.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Part {
    /// `none`, `row`, `fixed`, `circle` for heaps, or `tuple`.
    pub order: &'static str,
    /// The names of the coordinates of a tuple.
    pub names: Option<Vec<String>>,
    /// The largest number of heaps, if there is a limit.
    pub heaps: Option<u64>,
}

impl Shape {
    /// The shape of a game.
    #[must_use]
    pub fn new(game: &Game) -> Shape {
        let start = game.start();
        let counters = start.named().into_iter();
        let counters: Vec<(&str, String)> =
            counters.filter_map(|(name, n)| Some((name, n.as_ref()?.to_string()))).collect();
        let parts = match game.summands() {
            [] => vec![Part::new(game)],
            games => games.iter().map(Part::new).collect(),
        };
        Shape {
            game: game.to_string(),
            ending: match game.ending() {
                Ending::Normal => "normal",
                Ending::Misere => "misere",
            },
            counters: counters.iter().map(|(name, _)| *name).collect(),
            start: counters.into_iter().collect(),
            parts,
        }
    }
}

impl Part {
    fn new(game: &Game) -> Part {
        let names = game.coordinates().map(<[String]>::to_vec);
        Part {
            order: match (&names, game.order()) {
                (Some(_), _) => "tuple",
                (None, Order::None) => "none",
                (None, Order::Row) => "row",
                (None, Order::Fixed) => "fixed",
                (None, Order::Circle) => "circle",
            },
            names,
            heaps: game.heaps().map(|most| u64::try_from(most).unwrap_or(u64::MAX)),
        }
    }
}
