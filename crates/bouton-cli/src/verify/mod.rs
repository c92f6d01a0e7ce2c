//! `bouton verify`: checks theorems and conjectures.

mod report;

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use bouton::{By, Case, Chosen, Ctx, Paper, Size, Stop, library, share};

use crate::args::{Compare, VerifyArgs};
use crate::failure::{Failure, Finish, Run};
use crate::job::Job;
use crate::source::{self, Source};
use report::{Format, Report, Reported};

pub use report::sentence;

pub fn run(args: &VerifyArgs) -> Run {
    let by = args.by.map(|by| match by {
        Compare::Definition => By::Definition,
        Compare::Table => By::Table,
        Compare::Condition => By::Condition,
    });
    let mut size = Size {
        heaps: args.heaps.clone(),
        max: args.max,
        range: args.range.clone(),
        by,
        counterexamples: args.counterexamples.map(|n| usize::try_from(n).unwrap_or(usize::MAX)),
        ..Size::default()
    };
    for with in &args.with {
        size.with(with).map_err(Failure::plain)?;
    }
    let mut chosen = Vec::new();
    if args.what.is_empty() {
        for entry in library::PAPERS {
            chosen.push(Chosen::all(read(entry.name, entry.text)?));
        }
    }
    for what in &args.what {
        chosen.push(choose(what)?);
    }
    if let Some(why) = size.unused(&chosen) {
        return Err(Failure::new("E0073", &why));
    }
    let (mut statements, mut all) = (Vec::new(), Vec::new());
    for one in &chosen {
        for (i, statement) in one.statements().enumerate() {
            let first = all.len();
            all.extend(statement.cases(&size).map_err(Failure::plain)?);
            let first_of = (i == 0).then_some(&one.paper);
            statements.push(Reported { first_of, statement, cases: first..all.len() });
        }
    }
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let job = Job::start_on(&args.job, args.threads.unwrap_or_else(cores));
    let report = Report::new(Format::of(args), &statements);
    let count = Work::new(&all, report).done(&job)?.end()?;
    drop(job);
    Ok(if count.errors > 0 {
        Finish::Refused
    } else if count.refuted > 0 {
        Finish::Refuted
    } else if count.vacuous > 0 {
        Finish::Unknown
    } else {
        Finish::Done
    })
}

/// Cases that are checked by several threads.
struct Work<'a> {
    cases: &'a [Case<'a>],
    found: Mutex<Found<'a>>,
}

/// What the threads have found.
struct Found<'a> {
    report: Report<'a>,
    /// Cases that ran out of memory beside others.
    again: Vec<usize>,
    /// Why the work ends early.
    failure: Option<Failure>,
}

impl<'a> Work<'a> {
    fn new(cases: &'a [Case<'a>], report: Report<'a>) -> Work<'a> {
        Work { cases, found: Mutex::new(Found { report, again: Vec::new(), failure: None }) }
    }

    /// Checks all cases. A case that runs out of memory beside others is checked again alone, so
    /// that verdicts do not depend on the number of threads.
    fn done(self, job: &Job) -> Result<Report<'a>, Failure> {
        self.found().report.print()?;
        let budget = &job.budget;
        share(job.ctx(), self.cases.len(), |share| {
            while let Some(case) = share.next() {
                if let Err(failure) = self.check(case, Ctx { budget, watch: share }, false) {
                    // The first failure is the reason; the others follow from it.
                    self.found().failure.get_or_insert(failure);
                    share.stop();
                }
            }
        });
        let again = std::mem::take(&mut self.found().again);
        if let Some(failure) = self.found().failure.take() {
            return Err(failure);
        }
        for case in again {
            self.check(case, job.ctx(), true)?;
        }
        Ok(self.found.into_inner().unwrap_or_else(PoisonError::into_inner).report)
    }

    fn found(&self) -> MutexGuard<'_, Found<'a>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check(&self, i: usize, ctx: Ctx<'_>, alone: bool) -> Result<(), Failure> {
        let (case, start) = (&self.cases[i], Instant::now());
        let verdict = match case.check(ctx) {
            Ok(verdict) => verdict,
            Err(stop @ Stop::Cancelled) => return Err(Failure::plain(stop)),
            Err(Stop::OverBudget { .. }) if !alone => {
                self.found().again.push(i);
                return Ok(());
            }
            Err(stop) => case.refused(&stop),
        };
        self.found().report.put(i, verdict, start.elapsed().as_secs_f64())
    }
}

/// The paper of a text.
pub fn read(name: &str, text: &str) -> Result<Paper, Failure> {
    Paper::parse_with(text, &source::beside(name)).map_err(|error| Failure::at(error, name, text))
}

/// What was typed: `PAPER`, `PAPER:ITEM` or a file.
pub fn choose(what: &str) -> Result<Chosen, Failure> {
    let name = what.split_once(':').map_or(what, |(name, _)| name);
    let is_file = what == "-" || Path::new(what).exists() || what.contains(['/', '.']);
    if library::PAPERS.iter().any(|entry| entry.name == name) || !is_file {
        return Chosen::named(what).map_err(|why| Failure::new("E0073", &why));
    }
    let source = Source::file(Path::new(what))?;
    let paper = read(&source.name, &source.text)?;
    if paper.statements().len() == 0 {
        let name = source::spoken(what);
        let message = format!("{name} contains no statement; one starts like `claim mine for nim`");
        return Err(Failure::new("E0073", &message));
    }
    Ok(Chosen::all(paper))
}
