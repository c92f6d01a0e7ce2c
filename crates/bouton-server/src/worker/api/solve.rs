//! Who wins from a position, or from many.

use axum::Json;
use axum::extract::State as Shared;
use bouton::{Question, Stop, Values};
use bouton_json::{Answered, SCHEMA, Told};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::{Body, Refusals};
use crate::wire::Lane;
use crate::worker::State;
use crate::worker::session::{self, At};
use crate::worker::unanswered::Unanswered;

/// A position to be solved, or many.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveRequest {
    /// The text of the game.
    #[schema(example = "bounded-greedy(3)")]
    game: String,
    /// The position.
    #[schema(example = "1,1,2,5")]
    position: Option<String>,
    /// Many positions, instead of one.
    #[schema(max_items = 10000)]
    positions: Option<Vec<String>>,
    /// Whether to compute the Grundy number.
    #[serde(default)]
    grundy: bool,
    /// Whether to compute the length of the game under best play.
    #[serde(default)]
    length: bool,
    /// The largest number of winning moves.
    #[serde(default = "ten")]
    #[schema(maximum = 1000)]
    moves: usize,
}

fn ten() -> usize {
    10
}

/// More winning moves are not listed.
const MOST: usize = 1000;

/// More positions are not solved at once.
const POSITIONS: usize = 10_000;

/// The answer to a request with `position`, or to one with `positions`.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Solved {
    One(Box<Answered>),
    Many(ManyAnswered),
}

/// The answers for many positions.
#[derive(Serialize, ToSchema)]
pub(crate) struct ManyAnswered {
    /// The version of this object.
    schema: u32,
    /// For each position, in the order of the request.
    answers: Vec<OneOfMany>,
}

/// The answer for a position, or why there is none.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum OneOfMany {
    Answered(Box<Answered>),
    Refused(RefusedPosition),
}

/// A position without an answer.
#[derive(Serialize, ToSchema)]
struct RefusedPosition {
    /// The version of this object.
    schema: u32,
    /// The position as it was sent.
    position: String,
    /// The errors; at least one.
    errors: Vec<Told>,
}

/// Who wins from a position, by which moves, and how that is known. With `positions` instead of
/// `position` the answer has one entry for each, in the same order; an entry with `errors` says why
/// that position has no answer, and the others are answered all the same.
#[utoipa::path(post, path = "/api/solve", request_body = SolveRequest,
    responses((status = 200, body = Solved), Refusals))]
pub(crate) async fn solve(
    Shared(state): Shared<State>,
    Body(asked): Body<SolveRequest>,
) -> Result<Json<Solved>, Unanswered> {
    if asked.moves > MOST {
        return Err(Unanswered::value(format!("at most {MOST} winning moves can be listed")));
    }
    let solved = match (&asked.position, &asked.positions) {
        (Some(position), None) => session::work(&state, &asked.game, |mut at| {
            answer(&mut at, &asked, position).map(Solved::One)
        }),
        (None, Some(positions)) if positions.len() <= POSITIONS => {
            session::work(&state, &asked.game, |at| many(at, &asked, positions, &state))
        }
        (None, Some(_)) => {
            Err(Unanswered::value(format!("at most {POSITIONS} positions can be solved at once")))
        }
        _ => Err(Unanswered::value("give either `position` or `positions`")),
    };
    solved.map(Json)
}

fn answer(
    At { game, opponent, .. }: &mut At<'_, '_>,
    asked: &SolveRequest,
    position: &str,
) -> Result<Box<Answered>, Unanswered> {
    let position = super::position(game, position)?;
    let values = Values { grundy: asked.grundy, length: asked.length };
    let question = Question { values, moves: asked.moves };
    let answer = opponent.solver().answer(&position, question)?;
    Ok(Box::new(Answered::new(game, &position, &answer, asked.moves)))
}

/// The answers for all positions. If the time is over before the last one, there is none.
fn many(
    mut at: At<'_, '_>,
    asked: &SolveRequest,
    positions: &[String],
    state: &State,
) -> Result<Solved, Unanswered> {
    let mut answers = Vec::new();
    for position in positions {
        if at.watch.is_late() {
            return Err(Stop::Cancelled.into());
        }
        answers.push(match answer(&mut at, asked, position) {
            Ok(answer) => OneOfMany::Answered(answer),
            Err(stopped @ Unanswered::Stopped(Stop::Cancelled)) => return Err(stopped),
            Err(stopped @ Unanswered::Stopped(Stop::OverBudget { .. }))
                if state.setup.lane == Lane::Quick =>
            {
                return Err(stopped);
            }
            Err(unanswered) => OneOfMany::Refused(RefusedPosition {
                schema: SCHEMA,
                position: position.clone(),
                errors: unanswered.refusal(state).errors,
            }),
        });
    }
    Ok(Solved::Many(ManyAnswered { schema: SCHEMA, answers }))
}
