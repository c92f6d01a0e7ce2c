//! The computer as an opponent, and positions to start from.

use axum::Json;
use axum::extract::State as Shared;
use bouton::{Advice, Level, Moves, Outcome};
use bouton_json::{ListedMove, SCHEMA};
use fastrand::Rng;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::{Body, Refusals, safe};
use crate::worker::State;
use crate::worker::session::{self, At};
use crate::worker::unanswered::Unanswered;

/// A position in which the computer is to move.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplyRequest {
    /// The text of the game.
    #[schema(example = "bounded-greedy(3)")]
    game: String,
    /// The position.
    #[schema(example = "1,1,2,5")]
    position: String,
    /// How well the computer plays.
    #[serde(default)]
    level: LevelName,
    /// The same number gives the same move.
    #[serde(default)]
    #[schema(maximum = 9007199254740991_i64)]
    seed: u64,
}

#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum LevelName {
    #[default]
    Perfect,
    Good,
    Beginner,
}

/// The computer's move.
#[derive(Serialize, ToSchema)]
pub(crate) struct Reply {
    /// The version of this object.
    schema: u32,
    /// The move; `None` if there is none.
    #[serde(rename = "move")]
    chosen: Option<ListedMove>,
    /// The value of the move: `wins`, `delays` (no move wins, and this one delays the end),
    /// `unknown` (some move wins, but it is not known which) or `random`.
    advice: Option<&'static str>,
}

/// Moves among which the computer chooses.
const MOST: usize = 20_000;

/// The computer's move in a position. At the level `perfect` it is also the best advice for a
/// player.
#[utoipa::path(post, path = "/api/reply", request_body = ReplyRequest,
    responses((status = 200, body = Reply), Refusals))]
pub(crate) async fn reply(
    Shared(state): Shared<State>,
    Body(asked): Body<ReplyRequest>,
) -> Result<Json<Reply>, Unanswered> {
    safe("seed", asked.seed)?;
    let work = |At { game, opponent, watch }: At<'_, '_>| {
        let position = super::position(game, &asked.position)?;
        opponent.level = match asked.level {
            LevelName::Perfect => Level::Perfect,
            LevelName::Good => Level::Good,
            LevelName::Beginner => Level::Beginner,
        };
        *opponent.rng() = Rng::with_seed(asked.seed);
        let legal = Moves::new(game, watch).first(&position, MOST)?;
        let chosen = opponent.choose(&position, &legal)?;
        let advice = chosen.as_ref().map(|advice| match advice {
            Advice::Wins(_) => "wins",
            Advice::Delays(_) => "delays",
            Advice::Unknown(_) => "unknown",
            Advice::Random(_) => "random",
        });
        let chosen = chosen.map(|m| ListedMove::new(game, &position, &m.best(), None));
        Ok(Reply { schema: SCHEMA, chosen, advice })
    };
    session::work(&state, &asked.game, work).map(Json)
}

/// A game for which a position is requested.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DealRequest {
    /// The text of the game.
    #[schema(example = "bounded-greedy(3)")]
    game: String,
    /// The same number gives the same position.
    #[serde(default)]
    #[schema(maximum = 9007199254740991_i64)]
    seed: u64,
}

/// A position to start from.
#[derive(Serialize, ToSchema)]
pub(crate) struct Deal {
    /// The version of this object.
    schema: u32,
    /// The position.
    #[schema(example = "1,1,2,5")]
    position: String,
    /// `N` if the player who starts can win, which is always the case if such a position was found.
    outcome: String,
}

/// A random position that the first player can win, if one is found.
#[utoipa::path(post, path = "/api/deal", request_body = DealRequest,
    responses((status = 200, body = Deal), Refusals))]
pub(crate) async fn deal(
    Shared(state): Shared<State>,
    Body(asked): Body<DealRequest>,
) -> Result<Json<Deal>, Unanswered> {
    safe("seed", asked.seed)?;
    let work = |At { game, opponent, watch }: At<'_, '_>| {
        *opponent.rng() = Rng::with_seed(asked.seed);
        let position = opponent
            .deal(game, watch)?
            .ok_or_else(|| Unanswered::value("no small position of this game has a move"))?;
        let outcome: Outcome = opponent.outcome(&position)?;
        Ok(Deal { schema: SCHEMA, position: position.to_string(), outcome: outcome.to_string() })
    };
    session::work(&state, &asked.game, work).map(Json)
}
