//! Plain recursion: who wins, the Grundy number, and how long it takes.

use std::collections::{BTreeSet, HashMap};

use super::rules::{At, Options};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub p: bool,
    /// The least number that no option has.
    pub grundy: u32,
    /// The number of moves when the winner hastens and the loser delays.
    pub length: u32,
}

pub struct Judge<'r> {
    pub options: &'r dyn Fn(&At) -> Options,
    pub misere: bool,
    pub known: HashMap<At, Verdict>,
}

impl Judge<'_> {
    pub fn verdict(&mut self, at: &At) -> Verdict {
        if let Some(&known) = self.known.get(at) {
            return known;
        }
        let options: Vec<Verdict> =
            (self.options)(at).iter().map(|option| self.verdict(option)).collect();
        let numbers: BTreeSet<u32> = options.iter().map(|option| option.grundy).collect();
        let grundy = (0..).find(|number| !numbers.contains(number)).unwrap();
        let lost = options.iter().filter(|option| option.p).map(|option| option.length);
        let longest = options.iter().map(|option| option.length).max();
        let verdict = match (lost.min(), longest) {
            (_, None) => Verdict { p: !self.misere, grundy, length: 0 },
            (Some(fastest), _) => Verdict { p: false, grundy, length: fastest + 1 },
            (None, Some(longest)) => Verdict { p: true, grundy, length: longest + 1 },
        };
        self.known.insert(at.clone(), verdict);
        verdict
    }
}
