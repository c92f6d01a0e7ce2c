//! Which cases of a statement positions meet: which of its conditions decided what it says, and which numbers they were
//! about.
//!
//! A condition decides at a position if the statement would say something else with its opposite.

use std::ops::RangeInclusive;

use super::reason::{Kind, Reason, Teller};
use super::{At, Claim};
use crate::game::Game;
use crate::lang::builtin::Binary;
use crate::lang::core::{ExprId, Fold, Node, Type, Word};
use crate::lang::eval::Evaluator;
use crate::lang::syntax::ExprKind;
use crate::lang::value::Value;

/// The conditions and numbers of a statement, and how often positions met them.
pub(crate) struct Cases {
    /// What restricts the positions that the statement is about, and what it says.
    lines: Vec<(Role, Tree)>,
    conditions: Vec<Condition>,
    numbers: Vec<Number>,
}

/// What the expression of a line does in a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It restricts the positions that the statement is about.
    When,
    /// It holds wherever the statement says something: `P if`, `always`.
    Holds,
    /// It decides what the statement says: `P iff`, `grundy =`.
    Decides,
}

/// An expression as a tree of conditions.
enum Tree {
    If(ExprId, Box<[Tree; 3]>),
    All(ExprId, Vec<Tree>),
    Any(ExprId, Vec<Tree>),
    Not(ExprId, Box<Tree>),
    /// A condition, by its number.
    Condition(ExprId, usize),
    /// A number.
    Other(ExprId),
}

/// A condition, and at how many positions it decided.
struct Condition {
    text: String,
    /// Where it was false, and where it was true.
    met: [u64; 2],
    /// Which of these should be met.
    wanted: Wanted,
}

/// Whether a condition should be met where it is false, and where it is true.
type Wanted = [bool; 2];

const BOTH: Wanted = [true, true];

/// A number that is compared with constants.
struct Number {
    id: ExprId,
    text: String,
    /// The values that should be met.
    wanted: RangeInclusive<u32>,
    met: Vec<bool>,
    /// Whether every one of them should be met; otherwise large ones.
    each: bool,
}

/// No more values of a number are looked for.
const MOST: u32 = 64;

/// How far past a constant numbers are looked for.
const PAST: u32 = 2;

impl Cases {
    pub(super) fn new(game: &Game, reasons: &[(Role, Reason)]) -> Cases {
        let mut cases = Cases { lines: Vec::new(), conditions: Vec::new(), numbers: Vec::new() };
        for (role, reason) in reasons {
            let wanted = if *role == Role::Decides { BOTH } else { [false, true] };
            let tree = cases.tree(game, wanted, reason);
            cases.lines.push((*role, tree));
        }
        cases
    }

    fn tree(&mut self, game: &Game, wanted: Wanted, reason: &Reason) -> Tree {
        let id = reason.id;
        match &reason.kind {
            Kind::If(parts) => {
                // Each of the branches should apply somewhere.
                let condition = self.tree(game, BOTH, &parts[0]);
                let then = self.tree(game, wanted, &parts[1]);
                let otherwise = self.tree(game, wanted, &parts[2]);
                Tree::If(id, Box::new([condition, then, otherwise]))
            }
            Kind::All(parts) => Tree::All(id, self.trees(game, wanted, parts)),
            Kind::Any(parts) => Tree::Any(id, self.trees(game, wanted, parts)),
            Kind::Not(inner) => {
                let [no, yes] = wanted;
                Tree::Not(id, Box::new(self.tree(game, [yes, no], inner)))
            }
            Kind::Named(_, _, body) | Kind::Let(_, body) => self.tree(game, wanted, body),
            _ if game.core.type_of(id) != Type::Bool => Tree::Other(id),
            _ => self.condition(game, wanted, reason),
        }
    }

    /// A condition, and the numbers in it that are compared with constants.
    fn condition(&mut self, game: &Game, wanted: Wanted, reason: &Reason) -> Tree {
        match &reason.kind {
            Kind::Is(shown, _) => self.watch(game, shown.id, &shown.e.to_string(), 1, true),
            Kind::Compare(sides, _) => {
                for pair in sides.windows(2) {
                    for (a, b) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
                        let named = matches!(a.e.kind, ExprKind::Name(_));
                        if let Node::Const(Value::Int(n)) = game.core.node(b.id)
                            && let Ok(n) = u32::try_from(n)
                        {
                            self.watch(game, a.id, &a.e.to_string(), n, named);
                        }
                    }
                }
            }
            _ => {}
        }
        // A constant is met in one way only.
        let wanted = if game.core.is_constant(reason.id) { [false, false] } else { wanted };
        let text = reason.text.clone();
        self.conditions.push(Condition { text, met: [0, 0], wanted });
        Tree::Condition(reason.id, self.conditions.len() - 1)
    }

    fn trees(&mut self, game: &Game, wanted: Wanted, parts: &[Reason]) -> Vec<Tree> {
        parts.iter().map(|part| self.tree(game, wanted, part)).collect()
    }

    /// Looks for values of a number that is compared with a constant, if it is a name, a count, a heap or a remainder.
    fn watch(&mut self, game: &Game, id: ExprId, text: &str, constant: u32, named: bool) {
        let core = &game.core;
        let most = constant.saturating_add(PAST);
        let (most, each) = match core.node(id) {
            Node::Binary(Binary::Mod, _, modulus) => match core.node(*modulus) {
                Node::Const(Value::Int(m)) => match u32::try_from(m) {
                    Ok(m @ 1..=MOST) => (m - 1, true),
                    _ => return,
                },
                _ => return,
            },
            Node::Word(Word::Count) | Node::Fold(Fold::Count, ..) => (most.min(heaps(game)), false),
            Node::Word(Word::Passes) => (most.min(passes(game)), false),
            Node::Word(Word::Largest | Word::Smallest | Word::Total | Word::Turn | Word::Last)
            | Node::Heap(_) => (most, false),
            _ if named && core.looks_at_position(id) => (most, false),
            _ => return,
        };
        if most > MOST {
            return;
        }
        match self.numbers.iter_mut().find(|number| number.id == id) {
            Some(known) => known.wanted = 0..=most.max(*known.wanted.end()),
            None => {
                let (text, met) = (text.to_string(), Vec::new());
                self.numbers.push(Number { id, text, wanted: 0..=most, met, each });
            }
        }
    }

    /// Looks at a position. Returns whether the statement speaks of it.
    pub(crate) fn look(&mut self, claim: &Claim, eval: &mut Evaluator<'_>, at: &At<'_>) -> bool {
        eval.new_position();
        let speaks = claim.speaks_of(eval, at).unwrap_or(false);
        let mut look = Teller { eval, at };
        // A value that only positions have that the statement is not about is met, too: no larger box shows more.
        for number in &mut self.numbers {
            if let Some(Value::Int(n)) = look.value(number.id)
                && let Ok(n) = usize::try_from(n)
                && n <= *number.wanted.end() as usize
            {
                number.met.resize(number.met.len().max(n + 1), false);
                number.met[n] = true;
            }
        }
        for (role, tree) in self.lines.iter().filter(|_| speaks) {
            // A line that does not hold says nothing.
            if *role != Role::Holds || look.truth(tree.id()) == Some(true) {
                look.meet(tree, &mut self.conditions);
            }
        }
        speaks
    }

    /// Whether there is nothing left to look for.
    pub(crate) fn is_met(&self) -> bool {
        let met = |one: &Condition| (0..2).all(|i| one.met[i] > 0 || !one.wanted[i]);
        self.conditions.iter().all(met) && self.numbers.iter().all(|one| one.missing().is_none())
    }

    /// Each condition that should be met, and its opposite, and at how many positions it decided.
    pub(crate) fn counted(&self) -> Vec<(String, u64)> {
        let mut counted = Vec::new();
        for Condition { text, met: [no, yes], wanted } in &self.conditions {
            if wanted[1] {
                counted.push((text.clone(), *yes));
            }
            if wanted[0] {
                counted.push((format!("not ({text})"), *no));
            }
        }
        counted
    }

    /// The conditions that never decided, and the numbers that were not met.
    pub(crate) fn never_met(&self) -> Vec<String> {
        let conditions = self.counted().into_iter().filter(|(_, met)| *met == 0);
        let mut never: Vec<String> = conditions.map(|(text, _)| text).collect();
        never.extend(self.numbers.iter().filter_map(Number::missing));
        // The same condition may stand in several places.
        let mut seen: Vec<String> = Vec::new();
        never.retain(|text| {
            !seen.contains(text) && {
                seen.push(text.clone());
                true
            }
        });
        never
    }
}

impl Number {
    /// The values that were not met, in words.
    fn missing(&self) -> Option<String> {
        let met = |n: u32| self.met.get(n as usize).copied().unwrap_or(false);
        let most = *self.wanted.end();
        let text = &self.text;
        if self.each {
            let missing: Vec<String> =
                self.wanted.clone().filter(|&n| !met(n)).map(|n| n.to_string()).collect();
            return match &missing[..] {
                [] => None,
                [one] => Some(format!("{text} = {one}")),
                several => Some(format!("{text} in {{{}}}", several.join(", "))),
            };
        }
        let first = (0..=most).rev().take_while(|&n| !met(n)).last()?;
        Some(format!("{text} >= {first}"))
    }
}

impl Tree {
    fn id(&self) -> ExprId {
        match self {
            Tree::If(id, _)
            | Tree::All(id, _)
            | Tree::Any(id, _)
            | Tree::Not(id, _)
            | Tree::Condition(id, _)
            | Tree::Other(id) => *id,
        }
    }
}

impl Teller<'_, '_> {
    /// Counts the conditions that decide the value of a tree, which itself decides.
    fn meet(&mut self, tree: &Tree, conditions: &mut [Condition]) {
        match tree {
            Tree::If(_, parts) => {
                let [condition, then, otherwise] = &**parts;
                let Some(holds) = self.truth(condition.id()) else { return };
                // If both come to the same, it does not matter which applies.
                if self.value(then.id()) != self.value(otherwise.id()) {
                    self.meet(condition, conditions);
                }
                self.meet(if holds { then } else { otherwise }, conditions);
            }
            Tree::All(_, parts) => self.meet_each(parts, true, conditions),
            Tree::Any(_, parts) => self.meet_each(parts, false, conditions),
            Tree::Not(_, inner) => self.meet(inner, conditions),
            Tree::Condition(id, number) => {
                if let Some(holds) = self.truth(*id) {
                    conditions[*number].met[usize::from(holds)] += 1;
                }
            }
            Tree::Other(_) => {}
        }
    }

    /// One of several parts decides if all the others are as they must be.
    fn meet_each(&mut self, parts: &[Tree], others: bool, conditions: &mut [Condition]) {
        let values: Vec<Option<bool>> = parts.iter().map(|part| self.truth(part.id())).collect();
        for (i, part) in parts.iter().enumerate() {
            let decides = values.iter().enumerate().all(|(j, v)| i == j || *v == Some(others));
            if decides {
                self.meet(part, conditions);
            }
        }
    }
}

/// How many heaps a game has at most.
fn heaps(game: &Game) -> u32 {
    game.heaps().and_then(|most| u32::try_from(most).ok()).unwrap_or(u32::MAX)
}

/// How many passes a game has.
fn passes(game: &Game) -> u32 {
    game.start().passes.and_then(|most| u32::try_from(&most).ok()).unwrap_or(u32::MAX)
}
