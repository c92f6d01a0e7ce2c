//! A solver that has answered many positions, and has compiled its theorems, answers as a new one does.

use bouton::Game;
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::solve::{Question, Solver, solve};

#[test]
fn many_answers_are_those_of_new_solvers() {
    for text in [
        "bounded-greedy(3)",
        "take {1, 2} from largest",
        "nim",
        "nim; ending misere",
        "wythoff",
        "moore(2)",
        "two-kinds",
        "bounded(4)",
        "turn-dependent(k -> k + 1)",
    ] {
        let game = Game::parse(text).unwrap();
        let budget = Budget::new(4 << 20);
        let ctx = Ctx { budget: &budget, watch: &Unwatched };
        let mut warm = Solver::new(&game, None, ctx);
        let most = game.coordinates().map(<[String]>::len);
        let heaps = game.heaps().and_then(|most| usize::try_from(most).ok()).unwrap_or(4);
        for i in 0..70u64 {
            // Positions of all widths, small ones after larger ones, and a huge one.
            let width = most.unwrap_or(1 + (i as usize * 5 + 2) % heaps);
            let size = |j: u64| match (i, j) {
                (60, 0) => "10^30".to_string(),
                _ => ((i * 7 + j * (i + 3)) % (9 + i % 4 * 5)).to_string(),
            };
            let numbers: Vec<String> = (0..width as u64).map(size).collect();
            let Ok(position) = game.position(&numbers.join(",")) else { continue };
            let ask = Question { moves: 1 + i as usize % 4, ..Question::default() };
            let (now, new) = (warm.answer(&position, ask), solve(&game, &position, ask, ctx));
            let told = match (now, new) {
                (Ok(now), Ok(new)) => (
                    format!("{:?} {:?} {:?}", now.outcome, now.winning, now.answered),
                    format!("{:?} {:?} {:?}", new.outcome, new.winning, new.answered),
                ),
                (Err(now), Err(new)) => (now.to_string(), new.to_string()),
                (now, new) => panic!("{text} at {position}: {:?} {:?}", now.err(), new.err()),
            };
            assert_eq!(told.0, told.1, "{text} at {position}");
        }
    }
}
