//! Any game whose moves lower heaps or coordinates: all positions of a box, one after the other.

mod run;

use self::run::Run;
use crate::engine::asked::Asked;
use crate::engine::kernel::{Failed, Out, Pulse, RowKernel, Select};
use crate::engine::lower::{Family, Output, conditions, families};
use crate::engine::space::{Layer, Outer, Row, Space};
use crate::engine::table::{Cells as Layered, Number, Width};
use crate::engine::values::Values;
use crate::game::Game;
use crate::lang::syntax::Ending;

/// A box that can be computed position by position, and how.
pub(in crate::engine) struct Cells {
    space: Space,
    families: Vec<Family>,
    /// When one may pass, where that has a condition.
    pass: Option<Output>,
    grundy: bool,
    misere: bool,
    width: Width,
}

impl Select for Cells {
    fn of(game: &Game, values: Values, asked: &Asked<'_>) -> Result<Cells, String> {
        if game.declares_rank() {
            return Err("it says itself what its moves lower".into());
        }
        let (mut space, families) = Cells::moves(game, asked)?;
        if families.iter().any(|family| family.leaves) {
            return Err("a move raises a coordinate".into());
        }
        let (is, pass) = conditions(game, &space)?;
        space.is = Some(is).filter(|(program, is)| program.known(*is) != Some(1));
        let misere = game.ending() == Ending::Misere;
        Ok(Cells { space, families, pass, grundy: values.grundy, misere, width: Width::Byte })
    }
}

impl Cells {
    /// Where positions stand, and the moves: each multiset once, or all orders of heaps below a few that differ much,
    /// whichever is less.
    fn moves(game: &Game, asked: &Asked<'_>) -> Result<(Space, Vec<Family>), String> {
        let all = Space::of(game, asked, false).ok();
        let sorted = Space::of(game, asked, true);
        let fewer = all.filter(|all| match &sorted {
            Ok(sorted) => all.layout.positions() < sorted.layout.positions(),
            Err(_) => true,
        });
        if let Some(space) = fewer
            && let Ok(families) = families(game, &space)
        {
            return Ok((space, families));
        }
        let space = sorted?;
        let families = families(game, &space)?;
        Ok((space, families))
    }

    /// The bits of the integers that the programs need.
    fn bits(&self) -> u32 {
        let of = |family: &Family| {
            let Family { program, lo, hi, may, is, place, strays, .. } = family;
            let outputs = [&lo[..], &hi[..], &[*may, *is, *place, *strays]].concat();
            program.bits(&outputs)
        };
        let bits = self.families.iter().map(of).max().unwrap_or(1);
        let one = |output: &Option<Output>| {
            output.as_ref().map_or(1, |(program, reg)| program.bits(&[*reg]))
        };
        // The inputs, and the places of the table.
        let inputs = self.space.cells() as u64 + self.space.stones as u64;
        let inputs = 65 - inputs.leading_zeros();
        bits.max(one(&self.space.is)).max(one(&self.pass)).max(inputs)
    }
}

/// The programs at work, in integers of 32 or 64 bits.
pub(in crate::engine) enum State<'k> {
    Narrow(Run<'k, i32>),
    Wide(Run<'k, i64>),
}

impl RowKernel for Cells {
    type State<'k> = State<'k>;

    fn words(&self) -> String {
        "a table of all positions: the moves of each are computed as columns of small integers, and their values looked up"
            .into()
    }

    fn may_stray(&self) -> bool {
        let may = |family: &Family| family.program.known(family.strays) != Some(0);
        self.families.iter().any(may)
    }

    fn space(&self) -> &Space {
        &self.space
    }

    fn width(&self) -> Width {
        self.width
    }

    fn state_bytes(&self) -> u64 {
        self.families.len() as u64 * (1 << 16)
    }

    fn nanoseconds(&self) -> f64 {
        let positions = self.space.cells() as f64 * self.space.all_layers() as f64;
        // All moves are looked at for Grundy numbers, about a fourth for outcomes.
        let looked = if self.grundy { 1.0 } else { 0.25 };
        let of = |family: &Family| {
            let moves: Vec<f64> = family.spans().map(|span| (span / 2.0).max(1.0)).collect();
            let outer: f64 = moves[..moves.len().saturating_sub(1)].iter().product();
            80.0 + looked * (outer * 80.0 + moves.iter().product::<f64>() * 2.0)
        };
        positions * self.families.iter().map(of).sum::<f64>()
    }

    fn widen(&mut self) -> bool {
        let wider = match self.width {
            Width::Byte => Width::Pair,
            Width::Pair => Width::Word,
            _ => return false,
        };
        self.width = wider;
        true
    }

    fn state(&self) -> State<'_> {
        match self.bits() {
            ..=32 => State::Narrow(Run::new(self)),
            _ => State::Wide(Run::new(self)),
        }
    }

    fn begin(&self, state: &mut State<'_>, layer: Layer, cells: &mut Layered) {
        let len = self.space.cells();
        match cells {
            Layered::Bytes(numbers) => numbers.resize(len, 0),
            Layered::Pairs(numbers) => numbers.resize(len, 0),
            Layered::Words(numbers) => numbers.resize(len, 0),
            Layered::Bits(_) | Layered::Runs(_) => {}
        }
        match state {
            State::Narrow(run) => run.begin(layer),
            State::Wide(run) => run.begin(layer),
        }
    }

    fn row(
        &self,
        state: &mut State<'_>,
        row: &Row,
        before: Option<&Layered>,
        out: &mut Out<'_>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        match self.width {
            Width::Byte => self.row_of::<u8>(state, row, before, out, pulse),
            Width::Pair => self.row_of::<u16>(state, row, before, out, pulse),
            _ => self.row_of::<u32>(state, row, before, out, pulse),
        }
    }
}

impl Cells {
    /// Computes a row of cells of one width. With turns, options stand in the layer of the next turn.
    fn row_of<G: Number>(
        &self,
        state: &mut State<'_>,
        row: &Row,
        before: Option<&Layered>,
        out: &mut Out<'_>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let table = out.numbers::<G>()?;
        // On the last turn that can be reached no position has an option.
        let next = match &self.space.outer {
            Outer::Turns(_) => Some(before.map_or(&[][..], G::cells)),
            _ => None,
        };
        match state {
            State::Narrow(run) => run.row(row, next, table, pulse),
            State::Wide(run) => run.row(row, next, table, pulse),
        }
    }
}
