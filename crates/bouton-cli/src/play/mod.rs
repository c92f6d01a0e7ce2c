//! `bouton play`: a game against the computer.

mod line;
pub mod screen;
mod start;
mod table;
mod typed;
mod words;

pub use table::Player;

use std::io::{IsTerminal, stdin, stdout};

use bouton::{Budget, Ctx, Opponent, Watch};
use fastrand::Rng;

use self::line::Lines;
use self::screen::{Keys, Screen};
use self::start::Start;
use self::table::Table;
use crate::args::PlayArgs;
use crate::failure::Run;
use crate::job::{Job, Quiet};
use crate::out;
use crate::source;

pub fn run(args: &PlayArgs) -> Run {
    let (game, source) = source::game(&args.game)?;
    let given = args.position.as_deref().map(|text| source::position(&game, text)).transpose()?;
    let job = Job::start(&args.job);
    let whole_screen = !args.plain && stdin().is_terminal() && stdout().is_terminal();
    let watch: &dyn Watch = if whole_screen { &Keys } else { &Quiet };
    let ctx = Ctx { budget: &job.budget, watch };
    let little = Budget::new(Opponent::LITTLE);
    let little = Ctx { budget: &little, watch };
    let rng = Rng::with_seed(args.seed.unwrap_or_else(|| fastrand::u64(..)));
    let mut opponent = Opponent::new(&game, ctx, little, args.level, rng);
    let start = Start { game: &game, given };
    let position = start.position(&mut opponent, &source)?;
    // A game that is too large to solve is not played.
    opponent.outcome(&position).map_err(|stop| source.stopped(&stop))?;
    let table = Table::new(&game, position, args.first, opponent, watch);
    let table = table.map_err(|stop| source.stopped(&stop))?;
    if whole_screen {
        return screen::run(Screen::new(table, start, &source)?);
    }
    let out = &mut out::stdout();
    Lines { table, start, source: &source, out, listed: false }.run(&mut stdin().lock())
}
