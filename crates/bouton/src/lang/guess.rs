//! Wordings that people guess but the language does not have. The message says what to write.

use super::diagnostic::{Code, Diagnostic};
use super::parse::{Parsed, Parser, Reported};
use super::syntax::{Expr, ExprKind, LINE_WORDS};
use super::token::{Token, shorten};

/// Numbers as words. The language writes them as digits.
const NUMBERS: &[&str] =
    &["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// The digits of a number that is written as a word.
pub(super) fn digits_of(word: &str) -> Option<usize> {
    NUMBERS.iter().position(|number| *number == word)
}

impl Parser {
    fn is_phrase(&self, words: [&str; 2]) -> bool {
        self.is_word(words[0]) && matches!(self.look(1), Token::Word(w) if w == words[1])
    }

    /// A number in the spelling of the language.
    fn written(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Name(word) => {
                digits_of(word).map_or_else(|| shorten(word), |n| n.to_string())
            }
            _ => shorten(self.slice(e.span)),
        }
    }

    /// Rejects `up to 3`, which should be `1..3`; `before` is the text before the range.
    fn no_upper_bound(&mut self, before: &str, after: &str) -> Parsed<()> {
        if !self.is_phrase(["up", "to"]) && !self.is_phrase(["at", "most"]) {
            return Ok(());
        }
        let start = self.advance();
        self.advance();
        let most = self.expr()?;
        let (said, range) =
            (shorten(self.slice(start.to(most.span))), format!("1..{}", self.written(&most)));
        let error = Diagnostic::new(Code::Expected, format!("`{said}` is written as a range"))
            .at(start.to(most.span), format!("expected `{range}`"))
            .help(format!("write `{before} {range}{after}`"));
        Err(self.report(error))
    }

    /// What people write for an amount: `up to 3`, `same 1..m`.
    pub(super) fn guessed_amount(&mut self) -> Parsed<()> {
        self.no_upper_bound("take", "")?;
        let amount =
            matches!(self.look(1), Token::Number(_) | Token::Word(_) | Token::Sign("{" | "("));
        let variable = matches!(self.look(1), Token::Word(w) if w == "from" || w == "in");
        if !self.is_word("same") || !amount || variable {
            return Ok(());
        }
        let error = Diagnostic::new(Code::Expected, "`the` is missing before `same`")
            .at(self.span(), "expected `the same`")
            .help("write `take the same 1..m from all`");
        Err(self.report(error))
    }

    /// What people write for several heaps: `up to 2 heaps`, `any two heaps`, `both ends`.
    pub(super) fn guessed_group(&mut self) -> Parsed<()> {
        self.no_upper_bound("from each of", " heaps")?;
        if self.is_phrase(["both", "ends"]) {
            let place = self.advance().to(self.advance());
            let error =
                Diagnostic::new(Code::Expected, "`both` means both heaps of a game with two heaps")
                    .at(place, "expected `ends`")
                    .help("`from ends` takes from one end of a row in each move");
            return Err(self.report(error));
        }
        let counted = |token: &Token| match token {
            Token::Number(_) => true,
            Token::Word(word) => word == "of" || digits_of(word).is_some(),
            _ => false,
        };
        if !self.is_word("any") || !counted(self.look(1)) {
            return Ok(());
        }
        let start = self.advance();
        self.eat_word("of");
        self.eat_word("the");
        let number = self.expr()?;
        let error = Diagnostic::new(Code::Expected, "`any` is one heap, not several")
            .at(start.to(number.span), "expected `each of`, and how many")
            .help(format!("write `from each of {} heaps`", self.written(&number)));
        Err(self.report(error))
    }

    /// Whether a line starts here, rather than the name of a game.
    pub(super) fn is_line(&self) -> bool {
        matches!(self.peek(), Token::Word(word)
            if LINE_WORDS.contains(&word.as_str()) && !self.names_a_game(word))
    }

    /// Reports a line of a game in a sum that should be in quotes. The line goes from the token
    /// `start` to the next `+` or the end.
    pub(super) fn unquoted(&mut self, start: usize) -> Reported {
        self.at = start;
        let mut place = self.span();
        while !matches!(self.peek(), Token::Stop | Token::End | Token::Sign("+")) {
            place = place.to(self.advance());
        }
        let text = shorten(self.slice(place));
        let whole = if start == 0 { format!("'{text}' + nim") } else { format!("nim + '{text}'") };
        let error =
            Diagnostic::new(Code::Expected, "the rules of a game in a sum must be in quotes")
                .at(place, "expected a game in quotes, or the name of one")
                .help(format!("write `{whole}`"));
        self.report(error)
    }
}
