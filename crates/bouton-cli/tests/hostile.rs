//! Hostile inputs, each given to every command that takes such a thing. Each is answered or refused within the limit on memory, and ends
//! when it is interrupted.
//!
//! All commands for all inputs take long, so that each input gets a part of the commands, unless `BOUTON_FULL` is set.
#![cfg(unix)]

#[path = "hostile/asked.rs"]
mod asked;
#[path = "../../../hostile/corpus.rs"]
mod corpus;
#[path = "hostile/process.rs"]
mod process;

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use asked::{Asked, commands};
use process::{Ended, MEMORY, run};

/// Of this number of commands an input gets one.
const PART: usize = 3;

/// How long a command may take before it is interrupted.
const PATIENCE: Duration = Duration::from_millis(700);

/// How long it may take in the full test.
const FULL_PATIENCE: Duration = Duration::from_secs(3);

/// The longest that an error may be, for a person to read it.
const MOST_TOLD: usize = 50_000;

#[test]
fn every_input_is_answered_or_refused() {
    let full = std::env::var_os("BOUTON_FULL").is_some();
    let folder = tempfile::tempdir().expect("a folder");
    let mut chosen: Vec<Asked> = Vec::new();
    for (i, entry) in corpus::entries().iter().enumerate() {
        let part = |j: usize| full || (i + j).is_multiple_of(PART);
        let all = commands(entry, &folder.path().join(i.to_string()));
        chosen
            .extend(all.into_iter().enumerate().filter(|(j, _)| part(*j)).map(|(_, asked)| asked));
    }
    let patience = if full { FULL_PATIENCE } else { PATIENCE };
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(asked) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let ended = run(asked, patience);
                    if let Err(why) = look(asked, &ended) {
                        let told = format!("{asked}\n    {why}\n    {ended}");
                        eprintln!("{told}");
                        wrong.lock().unwrap().push(told);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(!chosen.is_empty());
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), chosen.len(), wrong.join("\n"));
}

/// What is wrong with how a command ended.
fn look(asked: &Asked, ended: &Ended) -> Result<(), String> {
    let Some(code) = ended.code else { return Err("it was ended by a signal".into()) };
    if !([0, 1, 2, 3].contains(&code) || code == 130 && ended.interrupted) {
        return Err(format!("exit code {code}"));
    }
    if ended.killed {
        return Err("it did not end after the interrupt".into());
    }
    if ended.told.contains("panicked at") {
        return Err("it panicked".into());
    }
    // Verdicts and JSON are results, also where they say what is wrong.
    let has_reason = !ended.told.trim().is_empty() || asked.prints_reasons && ended.printed > 0;
    if code != 0 && !has_reason {
        return Err(format!("exit code {code} without a reason"));
    }
    if ended.told.len() > MOST_TOLD {
        return Err(format!("{} bytes of messages", ended.told.len()));
    }
    // Elsewhere the peak is not measured in the same way.
    if cfg!(target_os = "linux") && ended.peak > MEMORY + MEMORY / 5 + (50 << 20) {
        return Err(format!("{} MiB of memory", ended.peak >> 20));
    }
    Ok(())
}
