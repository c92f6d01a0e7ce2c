//! A box that is small enough for the definition.

use dashu_int::UBig;

use crate::engine::Extent;
use crate::game::{Game, Moves};
use crate::job::Unwatched;

/// The largest number of positions and of moves, if every position had as many as the largest one.
const POSITIONS: u64 = 1500;
const MOVES: u64 = 150_000;

/// How much smaller a box is in each attempt, if it does not fit into memory.
const ATTEMPTS: [u64; 3] = [1, 5, 25];

/// Boxes for the definition within a box, the largest first. It is the box itself if that is small enough.
pub(super) fn boxes(game: &Game, extent: &Extent) -> Vec<Extent> {
    let mut boxes: Vec<Extent> = Vec::new();
    for smaller in ATTEMPTS {
        let found = within(game, extent, smaller);
        boxes.extend(found.filter(|found| boxes.last() != Some(found)));
    }
    boxes
}

/// The box with the largest heaps that fit; only if none fit are there fewer of them.
fn within(game: &Game, extent: &Extent, smaller: u64) -> Option<Extent> {
    let fits = |extent: &Extent| fits(game, extent, smaller);
    let greatest = extent.most.iter().max().copied().unwrap_or(0);
    let least = match game.coordinates() {
        Some(_) => 0,
        None => *extent.heaps.end(),
    };
    let fewest = least.min(1);
    (fewest..=least).rev().find_map(|heaps| {
        let at_most = |most: u64| shrunk(extent, heaps, most);
        if !fits(&at_most(greatest.min(1))) {
            return None;
        }
        // All up to `low` fit, and none from `high` on.
        let (mut low, mut high) = (greatest.min(1), greatest + 1);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            match fits(&at_most(middle)) {
                true => low = middle,
                false => high = middle,
            }
        }
        Some(at_most(low))
    })
}

/// The part of a box with at most this many heaps, and heaps or coordinates of at most this size.
fn shrunk(extent: &Extent, heaps: usize, most: u64) -> Extent {
    let counter = |(name, range): &(String, std::ops::RangeInclusive<u64>)| {
        let (start, end) = (*range.start(), *range.end());
        match name.as_str() {
            "last" => (name.clone(), start.min(most)..=end.min(most)),
            _ => (name.clone(), range.clone()),
        }
    };
    let end = heaps.min(*extent.heaps.end());
    Extent {
        heaps: (*extent.heaps.start()).min(end)..=end,
        most: extent.most.iter().map(|&one| one.min(most)).collect(),
        counters: extent.counters.iter().map(counter).collect(),
    }
}

fn fits(game: &Game, extent: &Extent, smaller: u64) -> bool {
    let positions = extent.len(game);
    if positions > UBig::from(POSITIONS / smaller) {
        return false;
    }
    let most = UBig::from(MOVES / smaller) / positions.max(UBig::ONE);
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let first = Moves::new(game, &Unwatched).first(&extent.corner(game), most.saturating_add(1));
    // If the rules have no value there, the comparison finds that.
    first.map_or(true, |moves| moves.len() <= most)
}
