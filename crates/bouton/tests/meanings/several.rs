//! Takes from several heaps in one move, exactly.

use super::{
    all_refused, assert_moves, at, failure, game, grundy, outcome, refused, takes, targets,
};
use bouton::engine::Outcome;
use bouton::game::Moves;
use bouton::job::{Stop, Unwatched, Watch};
use bouton::lang::Code;
use dashu_int::UBig;
use std::cell::Cell;
use std::ops::ControlFlow;

const WYTHOFF: &str = "heaps 2; take 1..m from any; take the same 1..m from all";

#[test]
fn the_same_from_all() {
    // The same t must be allowed in each of the heaps.
    assert_moves(WYTHOFF, "1,2", "2 1 1,1 1");
    assert_eq!(takes("heaps 2; take the same 1..m from all", "2,3"), "1/2+1/3 2/2+2/3");
    assert_eq!(takes("heaps 2; take the same {2, 4} from all", "3,5"), "2/3+2/5");
    assert_eq!(takes("heaps 2; take the same all but 2 from all", "3,5"), "1/3+1/5 3/3+3/5");
    // `m` is the size of each heap for itself: here t is at most half of both.
    assert_eq!(takes("heaps 2; take the same 1..floor(m/2) from all", "4,9"), "1/4+1/9 2/4+2/9");
    assert_eq!(takes("heaps 2; take the same m - 2..m from all", "2,3"), "1/2+1/3 2/2+2/3");
    assert_eq!(takes("heaps 2; take the same m from all", "2,3"), "");
    assert_eq!(
        takes("heaps 2; take the same t from all where odd(t + m)", "4,6"),
        "1/4+1/6 3/4+3/6"
    );
    assert_eq!(takes("heaps 2; take the same t from all where odd(t + m)", "3,6"), "");
    // No such move when one of the heaps is empty.
    for position in ["0", "5", "0,5"] {
        assert_eq!(targets("heaps 2; take the same 1..m from all", position), "", "{position}");
        assert_eq!(targets("heaps 2; take 1..m from all", position), "", "{position}");
    }
    assert_eq!(targets("heaps 3; take the same 1..m from all", "4,4"), "");
    assert_eq!(targets("heaps 1; take the same 1..m from all", "2"), "1 0");
    assert_eq!(targets("heaps 0; take the same 1..m from all", "0"), "");
    // `from all non-empty` is the other reading.
    let other = "heaps 2; take the same 1..m from all non-empty";
    assert_eq!(targets(other, "2"), "1 0");
    assert_eq!(takes(other, "2,2"), "1/2+1/2 2/2+2/2");
    assert_eq!(targets(other, "0"), "");
    assert_eq!(takes("take the same 1..m from all non-empty", "1,2,3"), "1/1+1/2+1/3");
    assert_eq!(takes("take the same 1..m from all nonempty", "1,2,3"), "1/1+1/2+1/3");
    assert_eq!(takes("heaps 3; take the same 1..m from all non-empty", "0,2,3"), "1/2+1/3 2/2+2/3");
    // Each for itself.
    assert_eq!(takes("heaps 2; take 1..m from all", "1,2"), "1/1+1/2 1/1+2/2");
    assert_moves("take 1..m from all non-empty", "2,2", "1,1 1 0");
    assert_eq!(targets("take {} from all non-empty", "2,2"), "");
    // It needs to be said how many they are, before or after.
    assert_eq!(all_refused("take the same 1..m from all"), [Code::Together]);
    assert_eq!(all_refused("row; take 1..m from all"), [Code::Together]);
    assert_moves("take the same 1..m from all; heaps 2", "1,2", "1");
    assert_eq!(outcome(WYTHOFF, "1,2"), Outcome::P);
    assert_eq!(grundy(WYTHOFF, "1,1"), 2);
    assert_eq!(outcome(&format!("{WYTHOFF}; ending misere"), "2,2"), Outcome::P);
}

#[test]
fn each_of_so_many_heaps() {
    let moore = "take 1..m from each of 1..2 heaps";
    assert_moves(moore, "1,1", "1 0");
    assert_moves(moore, "1,2", "2 1,1 1 0");
    assert_moves(moore, "1,1,1", "1,1 1");
    assert_eq!(outcome(moore, "1,1,1"), Outcome::P);
    assert_eq!(outcome(&format!("{moore}; ending misere"), "1"), Outcome::P);
    assert_eq!(outcome(&format!("{moore}; ending misere"), "1,1"), Outcome::N);
    // From every chosen heap at least one stone; `0..k` is never a pass and never skips a heap.
    assert_eq!(takes("take 0..1 from each of 2 heaps", "3,5"), "1/3+1/5");
    assert_eq!(takes("take 0 from each of 2 heaps", "3,5"), "");
    assert_eq!(takes("take -3..1 from each of 2 heaps", "3,5"), "1/3+1/5");
    assert_eq!(takes("take 1..0 from each of 2 heaps", "3,5"), "");
    assert_eq!(takes("take 4..5 from each of 2 heaps", "3,5"), "");
    // More heaps than there are cannot be chosen; no heap, or fewer, are none.
    assert_eq!(targets("take 1 from each of 3 heaps", "4,4"), "");
    assert_eq!(targets("take 1 from each of 2..5 heaps", "4,4"), "3,3");
    assert_eq!(targets("take 1 from each of 2..10^30 heaps", "4,4"), "3,3");
    assert_eq!(targets("take 1 from each of 0 heaps", "4,4"), "");
    assert_eq!(targets("take 1 from each of {} heaps", "4,4"), "");
    assert_eq!(targets("take 1 from each of -2..-1 heaps", "4,4"), "");
    assert_eq!(targets("take 1 from each of 2..1 heaps", "4,4"), "");
    assert_eq!(targets("take 1 from each of -2..1 heaps", "4,4"), "3,4");
    assert_eq!(targets("take 1 from each of 1..3 heaps", "0"), "");
    assert_eq!(targets("take 1 from each of 1 heap", "2"), "1");
    // A set of numbers, each once; the number may depend on the position.
    assert_moves("take 1 from each of {1, 3, 1..1} heaps", "2,2,2", "1,2,2 1,1,1");
    assert_moves("take 1 from each of count - 1 heaps", "2,3,5", "1,2,5 1,3,4 2,2,4");
    assert_eq!(failure("take 1 from each of 6/count heaps", "1,1,1,1"), Code::Fraction);
    assert_eq!(refused("take 1 from each of 1/2 heaps"), Code::Fraction);
    assert_eq!(refused("take 1 from each of m heaps"), Code::WordNotHere);
    // `m` is the size of each heap for itself.
    assert_eq!(takes("take m from each of 2 heaps", "2,5"), "2/2+5/5");
    assert_eq!(takes("take 1..floor(m/2) from each of 2 heaps", "1,5"), "");
    assert_eq!(takes("take t from each of 2 heaps where t = m - 1", "2,5"), "1/2+4/5");
    assert_eq!(takes("take all but 1..m - 1 from each of 2 heaps", "2,5"), "2/2+5/5");
    // Equal heaps are not told apart: every target once.
    assert_moves("take 1..2 from each of 2 heaps", "2,2,2", "1,1,2 1,2 2");
    // `when` speaks of the position.
    assert_eq!(takes("take 1 from each of 2 heaps when total > 4", "2,2"), "");
    assert_eq!(takes("take 1 from each of 2 heaps when total > 4", "2,3"), "1/2+1/3");
    assert_eq!(refused("take 1 from each of 2 heaps when m > 1"), Code::WordNotHere);
    // Where there is no heap, nothing is looked at.
    assert_eq!(outcome("take 1 from each of 1..floor(6/total) heaps", "1"), Outcome::N);
    assert_eq!(outcome("take 1 from each of 1..2 heaps when 1/total > 0", "1"), Outcome::N);
}

#[test]
fn largest_and_smallest_ones() {
    assert_eq!(takes("take 1 from each of 2 largest", "2,5,3"), "1/3+1/5");
    assert_eq!(takes("take 1 from each of 2 smallest", "2,5,3"), "1/2+1/3");
    assert_eq!(takes("take 1 from each of the 2 largest heaps", "2,5,3"), "1/3+1/5");
    // Ties: any of them.
    assert_moves("take 1 from each of 2 largest", "3,3,3", "2,2,3");
    assert_moves("take 1 from each of 2 largest", "3,3,5", "2,3,4");
    assert_moves("take 1 from each of 2 smallest", "2,3,3", "1,2,3");
    assert_moves("row; take 1 from each of 2 largest", "3,5,3", "2,4,3 3,4,2");
    assert_moves("row fixed; take 1 from each of 2 smallest", "3,0,2,3", "2,0,1,3 3,0,1,2");
    // A number of them: of each number the extreme ones.
    assert_moves("take 1 from each of 1..2 largest", "2,3,5", "2,3,4 2,2,4");
    assert_eq!(targets("take 1 from each of 3 largest", "2,3"), "");
    assert_eq!(targets("take 1 from each of 0 largest", "2,3"), "");
    assert_eq!(targets("take 1 from each of 2 largest", "0"), "");
    // Some of them: at least one, of all when there are fewer.
    assert_moves("take 1 from some of 2 largest", "2,3,5", "2,2,5 2,3,4 2,2,4");
    assert_moves("take 1 from some of 2 largest", "3,3,5", "2,3,5 3,3,4 2,3,4");
    assert_moves("take 1 from some of 2 smallest", "2,2,5", "1,2,5 1,1,5");
    assert_moves("take 1 from some of 3 largest", "2,5", "1,5 2,4 1,4");
    assert_eq!(targets("take 1 from some of 0 largest", "2,5"), "");
}

#[test]
fn some_of_so_many_heaps() {
    assert_moves("take 1 from some of 2 heaps", "2,3", "1,3 2,2 1,2");
    assert_moves("take 1 from some of 2 heaps", "2,3,4", "1,3,4 2,2,4 2,3,3 1,2,4 1,3,3 2,2,3");
    assert_moves("take 1..m from some of 9 heaps", "1,1", "1 0");
    assert_eq!(targets("take 1 from some of 0 heaps", "2,3"), "");
    assert_eq!(targets("take 1 from some of -1 heaps", "2,3"), "");
    assert_eq!(targets("take 1 from some of {} heaps", "2,3"), "");
    assert_eq!(targets("take 1 from some of 3 heaps", "0"), "");
    assert_eq!(targets("take 0..0 from some of 3 heaps", "2,3"), "");
}

#[test]
fn the_same_from_several() {
    assert_eq!(
        takes("take the same 1..2 from 2 heaps", "2,2,3"),
        "1/2+1/2 2/2+2/2 1/2+1/3 2/2+2/3"
    );
    assert_moves("take the same 1..m from each of 1..2 heaps", "1,2", "2 1,1 1 1");
    assert_eq!(takes("take the same {3, 5} from each of 2 heaps", "4,9"), "3/4+3/9");
    assert_eq!(takes("take the same 0..1 from 2 largest", "1,2,3"), "1/2+1/3");
    // Nothing that both allow.
    assert_eq!(takes("take the same m from 2 heaps", "4,9"), "");
    assert_eq!(takes("take the same m from 2 heaps", "4,4"), "4/4+4/4");
    assert_eq!(takes("take the same {m mod 2 + 1, 5} from 2 heaps", "4,9"), "");
    assert_eq!(takes("take the same {m mod 2 + 1, 4} from 2 heaps", "4,9"), "4/4+4/9");
}

#[test]
fn in_total() {
    assert_eq!(takes("take 2 in total from 2 heaps", "2,3"), "1/2+1/3");
    assert_moves("take 1..3 in total from 1..2 heaps", "2,2", "1,2 2 1,1 1");
    assert_eq!(takes("take {2, 5} in total from 2 heaps", "3,3"), "1/3+1/3 2/3+3/3");
    assert_eq!(takes("take 4..9 in total from each of 2 heaps", "2,3"), "1/2+3/3 2/2+3/3");
    assert_eq!(takes("take 0..1 in total from 2 heaps", "2,3"), "");
    assert_eq!(takes("take all but 1..4 in total from 2 heaps", "2,3"), "2/2+3/3");
    assert_eq!(takes("take t in total from 2 heaps where t = total", "2,3"), "2/2+3/3");
    assert_eq!(takes("take total in total from 2 heaps", "2,3,4"), "");
    assert_moves("take total - 1 in total from all non-empty", "1,2", "1");
    assert_eq!(takes("take 3 in total from 3 heaps", "1,1,1"), "1/1+1/1+1/1");
    assert_moves("take 2 in total from some of 2 heaps", "2,3", "3 1,2 2,1");
    // `m` is one heap, not several.
    assert_eq!(refused("take 1..m in total from 2 heaps"), Code::WordNotHere);
    // Far apart: what is left over is found at once.
    assert_eq!(
        takes("take 2*10^20 + 3 in total from 3 heaps", "3, 10^20, 10^20"),
        format!("3/3+1{0}/1{0}+1{0}/1{0}", "0".repeat(20))
    );
}

#[test]
fn several_variables() {
    // One variable a heap; heaps without order: any of them may be the first.
    let apart = "heaps 2; take t, u from all where abs(t - u) < 2";
    assert_eq!(takes(apart, "2,2"), "1/2+1/2 1/2+2/2 2/2+2/2");
    assert_eq!(
        takes("heaps 2; take t, u from all where t = 2*u", "2,4"),
        "2/2+1/4 2/4+1/2 4/4+2/2"
    );
    assert_moves(
        "take t, u from 2 heaps where t = 1 and u = 3",
        "3,4,5",
        "2,1,5 0,3,5 2,2,4 0,4,4 3,3,2 3,1,4",
    );
    assert_moves("take t, u from 2 largest where t = 1 and u = 3", "3,4,5", "3,3,2 3,1,4");
    // From every heap at least one.
    assert_eq!(takes("take t, u from 2 heaps where t + u <= 2", "5,5"), "1/5+1/5");
    assert_eq!(takes("take t, u from 2 heaps where t = 0 or u = 0", "5,5"), "");
    assert_eq!(takes("take t, u from 2 heaps where t < 0", "5,5"), "");
    assert_eq!(takes("take t, u from 2 heaps where true", "1,2"), "1/1+1/2 1/1+2/2");
    // In rows in their order.
    assert_moves("row; heaps 2; take t, u from all where t = 1 and u = 2", "3,3", "2,1");
    assert_moves(
        "circle; take t, u from 2 adjacent where t = 1 and u = 2",
        "3,3,3",
        "2,1,3 3,2,1 1,3,2",
    );
    // As many heaps as variables.
    assert_eq!(refused("take t, u from 3 heaps where t = u"), Code::Together);
    assert_eq!(refused("take t, u from 1..2 heaps where t = u"), Code::Together);
    assert_eq!(refused("take t, u from any where t = u"), Code::Together);
    assert_eq!(refused("take t, u from some of 2 heaps where t = u"), Code::Together);
    assert_eq!(refused("heaps 3; take t, u from all where t = u"), Code::Together);
    assert_eq!(refused("take t, u from all where t = u; heaps 3"), Code::Together);
    assert_eq!(refused("take t, u from any then split into a, b where t = u"), Code::Together);
    assert_eq!(targets("take t, u from all non-empty where t = u", "3"), "");
    assert_eq!(targets("take t, u from all non-empty where t = u", "1,1,1"), "");
    assert_eq!(takes("take t, u from all non-empty where t = u", "1,1"), "1/1+1/1");
    // There is no `m`: there are several heaps.
    assert_eq!(refused("take t, u from 2 heaps where t = m"), Code::WordNotHere);
    assert_eq!(
        failure("take t, u from 2 heaps where odd(floor(6/(t - 2)) + u)", "3,3"),
        Code::DivisionByZero
    );
    // Three.
    assert_moves("take t, u, v from 3 heaps where t + u = v and v = 3", "1,2,3", "0");
}

#[test]
fn counters_with_several_heaps() {
    // `last` is the number of stones of the whole take.
    assert_eq!(
        targets("take 1..last + 2 from each of 2 heaps", "2,2;last=0").split(' ').count(),
        3
    );
    assert_moves(
        "take 2 from each of 1..2 heaps when last < 9",
        "2,3",
        "3;last=2 1,2;last=2 1;last=4",
    );
    assert_moves("take 3 in total from 2 heaps when last = 0", "2,2", "1;last=3");
    assert_eq!(targets("take 1 from each of turn heaps", "1,1;turn=1"), "1;turn=2");
    assert_eq!(targets("take 1 from each of turn heaps", "1,1;turn=2"), "0;turn=3");
    assert_eq!(targets("take 1 from each of turn heaps", "1,1;turn=3"), "");
    assert_moves("take 1 from each of 2 heaps; pass 1", "1,2", "1;pass=1 1,2;pass=0");
    assert_eq!(targets("take 1 from each of 2 heaps; pass 1", "2"), "");
}

/// Large heaps have their first moves at once.
#[test]
fn large_heaps() {
    for text in [
        "take 1..m from each of 1..2 heaps",
        "take 1..m from some of 5 heaps",
        "take the same 1..m from 2 heaps",
        "take the same 10^19..m from 2 largest",
        "take 1..10^20 in total from 1..3 heaps",
        "take total - 10..total in total from 3 heaps",
        "take t, u from 2 heaps where t = u",
        "take t, u from 2 heaps where t + u = 10^19",
        "take 1..m from each of 2 heaps where after: total < 10^30",
        "heaps 3; take the same 1..m from all",
        "row; take 1..m from each of 2 adjacent",
        "circle; take 1..m from some of 2 adjacent",
        "row; take 1..m from ends",
    ] {
        let game = game(text);
        let position = game.position("10^20, 10^20 + 1, 10^20").expect(text);
        let moves = Moves::new(&game, &Unwatched).first(&position, 50).expect(text);
        let known: std::collections::HashSet<_> = moves.iter().map(|m| m.to.clone()).collect();
        assert_eq!((moves.len(), known.len()), (50, 50), "{text}");
        assert!(moves.iter().all(|m| m.to.stones() < position.stones()), "{text}");
    }
}

/// Looks on for a while, then stops the job.
struct Patience(Cell<u32>);

impl Watch for Patience {
    fn tick(&self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        self.0.set(self.0.get() + 1);
        if self.0.get() < 4 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Somebody is asked whether to go on with a search that leads nowhere.
#[test]
fn fruitless_searches_can_be_stopped() {
    for text in [
        "take t, u from 2 heaps where isqrt(t)^2 = t - 1 and isqrt(t - 1)^2 = t",
        "take t from each of 2 heaps where isqrt(t)^2 = t - 1 and isqrt(t - 1)^2 = t",
        "take 1..m from any then split into m + 1",
        "row; take 1..m from any then split into 2 equal where after: count > 9",
        "split any into a, b where isqrt(a)^2 = a - 1 and isqrt(a - 1)^2 = a",
    ] {
        let game = game(text);
        let position = at(&game, "10^15 + 1, 10^15 + 1");
        let stopped = Moves::new(&game, &Patience(Cell::new(0))).first(&position, 1);
        assert!(matches!(stopped, Err(Stop::Cancelled)), "{text}");
    }
    // So it is when none of very many choices has a move.
    let none = "take 9..m from each of 1..40 heaps where after: true";
    let game = game(none);
    let position = game.at((0..60u8).map(|i| UBig::from(1 + i % 8))).expect("a position");
    let stopped = Moves::new(&game, &Patience(Cell::new(0))).first(&position, 1);
    assert!(matches!(stopped, Err(Stop::Cancelled)), "{stopped:?}");
}

/// What cannot be is seen before the rest is tried.
#[test]
fn hopeless_choices_are_left_at_once() {
    let none = "row; take 1..(if m = 1 then 0 else m) from each of 3 heaps";
    assert_eq!(targets(none, "10^15, 10^15, 1"), "");
    assert_eq!(targets("take 10^15 + 1 in total from 2 heaps", "5, 10^14"), "");
    assert_eq!(targets("take 2*10^15 in total from 3 heaps", "10, 10^15, 10^15 - 100"), "");
    assert_eq!(targets("split any into 5 unequal", "14"), "");
    assert_eq!(targets("row; split any into 60 unequal", "1829"), "");
}
