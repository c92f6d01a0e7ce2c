//! The positions of a game as keys, and the moves between them.

use std::hash::Hash;

use crate::engine::kernel::Failed;
use crate::engine::space::Layout;
use crate::game::Position;

/// Positions whose moves are computed together.
pub(super) const BATCH: usize = 256;

/// A move takes about as long as this many positions that are computed in whole rows.
pub(super) const MOVE: u64 = 64;

/// The positions of a game and the moves between them.
pub(super) trait Graph: Sized {
    type Key: Key + 'static;
    type Keys: Keys<Self::Key> + 'static;

    /// How it is computed, in words.
    const WORDS: &'static str;

    /// Shows the positions that are asked for.
    fn asked(&mut self, see: See<'_, Self::Key>) -> Result<(), Failed>;

    /// How many they are, or more.
    fn count(&self) -> u64;

    /// How many positions can be reached from them, or more.
    fn most(&self) -> u64;

    /// About how many they are: a guess.
    fn likely(&self) -> f64 {
        self.count() as f64
    }

    /// About how many nanoseconds one of them takes.
    fn nanoseconds(&self) -> f64;

    /// The bytes of its programs and tables.
    fn bytes(&self) -> u64;

    /// How many keys there are, if a table of all of them is not much larger than one of the positions.
    fn dense(&self) -> Option<usize>;

    /// What every move lowers, of some positions.
    fn ranks(&mut self, keys: &[Self::Key], ranks: &mut [u64]) -> Result<(), Failed>;

    /// Shows the options of some positions, with the place of the position among them. If more options of a position are of no
    /// interest, they need not be shown, unless one of them might not lead down.
    fn options(&mut self, keys: &[Self::Key], see: SeeOption<'_, Self::Key>) -> Result<(), Failed>;

    /// How positions are written as keys.
    fn keys(&self) -> Self::Keys;

    /// The same positions with more room around them, if there was too little.
    fn wider(&self) -> Option<Self>;
}

/// How positions are written as keys.
pub(super) trait Keys<K>: Send + Sync {
    /// The key of a position; `None` if it has none.
    fn key(&self, position: &Position) -> Option<K>;
}

pub(super) type See<'s, K> = &'s mut dyn FnMut(K) -> Result<(), Failed>;

/// Says whether more options of the position are of interest.
pub(super) type SeeOption<'s, K> = &'s mut dyn FnMut(usize, K) -> Result<bool, Failed>;

/// The heaps or coordinates that are asked for.
#[derive(Clone)]
pub(super) enum Start {
    /// All of a layout.
    All(Layout),
    /// These alone.
    One(Vec<usize>),
}

impl Start {
    /// How many they are.
    pub(super) fn count(&self) -> u64 {
        match self {
            Start::All(layout) => layout.positions() as u64,
            Start::One(_) => 1,
        }
    }

    /// Shows them one after the other.
    pub(super) fn each(
        &self,
        mut see: impl FnMut(&[usize]) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        let layout = match self {
            Start::One(heaps) => return see(heaps),
            Start::All(layout) => layout,
        };
        let mut row = layout.first();
        loop {
            for first in 0..row.len {
                if let Some(heap) = row.heaps.first_mut() {
                    *heap = first;
                }
                see(&row.heaps)?;
            }
            if !layout.next(&mut row) {
                return Ok(());
            }
        }
    }
}

/// A position in a few words of memory.
pub(super) trait Key: Copy + Eq + Hash + Send + Sync {
    /// Its place in a table of all keys, where there is one.
    fn place(self) -> usize;
}

impl Key for u64 {
    #[inline]
    fn place(self) -> usize {
        self as usize
    }
}

impl Key for u128 {
    #[inline]
    fn place(self) -> usize {
        self as usize
    }
}
