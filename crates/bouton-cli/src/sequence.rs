//! `bouton sequence`: the Grundy numbers of a single heap.

use std::io::Write;
use std::ops::ControlFlow;

use bouton::engine::{Extent, Values};
use bouton::job::Stop;
use bouton::solve::table;
use serde::Serialize;

use crate::args::SequenceArgs;
use crate::failure::{Failure, Finish, Run};
use crate::job::Job;
use crate::out;
use crate::source;

#[derive(Serialize)]
struct Sequence {
    schema: u32,
    game: String,
    values: Vec<u32>,
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
    // The passes are those of the start; a table would run through all numbers of them.
    let start = game.start();
    let passes = start.named().into_iter().filter(|(name, _)| ["pass", "other"].contains(name));
    let counters = passes
        .filter_map(|(name, passes)| {
            let passes = u64::try_from(passes.as_ref()?).ok()?;
            Some((name.to_string(), passes..=passes))
        })
        .collect();
    let extent = Extent { heaps: 0..=1, most: vec![args.to], counters };
    let mut values = Vec::new();
    if !args.summary {
        // They are printed when all are known.
        let bytes = args.to.saturating_add(1).saturating_mul(size_of::<u32>() as u64);
        if !job.budget.take(bytes) {
            let positions = format!("the sequence has {} values", u128::from(args.to) + 1);
            let fits = "`--summary` keeps none of them".to_string();
            let stop = Stop::OverBudget { positions, limit: job.budget.limit(), fits };
            return Err(source.stopped(&stop));
        }
        values.reserve_exact(args.to as usize + 1);
    }
    let want = Values { grundy: true, length: false };
    let summary = table(&game, &extent, want, job.ctx(), &mut |_, solved| {
        if !args.summary {
            values.extend(solved.grundy);
        }
        ControlFlow::Continue(())
    })
    .map_err(|stop| source.stopped(&stop))?;
    let seconds = job.seconds();
    drop(job);
    let (count, max_grundy) = (summary.positions, summary.max_grundy.unwrap_or(0));
    let (schema, name) = (out::SCHEMA, game.to_string());
    if args.summary && args.json {
        out::json(&Short { schema, game: name, values: count, max_grundy, seconds })?;
    } else if args.summary {
        let mut out = out::stdout();
        writeln!(out, "{count} values, the largest {max_grundy}, in {seconds:.3} s")?;
        out.flush()?;
    } else if args.json {
        out::json(&Sequence { schema, game: name, values })?;
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
