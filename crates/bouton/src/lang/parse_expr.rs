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

    /// Reads a number: an expression without comparisons and conditions.
    pub(super) fn arithmetic(&mut self) -> Parsed<Expr> {
        Ok(self.binding(COMPARISON_BINDING.1, 0)?.expr)
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
        let mut iff = false;
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
            if self.is_word("in") && *self.look(1) == Token::Sign("{") {
                if COMPARISON_BINDING.0 < least {
                    return Ok(left);
                }
                self.advance();
                left = self.member(vec![left.expr], start, left.depth, level)?;
                continue;
            }
            let Some(infix) = self.infix() else {
                return Ok(left);
            };
            let (tight, right_least) = infix.binding();
            if tight < least {
                return Ok(left);
            }
            if infix == Infix::Iff && std::mem::replace(&mut iff, true) {
                return Err(self.second_iff());
            }
            self.advance();
            let right = self.binding(right_least, level + 1)?;
            let depth = left.depth.max(right.depth) + 1;
            let kind = ExprKind::Infix(infix, Box::new(left.expr), Box::new(right.expr));
            left = self.make(kind, start, depth)?;
        }
    }

    /// Reads the condition after an `iff`: another one needs brackets.
    pub(super) fn after_iff(&mut self) -> Parsed<Expr> {
        let condition = self.binding(Infix::Iff.binding().1, 0)?.expr;
        if self.is_word(Infix::Iff.sign()) { Err(self.second_iff()) } else { Ok(condition) }
    }

    fn second_iff(&mut self) -> Reported {
        let error = Diagnostic::new(Code::Expected, "`a iff b iff c` can be read in two ways")
            .at(self.span(), "a second `iff`")
            .help("write brackets, `a iff (b iff c)`, or `(a iff b) and (b iff c)`");
        self.report(error)
    }

    fn comparison(&self) -> Option<Comparison> {
        Comparison::ALL.into_iter().find(|c| self.is_sign(c.sign()) || self.is_word(c.sign()))
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
                if self.is_sign(",") {
                    return self.tuple_member(inner, start, level);
                }
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
                "let" => self.bindings(level),
                "exists" | "forall" => self.quantifier(&word, level),
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
                        return self.index(name, start, level);
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

    /// `x[1]`, `x[-1]`, or a slice: `x[..-3]`.
    fn index(&mut self, name: Name, start: super::Span, level: usize) -> Parsed<Deep> {
        let from = if self.is_sign("..") { None } else { Some(self.binding(0, level + 1)?) };
        let depth = from.as_ref().map_or(0, |from| from.depth) + 1;
        let from = from.map(|from| Box::new(from.expr));
        if let (Some(index), true) = (&from, self.eat_sign("]")) {
            return self.make(ExprKind::Index(name, index.clone()), start, depth);
        }
        if !self.eat_sign("..") {
            return Err(self.expected("`]`"));
        }
        let to = if self.is_sign("]") { None } else { Some(self.binding(0, level + 1)?) };
        self.need_sign("]")?;
        let depth = depth.max(to.as_ref().map_or(0, |to| to.depth) + 1);
        let to = to.map(|to| Box::new(to.expr));
        self.make(ExprKind::Slice(name, from, to), start, depth)
    }

    /// `let r = a, s = b in c`
    fn bindings(&mut self, level: usize) -> Parsed<Deep> {
        let start = self.advance();
        let mut bindings = Vec::new();
        let mut depth = 0;
        loop {
            let name = self.name("a name")?;
            self.need_sign("=")?;
            let value = self.binding(0, level + 1)?;
            depth = depth.max(value.depth);
            bindings.push((name, value.expr));
            if !self.eat_sign(",") {
                break;
            }
        }
        if !self.eat_word("in") {
            return Err(self.expected("`,` or `in`"));
        }
        let body = self.binding(0, level + 1)?;
        let depth = depth.max(body.depth) + 1;
        self.make(ExprKind::Let(bindings, Box::new(body.expr)), start, depth)
    }

    /// `exists n in 0..9 : c`
    fn quantifier(&mut self, word: &str, level: usize) -> Parsed<Deep> {
        let start = self.advance();
        let fold = if word == "exists" { Fold::Exists } else { Fold::Forall };
        let brackets = self.eat_sign("(");
        let (variable, domain, depth) = self.running(level)?;
        self.need_sign(":")?;
        let body = self.binding(0, level + 1)?;
        if brackets {
            self.need_sign(")")?;
        }
        let depth = depth.max(body.depth) + 1;
        self.make(ExprKind::Fold(fold, variable, domain, Box::new(body.expr)), start, depth)
    }

    /// `t in 1..n`, `i in x[..-3]`
    fn running(&mut self, level: usize) -> Parsed<(Name, Domain, usize)> {
        let variable = self.name("a variable")?;
        if !self.eat_word("in") {
            return Err(self.expected("`in`"));
        }
        let from = self.binding(0, level + 1)?;
        if self.eat_sign("..") {
            let to = self.binding(0, level + 1)?;
            let depth = from.depth.max(to.depth);
            return Ok((variable, Domain::Range(Box::new(from.expr), Box::new(to.expr)), depth));
        }
        let domain = match from.expr.kind {
            ExprKind::Name(name) if name == "x" => Domain::Heaps(None, None),
            ExprKind::Slice(name, a, b) if name.text == "x" => Domain::Heaps(a, b),
            _ => return Err(self.expected("`..`: a range like `1..n`, or the heaps `x`")),
        };
        Ok((variable, domain, from.depth))
    }

    /// The rest of `(x, y) in { … }` after the first coordinate.
    fn tuple_member(&mut self, first: Deep, start: super::Span, level: usize) -> Parsed<Deep> {
        let mut depth = first.depth;
        let mut tuple = vec![first.expr];
        while self.eat_sign(",") {
            let next = self.binding(0, level + 1)?;
            depth = depth.max(next.depth);
            tuple.push(next.expr);
        }
        self.need_sign(")")?;
        if !self.eat_word("in") {
            return Err(self.expected("`in` and a set of tuples"));
        }
        self.member(tuple, start, depth, level)
    }

    /// Membership in a set in braces, which is given by generators or element by element.
    fn member(
        &mut self,
        tuple: Vec<Expr>,
        start: super::Span,
        depth: usize,
        level: usize,
    ) -> Parsed<Deep> {
        self.need_sign("{")?;
        if level + depth > MAX_DEPTH {
            return Err(self.too_deep());
        }
        let brackets = self.eat_sign("(");
        let first = if brackets { self.exprs(")")? } else { vec![self.expr()?] };
        if self.eat_sign(":") {
            let conditions = self.exprs("}")?;
            let generated = Generated { tuple: first, conditions };
            return self.make(ExprKind::Member(tuple, generated), start, depth + 2);
        }
        match (&tuple[..], &first[..]) {
            ([value], [element]) if !brackets => self.one_of(value, element.clone(), start, depth),
            _ => Err(self.expected("`:` and the conditions of the set")),
        }
    }

    /// The rest of `n in {1, 3, 5..9}` after the first number: `n = 1 or n = 3 or 5 <= n <= 9`.
    fn one_of(
        &mut self,
        value: &Expr,
        first: Expr,
        start: super::Span,
        depth: usize,
    ) -> Parsed<Deep> {
        let boxed = |e: &Expr| Box::new(e.clone());
        let mut whole: Option<Expr> = None;
        let mut element = first;
        let mut count = 0;
        loop {
            count += 1;
            let kind = if self.eat_sign("..") {
                let last = self.expr()?;
                let rest = vec![(Comparison::AtMost, value.clone()), (Comparison::AtMost, last)];
                ExprKind::Compare(Box::new(element), rest)
            } else {
                ExprKind::Compare(boxed(value), vec![(Comparison::Equal, element)])
            };
            let one = Expr { kind, span: start.to(self.last_span()) };
            whole = Some(match whole {
                None => one,
                Some(before) => {
                    let span = one.span;
                    Expr { kind: ExprKind::Infix(Infix::Or, Box::new(before), Box::new(one)), span }
                }
            });
            if !self.eat_sign(",") {
                break;
            }
            element = self.expr()?;
        }
        self.need_sign("}")?;
        let kind = whole.expect("there is one element at least").kind;
        self.make(kind, start, depth + count + 2)
    }

    fn call(&mut self, name: Name, level: usize) -> Parsed<Deep> {
        let start = name.span;
        self.need_sign("(")?;
        let mut arguments = Vec::new();
        let mut depth = 0;
        let fold = FOLDS.iter().find(|(word, _)| *word == name.text).map(|(_, fold)| *fold);
        if let (Some(fold), Token::Word(word)) = (fold, self.look(1))
            && word == "in"
            && matches!(self.peek(), Token::Word(_))
        {
            let (variable, domain, depth) = self.running(level)?;
            self.need_sign(":")?;
            let body = self.binding(0, level + 1)?;
            self.need_sign(")")?;
            let depth = depth.max(body.depth) + 1;
            return self.make(
                ExprKind::Fold(fold, variable, domain, Box::new(body.expr)),
                start,
                depth,
            );
        }
        if !self.eat_sign(")") {
            loop {
                let argument = self.binding(0, level + 1)?;
                depth = depth.max(argument.depth);
                if let (Some(fold), true, true) = (fold, arguments.is_empty(), self.eat_word("for"))
                {
                    let (variable, domain, more) = self.running(level)?;
                    self.need_sign(")")?;
                    let kind = ExprKind::Fold(fold, variable, domain, Box::new(argument.expr));
                    return self.make(kind, start, depth.max(more) + 1);
                }
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
