//! The files of the page, and nothing else.

use std::hash::{DefaultHasher, Hasher};
use std::path::{Component, Path};

use axum::extract::State as Shared;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::State;
use crate::refusal::Refusal;

/// The files of the folder `web`, by name: `build.rs` lists them.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The kinds of the page's files.
const KINDS: [(&str, &str); 4] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
];

/// A file of the page.
pub(crate) async fn file(Shared(state): Shared<State>, uri: Uri, headers: HeaderMap) -> Response {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let kind = KINDS.iter().find(|(end, _)| Path::new(name).extension().is_some_and(|e| e == *end));
    let Some((_, kind)) = kind else { return missing(&uri) };
    if let Some(folder) = &state.settings.web {
        let plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        return match std::fs::read(folder.join(name)) {
            Ok(bytes) if plain => {
                ([(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, "no-store")], bytes)
                    .into_response()
            }
            _ => missing(&uri),
        };
    }
    match FILES.iter().find(|(known, _)| *known == name) {
        Some((_, bytes)) => embedded(bytes, kind, &headers),
        None => missing(&uri),
    }
}

/// A file of the program, or "not modified" if the browser has it already.
fn embedded(bytes: &'static [u8], kind: &'static str, headers: &HeaderMap) -> Response {
    let tag = tag(bytes);
    let has = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str());
    let mut response = match has {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
    };
    let own = response.headers_mut();
    own.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        own.insert(header::ETAG, tag);
    }
    response
}

/// What a browser compares to see whether a file has changed.
fn tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("\"{:016x}\"", hasher.finish())
}

fn missing(uri: &Uri) -> Response {
    let message = format!(
        "there is nothing at {}; the page is at /, the description at /api/openapi.json",
        uri.path()
    );
    Refusal::request(StatusCode::NOT_FOUND, &message).into_response()
}
