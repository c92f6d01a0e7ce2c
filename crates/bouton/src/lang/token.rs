//! Text into tokens, with their places.

use dashu_int::UBig;

use super::diagnostic::{Code, Diagnostic, MAX_ERRORS, Span};
use super::paper::ITEM_WORDS;

/// The longest text that is read, in bytes.
pub(super) const MAX_TEXT: usize = 4 << 20;

/// One word, number or sign of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A word.
    Word(String),
    /// A number.
    Number(UBig),
    /// A string.
    Text(String),
    /// A sign, as it is printed.
    Sign(&'static str),
    /// The end of a line or a semicolon.
    Stop,
    /// The end of the text.
    End,
}

impl Token {
    /// How a message names the token.
    pub(crate) fn describe(&self) -> String {
        match self {
            Token::Word(word) => format!("`{}`", shorten(word)),
            Token::Number(number) => format!("`{}`", shorten(&number.to_string())),
            Token::Text(_) => "a string".into(),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::Stop => "the end of the line".into(),
            Token::End => "the end of the text".into(),
        }
    }
}

/// A word or number, shortened if it is too long for a message.
pub(crate) fn shorten(text: &str) -> String {
    shorten_to(40, text)
}

/// The start and the end of a text that has more than this number of characters.
pub(crate) fn shorten_to(most: usize, text: &str) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    let head: String = text.chars().take(most / 2).collect();
    let tail: String = text.chars().skip(text.chars().count() - most / 4).collect();
    format!("{head}…{tail}")
}

/// Signs, longest first. The second column is the usual spelling of a variant.
const SIGNS: &[(&str, &str)] = &[
    ("..", ".."),
    ("…", ".."),
    (".", "."),
    ("->", "->"),
    ("→", "->"),
    ("↦", "->"),
    ("<=", "<="),
    ("≤", "<="),
    (">=", ">="),
    ("≥", ">="),
    ("!=", "!="),
    ("<>", "!="),
    ("≠", "!="),
    ("<", "<"),
    (">", ">"),
    ("=", "="),
    ("+", "+"),
    ("-", "-"),
    ("−", "-"),
    ("*", "*"),
    ("·", "*"),
    ("×", "*"),
    ("/", "/"),
    ("^", "^"),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    ("{", "{"),
    ("}", "}"),
    (",", ","),
    (":", ":"),
];

/// Signs for words of the language.
const WORD_SIGNS: &[(&str, &str)] =
    &[("⊕", "xor"), ("∧", "and"), ("∨", "or"), ("¬", "not"), ("⇔", "iff"), ("⟺", "iff")];

/// Operators of other languages, and what to write instead.
const FOREIGN: &[(&str, &str)] = &[
    ("==", "="),
    ("**", "^"),
    ("&&", "and"),
    ("||", "or"),
    ("%", "mod"),
    ("!", "not"),
    ("&", "and"),
    ("|", "or"),
];

/// The kind of a text. In a paper, `when` starts a line, except in the games that it defines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextKind {
    /// A game.
    Game,
    /// A paper or claims.
    Paper,
}

/// A token and where it stands.
pub(crate) type Placed = (Token, Span);

/// The tokens of `text`, ending with [`Token::End`], and what could not be read.
///
/// The end of a line is a [`Token::Stop`], unless a bracket is open or the line obviously
/// continues.
pub(crate) fn tokens(text: &str, kind: TextKind) -> (Vec<Placed>, Vec<Diagnostic>) {
    let mut errors = Vec::new();
    if text.len() > MAX_TEXT {
        let size = text.len();
        errors.push(
            Diagnostic::new(
                Code::TooLong,
                format!("the text has {size} bytes; at most {MAX_TEXT} are allowed"),
            )
            .help("a text of this size is probably not a game"),
        );
        return (vec![(Token::End, Span::default())], errors);
    }
    let mut raw: Vec<(Raw, Span)> = Vec::new();
    let mut at = 0;
    let mut depth = 0usize;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let mut end = at + c.len_utf8();
        let push =
            |raw: &mut Vec<_>, token: Raw, end: usize| raw.push((token, Span { start: at, end }));
        if c == '\n' {
            if depth == 0 {
                push(&mut raw, Raw::Line, end);
            }
        } else if c.is_whitespace() || c == '\u{feff}' {
        } else if c == '#' {
            end = at + rest.find('\n').unwrap_or(rest.len());
        } else if c == ';' {
            // It ends a line even inside brackets.
            depth = 0;
            push(&mut raw, Raw::Token(Token::Stop), end);
        } else if c == '"' || c == '\'' {
            let stop = rest[1..].find([c, '\n']).map(|i| at + 1 + i);
            match stop {
                Some(stop) if text[stop..].starts_with(c) => {
                    end = stop + 1;
                    push(&mut raw, Raw::Token(Token::Text(text[at + 1..stop].to_string())), end);
                }
                _ => {
                    end = stop.unwrap_or(text.len());
                    let here = Span { start: at, end: at + 1 };
                    push_error(
                        &mut errors,
                        Diagnostic::new(Code::OpenString, "the string is not closed on this line")
                            .at(here, "opened here")
                            .help(format!("close it with `{c}`")),
                    );
                    push(&mut raw, Raw::Token(Token::Text(text[at + 1..end].to_string())), end);
                }
            }
        } else if c.is_ascii_digit() {
            end = at + rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let digits = &text[at..end];
            let number = if digits.len() > super::value::MAX_DIGITS {
                errors.push(
                    Diagnostic::new(
                        Code::TooLong,
                        format!(
                            "the number has {} digits; at most {} are allowed",
                            digits.len(),
                            super::value::MAX_DIGITS
                        ),
                    )
                    .at(Span { start: at, end: at + 1 }, "begins here"),
                );
                UBig::ZERO
            } else {
                digits.parse().unwrap_or(UBig::ZERO)
            };
            push(&mut raw, Raw::Token(Token::Number(number)), end);
        } else if c.is_alphabetic() || c == '_' {
            end = at
                + rest
                    .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\''))
                    .unwrap_or(rest.len());
            push(&mut raw, Raw::Token(Token::Word(text[at..end].to_string())), end);
        } else if let Some((foreign, ours)) = foreign(rest) {
            end = at + foreign.len();
            push_error(
                &mut errors,
                Diagnostic::new(
                    Code::Character,
                    format!("`{foreign}` is not part of this language"),
                )
                .at(Span { start: at, end }, "not known")
                .help(format!("write `{ours}`")),
            );
            let token = if ours.starts_with(|c: char| c.is_alphabetic()) {
                Token::Word(ours.to_string())
            } else {
                Token::Sign(ours)
            };
            push(&mut raw, Raw::Token(token), end);
        } else if let Some((sign, word)) = WORD_SIGNS.iter().find(|(s, _)| rest.starts_with(s)) {
            end = at + sign.len();
            push(&mut raw, Raw::Token(Token::Word(word.to_string())), end);
        } else if let Some((spelling, sign)) = SIGNS.iter().find(|(s, _)| rest.starts_with(s)) {
            end = at + spelling.len();
            match *sign {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            push(&mut raw, Raw::Token(Token::Sign(sign)), end);
        } else {
            let is_sign =
                |c: char| SIGNS.iter().chain(WORD_SIGNS).any(|(sign, _)| sign.starts_with(c));
            let known =
                |c: char| c.is_ascii() || c.is_whitespace() || c.is_alphanumeric() || is_sign(c);
            // Of several in turn, the first is named.
            end = at + rest.find(known).unwrap_or(rest.len()).max(c.len_utf8());
            push_error(
                &mut errors,
                Diagnostic::new(
                    Code::Character,
                    format!("the character {c:?} is not part of this language"),
                )
                .at(Span { start: at, end }, "not known"),
            );
        }
        at = end;
    }
    (join_lines(raw, text.len(), kind), errors)
}

fn push_error(errors: &mut Vec<Diagnostic>, error: Diagnostic) {
    if errors.len() < MAX_ERRORS {
        errors.push(error);
    }
}

fn foreign(rest: &str) -> Option<(&'static str, &'static str)> {
    if rest.starts_with("!=") {
        return None;
    }
    FOREIGN.iter().copied().find(|(s, _)| rest.starts_with(s))
}

enum Raw {
    Token(Token),
    Line,
}

/// Turns line ends into stops, or drops them where the line continues.
fn join_lines(raw: Vec<(Raw, Span)>, length: usize, kind: TextKind) -> Vec<Placed> {
    let mut tokens: Vec<Placed> = Vec::with_capacity(raw.len() + 1);
    let mut heading = false;
    let mut line: Option<Span> = None;
    let mut lines = kind;
    for (token, span) in raw {
        let token = match token {
            Raw::Line => {
                line = line.or(Some(span));
                continue;
            }
            Raw::Token(token) => token,
        };
        let before = tokens.last().map(|(t, _)| t);
        if let Some(place) = line.take() {
            let fresh = matches!(before, None | Some(Token::Stop));
            let goes_on = wants_more(before) && !ends_a_name(&tokens);
            if !fresh && !goes_on && !carries_on(&token, heading, lines) {
                tokens.push((Token::Stop, place));
            }
        }
        match (&tokens[..], &token) {
            ([] | [.., (Token::Stop, _)], token) => {
                heading = match token {
                    Token::Word(word) => matches!(word.as_str(), "game" | "source" | "where"),
                    Token::Text(_) => true,
                    _ => false,
                };
                if matches!(token, Token::Word(word) if ITEM_WORDS.contains(&word.as_str())) {
                    lines = kind;
                }
            }
            ([(Token::Word(game), _)] | [.., (Token::Stop, _), (Token::Word(game), _)], token)
                if game == "game" && matches!(token, Token::Word(_)) =>
            {
                lines = TextKind::Game;
            }
            _ => {}
        }
        tokens.push((token, span));
    }
    tokens.push((Token::End, Span { start: length, end: length }));
    tokens
}

/// Whether the line after this text would be read as its continuation.
pub(super) fn is_open(text: &str, kind: TextKind) -> bool {
    let (tokens, _) = tokens(text, kind);
    let read = &tokens[..tokens.len() - 1];
    wants_more(read.last().map(|(token, _)| token)) && !ends_a_name(read)
}

/// Whether the last token is the end of a name like `what-for`.
fn ends_a_name(tokens: &[Placed]) -> bool {
    match tokens {
        [.., (Token::Sign("-"), hyphen), (Token::Word(_), word)] => hyphen.end == word.start,
        _ => false,
    }
}

/// Whether a line that ends with `token` cannot be complete.
fn wants_more(token: Option<&Token>) -> bool {
    match token {
        Some(Token::Sign(sign)) => !matches!(*sign, ")" | "]" | "}"),
        Some(Token::Word(word)) => matches!(
            word.as_str(),
            "and"
                | "or"
                | "not"
                | "mod"
                | "xor"
                | "divides"
                | "if"
                | "then"
                | "else"
                | "in"
                | "iff"
                | "where"
                | "when"
                | "for"
                | "from"
                | "into"
        ),
        _ => false,
    }
}

/// Whether a line that starts with `token` continues the line before it. `heading` means that the
/// line before belongs to the heading, so that `where` starts a new line.
fn carries_on(token: &Token, heading: bool, kind: TextKind) -> bool {
    match token {
        Token::Sign(sign) => !matches!(*sign, "(" | "[" | "{"),
        Token::Word(word) => match word.as_str() {
            "and" | "or" | "iff" | "mod" | "xor" | "divides" | "then" | "else" | "for" | "from"
            | "into" => true,
            "where" => !heading,
            "when" => kind == TextKind::Game,
            _ => false,
        },
        _ => false,
    }
}
