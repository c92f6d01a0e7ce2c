//! The game on a pseudo-terminal: it is drawn, played, and leaves the terminal as it was.
#![cfg(unix)]

use std::process::Command;

use rexpect::session::{PtySession, spawn_command};

const ENTERS_SCREEN: &str = "\x1b[?1049h";
const LEAVES_SCREEN: &str = "\x1b[?1049l";
const SHOWS_CURSOR: &str = "\x1b[?25h";

/// A game that a shell starts; it tells the exit code.
fn play(arguments: &[&str]) -> PtySession {
    play_under("", arguments)
}

/// The same under another command.
fn play_under(other: &str, arguments: &[&str]) -> PtySession {
    let mut command = Command::new("sh");
    // Ctrl-C reaches the shell too, which goes on.
    let script = format!(
        r#"trap : INT; stty rows 24 cols 80; {other} "$0" play "$@"; echo "exit code $?.""#
    );
    command.args(["-c", &script, env!("CARGO_BIN_EXE_bouton")]);
    command.args(arguments).env("TERM", "xterm-256color");
    spawn_command(command, Some(20_000)).expect("a pseudo-terminal")
}

#[test]
fn a_game_is_played_and_left() {
    let mut screen = play(&["nim", "1"]);
    screen.exp_string(ENTERS_SCREEN).expect("the screen");
    screen.send("\r").and_then(|_| screen.flush()).expect("Enter");
    // Only cells that change are drawn, so that words come one by one.
    screen.exp_string("won.").expect("the end of the game");
    screen.send("q").and_then(|_| screen.flush()).expect("q");
    screen.exp_string(LEAVES_SCREEN).expect("the usual screen");
    screen.exp_string(SHOWS_CURSOR).expect("the cursor");
    screen.exp_string("exit code 0.").expect("the end");
}

#[test]
fn ctrl_c_leaves_the_screen() {
    let mut screen = play(&["nim", "3,4,5"]);
    screen.exp_string(ENTERS_SCREEN).expect("the screen");
    screen.exp_string("help").expect("the keys");
    screen.send_control('c').expect("Ctrl-C");
    screen.exp_string(LEAVES_SCREEN).expect("the usual screen");
    screen.exp_string("interrupted").expect("a word");
    screen.exp_string("exit code 130.").expect("the end");
}

#[test]
fn a_signal_from_outside_leaves_the_screen() {
    let mut screen = play_under("timeout --foreground --signal=TERM 2", &["nim", "3,4,5"]);
    screen.exp_string(ENTERS_SCREEN).expect("the screen");
    screen.exp_string(LEAVES_SCREEN).expect("the usual screen");
    screen.exp_string(SHOWS_CURSOR).expect("the cursor");
    screen.exp_string("interrupted").expect("a word");
}

#[test]
fn plain_lines_on_a_terminal() {
    let mut lines = play(&["nim", "1", "--plain"]);
    lines.exp_string("> ").expect("a question");
    lines.send_line("take 1 from 1").expect("a move");
    lines.exp_string("you have won").expect("the end of the game");
    lines.send_line("quit").expect("quit");
    lines.exp_string("exit code 0.").expect("the end");
}
