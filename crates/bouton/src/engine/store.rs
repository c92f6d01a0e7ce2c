//! Memory out of a budget: lists and hash tables that count themselves, and numbered byte strings.

use std::hash::{BuildHasher, BuildHasherDefault, Hash};
use std::ops::{Deref, DerefMut};

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

/// Makes room for `more` elements, out of the budget.
#[inline]
pub(super) fn reserve<T>(vec: &mut Vec<T>, more: usize, budget: impl Memory) -> Result<(), Full> {
    match vec.capacity() - vec.len() >= more {
        true => Ok(()),
        false => grow(vec, more, budget),
    }
}

/// The old and the new block count together while one is copied into the other.
#[cold]
fn grow<T>(vec: &mut Vec<T>, more: usize, mut budget: impl Memory) -> Result<(), Full> {
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

/// A list. Its memory is taken from the budget before it is allocated, and given back with it.
pub(super) struct List<'b, T> {
    items: Vec<T>,
    budget: &'b Budget,
}

impl<'b, T> List<'b, T> {
    pub(super) fn new(budget: &'b Budget) -> List<'b, T> {
        List { items: Vec::new(), budget }
    }

    fn bytes(&self) -> u64 {
        (self.items.capacity() * size_of::<T>()) as u64
    }

    /// Makes room for `more` items.
    #[inline]
    pub(super) fn reserve(&mut self, more: usize) -> Result<(), Full> {
        reserve(&mut self.items, more, self.budget)
    }

    #[inline]
    pub(super) fn push(&mut self, item: T) -> Result<(), Full> {
        self.reserve(1)?;
        self.items.push(item);
        Ok(())
    }

    pub(super) fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    pub(super) fn clear(&mut self) {
        self.items.clear();
    }

    /// The items, which are no longer counted.
    pub(super) fn into_items(mut self) -> Vec<T> {
        self.budget.give(self.bytes());
        std::mem::take(&mut self.items)
    }
}

impl<'b, T: Copy + Default> List<'b, T> {
    /// A list of `len` items that are all the same.
    pub(super) fn filled(len: usize, item: T, budget: &'b Budget) -> Result<List<'b, T>, Full> {
        let mut list = List::new(budget);
        list.reserve(len)?;
        list.items.resize(len, item);
        Ok(list)
    }

    /// Makes it at least so long.
    #[inline]
    pub(super) fn lengthen(&mut self, len: usize) -> Result<(), Full> {
        if len > self.items.len() {
            self.reserve(len - self.items.len())?;
            self.items.resize(len, T::default());
        }
        Ok(())
    }

    /// Adds items.
    pub(super) fn extend(&mut self, items: impl ExactSizeIterator<Item = T>) -> Result<(), Full> {
        self.reserve(items.len())?;
        self.items.extend(items);
        Ok(())
    }
}

impl<T> Deref for List<'_, T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> DerefMut for List<'_, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

impl<T> Drop for List<'_, T> {
    fn drop(&mut self) {
        self.budget.give(self.bytes());
    }
}

/// A hash table, counted in the same way.
pub(super) struct Hashed<'b, T> {
    table: HashTable<T>,
    budget: &'b Budget,
}

impl<'b, T> Hashed<'b, T> {
    pub(super) fn new(budget: &'b Budget) -> Hashed<'b, T> {
        Hashed { table: HashTable::new(), budget }
    }

    #[inline]
    pub(super) fn find(&self, hash: u64, is: impl FnMut(&T) -> bool) -> Option<&T> {
        self.table.find(hash, is)
    }

    /// Adds an entry that is not in it. `hash_of` hashes the others.
    #[inline]
    pub(super) fn insert(
        &mut self,
        hash: u64,
        entry: T,
        hash_of: impl Fn(&T) -> u64,
    ) -> Result<(), Full> {
        reserve_table(&mut self.table, &hash_of, self.budget)?;
        self.table.insert_unique(hash, entry, hash_of);
        Ok(())
    }
}

impl<T> Drop for Hashed<'_, T> {
    fn drop(&mut self) {
        self.budget.give(self.table.allocation_size() as u64);
    }
}

#[inline]
pub(super) fn hash(key: impl Hash) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(key)
}

/// Byte strings, each stored once and numbered in the order in which they come.
pub(super) struct Store<'b> {
    bytes: List<'b, u8>,
    /// Where each string ends.
    ends: List<'b, u64>,
    table: Hashed<'b, u32>,
}

impl<'b> Store<'b> {
    pub(super) fn new(budget: &'b Budget) -> Store<'b> {
        Store { bytes: List::new(budget), ends: List::new(budget), table: Hashed::new(budget) }
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, id: u32) -> &[u8] {
        slice(&self.bytes, &self.ends, id)
    }

    pub(super) fn find(&self, key: &[u8]) -> Option<u32> {
        self.table.find(hash(key), |&id| self.get(id) == key).copied()
    }

    /// The number of a string, and whether it is new.
    pub(super) fn intern(&mut self, key: &[u8]) -> Result<(u32, bool), Full> {
        let Store { bytes, ends, table } = self;
        let hash_of_key = hash(key);
        if let Some(&id) = table.find(hash_of_key, |&id| slice(bytes, ends, id) == key) {
            return Ok((id, false));
        }
        let id = u32::try_from(ends.len()).map_err(|_| Full)?;
        bytes.reserve(key.len())?;
        ends.reserve(1)?;
        table.insert(hash_of_key, id, |&id| hash(slice(bytes, ends, id)))?;
        bytes.extend(key.iter().copied())?;
        ends.push(bytes.len() as u64)?;
        Ok((id, true))
    }
}

fn slice<'s>(bytes: &'s [u8], ends: &[u64], id: u32) -> &'s [u8] {
    let id = id as usize;
    let start = if id == 0 { 0 } else { ends[id - 1] as usize };
    &bytes[start..ends[id] as usize]
}
