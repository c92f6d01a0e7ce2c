//! The memory that is counted is the memory that is allocated.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bouton::Game;
use bouton::engine::{Engine, Extent, Method, Values};
use bouton::job::{Budget, Ctx, Stop, Unwatched, Watch};
use bouton::solve::{Question, Solver, Way, summary};

static NOW: AtomicU64 = AtomicU64::new(0);
static PEAK: AtomicU64 = AtomicU64::new(0);

/// The system's allocator, counted.
struct Counted;

// SAFETY: every call is passed on to the system's allocator as it is.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size() as u64, Relaxed) + layout.size() as u64;
        PEAK.fetch_max(now, Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size() as u64, Relaxed);
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// Solves a position and gives the counted and the allocated peak.
fn peaks(method: Method, game: &str, position: &str, limit: u64) -> (u64, u64, Option<Stop>) {
    let game = Game::parse(game).unwrap();
    let position = game.position(position).unwrap();
    let budget = Budget::new(limit).to_the_end();
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let values = Values { grundy: true, length: method == Method::Definition };
    let stop = {
        let ctx = Ctx { budget: &budget, watch: &Unwatched };
        let mut engine = Engine::by(method, &game, values, ctx).unwrap();
        engine.solve(&position).err()
    };
    assert_eq!(budget.used(), 0, "everything is given back");
    (budget.peak(), PEAK.load(Relaxed) - before, stop)
}

/// Stops after some ticks.
struct Impatient(AtomicU64);

impl Watch for Impatient {
    fn tick(&self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        if self.0.fetch_sub(1, Relaxed) == 1 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

// One test, because the allocator counts for all threads together.
#[test]
fn memory_is_counted_honestly() {
    for (method, game, position) in [
        (Method::Definition, "nim", "30,30,30"),
        (Method::Definition, "take 1..3 from any", "100000"),
        (Method::Definition, "two-kinds", "40,40"),
        (Method::Definition, "take 1..2*turn from any; pass 2", "20,20"),
        (Method::Definition, "take {10^30, 2*10^30} from any", "10^34+1"),
        (Method::Heaps, "take 1..3 from any", "200000"),
        (Method::Heaps, "take {10^30, 2*10^30} from any", "10^34+1"),
        (Method::Heaps, "take {1, 9999} from any", "10^5,5,3*10^5+1"),
    ] {
        let (counted, allocated, stop) = peaks(method, game, position, 1 << 30);
        assert_eq!(stop, None);
        // What is not counted is small and does not grow: scratch space, the rules.
        assert!(allocated <= counted + 64 * 1024, "{game} at {position}: {allocated} of {counted}");
        assert!(
            counted <= allocated + allocated / 8,
            "{game} at {position}: {counted} of {allocated}"
        );
        // With one byte less than it needs it is done in another way that needs less, if there is one, or refused; within
        // the budget in any case.
        let (mut limit, mut ways) = (counted - 1, 1);
        loop {
            let (counted, allocated, stop) = peaks(method, game, position, limit);
            let told = format!("{game} at {position}: {allocated} of {counted}, {stop:?}");
            assert!(counted <= limit && allocated <= counted + 64 * 1024, "{told}");
            if stop.is_some() {
                assert!(matches!(stop, Some(Stop::OverBudget { .. })), "{told}");
                break;
            }
            (limit, ways) = (counted - 1, ways + 1);
            assert!(method == Method::Heaps && ways <= 2, "{told}");
        }
    }
    // A job that is cancelled stops, gives everything back, and can be asked again.
    for (method, game, position) in
        [(Method::Definition, "nim", "20,20,20"), (Method::Heaps, "take 1..3 from any", "2000,9")]
    {
        let game = Game::parse(game).unwrap();
        let position = game.position(position).unwrap();
        let budget = Budget::new(1 << 30);
        let watch = Impatient(AtomicU64::new(5));
        let ctx = Ctx { budget: &budget, watch: &watch };
        let mut engine = Engine::by(method, &game, Values::default(), ctx).unwrap();
        assert_eq!(engine.solve(&position).err(), Some(Stop::Cancelled));
        assert_eq!(budget.used(), 0);
        assert!(engine.solve(&position).is_ok());
    }
    options_are_counted_too();
    what_is_found_is_counted_too();
    what_is_tabulated_is_counted_too();
}

/// What may be taken is tabulated as it is met, within the memory that was counted for it before.
fn what_is_tabulated_is_counted_too() {
    for (text, heaps, most, last) in [
        ("take t from any where t divides total", 3, 60, None),
        ("take t from any where (t + x[1]) mod (x[2] + 2) != x[3] mod 3", 3, 20, None),
        ("take t from any where (t + turn + total) mod 3 != 0", 2, 12, None),
        ("take t from any where (t + last) mod (total + 2) > 1", 2, 40, None),
        ("take 1..2*last + 1 from any", 3, 30, None),
        // What is computed for all values of `last` together is counted too.
        ("take 1..2*last + 1 from any", 1, 40, Some(10_000)),
    ] {
        let game = Game::parse(text).unwrap();
        let counters = last.map(|last| ("last".to_string(), 0..=last)).into_iter().collect();
        let extent = Extent { heaps: 0..=heaps, most: vec![most], counters };
        let mut as_bits = false;
        for grundy in [false, true] {
            let budget = Budget::new(1 << 30).to_the_end();
            let before = NOW.load(Relaxed);
            PEAK.store(before, Relaxed);
            let ctx = Ctx { budget: &budget, watch: &Unwatched };
            let summary = summary(&game, &extent, Values { grundy, length: false }, ctx).unwrap();
            as_bits |= summary.kernel.is_some_and(|kernel| kernel.ends_with("as bits"));
            let (counted, allocated) = (budget.peak(), PEAK.load(Relaxed) - before);
            assert!(allocated <= counted + 256 * 1024, "{text}: {allocated} of {counted}");
            assert_eq!(budget.used(), 0, "everything is given back");
        }
        assert!(as_bits, "{text}");
    }
}

/// Positions that are found before they are valued take the memory that is counted; with less they are refused, or
/// computed in another way.
fn what_is_found_is_counted_too() {
    for (text, heaps, most) in [
        ("white-knight", 0, vec![90, 90]),
        ("staircase", 0, vec![4, 3, 4, 3]),
        ("kayles; pass 1", 2, vec![12]),
        ("kayles; ending misere", 2, vec![12]),
    ] {
        let game = Game::parse(text).unwrap();
        let extent = Extent { heaps: 0..=heaps, most, counters: vec![] };
        let count = |limit: u64| {
            let budget = Budget::new(limit).to_the_end();
            let before = NOW.load(Relaxed);
            PEAK.store(before, Relaxed);
            let ctx = Ctx { budget: &budget, watch: &Unwatched };
            let summary = summary(&game, &extent, Values::default(), ctx);
            assert_eq!(budget.used(), 0, "everything is given back");
            (summary, budget.peak(), PEAK.load(Relaxed) - before)
        };
        let (all, counted, allocated) = count(1 << 30);
        let all = all.unwrap();
        assert!(allocated <= counted + 128 * 1024, "{text}: {allocated} of {counted}");
        assert!(counted <= allocated + allocated / 8, "{text}: {counted} of {allocated}");
        for limit in [counted - 1, counted / 2, counted / 50] {
            let (few, counted, allocated) = count(limit);
            let told = format!("{text}: {allocated} of {counted} of {limit}");
            assert!(counted <= limit && allocated <= counted + 128 * 1024, "{told}");
            match few {
                Ok(few) => assert_eq!((few.positions, few.p), (all.positions, all.p), "{told}"),
                Err(stop) => assert!(matches!(stop, Stop::OverBudget { .. }), "{told}: {stop:?}"),
            }
        }
        let watch = Impatient(AtomicU64::new(5));
        let budget = Budget::new(1 << 30);
        let ctx = Ctx { budget: &budget, watch: &watch };
        assert_eq!(summary(&game, &extent, Values::default(), ctx).err(), Some(Stop::Cancelled));
        assert_eq!(budget.used(), 0);
    }
}

/// The positions that a move leads to are told apart in little memory, all of it counted.
fn options_are_counted_too() {
    let game = Game::parse("kayles").unwrap();
    let heaps: Vec<String> = (1..=1000).map(|heap| (heap % 40 + 1).to_string()).collect();
    let position = game.position(&heaps.join(",")).unwrap();
    let answer = |limit: u64| {
        let budget = Budget::new(limit);
        let before = NOW.load(Relaxed);
        PEAK.store(before, Relaxed);
        let ctx = Ctx { budget: &budget, watch: &Unwatched };
        let question = Question { moves: 3, ..Question::default() };
        let mut solver = Solver::new(&game, Some(Way::Table), ctx);
        let answer = solver.answer(&position, question).unwrap();
        drop(solver);
        assert_eq!(budget.used(), 0, "everything is given back");
        (answer, budget.peak(), PEAK.load(Relaxed) - before)
    };
    let (all, counted, allocated) = answer(1 << 30);
    // A heap of n has n ways to lose one stone and n - 1 to lose two, each the same from both sides.
    assert_eq!(all.moves, Some((1..=40u32).map(|n| n.div_ceil(2) + n / 2).sum::<u32>().into()));
    assert!(allocated <= counted + 1024 * 1024, "{allocated} of {counted}");
    // With too little memory the moves are not counted, and those that win are the same.
    let (few, counted, _) = answer(counted - 1);
    assert_eq!(few.moves, None);
    assert!(counted > 0);
    assert_eq!((few.outcome, few.winning, few.complete), (all.outcome, all.winning, all.complete));
}
