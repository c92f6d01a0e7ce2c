//! Which cases of a claim the positions of its boxes met.

use std::ops::ControlFlow;

use dashu_int::UBig;
use fastrand::Rng;

use super::random;
use crate::claim::{At, Claim};
use crate::engine::Extent;
use crate::game::Position;
use crate::job::{Ctx, Stop};

/// Boxes with more positions are not gone through; some of their positions are drawn.
const GONE_THROUGH: u64 = 20_000;
const DRAWN: usize = 5_000;

/// The steps of the evaluator for each position of a default box.
const STEPS: u64 = 2_700;

/// After this many positions the watcher is asked whether to continue.
const TICK: u64 = 1 << 8;

/// The cases of a claim, and how often they were met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Met {
    /// Each case in words, and at how many positions it decided what the claim says.
    pub cases: Vec<(String, u64)>,
    /// The cases that were not met at all.
    pub never: Vec<String>,
    /// At how many positions this was looked at.
    pub positions: u64,
    /// Whether these are all positions of the boxes, as far as there was something left to meet.
    pub all: bool,
}

/// Looks at the positions of boxes: those of the first, and those of the others until every case was met.
pub(super) fn met(claim: &Claim, boxes: &[Extent], about: u64, ctx: Ctx<'_>) -> Result<Met, Stop> {
    let game = &claim.game;
    let (mut cases, mut eval) = (claim.cases(), claim.evaluator());
    eval.limit(STEPS * about);
    let (mut positions, mut all, mut cancelled) = (0u64, true, false);
    for (i, extent) in boxes.iter().enumerate() {
        if i > 0 && cases.is_met() {
            break;
        }
        let mut look = |position: &Position| {
            if cases.look(claim, &mut eval, &At { position, asked: &[] }) {
                positions += 1;
            }
            cancelled =
                positions.is_multiple_of(TICK) && ctx.watch.tick(positions, None).is_break();
            match cancelled || eval.is_spent() || i > 0 && cases.is_met() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        if extent.len(game) <= UBig::from(GONE_THROUGH) {
            extent.each(game, &mut |position| Ok(look(&position)))?;
        } else {
            all = false;
            let mut rng = Rng::with_seed(0);
            for _ in 0..DRAWN {
                if let Some(position) = random::position(game, extent, &mut rng)
                    && look(&position).is_break()
                {
                    break;
                }
            }
        }
        if cancelled {
            return Err(Stop::Cancelled);
        }
    }
    all &= !eval.is_spent();
    let never = cases.never_met();
    Ok(Met { cases: cases.counted(), all: all || never.is_empty(), never, positions })
}
