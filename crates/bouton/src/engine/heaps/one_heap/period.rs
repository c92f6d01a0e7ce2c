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
use crate::engine::store::extend;
use crate::game::{Amount, Game, Parts, Rule, RuleKind};
use crate::job::{Ctx, Stop};
use crate::lang::builtin::{Binary, Unary};
use crate::lang::core::{ExprId, Node, Word};
use crate::lang::syntax::Likeness;
use crate::lang::value::Value;
use crate::lang::{Interval, Region};

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
        let mut list = Vec::new();
        if extend(&mut list, self.numbers.len() - 1, self.budget).is_err() {
            let values = format!("a period is looked for in {} values", self.numbers.len());
            return Err(over(values, "fewer values fit".into(), self.budget));
        }
        overlaps(&self.numbers, &mut list);
        let found = self.found(to, &list);
        self.budget.give((list.capacity() * size_of::<u32>()) as u64);
        Ok(found)
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
            let may = finite.as_ref().is_some_and(|finite| finite.needs(period) <= to);
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
        let to = finite.needs(period);
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

/// Whether a rule allows every number of stones from every heap.
fn takes_all(game: &Game) -> bool {
    let alone = !game.splits() && game.heaps_are_independent();
    alone
        && game.rules.iter().any(|rule| match &rule.kind {
            RuleKind::Take { amount: Amount::In(ranges), .. } if rule.when.is_none() => {
                ranges.iter().any(|&(lo, hi)| {
                    let one =
                        matches!(game.core.constant(lo), Some(Value::Int(n)) if *n <= 1u8.into());
                    one && matches!(game.core.node(hi), Node::Word(Word::Chosen))
                })
            }
            _ => false,
        })
        && game.rules.iter().all(|rule| rule_parts(rule).iter().all(|&id| is_total(game, id)))
}

/// All that a rule looks at.
fn rule_parts(rule: &Rule) -> Vec<ExprId> {
    let mut parts: Vec<ExprId> = rule.when.into_iter().chain(rule.after).collect();
    let amount = match &rule.kind {
        RuleKind::Take { amount, .. } => Some(amount),
        RuleKind::Split { amount, parts: into, .. } => {
            parts.extend(into.number.iter().flat_map(|&(lo, hi)| [lo, hi]).chain(into.condition));
            amount.as_ref()
        }
        RuleKind::Several { .. } | RuleKind::Move { .. } => None,
    };
    parts.extend(
        amount.into_iter().flat_map(|amount| amount.bounds().into_iter().chain(amount.condition())),
    );
    parts
}

/// A game whose moves are the same from every heap of some size on.
#[derive(Debug, PartialEq, Eq)]
struct Finite {
    /// The greatest number of stones that is taken at once.
    stones: u64,
    /// The greatest number of heaps that one becomes.
    heaps: u64,
    /// From this size on.
    from: u64,
}

impl Finite {
    /// What the text of the rules shows; `None` if it does not show it.
    fn of(game: &Game) -> Option<Finite> {
        if !game.heaps_are_independent() {
            return None;
        }
        (0..20).map(|bits| 1 << bits).find_map(|from| Finite::from(game, from))
    }

    fn from(game: &Game, from: u64) -> Option<Finite> {
        let mut finite = Finite { stones: 0, heaps: 1, from };
        for rule in &game.rules {
            if !rule_parts(rule).iter().all(|&id| is_total(game, id)) || rule.after.is_some() {
                return None;
            }
            match rule.when.map(|when| truth(game, when, from)) {
                Some((false, _)) => continue,
                Some((true, true)) => return None,
                _ => {}
            }
            let (amount, heaps) = match &rule.kind {
                RuleKind::Take { amount, .. } => (Some(amount), 1),
                RuleKind::Split { amount, parts, .. } => (amount.as_ref(), parts_of(game, parts)?),
                RuleKind::Several { .. } | RuleKind::Move { .. } => return None,
            };
            let stones = match amount {
                Some(amount) => most_stones(game, amount, from)?,
                None => 0,
            };
            finite.heaps = finite.heaps.max(heaps);
            finite.stones = finite.stones.max(stones);
        }
        Some(finite)
    }

    /// Up to which heap a period must be checked.
    fn needs(&self, period: Period) -> u64 {
        let Period { preperiod, period, .. } = period;
        let (j, k) = (self.heaps, self.stones);
        let heaps = j.saturating_mul(preperiod).saturating_add((j - 1).saturating_mul(period));
        heaps.saturating_add(k).max(self.from).max(preperiod).saturating_add(period)
    }
}

/// Into how many heaps one is split, if they may have any sizes.
fn parts_of(game: &Game, parts: &Parts) -> Option<u64> {
    if parts.likeness != Likeness::Any || parts.condition.is_some() {
        return None;
    }
    let most = parts.number.iter().map(|&(lo, hi)| {
        let whole = |id: ExprId| match game.core.constant(id) {
            Some(Value::Int(n)) => u64::try_from(n).ok(),
            _ => None,
        };
        whole(lo)?;
        whole(hi)
    });
    most.collect::<Option<Vec<u64>>>()?.into_iter().max()
}

/// The most stones of an amount that is the same for all heaps of at least some size.
fn most_stones(game: &Game, amount: &Amount, from: u64) -> Option<u64> {
    let Amount::In(ranges) = amount else { return None };
    let mut most = 0;
    for &(lo, hi) in ranges {
        let (lo, hi) = (hull(game, lo, from), hull(game, hi, from));
        let none = lo.lo.as_ref().zip(hi.hi.as_ref()).is_some_and(|(lo, hi)| lo > hi);
        if none {
            continue;
        }
        let known = |interval: &Interval| {
            let (lo, hi) = (interval.lo.clone()?, interval.hi.clone()?);
            (lo == hi).then_some(lo)
        };
        known(&lo).filter(|lo| *lo <= from.into())?;
        let hi = u64::try_from(&known(&hi)?).ok().filter(|&hi| hi <= from)?;
        most = most.max(hi);
    }
    Some(most)
}

/// All heaps of at least some size.
fn large(from: u64) -> Region {
    let mut region = Region::default();
    region.set(Word::Chosen, Interval::from(from));
    region
}

/// What a number may be for all heaps of at least some size.
fn hull(game: &Game, id: ExprId, from: u64) -> Interval {
    large(from).hull(&game.core, id, &mut |_| None)
}

/// Whether a condition may be true for a heap of at least some size, and whether it may be false.
fn truth(game: &Game, id: ExprId, from: u64) -> (bool, bool) {
    large(from).truth(&game.core, id, &mut |_| None)
}

/// Whether an expression has a value, a whole number or a truth, for every heap, as far as its text shows it.
fn is_total(game: &Game, id: ExprId) -> bool {
    let core = &game.core;
    core.visit(&[id], |id| match core.node(id) {
        Node::Const(Value::Ratio(_)) => None,
        Node::Const(_) | Node::Word(Word::Chosen) => Some(vec![]),
        Node::Unary(Unary::Floor | Unary::Ceil, a) => match core.node(*a) {
            Node::Binary(Binary::Div, a, b) => match core.constant(*b) {
                Some(Value::Int(n)) if !n.is_zero() => Some(vec![*a]),
                _ => None,
            },
            _ => Some(vec![*a]),
        },
        Node::Unary(op, _) => op.entry().defined.all_whole().then(|| core.parts(id)),
        Node::Binary(op, ..) => {
            op.entry().defined.iter().all(|defined| defined.all_whole()).then(|| core.parts(id))
        }
        Node::If(..) => Some(core.parts(id)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_finite() {
        let finite = |text: &str| {
            Finite::of(&Game::parse(text).unwrap()).map(|finite| (finite.stones, finite.heaps))
        };
        assert_eq!(finite("take {2, 5, 7} from any"), Some((7, 1)));
        assert_eq!(finite("take 1..min(m, 9) from any"), Some((9, 1)));
        assert_eq!(finite("octal 0.137"), Some((3, 2)));
        assert_eq!(finite("octal 4.0002"), Some((4, 2)));
        // Four stones are only taken from a heap of four.
        assert_eq!(finite("octal 4.0001"), Some((0, 2)));
        assert_eq!(finite("hexadecimal 0.8"), Some((1, 3)));
        assert_eq!(finite("take 1..3 from any when m > 100"), Some((3, 1)));
        for text in [
            "nim",
            "halving",
            "octal 0.(3)",
            "grundys-game",
            "split any into equal",
            "take 1..3 from any when even(m)",
            "take 1..6/(m - 3) from any",
            "take {1, 3} from any; ending misere",
        ] {
            assert_eq!(finite(text), None, "{text}");
        }
    }

    #[test]
    fn overlaps_backwards() {
        // The steps backwards are 1, 2, 1, 2, 1, 3, 1, 2.
        let numbers = [0, 2, 3, 6, 7, 9, 10, 12, 13];
        let mut list = [0; 8];
        overlaps(&numbers, &mut list);
        assert_eq!(list, [0, 0, 3, 0, 1, 0, 2, 0]);
    }
}
