//! Bouton's HTTP interface and its page.
//!
//! The server knows nothing about games: every answer is the library's, as the same object that the
//! command prints with `--json`. `api` has one file for each handler. Threads that keep the games
//! they have seen do quick work at once, and other threads do long work, so nobody waits behind a
//! large table.

mod accept;
mod api;
mod guard;
mod page;
mod refusal;
mod session;
mod typeset;
mod watch;
mod workers;

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

use api::Answers;
use workers::Workers;

/// How much the server may use.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The memory of all jobs together, in bytes.
    pub memory: u64,
    /// The longest time that a job may take.
    pub time: Duration,
    /// A folder that is served instead of the page in the program.
    pub web: Option<PathBuf>,
}

/// What all handlers share.
#[derive(Clone)]
struct State {
    workers: Arc<Workers>,
    settings: Arc<Settings>,
    answers: Arc<Answers>,
}

/// Serves at an address until the process is told to stop, by Ctrl-C or otherwise. Calls `ready`
/// with the address.
pub fn run(
    address: SocketAddr,
    settings: Settings,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .thread_stack_size(bouton::STACK)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address).await?;
        ready(listener.local_addr()?);
        serve(listener, settings, told_to_end()).await
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

/// Serves until `stop` completes. Requests in progress have a few seconds to finish.
pub async fn serve(
    listener: TcpListener,
    settings: Settings,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let local = listener.local_addr()?;
    let workers = Arc::new(Workers::start(&settings)?);
    let state = State { workers, settings: Arc::new(settings), answers: Arc::default() };
    let router = guard::around(api::router(state), local);
    accept::run(listener, router, stop).await;
    Ok(())
}

/// The description of the interface, as JSON.
#[must_use]
pub fn openapi() -> String {
    api::description().to_pretty_json().unwrap_or_default()
}
