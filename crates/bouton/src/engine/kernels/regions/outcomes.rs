//! Outcomes of regions: a position is N if the heaviest P-position of the box below it weighs enough.
//!
//! For each region it is kept what the heaviest P-position in the box below each position weighs, and one more; 0 if there
//! is none. That follows from the positions one step lower along each axis, so that only the last ones are kept:
//! of the plane some rows, of other axes one number for every position that differs in lower axes only.

use std::ops::Range;
use std::sync::Arc;

use super::{Moves, Weights};
use crate::engine::asked::Asked;
use crate::engine::bits::pack;
use crate::engine::kernel::{Failed, Fill, Kernel, Out, Planned, Pulse};
use crate::engine::lower::{Region, regions};
use crate::engine::space::{Layout, Numbering, Row, Skew, Space};
use crate::engine::table::{Cells, Width};
use crate::engine::values::Values;
use crate::game::Game;
use crate::lang::syntax::Order;
use crate::rows::{Column, Program, Reg, Rows, Small};
use crate::vectors::vectors;

/// How to compute a box. Two coordinates are a plane, whose rows are skew; the others are gone through one by one.
pub(in crate::engine) struct Plan {
    space: Arc<Space>,
    placed: Vec<Placed>,
    /// The first coordinate is a column of the program; the level and the other coordinates are given.
    weights: Weights,
    /// Whether something differs within a row.
    varies: bool,
    /// Whether a row is a whole plane, and not one level of it.
    planes: bool,
}

/// A region, and where what is kept of it stands.
struct Placed {
    /// The last of the other coordinates that it lowers.
    outer: Option<usize>,
    /// The ones before that.
    lower: Vec<usize>,
    /// The steps in the plane: how many levels down, and how much less the first coordinate is.
    steps: Vec<(usize, usize)>,
}

impl Plan {
    /// How to compute what is asked for; why not, if the game is of another kind.
    pub(in crate::engine) fn of(
        game: &Game,
        values: Values,
        asked: &Asked<'_>,
    ) -> Result<Planned<'static>, String> {
        let moves = Moves::of(game, values, false, asked)?;
        let heaps = moves.most.len();
        if heaps < 2 {
            return Err("it has one heap".into());
        }
        let other = || "not all rules reach whatever is lower, by some weight".to_string();
        let regions = regions(&moves.families, heaps).ok_or_else(other)?;
        let order = order(&regions, heaps).ok_or("it has diagonals in several planes")?;
        let multisets = moves.space.order == Order::None;
        let step = if multisets { 1 } else { step(&regions, &order) };
        let layout = Layout::skew(moves.most.clone(), order.clone(), step);
        let layout = layout.ok_or("there are too many positions")?;
        let mut program = Program::default();
        let coordinates = coordinates(&mut program, &layout);
        let weights = moves.weights(&regions, program, coordinates)?;
        let placed = regions.iter().map(|region| Placed::new(region, &order, step)).collect();
        let varies = weights.outputs.iter().any(|&output| weights.program.varies(output));
        let space = moves.space.laid_out(layout);
        // Of multisets only some positions of a level count.
        let space = if multisets { space } else { space.in_slabs() }.into();
        Ok(Box::new(Plan { space, placed, weights, varies, planes: !multisets }))
    }

    fn skew(&self) -> &Skew {
        self.space.layout.plane().expect("the rows are skew").0
    }

    /// The coordinates of a row outside of the plane.
    fn rest(&self, row: &Row) -> Vec<usize> {
        let (_, order) = self.space.layout.plane().expect("the rows are skew");
        order[2..].iter().map(|&axis| row.heaps[axis]).collect()
    }

    /// How many levels a region looks back.
    fn history(&self, placed: &Placed) -> usize {
        placed.steps.iter().map(|&(down, _)| down).max().unwrap_or(0)
    }

    /// How many numbers are kept of a region besides rows.
    fn kept_of(&self, placed: &Placed) -> usize {
        placed.outer.map_or(0, |outer| self.space.layout.stride(outer))
    }

    /// Where a plane stands among those that differ in lower coordinates than `outer`.
    fn start(&self, outer: usize, rest: &[usize]) -> usize {
        (0..outer).map(|axis| rest[axis] * self.space.layout.stride(axis)).sum()
    }
}

/// The coordinates, those of the plane first: the two of a diagonal or of the first region that has two. `None` if there are
/// diagonals in several planes.
fn order(regions: &[Region], heaps: usize) -> Option<Vec<usize>> {
    let diagonals: Vec<&Region> = regions.iter().filter(|r| r.diagonal.is_some()).collect();
    let plane = match &diagonals[..] {
        [] => {
            let weighted = regions.iter().filter(|r| r.axes.len() > 1);
            let by_bounds = weighted.max_by_key(|region| region.bounds.len());
            match by_bounds {
                Some(region) => {
                    // The heavier one is the first.
                    let mut both: Vec<(i64, usize)> =
                        region.weights.iter().copied().zip(region.axes.iter().copied()).collect();
                    both.sort_by_key(|&(weight, axis)| (weight, std::cmp::Reverse(axis)));
                    vec![both[1].1, both[0].1]
                }
                None => vec![0, 1],
            }
        }
        [first, others @ ..] => {
            if others.iter().any(|other| other.axes != first.axes) {
                return None;
            }
            first.axes.clone()
        }
    };
    let others = (0..heaps).filter(|axis| !plane.contains(axis));
    Some(plane.iter().copied().chain(others).collect())
}

/// The step of rows with which the weight of a region is the same in a whole row, if there is one.
fn step(regions: &[Region], order: &[usize]) -> usize {
    let steps = regions.iter().filter(|region| region.axes.len() > 1 && !region.bounds.is_empty());
    let mut steps = steps.filter_map(|region| {
        let of = |axis: usize| {
            let i = region.axes.iter().position(|&other| other == axis)?;
            Some(region.weights[i])
        };
        let (a, b) = (of(order[0])?, of(order[1])?);
        (region.diagonal.is_none() && a % b == 0).then(|| usize::try_from(a / b).unwrap_or(1))
    });
    steps.next().filter(|&step| step <= MOST_STEP).unwrap_or(1)
}

/// Rows are not more skew.
const MOST_STEP: usize = 64;

/// The coordinates of a position in a program: the first is a column, the level and the others are given.
fn coordinates(program: &mut Program, layout: &Layout) -> Option<Vec<Reg>> {
    let (skew, order) = layout.plane()?;
    let x = program.input((0, skew.most[0] as i64), true);
    let level = program.input((0, skew.levels() as i64 - 1), false);
    let step = program.constant(skew.step as i64);
    let down = program.mul(step, x)?;
    let y = program.sub(level, down)?;
    let y = program.narrow(y, (0, skew.most[1] as i64));
    let mut all = vec![x; order.len()];
    all[order[1]] = y;
    for &axis in &order[2..] {
        all[axis] = program.input((0, layout.most(axis) as i64), false);
    }
    all[order[0]] = x;
    Some(all)
}

impl Placed {
    fn new(region: &Region, order: &[usize], step: usize) -> Placed {
        let at = |axis: &usize| order.iter().position(|other| other == axis).unwrap_or(0);
        let mut places: Vec<usize> = region.axes.iter().map(at).collect();
        places.sort_unstable();
        let steps = match region.diagonal {
            Some((a, b)) => vec![(step * a + b, a)],
            None => {
                let in_plane = places.iter().filter(|&&place| place < 2);
                in_plane.map(|&place| if place == 0 { (step, 1) } else { (1, 0) }).collect()
            }
        };
        let mut lower: Vec<usize> =
            places.iter().filter(|&&place| place >= 2).map(|place| place - 2).collect();
        let outer = lower.pop();
        Placed { outer, lower, steps }
    }

    /// By how much the first coordinate is less at most, one step lower.
    fn left(&self) -> usize {
        self.steps.iter().map(|&(_, left)| left).max().unwrap_or(0)
    }
}

/// Positions that are computed together.
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

impl Kernel for Plan {
    fn words(&self) -> String {
        let rows = match self.varies {
            true => "bounds are computed for whole rows of small integers",
            false => {
                "positions of the same weight, which have the same bound, are computed together"
            }
        };
        format!(
            "whole rows of positions: for each position the heaviest P-position in the box below it is kept, and it is N \
             if that is within reach; {rows}"
        )
    }

    fn numbering(&self) -> Arc<dyn Numbering> {
        self.space.clone()
    }

    fn width(&self) -> Width {
        Width::Bit
    }

    fn state_bytes(&self) -> u64 {
        let kept = self.placed.iter().map(|placed| {
            let rows = (self.history(placed) + 1) * (self.skew().most[0] + 1 + placed.left());
            self.kept_of(placed) + if placed.outer.is_none() { rows } else { 0 }
        });
        (kept.sum::<usize>() * 4 + (1 << 16)) as u64
    }

    fn nanoseconds(&self) -> f64 {
        let positions = self.space.cells() as f64;
        let planes = positions / self.skew().positions() as f64;
        let rows = planes * self.skew().levels() as f64;
        let each = if self.varies { 1.0 } else { 0.2 };
        self.placed.len() as f64 * (rows * 50.0 + positions * each)
    }

    fn fill(&mut self) -> Box<dyn Fill + '_> {
        let inputs = 65 - (self.skew().levels() as u64).leading_zeros();
        match self.weights.bits().max(inputs) {
            ..=16 => Box::new(Outcomes::<i16>::new(self)),
            _ => Box::new(Outcomes::<i32>::new(self)),
        }
    }
}

impl<T: Small> Fill for Outcomes<'_, T> {
    fn row(
        &mut self,
        row: &Row,
        _: Option<&Cells>,
        out: &mut Out<'_>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        vectors(
            #[inline(always)]
            || self.outcomes(row, out, pulse),
        )
    }
}

/// The outcomes of a box.
struct Outcomes<'a, T> {
    plan: &'a Plan,
    skew: &'a Skew,
    kept: Vec<Kept<T>>,
    rows: Rows<T>,
    is_n: Vec<T>,
}

impl<'a, T: Small> Outcomes<'a, T> {
    fn new(plan: &'a Plan) -> Outcomes<'a, T> {
        let skew = plan.skew();
        let kept = plan.placed.iter().map(|placed| Kept {
            rows: match placed.outer {
                None => {
                    let row = vec![T::default(); skew.most[0] + 1 + placed.left()];
                    vec![row; plan.history(placed) + 1]
                }
                Some(_) => Vec::new(),
            },
            all: vec![T::default(); plan.kept_of(placed)],
            here: 0,
            lower: Vec::new(),
            fresh: true,
        });
        Outcomes {
            plan,
            skew,
            kept: kept.collect(),
            rows: Rows::new(&plan.weights.program, &plan.weights.outputs, WIDTH),
            is_n: vec![T::default(); WIDTH],
        }
    }

    /// Computes a plane, or one level of it; the first one makes ready for the plane.
    #[inline(always)]
    fn outcomes(
        &mut self,
        row: &Row,
        out: &mut Out<'_>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let (_, order) = self.plan.space.layout.plane().expect("the rows are skew");
        let level = self.skew.step * row.heaps[order[0]] + row.heaps[order[1]];
        if level == 0 {
            let rest = self.plan.rest(row);
            for (i, &x) in rest.iter().enumerate() {
                self.rows.set(2 + i, T::of(x as i64));
            }
            for (kept, placed) in self.kept.iter_mut().zip(&self.plan.placed) {
                kept.enter(self.plan, placed, &rest);
            }
        }
        let first = row.heaps[order[0]];
        if !self.plan.planes {
            self.level(level, first..first + row.len, out);
            return Ok(());
        }
        let (skew, mut first) = (self.skew, 0);
        for level in 0..skew.levels() {
            let len = skew.starts[level + 1] - skew.starts[level];
            // The second coordinate is at most so large.
            while level > skew.step * first + skew.most[1] {
                first += 1;
            }
            if len > 0 {
                self.level(level, first..first + len, out);
                pulse.work(len as u64)?;
            }
        }
        Ok(())
    }

    /// Computes the row of a level, in which the first coordinate runs over `xs`.
    #[inline(always)]
    fn level(&mut self, level: usize, xs: Range<usize>, out: &mut Out<'_>) {
        let plan = self.plan;
        self.rows.set(1, T::of(level as i64));
        let mut x = xs.start;
        if !plan.varies {
            self.rows.run(1);
        }
        while x < xs.end {
            let len = (xs.end - x).min(WIDTH);
            if plan.varies {
                let column = &mut self.rows.column(0)[..len];
                column.iter_mut().enumerate().for_each(|(i, to)| *to = T::of((x + i) as i64));
                self.rows.run(len);
            }
            let all_n = self.reach(level, x, len);
            if !all_n {
                self.mark(level, x, len);
            }
            match all_n {
                true if !out.keeps() => out.count(0, len),
                _ => {
                    for numbers in self.is_n[..len].chunks(64) {
                        // The numbers are 1 for N.
                        let p = if all_n { 0 } else { !pack(numbers) };
                        out.push(p & (u64::MAX >> (64 - numbers.len())), numbers.len());
                    }
                }
            }
            x += len;
        }
    }

    /// Finds out which positions of a part of a row are N, and whether all are. What is kept is then what stands below
    /// them.
    #[inline(always)]
    fn reach(&mut self, level: usize, x: usize, len: usize) -> bool {
        let Outcomes { plan, skew, kept, rows, is_n, .. } = self;
        let is_n = &mut is_n[..len];
        let only = plan.placed.len() == 1;
        if !only {
            is_n.fill(T::default());
        }
        for (i, (kept, placed)) in kept.iter_mut().zip(&plan.placed).enumerate() {
            kept.gather(skew, placed, level, x, len);
            let below: &[T] = kept.at(skew, placed, level, x, len);
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
        let Outcomes { plan, skew, kept, rows, is_n, .. } = self;
        let is_n = &is_n[..len];
        for (i, (kept, placed)) in kept.iter_mut().zip(&plan.placed).enumerate() {
            let to = kept.at(skew, placed, level, x, len);
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

impl<T: Small> Kept<T> {
    /// Makes ready for a plane.
    fn enter(&mut self, plan: &Plan, placed: &Placed, rest: &[usize]) {
        self.rows.iter_mut().for_each(|row| row.fill(T::default()));
        let Some(outer) = placed.outer else { return };
        self.here = plan.start(outer, rest);
        self.lower.clear();
        let lower = placed.lower.iter().filter(|&&axis| rest[axis] > 0);
        self.lower.extend(lower.map(|&axis| plan.space.layout.stride(axis)));
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
