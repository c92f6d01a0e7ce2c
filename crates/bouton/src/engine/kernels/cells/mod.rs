//! Any game whose moves lower heaps or coordinates: all positions of a box, one after the other.

mod guess;
mod run;

use std::sync::Arc;

use self::guess::Average;
use self::run::Run;
use crate::engine::asked::Asked;
use crate::engine::kernel::{Fill, Kernel, Planned};
use crate::engine::lower::{Family, Output, conditions, families};
use crate::engine::space::{Numbering, Space};
use crate::engine::table::Width;
use crate::engine::values::Values;
use crate::game::Game;
use crate::lang::syntax::Ending;
use crate::rows::Small;

/// Boxes that are guessed to take fewer nanoseconds, as far as bounds tell, are guessed no better.
const SHORT: f64 = 1e7;

/// A box that can be computed position by position, and how.
pub(in crate::engine) struct Cells {
    space: Arc<Space>,
    families: Vec<Family>,
    /// When one may pass, where that has a condition.
    pass: Option<Output>,
    grundy: bool,
    misere: bool,
    width: Width,
}

impl Cells {
    /// How to compute what is asked for; why not, if the game is of another kind.
    pub(in crate::engine) fn of(
        game: &Game,
        values: Values,
        asked: &Asked<'_>,
    ) -> Result<Planned<'static>, String> {
        if game.declares_rank() {
            return Err("it says itself what its moves lower".into());
        }
        let (mut space, families) = Cells::moves(game, asked)?;
        if families.iter().any(|family| family.leaves) {
            return Err("a move raises a coordinate".into());
        }
        let (is, pass) = conditions(game, &space)?;
        space.is = Some(is).filter(|(program, is)| program.known(*is) != Some(1));
        Ok(Box::new(Cells {
            space: space.into(),
            families,
            pass,
            grundy: values.grundy,
            misere: game.ending() == Ending::Misere,
            width: Width::Byte,
        }))
    }

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

impl Cells {
    /// The programs at work, in integers of one width.
    fn run<T: Small>(&self) -> Box<dyn Fill + '_> {
        match self.width {
            Width::Byte => Box::new(Run::<T, u8>::new(self)),
            Width::Pair => Box::new(Run::<T, u16>::new(self)),
            _ => Box::new(Run::<T, u32>::new(self)),
        }
    }
}

impl Kernel for Cells {
    fn words(&self) -> String {
        "a table of all positions: the moves of each are computed as columns of small integers, and their values looked up"
            .into()
    }

    fn may_stray(&self) -> bool {
        let may = |family: &Family| family.program.known(family.strays) != Some(0);
        self.families.iter().any(may)
    }

    fn numbering(&self) -> Arc<dyn Numbering> {
        self.space.clone()
    }

    fn width(&self) -> Width {
        self.width
    }

    fn state_bytes(&self) -> u64 {
        self.families.len() as u64 * (1 << 16)
    }

    fn nanoseconds(&self) -> f64 {
        let places = self.space.cells() as f64 * self.space.all_layers() as f64;
        // All moves are looked at for Grundy numbers, about a fourth for outcomes.
        let looked = if self.grundy { 1.0 } else { 0.25 };
        let each = |(outer, all): (f64, f64)| 80.0 + looked * (outer * 80.0 + all * 2.0);
        let of = |family: &Family| {
            let values: Vec<f64> = family.spans().map(|span| (span / 2.0).max(1.0)).collect();
            let outer = values[..values.len().saturating_sub(1)].iter().product();
            each((outer, values.iter().product()))
        };
        let guess = places * self.families.iter().map(of).sum::<f64>();
        if guess < SHORT {
            return guess;
        }
        let Average { share, values } = Average::of(&self.space, &self.families);
        places * (20.0 + share * values.into_iter().map(each).sum::<f64>())
    }

    fn widen(&mut self) -> bool {
        self.width.widen()
    }

    fn fill(&mut self) -> Box<dyn Fill + '_> {
        if self.bits() <= 32 { self.run::<i32>() } else { self.run::<i64>() }
    }
}
