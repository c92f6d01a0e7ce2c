//! Findings that are known and not yet mended. This list is to be emptied.

use bouton::lang::syntax::Order;

use super::case::Case;

/// A class of findings.
struct Known {
    reason: &'static str,
    /// Whether a finding belongs to it.
    is: fn(&Case, &str) -> bool,
}

const KNOWN: &[Known] = &[
    Known {
        reason: "a kernel reads `from all` and `both` in a row as all heaps that are there (rule 9)",
        is: |case, _| {
            let all = ["from all", "from both"].iter().any(|one| case.used.contains(one));
            all && case.game.order() == Order::Row
        },
    },
    Known {
        reason: "the summary of a table tells Grundy numbers in misère play",
        is: |_, what| what == "summary: Grundy numbers in misère play",
    },
    Known {
        reason: "a solver that has a box of one turn leaves out winning moves, whose options have the next turn",
        is: |case, what| {
            case.game.start().turn.is_some()
                && what.starts_with("solve")
                && what.contains("with moves")
        },
    },
    Known {
        reason: "the definition does not let the target bound a variable (rule 3), and kernels do",
        is: |_, what| what.contains("E0045"),
    },
    Known {
        reason: "a kernel does not look at a condition without a value where the move cannot be made (rule 11)",
        is: |case, what| {
            let answered = ["a table", "an answer"].iter().any(|one| what.contains(one));
            let all = ["from all", "from both"].iter().any(|one| case.used.contains(one));
            answered && what.contains("E004") && (all || case.game.coordinates().is_some())
        },
    },
];

/// Constructs that no game can contain yet, and why.
const MISSING: &[(&str, &str)] = &[(
    "a variable that the target bounds",
    "`move (x - t, y) for t where t >= 1` is refused with E0045, although the target bounds `t`",
)];

/// Why a finding is known.
pub fn reason(case: &Case, what: &str) -> Option<&'static str> {
    KNOWN.iter().find(|known| (known.is)(case, what)).map(|known| known.reason)
}

/// Why a construct is missing.
pub fn missing(construct: &str) -> Option<&'static str> {
    MISSING.iter().find(|(name, _)| *name == construct).map(|(_, why)| *why)
}
