//! The Grundy numbers of all single heaps up to a given size, where heaps are independent.
//!
//! The sizes are looked at in blocks, upwards: what the rules allow is computed for a block together ([`Rules`]), and a
//! kernel gives the numbers. Which one is decided by what is allowed in the block: a few numbers of stones that stay the
//! same ([`masks`]); windows that slide ([`sliding`], [`counted`]) or do not ([`tree`]); anything ([`Marks`]), with
//! splits ([`splits`], [`sparse`]). What cannot be shown to be right is left to the engine of independent heaps.

mod counted;
mod masks;
mod period;
mod sliding;
mod sparse;
mod splits;
mod tree;

use dashu_int::UBig;

pub use self::period::{Period, Proved, Repetition, repetition};

use self::counted::Counted;
use self::sliding::Sliding;
use self::sparse::Sparse;
use self::splits::{Rest, mark_equal, mark_three};
use self::tree::Tree;
use super::Heaps;
use super::marks::{Cell, Marks};
use crate::engine::extent::Extent;
use crate::engine::lower::{Band, Parts, Rules};
use crate::engine::store::{Full, List};
use crate::engine::values::Values;
use crate::game::{Game, Position};
use crate::job::{Budget, Ctx, Lease, Stop};

/// The sizes in the first block. Each later block has twice as many as the one before, up to the last number.
const FIRST_BLOCK: usize = 64;
const LAST_BLOCK: usize = 4096;

/// Options between two looks at whether to go on.
const TICK: usize = 1 << 20;

/// How much more work an option is to the engine of independent heaps.
const SLOW: u64 = 100;

/// The Grundy numbers of the heaps from 0 on.
///
/// Only computing makes one: what is read off it is true of its game.
pub struct Sequence<'b> {
    game: &'b Game,
    numbers: List<'b, u32>,
    /// How many options were looked at, about.
    work: u64,
    budget: &'b Budget,
}

impl<'b> Sequence<'b> {
    /// The Grundy numbers of the heaps of up to `most` stones. A game whose heaps are not independent is refused, with
    /// the reason.
    pub fn of(game: &'b Game, to: u64, ctx: Ctx<'b>) -> Result<Sequence<'b>, Stop> {
        let mut heaps = Heaps::new(game, Values { grundy: true, length: false }, ctx)?;
        let extent = Extent { heaps: 0..=1, most: vec![to], counters: vec![] };
        extent.check(game)?;
        heaps.refuse_table(&extent.len(game), &extent.corner(game))?;
        let all = usize::try_from(to).unwrap_or(usize::MAX);
        let budget = ctx.budget;
        if let Some((numbers, work)) = numbers(game, all, ctx)? {
            return Ok(Sequence { game, numbers, work, budget });
        }
        heaps.one_by_one = true;
        // Each size may lead to every other one.
        let work = SLOW.saturating_mul(to).saturating_mul(to);
        let mut sequence = Sequence { game, numbers: List::new(budget), work, budget };
        let mut at = Position { heaps: vec![UBig::ZERO], ..game.like() };
        for size in 0..=to {
            at.heaps[0] = size.into();
            let number = heaps.solve(&at)?.grundy.unwrap_or(0);
            if sequence.numbers.push(number).is_err() {
                return Err(heaps.over_budget(&to.into()));
            }
        }
        Ok(sequence)
    }

    /// The numbers.
    #[must_use]
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The numbers, which count no longer as memory that is used.
    #[must_use]
    pub fn into_numbers(self) -> Vec<u32> {
        self.numbers.into_items()
    }
}

/// Grundy numbers, and about how many options were looked at.
type Computed<'g> = (List<'g, u32>, u64);

/// Why there are no numbers.
enum Failed {
    /// It was told to stop.
    Cancelled,
    /// Another engine must do it: there is no memory, or it is not known what is allowed, or a rule has no meaning
    /// somewhere.
    Left,
    /// A number is larger than a cell.
    TooWide,
}

impl From<Full> for Failed {
    fn from(_: Full) -> Failed {
        Failed::Left
    }
}

/// The Grundy numbers of the heaps of up to `most` stones; `None` if that is left to another engine.
pub(super) fn numbers<'g>(
    game: &'g Game,
    to: usize,
    ctx: Ctx<'g>,
) -> Result<Option<Computed<'g>>, Stop> {
    if to >= u32::MAX as usize {
        return Ok(None);
    }
    let found = match game.splits() {
        false => Draft::new(game, to, ctx).and_then(Draft::takes),
        true => match Draft::<u16>::new(game, to, ctx).and_then(Draft::splits) {
            Err(Failed::TooWide) => Draft::<u32>::new(game, to, ctx).and_then(Draft::splits),
            found => found,
        },
    };
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Failed::Cancelled) => Err(Stop::Cancelled),
        Err(Failed::Left | Failed::TooWide) => Ok(None),
    }
}

/// A sequence while it is made: the heaps up to one, block by block.
struct Draft<'g, T: Cell> {
    ctx: Ctx<'g>,
    rules: Rules<'g>,
    to: usize,
    numbers: List<'g, T>,
    marks: Marks<'g>,
    /// The numbers of how many heaps there are marks for.
    admitted: usize,
    /// How many options were looked at since somebody was asked, and before.
    options: usize,
    work: u64,
    /// The bytes of the rules.
    counted: Lease<'g>,
}

impl<'g, T: Cell> Draft<'g, T> {
    fn new(game: &'g Game, to: usize, ctx: Ctx<'g>) -> Result<Draft<'g, T>, Failed> {
        let rules = Rules::of(game, to, ctx).ok_or(Failed::Left)?;
        let numbers = List::filled(to + 1, T::default(), ctx.budget)?;
        let counted = ctx.budget.lease(0).ok_or(Failed::Left)?;
        let mut marks = Marks::new(ctx.budget);
        marks.admit(0)?;
        Ok(Draft { ctx, rules, to, numbers, marks, admitted: 0, options: 0, work: 0, counted })
    }

    fn tick(&mut self, size: usize) -> Result<(), Failed> {
        self.work += std::mem::take(&mut self.options) as u64;
        match self.ctx.watch.tick(size as u64, Some(self.to as u64)).is_break() {
            true => Err(Failed::Cancelled),
            false => Ok(()),
        }
    }

    /// Goes through the blocks.
    fn blocks(
        &mut self,
        mut fill: impl FnMut(&mut Self, usize, usize) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        let (mut first, mut len) = (1, FIRST_BLOCK);
        while first <= self.to {
            self.options += len;
            self.tick(first)?;
            len = len.min(self.to + 1 - first);
            self.rules.look(first, len, self.ctx).ok_or(Failed::Left)?;
            self.count_rules()?;
            fill(self, first, len)?;
            first += len;
            len = (2 * len).min(LAST_BLOCK);
        }
        Ok(())
    }

    /// Takes what the rules need out of the budget.
    fn count_rules(&mut self) -> Result<(), Failed> {
        let more = (self.rules.bytes() as u64).saturating_sub(self.counted.bytes());
        if self.counted.grow(more) { Ok(()) } else { Err(Failed::Left) }
    }

    /// Marks what a heap may become by a take, in the block that begins with `first`.
    fn mark_takes(&mut self, first: usize, size: usize) -> Result<(), Failed> {
        let Draft { rules, numbers, marks, options, .. } = self;
        marks.start(size);
        let taken = rules.each_take(size, size - first, |lo, hi| {
            *options += hi - lo + 1;
            for &number in &numbers[size - hi..=size - lo] {
                marks.mark(number.into());
            }
        });
        match taken {
            Ok(()) => {}
            Err(Stop::Cancelled) => return Err(Failed::Cancelled),
            Err(_) => return Err(Failed::Left),
        }
        if self.options > TICK { self.tick(size) } else { Ok(()) }
    }

    /// Gives a number to a heap.
    fn give(&mut self, size: usize, number: u32) -> Result<(), Failed> {
        self.marks.admit(number)?;
        self.numbers[size] = T::try_from(number).map_err(|_| Failed::TooWide)?;
        Ok(())
    }
}

impl<'g> Draft<'g, u32> {
    /// The numbers where there are only takes.
    fn takes(mut self) -> Result<Computed<'g>, Failed> {
        let mut windows = Windows::new(self.ctx.budget);
        self.blocks(|draft, first, len| {
            let done = match draft.rules.only_bands() {
                Some(bands) => windows.fill(&mut draft.numbers, first, bands)?,
                None => first,
            };
            if done < first + len {
                let largest = draft.numbers[..done].iter().skip(draft.admitted).max();
                draft.marks.admit(largest.copied().unwrap_or(0))?;
            }
            for size in done..first + len {
                draft.mark_takes(first, size)?;
                draft.give(size, draft.marks.least())?;
                draft.admitted = size + 1;
            }
            Ok(())
        })?;
        Ok((self.numbers, self.work))
    }
}

impl<'g, T: Cell> Draft<'g, T> {
    /// The numbers where there are splits too.
    fn splits(mut self) -> Result<Computed<'g>, Failed> {
        let mut sparse = Sparse::new(self.ctx.budget);
        let mut rests = Vec::new();
        self.blocks(|draft, first, len| {
            for size in first..first + len {
                draft.mark_takes(first, size)?;
                draft.mark_splits(first, size, &mut rests);
                let Draft { numbers, marks, .. } = draft;
                let (number, work) = sparse.number(&numbers[..size], &rests, marks)?;
                draft.options += work;
                draft.give(size, number)?;
            }
            Ok(())
        })?;
        let mut wide = List::new(self.ctx.budget);
        wide.extend(self.numbers.iter().map(|&number| number.into()))?;
        Ok((wide, self.work))
    }

    /// Marks what a heap may become by a split, and lists what is split into two.
    fn mark_splits(&mut self, first: usize, size: usize, rests: &mut Vec<Rest>) {
        let Draft { rules, numbers, marks, options, .. } = self;
        let of = |band: usize| {
            let Band { lo, hi, .. } = rules.band(band);
            (lo[size - first] as usize, hi[size - first] as usize)
        };
        rests.clear();
        for split in &rules.splits {
            for band in split.taken.clone() {
                let (lo, hi) = of(band);
                let stones = (lo..=hi).map(|taken| size - taken);
                match split.parts {
                    Parts::Two(likeness) => {
                        rests.extend(stones.map(|stones| Rest { stones, likeness }))
                    }
                    Parts::Three(likeness) => stones.for_each(|stones| {
                        *options += stones * stones / 12;
                        mark_three(stones, likeness, numbers, marks);
                    }),
                    Parts::Equal(number) => stones.for_each(|stones| {
                        *options += stones;
                        mark_equal(stones, of(number), numbers, marks);
                    }),
                }
            }
        }
    }
}

/// The kernels for windows, each of which goes on where it can.
struct Windows<'b> {
    sliding: Sliding,
    counted: Option<Counted<'b>>,
    tree: Tree<'b>,
    budget: &'b Budget,
}

impl<'b> Windows<'b> {
    fn new(budget: &'b Budget) -> Windows<'b> {
        Windows { sliding: Sliding::new(), counted: None, tree: Tree::new(budget), budget }
    }

    /// Gives numbers to the heaps of a block from `first` on. Returns the first heap without one.
    fn fill(&mut self, numbers: &mut [u32], first: usize, bands: &[Band]) -> Result<usize, Full> {
        let len = bands.first().map_or(0, |band| band.lo.len());
        if let Some(stones) = masks::same(bands) {
            masks::fill(numbers, first, len, &stones);
            return Ok(first + len);
        }
        if let Some(most) = from_one(bands) {
            let done = self.sliding.fill(numbers, first, most);
            if done < first + len {
                self.tree.fill(numbers, done, &most[done - first..])?;
            }
            return Ok(first + len);
        }
        if self.counted.is_none() && first == 1 {
            self.counted = Some(Counted::new(bands.len(), numbers.len(), self.budget)?);
        }
        Ok(match &mut self.counted {
            Some(counted) => counted.fill(numbers, first, bands),
            None => first,
        })
    }
}

/// The most stones that may be taken from each heap of a block, if every number from one on may be.
fn from_one(bands: &[Band]) -> Option<&[u32]> {
    let mut bands = bands.iter().filter(|band| !band.is_empty());
    match (bands.next(), bands.next()) {
        (Some(band), None) if band.lo.iter().all(|&lo| lo == 1) => Some(&band.hi),
        _ => None,
    }
}
