//! Bouton's HTTP interface and its page.
//!
//! The server knows nothing about games: every answer is the library's, as the same object that the
//! command prints with `--json`. The server itself (`front`) only passes bytes on. Worker processes (`worker`) read and compute; one
//! that takes too long or too much memory is ended and replaced, so nobody waits for it, and nothing that is asked can stop the server.

mod front;
mod origin;
mod refusal;
mod wire;
mod worker;

use std::ffi::OsString;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use tokio::net::TcpListener;

use front::Front;
pub use origin::Origin;

/// How much the server may use, and for whom it works.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The memory of all jobs together, in bytes.
    pub memory: u64,
    /// The longest time that a job may take.
    pub time: Duration,
    /// A folder that is served instead of the page in the program.
    pub web: Option<PathBuf>,
    /// Sites whose pages may ask this server.
    pub origins: Vec<Origin>,
    /// Sites that may show the page in a frame.
    pub frames: Vec<Origin>,
    /// What a worker is started with.
    pub worker: Program,
}

/// A program that calls [`work`].
#[derive(Clone, Debug)]
pub struct Program {
    /// The path of the program.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

impl Program {
    /// The program that is running, with arguments that make it call [`work`].
    ///
    /// # Errors
    ///
    /// If the path of the program is not known.
    pub fn this(arguments: &[&str]) -> io::Result<Program> {
        // This path is right even if the file was replaced since the program started.
        let path = if cfg!(target_os = "linux") {
            PathBuf::from("/proc/self/exe")
        } else {
            std::env::current_exe()?
        };
        Ok(Program { path, arguments: arguments.iter().map(OsString::from).collect() })
    }
}

/// Serves at an address until the process is told to stop, by Ctrl-C or otherwise. Calls `ready`
/// with the address.
pub fn run(
    address: SocketAddr,
    settings: Settings,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let front = Front::start(listener, settings).await?;
        ready(address);
        front.serve(told_to_end()).await;
        Ok(())
    })
}

/// Waits until the process is told to stop.
async fn told_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Serves until `stop` completes. Requests in progress have half a second to finish.
pub async fn serve(
    listener: TcpListener,
    settings: Settings,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    Front::start(listener, settings).await?.serve(stop).await;
    Ok(())
}

/// Answers the questions of a server that has started this process as a worker.
#[must_use]
pub fn work() -> ExitCode {
    worker::work()
}

/// The description of the interface, as JSON.
#[must_use]
pub fn openapi() -> String {
    worker::description().to_pretty_json().unwrap_or_default()
}
