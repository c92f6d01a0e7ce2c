//! Random games of the library, and sums of games.

use crate::draw::Draw;
use crate::splits::digits;

/// Games without parameters, of heaps without order.
const OF_HEAPS: &[&str] = &[
    "aliquot",
    "antonim",
    "couples-are-forever",
    "dawsons-chess",
    "dawsons-kayles",
    "dim",
    "fair-shares",
    "greedy",
    "grundys-game",
    "guiles",
    "halving",
    "halving-floor",
    "kayles",
    "lasker",
    "mark",
    "nim",
    "nim-in-disguise",
    "officers",
    "prim",
    "subtract-a-power-of-two",
    "subtract-a-prime",
    "subtract-a-square",
    "treblecross",
    "welter",
    "wythoff",
];

/// Games without parameters to which no line of heaps can be added.
const OTHERS: &[&str] = &[
    "chomp",
    "end-nim",
    "euclid",
    "euclid-to-equality",
    "fibonacci",
    "silver-dollar",
    "staircase",
    "two-kinds",
    "white-knight",
];

/// Games that have a line `pass`, or misère, already.
const WITH_PASSES: &[&str] = &["halving-with-a-pass", "nim-with-a-pass", "nim-with-a-pass-each"];

const FUNCTIONS: &[&str] = &[
    "n -> ceil(n/2)",
    "n -> isqrt(n) + 1",
    "isqrt",
    "f(n) = floor(n/3) + 1",
    "n -> min(n, 3)",
    "f = n -> 2*n",
];

/// A game of the library with lines that are added to it.
pub(crate) fn library(d: &Draw) -> Vec<String> {
    d.mark("a game of the library");
    if d.chance(18) {
        d.mark("a pass of the library");
        let mut text = d.pick(WITH_PASSES).to_string();
        if d.chance(40) {
            d.mark("an argument that is a number");
            text = format!("nim-with-passes({})", d.number(1, 2));
        }
        return vec![text];
    }
    if d.chance(10) {
        return vec![d.pick(OTHERS).to_string()];
    }
    let mut lines = vec![base(d)];
    let free = !["circular-nim", "path-nim", "dynamic", "turn-dependent", "chocolate"]
        .iter()
        .any(|name| lines[0].starts_with(name));
    if free && d.chance(35) {
        d.mark("a line after a game of the library");
        lines.push(
            d.pick(&["take 1 from largest", "take {2, 5} from any", "take 1..2 from smallest"])
                .into(),
        );
    }
    lines
}

/// A game in which whatever is lower on a line, or in a region, can be reached.
pub(crate) fn like_wythoff(d: &Draw) -> Vec<String> {
    let (v, w, k) = (d.number(1, 3), d.number(1, 2), d.number(1, 3));
    let two = format!("1 <= {v}*t + {w}*u <= floor(({v}*a + {w}*b)/{k})");
    let weighed = format!("position (a, b); move (a - t, b - u) for t, u where {two}");
    let texts = [
        "heaps 2; take 1..m from any; take the same 1..m from all",
        "take 1..m from any; take the same 1..m from each of 2 heaps",
        "take 1..m from each of 1..2 heaps",
        "take 1..m from any; take 1..m from each of 2 heaps",
        "row fixed; heaps 3; take 1..m from any; take the same 1..m from each of 2 adjacent",
        "circle; heaps 3; take 1..m from some of 2 adjacent",
        "position (a, b); move (v, b) for v where v < a; move (a, v) for v where v < b; \
         move (a - t, b - t) for t where 1 <= t <= min(a, b)",
        "position (a, b, c); move (a - t, b, c - t) for t where 1 <= t <= a; \
         move (a, v, c) for v where v < b",
        &weighed,
    ];
    vec![d.marked("a game like Wythoff's", d.pick(&texts))]
}

/// A game of heaps, with arguments.
fn base(d: &Draw) -> String {
    let k = d.number(1, 3);
    match d.number(0, 14) {
        0 | 1 => d.pick(OF_HEAPS).to_string(),
        2 | 3 => {
            d.mark("an argument that is a number");
            let names = [
                "bounded",
                "bounded-greedy",
                "cyclic-nimhoff",
                "exact-nim",
                "exact-slow-nim",
                "greedy-moore",
                "moore",
                "r-wythoff",
                "slow-moore",
            ];
            format!("{}({k})", d.pick(&names))
        }
        4 | 5 => {
            d.mark("an argument that is a number");
            d.marked("an argument with its name", format!("bounded-greedy(k={k})"))
        }
        6 | 7 => {
            let name = d.pick(&["subtraction", "all-but"]);
            let set = d.pick(&["{1, 3, 4}", "1..3", "{2, 5..7}", "{1}"]);
            d.marked("an argument that is a set", format!("{name}({set})"))
        }
        8 | 9 => {
            let name = d.pick(&["maximum-nim", "turn-dependent", "dynamic", "maximum-nim"]);
            d.marked("an argument that is a function", format!("{name}({})", d.pick(FUNCTIONS)))
        }
        10 => d.marked(
            "an argument that is a function",
            format!("chocolate({})", d.pick(&["z -> floor(z/2)", "z -> z", "z -> floor(z/3) + 1"])),
        ),
        11 => d.marked("an argument that is a code", format!("octal({})", digits(d, false))),
        12 | 13 => {
            d.marked("an argument that is a code", format!("hexadecimal({})", digits(d, true)))
        }
        _ => {
            d.mark("an argument that is a number");
            let n = d.number(2, 3);
            format!("{}({n}, {})", d.pick(&["circular-nim", "path-nim"]), d.number(1, n))
        }
    }
}

/// A game of a sum: a name or a text in quotes.
pub(crate) fn summand(d: &Draw) -> String {
    if d.chance(50) {
        return match d.chance(50) {
            true => d.pick(OF_HEAPS).to_string(),
            false => base(d),
        };
    }
    let texts = [
        "take {1, 3} from any",
        "take 1..2 from largest; pass 1",
        "heaps 1; take 1..turn from any",
        "position (a, b); move (a - 1, b); move (a, b - t) for t where 1 <= t <= b",
        "row; take 1..2 from ends",
        "take 1..last + 1 from any",
        "octal 0.6",
        "split any into unequal",
        "take 1..m from each of 1..2 heaps",
        "circle; heaps 2; take 1..2 from some of 2 adjacent",
        "position (a, b); move (a + 1, b - 2); move (a - 1, b)",
        "take 1..3 from any when m != 4",
    ];
    let text = d.pick(&texts);
    d.marked("a text in a sum", format!("'{text}'"))
}
