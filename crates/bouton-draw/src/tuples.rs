//! Random games of tuples.

use crate::conditions::{condition, restriction};
use crate::draw::Draw;
use crate::expressions::{Words, bound, nested};

/// The names of coordinates. In games of tuples `x` and `m` are free.
const NAMES: &[&[&str]] =
    &[&["a", "b"], &["x", "y"], &["m", "b"], &["a", "b"], &["a"], &["a", "b", "c"]];

/// The positions of a game of tuples and its moves; `counters` are the words of the game's own counters.
pub(crate) fn tuples(d: &Draw, counters: &Words) -> Vec<String> {
    d.mark("position (…)");
    let names = d.pick(NAMES);
    let mut words = Words { names: counters.names.clone(), list: false };
    for name in names {
        words.names.extend([(*name, None); 3]);
    }
    for (name, construct) in
        [("total", "total"), ("largest", "largest"), ("smallest", "smallest"), ("count", "count")]
    {
        words.names.push((name, Some(construct)));
    }
    let rising = names.len() > 1 && d.chance(35);
    let mut lines = vec![positions(d, names, rising)];
    if rising {
        lines.extend(rising_moves(d, names, &words));
    } else {
        for _ in 0..d.number(1, 3) {
            let line = lowering_move(d, names, &words);
            lines.push(line + &after(d, &words));
        }
    }
    lines
}

/// The line `position (…)`. Conditions are such that most moves stay inside of them.
fn positions(d: &Draw, names: &[&str], rising: bool) -> String {
    let list = names.join(", ");
    if !d.chance(22) {
        return format!("position ({list})");
    }
    let (first, last) = (names[0], names[names.len() - 1]);
    let condition = match d.number(0, 4) {
        0 if names.len() > 1 && !rising => format!("{first} <= {last} + {}", d.number(5, 9)),
        1 => format!("{first} + {last} <= {}", d.number(14, 30)),
        2 => format!("{first} != {}", d.number(30, 60)),
        3 if !rising => format!("{first} <= {}", d.number(9, 60)),
        _ => format!("{first} mod 2 >= 0"),
    };
    d.marked("position (…) where", format!("position ({list}) where {condition}"))
}

fn after(d: &Draw, words: &Words) -> String {
    let mut text = String::new();
    if d.chance(10) {
        let c = condition(d, words, 1);
        text += &d.marked("where after:", format!(" where after: {c}"));
    }
    if d.chance(25) || d.has_faults() {
        text += &d.marked("when", format!(" when {}", restriction(d, words)));
    }
    text
}

/// A target in which some coordinates are replaced.
fn target(names: &[&str], replaced: &[(usize, String)]) -> String {
    let coordinate = |(i, name): (usize, &&str)| {
        let new = replaced.iter().find(|(at, _)| *at == i);
        new.map_or(name.to_string(), |(_, text)| text.clone())
    };
    let list: Vec<String> = names.iter().enumerate().map(coordinate).collect();
    format!("move ({})", list.join(", "))
}

/// A move that lowers coordinates and raises none.
fn lowering_move(d: &Draw, names: &[&str], words: &Words) -> String {
    let n = names.len();
    let (i, j) = (d.number(0, n as u64 - 1) as usize, d.number(0, n as u64 - 1) as usize);
    let (a, b) = (names[i], names[j]);
    d.mark("move (…)");
    match d.number(0, 8) {
        0 | 1 => {
            let mut lower = vec![(i, format!("{a} - {}", d.number(1, 3)))];
            if i != j {
                lower.push((j, format!("{b} - {}", d.number(0, 2))));
            }
            target(names, &lower)
        }
        2 => {
            let most = bound(d, words);
            let mut lower = vec![(i, format!("{a} - {}*t", d.number(1, 2)))];
            if i != j {
                lower.push((j, format!("{b} - t")));
            }
            d.mark("for t");
            format!("{} for t where 1 <= t <= min({most}, 9)", target(names, &lower))
        }
        3 => {
            d.mark("for t");
            format!("{} for v where v < {a}", target(names, &[(i, "v".into())]))
        }
        4 if i != j => {
            let (v, w, most) = (d.number(1, 3), d.number(1, 2), bound(d, words));
            let moved = target(names, &[(i, format!("{a} - t")), (j, format!("{b} - u"))]);
            d.mark("for t, u");
            format!("{moved} for t, u where 1 <= {v}*t + {w}*u <= {most}")
        }
        5 if i != j => {
            let c = condition(d, &words.and("t").and("u"), 0);
            let moved = target(names, &[(i, format!("{a} - t")), (j, "u".into())]);
            d.mark("for t, u");
            format!("{moved} for t, u where t <= {a} and u < {b} and {c}")
        }
        6 if i != j => {
            let k = nested(d, words, 1);
            let moved = target(names, &[(i, "w".into()), (j, format!("min({b}, abs({k}))"))]);
            d.mark("a target of another form");
            d.mark("for t");
            format!("{moved} for w where w < {a}")
        }
        7 => {
            let moved = target(names, &[(i, format!("{a} - t"))]);
            d.mark("for t");
            d.marked("a variable that the target bounds", format!("{moved} for t where t >= 1"))
        }
        _ => {
            let moved = target(names, &[(i, format!("floor({a}/2)"))]);
            d.mark("a target of another form");
            d.marked("when", format!("{moved} when {a} >= 1"))
        }
    }
}

/// Moves that raise the first coordinate, and what they lower if it is not the sum.
fn rising_moves(d: &Draw, names: &[&str], words: &Words) -> Vec<String> {
    d.mark("move (…)");
    d.mark("a coordinate that rises");
    let last = names.len() - 1;
    let (a, b) = (names[0], names[last]);
    let ranked = d.chance(60);
    let mut lines = Vec::new();
    for _ in 0..d.number(1, 2) {
        let down = d.number(1, 3);
        let up = if ranked { d.number(0, 3) } else { d.number(0, down - 1) };
        let moved = match d.number(0, 2) {
            0 => target(names, &[(0, format!("{a} + {up}")), (last, format!("{b} - {down}"))]),
            1 => {
                let most = bound(d, words);
                let moved = target(
                    names,
                    &[(0, format!("{a} + {up}*t")), (last, format!("{b} - {down}*t"))],
                );
                d.mark("for t");
                format!("{moved} for t where 1 <= t <= min({most}, 3)")
            }
            _ => {
                let moved = target(names, &[(0, format!("{a} + t")), (last, "u".into())]);
                let most = if ranked { "t <= 2" } else { "t + u < " };
                let most = if ranked { most.to_string() } else { format!("{most}{b}") };
                d.mark("for t, u");
                format!("{moved} for t, u where u < {b} and {most}")
            }
        };
        lines.push(moved + &after(d, words));
    }
    let lower = target(names, &[(0, format!("{a} - {}", d.number(1, 2)))]);
    lines.push(lower + &after(d, words));
    if ranked {
        let rank = match d.number(0, 1) {
            0 => format!("rank ({b}, {a})"),
            _ => format!("rank ({a} + 7*{b})"),
        };
        lines.push(d.marked("rank (…)", rank));
    }
    lines
}
