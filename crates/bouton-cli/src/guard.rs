//! Ctrl-C, SIGTERM and the limit on memory, whatever the program is doing.
//!
//! A job asks [`interrupted`] while it works, so that it can stop in good order and print what it has. Reading, printing and arithmetic
//! on huge numbers do not ask, and not all memory is counted. Therefore a thread stands by that ends the program soon after a signal, or
//! when the program uses more memory than it may.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use bouton::{Code, Diagnostic, bytes};
#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::out;
use crate::play::screen;

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static TOLD: Mutex<bool> = Mutex::new(false);

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

/// From now on Ctrl-C and SIGTERM ask the program to stop.
pub fn listen() {
    let signals = [
        SIGINT,
        SIGTERM,
        #[cfg(unix)]
        SIGHUP,
    ];
    for signal in signals {
        // If it cannot be registered, the signal ends the program in the usual way.
        let _ = signal_hook::flag::register(signal, INTERRUPTED.clone());
    }
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

/// The longest time between two looks.
const LOOK: Duration = Duration::from_millis(50);

/// Ends the program when it does not stop by itself after a signal, and when it uses more memory than this limit, with some tolerance.
pub fn stand_by(limit: u64) {
    let most = limit.saturating_add(limit / 20).saturating_add(BESIDE);
    // If no thread can be started, only what asks for signals and counts its memory keeps the limits.
    let _ = thread::Builder::new().name("guard".into()).spawn(move || {
        // At the beginning next to nothing is used, and most commands end before the first look.
        let mut used = 0;
        loop {
            // The more room is left, the later the program can be over the limit.
            let room = Duration::from_millis((most - used) / FASTEST);
            thread::sleep(room.clamp(Duration::from_millis(1), LOOK));
            if interrupted() {
                thread::sleep(GRACE);
                end(130, tell_interrupted);
            }
            // A system that does not report the memory has no such limit.
            used = memory_stats::memory_stats().map_or(0, |now| now.physical_mem as u64);
            if used > most {
                end(2, move || tell_over(limit));
            }
        }
    });
}

/// Says that this much memory is not enough.
fn tell_over(limit: u64) {
    let message = format!("the command needs more than {} of memory", bytes(limit));
    let error = Diagnostic::new(Code::OverBudget, message)
        .help("ask for less, or allow more memory with `--memory SIZE`");
    tell(&error.render("", "", true));
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
