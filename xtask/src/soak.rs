//! `cargo xtask soak`: compares random games, new ones each round, until the time is up.

use std::process::Command;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::cargo::{cargo, run as run_command, shown};

/// The modules of the library's tests whose games are random.
const TESTS: &[&str] =
    &["generated", "independent", "sequences", "sums", "laws", "two_ways", "normal"];

/// How many random games each property of a test gets in a round.
const CASES: u32 = 1000;

/// Runs the tests in turn for at least this many minutes; the last one runs to its end.
pub(crate) fn run(minutes: u64) -> Result<(), String> {
    run_command(tests().arg("--no-run"))?;
    let (start, end) = (Instant::now(), Duration::from_secs(60 * minutes));
    let first = first_seed();
    let rounds = (first..).flat_map(|seed| TESTS.iter().map(move |test| (seed, test)));
    for (done, (seed, test)) in (1..).zip(rounds) {
        println!("== round {}, {test}, seed {seed}", seed - first + 1);
        let mut command = round(test, seed);
        run_command(&mut command)
            .map_err(|_| format!("a comparison failed; this repeats it: {}", shown(&command)))?;
        if start.elapsed() >= end {
            println!("{done} tests passed, each property on {CASES} games");
            break;
        }
    }
    Ok(())
}

/// One test on the games of one seed.
fn round(test: &str, seed: u64) -> Command {
    let mut command = tests();
    command.arg(format!("{test}::"));
    command.env("PROPTEST_RNG_SEED", seed.to_string()).env("PROPTEST_CASES", CASES.to_string());
    command
}

/// Optimised tests.
fn tests() -> Command {
    cargo("test --locked --release --package bouton --test all")
}

/// Another seed each time.
pub(crate) fn first_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_can_be_repeated_by_what_is_told() {
        let told = shown(&round("sums", 7));
        assert!(told.starts_with(r#"`PROPTEST_CASES="1000" PROPTEST_RNG_SEED="7" cargo test"#));
        assert!(told.ends_with("--package bouton --test all sums::`"), "{told}");
    }

    /// A name that no module has would choose no test, and every round would pass.
    #[test]
    fn every_name_is_a_module_of_the_tests() {
        let modules = include_str!("../../crates/bouton/tests/all.rs");
        for test in TESTS {
            assert!(modules.lines().any(|line| line == format!("mod {test};")), "{test}");
        }
    }
}
