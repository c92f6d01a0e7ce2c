//! Connections: slow or silent clients are let go, and a stop is graceful.

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

/// A client that has not sent the head of its request by then is let go.
const HEAD: Duration = Duration::from_secs(10);

/// What is being answered when the server stops has this long.
const LAST: Duration = Duration::from_secs(5);

/// A pause after a connection could not be taken, for example because there are too many.
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
        // How a connection ends is the client's matter.
        tokio::spawn(async move { drop(connection.await) });
    }
    drop(listener);
    let _ = timeout(LAST, graceful.shutdown()).await;
}
