//! An answer in words, one sentence for each line.

use super::{Answer, Basis, Citation, GameNumber};
use crate::engine::Outcome;
use crate::game::{Game, Move, Position};
use crate::lang::syntax::Ending;

impl Answer {
    /// Who wins, by which moves, and how that is known. `asked` is how many winning moves were
    /// wanted, and `more` says how to see others.
    ///
    /// ```
    /// use bouton::Game;
    /// let game = Game::parse("nim")?;
    /// let position = game.position("1, 3")?;
    /// let answer = game.solve(&position)?;
    /// let words = answer.words(&game, &position, 10, "");
    /// assert_eq!(words[0], "1,3: the player to move wins (an N-position).");
    /// assert_eq!(words[1], "Winning move:");
    /// assert_eq!(words[2], "  take 2 from the heap of 3 → 1,1");
    /// assert!(words[3].starts_with("Why: by classics:theorem-bouton"));
    /// # Ok::<(), bouton::Error>(())
    /// ```
    #[must_use]
    pub fn words(&self, game: &Game, position: &Position, asked: usize, more: &str) -> Vec<String> {
        let mut words = vec![match self.outcome {
            Outcome::P => format!("{position}: the player to move loses (a P-position)."),
            Outcome::N => format!("{position}: the player to move wins (an N-position)."),
        }];
        if self.moves.as_ref().is_some_and(|moves| moves.is_zero()) {
            let who = match game.ending() {
                Ending::Normal => "who cannot move loses",
                Ending::Misere => "in misère play who cannot move wins",
            };
            words.push(format!("No move is left, and {who}."));
        } else if self.outcome == Outcome::N {
            let more = (asked > 0 && !self.complete).then_some(more);
            self.winning_words(game, position, more, &mut words);
        } else {
            self.answered_words(game, position, &mut words);
        }
        if let Some(grundy) = &self.grundy {
            words.push(format!("Grundy number: {grundy}"));
        }
        if let Some(length) = self.length {
            let moves = if length == 1 { "move" } else { "moves" };
            words.push(format!("Under best play the game lasts {length} {moves}."));
        }
        words.extend(self.basis.words());
        words
    }

    /// Moves that win.
    fn winning_words(
        &self,
        game: &Game,
        from: &Position,
        more: Option<&str>,
        words: &mut Vec<String>,
    ) {
        match (&self.winning[..], self.complete) {
            ([], _) => {}
            ([_], true) => words.push("Winning move:".into()),
            _ => words.push("Winning moves:".into()),
        }
        for m in &self.winning {
            words.push(format!("  {}", game.describe(from, &m.how, &m.to)));
        }
        let Some(more) = more else { return };
        words.push(match (&self.winning[..], &self.basis) {
            ([], _) => {
                "There are too many moves to try, and no proof here constructs one that wins."
                    .into()
            }
            (_, Basis::Theorem(_) | Basis::Games(_)) => "  … and perhaps more".into(),
            (
                _,
                Basis::Definition { .. }
                | Basis::Table { .. }
                | Basis::Heaps { .. }
                | Basis::Sum { .. },
            ) => {
                format!("  … and more{more}")
            }
        });
    }

    /// Moves of a P-position, each with its answer.
    fn answered_words(&self, game: &Game, position: &Position, words: &mut Vec<String>) {
        let describe = |from: &Position, m: &Move| game.describe(from, &m.how, &m.to);
        if self.answered.is_empty() {
            words.push("Every move has an answer that wins.".into());
            return;
        }
        words.push("Every move has an answer that wins:".into());
        let moves: Vec<String> = self.answered.iter().map(|(m, _)| describe(position, m)).collect();
        let width = moves.iter().map(|m| m.chars().count()).max().unwrap_or(0);
        for (shown, (losing, reply)) in moves.iter().zip(&self.answered) {
            let gap = " ".repeat(width - shown.chars().count());
            let reply = match reply {
                Some(reply) => format!("answer: {}", describe(&losing.to, reply)),
                None => "no move is left, and who cannot move wins".into(),
            };
            words.push(format!("  {shown}{gap}   {reply}"));
        }
        match self.moves.clone().map(|moves| moves - self.answered.len()) {
            Some(more) if more.is_zero() => {}
            Some(more) => words.push(format!("  … and so for {more} more")),
            None => words.push("  … and so for every other".into()),
        }
    }
}

impl Basis {
    /// How an answer is known, line by line.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let Basis::Games(games) = self else {
            let mut words = self.by("  ");
            words[0].insert_str(0, "Why: by ");
            return words;
        };
        let mut words =
            vec!["Why: by the Grundy numbers of its games; their xor decides.".to_string()];
        for (i, GameNumber { number, basis }) in (1..).zip(games) {
            let mut by = basis.by("    ");
            by[0].insert_str(0, &format!("  Game {i} has {number} by "));
            words.extend(by);
        }
        words
    }

    /// What an answer is based on; a reason has its own line.
    fn by(&self, indent: &str) -> Vec<String> {
        let counted = |n: u64| if n == 1 { "1 position".into() } else { format!("{n} positions") };
        match self {
            Basis::Definition { positions } => {
                vec![format!("the definition, over {}.", counted(*positions as u64))]
            }
            Basis::Table { kernel, positions } => {
                vec![format!("a table ({kernel}), over {}.", counted(*positions as u64))]
            }
            Basis::Sum { positions } => {
                let positions = counted(*positions as u64);
                vec![format!(
                    "the Grundy numbers of its games, over {positions}; their xor decides."
                )]
            }
            Basis::Heaps { sizes } => {
                let computed = match sizes {
                    0 => "and there is none".to_string(),
                    1 => "of which 1 was computed; their xor decides".to_string(),
                    sizes => format!("of which {sizes} were computed; their xor decides"),
                };
                vec![format!("the Grundy numbers of single heaps, {computed}.")]
            }
            Basis::Theorem(Citation { source, title, positions, within, reason }) => {
                let positions = counted(*positions);
                let mut told = vec![match title {
                    Some(title) => {
                        format!("{source} ({title}), which held on {positions} of {within}.")
                    }
                    None => format!("your {source}, which held on {positions} ({within})."),
                }];
                if !reason.is_empty() {
                    told.push(format!("{indent}{reason}."));
                }
                told
            }
            Basis::Games(_) => vec!["the Grundy numbers of its games.".into()],
        }
    }
}
