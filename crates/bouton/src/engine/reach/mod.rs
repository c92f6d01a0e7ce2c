//! Whole boxes where moves reach all that is lower, by a weight of at most so much: outcomes.

mod heaviest;
mod numbers;
mod outcomes;
mod regions;
mod skew;

use std::ops::ControlFlow;

pub(super) use self::heaviest::Heaviest;
pub(super) use self::numbers::Numbers;
use self::outcomes::Outcomes;
use self::regions::{Region, regions};
use self::skew::Skew;
use super::bits::Bits;
use super::boxes::{Asked, Counted, Kernel, Planned, Table};
use super::cells::{Family, Grid, families};
use super::values::{Outcome, Solved, Values};
use crate::game::{Game, Position, Shape};
use crate::job::{Budget, Ctx, Stop};
use crate::lang::syntax::{Ending, Order};
use crate::rows::{Program, Reg};

/// How to compute a box. Two coordinates are a plane, whose rows are skew; the others are gone through one by one.
pub(crate) struct Plan {
    skew: Skew,
    /// The greatest values of the coordinates.
    most: Vec<usize>,
    /// The coordinates in another order: those of the plane first.
    order: Vec<usize>,
    /// The greatest values of the other coordinates.
    rest: Vec<usize>,
    placed: Vec<Placed>,
    /// The first coordinate is its column; the level and the other coordinates are given.
    program: Program,
    /// Whether something differs within a row.
    varies: bool,
    /// Whether the heaps have no order.
    multisets: bool,
}

/// A region, and where what is kept of it stands.
struct Placed {
    /// One more than what a position weighs, and than the least that it reaches.
    own: Reg,
    least: Reg,
    /// The last of the other coordinates that it lowers.
    outer: Option<usize>,
    /// The ones before that.
    lower: Vec<usize>,
    /// The steps in the plane: how many levels down, and how much less the first coordinate is.
    steps: Vec<(usize, usize)>,
}

impl Plan {
    /// How to compute a box; why not, if it is none of this kind.
    pub(crate) fn kernel<'g>(
        game: &'g Game,
        values: Values,
        asked: &Asked<'_>,
    ) -> Result<Planned<'g>, String> {
        Ok(Box::new(Plan::of(game, values, asked)?))
    }

    fn of(game: &Game, values: Values, asked: &Asked<'_>) -> Result<Plan, String> {
        if values.grundy || game.ending() == Ending::Misere {
            return Err("it tells outcomes of normal play".into());
        }
        let (grid, families) = families_of(game, asked)?;
        let heaps = grid.layout.heaps();
        if heaps < 2 {
            return Err("it has one heap".into());
        }
        let other = || "not all rules reach whatever is lower, by some weight".to_string();
        let regions = regions(&families, heaps).ok_or_else(other)?;
        let order = order(&regions, heaps).ok_or("it has diagonals in several planes")?;
        let multisets = matches!(game.shape, Shape::Heaps { order: Order::None, .. });
        let step = if multisets { 1 } else { step(&regions, &order) };
        let most = |i: usize| grid.layout.most(order[i]);
        let too_many = || "there are too many positions".to_string();
        let skew = Skew::new([most(0), most(1)], step).ok_or_else(too_many)?;
        let rest: Vec<usize> = (2..heaps).map(most).collect();
        let planes = rest.iter().try_fold(1usize, |n, &most| n.checked_mul(most + 1));
        let all = planes.and_then(|n| n.checked_mul(skew.positions()));
        all.filter(|&all| all < MOST).ok_or_else(too_many)?;
        let too_large = || "its weights cannot be computed on small integers".to_string();
        let mut program = Program::default();
        let coordinates = coordinates(&mut program, &skew, &rest, &order).ok_or_else(too_large)?;
        let mut placed = Vec::new();
        for region in &regions {
            let compiled = region.compile(&families, &coordinates, &mut program);
            let (own, least) = compiled.ok_or_else(too_large)?;
            placed.push(Placed::new(region, own, least, &order, step));
        }
        let outputs: Vec<Reg> = placed.iter().flat_map(|p| [p.own, p.least]).collect();
        if program.bits(&outputs) > 32 {
            return Err(too_large());
        }
        let varies = outputs.iter().any(|&output| program.varies(output));
        let most = (0..heaps).map(|heap| grid.layout.most(heap)).collect();
        Ok(Plan { skew, most, order, rest, placed, program, varies, multisets })
    }

    /// How many positions the box has, in all orders of heaps.
    fn positions(&self) -> usize {
        self.skew.positions() * self.rest.iter().map(|most| most + 1).product::<usize>()
    }

    /// How many levels a region looks back.
    fn history(&self, placed: &Placed) -> usize {
        placed.steps.iter().map(|&(down, _)| down).max().unwrap_or(0)
    }

    /// How many numbers are kept of a region besides rows.
    fn kept_of(&self, placed: &Placed) -> usize {
        placed.outer.map_or(0, |outer| self.stride(outer))
    }

    /// By how much the places of positions differ that differ by one in one of the other coordinates.
    fn stride(&self, axis: usize) -> usize {
        self.skew.positions() * self.rest[..axis].iter().map(|most| most + 1).product::<usize>()
    }

    /// Where a plane stands among those that differ in lower coordinates than `outer`.
    fn start(&self, outer: usize, rest: &[usize]) -> usize {
        (0..outer).map(|axis| rest[axis] * self.stride(axis)).sum()
    }

    /// The first coordinates in a row, from one to before another, of the positions that count: of multisets, those
    /// whose coordinates rise.
    fn counted(&self, level: usize, rest: &[usize], first: usize, last: usize) -> (usize, usize) {
        if !self.multisets {
            return (first, last + 1);
        }
        if !rest.is_sorted() {
            return (0, 0);
        }
        let least = rest.first().map_or(0, |&next| level.saturating_sub(next));
        (first.max(least), (last + 1).min(level / 2 + 1))
    }

    /// How many positions count.
    fn size(&self) -> u64 {
        if !self.multisets {
            return self.positions() as u64;
        }
        // All heaps have the same greatest size if all multisets are asked for.
        let (most, heaps) = (self.skew.most[0] as u64, self.order.len() as u64);
        let all = super::space::multisets(heaps, &(most + 1).into());
        u64::try_from(all).unwrap_or(u64::MAX)
    }

    fn run(&self, keep: bool, ctx: Ctx<'_>) -> Result<(Bits, u64), Stop> {
        let outputs: Vec<Reg> = self.placed.iter().flat_map(|p| [p.own, p.least]).collect();
        let of = Some(self.positions() as u64);
        let mut tick = |done: u64| ctx.watch.tick(done, of);
        macro_rules! run {
            ($int:ident) => {{
                let mut outcomes = Outcomes::<$int>::new(self, keep);
                match outcomes.run(keep, &mut tick) {
                    ControlFlow::Continue(()) => Ok((outcomes.p, outcomes.count)),
                    ControlFlow::Break(()) => Err(Stop::Cancelled),
                }
            }};
        }
        let inputs = 65 - (self.skew.levels() as u64).leading_zeros();
        match self.program.bits(&outputs).max(inputs) {
            ..=16 => run!(i16),
            _ => run!(i32),
        }
    }
}

/// The moves of a game on a box in which heaps stand in all orders; why not, if it has counters or its positions are not
/// all lists of numbers.
fn families_of(game: &Game, asked: &Asked<'_>) -> Result<(Grid, Vec<Family>), String> {
    match &game.shape {
        Shape::Heaps { order: Order::Row, .. } => {
            return Err("heaps that are empty vanish from the row".into());
        }
        Shape::Heaps { .. } | Shape::Tuple(_, None) => {}
        Shape::Tuple(..) => return Err("not all tuples are positions".into()),
        Shape::Sum(_) => return Err("it is a sum of games".into()),
    }
    if game.turn || game.last || game.pass.is_some() || game.declares_rank() {
        return Err("its positions have counters, or a rank of their own".into());
    }
    let grid = Grid::of(game, asked, false)?;
    let families = families(game, &grid)?;
    Ok((grid, families))
}

/// What the Grundy numbers of a box amount to, in rows along the first coordinate. Of multisets those count whose coordinates
/// rise; they may be all there are.
fn counted(numbers: &[u32], most: &[usize], multisets: bool, only: bool) -> Counted {
    let mut counted = Counted { max_grundy: Some(0), ..Counted::default() };
    let (mut at, mut rest) = (vec![0usize; most.len()], numbers);
    while !rest.is_empty() {
        let rising = at.get(1).map_or(most[0] + 1, |next| next + 1);
        let (row, later) = rest.split_at(if only { rising } else { most[0] + 1 });
        rest = later;
        let row = match multisets {
            true if at[1..].is_sorted() => &row[..rising],
            true => &[],
            false => row,
        };
        counted.positions += row.len() as u64;
        counted.p += row.iter().filter(|&&number| number == 0).count() as u64;
        counted.max_grundy = counted.max_grundy.max(row.iter().copied().max());
        if let Some(i) = (1..at.len()).find(|&i| at[i] < most[i]) {
            at[i] += 1;
            at[1..i].fill(0);
        }
    }
    counted
}

/// The coordinates of a position; `None` if one is greater than it may be.
fn coordinates_of(position: &Position, most: &[usize]) -> Option<Vec<usize>> {
    let mut at = vec![0usize; most.len()];
    let missing = at.len().checked_sub(position.heaps.len())?;
    for (to, heap) in at[missing..].iter_mut().zip(&position.heaps) {
        *to = usize::try_from(heap).ok()?;
    }
    at.iter().zip(most).all(|(x, most)| x <= most).then_some(at)
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

/// Boxes of more positions are not tried.
const MOST: usize = usize::MAX >> (usize::BITS / 4);

/// Rows are not more skew.
const MOST_STEP: usize = 64;

/// The coordinates of a position in a program: the first is a column, the level and the others are given.
fn coordinates(
    program: &mut Program,
    skew: &Skew,
    rest: &[usize],
    order: &[usize],
) -> Option<Vec<Reg>> {
    let x = program.input((0, skew.most[0] as i64), true);
    let level = program.input((0, skew.levels() as i64 - 1), false);
    let step = program.constant(skew.step as i64);
    let down = program.mul(step, x)?;
    let y = program.sub(level, down)?;
    let y = program.narrow(y, (0, skew.most[1] as i64));
    let mut all = vec![x; order.len()];
    all[order[1]] = y;
    for (&axis, &most) in order[2..].iter().zip(rest) {
        all[axis] = program.input((0, most as i64), false);
    }
    all[order[0]] = x;
    Some(all)
}

impl Placed {
    fn new(region: &Region, own: Reg, least: Reg, order: &[usize], step: usize) -> Placed {
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
        Placed { own, least, outer, lower, steps }
    }

    /// By how much the first coordinate is less at most, one step lower.
    fn left(&self) -> usize {
        self.steps.iter().map(|&(_, left)| left).max().unwrap_or(0)
    }
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

    fn bytes(&self, keep: bool) -> u64 {
        let kept = self.placed.iter().map(|placed| {
            let rows = (self.history(placed) + 1) * (self.skew.most[0] + 1 + placed.left());
            self.kept_of(placed) + if placed.outer.is_none() { rows } else { 0 }
        });
        let bits = if keep { self.positions() / 8 + 64 } else { 0 };
        (kept.sum::<usize>() * 4 + bits + self.skew.starts.len() * 8 + (1 << 16)) as u64
    }

    fn nanoseconds(&self) -> f64 {
        let planes = self.positions() as f64 / self.skew.positions() as f64;
        let rows = planes * self.skew.levels() as f64;
        let each = if self.varies { 1.0 } else { 0.2 };
        self.placed.len() as f64 * (rows * 50.0 + self.positions() as f64 * each)
    }

    fn compute<'b>(self: Box<Self>, ctx: Ctx<'b>) -> Result<Option<Box<dyn Table + 'b>>, Stop> {
        let bytes = self.bytes(true);
        if !ctx.budget.take(bytes) {
            return Ok(None);
        }
        let p = self.run(true, ctx);
        if p.is_err() {
            ctx.budget.give(bytes);
        }
        let (p, _) = p?;
        Ok(Some(Box::new(Known { plan: *self, p, bytes, budget: ctx.budget })))
    }

    fn count(self: Box<Self>, ctx: Ctx<'_>) -> Result<Option<Counted>, Stop> {
        let bytes = self.bytes(false);
        if !ctx.budget.take(bytes) {
            return Ok(None);
        }
        let p = self.run(false, ctx);
        ctx.budget.give(bytes);
        let (_, p) = p?;
        Ok(Some(Counted { positions: self.size(), p, max_grundy: None }))
    }
}

/// A box that was computed.
struct Known<'b> {
    plan: Plan,
    p: Bits,
    /// What was taken out of the budget.
    bytes: u64,
    budget: &'b Budget,
}

impl Drop for Known<'_> {
    fn drop(&mut self) {
        self.budget.give(self.bytes);
    }
}

impl Table for Known<'_> {
    fn get(&self, position: &Position, _: Values) -> Option<Solved> {
        let plan = &self.plan;
        let heaps = coordinates_of(position, &plan.most)?;
        let at = |i: usize| heaps[plan.order[i]];
        let rest: Vec<usize> = (2..heaps.len()).map(at).collect();
        let place = plan.start(rest.len(), &rest) + plan.skew.place(at(0), at(1));
        let outcome = if self.p.get(place) { Outcome::P } else { Outcome::N };
        Some(Solved { outcome, grundy: None, length: None })
    }

    fn positions(&self) -> usize {
        self.plan.positions()
    }
}
