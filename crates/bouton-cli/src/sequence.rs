//! `bouton sequence`: the Grundy numbers of a single heap.

use std::io::Write;

use bouton::{Game, OneHeap, Period, Repetition};
use bouton_json::{Repeats, SequenceValues};
use serde::Serialize;

use crate::args::SequenceArgs;
use crate::failure::{Failure, Finish, Run};
use crate::job::Job;
use crate::out;
use crate::source;

#[derive(Serialize)]
struct Short {
    schema: u32,
    game: String,
    values: u64,
    max_grundy: u32,
    seconds: f64,
}

pub fn run(args: &SequenceArgs) -> Run {
    let (game, source) = source::game(&args.game)?;
    if !game.is_of_one_heap() {
        return Err(Failure::new(
            "E0072",
            "a sequence is for a single heap; `bouton table` shows tuples, places and sums",
        ));
    }
    let job = Job::start(&args.job);
    if args.period {
        let found = game.repetition(args.to, job.ctx()).map_err(|stop| source.stopped(&stop))?;
        drop(job);
        return tell(&found, args, &game);
    }
    let to = args.to.unwrap_or(0);
    let found = game.sequence(to, !args.summary, job.ctx());
    let OneHeap { values, count, max_grundy } = found.map_err(|stop| source.stopped(&stop))?;
    let seconds = job.seconds();
    drop(job);
    let (schema, name) = (out::SCHEMA, game.to_string());
    if args.summary && args.json {
        out::json(&Short { schema, game: name, values: count, max_grundy, seconds })?;
    } else if args.summary {
        let mut out = out::stdout();
        writeln!(out, "{count} values, the largest {max_grundy}, in {seconds:.3} s")?;
        out.flush()?;
    } else if args.json {
        out::json(&SequenceValues::new(&game, values))?;
    } else {
        let mut out = out::stdout();
        for (i, value) in values.iter().enumerate() {
            write!(out, "{}{value}", if i == 0 { "" } else { " " })?;
        }
        writeln!(out)?;
        out.flush()?;
    }
    Ok(Finish::Done)
}

/// Prints what was found about the period.
fn tell(found: &Repetition, args: &SequenceArgs, game: &Game) -> Run {
    if args.json {
        out::json(&Repeats::new(game, found))?;
        return Ok(Finish::Done);
    }
    let mut out = out::stdout();
    let period = match found {
        Repetition::Proved(proved) => Some(proved.period()),
        Repetition::Observed { period, .. } => Some(*period),
        Repetition::Unknown { .. } => None,
    };
    match period {
        Some(Period { preperiod, period, saltus }) => {
            writeln!(out, "preperiod {preperiod}, period {period}, saltus {saltus}")?;
        }
        None => writeln!(out, "no period was found")?,
    }
    match found {
        Repetition::Proved(proved) => writeln!(out, "proved: {proved}")?,
        Repetition::Observed { to, .. } => {
            writeln!(out, "not proved: observed for heaps of up to {to} stones")?;
        }
        Repetition::Unknown { to } => writeln!(out, "heaps of up to {to} stones were searched")?,
    }
    out.flush()?;
    Ok(Finish::Done)
}
