//! `bouton solve --batch`: reads one position from each line and prints `P`, `N` or a Grundy number
//! for it.
//!
//! Lines of plain small numbers are collected into blocks, which are answered together without
//! allocating anything for a single line. Every other line is read and answered alone, in order.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::Path;

use bouton::{Block, Game, Known, Outcome, Solver};

use crate::failure::{Failure, Finish, Run};
use crate::out;
use crate::source::{MOST_BYTES, Source, spoken, too_long};

/// Lines that are answered together.
const MOST_LINES: usize = 1 << 13;

/// Bytes that are read together.
const BUFFER: usize = 1 << 17;

pub fn run(
    game: &Game,
    solver: &mut Solver<'_>,
    source: &Source,
    file: &Path,
    grundy: bool,
) -> Run {
    let mut input: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(BufReader::with_capacity(BUFFER, io::stdin().lock()))
    } else {
        let file = File::open(file).map_err(|error| Failure::file(file, &error))?;
        Box::new(BufReader::with_capacity(BUFFER, file))
    };
    let name = file.display().to_string();
    let mut batch = Batch {
        game,
        solver,
        source,
        name,
        grundy,
        out: out::stdout(),
        block: Block::default(),
        lines: Vec::new(),
        known: Known::default(),
        answered: 0,
    };
    let interactive = io::stdout().is_terminal();
    let done = batch.read(&mut *input, file, interactive);
    // The answers before an error are printed.
    batch.out.flush()?;
    done.map(|()| Finish::Done)
}

struct Batch<'a, 'g, W> {
    game: &'a Game,
    solver: &'a mut Solver<'g>,
    source: &'a Source,
    name: String,
    grundy: bool,
    out: W,
    /// Lines that wait for an answer.
    block: Block,
    lines: Vec<u8>,
    known: Known,
    /// How many lines have one.
    answered: usize,
}

impl<W: Write> Batch<'_, '_, W> {
    /// Reads all lines.
    fn read(
        &mut self,
        input: &mut dyn BufRead,
        file: &Path,
        interactive: bool,
    ) -> Result<(), Failure> {
        let failed = |error: io::Error| Failure::file(file, &error);
        let mut rest = Vec::new();
        loop {
            let bytes = match input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return self.answer().and(Err(failed(error))),
            };
            if bytes.is_empty() {
                return self.answer();
            }
            let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
            let lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
            lines.into_iter().try_for_each(|line| self.line(line, file))?;
            input.consume(whole);
            if whole == 0 {
                // A line that extends beyond the buffer, or the last line.
                rest.clear();
                let most = MOST_BYTES as u64 + 1;
                if let Err(error) = (&mut *input).take(most).read_until(b'\n', &mut rest) {
                    return self.answer().and(Err(failed(error)));
                }
                if rest.len() > MOST_BYTES {
                    self.answer()?;
                    let line = self.answered + 1;
                    return Err(too_long(&format!("line {line} of {}", spoken(&self.name))));
                }
                self.line(&rest, file)?;
            }
            if interactive {
                self.answer()?;
                self.out.flush()?;
            }
        }
    }

    /// Puts a line into the block, or answers it alone.
    fn line(&mut self, line: &[u8], file: &Path) -> Result<(), Failure> {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let end = line.iter().rposition(|&byte| byte != b'\r').map_or(0, |last| last + 1);
        let line = &line[..end];
        let mut waits = self.block.len() < MOST_LINES && self.block.push_line(line);
        if !waits {
            // It may fit after the waiting lines are answered.
            self.answer()?;
            waits = self.block.push_line(line);
        }
        if waits {
            self.lines.extend_from_slice(line);
            self.lines.push(b'\n');
            return Ok(());
        }
        match std::str::from_utf8(line) {
            Ok(line) => self.alone(line),
            Err(_) => {
                let why = "stream did not contain valid UTF-8";
                Err(Failure::file(file, &io::Error::new(io::ErrorKind::InvalidData, why)))
            }
        }
    }

    /// Answers the lines that wait.
    fn answer(&mut self) -> Result<(), Failure> {
        if self.block.is_empty() {
            return Ok(());
        }
        let done = self.solver.values(&self.block, self.grundy, &mut self.known);
        done.map_err(|stop| self.at_line(self.source.stopped(&stop)))?;
        self.block.clear();
        let (mut lines, known) = (std::mem::take(&mut self.lines), std::mem::take(&mut self.known));
        for (line, known) in lines.split(|&byte| byte == b'\n').zip(&known) {
            match known {
                Some(number) if self.grundy => writeln!(self.out, "{number}")?,
                Some(0) => self.out.write_all(b"P\n")?,
                Some(_) => self.out.write_all(b"N\n")?,
                None => {
                    self.alone(&String::from_utf8_lossy(line))?;
                    continue;
                }
            }
            self.answered += 1;
        }
        lines.clear();
        (self.lines, self.known) = (lines, known);
        Ok(())
    }

    /// Answers a single line.
    fn alone(&mut self, line: &str) -> Result<(), Failure> {
        let at = self.answered + 1;
        let position = self.game.position(line);
        let position = position
            .map_err(|error| Failure::Refused(error.render_line(&self.name, line, at, true)))?;
        let value = self.solver.value(&position, self.grundy);
        match value.map_err(|stop| self.at_line(self.source.stopped(&stop)))? {
            (_, Some(grundy)) => writeln!(self.out, "{grundy}")?,
            (Outcome::P, None) => self.out.write_all(b"P\n")?,
            (Outcome::N, None) => self.out.write_all(b"N\n")?,
        }
        self.answered += 1;
        Ok(())
    }

    /// Adds the number of the line to a failure.
    fn at_line(&self, failure: Failure) -> Failure {
        let (line, name) = (self.answered + 1, &self.name);
        match failure {
            Failure::Refused(told) => {
                Failure::Refused(format!("{told}\n at line {line} of {name}"))
            }
            Failure::Unknown(why) => Failure::Unknown(format!("{why}\n at line {line} of {name}")),
            other => other,
        }
    }
}
