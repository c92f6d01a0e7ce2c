//! Puts load on a server at a loopback address, limited in count and time: `cargo run --release -p
//! bouton-server --example load`.
//!
//! It compares `POST /api/solve` with an empty handler that sends the same bytes, and the slowest
//! of a hundred answers while a large table is computed with those of an idle server. It also
//! checks that a thousand slow or broken clients keep nobody from being served. It fails if a
//! figure is not reached.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::header;
use axum::routing::post;
use bouton_server::{Program, Settings, serve};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Connections, and the requests of each.
const CLIENTS: usize = 8;
const REQUESTS: usize = 4000;

/// Nothing is waited for longer.
const LONG: Duration = Duration::from_secs(10);

/// How many times as long as an empty handler `solve` may take.
const AS_EMPTY: f64 = 3.0;

/// How many times as long the slowest of a hundred answers may take, compared with an idle server.
const AS_IDLE: f64 = 5.0;

/// Slow or broken clients.
const SLOW: usize = 1000;

/// The argument that makes this program a worker of its own server.
const WORKER: &str = "worker";

fn main() -> ExitCode {
    if std::env::args().nth(1).is_some_and(|argument| argument == WORKER) {
        return bouton_server::work();
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Failure> {
    #[cfg(unix)]
    let _ = rlimit::increase_nofile_limit(1 << 14);
    let runtime = Runtime::new()?;
    let server = start(&runtime)?;
    let mut client = Client::new(server)?;
    let answer = client.ask("/api/solve", &question(0))?;
    let empty = start_empty(&runtime, answer.clone())?;

    let mut failures = Vec::new();
    let mut told = |what: String, fits: bool| {
        println!("{what}{}", if fits { "" } else { "  NOT REACHED" });
        if !fits {
            failures.push(what);
        }
    };
    // They take turns, and the best round of each counts.
    let (mut of_empty, mut of_same, mut of_solve) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..3 {
        of_empty.push(load(empty, &|_| question(0))?);
        of_same.push(load(server, &|_| question(0))?);
        of_solve.push(load(server, &question)?);
    }
    let best = |loads: &[Load]| loads.iter().map(Load::rate).fold(0.0, f64::max);
    let (fast, same, different) = (best(&of_empty), best(&of_same), best(&of_solve));
    let ratio = fast / same;
    told(
        format!("{fast:.0} requests/s to an empty handler, {same:.0} to solve: {ratio:.2} ×"),
        ratio <= AS_EMPTY,
    );
    let ratio = fast / different;
    println!("{different:.0} requests/s to solve, if every position is another one: {ratio:.2} ×");

    let idle = of_solve.iter().map(|load| load.slowest(99)).min().unwrap_or(LONG);
    let stop = Arc::new(AtomicBool::new(false));
    let tables = keep_computing(server, &stop);
    thread::sleep(Duration::from_millis(200));
    let busy: Vec<Load> = (0..3).map(|_| load(server, &question)).collect::<Result<_, _>>()?;
    stop.store(true, Ordering::Relaxed);
    let tables = tables.join().map_err(|_| "the client for tables panicked")??;
    let busy = busy.iter().map(|load| load.slowest(99)).min().unwrap_or(LONG);
    let ratio = busy.as_secs_f64() / idle.as_secs_f64();
    told(
        format!(
            "p99 of solve {idle:?} idle, {busy:?} while {tables} large tables were computed: {ratio:.2} ×"
        ),
        ratio <= AS_IDLE,
    );

    let slow = slow_clients(server)?;
    let with_slow = load(server, &question)?;
    let waited = with_slow.slowest(100);
    told(
        format!(
            "with {} slow or broken clients: {:.0} requests/s, the slowest {waited:?}",
            slow.len(),
            with_slow.rate()
        ),
        waited < Duration::from_secs(1),
    );
    match failures.is_empty() {
        true => Ok(()),
        false => Err("not everything was reached".into()),
    }
}

/// The real server, on its own port.
fn start(runtime: &Runtime) -> Result<SocketAddr, Failure> {
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
    let address = listener.local_addr()?;
    let settings = Settings {
        memory: 2 << 30,
        time: LONG,
        web: None,
        origins: Vec::new(),
        frames: Vec::new(),
        worker: Program::this(&[WORKER])?,
    };
    runtime.spawn(async move { serve(listener, settings, std::future::pending()).await });
    Ok(address)
}

/// A handler that only sends some bytes.
fn start_empty(runtime: &Runtime, answer: Vec<u8>) -> Result<SocketAddr, Failure> {
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
    let address = listener.local_addr()?;
    let handler = move || async move { ([(header::CONTENT_TYPE, "application/json")], answer) };
    let router = Router::new().route("/api/solve", post(handler));
    runtime.spawn(async move { axum::serve(listener, router).await });
    Ok(address)
}

/// A position of four heaps, a different one for every number.
fn question(n: usize) -> String {
    let heaps = [n % 50 + 1, n / 50 % 50 + 1, n / 2500 % 50 + 1, n % 37 + 5];
    let [a, b, c, d] = heaps;
    format!(r#"{{"game":"bounded-greedy(3)","position":"{a},{b},{c},{d}"}}"#)
}

/// One connection that is kept.
struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    fn new(server: SocketAddr) -> Result<Client, Failure> {
        let stream = TcpStream::connect_timeout(&server, LONG)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(2 * LONG))?;
        Ok(Client { stream: BufReader::new(stream) })
    }

    /// The body of the answer to one request.
    fn ask(&mut self, path: &str, body: &str) -> Result<Vec<u8>, Failure> {
        let length = body.len();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let (mut length, mut line, mut status) = (0, String::new(), String::new());
        loop {
            line.clear();
            self.stream.read_line(&mut line)?;
            if status.is_empty() {
                status.clone_from(&line);
            }
            if line.trim().is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse()?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        if !status.contains(" 200 ") {
            return Err(format!("{status}{}", String::from_utf8_lossy(&body)).into());
        }
        Ok(body)
    }
}

/// How long the answers of one run took.
struct Load {
    took: Duration,
    /// From the fastest to the slowest.
    each: Vec<Duration>,
}

impl Load {
    fn rate(&self) -> f64 {
        self.each.len() as f64 / self.took.as_secs_f64()
    }

    /// The time within which this many of a hundred requests were answered.
    fn slowest(&self, of_hundred: usize) -> Duration {
        self.each[(self.each.len() * of_hundred / 100).min(self.each.len() - 1)]
    }
}

/// All clients ask at once.
fn load(server: SocketAddr, question: &(dyn Fn(usize) -> String + Sync)) -> Result<Load, Failure> {
    let start = Instant::now();
    let each: Vec<Result<Vec<Duration>, Failure>> = thread::scope(|scope| {
        let ask = |client: usize| {
            let mut connection = Client::new(server)?;
            let mut each = Vec::with_capacity(REQUESTS);
            for i in 0..REQUESTS {
                let body = question(client * REQUESTS + i);
                let asked = Instant::now();
                connection.ask("/api/solve", &body)?;
                each.push(asked.elapsed());
                if start.elapsed() > LONG {
                    break;
                }
            }
            Ok(each)
        };
        let clients: Vec<_> = (0..CLIENTS).map(|client| scope.spawn(move || ask(client))).collect();
        clients
            .into_iter()
            .map(|client| client.join().unwrap_or_else(|_| Err("a client panicked".into())))
            .collect()
    });
    let took = start.elapsed();
    let mut all = Vec::new();
    for client in each {
        all.extend(client?);
    }
    all.sort_unstable();
    Ok(Load { took, each: all })
}

/// Keeps the server busy with large tables. Each is of a different game, so none is cached.
fn keep_computing(
    server: SocketAddr,
    stop: &Arc<AtomicBool>,
) -> thread::JoinHandle<Result<usize, Failure>> {
    let stop = Arc::clone(stop);
    thread::spawn(move || {
        let mut client = Client::new(server)?;
        let mut tables = 0;
        while !stop.load(Ordering::Relaxed) {
            let game = format!(
                "heaps 2; take 1..{} from any; take the same 1..{} from all",
                5000 + tables,
                7000 - tables
            );
            let body = format!(
                r#"{{"game":"{game}","at":"x,y","what":"grundy","x0":3000,"y0":3000,"width":4,"height":4}}"#
            );
            client.ask("/api/table", &body)?;
            tables += 1;
        }
        Ok(tables)
    })
}

/// Clients that start a request and do not finish it, or send something that is not a request.
fn slow_clients(server: SocketAddr) -> Result<Vec<TcpStream>, Failure> {
    let begun = [
        "",
        "POST /api/solve HTTP/1.1\r\nHost: loc",
        "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"game\"",
        "\u{1}\u{2}\u{3}\r\n\r\n",
    ];
    (0..SLOW)
        .map(|i| {
            let mut stream = TcpStream::connect_timeout(&server, LONG)?;
            stream.write_all(begun[i % begun.len()].as_bytes())?;
            Ok(stream)
        })
        .collect()
}
