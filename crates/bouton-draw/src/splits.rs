//! Random lines that split heaps, and codes.

use crate::conditions::condition;
use crate::draw::Draw;
use crate::takes::{Heaps, limits, one};

/// A line `split … into …`.
pub(crate) fn split(d: &Draw, heaps: &Heaps) -> String {
    let from = one(d, heaps);
    d.mark("split");
    format!("split {from}{}{}", parts(d, heaps), limits(d, heaps, true))
}

/// Into what a heap is split, with the condition for named parts.
pub(crate) fn parts(d: &Draw, heaps: &Heaps) -> String {
    let word = d.pick(&["", "", " parts", " heaps"]);
    let k = d.number(2, 3);
    match d.number(0, 9) {
        0 => d.marked("split into two", ""),
        1 => d.marked("into unequal", " into unequal"),
        2 => d.marked("into equal", " into equal"),
        3 => d.marked("into 3", format!(" into {k}{word}")),
        4 => d.marked("into 2..3", format!(" into 2..{k}{word}")),
        5 => {
            d.mark("into equal");
            d.marked("into 2..3", " into 2..m equal")
        }
        6 => {
            d.mark("into unequal");
            d.marked("into 3", format!(" into {k} unequal"))
        }
        7 => d.marked("into {2, 4}", format!(" into {{2, {}}}", d.number(3, 4))),
        8 => {
            let c = condition(d, &heaps.words.and("a").and("b"), 1);
            d.marked("into a, b where", format!(" into a, b where {c}"))
        }
        _ => {
            let c = condition(d, &heaps.words.and("a").and("b").and("c"), 0);
            d.marked("into a, b where", format!(" into a, b, c where {c}"))
        }
    }
}

/// The digits of a code.
pub(crate) fn digits(d: &Draw, hexadecimal: bool) -> String {
    let (before, all): (&[&str], &[u8]) = match hexadecimal {
        true => (&["0", "4", "", "8", "C"], b"0123456789ABCDEF"),
        false => (&["0", "4", "", "0"], b"01234567"),
    };
    let some =
        |most: u64| -> String { (0..d.number(1, most)).map(|_| char::from(d.pick(all))).collect() };
    let repeated = match d.chance(30) {
        true => d.marked("repeated digits", format!("({})", some(2))),
        false => String::new(),
    };
    format!("{}.{}{repeated}", d.pick(before), some(4))
}

/// A line `octal …` or `hexadecimal …`.
pub(crate) fn code(d: &Draw) -> String {
    match d.chance(50) {
        true => d.marked("octal", format!("octal {}", digits(d, false))),
        false => d.marked("hexadecimal", format!("hexadecimal {}", digits(d, true))),
    }
}
