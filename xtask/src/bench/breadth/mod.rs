//! `cargo xtask bench --breadth`: measures Bouton on random games of every construct of the language.

mod draw;
mod job;
mod question;
mod report;
mod rows;

use job::Job;
use question::{Bouton, Question};
use report::Page;

use super::measure::{End, measure};
use super::programs::Programs;
use super::{about, publish, today};
use crate::soak::first_seed;

/// The seed of the games that are always measured.
const SEED: u64 = 1902;

/// How many games of each seed are measured.
const GAMES: u64 = 60;

/// A plain loop over a table of bytes, as a yardstick for the machine: the scan and its number of positions.
const YARDSTICK: (&str, f64) = ("greedy 200 3", 70_058_751.0);

/// The yardstick runs again after so many games, and its shortest time counts.
const BETWEEN: u64 = 20;

/// Measures the games of a seed, or those of the usual one and of a new one.
pub(crate) fn run(seed: Option<u64>) -> Result<(), String> {
    let seeds = seed.map_or_else(|| vec![SEED, first_seed()], |seed| vec![seed]);
    let programs = Programs::build()?;
    let bouton = Bouton::new(&programs)?;
    let start = start(&bouton)?;
    let (mut jobs, mut yardstick) = (Vec::new(), f64::INFINITY);
    for &seed in &seeds {
        eprintln!("seed {seed}");
        let mut measured = 0;
        for number in 0.. {
            if measured == GAMES {
                break;
            }
            if measured % BETWEEN == 0 {
                yardstick = yardstick.min(scan(&programs)?);
            }
            let grundy = measured % 2 == 1;
            let Some(drawn) = draw::draw(&bouton, (seed, number), grundy)? else { continue };
            let Some(job) = Job::measure(&bouton, drawn, start)? else { continue };
            measured += 1;
            eprintln!("{seed} {number}: {}", report::told(&job));
            jobs.push(job);
        }
    }
    let date = today();
    let about = about(true);
    let page = Page { date: &date, about: &about, seeds: &seeds, jobs: &jobs, start, yardstick };
    publish(&page.text(), &programs.root, &format!("{date}-breadth"))?;
    match jobs.iter().filter(|job| job.drawn.wrong.is_some()).count() {
        0 => Ok(()),
        wrong => Err(format!("{wrong} tables contradict the definition")),
    }
}

/// The CPU seconds of a process that has next to nothing to compute.
fn start(bouton: &Bouton<'_>) -> Result<f64, String> {
    let (text, arguments) = ("nim".into(), Vec::new());
    let empty = Question { text, arguments, heaps: Some(1), grundy: false };
    let mut least = f64::INFINITY;
    for _ in 0..5 {
        let run = bouton.compute(&empty, 1, 1)?;
        least = least.min(run.seconds().ok_or("an empty job failed")?);
    }
    Ok(least)
}

/// The CPU seconds of the yardstick.
fn scan(programs: &Programs) -> Result<f64, String> {
    let words = [programs.xtask.clone(), "scan".into()];
    let words: Vec<String> =
        words.into_iter().chain(YARDSTICK.0.split(' ').map(String::from)).collect();
    let process = measure(&programs.xtask, job::LIMIT, &words)?;
    match process.end {
        End::Done => Ok(process.cpu),
        _ => Err("the yardstick failed".into()),
    }
}
