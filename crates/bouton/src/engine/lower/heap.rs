//! What the rules of a game allow for one heap, for neighbouring sizes together.

use std::ops::Range;

use dashu_int::{IBig, UBig};

use super::amounts::{Stones, constant};
use super::bands::{Band, Test, bands};
use crate::game::{self, Amount, Game, Moves, RuleKind};
use crate::job::{Ctx, Stop};
use crate::lang::core::{ExprId, Node, Word};
use crate::lang::eval::{Evaluator, Nothing};
use crate::lang::syntax::Likeness;

/// A rule that splits a heap, after stones were taken from it or not.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Split {
    /// The bands of the stones that are taken.
    pub(in crate::engine) taken: Range<usize>,
    pub(in crate::engine) parts: Parts,
}

/// Into what a heap is split.
#[derive(Clone, Debug)]
pub(in crate::engine) enum Parts {
    /// Two or three parts, of any sizes or of unequal ones.
    Two(Likeness),
    Three(Likeness),
    /// Equal parts; how many, a band says.
    Equal(usize),
}

/// The rules of a game of independent heaps, for heaps of up to some size.
pub(in crate::engine) struct Rules<'g> {
    game: &'g Game,
    /// The numbers of stones of the takes, then what belongs to splits.
    written: Vec<Stones>,
    takes: Range<usize>,
    /// Numbers of stones that may be taken from every heap that has at least as many, upwards.
    sets: Vec<Vec<u32>>,
    /// Numbers of stones that depend on the heap in another way.
    tests: Vec<Test>,
    pub(in crate::engine) splits: Vec<Split>,
    /// The takes by the rules as they stand, where they cannot be computed together.
    exact: Option<Moves<'g>>,
    /// What is allowed in the block that is looked at.
    bands: Vec<Band>,
    /// The bytes that it took to find it.
    scratch: usize,
}

impl<'g> Rules<'g> {
    /// The rules for heaps of up to `most` stones; `None` if this kind of rule is not supported here.
    pub(in crate::engine) fn of(game: &'g Game, to: usize, ctx: Ctx<'g>) -> Option<Rules<'g>> {
        let mut rules = Rules {
            game,
            written: Vec::new(),
            takes: 0..0,
            sets: Vec::new(),
            tests: Vec::new(),
            splits: Vec::new(),
            exact: None,
            bands: Vec::new(),
            scratch: 0,
        };
        let exact = !rules.read_takes(to);
        rules.takes.end = rules.written.len();
        rules.read_splits()?;
        if exact {
            rules.by_the_rules(ctx)?;
        }
        Some(rules)
    }

    /// Reads the takes; `false` if there is one that is not computed for many sizes together.
    fn read_takes(&mut self, to: usize) -> bool {
        self.game.rules.iter().all(|rule| match &rule.kind {
            RuleKind::Take { amount: Amount::Where(_, condition), .. } => {
                self.read_condition(rule.when, *condition, to)
            }
            RuleKind::Take { amount, .. } => self.write(Some(amount), rule.when).is_some(),
            _ => true,
        })
    }

    /// Writes down the bands of an amount; `None` if it is of another kind.
    fn write(&mut self, amount: Option<&Amount>, when: Option<ExprId>) -> Option<()> {
        self.written.extend(Stones::of(&self.game.core, amount, when)?);
        Some(())
    }

    fn read_condition(&mut self, when: Option<ExprId>, condition: ExprId, to: usize) -> bool {
        if when.is_none() && looks_at_stones_alone(self.game, condition) {
            let mut eval = Evaluator::new(&self.game.core);
            let mut set = Vec::new();
            for stones in 1..=to as u32 {
                eval.set_variable(0, IBig::from(stones));
                match eval.truth(condition, &Nothing) {
                    Ok(true) => set.push(stones),
                    Ok(false) => {}
                    Err(_) => return false,
                }
            }
            self.sets.push(set);
            return true;
        }
        let test = Test::new(self.game, when, condition, to);
        let compiled = test.is_some();
        self.tests.extend(test);
        compiled
    }

    fn read_splits(&mut self) -> Option<()> {
        for rule in &self.game.rules {
            let RuleKind::Split { amount, parts, .. } = &rule.kind else { continue };
            let first = self.written.len();
            self.write(amount.as_ref(), rule.when)?;
            let taken = first..self.written.len();
            let game::Parts { number, likeness, names: _, condition: None } = parts else {
                return None;
            };
            for &(lo, hi) in number {
                let core = &self.game.core;
                let parts = match (*likeness, constant(core, lo).zip(constant(core, hi))) {
                    (Likeness::Equal, _) => {
                        self.written.extend(Stones::each(&[(lo, hi)], rule.when));
                        vec![Parts::Equal(self.written.len() - 1)]
                    }
                    (likeness, Some((lo, hi @ ..=3))) => {
                        let of =
                            |n| if n == 2 { Parts::Two(likeness) } else { Parts::Three(likeness) };
                        (lo.max(2)..=hi).map(of).collect()
                    }
                    _ => return None,
                };
                let split = |parts| Split { taken: taken.clone(), parts };
                self.splits.extend(parts.into_iter().map(split));
            }
        }
        Some(())
    }

    /// From now on the takes are asked of the rules, heap by heap; `None` if there are also splits.
    fn by_the_rules(&mut self, ctx: Ctx<'g>) -> Option<()> {
        self.exact = Some(Moves::new(self.game, ctx.watch));
        self.sets.clear();
        self.tests.clear();
        self.written.clear();
        self.bands.clear();
        self.takes = 0..0;
        self.splits.is_empty().then_some(())
    }

    /// Looks at some sizes from `first` on; `None` if it is not known what is allowed there.
    pub(in crate::engine) fn look(&mut self, first: usize, len: usize, ctx: Ctx<'g>) -> Option<()> {
        match bands(self.game, &self.written, first, len, &mut self.bands) {
            Some(bytes) => self.scratch = bytes,
            None => self.by_the_rules(ctx)?,
        }
        Some(())
    }

    /// The bytes for what is allowed.
    pub(in crate::engine) fn bytes(&self) -> usize {
        let bands = self.bands.iter().map(|band| band.lo.capacity() + band.hi.capacity());
        let sets = self.sets.iter().map(Vec::capacity);
        let tests: usize = self.tests.iter().map(Test::bytes).sum();
        self.scratch + tests + bands.chain(sets).sum::<usize>() * size_of::<u32>()
    }

    /// A band of the block.
    pub(in crate::engine) fn band(&self, band: usize) -> &Band {
        &self.bands[band]
    }

    /// The stones that may be taken in the block, if nothing else is allowed in it.
    pub(in crate::engine) fn only_bands(&self) -> Option<&[Band]> {
        let others = self.sets.len() + self.tests.len() + self.splits.len();
        (others == 0 && self.exact.is_none()).then_some(&self.bands)
    }

    /// Shows the numbers of stones that may be taken from a heap, the one at place `i` of the block, as ranges.
    pub(in crate::engine) fn each_take(
        &mut self,
        size: usize,
        i: usize,
        mut show: impl FnMut(usize, usize),
    ) -> Result<(), Stop> {
        for band in &self.bands[self.takes.clone()] {
            let (lo, hi) = (band.lo[i] as usize, band.hi[i] as usize);
            if lo <= hi {
                show(lo, hi);
            }
        }
        for set in &self.sets {
            let stones = set.iter().map(|&stones| stones as usize);
            stones.take_while(|&stones| stones <= size).for_each(|stones| show(stones, stones));
        }
        for test in &mut self.tests {
            test.each(size, |stones| show(stones, stones));
        }
        match &mut self.exact {
            Some(moves) => moves.takes_from(&UBig::from(size), &mut show),
            None => Ok(()),
        }
    }
}

/// Whether a condition on a number of stones looks at nothing else.
fn looks_at_stones_alone(game: &Game, condition: ExprId) -> bool {
    game.core.visit(&[condition], |id| match game.core.node(id) {
        Node::Word(Word::Variable(_)) => Some(vec![]),
        Node::Word(_) | Node::Heap(_) | Node::Call(..) | Node::Open(..) => None,
        _ => Some(game.core.parts(id)),
    })
}
