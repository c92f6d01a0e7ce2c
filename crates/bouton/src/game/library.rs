//! The games that come with Bouton, one text each, in Bouton's own language.

pub use super::search::{is_blank, meant, search};
use crate::lang::parse_game;
use crate::lang::syntax::{Argument, ArgumentValue, LineKind, Name};

/// A game of the library.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    /// Its name.
    pub name: &'static str,
    /// The title of the group in which it is listed.
    pub group: &'static str,
    /// Its text.
    pub text: &'static str,
    /// Values for its parameters, in brackets; empty if it has none.
    arguments: &'static str,
    /// A position to begin with.
    pub position: &'static str,
}

/// A parameter of a game of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its kind: `number`, `set`, `function` or `code`.
    pub kind: &'static str,
    /// A value, as it is typed.
    pub value: String,
}

macro_rules! games {
    ($($group:literal: [$($name:literal $arguments:literal at $position:literal),+ $(,)?]),+ $(,)?) => {
        &[$($(GameEntry {
            name: $name,
            group: $group,
            text: include_str!(concat!("../../library/games/", $name, ".game")),
            arguments: $arguments,
            position: $position,
        },)+)+]
    };
}

/// All games of the library, by group, in the order in which they are listed, with example values
/// for their parameters and an example position.
pub const GAMES: &[GameEntry] = games! {
    "Nim and its restrictions": [
        "nim" "" at "3,4,6",
        "bounded" "(3)" at "2,5,8",
        "greedy" "" at "3,5,5,7",
        "bounded-greedy" "(3)" at "1,1,2,5",
        "maximum-nim" "(m -> isqrt(m))" at "10,20",
        "halving" "" at "5,9",
        "halving-floor" "" at "5,9",
        "antonim" "" at "2,5,6",
        "welter" "" at "1,3,4,6",
    ],
    "Several heaps in one move": [
        "wythoff" "" at "4,8",
        "r-wythoff" "(2)" at "3,7",
        "moore" "(2)" at "1,2,3",
        "greedy-moore" "(2)" at "2,3,5,5",
        "slow-moore" "(2)" at "2,3,5",
        "exact-nim" "(2)" at "2,3,4",
        "exact-slow-nim" "(2)" at "2,3,4",
        "cyclic-nimhoff" "(3)" at "4,7",
        "nim-in-disguise" "" at "3,5,7",
        "two-kinds" "" at "5,4",
    ],
    "Rows and circles": [
        "end-nim" "" at "3,1,2",
        "path-nim" "(3, 2)" at "2,1,4",
        "circular-nim" "(4, 2)" at "1,2,1,3",
    ],
    "Octal games and splits": [
        "octal" "(0.156)" at "5,9",
        "hexadecimal" "(0.8)" at "5,9",
        "kayles" "" at "5,9",
        "dawsons-kayles" "" at "5,9",
        "dawsons-chess" "" at "5,9",
        "guiles" "" at "5,9",
        "treblecross" "" at "5,9",
        "officers" "" at "5,9",
        "grundys-game" "" at "5,9",
        "lasker" "" at "5,9",
        "couples-are-forever" "" at "5,9",
        "fair-shares" "" at "6,9",
    ],
    "Subtraction games": [
        "subtraction" "({1, 3, 4})" at "5,9",
        "all-but" "({1, 2})" at "5,9",
        "subtract-a-square" "" at "5,9",
        "subtract-a-prime" "" at "5,9",
        "subtract-a-power-of-two" "" at "5,9",
        "prim" "" at "5,9",
        "dim" "" at "6,9",
        "aliquot" "" at "6,9",
        "mark" "" at "5,9",
    ],
    "Turn, memory and passes": [
        "nim-with-a-pass" "" at "3,5",
        "nim-with-a-pass-each" "" at "3,5",
        "nim-with-passes" "(2)" at "3,5",
        "halving-with-a-pass" "" at "3,7",
        "turn-dependent" "(k -> k + 1)" at "9;turn=2",
        "fibonacci" "" at "12",
        "dynamic" "(t -> 3*t)" at "12",
    ],
    "Tuples: boards, bars and numbers": [
        "euclid" "" at "5,8",
        "euclid-to-equality" "" at "5,12",
        "staircase" "" at "2,3,1,4",
        "silver-dollar" "" at "1,4,5,9",
        "chomp" "" at "4,3,2",
        "white-knight" "" at "5,7",
        "chocolate" "(z -> floor(z/2))" at "2,5",
    ],
};

/// The game of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static GameEntry> {
    GAMES.iter().find(|entry| entry.name == name)
}

/// The names of all games.
#[must_use]
pub fn names() -> Vec<&'static str> {
    GAMES.iter().map(|entry| entry.name).collect()
}

impl GameEntry {
    /// The name with its parameters: `bounded-greedy(k)`.
    #[must_use]
    pub fn heading(&self) -> String {
        let (tree, _) = parse_game(self.text);
        let heading = tree.lines.first().map(ToString::to_string).unwrap_or_default();
        heading.trim_start_matches("game ").to_string()
    }

    /// The game with values for its parameters: `bounded-greedy(3)`.
    #[must_use]
    pub fn example(&self) -> String {
        format!("{}{}", self.name, self.arguments)
    }

    /// Its parameters, with the values that they have in the example.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        let (heading, _) = parse_game(self.text);
        let (example, _) = parse_game(&self.example());
        let names = heading.lines.iter().find_map(|line| match &line.kind {
            LineKind::Heading(_, names) => Some(names),
            _ => None,
        });
        let values = example.lines.iter().find_map(|line| match &line.kind {
            LineKind::Base(_, values) => Some(values),
            _ => None,
        });
        let (Some(names), Some(values)) = (names, values) else { return Vec::new() };
        let parameter = |(name, argument): (&Name, &Argument)| Parameter {
            name: name.text.clone(),
            kind: match &argument.value {
                ArgumentValue::Number(_) => "number",
                ArgumentValue::Set(_) => "set",
                ArgumentValue::Function(..) => "function",
                ArgumentValue::Code(_) => "code",
            },
            value: argument.to_string(),
        };
        names.iter().zip(values).map(parameter).collect()
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
