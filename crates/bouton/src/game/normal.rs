//! The normal form of a game. Two games have the same form only if they have the same moves from
//! every position.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use dashu_int::UBig;
use dashu_ratio::RBig;

use super::bounded;
use super::form::{NormalForm, Step, Taken};
use super::ranges::{Range, alternatives, between, complement, satisfying, union};
use super::rules::{Amount, Game, Group, Parts, Rule, RuleKind, Shape, ends};
use crate::lang::core::{ExprId, Word};
use crate::lang::form::{Guarded, Poly, Truth};
use crate::lang::normal::{Normal, raw};
use crate::lang::setting::Setting;
use crate::lang::syntax::{From, Order};

/// The work done so far for a game.
type Work = Rc<Cell<usize>>;

/// If there are more variables, their permutations are not tried.
const MOST_VARIABLES: usize = 4;

impl Game {
    /// Whether the normal forms show that every position of this game is one of the other game,
    /// with the same moves. A positive answer is certain. A negative answer is not: two games may
    /// have the same moves without having the same form.
    ///
    /// ```
    /// use bouton::Game;
    /// let game = Game::parse("take t from any where t <= m/2")?;
    /// assert!(game.plays_as(&Game::parse("halving-floor")?));
    /// assert!(!game.plays_as(&Game::parse("halving")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn plays_as(&self, other: &Game) -> bool {
        let form = self.normal_form();
        self.fits(other) && form.is_some() && other.normal_form_on(self.heaps()).as_ref() == form
    }

    /// Whether every position of this game may be one of the other game, judged by the shape of
    /// positions alone.
    pub(crate) fn fits(&self, other: &Game) -> bool {
        let pass = |game: &Game| game.pass.as_ref().map(|pass| (pass.passes.clone(), pass.each));
        let shapes = match (&self.shape, &other.shape) {
            (Shape::Heaps { most, order }, Shape::Heaps { most: other, order: others }) => {
                let fewer = match (most, other) {
                    (_, None) => true,
                    (None, Some(_)) => false,
                    // If heaps have places, both games must have the same number.
                    (Some(most), Some(other)) if order.has_places() => most == other,
                    (Some(most), Some(other)) => most <= other,
                };
                fewer && order == others
            }
            (Shape::Tuple(names, _), Shape::Tuple(other, _)) => names.len() == other.len(),
            _ => false,
        };
        shapes
            && self.ending == other.ending
            && (self.turn, self.last) == (other.turn, other.last)
            && pass(self) == pass(other)
    }

    /// The normal form; `None` if parameters are open or the work would be too large.
    pub(crate) fn normal_form(&self) -> Option<&NormalForm> {
        self.normal.get_or_init(|| self.normal_form_on(self.heaps())).as_ref()
    }

    /// The normal form on positions with at most this number of heaps; `None` if parameters are
    /// open or the work would be too large.
    pub(crate) fn normal_form_on(&self, heaps: Option<&UBig>) -> Option<NormalForm> {
        if !self.open.is_empty() || !self.summands().is_empty() {
            return None;
        }
        let mut form = NormalForm {
            tuple: None,
            ending: self.ending,
            counters: (self.turn, self.last),
            pass: None,
            order: self.order(),
            rank: None,
            takes: BTreeMap::new(),
            steps: BTreeSet::new(),
            raw: BTreeSet::new(),
        };
        let work = Rc::default();
        let setting = self.setting(None, heaps, &work);
        let mut normal = Normal::new(&self.core, &setting);
        let always = || Guarded::sure(Truth::Known(true));
        if let Shape::Tuple(names, condition) = &self.shape {
            let condition = condition.map_or_else(always, |condition| normal.truth(condition));
            form.tuple = Some((names.len(), condition));
        }
        form.pass = self.pass.as_ref().map(|pass| {
            let when = pass.when.filter(|_| !pass.passes.is_zero());
            (pass.passes.clone(), when.map_or_else(always, |when| normal.truth(when)))
        });
        let rank = |rank: &Vec<ExprId>| rank.iter().map(|&part| normal.whole(part)).collect();
        form.rank = self.rank.as_ref().map(rank);
        for rule in &self.rules {
            match &rule.kind {
                RuleKind::Take { .. } => self.take_form(rule, heaps, &work, &mut form),
                RuleKind::Move { .. } if rule.after.is_none() => {
                    self.step_form(rule, &work, &mut form);
                }
                _ => self.as_it_stands(rule, &mut form),
            }
            if setting.is_spent() {
                return None;
            }
        }
        for ((from, _), taken) in &mut form.takes {
            let setting = self.setting(Some(*from), heaps, &work);
            let ranges = std::mem::take(&mut taken.ranges);
            taken.ranges = union(ranges.into_iter().collect(), &setting);
        }
        if setting.is_spent() {
            return None;
        }
        form.takes.retain(|(_, when), taken| {
            if when.value == Truth::Known(false) {
                *taken = Taken::default();
            }
            !taken.ranges.is_empty() || !taken.guards.is_empty() || !when.is_sure()
        });
        Some(form)
    }

    /// What is known about the words in a rule that takes from these heaps, or elsewhere.
    fn setting(&self, from: Option<From>, heaps: Option<&UBig>, work: &Work) -> Setting {
        let work = Rc::clone(work);
        let in_order = self.order() != Order::None;
        let mut setting = Setting { heaps: heaps.cloned(), in_order, work, ..Setting::default() };
        setting.least.push((Word::Turn, 1));
        if self.pass.as_ref().is_none_or(|pass| pass.passes.is_zero()) {
            setting.same.push((Word::Passes, Poly::default()));
        }
        if let Shape::Tuple(..) = self.shape {
            return setting;
        }
        // Rules, and the `pass` line, are evaluated only where there is a heap.
        let chosen = from.map(|_| Word::Chosen);
        let heap = chosen.unwrap_or(Word::Largest);
        for word in [Word::Total, Word::Largest, Word::Smallest, Word::Count, heap] {
            setting.least.push((word, 1));
        }
        if from.is_some() {
            setting.least.push((Word::Variable(0), 1));
        }
        let mut equal = |word: Word| setting.same.push((word, Poly::word(heap)));
        if heaps == Some(&UBig::ONE) {
            [Word::Total, Word::Largest, Word::Smallest].into_iter().for_each(equal);
            setting.same.push((Word::Count, Poly::constant(RBig::ONE)));
        } else {
            match from {
                Some(From::Largest) => equal(Word::Largest),
                Some(From::Smallest) => equal(Word::Smallest),
                _ => {}
            }
        }
        let order = [Some(Word::Total), Some(Word::Largest), chosen, Some(Word::Smallest)];
        setting.falling = order.into_iter().flatten().collect();
        setting
    }

    fn take_form(&self, rule: &Rule, heaps: Option<&UBig>, work: &Work, form: &mut NormalForm) {
        let RuleKind::Take { amount, from } = &rule.kind else { return };
        let from = if heaps == Some(&UBig::ONE) { From::Any } else { *from };
        let setting = self.setting(Some(from), heaps, work);
        let mut normal = Normal::new(&self.core, &setting);
        let when = rule.when.map(|when| normal.truth(when));
        let when = when.unwrap_or_else(|| Guarded::sure(Truth::Known(true)));
        let mut found: Vec<(Truth, Vec<Range>)> = Vec::new();
        let mut guards = BTreeSet::new();
        match amount {
            Amount::In(ends) | Amount::AllBut(ends) => {
                let mut ranges = Vec::new();
                for &(lower, upper) in ends {
                    let (lower, upper) = (normal.whole(lower), normal.whole(upper));
                    guards.extend(lower.guards.into_iter().chain(upper.guards));
                    ranges.extend(between(&lower.value, &upper.value));
                }
                if let Amount::AllBut(_) = amount {
                    let Some(others) = complement(&union(ranges, &setting), &setting) else {
                        return self.as_it_stands(rule, form);
                    };
                    ranges = others;
                }
                found.push((when.value.clone(), ranges));
            }
            Amount::Where(_, condition) => {
                let condition = normal.truth(*condition);
                // Which numbers are tried, and therefore which errors occur, depends on the
                // wording.
                if !condition.is_sure() {
                    return self.as_it_stands(rule, form);
                }
                for (range, besides) in satisfying(&condition.value, &setting) {
                    let when = setting.and([when.value.clone(), besides]);
                    found.push((when, vec![range]));
                }
                found.push((when.value.clone(), vec![]));
            }
            Amount::Jointly(..) => return self.as_it_stands(rule, form),
        }
        for (truth, ranges) in found {
            let when = Guarded { value: truth, guards: when.guards.clone() };
            let taken = form.takes.entry((from, when)).or_default();
            taken.ranges.extend(ranges);
            taken.guards.extend(guards.iter().cloned());
        }
    }

    /// A rule whose errors depend on its wording.
    fn as_it_stands(&self, rule: &Rule, form: &mut NormalForm) {
        let mut ids: Vec<ExprId> = rule.when.into_iter().chain(rule.after).collect();
        let mut amount_kind = |amount: &Amount| {
            ids.extend(amount.looked_at());
            match amount {
                Amount::In(ranges) => format!("in {}", ranges.len()),
                Amount::AllBut(ranges) => format!("but {}", ranges.len()),
                Amount::Where(..) => "where".into(),
                Amount::Jointly(names, _) => format!("jointly {}", names.len()),
            }
        };
        let kind = match &rule.kind {
            RuleKind::Take { amount, from } => format!("take {} {from:?}", amount_kind(amount)),
            RuleKind::Several { amount, share, group } => {
                let kind = amount_kind(amount);
                let group = match group {
                    Group::One(from) => format!("{from:?}"),
                    Group::NonEmpty => "non-empty".into(),
                    Group::All => format!("all {:?}", self.heaps()),
                    Group::Several { each, number, among } => {
                        ids.extend(ends(number));
                        format!("{each} {} {among:?}", number.len())
                    }
                };
                format!("several {kind} {share:?} {group}")
            }
            RuleKind::Split { amount, from, parts } => {
                let kind = amount.as_ref().map(amount_kind);
                ids.extend(ends(&parts.number).into_iter().chain(parts.condition));
                let Parts { number, likeness, names, .. } = parts;
                let (number, names) = (number.len(), names.len());
                let condition = parts.condition.is_some();
                // A move that makes more heaps than the game has is an error.
                let most = self.heaps();
                format!(
                    "split {kind:?} {from:?} {number} {likeness:?} {names} {condition} {most:?}"
                )
            }
            RuleKind::Move { target, variables, condition } => {
                ids.extend(condition.iter().chain(target));
                format!("move {} {}", variables.len(), condition.is_some())
            }
        };
        let text = raw(&self.core, &ids);
        let conditions = (rule.when.is_some(), rule.after.is_some());
        form.raw.insert(format!("{kind} {conditions:?} {text}"));
    }

    fn step_form(&self, rule: &Rule, work: &Work, form: &mut NormalForm) {
        let RuleKind::Move { target, variables, condition } = &rule.kind else { return };
        let count = variables.len();
        if !bounded::shown(self, condition.as_ref().copied(), count) {
            return self.as_it_stands(rule, form);
        }
        let orders =
            if count <= MOST_VARIABLES { orders(count) } else { vec![(0..count).collect()] };
        let mut least: Option<BTreeSet<Step>> = None;
        for order in orders {
            let mut setting = self.setting(None, None, work);
            for (i, &place) in order.iter().enumerate() {
                let new = Poly::word(Word::Variable(place as u16));
                setting.same.push((Word::Variable(i as u16), new));
            }
            let mut normal = Normal::new(&self.core, &setting);
            let conditions = rule.when.iter().chain(condition).map(|&part| normal.truth(part));
            let conditions: Vec<_> = conditions.collect();
            let target: Vec<_> = target.iter().map(|&part| normal.whole(part)).collect();
            let sure =
                conditions.iter().all(Guarded::is_sure) && target.iter().all(Guarded::is_sure);
            if !sure {
                return self.as_it_stands(rule, form);
            }
            // A target with a negative coordinate is not a move.
            let target: Vec<Poly> = target.into_iter().map(|part| part.value).collect();
            let natural: Vec<_> = target.iter().map(|part| setting.natural(part)).collect();
            let all = conditions.into_iter().map(|part| part.value).chain(natural);
            let steps: BTreeSet<Step> = alternatives(&setting.and(all))
                .into_iter()
                .filter_map(|part| {
                    let conditions = match setting.and(part) {
                        Truth::Known(false) => return None,
                        Truth::Known(true) => BTreeSet::new(),
                        Truth::And(parts) => parts,
                        other => [other].into(),
                    };
                    Some(Step { target: target.clone(), conditions })
                })
                .collect();
            least = Some(least.map_or_else(|| steps.clone(), |least| least.min(steps.clone())));
        }
        form.steps.extend(least.into_iter().flatten());
    }
}

impl NormalForm {
    /// The numbers that the rules compare with.
    pub(crate) fn numbers(&self) -> Vec<&Poly> {
        let mut found = Vec::new();
        for ((_, when), taken) in &self.takes {
            collect(&when.value, &mut found);
            for range in &taken.ranges {
                found.extend(range.lower.iter().chain(&range.upper));
                range.also.iter().for_each(|truth| collect(truth, &mut found));
            }
        }
        for step in &self.steps {
            found.extend(&step.target);
            step.conditions.iter().for_each(|truth| collect(truth, &mut found));
        }
        if let Some((_, condition)) = &self.tuple {
            collect(&condition.value, &mut found);
        }
        found
    }
}

fn collect<'a>(truth: &'a Truth, found: &mut Vec<&'a Poly>) {
    match truth {
        Truth::Natural(a) | Truth::Zero(a) => found.push(a),
        Truth::Not(a) => collect(a, found),
        Truth::And(parts) | Truth::Or(parts) => parts.iter().for_each(|a| collect(a, found)),
        _ => {}
    }
}

/// All orders of the numbers below `count`.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![vec![]];
    for next in 0..count {
        let with = |order: &Vec<usize>| {
            (0..=next)
                .map(|at| {
                    let mut order = order.clone();
                    order.insert(at, next);
                    order
                })
                .collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(with).collect();
    }
    orders
}
