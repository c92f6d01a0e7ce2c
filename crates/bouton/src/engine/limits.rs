//! How far an engine goes before it says that a job does not fit, and how it says so.

use dashu_int::UBig;

use crate::job::{Budget, Stop};
use crate::lang::{Code, Diagnostic};

/// The positions or heaps, their bytes and the moves to them that are reached before it is said that they do not fit, when there
/// may be more of them than fit.
pub(super) const PROBE: usize = 1_000_000;
pub(super) const PROBE_BYTES: usize = 128 << 20;
pub(super) const PROBE_MOVES: u64 = 20_000_000;

/// What the tables take before there is a position in them.
const SMALLEST: u64 = 4 << 10;

/// How often somebody is asked whether to go on: in positions or heaps, and in moves from one.
pub(super) const TICK: usize = 256;
pub(super) const MOVES_TICK: usize = 1 << 14;

/// About how many things of `each` bytes fit.
pub(super) fn capacity(budget: &Budget, each: usize) -> usize {
    let fit = budget.limit().saturating_sub(SMALLEST) / each as u64;
    fit.min(u64::from(u32::MAX)) as usize
}

/// Why a job stopped: there is more than fits. What would fit is said in words.
pub(super) fn over(positions: String, fits: String, budget: &Budget) -> Stop {
    let fits = format!("{fits}; with `--memory SIZE` all of that is used before it gives up");
    Stop::OverBudget { positions, limit: budget.limit(), fits }
}

/// Tables of more positions are refused where they take no memory: they take days.
const MOST_POSITIONS: u64 = 1_000_000_000_000;

/// Refuses a table with more positions than anybody waits for.
pub(super) fn refuse_many(positions: &UBig) -> Result<(), Stop> {
    if *positions <= UBig::from(MOST_POSITIONS) {
        return Ok(());
    }
    let positions = about(positions);
    let message = format!("the table has {positions} positions, too many to look at each");
    let help = format!("a table has at most {MOST_POSITIONS} positions");
    Err(Diagnostic::new(Code::TooMuchWork, message).help(help).into())
}

/// A number for people: exact, unless it has very many digits.
#[must_use]
pub fn about(n: &UBig) -> String {
    let digits = n.to_string();
    if digits.len() <= 40 { digits } else { format!("about 10^{}", digits.len() - 1) }
}
