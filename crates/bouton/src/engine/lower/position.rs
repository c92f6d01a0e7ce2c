//! What programs say of positions: whether a list of numbers is one, and what moves lower.

use crate::engine::space::Space;
use crate::game::{Game, Shape};
use crate::lang::core::Word;
use crate::lang::syntax::{From, Order};
use crate::rows::{Compiler, Heaps, Meaning, Program, Reg};

/// A number that a program computes.
pub(in crate::engine) type Output = (Program, Reg);

/// What stands for a condition where it has no value.
pub(in crate::engine) const NOTHING: i64 = 2;

/// Whether numbers are a position, and when one may pass, where that has a condition: [`NOTHING`] where the condition has no
/// value.
pub(in crate::engine) fn conditions(
    game: &Game,
    space: &Space,
) -> Result<(Output, Option<Output>), String> {
    let output = |of: &dyn Fn(&Heaps, &mut Program) -> Option<Reg>| {
        let mut program = Program::default();
        let (words, _) = space.words(&mut program);
        let reg = of(&words, &mut program);
        let reg = reg.ok_or_else(|| "a condition cannot be computed on small integers".to_string());
        reg.map(|reg| (program, reg))
    };
    let is = output(&|words, program| is_position(game, words, program))?;
    let when = game.pass.as_ref().and_then(|pass| pass.when);
    let pass = when.map(|when| {
        output(&|words, program| {
            let compiler = Compiler::new(&game.core, words, None);
            let mut compiler = compiler.noting(&game.core, program);
            let may = compiler.compile(when, program)?;
            let (noted, nothing) = (compiler.noted()?, program.constant(NOTHING));
            Some(program.select(noted, nothing, may))
        })
    });
    Ok((is, pass.transpose()?))
}

/// Whether a position of the table is one of the game; `None` if that may fail.
pub(crate) fn is_position(game: &Game, words: &Heaps, program: &mut Program) -> Option<Reg> {
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

/// Whether a heap may be chosen as the largest or the smallest one, or anyway.
pub(super) fn extreme(
    from: From,
    heap: usize,
    words: &Heaps,
    program: &mut Program,
) -> Option<Reg> {
    let extreme = match from {
        From::Any => return Some(program.constant(1)),
        From::Largest => words.word(Word::Largest, program)?,
        From::Smallest => words.word(Word::Smallest, program)?,
        From::Ends => return None,
    };
    Some(program.eq(words.all()[heap], extreme))
}
