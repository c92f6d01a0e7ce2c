//! Outcomes on lines: a position is N if, on one of its lines, the last P-position is within reach.

use std::sync::Arc;

use super::plan::{MOST_HEAPS, Plan};
use crate::engine::bits::{Bits, pack};
use crate::engine::kernel::{Failed, Fill, Kernel, Out, Pulse};
use crate::engine::lower::Windows;
use crate::engine::space::{Layer, Layout, Numbering, Outer, Row};
use crate::engine::table::{Cells, Width};
use crate::lang::syntax::From;
use crate::rows::{Column, Rows, Small};
use crate::vectors::vectors;

/// Outcomes on lines, for takes that begin with one stone.
pub(super) struct LineOutcomes {
    plan: Plan,
    /// Whether integers of 16 bits are wide enough.
    narrow: bool,
}

impl LineOutcomes {
    pub(super) fn new(plan: Plan) -> Result<LineOutcomes, String> {
        let narrow = fits::<i16>(&plan.space.layout, &plan.windows);
        match narrow || fits::<i32>(&plan.space.layout, &plan.windows) {
            true => Ok(LineOutcomes { plan, narrow }),
            false => Err("its bounds are too large".into()),
        }
    }
}

impl Kernel for LineOutcomes {
    fn words(&self) -> String {
        let bounds = self.plan.bounds_words();
        format!(
            "whole rows of positions: for each line (what is left when one heap is left out) the last P-position is \
             kept, and a position is N if one is within reach; {bounds}"
        )
    }

    fn numbering(&self) -> Arc<dyn Numbering> {
        self.plan.space.clone()
    }

    fn width(&self) -> Width {
        Width::Bit
    }

    fn state_bytes(&self) -> u64 {
        let width = if self.narrow { 2 } else { 4 };
        (self.plan.space.layout.lines() * width + self.plan.windows.bytes()) as u64
    }

    fn nanoseconds(&self) -> f64 {
        let each = if matches!(self.plan.windows, Windows::Position(_)) { 2.0 } else { 0.5 };
        self.plan.positions() * each * self.plan.space.layout.heaps() as f64
    }

    fn fill(&mut self) -> Box<dyn Fill + '_> {
        match self.narrow {
            true => Box::new(Outcomes::<i16>::new(&self.plan)),
            false => Box::new(Outcomes::<i32>::new(&self.plan)),
        }
    }
}

impl<T: Small> Fill for Outcomes<'_, T> {
    fn begin(&mut self, _: Layer, _: &mut Cells) {
        self.last.fill(never());
    }

    fn row(
        &mut self,
        row: &Row,
        before: Option<&Cells>,
        out: &mut Out<'_>,
        _: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let before = match before {
            Some(Cells::Bits(bits)) => Some(bits),
            _ => None,
        };
        vectors(
            #[inline(always)]
            || self.outcomes(row, before, out),
        );
        Ok(())
    }
}

/// One of the heaps but the first.
#[derive(Clone, Copy)]
struct Axis {
    heap: usize,
    /// The lines along it, of the row at hand.
    line: usize,
}

/// What is needed for one row after the other.
struct Outcomes<'a, T> {
    layout: &'a Layout,
    reach: Reach<T>,
    /// For each line, the heap of its last P-position; far below 0 if there is none.
    last: Vec<T>,
    /// Where a position is not won by taking from another heap than the first: 1.
    free: Vec<T>,
    /// Where a position has a move: 1. Only in misère play, and where one may pass.
    moves: Option<Vec<T>>,
    misere: bool,
    /// What may be taken from the first heap of a row where it may be the largest.
    tie: Vec<T>,
}

/// How many stones may be taken from each heap, at most.
enum Reach<T> {
    /// By the size of the heap; and the greatest of these numbers.
    Heap(From, Vec<T>, usize),
    Position(Box<Rows<T>>),
}

/// Below every heap by more than can be taken.
fn never<T: Small>() -> T {
    T::of(-1 << (T::BITS - 2))
}

/// Whether integers are wide enough for heaps, bounds and their differences.
fn fits<T: Small>(layout: &Layout, windows: &Windows) -> bool {
    let bits = match windows {
        Windows::Heap { .. } => 0,
        Windows::Position(bounds) => bounds.program.bits(&bounds.outputs),
    };
    layout.largest().max(windows.most()) < 1 << (T::BITS - 2) && bits <= T::BITS
}

impl<'a, T: Small> Outcomes<'a, T> {
    fn new(plan: &'a Plan) -> Self {
        let (layout, windows, misere) = (&plan.space.layout, &plan.windows, plan.misere);
        let passes = plan.space.outer != Outer::Nothing;
        let width = layout.largest() + 1;
        let reach = match windows {
            Windows::Heap { from, of } => {
                let most = |windows: &Vec<(usize, usize)>| windows.last().map_or(0, |w| w.1);
                let of = of.iter().map(|windows| T::of(most(windows) as i64)).collect();
                Reach::Heap(*from, of, windows.most())
            }
            Windows::Position(bounds) => {
                Reach::Position(Rows::new(&bounds.program, &bounds.outputs, width).into())
            }
        };
        Outcomes {
            layout,
            reach,
            last: vec![never(); layout.lines()],
            free: vec![T::default(); width],
            moves: (misere || passes).then(|| vec![T::default(); width]),
            misere,
            tie: Vec::new(),
        }
    }

    /// Computes a row: the outcomes of its positions, and what follows for their lines.
    #[inline(always)]
    fn outcomes(&mut self, row: &Row, before: Option<&Bits>, out: &mut Out<'_>) {
        let Row { heaps, start, len } = row;
        let (start, len) = (*start, *len);
        let sorted = self.layout.is_sorted();
        if let Reach::Position(rows) = &mut self.reach {
            for (heap, &size) in heaps.iter().enumerate().skip(1) {
                rows.set(heap, T::of(size as i64));
            }
            rows.run(len);
        }
        let Outcomes { layout, reach, last, free, moves, tie, .. } = self;
        let free = &mut free[..len];
        free.fill(T::of(1));
        if let Some(moves) = moves {
            moves[..len].fill(T::of(0));
        }
        // Every P-position counts for all lines that it lies on, whatever may be taken from it.
        let mut marked = [Axis { heap: 0, line: 0 }; MOST_HEAPS];
        let mut count = 0;
        for (heap, line) in layout.axes(heaps) {
            let at = T::of(heaps[heap] as i64);
            match reach.along(heap, heaps, len) {
                Along::Nothing => {}
                Along::Bound(bound) => {
                    narrow(free, &last[line..line + len], bound, at);
                    if let Some(moves) = moves {
                        note_moves(&mut moves[..len], bound);
                    }
                }
                Along::WhereFirstIsEmpty(bound) => {
                    if at.sub(last[line]) <= bound {
                        free[0] = T::of(0);
                    }
                    if let Some(moves) = moves {
                        moves[0] = T::of(1);
                    }
                }
            }
            if reach.may_return(heap, heaps) {
                marked[count] = Axis { heap, line };
                count += 1;
            }
        }
        let axes = &marked[..count];
        let inner = reach.inner(heaps, len, tie);
        if let Some(moves) = moves
            && let Some(inner) = inner
        {
            note_moves(&mut moves[..len], inner);
        }
        if inner.is_none() && moves.is_none() {
            // Those that are free are P.
            for axis in axes {
                let size = T::of(heaps[axis.heap] as i64);
                let last = last[axis.line..axis.line + len].iter_mut();
                last.zip(&*free)
                    .for_each(|(last, &p)| *last = if p == T::of(1) { size } else { *last });
            }
            for chunk in free.chunks(64) {
                if out.keeps() {
                    out.push(pack(chunk), chunk.len());
                } else {
                    let ones: u8 = chunk.iter().map(|p| p.byte()).sum();
                    out.count(ones.into(), chunk.len());
                }
            }
            let last_p = free.iter().rposition(|&p| p == T::of(1));
            last[layout.line(heaps, 0)] = last_p.map_or(never(), |p| T::of(p as i64));
            return;
        }
        // Row by row of 64 positions.
        let mut inner_last = never::<T>();
        let mut from = 0;
        while from < len {
            let n = (len - from).min(64);
            let mut word = pack(&free[from..from + n]);
            if let Some(moves) = moves {
                let movable = pack(&moves[from..from + n]);
                if let Some(before) = before {
                    word &= !(before.word(start + from) & movable);
                }
                if self.misere {
                    word &= movable;
                }
            }
            let p = match inner {
                None => {
                    if word != 0 {
                        inner_last = T::of((from + 63 - word.leading_zeros() as usize) as i64);
                    }
                    word
                }
                Some(bound) => {
                    let mut p = 0u64;
                    while word != 0 {
                        let i = word.trailing_zeros();
                        word &= word - 1;
                        let at = from + i as usize;
                        let size = T::of(at as i64);
                        if size.sub(inner_last) > bound.get(at) {
                            p |= 1 << i;
                            inner_last = size;
                        }
                    }
                    p
                }
            };
            if p != 0 {
                for axis in axes {
                    let size = T::of(heaps[axis.heap] as i64);
                    mark(&mut last[axis.line + from..axis.line + from + n], p, size);
                }
            }
            out.push(p, n);
            from += n;
        }
        if sorted {
            last[layout.line(heaps, 0)] = inner_last;
        }
    }
}

/// What may be taken from a heap in a row.
enum Along<'r, T> {
    Nothing,
    /// At most this many stones.
    Bound(Column<'r, T>),
    /// At most this many, and only where the first heap is empty.
    WhereFirstIsEmpty(T),
}

impl<T: Small> Reach<T> {
    /// What may be taken from a heap that is not the first.
    #[inline(always)]
    fn along(&self, heap: usize, heaps: &[usize], len: usize) -> Along<'_, T> {
        match self {
            Reach::Position(rows) => match rows.output(heap, len) {
                Column::Same(n) if n == T::of(0) => Along::Nothing,
                bound => Along::Bound(bound),
            },
            Reach::Heap(from, of, _) => {
                let bound = of[heaps[heap]];
                let others = || heaps[1..].iter().copied().filter(|&other| other > 0);
                let may = match from {
                    From::Any | From::Ends => true,
                    // They are sorted.
                    From::Largest => others().max() == Some(heaps[heap]),
                    From::Smallest => others().min() == Some(heaps[heap]),
                };
                match (may && bound > T::of(0), from) {
                    (false, _) => Along::Nothing,
                    (true, From::Smallest) => Along::WhereFirstIsEmpty(bound),
                    (true, _) => Along::Bound(Column::Same(bound)),
                }
            }
        }
    }

    /// Whether a take along the line of a heap can lead to where it is now.
    #[inline(always)]
    fn may_return(&self, heap: usize, heaps: &[usize]) -> bool {
        match self {
            // It must have been the largest before.
            Reach::Heap(From::Largest, _, most) => heaps[heap] + most >= heaps[heaps.len() - 1],
            Reach::Heap(..) | Reach::Position(..) => true,
        }
    }

    /// What may be taken from the first heap; `None` if nothing may be, or it is the same as from another.
    #[inline(always)]
    fn inner<'r>(
        &'r self,
        heaps: &[usize],
        len: usize,
        tie: &'r mut Vec<T>,
    ) -> Option<Column<'r, T>> {
        match self {
            Reach::Position(rows) if !heaps.is_empty() => Some(rows.output(0, len)),
            Reach::Heap(From::Any | From::Smallest, of, _) if !heaps.is_empty() => {
                Some(Column::Each(&of[..len]))
            }
            // Only where all heaps are equal it is the largest too.
            Reach::Heap(From::Largest, of, _) if heaps.len() == 1 => Some(Column::Each(&of[..len])),
            Reach::Heap(From::Largest, of, _) if heaps[1] == heaps[heaps.len() - 1] => {
                tie.clear();
                tie.resize(len, T::of(0));
                tie[len - 1] = of[len - 1];
                Some(Column::Each(tie))
            }
            Reach::Heap(..) | Reach::Position(..) => None,
        }
    }
}

/// Where the last P-position of a line is within reach, a position is not free.
#[inline(always)]
fn narrow<T: Small>(free: &mut [T], last: &[T], bound: Column<'_, T>, at: T) {
    let beyond = |last: T, bound: T| T::of(i64::from(at.sub(last) > bound));
    match bound {
        Column::Same(bound) => {
            free.iter_mut()
                .zip(last)
                .for_each(|(free, &last)| *free = (*free).min(beyond(last, bound)));
        }
        Column::Each(bound) => {
            let all = free.iter_mut().zip(last).zip(bound);
            all.for_each(|((free, &last), &bound)| *free = (*free).min(beyond(last, bound)));
        }
    }
}

#[inline(always)]
fn note_moves<T: Small>(moves: &mut [T], bound: Column<'_, T>) {
    let some = |bound: T| T::of(i64::from(bound > T::of(0)));
    match bound {
        Column::Same(bound) => {
            moves.iter_mut().for_each(|moves| *moves = (*moves).max(some(bound)));
        }
        Column::Each(bound) => {
            moves.iter_mut().zip(bound).for_each(|(moves, &b)| *moves = (*moves).max(some(b)));
        }
    }
}

/// Notes a heap as the last where bits are set.
#[inline(always)]
fn mark<T: Small>(last: &mut [T], mut p: u64, size: T) {
    if p.count_ones() < 8 {
        while p != 0 {
            last[p.trailing_zeros() as usize] = size;
            p &= p - 1;
        }
        return;
    }
    for (i, last) in last.iter_mut().enumerate() {
        *last = if p >> i & 1 == 1 { size } else { *last };
    }
}
