//! Outcomes where stones are taken from the largest heap: a layer of all positions with the same largest heap at a
//! time.
//!
//! The other heaps of a position are its line, and those of a layer are the first lines, up to some number: one loop
//! over how long ago the last P-position of each line was. Only the lines that are new in a layer, those on which the
//! largest heap stands twice, need a search for it.

use std::sync::Arc;

use super::plan::Plan;
use crate::engine::bits::pack_bytes;
use crate::engine::kernel::{Failed, Fill, Kernel, Out, Pulse};
use crate::engine::space::{Layout, Numbering, Row};
use crate::engine::table::{Cells, Width};
use crate::vectors::vectors;

/// Outcomes of takes from the largest heap, without passes. A row is all positions with the same largest heap.
pub(super) struct Greedy {
    plan: Plan,
    /// From each size of the largest heap, 1 to this many stones may be taken.
    most: Vec<usize>,
}

impl Greedy {
    pub(super) fn new(plan: Plan) -> Greedy {
        let most = plan.windows.most_of_heaps();
        Greedy { plan, most }
    }

    /// The bytes of an age: fewer than its greatest value are ever within reach.
    fn age_bytes(&self) -> usize {
        match self.plan.windows.most() {
            ..0xff => 1,
            0xff..0xffff => 2,
            _ => 4,
        }
    }
}

impl Kernel for Greedy {
    fn words(&self) -> String {
        let bounds = self.plan.bounds_words();
        format!(
            "all positions with the same largest heap together: for the other heaps it is kept how long ago the last \
             P-position was; {bounds}"
        )
    }

    fn numbering(&self) -> Arc<dyn Numbering> {
        self.plan.space.clone()
    }

    fn width(&self) -> Width {
        Width::Bit
    }

    fn state_bytes(&self) -> u64 {
        (self.plan.space.layout.lines() * self.age_bytes() + self.plan.windows.bytes()) as u64
    }

    fn nanoseconds(&self) -> f64 {
        // On few lines a P-position is searched for, as far as takes reach.
        let (layout, reach) = (&self.plan.space.layout, self.plan.windows.most() as f64);
        let new = layout.heaps().saturating_sub(1) as f64 / layout.largest().max(1) as f64;
        self.plan.positions() * (0.03 * self.age_bytes() as f64 + new * reach)
    }

    fn fill(&mut self) -> Box<dyn Fill + '_> {
        match self.age_bytes() {
            1 => Box::new(Ages::<u8>::new(self)),
            2 => Box::new(Ages::<u16>::new(self)),
            _ => Box::new(Ages::<u32>::new(self)),
        }
    }
}

/// Integers that hold how long ago something was.
trait Age: Copy + Ord + Default + 'static {
    const NEVER: Self;
    fn of(n: usize) -> Self;
    fn older(self) -> Self;
}

macro_rules! age {
    ($int:ident) => {
        impl Age for $int {
            const NEVER: $int = $int::MAX;
            #[inline(always)]
            fn of(n: usize) -> $int {
                $int::try_from(n).unwrap_or($int::MAX)
            }
            #[inline(always)]
            fn older(self) -> $int {
                self.saturating_add(1)
            }
        }
    };
}

age!(u8);
age!(u16);
age!(u32);

/// How long ago the last P-position of each line was.
struct Ages<'k, A> {
    plan: &'k Greedy,
    ages: Vec<A>,
    /// Those of the lines that are new in a slab.
    new: Vec<A>,
}

impl<'k, A: Age> Ages<'k, A> {
    fn new(plan: &'k Greedy) -> Ages<'k, A> {
        let layout = &plan.plan.space.layout;
        let newest = layout.lines_below(layout.most(0) + 1) - layout.lines_below(layout.most(0));
        Ages { plan, ages: vec![A::NEVER; layout.lines()], new: vec![A::NEVER; newest.max(1)] }
    }
}

impl<A: Age> Fill for Ages<'_, A> {
    /// Computes all positions with the same largest heap. Fewer stones may be taken than the age that stands for never.
    fn row(
        &mut self,
        row: &Row,
        _: Option<&Cells>,
        out: &mut Out<'_>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failed> {
        let Ages { plan: Greedy { plan, most }, ages, new } = self;
        let (layout, largest) = (&plan.space.layout, row.heaps[row.heaps.len() - 1]);
        let (most, misere) = (most[largest], plan.misere);
        let (old, all) = (layout.lines_below(largest), layout.lines_below(largest + 1));
        // Where nothing can be taken all positions are alike.
        let lost = misere && most == 0;
        for block in ages[..old].chunks_mut(BLOCK) {
            pulse.work(block.len() as u64)?;
            vectors(
                #[inline(always)]
                || grow_older(block, A::of(most), lost, out),
            );
        }
        if layout.heaps() > 1 {
            last_of_new(layout, largest, most, ages, &mut new[..all - old]);
        }
        let mut rest = vec![0; layout.heaps().saturating_sub(2)];
        let mut new_p = 0;
        for (line, &ago) in (old..all).zip(&*new) {
            let ago = if ago == A::NEVER {
                // The heap that comes down may end below another.
                let highest = rest.last().map_or(0, |&heap| heap.min(largest));
                let lower = (largest - most..highest).rev();
                let mut found =
                    lower.filter(|&heap| ages[layout.line_with(&rest, heap)] == A::of(0));
                found.next().map_or(A::NEVER, |heap| A::of(largest - heap))
            } else {
                ago
            };
            let p = ago == A::NEVER && !lost;
            ages[line] = if p { A::of(0) } else { ago };
            if out.keeps() {
                out.push(u64::from(p), 1);
            } else {
                new_p += u64::from(p);
            }
            layout.next_rest(&mut rest, largest);
        }
        if !out.keeps() {
            out.count(new_p, all - old);
        }
        Ok(())
    }
}

/// How long ago the last P-position of the new lines of a layer was, as far as what comes down remains the largest
/// of the others.
fn last_of_new<A: Age>(layout: &Layout, largest: usize, most: usize, ages: &[A], new: &mut [A]) {
    new.fill(A::NEVER);
    for heap in largest - most..largest {
        let (from, to) = (layout.lines_below(heap), layout.lines_below(heap + 1));
        let ago = A::of(largest - heap);
        vectors(
            #[inline(always)]
            || {
                for (new, &age) in new.iter_mut().zip(&ages[from..to]) {
                    *new = if age == A::of(0) { ago } else { *new };
                }
            },
        );
    }
}

/// Positions between two looks at whether to go on.
const BLOCK: usize = 1 << 16;

/// One stone more: the P-positions are those whose line had none for longer than the reach.
#[inline(always)]
fn grow_older<A: Age>(ages: &mut [A], reach: A, lost: bool, out: &mut Out<'_>) {
    let step = |age: &mut A| {
        let older = age.older();
        let p = older > reach && !lost;
        *age = if p { A::of(0) } else { older };
        u8::from(p)
    };
    if out.keeps() {
        for chunk in ages.chunks_mut(64) {
            let mut p = [0u8; 64];
            chunk.iter_mut().zip(&mut p).for_each(|(age, p)| *p = step(age));
            out.push(pack_bytes(&p), chunk.len());
        }
    } else {
        let mut count = 0u64;
        for chunk in ages.chunks_mut(128) {
            let ones = chunk.iter_mut().fold(0u8, |ones, age| ones + step(age));
            count += u64::from(ones);
        }
        out.count(count, ages.len());
    }
}
