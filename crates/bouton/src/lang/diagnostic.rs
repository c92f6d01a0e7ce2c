//! Errors and warnings for people: where the problem is, what was found, and what to write instead.

use std::fmt;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

/// A place in a text: the bytes from `start` up to, but not including, `end`.
///
/// All places compare as equal, so two trees are equal when they say the same thing, wherever they
/// stand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// Whether the place is between two characters.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// The place from the beginning of `self` to the end of `other`.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end.max(self.start) }
    }
}

impl PartialEq for Span {
    fn eq(&self, _: &Span) -> bool {
        true
    }
}

impl Eq for Span {}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The text cannot be used.
    Error,
    /// The text can be used, but probably does not say what was meant.
    Warning,
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal,)+) => {
        /// The kind of a diagnostic. Its text (`E0012`) is stable and never used again for another kind.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[doc = $doc])+ $name,)+ }

        impl Code {
            /// All codes, in order.
            pub const ALL: &'static [Code] = &[$(Code::$name,)+];

            /// The stable text, like `E0012`.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $text,)+ }
            }
        }
    };
}

codes! {
    /// A character that the language does not use.
    Character = "E0001",
    /// A string without its closing quote.
    OpenString = "E0002",
    /// A number with too many digits, or a text that is too long.
    TooLong = "E0003",
    /// Something else was expected here.
    Expected = "E0010",
    /// Brackets or operators are nested too deeply.
    TooDeep = "E0011",
    /// A line that does not start with a known word.
    UnknownLine = "E0012",
    // E0013 was for words reserved for a later version.
    /// A line in the wrong place.
    Misplaced = "E0014",
    /// A name that is not known.
    UnknownName = "E0020",
    /// A word that has no meaning at this place.
    WordNotHere = "E0021",
    /// A function that is called with the wrong number of arguments.
    Arguments = "E0022",
    /// A number where a condition is needed, or the other way round.
    WrongType = "E0023",
    /// A game that is not in the library.
    UnknownGame = "E0024",
    /// A parameter that is missing, unknown or given twice.
    Parameter = "E0025",
    /// A parameter of the wrong kind: a number, a function, a set.
    ParameterKind = "E0026",
    /// A parameter outside the range that the game allows.
    ParameterRange = "E0027",
    /// A line that may be given only once.
    Twice = "E0028",
    /// Lines that do not go together.
    Together = "E0029",
    /// An expression that must be a constant, or a constant that does not fit.
    Constant = "E0030",
    /// A name that is taken.
    NameTaken = "E0031",
    /// A game in a file that cannot be read.
    GameFile = "E0032",
    /// A fraction where a whole number is needed.
    Fraction = "E0040",
    /// A division by zero.
    DivisionByZero = "E0041",
    /// A function outside its domain.
    Domain = "E0042",
    /// A number that would have too many digits.
    TooManyDigits = "E0043",
    /// An expression, or a table, that takes too much work.
    TooMuchWork = "E0044",
    /// A variable that its condition does not bound.
    Unbounded = "E0045",
    /// A move that does not go down.
    NotDown = "E0046",
    /// A move to something that is not a position of the game.
    LeavesGame = "E0047",
    /// A position that cannot be read.
    PositionSyntax = "E0050",
    /// A position with the wrong number of heaps or coordinates.
    PositionSize = "E0051",
    /// A counter that the game does not have, or a value that the counter cannot have.
    Counter = "E0052",
    /// Numbers that are not a position of the game.
    NotAPosition = "E0053",
    /// A job that does not fit into the memory it may use.
    OverBudget = "E0060",
    /// More moves than can be listed.
    TooManyMoves = "E0061",
    /// A question that has no answer in this kind of play.
    NoGrundy = "E0062",
    /// A rule that can never apply.
    NeverApplies = "W0001",
    /// A bound that may be a fraction.
    MayBeFraction = "W0002",
    /// A move that is not shown to go down.
    NotShownDown = "W0003",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One error in a text, or one warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its kind.
    pub code: Code,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The place in the text, if there is one.
    pub span: Option<Span>,
    /// The text next to the caret.
    pub label: String,
    /// What to do instead.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic without a place.
    pub fn new(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code, message: message.into(), span: None, label: String::new(), help: None }
    }

    /// Adds the place and the text next to the caret.
    #[must_use]
    pub fn at(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.span = Some(span);
        self.label = label.into();
        self
    }

    /// The same diagnostic for a larger text: what stands at `from` in its own text stands at `to`
    /// in the larger one.
    #[must_use]
    pub(crate) fn moved(mut self, to: usize, from: usize) -> Diagnostic {
        let place = |at: usize| (at + to).saturating_sub(from);
        self.span = self.span.map(|s| Span { start: place(s.start), end: place(s.end) });
        self
    }

    /// Adds what to do instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Error or warning: the first letter of the code.
    #[must_use]
    pub fn severity(&self) -> Severity {
        if self.code.as_str().starts_with('W') { Severity::Warning } else { Severity::Error }
    }

    /// Renders the diagnostic with the lines of `text` that it is about. `name` is the name of the
    /// text: a file, or `<game>`.
    #[must_use]
    pub fn render(&self, name: &str, text: &str, styled: bool) -> String {
        self.render_line(name, text, 1, styled)
    }

    /// As [`Diagnostic::render`], for a text that starts at this line of a larger one.
    #[must_use]
    pub fn render_line(&self, name: &str, text: &str, line: usize, styled: bool) -> String {
        let level = match self.severity() {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.primary_title(self.message.as_str()).id(self.code.as_str());
        let mut group = match self.span {
            Some(span) => {
                // A place outside the text is shown at its end, and of a very long one the start.
                let start = span.start.min(text.len());
                let end = span.end.clamp(start, text.len());
                let end = text.floor_char_boundary(end.min(start + CONTEXT));
                let span = Span { start, end };
                let (excerpt, first_line, column, shift) = excerpt(text, span);
                let place = AnnotationKind::Primary
                    .span(span.start - shift..span.end - shift)
                    .label(self.label.as_str());
                let first_line = line - 1 + first_line;
                let snippet = Snippet::source(excerpt).line_start(first_line).annotation(place);
                if text[..shift].ends_with('\n') || shift == 0 {
                    title.element(snippet.path(name))
                } else {
                    // The start of a very long line is not shown, but counts for the column.
                    let origin = Origin::path(name).line(first_line).char_column(column);
                    title.element(origin).element(snippet)
                }
            }
            None => Group::with_title(title),
        };
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group]).to_string()
    }
}

/// How many bytes are shown at most of a place, before it and after it.
const CONTEXT: usize = 160;

/// The part of `text` around `span` that is worth showing, since a text may be one line of a
/// megabyte. Also returns the number of its first line, the column of the place, and the number of
/// bytes before the part.
fn excerpt(text: &str, span: Span) -> (&str, usize, usize, usize) {
    let line_start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[span.end..].find('\n').map_or(text.len(), |at| span.end + at);
    let mut from = line_start.max(span.start.saturating_sub(CONTEXT));
    let mut to = line_end.min(span.end + CONTEXT);
    while !text.is_char_boundary(from) {
        from -= 1;
    }
    while !text.is_char_boundary(to) {
        to += 1;
    }
    let line = text[..from].bytes().filter(|&b| b == b'\n').count() + 1;
    let column = text[line_start..span.start].chars().count() + 1;
    (&text[from..to], line, column, from)
}

/// The errors in one text; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// Renders all of them, one after the other.
    #[must_use]
    pub fn render(&self, name: &str, text: &str, styled: bool) -> String {
        let shown: Vec<String> = self.0.iter().map(|d| d.render(name, text, styled)).collect();
        shown.join("\n\n")
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, one) in self.0.iter().enumerate() {
            let gap = if i == 0 { "" } else { "\n" };
            write!(f, "{gap}{one}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Diagnostic {}

impl From<Diagnostic> for Diagnostics {
    fn from(one: Diagnostic) -> Diagnostics {
        Diagnostics(vec![one])
    }
}

/// The largest number of errors that are reported for one text.
pub const MAX_ERRORS: usize = 100;

/// The known word that `word` probably stands for, if one is close enough.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = match word.chars().count() {
        0..=2 => 1,
        3..=5 => 2,
        6..=40 => 3,
        _ => return None,
    };
    let known: Vec<&str> = known.into_iter().collect();
    if let Some(same) = known.iter().find(|k| k.eq_ignore_ascii_case(word)) {
        return Some(same);
    }
    known
        .into_iter()
        .map(|k| (strsim::damerau_levenshtein(word, k), k))
        .filter(|(distance, k)| *distance <= limit && *distance < k.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, k)| k)
}
