//! What Bouton is asked: the outcomes or the Grundy numbers of a random game, in a box of some size.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::job::LIMIT;
use super::rows::Rows;
use crate::bench::answer::Answer;
use crate::bench::measure::{End, Process, measure};
use crate::bench::programs::Programs;
use crate::bench::row::Run;

/// A game and what is asked of it.
#[derive(Clone)]
pub(crate) struct Question {
    pub(crate) text: String,
    /// Values of the parameters in the heading.
    pub(crate) arguments: Vec<String>,
    /// The greatest number of heaps, unless the game says it.
    pub(crate) heaps: Option<u64>,
    pub(crate) grundy: bool,
}

impl Question {
    pub(crate) fn what(&self) -> &'static str {
        if self.grundy { "grundy" } else { "outcome" }
    }

    /// A command about the game.
    fn words(&self, command: &str) -> Vec<String> {
        let with = self.arguments.iter().flat_map(|value| ["--with".into(), value.clone()]);
        [command.into(), self.text.clone()].into_iter().chain(with).collect()
    }

    /// The options that name the box of a size.
    pub(crate) fn within(&self, n: u64) -> String {
        let heaps = self.heaps.map_or(String::new(), |heaps| format!("--heaps {heaps} "));
        format!("{heaps}--max {n}")
    }

    fn table(&self, n: u64, options: &str) -> Vec<String> {
        let within = self.within(n);
        let options = within.split(' ').chain(["--what", self.what()]).chain(options.split(' '));
        self.words("table").into_iter().chain(options.map(String::from)).collect()
    }

    /// The command for a box of a size, as one would type it.
    pub(crate) fn typed(&self, n: u64) -> String {
        let quoted = |word: &String| match word.contains(|c: char| !c.is_alphanumeric()) {
            true if !word.starts_with("--") => format!("'{}'", word.replace('\'', r"'\''")),
            _ => word.clone(),
        };
        let words: Vec<String> = self.table(n, "--summary --json").iter().map(quoted).collect();
        format!("bouton {}", words.join(" "))
    }
}

/// How Bouton would compute a box.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The kernel; without one, the definition computes the box.
    pub(crate) kernel: Option<String>,
    /// Why other kernels do not fit.
    pub(crate) not: Vec<(String, String)>,
    /// Whether a rule splits heaps.
    pub(crate) splits: bool,
    pub(crate) positions: f64,
    /// The guess.
    pub(crate) seconds: Option<f64>,
    /// Whether there is enough memory.
    pub(crate) fits: bool,
}

fn reasons(not: &Value) -> Vec<(String, String)> {
    let word = |one: &Value, key: &str| one[key].as_str().unwrap_or_default().to_string();
    let pair = |one: &Value| (word(one, "way"), word(one, "why"));
    not.as_array().map_or_else(Vec::new, |all| all.iter().map(pair).collect())
}

/// Who is asked, as a process of its own each time.
pub(crate) struct Bouton<'p> {
    programs: &'p Programs,
    /// Where positions are written that are asked for together.
    batch: PathBuf,
}

/// CPU seconds for an answer that is not measured.
const ASIDE: u64 = 3;

impl Bouton<'_> {
    pub(crate) fn new(programs: &Programs) -> Result<Bouton<'_>, String> {
        let folder = programs.target.join("bench");
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Bouton { programs, batch: folder.join("breadth.txt") })
    }

    fn run(&self, limit: u64, words: Vec<String>) -> Result<Process, String> {
        let words: Vec<String> = [self.programs.bouton.clone()].into_iter().chain(words).collect();
        measure(&self.programs.xtask, limit, &words)
    }

    /// The output of a process that ended well.
    fn read(&self, limit: u64, words: Vec<String>) -> Result<Option<String>, String> {
        let process = self.run(limit, words)?;
        Ok((process.end == End::Done).then_some(process.printed))
    }

    /// How a box would be computed; `None` if the question is refused.
    pub(crate) fn plan(&self, question: &Question, n: u64) -> Result<Option<Plan>, String> {
        let words = question.table(n, "--summary --explain-plan --json");
        let printed = self.read(ASIDE, words)?;
        let plan: Option<Value> = printed.and_then(|printed| serde_json::from_str(&printed).ok());
        Ok(plan.map(|plan| Plan {
            kernel: plan["kernel"].as_str().map(String::from),
            not: reasons(&plan["not"]),
            splits: plan["found"].to_string().contains("splits a heap"),
            positions: plan["positions"].as_str().and_then(|n| n.parse().ok()).unwrap_or(f64::MAX),
            seconds: plan["seconds"].as_f64(),
            fits: plan["fits"].is_null(),
        }))
    }

    /// Computes a box within some CPU seconds. What is short runs twice, and the shorter run counts.
    pub(crate) fn compute(&self, question: &Question, n: u64, limit: u64) -> Result<Run, String> {
        let first = self.compute_once(question, n, limit)?;
        match first.seconds() {
            Some(seconds) if seconds < SHORT => {
                Ok(self.compute_once(question, n, limit)?.faster(Some(first)))
            }
            _ => Ok(first),
        }
    }

    pub(crate) fn compute_once(
        &self,
        question: &Question,
        n: u64,
        limit: u64,
    ) -> Result<Run, String> {
        let process = self.run(limit, question.table(n, "--summary --json"))?;
        Ok(match (process.end, Answer::read(&process.printed)) {
            (End::GivenUp, _) => Run::GivenUp(limit),
            (End::Refused(why), _) | (End::Done, Err(why)) => Run::Refused(why),
            (End::Done, Ok(answer)) => {
                Run::Done { seconds: process.cpu, peak: process.peak, answer }
            }
        })
    }

    /// All positions of a box with their values; `None` if there is no answer within a second.
    pub(crate) fn rows(&self, question: &Question, n: u64) -> Result<Option<Rows>, String> {
        let printed = self.read(1, question.table(n, "--format csv"))?;
        Ok(printed.and_then(|printed| Rows::read(&printed)))
    }

    /// What the definition says of these positions, and how many CPU seconds that took.
    pub(crate) fn by_definition(
        &self,
        question: &Question,
        positions: &[String],
        limit: u64,
    ) -> Result<Option<(Vec<String>, f64)>, String> {
        let lines: String = positions.iter().map(|position| format!("{position}\n")).collect();
        fs::write(&self.batch, lines)
            .map_err(|error| format!("{}: {error}", self.batch.display()))?;
        let mut words = question.words("solve");
        let batch = self.batch.display().to_string();
        words.extend(["--by", "definition", "--batch", &batch].map(String::from));
        words.extend(question.grundy.then(|| "--grundy".to_string()));
        let process = self.run(limit, words)?;
        let values = process.printed.lines().map(String::from).collect();
        Ok((process.end == End::Done).then_some((values, process.cpu)))
    }

    /// How many moves a position has; infinitely many if those are too many to list, and `None` if it is no position.
    pub(crate) fn moves(&self, question: &Question, position: &str) -> Result<Option<f64>, String> {
        let mut words = question.words("moves");
        words.extend([position.to_string(), "--json".into()]);
        words.extend(["--first".to_string(), MOST_MOVES.to_string()]);
        let process = self.run(ASIDE, words)?;
        let answer: Option<Value> = serde_json::from_str(&process.printed).ok();
        Ok(match (process.end, answer) {
            (End::Done, Some(answer)) if answer["complete"] == true => {
                answer["moves"].as_array().map(|moves| moves.len() as f64)
            }
            (End::Refused(_), _) => None,
            _ => Some(f64::INFINITY),
        })
    }

    /// How many positions are visited for the value of one, by a table or by the definition.
    pub(crate) fn below(
        &self,
        question: &Question,
        position: &str,
        by: &str,
    ) -> Result<Option<u64>, String> {
        let mut words = question.words("solve");
        words.extend([position, "--by", by, "--json"].map(String::from));
        let printed = self.read(LIMIT, words)?;
        let answer: Option<Value> = printed.and_then(|printed| serde_json::from_str(&printed).ok());
        Ok(answer.and_then(|answer| answer["by"]["positions"].as_u64()))
    }
}

/// Runs of fewer CPU seconds are repeated.
const SHORT: f64 = 0.5;

/// More moves of a position are not listed.
const MOST_MOVES: usize = 20_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_shown_as_one_would_type_it() {
        let text = "take S from any".to_string();
        let arguments = vec!["S = {1, 3}".to_string()];
        let question = Question { text, arguments, heaps: Some(3), grundy: true };
        assert_eq!(
            question.typed(8),
            "bouton table 'take S from any' --with 'S = {1, 3}' --heaps 3 --max 8 --what grundy --summary --json"
        );
    }
}
