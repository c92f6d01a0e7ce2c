//! Whether a given take is legal, without enumerating all moves.

use dashu_int::{IBig, UBig};

use super::combinations::next_order;
use super::groups::Choice;
use super::moves::{How, Move, Moves};
use super::position::Position;
use super::rules::{Amount, RuleKind};
use crate::job::Stop;
use crate::lang::syntax::{Among, Order, Share};

/// With more heaps, only the smallest is matched to the smallest, and so on.
const MOST_HEAPS: usize = 6;

impl Moves<'_> {
    /// The move that takes stones from some heaps, if one of the rules allows it. Each entry is a
    /// number of stones and the size of the heap. In a row only a single heap is supported.
    pub fn take(
        &mut self,
        position: &Position,
        taken: &[(UBig, UBig)],
    ) -> Result<Option<Move>, Stop> {
        self.eval.new_position();
        self.tries = 0;
        let ordered = self.game.order() != Order::None;
        if ordered && taken.len() > 1 {
            return Ok(None);
        }
        let mut taken = taken.to_vec();
        taken.sort_by(|a, b| a.1.cmp(&b.1));
        if taken.iter().any(|(stones, heap)| stones > heap) {
            return Ok(None);
        }
        let Some(mut places) = places(position, &taken) else { return Ok(None) };
        let stones: Vec<UBig> = taken.iter().map(|(stones, _)| stones.clone()).collect();
        loop {
            let found = self.game.taking(position, &places, &stones);
            if self.allows(position, &places, &taken, &found.to)? {
                return Ok(Some(found));
            }
            // In a row another heap of the same size may be elsewhere.
            let [place] = &mut places[..] else { return Ok(None) };
            let later = |i: &usize| ordered && position.heaps[*i] == taken[0].1;
            match (*place + 1..position.heaps.len()).find(later) {
                Some(next) => *place = next,
                None => return Ok(None),
            }
        }
    }

    /// The move to a target, if it is legal. For heaps without order, the target is matched with
    /// takes.
    pub fn to(&mut self, position: &Position, target: &[IBig]) -> Result<Option<Move>, Stop> {
        let Some(target) = self.game.arranged(target) else { return Ok(None) };
        if self.game.coordinates().is_some() {
            let to = self.step_to(position, &target)?;
            return Ok(to.map(|to| Move { how: How::Step, to }));
        }
        let missing = position.heaps.len().checked_sub(target.len());
        let Some(missing) = missing.filter(|_| self.game.order() == Order::None) else {
            return Ok(None);
        };
        // Which heap becomes which, if there are not too many heaps.
        let mut left: Vec<UBig> = vec![UBig::ZERO; missing];
        left.extend(target.iter().cloned());
        loop {
            let pairs = || position.heaps.iter().zip(&left);
            if pairs().all(|(heap, left)| left <= heap) {
                let taken: Vec<(UBig, UBig)> = pairs()
                    .filter(|(heap, left)| left < heap)
                    .map(|(heap, left)| (heap - left, heap.clone()))
                    .collect();
                let found = self.take(position, &taken)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
            if left.len() > MOST_HEAPS || !next_order(&mut left) {
                return Ok(None);
            }
        }
    }

    /// Whether a rule allows a take.
    fn allows(
        &mut self,
        position: &Position,
        places: &[usize],
        taken: &[(UBig, UBig)],
        to: &Position,
    ) -> Result<bool, Stop> {
        if let [place] = places {
            let takes = self.takes(position, *place, self.ends(position))?;
            if self.may_take(&takes, taken[0].0.as_ibig(), position)? {
                return Ok(true);
            }
        }
        let game = self.game;
        for (i, rule) in game.rules.iter().enumerate() {
            let RuleKind::Several { amount, share, group } = &rule.kind else { continue };
            let choice = self.choice(group, i, position)?;
            if !self.is_chosen(&choice, position, places) {
                continue;
            }
            if let [(_, heap)] = taken {
                self.eval.set_chosen(heap.clone().into());
            }
            if self.holds(rule.when, i, position)?
                && self.allows_amounts(amount, *share, i, position, taken)?
                && self.may_lead_to(i, to)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether heaps may be chosen together.
    fn is_chosen(&self, choice: &Choice, position: &Position, places: &[usize]) -> bool {
        let heaps = &position.heaps;
        let filled = heaps.iter().filter(|heap| !heap.is_zero()).count();
        let sizes = || places.iter().map(|&place| &heaps[place]);
        // They are among the n largest if, together with all heaps larger than the least of them,
        // they are at most n.
        let beyond = |edge: Option<&UBig>, further: &dyn Fn(&UBig) -> bool| {
            let others = heaps.iter().filter(|heap| !heap.is_zero() && further(heap)).count();
            others + sizes().filter(|size| Some(*size) == edge).count()
        };
        let fits = |n: usize, among: Among| match among {
            Among::Heaps => true,
            Among::Adjacent => places.len() == 1,
            Among::Largest => {
                let least = sizes().min();
                beyond(least, &|heap| Some(heap) > least) <= n
            }
            Among::Smallest => {
                let most = sizes().max();
                beyond(most, &|heap| Some(heap) < most) <= n
            }
        };
        match choice {
            Choice::One(from) => {
                places.len() == 1 && self.ends(position).choose(*from, position, places[0])
            }
            Choice::All(number) => {
                let all = number.as_ref().is_none_or(|n| *n == UBig::from(filled));
                all && places.len() == filled
            }
            Choice::Each(numbers, among) => {
                let n = places.len();
                numbers.iter().any(|&(a, b)| a <= n && n <= b) && fits(n, *among)
            }
            Choice::Some(n, among) => places.len() <= *n && fits(*n, *among),
        }
    }

    /// Whether these numbers of stones may be taken.
    fn allows_amounts(
        &mut self,
        amount: &Amount,
        share: Share,
        rule: usize,
        position: &Position,
        taken: &[(UBig, UBig)],
    ) -> Result<bool, Stop> {
        if let Amount::Jointly(names, condition) = amount {
            if names.len() != taken.len() {
                return Ok(false);
            }
            // The first variable may stand for any of the heaps.
            let mut stones: Vec<IBig> = taken.iter().map(|(t, _)| t.clone().into()).collect();
            stones.sort_unstable();
            loop {
                for (i, stones) in stones.iter().enumerate() {
                    self.eval.set_variable(i, stones.clone());
                }
                if self.truth(*condition, Some(rule), position)? {
                    return Ok(stones.iter().all(|stones| *stones > IBig::ZERO));
                }
                if !next_order(&mut stones) {
                    return Ok(false);
                }
            }
        }
        if taken.iter().any(|(stones, _)| stones.is_zero()) {
            return Ok(false);
        }
        if share == Share::Total {
            let total = IBig::from(taken.iter().map(|(stones, _)| stones).sum::<UBig>());
            let takes = self.amount(amount, &total, rule, position)?;
            return self.may_take(&takes, &total, position);
        }
        if share == Share::Same && taken.iter().any(|(stones, _)| *stones != taken[0].0) {
            return Ok(false);
        }
        for (stones, heap) in taken {
            let heap: IBig = heap.clone().into();
            self.eval.set_chosen(heap.clone());
            let takes = self.amount(amount, &heap, rule, position)?;
            if !self.may_take(&takes, stones.as_ibig(), position)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The places of heaps of these sizes, in increasing order.
fn places(position: &Position, taken: &[(UBig, UBig)]) -> Option<Vec<usize>> {
    let mut places: Vec<usize> = Vec::with_capacity(taken.len());
    for (_, heap) in taken {
        let from = places.last().map_or(0, |last| last + 1);
        let found = position.heaps[from..].iter().position(|h| h == heap && !h.is_zero())?;
        places.push(from + found);
    }
    (!places.is_empty()).then_some(places)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use super::*;
    use crate::game::Game;
    use crate::job::Unwatched;

    type Takes = Vec<(UBig, UBig)>;

    /// All takes that can be described: some stones, or none, from each heap.
    fn all_takes(heaps: &[UBig]) -> Vec<Takes> {
        let mut all: Vec<Takes> = vec![vec![]];
        for heap in heaps {
            let more = (0..=u32::try_from(heap).unwrap() + 1).flat_map(|stones| {
                all.iter().map(move |taken| {
                    let one = (UBig::from(stones), heap.clone());
                    taken.iter().cloned().chain((stones > 0).then_some(one)).collect()
                })
            });
            all = more.collect();
        }
        all
    }

    fn listed(mut taken: Takes) -> Takes {
        taken.sort();
        taken
    }

    /// The takes found one by one are the listed legal ones, and lead to the same positions.
    #[test]
    fn legal_takes_are_those_that_are_listed() {
        let texts = [
            "take 1..2 from any",
            "take 1..m from largest; take 1 from smallest",
            "take t from any where odd(t + m) when m > 2",
            "take 1..m from any where after: odd(total)",
            "take 1..m from each of 1..2 heaps",
            "take t from each of {1, 3} heaps where t != 2 when total > 3",
            "take 1..2 from some of 2 heaps where after: count > 1",
            "take 1..m from some of 2 largest",
            "take 1..m from some of 2 smallest",
            "take 1..m from each of 2 largest",
            "take 1..m from each of 1..2 smallest",
            "take the same 1..m from each of 2..3 heaps",
            "heaps 3; take the same 1..m from all",
            "take 1..m from all non-empty",
            "take all but {2, m} from all non-empty",
            "take 2..3 in total from 1..2 heaps",
            "take t in total from some of 3 heaps where t mod 3 = 1",
            "take t, u from 2 heaps where t = 2*u",
            "take t, u, v from 3 heaps where t + u = v",
            "take t, u from 2 smallest where t != u",
            "take 1 from each of 0..1 heaps; take 1..turn from any; take last + 1 from any; pass 1 each",
        ];
        for text in texts {
            let game = Game::parse(text).expect(text);
            for code in 0..125u32 {
                let heaps = [code % 5, code / 5 % 5, code / 25].map(UBig::from);
                let position = game.at(heaps).expect(text);
                let mut moves = Moves::new(&game, &Unwatched);
                let mut found = BTreeSet::new();
                moves
                    .each(&position, &mut |how, _| {
                        let taken = match how.clone() {
                            How::Take(taken) => vec![taken],
                            How::Several(taken) => taken,
                            _ => vec![],
                        };
                        if !taken.is_empty() {
                            let taken = taken.into_iter().map(|one| (one.stones, one.heap));
                            found.insert(listed(taken.collect()));
                        }
                        ControlFlow::Continue(())
                    })
                    .expect(text);
                let mut legal = BTreeSet::new();
                for taken in all_takes(&position.heaps) {
                    let Some(Move { to, .. }) = moves.take(&position, &taken).expect(text) else {
                        continue;
                    };
                    let left: UBig = taken.iter().map(|(stones, _)| stones).sum();
                    assert_eq!(to.stones() + left, position.stones(), "{text} at {position}");
                    assert!(
                        moves.first(&position, usize::MAX).expect(text).iter().any(|m| m.to == to)
                    );
                    legal.insert(listed(taken));
                }
                assert_eq!(legal, found, "{text} at {position}");
            }
        }
    }
}
