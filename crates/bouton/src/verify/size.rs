//! How far a claim is checked: which values of parameters, and which box.

use std::ops::{ControlFlow, RangeInclusive};

use dashu_int::UBig;

use super::by::By;
use crate::claim::{At, Chosen, Claim, Given, Held, Kind, Paper, Parameter};
use crate::engine::Extent;
use crate::error::Error;
use crate::game::{Game, Moves};
use crate::job::Unwatched;
use crate::lang::paper::{Item, Property};
use crate::lang::syntax::{ArgumentValue, Element, Expr, ExprKind};
use crate::lang::{Code, Diagnostic, Span, parse_value};

/// How claims are checked: how far, and compared with what. Every part that is left out has a default.
#[derive(Clone, Debug, Default)]
pub struct Size {
    /// Values for parameters, by name.
    #[doc(hidden)]
    pub values: Vec<(String, Vec<ArgumentValue>)>,
    /// The number of non-empty heaps.
    pub heaps: Option<RangeInclusive<usize>>,
    /// The greatest size of a heap or a coordinate.
    pub max: Option<u64>,
    /// The values of counters, by name: `turn`, `last`, `pass`.
    pub range: Vec<(String, RangeInclusive<u64>)>,
    /// About how many positions a box of default size has.
    pub positions: Option<u64>,
    /// What they are compared with; by default the fastest engine, and the definition on a box that is small enough
    /// for it.
    pub by: Option<By>,
    /// How many counterexamples are listed; by default the smallest alone.
    pub counterexamples: Option<usize>,
}

/// Functions that are tried as parameters.
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

/// About how many positions a box has by default.
const POSITIONS: u64 = 1500;

impl Size {
    /// Gives values to a parameter: `k=2..8`, `k=3`, `f = n -> 2*n`.
    pub fn with(&mut self, text: &str) -> Result<(), Error> {
        let (name, value) = parse_value(text)?;
        let values = match value {
            ArgumentValue::Set(elements) if matches!(elements[..], [Element::Range(..)]) => {
                let Some(Element::Range(from, to)) = elements.first() else { return Ok(()) };
                let end = |e: &Expr| crate::lang::resolve::constant_expr(e);
                let (from, to) = (end(from)?, end(to)?);
                let (Ok(mut n), Ok(to)) = (UBig::try_from(from), UBig::try_from(to)) else {
                    let message = format!("the values of `{name}` must be numbers of at least 0");
                    return Err(Diagnostic::new(Code::ParameterRange, message).into());
                };
                if n > to || &to - &n >= UBig::from(MOST_VALUES) {
                    let message =
                        format!("give `{name}` between 1 and {MOST_VALUES} values at a time");
                    return Err(Diagnostic::new(Code::ParameterRange, message).into());
                }
                let mut values = Vec::new();
                while n <= to {
                    values.push(number(n.clone()));
                    n += 1u8;
                }
                values
            }
            value => vec![value],
        };
        self.values.push((name, values));
        Ok(())
    }

    /// An error message if a value is given for a parameter that no chosen statement has.
    #[must_use]
    pub fn unused(&self, chosen: &[Chosen]) -> Option<String> {
        let mut has: Vec<String> = chosen.iter().flat_map(Chosen::parameters).collect();
        let (name, _) = self.values.iter().find(|(name, _)| !has.contains(name))?;
        has.sort();
        has.dedup();
        let help = match &has[..] {
            [] => "there are no parameters".to_string(),
            has => format!("there are {}", has.join(", ")),
        };
        Some(format!("no chosen statement has a parameter `{name}`; {help}"))
    }

    /// The values of the parameters for which a statement is checked: all combinations that it
    /// allows.
    pub(super) fn values(
        &self,
        paper: &Paper,
        item: &Item,
        parameters: &[Parameter],
    ) -> Vec<Vec<Given>> {
        let asked = |p: &Parameter| self.values.iter().any(|(name, _)| *name == p.name);
        let open = parameters.iter().filter(|p| !asked(p)).count() as u32;
        let fits = |values: &usize| values.saturating_pow(open) <= MOST_COMBINATIONS;
        let each = (1..=MOST_COMBINATIONS).take_while(fits).last().unwrap_or(1);
        let mut all: Vec<Vec<Given>> = vec![vec![]];
        for parameter in parameters {
            let values = match self.values.iter().find(|(name, _)| *name == parameter.name) {
                Some((_, values)) => values.clone(),
                None => defaults(parameter).into_iter().take(each).collect(),
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
        // A value that was asked for is tried, even if the game refuses it.
        match parameters.iter().all(asked) {
            true => all.retain(|given| paper.allows(item, given)),
            false => all.retain(|given| paper.suits(item, given)),
        }
        if let ([only], true) = (parameters, all.is_empty())
            && only.kind == Kind::Number
            && !self.values.iter().any(|(name, _)| *name == only.name)
        {
            // The first values that the statement allows.
            let more = (0..=MOST_TRIED).map(|n| vec![(only.name.clone(), number(n.into()))]);
            all = more.filter(|given| paper.suits(item, given)).take(DEFAULTS).collect();
        }
        all
    }

    /// The box for a claim. If no size is given, the box leaves out what the claim is not about and
    /// grows in the other direction: a claim about single heaps is checked on larger heaps.
    pub(super) fn extent(&self, claim: &Claim) -> Extent {
        let game = &claim.game;
        if let Some(names) = game.coordinates() {
            return self.tuples(game, names.len());
        }
        let declared = game.heaps().and_then(|most| usize::try_from(most).ok());
        // All places are needed: a circle of five is not tested if one of its places is always
        // empty.
        let usual =
            if game.order().has_places() { declared } else { declared.map(|most| most.min(4)) };
        let heaps = self.heaps.clone().unwrap_or(0..=usual.unwrap_or(4));
        let whole = self.largest(game, heaps, None, self.max);
        let given = self.heaps.is_some() || self.max.is_some();
        if given || claim.says.is_empty() || !self.fit(game, &whole) {
            return whole;
        }
        let Some(spoken) = Spoken::of(claim, &whole) else { return whole };
        if spoken.heaps < *whole.heaps.end() || spoken.last.is_some() {
            return self.largest(game, 0..=spoken.heaps, spoken.last, None);
        }
        let more =
            |heaps: usize| Extent { heaps: 0..=heaps, most: vec![spoken.most], ..whole.clone() };
        let fits = |heaps: &usize| {
            declared.is_none_or(|most| *heaps <= most) && self.fit(game, &more(*heaps))
        };
        match (*whole.heaps.end()..=MOST_HEAPS).take_while(fits).last() {
            Some(heaps) if spoken.most < whole.most[0] => more(heaps),
            _ => whole,
        }
    }

    /// The box of a game of tuples. Not all tuples may be positions; it is the largest box with few
    /// enough positions.
    fn tuples(&self, game: &Game, width: usize) -> Extent {
        let extent = |most: u64| Extent {
            heaps: 0..=0,
            most: vec![most; width],
            counters: self.counters(game, None),
        };
        if let Some(max) = self.max {
            return extent(max);
        }
        let few = |most: &u64| extent(*most).len(game) <= (self.about() * TUPLES).into();
        let each = (self.about() as f64).powf(1.0 / width as f64) as u64;
        let limit = (each..).take_while(few).last().unwrap_or(each);
        let (mut most, mut looked) = (each, each);
        while most == looked && looked < limit {
            looked = limit.min(2 * looked + 1);
            // The positions of all smaller boxes are counted in one box that is large enough.
            let mut with = vec![0u64; looked as usize + 1];
            let walked = extent(looked).each(game, &mut |position| {
                let greatest = position.heaps.iter().max().and_then(|n| usize::try_from(n).ok());
                with[greatest.unwrap_or(0)] += 1;
                Ok(ControlFlow::Continue(()))
            });
            if walked.is_err() {
                break;
            }
            let within = |most: &u64| with[..=*most as usize].iter().sum::<u64>() <= self.about();
            most = (each..=looked).take_while(within).last().unwrap_or(each);
        }
        extent(most)
    }

    /// Whether nothing is given that the box must be.
    pub(super) fn is_free(&self) -> bool {
        self.heaps.is_none() && self.max.is_none() && self.range.is_empty()
    }

    /// About how many positions a box has if no size is given.
    pub(super) fn about(&self) -> u64 {
        self.positions.unwrap_or(POSITIONS)
    }

    /// Whether a box has about the default number of positions, and not too many moves.
    fn fit(&self, game: &Game, extent: &Extent) -> bool {
        let times = if game.order().has_places() { 3 } else { 2 };
        let positions = extent.len(game);
        if positions > (self.about() * times).into() {
            return false;
        }
        let heaps = vec![UBig::from(extent.most[0]); *extent.heaps.end()];
        let Ok(largest) = game.at(heaps) else { return true };
        let most = UBig::from(self.about() * MOVES) / positions.max(UBig::ONE);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let first = Moves::new(game, &Unwatched).first(&largest, most.saturating_add(1));
        first.map_or(true, |moves| moves.len() <= most)
    }

    /// The box with the largest heaps that fit, or of the given size. `last` goes up to the size of
    /// the heaps if it is not given.
    fn largest(
        &self,
        game: &Game,
        heaps: RangeInclusive<usize>,
        last: Option<RangeInclusive<u64>>,
        max: Option<u64>,
    ) -> Extent {
        let extent = |most: u64| {
            let last = last.clone().unwrap_or(0..=most);
            Extent {
                heaps: heaps.clone(),
                most: vec![most],
                counters: self.counters(game, Some(last)),
            }
        };
        let fits = || (1..=MOST_STONES).take_while(|&most| self.fit(game, &extent(most))).last();
        extent(max.or_else(fits).unwrap_or(1))
    }

    /// The counters of a box: those that are given, and the usual ones. `last` is the usual range of
    /// `last`, which depends on the heaps.
    fn counters(
        &self,
        game: &Game,
        last: Option<RangeInclusive<u64>>,
    ) -> Vec<(String, RangeInclusive<u64>)> {
        let given = |name: &str| self.range.iter().any(|(given, _)| given == name);
        let usual = counters(game, last).into_iter().filter(|(name, _)| !given(name));
        self.range.iter().cloned().chain(usual).collect()
    }

    /// Whether a game has the counters that are given, with such values.
    pub(super) fn check_range(&self, game: &Game) -> Result<(), Diagnostic> {
        let most = vec![0; game.coordinates().map_or(1, <[String]>::len)];
        Extent { heaps: 0..=0, most, counters: self.range.clone() }.check(game)
    }
}

/// The usual counters of a box; the range of `last` depends on the heaps.
pub(super) fn counters(
    game: &Game,
    last: Option<RangeInclusive<u64>>,
) -> Vec<(String, RangeInclusive<u64>)> {
    let start = game.start();
    let turn = start.turn.is_some().then(|| ("turn".to_string(), 1..=TURNS));
    let last = last.filter(|_| start.last.is_some()).map(|last| ("last".to_string(), last));
    turn.into_iter().chain(last).collect()
}

/// The positions of a box that a claim applies to.
struct Spoken {
    /// The most heaps.
    heaps: usize,
    /// The largest heap.
    most: u64,
    /// The values of `last`, if not all occur.
    last: Option<RangeInclusive<u64>>,
}

impl Spoken {
    /// `None` if it applies to no position.
    fn of(claim: &Claim, extent: &Extent) -> Option<Spoken> {
        let mut eval = claim.evaluator();
        let mut spoken: Option<(usize, u64, u64, u64)> = None;
        let small = |n: &UBig| u64::try_from(n).unwrap_or(u64::MAX);
        let walked = extent.each(&claim.game, &mut |position| {
            eval.new_position();
            // If it has no value here, the check will find that.
            if claim.speaks_of(&mut eval, &At { position: &position, asked: &[] }).unwrap_or(true) {
                let heaps = position.heaps.len();
                let most = position.heaps.iter().max().map_or(0, small);
                let last = position.counters.last.as_ref().map_or(0, small);
                let (h, m, lo, hi) = spoken.unwrap_or((0, 0, last, last));
                spoken = Some((h.max(heaps), m.max(most), lo.min(last), hi.max(last)));
            }
            Ok(ControlFlow::Continue(()))
        });
        walked.ok()?;
        let (heaps, most, lo, hi) = spoken?;
        let all = extent.counters.iter().find(|(name, _)| name == "last").map(|(_, all)| all);
        let last = all.filter(|all| hi < *all.end()).map(|_| lo..=hi);
        Some(Spoken { heaps, most, last })
    }
}

/// About the largest number of moves for each position of a box, if every position had as many as
/// the largest one.
const MOVES: u64 = 2000;

/// A box has at most this many times as many tuples as positions.
const TUPLES: u64 = 64;

/// The largest number of stones in a heap of a default box.
const MOST_STONES: u64 = 120;

/// The largest number of heaps of a default box.
const MOST_HEAPS: usize = 40;

/// The number of turns of a default box.
const TURNS: u64 = 6;

/// How many values a parameter gets by default, and how far they are searched.
const DEFAULTS: usize = 5;
const MOST_TRIED: u32 = 1000;

/// About how many combinations of default values are tried: many parameters get fewer values each.
const MOST_COMBINATIONS: usize = 10_000;

/// The largest number of values that a parameter may be given.
const MOST_VALUES: u32 = 10_000;

fn number(n: UBig) -> ArgumentValue {
    ArgumentValue::Number(Expr { kind: ExprKind::Number(n), span: Span::default() })
}

fn defaults(parameter: &Parameter) -> Vec<ArgumentValue> {
    let read = |text: &&str| parse_value(&format!("p = {text}")).ok().map(|(_, value)| value);
    match (parameter.kind, parameter.property) {
        (Kind::Number, _) => (1..=DEFAULTS).map(|n| number(n.into())).collect(),
        (Kind::Set, _) => SETS.iter().filter_map(read).collect(),
        (Kind::Function, Some(Property::Regular)) => REGULAR.iter().filter_map(read).collect(),
        (Kind::Function, Some(Property::Nondecreasing)) => {
            NONDECREASING.iter().filter_map(read).collect()
        }
        (Kind::Function, None) => REGULAR.iter().chain(NONDECREASING).filter_map(read).collect(),
    }
}

/// Why the parameters lack what a claim needs of them on the range that is used.
pub(super) fn lacks_property(claim: &Claim, extent: &Extent) -> Option<String> {
    let turns = extent
        .counters
        .iter()
        .find(|(name, _)| name == "turn")
        .map_or(0, |(_, range)| *range.end());
    let most = extent.most.iter().max().copied().unwrap_or(0);
    for needed in &claim.needed {
        match needed.held(&(most + turns).into()) {
            Held::Shown | Held::Checked(_) => {}
            Held::Fails(at) => return Some(needed.fails(at)),
            Held::Unknown(why) => return Some(format!("whether {}: {why}", needed.words())),
        }
    }
    None
}

/// The boxes to check. A table has a fixed number of places, but a claim about a circle or a fixed
/// row that does not fix their number is also about fewer places.
pub(super) fn places(game: &Game, extent: &Extent) -> impl Iterator<Item = Extent> {
    let (least, most) = (*extent.heaps.start(), *extent.heaps.end());
    let vary = game.order().has_places() && game.heaps().is_none();
    let least = if vary { least.max(1).min(most) } else { most };
    (least..=most).map(|most| Extent { heaps: *extent.heaps.start()..=most, ..extent.clone() })
}
