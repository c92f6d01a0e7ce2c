//! Which heaps a rule takes from together.

use super::amounts::Stones;
use super::family::Draft;
use super::rules::Makes;
use crate::game::{Amount, Game, Group, Ranges, Shape};
use crate::lang::core::Word;
use crate::lang::syntax::{Among, Order, Share};
use crate::rows::{Meaning, Reg};

/// From this number on there are too many choices of heaps.
const MOST_CHOSEN: usize = 11;

impl Makes<'_> {
    /// Takes from several heaps.
    pub(super) fn several(&mut self, amount: &Amount, share: Share, group: &Group) -> Option<()> {
        let (game, places) = (self.game, self.places());
        if places >= MOST_CHOSEN {
            return None;
        }
        if !matches!(group, Group::One(_)) {
            self.looked_at_everywhere(group)?;
        }
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
                for set in subsets {
                    let least = match among {
                        Among::Adjacent => runs(self.space.order, places)?
                            .filter(|run| set.iter().all(|i| run.contains(i)))
                            .map(|run| run.len())
                            .min()?,
                        _ => set.len(),
                    };
                    // The fewest heaps that contain the chosen ones must be allowed.
                    let choice = |draft: &mut Draft<'_>| {
                        let mut least = draft.program.constant(least as i64);
                        if let Among::Largest | Among::Smallest = among {
                            least = with_more_extreme(draft, &set, *among)?;
                        }
                        let most = greatest(game, draft, number)?;
                        Some(draft.program.le(least, most))
                    };
                    self.take(amount, share, false, &set, &choice)?;
                }
                Some(())
            }
        }
    }

    /// Looks at what is looked at before heaps are chosen, also where no choice follows.
    fn looked_at_everywhere(&mut self, group: &Group) -> Option<()> {
        let (game, mut draft) = (self.game, Draft::new(self.space));
        let zero = draft.program.constant(0);
        let stones = draft.words.word(Word::Total, &mut draft.program)?;
        let any = draft.program.lt(zero, stones);
        draft.require(any);
        if let Some(when) = self.rule.when {
            let when = draft.compile(&game.core, None, |compiler, program| {
                compiler.compile_taking(when, program)
            })?;
            draft.require(when);
        }
        if let Group::Several { each, number, .. } = group {
            match each {
                true => number_is(game, &mut draft, number, 1)?,
                false => greatest(game, &mut draft, number)?,
            };
        }
        self.note(&draft)
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
    let n = draft.program.constant(n as i64);
    draft.compile(&game.core, None, |compiler, program| {
        Stones::have(&Stones::each(number, None), compiler, n, program)
    })
}

/// The greatest number of heaps that is allowed; 0 if none is.
fn greatest(game: &Game, draft: &mut Draft<'_>, number: &Ranges) -> Option<Reg> {
    draft.compile(&game.core, None, |compiler, program| {
        let zero = program.constant(0);
        number.iter().try_fold(zero, |most, &(lo, hi)| {
            let lo = compiler.compile_taking(lo, program)?;
            let hi = compiler.compile_taking(hi, program)?;
            let some = program.le(lo, hi);
            let hi = program.select(some, hi, zero);
            program.max(most, hi)
        })
    })
}

/// How many heaps there are with some and all that are larger, or smaller, than one of them.
fn with_more_extreme(draft: &mut Draft<'_>, set: &[usize], among: Among) -> Option<Reg> {
    let heaps = draft.words.all().to_vec();
    let program = &mut draft.program;
    let zero = program.constant(0);
    let chosen = set.iter().map(|&i| heaps[i]);
    let edge = chosen.map(Some).reduce(|a, b| match among {
        Among::Largest => program.min(a?, b?),
        _ => program.max(a?, b?),
    })??;
    let mut count = program.constant(set.len() as i64);
    for (_, &other) in heaps.iter().enumerate().filter(|(i, _)| !set.contains(i)) {
        let more = match among {
            Among::Largest => program.lt(edge, other),
            _ => {
                let (filled, less) = (program.lt(zero, other), program.lt(other, edge));
                program.and(filled, less)
            }
        };
        count = program.add(count, more)?;
    }
    Some(count)
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
