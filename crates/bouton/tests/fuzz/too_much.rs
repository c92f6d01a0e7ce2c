//! Texts that would take very long, or more memory than there is, if nothing stopped them.

use bouton::Game;

use super::texts::MANY;
use super::{exercise, play, show};

/// `f(f(…f(of)…))`
fn nested(times: usize, of: &str) -> String {
    format!("{}{of}{}", "f(".repeat(times), ")".repeat(times))
}

fn with(text: &str, argument: &str) {
    match Game::with(text, &[argument]) {
        Ok(game) => play(&game, text, &["3"]),
        Err(errors) => show(&errors.diagnostics(), text),
    }
}

#[test]
fn different_unknown_names() {
    let names: Vec<String> = (0..MANY).map(|i| format!("a{i}")).collect();
    exercise(&format!("take {{{}}} from any", names.join(", ")));
}

#[test]
fn a_product_of_large_numbers() {
    exercise(&format!("take t from any where t <= m{}", "*10^999999".repeat(20)));
}

#[test]
fn squares_of_squares() {
    let text = format!("game mine(f)\n  take t from any where t <= {}", nested(40, "m"));
    with(&text, "f = t -> t*t");
}

#[test]
fn roots_of_large_numbers() {
    exercise("take 1..isqrt(m*10^999999) from any");
}

#[test]
fn values_that_lead_nowhere() {
    let rule = "move (x - 1) for t, u where t <= 10^30 and u <= 5 and u > 5 + t - t";
    exercise(&format!("position (x); {rule}"));
}

#[test]
fn many_moves() {
    let rule = |i: usize| format!("move (x - t) for t where 1 <= t <= x - {i};");
    exercise(&format!("position (x); {}", (0..5000).map(rule).collect::<String>()));
}

#[test]
fn doubles_of_doubles() {
    let text = format!("game mine(f)\n  position (x)\n  move (x - {})", nested(60, "x"));
    with(&text, "f = t -> t + t");
}

#[test]
fn long_functions_of_long_functions() {
    let text = format!("game mine(f)\n  position (x)\n  move ({})", nested(390, "x"));
    with(&text, &format!("f = t -> t{}", " - 1".repeat(390)));
}

#[test]
fn bounds_that_drive_themselves_up() {
    exercise("position (a, b, c, d); move (0, 0, 0, 0) when a*a < a");
    exercise(
        "position (x, y); move (0, 0) for t, u \
         where t <= 4 and u <= 4 and min(y, isqrt(y)) = 6 + u + u + y",
    );
}
