//! `bouton sequence`: the Grundy numbers of a single heap.

use std::io::Write;
use std::ops::ControlFlow;

use bouton::Game;
use bouton::engine::{Extent, Period, Repetition, Sequence, Values, repetition};
use bouton::job::Stop;
use bouton::solve::table;
use serde::Serialize;

use crate::args::SequenceArgs;
use crate::failure::{Failure, Finish, Run};
use crate::job::Job;
use crate::out;
use crate::source;

#[derive(Serialize)]
struct Listed {
    schema: u32,
    game: String,
    values: Vec<u32>,
}

#[derive(Serialize)]
struct Repeats {
    schema: u32,
    game: String,
    preperiod: Option<u64>,
    period: Option<u64>,
    saltus: Option<i64>,
    proved: bool,
    /// By what it is proved.
    by: Option<String>,
    /// How far was looked, where nothing is proved.
    to: Option<u64>,
}

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
    let tuple = game.coordinates().is_some_and(|names| names.len() > 1);
    // A single heap in one of several places is not the same in each.
    let places = game.order().has_places() && game.heaps().is_some_and(|n| *n > 1u8.into());
    if tuple || places || !game.summands().is_empty() {
        return Err(Failure::new(
            "E0072",
            "a sequence is for a single heap; `bouton table` shows tuples, places and sums",
        ));
    }
    let job = Job::start(&args.job);
    if args.period {
        let found = repetition(&game, args.to, job.ctx()).map_err(|stop| source.stopped(&stop))?;
        drop(job);
        return tell(&found, args, &game);
    }
    let to = args.to.unwrap_or(0);
    let found = if game.heaps_are_independent() {
        independent(&game, to, args.summary, &job)
    } else {
        by_table(&game, to, args.summary, &job)
    };
    let found = found.map_err(|stop| source.stopped(&stop))?;
    let seconds = job.seconds();
    drop(job);
    let Found { values, count, max_grundy } = found;
    let (schema, name) = (out::SCHEMA, game.to_string());
    if args.summary && args.json {
        out::json(&Short { schema, game: name, values: count, max_grundy, seconds })?;
    } else if args.summary {
        let mut out = out::stdout();
        writeln!(out, "{count} values, the largest {max_grundy}, in {seconds:.3} s")?;
        out.flush()?;
    } else if args.json {
        out::json(&Listed { schema, game: name, values })?;
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

/// The numbers of single heaps.
struct Found {
    /// None, if only a summary is asked for.
    values: Vec<u32>,
    count: u64,
    max_grundy: u32,
}

/// Refuses more values than there is memory for: they are printed when all are known.
fn room(to: u64, summary: bool, job: &Job) -> Result<u64, Stop> {
    let bytes = to.saturating_add(1).saturating_mul(size_of::<u32>() as u64);
    if summary {
        return Ok(0);
    }
    if !job.budget.take(bytes) {
        let positions = format!("the sequence has {} values", u128::from(to) + 1);
        let fits = "`--summary` keeps none of them".to_string();
        return Err(Stop::OverBudget { positions, limit: job.budget.limit(), fits });
    }
    Ok(bytes)
}

/// Heaps that are independent: all numbers at once.
fn independent(game: &Game, to: u64, summary: bool, job: &Job) -> Result<Found, Stop> {
    job.budget.give(room(to, summary, job)?);
    let sequence = Sequence::of(game, to, job.ctx())?;
    let numbers = sequence.numbers();
    let (count, max_grundy) = (numbers.len() as u64, numbers.iter().copied().max());
    let values = if summary { Vec::new() } else { sequence.into_numbers() };
    Ok(Found { values, count, max_grundy: max_grundy.unwrap_or(0) })
}

/// Other games: a table of one heap.
fn by_table(game: &Game, to: u64, summary: bool, job: &Job) -> Result<Found, Stop> {
    // The passes are those of the start; a table would run through all numbers of them.
    let start = game.start();
    let passes = start.named().into_iter().filter(|(name, _)| ["pass", "other"].contains(name));
    let counters = passes
        .filter_map(|(name, passes)| {
            let passes = u64::try_from(passes.as_ref()?).ok()?;
            Some((name.to_string(), passes..=passes))
        })
        .collect();
    let extent = Extent { heaps: 0..=1, most: vec![to], counters };
    let mut values = Vec::new();
    if room(to, summary, job)? > 0 {
        values.reserve_exact(to as usize + 1);
    }
    let want = Values { grundy: true, length: false };
    let told = table(game, &extent, want, job.ctx(), &mut |_, solved| {
        if !summary {
            values.extend(solved.grundy);
        }
        ControlFlow::Continue(())
    })?;
    let max_grundy = told.max_grundy.unwrap_or(0);
    Ok(Found { values, count: told.positions, max_grundy })
}

/// Prints what is found out about the period.
fn tell(found: &Repetition, args: &SequenceArgs, game: &Game) -> Run {
    let (period, by, to) = match found {
        Repetition::Proved(proved) => (Some(proved.period()), Some(proved.to_string()), None),
        Repetition::Observed { period, to } => (Some(*period), None, Some(*to)),
        Repetition::Unknown { to } => (None, None, Some(*to)),
    };
    if args.json {
        out::json(&Repeats {
            schema: out::SCHEMA,
            game: game.to_string(),
            preperiod: period.map(|period| period.preperiod),
            period: period.map(|period| period.period),
            saltus: period.map(|period| period.saltus),
            proved: by.is_some(),
            by,
            to,
        })?;
        return Ok(Finish::Done);
    }
    let mut out = out::stdout();
    match period {
        Some(Period { preperiod, period, saltus }) => {
            writeln!(out, "preperiod {preperiod}, period {period}, saltus {saltus}")?;
        }
        None => writeln!(out, "no period was found")?,
    }
    match (by, to) {
        (Some(by), _) => writeln!(out, "proved: {by}")?,
        (None, Some(to)) if period.is_some() => {
            writeln!(out, "not proved: observed for heaps of up to {to} stones")?;
        }
        (None, to) => writeln!(out, "heaps of up to {} stones were looked at", to.unwrap_or(0))?,
    }
    out.flush()?;
    Ok(Finish::Done)
}
