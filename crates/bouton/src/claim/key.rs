//! A short key of everything that a verdict on a statement depends on.

use super::Paper;
use crate::lang::paper::{ClaimKind, GameName, Item};
use crate::lang::parse_game;
use crate::lang::syntax::{GameText, LineKind};

impl Paper {
    /// A key that changes if the statement, a definition before it or the rules of its games
    /// change. Sentences for people do not count.
    #[doc(hidden)]
    #[must_use]
    pub fn key(&self, item: &Item) -> String {
        let mut text = String::new();
        let before = self.items().iter().take_while(|other| other.id() != item.id());
        for line in before.flat_map(|item| &item.lines) {
            if matches!(line.kind, ClaimKind::Let(..) | ClaimKind::Define { .. }) {
                text.push_str(&format!("{line}\n"));
            }
        }
        let mut said = item.clone();
        said.lines.retain(|line| !matches!(line.kind, ClaimKind::About(_) | ClaimKind::Stated(_)));
        text.push_str(&format!("{said}\n"));
        let examples = item.lines.iter().filter_map(|line| match &line.kind {
            ClaimKind::Example { game, .. } => game.as_ref(),
            _ => None,
        });
        let mut games = Vec::new();
        for game in item.game.iter().chain(examples) {
            match game {
                GameName::Library(name, _) => self.rules(&name.text, &mut games),
                GameName::Text(text, _) => self.named(&parse_game(text).0, &mut games),
            }
        }
        text.push_str(&games.join("\n"));
        format!("{:016x}", fnv(text.as_bytes()))
    }

    /// The text of a game with a name, and of those that it is based on.
    fn rules(&self, name: &str, games: &mut Vec<String>) {
        let Some(mut tree) = self.shelf.find(name) else { return };
        tree.lines.retain(|line| !matches!(line.kind, LineKind::About(_) | LineKind::Source(_)));
        let text = tree.to_string();
        if !games.contains(&text) {
            games.push(text);
            self.named(&tree, games);
        }
    }

    /// The games that a text is based on.
    fn named(&self, text: &GameText, games: &mut Vec<String>) {
        for line in &text.lines {
            if let LineKind::Base(name, _) = &line.kind {
                self.rules(&name.text, games);
            }
        }
    }
}

/// The Fowler–Noll–Vo hash, which is the same on every machine and never changes.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
