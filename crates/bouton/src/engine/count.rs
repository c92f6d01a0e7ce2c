//! How many positions there are.

use std::ops::RangeInclusive;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use crate::game::{Game, Position};
use crate::lang::syntax::Order;

/// Numbers beyond this many bits are not computed: nothing of that size is ever stored.
pub(super) const MOST_BITS: usize = 1 << 12;

/// The number of multisets of exactly `heaps` heaps of 1 to `most` stones each. Past thousands of bits
/// it is only some number that is too large.
#[must_use]
pub fn multisets(heaps: u64, most: &UBig) -> UBig {
    if most.is_zero() {
        return UBig::from(u8::from(heaps == 0));
    }
    // C(most + heaps - 1, heaps), by the shorter of two products.
    let others = most - 1u8;
    let (factors, more) = match u64::try_from(&others) {
        Ok(others) if others < heaps => (others, UBig::from(heaps)),
        _ => (heaps, others),
    };
    let mut product = UBig::ONE;
    for i in 1..=factors {
        product = product * (&more + i) / i;
        if product.bit_len() > MOST_BITS {
            break;
        }
    }
    product
}

/// The number of lists of heaps of 1 to `most` stones each, by the number of heaps: in a row, or in this many
/// places. Past thousands of bits it is only some number that is too large.
pub(super) fn sequences(
    heaps: RangeInclusive<usize>,
    most: &UBig,
    has_places: bool,
    places: usize,
) -> UBig {
    if *heaps.start() > places {
        return UBig::ZERO;
    }
    let (mut sum, mut lists, mut choices) = (UBig::ZERO, UBig::ONE, UBig::ONE);
    for n in 0..=*heaps.end().min(&places) {
        if heaps.contains(&n) {
            sum += if has_places { &lists * &choices } else { lists.clone() };
        }
        if sum.bit_len() > MOST_BITS {
            break;
        }
        // With more heaps there are more.
        if lists.bit_len() > MOST_BITS {
            return lists;
        }
        lists *= most;
        choices = choices * (places - n) / (n + 1);
    }
    sum
}

/// At least as many positions as can be reached from this one; `None` when nothing is known.
#[must_use]
pub fn reachable(game: &Game, position: &Position) -> Option<UBig> {
    // Parts of a heap can be reached in very many ways.
    if game.splits() {
        return None;
    }
    let stones = position.stones();
    let mut bound = UBig::ONE;
    for (game, part) in game.summands().iter().zip(&position.parts) {
        bound *= reachable(game, part)?;
        if bound.bit_len() > MOST_BITS {
            return Some(bound);
        }
    }
    if game.coordinates().is_some() {
        if game.declares_rank() {
            return None;
        }
        // The sum of the coordinates only falls.
        bound = multisets(position.heaps.len() as u64, &(&stones + 1u8));
    } else {
        // Equal heaps are a multiset of heaps that are no larger.
        let one_by_one = game.order() != Order::None;
        for equal in position.heaps.chunk_by(|a, b| a == b && !one_by_one) {
            bound *= multisets(equal.len() as u64, &(&equal[0] + 1u8));
            if bound.bit_len() > MOST_BITS {
                return Some(bound);
            }
        }
    }
    Some(bound * layers(game, position))
}

/// In how many ways the counters can stand in the positions that can be reached from this one, at most.
pub(super) fn layers(game: &Game, position: &Position) -> UBig {
    let counters = &position.counters;
    let mut layers = counters.passes.clone().unwrap_or_default() + 1u8;
    if let Some(other) = &counters.other {
        // Either player may be the one whose turn it is.
        layers *= (other + 1u8) * 2u8;
    }
    if counters.turn.is_some() {
        layers *= position.stones() + counters.all_passes().unwrap_or_default() + 1u8;
    }
    if let Some(last) = &counters.last {
        // A take from several heaps may be larger than each of them.
        let largest = match game.only_takes() {
            true => position.heaps.iter().max().cloned().unwrap_or_default(),
            false => position.stones(),
        };
        layers *= largest.max(last.clone()) + 1u8;
    }
    layers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multisets_are_counted() {
        let count = |heaps: u64, most: u32| multisets(heaps, &UBig::from(most));
        assert_eq!(count(0, 0), UBig::ONE);
        assert_eq!(count(0, 5), UBig::ONE);
        assert_eq!(count(3, 0), UBig::ZERO);
        assert_eq!(count(1, 7), UBig::from(7u8));
        assert_eq!(count(2, 3), UBig::from(6u8));
        assert_eq!(count(3, 4), UBig::from(20u8));
        assert_eq!(count(4, 501), "2656615626".parse().unwrap());
        assert_eq!(count(1_000_000, 2), UBig::from(1_000_001u32));
    }
}
