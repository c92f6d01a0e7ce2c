//! Random positions of a box.

use dashu_int::UBig;
use fastrand::Rng;

use crate::engine::Extent;
use crate::game::{Game, Position};

/// A random position of a box; `None` if what was drawn is no position of the game.
pub(super) fn position(game: &Game, extent: &Extent, rng: &mut Rng) -> Option<Position> {
    let mut heaps: Vec<u64> = Vec::new();
    if game.coordinates().is_some() {
        heaps.extend(extent.most.iter().map(|&most| size(most, rng)));
    } else {
        let (least, most) = (*extent.heaps.start(), *extent.heaps.end());
        let places = game.order().has_places();
        let count = if places { extent.width(game) } else { rng.usize(least..=most) };
        let largest = extent.most.first().copied().unwrap_or(0);
        for _ in 0..count {
            // Equal heaps, and heaps that differ by little, are cases of their own.
            let heap = match (rng.u8(0..4), heaps.last()) {
                (0, Some(&last)) => last,
                (1, Some(&last)) => last.saturating_add(rng.u64(0..4)).min(largest),
                _ => size(largest, rng),
            };
            heaps.push(if places { heap } else { heap.max(1).min(largest) });
        }
    }
    let mut counters = game.start();
    for (name, range) in extent.counted(game) {
        if let Some(counter) = counters.get_mut(name) {
            *counter = UBig::from(rng.u64(range));
        }
    }
    game.at_counters(heaps.into_iter().map(UBig::from), counters).ok()
}

/// A size up to a number, small ones as often as large ones.
fn size(most: u64, rng: &mut Rng) -> u64 {
    match rng.bool() {
        true => rng.u64(0..=most),
        false => {
            let bits = rng.u32(0..=most.max(1).ilog2());
            rng.u64(0..=most >> bits)
        }
    }
}
