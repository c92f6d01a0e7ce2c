//! Expressions, by the strength with which operators bind.

use super::diagnostic::{Code, Diagnostic};
use super::parse::{Parsed, Parser, Reported};
use super::syntax::*;
use super::token::Token;

/// How deeply an expression may be nested, counting brackets and operators.
pub const MAX_DEPTH: usize = 400;

/// An expression and how deep its tree is.
struct Deep {
    expr: Expr,
    depth: usize,
}

impl Parser {
    /// Reads an expression.
    pub(crate) fn expr(&mut self) -> Parsed<Expr> {
        Ok(self.binding(0, 0)?.expr)
    }

    /// Expressions up to a closing bracket, which is read too.
    pub(super) fn exprs(&mut self, close: &str) -> Parsed<Vec<Expr>> {
        let mut exprs = vec![self.expr()?];
        while self.eat_sign(",") {
            exprs.push(self.expr()?);
        }
        self.need_sign(close)?;
        Ok(exprs)
    }

    fn too_deep(&mut self) -> Reported {
        let error =
            Diagnostic::new(Code::TooDeep, format!("nested deeper than {MAX_DEPTH} levels"))
                .at(self.span(), "too deep here")
                .help("name the parts, or write it with fewer brackets and operators");
        self.report(error)
    }

    fn make(&mut self, kind: ExprKind, start: super::Span, depth: usize) -> Parsed<Deep> {
        if depth > MAX_DEPTH {
            return Err(self.too_deep());
        }
        Ok(Deep { expr: Expr { kind, span: start.to(self.last_span()) }, depth })
    }

    /// An expression whose operators bind at least as tightly as `least`; `level` brackets or
    /// prefix operators are open around it.
    fn binding(&mut self, least: u8, level: usize) -> Parsed<Deep> {
        if level > MAX_DEPTH {
            return Err(self.too_deep());
        }
        let start = self.span();
        let mut left = self.operand(level)?;
        loop {
            if let Some(comparison) = self.comparison() {
                if COMPARISON_BINDING.0 < least {
                    return Ok(left);
                }
                let mut rest = Vec::new();
                let mut depth = left.depth;
                let mut next = Some(comparison);
                while let Some(comparison) = next {
                    self.advance();
                    let right = self.binding(COMPARISON_BINDING.1, level + 1)?;
                    depth = depth.max(right.depth);
                    rest.push((comparison, right.expr));
                    next = self.comparison();
                }
                left = self.make(ExprKind::Compare(Box::new(left.expr), rest), start, depth + 1)?;
                continue;
            }
            let Some(infix) = self.infix() else {
                return Ok(left);
            };
            let (tight, right_least) = infix.binding();
            if tight < least {
                return Ok(left);
            }
            self.advance();
            let right = self.binding(right_least, level + 1)?;
            let depth = left.depth.max(right.depth) + 1;
            let kind = ExprKind::Infix(infix, Box::new(left.expr), Box::new(right.expr));
            left = self.make(kind, start, depth)?;
        }
    }

    fn comparison(&self) -> Option<Comparison> {
        Comparison::ALL.into_iter().find(|c| self.is_sign(c.sign()))
    }

    fn infix(&self) -> Option<Infix> {
        let sign = match self.peek() {
            Token::Sign(sign) => sign,
            Token::Word(word) => word.as_str(),
            _ => return None,
        };
        Infix::ALL.into_iter().find(|i| i.sign() == sign)
    }

    fn operand(&mut self, level: usize) -> Parsed<Deep> {
        let start = self.span();
        match self.peek().clone() {
            Token::Number(number) => {
                self.advance();
                self.make(ExprKind::Number(number), start, 1)
            }
            Token::Sign("(") => {
                self.advance();
                let mut inner = self.binding(0, level + 1)?;
                self.need_sign(")")?;
                inner.expr.span = start.to(self.last_span());
                inner.depth += 1;
                Ok(inner)
            }
            Token::Sign("-") => self.prefix(Prefix::Minus, level),
            Token::Word(word) => match word.as_str() {
                "not" => self.prefix(Prefix::Not, level),
                "true" | "false" => {
                    self.advance();
                    self.make(ExprKind::Truth(word == "true"), start, 1)
                }
                "if" => self.branch(level),
                "mod" | "xor" if *self.look(1) == Token::Sign("(") => {
                    let span = self.advance();
                    self.call(Name { text: word, span }, level)
                }
                _ => {
                    let name = self.name("a number, a name or `(`")?;
                    if self.is_sign("(") {
                        return self.call(name, level);
                    }
                    if self.eat_sign("[") {
                        let index = self.binding(0, level + 1)?;
                        self.need_sign("]")?;
                        let depth = index.depth + 1;
                        let kind = ExprKind::Index(name, Box::new(index.expr));
                        return self.make(kind, start, depth);
                    }
                    self.make(ExprKind::Name(name.text), start, 1)
                }
            },
            _ => Err(self.expected("a number, a name or `(`")),
        }
    }

    fn prefix(&mut self, prefix: Prefix, level: usize) -> Parsed<Deep> {
        let start = self.advance();
        let inner = self.binding(prefix.binding(), level + 1)?;
        self.make(ExprKind::Prefix(prefix, Box::new(inner.expr)), start, inner.depth + 1)
    }

    fn branch(&mut self, level: usize) -> Parsed<Deep> {
        let start = self.advance();
        let condition = self.binding(0, level + 1)?;
        if !self.eat_word("then") {
            return Err(self.expected("`then`"));
        }
        let then = self.binding(0, level + 1)?;
        if !self.eat_word("else") {
            return Err(self.expected("`else`"));
        }
        let otherwise = self.binding(0, level + 1)?;
        let depth = condition.depth.max(then.depth).max(otherwise.depth) + 1;
        let kind =
            ExprKind::If(Box::new(condition.expr), Box::new(then.expr), Box::new(otherwise.expr));
        self.make(kind, start, depth)
    }

    fn call(&mut self, name: Name, level: usize) -> Parsed<Deep> {
        let start = name.span;
        self.need_sign("(")?;
        let mut arguments = Vec::new();
        let mut depth = 0;
        if !self.eat_sign(")") {
            loop {
                let argument = self.binding(0, level + 1)?;
                depth = depth.max(argument.depth);
                arguments.push(argument.expr);
                if !self.eat_sign(",") {
                    break;
                }
            }
            self.need_sign(")")?;
        }
        self.make(ExprKind::Call(name, arguments), start, depth + 1)
    }
}
