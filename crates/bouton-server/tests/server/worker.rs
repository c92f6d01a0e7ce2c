//! A worker process, for the servers of the tests.

use std::process::ExitCode;

fn main() -> ExitCode {
    bouton_server::work()
}
