//! The limits of a job, and its progress bar.

use std::cell::{OnceCell, RefCell};
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use bouton::{Budget, Ctx, Watch};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::args::JobArgs;
use crate::guard::interrupted;

/// A job of the command line.
pub struct Job {
    pub budget: Budget,
    bar: Bar,
}

impl Job {
    /// Starts the clock.
    pub fn start(args: &JobArgs) -> Job {
        Job::start_on(args, NonZeroUsize::MIN)
    }

    /// The same for a job that may use this number of threads.
    pub fn start_on(args: &JobArgs, threads: NonZeroUsize) -> Job {
        let budget = Budget::new(memory(args)).on_threads(threads.get());
        let budget = if args.memory.is_some() { budget.to_the_end() } else { budget };
        Job {
            budget,
            bar: Bar { start: Instant::now(), shown: OnceCell::new(), last: RefCell::new(None) },
        }
    }

    pub fn ctx(&self) -> Ctx<'_> {
        Ctx { budget: &self.budget, watch: &self.bar }
    }

    /// The seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.bar.start.elapsed().as_secs_f64()
    }
}

/// The bytes that may be used: as many as were given, or half of what was free at the start.
pub fn memory(args: &JobArgs) -> u64 {
    static HALF: OnceLock<u64> = OnceLock::new();
    args.memory.unwrap_or_else(|| *HALF.get_or_init(|| free() / 2))
}

/// The amount of free memory to assume if the system does not report it.
const UNTOLD: u64 = 1 << 30;

/// The memory that is free to this process.
fn free() -> u64 {
    let mut free = UNTOLD;
    if let Ok(mut system) = sysinfo::System::new() {
        system.refresh_memory();
        free = system.available_memory();
        if let Some(group) = system.cgroup_limits() {
            free = free.min(group.free_memory);
        }
    }
    #[cfg(unix)]
    if let Ok((soft, _)) = rlimit::getrlimit(rlimit::Resource::AS) {
        free = free.min(soft);
    }
    free
}

/// Shows nothing, and listens to Ctrl-C.
pub struct Quiet;

impl Watch for Quiet {
    fn tick(&self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        match interrupted() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// A progress bar on standard error, if that is a terminal and the job takes longer than a second.
struct Bar {
    start: Instant,
    shown: OnceCell<ProgressBar>,
    last: RefCell<Option<Instant>>,
}

impl Watch for Bar {
    fn tick(&self, done: u64, of: Option<u64>) -> ControlFlow<()> {
        if interrupted() {
            return ControlFlow::Break(());
        }
        let now = Instant::now();
        let due = self.last.borrow().map_or(Duration::from_secs(1), |last| {
            Duration::from_millis(100).saturating_sub(now - last)
        });
        let waited = self.last.borrow().is_some() || now - self.start >= Duration::from_secs(1);
        if waited && (due.is_zero() || self.shown.get().is_none()) {
            self.shown.get_or_init(bar).update(|state| {
                state.set_pos(done);
                match of {
                    Some(of) => state.set_len(of),
                    None => state.set_len(done),
                }
            });
            *self.last.borrow_mut() = Some(now);
        }
        ControlFlow::Continue(())
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    let template = "{bar:30} {human_pos} of {human_len} steps, {rate}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{:.0} a second", state.per_sec());
        }));
    }
    bar
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = self.shown.get() {
            bar.finish_and_clear();
        }
    }
}
