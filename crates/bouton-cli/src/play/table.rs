//! The table at which a game is played: its positions so far, and whose turn it is.

use bouton::{Advice, Ending, Game, Move, Moves, Opponent, Outcome, Position, Stop, Watch};
use clap::ValueEnum;

/// Who sits at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Player {
    /// You
    You,
    /// The computer
    Computer,
}

impl Player {
    /// The other one.
    pub fn other(self) -> Player {
        match self {
            Player::You => Player::Computer,
            Player::Computer => Player::You,
        }
    }
}

/// A move of yours that let the computer win although you could have won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The position before your move.
    pub from: Position,
    /// The move that you played.
    pub played: Move,
    /// A winning move, if one is known.
    pub better: Option<Move>,
}

/// Longer lists of legal moves are not kept.
pub const MOST: usize = 20_000;

/// A game that is being played.
pub struct Table<'g> {
    /// Its rules.
    pub game: &'g Game,
    /// The computer.
    pub opponent: Opponent<'g>,
    moves: Moves<'g>,
    first: Player,
    start: Position,
    /// The moves that were made, followed by those that were taken back.
    history: Vec<Move>,
    /// How many of them were made and not taken back.
    at: usize,
    legal: Vec<Move>,
}

impl<'g> Table<'g> {
    /// A table with a game at its start.
    pub fn new(
        game: &'g Game,
        start: Position,
        first: Player,
        opponent: Opponent<'g>,
        watch: &'g dyn Watch,
    ) -> Result<Table<'g>, Stop> {
        let moves = Moves::new(game, watch);
        let (history, legal) = (Vec::new(), Vec::new());
        let mut table = Table { game, opponent, moves, first, start, history, at: 0, legal };
        table.look()?;
        Ok(table)
    }

    /// Starts again from a position.
    pub fn restart(&mut self, start: Position) -> Result<(), Stop> {
        self.start = start;
        self.history.clear();
        self.at = 0;
        self.look()
    }

    /// Finds the legal moves.
    fn look(&mut self) -> Result<(), Stop> {
        let position = self.position().clone();
        self.legal = self.moves.first(&position, MOST)?;
        Ok(())
    }

    /// The position on the table.
    pub fn position(&self) -> &Position {
        self.before(self.at)
    }

    /// The position before a move of the history.
    fn before(&self, i: usize) -> &Position {
        match i.checked_sub(1) {
            Some(last) => &self.history[last].to,
            None => &self.start,
        }
    }

    /// Who made a move of the history.
    fn mover(&self, i: usize) -> Player {
        if i.is_multiple_of(2) { self.first } else { self.first.other() }
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Player {
        self.mover(self.at)
    }

    /// The legal moves, as far as they are kept.
    pub fn legal(&self) -> &[Move] {
        &self.legal
    }

    /// Whether these are all of them.
    pub fn all_listed(&self) -> bool {
        self.legal.len() < MOST
    }

    /// The legal moves of any position, one by one.
    pub fn moves(&mut self) -> &mut Moves<'g> {
        &mut self.moves
    }

    /// Who has won, if no move is left.
    pub fn winner(&self) -> Option<Player> {
        self.legal.is_empty().then(|| match self.game.ending() {
            Ending::Normal => self.turn().other(),
            Ending::Misere => self.turn(),
        })
    }

    /// Makes a legal move and forgets the moves that were taken back.
    pub fn play(&mut self, legal: Move) -> Result<(), Stop> {
        self.history.truncate(self.at);
        self.history.push(legal);
        self.at += 1;
        self.look()
    }

    /// Lets the computer move if it is its turn. Returns the position before its move, and the
    /// move.
    pub fn reply(&mut self) -> Result<Option<(Position, Move)>, Stop> {
        if self.turn() != Player::Computer {
            return Ok(None);
        }
        let from = self.position().clone();
        let chosen = self.opponent.choose(&from, &self.legal)?.map(Advice::best);
        let Some(chosen) = chosen else { return Ok(None) };
        self.play(chosen.clone())?;
        Ok(Some((from, chosen)))
    }

    /// The best move of the player to move.
    pub fn advise(&mut self) -> Result<Option<Advice>, Stop> {
        let position = self.position().clone();
        self.opponent.advise(&position, &self.legal)
    }

    /// Takes back your last move and the computer's answer; `false` if you have made none.
    pub fn undo(&mut self) -> Result<bool, Stop> {
        let yours = (0..self.at).rev().find(|&i| self.mover(i) == Player::You);
        self.go_to(yours)
    }

    /// Repeats the moves that were taken back last; `false` if there are none.
    pub fn redo(&mut self) -> Result<bool, Stop> {
        let end = self.history.len();
        let yours = (self.at + 1..end).find(|&i| self.mover(i) == Player::You);
        self.go_to(yours.or((self.at < end).then_some(end)))
    }

    fn go_to(&mut self, at: Option<usize>) -> Result<bool, Stop> {
        if let Some(at) = at {
            self.at = at;
            self.look()?;
        }
        Ok(at.is_some())
    }

    /// Your moves that threw the win away.
    pub fn mistakes(&mut self) -> Result<Vec<Mistake>, Stop> {
        let mut mistakes = Vec::new();
        for i in 0..self.at {
            if self.mover(i) != Player::You {
                continue;
            }
            let (from, played) = (self.before(i).clone(), self.history[i].clone());
            if self.opponent.outcome(&played.to)? == Outcome::P
                || self.opponent.outcome(&from)? == Outcome::P
            {
                continue;
            }
            let legal = self.moves.first(&from, MOST)?;
            let better = match self.opponent.advise(&from, &legal)? {
                Some(Advice::Wins(better)) => Some(better),
                _ => None,
            };
            mistakes.push(Mistake { from, played, better });
        }
        Ok(mistakes)
    }
}

#[cfg(test)]
mod tests;
