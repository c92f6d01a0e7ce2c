//! `bouton solve`: one position for people or as JSON, or many, a line each.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::Path;

use bouton::engine::{Definition, Outcome, Values};
use bouton::game::Move;
use bouton::job::Stop;
use bouton::lang::syntax::Ending;
use bouton::solve::{Answer, Basis, ByTheorem, Question, by_theorem, solve};
use bouton::{Game, Position};
use serde::Serialize;

use crate::args::{By, SolveArgs};
use crate::failure::{Failure, Finish, Run};
use crate::job::Job;
use crate::out;
use crate::source::{self, Source};

pub fn run(args: &SolveArgs) -> Run {
    let (game, source) = source::game(&args.game)?;
    if args.by == Some(By::Table)
        || args.by == Some(By::Theorem) && (args.batch.is_some() || args.length)
    {
        let why = "this version answers by theorem for one position and without its length, otherwise by definition";
        return Err(Failure::Unknown(why.into()));
    }
    let values = Values { grundy: args.grundy, length: args.length };
    let job = Job::start(&args.job);
    if let Some(file) = &args.batch {
        return batch(&game, &source, file, values, &job);
    }
    let text = args.position.as_deref().unwrap_or_default();
    let position = source::position(&game, text)?;
    let question = Question { values, moves: args.moves };
    let theorem =
        || by_theorem(&game, &position, question, job.ctx()).map_err(|stop| source.stopped(&stop));
    if args.by == Some(By::Theorem) {
        let Some(answer) = theorem()? else {
            let why = "no theorem of the library that has been checked speaks of this position";
            return Err(Failure::Unknown(why.into()));
        };
        return told(&game, &position, &answer, args.json);
    }
    let answer = match solve(&game, &position, question, job.ctx()) {
        // What is too large for the definition may be known by a theorem.
        Err(stop @ Stop::OverBudget { .. }) if args.by.is_none() && !args.length => {
            let Ok(Some(answer)) = theorem() else { return Err(source.stopped(&stop)) };
            return told(&game, &position, &answer, args.json);
        }
        answer => answer.map_err(|stop| source.stopped(&stop))?,
    };
    drop(job);
    if args.json {
        out::json(&Answered::new(&game, &position, &answer))?;
    } else {
        print(&game, &position, &answer)?;
    }
    Ok(Finish::Done)
}

/// Prints an answer by a theorem.
fn told(game: &Game, position: &Position, answer: &ByTheorem, json: bool) -> Run {
    if json {
        out::json(&Answered {
            schema: out::SCHEMA,
            game: game.to_string(),
            position: position.to_string(),
            outcome: answer.outcome.to_string(),
            grundy: answer.grundy.as_ref().map(ToString::to_string),
            length: None,
            winning_moves: answer.winning.iter().map(|m| m.to.to_string()).collect(),
            winning_moves_complete: answer.complete,
            by: ByWhat {
                method: "theorem",
                source: Some(answer.source.clone()),
                positions: answer.positions,
            },
        })?;
        return Ok(Finish::Done);
    }
    let mut out = out::stdout();
    verdict(&mut out, position, answer.outcome)?;
    for winning in &answer.winning {
        writeln!(out, "  {}", game.describe(position, &winning.how, &winning.to))?;
    }
    if answer.outcome == Outcome::N && answer.winning.is_empty() {
        writeln!(
            out,
            "The theorem constructs no winning move, and there are too many moves to try."
        )?;
    }
    if let Some(grundy) = &answer.grundy {
        writeln!(out, "Grundy number: {grundy}")?;
    }
    let (source, title) = (&answer.source, &answer.title);
    writeln!(out, "By {source} ({title}), which held on {} positions.", answer.positions)?;
    if !answer.numbers.is_empty() {
        let numbers: Vec<String> =
            answer.numbers.iter().map(|(name, n)| format!("{name} = {n}")).collect();
        writeln!(out, "It looks at {}.", numbers.join(", "))?;
    }
    out.flush()?;
    Ok(Finish::Done)
}

fn verdict(out: &mut dyn Write, position: &Position, outcome: Outcome) -> Result<(), Failure> {
    match outcome {
        Outcome::P => writeln!(out, "{position} is P: the player who has just moved wins.")?,
        Outcome::N => writeln!(out, "{position} is N: the player whose turn it is wins.")?,
    }
    Ok(())
}

/// What `--json` prints.
#[derive(Serialize)]
struct Answered {
    schema: u32,
    game: String,
    position: String,
    outcome: String,
    grundy: Option<String>,
    length: Option<u32>,
    winning_moves: Vec<String>,
    winning_moves_complete: bool,
    by: ByWhat,
}

#[derive(Serialize)]
struct ByWhat {
    method: &'static str,
    source: Option<String>,
    positions: u64,
}

impl Answered {
    fn new(game: &Game, position: &Position, answer: &Answer) -> Answered {
        let Basis::Definition { positions } = answer.basis;
        Answered {
            schema: out::SCHEMA,
            game: game.to_string(),
            position: position.to_string(),
            outcome: answer.outcome.to_string(),
            grundy: answer.grundy.map(|grundy| grundy.to_string()),
            length: answer.length,
            winning_moves: answer.winning.iter().map(|m| m.to.to_string()).collect(),
            winning_moves_complete: answer.complete,
            by: ByWhat { method: "definition", source: None, positions: positions as u64 },
        }
    }
}

fn print(game: &Game, position: &Position, answer: &Answer) -> Result<(), Failure> {
    let mut out = out::stdout();
    let describe = |from: &Position, m: &Move| game.describe(from, &m.how, &m.to);
    verdict(&mut out, position, answer.outcome)?;
    if answer.moves == 0 {
        let who = match game.ending() {
            Ending::Normal => "who cannot move loses",
            Ending::Misere => "in misère play who cannot move wins",
        };
        writeln!(out, "No move is left, and {who}.")?;
    } else if answer.outcome == Outcome::N {
        for winning in &answer.winning {
            writeln!(out, "  {}", describe(position, winning))?;
        }
        if !answer.complete {
            writeln!(out, "  … and more; `--moves N` shows N of them")?;
        }
    } else {
        writeln!(out, "Every move has an answer that keeps it so:")?;
        let moves: Vec<String> =
            answer.answered.iter().map(|(m, _)| describe(position, m)).collect();
        let width = moves.iter().map(|m| m.chars().count()).max().unwrap_or(0);
        for (shown, (losing, reply)) in moves.iter().zip(&answer.answered) {
            let gap = " ".repeat(width - shown.chars().count());
            let reply = match reply {
                Some(reply) => format!("answer: {}", describe(&losing.to, reply)),
                None => "no move is left, and who cannot move wins".to_string(),
            };
            writeln!(out, "  {shown}{gap}   {reply}")?;
        }
        let more = answer.moves - answer.answered.len();
        if more > 0 {
            writeln!(out, "  … and so for {more} more")?;
        }
    }
    if let Some(grundy) = answer.grundy {
        writeln!(out, "Grundy number: {grundy}")?;
    }
    if let Some(length) = answer.length {
        let moves = if length == 1 { "move" } else { "moves" };
        writeln!(out, "Under best play the game lasts {length} {moves}.")?;
    }
    let Basis::Definition { positions } = answer.basis;
    let plural = if positions == 1 { "position" } else { "positions" };
    writeln!(out, "By the definition, over {positions} {plural}.")?;
    out.flush()?;
    Ok(())
}

/// A position a line in, `P`, `N` or a Grundy number a line out.
fn batch(game: &Game, source: &Source, file: &Path, values: Values, job: &Job) -> Run {
    let input: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(file).map_err(|error| Failure::file(file, &error))?))
    };
    let mut engine =
        Definition::new(game, values, job.ctx()).map_err(|stop| source.stopped(&stop))?;
    let mut out = out::stdout();
    let interactive = io::stdout().is_terminal();
    for (i, line) in input.lines().enumerate() {
        let line = line.map_err(|error| Failure::file(file, &error));
        let answer = line.and_then(|line| {
            let line = line.trim_end_matches('\r');
            let name = file.display().to_string();
            let position = game
                .position(line)
                .map_err(|error| Failure::Refused(error.render_line(&name, line, i + 1, true)))?;
            engine.solve(&position).map_err(|stop| match stop.diagnostic() {
                Some(diagnostic) => Failure::Refused(format!(
                    "{}\n at line {} of {name}",
                    diagnostic.render(&source.name, &source.text, true),
                    i + 1,
                )),
                None => Failure::Interrupted,
            })
        });
        match answer {
            Ok(solved) => match solved.grundy {
                Some(grundy) => writeln!(out, "{grundy}")?,
                None => writeln!(out, "{}", solved.outcome)?,
            },
            // What came before is printed.
            Err(failure) => {
                out.flush()?;
                return Err(failure);
            }
        }
        if interactive {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(Finish::Done)
}
