//! What the server does not do, and that it stays up.

use std::io::Write;
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use crate::common::{Server, settings, written};
use bouton_server::Settings;
use serde_json::json;

/// A game and a position that keep every engine busy for long.
fn endless() -> serde_json::Value {
    json!({"game": "take 1..1 + (m*m*m + largest*count) mod 7 from any; take the same 1..2 from 1..3 heaps",
           "position": "90,91,92,93,94,95,96,97", "grundy": true})
}

#[test]
fn every_refusal_is_json() {
    let server = Server::start();
    let solve = |body| server.client().request(&written("/api/solve", body));
    assert_eq!((solve("{").status, solve("{").code()), (400, "E0083".into()));
    assert_eq!((solve("{}").status, solve("{}").code()), (422, "E0083".into()));
    assert_eq!(solve(r#"{"game":"nim","position":"1","colour":"red"}"#).status, 422);
    assert_eq!(solve(r#"{"game":"nmi","position":"1"}"#).code(), "E0024");
    assert_eq!(solve(r#"{"game":"nim","position":"1,,"}"#).code(), "E0050");
    assert_eq!(solve(r#"{"game":"nim","position":"1","moves":100000}"#).status, 422);
    let misere = solve(r#"{"game":"nim; ending misere","position":"1","grundy":true}"#);
    assert_eq!(misere.status, 422, "{}", misere.text());
    let text = "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}";
    assert_eq!(server.client().request(text).status, 415);
    let (missing, other) = (server.get("/nothing"), server.get("/api/solve"));
    assert_eq!((missing.status, missing.code()), (404, "E0083".into()));
    assert_eq!((other.status, other.code()), (405, "E0083".into()));
    assert!(other.head.contains("allow: post"));
    let large = format!(r#"{{"game":"{}"}}"#, "n".repeat(1 << 20));
    let large = solve(&large);
    assert_eq!((large.status, large.code()), (413, "E0083".into()));
    for body in [
        json!({"game": "nim", "at": "x,y", "width": 0, "height": 1}),
        json!({"game": "nim", "at": "x,y", "width": 4096, "height": 4096}),
        json!({"game": "nim", "at": "x,y", "x0": 65535, "width": 2, "height": 2}),
        json!({"game": "nim", "at": "x,y", "x0": u64::MAX, "width": 2, "height": 2}),
        json!({"game": "nim", "at": "x,x", "width": 2, "height": 2}),
        json!({"game": "nim", "at": "3,4", "width": 2, "height": 2}),
        json!({"game": "two-kinds", "at": "x", "width": 2, "height": 2}),
        json!({"game": "nim", "at": "x,y", "what": "claim", "width": 2, "height": 2}),
        json!({"game": "nim", "at": "x,y", "what": "claim", "claims": "claim a for two-kinds\n P iff x = y",
               "width": 2, "height": 2}),
    ] {
        let told = server.post("/api/table", &body);
        assert_eq!(told.status, 422, "{body}: {}", told.text());
        told.code();
    }
    for body in [
        json!({}),
        json!({"what": "xu", "text": "a"}),
        json!({"what": "nobody"}),
        json!({"what": "xu-zhu-2018:theorem-6", "with": ["q=3"]}),
        json!({"text": ""}),
    ] {
        assert_eq!(server.post("/api/verify", &body).status, 422, "{body}");
    }
    // It is still there.
    assert_eq!(
        server.ask("/api/solve", &json!({"game": "nim", "position": "1,1"}))["outcome"],
        "P"
    );
}

#[test]
fn only_its_own_page_is_served_and_heard() {
    let server = Server::start();
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(page.text().contains("Bouton"));
    for header in
        ["content-security-policy: default-src 'none'", "x-content-type-options: nosniff", "etag: "]
    {
        assert!(page.head.contains(header), "{header}: {}", page.head);
    }
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/jsconfig.json",
        "/types.d.ts",
        "//etc/passwd",
        "/.html",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    let get = |headers: &str| {
        server.client().request(&format!("GET /api/games HTTP/1.1\r\n{headers}\r\n\r\n"))
    };
    assert_eq!(get("Host: localhost").status, 200);
    assert_eq!(get("Host: example.org").status, 403);
    assert_eq!(get("Host: localhost\r\nOrigin: http://example.org").status, 403);
    assert_eq!(get("Host: localhost\r\nOrigin: http://localhost").status, 200);
    assert_eq!(get("Host: localhost\r\nOrigin: null").status, 403);
}

#[test]
fn the_page_is_served_from_a_folder_of_its_makers() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let server = Server::with(Settings { web: Some(folder), ..settings() });
    assert_eq!(server.get("/").status, 200);
    for path in ["/../Cargo.toml", "/../README.md", "/jsconfig.json", "//etc/passwd"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn what_takes_too_long_or_too_much_is_refused() {
    let short = Settings { time: Duration::from_millis(300), ..settings() };
    let server = Server::with(short);
    let told = server.post("/api/solve", &endless());
    assert_eq!((told.status, told.code()), (422, "E0081".into()), "{}", told.text());
    let small = Settings { memory: 1 << 20, ..settings() };
    let server = Server::with(small);
    let told = server.post("/api/solve", &endless());
    assert_eq!((told.status, told.code()), (422, "E0060".into()), "{}", told.text());
}

#[test]
fn who_goes_away_stops_the_work() {
    let server = Server::start();
    let verify = json!({"text": "claim mine for \"take 1..1 + m*largest mod 7 from any; take 1..2 from largest\"\n  P iff total >= 0 and total < 0 or largest >= 0 and count < 0 or total = 0 or total > 0 and xor(x) = 0 and count > 9",
        "heaps": "9", "max": 500});
    // Both places are taken by clients who go away; the next may verify once that was seen.
    for _ in 0..3 {
        let mut client = server.client();
        let request = written("/api/verify", &verify.to_string());
        client.stream.get_mut().write_all(request.as_bytes()).unwrap();
        thread::sleep(Duration::from_millis(50));
        drop(client);
    }
    let quick = json!({"text": "claim mine for nim\n  P iff xor(x) = 0", "max": 3});
    let freed = (0..600).any(|_| {
        thread::sleep(Duration::from_millis(50));
        let mut client = server.client();
        client
            .stream
            .get_mut()
            .write_all(written("/api/verify", &quick.to_string()).as_bytes())
            .unwrap();
        let mut first = String::new();
        std::io::BufRead::read_line(&mut client.stream, &mut first).unwrap();
        first.contains(" 200 ")
    });
    assert!(freed, "the places stay taken");
}

#[test]
fn long_work_keeps_nobody_from_quick_answers() {
    let server = Server::start();
    let asked: Vec<_> = (0..6)
        .map(|_| {
            let mut client = server.client();
            let request = written("/api/solve", &endless().to_string());
            client.stream.get_mut().write_all(request.as_bytes()).unwrap();
            client
        })
        .collect();
    for i in 1..50 {
        let asked = json!({"game": "nim", "position": format!("{i},{i}")});
        assert_eq!(server.ask("/api/solve", &asked)["outcome"], "P");
    }
    drop(asked);
}

#[test]
fn slow_and_broken_clients_keep_nobody_out() {
    let server = Server::start();
    let begun = ["", "POST /api/solve HTTP/1.1\r\nHo", "\u{1}\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"];
    let slow: Vec<TcpStream> = (0..200)
        .map(|i| {
            let mut stream = TcpStream::connect(server.address).unwrap();
            stream.write_all(begun[i % begun.len()].as_bytes()).unwrap();
            stream
        })
        .collect();
    assert_eq!(
        server.ask("/api/solve", &json!({"game": "nim", "position": "2,3"}))["outcome"],
        "N"
    );
    drop(slow);
}

#[test]
fn a_stop_lets_answers_end() {
    let mut server = Server::start();
    let mut client = server.client();
    let table = json!({"game": "heaps 2; take 1..777 from any; take the same 1..999 from all", "at": "x,y",
        "what": "grundy", "width": 200, "height": 200});
    client
        .stream
        .get_mut()
        .write_all(written("/api/table", &table.to_string()).as_bytes())
        .unwrap();
    thread::sleep(Duration::from_millis(100));
    server.stop();
    assert_eq!(client.answer().status, 200);
    server.join();
    assert!(TcpStream::connect(server.address).is_err());
}
