//! The tests of the command, a module for each file. `screen.rs` waits for the answers of a terminal, and `hostile.rs` runs commands on
//! all cores, so that these are programs of their own and nothing else runs at the same time.

mod batch;
mod codes;
#[cfg(unix)]
mod files;
mod games;
mod latex;
#[cfg(unix)]
mod limits;
#[cfg(target_os = "linux")]
mod serve;
mod transcripts;
