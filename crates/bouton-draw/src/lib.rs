//! Random games of every construct of the language, as texts: the tests compare them with the definition, and the bench measures
//! them.

mod conditions;
mod constructs;
mod draw;
mod expressions;
mod games;
mod library;
mod splits;
mod takes;
mod tuples;

pub use constructs::{CONSTRUCTS, LEFT_OUT, RARE, RESTRICTIONS};
pub use draw::Draw;
pub use games::{Text, game};

/// So many texts are drawn for one game at most.
const TRIES: usize = 20_000;

/// What the game of a number is drawn from: the construct whose turn it is, and seeds to try until a game contains it.
pub fn tries(seed: u64, number: u64) -> (&'static str, impl Iterator<Item = u64>) {
    let list = if number % 4 >= 2 { RARE } else { CONSTRUCTS };
    let construct = list[(number / 4) as usize % list.len()];
    let mut seeds = fastrand::Rng::with_seed(seed ^ (number << 20));
    (construct, std::iter::repeat_with(move || seeds.u64(..)).take(TRIES))
}
