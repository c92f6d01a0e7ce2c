//! Periods of sequences of Grundy numbers: what is observed, and what is proved for every heap.
//!
//! From a size K on let every move take one of finitely many numbers of stones, at most k, the same from every heap, and
//! leave at most j heaps, of any sizes. If g(n + p) = g(n) for all n from n₀ up to j n₀ + (j - 1) p + k, and up to K,
//! then for all n from n₀ on. For a larger n, by induction, one of at most j parts of n + p without the stones that
//! are taken has at least n₀ + p, and has the same number as the one with p stones less: so the options of n + p have the
//! numbers of options of n; and the other way round. For j = 1 these are subtraction games; for j = 2 this is the
//! theorem of Guy and Smith (The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956) 514-526).

use std::fmt;

use super::Sequence;
use crate::engine::limits::over;
use crate::engine::lower::{Finite, takes_all};
use crate::engine::store::List;
use crate::game::Game;
use crate::job::{Ctx, Stop};

/// A sequence that repeats itself: g(n + period) = g(n) + saltus for every n from `preperiod` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// How many values come before it, that of the empty heap among them.
    pub preperiod: u64,
    /// After how many values it repeats itself.
    pub period: u64,
    /// What is added then.
    pub saltus: i64,
}

/// A period that is proved for all heaps. Only [`Proved::of`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    period: Period,
    by: By,
}

/// What proves a period.
#[derive(Clone, Debug, PartialEq, Eq)]
enum By {
    /// Every number of stones may be taken, so that a heap has its size as its number.
    All,
    /// Moves take at most `stones` and leave at most `heaps`; it was checked up to a heap.
    Finite { stones: u64, heaps: u64, to: u64 },
}

/// What is found out about a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// It repeats itself for ever.
    Proved(Proved),
    /// It repeats itself as far as it was looked at, three times at least and for half of that.
    Observed {
        /// How.
        period: Period,
        /// The last heap that was looked at.
        to: u64,
    },
    /// It does not repeat itself as far as it was looked at.
    Unknown {
        /// The last heap that was looked at.
        to: u64,
    },
}

/// Without a limit of its own the first look is up to this heap, each one after it four times as far.
const FIRST: u64 = 1 << 10;
const LAST: u64 = 1 << 20;

/// There is no further look if it may have to look at more options.
const MOST_WORK: u64 = 20_000_000_000;

/// Looks for the period of a game of independent heaps, up to a heap or as far as it takes to prove one within reason.
pub fn repetition(game: &Game, to: Option<u64>, ctx: Ctx<'_>) -> Result<Repetition, Stop> {
    let mut look = to.unwrap_or(FIRST);
    loop {
        let sequence = Sequence::of(game, look, ctx)?;
        let found = sequence.repetition()?;
        let more = look < LAST && sequence.work.saturating_mul(16) <= MOST_WORK;
        if to.is_some() || !more || matches!(found, Repetition::Proved(_)) {
            return Ok(found);
        }
        look *= 4;
    }
}

impl Sequence<'_> {
    /// What the sequence shows of its period.
    pub fn repetition(&self) -> Result<Repetition, Stop> {
        let to = self.numbers.len() as u64 - 1;
        let Ok(mut list) = List::filled(self.numbers.len() - 1, 0, self.budget) else {
            let values = format!("a period is looked for in {} values", self.numbers.len());
            return Err(over(values, "fewer values fit".into(), self.budget));
        };
        overlaps(&self.numbers, &mut list);
        Ok(self.found(to, &list))
    }

    fn found(&self, to: u64, overlaps: &[u32]) -> Repetition {
        let all = Period { preperiod: 0, period: 1, saltus: 1 };
        if let Some(proved) = Proved::of(self, all) {
            return Repetition::Proved(proved);
        }
        let finite = Finite::of(self.game);
        let mut observed = None;
        for period in periods(&self.numbers, overlaps) {
            // The check looks at all numbers: only those are tried that may pass.
            let may = finite.as_ref().is_some_and(|finite| needs(finite, period) <= to);
            if may && let Some(proved) = Proved::of(self, period) {
                return Repetition::Proved(proved);
            }
            let Period { preperiod, period: p, .. } = period;
            if observed.is_none() && 2 * preperiod <= to && preperiod + 3 * p <= to + 1 {
                observed = Some(period);
            }
        }
        match observed {
            Some(period) => Repetition::Observed { period, to },
            None => Repetition::Unknown { to },
        }
    }
}

/// For each length of a period, from the shortest on, from where on the numbers repeat themselves up to the last.
fn periods(numbers: &[u32], overlaps: &[u32]) -> impl Iterator<Item = Period> {
    let last = numbers.len() - 1;
    (1..overlaps.len()).map(move |p| {
        let preperiod = last - p - overlaps[p] as usize;
        let saltus = i64::from(numbers[last]) - i64::from(numbers[last - p]);
        Period { preperiod: preperiod as u64, period: p as u64, saltus }
    })
}

/// For each p, how many steps from one number to the next, backwards from the last, are the same as those p before. (The
/// Z-algorithm, on the steps backwards.) With a period they are the same again, whatever is added.
fn overlaps(numbers: &[u32], overlaps: &mut [u32]) {
    let last = numbers.len() - 1;
    let step = |i: usize| numbers[last - i].wrapping_sub(numbers[last - i - 1]);
    // The part that is known to be the same as the beginning and reaches furthest.
    let (mut from, mut to) = (0, 0);
    for i in 1..last {
        let mut overlap = if i < to { (overlaps[i - from] as usize).min(to - i) } else { 0 };
        while i + overlap < last && step(i + overlap) == step(overlap) {
            overlap += 1;
        }
        overlaps[i] = overlap as u32;
        if i + overlap > to {
            (from, to) = (i, i + overlap);
        }
    }
}

impl Proved {
    /// The period, if the numbers of a game show that it has it for ever.
    #[doc(hidden)]
    #[must_use]
    pub fn of(sequence: &Sequence<'_>, period: Period) -> Option<Proved> {
        if period == (Period { preperiod: 0, period: 1, saltus: 1 }) && takes_all(sequence.game) {
            return Some(Proved { period, by: By::All });
        }
        let finite = Finite::of(sequence.game)?;
        let to = needs(&finite, period);
        let Period { preperiod, period: p, saltus } = period;
        let numbers = sequence.numbers();
        if saltus != 0 || p == 0 || to >= numbers.len() as u64 {
            return None;
        }
        let (preperiod, p) = (preperiod as usize, p as usize);
        let repeats = |n: usize| numbers[n] == numbers[n + p];
        let holds = (preperiod..=to as usize - p).all(repeats);
        let Finite { stones, heaps, .. } = finite;
        holds.then_some(Proved { period, by: By::Finite { stones, heaps, to } })
    }

    /// What is proved.
    #[must_use]
    pub fn period(&self) -> Period {
        self.period
    }
}

impl fmt::Display for Proved {
    /// By what it is proved.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.by {
            By::All => f.write_str("every number of stones may be taken, so g(m) = m"),
            By::Finite { stones, heaps: 0 | 1, to } => {
                write!(f, "the last {stones} values tell the next; checked up to {to}")
            }
            By::Finite { stones, heaps: 2, to } => write!(
                f,
                "the theorem of Guy and Smith, with at most {stones} stones a move; checked up to {to}"
            ),
            By::Finite { stones, heaps, to } => write!(
                f,
                "the theorem of Guy and Smith, for up to {heaps} heaps and at most {stones} stones a move; \
                 checked up to {to}"
            ),
        }
    }
}

/// Up to which heap a period must be checked.
fn needs(finite: &Finite, period: Period) -> u64 {
    let Period { preperiod, period, .. } = period;
    let (j, k) = (finite.heaps, finite.stones);
    let heaps = j.saturating_mul(preperiod).saturating_add((j - 1).saturating_mul(period));
    heaps.saturating_add(k).max(finite.from).max(preperiod).saturating_add(period)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_backwards() {
        // The steps backwards are 1, 2, 1, 2, 1, 3, 1, 2.
        let numbers = [0, 2, 3, 6, 7, 9, 10, 12, 13];
        let mut list = [0; 8];
        overlaps(&numbers, &mut list);
        assert_eq!(list, [0, 0, 3, 0, 1, 0, 2, 0]);
    }
}
