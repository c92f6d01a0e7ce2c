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
        let index = self.compile(index, program)?;
        let index = program.known(index).filter(|&index| index != 0)?;
        let zero = program.constant(0);
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
        Some(Number::integer(found, program))
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
                if list != List::Rising {
                    return None;
                }
                let count = heaps.len() as i64;
                let mut end = |end: &Option<ExprId>, missing: i64| -> Option<i64> {
                    let Some(end) = end else { return Some(missing) };
                    let end = self.compile(*end, program)?;
                    // Those from the smallest on begin at another place in every position.
                    program.known(end).filter(|&n| n < 0)
                };
                let (from, to) = (end(from, -count)?.max(-count), end(to, -1)?);
                let heaps = (from..=to).map(|place| heaps[(count + place) as usize]);
                let member = |heap: Reg| Member { value: heap, there: program.lt(zero, heap) };
                Some((heaps.map(member).collect(), zero))
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
