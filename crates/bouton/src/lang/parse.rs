//! Tokens to the syntax tree of a game. `parse_expr` reads expressions.

use super::diagnostic::{Code, Diagnostic, MAX_ERRORS, Span, nearest};
use super::syntax::*;
use super::token::{Placed, TextKind, Token, shorten, tokens};

/// The most coordinates, variables or parameters.
const MAX_NAMES: usize = 32;

/// Reads the text of a game. Without errors the tree is complete; otherwise it contains the lines
/// that could be read.
pub fn parse_game(text: &str) -> (GameText, Vec<Diagnostic>) {
    let mut parser = Parser::new(text);
    let lines = parser.lines(|_| false);
    (GameText { lines }, parser.errors)
}

/// Reads a single expression that is the whole text.
pub fn parse_expr(text: &str) -> Result<Expr, Vec<Diagnostic>> {
    let mut parser = Parser::new(text);
    let expr = parser.expr();
    if expr.is_ok() && *parser.peek() != Token::End {
        parser.expected("an operator or the end");
    }
    match expr {
        Ok(expr) if parser.errors.is_empty() => Ok(expr),
        _ => Err(parser.errors),
    }
}

/// The error has been reported, and the rest of the line cannot be read.
pub(crate) struct Reported;

pub(crate) type Parsed<T> = Result<T, Reported>;

/// A walk over the tokens that collects errors.
pub(crate) struct Parser {
    text: String,
    tokens: Vec<Placed>,
    pub(super) at: usize,
    /// What could not be read.
    pub(crate) errors: Vec<Diagnostic>,
}

impl Parser {
    pub(crate) fn new(text: &str) -> Parser {
        Parser::of(text, TextKind::Game)
    }

    pub(super) fn of(text: &str, kind: TextKind) -> Parser {
        let (tokens, errors) = tokens(text, kind);
        Parser { text: text.to_string(), tokens, at: 0, errors }
    }

    pub(super) fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    /// The token `ahead` places further on.
    pub(super) fn look(&self, ahead: usize) -> &Token {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].0
    }

    pub(super) fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    /// The place of the token that was read last.
    pub(super) fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].1
    }

    pub(super) fn advance(&mut self) -> Span {
        let span = self.span();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        span
    }

    pub(super) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(s) if *s == sign)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(w) if w == word)
    }

    pub(super) fn eat_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.advance();
        }
        found
    }

    /// The text at a place.
    pub(super) fn slice(&self, span: Span) -> &str {
        &self.text[span.start..span.end]
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// Reports that something else was expected at this token.
    pub(super) fn expected(&mut self, what: &str) -> Reported {
        let known: Vec<&str> = GRAMMAR_WORDS
            .iter()
            .copied()
            .filter(|word| !matches!(*word, "true" | "false"))
            .collect();
        self.expected_word(what, &known)
    }

    /// As [`Parser::expected`], with the word of `known` that was probably meant.
    pub(super) fn expected_word(&mut self, what: &str, known: &[&'static str]) -> Reported {
        let found = self.peek().describe();
        // What is missing at the end of a line is reported after its last word.
        let place = match self.peek() {
            Token::Stop | Token::End => {
                let end = self.last_span().end.min(self.span().start);
                Span { start: end, end }
            }
            _ => self.span(),
        };
        let mut error = Diagnostic::new(Code::Expected, format!("expected {what}, found {found}"))
            .at(place, format!("expected {what}"));
        error = match self.peek() {
            Token::Word(word)
                if !known.contains(&word.as_str()) && !LINE_WORDS.contains(&word.as_str()) =>
            {
                match nearest(word, known.iter().copied()) {
                    Some(meant) => error.help(format!("did you mean `{meant}`?")),
                    None => error,
                }
            }
            Token::Sign(".") => {
                error.help("a range is written with two dots: `1..3`; numbers are whole")
            }
            _ => error,
        };
        self.report(error)
    }

    pub(super) fn report(&mut self, error: Diagnostic) -> Reported {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(error);
        }
        Reported
    }

    pub(super) fn need_sign(&mut self, sign: &str) -> Parsed<()> {
        if self.eat_sign(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }

    pub(super) fn name(&mut self, what: &str) -> Parsed<Name> {
        match self.peek() {
            Token::Word(word) if !GRAMMAR_WORDS.contains(&word.as_str()) => {
                let text = word.clone();
                Ok(Name { text, span: self.advance() })
            }
            _ => Err(self.expected(what)),
        }
    }

    /// A name that may contain hyphens, like `bounded-greedy`: letters, digits and hyphens without a
    /// space.
    pub(super) fn hyphenated(&mut self, what: &str) -> Parsed<Name> {
        let mut name = self.name(what)?;
        while self.span().start == name.span.end && !self.span().is_empty() {
            let part = match self.peek() {
                Token::Word(_) | Token::Number(_) => true,
                Token::Sign("-") => {
                    let next = self.tokens[self.at + 1].1;
                    matches!(self.look(1), Token::Word(_) | Token::Number(_))
                        && next.start == self.span().end
                }
                _ => false,
            };
            if !part {
                break;
            }
            name.span = name.span.to(self.advance());
        }
        name.text = self.slice(name.span).to_string();
        Ok(name)
    }

    /// The lines of a game up to the end of the text, or to a later line at which it `ends`.
    pub(super) fn lines(&mut self, ends: impl Fn(&Parser) -> bool) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let first = self.at;
        loop {
            while *self.peek() == Token::Stop {
                self.advance();
            }
            if *self.peek() == Token::End || self.at > first && ends(self) {
                return lines;
            }
            let (start, first) = (self.span(), self.at);
            if let Ok(kind) = self.line(&lines) {
                let span = start.to(self.last_span());
                if matches!(self.peek(), Token::Stop | Token::End) {
                    lines.push(Line { kind, span });
                    continue;
                }
                if self.is_sign("+")
                    && matches!(kind, LineKind::Take { .. } | LineKind::Split { .. })
                {
                    self.unquoted(first);
                } else {
                    self.expected("the end of the line");
                }
            }
            while !matches!(self.peek(), Token::Stop | Token::End) {
                self.advance();
            }
        }
    }

    fn line(&mut self, before: &[Line]) -> Parsed<LineKind> {
        let word = match self.peek() {
            Token::Text(_) if *self.look(1) == Token::Sign("+") => return self.sum(before, None),
            Token::Text(text) => {
                let text = text.clone();
                self.advance();
                return Ok(LineKind::About(text));
            }
            Token::Word(word) => word.clone(),
            _ => return Err(self.expected("a line of a game, like `take 1..3 from any`")),
        };
        let start = self.span();
        // `game`, `position`, … are words of the grammar only at the start of a line.
        let known = LINE_WORDS.contains(&word.as_str()) && !self.names_a_game(&word);
        if known {
            self.advance();
        }
        match word.as_str() {
            "game" => {
                let name = self.hyphenated("the name of the game")?;
                let parameters =
                    if self.is_sign("(") { self.names("a parameter")? } else { vec![] };
                if before.is_empty() {
                    Ok(LineKind::Heading(name, parameters))
                } else {
                    let error =
                        Diagnostic::new(Code::Misplaced, "the heading must be the first line")
                            .at(start.to(self.last_span()), "move this to the top")
                            .help("a text holds one game");
                    Err(self.report(error))
                }
            }
            "source" => match self.peek() {
                Token::Text(text) => {
                    let text = text.clone();
                    self.advance();
                    Ok(LineKind::Source(text))
                }
                _ => Err(self.expected("a string, like \"Bouton 1902\"")),
            },
            "where" => {
                let condition = self.expr()?;
                if before.iter().all(|line| line.kind.is_heading()) {
                    return Ok(LineKind::Where(condition));
                }
                let error = Diagnostic::new(
                    Code::Misplaced,
                    "`where` does not belong to the line before it",
                )
                .at(start.to(self.last_span()), "conditions on parameters belong below the heading")
                .help("for a condition on positions write `when …` at the end of a line");
                Err(self.report(error))
            }
            "heaps" => Ok(LineKind::Heaps(self.expr()?)),
            "position" => {
                let names = self.names("the name of a coordinate")?;
                let condition = if self.eat_word("where") { Some(self.expr()?) } else { None };
                Ok(LineKind::Position(names, condition))
            }
            _ if !known && self.starts_base() => self.base(before),
            "row" => {
                let order = if self.eat_word("fixed") { Order::Fixed } else { Order::Row };
                if matches!(self.peek(), Token::Word(_)) {
                    return Err(self.expected_word("`fixed` or the end of the line", &["fixed"]));
                }
                Ok(LineKind::Order(order))
            }
            "circle" => Ok(LineKind::Order(Order::Circle)),
            "take" => self.take(),
            "split" => self.split(),
            "octal" | "hexadecimal" => self.code(word == "hexadecimal"),
            "move" => self.move_line(),
            "pass" => {
                if self.is_word("when") || self.is_word("each") {
                    return Err(self.expected("the number of passes, like `pass 1`"));
                }
                let passes = self.expr()?;
                let each = self.eat_word("each");
                Ok(LineKind::Pass(passes, each, self.when()?))
            }
            "ending" => {
                for ending in Ending::ALL {
                    if self.eat_word(ending.word()) {
                        return Ok(LineKind::Ending(ending));
                    }
                }
                if self.eat_word("misère") {
                    return Ok(LineKind::Ending(Ending::Misere));
                }
                Err(self.expected_word("`misere` or `normal`", &["misere", "normal"]))
            }
            "rank" => {
                self.need_sign("(")?;
                Ok(LineKind::Rank(self.exprs(")")?))
            }
            _ => {
                let shown = shorten(&word);
                let error =
                    Diagnostic::new(Code::UnknownLine, format!("no line starts with `{shown}`"))
                        .at(start, "not known");
                let error = match nearest(&word, LINE_WORDS.iter().copied()) {
                    Some(meant) => error.help(format!("did you mean `{meant}`?")),
                    None => error.help(format!(
                        "lines start with {}; to add a line to a game of the library, write it after a `;`, like `nim; pass 1`",
                        list(LINE_WORDS, "or")
                    )),
                };
                Err(self.report(error))
            }
        }
    }

    /// Whether the word here, which can start a line, is the name of a game: `octal(0.7)`.
    pub(super) fn names_a_game(&self, word: &str) -> bool {
        let next = self.look(1);
        let name = matches!(word, "row" | "circle" | "split") && *next == Token::Sign("-");
        name || matches!(word, "octal" | "hexadecimal") && *next == Token::Sign("(")
    }

    /// Whether the token after the word here can follow the name of a game.
    fn starts_base(&self) -> bool {
        match self.look(1) {
            Token::Stop | Token::End => true,
            Token::Sign(sign) => matches!(*sign, "(" | "-" | "+"),
            _ => false,
        }
    }

    fn base(&mut self, before: &[Line]) -> Parsed<LineKind> {
        let name = self.hyphenated("the name of a game")?;
        let arguments = self.arguments()?;
        if self.is_sign("+") {
            return self.sum(before, Some(Summand::Library(name, arguments)));
        }
        if !before.iter().all(|line| line.kind.is_heading()) {
            let shown = shorten(&name.text);
            let error = match nearest(&name.text, LINE_WORDS.iter().copied()) {
                Some(meant) => {
                    Diagnostic::new(Code::UnknownLine, format!("no line starts with `{shown}`"))
                        .at(name.span, "not known")
                        .help(format!("did you mean `{meant}`?"))
                }
                None => {
                    Diagnostic::new(Code::Misplaced, format!("`{shown}` must be the first line"))
                        .at(name.span, "not allowed here")
                        .help("a game of the library can only be the first line of a text")
                }
            };
            return Err(self.report(error));
        }
        Ok(LineKind::Base(name, arguments))
    }

    /// The games of a sum. The first may have been read already.
    fn sum(&mut self, before: &[Line], first: Option<Summand>) -> Parsed<LineKind> {
        let start = self.span();
        let mut summands: Vec<Summand> = first.into_iter().collect();
        while summands.is_empty() || self.eat_sign("+") {
            let span = self.span();
            summands.push(match self.peek() {
                Token::Text(text) => {
                    let text = text.clone();
                    self.advance();
                    let start = span.start + 1;
                    Summand::Text(Name { span: Span { start, end: start + text.len() }, text })
                }
                _ if self.is_line() => return Err(self.unquoted(self.at)),
                _ => {
                    let what = "the name of a game, or a game in quotes";
                    let name = self.hyphenated(what)?;
                    Summand::Library(name, self.arguments()?)
                }
            });
        }
        if !before.iter().all(|line| line.kind.is_heading()) {
            let error = Diagnostic::new(Code::Misplaced, "a sum of games must be the first line")
                .at(start.to(self.last_span()), "not allowed here")
                .help("write further lines after the sum: `nim + wythoff; ending misere`");
            return Err(self.report(error));
        }
        Ok(LineKind::Sum(summands))
    }

    /// Names in brackets: `(x, y)`.
    pub(super) fn names(&mut self, what: &str) -> Parsed<Vec<Name>> {
        self.need_sign("(")?;
        let names = self.name_list(what)?;
        self.need_sign(")")?;
        Ok(names)
    }

    pub(super) fn name_list(&mut self, what: &str) -> Parsed<Vec<Name>> {
        let mut names = vec![self.name(what)?];
        while self.eat_sign(",") {
            if names.len() == MAX_NAMES {
                let error = Diagnostic::new(
                    Code::TooLong,
                    format!("more than {MAX_NAMES} names in a list"),
                )
                .at(self.span(), "one too many");
                return Err(self.report(error));
            }
            names.push(self.name(what)?);
        }
        Ok(names)
    }

    pub(super) fn when(&mut self) -> Parsed<Option<Expr>> {
        if self.eat_word("when") { Ok(Some(self.expr()?)) } else { Ok(None) }
    }
}

/// A number of things: `1 heap`, `2 heaps`, `3 passes`.
pub(crate) fn counted(n: impl ToString, thing: &str) -> String {
    let n = n.to_string();
    let plural = match n == "1" {
        true => "",
        false if thing.ends_with('s') => "es",
        false => "s",
    };
    format!("{n} {thing}{plural}")
}

/// `a`, `b` or `c`, as in a sentence.
pub(crate) fn list(words: &[&str], last: &str) -> String {
    let quoted: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
    }
}
