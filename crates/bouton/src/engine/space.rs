//! How many positions there are.

use dashu_int::UBig;

use crate::game::{Game, Position};

/// The number of multisets of exactly `heaps` heaps of 1 to `most` stones each.
#[must_use]
pub fn multisets(heaps: u64, most: &UBig) -> UBig {
    // C(most + heaps - 1, heaps)
    let mut product = UBig::ONE;
    for i in 0..heaps {
        product = product * (most + i) / (i + 1);
    }
    product
}

/// At least as many positions as can be reached from this one; `None` when nothing is known.
#[must_use]
pub fn reachable(game: &Game, position: &Position) -> Option<UBig> {
    const MOST_HEAPS: usize = 10_000;
    if position.heaps.len() > MOST_HEAPS {
        return None;
    }
    let stones = position.stones();
    let mut bound = UBig::ONE;
    if game.coordinates().is_some() {
        if game.declares_rank() {
            return None;
        }
        // The sum of the coordinates only falls.
        bound = multisets(position.heaps.len() as u64, &(&stones + 1u8));
    } else {
        // Equal heaps are a multiset of heaps that are no larger.
        for equal in position.heaps.chunk_by(|a, b| a == b) {
            bound *= multisets(equal.len() as u64, &(&equal[0] + 1u8));
        }
    }
    let passes = position.counters.passes.clone().unwrap_or_default();
    bound *= &passes + 1u8;
    if position.counters.turn.is_some() {
        bound *= &stones + &passes + 1u8;
    }
    if let Some(last) = &position.counters.last {
        let largest = position.heaps.iter().max().cloned().unwrap_or_default();
        bound *= largest.max(last.clone()) + 1u8;
    }
    Some(bound)
}
