//! Whole boxes of positions at once, for games in which a move takes from one heap.

mod greedy;
mod last;
mod numbers;
mod outcomes;
mod sets;
mod takes;
mod windows;
mod within;

use std::ops::ControlFlow;

use dashu_int::UBig;

use self::greedy::greedy;
use self::numbers::{Keep, TooLarge, numbers};
use self::outcomes::{MOST_HEAPS, Outcomes};
pub(crate) use self::takes::Takes;
use self::windows::Windows;
use super::bits::Bits;
use super::boxes::{Asked, Counted, Kernel, Planned, Table};
use super::extent::Extent;
use super::values::{Outcome, Solved, Values};
use super::whole::Whole;
use crate::engine::layout::Layout;
use crate::engine::number::Number;
use crate::game::{Game, Position, Shape};
use crate::job::{Budget, Ctx, Stop};
use crate::lang::syntax::{Ending, From, Order};

/// Tells how many positions are done, and whether to go on.
type Tick<'t> = &'t mut dyn FnMut(u64) -> ControlFlow<()>;

/// A box that can be computed at once, and how.
struct Plan<'g> {
    game: &'g Game,
    layout: Layout,
    windows: Windows,
    /// How many layers of passes there are.
    layers: usize,
    grundy: bool,
}

/// The values of all positions of a box.
pub(crate) struct Lines<'b> {
    layout: Layout,
    /// Whether positions have passes.
    passes: bool,
    table: Stored,
    /// What was taken out of the budget.
    bytes: u64,
    budget: &'b Budget,
}

impl Lines<'_> {
    /// How to compute a box; why not, if it is none of this kind.
    pub(crate) fn kernel<'g>(
        game: &'g Game,
        values: Values,
        asked: &Asked<'_>,
    ) -> Result<Planned<'g>, String> {
        Ok(Box::new(match asked {
            Asked::Box(extent) => Plan::of(game, values, extent)?,
            Asked::Below(position) => Plan::below(game, values, position)?,
        }))
    }
}

impl Drop for Lines<'_> {
    fn drop(&mut self) {
        self.budget.give(self.bytes);
    }
}

enum Stored {
    Outcomes(Vec<Bits>),
    Small(Vec<Vec<u8>>),
    Middle(Vec<Vec<u16>>),
    Large(Vec<Vec<u32>>),
}

impl<'g> Plan<'g> {
    /// The Grundy numbers of the box. Room is made for those that are likely, and for more if there are more.
    fn numbers(
        &self,
        tick: &mut dyn FnMut(usize, u64) -> ControlFlow<()>,
    ) -> Result<Option<Stored>, Stop> {
        let (layout, windows, layers) = (&self.layout, &self.windows, self.layers);
        let mut most = self.likely();
        loop {
            let table = match most {
                ..=0xff => {
                    numbers(layout, windows, layers, most, tick).map(|t| t.map(Stored::Small))
                }
                0x100..=0xffff => {
                    numbers(layout, windows, layers, most, tick).map(|t| t.map(Stored::Middle))
                }
                _ => numbers(layout, windows, layers, most, tick).map(|t| t.map(Stored::Large)),
            };
            match table {
                Ok(Some(table)) => return Ok(Some(table)),
                Ok(None) => return Err(Stop::Cancelled),
                Err(TooLarge) if most < self.most_options() => {
                    most = (2 * most + 1).min(self.most_options());
                }
                Err(TooLarge) => return Ok(None),
            }
        }
    }

    /// Grundy numbers up to which room is made at first.
    fn likely(&self) -> usize {
        let most = self.layout.most(self.layout.heaps() - 1);
        ((most + 1).next_power_of_two() - 1).max(63).min(self.most_options())
    }

    /// How to compute a box of a game; why not, if it is none of this kind.
    fn of(game: &'g Game, values: Values, extent: &Extent) -> Result<Plan<'g>, String> {
        let heaps = *extent.heaps.end();
        let most = extent.most.first().copied().unwrap_or(0);
        if !extent.counters.is_empty() {
            return Err("its counters are given".into());
        }
        let most = usize::try_from(most).map_err(|_| "its heaps are too large".to_string())?;
        let too_many = || "there are too many positions".to_string();
        if heaps > MOST_HEAPS || most > MOST_STONES {
            return Err("it has too many heaps, or too large ones".into());
        }
        // No heap is an empty one.
        let most = if heaps == 0 { 0 } else { most };
        let layout = Layout::sorted(heaps.max(1), most).ok_or_else(too_many)?;
        Plan::with(game, values, layout)
    }

    /// How to compute all positions below one.
    fn below(game: &'g Game, values: Values, position: &Position) -> Result<Plan<'g>, String> {
        let small = |heap: &UBig| usize::try_from(heap).ok().filter(|&heap| heap <= MOST_STONES);
        let heaps: Option<Vec<usize>> = position.heaps.iter().map(small).collect();
        let heaps = heaps.filter(|heaps| heaps.len() <= MOST_HEAPS);
        let mut heaps = heaps.ok_or("it has too many heaps, or too large ones")?;
        if heaps.is_empty() {
            heaps.push(0);
        }
        let most = heaps.iter().copied().max().unwrap_or(0);
        let sorted = Layout::sorted(heaps.len(), most);
        // The rows lie along the largest heap.
        heaps.reverse();
        let placed = Layout::placed(heaps);
        let of = |layout: &Layout| layout.positions();
        let layout = match (sorted, placed) {
            (Some(a), Some(b)) if of(&b) < of(&a) => match Plan::with(game, values, b) {
                Ok(plan) => return Ok(plan),
                Err(_) => a,
            },
            (Some(layout), _) => layout,
            (None, Some(layout)) => layout,
            (None, None) => return Err("there are too many positions".into()),
        };
        Plan::with(game, values, layout)
    }

    fn with(game: &'g Game, values: Values, layout: Layout) -> Result<Plan<'g>, String> {
        match &game.shape {
            Shape::Heaps { order: Order::None, .. } => {}
            Shape::Heaps { .. } => return Err("its heaps have places".into()),
            Shape::Tuple(..) => return Err("its positions are tuples".into()),
            Shape::Sum(_) => return Err("it is a sum of games".into()),
        }
        let layers = match &game.pass {
            None => 1,
            Some(pass) if pass.each || pass.when.is_some() => {
                return Err("its passes belong to players, or have a condition".into());
            }
            Some(pass) => match usize::try_from(&pass.passes) {
                Ok(passes @ ..MOST_LAYERS) => passes + 1,
                _ => return Err("it has too many passes".into()),
            },
        };
        let windows = Windows::of(game, &layout)?;
        match &windows {
            Windows::Heap { from: From::Any, .. } | Windows::Position(_) => {}
            Windows::Heap { .. } if layout.is_sorted() => {}
            Windows::Heap { .. } => return Err("its rules compare heaps".into()),
        }
        if !values.grundy && !windows.begin_with_one() {
            // The numbers tell the outcomes too.
            let grundy = game.ending() == Ending::Normal;
            return match grundy {
                true => Ok(Plan { game, layout, windows, layers, grundy }),
                false => Err("it is misère, and its takes do not begin with one stone".into()),
            };
        }
        Ok(Plan { game, layout, windows, layers, grundy: values.grundy })
    }

    /// How many positions the box has.
    fn positions(&self) -> usize {
        self.layout.positions().saturating_mul(self.layers)
    }

    /// The greatest Grundy number there can be, or more: there is an option for each that is less.
    fn most_options(&self) -> usize {
        self.windows.most() * self.layout.heaps() + usize::from(self.layers > 1)
    }

    /// The bytes for a position's number, at most.
    fn width(&self) -> u64 {
        match self.most_options() {
            ..=0xff => 1,
            0x100..=0xffff => 2,
            _ => 4,
        }
    }

    /// The bytes for the values of positions and what is kept of lines.
    fn values_bytes(&self, positions: u64, lines: u64, keep: bool) -> u64 {
        if self.grundy {
            let line = Keep::of(&self.windows).bytes(&self.layout, self.most_options());
            positions * self.width() + (lines + 1) * line as u64
        } else {
            let width = if Outcomes::<i16>::fit(&self.layout, &self.windows) { 2 } else { 4 };
            let kept = if keep || self.layers > 1 { positions / 8 + 64 } else { 0 };
            kept + lines * width
        }
    }

    fn table(&self, keep: bool, ctx: Ctx<'_>) -> Result<(Option<Stored>, Option<u64>), Stop> {
        let all = self.layout.positions() as u64;
        let of = Some(all * self.layers as u64);
        let mut layer = 0;
        let tick = |layer: u64, done: u64| ctx.watch.tick(layer * all + done, of);
        let (layout, windows) = (&self.layout, &self.windows);
        if self.grundy {
            return self.numbers(&mut |layer, done| tick(layer as u64, done)).map(|t| (t, None));
        }
        let misere = self.game.ending() == Ending::Misere;
        let passes = self.layers > 1;
        if let (Windows::Heap { from: From::Largest, .. }, false) = (windows, passes) {
            let most = windows.most_of_heaps();
            let mut tick = |done: u64| tick(0, done);
            let p = match windows.most() {
                ..0xff => greedy::<u8>(layout, &most, misere, keep, &mut tick),
                0xff..0xffff => greedy::<u16>(layout, &most, misere, keep, &mut tick),
                _ => greedy::<u32>(layout, &most, misere, keep, &mut tick),
            };
            let (bits, count) = p.ok_or(Stop::Cancelled)?;
            return Ok((Some(Stored::Outcomes(vec![bits])), Some(count)));
        }
        macro_rules! outcomes {
            ($int:ident) => {{
                let mut outcomes = Outcomes::<$int>::new(layout, windows, misere, passes);
                for _ in 0..self.layers {
                    let keep = keep || passes;
                    if outcomes.layer(keep, &mut |done| tick(layer, done)).is_break() {
                        return Err(Stop::Cancelled);
                    }
                    layer += 1;
                }
                let count = outcomes.count.iter().sum();
                Ok((Some(Stored::Outcomes(outcomes.p)), Some(count)))
            }};
        }
        match () {
            () if Outcomes::<i16>::fit(layout, windows) => outcomes!(i16),
            () if Outcomes::<i32>::fit(layout, windows) => outcomes!(i32),
            () => Ok((None, None)),
        }
    }
}

impl Kernel for Plan<'_> {
    fn words(&self) -> String {
        let passes = self.layers > 1;
        let from = match &self.windows {
            Windows::Heap { from, .. } => *from,
            Windows::Position(_) => From::Any,
        };
        let how = match (self.grundy, Keep::of(&self.windows), from) {
            (false, _, From::Largest) if !passes => {
                "all positions with the same largest heap together: for the other heaps it is kept how long \
                 ago the last P-position was"
            }
            (false, ..) => {
                "whole rows of positions: for each line (what is left when one heap is left out) the last \
                 P-position is kept, and a position is N if one is within reach"
            }
            (true, Keep::Set, _) => {
                "row by row: windows slide, so for each line the set of Grundy numbers within reach is kept"
            }
            (true, Keep::Last, _) => {
                "row by row: windows do not slide along every line, so for each line the last place of every \
                 Grundy number is kept"
            }
            (true, Keep::Nothing, _) => {
                "row by row: takes do not begin with one stone, so the positions within reach are looked at \
                 one by one"
            }
        };
        let bounds = match &self.windows {
            Windows::Heap { .. } => "what may be taken is tabulated by the size of the heap",
            Windows::Position(_) => "bounds are computed for whole rows of small integers",
        };
        format!("{how}; {bounds}")
    }

    fn bytes(&self, keep: bool) -> u64 {
        let (positions, lines) = (self.positions() as u64, self.layout.lines() as u64);
        let tables = self.layout.bytes() + self.windows.bytes();
        tables as u64 + self.values_bytes(positions, lines, keep)
    }

    fn nanoseconds(&self) -> f64 {
        let (positions, heaps) = (self.positions() as f64, self.layout.heaps() as f64);
        let numbers = self.likely() as f64;
        let greedy = matches!(self.windows, Windows::Heap { from: From::Largest, .. });
        positions
            * match (self.grundy, Keep::of(&self.windows)) {
                (false, _) if matches!(self.windows, Windows::Position(_)) => 2.0 * heaps,
                (false, _) if greedy && self.layers == 1 => 0.2,
                (false, _) => 0.5 * heaps,
                (true, Keep::Set) => heaps * (5.0 + numbers / 64.0),
                (true, Keep::Last) => heaps * (10.0 + numbers / 16.0),
                (true, Keep::Nothing) => heaps * (20.0 + 5.0 * self.windows.most() as f64),
            }
    }

    fn compute<'b>(self: Box<Self>, ctx: Ctx<'b>) -> Result<Option<Box<dyn Table + 'b>>, Stop> {
        let bytes = self.bytes(true);
        if !ctx.budget.take(bytes) {
            return Ok(None);
        }
        let table = self.table(true, ctx).map(|(table, _)| table);
        if !matches!(table, Ok(Some(_))) {
            ctx.budget.give(bytes);
        }
        let passes = self.game.pass.is_some();
        let layout = self.layout;
        let Some(table) = table? else { return Ok(None) };
        Ok(Some(Box::new(Lines { layout, passes, table, bytes, budget: ctx.budget })))
    }

    fn count(self: Box<Self>, ctx: Ctx<'_>) -> Result<Option<Counted>, Stop> {
        let bytes = self.bytes(false);
        if !ctx.budget.take(bytes) {
            return Ok(None);
        }
        let table = self.table(false, ctx);
        ctx.budget.give(bytes);
        let (table, p) = table?;
        let positions = self.positions() as u64;
        Ok(match table {
            Some(Stored::Outcomes(_)) => p.map(|p| Counted { positions, p, max_grundy: None }),
            Some(Stored::Small(layers)) => Some(counted(&layers)),
            Some(Stored::Middle(layers)) => Some(counted(&layers)),
            Some(Stored::Large(layers)) => Some(counted(&layers)),
            None => None,
        })
    }
}

/// What Grundy numbers amount to.
fn counted<G: Number>(layers: &[Vec<G>]) -> Counted {
    let numbers = || layers.iter().flatten().map(|number| number.get());
    Counted {
        positions: layers.iter().map(|layer| layer.len() as u64).sum(),
        p: numbers().filter(|&number| number == 0).count() as u64,
        max_grundy: Some(numbers().max().unwrap_or(0) as u32),
    }
}

impl Lines<'_> {
    /// Where positions stand.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How many layers of passes there are.
    pub(crate) fn layers(&self) -> usize {
        match &self.table {
            Stored::Outcomes(layers) => layers.len(),
            Stored::Small(layers) => layers.len(),
            Stored::Middle(layers) => layers.len(),
            Stored::Large(layers) => layers.len(),
        }
    }

    /// The number of a position; where only outcomes are known, 0 stands for P and 1 for N.
    #[inline]
    pub(crate) fn number(&self, layer: usize, place: usize) -> u32 {
        match &self.table {
            Stored::Outcomes(layers) => u32::from(!layers[layer].get(place)),
            Stored::Small(layers) => u32::from(layers[layer][place]),
            Stored::Middle(layers) => u32::from(layers[layer][place]),
            Stored::Large(layers) => layers[layer][place],
        }
    }

    /// The greatest number.
    pub(crate) fn greatest(&self) -> u32 {
        fn greatest<G: Number>(layers: &[Vec<G>]) -> u32 {
            layers.iter().flatten().map(|number| number.get() as u32).max().unwrap_or(0)
        }
        match &self.table {
            Stored::Outcomes(_) => 1,
            Stored::Small(layers) => greatest(layers),
            Stored::Middle(layers) => greatest(layers),
            Stored::Large(layers) => greatest(layers),
        }
    }
}

impl Table for Lines<'_> {
    fn get(&self, position: &Position, want: Values) -> Option<Solved> {
        let counters = &position.counters;
        let layer = match &counters.passes {
            Some(passes) if self.passes => usize::try_from(passes).ok()?,
            _ => 0,
        };
        let mut heaps = vec![0usize; self.layout.heaps()];
        let missing = heaps.len().checked_sub(position.heaps.len())?;
        for (to, heap) in heaps[missing..].iter_mut().zip(&position.heaps) {
            *to = usize::try_from(heap).ok()?;
        }
        if !self.layout.is_sorted() {
            heaps.reverse();
        }
        if heaps.iter().enumerate().any(|(i, &heap)| heap > self.layout.most(i)) {
            return None;
        }
        if layer >= self.layers() {
            return None;
        }
        let number = self.number(layer, self.layout.place(&heaps));
        let outcome = if number == 0 { Outcome::P } else { Outcome::N };
        Some(Solved { outcome, grundy: want.grundy.then_some(number), length: None })
    }

    fn positions(&self) -> usize {
        self.layout.positions() * self.layers()
    }

    fn whole(&self) -> Option<Whole<'_>> {
        Whole::of_lines(self)
    }
}

/// Heaps of a box have at most so many stones.
const MOST_STONES: usize = 1 << 21;

/// A box has at most so many layers.
const MOST_LAYERS: usize = 1 << 10;
