//! What hostile requests and clients cost, and that they cost nobody else anything.

use std::io::{BufRead, Write};
use std::time::Duration;

use crate::common::{Client, Server, settings, written};
use crate::hostile::{Hostile, requests};
use bouton_server::Settings;
use serde_json::{Value, json};

/// How a request ended: its code, or `answer`.
fn end(client: &mut Client, hostile: &Hostile) -> String {
    let answer = client.request(&written(&hostile.path, &hostile.body));
    match (answer.status, answer.head.contains("text/event-stream")) {
        (200, true) => loop {
            let mut line = String::new();
            assert!(client.stream.read_line(&mut line).unwrap() > 0, "{}", hostile.name);
            if line.starts_with("event: end") {
                return "answer".into();
            }
            if line.starts_with("event: error") {
                line.clear();
                client.stream.read_line(&mut line).unwrap();
                let error: Value = serde_json::from_str(&line["data: ".len()..]).unwrap();
                return error["errors"][0]["code"].as_str().unwrap().into();
            }
        },
        (200, false) => "answer".into(),
        (422 | 503, _) => {
            let (code, error) = (answer.code(), &answer.json()["errors"][0]);
            if ["E0060", "E0081"].contains(&code.as_str()) {
                assert!(error["help"].is_string(), "{}: {}", hostile.name, answer.text());
            }
            code
        }
        (status, _) => panic!("{}: {status} {}", hostile.name, answer.text()),
    }
}

#[test]
fn hostile_requests_are_answered_or_refused() {
    let limits = Settings { time: Duration::from_secs(1), memory: 1 << 29, ..settings() };
    let server = Server::with(limits);
    for hostile in requests() {
        let end = end(&mut server.client(), &hostile);
        let ends = [&hostile.ends[..], &["E0081"]].concat();
        assert!(ends.contains(&&end[..]), "{}: {end}", hostile.name);
        let asked = json!({"game": "nim", "position": "5,5"});
        assert_eq!(server.ask("/api/solve", &asked)["outcome"], "P", "after {}", hostile.name);
    }
}

#[test]
fn hostile_requests_at_once_keep_nobody_from_quick_answers() {
    let limits = Settings { time: Duration::from_secs(1), memory: 1 << 29, ..settings() };
    let server = Server::with(limits);
    let clients: Vec<Client> = requests()
        .iter()
        .map(|hostile| {
            let mut client = server.client();
            let request = written(&hostile.path, &hostile.body);
            client.stream.get_mut().write_all(request.as_bytes()).unwrap();
            client
        })
        .collect();
    for i in 1..100 {
        let asked = json!({"game": "nim", "position": format!("{i},{i}")});
        assert_eq!(server.ask("/api/solve", &asked)["outcome"], "P");
    }
    drop(clients);
}

#[test]
fn clients_that_do_not_read_hold_nothing_for_others() {
    let server = Server::with(Settings { memory: 1 << 29, ..settings() });
    let picture = json!({"game": "nim", "at": "x,y", "width": 1024, "height": 1024}).to_string();
    let silent: Vec<Client> = (0..12)
        .map(|_| {
            let mut client = server.client();
            client.stream.get_mut().write_all(written("/api/table", &picture).as_bytes()).unwrap();
            client
        })
        .collect();
    // Small answers need no room.
    for i in 1..20 {
        let asked = json!({"game": "nim", "position": format!("{i},{i}")});
        assert_eq!(server.ask("/api/solve", &asked)["outcome"], "P");
    }
    // Each was answered whole or refused, and when they have gone there is room again.
    let mut statuses: Vec<u16> =
        silent.into_iter().map(|mut client| client.answer().status).collect();
    statuses.dedup();
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
    let rows = server.ask("/api/table", &serde_json::from_str(&picture).unwrap())["rows"].clone();
    assert_eq!(rows.as_array().map(Vec::len), Some(1024));
}

#[test]
fn a_body_is_refused_while_it_is_read() {
    let server = Server::start();
    let mut client = server.client();
    let head = "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                Transfer-Encoding: chunked\r\n\r\n";
    client.stream.get_mut().write_all(head.as_bytes()).unwrap();
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(1 << 16));
    for _ in 0..6 {
        // The server may have closed the connection already.
        let _ = client.stream.get_mut().write_all(chunk.as_bytes());
    }
    // The body has no end, and the answer comes all the same.
    let answer = client.answer();
    assert_eq!((answer.status, answer.code()), (413, "E0083".into()));
}
