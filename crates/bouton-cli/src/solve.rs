//! `bouton solve`: one position for people or as JSON, or many, a line each.

use std::io::Write;
use std::path::Path;

use bouton::engine::{Outcome, Values, explain_position};
use bouton::game::Move;
use bouton::lang::syntax::Ending;
use bouton::solve::{Answer, Basis, Citation, GameNumber, Question, Solver, Way};
use bouton::verify::Status;
use bouton::{Game, Position};
use serde::Serialize;

use crate::args::{By, SolveArgs};
use crate::batch;
use crate::failure::{Failure, Finish, Run};
use crate::job::Job;
use crate::out;
use crate::plan;
use crate::source::{self, Source};
use crate::verify;

pub fn run(args: &SolveArgs) -> Run {
    let (game, source) = source::game(&args.game)?;
    let way = match args.by {
        None => None,
        Some(By::Definition) => Some(Way::Definition),
        Some(By::Theorem) if !args.length => Some(Way::Theorem),
        Some(By::Theorem) => {
            let why = "theorems do not tell how long a game lasts; leave out --length, or --by";
            return Err(Failure::Unknown(why.into()));
        }
        Some(By::Table) => Some(Way::Table),
    };
    let values = Values { grundy: args.grundy, length: args.length };
    let job = Job::start(&args.job);
    let mut solver = Solver::new(&game, way, job.ctx());
    if let Some(file) = &args.claims
        && let Some(finish) = add_claims(&mut solver, file)?
    {
        return Ok(finish);
    }
    if let Some(file) = &args.batch {
        return batch::run(&game, &mut solver, &source, file, args.grundy);
    }
    let text = args.position.as_deref().unwrap_or_default();
    let position = source::position(&game, text)?;
    let question = Question { values, moves: args.moves };
    if args.explain_plan {
        let mut explained = explain_position(&game, values, &position);
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
        out::json(&Answered::new(&game, &position, &answer))?;
    } else {
        print(&game, &position, &answer, args.moves)?;
    }
    Ok(Finish::Done)
}

/// Adds the claims of a file. One that speaks of the game and is wrong, or has no meaning, ends the command;
/// one that speaks of no position is told of.
fn add_claims(solver: &mut Solver<'_>, file: &Path) -> Result<Option<Finish>, Failure> {
    let claims = Source::file(file)?;
    let paper = verify::read(&claims.name, &claims.text)?;
    let (mut any, mut finish) = (false, None);
    let told = solver.add_claims(&paper, &mut |verdict| {
        any = true;
        if matches!(verdict.status, Status::Holds | Status::Erratum) {
            return;
        }
        anstream::eprintln!("{}", verify::sentence(verdict));
        match (verdict.status, &finish) {
            (Status::Error, _) => finish = Some(Finish::Refused),
            (Status::Refuted, None) => finish = Some(Finish::Refuted),
            _ => {}
        }
    });
    told.map_err(|stop| claims.stopped(&stop))?;
    if !any {
        let message = format!("no claim of {} speaks of this game", claims.name);
        return Err(Failure::new("E0073", &message));
    }
    Ok(finish)
}

/// Who wins, in words.
pub fn verdict(out: &mut dyn Write, position: &Position, outcome: Outcome) -> Result<(), Failure> {
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
    reason: Option<String>,
    positions: u64,
    within: Option<String>,
}

impl ByWhat {
    /// An answer from the rules alone.
    fn computed(method: &'static str, positions: usize) -> ByWhat {
        let positions = positions as u64;
        ByWhat { method, source: None, reason: None, positions, within: None }
    }

    /// An answer by the numbers of the games of a sum: the theorems that tell some of them.
    fn of_games(games: &[GameNumber]) -> ByWhat {
        let (mut sources, mut positions): (Vec<&str>, u64) = (Vec::new(), 0);
        for game in games {
            match &game.basis {
                Basis::Theorem(citation) if sources.contains(&citation.source.as_str()) => {}
                Basis::Theorem(citation) => {
                    sources.push(&citation.source);
                    positions += citation.positions;
                }
                Basis::Definition { positions: n }
                | Basis::Heaps { sizes: n }
                | Basis::Sum { positions: n } => positions += *n as u64,
                Basis::Games(_) => {}
            }
        }
        let numbers: Vec<String> = (1..)
            .zip(games)
            .map(|(i, game)| format!("game {i} has the Grundy number {}", game.number))
            .collect();
        ByWhat {
            method: if sources.is_empty() { "table" } else { "theorem" },
            source: Some(sources.join(", ")).filter(|sources| !sources.is_empty()),
            reason: Some(numbers.join("; ")),
            positions,
            within: None,
        }
    }
}

impl Answered {
    fn new(game: &Game, position: &Position, answer: &Answer) -> Answered {
        let by = match &answer.basis {
            Basis::Definition { positions } => ByWhat::computed("definition", *positions),
            Basis::Heaps { sizes } => ByWhat::computed("table", *sizes),
            Basis::Sum { positions } => ByWhat::computed("table", *positions),
            Basis::Theorem(citation) => ByWhat {
                method: "theorem",
                source: Some(citation.source.clone()),
                reason: Some(citation.reason.clone()).filter(|reason| !reason.is_empty()),
                positions: citation.positions,
                within: Some(citation.within.clone()).filter(|within| !within.is_empty()),
            },
            Basis::Games(games) => ByWhat::of_games(games),
        };
        Answered {
            schema: out::SCHEMA,
            game: game.to_string(),
            position: position.to_string(),
            outcome: answer.outcome.to_string(),
            grundy: answer.grundy.as_ref().map(ToString::to_string),
            length: answer.length,
            winning_moves: answer.winning.iter().map(|m| m.to.to_string()).collect(),
            winning_moves_complete: answer.complete,
            by,
        }
    }
}

fn print(game: &Game, position: &Position, answer: &Answer, most: usize) -> Result<(), Failure> {
    let mut out = out::stdout();
    let describe = |from: &Position, m: &Move| game.describe(from, &m.how, &m.to);
    verdict(&mut out, position, answer.outcome)?;
    if answer.moves.as_ref().is_some_and(|moves| moves.is_zero()) {
        let who = match game.ending() {
            Ending::Normal => "who cannot move loses",
            Ending::Misere => "in misère play who cannot move wins",
        };
        writeln!(out, "No move is left, and {who}.")?;
    } else if answer.outcome == Outcome::N {
        for winning in &answer.winning {
            writeln!(out, "  {}", describe(position, winning))?;
        }
        match (answer.complete || most == 0, &answer.winning[..], &answer.basis) {
            (true, ..) => {}
            (false, [], _) => writeln!(
                out,
                "  There are too many moves to try, and no proof here constructs one that wins."
            )?,
            (false, _, Basis::Theorem(_) | Basis::Games(_)) => {
                writeln!(out, "  … and perhaps more")?
            }
            (false, _, Basis::Definition { .. } | Basis::Heaps { .. } | Basis::Sum { .. }) => {
                writeln!(out, "  … and more; `--moves N` shows N of them")?;
            }
        }
    } else {
        print_answered(&mut out, game, position, answer)?;
    }
    if let Some(grundy) = &answer.grundy {
        writeln!(out, "Grundy number: {grundy}")?;
    }
    if let Some(length) = answer.length {
        let moves = if length == 1 { "move" } else { "moves" };
        writeln!(out, "Under best play the game lasts {length} {moves}.")?;
    }
    known(&mut out, &answer.basis)?;
    out.flush()?;
    Ok(())
}

/// How an answer is known.
pub fn known(out: &mut dyn Write, basis: &Basis) -> Result<(), Failure> {
    match basis {
        Basis::Games(games) => {
            writeln!(out, "By the Grundy numbers of its games; their xor decides.")?;
            for (i, GameNumber { number, basis }) in (1..).zip(games) {
                writeln!(out, "  Game {i} has {number} by {}", known_by(basis, "    "))?;
            }
        }
        basis => writeln!(out, "By {}", known_by(basis, "  "))?,
    }
    Ok(())
}

/// By what an answer is known; a reason stands on a line of its own.
fn known_by(basis: &Basis, indent: &str) -> String {
    let counted = |n: u64| if n == 1 { "1 position".into() } else { format!("{n} positions") };
    match basis {
        Basis::Definition { positions } => {
            format!("the definition, over {}.", counted(*positions as u64))
        }
        Basis::Sum { positions } => {
            let positions = counted(*positions as u64);
            format!("the Grundy numbers of its games, over {positions}; their xor decides.")
        }
        Basis::Heaps { sizes } => {
            let computed = match sizes {
                0 => "and there is none".to_string(),
                1 => "of which 1 was computed; their xor decides".to_string(),
                sizes => format!("of which {sizes} were computed; their xor decides"),
            };
            format!("the Grundy numbers of single heaps, {computed}.")
        }
        Basis::Theorem(Citation { source, title, positions, within, reason }) => {
            let positions = counted(*positions);
            let mut told = match title {
                Some(title) => {
                    format!("{source} ({title}), which held on {positions} of {within}.")
                }
                None => format!("your {source}, which held on {positions} ({within})."),
            };
            if !reason.is_empty() {
                told.push_str(&format!("\n{indent}{reason}."));
            }
            told
        }
        Basis::Games(_) => "the Grundy numbers of its games.".into(),
    }
}

/// Moves of a P-position, each with its answer.
pub fn print_answered(
    out: &mut dyn Write,
    game: &Game,
    position: &Position,
    answer: &Answer,
) -> Result<(), Failure> {
    let describe = |from: &Position, m: &Move| game.describe(from, &m.how, &m.to);
    if answer.answered.is_empty() {
        writeln!(out, "Every move has an answer that keeps it so.")?;
        return Ok(());
    }
    writeln!(out, "Every move has an answer that keeps it so:")?;
    let moves: Vec<String> = answer.answered.iter().map(|(m, _)| describe(position, m)).collect();
    let width = moves.iter().map(|m| m.chars().count()).max().unwrap_or(0);
    for (shown, (losing, reply)) in moves.iter().zip(&answer.answered) {
        let gap = " ".repeat(width - shown.chars().count());
        match reply {
            Some(reply) => {
                writeln!(out, "  {shown}{gap}   answer: {}", describe(&losing.to, reply))?;
            }
            None => writeln!(out, "  {shown}{gap}   no move is left, and who cannot move wins")?,
        }
    }
    match answer.moves.clone().map(|moves| moves - answer.answered.len()) {
        Some(more) if more.is_zero() => {}
        Some(more) => writeln!(out, "  … and so for {more} more")?,
        None => writeln!(out, "  … and so for every other")?,
    }
    Ok(())
}
