//! A position to begin with, as it is typed, for a game of any shape.

use super::{Game, Shape, library};
use crate::lang::syntax::LineKind;

/// Sizes of heaps, which repeat.
const SIZES: [u64; 3] = [3, 4, 6];

/// Unbounded games have this many heaps in an example.
const HEAPS: usize = 3;

/// Places after these are left empty.
const FILLED: usize = 12;

/// A position with more places is too long to be typed.
const MOST_PLACES: usize = 100;

/// How many tuples are tried until one satisfies the game's condition.
const TRIES: usize = 10_000;

impl Game {
    /// A position to begin with, as it is typed. There is none if the game has too many places, or if
    /// its condition admits no small tuple.
    ///
    /// ```
    /// use bouton::Game;
    /// let game = Game::parse("position (a, b) where a > b; move (a - 1, b)")?;
    /// assert_eq!(game.example().as_deref(), Some("4,3"));
    /// # Ok::<(), bouton::Error>(())
    /// ```
    #[must_use]
    pub fn example(&self) -> Option<String> {
        self.library_example().or_else(|| match &self.shape {
            Shape::Sum(games) => {
                let parts: Option<Vec<String>> = games.iter().map(Game::example).collect();
                parts
                    .map(|parts| parts.join(" | "))
                    .filter(|typed| self.read_position(typed).is_ok())
            }
            Shape::Tuple(names, _) => self.tuple(names.len()),
            Shape::Heaps { most, order } => {
                let most = most.as_ref().map(|most| usize::try_from(most).unwrap_or(usize::MAX));
                let count = match most {
                    Some(places) if order.has_places() => places,
                    most => most.unwrap_or(HEAPS).min(HEAPS),
                };
                self.admitted(&sizes(count)?)
            }
        })
    }

    /// The example of the library's game on which this one is based, where it is a position of this one too.
    fn library_example(&self) -> Option<String> {
        let name = self.text.lines.iter().find_map(|line| match &line.kind {
            LineKind::Base(name, _) => Some(name.text.as_str()),
            _ => None,
        })?;
        let position = library::find(name)?.position;
        self.read_position(position).is_ok().then(|| position.to_string())
    }

    /// A tuple that the game's condition admits: a rising or a falling one, or else any of small numbers.
    fn tuple(&self, count: usize) -> Option<String> {
        let rising: Vec<u64> = (0..count as u64).map(|i| 3 + i + i / 2).collect();
        let falling: Vec<u64> = rising.iter().rev().copied().collect();
        let digits = |mut n: usize| -> Vec<u64> {
            let digit = |_| {
                let digit = n % 10;
                n /= 10;
                digit as u64
            };
            (0..count).map(digit).collect()
        };
        [rising, falling]
            .into_iter()
            .chain((0..TRIES).rev().map(digits))
            .find_map(|tuple| self.admitted(&tuple))
    }

    /// These numbers as they are typed, if they are a position.
    fn admitted(&self, numbers: &[u64]) -> Option<String> {
        let typed: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let typed = if typed.is_empty() { "0".to_string() } else { typed.join(",") };
        self.read_position(&typed).is_ok().then_some(typed)
    }
}

/// Sizes for some heaps or places, unless there are too many.
fn sizes(count: usize) -> Option<Vec<u64>> {
    let size = |i| if i < FILLED { SIZES[i % SIZES.len()] } else { 0 };
    (count <= MOST_PLACES).then(|| (0..count).map(size).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(text: &str) -> Option<String> {
        Game::parse(text).expect(text).example()
    }

    #[test]
    fn the_example_of_the_library_is_used_where_it_is_a_position() {
        assert_eq!(example("nim; pass 1").as_deref(), Some("3,4,6"));
        assert_eq!(example("turn-dependent(k -> k)").as_deref(), Some("9;turn=2"));
        assert_eq!(example("nim; heaps 2").as_deref(), Some("3,4"));
    }

    #[test]
    fn every_shape_has_an_example() {
        for (text, expected) in [
            ("take 1..3 from any", "3,4,6"),
            ("heaps 1; take 1..3 from any", "3"),
            ("heaps 9; take 1..3 from any", "3,4,6"),
            ("heaps 0; take 1..3 from any", "0"),
            ("row; take 1..m from ends", "3,4,6"),
            ("circle; heaps 5; take 1..m from some of 2 adjacent", "3,4,6,3,4"),
            ("position (a); move (a - 1)", "3"),
            ("position (a, b, c); move (a - 1, b, c)", "3,4,6"),
            ("position (a, b) where a + b = 3; move (a - 1, b + 1); rank (a)", "0,3"),
            ("nim + 'take {1, 3} from any'", "3,4,6 | 3,4,6"),
        ] {
            assert_eq!(example(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_typed_has_none() {
        assert_eq!(example("circle; heaps 101; take 1..m from any"), None);
        assert_eq!(example("position (a, b) where a > b + 10^6; move (a - 1, b)"), None);
    }
}
