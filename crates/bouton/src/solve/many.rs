//! Many positions at once: theorems compiled over columns of small heaps, and one box for all
//! positions where no theorem applies.

use dashu_int::UBig;

use super::theorem::{Theorem, Theorems};
use super::{Solver, asks_theorems};
use crate::claim::Says;
use crate::engine::{Extent, Outcome, Tier, Values};
use crate::game::{Counters, Game, Move, Position, Shape};
use crate::job::Stop;
use crate::lang::core::Word;
use crate::lang::syntax::{Ending, Order};
use crate::rows::{Compiler, Heaps, List, Program, Reg, Rows, Small};

/// Positions of one game with the counters of the start. Each has at most `width` heaps or
/// coordinates.
///
/// Code that reads many positions fills a block, so that it allocates nothing for a single
/// position.
#[derive(Clone, Debug, Default)]
pub struct Block {
    width: usize,
    most: u32,
    /// The heaps of one position after another, padded with empty ones.
    numbers: Vec<u32>,
    len: usize,
    /// Whether some have fewer than others.
    ragged: bool,
}

impl Block {
    /// Positions with larger heaps do not fit into a block.
    pub const MOST_STONES: u32 = (1 << 20) - 1;

    /// Positions with more heaps do not fit into a block.
    pub const MOST_HEAPS: usize = 32;

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Takes out all positions.
    pub fn clear(&mut self) {
        self.numbers.clear();
        (self.len, self.most, self.ragged) = (0, 0, false);
    }

    /// Adds the position of a line, `3,4,5`; `false` if it does not fit or the line says anything else.
    pub fn push_line(&mut self, line: &[u8]) -> bool {
        let mut heaps = [0; Block::MOST_HEAPS];
        numbers(line, &mut heaps).is_some_and(|heaps| self.push(heaps))
    }

    /// Adds a position; `false` if it does not fit, because it has more heaps than the first one,
    /// too many, or too large ones.
    pub fn push(&mut self, heaps: &[u32]) -> bool {
        if self.is_empty() {
            self.width = heaps.len();
        }
        let most = heaps.iter().copied().max().unwrap_or(0);
        if heaps.len() > self.width.min(Block::MOST_HEAPS) || most > Block::MOST_STONES {
            return false;
        }
        self.ragged |= heaps.len() < self.width;
        self.numbers.extend_from_slice(heaps);
        self.len += 1;
        self.numbers.resize(self.len * self.width, 0);
        self.most = self.most.max(most);
        true
    }
}

/// The numbers of a line of small numbers with commas, and perhaps spaces around them; `None` for every other line.
fn numbers<'h>(line: &[u8], heaps: &'h mut [u32; Block::MOST_HEAPS]) -> Option<&'h [u32]> {
    let mut count = 0;
    let mut bytes = line.iter().copied().peekable();
    loop {
        while bytes.next_if_eq(&b' ').is_some() {}
        let (mut number, mut digits) = (0u32, 0);
        while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
            // Nine digits are less than 2^32.
            number = number.wrapping_mul(10).wrapping_add(u32::from(digit - b'0'));
            digits += 1;
        }
        if digits == 0 || digits > 9 {
            return None;
        }
        *heaps.get_mut(count)? = number;
        count += 1;
        while bytes.next_if_eq(&b' ').is_some() {}
        match bytes.next() {
            Some(b',') => {}
            Some(_) => return None,
            None => return Some(&heaps[..count]),
        }
    }
}

/// What is known about the positions of a block, in order: the Grundy number if it is wanted,
/// otherwise 0 for P and 1 for N. `None` if a position has to be solved on its own.
pub type Known = Vec<Option<u64>>;

/// With fewer positions compiling is not worth it.
const FEW: usize = 32;

/// Positions that are computed together.
const WIDTH: usize = 512;

/// The largest box that is computed for many positions.
const MOST_POSITIONS: u64 = 1 << 28;

/// The theorems about a game, compiled for positions of a given width.
pub(super) struct Compiled {
    width: usize,
    most: u32,
    grundy: bool,
    /// The counters of the positions.
    start: Counters,
    /// The answers, if they can be compiled.
    rows: Option<AnyRows>,
}

impl Compiled {
    fn new(game: &Game, theorems: &Theorems, width: usize, most: u32, grundy: bool) -> Compiled {
        let most = (most + 1).next_power_of_two().max(1 << 10) - 1;
        let rows = Answers::of(game, theorems, width, most, grundy);
        let rows = rows.map(|(program, outputs)| match program.bits(&outputs) {
            ..=16 => AnyRows::Short(Rows::new(&program, &outputs, WIDTH)),
            17..=32 => AnyRows::Middle(Rows::new(&program, &outputs, WIDTH)),
            _ => AnyRows::Long(Rows::new(&program, &outputs, WIDTH)),
        });
        Compiled { width, most, grundy, start: game.start(), rows }
    }

    /// The outcomes of the positions after some moves, where they are known.
    pub(super) fn outcomes(&mut self, moves: &[Move]) -> Vec<Option<Outcome>> {
        let Compiled { width, most, grundy, start, rows } = self;
        let fits = |position: &Position| {
            !*grundy
                && position.heaps.len() <= *width
                && position.counters == *start
                && position.parts.is_empty()
                && position.heaps.iter().all(|heap| *heap <= UBig::from(*most))
        };
        let mut outcomes = vec![None; moves.len()];
        let told: Vec<usize> = (0..moves.len()).filter(|&i| fits(&moves[i].to)).collect();
        for told in told.chunks(WIDTH) {
            let positions = told.iter().map(|&i| &moves[i].to.heaps[..]);
            let values = match rows {
                None => break,
                Some(AnyRows::Short(rows)) => of_heaps(rows, *width, positions),
                Some(AnyRows::Middle(rows)) => of_heaps(rows, *width, positions),
                Some(AnyRows::Long(rows)) => of_heaps(rows, *width, positions),
            };
            for (&i, value) in told.iter().zip(values) {
                outcomes[i] = value.map(|n| if n == 0 { Outcome::P } else { Outcome::N });
            }
        }
        outcomes
    }
}

/// The values at positions whose heaps are small enough, padded with empty heaps in front.
fn of_heaps<'p, T: Small>(
    rows: &mut Rows<T>,
    width: usize,
    positions: impl ExactSizeIterator<Item = &'p [UBig]>,
) -> Vec<Option<i64>> {
    let len = positions.len();
    for (place, heaps) in positions.enumerate() {
        let empty = width - heaps.len();
        for i in 0..empty {
            rows.column(i)[place] = T::of(0);
        }
        for (i, heap) in (empty..).zip(heaps) {
            rows.column(i)[place] = T::of(u32::try_from(heap).map_or(0, i64::from));
        }
    }
    rows.run(len);
    let (value, unknown) = (rows.output(0, len), rows.output(1, len));
    (0..len).map(|i| (unknown.get(i) == T::of(0)).then(|| value.get(i).wide())).collect()
}

enum AnyRows {
    Short(Rows<i16>),
    Middle(Rows<i32>),
    Long(Rows<i64>),
}

impl Solver<'_> {
    /// The values of many positions at once, without moves and reasons. [`Solver::value`] gives the
    /// same values for the positions that are left.
    pub fn values(&mut self, block: &Block, grundy: bool, to: &mut Known) -> Result<(), Stop> {
        to.clear();
        to.resize(block.len(), None);
        // A wrong number of coordinates must be reported, so such positions are left.
        let fit = |names: &[String]| names.len() == block.width && !block.ragged;
        if !self.game.coordinates().is_none_or(fit) {
            return Ok(());
        }
        if !self.theorems.list.is_empty() && asks_theorems(self.way) {
            self.compile(block, grundy);
            let rows = self.compiled.as_mut().and_then(|compiled| compiled.rows.as_mut());
            let sorted = self.game.coordinates().is_none();
            match rows {
                Some(AnyRows::Short(rows)) => answer(rows, block, sorted, to),
                Some(AnyRows::Middle(rows)) => answer(rows, block, sorted, to),
                Some(AnyRows::Long(rows)) => answer(rows, block, sorted, to),
                None => {}
            }
        }
        if to.contains(&None) && self.way.is_none() && self.parts.is_empty() {
            self.one_box(block, Values { grundy, length: false }, to)?;
        }
        Ok(())
    }

    /// Compiles the theorems for the positions of a block, unless they are compiled already or it
    /// is not worth it.
    fn compile(&mut self, block: &Block, grundy: bool) {
        let fits = |compiled: &&Compiled| {
            compiled.width == block.width
                && compiled.most >= block.most
                && compiled.grundy == grundy
        };
        if self.compiled.as_ref().filter(fits).is_some() {
            return;
        }
        self.compiled = (block.len() >= FEW)
            .then(|| Compiled::new(self.game, &self.theorems, block.width, block.most, grundy));
    }

    /// Compiles the theorems when many positions are asked one by one.
    pub(super) fn warm_up(&mut self, position: &Position) {
        self.asked = self.asked.saturating_add(1);
        if self.asked < FEW || self.theorems.list.is_empty() {
            return;
        }
        let most = position.heaps.iter().max().map_or(Ok(0), u32::try_from);
        let (width, Ok(most @ ..=Block::MOST_STONES)) = (position.heaps.len(), most) else {
            return;
        };
        if width > Block::MOST_HEAPS || position.counters != self.game.start() {
            return;
        }
        // A program for more or larger heaps also answers for fewer and smaller ones.
        let (mut wider, mut more) = (width, most);
        if let Some(compiled) = self.compiled.as_ref().filter(|compiled| !compiled.grundy) {
            if compiled.width >= width && compiled.most >= most {
                return;
            }
            (wider, more) = (width.max(compiled.width), most.max(compiled.most));
        }
        self.compiled = Some(Compiled::new(self.game, &self.theorems, wider, more, false));
    }

    /// Computes one box for all positions of a block, if that is less work than the boxes below the
    /// unknown ones.
    fn one_box(&mut self, block: &Block, values: Values, known: &mut Known) -> Result<(), Stop> {
        let below =
            |heaps: &[u32]| heaps.iter().map(|&heap| f64::from(heap) + 1.0).product::<f64>();
        let positions = || block.numbers.chunks(block.width.max(1));
        let each: f64 = positions()
            .zip(&*known)
            .filter(|(_, known)| known.is_none())
            .map(|(heaps, _)| below(heaps))
            .sum();
        let heaps = self.game.heaps().and_then(|most| usize::try_from(most).ok());
        let heaps = heaps.map_or(block.width, |most| most.min(block.width));
        let most = vec![u64::from(block.most); self.game.coordinates().map_or(1, <[String]>::len)];
        let extent = Extent { heaps: 0..=heaps, most, counters: vec![] };
        let all = extent.len(self.game);
        if all > MOST_POSITIONS.into() || all.to_f64().value() > each {
            return Ok(());
        }
        // A place that is not typed is no empty heap.
        let padded = block.ragged && self.game.order().has_places();
        let start = Tier::of(&self.game.start()).filter(|_| !padded);
        let engine = self.engine(values)?;
        engine.make_ready(&extent)?;
        let mut heaps = Vec::new();
        for (numbers, known) in positions().zip(known).filter(|(_, known)| known.is_none()) {
            heaps.clear();
            heaps.extend(numbers.iter().map(|&heap| heap as usize));
            *known = start.and_then(|tier| engine.number(&heaps, tier)).map(u64::from);
        }
        Ok(())
    }
}

/// Computes the answers to a block.
fn answer<T: Small>(rows: &mut Rows<T>, block: &Block, sorted: bool, to: &mut Known) {
    let width = block.width;
    let mut heaps = [0u32; Block::MOST_HEAPS];
    let heaps = &mut heaps[..width];
    for (i, to) in to.chunks_mut(WIDTH).enumerate() {
        let first = i * WIDTH * width;
        for (place, numbers) in (0..to.len()).zip(block.numbers[first..].chunks(width.max(1))) {
            heaps.copy_from_slice(numbers);
            if sorted {
                heaps.sort_unstable();
            }
            for (heap, &n) in heaps.iter().enumerate() {
                rows.column(heap)[place] = T::of(n.into());
            }
        }
        rows.run(to.len());
        let (value, unknown) = (rows.output(0, to.len()), rows.output(1, to.len()));
        for (i, to) in to.iter_mut().enumerate() {
            if unknown.get(i) == T::of(0) {
                *to = Some(value.get(i).wide() as u64);
            }
        }
    }
}

/// The combined answer of the theorems, while a program is written.
struct Answers {
    /// Where one of them decides the position, and how: 0 for P, 1 for N.
    decided: Reg,
    outcome: Reg,
    /// Where one of them gives the Grundy number, and its value.
    numbered: Reg,
    number: Reg,
    /// Where one has no value, or two contradict each other.
    unknown: Reg,
}

impl Answers {
    /// A program for the positions with this number of heaps of at most `most` stones: the answer,
    /// and where it is unknown.
    fn of(
        game: &Game,
        theorems: &Theorems,
        width: usize,
        most: u32,
        grundy: bool,
    ) -> Option<(Program, Vec<Reg>)> {
        let mut program = Program::default();
        let input = |_| program.input((0, most.into()), true);
        let heaps: Vec<Reg> = (0..width).map(input).collect();
        let mut unknown = program.constant(0);
        let words = match &game.shape {
            Shape::Heaps { order: Order::None, most } => {
                // With more heaps it is not a position of the game.
                let most = most.as_ref().and_then(|most| usize::try_from(most).ok());
                if let Some(extra) = most.and_then(|most| width.checked_sub(most + 1)) {
                    unknown = program.lt(unknown, heaps[extra]);
                }
                Heaps::new(heaps, List::Rising, &mut program)
            }
            Shape::Tuple(names, condition) => {
                let mut words = Heaps::new(heaps.clone(), List::Mixed, &mut program);
                for (i, &coordinate) in (0..names.len()).zip(&heaps) {
                    words.give(Word::Coordinate(i as u16), coordinate);
                }
                if let Some(condition) = condition {
                    let mut compiler = Compiler::new(&game.core, &words, None);
                    let (holds, trouble) = compiler.compile_where(*condition, &mut program)?;
                    let fails = program.not(holds);
                    unknown = program.or(fails, trouble);
                }
                words
            }
            Shape::Heaps { .. } | Shape::Sum(_) => return None,
        };
        let words = with_counters(words, &game.start(), &mut program)?;
        let zero = program.constant(0);
        let mut answers =
            Answers { decided: zero, outcome: zero, numbered: zero, number: zero, unknown };
        let corner = game.at(vec![most.into(); width]).ok();
        for theorem in &theorems.list {
            let alike = match (&game.shape, &theorem.claim.game.shape) {
                (Shape::Heaps { order: a, .. }, Shape::Heaps { order: b, .. }) => a == b,
                (Shape::Tuple(a, _), Shape::Tuple(b, _)) => a.len() == b.len(),
                _ => false,
            };
            let has_properties = theorem.claim.needed.is_empty()
                || corner.as_ref().is_some_and(|at| theorem.has_properties(at) == Ok(true));
            if !alike || !has_properties {
                return None;
            }
            answers.add(theorem, &words, grundy, &mut program)?;
        }
        let (value, known) = match grundy {
            true => (answers.number, answers.numbered),
            false => (answers.outcome, answers.decided),
        };
        let silent = program.not(known);
        let unknown = program.or(answers.unknown, silent);
        (program.known(unknown) != Some(1)).then_some((program, vec![value, unknown]))
    }

    /// Adds what a theorem says; `None` if it cannot be compiled.
    fn add(
        &mut self,
        theorem: &Theorem,
        words: &Heaps,
        grundy: bool,
        program: &mut Program,
    ) -> Option<()> {
        let claim = &theorem.claim;
        let normal = claim.game.ending() == Ending::Normal;
        let decides = |says: &&Says| match says {
            Says::Grundy(_) => normal,
            Says::Outcome { iff, .. } => *iff,
            _ => false,
        };
        let relates = !claim.asked.is_empty()
            && claim.says.iter().any(|says| matches!(says, Says::Relation(..)));
        if !relates && !claim.says.iter().any(|says| decides(&says)) {
            return Some(());
        }
        let mut compiler = Compiler::new(&claim.game.core, words, None);
        let mut speaks = program.constant(1);
        for &when in &claim.when {
            let (holds, trouble) = compiler.compile_where(when, program)?;
            self.not_where(speaks, trouble, program);
            speaks = program.and(speaks, holds);
        }
        let (mut tells_outcome, mut tells_number) = (false, false);
        for says in claim.says.iter().filter(decides) {
            let zero = program.constant(0);
            let (outcome, number) = match says {
                Says::Outcome { p, condition, .. } => {
                    let (holds, trouble) = compiler.compile_where(*condition, program)?;
                    self.not_where(speaks, trouble, program);
                    (if *p { program.not(holds) } else { holds }, None)
                }
                Says::Grundy(e) => {
                    let (number, trouble) = compiler.compile_where(*e, program)?;
                    self.not_where(speaks, trouble, program);
                    let negative = program.lt(number, zero);
                    self.not_where(speaks, negative, program);
                    (program.lt(zero, number), Some(number))
                }
                _ => return None,
            };
            let contradicts = |known: Reg, a: Reg, b: Reg, program: &mut Program| {
                let equal = program.eq(a, b);
                let differ = program.not(equal);
                program.and(known, differ)
            };
            let differ = contradicts(self.decided, self.outcome, outcome, program);
            self.not_where(speaks, differ, program);
            self.outcome = program.select(self.decided, self.outcome, outcome);
            self.decided = program.or(self.decided, speaks);
            tells_outcome = true;
            if let Some(number) = number {
                let differ = contradicts(self.numbered, self.number, number, program);
                self.not_where(speaks, differ, program);
                self.number = program.select(self.numbered, self.number, number);
                self.numbered = program.or(self.numbered, speaks);
                tells_number = true;
            }
        }
        // Values that depend on other positions are left to the exact evaluation.
        if relates && !(if grundy { tells_number } else { tells_outcome }) {
            self.unknown = program.or(self.unknown, speaks);
        }
        Some(())
    }

    /// Marks the answer as unknown where a theorem applies and something is wrong.
    fn not_where(&mut self, speaks: Reg, wrong: Reg, program: &mut Program) {
        let wrong = program.and(speaks, wrong);
        self.unknown = program.or(self.unknown, wrong);
    }
}

/// Adds the counters, all with their values at the start.
fn with_counters(mut words: Heaps, start: &Counters, program: &mut Program) -> Option<Heaps> {
    let counters =
        [(Word::Turn, &start.turn), (Word::Last, &start.last), (Word::Passes, &start.passes)];
    for (word, value) in counters {
        let value = value.as_ref().map_or(Ok(0), u32::try_from).ok()?;
        let value = program.constant(value.into());
        words.give(word, value);
    }
    Some(words)
}
