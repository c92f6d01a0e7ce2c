//! `bouton table`: the values of all positions of a box.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;

use bouton::{Ctx, Extent, Game, Method, Order, Position, Solved, Summary, Values};
use serde::Serialize;

use crate::args::{Format, TableArgs, What};
use crate::failure::{Failure, Finish, Run};
use crate::fit;
use crate::job::Job;
use crate::out;
use crate::plan;
use crate::source;

pub fn run(args: &TableArgs) -> Run {
    let (game, source) = source::game(&args.game)?;
    let heaps = match (&args.heaps, game.heaps()) {
        (Some(heaps), _) => heaps.clone(),
        (None, Some(most)) => 0..=usize::try_from(most).unwrap_or(usize::MAX),
        (None, None) if game.coordinates().is_some() => 0..=0,
        (None, None) if args.max.is_empty() => fit::heaps(&game),
        (None, None) => return Err(Failure::new("E0072", "say how many heaps: `--heaps 2`")),
    };
    if args.heaps.is_some() && game.coordinates().is_some() {
        return Err(Failure::new(
            "E0072",
            "`--heaps` is for games of heaps; this is a game of tuples",
        ));
    }
    // A single number applies to every coordinate.
    let most = match (&args.max[..], game.coordinates()) {
        ([max], Some(names)) => vec![*max; names.len()],
        (max, _) => max.to_vec(),
    };
    let mut extent = Extent { heaps, most, counters: args.range.clone() };
    if args.max.is_empty() {
        extent = fit::largest(&game, &extent);
    }
    extent.check(&game).map_err(Failure::plain)?;
    if args.max.is_empty() {
        let words = extent.words(&game);
        out::note(&format!("Chosen to fit the screen: {words}. `--max M` chooses another box."))?;
    }
    let values = Values { grundy: args.what == What::Grundy, length: false };
    values.check(&game).map_err(Failure::plain)?;
    let format = if args.json { Format::Json } else { args.format };
    if args.explain_plan {
        let job = Job::start(&args.job);
        let tabling = game.table().within(extent).values(values).budget(&job.budget);
        let explained = tabling.explain(!args.summary);
        drop(job);
        let mut out = out::Out::to(args.out.as_deref())?;
        plan::print(&explained, format == Format::Json, &mut out)?;
        out.finish()?;
        return Ok(Finish::Done);
    }
    let job = Job::start(&args.job);
    let mut picture = format == Format::Text && !args.summary && is_picture(&game, &extent);
    if picture && !is_small(&game, &extent, &job) {
        out::note("The picture would be too large: there is a line for each position.")?;
        picture = false;
    }
    let mut rows = Rows::new(&game, &extent, args, format, picture)?;
    let mut failure = None;
    let mut visit = |position: &Position, solved: Solved| match rows.add(position, solved) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    };
    let Ctx { budget, watch } = job.ctx();
    let tabling = game.table().within(extent.clone()).values(values).budget(budget).watch(watch);
    let summary = match args.summary {
        true => tabling.summary(),
        false => tabling.each(&mut visit),
    }
    .map_err(|stop| source.stopped(&stop))?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if summary.positions == 0 {
        out::note("There are no positions in this box.")?;
    }
    rows.finish(&summary, &job)?;
    Ok(Finish::Done)
}

/// Whether a box is shown as a picture rather than a position a line.
pub fn is_picture(game: &Game, extent: &Extent) -> bool {
    (1..=2).contains(&extent.width(game)) && game.summands().is_empty()
}

/// A picture with more columns or rows is not for people.
const WIDEST: u64 = 1000;

/// About how many bytes a position of a picture needs until it is printed.
const CELL: u64 = 128;

/// The part of a job's memory that a picture may take.
const PART: u64 = 8;

/// Whether a picture can be looked at, and be kept until it is printed.
fn is_small(game: &Game, extent: &Extent, job: &Job) -> bool {
    let most = job.budget.limit() / PART / CELL;
    extent.most.iter().all(|&most| most <= WIDEST) && extent.len(game) <= most.into()
}

/// What `--summary` prints.
#[derive(Serialize)]
struct Short {
    schema: u32,
    game: String,
    positions: u64,
    p: u64,
    max_grundy: Option<u32>,
    seconds: f64,
    peak_bytes: u64,
    engine: &'static str,
    /// How the table was computed, unless it was by the definition.
    kernel: Option<&'static str>,
}

/// Prints the rows of a table as they come, or as a picture at the end.
struct Rows<'a> {
    game: &'a Game,
    extent: &'a Extent,
    out: out::Out,
    format: Format,
    what: &'static str,
    /// `--summary`: no rows.
    short: bool,
    rows: u64,
    /// For a picture: by counters, the values at one or two coordinates.
    grids: Option<BTreeMap<Vec<u64>, Grid>>,
}

type Grid = BTreeMap<Vec<u64>, String>;

impl<'a> Rows<'a> {
    fn new(
        game: &'a Game,
        extent: &'a Extent,
        args: &TableArgs,
        format: Format,
        picture: bool,
    ) -> Result<Self, Failure> {
        let what = match args.what {
            What::Outcome => "outcome",
            What::Grundy => "grundy",
        };
        let mut out = out::Out::to(args.out.as_deref())?;
        let columns = extent.columns(game);
        if !args.summary {
            match format {
                Format::Text => {}
                Format::Csv => writeln!(out, "{},{what}", columns.join(","))?,
                Format::Json => {
                    let columns: Vec<&str> =
                        columns.iter().map(String::as_str).chain([what]).collect();
                    let (game, columns) = (quoted(&game.to_string())?, quoted(&columns)?);
                    let schema = out::SCHEMA;
                    write!(
                        out,
                        "{{\"schema\":{schema},\"game\":{game},\"columns\":{columns},\"rows\":["
                    )?;
                }
            }
        }
        let grids = picture.then(BTreeMap::new);
        Ok(Rows { game, extent, out, format, what, short: args.summary, rows: 0, grids })
    }

    fn add(&mut self, position: &Position, solved: Solved) -> Result<(), Failure> {
        self.rows += 1;
        if self.short {
            return Ok(());
        }
        let row = self.extent.row(self.game, position);
        let value = match solved.grundy {
            Some(grundy) => grundy.to_string(),
            None => solved.outcome.to_string(),
        };
        if let Some(grids) = &mut self.grids {
            let row: Vec<u64> = row.iter().map(|n| u64::try_from(n).unwrap_or(u64::MAX)).collect();
            let (heaps, counters) = row.split_at(self.extent.width(self.game));
            grids.entry(counters.to_vec()).or_default().insert(heaps.to_vec(), value);
            return Ok(());
        }
        let numbers: Vec<String> = row.iter().map(ToString::to_string).collect();
        match self.format {
            Format::Text => writeln!(self.out, "{position}  {value}")?,
            Format::Csv => writeln!(self.out, "{},{value}", numbers.join(","))?,
            Format::Json => {
                let comma = if self.rows == 1 { "" } else { "," };
                let value = if solved.grundy.is_some() { value } else { format!("\"{value}\"") };
                write!(self.out, "{comma}[{},{value}]", numbers.join(","))?;
            }
        }
        Ok(())
    }

    fn finish(mut self, summary: &Summary, job: &Job) -> Result<(), Failure> {
        let Summary { positions, p, max_grundy, method, kernel } = *summary;
        if self.short {
            let (seconds, peak_bytes) = (job.seconds(), job.budget.peak());
            if self.format == Format::Json {
                let schema = out::SCHEMA;
                let game = self.game.to_string();
                let engine = match method {
                    Method::Definition => "definition",
                    Method::Table | Method::Heaps | Method::Sum => "table",
                };
                let short = Short {
                    schema,
                    game,
                    positions,
                    p,
                    max_grundy,
                    seconds,
                    peak_bytes,
                    engine,
                    kernel,
                };
                out::write_json(&mut self.out, &short)?;
            } else {
                let grundy = max_grundy
                    .map_or(String::new(), |max| format!(", greatest Grundy number {max}"));
                let memory = bouton::bytes(peak_bytes);
                let kernel = kernel.filter(|_| method == Method::Table);
                let kernel = kernel.map_or(String::new(), |kernel| format!(" ({kernel})"));
                let s = if positions == 1 { "" } else { "s" };
                writeln!(
                    self.out,
                    "{positions} position{s}, {p} of them P{grundy}; {seconds:.3} s, {memory}, by {method}{kernel}"
                )?;
            }
        } else if self.format == Format::Json {
            writeln!(self.out, "],\"positions\":{positions},\"p\":{p}}}")?;
        } else if let Some(grids) = self.grids.take() {
            for (i, (counters, grid)) in grids.iter().enumerate() {
                if i > 0 {
                    writeln!(self.out)?;
                }
                self.picture(counters, grid)?;
            }
        }
        self.out.finish()
    }

    /// A row for one coordinate, a square for two; the first coordinate runs downwards.
    fn picture(&mut self, counters: &[u64], grid: &Grid) -> Result<(), Failure> {
        let width = self.extent.width(self.game);
        let columns = self.extent.columns(self.game);
        let (names, counter_names) = columns.split_at(width);
        if !counters.is_empty() {
            let named: Vec<String> = counter_names
                .iter()
                .zip(counters)
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            writeln!(self.out, "{}", named.join(","))?;
        }
        // Two heaps form a multiset: the value at (a, b) is that at (b, a).
        let order = self.game.order();
        let multiset = order == Order::None;
        let value = |mut at: Vec<u64>| {
            match order {
                Order::None => at.sort_unstable(),
                // In a row the empty places come last.
                Order::Row => at.sort_by_key(|&heap| heap == 0),
                Order::Fixed | Order::Circle => {}
            }
            grid.get(&at).cloned().unwrap_or_default()
        };
        let top = |i: usize| grid.keys().map(|at| at[i]).max().unwrap_or(0);
        let last = width - 1;
        let most = if multiset { top(last) } else { top(0) };
        let cell =
            grid.values().map(String::len).chain([top(last).to_string().len()]).max().unwrap_or(1);
        let head = most.to_string().len().max(names[0].len());
        let heading: String = (0..=top(last)).map(|b| format!(" {b:>cell$}")).collect();
        let (rows, label) = if width == 1 { (1, names[0].as_str()) } else { (most + 1, "") };
        let head = if width == 1 { head.max(self.what.len()) } else { head };
        writeln!(self.out, "{label:>head$} |{heading}")?;
        writeln!(self.out, "{}-+{}", "-".repeat(head), "-".repeat(heading.len()))?;
        for a in 0..rows {
            let at = |b: u64| if width == 1 { vec![b] } else { vec![a, b] };
            let cells: String =
                (0..=top(last)).map(|b| format!(" {:>cell$}", value(at(b)))).collect();
            let label = if width == 1 { self.what.to_string() } else { a.to_string() };
            writeln!(self.out, "{label:>head$} |{}", cells.trim_end())?;
        }
        Ok(())
    }
}

fn quoted(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::Io(error.into()))
}
