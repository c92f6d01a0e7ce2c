//! Converts the library's LaTeX of statements to HTML with formulas in MathML.

use pulldown_latex::config::DisplayMode;
use pulldown_latex::{Parser, RenderConfig, Storage, push_mathml};

/// Commands for a single character in the text around formulas.
const CHARACTERS: [(&str, &str); 18] = [
    ("\\textgreater{}", "&gt;"),
    ("\\textless{}", "&lt;"),
    ("\\textbar{}", "|"),
    ("\\textbackslash{}", "\\"),
    ("\\textasciicircum{}", "^"),
    ("\\textasciitilde{}", "~"),
    ("``", "“"),
    ("''", "”"),
    ("\\dots{}", "…"),
    ("\\dots", "…"),
    ("\\{", "{"),
    ("\\}", "}"),
    ("\\_", "_"),
    ("\\%", "%"),
    ("\\#", "#"),
    ("\\$", "$"),
    ("\\&", "&amp;"),
    ("\\\\", "<br>"),
];

/// Commands around words, and the corresponding elements.
const AROUND: [(&str, &str); 4] =
    [("\\paragraph{", "strong"), ("\\textsf{", "code"), ("\\texttt{", "code"), ("\\emph{", "em")];

/// A statement, with a paragraph for each of its lines.
pub(crate) fn typeset(latex: &str) -> String {
    latex
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| format!("<p>{}</p>", words(line)))
        .collect()
}

/// Words with formulas between them.
fn words(mut text: &str) -> String {
    let mut html = String::new();
    while let Some(first) = text.chars().next() {
        if let Some((formula, rest)) = between(text, "\\[", "\\]") {
            html.push_str(&mathml(formula, DisplayMode::Block));
            text = rest;
        } else if let Some((formula, rest)) = between(text, "$", "$") {
            html.push_str(&mathml(formula, DisplayMode::Inline));
            text = rest;
        } else if let Some((command, shown)) = CHARACTERS.iter().find(|(c, _)| text.starts_with(c))
        {
            html.push_str(shown);
            text = &text[command.len()..];
        } else if let Some((element, inner, rest)) = around(text) {
            html.push_str(&format!("<{element}>{}</{element}>", words(inner)));
            text = rest;
        } else {
            html.push_str(&escaped(first));
            text = &text[first.len_utf8()..];
        }
    }
    html
}

/// The text between two marks at the start of a text, and the rest.
fn between<'t>(text: &'t str, open: &str, close: &str) -> Option<(&'t str, &'t str)> {
    text.strip_prefix(open)?.split_once(close)
}

/// The element for a command at the start of a text, the text in its braces, and the rest.
fn around(text: &str) -> Option<(&'static str, &str, &str)> {
    let (command, element) = AROUND.iter().find(|(command, _)| text.starts_with(command))?;
    let rest = &text[command.len()..];
    let mut depth = 1;
    let mut escape = false;
    for (i, c) in rest.char_indices() {
        match c {
            _ if escape => escape = false,
            '\\' => escape = true,
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((element, &rest[..i], &rest[i + 1..]));
        }
    }
    None
}

fn escaped(c: char) -> String {
    match c {
        '&' => "&amp;".into(),
        '<' => "&lt;".into(),
        '>' => "&gt;".into(),
        '"' => "&quot;".into(),
        '~' => " ".into(),
        c => c.into(),
    }
}

/// A formula. One that cannot be read stays unchanged.
fn mathml(formula: &str, display_mode: DisplayMode) -> String {
    let storage = Storage::new();
    let mut html = String::new();
    let config = RenderConfig { display_mode, ..RenderConfig::default() };
    let events: Result<Vec<_>, _> = Parser::new(formula, &storage).collect();
    let written = events.ok().and_then(|events| {
        let events = events.into_iter().map(Ok::<_, std::convert::Infallible>);
        push_mathml(&mut html, events, config).ok()
    });
    match written {
        Some(()) => html,
        None => format!("<code>{}</code>", formula.chars().map(escaped).collect::<String>()),
    }
}

#[cfg(test)]
mod tests {
    use bouton::{Paper, library};

    use super::typeset;

    #[test]
    fn words_and_formulas() {
        assert_eq!(
            typeset("a \\textless{} b\n\\textsf{nim}"),
            "<p>a &lt; b</p><p><code>nim</code></p>"
        );
        assert_eq!(typeset("``a'' and 'b'"), "<p>“a” and 'b'</p>");
        let html = typeset("If $x_{n} \\le 3$ then");
        assert!(html.starts_with("<p>If <math") && html.ends_with("</math> then</p>"), "{html}");
        assert!(html.contains("<msub>") && html.contains('≤'), "{html}");
    }

    #[test]
    fn every_statement_of_the_library_is_set() {
        for entry in library::PAPERS {
            let paper = Paper::parse(entry.text).unwrap();
            for statement in paper.statements() {
                let (text, id) = (statement.latex(), statement.id());
                let html = typeset(&text);
                assert!(!html.contains('\\'), "{id}: {text}\n{html}");
                assert_eq!(html.matches("<math").count(), html.matches("</math>").count(), "{id}");
            }
        }
    }
}
