//! `bouton explain`: what a code means, with an example and what to do.

use std::io::Write;

use bouton::library::{CODES, CodeEntry, find_code, meant_code};
use bouton_json::CodeList;

use crate::args::ExplainArgs;
use crate::failure::{Failure, Finish, Run};
use crate::out;

pub fn run(args: &ExplainArgs) -> Run {
    let Some(typed) = &args.code else { return list(args.json) };
    let entry = find_code(typed).ok_or_else(|| unknown(typed))?;
    if args.json {
        out::json(&CodeList::new(&[*entry], true))?;
        return Ok(Finish::Done);
    }
    let mut out = out::stdout();
    write!(out, "{}", plain(entry))?;
    out.flush()?;
    Ok(Finish::Done)
}

/// Prints all codes with their titles.
fn list(json: bool) -> Run {
    if json {
        out::json(&CodeList::new(CODES, false))?;
        return Ok(Finish::Done);
    }
    let mut out = out::stdout();
    for entry in CODES {
        writeln!(out, "{}  {}", entry.code, entry.title())?;
    }
    out.flush()?;
    Ok(Finish::Done)
}

/// An entry for a terminal: examples are indented instead of fenced.
fn plain(entry: &CodeEntry) -> String {
    let mut shown = format!("{}: {}\n\n", entry.code, entry.title());
    let mut example = false;
    for line in entry.text().lines() {
        if line.starts_with("```") {
            example = !example;
            continue;
        }
        let indent = if example && !line.is_empty() { "    " } else { "" };
        shown.push_str(&format!("{indent}{line}\n"));
    }
    shown
}

fn unknown(typed: &str) -> Failure {
    let help = match meant_code(typed) {
        Some(code) => format!("did you mean {code}? "),
        None => String::new(),
    };
    let message = format!("there is no code `{typed}`; {help}`bouton explain` lists all codes");
    Failure::new("E0077", &message)
}
