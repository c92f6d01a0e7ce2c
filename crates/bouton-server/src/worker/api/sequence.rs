//! The Grundy numbers of a single heap.

use axum::Json;
use axum::extract::State as Shared;
use bouton::{Budget, Ctx, Stop};
use bouton_json::{Repeats, SequenceValues};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::{Body, Refusals};
use crate::worker::State;
use crate::worker::session::{self, At};
use crate::worker::unanswered::Unanswered;

/// A game whose sequence is requested.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SequenceRequest {
    /// The text of the game.
    #[schema(example = "kayles")]
    game: String,
    /// The largest heap.
    #[schema(maximum = 1000000, example = 100)]
    to: u64,
    /// Whether to search for the period.
    #[serde(default)]
    period: bool,
}

/// The numbers, and the period if it was requested.
#[derive(Serialize, ToSchema)]
pub(crate) struct SequenceAnswer {
    #[serde(flatten)]
    values: SequenceValues,
    /// The period.
    period: Option<Repeats>,
}

/// How far to search for a period at least, unless one is proved earlier.
const LOOKED: u64 = 200_000;

/// Larger heaps are not listed.
const MOST: u64 = 1_000_000;

/// The Grundy numbers of heaps of 0, 1, 2, … stones.
#[utoipa::path(post, path = "/api/sequence", request_body = SequenceRequest,
    responses((status = 200, body = SequenceAnswer), Refusals))]
pub(crate) async fn sequence(
    Shared(state): Shared<State>,
    Body(asked): Body<SequenceRequest>,
) -> Result<Json<SequenceAnswer>, Unanswered> {
    if asked.to > MOST {
        return Err(Unanswered::value(format!("heaps of at most {MOST} stones can be listed")));
    }
    let work = |At { game, watch, .. }: At<'_, '_>| {
        if !game.is_of_one_heap() {
            let message = "a sequence is for a single heap, not for tuples, places and sums";
            return Err(Unanswered::value(message));
        }
        let budget = Budget::new(state.setup.budget);
        let ctx = Ctx { budget: &budget, watch };
        let values = game.sequence(asked.to, true, ctx)?.values;
        let period = match asked.period {
            true => match game.repetition(Some(asked.to.max(LOOKED)), ctx) {
                Ok(found) => Some(Repeats::new(game, &found)),
                // If the numbers of single heaps do not decide the game, their period does not
                // matter.
                Err(Stop::Unknown(_)) => None,
                Err(stop) => return Err(stop.into()),
            },
            false => None,
        };
        Ok(SequenceAnswer { values: SequenceValues::new(game, values), period })
    };
    session::work(&state, &asked.game, work).map(Json)
}
