//! One process: what it printed, the CPU time it took and the memory it reached.
//!
//! Unix tells the greatest memory of all children together. So each process is the only child of one of its own, `xtask measure`,
//! which limits it, waits for it, and tells on the last line of standard error what it used.

use std::process::{Command, ExitCode};

use serde_json::{Value, json};

use crate::cargo::text;

/// How a process ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum End {
    Done,
    /// It used up its time.
    GivenUp,
    /// It failed; its first line about that.
    Refused(String),
}

/// A process that has ended.
#[derive(Clone, Debug)]
pub(crate) struct Process {
    pub(crate) end: End,
    pub(crate) printed: String,
    /// Seconds of CPU time, in the program and in the system for it.
    pub(crate) cpu: f64,
    /// The most bytes of memory it held.
    pub(crate) peak: u64,
}

/// Runs a program on one core for at most so many seconds of CPU time. `xtask` is the program that measures.
pub(crate) fn measure(xtask: &str, limit: u64, words: &[String]) -> Result<Process, String> {
    let output = Command::new(xtask)
        .arg("measure")
        .arg(limit.to_string())
        .args(words)
        .output()
        .map_err(|error| format!("`xtask measure` cannot be run: {error}"))?;
    let complaints = text(&output.stderr);
    read(text(&output.stdout), &complaints, limit)
        .ok_or_else(|| format!("`{}` was not measured: {}", words.join(" "), complaints.trim()))
}

fn read(printed: String, complaints: &str, limit: u64) -> Option<Process> {
    let (before, last) = complaints.trim_end().rsplit_once('\n').unwrap_or(("", complaints));
    let used: Value = serde_json::from_str(last).ok()?;
    let cpu = used["cpu"].as_f64()?;
    let end = match used["code"].as_i64() {
        Some(0) => End::Done,
        None if cpu >= limit as f64 - 1.0 => End::GivenUp,
        _ => End::Refused(before.lines().next().unwrap_or("it was ended").to_string()),
    };
    Some(Process { end, printed, cpu, peak: used["peak"].as_u64()? })
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

#[cfg(unix)]
fn used(words: &[String]) -> Result<Value, String> {
    use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
    use nix::sys::time::TimeValLike;

    let [limit, program, arguments @ ..] = words else {
        return Err("expected a limit and a program".into());
    };
    let limit = limit.parse().map_err(|_| "the limit is not a number".to_string())?;
    let told = |error: nix::Error| error.to_string();
    setrlimit(Resource::RLIMIT_CPU, limit, limit).map_err(told)?;
    setrlimit(Resource::RLIMIT_CORE, 0, 0).map_err(told)?;
    stay_on_one_core().map_err(told)?;
    let status = Command::new(program)
        .args(arguments)
        .status()
        .map_err(|error| format!("{program} cannot be run: {error}"))?;
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(told)?;
    let cpu = usage.user_time() + usage.system_time();
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    let cpu = cpu.num_microseconds() as f64 * 1e-6;
    Ok(json!({ "cpu": cpu, "peak": usage.max_rss() * unit, "code": status.code() }))
}

#[cfg(not(unix))]
fn used(_: &[String]) -> Result<Value, String> {
    Err("processes are measured on Unix only".into())
}

/// The last core that we may use, for us and our child.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn stay_on_one_core() -> nix::Result<()> {
    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    use nix::unistd::Pid;

    let us = Pid::from_raw(0);
    let allowed = sched_getaffinity(us)?;
    let last = (0..CpuSet::count()).rfind(|&core| allowed.is_set(core) == Ok(true));
    let mut one = CpuSet::new();
    one.set(last.unwrap_or(0))?;
    sched_setaffinity(us, &one)
}

/// Elsewhere a process cannot be told to; Bouton and the scans use one core anyway.
#[cfg(all(unix, not(any(target_os = "linux", target_os = "android"))))]
fn stay_on_one_core() -> nix::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(complaints: &str) -> Option<End> {
        read(String::new(), complaints, 60).map(|process| process.end)
    }

    #[test]
    fn how_a_process_ended_is_read_from_its_last_line() {
        let done = r#"{"cpu":1.5,"peak":4096,"code":0}"#;
        let process = read("P".into(), &format!("fast 3 s\n\n{done}\n"), 60).expect("measured");
        assert_eq!((process.end, process.cpu, process.peak), (End::Done, 1.5, 4096));
        assert_eq!(process.printed, "P");
        assert_eq!(end(done), Some(End::Done));
        assert_eq!(end("\n{\"cpu\":60.0,\"peak\":1,\"code\":null}"), Some(End::GivenUp));
        let refused = "error: too large\nhelp: less\n\n{\"cpu\":0.1,\"peak\":1,\"code\":2}\n";
        assert_eq!(end(refused), Some(End::Refused("error: too large".into())));
        let killed = "\n{\"cpu\":0.1,\"peak\":1,\"code\":null}\n";
        assert_eq!(end(killed), Some(End::Refused("it was ended".into())));
        assert_eq!(end("error: no such program"), None);
    }
}
