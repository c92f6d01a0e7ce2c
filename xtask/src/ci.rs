//! The steps of `cargo xtask ci`.

use std::time::{Duration, Instant};

use crate::cargo::{cargo, read, run as run_command};
use crate::{licences, server, tools};

const WASM: &str = "wasm32-unknown-unknown";

/// One check, and how to run it.
struct Step {
    name: &'static str,
    run: fn() -> Result<(), String>,
}

/// A step that passed, for the summary.
struct Passed {
    name: &'static str,
    took: Duration,
}

/// Runs every step, in order, up to the first that fails.
pub(crate) fn run(full: bool) -> Result<(), String> {
    let mut passed = Vec::new();
    for step in steps(full) {
        passed.push(run_step(&step)?);
    }
    println!("== summary\n{}", summary(&passed));
    Ok(())
}

fn steps(full: bool) -> Vec<Step> {
    let step = |name, run| Step { name, run };
    let mut steps = vec![
        step("formatting", formatting),
        step("clippy", clippy),
        step("tests", tests),
        step("documentation tests", documentation_tests),
        step("rustdoc", rustdoc),
        step("licences", licences),
        step("wasm32", wasm32),
        step("package", package),
        step("interface", server::interface),
        step("browser", server::browser),
    ];
    if full {
        steps.push(step("full tests", full_tests));
    }
    steps
}

fn run_step(step: &Step) -> Result<Passed, String> {
    println!("== {}", step.name);
    let start = Instant::now();
    (step.run)().map_err(|reason| format!("step `{}` failed: {reason}", step.name))?;
    Ok(Passed { name: step.name, took: start.elapsed() })
}

fn formatting() -> Result<(), String> {
    // The one subcommand here that does not take `--locked`.
    run_command(&mut cargo("fmt --all --check"))
}

fn clippy() -> Result<(), String> {
    run_command(&mut cargo(
        "clippy --locked --workspace --all-targets --all-features -- -D warnings",
    ))
}

fn tests() -> Result<(), String> {
    run_command(&mut cargo("test --locked --workspace --all-features --all-targets"))
}

fn documentation_tests() -> Result<(), String> {
    run_command(&mut cargo("test --locked --workspace --doc"))
}

fn rustdoc() -> Result<(), String> {
    run_command(
        cargo("doc --locked --workspace --no-deps --all-features --document-private-items")
            .env("RUSTDOCFLAGS", "-D warnings"),
    )
}

fn licences() -> Result<(), String> {
    let metadata = read(&mut cargo("metadata --locked --format-version 1 --all-features"))?;
    let offenders = licences::offenders(&metadata)?;
    for offender in &offenders {
        println!("{offender}");
    }
    match offenders.len() {
        0 => Ok(()),
        1 => Err("1 package has no acceptable licence".into()),
        many => Err(format!("{many} packages have no acceptable licence")),
    }
}

/// Nothing runs there, so that nothing is optimised.
fn wasm32() -> Result<(), String> {
    tools::target(WASM)?;
    run_command(
        cargo("build --locked --package bouton --target")
            .arg(WASM)
            .args(["--config", "profile.dev.opt-level=0", "--config", "profile.dev.debug=false"])
            .args(["--config", "profile.dev.package.\"*\".opt-level=0"]),
    )
}

fn package() -> Result<(), String> {
    run_command(&mut cargo("package --locked --package bouton --allow-dirty"))
}

fn full_tests() -> Result<(), String> {
    run_command(
        cargo("test --locked --workspace --all-features --all-targets --release")
            .env("BOUTON_FULL", "1")
            .env("PROPTEST_CASES", "20000"),
    )
}

/// A line for each step with its seconds, then the verdict.
fn summary(passed: &[Passed]) -> String {
    let width = passed.iter().map(|step| step.name.len()).max().unwrap_or_default();
    let line = |step: &Passed| format!("{:width$} {:7.1} s\n", step.name, step.took.as_secs_f64());
    let lines: String = passed.iter().map(line).collect();
    format!("{lines}all {} steps passed", passed.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_adds_one_step_at_the_end() {
        let names = |full| -> Vec<&str> { steps(full).iter().map(|step| step.name).collect() };
        let quick = names(false);
        assert_eq!(quick.len(), 10);
        assert_eq!(names(true), [quick, vec!["full tests"]].concat());
    }

    #[test]
    fn the_summary_has_a_line_for_each_step() {
        let passed = |name, tenths: u64| Passed { name, took: Duration::from_millis(100 * tenths) };
        let all = [passed("clippy", 125), passed("wasm", 3)];
        assert_eq!(summary(&all), "clippy    12.5 s\nwasm       0.3 s\nall 2 steps passed");
    }

    #[test]
    fn a_failure_names_the_step_and_the_reason() {
        let step = Step { name: "clippy", run: || Err("it is broken".into()) };
        let failure = run_step(&step).err();
        assert_eq!(failure.as_deref(), Some("step `clippy` failed: it is broken"));
    }
}
