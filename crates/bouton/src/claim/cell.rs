//! What a claim says about one position, whether that is true or not.

use super::{At, Claim, Says};
use crate::game::Position;
use crate::lang::eval::{Evaluator, Failure};
use crate::lang::syntax::Ending;

impl Claim {
    /// The Grundy number that the claim states for a position, or, if it is not wanted, 0 for P and
    /// 1 for N. `None` if the claim is silent or has no value there.
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
