//! Where work is done: quick work at once, long work on separate threads.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use bouton::{STACK, Stop};
use crossbeam_channel::{Receiver, Sender, bounded};
use tokio::sync::{Semaphore, oneshot};

use crate::Settings;
use crate::refusal::Refusal;
use crate::session::{At, Sessions};
use crate::watch::{Gone, Waiting};

/// Work that takes longer is given to the threads for long work, and starts again there.
const QUICK: Duration = Duration::from_millis(20);

/// The bytes of a quick job.
const QUICK_MEMORY: u64 = 64 << 20;

/// How many games a thread that answers requests keeps.
const QUICK_GAMES: usize = 16;

/// The number of threads for long work, and how many games each keeps.
const LONG: usize = 4;
const LONG_GAMES: usize = 2;

/// Jobs that wait for a thread.
const QUEUE: usize = 64;

/// How many verifications may run at one time.
const VERIFIED: usize = 2;

type Job = Box<dyn FnOnce(&mut Sessions) + Send>;

pub(crate) struct Workers {
    /// The bytes of a quick job.
    quick: u64,
    /// Each has its own queue, so that the pictures of one game come from the thread that has
    /// computed it.
    long: Vec<Sender<Job>>,
    /// Permits for verifications.
    pub(crate) verify: Arc<Semaphore>,
    time: Duration,
}

impl Workers {
    pub(crate) fn start(settings: &Settings) -> io::Result<Workers> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let quick = QUICK_MEMORY.min(settings.memory / (QUICK_GAMES * cores) as u64);
        let mut long = Vec::new();
        let memory = settings.memory / (LONG * LONG_GAMES) as u64;
        for _ in 0..LONG {
            let (queue, jobs) = bounded(QUEUE);
            begin(jobs, memory)?;
            long.push(queue);
        }
        let verify = Arc::new(Semaphore::new(VERIFIED));
        Ok(Workers { quick, long, verify, time: settings.time })
    }

    /// Works on a game; if the work is not quick, with all the time that a job may take.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        game: &str,
        work: impl Fn(At<'_, '_>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        match at_once(self.quick, game, &work) {
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

/// Does quick work on the thread that reads the request. Waking another thread would take as long
/// as most answers do.
fn at_once<T>(
    memory: u64,
    game: &str,
    work: &impl Fn(At<'_, '_>) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    thread_local! {
        static SESSIONS: RefCell<Option<Sessions>> = const { RefCell::new(None) };
    }
    let done = catch_unwind(AssertUnwindSafe(|| {
        SESSIONS.with_borrow_mut(|sessions| {
            let sessions = sessions.get_or_insert_with(|| Sessions::new(QUICK_GAMES, memory));
            sessions.work(game, QUICK, &Gone::default(), work)
        })
    }));
    done.unwrap_or(Err(Refusal::Failed))
}

/// A thread that does one job after another. A job that panics is lost, but not the thread.
fn begin(jobs: Receiver<Job>, memory: u64) -> io::Result<()> {
    let work = move || {
        let mut sessions = Sessions::new(LONG_GAMES, memory);
        while let Ok(job) = jobs.recv() {
            let _ = catch_unwind(AssertUnwindSafe(|| job(&mut sessions)));
        }
    };
    thread::Builder::new().name("long".into()).stack_size(STACK).spawn(work).map(drop)
}

/// Gives work to a thread and waits for it. If the caller stops waiting, the work is stopped.
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
    // If the sender disappears without a result, the job has panicked.
    done.unwrap_or(Err(Refusal::Failed))
}
