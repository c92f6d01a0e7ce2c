//! What may be taken from each heap of a position: numbers of stones, in ranges.

use dashu_int::UBig;

use super::amounts::{takes, within};
use super::position::extreme;
use crate::engine::space::Layout;
use crate::game::{Game, Moves, Rule, RuleKind, Shape};
use crate::job::{Stop, Unwatched};
use crate::lang::syntax::{From, Order};
use crate::rows::{Heaps, List, Program, Reg, Rows};

/// Numbers of stones from the first to the second, both included.
pub(in crate::engine) type Window = (usize, usize);

/// What the rules allow.
pub(crate) enum Windows {
    /// It depends on the size of the heap alone: disjoint ranges, upwards, for each size; and from which heaps.
    Heap { from: From, of: Vec<Vec<Window>> },
    /// From each heap 1 to a number of stones that is computed from the position.
    Position(Box<Bounds>),
}

/// For each heap, the most stones that may be taken from it.
pub(crate) struct Bounds {
    pub(in crate::engine) program: Program,
    pub(in crate::engine) outputs: Vec<Reg>,
}

impl Windows {
    /// The windows of a game on a box; why not, if its rules are of another kind.
    pub(in crate::engine) fn of(game: &Game, layout: &Layout) -> Result<Windows, String> {
        let mut froms = Vec::new();
        let mut alone = true;
        for rule in &game.rules {
            froms.push(plain_take(rule)?);
            alone &= !rule.looked_at().into_iter().any(|id| game.core.looks_at_position(id));
        }
        froms.dedup();
        match froms[..] {
            _ if game.turn || game.last => Err("its rules look at `turn` or `last`".into()),
            [] => Ok(Windows::Heap { from: From::Any, of: empty(layout) }),
            [From::Ends] => Err("its takes are from the ends of a row".into()),
            [from] if alone => tabulated(game, from, layout),
            _ => Ok(Bounds::of(game, layout)?.windows(layout)),
        }
    }

    /// The windows of a game of heaps without order; `None` if they depend on more than the size of the heap.
    pub(crate) fn by_size(game: &Game, layout: &Layout) -> Option<Windows> {
        let plain = matches!(&game.shape, Shape::Heaps { order: Order::None, .. });
        let windows = Windows::of(game, layout).ok().filter(|_| plain)?;
        matches!(windows, Windows::Heap { .. }).then_some(windows)
    }

    /// The bytes that they take.
    pub(in crate::engine) fn bytes(&self) -> usize {
        let Windows::Heap { of, .. } = self else { return 0 };
        let of = of.iter().map(|windows| windows.capacity() * size_of::<Window>());
        of.map(|windows| windows + size_of::<Vec<Window>>()).sum()
    }

    /// The greatest number of stones that is taken at once, or more.
    pub(in crate::engine) fn most(&self) -> usize {
        match self {
            Windows::Heap { of, .. } => {
                let last = of.iter().filter_map(|windows| windows.last());
                last.map(|window| window.1).max().unwrap_or(0)
            }
            Windows::Position(bounds) => {
                let most = bounds.outputs.iter().map(|&reg| bounds.program.range(reg).1);
                most.max().map_or(0, |most| most as usize)
            }
        }
    }

    /// The greatest number of stones that may be taken from a heap, for each size.
    pub(in crate::engine) fn most_of_heaps(&self) -> Vec<usize> {
        let Windows::Heap { of, .. } = self else { return Vec::new() };
        of.iter().map(|windows| windows.last().map_or(0, |window| window.1)).collect()
    }

    /// Whether they all begin with one stone: then the most stones decide.
    pub(in crate::engine) fn begin_with_one(&self) -> bool {
        match self {
            Windows::Heap { of, .. } => {
                of.iter().all(|windows| matches!(windows[..], [] | [(1, _)]))
            }
            Windows::Position(_) => true,
        }
    }

    /// Whether what cannot be reached from a heap cannot be reached from a larger one, along every line: the windows
    /// slide.
    pub(in crate::engine) fn slide(&self) -> bool {
        let Windows::Heap { of, from: From::Any } = self else { return false };
        let least = |(heap, windows): (usize, &Vec<Window>)| {
            heap - windows.first().map_or(0, |&(_, most)| most)
        };
        self.begin_with_one() && of.iter().enumerate().map(least).is_sorted()
    }

    /// Whether a number of stones may be taken from a heap of a position whose heaps rise.
    pub(crate) fn allow(&self, heaps: &[usize], heap: usize, stones: i64) -> bool {
        let Ok(stones) = usize::try_from(stones) else { return false };
        let within = |&(first, last): &Window| first <= stones && stones <= last;
        self.from(heaps, heaps[heap]).iter().any(within)
    }

    /// Whether there is a legal take.
    pub(crate) fn any(&self, heaps: &[usize]) -> bool {
        heaps.iter().any(|&heap| !self.from(heaps, heap).is_empty())
    }

    /// What may be taken from a heap of this size, one of some heaps that rise.
    fn from(&self, heaps: &[usize], size: usize) -> &[Window] {
        let Windows::Heap { from, of } = self else { return &[] };
        let chosen = match from {
            From::Largest => heaps.last() == Some(&size),
            From::Smallest => heaps.iter().find(|&&heap| heap > 0) == Some(&size),
            From::Any | From::Ends => true,
        };
        if chosen { &of[size] } else { &[] }
    }
}

fn empty(layout: &Layout) -> Vec<Vec<Window>> {
    vec![Vec::new(); layout.largest() + 1]
}

/// From which heap a rule takes that takes from one.
fn plain_take(rule: &Rule) -> Result<From, String> {
    match &rule.kind {
        _ if rule.after.is_some() => Err("a rule looks at the position after the move".into()),
        RuleKind::Take { from, .. } => Ok(*from),
        RuleKind::Several { .. } => Err("a rule takes from several heaps".into()),
        RuleKind::Split { .. } => Err("a rule splits a heap".into()),
        RuleKind::Move { .. } => Err("a rule moves a tuple".into()),
    }
}

/// What may be taken from each size of heap, by the rules as they stand.
fn tabulated(game: &Game, from: From, layout: &Layout) -> Result<Windows, String> {
    let mut of = empty(layout);
    let mut moves = Moves::new(game, &Unwatched);
    for (heap, windows) in of.iter_mut().enumerate().skip(1) {
        let taken =
            moves.takes_from(&UBig::from(heap), &mut |first, last| match windows.last_mut() {
                _ if first > last => {}
                Some((_, before)) if *before + 1 == first => *before = last,
                _ => windows.push((first, last)),
            });
        taken.map_err(|stop: Stop| stop.to_string())?;
    }
    Ok(Windows::Heap { from, of })
}

impl Bounds {
    fn of(game: &Game, layout: &Layout) -> Result<Bounds, String> {
        match &game.shape {
            Shape::Heaps { order: Order::None, .. } => {}
            Shape::Heaps { .. } | Shape::Tuple(..) | Shape::Sum(_) => {
                return Err("its heaps have places, and its bounds look at more than one".into());
            }
        }
        let mut program = Program::default();
        let input = |heap: usize| program.input((0, layout.most(heap) as i64), heap == 0);
        let heaps: Vec<Reg> = (0..layout.heaps()).map(input).collect();
        let list = if layout.is_sorted() { List::Rising } else { List::Mixed };
        let heaps = Heaps::new(heaps, list, &mut program);
        let outputs = (0..layout.heaps()).map(|heap| bound(game, &heaps, heap, &mut program));
        let outputs = outputs.collect::<Option<Vec<Reg>>>();
        let outputs =
            outputs.ok_or("a bound or condition cannot be computed on rows of small integers")?;
        Ok(Bounds { program, outputs })
    }

    /// The windows, by the size of a heap if its bound looks at nothing else after all.
    fn windows(self, layout: &Layout) -> Windows {
        let Bounds { program, outputs } = &self;
        let others = |heap: usize| {
            let others = (0..outputs.len()).filter(|&other| other != heap);
            others.filter_map(|other| program.given(other)).collect::<Vec<Reg>>()
        };
        let alone = |(heap, &bound): (usize, &Reg)| !program.depends(bound, &others(heap));
        let few = layout.most(0) < MOST_TABULATED && program.bits(outputs) < 64;
        if !layout.is_sorted() || !few || !outputs.iter().enumerate().all(alone) {
            return Windows::Position(Box::new(self));
        }
        // The first heap is the column, from 0 on.
        let mut rows = Rows::<i64>::new(program, &outputs[..1], layout.most(0) + 1);
        rows.run(layout.most(0) + 1);
        let bound = rows.output(0, layout.most(0) + 1);
        let window = |size: usize| match usize::try_from(bound.get(size)) {
            Ok(most @ 1..) => vec![(1, most)],
            _ => Vec::new(),
        };
        Windows::Heap { from: From::Any, of: (0..=layout.most(0)).map(window).collect() }
    }
}

/// Bounds of at most this many sizes are tabulated.
const MOST_TABULATED: usize = 1 << 16;

/// The most stones that may be taken from a heap; all rules allow any number up to it.
fn bound(game: &Game, heaps: &Heaps, heap: usize, program: &mut Program) -> Option<Reg> {
    let (zero, one) = (program.constant(0), program.constant(1));
    let chosen = heaps.all()[heap];
    let filled = program.lt(zero, chosen);
    let mut most = zero;
    for (from, [may, first, last]) in takes(game, heaps, chosen, program)? {
        if program.range(first).1 > 1 {
            return None;
        }
        let (extreme, begins) = (extreme(from, heap, heaps, program)?, program.le(first, one));
        let may = [filled, extreme, begins].iter().fold(may, |may, &part| program.and(may, part));
        let (_, last) = within(chosen, [may, first, last], program)?;
        most = program.max(most, last)?;
    }
    Some(most)
}
