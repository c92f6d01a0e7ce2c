//! The game in plain lines: reads a move or a command from each line, and prints what happens.

use std::io::{BufRead, IsTerminal, Read, Write};

use bouton::{Level, Position, Stop};

use super::start::Start;
use super::table::Table;
use super::typed::{Typed, understand};
use super::words;
use crate::failure::{Failure, Finish, Run};
use crate::source::{MOST_BYTES, Source, too_long};

/// Moves that `moves` lists.
const LISTED: usize = 40;

const HELP: &str = "\
Type a move as
  take 3 from 5      3 stones from the heap of 5; also `3 5` or `3 from 5`
  pass
  1,2,2              the position after the move; `to 4` if it is a single number
  7                  the number of a move, after `moves`
Commands
  moves              the legal moves, with numbers
  hint               a best move
  why                who can win from here, and why
  undo, redo         takes back your last move and the reply, or plays them again
  level [NAME]       how well the computer plays: perfect, good or beginner
  new [POSITION]     another game
  help, quit
";

/// A game in plain lines.
pub struct Lines<'a, 'g> {
    pub table: Table<'g>,
    pub start: Start<'g>,
    pub source: &'a Source,
    pub out: &'a mut dyn Write,
    /// Whether the legal moves were listed since the last move.
    pub listed: bool,
}

impl Lines<'_, '_> {
    /// Plays until the input ends or asks to quit.
    pub fn run(mut self, input: &mut dyn BufRead) -> Run {
        let asks = std::io::stdin().is_terminal();
        self.opening()?;
        let mut line = Vec::new();
        loop {
            if asks {
                write!(self.out, "> ")?;
            }
            self.out.flush()?;
            line.clear();
            let read = (&mut *input).take(MOST_BYTES as u64 + 1).read_until(b'\n', &mut line);
            if read.map_err(|error| Failure::new("E0070", &format!("standard input: {error}")))?
                == 0
            {
                return Ok(Finish::Done);
            }
            if line.len() > MOST_BYTES {
                return Err(too_long("a line of standard input"));
            }
            let text = String::from_utf8_lossy(&line);
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            if !asks {
                writeln!(self.out, "> {text}")?;
            }
            if self.obey(text)?.is_none() {
                self.out.flush()?;
                return Ok(Finish::Done);
            }
        }
    }

    /// Prints what a player should know before the first move.
    fn opening(&mut self) -> Result<(), Failure> {
        let game = self.table.game;
        writeln!(self.out, "{game}")?;
        if let Some(about) = words::about(game) {
            writeln!(self.out, "{about}")?;
        }
        writeln!(self.out, "{}", words::ending(game))?;
        self.tell_level()?;
        writeln!(self.out, "Type `help` for the commands.")?;
        self.go_on()
    }

    /// Executes a line; `None` after `quit`.
    fn obey(&mut self, text: &str) -> Result<Option<()>, Failure> {
        let (command, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let over = self.table.winner().is_some();
        match (command.to_lowercase().as_str(), rest.trim()) {
            ("quit" | "q" | "exit", "") => return Ok(None),
            ("help" | "?", "") => write!(self.out, "{HELP}")?,
            ("undo" | "u", "") => {
                let undone = self.table.undo();
                self.stepped(undone, "There is no move to undo.")?;
            }
            ("redo" | "r", "") => {
                let redone = self.table.redo();
                self.stepped(redone, "There is no move to redo.")?;
            }
            ("new", rest) => self.another(rest)?,
            ("level", rest) => self.set_level(rest)?,
            _ if over => writeln!(self.out, "The game is over. Type `undo` or `new` to go on.")?,
            ("moves", "") => self.list()?,
            ("hint", "") => self.hint()?,
            ("why", "") => self.why()?,
            _ => self.play(text)?,
        }
        Ok(Some(()))
    }

    /// Prints the position, or the computer's move and the position after it, or how the game
    /// ended.
    fn go_on(&mut self) -> Result<(), Failure> {
        self.listed = false;
        let reply = self.table.reply().map_err(|stop| self.source.stopped(&stop))?;
        if let Some((from, reply)) = reply {
            let reply = self.table.game.describe(&from, &reply.how, &reply.to);
            writeln!(self.out, "The computer: {reply}")?;
        }
        self.show()
    }

    fn show(&mut self) -> Result<(), Failure> {
        let end = words::end(&mut self.table).map_err(|stop| self.source.stopped(&stop))?;
        let end = end.unwrap_or_else(|| "your move".into());
        writeln!(self.out, "{}   {end}", self.table.position())?;
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), Failure> {
        let typed = understand(&mut self.table, text, self.listed);
        match typed.map_err(|stop| self.source.stopped(&stop))? {
            Typed::Wrong(why) => writeln!(self.out, "{why}")?,
            Typed::Legal(chosen) => {
                let told = words::describe(&self.table, &chosen);
                writeln!(self.out, "You: {told}")?;
                self.table.play(*chosen).map_err(|stop| self.source.stopped(&stop))?;
                self.go_on()?;
            }
        }
        Ok(())
    }

    fn list(&mut self) -> Result<(), Failure> {
        let legal = self.table.legal();
        let width = legal.len().min(LISTED).to_string().len();
        for (i, m) in (1..).zip(legal.iter().take(LISTED)) {
            let told = words::describe(&self.table, m);
            writeln!(self.out, "{i:>width$}  {told}")?;
        }
        match legal.len().saturating_sub(LISTED) {
            0 => {}
            more if self.table.all_listed() => writeln!(self.out, "… and {more} more")?,
            _ => writeln!(self.out, "… and very many more")?,
        }
        self.listed = true;
        Ok(())
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let advice = self.table.advise().map_err(|stop| self.source.stopped(&stop))?;
        if let Some(advice) = advice {
            writeln!(self.out, "{}", words::advice(&self.table, &advice))?;
        }
        Ok(())
    }

    fn why(&mut self) -> Result<(), Failure> {
        let why = words::why(&mut self.table, self.source)?;
        writeln!(self.out, "{why}")?;
        Ok(())
    }

    /// Prints the position after undo or redo, if there was something to undo or redo.
    fn stepped(&mut self, stepped: Result<bool, Stop>, none: &str) -> Result<(), Failure> {
        self.listed = false;
        if !stepped.map_err(|stop| self.source.stopped(&stop))? {
            writeln!(self.out, "{none}")?;
        }
        self.show()
    }

    fn set_level(&mut self, name: &str) -> Result<(), Failure> {
        match Level::of(name) {
            Some(level) => self.table.opponent.level = level,
            None if name.is_empty() => {}
            None => {
                writeln!(self.out, "The levels are perfect, good and beginner.")?;
                return Ok(());
            }
        }
        self.tell_level()
    }

    fn tell_level(&mut self) -> Result<(), Failure> {
        writeln!(self.out, "{}", words::level(self.table.opponent.level))?;
        Ok(())
    }

    /// Starts another game, from a typed position or in the same way as this one.
    fn another(&mut self, text: &str) -> Result<(), Failure> {
        let start: Position = if text.is_empty() {
            self.start.position(&mut self.table.opponent, self.source)?
        } else {
            match self.table.game.position(text) {
                Ok(start) => start,
                Err(error) => {
                    writeln!(self.out, "{}", words::no_position(text, &error))?;
                    return Ok(());
                }
            }
        };
        // A game that is too large to solve is not played.
        match self.table.opponent.outcome(&start) {
            Ok(_) => self.table.restart(start).map_err(|stop| self.source.stopped(&stop))?,
            Err(Stop::Cancelled) => return Err(Failure::Interrupted),
            Err(stop) => {
                writeln!(self.out, "{stop}")?;
                return Ok(());
            }
        }
        self.go_on()
    }
}
