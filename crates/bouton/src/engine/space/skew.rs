//! Rows of a plane that no move stays in: the first coordinate rises by one where the second falls by `step`.

/// A plane of two coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Skew {
    /// The greatest values of the coordinates.
    pub(crate) most: [usize; 2],
    /// A row holds the positions with the same `step` times the first plus the second coordinate: its level.
    pub(crate) step: usize,
    /// Where each row begins.
    pub(crate) starts: Vec<usize>,
}

impl Skew {
    /// `None` if there are too many positions.
    pub(crate) fn new(most: [usize; 2], step: usize) -> Option<Skew> {
        let levels = most[0].checked_mul(step)?.checked_add(most[1])?.checked_add(1)?;
        (most[0] + 1).checked_mul(most[1] + 1)?;
        let mut skew = Skew { most, step, starts: Vec::with_capacity(levels + 1) };
        let mut start = 0;
        for level in 0..levels {
            skew.starts.push(start);
            start += skew.len(level);
        }
        skew.starts.push(start);
        Some(skew)
    }

    /// The number of rows.
    pub(crate) fn levels(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of positions.
    pub(crate) fn positions(&self) -> usize {
        self.starts[self.levels()]
    }

    /// The least first coordinate in a row.
    #[inline]
    pub(crate) fn first(&self, level: usize) -> usize {
        let above = level.saturating_sub(self.most[1]);
        if self.step == 1 { above } else { above.div_ceil(self.step) }
    }

    /// The greatest.
    #[inline]
    pub(crate) fn last(&self, level: usize) -> usize {
        let most = if self.step == 1 { level } else { level / self.step };
        most.min(self.most[0])
    }

    #[inline]
    pub(crate) fn len(&self, level: usize) -> usize {
        (self.last(level) + 1).saturating_sub(self.first(level))
    }

    /// The place of a position.
    pub(crate) fn place(&self, x: usize, y: usize) -> usize {
        let level = self.step * x + y;
        self.starts[level] + x - self.first(level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_stands_once() {
        for (most, step) in [([3, 5], 1), ([5, 3], 2), ([0, 4], 3), ([4, 0], 2), ([6, 9], 4)] {
            let skew = Skew::new(most, step).unwrap();
            let mut places: Vec<usize> = (0..=most[0])
                .flat_map(|x| (0..=most[1]).map(move |y| (x, y)))
                .map(|(x, y)| skew.place(x, y))
                .collect();
            places.sort_unstable();
            let all = (most[0] + 1) * (most[1] + 1);
            assert_eq!(skew.positions(), all);
            assert!(places.into_iter().eq(0..all), "{most:?} {step}");
        }
    }
}
