//! One job: a game at two sizes that were chosen for it.

use super::draw::Drawn;
use super::question::{Bouton, Plan};
use crate::bench::row::Run;

/// CPU seconds after which a job is stopped.
pub(crate) const LIMIT: u64 = 20;

/// A job is to take about so many seconds, by the plan.
const SECONDS: f64 = 1.0;

/// From so many seconds on, the time of a larger box is foretold.
const ENOUGH: f64 = 0.2;

/// Positions have at most so many moves on average, unless all positions together have few.
const MOVES: f64 = 1000.0;

/// A box whose positions have fewer moves, all of them together, is small: a loop would make them in less than a second.
const SMALL: f64 = 1e8;

/// A box of fewer positions may take longer, and this many seconds, unless heaps are split and lead to many more.
const FEW: f64 = 1e4;
const LONGER: f64 = 10.0;

/// A guess that is this many times too high or too low is wrong.
const WRONG: f64 = 5.0;

/// No box is larger than this.
const LARGEST: u64 = 1 << 40;

/// So many positions are looked at for the average number of moves.
const SAMPLE: usize = 8;

/// Fewer positions that are computed in no time tell nothing.
const FEWEST: f64 = 1000.0;

/// A box that was computed.
pub(crate) struct Sized {
    pub(crate) n: u64,
    pub(crate) plan: Plan,
    pub(crate) run: Run,
    /// The average number of moves, if there are not too many.
    pub(crate) moves: Option<f64>,
}

impl Sized {
    /// The positions of the table; of one that was not finished, those that it would have.
    pub(crate) fn positions(&self) -> f64 {
        let counted = self.run.answer().and_then(|answer| answer.size());
        counted.map_or(self.plan.positions, |counted| counted as f64)
    }
}

/// A job that was measured.
pub(crate) struct Job {
    pub(crate) drawn: Drawn,
    pub(crate) large: Sized,
    pub(crate) small: Option<Sized>,
    /// Where heaps are split, the positions that can be reached from the largest one of the table.
    pub(crate) visited: Option<u64>,
}

impl Job {
    /// Chooses the sizes for a game and measures it; `None` if the game has too few positions. `start` is the time of an empty job.
    pub(crate) fn measure(
        bouton: &Bouton<'_>,
        drawn: Drawn,
        start: f64,
    ) -> Result<Option<Job>, String> {
        let sizes = Sizes { bouton, drawn: &drawn };
        let Some(large) = sizes.chosen(start)? else { return Ok(None) };
        let small = match large.n / 2 {
            0 => None,
            n => sizes.compute(n)?,
        };
        // A larger box has no more positions, or is refused although this one takes no time.
        let no_more = small.as_ref().is_some_and(|small| small.positions() == large.positions());
        let quick = large.run.seconds().is_some_and(|took| took < 2.0 * start);
        if no_more || quick && large.positions() < FEWEST {
            return Ok(None);
        }
        let by = match large.plan.kernel.as_deref() {
            Some("heaps that are split") => Some("table"),
            None if large.plan.splits => Some("definition"),
            _ => None,
        };
        let corner = drawn.rows.positions(large.n, drawn.n).last();
        let visited = match by.zip(corner) {
            Some((by, corner)) => bouton.below(&drawn.question, &corner, by)?,
            None => None,
        };
        Ok(Some(Job { drawn, large, small, visited }))
    }

    /// The seconds of the large box; of one that was stopped, those until then.
    pub(crate) fn seconds(&self) -> f64 {
        self.large.run.seconds().unwrap_or(LIMIT as f64)
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.large.run.seconds().is_none()
    }

    /// Positions in a CPU second.
    pub(crate) fn rate(&self) -> f64 {
        let table = self.large.positions();
        table.max(self.visited.unwrap_or(0) as f64) / self.seconds()
    }

    /// How many times the measured time the guess is, and whether it is right. The start of the process is added to the guess.
    pub(crate) fn guess(&self, start: f64) -> Option<(f64, bool)> {
        let guess = self.large.plan.seconds?;
        let (guessed, took) = (guess + start, self.seconds());
        let low = guessed * WRONG < took;
        let high = !self.is_stopped() && guessed > WRONG * took;
        Some((guessed / took, !low && !high))
    }

    /// How many times as much the large box costs as the small one, over how many times as many moves it has. Times that
    /// are hardly longer than the start of a process tell nothing.
    pub(crate) fn growth(&self, start: f64) -> Option<f64> {
        let small = self.small.as_ref()?;
        let cost = |sized: &Sized| {
            let seconds = sized.run.seconds()? - start;
            (seconds > 2.0 * start).then_some(seconds)
        };
        let work = |sized: &Sized| Some(sized.positions() * sized.moves?.max(1.0));
        Some(cost(&self.large)? / cost(small)? / (work(&self.large)? / work(small)?))
    }
}

/// Chooses the sizes of a game.
struct Sizes<'a> {
    bouton: &'a Bouton<'a>,
    drawn: &'a Drawn,
}

impl Sizes<'_> {
    /// The largest sensible box, computed.
    fn chosen(&self, start: f64) -> Result<Option<Sized>, String> {
        let mut n = largest(|n| self.is_guessed_quick(n))?;
        let larger = self.bouton.plan(&self.drawn.question, 2 * n)?;
        if larger.is_some_and(|plan| plan.seconds.is_none()) {
            n = self.grown(n)?;
        }
        let Some(sized) = self.compute_some(n)? else { return Ok(None) };
        match (sized.plan.seconds, sized.run.seconds()) {
            (Some(guess), Some(took)) if guess + start > WRONG * took => {
                let n = self.grown(sized.n)?;
                if n > sized.n { self.compute_some(n) } else { Ok(Some(sized)) }
            }
            _ => Ok(Some(sized)),
        }
    }

    /// The size of a box that takes about as long as a job should, as measured on smaller ones.
    fn grown(&self, from: u64) -> Result<u64, String> {
        let (mut n, mut before) = (from, None);
        while n < LARGEST && self.is_within_reach(2 * n)? {
            let run = self.bouton.compute_once(&self.drawn.question, 2 * n, SECONDS as u64)?;
            let Some(took) = run.seconds() else { return self.grown_less(n) };
            n *= 2;
            if took >= ENOUGH {
                let power = before.map_or(1.0, |before: f64| (took / before).log2().max(1.0));
                let larger = (n as f64 * (SECONDS / took).powf(1.0 / power)) as u64;
                return Ok(if larger > n && self.is_within_reach(larger)? { larger } else { n });
            }
            before = Some(took);
        }
        Ok(n)
    }

    /// The same where a box of twice the size takes too long.
    fn grown_less(&self, mut n: u64) -> Result<u64, String> {
        for step in [n / 2, n / 4, n / 8] {
            let question = &self.drawn.question;
            if step > 0
                && self.is_within_reach(n + step)?
                && self.bouton.compute_once(question, n + step, SECONDS as u64)?.seconds().is_some()
            {
                n += step;
            }
        }
        Ok(n)
    }

    /// Computes a box, or a smaller one if it is refused.
    fn compute_some(&self, mut n: u64) -> Result<Option<Sized>, String> {
        while n > 0 {
            if let Some(sized) = self.compute(n)? {
                return Ok(Some(sized));
            }
            n /= 2;
        }
        Ok(None)
    }

    /// Computes a box; `None` if it is refused.
    fn compute(&self, n: u64) -> Result<Option<Sized>, String> {
        let question = &self.drawn.question;
        let Some(plan) = self.bouton.plan(question, n)? else { return Ok(None) };
        let run = self.bouton.compute(question, n, LIMIT)?;
        if let Run::Refused(_) = run {
            return Ok(None);
        }
        Ok(Some(Sized { n, plan, run, moves: self.moves(n)? }))
    }

    /// Whether a box is guessed to take no longer than a job should.
    fn is_guessed_quick(&self, n: u64) -> Result<bool, String> {
        let Some(plan) = self.bouton.plan(&self.drawn.question, n)? else { return Ok(false) };
        let limit = if plan.positions <= FEW && !plan.splits { LONGER } else { SECONDS };
        Ok(plan.seconds.is_some_and(|guess| guess <= limit) && self.is_within_reach(n)?)
    }

    /// Whether a box fits into memory, and a loop over its moves would end.
    fn is_within_reach(&self, n: u64) -> Result<bool, String> {
        let Some(plan) = self.bouton.plan(&self.drawn.question, n)? else { return Ok(false) };
        if !plan.fits || plan.positions <= FEW {
            return Ok(plan.fits);
        }
        let moves = self.moves(n)?;
        Ok(moves.is_some_and(|moves| moves <= MOVES || moves * plan.positions <= SMALL))
    }

    /// The average number of moves of a position, by some that are spread over the box.
    fn moves(&self, n: u64) -> Result<Option<f64>, String> {
        let Drawn { rows, n: of, question, .. } = self.drawn;
        let every = (rows.len() / SAMPLE).max(1);
        let mut found = Vec::new();
        for position in rows.positions(n, *of).skip(every / 2).step_by(every) {
            found.extend(self.bouton.moves(question, &position)?);
        }
        let average = found.iter().sum::<f64>() / found.len() as f64;
        Ok(average.is_finite().then_some(average))
    }
}

/// A size that is fine while one an eighth larger is not, or 1.
fn largest(fine: impl Fn(u64) -> Result<bool, String>) -> Result<u64, String> {
    let mut n = 1;
    while n < LARGEST && fine(2 * n)? {
        n *= 2;
    }
    for step in [n / 2, n / 4, n / 8] {
        if step > 0 && fine(n + step)? {
            n += step;
        }
    }
    Ok(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_size_is_found_up_to_an_eighth() {
        for most in [1, 2, 3, 9, 1000, 12345] {
            let found = largest(|n| Ok(n <= most)).expect("no failure");
            assert!(found <= most && most <= found + found.div_ceil(8), "{most}: {found}");
        }
    }
}
