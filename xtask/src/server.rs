//! Checks of the running server: its interface by Schemathesis, its page in a browser.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::cargo::{cargo, fresh_cargo, read, run};
use crate::tools;

/// How many examples Schemathesis makes for each request.
const EXAMPLES: &str = "60";

/// The tests of the page.
const BROWSER: &str = "crates/bouton-server/tests/browser";

/// Installs what the checks need besides Rust.
pub(crate) fn tools() -> Result<(), String> {
    tools::target(tools::WASM)?;
    tools::schemathesis(&folder("schemathesis")?)?;
    tools::chromium()?;
    tools::node_modules(&root()?.join(BROWSER))
}

/// Sees that no request that the description allows, or forbids, makes the server fail.
pub(crate) fn interface() -> Result<(), String> {
    let place = folder("schemathesis")?;
    let schemathesis = tools::schemathesis(&place)?;
    let server = Server::start(&["--time", "5"])?;
    let mut command = Command::new(schemathesis);
    command.args(["run", &format!("{}api/openapi.json", server.address)]);
    command.args(["--max-examples", EXAMPLES, "--seed", "1", "--request-timeout", "30"]);
    // The texts of games have a grammar of their own, and most texts that the description allows
    // are not games.
    command.args(["--exclude-checks", "positive_data_acceptance"]);
    command.current_dir(place);
    run(&mut command)
}

/// Drives the page in a browser.
pub(crate) fn browser() -> Result<(), String> {
    let tests = root()?.join(BROWSER);
    let chromium = tools::chromium()?;
    tools::node_modules(&tests)?;
    let server = Server::start(&[])?;
    let shots = folder("screenshots")?;
    let mut command = Command::new("node");
    command.arg("--test").arg("--test-concurrency=1").current_dir(&tests);
    command.env("BOUTON_URL", &server.address).env("BOUTON_SHOTS", &shots);
    command.env("BOUTON_CHROMIUM", chromium);
    run(&mut command)?;
    println!("screenshots are in {}", shots.strip_prefix(root()?).unwrap_or(&shots).display());
    Ok(())
}

/// The server of this working tree.
pub(crate) struct Server {
    child: Child,
    /// With a slash at the end.
    pub(crate) address: String,
}

impl Server {
    fn start(options: &[&str]) -> Result<Server, String> {
        // The tests' own build of the program: another choice of packages would compile it again with other
        // features of its dependencies.
        run(&mut fresh_cargo("test --locked --workspace --all-features --test all --no-run"))?;
        Server::of("debug", options)
    }

    /// The server that was built for speed.
    pub(crate) fn fast(options: &[&str]) -> Result<Server, String> {
        run(&mut fresh_cargo("build --locked --release -p bouton-cli"))?;
        Server::of("release", options)
    }

    /// The id of its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    fn of(profile: &str, options: &[&str]) -> Result<Server, String> {
        let program =
            target()?.join(profile).join(format!("bouton{}", std::env::consts::EXE_SUFFIX));
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

/// A folder for what a check leaves behind.
pub(crate) fn folder(name: &str) -> Result<PathBuf, String> {
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
