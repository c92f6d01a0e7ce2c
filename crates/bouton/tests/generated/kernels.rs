//! Every kernel that accepts a game, compared with the definition position by position.

use bouton::engine::{Asked, Solved, Values, compute_with, kernels};
use bouton::job::{Budget, Ctx, Unwatched};

use super::case::Case;
use super::report::Tally;

/// What the definition says, without the number if that is not asked for.
pub fn of(solved: Solved, values: Values) -> Solved {
    Solved { grundy: solved.grundy.filter(|_| values.grundy), ..solved }
}

/// Compares the tables of all kernels: of the box, and of the positions below some of its positions.
pub fn compare(case: &Case, tally: &mut Tally) {
    for values in case.asked() {
        for kernel in kernels() {
            the_box(case, values, kernel, tally);
            for place in [case.judged.len() / 3, case.judged.len() - 1] {
                below(case, values, kernel, place, tally);
            }
        }
    }
}

fn the_box(case: &Case, values: Values, kernel: &'static str, tally: &mut Tally) {
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let found = compute_with(kernel, &case.game, values, &Asked::Box(&case.extent), ctx);
    let computed = match (found, case.error()) {
        (Ok(Err(_)), _) => return,
        (Err(stop), Some(error)) if stop == *error => return,
        (Err(stop), _) => return tally.finding(case, format!("{kernel}: stops with {stop}")),
        (Ok(Ok(_)), Some(error)) => {
            return tally
                .finding(case, format!("{kernel}: gives a table; the definition: {error}"));
        }
        (Ok(Ok(computed)), None) => computed,
    };
    assert_eq!(computed.kernel, kernel);
    tally.taken(kernel);
    for (position, solved) in &case.judged {
        let truth = solved.as_ref().ok().map(|solved| of(*solved, values));
        let found = computed.get(position, values);
        if found != truth {
            return tally.finding(case, differs(kernel, position, found, truth));
        }
    }
}

/// The same for the positions below one.
fn below(case: &Case, values: Values, kernel: &'static str, place: usize, tally: &mut Tally) {
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let (start, truth) = &case.judged[place];
    let found = compute_with(kernel, &case.game, values, &Asked::Below(start), ctx);
    let computed = match (found, truth) {
        (Ok(Err(_)), _) => return,
        (Err(stop), Err(error)) if stop == *error => return,
        (Err(stop), _) => {
            return tally.finding(case, format!("{kernel}: below {start} it stops with {stop}"));
        }
        (Ok(Ok(_)), Err(error)) => {
            let what = format!("{kernel}: a table below {start}; the definition: {error}");
            return tally.finding(case, what);
        }
        (Ok(Ok(computed)), Ok(_)) => computed,
    };
    assert_eq!(computed.kernel, kernel);
    tally.taken_below(kernel);
    for (position, solved) in &case.judged {
        let found = computed.get(position, values);
        let truth = solved.as_ref().ok().map(|solved| of(*solved, values));
        // A table may have places for positions that are not below the one that is asked for.
        let must = position == start || (found.is_some() && truth.is_some());
        if must && found != truth {
            let kernel = format!("{kernel}, below {start}");
            return tally.finding(case, differs(&kernel, position, found, truth));
        }
    }
}

/// What differs, in words.
pub fn differs(
    who: &str,
    position: &bouton::Position,
    found: Option<Solved>,
    truth: Option<Solved>,
) -> String {
    let words = |solved: Option<Solved>| match solved {
        None => "nothing".to_string(),
        Some(Solved { outcome, grundy: None, .. }) => outcome.to_string(),
        Some(Solved { outcome, grundy: Some(n), .. }) => format!("{outcome} {n}"),
    };
    format!("{who}: {} at {position}, by the definition {}", words(found), words(truth))
}
