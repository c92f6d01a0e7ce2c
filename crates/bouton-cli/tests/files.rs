//! What `--out` writes: a whole file, or none.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::sys::stat::Mode;
use nix::unistd::{Pid, mkfifo};
use tempfile::{TempDir, tempdir};

const TABLE: [&str; 8] = ["table", "nim", "--heaps", "2", "--max", "30", "--format", "csv"];

fn bouton() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command.env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

/// What the table is without `--out`.
fn table() -> Vec<u8> {
    bouton().args(TABLE).output().unwrap().stdout
}

fn write(path: &Path) {
    let output = bouton().args(TABLE).arg("--out").arg(path).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), told.as_str()), (Some(0), ""));
    assert!(output.stdout.is_empty());
}

/// The names in a folder, in order.
fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_file_is_replaced_and_keeps_its_permissions() {
    let folder = tempdir().unwrap();
    let (path, part) = (folder.path().join("t.csv"), folder.path().join("t.csv.part"));
    fs::write(&path, "old").unwrap();
    fs::write(&part, "mine").unwrap();
    fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
    write(&path);
    assert_eq!(fs::read(&path).unwrap(), table());
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read(&part).unwrap(), b"mine");
    assert_eq!(names(&folder), ["t.csv", "t.csv.part"]);
}

#[test]
fn a_new_file_has_the_usual_permissions() {
    let folder = tempdir().unwrap();
    let (path, usual) = (folder.path().join("t.csv"), folder.path().join("usual"));
    File::create(&usual).unwrap();
    write(&path);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&path), mode(&usual));
}

#[test]
fn a_link_stays_a_link() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("deep")).unwrap();
    let (link, other) = (folder.path().join("link"), folder.path().join("deep/other"));
    symlink("deep/other", &link).unwrap();
    symlink("target", &other).unwrap();
    // The first time there is no file yet.
    for _ in 0..2 {
        write(&link);
        assert_eq!(fs::read(folder.path().join("deep/target")).unwrap(), table());
        assert!(link.is_symlink() && other.is_symlink());
    }
    symlink("circle", folder.path().join("circle")).unwrap();
    let circle = folder.path().join("circle");
    let output = bouton().args(TABLE).arg("--out").arg(&circle).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(circle.is_symlink());
}

#[test]
fn devices_and_pipes_are_written_straight() {
    let folder = tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    mkfifo(&pipe, Mode::S_IRWXU).unwrap();
    let reader = thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).unwrap()
    });
    write(&pipe);
    assert_eq!(reader.join().unwrap(), table());
    write(Path::new("/dev/null"));
    let output = bouton().args(TABLE).args(["--out", "/dev/stdout"]).output().unwrap();
    assert_eq!(output.stdout, table());
    assert_eq!(names(&folder), ["pipe"]);
}

/// Standard output may be a file with something in it.
#[test]
fn what_an_open_file_holds_is_kept() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("log");
    fs::write(&path, "before\n").unwrap();
    let log = OpenOptions::new().append(true).open(&path).unwrap();
    let status = bouton().args(TABLE).args(["--out", "/dev/stdout"]).stdout(log).status().unwrap();
    assert_eq!(status.code(), Some(0));
    assert_eq!(fs::read(&path).unwrap(), [b"before\n", &table()[..]].concat());
}

#[test]
fn a_folder_and_a_protected_file_are_refused() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("t.csv");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, PermissionsExt::from_mode(0o444)).unwrap();
    for refused in [folder.path(), &path, &folder.path().join("none/t.csv")] {
        let output = bouton().args(TABLE).arg("--out").arg(refused).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2));
        assert!(told.starts_with("error[E0070]: "), "{told}");
    }
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names(&folder), ["t.csv"]);
}

#[test]
fn an_error_leaves_nothing_behind() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("t.csv");
    for (game, more) in [
        ("take 1..m from largest", &["--heaps", "4", "--max", "2000", "--memory", "1M"][..]),
        // It has values for a while.
        ("take 1..10/(20 - m) from any", &["--heaps", "1", "--max", "30"]),
    ] {
        let mut command = bouton();
        command.args(["table", game, "--format", "csv", "--out"]).arg(&path).args(more);
        assert_eq!(command.output().unwrap().status.code(), Some(2), "{game}");
        assert!(names(&folder).is_empty(), "{game}: {:?}", names(&folder));
    }
}

/// A file that cannot grow stands for a full disk.
#[test]
fn a_full_disk_leaves_nothing_behind() {
    let folder = tempdir().unwrap();
    let script = r#"trap '' XFSZ; ulimit -f 16; exec "$0" table nim --heaps 3 --max 60 --format csv --out t.csv"#;
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_bouton")]).current_dir(folder.path());
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.starts_with("error[E0071]: the output cannot be written"), "{told}");
    assert!(names(&folder).is_empty());
}

#[test]
fn full_streams_are_no_panic() {
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    for arguments in [
        &TABLE[..],
        &["solve", "nim", "3,4,5"],
        &["solve", "nim", "3,4,5", "--json"],
        &["moves", "nim", "3"],
        &["sequence", "nim", "--to", "9"],
        &["check", "nim"],
        &["games"],
        &["verify", "classics:theorem-bouton"],
        &["play", "nim", "1"],
        &["man"],
        &["--help"],
        &["--version"],
        &["table", "nim", "--max", "3", "--heaps", "1", "--out", "/dev/full"],
    ] {
        let output = bouton().args(arguments).stdout(full()).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.starts_with("error[E0071]: the output cannot be written"), "{told}");
    }
    for arguments in [
        &["check", "take 1..m/2 from any"][..],
        &["solve", "nim", "x"],
        &["solve"],
        // A note about the box.
        &["table", "nim"],
        &["solve", "take 1..m from any when m < 0", "3"],
    ] {
        let output = bouton().args(arguments).stderr(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

/// A note that nobody reads does not keep the result back.
#[test]
fn a_closed_stream_stays_quiet() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = bouton().args(["table", "nim"]).stderr(writer).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(!output.stdout.is_empty());
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = bouton().args(TABLE).stdout(writer).output().unwrap();
    assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]));
}

#[test]
fn of_two_writers_one_wins_whole() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("t.csv");
    let small = ["table", "nim", "--heaps", "2", "--max", "25", "--format", "csv"];
    let outputs = [table(), bouton().args(small).output().unwrap().stdout];
    for _ in 0..5 {
        let start = |arguments: [&str; 8]| {
            bouton().args(arguments).arg("--out").arg(&path).spawn().unwrap()
        };
        for mut writer in [start(TABLE), start(small)] {
            assert_eq!(writer.wait().unwrap().code(), Some(0));
        }
        assert!(outputs.contains(&fs::read(&path).unwrap()));
        assert_eq!(names(&folder), ["t.csv"]);
    }
}

/// Both ways to stop: a job that looks whether it was interrupted, and one in the midst of a long evaluation.
#[test]
fn an_interrupt_leaves_the_old_file() {
    let long = "take 1..count(t in 1..10^6 : t mod 7 = m mod 3) from any";
    let rows = ["nim", "--heaps", "5", "--max", "150"];
    let evaluation = [long, "--heaps", "1", "--max", "1000"];
    for (signal, arguments) in [
        (Signal::SIGINT, &rows[..]),
        (Signal::SIGTERM, &rows),
        (Signal::SIGINT, &evaluation),
        (Signal::SIGTERM, &evaluation),
    ] {
        let folder = tempdir().unwrap();
        let path = folder.path().join("t.csv");
        fs::write(&path, "old").unwrap();
        let mut command = bouton();
        command.arg("table").args(arguments).args(["--format", "csv", "--out"]).arg(&path);
        let child = command.stderr(Stdio::piped()).spawn().unwrap();
        while names(&folder).len() == 1 {
            thread::sleep(Duration::from_millis(5));
        }
        kill(Pid::from_raw(child.id().try_into().unwrap()), signal).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{arguments:?}");
        assert_eq!(output.stderr, b"interrupted\n", "{arguments:?}");
        assert_eq!(names(&folder), ["t.csv"], "{arguments:?}");
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }
}
