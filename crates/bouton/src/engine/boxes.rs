//! Whole boxes of positions at once: what is asked of a kernel, and which one computes a box.

use std::ops::RangeInclusive;

use dashu_int::UBig;

use super::cells::Cells;
use super::extent::Extent;
use super::lines::Lines;
use super::reach;
use super::reached;
use super::turns::Turns;
use super::values::{Solved, Values};
use super::whole::Whole;
use crate::game::{Game, Position};
use crate::job::{Ctx, Stop};
use crate::lang::syntax::Order;

/// The kernels, the faster ones first: what they do, and how to compute a box, or why not.
const KERNELS: [(&str, Of); 8] = [
    ("takes from one heap, in whole rows", Lines::kernel),
    ("intervals of each turn", Turns::kernel),
    ("whole regions of positions", reach::Plan::kernel),
    ("sets of numbers on lines", reach::Numbers::kernel),
    ("the heaviest position of each number", reach::Heaviest::kernel),
    ("a table of all positions", Cells::kernel),
    ("tuples by what their moves lower", reached::steps),
    ("heaps that are split", reached::splits),
];

type Of = for<'g> fn(&'g Game, Values, &Asked<'_>) -> Result<Planned<'g>, String>;

/// A kernel for a box.
pub(crate) type Planned<'g> = Box<dyn Kernel + 'g>;

/// A box that can be computed at once, and how.
pub(crate) trait Kernel {
    /// How it is computed, in words.
    fn words(&self) -> String;

    /// Whether it may turn out that it does not compute the box, although it fits.
    fn may_fail(&self) -> bool {
        false
    }

    /// About how many bytes it takes, with the table or without.
    fn bytes(&self, keep: bool) -> u64;

    /// About how many nanoseconds it takes: not more than a rough guess.
    fn nanoseconds(&self) -> f64;

    /// Computes the box. `None` if it does not fit, or is not of this kind after all.
    fn compute<'b>(self: Box<Self>, ctx: Ctx<'b>) -> Result<Option<Box<dyn Table + 'b>>, Stop>;

    /// Counts the P-positions of the box, which is not kept. `None` as above.
    fn count(self: Box<Self>, ctx: Ctx<'_>) -> Result<Option<Counted>, Stop>;
}

/// The values of all positions of a box.
pub(crate) trait Table {
    /// The values of a position of the box.
    fn get(&self, position: &Position, want: Values) -> Option<Solved>;

    /// How many positions it has.
    fn positions(&self) -> usize;

    /// All of them in blocks, where the table can show them so.
    fn whole(&self) -> Option<Whole<'_>> {
        None
    }
}

/// What a box amounts to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) positions: u64,
    pub(crate) p: u64,
    pub(crate) max_grundy: Option<u32>,
}

/// The positions that are asked for.
#[derive(Clone, Copy)]
pub enum Asked<'a> {
    /// Those of a box.
    Box(&'a Extent),
    /// One, and those below it.
    Below(&'a Position),
}

impl Asked<'_> {
    /// The greatest size of each heap or coordinate; `None` if one is too large.
    pub(super) fn most(&self, game: &Game) -> Option<Vec<usize>> {
        match self {
            Asked::Box(extent) => {
                let corner = extent.corner(game);
                corner.heaps.iter().map(|heap| usize::try_from(heap).ok()).collect()
            }
            Asked::Below(position) => {
                let mut most: Vec<usize> = position
                    .heaps
                    .iter()
                    .map(|heap| usize::try_from(heap).ok())
                    .collect::<Option<_>>()?;
                // In a row the heaps that follow an empty one move up into its place.
                if game.order() == Order::Row {
                    for i in (1..most.len()).rev() {
                        most[i - 1] = most[i - 1].max(most[i]);
                    }
                }
                Some(most)
            }
        }
    }

    /// The values of a counter, which the game has.
    pub(super) fn counter(&self, game: &Game, name: &str) -> Option<RangeInclusive<usize>> {
        let small = |n: &UBig| usize::try_from(n).ok();
        match self {
            Asked::Box(extent) => {
                let counted = extent.counted(game);
                let (_, range) = counted.into_iter().find(|(n, _)| *n == name)?;
                Some(usize::try_from(*range.start()).ok()?..=usize::try_from(*range.end()).ok()?)
            }
            Asked::Below(position) => {
                let named = position.counters.named();
                let (_, value) = named.into_iter().find(|(n, _)| *n == name)?;
                let value = small(value.as_ref()?)?;
                // The options of a position, and the answers to them, are looked at too.
                let turns = if name == "turn" { 2 } else { 0 };
                Some(value..=value.checked_add(turns)?)
            }
        }
    }
}

/// The names of all kernels.
pub fn kernels() -> impl Iterator<Item = &'static str> {
    KERNELS.into_iter().map(|(name, _)| name)
}

/// A table that one kernel computed, for tests that compare the kernels.
pub struct Computed<'b> {
    /// The name of the kernel.
    pub kernel: &'static str,
    table: Box<dyn Table + 'b>,
}

impl Computed<'_> {
    /// The values of a position of the table.
    #[must_use]
    pub fn get(&self, position: &Position, want: Values) -> Option<Solved> {
        self.table.get(position, want)
    }
}

/// Computes what is asked for by the kernel of this name and no other one, or tells why that kernel does not compute it.
pub fn compute_with<'b>(
    name: &str,
    game: &Game,
    values: Values,
    asked: &Asked<'_>,
    ctx: Ctx<'b>,
) -> Result<Result<Computed<'b>, String>, Stop> {
    let Some((kernel, of)) = KERNELS.into_iter().find(|(known, _)| *known == name) else {
        return Ok(Err(format!("there is no kernel `{name}`")));
    };
    let planned = match of(game, values, asked) {
        Ok(planned) => planned,
        Err(why) => return Ok(Err(why)),
    };
    let table = planned.compute(ctx)?;
    Ok(table.map(|table| Computed { kernel, table }).ok_or("it gave up on this box".to_string()))
}

/// The kernel that computes what is asked for, if there is one.
pub(crate) fn plan<'g>(game: &'g Game, values: Values, asked: &Asked<'_>) -> Option<Planned<'g>> {
    choose(game, values, asked).0
}

/// The same, and why others do not compute it.
pub(super) fn choose<'g>(
    game: &'g Game,
    values: Values,
    asked: &Asked<'_>,
) -> (Option<Planned<'g>>, Vec<(&'static str, String)>) {
    if values.length || !game.open.is_empty() {
        let why = "more than outcomes and Grundy numbers is asked for".to_string();
        return (None, vec![("whole boxes of positions", why)]);
    }
    let (mut not, mut best) = (Vec::new(), None::<(usize, Planned<'g>)>);
    for (i, (name, of)) in KERNELS.into_iter().enumerate() {
        match of(game, values, asked) {
            Ok(kernel) if best.is_none() && kernel.nanoseconds() < SHORT => {
                best = Some((i, kernel));
                break;
            }
            // A later one must be much faster, as far as that can be guessed.
            Ok(kernel) => match &best {
                Some((_, best)) if best.nanoseconds() <= SLOWER * kernel.nanoseconds() => {}
                _ => best = Some((i, kernel)),
            },
            Err(why) if best.is_none() => not.push((name, why)),
            Err(_) => {}
        }
    }
    let chosen = best.map(|(i, kernel)| {
        let later = || KERNELS[i + 1..].iter().find_map(|(_, of)| of(game, values, asked).ok());
        match kernel.may_fail().then(later).flatten() {
            Some(later) => Box::new(Or { kernel, later }),
            None => kernel,
        }
    });
    (chosen, not)
}

/// A kernel that may fail, and another for that case.
struct Or<'g> {
    kernel: Planned<'g>,
    later: Planned<'g>,
}

impl Kernel for Or<'_> {
    fn words(&self) -> String {
        self.kernel.words()
    }

    fn bytes(&self, keep: bool) -> u64 {
        self.kernel.bytes(keep)
    }

    fn nanoseconds(&self) -> f64 {
        self.kernel.nanoseconds()
    }

    fn compute<'b>(self: Box<Self>, ctx: Ctx<'b>) -> Result<Option<Box<dyn Table + 'b>>, Stop> {
        match self.kernel.compute(ctx)? {
            Some(table) => Ok(Some(table)),
            None => self.later.compute(ctx),
        }
    }

    fn count(self: Box<Self>, ctx: Ctx<'_>) -> Result<Option<Counted>, Stop> {
        match self.kernel.count(ctx)? {
            Some(counted) => Ok(Some(counted)),
            None => self.later.count(ctx),
        }
    }
}

/// What takes less time is not compared.
const SHORT: f64 = 1e7;

/// A kernel that is guessed to be so many times slower than a later one is not used.
const SLOWER: f64 = 4.0;

/// The largest box within another, its heaps or coordinates cut to one size, that fits into so many bytes.
pub(crate) fn largest(
    game: &Game,
    values: Values,
    extent: &Extent,
    keep: bool,
    limit: u64,
) -> Option<Extent> {
    let cut = |most: u64| Extent {
        most: extent.most.iter().map(|&own| own.min(most)).collect(),
        ..extent.clone()
    };
    let fits = |most: u64| {
        let plan = plan(game, values, &Asked::Box(&cut(most)));
        plan.is_some_and(|plan| plan.bytes(keep) <= limit)
    };
    let top = extent.most.iter().copied().max()?;
    let bits = u64::BITS - top.leading_zeros();
    let most = (0..bits)
        .rev()
        .map(|bit| 1 << bit)
        .fold(0, |most, bit| if most | bit <= top && fits(most | bit) { most | bit } else { most });
    (most > 0).then(|| cut(most))
}
