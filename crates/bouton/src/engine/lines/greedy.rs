//! Outcomes where stones are taken from the largest heap: a layer of all positions with the same largest heap at a
//! time.
//!
//! The other heaps of a position are its line, and those of a layer are the first lines, up to some number: one loop
//! over how long ago the last P-position of each line was. Only for lines that are new in a layer, those on which the
//! largest heap stands twice, is looked for it.

use super::Tick;
use crate::engine::bits::{Bits, pack_bytes};
use crate::engine::layout::Layout;
use crate::vectors::vectors;

/// Integers that hold how long ago something was.
pub(super) trait Age: Copy + Ord + Default + 'static {
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

/// The P-positions of sorted heaps, if they are kept, and how many there are; `None` if it was told to stop. From the
/// largest heap, of each size, 1 to `most` stones may be taken, fewer than the age that stands for never.
pub(super) fn greedy<A: Age>(
    layout: &Layout,
    most: &[usize],
    misere: bool,
    keep: bool,
    tick: Tick<'_>,
) -> Option<(Bits, u64)> {
    let mut ages = vec![A::NEVER; layout.lines()];
    let mut bits = Bits::with_room(if keep { layout.positions() } else { 0 });
    let (mut count, mut done) = (0, 0);
    let mut rest = vec![0; layout.heaps().saturating_sub(2)];
    let newest = layout.lines_below(layout.most(0) + 1) - layout.lines_below(layout.most(0));
    let mut new = vec![A::NEVER; newest.max(1)];
    for (largest, &most) in most.iter().enumerate().take(layout.most(0) + 1) {
        let (old, all) = (layout.lines_below(largest), layout.lines_below(largest + 1));
        // Where nothing can be taken all positions are alike.
        let lost = misere && most == 0;
        for block in ages[..old].chunks_mut(BLOCK) {
            if tick(done).is_break() {
                return None;
            }
            count += vectors(
                #[inline(always)]
                || grow_older(block, A::of(most), lost, keep.then_some(&mut bits)),
            );
            done += block.len() as u64;
        }
        if layout.heaps() > 1 {
            last_of_new(layout, largest, most, &ages, &mut new[..all - old]);
        }
        rest.fill(0);
        for (line, &ago) in (old..all).zip(&new) {
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
            count += u64::from(p);
            if keep {
                bits.push(u64::from(p), 1);
            }
            layout.next_rest(&mut rest, largest);
        }
        done += (all - old) as u64;
    }
    Some((bits, count))
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
fn grow_older<A: Age>(ages: &mut [A], reach: A, lost: bool, bits: Option<&mut Bits>) -> u64 {
    let mut count = 0;
    let step = |age: &mut A| {
        let older = age.older();
        let p = older > reach && !lost;
        *age = if p { A::of(0) } else { older };
        u8::from(p)
    };
    match bits {
        None => {
            for chunk in ages.chunks_mut(128) {
                let ones = chunk.iter_mut().fold(0u8, |ones, age| ones + step(age));
                count += u64::from(ones);
            }
        }
        Some(bits) => {
            for chunk in ages.chunks_mut(64) {
                let mut p = [0u8; 64];
                chunk.iter_mut().zip(&mut p).for_each(|(age, p)| *p = step(age));
                let word = pack_bytes(&p);
                count += u64::from(word.count_ones());
                bits.push(word, chunk.len());
            }
        }
    }
    count
}
