//! The threads that compute: some for what is quick, others for what is long.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use bouton::job::Stop;
use crossbeam_channel::{Receiver, Sender, bounded};
use tokio::sync::{Semaphore, oneshot};

use crate::Settings;
use crate::refusal::Refusal;
use crate::session::{At, Sessions};
use crate::watch::{Gone, Waiting};

/// What takes longer is moved to the threads for long work, and begins there anew.
const QUICK: Duration = Duration::from_millis(40);

/// The bytes of a quick job.
const QUICK_MEMORY: u64 = 64 << 20;

/// Games that a thread for quick work keeps.
const QUICK_GAMES: usize = 16;

/// Threads for long work, and the games that each keeps.
const LONG: usize = 4;
const LONG_GAMES: usize = 2;

/// Jobs that wait for a thread.
const QUEUE: usize = 512;
const LONG_QUEUE: usize = 64;

/// Claims that are verified at one time.
const VERIFIED: usize = 2;

type Job = Box<dyn FnOnce(&mut Sessions) + Send>;

pub(crate) struct Workers {
    quick: Sender<Job>,
    /// One queue each, so that the pictures of one game come from the thread that has computed it.
    long: Vec<Sender<Job>>,
    /// Who may verify.
    pub(crate) verify: Arc<Semaphore>,
    time: Duration,
}

impl Workers {
    pub(crate) fn start(settings: &Settings) -> io::Result<Workers> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let (quick, jobs) = bounded(QUEUE);
        let memory = QUICK_MEMORY.min(settings.memory / (QUICK_GAMES * cores) as u64);
        for _ in 0..cores {
            begin("quick", jobs.clone(), QUICK_GAMES, memory)?;
        }
        let mut long = Vec::new();
        let memory = settings.memory / (LONG * LONG_GAMES) as u64;
        for _ in 0..LONG {
            let (queue, jobs) = bounded(LONG_QUEUE);
            begin("long", jobs, LONG_GAMES, memory)?;
            long.push(queue);
        }
        let verify = Arc::new(Semaphore::new(VERIFIED));
        Ok(Workers { quick, long, verify, time: settings.time })
    }

    /// Does work on a game; if it is not quick, with all the time that a job may take.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        game: &str,
        work: impl Fn(At<'_, '_>) -> Result<T, Refusal> + Clone + Send + 'static,
    ) -> Result<T, Refusal> {
        match send(&self.quick, game, QUICK, work.clone()).await {
            Err(Refusal::Stopped(Stop::Cancelled | Stop::OverBudget { .. })) => {
                self.long(game, work).await
            }
            done => done,
        }
    }

    /// Does long work on a game.
    pub(crate) async fn long<T: Send + 'static>(
        &self,
        game: &str,
        work: impl Fn(At<'_, '_>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let mut hasher = DefaultHasher::new();
        game.hash(&mut hasher);
        let queue = &self.long[hasher.finish() as usize % self.long.len()];
        send(queue, game, self.time, work).await
    }
}

/// A thread that does one job after the other. A job that panics is lost, not the thread.
fn begin(name: &str, jobs: Receiver<Job>, games: usize, memory: u64) -> io::Result<()> {
    let work = move || {
        let mut sessions = Sessions::new(games, memory);
        while let Ok(job) = jobs.recv() {
            let _ = catch_unwind(AssertUnwindSafe(|| job(&mut sessions)));
        }
    };
    thread::Builder::new().name(name.into()).stack_size(STACK).spawn(work).map(drop)
}

/// What expressions that are nested deeply need.
pub(crate) const STACK: usize = 16 << 20;

/// Lets a thread do work and waits for it; who does not wait any more stops it.
async fn send<T: Send + 'static>(
    queue: &Sender<Job>,
    game: &str,
    time: Duration,
    work: impl Fn(At<'_, '_>) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let (answer, answered) = oneshot::channel();
    let (waiting, gone): (Waiting, Gone) = Waiting::new();
    let game = game.to_string();
    let job: Job = Box::new(move |sessions| {
        let _ = answer.send(sessions.work(&game, time, &gone, work));
    });
    queue.try_send(job).map_err(|_| Refusal::Busy)?;
    let done = answered.await;
    drop(waiting);
    // A sender that is gone without a word has panicked.
    done.unwrap_or(Err(Refusal::Failed))
}
