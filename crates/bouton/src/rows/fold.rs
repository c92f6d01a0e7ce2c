//! Lists of numbers: the heaps of a position, and variables that run over them or over a few integers.

use super::compile::Compiler;
use super::heaps::List;
use super::number::Number;
use super::program::{Program, Reg};
use crate::lang::core::{Domain, ExprId, Fold};

/// Variables that run over more integers are left to the exact evaluator.
const MOST_WRITTEN_OUT: i64 = 64;

/// A value of a list, where it belongs to it.
struct Member {
    value: Reg,
    there: Reg,
}

impl Compiler<'_> {
    /// `x[i]`.
    pub(super) fn heap(&mut self, index: ExprId, program: &mut Program) -> Option<Number> {
        let (heaps, list) = self.meaning.heaps()?;
        let number = self.number(index, program).whole(program)?;
        let zero = program.constant(0);
        let Some(index) = program.known(number.above).filter(|&index| index != 0) else {
            return self.heap_at(number, program);
        };
        let place = |place: i64| usize::try_from(place).ok().and_then(|i| heaps.get(i)).copied();
        let count = heaps.len() as i64;
        let mut found = zero;
        let mut found_from = |i: usize, index: i64| {
            let at = place(i as i64 + index).unwrap_or(zero);
            let filled = program.lt(zero, heaps[i]);
            found = program.select(filled, at, found);
        };
        match (list, index > 0) {
            (List::Mixed, _) => return None,
            (List::Rising | List::Places, false) => found = place(count + index).unwrap_or(zero),
            (List::Row | List::Places, true) => found = place(index - 1).unwrap_or(zero),
            // From the last heap that is not empty on.
            (List::Row, false) => (0..heaps.len()).for_each(|i| found_from(i, index + 1)),
            // From the smallest heap that is not empty on.
            (List::Rising, true) => (0..heaps.len()).rev().for_each(|i| found_from(i, index - 1)),
        }
        if matches!((list, index), (List::Rising | List::Row, -1 | 1)) {
            found = self.at_least_one(Some(found), program)?;
        }
        Some(Number { above: found, ..number })
    }

    /// The heap at an index that differs from position to position.
    fn heap_at(&mut self, index: Number, program: &mut Program) -> Option<Number> {
        let listed = self.listed(program)?;
        let (at, trouble) = listed.place(index, program)?;
        let mut found = program.constant(0);
        for Listed { heap, place, there } in listed.heaps {
            let is = program.eq(at, place);
            let is = program.and(there, is);
            found = program.select(is, heap, found);
        }
        Some(Number::integer(found, program).but_not_where(trouble, program))
    }

    /// The heaps of a position with their places; `None` if these are not known.
    fn listed(&self, program: &mut Program) -> Option<Listing> {
        let (heaps, list) = self.meaning.heaps()?;
        let (zero, one) = (program.constant(0), program.constant(1));
        let mut count = zero;
        for &heap in heaps {
            let filled = program.lt(zero, heap);
            count = program.add(count, filled)?;
        }
        let all = program.constant(heaps.len() as i64);
        let (length, empty) = match list {
            List::Mixed => return None,
            List::Places => (all, zero),
            List::Row => (count, zero),
            // The empty ones come first, and are not listed.
            List::Rising => (count, program.sub(all, count)?),
        };
        let mut listed = Vec::new();
        for (i, &heap) in heaps.iter().enumerate() {
            let place = program.constant(i as i64);
            let place = program.sub(place, empty)?;
            let there = if list == List::Places { one } else { program.lt(zero, heap) };
            listed.push(Listed { heap, place, there });
        }
        Some(Listing { heaps: listed, length })
    }

    /// A variable that runs over a list, which is written out.
    pub(super) fn fold(
        &mut self,
        fold: Fold,
        variable: u16,
        domain: &Domain,
        body: ExprId,
        program: &mut Program,
    ) -> Option<Number> {
        let (list, mut trouble) = self.list(domain, program)?;
        let mut members = Vec::new();
        for Member { value: number, there } in list {
            if program.known(there) == Some(0) {
                continue;
            }
            let value = self.with(variable, number, |compiler| compiler.number(body, program));
            let mut value = value.whole(program)?;
            if fold == Fold::Xor {
                value = value.natural(program)?;
            }
            let without = program.and(there, value.trouble);
            trouble = program.or(trouble, without);
            members.push(Member { value: value.above, there });
        }
        let number = folded(fold, &members, program)?;
        Some(number.but_not_where(trouble, program))
    }

    /// The numbers that a variable runs over, and where there is no such list.
    fn list(&mut self, domain: &Domain, program: &mut Program) -> Option<(Vec<Member>, Reg)> {
        let zero = program.constant(0);
        match domain {
            Domain::Heaps(from, to) => {
                let (heaps, list) = self.meaning.heaps()?;
                if from.is_none() && to.is_none() {
                    let one = program.constant(1);
                    let member = |&heap: &Reg| Member {
                        value: heap,
                        there: if list == List::Places { one } else { program.lt(zero, heap) },
                    };
                    return Some((heaps.iter().map(member).collect(), zero));
                }
                let count = heaps.len() as i64;
                let mut end = |end: &Option<ExprId>| {
                    let end = end.as_ref()?;
                    Some(
                        self.number(*end, program)
                            .whole(program)
                            .unwrap_or_else(|| Number::none(program)),
                    )
                };
                let (from, to) = (end(from), end(to));
                // Counted from the largest, they stand at the same places in every position.
                let known = |end: Option<Number>, missing: i64| match end {
                    None => Some(missing),
                    Some(end) if program.known(end.trouble) == Some(0) => {
                        program.known(end.above).filter(|&n| n < 0)
                    }
                    Some(_) => None,
                };
                if let (List::Rising, Some(from), Some(to)) =
                    (list, known(from, -count), known(to, -1))
                {
                    let heaps = (from.max(-count)..=to).map(|at| heaps[(count + at) as usize]);
                    let member = |heap: Reg| Member { value: heap, there: program.lt(zero, heap) };
                    return Some((heaps.map(member).collect(), zero));
                }
                self.slice(from, to, program)
            }
            Domain::Range(from, to) => {
                let from = self.number(*from, program).whole(program)?;
                let to = self.number(*to, program).whole(program)?;
                let (least, most) = (program.range(from.above).0, program.range(to.above).1);
                if most - least >= MOST_WRITTEN_OUT {
                    return None;
                }
                let member = |n: i64| {
                    let value = program.constant(n);
                    let (after, before) =
                        (program.le(from.above, value), program.le(value, to.above));
                    Member { value, there: program.and(after, before) }
                };
                let members = (least..=most).map(member).collect();
                Some((members, program.or(from.trouble, to.trouble)))
            }
        }
    }

    /// The heaps from one index to another, either of which may be missing.
    fn slice(
        &mut self,
        from: Option<Number>,
        to: Option<Number>,
        program: &mut Program,
    ) -> Option<(Vec<Member>, Reg)> {
        let listed = self.listed(program)?;
        let mut trouble = program.constant(0);
        let mut ends = [None; 2];
        for (end, index) in ends.iter_mut().zip([from, to]) {
            if let Some(index) = index {
                let (place, none) = listed.place(index, program)?;
                trouble = program.or(trouble, none);
                *end = Some(place);
            }
        }
        let [from, to] = ends;
        let mut members = Vec::new();
        for Listed { heap, place, there } in listed.heaps {
            let after = from.map(|from| program.le(from, place));
            let before = to.map(|to| program.le(place, to));
            let within = after.into_iter().chain(before);
            let there = within.fold(there, |there, is| program.and(there, is));
            members.push(Member { value: heap, there });
        }
        Some((members, trouble))
    }
}

/// The heaps of a position as the language lists them, and their number.
struct Listing {
    heaps: Vec<Listed>,
    length: Reg,
}

/// A heap, its place in the list from 0 on, and whether it is listed.
struct Listed {
    heap: Reg,
    place: Reg,
    there: Reg,
}

impl Listing {
    /// The place of an index, and where there is none. The place may lie outside of the list.
    fn place(&self, index: Number, program: &mut Program) -> Option<(Reg, Reg)> {
        let (zero, one) = (program.constant(0), program.constant(1));
        let from_first = program.sub(index.above, one)?;
        let from_last = program.add(self.length, index.above)?;
        let positive = program.lt(zero, index.above);
        let place = program.select(positive, from_first, from_last);
        let none = program.eq(index.above, zero);
        Some((place, program.or(index.trouble, none)))
    }
}

/// What is made of the values of a list.
fn folded(fold: Fold, members: &[Member], program: &mut Program) -> Option<Number> {
    let (zero, one) = (program.constant(0), program.constant(1));
    let result = match fold {
        Fold::Sum | Fold::Count | Fold::Xor | Fold::Exists => {
            members.iter().try_fold(zero, |all, &Member { value, there }| {
                let value = program.select(there, value, zero);
                match fold {
                    Fold::Xor => program.xor(all, value),
                    Fold::Exists => Some(program.or(all, value)),
                    _ => program.add(all, value),
                }
            })?
        }
        Fold::Forall => members.iter().fold(one, |all, &Member { value, there }| {
            let value = program.select(there, value, one);
            program.and(all, value)
        }),
        Fold::Distinct => {
            let mut distinct = one;
            for (i, a) in members.iter().enumerate() {
                for b in &members[..i] {
                    let (both, equal) =
                        (program.and(a.there, b.there), program.eq(a.value, b.value));
                    let twice = program.and(both, equal);
                    let once = program.not(twice);
                    distinct = program.and(distinct, once);
                }
            }
            distinct
        }
        Fold::Min | Fold::Max => {
            // Of none they have no value.
            let (mut result, mut any) = (zero, zero);
            for &Member { value, there } in members {
                let better = match fold {
                    Fold::Min => program.min(result, value)?,
                    _ => program.max(result, value)?,
                };
                let with = program.select(any, better, value);
                result = program.select(there, with, result);
                any = program.or(any, there);
            }
            let none = program.not(any);
            return Some(Number::integer(result, program).but_not_where(none, program));
        }
    };
    Some(Number::integer(result, program))
}
