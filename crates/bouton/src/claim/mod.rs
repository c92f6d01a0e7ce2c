//! Theorems and conjectures: statements about games, as trees.

mod alone;
mod cases;
mod cell;
mod check;
mod chosen;
mod files;
mod key;
pub mod library;
mod needed;
mod parameters;
mod property;
mod read;
mod reason;
mod same;
mod smt;
mod statement;
mod uses;

pub(crate) use cases::Cases;
pub use chosen::Chosen;
pub(crate) use needed::Needed;
pub(crate) use property::Held;
pub use smt::smt;
pub use statement::Statement;

use std::fmt;

use dashu_int::{IBig, UBig};

use cases::Role;
use files::Files;
use reason::{Reason, Teller};

use crate::error::Error;
use crate::game::{Game, Position, Shelf};
use crate::lang::core::{ExprId, Word};
use crate::lang::eval::{Evaluator, Failure, Words};
use crate::lang::paper::{ClaimKind, Item, PaperText, Property};
use crate::lang::syntax::ArgumentValue;
use crate::lang::value::Fault;
use crate::lang::{Diagnostic, Diagnostics, latex, parse_paper};

/// A paper, or a file of a user's claims.
///
/// ```
/// use bouton::Paper;
/// let paper = Paper::parse("claim mine for nim\n  P iff xor(x) = 0")?;
/// assert_eq!(paper.statements().next().unwrap().id(), "claim-mine");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Paper {
    tree: PaperText,
    /// The games that it may name.
    shelf: Shelf,
}

impl Paper {
    /// Reads a paper. Each statement is read for sample values of its parameters, so that errors in
    /// it are found.
    pub fn parse(text: &str) -> Result<Paper, Error> {
        Ok(Paper::read(text, &files::none)?)
    }

    /// As [`Paper::parse_with`], with the mistakes alone.
    fn read(text: &str, files: Files<'_>) -> Result<Paper, Diagnostics> {
        let (tree, errors) = parse_paper(text);
        if !errors.is_empty() {
            return Err(Diagnostics(errors));
        }
        let (mut shelf, mut errors) = Shelf::new(&tree.games);
        errors.extend(files::shelve(&tree, &mut shelf, files));
        for game in &tree.games {
            if let Err(Diagnostics(found)) = Game::of_tree(game.clone(), true, &shelf) {
                let heading = game.lines.first().map(|line| line.span);
                errors.extend(
                    found
                        .into_iter()
                        .map(|error| Diagnostic { span: error.span.or(heading), ..error }),
                );
            }
        }
        // A statement about a game with an error would repeat it.
        if !errors.is_empty() {
            return Err(Diagnostics(errors));
        }
        let paper = Paper { tree, shelf };
        for item in paper.items() {
            match paper.parameters(item) {
                Ok(parameters) => {
                    let values: Vec<_> = parameters.iter().map(Parameter::sample).collect();
                    errors.extend(paper.mistakes(item, &values));
                    errors.extend(paper.misread(item, &parameters));
                }
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() { Ok(paper) } else { Err(Diagnostics(errors)) }
    }

    /// The name of the paper; `None` for a file of a user's claims.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.tree.name.as_ref().map(|name| name.text.as_str())
    }

    /// The information about the paper under a word like `title` or `authors`.
    #[must_use]
    pub fn about(&self, word: &str) -> &[String] {
        let found = self.tree.about.iter().find(|(w, _)| w == word);
        found.map_or(&[], |(_, texts)| texts)
    }

    /// The name of a statement: `xu-zhu-2018:theorem-6`, or `claim-mine` in a user's file.
    #[doc(hidden)]
    #[must_use]
    pub fn id_of(&self, item: &Item) -> String {
        match self.name() {
            Some(name) => format!("{name}:{}", item.id()),
            None => item.id(),
        }
    }

    /// The paper as LaTeX: the games that it defines, then its statements.
    #[must_use]
    pub fn latex(&self) -> String {
        let games = self.tree.games.iter().map(latex::game);
        let parts: Vec<String> = games.chain(self.items().iter().map(latex::item)).collect();
        parts.join("\n")
    }

    /// The trees of the statements.
    #[doc(hidden)]
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.tree.items
    }
}

/// The whole text. Reading it gives the same paper.
impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tree.fmt(f)
    }
}

/// A parameter of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// The property it must have, if it is a function.
    pub property: Option<Property>,
}

/// The kinds of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number,
    /// A set of numbers.
    Set,
    /// A function of one number.
    Function,
}

/// A parameter's name and its value.
pub type Given = (String, ArgumentValue);

/// What a statement says about the positions of one game.
#[derive(Clone, Debug)]
pub enum Says {
    /// A position is P (or N) if, or if and only if, a condition holds.
    Outcome {
        /// Whether it is about P-positions.
        p: bool,
        /// Whether it is an equivalence.
        iff: bool,
        /// The condition.
        condition: ExprId,
    },
    /// Its Grundy number.
    Grundy(ExprId),
    /// A condition on Grundy numbers of this and other positions, and its text.
    Relation(ExprId, String),
    /// In an N-position that satisfies the condition, taking this number of stones from a heap
    /// wins.
    Take {
        /// How many.
        stones: ExprId,
        /// The variable that stands for each heap in turn; without it, a largest heap is meant.
        heap: Option<u16>,
        /// The condition, on the heap too.
        when: Option<ExprId>,
    },
    /// In an N-position that satisfies the condition, moving to these coordinates wins.
    MoveTo {
        /// The coordinates.
        target: Vec<ExprId>,
        /// The condition.
        when: Option<ExprId>,
    },
    /// In an N-position that satisfies the condition, passing wins.
    Pass {
        /// The condition.
        when: Option<ExprId>,
    },
}

impl Says {
    /// Whether it constructs winning moves.
    #[must_use]
    pub fn is_move(&self) -> bool {
        matches!(self, Says::Take { .. } | Says::MoveTo { .. } | Says::Pass { .. })
    }
}

/// A statement about the positions of one game, with values for its parameters.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The game. Its core also holds the expressions of the statement.
    pub game: Game,
    /// The positions that it is about.
    pub when: Vec<ExprId>,
    /// What it says.
    pub says: Vec<Says>,
    /// The printed form that is wrong.
    pub printed: Vec<Says>,
    /// The counters of the other positions whose Grundy numbers are used.
    pub(crate) asked: Vec<Vec<(String, ExprId)>>,
    /// What it needs of its parameters on the range that is used.
    pub(crate) needed: Vec<Needed>,
    /// The reasons of its conditions and numbers.
    reasons: Vec<Reason>,
    /// The expressions of its lines, as trees of conditions.
    lines: Vec<(Role, Reason)>,
    /// Conditions that single positions should satisfy.
    pub(crate) has: Vec<(String, ExprId)>,
}

/// A move that a statement constructs. It need not be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Constructed {
    /// This number of stones from a heap of this size.
    Take { stones: IBig, heap: UBig },
    /// To these coordinates.
    To(Vec<IBig>),
    /// A pass.
    Pass,
}

impl fmt::Display for Constructed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constructed::Take { stones, heap } => {
                write!(f, "take {stones} from the heap of {heap}")
            }
            Constructed::To(target) => {
                let numbers: Vec<String> = target.iter().map(ToString::to_string).collect();
                write!(f, "move to {}", numbers.join(","))
            }
            Constructed::Pass => f.write_str("pass"),
        }
    }
}

/// A position together with the values of other positions that were requested.
pub struct At<'a> {
    /// The position.
    pub position: &'a Position,
    /// The values.
    pub asked: &'a [IBig],
}

impl Words for At<'_> {
    fn word(&self, word: Word) -> IBig {
        match word {
            Word::Asked(i) => self.asked.get(usize::from(i)).cloned().unwrap_or_default(),
            word => self.position.word(word),
        }
    }

    fn heaps(&self) -> &[UBig] {
        &self.position.heaps
    }
}

impl Claim {
    /// An evaluator for its expressions.
    #[must_use]
    pub fn evaluator(&self) -> Evaluator<'_> {
        Evaluator::new(&self.game.core)
    }

    /// Whether the statement applies to a position. Call `eval.new_position()` before.
    pub fn speaks_of(&self, eval: &mut Evaluator<'_>, at: &At<'_>) -> Result<bool, Failure> {
        for &when in &self.when {
            if !eval.truth(when, at)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The moves that a line of the statement constructs for a position, at most `most`: one for
    /// each size of heap that satisfies its condition. Call `eval.new_position()` before.
    pub(crate) fn constructed(
        &self,
        says: &Says,
        eval: &mut Evaluator<'_>,
        at: &At<'_>,
        most: usize,
    ) -> Result<Vec<Constructed>, Failure> {
        let applies = |eval: &mut Evaluator<'_>, when: &Option<ExprId>| {
            when.map_or(Ok(true), |when| eval.truth(when, at))
        };
        let mut moves = Vec::new();
        match says {
            Says::Take { stones, heap: None, when } => {
                if let Some(largest) = at.position.heaps.iter().max()
                    && applies(eval, when)?
                {
                    let stones = eval.integer(*stones, at)?;
                    moves.push(Constructed::Take { stones, heap: largest.clone() });
                }
            }
            Says::Take { stones, heap: Some(variable), when } => {
                for equal in at.position.heaps.chunk_by(|a, b| a == b) {
                    if moves.len() == most {
                        break;
                    }
                    let heap = &equal[0];
                    eval.set_variable(usize::from(*variable), heap.clone().into());
                    if applies(eval, when)? {
                        let stones = eval.integer(*stones, at)?;
                        moves.push(Constructed::Take { stones, heap: heap.clone() });
                    }
                }
            }
            Says::MoveTo { target, when } if applies(eval, when)? => {
                let target = target.iter().map(|&e| eval.integer(e, at));
                moves.push(Constructed::To(target.collect::<Result<_, _>>()?));
            }
            Says::Pass { when } if applies(eval, when)? => moves.push(Constructed::Pass),
            _ => {}
        }
        moves.truncate(most);
        Ok(moves)
    }

    /// Its cases, none of which was met yet.
    pub(crate) fn cases(&self) -> Cases {
        Cases::new(&self.game, &self.lines)
    }

    /// Whether Grundy numbers are needed to check it.
    #[must_use]
    pub fn needs_grundy(&self) -> bool {
        let grundy = |says: &Says| matches!(says, Says::Grundy(_));
        !self.asked.is_empty() || self.says.iter().chain(&self.printed).any(grundy)
    }

    /// The reason for what it says about a position: the case that applies, with its numbers. Empty
    /// if there is nothing to add.
    pub(crate) fn reason(&self, eval: &mut Evaluator<'_>, at: &At<'_>) -> String {
        let told = self.reasons.iter().find_map(|reason| Teller { eval, at }.tell(reason));
        told.unwrap_or_default()
    }

    /// The text of an expression.
    #[must_use]
    pub fn show(&self, id: ExprId) -> String {
        self.game.show(id, None)
    }

    /// The positions whose Grundy numbers it needs.
    pub(crate) fn asked(
        &self,
        eval: &mut Evaluator<'_>,
        at: &At<'_>,
    ) -> Result<Vec<Position>, Failure> {
        let mut positions = Vec::new();
        for counters in &self.asked {
            let mut other = at.position.clone();
            for (name, e) in counters {
                let value = eval.integer(*e, at)?;
                let passes = self.game.start().passes;
                let needs = match (name.as_str(), value.as_ubig()) {
                    ("turn", Some(turn)) if turn.is_zero() => "turns are counted from 1",
                    ("pass", Some(left)) if passes.is_none_or(|most| *left > most) => {
                        "the game has fewer passes"
                    }
                    (_, None) => "a counter is at least 0",
                    (name, Some(value)) => {
                        if let Some(counter) = other.counters.get_mut(name) {
                            counter.clone_from(value);
                        }
                        continue;
                    }
                };
                return Err(Failure { expr: *e, fault: Fault::Domain(needs, value.to_string()) });
            }
            positions.push(other);
        }
        Ok(positions)
    }
}

/// Whether a statement says something that can be checked.
#[must_use]
pub fn is_checked(item: &Item) -> bool {
    item.lines.iter().any(|line| {
        !matches!(
            line.kind,
            ClaimKind::About(_)
                | ClaimKind::Let(..)
                | ClaimKind::Define { .. }
                | ClaimKind::Stated(_)
                | ClaimKind::When(_)
                | ClaimKind::Erratum(..)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::parse_value;
    use crate::lang::value::Fault;

    fn claim(paper: &str, id: &str, given: &str) -> Claim {
        let paper = Paper::parse(library::find(paper).unwrap().text).unwrap();
        let item = paper.items().iter().find(|item| item.id() == id).unwrap();
        let given: Vec<Given> =
            if given.is_empty() { vec![] } else { vec![parse_value(given).unwrap()] };
        paper.claim(item, &given).unwrap().unwrap()
    }

    fn constructed(claim: &Claim, position: &Position) -> Result<Vec<Constructed>, Failure> {
        let mut eval = claim.evaluator();
        let at = At { position, asked: &[] };
        let mut moves = Vec::new();
        for says in &claim.says {
            moves.extend(claim.constructed(says, &mut eval, &at, 3)?);
        }
        Ok(moves)
    }

    /// Whether the claim says that a position is P.
    fn is_p(claim: &Claim, position: &Position) -> bool {
        let mut eval = claim.evaluator();
        let at = At { position, asked: &[] };
        assert!(claim.speaks_of(&mut eval, &at).unwrap());
        claim.says.iter().any(|says| match says {
            Says::Outcome { p: true, condition, .. } => eval.truth(*condition, &at).unwrap(),
            Says::Grundy(e) => eval.integer(*e, &at).unwrap().is_zero(),
            _ => false,
        })
    }

    /// The constructions need no search: they work for heaps of a thousand digits.
    #[test]
    fn moves_are_constructed_for_heaps_of_any_size() {
        for (paper, id, given, typed) in [
            ("classics", "theorem-bouton", "", "10^1000, 10^1000+1, 10^999"),
            ("classics", "theorem-misere-nim", "", "10^1000, 10^999"),
            ("classics", "theorem-misere-nim", "", "10^1000, 1"),
            ("classics", "theorem-misere-greedy", "", "10^1000, 10^999"),
            ("classics", "theorem-albert-nowakowski", "", "10^1000, 10^999"),
            ("classics", "theorem-schwartz", "k = 10^20", "10^1000, 10^999+5"),
            ("classics", "theorem-halving", "", "10^1000, 10^999"),
            ("classics", "theorem-halving-floor", "", "10^1000, 10^999"),
            ("classics", "theorem-wythoff", "", "10^1000, 10^999"),
            ("classics", "theorem-wythoff", "", "10^1000, 10^1000 - 10^10"),
            ("classics", "theorem-fibonacci-later", "", "10^1000;last=10^999"),
            ("classics", "theorem-euclid", "", "10^1000, 3^2000"),
            ("classics", "theorem-chocolate-2", "", "10^999, 10^1000"),
            ("miyadera-manabe-2023", "theorem-2", "", "10^1000, 10^999"),
            ("miyadera-manabe-2023", "theorem-3", "", "10^1000"),
            ("miyadera-manabe-2023", "theorem-4", "", "10^1000, 10^999, 10^998"),
            ("mizugaki-2023", "theorem-3.1", "", "10^1000, 10^999"),
            ("mizugaki-2023", "theorem-3.1", "", "10^999, 10^1000"),
            ("mizugaki-2023", "theorem-2.1", "f = n -> n^2", "10^9 + 7"),
            ("xu-zhu-2018", "theorem-6", "k = 7", "10^1000, 10^1000, 10^1000"),
        ] {
            let claim = claim(paper, id, given);
            let position = claim.game.position(typed).unwrap();
            assert!(!is_p(&claim, &position), "{id} at {typed}");
            let moves = constructed(&claim, &position).unwrap();
            assert!(!moves.is_empty(), "{id} at {typed}");
            for constructed in moves {
                let mut to = position.clone();
                match &constructed {
                    Constructed::Take { stones, heap } => {
                        let at = to.heaps.iter().position(|h| h == heap).unwrap();
                        let stones = stones.as_ubig().unwrap();
                        to.heaps[at] -= stones;
                        to.heaps.retain(|heap| !heap.is_zero());
                        to.heaps.sort();
                        to.counters.last = to.counters.last.map(|_| stones.clone());
                    }
                    Constructed::To(target) => {
                        to.heaps = target.iter().map(|n| n.as_ubig().unwrap().clone()).collect();
                    }
                    Constructed::Pass => to.counters.passes = Some(UBig::ZERO),
                }
                to.counters.turn = to.counters.turn.map(|turn| turn + 1u8);
                assert_ne!(to.heaps, position.heaps, "{id} at {typed}");
                assert!(is_p(&claim, &to), "{id} at {typed}: {constructed:?}");
            }
        }
    }

    /// A value that cannot be computed stops with a fault.
    #[test]
    fn work_without_end_is_a_fault() {
        let claim = claim("mizugaki-2023", "theorem-2.1", "f = n -> 1");
        let position = claim.game.position("10^60").unwrap();
        assert_eq!(constructed(&claim, &position).unwrap_err().fault, Fault::TooMuchWork);
        let claim = super::tests::claim("classics", "lemma-levine", "f = n -> min(n, 1)");
        let position = claim.game.position("10^60").unwrap();
        let Says::Grundy(e) = claim.says[0] else { unreachable!() };
        let failed = claim.evaluator().integer(e, &At { position: &position, asked: &[] });
        assert_eq!(failed.unwrap_err().fault, Fault::TooMuchWork);
    }

    /// A million heaps take no longer than a million times one heap.
    #[test]
    fn many_heaps_are_looked_at_once_each() {
        let claim = claim("classics", "theorem-bouton", "");
        let heaps = (1..=1_000_000u32).map(UBig::from).collect();
        let position = Position { heaps, ..claim.game.like() };
        let mut eval = claim.evaluator();
        let at = At { position: &position, asked: &[] };
        let line = claim.says.iter().find(|says| says.is_move()).unwrap();
        let moves = claim.constructed(line, &mut eval, &at, usize::MAX).unwrap();
        // The nim-sum of 1..10^6 is 10^6, whose highest bit is 2^19.
        assert_eq!(moves.len(), 1_000_000 - (1 << 19) + 1);
    }
}
