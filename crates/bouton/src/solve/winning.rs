//! Winning moves by theorems, at positions of any size.

use dashu_int::UBig;

use super::judge::{Judge, Known, Said, contradiction};
use crate::claim::{At, Constructed};
use crate::engine::Outcome;
use crate::game::{Game, How, Move, Position};
use crate::job::Stop;
use crate::lang::value::FUEL;

/// Moves are tried one by one while their number, times one more than the number of heaps, is at
/// most this.
const MOST_LOOKS: u64 = 20_000;

impl Judge<'_> {
    /// Moves to positions with a given Grundy number, and whether these are all. If there are too
    /// many moves to try, those that proofs construct: they win in a sum with a heap of this
    /// number.
    pub(super) fn moves_to(
        &mut self,
        game: &Game,
        position: &Position,
        number: &UBig,
        most: usize,
    ) -> Result<(Vec<Move>, bool), Stop> {
        let (options, mut complete) = match self.options(position)? {
            Some(options) => (options, true),
            None => {
                let mut heaps = position.heaps.clone();
                heaps.push(number.clone());
                let mut built = Vec::new();
                if let Ok(beside) = game.at_counters(heaps, position.counters.clone()) {
                    self.constructed(&beside, most, &mut built)?;
                }
                let mut options = Vec::new();
                for how in built.into_iter().map(|built| built.how) {
                    let How::Take(taken) = how else { continue };
                    options.extend(self.moves.take(position, &[(taken.stones, taken.heap)])?);
                }
                (options, false)
            }
        };
        let mut found = Vec::new();
        for option in options {
            match self.number(&option.to)? {
                Said::Known(known) if known.grundy.as_ref() == Some(number) => {
                    if found.len() < most {
                        found.push(option);
                    } else {
                        complete = false;
                    }
                }
                Said::Known(_) => {}
                Said::Silent | Said::Failed(_) => complete = false,
            }
        }
        Ok((found, complete))
    }

    /// The moves, if they are few enough to try one by one.
    fn options(&mut self, position: &Position) -> Result<Option<Vec<Move>>, Stop> {
        let looks = MOST_LOOKS / (position.heaps.len() as u64 + 1);
        let few = match self.moves.count(position)? {
            Some(count) => count <= UBig::from(looks),
            None => position.stones() <= UBig::from(looks),
        };
        if !few {
            return Ok(None);
        }
        let options = self.moves.first(position, looks as usize + 1)?;
        Ok((options.len() as u64 <= looks).then_some(options))
    }

    /// Winning moves, and whether these are all. If the moves can be tried one by one, all winning
    /// ones; otherwise those that proofs construct.
    pub(super) fn winning(
        &mut self,
        position: &Position,
        most: usize,
    ) -> Result<(Vec<Move>, bool), Stop> {
        let Some(options) = self.options(position)? else {
            let mut winning = Vec::new();
            self.constructed(position, most, &mut winning)?;
            return Ok((winning, false));
        };
        let (mut winning, mut complete, mut open) = (Vec::new(), true, options.is_empty());
        let work = FUEL / (options.len() as u64 + 1);
        let outcomes = self.outcomes(&options, |_| [work])?;
        for (option, outcome) in options.into_iter().zip(outcomes) {
            match outcome {
                Some(Outcome::P) => {
                    open = true;
                    if winning.len() < most {
                        winning.push(option);
                    } else {
                        complete = false;
                    }
                }
                Some(Outcome::N) => {}
                None => (open, complete) = (true, false),
            }
        }
        if !open {
            return Err(contradiction(position, "N", "none of its moves leads to a P-position"));
        }
        if winning.is_empty() && !complete {
            self.constructed(position, most, &mut winning)?;
        }
        Ok((winning, complete))
    }

    /// The winning moves that proofs construct, if they are legal and do win.
    fn constructed(
        &mut self,
        position: &Position,
        most: usize,
        winning: &mut Vec<Move>,
    ) -> Result<(), Stop> {
        for i in 0..self.theorems.len() {
            let claim = &self.theorems[i].claim;
            let at = At { position, asked: &[] };
            let eval = &mut self.evals[i];
            eval.new_position();
            eval.limit(FUEL);
            if !matches!(claim.speaks_of(eval, &at), Ok(true)) {
                continue;
            }
            let mut built = Vec::new();
            for says in &claim.says {
                built.extend(claim.constructed(says, eval, &at, most).unwrap_or_default());
            }
            for one in built {
                if winning.len() == most {
                    return Ok(());
                }
                let Some(found) = self.legal(position, one)? else { continue };
                if !winning.contains(&found)
                    && let Said::Known(Known { outcome: Outcome::P, .. }) =
                        self.ask(&found.to, false, 0)?
                {
                    winning.push(found);
                }
            }
        }
        Ok(())
    }

    /// The constructed move, if it is legal.
    fn legal(&mut self, position: &Position, built: Constructed) -> Result<Option<Move>, Stop> {
        Ok(match built {
            Constructed::Take { stones, heap } => match UBig::try_from(stones) {
                Ok(stones) => self.moves.take(position, &[(stones, heap)])?,
                Err(_) => None,
            },
            Constructed::To(target) => self.moves.to(position, &target)?,
            Constructed::Pass => self.moves.pass(position)?.map(|to| Move { how: How::Pass, to }),
        })
    }
}
