//! What `verify` says of random claims, compared with the definition.

use std::ops::RangeInclusive;

use bouton::Position;
use bouton::claim::Paper;
use bouton::engine::{Extent, Outcome, Solved};
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::lang::syntax::Order;
use bouton::verify::{Size, Status, Verdict, verify};
use dashu_int::UBig;

use super::case::Case;
use super::report::Tally;

/// A number of a position: as claims write it, and as it is computed here.
type Statistic = (&'static str, fn(&Position) -> u64);

const STATISTICS: &[Statistic] = &[
    ("total", |at| heaps(at).sum()),
    ("count", |at| heaps(at).filter(|&n| n > 0).count() as u64),
    ("largest", |at| heaps(at).max().unwrap_or(0)),
    ("(largest + total)", |at| heaps(at).max().unwrap_or(0) + heaps(at).sum::<u64>()),
];

/// Statistics of lists of heaps.
const OF_LISTS: &[Statistic] = &[
    ("xor(x)", |at| heaps(at).fold(0, |a, b| a ^ b)),
    ("x[-1]", |at| heaps(at).last().unwrap_or(0)),
    ("sum(h in x : h mod 3)", |at| heaps(at).map(|n| n % 3).sum()),
];

fn heaps(at: &Position) -> impl Iterator<Item = u64> {
    at.heaps.iter().map(|heap| u64::try_from(heap).expect("boxes are small"))
}

/// What a claim says where it speaks.
#[derive(Clone, Copy, PartialEq)]
enum Says {
    PIff,
    PIf,
    NIf,
    Grundy,
}

/// Compares the verdicts on a few claims.
pub fn compare(case: &Case, tally: &mut Tally) {
    let Some(size) = size(case) else { return };
    let mut statistics = STATISTICS.to_vec();
    if case.game.coordinates().is_none() {
        statistics.extend(OF_LISTS);
    }
    let (word, value) = statistics[tally.game as usize % statistics.len()];
    let divisor = 2 + tally.game % 3;
    let says = match tally.game / 7 % 4 {
        0 => Says::PIf,
        1 => Says::NIf,
        2 if case.values().grundy => Says::Grundy,
        _ => Says::PIff,
    };
    // Of one-sided claims a true one is chosen if there is one.
    let rest = (0..divisor).find(|rest| {
        let spoken = |at: &Position| value(at) % divisor == *rest;
        case.judged.iter().any(|(at, _)| spoken(at))
            && case.judged.iter().all(|(at, solved)| right(says, spoken(at), 0, solved))
    });
    let rest = rest.unwrap_or(tally.game % divisor);
    let line = match says {
        Says::PIff => format!("P iff {word} mod {divisor} = {rest}"),
        Says::PIf => format!("P if {word} mod {divisor} = {rest}"),
        Says::NIf => format!("N if {word} mod {divisor} = {rest}"),
        Says::Grundy => format!("grundy = {word} mod {divisor}"),
    };
    let wrong = case.judged.iter().filter(|(at, solved)| {
        let number = value(at) % divisor;
        !right(says, number == rest, number, solved)
    });
    let smallest = wrong.map(|(at, _)| at).min_by_key(|at| smallness(at));
    let spoken = case.judged.iter().any(|(at, _)| value(at) % divisor == rest);
    let verdict = match said(case, &line, &size) {
        Ok(verdict) => verdict,
        Err(why) => return tally.finding(case, format!("verify `{line}`: {why}")),
    };
    tally.asked("verify");
    let truth = match (case.error(), smallest) {
        (Some(_), _) => Status::Error,
        (None, Some(_)) => Status::Refuted,
        (None, None) if matches!(says, Says::PIf | Says::NIf) && !spoken => verdict.status,
        (None, None) => Status::Holds,
    };
    match truth {
        Status::Holds => tally.asked("verify: holds"),
        Status::Refuted => tally.asked("verify: refuted"),
        Status::Error => tally.asked("verify: error"),
        _ => {}
    }
    let at = verdict.counterexample.as_ref().map(|found| &found.position);
    let smallest = smallest.filter(|_| truth == Status::Refuted);
    if verdict.status != truth || at != smallest {
        let told = |at: Option<&Position>| at.map(Position::to_string);
        let (status, note) = (verdict.status, verdict.note.unwrap_or_default());
        let (at, smallest) = (told(at), told(smallest));
        let what = format!(
            "verify `{line}`: {status} {at:?} {note}, by the definition {truth} {smallest:?}"
        );
        tally.finding(case, what);
    }
}

/// Whether a claim is right at a position; where there is no value the question does not arise.
fn right(says: Says, spoken: bool, number: u64, solved: &Result<Solved, impl Sized>) -> bool {
    let Ok(solved) = solved else { return true };
    let p = solved.outcome == Outcome::P;
    match says {
        Says::PIff => spoken == p,
        Says::PIf => !spoken || p,
        Says::NIf => !spoken || !p,
        Says::Grundy => solved.grundy.map(u64::from) == Some(number),
    }
}

/// The size of the box, where `verify` can be asked for exactly this one.
fn size(case: &Case) -> Option<Size> {
    let Extent { heaps, most, counters } = &case.extent;
    let sum = !case.game.summands().is_empty();
    let heading = case.text.text.contains('"') || !case.text.arguments.is_empty();
    // Where it is not said how many places there are, `verify` looks at fewer too.
    let places = matches!(case.game.order(), Order::Fixed | Order::Circle);
    let vary = case.game.coordinates().is_none() && places && case.game.heaps().is_none();
    // Later turns, and other last takes, are looked at as far as they are needed.
    let start = case.game.start();
    let later = start.turn.is_some() || start.last.is_some();
    let same = most.iter().all(|one| *one == most[0]);
    if sum || heading || vary || later || !same || !counters.is_empty() {
        return None;
    }
    let heaps: Option<RangeInclusive<usize>> = Some(heaps.clone());
    let heaps = heaps.filter(|_| case.game.coordinates().is_none());
    Some(Size { heaps, max: Some(most[0]), ..Size::default() })
}

/// The verdict on a claim.
fn said(case: &Case, line: &str, size: &Size) -> Result<Verdict, String> {
    let text = format!("claim c for \"{}\"\n  {line}\n", case.text.text);
    let paper = Paper::parse(&text).map_err(|error| format!("refused: {error:?}"))?;
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let mut verdicts = Vec::new();
    verify(&paper, &paper.items()[0], size, ctx, &mut |verdict| verdicts.push(verdict))
        .map_err(|stop| format!("stops with {stop}"))?;
    verdicts.pop().ok_or("no verdict".to_string())
}

/// Fewest stones, then lowest in the order in which games go down, then fewest places, then lexicographic.
fn smallness(at: &Position) -> Vec<UBig> {
    let stones: UBig = at.heaps.iter().sum();
    let filled = at.heaps.iter().filter(|heap| !heap.is_zero()).count();
    let counters = &at.counters;
    let counters = [&counters.passes, &counters.turn, &counters.last];
    let mut key = vec![stones.clone(), stones - UBig::from(filled)];
    key.extend(counters.map(|value| value.clone().unwrap_or_default()));
    key.push(at.heaps.len().into());
    key.extend(at.heaps.iter().cloned());
    key
}
