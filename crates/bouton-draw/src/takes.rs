//! Random lines that take from heaps, from one or from several.

use crate::conditions::{condition, restriction};
use crate::draw::Draw;
use crate::expressions::{Words, bound, nested, number};
use crate::splits::parts;

/// How the heaps of a game lie.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Multiset,
    Row,
    Fixed,
    Circle,
}

/// What the lines of a game of heaps may mention.
pub(crate) struct Heaps {
    pub(crate) order: Order,
    /// How many heaps there are, if the game says so.
    pub(crate) number: Option<u64>,
    /// Words with the size of the chosen heap.
    pub(crate) words: Words,
    /// Whether lines may split heaps. There are many heaps then, and moves that take from many of them are too many.
    pub(crate) splits: bool,
    /// Whether all amounts are as in Nim or its best known variants, without conditions.
    pub(crate) plain: bool,
}

/// A line `take … from …`.
pub(crate) fn take(d: &Draw, heaps: &Heaps) -> String {
    let one = if heaps.splits { 80 } else { 45 };
    match d.chance(one) {
        true => from_one(d, heaps),
        false => from_several(d, heaps),
    }
}

/// The conditions at the end of a line.
pub(crate) fn limits(d: &Draw, heaps: &Heaps, chosen: bool) -> String {
    let mut text = String::new();
    if heaps.plain {
        return text;
    }
    let words = heaps.words.without_chosen();
    if d.chance(15) {
        let c = condition(d, &words, 1);
        text += &d.marked("where after:", format!(" where after: {c}"));
    }
    if d.chance(30) || d.has_faults() {
        let c = restriction(d, if chosen { &heaps.words } else { &words });
        text += &d.marked("when", format!(" when {c}"));
    }
    text
}

/// A take from the only heap of a game that looks at the turn alone.
pub(crate) fn of_turns(d: &Draw, heaps: &Heaps) -> String {
    let amount = match d.number(0, 2) {
        0 => d.marked("take a..b", format!("{}..{}", d.number(1, 2), bound(d, &heaps.words))),
        _ => d.marked("take 1..n", format!("1..{}", bound(d, &heaps.words))),
    };
    let when = match d.chance(30) {
        true => d.marked("when", format!(" when {}", condition(d, &heaps.words, 1))),
        false => String::new(),
    };
    format!("take {amount} from {}{when}", one(d, heaps))
}

/// Which heap, with or without an article.
pub(crate) fn one(d: &Draw, heaps: &Heaps) -> String {
    let ends = matches!(heaps.order, Order::Row | Order::Fixed);
    let from = match d.number(0, 9) {
        0..=3 => d.marked("from any", "any"),
        4..=5 => d.marked("from largest", "largest"),
        6..=7 => d.marked("from smallest", "smallest"),
        _ if ends => d.marked("from ends", "ends"),
        _ => d.marked("from any", "any"),
    };
    match d.number(0, 11) {
        0 => d.marked("articles", format!("the {from} heap")),
        1 => d.marked("articles", format!("a {from} heap")),
        _ => from,
    }
}

/// A take from one heap.
fn from_one(d: &Draw, heaps: &Heaps) -> String {
    let from = if heaps.order == Order::Row && d.chance(40) {
        d.marked("from ends", "ends")
    } else {
        one(d, heaps)
    };
    let (amount, condition) = match heaps.plain {
        true => (plain(d), String::new()),
        false => amount(d, &heaps.words),
    };
    let then = match heaps.order {
        _ if heaps.splits && condition.is_empty() && d.chance(40) => {
            d.mark("then split");
            format!(" then split{}", parts(d, heaps))
        }
        _ => String::new(),
    };
    format!("take {amount} from {from}{then}{condition}{}", limits(d, heaps, true))
}

/// An amount of a well-known game.
fn plain(d: &Draw) -> String {
    let amount = d.pick(&["1..m", "1..m", "1..2", "1..3", "1..floor(m/2)"]);
    d.mark("m");
    d.marked("take 1..n", amount)
}

/// How many stones, and the condition of the line.
fn amount(d: &Draw, words: &Words) -> (String, String) {
    if d.chance(15) {
        let c = condition(d, &words.and("t"), 1);
        return (d.marked("take t … where", "t"), format!(" where {c}"));
    }
    (set(d, words), String::new())
}

/// A set of numbers of stones.
fn set(d: &Draw, words: &Words) -> String {
    match d.number(0, 11) {
        0 => d.marked("take 3", d.number(1, 3).to_string()),
        1 => d.marked("take n", bound(d, words)),
        2..=5 => d.marked("take 1..n", format!("1..{}", bound(d, words))),
        6 => {
            let least = number(d, words);
            d.marked("take a..b", format!("{least}..{}", bound(d, words)))
        }
        7 => {
            let (a, b) = (d.number(1, 3), d.number(2, 7));
            d.marked("take {a, b, …}", format!("{{{a}, {b}}}"))
        }
        8 | 9 => {
            let (a, b) = (bound(d, words), number(d, words));
            d.marked("take {a, b, …}", format!("{{{a}, {b}..{}}}", d.number(2, 6)))
        }
        10 => d.marked("all but", format!("all but {{{}}}", nested(d, words, 1))),
        _ => {
            let a = nested(d, words, 1);
            d.marked("all but", format!("all but {{{a}, {}..5}}", d.number(2, 4)))
        }
    }
}

/// A take from several heaps in one move.
fn from_several(d: &Draw, heaps: &Heaps) -> String {
    let (group, many) = group(d, heaps);
    let counted = group.starts_with("each of ");
    let bare = |d: &Draw| match counted && d.chance(40) {
        true => d.marked("each of left out", group.trim_start_matches("each of ")),
        false => group.clone(),
    };
    let each = |d: &Draw| match many {
        _ if heaps.plain => (plain(d), String::new()),
        Some(_) if d.chance(12) => {
            let c = condition(d, &heaps.words.and("t"), 0);
            (d.marked("take t … where", "t"), format!(" where {c}"))
        }
        _ => (set(d, &heaps.words), String::new()),
    };
    let most = if heaps.plain { 6 } else { 9 };
    let (amount, group, condition) = match d.number(0, most) {
        0..=3 => {
            let (amount, condition) = each(d);
            (amount, group, condition)
        }
        4..=6 => {
            let (amount, condition) = each(d);
            (d.marked("the same", format!("the same {amount}")), bare(d), condition)
        }
        7 | 8 if many.is_some_and(|many| many == 2 || many == 3) => {
            let mut words = heaps.words.without_chosen();
            let names = if many == Some(2) { "t, u" } else { "t, u, v" };
            for name in ["t", "u", "v"].into_iter().take(many.unwrap_or(2) as usize) {
                words = words.and(name);
            }
            let c = crate::conditions::condition(d, &words, 1);
            (d.marked("take t, u … where", names), bare(d), format!(" where {c}"))
        }
        _ => {
            let n = bound(d, &heaps.words.without_chosen());
            let text = match d.number(0, 2) {
                0 => format!("{{2, {n}}}"),
                _ => format!("1..{n}"),
            };
            (d.marked("in total", format!("{text} in total")), bare(d), String::new())
        }
    };
    format!("take {amount} from {group}{condition}{}", limits(d, heaps, false))
}

/// Which heaps, and how many if that is a constant.
fn group(d: &Draw, heaps: &Heaps) -> (String, Option<u64>) {
    let word = if d.chance(20) { " heaps" } else { "" };
    match (d.number(0, 9), heaps.number) {
        _ if heaps.splits => counted(d, heaps),
        (0..=2, Some(n)) => {
            if n == 2 && d.chance(60) {
                return (d.marked("from both", format!("both{word}")), Some(2));
            }
            (d.marked("from all", format!("all{word}")), Some(n))
        }
        (0 | 1, None) => (d.marked("from all non-empty", format!("all non-empty{word}")), None),
        (3, _) => (d.marked("from all non-empty", format!("all non-empty{word}")), None),
        _ => counted(d, heaps),
    }
}

/// `each of 1..2 heaps`, `some of 3 adjacent`.
fn counted(d: &Draw, heaps: &Heaps) -> (String, Option<u64>) {
    let mut many = None;
    let number = match d.number(0, 8) {
        0..=3 => {
            let n = d.number(1, if heaps.splits { 2 } else { 3 });
            many = Some(n);
            d.marked("of 2 heaps", n.to_string())
        }
        _ if heaps.splits => d.marked("of 1..2 heaps", "1..2"),
        4 | 5 => d.marked("of 1..2 heaps", format!("{}..{}", d.number(1, 2), d.number(2, 3))),
        6 => d.marked("of {1, 3} heaps", format!("{{1, {}}}", d.number(2, 3))),
        7 => d.marked("a number of heaps that depends", bound(d, &heaps.words.without_chosen())),
        _ => {
            let n = bound(d, &heaps.words.without_chosen());
            d.marked("a number of heaps that depends", format!("1..{n}"))
        }
    };
    let ordered = heaps.order != Order::Multiset;
    let among = match d.number(0, 7) {
        0 | 1 => d.marked("of … largest", "largest"),
        2 | 3 => d.marked("of … smallest", "smallest"),
        4..=6 if ordered => d.marked("of … adjacent", "adjacent"),
        _ => d.marked("of … heaps", "heaps"),
    };
    let of = if d.chance(60) { "each of" } else { "some of" };
    if of == "some of" {
        many = None;
    }
    d.mark(of);
    (format!("{of} {number} {among}"), many)
}
