//! The steps of `cargo xtask ci`.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

use crate::cargo::{cargo, read, run as run_command, text};
use crate::{licences, server};

const WASM: &str = "wasm32-unknown-unknown";

/// One check, and how to run it.
struct Step {
    name: &'static str,
    run: fn() -> Result<Outcome, String>,
}

/// How a step ended if it did not fail.
#[derive(Debug, PartialEq)]
enum Outcome {
    Passed,
    Skipped,
}

/// A step that did not fail, for the summary.
struct Finished {
    name: &'static str,
    outcome: Outcome,
    took: Duration,
}

/// Runs every step, in order, up to the first that fails.
pub(crate) fn run(full: bool) -> Result<(), String> {
    let mut finished = Vec::new();
    for step in steps(full) {
        finished.push(run_step(&step)?);
    }
    println!("== summary\n{}", summary(&finished));
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
        step("interface", interface),
        step("browser", browser),
    ];
    if full {
        steps.push(step("full tests", full_tests));
    }
    steps
}

fn run_step(step: &Step) -> Result<Finished, String> {
    println!("== {}", step.name);
    let start = Instant::now();
    let outcome =
        (step.run)().map_err(|reason| format!("step `{}` failed: {reason}", step.name))?;
    Ok(Finished { name: step.name, outcome, took: start.elapsed() })
}

fn formatting() -> Result<Outcome, String> {
    // The one subcommand here that does not take `--locked`.
    pass(&mut cargo("fmt --all --check"))
}

fn clippy() -> Result<Outcome, String> {
    pass(&mut cargo("clippy --locked --workspace --all-targets --all-features -- -D warnings"))
}

fn tests() -> Result<Outcome, String> {
    pass(&mut cargo("test --locked --workspace --all-features --all-targets"))
}

fn documentation_tests() -> Result<Outcome, String> {
    pass(&mut cargo("test --locked --workspace --doc"))
}

fn rustdoc() -> Result<Outcome, String> {
    pass(
        cargo("doc --locked --workspace --no-deps --all-features --document-private-items")
            .env("RUSTDOCFLAGS", "-D warnings"),
    )
}

fn licences() -> Result<Outcome, String> {
    let metadata = read(&mut cargo("metadata --locked --format-version 1 --all-features"))?;
    let offenders = licences::offenders(&metadata)?;
    for offender in &offenders {
        println!("{offender}");
    }
    match offenders.len() {
        0 => Ok(Outcome::Passed),
        1 => Err("1 package has no acceptable licence".into()),
        many => Err(format!("{many} packages have no acceptable licence")),
    }
}

fn wasm32() -> Result<Outcome, String> {
    if let Err(reason) = provide_target(WASM) {
        println!("skipped, the target {WASM} is not available: {reason}");
        return Ok(Outcome::Skipped);
    }
    pass(cargo("build --locked --package bouton --target").arg(WASM))
}

fn package() -> Result<Outcome, String> {
    pass(&mut cargo("package --locked --package bouton --allow-dirty"))
}

fn interface() -> Result<Outcome, String> {
    Ok(or_skipped(server::interface()?))
}

fn browser() -> Result<Outcome, String> {
    Ok(or_skipped(server::browser()?))
}

/// Skips a step if something it needs is missing.
fn or_skipped(done: Result<(), String>) -> Outcome {
    match done {
        Ok(()) => Outcome::Passed,
        Err(missing) => {
            println!("skipped: {missing}");
            Outcome::Skipped
        }
    }
}

fn full_tests() -> Result<Outcome, String> {
    pass(
        cargo("test --locked --workspace --all-features --all-targets --release")
            .env("BOUTON_FULL", "1")
            .env("PROPTEST_CASES", "20000"),
    )
}

/// Runs the command; the step succeeds if the command does.
fn pass(command: &mut Command) -> Result<Outcome, String> {
    run_command(command).map(|()| Outcome::Passed)
}

/// Makes sure that the target is installed, or returns why it cannot be.
fn provide_target(target: &str) -> Result<(), String> {
    let installed = rustup(&["target", "list", "--installed"])?;
    if installed.lines().any(|line| line == target) {
        return Ok(());
    }
    rustup(&["target", "add", target]).map(drop)
}

/// The output of rustup, or why it failed.
fn rustup(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("rustup")
        .args(arguments)
        .output()
        .map_err(|error| format!("rustup cannot be run ({error})"))?;
    if output.status.success() {
        return Ok(text(&output.stdout));
    }
    Err(format!("`rustup {}` failed ({})", arguments.join(" "), complaint(&output)))
}

/// The reason why a command failed, in one line.
fn complaint(output: &Output) -> String {
    text(&output.stderr)
        .lines()
        .map(str::trim)
        .find(|line| line.starts_with("error"))
        .map_or_else(|| output.status.to_string(), String::from)
}

/// A line for each step with its seconds, then the verdict.
fn summary(finished: &[Finished]) -> String {
    let width = finished.iter().map(|step| step.name.len()).max();
    let width = width.unwrap_or_default();
    let mut lines: Vec<String> = finished
        .iter()
        .map(|step| {
            let seconds = step.took.as_secs_f64();
            let note = match step.outcome {
                Outcome::Passed => "",
                Outcome::Skipped => "  skipped",
            };
            format!("{:width$} {seconds:7.1} s{note}", step.name)
        })
        .collect();
    lines.push(verdict(finished));
    lines.join("\n")
}

fn verdict(finished: &[Finished]) -> String {
    let skipped: Vec<&str> = finished
        .iter()
        .filter(|step| step.outcome == Outcome::Skipped)
        .map(|step| step.name)
        .collect();
    let passed = finished.len() - skipped.len();
    if skipped.is_empty() {
        format!("all {passed} steps passed")
    } else {
        format!("{passed} steps passed, skipped: {}", skipped.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(name: &'static str, outcome: Outcome, tenths: u64) -> Finished {
        let took = Duration::from_millis(100 * tenths);
        Finished { name, outcome, took }
    }

    #[test]
    fn full_adds_one_step_at_the_end() {
        let names = |full| -> Vec<&str> { steps(full).iter().map(|step| step.name).collect() };
        let quick = names(false);
        assert_eq!(quick.len(), 10);
        assert_eq!(names(true), [quick, vec!["full tests"]].concat());
    }

    #[test]
    fn the_summary_has_a_line_for_each_step() {
        let all = [finished("clippy", Outcome::Passed, 125), finished("wasm", Outcome::Passed, 3)];
        assert_eq!(summary(&all), "clippy    12.5 s\nwasm       0.3 s\nall 2 steps passed");
    }

    #[test]
    fn a_skipped_step_is_not_said_to_have_passed() {
        let some = [
            finished("clippy", Outcome::Passed, 125),
            finished("wasm", Outcome::Skipped, 3),
            finished("tests", Outcome::Passed, 9),
        ];
        assert_eq!(
            summary(&some),
            "clippy    12.5 s\nwasm       0.3 s  skipped\ntests      0.9 s\n2 steps passed, skipped: wasm"
        );
    }

    #[test]
    fn a_failure_names_the_step_and_the_reason() {
        let step = Step { name: "clippy", run: || Err("it is broken".into()) };
        let failure = run_step(&step).err();
        assert_eq!(failure.as_deref(), Some("step `clippy` failed: it is broken"));
    }
}
