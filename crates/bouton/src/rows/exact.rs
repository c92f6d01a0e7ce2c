//! Expressions that are left to the exact evaluator: what they look at is packed into one number, the key.

use std::sync::Arc;

use dashu_int::{IBig, UBig};

use crate::lang::core::{Core, ExprId, Type, Word};
use crate::lang::eval::{Evaluator, Words};
use crate::lang::value::Value;

/// An expression, and what its key stands for.
#[derive(Clone, Debug)]
pub(crate) struct Exact {
    pub(super) core: Arc<Core>,
    pub(super) id: ExprId,
    /// What is packed into the key, what counts least first: the least number, and how many there are.
    pub(super) parts: Vec<(Part, i64, i64)>,
    /// Whether heaps are listed with the empty ones, and whether they are sorted first.
    pub(super) places: bool,
    pub(super) sorted: bool,
}

/// A number that an expression looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Heap,
    Word(Word),
}

impl PartialEq for Exact {
    fn eq(&self, other: &Exact) -> bool {
        let Exact { core, id, parts, places, sorted } = self;
        Arc::ptr_eq(core, &other.core)
            && (id, parts, places, sorted)
                == (&other.id, &other.parts, &other.places, &other.sorted)
    }
}

/// Integers beyond this are left to the definition.
pub(super) const MOST: i64 = 1 << 31;

/// What takes more work is left to the definition, which can be interrupted.
const WORK: u64 = 1 << 14;

impl Exact {
    /// The expression.
    pub(super) fn id(&self) -> ExprId {
        self.id
    }

    /// What its value lies between.
    pub(super) fn range(&self) -> (i64, i64) {
        match self.core.type_of(self.id) {
            Type::Bool => (0, 1),
            _ => (-MOST, MOST),
        }
    }

    /// Its value at a key.
    fn value(&self, mut key: i64, eval: &mut Evaluator<'_>) -> Option<i64> {
        let mut at = At { heaps: Vec::new(), words: Vec::new() };
        eval.new_position();
        eval.limit(WORK);
        for &(part, least, count) in &self.parts {
            let n = least + key % count;
            key /= count;
            match part {
                Part::Heap => at.heaps.push(UBig::from(n.unsigned_abs())),
                Part::Word(Word::Chosen) => eval.set_chosen(n.into()),
                Part::Word(Word::Variable(i)) => eval.set_variable(i.into(), n.into()),
                Part::Word(word) => at.words.push((word, n.into())),
            }
        }
        if !self.places {
            at.heaps.retain(|heap| !heap.is_zero());
        }
        if self.sorted {
            at.heaps.sort_unstable();
        }
        let value = match eval.eval(self.id, &at).ok()? {
            Value::Bool(truth) => i64::from(*truth),
            Value::Int(n) => i64::try_from(n).ok()?,
            Value::Ratio(_) => return None,
        };
        let (least, most) = self.range();
        (least..=most).contains(&value).then_some(value)
    }
}

/// A position, as far as an expression looks at it.
struct At {
    heaps: Vec<UBig>,
    words: Vec<(Word, IBig)>,
}

impl Words for At {
    fn word(&self, word: Word) -> IBig {
        let given = self.words.iter().find(|(given, _)| *given == word);
        given.map_or(IBig::ZERO, |(_, n)| n.clone())
    }

    fn heaps(&self) -> &[UBig] {
        &self.heaps
    }
}

/// An expression that is asked for at one key after the other, with some values that are remembered.
#[derive(Clone)]
pub(super) struct Asked {
    exact: Arc<Exact>,
    /// Keys with their values, each at the place that its key has.
    known: Vec<(i64, i64)>,
}

/// How many values are remembered: a power of two.
const REMEMBERED: usize = 1 << 12;

impl Asked {
    /// The bytes of what it remembers.
    pub(super) const BYTES: usize = REMEMBERED * size_of::<(i64, i64)>();

    /// Nothing is remembered of what is not used.
    pub(super) fn new(exact: Arc<Exact>, used: bool) -> Asked {
        // No key is negative.
        let known = if used { vec![(-1, 0); REMEMBERED] } else { Vec::new() };
        Asked { exact, known }
    }

    /// The value at a key; one more than the most that it may be where there is none.
    pub(super) fn get(&mut self, key: i64) -> i64 {
        let mut value = 0;
        self.each([key], |_, found| value = found);
        value
    }

    /// The values at some keys, each with its place among them.
    pub(super) fn each(
        &mut self,
        keys: impl IntoIterator<Item = i64>,
        mut see: impl FnMut(usize, i64),
    ) {
        let Asked { exact, known } = self;
        let mut eval = None;
        for (i, key) in keys.into_iter().enumerate() {
            let place = (key as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
            let known = &mut known[place as usize % REMEMBERED];
            if known.0 != key {
                let eval = eval.get_or_insert_with(|| Evaluator::new(&exact.core));
                let value = exact.value(key, eval).unwrap_or(exact.range().1 + 1);
                *known = (key, value);
            }
            see(i, known.1);
        }
    }
}
