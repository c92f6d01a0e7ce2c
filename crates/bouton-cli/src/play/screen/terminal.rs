//! The terminal: reads keys, clicks and resizes, draws pictures, and restores the terminal at the
//! end.

use std::io::{stdin, stdout};
use std::ops::ControlFlow;
use std::panic;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use bouton::Watch;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEventKind, KeyModifiers,
    MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::is_raw_mode_enabled;

use super::{Flow, Screen};
use crate::failure::{Failure, Finish, Run};
use crate::guard;

/// How often to check whether the program was asked to stop.
const LOOK: Duration = Duration::from_millis(50);

/// Watches while the computer thinks. Where Ctrl-C is a key in raw mode, it is handled even then;
/// other keys are not.
pub struct Keys;

impl Watch for Keys {
    fn tick(&self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        static LAST: Mutex<Option<Instant>> = Mutex::new(None);
        let due = LAST.lock().is_ok_and(|mut last| {
            let due = last.is_none_or(|last| last.elapsed() >= LOOK);
            if due {
                *last = Some(Instant::now());
            }
            due
        });
        // Before raw mode, the terminal itself turns Ctrl-C into a signal.
        if due && is_raw_mode_enabled().unwrap_or(false) {
            while event::poll(Duration::ZERO).unwrap_or(false) {
                if let Ok(Event::Key(key)) = event::read()
                    && key.modifiers.contains(KeyModifiers::CONTROL)
                    && key.code == KeyCode::Char('c')
                {
                    guard::interrupt();
                }
            }
        }
        match guard::interrupted() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Restores the screen, if it is in use, when the program has to exit at once.
pub fn leave() {
    if is_raw_mode_enabled().unwrap_or(false) {
        let _ = execute!(stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}

/// Plays until somebody quits.
pub fn run(mut screen: Screen<'_, '_>) -> Run {
    // Ratatui's own hook, which runs before this one, restores the screen.
    let told = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let _ = execute!(stdout(), DisableMouseCapture);
        told(info);
    }));
    let mut terminal = ratatui::try_init().inspect_err(|_| ratatui::restore())?;
    #[cfg(unix)]
    keep_signal();
    let captured = execute!(stdout(), EnableMouseCapture);
    let played = captured.map_err(Failure::from).and_then(|()| play(&mut screen, &mut terminal));
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::try_restore()?;
    played
}

/// Lets Ctrl-C be a signal in raw mode too, so that it is heard whatever the computer is doing.
#[cfg(unix)]
fn keep_signal() {
    use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, tcgetattr, tcsetattr};
    /// What a key is set to that sends no signal.
    const NONE: u8 = if cfg!(target_os = "linux") { 0 } else { 0xff };
    let input = stdin();
    if let Ok(mut modes) = tcgetattr(&input) {
        modes.local_modes.insert(LocalModes::ISIG);
        modes.special_codes[SpecialCodeIndex::VQUIT] = NONE;
        modes.special_codes[SpecialCodeIndex::VSUSP] = NONE;
        // If that fails, Ctrl-C is a key.
        let _ = tcsetattr(&input, OptionalActions::Now, &modes);
    }
}

fn play(screen: &mut Screen<'_, '_>, terminal: &mut DefaultTerminal) -> Run {
    loop {
        terminal.draw(|frame| screen.draw(frame))?;
        while !event::poll(LOOK)? {
            if guard::interrupted() {
                return Err(Failure::Interrupted);
            }
        }
        match event::read()? {
            Event::Key(key) if key.kind == KeyEventKind::Release => {}
            Event::Key(key) if key.modifiers.contains(KeyModifiers::CONTROL) => match key.code {
                KeyCode::Char('c') => return Err(Failure::Interrupted),
                KeyCode::Char('d') => return Ok(Finish::Done),
                _ => {}
            },
            Event::Key(key) => match screen.key(key.code)? {
                Flow::Ends => return Ok(Finish::Done),
                Flow::GoesOn => {}
            },
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                screen.click(mouse.column, mouse.row)?;
            }
            _ => {}
        }
    }
}
