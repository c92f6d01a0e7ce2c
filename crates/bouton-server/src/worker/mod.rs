//! A worker: a process that answers one question after another.
//!
//! All that a request can make the program compute happens here, the reading of its texts too. A worker of the quick lane gives up
//! early and says so; [`limits`] ends the whole process if a question ignores its limits.

mod answers;
mod api;
mod limits;
mod session;
mod typeset;
mod unanswered;
mod watch;

use std::process::ExitCode;
use std::sync::Arc;
use std::{io, thread};

use bouton::STACK;

pub(crate) use api::description;

use crate::wire::Setup;

/// What all handlers share.
#[derive(Clone)]
struct State {
    setup: Arc<Setup>,
}

/// Answers questions until there are no more.
pub(crate) fn work() -> ExitCode {
    let worked = thread::Builder::new().stack_size(STACK).spawn(answers::run);
    let worked = worked.and_then(|thread| {
        thread.join().unwrap_or_else(|_| Err(io::Error::other("the worker panicked")))
    });
    match worked {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("a worker of the server failed: {error}");
            ExitCode::FAILURE
        }
    }
}
