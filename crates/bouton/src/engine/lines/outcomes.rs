//! Outcomes on lines: a position is N if, on one of its lines, the last P-position is within reach.

use std::ops::ControlFlow;

use super::Tick;
use super::windows::Windows;
use crate::engine::bits::{Bits, pack};
use crate::engine::layout::{Layout, Row};
use crate::lang::syntax::From;
use crate::rows::{Column, Rows, Small};
use crate::vectors::vectors;

/// One of the heaps but the first.
#[derive(Clone, Copy)]
struct Axis {
    heap: usize,
    /// The lines along it, of the row at hand.
    line: usize,
}

/// What is needed for one row after the other.
pub(super) struct Outcomes<'a, T> {
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
    /// The outcomes of each layer of passes; empty if they are not kept.
    pub(super) p: Vec<Bits>,
    /// How many positions are P, for each layer.
    pub(super) count: Vec<u64>,
}

/// How many stones may be taken from each heap, at most.
enum Reach<T> {
    /// By the size of the heap; and the greatest of these numbers.
    Heap(From, Vec<T>, usize),
    Position(Rows<T>),
}

/// Below every heap by more than can be taken.
fn never<T: Small>() -> T {
    T::of(-1 << (T::BITS - 2))
}

impl<'a, T: Small> Outcomes<'a, T> {
    /// The integers are wide enough for heaps, bounds and their differences.
    pub(super) fn fit(layout: &Layout, windows: &Windows) -> bool {
        let most = (0..layout.heaps()).map(|heap| layout.most(heap)).max().unwrap_or(0);
        let bits = match windows {
            Windows::Heap { .. } => 0,
            Windows::Position(bounds) => bounds.program.bits(&bounds.outputs),
        };
        most.max(windows.most()) < 1 << (T::BITS - 2) && bits <= T::BITS
    }

    pub(super) fn new(layout: &'a Layout, windows: &Windows, misere: bool, passes: bool) -> Self {
        let width = (0..layout.heaps()).map(|heap| layout.most(heap) + 1).max().unwrap_or(1);
        let reach = match windows {
            Windows::Heap { from, of } => {
                let most = |windows: &Vec<(usize, usize)>| windows.last().map_or(0, |w| w.1);
                let of = of.iter().map(|windows| T::of(most(windows) as i64)).collect();
                Reach::Heap(*from, of, windows.most())
            }
            Windows::Position(bounds) => {
                Reach::Position(Rows::new(&bounds.program, &bounds.outputs, width))
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
            p: Vec::new(),
            count: Vec::new(),
        }
    }

    /// Computes the positions with one more pass than those before, or with none.
    pub(super) fn layer(&mut self, keep: bool, tick: Tick<'_>) -> ControlFlow<()> {
        let positions = self.layout.positions();
        let mut bits = Bits::with_room(if keep { positions } else { 0 });
        let mut count = 0;
        let before = self.p.pop();
        self.last.fill(never());
        let mut row = self.layout.first();
        let mut rows = 0u64;
        loop {
            if rows.is_multiple_of(256) {
                tick(row.start as u64)?;
            }
            rows += 1;
            vectors(
                #[inline(always)]
                || self.row(&row, before.as_ref(), keep.then_some(&mut bits), &mut count),
            );
            if !self.layout.next(&mut row) {
                break;
            }
        }
        self.p.extend(before);
        self.p.push(bits);
        self.count.push(count);
        ControlFlow::Continue(())
    }

    /// Computes a row: the outcomes of its positions, and what follows for their lines.
    #[inline(always)]
    fn row(&mut self, row: &Row, before: Option<&Bits>, bits: Option<&mut Bits>, count: &mut u64) {
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
        let mut axes = [Axis { heap: 0, line: 0 }; MOST_HEAPS];
        let mut count_axes = 0;
        for heap in 1..heaps.len() {
            if sorted && heaps.get(heap + 1) == Some(&heaps[heap]) {
                // The next one is the same.
                continue;
            }
            let line = layout.line(heaps, heap);
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
                axes[count_axes] = Axis { heap, line };
                count_axes += 1;
            }
        }
        let axes = &axes[..count_axes];
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
            match bits {
                Some(bits) => {
                    for chunk in free.chunks(64) {
                        let word = pack(chunk);
                        *count += u64::from(word.count_ones());
                        bits.push(word, chunk.len());
                    }
                }
                None => {
                    for chunk in free.chunks(64) {
                        let ones: u8 = chunk.iter().map(|p| p.byte()).sum();
                        *count += u64::from(ones);
                    }
                }
            }
            let last_p = free.iter().rposition(|&p| p == T::of(1));
            last[layout.line(heaps, 0)] = last_p.map_or(never(), |p| T::of(p as i64));
            return;
        }
        // Row by row of 64 positions.
        let mut inner_last = never::<T>();
        let mut out = bits;
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
            *count += u64::from(p.count_ones());
            if let Some(bits) = out.as_mut() {
                bits.push(p, n);
            }
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
    /// At most so many stones.
    Bound(Column<'r, T>),
    /// At most so many, and only where the first heap is empty.
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

/// Heaps of a position.
pub(super) const MOST_HEAPS: usize = 32;

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
