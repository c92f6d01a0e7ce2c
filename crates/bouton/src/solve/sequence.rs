//! The Grundy numbers of a single heap.

use std::ops::ControlFlow;

use super::table;
use crate::engine::{Extent, Sequence, Values};
use crate::game::Game;
use crate::job::{Ctx, Stop};

/// Whether a single heap of a given size is one position of a game. It is not for tuples, places
/// and sums.
#[must_use]
pub fn is_of_one_heap(game: &Game) -> bool {
    let tuple = game.coordinates().is_some_and(|names| names.len() > 1);
    // With several places, a single heap is a different position in each.
    let places = game.order().has_places() && game.heaps().is_some_and(|n| *n > 1u8.into());
    !(tuple || places) && game.summands().is_empty()
}

/// The Grundy numbers of single heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneHeap {
    /// The numbers; empty if they are not kept.
    pub values: Vec<u32>,
    /// How many there are.
    pub count: u64,
    /// The largest.
    pub max_grundy: u32,
}

/// The Grundy numbers of heaps of 0 to `to` stones, either kept or only counted.
///
/// ```
/// use bouton::{Game, job::{Budget, Ctx, Unwatched}, solve::one_heap};
/// let game = Game::parse("take {1, 3, 4} from any")?;
/// let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
/// assert_eq!(one_heap(&game, 8, true, ctx)?.values, [0, 1, 0, 1, 2, 3, 2, 0, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn one_heap(game: &Game, to: u64, keep: bool, ctx: Ctx<'_>) -> Result<OneHeap, Stop> {
    match game.heaps_are_independent() {
        true => independent(game, to, keep, ctx),
        false => by_table(game, to, keep, ctx),
    }
}

/// Refuses more values than fit into memory.
fn room(to: u64, keep: bool, ctx: Ctx<'_>) -> Result<u64, Stop> {
    let bytes = to.saturating_add(1).saturating_mul(size_of::<u32>() as u64);
    if !keep {
        return Ok(0);
    }
    if !ctx.budget.take(bytes) {
        let positions = format!("the sequence has {} values", u128::from(to) + 1);
        let fits = "a summary keeps none of them".to_string();
        return Err(Stop::OverBudget { positions, limit: ctx.budget.limit(), fits });
    }
    Ok(bytes)
}

/// Independent heaps: all numbers at once.
fn independent(game: &Game, to: u64, keep: bool, ctx: Ctx<'_>) -> Result<OneHeap, Stop> {
    ctx.budget.give(room(to, keep, ctx)?);
    let sequence = Sequence::of(game, to, ctx)?;
    let numbers = sequence.numbers();
    let (count, max_grundy) = (numbers.len() as u64, numbers.iter().copied().max());
    let values = if keep { sequence.into_numbers() } else { Vec::new() };
    Ok(OneHeap { values, count, max_grundy: max_grundy.unwrap_or(0) })
}

/// Other games: a table of one heap.
fn by_table(game: &Game, to: u64, keep: bool, ctx: Ctx<'_>) -> Result<OneHeap, Stop> {
    // Uses the passes at the start; a table would include every number of passes.
    let start = game.start();
    let passes = start.named().into_iter().filter(|(name, _)| ["pass", "other"].contains(name));
    let counters = passes
        .filter_map(|(name, passes)| {
            let passes = u64::try_from(passes.as_ref()?).ok()?;
            Some((name.to_string(), passes..=passes))
        })
        .collect();
    let extent = Extent { heaps: 0..=1, most: vec![to], counters };
    let mut values = Vec::new();
    let taken = room(to, keep, ctx)?;
    if taken > 0 {
        values.reserve_exact(to as usize + 1);
    }
    let want = Values { grundy: true, length: false };
    let told = table(game, &extent, want, ctx, &mut |_, solved| {
        if keep {
            values.extend(solved.grundy);
        }
        ControlFlow::Continue(())
    });
    ctx.budget.give(taken);
    let told = told?;
    Ok(OneHeap { values, count: told.positions, max_grundy: told.max_grundy.unwrap_or(0) })
}
