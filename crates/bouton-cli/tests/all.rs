//! The tests of the command, a module for each file. `screen.rs` waits for the answers of a terminal, so that it is a program of its own
//! and nothing else runs at the same time.

mod batch;
mod codes;
mod games;
mod latex;
#[cfg(target_os = "linux")]
mod serve;
mod transcripts;
