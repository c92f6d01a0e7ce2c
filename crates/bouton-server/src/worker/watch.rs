//! How long a job may take.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::Instant;

use bouton::Watch;

use super::limits::{QUICK, Since};
use crate::wire::{Lane, Setup};

/// Watches the jobs on one game, one after another.
#[derive(Default)]
pub(crate) struct Watcher {
    job: Cell<Option<Job>>,
}

#[derive(Clone, Copy)]
struct Job {
    since: Since,
    until: Option<Instant>,
    lane: Lane,
}

impl Watcher {
    /// A watcher of a job that begins now.
    pub(crate) fn new(setup: &Setup) -> Watcher {
        let watcher = Watcher::default();
        watcher.begin(setup);
        watcher
    }

    /// Starts the next job.
    pub(crate) fn begin(&self, setup: &Setup) {
        let since = Since::now();
        let time = match setup.lane {
            Lane::Quick => QUICK,
            Lane::Heavy => setup.time,
        };
        let until = since.clock().checked_add(time);
        self.job.set(Some(Job { since, until, lane: setup.lane }));
    }

    /// Whether its time is over. A quick job on a busy machine is not late before it has used its CPU time.
    pub(crate) fn is_late(&self) -> bool {
        self.job.get().is_some_and(|job| {
            job.until.is_some_and(|until| Instant::now() > until)
                && (job.lane == Lane::Heavy || job.since.cpu() > QUICK.as_nanos() as u64)
        })
    }
}

impl Watch for Watcher {
    fn tick(&self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        match self.is_late() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
