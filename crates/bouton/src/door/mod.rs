//! The front door: what a game is asked, in one call each.

mod table;

use std::borrow::Cow;

use crate::claim::{Paper, Statement};
use crate::engine::{self, Repetition};
use crate::error::Error;
use crate::game::{self, Game, Move, Moves, Position};
use crate::job::{Budget, Ctx, Stop, Unwatched};
use crate::lang::Diagnostic;
use crate::solve::{self, Answer, OneHeap, Question, Solver};
use crate::verify::{self, Case, Size, Verdict};

pub use table::{Table, Tabling};

/// What jobs may use together that were given no budget of their own: one gibibyte, and no further thread.
static SHARED: Budget = Budget::new(1 << 30);

/// The limits of a job that was given none.
fn usual() -> Ctx<'static> {
    Ctx { budget: &SHARED, watch: &Unwatched }
}

/// A position, or its text.
pub trait AsPosition {
    /// The position of a game.
    fn as_position(&self, game: &Game) -> Result<Cow<'_, Position>, Error>;
}

impl AsPosition for str {
    fn as_position(&self, game: &Game) -> Result<Cow<'_, Position>, Error> {
        Ok(Cow::Owned(game.position(self)?))
    }
}

impl AsPosition for String {
    fn as_position(&self, game: &Game) -> Result<Cow<'_, Position>, Error> {
        self.as_str().as_position(game)
    }
}

impl AsPosition for Position {
    fn as_position(&self, _: &Game) -> Result<Cow<'_, Position>, Error> {
        Ok(Cow::Borrowed(self))
    }
}

impl Game {
    /// Who wins, by which moves, and how it is known: by a theorem if one applies, otherwise from a table or by the
    /// definition. [`Solver`] answers many positions, within other limits, or in one way alone.
    ///
    /// ```
    /// use bouton::Game;
    ///
    /// let game = Game::parse("take 1..3 from largest")?;
    /// let answer = game.solve("1,1,2,5")?;
    /// assert_eq!(answer.outcome.to_string(), "N");
    /// assert_eq!(answer.winning()[0].to_string(), "1,1,2,2");
    /// # Ok::<(), bouton::Error>(())
    /// ```
    pub fn solve<P: AsPosition + ?Sized>(&self, position: &P) -> Result<Answer, Error> {
        let position = position.as_position(self)?;
        Ok(Solver::new(self, None, usual()).answer(&position, Question::default())?)
    }

    /// The first moves from a position, in the order of [`Moves::first`].
    ///
    /// ```
    /// use bouton::Game;
    ///
    /// let game = Game::parse("take 1..ceil(m/2) from any; pass 1")?;
    /// let moves = game.moves("3", 10)?;
    /// let targets: Vec<String> = moves.iter().map(|one| one.to.to_string()).collect();
    /// assert_eq!(targets, ["2;pass=1", "1;pass=1", "3;pass=0"]);
    /// # Ok::<(), bouton::Error>(())
    /// ```
    pub fn moves<P: AsPosition + ?Sized>(
        &self,
        position: &P,
        most: usize,
    ) -> Result<Vec<Move>, Error> {
        let position = position.as_position(self)?;
        Ok(Moves::new(self, &Unwatched).first(&position, most)?)
    }

    /// A table of positions, to be described and then computed.
    ///
    /// ```
    /// use bouton::Game;
    ///
    /// let game = Game::parse("take 1..3 from largest")?;
    /// let table = game.table().heaps(3).max(20).grundy()?;
    /// assert_eq!(table.grundy("1,2,5")?, 2);
    /// # Ok::<(), bouton::Error>(())
    /// ```
    #[must_use]
    pub fn table(&self) -> Tabling<'_> {
        Tabling::new(self)
    }

    /// Compares what a claim says about this game with the game itself, at every position of a box that is chosen
    /// for it. [`Statement::cases`] checks statements on boxes of other sizes.
    ///
    /// ```
    /// use bouton::{Game, Status};
    ///
    /// let nim = Game::parse("take 1..m from any")?;
    /// assert_eq!(nim.verify("P iff xor(x) = 0")?.status, Status::Holds);
    /// let wrong = nim.verify("P iff total = 0")?;
    /// assert_eq!(wrong.counterexample.unwrap().position.to_string(), "1,1");
    /// # Ok::<(), bouton::Error>(())
    /// ```
    pub fn verify(&self, claim: &str) -> Result<Verdict, Error> {
        let paper = Paper::of_game(claim, &self.to_string())?;
        let mut worst: Option<Verdict> = None;
        for statement in paper.statements() {
            for case in statement.cases(&Size::default())? {
                let verdict = case.check(usual())?;
                if worst.as_ref().is_none_or(|worst| worst.status.is_right()) {
                    worst = Some(verdict);
                }
            }
        }
        let none = "there is nothing to check in it; write a claim like `P iff xor(x) = 0`";
        worst.ok_or_else(|| Stop::Unknown(none.into()).into())
    }

    /// Whether a single heap of a given size is one position, so that heaps have a sequence of Grundy numbers.
    #[must_use]
    pub fn is_of_one_heap(&self) -> bool {
        solve::is_of_one_heap(self)
    }

    /// The Grundy numbers of single heaps of 0 to `to` stones, either kept or only counted.
    ///
    /// ```
    /// use bouton::{Budget, Ctx, Game, Unwatched};
    ///
    /// let game = Game::parse("take {1, 3, 4} from any")?;
    /// let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    /// assert_eq!(game.sequence(8, true, ctx)?.values, [0, 1, 0, 1, 2, 3, 2, 0, 1]);
    /// # Ok::<(), bouton::Error>(())
    /// ```
    pub fn sequence(&self, to: u64, keep: bool, ctx: Ctx<'_>) -> Result<OneHeap, Stop> {
        solve::one_heap(self, to, keep, ctx)
    }

    /// The period of the Grundy numbers of single heaps, up to a heap, or as far as it takes to prove one.
    pub fn repetition(&self, to: Option<u64>, ctx: Ctx<'_>) -> Result<Repetition, Stop> {
        engine::repetition(self, to, ctx)
    }

    /// Reads the text of a game, whose parameters may be open, and looks for mistakes that show before it is played.
    /// If there is a game, the diagnostics are warnings. If there is none, they include an error.
    #[must_use]
    pub fn check(text: &str) -> (Option<Game>, Vec<Diagnostic>) {
        game::check(text)
    }

    /// Warnings about rules that can never apply.
    #[must_use]
    pub fn never_applying(&self) -> Vec<Diagnostic> {
        game::never_applying(self)
    }
}

impl Answer {
    /// The positions that winning moves lead to.
    #[must_use]
    pub fn winning(&self) -> Vec<&Position> {
        self.winning.iter().map(|one| &one.to).collect()
    }
}

impl<'p> Statement<'p> {
    /// What there is to check: one case for each game that `size` names. There is none if the statement is only
    /// stated, or a definition.
    pub fn cases(self, size: &'p Size) -> Result<Vec<Case<'p>>, Stop> {
        verify::cases(self.paper, self.item, size)
    }

    /// Checks the statement for all games that `size` names, and reports one verdict after another.
    pub fn verify(
        self,
        size: &Size,
        ctx: Ctx<'_>,
        told: &mut dyn FnMut(Verdict),
    ) -> Result<(), Stop> {
        verify::verify(self.paper, self.item, size, ctx, told)
    }
}
