//! Outcomes of regions: a position is N if the heaviest P-position of the box below it weighs enough.
//!
//! For each region it is kept what the heaviest P-position in the box below each position weighs, and one more; 0 if there
//! is none. That follows from the positions one step lower along each axis, so that only the last ones are kept:
//! of the plane some rows, of other axes one number for every position that differs in lower axes only.

use std::ops::ControlFlow;

use super::skew::Skew;
use super::{Placed, Plan};
use crate::engine::bits::{Bits, pack};
use crate::rows::{Column, Rows, Small};
use crate::vectors::vectors;

/// So many positions are computed together.
const WIDTH: usize = 2048;

/// What is kept of one region.
struct Kept<T> {
    /// Rows of the plane, if the region lies in it: those of the last levels in turn.
    rows: Vec<Vec<T>>,
    /// Otherwise a number for each position that differs in lower axes than the last of the region.
    all: Vec<T>,
    /// Where those of the plane at hand begin, how far before them those of planes stand that are one step lower, and
    /// whether there is nothing below along the last axis.
    here: usize,
    lower: Vec<usize>,
    fresh: bool,
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
            here: 0,
            lower: Vec::new(),
            fresh: true,
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
            for (kept, placed) in self.kept.iter_mut().zip(&plan.placed) {
                kept.enter(plan, placed, &rest);
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
        if !plan.varies {
            self.rows.run(1);
        }
        while x <= last {
            let len = (last + 1 - x).min(WIDTH);
            if plan.varies {
                let column = &mut self.rows.column(0)[..len];
                column.iter_mut().enumerate().for_each(|(i, to)| *to = T::of((x + i) as i64));
                self.rows.run(len);
            }
            let all_n = self.reach(level, x, len);
            if !all_n {
                self.mark(level, x, len);
            }
            if keep || !all_n {
                for (i, numbers) in self.is_n[..len].chunks(64).enumerate() {
                    let word = match all_n {
                        true => 0,
                        // The numbers are 1 for N.
                        false => !pack(numbers) & (u64::MAX >> (64 - numbers.len())),
                    };
                    if keep {
                        self.p.push(word, numbers.len());
                    }
                    self.count += u64::from((word & between(from, to, x + 64 * i)).count_ones());
                }
            }
            x += len;
        }
    }

    /// Finds out which positions of a part of a row are N, and whether all are. What is kept is then what stands below
    /// them.
    #[inline(always)]
    fn reach(&mut self, level: usize, x: usize, len: usize) -> bool {
        let Outcomes { plan, kept, rows, is_n, .. } = self;
        let is_n = &mut is_n[..len];
        let only = plan.placed.len() == 1;
        if !only {
            is_n.fill(T::default());
        }
        for (i, (kept, placed)) in kept.iter_mut().zip(&plan.placed).enumerate() {
            kept.gather(&plan.skew, placed, level, x, len);
            let below: &[T] = kept.at(&plan.skew, placed, level, x, len);
            let least = rows.output(2 * i + 1, len);
            // Most often there is no P-position.
            if only && reaches_all(below, least) {
                return true;
            }
            // Whatever is computed is stored: a store under a condition is slow.
            let reached = |below: T, least: T| T::of(i64::from(below >= least));
            let start = |n: &T| if only { T::default() } else { *n };
            match least {
                Column::Same(least) => {
                    for (n, &below) in is_n.iter_mut().zip(below) {
                        *n = reached(below, least).max(start(n));
                    }
                }
                Column::Each(least) => {
                    for ((n, &below), &least) in is_n.iter_mut().zip(below).zip(least) {
                        *n = reached(below, least).max(start(n));
                    }
                }
            }
        }
        is_n.iter().fold(T::of(1), |all, &n| all.min(n)) == T::of(1)
    }

    /// Puts the P-positions of a part of a row into what is kept.
    #[inline(always)]
    fn mark(&mut self, level: usize, x: usize, len: usize) {
        let Outcomes { plan, kept, rows, is_n, .. } = self;
        let is_n = &is_n[..len];
        for (i, (kept, placed)) in kept.iter_mut().zip(&plan.placed).enumerate() {
            let to = kept.at(&plan.skew, placed, level, x, len);
            match rows.output(2 * i, len) {
                Column::Same(own) => {
                    for (to, &n) in to.iter_mut().zip(is_n) {
                        *to = if n == T::default() { own } else { *to };
                    }
                }
                Column::Each(own) => {
                    for ((to, &n), &own) in to.iter_mut().zip(is_n).zip(own) {
                        *to = if n == T::default() { own } else { *to };
                    }
                }
            }
        }
    }
}

/// Whether all numbers reach what they must.
#[inline(always)]
fn reaches_all<T: Small>(below: &[T], least: Column<'_, T>) -> bool {
    let one = T::of(1);
    let reached = |below: T, least: T| T::of(i64::from(below >= least));
    let all = match least {
        Column::Same(least) => below.iter().fold(one, |all, &n| all.min(reached(n, least))),
        Column::Each(least) => {
            below.iter().zip(least).fold(one, |all, (&n, &least)| all.min(reached(n, least)))
        }
    };
    all == one
}

/// The bits of a word of positions from `at` on that stand from `from` to before `to`.
fn between(from: usize, to: usize, at: usize) -> u64 {
    let low = |n: usize| if n >= 64 { u64::MAX } else { (1 << n) - 1 };
    low(to.saturating_sub(at)) & !low(from.saturating_sub(at))
}

impl<T: Small> Kept<T> {
    /// Makes ready for a plane.
    fn enter(&mut self, plan: &Plan, placed: &Placed, rest: &[usize]) {
        self.rows.iter_mut().for_each(|row| row.fill(T::default()));
        let Some(outer) = placed.outer else { return };
        self.here = plan.start(outer, rest);
        self.lower.clear();
        let lower = placed.lower.iter().filter(|&&axis| rest[axis] > 0);
        self.lower.extend(lower.map(|&axis| plan.stride(axis)));
        self.fresh = rest[outer] == 0;
    }

    /// Where what is kept of some positions of a row stands.
    #[inline(always)]
    fn at(&mut self, skew: &Skew, placed: &Placed, level: usize, x: usize, len: usize) -> &mut [T] {
        match placed.outer {
            None => {
                // In front of a row stand as many zeros as a step goes to the left.
                let (row, from) = (level % self.rows.len(), x + placed.left());
                &mut self.rows[row][from..from + len]
            }
            Some(_) => {
                let from = self.here + skew.starts[level] + x - skew.first(level);
                &mut self.all[from..from + len]
            }
        }
    }

    /// Finds the heaviest P-positions below some positions of a row.
    #[inline(always)]
    fn gather(&mut self, skew: &Skew, placed: &Placed, level: usize, x: usize, len: usize) {
        match placed.outer {
            None => self.gather_rows(placed, level, x, len),
            Some(_) => self.gather_planes(skew, placed, level, x, len),
        }
    }

    /// From the rows below.
    #[inline(always)]
    fn gather_rows(&mut self, placed: &Placed, level: usize, x: usize, len: usize) {
        let (count, at) = (self.rows.len(), x + placed.left());
        let mut own = std::mem::take(&mut self.rows[level % count]);
        let to = &mut own[at..at + len];
        let row = |(down, left): (usize, usize)| {
            let row = &self.rows[(level + count - down) % count];
            (down <= level).then(|| &row[at - left..at - left + len])
        };
        let mut below = placed.steps.iter().copied().filter_map(row);
        match (below.next(), below.next()) {
            (Some(a), Some(b)) => {
                for ((to, &a), &b) in to.iter_mut().zip(a).zip(b) {
                    *to = a.max(b);
                }
            }
            (Some(a), None) => to.copy_from_slice(a),
            (None, _) => to.fill(T::default()),
        }
        for row in below {
            to.iter_mut().zip(row).for_each(|(to, &n)| *to = n.max(*to));
        }
        self.rows[level % count] = own;
    }

    /// From the planes and rows below.
    #[inline(always)]
    fn gather_planes(&mut self, skew: &Skew, placed: &Placed, level: usize, x: usize, len: usize) {
        let place = |level: usize, x: usize| skew.starts[level] + x - skew.first(level);
        // What stands below in the plane comes before it in the table.
        let (here, start) = (self.here, self.here + place(level, x));
        let (below, own) = self.all.split_at_mut(start);
        let to = &mut own[..len];
        if self.fresh {
            to.fill(T::default());
        }
        for &down in &self.lower {
            to.iter_mut().zip(&below[start - down..]).for_each(|(to, &n)| *to = n.max(*to));
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
                let to = &mut to[start - x..end - x];
                to.iter_mut().zip(&below[from..]).for_each(|(to, &n)| *to = n.max(*to));
            }
        }
    }
}
