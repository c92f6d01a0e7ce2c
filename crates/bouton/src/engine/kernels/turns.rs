//! One heap whose takes depend on the turn alone: the P-positions of each turn as intervals, from those of the next.

use std::sync::Arc;

use crate::engine::asked::Asked;
use crate::engine::kernel::{Failed, Fill, Kernel, Out, Planned, Pulse};
use crate::engine::lower::TurnTakes;
use crate::engine::space::{Layer, Numbering, Outer, Row, Space};
use crate::engine::table::{Cells, Run, Width};
use crate::engine::values::Values;
use crate::game::{Game, Shape};
use crate::lang::syntax::{Ending, Order};
use crate::rows::Rows;

/// How to compute a box.
pub(in crate::engine) struct Turns {
    space: Arc<Space>,
    /// The greatest size of the heap.
    most: u32,
    /// What may be taken, for each turn from the first that is asked for on, as long as there can be stones.
    takes: TurnTakes,
    misere: bool,
}

/// Boxes with more stones or turns are not tried.
const MOST: usize = 1 << 28;

/// Heaps up to this size are played to guess how many intervals there are.
const SMALL: u32 = 512;

/// Turns whose bounds are computed together.
const WIDTH: usize = 1024;

impl Turns {
    /// How to compute what is asked for; why not, if the game is of another kind.
    pub(in crate::engine) fn of(
        game: &Game,
        values: Values,
        asked: &Asked<'_>,
    ) -> Result<Planned<'static>, String> {
        let heaps = matches!(game.shape, Shape::Heaps { order: Order::None | Order::Row, .. });
        if values.grundy || game.last || game.pass.is_some() || !game.turn || !heaps {
            return Err("it tells outcomes of games that look at the turn alone".into());
        }
        let too_large = || "its heaps are too many or too large".to_string();
        let space = Space::of(game, asked, false)?;
        let most = match space.layout.heaps() {
            0 => 0,
            1 => space.layout.most(0),
            _ => return Err("it has several heaps".into()),
        };
        let Outer::Turns(turns) = &space.outer else { return Err(too_large()) };
        let last = turns.end().checked_add(most).filter(|&last| last < MOST);
        let last = last.ok_or_else(too_large)?;
        let other = "its takes look at more than the turn, or cannot be computed on small integers";
        let takes = TurnTakes::of(game, most, last).ok_or(other)?;
        let misere = game.ending() == Ending::Misere;
        Ok(Box::new(Turns { space: space.into(), most: most as u32, takes, misere }))
    }
}

impl Kernel for Turns {
    fn words(&self) -> String {
        "turn by turn: the P-positions of a turn are intervals, which follow from those of the next turn".into()
    }

    fn numbering(&self) -> Arc<dyn Numbering> {
        self.space.clone()
    }

    fn width(&self) -> Width {
        Width::Run
    }

    fn state_bytes(&self) -> u64 {
        // At least; how many intervals there are is known when they are.
        self.space.kept_layers() as u64 * 8 + (1 << 16)
    }

    fn nanoseconds(&self) -> f64 {
        // What several rules reach is merged.
        let each = match self.takes.ranges.len() {
            0 | 1 => 2.0,
            rules => 4.0 * rules as f64,
        };
        self.space.all_layers() as f64 * (50.0 + each * self.intervals())
    }

    fn fill(&mut self) -> Box<dyn Fill + '_> {
        let layer = Layer { turn: 0, late: 0 };
        let rows = self.takes.rows(WIDTH);
        let work = Work::default();
        Box::new(Intervals { plan: self, rows, block: usize::MAX, layer, work })
    }
}

/// What is carried from turn to turn.
struct Intervals<'k> {
    plan: &'k Turns,
    /// What may be taken, for turns from `block` on.
    rows: Rows<i64>,
    block: usize,
    layer: Layer,
    work: Work,
}

impl Fill for Intervals<'_> {
    fn begin(&mut self, layer: Layer, _: &mut Cells) {
        self.layer = layer;
        if layer.turn < self.block {
            self.block = layer.turn.saturating_sub(WIDTH - 1).max(1);
            let turns = self.rows.column(1).iter_mut().zip(self.block..);
            turns.for_each(|(to, turn)| *to = turn as i64);
            self.rows.run((layer.turn - self.block + 1).min(WIDTH));
        }
    }

    fn row(
        &mut self,
        row: &Row,
        before: Option<&Cells>,
        out: &mut Out<'_>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let Intervals { plan, rows, block, layer, work } = self;
        let next: &[Run] = match before {
            Some(Cells::Runs(runs)) => runs,
            _ => &[],
        };
        pulse.work(next.len() as u64)?;
        // After the last turn that is asked for, as many stones have gone at least.
        let most = plan.most - layer.late as u32;
        let p = plan.lost(rows, layer.turn - *block, next, most, work, out.runs()?);
        out.count(p, row.len);
        Ok(())
    }
}

/// Lists that are made for each turn.
#[derive(Default)]
struct Work {
    /// What may be taken.
    takes: Vec<Run>,
    /// From where a P-position can be reached.
    reached: Vec<Run>,
}

impl Turns {
    /// The P-positions up to `most` of the turn that stands at a place of the rows, from those of the next turn, and how
    /// many there are.
    fn lost(
        &self,
        rows: &Rows<i64>,
        at: usize,
        next: &[Run],
        most: u32,
        work: &mut Work,
        to: &mut Vec<Run>,
    ) -> u64 {
        let Work { takes, reached } = work;
        // What a rule allows on this turn, if it allows anything.
        let allowed = |rule: usize| {
            let of = |output: usize| rows.output(3 * rule + output, at + 1).get(at);
            let (a, b) = (of(1).max(1), of(2).min(i64::from(most)));
            (of(0) != 0 && a <= b).then_some((a as u32, b as u32))
        };
        let reach = |(a, b): Run| {
            let within = next.iter().map(move |&(l, r)| (l + a, r.saturating_add(b)));
            within.take_while(|&(from, _)| from <= most)
        };
        takes.clear();
        takes.extend((0..self.takes.ranges.len()).filter_map(allowed));
        if let [take] = takes[..]
            && !self.misere
        {
            return complement(reach(take), most, to);
        }
        reached.clear();
        if self.misere {
            // Where nothing can be taken the other one has lost.
            let fewest = takes.iter().map(|&(a, _)| a).min();
            reached.push((0, fewest.map_or(most, |fewest| fewest - 1)));
        }
        takes.iter().for_each(|&take| reached.extend(reach(take)));
        // Each take gives a rising list: the stable sort merges those.
        reached.sort();
        complement(reached.iter().copied(), most, to)
    }

    /// About how many intervals a turn has: as many as with a small heap, or more if they grow with the heap.
    fn intervals(&self) -> f64 {
        if self.most <= SMALL {
            return self.intervals_up_to(self.most);
        }
        let [half, whole] = [SMALL / 2, SMALL].map(|most| self.intervals_up_to(most).max(1.0));
        let power = (whole / half).log2().clamp(0.0, 1.0);
        whole * (f64::from(self.most) / f64::from(SMALL)).powf(power)
    }

    /// The average number of intervals on the turns of a heap of at most so many stones.
    fn intervals_up_to(&self, most: u32) -> f64 {
        let Outer::Turns(turns) = &self.space.outer else { return 1.0 };
        let count = most as usize + 1;
        let mut rows = self.takes.rows(count);
        let column = rows.column(1).iter_mut().zip(*turns.start()..);
        column.for_each(|(to, turn)| *to = turn as i64);
        rows.run(count);
        let (mut next, mut runs, mut work, mut sum) = (vec![], vec![], Work::default(), 0);
        for late in (0..=most).rev() {
            self.lost(&rows, late as usize, &next, most - late, &mut work, &mut runs);
            sum += runs.len();
            std::mem::swap(&mut next, &mut runs);
        }
        sum as f64 / count as f64
    }
}

/// The sizes up to `most` that are in none of some intervals, which begin upwards, and how many there are.
fn complement(intervals: impl Iterator<Item = Run>, most: u32, to: &mut Vec<Run>) -> u64 {
    to.clear();
    let (mut free, mut count) = (0, 0);
    for (from, end) in intervals {
        if from > free {
            let last = (from - 1).min(most);
            to.push((free, last));
            count += u64::from(last - free) + 1;
        }
        free = free.max(end.saturating_add(1));
        if free > most {
            return count;
        }
    }
    to.push((free, most));
    count + u64::from(most - free) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_over() {
        let of = |intervals: &[Run]| {
            let mut to = Vec::new();
            let count = complement(intervals.iter().copied(), 9, &mut to);
            assert_eq!(count, to.iter().map(|&(l, r)| u64::from(r - l) + 1).sum());
            to
        };
        assert_eq!(of(&[]), [(0, 9)]);
        assert_eq!(of(&[(0, 9)]), []);
        assert_eq!(of(&[(1, 2), (2, 5), (3, 4), (7, 7)]), [(0, 0), (6, 6), (8, 9)]);
        assert_eq!(of(&[(12, 15)]), [(0, 9)]);
    }
}
