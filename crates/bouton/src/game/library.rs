//! The games that come with Bouton, one text each, in Bouton's own language.

pub use super::search::{is_blank, meant, search};
use crate::lang::parse_game;
use crate::lang::syntax::LineKind;

/// A game of the library.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// The title of the group in which it is listed.
    pub group: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! games {
    ($($group:literal: [$($name:literal),+ $(,)?]),+ $(,)?) => {
        &[$($(Entry {
            name: $name,
            group: $group,
            text: include_str!(concat!("../../library/games/", $name, ".game")),
        },)+)+]
    };
}

/// All games of the library, group by group, in the order in which they are shown.
pub const GAMES: &[Entry] = games! {
    "Nim and its restrictions": [
        "nim",
        "bounded",
        "greedy",
        "bounded-greedy",
        "maximum-nim",
        "halving",
        "halving-floor",
        "antonim",
        "welter",
    ],
    "Several heaps in one move": [
        "wythoff",
        "r-wythoff",
        "moore",
        "greedy-moore",
        "slow-moore",
        "exact-nim",
        "exact-slow-nim",
        "cyclic-nimhoff",
        "nim-in-disguise",
        "two-kinds",
    ],
    "Rows and circles": [
        "end-nim",
        "path-nim",
        "circular-nim",
    ],
    "Octal games and splits": [
        "octal",
        "hexadecimal",
        "kayles",
        "dawsons-kayles",
        "dawsons-chess",
        "guiles",
        "treblecross",
        "officers",
        "grundys-game",
        "lasker",
        "couples-are-forever",
        "fair-shares",
    ],
    "Subtraction games": [
        "subtraction",
        "all-but",
        "subtract-a-square",
        "subtract-a-prime",
        "subtract-a-power-of-two",
        "prim",
        "dim",
        "aliquot",
        "mark",
    ],
    "Turn, memory and passes": [
        "nim-with-a-pass",
        "nim-with-a-pass-each",
        "nim-with-passes",
        "halving-with-a-pass",
        "turn-dependent",
        "fibonacci",
        "dynamic",
    ],
    "Tuples: boards, bars and numbers": [
        "euclid",
        "euclid-to-equality",
        "staircase",
        "silver-dollar",
        "chomp",
        "white-knight",
        "chocolate",
    ],
};

/// The game of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.name == name)
}

/// The names of all games.
#[must_use]
pub fn names() -> Vec<&'static str> {
    GAMES.iter().map(|entry| entry.name).collect()
}

impl Entry {
    /// The name with its parameters: `bounded-greedy(k)`.
    #[must_use]
    pub fn heading(&self) -> String {
        let (tree, _) = parse_game(self.text);
        let heading = tree.lines.first().map(ToString::to_string).unwrap_or_default();
        heading.trim_start_matches("game ").to_string()
    }

    /// The sentence for people.
    #[must_use]
    pub fn about(&self) -> String {
        self.first(|line| match line {
            LineKind::About(text) => Some(text.clone()),
            _ => None,
        })
    }

    /// Where the game comes from.
    #[must_use]
    pub fn source(&self) -> String {
        self.first(|line| match line {
            LineKind::Source(text) => Some(text.clone()),
            _ => None,
        })
    }

    fn first(&self, pick: impl Fn(&LineKind) -> Option<String>) -> String {
        let (tree, _) = parse_game(self.text);
        tree.lines.iter().find_map(|line| pick(&line.kind)).unwrap_or_default()
    }
}
