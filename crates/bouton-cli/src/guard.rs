//! Ctrl-C, SIGTERM and the limit on memory, whatever the program is doing.
//!
//! A job asks [`interrupted`] while it works, so that it can stop in good order and print what it has. Reading, printing and arithmetic
//! on huge numbers do not ask, and not all memory is counted. Therefore two threads stand by: one ends the program
//! soon after a signal, the other when the program uses more memory than it may.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use bouton::{Code, Diagnostic, bytes};

use crate::out;
use crate::play::screen;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static TOLD: Mutex<bool> = Mutex::new(false);
static IN_CHARGE: AtomicBool = AtomicBool::new(true);

/// How long a job may take to stop by itself after a signal.
const GRACE: Duration = Duration::from_millis(100);

/// How long the program may take to clean up before it exits. A terminal or a pipe that nobody reads could block it forever.
const CLEANING: Duration = Duration::from_millis(80);

/// Asks the program to stop.
pub fn interrupt() {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// Whether somebody asked the program to stop.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Handles Ctrl-C and SIGTERM from now on.
pub fn listen() {
    // The handler has its own thread. If it cannot be installed, the signals end the program in the usual way.
    let _ = ctrlc::set_handler(|| {
        if !IN_CHARGE.load(Ordering::Relaxed) {
            return;
        }
        interrupt();
        thread::sleep(GRACE);
        end(130, tell_interrupted);
    });
}

/// Leaves signals and memory to somebody else: the server has its own ways.
pub fn stand_aside() {
    IN_CHARGE.store(false, Ordering::Relaxed);
}

/// Prints that the program was interrupted, once.
pub fn tell_interrupted() {
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if !*told {
        tell("interrupted");
    }
    *told = true;
}

/// Writes why the program ends to standard error. If that is not possible, the exit code has to do.
pub fn tell(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// What the program itself, the allocator and the planning of a job may need beside the memory that is counted.
const BESIDE: u64 = 36 << 20;

/// More bytes than a program can touch in a millisecond.
const FASTEST: u64 = 8 << 20;

/// Ends the program when it uses more memory than this limit, with some tolerance.
pub fn limit_memory(limit: u64) {
    let most = limit.saturating_add(limit / 20).saturating_add(BESIDE);
    let message = format!("the command needs more than {} of memory", bytes(limit));
    let error = Diagnostic::new(Code::OverBudget, message)
        .help("ask for less, or allow more memory with `--memory SIZE`");
    let error = error.render("", "", true);
    let _ = thread::Builder::new().name("memory".into()).spawn(move || {
        // A system that does not report the memory has no such limit.
        while let Some(used) = memory_stats::memory_stats() {
            let used = used.physical_mem as u64;
            if used > most {
                end(2, move || tell(&error));
            }
            // The more room is left, the later the program can be over the limit.
            let wait = ((most - used) / FASTEST).clamp(1, 50);
            thread::sleep(Duration::from_millis(wait));
        }
    });
}

/// Cleans up and exits, even if another thread does not stop.
fn end(code: i32, tell: impl FnOnce() + Send + 'static) -> ! {
    let (done, waits) = mpsc::channel();
    let cleaning = thread::Builder::new().spawn(move || {
        out::abandon();
        screen::leave();
        tell();
        let _ = done.send(());
    });
    if cleaning.is_ok() {
        let _ = waits.recv_timeout(CLEANING);
    }
    // The usual exit flushes standard output, which may block.
    signal_hook::low_level::exit(code)
}
