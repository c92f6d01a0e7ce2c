//! The command `bouton`: arguments in, text out.

mod args;
mod batch;
mod check;
mod example;
mod explain;
mod failure;
mod fit;
mod games;
mod guard;
mod job;
mod moves;
mod out;
mod papers;
mod plan;
mod play;
mod sequence;
mod serve;
mod shell;
mod solve;
mod source;
mod table;
mod verify;

use std::process::ExitCode;

use clap::Parser;

use args::{Bouton, Command};
use failure::{Failure, Finish};

fn main() -> ExitCode {
    guard::listen();
    let command = match Bouton::try_parse() {
        Ok(parsed) => parsed.command,
        Err(error) => return told(&error),
    };
    // The server and its workers have limits of their own.
    if !matches!(command, Some(Command::Serve(_) | Command::Work)) {
        let job = command.as_ref().and_then(Command::job);
        guard::stand_by(job.map_or(u64::MAX, job::memory));
    }
    let finished = match command {
        None => example::run(),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Moves(args)) => moves::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Work) => return bouton_server::work(),
        Some(Command::Table(args)) => table::run(&args),
        Some(Command::Sequence(args)) => sequence::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Papers(args)) => papers::run(&args),
        Some(Command::Games(args)) => games::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Explain(args)) => explain::run(&args),
        Some(Command::Completions { shell }) => shell::completions(shell),
        Some(Command::Man) => shell::man(),
    };
    match finished {
        Ok(Finish::Done) => ExitCode::SUCCESS,
        Ok(Finish::Refuted) => ExitCode::from(1),
        Ok(Finish::Refused) => ExitCode::from(2),
        Ok(Finish::Unknown) => ExitCode::from(3),
        Err(failure) => failure.report(),
    }
}

/// Prints the help, or what is wrong with the arguments.
fn told(error: &clap::Error) -> ExitCode {
    match error.print() {
        Ok(()) if error.exit_code() == 0 => ExitCode::SUCCESS,
        Ok(()) => ExitCode::from(2),
        Err(error) => Failure::Io(error).report(),
    }
}
