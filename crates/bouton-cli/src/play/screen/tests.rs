use bouton::{Budget, Ctx, Game, Opponent, Unwatched};
use fastrand::Rng;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::play::Player;

/// Calls `then` with the screen of a game that starts from a position.
fn with_screen(game: &str, start: &str, then: impl FnOnce(Screen<'_, '_>)) {
    let game = Game::parse(game).unwrap();
    let (budget, little) = (Budget::default(), Budget::new(4 << 20));
    let ctx = Ctx { budget: &budget, watch: &Unwatched };
    let little = Ctx { budget: &little, watch: &Unwatched };
    let opponent = Opponent::new(&game, ctx, little, Level::Perfect, Rng::with_seed(1));
    let given = game.position(start).unwrap();
    let table = Table::new(&game, given.clone(), Player::You, opponent, &Unwatched).unwrap();
    let source = Source { name: "<game>".into(), text: game.to_string() };
    let start = Start { game: &game, given: Some(given) };
    then(Screen::new(table, start, &source).ok().unwrap());
}

/// The contents of a terminal of a given size.
fn seen(screen: &mut Screen<'_, '_>, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..height).map(|y| line(y).trim_end().to_string() + "\n").collect()
}

fn keys(screen: &mut Screen<'_, '_>, keys: &[KeyCode]) {
    for &key in keys {
        assert_eq!(screen.key(key).ok(), Some(Flow::GoesOn), "{key:?}");
    }
}

/// What is about to be taken, and from which heap.
fn taking(screen: &Screen<'_, '_>) -> Option<(usize, u64)> {
    screen.taking().map(|taking| (taking.heap, taking.stones))
}

#[test]
fn heaps_are_columns_with_what_is_taken() {
    with_screen("nim", "1,3,4", |mut screen| {
        keys(&mut screen, &[KeyCode::Right, KeyCode::Up]);
        let expected = "\
nim against a perfect computer
The player who makes the last move wins.
1,3,4

            ●
       ○    ●
       ○    ●
  ●    ●    ●
  1    3    4
       -2

Your move: take 2 from the heap of 3 → 1,1,4
Press ? for the keys.
Enter move  h hint  w why  u undo  r redo  l level  n new  ? help  q quit
";
        assert_eq!(seen(&mut screen, 80, 14), expected);
    });
}

#[test]
fn rules_names_and_hidden_heaps_are_told() {
    with_screen("staircase", "1,0,2,3", |mut screen| {
        let shown = seen(&mut screen, 80, 24);
        assert!(shown.contains("a=1") && shown.contains("d=3"), "{shown}");
        assert!(shown.contains("Staircase Nim"), "{shown}");
        assert!(!seen(&mut screen, 80, 12).contains("Staircase Nim"));
    });
    let many = vec!["2"; 40].join(",");
    with_screen("nim", &many, |mut screen| {
        let shown = seen(&mut screen, 80, 24);
        assert!(shown.contains("Showing heaps 1 to 16 of 40"), "{shown}");
    });
}

#[test]
fn large_heaps_are_bars_and_nothing_panics_on_small_screens() {
    with_screen("nim", "5,40,10^12,10^30", |mut screen| {
        keys(&mut screen, &[KeyCode::Right, KeyCode::Char('2'), KeyCode::Char('0')]);
        assert_eq!(taking(&screen), Some((1, 20)));
        let shown = seen(&mut screen, 80, 20);
        assert!(shown.contains('█') && shown.contains('░') && shown.contains("~10^30"), "{shown}");
        keys(&mut screen, &[KeyCode::Char('h')]);
        assert!(screen.said.contains("--plain"), "{}", screen.said);
        for (width, height) in [(1, 1), (3, 2), (5, 8), (7, 30), (200, 3)] {
            seen(&mut screen, width, height);
        }
    });
}

#[test]
fn arrows_and_digits_choose_among_legal_takes() {
    with_screen("take {1, 3, 12} from any; pass 1", "2,13", |mut screen| {
        assert_eq!(taking(&screen), Some((0, 1)));
        keys(&mut screen, &[KeyCode::Up]);
        assert_eq!(taking(&screen), Some((0, 1)));
        keys(&mut screen, &[KeyCode::Right, KeyCode::Up]);
        assert_eq!(taking(&screen), Some((1, 3)));
        keys(&mut screen, &[KeyCode::Char('1'), KeyCode::Char('2')]);
        assert_eq!(taking(&screen), Some((1, 12)));
        keys(&mut screen, &[KeyCode::Char('3')]);
        assert_eq!(taking(&screen), Some((1, 3)));
        keys(&mut screen, &[KeyCode::Char('p')]);
        assert!(screen.said.starts_with("You: pass"), "{}", screen.said);
        keys(&mut screen, &[KeyCode::Char('u')]);
        assert_eq!(screen.table.position().to_string(), "2,13;pass=1");
        assert_eq!(screen.key(KeyCode::Char('q')).ok(), Some(Flow::Ends));
    });
    // Only the largest heap: arrows stay there.
    with_screen("take 1..3 from largest", "1,5", |mut screen| {
        keys(&mut screen, &[KeyCode::Left, KeyCode::Down]);
        assert_eq!(taking(&screen), Some((1, 1)));
    });
}

#[test]
fn a_click_chooses_and_a_second_one_takes() {
    with_screen("nim", "1,3,4", |mut screen| {
        seen(&mut screen, 80, 14);
        // The middle stone of the heap of 3, as drawn above.
        screen.click(7, 6).ok().unwrap();
        assert_eq!(taking(&screen), Some((1, 2)));
        screen.click(7, 6).ok().unwrap();
        assert!(screen.said.starts_with("You: take 2 from the heap of 3"), "{}", screen.said);
    });
    with_screen("take 1..3 from largest", "1,5", |mut screen| {
        seen(&mut screen, 80, 20);
        let bottom = screen.board.bottom() - 3;
        screen.click(2, bottom).ok().unwrap();
        assert_eq!(screen.said, "Nothing can be taken from the heap of 1 now.");
        screen.click(7, bottom).ok().unwrap();
        assert_eq!(screen.said, "5 cannot be taken from the heap of 5.");
        screen.click(79, 0).ok().unwrap();
    });
}

#[test]
fn a_hint_is_chosen_and_wins() {
    with_screen("nim", "1,2", |mut screen| {
        keys(&mut screen, &[KeyCode::Char('h')]);
        assert_eq!(taking(&screen), Some((1, 1)));
        keys(&mut screen, &[KeyCode::Enter, KeyCode::Enter]);
        assert!(
            screen.said.ends_with("The computer cannot move: you have won."),
            "{}",
            screen.said
        );
        keys(&mut screen, &[KeyCode::Enter, KeyCode::Up, KeyCode::Char('h'), KeyCode::Char('n')]);
        assert_eq!(screen.table.position().to_string(), "1,2");
    });
}

#[test]
fn other_moves_are_chosen_from_a_list() {
    with_screen("wythoff", "3,4", |mut screen| {
        keys(&mut screen, &[KeyCode::Down]);
        let shown = seen(&mut screen, 80, 24);
        let chosen = words::describe(&screen.table, screen.chosen().unwrap());
        assert!(shown.contains(&format!("> {chosen}")), "{shown}");
        keys(&mut screen, &[KeyCode::Enter, KeyCode::Char('w'), KeyCode::Char('l')]);
        assert!(screen.said.starts_with("The computer's level is good"), "{}", screen.said);
    });
    with_screen("nim + wythoff", "2 | 1,2", |mut screen| {
        assert!(seen(&mut screen, 80, 24).contains("> in game 1: take 1 from the heap of 2"));
    });
}
