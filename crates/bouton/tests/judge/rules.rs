//! The rules of the games, written down a second time.

use std::collections::BTreeSet;
use std::fmt;

/// A position: heaps (sorted upwards, none empty; in a row as they lie) or coordinates, and the counters of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct At {
    pub numbers: Vec<u64>,
    pub turn: Option<u64>,
    pub last: Option<u64>,
    pub pass: Option<u64>,
    pub other: Option<u64>,
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.numbers.iter().map(u64::to_string).collect();
        f.write_str(if numbers.is_empty() { "0" } else { "" })?;
        f.write_str(&numbers.join(","))?;
        let (turn, last) = (("turn", self.turn), ("last", self.last));
        let counters = [turn, last, ("pass", self.pass), ("other", self.other)];
        let named: Vec<String> =
            counters.iter().filter_map(|(name, n)| Some(format!("{name}={}", (*n)?))).collect();
        f.write_str(if named.is_empty() { "" } else { ";" })?;
        f.write_str(&named.join(","))
    }
}

impl At {
    pub fn tuple(numbers: impl Into<Vec<u64>>) -> At {
        At { numbers: numbers.into(), ..At::default() }
    }

    pub fn heaps(mut numbers: Vec<u64>) -> At {
        numbers.retain(|&n| n > 0);
        numbers.sort_unstable();
        At::tuple(numbers)
    }

    pub fn row(mut numbers: Vec<u64>) -> At {
        numbers.retain(|&n| n > 0);
        At::tuple(numbers)
    }

    pub fn largest(&self) -> u64 {
        self.numbers.iter().copied().max().unwrap_or(0)
    }

    /// The position after `stones` have been taken from heap `i`.
    fn taken(&self, i: usize, stones: u64) -> At {
        let mut numbers = self.numbers.clone();
        numbers[i] -= stones;
        At {
            turn: self.turn.map(|turn| turn + 1),
            last: self.last.map(|_| stones),
            pass: self.pass,
            ..At::heaps(numbers)
        }
    }
}

/// The positions to which one may move.
pub type Options = BTreeSet<At>;

/// Takes `t` stones from a heap of `m` wherever `may(position, m, t)`; and, if there is such a take
/// and a pass is left, passes.
pub fn takes(may: impl Fn(&At, u64, u64) -> bool) -> impl Fn(&At) -> Options {
    move |at| {
        let mut options = Options::new();
        for (i, &m) in at.numbers.iter().enumerate() {
            options.extend((1..=m).filter(|&t| may(at, m, t)).map(|t| at.taken(i, t)));
        }
        if let Some(left @ 1..) = at.pass
            && !options.is_empty()
        {
            let turn = at.turn.map(|turn| turn + 1);
            options.insert(At { pass: Some(left - 1), turn, ..at.clone() });
        }
        options
    }
}

/// Two kinds of stones, x of weight 2 and y of weight 1: at most half of the weight may go.
pub fn two_kinds(at: &At) -> Options {
    let (x, y) = (at.numbers[0], at.numbers[1]);
    let mut options = Options::new();
    for left_x in 0..=x {
        for left_y in 0..=y {
            let (weight, left) = (2 * x + y, 2 * left_x + left_y);
            if left < weight && 2 * (weight - left) <= weight {
                options.insert(At::tuple([left_x, left_y]));
            }
        }
    }
    options
}

/// The queen of chess, on her way to the corner.
pub fn wythoff(at: &At) -> Options {
    let (a, b) = (at.numbers[0], at.numbers[1]);
    let mut options = Options::new();
    for left_a in 0..=a {
        for left_b in 0..=b {
            let (down, across) = (a - left_a, b - left_b);
            if (down == 0) != (across == 0) || (down == across && down > 0) {
                options.insert(At::tuple([left_a, left_b]));
            }
        }
    }
    options
}

/// A multiple of the smaller number goes from the larger.
pub fn euclid(at: &At) -> Options {
    let (a, b) = (at.numbers[0], at.numbers[1]);
    let mut options = Options::new();
    let mut left = a;
    while b > 0 && left >= b {
        left -= b;
        options.insert(At::tuple([left, b]));
    }
    left = b;
    while a > 0 && left >= a {
        left -= a;
        options.insert(At::tuple([a, left]));
    }
    options
}

/// A bar with y below the edge f(z): a cut along y, or one along z that may take some of y with it.
pub fn chocolate(f: impl Fn(u64) -> u64) -> impl Fn(&At) -> Options {
    move |at| {
        let (y, z) = (at.numbers[0], at.numbers[1]);
        let lower = (0..y).map(|v| At::tuple([v, z]));
        let shorter = (0..z).map(|w| At::tuple([y.min(f(w)), w]));
        lower.chain(shorter).collect()
    }
}
