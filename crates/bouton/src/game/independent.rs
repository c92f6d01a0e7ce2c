//! Whether the heaps of a game are independent of one another.

use super::rules::{Game, Pass, Rule, RuleKind, Shape};
use crate::lang::shorten;
use crate::lang::syntax::{Ending, From};

impl Game {
    /// Whether, in normal play, the moves of a heap depend on that heap alone. Then a position is
    /// the sum of its heaps, and its Grundy number is the xor of theirs.
    #[must_use]
    pub fn heaps_are_independent(&self) -> bool {
        self.why_heaps_depend().is_none()
    }

    /// Why a position is not the sum of its heaps, as far as the text shows it; `None` if it is.
    #[must_use]
    pub fn why_heaps_depend(&self) -> Option<String> {
        // Every field is named, so that whoever adds one has to consider it here.
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
            Shape::Heaps { most: Some(_), order: _ } if self.splits() => {
                return Some("whether a heap may be split depends on how many there are".into());
            }
            // Takes never make more heaps and do not depend on where the heaps lie.
            Shape::Heaps { most: _, order: _ } => {}
            Shape::Tuple(..) => return Some("its positions are tuples".into()),
            Shape::Sum(_) => return Some("it is a sum of games".into()),
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
            return Some(format!("`{counter}` is shared by all heaps"));
        }
        if rank.is_some() || !open.is_empty() {
            return Some("it is not a game of takes with all its parameters".into());
        }
        rules.iter().find_map(|rule| self.why_rule_depends(rule))
    }

    /// Why a rule looks at more than the chosen heap.
    pub(crate) fn why_rule_depends(&self, rule: &Rule) -> Option<String> {
        let line = || shorten(&rule.text);
        if rule.after.is_some() {
            return Some(format!("`{}` looks at the whole position after the move", line()));
        }
        let from = match &rule.kind {
            RuleKind::Take { from, .. } | RuleKind::Split { from, .. } => from,
            RuleKind::Several { .. } => {
                return Some(format!("`{}` takes from several heaps", line()));
            }
            RuleKind::Move { .. } => return Some(format!("`{}` moves a tuple", line())),
        };
        match from {
            From::Any => {}
            From::Largest | From::Smallest => {
                return Some(format!("`{}` compares the heaps", line()));
            }
            From::Ends => return Some(format!("`{}` looks at where the heaps lie", line())),
        }
        let depends = rule.looked_at().into_iter().any(|id| self.core.looks_at_position(id));
        depends.then(|| format!("`{}` looks at more than the chosen heap", line()))
    }
}
