//! How long a job may take, and whether somebody is still waiting for it.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bouton::Watch;

/// Somebody who waits for a job. Dropping it ends the waiting.
pub(crate) struct Waiting(Gone);

/// Whether nobody is waiting for a job any more.
pub(crate) type Gone = Arc<AtomicBool>;

impl Waiting {
    pub(crate) fn new() -> (Waiting, Gone) {
        let gone = Gone::default();
        (Waiting(Arc::clone(&gone)), gone)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Watches the jobs of one thread, one after another.
#[derive(Default)]
pub(crate) struct Watcher {
    until: Cell<Option<Instant>>,
    gone: RefCell<Gone>,
}

impl Watcher {
    /// Starts the next job: how long it may take, and who waits for it.
    pub(crate) fn begin(&self, time: Duration, gone: &Gone) {
        self.until.set(Instant::now().checked_add(time));
        self.gone.replace(Arc::clone(gone));
    }
}

impl Watch for Watcher {
    fn tick(&self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        let late = self.until.get().is_some_and(|until| Instant::now() > until);
        match late || self.gone.borrow().load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
