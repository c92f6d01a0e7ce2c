//! How long plain requests to the server take while it is given hostile ones: `cargo xtask bench --server`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use std::{fs, io};

use crate::server::Server;

#[path = "../../crates/bouton-server/tests/server/hostile.rs"]
mod hostile;

/// How the server is started.
const OPTIONS: [&str; 4] = ["--time", "5", "--memory", "1G"];

/// How long plain requests are sent beside each kind, and the pause between two of them.
const MEASURED: Duration = Duration::from_secs(8);
const PAUSE: Duration = Duration::from_millis(2);

/// How many hostile requests of a kind run at one time, and how many heavy ones of different games.
const HOSTILE: usize = 4;
const HEAVY: usize = 50;

/// What plain requests may take beside hostile ones, at p99 and at most, and beside heavy ones.
const P99: Duration = Duration::from_millis(50);
const MOST: Duration = Duration::from_millis(250);
const MOST_HEAVY: Duration = Duration::from_millis(500);

/// Nothing is waited for longer.
const LONG: Duration = Duration::from_secs(60);

/// Measures, and prints a table.
pub(crate) fn run() -> Result<(), String> {
    let server = Server::fast(&OPTIONS)?;
    let address = server.address.trim_start_matches("http://").trim_end_matches('/').to_string();
    println!("`bouton serve {}`", OPTIONS.join(" "));
    println!("\n| beside | p50 | p99 | at most | goal | memory |\n|---|--:|--:|--:|---|--:|");
    let measure = |name: &str, jobs: &[Job], most: Duration| {
        let measured =
            measure(&address, server.id(), jobs).map_err(|error| format!("{name}: {error}"))?;
        println!("| {name} | {}", measured.row(most));
        Ok::<_, String>(())
    };
    measure("nothing", &[], MOST)?;
    for hostile in hostile::requests() {
        let name = format!("{HOSTILE} × {}", hostile.name);
        let job = Job { path: hostile.path, body: hostile.body };
        measure(&name, &vec![job; HOSTILE], MOST)?;
    }
    let heavy: Vec<Job> = (0..HEAVY).map(heavy).collect();
    measure(&format!("{HEAVY} heavy jobs"), &heavy, MOST_HEAVY)
}

/// A request that is sent again and again.
#[derive(Clone)]
struct Job {
    path: String,
    body: String,
}

/// A large table, of a different game for every number.
fn heavy(n: usize) -> Job {
    let game =
        format!("heaps 2; take 1..{} from any; take the same 1..{} from all", 5000 + n, 7000 - n);
    let body = format!(
        r#"{{"game":"{game}","at":"x,y","what":"grundy","x0":3000,"y0":3000,"width":4,"height":4}}"#
    );
    Job { path: "/api/table".into(), body }
}

/// How long plain requests took, from the shortest to the longest, and the most memory that the server used.
struct Measured {
    took: Vec<Duration>,
    memory: u64,
}

impl Measured {
    fn row(&self, most: Duration) -> String {
        let at = |of_hundred: usize| self.took[(self.took.len() - 1) * of_hundred / 100];
        let shown = |took: Duration| format!("{:.1} ms", took.as_secs_f64() * 1000.0);
        let reached = at(99) <= P99.max(most / 5) && at(100) <= most;
        let goal = if reached { "reached" } else { "**missed**" };
        let memory = self.memory >> 20;
        format!(
            "{} | {} | {} | {goal} | {memory} MiB |",
            shown(at(50)),
            shown(at(99)),
            shown(at(100))
        )
    }
}

fn measure(address: &str, server: u32, jobs: &[Job]) -> io::Result<Measured> {
    let (stop, begun) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|scope| {
        for job in jobs {
            scope.spawn(|| {
                begun.fetch_add(1, Ordering::Relaxed);
                while !stop.load(Ordering::Relaxed) {
                    // It is refused sooner or later, and a connection may be lost.
                    let _ = Client::new(address)
                        .and_then(|mut client| client.ask(&job.path, &job.body));
                }
            });
        }
        while begun.load(Ordering::Relaxed) < jobs.len() {
            thread::yield_now();
        }
        let measured = plain(address, server);
        stop.store(true, Ordering::Relaxed);
        measured
    })
}

/// Sends plain requests for a while.
fn plain(address: &str, server: u32) -> io::Result<Measured> {
    let mut client = Client::new(address)?;
    let start = Instant::now();
    let mut measured = Measured { took: Vec::new(), memory: 0 };
    while start.elapsed() < MEASURED {
        // No position comes twice, so no answer is known already.
        static ASKED: AtomicUsize = AtomicUsize::new(0);
        let n = ASKED.fetch_add(1, Ordering::Relaxed);
        let [a, b, c] = [n % 50 + 1, n / 50 % 50 + 51, n / 2500 + 101];
        let body = format!(r#"{{"game":"bounded-greedy(3)","position":"{a},{b},{c},7"}}"#);
        let asked = Instant::now();
        let status = client.ask("/api/solve", &body)?;
        measured.took.push(asked.elapsed());
        if status != 200 {
            return Err(io::Error::other(format!("a plain request was answered with {status}")));
        }
        if n.is_multiple_of(16) {
            measured.memory = measured.memory.max(memory(server));
        }
        thread::sleep(PAUSE);
    }
    measured.took.sort_unstable();
    Ok(measured)
}

/// The resident bytes of a server and its workers; 0 where the system does not tell.
fn memory(server: u32) -> u64 {
    let resident = |process: &str| {
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0) * 1024
    };
    let tasks = fs::read_dir(Path::new("/proc").join(server.to_string()).join("task"));
    let children = tasks.into_iter().flatten().filter_map(Result::ok).map(|task| {
        let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
        children.split_whitespace().map(resident).sum::<u64>()
    });
    resident(&server.to_string()) + children.sum::<u64>()
}

/// One connection.
struct Client(BufReader<TcpStream>);

impl Client {
    fn new(address: &str) -> io::Result<Client> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(LONG))?;
        Ok(Client(BufReader::new(stream)))
    }

    /// The status of the answer to one request, when all of it has come.
    fn ask(&mut self, path: &str, body: &str) -> io::Result<u16> {
        let length = body.len();
        let head =
            "HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length:";
        let request = format!("POST {path} {head} {length}\r\n\r\n{body}");
        self.0.get_mut().write_all(request.as_bytes())?;
        let (mut status, mut length, mut line) = (0, None, String::new());
        loop {
            line.clear();
            self.0.read_line(&mut line)?;
            if line.trim().is_empty() {
                break;
            }
            if status == 0 {
                let told = line.split(' ').nth(1).and_then(|status| status.parse().ok());
                status = told.ok_or_else(|| io::Error::other("no answer"))?;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().ok();
            }
        }
        match length {
            Some(length) => self.0.read_exact(&mut vec![0; length])?,
            // Events come until their end.
            None => {
                while !matches!(line.as_str(), "event: end\n" | "event: error\n") {
                    line.clear();
                    if self.0.read_line(&mut line)? == 0 {
                        break;
                    }
                }
            }
        }
        Ok(status)
    }
}
