//! The move that is chosen on the screen: a heap and a number of stones, or a line of a list.

use bouton::{How, Move, Position};

/// What is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The index of a heap in the position.
    pub heap: usize,
    /// The index of a move among the legal ones.
    pub chosen: usize,
}

/// Whether moves are chosen by heaps: all of them take from one heap, or pass.
pub fn by_heaps(legal: &[Move]) -> bool {
    legal.iter().all(|m| matches!(m.how, How::Take(_) | How::Pass))
}

/// The moves that take from a heap, as indices into the legal ones.
pub fn takes_from(position: &Position, legal: &[Move], heap: usize) -> Vec<usize> {
    let takes = |m: &Move| match &m.how {
        How::Take(taken) => {
            position.heaps.get(heap) == Some(&taken.heap)
                && taken.place.is_none_or(|place| place == heap)
        }
        _ => false,
    };
    (0..legal.len()).filter(|&i| takes(&legal[i])).collect()
}

impl Choice {
    /// The first move of the first heap that has one.
    pub fn first(position: &Position, legal: &[Move]) -> Choice {
        let mut choice = Choice::default();
        if by_heaps(legal) {
            choice.go_to_heap(position, legal, 0..position.heaps.len());
        }
        choice
    }

    /// Chooses a legal move.
    pub fn choose(&mut self, position: &Position, legal: &[Move], chosen: usize) {
        self.chosen = chosen;
        let from = |heap: &usize| takes_from(position, legal, *heap).contains(&chosen);
        if !from(&self.heap)
            && let Some(heap) = (0..position.heaps.len()).find(from)
        {
            self.heap = heap;
        }
    }

    /// The next heap to the right from which something may be taken.
    pub fn right(&mut self, position: &Position, legal: &[Move]) {
        self.go_to_heap(position, legal, self.heap + 1..position.heaps.len());
    }

    /// The next heap to the left from which something may be taken.
    pub fn left(&mut self, position: &Position, legal: &[Move]) {
        self.go_to_heap(position, legal, (0..self.heap).rev());
    }

    /// Selects the first of some heaps that has a move, with the fewest stones.
    fn go_to_heap(
        &mut self,
        position: &Position,
        legal: &[Move],
        heaps: impl IntoIterator<Item = usize>,
    ) {
        for heap in heaps {
            if let Some(&chosen) = takes_from(position, legal, heap).first() {
                *self = Choice { heap, chosen };
                return;
            }
        }
    }

    /// Moves the choice up or down among the moves of the heap.
    pub fn step(&mut self, position: &Position, legal: &[Move], by: isize) {
        let takes = takes_from(position, legal, self.heap);
        let at = takes.iter().position(|&i| i == self.chosen).unwrap_or(0);
        let last = takes.len().saturating_sub(1);
        if let Some(&chosen) = takes.get(at.saturating_add_signed(by).min(last)) {
            self.chosen = chosen;
        }
    }

    /// Moves the choice up or down in the list of all moves.
    pub fn scroll(&mut self, legal: &[Move], by: isize) {
        let last = legal.len().saturating_sub(1);
        self.chosen = self.chosen.saturating_add_signed(by).min(last);
    }

    /// Chooses this number of stones from the heap, if that is legal.
    pub fn take(&mut self, position: &Position, legal: &[Move], stones: u64) -> bool {
        let found = takes_from(position, legal, self.heap)
            .into_iter()
            .find(|&i| self::stones(&legal[i]) == Some(stones));
        self.chosen = found.unwrap_or(self.chosen);
        found.is_some()
    }
}

/// How many stones a move takes from one heap, if the number is small.
pub fn stones(m: &Move) -> Option<u64> {
    match &m.how {
        How::Take(taken) => u64::try_from(&taken.stones).ok(),
        _ => None,
    }
}
