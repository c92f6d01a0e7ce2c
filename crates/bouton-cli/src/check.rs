//! `bouton check`: what is wrong with texts of games and claims.

use std::io::Write;

use bouton::claim::Paper;
use bouton::game::check;
use bouton::lang::{Diagnostic, Severity};
use serde::Serialize;

use crate::args::CheckArgs;
use crate::failure::{Finish, Run};
use crate::out;
use crate::source::Source;

pub fn run(args: &CheckArgs) -> Run {
    let mut finish = Finish::Done;
    let mut out = out::stdout();
    for file in &args.files {
        let source = match Source::open(file) {
            Ok(source) => source,
            Err(failure) => {
                if args.json {
                    let checked = Checked {
                        schema: out::SCHEMA,
                        file: file.clone(),
                        ok: false,
                        diagnostics: vec![],
                    };
                    out::write_json(&mut out, &checked)?;
                }
                failure.report();
                finish = Finish::Refused;
                continue;
            }
        };
        let (ok, diagnostics) = look(&source);
        if !ok {
            finish = Finish::Refused;
        }
        if args.json {
            let diagnostics = diagnostics.iter().map(|d| Told::new(d, &source.text)).collect();
            out::write_json(
                &mut out,
                &Checked { schema: out::SCHEMA, file: source.name.clone(), ok, diagnostics },
            )?;
            continue;
        }
        for diagnostic in &diagnostics {
            out.flush()?;
            anstream::eprintln!("{}\n", diagnostic.render(&source.name, &source.text, true));
        }
        let errors = diagnostics.iter().filter(|d| d.severity() == Severity::Error).count();
        let warnings = diagnostics.len() - errors;
        let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        match (errors, warnings) {
            (0, 0) => writeln!(out, "{}: no mistakes found", source.name)?,
            (0, n) => writeln!(out, "{}: {}", source.name, count(n, "warning"))?,
            (n, 0) => writeln!(out, "{}: {}", source.name, count(n, "error"))?,
            (e, w) => {
                writeln!(out, "{}: {}, {}", source.name, count(e, "error"), count(w, "warning"))?
            }
        }
    }
    out.flush()?;
    Ok(finish)
}

/// Whether a text can be used, and what there is to say. Files of claims are known by their ending.
fn look(source: &Source) -> (bool, Vec<Diagnostic>) {
    if source.name.ends_with(".claim") || source.name.ends_with(".paper") {
        return match Paper::parse(&source.text) {
            Ok(_) => (true, vec![]),
            Err(errors) => (false, errors.0),
        };
    }
    let (game, diagnostics) = check(&source.text);
    (game.is_some(), diagnostics)
}

#[derive(Serialize)]
struct Checked {
    schema: u32,
    file: String,
    ok: bool,
    diagnostics: Vec<Told>,
}

#[derive(Serialize)]
struct Told {
    code: &'static str,
    severity: &'static str,
    message: String,
    /// Lines and columns count from 1, columns in characters.
    line: Option<usize>,
    column: Option<usize>,
    start: Option<usize>,
    end: Option<usize>,
    label: String,
    help: Option<String>,
}

impl Told {
    fn new(d: &Diagnostic, text: &str) -> Told {
        let before = d.span.map(|span| &text[..span.start.min(text.len())]);
        let line_start = before.map(|before| before.rfind('\n').map_or(0, |at| at + 1));
        Told {
            code: d.code.as_str(),
            severity: match d.severity() {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: d.message.clone(),
            line: before.map(|before| before.matches('\n').count() + 1),
            column: before
                .zip(line_start)
                .map(|(before, start)| before[start..].chars().count() + 1),
            start: d.span.map(|span| span.start),
            end: d.span.map(|span| span.end),
            label: d.label.clone(),
            help: d.help.clone(),
        }
    }
}
