//! Who wins from a position.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use axum::body::Bytes;
use axum::extract::State as Shared;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bouton::{Question, Values};
use bouton_json::Answered;
use lru::LruCache;
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::{Body, Refusals};
use crate::State;
use crate::refusal::Refusal;
use crate::session::At;

/// A position to be solved.
#[derive(Clone, PartialEq, Eq, Hash, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveRequest {
    /// The text of the game.
    #[schema(example = "bounded-greedy(3)")]
    game: String,
    /// The position.
    #[schema(example = "1,1,2,5")]
    position: String,
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

/// How many answers are cached: the latest ones, if they are not long. A page asks for the same
/// ones again and again.
const KEPT: usize = 4096;
const KEPT_BYTES: usize = 16 << 10;

/// Cached answers.
pub(crate) struct Answers(Mutex<LruCache<SolveRequest, Bytes>>);

impl Default for Answers {
    fn default() -> Answers {
        Answers(Mutex::new(LruCache::new(NonZeroUsize::MIN.saturating_add(KEPT - 1))))
    }
}

impl Answers {
    fn get(&self, asked: &SolveRequest) -> Option<Bytes> {
        self.0.lock().ok()?.get(asked).cloned()
    }

    fn keep(&self, asked: SolveRequest, answer: &Bytes) {
        if answer.len() <= KEPT_BYTES
            && let Ok(mut answers) = self.0.lock()
        {
            answers.put(asked, answer.clone());
        }
    }
}

/// Who wins from a position, by which moves, and how that is known.
#[utoipa::path(post, path = "/api/solve", request_body = SolveRequest,
    responses((status = 200, body = Answered), Refusals))]
pub(crate) async fn solve(
    Shared(state): Shared<State>,
    Body(asked): Body<SolveRequest>,
) -> Result<Response, Refusal> {
    if asked.moves > MOST {
        return Err(Refusal::value(format!("at most {MOST} winning moves can be listed")));
    }
    if let Some(answer) = state.answers.get(&asked) {
        return Ok(json(answer));
    }
    let (game, question) = (asked.game.clone(), asked.clone());
    let work = move |At { game, opponent, .. }: At<'_, '_>| {
        let position = super::position(game, &asked.position)?;
        let values = Values { grundy: asked.grundy, length: asked.length };
        let ask = Question { values, moves: asked.moves };
        let answer = opponent.solver().answer(&position, ask)?;
        let answer = Answered::new(game, &position, &answer, asked.moves);
        serde_json::to_vec(&answer).map_err(|_| Refusal::Failed)
    };
    let answer = Bytes::from(state.workers.work(&game, work).await?);
    state.answers.keep(question, &answer);
    Ok(json(answer))
}

fn json(bytes: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], bytes).into_response()
}
