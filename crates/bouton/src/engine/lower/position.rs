//! What programs say of positions: whether numbers are one, and what moves lower.

use crate::game::{Game, Shape};
use crate::lang::core::Word;
use crate::lang::syntax::Order;
use crate::rows::{Compiler, Heaps, Meaning, Program, Reg};

/// Whether a position of the table is one of the game; `None` if that may fail.
pub(in crate::engine) fn is_position(
    game: &Game,
    words: &Heaps,
    program: &mut Program,
) -> Option<Reg> {
    match &game.shape {
        Shape::Tuple(_, Some(condition)) => {
            Compiler::new(&game.core, words, None).compile(*condition, program)
        }
        // Behind an empty place of a row there is none that is filled.
        Shape::Heaps { order: Order::Row, .. } => {
            let mut is = program.constant(1);
            let zero = program.constant(0);
            for pair in words.all().windows(2) {
                let (filled, empty) = (program.lt(zero, pair[0]), program.eq(pair[1], zero));
                let fine = program.or(filled, empty);
                is = program.and(is, fine);
            }
            Some(is)
        }
        _ => Some(program.constant(1)),
    }
}

/// What the moves of a game lower at a position, the first number counting most; passes count least, and are not among
/// them.
pub(in crate::engine) fn rank(game: &Game, at: &Heaps, program: &mut Program) -> Option<Vec<Reg>> {
    let Some(rank) = &game.rank else { return Some(vec![at.word(Word::Total, program)?]) };
    let mut compiler = Compiler::new(&game.core, at, None);
    rank.iter().map(|&part| compiler.compile(part, program)).collect()
}

/// Whether a move does not lower the rank.
pub(super) fn stays(game: &Game, from: &Heaps, to: &Heaps, program: &mut Program) -> Option<Reg> {
    let (from, to) = (rank(game, from, program)?, rank(game, to, program)?);
    let mut stays = program.constant(1);
    for (&from, &to) in from.iter().zip(&to).rev() {
        let (up, same) = (program.lt(from, to), program.eq(from, to));
        let later = program.and(same, stays);
        stays = program.or(up, later);
    }
    Some(stays)
}
