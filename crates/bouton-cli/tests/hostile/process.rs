//! Runs a command, interrupts it if it takes too long, and measures its memory.

use std::fmt;
use std::io::{Read, Seek, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use wait4::Wait4;

use crate::asked::Asked;

/// What each command may use.
pub const MEMORY: u64 = 256 << 20;

/// How long an interrupted command is waited for, on a machine that has much else to do.
const AT_LAST: Duration = Duration::from_secs(20);

/// How a command ended.
pub struct Ended {
    /// The exit code, unless a signal ended it.
    pub code: Option<i32>,
    pub interrupted: bool,
    /// Whether it did not end after the interrupt.
    pub killed: bool,
    /// The most memory that it used at one time.
    pub peak: u64,
    /// How many bytes it wrote to standard output.
    pub printed: u64,
    /// What it wrote to standard error.
    pub told: String,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ended { code, interrupted, peak, printed, told, .. } = self;
        let told: String = told.chars().take(300).collect();
        let peak = peak >> 20;
        write!(f, "{code:?}, interrupted: {interrupted}, {peak} MiB, printed {printed}: {told}")
    }
}

/// Runs a command to its end, and interrupts it after a while.
pub fn run(asked: &Asked, patience: Duration) -> Ended {
    let file = || tempfile::tempfile().expect("a file");
    let (output, mut errors) = (file(), file());
    let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(&asked.arguments)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(output.try_clone().expect("its output"))
        .stderr(errors.try_clone().expect("its errors"))
        .spawn()
        .expect("the command");
    let (mut stdin, input) = (child.stdin.take().expect("its input"), asked.input.clone());
    // It need not read its input to the end.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let pid = Pid::from_raw(child.id().try_into().expect("a process"));
    let (start, mut interrupted, mut killed) = (Instant::now(), false, false);
    let used = loop {
        if let Some(used) = child.try_wait4().expect("the end") {
            break used;
        }
        let waited = start.elapsed();
        if waited > patience && !interrupted {
            kill(pid, Signal::SIGINT).expect("an interrupt");
            interrupted = true;
        } else if waited > patience + AT_LAST && !killed {
            kill(pid, Signal::SIGKILL).expect("an end");
            killed = true;
        }
        thread::sleep(Duration::from_millis(2));
    };
    writer.join().expect("the writer");
    let mut told = Vec::new();
    errors.rewind().and_then(|()| errors.read_to_end(&mut told)).expect("its errors");
    Ended {
        code: used.status.code(),
        interrupted,
        killed,
        peak: used.rusage.maxrss,
        printed: output.metadata().expect("its output").len(),
        told: String::from_utf8_lossy(&told).into_owned(),
    }
}
