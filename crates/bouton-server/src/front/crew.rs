//! The workers of a server: who gives them questions, ends them when they do not obey, and starts new ones.

use std::collections::VecDeque;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use tokio::io::AsyncWriteExt;
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::lanes::{Answer, Heavy, Job, Quick};
use super::process::{Cause, Process, Reply};
use super::recent::Recent;
use super::room::{NoRoom, Room};
use super::shares::Shares;
use crate::refusal::Refusal;
use crate::wire::Setup;
use crate::{Program, Settings};

/// Workers end themselves when a question takes too long. One that does not is killed after this time, in addition to its limit.
const BACKSTOP: Duration = Duration::from_secs(1);

/// A pause after a worker could not be started.
const PAUSE: Duration = Duration::from_millis(100);

/// Events that wait for a client.
const EVENTS: usize = 16;

/// What the workers and those who ask them share.
pub(crate) struct Crew {
    pub(crate) quick: Quick,
    pub(crate) heavy: Heavy,
    pub(crate) recent: Recent,
    pub(crate) room: Arc<Room>,
    /// Quick workers that wait to replace others: a new one first reads the library.
    spares: Mutex<mpsc::Receiver<Process>>,
    program: Program,
}

impl Crew {
    /// Starts the workers. They end when the set is dropped.
    pub(crate) async fn start(settings: &Settings) -> io::Result<(Arc<Crew>, JoinSet<()>)> {
        let shares = Shares::new(settings);
        let ((quick, quick_setup), (heavy, heavy_setup)) = (shares.quick, shares.heavy);
        // One more is ready to be sent.
        let (spare, spares) = mpsc::channel(1);
        let crew = Arc::new(Crew {
            quick: Quick::new(quick),
            heavy: Heavy::new(heavy),
            recent: Recent::new(),
            room: Arc::new(Room::new(shares.room)),
            spares: Mutex::new(spares),
            program: settings.worker.clone(),
        });
        let mut tasks = JoinSet::new();
        for _ in 0..quick {
            let process = Process::start(&crew.program, &quick_setup).await?;
            tasks.spawn(Arc::clone(&crew).be_quick(process));
        }
        tasks.spawn(Arc::clone(&crew).keep_spares(spare, quick_setup));
        for worker in 0..heavy {
            let process = Process::start(&crew.program, &heavy_setup).await?;
            tasks.spawn(Arc::clone(&crew).be_heavy(worker, process, heavy_setup.clone()));
        }
        Ok((crew, tasks))
    }

    /// A new worker in place of one that ended.
    async fn replace(&self, setup: &Setup) -> Process {
        loop {
            match Process::start(&self.program, setup).await {
                Ok(process) => return process,
                Err(_) => sleep(PAUSE).await,
            }
        }
    }

    /// Starts quick workers before they are needed.
    async fn keep_spares(self: Arc<Crew>, spare: mpsc::Sender<Process>, setup: Setup) {
        while spare.send(self.replace(&setup).await).await.is_ok() {}
    }

    /// Gives questions to a worker of the quick lane.
    async fn be_quick(self: Arc<Crew>, mut process: Process) {
        loop {
            let mut jobs = self.quick.next().await;
            if !process.has_ended() {
                if self.ask_quick(&mut process, &mut jobs).await.is_ok() {
                    continue;
                }
                // Whatever ended the worker, the first question that it has not answered gets all the time that it may take.
                if let Some(job) = jobs.pop_front() {
                    self.to_heavy(job, None);
                }
            }
            self.quick.put_back(jobs);
            process.kill().await;
            match self.spares.lock().await.recv().await {
                Some(spare) => process = spare,
                None => return,
            }
        }
    }

    /// Asks some questions at once, and removes those that are answered.
    async fn ask_quick(&self, process: &mut Process, jobs: &mut VecDeque<Job>) -> io::Result<()> {
        let questions: Vec<Bytes> = jobs.iter().map(|job| job.question.clone()).collect();
        let Process { input, output, .. } = process;
        let send = async {
            match &questions[..] {
                [question] => input.write_all(question).await,
                _ => input.write_all(&questions.concat()).await,
            }
        };
        let read = async {
            while let Some(job) = jobs.front() {
                let reply = timeout(BACKSTOP, output.reply(&self.room, job.client)).await??;
                let Some(job) = jobs.pop_front() else { break };
                match reply {
                    Reply::Answer(answer) => job.answer(Ok(Answer::Whole(answer))),
                    Reply::NoRoom(no_room) => job.answer(Err(unsent(&no_room))),
                    Reply::Heavy(game) => self.to_heavy(job, game),
                    Reply::Events(_) | Reply::Piece(_) | Reply::End => {
                        job.answer(Err(Refusal::failed()));
                        return Err(io::Error::other("events are not for the quick lane"));
                    }
                }
            }
            Ok(())
        };
        tokio::select! {
            biased;
            read = read => read,
            Err(error) = send => Err(error),
        }
    }

    /// Passes a question on to the heavy lane.
    fn to_heavy(&self, job: Job, game: Option<u64>) {
        self.recent.found_heavy(job.number, game);
        if let Err(job) = self.heavy.push(Job { game, ..job }) {
            job.answer(Err(Refusal::busy()));
        }
    }

    /// Puts a question back into the heavy lane.
    fn to_heavy_again(&self, job: Job) {
        let game = job.game;
        self.to_heavy(job, game);
    }

    /// Gives questions to a worker of the heavy lane.
    async fn be_heavy(self: Arc<Crew>, worker: usize, mut process: Process, setup: Setup) {
        loop {
            let job = self.heavy.next(worker).await;
            if process.has_ended() {
                process = self.replace(&setup).await;
            }
            let after = self.ask_heavy(process, job, &setup).await;
            let keeps = after.is_some();
            process = match after {
                Some(process) => process,
                None => self.replace(&setup).await,
            };
            self.heavy.done(worker, keeps);
        }
    }

    /// Asks one question. Returns the worker if it can go on.
    async fn ask_heavy(
        &self,
        mut process: Process,
        mut job: Job,
        setup: &Setup,
    ) -> Option<Process> {
        let begun = Instant::now();
        let until = begun + setup.time + BACKSTOP;
        let asked = {
            let Process { input, output, .. } = &mut process;
            let ask = async {
                let send = input.write_all(&job.question);
                let (_, reply) = tokio::join!(send, output.reply(&self.room, job.client));
                reply
            };
            tokio::select! {
                () = job.asker.closed() => None,
                asked = timeout_at(until, ask) => Some(asked),
            }
        };
        let late = || Refusal::out_of_time(setup.time);
        match asked {
            // The client has gone.
            None => process.kill().await,
            Some(Err(_)) => {
                process.kill().await;
                job.answer(Err(late()));
            }
            Some(Ok(Err(_))) => match process.cause().await {
                // The worker ended because of itself, or of the question before.
                Cause::Worn => self.to_heavy_again(job),
                Cause::Time if begun.elapsed() < setup.time => self.to_heavy_again(job),
                cause => job.answer(Err(refusal(&cause, setup))),
            },
            Some(Ok(Ok(Reply::Answer(answer)))) => {
                job.answer(Ok(Answer::Whole(answer)));
                return Some(process);
            }
            Some(Ok(Ok(Reply::NoRoom(no_room)))) => {
                job.answer(Err(unsent(&no_room)));
                return Some(process);
            }
            Some(Ok(Ok(Reply::Events(head)))) => {
                let (events, coming) = mpsc::channel(EVENTS);
                let client = job.client;
                job.answer(Ok(Answer::Events(head, coming)));
                let told = timeout_at(until, self.tell(&mut process, client, &events)).await;
                let refused = match told {
                    Ok(Ok(true)) => return Some(process),
                    Ok(Ok(false)) => {
                        process.kill().await;
                        return None;
                    }
                    Ok(Err(_)) => refusal(&process.cause().await, setup),
                    Err(_) => {
                        process.kill().await;
                        late()
                    }
                };
                let error = serde_json::to_string(&refused.body()).unwrap_or_default();
                let _ = events.try_send(format!("event: error\ndata: {error}\n\n").into());
            }
            Some(Ok(Ok(Reply::Heavy(_) | Reply::Piece(_) | Reply::End))) => {
                process.kill().await;
                job.answer(Err(Refusal::failed()));
            }
        }
        None
    }

    /// Passes events on until they end; `false` if the client has gone.
    async fn tell(
        &self,
        process: &mut Process,
        client: IpAddr,
        events: &mpsc::Sender<Bytes>,
    ) -> io::Result<bool> {
        loop {
            let reply = tokio::select! {
                () = events.closed() => return Ok(false),
                reply = process.output.reply(&self.room, client) => reply?,
            };
            match reply {
                Reply::Piece(piece) => {
                    if events.send(piece).await.is_err() {
                        return Ok(false);
                    }
                }
                _ => return Ok(true),
            }
        }
    }
}

/// Why a question that ended its worker has no answer.
fn refusal(cause: &Cause, setup: &Setup) -> Refusal {
    match cause {
        Cause::Memory => Refusal::out_of_memory(setup.memory),
        Cause::Time => Refusal::out_of_time(setup.time),
        Cause::Worn | Cause::Failure => Refusal::failed(),
    }
}

/// Why an answer is not sent.
fn unsent(no_room: &NoRoom) -> Refusal {
    match no_room {
        NoRoom::Now => Refusal::busy(),
        NoRoom::Ever(most) => Refusal::out_of_memory(*most as u64),
    }
}
