//! Byte strings, each stored once and numbered in the order in which they come. What is allocated
//! is taken from a budget first.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::job::{Budget, Lease};

/// There is no memory left.
#[derive(Debug)]
pub(super) struct Full;

/// Where bytes are taken from before they are allocated: a budget, or a lease that gives back all of them at its end.
pub(super) trait Memory {
    /// Takes bytes; `false` if not enough are left.
    fn take(&mut self, bytes: u64) -> bool;

    /// Returns bytes after they are freed.
    fn give(&mut self, bytes: u64);
}

impl Memory for &Budget {
    fn take(&mut self, bytes: u64) -> bool {
        Budget::take(self, bytes)
    }

    fn give(&mut self, bytes: u64) {
        Budget::give(self, bytes);
    }
}

impl Memory for &mut Lease<'_> {
    fn take(&mut self, bytes: u64) -> bool {
        self.grow(bytes)
    }

    fn give(&mut self, bytes: u64) {
        self.shrink(self.bytes() - bytes);
    }
}

/// Makes room for `more` elements, out of the budget. The old and the new block count together
/// while one is copied into the other.
pub(super) fn reserve<T>(
    vec: &mut Vec<T>,
    more: usize,
    mut budget: impl Memory,
) -> Result<(), Full> {
    if vec.capacity() - vec.len() >= more {
        return Ok(());
    }
    let size = size_of::<T>();
    let capacity = (vec.len() + more).max(vec.capacity() / 2 * 3).max(64);
    let old = (vec.capacity() * size) as u64;
    let new = (capacity * size) as u64;
    if !budget.take(new) {
        return Err(Full);
    }
    if vec.try_reserve_exact(capacity - vec.len()).is_err() {
        budget.give(new);
        return Err(Full);
    }
    budget.give(old);
    Ok(())
}

/// Makes a list at least so long, out of the budget.
pub(super) fn extend<T: Clone + Default>(
    vec: &mut Vec<T>,
    len: usize,
    budget: impl Memory,
) -> Result<(), Full> {
    let more = len.saturating_sub(vec.len());
    reserve(vec, more, budget)?;
    vec.resize(vec.len() + more, T::default());
    Ok(())
}

/// Numbered byte strings.
#[derive(Default)]
pub(super) struct Store {
    bytes: Vec<u8>,
    /// Where each string ends.
    ends: Vec<u64>,
    table: HashTable<u32>,
}

impl Store {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// What is allocated.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.capacity()
            + self.ends.capacity() * size_of::<u64>()
            + self.table.allocation_size()
    }

    pub(super) fn get(&self, id: u32) -> &[u8] {
        slice(&self.bytes, &self.ends, id)
    }

    pub(super) fn find(&self, key: &[u8]) -> Option<u32> {
        self.table.find(hash(key), |&id| self.get(id) == key).copied()
    }

    /// The number of a string, and whether it is new.
    pub(super) fn intern(&mut self, key: &[u8], budget: &Budget) -> Result<(u32, bool), Full> {
        let hash_of_key = hash(key);
        if let Some(&id) =
            self.table.find(hash_of_key, |&id| slice(&self.bytes, &self.ends, id) == key)
        {
            return Ok((id, false));
        }
        let id = u32::try_from(self.ends.len()).map_err(|_| Full)?;
        reserve(&mut self.bytes, key.len(), budget)?;
        reserve(&mut self.ends, 1, budget)?;
        let (bytes, ends) = (&self.bytes, &self.ends);
        reserve_table(&mut self.table, |&id| hash(slice(bytes, ends, id)), budget)?;
        self.bytes.extend_from_slice(key);
        self.ends.push(self.bytes.len() as u64);
        let (bytes, ends) = (&self.bytes, &self.ends);
        self.table.insert_unique(hash_of_key, id, |&id| hash(slice(bytes, ends, id)));
        Ok((id, true))
    }
}

/// Makes room for another entry of a table, out of the budget.
pub(super) fn reserve_table<T>(
    table: &mut HashTable<T>,
    hash: impl Fn(&T) -> u64,
    mut budget: impl Memory,
) -> Result<(), Full> {
    if table.len() < table.capacity() {
        return Ok(());
    }
    let old = table.allocation_size() as u64;
    // The table doubles; it keeps one byte of its own beside each place.
    let new = if old == 0 { 256 } else { 2 * old };
    if !budget.take(new) {
        return Err(Full);
    }
    let more = table.capacity().max(8);
    if table.try_reserve(more, hash).is_err() {
        budget.give(new);
        return Err(Full);
    }
    let exact = table.allocation_size() as u64;
    budget.give(old);
    if exact < new {
        budget.give(new - exact);
    } else if !budget.take(exact - new) {
        return Err(Full);
    }
    Ok(())
}

fn slice<'b>(bytes: &'b [u8], ends: &[u64], id: u32) -> &'b [u8] {
    let id = id as usize;
    let start = if id == 0 { 0 } else { ends[id - 1] as usize };
    &bytes[start..ends[id] as usize]
}

fn hash(key: &[u8]) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(key)
}
