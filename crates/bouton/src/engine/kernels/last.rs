//! Takes from one heap that look at the last take: the values of `last` for which a position is P are the bits of words.
//!
//! After a take of `t` stones `last` is `t`, whatever it was before. So a take wins exactly where it is allowed, if the
//! position after it is P for `t`: the words of a position are the union of what each such take allows.

use std::sync::Arc;

use crate::engine::asked::Asked;
use crate::engine::kernel::{Failed, Fill, Kernel, Out, Planned, Pulse};
use crate::engine::lower::{LastTable, Masks};
use crate::engine::space::{Layout, Numbering, Row, Space};
use crate::engine::table::{Cells, Width};
use crate::engine::values::Values;
use crate::game::{Game, Shape};
use crate::lang::syntax::{Ending, Order};
use crate::rows::Rows;

/// How to compute a box.
pub(in crate::engine) struct ByLast {
    space: Arc<Space>,
    masks: Masks,
    misere: bool,
}

/// Boxes with larger last takes are not tried.
const MOST_LAST: usize = 1 << 14;

impl ByLast {
    /// How to compute what is asked for; why not, if the game is of another kind.
    pub(in crate::engine) fn of(
        game: &Game,
        values: Values,
        asked: &Asked<'_>,
    ) -> Result<Planned<'static>, String> {
        let heaps = matches!(&game.shape, Shape::Heaps { order, .. } if *order != Order::Row);
        if values.grundy || !game.last || game.turn || game.pass.is_some() || !heaps {
            return Err("it tells outcomes of games of heaps that look at `last` alone".into());
        }
        let space = Space::fewest(game, asked)?;
        if space.layout.heaps() == 0 || space.counts() > MOST_LAST {
            return Err("it has no heaps, or too large ones".into());
        }
        let masks = Masks::by_last(game, &space, space.counts() - 1)?;
        if !masks.has_few_keys() {
            return Err("its takes look at too much beside the heap".into());
        }
        let misere = game.ending() == Ending::Misere;
        Ok(Box::new(ByLast { space: space.into(), masks, misere }))
    }

    fn layout(&self) -> &Layout {
        &self.space.layout
    }

    /// The words of the values of `last` that a take can leave.
    fn left(&self) -> usize {
        self.layout().largest() / 64 + 1
    }
}

impl Kernel for ByLast {
    fn words(&self) -> String {
        "position by position: the values of `last` for which a position is P are kept as bits, and what each take allows \
         is tabulated in the same way"
            .into()
    }

    fn numbering(&self) -> Arc<dyn Numbering> {
        self.space.clone()
    }

    fn width(&self) -> Width {
        Width::Byte
    }

    fn state_bytes(&self) -> u64 {
        let line = (self.layout().largest() + 1) * self.left() * size_of::<u64>();
        (self.layout().lines() as u64 + 1).saturating_mul(line as u64)
            + self.masks.bytes_by_last(self.space.counts())
    }

    fn nanoseconds(&self) -> f64 {
        let (heaps, most) = (self.layout().heaps() as f64, self.layout().largest() as f64);
        let lasts = self.space.counts() as f64;
        let masks = self.masks.keys() as f64 * most * most * (50.0 + lasts);
        self.layout().positions() as f64 * (heaps * most + lasts + 20.0) + masks
    }

    /// What the takes allow may take more memory than expected.
    fn may_stray(&self) -> bool {
        true
    }

    fn fill(&mut self) -> Box<dyn Fill + '_> {
        let each = (self.layout().largest() + 1) * self.left();
        let words = self.space.counts().div_ceil(64);
        Box::new(Words {
            plan: self,
            keys: self.masks.key_rows(self.layout().largest() + 1),
            table: self.masks.table_by_last(self.space.counts()),
            lines: vec![0; (self.layout().lines() + 1) * each],
            each,
            n: vec![0; words],
            moves: vec![0; words],
        })
    }
}

/// The words of all lines.
struct Words<'a> {
    plan: &'a ByLast,
    keys: Rows<i64>,
    table: LastTable<'a>,
    /// For each line and each size on it: for which takes that lead there it is P.
    lines: Vec<u64>,
    each: usize,
    /// For which values of `last` the position at hand is N, and has a move.
    n: Vec<u64>,
    moves: Vec<u64>,
}

impl Fill for Words<'_> {
    fn row(
        &mut self,
        row: &Row,
        _: Option<&Cells>,
        out: &mut Out<'_>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let Words { plan, keys, table, lines, each, n, moves } = self;
        let (layout, left, lasts) = (plan.layout(), plan.left(), plan.space.counts());
        let heaps = &row.heaps;
        for (i, &heap) in heaps.iter().enumerate().skip(1) {
            keys.set(i, heap as i64);
        }
        keys.run(row.len);
        let own = if layout.is_sorted() { layout.line(heaps, 0) } else { layout.lines() };
        let axes = layout.axes(heaps).map(|(heap, line)| (heaps[heap], line));
        let axes: Vec<(usize, usize)> = axes.collect();
        let numbers = out.numbers::<u8>()?;
        for first in 0..row.len {
            pulse.work((heaps.len() * layout.largest() + lasts) as u64 / 16)?;
            if table.is_full() {
                return Err(Failed::Full);
            }
            n.fill(0);
            moves.fill(if plan.misere { 0 } else { u64::MAX });
            let key = keys.output(0, row.len).get(first);
            let others = axes.iter().map(|&(size, line)| (size, line + first));
            // A heap that is as large as the first lies on the first one's line.
            let others = others.filter(|&(size, line)| size > 0 && line != own);
            for (size, line) in (first > 0).then_some((first, own)).into_iter().chain(others) {
                let allowed = table.find(key, size);
                let there = &lines[line * *each..(line + 1) * *each];
                for stones in 1..=size {
                    let word = there[(size - stones) * left + stones / 64];
                    if word >> (stones % 64) & 1 == 1 {
                        let takes = &allowed[stones * n.len()..(stones + 1) * n.len()];
                        n.iter_mut().zip(takes).for_each(|(n, takes)| *n |= takes);
                    }
                }
                if plan.misere {
                    moves.iter_mut().zip(allowed).for_each(|(moves, any)| *moves |= any);
                }
            }
            // Now they are where it is P.
            n.iter_mut().zip(&*moves).for_each(|(n, moves)| *n = !*n & moves);
            numbers.extend((0..lasts).map(|last| u8::from(n[last / 64] >> (last % 64) & 1 == 0)));
            let places = axes.iter().map(|&(size, line)| (size, line + first));
            for (size, line) in places.chain([(first, own)]) {
                let at = line * *each + size * left;
                lines[at..at + left].copy_from_slice(&n[..left]);
            }
        }
        Ok(())
    }
}
