//! The names that a statement uses, itself and through the definitions of its paper.

use std::collections::BTreeSet;

use super::Paper;
use crate::lang::mention::{Use, Visit};
use crate::lang::paper::{ClaimKind, ClaimLine, GameName, Is, Item, With};
use crate::lang::parse_game;
use crate::lang::resolve::is_reserved;
use crate::lang::syntax::{Expr, ExprKind, GameText, LineKind, Name};

/// How deep games may be nested in one another.
pub(super) const MOST_NESTED: usize = 20;

/// The names that a statement uses.
#[derive(Debug, Default)]
pub(super) struct Uses {
    /// As numbers or conditions.
    pub(super) numbers: BTreeSet<String>,
    /// As numbers in sets with generators, where they cannot be names that the paper defines.
    generated: BTreeSet<String>,
    /// As functions.
    pub(super) functions: BTreeSet<String>,
    /// In the conditions on its parameters.
    pub(super) with: BTreeSet<String>,
}

impl Uses {
    pub(super) fn any(&self, name: &str) -> bool {
        let sets = [&self.numbers, &self.generated, &self.functions];
        sets.into_iter().any(|names| names.contains(name))
    }

    /// Whether the name is new and may be defined by the paper.
    fn add(&mut self, name: &Name, how: Use<'_>) -> bool {
        match how {
            Use::Generated => {
                self.generated.insert(name.text.clone());
                false
            }
            Use::Call => self.functions.insert(name.text.clone()),
            _ => self.numbers.insert(name.text.clone()),
        }
    }
}

impl Paper {
    /// The names that a statement uses, also in the definitions that it uses.
    pub(super) fn uses(&self, item: &Item) -> Uses {
        let before = self.up_to(item);
        let mut uses = Uses::default();
        let mut new: Vec<String> = Vec::new();
        let mut add = |name: &Name, how: Use<'_>| {
            if uses.add(name, how) {
                new.push(name.text.clone());
            }
        };
        for with in &item.with {
            match with {
                With::Condition(condition) => condition.each_use(&mut add),
                With::Property(function, _) => add(function, Use::Call),
                With::Forall(variable, from, condition) => {
                    from.each_use(&mut add);
                    condition.each_use(&mut |name, how| {
                        if name != variable {
                            add(name, how);
                        }
                    });
                }
            }
        }
        uses.with = uses.numbers.union(&uses.functions).cloned().collect();
        for line in item.lines.iter().filter(|line| !is_definition(line)) {
            each_use(&line.kind, &mut |name, how| {
                if uses.add(name, how) {
                    new.push(name.text.clone());
                }
            });
        }
        let coordinates = item.game.as_ref().map(|game| self.coordinates(game)).unwrap_or_default();
        while let Some(name) = new.pop() {
            if coordinates.contains(&name) {
                continue;
            }
            for line in definitions(before, &name) {
                each_use(&line.kind, &mut |name, how| {
                    if uses.add(name, how) {
                        new.push(name.text.clone());
                    }
                });
            }
        }
        uses
    }

    /// The names of the coordinates of a game, which are not those that the paper defines.
    pub(super) fn coordinates(&self, game: &GameName) -> Vec<String> {
        let mut text = match game {
            GameName::Library(name, _) => self.shelf.find(&name.text),
            GameName::Text(text, _) => Some(parse_game(text).0),
        };
        for _ in 0..MOST_NESTED {
            let Some(GameText { lines }) = &text else { break };
            let named = lines.iter().find_map(|line| match &line.kind {
                LineKind::Position(names, _) => Some(names),
                _ => None,
            });
            if let Some(names) = named {
                return names.iter().map(|name| name.text.clone()).collect();
            }
            text = lines.iter().find_map(|line| match &line.kind {
                LineKind::Base(name, _) => self.shelf.find(&name.text),
                _ => None,
            });
        }
        vec![]
    }

    /// The statements up to one, which may define the names that it uses.
    pub(super) fn up_to(&self, item: &Item) -> &[Item] {
        let id = item.id();
        let same = |other: &Item| std::ptr::eq(other, item) || other.id() == id;
        &self.items()[..self.items().iter().position(same).map_or(0, |i| i + 1)]
    }
}

/// The lines that define a name for the last of some statements: those of the last one that defines it.
pub(super) fn definitions<'p>(up_to: &'p [Item], name: &str) -> Vec<&'p ClaimLine> {
    if is_reserved(name) {
        return vec![];
    }
    let defines = |line: &&ClaimLine| match &line.kind {
        ClaimKind::Let(own, _) | ClaimKind::Define { name: own, .. } => own.text == name,
        _ => false,
    };
    let found = up_to.iter().rev().find(|item| item.lines.iter().any(|line| defines(&line)));
    found.into_iter().flat_map(|item| &item.lines).filter(defines).collect()
}

/// Whether a line defines a name.
fn is_definition(line: &ClaimLine) -> bool {
    matches!(line.kind, ClaimKind::Let(..) | ClaimKind::Define { .. })
}

/// Calls `visit` for the names in a line that it does not bind itself.
fn each_use(line: &ClaimKind, visit: Visit<'_>) {
    let all = |exprs: &[&Expr], visit: Visit<'_>| exprs.iter().for_each(|e| e.each_use(visit));
    match line {
        ClaimKind::About(_) | ClaimKind::Erratum(..) | ClaimKind::Stated(_) => {}
        ClaimKind::When(e)
        | ClaimKind::Let(_, e)
        | ClaimKind::Outcome { condition: e, .. }
        | ClaimKind::Grundy(e)
        | ClaimKind::Relation(e)
        | ClaimKind::Always(e) => e.each_use(visit),
        ClaimKind::Define { patterns, value, when, .. } => {
            let bound = |name: &Name| {
                let is = |e: &Expr| matches!(&e.kind, ExprKind::Name(text) if *text == name.text);
                patterns.iter().any(is)
            };
            for e in [value].into_iter().chain(when) {
                e.each_use(&mut |name, how| {
                    if !bound(name) {
                        visit(name, how);
                    }
                });
            }
        }
        ClaimKind::Take { stones, heap, when } => {
            for e in [stones].into_iter().chain(when) {
                e.each_use(&mut |name, how| {
                    if heap.as_ref() != Some(name) {
                        visit(name, how);
                    }
                });
            }
        }
        ClaimKind::MoveTo(target, when) => {
            all(&target.iter().chain(when).collect::<Vec<_>>(), visit);
        }
        ClaimKind::Pass(when) => all(&when.iter().collect::<Vec<_>>(), visit),
        ClaimKind::Example { is, .. } => match is {
            Is::Grundy(e) | Is::Has(e) => e.each_use(visit),
            Is::P | Is::N(_) => {}
        },
        ClaimKind::Table { from, to, values, .. } => {
            all(&[from, to].into_iter().chain(values).collect::<Vec<_>>(), visit);
        }
        ClaimKind::Printed(line) => each_use(&line.kind, visit),
    }
}
