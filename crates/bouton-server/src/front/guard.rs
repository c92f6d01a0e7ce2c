//! The headers of every response, and which requests are rejected before any handler.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use tower_http::cors::{AllowOrigin, CorsLayer};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

use crate::refusal::Refusal;
use crate::{Origin, Settings};

/// The largest body of a request.
pub(crate) const BODY: usize = 256 << 10;

/// A client whose request makes no progress for this long is dropped.
const SLOW: Duration = Duration::from_secs(10);

/// How long a browser may remember that another site may ask.
const REMEMBERED: Duration = Duration::from_secs(600);

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ";

const HEADERS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// The limits around all handlers of a server at this address.
pub(crate) fn around(router: Router, local: SocketAddr, settings: &Arc<Settings>) -> Router {
    let headers: Arc<[(HeaderName, HeaderValue)]> = headers(&settings.frames).into();
    let settings = Arc::clone(settings);
    let router =
        router.layer(RequestBodyTimeoutLayer::new(SLOW)).layer(RequestBodyLimitLayer::new(BODY));
    let router = match settings.origins.is_empty() {
        true => router,
        false => router.layer(others(&settings.origins)),
    };
    router
        .layer(from_fn(move |request: Request, next: Next| {
            own(local, Arc::clone(&settings), request, next)
        }))
        .layer(from_fn(move |request: Request, next: Next| {
            with_headers(Arc::clone(&headers), request, next)
        }))
}

/// What browsers are told about other sites that may ask.
fn others(origins: &[Origin]) -> CorsLayer {
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins.iter().filter_map(Origin::header)))
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::CONTENT_TYPE, header::ACCEPT])
        .expose_headers([HeaderName::from_static("bouton-cell-bytes"), header::RETRY_AFTER])
        .max_age(REMEMBERED)
}

/// The headers of every response of a server whose page these sites may show in a frame.
fn headers(frames: &[Origin]) -> Vec<(HeaderName, HeaderValue)> {
    let mut headers: Vec<_> =
        HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value))).into();
    let sites: Vec<&str> = frames.iter().map(Origin::as_str).collect();
    let sites = match sites.is_empty() {
        true => {
            headers.push((header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")));
            "'none'".to_string()
        }
        false => sites.join(" "),
    };
    if let Ok(policy) = HeaderValue::try_from(format!("{POLICY}{sites}")) {
        headers.push((header::CONTENT_SECURITY_POLICY, policy));
    }
    headers
}

async fn with_headers(
    headers: Arc<[(HeaderName, HeaderValue)]>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    if response.status() == StatusCode::PAYLOAD_TOO_LARGE
        && response
            .headers()
            .get(header::CONTENT_TYPE)
            .is_none_or(|kind| kind != "application/json")
    {
        let message = format!("a request may have at most {BODY} bytes");
        response = Refusal::request(StatusCode::PAYLOAD_TOO_LARGE, &message).into_response();
    }
    for (name, value) in &headers[..] {
        response.headers_mut().insert(name, value.clone());
    }
    response
}

/// Accepts only requests that are meant for this server. Requests from other pages in the same
/// browser are refused, even if a foreign host name leads here.
async fn own(local: SocketAddr, settings: Arc<Settings>, request: Request, next: Next) -> Response {
    match foreign(local, &settings.origins, &request) {
        Some(why) => Refusal::request(StatusCode::FORBIDDEN, why).into_response(),
        None => next.run(request).await,
    }
}

/// Why a request is not meant for this server.
fn foreign(local: SocketAddr, origins: &[Origin], request: &Request) -> Option<&'static str> {
    let text = |name: HeaderName| request.headers().get(name).map(HeaderValue::to_str).transpose();
    let (Ok(host), Ok(origin)) = (text(header::HOST), text(header::ORIGIN)) else {
        return Some("the request's host or origin is not valid text");
    };
    let host = host.or_else(|| request.uri().authority().map(|authority| authority.as_str()));
    if local.ip().is_loopback() && !host.is_some_and(is_loopback) {
        return Some(
            "this server listens at a loopback address and does not answer to other host names",
        );
    }
    let same = |origin: &str| origin.split_once("://").map(|(_, at)| at) == host;
    let allowed = |origin: &str| origins.iter().any(|allowed| allowed.as_str() == origin);
    origin
        .is_some_and(|origin| !same(origin) && !allowed(origin))
        .then_some("requests from pages of other origins are refused; see `--allow-origin`")
}

/// Whether a host, with or without a port, is this machine.
fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::is_loopback;

    #[test]
    fn names_of_this_machine() {
        for own in ["localhost", "LOCALHOST:80", "127.0.0.1:8080", "127.1.2.3", "[::1]", "[::1]:9"]
        {
            assert!(is_loopback(own), "{own}");
        }
        for other in
            ["example.org", "example.org:80", "192.168.0.1", "[::2]:9", "", "127.0.0.1.example.org"]
        {
            assert!(!is_loopback(other), "{other}");
        }
    }
}
