//! Normal forms of expressions: numbers as polynomials, conditions as inequalities.
//!
//! Forms do not depend on the [`Core`](super::core::Core) that stores an expression, so the forms
//! of two games can be compared. Two expressions with the same form have the same value wherever
//! one of them has a value.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::ops::{BitTest, Gcd};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::builtin::{Binary, Gives, Unary};
use super::core::Word;

/// A number: products of atoms with their coefficients, none of which is 0. The empty product is 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Poly(pub(crate) BTreeMap<Vec<Atom>, RBig>);

/// A number that is not decomposed further.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Atom {
    /// A word.
    Word(Word),
    /// `x[i]`.
    Heap(Poly),
    /// The greatest integer that is at most a number. `ceil` and `mod` are expressed with it.
    Floor(Poly),
    /// The least of some numbers. `max` is expressed with it.
    Min(BTreeSet<Poly>),
    /// The absolute value.
    Abs(Poly),
    /// A function of the language that has no laws here.
    One(Unary, Poly),
    /// The same, of several arguments: sorted if their order does not matter.
    Many(Binary, Vec<Poly>),
    /// One over a number.
    Inverse(Poly),
    /// A power, and whether it is a whole number.
    Power(Poly, Poly, bool),
    /// A number that has no value when it is a fraction.
    Whole(Poly),
    /// `if a then b else c`.
    If(Box<Truth>, Box<Guarded<Poly>>, Box<Guarded<Poly>>),
    /// A condition that matters only through whether it has a value.
    Truth(Box<Truth>),
    /// An expression as it is written, and whether it is a whole number.
    Raw(String, bool),
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Truth {
    /// Always true, or always false.
    Known(bool),
    /// A number is at least 0.
    Natural(Poly),
    /// A number is 0.
    Zero(Poly),
    /// The contrary.
    Not(Box<Truth>),
    /// All of them.
    And(BTreeSet<Truth>),
    /// One of them.
    Or(BTreeSet<Truth>),
    /// Both or none.
    Same(Box<Truth>, Box<Truth>),
    /// `if a then b else c`, where b or c may have no value.
    If(Box<Truth>, Box<Guarded<Truth>>, Box<Guarded<Truth>>),
    /// An expression as it is written.
    Raw(String),
}

/// A form together with everything that must have a value for the form to have one.
///
/// Parts that are always evaluated are collected here. Parts that are evaluated only in one branch
/// of a condition stay in that branch.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Guarded<T> {
    pub(crate) value: T,
    pub(crate) guards: BTreeSet<Atom>,
}

impl<T> Guarded<T> {
    /// A form that has a value everywhere.
    pub(crate) fn sure(value: T) -> Guarded<T> {
        Guarded { value, guards: BTreeSet::new() }
    }

    /// Whether it has a value everywhere.
    pub(crate) fn is_sure(&self) -> bool {
        self.guards.is_empty()
    }

    fn guards_size(&self) -> usize {
        self.guards.iter().map(Atom::size).sum()
    }
}

impl Guarded<Poly> {
    /// About how much memory it takes.
    pub(crate) fn size(&self) -> usize {
        self.value.size() + self.guards_size()
    }
}

impl Guarded<Truth> {
    /// About how much memory it takes.
    pub(crate) fn size(&self) -> usize {
        self.value.size() + self.guards_size()
    }
}

/// The size of a text.
fn text_size(text: &str) -> usize {
    1 + text.len() / 32
}

impl Atom {
    /// Whether it is shown to be a whole number wherever it has a value.
    pub(crate) fn is_whole(&self) -> bool {
        match self {
            Atom::Min(parts) => parts.iter().all(Poly::is_whole),
            Atom::Abs(a) => a.is_whole(),
            Atom::One(op, a) => op.entry().gives == Gives::Int || a.is_whole(),
            Atom::Many(op, parts) => {
                op.entry().gives == Gives::Int || parts.iter().all(Poly::is_whole)
            }
            Atom::If(_, a, b) => a.value.is_whole() && b.value.is_whole(),
            Atom::Inverse(_) => false,
            Atom::Power(_, _, whole) | Atom::Raw(_, whole) => *whole,
            _ => true,
        }
    }

    /// Calls `visit` for every word in it; `None` stands for words that cannot be identified.
    pub(crate) fn words(&self, visit: &mut dyn FnMut(Option<Word>)) {
        match self {
            Atom::Word(word) => visit(Some(*word)),
            // It depends on the position in the same way as the total.
            Atom::Heap(a) => {
                visit(Some(Word::Total));
                a.words(visit);
            }
            Atom::Floor(a) | Atom::Abs(a) | Atom::One(_, a) | Atom::Inverse(a) | Atom::Whole(a) => {
                a.words(visit)
            }
            Atom::Min(parts) => parts.iter().for_each(|a| a.words(visit)),
            Atom::Many(_, parts) => parts.iter().for_each(|a| a.words(visit)),
            Atom::Power(a, b, _) => [a, b].into_iter().for_each(|a| a.words(visit)),
            Atom::If(c, a, b) => {
                c.words(visit);
                [a, b].into_iter().for_each(|a| a.value.words(visit));
            }
            Atom::Truth(truth) => truth.words(visit),
            Atom::Raw(..) => visit(None),
        }
    }

    /// About how much memory it takes.
    pub(crate) fn size(&self) -> usize {
        1 + match self {
            Atom::Word(_) => 0,
            Atom::Heap(a)
            | Atom::Floor(a)
            | Atom::Abs(a)
            | Atom::One(_, a)
            | Atom::Inverse(a)
            | Atom::Whole(a) => a.size(),
            Atom::Min(parts) => parts.iter().map(Poly::size).sum(),
            Atom::Many(_, parts) => parts.iter().map(Poly::size).sum(),
            Atom::Power(a, b, _) => a.size() + b.size(),
            Atom::If(c, a, b) => c.size() + a.size() + b.size(),
            Atom::Truth(truth) => truth.size(),
            Atom::Raw(text, _) => text_size(text),
        }
    }
}

impl Truth {
    /// Calls `visit` for every word in it; `None` stands for words that cannot be identified.
    pub(crate) fn words(&self, visit: &mut dyn FnMut(Option<Word>)) {
        match self {
            Truth::Known(_) => {}
            Truth::Natural(a) | Truth::Zero(a) => a.words(visit),
            Truth::Not(a) => a.words(visit),
            Truth::And(parts) | Truth::Or(parts) => parts.iter().for_each(|a| a.words(visit)),
            Truth::Same(a, b) => [a, b].into_iter().for_each(|a| a.words(visit)),
            Truth::If(c, a, b) => {
                c.words(visit);
                [a, b].into_iter().for_each(|a| a.value.words(visit));
            }
            Truth::Raw(_) => visit(None),
        }
    }

    /// About how much memory it takes.
    pub(crate) fn size(&self) -> usize {
        1 + match self {
            Truth::Known(_) => 0,
            Truth::Natural(a) | Truth::Zero(a) => a.size(),
            Truth::Not(a) => a.size(),
            Truth::And(parts) | Truth::Or(parts) => parts.iter().map(Truth::size).sum(),
            Truth::Same(a, b) => a.size() + b.size(),
            Truth::If(c, a, b) => c.size() + a.size() + b.size(),
            Truth::Raw(text) => text_size(text),
        }
    }

    /// Whether a word may occur in it.
    pub(crate) fn mentions(&self, word: Word) -> bool {
        let mut found = false;
        self.words(&mut |w| found = found || w.is_none_or(|w| w == word));
        found
    }
}

impl Poly {
    /// A constant.
    pub(crate) fn constant(value: impl Into<RBig>) -> Poly {
        let mut poly = Poly::default();
        poly.add(vec![], value.into());
        poly
    }

    /// An atom.
    pub(crate) fn atom(atom: Atom) -> Poly {
        Poly([(vec![atom], RBig::ONE)].into())
    }

    /// A word.
    pub(crate) fn word(word: Word) -> Poly {
        Poly::atom(Atom::Word(word))
    }

    fn add(&mut self, product: Vec<Atom>, coefficient: RBig) {
        let sum = self.0.remove(&product).unwrap_or(RBig::ZERO) + coefficient;
        if !sum.is_zero() {
            self.0.insert(product, sum);
        }
    }

    /// `self + factor * other`
    #[must_use]
    pub(crate) fn plus(&self, other: &Poly, factor: &RBig) -> Poly {
        let mut sum = self.clone();
        for (product, coefficient) in &other.0 {
            sum.add(product.clone(), coefficient * factor);
        }
        sum
    }

    /// `self - other`
    #[must_use]
    pub(crate) fn minus(&self, other: &Poly) -> Poly {
        self.plus(other, &-RBig::ONE)
    }

    /// `self + n`
    #[must_use]
    pub(crate) fn shifted(&self, n: i64) -> Poly {
        self.plus(&Poly::constant(IBig::from(n)), &RBig::ONE)
    }

    /// `factor * self`
    #[must_use]
    pub(crate) fn scaled(&self, factor: &RBig) -> Poly {
        Poly::default().plus(self, factor)
    }

    /// `-self`
    #[must_use]
    pub(crate) fn negated(&self) -> Poly {
        self.scaled(&-RBig::ONE)
    }

    /// `self * other`
    #[must_use]
    pub(crate) fn times(&self, other: &Poly) -> Poly {
        let mut result = Poly::default();
        for (p, a) in &self.0 {
            for (q, b) in &other.0 {
                let mut product = [p.as_slice(), q.as_slice()].concat();
                product.sort_unstable();
                result.add(product, a * b);
            }
        }
        result
    }

    /// About how much memory it takes.
    pub(crate) fn size(&self) -> usize {
        let coefficient = |c: &RBig| (c.numerator().bit_len() + c.denominator().bit_len()) / 32;
        let product = |product: &Vec<Atom>| product.iter().map(Atom::size).sum::<usize>();
        self.0.iter().map(|(p, c)| 1 + product(p) + coefficient(c)).sum()
    }

    /// The most atoms in one product.
    pub(crate) fn degree(&self) -> usize {
        self.0.keys().map(Vec::len).max().unwrap_or(0)
    }

    /// Its value, if it is a constant.
    pub(crate) fn value(&self) -> Option<RBig> {
        match self.0.len() {
            0 => Some(RBig::ZERO),
            1 => self.0.get(&vec![]).cloned(),
            _ => None,
        }
    }

    /// Its value, if it is a whole number.
    pub(crate) fn integer(&self) -> Option<IBig> {
        self.value().filter(RBig::is_int).map(|value| value.into_parts().0)
    }

    /// Its constant term.
    pub(crate) fn constant_term(&self) -> RBig {
        self.0.get(&vec![]).cloned().unwrap_or(RBig::ZERO)
    }

    /// The form without its constant term.
    #[must_use]
    pub(crate) fn without_constant(&self) -> Poly {
        let mut rest = self.clone();
        rest.0.remove(&vec![]);
        rest
    }

    /// The form without a product, and the coefficient of that product.
    pub(crate) fn without(&self, product: &[Atom]) -> (Poly, RBig) {
        let mut rest = self.clone();
        let coefficient = rest.0.remove(product).unwrap_or(RBig::ZERO);
        (rest, coefficient)
    }

    /// The atom, if the form consists of a single one.
    pub(crate) fn single(&self) -> Option<&Atom> {
        match self.0.first_key_value() {
            Some((product, coefficient)) if self.0.len() == 1 && *coefficient == RBig::ONE => {
                match &product[..] {
                    [atom] => Some(atom),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether all its products are whole numbers.
    pub(crate) fn has_whole_products(&self) -> bool {
        self.0.keys().flatten().all(Atom::is_whole)
    }

    /// Whether it is shown to be a whole number wherever it has a value.
    pub(crate) fn is_whole(&self) -> bool {
        self.0.values().all(RBig::is_int) && self.has_whole_products()
    }

    /// The least multiplier that makes all coefficients except the constant whole.
    pub(crate) fn denominator(&self) -> UBig {
        let mut common = UBig::ONE;
        for (product, coefficient) in &self.0 {
            if !product.is_empty() {
                let denominator = coefficient.denominator();
                let shared = (&common).gcd(denominator);
                common = common / shared * denominator;
            }
        }
        common
    }

    /// The least multiplier that makes all coefficients whole.
    pub(crate) fn common_denominator(&self) -> UBig {
        let (common, last) = (self.denominator(), self.constant_term().denominator().clone());
        let shared = (&common).gcd(&last);
        common / shared * last
    }

    /// The form split into the whole parts of its coefficients and the rest.
    pub(crate) fn split(&self) -> (Poly, Poly) {
        let (mut whole, mut rest) = (Poly::default(), Poly::default());
        for (product, coefficient) in &self.0 {
            let floor = RBig::from(coefficient.floor());
            rest.add(product.clone(), coefficient - &floor);
            whole.add(product.clone(), floor);
        }
        (whole, rest)
    }

    /// Calls `visit` for every word in it; `None` stands for words that cannot be identified.
    pub(crate) fn words(&self, visit: &mut dyn FnMut(Option<Word>)) {
        self.0.keys().flatten().for_each(|atom| atom.words(visit));
    }

    /// Calls `visit` for every coefficient in it.
    pub(crate) fn coefficients(&self, visit: &mut dyn FnMut(&RBig)) {
        for (product, coefficient) in &self.0 {
            visit(coefficient);
            for atom in product {
                match atom {
                    Atom::Floor(a) | Atom::Abs(a) | Atom::One(_, a) => {
                        a.coefficients(visit);
                    }
                    Atom::Min(parts) => parts.iter().for_each(|a| a.coefficients(visit)),
                    _ => {}
                }
            }
        }
    }
}
