//! Why a worker does not answer a question.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bouton::{Diagnostic, Error, Stop};
use bouton_json::Told;

use super::State;
use crate::refusal::Refusal;
use crate::wire::Lane;

/// Why a question has no answer.
#[derive(Clone, Debug)]
pub(crate) enum Unanswered {
    /// It is refused.
    Refused(Refusal),
    /// The job stopped.
    Stopped(Stop),
    /// It is not quick. The number is equal for equal games.
    Heavy(Option<u64>),
}

impl Unanswered {
    /// An error in a text of the request, which is a `game`, a `position` or a `claim`.
    pub(crate) fn text(error: &Error, text: &str, about: &'static str) -> Unanswered {
        match error {
            Error::Text(mistakes) => {
                let told = mistakes.iter().map(|mistake| Told::new(mistake, text).about(about));
                Refusal::lasting(told.collect()).into()
            }
            Error::Stopped(Stop::Unknown(why)) => Unanswered::value(why),
            Error::Stopped(stop) => Unanswered::Stopped(stop.clone()),
        }
    }

    /// A request that is wrong itself.
    pub(crate) fn request(status: StatusCode, message: &str) -> Unanswered {
        Refusal::request(status, message).into()
    }

    /// A value in a request that is wrong.
    pub(crate) fn value(message: impl AsRef<str>) -> Unanswered {
        Unanswered::request(StatusCode::UNPROCESSABLE_ENTITY, message.as_ref())
    }

    /// The refusal by a server with these limits.
    pub(crate) fn refusal(self, state: &State) -> Refusal {
        let stop = match self {
            Unanswered::Refused(refusal) => return refusal,
            Unanswered::Stopped(stop) => stop,
            Unanswered::Heavy(_) => Stop::Cancelled,
        };
        let told = match (&stop, stop.diagnostic()) {
            (_, Some(error)) => {
                // Its place is that of a rule in the game's text, which the request may not contain.
                Told::new(&Diagnostic { span: None, ..error }, "")
            }
            (Stop::Unknown(why), None) => Told::plain("E0080", &format!("unknown: {why}")),
            (_, None) => return Refusal::out_of_time(state.setup.time),
        };
        Refusal::lasting(vec![told.about("job")])
    }

    /// What a worker with these limits says: a quick one leaves to others what its limits stopped.
    pub(crate) fn at(self, state: &State, game: Option<u64>) -> Unanswered {
        match self {
            Unanswered::Stopped(Stop::Cancelled | Stop::OverBudget { .. })
                if state.setup.lane == Lane::Quick =>
            {
                Unanswered::Heavy(game)
            }
            heavy @ Unanswered::Heavy(_) => heavy,
            other => Unanswered::Refused(other.refusal(state)),
        }
    }
}

impl From<Stop> for Unanswered {
    fn from(stop: Stop) -> Unanswered {
        Unanswered::Stopped(stop)
    }
}

impl From<Refusal> for Unanswered {
    fn from(refusal: Refusal) -> Unanswered {
        Unanswered::Refused(refusal)
    }
}

/// The reason travels in a response that `answers` turns into what is sent.
impl IntoResponse for Unanswered {
    fn into_response(self) -> Response {
        let mut response = Response::default();
        response.extensions_mut().insert(self);
        response
    }
}
