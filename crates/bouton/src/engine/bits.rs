//! One bit a position.

use crate::rows::Small;

/// Bits, one a position, in the order of places.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits {
    words: Vec<u64>,
    len: usize,
}

impl Bits {
    /// No bits, with room for `len`.
    pub(super) fn with_room(len: usize) -> Bits {
        Bits { words: Vec::with_capacity(len / 64 + 2), len: 0 }
    }

    /// Removes all of them and keeps the room.
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.len = 0;
    }

    /// The bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    #[inline]
    pub(super) fn get(&self, i: usize) -> bool {
        self.words[i / 64] >> (i % 64) & 1 == 1
    }

    /// Adds the `count` lowest bits of a word, the others of which are 0.
    #[inline]
    pub(super) fn push(&mut self, bits: u64, count: usize) {
        let at = self.len % 64;
        if at == 0 {
            self.words.push(bits);
        } else {
            *self.words.last_mut().expect("some bits are there") |= bits << at;
            if at + count > 64 {
                self.words.push(bits >> (64 - at));
            }
        }
        self.len += count;
    }

    /// 64 bits from a place on; those behind the last are 0.
    #[inline]
    pub(super) fn word(&self, from: usize) -> u64 {
        let (word, at) = (from / 64, from % 64);
        let get = |word: usize| self.words.get(word).copied().unwrap_or(0);
        if at == 0 { get(word) } else { get(word) >> at | get(word + 1) << (64 - at) }
    }
}

/// At most 64 numbers, 0 or 1, as bits.
#[inline(always)]
pub(super) fn pack<T: Small>(numbers: &[T]) -> u64 {
    let mut bytes = [0u8; 64];
    bytes.iter_mut().zip(numbers).for_each(|(byte, n)| *byte = n.byte());
    pack_bytes(&bytes)
}

/// 64 bytes, 0 or 1, as bits.
#[inline(always)]
pub(super) fn pack_bytes(bytes: &[u8; 64]) -> u64 {
    let mut word = 0;
    for (i, eight) in bytes.chunks_exact(8).enumerate() {
        let eight = u64::from_le_bytes(eight.try_into().expect("there are eight"));
        // Every byte's bit is moved to a place of its own in the highest byte.
        word |= (eight.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
    }
    word
}
