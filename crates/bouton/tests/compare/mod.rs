//! Tables against the definition, cell by cell.

#![allow(dead_code)] // Each test uses a part of it.

use std::ops::ControlFlow;

use bouton::Game;
use bouton::engine::{Definition, Extent, Outcome, Solved, Values};
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::lang::syntax::Ending;
use bouton::solve::{self, table};

/// The table of a box of heaps and its summary are those of the definition.
pub fn compare(text: &str, heaps: usize, most: u64) {
    compare_box(text, Extent { heaps: 0..=heaps, most: vec![most], counters: vec![] });
}

/// The same for a box of any kind.
pub fn compare_box(text: &str, extent: Extent) {
    let game = Game::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let budget = Budget::default();
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    for grundy in [false, true] {
        if grundy && game.ending() == Ending::Misere {
            continue;
        }
        let values = Values { grundy, length: false };
        let mut judge = Definition::new(&game, values, ctx).unwrap();
        let mut found: Vec<(bouton::Position, Solved)> = Vec::new();
        let shown = table(&game, &extent, values, ctx, &mut |position, solved| {
            found.push((position.clone(), solved));
            ControlFlow::Continue(())
        });
        let Ok(shown) = shown else { return };
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
