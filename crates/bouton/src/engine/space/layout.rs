//! Where the positions of a box stand in a table, and on which lines they lie.
//!
//! A line is what a position and all positions that differ from it in one heap have in common: the other heaps.
//! Positions stand in rows: the first heap runs from 0 on, the others are the same. The lines of a row's positions
//! that leave the first heap as it is stand side by side too, so that whole rows are computed at a time.

use std::ops::Range;

use super::skew::Skew;
use crate::rows::{Program, Reg};

/// The positions of a box.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The greatest size of each heap.
    most: Vec<usize>,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Heaps in rising order, each multiset once. `choose[i][v]` is the number of multisets of `i + 1` heaps
    /// that are less than `v`: a multiset stands at the sum over its heaps.
    Sorted { choose: Vec<Vec<usize>> },
    /// Heaps that have places. The strides of the positions, and for each heap those of the lines along it.
    Placed { strides: Vec<usize>, lines: Vec<Vec<usize>>, starts: Vec<usize> },
    /// Coordinates in another order: two of them are a plane with skew rows, the others are gone through one by one.
    Skew { plane: Skew, order: Vec<usize> },
}

/// The most numbers of multisets that are kept.
const MOST_COUNTED: usize = 1 << 22;

/// A row: the heaps but the first.
#[derive(Debug)]
pub(crate) struct Row {
    /// All heaps; the first is 0.
    pub(crate) heaps: Vec<usize>,
    /// Where its first position stands.
    pub(crate) start: usize,
    /// How many positions it has.
    pub(crate) len: usize,
}

impl Clone for Row {
    fn clone(&self) -> Row {
        Row { heaps: self.heaps.clone(), ..*self }
    }

    /// Without a new list of heaps.
    fn clone_from(&mut self, other: &Row) {
        self.heaps.clone_from(&other.heaps);
        (self.start, self.len) = (other.start, other.len);
    }
}

impl Layout {
    /// Multisets of `heaps` heaps, none greater than `most`; `None` if there are too many.
    pub(crate) fn sorted(heaps: usize, most: usize) -> Option<Layout> {
        if heaps.checked_add(1)?.checked_mul(most.checked_add(2)?)? > MOST_COUNTED {
            return None;
        }
        let mut choose: Vec<Vec<usize>> = vec![(0..=most + 1).collect()];
        for i in 1..heaps {
            let fewer = &choose[i - 1];
            let mut sums = vec![0usize];
            for v in 0..=most {
                sums.push(sums[v].checked_add(fewer[v + 1])?);
            }
            choose.push(sums);
        }
        Some(Layout { most: vec![most; heaps], kind: Kind::Sorted { choose } })
    }

    /// Heaps that have places, none greater than its own `most`; `None` if there are too many.
    pub(crate) fn placed(most: Vec<usize>) -> Option<Layout> {
        let strides_but = |but: Option<usize>| -> Option<(Vec<usize>, usize)> {
            let mut stride = 1usize;
            let mut strides = Vec::new();
            for (i, &most) in most.iter().enumerate() {
                strides.push(if Some(i) == but { 0 } else { stride });
                if Some(i) != but {
                    stride = stride.checked_mul(most.checked_add(1)?)?;
                }
            }
            Some((strides, stride))
        };
        let (strides, _) = strides_but(None)?;
        let (mut lines, mut starts, mut start) = (Vec::new(), Vec::new(), 0usize);
        for i in 0..most.len() {
            let (strides, count) = strides_but(Some(i))?;
            lines.push(strides);
            starts.push(start);
            // The lines along the first heap are whole rows.
            start = start.checked_add(if i == 0 { 0 } else { count })?;
        }
        starts.push(start);
        Some(Layout { most, kind: Kind::Placed { strides, lines, starts } })
    }

    /// Coordinates of which the first two of an order are a plane whose rows are skew by `step`; `None` if there are too many
    /// positions.
    pub(crate) fn skew(most: Vec<usize>, order: Vec<usize>, step: usize) -> Option<Layout> {
        let plane = Skew::new([most[order[0]], most[order[1]]], step)?;
        let mut rest = order[2..].iter().map(|&axis| most[axis] + 1);
        rest.try_fold(plane.positions(), usize::checked_mul)?;
        Some(Layout { most, kind: Kind::Skew { plane, order } })
    }

    /// The plane of skew rows, and the order of the coordinates; `None` if rows are not skew.
    pub(crate) fn plane(&self) -> Option<(&Skew, &[usize])> {
        match &self.kind {
            Kind::Skew { plane, order } => Some((plane, order)),
            _ => None,
        }
    }

    /// By how much the places of positions differ that differ by one in a coordinate; where rows are skew, in one of those
    /// outside of the plane.
    pub(crate) fn stride(&self, axis: usize) -> usize {
        match &self.kind {
            Kind::Sorted { .. } => 0,
            Kind::Placed { strides, .. } => strides[axis],
            Kind::Skew { plane, order } => {
                let below = order[2..2 + axis].iter().map(|&axis| self.most[axis] + 1);
                plane.positions() * below.product::<usize>()
            }
        }
    }

    /// The positions of a row that stand for their multiset, where multisets stand in all orders: those that rise.
    pub(crate) fn rising(&self, row: &Row) -> Range<usize> {
        let all = 0..row.len;
        match &self.kind {
            Kind::Sorted { .. } => all,
            Kind::Placed { .. } => match row.heaps.get(1) {
                None => all,
                Some(&next) if row.heaps[1..].is_sorted() => 0..row.len.min(next + 1),
                Some(_) => 0..0,
            },
            Kind::Skew { plane, order } => {
                let at = |i: usize| row.heaps[order[i]];
                let (x, level) = (at(0), plane.step * at(0) + at(1));
                if (3..order.len()).any(|i| at(i - 1) > at(i)) {
                    return 0..0;
                }
                let next = if order.len() > 2 { at(2) } else { level };
                let least = level.saturating_sub(next);
                let (from, to) = (x.max(least), (x + row.len).min(level / 2 + 1));
                from - x..to.max(from) - x
            }
        }
    }

    /// The bytes of what is kept to find places.
    pub(crate) fn bytes(&self) -> usize {
        match &self.kind {
            Kind::Sorted { choose } => {
                choose.iter().map(|row| row.len() * size_of::<usize>()).sum()
            }
            Kind::Placed { .. } => 0,
            Kind::Skew { plane, .. } => plane.starts.len() * size_of::<usize>(),
        }
    }

    /// How many heaps a position has.
    pub(crate) fn heaps(&self) -> usize {
        self.most.len()
    }

    /// Whether each multiset stands once.
    pub(crate) fn is_sorted(&self) -> bool {
        matches!(self.kind, Kind::Sorted { .. })
    }

    /// The greatest size of a heap.
    pub(crate) fn most(&self, heap: usize) -> usize {
        self.most[heap]
    }

    /// The greatest size of all heaps.
    pub(crate) fn largest(&self) -> usize {
        self.most.iter().copied().max().unwrap_or(0)
    }

    /// How many positions there are.
    pub(crate) fn positions(&self) -> usize {
        match &self.kind {
            Kind::Sorted { choose } => match self.most.len() {
                0 => 1,
                heaps => choose[heaps - 1][self.most[0] + 1],
            },
            _ => self.most.iter().map(|most| most + 1).product(),
        }
    }

    /// How many positions there are; `None` if they are more than `most`.
    pub(crate) fn positions_up_to(&self, most: usize) -> Option<usize> {
        let all = match &self.kind {
            Kind::Sorted { .. } => Some(self.positions()),
            Kind::Placed { .. } | Kind::Skew { .. } => {
                self.most.iter().try_fold(1usize, |all, &most| all.checked_mul(most + 1))
            }
        };
        all.filter(|&all| all <= most)
    }

    /// How many lines there are, without those along the first heap where it has a place of its own.
    pub(crate) fn lines(&self) -> usize {
        match &self.kind {
            Kind::Sorted { choose } => match self.most.len() {
                0 | 1 => 1,
                heaps => choose[heaps - 2][self.most[0] + 1],
            },
            Kind::Placed { starts, .. } => starts[self.most.len()],
            Kind::Skew { .. } => 0,
        }
    }

    /// How many lines there are of sorted heaps that are all less than `most`; those are the first.
    pub(crate) fn lines_below(&self, most: usize) -> usize {
        match (&self.kind, self.most.len()) {
            (Kind::Sorted { choose }, 2..) => choose[self.most.len() - 2][most],
            _ => usize::from(most > 0),
        }
    }

    /// The line of sorted heaps, one more than is given.
    pub(crate) fn line_with(&self, rest: &[usize], heap: usize) -> usize {
        let Kind::Sorted { choose } = &self.kind else { return 0 };
        if self.most.len() == 1 {
            return 0;
        }
        let behind = rest.partition_point(|&other| other <= heap);
        let before = rest[..behind].iter().zip(choose).map(|(&other, row)| row[other]);
        let after =
            rest[behind..].iter().zip(&choose[behind + 1..]).map(|(&other, row)| row[other]);
        before.sum::<usize>() + choose[behind][heap] + after.sum::<usize>()
    }

    /// The next sorted heaps, none greater than `most`, in the order in which lines and positions stand.
    pub(crate) fn next_rest(&self, rest: &mut [usize], most: usize) {
        for i in 0..rest.len() {
            if rest[i] < rest.get(i + 1).copied().unwrap_or(most) {
                rest[i] += 1;
                rest[..i].fill(0);
                return;
            }
        }
    }

    /// The place of a position, whose heaps stand in rising order if multisets do.
    pub(crate) fn place(&self, heaps: &[usize]) -> usize {
        match &self.kind {
            Kind::Sorted { choose } => heaps.iter().zip(choose).map(|(&heap, row)| row[heap]).sum(),
            Kind::Placed { strides, .. } => heaps.iter().zip(strides).map(|(a, b)| a * b).sum(),
            Kind::Skew { plane, order } => {
                let at = |i: usize| heaps[order[i]];
                let planes: usize = (2..order.len()).map(|i| at(i) * self.stride(i - 2)).sum();
                planes + plane.place(at(0), at(1))
            }
        }
    }

    /// What a heap of a size counts for in the place of a position; nothing where rows are skew.
    pub(crate) fn place_of_one(&self, heap: usize, size: usize) -> usize {
        match &self.kind {
            Kind::Sorted { choose } => choose[heap][size],
            Kind::Placed { strides, .. } => size * strides[heap],
            Kind::Skew { .. } => 0,
        }
    }

    /// What a heap of a position counts for in its place, in a program.
    pub(crate) fn part(&self, i: usize, heap: Reg, program: &mut Program) -> Option<Reg> {
        match &self.kind {
            Kind::Sorted { .. } if i == 0 => Some(heap),
            // Where a condition keeps it from being negative its range may not show it.
            Kind::Sorted { choose } => {
                let (lo, hi) = program.range(heap);
                let count = |size: i64| {
                    let size = usize::try_from(size.max(0)).ok()?;
                    i64::try_from(*choose[i].get(size)?).ok()
                };
                let counts = (lo..=hi).map(count).collect::<Option<Vec<i64>>>()?;
                Some(program.lookup(heap, lo, counts).0)
            }
            Kind::Placed { strides, .. } => {
                let stride = program.constant(i64::try_from(strides[i]).ok()?);
                program.mul(heap, stride)
            }
            Kind::Skew { .. } => None,
        }
    }

    /// The place of the position that differs from another only in one heap.
    pub(crate) fn place_with(&self, heaps: &[usize], heap: usize, size: usize) -> usize {
        match &self.kind {
            Kind::Placed { strides, .. } => {
                self.place(heaps) - heaps[heap] * strides[heap] + size * strides[heap]
            }
            Kind::Skew { .. } => {
                let mut to = heaps.to_vec();
                to[heap] = size;
                self.place(&to)
            }
            Kind::Sorted { choose } => {
                // The new one stands before the first that is greater.
                let (mut place, mut i, mut new) = (0, 0, Some(size));
                for (at, &other) in heaps.iter().enumerate() {
                    if at == heap {
                        continue;
                    }
                    if let Some(size) = new
                        && size <= other
                    {
                        place += choose[i][size];
                        i += 1;
                        new = None;
                    }
                    place += choose[i][other];
                    i += 1;
                }
                place + new.map_or(0, |size| choose[i][size])
            }
        }
    }

    /// The part of the place of a multiset that its heaps but the first two count for, if the first is this one in
    /// place of one of a row, and the row's first is larger; and what the new one counts for.
    pub(crate) fn below(&self, row: &[usize], heap: usize, size: usize) -> usize {
        let Kind::Sorted { choose } = &self.kind else { return 0 };
        let others = row.iter().enumerate().skip(1).filter(|(at, _)| *at != heap);
        size + others.enumerate().map(|(i, (_, &other))| choose[i + 2][other]).sum::<usize>()
    }

    /// What the second heap of a multiset counts for.
    #[inline(always)]
    pub(crate) fn second(&self, size: usize) -> usize {
        size * (size + 1) / 2
    }

    /// The line along a heap, of the first position of a row; that of position `i` stands `i` places behind it.
    /// Along the first heap it is one line for the row.
    pub(crate) fn line(&self, row: &[usize], heap: usize) -> usize {
        match &self.kind {
            Kind::Sorted { choose } => {
                let others = row.iter().enumerate().filter(|(at, _)| *at != heap);
                others.enumerate().map(|(i, (_, &other))| choose[i][other]).sum()
            }
            Kind::Placed { lines, starts, .. } => {
                let place: usize = row.iter().zip(&lines[heap]).map(|(a, b)| a * b).sum();
                if heap == 0 { 0 } else { starts[heap] + place }
            }
            Kind::Skew { .. } => 0,
        }
    }

    /// The heaps of a row but the first, each with its line at the first position of the row. Where multisets stand once,
    /// equal heaps lie on the same line, and only the last of them is shown.
    #[inline(always)]
    pub(crate) fn axes(&self, row: &[usize]) -> impl Iterator<Item = (usize, usize)> {
        let sorted = self.is_sorted();
        let differ = move |&heap: &usize| !(sorted && row.get(heap + 1) == Some(&row[heap]));
        (1..row.len()).filter(differ).map(|heap| (heap, self.line(row, heap)))
    }

    /// Whether positions stand at the same places as in another layout of as many heaps.
    pub(crate) fn agrees(&self, other: &Layout) -> bool {
        let same = match (&self.kind, &other.kind) {
            (Kind::Sorted { .. }, Kind::Sorted { .. }) => true,
            (Kind::Placed { .. }, Kind::Placed { .. }) => true,
            (Kind::Sorted { .. } | Kind::Placed { .. } | Kind::Skew { .. }, _) => false,
        };
        same && self.most == other.most
    }

    /// The row in which a place is; rows must not be skew.
    pub(crate) fn row_of(&self, place: usize) -> Row {
        let mut row = self.first();
        let mut rest = place;
        for i in (1..row.heaps.len()).rev() {
            match &self.kind {
                // The largest heap that counts for no more than is left.
                Kind::Sorted { choose } => {
                    row.heaps[i] = choose[i].partition_point(|&before| before <= rest) - 1;
                    rest -= choose[i][row.heaps[i]];
                }
                Kind::Placed { strides, .. } => {
                    row.heaps[i] = rest / strides[i];
                    rest %= strides[i];
                }
                Kind::Skew { .. } => {}
            }
        }
        row.start = place - rest;
        row.len = self.len(&row.heaps);
        row
    }

    /// The first row.
    pub(crate) fn first(&self) -> Row {
        let mut row = Row { heaps: vec![0; self.heaps()], start: 0, len: 0 };
        row.len = self.len(&row.heaps);
        row
    }

    /// How many positions a row has.
    fn len(&self, row: &[usize]) -> usize {
        if let Kind::Skew { plane, order } = &self.kind {
            return plane.len(plane.step * row[order[0]] + row[order[1]]);
        }
        match (self.is_sorted(), row.get(1), self.most.first()) {
            (_, _, None) => 1,
            (true, Some(next), _) => next + 1,
            (_, _, Some(most)) => most + 1,
        }
    }

    /// The next row, if there is one. Every move leads to a position of an earlier row, or to an earlier one of the
    /// same row.
    pub(crate) fn next(&self, row: &mut Row) -> bool {
        if let Kind::Skew { plane, order } = &self.kind {
            return self.next_skew(row, plane, order);
        }
        for i in 1..row.heaps.len() {
            let most = match self.is_sorted() {
                true => row.heaps.get(i + 1).copied().unwrap_or(self.most[i]),
                false => self.most[i],
            };
            if row.heaps[i] < most {
                row.heaps[i] += 1;
                row.heaps[1..i].fill(0);
                row.start += row.len;
                row.len = self.len(&row.heaps);
                return true;
            }
        }
        false
    }
}

impl Layout {
    /// The next skew row: of the same plane, or the first one of the next.
    fn next_skew(&self, row: &mut Row, plane: &Skew, order: &[usize]) -> bool {
        // The first coordinate is the least of its row: it rises when the second one has passed its greatest value.
        // Where a step is larger than that value, levels without a position are left out.
        let (mut x, mut y) = (row.heaps[order[0]], row.heaps[order[1]] + 1);
        if y > plane.most[1] {
            (x, y) = (x + 1, y.saturating_sub(plane.step));
        }
        if x > plane.most[0] {
            if !self.next_plane(row, order) {
                return false;
            }
            (x, y) = (0, 0);
        }
        (row.heaps[order[0]], row.heaps[order[1]]) = (x, y);
        let level = plane.step * x + y;
        row.start += row.len;
        row.len = plane.starts[level + 1] - plane.starts[level];
        true
    }

    /// The first of larger rows: the sorted positions with the largest heap 0, or a plane of skew rows.
    pub(crate) fn first_slab(&self) -> Row {
        let len = self.plane().map_or(1, |(plane, _)| plane.positions());
        Row { heaps: vec![0; self.heaps()], start: 0, len }
    }

    /// The next of larger rows: the sorted positions with the next largest heap, or the next plane.
    pub(crate) fn next_slab(&self, row: &mut Row) -> bool {
        if let Some((_, order)) = self.plane() {
            row.start += row.len;
            return self.next_plane(row, order);
        }
        match row.heaps.last_mut() {
            Some(largest) if *largest < self.most[0] => {
                *largest += 1;
                row.start += row.len;
                row.len = self.lines_below(*largest + 1);
                true
            }
            _ => false,
        }
    }

    /// Goes on to the coordinates of the next plane, if there is one.
    fn next_plane(&self, row: &mut Row, order: &[usize]) -> bool {
        let rises = |&i: &usize| row.heaps[order[i]] < self.most[order[i]];
        let Some(i) = (2..order.len()).find(rises) else { return false };
        row.heaps[order[i]] += 1;
        order[2..i].iter().for_each(|&axis| row.heaps[axis] = 0);
        true
    }
}

#[cfg(test)]
mod tests;
