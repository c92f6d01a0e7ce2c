//! What a claim is compared with.

use std::fmt;

use crate::engine::Method;
use crate::lang::counted;

/// What claims are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The definition engine, which follows the definition position by position.
    Definition,
    /// A table that a kernel computes.
    Table,
    /// The claim itself: at each position it must follow from what it says of the options.
    Condition,
}

impl By {
    /// All of them.
    pub const ALL: [By; 3] = [By::Definition, By::Table, By::Condition];
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            By::Definition => "definition",
            By::Table => "table",
            By::Condition => "condition",
        })
    }
}

/// One comparison of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// What it was compared with.
    pub by: By,
    /// The kernel that computed the table, if it was one.
    pub kernel: Option<&'static str>,
    /// The box of positions, in words; empty for examples.
    pub within: String,
    /// At how many positions.
    pub positions: u64,
    /// How many of these the compiled claim decided, over whole rows; the exact evaluator decided the others.
    pub compiled: u64,
}

impl Comparison {
    /// What it was compared with, in words: `the table (one heap at a time: …)`.
    #[must_use]
    pub fn with(&self) -> String {
        match (self.by, self.kernel) {
            (By::Definition, _) => "the definition".into(),
            (By::Condition, _) => "what it says of their options".into(),
            (By::Table, None) => "a table".into(),
            (By::Table, Some(kernel)) if Some(kernel) == Method::Heaps.kernel() => {
                format!("the table ({kernel}: the xor of the heaps' own numbers)")
            }
            (By::Table, Some(kernel)) if Some(kernel) == Method::Sum.kernel() => {
                format!("the table ({kernel}: the xor of the games' own numbers)")
            }
            (By::Table, Some(kernel)) => format!("the table ({kernel})"),
        }
    }

    /// The positions, in words: `35 positions within at most 3 heaps of at most 4 stones`.
    #[must_use]
    pub fn positions(&self) -> String {
        let positions = counted(self.positions, "position");
        match &self.within[..] {
            "" => positions,
            within => format!("{positions} within {within}"),
        }
    }

    /// The comparisons of a list in words, equal positions once.
    #[must_use]
    pub fn words(checked: &[Comparison]) -> Vec<String> {
        let same = |a: &Comparison, b: &Comparison| {
            (a.positions, &a.within) == (b.positions, &b.within)
                && a.by != By::Condition
                && b.by != By::Condition
        };
        let lines = checked.chunk_by(same).map(|same| {
            let with: Vec<String> = same.iter().map(|one| format!("with {}", one.with())).collect();
            format!("{}, compared {}", same[0].positions(), with.join(" and "))
        });
        lines.collect()
    }
}
