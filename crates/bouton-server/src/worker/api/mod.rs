//! The interface, with one file for each question.

mod body;
mod check;
mod claims;
mod games;
mod moves;
mod papers;
mod play;
mod sequence;
mod solve;
mod table;
mod verify;

use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use bouton::{Game, Position};
use bouton_json::{Refused, Told};
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Description;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::refusal::Refusal;
use crate::worker::State;
use crate::worker::unanswered::Unanswered;

/// Take-away games from their rules: who wins, by which move, and why.
#[derive(OpenApi)]
#[openapi(info(title = "Bouton"), components(schemas(Refused, Told)))]
struct About;

fn handlers() -> OpenApiRouter<State> {
    OpenApiRouter::with_openapi(About::openapi())
        .routes(routes!(games::games))
        .routes(routes!(check::check))
        .routes(routes!(solve::solve))
        .routes(routes!(moves::moves))
        .routes(routes!(play::reply))
        .routes(routes!(play::deal))
        .routes(routes!(table::table))
        .routes(routes!(sequence::sequence))
        .routes(routes!(papers::papers))
        .routes(routes!(verify::verify))
}

/// All that a worker answers.
pub(crate) fn router(state: State) -> Router {
    let (router, description) = handlers().split_for_parts();
    let description = Json(description);
    router
        .route("/api/openapi.json", get(move || std::future::ready(description.clone())))
        .fallback(nothing)
        .method_not_allowed_fallback(other_method)
        .with_state(state)
}

/// The description of the interface.
pub(crate) fn description() -> Description {
    handlers().into_openapi()
}

/// A path at which there is nothing.
async fn nothing(uri: Uri) -> Unanswered {
    let message =
        format!("there is nothing at {}; /api/openapi.json describes the interface", uri.path());
    Unanswered::request(StatusCode::NOT_FOUND, &message)
}

/// A path that is requested with another method.
async fn other_method(method: Method, uri: Uri) -> Response {
    let message = format!("{} does not support {method}", uri.path());
    let mut response = Refusal::request(StatusCode::METHOD_NOT_ALLOWED, &message).into_response();
    let allowed =
        if description().paths.paths.get(uri.path()).is_some_and(|path| path.post.is_some()) {
            "POST"
        } else {
            "GET,HEAD"
        };
    response.headers_mut().insert(header::ALLOW, header::HeaderValue::from_static(allowed));
    response
}

/// A position of a request.
fn position(game: &Game, text: &str) -> Result<Position, Unanswered> {
    game.position(text).map_err(|error| Unanswered::text(&error, text, "position"))
}
