//! Takes from one heap, whatever the rules look at before the move: what may be taken is tabulated as bits, which are compared
//! with the P-positions, or with the Grundy numbers, of a line.

use std::sync::Arc;

use crate::engine::asked::Asked;
use crate::engine::kernel::{Failed, Fill, Kernel, Out, Planned, Pulse};
use crate::engine::lower::{MaskTable, Masks};
use crate::engine::space::{Layer, Layout, Numbering, Outer, Row, Space};
use crate::engine::table::{Cells, Number, Width};
use crate::engine::values::Values;
use crate::game::{Game, Shape};
use crate::lang::syntax::{Ending, Order};
use crate::rows::Rows;

/// How to compute a box.
pub(in crate::engine) struct Masked {
    space: Arc<Space>,
    masks: Masks,
    grundy: bool,
    misere: bool,
}

/// Heaps of more stones have too many bits.
const MOST_STONES: usize = 1023;

/// Boxes with more passes are not tried.
const MOST_PASSES: usize = 1 << 10;

impl Masked {
    /// How to compute what is asked for; why not, if the game is of another kind.
    pub(in crate::engine) fn of(
        game: &Game,
        values: Values,
        asked: &Asked<'_>,
    ) -> Result<Planned<'static>, String> {
        let order = match &game.shape {
            Shape::Heaps { order: Order::Row, .. } => {
                return Err("heaps that are empty vanish from the row".into());
            }
            Shape::Heaps { order, .. } => *order,
            Shape::Tuple(..) => return Err("its positions are tuples".into()),
            Shape::Sum(_) => return Err("it is a sum of games".into()),
        };
        if game.last {
            return Err("its rules look at `last`".into());
        }
        if (game.turn || game.pass.is_some()) && order != Order::None {
            return Err("its heaps have places, and its positions counters".into());
        }
        let space = match &game.pass {
            // Turns look at whole lines.
            None if game.turn => Space::of(game, asked, true)?,
            None => Space::fewest(game, asked)?,
            Some(pass) => {
                let passes = usize::try_from(&pass.passes).ok().filter(|&n| n < MOST_PASSES);
                let plain = !pass.each && pass.when.is_none() && !game.turn;
                let given = matches!(asked, Asked::Box(extent) if !extent.counters.is_empty());
                let passes = passes.filter(|_| plain && !given);
                let passes = passes.ok_or("its passes are many, asked for, or no layers")?;
                let layout = Space::of(game, asked, true)?.layout;
                Space::of_heaps(layout, Some(passes))
            }
        };
        let layout = &space.layout;
        if layout.heaps() == 0 || layout.largest() > MOST_STONES {
            return Err("its heaps are too large".into());
        }
        let last = match &space.outer {
            Outer::Turns(turns) => turns.end() + space.stones,
            _ => 1,
        };
        let masks = Masks::of(game, &space, last)?;
        let misere = game.ending() == Ending::Misere;
        Ok(Box::new(Masked { space: space.into(), masks, grundy: values.grundy, misere }))
    }

    fn layout(&self) -> &Layout {
        &self.space.layout
    }

    /// The words of a mask, and of a line of outcomes, as they are computed.
    fn words(&self) -> usize {
        match (self.masks.words(), self.grundy) {
            (words @ 1..=2, _) => words,
            (3..=4, false) => 4,
            _ => 16,
        }
    }

    /// Positions of all layers.
    fn positions(&self) -> f64 {
        self.space.cells() as f64 * self.space.all_layers() as f64
    }
}

impl Kernel for Masked {
    fn words(&self) -> String {
        let kept = match self.grundy {
            false => "the P-positions of each line are kept as bits",
            true => "the Grundy numbers of each line are kept side by side",
        };
        format!(
            "position by position: what may be taken from a heap is tabulated as bits, by its size and what the rules look \
             at beside it, and {kept}"
        )
    }

    fn numbering(&self) -> Arc<dyn Numbering> {
        self.space.clone()
    }

    fn width(&self) -> Width {
        if self.grundy { Width::Pair } else { Width::Bit }
    }

    fn state_bytes(&self) -> u64 {
        let line = match self.grundy {
            true => (self.layout().largest() + 1) * size_of::<u16>(),
            false => self.words() * size_of::<u64>(),
        };
        let layers = if matches!(self.space.outer, Outer::Turns(_)) { 2 } else { 1 };
        let heaps = (self.space.cells() as u64).saturating_mul(self.layout().heaps() as u64);
        ((self.layout().lines() + 1) * line * layers) as u64 + self.masks.bytes(heaps, self.words())
    }

    fn nanoseconds(&self) -> f64 {
        let heaps = self.layout().heaps() as f64;
        let most = self.layout().largest() as f64;
        let each = if self.grundy { 10.0 + most / 2.0 } else { 5.0 };
        let layers = self.space.all_layers() as f64 / self.space.kept_layers() as f64;
        let masks = (self.masks.keys() as f64 * most).min(self.space.cells() as f64 * heaps);
        self.positions() * heaps * each + layers * masks * (300.0 + 10.0 * most)
    }

    /// The masks may take more memory than expected.
    fn may_stray(&self) -> bool {
        true
    }

    fn fill(&mut self) -> Box<dyn Fill + '_> {
        match (self.grundy, self.words()) {
            (true, 1) => Box::new(Numbers::<1>::new(self)),
            (true, 2) => Box::new(Numbers::<2>::new(self)),
            (true, _) => Box::new(Numbers::<16>::new(self)),
            (false, 1) => Box::new(Outcomes::<1>::new(self)),
            (false, 2) => Box::new(Outcomes::<2>::new(self)),
            (false, 4) => Box::new(Outcomes::<4>::new(self)),
            (false, _) => Box::new(Outcomes::<16>::new(self)),
        }
    }
}

/// Where the positions of a row stand: the lines along the heaps that differ, and how many positions are needed.
struct Stand {
    /// The line along the first heap.
    own: usize,
    /// The other heaps: their sizes, and their lines at the first position.
    axes: Vec<(usize, usize)>,
    needed: usize,
}

/// What both ways of filling share: the keys of positions, the masks, and the layer at hand.
struct Common<'a, const W: usize> {
    plan: &'a Masked,
    keys: Rows<i64>,
    table: MaskTable<'a>,
    late: usize,
}

impl<'a, const W: usize> Common<'a, W> {
    fn new(plan: &'a Masked) -> Common<'a, W> {
        let keys = plan.masks.key_rows(plan.layout().largest() + 1);
        Common { plan, keys, table: plan.masks.table(W), late: 0 }
    }

    /// Whether a layer looks at the one before it alone.
    fn has_turns(&self) -> bool {
        matches!(self.plan.space.outer, Outer::Turns(_))
    }

    fn begin(&mut self, layer: Layer) {
        self.late = layer.late;
        if self.has_turns() {
            self.keys.set(self.plan.layout().heaps(), layer.turn as i64);
        }
        self.keys.run(1);
        self.table.begin(&self.keys);
    }

    /// Computes the keys of a row.
    fn enter(&mut self, row: &Row, pulse: &mut Pulse<'_>) -> Result<Stand, Failed> {
        let layout = self.plan.layout();
        let heaps = &row.heaps;
        pulse.work((row.len * heaps.len()) as u64)?;
        if self.table.is_full() {
            return Err(Failed::Full);
        }
        for (i, &heap) in heaps.iter().enumerate().skip(1) {
            self.keys.set(i, heap as i64);
        }
        self.keys.run(row.len);
        let own = if layout.is_sorted() { layout.line(heaps, 0) } else { layout.lines() };
        let axes = layout.axes(heaps).map(|(heap, line)| (heaps[heap], line));
        // On a late turn that many stones are gone.
        let needed = match self.has_turns() {
            false => row.len,
            true => {
                let left = (self.plan.space.stones + 1).saturating_sub(self.late);
                row.len.min(left.saturating_sub(heaps.iter().skip(1).sum()))
            }
        };
        Ok(Stand { own, axes: axes.collect(), needed })
    }

    /// Where the mask of a heap of a position of the row stands.
    #[inline]
    fn mask(&mut self, first: usize, size: usize) -> &[u64; W] {
        let key = self.keys.output(0, first + 1).get(first);
        let place = self.table.find(key, size);
        self.table.mask(place)
    }
}

/// The P-positions of lines as bits.
struct Outcomes<'a, const W: usize> {
    common: Common<'a, W>,
    lines: Vec<[u64; W]>,
    /// Those of the next turn, if turns matter.
    next: Vec<[u64; W]>,
}

impl<'a, const W: usize> Outcomes<'a, W> {
    fn new(plan: &'a Masked) -> Outcomes<'a, W> {
        let common = Common::new(plan);
        let lines = vec![[0; W]; plan.layout().lines() + 1];
        let next = if common.has_turns() { lines.clone() } else { Vec::new() };
        Outcomes { common, lines, next }
    }
}

impl<const W: usize> Fill for Outcomes<'_, W> {
    fn begin(&mut self, layer: Layer, _: &mut Cells) {
        if self.common.has_turns() {
            std::mem::swap(&mut self.lines, &mut self.next);
        }
        self.lines.fill([0; W]);
        self.common.begin(layer);
    }

    fn row(
        &mut self,
        row: &Row,
        before: Option<&Cells>,
        out: &mut Out<'_>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let Stand { own, axes, needed } = self.common.enter(row, pulse)?;
        let Outcomes { common, lines, next } = self;
        let sorted = common.plan.layout().is_sorted();
        let (misere, turns) = (common.plan.misere, common.has_turns());
        let before = match before {
            Some(Cells::Bits(bits)) if !turns => Some(bits),
            _ => None,
        };
        // Whether there is a move matters where the last one loses, and where one may pass.
        let asks_moves = misere || before.is_some();
        if !sorted {
            lines[own] = [0; W];
        }
        let mut word = 0;
        for first in 0..row.len {
            let mut p = false;
            if first < needed {
                let (mut reached, mut moves) = (false, false);
                let inner = (first > 0).then_some((first, own));
                let others = axes.iter().map(|&(size, line)| (size, line + first));
                // A heap that is as large as the first lies on the first one's line.
                let others = others.filter(|&(size, line)| size > 0 && line != own);
                for (size, line) in inner.into_iter().chain(others) {
                    let mask = common.mask(first, size);
                    let there = if turns { &next[line] } else { &lines[line] };
                    reached |= mask.iter().zip(there).any(|(a, b)| a & b != 0);
                    moves |= asks_moves && mask.iter().any(|&word| word != 0);
                    if reached && !asks_moves {
                        break;
                    }
                }
                let passed = moves && before.is_some_and(|bits| bits.get(row.start + first));
                p = !reached && !passed && (moves || !misere);
            }
            if p {
                lines[own][first / 64] |= 1 << (first % 64);
                for &(size, line) in &axes {
                    lines[line + first][size / 64] |= 1 << (size % 64);
                }
                word |= 1 << (first % 64);
            }
            if first % 64 == 63 || first + 1 == row.len {
                out.push(word, first % 64 + 1);
                word = 0;
            }
        }
        Ok(())
    }
}

/// The Grundy numbers of lines.
struct Numbers<'a, const W: usize> {
    common: Common<'a, W>,
    /// For each line a number for every size.
    values: Vec<u16>,
    next: Vec<u16>,
    each: usize,
    /// For each number, the last position that has an option with it.
    marks: Vec<u64>,
    mark: u64,
}

impl<'a, const W: usize> Numbers<'a, W> {
    fn new(plan: &'a Masked) -> Numbers<'a, W> {
        let common = Common::new(plan);
        let each = plan.layout().largest() + 1;
        let values = vec![0; (plan.layout().lines() + 1) * each];
        let next = if common.has_turns() { values.clone() } else { Vec::new() };
        let marks = vec![0; each * plan.layout().heaps() + 3];
        Numbers { common, values, next, each, marks, mark: 0 }
    }
}

impl<const W: usize> Fill for Numbers<'_, W> {
    fn begin(&mut self, layer: Layer, _: &mut Cells) {
        if self.common.has_turns() {
            std::mem::swap(&mut self.values, &mut self.next);
        }
        self.common.begin(layer);
    }

    fn row(
        &mut self,
        row: &Row,
        before: Option<&Cells>,
        out: &mut Out<'_>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let Stand { own, axes, needed } = self.common.enter(row, pulse)?;
        let Numbers { common, values, next, each, marks, mark } = self;
        let turns = common.has_turns();
        let before = before.filter(|_| !turns).map(u16::cells);
        let to = out.numbers::<u16>()?;
        for first in 0..row.len {
            if first >= needed {
                to.push(0);
                continue;
            }
            *mark += 1;
            let mut moves = false;
            let inner = (first > 0).then_some((first, own));
            let others = axes.iter().map(|&(size, line)| (size, line + first));
            let others = others.filter(|&(size, line)| size > 0 && line != own);
            for (size, line) in inner.into_iter().chain(others) {
                let mask = common.mask(first, size);
                let there = if turns { &next[..] } else { &values[..] };
                let there = &there[line * *each..];
                for (i, &word) in mask.iter().enumerate() {
                    let mut rest = word;
                    moves |= word != 0;
                    while rest != 0 {
                        let left = i * 64 + rest.trailing_zeros() as usize;
                        rest &= rest - 1;
                        marks[usize::from(there[left])] = *mark;
                    }
                }
            }
            if let Some(before) = before.filter(|_| moves) {
                marks[usize::from(before[row.start + first])] = *mark;
            }
            let number = marks.iter().position(|&last| last != *mark).unwrap_or(0);
            let number = u16::try_from(number).map_err(|_| Failed::TooLarge)?;
            to.push(number);
            values[own * *each + first] = number;
            for &(size, line) in &axes {
                values[(line + first) * *each + size] = number;
            }
        }
        Ok(())
    }
}
