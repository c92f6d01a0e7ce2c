//! Tokens to the syntax tree of a paper or of a file of claims.

use super::diagnostic::{Code, Diagnostic, Span, nearest};
use super::paper::*;
use super::parse::{Parsed, Parser, list};
use super::syntax::{Comparison, Expr, ExprKind, GRAMMAR_WORDS, GameText, Name};
use super::token::{TextKind, Token};

/// Reads a paper or a file of claims. Without errors the tree is complete.
pub fn parse_paper(text: &str) -> (PaperText, Vec<Diagnostic>) {
    let mut parser = Parser::of(text, TextKind::Paper);
    let paper = parser.paper(text);
    (paper, parser.errors)
}

/// Words for lines about the paper as a whole.
const ABOUT_WORDS: &[&str] = &["title", "authors", "doi", "source", "year"];

/// Words that start a line of a statement.
const CLAIM_WORDS: &[&str] = &[
    "when", "let", "P", "N", "grundy", "always", "at", "move", "printed", "erratum", "stated",
    "with",
];

impl Parser {
    fn paper(&mut self, text: &str) -> PaperText {
        let mut paper = PaperText::default();
        loop {
            while *self.peek() == Token::Stop {
                self.advance();
            }
            if *self.peek() == Token::End {
                return paper;
            }
            if self.starts_game() {
                let game = self.game_block();
                paper.games.push(game);
                continue;
            }
            let read = self.paper_line(text, &mut paper);
            if read.is_ok() && !matches!(self.peek(), Token::Stop | Token::End) {
                self.expected("the end of the line");
            }
            while !matches!(self.peek(), Token::Stop | Token::End) {
                self.advance();
            }
        }
    }

    /// Whether a game is defined here: `game mine(k)`.
    fn starts_game(&self) -> bool {
        self.is_word("game") && !matches!(self.look(1), Token::Sign(_))
    }

    /// A game, up to the next game or statement.
    fn game_block(&mut self) -> GameText {
        let before = self.errors.len();
        let lines = self.lines(|parser| parser.starts_game() || parser.starts_item());
        let mut errors = self.errors.split_off(before);
        for error in errors.iter_mut().filter(|error| error.code == Code::UnknownLine) {
            let word = error.span.map_or("", |span| self.slice(span));
            if CLAIM_WORDS.contains(&word) {
                let help = "what a claim says stands below its heading, like `claim mine for nim`";
                error.help = Some(help.into());
            } else if let Some(meant) = nearest(word, ITEM_WORDS.iter().copied()) {
                error.help = Some(format!("did you mean `{meant}`?"));
            }
        }
        self.errors.extend(errors);
        GameText { lines }
    }

    /// Whether a statement starts here, rather than the name of a game like `table-nim`.
    fn starts_item(&self) -> bool {
        matches!(self.peek(), Token::Word(word) if ITEM_WORDS.contains(&word.as_str()))
            && matches!(self.look(1), Token::Word(_) | Token::Number(_))
    }

    fn paper_line(&mut self, text: &str, paper: &mut PaperText) -> Parsed<()> {
        let start = self.span();
        let word = match self.peek() {
            Token::Word(word) => word.clone(),
            _ => String::new(),
        };
        let first = paper.items.is_empty() && paper.games.is_empty();
        if word == "paper" && first {
            self.advance();
            paper.name = Some(self.hyphenated("the name of the paper")?);
            return Ok(());
        }
        if ABOUT_WORDS.contains(&word.as_str()) && first {
            self.advance();
            let mut texts = vec![self.text("a string")?];
            while self.eat_sign(",") {
                texts.push(self.text("a string")?);
            }
            paper.about.push((word, texts));
            return Ok(());
        }
        if ITEM_WORDS.contains(&word.as_str()) {
            let item = match self.item(start) {
                Ok(item) => item,
                Err(reported) => {
                    // The lines that follow still belong to the statement and are read.
                    let kind = Name { text: word, span: start };
                    let label = format!("{}th", paper.items.len());
                    let (game, with, lines) = (None, vec![], vec![]);
                    paper.items.push(Item { kind, label, game, with, lines, span: start });
                    return Err(reported);
                }
            };
            if paper.items.iter().any(|i| i.id() == item.id()) {
                let error = Diagnostic::new(
                    Code::Twice,
                    format!("`{} {}` appears twice", item.kind, item.label),
                )
                .at(item.span, "again here");
                self.report(error);
            }
            paper.items.push(item);
            return Ok(());
        }
        let Some(item) = paper.items.last_mut() else {
            let error = Diagnostic::new(
                Code::UnknownLine,
                format!("no statement starts with {}", self.peek().describe()),
            )
            .at(start, "not known");
            let known = ITEM_WORDS.iter().chain(ABOUT_WORDS).copied().chain(["paper", "game"]);
            return Err(self.report(match nearest(&word, known) {
                Some(meant) => error.help(format!("did you mean `{meant}`?")),
                None => error.help(format!("statements start with {}", list(ITEM_WORDS, "or"))),
            }));
        };
        if word == "with" {
            self.advance();
            let with = self.with()?;
            item.with.extend(with);
            return Ok(());
        }
        let kind = self.claim_line(text)?;
        item.lines.push(ClaimLine { kind, span: start.to(self.last_span()) });
        Ok(())
    }

    fn text(&mut self, what: &str) -> Parsed<String> {
        match self.peek() {
            Token::Text(text) => {
                let text = text.clone();
                self.advance();
                Ok(text)
            }
            _ => Err(self.expected(what)),
        }
    }

    /// `theorem 2.1 for turn-dependent(f) with f nondecreasing`
    fn item(&mut self, start: Span) -> Parsed<Item> {
        let kind = self.name("a statement")?;
        let label = self.label()?;
        let game = if self.eat_word("for") { Some(self.game_name()?) } else { None };
        let with = if self.eat_word("with") { self.with()? } else { vec![] };
        Ok(Item { kind, label, game, with, lines: vec![], span: start.to(self.last_span()) })
    }

    /// `6`, `2.1`, `mine`, `6-i`: everything up to the next space.
    fn label(&mut self) -> Parsed<String> {
        let mut label = String::new();
        let mut end = self.span().start;
        while self.span().start == end {
            match self.peek() {
                Token::Word(word) => label.push_str(word),
                Token::Number(number) => label.push_str(&number.to_string()),
                Token::Sign(sign @ ("." | "-")) => label.push_str(sign),
                _ => break,
            }
            end = self.advance().end;
        }
        if label.is_empty() { Err(self.expected("a number or a name")) } else { Ok(label) }
    }

    fn game_name(&mut self) -> Parsed<GameName> {
        if let Token::Text(text) = self.peek() {
            let text = text.clone();
            let name = Name { text, span: self.advance() };
            if name.is_file() {
                let arguments = self.arguments()?;
                return Ok(GameName::Library(name, arguments));
            }
            if self.is_sign("(") {
                let error = Diagnostic::new(Code::Expected, "the text of a game has no brackets after it")
                    .at(self.span(), "expected the name of a game before it")
                    .help("only a file has them, `\"mine.game\"(k)`; a text mentions parameters by their names");
                return Err(self.report(error));
            }
            return Ok(GameName::Text(name.text, name.span));
        }
        let name = self.hyphenated("the name of a game, or its text as a string")?;
        if self.is_sign(".") && matches!(self.look(1), Token::Word(word) if word == "game") {
            let error = Diagnostic::new(Code::Expected, "the name of a file needs quotes")
                .at(name.span.to(self.span()), "expected a string")
                .help(format!("write `\"{name}.game\"`, and its parameters in brackets after it"));
            return Err(self.report(error));
        }
        let arguments = self.arguments()?;
        Ok(GameName::Library(name, arguments))
    }

    fn with(&mut self) -> Parsed<Vec<With>> {
        let mut with = Vec::new();
        loop {
            if let (Token::Word(_), Token::Word(word)) = (self.peek(), self.look(1))
                && let Some(property) = Property::ALL.into_iter().find(|p| p.word() == word)
            {
                let name = self.name("a function")?;
                self.advance();
                with.push(With::Property(name, property));
            } else if let (Token::Word(first), Token::Word(word)) = (self.peek(), self.look(1))
                && ![first, word].into_iter().any(|word| GRAMMAR_WORDS.contains(&word.as_str()))
            {
                self.advance();
                let properties = Property::ALL.map(Property::word);
                return Err(self.expected_word(&list(&properties, "or"), &properties));
            } else if self.is_word("forall") && *self.look(2) == Token::Sign(">=") {
                self.advance();
                let variable = self.name("a variable")?;
                self.advance();
                let from = self.arithmetic()?;
                self.need_sign(":")?;
                with.push(With::Forall(variable, from, self.expr()?));
            } else {
                with.push(With::Condition(self.expr()?));
            }
            if !self.eat_sign(",") {
                return Ok(with);
            }
        }
    }

    fn claim_line(&mut self, text: &str) -> Parsed<ClaimKind> {
        if let Token::Text(about) = self.peek()
            && matches!(self.look(1), Token::Stop | Token::End)
        {
            let about = about.clone();
            self.advance();
            return Ok(ClaimKind::About(about));
        }
        let word = match self.peek() {
            Token::Word(word) => word.clone(),
            _ => String::new(),
        };
        let next = self.look(1).clone();
        match word.as_str() {
            "when" => {
                self.advance();
                Ok(ClaimKind::When(self.expr()?))
            }
            "let" => {
                self.advance();
                let name = self.name("a name")?;
                self.need_sign("=")?;
                Ok(ClaimKind::Let(name, self.expr()?))
            }
            "P" | "N" => {
                self.advance();
                let mut iff = self.eat_word("iff");
                if !iff && !self.eat_word("if") {
                    return Err(self.expected("`iff` or `if`"));
                }
                // `P if and only if …` has the same meaning.
                if !iff && self.eat_word("and") {
                    if !(self.eat_word("only") && self.eat_word("if")) {
                        return Err(self.expected("`only if`"));
                    }
                    iff = true;
                }
                let condition = if iff { self.after_iff()? } else { self.expr()? };
                Ok(ClaimKind::Outcome { p: word == "P", iff, condition })
            }
            "grundy" if next == Token::Sign("=") => {
                self.advance();
                self.advance();
                Ok(ClaimKind::Grundy(self.expr()?))
            }
            "grundy" if matches!(&next, Token::Word(at) if at == "at") => self.table(text),
            "grundy" => Ok(ClaimKind::Relation(self.expr()?)),
            "always" => {
                self.advance();
                Ok(ClaimKind::Always(self.expr()?))
            }
            "move" => self.winning_move(),
            "printed" => {
                self.advance();
                let start = self.span();
                let kind = self.claim_line(text)?;
                let line = ClaimLine { kind, span: start.to(self.last_span()) };
                Ok(ClaimKind::Printed(Box::new(line)))
            }
            "erratum" => {
                self.advance();
                let why = self.text("a string that says what is wrong")?;
                let mut positions = Vec::new();
                if self.eat_word("at") {
                    positions.push(self.position_text(text)?);
                    while self.eat_word("and") {
                        positions.push(self.position_text(text)?);
                    }
                }
                Ok(ClaimKind::Erratum(why, positions))
            }
            "stated" => {
                self.advance();
                Ok(ClaimKind::Stated(self.text("a string that says why it is not checked")?))
            }
            _ if self.example_ahead() => self.example(text),
            _ if matches!(self.peek(), Token::Word(_)) && next == Token::Sign("(") => {
                self.definition()
            }
            _ => {
                let found = self.peek().describe();
                let error = Diagnostic::new(
                    Code::UnknownLine,
                    format!("no line of a statement starts with {found}"),
                )
                .at(self.span(), "not known");
                Err(self.report(
                    match nearest(
                        &word,
                        CLAIM_WORDS.iter().chain(ITEM_WORDS).copied().chain(["game"]),
                    ) {
                        Some(meant) => error.help(format!("did you mean `{meant}`?")),
                        None => error.help(format!(
                            "lines start with {}, or define a function",
                            list(CLAIM_WORDS, "or")
                        )),
                    },
                ))
            }
        }
    }

    /// Whether this line is `GAME at …`.
    fn example_ahead(&self) -> bool {
        let mut depth = 0usize;
        for ahead in 0.. {
            match self.look(ahead) {
                Token::Word(word) if word == "at" && depth == 0 => return true,
                Token::Sign("(" | "[" | "{") => depth += 1,
                Token::Sign(")" | "]" | "}") => depth = depth.saturating_sub(1),
                Token::Sign("=") if depth == 0 => return false,
                Token::Stop | Token::End => return false,
                _ => {}
            }
        }
        false
    }

    /// `G(t) = (t+1)/2 when odd(t)`
    fn definition(&mut self) -> Parsed<ClaimKind> {
        let name = self.name("a function")?;
        self.need_sign("(")?;
        let patterns = self.exprs(")")?;
        for pattern in &patterns {
            if !matches!(pattern.kind, ExprKind::Name(_) | ExprKind::Number(_)) {
                let error = Diagnostic::new(
                    Code::Expected,
                    "a function is defined for variables and numbers",
                )
                .at(pattern.span, "expected a variable or a number");
                return Err(self.report(error));
            }
        }
        self.need_sign("=")?;
        let value = self.expr()?;
        let when = if self.eat_word("when") { Some(self.expr()?) } else { None };
        Ok(ClaimKind::Define { name, patterns, value, when })
    }

    /// `move take t when …`, `move take t from h in x when …`, `move to (x, y) when …`, `move pass when …`
    fn winning_move(&mut self) -> Parsed<ClaimKind> {
        self.advance();
        if self.eat_word("take") {
            let stones = self.expr()?;
            let heap = if self.eat_word("from") { Some(self.any_heap()?) } else { None };
            return Ok(ClaimKind::Take { stones, heap, when: self.optional_when()? });
        }
        if self.eat_word("to") {
            self.need_sign("(")?;
            let target = self.exprs(")")?;
            return Ok(ClaimKind::MoveTo(target, self.optional_when()?));
        }
        if self.eat_word("pass") {
            return Ok(ClaimKind::Pass(self.optional_when()?));
        }
        Err(self.expected("`take`, `to` or `pass`"))
    }

    /// `h in x`
    fn any_heap(&mut self) -> Parsed<Name> {
        let heap = self.name("a variable for the heap: `h in x`")?;
        if !self.eat_word("in") {
            return Err(self.expected("`in x`"));
        }
        if !self.eat_word("x") {
            return Err(self.expected("`x`, the list of heaps"));
        }
        Ok(heap)
    }

    fn optional_when(&mut self) -> Parsed<Option<Expr>> {
        if self.eat_word("when") { Ok(Some(self.expr()?)) } else { Ok(None) }
    }

    /// `bounded-greedy(3) at 1,1,2,5 is N by 1,1,2,2`
    fn example(&mut self, text: &str) -> Parsed<ClaimKind> {
        let game = if self.is_word("at") { None } else { Some(self.game_name()?) };
        if !self.eat_word("at") {
            return Err(self.expected("`at` and a position"));
        }
        let position = self.position_text(text)?;
        if self.eat_word("has") {
            let is = Is::Has(self.expr()?);
            return Ok(ClaimKind::Example { game, position, is });
        }
        if !self.eat_word("is") {
            return Err(self.expected("`is` or `has`"));
        }
        let is = if self.eat_word("P") {
            Is::P
        } else if self.eat_word("N") {
            let mut by = Vec::new();
            if self.eat_word("by") {
                by.push(self.position_text(text)?);
                while self.eat_word("and") {
                    by.push(self.position_text(text)?);
                }
            }
            Is::N(by)
        } else if self.eat_word("grundy") {
            Is::Grundy(self.expr()?)
        } else {
            return Err(self.expected("`P`, `N` or `grundy`"));
        };
        Ok(ClaimKind::Example { game, position, is })
    }

    /// A position as a person types it. A position with counters is a string, because a semicolon
    /// ends a line: `"3;pass=1"`.
    fn position_text(&mut self, text: &str) -> Parsed<String> {
        if let Token::Text(position) = self.peek() {
            let position = position.clone();
            self.advance();
            return Ok(position);
        }
        let start = self.span();
        self.arithmetic()?;
        while self.eat_sign(",") {
            self.arithmetic()?;
        }
        let numbers = text[start.start..self.last_span().end].to_string();
        Ok(numbers)
    }

    /// `grundy at 0..20 with pass=1 is 0 1 0 2 …`
    fn table(&mut self, text: &str) -> Parsed<ClaimKind> {
        self.advance();
        self.advance();
        let from = self.expr()?;
        self.need_sign("..")?;
        let to = self.expr()?;
        let mut counters = String::new();
        if self.eat_word("with") {
            let start = self.span();
            self.expr()?;
            while self.eat_sign(",") {
                self.expr()?;
            }
            counters = text[start.start..self.last_span().end].to_string();
        }
        if !self.eat_word("is") {
            return Err(self.expected("`is` and the numbers"));
        }
        let mut values = Vec::new();
        while !matches!(self.peek(), Token::Stop | Token::End) {
            values.push(self.expr()?);
            self.eat_sign(",");
        }
        Ok(ClaimKind::Table { from, to, counters, values })
    }
}

/// The counters that an expression like `grundy(pass=1)` names, with their values.
pub(crate) fn counters(arguments: &[Expr]) -> Option<Vec<(&str, &Expr)>> {
    arguments
        .iter()
        .map(|argument| match &argument.kind {
            ExprKind::Compare(name, rest) => match (&name.kind, &rest[..]) {
                (ExprKind::Name(name), [(Comparison::Equal, value)]) => {
                    Some((name.as_str(), value))
                }
                _ => None,
            },
            _ => None,
        })
        .collect()
}
