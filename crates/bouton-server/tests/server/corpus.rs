//! The corpus of hostile inputs, each at the addresses that take such a thing: it is answered or refused, and the next question
//! is answered as if nothing had happened. A third of the addresses is asked; `BOUTON_FULL=1` asks all.

#[path = "../../../../hostile/corpus.rs"]
mod entries;

use std::io::BufRead;
use std::time::Duration;

use crate::common::{Client, Server, settings, written};
use bouton_server::Settings;
use entries::{Entry, What};
use serde_json::{Value, json};

/// The server reads no more of a question.
const BODY: usize = 256 << 10;

/// The addresses that take an entry, with what they are asked. Bytes that are no text cannot be written in a question.
fn questions(entry: &Entry) -> Vec<(&'static str, Value)> {
    let text = String::from_utf8_lossy(&entry.text);
    let beside = &entry.beside;
    match entry.what {
        What::Game => vec![
            ("check", json!({"text": text})),
            ("solve", json!({"game": text, "position": beside})),
            ("moves", json!({"game": text, "position": beside})),
            ("reply", json!({"game": text, "position": beside})),
            ("sequence", json!({"game": text, "to": 50})),
            ("table", json!({"game": text, "at": "x,y", "width": 16, "height": 16})),
        ],
        What::Position => vec![
            ("solve", json!({"game": beside, "position": text})),
            ("solve", json!({"game": beside, "positions": [text, "3", text]})),
            ("moves", json!({"game": beside, "position": text})),
            ("reply", json!({"game": beside, "position": text})),
        ],
        What::Claim => vec![
            ("verify", json!({"text": text})),
            (
                "table",
                json!({"game": "nim", "at": "x,y", "what": "claim", "claims": text, "width": 16, "height": 16}),
            ),
        ],
        // They are the command's alone.
        What::Arguments => Vec::new(),
    }
}

/// Whether a question was answered, or refused with a code and a message; what came instead otherwise.
fn ended(client: &mut Client, path: &str, body: &Value) -> Result<(), String> {
    let answer = client.request(&written(&format!("/api/{path}"), &body.to_string()));
    if answer.status == 200 && answer.head.contains("text/event-stream") {
        let mut line = String::new();
        while client.stream.read_line(&mut line).map_err(|error| error.to_string())? > 0 {
            if line.starts_with("event: end") || line.starts_with("event: error") {
                return Ok(());
            }
            line.clear();
        }
        return Err("the stream breaks off".into());
    }
    let refused = || {
        let error = &answer.json()["errors"][0];
        error["code"].is_string() && error["message"].as_str().is_some_and(|text| !text.is_empty())
    };
    match answer.status {
        200 => Ok(()),
        400 | 413 | 422 | 503 if refused() => Ok(()),
        status => Err(format!("{status} {:.300}", answer.text())),
    }
}

#[test]
fn the_corpus_is_answered_or_refused() {
    let time = Duration::from_millis(500);
    let server = Server::with(Settings { time, memory: 1 << 29, ..settings() });
    let full = std::env::var_os("BOUTON_FULL").is_some();
    let mut asked = 0;
    for (i, entry) in entries::entries().iter().enumerate() {
        for (j, (path, body)) in questions(entry).iter().enumerate() {
            // Larger bodies are refused while they are read, whatever is in them.
            let large = body.to_string().len() > BODY;
            if large || !full && (i + j) % 3 != 0 {
                continue;
            }
            let end = ended(&mut server.client(), path, body);
            assert_eq!(end, Ok(()), "{} at {path}", entry.name);
            let plain = json!({"game": "nim", "position": "5,5"});
            assert_eq!(server.ask("/api/solve", &plain)["outcome"], "P", "after {}", entry.name);
            asked += 1;
        }
    }
    assert!(asked > 150, "only {asked} questions were asked");
}
