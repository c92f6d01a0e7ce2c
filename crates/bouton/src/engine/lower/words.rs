//! What the rules of a game do and look at, in words.

use crate::game::{Game, Group, Rule, RuleKind, Shape};
use crate::lang::core::{Domain, ExprId, Node, Word};
use crate::lang::shorten;
use crate::lang::syntax::{Ending, From, Order};

/// What is found in the text of a game, a sentence each.
pub(in crate::engine) fn words(game: &Game) -> Vec<String> {
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
    found
}

/// What a rule does and looks at.
fn rule_words(game: &Game, rule: &Rule) -> String {
    let what = match &rule.kind {
        RuleKind::Take { from, .. } | RuleKind::Several { group: Group::One(from), .. } => {
            match from {
                From::Any => "takes from one heap, whichever",
                From::Largest => "takes from the largest heap",
                From::Smallest => "takes from the smallest heap",
                From::Ends => "takes from an end of the row",
            }
        }
        RuleKind::Several { .. } => "takes from several heaps",
        RuleKind::Split { .. } => "splits a heap",
        RuleKind::Move { .. } => "moves a tuple",
    };
    let looks = looks_at(game, &rule.looked_at());
    let after = if rule.after.is_some() { ", and at the position after the move" } else { "" };
    format!("`{}` {what}; it looks at {looks}{after}", shorten(&rule.text))
}

/// What some expressions depend on.
fn looks_at(game: &Game, expressions: &[ExprId]) -> &'static str {
    let core = &game.core;
    let (mut chosen, mut counters, mut position) = (false, false, false);
    core.visit(expressions, |id| {
        match core.node(id) {
            Node::Word(Word::Chosen) => chosen = true,
            Node::Word(Word::Variable(_)) => {}
            Node::Word(Word::Turn | Word::Last | Word::Passes) => counters = true,
            Node::Word(_) | Node::Heap(_) => position = true,
            Node::Fold(_, _, Domain::Heaps(..), _) => position = true,
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
