//! The body of a request, and how requests are refused.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use bouton_json::Refused;
use serde::de::DeserializeOwned;
use utoipa::IntoResponses;

use crate::worker::unanswered::Unanswered;

/// A body of JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Unanswered;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Unanswered> {
        match Json::from_request(request, state).await {
            Ok(Json(body)) => Ok(Body(body)),
            Err(rejection) => Err(Unanswered::request(rejection.status(), &reason(&rejection))),
        }
    }
}

/// What is wrong with a body: the message of the parser, without the words around it.
fn reason(rejection: &JsonRejection) -> String {
    let text = rejection.body_text();
    let known = [
        "Failed to deserialize the JSON body into the target type: ",
        "Failed to parse the request body as JSON: ",
    ];
    known.iter().find_map(|before| text.strip_prefix(before)).unwrap_or(&text).to_string()
}

/// The largest whole number that every program reads exactly from JSON.
pub(crate) const SAFE: u64 = (1 << 53) - 1;

/// Refuses a number that some programs cannot represent.
pub(crate) fn safe(name: &str, number: u64) -> Result<(), Unanswered> {
    match number {
        0..=SAFE => Ok(()),
        _ => Err(Unanswered::value(format!("`{name}` must be at most {SAFE}"))),
    }
}

/// The ways in which a request is refused.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it is read by the description")]
pub(crate) enum Refusals {
    /// The body is no JSON.
    #[response(status = 400)]
    Malformed(Refused),
    /// The request comes from another page, or is for another server.
    #[response(status = 403)]
    Foreign(Refused),
    /// The body came too slowly.
    #[response(status = 408)]
    Slow(Refused),
    /// The body is too large.
    #[response(status = 413)]
    Large(Refused),
    /// The body is not `application/json`.
    #[response(status = 415)]
    Kind(Refused),
    /// A text or a value in it is wrong, the answer is unknown, or it would take too long or too
    /// much memory.
    #[response(status = 422)]
    Wrong(Refused),
    /// Too much is being done already.
    #[response(status = 503)]
    Busy(Refused),
}
