//! Numbers of stones as ranges between forms: `{1, 2, 3}` and `1..min(3, m)` are one range.

use std::collections::BTreeSet;

use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::lang::core::Word;
use crate::lang::form::{Atom, Poly, Truth};
use crate::lang::setting::Setting;

/// The numbers in 1..m that satisfy lower bounds, upper bounds and conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Range {
    pub(crate) lower: BTreeSet<Poly>,
    pub(crate) upper: BTreeSet<Poly>,
    pub(crate) also: BTreeSet<Truth>,
}

/// Sets of more ranges are not made.
const MOST_RANGES: usize = 32;

/// The number of stones in a condition.
const STONES: Word = Word::Variable(0);

/// The numbers from one to another. If the upper end is a `max`, they are several ranges.
pub(super) fn between(lower: &Poly, upper: &Poly) -> Vec<Range> {
    let mut ranges = Vec::new();
    let negated = lower.negated();
    let (mut lowers, mut uppers) = (ends(&negated, 0), ends(upper, 0));
    if lowers.len() * uppers.len() > MOST_RANGES {
        (lowers, uppers) = (vec![[negated].into()], vec![[upper.clone()].into()]);
    }
    for uppers in uppers {
        for lower in &lowers {
            let lower = lower.iter().map(Poly::negated).collect();
            ranges.push(Range { lower, upper: uppers.clone(), also: BTreeSet::new() });
        }
    }
    ranges
}

/// Alternatives for being at most a number: being at most each number of one of these sets.
fn ends(end: &Poly, depth: usize) -> Vec<BTreeSet<Poly>> {
    let min = end.0.iter().find_map(|(product, coefficient)| match &product[..] {
        [Atom::Min(parts)] => Some((product, coefficient, parts)),
        _ => None,
    });
    let Some((product, coefficient, parts)) =
        min.filter(|(.., parts)| parts.len() <= 8 && depth < 2)
    else {
        return vec![[end.clone()].into()];
    };
    let (rest, _) = end.without(product);
    let each = parts.iter().map(|part| ends(&rest.plus(part, coefficient), depth + 1));
    if *coefficient < RBig::ZERO {
        return each.flatten().collect();
    }
    let mut all = vec![BTreeSet::new()];
    for sets in each {
        if all.len() * sets.len() > MOST_RANGES {
            return vec![[end.clone()].into()];
        }
        all = all.iter().flat_map(|a| sets.iter().map(move |b| a | b)).collect();
    }
    all
}

/// The numbers that are in none of some ranges without conditions; `None` if there are too many
/// ranges.
pub(super) fn complement(ranges: &BTreeSet<Range>, setting: &Setting) -> Option<Vec<Range>> {
    let mut all = vec![Range::default()];
    for range in ranges {
        let mut parts = Vec::new();
        for lower in &range.lower {
            parts.push(Range { upper: [lower.shifted(-1)].into(), ..Range::default() });
        }
        for upper in &range.upper {
            parts.push(Range { lower: [upper.shifted(1)].into(), ..Range::default() });
        }
        let work = || parts.len() * all.iter().map(Range::size).sum::<usize>();
        if !setting.affords(work) {
            return None;
        }
        let both = all.iter().flat_map(|a| parts.iter().map(|b| a.meet(b))).collect();
        all = union(both, setting).into_iter().collect();
        if all.len() > MOST_RANGES {
            return None;
        }
    }
    Some(all)
}

/// What a condition on the stones means, as alternatives: a range, and what must hold in addition.
pub(super) fn satisfying(condition: &Truth, setting: &Setting) -> Vec<(Range, Truth)> {
    let mut found = Vec::new();
    for part in alternatives(condition) {
        let mut range = Range::default();
        let mut besides = Vec::new();
        for truth in part {
            if !truth.mentions(STONES) {
                besides.push(truth);
            } else if !range.bound(&truth, setting) {
                range.also.insert(truth);
            }
        }
        found.push((range, setting.and(besides)));
    }
    found
}

/// A condition as alternatives, each a set of conditions that hold together.
pub(super) fn alternatives(condition: &Truth) -> Vec<BTreeSet<Truth>> {
    let sets = match condition {
        Truth::Known(false) => vec![],
        Truth::Known(true) => vec![BTreeSet::new()],
        Truth::Or(parts) => parts.iter().flat_map(alternatives).collect(),
        Truth::And(parts) => {
            let mut all = vec![BTreeSet::new()];
            for part in parts {
                let sets = alternatives(part);
                if all.len() * sets.len() > MOST_RANGES {
                    return vec![[condition.clone()].into()];
                }
                all = all.iter().flat_map(|a| sets.iter().map(move |b| a | b)).collect();
            }
            all
        }
        other => vec![[other.clone()].into()],
    };
    if sets.len() > MOST_RANGES { vec![[condition.clone()].into()] } else { sets }
}

impl Range {
    fn size(&self) -> usize {
        let ends = self.lower.iter().chain(&self.upper).map(Poly::size);
        1 + ends.chain(self.also.iter().map(Truth::size)).sum::<usize>()
    }

    fn meet(&self, other: &Range) -> Range {
        Range {
            lower: &self.lower | &other.lower,
            upper: &self.upper | &other.upper,
            also: &self.also | &other.also,
        }
    }

    /// Uses a condition as a bound of the stones, if it is one.
    fn bound(&mut self, truth: &Truth, setting: &Setting) -> bool {
        let (Truth::Natural(poly) | Truth::Zero(poly)) = truth else { return false };
        let (rest, factor) = poly.without(&[Atom::Word(STONES)]);
        let mut mentioned = false;
        rest.words(&mut |word| mentioned = mentioned || word.is_none_or(|word| word == STONES));
        if mentioned || factor.is_zero() {
            return false;
        }
        if let Truth::Zero(_) = truth {
            let value = rest.scaled(&(-RBig::ONE / factor));
            let whole = value.is_whole();
            if whole {
                self.lower.insert(value.clone());
                self.upper.insert(value);
            }
            return whole;
        }
        // factor*t + rest is at least 0.
        if factor > RBig::ZERO {
            self.lower.insert(setting.floor(rest.scaled(&(RBig::ONE / factor))).negated());
        } else {
            self.upper.insert(setting.floor(rest.scaled(&(-RBig::ONE / factor))));
        }
        true
    }

    /// Removes bounds that have no effect. Returns whether a number is left.
    fn tidy(&mut self, setting: &Setting) -> bool {
        let (one, m) = (Poly::constant(RBig::ONE), Poly::word(Word::Chosen));
        self.lower.retain(|lower| !setting.at_least(&one, lower));
        self.upper.retain(|upper| !setting.at_least(upper, &m));
        let lowers = self.lower.iter().map(Poly::negated).collect();
        self.lower = setting.without_greater(lowers).iter().map(Poly::negated).collect();
        self.upper = setting.without_greater(std::mem::take(&mut self.upper));
        let lowers: Vec<&Poly> = self.lower.iter().chain([&one]).collect();
        let uppers: Vec<&Poly> = self.upper.iter().chain([&m]).collect();
        !lowers
            .iter()
            .any(|lower| uppers.iter().any(|upper| setting.at_least(&lower.shifted(-1), upper)))
    }

    /// The ends, if they are constants; a missing upper end means m.
    pub(crate) fn constants(&self) -> Option<(IBig, Option<IBig>)> {
        let single = |ends: &BTreeSet<Poly>| match ends.len() {
            0 => Some(None),
            1 => ends.first().and_then(Poly::integer).map(Some),
            _ => None,
        };
        if !self.also.is_empty() {
            return None;
        }
        Some((single(&self.lower)?.unwrap_or(IBig::ONE), single(&self.upper)?))
    }

    fn from_constants(lower: &IBig, upper: &Option<IBig>) -> Range {
        let low = (*lower > IBig::ONE).then(|| Poly::constant(lower.clone()));
        let high = upper.clone().map(Poly::constant);
        let (lower, upper) = (low.into_iter().collect(), high.into_iter().collect());
        Range { lower, upper, also: BTreeSet::new() }
    }

    /// Whether all its numbers are shown to be in another range.
    fn is_inside(&self, other: &Range, setting: &Setting) -> bool {
        let above = |end: &Poly| self.lower.iter().any(|lower| setting.at_least(lower, end));
        let below = |end: &Poly| self.upper.iter().any(|upper| setting.at_least(end, upper));
        other.also.is_subset(&self.also)
            && other.lower.iter().all(above)
            && other.upper.iter().all(below)
    }

    /// The union of both, if it is shown to be one range.
    fn with(&self, other: &Range, setting: &Setting) -> Option<Range> {
        if self.is_inside(other, setting) {
            return Some(other.clone());
        }
        if self.also != other.also || self.upper.len() > 1 || other.lower.len() > 1 {
            return None;
        }
        // `a..b` and `c..d` with c at most b + 1 together are `a..d`, if nothing of the first is
        // above d and nothing of the second is below a.
        let (upper, lower) = (self.upper.first()?, other.lower.first()?);
        let adjacent = setting.at_least(&upper.shifted(1), lower);
        let not_above = other.upper.iter().all(|end| setting.at_least(end, upper));
        let not_below = self.lower.iter().all(|end| setting.at_least(lower, end));
        (adjacent && not_above && not_below).then(|| Range {
            lower: self.lower.clone(),
            upper: other.upper.clone(),
            also: self.also.clone(),
        })
    }
}

/// The same numbers as few ranges.
pub(super) fn union(ranges: Vec<Range>, setting: &Setting) -> BTreeSet<Range> {
    let mut constant = Vec::new();
    let mut others = BTreeSet::new();
    for mut range in ranges {
        if let Some((lower, upper)) = range.constants() {
            constant.push((lower.max(IBig::ONE), upper));
            continue;
        }
        if setting.affords(|| range.size()) && !range.tidy(setting) {
            continue;
        }
        match range.constants() {
            Some(ends) => constant.push(ends),
            None => {
                others.insert(range);
            }
        }
    }
    constant.sort_by(|a, b| a.0.cmp(&b.0));
    let mut joined: Vec<(IBig, Option<IBig>)> = Vec::new();
    for (lower, upper) in constant {
        if upper.as_ref().is_some_and(|upper| *upper < lower) {
            continue;
        }
        match joined.last_mut() {
            Some((_, None)) => {}
            Some((_, Some(end))) if lower <= &*end + IBig::ONE => match upper {
                None => joined.last_mut().expect("there is one").1 = None,
                Some(upper) if upper > *end => *end = upper,
                Some(_) => {}
            },
            _ => joined.push((lower, upper)),
        }
    }
    let mut all: BTreeSet<Range> =
        joined.iter().map(|(lower, upper)| Range::from_constants(lower, upper)).collect();
    // Many ranges with constant ends are left unmerged.
    if all.len() + others.len() > MOST_RANGES {
        all.extend(others);
        return all;
    }
    all.extend(others);
    'again: loop {
        for a in &all {
            for b in &all {
                if a != b
                    && let Some(both) = a.with(b, setting)
                {
                    let (a, b) = (a.clone(), b.clone());
                    all.remove(&a);
                    all.remove(&b);
                    all.insert(both);
                    continue 'again;
                }
            }
        }
        return all;
    }
}
