//! The rules of a game as families of moves.

use super::family::{Draft, Family};
use super::grid::Grid;
use super::position::{is_position, stays};
use crate::game::{Amount, Game, Group, Ranges, Rule, RuleKind, Shape};
use crate::lang::core::{Core, ExprId, Word};
use crate::lang::syntax::{Among, From, Order, Share};
use crate::lang::{Interval, Region};
use crate::rows::{Compiler, Heaps, Meaning, Reg};

/// So many families are tried at most.
const MOST_FAMILIES: usize = 200;

/// The families of a game on a box; why not, if its rules are of another kind.
pub(in crate::engine) fn families(game: &Game, grid: &Grid) -> Result<Vec<Family>, String> {
    let mut families = Vec::new();
    for rule in &game.rules {
        let mut makes = Makes { game, grid, rule, families: Vec::new() };
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
struct Makes<'a> {
    game: &'a Game,
    grid: &'a Grid,
    rule: &'a Rule,
    families: Vec<Family>,
}

/// A condition under which some heaps may be chosen.
type Choice<'c> = &'c dyn Fn(&mut Draft<'_>) -> Option<Reg>;

impl Makes<'_> {
    fn core(&self) -> &Core {
        &self.game.core
    }

    fn places(&self) -> usize {
        self.grid.layout.heaps()
    }

    /// Takes from one heap.
    fn one_heap(&mut self, amount: &Amount, from: From) -> Option<()> {
        for place in 0..self.places() {
            let places = self.places();
            self.take(amount, Share::Each, true, &[place], &|draft| {
                let heap = draft.words.all()[place];
                let program = &mut draft.program;
                Some(match from {
                    From::Any => program.constant(1),
                    From::Largest => {
                        let largest = draft.words.word(Word::Largest, program)?;
                        program.eq(heap, largest)
                    }
                    From::Smallest => {
                        let smallest = draft.words.word(Word::Smallest, program)?;
                        program.eq(heap, smallest)
                    }
                    From::Ends => match draft.words.all().get(place + 1) {
                        _ if place == 0 || place + 1 == places => program.constant(1),
                        Some(&next) if draft.grid.order == Order::Row => {
                            let zero = program.constant(0);
                            program.eq(next, zero)
                        }
                        _ => program.constant(0),
                    },
                })
            })?;
        }
        Some(())
    }

    /// Takes from several heaps.
    fn several(&mut self, amount: &Amount, share: Share, group: &Group) -> Option<()> {
        let places = self.places();
        if places >= MOST_CHOSEN {
            return None;
        }
        let subsets = (1..1usize << places).map(|set| subset(set, places));
        match group {
            Group::One(from) => match share {
                Share::Each => self.one_heap(amount, *from),
                _ => None,
            },
            Group::All => {
                let (Shape::Heaps { most, order }, all) = (&self.game.shape, places) else {
                    return None;
                };
                // Of places there are as many as the position has, all of them filled.
                let most = most.as_ref().filter(|_| !order.has_places());
                if most.is_some_and(|most| *most != all.into()) {
                    return Some(());
                }
                if *order == Order::Row {
                    return self.non_empty(amount, share);
                }
                let all: Vec<usize> = (0..places).collect();
                match (most, order) {
                    // As many as there are heaps in the position.
                    (None, Order::None) => self.non_empty(amount, share),
                    _ => self
                        .take(amount, share, false, &all, &|draft| Some(draft.program.constant(1))),
                }
            }
            Group::NonEmpty => self.non_empty(amount, share),
            Group::Several { each: true, number, among } => {
                for set in subsets {
                    if *among == Among::Adjacent {
                        continue;
                    }
                    let choice = |draft: &mut Draft<'_>| {
                        let so_many = number_is(self.game, draft, number, set.len())?;
                        let extreme = extreme(draft, &set, *among)?;
                        Some(draft.program.and(so_many, extreme))
                    };
                    let mut made = Makes { families: Vec::new(), ..*self };
                    made.take(amount, share, false, &set, &choice)?;
                    self.families.append(&mut made.families);
                }
                if *among == Among::Adjacent {
                    for run in runs(self.grid.order, places)? {
                        let choice =
                            |draft: &mut Draft<'_>| number_is(self.game, draft, number, run.len());
                        let mut made = Makes { families: Vec::new(), ..*self };
                        made.take(amount, share, false, &run, &choice)?;
                        self.families.append(&mut made.families);
                    }
                }
                Some(())
            }
            Group::Several { each: false, number, among } => {
                let most = self.greatest(number)?;
                for set in subsets.filter(|set| set.len() <= most) {
                    let within = match among {
                        Among::Heaps => true,
                        // The last ones are the largest; which of equal ones does not matter.
                        Among::Largest if self.grid.layout.is_sorted() => set[0] + most >= places,
                        Among::Adjacent => runs(self.grid.order, places)?
                            .any(|run| run.len() <= most && set.iter().all(|i| run.contains(i))),
                        Among::Largest | Among::Smallest => return None,
                    };
                    if within {
                        self.take(amount, share, false, &set, &|draft| {
                            Some(draft.program.constant(1))
                        })?;
                    }
                }
                Some(())
            }
        }
    }

    /// Takes from all heaps that are not empty.
    fn non_empty(&mut self, amount: &Amount, share: Share) -> Option<()> {
        let places = self.places();
        for set in (1..1usize << places).map(|set| subset(set, places)) {
            self.take(amount, share, false, &set, &|draft| {
                let mut others = draft.program.constant(1);
                let zero = draft.program.constant(0);
                for place in (0..places).filter(|place| !set.contains(place)) {
                    let empty = draft.program.eq(draft.words.all()[place], zero);
                    others = draft.program.and(others, empty);
                }
                Some(others)
            })?;
        }
        Some(())
    }

    /// The greatest number of some ranges, if they are constant.
    fn greatest(&self, ranges: &Ranges) -> Option<usize> {
        let mut draft = Draft::new(self.grid);
        let mut most = 0;
        for &(lo, hi) in ranges {
            let (lo, hi) = ends(self.core(), &mut draft, None, (lo, hi))?;
            let (lo, hi) = (draft.program.known(lo)?, draft.program.known(hi)?);
            if lo <= hi {
                most = most.max(hi);
            }
        }
        Some(usize::try_from(most).unwrap_or(0))
    }

    /// Takes from some heaps, each of which is not empty, where a choice allows them.
    fn take(
        &mut self,
        amount: &Amount,
        share: Share,
        one: bool,
        set: &[usize],
        choice: Choice<'_>,
    ) -> Option<()> {
        match amount {
            Amount::Jointly(names, _) if names.len() != set.len() => return Some(()),
            // Heaps without order: the first variable may stand for any of them.
            Amount::Jointly(..) if self.grid.order == Order::None => {
                for order in orders(set) {
                    self.take_in_order(amount, share, one, &order, choice)?;
                }
                return Some(());
            }
            _ => {}
        }
        self.take_in_order(amount, share, one, set, choice)
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
        let mut draft = Draft::new(self.grid);
        let heaps: Vec<Reg> = set.iter().map(|&place| draft.words.all()[place]).collect();
        let chosen = choice(&mut draft)?;
        draft.require(chosen);
        if let Some(when) = rule.when {
            let m = one.then_some(heaps[0]);
            let Draft { program, words, .. } = &mut draft;
            let when = Compiler::new(&game.core, words, m).compile(when, program)?;
            draft.require(when);
        }
        let zero = draft.program.constant(0);
        for &heap in &heaps {
            let filled = draft.program.lt(zero, heap);
            draft.require(filled);
        }
        if draft.program.known(draft.condition) == Some(0) {
            return Some(());
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
        let total = stones.iter().copied().reduce(|a, b| {
            // A sum of small numbers is one.
            draft.program.add(a, b).unwrap_or(a)
        })?;
        let core = &game.core;
        match (amount, share) {
            (Amount::Jointly(_, condition), _) => {
                let Draft { program, words, .. } = &mut draft;
                let mut compiler = Compiler::new(core, words, None);
                for (i, &stones) in stones.iter().enumerate() {
                    compiler = compiler.with_variable(i as u16, stones);
                }
                let holds = compiler.compile(*condition, program)?;
                draft.require(holds);
            }
            (_, Share::Total) => {
                let may = amounts(core, &mut draft, amount, total, None)?;
                draft.require(may);
            }
            _ => {
                for (&stones, &heap) in stones.iter().zip(&heaps) {
                    let may = amounts(core, &mut draft, amount, stones, Some(heap))?;
                    draft.require(may);
                }
            }
        }
        let mut target = draft.words.all().to_vec();
        for (&place, &stones) in set.iter().zip(&stones) {
            target[place] = draft.program.sub(target[place], stones)?;
        }
        let taken = if share == Share::Same {
            let times = draft.program.constant(set.len() as i64);
            draft.program.mul(times, stones[0])?
        } else {
            total
        };
        let mut lowered = set.to_vec();
        lowered.sort_unstable();
        let after = draft.after(target.clone(), &lowered, Some(taken))?;
        self.allow(&mut draft, &after)?;
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
        let mut draft = Draft::new(self.grid);
        let ranges = self.ranges(target, variables, condition)?;
        let Some(ranges) = ranges else { return Some(()) };
        for (i, range) in ranges.into_iter().enumerate() {
            draft.variable(range, i + 1 == variables);
        }
        let Draft { program, words, variables, .. } = &mut draft;
        let mut compiler = Compiler::new(core, words, None);
        for (i, &variable) in variables.iter().enumerate() {
            compiler = compiler.with_variable(i as u16, variable);
        }
        let mut conditions = Vec::new();
        for condition in rule.when.into_iter().chain(condition) {
            conditions.push(compiler.compile(condition, program)?);
        }
        let (zero, heaps) = (program.constant(0), words.all().to_vec());
        let (mut to, mut lowered) = (Vec::new(), Vec::new());
        let (mut raised, mut same) = (zero, program.constant(1));
        for (&coordinate, &heap) in target.iter().zip(&heaps) {
            let reg = compiler.compile(coordinate, program)?;
            conditions.push(program.le(zero, reg));
            let difference = program.linear(heap).plus(&program.linear(reg), -1)?;
            let falls = program.total(&difference)?;
            let (most, up) = match self.grid.free {
                true => {
                    let most = program.constant(self.grid.layout.most(to.len()) as i64);
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
            return Some(());
        }
        let mut strays = raised;
        let after = draft.after(to, &[], None)?;
        if !rule.goes_down {
            let Draft { program, words, .. } = &mut draft;
            let stays = match self.grid.free {
                true => stays(game, words, &after, program)?,
                // What is not raised and not the same goes down.
                false => same,
            };
            strays = program.or(strays, stays);
        }
        self.allow(&mut draft, &after)?;
        let is = is_position(game, &after, &mut draft.program)?;
        let leaves = draft.program.not(is);
        strays = draft.program.or(strays, leaves);
        self.keep(draft, lowered, &after, strays)
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
            let most = Interval::new(0, self.grid.layout.most(place));
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
        // A variable that the condition does not bound is an error, wherever the move leads.
        let bounded = |variable: usize| region.get(Word::Variable(variable as u16)).hi.is_some();
        if possible && !(0..variables).all(bounded) {
            return None;
        }
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
            let hi = i64::try_from(&hi?).ok().filter(|&hi| hi < 1 << 32)?;
            Some((lo.and_then(|lo| i64::try_from(&lo).ok()).unwrap_or(0).max(0), hi))
        };
        (0..variables).map(range).collect::<Option<Vec<_>>>().map(Some)
    }

    /// Requires what a rule says about the position that is moved to.
    fn allow(&self, draft: &mut Draft<'_>, after: &Heaps) -> Option<()> {
        if let Some(condition) = self.rule.after {
            let mut compiler = Compiler::new(self.core(), after, None);
            let allowed = compiler.compile(condition, &mut draft.program)?;
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
        if draft.program.known(draft.condition) != Some(0) {
            self.families.push(draft.finish(target, after, strays)?);
        }
        Some(())
    }
}

/// From so many heaps on, they are too many to choose from.
const MOST_CHOSEN: usize = 8;

/// The places of a set of bits.
fn subset(set: usize, places: usize) -> Vec<usize> {
    (0..places).filter(|place| set >> place & 1 == 1).collect()
}

/// The places that follow each other; `None` where heaps have no order.
fn runs(order: Order, places: usize) -> Option<impl Iterator<Item = Vec<usize>>> {
    let around = match order {
        Order::None => return None,
        Order::Circle => true,
        Order::Row | Order::Fixed => false,
    };
    let run = move |start: usize, len: usize| -> Vec<usize> {
        (start..start + len).map(|i| i % places).collect()
    };
    Some((1..=places).flat_map(move |len| {
        let starts = if around { places } else { places + 1 - len };
        (0..starts).map(move |start| run(start, len))
    }))
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

/// The ends of a range as numbers.
fn ends(
    core: &Core,
    draft: &mut Draft<'_>,
    m: Option<Reg>,
    (lo, hi): (ExprId, ExprId),
) -> Option<(Reg, Reg)> {
    let Draft { program, words, .. } = draft;
    let mut compiler = Compiler::new(core, words, m);
    Some((compiler.compile(lo, program)?, compiler.compile(hi, program)?))
}

/// Whether a number is in one of some ranges.
fn in_ranges(
    core: &Core,
    draft: &mut Draft<'_>,
    ranges: &Ranges,
    n: Reg,
    m: Option<Reg>,
) -> Option<Reg> {
    let mut any = draft.program.constant(0);
    let mut hull: Option<(Reg, Reg)> = None;
    for &range in ranges {
        let (lo, hi) = ends(core, draft, m, range)?;
        let program = &mut draft.program;
        let (above, below) = (program.le(lo, n), program.le(n, hi));
        let is = program.and(above, below);
        any = program.or(any, is);
        hull = Some(match hull {
            None => (lo, hi),
            Some((a, b)) => (program.min(a, lo)?, program.max(b, hi)?),
        });
    }
    let Some((lo, hi)) = hull.filter(|_| ranges.len() > 1) else { return Some(any) };
    let program = &mut draft.program;
    let (above, below) = (program.le(lo, n), program.le(n, hi));
    let within = program.and(above, below);
    Some(program.and(within, any))
}

/// Whether a number of stones may be taken.
fn amounts(
    core: &Core,
    draft: &mut Draft<'_>,
    amount: &Amount,
    stones: Reg,
    m: Option<Reg>,
) -> Option<Reg> {
    match amount {
        Amount::In(ranges) => in_ranges(core, draft, ranges, stones, m),
        Amount::AllBut(ranges) => {
            let mut any = draft.program.constant(0);
            for &range in ranges {
                let (lo, hi) = ends(core, draft, m, range)?;
                let program = &mut draft.program;
                let (above, below) = (program.le(lo, stones), program.le(stones, hi));
                let is = program.and(above, below);
                any = program.or(any, is);
            }
            Some(draft.program.not(any))
        }
        Amount::Where(_, condition) => {
            let Draft { program, words, .. } = draft;
            let compiler = Compiler::new(core, words, m);
            compiler.with_variable(0, stones).compile(*condition, program)
        }
        Amount::Jointly(..) => None,
    }
}

/// Whether a number of heaps is allowed.
fn number_is(game: &Game, draft: &mut Draft<'_>, number: &Ranges, n: usize) -> Option<Reg> {
    let n = draft.program.constant(n as i64);
    in_ranges(&game.core, draft, number, n, None)
}

/// Whether some heaps are the largest or smallest ones.
fn extreme(draft: &mut Draft<'_>, set: &[usize], among: Among) -> Option<Reg> {
    let heaps = draft.words.all().to_vec();
    let program = &mut draft.program;
    let (zero, mut is) = (program.constant(0), program.constant(1));
    if !matches!(among, Among::Largest | Among::Smallest) {
        return Some(is);
    }
    for (_, &other) in heaps.iter().enumerate().filter(|(i, _)| !set.contains(i)) {
        let empty = program.eq(other, zero);
        for &inside in set {
            let fine = match among {
                Among::Largest => program.le(other, heaps[inside]),
                _ => {
                    let above = program.le(heaps[inside], other);
                    program.or(empty, above)
                }
            };
            is = program.and(is, fine);
        }
    }
    Some(is)
}
