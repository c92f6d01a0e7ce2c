//! Heaps as columns of stones, and their places on the screen.

use bouton::Position;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

/// The heaps as they are drawn in an area.
pub struct Board<'p> {
    position: &'p Position,
    /// The names of the coordinates of a tuple.
    names: Option<&'p [String]>,
    area: Rect,
    /// The width of a column.
    width: u16,
    /// The first visible heap, and how many are visible.
    first: usize,
    shown: usize,
}

/// What is about to be taken: a heap, and a number of stones from it.
#[derive(Clone, Copy)]
pub struct Taking {
    pub heap: usize,
    pub stones: u64,
}

/// The longest number under a heap.
const LABEL: usize = 9;

/// Lines below the stones: the size of the heap, and what is taken.
const UNDER: u16 = 2;

impl<'p> Board<'p> {
    /// The heaps of a position in an area, scrolled so that one of them is visible.
    pub fn new(
        position: &'p Position,
        names: Option<&'p [String]>,
        area: Rect,
        seen: usize,
    ) -> Board<'p> {
        let mut board = Board { position, names, area, width: 1, first: 0, shown: 1 };
        let longest = (0..position.heaps.len()).map(|heap| board.under(heap).chars().count());
        board.width = longest.max().unwrap_or(1).max(3) as u16 + 2;
        board.shown = usize::from(area.width / board.width).max(1);
        board.first = seen / board.shown * board.shown;
        board
    }

    /// The label below a heap: its size, and its name if it has one.
    fn under(&self, heap: usize) -> String {
        let size = label(&self.position.heaps[heap].to_string());
        match self.names.and_then(|names| names.get(heap)) {
            Some(name) => format!("{name}={size}"),
            None => size,
        }
    }

    /// Which heaps are visible, if not all are.
    pub fn seen(&self) -> String {
        let all = self.position.heaps.len();
        let last = all.min(self.first + self.shown);
        match all > self.shown {
            true => format!("Showing heaps {} to {last} of {all}: ", self.first + 1),
            false => String::new(),
        }
    }

    /// The lines for stones.
    fn rows(&self) -> u16 {
        self.area.height.saturating_sub(UNDER)
    }

    /// The height of a heap in lines, and whether each line is one stone.
    fn height(&self, heap: usize) -> (u16, bool) {
        let rows = self.rows();
        match self.position.heaps.get(heap).and_then(|size| u16::try_from(size).ok()) {
            Some(size) if size <= rows => (size, true),
            _ => (rows, false),
        }
    }

    /// Draws the heaps.
    pub fn draw(&self, buffer: &mut Buffer, taking: Option<Taking>) {
        if self.rows() == 0 || self.area.width < self.width {
            return;
        }
        for (i, heap) in (self.first..self.position.heaps.len()).take(self.shown).enumerate() {
            let x = self.area.x + i as u16 * self.width;
            let taking = taking.filter(|taking| taking.heap == heap);
            self.draw_heap(buffer, x, heap, taking.map(|taking| taking.stones));
        }
    }

    fn draw_heap(&self, buffer: &mut Buffer, x: u16, heap: usize, taken: Option<u64>) {
        let (height, stones) = self.height(heap);
        let chosen = Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD);
        let size = &self.position.heaps[heap];
        let taken_lines = match (taken, u64::try_from(size)) {
            (None, _) => 0,
            (Some(taken), _) if stones => taken.min(height.into()) as u16,
            // A bar shows the approximate share that is taken.
            (Some(taken), Ok(size)) => {
                let part = u128::from(taken) * u128::from(height) / u128::from(size.max(1));
                (part as u16).clamp(1, height)
            }
            (Some(_), Err(_)) => 1,
        };
        let middle = x + self.width / 2;
        let base = self.area.y + self.rows();
        for line in 0..height {
            let goes = line + taken_lines >= height;
            let (mark, style) = match (goes, stones) {
                (true, true) => ("○", chosen),
                (false, true) => ("●", Style::new()),
                (true, false) => ("░", chosen),
                (false, false) => ("█", Style::new()),
            };
            buffer.set_string(middle, base - 1 - line, mark, style);
        }
        let style = if taken.is_some() { chosen } else { Style::new() };
        self.centred(buffer, x, base, &self.under(heap), style);
        if let Some(taken) = taken {
            self.centred(buffer, x, base + 1, &format!("-{}", label(&taken.to_string())), style);
        }
    }

    fn centred(&self, buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
        let length = text.chars().count() as u16;
        let x = x + (self.width / 2).saturating_sub((length.saturating_sub(1)) / 2);
        buffer.set_stringn(x, y, text, self.width.into(), style);
    }

    /// The heap at a place on the screen. If each stone is drawn, also how many stones the stone
    /// there and those above it are.
    pub fn at(&self, x: u16, y: u16) -> Option<(usize, Option<u64>)> {
        let (column, from_top) = (x.checked_sub(self.area.x)?, y.checked_sub(self.area.y)?);
        let column = usize::from(column / self.width);
        let heap = self.first + column;
        if column >= self.shown || heap >= self.position.heaps.len() || y >= self.area.bottom() {
            return None;
        }
        let (height, stones) = self.height(heap);
        let above =
            (from_top + height + 1).checked_sub(self.rows()).filter(|n| (1..=height).contains(n));
        Some((heap, above.filter(|_| stones).map(u64::from)))
    }
}

/// A number, shortened if it is too long.
fn label(number: &str) -> String {
    match number.len() {
        0..=LABEL => number.into(),
        digits => format!("~10^{}", digits - 1),
    }
}
