//! Intervals of integers, with ends that may be missing.

use dashu_int::ops::{BitTest, DivEuclid, SquareRoot};
use dashu_int::{IBig, Sign, UBig};

/// All integers from `lo` to `hi`; an end that is `None` is unbounded. For numbers that may be
/// fractions, the ends are rounded outwards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Interval {
    /// The lower end.
    pub lo: Option<IBig>,
    /// The upper end.
    pub hi: Option<IBig>,
}

/// Larger products, powers and roots are not computed; the bound is then missing.
const MOST_BITS: usize = 1 << 16;

impl Interval {
    /// All integers.
    pub const ALL: Interval = Interval { lo: None, hi: None };

    /// From `lo` on.
    pub fn from(lo: impl Into<IBig>) -> Interval {
        Interval { lo: Some(lo.into()), hi: None }
    }

    /// From `lo` to `hi`.
    pub fn new(lo: impl Into<IBig>, hi: impl Into<IBig>) -> Interval {
        Interval { lo: Some(lo.into()), hi: Some(hi.into()) }
    }

    /// Up to `hi`.
    pub fn up_to(hi: IBig) -> Interval {
        Interval { lo: None, hi: Some(hi) }
    }

    /// A single number.
    pub fn point(n: &IBig) -> Interval {
        Interval { lo: Some(n.clone()), hi: Some(n.clone()) }
    }

    /// Whether no number is in it.
    pub fn is_empty(&self) -> bool {
        matches!((&self.lo, &self.hi), (Some(lo), Some(hi)) if lo > hi)
    }

    /// The numbers that are in both.
    #[must_use]
    pub fn meet(&self, other: &Interval) -> Interval {
        Interval {
            lo: pick(&self.lo, &other.lo, IBig::max),
            hi: pick(&self.hi, &other.hi, IBig::min),
        }
    }

    /// The least interval with the numbers of both.
    #[must_use]
    pub fn join(&self, other: &Interval) -> Interval {
        if self.is_empty() {
            return other.clone();
        }
        if other.is_empty() {
            return self.clone();
        }
        Interval {
            lo: both(&self.lo, &other.lo, IBig::min),
            hi: both(&self.hi, &other.hi, IBig::max),
        }
    }

    /// Negated.
    #[must_use]
    pub fn neg(&self) -> Interval {
        Interval { lo: self.hi.as_ref().map(|n| -n), hi: self.lo.as_ref().map(|n| -n) }
    }

    /// Sums.
    #[must_use]
    pub fn add(&self, other: &Interval) -> Interval {
        Interval {
            lo: both(&self.lo, &other.lo, |a, b| a + b),
            hi: both(&self.hi, &other.hi, |a, b| a + b),
        }
    }

    /// Differences.
    #[must_use]
    pub fn sub(&self, other: &Interval) -> Interval {
        self.add(&other.neg())
    }

    /// The interval with the lower end moved by `down` and the upper end by `up`.
    #[must_use]
    pub fn widen(&self, down: u8, up: u8) -> Interval {
        Interval { lo: self.lo.as_ref().map(|n| n - down), hi: self.hi.as_ref().map(|n| n + up) }
    }

    /// Products.
    #[must_use]
    pub fn mul(&self, other: &Interval) -> Interval {
        if self.end_bits() + other.end_bits() > MOST_BITS {
            return Interval::ALL;
        }
        if self.is_point(&IBig::ZERO) || other.is_point(&IBig::ZERO) {
            return Interval::point(&IBig::ZERO);
        }
        if self.at_least(0) && other.at_least(0) {
            return Interval {
                lo: both(&self.lo, &other.lo, |a, b| a * b),
                hi: both(&self.hi, &other.hi, |a, b| a * b),
            };
        }
        if self.at_most(0) {
            return self.neg().mul(other).neg();
        }
        if other.at_most(0) {
            return self.mul(&other.neg()).neg();
        }
        let (Some(a), Some(b), Some(c), Some(d)) = (&self.lo, &self.hi, &other.lo, &other.hi)
        else {
            return Interval::ALL;
        };
        let products = [a * c, a * d, b * c, b * d];
        Interval { lo: products.iter().min().cloned(), hi: products.iter().max().cloned() }
    }

    /// Quotients, rounded outwards; all numbers if the divisor may be zero.
    #[must_use]
    pub fn div(&self, other: &Interval) -> Interval {
        if other.at_most(-1) {
            return self.neg().div(&other.neg());
        }
        if !other.at_least(1) {
            return Interval::ALL;
        }
        // Dividing by the least divisor gives the quotient of largest absolute value.
        let end = |n: &Option<IBig>, up: bool| -> Option<IBig> {
            let n = n.as_ref()?;
            let shrinks = (n.sign() == Sign::Negative) == up;
            let divisor = if shrinks { other.hi.as_ref() } else { other.lo.as_ref() };
            match divisor {
                Some(d) if up => Some(-((-n).div_euclid(d))),
                Some(d) => Some(n.div_euclid(d)),
                // The quotients approach zero.
                None => Some(IBig::ZERO),
            }
        };
        Interval { lo: end(&self.lo, false), hi: end(&self.hi, true) }
    }

    /// The integers whose product with some number of `other` is in `self`; all numbers of `other`
    /// are at least 1.
    #[must_use]
    pub fn factor(&self, other: &Interval) -> Interval {
        let quotient = self.div(other);
        match (&other.lo, &other.hi) {
            // With a single divisor the ends can be rounded inwards.
            (Some(d), Some(e)) if d == e => Interval {
                lo: self.lo.as_ref().map(|n| -((-n).div_euclid(d))),
                hi: self.hi.as_ref().map(|n| n.div_euclid(d)),
            },
            _ => quotient,
        }
    }

    /// Square roots, rounded down.
    #[must_use]
    pub fn isqrt(&self) -> Interval {
        if self.end_bits() > MOST_BITS {
            return Interval::from(0);
        }
        let root = |n: &IBig| n.as_ubig().map(|n| IBig::from(n.sqrt()));
        Interval {
            lo: Some(self.lo.as_ref().and_then(root).unwrap_or(IBig::ZERO)),
            hi: self.hi.as_ref().and_then(root),
        }
    }

    /// The numbers whose square root, rounded down, is in `self`.
    #[must_use]
    pub fn squares(&self) -> Interval {
        if self.end_bits() > MOST_BITS {
            return Interval::from(0);
        }
        let lo = match &self.lo {
            Some(n) if n.sign() == Sign::Positive => n * n,
            _ => IBig::ZERO,
        };
        let hi = self.hi.as_ref().map(|n| (n + 1u8) * (n + 1u8) - 1u8);
        Interval { lo: Some(lo), hi }
    }

    /// Logarithms to base 2, rounded down.
    #[must_use]
    pub fn log2(&self) -> Interval {
        let log = |n: &IBig| (*n >= IBig::ONE).then(|| IBig::from(n.bit_len() - 1));
        Interval {
            lo: Some(self.lo.as_ref().and_then(log).unwrap_or(IBig::ZERO)),
            hi: self.hi.as_ref().and_then(log),
        }
    }

    /// The numbers whose logarithm to base 2, rounded down, is in `self`.
    #[must_use]
    pub fn powers_of_two(&self) -> Interval {
        let power =
            |n: &IBig| usize::try_from(n).ok().filter(|&e| e < MOST_BITS).map(|e| IBig::ONE << e);
        Interval {
            lo: Some(self.lo.as_ref().and_then(power).unwrap_or(IBig::ONE)),
            hi: self.hi.as_ref().and_then(|n| power(&(n + 1u8))).map(|n| n - 1u8),
        }
    }

    /// Powers of numbers that are at least 0.
    #[must_use]
    pub fn pow(&self, exponent: &Interval) -> Interval {
        if !self.at_least(1) || !exponent.at_least(0) {
            let natural = self.at_least(0) && exponent.at_least(0);
            return if natural { Interval::from(0) } else { Interval::ALL };
        }
        let power = |base: &Option<IBig>, exponent: &Option<IBig>| {
            let (base, exponent) = (base.as_ref()?, usize::try_from(exponent.as_ref()?).ok()?);
            (base.bit_len().saturating_mul(exponent) < MOST_BITS).then(|| base.pow(exponent))
        };
        Interval {
            lo: Some(power(&self.lo, &exponent.lo).unwrap_or(IBig::ONE)),
            hi: power(&self.hi, &exponent.hi),
        }
    }

    /// The integers of at least 0 whose power is at most the upper end of `self`.
    #[must_use]
    pub fn root(&self, exponent: usize) -> Interval {
        if self.end_bits() > MOST_BITS {
            return Interval::ALL;
        }
        let hi = self.hi.as_ref().and_then(|n| n.as_ubig()).map(|n| n.nth_root(exponent).into());
        Interval { lo: None, hi }
    }

    /// The exponents for which the power of `base` is at most the upper end of `self`.
    #[must_use]
    pub fn exponents(&self, base: &UBig) -> Interval {
        if self.end_bits() > MOST_BITS {
            return Interval::ALL;
        }
        let log = |n: &UBig| (!n.is_zero()).then(|| IBig::from(n.ilog(base)));
        Interval { lo: None, hi: self.hi.as_ref().and_then(|n| n.as_ubig()).and_then(log) }
    }

    /// The numbers with at most as many bits as the largest number of both intervals, whose numbers
    /// are at least 0.
    #[must_use]
    pub fn bits(&self, other: &Interval) -> Interval {
        let hi = both(&self.hi, &other.hi, |a, b| {
            let bits = a.bit_len().max(b.bit_len());
            (IBig::ONE << bits) - 1u8
        });
        Interval { lo: Some(IBig::ZERO), hi }
    }

    /// Whether all numbers are at least `n`.
    #[must_use]
    pub fn at_least(&self, n: i64) -> bool {
        self.lo.as_ref().is_some_and(|lo| *lo >= IBig::from(n))
    }

    /// Whether all numbers are at most `n`.
    #[must_use]
    pub fn at_most(&self, n: i64) -> bool {
        self.hi.as_ref().is_some_and(|hi| *hi <= IBig::from(n))
    }

    /// The size of the larger end.
    pub fn end_bits(&self) -> usize {
        let bits = |end: &Option<IBig>| end.as_ref().map_or(0, BitTest::bit_len);
        bits(&self.lo).max(bits(&self.hi))
    }

    fn is_point(&self, n: &IBig) -> bool {
        self.lo.as_ref() == Some(n) && self.hi.as_ref() == Some(n)
    }
}

/// The better of two bounds, where `None` means no bound.
fn pick(a: &Option<IBig>, b: &Option<IBig>, better: fn(IBig, IBig) -> IBig) -> Option<IBig> {
    match (a, b) {
        (Some(a), Some(b)) => Some(better(a.clone(), b.clone())),
        (a, b) => a.clone().or_else(|| b.clone()),
    }
}

/// An end computed from two ends; `None` if either is missing.
fn both(a: &Option<IBig>, b: &Option<IBig>, make: fn(IBig, IBig) -> IBig) -> Option<IBig> {
    Some(make(a.clone()?, b.clone()?))
}
