//! The statements that a user chose: a paper, or one statement of it.

use super::Paper;
use super::library::{self, PAPERS};
use crate::lang::nearest;
use crate::lang::paper::Item;

/// A paper, and the chosen statement of it; `None` means all.
#[derive(Debug)]
pub struct Chosen {
    /// The paper.
    pub paper: Paper,
    /// The name of the one statement.
    pub item: Option<String>,
}

impl Chosen {
    /// All statements of a paper.
    #[must_use]
    pub fn all(paper: Paper) -> Chosen {
        Chosen { paper, item: None }
    }

    /// What `PAPER` or `PAPER:ITEM` names. If the library has no such paper or statement, the error
    /// lists what there is.
    ///
    /// ```
    /// use bouton::Chosen;
    ///
    /// assert_eq!(Chosen::named("xu-zhu-2018:theorem-6").unwrap().statements().count(), 1);
    /// let why = Chosen::named("xu-zhu-2018:theorem-66").unwrap_err();
    /// assert_eq!(why, "`xu-zhu-2018` has no statement `theorem-66`; did you mean `xu-zhu-2018:theorem-6`?");
    /// ```
    pub fn named(what: &str) -> Result<Chosen, String> {
        let (name, item) = match what.split_once(':') {
            Some((name, item)) => (name, Some(item)),
            None => (what, None),
        };
        let read = library::find(name).and_then(|entry| Paper::parse(entry.text).ok());
        let Some(paper) = read else {
            let names: Vec<&str> = PAPERS.iter().map(|entry| entry.name).collect();
            let help = match nearest(name, names.iter().copied()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("there are {}", names.join(", ")),
            };
            return Err(format!("there is no paper `{name}`; {help}"));
        };
        let ids: Vec<String> = paper.items().iter().map(Item::id).collect();
        if let Some(item) = item.filter(|item| !ids.iter().any(|id| id == item)) {
            let help = match nearest(item, ids.iter().map(String::as_str)) {
                Some(meant) => format!("did you mean `{name}:{meant}`?"),
                None => format!("it has {}", ids.join(", ")),
            };
            return Err(format!("`{name}` has no statement `{item}`; {help}"));
        }
        Ok(Chosen { paper, item: item.map(String::from) })
    }

    /// The trees of the statements that are asked for.
    #[doc(hidden)]
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        let asked = |item: &&Item| self.item.as_ref().is_none_or(|id| item.id() == *id);
        self.paper.items().iter().filter(asked)
    }

    /// The names of their parameters.
    pub fn parameters(&self) -> impl Iterator<Item = String> {
        let parameters = |item: &Item| self.paper.parameters(item).unwrap_or_default();
        self.items().flat_map(parameters).map(|parameter| parameter.name)
    }
}
