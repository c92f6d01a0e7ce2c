//! Claims in a request: whole statements, or only the body of one about the request's game.

use bouton::claim::Paper;
use bouton::lang::{Diagnostic, Span, parse_paper};

use crate::refusal::Refusal;

/// The claims of a text. If it does not start with a statement, it is the body of a claim about
/// `game`.
pub(crate) fn paper(text: &str, game: Option<&str>) -> Result<Paper, Refusal> {
    let (tree, _) = parse_paper(text);
    let heading = match game {
        Some(game) if tree.items.is_empty() => {
            let game = game.replace(['\n', '\r'], "; ");
            format!("claim mine for \"{}\"\n", game.trim_matches([';', ' ']))
        }
        _ => String::new(),
    };
    // Places refer to the text of the request.
    let own = |error: Diagnostic| {
        let back = |at: usize| at.saturating_sub(heading.len()).min(text.len());
        let span = error.span.map(|span| Span { start: back(span.start), end: back(span.end) });
        Diagnostic { span, ..error }
    };
    Paper::parse(&format!("{heading}{text}")).map_err(|errors| {
        let errors: Vec<Diagnostic> = errors.0.into_iter().map(own).collect();
        Refusal::text(&errors, text, "claim")
    })
}
