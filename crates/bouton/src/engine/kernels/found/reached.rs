//! The positions that can be reached, found and numbered from the lowest rank upwards.

use std::ops::Range;

use hashbrown::HashTable;

use super::graph::{BATCH, Graph, Key, Keys, MOVE};
use crate::engine::kernel::{Failed, Pulse};
use crate::engine::limits::{PROBE, PROBE_MOVES, capacity};
use crate::engine::space::{Numbering, Row};
use crate::engine::store::{Full, Memory, extend, hash, reserve, reserve_table};
use crate::game::Position;
use crate::job::Lease;

/// Stands for no number of a position.
const NONE: u32 = u32::MAX;

/// A job that may not fit is given up after this many times as many positions as the definition looks at: a position takes
/// about as much less time here.
const FASTER: usize = 8;

/// The bytes that a position takes, about: its key twice, its numbers in tables, its rank and its value.
pub(super) fn bytes_each<K>() -> u64 {
    (3 * size_of::<K>() + 36) as u64
}

impl From<Full> for Failed {
    fn from(_: Full) -> Failed {
        Failed::Full
    }
}

/// The numbers of positions.
enum Ids<K> {
    /// In a table of all keys, most of which are positions.
    Dense(Vec<u32>),
    Hashed(HashTable<(K, u32)>),
}

impl<K: Key> Ids<K> {
    #[inline]
    fn find(&self, key: K) -> Option<u32> {
        match self {
            Ids::Dense(ids) => ids.get(key.place()).copied().filter(|&id| id != NONE),
            Ids::Hashed(table) => {
                table.find(hash(key), |(other, _)| *other == key).map(|(_, id)| *id)
            }
        }
    }

    fn insert(&mut self, key: K, id: u32, memory: &mut Lease<'_>) -> Result<(), Full> {
        match self {
            Ids::Dense(ids) => ids[key.place()] = id,
            Ids::Hashed(table) => {
                reserve_table(table, |(key, _)| hash(*key), memory)?;
                table.insert_unique(hash(key), (key, id), |(key, _)| hash(*key));
            }
        }
        Ok(())
    }

    /// Gives the positions other numbers, by those that they have.
    fn renumber(&mut self, places: &[u32]) {
        match self {
            Ids::Dense(ids) => {
                ids.iter_mut().filter(|id| **id != NONE).for_each(|id| *id = places[*id as usize]);
            }
            Ids::Hashed(table) => table.iter_mut().for_each(|(_, id)| *id = places[*id as usize]),
        }
    }
}

/// The numbers of all positions. Those of one rank are a row, in which those that are asked for stand first.
pub(super) struct Known<K, F> {
    keys: F,
    ids: Ids<K>,
    /// Where each row ends, and how many of its positions are asked for.
    rows: Vec<(u32, u32)>,
}

impl<K: Key, F: Keys<K>> Known<K, F> {
    /// No positions yet.
    pub(super) fn nothing(keys: F) -> Known<K, F> {
        Known { keys, ids: Ids::Dense(Vec::new()), rows: Vec::new() }
    }

    /// The number of a position.
    #[inline]
    pub(super) fn find_key(&self, key: K) -> Option<usize> {
        self.ids.find(key).map(|id| id as usize)
    }

    /// The row that begins at a place: where it ends, and how many of its positions are asked for.
    fn row(&self, start: usize) -> Option<(usize, usize)> {
        let at = self.rows.partition_point(|&(end, _)| end as usize <= start);
        self.rows.get(at).map(|&(end, asked)| (end as usize, asked as usize))
    }
}

impl<K: Key, F: Keys<K>> Numbering for Known<K, F> {
    fn find(&self, position: &Position) -> Option<(usize, usize)> {
        Some((0, self.find_key(self.keys.key(position)?)?))
    }

    fn cells(&self) -> usize {
        self.rows.last().map_or(0, |&(end, _)| end as usize)
    }

    fn bytes(&self) -> u64 {
        let ids = match &self.ids {
            Ids::Dense(ids) => ids.capacity() * size_of::<u32>(),
            Ids::Hashed(table) => table.allocation_size(),
        };
        (ids + self.rows.capacity() * size_of::<(u32, u32)>()) as u64
    }

    fn first(&self) -> Row {
        Row { heaps: Vec::new(), start: 0, len: self.row(0).map_or(0, |(end, _)| end) }
    }

    fn next(&self, row: &mut Row) -> bool {
        row.start += row.len;
        let next = self.row(row.start);
        row.len = next.map_or(0, |(end, _)| end - row.start);
        next.is_some()
    }

    fn counted(&self, row: &Row) -> Range<usize> {
        0..self.row(row.start).map_or(0, |(_, asked)| asked)
    }
}

/// The numbers of the positions of a graph.
pub(super) type KnownOf<G> = Known<<G as Graph>::Key, <G as Graph>::Keys>;

/// Finds all positions that can be reached from those that are asked for: their keys in the order of ranks, and their numbers.
pub(super) fn find<G: Graph>(
    graph: &mut G,
    memory: &mut Lease<'_>,
    pulse: &mut Pulse<'_>,
) -> Result<(Vec<G::Key>, KnownOf<G>), Failed> {
    let ids = match graph.dense() {
        Some(keys) => {
            let mut ids = filled(keys, memory)?;
            ids.fill(NONE);
            Ids::Dense(ids)
        }
        None => Ids::Hashed(HashTable::new()),
    };
    let mut reached = Reached { keys: Vec::new(), ids };
    let asked = reached.explore(graph, memory, pulse)?;
    let rows = reached.order(graph, asked, memory)?;
    Ok((reached.keys, Known { keys: graph.keys(), ids: reached.ids, rows }))
}

/// Positions that were reached, with their numbers.
struct Reached<K> {
    keys: Vec<K>,
    ids: Ids<K>,
}

impl<K: Key> Reached<K> {
    /// Gives a position a number unless it has one; there are to be fewer than `most`.
    fn reach(&mut self, key: K, most: usize, memory: &mut Lease<'_>) -> Result<(), Failed> {
        if self.ids.find(key).is_none() {
            let id = self.keys.len();
            if id >= most {
                return Err(Failed::Full);
            }
            reserve(&mut self.keys, 1, &mut *memory)?;
            self.keys.push(key);
            self.ids.insert(key, id as u32, memory)?;
        }
        Ok(())
    }

    /// Reaches all positions. Returns how many of them are asked for: the first.
    fn explore(
        &mut self,
        graph: &mut impl Graph<Key = K>,
        memory: &mut Lease<'_>,
        pulse: &mut Pulse<'_>,
    ) -> Result<usize, Failed> {
        graph.asked(&mut |key| self.reach(key, NONE as usize, memory))?;
        let asked = self.keys.len();
        // What may not fit is given up early.
        let budget = memory.budget();
        let fits = graph.most() <= capacity(budget, bytes_each::<K>() as usize) as u64;
        let (most, most_moves) = match fits || budget.is_to_the_end() {
            true => (NONE as usize, u64::MAX),
            false => (asked + PROBE * FASTER, PROBE_MOVES * FASTER as u64),
        };
        let mut moves = 0;
        let (mut next, mut batch) = (0, Vec::new());
        while next < self.keys.len() {
            let (end, before) = ((next + BATCH).min(self.keys.len()), moves);
            batch.clear();
            batch.extend_from_slice(&self.keys[next..end]);
            graph.options(&batch, &mut |_, key| {
                moves += 1;
                match moves > most_moves {
                    true => Err(Failed::Full),
                    false => self.reach(key, most, memory).map(|()| true),
                }
            })?;
            pulse.done(batch.len() as u64);
            pulse.work((moves - before + batch.len() as u64) * MOVE)?;
            next = end;
        }
        Ok(asked)
    }

    /// Numbers the positions again, in the order of ranks. Returns where the rows end, and how many of the first positions
    /// they have.
    fn order(
        &mut self,
        graph: &mut impl Graph<Key = K>,
        asked: usize,
        memory: &mut Lease<'_>,
    ) -> Result<Vec<(u32, u32)>, Failed> {
        let mut ranks: Vec<u64> = filled(self.keys.len(), memory)?;
        for (keys, ranks) in self.keys.chunks(BATCH).zip(ranks.chunks_mut(BATCH)) {
            graph.ranks(keys, ranks)?;
        }
        let order = in_order(&ranks, memory)?;
        let (mut rows, mut end) = (Vec::new(), 0);
        for ids in order.chunk_by(|&a, &b| ranks[a as usize] == ranks[b as usize]) {
            end += ids.len() as u32;
            reserve(&mut rows, 1, &mut *memory)?;
            rows.push((end, ids.partition_point(|&id| (id as usize) < asked) as u32));
        }
        free(ranks, memory);
        let mut keys = Vec::new();
        reserve(&mut keys, order.len(), &mut *memory)?;
        keys.extend(order.iter().map(|&id| self.keys[id as usize]));
        free(std::mem::replace(&mut self.keys, keys), memory);
        let mut places: Vec<u32> = filled(order.len(), memory)?;
        order.iter().zip(0..).for_each(|(&id, place)| places[id as usize] = place);
        self.ids.renumber(&places);
        free(order, memory);
        free(places, memory);
        Ok(rows)
    }
}

/// The numbers of positions, those of the lowest rank first. In a rank they rise.
fn in_order(ranks: &[u64], memory: &mut Lease<'_>) -> Result<Vec<u32>, Full> {
    let mut order: Vec<u32> = filled(ranks.len(), memory)?;
    let most = ranks.iter().copied().max().unwrap_or(0);
    // Where there are not many more ranks than positions these are counted, and so have their places.
    if most / 4 < ranks.len() as u64 {
        let mut starts: Vec<u32> = filled(most as usize + 2, memory)?;
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
        free(starts, memory);
    } else {
        order.iter_mut().enumerate().for_each(|(i, id)| *id = i as u32);
        order.sort_unstable_by_key(|&id| (ranks[id as usize], id));
    }
    Ok(order)
}

/// A list of zeros.
fn filled<T: Clone + Default>(len: usize, memory: &mut Lease<'_>) -> Result<Vec<T>, Full> {
    let mut list = Vec::new();
    extend(&mut list, len, memory)?;
    Ok(list)
}

/// Frees a list.
fn free<T>(list: Vec<T>, mut memory: &mut Lease<'_>) {
    let bytes = (list.capacity() * size_of::<T>()) as u64;
    drop(list);
    memory.give(bytes);
}
