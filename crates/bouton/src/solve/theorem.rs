//! The answer by a theorem of the library, for positions of any size.
//!
//! A theorem is used only for the game that it names, with the same parameters, and only after it has been
//! compared with the definition for these parameters and for some others, on boxes of small positions.

use std::ops::ControlFlow;

use dashu_int::UBig;

use super::Question;
use crate::claim::{At, Claim, Constructed, Given, Held, Paper, Says, library, property};
use crate::engine::Outcome;
use crate::game::{Game, How, Move, Moves, Position, library as games};
use crate::job::{Ctx, Stop};
use crate::lang::eval::Failure;
use crate::lang::paper::{GameName, Item};
use crate::lang::syntax::{Argument, ArgumentValue, Ending, Expr, ExprKind, LineKind, Name};
use crate::lang::{Code, Diagnostic, parse_game};
use crate::verify::{Size, Status, verify};

/// An answer by a theorem.
#[derive(Clone, Debug)]
pub struct ByTheorem {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy number, where the theorem gives it and it was asked for.
    pub grundy: Option<UBig>,
    /// Winning moves that the theorem's proof constructs, or that were found among the moves with it.
    pub winning: Vec<Move>,
    /// Whether these are all winning moves.
    pub complete: bool,
    /// The theorem: `xu-zhu-2018:theorem-6`.
    pub source: String,
    /// The title of its paper.
    pub title: String,
    /// At how many positions it was compared with the definition.
    pub positions: u64,
    /// The numbers that the theorem looks at.
    pub numbers: Vec<(String, String)>,
}

/// Moves are looked at one by one up to this number.
const MOST_MOVES: usize = 20_000;

/// Answers a position by the theorems of the library; `None` when none speaks of it.
pub fn by_theorem(
    game: &Game,
    position: &Position,
    ask: Question,
    ctx: Ctx<'_>,
) -> Result<Option<ByTheorem>, Stop> {
    let theorems = Theorems::of(game, position);
    let Some((i, outcome, grundy)) = theorems.outcome(position)? else { return Ok(None) };
    if ask.values.grundy && grundy.is_none() {
        return Ok(None);
    }
    let theorem = &theorems.list[i];
    // Every theorem about the game must hold: the moves may be judged by another one than the position.
    let mut positions = 0;
    for (j, theorem) in theorems.list.iter().enumerate() {
        match theorem.held(ctx)? {
            Some(held) if i == j => positions = held,
            Some(_) => {}
            None => return Ok(None),
        }
    }
    let mut answer = ByTheorem {
        outcome,
        grundy: grundy.filter(|_| ask.values.grundy),
        winning: Vec::new(),
        complete: outcome == Outcome::P,
        source: format!("{}:{}", theorem.paper.name().unwrap_or_default(), theorem.item.id()),
        title: theorem.paper.about("title").join(" "),
        positions,
        numbers: theorem.numbers(position)?,
    };
    if outcome == Outcome::N {
        theorems.winning(game, position, ask.moves, ctx, &mut answer)?;
    }
    Ok(Some(answer))
}

/// A theorem about one game.
struct Theorem {
    paper: Paper,
    item: Item,
    given: Vec<Given>,
    claim: Claim,
}

/// All theorems about one game.
struct Theorems {
    list: Vec<Theorem>,
}

impl Theorems {
    fn of(game: &Game, position: &Position) -> Theorems {
        let mut list = Vec::new();
        for entry in library::PAPERS {
            let Ok(paper) = Paper::parse(entry.text) else { continue };
            for item in paper.statements() {
                let Some(given) = same_game(item, game) else { continue };
                if !paper.allows(item, &given) {
                    continue;
                }
                let Ok(Some(claim)) = paper.claim(item, &given) else { continue };
                let decides = claim.says.iter().any(|says| match says {
                    Says::Outcome { iff, .. } => *iff,
                    Says::Grundy(_) => true,
                    _ => false,
                });
                if decides && has_properties(&claim, position) {
                    list.push(Theorem { paper: paper.clone(), item: item.clone(), given, claim });
                }
            }
        }
        Theorems { list }
    }

    /// What the theorems say of a position, and which is the first that does. Two that contradict each other
    /// are an error.
    fn outcome(&self, position: &Position) -> Result<Option<(usize, Outcome, Option<UBig>)>, Stop> {
        let mut known: Option<(usize, Outcome, Option<UBig>)> = None;
        for (i, theorem) in self.list.iter().enumerate() {
            let Some((outcome, grundy)) = theorem.outcome(position)? else { continue };
            match &mut known {
                None => known = Some((i, outcome, grundy)),
                Some((first, before, number)) => {
                    let differ = matches!((&*number, &grundy), (Some(a), Some(b)) if a != b);
                    if *before != outcome || differ {
                        let (a, b) = (self.list[*first].item.id(), theorem.item.id());
                        let message =
                            format!("{a} and {b} contradict each other at {}", position.brief());
                        return Err(Diagnostic::new(Code::Together, message).into());
                    }
                    // A theorem that gives the Grundy number tells more.
                    if number.is_none() && grundy.is_some() {
                        known = Some((i, outcome, grundy));
                    }
                }
            }
        }
        Ok(known)
    }

    fn winning(
        &self,
        game: &Game,
        position: &Position,
        most: usize,
        ctx: Ctx<'_>,
        answer: &mut ByTheorem,
    ) -> Result<(), Stop> {
        let mut moves = Moves::new(game, ctx.watch);
        let few = moves.count(position)?.is_some_and(|count| count <= UBig::from(MOST_MOVES));
        if few {
            let mut failed = None;
            let mut complete = true;
            moves.each(position, &mut |how, to| match self.outcome(to) {
                Ok(Some((_, Outcome::P, _))) if answer.winning.len() < most => {
                    answer.winning.push(Move { how: how.clone(), to: to.clone() });
                    ControlFlow::Continue(())
                }
                Ok(Some((_, Outcome::N, _))) => ControlFlow::Continue(()),
                Ok(_) => {
                    complete = false;
                    ControlFlow::Continue(())
                }
                Err(stop) => {
                    failed = Some(stop);
                    ControlFlow::Break(())
                }
            })?;
            answer.complete = complete;
            return failed.map_or(Ok(()), Err);
        }
        for theorem in &self.list {
            if answer.winning.len() == most {
                break;
            }
            if let Some(found) = theorem.constructed(position, &mut moves)?
                && matches!(self.outcome(&found.to)?, Some((_, Outcome::P, _)))
                && !answer.winning.contains(&found)
            {
                answer.winning.push(found);
            }
        }
        Ok(())
    }
}

impl Theorem {
    fn outcome(&self, position: &Position) -> Result<Option<(Outcome, Option<UBig>)>, Stop> {
        let mut eval = self.claim.evaluator();
        let at = At { position, asked: &[] };
        let failed = |failure| self.failed(position, &failure);
        if !self.claim.speaks_of(&mut eval, &at).map_err(failed)? {
            return Ok(None);
        }
        let normal = self.claim.game.ending() == Ending::Normal;
        let mut known = None;
        for says in &self.claim.says {
            match says {
                Says::Grundy(e) if normal => {
                    let number = eval.integer(*e, &at).map_err(failed)?;
                    let number = number.as_ubig().cloned().unwrap_or_default();
                    let outcome = if number.is_zero() { Outcome::P } else { Outcome::N };
                    return Ok(Some((outcome, Some(number))));
                }
                Says::Outcome { p, iff: true, condition } => {
                    let holds = eval.truth(*condition, &at).map_err(failed)?;
                    known = Some((if holds == *p { Outcome::P } else { Outcome::N }, None));
                }
                _ => {}
            }
        }
        Ok(known)
    }

    fn failed(&self, position: &Position, failure: &Failure) -> Stop {
        let expr = self.claim.show(failure.expr);
        let message =
            format!("at {} `{expr}` of {}: {}", position.brief(), self.item.id(), failure.fault);
        Diagnostic::new(failure.fault.code(), message).into()
    }

    /// At how many positions it was compared with the definition; `None` when it did not hold.
    fn held(&self, ctx: Ctx<'_>) -> Result<Option<u64>, Stop> {
        let values = self.given.iter().map(|(name, value)| (name.clone(), vec![value.clone()]));
        let mut sizes = vec![Size { values: values.collect(), ..Size::default() }];
        if !self.given.is_empty() {
            // Parameters that are larger than every heap of the box would show little by themselves.
            sizes.push(Size::default());
        }
        let (mut held, mut positions) = (true, 0);
        for size in &sizes {
            verify(&self.paper, &self.item, size, ctx, &mut |verdict| {
                held = held && matches!(verdict.status, Status::Holds | Status::Erratum);
                positions += verdict.positions;
            })?;
        }
        Ok((held && positions > 0).then_some(positions))
    }

    /// The winning move that the proof constructs, if it is a legal one.
    fn constructed(
        &self,
        position: &Position,
        moves: &mut Moves<'_>,
    ) -> Result<Option<Move>, Stop> {
        let mut eval = self.claim.evaluator();
        let at = At { position, asked: &[] };
        let failed = |failure| self.failed(position, &failure);
        if !self.claim.speaks_of(&mut eval, &at).map_err(failed)? {
            return Ok(None);
        }
        for says in &self.claim.says {
            for constructed in self.claim.constructed(says, &mut eval, &at, 1).map_err(failed)? {
                if let Constructed::Take { stones, heap } = constructed
                    && let Some(stones) = stones.as_ubig().cloned()
                    && let Some(to) = moves.take(position, &heap, &stones)?
                {
                    return Ok(Some(Move { how: How::Take { stones, heap }, to }));
                }
            }
        }
        Ok(None)
    }

    /// The values of the names that the theorem uses.
    fn numbers(&self, position: &Position) -> Result<Vec<(String, String)>, Stop> {
        let mut eval = self.claim.evaluator();
        let at = At { position, asked: &[] };
        let mut numbers = Vec::new();
        for (name, id) in &self.claim.names {
            if let Ok(value) = eval.integer(*id, &at) {
                numbers.push((name.clone(), value.to_string()));
            }
        }
        Ok(numbers)
    }
}

/// The values of a statement's parameters for which it speaks of this game; `None` when it does not. A game is
/// the same when it is the same game of the library with the same arguments, or the same text.
fn same_game(item: &Item, game: &Game) -> Option<Vec<Given>> {
    let (name, arguments) = match item.game.as_ref()? {
        GameName::Text(text, _) => {
            let same = Game::parse(text).is_ok_and(|other| other.to_string() == game.to_string());
            return same.then(Vec::new);
        }
        GameName::Library(name, arguments) => (name, arguments),
    };
    let [line] = &game.text().lines[..] else { return None };
    let LineKind::Base(own_name, own_arguments) = &line.kind else { return None };
    if own_name != name {
        return None;
    }
    let (tree, _) = parse_game(games::find(&name.text)?.text);
    let LineKind::Heading(_, parameters) = &tree.lines.first()?.kind else { return None };
    let mut given: Vec<Given> = Vec::new();
    for (i, parameter) in parameters.iter().enumerate() {
        let said = argument(arguments, i, parameter)?;
        let own = argument(own_arguments, i, parameter)?;
        match said {
            ArgumentValue::Number(Expr { kind: ExprKind::Name(name), .. }) => {
                given.push((name.clone(), own.clone()));
            }
            said if said == own => {}
            _ => return None,
        }
    }
    Some(given)
}

/// The argument for parameter number `i`, by name or by order.
fn argument<'a>(
    arguments: &'a [Argument],
    i: usize,
    parameter: &Name,
) -> Option<&'a ArgumentValue> {
    let named = arguments.iter().find(|a| a.name.as_ref().is_some_and(|name| name == parameter));
    let ordered = || arguments.iter().filter(|a| a.name.is_none()).nth(i);
    named.or_else(ordered).map(|argument| &argument.value)
}

/// Whether functions have the properties that a theorem needs, as far as a position can look at them.
fn has_properties(claim: &Claim, position: &Position) -> bool {
    if claim.properties.is_empty() {
        return true;
    }
    let largest = position.heaps.iter().max().cloned().unwrap_or_default();
    let far = largest + position.counters.turn.clone().unwrap_or_default();
    claim.properties.iter().all(|(_, value, which)| {
        matches!(property(value, *which, &far), Held::Shown | Held::Checked(_))
    })
}
