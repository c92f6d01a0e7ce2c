//! `bouton papers`: the papers of the library, in several notations.

use std::io::Write;

use bouton::claim::{Chosen, Paper, library, smt};
use bouton::lang::paper::Item;
use bouton::lang::{latex, parse_value, sentence};
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
struct Statement {
    id: String,
    game: Option<String>,
    text: String,
}

#[derive(Serialize)]
struct Shown<'a> {
    schema: u32,
    paper: Option<&'a str>,
    format: Print,
    statements: Vec<Statement>,
}

fn print(args: &ShowArgs, json: bool) -> Run {
    let asked = choose(&args.what)?;
    let chosen: Vec<&Item> = asked.statements().collect();
    let Chosen { paper, item: only } = &asked;
    if args.format != Print::Smt && (!args.with.is_empty() || args.heaps.is_some()) {
        let message = "`--with` and `--heaps` are for `--format smt`";
        return Err(Failure::new("E0072", message));
    }
    if args.format == Print::Smt && chosen.len() > 1 {
        let like = match (paper.name(), chosen.last()) {
            (Some(name), Some(item)) => format!("like `{name}:{}`", item.id()),
            _ => "in a file of its own".to_string(),
        };
        return Err(Failure::new("E0072", &format!("`--format smt` prints one statement, {like}")));
    }
    let told = |item: &Item| match args.format {
        Print::Text => Ok(item.to_string()),
        Print::Latex => Ok(latex::item(item)),
        Print::Sentence => Ok(sentence::item(item) + "\n"),
        Print::Smt => condition(paper, item, args),
    };
    if json {
        let statement = |item: &&Item| {
            let game = item.game.as_ref().map(ToString::to_string);
            Ok(Statement { id: item.id(), game, text: told(item)?.trim_end().to_string() })
        };
        let statements: Result<Vec<_>, Failure> = chosen.iter().map(statement).collect();
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
    } else {
        for (i, item) in chosen.iter().enumerate() {
            let told = told(item)?;
            match (args.format, only) {
                (Print::Sentence, None) => write!(out, "{} {}: {told}", item.kind, item.label)?,
                _ if i > 0 => write!(out, "\n{told}")?,
                _ => write!(out, "{told}")?,
            }
        }
    }
    out.flush()?;
    Ok(Finish::Done)
}

/// The condition of a statement in SMT-LIB.
fn condition(paper: &Paper, item: &Item, args: &ShowArgs) -> Result<String, Failure> {
    let refused = |why: &str| Failure::new("E0074", &format!("{}: {why}", item.id()));
    let parameters = paper.parameters(item).map_err(|error| Failure::plain(&error))?;
    let mut given = Vec::new();
    for with in &args.with {
        let (name, value) = parse_value(with).map_err(|error| Failure::plain(&error))?;
        if !parameters.iter().any(|parameter| parameter.name == name) {
            return Err(refused(&format!("there is no parameter `{name}`")));
        }
        given.push((name, value));
    }
    for parameter in &parameters {
        let name = &parameter.name;
        if !given.iter().any(|(given, _)| given == name) {
            return Err(refused(&format!("give a value for `{name}`, like `--with {name}=3`")));
        }
    }
    if !paper.allows(item, &given) {
        let with: Vec<String> = item.with.iter().map(|with| format!("`{with}`")).collect();
        return Err(refused(&format!("it is for {} only", with.join(" and "))));
    }
    let claim = paper.claim(item, &given).map_err(|errors| Failure::plain(&errors.0[0]))?;
    let claim = claim.ok_or_else(|| refused("it is not about a game"))?;
    let one = claim.game.heaps().and_then(|most| usize::try_from(most).ok());
    let heaps = match args.heaps.or(one) {
        Some(heaps) => heaps,
        None if claim.game.coordinates().is_some() => 0,
        None => return Err(Failure::new("E0072", "say how many heaps: `--heaps 4`")),
    };
    let text = smt(&claim, heaps).map_err(|why| refused(&why))?;
    let game = &claim.game;
    let name = paper.name().map_or(String::new(), |name| format!("{name}:"));
    Ok(format!("; {name}{} for {game}\n{text}", item.id()))
}
