//! Boxes beside the default one: few large heaps, many small ones, late turns. A claim that is wrong only there shows it.

use dashu_int::UBig;

use super::by::By;
use super::size::counters;
use super::small;
use crate::claim::{At, Claim, Says};
use crate::engine::{Asked, Extent, Method, Values, plan};
use crate::game::{Game, Moves};
use crate::job::Unwatched;
use crate::lang::eval::{Evaluator, Failure};
use crate::lang::value::Fault;

/// The most positions of a box, for each position of the default box.
const POSITIONS: u64 = 8;

/// The steps of the evaluator, and the nanoseconds of the engine as far as they can be guessed, for each of them.
const STEPS: u64 = 2_000;
const NANOSECONDS: u64 = 20_000;

/// The nanoseconds of a move of a single heap, about.
const A_MOVE: u64 = 10;

/// The size of single heaps, of two, of three and of five, at most.
const FEW: [(usize, u64); 4] = [(1, 10_000), (2, 500), (3, 100), (5, 30)];

/// The sizes of many heaps, and how many there are at most.
const SMALL: [u64; 3] = [2, 4, 7];
const MANY: u64 = 24;

/// The turns and the last takes that are looked at with small heaps, at most.
const LATE: u64 = 60;

/// The greatest size of the coordinates beside a long one; on late turns heaps are at most twice as large.
const BESIDE: u64 = 3;

/// The boxes in which a claim is compared beside another one, which has about this many positions, and what it is compared
/// with in them.
pub(super) fn boxes(
    claim: &Claim,
    values: Values,
    main: &Extent,
    about: u64,
) -> Vec<(Extent, Option<By>)> {
    let game = &claim.game;
    if !game.summands().is_empty() || claim.says.is_empty() {
        return Vec::new();
    }
    let looked = Looked { claim, values, about, method: Method::of(game, values) };
    let mut boxes: Vec<(Extent, Option<By>)> = Vec::new();
    for shape in shapes(game, main) {
        if let Some(found) = looked.largest(&shape)
            && !main.holds(&found)
            && boxes.iter().all(|(other, _)| *other != found)
        {
            // If the table takes too much memory, the definition is not tried.
            let way = plan(game, values, &Asked::Box(&found)).map(|_| By::Table);
            boxes.push((found, way));
        }
    }
    boxes
}

/// Boxes that grow with one number, which is at most the one given.
struct Shape<'g> {
    most: u64,
    of: Box<dyn Fn(u64) -> Extent + 'g>,
}

/// The shapes of boxes for a game.
fn shapes<'g>(game: &'g Game, main: &'g Extent) -> Vec<Shape<'g>> {
    let mut shapes = Vec::new();
    let mut add = |most: u64, of: Box<dyn Fn(u64) -> Extent + 'g>| shapes.push(Shape { most, of });
    let start = game.start();
    if let Some(names) = game.coordinates() {
        for long in 0..names.len() {
            let most = move |n: u64| {
                (0..names.len()).map(move |i| if i == long { n } else { n.min(BESIDE) })
            };
            add(FEW[0].1, Box::new(move |n| Extent { most: most(n).collect(), ..main.clone() }));
        }
        add(FEW[1].1, Box::new(move |n| Extent { most: vec![n; names.len()], ..main.clone() }));
    } else {
        let declared = game.heaps().and_then(|most| usize::try_from(most).ok());
        let fixed = game.order().has_places().then_some(declared).flatten();
        let heaps = move |heaps: usize, most: u64| Extent {
            heaps: 0..=heaps,
            most: vec![most],
            counters: counters(game, Some(0..=most)),
        };
        for (few, most) in FEW {
            let few = fixed.unwrap_or_else(|| declared.map_or(few, |most| most.min(few)));
            add(most, Box::new(move |n| heaps(few, n)));
        }
        for small in SMALL.into_iter().filter(|_| fixed.is_none()) {
            let most = declared.map_or(MANY, |most| MANY.min(most as u64));
            add(most, Box::new(move |n| heaps(n as usize, small)));
        }
    }
    let small = move || main.most.iter().map(|&most| most.min(2 * BESIDE)).collect::<Vec<_>>();
    let few = (*main.heaps.start()).min(2)..=(*main.heaps.end()).min(2);
    for (name, first, has) in [("turn", 1, start.turn.is_some()), ("last", 0, start.last.is_some())]
    {
        let few = few.clone();
        let of = move |n: u64| {
            let others = main.counters.iter().filter(|(other, _)| other != name).cloned();
            let counters = others.chain([(name.to_string(), first..=n)]).collect();
            Extent { heaps: few.clone(), most: small(), counters }
        };
        if has {
            add(LATE, Box::new(of));
        }
    }
    shapes
}

/// The claim that needs boxes.
struct Looked<'c> {
    claim: &'c Claim,
    values: Values,
    about: u64,
    method: Method,
}

impl Looked<'_> {
    /// The largest box of a shape that does not take too much work; each that is tried is two thirds as large as the one before.
    fn largest(&self, shape: &Shape<'_>) -> Option<Extent> {
        let smaller = |n: &u64| Some(n - n.div_ceil(3)).filter(|&n| n > 0);
        let sizes = std::iter::successors(Some(shape.most), smaller);
        sizes.map(|n| (shape.of)(n)).find(|extent| self.fits(extent))
    }

    fn fits(&self, extent: &Extent) -> bool {
        let game = &self.claim.game;
        let positions = extent.len(game);
        if positions > UBig::from(self.about * POSITIONS) || extent.check(game).is_err() {
            return false;
        }
        let positions = u64::try_from(positions).unwrap_or(u64::MAX).max(1);
        let steps = self.about * STEPS / positions;
        self.steps(extent, steps) && self.nanoseconds(extent) <= (self.about * NANOSECONDS) as f64
    }

    /// Whether the claim takes at most this many steps at the largest position of a box.
    fn steps(&self, extent: &Extent, most: u64) -> bool {
        let position = extent.corner(&self.claim.game);
        let at = At { position: &position, asked: &[] };
        let mut eval = self.claim.evaluator();
        eval.limit(most);
        let failed = self.say(&mut eval, &at).err();
        // What else has no value there shows when it is compared.
        failed.is_none_or(|failure| failure.fault != Fault::TooMuchWork)
    }

    /// Computes what the claim says at a position.
    fn say(&self, eval: &mut Evaluator<'_>, at: &At<'_>) -> Result<(), Failure> {
        eval.new_position();
        if !self.claim.speaks_of(eval, at)? {
            return Ok(());
        }
        for says in &self.claim.says {
            match says {
                Says::Outcome { condition, .. } | Says::Relation(condition, _) => {
                    eval.truth(*condition, at)?;
                }
                Says::Grundy(number) => {
                    eval.integer(*number, at)?;
                }
                Says::Take { .. } | Says::MoveTo { .. } | Says::Pass { .. } => {
                    self.claim.constructed(says, eval, at, usize::MAX)?;
                }
            }
        }
        Ok(())
    }

    /// About how many nanoseconds the values of a box take.
    fn nanoseconds(&self, extent: &Extent) -> f64 {
        let game = &self.claim.game;
        match self.method {
            Method::Heaps => {
                // The numbers of single heaps; the xor of several takes little.
                let most = extent.most.first().copied().unwrap_or(0);
                let Ok(heap) = game.at([UBig::from(most)]) else { return f64::INFINITY };
                let each = A_MOVE * (most + 1);
                let few = usize::try_from(self.about * NANOSECONDS / each).unwrap_or(usize::MAX);
                match Moves::new(game, &Unwatched).first(&heap, few.saturating_add(1)) {
                    Ok(moves) if moves.len() <= few => (each * moves.len() as u64) as f64,
                    _ => f64::INFINITY,
                }
            }
            _ => match plan(game, self.values, &Asked::Box(extent)) {
                Some(plan) => plan.nanoseconds(),
                None if small::fits(game, extent, 1) => 0.0,
                None => f64::INFINITY,
            },
        }
    }
}
