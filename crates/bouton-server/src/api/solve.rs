//! Who wins from a position.

use axum::Json;
use axum::extract::State as Shared;
use bouton::engine::Values;
use bouton::solve::Question;
use bouton_json::Answered;
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::{Body, Refusals};
use crate::State;
use crate::refusal::Refusal;
use crate::session::At;

/// A position to be solved.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveRequest {
    /// The text of the game.
    #[schema(example = "bounded-greedy(3)")]
    game: String,
    /// The position.
    #[schema(example = "1,1,2,5")]
    position: String,
    /// Whether the Grundy number is asked for.
    #[serde(default)]
    grundy: bool,
    /// Whether the length of the game under best play is asked for.
    #[serde(default)]
    length: bool,
    /// At most so many winning moves.
    #[serde(default = "ten")]
    #[schema(maximum = 1000)]
    moves: usize,
}

fn ten() -> usize {
    10
}

/// More winning moves are not listed.
const MOST: usize = 1000;

/// Who wins from a position, by which moves, and how that is known.
#[utoipa::path(post, path = "/api/solve", request_body = SolveRequest,
    responses((status = 200, body = Answered), Refusals))]
pub(crate) async fn solve(
    Shared(state): Shared<State>,
    Body(asked): Body<SolveRequest>,
) -> Result<Json<Answered>, Refusal> {
    if asked.moves > MOST {
        return Err(Refusal::value(format!("at most {MOST} winning moves are listed")));
    }
    let game = asked.game.clone();
    let work = move |At { game, opponent, .. }: At<'_, '_>| {
        let position = super::position(game, &asked.position)?;
        let values = Values { grundy: asked.grundy, length: asked.length };
        let ask = Question { values, moves: asked.moves };
        let answer = opponent.solver().answer(&position, ask)?;
        Ok(Answered::new(game, &position, &answer, asked.moves))
    };
    state.workers.work(&game, work).await.map(Json)
}
