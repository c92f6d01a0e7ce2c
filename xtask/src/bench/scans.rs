//! The jobs as one would write them by hand: each game is hard-coded, every position has a place in
//! a dense table, and options are tried until the answer is clear. Bouton is compared with them as
//! a whole process, `xtask scan NAME NUMBER…`.

use std::fs;
use std::process::ExitCode;

use super::answer::Answer;

/// `xtask scan NAME NUMBER…`; the batch gets a file.
pub(crate) fn here(words: &[String]) -> ExitCode {
    match scan(words) {
        Ok(answer) => {
            println!("{}", answer.json());
            ExitCode::SUCCESS
        }
        Err(complaint) => {
            eprintln!("error: {complaint}");
            ExitCode::FAILURE
        }
    }
}

fn scan(words: &[String]) -> Result<Answer, String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |word: &str| -> Result<usize, String> {
        word.parse().map_err(|_| format!("`{word}` is not a number"))
    };
    Ok(match words[..] {
        ["batch", file] => {
            batch(&fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?)?
        }
        ["greedy", n, k] => greedy(number(n)?, number(k)?),
        ["state-bound", n] => state_bound(number(n)?),
        ["pass", n] => pass(number(n)?, |m| m.div_ceil(2)),
        ["pass-irregular", n] => pass(number(n)?, |m| m.div_ceil(1 + m % 3)),
        ["two-kinds", n] => two_kinds(number(n)?),
        ["three-kinds", n] => three_kinds(number(n)?),
        ["turn", n, turns] => turn(number(n)?, number(turns)?),
        ["one-heap", n] => one_heap(number(n)?),
        ["officers", n] => officers(number(n)?),
        ["wythoff", n] => wythoff(number(n)?),
        ["moore", n] => moore(number(n)?),
        ["nim", n] => nim(number(n)?),
        ["theorem-6", n, k] => theorem_6(number(n)?, number(k)?),
        _ => return Err(format!("there is no scan `{}`", words.join(" "))),
    })
}

fn pairs(b: usize) -> usize {
    b * (b + 1) / 2
}

fn triples(c: usize) -> usize {
    c * (c + 1) * (c + 2) / 6
}

fn quadruples(d: usize) -> usize {
    d * (d + 1) * (d + 2) / 2 * (d + 3) / 12
}

/// The places of sorted positions in their tables.
fn place_2(mut x: [usize; 2]) -> usize {
    x.sort_unstable();
    pairs(x[1]) + x[0]
}

fn place_3(mut x: [usize; 3]) -> usize {
    x.sort_unstable();
    triples(x[2]) + pairs(x[1]) + x[0]
}

fn place_4(mut x: [usize; 4]) -> usize {
    x.sort_unstable();
    quadruples(x[3]) + triples(x[2]) + pairs(x[1]) + x[0]
}

/// All sorted positions, in the order of their places.
fn sorted_3(n: usize) -> impl Iterator<Item = [usize; 3]> {
    (0..=n).flat_map(|c| (0..=c).flat_map(move |b| (0..=b).map(move |a| [a, b, c])))
}

fn sorted_4(n: usize) -> impl Iterator<Item = [usize; 4]> {
    (0..=n).flat_map(|d| sorted_3(d).map(move |[a, b, c]| [a, b, c, d]))
}

/// The position after a take of `t` stones from the heap at `i`.
fn less<const N: usize>(mut x: [usize; N], i: usize, t: usize) -> [usize; N] {
    x[i] -= t;
    x
}

/// The smallest number that was not marked.
#[derive(Default)]
struct Mex {
    marked: Vec<u64>,
    round: u64,
}

impl Mex {
    fn start(&mut self) {
        self.round += 1;
    }

    fn mark(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.marked.len() {
            self.marked.resize(2 * value + 2, 0);
        }
        self.marked[value] = self.round;
    }

    fn found(&self) -> u32 {
        let end = self.marked.len();
        self.marked.iter().position(|&round| round != self.round).unwrap_or(end) as u32
    }
}

fn outcomes(table: &[bool]) -> Answer {
    let p = table.iter().filter(|&&p| p).count();
    Answer::of(&[("positions", table.len() as u64), ("p", p as u64)])
}

fn numbers(tables: &[&[u32]]) -> Answer {
    let all = || tables.iter().flat_map(|table| table.iter());
    let p = all().filter(|&&value| value == 0).count();
    let max = all().max().map_or(0, |&max| max.into());
    Answer::of(&[("positions", all().count() as u64), ("p", p as u64), ("max_grundy", max)])
}

fn sequence(values: &[u32]) -> Answer {
    let max = values.iter().max().map_or(0, |&max| max.into());
    let checksum =
        values.iter().fold(0u64, |sum, &value| sum.wrapping_mul(31).wrapping_add(value.into()));
    Answer::of(&[("values", values.len() as u64), ("max_grundy", max), ("checksum", checksum)])
}

fn greedy_table(n: usize, k: usize) -> Vec<bool> {
    let mut table = Vec::with_capacity(quadruples(n + 1));
    for x in sorted_4(n) {
        let n = (1..=k.min(x[3])).any(|t| table[place_4(less(x, 3, t))]);
        table.push(!n);
    }
    table
}

fn greedy(n: usize, k: usize) -> Answer {
    outcomes(&greedy_table(n, k))
}

fn state_bound(n: usize) -> Answer {
    let mut table: Vec<bool> = Vec::with_capacity(triples(n + 1));
    let mut ordered = 0;
    for x in sorted_3(n) {
        let bound = x.iter().sum::<usize>() / 3 + 1;
        let p = !(0..3).any(|i| (1..=bound.min(x[i])).any(|t| table[place_3(less(x, i, t))]));
        let orders = if x[0] == x[2] {
            1
        } else if x[0] == x[1] || x[1] == x[2] {
            3
        } else {
            6
        };
        ordered += orders * u64::from(p);
        table.push(p);
    }
    outcomes(&table).with("ordered_p", ordered)
}

/// Grundy numbers of three heaps, without and with a pass; nobody passes if there are no stones.
fn pass(n: usize, bound: impl Fn(usize) -> usize) -> Answer {
    let [mut without, mut with] = [0, 1].map(|_| Vec::<u32>::with_capacity(triples(n + 1)));
    let mut mex = Mex::default();
    for x in sorted_3(n) {
        let mut options = |table: &[u32], passed: Option<u32>| {
            mex.start();
            for (i, &heap) in x.iter().enumerate() {
                for t in 1..=bound(heap) {
                    mex.mark(table[place_3(less(x, i, t))]);
                }
            }
            passed.into_iter().for_each(|value| mex.mark(value));
            mex.found()
        };
        let value = options(&without, None);
        let passed = (x[2] > 0).then_some(value);
        with.push(options(&with, passed));
        without.push(value);
    }
    numbers(&[&without, &with])
}

fn two_kinds(n: usize) -> Answer {
    let mut table = vec![false; (n + 1) * (n + 1)];
    let at = |x: usize, y: usize| x * (n + 1) + y;
    for x in 0..=n {
        for y in 0..=n {
            let weight = (2 * x + y) / 2;
            let n = (0..=x.min(weight / 2)).any(|t| {
                let first = usize::from(t == 0);
                (first..=y.min(weight - 2 * t)).any(|u| table[at(x - t, y - u)])
            });
            table[at(x, y)] = !n;
        }
    }
    outcomes(&table)
}

fn three_kinds(n: usize) -> Answer {
    let mut table = vec![false; (n + 1).pow(3)];
    let at = |a: usize, b: usize, c: usize| (a * (n + 1) + b) * (n + 1) + c;
    for a in 0..=n {
        for b in 0..=n {
            for c in 0..=n {
                let weight = (a + 2 * b + 3 * c) / 2;
                let n = (0..=a.min(weight)).any(|t| {
                    (0..=b.min((weight - t) / 2)).any(|u| {
                        let first = usize::from(t + u == 0);
                        (first..=c.min((weight - t - 2 * u) / 3))
                            .any(|v| table[at(a - t, b - u, c - v)])
                    })
                });
                table[at(a, b, c)] = !n;
            }
        }
    }
    outcomes(&table)
}

/// A heap of up to `n` stones on turns 1 to `turns`, computed backwards from the last reachable
/// turn.
fn turn(n: usize, turns: usize) -> Answer {
    let mut next: Vec<bool> = Vec::new();
    let (mut positions, mut p) = (0, 0);
    for turn in (1..=turns + n).rev() {
        let most = n - turn.saturating_sub(turns);
        let row: Vec<bool> =
            (0..=most).map(|m| !(1..=m.min(turn + 1)).any(|t| next[m - t])).collect();
        if turn <= turns {
            positions += row.len() as u64;
            p += row.iter().filter(|&&p| p).count() as u64;
        }
        next = row;
    }
    Answer::of(&[("positions", positions), ("p", p)])
}

/// The heaps 0 to n - 1.
fn one_heap(n: usize) -> Answer {
    let mut values: Vec<u32> = Vec::with_capacity(n);
    let mut mex = Mex::default();
    for m in 0..n {
        mex.start();
        (1..=m.div_ceil(2)).for_each(|t| mex.mark(values[m - t]));
        values.push(mex.found());
    }
    sequence(&values)
}

/// Octal 0.6, the heaps 0 to n - 1.
fn officers(n: usize) -> Answer {
    let mut values: Vec<u32> = Vec::with_capacity(n);
    let mut mex = Mex::default();
    for m in 0..n {
        mex.start();
        if m > 1 {
            mex.mark(values[m - 1]);
            (1..=(m - 1) / 2).for_each(|a| mex.mark(values[a] ^ values[m - 1 - a]));
        }
        values.push(mex.found());
    }
    sequence(&values)
}

fn wythoff(n: usize) -> Answer {
    let mut table: Vec<u32> = Vec::with_capacity(pairs(n + 1));
    let mut mex = Mex::default();
    for b in 0..=n {
        for a in 0..=b {
            mex.start();
            (1..=a).for_each(|t| mex.mark(table[place_2([a - t, b])]));
            (1..=b).for_each(|t| mex.mark(table[place_2([a, b - t])]));
            (1..=a).for_each(|t| mex.mark(table[place_2([a - t, b - t])]));
            table.push(mex.found());
        }
    }
    numbers(&[&table])
}

/// Moore's Nim with two heaps in each move.
fn moore(n: usize) -> Answer {
    let mut table: Vec<bool> = Vec::with_capacity(quadruples(n + 1));
    for x in sorted_4(n) {
        let one = (0..4).any(|i| (1..=x[i]).any(|t| table[place_4(less(x, i, t))]));
        let two = || {
            (0..4).any(|i| {
                (0..i).any(|j| {
                    (1..=x[i])
                        .any(|t| (1..=x[j]).any(|u| table[place_4(less(less(x, i, t), j, u))]))
                })
            })
        };
        let n = one || two();
        table.push(!n);
    }
    outcomes(&table)
}

fn nim(n: usize) -> Answer {
    let mut table: Vec<u32> = Vec::with_capacity(triples(n + 1));
    let mut mex = Mex::default();
    for x in sorted_3(n) {
        mex.start();
        for i in 0..3 {
            (1..=x[i]).for_each(|t| mex.mark(table[place_3(less(x, i, t))]));
        }
        table.push(mex.found());
    }
    numbers(&[&table])
}

/// Whether k-bounded greedy Nim is lost for the player to move, by Theorem 6 of Xu and Zhu, and
/// otherwise the number of stones that its proof takes. There are at least three heaps, in order.
fn said(x: &[usize], k: usize) -> (bool, usize) {
    let [.., a, b, c] = *x else { unreachable!("three heaps") };
    let beta = x[..x.len() - 2].iter().filter(|&&heap| heap == a).count();
    let (r, l) = ((b - a) % (k + 1), (c - b) % (k + 1));
    if beta % 2 == 0 {
        (l == 0, l)
    } else if r == 0 {
        (l == k, l + 1)
    } else if r == k {
        (l == 1, (l + k) % (k + 1))
    } else {
        (l == 0, l)
    }
}

/// Theorem 6 of Xu and Zhu and the moves of its proof, at every position of three or four heaps.
fn theorem_6(n: usize, k: usize) -> Answer {
    let table = greedy_table(n, k);
    let (mut positions, mut starts, mut won) = (0, 0, 0);
    for (place, x) in sorted_4(n).enumerate().filter(|(_, x)| x[1] > 0) {
        let (p, t) = said(&x, k);
        assert_eq!(p, table[place], "Theorem 6 is wrong at {x:?}");
        positions += 1;
        if !p {
            starts += 1;
            let legal = (1..=k.min(x[3])).contains(&t);
            won += u64::from(legal && table[place_4(less(x, 3, t))]);
        }
    }
    Answer::of(&[("positions", positions), ("starts", starts), ("won", won)])
}

/// Positions of 3-bounded greedy Nim, one on each line, by Theorem 6.
fn batch(text: &str) -> Result<Answer, String> {
    let (mut lines, mut p) = (0, 0);
    for line in text.lines() {
        let heaps: Result<Vec<usize>, _> = line.split(',').map(str::parse).collect();
        let mut heaps = heaps.map_err(|error| format!("{line}: {error}"))?;
        heaps.sort_unstable();
        let third = heaps.len().checked_sub(3).map_or(0, |i| heaps[i]);
        let lost = match heaps[..] {
            [.., b, c] if third == 0 => (c - b) % 4 == 0,
            _ => said(&heaps, 3).0,
        };
        lines += 1;
        p += u64::from(lost);
    }
    Ok(Answer::of(&[("lines", lines), ("p", p)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scanned(line: &str) -> String {
        let words: Vec<String> = line.split_whitespace().map(String::from).collect();
        scan(&words).map_or_else(|complaint| complaint, |answer| answer.json())
    }

    #[test]
    fn places_are_in_order() {
        assert!(sorted_3(6).enumerate().all(|(i, x)| place_3(x) == i));
        assert!(sorted_4(6).enumerate().all(|(i, x)| place_4(x) == i));
        assert_eq!(sorted_4(6).count(), quadruples(7));
    }

    #[test]
    fn small_scans_find_what_is_known() {
        // Nim is lost where the xor is 0, Moore's Nim where the sums of digits are divisible by 3.
        assert_eq!(scanned("nim 3"), r#"{"max_grundy":3,"p":5,"positions":20}"#);
        assert_eq!(scanned("moore 1"), r#"{"p":2,"positions":5}"#);
        // (0,0), (1,2), (3,5), (4,7), (6,10).
        assert!(scanned("wythoff 10").contains(r#""p":5"#));
        assert!(scanned("officers 13").contains(r#""max_grundy":4"#));
        assert!(scanned("theorem-6 8 3").contains(r#""starts""#));
        assert_eq!(scanned("cricket 8"), "there is no scan `cricket 8`");
    }

    #[test]
    fn a_batch_is_answered_a_line_each() {
        let answer = batch("1,1,1,5\n1,1,2,5\n0,0,3,7\n").expect("positions");
        assert_eq!(answer, Answer::of(&[("lines", 3), ("p", 2)]));
        assert!(batch("1 2").is_err());
    }
}
