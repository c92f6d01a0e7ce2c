//! The game on the whole screen of a terminal.

mod board;
mod choice;
mod draw;
mod terminal;

pub use terminal::{Keys, leave, run};

use bouton::{How, Level, Move, Position, Stop};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use self::board::{Board, Taking};
use self::choice::{Choice, by_heaps, stones, takes_from};
use super::start::Start;
use super::table::Table;
use super::words;
use crate::failure::Failure;
use crate::source::Source;

const HELP: &str = "\
left, right: choose a heap    up, down or digits: how many stones    Enter: take them    p: pass
click a stone: choose it and those above it; click again: take them
h: hint    w: who wins, and why    u, r: undo, redo    l: another level    n: new game    q: quit";

/// What is on the screen.
pub struct Screen<'a, 'g> {
    table: Table<'g>,
    start: Start<'g>,
    source: &'a Source,
    choice: Choice,
    /// What was said last.
    said: String,
    /// The digits typed so far for a number of stones.
    digits: String,
    /// Where the heaps were drawn.
    board: Rect,
}

/// Whether the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    GoesOn,
    Ends,
}

impl<'a, 'g> Screen<'a, 'g> {
    /// A game at its start.
    pub fn new(
        table: Table<'g>,
        start: Start<'g>,
        source: &'a Source,
    ) -> Result<Screen<'a, 'g>, Failure> {
        let (choice, board) = (Choice::default(), Rect::default());
        let (said, digits) = (String::new(), String::new());
        let mut screen = Screen { table, start, source, choice, said, digits, board };
        screen.go_on("Press ? for the keys.".into())?;
        Ok(screen)
    }

    fn stopped(&self, stop: &Stop) -> Failure {
        self.source.stopped(stop)
    }

    /// Does what a key says.
    pub fn key(&mut self, key: KeyCode) -> Result<Flow, Failure> {
        let (position, legal) = (self.table.position().clone(), self.table.legal());
        let heaps = by_heaps(legal);
        if !matches!(key, KeyCode::Char('0'..='9')) {
            self.digits.clear();
        }
        match key {
            KeyCode::Char('q') | KeyCode::Esc => return Ok(Flow::Ends),
            KeyCode::Char('?') => self.said = HELP.into(),
            KeyCode::Left if heaps => self.choice.left(&position, legal),
            KeyCode::Right if heaps => self.choice.right(&position, legal),
            KeyCode::Up if heaps => self.choice.step(&position, legal, 1),
            KeyCode::Down if heaps => self.choice.step(&position, legal, -1),
            KeyCode::PageUp if heaps => self.choice.step(&position, legal, 10),
            KeyCode::PageDown if heaps => self.choice.step(&position, legal, -10),
            KeyCode::Up | KeyCode::Left => self.choice.scroll(legal, -1),
            KeyCode::Down | KeyCode::Right => self.choice.scroll(legal, 1),
            KeyCode::PageUp => self.choice.scroll(legal, -10),
            KeyCode::PageDown => self.choice.scroll(legal, 10),
            KeyCode::Char(digit @ '0'..='9') if heaps => self.digit(&position, digit),
            KeyCode::Enter => {
                if let Some(chosen) = self.chosen().cloned() {
                    self.play(chosen)?;
                }
            }
            KeyCode::Char('p') => match legal.iter().find(|m| m.how == How::Pass).cloned() {
                Some(pass) => self.play(pass)?,
                None => self.said = "You cannot pass here.".into(),
            },
            KeyCode::Char('h') => self.hint()?,
            KeyCode::Char('w') => self.said = words::why(&mut self.table, self.source)?,
            KeyCode::Char('u') => {
                let undone = self.table.undo().map_err(|stop| self.stopped(&stop))?;
                self.look(if undone { "Taken back." } else { "There is no move to undo." }.into())?;
            }
            KeyCode::Char('r') => {
                let redone = self.table.redo().map_err(|stop| self.stopped(&stop))?;
                self.look(
                    if redone { "Played again." } else { "There is no move to redo." }.into(),
                )?;
            }
            KeyCode::Char('l') => self.next_level(),
            KeyCode::Char('n') => {
                let start = self.start.position(&mut self.table.opponent, self.source)?;
                self.table.restart(start).map_err(|stop| self.stopped(&stop))?;
                self.go_on("A new game.".into())?;
            }
            _ => {}
        }
        Ok(Flow::GoesOn)
    }

    /// A click chooses a stone and those above it; a second click takes them.
    pub fn click(&mut self, x: u16, y: u16) -> Result<(), Failure> {
        let (position, legal) = (self.table.position().clone(), self.table.legal());
        if !by_heaps(legal) {
            return Ok(());
        }
        let board =
            Board::new(&position, self.table.game.coordinates(), self.board, self.choice.heap);
        let Some((heap, above)) = board.at(x, y) else { return Ok(()) };
        let Some(&first) = takes_from(&position, legal, heap).first() else {
            self.said =
                format!("Nothing can be taken from the heap of {} now.", position.heaps[heap]);
            return Ok(());
        };
        let before = self.choice;
        self.choice = Choice { heap, chosen: first };
        match above {
            Some(above) if !self.choice.take(&position, legal, above) => {
                self.said =
                    format!("{above} cannot be taken from the heap of {}.", position.heaps[heap]);
            }
            Some(_) if self.choice == before => {
                let chosen = legal[self.choice.chosen].clone();
                self.play(chosen)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// The chosen move; `None` if the game is over.
    fn chosen(&self) -> Option<&Move> {
        self.table.legal().get(self.choice.chosen)
    }

    /// What is about to be taken.
    fn taking(&self) -> Option<Taking> {
        let legal = self.table.legal();
        let stones = self.chosen().filter(|_| by_heaps(legal)).and_then(stones)?;
        Some(Taking { heap: self.choice.heap, stones })
    }

    /// Appends a digit to those before it if that number of stones is legal; otherwise starts a new
    /// number.
    fn digit(&mut self, position: &Position, digit: char) {
        let longer = format!("{}{digit}", self.digits);
        for digits in [longer.clone(), digit.to_string()] {
            let stones = digits.parse().unwrap_or(u64::MAX);
            if self.choice.take(position, self.table.legal(), stones) {
                self.digits = digits;
                return;
            }
        }
        // `10` may be legal although `1` is not.
        self.digits = longer;
    }

    fn play(&mut self, chosen: Move) -> Result<(), Failure> {
        let told = format!("You: {}", words::describe(&self.table, &chosen));
        self.table.play(chosen).map_err(|stop| self.stopped(&stop))?;
        self.go_on(told)
    }

    /// Lets the computer move if it is its turn.
    fn go_on(&mut self, mut told: String) -> Result<(), Failure> {
        if let Some((from, reply)) = self.table.reply().map_err(|stop| self.stopped(&stop))? {
            let reply = self.table.game.describe(&from, &reply.how, &reply.to);
            told.push_str(&format!("\nThe computer: {reply}"));
        }
        self.look(told)
    }

    /// Looks at a new position.
    fn look(&mut self, told: String) -> Result<(), Failure> {
        self.choice = Choice::first(self.table.position(), self.table.legal());
        self.digits.clear();
        self.said = told;
        if let Some(end) = words::end(&mut self.table).map_err(|stop| self.stopped(&stop))? {
            self.said.push_str(&format!("\n{end}"));
        }
        Ok(())
    }

    /// Shows a best move and chooses it.
    fn hint(&mut self) -> Result<(), Failure> {
        let advice = self.table.advise().map_err(|stop| self.stopped(&stop))?;
        let Some(advice) = advice else { return Ok(()) };
        self.said = words::advice(&self.table, &advice);
        let best = advice.best();
        let (position, legal) = (self.table.position(), self.table.legal());
        match legal.iter().position(|m| m.to == best.to) {
            Some(best) => self.choice.choose(position, legal, best),
            None => self
                .said
                .push_str("\nThe arrow keys cannot reach this move; with --plain you can type it."),
        }
        Ok(())
    }

    fn next_level(&mut self) {
        let levels = Level::ALL;
        let level = self.table.opponent.level;
        let at = levels.iter().position(|other| *other == level).unwrap_or(0);
        let next = levels[(at + 1) % levels.len()];
        self.table.opponent.level = next;
        self.said = words::level(next);
    }
}

#[cfg(test)]
mod tests;
