//! What the words of a position are on rows.

use super::compile::Meaning;
use super::program::{Program, Reg};
use crate::lang::core::Word;

/// How the heaps of positions are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    /// They rise.
    Rising,
    /// Heaps without places, in any order: none of them is known by its place.
    Mixed,
    /// In a row; those that are not empty come first.
    Row,
    /// Each in its place, empty or not.
    Places,
}

/// The heaps, or coordinates, of positions, and what else is given.
#[derive(Clone)]
pub(crate) struct Heaps {
    heaps: Vec<Reg>,
    list: List,
    given: Vec<(Word, Reg)>,
}

impl Heaps {
    /// Heaps, empty ones too.
    pub(crate) fn new(heaps: Vec<Reg>, list: List, program: &mut Program) -> Heaps {
        if list == List::Rising {
            program.rise(&heaps);
        }
        Heaps { heaps, list, given: Vec::new() }
    }

    /// A word that is given beside the heaps.
    pub(crate) fn give(&mut self, word: Word, reg: Reg) {
        self.given.push((word, reg));
    }

    /// What is given for a word.
    pub(crate) fn given(&self, word: Word) -> Option<Reg> {
        self.given.iter().find(|(given, _)| *given == word).map(|(_, reg)| *reg)
    }

    /// How they are listed.
    pub(crate) fn list(&self) -> List {
        self.list
    }

    /// All of them.
    pub(crate) fn all(&self) -> &[Reg] {
        &self.heaps
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

impl Meaning for Heaps {
    fn word(&self, word: Word, program: &mut Program) -> Option<Reg> {
        let zero = program.constant(0);
        match word {
            Word::Total => self.fold(program, Program::add),
            Word::Largest if self.list == List::Rising => self.heaps.last().copied().or(Some(zero)),
            Word::Largest => self.fold(program, Program::max),
            Word::Smallest => self.smallest(program),
            Word::Count => self.heaps.iter().try_fold(zero, |count, &heap| {
                let filled = program.lt(zero, heap);
                program.add(count, filled)
            }),
            Word::Coordinate(i) => self.heaps.get(usize::from(i)).copied(),
            _ => self.given(word),
        }
    }

    fn heaps(&self) -> Option<(&[Reg], List)> {
        Some((&self.heaps, self.list))
    }
}
