//! Boxes of positions: a table shows each of theirs once, and does no more work than that.

use std::collections::HashSet;
use std::ops::{ControlFlow, RangeInclusive};

use bouton::Game;
use bouton::engine::{Extent, Method, Values};
use bouton::job::{Budget, Ctx, Stop, Unwatched};
use bouton::solve::{Summary, table};
use dashu_int::UBig;

fn boxed(heaps: RangeInclusive<usize>, most: &[u64]) -> Extent {
    Extent { heaps, most: most.to_vec(), counters: vec![] }
}

/// The table of a box; each position comes once, and the rows of those without counters rise.
fn shown(game: &Game, extent: &Extent) -> Result<Summary, Stop> {
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    extent.check(game)?;
    let counted = extent.columns(game).len() > extent.width(game);
    let (mut seen, mut before) = (HashSet::new(), None);
    table(game, extent, Values::default(), ctx, &mut |position, _| {
        assert!(seen.insert(position.clone()), "{game} at {position} twice");
        let row = Some(extent.row(game, position));
        assert!(counted || before < row, "{game} at {position}");
        before = row;
        ControlFlow::Continue(())
    })
}

#[test]
fn a_table_shows_as_many_positions_as_are_counted() {
    for text in [
        "nim",
        "take 1..3 from any; heaps 4",
        "take 1 from largest",
        "row; take 1..m from ends",
        "row; heaps 4; take 1..m from ends",
        "row fixed; take 1..m from ends",
        "row fixed; heaps 4; take 1..m from ends",
        "circle; heaps 4; take 1..m from any",
        "circle; take 1..m from any",
        "take 1..2*turn from any; pass 2",
        "take 1..3 from any; pass 2 each",
        "take 1..last + 1 from any",
        "nim + nim",
        "nim + nim; pass 2",
        "nim + two-kinds",
        "nim + 'take 1..3 from any; pass 1'",
        "'row fixed; heaps 3; take 1..m from ends' + 'row; take 1 from ends'",
    ] {
        let game = Game::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        for heaps in [0..=0, 0..=1, 0..=3, 1..=1, 1..=3, 2..=3, 3..=3] {
            for most in 0..=2 {
                let mut extent = boxed(heaps.clone(), &[most]);
                let start = game.start();
                for (name, value) in [("turn", start.turn), ("last", start.last)] {
                    extent.counters.extend(value.map(|_| (name.to_string(), 1..=2)));
                }
                let summary = shown(&game, &extent).unwrap_or_else(|stop| panic!("{text}: {stop}"));
                let (positions, len) = (UBig::from(summary.positions), extent.len(&game));
                assert_eq!(positions, len, "{text}: {}", extent.words(&game));
            }
        }
    }
    for (text, most) in [("two-kinds", vec![3, 2]), ("two-kinds", vec![0, 4])] {
        let game = Game::parse(text).unwrap();
        let extent = boxed(0..=0, &most);
        assert_eq!(UBig::from(shown(&game, &extent).unwrap().positions), extent.len(&game));
    }
}

#[test]
fn the_work_is_that_for_the_positions_shown() {
    for (text, heaps, most, positions) in [
        ("row fixed; heaps 30; take 1..m from ends", 0..=2, 3, 1 + 30 * 3 + 435 * 9),
        ("row fixed; heaps 30; take 1..m from ends", 30..=30, 1, 1),
        ("row; take 1..m from ends", 0..=30, 1, 31),
        ("row; take 1..m from ends", 200..=200, 1, 1),
        ("take 1..3 from any", 5000..=5000, 1, 1),
        ("nim + nim; pass 10^12", 1..=3, 0, 0),
    ] {
        let game = Game::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let extent = boxed(heaps, &[most]);
        let summary = shown(&game, &extent).unwrap_or_else(|stop| panic!("{text}: {stop}"));
        assert_eq!(summary.positions, positions, "{text}");
        assert_eq!(extent.len(&game), positions.into(), "{text}");
    }
}

#[test]
fn a_table_that_is_too_large_is_refused_at_once() {
    for (text, heaps, most, why) in [
        ("nim + nim", 0..=4, 400, "too many to look at each"),
        (
            "'take 1..turn from any; heaps 4' + 'take 1 from any; heaps 1'",
            0..=4,
            300,
            "in game 1 of the sum",
        ),
        ("row fixed; heaps 10^12; take 1..m from ends", 0..=2, 3, "at most 10000 places"),
        ("row fixed; heaps 10^30; take 1..m from ends", 0..=2, 3, "at most 10000 places"),
        ("circle; heaps 10001; take 1..m from any", 0..=2, 3, "at most 10000 places"),
        ("take 1 from largest", 9004..=9004, 3000, "more than fit"),
        ("take 1 from largest", 500..=500, 100_000, "more than fit"),
        ("row; take 1..m from ends", 10_000..=10_000, u64::MAX, "more than fit"),
        #[allow(clippy::reversed_empty_ranges)]
        ("nim", 5..=3, 3, "cannot run over 5..3"),
    ] {
        let game = Game::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let stop = shown(&game, &boxed(heaps, &[most])).unwrap_err().to_string();
        assert!(stop.contains(why), "{text}: {stop}");
    }
}

#[test]
fn a_table_of_a_sum_keeps_none_of_its_positions() {
    let game = Game::parse("nim + nim").unwrap();
    let budget = Budget::new(64 << 10);
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let extent = boxed(0..=2, &[30]);
    let mut ends = 0;
    let summary = table(&game, &extent, Values::default(), ctx, &mut |_, _| {
        ends += 1;
        if ends == 1000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let summary = summary.unwrap();
    assert_eq!((summary.positions, summary.method), (1000, Method::Sum));
}
