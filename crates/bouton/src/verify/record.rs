//! The recorded verdicts on the statements of the library, so that a theorem can be used at once.

use std::fmt;

use super::verdict::{Status, Verdict};

/// The recorded verdicts, one a line.
const RECORDED: &str = include_str!("../../library/verdicts.txt");

/// A recorded verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The key of the statement: see [`Paper::key`](crate::claim::Paper::key).
    pub key: String,
    /// What came out.
    pub status: Status,
    /// At how many positions.
    pub positions: u64,
    /// `xu-zhu-2018:theorem-6`
    pub claim: String,
    /// The game.
    pub game: String,
}

impl Record {
    /// The record of a verdict.
    #[must_use]
    pub fn new(key: String, verdict: &Verdict) -> Record {
        let Verdict { status, positions, claim, game, .. } = verdict.clone();
        Record { key, status, positions, claim, game }
    }

    /// All recorded verdicts, in the order of the papers.
    pub fn all() -> impl Iterator<Item = Record> {
        RECORDED.lines().filter(|line| !line.starts_with('#')).filter_map(Record::read)
    }

    fn read(line: &str) -> Option<Record> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [key, status, positions, claim, game] = fields[..] else { return None };
        Some(Record {
            key: key.into(),
            status: Status::ALL.into_iter().find(|one| one.to_string() == status)?,
            positions: positions.parse().ok()?,
            claim: claim.into(),
            game: game.into(),
        })
    }
}

/// As it is recorded.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { key, status, positions, claim, game } = self;
        write!(f, "{key}\t{status}\t{positions}\t{claim}\t{game}")
    }
}

/// At how many positions the statement with this key held, and for which games; `None` unless it
/// held in every check.
#[must_use]
pub fn held(key: &str) -> Option<(u64, String)> {
    let (mut positions, mut games) = (0, Vec::new());
    for record in Record::all().filter(|record| record.key == key) {
        match record.status {
            Status::Holds | Status::Erratum => positions += record.positions,
            _ => return None,
        }
        games.push(record.game);
    }
    let games = match &games[..] {
        [first, .., last] => format!("{first}, …, {last}"),
        one => one.join(""),
    };
    (positions > 0).then_some((positions, games))
}
