//! The papers of the library, statement by statement.

use std::sync::OnceLock;

use axum::Json;
use bouton::{Paper, Record, library};
use bouton_json::{ListedPaper, SCHEMA};
use serde::Serialize;
use utoipa::ToSchema;

use crate::worker::typeset::typeset;

/// The papers.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct Papers {
    /// The version of this object.
    schema: u32,
    /// The papers.
    papers: Vec<WholePaper>,
}

/// A paper with its statements.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct WholePaper {
    name: String,
    title: String,
    authors: Vec<String>,
    source: Option<String>,
    doi: Option<String>,
    statements: Vec<Statement>,
}

/// A statement.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct Statement {
    /// Its name in the paper: `theorem-6`.
    id: String,
    /// `theorem`, `lemma`, `example`, …
    kind: String,
    /// Its number or name.
    label: String,
    /// The game that it is about.
    game: Option<String>,
    /// Whether it can be checked; otherwise it is only stated, or is a definition.
    checked: bool,
    /// Its text in Bouton's language.
    text: String,
    /// The same in plain English.
    sentence: String,
    /// The same as HTML with formulas in MathML.
    html: String,
    /// The result of checking it; `None` if it was not checked.
    verdict: Option<Recorded>,
}

/// The result of checking a statement.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct Recorded {
    /// The worst result for any game.
    status: String,
    /// The number of positions, over all games.
    positions: u64,
    /// The games.
    games: Vec<String>,
}

/// The papers of the library, statement by statement, with the recorded verdicts.
#[utoipa::path(get, path = "/api/papers", responses((status = 200, body = Papers)))]
pub(crate) async fn papers() -> Json<&'static Papers> {
    static PAPERS: OnceLock<Papers> = OnceLock::new();
    Json(PAPERS.get_or_init(|| {
        let records: Vec<Record> = Record::all().collect();
        let papers = library::PAPERS.iter().filter_map(|entry| {
            let paper = Paper::parse(entry.text).ok()?;
            Some(whole(entry.name, &paper, &records))
        });
        Papers { schema: SCHEMA, papers: papers.collect() }
    }))
}

fn whole(name: &str, paper: &Paper, records: &[Record]) -> WholePaper {
    let statements = paper.statements().map(|statement| Statement {
        id: statement.own_id(),
        kind: statement.kind().to_string(),
        label: statement.label().to_string(),
        game: statement.game(),
        checked: statement.is_checked(),
        text: statement.to_string(),
        sentence: statement.sentence(),
        html: typeset(&statement.latex()),
        verdict: verdict(&statement.id(), records),
    });
    let statements = statements.collect();
    let ListedPaper { name, title, authors, source, doi, .. } = ListedPaper::new(name, paper);
    WholePaper { name, title, authors, source, doi, statements }
}

fn verdict(claim: &str, records: &[Record]) -> Option<Recorded> {
    let own: Vec<&Record> = records.iter().filter(|record| record.claim == claim).collect();
    // Most records are of statements that hold and of errata.
    let status = own.iter().map(|record| record.status.to_string()).max_by_key(|s| s != "holds")?;
    Some(Recorded {
        status,
        positions: own.iter().map(|record| record.positions).sum(),
        games: own.iter().map(|record| record.game.clone()).collect(),
    })
}
