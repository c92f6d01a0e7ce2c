//! Names and types in lists and sets: variables that run over numbers, membership.

use super::builtin::Binary;
use super::core::{Domain, ExprId, Fold, MAX_VARIABLES, Word};
use super::diagnostic::{Code, Diagnostic, Span};
use super::resolve::{Around, Place, Resolver, Vocabulary, WORDS};
use super::syntax::{self, Expr, Generated, Name};
use super::value::Value;

impl Resolver {
    /// A variable that runs over a list of numbers.
    pub(super) fn fold(
        &mut self,
        fold: Fold,
        variable: &Name,
        domain: &syntax::Domain,
        body: &Expr,
        around: &Around<'_>,
    ) -> Option<ExprId> {
        let domain = match domain {
            syntax::Domain::Range(a, b) => {
                let (a, b) = (self.number(a, around), self.number(b, around));
                Domain::Range(a?, b?)
            }
            syntax::Domain::Heaps(from, to) => {
                self.list_of_heaps(variable.span, around)?;
                let end = |this: &mut Self, e: &Option<Box<Expr>>| match e {
                    None => Some(None),
                    Some(e) => {
                        let index = this.number(e, around)?;
                        this.counted(index, e.span, around).map(Some)
                    }
                };
                let (from, to) = (end(self, from), end(self, to));
                Domain::Heaps(from?, to?)
            }
        };
        let mut inner = around.clone();
        let slot = self.bind(variable, &mut inner)?;
        let conditions = matches!(fold, Fold::Count | Fold::Exists | Fold::Forall);
        let body =
            if conditions { self.condition(body, &inner) } else { self.number(body, &inner) }?;
        Some(self.core.fold(fold, slot, domain, body))
    }

    /// Gives a variable its own place.
    pub(crate) fn bind(&mut self, variable: &Name, around: &mut Around<'_>) -> Option<u16> {
        let slot = around.slots;
        if usize::from(slot) + 1 >= MAX_VARIABLES {
            let error = Diagnostic::new(Code::TooDeep, "too many variables inside of one another")
                .at(variable.span, "one too many");
            self.report(error, around.scope);
            return None;
        }
        around.slots += 1;
        let id = self.core.word(Word::Variable(slot));
        around.locals.push((variable.text.clone(), id));
        Some(slot)
    }

    /// Whether `x` is the list of heaps here.
    pub(crate) fn list_of_heaps(&mut self, span: Span, around: &Around<'_>) -> Option<()> {
        if matches!(self.vocabulary, Vocabulary::Heaps) && around.place > Place::Constant {
            return Some(());
        }
        let error = Diagnostic::new(Code::WordNotHere, "`x` is no list here")
            .at(span, "only in games of heaps, where a position is given, it is the list of heaps");
        self.report(error, around.scope);
        None
    }

    /// Membership in a set with generators: are there integers for the new names that satisfy the
    /// conditions and give the tuple?
    pub(super) fn member(
        &mut self,
        tuple: &[Expr],
        set: &Generated,
        span: Span,
        around: &Around<'_>,
    ) -> Option<ExprId> {
        if tuple.len() != set.tuple.len() {
            let message = format!(
                "a tuple of {} numbers in a set of tuples of {}",
                tuple.len(),
                set.tuple.len()
            );
            let error = Diagnostic::new(Code::WrongType, message).at(span, "never true");
            self.report(error, around.scope);
            return None;
        }
        let values: Option<Vec<ExprId>> = tuple.iter().map(|e| self.number(e, around)).collect();
        let names = self.generators(set, around);
        let mut inner = around.clone();
        let first = inner.slots;
        for name in &names {
            self.bind(name, &mut inner)?;
        }
        let mut whole = self.core.value(Value::Bool(true));
        for (value, e) in values?.into_iter().zip(&set.tuple) {
            let e = self.number(e, &inner)?;
            let equal = self.core.binary(Binary::Eq, e, value);
            whole = self.core.binary(Binary::And, whole, equal);
        }
        for condition in &set.conditions {
            let condition = self.condition(condition, &inner)?;
            whole = self.core.binary(Binary::And, whole, condition);
        }
        if names.is_empty() {
            return Some(whole);
        }
        Some(self.core.some(first, names.len() as u16, whole))
    }

    /// The new names of a set with generators: its variables.
    pub(crate) fn generators(&self, set: &Generated, around: &Around<'_>) -> Vec<Name> {
        let mut names: Vec<Name> = Vec::new();
        for e in set.tuple.iter().chain(&set.conditions) {
            e.each_name(&mut |name| {
                let known = around.local(&name.text).is_some() || self.knows(&name.text, around);
                if !known && !names.contains(name) {
                    names.push(name.clone());
                }
            });
        }
        names
    }

    /// Whether a name already has a meaning.
    pub(super) fn knows(&self, name: &str, around: &Around<'_>) -> bool {
        let coordinate = match &self.vocabulary {
            Vocabulary::Tuple(names) => names.iter().any(|n| n == name),
            Vocabulary::Heaps => false,
        };
        coordinate
            || around.scope.parameters.contains_key(name)
            || WORDS.iter().any(|(w, _, least)| *w == name && *least <= around.place)
    }
}
