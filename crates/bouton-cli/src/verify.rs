//! `bouton verify`: theorems and conjectures against the definition.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use bouton::claim::{Paper, is_checked, library};
use bouton::lang::nearest;
use bouton::lang::paper::{ClaimKind, Item};
use bouton::verify::{Counterexample, Size, Status, Verdict, verify};
use bouton_json::CheckedClaim;

use crate::args::VerifyArgs;
use crate::failure::{Failure, Finish, Run};
use crate::job::Job;
use crate::out;
use crate::source::Source;

pub fn run(args: &VerifyArgs) -> Run {
    let mut size = Size { heaps: args.heaps.clone(), max: args.max, ..Size::default() };
    for with in &args.with {
        size.with(with).map_err(|error| Failure::plain(&error))?;
    }
    let mut chosen = Vec::new();
    if args.what.is_empty() {
        for entry in library::PAPERS {
            chosen.push(Chosen::all(read(entry.name, entry.text)?));
        }
    }
    for what in &args.what {
        chosen.push(choose(what)?);
    }
    unused(&size, &chosen)?;
    let job = Job::start(&args.job);
    let mut out = out::stdout();
    let mut count = Count::default();
    for Chosen { paper, items } in &chosen {
        if !args.json {
            heading(&mut out, paper)?;
        }
        for item in paper
            .statements()
            .iter()
            .filter(|item| items.as_ref().is_none_or(|id| item.id() == *id))
        {
            if !is_checked(item) {
                count.stated += 1;
                if !args.json {
                    stated(&mut out, item)?;
                }
                continue;
            }
            let mut verdicts = Vec::new();
            let mut start = Instant::now();
            verify(paper, item, &size, job.ctx(), &mut |verdict| {
                verdicts.push((verdict, start.elapsed().as_secs_f64()));
                start = Instant::now();
            })
            .map_err(|stop| Failure::stopped(&stop, "", ""))?;
            count.add(&verdicts);
            for (verdict, seconds) in &verdicts {
                if args.json {
                    out::write_json(&mut out, &CheckedClaim::new(verdict, *seconds))?;
                }
            }
            if !args.json {
                // Verdicts that say the same of several games are one line.
                let verdicts: Vec<&Verdict> = verdicts.iter().map(|(verdict, _)| verdict).collect();
                for same in verdicts.chunk_by(|a, b| alike(a, b)) {
                    print(&mut out, item, same)?;
                }
            }
            out.flush()?;
        }
    }
    drop(job);
    if !args.json {
        writeln!(out, "\n{}", count.line())?;
    }
    out.flush()?;
    Ok(if count.errors > 0 {
        Finish::Refused
    } else if count.refuted > 0 {
        Finish::Refuted
    } else {
        Finish::Done
    })
}

/// Refuses values for parameters that no chosen statement has.
fn unused(size: &Size, chosen: &[Chosen]) -> Result<(), Failure> {
    let mut has: Vec<String> = Vec::new();
    for Chosen { paper, items } in chosen {
        for item in paper.statements() {
            if items.as_ref().is_none_or(|id| item.id() == *id) {
                has.extend(paper.parameters(item).unwrap_or_default().into_iter().map(|p| p.name));
            }
        }
    }
    match size.values.iter().find(|(name, _)| !has.contains(name)) {
        None => Ok(()),
        Some((name, _)) => {
            has.sort();
            has.dedup();
            let help = match &has[..] {
                [] => "it has none".to_string(),
                has => format!("there are {}", has.join(", ")),
            };
            let message = format!("nothing that is verified has a parameter `{name}`; {help}");
            Err(Failure::new("E0073", &message))
        }
    }
}

/// A paper and the one statement of it that was asked for, or all.
pub struct Chosen {
    pub paper: Paper,
    pub items: Option<String>,
}

impl Chosen {
    fn all(paper: Paper) -> Chosen {
        Chosen { paper, items: None }
    }
}

/// The paper of a text.
pub fn read(name: &str, text: &str) -> Result<Paper, Failure> {
    Paper::parse(text).map_err(|errors| Failure::Refused(errors.render(name, text, true)))
}

/// What was typed: `PAPER`, `PAPER:ITEM` or a file.
pub fn choose(what: &str) -> Result<Chosen, Failure> {
    let (name, item) = match what.split_once(':') {
        Some((name, item)) => (name, Some(item)),
        None => (what, None),
    };
    if let Some(entry) = library::find(name) {
        let paper = read(entry.name, entry.text)?;
        if let Some(item) = item
            && !paper.statements().iter().any(|i| i.id() == item)
        {
            let ids: Vec<String> = paper.statements().iter().map(Item::id).collect();
            let help = match nearest(item, ids.iter().map(String::as_str)) {
                Some(meant) => format!("did you mean `{name}:{meant}`?"),
                None => format!("it has {}", ids.join(", ")),
            };
            return Err(Failure::new(
                "E0073",
                &format!("`{name}` has no statement `{item}`; {help}"),
            ));
        }
        return Ok(Chosen { paper, items: item.map(String::from) });
    }
    if !Path::new(what).exists() && !what.contains(['/', '.']) {
        let names = library::PAPERS.iter().map(|entry| entry.name);
        let help = match nearest(name, names) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => {
                let names: Vec<&str> = library::PAPERS.iter().map(|entry| entry.name).collect();
                format!("there are {}", names.join(", "))
            }
        };
        return Err(Failure::new("E0073", &format!("there is no paper `{name}`; {help}")));
    }
    let source = Source::file(Path::new(what))?;
    let paper = read(&source.name, &source.text)?;
    if paper.statements().is_empty() {
        let message = format!("{what} holds no statement; one begins like `claim mine for nim`");
        return Err(Failure::new("E0073", &message));
    }
    Ok(Chosen::all(paper))
}

#[derive(Default)]
struct Count {
    holds: u64,
    refuted: u64,
    errata: u64,
    vacuous: u64,
    errors: u64,
    stated: u64,
    positions: u64,
    starts: u64,
    won: u64,
}

impl Count {
    /// Counts a statement, by the worst that was said of it for some game.
    fn add(&mut self, verdicts: &[(Verdict, f64)]) {
        for (verdict, _) in verdicts {
            self.positions += verdict.positions;
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
            (self.errors, "without meaning"),
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
        let (parts, positions) = (parts.join(", "), self.positions);
        format!("{parts}; {positions} positions{moves} were compared with the definition.")
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

fn name(item: &Item) -> String {
    format!("{} {}", item.kind, item.label)
}

fn stated(out: &mut dyn Write, item: &Item) -> Result<(), Failure> {
    let find = |stated: bool| {
        item.lines.iter().find_map(|line| match &line.kind {
            ClaimKind::Stated(why) if stated => Some(why.as_str()),
            ClaimKind::About(why) if !stated => Some(why.as_str()),
            _ => None,
        })
    };
    match find(true) {
        Some(why) => writeln!(out, "  {:24} stated: {why}", name(item))?,
        None => writeln!(out, "  {:24} defined: {}", name(item), find(false).unwrap_or("names"))?,
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
    let (position, said, truth) = (&shown.position, &shown.said, &shown.truth);
    format!("at {position} it says {said}; by the definition {truth}{by}")
}

fn alike(a: &Verdict, b: &Verdict) -> bool {
    a.status == b.status && a.note == b.note && a.counterexample == b.counterexample
}

fn print(out: &mut dyn Write, item: &Item, verdicts: &[&Verdict]) -> Result<(), Failure> {
    let [verdict, rest @ ..] = verdicts else { return Ok(()) };
    let positions: u64 = verdicts.iter().map(|verdict| verdict.positions).sum();
    let more = match rest.len() {
        0 => String::new(),
        1 => format!(", {}", rest[0].game),
        n => format!(", …, {} ({} games)", rest[n - 1].game, n + 1),
    };
    let (name, status, game) = (name(item), verdict.status.to_string(), &verdict.game);
    writeln!(out, "  {name:24} {status:8} {positions:>7}  {game}{more}")?;
    if let Some(note) = &verdict.note {
        writeln!(out, "  {:24} {note}", "")?;
    }
    if let Some(shown) = &verdict.counterexample {
        let what = if verdict.status == Status::Erratum { "as printed, " } else { "" };
        writeln!(out, "  {:24} {what}{}", "", told(shown))?;
    }
    Ok(())
}
