//! The legal moves of a position.

use axum::Json;
use axum::extract::State as Shared;
use bouton::{Game, Move, Moves, Position, Stop};
use bouton_json::{ListedMove, MoveList};
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::{Body, Refusals};
use crate::worker::State;
use crate::worker::session::{self, At};
use crate::worker::unanswered::Unanswered;

/// A position whose moves are requested.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MovesRequest {
    /// The text of the game.
    #[schema(example = "bounded-greedy(3)")]
    game: String,
    /// The position.
    #[schema(example = "1,1,2,5")]
    position: String,
    /// The largest number of moves.
    #[serde(default = "thousand")]
    #[schema(maximum = 20000)]
    first: usize,
    /// Whether to say which of them win.
    #[serde(default)]
    outcomes: bool,
    /// Only the move to this position, if there is one.
    #[schema(example = "1,1,2,2")]
    to: Option<String>,
}

fn thousand() -> usize {
    1000
}

/// More moves are not listed.
const MOST: usize = 20_000;

/// The legal moves of a position. Several moves to the same position are listed once.
#[utoipa::path(post, path = "/api/moves", request_body = MovesRequest,
    responses((status = 200, body = MoveList), Refusals))]
pub(crate) async fn moves(
    Shared(state): Shared<State>,
    Body(asked): Body<MovesRequest>,
) -> Result<Json<MoveList>, Unanswered> {
    if asked.first > MOST {
        return Err(Unanswered::value(format!("at most {MOST} moves can be listed")));
    }
    let work = |At { game, opponent, watch }: At<'_, '_>| {
        let position = super::position(game, &asked.position)?;
        let mut moves = Moves::new(game, watch);
        let (found, complete) = match &asked.to {
            None => {
                let mut found = moves.first(&position, asked.first + 1)?;
                let complete = found.len() <= asked.first;
                found.truncate(asked.first);
                (found, complete)
            }
            Some(text) => {
                let to = super::position(game, text)?;
                (leading(game, &mut moves, &position, &to)?.into_iter().collect(), true)
            }
        };
        let mut listed = Vec::with_capacity(found.len());
        for m in &found {
            let outcome = match asked.outcomes {
                true => Some(opponent.outcome(&m.to)?),
                false => None,
            };
            listed.push(ListedMove::new(game, &position, m, outcome));
        }
        Ok(MoveList::new(game, &position, listed, complete))
    };
    session::work(&state, &asked.game, work).map(Json)
}

/// The move to a position. Counters follow from the move.
fn leading(
    game: &Game,
    moves: &mut Moves<'_>,
    from: &Position,
    to: &Position,
) -> Result<Option<Move>, Stop> {
    let listed = moves.first(from, MOST)?;
    let found =
        listed.iter().find(|m| m.to == *to).or(listed.iter().find(|m| m.to.has_heaps_of(to)));
    if found.is_some() || listed.len() < MOST || !game.summands().is_empty() {
        return Ok(found.cloned());
    }
    let heaps: Vec<_> = to.heaps.iter().map(|heap| heap.clone().into()).collect();
    moves.to(from, &heaps)
}
