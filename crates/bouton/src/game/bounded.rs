//! Shows from the text of a rule that its condition bounds its variables at every position.
//!
//! If this is shown, moves are found by trying finitely many values, and the wording of the
//! condition does not matter. The search for bounds itself is `lang::narrow`; this file shows that
//! it always succeeds.

use dashu_int::IBig;

use super::rules::Game;
use crate::lang::builtin::Binary;
use crate::lang::core::{Core, ExprId, Node, Type, Word};
use crate::lang::value::Value;

/// Larger conditions are not examined; the search for bounds may give up on them.
const MOST_NODES: usize = 40;

/// Whether the condition of a move bounds all its variables.
pub(super) fn shown(game: &Game, condition: Option<ExprId>, variables: usize) -> bool {
    let Some(condition) = condition else { return variables == 0 };
    let core = &game.core;
    let mut conjuncts = Vec::new();
    if size(core, condition) > MOST_NODES {
        return false;
    }
    parts(core, condition, &mut conjuncts);
    (0..variables).all(|v| conjuncts.iter().any(|&part| bounds(core, part, v as u16, &conjuncts)))
}

/// The number of nodes of a condition when written out; if there are too many, a smaller number.
fn size(core: &Core, id: ExprId) -> usize {
    let (mut size, mut open) = (0, vec![id]);
    while let Some(next) = open.pop() {
        size += 1;
        if size > MOST_NODES {
            break;
        }
        open.extend(core.parts(next));
    }
    size
}

fn parts(core: &Core, id: ExprId, found: &mut Vec<ExprId>) {
    match *core.node(id) {
        Node::Binary(Binary::And, a, b) => {
            parts(core, a, found);
            parts(core, b, found);
        }
        _ => found.push(id),
    }
}

/// Whether a number is whole and depends on the position alone.
fn is_given(core: &Core, id: ExprId) -> bool {
    core.is_before(id, 0) && core.type_of(id) == Type::Int
}

fn bounds(core: &Core, part: ExprId, v: u16, all: &[ExprId]) -> bool {
    match *core.node(part) {
        Node::Binary(Binary::Lt | Binary::Le, a, b) => is_given(core, b) && limits(core, a, v, all),
        Node::Binary(Binary::Eq, a, b) if core.type_of(a) == Type::Int => {
            is_given(core, b) && limits(core, a, v, all)
                || is_given(core, a) && limits(core, b, v, all)
        }
        _ => false,
    }
}

/// Whether a bound on this number bounds the variable.
fn limits(core: &Core, id: ExprId, v: u16, all: &[ExprId]) -> bool {
    match *core.node(id) {
        Node::Word(Word::Variable(w)) => v == w,
        Node::Binary(Binary::Add, a, b) => {
            limits(core, a, v, all) && is_natural(core, b)
                || limits(core, b, v, all) && is_natural(core, a)
        }
        Node::Binary(Binary::Sub, a, b) => limits(core, a, v, all) && is_given(core, b),
        Node::Binary(Binary::Mul, a, b) => {
            limits(core, a, v, all) && is_positive(core, b, all)
                || limits(core, b, v, all) && is_positive(core, a, all)
        }
        _ => false,
    }
}

/// Whether a number is at least 0 for all values of the variables.
fn is_natural(core: &Core, id: ExprId) -> bool {
    match *core.node(id) {
        Node::Const(Value::Int(ref int)) => *int >= IBig::ZERO,
        Node::Word(_) => true,
        Node::Binary(Binary::Add | Binary::Mul, a, b) => is_natural(core, a) && is_natural(core, b),
        _ => false,
    }
}

/// Whether a number of the position is at least 1 wherever the conditions may hold.
fn is_positive(core: &Core, id: ExprId, all: &[ExprId]) -> bool {
    let least = |id: ExprId| match core.constant(id) {
        Some(Value::Int(int)) => Some(int.clone()),
        _ => None,
    };
    if !is_given(core, id) {
        return false;
    }
    let more = match *core.node(id) {
        Node::Binary(Binary::Add, a, b) => {
            is_natural(core, a) && is_positive(core, b, &[])
                || is_natural(core, b) && is_positive(core, a, &[])
        }
        _ => least(id).is_some_and(|int| int >= IBig::ONE),
    };
    more || all.iter().any(|&part| match *core.node(part) {
        Node::Binary(Binary::Le, a, b) => b == id && least(a).is_some_and(|a| a >= IBig::ONE),
        Node::Binary(Binary::Lt, a, b) => b == id && least(a).is_some_and(|a| a >= IBig::ZERO),
        _ => false,
    })
}
