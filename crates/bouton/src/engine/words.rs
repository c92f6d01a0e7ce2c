//! What the words of a position are in a program: its heaps or coordinates and its counters are given.

use super::layout::Layout;
use crate::lang::core::Word;
use crate::rows::{Meaning, Program, Reg};

/// The numbers of a position.
#[derive(Clone)]
pub(super) struct Words {
    /// The heaps, or the coordinates of a tuple.
    pub(super) heaps: Vec<Reg>,
    /// Whether the heaps stand in rising order.
    pub(super) sorted: bool,
    /// The counters that there are.
    pub(super) turn: Option<Reg>,
    pub(super) last: Option<Reg>,
    pub(super) passes: Option<Reg>,
}

impl Words {
    /// A row of positions: the first heap is a column, the others are the same in a row.
    pub(super) fn of_row(layout: &Layout, program: &mut Program) -> Words {
        let input = |heap: usize| program.input((0, layout.most(heap) as i64), heap == 0);
        let heaps = (0..layout.heaps()).map(input).collect();
        Words { heaps, sorted: layout.is_sorted(), turn: None, last: None, passes: None }
    }

    fn fold(
        &self,
        program: &mut Program,
        f: impl Fn(&mut Program, Reg, Reg) -> Option<Reg>,
    ) -> Option<Reg> {
        let Some((&first, rest)) = self.heaps.split_first() else {
            return Some(program.constant(0));
        };
        rest.iter().try_fold(first, |all, &heap| f(program, all, heap))
    }

    /// The smallest heap that is not empty; 0 if all are.
    fn smallest(&self, program: &mut Program) -> Option<Reg> {
        let zero = program.constant(0);
        self.fold(program, |program, least, heap| {
            let lesser = program.min(least, heap)?;
            let (no_heap, none) = (program.eq(heap, zero), program.eq(least, zero));
            let filled = program.select(none, heap, lesser);
            Some(program.select(no_heap, least, filled))
        })
    }
}

impl Meaning for Words {
    fn word(&self, word: Word, program: &mut Program) -> Option<Reg> {
        let zero = program.constant(0);
        match word {
            Word::Total => self.fold(program, Program::add),
            Word::Largest if self.sorted => self.heaps.last().copied().or(Some(zero)),
            Word::Largest => self.fold(program, Program::max),
            Word::Smallest => self.smallest(program),
            Word::Count => self.heaps.iter().try_fold(zero, |count, &heap| {
                let filled = program.lt(zero, heap);
                program.add(count, filled)
            }),
            Word::Coordinate(i) => self.heaps.get(usize::from(i)).copied(),
            Word::Turn => self.turn,
            Word::Last => self.last,
            Word::Passes => self.passes,
            Word::Parameter(_) | Word::Asked(_) | Word::Chosen | Word::Variable(_) => None,
        }
    }

    fn heaps(&self) -> Option<&[Reg]> {
        self.sorted.then_some(&self.heaps)
    }
}
