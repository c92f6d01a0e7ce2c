//! Checks of the running server: its interface by Schemathesis, its page in a browser.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use crate::cargo::{cargo, read, run, text};

/// How many examples Schemathesis makes for each request.
const EXAMPLES: &str = "60";

/// The tests of the page.
const BROWSER: &str = "crates/bouton-server/tests/browser";

/// Where Debian, and perhaps others, put Chromium.
const CHROMIUM: [&str; 4] = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/snap/bin/chromium",
];

/// Checks that no request, valid or not by the description, makes the server fail.
pub(crate) fn interface() -> Result<Result<(), String>, String> {
    let schemathesis = match provide_schemathesis() {
        Ok(program) => program,
        Err(missing) => return Ok(Err(missing)),
    };
    let server = Server::start(&["--time", "5"])?;
    let mut command = Command::new(schemathesis);
    command.args(["run", &format!("{}api/openapi.json", server.address)]);
    command.args(["--max-examples", EXAMPLES, "--seed", "1", "--request-timeout", "30"]);
    // The texts of games have a grammar of their own, and most texts that the description allows
    // are not games.
    command.args(["--exclude-checks", "positive_data_acceptance"]);
    command.current_dir(folder("schemathesis")?);
    run(&mut command).map(Ok)
}

/// Drives the page in a browser.
pub(crate) fn browser() -> Result<Result<(), String>, String> {
    let tests = root()?.join(BROWSER);
    let chromium =
        match provide_chromium().and_then(|found| provide_modules(&tests).map(|()| found)) {
            Ok(chromium) => chromium,
            Err(missing) => return Ok(Err(missing)),
        };
    let server = Server::start(&[])?;
    let shots = folder("screenshots")?;
    let mut command = Command::new("node");
    command.arg("--test").arg("--test-concurrency=1").current_dir(&tests);
    command.env("BOUTON_URL", &server.address).env("BOUTON_SHOTS", &shots);
    command.env("BOUTON_CHROMIUM", chromium);
    run(&mut command)?;
    println!("screenshots are in {}", shots.strip_prefix(root()?).unwrap_or(&shots).display());
    Ok(Ok(()))
}

/// The server of this working tree.
struct Server {
    child: Child,
    /// With a slash at the end.
    address: String,
}

impl Server {
    fn start(options: &[&str]) -> Result<Server, String> {
        run(&mut cargo("build --locked --package bouton-cli"))?;
        let program =
            target()?.join("debug").join(format!("bouton{}", std::env::consts::EXE_SUFFIX));
        let mut child = Command::new(&program)
            .args(["serve", "--port", "0"])
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{} cannot be run: {error}", program.display()))?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line).map_err(|error| error.to_string())?;
        }
        match line.trim().rsplit_once(' ') {
            Some((_, address)) => Ok(Server { child, address: address.into() }),
            None => {
                let _ = child.kill();
                Err("the server did not say where it is".into())
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Installs Schemathesis into its own folder.
fn provide_schemathesis() -> Result<PathBuf, String> {
    let place = folder("schemathesis")?.join("venv");
    let program = place.join("bin").join("st");
    if !program.is_file() {
        quiet(Command::new("python3").args(["-m", "venv"]).arg(&place))?;
        quiet(Command::new(place.join("bin").join("pip")).args([
            "install",
            "--quiet",
            "schemathesis",
        ]))?;
    }
    Ok(program)
}

/// Chromium: an installed one, or the distribution's, if it can be installed.
fn provide_chromium() -> Result<PathBuf, String> {
    let there = || CHROMIUM.iter().map(PathBuf::from).find(|path| path.exists());
    if let Some(found) = there() {
        return Ok(found);
    }
    let missing = |why| format!("there is no Chromium, and it cannot be installed: {why}");
    let mut apt = Command::new("apt-get");
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    apt.args(["install", "--yes", "--no-install-recommends", "chromium"]);
    quiet(Command::new("apt-get").args(["update", "--quiet"])).map_err(missing)?;
    quiet(&mut apt).map_err(missing)?;
    there().ok_or_else(|| "there is no Chromium".into())
}

/// Installs the packages that the tests of the page use.
fn provide_modules(tests: &Path) -> Result<(), String> {
    if tests.join("node_modules").is_dir() {
        return Ok(());
    }
    quiet(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(tests))
}

/// Runs a command and hides its output unless it fails.
fn quiet(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output: Output =
        command.output().map_err(|error| format!("{name} cannot be run ({error})"))?;
    if output.status.success() {
        return Ok(());
    }
    let told = text(&output.stderr);
    let last = told.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    Err(format!("{name} ended with {} ({last})", output.status))
}

/// A folder for the files that a check leaves behind.
fn folder(name: &str) -> Result<PathBuf, String> {
    let folder = target()?.join(name);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

fn root() -> Result<PathBuf, String> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().map(Path::to_path_buf).ok_or_else(|| "xtask has no parent".into())
}

/// Where cargo builds.
fn target() -> Result<PathBuf, String> {
    let metadata = read(&mut cargo("metadata --locked --no-deps --format-version 1"))?;
    let after = metadata.split_once("\"target_directory\":\"").map(|(_, after)| after);
    let folder = after.and_then(|after| after.split_once('"')).map(|(folder, _)| folder);
    folder.map(PathBuf::from).ok_or_else(|| "cargo does not say where it builds".into())
}
