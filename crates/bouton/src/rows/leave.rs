//! What has no meaning on rows is left to the exact evaluator.

use std::sync::Arc;

use dashu_int::IBig;

use super::compile::Compiler;
use super::exact::{Exact, MOST, Part};
use super::heaps::List;
use super::number::Number;
use super::program::{LARGEST, Program, Reg};
use crate::lang::core::{Domain, ExprId, Node, Type, Word};
use crate::lang::{Interval, Region};

/// Larger expressions are not looked through.
const MOST_SEEN: usize = 1000;

impl Compiler<'_> {
    /// An expression that is left to the exact evaluator, the `whole` or a part of one; `None` if it looks at too much.
    pub(super) fn exact(
        &mut self,
        id: ExprId,
        whole: bool,
        program: &mut Program,
    ) -> Option<Number> {
        let core = self.exact.clone()?;
        let mut words = Vec::new();
        let (mut heaps, mut seen) = (false, 0);
        let all = core.visit(&[id], |id| {
            seen += 1;
            match core.node(id) {
                Node::Word(word) if !words.contains(word) => words.push(*word),
                Node::Heap(_) | Node::Fold(_, _, Domain::Heaps(..), _) => heaps = true,
                // Their variables are others.
                Node::Call(..) | Node::Open(..) => return None,
                _ => {}
            }
            (seen < MOST_SEEN).then(|| core.parts(id))
        });
        if !all {
            return None;
        }
        let mut given: Vec<(Part, Reg)> = Vec::new();
        let (mut places, mut sorted) = (true, false);
        if heaps {
            let (heaps, listed) = self.meaning.heaps()?;
            given.extend(heaps.iter().map(|&heap| (Part::Heap, heap)));
            (places, sorted) = match listed {
                List::Places => (true, false),
                List::Row => (false, false),
                List::Rising | List::Mixed => (false, true),
            };
        }
        for word in words {
            let reg = match word {
                Word::Chosen => self.chosen,
                // One that the expression binds itself is not given.
                Word::Variable(i) => {
                    let given = self.variables.iter().rev().find(|(variable, _)| *variable == i);
                    match given {
                        Some((_, reg)) => Some(*reg),
                        None => continue,
                    }
                }
                word => self.meaning.word(word, program),
            };
            given.push((Part::Word(word), reg?));
        }
        // What may be too large is left to what it is a part of, if it is one.
        let mut region = Region::default();
        for &(part, reg) in &given {
            if let Part::Word(word) = part {
                let (least, most) = program.range(reg);
                region.set(word, Interval::new(least, most));
            }
        }
        let hull = region.hull(&core, id, &mut |_| None);
        let small = |end: &Option<IBig>| {
            end.as_ref().is_some_and(|end| {
                i64::try_from(end).is_ok_and(|end| (-MOST..=MOST).contains(&end))
            })
        };
        if !whole && core.type_of(id) != Type::Bool && !(small(&hull.lo) && small(&hull.hi)) {
            return None;
        }
        let mut key = program.constant(0);
        let (mut parts, mut keys) = (Vec::new(), 1i64);
        for (part, reg) in given {
            let (least, most) = program.range(reg);
            let count = most - least + 1;
            let above = if least == 0 {
                Some(reg)
            } else {
                let least = program.constant(least);
                program.sub(reg, least)
            };
            let times = program.constant(keys);
            let shifted = program.mul(above?, times)?;
            key = program.add(key, shifted)?;
            keys = keys.checked_mul(count).filter(|&keys| keys <= LARGEST)?;
            parts.push((part, least, count));
        }
        let exact = Exact { core, id, parts, places, sorted };
        let (above, trouble) = program.exact(Arc::new(exact), key);
        Some(Number::integer(above, program).but_not_where(trouble, program))
    }
}
