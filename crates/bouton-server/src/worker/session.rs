//! The games that a worker has seen, with what it has computed for them.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};

use bouton::{Budget, Ctx, Error, Game, Level, Opponent, Stop};
use fastrand::Rng;
use self_cell::self_cell;

use super::State;
use super::unanswered::Unanswered;
use super::watch::Watcher;
use crate::wire::Lane;

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

/// How many games a quick and a heavy worker keep: those used last.
const QUICK_GAMES: usize = 16;
const HEAVY_GAMES: usize = 4;

thread_local! {
    /// The games and what was computed for them; the last used comes last.
    static OPEN: RefCell<Vec<(String, Session)>> = const { RefCell::new(Vec::new()) };
}

/// A game at work in one job.
pub(crate) struct At<'s, 'g> {
    /// The game.
    pub(crate) game: &'g Game,
    /// Its solver, and who plays it.
    pub(crate) opponent: &'s mut Opponent<'g>,
    /// The watcher of the job.
    pub(crate) watch: &'g Watcher,
}

/// Forgets all games.
pub(crate) fn forget() {
    OPEN.take();
}

/// Works on the game of a text. A job that was stopped is forgotten.
pub(crate) fn work<T>(
    state: &State,
    text: &str,
    work: impl FnOnce(At<'_, '_>) -> Result<T, Unanswered>,
) -> Result<T, Unanswered> {
    // The session is removed while it works, so that it is not used again after a panic.
    let open = OPEN.with_borrow_mut(|open| {
        let kept = open.iter().position(|(known, _)| known == text);
        kept.map(|i| open.remove(i).1)
    });
    let mut session = match open {
        Some(session) => session,
        None => Session::open(text, state.setup.budget)
            .map_err(|error| Unanswered::text(&error, text, "game"))?,
    };
    let result = session.with_dependent_mut(|table, opponent| {
        table.watcher.begin(&state.setup);
        work(At { game: &table.game, opponent, watch: &table.watcher })
    });
    if !matches!(result, Err(Unanswered::Stopped(Stop::Cancelled))) {
        let most = match state.setup.lane {
            Lane::Quick => QUICK_GAMES,
            Lane::Heavy => HEAVY_GAMES,
        };
        OPEN.with_borrow_mut(|open| {
            if open.len() >= most {
                open.remove(0);
            }
            open.push((text.to_string(), session));
        });
    }
    result.map_err(|unanswered| unanswered.at(state, Some(number(text))))
}

/// A number for a game.
fn number(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
