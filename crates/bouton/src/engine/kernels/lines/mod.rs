//! Games in which a move takes from one heap: whole rows of positions at once.
//!
//! What is kept of a position's lines decides it: for outcomes the last P-position, for Grundy numbers a set or the last place
//! of every number.

mod greedy;
mod last;
mod numbers;
mod outcomes;
mod plan;
mod sets;
mod within;

use std::sync::Arc;

use dashu_int::UBig;

use self::greedy::Greedy;
use self::numbers::LineNumbers;
use self::outcomes::LineOutcomes;
use self::plan::{MOST_HEAPS, Plan};
use crate::engine::asked::Asked;
use crate::engine::extent::Extent;
use crate::engine::kernel::Planned;
use crate::engine::lower::Windows;
use crate::engine::space::{Layout, Space};
use crate::engine::values::Values;
use crate::game::{Game, Position, Shape};
use crate::lang::syntax::{Ending, From, Order};

/// A kernel for what is asked for; why not, if the game is of another kind.
pub(in crate::engine) fn kernel<'g>(
    game: &'g Game,
    values: Values,
    asked: &Asked<'_>,
) -> Result<Planned<'g>, String> {
    match asked {
        Asked::Box(extent) => of_box(game, values, extent),
        Asked::Below(position) => below(game, values, position),
    }
}

/// A kernel for a box.
fn of_box<'g>(game: &'g Game, values: Values, extent: &Extent) -> Result<Planned<'g>, String> {
    let heaps = *extent.heaps.end();
    let most = extent.most.first().copied().unwrap_or(0);
    if !extent.counters.is_empty() {
        return Err("its counters are given".into());
    }
    let most = usize::try_from(most).map_err(|_| "its heaps are too large".to_string())?;
    if heaps > MOST_HEAPS || most > MOST_STONES {
        return Err("it has too many heaps, or too large ones".into());
    }
    // No heap is an empty one.
    let most = if heaps == 0 { 0 } else { most };
    let layout = Layout::sorted(heaps.max(1), most).ok_or("there are too many positions")?;
    with(game, values, layout)
}

/// A kernel for all positions below one.
fn below<'g>(game: &'g Game, values: Values, position: &Position) -> Result<Planned<'g>, String> {
    let small = |heap: &UBig| usize::try_from(heap).ok().filter(|&heap| heap <= MOST_STONES);
    let heaps: Option<Vec<usize>> = position.heaps.iter().map(small).collect();
    let heaps = heaps.filter(|heaps| heaps.len() <= MOST_HEAPS);
    let mut heaps = heaps.ok_or("it has too many heaps, or too large ones")?;
    if heaps.is_empty() {
        heaps.push(0);
    }
    let most = heaps.iter().copied().max().unwrap_or(0);
    let sorted = Layout::sorted(heaps.len(), most);
    // The rows lie along the largest heap.
    heaps.reverse();
    let placed = Layout::placed(heaps);
    let layout = match (sorted, placed) {
        (Some(a), Some(b)) if b.positions() < a.positions() => match with(game, values, b) {
            Ok(kernel) => return Ok(kernel),
            Err(_) => a,
        },
        (Some(layout), _) => layout,
        (None, Some(layout)) => layout,
        (None, None) => return Err("there are too many positions".into()),
    };
    with(game, values, layout)
}

/// A kernel for the positions of a layout.
fn with<'g>(game: &'g Game, values: Values, layout: Layout) -> Result<Planned<'g>, String> {
    match &game.shape {
        Shape::Heaps { order: Order::None, .. } => {}
        Shape::Heaps { .. } => return Err("its heaps have places".into()),
        Shape::Tuple(..) => return Err("its positions are tuples".into()),
        Shape::Sum(_) => return Err("it is a sum of games".into()),
    }
    let passes = match &game.pass {
        None => None,
        Some(pass) if pass.each || pass.when.is_some() => {
            return Err("its passes belong to players, or have a condition".into());
        }
        Some(pass) => match usize::try_from(&pass.passes) {
            Ok(passes @ ..MOST_LAYERS) => Some(passes),
            _ => return Err("it has too many passes".into()),
        },
    };
    let windows = Windows::of(game, &layout)?;
    match &windows {
        Windows::Heap { from: From::Any, .. } | Windows::Position(_) => {}
        Windows::Heap { .. } if layout.is_sorted() => {}
        Windows::Heap { .. } => return Err("its rules compare heaps".into()),
    }
    let misere = game.ending() == Ending::Misere;
    // The numbers decide the outcomes too.
    let numbers = values.grundy || !windows.begin_with_one();
    if numbers && misere {
        return Err("it is misère, and its takes do not begin with one stone".into());
    }
    let greedy = matches!(windows, Windows::Heap { from: From::Largest, .. });
    let greedy = greedy && passes.is_none() && !numbers;
    let space = Space::of_heaps(layout, passes);
    let space = Arc::new(if greedy { space.in_slabs() } else { space });
    let plan = Plan { space, windows, misere };
    match () {
        () if numbers => Ok(Box::new(LineNumbers::new(plan))),
        () if greedy => Ok(Box::new(Greedy::new(plan))),
        () => Ok(Box::new(LineOutcomes::new(plan)?)),
    }
}

/// Heaps of a box have at most this many stones.
const MOST_STONES: usize = 1 << 21;

/// A box has at most this many layers.
const MOST_LAYERS: usize = 1 << 10;
