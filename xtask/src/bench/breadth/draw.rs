//! Random games that can be measured, each compared with the definition on a small box.

use bouton_draw::{Draw, game, tries};

use super::question::{Bouton, Question};
use super::rows::Rows;

/// About how many positions the small box has.
const POSITIONS: f64 = 1500.0;

/// CPU seconds of the definition for the small box.
const LIMIT: u64 = 4;

/// Numbers of games lie so far apart, so that few games contain many constructs.
const APART: u64 = 7919;

/// So many games with a construct are looked at: with some, no game can be measured.
const TRIES: usize = 100;

/// A game that was drawn and compared.
pub(crate) struct Drawn {
    pub(crate) question: Question,
    /// The size of the small box, its positions, and how many of them the definition computes in a CPU second.
    pub(crate) n: u64,
    pub(crate) rows: Rows,
    pub(crate) scan: f64,
    /// Where the table contradicts the definition.
    pub(crate) wrong: Option<String>,
}

/// Draws the game of a number, to be asked for its Grundy numbers or its outcomes. There is none with a construct that has no
/// Grundy numbers, or no meaning at some position.
pub(crate) fn draw(
    bouton: &Bouton<'_>,
    (seed, number): (u64, u64),
    grundy: bool,
) -> Result<Option<Drawn>, String> {
    let (construct, seeds) = tries(seed, number * APART);
    let drawn = seeds.map(|seed| {
        let d = Draw::new(seed, 0);
        (game(&d), d)
    });
    for (text, d) in drawn.filter(|(_, d)| d.used().contains(construct)).take(TRIES) {
        let used = d.used();
        let many: &[u64] =
            if used.contains("a sum of games") { &[1, 1, 2] } else { &[1, 2, 2, 3, 3, 4] };
        let heaps = d.pick(many);
        let said = Question { text: text.text, arguments: text.arguments, heaps: None, grundy };
        let given = Question { heaps: Some(heaps), ..said.clone() };
        for question in [said, given] {
            if let Some(drawn) = compared(bouton, question)? {
                return Ok(Some(drawn));
            }
        }
    }
    Ok(None)
}

/// Compares a game with the definition; `None` if it is refused, or if all positions have one outcome.
fn compared(bouton: &Bouton<'_>, question: Question) -> Result<Option<Drawn>, String> {
    let mut n = 1;
    loop {
        let Some(plan) = bouton.plan(&question, n)? else { return Ok(None) };
        if plan.positions >= POSITIONS {
            break;
        }
        n += 1 + n / 4;
    }
    while n > 1 {
        if let Some(rows) = bouton.rows(&question, n)? {
            let lost = rows.values.iter().filter(|value| ["P", "0"].contains(&value.as_str()));
            if [0, rows.len()].contains(&lost.count()) {
                return Ok(None);
            }
            let positions: Vec<String> = rows.positions(1, 1).collect();
            if let Some((values, cpu)) = bouton.by_definition(&question, &positions, LIMIT)? {
                let scan = values.len() as f64 / cpu;
                let wrong = differs(&positions, &rows.values, &values);
                return Ok(Some(Drawn { question, n, rows, scan, wrong }));
            }
        }
        n = n * 2 / 3;
    }
    Ok(None)
}

/// The first position with two values, in words.
fn differs(positions: &[String], table: &[String], definition: &[String]) -> Option<String> {
    let at = (0..positions.len()).find(|&i| table.get(i) != definition.get(i))?;
    let value = |values: &[String]| values.get(at).cloned().unwrap_or_default();
    Some(format!("{} at {}, by the definition {}", value(table), positions[at], value(definition)))
}
