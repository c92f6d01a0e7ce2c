//! Reads questions from standard input and writes the answers to standard output.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::exit;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Request, header};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;

use super::limits::Limits;
use super::unanswered::Unanswered;
use super::{State, api, session};
use crate::refusal::Refusal;
use crate::wire::{self, Setup, exit, kind};

/// The question that a worker asks itself before it starts: reading the library's papers takes longer than most questions do.
const FIRST: &str = r#"{"game":"bounded-greedy(3)","position":"1,1,2,5"}"#;

/// Answers questions until there are no more.
pub(super) fn run() -> io::Result<()> {
    let (mut input, mut output) = pipes()?;
    let setup: Setup = match wire::read(&mut input)? {
        Some((kind::SETUP, content)) => serde_json::from_slice(&content)?,
        _ => return Ok(()),
    };
    let (limits, lane) = (Limits::start(&setup)?, setup.lane);
    let state = State { setup: setup.into() };
    let packed = CompressionLayer::new().quality(CompressionLevel::Fastest);
    let router = api::router(state.clone()).layer(packed);
    let runtime = Builder::new_current_thread().enable_time().build()?;
    let desk = Desk { state, router, runtime };
    desk.warm();
    limits.settle(lane);
    while let Some((_, question)) = wire::read(&mut input)? {
        limits.begin();
        desk.answer(&question, &mut output)?;
        limits.end();
        if limits.is_full() {
            session::forget();
            if limits.is_still_full() {
                exit(exit::WORN);
            }
        }
    }
    Ok(())
}

/// Standard input and output without Rust's own buffers, which look for the ends of lines.
fn pipes() -> io::Result<(BufReader<File>, File)> {
    #[cfg(unix)]
    let (input, output) = {
        use std::os::fd::AsFd;
        (io::stdin().as_fd().try_clone_to_owned()?, io::stdout().as_fd().try_clone_to_owned()?)
    };
    #[cfg(windows)]
    let (input, output) = {
        use std::os::windows::io::AsHandle;
        (
            io::stdin().as_handle().try_clone_to_owned()?,
            io::stdout().as_handle().try_clone_to_owned()?,
        )
    };
    Ok((BufReader::with_capacity(1 << 16, File::from(input)), File::from(output)))
}

/// Where questions are answered.
struct Desk {
    state: State,
    router: Router,
    runtime: Runtime,
}

impl Desk {
    fn warm(&self) {
        let json = "application/json";
        let question = Request::post("/api/solve").header(header::CONTENT_TYPE, json);
        if let Ok(question) = question.body(Body::from(FIRST)) {
            let _ = self.response(question);
        }
    }

    /// Answers a question.
    fn answer(&self, question: &Bytes, output: &mut impl Write) -> io::Result<()> {
        let response = match request(question) {
            Some(request) => self.response(request),
            None => Refusal::failed().into_response(),
        };
        let response = match self.refused(response) {
            Ok(response) => response,
            Err(None) => return write(output, kind::HEAVY, &[], &[]),
            Err(Some(game)) => return write(output, kind::HEAVY, &game.to_le_bytes(), &[]),
        };
        let (parts, mut body) = response.into_parts();
        let head = wire::head(parts.status.as_str(), &parts.headers);
        let events = "text/event-stream";
        if parts.headers.get(header::CONTENT_TYPE).is_none_or(|kind| kind != events) {
            let body = self.runtime.block_on(body.collect()).map_err(io::Error::other)?.to_bytes();
            return write(output, kind::ANSWER, &head, &body);
        }
        write(output, kind::EVENTS, &head, &[])?;
        while let Some(events) = self.runtime.block_on(body.frame()) {
            if let Ok(events) = events.map_err(io::Error::other)?.into_data() {
                write(output, kind::PIECE, &events, &[])?;
            }
        }
        write(output, kind::END, &[], &[])
    }

    /// A response as it is sent; the number of the game, if the question is not quick.
    fn refused(&self, mut response: Response) -> Result<Response, Option<u64>> {
        let unanswered: Option<Unanswered> = response.extensions_mut().remove();
        match unanswered.map(|unanswered| unanswered.at(&self.state, None)) {
            None => Ok(response),
            Some(Unanswered::Heavy(game)) => Err(game),
            Some(other) => Ok(other.refusal(&self.state).into_response()),
        }
    }

    /// The response to a request. A panic costs this request alone.
    fn response(&self, request: Request<Body>) -> Response {
        let answer = || self.runtime.block_on(self.router.clone().oneshot(request));
        match catch_unwind(AssertUnwindSafe(answer)) {
            Ok(Ok(response)) => response,
            Ok(Err(never)) => match never {},
            Err(_) => Refusal::failed().into_response(),
        }
    }
}

/// The request of a question.
fn request(question: &Bytes) -> Option<Request<Body>> {
    let (first, headers, body) = wire::parted(question)?;
    let (method, path) = first.split_once(' ')?;
    let mut request = Request::builder().method(method).uri(path);
    request.headers_mut()?.extend(headers);
    request.body(Body::from(body)).ok()
}

/// The longest answer that is copied to be written at once.
const SHORT: usize = 1 << 16;

/// Writes a frame of two parts.
fn write(output: &mut impl Write, kind: u8, head: &[u8], body: &[u8]) -> io::Result<()> {
    if head.len() + body.len() <= SHORT {
        return output.write_all(&wire::frame(kind, &[head, body])?);
    }
    output.write_all(&wire::start(kind, head.len() + body.len())?)?;
    output.write_all(head)?;
    output.write_all(body)
}
