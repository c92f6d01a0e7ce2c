//! Connections: slow or silent clients are dropped, and the server stops gracefully.

use std::collections::HashMap;
use std::future::Future;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use super::ask::Client;

/// A client that has not sent the head of its request by then is dropped.
const HEAD: Duration = Duration::from_secs(10);

/// A client that takes none of its answer for this long is dropped.
const UNREAD: Duration = Duration::from_secs(10);

/// How long requests in progress may take when the server stops.
const LAST: Duration = Duration::from_millis(500);

/// A pause after a connection could not be accepted, for example because there are too many.
const PAUSE: Duration = Duration::from_millis(50);

/// The most connections in total, and of one client. Others are closed at once.
const MOST: usize = 8192;
const MOST_OF_ONE: usize = 2048;

/// The bytes of one connection that wait to be read or written.
const BUFFER: usize = 64 << 10;

pub(crate) async fn run(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    let open = Arc::new(Open::default());
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let Ok((stream, from)) = accepted else {
            sleep(PAUSE).await;
            continue;
        };
        let client = client(from.ip());
        let Some(place) = open.enter(client) else { continue };
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(UNREAD));
        let service = router.clone().map_request(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Client(client));
            request
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(BUFFER)
            .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(service));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // Errors of a connection concern only its client.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = timeout(LAST, graceful.shutdown()).await;
}

/// Which addresses count as one client: with IPv6 everybody has 2^64 of them.
fn client(from: IpAddr) -> IpAddr {
    match from.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

/// The connections of each client.
#[derive(Default)]
struct Open(Mutex<HashMap<IpAddr, usize>>);

/// An open connection.
struct Place {
    open: Arc<Open>,
    client: IpAddr,
}

impl Open {
    /// Counts a connection; `None` if there are too many.
    fn enter(self: &Arc<Open>, client: IpAddr) -> Option<Place> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = open.get(&client).copied().unwrap_or(0);
        if own >= MOST_OF_ONE || open.values().sum::<usize>() >= MOST {
            return None;
        }
        open.insert(client, own + 1);
        Some(Place { open: Arc::clone(self), client })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.open.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = open.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_an_address_or_a_network() {
        let of = |text: &str| client(text.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:1"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
        assert_ne!(of("10.0.0.2"), of("10.0.0.1"));
    }

    #[test]
    fn one_client_does_not_take_every_connection() {
        let open = Arc::new(Open::default());
        let (one, other) = (client([10, 0, 0, 1].into()), client([10, 0, 0, 2].into()));
        let mut places: Vec<Place> = std::iter::from_fn(|| open.enter(one)).collect();
        assert_eq!(places.len(), MOST_OF_ONE);
        assert!(open.enter(other).is_some());
        places.pop();
        assert!(open.enter(one).is_some());
    }
}
