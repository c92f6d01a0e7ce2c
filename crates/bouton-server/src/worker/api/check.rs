//! What is wrong with a text.

use axum::Json;
use bouton::{Game, Paper};
use bouton_json::{Checked, Shape};
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::{Body, Refusals};
use crate::worker::unanswered::Unanswered;

/// A text to check.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckRequest {
    /// The text of a game, or of claims.
    #[schema(example = "take 1..3 from largest")]
    text: String,
    /// Which of the two.
    #[serde(default)]
    kind: Kind,
}

#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    #[default]
    Game,
    Claim,
}

/// The diagnostics of a text, with places; for a usable game, also what its positions look like.
#[utoipa::path(post, path = "/api/check", request_body = CheckRequest,
    responses((status = 200, body = Checked), Refusals))]
pub(crate) async fn check(Body(asked): Body<CheckRequest>) -> Result<Json<Checked>, Unanswered> {
    let text = &asked.text;
    Ok(Json(match asked.kind {
        Kind::Claim => match Paper::parse(text) {
            Ok(_) => Checked::new("<claim>", true, &[], text),
            Err(error) => Checked::new("<claim>", false, &error.diagnostics(), text),
        },
        Kind::Game => {
            let (game, diagnostics) = Game::check(text);
            let checked = Checked::new("<game>", game.is_some(), &diagnostics, text);
            Checked { shape: game.as_ref().map(Shape::new), ..checked }
        }
    }))
}
