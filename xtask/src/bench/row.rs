//! One job at one size: what was measured, and whether the bars are reached.

use super::answer::Answer;
use super::jobs::{Bar, Job};

/// How a program fared.
#[derive(Clone, Debug)]
pub(crate) enum Run {
    Done {
        seconds: f64,
        peak: u64,
        answer: Answer,
    },
    /// It failed; its own words.
    Refused(String),
    /// It used up this many seconds.
    GivenUp(u64),
    /// It was given up at a smaller size.
    NotTried,
}

impl Run {
    pub(crate) fn seconds(&self) -> Option<f64> {
        match self {
            Run::Done { seconds, .. } => Some(*seconds),
            _ => None,
        }
    }

    /// The run that took less time.
    pub(crate) fn faster(self, other: Option<Run>) -> Run {
        match (self.seconds(), other) {
            (Some(mine), Some(other)) if other.seconds().is_some_and(|theirs| theirs < mine) => {
                other
            }
            _ => self,
        }
    }

    pub(crate) fn answer(&self) -> Option<&Answer> {
        match self {
            Run::Done { answer, .. } => Some(answer),
            _ => None,
        }
    }
}

pub(crate) struct Row {
    pub(crate) job: &'static Job,
    pub(crate) n: u64,
    pub(crate) bouton: Run,
    /// Another build of Bouton.
    pub(crate) other: Option<Run>,
    pub(crate) yardstick: Option<Run>,
    pub(crate) scan: Option<Run>,
    /// The bytes that Bouton uses for a tiny job.
    pub(crate) tiny: u64,
}

impl Row {
    pub(crate) fn positions(&self) -> Option<u64> {
        self.bouton.answer()?.size()
    }

    /// Nanoseconds a position.
    pub(crate) fn cost(&self) -> Option<f64> {
        Some(self.bouton.seconds()? * 1e9 / self.positions()? as f64)
    }

    pub(crate) fn bytes(&self) -> Option<f64> {
        let Run::Done { peak, .. } = self.bouton else { return None };
        Some(peak.saturating_sub(self.tiny) as f64 / self.positions()? as f64)
    }

    /// Bouton's bytes as a multiple of the other build's.
    pub(crate) fn bytes_of_other(&self) -> Option<f64> {
        let peak = |run: &Run| match run {
            Run::Done { peak, .. } => Some(*peak as f64),
            _ => None,
        };
        Some(peak(&self.bouton)? / peak(self.other.as_ref()?)?)
    }

    /// Bouton's time as a multiple of the yardstick's, unless that is too short for its clock.
    pub(crate) fn of_yardstick(&self) -> Option<f64> {
        let (ours, theirs) = (self.bouton.seconds()?, self.yardstick.as_ref()?.seconds()?);
        if theirs == 0.0 {
            return None;
        }
        match self.job.yardstick.as_ref()?.positions {
            Some(positions) => Some(self.cost()? / (theirs * 1e9 / positions as f64)),
            None => Some(ours / theirs),
        }
    }

    /// Bouton's time as a multiple of the other build's.
    pub(crate) fn of_other(&self) -> Option<f64> {
        Some(self.bouton.seconds()? / self.other.as_ref()?.seconds()?)
    }

    /// How many times as fast as the scan Bouton is.
    pub(crate) fn of_scan(&self) -> Option<f64> {
        Some(self.scan.as_ref()?.seconds()? / self.bouton.seconds()?)
    }

    pub(crate) fn is_last(&self) -> bool {
        self.job.sizes.last() == Some(&self.n)
    }

    fn is_last_scanned(&self) -> bool {
        let (_, most) = self.job.scan;
        self.job.sizes.iter().rfind(|&&n| n <= most) == Some(&self.n)
    }

    /// The bars for this size.
    pub(crate) fn bars(&self) -> Vec<Bar> {
        let here = |bar: &Bar| match bar {
            Bar::Scan(_) => self.is_last_scanned(),
            Bar::Yardstick(_) | Bar::Bytes(_) | Bar::Flat(_) => self.is_last(),
        };
        self.job.bars.iter().copied().filter(here).collect()
    }

    /// Whether a bar is reached, if that is known. `before` is the row of the size before.
    pub(crate) fn reaches(&self, bar: Bar, before: Option<&Row>) -> Option<bool> {
        if self.bouton.seconds().is_none() {
            return Some(false);
        }
        match bar {
            Bar::Yardstick(most) => Some(self.of_yardstick()? <= most),
            Bar::Scan(least) => Some(self.of_scan()? >= least),
            Bar::Bytes(most) => Some(self.bytes()? <= most),
            Bar::Flat(most) => Some(self.cost()? <= most * before?.cost()?),
        }
    }

    /// The contradictions between the programs and the known numbers.
    pub(crate) fn contradictions(&self) -> Vec<String> {
        let known = self.job.known.iter().filter(|(n, ..)| *n == self.n);
        let known = known.fold(Answer::default(), |all, &(_, name, number)| all.with(name, number));
        let answer = |run: &Option<Run>| run.as_ref().and_then(Run::answer).cloned();
        let told = [
            ("Bouton", self.bouton.answer().cloned()),
            ("the scan", answer(&self.scan)),
            ("the other build", answer(&self.other)),
            ("the yardstick", answer(&self.yardstick)),
            ("what is known", Some(known)),
        ];
        let mut found = Vec::new();
        let (name, n) = (self.job.name, self.n);
        if let [(_, Some(ours)), (_, Some(scanned)), ..] = &told
            && !ours.meets(scanned)
        {
            found.push(format!(
                "{name} {n}: Bouton and the scan tell no number that can be compared"
            ));
        }
        for (i, (one, mine)) in told.iter().enumerate() {
            for (other, theirs) in &told[i + 1..] {
                let differ = mine.as_ref().zip(theirs.as_ref()).and_then(|(a, b)| a.contradicts(b));
                if let Some(differ) = differ {
                    found.push(format!("{name} {n}: by {one} or by {other} {differ}"));
                }
            }
        }
        found
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::bench::jobs::JOBS;

    pub(crate) fn done(seconds: f64, positions: u64, p: u64) -> Run {
        let answer = Answer::of(&[("positions", positions), ("p", p)]);
        Run::Done { seconds, peak: 3_000_000, answer }
    }

    /// The first job.
    pub(crate) fn row(n: u64, bouton: Run) -> Row {
        let yardstick = Some(done(0.5, 1_000_000, 100));
        Row { job: &JOBS[0], n, bouton, other: None, yardstick, scan: None, tiny: 2_000_000 }
    }

    #[test]
    fn ratios_are_those_of_one_size() {
        let mut row = row(200, done(0.25, 1_000_000, 100));
        row.scan = Some(done(5.0, 1_000_000, 100));
        assert_eq!(row.cost(), Some(250.0));
        assert_eq!(row.bytes(), Some(1.0));
        assert_eq!(row.of_yardstick(), Some(0.5));
        assert_eq!(row.of_scan(), Some(20.0));
        assert_eq!(row.contradictions(), Vec::<String>::new());
    }

    #[test]
    fn bars_are_for_the_last_size() {
        assert_eq!(row(200, Run::NotTried).bars(), []);
        let slow = row(500, done(1.25, 10_000_000, 666_813_126));
        assert_eq!(slow.bars(), [Bar::Yardstick(2.0), Bar::Bytes(0.2)]);
        assert_eq!(slow.reaches(Bar::Yardstick(2.0), None), Some(false));
        assert_eq!(slow.reaches(Bar::Bytes(0.2), None), Some(true));
        assert_eq!(slow.reaches(Bar::Scan(100.0), None), None);
        let before = row(200, done(0.25, 1_000_000, 100));
        assert_eq!(slow.reaches(Bar::Flat(1.5), Some(&before)), Some(true));
        let given_up = row(500, Run::GivenUp(60));
        assert_eq!(given_up.reaches(Bar::Yardstick(2.0), None), Some(false));
    }

    #[test]
    fn a_job_without_a_number_to_compare_is_found_out() {
        let mut row = row(200, done(1.0, 1_000_000, 100));
        let answer = Answer::of(&[("checksum", 5)]);
        row.scan = Some(Run::Done { seconds: 1.0, peak: 0, answer });
        assert_eq!(row.contradictions().len(), 1);
    }

    #[test]
    fn answers_must_be_those_that_are_known() {
        let wrong = row(500, done(1.0, 1_000_000, 100)).contradictions();
        let expected =
            |one| format!("greedy-3 500: by {one} or by what is known p is 100 or 666813126");
        assert_eq!(wrong, [expected("Bouton"), expected("the yardstick")]);
    }
}
