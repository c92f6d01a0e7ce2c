//! `cargo xtask soak`: the comparisons of random games, with other games each round, until the time is up.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::cargo::{cargo, run as run_command, shown};

/// The tests of the library whose games are random.
const TESTS: &[&str] =
    &["kernels", "independent", "sequences", "sums", "laws", "two_ways", "normal"];

/// Optimised, but without what makes linking take minutes for each test.
const TEST: &str = "test --locked --release --config profile.release.lto=false --package bouton";

/// Random games for each test in a round.
const CASES: u32 = 2000;

/// Runs rounds for at least so many minutes; the last one is finished.
pub(crate) fn run(minutes: u64) -> Result<(), String> {
    run_command(cargo(TEST).arg("--no-run").args(tests(TESTS)))?;
    let (start, end) = (Instant::now(), Duration::from_secs(60 * minutes));
    let seed = first_seed();
    for round in 0.. {
        for test in TESTS {
            println!("== round {}, {test}, seed {}", round + 1, seed + round);
            round_of(test, seed + round)?;
        }
        if start.elapsed() >= end {
            let games = (round + 1) * u64::from(CASES);
            println!("{} rounds passed, at least {games} games for each test", round + 1);
            break;
        }
    }
    Ok(())
}

/// One test on the games of one seed. If it fails, the command that repeats it is told.
fn round_of(test: &str, seed: u64) -> Result<(), String> {
    let mut command = cargo(TEST);
    command
        .args(tests(&[test]))
        .env("PROPTEST_RNG_SEED", seed.to_string())
        .env("PROPTEST_CASES", CASES.to_string());
    run_command(&mut command)
        .map_err(|_| format!("a comparison failed; this repeats it: {}", shown(&command)))
}

fn tests(names: &[&str]) -> Vec<String> {
    names.iter().flat_map(|name| ["--test".to_string(), name.to_string()]).collect()
}

/// Another one each time.
fn first_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
