//! Which other sites may use the server.

use crate::common::{Answer, Server, settings};
use bouton_server::Settings;

const SITE: &str = "https://site.example";

fn get(server: &Server, path: &str, headers: &str) -> Answer {
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n");
    server.client().request(&request)
}

#[test]
fn a_site_may_ask_if_it_is_allowed() {
    let origins = vec![SITE.parse().unwrap()];
    let server = Server::with(Settings { origins, ..settings() });
    let own = get(&server, "/api/games", &format!("Origin: {SITE}\r\n"));
    assert_eq!(own.status, 200);
    assert!(own.head.contains(&format!("access-control-allow-origin: {SITE}\r\n")), "{}", own.head);
    let other = get(&server, "/api/games", "Origin: https://other.example\r\n");
    assert_eq!(other.status, 403);
    assert!(!other.head.contains("access-control-allow-origin"), "{}", other.head);
    // Browsers ask first whether they may send JSON.
    let preflight = format!(
        "OPTIONS /api/solve HTTP/1.1\r\nHost: localhost\r\nOrigin: {SITE}\r\n\
         Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: content-type\r\n\r\n"
    );
    let answer = server.client().request(&preflight);
    assert_eq!(answer.status, 200);
    for header in
        ["access-control-allow-methods: get,post", "access-control-allow-headers: content-type"]
    {
        assert!(answer.head.contains(header), "{}", answer.head);
    }
    // Being allowed to ask does not mean being allowed to show the page, and host names are checked as before.
    assert!(
        own.head.contains("frame-ancestors 'none'") && own.head.contains("x-frame-options: deny")
    );
    let foreign =
        format!("GET /api/games HTTP/1.1\r\nHost: site.example\r\nOrigin: {SITE}\r\n\r\n");
    assert_eq!(server.client().request(&foreign).status, 403);
}

#[test]
fn a_site_may_show_the_page_if_it_is_allowed() {
    let frames = vec![SITE.parse().unwrap(), "http://localhost:8000".parse().unwrap()];
    let server = Server::with(Settings { frames, ..settings() });
    let page = get(&server, "/", "");
    assert!(
        page.head.contains(&format!("frame-ancestors {SITE} http://localhost:8000\r\n")),
        "{}",
        page.head
    );
    assert!(!page.head.contains("x-frame-options"), "{}", page.head);
    // Its page may be shown, but its scripts may not ask.
    assert_eq!(get(&server, "/api/games", &format!("Origin: {SITE}\r\n")).status, 403);
}

#[test]
fn no_other_site_is_allowed_by_default() {
    let server = Server::start();
    let told = get(&server, "/api/games", &format!("Origin: {SITE}\r\n"));
    assert_eq!(told.status, 403);
    let page = get(&server, "/", "");
    assert!(
        page.head.contains("frame-ancestors 'none'") && page.head.contains("x-frame-options: deny")
    );
    assert!(!page.head.contains("access-control-allow-origin"));
}
