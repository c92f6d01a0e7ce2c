//! What a claim says of one position by itself, true or not.

use super::{At, Claim, Says};
use crate::game::Position;
use crate::lang::eval::{Evaluator, Failure};
use crate::lang::syntax::Ending;

impl Claim {
    /// The Grundy number that it says a position has, or, if that is not asked for, 0 for P and 1 for N. Nothing where it
    /// is silent, or has no value.
    #[must_use]
    pub fn says_of(
        &self,
        eval: &mut Evaluator<'_>,
        position: &Position,
        grundy: bool,
    ) -> Option<u64> {
        self.value(eval, position, grundy).unwrap_or(None)
    }

    fn value(
        &self,
        eval: &mut Evaluator<'_>,
        position: &Position,
        grundy: bool,
    ) -> Result<Option<u64>, Failure> {
        let at = &At { position, asked: &[] };
        eval.new_position();
        if !self.speaks_of(eval, at)? {
            return Ok(None);
        }
        let normal = self.game.ending() == Ending::Normal;
        for says in &self.says {
            match says {
                Says::Outcome { p, iff, condition } if !grundy => {
                    let holds = eval.truth(*condition, at)?;
                    if holds || *iff {
                        return Ok(Some(u64::from(holds != *p)));
                    }
                }
                Says::Grundy(e) if grundy || normal => {
                    let number = u64::try_from(eval.integer(*e, at)?).ok();
                    return Ok(number.map(|n| if grundy { n } else { n.min(1) }));
                }
                _ => {}
            }
        }
        Ok(None)
    }
}
