//! Positions that are found, numbered, and valued from the lowest rank upwards.

use super::graph::{BATCH, Graph, Key};
use crate::engine::kernel::Failed;
use crate::engine::limits::{PROBE, PROBE_MOVES, capacity};
use crate::engine::store::{Full, Hashed, List, hash};
use crate::job::{Budget, Ctx, Lease};

/// Stands for the value of a position that has none yet, and for no number of a position.
const NONE: u32 = u32::MAX;

/// A job that may not fit is given up after this many times as many positions as the definition looks at: a position takes
/// about as much less time here.
const FASTER: usize = 8;

impl From<Full> for Failed {
    fn from(_: Full) -> Failed {
        Failed::Full
    }
}

/// The numbers of positions.
pub(super) enum Ids<'b, K> {
    /// In a table of all keys, most of which are positions.
    Dense(List<'b, u32>),
    Hashed(Hashed<'b, (K, u32)>),
}

impl<K: Key> Ids<'_, K> {
    #[inline]
    pub(super) fn find(&self, key: K) -> Option<u32> {
        match self {
            Ids::Dense(ids) => ids.get(key.place()).copied().filter(|&id| id != NONE),
            Ids::Hashed(table) => {
                table.find(hash(key), |(other, _)| *other == key).map(|(_, id)| *id)
            }
        }
    }

    fn insert(&mut self, key: K, id: u32) -> Result<(), Full> {
        match self {
            Ids::Dense(ids) => ids[key.place()] = id,
            Ids::Hashed(table) => table.insert(hash(key), (key, id), |(key, _)| hash(*key))?,
        }
        Ok(())
    }
}

/// Positions with their values: 0 for P, otherwise the Grundy number, or 1.
pub(super) struct Found<'b, K> {
    keys: List<'b, K>,
    ids: Ids<'b, K>,
    values: List<'b, u32>,
    /// How many of them were asked for: the first.
    asked: usize,
}

/// The bytes that a position takes, about: its key twice, its numbers in tables, its rank and its value.
pub(super) fn bytes_each<K>() -> u64 {
    (3 * size_of::<K>() + 36) as u64
}

impl<'b, K: Key> Found<'b, K> {
    /// Finds and values all positions that can be reached from those that are asked for.
    pub(super) fn of(
        graph: &mut impl Graph<Key = K>,
        grundy: bool,
        misere: bool,
        ctx: Ctx<'b>,
    ) -> Result<Found<'b, K>, Failed> {
        let budget = ctx.budget;
        let ids = match graph.dense() {
            Some(keys) => Ids::Dense(List::filled(keys, NONE, budget)?),
            None => Ids::Hashed(Hashed::new(budget)),
        };
        let mut found = Found { keys: List::new(budget), ids, values: List::new(budget), asked: 0 };
        found.explore(graph, ctx)?;
        found.evaluate(graph, grundy, misere, ctx)?;
        Ok(found)
    }

    /// The numbers of positions, their values by number, and the bytes of these.
    pub(super) fn into_parts(self) -> (Ids<'b, K>, Vec<u32>, Lease<'b>) {
        let (values, lease) = self.values.into_parts();
        (self.ids, values, lease)
    }

    /// The values of the positions that were asked for.
    pub(super) fn asked(&self) -> &[u32] {
        &self.values[..self.asked]
    }

    fn intern(&mut self, key: K, most: usize) -> Result<(), Failed> {
        if self.ids.find(key).is_none() {
            let id = self.keys.len();
            if id >= most {
                return Err(Failed::Full);
            }
            self.keys.push(key)?;
            self.ids.insert(key, id as u32)?;
        }
        Ok(())
    }

    /// Numbers all positions that can be reached.
    fn explore(&mut self, graph: &mut impl Graph<Key = K>, ctx: Ctx<'_>) -> Result<(), Failed> {
        graph.asked(&mut |key| self.intern(key, NONE as usize))?;
        self.asked = self.keys.len();
        // What may not fit is given up early.
        let fits = graph.most() <= capacity(ctx.budget, bytes_each::<K>() as usize) as u64;
        let (most, most_moves) = match fits || ctx.budget.is_to_the_end() {
            true => (NONE as usize, u64::MAX),
            false => (self.asked + PROBE * FASTER, PROBE_MOVES * FASTER as u64),
        };
        let mut moves = 0;
        let (mut next, mut batch) = (0, Vec::new());
        while next < self.keys.len() {
            if ctx.watch.tick(next as u64, None).is_break() {
                return Err(Failed::Stopped);
            }
            let end = (next + BATCH).min(self.keys.len());
            batch.clear();
            batch.extend_from_slice(&self.keys[next..end]);
            graph.options(&batch, &mut |_, key| {
                moves += 1;
                if moves > most_moves { Err(Failed::Full) } else { self.intern(key, most) }
            })?;
            next = end;
        }
        Ok(())
    }

    /// Gives values to all positions, those of the lowest rank first.
    fn evaluate(
        &mut self,
        graph: &mut impl Graph<Key = K>,
        grundy: bool,
        misere: bool,
        ctx: Ctx<'b>,
    ) -> Result<(), Failed> {
        let (budget, all) = (ctx.budget, self.keys.len());
        let mut ranks: List<'_, u64> = List::filled(all, 0, budget)?;
        for (keys, ranks) in self.keys.chunks(BATCH).zip(ranks.chunks_mut(BATCH)) {
            graph.ranks(keys, ranks)?;
        }
        let order = in_order(&ranks, budget)?;
        self.values = List::filled(all, NONE, budget)?;
        let mut seen = Seen { grundy, words: 1, ..Seen::default() };
        // Of all positions of one rank none leads to another: they get their values together, so that a move that does not
        // go down is found out.
        let mut level: List<'_, u32> = List::new(budget);
        let (mut done, mut batch, mut most) = (0u64, Vec::new(), 0);
        for ids in order.chunk_by(|&a, &b| ranks[a as usize] == ranks[b as usize]) {
            level.clear();
            level.reserve(ids.len())?;
            for ids in ids.chunks(BATCH) {
                if ctx.watch.tick(all as u64 + done, Some(2 * all as u64)).is_break() {
                    return Err(Failed::Stopped);
                }
                batch.clear();
                batch.extend(ids.iter().map(|&id| self.keys[id as usize]));
                seen.clear(batch.len(), most);
                let (of, values) = (&self.ids, &self.values);
                graph.options(&batch, &mut |row, key| {
                    let value = of.find(key).map_or(NONE, |id| values[id as usize]);
                    if value == NONE {
                        return Err(Failed::Strays);
                    }
                    seen.see(row, value);
                    Ok(())
                })?;
                level.extend((0..batch.len()).map(|row| seen.value(row, misere)))?;
                done += batch.len() as u64;
            }
            for (&id, &value) in ids.iter().zip(&*level) {
                self.values[id as usize] = value;
                most = most.max(value);
            }
        }
        Ok(())
    }
}

/// The numbers of positions, those of the lowest rank first.
fn in_order<'b>(ranks: &[u64], budget: &'b Budget) -> Result<List<'b, u32>, Full> {
    let mut order = List::filled(ranks.len(), 0u32, budget)?;
    let most = ranks.iter().copied().max().unwrap_or(0);
    // Where there are not many more ranks than positions these are counted, and so have their places.
    if most / 4 < ranks.len() as u64 {
        let mut starts: List<'_, u32> = List::filled(most as usize + 2, 0, budget)?;
        for &rank in ranks {
            starts[rank as usize + 1] += 1;
        }
        for rank in 0..=most as usize {
            starts[rank + 1] += starts[rank];
        }
        for (id, &rank) in ranks.iter().enumerate() {
            let place = &mut starts[rank as usize];
            order[*place as usize] = id as u32;
            *place += 1;
        }
    } else {
        order.iter_mut().enumerate().for_each(|(i, id)| *id = i as u32);
        order.sort_unstable_by_key(|&id| ranks[id as usize]);
    }
    Ok(order)
}

/// The values of the options of some positions.
#[derive(Default)]
struct Seen {
    grundy: bool,
    /// Bits for each position: one for each Grundy number.
    bits: Vec<u64>,
    words: usize,
    /// Whether there is an option at all.
    any: Vec<bool>,
}

impl Seen {
    /// Makes room for the options of some positions, whose numbers are at most `most`.
    fn clear(&mut self, positions: usize, most: u32) {
        self.words = if self.grundy { most as usize / 64 + 1 } else { 1 };
        self.bits.clear();
        self.bits.resize(positions * self.words, 0);
        self.any.clear();
        self.any.resize(positions, false);
    }

    #[inline]
    fn see(&mut self, row: usize, value: u32) {
        self.any[row] = true;
        self.bits[row * self.words + value as usize / 64] |= 1 << (value % 64);
    }

    fn value(&self, row: usize, misere: bool) -> u32 {
        let bits = &self.bits[row * self.words..(row + 1) * self.words];
        match (self.grundy, self.any[row]) {
            (true, _) => {
                let full = bits.iter().take_while(|&&word| word == u64::MAX).count();
                let rest = bits.get(full).map_or(0, |word| word.trailing_ones());
                full as u32 * 64 + rest
            }
            (false, false) => u32::from(misere),
            (false, true) => (bits[0] & 1) as u32,
        }
    }
}
