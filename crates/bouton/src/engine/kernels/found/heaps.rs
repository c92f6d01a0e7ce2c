//! Positions of heaps in one word: their counters, and the number of heaps of each size or, in a row, one heap after the other.

use dashu_int::UBig;

use super::graph::Keys;
use crate::engine::space::Tier;
use crate::game::Position;
use crate::lang::core::Word;
use crate::lang::syntax::Order;

/// Some bits of a word: where they begin, and how many they are.
type Bits = (u32, u32);

/// How positions are written.
#[derive(Clone)]
pub(super) struct Written {
    turn: Option<Bits>,
    last: Option<Bits>,
    passes: Option<Bits>,
    other: Option<Bits>,
    heaps: Heaps,
    /// The greatest number of stones.
    pub(super) stones: u64,
    /// The greatest number of stones in a heap.
    pub(super) largest: usize,
}

#[derive(Clone)]
enum Heaps {
    /// For each size, from 0 on, the bits of the number of heaps.
    Sizes(Vec<Bits>),
    /// From this bit on: a heap takes as many bits as it has stones, and only the last of them is set.
    Row(u32),
}

/// A position, read from its word.
#[derive(Clone, Default)]
pub(super) struct Read {
    /// The sizes of the heaps, each with the number of such heaps; in a row, one after the other.
    pub(super) heaps: Vec<(usize, u64)>,
    pub(super) tier: Tier,
    pub(super) stones: u64,
    pub(super) count: u64,
}

/// The number in some bits of a word.
fn number(key: u128, (begin, bits): Bits) -> u64 {
    if bits == 0 { 0 } else { (key >> begin) as u64 & (u64::MAX >> (u64::BITS - bits)) }
}

impl Written {
    /// Positions with heaps, stones and counters up to these; `None` if they do not fit into a word, or have another order.
    pub(super) fn new(order: Order, largest: usize, stones: u64, most: Tier) -> Option<Written> {
        let mut next = 0u32;
        let mut field = |most: u64| {
            let bits = u64::BITS - most.leading_zeros();
            let begin = next;
            next = next.checked_add(bits).filter(|&next| next <= u128::BITS)?;
            Some((begin, bits))
        };
        let mut counter = |most: Option<usize>| match most {
            Some(most) => field(most as u64).map(Some),
            None => Some(None),
        };
        let (turn, last) = (counter(most.turn)?, counter(most.last)?);
        let (passes, other) = (counter(most.passes)?, counter(most.other)?);
        let heaps = match order {
            Order::None => {
                let mut sizes = vec![(0, 0)];
                for size in 1..=largest as u64 {
                    sizes.push(field(stones / size)?);
                }
                Heaps::Sizes(sizes)
            }
            Order::Row => {
                let free = u128::BITS - next;
                u32::try_from(stones).ok().filter(|&stones| stones <= free)?;
                Heaps::Row(next)
            }
            Order::Fixed | Order::Circle => return None,
        };
        Some(Written { turn, last, passes, other, heaps, stones, largest })
    }

    /// The heaps of a position that has these, one after the other; `None` if they do not fit.
    pub(super) fn heaps(&self, sizes: impl IntoIterator<Item = usize>) -> Option<u128> {
        let (mut heaps, mut stones) = (0u128, 0u64);
        for size in sizes.into_iter().filter(|&size| size > 0) {
            match &self.heaps {
                Heaps::Sizes(fields) => heaps += 1 << fields.get(size)?.0,
                Heaps::Row(begin) => {
                    let end = stones.checked_add(size as u64).filter(|&end| end <= self.stones)?;
                    heaps |= 1 << (u64::from(*begin) + end - 1);
                }
            }
            stones = stones.checked_add(size as u64).filter(|&stones| stones <= self.stones)?;
        }
        Some(heaps)
    }

    /// Counters of a position.
    pub(super) fn tier(&self, tier: Tier) -> u128 {
        let write = |field: Option<Bits>, n: Option<usize>| match field {
            Some((begin, _)) => (n.unwrap_or(0) as u128) << begin,
            None => 0,
        };
        write(self.turn, tier.turn)
            + write(self.last, tier.last)
            + write(self.passes, tier.passes)
            + write(self.other, tier.other)
    }

    /// A position with these counters after a take; a split alone is none.
    pub(super) fn taken(&self, key: u128, tier: Tier, taken: usize) -> u128 {
        match self.last {
            Some((begin, _)) if taken > 0 => {
                key - ((tier.last.unwrap_or(0) as u128) << begin) + ((taken as u128) << begin)
            }
            _ => key,
        }
    }

    /// How many values the counters have together.
    pub(super) fn tiers(&self) -> u64 {
        let fields = [self.turn, self.last, self.passes, self.other];
        let values = |&(_, bits): &Bits| 1u64.checked_shl(bits).unwrap_or(u64::MAX);
        fields.iter().flatten().map(values).fold(1, u64::saturating_mul)
    }

    /// Whether counters stand in their bits.
    fn holds(&self, tier: Tier) -> bool {
        let fits = |field: Option<Bits>, n: Option<usize>| match (field, n) {
            (Some((_, bits)), Some(n)) => (n as u64).checked_shr(bits).unwrap_or(0) == 0,
            (None, None) => true,
            _ => false,
        };
        fits(self.turn, tier.turn)
            && fits(self.last, tier.last)
            && fits(self.passes, tier.passes)
            && fits(self.other, tier.other)
    }

    /// Reads a position. Returns its heaps as they are written.
    pub(super) fn read(&self, key: u128, read: &mut Read) -> u128 {
        let Read { heaps, tier, stones, count } = read;
        let counter = |field: Option<Bits>| field.map(|field| number(key, field) as usize);
        *tier = Tier {
            turn: counter(self.turn),
            last: counter(self.last),
            passes: counter(self.passes),
            other: counter(self.other),
        };
        heaps.clear();
        (*stones, *count) = (0, 0);
        let mut see = |size: usize, times: u64| {
            heaps.push((size, times));
            *stones += size as u64 * times;
            *count += times;
        };
        match &self.heaps {
            Heaps::Sizes(fields) => {
                for (size, &field) in fields.iter().enumerate() {
                    let times = number(key, field);
                    if times > 0 {
                        see(size, times);
                    }
                }
            }
            Heaps::Row(begin) => {
                let mut left = key.checked_shr(*begin).unwrap_or(0);
                while left != 0 {
                    let size = left.trailing_zeros() + 1;
                    see(size as usize, 1);
                    left = left.checked_shr(size).unwrap_or(0);
                }
            }
        }
        key - self.tier(*tier)
    }

    /// How many heaps a position has.
    pub(super) fn count(&self, key: u128) -> u64 {
        match &self.heaps {
            Heaps::Sizes(fields) => fields.iter().map(|&field| number(key, field)).sum(),
            Heaps::Row(begin) => key.checked_shr(*begin).unwrap_or(0).count_ones().into(),
        }
    }

    /// A position without one of its heaps, which in a row has this many stones before it.
    pub(super) fn without(&self, key: u128, size: usize, before: u64) -> Hole {
        match &self.heaps {
            Heaps::Sizes(fields) => Hole { low: key - (1 << fields[size].0), row: None },
            Heaps::Row(begin) => {
                let at = *begin + before as u32;
                let high = key.checked_shr(at + size as u32).unwrap_or(0);
                let low = key & (1u128 << at).wrapping_sub(1);
                Hole { low, row: Some((before as u32, at, high)) }
            }
        }
    }
}

/// A position without one of its heaps.
#[derive(Clone, Copy)]
pub(super) struct Hole {
    low: u128,
    /// In a row, the stones before it, the bit at which it stood, and what stands behind it.
    row: Option<(u32, u32, u128)>,
}

impl Hole {
    /// The position with some parts in its place, which have this many stones.
    #[inline]
    pub(super) fn filled(self, parts: u128, stones: u32) -> u128 {
        match self.row {
            None => self.low + parts,
            Some((before, at, high)) => {
                let high = if high == 0 { 0 } else { high << (at + stones) };
                self.low + (parts << before) + high
            }
        }
    }
}

impl Read {
    /// A word of the position.
    pub(super) fn word(&self, word: Word) -> i64 {
        let sizes = || self.heaps.iter().map(|&(size, _)| size);
        let counter = |counter: Option<usize>| counter.unwrap_or(0);
        let n = match word {
            Word::Total => self.stones as usize,
            Word::Count => self.count as usize,
            Word::Largest => sizes().max().unwrap_or(0),
            Word::Smallest => sizes().min().unwrap_or(0),
            Word::Turn => counter(self.tier.turn),
            Word::Last => counter(self.tier.last),
            Word::Passes => counter(self.tier.passes),
            Word::Coordinate(_) | Word::Parameter(_) | Word::Asked(_) => 0,
            Word::Chosen | Word::Variable(_) => 0,
        };
        n as i64
    }

    /// The same as a position.
    pub(super) fn position(&self) -> Position {
        let each = self.heaps.iter().flat_map(|&(size, times)| (0..times).map(move |_| size));
        let heaps = each.map(UBig::from).collect();
        Position { heaps, counters: self.tier.counters(), parts: Vec::new() }
    }

    /// What every move lowers, beside the passes: the stones, and then, as a split keeps them and adds a heap, the stones without
    /// the heaps.
    pub(super) fn rank(&self, most: u64) -> u64 {
        self.stones * (most + 1) + (self.stones - self.count)
    }
}

/// The counters after a turn: the passes of the players change places.
pub(super) fn next_turn(tier: Tier) -> Tier {
    let (passes, other) = match tier.other {
        Some(_) => (tier.other, tier.passes),
        None => (tier.passes, None),
    };
    Tier { turn: tier.turn.map(|turn| turn + 1), passes, other, ..tier }
}

impl Keys<u128> for Written {
    fn key(&self, position: &Position) -> Option<u128> {
        let sizes: Option<Vec<usize>> =
            position.heaps.iter().map(|heap| usize::try_from(heap).ok()).collect();
        let tier = Tier::of(&position.counters).filter(|&tier| self.holds(tier))?;
        Some(self.heaps(sizes?)? + self.tier(tier))
    }
}
