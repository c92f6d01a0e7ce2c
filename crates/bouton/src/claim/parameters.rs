//! The parameters of a statement, and values for them.

use super::uses::{MOST_NESTED, Uses};
use super::{Given, Kind, Paper, Parameter};
use crate::lang::builtin;
use crate::lang::mention::{Use, in_arguments};
use crate::lang::paper::{GameName, Item, With};
use crate::lang::resolve::{is_reserved, is_word};
use crate::lang::syntax::{ArgumentValue, Element, Expr, ExprKind, GameText, Name};
use crate::lang::{Code, Diagnostic, Diagnostics, Span, parse_game};

/// How far values are searched that a game allows.
const MOST_SEARCHED: u32 = 1000;

impl Parameter {
    /// A sample value, to test whether a statement can be read.
    pub(super) fn sample(&self) -> Given {
        let value = match self.kind {
            Kind::Number => number(3),
            Kind::Set => {
                let end = |n: u32| Expr { kind: ExprKind::Number(n.into()), span: Span::default() };
                ArgumentValue::Set(vec![Element::Range(end(1), end(3))])
            }
            Kind::Function => {
                let name = Name { text: "n".into(), span: Span::default() };
                let body = Expr { kind: ExprKind::Name("n".into()), span: Span::default() };
                ArgumentValue::Function(vec![name], body)
            }
        };
        (self.name.clone(), value)
    }
}

fn number(n: u32) -> ArgumentValue {
    ArgumentValue::Number(Expr { kind: ExprKind::Number(n.into()), span: Span::default() })
}

impl Paper {
    /// The parameters of a statement: names in its game that the game does not know. A name that is
    /// an argument by itself is always one. A name inside an argument, or in the text of a game, is
    /// one if the statement uses it too, so that a typing error is not taken for one.
    #[doc(hidden)]
    pub fn parameters(&self, item: &Item) -> Result<Vec<Parameter>, Diagnostic> {
        let Some(game) = &item.game else { return Ok(vec![]) };
        let uses = self.uses(item);
        let mut found: Vec<(String, Kinds)> = Vec::new();
        let mut mention = |name: &Name, how: Use<'_>, sure: bool| {
            let used = match how {
                // Without a condition on it, it is a variable of the set.
                Use::Generated => uses.with.contains(&name.text),
                _ => sure || uses.any(&name.text),
            };
            if !used || !is_free(name) {
                return;
            }
            let kinds = self.kinds_of(how, 0);
            match found.iter_mut().find(|(known, _)| *known == name.text) {
                Some((_, known)) => *known = known.and(kinds),
                None => found.push((name.text.clone(), kinds)),
            }
        };
        match game {
            GameName::Library(game, arguments) => {
                if self.shelf.find(&game.text).is_none() {
                    let help = "`bouton games` lists all games; the text of a game needs quotes";
                    return Err(self
                        .shelf
                        .unknown(&game.text, &[], help)
                        .at(game.span, "not known"));
                }
                in_arguments(game, arguments, &mut |name, how| {
                    let sure = matches!(how, Use::Argument(game, i, named)
                        if self.place(game, i, named).is_some());
                    mention(name, how, sure);
                });
            }
            GameName::Text(text, _) => {
                let text = parse_game(text).0;
                let own = text.heading().map_or(vec![], |(_, parameters)| parameters.to_vec());
                text.each_use(&mut |name, how| {
                    if !own.contains(name) {
                        mention(name, how, false);
                    }
                });
            }
        }
        let parameter = |(name, kinds): (String, Kinds)| {
            let property = item.with.iter().find_map(|with| match with {
                With::Property(function, property) if function.text == name => Some(*property),
                _ => None,
            });
            let kind = kinds.one(&name, &uses);
            Parameter { name, kind, property }
        };
        Ok(found.into_iter().map(parameter).collect())
    }

    /// The parameter that an argument of a game is for, and the text of the game.
    fn place(&self, game: &Name, i: usize, named: Option<&Name>) -> Option<(GameText, String)> {
        let text = self.shelf.find(&game.text)?;
        let (_, parameters) = text.heading()?;
        let place = match named {
            Some(named) => parameters.iter().find(|place| *place == named),
            None => parameters.get(i),
        };
        let place = place?.text.clone();
        Some((text, place))
    }

    /// The kinds that a name can have by how it is used.
    fn kinds_of(&self, how: Use<'_>, depth: usize) -> Kinds {
        match how {
            Use::Number | Use::Generated => Kinds { number: true, ..Kinds::default() },
            Use::Call => Kinds { function: true, ..Kinds::default() },
            Use::Taken => Kinds { set: true, ..Kinds::default() },
            Use::Argument(game, i, named) if depth < MOST_NESTED => {
                let Some((text, place)) = self.place(game, i, named) else {
                    return Kinds::default();
                };
                let mut kinds = Kinds::default();
                text.each_use(&mut |name, how| {
                    if name.text == place {
                        kinds = kinds.and(self.kinds_of(how, depth + 1));
                    }
                });
                kinds
            }
            Use::Argument(..) => Kinds::default(),
        }
    }

    /// Whether the values of the parameters satisfy the conditions of the statement and those of its
    /// game.
    #[doc(hidden)]
    #[must_use]
    pub fn suits(&self, item: &Item, given: &[Given]) -> bool {
        let refused = |name: &GameName| match self.game(name, given) {
            Ok(_) => false,
            Err(Diagnostics(errors)) => errors.iter().any(|e| e.code == Code::ParameterRange),
        };
        self.allows(item, given) && !item.game.as_ref().is_some_and(refused)
    }

    /// What is wrong with a statement, read for sample values of its parameters.
    pub(super) fn misread(&self, item: &Item, parameters: &[Parameter]) -> Vec<Diagnostic> {
        let usual: Vec<Given> = parameters.iter().map(Parameter::sample).collect();
        let read = |given: &[Given]| match self.claim(item, given) {
            Ok(_) => vec![],
            Err(Diagnostics(errors)) => errors,
        };
        let out_of_range = |error: &Diagnostic| error.code == Code::ParameterRange;
        let mut errors = read(&usual);
        // The game may not allow the usual values, which is no mistake.
        if !parameters.is_empty() && errors.iter().any(out_of_range) {
            if let Some(given) = self.search(item, &usual) {
                return read(&given);
            }
            errors.retain(|error| !out_of_range(error));
        }
        errors
    }

    /// Numbers that suit a statement, in place of the numbers among its usual values: equal ones, or
    /// ones that rise or fall.
    fn search(&self, item: &Item, usual: &[Given]) -> Option<Vec<Given>> {
        let numbers = usual.iter().filter(|(_, value)| matches!(value, ArgumentValue::Number(_)));
        let count = numbers.count() as u32;
        let with = |value: &dyn Fn(u32) -> u32| {
            let mut next = 0;
            let given = usual.iter().map(|(name, usual)| match usual {
                ArgumentValue::Number(_) => {
                    next += 1;
                    (name.clone(), number(value(next - 1)))
                }
                other => (name.clone(), other.clone()),
            });
            given.collect::<Vec<Given>>()
        };
        (0..=MOST_SEARCHED).find_map(|n| {
            let tried = [with(&|_| n), with(&|i| n + i), with(&|i| n + count - i)];
            let tried = if count > 1 { &tried[..] } else { &tried[..1] };
            tried.iter().find(|given| self.suits(item, given)).cloned()
        })
    }
}

/// Whether a name has no meaning of its own.
fn is_free(name: &Name) -> bool {
    let known = is_reserved(&name.text) || is_word(&name.text) || name.text == "x";
    !known && builtin::find(&name.text).is_none()
}

/// The kinds that a name can have.
#[derive(Clone, Copy, Default)]
struct Kinds {
    number: bool,
    set: bool,
    function: bool,
}

impl Kinds {
    fn and(self, other: Kinds) -> Kinds {
        Kinds {
            number: self.number || other.number,
            set: self.set || other.set,
            function: self.function || other.function,
        }
    }

    /// The kind of a parameter. What may be taken is a set, unless something else says that it is a number.
    fn one(self, name: &str, uses: &Uses) -> Kind {
        if self.function || !self.number && !self.set && uses.functions.contains(name) {
            Kind::Function
        } else if self.set && !self.number && !uses.numbers.contains(name) {
            Kind::Set
        } else {
            Kind::Number
        }
    }
}
