//! Which takes from one heap are legal, where that depends on its size alone.

use super::windows::{Window, Windows};
use crate::engine::space::Layout;
use crate::game::{Game, Shape};
use crate::lang::syntax::{From, Order};

/// What may be taken from each size of heap, and from which heaps.
pub(crate) struct Takes {
    from: From,
    of: Vec<Vec<Window>>,
}

impl Takes {
    /// The takes of a game in a box; `None` if they depend on more, or there are other moves than takes and passes.
    pub(crate) fn of(game: &Game, layout: &Layout) -> Option<Takes> {
        if !matches!(&game.shape, Shape::Heaps { order: Order::None, .. }) {
            return None;
        }
        match Windows::of(game, layout).ok()? {
            Windows::Heap { from: from @ (From::Any | From::Largest | From::Smallest), of } => {
                Some(Takes { from, of })
            }
            Windows::Heap { .. } | Windows::Position(_) => None,
        }
    }

    /// Whether a number of stones may be taken from a heap of a position whose heaps rise.
    pub(crate) fn allow(&self, heaps: &[usize], heap: usize, stones: i64) -> bool {
        let Ok(stones) = usize::try_from(stones) else { return false };
        let within = |&(first, last): &Window| first <= stones && stones <= last;
        self.chooses(heaps, heaps[heap]) && self.of[heaps[heap]].iter().any(within)
    }

    /// Whether there is a legal take.
    pub(crate) fn any(&self, heaps: &[usize]) -> bool {
        heaps.iter().any(|&heap| self.chooses(heaps, heap) && !self.of[heap].is_empty())
    }

    /// Whether a heap of this size may be chosen.
    fn chooses(&self, heaps: &[usize], size: usize) -> bool {
        match self.from {
            From::Largest => heaps.last() == Some(&size),
            From::Smallest => heaps.iter().find(|&&heap| heap > 0) == Some(&size),
            From::Any | From::Ends => true,
        }
    }
}
