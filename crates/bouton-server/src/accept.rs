//! Connections: slow or silent clients are dropped, and the server stops gracefully.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};

/// A client that has not sent the head of its request by then is dropped.
const HEAD: Duration = Duration::from_secs(10);

/// How long requests in progress may take when the server stops.
const LAST: Duration = Duration::from_secs(5);

/// A pause after a connection could not be accepted, for example because there are too many.
const PAUSE: Duration = Duration::from_millis(50);

pub(crate) async fn run(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let Ok((stream, _)) = accepted else {
            sleep(PAUSE).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone()));
        let connection = graceful.watch(connection);
        // Errors of a connection concern only its client.
        tokio::spawn(async move { drop(connection.await) });
    }
    drop(listener);
    let _ = timeout(LAST, graceful.shutdown()).await;
}
