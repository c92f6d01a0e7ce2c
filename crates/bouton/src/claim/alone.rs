//! A statement with all that it needs, as a text of its own.

use std::collections::BTreeSet;

use super::uses::definitions;
use super::{Paper, Statement, files};
use crate::lang::paper::{ClaimLine, GameName, Item, PaperText};
use crate::lang::parse_game;
use crate::lang::syntax::{GameText, LineKind};

impl Statement<'_> {
    /// The statement after the definitions that it uses, directly or through others, and the games
    /// that its paper defines for it. The text of this paper can be read by itself.
    ///
    /// ```
    /// use bouton::{Chosen, Paper};
    ///
    /// let chosen = Chosen::named("xu-zhu-2018:theorem-6").unwrap();
    /// let alone = chosen.statements().next().unwrap().alone();
    /// let ids: Vec<String> = alone.statements().map(|statement| statement.id()).collect();
    /// assert_eq!(ids, ["definition-3", "definition-4", "theorem-6"]);
    /// assert!(Paper::parse(&alone.to_string()).is_ok());
    /// ```
    #[must_use]
    pub fn alone(self) -> Paper {
        let Statement { paper, item } = self;
        let mut items = paper.defining(item);
        items.push(item.clone());
        let games = paper.own_games(item);
        let tree = PaperText { games, items, ..PaperText::default() };
        Paper { tree, shelf: paper.shelf.clone() }
    }
}

impl Paper {
    /// The statements before one that define what it uses, each with these definitions alone.
    fn defining(&self, item: &Item) -> Vec<Item> {
        let uses = self.uses(item);
        let coordinates = item.game.as_ref().map(|game| self.coordinates(game)).unwrap_or_default();
        let names: BTreeSet<&String> = uses.numbers.iter().chain(&uses.functions).collect();
        let names = names.into_iter().filter(|name| !coordinates.contains(name));
        let up_to = self.up_to(item);
        let used: Vec<&ClaimLine> = names.flat_map(|name| definitions(up_to, name)).collect();
        let before = up_to.split_last().map_or(&[][..], |(_, before)| before);
        let with_used = before.iter().filter_map(|before| {
            let is_used = |line: &&ClaimLine| used.iter().any(|used| std::ptr::eq(*used, *line));
            let lines = before.lines.iter().filter(is_used).cloned().collect();
            let alone = Item { game: None, with: vec![], lines, ..before.clone() };
            (!alone.lines.is_empty()).then_some(alone)
        });
        with_used.collect()
    }

    /// The games of the paper that a statement is about, and those that they are based on.
    fn own_games(&self, item: &Item) -> Vec<GameText> {
        let mut names: Vec<String> = Vec::new();
        for game in files::games(item) {
            match game {
                GameName::Library(name, _) => names.push(name.text.clone()),
                GameName::Text(text, _) => names.extend(based_on(&parse_game(text).0)),
            }
        }
        let own = |name: &str| {
            let is = |game: &&GameText| game.heading().is_some_and(|(own, _)| own.text == name);
            self.tree.games.iter().find(is)
        };
        let mut next = 0;
        while let Some(name) = names.get(next).cloned() {
            next += 1;
            let more = own(&name).map(based_on).unwrap_or_default();
            names.extend(more.into_iter().filter(|name| !names.contains(name)).collect::<Vec<_>>());
        }
        let named =
            |game: &&GameText| game.heading().is_some_and(|(own, _)| names.contains(&own.text));
        self.tree.games.iter().filter(named).cloned().collect()
    }
}

/// The names of the games that a text is based on.
fn based_on(text: &GameText) -> Vec<String> {
    let base = |kind: &LineKind| match kind {
        LineKind::Base(name, _) => Some(name.text.clone()),
        _ => None,
    };
    text.lines.iter().filter_map(|line| base(&line.kind)).collect()
}
