//! Grundy numbers of regions: for each position and each number, the heaviest position in the box below that has it.
//!
//! What is kept of a position follows from what is kept of those one step lower along each axis, number by number; the least
//! number whose heaviest position is too light to be reached is the position's own.

use std::sync::Arc;

use super::{Moves, Weights};
use crate::engine::asked::Asked;
use crate::engine::kernel::{Failed, Fill, Kernel, Out, Planned, Pulse};
use crate::engine::lower::{Region, regions};
use crate::engine::space::{Numbering, Row, Space};
use crate::engine::table::{Cells, Width};
use crate::engine::values::Values;
use crate::game::Game;
use crate::rows::{Program, Reg, Rows, Small};
use crate::vectors::vectors;

/// How to compute a box. Positions stand in rows, the first coordinate running.
pub(in crate::engine) struct Heaviest {
    space: Arc<Space>,
    kept: Vec<Kept>,
    /// The first coordinate is a column of the program.
    weights: Weights,
    /// The numbers that there is room for: more than there can be are never needed.
    room: usize,
}

/// What is kept of a region.
struct Kept {
    /// The last coordinate that it lowers, and the others.
    outer: usize,
    lower: Vec<usize>,
}

impl Heaviest {
    /// How to compute what is asked for; why not, if the game is of another kind.
    pub(in crate::engine) fn of(
        game: &Game,
        values: Values,
        asked: &Asked<'_>,
    ) -> Result<Planned<'static>, String> {
        let moves = Moves::of(game, values, true, asked)?;
        let (space, most, heaps) = (&moves.space, &moves.most, moves.most.len());
        let other = || "not all rules reach whatever is lower, by some weight".to_string();
        let regions = regions(&moves.families, heaps).ok_or_else(other)?;
        if heaps == 0 || regions.iter().any(|region| region.diagonal.is_some()) {
            return Err(other());
        }
        let mut program = Program::default();
        let coordinates: Vec<Reg> =
            (0..heaps).map(|i| program.input((0, most[i] as i64), i == 0)).collect();
        let weights = moves.weights(&regions, program, Some(coordinates))?;
        let mut kept = Vec::new();
        for region in &regions {
            let mut lower = region.axes.clone();
            let outer = lower.pop().ok_or_else(other)?;
            kept.push(Kept { outer, lower });
        }
        // A region has no more positions than the box. Room is made for a multiple of 64 numbers.
        let many =
            |region: &Region| region.axes.iter().map(|&axis| most[axis] + 1).product::<usize>();
        let numbers = regions.iter().map(many).fold(64, usize::saturating_add) / 64 * 64;
        let room = (2 * space.layout.largest() + 2).next_power_of_two().min(numbers);
        Ok(Box::new(Heaviest { space: moves.space.into(), kept, weights, room }))
    }
}

impl Kernel for Heaviest {
    fn words(&self) -> String {
        "position by position: for each one and each Grundy number the heaviest position below that has it is kept, and \
         the least number out of reach is its own"
            .into()
    }

    fn numbering(&self) -> Arc<dyn Numbering> {
        self.space.clone()
    }

    fn width(&self) -> Width {
        Width::Word
    }

    fn state_bytes(&self) -> u64 {
        let each: usize = self.kept.iter().map(|kept| self.space.layout.stride(kept.outer)).sum();
        (each as u64).saturating_mul(self.room as u64 * 4)
    }

    fn nanoseconds(&self) -> f64 {
        let numbers = self.room as f64 / 8.0;
        let each: usize = self.kept.iter().map(|kept| 2 + kept.lower.len()).sum();
        self.space.cells() as f64 * each as f64 * (10.0 + numbers / 3.0)
    }

    fn widen(&mut self) -> bool {
        self.room *= 2;
        true
    }

    fn fill(&mut self) -> Box<dyn Fill + '_> {
        match self.weights.bits() {
            ..=16 => Box::new(State::<i16>::new(self)),
            _ => Box::new(State::<i32>::new(self)),
        }
    }
}

impl<T: Small> Fill for State<'_, T> {
    fn row(
        &mut self,
        row: &Row,
        _: Option<&Cells>,
        out: &mut Out<'_>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        pulse.work((row.len * self.plan.kept.len() * self.room / 8) as u64)?;
        let numbers = out.numbers()?;
        vectors(
            #[inline(always)]
            || self.numbers(row, numbers),
        )
    }
}

/// What is kept while it is computed.
struct State<'k, T> {
    plan: &'k Heaviest,
    rows: Rows<T>,
    /// For each region and position the heaviest of each number, and one more; 0 if there is none.
    heaviest: Vec<Vec<T>>,
    reached: Vec<T>,
    room: usize,
    /// The numbers so far are less.
    end: usize,
}

impl<'k, T: Small> State<'k, T> {
    fn new(plan: &'k Heaviest) -> State<'k, T> {
        let (layout, Weights { program, outputs }) = (&plan.space.layout, &plan.weights);
        let room = plan.room;
        let kept = |kept: &Kept| vec![T::default(); layout.stride(kept.outer) * room];
        State {
            plan,
            rows: Rows::new(program, outputs, layout.most(0) + 1),
            heaviest: plan.kept.iter().map(kept).collect(),
            reached: vec![T::default(); room],
            room,
            end: 1,
        }
    }

    /// Computes the numbers of a row.
    #[inline(always)]
    fn numbers(&mut self, row: &Row, numbers: &mut Vec<u32>) -> Result<(), Failed> {
        let State { plan, rows, heaviest, reached, room, end } = self;
        let (room, width, layout) = (*room, row.len, &plan.space.layout);
        let mut at = row.heaps.clone();
        for (i, &x) in at.iter().enumerate().skip(1) {
            rows.set(i, T::of(x as i64));
        }
        rows.run(width);
        let starts: Vec<usize> =
            plan.kept.iter().map(|kept| layout.place(&at[..kept.outer])).collect();
        for x in 0..width {
            at[0] = x;
            let some = (*end + 1).next_multiple_of(32).min(room);
            let reached = &mut reached[..some];
            reached.fill(T::default());
            for (i, kept) in plan.kept.iter().enumerate() {
                let all = &mut heaviest[i];
                let start = (starts[i] + if kept.outer > 0 { x } else { 0 }) * room;
                let (below, own) = all.split_at_mut(start);
                let own = &mut own[..some];
                if at[kept.outer] == 0 {
                    own.fill(T::default());
                }
                for &axis in kept.lower.iter().filter(|&&axis| at[axis] > 0) {
                    let from = start - layout.stride(axis) * room;
                    for (to, &n) in own.iter_mut().zip(&below[from..from + some]) {
                        *to = n.max(*to);
                    }
                }
                let least = rows.output(2 * i + 1, width).get(x);
                for (to, &n) in reached.iter_mut().zip(&*own) {
                    *to = T::of(i64::from(n >= least)).max(*to);
                }
            }
            let number = reached.iter().position(|&seen| seen == T::default());
            let number = number.filter(|&number| number < room).ok_or(Failed::TooLarge)?;
            for (i, kept) in plan.kept.iter().enumerate() {
                let start = (starts[i] + if kept.outer > 0 { x } else { 0 }) * room;
                heaviest[i][start + number] = rows.output(2 * i, width).get(x);
            }
            *end = (*end).max(number + 1);
            numbers.push(number as u32);
        }
        Ok(())
    }
}
