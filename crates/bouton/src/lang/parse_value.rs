//! Sets, arguments and positions.

use super::diagnostic::{Code, Diagnostic};
use super::parse::{Parsed, Parser, Reported};
use super::syntax::*;
use super::token::{Token, shorten};

/// Reads a value for a parameter: `k=3`, `k=2..8`, `f = n -> 2*n`.
pub fn parse_value(text: &str) -> Result<(String, ArgumentValue), Diagnostic> {
    let mut parser = Parser::new(text);
    let argument = parser.whole_argument();
    match (argument, parser.errors.into_iter().next()) {
        (Some(Argument { name: Some(name), value, .. }), None) => Ok((name.text, value)),
        (_, error) => {
            let why = error.map_or("its name is missing".to_string(), |error| error.message);
            let message = format!("`{}` is not a value for a parameter: {why}", shorten(text));
            Err(Diagnostic::new(Code::Parameter, message)
                .help("write `k=3`, `k=2..8` or `f = n -> 2*n`"))
        }
    }
}

impl Parser {
    pub(super) fn set(&mut self) -> Parsed<Vec<Element>> {
        if !self.eat_sign("{") {
            return Ok(vec![self.element()?]);
        }
        let mut elements = Vec::new();
        if self.eat_sign("}") {
            return Ok(elements);
        }
        loop {
            elements.push(self.element()?);
            if !self.eat_sign(",") {
                self.need_sign("}")?;
                return Ok(elements);
            }
        }
    }

    pub(super) fn element(&mut self) -> Parsed<Element> {
        let first = self.expr()?;
        if self.eat_sign("..") {
            Ok(Element::Range(first, self.expr()?))
        } else {
            Ok(Element::One(first))
        }
    }

    /// The arguments of a game, if there are brackets.
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Argument>> {
        let mut arguments = Vec::new();
        if self.eat_sign("(") && !self.eat_sign(")") {
            loop {
                arguments.push(self.argument()?);
                if !self.eat_sign(",") {
                    break;
                }
            }
            self.need_sign(")")?;
        }
        Ok(arguments)
    }

    /// A position: numbers, and counters after a semicolon. Coordinates may be in brackets.
    pub(crate) fn position(&mut self) -> Option<PositionText> {
        self.position_parts().ok()
    }

    fn position_parts(&mut self) -> Parsed<PositionText> {
        let start = self.at;
        let errors = self.errors.len();
        // `(5, 3)`, unless it starts something like `(5 + 3)*2, 4`.
        let mut numbers = if self.eat_sign("(") { self.exprs(")").ok() } else { None };
        if numbers.is_none() && *self.peek() == Token::End && self.at > start {
            return Err(Reported);
        }
        if numbers.is_none() || !matches!(self.peek(), Token::Stop | Token::End) {
            self.at = start;
            self.errors.truncate(errors);
            numbers = None;
        }
        let numbers = match numbers {
            Some(numbers) => numbers,
            None => {
                let mut numbers = vec![self.expr()?];
                while self.eat_sign(",") {
                    numbers.push(self.expr()?);
                }
                numbers
            }
        };
        let mut counters = Vec::new();
        if *self.peek() == Token::Stop {
            self.advance();
            loop {
                let name = self.name("a counter, like `turn=3`")?;
                self.need_sign("=")?;
                counters.push((name, self.expr()?));
                if !self.eat_sign(",") {
                    break;
                }
            }
        }
        if *self.peek() == Token::Stop && !counters.is_empty() {
            let error = Diagnostic::new(
                Code::PositionSyntax,
                "counters are separated by commas, like `;turn=3,last=2`",
            )
            .at(self.span(), "expected `,`");
            return Err(self.report(error));
        }
        if *self.peek() != Token::End {
            return Err(self.expected("`,`, `;` or the end"));
        }
        Ok(PositionText { numbers, counters })
    }

    /// A single argument that is the whole text: `k=3`.
    pub(crate) fn whole_argument(&mut self) -> Option<Argument> {
        let argument = self.argument().ok()?;
        if *self.peek() != Token::End {
            self.expected("the end");
        }
        Some(argument)
    }

    fn argument(&mut self) -> Parsed<Argument> {
        let start = self.span();
        let is = |token: &Token, sign: &str| matches!(token, Token::Sign(s) if *s == sign);
        if let Token::Word(_) = self.peek() {
            // `f(t) = 2*t`
            if is(self.look(1), "(")
                && let Some(length) = self.word_list(1)
                && is(self.look(1 + length), "=")
            {
                let name = self.name("a parameter")?;
                let variables = self.names("a variable")?;
                self.need_sign("=")?;
                let value = ArgumentValue::Function(variables, self.expr()?);
                return Ok(Argument { name: Some(name), value, span: start.to(self.last_span()) });
            }
            // `k = 3`
            if is(self.look(1), "=") {
                let name = self.name("a parameter")?;
                self.advance();
                let value = self.argument_value()?;
                return Ok(Argument { name: Some(name), value, span: start.to(self.last_span()) });
            }
        }
        let value = self.argument_value()?;
        Ok(Argument { name: None, value, span: start.to(self.last_span()) })
    }

    fn argument_value(&mut self) -> Parsed<ArgumentValue> {
        let is = |token: &Token, sign: &str| matches!(token, Token::Sign(s) if *s == sign);
        if is(self.look(1), "->") {
            let variable = self.name("a variable")?;
            self.advance();
            return Ok(ArgumentValue::Function(vec![variable], self.expr()?));
        }
        if self.is_sign("(")
            && let Some(length) = self.word_list(0)
            && is(self.look(length), "->")
        {
            let variables = self.names("a variable")?;
            self.advance();
            return Ok(ArgumentValue::Function(variables, self.expr()?));
        }
        if self.is_sign("{") {
            return Ok(ArgumentValue::Set(self.set()?));
        }
        if let Some(code) = self.digits() {
            return Ok(ArgumentValue::Code(code));
        }
        match self.element()? {
            Element::One(expr) => Ok(ArgumentValue::Number(expr)),
            range => Ok(ArgumentValue::Set(vec![range])),
        }
    }

    /// The number of tokens of a list `(a, b, …)` of words that starts `ahead`, if one does.
    fn word_list(&self, ahead: usize) -> Option<usize> {
        let mut length = 1;
        loop {
            let Token::Word(_) = self.look(ahead + length) else {
                return None;
            };
            length += 2;
            match self.look(ahead + length - 1) {
                Token::Sign(",") => {}
                Token::Sign(")") => return Some(length),
                _ => return None,
            }
        }
    }
}
