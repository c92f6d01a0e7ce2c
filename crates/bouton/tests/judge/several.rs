//! Games in which a move takes from several heaps, or splits one: what is left of each heap is tried, whatever it is.

use super::rules::{At, Options};

/// Every way to take something from some of the heaps: a list of what is taken from each.
fn each_taking(heaps: &[u64], mut visit: impl FnMut(&[u64])) {
    let mut taken = vec![0; heaps.len()];
    loop {
        let Some(i) = (0..heaps.len()).find(|&i| taken[i] < heaps[i]) else { return };
        taken[i] += 1;
        taken[..i].fill(0);
        visit(&taken);
    }
}

/// What is left when so much is taken.
fn left(at: &At, taken: &[u64]) -> Vec<u64> {
    at.numbers.iter().zip(taken).map(|(heap, taken)| heap - taken).collect()
}

/// The positions that are left, `arranged`, wherever `may(heaps, taken)`.
fn taking(
    arranged: impl Fn(Vec<u64>) -> At,
    may: impl Fn(&[u64], &[u64]) -> bool,
) -> impl Fn(&At) -> Options {
    move |at| {
        let mut options = Options::new();
        each_taking(&at.numbers, |taken| {
            if may(&at.numbers, taken) {
                let last = at.last.map(|_| taken.iter().sum());
                let turn = at.turn.map(|turn| turn + 1);
                options.insert(At { last, turn, ..arranged(left(at, taken)) });
            }
        });
        options
    }
}

/// Heaps without order.
pub fn heaps(may: impl Fn(&[u64], &[u64]) -> bool) -> impl Fn(&At) -> Options {
    taking(At::heaps, may)
}

/// A row that closes up where a heap is gone.
pub fn row(may: impl Fn(&[u64], &[u64]) -> bool) -> impl Fn(&At) -> Options {
    taking(At::row, may)
}

/// Places that stay.
pub fn places(may: impl Fn(&[u64], &[u64]) -> bool) -> impl Fn(&At) -> Options {
    taking(At::tuple, may)
}

/// How many heaps lose something.
pub fn touched(taken: &[u64]) -> usize {
    taken.iter().filter(|&&t| t > 0).count()
}

/// Whether the heaps that lose something are `number` of the largest, or with `some` belong to them: some heaps, all
/// others of which are no larger, or with `smallest` no smaller.
pub fn extreme(heaps: &[u64], taken: &[u64], number: usize, some: bool, smallest: bool) -> bool {
    let number = if some { number.min(heaps.len()) } else { number };
    (0u32..1 << heaps.len()).any(|set| {
        let inside = |i: usize| set >> i & 1 == 1;
        let apart = (0..heaps.len()).filter(|&i| inside(i)).all(|i| {
            let mut others = (0..heaps.len()).filter(|&j| !inside(j));
            others.all(|j| if smallest { heaps[j] >= heaps[i] } else { heaps[j] <= heaps[i] })
        });
        let covers =
            |i: usize| if some { taken[i] == 0 || inside(i) } else { (taken[i] > 0) == inside(i) };
        set.count_ones() as usize == number && apart && (0..heaps.len()).all(covers)
    })
}

/// Whether all heaps that lose something lie within `number` places of a row, or of a circle.
pub fn within(taken: &[u64], number: usize, circle: bool) -> bool {
    let n = taken.len();
    (0..n).any(|start| {
        let end = if circle { start + number } else { (start + number).min(n) };
        let near: Vec<usize> = (start..end).map(|i| i % n).collect();
        (0..n).all(|i| taken[i] == 0 || near.contains(&i))
    })
}

/// Takes k from a heap and leaves what `may(k, parts)` allows, in place of it, for heaps of a row in every order.
pub fn splitting(in_a_row: bool, may: impl Fn(u64, &[u64]) -> bool) -> impl Fn(&At) -> Options {
    move |at| {
        let mut options = Options::new();
        for (i, &m) in at.numbers.iter().enumerate() {
            for k in 0..=m {
                for parts in compositions(m - k) {
                    if (k == 0 && parts.len() < 2) || !may(k, &parts) {
                        continue;
                    }
                    let mut numbers = at.numbers.clone();
                    numbers.splice(i..=i, parts);
                    let last = if k > 0 { at.last.map(|_| k) } else { at.last };
                    let turn = at.turn.map(|turn| turn + 1);
                    let to = if in_a_row { At::row(numbers) } else { At::heaps(numbers) };
                    options.insert(At { last, turn, ..to });
                }
            }
        }
        options
    }
}

/// The lists of at most four positive numbers with a sum, or of ones only.
fn compositions(sum: u64) -> Vec<Vec<u64>> {
    fn go_on(sum: u64, before: &mut Vec<u64>, found: &mut Vec<Vec<u64>>) {
        if sum == 0 {
            found.push(before.clone());
        }
        for part in 1..=sum {
            if before.len() < 4 || part == before[0] && before.iter().all(|&other| other == part) {
                before.push(part);
                go_on(sum - part, before, found);
                before.pop();
            }
        }
    }
    let mut found = Vec::new();
    go_on(sum, &mut Vec::new(), &mut found);
    found
}

/// Whether a digit of a code allows to leave so many heaps.
pub fn digit_allows(digit: u32, parts: &[u64]) -> bool {
    parts.len() < 4 && digit >> parts.len() & 1 == 1
}

/// The digits of a code, the one before the point first; `repeated` follow for ever.
pub fn code(digits: &str, repeated: &str) -> impl Fn(u64, &[u64]) -> bool {
    let read = |text: &str| -> Vec<u32> { text.chars().map(|c| c.to_digit(16).unwrap()).collect() };
    let (digits, repeated) = (read(digits), read(repeated));
    move |k, parts| {
        let k = k as usize;
        let digit = match k.checked_sub(digits.len()) {
            None => digits[k],
            Some(_) if repeated.is_empty() => 0,
            Some(after) => repeated[after % repeated.len()],
        };
        digit_allows(digit, parts)
    }
}

/// The same with passes for each player: who has one may pass where there is another move, and after every move the
/// players change places.
pub fn passing(options: impl Fn(&At) -> Options) -> impl Fn(&At) -> Options {
    move |at| {
        let alone = At { pass: None, other: None, ..at.clone() };
        let swap = |to: At, own: u64| At { pass: at.other, other: Some(own), ..to };
        let own = at.pass.unwrap();
        let mut all: Options = options(&alone).into_iter().map(|to| swap(to, own)).collect();
        if own > 0 && !all.is_empty() {
            let turn = at.turn.map(|turn| turn + 1);
            all.insert(swap(At { turn, ..alone }, own - 1));
        }
        all
    }
}
