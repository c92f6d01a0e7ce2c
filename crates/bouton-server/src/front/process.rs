//! A worker process, as the server sees it.

use std::io;
use std::net::IpAddr;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use super::room::{Held, NoRoom, Room};
use crate::Program;
use crate::wire::{self, Setup, exit, kind};

/// The time that a process has to end by itself after it has closed its output.
const LAST: Duration = Duration::from_secs(1);

/// A worker.
pub(crate) struct Process {
    child: Child,
    pub(crate) input: ChildStdin,
    pub(crate) output: Output,
}

/// Where a worker writes its answers.
pub(crate) struct Output(BufReader<ChildStdout>);

/// What a worker says.
pub(crate) enum Reply {
    /// A whole answer.
    Answer(Bytes),
    /// There is no room for the answer.
    NoRoom(NoRoom),
    /// The question is not quick; the number of its game, if it has one.
    Heavy(Option<u64>),
    /// The head of an answer whose events follow.
    Events(Bytes),
    /// Some events.
    Piece(Bytes),
    /// The end of the events.
    End,
}

/// Why a process ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    Memory,
    Time,
    /// It was due to be replaced, and is not at fault.
    Worn,
    Failure,
}

impl Process {
    /// Starts a worker. It is killed when it is dropped.
    pub(crate) async fn start(program: &Program, setup: &Setup) -> io::Result<Process> {
        let mut command = Command::new(&program.path);
        command.args(&program.arguments).kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C in a terminal is for the server alone, which then lets its workers finish.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn()?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("a worker has no pipes"));
        };
        let setup = wire::frame(kind::SETUP, &[&serde_json::to_vec(setup)?])?;
        input.write_all(&setup).await?;
        let output = Output(BufReader::with_capacity(1 << 16, output));
        Ok(Process { child, input, output })
    }

    /// Whether it has ended already.
    pub(crate) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends it.
    pub(crate) async fn kill(mut self) {
        let _ = self.child.kill().await;
    }

    /// Why it has closed its output.
    pub(crate) async fn cause(mut self) -> Cause {
        match timeout(LAST, self.child.wait()).await {
            Ok(Ok(status)) => cause(status),
            _ => Cause::Failure,
        }
    }
}

fn cause(status: ExitStatus) -> Cause {
    // Only the system kills a worker that the server does not kill: when memory is short.
    #[cfg(unix)]
    let killed = std::os::unix::process::ExitStatusExt::signal(&status) == Some(9);
    #[cfg(not(unix))]
    let killed = false;
    match status.code() {
        Some(exit::MEMORY) => Cause::Memory,
        Some(exit::TIME) => Cause::Time,
        Some(exit::WORN) => Cause::Worn,
        _ if killed => Cause::Memory,
        _ => Cause::Failure,
    }
}

impl Output {
    /// The next reply, which is for a client. A long one needs room.
    pub(crate) async fn reply(&mut self, room: &Arc<Room>, client: IpAddr) -> io::Result<Reply> {
        let mut start = [0; wire::START];
        self.0.read_exact(&mut start).await?;
        let (kind, length) = wire::started(start);
        match (kind, room.hold(client, length)) {
            (kind::ANSWER, Err(no_room)) => {
                let mut rest = (&mut self.0).take(length as u64);
                tokio::io::copy(&mut rest, &mut tokio::io::sink()).await?;
                Ok(Reply::NoRoom(no_room))
            }
            (kind::ANSWER, Ok(held)) => {
                Ok(Reply::Answer(Held::around(held, self.content(length).await?)))
            }
            (kind::HEAVY, _) => {
                let content = self.content(length).await?;
                Ok(Reply::Heavy(content[..].try_into().ok().map(u64::from_le_bytes)))
            }
            (kind::EVENTS, _) => Ok(Reply::Events(self.content(length).await?.into())),
            (kind::PIECE, _) => Ok(Reply::Piece(self.content(length).await?.into())),
            (kind::END, _) => Ok(Reply::End),
            _ => Err(io::Error::other("a worker sent an unknown frame")),
        }
    }

    async fn content(&mut self, length: usize) -> io::Result<Vec<u8>> {
        let mut content = vec![0; length];
        self.0.read_exact(&mut content).await?;
        Ok(content)
    }
}
