//! The theorems about a game.
//!
//! A theorem is used only for the game that it names, however that is worded, and only if it has
//! been compared with the definition.

use std::cell::RefCell;

use dashu_int::UBig;

use crate::claim::{Claim, Given, Held, Needed, Paper, Says, library};
use crate::game::{Game, Position};
use crate::job::{Ctx, Stop};
use crate::lang::paper::Item;
use crate::verify::{Size, Status, Verdict, held, verify};

/// Checked theorems and claims about one game.
pub(super) struct Theorems {
    pub(super) list: Vec<Theorem>,
}

/// A theorem about one game.
pub(super) struct Theorem {
    /// `xu-zhu-2018:theorem-6`
    pub(super) source: String,
    /// The title of its paper; `None` for a user's claim.
    pub(super) title: Option<String>,
    /// At how many positions it was compared with the definition.
    pub(super) positions: u64,
    /// On which positions it was compared, in words: the games, or the box of a user's claim.
    pub(super) within: String,
    /// How many parameters it has.
    parameters: usize,
    pub(super) claim: Claim,
    /// How far its functions are known to have the properties that it needs.
    checked: RefCell<Option<UBig>>,
}

/// Functions that lack a property below this number are rejected at once.
const FIRST_LOOK: u32 = 100;

impl Theorems {
    /// No theorem.
    pub(super) fn none() -> Theorems {
        Theorems { list: Vec::new() }
    }

    /// The theorems of the library about a game.
    pub(super) fn of(game: &Game) -> Theorems {
        let mut theorems = Theorems::none();
        for paper in library::papers() {
            for item in paper.items() {
                let Some((given, claim)) = speaks_of(paper, item, game) else { continue };
                if let Some((positions, games)) = held(&paper.key(item)) {
                    theorems.add(paper, item, &given, claim, (positions, games));
                }
            }
        }
        // A theorem about the game itself comes before one about a family that contains it.
        theorems.list.sort_by_key(|theorem| theorem.parameters);
        theorems
    }

    /// Adds the claims of a paper that are about a game and hold, before the others.
    pub(super) fn add_claims(
        &mut self,
        game: &Game,
        paper: &Paper,
        ctx: Ctx<'_>,
        told: &mut dyn FnMut(&Verdict),
    ) -> Result<(), Stop> {
        let mut claims = Theorems::none();
        for item in paper.items() {
            let Some((given, claim)) = speaks_of(paper, item, game) else { continue };
            let values = given.iter().map(|(name, value)| (name.clone(), vec![value.clone()]));
            let mut sizes = vec![Size { values: values.collect(), ..Size::default() }];
            if !given.is_empty() {
                // A parameter that is larger than every heap of the box alone would show little.
                sizes.push(Size::default());
            }
            let (mut held, mut positions, mut within) = (true, 0, String::new());
            for (i, size) in sizes.iter().enumerate() {
                verify(paper, item, size, ctx, &mut |verdict| {
                    told(&verdict);
                    held = held && matches!(verdict.status, Status::Holds | Status::Erratum);
                    if i == 0 {
                        (positions, within) = (verdict.positions, verdict.within);
                    }
                })?;
            }
            if held && positions > 0 {
                claims.add(paper, item, &given, claim, (positions, within));
            }
        }
        self.list.splice(..0, claims.list);
        Ok(())
    }

    /// Adds a statement with values for its parameters, if it decides positions or constructs moves.
    fn add(
        &mut self,
        paper: &Paper,
        item: &Item,
        given: &[Given],
        claim: Claim,
        (positions, within): (u64, String),
    ) {
        let decides = claim.says.iter().any(|says| match says {
            Says::Outcome { iff, .. } => *iff,
            Says::Grundy(_) | Says::Relation(..) => true,
            says => says.is_move(),
        });
        if decides {
            let source = paper.id_of(item);
            let title = paper.name().map(|_| paper.about("title").join(" "));
            self.list.push(Theorem {
                source,
                title,
                positions,
                within,
                parameters: given.len(),
                claim,
                checked: RefCell::default(),
            });
        }
    }
}

impl Theorem {
    /// Whether functions have the properties that the theorem needs, as far as they matter for a
    /// position; an error says why it is unknown.
    pub(super) fn has_properties(&self, position: &Position) -> Result<bool, String> {
        if self.claim.needed.is_empty() {
            return Ok(true);
        }
        let far = position.stones() + position.counters.turn.clone().unwrap_or_default();
        if self.checked.borrow().as_ref().is_some_and(|checked| far <= *checked) {
            return Ok(true);
        }
        for needed in &self.claim.needed {
            match needed.held(&far) {
                Held::Shown | Held::Checked(_) => {}
                Held::Fails(_) => return Ok(false),
                Held::Unknown(why) => {
                    let (source, words) = (&self.source, needed.words());
                    return Err(format!("{source} needs that {words}: {why}"));
                }
            }
        }
        self.checked.replace(Some(far));
        Ok(true)
    }
}

/// The values of a statement's parameters for which it is about a game, judged by a first look, and
/// the claim with these values.
fn speaks_of(paper: &Paper, item: &Item, game: &Game) -> Option<(Vec<Given>, Claim)> {
    paper.parameters_for(item, game).into_iter().find_map(|given| {
        if !paper.allows(item, &given) {
            return None;
        }
        let claim = paper.claim(item, &given).ok().flatten()?;
        let fails = |needed: &Needed| matches!(needed.held(&FIRST_LOOK.into()), Held::Fails(_));
        let fails = claim.needed.iter().any(fails);
        (!fails).then_some((given, claim))
    })
}
