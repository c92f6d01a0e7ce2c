//! Theorems and conjectures: what papers and people say of games, kept as trees.

pub mod library;
mod property;
mod read;

pub(crate) use property::{Held, property};

use std::fmt;

use dashu_int::{IBig, UBig};

use crate::game::{Game, Position};
use crate::lang::core::{ExprId, Word};
use crate::lang::eval::{Evaluator, Failure, Words};
use crate::lang::paper::{ClaimKind, Item, PaperText, Property};
use crate::lang::syntax::ArgumentValue;
use crate::lang::value::Value;
use crate::lang::{Diagnostics, parse_paper};

/// A paper, or a file of one's own claims.
///
/// ```
/// use bouton::claim::Paper;
/// let paper = Paper::parse("claim mine for nim\n  P iff xor(x) = 0")?;
/// assert_eq!(paper.statements()[0].id(), "claim-mine");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Paper {
    tree: PaperText,
}

impl Paper {
    /// Reads a paper. Statements are read for some values of their parameters, so that mistakes in them
    /// are found.
    pub fn parse(text: &str) -> Result<Paper, Diagnostics> {
        let (tree, errors) = parse_paper(text);
        if !errors.is_empty() {
            return Err(Diagnostics(errors));
        }
        let paper = Paper { tree };
        let mut errors = Vec::new();
        for item in paper.statements() {
            match paper.parameters(item) {
                Ok(parameters) => {
                    let values: Vec<_> = parameters.iter().map(Parameter::sample).collect();
                    if let Err(Diagnostics(found)) = paper.claim(item, &values) {
                        errors.extend(found);
                    }
                }
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() { Ok(paper) } else { Err(Diagnostics(errors)) }
    }

    /// The name of the paper; nothing for a file of one's own claims.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.tree.name.as_ref().map(|name| name.text.as_str())
    }

    /// What is said about the paper under a word, like `title` or `authors`.
    #[must_use]
    pub fn about(&self, word: &str) -> &[String] {
        let found = self.tree.about.iter().find(|(w, _)| w == word);
        found.map_or(&[], |(_, texts)| texts)
    }

    /// The statements in the order of the paper.
    #[must_use]
    pub fn statements(&self) -> &[Item] {
        &self.tree.items
    }
}

/// A parameter of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// What it must be, if it is a function.
    pub property: Option<Property>,
}

/// What a parameter is.
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

/// What a statement says of the positions of one game.
#[derive(Clone, Debug)]
pub enum Says {
    /// It is P (or N) if, or exactly if, a condition holds.
    Outcome {
        /// Whether it speaks of P-positions.
        p: bool,
        /// Whether it says so of all of them.
        iff: bool,
        /// The condition.
        condition: ExprId,
    },
    /// Its Grundy number.
    Grundy(ExprId),
    /// A condition on Grundy numbers of this and other positions.
    Relation(ExprId),
    /// In an N-position: so many stones taken from a heap win, where the condition holds.
    Take {
        /// How many.
        stones: ExprId,
        /// The variable that stands for the heap, each in turn; without it a largest heap is meant.
        heap: Option<u16>,
        /// The condition, on the heap too.
        when: Option<ExprId>,
    },
    /// In an N-position: these coordinates win, where the condition holds.
    MoveTo {
        /// The coordinates.
        target: Vec<ExprId>,
        /// The condition.
        when: Option<ExprId>,
    },
    /// In an N-position: passing wins, where the condition holds.
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
    /// The game; its core holds the statement's expressions too.
    pub game: Game,
    /// The positions it speaks of.
    pub when: Vec<ExprId>,
    /// What it says.
    pub says: Vec<Says>,
    /// What is printed in its place and is wrong.
    pub printed: Vec<Says>,
    /// What other positions' Grundy numbers are asked for: the counters that differ.
    pub(crate) asked: Vec<Vec<(String, ExprId)>>,
    /// Whether the parameters have the properties that the statement needs, as far as they are used:
    /// the functions and what they must be.
    pub(crate) properties: Vec<(String, ArgumentValue, Property)>,
    /// Names that the statement uses, with what they stand for.
    pub(crate) names: Vec<(String, ExprId)>,
    /// Conditions that single positions are said to satisfy.
    pub(crate) has: Vec<(String, ExprId)>,
}

/// A move that a statement constructs. Whether it is legal is not said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Constructed {
    /// So many stones from a heap of this size.
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

/// A position together with the values that were asked of others.
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

    fn heap(&self, below: &IBig) -> IBig {
        self.position.heap(below)
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

    /// Whether the statement speaks of a position. Call `eval.new_position()` before.
    pub fn speaks_of(&self, eval: &mut Evaluator<'_>, at: &At<'_>) -> Result<bool, Failure> {
        for &when in &self.when {
            if !eval.truth(when, at)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The moves that a line of the statement constructs for a position, at most `most`: one for each size of
    /// heap that its condition lets through. Call `eval.new_position()` before.
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
                if let Some(largest) = at.position.heaps.last()
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

    /// Whether Grundy numbers are needed to check it.
    #[must_use]
    pub fn needs_grundy(&self) -> bool {
        let grundy = |says: &Says| matches!(says, Says::Grundy(_) | Says::Relation(_));
        self.says.iter().chain(&self.printed).any(grundy)
    }

    /// The text of an expression.
    #[must_use]
    pub fn show(&self, id: ExprId) -> String {
        self.game.show(id, None)
    }

    /// The counters of the positions whose Grundy numbers are asked for.
    pub(crate) fn asked(
        &self,
        eval: &mut Evaluator<'_>,
        at: &At<'_>,
    ) -> Result<Vec<Position>, Failure> {
        let mut positions = Vec::new();
        for counters in &self.asked {
            let mut other = at.position.clone();
            for (name, value) in counters {
                let value = match eval.eval(*value, at)? {
                    Value::Int(int) => int.as_ubig().cloned().unwrap_or_default(),
                    _ => UBig::ZERO,
                };
                if let Some(counter) = other.counters.get_mut(name) {
                    *counter = value;
                }
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
