//! Which heaps a rule takes from together.

use super::amounts::Stones;
use super::family::Draft;
use super::rules::Makes;
use crate::game::{Amount, Game, Group, Ranges, Shape};
use crate::lang::syntax::{Among, Order, Share};
use crate::rows::{Compiler, Reg};

/// From this number on there are too many choices of heaps.
const MOST_CHOSEN: usize = 8;

impl Makes<'_> {
    /// Takes from several heaps.
    pub(super) fn several(&mut self, amount: &Amount, share: Share, group: &Group) -> Option<()> {
        let (game, places) = (self.game, self.places());
        if places >= MOST_CHOSEN {
            return None;
        }
        self.looked_at_everywhere(group)?;
        let subsets = (1..1usize << places).map(|set| subset(set, places));
        match group {
            Group::One(from) => match share {
                Share::Each => self.one_heap(amount, *from),
                _ => None,
            },
            Group::All => {
                let Shape::Heaps { most, order } = &game.shape else { return None };
                match most.as_ref().filter(|_| !order.has_places()) {
                    // All N heaps of `heaps N`: this box never has as many.
                    Some(most) if *most != places.into() => Some(()),
                    // The heaps that the position has.
                    None if !order.has_places() => self.non_empty(amount, share),
                    _ => {
                        let all: Vec<usize> = (0..places).collect();
                        self.take(amount, share, false, &all, &|draft| {
                            Some(draft.program.constant(1))
                        })
                    }
                }
            }
            Group::NonEmpty => self.non_empty(amount, share),
            Group::Several { each: true, number, among } => {
                for set in subsets {
                    if *among == Among::Adjacent {
                        continue;
                    }
                    let choice = |draft: &mut Draft<'_>| {
                        let so_many = number_is(game, draft, number, set.len())?;
                        let extreme = extreme(draft, &set, *among)?;
                        Some(draft.program.and(so_many, extreme))
                    };
                    self.take(amount, share, false, &set, &choice)?;
                }
                if *among == Among::Adjacent {
                    for run in runs(self.space.order, places)? {
                        let choice =
                            |draft: &mut Draft<'_>| number_is(game, draft, number, run.len());
                        self.take(amount, share, false, &run, &choice)?;
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
                        Among::Largest if self.space.layout.is_sorted() => set[0] + most >= places,
                        Among::Adjacent => runs(self.space.order, places)?
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

    /// Makes sure that whatever is looked at before heaps are chosen has a value, also where no choice follows:
    /// otherwise the definition has an error to report.
    fn looked_at_everywhere(&self, group: &Group) -> Option<()> {
        let mut draft = Draft::new(self.space);
        if let (Some(when), false) = (self.rule.when, matches!(group, Group::One(_))) {
            draft.compile(&self.game.core, None, when)?;
        }
        if let Group::Several { number, .. } = group {
            number_is(self.game, &mut draft, number, 1)?;
        }
        Some(())
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
        let Draft { mut program, words, .. } = Draft::new(self.space);
        let mut compiler = Compiler::new(self.core(), &words, None);
        let all = program.constant(self.places() as i64);
        let mut most = 0;
        for heaps in Stones::each(ranges, None) {
            let [_, lo, hi] = heaps.compile(&mut compiler, all, &mut program)?;
            let (lo, hi) = (program.known(lo)?, program.known(hi)?);
            if lo <= hi {
                most = most.max(hi);
            }
        }
        Some(usize::try_from(most).unwrap_or(0))
    }
}

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

/// Whether a number of heaps is allowed.
fn number_is(game: &Game, draft: &mut Draft<'_>, number: &Ranges, n: usize) -> Option<Reg> {
    let Draft { program, words, .. } = draft;
    let n = program.constant(n as i64);
    let mut compiler = Compiler::new(&game.core, words, None);
    Stones::have(&Stones::each(number, None), &mut compiler, n, program)
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
