//! The games that a thread has seen, with what it has computed for them.

use std::sync::atomic::Ordering;
use std::time::Duration;

use bouton::{Budget, Ctx, Error, Game, Level, Opponent, Stop};
use fastrand::Rng;
use self_cell::self_cell;

use crate::refusal::Refusal;
use crate::watch::{Gone, Watcher};

/// A game and what its solver works with.
struct Table {
    game: Game,
    watcher: Watcher,
    budget: Budget,
    /// The budget for computing how long games last.
    little: Budget,
}

self_cell!(
    /// A game with a solver that remembers.
    struct Session {
        owner: Table,
        #[not_covariant]
        dependent: Opponent,
    }
);

impl Session {
    fn open(text: &str, memory: u64) -> Result<Session, Error> {
        let table = Table {
            game: Game::parse(text)?,
            watcher: Watcher::default(),
            budget: Budget::new(memory),
            little: Budget::new(Opponent::LITTLE),
        };
        Ok(Session::new(table, |table| {
            let watch = &table.watcher;
            let ctx = Ctx { budget: &table.budget, watch };
            let little = Ctx { budget: &table.little, watch };
            Opponent::new(&table.game, ctx, little, Level::Perfect, Rng::with_seed(0))
        }))
    }
}

/// The sessions of one thread: the ones used last.
pub(crate) struct Sessions {
    /// The last used comes last.
    open: Vec<(String, Session)>,
    /// How many are kept.
    most: usize,
    /// The bytes of each.
    memory: u64,
}

/// A game at work in one job.
pub(crate) struct At<'s, 'g> {
    /// The game.
    pub(crate) game: &'g Game,
    /// Its solver, and who plays it.
    pub(crate) opponent: &'s mut Opponent<'g>,
    /// The watcher of the thread's jobs.
    pub(crate) watch: &'g Watcher,
}

impl Sessions {
    pub(crate) fn new(most: usize, memory: u64) -> Sessions {
        Sessions { open: Vec::new(), most, memory }
    }

    /// Works on the game of a text, within a limit of time. A job that was stopped is forgotten.
    pub(crate) fn work<T>(
        &mut self,
        text: &str,
        time: Duration,
        gone: &Gone,
        work: impl FnOnce(At<'_, '_>) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        if gone.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled.into());
        }
        // The session is removed while it works, so that it is not used again after a panic.
        let mut session = match self.open.iter().position(|(open, _)| open == text) {
            Some(i) => self.open.remove(i).1,
            None => Session::open(text, self.memory)
                .map_err(|error| Refusal::text(&error, text, "game"))?,
        };
        if self.open.len() >= self.most {
            self.open.remove(0);
        }
        let result = session.with_dependent_mut(|table, opponent| {
            table.watcher.begin(time, gone);
            work(At { game: &table.game, opponent, watch: &table.watcher })
        });
        if !matches!(result, Err(Refusal::Stopped(Stop::Cancelled))) {
            self.open.push((text.to_string(), session));
        }
        result
    }
}
