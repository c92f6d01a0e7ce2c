//! Random games: lines of every kind that go together.

use crate::conditions::condition;
use crate::draw::Draw;
use crate::expressions::Words;
use crate::library::{library, like_wythoff, summand};
use crate::splits::{code, split};
use crate::takes::{Heaps, Order, take};
use crate::tuples::tuples;

/// The text of a game and the values of the parameters in its heading.
pub struct Text {
    /// The lines, separated by `;`.
    pub text: String,
    /// A value for each parameter, as `k = 3`.
    pub arguments: Vec<String>,
}

/// Draws a game.
pub fn game(d: &Draw) -> Text {
    let mut heading = Heading::default();
    if d.chance(14) {
        heading = Heading::draw(d);
    }
    let counters = counters(d, &heading);
    let mut lines = match d.number(0, 99) {
        0..=22 => heaps(d, Order::Multiset, &counters, &heading),
        23..=31 => heaps(d, Order::Row, &counters, &heading),
        32..=37 => heaps(d, Order::Fixed, &counters, &heading),
        38..=43 => heaps(d, Order::Circle, &counters, &heading),
        44..=50 => turns(d),
        80..=83 => lasts(d),
        51..=66 => tuples(d, &counters),
        67..=72 => like_wythoff(d),
        73..=79 => {
            d.mark("a sum of games");
            vec![format!("{} + {}", summand(d), summand(d))]
        }
        _ => library(d),
    };
    let whole = Words {
        names: [("total", "total"), ("largest", "largest"), ("count", "count")]
            .map(|(word, construct)| (word, Some(construct)))
            .to_vec(),
        list: false,
    };
    let used = d.used();
    // Some kernels know nothing of passes and misère play.
    let bare = used.contains("a game like Wythoff's") && d.chance(50);
    let passes = !bare && (used.contains("passes") || d.chance(28));
    if passes && !used.contains("a pass of the library") {
        lines.push(pass(d, &whole, used.contains("a sum of games")));
    }
    match d.number(0, 9) {
        // Chomp says its ending itself.
        _ if bare || lines[0] == "chomp" => {}
        0..=2 => lines.push(d.marked("ending misere", "ending misere")),
        3 => lines.push(d.marked("ending normal", "ending normal")),
        _ => {}
    }
    let lines = heading.lines.into_iter().chain(lines).collect::<Vec<_>>();
    Text { text: lines.join("; "), arguments: heading.arguments }
}

/// A line `pass …`.
fn pass(d: &Draw, words: &Words, is_sum: bool) -> String {
    let n = d.number(1, 2);
    let mut text = match d.chance(35) {
        true => d.marked("pass … each", format!("pass {n} each")),
        false => d.marked("pass n", format!("pass {n}")),
    };
    if !is_sum && d.chance(35) {
        let c = condition(d, words, 1);
        text += &d.marked("pass … when", format!(" when {c}"));
    }
    text
}

/// The counters that a game may mention, and the parameters of its heading.
fn counters(d: &Draw, heading: &Heading) -> Words {
    let mut names = heading.words.clone();
    match d.number(0, 11) {
        0 => names.extend([("turn", Some("turn")); 3]),
        1 => names.extend([("last", Some("last")); 3]),
        2 => names.extend([("passes", Some("passes")); 3]),
        _ => {}
    }
    Words { names, list: false }
}

/// A game of one heap whose takes look at the turn alone.
fn turns(d: &Draw) -> Vec<String> {
    let words = Words { names: vec![("turn", Some("turn")); 4], list: false };
    let heaps = Heaps { order: Order::Multiset, number: None, words, splits: false, plain: false };
    let first = d.marked("heaps N", "heaps 1");
    let lines = (0..d.number(1, 2)).map(|_| crate::takes::of_turns(d, &heaps));
    std::iter::once(first).chain(lines).collect()
}

/// A game of heaps whose takes from one heap look at the last take.
fn lasts(d: &Draw) -> Vec<String> {
    let mut names = vec![("last", Some("last")); 4];
    names.extend([("m", Some("m")), ("total", Some("total"))]);
    let words = Words { names, list: false };
    let heaps = Heaps { order: Order::Multiset, number: None, words, splits: false, plain: false };
    (0..d.number(1, 2)).map(|_| crate::takes::of_turns(d, &heaps)).collect()
}

/// A game of heaps.
fn heaps(d: &Draw, order: Order, counters: &Words, heading: &Heading) -> Vec<String> {
    let mut lines = Vec::new();
    match order {
        Order::Multiset => {}
        Order::Row => lines.push(d.marked("row", "row")),
        Order::Fixed => lines.push(d.marked("row fixed", "row fixed")),
        Order::Circle => lines.push(d.marked("circle", "circle")),
    }
    let splits = matches!(order, Order::Multiset | Order::Row) && d.chance(40);
    // More heaps than the game has are an error, so that few games with splits say how many there are.
    let said = match order {
        _ if splits => d.chance(10),
        Order::Multiset => d.chance(30),
        Order::Row => d.chance(50),
        Order::Fixed | Order::Circle => d.chance(75),
    };
    let turns = counters.names.iter().any(|(name, _)| *name == "turn");
    let number = said.then(|| match turns {
        true => d.number(1, 2),
        false => d.pick(&[2, 2, 3, 1]),
    });
    if let Some(number) = number {
        lines.push(d.marked("heaps N", format!("heaps {number}")));
    }
    let mut names = counters.names.clone();
    names.extend([("m", Some("m")); 4]);
    for (word, construct) in [
        ("total", "total"),
        ("largest", "largest"),
        ("smallest", "smallest"),
        ("count", "count"),
        ("x[1]", "x[i]"),
        ("x[2]", "x[i]"),
        ("x[-1]", "x[-i]"),
        ("x[-2]", "x[-i]"),
    ] {
        names.push((word, Some(construct)));
    }
    let plain = d.chance(12);
    let heaps = Heaps { order, number, words: Words { names, list: true }, splits, plain };
    // The heaps of some games have nothing to do with one another.
    let own = Words { names: vec![("m", Some("m"))], list: false };
    let alone = Heaps { order, number: None, words: own, splits, plain };
    let heaps = if order == Order::Multiset && d.chance(30) { alone } else { heaps };
    if let Some(line) = heading.line(d) {
        lines.push(line);
    }
    for _ in 0..d.number(1, 3) {
        lines.push(match d.number(0, 99) {
            0..=34 if splits => split(d, &heaps),
            35..=54 if splits => code(d),
            _ => take(d, &heaps),
        });
    }
    lines
}

/// The heading of a game, with parameters.
#[derive(Default)]
struct Heading {
    lines: Vec<String>,
    arguments: Vec<String>,
    /// Parameters that are numbers.
    words: Vec<(&'static str, Option<&'static str>)>,
    /// Whether there are parameters `S`, a set, and `f`, a function.
    set: bool,
    function: bool,
}

impl Heading {
    fn draw(d: &Draw) -> Heading {
        let mut heading =
            Heading { set: d.chance(50), function: d.chance(50), ..Heading::default() };
        let k = d.number(1, 4);
        heading.arguments.push(format!("k = {k}"));
        heading.words.extend([("k", Some("a parameter that is a number")); 2]);
        let mut parameters = vec!["k"];
        if heading.set {
            parameters.push("S");
            heading.arguments.push(d.pick(&["S = {1, 3, 4}", "S = 1..3", "S = {2, 5..7}"]).into());
        }
        if heading.function {
            parameters.push("f");
            let given = ["f = m -> ceil(m/2)", "f(n) = isqrt(n) + 1", "f = log2", "f = n -> 2*n"];
            heading.arguments.push(d.pick(&given).into());
        }
        let list = parameters.join(", ");
        heading.lines.push(d.marked("game NAME(…)", format!("game drawn({list})")));
        if d.chance(60) {
            heading.lines.push(d.marked("\"…\"", "\"A game that was drawn.\""));
        }
        if d.chance(50) {
            heading.lines.push(d.marked("source", "source \"nowhere\""));
        }
        if d.chance(60) {
            heading.lines.push(d.marked("where below the heading", "where k >= 1"));
        }
        heading
    }

    /// A line that takes as a parameter says.
    fn line(&self, d: &Draw) -> Option<String> {
        if self.set && d.chance(80) {
            return Some(d.marked("a parameter that is a set", "take S from any"));
        }
        if self.function && d.chance(90) {
            return Some(d.marked("a parameter that is a function", "take 1..f(m) from any"));
        }
        None
    }
}
