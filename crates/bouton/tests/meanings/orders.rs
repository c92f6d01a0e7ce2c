//! Rows and circles, exactly.

use super::{assert_moves, game, not_typed, outcome, refused, takes, targets, typed};
use bouton::engine::Outcome;
use bouton::lang::Code;

#[test]
fn positions_keep_their_order() {
    // A row drops empty heaps, places stay.
    assert_eq!(typed("row; take 1 from any", "7,0,3,0"), "7,3");
    assert_eq!(typed("row; take 1 from any", "0,0"), "0");
    assert_eq!(typed("row fixed; take 1 from any", "7,0,3,0"), "7,0,3,0");
    assert_eq!(typed("row fixed; take 1 from any", "0,0"), "0,0");
    assert_eq!(typed("circle; take 1 from any", "0,3,0"), "0,3,0");
    assert_eq!(typed("circle; take 1 from any", "0"), "0");
    // `heaps N`: at most so many in a row, exactly so many places.
    assert_eq!(typed("row; heaps 2; take 1 from any", "7,0,3,0"), "7,3");
    assert_eq!(not_typed("row; heaps 2; take 1 from any", "7,1,3"), Code::PositionSize);
    assert_eq!(typed("heaps 3; row fixed; take 1 from any", "7,0,3"), "7,0,3");
    // The empty position is typed `0`, however many places there are.
    assert_eq!(typed("circle; heaps 3; take 1 from any", "0"), "0,0,0");
    for few_or_many in ["7,3", "7", "0,0", "7,0,3,0", "0,0,0,0"] {
        for order in ["row fixed; heaps 3", "heaps 3; row fixed", "circle; heaps 3"] {
            let text = format!("{order}; take 1 from any");
            assert_eq!(not_typed(&text, few_or_many), Code::PositionSize, "{text}");
        }
    }
    assert!(game("circle; heaps 2; take 1 from any").at([1u8.into()]).is_err());
    // With counters.
    assert_eq!(typed("row; take 1..turn from any; pass 1", "7,3;pass=0"), "7,3;turn=1,pass=0");
}

#[test]
fn moves_keep_the_order() {
    assert_moves("row; take 1..m from any", "2,1", "1,1 1 2");
    assert_moves("row fixed; take 1..m from any", "2,1", "1,1 0,1 2,0");
    assert_moves("circle; take 1..m from any", "2,1", "1,1 0,1 2,0");
    // Equal targets are one move.
    assert_eq!(targets("row; take 1 from any", "1,1,1"), "1,1");
    assert_moves("row fixed; take 1 from any", "1,1", "0,1 1,0");
    // The largest and the smallest, wherever they stand, never an empty one.
    assert_moves("row; take 1 from largest", "1,3,2,3", "1,2,2,3 1,3,2,2");
    assert_moves("row fixed; take 1 from smallest", "0,2,3,2", "0,1,3,2 0,2,3,1");
    assert_moves("circle; take 1 from largest", "0,2,0", "0,1,0");
    // `x` are the heaps as they lie; `largest` and `smallest` are sizes.
    assert_eq!(takes("row; take x[1] from any", "3,1,2"), "3/3");
    assert_eq!(takes("row; take x[-1] from any", "3,1,2"), "2/3 2/2");
    assert_eq!(takes("row; take largest from any", "1,3,2"), "3/3");
    assert_moves("row fixed; take smallest from any", "0,3,2", "0,1,2 0,3,0");
    assert_eq!(takes("row fixed; take count from any", "0,3,0"), "1/3");
}

#[test]
fn ends() {
    assert_moves("row; take 1..m from ends", "2,5,1", "1,5,1 5,1 2,5");
    assert_moves("row; take 1 from ends", "1,5,1", "5,1 1,5");
    assert_eq!(targets("row; take 1 from ends", "2"), "1");
    assert_eq!(targets("row; take 1 from ends", "0"), "");
    // In a fixed row the ends stay where they are.
    assert_moves("row fixed; take 1 from ends", "0,5,1", "0,5,0");
    assert_eq!(targets("row fixed; take 1 from ends", "0,5,0"), "");
    assert_eq!(targets("row fixed; take 1 from ends", "1"), "0");
    assert_eq!(outcome("row; take 1..m from ends", "1,1"), Outcome::P);
    assert_eq!(outcome("row; take 1..m from ends", "2,1,1"), Outcome::N);
    assert_eq!(outcome("row; take 1..m from ends; ending misere", "1,1,1"), Outcome::P);
    assert_eq!(refused("take 1..m from ends"), Code::Together);
    assert_eq!(refused("circle; take 1..m from ends"), Code::Together);
    assert_moves("take 1 from ends; row", "1,5,1", "5,1 1,5");
    assert_moves("row; split ends", "2,2,3", "1,1,2,3 2,2,1,2 2,2,2,1");
}

#[test]
fn adjacent_ones() {
    assert_moves("row; take 1 from each of 2 adjacent", "1,2,3", "1,3 1,1,2");
    // A heap that is gone brings its neighbours together in a row, not in a fixed one.
    assert_moves("row; take 1 from each of 2 adjacent", "1,0,2", "1");
    assert_eq!(targets("row fixed; take 1 from each of 2 adjacent", "1,0,2"), "");
    // The last place of a circle is beside the first.
    assert_moves("circle; take 1 from each of 2 adjacent", "1,0,2", "0,0,1");
    assert_moves("circle; take 1 from each of 2 adjacent", "1,2,3", "0,1,3 1,1,2 0,2,2");
    assert_eq!(targets("circle; take 1 from each of 2 adjacent", "1,2"), "0,1");
    assert_eq!(targets("circle; take 1 from each of 2 adjacent", "1"), "");
    assert_eq!(targets("circle; take 1 from each of 1 adjacent", "1"), "0");
    assert_eq!(targets("circle; take 1 from each of 3 adjacent", "1,2,3"), "0,1,2");
    assert_eq!(targets("circle; take 1 from each of 4 adjacent", "1,2,3"), "");
    assert_moves("row; take 1..m from each of 1..2 adjacent", "1,1", "1 0");
    assert_eq!(targets("row; take 1 from each of 0 adjacent", "1,1"), "");
    // All empty.
    for position in ["0", "0,0,0"] {
        assert_eq!(targets("circle; take 1..m from each of 1..2 adjacent", position), "");
        assert_eq!(targets("circle; take 1..m from some of 2 adjacent", position), "");
        assert_eq!(targets("circle; take 1..m from all", position), "");
        assert_eq!(targets("row fixed; take 1..m from all non-empty", position), "");
        assert_eq!(outcome("circle; take 1..m from some of 2 adjacent", position), Outcome::P);
    }
    assert_eq!(refused("take 1 from each of 2 adjacent"), Code::Together);
    assert_moves("take 1 from each of 2 adjacent; circle", "1,2,3", "0,1,3 1,1,2 0,2,2");
}

#[test]
fn some_adjacent_ones() {
    let circle = "circle; take 1 from some of 2 adjacent";
    assert_moves(circle, "1,1,1", "0,1,1 1,0,1 1,1,0 0,0,1 1,0,0 0,1,0");
    assert_moves(circle, "1,0,1,0", "0,0,1,0 1,0,0,0");
    assert_moves("circle; take 1 from some of 3 adjacent", "1,0,1,0", "0,0,1,0 1,0,0,0 0,0,0,0");
    // Of all when there are fewer.
    assert_moves("circle; take 1 from some of 9 adjacent", "1,1", "0,1 1,0 0,0");
    assert_moves("row; take 1 from some of 9 adjacent", "1,2", "2 1,1 1");
    assert_eq!(targets("circle; take 1 from some of 0 adjacent", "1,1"), "");
    assert_moves("row; take 1 from some of 2 adjacent", "2,2,2", "1,2,2 2,1,2 2,2,1 1,1,2 2,1,1");
    assert_moves("row fixed; take 1 from some of 3 adjacent", "1,0,1", "0,0,1 1,0,0 0,0,0");
    assert_eq!(outcome("circle; take 1..m from some of 2 adjacent", "1,1,1"), Outcome::P);
    assert_eq!(outcome("circle; take 1..m from some of 2 adjacent", "1,1,1,1"), Outcome::P);
    assert_eq!(outcome("circle; take 1..m from some of 2 adjacent", "1,1,1,0"), Outcome::N);
}

#[test]
fn all_places() {
    assert_moves("row fixed; take 1 from all", "1,2", "0,1");
    assert_eq!(targets("row fixed; take 1 from all", "1,0,2"), "");
    assert_eq!(targets("row fixed; take 1 from all non-empty", "1,0,2"), "0,0,1");
    assert_moves("row; heaps 2; take 1 from all", "1,2", "1");
    assert_eq!(targets("row; heaps 3; take 1 from all", "1,2"), "");
    assert_moves("circle; take the same 1..m from all", "1,2,2", "0,1,1");
}
