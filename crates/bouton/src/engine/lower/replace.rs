//! Rules that look at the same things, as games of their own.

use crate::game::{Game, Group, Rule, RuleKind};
use crate::lang::core::{Core, Domain, ExprId, Node};
use crate::lang::syntax::From;

/// Rules that look at the same things beside the chosen heap.
pub(in crate::engine) struct Alike {
    /// The game with these rules alone, without their condition on the position after the move and without passes.
    pub(in crate::engine) game: Game,
    /// What they look at; `None` if what they do with a heap is not decided by a few values.
    pub(in crate::engine) looks: Option<Looks>,
    /// The condition on the position after the move.
    pub(in crate::engine) after: Option<ExprId>,
}

/// Which heap rules choose, and the expressions that decide what they do with it: each is a number or a truth of the
/// whole position.
#[derive(PartialEq, Eq)]
pub(in crate::engine) struct Looks {
    pub(in crate::engine) from: From,
    pub(in crate::engine) at: Vec<ExprId>,
}

/// The rules of a game.
pub(in crate::engine) fn alike(game: &Game) -> Vec<Alike> {
    let mut all: Vec<Alike> = Vec::new();
    for rule in &game.rules {
        let (looks, after) = (looks(game, rule), rule.after);
        let rule = Rule { after: None, ..rule.clone() };
        let same = |other: &&mut Alike| (&other.looks, other.after) == (&looks, after);
        match all.iter_mut().find(same) {
            Some(other) => other.game.rules.push(rule),
            None => {
                let mut game = game.clone();
                (game.rules, game.pass) = (vec![rule], None);
                all.push(Alike { game, looks, after });
            }
        }
    }
    all
}

/// What a rule looks at, if that is a few values.
fn looks(game: &Game, rule: &Rule) -> Option<Looks> {
    let from = match &rule.kind {
        RuleKind::Take { from, .. }
        | RuleKind::Split { from, .. }
        | RuleKind::Several { group: Group::One(from), .. } => *from,
        RuleKind::Several { .. } | RuleKind::Move { .. } => return None,
    };
    let mut at = Vec::new();
    if !rule.looked_at().into_iter().all(|id| find_looks(&game.core, id, &mut at)) {
        return None;
    }
    at.sort_unstable();
    at.dedup();
    Some(Looks { from, at })
}

/// Collects the largest parts of an expression that the position alone decides; `false` if it looks at the position in another
/// way too.
fn find_looks(core: &Core, id: ExprId, looks: &mut Vec<ExprId>) -> bool {
    core.visit(&[id], |id| {
        if !core.looks_at_position(id) {
            return Some(vec![]);
        }
        if core.is_of_position(id) {
            looks.push(id);
            return Some(vec![]);
        }
        match core.node(id) {
            Node::Heap(_) | Node::Call(..) | Node::Open(..) | Node::NoCase(_) => None,
            Node::Fold(_, _, Domain::Heaps(..), _) => None,
            _ => Some(core.parts(id)),
        }
    })
}
