//! The Grundy numbers of all single heaps up to one, where heaps are independent.
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
use crate::engine::store::{Full, extend};
use crate::engine::values::Values;
use crate::game::{Game, Position};
use crate::job::{Budget, Ctx, Stop};

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
    numbers: Vec<u32>,
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
        let mut sequence = Sequence { game, numbers: Vec::new(), work, budget };
        let mut at = Position { heaps: vec![UBig::ZERO], ..game.like() };
        for size in 0..=to {
            at.heaps[0] = size.into();
            let number = heaps.solve(&at)?.grundy.unwrap_or(0);
            if extend(&mut sequence.numbers, size as usize + 1, ctx.budget).is_err() {
                return Err(heaps.over_budget(&to.into()));
            }
            sequence.numbers[size as usize] = number;
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
    pub fn into_numbers(mut self) -> Vec<u32> {
        let numbers = std::mem::take(&mut self.numbers);
        self.budget.give((numbers.capacity() * size_of::<u32>()) as u64);
        numbers
    }
}

impl Drop for Sequence<'_> {
    fn drop(&mut self) {
        self.budget.give((self.numbers.capacity() * size_of::<u32>()) as u64);
    }
}

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

/// The Grundy numbers of the heaps of up to `most` stones; `None` if that is left to another engine. The memory of the
/// list stays taken out of the budget.
pub(super) fn numbers<'g>(
    game: &'g Game,
    to: usize,
    ctx: Ctx<'g>,
) -> Result<Option<(Vec<u32>, u64)>, Stop> {
    if to >= u32::MAX as usize {
        return Ok(None);
    }
    let found = match game.splits() {
        false => Driver::new(game, to, ctx).and_then(Driver::takes),
        true => match Driver::<u16>::new(game, to, ctx).and_then(Driver::splits) {
            Err(Failed::TooWide) => Driver::<u32>::new(game, to, ctx).and_then(Driver::splits),
            found => found,
        },
    };
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Failed::Cancelled) => Err(Stop::Cancelled),
        Err(Failed::Left | Failed::TooWide) => Ok(None),
    }
}

/// The heaps up to one, block by block.
struct Driver<'g, T: Cell> {
    ctx: Ctx<'g>,
    rules: Rules<'g>,
    to: usize,
    numbers: Vec<T>,
    marks: Marks,
    /// The numbers of how many heaps there are marks for.
    admitted: usize,
    /// How many options were looked at since somebody was asked, and before.
    options: usize,
    work: u64,
    /// The bytes of the rules that were taken out of the budget.
    counted: u64,
}

impl<'g, T: Cell> Driver<'g, T> {
    fn new(game: &'g Game, to: usize, ctx: Ctx<'g>) -> Result<Driver<'g, T>, Failed> {
        let rules = Rules::of(game, to, ctx).ok_or(Failed::Left)?;
        let (numbers, marks) = (Vec::new(), Marks::default());
        let mut driver =
            Driver { ctx, rules, to, numbers, marks, admitted: 0, options: 0, work: 0, counted: 0 };
        extend(&mut driver.numbers, to + 1, ctx.budget)?;
        driver.marks.admit(0, ctx.budget)?;
        Ok(driver)
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
        let bytes = self.rules.bytes() as u64;
        let more = bytes.saturating_sub(self.counted);
        if !self.ctx.budget.take(more) {
            return Err(Failed::Left);
        }
        self.counted += more;
        Ok(())
    }

    /// Marks what a heap may become by a take, in the block that begins with `first`.
    fn mark_takes(&mut self, first: usize, size: usize) -> Result<(), Failed> {
        let Driver { rules, numbers, marks, options, .. } = self;
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
        self.marks.admit(number, self.ctx.budget)?;
        self.numbers[size] = T::try_from(number).map_err(|_| Failed::TooWide)?;
        Ok(())
    }
}

impl Driver<'_, u32> {
    /// The numbers where there are only takes.
    fn takes(mut self) -> Result<(Vec<u32>, u64), Failed> {
        let mut windows = Windows::default();
        let filled = self.blocks(|driver, first, len| {
            let done = match driver.rules.only_bands() {
                Some(bands) => {
                    windows.fill(&mut driver.numbers, first, bands, driver.ctx.budget)?
                }
                None => first,
            };
            if done < first + len {
                let largest = driver.numbers[..done].iter().skip(driver.admitted).max();
                driver.marks.admit(largest.copied().unwrap_or(0), driver.ctx.budget)?;
            }
            for size in done..first + len {
                driver.mark_takes(first, size)?;
                driver.give(size, driver.marks.least())?;
                driver.admitted = size + 1;
            }
            Ok(())
        });
        self.ctx.budget.give(windows.bytes() as u64);
        filled?;
        Ok((std::mem::take(&mut self.numbers), self.work))
    }
}

impl<T: Cell> Driver<'_, T> {
    /// The numbers where there are splits too.
    fn splits(mut self) -> Result<(Vec<u32>, u64), Failed> {
        let mut sparse = Sparse::new(self.ctx.budget);
        let mut rests = Vec::new();
        self.blocks(|driver, first, len| {
            for size in first..first + len {
                driver.mark_takes(first, size)?;
                driver.mark_splits(first, size, &mut rests);
                let Driver { numbers, marks, .. } = driver;
                let (number, work) = sparse.number(&numbers[..size], &rests, marks)?;
                driver.options += work;
                driver.give(size, number)?;
            }
            Ok(())
        })?;
        let mut wide = Vec::new();
        extend(&mut wide, self.to + 1, self.ctx.budget)?;
        wide.iter_mut().zip(&self.numbers).for_each(|(wide, &number)| *wide = number.into());
        Ok((wide, self.work))
    }

    /// Marks what a heap may become by a split, and lists what is split into two.
    fn mark_splits(&mut self, first: usize, size: usize, rests: &mut Vec<Rest>) {
        let Driver { rules, numbers, marks, options, .. } = self;
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

impl<T: Cell> Drop for Driver<'_, T> {
    fn drop(&mut self) {
        let numbers = self.numbers.capacity() * size_of::<T>();
        self.ctx.budget.give((numbers + self.marks.bytes()) as u64 + self.counted);
    }
}

/// The kernels for windows, each of which goes on where it can.
struct Windows {
    sliding: Sliding,
    counted: Option<Counted>,
    tree: Tree,
}

impl Default for Windows {
    fn default() -> Windows {
        Windows { sliding: Sliding::new(), counted: None, tree: Tree::default() }
    }
}

impl Windows {
    /// Gives numbers to the heaps of a block from `first` on. Returns the first heap without one.
    fn fill(
        &mut self,
        numbers: &mut [u32],
        first: usize,
        bands: &[Band],
        budget: &Budget,
    ) -> Result<usize, Full> {
        let len = bands.first().map_or(0, |band| band.lo.len());
        if let Some(stones) = masks::same(bands) {
            masks::fill(numbers, first, len, &stones);
            return Ok(first + len);
        }
        if let Some(most) = from_one(bands) {
            let done = self.sliding.fill(numbers, first, most);
            if done < first + len {
                self.tree.fill(numbers, done, &most[done - first..], budget)?;
            }
            return Ok(first + len);
        }
        if self.counted.is_none() && first == 1 {
            self.counted = Some(Counted::new(bands.len(), numbers.len(), budget)?);
        }
        Ok(match &mut self.counted {
            Some(counted) => counted.fill(numbers, first, bands),
            None => first,
        })
    }

    /// What is allocated.
    fn bytes(&self) -> usize {
        self.tree.bytes() + self.counted.as_ref().map_or(0, Counted::bytes)
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
