//! What is known about the words where an expression stands, and what follows from it: lower bounds
//! of numbers, and conditions that hold always, never, or because others do.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use dashu_int::ops::Gcd;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::core::Word;
use super::form::{Atom, Poly, Truth};
use super::interval::Interval;

/// What is known of the words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setting {
    /// Words that have the same value as something else here.
    pub(crate) same: Vec<(Word, Poly)>,
    /// Lower bounds of words; all other words are at least 0.
    pub(crate) least: Vec<(Word, i64)>,
    /// The most heaps that a position has.
    pub(crate) heaps: Option<UBig>,
    /// Whether heaps lie in a row or a circle, and are not sorted.
    pub(crate) in_order: bool,
    /// Words in falling order: each is at least the next.
    pub(crate) falling: Vec<Word>,
    /// The number of steps so far. After many steps nothing more is shown.
    pub(crate) steps: Cell<usize>,
    /// The work so far, shared by all settings of a game.
    pub(crate) work: Rc<Cell<usize>>,
}

/// The limit of work for one game, measured in sizes of forms that are made or examined.
const MOST_WORK: usize = 500_000;

/// The number of steps after which nothing more is shown.
const MOST_STEPS: usize = 3000;

/// How often a number is replaced by another in the search for a bound.
const MOST_REPLACED: usize = 4;

/// The minimum of more numbers is not decomposed, and more conditions are not compared with one
/// another.
const MOST_PARTS: usize = 16;

impl Setting {
    /// A number that the form is shown to be at least.
    pub(crate) fn low(&self, poly: &Poly) -> Option<RBig> {
        let low = self.lower_bound(poly, 0)?;
        Some(if poly.is_whole() { low.ceil().into() } else { low })
    }

    /// Whether a number is shown to be at least another.
    pub(crate) fn at_least(&self, a: &Poly, b: &Poly) -> bool {
        self.affords(|| a.size() + b.size())
            && self.low(&a.minus(b)).is_some_and(|low| low >= RBig::ZERO)
    }

    /// Whether the work for the game is used up.
    pub(crate) fn is_spent(&self) -> bool {
        self.work.get() > MOST_WORK
    }

    /// Counts some work and returns whether the game can afford it.
    pub(crate) fn affords(&self, work: impl FnOnce() -> usize) -> bool {
        if !self.is_spent() {
            self.work.set(self.work.get().saturating_add(work()));
        }
        !self.is_spent()
    }

    /// Whether another step may be made.
    fn step(&self, poly: &Poly) -> bool {
        self.steps.set(self.steps.get() + 1);
        self.steps.get() < MOST_STEPS && self.affords(|| poly.size())
    }

    fn lower_bound(&self, poly: &Poly, depth: usize) -> Option<RBig> {
        if !self.step(poly) {
            return None;
        }
        let replaceable =
            |product: &&Vec<Atom>| matches!(&product[..], [Atom::Floor(_) | Atom::Min(_)]);
        if depth < MOST_REPLACED
            && let Some(product) = poly.0.keys().find(replaceable)
        {
            let (rest, coefficient) = poly.without(product);
            let negative = coefficient < RBig::ZERO;
            let with = |by: &Poly| self.lower_bound(&rest.plus(by, &coefficient), depth + 1);
            let mut bounds = Vec::new();
            match &product[0] {
                // floor(a) is at most a, and more than a - 1.
                Atom::Floor(a) if negative => bounds.push(with(a)),
                Atom::Floor(a) => {
                    let gap = match a.has_whole_products() {
                        true => RBig::ONE - RBig::ONE / RBig::from(a.common_denominator()),
                        false => RBig::ONE,
                    };
                    bounds.push(with(&a.minus(&Poly::constant(gap))));
                    let low = self.lower_bound(a, depth + 1);
                    bounds.push(low.and_then(|low| with(&Poly::constant(low.floor()))));
                }
                Atom::Min(parts) if negative => bounds.extend(parts.iter().map(with)),
                Atom::Min(parts) => {
                    let lows: Option<Vec<_>> = parts.iter().map(with).collect();
                    bounds.push(lows.and_then(|lows| lows.into_iter().min()));
                }
                _ => {}
            }
            return bounds.into_iter().flatten().max();
        }
        let mut low = RBig::ZERO;
        let mut chain = vec![RBig::ZERO; self.falling.len()];
        for (product, coefficient) in &poly.0 {
            if let [Atom::Word(word)] = &product[..]
                && let Some(i) = self.falling.iter().position(|w| w == word)
            {
                chain[i] = coefficient.clone();
                continue;
            }
            if *coefficient < RBig::ZERO && !product.is_empty() {
                return None;
            }
            let mut least = coefficient.clone();
            for factor in product {
                let factor = self.atom_low(factor, depth).filter(|low| *low >= RBig::ZERO)?;
                least *= factor;
            }
            low += least;
        }
        // a*T + b*L + c*M is a*(T - L) + (a + b)*(L - M) + (a + b + c)*M.
        let mut sum = RBig::ZERO;
        for coefficient in chain {
            sum += coefficient;
            if sum < RBig::ZERO {
                return None;
            }
        }
        if let Some(last) = self.falling.last() {
            low += sum * RBig::from(IBig::from(self.word_low(*last)));
        }
        Some(low)
    }

    fn word_low(&self, word: Word) -> i64 {
        self.least.iter().find(|(w, _)| *w == word).map_or(0, |(_, low)| *low)
    }

    fn atom_low(&self, atom: &Atom, depth: usize) -> Option<RBig> {
        if depth > MOST_REPLACED {
            return None;
        }
        let low = |a: &Poly| self.lower_bound(a, depth + 1);
        match atom {
            Atom::Word(word) => Some(IBig::from(self.word_low(*word)).into()),
            Atom::Heap(_) | Atom::Abs(_) => Some(RBig::ZERO),
            Atom::One(op, _) => (op.entry().hull)(&Interval::ALL).lo.map(RBig::from),
            Atom::Many(op, _) => {
                (op.entry().hull)(&Interval::ALL, &Interval::ALL).lo.map(RBig::from)
            }
            Atom::Floor(a) => low(a).map(|low| low.floor().into()),
            Atom::Whole(a) => low(a),
            Atom::Min(parts) => {
                let lows: Option<Vec<_>> = parts.iter().map(low).collect();
                lows?.into_iter().min()
            }
            Atom::If(_, a, b) => Some(low(&a.value)?.min(low(&b.value)?)),
            _ => None,
        }
    }

    /// The greatest whole number that is at most a number.
    pub(crate) fn floor(&self, mut poly: Poly) -> Poly {
        if !self.affords(|| poly.size()) {
            return Poly::atom(Atom::Floor(poly));
        }
        if !poly.has_whole_products() {
            let mut whole = Poly::default();
            for (product, coefficient) in &poly.0 {
                if product.iter().all(Atom::is_whole) {
                    let floor = Poly([(product.clone(), coefficient.floor().into())].into());
                    whole = whole.plus(&floor, &RBig::ONE);
                }
            }
            return whole.plus(&Poly::atom(Atom::Floor(poly.minus(&whole))), &RBig::ONE);
        }
        // floor((floor(a) + n)/d) is floor((a + n)/d).
        loop {
            let denominator = RBig::from(poly.denominator());
            if denominator == RBig::ONE {
                return poly.split().0;
            }
            let constant = RBig::from((poly.constant_term() * &denominator).floor());
            let constant = Poly::constant(constant / &denominator);
            poly = poly.without_constant().plus(&constant, &RBig::ONE);
            let unit = RBig::ONE / denominator;
            let inner = floors(&poly, &unit);
            let [(product, inner)] = &inner[..] else { break };
            poly = poly.without(product).0.plus(inner, &unit);
            if !poly.has_whole_products() {
                return self.floor(poly);
            }
        }
        // floor(a/d) is -floor((d - 1 - a)/d); one of the two is chosen.
        let (whole, rest) = poly.split();
        let (other_whole, other_rest) = mirrored(&poly).split();
        if (other_rest.0.len(), &other_rest) < (rest.0.len(), &rest) {
            let floor = other_whole.plus(&Poly::atom(Atom::Floor(other_rest)), &RBig::ONE);
            return floor.negated();
        }
        whole.plus(&Poly::atom(Atom::Floor(rest)), &RBig::ONE)
    }

    /// The least of some numbers.
    pub(crate) fn min(&self, numbers: impl IntoIterator<Item = Poly>) -> Poly {
        let mut parts = BTreeSet::new();
        for number in numbers {
            match number.single() {
                Some(Atom::Min(inner)) => parts.extend(inner.iter().cloned()),
                _ => {
                    parts.insert(number);
                }
            }
        }
        let parts = self.without_greater(parts);
        match parts.first() {
            Some(only) if parts.len() == 1 => only.clone(),
            _ => Poly::atom(Atom::Min(parts)),
        }
    }

    /// The numbers, without those that are shown to be at least another one.
    pub(crate) fn without_greater(&self, mut parts: BTreeSet<Poly>) -> BTreeSet<Poly> {
        if parts.len() <= MOST_PARTS {
            for part in parts.clone() {
                if parts.iter().any(|other| *other != part && self.at_least(&part, other)) {
                    parts.remove(&part);
                }
            }
        }
        parts
    }

    /// Whether a number is at least 0.
    pub(crate) fn natural(&self, poly: &Poly) -> Truth {
        if let Some(value) = poly.value() {
            return Truth::Known(value >= RBig::ZERO);
        }
        if !self.affords(|| poly.size()) {
            return Truth::Natural(poly.clone());
        }
        let min = poly.0.iter().find_map(|(product, coefficient)| match &product[..] {
            [Atom::Min(parts)] if parts.len() <= MOST_PARTS => Some((product, coefficient, parts)),
            _ => None,
        });
        if let Some((product, coefficient, parts)) = min
            && self.step(poly)
        {
            let (rest, _) = poly.without(product);
            let each = parts.iter().map(|part| self.natural(&rest.plus(part, coefficient)));
            let each: Vec<Truth> = each.collect();
            return if *coefficient > RBig::ZERO { self.and(each) } else { self.or(each) };
        }
        let mut poly = poly.clone();
        if poly.has_whole_products() {
            poly = self.primitive(&poly);
            let constant = poly.constant_term().floor();
            poly = poly.without_constant().plus(&Poly::constant(constant), &RBig::ONE);
            // floor(a) + n is at least 0 when a + n is.
            if let [(product, inner)] = &floors(&poly, &RBig::ONE)[..] {
                return self.natural(&poly.without(product).0.plus(inner, &RBig::ONE));
            }
        } else if let Some(last) = poly.0.values().last() {
            let size = if *last < RBig::ZERO { -last.clone() } else { last.clone() };
            poly = poly.scaled(&(RBig::ONE / size));
        }
        if self.low(&poly).is_some_and(|low| low >= RBig::ZERO) {
            return Truth::Known(true);
        }
        if self.low(&poly.negated()).is_some_and(|low| low > RBig::ZERO) {
            return Truth::Known(false);
        }
        Truth::Natural(poly)
    }

    /// Whether a number is 0.
    pub(crate) fn zero(&self, poly: &Poly) -> Truth {
        if let Some(value) = poly.value() {
            return Truth::Known(value.is_zero());
        }
        if !self.affords(|| poly.size()) {
            return Truth::Zero(poly.clone());
        }
        let mut poly = poly.clone();
        if poly.has_whole_products() {
            poly = self.primitive(&poly);
            if !poly.constant_term().is_int() {
                return Truth::Known(false);
            }
        }
        let (low, high) = (self.low(&poly), self.low(&poly.negated()));
        if [&low, &high].into_iter().flatten().any(|low| *low > RBig::ZERO) {
            return Truth::Known(false);
        }
        // A number that is never below 0 is 0 if it is at most 0.
        if low.is_some_and(|low| low >= RBig::ZERO) {
            return self.natural(&poly.negated());
        }
        if high.is_some_and(|high| high >= RBig::ZERO) {
            return self.natural(&poly);
        }
        if poly.0.values().last().is_some_and(|last| *last < RBig::ZERO) {
            poly = poly.negated();
        }
        if !poly.has_whole_products()
            && let Some(last) = poly.0.values().last()
        {
            poly = poly.scaled(&(RBig::ONE / last));
        }
        Truth::Zero(poly)
    }

    /// A positive multiple of the form whose coefficients, except the constant, are whole and have
    /// no common divisor.
    fn primitive(&self, poly: &Poly) -> Poly {
        let poly = poly.scaled(&RBig::from(poly.denominator()));
        let mut common = UBig::ZERO;
        for (product, coefficient) in &poly.0 {
            if !product.is_empty() {
                let (_, size) = coefficient.numerator().clone().into_parts();
                common = if common == UBig::ZERO { size } else { common.gcd(size) };
            }
        }
        match common == UBig::ZERO {
            true => poly,
            false => poly.scaled(&(RBig::ONE / RBig::from(common))),
        }
    }

    /// The contrary of a condition.
    pub(crate) fn not(&self, truth: &Truth) -> Truth {
        match truth {
            Truth::Known(truth) => Truth::Known(!truth),
            Truth::Natural(a) if a.is_whole() => self.natural(&a.negated().shifted(-1)),
            Truth::Zero(a) if a.is_whole() => {
                let either = [a.shifted(-1), a.negated().shifted(-1)];
                self.or(either.iter().map(|a| self.natural(a)))
            }
            Truth::Not(a) => (**a).clone(),
            Truth::And(parts) => self.or(parts.iter().map(|part| self.not(part))),
            Truth::Or(parts) => self.and(parts.iter().map(|part| self.not(part))),
            other => Truth::Not(Box::new(other.clone())),
        }
    }

    /// The conjunction of conditions that have values everywhere.
    pub(crate) fn and(&self, truths: impl IntoIterator<Item = Truth>) -> Truth {
        self.joined(truths.into_iter().collect(), true)
    }

    /// The disjunction of conditions that have values everywhere.
    pub(crate) fn or(&self, truths: impl IntoIterator<Item = Truth>) -> Truth {
        self.joined(truths.into_iter().collect(), false)
    }

    fn joined(&self, truths: Vec<Truth>, and: bool) -> Truth {
        let mut parts = BTreeSet::new();
        for truth in truths {
            match truth {
                Truth::Known(known) if known == and => {}
                Truth::Known(known) => return Truth::Known(known),
                Truth::And(inner) if and => parts.extend(inner),
                Truth::Or(inner) if !and => parts.extend(inner),
                other => {
                    parts.insert(other);
                }
            }
        }
        let numbers: Vec<Poly> = naturals(&parts);
        let work = || numbers.len() * numbers.iter().map(Poly::size).sum::<usize>();
        if numbers.len() <= MOST_PARTS && self.affords(work) {
            for (i, a) in numbers.iter().enumerate() {
                for b in &numbers[..i] {
                    let sum = a.plus(b, &RBig::ONE);
                    let decided = match and {
                        true => self.low(&sum.negated()).is_some_and(|low| low > RBig::ZERO),
                        // If a is not at least 0, then -a - 1 is.
                        false => {
                            a.is_whole()
                                && b.is_whole()
                                && self.at_least(&sum.shifted(1), &Poly::default())
                        }
                    };
                    if decided {
                        return Truth::Known(!and);
                    }
                    if and && sum.0.is_empty() {
                        parts.remove(&Truth::Natural(a.clone()));
                        parts.remove(&Truth::Natural(b.clone()));
                        return self.and(parts.into_iter().chain([self.zero(a)]));
                    }
                }
            }
            // A condition that follows from another one, or implies another one, can be left out.
            let sign = |a: &Poly| if and { a.clone() } else { a.negated() };
            let kept = self.without_greater(numbers.iter().map(sign).collect());
            parts.retain(|part| !matches!(part, Truth::Natural(a) if !kept.contains(&sign(a))));
        }
        if parts.iter().any(|part| parts.contains(&Truth::Not(Box::new(part.clone())))) {
            return Truth::Known(!and);
        }
        match parts.len() {
            0 => Truth::Known(and),
            1 => parts.into_iter().next().unwrap_or(Truth::Known(and)),
            _ if and => Truth::And(parts),
            _ => Truth::Or(parts),
        }
    }
}

fn naturals(parts: &BTreeSet<Truth>) -> Vec<Poly> {
    let natural = |part: &Truth| match part {
        Truth::Natural(a) => Some(a.clone()),
        _ => None,
    };
    parts.iter().filter_map(natural).collect()
}

/// The number whose negated floor is the floor of this one: floor(a/d) is -floor((d - 1 - a)/d).
fn mirrored(poly: &Poly) -> Poly {
    let gap = RBig::ONE - RBig::ONE / RBig::from(poly.common_denominator());
    Poly::constant(gap).minus(poly)
}

/// The floors that occur in a number on their own with coefficient `unit` or `-unit`. Each comes
/// with the number that may replace it, before rounding down, with the coefficient `unit`.
fn floors(poly: &Poly, unit: &RBig) -> Vec<(Vec<Atom>, Poly)> {
    let found = poly.0.iter().filter_map(|(product, coefficient)| match &product[..] {
        [Atom::Floor(inner)] if coefficient == unit => Some((product.clone(), inner.clone())),
        [Atom::Floor(inner)] if *coefficient == -unit.clone() && inner.has_whole_products() => {
            Some((product.clone(), mirrored(inner)))
        }
        _ => None,
    });
    found.collect()
}
