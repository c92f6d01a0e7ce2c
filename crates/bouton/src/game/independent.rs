//! Whether the heaps of a game have nothing to do with one another.

use super::{Amount, Game, Pass, Rule, RuleKind, Shape};
use crate::lang::core::ExprId;
use crate::lang::shorten;
use crate::lang::syntax::{Ending, From};

impl Game {
    /// Whether what may be done with a heap depends on that heap alone, in normal play. Then a position is the
    /// sum of its heaps, and its Grundy number is the xor of theirs.
    #[must_use]
    pub fn heaps_are_independent(&self) -> bool {
        self.why_heaps_depend().is_none()
    }

    /// Why a position is not the sum of its heaps, as far as the text shows it; `None` when it is.
    #[must_use]
    pub fn why_heaps_depend(&self) -> Option<String> {
        // Every field is looked at, so that a new one is thought of here.
        let Game {
            text: _,
            core: _,
            shape,
            rules,
            pass,
            ending,
            rank,
            rank_span: _,
            turn,
            last,
            open,
            open_where: _,
            normal: _,
        } = self;
        match shape {
            // Takes never make more heaps.
            Shape::Heaps(_) => {}
            Shape::Tuple(..) => return Some("its positions are tuples".into()),
        }
        match ending {
            Ending::Normal => {}
            Ending::Misere => return Some("it is misère".into()),
        }
        if let Some(Pass { .. }) = pass {
            return Some("a pass counts for all heaps together".into());
        }
        if *turn || *last {
            let counter = if *turn { "turn" } else { "last" };
            return Some(format!("`{counter}` is the same for all heaps"));
        }
        if rank.is_some() || !open.is_empty() {
            return Some("it is not a game of takes with all its parameters".into());
        }
        rules.iter().find_map(|rule| self.why_rule_depends(rule))
    }

    /// Why a rule looks at more than the chosen heap.
    fn why_rule_depends(&self, rule: &Rule) -> Option<String> {
        let line = || shorten(&rule.text);
        let mut looked_at: Vec<ExprId> = rule.when.into_iter().collect();
        match &rule.kind {
            RuleKind::Take { amount, from } => {
                match from {
                    From::Any => {}
                    From::Largest | From::Smallest => {
                        return Some(format!("`{}` compares the heaps", line()));
                    }
                }
                match amount {
                    Amount::In(ranges) | Amount::AllBut(ranges) => {
                        looked_at.extend(ranges.iter().flat_map(|&(lo, hi)| [lo, hi]));
                    }
                    Amount::Where(_, condition) => looked_at.push(*condition),
                }
            }
            RuleKind::Move { .. } => return Some(format!("`{}` moves a tuple", line())),
        }
        let depends = looked_at.iter().any(|&id| self.core.looks_at_position(id));
        depends.then(|| format!("`{}` looks at more than the chosen heap", line()))
    }
}
