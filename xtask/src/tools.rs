//! Installs what the checks need besides Rust, where it is not there yet.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::text;

/// The target for which the library is built besides the machine's own.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Where Debian puts Chromium, and others may.
const CHROMIUM: [&str; 4] = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/snap/bin/chromium",
];

/// The standard library for a target.
pub(crate) fn target(target: &str) -> Result<(), String> {
    let installed = output(Command::new("rustup").args(["target", "list", "--installed"]))?;
    if installed.lines().any(|line| line == target) {
        return Ok(());
    }
    output(Command::new("rustup").args(["target", "add", target])).map(drop)
}

/// Schemathesis, in a Python environment of its own inside this folder.
pub(crate) fn schemathesis(folder: &Path) -> Result<PathBuf, String> {
    let place = folder.join("venv");
    let program = place.join("bin").join("st");
    if program.is_file() {
        return Ok(program);
    }
    let venv = || output(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&place));
    if venv().is_err() {
        apt(&["python3", "python3-venv"])?;
        venv()?;
    }
    let mut pip = Command::new(place.join("bin").join("pip"));
    output(pip.args(["install", "--quiet", "schemathesis"]))?;
    Ok(program)
}

/// Chromium: the one that is there, or the distribution's.
pub(crate) fn chromium() -> Result<PathBuf, String> {
    let there = || CHROMIUM.iter().map(PathBuf::from).find(|path| path.exists());
    if let Some(found) = there() {
        return Ok(found);
    }
    apt(&["chromium"])?;
    there().ok_or_else(|| format!("Chromium is at none of {}", CHROMIUM.join(", ")))
}

/// Node, with the modules that a folder asks for.
pub(crate) fn node_modules(folder: &Path) -> Result<(), String> {
    let runs = |program| output(Command::new(program).arg("--version")).is_ok();
    if !runs("node") || !runs("npm") {
        apt(&["nodejs", "npm"])?;
    }
    if folder.join("node_modules").is_dir() {
        return Ok(());
    }
    let mut npm = Command::new("npm");
    output(npm.args(["ci", "--no-audit", "--no-fund"]).current_dir(folder)).map(drop)
}

/// Installs packages of the distribution.
fn apt(packages: &[&str]) -> Result<(), String> {
    let missing = |why| format!("{} cannot be installed: {why}", packages.join(" and "));
    output(Command::new("apt-get").args(["update", "--quiet"])).map_err(missing)?;
    let mut apt = Command::new("apt-get");
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    apt.args(["install", "--yes", "--no-install-recommends"]).args(packages);
    output(&mut apt).map_err(missing).map(drop)
}

/// What a command prints, or the last line of its complaint.
fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name} cannot be run ({error})"))?;
    if output.status.success() {
        return Ok(text(&output.stdout));
    }
    let told = text(&output.stderr);
    let last = told.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    Err(format!("{name} ended with {} ({last})", output.status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_that_fails_is_an_error_with_its_last_words() {
        let mut failing = Command::new("sh");
        failing.args(["-c", "echo first >&2; echo last >&2; exit 3"]);
        let told = output(&mut failing).expect_err("it fails");
        assert!(told.contains("3 (last)"), "{told}");
    }

    #[test]
    fn a_tool_that_is_not_there_is_an_error() {
        let told = output(&mut Command::new("no-such-tool")).expect_err("it is not there");
        assert!(told.starts_with("no-such-tool cannot be run"), "{told}");
    }
}
