//! `cargo xtask bench`: measures Bouton next to plain scans and the yardsticks, all in one run.

mod answer;
pub(crate) mod breadth;
#[cfg(unix)]
mod child;
mod jobs;
pub(crate) mod measure;
mod programs;
mod report;
mod row;
pub(crate) mod scans;
mod yardstick;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use answer::Answer;
use jobs::{Clock, JOBS, Job, Yardstick};
use measure::{End, Process, measure};
use programs::Programs;
use row::{Row, Run};

use crate::cargo::text;

/// The CPU seconds after which a process is given up.
const LIMIT: u64 = 60;

/// A process that takes less time than this runs three times, and the shortest run counts.
const SHORT: f64 = 2.0;

/// How often two builds are measured in turn.
const IN_TURN: usize = 3;

/// Runs the jobs with these names, or all, and writes a report. `against` is another build of Bouton to measure too.
pub(crate) fn run(names: &[String], against: Option<&str>) -> Result<(), String> {
    let jobs = chosen(names)?;
    let bench = Bench::prepare(against)?;
    let about = about(bench.yardsticks.is_some());
    let mut rows: Vec<Row> = Vec::new();
    for job in jobs {
        for &n in job.sizes {
            let before = rows.last().filter(|row| row.job.name == job.name);
            let row = bench.row(job, n, before)?;
            eprintln!("{}", told(&row));
            rows.push(row);
        }
    }
    let date = today();
    let page = report::page(&date, &about, &rows);
    publish(&page, &bench.root, &date)?;
    match rows.iter().map(|row| row.contradictions().len()).sum() {
        0 => Ok(()),
        1 => Err("two answers contradict each other".into()),
        wrong => Err(format!("{wrong} pairs of answers contradict each other")),
    }
}

/// The date of a report.
fn today() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()[..10].to_string()
}

/// Prints a page and writes it to `bench/runs` under a name that is not taken.
fn publish(page: &str, root: &Path, name: &str) -> Result<(), String> {
    println!("{page}");
    let folder = root.join("bench/runs");
    let file = report::free_name(&folder, name, Path::exists);
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(&file, page))
        .map_err(|error| format!("{} cannot be written: {error}", file.display()))?;
    eprintln!("written to {}", file.strip_prefix(root).unwrap_or(&file).display());
    Ok(())
}

fn chosen(names: &[String]) -> Result<Vec<&'static Job>, String> {
    if names.is_empty() {
        return Ok(JOBS.iter().collect());
    }
    let find = |name: &String| {
        JOBS.iter().find(|job| job.name == name).ok_or_else(|| {
            let known: Vec<&str> = JOBS.iter().map(|job| job.name).collect();
            format!("there is no job `{name}`; there are {}", known.join(", "))
        })
    };
    names.iter().map(find).collect()
}

/// The programs.
struct Bench {
    root: PathBuf,
    bouton: String,
    against: Option<String>,
    xtask: String,
    yardsticks: Option<PathBuf>,
    /// Where files of positions are written.
    files: PathBuf,
    /// The bytes that Bouton uses for a tiny job.
    tiny: u64,
}

impl Bench {
    fn prepare(against: Option<&str>) -> Result<Bench, String> {
        let Programs { root, target, bouton, xtask } = Programs::build()?;
        let yardsticks = yardstick::build(&root, &target)?;
        let files = target.join("bench");
        fs::create_dir_all(&files).map_err(|error| format!("{}: {error}", files.display()))?;
        let against = against.map(str::to_string);
        let mut bench = Bench { root, bouton, against, xtask, yardsticks, files, tiny: 0 };
        let tiny = ["table", "nim", "--heaps", "1", "--max", "1", "--summary", "--json"];
        let words = [bench.bouton.clone()].into_iter().chain(tiny.map(String::from)).collect();
        bench.tiny = bench.least(words, Clock::Process)?.peak;
        Ok(bench)
    }

    fn row(&self, job: &'static Job, n: u64, before: Option<&Row>) -> Result<Row, String> {
        let file = self.files.join(format!("positions-{n}.txt"));
        if job.options.contains("{file}") && !file.exists() {
            fs::write(&file, positions(n))
                .map_err(|error| format!("{}: {error}", file.display()))?;
        }
        let filled = |word: &str| {
            let word = word.replace("{n}", &n.to_string()).replace("{last}", &(n - 1).to_string());
            word.replace("{file}", &file.display().to_string())
        };
        let words = |text: &str| -> Vec<String> { text.split_whitespace().map(filled).collect() };
        let slow = |run: &Run| matches!(run, Run::GivenUp(_) | Run::NotTried);
        let asked = |program: &String| -> Vec<String> {
            let start = [program.clone(), job.command.into(), job.subject.into()];
            start.into_iter().chain(words(job.options)).collect()
        };
        let (mut bouton, mut other) = (Run::NotTried, None);
        if !before.is_some_and(|row| slow(&row.bouton)) {
            bouton = self.fare(asked(&self.bouton), None)?;
            // In turn, so that both builds meet the same load.
            for _ in 0..if bouton.seconds().is_none_or(|s| s > SHORT) { 1 } else { IN_TURN } {
                let Some(program) = &self.against else { break };
                let run = self.fare(asked(program), None)?;
                other = Some(run.faster(other.take()));
                bouton = self.fare(asked(&self.bouton), None)?.faster(Some(bouton));
            }
        }
        let (scan, most) = job.scan;
        let scan = (n <= most).then(|| {
            let start = [self.xtask.clone(), "scan".into()];
            self.fare(start.into_iter().chain(words(scan)).collect(), None)
        });
        let yardstick = self.yardsticks.as_ref().zip(job.yardstick.as_ref());
        let yardstick = yardstick.map(|(folder, yardstick)| {
            let mut words = words(yardstick.command);
            words[0] = folder.join(&words[0]).display().to_string();
            self.fare(words, Some(yardstick))
        });
        let (scan, yardstick) = (scan.transpose()?, yardstick.transpose()?);
        Ok(Row { job, n, bouton, other, yardstick, scan, tiny: self.tiny })
    }

    /// Runs a program, a yardstick or one of ours.
    fn fare(&self, words: Vec<String>, yardstick: Option<&Yardstick>) -> Result<Run, String> {
        let clock = yardstick.map_or(Clock::Process, |yardstick| yardstick.clock);
        let Process { end, printed, cpu: seconds, peak } = self.least(words, clock)?;
        let answer = match yardstick {
            Some(yardstick) => Ok(Answer::read_yardstick(&printed, yardstick.p)),
            None => Answer::read(&printed),
        };
        Ok(match (end, answer) {
            (End::GivenUp, _) => Run::GivenUp(LIMIT),
            (End::Refused(why), _) | (End::Done, Err(why)) => Run::Refused(why),
            (End::Done, Ok(answer)) => Run::Done { seconds, peak, answer },
        })
    }

    /// The run of a process with the least time by a clock.
    fn least(&self, words: Vec<String>, clock: Clock) -> Result<Process, String> {
        let once = || -> Result<Process, String> {
            let mut process = measure(&self.xtask, LIMIT, &words)?;
            if clock == Clock::Printed {
                process.cpu = yardstick::seconds(&process.printed).unwrap_or(process.cpu);
            }
            Ok(process)
        };
        let mut least = once()?;
        let again = if least.end == End::Done && least.cpu < SHORT { 2 } else { 0 };
        for _ in 0..again {
            let next = once()?;
            if next.cpu < least.cpu {
                least = next;
            }
        }
        Ok(least)
    }
}

/// This many positions of four heaps below 1000, the same ones each time (Marsaglia's xorshift).
fn positions(n: u64) -> String {
    let mut z = 88_172_645_463_325_252u64;
    let mut heap = || {
        z ^= z << 13;
        z ^= z >> 7;
        z ^= z << 17;
        z % 1000
    };
    let mut line = |_| format!("{},{},{},{}\n", heap(), heap(), heap(), heap());
    (0..n).map(&mut line).collect()
}

/// Where and what was measured, one line each; what cannot be determined is left out.
fn about(yardsticks: bool) -> Vec<String> {
    let told = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output().ok()?;
        output.status.success().then(|| text(&output.stdout).trim().to_string())
    };
    let commit = told("git", &["rev-parse", "--short=10", "HEAD"]).map(|commit| {
        let changed = told("git", &["status", "--porcelain", "--untracked-files=no"]);
        let changed = changed.is_some_and(|changed| !changed.is_empty());
        format!("commit {commit}{}", if changed { ", with changes" } else { "" })
    });
    let processor = fs::read_to_string("/proc/cpuinfo").ok().and_then(|info| {
        let name = info.lines().find_map(|line| line.strip_prefix("model name"))?;
        Some(name.trim_start_matches([' ', '\t', ':']).to_string())
    });
    let without = (!yardsticks).then(|| "without the yardsticks".to_string());
    [commit, told("rustc", &["--version"]), processor, without].into_iter().flatten().collect()
}

/// A line about a row, printed while the others run.
fn told(row: &Row) -> String {
    let time = |name: &str, run: Option<&Run>| match run.map(Run::seconds) {
        Some(Some(seconds)) => format!(", {name} {} s", report::short(seconds)),
        Some(None) => format!(", {name} -"),
        None => String::new(),
    };
    let ours = time("Bouton", Some(&row.bouton)) + &time("the other build", row.other.as_ref());
    let scan = time("scan", row.scan.as_ref());
    let yardstick = time("yardstick", row.yardstick.as_ref());
    format!("{} {}{ours}{yardstick}{scan}", row.job.name, row.n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_chosen_by_name() {
        assert_eq!(chosen(&[]).map(|jobs| jobs.len()), Ok(JOBS.len()));
        let names = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(ToString::to_string).collect();
            chosen(&names).map(|jobs| jobs.iter().map(|job| job.name).collect::<Vec<_>>())
        };
        assert_eq!(names(&["turn", "nim"]), Ok(vec!["turn", "nim"]));
        assert!(names(&["cricket"]).is_err_and(|why| why.contains("greedy-3, greedy-50")));
    }

    #[test]
    fn positions_of_a_batch_are_the_same_each_time() {
        assert_eq!(positions(2), "512,515,312,853\n306,749,201,903\n");
    }

    #[test]
    fn a_row_is_told_in_a_line() {
        let row = row::tests::row(200, Run::GivenUp(60));
        assert_eq!(told(&row), "greedy-3 200, Bouton -, yardstick 0.500 s");
    }
}
