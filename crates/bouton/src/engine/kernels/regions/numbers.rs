//! Grundy numbers where moves go along lines and diagonals, as far as one likes: the least number that stands on none of
//! the lines of a position.

use std::sync::Arc;

use super::Moves;
use crate::engine::asked::Asked;
use crate::engine::kernel::{Failed, Fill, Kernel, Out, Planned, Pulse};
use crate::engine::lower::{Region, always, regions};
use crate::engine::space::{Layout, Numbering, Row, Space};
use crate::engine::table::{Cells, Width};
use crate::engine::values::Values;
use crate::game::Game;
use crate::lang::syntax::Order;

/// How to compute the Grundy numbers of a box. Of two heaps without order only the positions that rise are computed, and the
/// lines along both are the same.
pub(in crate::engine) struct Numbers {
    space: Arc<Space>,
    lines: Vec<Lines>,
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
    /// How to compute what is asked for; why not, if the game is of another kind.
    pub(in crate::engine) fn of(
        game: &Game,
        values: Values,
        asked: &Asked<'_>,
    ) -> Result<Planned<'static>, String> {
        let Moves { space, families, most } = Moves::of(game, values, true, asked)?;
        let heaps = most.len();
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
        let too_many = || "there are too many positions".to_string();
        let lines: Option<Vec<Lines>> =
            regions.iter().map(|region| Lines::new(region, &most)).collect();
        let lines = lines.ok_or_else(too_many)?;
        let options = regions.iter().map(|region| region.axes.iter().map(|&i| most[i]).min());
        let options: usize = options.map(|most| most.unwrap_or(0)).sum();
        let space = match space.order == Order::None && heaps == 2 && most[0] == most[1] {
            true => space.laid_out(Layout::sorted(2, most[0]).ok_or_else(too_many)?),
            false => space,
        };
        Ok(Box::new(Numbers { space: space.into(), lines, words: options / 64 + 1 }))
    }
}

impl Kernel for Numbers {
    fn words(&self) -> String {
        "row by row: for each line and diagonal the set of its Grundy numbers is kept, and the least that is on none of a \
         position's lines is its own"
            .into()
    }

    fn numbering(&self) -> Arc<dyn Numbering> {
        self.space.clone()
    }

    fn width(&self) -> Width {
        Width::Word
    }

    fn state_bytes(&self) -> u64 {
        let lines: usize = self.lines.iter().map(|lines| lines.count).sum();
        (lines as u64 + 1).saturating_mul(self.words as u64 * 8 + 4)
    }

    fn nanoseconds(&self) -> f64 {
        let each = (10.0 + self.words as f64 / 2.0) * self.lines.len() as f64;
        self.space.cells() as f64 * each
    }

    fn fill(&mut self) -> Box<dyn Fill + '_> {
        // All lines stand one after the other; the first has no numbers and fills the room that is left.
        let (mut starts, mut count, mut of_axes) = (Vec::new(), 1, None);
        for lines in &self.lines {
            // The lines along both of two heaps without order are the same.
            let axis = lines.first == 0 && self.space.layout.is_sorted();
            starts.push(match of_axes.filter(|_| axis) {
                Some(start) => start,
                None => {
                    count += lines.count;
                    count - lines.count + lines.first
                }
            });
            if axis {
                of_axes = starts.last().copied();
            }
        }
        let sets =
            Sets { words: vec![0; count * self.words], low: vec![0; count], each: self.words };
        Box::new(State { plan: self, starts, sets })
    }
}

impl Fill for State<'_> {
    fn row(
        &mut self,
        row: &Row,
        _: Option<&Cells>,
        out: &mut Out<'_>,
        _: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let numbers = out.numbers()?;
        match self.plan.lines.len() {
            0 | 1 => self.row_of::<1>(row, numbers),
            2 => self.row_of::<2>(row, numbers),
            3 => self.row_of::<3>(row, numbers),
            4 => self.row_of::<4>(row, numbers),
            5..=8 => self.row_of::<8>(row, numbers),
            _ => self.row_of::<MOST_LINES>(row, numbers),
        }
        Ok(())
    }
}

/// What is carried from row to row.
struct State<'k> {
    plan: &'k Numbers,
    /// Where the lines of each direction begin.
    starts: Vec<usize>,
    sets: Sets,
}

impl State<'_> {
    /// Computes a row with room for some lines through a position.
    fn row_of<const N: usize>(&mut self, row: &Row, numbers: &mut Vec<u32>) {
        let State { plan, starts, sets } = self;
        let (mut line, mut strides) = ([0usize; N], [0isize; N]);
        for (i, lines) in plan.lines.iter().enumerate() {
            let parts = row.heaps.iter().zip(&lines.strides).skip(1);
            let sum: isize = parts.map(|(&x, stride)| x as isize * stride).sum();
            line[i] = starts[i].wrapping_add_signed(sum);
            strides[i] = lines.strides[0];
        }
        for _ in 0..row.len {
            numbers.push(sets.number(&line, plan.lines.len()));
            for i in 0..N {
                line[i] = line[i].wrapping_add_signed(strides[i]);
            }
        }
    }
}

/// The most lines through a position.
const MOST_LINES: usize = 32;

/// The Grundy numbers on each line, and the least that is not on it.
struct Sets {
    words: Vec<u64>,
    low: Vec<u32>,
    /// The words of a line.
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
