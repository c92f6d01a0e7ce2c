//! The lines that take and split to rules.

use std::rc::Rc;

use dashu_int::{IBig, UBig};

use super::expand::Scoped;
use super::read::{Reader, flatten};
use super::rules::{Amount, Group, Parts, Ranges, RuleKind, Shape};
use crate::lang::core::{ExprId, Word};
use crate::lang::resolve::{Around, Binding, Place, Scope, is_word};
use crate::lang::syntax::{
    self, Among, Element, Expr, ExprKind, From, Likeness, Limits, Name, Order, Share,
};
use crate::lang::value::Value;
use crate::lang::{Code, Diagnostic, list, shorten};

/// The conditions of a line on the positions before and after the move.
type WhenAndAfter = (Option<ExprId>, Option<ExprId>);

impl Reader<'_> {
    /// A line that takes and does not split.
    pub(super) fn take_rule(
        &mut self,
        scoped: &Scoped,
        amount: &syntax::Amount,
        share: Share,
        group: &syntax::Group,
        limits: &Limits,
    ) {
        let scope = &scoped.scope;
        // `m` is a single heap. It is not defined for the sum of several heaps, or with one
        // variable for each heap.
        let several = matches!(amount, syntax::Amount::Variables(names) if names.len() > 1);
        let place = if share == Share::Total || several { Place::Position } else { Place::Take };
        let one = matches!(group, syntax::Group::One(_));
        let when_place = if one { Place::Take } else { Place::Position };
        let when_and_after = self.when_and_after(limits, scope, when_place);
        let amount = self.amount(amount, limits.condition.as_ref(), scope, place);
        let group = self.group(scoped, group);
        if let (Some(amount), Some(group), Some((when, after))) = (amount, group, when_and_after) {
            if let (Amount::Jointly(names, _), wrong) = (&amount, share != Share::Each)
                && (wrong || !self.is_for(&group, names.len()))
            {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let message = format!(
                    "{} stand for the stones of {} heaps",
                    list(&names, "and"),
                    names.len()
                );
                let error = Diagnostic::new(Code::Together, message)
                    .at(scoped.span(), format!("expected `from {} heaps`", names.len()))
                    .help("use one variable for each heap; with `heaps 2`, `from all` works too");
                return self.report(error);
            }
            let kind = match group {
                // With one heap, the relation between several heaps does not matter.
                Group::One(from) if after.is_none() => RuleKind::Take { amount, from },
                group => RuleKind::Several { amount, share, group },
            };
            self.rule(scoped, kind, when, after);
        }
    }

    /// Whether this number of variables fits the chosen heaps.
    fn is_for(&self, group: &Group, variables: usize) -> bool {
        match group {
            Group::One(_) => false,
            Group::NonEmpty => true,
            Group::All => match &self.game.shape {
                Shape::Heaps { most: Some(most), .. } => *most == variables.into(),
                _ => true,
            },
            Group::Several { number, each, .. } => {
                let is = |id: ExprId| match self.resolver.core.constant(id) {
                    Some(Value::Int(int)) => *int == variables.into(),
                    _ => true,
                };
                *each && matches!(number[..], [(a, b)] if is(a) && is(b))
            }
        }
    }

    /// A line that takes stones and splits the rest.
    pub(super) fn take_and_split(
        &mut self,
        scoped: &Scoped,
        amount: &syntax::Amount,
        share: Share,
        group: &syntax::Group,
        parts: &syntax::Parts,
        limits: &Limits,
    ) {
        let (syntax::Group::One(from), Share::Each) = (group, share) else {
            let error = Diagnostic::new(Code::Together, "a move can split only one heap")
                .at(scoped.span(), "expected `from any then split`");
            return self.report(error);
        };
        self.split_rule(scoped, Some(amount), *from, parts, limits);
    }

    /// Whether there is room for the heaps that a split makes. If not, reports it, with the reason
    /// why there are more heaps.
    pub(super) fn has_room(&mut self, scoped: &Scoped, why: &str) -> bool {
        let room = !self.game.order().has_places();
        if !room {
            let message = "a fixed row or a circle has no room for the heaps that a split makes";
            let error = Diagnostic::new(Code::Together, message)
                .at(scoped.span(), why)
                .help("use a `row` without `fixed`");
            self.report(error);
        }
        room
    }

    /// A line that splits a heap.
    pub(super) fn split_rule(
        &mut self,
        scoped: &Scoped,
        amount: Option<&syntax::Amount>,
        from: From,
        parts: &syntax::Parts,
        limits: &Limits,
    ) {
        let scope = &scoped.scope;
        if !self.has_room(scoped, "a split adds a heap") {
            return;
        }
        if let Some(syntax::Amount::Variables(names)) = amount
            && names.len() > 1
        {
            let error = Diagnostic::new(Code::Together, "a move can split only one heap")
                .at(names[1].span, "expected one variable for the stones");
            return self.report(error);
        }
        let when_and_after = self.when_and_after(limits, scope, Place::Take);
        // If the parts have names, the condition is about them, and about the stones if these have
        // a name.
        let (amount, stones) = match (amount, parts) {
            // A parameter or a word is a number of stones.
            (Some(syntax::Amount::Variables(names)), syntax::Parts::Named(_))
                if scope.parameters.contains_key(&names[0].text) || is_word(&names[0].text) =>
            {
                let Name { text, span } = names[0].clone();
                let stones = Element::One(Expr { kind: ExprKind::Name(text), span });
                let amount = syntax::Amount::In(vec![stones]);
                (self.amount(&amount, None, scope, Place::Take).map(Some), None)
            }
            (Some(syntax::Amount::Variables(names)), syntax::Parts::Named(_)) => {
                let (one, m) = (self.resolver.core.int(1), self.resolver.core.word(Word::Chosen));
                (Some(Some(Amount::In(vec![(one, m)]))), names.first())
            }
            (Some(amount), syntax::Parts::Named(_)) => {
                (self.amount(amount, None, scope, Place::Take).map(Some), None)
            }
            (Some(amount), _) => {
                let condition = limits.condition.as_ref();
                (self.amount(amount, condition, scope, Place::Take).map(Some), None)
            }
            (None, _) => (Some(None), None),
        };
        let parts = self.parts(parts, stones, limits.condition.as_ref(), scope);
        let from = self.one(scoped, from);
        if let (Some(amount), Some(parts), Some(from), Some((when, after))) =
            (amount, parts, from, when_and_after)
        {
            self.rule(scoped, RuleKind::Split { amount, from, parts }, when, after);
        }
    }

    fn parts(
        &mut self,
        parts: &syntax::Parts,
        stones: Option<&Name>,
        condition: Option<&Expr>,
        scope: &Rc<Scope>,
    ) -> Option<Parts> {
        match parts {
            syntax::Parts::Number(number, likeness) => {
                let number = match number {
                    Some(number) => self.elements(number, scope, Place::Take)?,
                    None => {
                        let two = self.resolver.core.int(2);
                        vec![(two, two)]
                    }
                };
                Some(Parts { number, likeness: *likeness, names: vec![], condition: None })
            }
            syntax::Parts::Named(names) => {
                let mut all: Vec<Name> = stones.into_iter().chain(names).cloned().collect();
                self.check_variables(&all, scope);
                let around = Around::new(Place::Take, scope);
                let around = match stones {
                    Some(_) => self.with_variables(around, &all, 0),
                    None => self.with_variables(around, &all, 1),
                };
                let condition = flatten(condition.map(|e| self.resolver.condition(e, &around)))?;
                let count = self.resolver.core.int(names.len());
                let names = all.split_off(all.len() - names.len());
                let names = names.into_iter().map(|name| name.text).collect();
                let number = vec![(count, count)];
                Some(Parts { number, likeness: Likeness::Any, names, condition })
            }
        }
    }

    /// The heaps from which is taken.
    fn group(&mut self, scoped: &Scoped, group: &syntax::Group) -> Option<Group> {
        Some(match group {
            syntax::Group::One(from) => Group::One(self.one(scoped, *from)?),
            syntax::Group::NonEmpty => Group::NonEmpty,
            syntax::Group::All => {
                self.from_all.push(scoped.span());
                Group::All
            }
            syntax::Group::Both => {
                let open = self.was_said("heaps") && self.game.heaps().is_none();
                if !open && self.game.heaps() != Some(&UBig::from(2u8)) {
                    let message = "`both` is for games of two heaps";
                    let error = Diagnostic::new(Code::Together, message)
                        .at(scoped.span(), "`both` needs `heaps 2`")
                        .help("add `heaps 2`, or write `from all` or `from each of 2 heaps`");
                    self.report(error);
                    return None;
                }
                Group::All
            }
            syntax::Group::Several { each, number, among } => {
                if *among == Among::Adjacent && self.game.order() == Order::None {
                    let error = Diagnostic::new(
                        Code::Together,
                        "heaps without an order cannot be adjacent",
                    )
                    .at(scoped.span(), "`adjacent` needs a row or a circle")
                    .help("add `row`, `row fixed` or `circle`");
                    self.report(error);
                    return None;
                }
                let number = self.elements(number, &scoped.scope, Place::Position)?;
                match self.is_one(&number) {
                    true => Group::One(among.one()),
                    false => Group::Several { each: *each, number, among: *among },
                }
            }
        })
    }

    /// Whether a number of heaps is 1. Zero is not a choice.
    fn is_one(&self, number: &Ranges) -> bool {
        let constant = |id: ExprId| match self.resolver.core.constant(id) {
            Some(Value::Int(int)) => Some(int),
            _ => None,
        };
        let [(from, to)] = number[..] else { return false };
        constant(from).is_some_and(|from| *from <= IBig::ONE) && constant(to) == Some(&IBig::ONE)
    }

    /// The heap that is chosen.
    fn one(&mut self, scoped: &Scoped, from: From) -> Option<From> {
        if from == From::Ends && !matches!(self.game.order(), Order::Row | Order::Fixed) {
            let error = Diagnostic::new(Code::Together, "only a row has ends")
                .at(scoped.span(), "`ends` needs a row")
                .help("add `row` or `row fixed`");
            self.report(error);
            return None;
        }
        Some(from)
    }

    /// The conditions of a line on the positions before and after the move.
    pub(super) fn when_and_after(
        &mut self,
        limits: &Limits,
        scope: &Rc<Scope>,
        place: Place,
    ) -> Option<WhenAndAfter> {
        let when = limits.when.as_ref();
        let when = when.map(|e| self.resolver.condition(e, &Around::new(place, scope)));
        let after = limits.after.as_ref();
        let after = after.map(|e| self.resolver.condition(e, &Around::new(Place::Position, scope)));
        Some((flatten(when)?, flatten(after)?))
    }

    /// Names the variables from number `first` on.
    pub(super) fn with_variables<'a>(
        &mut self,
        mut around: Around<'a>,
        names: &[Name],
        first: u16,
    ) -> Around<'a> {
        around.slots = first + names.len() as u16;
        for (i, name) in (first..).zip(names) {
            let id = self.resolver.core.word(Word::Variable(i));
            around.locals.push((name.text.clone(), id));
        }
        around
    }

    fn check_variables(&mut self, names: &[Name], scope: &Rc<Scope>) {
        let mut taken: Vec<&str> = scope.parameters.keys().map(String::as_str).collect();
        taken.push("m");
        self.check_names(names, &taken);
    }

    /// How many stones may be taken.
    fn amount(
        &mut self,
        amount: &syntax::Amount,
        condition: Option<&Expr>,
        scope: &Rc<Scope>,
        place: Place,
    ) -> Option<Amount> {
        match amount {
            syntax::Amount::In(elements) => {
                Some(Amount::In(self.elements(elements, scope, place)?))
            }
            syntax::Amount::AllBut(elements) => {
                Some(Amount::AllBut(self.elements(elements, scope, place)?))
            }
            syntax::Amount::Variables(names) => {
                self.check_variables(names, scope);
                let around = self.with_variables(Around::new(place, scope), names, 0);
                let condition = self.resolver.condition(condition?, &around)?;
                Some(match &names[..] {
                    [only] => Amount::Where(only.text.clone(), condition),
                    _ => {
                        let names = names.iter().map(|name| name.text.clone()).collect();
                        Amount::Jointly(names, condition)
                    }
                })
            }
        }
    }

    /// The ranges of a set. The name of a set stands for its elements.
    fn elements(
        &mut self,
        elements: &[Element],
        scope: &Rc<Scope>,
        place: Place,
    ) -> Option<Ranges> {
        let mut ranges = Some(Vec::new());
        for element in elements {
            let around = Around::new(place, scope);
            let found = match element {
                Element::One(Expr { kind: ExprKind::Name(name), .. })
                    if matches!(scope.parameters.get(name), Some(Binding::Set { .. })) =>
                {
                    let Some(Binding::Set { elements, home }) = scope.parameters.get(name) else {
                        continue;
                    };
                    self.elements(elements, home, place)
                }
                Element::One(Expr { kind: ExprKind::Name(name), span })
                    if matches!(scope.parameters.get(name), Some(Binding::Function { .. })) =>
                {
                    let message = format!("`{name}` is a function, not a set of numbers");
                    let error = Diagnostic::new(Code::ParameterKind, message)
                        .at(*span, "a set is needed here")
                        .help("a set is written `{1, 3, 4}` or `1..3`");
                    self.resolver.report(error, scope);
                    None
                }
                Element::One(e) => self.bound(e, &around).map(|id| vec![(id, id)]),
                Element::Range(a, b) => {
                    let (a, b) = (self.bound(a, &around), self.bound(b, &around));
                    a.zip(b).map(|range| vec![range])
                }
            };
            match (&mut ranges, found) {
                (Some(ranges), Some(found)) => ranges.extend(found),
                _ => ranges = None,
            }
        }
        ranges
    }

    /// A bound of a take. A constant bound must have a value that is a whole number.
    fn bound(&mut self, e: &Expr, around: &Around<'_>) -> Option<ExprId> {
        let id = self.resolver.number(e, around)?;
        if !self.resolver.core.is_constant(id) {
            return Some(id);
        }
        let id = self.computed(id, e, around.scope)?;
        match self.resolver.core.constant(id) {
            Some(Value::Ratio(_)) => {
                let error =
                    Diagnostic::new(Code::Fraction, "the bound of a take must be a whole number")
                        .at(e.span, format!("`{}` is a fraction", shorten(&e.to_string())))
                        .help("round it with `floor(…)` or `ceil(…)`");
                self.resolver.report(error, around.scope);
                None
            }
            _ => Some(id),
        }
    }
}
