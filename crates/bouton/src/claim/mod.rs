//! Theorems and conjectures: what papers and people say of games, kept as trees.

pub mod library;
mod read;
mod same;

pub(crate) use read::has_property;

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
    /// In an N-position: so many stones taken from a largest heap win, where the condition holds.
    Take(ExprId, Option<ExprId>),
    /// In an N-position: these coordinates win, where the condition holds.
    MoveTo(Vec<ExprId>, Option<ExprId>),
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
