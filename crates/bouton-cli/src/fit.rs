//! The box of a table when none was asked for: one that fits the screen.

use std::ops::RangeInclusive;

use bouton::{Extent, Game};

use crate::table::is_picture;

/// Columns and lines of a common terminal, for output that goes elsewhere.
const SCREEN: (u64, u64) = (80, 24);

/// Lines for what is said beside the table, and for the next prompt.
const BESIDE: u64 = 3;

/// Larger heaps are not shown unasked.
const MOST: u64 = 99;

/// Columns for a number of at most two digits and the space before it.
const CELL: u64 = 3;

/// Columns to the left of a picture.
const HEAD: u64 = 10;

/// How many heaps are shown where the game does not say how many it has. The games of a sum have one each.
pub fn heaps(game: &Game) -> RangeInclusive<usize> {
    if game.summands().is_empty() { 0..=2 } else { 0..=1 }
}

/// The largest box with these heaps and counters whose table fits the screen; at least heaps of one stone.
pub fn largest(game: &Game, extent: &Extent) -> Extent {
    let size = terminal_size::terminal_size();
    let screen = size.map_or(SCREEN, |(columns, lines)| (columns.0.into(), lines.0.into()));
    fitting(game, extent, screen)
}

fn fitting(game: &Game, extent: &Extent, screen: (u64, u64)) -> Extent {
    let numbers = game.coordinates().map_or(1, <[String]>::len);
    let of = |most: u64| Extent { most: vec![most; numbers], ..extent.clone() };
    let larger = (2..=MOST).map(of).take_while(|larger| fits(game, larger, screen));
    larger.last().unwrap_or_else(|| of(1))
}

/// Whether the table of a box fits a screen.
fn fits(game: &Game, extent: &Extent, (columns, lines): (u64, u64)) -> bool {
    let lines = lines.saturating_sub(BESIDE);
    if !is_picture(game, extent) {
        return extent.len(game) <= lines.into();
    }
    let across = extent.most.last().map_or(1, |most| most + 1);
    let down = if extent.width(game) == 1 { 1 } else { across };
    // Each picture has one position without stones. Below its heading is a line; where there are counters,
    // they stand above it, and an empty line below.
    let empty = Extent { most: vec![0; extent.most.len()], ..extent.clone() };
    let pictures = u64::try_from(&empty.len(game)).unwrap_or(u64::MAX);
    let counters =
        if game.start().named().iter().any(|(_, value)| value.is_some()) { 2 } else { 0 };
    HEAD + CELL * across <= columns && pictures.saturating_mul(down + 2 + counters) <= lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The greatest numbers of the box that is chosen for a game.
    fn chosen(text: &str, screen: (u64, u64)) -> Vec<u64> {
        let game = Game::parse(text).expect(text);
        let heaps = match game.heaps() {
            Some(most) => 0..=usize::try_from(most).expect(text),
            None => heaps(&game),
        };
        let extent = Extent { heaps, most: vec![], counters: vec![] };
        let chosen = fitting(&game, &extent, screen);
        chosen.check(&game).expect(text);
        chosen.most
    }

    #[test]
    fn every_shape_has_a_box_that_fits() {
        for (text, most) in [
            ("nim", vec![18]),
            ("heaps 1; take 1..3 from any", vec![22]),
            ("heaps 3; take 1..m from any", vec![3]),
            ("row; take 1..m from ends", vec![18]),
            ("circle; heaps 4; take 1..m from some of 2 adjacent", vec![1]),
            ("nim; pass 1", vec![5]),
            ("wythoff", vec![18]),
            ("position (a, b); move (a - 1, b)", vec![18, 18]),
            ("position (a, b, c); move (a - 1, b, c)", vec![1, 1, 1]),
            ("nim + 'take {1, 3} from any'", vec![3]),
        ] {
            assert_eq!(chosen(text, SCREEN), most, "{text}");
        }
    }

    #[test]
    fn a_larger_screen_shows_more_and_a_tiny_one_something() {
        assert_eq!(chosen("nim", (200, 60)), [54]);
        assert_eq!(chosen("nim", (10, 3)), [1]);
    }
}
