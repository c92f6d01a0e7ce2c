//! What the text of a game shows before it is played.

use std::cell::Cell;
use std::ops::ControlFlow;

use dashu_int::UBig;

use super::descent::where_it_applies;
use super::moves::Moves;
use super::read;
use super::rules::{Amount, Game, Group, Rule, RuleKind, Shape, ends};
use super::shelf::Shelf;
use super::sum::below_heading;
use crate::job::{Stop, Watch};
use crate::lang::builtin::{Binary, Gives};
use crate::lang::core::{Core, ExprId, Node, Type, Word};
use crate::lang::syntax::{LineKind, Share, Summand};
use crate::lang::{Code, Diagnostic, Diagnostics, Region, Severity};

/// Reads the text of a game, whose parameters may be open, and looks for rules that can never
/// apply, bounds that may be fractions, and errors at small positions.
///
/// If there is a game, the diagnostics are warnings. If there is none, they include an error.
#[must_use]
pub fn check(text: &str) -> (Option<Game>, Vec<Diagnostic>) {
    let game = match read::read(text, &[], true, Shelf::LIBRARY) {
        Ok(game) => game,
        Err(Diagnostics(errors)) => return (None, errors),
    };
    let mut found = never_applying(&game);
    let mut errors = try_small_positions(&game);
    for diagnostic in in_quotes(&game) {
        match diagnostic.severity() {
            Severity::Error => errors.push(diagnostic),
            Severity::Warning => found.push(diagnostic),
        }
    }
    if errors.is_empty() {
        for rule in &game.rules {
            found.extend(may_be_fraction(&game, rule));
            if !rule.goes_down {
                let message = "the text does not show that this move always goes down";
                let warning = Diagnostic::new(Code::NotShownDown, message).help(
                    "every move is checked when it is made; a line `rank (…)` can say what goes down",
                );
                found.push(at_rule(warning, rule, "by this rule"));
            }
        }
        found.sort_by_key(|d| d.span.map_or(usize::MAX, |span| span.start));
        return (Some(game), found);
    }
    found.extend(errors);
    (None, found)
}

/// The diagnostics of the games of a sum that are in quotes, at their places in the whole text.
fn in_quotes(game: &Game) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for line in &game.text.lines {
        let LineKind::Sum(summands) = &line.kind else { continue };
        for summand in summands {
            let Summand::Text(text) = summand else { continue };
            let (below, heading) = below_heading(&game.text, &text.text);
            let inside = check(&below).1.into_iter();
            let inside = inside.filter(|one| one.span.is_none_or(|place| place.start >= heading));
            found.extend(inside.map(|diagnostic| diagnostic.moved(text.span.start, heading)));
        }
    }
    found
}

/// A warning for each rule that the text shows can never apply.
#[must_use]
pub fn never_applying(game: &Game) -> Vec<Diagnostic> {
    let mut core = Core::clone(&game.core);
    let never = |rule: &&Rule| !can_apply(game, rule, &mut core);
    let told = |rule: &Rule| {
        let warning = Diagnostic::new(Code::NeverApplies, "this rule can never apply");
        at_rule(warning, rule, "no position allows it")
    };
    game.rules.iter().filter(never).map(told).collect()
}

fn at_rule(diagnostic: Diagnostic, rule: &Rule, label: &str) -> Diagnostic {
    if rule.own {
        return diagnostic.at(rule.span, label);
    }
    diagnostic.at(rule.span, format!("{label}: `{}`", rule.text))
}

fn can_apply(game: &Game, rule: &Rule, core: &mut Core) -> bool {
    // At least one heap must be chosen or made.
    let (number, least) = match &rule.kind {
        RuleKind::Several { group: Group::Several { number, .. }, .. } => (&number[..], 1),
        RuleKind::Split { parts, .. } => (&parts.number[..], 2),
        _ => (&[][..], 0),
    };
    let one = core.int(least);
    let possible = |&(lo, hi): &(ExprId, ExprId)| {
        let order = [(lo, hi), (one, hi)].map(|(a, b)| core.binary(Binary::Le, a, b));
        where_it_applies(game, rule, core, &order).is_some()
    };
    if least > 0 && !number.iter().any(possible) {
        return false;
    }
    let ranges = match &rule.kind {
        RuleKind::Take { amount: Amount::In(ranges), .. } => ranges,
        RuleKind::Several { amount: Amount::In(ranges), share, .. } if *share != Share::Total => {
            ranges
        }
        RuleKind::Split { amount: Some(Amount::In(ranges)), .. } => ranges,
        _ => return where_it_applies(game, rule, core, &[]).is_some(),
    };
    let (one, m) = (core.int(1), core.word(Word::Chosen));
    ranges.iter().any(|&(lo, hi)| {
        let order = [(lo, hi), (one, hi), (lo, m)];
        let order = order.map(|(a, b)| core.binary(Binary::Le, a, b));
        where_it_applies(game, rule, core, &order).is_some()
    })
}

/// A warning for each bound that is not always a whole number.
fn may_be_fraction(game: &Game, rule: &Rule) -> Option<Diagnostic> {
    let bounds: Vec<ExprId> = match &rule.kind {
        RuleKind::Take { amount, .. } => amount.bounds(),
        RuleKind::Several { amount, group, .. } => {
            let number = match group {
                Group::Several { number, .. } => ends(number),
                _ => vec![],
            };
            [amount.bounds(), number].concat()
        }
        RuleKind::Split { amount, parts, .. } => {
            let amount = amount.as_ref().map(Amount::bounds).unwrap_or_default();
            [amount, ends(&parts.number)].concat()
        }
        RuleKind::Move { target, .. } => target.clone(),
    };
    let mut region = where_it_applies(game, rule, &game.core, &[])?;
    let bound = bounds.into_iter().find(|&bound| !is_whole(&game.core, bound, &mut region))?;
    let index = game.rules.iter().position(|r| std::ptr::eq(r, rule));
    let text = game.show(bound, index);
    let warning = Diagnostic::new(Code::MayBeFraction, format!("`{text}` may be a fraction")).help(
        "round it with `floor(…)` or `ceil(…)`; where it is a fraction, the answer is an error",
    );
    Some(at_rule(warning, rule, "a whole number is needed"))
}

/// Whether an expression is shown to be a whole number wherever it has a value.
fn is_whole(core: &Core, id: ExprId, region: &mut Region) -> bool {
    core.visit(&[id], |id| match *core.node(id) {
        _ if core.type_of(id) == Type::Int => Some(vec![]),
        // A function that is left open is up to its user.
        Node::Open(..) => Some(vec![]),
        Node::Unary(op, a) if op.entry().gives == Gives::Same => Some(vec![a]),
        Node::Binary(Binary::Pow, a, b) => {
            region.hull(core, b, &mut |_| None).at_least(0).then(|| vec![a])
        }
        Node::Binary(op, a, b) if op.entry().gives == Gives::Same => Some(vec![a, b]),
        Node::If(_, a, b) => Some(vec![a, b]),
        _ => None,
    })
}

/// Gives up after a while.
struct Patience(Cell<u32>);

impl Watch for Patience {
    fn tick(&self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        self.0.set(self.0.get().saturating_sub(1));
        if self.0.get() == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The work after which the remaining small positions are skipped.
const PATIENCE: u64 = 100_000_000;

/// The first error of each rule among small positions at the start of the game.
fn try_small_positions(game: &Game) -> Vec<Diagnostic> {
    const MOST_MOVES: usize = 200;
    if !game.open.is_empty() {
        return Vec::new();
    }
    let patience = Patience(Cell::new(200));
    let mut moves = Moves::new(game, &patience);
    moves.limit(PATIENCE);
    let mut errors: Vec<Diagnostic> = Vec::new();
    for heaps in small_positions(game) {
        let Ok(position) = game.at(heaps) else {
            continue;
        };
        match moves.first(&position, MOST_MOVES) {
            Err(Stop::Undefined(error)) if error.code == Code::TooMuchWork => break,
            Err(Stop::Undefined(error)) => {
                let known = errors.iter().any(|e| e.code == error.code && same_place(e, &error));
                if !known {
                    errors.push(*error);
                }
            }
            Err(_) => break,
            Ok(_) => {}
        }
    }
    errors
}

fn same_place(a: &Diagnostic, b: &Diagnostic) -> bool {
    a.span.map(|s| (s.start, s.end)) == b.span.map(|s| (s.start, s.end))
}

/// The largest number that is tried, by the number of places.
fn small(places: u32) -> u32 {
    match places {
        0..=2 => 7,
        3 => 4,
        4..=5 => 2,
        _ => 1,
    }
}

/// Some positions with few stones, fewest first.
fn small_positions(game: &Game) -> Vec<Vec<UBig>> {
    let (length, most) = match &game.shape {
        Shape::Heaps { most, order } => {
            let heaps = most.as_ref().and_then(|most| u32::try_from(most).ok()).unwrap_or(3);
            match order.has_places() {
                true => (heaps, small(heaps)),
                false => (heaps.min(3), 4),
            }
        }
        // The games of the sum are checked on their own small positions.
        Shape::Sum(_) => return Vec::new(),
        Shape::Tuple(names, _) => {
            let length = names.len() as u32;
            (length, small(length))
        }
    };
    // After the first ten places all others are empty.
    let empty = length.saturating_sub(10).min(10_000) as usize;
    let length = length.min(10);
    let mut positions: Vec<Vec<u32>> = Vec::new();
    for mut code in 0..(most + 1).pow(length) {
        let digits = (0..length).map(|_| {
            let digit = code % (most + 1);
            code /= most + 1;
            digit
        });
        positions.push(digits.collect());
    }
    positions.sort_by_key(|p| p.iter().sum::<u32>());
    let filled = |p: Vec<u32>| p.into_iter().map(UBig::from).chain(vec![UBig::ZERO; empty]);
    positions.into_iter().map(|p| filled(p).collect()).collect()
}
