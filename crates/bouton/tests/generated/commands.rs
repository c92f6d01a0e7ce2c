//! What `solve`, `table`, `sequence`, pictures and batches answer, compared with the definition.

use std::ops::ControlFlow;

use bouton::Position;
use bouton::engine::{Definition, Outcome, Solved, Values};
use bouton::job::{Budget, Ctx, Stop, Unwatched};
use bouton::lang::syntax::Ending;
use bouton::solve::{self, Answer, Block, Known, Question, Solver, Way};
use dashu_int::UBig;

use super::case::Case;
use super::kernels::{differs, of};
use super::report::Tally;

/// Compares the answers of all commands but `verify`.
pub fn compare(case: &Case, tally: &mut Tally) {
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    // It looks for theorems once, which takes longer than many answers.
    let mut solver = Solver::new(&case.game, None, ctx);
    // Outcomes are asked for in one game, Grundy numbers in the next.
    let asked = case.asked();
    let values = asked[tally.game as usize % asked.len()];
    table(case, values, tally);
    if (tally.game / 2).is_multiple_of(2) {
        summary(case, values, tally);
    }
    single(case, values, &mut solver, tally);
    by_table(case, values, tally);
    batch(case, values, &mut solver, tally);
    picture(case, values, &mut solver, tally);
    answer(case, &mut solver, tally);
    sequence(case, tally);
    no_numbers_in_misere(case, &mut solver, tally);
}

/// A table shows the positions of the box in their order with their values, or the first error.
fn table(case: &Case, values: Values, tally: &mut Tally) {
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let mut shown: Vec<(Position, Solved)> = Vec::new();
    let done = solve::table(&case.game, &case.extent, values, ctx, &mut |position, solved| {
        shown.push((position.clone(), solved));
        ControlFlow::Continue(())
    });
    tally.asked("table");
    if !ends_alike(case, "table", done.err().as_ref(), case.error(), tally) {
        return;
    }
    if shown.len() != case.judged.len() {
        let (found, truth) = (shown.len(), case.judged.len());
        return tally.finding(case, format!("table: {found} positions, there are {truth}"));
    }
    for ((position, found), (judged, truth)) in shown.iter().zip(&case.judged) {
        let truth = truth.as_ref().ok().map(|solved| of(*solved, values));
        if position != judged {
            return tally.finding(case, format!("table: {position} in the place of {judged}"));
        }
        if Some(*found) != truth {
            return tally.finding(case, differs("table", position, Some(*found), truth));
        }
    }
}

/// Whether there is nothing more to compare than errors, which are compared.
fn ends_alike(
    case: &Case,
    who: &str,
    found: Option<&Stop>,
    truth: Option<&Stop>,
    tally: &mut Tally,
) -> bool {
    let told = |stop: Option<&Stop>| stop.map_or("an answer".to_string(), Stop::to_string);
    let same = match (found, truth) {
        (Some(found), Some(truth)) => same_error(case, found, truth),
        (found, truth) => found == truth,
    };
    if !same {
        tally.finding(case, format!("{who}: {}, by the definition {}", told(found), told(truth)));
    }
    found.is_none() && truth.is_none()
}

/// Whether two errors are the same. Where single heaps, or the games of a sum, are looked at alone, an error names these
/// instead of the whole position.
fn same_error(case: &Case, found: &Stop, truth: &Stop) -> bool {
    let alone = !case.game.summands().is_empty() || case.game.heaps_are_independent();
    match (found.diagnostic(), truth.diagnostic()) {
        (Some(found), Some(truth)) if alone => found.code == truth.code,
        _ => found == truth,
    }
}

/// The summary of a table counts what the table shows.
fn summary(case: &Case, values: Values, tally: &mut Tally) {
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let found = solve::summary(&case.game, &case.extent, values, ctx);
    tally.asked("summary");
    if !ends_alike(case, "summary", found.as_ref().err(), case.error(), tally) {
        return;
    }
    let found = found.map(|summary| (summary.positions, summary.p, summary.max_grundy)).ok();
    let solved = || case.judged.iter().filter_map(|(_, solved)| solved.as_ref().ok());
    let p = solved().filter(|solved| solved.outcome == Outcome::P).count() as u64;
    let largest = solved().filter_map(|solved| solved.grundy).max().filter(|_| values.grundy);
    let truth = (case.judged.len() as u64, p, largest);
    if found != Some(truth) {
        tally.finding(case, format!("summary: {found:?}, by the definition {truth:?}"));
    }
}

/// The values of single positions, by theorems or engines. The largest ones come first, so that most of the others are
/// known when they are asked for.
fn single(case: &Case, values: Values, solver: &mut Solver<'_>, tally: &mut Tally) {
    for (position, truth) in case.judged.iter().rev().step_by(7) {
        let found = solver.value(position, values.grundy);
        tally.asked("solve");
        if !same_value(case, "solve", values, position, found, truth, tally) {
            return;
        }
    }
}

/// The same by the numbers of single heaps, or of the games of a sum, where these decide.
fn by_table(case: &Case, values: Values, tally: &mut Tally) {
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let mut solver = Solver::new(&case.game, Some(Way::Table), ctx);
    for (position, truth) in case.judged.iter().rev().step_by(7) {
        let found = solver.value(position, values.grundy);
        if let Err(Stop::Unknown(_)) = found {
            return;
        }
        tally.asked("solve --by table");
        if !same_value(case, "solve --by table", values, position, found, truth, tally) {
            return;
        }
    }
}

/// Whether a value, or an error, is that of the definition.
fn same_value(
    case: &Case,
    who: &str,
    values: Values,
    position: &Position,
    found: Result<(Outcome, Option<UBig>), Stop>,
    truth: &Result<Solved, Stop>,
    tally: &mut Tally,
) -> bool {
    let truth = truth.as_ref().map_err(Stop::clone);
    let truth = truth.map(|solved| {
        let Solved { outcome, grundy, .. } = of(*solved, values);
        (outcome, grundy.map(UBig::from))
    });
    let same = match (&found, &truth) {
        (Err(found), Err(truth)) => same_error(case, found, truth),
        (found, truth) => found == truth,
    };
    if !same {
        tally.finding(case, format!("{who} {position}: {found:?}, by the definition {truth:?}"));
    }
    same
}

/// A whole answer with moves.
fn answer(case: &Case, solver: &mut Solver<'_>, tally: &mut Tally) {
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let place = if tally.game.is_multiple_of(2) { 1 } else { case.judged.len() / 2 };
    let (position, _) = &case.judged[case.judged.len() - place];
    let ask = Question { values: case.values(), moves: usize::MAX };
    let found = solver.answer(position, ask);
    let truth = Solver::new(&case.game, Some(Way::Definition), ctx).answer(position, ask);
    tally.asked("solve with moves");
    let who = format!("solve {position}, with moves");
    if !ends_alike(case, &who, found.as_ref().err(), truth.as_ref().err(), tally) {
        return;
    }
    let (Ok(found), Ok(truth)) = (found, truth) else { return };
    let same = (found.outcome, &found.grundy) == (truth.outcome, &truth.grundy)
        && (!found.complete || found.winning == truth.winning)
        && found.winning.iter().all(|one| truth.winning.iter().any(|of| of.to == one.to));
    if !same {
        let told = |answer: &Answer| {
            let moves: Vec<String> = answer.winning.iter().map(|one| one.to.to_string()).collect();
            format!("{} {:?}, winning moves to {}", answer.outcome, answer.grundy, moves.join(" "))
        };
        let (found, truth) = (told(&found), told(&truth));
        tally.finding(case, format!("{who}: {found}, by the definition {truth}"));
    }
}

/// Many positions at once.
fn batch(case: &Case, values: Values, solver: &mut Solver<'_>, tally: &mut Tally) {
    let start = case.game.start();
    let small = |heaps: &[UBig]| -> Option<Vec<u32>> {
        heaps.iter().map(|heap| u32::try_from(heap).ok()).collect()
    };
    let mut asked: Vec<_> = case
        .judged
        .iter()
        .filter(|(position, _)| position.counters == start && position.parts.is_empty())
        .filter(|(position, _)| !position.heaps.is_empty())
        .filter_map(|(position, solved)| Some((small(&position.heaps)?, position, solved)))
        .collect();
    // The first one says how many heaps the others may have.
    asked.sort_by_key(|(heaps, ..)| std::cmp::Reverse(heaps.len()));
    let mut block = Block::default();
    asked.retain(|(heaps, ..)| block.push(heaps));
    if asked.len() < 2 {
        return;
    }
    tally.asked("batch");
    let mut known = Known::default();
    if let Err(stop) = solver.values(&block, values.grundy, &mut known) {
        let wrong = asked.iter().any(|(.., solved)| solved.is_err());
        if !wrong {
            tally.finding(case, format!("batch: stops with {stop}"));
        }
        return;
    }
    for ((_, position, truth), found) in asked.iter().zip(&known) {
        let found = match found {
            Some(number) => Ok(*number),
            None => solver.value(position, values.grundy).map(|(outcome, grundy)| {
                let number = grundy.and_then(|grundy| u64::try_from(grundy).ok());
                number.unwrap_or(u64::from(outcome == Outcome::N))
            }),
        };
        let truth = truth.as_ref().map(|solved| {
            let number = solved.grundy.filter(|_| values.grundy).map(u64::from);
            number.unwrap_or(u64::from(solved.outcome == Outcome::N))
        });
        let same = match (&found, &truth) {
            (Ok(found), Ok(truth)) => found == truth,
            (Err(found), Err(truth)) => same_error(case, found, truth),
            _ => false,
        };
        if !same {
            let what = format!("batch at {position}: {found:?}, by the definition {truth:?}");
            return tally.finding(case, what);
        }
    }
}

/// A row of a picture: one number of a position runs, the others are held.
fn picture(case: &Case, values: Values, solver: &mut Solver<'_>, tally: &mut Tally) {
    if !case.game.summands().is_empty() || case.error().is_some() {
        return;
    }
    for part in [1, 2] {
        let (corner, _) = &case.judged[case.judged.len() * part / 2 - 1];
        let text = corner.to_string();
        let (heaps, counters) = text.split_once(';').unwrap_or((&text, ""));
        let mut heaps: Vec<&str> = heaps.split(',').collect();
        let place = if part == 1 { 0 } else { heaps.len() - 1 };
        let Ok(most) = heaps[place].parse::<u64>() else { return };
        heaps[place] = "x";
        let at = format!("{};{counters}", heaps.join(","));
        let Ok(slice) = solve::Slice::new(&case.game, at.trim_end_matches(';')) else { continue };
        let corner = solve::Corner::At(most, 0);
        let cells = solver.cells(&slice, 0..most + 1, 0..1, corner, values.grundy);
        let cells = match cells {
            Ok(cells) => cells,
            Err(stop) => return tally.finding(case, format!("picture {at}: stops with {stop}")),
        };
        tally.asked("picture");
        for (x, cell) in (0..).zip(cells) {
            let position = slice.position(x, 0);
            let judged = case.judged.iter().find(|(judged, _)| Some(judged) == position.as_ref());
            let Some((position, Ok(solved))) = judged else { continue };
            let number = solved.grundy.filter(|_| values.grundy).map(u64::from);
            let truth = number.unwrap_or(u64::from(solved.outcome == Outcome::N));
            if cell != Some(truth) {
                let what = format!("picture at {position}: {cell:?}, by the definition {truth}");
                return tally.finding(case, what);
            }
        }
    }
}

/// The longest sequence that is asked for; with splits, and with counters, there are many positions below a heap.
fn longest(case: &Case) -> u64 {
    let start = case.game.start();
    let counted = start.turn.is_some() || start.last.is_some();
    if case.game.splits() || counted { 10 } else { 30 }
}

/// The numbers of single heaps.
fn sequence(case: &Case, tally: &mut Tally) {
    let normal = case.game.ending() == Ending::Normal;
    if !normal || !solve::is_of_one_heap(&case.game) {
        return;
    }
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let to = longest(case);
    let found = solve::one_heap(&case.game, to, true, ctx).map(|found| found.values);
    let Ok(mut definition) = Definition::new(&case.game, case.values(), ctx) else { return };
    let mut truth = Ok(Vec::new());
    for heap in 0..=to {
        // Numbers that are no positions of the game are left out.
        let Ok(position) = case.game.at([heap.into()]) else { continue };
        match (definition.solve(&position), &mut truth) {
            (Ok(solved), Ok(list)) => list.extend(solved.grundy),
            (Err(stop), Ok(_)) => truth = Err(stop),
            (_, Err(_)) => {}
        }
    }
    tally.asked("sequence");
    let same = match (&found, &truth) {
        (Err(found), Err(truth)) => same_error(case, found, truth),
        (found, truth) => found == truth,
    };
    if !same {
        tally.finding(case, format!("sequence: {found:?}, by the definition {truth:?}"));
    }
}

/// Grundy numbers are for normal play: every command refuses them in misère play.
fn no_numbers_in_misere(case: &Case, solver: &mut Solver<'_>, tally: &mut Tally) {
    if case.game.ending() == Ending::Normal {
        return;
    }
    let values = Values { grundy: true, length: false };
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let shown = &mut |_: &Position, _| ControlFlow::Continue(());
    let (position, _) = &case.judged[0];
    let ask = Question { values, moves: 1 };
    let told = [
        ("table", solve::table(&case.game, &case.extent, values, ctx, shown).is_ok()),
        ("summary", solve::summary(&case.game, &case.extent, values, ctx).is_ok()),
        ("solve", solver.answer(position, ask).is_ok()),
    ];
    tally.asked("numbers in misère play");
    for (who, told) in told {
        if told {
            tally.finding(case, format!("{who}: Grundy numbers in misère play"));
        }
    }
}
