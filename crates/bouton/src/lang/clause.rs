//! Conditions as clauses of a sentence, and numbers as nouns.

use super::builtin;
use super::print::commas;
use super::syntax::*;

/// The text of an expression.
pub(super) fn formula(e: &Expr) -> String {
    e.to_string()
}

/// A condition as a clause: `beta is even`.
pub(super) fn clause(e: &Expr) -> String {
    within(e, Level::Any)
}

/// A number as a noun: `the largest heap`.
pub(super) fn noun(e: &Expr) -> String {
    named(e).unwrap_or_else(|| formula(e))
}

/// `a, b and c`
pub(super) fn list_of(parts: &[String]) -> String {
    match parts.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// Whether a side of a comparison is a word like `count`, which reads better in words.
pub(super) fn heading_words(e: &Expr) -> bool {
    let word = |e: &Expr| matches!(&e.kind, ExprKind::Name(name) if word(name).is_some());
    match &e.kind {
        ExprKind::Compare(first, rest) => word(first) || rest.iter().any(|(_, e)| word(e)),
        _ => false,
    }
}

/// How tightly a clause holds together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Any,
    Or,
    And,
    One,
}

fn level(e: &Expr) -> Level {
    match &e.kind {
        ExprKind::If(..) | ExprKind::Let(..) | ExprKind::Fold(..) => Level::Any,
        ExprKind::Prefix(Prefix::Not, inner) => match inner.kind {
            ExprKind::Fold(..) => Level::Any,
            _ => Level::One,
        },
        ExprKind::Infix(Infix::Iff, ..) => Level::Any,
        ExprKind::Infix(Infix::Or, ..) => Level::Or,
        ExprKind::Infix(Infix::And, ..) => Level::And,
        // `… is 0 if a, 1 if b, and 2 otherwise`
        ExprKind::Compare(_, rest) => match rest.last().map(|(_, last)| &last.kind) {
            Some(ExprKind::If(..) | ExprKind::Let(..)) => Level::Any,
            _ => Level::One,
        },
        ExprKind::Member(..) => Level::And,
        _ => Level::One,
    }
}

fn within(e: &Expr, least: Level) -> String {
    let said = bare(e);
    if level(e) >= least { said } else { format!("({said})") }
}

fn bare(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Compare(first, rest) => comparison(first, rest).unwrap_or_else(|| formula(e)),
        ExprKind::Infix(Infix::Iff, a, b) => {
            format!("{} if and only if {}", within(a, Level::Or), within(b, Level::Or))
        }
        ExprKind::Infix(Infix::And, a, b) => {
            format!("{} and {}", within(a, Level::And), within(b, Level::And))
        }
        ExprKind::Infix(Infix::Or, ..) => {
            let mut parts = Vec::new();
            alternatives(e, &mut parts);
            let comma = if parts.iter().all(|part| level(part) == Level::One) { "" } else { "," };
            let parts: Vec<String> = parts.iter().map(|part| within(part, Level::And)).collect();
            parts.join(&format!("{comma} or "))
        }
        ExprKind::Prefix(Prefix::Not, inner) => match &inner.kind {
            ExprKind::Fold(Fold::Exists, variable, domain, body) => {
                format!("there is no {} such that {}", over(variable, domain), clause(body))
            }
            ExprKind::Call(name, arguments) => match (name.text.as_str(), &arguments[..]) {
                (name, [e]) if let Some((_, no)) = builtin::says(name) => {
                    format!("{} is {no}", part(e))
                }
                ("distinct", [list]) if list.heaps().is_some() => {
                    format!("{} are not distinct", listed(list))
                }
                _ => format!("{inner} does not hold"),
            },
            ExprKind::Compare(a, rest) if let [(Comparison::Divides, b)] = &rest[..] => {
                format!("{} does not divide {}", part(a), noun(b))
            }
            _ => format!("it is not so that {}", within(inner, Level::One)),
        },
        ExprKind::Fold(Fold::Exists, variable, domain, body) => {
            format!("for some {}, {}", over(variable, domain), clause(body))
        }
        ExprKind::Fold(Fold::Forall, variable, domain, body) => {
            format!("for every {}, {}", over(variable, domain), clause(body))
        }
        ExprKind::Fold(Fold::Distinct, variable, domain, body) => {
            format!("the values of {body} over {} are distinct", all_of(variable, domain))
        }
        ExprKind::If(condition, then, otherwise) => {
            let (condition, then) = (clause(condition), within(then, Level::And));
            format!("when {condition}, {then}, and otherwise {}", within(otherwise, Level::Any))
        }
        ExprKind::Let(bindings, body) => format!("{}, {}", clause(body), naming(bindings)),
        ExprKind::Member(tuple, set) => {
            let left = match &tuple[..] {
                [single] => noun(single),
                _ => format!("({})", commas(tuple)),
            };
            let of = match &set.tuple[..] {
                [single] => formula(single),
                tuple => format!("({})", commas(tuple)),
            };
            let conditions: Vec<String> = set.conditions.iter().map(formula).collect();
            format!("{left} is of the form {of} with {}", list_of(&conditions))
        }
        ExprKind::Call(name, arguments) => match (name.text.as_str(), &arguments[..]) {
            (name, [e]) if let Some((yes, _)) = builtin::says(name) => {
                format!("{} is {yes}", part(e))
            }
            ("distinct", [list]) if list.heaps().is_some() => {
                format!("{} are distinct", listed(list))
            }
            _ => format!("{e} holds"),
        },
        _ => format!("{e} holds"),
    }
}

/// `where r is a and s is b`
fn naming(bindings: &[(Name, Expr)]) -> String {
    let bindings: Vec<String> =
        bindings.iter().map(|(name, value)| format!("{name} is {}", part(value))).collect();
    format!("where {}", list_of(&bindings))
}

/// The alternatives of a condition, from the first to the last.
fn alternatives<'a>(e: &'a Expr, parts: &mut Vec<&'a Expr>) {
    match &e.kind {
        ExprKind::Infix(Infix::Or, a, b) => {
            alternatives(a, parts);
            alternatives(b, parts);
        }
        _ => parts.push(e),
    }
}

/// A chain of one or two comparisons in words.
fn comparison(first: &Expr, rest: &[(Comparison, Expr)]) -> Option<String> {
    match rest {
        [(Comparison::Divides, second)] => {
            Some(format!("{} divides {}", part(first), noun(second)))
        }
        [(Comparison::Equal, second)] => Some(format!("{} is {}", part(first), noun(second))),
        [(sign, second)] => Some(format!("{} is {} {}", part(first), words(*sign), noun(second))),
        [(a, middle), (b, last)] if is_order(*a) && is_order(*b) => {
            let turned = match a {
                Comparison::Less => Comparison::Greater,
                Comparison::AtMost => Comparison::AtLeast,
                Comparison::Greater => Comparison::Less,
                Comparison::AtLeast => Comparison::AtMost,
                same => *same,
            };
            let (first, middle, last) = (part(first), part(middle), noun(last));
            Some(format!("{middle} is {} {first} and {} {last}", words(turned), words(*b)))
        }
        _ => None,
    }
}

fn is_order(comparison: Comparison) -> bool {
    !matches!(comparison, Comparison::Equal | Comparison::Unequal | Comparison::Divides)
}

fn words(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "equal to",
        Comparison::Unequal => "not",
        Comparison::Less => "less than",
        Comparison::AtMost => "at most",
        Comparison::Greater => "greater than",
        Comparison::AtLeast => "at least",
        Comparison::Divides => "a divisor of",
    }
}

/// A noun that does not run on to the end of the sentence.
fn part(e: &Expr) -> String {
    match &e.kind {
        ExprKind::If(..) | ExprKind::Let(..) => format!("({e})"),
        _ => noun(e),
    }
}

/// A word of the language in English.
fn word(name: &str) -> Option<&'static str> {
    Some(match name {
        "total" => "the number of stones",
        "largest" => "the largest heap",
        "smallest" => "the smallest heap",
        "count" => "the number of heaps",
        "turn" => "the turn",
        "last" => "the last take",
        "passes" => "the number of passes",
        "grundy" => "the Grundy number",
        _ => return None,
    })
}

/// The name that a number has in a sentence, if it has one.
fn named(e: &Expr) -> Option<String> {
    match &e.kind {
        ExprKind::Name(name) => word(name).map(String::from),
        ExprKind::Index(x, index) if x.text == "x" => {
            let (n, end) = place(index)?;
            let rank = ["", "second ", "third ", "fourth ", "fifth "].get(n - 1)?;
            Some(format!("the {rank}{end} heap"))
        }
        ExprKind::Infix(Infix::Xor, a, b) => {
            // Write `of 1 and the Grundy number with pass = 0`, not the other way round.
            let (a, b) = if named(a).is_some() && named(b).is_none() { (b, a) } else { (a, b) };
            Some(format!("the nim-sum of {} and {}", part(a), part(b)))
        }
        ExprKind::If(..) => {
            let mut cases = Vec::new();
            let mut rest = e;
            while let ExprKind::If(condition, then, otherwise) = &rest.kind {
                cases.push(format!("{} if {}", part(then), within(condition, Level::And)));
                rest = otherwise;
            }
            Some(format!("{}, and {} otherwise", cases.join(", "), part(rest)))
        }
        ExprKind::Let(bindings, body) => Some(format!("{}, {}", noun(body), naming(bindings))),
        ExprKind::Call(name, arguments) if name.text == "grundy" => {
            Some(format!("the Grundy number with {}", commas(arguments)))
        }
        ExprKind::Call(name, arguments) => {
            let [list] = &arguments[..] else { return None };
            let (from, to) = list.heaps()?;
            let heaps = heaps(from, to)?;
            Some(match name.text.as_str() {
                "xor" => format!("the nim-sum of {heaps}"),
                "sum" => format!("the sum of {heaps}"),
                "min" => format!("the least of {heaps}"),
                "max" => format!("the greatest of {heaps}"),
                "count" => format!("the number of {}", heaps.trim_start_matches("the ")),
                _ => return None,
            })
        }
        ExprKind::Fold(fold, variable, domain, body) => {
            let what = match fold {
                Fold::Sum => "the sum",
                Fold::Xor => "the nim-sum",
                Fold::Min => "the least",
                Fold::Max => "the greatest",
                Fold::Count => {
                    let such = formula(body);
                    return Some(match domain {
                        Domain::Heaps(None, None) => {
                            format!("the number of heaps {variable} with {such}")
                        }
                        Domain::Heaps(from, to) => {
                            let heaps = heaps(from.as_deref(), to.as_deref())?;
                            format!("the number of heaps {variable} among {heaps} with {such}")
                        }
                        Domain::Range(..) => {
                            format!("the number of {} with {such}", over(variable, domain))
                        }
                    });
                }
                Fold::Exists | Fold::Forall | Fold::Distinct => return None,
            };
            Some(format!("{what} of {body} over {}", all_of(variable, domain)))
        }
        _ => None,
    }
}

/// One value of a variable, for a sentence: `n from 0 to the largest heap`, `heap h`.
fn over(variable: &Name, domain: &Domain) -> String {
    match domain {
        Domain::Range(a, b) => format!("{variable} from {} to {}", part(a), part(b)),
        Domain::Heaps(None, None) => format!("heap {variable}"),
        Domain::Heaps(from, to) => match heaps(from.as_deref(), to.as_deref()) {
            Some(heaps) => format!("{variable} among {heaps}"),
            None => format!("{variable} in {domain}"),
        },
    }
}

/// All values of a variable, for a sentence: `n from 0 to the largest heap`, `the heaps h`.
fn all_of(variable: &Name, domain: &Domain) -> String {
    match domain {
        Domain::Heaps(None, None) => format!("the heaps {variable}"),
        _ => over(variable, domain),
    }
}

/// A list of heaps as a noun.
fn listed(list: &Expr) -> String {
    let named = list.heaps().and_then(|(from, to)| heaps(from, to));
    named.unwrap_or_else(|| format!("the heaps {list}"))
}

/// The heaps from one index to another, if they have a name.
fn heaps(from: Option<&Expr>, to: Option<&Expr>) -> Option<String> {
    let many = |n: usize| ["", "", "two ", "three ", "four ", "five "].get(n).copied();
    let plural = |n: usize| if n == 1 { "heap" } else { "heaps" };
    let (n, end, inside) = match (from.map(place), to.map(place)) {
        (None, None) => return Some("the heaps".into()),
        // A slice from an index to the end that the index counts from has that number of heaps.
        (None, Some(index)) => {
            let (n, end) = index?;
            (n, end, end == SMALLEST)
        }
        (Some(index), None) => {
            let (n, end) = index?;
            (n, end, end == LARGEST)
        }
        _ => return None,
    };
    match (inside, n) {
        (true, _) => Some(format!("the {}{end} {}", many(n)?, plural(n))),
        (false, 1) => Some("the heaps".into()),
        (false, _) => Some(format!("all heaps but the {}{end}", many(n - 1)?)),
    }
}

const LARGEST: &str = "largest";
const SMALLEST: &str = "smallest";

/// The n of an index n or −n, where n is at least 1, and the end that the index counts from.
fn place(index: &Expr) -> Option<(usize, &'static str)> {
    let (n, end) = match &index.kind {
        ExprKind::Prefix(Prefix::Minus, n) => (&n.kind, LARGEST),
        n => (n, SMALLEST),
    };
    match n {
        ExprKind::Number(n) => Some((usize::try_from(n).ok().filter(|n| *n > 0)?, end)),
        _ => None,
    }
}
