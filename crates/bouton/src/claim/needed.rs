//! What a statement needs of its parameters on the range that is used.

use std::rc::Rc;

use dashu_int::UBig;

use super::Given;
use super::property::{Held, MOST_CHECKED, property};
use super::read::scope;
use crate::lang::core::{Core, ExprId, Word};
use crate::lang::eval::{Evaluator, Nothing, constant};
use crate::lang::paper::{Item, Property, With};
use crate::lang::resolve::{Around, Place, Resolver, Scope};
use crate::lang::syntax::{ArgumentValue, Expr, Name};

/// A property of a function, or a condition on every number from one on.
#[derive(Clone, Debug)]
pub(crate) enum Needed {
    /// `f nondecreasing`
    Property(String, ArgumentValue, Property),
    /// `forall t >= 1 : f(t) >= t`
    Forall(Forall),
}

/// A condition on every number from one on.
#[derive(Clone, Debug)]
pub(crate) struct Forall {
    core: Core,
    /// The first number.
    from: u64,
    /// The condition on `Variable(0)`.
    condition: ExprId,
    text: String,
}

/// What a statement needs, with values for its parameters.
pub(super) fn needed(item: &Item, given: &[Given]) -> Vec<Needed> {
    let one = |with: &With| match with {
        With::Condition(_) => None,
        With::Property(function, property) => {
            let (name, value) = given.iter().find(|(name, _)| *name == function.text)?;
            Some(Needed::Property(name.clone(), value.clone(), *property))
        }
        With::Forall(variable, from, condition) => {
            let mut resolver = Resolver::new();
            let parameters = Rc::new(scope(given, &mut resolver));
            let read = Forall::read(variable, from, condition, &parameters, &mut resolver);
            let (first, id) = read?;
            let first = constant(&resolver.core, first).ok()?;
            let from = u64::try_from(first.integer().ok()?).unwrap_or(0);
            let text = format!("{condition}");
            Some(Needed::Forall(Forall { core: resolver.core, from, condition: id, text }))
        }
    };
    item.with.iter().filter_map(one).collect()
}

impl Needed {
    /// Whether it holds at every number up to `most`.
    pub(crate) fn held(&self, most: &UBig) -> Held {
        match self {
            Needed::Property(_, value, wanted) => property(value, *wanted, most),
            Needed::Forall(forall) => forall.held(most),
        }
    }

    /// It in words: `f` is nondecreasing.
    pub(crate) fn words(&self) -> String {
        match self {
            Needed::Property(name, _, wanted) => format!("`{name}` is {}", wanted.word()),
            Needed::Forall(Forall { text, .. }) => format!("`{text}` holds"),
        }
    }

    /// In words that it fails, first at a number.
    pub(crate) fn fails(&self, at: u64) -> String {
        match self {
            Needed::Property(name, _, wanted) => {
                format!("`{name}` is not {}, first at {at}", wanted.word())
            }
            Needed::Forall(Forall { text, .. }) => format!("`{text}` is false, first at {at}"),
        }
    }
}

impl Forall {
    /// The first number and the condition in the core of a resolver, if they have no error.
    pub(super) fn read(
        variable: &Name,
        from: &Expr,
        condition: &Expr,
        parameters: &Rc<Scope>,
        resolver: &mut Resolver,
    ) -> Option<(ExprId, ExprId)> {
        let mut around = Around::new(Place::Constant, parameters);
        let from = resolver.number(from, &around);
        let id = resolver.core.word(Word::Variable(0));
        around.locals.push((variable.text.clone(), id));
        around.slots = 1;
        let condition = resolver.condition(condition, &around);
        from.zip(condition)
    }

    fn held(&self, most: &UBig) -> Held {
        let Some(most) = u64::try_from(most).ok().filter(|most| *most <= MOST_CHECKED) else {
            return Held::Unknown(format!("it was checked only up to {MOST_CHECKED}"));
        };
        let mut eval = Evaluator::new(&self.core);
        for n in self.from..=most {
            eval.set_variable(0, n.into());
            match eval.truth(self.condition, &Nothing) {
                Ok(true) => {}
                Ok(false) => return Held::Fails(n),
                Err(failure) => {
                    return Held::Unknown(format!("it has no value at {n}: {}", failure.fault));
                }
            }
        }
        Held::Checked(most)
    }
}
