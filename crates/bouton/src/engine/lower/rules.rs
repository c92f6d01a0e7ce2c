//! The rules of a game as families of moves.

use super::amounts::allows;
use super::family::{Draft, Family};
use super::position::{extreme, is_position, stays};
use crate::engine::space::Space;
use crate::game::{Amount, Game, Rule, RuleKind, Shape};
use crate::lang::core::{Core, ExprId, Word};
use crate::lang::syntax::{From, Order, Share};
use crate::lang::{Interval, Region};
use crate::rows::{Compiler, Heaps, Program, Reg};

/// More families are not tried.
const MOST_FAMILIES: usize = 1200;

/// The families of a game on a box; why not, if its rules are of another kind.
pub(in crate::engine) fn families(game: &Game, space: &Space) -> Result<Vec<Family>, String> {
    let mut families = Vec::new();
    for rule in &game.rules {
        let mut makes = Makes { game, space, rule, families: Vec::new() };
        let made = match &rule.kind {
            RuleKind::Take { amount, from } => makes.one_heap(amount, *from),
            RuleKind::Several { amount, share, group } => makes.several(amount, *share, group),
            RuleKind::Move { target, variables, condition } => {
                makes.step(target, variables.len(), *condition)
            }
            RuleKind::Split { .. } => return Err("a rule splits a heap".into()),
        };
        if made.is_none() {
            let text = crate::lang::shorten(&rule.text);
            return Err(format!("`{text}` cannot be computed on small integers"));
        }
        families.append(&mut makes.families);
        if families.len() > MOST_FAMILIES {
            return Err("there are too many choices of heaps".into());
        }
    }
    Ok(families)
}

/// Makes the families of a rule.
pub(super) struct Makes<'a> {
    pub(super) game: &'a Game,
    pub(super) space: &'a Space,
    pub(super) rule: &'a Rule,
    families: Vec<Family>,
}

/// A condition under which some heaps may be chosen.
type Choice<'c> = &'c dyn Fn(&mut Draft<'_>) -> Option<Reg>;

impl Makes<'_> {
    pub(super) fn core(&self) -> &Core {
        &self.game.core
    }

    pub(super) fn places(&self) -> usize {
        self.space.layout.heaps()
    }

    /// Takes from one heap.
    pub(super) fn one_heap(&mut self, amount: &Amount, from: From) -> Option<()> {
        for place in 0..self.places() {
            let places = self.places();
            self.take(amount, Share::Each, true, &[place], &|draft| {
                let program = &mut draft.program;
                Some(match draft.words.all().get(place + 1) {
                    _ if from != From::Ends => return extreme(from, place, &draft.words, program),
                    _ if place == 0 || place + 1 == places => program.constant(1),
                    Some(&next) if draft.space.order == Order::Row => {
                        let zero = program.constant(0);
                        program.eq(next, zero)
                    }
                    _ => program.constant(0),
                })
            })?;
        }
        Some(())
    }

    /// Takes from some heaps, each of which is not empty, where a choice allows them.
    pub(super) fn take(
        &mut self,
        amount: &Amount,
        share: Share,
        one: bool,
        set: &[usize],
        choice: Choice<'_>,
    ) -> Option<()> {
        let sets = match amount {
            Amount::Jointly(names, _) if names.len() != set.len() => vec![],
            // Heaps without order: the first variable may stand for any of them.
            Amount::Jointly(..) if self.space.order == Order::None => orders(set),
            _ => vec![set.to_vec()],
        };
        sets.iter().try_for_each(|set| self.take_in_order(amount, share, one, set, choice))
    }

    fn take_in_order(
        &mut self,
        amount: &Amount,
        share: Share,
        one: bool,
        set: &[usize],
        choice: Choice<'_>,
    ) -> Option<()> {
        let (game, rule) = (self.game, self.rule);
        let mut draft = Draft::new(self.space);
        let heaps: Vec<Reg> = set.iter().map(|&place| draft.words.all()[place]).collect();
        let zero = draft.program.constant(0);
        for &heap in &heaps {
            let filled = draft.program.lt(zero, heap);
            draft.require(filled);
        }
        let chosen = choice(&mut draft)?;
        draft.require(chosen);
        if let Some(when) = rule.when {
            let m = one.then_some(heaps[0]);
            let compile = |compiler: &mut Compiler<'_>, program: &mut Program| {
                compiler.compile_taking(when, program)
            };
            let when = draft.compile(&game.core, m, compile)?;
            draft.require(when);
        }
        if draft.program.known(draft.condition) == Some(0) {
            return self.note(&draft);
        }
        // The stones from each heap.
        let mut stones = Vec::new();
        for (i, &heap) in heaps.iter().enumerate() {
            let reg = match (share, stones.first()) {
                (Share::Same, Some(&same)) => same,
                _ => {
                    let last = share == Share::Same || i + 1 == heaps.len();
                    draft.variable((1, draft.program.range(heap).1.max(1)), last)
                }
            };
            let there = draft.program.le(reg, heap);
            draft.require(there);
            stones.push(reg);
        }
        let taken = stones.iter().try_fold(zero, |sum, &stones| draft.program.add(sum, stones))?;
        match (amount, share) {
            (Amount::Jointly(_, condition), _) => {
                let holds = draft.compile(&game.core, None, |compiler, program| {
                    compiler.compile_taking(*condition, program)
                })?;
                draft.require(holds);
            }
            (_, Share::Total) => {
                let may = draft.compile(&game.core, None, |compiler, program| {
                    allows(compiler, amount, taken, program)
                })?;
                draft.require(may);
            }
            _ => {
                let mut may = draft.condition;
                for (&stones, &heap) in stones.iter().zip(&heaps) {
                    let allowed = draft.compile(&game.core, Some(heap), |compiler, program| {
                        allows(compiler, amount, stones, program)
                    })?;
                    may = draft.program.and(may, allowed);
                }
                // What may be taken from one heap is looked at whatever may be taken from the others.
                draft.require(may);
            }
        }
        let mut target = draft.words.all().to_vec();
        for (&place, &stones) in set.iter().zip(&stones) {
            target[place] = draft.program.sub(target[place], stones)?;
        }
        let mut lowered = set.to_vec();
        lowered.sort_unstable();
        let after = draft.after(target.clone(), &lowered, Some(taken))?;
        if self.rule.after.is_some() {
            // What is taken is there; that it is shows in no range.
            let mut left = target.clone();
            for &place in set {
                left[place] = draft.program.max(left[place], zero)?;
            }
            let seen = draft.after(left, &lowered, Some(taken))?;
            self.allow(&mut draft, &seen, zero)?;
        }
        self.keep(draft, target, &after, zero)
    }

    /// A move of a tuple.
    fn step(
        &mut self,
        target: &[ExprId],
        variables: usize,
        condition: Option<ExprId>,
    ) -> Option<()> {
        let (game, rule) = (self.game, self.rule);
        let core = &game.core;
        let mut draft = Draft::new(self.space);
        // The condition on positions is looked at also where no move follows.
        if let Some(when) = rule.when {
            let when =
                draft.compile(core, None, |compiler, program| compiler.compile(when, program))?;
            draft.require(when);
        }
        let Some(ranges) = self.ranges(target, variables, condition)? else {
            return self.has_a_value(condition, variables, draft);
        };
        for (i, range) in ranges.into_iter().enumerate() {
            draft.variable(range, i + 1 == variables);
        }
        if let Some(condition) = condition {
            let condition = draft
                .compile(core, None, |compiler, program| compiler.compile(condition, program))?;
            draft.require(condition);
        }
        let coordinates = draft.compile(core, None, |compiler, program| {
            let each = target.iter().map(|&coordinate| compiler.compile(coordinate, program));
            each.collect::<Option<Vec<Reg>>>()
        })?;
        let mut conditions = Vec::new();
        let Draft { program, words, .. } = &mut draft;
        let (zero, heaps) = (program.constant(0), words.all().to_vec());
        let (mut to, mut lowered) = (Vec::new(), Vec::new());
        let (mut raised, mut same) = (zero, program.constant(1));
        for (&reg, &heap) in coordinates.iter().zip(&heaps) {
            conditions.push(program.le(zero, reg));
            let difference = program.linear(heap).plus(&program.linear(reg), -1)?;
            let falls = program.total(&difference)?;
            let (most, up) = match self.space.free {
                true => {
                    let most = program.constant(self.space.layout.most(to.len()) as i64);
                    (most, program.lt(most, reg))
                }
                false => (heap, program.lt(falls, zero)),
            };
            raised = program.or(raised, up);
            let stays = program.eq(falls, zero);
            same = program.and(same, stays);
            // What is no move does not stand in the table.
            let least = program.max(reg, zero)?;
            to.push(program.min(least, most)?);
            lowered.push(reg);
        }
        for condition in conditions {
            draft.require(condition);
        }
        if draft.program.known(draft.condition) == Some(0) {
            return self.note(&draft);
        }
        let mut strays = raised;
        let after = draft.after(to, &[], None)?;
        if !rule.goes_down {
            let Draft { program, words, .. } = &mut draft;
            let stays = match self.space.free {
                true => stays(game, words, &after, program)?,
                // What is not raised and not the same goes down.
                false => same,
            };
            strays = program.or(strays, stays);
        }
        self.allow(&mut draft, &after, raised)?;
        let is = is_position(game, &after, &mut draft.program)?;
        let leaves = draft.program.not(is);
        strays = draft.program.or(strays, leaves);
        self.keep(draft, lowered, &after, strays)
    }

    /// Looks at the condition of a move that never applies: where it has no value the definition has an error to report.
    fn has_a_value(
        &mut self,
        condition: Option<ExprId>,
        variables: usize,
        mut draft: Draft<'_>,
    ) -> Option<()> {
        let Some(condition) = condition else { return self.note(&draft) };
        let most = self.space.stones.max(1) as i64;
        for i in 0..variables {
            draft.variable((0, most), i + 1 == variables);
        }
        let core = &self.game.core;
        draft.compile(core, None, |compiler, program| compiler.compile(condition, program))?;
        self.note(&draft)
    }

    /// What the variables of a move can be in the box; `None` if it never applies there.
    fn ranges(
        &self,
        target: &[ExprId],
        variables: usize,
        condition: Option<ExprId>,
    ) -> Option<Option<Vec<(i64, i64)>>> {
        let core = self.core();
        let mut region = Region::default();
        for place in 0..self.places() {
            let most = Interval::new(0, self.space.layout.most(place));
            region.set(Word::Coordinate(place as u16), most);
        }
        for variable in 0..variables {
            region.set(Word::Variable(variable as u16), Interval::from(0));
        }
        // What is no position has no moves.
        let of_positions = match &self.game.shape {
            Shape::Tuple(_, condition) => *condition,
            Shape::Heaps { .. } | Shape::Sum(_) => None,
        };
        let conditions: Vec<ExprId> =
            of_positions.into_iter().chain(self.rule.when).chain(condition).collect();
        let nothing = &mut |_| None;
        let mut possible = region.narrow(core, &conditions, nothing);
        for _ in 0..2 {
            // They may leave the box upwards: that is a move too.
            for &coordinate in target {
                let within = Interval::from(0);
                possible = possible && region.narrow_number(core, coordinate, &within, nothing);
            }
        }
        if !possible {
            return Some(None);
        }
        let range = |variable: usize| {
            let Interval { lo, hi } = region.get(Word::Variable(variable as u16));
            // A variable that nothing bounds is an error for the definition to report.
            let hi = i64::try_from(&hi?).ok().filter(|&hi| hi < 1 << 32)?;
            Some((lo.and_then(|lo| i64::try_from(&lo).ok()).unwrap_or(0).max(0), hi))
        };
        (0..variables).map(range).collect::<Option<Vec<_>>>().map(Some)
    }

    /// Requires what a rule says about the position that is moved to, unless that lies beyond the box: then the words
    /// are not those of the position.
    fn allow(&self, draft: &mut Draft<'_>, after: &Heaps, beyond: Reg) -> Option<()> {
        if let Some(condition) = self.rule.after {
            let allowed = draft.compile_at(after, &self.game.core, None, |compiler, program| {
                compiler.compile(condition, program)
            })?;
            let allowed = draft.program.or(beyond, allowed);
            draft.require(allowed);
        }
        Some(())
    }

    fn keep(
        &mut self,
        draft: Draft<'_>,
        target: Vec<Reg>,
        after: &Heaps,
        strays: Reg,
    ) -> Option<()> {
        self.note(&draft)?;
        if draft.program.known(draft.condition) != Some(0) {
            self.families.push(draft.finish(target, after, strays)?);
        }
        Some(())
    }

    /// Adds the families that stray where something has no value.
    pub(super) fn note(&mut self, draft: &Draft<'_>) -> Option<()> {
        self.families.extend(draft.troubles()?);
        Some(())
    }
}

/// All orders of some places.
fn orders(set: &[usize]) -> Vec<Vec<usize>> {
    if set.len() <= 1 {
        return vec![set.to_vec()];
    }
    let mut all = Vec::new();
    for (i, &first) in set.iter().enumerate() {
        let rest = [&set[..i], &set[i + 1..]].concat();
        for mut order in orders(&rest) {
            order.insert(0, first);
            all.push(order);
        }
    }
    all
}
