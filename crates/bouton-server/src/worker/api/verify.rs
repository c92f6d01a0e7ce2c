//! Checks claims, and reports progress.

use std::cell::Cell;
use std::convert::Infallible;
use std::ops::{ControlFlow, RangeInclusive};
use std::thread;
use std::time::{Duration, Instant};

use axum::extract::State as Shared;
use axum::response::sse::{Event, KeepAlive, Sse};
use bouton::{Budget, By, Chosen, Ctx, STACK, Size, Stop, Watch};
use bouton_json::{CheckedClaim, SCHEMA};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use utoipa::ToSchema;

use super::body::{Body, Refusals, SAFE, safe};
use super::claims;
use crate::refusal::Refusal;
use crate::wire::Lane;
use crate::worker::State;
use crate::worker::unanswered::Unanswered;
use crate::worker::watch::Watcher;

/// What is to be verified, and how far.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerifyRequest {
    /// A paper of the library, or one of its statements: `xu-zhu-2018:theorem-6`.
    #[schema(example = "xu-zhu-2018:theorem-6")]
    what: Option<String>,
    /// The text of claims, if no paper is named.
    text: Option<String>,
    /// The game that the text is about, if the text is only the body of a claim.
    game: Option<String>,
    /// Values for parameters: `k=2..4`.
    #[serde(default)]
    #[schema(example = json!(["k=2..3"]))]
    with: Vec<String>,
    /// The number of heaps: `3` or `3..4`.
    #[schema(example = "3..4")]
    heaps: Option<String>,
    /// The greatest size of a heap or a coordinate.
    #[schema(example = 12, maximum = 9007199254740991_i64)]
    max: Option<u64>,
    /// The values of counters: `turn=1..50`.
    #[serde(default)]
    #[schema(example = json!([]))]
    range: Vec<String>,
    /// What to compare with; if it is left out, a table, and the definition on a box that is small enough for it.
    by: Option<Way>,
}

/// What claims are compared with.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Way {
    Definition,
    Table,
    Condition,
}

impl From<Way> for By {
    fn from(way: Way) -> By {
        match way {
            Way::Definition => By::Definition,
            Way::Table => By::Table,
            Way::Condition => By::Condition,
        }
    }
}

/// One event of the answer.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is read by the description")]
pub(crate) struct VerifyEvent {
    /// `progress`, `verdict`, `error` or `end`.
    event: String,
    /// JSON: the progress, a verdict as `bouton verify --json` prints it, a refusal, or the number
    /// of statements.
    data: String,
}

/// How far a job is.
#[derive(Serialize)]
struct Progress {
    done: u64,
    of: Option<u64>,
}

/// The end of the events.
#[derive(Serialize)]
struct End {
    schema: u32,
    /// How many statements were checked.
    statements: usize,
}

/// The time between two progress events.
const PAUSE: Duration = Duration::from_millis(100);

/// Events that wait for a client.
const EVENTS: usize = 64;

/// Compares claims with tables, with the definition, or with themselves. The response is a stream of events: `progress`, a `verdict`
/// for each claim and game, then `end` or `error`. Closing the connection stops the job.
#[utoipa::path(post, path = "/api/verify", request_body = VerifyRequest,
    responses((status = 200, body = VerifyEvent, content_type = "text/event-stream"), Refusals))]
pub(crate) async fn verify(
    Shared(state): Shared<State>,
    Body(asked): Body<VerifyRequest>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Unanswered> {
    let size = size(&asked)?;
    let chosen = chosen(&asked)?;
    if let Some(why) = size.unused(std::slice::from_ref(&chosen)) {
        return Err(Unanswered::value(why));
    }
    if state.setup.lane == Lane::Quick {
        return Err(Unanswered::Heavy(None));
    }
    let (events, told) = channel(EVENTS);
    let work = move || {
        let look = Look { events, time: Watcher::new(&state.setup), last: Cell::default() };
        match run(&chosen, &size, state.setup.budget, &look) {
            Ok(statements) => look.tell("end", &End { schema: SCHEMA, statements }),
            Err(stop) => look.tell("error", &Unanswered::from(stop).refusal(&state).body()),
        }
    };
    let started = thread::Builder::new().name("verify".into()).stack_size(STACK).spawn(work);
    started.map_err(|_| Refusal::failed())?;
    let events = unfold(told, |mut told: Receiver<Event>| async {
        told.recv().await.map(|event| (Ok(event), told))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

fn chosen(asked: &VerifyRequest) -> Result<Chosen, Unanswered> {
    let paper = match (&asked.what, &asked.text) {
        (Some(what), None) => return Chosen::named(what).map_err(Unanswered::value),
        (None, Some(text)) => claims::paper(text, asked.game.as_deref())?,
        _ => return Err(Unanswered::value("give either `what` or `text`")),
    };
    if paper.statements().len() == 0 {
        let message = "the text contains no statement; one starts like `claim mine for nim`";
        return Err(Unanswered::value(message));
    }
    Ok(Chosen::all(paper))
}

fn size(asked: &VerifyRequest) -> Result<Size, Unanswered> {
    safe("max", asked.max.unwrap_or(0))?;
    let heaps = asked.heaps.as_deref().map(heaps).transpose()?;
    let by = asked.by.map(By::from);
    let range = asked.range.iter().map(|text| counter(text)).collect::<Result<_, _>>()?;
    let mut size = Size { heaps, max: asked.max, range, by, ..Size::default() };
    for with in &asked.with {
        size.with(with).map_err(|error| Unanswered::text(&error, with, "request"))?;
    }
    Ok(size)
}

/// `3` or `3..4`.
fn heaps(text: &str) -> Result<RangeInclusive<usize>, Unanswered> {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let range = match text.split_once("..") {
        Some((from, to)) => number(from).zip(number(to)).map(|(from, to)| from..=to),
        None => number(text).map(|n| 0..=n),
    };
    range.filter(|range| range.start() <= range.end()).ok_or_else(|| {
        Unanswered::value(format!("`{text}` is not a number of heaps, like `3` or `3..4`"))
    })
}

/// `turn=1..50` or `turn=3`.
fn counter(text: &str) -> Result<(String, RangeInclusive<u64>), Unanswered> {
    let number = |text: &str| text.trim().parse::<u64>().ok().filter(|n| *n <= SAFE);
    let values = |text: &str| match text.split_once("..") {
        Some((from, to)) => Some(number(from)?..=number(to)?),
        None => number(text).map(|n| n..=n),
    };
    let counter = text.split_once('=').and_then(|(name, range)| {
        Some((name.trim().to_string(), values(range)?)).filter(|(_, range)| !range.is_empty())
    });
    counter.ok_or_else(|| {
        Unanswered::value(format!("`{text}` is not a range of a counter, like `turn=1..50`"))
    })
}

fn run(chosen: &Chosen, size: &Size, memory: u64, look: &Look) -> Result<usize, Stop> {
    let budget = Budget::new(memory);
    let ctx = Ctx { budget: &budget, watch: look };
    let mut statements = 0;
    for statement in chosen.statements().filter(|statement| statement.is_checked()) {
        statements += 1;
        let mut start = Instant::now();
        statement.verify(size, ctx, &mut |verdict| {
            look.tell("verdict", &CheckedClaim::new(&verdict, start.elapsed().as_secs_f64()));
            start = Instant::now();
        })?;
    }
    Ok(statements)
}

/// Watches while claims are verified, and reports to the client.
struct Look {
    events: Sender<Event>,
    time: Watcher,
    last: Cell<Option<Instant>>,
}

impl Look {
    fn tell(&self, name: &str, data: &impl Serialize) {
        if let Ok(event) = Event::default().event(name).json_data(data) {
            let _ = self.events.blocking_send(event);
        }
    }
}

impl Watch for Look {
    fn tick(&self, done: u64, of: Option<u64>) -> ControlFlow<()> {
        let now = Instant::now();
        if self.time.is_late() {
            return ControlFlow::Break(());
        }
        if self.last.get().is_none_or(|last| now - last >= PAUSE) {
            self.last.set(Some(now));
            let progress = Event::default().event("progress").json_data(Progress { done, of });
            // A client that reads slowly misses some events.
            if let Ok(event) = progress {
                let _ = self.events.try_send(event);
            }
        }
        ControlFlow::Continue(())
    }
}
