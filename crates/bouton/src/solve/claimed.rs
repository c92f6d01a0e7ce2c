//! Pictures of what a claim says, right or wrong.

use std::ops::Range;

use super::slice::Slice;
use crate::claim::{Claim, Paper};
use crate::error::Error;
use crate::game::Game;
use crate::job::{Stop, Watch};

impl Slice<'_> {
    /// What the first claim of a paper says, row by row: Grundy numbers, or 0 for P and 1 for N; `None` where there is
    /// no position or the claim is silent. If no claim is about the game, the reason is [`Stop::Unknown`].
    pub fn claimed(
        &self,
        paper: &Paper,
        xs: Range<u64>,
        ys: Range<u64>,
        grundy: bool,
        watch: &dyn Watch,
    ) -> Result<Vec<Option<u64>>, Error> {
        let claim = claim_about(self.game, paper)?;
        let mut eval = claim.evaluator();
        let mut cells = Vec::new();
        for y in if self.has_y() { ys } else { 0..1 } {
            if watch.tick(y, None).is_break() {
                return Err(Stop::Cancelled.into());
            }
            for x in xs.clone() {
                let position = self.position(x, y);
                cells.push(position.and_then(|p| claim.says_of(&mut eval, &p, grundy)));
            }
        }
        Ok(cells)
    }
}

/// The first claim of a paper that says something; it must be about positions of the game's shape.
fn claim_about(game: &Game, paper: &Paper) -> Result<Claim, Error> {
    let size = |game: &Game| game.coordinates().map(<[String]>::len);
    for item in paper.items() {
        let given = paper.parameters_for(item, game).into_iter().next().unwrap_or_default();
        let claim = paper.claim(item, &given)?;
        if let Some(claim) = claim.filter(|claim| !claim.says.is_empty()) {
            if size(&claim.game) != size(game) || claim.game.order() != game.order() {
                let why = format!("the claim is about another game, {}", claim.game);
                return Err(Stop::Unknown(why).into());
            }
            return Ok(claim);
        }
    }
    Err(Stop::Unknown("the text contains no claim, like `P iff xor(x) = 0`".into()).into())
}
