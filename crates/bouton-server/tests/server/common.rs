//! A server on a port of its own, and a client that speaks plain HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use bouton_server::{Program, Settings, serve};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

/// Nothing is waited for longer.
pub const LONG: Duration = Duration::from_secs(60);

/// The settings of a server that allows much.
pub fn settings() -> Settings {
    let worker = env!("CARGO_BIN_EXE_bouton-worker").into();
    Settings {
        memory: 1 << 30,
        time: LONG,
        web: None,
        origins: Vec::new(),
        frames: Vec::new(),
        worker: Program { path: worker, arguments: Vec::new() },
    }
}

/// A server that stops when it is dropped.
pub struct Server {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub fn start() -> Server {
        Server::with(settings())
    }

    pub fn with(settings: Settings) -> Server {
        let runtime = Runtime::new().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async { drop(stopped.await) };
        let thread = thread::spawn(move || {
            runtime.block_on(serve(listener, settings, stopped)).unwrap();
        });
        Server { address, stop: Some(stop), thread: Some(thread) }
    }

    /// Tells it to stop.
    pub fn stop(&mut self) {
        drop(self.stop.take());
    }

    /// Waits until it has stopped.
    pub fn join(&mut self) {
        self.thread.take().unwrap().join().unwrap();
    }

    pub fn client(&self) -> Client {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        Client { stream: BufReader::new(stream) }
    }

    /// The answer to a question.
    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.client().post(path, body)
    }

    /// The answer to a question that is to be answered.
    pub fn ask(&self, path: &str, body: &Value) -> Value {
        let answer = self.post(path, body);
        assert_eq!(answer.status, 200, "{path} {body}: {}", answer.text());
        answer.json()
    }

    pub fn get(&self, path: &str) -> Answer {
        self.client().request(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A connection.
pub struct Client {
    pub stream: BufReader<TcpStream>,
}

impl Client {
    pub fn post(&mut self, path: &str, body: &Value) -> Answer {
        let body = body.to_string();
        self.request(&written(path, &body))
    }

    /// Sends a request as it is and reads the answer.
    pub fn request(&mut self, request: &str) -> Answer {
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
        self.answer()
    }

    pub fn answer(&mut self) -> Answer {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no answer: {line:?}"));
        let (mut head, mut length) = (String::new(), 0);
        loop {
            line.clear();
            self.stream.read_line(&mut line).unwrap();
            if line.trim().is_empty() {
                break;
            }
            let lower = line.to_ascii_lowercase();
            if let Some(value) = lower.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            head.push_str(&lower);
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).unwrap();
        Answer { status, head, body }
    }
}

/// A question as it is sent.
pub fn written(path: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
}

/// An answer.
pub struct Answer {
    pub status: u16,
    /// Its head in small letters.
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    /// The code of a refusal, which says what is wrong.
    pub fn code(&self) -> String {
        let json = self.json();
        assert_eq!(json["schema"], 1);
        let error = &json["errors"][0];
        assert!(!error["message"].as_str().unwrap().is_empty());
        error["code"].as_str().unwrap().to_string()
    }
}
