//! What is found in the rules of a game, how a box of it is computed, and why not in another way: in words.

use dashu_int::UBig;

use super::asked::Asked;
use super::count::reachable;
use super::extent::Extent;
use super::lower::words;
use super::pick::Method;
use super::plan::{choose, largest};
use super::values::Values;
use crate::game::{Game, Position};

/// How a box of a game is computed, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Explained {
    /// What the rules look at, a sentence each.
    pub found: Vec<String>,
    /// How it is computed.
    pub chosen: String,
    /// The name of the kernel, where one computes a table.
    pub kernel: Option<&'static str>,
    /// The faster ways that are not used, and why.
    pub not: Vec<(String, String)>,
    /// How many positions there are, if that is known beforehand.
    pub positions: Option<UBig>,
    /// About how many bytes it takes, where that is known beforehand.
    pub bytes: Option<u64>,
    /// About how many seconds, where that can be guessed.
    pub seconds: Option<f64>,
    /// If these are too many bytes: the largest box that would fit, in words.
    pub fits: Option<String>,
}

/// Explains how a box is computed within a limit of bytes; `keep` says whether all values are needed, or only how many there are
/// of each.
#[must_use]
pub fn explain(game: &Game, values: Values, extent: &Extent, keep: bool, limit: u64) -> Explained {
    let mut explained = explain_asked(game, values, &Asked::Box(extent), keep);
    explained.positions = Some(extent.len(game));
    if explained.bytes.is_some_and(|bytes| bytes > limit) {
        let largest = largest(game, values, extent, keep, limit);
        explained.fits = Some(largest.map_or("nothing".into(), |largest| largest.words(game)));
    }
    explained
}

/// Explains how a position is computed from those below it, where no theorem speaks of it.
#[must_use]
pub fn explain_position(game: &Game, values: Values, position: &Position) -> Explained {
    let mut explained = explain_asked(game, values, &Asked::Below(position), true);
    explained.positions = reachable(game, position);
    explained
}

fn explain_asked(game: &Game, values: Values, asked: &Asked<'_>, keep: bool) -> Explained {
    let mut not = Vec::new();
    let method = Method::of(game, values);
    let (mut bytes, mut seconds, mut kernel) = (None, None, method.kernel());
    if method != Method::Heaps
        && let Some(why) = game.why_heaps_depend()
    {
        not.extend(Method::Heaps.kernel().map(|name| (name.to_string(), why)));
    }
    let chosen = match method {
        Method::Heaps => "the Grundy number of each size of heap, and their xor".into(),
        Method::Sum => "the Grundy numbers of the games, and their xor".into(),
        Method::Definition | Method::Table => {
            let (plan, why) = choose(game, values, asked);
            not.extend(why.into_iter().map(|(name, why)| (name.to_string(), why)));
            match plan {
                Some(plan) => {
                    bytes = Some(plan.bytes(keep));
                    kernel = Some(plan.name());
                    seconds = Some(plan.nanoseconds() / 1e9);
                    plan.words()
                }
                None => "position by position, by the definition".to_string(),
            }
        }
    };
    Explained {
        found: words(game),
        chosen,
        kernel,
        not,
        positions: None,
        bytes,
        seconds,
        fits: None,
    }
}
