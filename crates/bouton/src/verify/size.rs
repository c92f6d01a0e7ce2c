//! How far a claim is checked: which values of parameters, which box.

use std::ops::RangeInclusive;

use crate::claim::{self, Claim, Given, Held, Kind, Paper, Parameter};
use crate::engine::Extent;
use crate::game::Game;
use crate::lang::paper::{Item, Property};
use crate::lang::syntax::{ArgumentValue, Element, Expr, ExprKind};
use crate::lang::{Diagnostic, Span, parse_value};

/// How far claims are checked. What is left out has a default.
#[derive(Clone, Debug, Default)]
pub struct Size {
    /// Values for parameters, by name.
    pub values: Vec<(String, Vec<ArgumentValue>)>,
    /// The number of non-empty heaps.
    pub heaps: Option<RangeInclusive<usize>>,
    /// The greatest size of a heap or a coordinate.
    pub max: Option<u64>,
}

/// Functions that are tried for a parameter.
const NONDECREASING: &[&str] =
    &["n -> n", "n -> 2*n", "n -> n + 1", "n -> 1", "n -> 3", "n -> n^2", "n -> ceil(n/2)"];
const REGULAR: &[&str] = &[
    "n -> ceil(n/2)",
    "n -> floor(n/2)",
    "n -> floor(n/3)",
    "n -> ceil(2*n/3)",
    "n -> min(n, 3)",
    "n -> n",
    "n -> isqrt(n)",
];
const SETS: &[&str] = &["{1, 3, 4}", "{2, 5}", "1..3"];

/// Positions of a box by default, about.
const POSITIONS: u64 = 1500;

impl Size {
    /// Says that a parameter takes some values: `k=2..8`, `k=3`, `f = n -> 2*n`.
    pub fn with(&mut self, text: &str) -> Result<(), Diagnostic> {
        let (name, value) = parse_value(text)?;
        let values = match value {
            ArgumentValue::Set(elements) if matches!(elements[..], [Element::Range(..)]) => {
                let Some(Element::Range(from, to)) = elements.first() else { return Ok(()) };
                let end = |e: &Expr| crate::lang::resolve::constant_expr(e);
                let (from, to) = (end(from)?, end(to)?);
                let mut values = Vec::new();
                let mut n = from;
                while n <= to && values.len() < 10_000 {
                    let natural = n.as_ubig().cloned().unwrap_or_default();
                    values.push(ArgumentValue::Number(Expr {
                        kind: ExprKind::Number(natural),
                        span: Span::default(),
                    }));
                    n += 1u8;
                }
                values
            }
            value => vec![value],
        };
        self.values.push((name, values));
        Ok(())
    }

    /// The values of the parameters for which a statement is checked: all combinations that it allows.
    pub(super) fn values(
        &self,
        paper: &Paper,
        item: &Item,
        parameters: &[Parameter],
    ) -> Vec<Vec<Given>> {
        let mut all: Vec<Vec<Given>> = vec![vec![]];
        for parameter in parameters {
            let values = match self.values.iter().find(|(name, _)| *name == parameter.name) {
                Some((_, values)) => values.clone(),
                None => defaults(parameter),
            };
            all = all
                .into_iter()
                .flat_map(|given| {
                    values.iter().map(move |value| {
                        let mut given = given.clone();
                        given.push((parameter.name.clone(), value.clone()));
                        given
                    })
                })
                .collect();
        }
        all.retain(|given| paper.allows(item, given));
        all
    }

    /// The box for a game.
    pub(super) fn extent(&self, game: &Game) -> Extent {
        let start = game.start();
        let layers = start.passes.as_ref().map_or(1, |p| u64::try_from(p).unwrap_or(1) + 1)
            * if start.turn.is_some() { TURNS } else { 1 };
        let mut counters = Vec::new();
        if start.turn.is_some() {
            counters.push(("turn".to_string(), 1..=TURNS));
        }
        let (heaps, most) = match game.coordinates() {
            Some(names) => {
                let each = (POSITIONS as f64).powf(1.0 / names.len() as f64) as u64;
                (0..=0, vec![self.max.unwrap_or(each); names.len()])
            }
            None => {
                let declared = game.heaps().and_then(|most| usize::try_from(most).ok());
                let heaps = self.heaps.clone().unwrap_or(0..=declared.unwrap_or(4).min(4));
                let most = self.max.unwrap_or_else(|| {
                    let fit = |most: u64| {
                        let extent =
                            Extent { heaps: heaps.clone(), most: vec![most], counters: vec![] };
                        let last = if start.last.is_some() { most + 1 } else { 1 };
                        extent.len(game) * last <= (POSITIONS * 2 / layers.max(1)).into()
                    };
                    (1..=60).take_while(|&most| fit(most)).last().unwrap_or(1)
                });
                (heaps, vec![most])
            }
        };
        if start.last.is_some() {
            counters.push(("last".to_string(), 0..=most[0]));
        }
        Extent { heaps, most, counters }
    }
}

/// The turns of a box by default.
const TURNS: u64 = 6;

fn defaults(parameter: &Parameter) -> Vec<ArgumentValue> {
    let read = |text: &&str| parse_value(&format!("p = {text}")).ok().map(|(_, value)| value);
    match (parameter.kind, parameter.property) {
        (Kind::Number, _) => (1u8..=5)
            .map(|n| {
                ArgumentValue::Number(Expr {
                    kind: ExprKind::Number(n.into()),
                    span: Span::default(),
                })
            })
            .collect(),
        (Kind::Set, _) => SETS.iter().filter_map(read).collect(),
        (Kind::Function, Some(Property::Regular)) => REGULAR.iter().filter_map(read).collect(),
        (Kind::Function, Some(Property::Nondecreasing)) => {
            NONDECREASING.iter().filter_map(read).collect()
        }
        (Kind::Function, None) => REGULAR.iter().chain(NONDECREASING).filter_map(read).collect(),
    }
}

/// Why a function does not have the property that a claim needs, on the range that is used.
pub(super) fn lacks_property(claim: &Claim, extent: &Extent) -> Option<String> {
    let turns = extent
        .counters
        .iter()
        .find(|(name, _)| name == "turn")
        .map_or(0, |(_, range)| *range.end());
    let most = extent.most.iter().max().copied().unwrap_or(0);
    for (name, value, property) in &claim.properties {
        let word = property.word();
        match claim::property(value, *property, &(most + turns).into()) {
            Held::Shown | Held::Checked(_) => {}
            Held::Fails(at) => return Some(format!("`{name}` is not {word}, first at {at}")),
            Held::Unknown(why) => return Some(format!("whether `{name}` is {word}: {why}")),
        }
    }
    None
}
