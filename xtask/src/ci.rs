//! The steps of `cargo xtask ci`.

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::cargo::{cargo, fresh_cargo, read, run as run_command};
use crate::{licences, server, tools};

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
    for group in steps(full) {
        passed.extend(run_group(&group)?);
    }
    println!("== summary\n{}", summary(&passed));
    Ok(())
}

/// The steps, in groups that run side by side. What tests or measures runs alone, so that both cores are its own.
fn steps(full: bool) -> Vec<Vec<Step>> {
    let step = |name, run| Step { name, run };
    let mut steps = vec![
        vec![step("formatting", formatting)],
        // One of them computes, the other one waits for the network.
        vec![step("clippy", clippy), step("tools", server::tools)],
        vec![step("tests", tests)],
        vec![step("documentation tests", documentation_tests)],
        // Each compiles the library, which keeps one core busy most of the time.
        vec![step("rustdoc", rustdoc), step("wasm32", wasm32), step("package", package)],
        vec![step("licences", licences)],
        vec![step("interface", server::interface)],
        vec![step("browser", server::browser)],
    ];
    if full {
        steps.push(vec![step("full tests", full_tests)]);
    }
    steps
}

/// Runs the steps of a group to their ends, and tells of the first that failed.
fn run_group(group: &[Step]) -> Result<Vec<Passed>, String> {
    thread::scope(|scope| {
        let started: Vec<_> =
            group.iter().map(|step| scope.spawn(move || run_step(step))).collect();
        let ended: Vec<_> = started.into_iter().map(|step| step.join()).collect();
        ended
            .into_iter()
            .map(|ended| ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
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
    run_command(&mut fresh_cargo(
        "clippy --locked --workspace --all-targets --all-features -- -D warnings",
    ))
}

fn tests() -> Result<(), String> {
    run_command(&mut fresh_cargo("test --locked --workspace --all-features --all-targets"))
}

fn documentation_tests() -> Result<(), String> {
    run_command(&mut fresh_cargo("test --locked --workspace --all-features --doc"))
}

fn rustdoc() -> Result<(), String> {
    run_command(
        fresh_cargo("doc --locked --workspace --no-deps --all-features --document-private-items")
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

/// Nothing runs there, so that nothing is optimised. A folder of its own lets other steps build at the same time.
fn wasm32() -> Result<(), String> {
    tools::target(tools::WASM)?;
    run_command(
        aside("build --locked --package bouton --target", tools::WASM)?
            .args(["--config", "profile.dev.opt-level=0", "--config", "profile.dev.debug=false"])
            .args(["--config", "profile.dev.package.\"*\".opt-level=0"]),
    )
}

/// Builds the library from the files of the package. Their workspace has no profiles, so nothing is optimised.
fn package() -> Result<(), String> {
    run_command(
        aside("package --locked --allow-dirty --package", "bouton")?
            .args(["--config", "profile.dev.debug=false"]),
    )
}

/// Builds in a folder of its own, so that other steps can build at the same time.
fn aside(arguments: &str, of: &str) -> Result<Command, String> {
    let mut command = fresh_cargo(arguments);
    command.arg(of).arg("--target-dir").arg(server::folder("aside")?.join(of));
    Ok(command)
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
        let names =
            |full| -> Vec<&str> { steps(full).iter().flatten().map(|step| step.name).collect() };
        let quick = names(false);
        assert_eq!(quick.len(), 11);
        assert_eq!(names(true), [quick, vec!["full tests"]].concat());
    }

    #[test]
    fn the_summary_has_a_line_for_each_step() {
        let passed = |name, tenths: u64| Passed { name, took: Duration::from_millis(100 * tenths) };
        let all = [passed("clippy", 125), passed("wasm", 3)];
        assert_eq!(summary(&all), "clippy    12.5 s\nwasm       0.3 s\nall 2 steps passed");
    }

    #[test]
    fn a_group_passes_if_all_of_its_steps_do() {
        let step = |name, run| Step { name, run };
        let names = |group: &[Step]| {
            run_group(group).map(|passed| passed.iter().map(|step| step.name).collect::<Vec<_>>())
        };
        let fine = || step("docs", || Ok(()));
        assert_eq!(names(&[fine(), step("wasm32", || Ok(()))]), Ok(vec!["docs", "wasm32"]));
        let failure = names(&[fine(), step("wasm32", || Err("no".into())), fine()]);
        assert_eq!(failure, Err("step `wasm32` failed: no".into()));
    }

    #[test]
    fn a_failure_names_the_step_and_the_reason() {
        let step = Step { name: "clippy", run: || Err("it is broken".into()) };
        let failure = run_step(&step).err();
        assert_eq!(failure.as_deref(), Some("step `clippy` failed: it is broken"));
    }
}
