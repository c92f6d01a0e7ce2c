//! Pictures: the values of positions in which two numbers vary and the others are fixed.

use std::ops::Range;

use dashu_int::UBig;

use super::Solver;
use crate::engine::{Engine, Extent, Outcome, Tier, Values, explain_position};
use crate::error::Error;
use crate::game::{Game, Position};
use crate::job::Stop;
use crate::lang::{Code, Diagnostic, Span};

/// Positions in which `x`, and perhaps `y`, stand for numbers: `x,y,5;turn=3`.
///
/// ```
/// use bouton::{Game, Slice};
/// let game = Game::parse("nim; pass 1")?;
/// let slice = Slice::new(&game, "y, x, 3; pass=0")?;
/// assert_eq!(slice.position(7, 2).unwrap().to_string(), "2,3,7;pass=0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Slice<'g> {
    pub(super) game: &'g Game,
    text: String,
    /// A position with the fixed numbers and arbitrary values for the others; `None` for a sum.
    held: Option<Position>,
    x: Place,
    y: Option<Place>,
}

/// Where a number stands.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Heap(usize),
    Counter(String),
    /// Somewhere in the text of a position of a sum.
    Text,
}

/// The letters that stand for numbers.
const LETTERS: [&str; 2] = ["x", "y"];

/// The number of cells between two ticks.
const TICK: usize = 1 << 12;

impl<'g> Slice<'g> {
    /// Reads positions with `x` and `y` in them.
    pub fn new(game: &'g Game, text: &str) -> Result<Slice<'g>, Error> {
        let [x, y] = LETTERS.map(|letter| places(game, text, letter));
        let (x, y) = match (&x[..], &y[..]) {
            ([x], []) => (x.clone(), None),
            ([x], [y]) => (x.clone(), Some(y.clone())),
            _ => return Err(letters(text).into()),
        };
        let mut slice = Slice { game, text: text.into(), held: None, x, y };
        // The fixed numbers are read once. The other places get 1, which every counter can have.
        let written = slice.written(1, 1);
        let mut held = game.like();
        match game.summands() {
            [] => {
                game.typed(&written, &mut held).map_err(|error| unplaced(error, text))?;
                let wanted = game.coordinates().map_or(held.heaps.len(), <[String]>::len);
                if held.heaps.len() != wanted {
                    let found = held.heaps.len();
                    let message = format!("a position has {wanted} coordinates, found {found}");
                    return Err(unplaced(Diagnostic::new(Code::PositionSize, message), text).into());
                }
                slice.held = Some(held);
            }
            _ => {
                game.read_position(&written).map_err(|error| unplaced(error, text))?;
            }
        }
        Ok(slice)
    }

    /// The position at a cell, if there is one.
    #[must_use]
    pub fn position(&self, x: u64, y: u64) -> Option<Position> {
        let Some(held) = &self.held else {
            return self.game.read_position(&self.written(x, y)).ok();
        };
        let mut position = held.clone();
        set(&mut position, &self.x, x);
        if let Some(place) = &self.y {
            set(&mut position, place, y);
        }
        self.game.admit(position, "").ok()
    }

    /// Whether `y` occurs in it too.
    #[must_use]
    pub fn has_y(&self) -> bool {
        self.y.is_some()
    }

    /// The text with numbers in place of the letters.
    fn written(&self, x: u64, y: u64) -> String {
        tokens(&self.text)
            .map(|(_, token)| match token {
                "x" => x.to_string(),
                "y" => y.to_string(),
                other => other.to_string(),
            })
            .collect()
    }

    /// Whether a letter stands for a counter.
    fn counts(place: &Place) -> bool {
        matches!(place, Place::Counter(_))
    }
}

fn set(position: &mut Position, place: &Place, value: u64) {
    match place {
        Place::Heap(i) => position.heaps[*i] = value.into(),
        Place::Counter(name) => {
            if let Some(counter) = position.counters.get_mut(name) {
                *counter = value.into();
            }
        }
        Place::Text => {}
    }
}

/// The words of a text and the parts between them, with their places.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = &text[start..];
        let first = rest.chars().next()?;
        let end = rest.find(|c| word(c) != word(first)).unwrap_or(rest.len());
        start += end;
        Some((start - end, &rest[..end]))
    })
}

/// Where a letter occurs in the text of a position.
fn places(game: &Game, text: &str, letter: &str) -> Vec<Place> {
    if !game.summands().is_empty() {
        return tokens(text).filter(|(_, t)| *t == letter).map(|_| Place::Text).collect();
    }
    let (heaps, counters) = text.split_once(';').unwrap_or((text, ""));
    let heaps = heaps.split(',').enumerate().filter(|(_, heap)| heap.trim() == letter);
    let counters = counters.split(',').filter_map(|counter| counter.split_once('='));
    let counters = counters.filter(|(_, value)| value.trim() == letter);
    heaps
        .map(|(i, _)| Place::Heap(i))
        .chain(counters.map(|(name, _)| Place::Counter(name.trim().into())))
        .collect()
}

/// The error for a text in which the letters are not where they should be.
fn letters(text: &str) -> Diagnostic {
    let message = "one number of the position must be `x`, and at most one other `y`";
    let whole = Span { start: 0, end: text.len() };
    Diagnostic::new(Code::PositionSyntax, message.to_string())
        .at(whole, "expected `x` once, and `y` at most once")
        .help("for example `x,y`, `x,y,5;turn=3` or `x;turn=y`")
}

/// An error in a text with letters. Its place is the whole text, because the letters are not
/// numbers.
fn unplaced(error: Diagnostic, text: &str) -> Diagnostic {
    Diagnostic { span: Some(Span { start: 0, end: text.len() }), ..error }
}

impl<'g> Solver<'g> {
    /// The values of a picture, row by row: Grundy numbers, or 0 for P and 1 for N; `None` where
    /// there is no position. They are computed in boxes whose size `corner` gives, or by theorems.
    pub fn cells(
        &mut self,
        slice: &Slice<'_>,
        xs: Range<u64>,
        ys: Range<u64>,
        corner: Corner,
        grundy: bool,
    ) -> Result<Vec<Option<u64>>, Stop> {
        let values = Values { grundy, length: false };
        let ys = if slice.has_y() { ys } else { 0..1 };
        let (width, height) = ((xs.end - xs.start) as usize, (ys.end - ys.start) as usize);
        let mut cells = vec![None; width * height];
        // A box holds only one value of a counter, so the values of a counter come one after
        // another.
        let columns_first = Slice::counts(&slice.x);
        let order = (0..cells.len()).map(|i| match columns_first {
            true => (i / height, i % height),
            false => (i % width, i / width),
        });
        let mut small = slice.held.as_ref().and_then(Small::of);
        let mut counted = None;
        for (done, (i, j)) in order.enumerate() {
            let (x, y) = (xs.start + i as u64, ys.start + j as u64);
            if done.is_multiple_of(TICK)
                && self.ctx.watch.tick(done as u64, Some(cells.len() as u64)).is_break()
            {
                return Err(Stop::Cancelled);
            }
            if let Corner::At(most_x, most_y) = corner {
                let counters = (Slice::counts(&slice.x).then_some(x))
                    .max(slice.y.as_ref().filter(|y| Slice::counts(y)).map(|_| y));
                if counted != Some(counters) {
                    counted = Some(counters);
                    let at = |place: &Place, most, value| {
                        if Slice::counts(place) { value } else { most }
                    };
                    let x = at(&slice.x, most_x, x);
                    let y = slice.y.as_ref().map_or(0, |place| at(place, most_y, y));
                    self.make_ready(slice, x, y, values)?;
                }
                let engine = self.engine(values)?;
                let number = small.as_mut().and_then(|small| small.number(slice, x, y, engine));
                if let Some(number) = number {
                    cells[j * width + i] = Some(number.into());
                    continue;
                }
            }
            let Some(position) = slice.position(x, y) else { continue };
            let value = match corner {
                Corner::Theorem => self.value(&position, grundy)?,
                Corner::At(..) => {
                    let solved = self.engine(values)?.solve(&position)?;
                    (solved.outcome, solved.grundy.map(UBig::from))
                }
            };
            let number = match value {
                (Outcome::P, None) => Some(0),
                (Outcome::N, None) => Some(1),
                (_, Some(number)) => u64::try_from(&number).ok(),
            };
            cells[j * width + i] = number;
        }
        Ok(cells)
    }

    /// Computes the box below a cell at once, if possible.
    fn make_ready(
        &mut self,
        slice: &Slice<'_>,
        x: u64,
        y: u64,
        values: Values,
    ) -> Result<(), Stop> {
        let engine = self.engine(values)?;
        if let (Some(held), Some(_)) = (&slice.held, slice.game.coordinates()) {
            // The corner of a box of tuples need not be a position.
            let mut corner = held.clone();
            set(&mut corner, &slice.x, x);
            if let Some(place) = &slice.y {
                set(&mut corner, place, y);
            }
            let most: Result<Vec<u64>, _> = corner.heaps.iter().map(u64::try_from).collect();
            let counters: Option<Vec<_>> = corner
                .counters
                .named()
                .into_iter()
                .filter_map(|(name, value)| Some((name, value.as_ref()?)))
                .map(|(name, value)| Some((name.to_string(), u64::try_from(value).ok()?)))
                .map(|counter| counter.map(|(name, value)| (name, value..=value)))
                .collect();
            if let (Ok(most), Some(counters)) = (most, counters) {
                return engine.make_ready(&Extent { heaps: 0..=0, most, counters });
            }
        }
        if let Some(corner) = slice.position(x, y) {
            engine.make_ready_below(&corner)?;
        }
        Ok(())
    }
}

/// A cell's position in small numbers, to be looked up in a table.
struct Small {
    heaps: Vec<usize>,
    tier: Tier,
}

impl Small {
    /// The fixed numbers; `None` if one is too large.
    fn of(held: &Position) -> Option<Small> {
        let heaps = held.heaps.iter().map(|heap| usize::try_from(heap).ok());
        Some(Small { heaps: heaps.collect::<Option<_>>()?, tier: Tier::of(&held.counters)? })
    }

    /// The number of a cell, if a table holds it.
    fn number(&mut self, slice: &Slice<'_>, x: u64, y: u64, engine: &Engine<'_>) -> Option<u32> {
        self.set(&slice.x, x)?;
        if let Some(place) = &slice.y {
            self.set(place, y)?;
        }
        engine.number(&self.heaps, self.tier)
    }

    fn set(&mut self, place: &Place, value: u64) -> Option<()> {
        let to = match place {
            Place::Heap(i) => self.heaps.get_mut(*i)?,
            Place::Counter(name) => self.tier.get_mut(name)?,
            Place::Text => return None,
        };
        *to = usize::try_from(value).ok()?;
        Some(())
    }
}

/// How far the boxes of a picture extend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// No boxes: theorems give each position.
    Theorem,
    /// To this cell, so that neighbouring pictures need no other box.
    At(u64, u64),
}

impl Corner {
    /// About how many seconds a box takes, if that can be estimated.
    #[must_use]
    pub fn seconds(self, slice: &Slice<'_>, grundy: bool) -> Option<f64> {
        let Corner::At(x, y) = self else { return None };
        let counter = |place: &Place| Slice::counts(place);
        let x = if counter(&slice.x) { 1 } else { x };
        let y = if slice.y.as_ref().is_some_and(counter) { 1 } else { y };
        let position = slice.position(x, y)?;
        explain_position(slice.game, Values { grundy, length: false }, &position).seconds
    }
}
