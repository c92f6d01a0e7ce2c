//! Work in pieces, shared by as many threads as a job may use.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Builder};
use std::time::Duration;

use crate::job::{Budget, Ctx, Watch};

/// The stack of a thread that works with games: expressions and statements can be deep.
pub const STACK: usize = 16 << 20;

/// How long the first thread waits for the others before it checks again whether it should stop.
const WAIT: Duration = Duration::from_millis(1);

/// One thread's share of the work. The watcher sees only the first thread; if that one is stopped,
/// all are.
pub struct Share<'a> {
    pieces: &'a Pieces,
    watch: Option<&'a dyn Watch>,
    last: Cell<(u64, Option<u64>)>,
}

struct Pieces {
    all: usize,
    next: AtomicUsize,
    stopped: AtomicBool,
}

impl Pieces {
    fn share<'a>(&'a self, watch: Option<&'a dyn Watch>) -> Share<'a> {
        Share { pieces: self, watch, last: Cell::default() }
    }
}

impl Share<'_> {
    /// The next piece that nobody has started, unless the work was stopped.
    pub fn next(&self) -> Option<usize> {
        let Pieces { all, next, stopped } = self.pieces;
        if stopped.load(Ordering::Relaxed) {
            return None;
        }
        Some(next.fetch_add(1, Ordering::Relaxed)).filter(|piece| piece < all)
    }

    /// Stops the work: nobody starts another piece, and threads at work stop.
    pub fn stop(&self) {
        self.pieces.stopped.store(true, Ordering::Relaxed);
    }
}

impl Watch for Share<'_> {
    fn tick(&self, done: u64, of: Option<u64>) -> ControlFlow<()> {
        self.last.set((done, of));
        if self.watch.is_some_and(|watch| watch.tick(done, of).is_break()) {
            self.stop();
        }
        match self.pieces.stopped.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// A thread of the budget.
struct Thread<'b>(&'b Budget);

impl Drop for Thread<'_> {
    fn drop(&mut self) {
        self.0.give_thread();
    }
}

/// At most this many threads of the budget.
fn take(budget: &Budget, most: usize) -> Vec<Thread<'_>> {
    (0..most).map_while(|_| budget.take_thread().then(|| Thread(budget))).collect()
}

/// Divides work into pieces, done by this thread and by others while the budget has any. Each
/// thread calls `work` once, which takes one piece after another. Returns what `work` returned on
/// each thread.
///
/// ```
/// use bouton::{Budget, Ctx, Unwatched, share};
///
/// let budget = Budget::default().on_threads(4);
/// let ctx = Ctx { budget: &budget, watch: &Unwatched };
/// let sums = share(ctx, 100, |share| std::iter::from_fn(|| share.next()).sum::<usize>());
/// assert_eq!(sums.iter().sum::<usize>(), 4950);
/// ```
pub fn share<R: Send>(
    ctx: Ctx<'_>,
    pieces: usize,
    work: impl Fn(&Share<'_>) -> R + Sync,
) -> Vec<R> {
    let Ctx { budget, watch } = ctx;
    let pieces = Pieces { all: pieces, next: AtomicUsize::new(0), stopped: AtomicBool::new(false) };
    thread::scope(|scope| {
        let mut helpers = Vec::new();
        for thread in take(budget, pieces.all.saturating_sub(1)) {
            let (pieces, work) = (&pieces, &work);
            let help = move || {
                let _thread = thread;
                work(&pieces.share(None))
            };
            // If no thread can be started, this one does everything.
            helpers.extend(Builder::new().stack_size(STACK).spawn_scoped(scope, help));
        }
        let own = pieces.share(Some(watch));
        let mut done = vec![work(&own)];
        for helper in helpers {
            while !helper.is_finished() {
                let (done, of) = own.last.get();
                let _ = own.tick(done, of);
                thread::park_timeout(WAIT);
            }
            done.push(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::AtomicU64;

    use super::*;
    use crate::job::Unwatched;

    fn with_threads<R>(threads: usize, watch: &dyn Watch, work: impl Fn(Ctx<'_>) -> R) -> R {
        let budget = Budget::default().on_threads(threads);
        let done = work(Ctx { budget: &budget, watch });
        // All threads have been given back.
        for _ in 1..threads {
            assert!(budget.take_thread());
        }
        assert!(!budget.take_thread());
        done
    }

    #[test]
    fn every_piece_is_done_once() {
        for threads in [0, 1, 2, 7] {
            for pieces in [0, 1, 5, 1000] {
                let seen = Mutex::new(Vec::new());
                let work = |share: &Share<'_>| {
                    while let Some(piece) = share.next() {
                        seen.lock().unwrap().push(piece);
                    }
                };
                let done = with_threads(threads.max(1), &Unwatched, |ctx| share(ctx, pieces, work));
                assert!(done.len() <= threads.max(1).min(pieces.max(1)));
                let mut seen = seen.into_inner().unwrap();
                seen.sort_unstable();
                assert_eq!(seen, (0..pieces).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn work_inside_work_has_the_threads_that_are_left() {
        let most = with_threads(3, &Unwatched, |ctx| {
            let budget = ctx.budget;
            let outer = share(ctx, 3, |outer| {
                let mut most = 0;
                while outer.next().is_some() {
                    let ctx = Ctx { budget, watch: outer };
                    most = most.max(share(ctx, 9, |inner| while inner.next().is_some() {}).len());
                }
                most
            });
            outer.into_iter().max().unwrap_or(0)
        });
        assert!((1..=3).contains(&most));
    }

    /// Stops after some ticks of the thread that it watches.
    struct Impatient(AtomicU64);

    impl Watch for Impatient {
        fn tick(&self, _: u64, _: Option<u64>) -> ControlFlow<()> {
            match self.0.fetch_add(1, Ordering::Relaxed) {
                0..5 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        }
    }

    #[test]
    fn all_threads_are_stopped_with_the_first() {
        for threads in [1, 4] {
            let impatient = Impatient(AtomicU64::new(0));
            // The work has no end: only the watcher stops it, even if the first thread has nothing
            // left to do.
            let done = with_threads(threads, &impatient, |ctx| {
                share(ctx, 4, |share| {
                    while share.next().is_some() {
                        while share.tick(0, None).is_continue() {}
                    }
                })
            });
            assert_eq!(done.len(), threads);
        }
    }

    #[test]
    #[should_panic(expected = "piece 3")]
    fn a_panic_is_not_lost() {
        with_threads(4, &Unwatched, |ctx| {
            share(ctx, 4, |share| {
                while let Some(piece) = share.next() {
                    assert!(piece != 3, "piece {piece}");
                }
            })
        });
    }
}
