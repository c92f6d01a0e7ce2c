//! Whether the moves from all large heaps are the same, as far as the text of the rules shows it.

use super::amounts::constant;
use crate::game::{Amount, Game, Parts, RuleKind};
use crate::lang::builtin::{Binary, Unary};
use crate::lang::core::{ExprId, Node, Word};
use crate::lang::syntax::Likeness;
use crate::lang::value::Value;
use crate::lang::{Interval, Region};

/// Whether a rule allows every number of stones from every heap.
pub(in crate::engine) fn takes_all(game: &Game) -> bool {
    let alone = !game.splits() && game.heaps_are_independent();
    alone
        && game.rules.iter().any(|rule| match &rule.kind {
            RuleKind::Take { amount: Amount::In(ranges), .. } if rule.when.is_none() => {
                ranges.iter().any(|&(lo, hi)| {
                    let all = matches!(game.core.node(hi), Node::Word(Word::Chosen));
                    all && constant(&game.core, lo).is_some_and(|lo| lo <= 1)
                })
            }
            _ => false,
        })
        && game.rules.iter().all(|rule| is_total(game, &rule.looked_at()))
}

/// A game whose moves are the same from every heap of some size on.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::engine) struct Finite {
    /// The greatest number of stones that is taken at once.
    pub(in crate::engine) stones: u64,
    /// The greatest number of heaps that one becomes.
    pub(in crate::engine) heaps: u64,
    /// From this size on.
    pub(in crate::engine) from: u64,
}

impl Finite {
    /// What the text of the rules shows; `None` if it does not show it.
    pub(in crate::engine) fn of(game: &Game) -> Option<Finite> {
        if !game.heaps_are_independent() {
            return None;
        }
        (0..20).map(|bits| 1 << bits).find_map(|from| Finite::from(game, from))
    }

    fn from(game: &Game, from: u64) -> Option<Finite> {
        let mut finite = Finite { stones: 0, heaps: 1, from };
        for rule in &game.rules {
            if !is_total(game, &rule.looked_at()) || rule.after.is_some() {
                return None;
            }
            match rule.when.map(|when| truth(game, when, from)) {
                Some((false, _)) => continue,
                Some((true, true)) => return None,
                _ => {}
            }
            let (amount, heaps) = match &rule.kind {
                RuleKind::Take { amount, .. } => (Some(amount), 1),
                RuleKind::Split { amount, parts, .. } => (amount.as_ref(), parts_of(game, parts)?),
                RuleKind::Several { .. } | RuleKind::Move { .. } => return None,
            };
            let stones = match amount {
                Some(amount) => most_stones(game, amount, from)?,
                None => 0,
            };
            finite.heaps = finite.heaps.max(heaps);
            finite.stones = finite.stones.max(stones);
        }
        Some(finite)
    }
}

/// Into how many heaps one is split, if they may have any sizes.
fn parts_of(game: &Game, parts: &Parts) -> Option<u64> {
    if parts.likeness != Likeness::Any || parts.condition.is_some() {
        return None;
    }
    let whole = |id: ExprId| u64::try_from(constant(&game.core, id)?).ok();
    let most = parts.number.iter().map(|&(lo, hi)| whole(lo).and(whole(hi)));
    most.collect::<Option<Vec<u64>>>()?.into_iter().max()
}

/// The most stones of an amount that is the same for all heaps of at least some size.
fn most_stones(game: &Game, amount: &Amount, from: u64) -> Option<u64> {
    let Amount::In(ranges) = amount else { return None };
    let mut most = 0;
    for &(lo, hi) in ranges {
        let (lo, hi) = (hull(game, lo, from), hull(game, hi, from));
        let none = lo.lo.as_ref().zip(hi.hi.as_ref()).is_some_and(|(lo, hi)| lo > hi);
        if none {
            continue;
        }
        let known = |interval: &Interval| {
            let (lo, hi) = (interval.lo.clone()?, interval.hi.clone()?);
            (lo == hi).then_some(lo)
        };
        known(&lo).filter(|lo| *lo <= from.into())?;
        let hi = u64::try_from(&known(&hi)?).ok().filter(|&hi| hi <= from)?;
        most = most.max(hi);
    }
    Some(most)
}

/// All heaps of at least some size.
fn large(from: u64) -> Region {
    let mut region = Region::default();
    region.set(Word::Chosen, Interval::from(from));
    region
}

/// What a number may be for all heaps of at least some size.
fn hull(game: &Game, id: ExprId, from: u64) -> Interval {
    large(from).hull(&game.core, id, &mut |_| None)
}

/// Whether a condition may be true for a heap of at least some size, and whether it may be false.
fn truth(game: &Game, id: ExprId, from: u64) -> (bool, bool) {
    large(from).truth(&game.core, id, &mut |_| None)
}

/// Whether expressions have a value, a whole number or a truth, for every heap, as far as their text shows it.
fn is_total(game: &Game, expressions: &[ExprId]) -> bool {
    let core = &game.core;
    core.visit(expressions, |id| match core.node(id) {
        Node::Const(Value::Ratio(_)) => None,
        Node::Const(_) | Node::Word(Word::Chosen) => Some(vec![]),
        Node::Unary(Unary::Floor | Unary::Ceil, a) => match core.node(*a) {
            Node::Binary(Binary::Div, a, b) => match core.constant(*b) {
                Some(Value::Int(n)) if !n.is_zero() => Some(vec![*a]),
                _ => None,
            },
            _ => Some(vec![*a]),
        },
        Node::Unary(op, _) => op.entry().defined.all_whole().then(|| core.parts(id)),
        Node::Binary(op, ..) => {
            op.entry().defined.iter().all(|defined| defined.all_whole()).then(|| core.parts(id))
        }
        Node::If(..) => Some(core.parts(id)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_finite() {
        let finite = |text: &str| {
            Finite::of(&Game::parse(text).unwrap()).map(|finite| (finite.stones, finite.heaps))
        };
        assert_eq!(finite("take {2, 5, 7} from any"), Some((7, 1)));
        assert_eq!(finite("take 1..min(m, 9) from any"), Some((9, 1)));
        assert_eq!(finite("octal 0.137"), Some((3, 2)));
        assert_eq!(finite("octal 4.0002"), Some((4, 2)));
        // Four stones are only taken from a heap of four.
        assert_eq!(finite("octal 4.0001"), Some((0, 2)));
        assert_eq!(finite("hexadecimal 0.8"), Some((1, 3)));
        assert_eq!(finite("take 1..3 from any when m > 100"), Some((3, 1)));
        for text in [
            "nim",
            "halving",
            "octal 0.(3)",
            "grundys-game",
            "split any into equal",
            "take 1..3 from any when even(m)",
            "take 1..6/(m - 3) from any",
            "take {1, 3} from any; ending misere",
        ] {
            assert_eq!(finite(text), None, "{text}");
        }
    }
}
