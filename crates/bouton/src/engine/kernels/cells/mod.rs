//! Any game whose moves lower heaps or coordinates: all positions of a box, one after the other.

mod guess;
mod run;

use std::sync::Arc;

use self::guess::Average;
use self::run::Run;
use crate::engine::asked::Asked;
use crate::engine::columns::{Staged, WIDTH};
use crate::engine::kernel::{Fill, Kernel, Planned};
use crate::engine::lower::{COUNTERS, Family, NOTHING, Output, conditions, families};
use crate::engine::space::{Numbering, Space};
use crate::engine::table::Width;
use crate::engine::values::Values;
use crate::game::Game;
use crate::lang::shorten;
use crate::lang::syntax::Ending;
use crate::rows::Small;

/// The nanoseconds that the exact evaluator takes for an expression, about.
const EXACT: f64 = 1000.0;

/// Boxes that are guessed to take fewer nanoseconds, as far as bounds tell, are guessed no better.
const SHORT: f64 = 1e7;

/// A box that can be computed position by position, and how.
pub(in crate::engine) struct Cells {
    space: Arc<Space>,
    families: Vec<Family>,
    staged: Vec<Staged>,
    /// Whether what stands in a place is a position, where not everything is.
    is: Option<Output>,
    /// When one may pass, where that has a condition.
    pass: Option<Output>,
    grundy: bool,
    misere: bool,
    width: Width,
    /// The expressions that are left to the exact evaluator.
    exact: Vec<String>,
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
        let says = |(program, is): &Output| program.known(*is) != Some(1);
        let (is, pass) = conditions(game, &space)?;
        let is = Some(is).filter(says);
        // Whoever reads the table asks for one position at a time.
        space.columns = false;
        space.is = Some(conditions(game, &space)?.0).filter(says);
        let mut exact: Vec<String> = Vec::new();
        for id in families.iter().flat_map(|family| family.program.exact_expressions()) {
            let text = match game.show(id, None).as_str() {
                "…" => "a search".to_string(),
                text => format!("`{}`", shorten(text)),
            };
            if !exact.contains(&text) {
                exact.push(text);
            }
        }
        let staged = families.iter().map(Staged::of).collect::<Option<_>>();
        let staged = staged.ok_or("a number may be too large")?;
        Ok(Box::new(Cells {
            exact,
            staged,
            is,
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
        let space = |sorted: bool| {
            let mut space = Space::of(game, asked, sorted)?;
            space.columns = true;
            Ok::<Space, String>(space)
        };
        let (all, sorted) = (space(false).ok(), space(true));
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

    /// Whether the condition of passes may have no value.
    fn pass_may_stray(&self) -> bool {
        self.pass.as_ref().is_some_and(|(program, may)| program.range(*may).1 == NOTHING)
    }

    /// The bits of the integers that the programs need.
    fn bits(&self) -> u32 {
        let bits = self.staged.iter().map(Staged::bits).max().unwrap_or(1);
        let one = |output: &Option<Output>| {
            output.as_ref().map_or(1, |(program, reg)| program.bits(&[*reg]))
        };
        // The inputs, and the places of the table.
        let inputs = self.space.cells() as u64 + self.space.stones as u64;
        let inputs = 65 - inputs.leading_zeros();
        bits.max(one(&self.is)).max(one(&self.pass)).max(inputs)
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
        let mut words = "a table of all positions: the moves of each are computed as columns of small integers, and their \
                         values looked up"
            .to_string();
        for text in &self.exact {
            words += &format!("; {text} is left to the exact evaluator");
        }
        words
    }

    fn may_stray(&self) -> bool {
        self.staged.iter().any(Staged::may_stray) || self.pass_may_stray()
    }

    fn numbering(&self) -> Arc<dyn Numbering> {
        self.space.clone()
    }

    fn width(&self) -> Width {
        self.width
    }

    fn state_bytes(&self) -> u64 {
        let rows = self.staged.iter().map(Staged::bytes::<i64>).sum::<usize>();
        (rows + (self.space.layout.heaps() + COUNTERS) * WIDTH * size_of::<i64>()) as u64
            + (1 << 20)
    }

    fn nanoseconds(&self) -> f64 {
        let places = self.space.cells() as f64 * self.space.all_layers() as f64;
        // All moves are looked at for Grundy numbers, about a fourth for outcomes.
        let looked = if self.grundy { 1.0 } else { 0.25 };
        let each = |(outer, all): (f64, f64)| 25.0 + looked * (outer * 20.0 + all * 4.0);
        let of = |family: &Family| {
            let values: Vec<f64> = family.spans().map(|span| (span / 2.0).max(1.0)).collect();
            let outer = values[..values.len().saturating_sub(1)].iter().product();
            each((outer, values.iter().product()))
        };
        let exact = EXACT * self.exact.len() as f64;
        let guess = places * (exact + self.families.iter().map(of).sum::<f64>());
        if guess < SHORT {
            return guess;
        }
        let Average { share, values } = Average::of(&self.space, self.is.as_ref(), &self.families);
        places * (20.0 + share * (exact + values.into_iter().map(each).sum::<f64>()))
    }

    fn widen(&mut self) -> bool {
        self.width.widen()
    }

    fn fill(&mut self) -> Box<dyn Fill + '_> {
        if self.bits() <= 32 { self.run::<i32>() } else { self.run::<i64>() }
    }
}
