//! Why a request has no answer, as JSON.

use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bouton_json::{Refused, SCHEMA, Told};

/// Why a request has no answer.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) errors: Vec<Told>,
}

/// What to do about a request that takes too long or needs too much.
const LESS: &str = "ask about a smaller position, box or range";

impl Refusal {
    /// A text or a job that will be refused again tomorrow, so the status is not a temporary one.
    pub(crate) fn lasting(errors: Vec<Told>) -> Refusal {
        Refusal { status: StatusCode::UNPROCESSABLE_ENTITY, errors }
    }

    /// A request that is wrong itself.
    pub(crate) fn request(status: StatusCode, message: &str) -> Refusal {
        Refusal { status, errors: vec![Told::plain("E0083", message).about("request")] }
    }

    /// A job that would take, or took, longer than it may.
    pub(crate) fn too_long(message: &str, limit: Duration) -> Refusal {
        let help = format!(
            "{LESS}; `bouton serve --time` allows more than {} s, and the command line has no limit",
            limit.as_secs_f64()
        );
        Refusal::lasting(vec![job("E0081", message, Some(help))])
    }

    /// A job that was stopped because its time was over.
    pub(crate) fn out_of_time(limit: Duration) -> Refusal {
        let limit_told = limit.as_secs_f64();
        let message =
            format!("the answer takes longer than the {limit_told} s that this server allows");
        Refusal::too_long(&message, limit)
    }

    /// A job that was stopped because it needs more memory than it may use, in bytes.
    pub(crate) fn out_of_memory(limit: u64) -> Refusal {
        let limit = limit >> 20;
        let message = format!(
            "the answer needs more than the {limit} MiB of memory that one may use on this server"
        );
        let help = format!("{LESS}; `bouton serve --memory` allows more");
        Refusal::lasting(vec![job("E0060", &message, Some(help))])
    }

    /// Too much is being done already.
    pub(crate) fn busy() -> Refusal {
        let errors = vec![job("E0082", "the server is busy; try again soon", None)];
        Refusal { status: StatusCode::SERVICE_UNAVAILABLE, errors }
    }

    /// The program failed, which should never happen.
    pub(crate) fn failed() -> Refusal {
        let message = "the program failed while working on this; please report it";
        let errors = vec![job("E0084", message, None)];
        Refusal { status: StatusCode::INTERNAL_SERVER_ERROR, errors }
    }

    /// The body of the response.
    pub(crate) fn body(&self) -> Refused {
        Refused { schema: SCHEMA, errors: self.errors.clone() }
    }
}

fn job(code: &str, message: &str, help: Option<String>) -> Told {
    Told { help, ..Told::plain(code, message).about("job") }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body())).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
