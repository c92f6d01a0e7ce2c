//! Laws that hold in every game, at random positions of random games.

use std::collections::HashSet;

use bouton::engine::{Definition, Outcome, Solved, Values};
use bouton::game::{Move, Moves};
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::lang::syntax::Ending;
use bouton::solve::{Answer, Question, solve};
use bouton::{Game, Position};
use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{FileFailurePersistence, RngSeed};

mod random;

use random::{Words, condition, said, sum, take};

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

/// A game of heaps with all that it may have.
fn game() -> BoxedStrategy<String> {
    let takes = vec(take(TAKE, STONES, &["any", "any", "largest", "smallest"]), 1..4);
    let pass = weighted(0.4, (0..3u32, weighted(0.3, condition(POSITION))));
    let ending = select(vec![None, None, Some("normal"), Some("misere"), Some("misere")]);
    (weighted(0.2, 3..6u32), takes, pass, ending)
        .prop_map(|(heaps, takes, pass, ending)| {
            let mut lines: Vec<String> = heaps.iter().map(|n| format!("heaps {n}")).collect();
            lines.extend(takes);
            lines.extend(pass.map(|(n, when)| format!("pass {n}") + &said("when", when)));
            lines.extend(ending.map(|ending| format!("ending {ending}")));
            lines.join("; ")
        })
        .boxed()
}

/// A few small heaps, some of them empty, and numbers for counters.
#[derive(Clone, Debug)]
struct Typed {
    heaps: Vec<u32>,
    counters: [u32; 3],
}

fn typed() -> impl Strategy<Value = Typed> {
    let heaps = vec(0..6u32, 1..=3);
    (heaps, [0..4u32, 0..5, 0..9]).prop_map(|(heaps, counters)| Typed { heaps, counters })
}

impl Typed {
    /// The position with the counters that the game has.
    fn text(&self, game: &Game) -> String {
        let heaps: Vec<String> = self.heaps.iter().map(u32::to_string).collect();
        let mut counters = Vec::new();
        let start = game.start();
        for ((name, first), number) in start.named().into_iter().zip(self.counters) {
            if let Some(first) = first {
                let number = match name {
                    "turn" => number + 1,
                    "pass" => number % (u32::try_from(first).unwrap() + 1),
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
    #![proptest_config(config(1000))]

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
        let other = Typed { heaps: shuffled, ..typed.clone() };
        let (at, same) = (typed.at(&game), other.at(&game));
        prop_assert_eq!(&at, &same);
        let downwards = at.heaps.iter().rev().cloned();
        prop_assert_eq!(game.at_counters(downwards, at.counters.clone()), Ok(at));
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
            let typed = Typed { heaps: heaps.to_vec(), counters: [0; 3] };
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
        let left = |at: &Position| (at.stones(), at.counters.passes.clone());
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
}
