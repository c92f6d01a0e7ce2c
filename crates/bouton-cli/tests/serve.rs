//! `bouton serve` as a process: signals, and workers that die.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// A question that no engine answers soon, and that asks no watcher while it is read.
const ENDLESS: &str =
    r#"{"game":"take t from any where exists n in 0..10^12 : n*n = t","position":"50"}"#;

const PLAIN: &str = r#"{"game":"nim","position":"5,5"}"#;

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
            .args(["serve", "--port", "0", "--memory", "512M"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit_once("http://").unwrap().1.trim_end_matches('/').into();
        Server { child, address }
    }

    /// Sends a question.
    fn ask(&self, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        let head = "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json";
        write!(stream, "{head}\r\nContent-Length: {length}\r\n\r\n{body}").unwrap();
        stream
    }

    /// The processes that it has started.
    fn workers(&self) -> Vec<String> {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap();
        let children = tasks.map(|task| fs::read_to_string(task.unwrap().path().join("children")));
        let children: String = children.map(Result::unwrap_or_default).collect();
        children.split_whitespace().map(String::from).collect()
    }

    /// Waits until a worker has had some seconds of CPU time.
    fn wait_until_busy(&self) {
        let ticks = |worker: &String| {
            let stat = fs::read_to_string(format!("/proc/{worker}/stat")).unwrap_or_default();
            let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
            after.split_whitespace().nth(11).and_then(|ticks| ticks.parse().ok()).unwrap_or(0)
        };
        while !self.workers().iter().any(|worker| ticks(worker) > 30) {
            sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn send(signal: &str, process: &str) {
    assert!(Command::new("kill").args([signal, process]).status().unwrap().success());
}

fn answer(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Waits until processes are gone, or only wait for their parent to notice.
fn wait_for_end(processes: &[String]) {
    for process in processes {
        let runs = || {
            let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
            stat.rsplit_once(')').is_some_and(|(_, after)| !after.trim_start().starts_with('Z'))
        };
        while runs() {
            sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn a_signal_ends_a_busy_server_and_its_workers() {
    for signal in ["-TERM", "-INT"] {
        let mut server = Server::start();
        let _asked = [server.ask(ENDLESS), server.ask(ENDLESS)];
        server.wait_until_busy();
        let workers = server.workers();
        assert!(workers.len() > 3, "{workers:?}");
        send(signal, &server.child.id().to_string());
        assert!(server.child.wait().unwrap().success());
        wait_for_end(&workers);
    }
}

#[test]
fn workers_end_with_their_server() {
    let mut server = Server::start();
    let _asked = [server.ask(ENDLESS), server.ask(ENDLESS)];
    server.wait_until_busy();
    let workers = server.workers();
    send("-KILL", &server.child.id().to_string());
    server.child.wait().unwrap();
    wait_for_end(&workers);
}

#[test]
fn the_death_of_a_worker_costs_one_request() {
    let server = Server::start();
    let asked = server.ask(ENDLESS);
    server.wait_until_busy();
    for worker in server.workers() {
        send("-ABRT", &worker);
    }
    let told = answer(asked);
    assert!(told.starts_with("HTTP/1.1 500 ") && told.contains("E0084"), "{told}");
    for _ in 0..20 {
        let told = answer(server.ask(PLAIN));
        assert!(told.starts_with("HTTP/1.1 200 ") && told.contains(r#""outcome":"P""#), "{told}");
    }
}
