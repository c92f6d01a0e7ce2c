//! Takes from several heaps in one move.

use std::ops::ControlFlow;

use dashu_int::{IBig, UBig};

use super::combinations::next_order;
use super::groups::{Choice, each_choice};
use super::moves::{GO_ON, Move, Moves, Visit, Walk};
use super::position::Position;
use super::rules::{Amount, Game, Group, RuleKind, Shape};
use super::takes::{Takes, union};
use crate::job::Stop;
use crate::lang::core::{ExprId, Word};
use crate::lang::syntax::{Among, Order, Share};
use crate::lang::{Interval, Region};

/// A rule and the heaps that were chosen.
struct Chosen<'r> {
    from: &'r Position,
    rule: usize,
    share: Share,
    /// Their places, in the order of the variables.
    places: Vec<usize>,
    sizes: Vec<IBig>,
    amounts: Amounts,
}

/// The numbers of stones that may be taken.
enum Amounts {
    /// From each heap.
    Each(Vec<Takes>),
    /// The total, with the stones in each heap and all later ones.
    Total(Takes, Vec<IBig>),
    /// Numbers that together satisfy a condition.
    Jointly(ExprId),
}

impl Moves<'_> {
    /// Calls `visit` with the moves of a rule that takes from several heaps or has a condition on
    /// the position after the move.
    pub(super) fn each_several(
        &mut self,
        position: &Position,
        rule: usize,
        visit: Visit<'_>,
    ) -> Walk {
        let game = self.game;
        let RuleKind::Several { amount, share, group } = &game.rules[rule].kind else {
            return GO_ON;
        };
        // Rules are evaluated only where there is a heap.
        if position.heaps.iter().all(UBig::is_zero) {
            return GO_ON;
        }
        let when = game.rules[rule].when;
        let one = matches!(group, Group::One(_));
        // If one heap is chosen, the condition may mention it.
        if !one && !self.holds(when, rule, position)? {
            return GO_ON;
        }
        let choice = self.choice(group, rule, position)?;
        let order = game.order();
        each_choice(&position.heaps, order, &choice, &mut |places| {
            let mut places = places.to_vec();
            if one {
                self.eval.set_chosen(position.heaps[places[0]].clone().into());
                if !self.holds(when, rule, position)? {
                    return GO_ON;
                }
            }
            if let Amount::Jointly(names, _) = amount
                && names.len() != places.len()
            {
                return GO_ON;
            }
            loop {
                let found = self.found;
                let sizes: Vec<IBig> =
                    places.iter().map(|&place| position.heaps[place].clone().into()).collect();
                let amounts = match (amount, share) {
                    (Amount::Jointly(_, condition), _) => Amounts::Jointly(*condition),
                    (_, Share::Total) => {
                        let mut most = vec![IBig::ZERO; sizes.len() + 1];
                        for (i, size) in sizes.iter().enumerate().rev() {
                            most[i] = &most[i + 1] + size;
                        }
                        Amounts::Total(self.amount(amount, &most[0], rule, position)?, most)
                    }
                    _ => Amounts::Each(self.each_amount(amount, &sizes, rule, position)?),
                };
                let share = *share;
                let chosen =
                    Chosen { from: position, rule, share, places: places.clone(), sizes, amounts };
                if self.each_amounts(&chosen, visit)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                if self.found == found {
                    self.tried(Some(rule), position)?;
                }
                // For heaps without order, the first variable may stand for any of them.
                let orders = order == Order::None && matches!(amount, Amount::Jointly(..));
                if !orders || !next_heap_order(&position.heaps, &mut places) {
                    return GO_ON;
                }
            }
        })
    }

    /// Whether an optional condition holds.
    pub(super) fn holds(
        &mut self,
        condition: Option<ExprId>,
        rule: usize,
        position: &Position,
    ) -> Result<bool, Stop> {
        condition.map_or(Ok(true), |condition| self.truth(condition, Some(rule), position))
    }

    /// The heaps that can be chosen at a position.
    pub(super) fn choice(
        &mut self,
        group: &Group,
        rule: usize,
        position: &Position,
    ) -> Result<Choice, Stop> {
        Ok(match group {
            Group::One(from) => Choice::One(*from),
            Group::NonEmpty => Choice::All(None),
            Group::All => {
                let places = || UBig::from(position.heaps.len());
                let Shape::Heaps { most, order } = &self.game.shape else { unreachable!() };
                let most = most.clone().filter(|_| !order.has_places());
                Choice::All(Some(most.unwrap_or_else(places)))
            }
            Group::Several { each, number, among } => {
                if !each {
                    return self.some_of(number, *among, rule, position);
                }
                let most = IBig::from(position.heaps.len());
                let number = union(self.ranges(number, &most, rule, position)?);
                let small = |n: &IBig| usize::try_from(n).unwrap_or(usize::MAX);
                let number = number.iter().map(|(a, b)| (small(a), small(b))).collect();
                Choice::Each(number, *among)
            }
        })
    }

    /// `some of n`, for the greatest allowed n. If there are fewer than n heaps, it means some of
    /// all.
    fn some_of(
        &mut self,
        numbers: &[(ExprId, ExprId)],
        among: Among,
        rule: usize,
        position: &Position,
    ) -> Result<Choice, Stop> {
        let mut most = IBig::ZERO;
        for &(lo, hi) in numbers {
            let lo = self.integer(lo, rule, position)?;
            let hi = self.integer(hi, rule, position)?;
            if lo <= hi {
                most = most.max(hi);
            }
        }
        let heaps = IBig::from(position.heaps.len());
        Ok(Choice::Some(usize::try_from(most.min(heaps)).unwrap_or(0), among))
    }

    /// What may be taken from each heap. Equal heaps share the result.
    fn each_amount(
        &mut self,
        amount: &Amount,
        sizes: &[IBig],
        rule: usize,
        position: &Position,
    ) -> Result<Vec<Takes>, Stop> {
        let mut takes = Vec::with_capacity(sizes.len());
        for size in sizes {
            self.eval.set_chosen(size.clone());
            takes.push(self.amount(amount, size, rule, position)?);
        }
        Ok(takes)
    }

    /// Enumerates the numbers of stones from each of the chosen heaps.
    fn each_amounts(&mut self, chosen: &Chosen<'_>, visit: Visit<'_>) -> Walk {
        let count = chosen.sizes.len();
        if let Amounts::Each(takes) = &chosen.amounts {
            for (takes, size) in takes.iter().zip(&chosen.sizes) {
                self.eval.set_chosen(size.clone());
                if self.next_take(takes, &IBig::ONE, chosen.from)?.is_none() {
                    return GO_ON;
                }
            }
        }
        // How many moves had been found when each heap was reached.
        let mut found_before = vec![self.found; count];
        let mut stones = vec![IBig::ZERO; count];
        // The number of stones taken before each heap.
        let mut sums = vec![IBig::ZERO; count];
        let mut bounds: Vec<Option<IBig>> = vec![None; count];
        let (mut at, mut next) = (0, IBig::ONE);
        loop {
            match self.next_amount(chosen, &stones[..at], &sums[at], &next, &mut bounds[at])? {
                Some(found) if at + 1 < count => {
                    sums[at + 1] = &sums[at] + &found;
                    stones[at] = found;
                    at += 1;
                    bounds[at] = None;
                    found_before[at] = self.found;
                    // Among equal heaps without order, a later one loses at least as many stones.
                    let same = self.game.order() == Order::None
                        && !matches!(chosen.amounts, Amounts::Jointly(_))
                        && chosen.sizes[at - 1] == chosen.sizes[at];
                    next = if same { stones[at - 1].clone() } else { IBig::ONE };
                }
                Some(found) => {
                    next = &found + 1u8;
                    stones[at] = found;
                    if self.taken(chosen, &stones, visit)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                None if at == 0 => return GO_ON,
                None => {
                    if found_before[at] == self.found {
                        self.tried(Some(chosen.rule), chosen.from)?;
                    }
                    at -= 1;
                    next = &stones[at] + 1u8;
                }
            }
        }
    }

    /// The least number of stones, at least `from`, that may be taken from the next heap, given the
    /// numbers before it. `bound` is the greatest number that the condition allows, once it is
    /// known.
    fn next_amount(
        &mut self,
        chosen: &Chosen<'_>,
        before: &[IBig],
        sum: &IBig,
        from: &IBig,
        bound: &mut Option<IBig>,
    ) -> Result<Option<IBig>, Stop> {
        let (at, position) = (before.len(), chosen.from);
        let size = &chosen.sizes[at];
        let last = at + 1 == chosen.sizes.len();
        match &chosen.amounts {
            Amounts::Each(takes) if chosen.share == Share::Same => match before.first() {
                Some(first) => Ok((from <= first).then(|| first.clone())),
                None => self.next_same(chosen, takes, from),
            },
            Amounts::Each(takes) => {
                self.eval.set_chosen(size.clone());
                self.next_take(&takes[at], from, position)
            }
            Amounts::Total(takes, most) => {
                // The least and the greatest number of stones from the heaps after it.
                let (least, most) = (chosen.sizes.len() - 1 - at, &most[at + 1]);
                let mut stones = from.clone();
                while stones <= *size {
                    let total = self.next_take(takes, &(sum + &stones + least), position)?;
                    let Some(total) = total else { return Ok(None) };
                    let needed = total - sum - most;
                    if needed <= stones {
                        return Ok(Some(stones));
                    }
                    stones = needed;
                }
                Ok(None)
            }
            Amounts::Jointly(condition) => {
                let (mut stones, most) = match bound {
                    Some(most) => (from.clone(), most.clone()),
                    None => {
                        let Some((least, most)) =
                            self.joint_bounds(*condition, chosen, before, from)
                        else {
                            return Ok(None);
                        };
                        *bound = Some(most.clone());
                        (least, most)
                    }
                };
                while stones <= most {
                    self.eval.set_variable(at, stones.clone());
                    if !last || self.truth(*condition, Some(chosen.rule), position)? {
                        return Ok(Some(stones));
                    }
                    self.tried(Some(chosen.rule), position)?;
                    stones += 1u8;
                }
                Ok(None)
            }
        }
    }

    /// The bounds that a condition implies for the stones of the next heap, which are at least
    /// `from`, given the numbers before it; `None` if there is no such number.
    fn joint_bounds(
        &mut self,
        condition: ExprId,
        chosen: &Chosen<'_>,
        before: &[IBig],
        from: &IBig,
    ) -> Option<(IBig, IBig)> {
        let at = before.len();
        let mut region = Region::default();
        for (i, size) in chosen.sizes.iter().enumerate() {
            let known = before.get(i);
            let interval = match known {
                Some(stones) => Interval::new(stones.clone(), stones.clone()),
                None if i == at => Interval::new(from.clone(), size.clone()),
                None => Interval::new(1, size.clone()),
            };
            region.set(Word::Variable(i as u16), interval);
            if let Some(stones) = known {
                self.eval.set_variable(i, stones.clone());
            }
        }
        let size = &chosen.sizes[at];
        if from > size || !self.narrow(&mut region, &[condition], at, chosen.from) {
            return None;
        }
        let Interval { lo, hi } = region.get(Word::Variable(at as u16));
        lo.zip(hi)
    }

    /// The least number that may be taken from every chosen heap.
    fn next_same(
        &mut self,
        chosen: &Chosen<'_>,
        takes: &[Takes],
        from: &IBig,
    ) -> Result<Option<IBig>, Stop> {
        let mut stones = from.clone();
        let mut agreed = 0;
        loop {
            for (takes, size) in takes.iter().zip(&chosen.sizes) {
                self.eval.set_chosen(size.clone());
                match self.next_take(takes, &stones, chosen.from)? {
                    None => return Ok(None),
                    Some(next) if next == stones => agreed += 1,
                    Some(next) => {
                        stones = next;
                        agreed = 1;
                    }
                }
                if agreed == chosen.sizes.len() {
                    return Ok(Some(stones));
                }
            }
        }
    }

    /// Visits the move that takes these numbers of stones.
    fn taken(&mut self, chosen: &Chosen<'_>, stones: &[IBig], visit: Visit<'_>) -> Walk {
        let stones: Vec<UBig> =
            stones.iter().map(|stones| stones.as_ubig().cloned().unwrap_or_default()).collect();
        let Move { how, to } = self.game.taking(chosen.from, &chosen.places, &stones);
        self.found += 1;
        if !self.may_lead_to(chosen.rule, &to)? {
            return GO_ON;
        }
        Ok(visit(&how, &to))
    }

    /// Whether `where after:` of a rule allows a move to this position.
    pub(super) fn may_lead_to(&mut self, rule: usize, to: &Position) -> Result<bool, Stop> {
        let Some(after) = self.game.rules[rule].after else { return Ok(true) };
        self.target_eval.new_position();
        let truth = self.target_eval.truth(after, to);
        let allowed = truth.map_err(|failure| self.game.undefined(&failure, Some(rule), to))?;
        if !allowed {
            self.tried(Some(rule), to)?;
        }
        Ok(allowed)
    }
}

/// The next permutation of places; equal heaps are not distinguished.
fn next_heap_order(heaps: &[UBig], places: &mut Vec<usize>) -> bool {
    let mut sizes: Vec<(&UBig, usize)> = places.iter().map(|&i| (&heaps[i], i)).collect();
    let mut only: Vec<&UBig> = sizes.iter().map(|(size, _)| *size).collect();
    if !next_order(&mut only) {
        return false;
    }
    // The places sorted by size.
    sizes.sort();
    *places = only
        .iter()
        .map(|size| {
            let at = sizes.iter().position(|(s, _)| s == size).unwrap_or(0);
            sizes.remove(at).1
        })
        .collect();
    true
}

impl Game {
    /// Numbers as the heaps or coordinates of a position; `None` if one is negative.
    pub(crate) fn arranged(&self, numbers: &[IBig]) -> Option<Vec<UBig>> {
        let mut heaps: Vec<UBig> =
            numbers.iter().map(|number| number.as_ubig().cloned()).collect::<Option<_>>()?;
        self.arrange(&mut heaps);
        Some(heaps)
    }

    /// Heaps in canonical form: without empty ones unless they have places, and sorted unless they
    /// have an order.
    pub(super) fn arrange(&self, heaps: &mut Vec<UBig>) {
        let order = self.order();
        if !order.has_places() {
            heaps.retain(|heap| !heap.is_zero());
        }
        if order == Order::None {
            heaps.sort_unstable();
        }
    }
}
