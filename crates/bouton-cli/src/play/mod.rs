//! `bouton play`: a game against the computer.

mod line;
mod screen;
mod start;
mod table;
mod typed;
mod words;

pub use table::Player;

use std::io::{IsTerminal, stdin, stdout};

use bouton::job::{Budget, Ctx};
use fastrand::Rng;

use self::line::Lines;
use self::screen::Screen;
use self::start::Start;
use self::table::Table;
use crate::args::PlayArgs;
use crate::failure::Run;
use crate::job::{Job, Quiet};
use crate::out;
use crate::source;
use bouton::play::Opponent;

/// The bytes within which it is found out how long games last.
const LITTLE: u64 = 4 << 20;

pub fn run(args: &PlayArgs) -> Run {
    let (game, source) = source::game(&args.game)?;
    let given = args.position.as_deref().map(|text| source::position(&game, text)).transpose()?;
    let job = Job::start(&args.job);
    let little = Budget::new(LITTLE);
    let little = Ctx { budget: &little, watch: &Quiet };
    let rng = Rng::with_seed(args.seed.unwrap_or_else(|| fastrand::u64(..)));
    let mut opponent = Opponent::new(&game, job.quiet(), little, args.level, rng);
    let start = Start { game: &game, given };
    let position = start.position(&mut opponent, &source)?;
    // What is too large to be solved is not played.
    opponent.outcome(&position).map_err(|stop| source.stopped(&stop))?;
    let table = Table::new(&game, position, args.first, opponent, &Quiet);
    let table = table.map_err(|stop| source.stopped(&stop))?;
    if !args.plain && stdin().is_terminal() && stdout().is_terminal() {
        return screen::run(Screen::new(table, start, &source)?);
    }
    let out = &mut out::stdout();
    Lines { table, start, source: &source, out, listed: false }.run(&mut stdin().lock())
}
