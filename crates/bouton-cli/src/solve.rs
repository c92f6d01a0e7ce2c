//! `bouton solve`: one position, for people or as JSON, or many, one on each line.

use std::io::Write;
use std::path::Path;

use bouton::{Answer, Game, Paper, Position, Question, Solver, Status, Values, Way};
use bouton_json::Answered;

use crate::args::{By, SolveArgs};
use crate::batch;
use crate::example;
use crate::failure::{Failure, Finish, Run};
use crate::job::Job;
use crate::out;
use crate::plan;
use crate::source::{self, Source};
use crate::verify;

pub fn run(args: &SolveArgs) -> Run {
    let claims = args.claims.as_deref().map(Claims::open).transpose()?;
    let (game, source) = source::game_beside(&args.game, claims.as_ref().map(|one| &one.paper))?;
    if args.position.is_none() && args.batch.is_none() {
        return Err(example::missing_position("solve", &args.game, &game));
    }
    let way = match args.by {
        None => None,
        Some(By::Definition) => Some(Way::Definition),
        Some(By::Theorem) if !args.length => Some(Way::Theorem),
        Some(By::Theorem) => {
            let why = "theorems do not say how long a game lasts; leave out --length or --by";
            return Err(Failure::Unknown(why.into()));
        }
        Some(By::Table) => Some(Way::Table),
    };
    let values = Values { grundy: args.grundy, length: args.length };
    let job = Job::start(&args.job);
    let mut solver = Solver::new(&game, way, job.ctx());
    if let Some(claims) = &claims
        && let Some(finish) = claims.add_to(&mut solver)?
    {
        return Ok(finish);
    }
    if let Some(file) = &args.batch {
        return batch::run(&game, &mut solver, &source, file, args.grundy);
    }
    let position = source::position(&game, args.position.as_deref().unwrap_or_default())?;
    let question = Question { values, moves: args.moves };
    if args.explain_plan {
        let mut explained = solver.explain(&position, values);
        let theorems: Vec<&str> = solver.theorems().collect();
        if !theorems.is_empty() && !args.length && way.is_none_or(|way| way == Way::Theorem) {
            let theorems = theorems.join(", ");
            explained.found.push(format!("theorems of this game are asked first: {theorems}"));
        }
        let mut out = out::Out::to(None)?;
        plan::print(&explained, args.json, &mut out)?;
        out.finish()?;
        return Ok(Finish::Done);
    }
    let answer = solver.answer(&position, question).map_err(|stop| source.stopped(&stop))?;
    drop(solver);
    drop(job);
    if args.json {
        out::json(&Answered::new(&game, &position, &answer, args.moves))?;
    } else {
        print(&game, &position, &answer, args.moves)?;
    }
    Ok(Finish::Done)
}

/// A file of claims, read.
struct Claims {
    source: Source,
    paper: Paper,
}

impl Claims {
    fn open(file: &Path) -> Result<Claims, Failure> {
        let source = Source::file(file)?;
        let paper = verify::read(&source.name, &source.text)?;
        Ok(Claims { source, paper })
    }

    /// Adds the claims to a solver. A claim about the game that is wrong or has no meaning ends the
    /// command; a claim that applies to no position is reported.
    fn add_to(&self, solver: &mut Solver<'_>) -> Result<Option<Finish>, Failure> {
        let (mut any, mut finish, mut noted) = (false, None, Ok(()));
        let told = solver.add_claims(&self.paper, &mut |verdict| {
            any = true;
            if matches!(verdict.status, Status::Holds | Status::Erratum) {
                return;
            }
            if noted.is_ok() {
                noted = out::note(&verify::sentence(verdict));
            }
            match (verdict.status, &finish) {
                (Status::Error, _) => finish = Some(Finish::Refused),
                (Status::Refuted, None) => finish = Some(Finish::Refuted),
                _ => {}
            }
        });
        told.map_err(|stop| self.source.stopped(&stop))?;
        noted?;
        if !any {
            let message = format!("no claim in {} is about this game", self.source.name);
            return Err(Failure::new("E0073", &message));
        }
        Ok(finish)
    }
}

/// The answer for people.
fn print(game: &Game, position: &Position, answer: &Answer, most: usize) -> Result<(), Failure> {
    let mut out = out::stdout();
    for line in answer.words(game, position, most, "; `--moves N` shows N of them") {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(())
}
