//! The limits that end a worker, whatever it is doing.
//!
//! A thread looks every few milliseconds at the memory of the process, the time that the question has taken, and whether the server
//! is still there. Code that asks its watcher stops earlier and with a better message; this thread is for all other code.

use std::io;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use memory_stats::memory_stats;

use crate::wire::{Lane, Setup, exit};

/// The CPU time of a question in the quick lane, after which its watcher stops it.
pub(super) const QUICK: Duration = Duration::from_millis(10);

/// The CPU time after which the worker ends.
const QUICK_END: u64 = 2 * QUICK.as_nanos() as u64;

/// The time after the limit of a heavy question at which the worker ends.
const GRACE: Duration = Duration::from_millis(200);

/// The time between two looks.
const PAUSE: Duration = Duration::from_millis(3);

/// After this many looks without a question the thread sleeps.
const IDLE: u32 = 300;

/// How much worse than the others a heavy worker is treated by the system, from 0 to 19.
#[cfg(unix)]
const NICE: i32 = 10;

/// What a worker may use for a question, and what it uses.
pub(super) struct Limits {
    seen: Arc<Seen>,
    thread: Thread,
    /// The resident bytes at which the worker ends.
    memory: u64,
}

/// What both threads know.
struct Seen {
    /// The number of the question, from 1; 0 while there is none.
    question: AtomicU64,
    /// How many questions there were.
    questions: AtomicU64,
    asleep: AtomicBool,
    /// The resident bytes at the last look, and before the first question.
    resident: AtomicU64,
    settled: AtomicU64,
}

impl Limits {
    /// Starts the thread that looks after the process.
    pub(super) fn start(setup: &Setup) -> io::Result<Limits> {
        let seen = Arc::new(Seen {
            question: AtomicU64::new(0),
            questions: AtomicU64::new(0),
            asleep: AtomicBool::new(false),
            resident: AtomicU64::new(resident()),
            settled: AtomicU64::new(0),
        });
        let (looking, setup) = (Arc::clone(&seen), setup.clone());
        let memory = setup.memory;
        let thread = thread::Builder::new().name("limits".into());
        let thread = thread.spawn(move || looking.look(&setup))?.thread().clone();
        Ok(Limits { seen, thread, memory })
    }

    /// The first question comes. The memory that is in use now is not that of questions.
    pub(super) fn settle(&self, lane: Lane) {
        #[cfg(unix)]
        if lane == Lane::Heavy {
            let _ = rustix::process::nice(NICE);
        }
        self.seen.settled.store(resident(), Ordering::Relaxed);
    }

    /// A question begins.
    pub(super) fn begin(&self) {
        let number = self.seen.questions.fetch_add(1, Ordering::Relaxed) + 1;
        self.seen.question.store(number, Ordering::SeqCst);
        if self.seen.asleep.swap(false, Ordering::SeqCst) {
            self.thread.unpark();
        }
    }

    /// It was answered.
    pub(super) fn end(&self) {
        self.seen.question.store(0, Ordering::SeqCst);
    }

    /// Whether kept games should be forgotten, so that the next question has room.
    pub(super) fn is_full(&self) -> bool {
        self.has(self.seen.resident.load(Ordering::Relaxed))
    }

    /// The same after they were forgotten.
    pub(super) fn is_still_full(&self) -> bool {
        let resident = resident();
        self.seen.resident.store(resident, Ordering::Relaxed);
        self.has(resident)
    }

    /// Whether these resident bytes are more than half of what questions may use.
    fn has(&self, resident: u64) -> bool {
        let settled = self.seen.settled.load(Ordering::Relaxed);
        resident > settled + self.memory.saturating_sub(settled) / 2
    }
}

impl Seen {
    /// Looks until the process ends.
    fn look(&self, setup: &Setup) {
        let parent = parent();
        let (mut number, mut idle) = (0, 0);
        let mut since = Since::now();
        loop {
            thread::sleep(PAUSE);
            let question = self.question.load(Ordering::SeqCst);
            if question == 0 {
                idle += 1;
                if idle > IDLE {
                    self.sleep();
                    idle = 0;
                }
                continue;
            }
            idle = 0;
            if question != number {
                (number, since) = (question, Since::now());
            }
            let resident = resident();
            self.resident.store(resident, Ordering::Relaxed);
            if resident > setup.memory {
                process::exit(exit::MEMORY);
            }
            if parent != self::parent() {
                process::exit(0);
            }
            let late = match setup.lane {
                Lane::Quick => since.cpu() > QUICK_END,
                Lane::Heavy => since.clock.elapsed() > setup.time + GRACE,
            };
            // The next question may have begun meanwhile.
            if late && self.question.load(Ordering::SeqCst) == number {
                process::exit(exit::TIME);
            }
        }
    }

    /// Sleeps until a question begins.
    fn sleep(&self) {
        self.asleep.store(true, Ordering::SeqCst);
        while self.asleep.load(Ordering::SeqCst) && self.question.load(Ordering::SeqCst) == 0 {
            thread::park();
        }
        self.asleep.store(false, Ordering::SeqCst);
    }
}

/// A moment, by the clock and in CPU time of this process.
#[derive(Clone, Copy)]
pub(super) struct Since {
    clock: Instant,
    #[cfg(unix)]
    cpu: u64,
}

impl Since {
    pub(super) fn now() -> Since {
        Since {
            clock: Instant::now(),
            #[cfg(unix)]
            cpu: cpu(),
        }
    }

    pub(super) fn clock(&self) -> Instant {
        self.clock
    }

    /// The nanoseconds of CPU time since then.
    pub(super) fn cpu(&self) -> u64 {
        #[cfg(unix)]
        return cpu() - self.cpu;
        #[cfg(not(unix))]
        return self.clock.elapsed().as_nanos() as u64;
    }
}

/// The CPU time of this process, in nanoseconds.
#[cfg(unix)]
fn cpu() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// The resident bytes of this process.
fn resident() -> u64 {
    memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}

/// The process that started this one. If that ends, another one takes its place.
#[cfg(unix)]
fn parent() -> Option<rustix::process::Pid> {
    rustix::process::getppid()
}

#[cfg(not(unix))]
fn parent() {}
