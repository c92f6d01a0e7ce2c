//! The server itself: connections, the page, and questions on their way to workers.
//!
//! Nothing here reads rules, positions or claims, or computes anything: the threads of the server only pass bytes on.
//! `tests/server/rooms.rs` checks that this folder does not use the library.

mod accept;
mod ask;
mod crew;
mod fair;
mod guard;
mod lanes;
mod page;
mod process;
mod recent;
mod room;
mod shares;

use std::future::Future;
use std::io;
use std::sync::Arc;

use axum::Router;
use axum::routing::{any, get};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tower_http::compression::CompressionLayer;

use crate::Settings;
use crew::Crew;

/// What all handlers share.
#[derive(Clone)]
struct State {
    crew: Arc<Crew>,
    settings: Arc<Settings>,
}

/// A server that is ready to answer.
pub(crate) struct Front {
    listener: TcpListener,
    router: Router,
    workers: JoinSet<()>,
}

impl Front {
    /// Starts the workers of a server.
    pub(crate) async fn start(listener: TcpListener, settings: Settings) -> io::Result<Front> {
        let local = listener.local_addr()?;
        let (crew, workers) = Crew::start(&settings).await?;
        let settings = Arc::new(settings);
        let state = State { crew, settings: Arc::clone(&settings) };
        let page = get(page::file).layer(CompressionLayer::new());
        let router = Router::new()
            .route("/api/{*path}", any(ask::ask))
            .fallback_service(page.with_state(state.clone()))
            .with_state(state);
        Ok(Front { listener, router: guard::around(router, local, &settings), workers })
    }

    /// Serves until `stop` completes.
    pub(crate) async fn serve(mut self, stop: impl Future<Output = ()>) {
        accept::run(self.listener, self.router, stop).await;
        self.workers.shutdown().await;
    }
}
