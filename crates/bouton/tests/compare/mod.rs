//! Tables against the definition, cell by cell.

use std::ops::ControlFlow;

use bouton::engine::{Asked, Definition, Extent, Outcome, Solved, Values, compute_with, kernels};
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::lang::syntax::Ending;
use bouton::solve::{self, table};
use bouton::{Game, Position};

/// The names of two kernels: the one that must compute outcomes, and the one that must compute Grundy numbers.
pub type Kernels = [&'static str; 2];

pub const LINES: Kernels = ["takes from one heap, in whole rows"; 2];
pub const CELLS: Kernels = ["a table of all positions"; 2];
pub const TURNS: Kernels = ["intervals of each turn", "takes from one heap, as bits"];
pub const LAST: Kernels = ["the last take, as bits", "a table of all positions"];
pub const MASKS: Kernels = ["takes from one heap, as bits"; 2];
pub const REGIONS: Kernels = ["whole regions of positions", "the heaviest position of each number"];
pub const NUMBERS: Kernels = ["a table of all positions", "sets of numbers on lines"];
pub const STEPS: Kernels = ["tuples by what their moves lower"; 2];
pub const SPLITS: Kernels = ["heaps that are split"; 2];

/// The table of a box of heaps and its summary are those of the definition, and so are the tables of all kernels that compute the box,
/// these among them.
pub fn compare(by: Kernels, text: &str, heaps: usize, most: u64) {
    compare_box(by, text, Extent { heaps: 0..=heaps, most: vec![most], counters: vec![] });
}

/// The same for a box of any kind.
pub fn compare_box(by: Kernels, text: &str, extent: Extent) {
    let game = Game::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    for grundy in [false, true] {
        if grundy && game.ending() == Ending::Misere {
            continue;
        }
        let values = Values { grundy, length: false };
        let kernel = by[usize::from(grundy)];
        let mut judge = Definition::new(&game, values, ctx).unwrap();
        let mut found: Vec<(Position, Solved)> = Vec::new();
        let shown = table(&game, &extent, values, ctx, &mut |position, solved| {
            found.push((position.clone(), solved));
            ControlFlow::Continue(())
        });
        let shown = match shown {
            Ok(shown) => shown,
            Err(stop) => {
                // Rule 11: an error at any position is an error of the whole box, and of its summary.
                let mut failed = false;
                let visited = extent.each(&game, &mut |position| {
                    failed |= judge.solve(&position).is_err();
                    Ok(ControlFlow::Continue(()))
                });
                assert!(visited.is_ok() && failed, "{text}: only the table says {stop}");
                assert!(solve::summary(&game, &extent, values, ctx).is_err(), "{text}");
                for name in kernels() {
                    match compute_with(name, &game, values, &Asked::Box(&extent), ctx) {
                        Ok(Ok(_)) => panic!("{text}: {name} gives a table, not {stop}"),
                        Ok(Err(_)) => {}
                        Err(other) => assert_eq!(other, stop, "{text}: {name}"),
                    }
                }
                return;
            }
        };
        let (mut p, mut max_grundy) = (0, grundy.then_some(0));
        for (position, solved) in &found {
            let truth = judge.solve(position).unwrap();
            assert_eq!(*solved, truth, "{text} at {position}");
            p += u64::from(truth.outcome == Outcome::P);
            max_grundy = max_grundy.max(truth.grundy);
        }
        let summary = solve::summary(&game, &extent, values, ctx).unwrap();
        assert_eq!((shown.positions, shown.p), (found.len() as u64, p), "{text}");
        assert_eq!((summary.positions, summary.p), (found.len() as u64, p), "{text}");
        assert_eq!((shown.max_grundy, summary.max_grundy), (max_grundy, max_grundy), "{text}");
        tables(kernel, &game, &extent, &found, values, ctx);
        below(&game, &found, values, &mut judge, ctx);
        // The positions below one, computed at once or not.
        if let Some((corner, _)) = found.last() {
            let ask = solve::Question { values, moves: 3 };
            let answer = solve::solve(&game, corner, ask, ctx).unwrap();
            assert_eq!(answer.outcome, judge.solve(corner).unwrap().outcome, "{text} at {corner}");
        }
    }
    drop(game);
    assert_eq!(budget.used(), 0);
}

/// A box so small that the definition computes it is computed by the kernels all the same.
fn tables(
    kernel: &str,
    game: &Game,
    extent: &Extent,
    found: &[(Position, Solved)],
    values: Values,
    ctx: Ctx<'_>,
) {
    let mut taken = Vec::new();
    for name in kernels() {
        let computed = compute_with(name, game, values, &Asked::Box(extent), ctx).unwrap();
        let Ok(computed) = computed else { continue };
        taken.push(computed.kernel);
        for (position, solved) in found {
            let cell = computed.get(position, values);
            assert_eq!(cell, Some(*solved), "{name}: {game} at {position}");
        }
    }
    assert!(taken.contains(&kernel), "{game}, {extent:?}: {taken:?} compute it, not {kernel}");
}

/// Boxes below positions that are no corners of a table: one heap or coordinate runs, the others are held.
fn below(
    game: &Game,
    found: &[(Position, Solved)],
    values: Values,
    judge: &mut Definition<'_>,
    ctx: Ctx<'_>,
) {
    for (part, last) in [(1, true), (2, false), (2, true)] {
        let Some((corner, _)) = found.get(found.len() * part / 3) else { continue };
        let text = corner.to_string();
        let (heaps, counters) = text.split_once(';').unwrap_or((&text, ""));
        let mut heaps: Vec<&str> = heaps.split(',').collect();
        let place = if last { heaps.len() - 1 } else { 0 };
        let most: u64 = heaps[place].parse().unwrap();
        heaps[place] = "x";
        let at = format!("{};{counters}", heaps.join(","));
        let slice = solve::Slice::new(game, at.trim_end_matches(';')).unwrap();
        let mut solver = solve::Solver::new(game, None, ctx);
        let corner = solve::Corner::At(most, 0);
        let cells = solver.cells(&slice, 0..most + 1, 0..1, corner, values.grundy).unwrap();
        for (x, cell) in (0..).zip(cells) {
            let truth = slice.position(x, 0).map(|position| {
                let solved = judge.solve(&position).unwrap();
                solved.grundy.map_or(u64::from(solved.outcome == Outcome::N), u64::from)
            });
            assert_eq!(cell, truth, "{game} at {at}, x = {x}");
        }
    }
}
