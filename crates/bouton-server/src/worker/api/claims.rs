//! Claims in a request: whole statements, or only the body of one about the request's game.

use bouton::Paper;

use crate::worker::unanswered::Unanswered;

/// The claims of a text. If it does not start with a statement, it is the body of a claim about
/// `game`.
pub(crate) fn paper(text: &str, game: Option<&str>) -> Result<Paper, Unanswered> {
    let paper = match game {
        Some(game) => Paper::of_game(text, game),
        None => Paper::parse(text),
    };
    paper.map_err(|error| Unanswered::text(&error, text, "claim"))
}
