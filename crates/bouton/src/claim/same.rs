//! For which values of its parameters a statement is about a game, however the game is worded.
//!
//! The game's normal form and text propose values. The two normal forms then show whether the
//! statement's game is the same.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::{Given, Kind, Paper, Parameter};
use crate::game::form::{NormalForm, Taken};
use crate::game::{Game, RuleKind};
use crate::lang::Span;
use crate::lang::core::Word;
use crate::lang::form::{Atom, Poly, Truth};
use crate::lang::form_text::number;
use crate::lang::paper::{GameName, Item};
use crate::lang::setting::Setting;
use crate::lang::syntax::{
    Amount, Argument, ArgumentValue, Element, Expr, ExprKind, From, LineKind, Name,
};

/// The largest number of combinations of values that are tried.
const MOST_TRIED: usize = 60;

impl Paper {
    /// The values of a statement's parameters for which its game has every position of a game, with
    /// the same moves. Each result is certain, but the search may miss some. Several results are
    /// different ways to write the game with these parameters.
    #[doc(hidden)]
    #[must_use]
    pub fn parameters_for(&self, item: &Item, game: &Game) -> Vec<Vec<Given>> {
        let Some(name) = &item.game else { return vec![] };
        let Ok(parameters) = self.parameters(item) else { return vec![] };
        if let Some(given) = self.by_name(name, &parameters, game) {
            return vec![given];
        }
        let Some(form) = game.normal_form() else { return vec![] };
        let sample: Vec<Given> = parameters.iter().map(Parameter::sample).collect();
        if self.game(name, &sample).is_ok_and(|other| !resembles(game, form, &other)) {
            return vec![];
        }
        let mut combinations: Vec<Vec<Given>> = vec![vec![]];
        for parameter in &parameters {
            let values = match parameter.kind {
                Kind::Number => numbers(form, game),
                Kind::Set => sets(form),
                Kind::Function => functions(form, game),
            };
            let with = |before: &Vec<Given>| {
                let next = values.iter().map(|value| {
                    let given = (parameter.name.clone(), value.clone());
                    before.iter().cloned().chain([given]).collect()
                });
                next.collect::<Vec<Vec<Given>>>()
            };
            combinations = combinations.iter().flat_map(with).take(MOST_TRIED).collect();
        }
        combinations
            .retain(|given| self.game(name, given).is_ok_and(|other| game.plays_as(&other)));
        combinations
    }

    /// The values, if the game is written with the same name.
    fn by_name(
        &self,
        name: &GameName,
        parameters: &[Parameter],
        game: &Game,
    ) -> Option<Vec<Given>> {
        let GameName::Library(name, arguments) = name else { return None };
        let [line] = &game.text().lines[..] else { return None };
        let LineKind::Base(own_name, own_arguments) = &line.kind else { return None };
        if own_name != name {
            return None;
        }
        let text = self.shelf.find(&name.text)?;
        let (_, places) = text.heading()?;
        let mut given: Vec<Given> = Vec::new();
        for (i, place) in places.iter().enumerate() {
            let said = argument(arguments, i, place)?;
            let own = argument(own_arguments, i, place)?;
            let open = match said {
                ArgumentValue::Number(Expr { kind: ExprKind::Name(name), .. }) => {
                    parameters.iter().find(|parameter| parameter.name == *name)
                }
                _ => None,
            };
            match (open, own) {
                (Some(Parameter { name, kind: Kind::Number, .. }), ArgumentValue::Number(_))
                | (Some(Parameter { name, kind: Kind::Set, .. }), ArgumentValue::Set(_))
                | (
                    Some(Parameter { name, kind: Kind::Function, .. }),
                    ArgumentValue::Function(..),
                ) => {
                    given.push((name.clone(), own.clone()));
                }
                (None, own) if said == own => {}
                _ => return None,
            }
        }
        Some(given)
    }
}

/// Whether a game may equal another one for some values of its parameters.
fn resembles(game: &Game, form: &NormalForm, other: &Game) -> bool {
    let from = |wanted: From| {
        let taken = form.takes.keys().any(|(from, _)| *from == wanted);
        let takes = other
            .rules
            .iter()
            .any(|rule| matches!(rule.kind, RuleKind::Take { from, .. } if from == wanted));
        !taken || takes || game.heaps() == Some(&UBig::ONE)
    };
    game.coordinates().is_some() == other.coordinates().is_some()
        && game.ending() == other.ending()
        && From::ALL.into_iter().all(from)
}

/// The argument for parameter number `i`, by name or by order.
fn argument<'a>(
    arguments: &'a [Argument],
    i: usize,
    parameter: &Name,
) -> Option<&'a ArgumentValue> {
    let named = arguments.iter().find(|a| a.name.as_ref().is_some_and(|name| name == parameter));
    let ordered = || arguments.iter().filter(|a| a.name.is_none()).nth(i);
    named.or_else(ordered).map(|argument| &argument.value)
}

/// The whole numbers that a game mentions.
fn numbers(form: &NormalForm, game: &Game) -> Vec<ArgumentValue> {
    let mut found: Vec<IBig> = Vec::new();
    for poly in form.numbers() {
        poly.coefficients(&mut |coefficient| {
            found.push(coefficient.numerator().clone());
            found.push(coefficient.denominator().clone().into());
        });
    }
    found.extend(game.heaps().cloned().map(IBig::from));
    found.extend(form.pass.iter().map(|(passes, _)| IBig::from(passes.clone())));
    found.sort_unstable();
    found.dedup();
    found.iter().map(|int| ArgumentValue::Number(number(int))).collect()
}

/// The sets of constants that a game mentions, and the sets that it excludes.
fn sets(form: &NormalForm) -> Vec<ArgumentValue> {
    let mut found = Vec::new();
    for Taken { ranges, .. } in form.takes.values() {
        let ends: Option<Vec<_>> = ranges.iter().map(|range| range.constants()).collect();
        let Some(mut ends) = ends else { continue };
        ends.sort_by(|a, b| a.0.cmp(&b.0));
        let mut left_out = Vec::new();
        let mut next = Some(IBig::ONE);
        for (lower, upper) in &ends {
            if let Some(next) = next
                && next < *lower
            {
                left_out.push(element(&next, &(lower - IBig::ONE)));
            }
            next = upper.as_ref().map(|upper| upper + IBig::ONE);
        }
        if next.is_none() {
            found.push(ArgumentValue::Set(left_out));
        }
        let set = ends.iter().map(|(lower, upper)| Some(element(lower, upper.as_ref()?)));
        found.extend(set.collect::<Option<_>>().map(ArgumentValue::Set));
    }
    found
}

fn element(lower: &IBig, upper: &IBig) -> Element {
    match lower == upper {
        true => Element::One(number(lower)),
        false => Element::Range(number(lower), number(upper)),
    }
}

/// The functions of one word that bound what a game allows, both as written and in normal form.
fn functions(form: &NormalForm, game: &Game) -> Vec<ArgumentValue> {
    let mut found = Vec::new();
    let named = |text: &str| Name { text: text.to_string(), span: Span::default() };
    for line in &game.text().lines {
        let LineKind::Take { amount: Amount::In(elements), .. } = &line.kind else { continue };
        for element in elements {
            let (Element::One(end) | Element::Range(_, end)) = element;
            for word in ["m", "turn"] {
                let mut mentioned = false;
                end.each_name(&mut |name| mentioned = mentioned || name.text == word);
                if mentioned {
                    found.push(ArgumentValue::Function(vec![named(word)], end.clone()));
                }
            }
        }
    }
    let setting = Setting::default();
    let mut bounds = Vec::new();
    for Taken { ranges, .. } in form.takes.values() {
        for range in ranges {
            match range.upper.is_empty() {
                true => bounds.push(Poly::word(Word::Chosen)),
                false => bounds.push(setting.min(range.upper.iter().cloned())),
            }
        }
    }
    if let Some((_, condition)) = &form.tuple {
        bounds.extend(bounds_of_coordinates(&condition.value));
    }
    for bound in bounds {
        if found.len() >= MOST_TRIED {
            break;
        }
        let mut words = Vec::new();
        bound.words(&mut |word| words.push(word));
        words.dedup();
        let word = match words[..] {
            [] => None,
            [Some(word)] => Some(word),
            _ => continue,
        };
        let variable = match word {
            Some(Word::Turn) => "turn",
            Some(Word::Chosen) => "m",
            _ => "n",
        };
        let names = |w: Word| (Some(w) == word).then(|| variable.to_string());
        let Some(body) = bound.expr(&names) else { continue };
        let function = ArgumentValue::Function(vec![named(variable)], body);
        if !found.contains(&function) {
            found.push(function);
        }
    }
    found
}

/// Upper bounds of coordinates that a condition implies: `floor(z/2)` from `y <= z/2`.
fn bounds_of_coordinates(condition: &Truth) -> Vec<Poly> {
    let parts: Vec<&Truth> = match condition {
        Truth::And(parts) => parts.iter().collect(),
        other => vec![other],
    };
    let mut bounds = Vec::new();
    for part in parts {
        let Truth::Natural(poly) = part else { continue };
        for (product, coefficient) in &poly.0 {
            let coordinate = matches!(product[..], [Atom::Word(Word::Coordinate(_))]);
            if coordinate && *coefficient < RBig::ZERO {
                let (rest, factor) = poly.without(product);
                let factor = -RBig::ONE / factor;
                bounds.push(Setting::default().floor(rest.scaled(&factor)));
            }
        }
    }
    bounds
}
