//! What the screen shows.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::Screen;
use super::board::Board;
use super::choice::by_heaps;
use crate::play::words;

const KEYS: &str = "Enter move  h hint  w why  u undo  r redo  l level  n new  ? help  q quit";

/// With at least this many lines there is room for the rules.
const ROOM: u16 = 16;

/// Lines of the list of moves.
const LISTED: u16 = 10;

impl Screen<'_, '_> {
    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let list = match by_heaps(self.table.legal()) {
            true => 0,
            false => LISTED.min(self.table.legal().len().try_into().unwrap_or(LISTED)),
        };
        let said = Paragraph::new(self.said.as_str()).wrap(Wrap { trim: false });
        let lines = wrapped(&self.said, area.width).min(area.height / 2);
        let game = self.table.game;
        // The rules are shown if there is room.
        let rules = match words::about(game).filter(|_| area.height >= ROOM) {
            Some(about) => format!("{about} {}", words::ending(game)),
            None => words::ending(game).to_string(),
        };
        let [title, board, moves, chosen, told, keys] = Layout::vertical([
            Constraint::Length(2 + wrapped(&rules, area.width).min(4)),
            Constraint::Min(4),
            Constraint::Length(list),
            Constraint::Length(2),
            Constraint::Length(lines),
            Constraint::Length(1),
        ])
        .areas(area);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let level = format!("{} against a {} computer", game, self.table.opponent.level.name());
        let columns =
            Board::new(self.table.position(), game.coordinates(), board, self.choice.heap);
        let head = vec![
            Line::styled(level, bold),
            Line::raw(rules),
            Line::raw(format!("{}{}", columns.seen(), self.table.position())),
        ];
        frame.render_widget(Paragraph::new(head).wrap(Wrap { trim: false }), title);
        columns.draw(frame.buffer_mut(), self.taking());
        self.board = board;
        if list > 0 {
            self.draw_list(frame, moves);
        }
        if let Some(m) = self.chosen() {
            let told = format!("Your move: {}", words::describe(&self.table, m));
            frame.render_widget(
                Paragraph::new(vec![Line::raw(""), Line::styled(told, bold)]),
                chosen,
            );
        }
        frame.render_widget(said, told);
        let dim = Style::new().add_modifier(Modifier::DIM);
        frame.render_widget(Line::styled(KEYS, dim), keys);
    }

    /// The legal moves around the chosen one.
    fn draw_list(&self, frame: &mut Frame<'_>, area: Rect) {
        let (legal, height) = (self.table.legal(), usize::from(area.height));
        let last = legal.len().saturating_sub(height);
        let first = self.choice.chosen.saturating_sub(height / 2).min(last);
        let line = |(i, m)| {
            let told = words::describe(&self.table, m);
            match i == self.choice.chosen {
                true => {
                    Line::styled(format!("> {told}"), Style::new().add_modifier(Modifier::REVERSED))
                }
                false => Line::raw(format!("  {told}")),
            }
        };
        let lines: Vec<Line<'_>> =
            legal.iter().enumerate().skip(first).take(height).map(line).collect();
        frame.render_widget(Paragraph::new(lines), area);
    }
}

/// About how many lines a text takes, with some reserve for wrapping at words.
fn wrapped(text: &str, width: u16) -> u16 {
    let width = usize::from(width.max(1));
    let lines = text.lines().map(|line| match line.chars().count() {
        length if length <= width => 1,
        length => length.div_ceil(width * 9 / 10 + 1).max(2),
    });
    lines.sum::<usize>().try_into().unwrap_or(u16::MAX)
}
