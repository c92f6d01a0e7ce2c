//! One statement of a paper, as the edges see it.

use std::fmt;

use super::{Chosen, Given, Paper, files, is_checked, smt};
use crate::error::Error;
use crate::game::Game;
use crate::job::Stop;
use crate::lang::paper::{ClaimKind, Item};
use crate::lang::{Diagnostic, Span, latex, parse_paper, parse_value, sentence};

/// A statement of a paper.
///
/// ```
/// use bouton::Chosen;
///
/// let chosen = Chosen::named("xu-zhu-2018:theorem-6").unwrap();
/// let statement = chosen.statements().next().unwrap();
/// assert_eq!(statement.id(), "xu-zhu-2018:theorem-6");
/// assert_eq!(statement.name(), "theorem 6");
/// assert_eq!(statement.game().unwrap(), "bounded-greedy(k)");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Statement<'p> {
    pub(crate) paper: &'p Paper,
    pub(crate) item: &'p Item,
}

impl<'p> Statement<'p> {
    /// The paper that it is in.
    #[must_use]
    pub fn paper(self) -> &'p Paper {
        self.paper
    }

    /// Its name among all papers: `xu-zhu-2018:theorem-6`, or `claim-mine` in a user's file.
    #[must_use]
    pub fn id(self) -> String {
        self.paper.id_of(self.item)
    }

    /// Its name in its paper: `theorem-6`.
    #[must_use]
    pub fn own_id(self) -> String {
        self.item.id()
    }

    /// `theorem`, `lemma`, `example`, ….
    #[must_use]
    pub fn kind(self) -> &'p str {
        &self.item.kind.text
    }

    /// Its number or name.
    #[must_use]
    pub fn label(self) -> &'p str {
        &self.item.label
    }

    /// Its kind and its label: `theorem 6`.
    #[must_use]
    pub fn name(self) -> String {
        format!("{} {}", self.kind(), self.label())
    }

    /// The game that it is about.
    #[must_use]
    pub fn game(self) -> Option<String> {
        self.item.game.as_ref().map(ToString::to_string)
    }

    /// Whether it says something that can be checked.
    #[must_use]
    pub fn is_checked(self) -> bool {
        is_checked(self.item)
    }

    /// Why it is only stated, if it cannot be checked.
    #[must_use]
    pub fn stated(self) -> Option<&'p str> {
        self.item.lines.iter().find_map(|line| match &line.kind {
            ClaimKind::Stated(why) => Some(why.as_str()),
            _ => None,
        })
    }

    /// What it is about, in the words of its author.
    #[must_use]
    pub fn about(self) -> Option<&'p str> {
        self.item.lines.iter().find_map(|line| match &line.kind {
            ClaimKind::About(what) => Some(what.as_str()),
            _ => None,
        })
    }

    /// The same as LaTeX.
    #[must_use]
    pub fn latex(self) -> String {
        latex::item(self.item)
    }

    /// The same in plain English.
    #[must_use]
    pub fn sentence(self) -> String {
        sentence::item(self.item)
    }

    /// Its condition in SMT-LIB, for values of its parameters (`k=3`) and a number of heaps. If there
    /// is none, the reason is [`Stop::Unknown`].
    pub fn smt(self, with: &[String], heaps: Option<usize>) -> Result<String, Error> {
        let refused = |why: String| Error::Stopped(Stop::Unknown(why));
        let given = self.given(with)?;
        let claim = self.paper.claim(self.item, &given)?;
        let claim = claim.ok_or_else(|| refused("it is not about a game".into()))?;
        let declared = claim.game.heaps().and_then(|most| usize::try_from(most).ok());
        let heaps = match heaps.or(declared) {
            Some(heaps) => heaps,
            None if claim.game.coordinates().is_some() => 0,
            None => return Err(refused("say how many heaps: `--heaps 4`".into())),
        };
        let text = smt(&claim, heaps).map_err(refused)?;
        Ok(format!("; {} for {}\n{text}", self.id(), claim.game))
    }

    /// Values for all its parameters.
    fn given(self, with: &[String]) -> Result<Vec<Given>, Error> {
        let refused = |why: String| Err(Error::Stopped(Stop::Unknown(why)));
        let parameters = self.paper.parameters(self.item)?;
        let mut given = Vec::new();
        for with in with {
            let (name, value) = parse_value(with)?;
            if !parameters.iter().any(|parameter| parameter.name == name) {
                return refused(format!("there is no parameter `{name}`"));
            }
            given.push((name, value));
        }
        for parameter in &parameters {
            let name = &parameter.name;
            if !given.iter().any(|(given, _)| given == name) {
                return refused(format!("give a value for `{name}`, like `--with {name}=3`"));
            }
        }
        if !self.paper.allows(self.item, &given) {
            let with: Vec<String> = self.item.with.iter().map(|with| format!("`{with}`")).collect();
            return refused(format!("it is for {} only", with.join(" and ")));
        }
        Ok(given)
    }
}

/// Its text in Bouton's language.
impl fmt::Display for Statement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.item.fmt(f)
    }
}

impl Paper {
    /// The statements in the order of the paper.
    pub fn statements(&self) -> impl ExactSizeIterator<Item = Statement<'_>> {
        self.items().iter().map(|item| Statement { paper: self, item })
    }

    /// Reads a game that may also name the games which this text defines, with values for the
    /// parameters of its heading: `k = 3`.
    ///
    /// ```
    /// use bouton::Paper;
    /// let paper = Paper::parse("game mine(k)\n  take 1..k from largest")?;
    /// assert!(paper.read_game("mine(3); pass 1", &[])?.solve("5").is_ok());
    /// # Ok::<(), bouton::Error>(())
    /// ```
    pub fn read_game(&self, text: &str, with: &[&str]) -> Result<Game, Error> {
        Ok(Game::read(text, with, &self.shelf)?)
    }

    /// Reads claims about a game: whole statements, or only what one says, like `P iff xor(x) = 0`.
    /// Places in errors are those in `text`.
    pub fn of_game(text: &str, game: &str) -> Result<Paper, Error> {
        let (tree, _) = parse_paper(text);
        let heading = match tree.items.is_empty() && tree.games.is_empty() {
            true => {
                let game = game.replace(['\n', '\r'], "; ");
                format!("claim mine for \"{}\"\n", game.trim_matches([';', ' ']))
            }
            false => String::new(),
        };
        let back = |at: usize| at.saturating_sub(heading.len()).min(text.len());
        let own = |mistake: Diagnostic| {
            let span =
                mistake.span.map(|span| Span { start: back(span.start), end: back(span.end) });
            Diagnostic { span, ..mistake }
        };
        Paper::read(&format!("{heading}{text}"), &files::none)
            .map_err(|mistakes| Error::Text(mistakes.0.into_iter().map(own).collect()))
    }
}

impl Chosen {
    /// The statements that are asked for.
    pub fn statements(&self) -> impl Iterator<Item = Statement<'_>> {
        self.items().map(|item| Statement { paper: &self.paper, item })
    }
}
