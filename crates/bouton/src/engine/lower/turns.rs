//! What may be taken from one heap on each turn, where that depends on the turn alone.

use super::amounts::takes;
use crate::game::Game;
use crate::lang::core::Word;
use crate::rows::{Heaps, List, Program, Reg, Rows};

/// Ranges of stones for each turn, as columns: whether they may be taken, from what to what.
pub(in crate::engine) struct TurnTakes {
    program: Program,
    pub(in crate::engine) ranges: Vec<[Reg; 3]>,
}

impl TurnTakes {
    /// For heaps of up to `most` stones and turns up to the last; `None` if a rule looks at more than the turn.
    pub(in crate::engine) fn of(game: &Game, most: usize, last: usize) -> Option<TurnTakes> {
        let mut program = Program::default();
        let heap = program.input((1, most.max(1) as i64), false);
        let turn = program.input((1, last.max(1) as i64), true);
        let mut words = Heaps::new(vec![heap], List::Rising, &mut program);
        words.give(Word::Turn, turn);
        let mut ranges = Vec::new();
        // Of one heap, any, the largest, the smallest and those at the ends are the same.
        for (_, [may, first, last]) in takes(game, &words, heap, &mut program)? {
            // No more than there is can be taken anyway.
            let last = program.without_least(last, heap);
            if [may, first, last].into_iter().any(|reg| program.depends(reg, &[heap])) {
                return None;
            }
            ranges.push([may, first, last]);
        }
        (program.bits(&ranges.concat()) <= 64).then_some(TurnTakes { program, ranges })
    }

    /// The ranges at work, for some turns at a time.
    pub(in crate::engine) fn rows(&self, width: usize) -> Rows<i64> {
        Rows::new(&self.program, &self.ranges.concat(), width)
    }
}
