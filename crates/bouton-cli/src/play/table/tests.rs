use std::collections::HashSet;

use bouton::{Budget, Ctx, Level, Unwatched};
use fastrand::Rng;

use super::*;
use crate::play::typed::{Typed, understand};

/// Games of all kinds of moves, each with positions to start from.
const GAMES: [(&str, &[&str]); 8] = [
    ("nim", &["1,2,4", "2,2,3", "3,4"]),
    ("nim; ending misere", &["1,1,1", "2,3", "1,2,2"]),
    ("take 1..3 from largest; pass 1", &["2,5", "1,1,2,5"]),
    ("take {1, 3} from any; pass 1 each; ending misere", &["3,4", "2,2"]),
    ("wythoff", &["3,4", "4,4"]),
    ("row; take 1..m from ends", &["2,1,3", "3,3"]),
    ("split any into unequal", &["9", "4,5"]),
    ("nim + 'take {1, 3} from any'", &["2 | 3", "1,2 | 2"]),
];

/// Calls `then` with a table for a position.
fn with_table(game: &str, start: &str, level: Level, first: Player, then: impl FnOnce(Table<'_>)) {
    let game = Game::parse(game).unwrap();
    let (budget, little) = (Budget::default(), Budget::new(4 << 20));
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let little = Ctx { budget: &little, watch: &Unwatched };
    let opponent = Opponent::new(&game, ctx, little, level, Rng::with_seed(1));
    let start = game.position(start).unwrap();
    then(Table::new(&game, start, first, opponent, &Unwatched).unwrap());
}

/// Plays a typed move and lets the computer answer.
fn play(table: &mut Table<'_>, text: &str) {
    match understand(table, text, false).unwrap() {
        Typed::Legal(m) => table.play(*m).unwrap(),
        Typed::Wrong(why) => panic!("{text}: {why}"),
    }
    table.reply().unwrap();
}

/// Why a text is no move.
fn refused(table: &mut Table<'_>, text: &str) -> String {
    match understand(table, text, false).unwrap() {
        Typed::Legal(m) => panic!("{text} leads to {}", m.to),
        Typed::Wrong(why) => why,
    }
}

/// Whatever you play, the computer, which is to move, wins.
fn wins_every_line(table: &mut Table<'_>, seen: &mut HashSet<Position>) {
    let start = table.position().clone();
    if !seen.insert(start.clone()) {
        return;
    }
    table.reply().unwrap();
    let answered = table.position().clone();
    let yours = table.legal().to_vec();
    if yours.is_empty() {
        assert_eq!(table.winner(), Some(Player::Computer), "{} at {start}", table.game);
    }
    for m in yours {
        // The computer starts each game, from the position after your move.
        table.restart(m.to.clone()).unwrap();
        match table.winner() {
            Some(winner) => assert_eq!(winner, Player::Computer, "{}: {answered}", table.game),
            None => wins_every_line(table, seen),
        }
    }
}

#[test]
fn a_perfect_computer_wins_whatever_is_won() {
    for (game, starts) in GAMES {
        for start in starts {
            with_table(game, start, Level::Perfect, Player::Computer, |mut table| {
                let start = table.position().clone();
                let mut seen = HashSet::new();
                match table.opponent.outcome(&start).unwrap() {
                    Outcome::N => wins_every_line(&mut table, &mut seen),
                    // Then every position after a move is won.
                    Outcome::P => {
                        for m in table.legal().to_vec() {
                            table.restart(m.to).unwrap();
                            if table.winner().is_none() {
                                wins_every_line(&mut table, &mut seen);
                            }
                        }
                    }
                }
            });
        }
    }
}

#[test]
fn a_lost_computer_makes_the_game_long() {
    // From 2,2 the game lasts 4 moves if nobody takes two stones at once.
    with_table("nim", "2,2", Level::Perfect, Player::Computer, |mut table| {
        let (_, m) = table.reply().unwrap().unwrap();
        assert_eq!(m.to.to_string(), "1,2");
    });
    // It is far too large to compute lengths, so the computer takes the fewest stones.
    with_table("nim", "10^30,10^30", Level::Perfect, Player::Computer, |mut table| {
        let (from, m) = table.reply().unwrap().unwrap();
        assert_eq!(from.stones() - m.to.stones(), 1u8.into());
    });
}

#[test]
fn levels_are_probabilities_of_best_moves() {
    for (level, expected) in [(Level::Perfect, 1.0), (Level::Good, 0.75), (Level::Beginner, 0.25)] {
        // One of 60 moves wins, so a random one hardly ever does.
        with_table("nim", "60", level, Player::Computer, |mut table| {
            let start = table.position().clone();
            let mut best = 0;
            for _ in 0..1000 {
                table.restart(start.clone()).unwrap();
                table.reply().unwrap();
                best += i32::from(table.winner().is_some());
            }
            let share = f64::from(best) / 1000.0;
            assert!((share - expected).abs() < 0.06, "{level:?}: {share}");
            assert!(Level::of(level.name()) == Some(level));
        });
    }
}

#[test]
fn undo_and_redo_go_from_turn_to_turn_of_yours() {
    with_table("nim", "3,4,5", Level::Perfect, Player::You, |mut table| {
        assert!(!table.undo().unwrap());
        assert!(!table.redo().unwrap());
        play(&mut table, "1 4");
        let second = table.position().clone();
        play(&mut table, "1 3");
        let third = table.position().clone();
        assert!(table.undo().unwrap());
        assert_eq!(*table.position(), second);
        assert!(table.undo().unwrap());
        assert_eq!(table.position().to_string(), "3,4,5");
        assert!(!table.undo().unwrap());
        assert!(table.redo().unwrap() && table.redo().unwrap());
        assert_eq!((table.position(), table.turn()), (&third, Player::You));
        assert!(!table.redo().unwrap());
        // Another move forgets the moves that were taken back.
        assert!(table.undo().unwrap());
        play(&mut table, "2 3");
        assert!(!table.redo().unwrap());
    });
}

#[test]
fn undo_after_the_computer_began_keeps_its_first_move() {
    with_table("nim", "1,2", Level::Perfect, Player::Computer, |mut table| {
        table.reply().unwrap();
        assert!(!table.undo().unwrap());
        play(&mut table, "1 1");
        assert_eq!(table.winner(), Some(Player::Computer));
        assert!(table.undo().unwrap());
        assert_eq!((table.position().to_string().as_str(), table.winner()), ("1,1", None));
        assert!(table.redo().unwrap());
        assert_eq!(table.winner(), Some(Player::Computer));
    });
}

#[test]
fn only_moves_that_gave_the_win_away_are_mistakes() {
    with_table("nim", "1,2", Level::Perfect, Player::You, |mut table| {
        play(&mut table, "take 2 from the heap of 2");
        assert_eq!(table.winner(), Some(Player::Computer));
        let mistakes = table.mistakes().unwrap();
        assert_eq!(mistakes.len(), 1);
        assert_eq!(mistakes[0].from.to_string(), "1,2");
        assert_eq!(mistakes[0].better.as_ref().unwrap().to.to_string(), "1,1");
        table.undo().unwrap();
        play(&mut table, "1,1");
        play(&mut table, "1 1");
        assert_eq!((table.winner(), table.mistakes().unwrap()), (Some(Player::You), vec![]));
    });
}

#[test]
fn random_positions_are_won_for_who_starts() {
    for (game, starts) in GAMES {
        with_table(game, starts[0], Level::Perfect, Player::You, |mut table| {
            for _ in 0..10 {
                let dealt = table.opponent.deal(table.game, &Unwatched).unwrap().unwrap();
                assert_eq!(table.opponent.outcome(&dealt), Ok(Outcome::N), "{game}: {dealt}");
            }
        });
    }
    // No small position has a move.
    with_table(
        "take 1..1 from any where after: total > 100",
        "0",
        Level::Good,
        Player::You,
        |mut t| {
            assert_eq!(t.opponent.deal(t.game, &Unwatched), Ok(None));
        },
    );
}

#[test]
fn moves_are_understood_as_people_type_them() {
    let leads = |game, start, typed: &[&str], to: &str| {
        with_table(game, start, Level::Perfect, Player::You, |mut table| {
            for text in typed {
                match understand(&mut table, text, false).unwrap() {
                    Typed::Legal(m) => assert_eq!(m.to.to_string(), to, "{text}"),
                    Typed::Wrong(why) => panic!("{text}: {why}"),
                }
            }
        });
    };
    let ways =
        ["take 3 from 5", "3 5", "3 from the heap of 5", "TAKE 3 stones from 5", "2,4", "4, 2"];
    leads("nim", "4,5", &ways, "2,4");
    leads("take 1..3 from largest", "4,5", &["take 3", "3"], "2,4");
    leads("nim", "7", &["3", "take 3", "to 4"], "4");
    leads("nim", "7", &["0", "7"], "0");
    leads("nim; pass 1", "3,4", &["pass", "3,4;pass=0"], "3,4;pass=0");
    leads("nim; pass 1", "3,4", &["1,4"], "1,4;pass=1");
    leads("euclid", "7,3", &["4,3", "lower a by 3"], "4,3");
    leads("split any into unequal", "5", &["split 5 into 2 and 3", "2,3"], "2,3");
    leads("row; take 1..m from ends", "3,1,3", &["1 3 at place 3", "3,1,2"], "3,1,2");
    leads("wythoff", "1,2", &["take 1 from 1 and 1 from 2", "2 2", "to 1"], "1");
    leads("nim + nim", "3 | 4", &["3 | 2", "2 4", "in game 2: take 2 from 4"], "3 | 2");
    leads("nim", "10^30", &["10^30-5 10^30", "to 5"], "5");
    leads("nim", "10^30,7", &["5,7", "7, 5"], "5,7");
}

#[test]
fn what_is_no_move_is_told_why() {
    with_table("take {1, 3} from largest", "2,5", Level::Perfect, Player::You, |mut table| {
        assert!(
            refused(&mut table, "2 5")
                .starts_with("2 cannot be taken from the heap of 5; 1, 3 can.")
        );
        assert!(refused(&mut table, "1 2").starts_with("Nothing can be taken from the heap of 2"));
        assert!(refused(&mut table, "1 7").starts_with("There is no heap of 7 in 2,5."));
        assert!(refused(&mut table, "pass").starts_with("No pass is left"));
        assert!(refused(&mut table, "2,3").starts_with("No legal move leads from 2,5 to 2,3."));
        assert!(refused(&mut table, "jump").starts_with("`jump` is neither"));
    });
    with_table("nim", "2,5", Level::Perfect, Player::You, |mut table| {
        assert!(refused(&mut table, "1").starts_with("`1` can mean several moves"));
        assert!(
            refused(&mut table, "6 5").starts_with("6 cannot be taken from the heap of 5; 1 to 5")
        );
    });
}
