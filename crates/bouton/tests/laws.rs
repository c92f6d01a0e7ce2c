//! Laws that hold in every game, at random positions of random games.

use std::collections::HashSet;
use std::ops::ControlFlow;

use bouton::engine::{Definition, Extent, Outcome, Solved, Values};
use bouton::game::{How, Move, Moves, Taken};
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::lang::syntax::{Ending, Order};
use bouton::solve::{Answer, Question, solve, table};
use bouton::{Game, Position};
use dashu_int::UBig;
use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{FileFailurePersistence, RngSeed, TestRunner};

use crate::random::{HEAP, Words, condition, number, said, sum, take};

fn config(cases: u32) -> ProptestConfig {
    let file = FileFailurePersistence::Direct("proptest-regressions/laws.txt");
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1902),
        failure_persistence: Some(Box::new(file)),
        ..ProptestConfig::default()
    }
}

/// The words of a position; those of a take, the chosen heap more often than others; and those of a
/// condition on the number `t` of stones.
const POSITION: Words =
    &["total", "largest", "smallest", "count", "turn", "last", "passes", "x[-1]", "x[-2]", "x[1]"];
const TAKE: Words = &[
    "m", "m", "m", "m", "m", "total", "largest", "smallest", "count", "turn", "last", "passes",
    "x[-1]", "x[-2]", "x[-3]", "x[1]", "x[2]",
];
const STONES: Words =
    &["t", "t", "t", "m", "m", "total", "smallest", "turn", "last", "x[-2]", "x[2]"];

/// The words of a condition on the position after a move, on the stones of two heaps, and on the parts of a heap.
const AFTER: Words = &["total", "largest", "smallest", "count", "last", "x[1]", "x[-2]"];
const PAIR: Words = &["t", "t", "u", "u", "total", "count", "x[1]"];
const PARTS: Words = &["a", "a", "b", "b", "m"];

/// Which heaps lie how, and how many there are: what decides which lines a game may have.
#[derive(Clone, Copy, Debug)]
struct Frame {
    order: &'static str,
    heaps: Option<u32>,
}

impl Frame {
    fn has_places(self) -> bool {
        matches!(self.order, "row fixed" | "circle")
    }

    fn lines(self) -> Vec<String> {
        let heaps = self.heaps.map(|n| format!("heaps {n}"));
        let order = (!self.order.is_empty()).then(|| self.order.to_string());
        order.into_iter().chain(heaps).collect()
    }
}

fn frame() -> impl Strategy<Value = Frame> {
    let order = select(vec!["", "", "", "row", "row", "row fixed", "circle"]);
    (order, weighted(0.3, 3..6u32)).prop_map(|(order, heaps)| Frame { order, heaps })
}

/// A number of heaps, or several.
fn number_of_heaps() -> BoxedStrategy<String> {
    prop_oneof![
        3 => (1..4u32).prop_map(|n| n.to_string()),
        3 => (0..3u32, 0..4u32).prop_map(|(a, b)| format!("{a}..{b}")),
        1 => Just("{1, 3}".to_string()),
        1 => number(POSITION),
    ]
    .boxed()
}

/// The conditions at the end of a line, on the positions before and after the move.
fn ended(line: BoxedStrategy<String>, words: Words) -> BoxedStrategy<String> {
    (line, weighted(0.2, condition(AFTER)), weighted(0.3, condition(words)))
        .prop_map(|(line, after, when)| line + &said("where after:", after) + &said("when", when))
        .boxed()
}

/// A line that takes from several heaps.
fn several(frame: Frame) -> BoxedStrategy<String> {
    let mut among = vec!["heaps", "heaps", "largest", "smallest"];
    if !frame.order.is_empty() {
        among.extend(["adjacent", "adjacent", "adjacent"]);
    }
    let counted = (select(vec!["each", "some"]), number_of_heaps(), select(among.clone()))
        .prop_map(|(each, number, among)| format!("{each} of {number} {among}"))
        .boxed();
    let all = match frame.has_places() || frame.heaps.is_some() {
        true => select(vec!["all", "all non-empty"]).prop_map(str::to_string).boxed(),
        false => Just("all non-empty".to_string()).boxed(),
    };
    let group = prop_oneof![3 => counted, 1 => all];
    let amount = |words: Words| {
        let n = || number(words);
        prop_oneof![
            4 => n().prop_map(|a| format!("1..{a}")),
            2 => (n(), n()).prop_map(|(a, b)| format!("{{{a}, {b}}}")),
            1 => n().prop_map(|a| format!("all but {{{a}}}")),
        ]
    };
    let each = (select(vec!["", "the same "]), amount(TAKE), group.clone())
        .prop_map(|(share, amount, group)| format!("take {share}{amount} from {group}"));
    let total = (amount(POSITION), group.clone())
        .prop_map(|(amount, group)| format!("take {amount} in total from {group}"));
    let one = (select(vec!["", "the same "]), group.clone(), condition(STONES))
        .prop_map(|(share, group, c)| format!("take {share}t from {group} where {c}"));
    let pair = (select(among), condition(PAIR))
        .prop_map(|(among, c)| format!("take t, u from 2 {among} where {c}"));
    let line = prop_oneof![3 => each, 2 => total, 1 => one, 2 => pair].boxed();
    ended(line, POSITION)
}

/// A line that splits a heap, into no more heaps than the game has.
fn split(frame: Frame) -> BoxedStrategy<String> {
    let mut from = vec!["any", "any", "largest", "smallest"];
    if frame.order == "row" {
        from.push("ends");
    }
    let parts = prop_oneof![
        3 => Just(String::new()),
        2 => select(vec![" into unequal", " into equal", " into 3", " into 2..m equal"]).prop_map(str::to_string),
        1 => number(HEAP).prop_map(|n| format!(" into 2..min(3, {n})")),
    ];
    let plain = (select(from.clone()), parts.clone())
        .prop_map(|(from, parts)| format!("split {from}{parts}"));
    let named = (select(from.clone()), condition(PARTS))
        .prop_map(|(from, c)| format!("split {from} into a, b where {c}"));
    let after = (number(TAKE), select(from), parts)
        .prop_map(|(n, from, parts)| format!("take 1..{n} from {from} then split{parts}"));
    let line = prop_oneof![2 => plain, 1 => named, 2 => after].boxed();
    (line, weighted(0.3, condition(TAKE)))
        .prop_map(move |(line, when)| {
            let most = frame.heaps.map(|n| format!("count <= {n}"));
            line + &said("where after:", most) + &said("when", when)
        })
        .boxed()
}

/// A code; it splits as it likes, so that the game has as many heaps as it likes.
fn code() -> BoxedStrategy<String> {
    ("octal [04]\\.[0-7]{0,3}", weighted(0.4, "\\([0-7]{1,2}\\)"))
        .prop_map(|(code, repeated)| code + &repeated.unwrap_or_default())
        .boxed()
}

/// A line of any kind.
fn line(frame: Frame) -> BoxedStrategy<String> {
    let mut from: Vec<&'static str> = vec!["any", "any", "largest", "smallest"];
    if frame.order.starts_with("row") {
        from.push("ends");
    }
    let take = ended_take(from.leak());
    match (frame.has_places(), frame.heaps) {
        (true, _) => prop_oneof![2 => take, 3 => several(frame)].boxed(),
        (_, Some(_)) => prop_oneof![2 => take, 3 => several(frame), 1 => split(frame)].boxed(),
        _ => prop_oneof![4 => take, 6 => several(frame), 3 => split(frame), 1 => code()].boxed(),
    }
}

/// A line that takes from one heap.
fn ended_take(from: Words) -> BoxedStrategy<String> {
    (take(TAKE, STONES, from), weighted(0.1, condition(AFTER)))
        .prop_map(|(take, after)| take + &said("where after:", after))
        .boxed()
}

/// A game of heaps with all that it may have.
fn game() -> BoxedStrategy<String> {
    let lines = frame().prop_flat_map(|frame| (Just(frame), vec(line(frame), 1..4)));
    let each = select(vec!["", "", " each"]);
    let pass = weighted(0.4, (0..3u32, each, weighted(0.3, condition(POSITION))));
    let ending = select(vec![None, None, Some("normal"), Some("misere"), Some("misere")]);
    (lines, pass, ending)
        .prop_map(|((frame, rules), pass, ending)| {
            let mut lines = frame.lines();
            lines.extend(rules);
            lines.extend(
                pass.map(|(n, each, when)| format!("pass {n}{each}") + &said("when", when)),
            );
            lines.extend(ending.map(|ending| format!("ending {ending}")));
            lines.join("; ")
        })
        .boxed()
}

/// A few small heaps, some of them empty, and numbers for counters.
#[derive(Clone, Debug)]
struct Typed {
    heaps: Vec<u32>,
    counters: [u32; 4],
}

fn typed() -> impl Strategy<Value = Typed> {
    let heaps = vec(0..6u32, 1..=3);
    (heaps, [0..4u32, 0..5, 0..9, 0..9]).prop_map(|(heaps, counters)| Typed { heaps, counters })
}

impl Typed {
    /// The position with the counters that the game has.
    fn text(&self, game: &Game) -> String {
        let mut heaps: Vec<String> = self.heaps.iter().map(u32::to_string).collect();
        if let Some(places) = game.heaps().filter(|_| game.order().has_places()) {
            heaps.resize(usize::try_from(places).unwrap(), "0".to_string());
        }
        let mut counters = Vec::new();
        let start = game.start();
        for ((name, first), number) in start.named().into_iter().zip(self.counters) {
            if let Some(first) = first {
                let number = match name {
                    "turn" => number + 1,
                    "pass" | "other" => number % (u32::try_from(first).unwrap() + 1),
                    _ => number,
                };
                counters.push(format!("{name}={number}"));
            }
        }
        let separator = if counters.is_empty() { "" } else { ";" };
        format!("{}{separator}{}", heaps.join(","), counters.join(","))
    }

    fn at(&self, game: &Game) -> Position {
        let text = self.text(game);
        game.position(&text).unwrap_or_else(|error| panic!("{game} at {text}: {error:?}"))
    }
}

fn parse(text: &str) -> Game {
    Game::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn values(game: &Game) -> Values {
    Values { grundy: game.ending() == Ending::Normal, length: true }
}

fn solved(game: &Game, position: &Position) -> Solved {
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    Definition::new(game, values(game), ctx).unwrap().solve(position).unwrap()
}

fn answer(game: &Game, position: &Position) -> Answer {
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    solve(game, position, Question { values: values(game), moves: usize::MAX }, ctx).unwrap()
}

fn moves(game: &Game, position: &Position) -> Vec<Move> {
    Moves::new(game, &Unwatched).first(position, usize::MAX).unwrap()
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn p_is_grundy_number_zero(text in game(), typed in typed()) {
        let game = parse(&text);
        let solved = solved(&game, &typed.at(&game));
        prop_assert_eq!(solved.grundy.is_some(), game.ending() == Ending::Normal);
        if let Some(grundy) = solved.grundy {
            prop_assert_eq!(solved.outcome == Outcome::P, grundy == 0);
        }
    }

    #[test]
    fn grundy_number_is_the_least_that_no_option_has(text in game(), typed in typed()) {
        let game = parse(&text);
        let at = typed.at(&game);
        if let Some(grundy) = solved(&game, &at).grundy {
            let options: HashSet<u32> =
                moves(&game, &at).iter().filter_map(|m| solved(&game, &m.to).grundy).collect();
            prop_assert!(!options.contains(&grundy));
            prop_assert!((0..grundy).all(|less| options.contains(&less)));
        }
    }

    #[test]
    fn winning_moves_are_those_to_p(text in game(), typed in typed()) {
        let game = parse(&text);
        let at = typed.at(&game);
        let (answer, moves) = (answer(&game, &at), moves(&game, &at));
        prop_assert!(answer.complete);
        prop_assert!(answer.moves.is_none_or(|count| count == moves.len().into()));
        if moves.is_empty() {
            let end = if game.ending() == Ending::Misere { Outcome::N } else { Outcome::P };
            prop_assert_eq!(answer.outcome, end);
        } else {
            prop_assert_eq!(answer.outcome == Outcome::N, !answer.winning.is_empty());
        }
        for m in &moves {
            let wins = solved(&game, &m.to).outcome == Outcome::P;
            prop_assert_eq!(wins, answer.winning.contains(m), "{} to {}", at, m.to);
        }
        prop_assert!(answer.winning.iter().all(|m| moves.contains(m)));
        for (tried, reply) in &answer.answered {
            prop_assert_eq!(answer.outcome, Outcome::P);
            prop_assert!(moves.contains(tried));
            let replies = self::moves(&game, &tried.to);
            match reply {
                None => prop_assert!(replies.is_empty()),
                Some(reply) => {
                    prop_assert!(replies.contains(reply));
                    prop_assert_eq!(solved(&game, &reply.to).outcome, Outcome::P);
                }
            }
        }
    }

    #[test]
    fn length_of_play_has_the_parity_of_the_outcome(text in game(), typed in typed()) {
        let game = parse(&text);
        let at = typed.at(&game);
        let Solved { outcome, length, .. } = solved(&game, &at);
        let length = length.unwrap();
        // In normal play the winner makes the last move, in misère play the loser.
        let odd = if game.ending() == Ending::Misere { Outcome::P } else { Outcome::N };
        prop_assert_eq!(outcome == odd, length % 2 == 1, "length {}", length);
        prop_assert_eq!(length == 0, moves(&game, &at).is_empty());
    }

    #[test]
    fn order_and_empty_heaps_do_not_matter(
        text in game(),
        (typed, shuffled) in typed().prop_flat_map(|typed| {
            let shuffled = Just([typed.heaps.clone(), vec![0, 0]].concat()).prop_shuffle();
            (Just(typed), shuffled)
        }),
    ) {
        let game = parse(&text);
        let at = typed.at(&game);
        let other = Typed { heaps: shuffled, ..typed.clone() };
        if game.order() == Order::None {
            prop_assert_eq!(&at, &other.at(&game));
            let downwards = at.heaps.iter().rev().cloned();
            prop_assert_eq!(game.at_counters(downwards, at.counters.clone()), Ok(at));
        } else {
            // The heaps of a row lie as they were typed, and places stay.
            let places = game.order().has_places();
            let typed = typed.text(&game).replace(';', ",;");
            let kept: Vec<&str> = typed.split(';').next().unwrap().trim_end_matches(',').split(',').filter(|&heap| places || heap != "0").collect();
            let heaps: Vec<String> = at.heaps.iter().map(ToString::to_string).collect();
            prop_assert_eq!(kept, heaps);
        }
    }

    #[test]
    fn printing_and_reading_change_nothing(text in game(), typed in typed()) {
        let game = parse(&text);
        let at = typed.at(&game);
        let printed = game.to_string();
        for again in [parse(&printed), parse(&format!("{:#}", game.text()))] {
            prop_assert_eq!(again.to_string(), printed.clone());
            let same = again.position(&at.to_string()).unwrap();
            prop_assert_eq!(&same, &at);
            prop_assert_eq!(moves(&again, &same), moves(&game, &at));
            prop_assert_eq!(solved(&again, &same), solved(&game, &at));
        }
    }

    #[test]
    fn grundy_number_of_a_sum_is_the_xor(text in sum(), heaps in vec(1..9u32, 2..=3)) {
        let game = parse(&text);
        let grundy = |heaps: &[u32]| {
            let typed = Typed { heaps: heaps.to_vec(), counters: [0; 4] };
            solved(&game, &typed.at(&game)).grundy.unwrap()
        };
        let xor = heaps.iter().fold(0, |xor, &heap| xor ^ grundy(&[heap]));
        prop_assert_eq!(grundy(&heaps), xor);
    }

    #[test]
    fn options_are_distinct_and_smaller(text in game(), typed in typed(), few in 0..5usize) {
        let game = parse(&text);
        let at = typed.at(&game);
        let moves = moves(&game, &at);
        let options: HashSet<&Position> = moves.iter().map(|m| &m.to).collect();
        prop_assert_eq!(options.len(), moves.len());
        prop_assert!(!options.contains(&at));
        let left = |at: &Position| {
            let passes = at.counters.passes.iter().chain(&at.counters.other).sum::<UBig>();
            let stones = at.stones();
            let more = if game.splits() { &stones - at.heaps.len() } else { UBig::ZERO };
            (stones, more, passes)
        };
        prop_assert!(moves.iter().all(|m| left(&m.to) < left(&at)));

        let mut finder = Moves::new(&game, &Unwatched);
        let first = finder.first(&at, few).unwrap();
        prop_assert_eq!(&first[..], &moves[..few.min(moves.len())]);
        if let Some(count) = finder.count(&at).unwrap() {
            prop_assert_eq!(count.to_string(), moves.len().to_string());
        }
    }

    #[test]
    fn what_is_known_already_changes_nothing(text in game(), several in vec(typed(), 2..6)) {
        let game = parse(&text);
        let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
        let mut engine = Definition::new(&game, values(&game), ctx).unwrap();
        for typed in &several {
            let at = typed.at(&game);
            prop_assert_eq!(engine.solve(&at).unwrap(), solved(&game, &at));
        }
    }

    #[test]
    fn a_table_has_every_position_of_its_box_once(
        text in game(),
        (least, more) in (0..2usize, 0..3usize),
        most in 0..4u64,
    ) {
        let game = parse(&text);
        let places = game.heaps().filter(|_| game.order().has_places());
        let end = places.map_or(least + more, |places| usize::try_from(places).unwrap().min(3));
        let start = game.start();
        let counters = [("turn", &start.turn, 2..=3), ("last", &start.last, 0..=2)].into_iter().filter(|(_, value, _)| value.is_some());
        let counters = counters.map(|(name, _, range)| (name.to_string(), range)).collect();
        let extent = Extent { heaps: least..=end.max(least), most: vec![most], counters };
        let mut seen = HashSet::new();
        let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
        let summary = table(&game, &extent, Values { length: false, ..values(&game) }, ctx, &mut |position, found| {
            let row = extent.row(&game, position);
            assert_eq!(row.len(), extent.columns(&game).len(), "{game} at {position}");
            assert_eq!(game.position(&position.to_string()).as_ref(), Ok(position), "{game}");
            let filled = position.heaps.iter().filter(|heap| !heap.is_zero()).count();
            assert!(extent.heaps.contains(&filled), "{game} at {position}");
            let solved = solved(&game, position);
            assert_eq!((found.outcome, found.grundy), (solved.outcome, solved.grundy), "{game} at {position}");
            assert!(seen.insert(position.clone()), "{game} at {position} twice");
            ControlFlow::Continue(())
        }).unwrap();
        prop_assert_eq!(summary.positions, seen.len() as u64);
        prop_assert_eq!(UBig::from(seen.len()), extent.len(&game), "{}", game);
    }

    #[test]
    fn the_answer_does_not_depend_on_the_engine(text in game(), typed in typed()) {
        let game = parse(&text);
        let at = typed.at(&game);
        let by_definition = answer(&game, &at);
        let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
        let values = Values { length: false, ..values(&game) };
        let any = solve(&game, &at, Question { values, moves: usize::MAX }, ctx).unwrap();
        prop_assert_eq!(any.outcome, by_definition.outcome);
        prop_assert_eq!(&any.grundy, &by_definition.grundy);
        let targets = |answer: &Answer| -> HashSet<Position> { answer.winning.iter().map(|m| m.to.clone()).collect() };
        prop_assert_eq!(targets(&any), targets(&by_definition));
    }

    #[test]
    fn moves_say_what_they_do(text in game(), typed in typed()) {
        let game = parse(&text);
        let at = typed.at(&game);
        for Move { how, to } in moves(&game, &at) {
            let gone = at.stones() - to.stones();
            let mut left = sorted(&at);
            let mut heap = |size: &UBig, parts: &[UBig]| {
                let i = left.iter().position(|heap| heap == size).expect("a heap of this size");
                left.remove(i);
                left.extend(parts.iter().filter(|part| !part.is_zero()).cloned());
            };
            // The heap stands where it is said to stand, and in places so does what is left of it.
            let placed = |taken: &Taken, to: &Position| {
                assert_eq!(taken.place.is_some(), game.order() != Order::None);
                let Some(place) = taken.place else { return };
                assert_eq!(at.heaps[place], taken.heap);
                if game.order().has_places() {
                    assert_eq!(to.heaps[place], &taken.heap - &taken.stones);
                }
            };
            let stones = match &how {
                How::Take(taken) => {
                    heap(&taken.heap, &[&taken.heap - &taken.stones]);
                    placed(taken, &to);
                    taken.stones.clone()
                }
                How::Several(taken) => {
                    prop_assert!(taken.len() > 1);
                    taken.iter().for_each(|one| heap(&one.heap, &[&one.heap - &one.stones]));
                    prop_assert!(taken.iter().all(|one| !one.stones.is_zero()));
                    taken.iter().for_each(|one| placed(one, &to));
                    taken.iter().map(|one| &one.stones).sum()
                }
                How::Split(taken, parts) => {
                    prop_assert!(parts.len() > 1 && parts.iter().all(|part| !part.is_zero()));
                    heap(&taken.heap, parts);
                    placed(taken, &to);
                    taken.stones.clone()
                }
                _ => UBig::ZERO,
            };
            left.sort();
            prop_assert_eq!(left, sorted(&to));
            prop_assert_eq!(&stones, &gone);
            // The counters that follow from it.
            let (before, after) = (&at.counters, &to.counters);
            prop_assert_eq!(after.turn.clone(), before.turn.as_ref().map(|turn| turn + 1u8));
            let last = if gone.is_zero() { before.last.clone() } else { before.last.as_ref().map(|_| gone) };
            prop_assert_eq!(&after.last, &last);
            let own = before.passes.as_ref().map(|own| if how == How::Pass { own - 1u8 } else { own.clone() });
            match &before.other {
                Some(other) => prop_assert_eq!((&after.passes, &after.other), (&Some(other.clone()), &own)),
                None => prop_assert_eq!((&after.passes, &after.other), (&own, &None)),
            }
            prop_assert!(!game.describe(&at, &how, &to).is_empty());
        }
    }

    #[test]
    fn a_game_plays_as_what_is_printed(text in game()) {
        let game = parse(&text);
        let again = parse(&game.to_string());
        prop_assert_eq!(game.plays_as(&again), game.plays_as(&game));
        prop_assert_eq!(again.plays_as(&game), game.plays_as(&game));
    }
}

/// The heaps that are not empty, the smallest first.
fn sorted(at: &Position) -> Vec<UBig> {
    let mut heaps: Vec<UBig> = at.heaps.iter().filter(|heap| !heap.is_zero()).cloned().collect();
    heaps.sort();
    heaps
}

/// The random games have every kind of line, and most of them have moves.
#[test]
fn random_games_have_all_kinds_of_lines() {
    let mut runner = TestRunner::new(config(1));
    let (mut texts, mut moving) = (String::new(), 0);
    for _ in 0..400 {
        let text = game().new_tree(&mut runner).unwrap().current();
        let read = parse(&text);
        let typed = Typed { heaps: vec![3, 5, 4], counters: [1; 4] };
        moving += u32::from(!moves(&read, &typed.at(&read)).is_empty());
        texts.push_str(&text);
        texts.push(';');
    }
    for words in [
        "row;",
        "row fixed",
        "circle",
        "heaps ",
        "from ends",
        "each of",
        "some of",
        "adjacent",
        "from all",
        "non-empty",
        "the same",
        "in total",
        "t, u from",
        "split any",
        "split ends",
        "into unequal",
        "into equal",
        "into a, b",
        "then split",
        "octal 0.",
        "octal 4.",
        "(",
        "where after:",
        " each",
        "misere",
        "2 largest",
        "smallest",
    ] {
        assert!(texts.contains(words), "{words}");
    }
    assert!(moving > 200, "{moving}");
}
