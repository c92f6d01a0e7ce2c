//! `bouton moves`: the legal moves of a position.

use std::io::Write;

use bouton::{Code, Diagnostic, Moves, Position, about};
use bouton_json::{ListedMove, MoveList};

use crate::args::MovesArgs;
use crate::example;
use crate::failure::{Failure, Finish, Run};
use crate::job::Job;
use crate::out;
use crate::source;

/// More moves than this are listed only on request.
const MOST: usize = 100_000;

pub fn run(args: &MovesArgs) -> Run {
    let (game, source) = source::game(&args.game)?;
    let Some(position) = &args.position else {
        return Err(example::missing_position("moves", &args.game, &game));
    };
    let position = source::position(&game, position)?;
    let job = Job::start(&args.job);
    let mut moves = Moves::new(&game, job.ctx().watch);
    if args.first.is_none() {
        let count = moves.count(&position).map_err(|stop| source.stopped(&stop))?;
        if let Some(count) = count.filter(|count| *count > MOST.into()) {
            return Err(too_many(&position, &about(&count)));
        }
    }
    let most = args.first.unwrap_or(MOST + 1);
    let mut found =
        moves.first(&position, most.saturating_add(1)).map_err(|stop| source.stopped(&stop))?;
    if args.first.is_none() && found.len() > MOST {
        return Err(too_many(&position, &format!("more than {MOST}")));
    }
    let complete = found.len() <= most;
    found.truncate(most);
    if args.json {
        let moves = found.iter().map(|m| ListedMove::new(&game, &position, m, None)).collect();
        out::json(&MoveList::new(&game, &position, moves, complete))?;
        return Ok(Finish::Done);
    }
    let mut out = out::stdout();
    if found.is_empty() && complete {
        writeln!(out, "{position} has no moves.")?;
    }
    for m in &found {
        writeln!(out, "{}", game.describe(&position, &m.how, &m.to))?;
    }
    out.flush()?;
    Ok(Finish::Done)
}

fn too_many(position: &Position, count: &str) -> Failure {
    let message = format!("{} has {count} moves", position.brief());
    Failure::plain(
        Diagnostic::new(Code::TooManyMoves, message).help("`--first N` lists the first N of them"),
    )
}
