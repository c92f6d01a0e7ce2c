//! What was measured on random games, as a page.

use super::YARDSTICK;
use super::job::Job;
use crate::bench::report::short;

/// So many of the slowest jobs are listed.
const LISTED: usize = 10;

/// The least rate of all jobs.
const WORST: f64 = 1e5;

/// The least rates of half of the jobs: outcomes, and Grundy numbers.
const MEDIANS: [f64; 2] = [1e7, 5e6];

/// The share of guesses that are right.
const RIGHT: f64 = 0.9;

const LEGEND: &str = "\
Each job is a whole process on one core, `bouton table GAME --heaps … --max … --summary --json`; its rate is the positions of the table in a
second of CPU time, with the start of the process. Of games that look at `turn` or `last` the positions at the start of the game count; of heaps
that are split, the positions that can be reached from the largest one, where those are more. The box is the largest that takes about a second, by the plan or, where it has no guess, as
measured, and whose positions have at most a thousand moves on average or a hundred million together. The scan is the definition on a small box; all
of its values are those of the table, unless it is said otherwise below. The growth is how many times as much the box costs as the one of half
its size, over how many times as many moves it has. A guess is right within a factor of five, with the start of the process added.";

/// The report of a run.
pub(crate) struct Page<'a> {
    pub(crate) date: &'a str,
    pub(crate) about: &'a [String],
    pub(crate) seeds: &'a [u64],
    pub(crate) jobs: &'a [Job],
    /// CPU seconds of an empty job, and of the yardstick.
    pub(crate) start: f64,
    pub(crate) yardstick: f64,
}

impl Page<'_> {
    pub(crate) fn text(&self) -> String {
        let mut page = format!("# Breadth, {}\n\n", self.date);
        let seeds: Vec<String> = self.seeds.iter().map(u64::to_string).collect();
        self.about.iter().for_each(|line| page += &format!("- {line}\n"));
        page += &format!("- {} games of seed {}\n", self.jobs.len(), seeds.join(" and of seed "));
        page += &format!("- an empty job takes {} s\n", short(self.start));
        let (name, positions) = YARDSTICK;
        let rate = positions / self.yardstick;
        page += &format!("- the yardstick, `xtask scan {name}`: {rate:.2e} positions/s\n");
        page += &format!("\n{LEGEND}\n\n{}", self.distributions());
        page += &format!("\n{}\n{}\n{}", self.goals(), self.guesses(), self.slowest());
        page + &self.contradictions()
    }

    /// The jobs for outcomes or for Grundy numbers, the slowest first.
    fn ranked(&self, grundy: bool) -> Vec<&Job> {
        let mut jobs: Vec<&Job> =
            self.jobs.iter().filter(|job| job.drawn.question.grundy == grundy).collect();
        jobs.sort_by(|a, b| a.rate().total_cmp(&b.rate()));
        jobs
    }

    fn distributions(&self) -> String {
        let mut text = "| positions/s | jobs | worst | tenth percentile | median | best | × yardstick, median | growth, median | growth, ninetieth percentile | stopped |\n\
                        |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
            .to_string();
        for (name, grundy) in [("outcomes", false), ("Grundy numbers", true)] {
            let jobs = self.ranked(grundy);
            let rates: Vec<f64> = jobs.iter().map(|job| job.rate()).collect();
            let mut growths: Vec<f64> =
                jobs.iter().filter_map(|job| job.growth(self.start)).collect();
            growths.sort_by(f64::total_cmp);
            let at = |part: f64| format!("{:.2e}", quantile(&rates, part));
            let median = quantile(&rates, 0.5) / (YARDSTICK.1 / self.yardstick);
            let stopped = jobs.iter().filter(|job| job.is_stopped()).count();
            text += &format!(
                "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {stopped} |\n",
                jobs.len(),
                at(0.0),
                at(0.1),
                at(0.5),
                at(1.0),
                short(median),
                short(quantile(&growths, 0.5)),
                short(quantile(&growths, 0.9)),
            );
        }
        text
    }

    fn goals(&self) -> String {
        let mut text = "| goal | reached | found |\n|---|---|---:|\n".to_string();
        let mut goal = |words: &str, least: f64, found: f64| {
            let reached = if found >= least { "yes" } else { "no" };
            text += &format!("| {words} at least {least:.0e} | {reached} | {found:.2e} |\n");
        };
        let rates = |grundy: bool| -> Vec<f64> {
            self.ranked(grundy).iter().map(|job| job.rate()).collect()
        };
        let [outcomes, numbers] = [false, true].map(rates);
        goal("worst of all", WORST, quantile(&outcomes, 0.0).min(quantile(&numbers, 0.0)));
        goal("median of outcomes", MEDIANS[0], quantile(&outcomes, 0.5));
        goal("median of Grundy numbers", MEDIANS[1], quantile(&numbers, 0.5));
        let guesses: Vec<bool> = self
            .jobs
            .iter()
            .filter_map(|job| job.guess(self.start))
            .map(|(_, right)| right)
            .collect();
        let right = guesses.iter().filter(|&&right| right).count() as f64;
        let share = right / guesses.len() as f64;
        let reached = if share >= RIGHT { "yes" } else { "no" };
        let none = self.jobs.len() - guesses.len();
        text + &format!(
            "| guesses right at least {:.0} % | {reached} | {:.0} % of {}; {none} jobs have none |\n",
            100.0 * RIGHT,
            100.0 * share,
            guesses.len(),
        )
    }

    /// The kernels, and how good their guesses are.
    fn guesses(&self) -> String {
        let mut text = "| kernel | jobs | worst, positions/s | median | guesses right | wrong guesses / time |\n|---|---:|---:|---:|---:|---|\n".to_string();
        let mut kernels: Vec<&str> = self.jobs.iter().map(kernel).collect();
        kernels.sort_unstable();
        kernels.dedup();
        for name in kernels {
            let jobs: Vec<&Job> = self.jobs.iter().filter(|job| kernel(job) == name).collect();
            let mut rates: Vec<f64> = jobs.iter().map(|job| job.rate()).collect();
            rates.sort_by(f64::total_cmp);
            let guesses: Vec<(f64, bool)> =
                jobs.iter().filter_map(|job| job.guess(self.start)).collect();
            let right = guesses.iter().filter(|(_, right)| *right).count();
            let wrong: Vec<String> = guesses
                .iter()
                .filter(|(_, right)| !right)
                .map(|(times, _)| short(*times))
                .collect();
            text += &format!(
                "| {name} | {} | {:.2e} | {:.2e} | {right} of {} | {} |\n",
                jobs.len(),
                quantile(&rates, 0.0),
                quantile(&rates, 0.5),
                guesses.len(),
                wrong.join(", "),
            );
        }
        text
    }

    fn slowest(&self) -> String {
        let mut jobs: Vec<&Job> = self.jobs.iter().collect();
        jobs.sort_by(|a, b| a.rate().total_cmp(&b.rate()));
        let mut text = "| slowest | positions | CPU s | positions/s | × yardstick | scan, positions/s | moves | growth | guess / time | kernel |\n\
                        |---|---:|---:|---:|---:|---:|---:|---:|---:|---|\n"
            .to_string();
        let yardstick = YARDSTICK.1 / self.yardstick;
        for job in jobs.into_iter().take(LISTED) {
            let number = |number: Option<f64>| number.map_or(String::new(), short);
            let stopped = if job.is_stopped() { "stopped: " } else { "" };
            let typed = job.drawn.question.typed(job.large.n).replace('|', "\\|");
            text += &format!(
                "| `{typed}` | {:.2e} | {stopped}{} | {:.2e} | {} | {:.2e} | {} | {} | {} | {} |\n",
                job.large.positions(),
                short(job.seconds()),
                job.rate(),
                short(job.rate() / yardstick),
                job.drawn.scan,
                number(job.large.moves),
                number(job.growth(self.start)),
                number(job.guess(self.start).map(|(times, _)| times)),
                way(job),
            );
        }
        text
    }

    fn contradictions(&self) -> String {
        let wrong = |job: &Job| {
            let (question, wrong) = (&job.drawn.question, job.drawn.wrong.as_ref()?);
            Some(format!("- `{}`: {wrong}\n", question.typed(job.drawn.n)))
        };
        let lines: String = self.jobs.iter().filter_map(wrong).collect();
        if lines.is_empty() { lines } else { format!("\n## Contradictions\n\n{lines}") }
    }
}

/// The kernel by its name.
fn kernel(job: &Job) -> &str {
    job.large.plan.kernel.as_deref().unwrap_or("the definition")
}

/// The kernel; for the definition, why no table is computed.
fn way(job: &Job) -> String {
    let reason = |name: &str| job.large.plan.not.iter().find(|(way, _)| way == name);
    match (&job.large.plan.kernel, reason("a table of all positions")) {
        (None, Some((_, why))) => format!("the definition ({why})"),
        _ => kernel(job).to_string(),
    }
}

/// The number that a part of the others, which are sorted, does not exceed.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let last = sorted.len().saturating_sub(1) as f64;
    sorted.get((last * part).round() as usize).copied().unwrap_or(f64::NAN)
}

/// A line about a job, printed while the others run.
pub(crate) fn told(job: &Job) -> String {
    let (question, large) = (&job.drawn.question, &job.large);
    let stopped = if job.is_stopped() { ", stopped" } else { "" };
    format!(
        "{:.2e}/s, {:.2e} positions, {} s{stopped}, {}: {}",
        job.rate(),
        large.positions(),
        short(job.seconds()),
        way(job),
        question.typed(large.n),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_numbers_of_the_list() {
        let sorted = [1.0, 2.0, 3.0, 4.0, 50.0];
        assert_eq!([0.0, 0.1, 0.5, 1.0].map(|part| quantile(&sorted, part)), [1.0, 1.0, 3.0, 50.0]);
        assert!(quantile(&[], 0.5).is_nan());
    }
}
