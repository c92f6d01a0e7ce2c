//! The games of the library.

use bouton::library;
use bouton::library::GameEntry;
use serde::Serialize;
use utoipa::ToSchema;

use crate::SCHEMA;

/// Games of the library.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameList {
    /// The version of this object.
    pub schema: u32,
    /// The games.
    pub games: Vec<ListedGame>,
}

/// A game of the library.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ListedGame {
    /// Its name.
    pub name: &'static str,
    /// The title of its group.
    pub group: &'static str,
    /// The name with its parameters.
    pub heading: String,
    /// A sentence for people.
    pub about: String,
    /// Where it comes from.
    pub source: String,
    /// The game with values for its parameters.
    pub example: String,
    /// A position to begin with.
    pub position: &'static str,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<&'static str>,
}

/// A parameter of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// `number`, `set`, `function` or `code`.
    pub kind: &'static str,
    /// Its value in the example.
    pub value: String,
}

impl From<library::Parameter> for Parameter {
    fn from(parameter: library::Parameter) -> Parameter {
        let library::Parameter { name, kind, value } = parameter;
        Parameter { name, kind, value }
    }
}

impl ListedGame {
    /// A game in a list, without its text.
    #[must_use]
    pub fn new(entry: &GameEntry) -> ListedGame {
        ListedGame {
            name: entry.name,
            group: entry.group,
            heading: entry.heading(),
            about: entry.about(),
            source: entry.source(),
            example: entry.example(),
            position: entry.position,
            parameters: entry.parameters().into_iter().map(Parameter::from).collect(),
            text: None,
        }
    }

    /// A game with its text.
    #[must_use]
    pub fn with_text(entry: &GameEntry) -> ListedGame {
        ListedGame { text: Some(entry.text), ..ListedGame::new(entry) }
    }
}

impl GameList {
    /// A list of games.
    #[must_use]
    pub fn new(games: Vec<ListedGame>) -> GameList {
        GameList { schema: SCHEMA, games }
    }
}
