//! Why a request has no answer, as JSON.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bouton::{Diagnostic, Error, Stop};
use bouton_json::{Refused, SCHEMA, Told};

/// Why a request has no answer.
#[derive(Clone, Debug)]
pub(crate) enum Refusal {
    /// A text in it is wrong.
    Text(Vec<Told>),
    /// The job stopped.
    Stopped(Stop),
    /// It would take, or took, longer than a job may: why.
    TooLong(String),
    /// Too much is being done already.
    Busy,
    /// The request itself is wrong: the status and why.
    Request(StatusCode, String),
    /// The program failed, which should never happen.
    Failed,
}

impl Refusal {
    /// An error in a text of the request, which is a `game`, a `position` or a `claim`.
    pub(crate) fn text(error: &Error, text: &str, about: &'static str) -> Refusal {
        match error {
            Error::Text(mistakes) => {
                let told = mistakes.iter().map(|mistake| Told::new(mistake, text).about(about));
                Refusal::Text(told.collect())
            }
            Error::Stopped(Stop::Unknown(why)) => Refusal::value(why),
            Error::Stopped(stop) => Refusal::Stopped(stop.clone()),
        }
    }

    /// A request that is not right.
    pub(crate) fn request(status: StatusCode, message: &str) -> Refusal {
        Refusal::Request(status, message.into())
    }

    /// A value in a request that is wrong.
    pub(crate) fn value(message: impl Into<String>) -> Refusal {
        Refusal::Request(StatusCode::UNPROCESSABLE_ENTITY, message.into())
    }

    pub(crate) fn status(&self) -> StatusCode {
        match self {
            // These will be refused again tomorrow, so the status is not a temporary one.
            Refusal::Text(_) | Refusal::Stopped(_) | Refusal::TooLong(_) => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Refusal::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::Request(status, _) => *status,
            Refusal::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The body of the response.
    pub(crate) fn body(&self) -> Refused {
        let plain = |code: &str, message: &str| vec![Told::plain(code, message).about("job")];
        let errors = match self {
            Refusal::Text(errors) => errors.clone(),
            Refusal::Stopped(stop) => match (stop, stop.diagnostic()) {
                (_, Some(error)) => {
                    // Its place is that of a rule in the game's text, which the request may not
                    // contain.
                    let error = Diagnostic { span: None, ..error };
                    vec![Told::new(&error, "").about("job")]
                }
                (Stop::Unknown(why), None) => plain("E0080", &format!("unknown: {why}")),
                (_, None) => {
                    plain("E0081", "the job took longer than this server allows, and was stopped")
                }
            },
            Refusal::TooLong(why) => plain("E0081", why),
            Refusal::Busy => plain("E0082", "the server is busy; try again soon"),
            Refusal::Request(_, message) => {
                vec![Told::plain("E0083", message).about("request")]
            }
            Refusal::Failed => {
                plain("E0084", "the program failed while working on this; please report it")
            }
        };
        Refused { schema: SCHEMA, errors }
    }
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Refusal {
        Refusal::Stopped(stop)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status(), Json(self.body())).into_response();
        if self.status() == StatusCode::SERVICE_UNAVAILABLE {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
        }
        response
    }
}
