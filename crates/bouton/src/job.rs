//! The limits of a job, how it reports progress, and how it is stopped.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::lang::{Code, Diagnostic};

/// Watches a job while it runs and can stop it.
pub trait Watch {
    /// Called often, with the work done so far and, if it is known, an upper bound of all work.
    fn tick(&self, done: u64, of: Option<u64>) -> ControlFlow<()>;
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn tick(&self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What a job may use: memory in bytes, counted by the code that allocates it, and threads.
#[derive(Debug)]
pub struct Budget {
    limit: u64,
    to_the_end: bool,
    used: AtomicU64,
    peak: AtomicU64,
    /// How many threads may be started.
    threads: AtomicUsize,
}

impl Budget {
    /// A budget of this many bytes, for the calling thread alone.
    #[must_use]
    pub const fn new(limit: u64) -> Budget {
        Budget {
            limit,
            to_the_end: false,
            used: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            threads: AtomicUsize::new(0),
        }
    }

    /// The same budget with this number of threads, including the calling one.
    #[must_use]
    pub fn on_threads(self, threads: usize) -> Budget {
        Budget { threads: AtomicUsize::new(threads.saturating_sub(1)), ..self }
    }

    /// The same budget for a job that continues until all memory is used. Otherwise a job that may
    /// need more is given up early.
    #[must_use]
    pub fn to_the_end(self) -> Budget {
        Budget { to_the_end: true, ..self }
    }

    /// Whether a job continues until all memory is used.
    #[must_use]
    pub fn is_to_the_end(&self) -> bool {
        self.to_the_end
    }

    /// Takes bytes before they are allocated; `false` if not enough are left.
    #[must_use]
    pub fn take(&self, bytes: u64) -> bool {
        let used = self.used.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if used > self.limit {
            self.used.fetch_sub(bytes, Ordering::Relaxed);
            return false;
        }
        self.peak.fetch_max(used, Ordering::Relaxed);
        true
    }

    /// Returns bytes after they are freed.
    pub fn give(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Takes bytes and returns a guard that gives them back; `None` when there are not as many left.
    #[must_use]
    pub(crate) fn lease(&self, bytes: u64) -> Option<Lease<'_>> {
        self.take(bytes).then(|| Lease { budget: self, bytes })
    }

    /// Takes a thread before it is started; `false` when there is none left.
    #[must_use]
    pub(crate) fn take_thread(&self) -> bool {
        let one_less = |threads: usize| threads.checked_sub(1);
        self.threads.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_ok()
    }

    /// Returns a thread when it ends.
    pub(crate) fn give_thread(&self) {
        self.threads.fetch_add(1, Ordering::Relaxed);
    }

    /// The most bytes that may be in use at one time.
    #[must_use]
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// The bytes that are used now.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// The most bytes that were in use at one time.
    #[must_use]
    pub fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }
}

/// Bytes taken out of a budget. They are given back when the lease is dropped.
#[derive(Debug)]
pub(crate) struct Lease<'b> {
    budget: &'b Budget,
    bytes: u64,
}

impl Lease<'_> {
    /// The bytes that are taken.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Where they are taken from.
    pub(crate) fn budget(&self) -> &Budget {
        self.budget
    }

    /// Takes more bytes or gives some back, until there are this many; `false` when there are not as many left.
    #[must_use]
    pub(crate) fn resize(&mut self, bytes: u64) -> bool {
        self.shrink(bytes);
        self.grow(bytes - self.bytes)
    }

    /// Takes more bytes; `false` when there are not as many left.
    #[must_use]
    pub(crate) fn grow(&mut self, more: u64) -> bool {
        let taken = self.budget.take(more);
        self.bytes += if taken { more } else { 0 };
        taken
    }

    /// Gives back all but some bytes.
    pub(crate) fn shrink(&mut self, bytes: u64) {
        let rest = bytes.min(self.bytes);
        self.budget.give(self.bytes - rest);
        self.bytes = rest;
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        self.budget.give(self.bytes);
    }
}

impl Default for Budget {
    /// One gibibyte.
    fn default() -> Budget {
        Budget::new(1 << 30)
    }
}

/// What a job works with.
#[derive(Clone, Copy)]
pub struct Ctx<'a> {
    /// What it may use.
    pub budget: &'a Budget,
    /// The watcher.
    pub watch: &'a dyn Watch,
}

/// Why a job ended without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It was cancelled.
    Cancelled,
    /// It needs more memory than it may use.
    OverBudget {
        /// The positions that were reached, or that there are in total.
        positions: String,
        /// The bytes that may be used.
        limit: u64,
        /// What would fit, in words.
        fits: String,
    },
    /// The rules have no meaning at a reachable position, or the question has no answer.
    Undefined(Box<Diagnostic>),
    /// The answer is not known: why.
    Unknown(String),
}

impl From<Diagnostic> for Stop {
    fn from(diagnostic: Diagnostic) -> Stop {
        Stop::Undefined(Box::new(diagnostic))
    }
}

impl Stop {
    /// The error; `None` for a job that was cancelled or whose answer is unknown, which is not an
    /// error.
    #[must_use]
    pub fn diagnostic(&self) -> Option<Diagnostic> {
        match self {
            Stop::Cancelled | Stop::Unknown(_) => None,
            Stop::OverBudget { positions, limit, fits } => {
                let limit = bytes(*limit);
                let message = format!("{positions}, more than fit into {limit} of memory");
                Some(Diagnostic::new(Code::OverBudget, message).help(fits.clone()))
            }
            Stop::Undefined(diagnostic) => Some((**diagnostic).clone()),
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.diagnostic()) {
            (_, Some(diagnostic)) => diagnostic.fmt(f),
            (Stop::Unknown(why), None) => write!(f, "unknown: {why}"),
            (_, None) => f.write_str("cancelled"),
        }
    }
}

impl std::error::Error for Stop {}

/// A number of bytes for people: `1.5 GiB`.
#[must_use]
pub fn bytes(n: u64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let mut unit = 0;
    let mut size = n as f64;
    while size >= 1024.0 && unit + 1 < units.len() {
        size /= 1024.0;
        unit += 1;
    }
    if unit == 0 || size >= 100.0 {
        format!("{size:.0} {}", units[unit])
    } else {
        format!("{size:.1} {}", units[unit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_gives_back_what_it_took_and_no_more() {
        let budget = Budget::new(100);
        let mut lease = budget.lease(60).unwrap();
        assert!(budget.lease(60).is_none());
        assert_eq!(budget.used(), 60);
        assert!(lease.grow(30) && !lease.grow(30));
        lease.shrink(50);
        assert_eq!(budget.used(), 50);
        drop(lease);
        assert_eq!((budget.used(), budget.peak()), (0, 90));
    }
}
