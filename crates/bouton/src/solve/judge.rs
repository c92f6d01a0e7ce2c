//! What theorems say about positions of any size.

use dashu_int::{IBig, UBig};

use super::many::Compiled;
use super::theorem::{Theorem, Theorems};
use super::{ANSWERED, Answer, Basis, Citation, Question, outcome};
use crate::claim::{At, Says};
use crate::engine::Outcome;
use crate::game::{Game, Move, Moves, Position};
use crate::job::{Ctx, Stop};
use crate::lang::builtin::Binary;
use crate::lang::core::{Core, ExprId, Node, Word};
use crate::lang::eval::{Evaluator, Failure};
use crate::lang::syntax::Ending;
use crate::lang::value::{FUEL, Fault};
use crate::lang::{Code, Diagnostic, shorten};

/// What the theorems say about a position.
pub(super) enum Said {
    /// They decide it.
    Known(Known),
    /// None applies to it.
    Silent,
    /// One applies to it but cannot be evaluated, for this reason.
    Failed(String),
}

/// What is known about a position, and by which theorem.
pub(super) struct Known {
    theorem: usize,
    pub(super) outcome: Outcome,
    pub(super) grundy: Option<UBig>,
}

/// The limit of work for the first try of every theorem. Only if none answers within it do they get
/// more.
const QUICK: u64 = 1_000_000;

/// The same for each heap.
const QUICK_HEAP: u64 = 20;

/// The limits of work for a position: a small one first, then the full one.
fn works(position: &Position) -> [u64; 2] {
    [QUICK + QUICK_HEAP * position.heaps.len() as u64, FUEL]
}

/// How deep the value of one position may depend on the values of others.
const MOST_ASKED: usize = 8;

/// The theorems about a game, at work.
pub(super) struct Judge<'t> {
    pub(super) theorems: &'t [Theorem],
    pub(super) evals: Vec<Evaluator<'t>>,
    pub(super) moves: Moves<'t>,
    /// The same theorems compiled. They answer faster, but less often and without reasons.
    compiled: Option<&'t mut Compiled>,
}

/// Why a theorem that applies to a position does not decide it.
enum Trouble {
    Failed(String),
    Stop(Stop),
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Trouble {
        Trouble::Stop(stop)
    }
}

type Decided = Option<(Outcome, Option<UBig>)>;

impl<'t> Judge<'t> {
    pub(super) fn new(game: &'t Game, theorems: &'t Theorems, ctx: Ctx<'t>) -> Judge<'t> {
        let theorems = &theorems.list[..];
        let evals = theorems.iter().map(|theorem| theorem.claim.evaluator()).collect();
        Judge { theorems, evals, moves: Moves::new(game, ctx.watch), compiled: None }
    }

    /// The same with compiled theorems.
    pub(super) fn with(self, compiled: Option<&'t mut Compiled>) -> Judge<'t> {
        Judge { compiled, ..self }
    }

    /// The outcomes of the positions after some moves, without reasons, where they are known.
    pub(super) fn outcomes<W: AsRef<[u64]>>(
        &mut self,
        moves: &[Move],
        work: impl Fn(&Position) -> W,
    ) -> Result<Vec<Option<Outcome>>, Stop> {
        let mut outcomes = match &mut self.compiled {
            Some(compiled) => compiled.outcomes(moves),
            None => vec![None; moves.len()],
        };
        for (m, outcome) in moves.iter().zip(&mut outcomes) {
            if outcome.is_none()
                && let Said::Known(known) =
                    self.ask_within(work(&m.to).as_ref(), &m.to, false, 0)?
            {
                *outcome = Some(known.outcome);
            }
        }
        Ok(outcomes)
    }

    /// What the theorems say about a position, including its Grundy number if `grundy`. Two
    /// theorems that contradict each other are an error.
    pub(super) fn says(&mut self, position: &Position, grundy: bool) -> Result<Said, Stop> {
        self.ask(position, grundy, 0)
    }

    pub(super) fn ask(
        &mut self,
        position: &Position,
        grundy: bool,
        depth: usize,
    ) -> Result<Said, Stop> {
        self.ask_within(&works(position), position, grundy, depth)
    }

    /// The same with a limit of work for each theorem, and a larger one if none has answered.
    pub(super) fn ask_within(
        &mut self,
        work: &[u64],
        position: &Position,
        grundy: bool,
        depth: usize,
    ) -> Result<Said, Stop> {
        let mut failed = None;
        for &work in work {
            let mut known: Option<Known> = None;
            failed = None;
            for i in 0..self.theorems.len() {
                match self.decides(i, position, grundy, work, depth) {
                    Ok(None) => {}
                    Ok(Some((outcome, number))) => {
                        let now = Known { theorem: i, outcome, grundy: number };
                        known = Some(self.together(known, now, position, grundy)?);
                    }
                    Err(Trouble::Failed(why)) => failed = Some(why),
                    Err(Trouble::Stop(stop)) => return Err(stop),
                }
            }
            match known {
                Some(known) if !grundy || known.grundy.is_some() => return Ok(Said::Known(known)),
                _ if failed.is_none() => return Ok(Said::Silent),
                _ => {}
            }
        }
        Ok(failed.map_or(Said::Silent, Said::Failed))
    }

    /// Combines two theorems: the first one counts, unless only the second gives a wanted Grundy
    /// number.
    fn together(
        &self,
        before: Option<Known>,
        now: Known,
        position: &Position,
        grundy: bool,
    ) -> Result<Known, Stop> {
        let Some(before) = before else { return Ok(now) };
        let differ = matches!((&before.grundy, &now.grundy), (Some(a), Some(b)) if a != b);
        if before.outcome != now.outcome || differ {
            let said = |known: &Known| {
                let source = &self.theorems[known.theorem].source;
                match &known.grundy {
                    Some(number) => format!("{source} says grundy {number}"),
                    None => format!("{source} says {}", known.outcome),
                }
            };
            let message = format!(
                "two claims contradict each other at {}: {}, and {}",
                position.brief(),
                said(&before),
                said(&now)
            );
            return Err(Diagnostic::new(Code::Together, message).into());
        }
        Ok(if grundy && before.grundy.is_none() { now } else { before })
    }

    /// What a theorem says about a position, if it decides it.
    fn decides(
        &mut self,
        i: usize,
        position: &Position,
        grundy: bool,
        work: u64,
        depth: usize,
    ) -> Result<Decided, Trouble> {
        let theorem = &self.theorems[i];
        let claim = &theorem.claim;
        if !theorem.has_properties(position).map_err(Trouble::Failed)? {
            return Ok(None);
        }
        let failed = |failure: Failure| theorem.failed(position, &failure);
        let at = At { position, asked: &[] };
        let eval = &mut self.evals[i];
        eval.new_position();
        eval.limit(work);
        if !claim.speaks_of(eval, &at).map_err(failed)? {
            return Ok(None);
        }
        let normal = claim.game.ending() == Ending::Normal;
        let mut decided: Decided = None;
        for says in &claim.says {
            let now = match says {
                Says::Grundy(e) if normal => {
                    let number = eval.integer(*e, &at).map_err(failed)?;
                    natural(number, theorem, position)?
                }
                Says::Outcome { p, iff: true, condition } => {
                    let holds = eval.truth(*condition, &at).map_err(failed)?;
                    Some((if holds == *p { Outcome::P } else { Outcome::N }, None))
                }
                _ => continue,
            };
            if let (Some((before, _)), Some((now, _))) = (&decided, &now)
                && before != now
            {
                let why = format!("{} also says {now}", theorem.source);
                return Err(contradiction(position, &before.to_string(), &why).into());
            }
            decided = now.filter(|(_, number)| number.is_some() || decided.is_none()).or(decided);
        }
        let told = decided.as_ref().is_some_and(|(_, number)| !grundy || number.is_some());
        if told || depth == MOST_ASKED {
            return Ok(decided);
        }
        let others = claim.asked(&mut self.evals[i], &at).map_err(failed)?;
        let Some(here) = others.iter().position(|other| other == position) else {
            return Ok(decided);
        };
        for says in &claim.says {
            let Says::Relation(relation, _) = says else { continue };
            let core = &claim.game.core;
            let Some(value) = value_of(core, *relation, here) else { continue };
            if let Some(number) = self.related(i, value, position, &others, work, depth)? {
                return natural(number, theorem, position);
            }
        }
        Ok(decided)
    }

    /// The value of an expression that uses Grundy numbers of other positions.
    fn related(
        &mut self,
        i: usize,
        value: ExprId,
        position: &Position,
        others: &[Position],
        work: u64,
        depth: usize,
    ) -> Result<Option<IBig>, Trouble> {
        let theorem = &self.theorems[i];
        let mut asked = vec![IBig::ZERO; others.len()];
        for (j, other) in others.iter().enumerate() {
            if !asks_for(&theorem.claim.game.core, value, j) {
                continue;
            }
            match self.ask(other, true, depth + 1)? {
                Said::Known(Known { grundy: Some(number), .. }) => asked[j] = number.into(),
                Said::Failed(why) => return Err(Trouble::Failed(why)),
                _ => return Ok(None),
            }
        }
        let eval = &mut self.evals[i];
        eval.new_position();
        eval.limit(work);
        let number = eval.integer(value, &At { position, asked: &asked });
        number.map(Some).map_err(|failure| theorem.failed(position, &failure))
    }

    /// The whole answer.
    pub(super) fn answer(
        &mut self,
        position: &Position,
        known: Known,
        ask: Question,
    ) -> Result<Answer, Stop> {
        let count = self.moves.count(position)?;
        if let (Some(number), Some(count)) = (&known.grundy, &count)
            && number > count
        {
            let why = format!("it has {count} moves");
            return Err(contradiction(position, &format!("said to have grundy {number}"), &why));
        }
        let basis = Basis::Theorem(self.citation(&known, position));
        let mut answer = Answer {
            outcome: known.outcome,
            grundy: known.grundy.filter(|_| ask.values.grundy),
            length: None,
            winning: Vec::new(),
            complete: known.outcome == Outcome::P,
            answered: Vec::new(),
            moves: count,
            basis,
        };
        if known.outcome == Outcome::N {
            (answer.winning, answer.complete) = self.winning(position, ask.moves)?;
            return Ok(answer);
        }
        let first = self.moves.first(position, ANSWERED + 1)?;
        if first.len() <= ANSWERED {
            answer.moves = Some(first.len().into());
        }
        let shown = &first[..first.len().min(ANSWERED)];
        let outcomes = self.outcomes(shown, works)?;
        for (losing, outcome) in first.into_iter().zip(outcomes) {
            if outcome == Some(Outcome::P) {
                let why = format!("the move to {} leads to a P-position", losing.to.brief());
                return Err(contradiction(position, "P", &why));
            }
            let (reply, complete) = self.winning(&losing.to, 1)?;
            if complete || !reply.is_empty() {
                answer.answered.push((losing, reply.into_iter().next()));
            }
        }
        Ok(answer)
    }

    /// The citation of the theorem behind what is known about a position.
    pub(super) fn citation(&mut self, known: &Known, position: &Position) -> Citation {
        let theorem = &self.theorems[known.theorem];
        Citation {
            source: theorem.source.clone(),
            title: theorem.title.clone(),
            positions: theorem.positions,
            within: theorem.within.clone(),
            reason: self.reason(known.theorem, position),
        }
    }

    /// The reason that a theorem gives.
    fn reason(&mut self, i: usize, position: &Position) -> String {
        let eval = &mut self.evals[i];
        eval.new_position();
        eval.limit(FUEL);
        let told = self.theorems[i].claim.reason(eval, &At { position, asked: &[] });
        if !told.is_empty() {
            return told;
        }
        // It decides by a relation to other positions.
        let others = self.theorems[i].claim.asked(&mut self.evals[i], &At { position, asked: &[] });
        let mut numbers = Vec::new();
        for other in others.unwrap_or_default().iter().filter(|other| *other != position) {
            if let Ok(Said::Known(Known { theorem, grundy: Some(number), .. })) =
                self.ask(other, true, 1)
            {
                let (other, number) = (other.brief(), shorten(&number.to_string()));
                let source = &self.theorems[theorem].source;
                numbers.push(format!("{other} has the Grundy number {number} by {source}"));
            }
        }
        numbers.join("; ")
    }

    /// The Grundy number of a position in normal play, also if a theorem says only P.
    pub(super) fn number(&mut self, position: &Position) -> Result<Said, Stop> {
        let said = self.says(position, true)?;
        if matches!(said, Said::Known(_)) {
            return Ok(said);
        }
        Ok(match self.says(position, false)? {
            Said::Known(known @ Known { outcome: Outcome::P, .. }) => {
                Said::Known(Known { grundy: Some(UBig::ZERO), ..known })
            }
            _ => said,
        })
    }
}

impl Theorem {
    fn failed(&self, position: &Position, failure: &Failure) -> Trouble {
        let (source, at) = (&self.source, position.brief());
        Trouble::Failed(match &failure.fault {
            Fault::TooMuchWork => {
                format!("{source} applies to {at}, but evaluating it there takes too much work")
            }
            fault => {
                let expr = self.claim.show(failure.expr);
                format!("{source} applies to {at}, but `{expr}` has no value there: {fault}")
            }
        })
    }
}

/// The error for claims that contradict themselves at a position.
pub(super) fn contradiction(position: &Position, outcome: &str, why: &str) -> Stop {
    let message = format!("by the claims {} is {outcome}, but {why}", position.brief());
    Diagnostic::new(Code::Together, message).into()
}

/// A Grundy number and the outcome that follows from it.
fn natural(number: IBig, theorem: &Theorem, position: &Position) -> Result<Decided, Trouble> {
    let Some(natural) = number.as_ubig() else {
        let (source, at) = (&theorem.source, position.brief());
        return Err(Trouble::Failed(format!("{source} gives {number} at {at}")));
    };
    Ok(Some((outcome(natural), Some(natural.clone()))))
}

/// The expression that a relation gives for the value with index `here`, if it is solved for that
/// value.
fn value_of(core: &Core, relation: ExprId, here: usize) -> Option<ExprId> {
    let Node::Binary(Binary::Eq, a, b) = *core.node(relation) else { return None };
    let is_here =
        |id| matches!(core.node(id), Node::Word(Word::Asked(i)) if usize::from(*i) == here);
    let value = match (is_here(a), is_here(b)) {
        (true, false) => b,
        (false, true) => a,
        _ => return None,
    };
    (!asks_for(core, value, here)).then_some(value)
}

/// Whether an expression uses the value of another position.
fn asks_for(core: &Core, id: ExprId, which: usize) -> bool {
    !core.visit(&[id], |id| match core.node(id) {
        Node::Word(Word::Asked(i)) if usize::from(*i) == which => None,
        _ => Some(core.parts(id)),
    })
}
