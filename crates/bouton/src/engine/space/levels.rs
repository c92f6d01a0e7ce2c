//! The positions of a box by their number of stones: no move leads to a position with the same number.

use super::layout::Layout;

/// A walk through all positions with a given number of stones.
pub(in crate::engine) struct Level<'l> {
    layout: &'l Layout,
    heaps: Vec<usize>,
}

impl Layout {
    /// The most stones of a position.
    pub(in crate::engine) fn most_stones(&self) -> usize {
        (0..self.heaps()).map(|heap| self.most(heap)).sum()
    }
}

impl<'l> Level<'l> {
    pub(in crate::engine) fn of(layout: &'l Layout) -> Level<'l> {
        Level { layout, heaps: vec![0; layout.heaps()] }
    }

    /// Shows the heaps and the place of each position with this number of stones.
    pub(in crate::engine) fn each<E>(
        &mut self,
        stones: usize,
        see: &mut impl FnMut(&[usize], usize) -> Result<(), E>,
    ) -> Result<(), E> {
        match self.heaps.len().checked_sub(1) {
            Some(last) => self.heap(last, stones, self.layout.most(last), 0, see),
            None if stones == 0 => see(&[], 0),
            None => Ok(()),
        }
    }

    /// Goes through the sizes of a heap, at most `most`, that leave stones for those before it. They stand at `place` so far.
    fn heap<E>(
        &mut self,
        heap: usize,
        stones: usize,
        most: usize,
        place: usize,
        see: &mut impl FnMut(&[usize], usize) -> Result<(), E>,
    ) -> Result<(), E> {
        let (layout, sorted) = (self.layout, self.layout.is_sorted());
        if heap == 0 {
            if stones > most {
                return Ok(());
            }
            self.heaps[0] = stones;
            return see(&self.heaps, place + layout.place_of_one(0, stones));
        }
        // Those before it are no larger where heaps rise.
        let least = match sorted {
            true => stones.div_ceil(heap + 1),
            false => {
                let before: usize = (0..heap).map(|heap| layout.most(heap)).sum();
                stones.saturating_sub(before)
            }
        };
        for size in least..=most.min(stones) {
            self.heaps[heap] = size;
            let most = if sorted { size } else { layout.most(heap - 1) };
            let place = place + layout.place_of_one(heap, size);
            self.heap(heap - 1, stones - size, most, place, see)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every position is in one level, at its place.
    fn levels(layout: &Layout) {
        let mut seen = vec![false; layout.positions()];
        let mut level = Level::of(layout);
        for stones in 0..=layout.most_stones() {
            let each: Result<(), ()> = level.each(stones, &mut |heaps, place| {
                assert_eq!(heaps.iter().sum::<usize>(), stones);
                assert_eq!(layout.place(heaps), place);
                assert!(!std::mem::replace(&mut seen[place], true));
                Ok(())
            });
            assert!(each.is_ok());
        }
        assert!(seen.into_iter().all(|seen| seen));
    }

    #[test]
    fn every_position_has_a_level() {
        for heaps in 0..5 {
            levels(&Layout::sorted(heaps, 6).unwrap());
        }
        for most in [vec![], vec![4], vec![3, 0, 5], vec![2, 7]] {
            levels(&Layout::placed(most).unwrap());
        }
    }
}
