//! The only child of a process: limited, waited for, measured.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use serde_json::{Value, json};

/// Runs `LIMIT PROGRAM ARGUMENT…` and returns what the process used.
pub(crate) fn used(words: &[String]) -> Result<Value, String> {
    let [limit, program, arguments @ ..] = words else {
        return Err("expected a limit and a program".into());
    };
    let limit = limit.parse().map_err(|_| "the limit is not a number".to_string())?;
    let told = |error: nix::Error| error.to_string();
    stay_on_one_core().map_err(told)?;
    let failed = |error| format!("{program}: {error}");
    let mut child = Command::new(program).args(arguments).spawn().map_err(failed)?;
    let (status, given_up) = wait(&mut child, Duration::from_secs(limit)).map_err(failed)?;
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(told)?;
    let cpu = usage.user_time() + usage.system_time();
    let cpu = cpu.num_microseconds() as f64 * 1e-6;
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    let peak = usage.max_rss() * unit;
    Ok(json!({ "cpu": cpu, "peak": peak, "code": status.code(), "given_up": given_up }))
}

/// Waits until the process has ended, or ends it when it has used up its time. A system limit would
/// make the clock coarse by which yardsticks measure themselves.
fn wait(child: &mut Child, limit: Duration) -> io::Result<(ExitStatus, bool)> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((status, false));
        }
        if spent(child, start) >= limit {
            child.kill()?;
            return Ok((child.wait()?, true));
        }
        // Rarely enough not to matter for the measurement, but soon for short jobs.
        sleep((start.elapsed() / 20).clamp(Duration::from_millis(1), Duration::from_millis(200)));
    }
}

/// The CPU time of a running process.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn spent(child: &Child, start: Instant) -> Duration {
    use nix::time::clock_getcpuclockid;
    use nix::unistd::Pid;

    let clock = clock_getcpuclockid(Pid::from_raw(child.id() as i32));
    clock.and_then(|clock| clock.now()).map_or(start.elapsed(), Duration::from)
}

/// On other systems, the elapsed time.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn spent(_: &Child, start: Instant) -> Duration {
    start.elapsed()
}

/// Restricts this process and its child to the last available core.
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

/// Other systems do not support this; Bouton and the scans use one core anyway.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn stay_on_one_core() -> nix::Result<()> {
    Ok(())
}
