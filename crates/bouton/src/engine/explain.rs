//! What is found in the rules of a game, how a box of it is computed, and why not in another way: in words.

use dashu_int::UBig;

use super::asked::Asked;
use super::count::reachable;
use super::extent::Extent;
use super::pick::Method;
use super::plan::{choose, largest};
use super::values::Values;
use crate::game::{Game, Group, Position, Rule, RuleKind, Shape};
use crate::lang::core::{ExprId, Node, Word};
use crate::lang::shorten;
use crate::lang::syntax::{Ending, From, Order};

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
    let mut found: Vec<String> = game.rules.iter().map(|rule| rule_words(game, rule)).collect();
    found.extend(game.summands().iter().map(|part| format!("one of the games is `{part}`")));
    found.push(positions_words(game));
    if let Some(pass) = &game.pass {
        let passes = match pass.each {
            true => "the passes of both players are counters of a position".to_string(),
            false => format!("passes are layers: {} of them", &pass.passes + 1u8),
        };
        found.push(passes);
    }
    if game.turn {
        found.push("`turn` is a counter of a position".into());
    }
    if game.last {
        found.push("`last` is a counter of a position".into());
    }
    if game.ending() == Ending::Misere {
        found.push("it is misère: a position without a move is N".into());
    }
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
    Explained { found, chosen, kernel, not, positions: None, bytes, seconds, fits: None }
}

/// From where a rule takes, if from one heap.
fn takes_from(from: From) -> &'static str {
    match from {
        From::Any => "takes from one heap, whichever",
        From::Largest => "takes from the largest heap",
        From::Smallest => "takes from the smallest heap",
        From::Ends => "takes from an end of the row",
    }
}

/// What a rule looks at.
fn rule_words(game: &Game, rule: &Rule) -> String {
    let mut looked_at: Vec<ExprId> = rule.when.into_iter().collect();
    let what = match &rule.kind {
        RuleKind::Take { amount, from } => {
            looked_at.extend(amount.bounds().into_iter().chain(amount.condition()));
            takes_from(*from)
        }
        RuleKind::Several { amount, group, .. } => {
            looked_at.extend(amount.bounds().into_iter().chain(amount.condition()));
            match group {
                Group::One(from) => takes_from(*from),
                _ => "takes from several heaps",
            }
        }
        RuleKind::Split { amount, .. } => {
            let amount = amount.iter();
            looked_at.extend(amount.flat_map(|a| a.bounds().into_iter().chain(a.condition())));
            "splits a heap"
        }
        RuleKind::Move { target, condition, .. } => {
            looked_at.extend(target.iter().copied().chain(*condition));
            "moves a tuple"
        }
    };
    let looks = looks_at(game, &looked_at);
    let after = if rule.after.is_some() { ", and at the position after the move" } else { "" };
    format!("`{}` {what}; it looks at {looks}{after}", shorten(&rule.text))
}

/// What some expressions depend on.
fn looks_at(game: &Game, expressions: &[ExprId]) -> String {
    let core = &game.core;
    let (mut chosen, mut counters, mut position) = (false, false, false);
    core.visit(expressions, |id| {
        match core.node(id) {
            Node::Word(Word::Chosen) => chosen = true,
            Node::Word(Word::Variable(_)) => {}
            Node::Word(Word::Turn | Word::Last | Word::Passes) => counters = true,
            Node::Word(_) | Node::Heap(_) => position = true,
            Node::Fold(_, _, crate::lang::core::Domain::Heaps(..), _) => position = true,
            _ => {}
        }
        Some(core.parts(id))
    });
    match (position, counters, chosen) {
        (true, true, _) => "the whole position and its counters",
        (true, false, _) => "the whole position",
        (false, true, true) => "the chosen heap and counters",
        (false, true, false) => "counters alone",
        (false, false, true) => "the chosen heap alone",
        (false, false, false) => "nothing: what it allows is constant",
    }
    .to_string()
}

fn positions_words(game: &Game) -> String {
    match &game.shape {
        Shape::Heaps { order: Order::None, .. } => {
            "the order of heaps does not matter: each multiset is one position"
        }
        Shape::Heaps { .. } => "heaps have their places: there is no symmetry",
        Shape::Tuple(..) => "positions are tuples",
        Shape::Sum(_) => "a position is one of each game of the sum",
    }
    .to_string()
}
