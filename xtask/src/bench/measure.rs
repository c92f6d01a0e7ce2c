//! One process: its output, its CPU time and its memory.
//!
//! Unix reports only the peak memory of all children together. So each process is the only child of
//! its own `xtask measure`, which limits it, waits for it, and prints what it used on the last line
//! of standard error.

use std::process::{Command, ExitCode};

use serde_json::Value;

#[cfg(unix)]
use super::child::used;
use crate::cargo::text;

/// How a process ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum End {
    Done,
    /// It used up its time.
    GivenUp,
    /// It failed; the first line of its error.
    Refused(String),
}

/// A process that has ended.
#[derive(Clone, Debug)]
pub(crate) struct Process {
    pub(crate) end: End,
    pub(crate) printed: String,
    /// Seconds of CPU time, in the program and in the system.
    pub(crate) cpu: f64,
    /// The most bytes of memory that it used.
    pub(crate) peak: u64,
}

/// Runs a program on one core for at most `limit` seconds of CPU time. `xtask` is the program that
/// measures.
pub(crate) fn measure(xtask: &str, limit: u64, words: &[String]) -> Result<Process, String> {
    let output = Command::new(xtask)
        .arg("measure")
        .arg(limit.to_string())
        .args(words)
        .output()
        .map_err(|error| format!("`xtask measure` cannot be run: {error}"))?;
    let complaints = text(&output.stderr);
    read(text(&output.stdout), &complaints)
        .ok_or_else(|| format!("`{}` was not measured: {}", words.join(" "), complaints.trim()))
}

fn read(printed: String, complaints: &str) -> Option<Process> {
    let (before, last) = complaints.trim_end().rsplit_once('\n').unwrap_or(("", complaints));
    let used: Value = serde_json::from_str(last).ok()?;
    let end = match used["code"].as_i64() {
        Some(0) => End::Done,
        _ if used["given_up"] == true => End::GivenUp,
        _ => End::Refused(before.lines().next().unwrap_or("it was ended").to_string()),
    };
    Some(Process { end, printed, cpu: used["cpu"].as_f64()?, peak: used["peak"].as_u64()? })
}

/// `xtask measure LIMIT PROGRAM ARGUMENT…`.
pub(crate) fn here(words: &[String]) -> ExitCode {
    match used(words) {
        Ok(used) => {
            eprintln!("\n{used}");
            ExitCode::SUCCESS
        }
        Err(complaint) => {
            eprintln!("error: {complaint}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(unix))]
fn used(_: &[String]) -> Result<Value, String> {
    Err("processes are measured on Unix only".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(complaints: &str) -> Option<End> {
        read(String::new(), complaints).map(|process| process.end)
    }

    #[test]
    fn how_a_process_ended_is_read_from_its_last_line() {
        let done = r#"{"cpu":1.5,"peak":4096,"code":0}"#;
        let process = read("P".into(), &format!("fast 3 s\n\n{done}\n")).expect("measured");
        assert_eq!((process.end, process.cpu, process.peak), (End::Done, 1.5, 4096));
        assert_eq!(process.printed, "P");
        assert_eq!(end(done), Some(End::Done));
        assert_eq!(end(r#"{"cpu":60.0,"peak":1,"code":null,"given_up":true}"#), Some(End::GivenUp));
        let refused = "error: too large\nhelp: less\n\n{\"cpu\":0.1,\"peak\":1,\"code\":2}\n";
        assert_eq!(end(refused), Some(End::Refused("error: too large".into())));
        let killed = "\n{\"cpu\":0.1,\"peak\":1,\"code\":null}\n";
        assert_eq!(end(killed), Some(End::Refused("it was ended".into())));
        assert_eq!(end("error: no such program"), None);
    }
}
