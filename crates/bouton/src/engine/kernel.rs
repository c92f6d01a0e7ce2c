//! What a kernel is: a way of computing tables, with what it costs.
//!
//! A kernel says how positions are numbered and what it costs, and fills one row after the other. The driver does the
//! rest: layers, memory, cancellation, and counting.

use std::ops::Range;
use std::sync::Arc;

use super::space::{Layer, Numbering, Row};
use super::table::{Cells, Number, Run, Width};
use crate::job::{Lease, Watch};

/// A kernel that fits what is asked for, ready to run.
pub(crate) type Planned<'g> = Box<dyn Kernel + 'g>;

/// A way of computing what is asked for.
pub(crate) trait Kernel {
    /// How it computes, in words.
    fn words(&self) -> String;

    /// How positions are numbered.
    fn numbering(&self) -> Arc<dyn Numbering>;

    /// How wide the cells are.
    fn width(&self) -> Width;

    /// The bytes besides those of the cells and of the numbering.
    fn state_bytes(&self) -> u64;

    /// About how many nanoseconds it takes: no more than a rough guess.
    fn nanoseconds(&self) -> f64;

    /// Makes room for larger numbers, after one was too large; `false` if that cannot be done.
    fn widen(&mut self) -> bool {
        false
    }

    /// Whether a move may turn out to lead out of the table, although the kernel fits.
    fn may_stray(&self) -> bool {
        false
    }

    /// Finds the positions, if they are not known before. Afterwards they have numbers, and take this memory.
    fn find(&mut self, _: &mut Lease<'_>, _: &mut Pulse<'_>) -> Result<(), Failed> {
        Ok(())
    }

    /// What fills the rows, before the first one.
    fn fill(&mut self) -> Box<dyn Fill + '_>;
}

/// Fills the rows of a table one after the other, with what it carries from row to row.
pub(super) trait Fill {
    /// Begins a layer: forgets what was carried along in the last one.
    fn begin(&mut self, _: Layer, _: &mut Cells) {}

    /// Fills a row. `before` is the layer before it, if there is one.
    fn row(
        &mut self,
        row: &Row,
        before: Option<&Cells>,
        out: &mut Out<'_>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed>;
}

/// What a box amounts to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) positions: u64,
    pub(crate) p: u64,
    pub(crate) max_grundy: Option<u32>,
}

/// Why a kernel stopped.
pub(super) enum Failed {
    /// It was told to.
    Stopped,
    /// A number does not fit into the cells, or into what is carried from row to row.
    TooLarge,
    /// There is no memory left, or there are too many positions.
    Full,
    /// A move leads out of the table or does not go down: the definition must say what that means.
    Strays,
}

/// Where the values of a row go.
pub(super) struct Out<'o> {
    /// The cells of the layer, up to this row.
    cells: &'o mut Cells,
    /// Whether outcomes are kept, or only counted.
    keep: bool,
    /// Which positions of the row count.
    counted: Range<usize>,
    /// How many positions of the row are done.
    at: usize,
    p: u64,
}

impl<'o> Out<'o> {
    pub(super) fn new(cells: &'o mut Cells, keep: bool, counted: Range<usize>) -> Out<'o> {
        Out { cells, keep, counted, at: 0, p: 0 }
    }

    /// How many of the outcomes that were pushed are P.
    pub(super) fn p(&self) -> u64 {
        self.p
    }

    /// Whether outcomes are kept; otherwise [`Out::count`] is enough.
    pub(super) fn keeps(&self) -> bool {
        self.keep
    }

    /// Adds outcomes: the `count` lowest bits of a word, 1 for P, the others of which are 0.
    #[inline]
    pub(super) fn push(&mut self, word: u64, count: usize) {
        self.p += u64::from((word & self.counted_bits()).count_ones());
        self.at += count;
        if let (true, Cells::Bits(bits)) = (self.keep, &mut *self.cells) {
            bits.push(word, count);
        }
    }

    /// Adds outcomes that are not kept, of positions that all count.
    #[inline]
    pub(super) fn count(&mut self, p: u64, positions: usize) {
        self.p += p;
        self.at += positions;
    }

    /// The bits of the next 64 positions that count.
    #[inline]
    fn counted_bits(&self) -> u64 {
        let below = |n: usize| match n.saturating_sub(self.at) {
            64.. => u64::MAX,
            n => (1 << n) - 1,
        };
        below(self.counted.end) & !below(self.counted.start)
    }

    /// The numbers of the layer so far, which the row follows.
    pub(super) fn numbers<G: Number>(&mut self) -> Result<&mut Vec<G>, Failed> {
        G::cells_mut(self.cells).ok_or(Failed::TooLarge)
    }

    /// The runs of P-positions of the row.
    pub(super) fn runs(&mut self) -> Result<&mut Vec<Run>, Failed> {
        match self.cells {
            Cells::Runs(runs) => Ok(runs),
            _ => Err(Failed::TooLarge),
        }
    }
}

/// Tells a watcher how far a job is, often but not too often, and passes on when it says stop.
pub(super) struct Pulse<'w> {
    watch: &'w dyn Watch,
    done: u64,
    of: Option<u64>,
    /// The work since the watcher was told.
    work: u64,
}

/// Positions or moves between two looks at the watcher.
const OFTEN: u64 = 1 << 16;

impl<'w> Pulse<'w> {
    pub(super) fn new(watch: &'w dyn Watch) -> Pulse<'w> {
        Pulse { watch, done: 0, of: None, work: OFTEN }
    }

    /// Says how many positions are to be done after those that are done now.
    pub(super) fn expect(&mut self, positions: u64) {
        self.of = Some(self.done.saturating_add(positions));
    }

    /// Counts positions as done.
    pub(super) fn done(&mut self, positions: u64) {
        self.done += positions;
    }

    /// How many positions are done, of all jobs so far.
    pub(super) fn all_done(&self) -> u64 {
        self.done
    }

    /// Raises the number of positions that are done to at least this one.
    pub(super) fn done_up_to(&mut self, positions: u64) {
        self.done = self.done.max(positions);
    }

    /// Counts work, in positions or moves.
    #[inline]
    pub(super) fn work(&mut self, work: u64) -> Result<(), Failed> {
        self.work += work;
        if self.work < OFTEN {
            return Ok(());
        }
        self.work = 0;
        match self.watch.tick(self.done, self.of).is_break() {
            true => Err(Failed::Stopped),
            false => Ok(()),
        }
    }
}
