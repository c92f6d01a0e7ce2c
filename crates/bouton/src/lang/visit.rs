//! Walks over expressions. Equal expressions are stored once, so an expression is a graph: `a63` of
//! `let a0 = t+t, a1 = a0+a0, …` has 64 nodes and, written out, 2^64. A walk visits each node once.

use rustc_hash::FxHashSet;

use super::core::{Core, ExprId};

impl Core {
    /// Visits each expression that some are made of, once. `visit` returns the parts to go on with, or `None` to
    /// end the walk. Returns whether the walk came to its end by itself.
    pub(crate) fn visit(
        &self,
        roots: &[ExprId],
        mut visit: impl FnMut(ExprId) -> Option<Vec<ExprId>>,
    ) -> bool {
        let mut seen: FxHashSet<ExprId> = FxHashSet::default();
        let mut stack = roots.to_vec();
        while let Some(id) = stack.pop() {
            if seen.insert(id) {
                let Some(parts) = visit(id) else { return false };
                stack.extend(parts);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::builtin::Binary;
    use crate::lang::core::Word;

    #[test]
    fn a_shared_expression_is_visited_once() {
        let mut core = Core::default();
        let mut sum = core.word(Word::Total);
        for _ in 0..64 {
            sum = core.binary(Binary::Add, sum, sum);
        }
        let mut visited = 0;
        let ended = core.visit(&[sum, sum], |id| {
            visited += 1;
            Some(core.parts(id))
        });
        assert!(ended);
        assert_eq!(visited, 65);
        assert!(!core.visit(&[sum], |_| None));
    }
}
