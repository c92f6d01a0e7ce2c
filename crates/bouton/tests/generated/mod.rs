//! Random games of every construct of the language: whatever answers a question about one says what the definition says.
//!
//! `PROPTEST_RNG_SEED` draws other games, `BOUTON_GAMES` more or fewer of them, and `BOUTON_GAME` a single one by its number.

mod boxes;
mod case;
mod claims;
mod commands;
mod kernels;
mod report;

use std::panic::{AssertUnwindSafe, catch_unwind};

use bouton_draw::{Draw, game, tries};

use case::{Case, Dropped};
use report::Tally;

/// How many games are drawn, if nothing else is said.
const GAMES: u64 = 10_000;

/// The seed, if no other is given.
const SEED: u64 = 1902;

/// The number of threads on which games are compared.
const THREADS: u64 = 2;

fn given(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name}={text}")))
}

/// Draws the game of a number, which contains the construct whose turn it is.
fn draw(seed: u64, number: u64, tally: &mut Tally) -> Case {
    let (construct, seeds) = tries(seed, number);
    for seed in seeds {
        match Case::draw(seed, construct) {
            Ok(case) => return case,
            Err(Dropped::Construct) => {}
            Err(why) => tally.dropped(why),
        }
    }
    panic!("no game with `{construct}` was found");
}

/// Draws and compares one game.
fn compare(seed: u64, number: u64, tally: &mut Tally) {
    tally.game = number;
    let case = draw(seed, number, tally);
    tally.compared(&case);
    let compared = catch_unwind(AssertUnwindSafe(|| {
        kernels::compare(&case, tally);
        commands::compare(&case, tally);
        claims::compare(&case, tally);
    }));
    if compared.is_err() {
        tally.finding(&case, "a panic".to_string());
    }
}

#[test]
fn random_games_of_every_construct() {
    let seed = given("PROPTEST_RNG_SEED").unwrap_or(SEED);
    let one = given("BOUTON_GAME");
    let games = given("BOUTON_GAMES").unwrap_or(GAMES);
    let numbers = one.map_or(0..games, |one| one..one + 1);
    let tallies = std::thread::scope(|scope| {
        let of = |thread: u64| {
            let numbers = numbers.clone();
            move || {
                let mut tally = Tally::default();
                numbers
                    .filter(|number| number % THREADS == thread)
                    .for_each(|number| compare(seed, number, &mut tally));
                tally
            }
        };
        let threads: Vec<_> = (0..THREADS).map(|thread| scope.spawn(of(thread))).collect();
        threads.into_iter().map(|thread| thread.join()).collect::<Vec<_>>()
    });
    let mut tally = Tally::default();
    for other in tallies {
        tally.add(other.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
    }
    tally.print();
    let wrong = tally.wrong(one.is_none() && games >= GAMES);
    assert!(wrong.is_empty(), "seed {seed}, {} findings:\n{}", wrong.len(), wrong.join("\n"));
}

/// The words of the grammar and the functions that `docs/language.md` lists.
fn documented() -> Vec<String> {
    let page = include_str!("../../../../docs/language.md");
    let between = |from: &str, to: &str| {
        let rest = page.split(from).nth(1).expect("the page has this part");
        rest.split(to).next().unwrap_or(rest).to_string()
    };
    let quoted = |text: &str, mark: char| -> Vec<String> {
        text.split(mark).skip(1).step_by(2).map(str::to_string).collect()
    };
    let functions = quoted(&between("Functions: ", "The signs"), '`');
    let functions = functions.iter().map(|name| name.split('(').next().unwrap_or(name).to_string());
    let grammar = quoted(&between("```text\ntext     =", "```"), '"');
    let is_word = |word: &String| word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    functions.chain(grammar).filter(|word| is_word(word) && word.len() > 1).collect()
}

#[test]
fn every_word_of_the_grammar_is_drawn() {
    let mut missing = documented();
    assert!(missing.len() > 50, "{missing:?}");
    for seed in 0..5000 {
        let text = game(&Draw::new(seed, 0)).text;
        let words: Vec<&str> =
            text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
        missing.retain(|word| !words.contains(&word.as_str()));
    }
    assert!(missing.is_empty(), "no game contains {missing:?}");
}
