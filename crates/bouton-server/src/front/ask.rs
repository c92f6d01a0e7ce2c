//! Questions of clients, and the answers of workers.

use std::convert::Infallible;
use std::error::Error;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Extension, Request, State as Shared};
use axum::http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use http_body_util::LengthLimitError;
use tokio::sync::oneshot;
use tokio::time::timeout;
use tower_http::timeout::TimeoutError;

use super::State;
use super::crew::Crew;
use super::guard::BODY;
use super::lanes::{Answer, Job};
use super::room::Held;
use crate::refusal::Refusal;
use crate::wire::{self, kind};

/// Who asks.
#[derive(Clone, Copy)]
pub(crate) struct Client(pub(crate) IpAddr);

/// Answers a question from what is known, or asks a worker.
pub(crate) async fn ask(
    Shared(state): Shared<State>,
    Extension(Client(client)): Extension<Client>,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    let first = format!("{} {}", parts.method, parts.uri.path());
    let head = wire::head(&first, &passed_on(&parts.headers));
    let fixed = matches!(parts.method, Method::GET | Method::HEAD);
    let length = parts.headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    let length = length.and_then(|length| length.parse().ok()).unwrap_or(BODY);
    let (length, body) = if fixed { (0, Body::empty()) } else { (length, body) };
    let question = match read(&state.crew, client, &head, (length, body)).await {
        Ok(question) => question,
        Err(refusal) => return refusal.into_response(),
    };
    if let Some(answer) = state.crew.recent.answer(&question) {
        return response(&answer);
    }
    match asked(&state.crew, client, question.clone(), state.settings.time).await {
        Err(refusal) => refusal.into_response(),
        Ok(Answer::Whole(answer)) => {
            let response = response(&answer);
            if response.status() == StatusCode::OK {
                state.crew.recent.keep(question, answer, fixed);
            }
            response
        }
        Ok(Answer::Events(head, coming)) => {
            let events = unfold(coming, |mut coming| async {
                coming.recv().await.map(|events| (Ok::<_, Infallible>(events), coming))
            });
            match wire::parted(&head) {
                Some((_, headers, _)) => (headers, Body::from_stream(events)).into_response(),
                None => Refusal::failed().into_response(),
            }
        }
    }
}

/// The headers on which an answer depends, in one spelling each.
fn passed_on(headers: &HeaderMap) -> HeaderMap {
    let mut passed_on = HeaderMap::new();
    if let Some(kind) = headers.get(CONTENT_TYPE) {
        passed_on.insert(CONTENT_TYPE, kind.clone());
    }
    let mut named = |header: HeaderName, value: &'static str| {
        let listed = headers.get_all(&header).iter().filter_map(|values| values.to_str().ok());
        if { listed }.any(|values| values.split(',').any(|one| one.trim() == value)) {
            passed_on.insert(header, HeaderValue::from_static(value));
        }
    };
    named(ACCEPT_ENCODING, "gzip");
    named(ACCEPT, "application/octet-stream");
    passed_on
}

/// Reads the body of a request, if there is room for it, and makes it a question.
async fn read(
    crew: &Crew,
    client: IpAddr,
    head: &[u8],
    (length, body): (usize, Body),
) -> Result<Bytes, Refusal> {
    let held = crew.room.hold(client, length.min(BODY)).map_err(|_| Refusal::busy())?;
    let refused = |error: axum::Error| {
        let mut cause: Option<&dyn Error> = Some(&error);
        while let Some(error) = cause {
            if error.is::<LengthLimitError>() {
                let message = format!("a request may have at most {BODY} bytes");
                return Refusal::request(StatusCode::PAYLOAD_TOO_LARGE, &message);
            }
            if error.is::<TimeoutError>() {
                let message = "the body of the request came too slowly";
                return Refusal::request(StatusCode::REQUEST_TIMEOUT, message);
            }
            cause = error.source();
        }
        Refusal::request(StatusCode::BAD_REQUEST, "the body of the request cannot be read")
    };
    let body = to_bytes(body, BODY).await.map_err(refused)?;
    let question = wire::frame(kind::QUESTION, &[head, &body]).map_err(|_| Refusal::failed())?;
    Ok(Held::around(held, question))
}

/// Asks a worker.
async fn asked(
    crew: &Arc<Crew>,
    client: IpAddr,
    question: Bytes,
    patience: Duration,
) -> Result<Answer, Refusal> {
    let number = crew.recent.number(&question);
    let (asker, mut answer) = oneshot::channel();
    let known = crew.recent.is_heavy(number);
    let job = Job { question, number, client, game: known.flatten(), asker };
    let waits = match known {
        Some(_) => crew.heavy.push(job),
        None => crew.quick.push(job),
    };
    waits.map_err(|_| Refusal::busy())?;
    // Most answers are there before a clock is needed.
    let answered = match timeout(patience, &mut answer).await {
        Ok(answered) => answered,
        Err(_) => {
            if let Some(job) = crew.heavy.withdraw(client, number) {
                job.answer(Err(Refusal::busy()));
            }
            answer.await
        }
    };
    // If nobody answers, the server is ending.
    answered.unwrap_or_else(|_| Err(Refusal::busy()))
}

/// A whole answer as a response.
fn response(answer: &Bytes) -> Response {
    let Some((status, headers, body)) = wire::parted(answer) else {
        return Refusal::failed().into_response();
    };
    let status = status.parse().unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, headers, body).into_response()
}
