//! Outcomes of regions: a position is N if the heaviest P-position of the box below it weighs enough.
//!
//! For each region it is kept what the heaviest P-position in the box below each position weighs, and one more; 0 if there
//! is none. That follows from the positions one step lower along each axis, so that only the last ones are kept:
//! of the plane some rows, of other axes one number for every position that differs in lower axes only.

use std::ops::ControlFlow;

use super::{Placed, Plan};
use crate::engine::bits::{Bits, pack};
use crate::rows::{Column, Rows, Small};
use crate::vectors::vectors;

/// So many positions are computed together.
const WIDTH: usize = 1024;

/// What is kept of one region.
struct Kept<T> {
    /// Rows of the plane, if the region lies in it: those of the last levels in turn.
    rows: Vec<Vec<T>>,
    /// Otherwise a number for each position that differs in lower axes than the last of the region.
    all: Vec<T>,
    before: Vec<T>,
}

/// The outcomes of a box.
pub(super) struct Outcomes<'a, T> {
    plan: &'a Plan,
    kept: Vec<Kept<T>>,
    rows: Rows<T>,
    is_n: Vec<T>,
    pub(super) p: Bits,
    pub(super) count: u64,
}

impl<'a, T: Small> Outcomes<'a, T> {
    pub(super) fn new(plan: &'a Plan, keep: bool) -> Outcomes<'a, T> {
        let kept = plan.placed.iter().map(|placed| Kept {
            rows: match placed.outer {
                None => {
                    let row = vec![T::default(); plan.skew.most[0] + 1 + placed.left()];
                    vec![row; plan.history(placed) + 1]
                }
                Some(_) => Vec::new(),
            },
            all: vec![T::default(); plan.kept_of(placed)],
            before: vec![T::default(); WIDTH],
        });
        let outputs: Vec<_> = plan.placed.iter().flat_map(|p| [p.own, p.least]).collect();
        Outcomes {
            plan,
            kept: kept.collect(),
            rows: Rows::new(&plan.program, &outputs, WIDTH),
            is_n: vec![T::default(); WIDTH],
            p: Bits::with_room(if keep { plan.positions() } else { 0 }),
            count: 0,
        }
    }

    /// Computes all of them.
    pub(super) fn run(
        &mut self,
        keep: bool,
        tick: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let plan = self.plan;
        let mut rest = vec![0usize; plan.rest.len()];
        let mut done = 0u64;
        loop {
            for (i, &x) in rest.iter().enumerate() {
                self.rows.set(2 + i, T::of(x as i64));
            }
            for kept in &mut self.kept {
                kept.rows.iter_mut().for_each(|row| row.fill(T::default()));
            }
            for level in 0..plan.skew.levels() {
                if level % 64 == 0 {
                    tick(done + plan.skew.starts[level] as u64)?;
                }
                vectors(
                    #[inline(always)]
                    || self.row(level, &rest, keep),
                );
            }
            done += plan.skew.positions() as u64;
            // The next plane.
            let Some(i) = (0..rest.len()).find(|&i| rest[i] < plan.rest[i]) else {
                return ControlFlow::Continue(());
            };
            rest[i] += 1;
            rest[..i].fill(0);
        }
    }

    #[inline(always)]
    fn row(&mut self, level: usize, rest: &[usize], keep: bool) {
        let plan = self.plan;
        let (first, last) = (plan.skew.first(level), plan.skew.last(level));
        self.rows.set(1, T::of(level as i64));
        let (from, to) = plan.counted(level, rest, first, last);
        let mut x = first;
        while x <= last {
            let len = (last + 1 - x).min(WIDTH);
            if plan.varies {
                let column = &mut self.rows.column(0)[..len];
                column.iter_mut().enumerate().for_each(|(i, to)| *to = T::of((x + i) as i64));
            }
            self.rows.run(len);
            self.chunk(level, rest, x, len);
            for (i, bits) in self.is_n[..len].chunks(64).enumerate() {
                // The numbers are 1 for N.
                let word = !pack(bits) & (u64::MAX >> (64 - bits.len()));
                if keep {
                    self.p.push(word, bits.len());
                }
                let at = x + 64 * i;
                self.count += u64::from((word & between(from, to, at)).count_ones());
            }
            x += len;
        }
    }

    /// Finds out which positions of a part of a row are N.
    #[inline(always)]
    fn chunk(&mut self, level: usize, rest: &[usize], x: usize, len: usize) {
        let Outcomes { plan, kept, rows, is_n, .. } = self;
        let is_n = &mut is_n[..len];
        is_n.fill(T::default());
        for (i, (kept, placed)) in kept.iter_mut().zip(&plan.placed).enumerate() {
            kept.gather(plan, placed, level, rest, x, len);
            let before = &kept.before[..len];
            let one = T::of(1);
            match rows.output(2 * i + 1, len) {
                Column::Same(least) => {
                    for (n, &before) in is_n.iter_mut().zip(before) {
                        *n = if before >= least { one } else { *n };
                    }
                }
                Column::Each(least) => {
                    for ((n, &before), &least) in is_n.iter_mut().zip(before).zip(least) {
                        *n = if before >= least { one } else { *n };
                    }
                }
            }
        }
        for (i, (kept, placed)) in kept.iter_mut().zip(&plan.placed).enumerate() {
            let Kept { rows: of_levels, all, before } = kept;
            let to = match placed.outer {
                None => {
                    let row = level % of_levels.len();
                    let from = x + placed.left();
                    &mut of_levels[row][from..from + len]
                }
                Some(outer) => {
                    let start = plan.start(outer, rest) + plan.skew.starts[level] + x
                        - plan.skew.first(level);
                    &mut all[start..start + len]
                }
            };
            let before = &before[..len];
            match rows.output(2 * i, len) {
                Column::Same(own) => {
                    for ((to, &before), &n) in to.iter_mut().zip(before).zip(&*is_n) {
                        *to = if n == T::default() { own } else { before };
                    }
                }
                Column::Each(own) => {
                    for (((to, &before), &n), &own) in
                        to.iter_mut().zip(before).zip(&*is_n).zip(own)
                    {
                        *to = if n == T::default() { own } else { before };
                    }
                }
            }
        }
    }
}

/// The bits of a word of positions from `at` on that stand from `from` to before `to`.
fn between(from: usize, to: usize, at: usize) -> u64 {
    let low = |n: usize| if n >= 64 { u64::MAX } else { (1 << n) - 1 };
    low(to.saturating_sub(at)) & !low(from.saturating_sub(at))
}

impl<T: Small> Kept<T> {
    /// The heaviest P-positions below some positions of a row.
    #[inline(always)]
    fn gather(
        &mut self,
        plan: &Plan,
        placed: &Placed,
        level: usize,
        rest: &[usize],
        x: usize,
        len: usize,
    ) {
        let skew = &plan.skew;
        let Kept { rows, all, before } = self;
        let before = &mut before[..len];
        let Some(outer) = placed.outer else {
            // In front of a row stand as many zeros as a step goes to the left.
            let (count, at) = (rows.len(), x + placed.left());
            let row = |(down, left): (usize, usize)| {
                let row = &rows[(level + count - down) % count];
                (down <= level).then(|| &row[at - left..at - left + len])
            };
            let mut steps = placed.steps.iter().copied();
            match steps.next().and_then(row) {
                Some(first) => before.copy_from_slice(first),
                None => before.fill(T::default()),
            }
            for row in steps.filter_map(row) {
                before.iter_mut().zip(row).for_each(|(to, &n)| *to = n.max(*to));
            }
            return;
        };
        let here = plan.start(outer, rest);
        let place = |level: usize, x: usize| skew.starts[level] + x - skew.first(level);
        match rest[outer] {
            0 => before.fill(T::default()),
            _ => {
                let from = here + place(level, x);
                before.copy_from_slice(&all[from..from + len]);
            }
        }
        for &axis in &placed.lower {
            if rest[axis] > 0 {
                let from = here - plan.stride(axis) + place(level, x);
                before.iter_mut().zip(&all[from..from + len]).for_each(|(to, &n)| *to = n.max(*to));
            }
        }
        for &(down, left) in &placed.steps {
            if down > level {
                continue;
            }
            // The part of the row whose neighbours are in the box.
            let (low, high) = (skew.first(level - down) + left, skew.last(level - down) + left);
            let (start, end) = (low.max(x), (high + 1).min(x + len));
            if start < end {
                let from = here + place(level - down, start - left);
                let to = &mut before[start - x..end - x];
                to.iter_mut().zip(&all[from..]).for_each(|(to, &n)| *to = n.max(*to));
            }
        }
    }
}
