//! What was compared: shares of constructs, kernels and commands, and what differs.

use std::collections::BTreeMap;
use std::fmt;

use bouton::engine::kernels;
use bouton_draw::{CONSTRUCTS, LEFT_OUT, RESTRICTIONS};

use super::case::{Case, Dropped};

/// Each construct is in at least so many of a hundred games.
const LEAST_SHARE: f64 = 3.0;

/// So many of a hundred games combine two or more restrictions.
const LEAST_RESTRICTED: f64 = 50.0;

/// So many of a hundred games have no meaning at some position of their box.
const LEAST_FAULTY: f64 = 3.0;

/// Each kernel, and each command, is compared at least so often.
const LEAST_TAKEN: u64 = 100;

/// What may be asked besides tables of kernels.
const COMMANDS: &[&str] = &[
    "table",
    "summary",
    "solve",
    "solve --by table",
    "solve with moves",
    "batch",
    "picture",
    "sequence",
    "verify",
    "verify: holds",
    "verify: refuted",
    "verify: error",
    "numbers in misère play",
];

/// Something that differs from the definition.
pub struct Finding {
    game: u64,
    text: String,
    within: String,
    what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { game, text, within, what } = self;
        write!(f, "game {game}: `{text}`\n  box: {within}\n  {what}")
    }
}

/// What was counted.
#[derive(Default)]
pub struct Tally {
    /// The number of the game at hand.
    pub game: u64,
    games: u64,
    positions: u64,
    fewest: Option<usize>,
    faulty: u64,
    restricted: u64,
    constructs: BTreeMap<&'static str, u64>,
    taken: BTreeMap<&'static str, u64>,
    below: BTreeMap<&'static str, u64>,
    asked: BTreeMap<&'static str, u64>,
    dropped: BTreeMap<Dropped, u64>,
    findings: Vec<Finding>,
}

impl Tally {
    /// Counts a game that is compared.
    pub fn compared(&mut self, case: &Case) {
        self.games += 1;
        self.positions += case.judged.len() as u64;
        let fewest = self.fewest.map_or(case.judged.len(), |few| few.min(case.judged.len()));
        self.fewest = Some(fewest);
        self.faulty += u64::from(case.error().is_some());
        let restrictions = RESTRICTIONS.iter().filter(|one| case.used.contains(*one)).count();
        self.restricted += u64::from(restrictions >= 2);
        for construct in &case.used {
            assert!(CONSTRUCTS.contains(construct), "`{construct}` is not in the list");
            *self.constructs.entry(construct).or_default() += 1;
        }
    }

    /// Counts a text that is not compared.
    pub fn dropped(&mut self, why: Dropped) {
        *self.dropped.entry(why).or_default() += 1;
    }

    /// Counts a table of a box by a kernel.
    pub fn taken(&mut self, kernel: &'static str) {
        *self.taken.entry(kernel).or_default() += 1;
    }

    /// Counts a table of the positions below one by a kernel.
    pub fn taken_below(&mut self, kernel: &'static str) {
        *self.below.entry(kernel).or_default() += 1;
    }

    /// Counts an answer of a command.
    pub fn asked(&mut self, command: &'static str) {
        debug_assert!(COMMANDS.contains(&command), "{command}");
        *self.asked.entry(command).or_default() += 1;
    }

    /// Notes that something differs.
    pub fn finding(&mut self, case: &Case, what: String) {
        // What is wrong with a game mostly shows in many places: the first ones tell enough.
        if self.findings.iter().filter(|finding| finding.game == self.game).count() >= 2 {
            return;
        }
        let mut text = case.text.text.clone();
        for argument in &case.text.arguments {
            text += &format!(" --with '{argument}'");
        }
        let within = case.extent.words(&case.game);
        self.findings.push(Finding { game: self.game, text, within, what });
    }

    /// Adds what another thread counted.
    pub fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.positions += other.positions;
        self.fewest = [self.fewest, other.fewest].into_iter().flatten().min();
        self.faulty += other.faulty;
        self.restricted += other.restricted;
        let named = [
            (&mut self.constructs, other.constructs),
            (&mut self.taken, other.taken),
            (&mut self.below, other.below),
            (&mut self.asked, other.asked),
        ];
        for (to, from) in named {
            from.into_iter().for_each(|(name, n)| *to.entry(name).or_default() += n);
        }
        for (why, n) in other.dropped {
            *self.dropped.entry(why).or_default() += n;
        }
        self.findings.extend(other.findings);
    }

    fn percent(&self, n: u64) -> f64 {
        100.0 * n as f64 / self.games.max(1) as f64
    }

    /// Prints all figures.
    pub fn print(&self) {
        println!("{} games, {} positions", self.games, self.positions);
        println!("  fewest positions of a game: {}", self.fewest.unwrap_or(0));
        println!("  two or more restrictions: {:.1} %", self.percent(self.restricted));
        println!("  without a meaning somewhere: {:.1} %", self.percent(self.faulty));
        println!("texts that were dropped: {:?}", self.dropped);
        println!("tables of each kernel, of boxes and below positions:");
        for kernel in kernels() {
            let of = |map: &BTreeMap<_, u64>| map.get(kernel).copied().unwrap_or(0);
            println!("  {:6} {:6}  {kernel}", of(&self.taken), of(&self.below));
        }
        println!("answers of each command:");
        for command in COMMANDS {
            println!("  {:6}  {command}", self.asked.get(command).copied().unwrap_or(0));
        }
        println!("share of each construct:");
        for construct in CONSTRUCTS {
            println!("  {:5.1} %  {construct}", self.percent(self.share(construct)));
        }
        println!("left out:");
        LEFT_OUT.iter().for_each(|(what, why)| println!("  {what}: {why}"));
    }

    fn share(&self, construct: &str) -> u64 {
        self.constructs.get(construct).copied().unwrap_or(0)
    }

    /// Everything that is wrong: what differs, and figures that are too small.
    pub fn wrong(&self, whole: bool) -> Vec<String> {
        let mut wrong: Vec<String> = self.findings.iter().map(Finding::to_string).collect();
        if !whole {
            return wrong;
        }
        for construct in CONSTRUCTS {
            let share = self.percent(self.share(construct));
            if share < LEAST_SHARE {
                wrong.push(format!("`{construct}` is in {share:.1} % of the games only"));
            }
        }
        for kernel in kernels() {
            let taken = self.taken.get(kernel).copied().unwrap_or(0);
            if taken < LEAST_TAKEN {
                wrong.push(format!("the kernel `{kernel}` was taken {taken} times only"));
            }
        }
        for command in COMMANDS {
            let asked = self.asked.get(command).copied().unwrap_or(0);
            if asked < LEAST_TAKEN {
                wrong.push(format!("`{command}` was compared {asked} times only"));
            }
        }
        for (figure, least, what) in [
            (self.restricted, LEAST_RESTRICTED, "combine two or more restrictions"),
            (self.faulty, LEAST_FAULTY, "have no meaning at some position"),
        ] {
            let share = self.percent(figure);
            if share < least {
                wrong.push(format!("{share:.1} % of the games {what}, {least} % are wanted"));
            }
        }
        wrong
    }
}
