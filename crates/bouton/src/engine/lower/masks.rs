//! Which numbers of stones may be taken from one heap, as bits: by its size, and by what the rules look at beside it.

use rustc_hash::FxHashMap;

use super::amounts::allows;
use crate::engine::space::{MOST_HEAPS, Space};
use crate::game::{Game, RuleKind};
use crate::lang::core::Word;
use crate::lang::shorten;
use crate::lang::syntax::From;
use crate::rows::{Apart, Compiler, Heaps, Meaning, Program, Reg, Rows};

/// What the rules allow, where each takes from one heap and looks at it, at the position before the move and at the turn.
pub(in crate::engine) struct Masks {
    /// What the rules look at beside the chosen heap, as one number: the key of a position. The first heap is a column; the
    /// other heaps and the turn are the same in a row.
    position: Program,
    key: Reg,
    /// What they look at that is the same in all positions of a turn.
    fixed: Vec<Reg>,
    /// The least value of each number that a key is made of, and how many there are.
    parts: Vec<(i64, u64)>,
    /// Whether stones may be taken: by the size of the heap, their number, what is fixed, and the parts of a key.
    test: Program,
    is: Reg,
    /// Where each number that the test looks at stands among what is fixed and the parts of a key.
    places: Vec<usize>,
    /// The greatest size of a heap.
    most: usize,
}

/// Larger keys are not tried.
const MOST_KEYS: u64 = 1 << 40;

impl Masks {
    /// The masks for the positions of a space, up to some turn; why not, if the rules are of another kind.
    pub(in crate::engine) fn of(game: &Game, space: &Space, turn: usize) -> Result<Masks, String> {
        Masks::over(game, space, turn, None)
    }

    /// The same for rules that look at the last take, up to some number of stones.
    pub(in crate::engine) fn by_last(
        game: &Game,
        space: &Space,
        last: usize,
    ) -> Result<Masks, String> {
        Masks::over(game, space, 1, Some(last))
    }

    fn over(game: &Game, space: &Space, turn: usize, last: Option<usize>) -> Result<Masks, String> {
        let layout = &space.layout;
        let mut program = Program::default();
        let heap = |i: usize| program.input((0, layout.most(i) as i64), i == 0);
        let heaps: Vec<Reg> = (0..layout.heaps()).map(heap).collect();
        let turn = program.input((1, turn.max(1) as i64), false);
        let m = program.input((1, layout.largest().max(1) as i64), false);
        // Either the stones run, or the last take does.
        let stones = program.input((1, layout.largest().max(1) as i64), last.is_none());
        let last = last.map(|last| program.input((0, last as i64), true));
        let mut words = Heaps::new(heaps.clone(), space.list(), &mut program);
        words.give(Word::Turn, turn);
        if let Some(last) = last {
            words.give(Word::Last, last);
        }
        let mut is = program.constant(0);
        for rule in &game.rules {
            let RuleKind::Take { amount, from } = &rule.kind else {
                return Err("a rule does more than to take from one heap".into());
            };
            if rule.after.is_some() {
                return Err("a rule looks at the position after the move".into());
            }
            let allowed = (|| {
                let mut compiler = Compiler::new(&game.core, &words, Some(m));
                let mut allowed = allows(&mut compiler, amount, stones, &mut program)?;
                if let Some(when) = rule.when {
                    let when = compiler.compile_taking(when, &mut program)?;
                    allowed = program.and(when, allowed);
                }
                let extreme = match from {
                    From::Any => return Some(allowed),
                    From::Largest => words.word(Word::Largest, &mut program)?,
                    From::Smallest => words.word(Word::Smallest, &mut program)?,
                    From::Ends => return None,
                };
                let chosen = program.eq(m, extreme);
                Some(program.and(chosen, allowed))
            })();
            let allowed =
                allowed.ok_or_else(|| format!("`{}` cannot be tabulated", shorten(&rule.text)))?;
            is = program.or(is, allowed);
        }
        let there = program.le(stones, m);
        let is = program.and(there, is);
        let too_much = || "its takes look at too much beside the heap".to_string();
        let inputs: Vec<Reg> = [m, stones].into_iter().chain(last).collect();
        let apart = program.apart(is, &inputs).ok_or_else(too_much)?;
        let (looked, fixed): (Vec<Reg>, Vec<Reg>) =
            apart.beside.iter().partition(|&&reg| program.depends(reg, &heaps));
        let places = apart.beside.iter().map(|reg| {
            let place = |list: &[Reg]| list.iter().position(|other| other == reg);
            place(&fixed).or_else(|| place(&looked).map(|i| fixed.len() + i)).unwrap_or(0)
        });
        let places = places.collect();
        let Apart { program: test, output, .. } = apart;
        let mut parts = Vec::new();
        let (mut key, mut keys) = (program.constant(0), 1u64);
        for part in looked {
            let (lo, hi) = program.range(part);
            let count = u64::try_from(hi - lo).map_err(|_| too_much())? + 1;
            keys = keys.checked_mul(count).filter(|&all| all < MOST_KEYS).ok_or_else(too_much)?;
            let (lo_reg, times) = (program.constant(lo), program.constant(count as i64));
            let added = (|| {
                let above = program.sub(part, lo_reg)?;
                let shifted = program.mul(key, times)?;
                program.add(shifted, above)
            })();
            key = added.ok_or_else(too_much)?;
            parts.push((lo, count));
        }
        let (position, is, most) = (program, output, layout.largest());
        Ok(Masks { position, key, fixed, parts, places, test, is, most })
    }

    /// The words of a mask.
    pub(in crate::engine) fn words(&self) -> usize {
        self.most / 64 + 1
    }

    /// How many keys there are.
    pub(in crate::engine) fn keys(&self) -> u64 {
        self.parts.iter().map(|&(_, count)| count).product()
    }

    /// The bytes that the masks of some heaps take at most, each of this many words.
    pub(in crate::engine) fn bytes(&self, heaps: u64, words: usize) -> u64 {
        let all = self.keys().saturating_mul(self.most as u64 + 1);
        let dense = if all <= MOST_DENSE { all * 4 } else { 0 };
        let masks = heaps.min(all).saturating_mul(PLACE + Masks::bytes_of(words));
        dense + masks.min(MOST_BYTES)
    }

    /// The bytes of one mask, which is kept twice.
    fn bytes_of(words: usize) -> u64 {
        (2 * words * size_of::<u64>()) as u64 + PLACE
    }

    /// The keys of the positions of a row: a column, the first heap running; then what is fixed.
    pub(in crate::engine) fn key_rows(&self, width: usize) -> Rows<i64> {
        let outputs: Vec<Reg> = [self.key].into_iter().chain(self.fixed.iter().copied()).collect();
        Rows::new(&self.position, &outputs, width)
    }

    /// The bytes of what takes allow, for some values of the last one.
    pub(in crate::engine) fn bytes_by_last(&self, lasts: usize) -> u64 {
        let places = self.keys().saturating_mul(self.most as u64 + 1).min(MOST_DENSE);
        let rows = Rows::<i64>::bytes_of(&self.test, &[self.is], lasts) as u64;
        places * 4 + self.room_by_last(lasts) * 8 + rows
    }

    /// The words for all keys, sizes and numbers of stones; if these are too many, for as many as are tabulated, and those
    /// of one more position.
    fn room_by_last(&self, lasts: usize) -> u64 {
        let (sizes, words) = (self.most as u64 + 1, lasts.div_ceil(64) as u64);
        let all = self.keys().saturating_mul(sizes * (sizes + 1) / 2 * words);
        all.min(MOST_BYTES / 8 + MOST_HEAPS as u64 * sizes * words)
    }

    /// What takes allow, for some values of the last one, tabulated as it is asked for.
    pub(in crate::engine) fn table_by_last(&self, lasts: usize) -> LastTable<'_> {
        let all = self.keys().saturating_mul(self.most as u64 + 1).min(MOST_DENSE);
        LastTable {
            masks: self,
            rows: Rows::new(&self.test, &[self.is], lasts),
            places: vec![0; all as usize],
            allowed: Vec::with_capacity(self.room_by_last(lasts) as usize),
            lasts,
            words: lasts.div_ceil(64),
        }
    }

    /// Whether what takes allow can be tabulated for all keys.
    pub(in crate::engine) fn has_few_keys(&self) -> bool {
        self.keys().saturating_mul(self.most as u64 + 1) <= MOST_DENSE
    }

    /// The numbers that the test looks at for a key, in their order.
    fn looked_at(&self, key: i64, fixed: &[i64]) -> impl Iterator<Item = i64> {
        let mut looked = fixed.to_vec();
        let mut rest = key as u64;
        for &(lo, count) in self.parts.iter().rev() {
            looked.insert(fixed.len(), lo + (rest % count) as i64);
            rest /= count;
        }
        self.places.iter().map(move |&place| looked[place])
    }

    /// The masks, of this many words at least, tabulated as they are asked for.
    pub(in crate::engine) fn table(&self, words: usize) -> MaskTable<'_> {
        let all = self.keys().saturating_mul(self.most as u64 + 1);
        let dense = if all <= MOST_DENSE { vec![0; all as usize] } else { Vec::new() };
        let rows = Rows::new(&self.test, &[self.is], self.most.max(1));
        let words = words.max(self.words());
        let bits = vec![0; words];
        let known = FxHashMap::from_iter([(bits.clone().into(), 0)]);
        let (fixed, sparse) = (vec![0; self.fixed.len()], FxHashMap::default());
        MaskTable { masks: self, rows, fixed, dense, sparse, bits, words, known }
    }
}

/// The bytes of an entry of a hash table, with the room that it leaves.
const PLACE: u64 = 64;

/// Masks that would take more bytes are not tabulated.
const MOST_BYTES: u64 = 1 << 26;

/// Masks of at most this many sizes and keys have a place each.
const MOST_DENSE: u64 = 1 << 22;

/// Masks: the bits of the sizes to which a heap may come down.
pub(in crate::engine) struct MaskTable<'m> {
    masks: &'m Masks,
    rows: Rows<i64>,
    /// The values of what is fixed.
    fixed: Vec<i64>,
    /// Where the mask of each key and size stands, and one more; 0 if it is not known yet.
    dense: Vec<u32>,
    sparse: FxHashMap<(u64, u32), u32>,
    /// The words of different masks, the first of which is empty.
    bits: Vec<u64>,
    words: usize,
    known: FxHashMap<Box<[u64]>, u32>,
}

impl MaskTable<'_> {
    /// Begins a turn: what is fixed is read off the keys of any row, and other masks are forgotten.
    pub(in crate::engine) fn begin(&mut self, keys: &Rows<i64>) {
        let fixed = (0..self.fixed.len()).map(|i| keys.output(1 + i, 1).get(0));
        if !self.fixed.iter().copied().eq(fixed.clone()) {
            self.fixed = fixed.collect();
            self.dense.fill(0);
            self.sparse.clear();
        }
    }

    /// Whether it takes more bytes than were counted.
    pub(in crate::engine) fn is_full(&self) -> bool {
        let masks = self.known.len() as u64 * Masks::bytes_of(self.words);
        self.sparse.len() as u64 * PLACE + masks > MOST_BYTES
    }

    /// Where the words of a mask begin, for a heap that is not empty.
    #[inline]
    pub(in crate::engine) fn find(&mut self, key: i64, size: usize) -> usize {
        let found = match self.dense.is_empty() {
            false => self.dense[self.place(key, size)],
            true => self.sparse.get(&(key as u64, size as u32)).copied().unwrap_or(0),
        };
        match found {
            0 => self.add(key, size),
            found => found as usize - 1,
        }
    }

    /// Where a key and a size have their place, where all have one.
    #[inline]
    fn place(&self, key: i64, size: usize) -> usize {
        key as usize * (self.masks.most + 1) + size
    }

    /// The words of a mask.
    #[inline]
    pub(in crate::engine) fn mask<const W: usize>(&self, place: usize) -> &[u64; W] {
        self.bits[place..].first_chunk().expect("masks have this many words")
    }

    /// Computes a mask.
    #[cold]
    fn add(&mut self, key: i64, size: usize) -> usize {
        let (masks, rows) = (self.masks, &mut self.rows);
        rows.set(0, size as i64);
        for (i, number) in masks.looked_at(key, &self.fixed).enumerate() {
            rows.set(2 + i, number);
        }
        rows.column(1).iter_mut().zip(1..).for_each(|(to, stones)| *to = stones);
        rows.run(size);
        let is = rows.output(0, size);
        let mut mask = vec![0u64; self.words];
        for stones in (1..=size).filter(|stones| is.get(stones - 1) != 0) {
            mask[(size - stones) / 64] |= 1 << ((size - stones) % 64);
        }
        let next = self.bits.len() as u32;
        let place = *self.known.entry(mask.clone().into()).or_insert(next);
        if place == next {
            self.bits.extend(mask);
        }
        match self.dense.is_empty() {
            false => {
                let at = self.place(key, size);
                self.dense[at] = place + 1;
            }
            true => drop(self.sparse.insert((key as u64, size as u32), place + 1)),
        }
        place as usize
    }
}

/// What takes allow: for each key, size and number of stones, the values of the last take as bits.
pub(in crate::engine) struct LastTable<'m> {
    masks: &'m Masks,
    rows: Rows<i64>,
    /// Where what is allowed for each key and size begins, and one more; 0 if it is not known yet.
    places: Vec<u32>,
    /// For each number of stones from 0 on the words of what it allows; for 0 what any of them does.
    allowed: Vec<u64>,
    lasts: usize,
    words: usize,
}

impl LastTable<'_> {
    /// Whether it takes more bytes than were counted.
    pub(in crate::engine) fn is_full(&self) -> bool {
        (self.allowed.len() * size_of::<u64>()) as u64 > MOST_BYTES
    }

    /// What is allowed from a heap that is not empty, by the number of stones.
    #[inline]
    pub(in crate::engine) fn find(&mut self, key: i64, size: usize) -> &[u64] {
        let place = key as usize * (self.masks.most + 1) + size;
        if self.places[place] == 0 {
            self.add(key, size, place);
        }
        let from = self.places[place] as usize - 1;
        &self.allowed[from..from + (size + 1) * self.words]
    }

    #[cold]
    fn add(&mut self, key: i64, size: usize, place: usize) {
        let LastTable { masks, rows, allowed, .. } = self;
        self.places[place] = allowed.len() as u32 + 1;
        rows.set(0, size as i64);
        for (i, number) in masks.looked_at(key, &[]).enumerate() {
            rows.set(3 + i, number);
        }
        let any = allowed.len();
        allowed.resize(any + (size + 1) * self.words, 0);
        for stones in 1..=size {
            rows.set(1, stones as i64);
            rows.run(self.lasts);
            let is = rows.output(0, self.lasts);
            for last in (0..self.lasts).filter(|&last| is.get(last) != 0) {
                let (word, bit) = (last / 64, 1 << (last % 64));
                allowed[any + stones * self.words + word] |= bit;
                allowed[any + word] |= bit;
            }
        }
    }
}
