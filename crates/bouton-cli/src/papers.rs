//! `bouton papers`: the papers of the library, in several notations.

use std::io::Write;

use bouton::{Error, Statement, Stop, library};
use bouton_json::{ListedPaper, PaperList};
use serde::Serialize;

use crate::args::{PapersArgs, PapersCommand, Print, ShowArgs};
use crate::failure::{Failure, Finish, Run};
use crate::out;
use crate::verify::{choose, read};

pub fn run(args: &PapersArgs) -> Run {
    match &args.command {
        None => list(args.json),
        Some(PapersCommand::Show(show)) => print(show, args.json),
    }
}

fn list(json: bool) -> Run {
    let mut papers = Vec::new();
    for entry in library::PAPERS {
        let paper = read(entry.name, entry.text)?;
        papers.push(ListedPaper::new(entry.name, &paper));
    }
    if json {
        out::json(&PaperList::new(papers))?;
        return Ok(Finish::Done);
    }
    let width = papers.iter().map(|paper| paper.name.len()).max().unwrap_or(0);
    let mut out = out::stdout();
    for ListedPaper { name, title, authors, statements, .. } in &papers {
        let by = if authors.is_empty() { "" } else { ": " };
        let authors = authors.join(", ");
        writeln!(out, "{name:width$}  {statements:>2} statements  {authors}{by}{title}")?;
    }
    out.flush()?;
    Ok(Finish::Done)
}

/// A statement in one of the notations.
#[derive(Serialize)]
struct Told {
    id: String,
    game: Option<String>,
    text: String,
}

#[derive(Serialize)]
struct Shown<'a> {
    schema: u32,
    paper: Option<&'a str>,
    format: Print,
    statements: Vec<Told>,
}

fn print(args: &ShowArgs, json: bool) -> Run {
    let asked = choose(&args.what)?;
    let chosen: Vec<Statement<'_>> = asked.statements().collect();
    let (paper, only) = (&asked.paper, &asked.item);
    if args.format != Print::Smt && (!args.with.is_empty() || args.heaps.is_some()) {
        let message = "`--with` and `--heaps` are for `--format smt`";
        return Err(Failure::new("E0072", message));
    }
    if args.format == Print::Smt && chosen.len() > 1 {
        let like = match (paper.name(), chosen.last()) {
            (Some(_), Some(statement)) => format!("like `{}`", statement.id()),
            _ => "in a file of its own".to_string(),
        };
        return Err(Failure::new("E0072", &format!("`--format smt` prints one statement, {like}")));
    }
    let told = |statement: Statement<'_>| match args.format {
        // A statement that was asked for comes with the definitions that it uses.
        Print::Text if only.is_some() => Ok(statement.alone().to_string()),
        Print::Latex if only.is_some() => Ok(statement.alone().latex()),
        Print::Text => Ok(statement.to_string()),
        Print::Latex => Ok(statement.latex()),
        Print::Sentence => Ok(statement.sentence() + "\n"),
        Print::Smt => condition(statement, args),
    };
    if json {
        let object = |&statement: &Statement<'_>| {
            let (id, game) = (statement.own_id(), statement.game());
            Ok(Told { id, game, text: told(statement)?.trim_end().to_string() })
        };
        let statements: Result<Vec<_>, Failure> = chosen.iter().map(object).collect();
        out::json(&Shown {
            schema: out::SCHEMA,
            paper: paper.name(),
            format: args.format,
            statements: statements?,
        })?;
        return Ok(Finish::Done);
    }
    let mut out = out::stdout();
    if args.format == Print::Text && only.is_none() {
        write!(out, "{paper}")?;
    } else if args.format == Print::Latex && only.is_none() {
        write!(out, "{}", paper.latex())?;
    } else {
        for (i, &statement) in chosen.iter().enumerate() {
            let told = told(statement)?;
            match (args.format, only) {
                (Print::Sentence, None) => write!(out, "{}: {told}", statement.name())?,
                _ if i > 0 => write!(out, "\n{told}")?,
                _ => write!(out, "{told}")?,
            }
        }
    }
    out.flush()?;
    Ok(Finish::Done)
}

/// The condition of a statement in SMT-LIB.
fn condition(statement: Statement<'_>, args: &ShowArgs) -> Result<String, Failure> {
    statement.smt(&args.with, args.heaps).map_err(|error| match error {
        Error::Stopped(Stop::Unknown(why)) => {
            Failure::new("E0074", &format!("{}: {why}", statement.own_id()))
        }
        error => Failure::plain(error),
    })
}
