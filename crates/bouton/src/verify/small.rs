//! A box that is small enough for the definition.

use dashu_int::UBig;

use crate::engine::Extent;
use crate::game::{Game, Moves};
use crate::job::Unwatched;

/// The largest number of positions and of moves, if every position had as many as the largest one.
const POSITIONS: u64 = 1500;
const MOVES: u64 = 150_000;

/// If heaps are split: the largest number of partitions of the stones of a box.
const PARTITIONS: u64 = 6000;

/// More stones have more partitions than that.
const MOST_STONES: usize = 60;

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

/// Whether a box is small enough, or a part of what is allowed.
pub(super) fn fits(game: &Game, extent: &Extent, smaller: u64) -> bool {
    let positions = extent.len(game);
    if positions > UBig::from(POSITIONS / smaller) {
        return false;
    }
    if game.splits() {
        // Heaps that are split can become any partition of their stones, in a box of any number of heaps.
        let stones = usize::try_from(extent.corner(game).stones()).unwrap_or(usize::MAX);
        return stones <= MOST_STONES && partitions(stones) <= PARTITIONS / smaller;
    }
    let most = UBig::from(MOVES / smaller) / positions.max(UBig::ONE);
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let first = Moves::new(game, &Unwatched).first(&extent.corner(game), most.saturating_add(1));
    // If the rules have no value there, the comparison finds that.
    first.map_or(true, |moves| moves.len() <= most)
}

/// The number of partitions of all numbers of stones up to this one.
fn partitions(stones: usize) -> u64 {
    let mut ways = vec![0u64; stones + 1];
    ways[0] = 1;
    for part in 1..=stones {
        for n in part..=stones {
            ways[n] += ways[n - part];
        }
    }
    ways.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_are_counted() {
        assert_eq!(partitions(0), 1);
        assert_eq!(partitions(5), 1 + 1 + 2 + 3 + 5 + 7);
        assert!(partitions(MOST_STONES) > PARTITIONS);
    }

    #[test]
    fn a_small_box_is_its_own() {
        let game = Game::parse("take 1..m from any").unwrap();
        let extent = Extent { heaps: 0..=3, most: vec![8], counters: vec![] };
        assert_eq!(boxes(&game, &extent)[0], extent);
        let large = Extent { most: vec![1000], ..extent };
        let found = boxes(&game, &large);
        assert!(found.len() == 3 && found[0].most > found[1].most && found[1].most > found[2].most);
        assert!(found.iter().all(|one| one.heaps == (0..=3)));
        let kayles = Game::parse("octal 0.77").unwrap();
        assert!(boxes(&kayles, &large)[0].most[0] < 10);
    }
}
