//! What is asked of an engine: the positions of a box, or one position and all below it.

use std::ops::RangeInclusive;

use dashu_int::UBig;

use super::extent::Extent;
use crate::game::{Game, Position};
use crate::lang::syntax::Order;

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
        let heaps = match self {
            Asked::Box(extent) => &extent.corner(game).heaps,
            Asked::Below(position) => &position.heaps,
        };
        let most = heaps.iter().map(|heap| usize::try_from(heap).ok());
        let mut most: Vec<usize> = most.collect::<Option<_>>()?;
        // In a row the heaps that follow an empty one move up into its place.
        if game.order() == Order::Row {
            for i in (1..most.len()).rev() {
                most[i - 1] = most[i - 1].max(most[i]);
            }
        }
        Some(most)
    }

    /// The values of a counter that the game has.
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
