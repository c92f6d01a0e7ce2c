//! Verdicts for people and for programs, in the order of the statements.

use std::io::{self, BufWriter, Stdout, Write};
use std::ops::Range;

use bouton::{By, Comparison, Counterexample, Paper, Statement, Status, Verdict};
use bouton_json::CheckedClaim;

use crate::args::VerifyArgs;
use crate::failure::Failure;
use crate::out;

/// A statement, and the range of its cases.
pub struct Reported<'a> {
    /// Its paper, if it is the first statement of the paper.
    pub first_of: Option<&'a Paper>,
    pub statement: Statement<'a>,
    pub cases: Range<usize>,
}

/// How verdicts are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Text,
    Json,
    /// The counterexamples alone.
    Csv,
}

impl Format {
    pub fn of(args: &VerifyArgs) -> Format {
        match (args.json, args.csv) {
            (true, _) => Format::Json,
            (_, true) => Format::Csv,
            _ => Format::Text,
        }
    }
}

/// The report, printed in order while verdicts arrive in any order.
pub struct Report<'a> {
    format: Format,
    out: BufWriter<Stdout>,
    statements: &'a [Reported<'a>],
    /// How many statements have been printed.
    printed: usize,
    /// A verdict for each case, and the seconds that it took.
    verdicts: Vec<Option<(Verdict, f64)>>,
    count: Count,
}

impl<'a> Report<'a> {
    pub fn new(format: Format, statements: &'a [Reported<'a>]) -> Report<'a> {
        let out = BufWriter::new(io::stdout());
        let cases = statements.last().map_or(0, |last| last.cases.end);
        let verdicts = (0..cases).map(|_| None).collect();
        Report { format, out, statements, printed: 0, verdicts, count: Count::default() }
    }

    /// Stores the verdict on a case, and prints the statements that can follow.
    pub fn put(&mut self, case: usize, verdict: Verdict, seconds: f64) -> Result<(), Failure> {
        self.verdicts[case] = Some((verdict, seconds));
        self.print()
    }

    /// Prints statements in order, up to the first one with an unchecked case.
    pub fn print(&mut self) -> Result<(), Failure> {
        while let Some(statement) = self.statements.get(self.printed) {
            let cases = &mut self.verdicts[statement.cases.clone()];
            if cases.iter().any(Option::is_none) {
                return Ok(());
            }
            let verdicts: Vec<(Verdict, f64)> = cases.iter_mut().filter_map(Option::take).collect();
            self.printed += 1;
            self.count.add(&verdicts);
            if self.printed == 1 && self.format == Format::Csv {
                writeln!(self.out, "claim,game,position,said,truth")?;
            }
            match self.format {
                Format::Json => {
                    for (verdict, seconds) in &verdicts {
                        out::write_json(&mut self.out, &CheckedClaim::new(verdict, *seconds))?;
                    }
                }
                Format::Csv => {
                    for (verdict, _) in &verdicts {
                        csv(&mut self.out, verdict)?;
                    }
                }
                Format::Text => statement.print(&verdicts, &mut self.out)?,
            }
            self.out.flush()?;
        }
        Ok(())
    }

    /// Prints the summary.
    pub fn end(mut self) -> io::Result<Count> {
        if self.format == Format::Text {
            writeln!(self.out, "\n{}", self.count.line())?;
        }
        self.out.flush()?;
        Ok(self.count)
    }
}

impl Reported<'_> {
    fn print(&self, verdicts: &[(Verdict, f64)], out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(paper) = self.first_of {
            heading(out, paper)?;
        }
        if verdicts.is_empty() {
            return stated(out, self.statement);
        }
        // Equal verdicts for several games share one line.
        let verdicts: Vec<&Verdict> = verdicts.iter().map(|(verdict, _)| verdict).collect();
        for same in verdicts.chunk_by(|a, b| alike(a, b)) {
            print(out, self.statement, same)?;
        }
        Ok(())
    }
}

#[derive(Default)]
pub struct Count {
    holds: u64,
    pub refuted: u64,
    errata: u64,
    pub vacuous: u64,
    pub errors: u64,
    stated: u64,
    /// How many positions were compared with each.
    positions: [u64; By::ALL.len()],
    starts: u64,
    won: u64,
}

impl Count {
    /// Counts a statement by its worst verdict for any game.
    fn add(&mut self, verdicts: &[(Verdict, f64)]) {
        if verdicts.is_empty() {
            self.stated += 1;
            return;
        }
        for (verdict, _) in verdicts {
            for one in &verdict.checked {
                self.positions[one.by as usize] += one.positions;
            }
            self.starts += verdict.starts;
            self.won += verdict.won;
        }
        let any = |status: Status| verdicts.iter().any(|(verdict, _)| verdict.status == status);
        let count = if any(Status::Error) {
            &mut self.errors
        } else if any(Status::Refuted) {
            &mut self.refuted
        } else if any(Status::Erratum) {
            &mut self.errata
        } else if any(Status::Holds) {
            &mut self.holds
        } else {
            &mut self.vacuous
        };
        *count += 1;
    }

    fn line(&self) -> String {
        let mut parts = vec![format!("{} hold", self.holds)];
        let some = [
            (self.refuted, "refuted"),
            (self.errors, "with an error"),
            (self.vacuous, "vacuous"),
            (self.stated, "only stated"),
        ];
        parts.extend(some.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")));
        if self.errata > 0 {
            let what = if self.errata == 1 { "erratum" } else { "errata" };
            parts.push(format!("{} {what}, corrected", self.errata));
        }
        let moves = match (self.starts, self.won) {
            (0, _) => String::new(),
            (starts, won) if starts == won => {
                format!(", and winning moves from {won} N-positions,")
            }
            (starts, won) => format!(", and winning moves from {won} of {starts} N-positions,"),
        };
        let with = [
            (By::Table, "tables"),
            (By::Definition, "the definition"),
            (By::Condition, "what the claims say of their options"),
        ];
        let with = with.map(|(by, what)| (self.positions[by as usize], what));
        let with: Vec<String> = with
            .iter()
            .filter(|(positions, _)| *positions > 0)
            .enumerate()
            .map(|(i, (positions, what))| match i {
                0 => format!("{positions} positions{moves} were compared with {what}"),
                _ => format!("{positions} with {what}"),
            })
            .collect();
        let parts = parts.join(", ");
        match &with[..] {
            [] => format!("{parts}."),
            with => format!("{parts}; {}.", with.join(", and ")),
        }
    }
}

fn heading(out: &mut dyn Write, paper: &Paper) -> Result<(), Failure> {
    let (title, authors) = (paper.about("title").join(" "), paper.about("authors").join(", "));
    match paper.name() {
        Some(_) if authors.is_empty() => writeln!(out, "\n{title}")?,
        Some(_) => writeln!(out, "\n{authors}: {title}")?,
        None => {}
    }
    Ok(())
}

fn stated(out: &mut dyn Write, statement: Statement<'_>) -> Result<(), Failure> {
    let name = statement.name();
    match statement.stated() {
        Some(why) => writeln!(out, "  {name:24} stated: {why}")?,
        None => writeln!(out, "  {name:24} defined: {}", statement.about().unwrap_or("names"))?,
    }
    Ok(())
}

/// The counterexamples of a verdict as lines of CSV.
fn csv(out: &mut dyn Write, verdict: &Verdict) -> io::Result<()> {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    for shown in verdict.counterexample.iter().chain(&verdict.others) {
        let Counterexample { position, said, truth, .. } = shown;
        let fields = [&verdict.claim, &verdict.game, &position.to_string(), said, truth];
        let fields: Vec<String> = fields.map(|field| quoted(field)).into();
        writeln!(out, "{}", fields.join(","))?;
    }
    Ok(())
}

/// A verdict as a sentence.
pub fn sentence(verdict: &Verdict) -> String {
    let Verdict { claim, game, status, within, .. } = verdict;
    let mut text = format!("{claim} for {game}: {status}");
    if let Some(shown) = &verdict.counterexample {
        text.push_str(&format!(", {}", told(shown)));
    } else if !within.is_empty() {
        text.push_str(&format!(" ({within})"));
    }
    if let Some(note) = &verdict.note {
        text.push_str(&format!("; {note}"));
    }
    text
}

/// What a counterexample shows.
fn told(shown: &Counterexample) -> String {
    let by = shown.by.as_ref().map_or(String::new(), |by| format!(": {by}"));
    let known = match shown.known {
        By::Definition => "by the definition ",
        By::Table => "by the table ",
        // The truth itself says what follows from the claim.
        By::Condition => "",
    };
    let (position, said, truth) = (&shown.position, &shown.said, &shown.truth);
    format!("at {position} it says {said}; {known}{truth}{by}")
}

fn alike(a: &Verdict, b: &Verdict) -> bool {
    (a.status, &a.note, &a.counterexample, &a.others)
        == (b.status, &b.note, &b.counterexample, &b.others)
}

fn print(
    out: &mut dyn Write,
    statement: Statement<'_>,
    verdicts: &[&Verdict],
) -> Result<(), Failure> {
    let [verdict, rest @ ..] = verdicts else { return Ok(()) };
    let positions: u64 = verdicts.iter().map(|verdict| verdict.positions).sum();
    let more = match rest.len() {
        0 => String::new(),
        1 => format!(", {}", rest[0].game),
        n => format!(", …, {} ({} games)", rest[n - 1].game, n + 1),
    };
    let (name, status, game) = (statement.name(), verdict.status.to_string(), &verdict.game);
    writeln!(out, "  {name:24} {status:8} {positions:>7}  {game}{more}")?;
    for line in Comparison::words(&together(verdicts)) {
        writeln!(out, "  {:24} {line}", "")?;
    }
    if let Some(never) = never_met(verdicts) {
        writeln!(out, "  {:24} {never}", "")?;
    }
    if let Some(note) = &verdict.note {
        writeln!(out, "  {:24} {note}", "")?;
    }
    if let Some(shown) = &verdict.counterexample {
        let what = if verdict.status == Status::Erratum { "as printed, " } else { "" };
        writeln!(out, "  {:24} {what}{}", "", told(shown))?;
    }
    for shown in &verdict.others {
        writeln!(out, "  {:24} {}", "", told(shown))?;
    }
    let wrong: u64 = verdicts.iter().map(|verdict| verdict.wrong).sum();
    if wrong > 1 {
        writeln!(out, "  {:24} it fails at {wrong} of {positions} positions", "")?;
    }
    Ok(())
}

/// The cases that were not met for any of the games.
fn never_met(verdicts: &[&Verdict]) -> Option<String> {
    let [first, rest @ ..] = verdicts else { return None };
    let never = |case: &&String| rest.iter().all(|verdict| verdict.met.never.contains(case));
    let cases: Vec<&str> = first.met.never.iter().filter(never).map(String::as_str).collect();
    let at = match verdicts.iter().find(|verdict| !verdict.met.all) {
        Some(some) => format!(" at the {} positions that were looked at", some.met.positions),
        None => String::new(),
    };
    (!cases.is_empty()).then(|| format!("never met{at}: {}", cases.join("; ")))
}

/// The comparisons of several games: the first of all, the second of all, each kernel for itself.
fn together(verdicts: &[&Verdict]) -> Vec<Comparison> {
    let mut all: Vec<(Comparison, Vec<&str>)> = Vec::new();
    for one in verdicts.iter().flat_map(|verdict| &verdict.checked) {
        match all.iter_mut().find(|(c, _)| (c.by, c.kernel) == (one.by, one.kernel)) {
            Some((sum, boxes)) => {
                sum.positions += one.positions;
                if !boxes.contains(&one.within.as_str()) {
                    boxes.push(&one.within);
                }
            }
            None => all.push((one.clone(), vec![&one.within])),
        }
    }
    all.sort_by_key(|(one, _)| one.by == By::Definition);
    let within = |(one, mut boxes): (Comparison, Vec<&str>)| {
        if boxes.len() > MOST_BOXES {
            boxes.truncate(MOST_BOXES - 1);
            boxes.push("…");
        }
        Comparison { within: boxes.join("; "), ..one }
    };
    all.into_iter().map(within).collect()
}

/// Several games may have many boxes; no more are printed.
const MOST_BOXES: usize = 9;
