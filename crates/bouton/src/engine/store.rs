//! Memory out of a budget: lists and hash tables that count themselves, and numbered byte strings.

use std::hash::{BuildHasher, BuildHasherDefault, Hash};
use std::ops::{Deref, DerefMut};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::job::{Budget, Lease};

/// There is no memory left.
#[derive(Debug)]
pub(super) struct Full;

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

    /// Makes room for `more` items. The old and the new block count together while one is copied into the other.
    #[inline]
    pub(super) fn reserve(&mut self, more: usize) -> Result<(), Full> {
        match self.items.capacity() - self.items.len() >= more {
            true => Ok(()),
            false => self.grow(more),
        }
    }

    #[cold]
    fn grow(&mut self, more: usize) -> Result<(), Full> {
        let items = &self.items;
        let capacity = (items.len() + more).max(items.capacity() / 2 * 3).max(64);
        let (old, new) = (self.bytes(), (capacity * size_of::<T>()) as u64);
        if !self.budget.take(new) {
            return Err(Full);
        }
        if self.items.try_reserve_exact(capacity - self.items.len()).is_err() {
            self.budget.give(new);
            return Err(Full);
        }
        self.budget.give(old);
        Ok(())
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

    /// The items, and a lease of their bytes.
    pub(super) fn into_parts(mut self) -> (Vec<T>, Lease<'b>) {
        let lease = self.budget.taken(self.bytes());
        (std::mem::take(&mut self.items), lease)
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
        if self.table.len() >= self.table.capacity() {
            self.grow(&hash_of)?;
        }
        self.table.insert_unique(hash, entry, hash_of);
        Ok(())
    }

    fn grow(&mut self, hash_of: impl Fn(&T) -> u64) -> Result<(), Full> {
        let Hashed { table, budget } = self;
        let old = table.allocation_size() as u64;
        // The table doubles; it keeps one byte of its own beside each place.
        let new = if old == 0 { 256 } else { 2 * old };
        if !budget.take(new) {
            return Err(Full);
        }
        let more = table.capacity().max(8);
        if table.try_reserve(more, hash_of).is_err() {
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
