//! All positions that can be reached, found first and then valued from the lowest rank upwards: for games whose moves
//! raise coordinates, lower what they say themselves, or split heaps. Positions are words of memory.

mod becomes;
mod graph;
mod heaps;
mod reached;
mod splits;
mod steps;

use std::marker::PhantomData;
use std::sync::Arc;

use self::graph::{BATCH, Graph, MOVE};
use self::reached::{Known, KnownOf, bytes_each};
pub(in crate::engine) use self::splits::Splits;
pub(in crate::engine) use self::steps::Steps;
use crate::engine::kernel::{Failed, Fill, Kernel, Out, Planned, Pulse};
use crate::engine::options::Options;
use crate::engine::space::{Numbering, Row};
use crate::engine::table::{Cells, Number, Width};
use crate::engine::values::Values;
use crate::game::Game;
use crate::job::Lease;
use crate::lang::syntax::Ending;

/// How to compute what is asked for. A row is the positions of one rank.
struct Found<G: Graph> {
    graph: G,
    grundy: bool,
    misere: bool,
    width: Width,
    /// The positions in the order of ranks, once they are found.
    keys: Option<Vec<G::Key>>,
    known: Arc<KnownOf<G>>,
}

/// The kernel for the positions of a graph.
fn planned<'g, G: Graph + 'g>(
    graph: G,
    game: &Game,
    values: Values,
) -> Result<Planned<'g>, String> {
    if graph.count() > u64::from(u32::MAX) {
        return Err("there are too many positions".into());
    }
    Ok(Box::new(Found {
        grundy: values.grundy,
        misere: game.ending() == Ending::Misere,
        // More than 255 options are rare, and valuing all positions a second time takes long.
        width: if values.grundy { Width::Pair } else { Width::Byte },
        keys: None,
        known: Arc::new(Known::nothing(graph.keys())),
        graph,
    }))
}

impl<G: Graph> Kernel for Found<G> {
    fn words(&self) -> String {
        G::WORDS.into()
    }

    fn numbering(&self) -> Arc<dyn Numbering> {
        self.known.clone()
    }

    fn width(&self) -> Width {
        self.width
    }

    fn state_bytes(&self) -> u64 {
        let found = match &self.keys {
            Some(keys) => (keys.capacity() * size_of::<G::Key>()) as u64,
            // What is found beside the positions that are asked for is counted when it is found.
            None => {
                let dense = self.graph.dense().map_or(0, |keys| keys as u64 * 4);
                self.graph.count().saturating_mul(bytes_each::<G::Key>()).saturating_add(dense)
            }
        };
        found.saturating_add(self.graph.bytes())
    }

    fn nanoseconds(&self) -> f64 {
        self.graph.likely() * self.graph.nanoseconds()
    }

    fn widen(&mut self) -> bool {
        self.width.widen()
    }

    fn find(&mut self, memory: &mut Lease<'_>, pulse: &mut Pulse<'_>) -> Result<(), Failed> {
        loop {
            if !memory.resize(self.graph.bytes()) {
                return Err(Failed::Full);
            }
            match reached::find(&mut self.graph, memory, pulse) {
                Ok((keys, known)) => {
                    (self.keys, self.known) = (Some(keys), Arc::new(known));
                    return Ok(());
                }
                Err(Failed::Strays) => self.graph = self.graph.wider().ok_or(Failed::Strays)?,
                Err(failed) => return Err(failed),
            }
        }
    }

    fn fill(&mut self) -> Box<dyn Fill + '_> {
        match self.width {
            Width::Byte => Box::new(Valued::<G, u8>::new(self)),
            Width::Pair => Box::new(Valued::<G, u16>::new(self)),
            _ => Box::new(Valued::<G, u32>::new(self)),
        }
    }
}

/// Gives values to positions, those of the lowest rank first.
struct Valued<'k, G: Graph, N> {
    graph: &'k mut G,
    keys: &'k [G::Key],
    known: &'k KnownOf<G>,
    misere: bool,
    options: Options,
    cells: PhantomData<N>,
}

impl<'k, G: Graph, N> Valued<'k, G, N> {
    fn new(found: &'k mut Found<G>) -> Valued<'k, G, N> {
        let Found { graph, grundy, misere, keys, known, .. } = found;
        let keys = keys.as_deref().unwrap_or(&[]);
        let options = Options::new(*grundy);
        Valued { graph, keys, known, misere: *misere, options, cells: PhantomData }
    }
}

impl<G: Graph, N: Number> Fill for Valued<'_, G, N> {
    fn row(
        &mut self,
        row: &Row,
        _: Option<&Cells>,
        out: &mut Out<'_>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let Valued { graph, keys, known, misere, options, .. } = self;
        let values = out.numbers::<N>()?;
        for keys in keys[row.start..row.start + row.len].chunks(BATCH) {
            options.clear(keys.len());
            let mut moves = 0;
            graph.options(keys, &mut |i, key| {
                // A move to a position of the same rank or of a higher one does not go down.
                let option = known.find_key(key).filter(|&place| place < row.start);
                let value = values[option.ok_or(Failed::Strays)?].get();
                options.see(i, value);
                moves += 1;
                Ok(value != 0 || options.grundy())
            })?;
            for i in 0..keys.len() {
                let value = options.value(i, *misere);
                if value > N::MOST {
                    return Err(Failed::TooLarge);
                }
                values.push(N::of(value));
            }
            pulse.work(moves * MOVE)?;
        }
        Ok(())
    }
}
