//! Checks a claim over a whole box at once: the claim is compiled and compared with all values of
//! the box, in blocks of columns.
//!
//! Small integers are used where they are shown to suffice. Positions where the compiled claim has
//! no value, or is not shown to have one, are left to the exact evaluator.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use dashu_int::UBig;

use crate::claim::{Claim, Says};
use crate::engine::{Block, Extent, Tier, Whole, Windows, is_position};
use crate::game::{Game, Position, Shape};
use crate::job::{Ctx, Stop, Watch};
use crate::lang::core::{ExprId, Word};
use crate::lang::syntax::{Ending, Order};
use crate::rows::{Compiler, Heaps, List, Meaning, Program, Reg, Rows, Small};
use crate::share::{Share, share};

use super::smallest::Smallest;

/// Positions that are computed together.
const WIDTH: usize = 512;

/// The number of positions that a thread takes at a time.
const PIECE: usize = 1 << 16;

/// If more positions are left to the exact evaluator, it checks all of them.
const MOST_LEFT: usize = 1 << 20;

/// What came out.
pub(super) struct Found {
    /// At how many positions the claim said something.
    pub(super) positions: u64,
    /// If the claim constructs moves: the N-positions that it applies to, and for how many of them
    /// it constructs a move.
    pub(super) starts: u64,
    pub(super) won: u64,
    /// The positions at which it is wrong.
    pub(super) wrong: Smallest<Position>,
    /// Positions that are left to the exact evaluator; they are not counted.
    pub(super) left: Vec<Position>,
}

impl Found {
    /// Nothing yet; this many wrong positions are kept.
    fn new(most: usize) -> Found {
        let wrong = Smallest::new(most);
        Found { positions: 0, starts: 0, won: 0, wrong, left: Vec::new() }
    }

    /// Adds the findings at other positions.
    fn add(&mut self, other: Found) {
        self.positions += other.positions;
        self.starts += other.starts;
        self.won += other.won;
        self.left.extend(other.left);
        self.wrong.extend(other.wrong);
    }
}

/// Compares what a claim says with the values of a box, and keeps this many of the positions at which it is wrong; `None` if the
/// claim cannot be compiled.
pub(super) fn check(
    claim: &Claim,
    says: &[Says],
    extent: &Extent,
    whole: &Whole<'_>,
    most: usize,
    ctx: Ctx<'_>,
) -> Result<Option<Found>, Stop> {
    let makes_moves = says.iter().any(Says::is_move);
    let takes = match makes_moves {
        true => takes(&claim.game, whole),
        false => None,
    };
    if makes_moves && takes.is_none() {
        return Ok(None);
    }
    let mut found = Found::new(most);
    for (i, &tier) in whole.tiers().iter().enumerate() {
        let Some(spoken) = Spoken::of(claim, says, extent, whole, tier) else { return Ok(None) };
        let takes = takes.as_ref();
        let check = Check { claim, whole, takes, spoken: &spoken, tier, most };
        found.add(check.all(i * whole.layout().positions(), ctx)?);
        if found.left.len() > MOST_LEFT {
            return Ok(None);
        }
    }
    Ok(Some(found))
}

/// The legal takes, where there are no moves but them and passes without a condition, for both players together.
fn takes(game: &Game, whole: &Whole<'_>) -> Option<Windows> {
    let plain = game.pass.as_ref().is_none_or(|pass| !pass.each && pass.when.is_none());
    Windows::by_size(game, whole.layout()).filter(|_| plain)
}

/// A number that the program computes: its index among the outputs.
#[derive(Clone, Copy)]
struct Output(usize);

/// One thing that a claim says.
struct Line {
    kind: Kind,
    /// A condition, or a number.
    value: Output,
    /// Where the exact evaluator has to decide.
    trouble: Output,
}

enum Kind {
    Outcome {
        p: bool,
        iff: bool,
    },
    Grundy,
    /// A condition on Grundy numbers.
    Relation,
    /// In an N-position that satisfies the condition, taking this number of stones from a heap
    /// wins.
    Take {
        heap: usize,
        when: Output,
    },
    /// In an N-position that satisfies the condition, passing wins.
    Pass,
}

/// A claim compiled for positions with the same counters.
struct Spoken {
    program: Program,
    outputs: Vec<Reg>,
    /// The positions that it applies to, and where the exact evaluator has to decide.
    when: Output,
    trouble: Output,
    lines: Vec<Line>,
    /// The counters of the positions whose Grundy numbers are used, as inputs after the heaps.
    asked: Vec<Tier>,
}

impl Spoken {
    fn of(
        claim: &Claim,
        says: &[Says],
        extent: &Extent,
        whole: &Whole<'_>,
        tier: Tier,
    ) -> Option<Spoken> {
        let (game, core) = (&claim.game, &claim.game.core);
        let mut program = Program::default();
        let layout = whole.layout();
        let input = |heap: usize| program.input((0, layout.most(heap) as i64), true);
        let heaps: Vec<Reg> = (0..layout.heaps()).map(input).collect();
        let list = match &game.shape {
            Shape::Heaps { order: Order::None, .. } => List::Rising,
            Shape::Heaps { order: Order::Row, .. } => List::Row,
            Shape::Heaps { .. } | Shape::Tuple(..) => List::Places,
            Shape::Sum(_) => return None,
        };
        let mut heaps = Heaps::new(heaps, list, &mut program);
        let counters = [
            (Word::Turn, tier.turn),
            (Word::Last, tier.last),
            (Word::Passes, Some(tier.passes.unwrap_or(0))),
        ];
        for (word, value) in counters {
            if let Some(value) = value {
                heaps.give(word, program.constant(i64::try_from(value).ok()?));
            }
        }
        let mut asked = Vec::new();
        for (i, counters) in claim.asked.iter().enumerate() {
            let mut at = tier;
            for (name, e) in counters {
                let e = Compiler::new(core, &heaps, None).compile(*e, &mut program)?;
                *at.get_mut(name)? = usize::try_from(program.known(e)?).ok()?;
            }
            asked.push(Some(at).filter(|&at| whole.has(at))?);
            let number = program.input((0, whole.greatest().into()), true);
            heaps.give(Word::Asked(u16::try_from(i).ok()?), number);
        }
        let mut writer = Writer {
            compiler: Compiler::new(core, &heaps, None),
            heaps: &heaps,
            program: &mut program,
            outputs: Vec::new(),
            lines: Vec::new(),
        };
        let (when, trouble) = writer.when(claim, extent)?;
        for says in says {
            writer.says(says)?;
        }
        let Writer { outputs, lines, .. } = writer;
        Some(Spoken { program, outputs, when, trouble, lines, asked })
    }
}

/// Writes a claim's program.
struct Writer<'a> {
    compiler: Compiler<'a>,
    heaps: &'a Heaps,
    program: &'a mut Program,
    outputs: Vec<Reg>,
    lines: Vec<Line>,
}

impl Writer<'_> {
    fn output(&mut self, reg: Reg) -> Output {
        self.outputs.push(reg);
        Output(self.outputs.len() - 1)
    }

    /// The positions of a box that a claim applies to.
    fn when(&mut self, claim: &Claim, extent: &Extent) -> Option<(Output, Output)> {
        let zero = self.program.constant(0);
        let mut when = self.is_in_box(claim, extent)?;
        let mut trouble = zero;
        for &condition in &claim.when {
            let (holds, without) = self.compiler.compile_where(condition, self.program)?;
            let without = self.program.and(when, without);
            trouble = self.program.or(trouble, without);
            when = self.program.and(when, holds);
        }
        Some((self.output(when), self.output(trouble)))
    }

    /// Whether numbers are a position of the game, with as many heaps as the box has.
    fn is_in_box(&mut self, claim: &Claim, extent: &Extent) -> Option<Reg> {
        let is = is_position(&claim.game, self.heaps, self.program)?;
        if claim.game.coordinates().is_some() {
            return Some(is);
        }
        let (least, most) = (*extent.heaps.start(), *extent.heaps.end());
        let count = self.heaps.word(Word::Count, self.program)?;
        let least = self.program.constant(i64::try_from(least).ok()?);
        let most = self.program.constant(i64::try_from(most).ok()?);
        let (enough, few) = (self.program.le(least, count), self.program.le(count, most));
        let both = self.program.and(enough, few);
        Some(self.program.and(is, both))
    }

    fn says(&mut self, says: &Says) -> Option<()> {
        match says {
            Says::Outcome { p, iff, condition } => {
                self.line(Kind::Outcome { p: *p, iff: *iff }, *condition)
            }
            Says::Grundy(e) => self.line(Kind::Grundy, *e),
            Says::Relation(condition, _) => self.line(Kind::Relation, *condition),
            Says::Take { stones, heap: None, when } => {
                let largest = self.heaps.all().len() - 1;
                self.take(largest, *stones, *when, None)
            }
            Says::Take { stones, heap: Some(variable), when } => (0..self.heaps.all().len())
                .try_for_each(|heap| self.take(heap, *stones, *when, Some(*variable))),
            Says::Pass { when } => match when {
                Some(when) => self.line(Kind::Pass, *when),
                None => {
                    let (always, never) = (self.program.constant(1), self.program.constant(0));
                    let (value, trouble) = (self.output(always), self.output(never));
                    self.lines.push(Line { kind: Kind::Pass, value, trouble });
                    Some(())
                }
            },
            Says::MoveTo { .. } => None,
        }
    }

    fn line(&mut self, kind: Kind, e: ExprId) -> Option<()> {
        let (value, trouble) = self.compiler.compile_where(e, self.program)?;
        let (value, trouble) = (self.output(value), self.output(trouble));
        self.lines.push(Line { kind, value, trouble });
        Some(())
    }

    /// A take from a heap that is not empty.
    fn take(
        &mut self,
        heap: usize,
        stones: ExprId,
        when: Option<ExprId>,
        variable: Option<u16>,
    ) -> Option<()> {
        let chosen = self.heaps.all()[heap];
        let mut compile = |id: ExprId, program: &mut Program| match variable {
            Some(variable) => self.compiler.compile_with(variable, chosen, id, program),
            None => self.compiler.compile_where(id, program),
        };
        let zero = self.program.constant(0);
        let mut there = self.program.lt(zero, chosen);
        let mut trouble = zero;
        if let Some(when) = when {
            let (holds, without) = compile(when, self.program)?;
            trouble = self.program.and(there, without);
            there = self.program.and(there, holds);
        }
        if self.program.known(there) == Some(0) && self.program.known(trouble) == Some(0) {
            return Some(());
        }
        let (stones, without) = compile(stones, self.program)?;
        let without = self.program.and(there, without);
        trouble = self.program.or(trouble, without);
        let when = self.output(there);
        let (value, trouble) = (self.output(stones), self.output(trouble));
        self.lines.push(Line { kind: Kind::Take { heap, when }, value, trouble });
        Some(())
    }
}

/// Compares a claim with the positions with the same counters.
struct Check<'a> {
    claim: &'a Claim,
    whole: &'a Whole<'a>,
    takes: Option<&'a Windows>,
    spoken: &'a Spoken,
    tier: Tier,
    /// How many wrong positions are kept.
    most: usize,
}

/// The result for a claim at one position.
enum Verdict {
    /// It is right or says nothing; and whether it constructs a winning move.
    Right {
        spoke: bool,
        won: bool,
    },
    Wrong,
    /// The exact evaluator has to look.
    Left,
}

/// The position at hand.
struct Here<'a> {
    heaps: &'a [usize],
    number: u32,
    /// Its number with one pass less.
    passed: Option<u32>,
}

/// How far all threads are together.
struct Progress {
    /// How many positions were checked.
    done: AtomicUsize,
    /// Positions that are left to the exact evaluator.
    left: AtomicUsize,
}

impl Check<'_> {
    /// Checks all positions, after those that are done, unless too many are left to the exact evaluator.
    fn all(&self, done: usize, ctx: Ctx<'_>) -> Result<Found, Stop> {
        let Spoken { program, outputs, .. } = self.spoken;
        let positions = self.whole.layout().positions();
        let progress = Progress { done: AtomicUsize::new(done), left: AtomicUsize::new(0) };
        let found = share(ctx, positions.div_ceil(PIECE), |share| match program.bits(outputs) {
            ..=16 => self.pieces::<i16>(share, &progress),
            17..=32 => self.pieces::<i32>(share, &progress),
            _ => self.pieces::<i64>(share, &progress),
        });
        found.into_iter().try_fold(Found::new(self.most), |mut all, found| {
            all.add(found?);
            Ok(all)
        })
    }

    /// Checks pieces until there are no more.
    fn pieces<T: Small>(&self, share: &Share<'_>, progress: &Progress) -> Result<Found, Stop> {
        let Spoken { program, outputs, .. } = self.spoken;
        let mut rows = Rows::<T>::new(program, outputs, WIDTH);
        let mut found = Found::new(self.most);
        let positions = self.whole.layout().positions();
        while let Some(piece) = share.next() {
            let places = piece * PIECE..positions.min((piece + 1) * PIECE);
            let before = found.left.len();
            self.piece(places, &mut rows, share, &progress.done, &mut found)?;
            let left = found.left.len() - before;
            if progress.left.fetch_add(left, Ordering::Relaxed) + left > MOST_LEFT {
                break;
            }
        }
        Ok(found)
    }

    /// Checks the positions at these places.
    fn piece<T: Small>(
        &self,
        places: Range<usize>,
        rows: &mut Rows<T>,
        share: &Share<'_>,
        done: &AtomicUsize,
        found: &mut Found,
    ) -> Result<(), Stop> {
        let Spoken { when, trouble, lines, asked, .. } = self.spoken;
        let (mut numbers, mut passed, mut others) = (Vec::new(), Vec::new(), Vec::new());
        let mut heaps = vec![0usize; self.whole.layout().heaps()];
        let makes_moves = self.takes.is_some();
        let normal = self.claim.game.ending() == Ending::Normal;
        let of = self.whole.tiers().len() * self.whole.layout().positions();
        // Its tier, with a pass less.
        let after_pass = self.tier.passes.and_then(|passes| passes.checked_sub(1));
        let after_pass = after_pass.map(|passes| Tier { passes: Some(passes), ..self.tier });
        let all = self.whole.each(places, WIDTH, &mut |block: &Block| {
            let len = block.len();
            let copy = |from: &[u32], to: &mut [T]| {
                to.iter_mut().zip(&from[..len]).for_each(|(to, &n)| *to = T::of(n.into()));
            };
            for (heap, column) in block.heaps.iter().enumerate() {
                copy(column, rows.column(heap));
            }
            for (i, &tier) in asked.iter().enumerate() {
                self.whole.numbers(tier, block, &mut others);
                copy(&others, rows.column(heaps.len() + i));
            }
            rows.run(len);
            self.whole.numbers(self.tier, block, &mut numbers);
            if let Some(tier) = after_pass.filter(|_| makes_moves) {
                self.whole.numbers(tier, block, &mut passed);
            }
            let (when, trouble) = (rows.output(when.0, len), rows.output(trouble.0, len));
            for (i, &number) in numbers.iter().enumerate() {
                let left = trouble.get(i) != T::of(0);
                if !left && when.get(i) == T::of(0) {
                    continue;
                }
                block.position(i, &mut heaps);
                let here = Here { heaps: &heaps, number, passed: passed.get(i).copied() };
                let verdict = match left {
                    true => Verdict::Left,
                    false => {
                        self.at(lines, &here, |output| rows.output(output.0, len).get(i).wide())
                    }
                };
                match verdict {
                    Verdict::Left => found.left.push(self.position(&heaps)),
                    Verdict::Right { spoke, won } => {
                        found.positions += u64::from(spoke);
                        found.won += u64::from(won);
                    }
                    Verdict::Wrong => {
                        found.positions += 1;
                        let position = || self.position(&heaps);
                        found.wrong.add(heaps.iter().sum(), || (position(), position()));
                    }
                }
                // In misère play a terminal position is N and has no move.
                if makes_moves && here.number != 0 && !matches!(verdict, Verdict::Left) {
                    let any = normal || self.takes.is_some_and(|takes| takes.any(&heaps));
                    found.starts += u64::from(any);
                }
            }
            let done = done.fetch_add(len, Ordering::Relaxed) + len;
            share.tick(done as u64, Some(of as u64)).is_continue()
        });
        if all { Ok(()) } else { Err(Stop::Cancelled) }
    }

    /// The result at a position that the claim applies to.
    #[inline]
    fn at(&self, lines: &[Line], here: &Here<'_>, value: impl Fn(Output) -> i64) -> Verdict {
        let is_p = here.number == 0;
        let (mut spoke, mut won) = (false, false);
        for line in lines {
            let makes_move = matches!(line.kind, Kind::Take { .. } | Kind::Pass);
            if makes_move && is_p {
                continue;
            }
            if value(line.trouble) != 0 {
                return Verdict::Left;
            }
            let said = value(line.value);
            let right = match line.kind {
                Kind::Outcome { iff: false, .. } if said == 0 => continue,
                Kind::Outcome { p, .. } => ((said != 0) == p) == is_p,
                Kind::Grundy => said == i64::from(here.number),
                Kind::Relation => said != 0,
                Kind::Take { when, .. } if value(when) == 0 => continue,
                Kind::Take { heap, .. } => self.wins(here, heap, said),
                Kind::Pass if said == 0 => continue,
                Kind::Pass => {
                    let legal = self.takes.is_some_and(|takes| takes.any(here.heaps));
                    legal && here.passed == Some(0)
                }
            };
            if !right {
                return Verdict::Wrong;
            }
            spoke = true;
            won |= makes_move;
        }
        Verdict::Right { spoke, won }
    }

    /// Whether a take is legal and leads to a P-position.
    fn wins(&self, here: &Here<'_>, heap: usize, stones: i64) -> bool {
        let Here { heaps, number, .. } = *here;
        let legal = self.takes.is_some_and(|takes| takes.allow(heaps, heap, stones));
        let left = || heaps[heap] - stones as usize;
        legal && self.whole.number_with(self.tier, heaps, number, heap, left()) == Some(0)
    }

    /// The position with these heaps.
    fn position(&self, heaps: &[usize]) -> Position {
        let game = &self.claim.game;
        let order = game.order();
        let kept = heaps
            .iter()
            .filter(|&&heap| heap > 0 || order == Order::Fixed || order == Order::Circle);
        let heaps = kept.map(|&heap| UBig::from(heap)).collect();
        Position { heaps, counters: self.tier.counters(), parts: Vec::new() }
    }
}
