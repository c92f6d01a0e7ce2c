//! Ctrl-C, SIGTERM and the limits on input and memory, wherever the program is.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::sys::stat::Mode;
use nix::unistd::{Pid, mkfifo};
use tempfile::tempdir;

fn bouton(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command.args(arguments).env("NO_COLOR", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits until a process has started and works, or waits for something.
fn settle() {
    thread::sleep(Duration::from_millis(300));
}

/// Interrupts a process and returns its exit code.
fn interrupt(mut child: Child, signal: Signal) -> Option<i32> {
    // Its input stays open.
    let input = child.stdin.take();
    kill(Pid::from_raw(child.id().try_into().unwrap()), signal).unwrap();
    let code = child.wait().unwrap().code();
    drop(input);
    code
}

const LONG: &str = "take 1..count(t in 1..10^6 : t mod 7 = m mod 3) from any";

#[test]
fn every_command_ends_at_a_signal() {
    for arguments in [
        // They read what nobody writes.
        &["check", "-"][..],
        &["solve", "nim", "--batch", "-"],
        &["play", "nim", "3,4"],
        &["verify", "/dev/stdin"],
        // They compute.
        &[
            "solve",
            "take 1..min(m, floor(total/3) + 1) from any",
            "90,91,92,93",
            "--by",
            "definition",
        ],
        &["solve", LONG, "1000"],
        &["table", LONG, "--heaps", "2", "--max", "1000"],
        &["sequence", "grundys-game", "--to", "10^7"],
        &["verify", "xu-zhu-2018:theorem-6", "--heaps", "4", "--max", "90", "--by", "definition"],
        &["play", LONG, "1000"],
        // They print what nobody reads.
        &["table", "nim", "--heaps", "4", "--max", "200", "--format", "csv"],
        &["table", "nim", "--heaps", "4", "--max", "200", "--json"],
        &["solve", "nim", "10^999999", "--json"],
    ] {
        for signal in [Signal::SIGINT, Signal::SIGTERM] {
            let child = bouton(arguments).spawn().unwrap();
            settle();
            assert_eq!(interrupt(child, signal), Some(130), "{arguments:?}");
        }
    }
}

/// Opening a pipe that nobody reads blocks, and so does writing an error into a full one.
#[test]
fn a_blocked_command_ends_at_a_signal() {
    let folder = tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    mkfifo(&pipe, Mode::S_IRWXU).unwrap();
    let mut command = bouton(&["table", "nim", "--heaps", "2", "--max", "9", "--out"]);
    let child = command.arg(&pipe).spawn().unwrap();
    settle();
    assert_eq!(interrupt(child, Signal::SIGINT), Some(130));
    let (mut reader, mut writer) = std::io::pipe().unwrap();
    let mut filling = writer.try_clone().unwrap();
    // A pipe holds less than that, so that the thread waits until somebody reads.
    let filled = thread::spawn(move || drop(filling.write_all(&[b'.'; 1 << 20])));
    settle();
    let child = bouton(&["check", "take"]).stderr(writer.try_clone().unwrap()).spawn().unwrap();
    settle();
    assert_eq!(interrupt(child, Signal::SIGTERM), Some(130));
    let reading = thread::spawn(move || {
        let mut all = Vec::new();
        reader.read_to_end(&mut all).unwrap();
    });
    filled.join().unwrap();
    writer.flush().unwrap();
    drop(writer);
    reading.join().unwrap();
}

/// What a command says that must be refused.
fn refused(arguments: &[&str], input: Stdio) -> String {
    let output = bouton(arguments).stdin(input).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn inputs_without_end_are_refused() {
    let endless = || Stdio::from(File::open("/dev/zero").unwrap());
    for (arguments, what) in [
        (&["check", "-"][..], "standard input"),
        (&["check", "/dev/zero"], "/dev/zero"),
        (&["solve", "-", "5"], "standard input"),
        (&["verify", "/dev/zero"], "/dev/zero"),
        (&["solve", "nim", "5", "--claims", "/dev/zero"], "/dev/zero"),
        (&["papers", "show", "/dev/zero"], "/dev/zero"),
        (&["solve", "nim", "--batch", "-"], "line 1 of standard input"),
        (&["solve", "nim", "--batch", "/dev/zero"], "line 1 of /dev/zero"),
        (&["play", "nim", "3,4"], "a line of standard input"),
    ] {
        let told = refused(arguments, endless());
        let expected = format!("error[E0003]: {what} is longer than 4.0 MiB");
        assert!(told.starts_with(&expected), "{arguments:?}: {told}");
    }
}

/// The lines before one that is too long are answered.
#[test]
fn a_long_line_of_a_batch_is_refused_alone() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("lines");
    let longest = format!("0{}", ",0".repeat((4 << 20) / 2 - 1));
    for (longer, code, answers) in [("", 0, "P\nN\nP\nN\n"), ("0,0", 2, "P\nN\n")] {
        fs::write(&path, format!("3,3\n3\n{longest}{longer}\n1\n")).unwrap();
        let mut command = bouton(&["solve", "nim", "--batch"]);
        let output = command.arg(&path).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            (output.status.code(), &output.stdout[..]),
            (Some(code), answers.as_bytes()),
            "{told}"
        );
        assert_eq!(told.contains("line 3 of "), code == 2, "{told}");
    }
}

#[test]
fn memory_that_nobody_counts_is_limited_too() {
    for arguments in [
        &["moves", "nim", "10^999999", "--first", "100000", "--memory", "64M"][..],
        &["moves", "nim", "10^999999", "--first", "100000", "--json", "--memory", "64M"],
    ] {
        let told = refused(arguments, Stdio::null());
        let expected = "error[E0060]: the command needs more than 64.0 MiB of memory";
        assert!(told.starts_with(expected), "{told}");
        assert!(told.contains("--memory SIZE"), "{told}");
    }
}
