//! The command `bouton`: arguments in, text out.

mod args;
mod batch;
mod check;
mod explain;
mod failure;
mod games;
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
use failure::Finish;

fn main() -> ExitCode {
    let finished = match Bouton::parse().command {
        Command::Solve(args) => solve::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Table(args) => table::run(&args),
        Command::Sequence(args) => sequence::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Papers(args) => papers::run(&args),
        Command::Games(args) => games::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Completions { shell } => shell::completions(shell),
        Command::Man => shell::man(),
    };
    match finished {
        Ok(Finish::Done) => ExitCode::SUCCESS,
        Ok(Finish::Refuted) => ExitCode::from(1),
        Ok(Finish::Refused) => ExitCode::from(2),
        Err(failure) => failure.report(),
    }
}
