//! Grundy numbers where moves go along lines and diagonals, as far as one likes: the least number that stands on none of
//! the lines of a position.

use super::regions::{Region, always, regions};
use crate::engine::boxes::{Asked, Counted, Kernel, Planned, Table};
use crate::engine::values::{Outcome, Solved, Values};
use crate::game::{Game, Position, Shape};
use crate::job::{Budget, Ctx, Stop};
use crate::lang::syntax::{Ending, Order};

/// How to compute the Grundy numbers of a box.
pub(crate) struct Numbers {
    /// The greatest value of each coordinate; the first one runs along a row.
    most: Vec<usize>,
    lines: Vec<Lines>,
    /// Whether the heaps have no order.
    multisets: bool,
    /// Whether there are two of them: then only positions that rise are computed, and the lines along both are the same.
    halved: bool,
    /// Room for the Grundy numbers on a line.
    words: usize,
}

/// Lines in one direction. A position's line is the sum of a number for each coordinate.
#[derive(Clone, Debug)]
struct Lines {
    first: usize,
    strides: Vec<isize>,
    count: usize,
}

impl Lines {
    /// The lines of a region; `None` if there are too many.
    fn new(region: &Region, most: &[usize]) -> Option<Lines> {
        let mut lines = Lines { first: 0, strides: vec![0; most.len()], count: 1 };
        for (axis, &most) in most.iter().enumerate().filter(|(i, _)| !region.axes.contains(i)) {
            lines.strides[axis] = isize::try_from(lines.count).ok()?;
            lines.count = lines.count.checked_mul(most + 1)?;
        }
        if let (Some(_), &[a, b]) = (region.diagonal, &region.axes[..]) {
            // On a diagonal the difference stays the same; it is at least minus the greatest second coordinate.
            let stride = isize::try_from(lines.count).ok()?;
            lines.first = lines.count.checked_mul(most[b])?;
            (lines.strides[a], lines.strides[b]) = (stride, -stride);
            lines.count = lines.count.checked_mul(most[a] + most[b] + 1)?;
        }
        Some(lines)
    }
}

impl Numbers {
    /// How to compute a box; why not, if it is none of this kind.
    pub(crate) fn kernel<'g>(
        game: &'g Game,
        values: Values,
        asked: &Asked<'_>,
    ) -> Result<Planned<'g>, String> {
        Ok(Box::new(Numbers::of(game, values, asked)?))
    }

    fn of(game: &Game, values: Values, asked: &Asked<'_>) -> Result<Numbers, String> {
        if !values.grundy || game.ending() == Ending::Misere {
            return Err("it tells Grundy numbers".into());
        }
        let (grid, families) = super::families_of(game, asked)?;
        let heaps = grid.layout.heaps();
        let other = || "not all rules reach whatever is lower on a line".to_string();
        let regions = regions(&families, heaps).ok_or_else(other)?;
        let line = |region: &Region| {
            let whole = region.bounds.is_empty() && region.family.is_none();
            match region.diagonal {
                None => whole && region.axes.len() == 1,
                Some(steps) => {
                    region.bounds.is_empty()
                        && steps == (1, 1)
                        && region.family.is_none_or(|family| always(&families[family]))
                }
            }
        };
        if !regions.iter().all(line) || heaps == 0 || regions.len() > MOST_LINES {
            return Err(other());
        }
        let most: Vec<usize> = (0..heaps).map(|heap| grid.layout.most(heap)).collect();
        let too_many = || "there are too many positions".to_string();
        let lines: Option<Vec<Lines>> =
            regions.iter().map(|region| Lines::new(region, &most)).collect();
        let options = regions.iter().map(|region| region.axes.iter().map(|&i| most[i]).min());
        let options: usize = options.map(|most| most.unwrap_or(0)).sum();
        let all = most.iter().try_fold(1usize, |n, &most| n.checked_mul(most + 1));
        all.filter(|&all| all < super::MOST).ok_or_else(too_many)?;
        let multisets = matches!(game.shape, Shape::Heaps { order: Order::None, .. });
        let lines = lines.ok_or_else(too_many)?;
        let halved = multisets && heaps == 2 && most[0] == most[1];
        Ok(Numbers { most, lines, multisets, halved, words: options / 64 + 1 })
    }

    fn positions(&self) -> usize {
        match self.halved {
            true => (self.most[0] + 1) * (self.most[0] + 2) / 2,
            false => self.most.iter().map(|most| most + 1).product(),
        }
    }

    /// How many positions a row has.
    fn len(&self, at: &[usize]) -> usize {
        if self.halved { at[1] + 1 } else { self.most[0] + 1 }
    }

    fn numbers(&self, ctx: Ctx<'_>) -> Result<Vec<u32>, Stop> {
        match self.lines.len() {
            0 | 1 => self.numbers_of::<1>(ctx),
            2 => self.numbers_of::<2>(ctx),
            3 => self.numbers_of::<3>(ctx),
            4 => self.numbers_of::<4>(ctx),
            5..=8 => self.numbers_of::<8>(ctx),
            _ => self.numbers_of::<MOST_LINES>(ctx),
        }
    }

    /// The same with room for so many lines through a position.
    fn numbers_of<const N: usize>(&self, ctx: Ctx<'_>) -> Result<Vec<u32>, Stop> {
        // All lines stand one after the other; the first has no numbers and fills the room that is left.
        let mut starts = [0usize; N];
        let mut strides = [0isize; N];
        let mut count = 1;
        let mut of_axes = None;
        for (i, lines) in self.lines.iter().enumerate() {
            let axis = lines.first == 0 && self.halved;
            starts[i] = match of_axes.filter(|_| axis) {
                Some(start) => start,
                None => {
                    count += lines.count;
                    count - lines.count + lines.first
                }
            };
            if axis {
                of_axes = Some(starts[i]);
            }
            strides[i] = lines.strides[0];
        }
        let mut sets =
            Sets { words: vec![0; count * self.words], low: vec![0; count], each: self.words };
        let all = self.positions();
        let mut numbers = Vec::with_capacity(all);
        let mut at = vec![0usize; self.most.len()];
        loop {
            if ctx.watch.tick(numbers.len() as u64, Some(all as u64)).is_break() {
                return Err(Stop::Cancelled);
            }
            let mut line = starts;
            for (line, lines) in line.iter_mut().zip(&self.lines) {
                let parts = at.iter().zip(&lines.strides).skip(1);
                let sum: isize = parts.map(|(&x, stride)| x as isize * stride).sum();
                *line = line.wrapping_add_signed(sum);
            }
            for _ in 0..self.len(&at) {
                numbers.push(sets.number(&line, self.lines.len()));
                for i in 0..N {
                    line[i] = line[i].wrapping_add_signed(strides[i]);
                }
            }
            let Some(i) = (1..at.len()).find(|&i| at[i] < self.most[i]) else {
                return Ok(numbers);
            };
            at[i] += 1;
            at[1..i].fill(0);
        }
    }

    /// The place of a position.
    fn place(&self, at: &[usize]) -> usize {
        match self.halved {
            true => at[1] * (at[1] + 1) / 2 + at[0],
            false => {
                let both = at.iter().zip(&self.most).rev();
                both.fold(0, |place, (x, most)| place * (most + 1) + x)
            }
        }
    }
}

/// Through a position there are at most so many lines.
const MOST_LINES: usize = 32;

/// The Grundy numbers on each line, and the least that is not on it.
struct Sets {
    words: Vec<u64>,
    low: Vec<u32>,
    /// So many words a line.
    each: usize,
}

impl Sets {
    /// The Grundy number of a position, which is put onto its first `lines` lines.
    #[inline]
    fn number<const N: usize>(&mut self, line: &[usize; N], lines: usize) -> u32 {
        let each = self.each;
        let low = line.iter().map(|&line| self.low[line]).max().unwrap_or(0);
        let mut word = low as usize / 64;
        let number = loop {
            let seen = line.iter().fold(0, |all, &line| all | self.words[line * each + word]);
            if seen != u64::MAX {
                break word as u32 * 64 + seen.trailing_ones();
            }
            word += 1;
        };
        for &line in &line[..lines] {
            let of_line = &mut self.words[line * each..(line + 1) * each];
            of_line[word] |= 1 << (number % 64);
            if self.low[line] == number {
                let free = of_line[word..].iter().position(|&word| word != u64::MAX);
                let word = word + free.unwrap_or(each - word);
                let bit = of_line.get(word).map_or(0, |word| word.trailing_ones());
                self.low[line] = word as u32 * 64 + bit;
            }
        }
        number
    }
}

impl Kernel for Numbers {
    fn words(&self) -> String {
        "row by row: for each line and diagonal the set of its Grundy numbers is kept, and the least that is on none of a \
         position's lines is its own"
            .into()
    }

    fn bytes(&self, _: bool) -> u64 {
        let lines: usize = self.lines.iter().map(|lines| lines.count).sum();
        let lines = (lines as u64 + 1).saturating_mul(self.words as u64 * 8 + 4);
        lines.saturating_add(self.positions() as u64 * 4)
    }

    fn nanoseconds(&self) -> f64 {
        self.positions() as f64 * (10.0 + self.words as f64 / 2.0) * self.lines.len() as f64
    }

    fn compute<'b>(self: Box<Self>, ctx: Ctx<'b>) -> Result<Option<Box<dyn Table + 'b>>, Stop> {
        let bytes = self.bytes(true);
        if !ctx.budget.take(bytes) {
            return Ok(None);
        }
        let numbers = self.numbers(ctx);
        if numbers.is_err() {
            ctx.budget.give(bytes);
        }
        Ok(Some(Box::new(Known { plan: *self, numbers: numbers?, bytes, budget: ctx.budget })))
    }

    fn count(self: Box<Self>, ctx: Ctx<'_>) -> Result<Option<Counted>, Stop> {
        let bytes = self.bytes(false);
        if !ctx.budget.take(bytes) {
            return Ok(None);
        }
        let numbers = self.numbers(ctx);
        ctx.budget.give(bytes);
        let numbers = numbers?;
        // Of two heaps without order only the positions that rise were computed.
        let halved = self.halved;
        Ok(Some(super::counted(&numbers, &self.most, self.multisets, halved)))
    }
}

/// A box that was computed.
struct Known<'b> {
    plan: Numbers,
    numbers: Vec<u32>,
    /// What was taken out of the budget.
    bytes: u64,
    budget: &'b Budget,
}

impl Drop for Known<'_> {
    fn drop(&mut self) {
        self.budget.give(self.bytes);
    }
}

impl Table for Known<'_> {
    fn get(&self, position: &Position, want: Values) -> Option<Solved> {
        let at = super::coordinates_of(position, &self.plan.most)?;
        let number = self.numbers[self.plan.place(&at)];
        let outcome = if number == 0 { Outcome::P } else { Outcome::N };
        Some(Solved { outcome, grundy: want.grundy.then_some(number), length: None })
    }

    fn positions(&self) -> usize {
        self.numbers.len()
    }
}
