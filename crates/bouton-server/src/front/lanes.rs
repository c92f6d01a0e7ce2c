//! Where questions wait for a worker: for a moment in the quick lane, then perhaps in the heavy one.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use tokio::sync::{Notify, mpsc, oneshot};

use super::fair::Fair;
use crate::refusal::Refusal;

/// A question on its way.
pub(crate) struct Job {
    /// The whole frame.
    pub(crate) question: Bytes,
    /// The number of the question.
    pub(crate) number: u64,
    pub(crate) client: IpAddr,
    /// The number of its game, if it is known.
    pub(crate) game: Option<u64>,
    /// Who waits for the answer.
    pub(crate) asker: oneshot::Sender<Result<Answer, Refusal>>,
}

/// An answer on its way, as a worker wrote it.
pub(crate) enum Answer {
    /// All of it.
    Whole(Bytes),
    /// The head, and events as they come.
    Events(Bytes, mpsc::Receiver<Bytes>),
}

impl Job {
    /// Sends the answer, if somebody still waits for it.
    pub(crate) fn answer(self, answer: Result<Answer, Refusal>) {
        let _ = self.asker.send(answer);
    }
}

/// The most questions that a worker gets at once.
const BATCH: usize = 8;

/// Questions that have not been tried yet. The latest one of a client comes first: it does not wait behind others that turn out to be
/// heavy.
pub(crate) struct Quick {
    waiting: Mutex<Fair<Job>>,
    ready: Notify,
    workers: usize,
}

impl Quick {
    pub(crate) fn new(workers: usize) -> Quick {
        Quick { waiting: Mutex::new(Fair::new()), ready: Notify::new(), workers }
    }

    fn lock(&self) -> MutexGuard<'_, Fair<Job>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a question, or returns it if too many wait.
    pub(crate) fn push(&self, job: Job) -> Result<(), Job> {
        self.lock().push(job.client, job)?;
        // The worker that waited last is the one that is still awake.
        self.ready.notify_last();
        Ok(())
    }

    /// Puts back questions that a worker was given and did not look at.
    pub(crate) fn put_back(&self, jobs: VecDeque<Job>) {
        for job in jobs {
            self.lock().put(job.client, job);
            self.ready.notify_last();
        }
    }

    /// The next questions, when there are some. One worker does not take what others could.
    pub(crate) async fn next(&self) -> VecDeque<Job> {
        loop {
            let mut batch = VecDeque::new();
            {
                let mut waiting = self.lock();
                let most = waiting.len().div_ceil(self.workers).min(BATCH);
                while batch.len() < most
                    && let Some(job) = waiting.take(|_, jobs| jobs.len().checked_sub(1))
                {
                    if !job.asker.is_closed() {
                        batch.push_back(job);
                    }
                }
            }
            if !batch.is_empty() {
                return batch;
            }
            self.ready.notified().await;
        }
    }
}

/// Questions that are not quick. A client never occupies all workers, and questions about one game go to the worker that keeps it.
pub(crate) struct Heavy {
    state: Mutex<State>,
    ready: Notify,
}

struct State {
    waiting: Fair<Job>,
    workers: Vec<Slot>,
}

/// What a worker is doing.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// The client for whom it works.
    client: Option<IpAddr>,
    /// Whose game it keeps, and which.
    keeps: Option<(IpAddr, u64)>,
}

impl Heavy {
    pub(crate) fn new(workers: usize) -> Heavy {
        let state = State { waiting: Fair::new(), workers: vec![Slot::default(); workers] };
        Heavy { state: Mutex::new(state), ready: Notify::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a question, or returns it if too many wait.
    pub(crate) fn push(&self, job: Job) -> Result<(), Job> {
        self.lock().waiting.push(job.client, job)?;
        self.ready.notify_waiters();
        Ok(())
    }

    /// Withdraws a question that nobody works on yet.
    pub(crate) fn withdraw(&self, client: IpAddr, number: u64) -> Option<Job> {
        self.lock()
            .waiting
            .take(|one, jobs| jobs.iter().position(|job| one == client && job.number == number))
    }

    /// The next question for a worker, when there is one.
    pub(crate) async fn next(&self, worker: usize) -> Job {
        loop {
            let mut ready = pin!(self.ready.notified());
            ready.as_mut().enable();
            if let Some(job) = self.lock().next(worker) {
                return job;
            }
            ready.await;
        }
    }

    /// A worker is free again, and perhaps keeps its game.
    pub(crate) fn done(&self, worker: usize, keeps: bool) {
        let mut state = self.lock();
        let slot = &mut state.workers[worker];
        slot.client = None;
        slot.keeps = slot.keeps.filter(|_| keeps);
        drop(state);
        self.ready.notify_waiters();
    }
}

impl State {
    fn next(&mut self, worker: usize) -> Option<Job> {
        self.waiting.retain(|job| !job.asker.is_closed());
        let workers = &self.workers;
        let others =
            || workers.iter().enumerate().filter(|(i, _)| *i != worker).map(|(_, slot)| slot);
        let job = self.waiting.take(|client, jobs| {
            let own = others().filter(|slot| slot.client == Some(client)).count();
            if own + 1 >= workers.len().max(2) {
                return None;
            }
            jobs.iter().position(|job| {
                let game = job.game.map(|game| (client, game));
                // Another worker keeps the game, and is free or will soon be.
                !others().any(|slot| {
                    game.is_some()
                        && slot.keeps == game
                        && slot.client.is_none_or(|one| one == client)
                })
            })
        })?;
        let keeps = job.game.map(|game| (job.client, game));
        self.workers[worker] = Slot { client: Some(job.client), keeps };
        Some(job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(client: u8, game: u64) -> (Job, oneshot::Receiver<Result<Answer, Refusal>>) {
        let (asker, answer) = oneshot::channel();
        let client = [10, 0, 0, client].into();
        (Job { question: Bytes::new(), number: game, client, game: Some(game), asker }, answer)
    }

    #[test]
    fn a_client_does_not_get_every_worker() {
        let heavy = Heavy::new(3);
        let (jobs, _answers): (Vec<_>, Vec<_>) = (0..4).map(|game| job(1, game)).unzip();
        jobs.into_iter().for_each(|job| assert!(heavy.push(job).is_ok()));
        let next = |worker| heavy.lock().next(worker).map(|job| (job.client, job.number));
        let one: IpAddr = [10, 0, 0, 1].into();
        assert_eq!((next(0), next(1), next(2)), (Some((one, 0)), Some((one, 1)), None));
        let (other, _answer) = job(2, 9);
        let client = other.client;
        assert!(heavy.push(other).is_ok());
        assert_eq!(next(2), Some((client, 9)));
    }

    #[test]
    fn a_game_goes_to_the_worker_that_keeps_it() {
        let heavy = Heavy::new(3);
        let (jobs, _answers): (Vec<_>, Vec<_>) =
            [7, 7, 8].map(|game| job(1, game)).into_iter().unzip();
        jobs.into_iter().for_each(|job| assert!(heavy.push(job).is_ok()));
        let next = |worker| heavy.lock().next(worker).map(|job| job.number);
        assert_eq!(next(0), Some(7));
        assert_eq!(next(1), Some(8));
        heavy.done(1, true);
        assert_eq!(next(1), None);
        heavy.done(0, true);
        assert_eq!(next(0), Some(7));
        // Who has gone is not answered, and a worker that ended keeps nothing.
        heavy.done(0, false);
        let (gone, answer) = job(1, 7);
        drop(answer);
        let (other, _answer) = job(1, 7);
        assert!(heavy.push(gone).is_ok() && heavy.push(other).is_ok());
        assert_eq!((next(2), next(0)), (Some(7), None));
    }
}
