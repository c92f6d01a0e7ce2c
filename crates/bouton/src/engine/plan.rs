//! Which kernel computes what is asked for: the registry, and the choice by cost.

use super::asked::Asked;
use super::drive;
use super::extent::Extent;
use super::kernel::{Counted, Planned};
use super::kernels::cells::Cells;
use super::kernels::found::{Splits, Steps};
use super::kernels::last::ByLast;
use super::kernels::lines;
use super::kernels::masks::Masked;
use super::kernels::regions::{Heaviest, Numbers, Regions};
use super::kernels::turns::Turns;
use super::table::Table;
use super::values::{Solved, Values};
use crate::game::{Game, Position};
use crate::job::{Ctx, Stop};

/// The kernels, the faster ones first: a name, and a kernel for what is asked for or why not. A new kernel is a line here.
const KERNELS: [(&str, Fit); 10] = [
    ("takes from one heap, in whole rows", lines::kernel),
    ("intervals of each turn", Turns::of),
    ("whole regions of positions", Regions::of),
    ("sets of numbers on lines", Numbers::of),
    ("the heaviest position of each number", Heaviest::of),
    ("takes from one heap, as bits", Masked::of),
    ("the last take, as bits", ByLast::of),
    ("a table of all positions", Cells::of),
    ("tuples by what their moves lower", Steps::of),
    ("heaps that are split", Splits::of),
];

/// Whether a kernel fits what is asked for.
type Fit = for<'g> fn(&'g Game, Values, &Asked<'_>) -> Result<Planned<'g>, String>;

/// The kernel that was chosen, and the next one that fits, in case the first turns out not to.
pub(crate) struct Plan<'g> {
    name: &'static str,
    kernel: Planned<'g>,
    later: Option<(&'static str, Planned<'g>)>,
}

impl Plan<'_> {
    /// The kernel's name.
    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// How it computes, in words.
    pub(super) fn words(&self) -> String {
        self.kernel.words()
    }

    /// About how many bytes it takes, with the table or without.
    pub(crate) fn bytes(&self, keep: bool) -> u64 {
        drive::bytes(&*self.kernel, keep)
    }

    /// About how many nanoseconds it takes: no more than a rough guess.
    pub(crate) fn nanoseconds(&self) -> f64 {
        self.kernel.nanoseconds()
    }

    /// Computes the table; `None` if it does not fit, or no kernel computes it after all.
    pub(crate) fn compute<'b>(self, ctx: Ctx<'b>) -> Result<Option<Table<'b>>, Stop> {
        match (drive::compute(self.kernel, self.name, ctx)?, self.later) {
            (None, Some((name, later))) => drive::compute(later, name, ctx),
            (table, _) => Ok(table),
        }
    }

    /// Counts the P-positions of a box, which is not kept. `None` as above.
    pub(crate) fn count(self, ctx: Ctx<'_>) -> Result<Option<(Counted, &'static str)>, Stop> {
        let counted = drive::count(self.kernel, ctx)?.map(|counted| (counted, self.name));
        match (counted, self.later) {
            (None, Some((name, later))) => {
                Ok(drive::count(later, ctx)?.map(|counted| (counted, name)))
            }
            (counted, _) => Ok(counted),
        }
    }
}

/// The names of all kernels.
pub fn kernels() -> impl Iterator<Item = &'static str> {
    KERNELS.into_iter().map(|(name, _)| name)
}

/// The kernel that computes what is asked for, if there is one.
pub(crate) fn plan<'g>(game: &'g Game, values: Values, asked: &Asked<'_>) -> Option<Plan<'g>> {
    choose(game, values, asked).0
}

/// The same, and why others do not compute it.
pub(super) fn choose<'g>(
    game: &'g Game,
    values: Values,
    asked: &Asked<'_>,
) -> (Option<Plan<'g>>, Vec<(&'static str, String)>) {
    if values.length || !game.open.is_empty() {
        let why = "more than outcomes and Grundy numbers is asked for".to_string();
        return (None, vec![("whole boxes of positions", why)]);
    }
    let (mut not, mut best) = (Vec::new(), None::<(usize, Planned<'g>)>);
    for (i, (name, fit)) in KERNELS.into_iter().enumerate() {
        match fit(game, values, asked) {
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
        let later = || {
            let mut later = KERNELS[i + 1..].iter();
            later.find_map(|(name, fit)| Some((*name, fit(game, values, asked).ok()?)))
        };
        let later = kernel.may_stray().then(later).flatten();
        Plan { name: KERNELS[i].0, kernel, later }
    });
    (chosen, not)
}

/// What takes less time is not compared.
const SHORT: f64 = 1e7;

/// A kernel that is guessed to be this many times slower than a later one is not used.
const SLOWER: f64 = 4.0;

/// The largest box within another, its heaps or coordinates cut to one size, that fits into a limit of bytes.
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

/// Computes what is asked for by the kernel of this name and no other one; why that kernel does not, if it does not. For tests
/// that compare the kernels.
pub fn compute_with<'b>(
    name: &str,
    game: &Game,
    values: Values,
    asked: &Asked<'_>,
    ctx: Ctx<'b>,
) -> Result<Result<Computed<'b>, String>, Stop> {
    let Some((kernel, fit)) = KERNELS.into_iter().find(|(known, _)| *known == name) else {
        return Ok(Err(format!("there is no kernel `{name}`")));
    };
    let planned = match fit(game, values, asked) {
        Ok(planned) => planned,
        Err(why) => return Ok(Err(why)),
    };
    let table = drive::compute(planned, kernel, ctx)?;
    Ok(table.map(|table| Computed { kernel, table }).ok_or("it gave up on this box".to_string()))
}

/// A table that one kernel computed, for tests that compare the kernels.
pub struct Computed<'b> {
    /// The name of the kernel.
    pub kernel: &'static str,
    table: Table<'b>,
}

impl Computed<'_> {
    /// The values of a position of the table.
    #[must_use]
    pub fn get(&self, position: &Position, want: Values) -> Option<Solved> {
        self.table.get(position, want)
    }
}
