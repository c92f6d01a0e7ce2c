//! `bouton check`: shows errors in texts of games and claims.

use std::io::Write;

use bouton::{Diagnostic, Game, Paper, Severity};
use bouton_json::Checked;

use crate::args::CheckArgs;
use crate::failure::{Finish, Run};
use crate::out;
use crate::source::{self, Source};

pub fn run(args: &CheckArgs) -> Run {
    let mut finish = Finish::Done;
    let mut out = out::stdout();
    for file in &args.files {
        let source = match Source::open(file) {
            Ok(source) => source,
            Err(failure) => {
                if args.json {
                    out::write_json(&mut out, &Checked::new(file, false, &[], ""))?;
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
            let checked = Checked::new(&source.name, ok, &diagnostics, &source.text);
            out::write_json(&mut out, &checked)?;
            continue;
        }
        for diagnostic in &diagnostics {
            out.flush()?;
            out::note(&format!("{}\n", diagnostic.render(&source.name, &source.text, true)))?;
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

/// Whether a text can be used, and its diagnostics. Files of claims are recognised by their
/// extension.
fn look(source: &Source) -> (bool, Vec<Diagnostic>) {
    if source.name.ends_with(".claim") || source.name.ends_with(".paper") {
        return match Paper::parse_with(&source.text, &source::beside(&source.name)) {
            Ok(_) => (true, vec![]),
            Err(error) => (false, error.diagnostics()),
        };
    }
    let (game, diagnostics) = Game::check(&source.text);
    (game.is_some(), diagnostics)
}
