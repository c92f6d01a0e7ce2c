//! Whether a number is prime, without errors: strong probable prime tests, used only as far as they
//! are proven to decide.

use dashu_int::fast_div::ConstDivisor;
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use super::value::{Fault, Fuel, Outcome, product_work, words};

/// The first primes, each with the least composite number that is a strong probable prime to it and
/// to all primes before it. Below that number the tests with these bases decide. The numbers are
/// A014233 of the OEIS (J. Sorenson and J. Webster, Strong pseudoprimes to twelve prime bases,
/// Math. Comp. 86 (2017)).
const BASES: [(u8, u128); 13] = [
    (2, 2_047),
    (3, 1_373_653),
    (5, 25_326_001),
    (7, 3_215_031_751),
    (11, 2_152_302_898_747),
    (13, 3_474_749_660_383),
    (17, 341_550_071_728_321),
    (19, 341_550_071_728_321),
    (23, 3_825_123_056_546_413_051),
    (29, 3_825_123_056_546_413_051),
    (31, 3_825_123_056_546_413_051),
    (37, 318_665_857_834_031_151_167_461),
    (41, 3_317_044_064_679_887_385_961_981),
];

/// The product of the primes of [`BASES`].
const PRODUCT: u64 = 304_250_263_527_210;

const UNKNOWN: &str =
    "prime needs a number that is below 3317044064679887385961981 or is seen to be composite";

/// Whether a number is prime. For a large number that no test shows to be composite, the answer is
/// unknown.
pub(super) fn is_prime(number: &IBig, fuel: &mut Fuel) -> Outcome<bool> {
    let Some(n) = number.as_ubig().filter(|n| **n >= UBig::from(2u8)) else {
        return Ok(false);
    };
    let wide = words(n.bit_len()) + 1;
    fuel.spend(8 + wide)?;
    let rest = n % PRODUCT;
    if let Some((base, _)) = BASES.iter().find(|(base, _)| rest.is_multiple_of((*base).into())) {
        return Ok(*n == UBig::from(*base));
    }
    let small = u64::try_from(n).ok();
    let size = u128::try_from(n).ok();
    // No prime up to 41 divides it.
    if small.is_some_and(|n| n < 43 * 43) {
        return Ok(true);
    }
    let power = (n.bit_len() as u64).saturating_mul(2 + 8 * product_work(wide, wide));
    for (base, bound) in BASES {
        fuel.spend(power)?;
        let passes = match small {
            Some(n) => passes(n, base.into()),
            None => passes_large(n, base),
        };
        if !passes {
            return Ok(false);
        }
        if size.is_some_and(|n| n < bound) {
            return Ok(true);
        }
    }
    Err(Fault::Domain(UNKNOWN, number.to_string()))
}

/// Whether an odd number is a strong probable prime to a smaller base that does not divide it.
fn passes(n: u64, base: u64) -> bool {
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let twos = (n - 1).trailing_zeros();
    let mut exponent = (n - 1) >> twos;
    let (mut power, mut square) = (1, base);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = times(power, square);
        }
        square = times(square, square);
        exponent >>= 1;
    }
    if power == 1 {
        return true;
    }
    for _ in 0..twos {
        if power == n - 1 {
            return true;
        }
        power = times(power, power);
    }
    false
}

/// The same for numbers of any size.
fn passes_large(n: &UBig, base: u8) -> bool {
    let ring = ConstDivisor::new(n.clone());
    let before = n - 1u8;
    let twos = before.trailing_zeros().unwrap_or(0);
    let mut power = ring.reduce(base).pow(&(&before >> twos));
    let (one, minus_one) = (ring.reduce(1u8), ring.reduce(before));
    if power == one {
        return true;
    }
    for _ in 0..twos {
        if power == minus_one {
            return true;
        }
        power = power.sqr();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_is_that_of_the_bases() {
        let product: u64 = BASES.iter().map(|(base, _)| u64::from(*base)).product();
        assert_eq!(product, PRODUCT);
    }

    /// Each bound is composite and passes the tests that decide all smaller numbers, but no further
    /// test.
    #[test]
    fn the_bounds_are_strong_probable_primes() {
        for (i, (_, bound)) in BASES.iter().enumerate() {
            let n = UBig::from(*bound);
            assert!(BASES[..=i].iter().all(|(base, _)| passes_large(&n, *base)), "{n}");
            if let Ok(n) = u64::try_from(*bound) {
                assert!(BASES[..=i].iter().all(|(base, _)| passes(n, (*base).into())), "{n}");
            }
        }
    }

    #[test]
    fn both_ways_agree() {
        for n in (1_000_001..1_010_000).step_by(2).chain((u64::MAX - 10_000..u64::MAX).step_by(2)) {
            for base in [2, 3, 41] {
                assert_eq!(passes(n, base.into()), passes_large(&n.into(), base), "{n} {base}");
            }
        }
    }
}
