//! Lines that take and split: tokens into the syntax tree.

use super::diagnostic::{Code, Diagnostic, Span};
use super::parse::{Parsed, Parser, Reported};
use super::syntax::*;
use super::token::Token;

impl Parser {
    /// What follows `take`.
    pub(super) fn take(&mut self) -> Parsed<LineKind> {
        let same = self.eat_words(["the", "same"]);
        self.guessed_amount()?;
        let start = self.span();
        let amount = self.amount()?;
        let amount_span = start.to(self.last_span());
        let share = self.share(same)?;
        self.need_from(share)?;
        let named = matches!(amount, Amount::Variables(_));
        let group = self.group(share == Share::Each && !named)?;
        let then = self.then()?;
        let limits = self.limits()?;
        let parts_named = matches!(then, Some(Parts::Named(_)));
        let amount = self.with_condition(amount, amount_span, parts_named, &limits)?;
        Ok(LineKind::Take { amount, share, group, then, limits })
    }

    /// How many stones: a set, all but a set, or variables.
    fn amount(&mut self) -> Parsed<Amount> {
        let all_but = self.eat_words(["all", "but"]);
        if self.is_word("from") {
            return Err(self.expected("how many stones, like `1..3`"));
        }
        let variables = if all_but { None } else { self.variables() };
        let amount = match variables {
            Some(names) => Amount::Variables(names),
            None if all_but => Amount::AllBut(self.set()?),
            None => Amount::In(self.set()?),
        };
        if self.is_sign(",") {
            let error = Diagnostic::new(Code::Expected, "a set of several numbers needs braces")
                .at(self.span(), "expected `from`")
                .help("write `{1, 3, 4}`");
            return Err(self.report(error));
        }
        Ok(amount)
    }

    /// How the stones of several heaps are related; `same` if `the same` was read.
    fn share(&mut self, same: bool) -> Parsed<Share> {
        let start = self.span();
        if !self.eat_words(["in", "total"]) {
            return Ok(if same { Share::Same } else { Share::Each });
        }
        if same {
            let message = "`the same` and `in total` do not go together";
            let error = Diagnostic::new(Code::Expected, message)
                .at(start.to(self.last_span()), "one of them");
            return Err(self.report(error));
        }
        Ok(Share::Total)
    }

    fn need_from(&mut self, share: Share) -> Parsed<()> {
        if From::ALL.iter().any(|from| self.is_word(from.word())) {
            let error = Diagnostic::new(Code::Expected, "`from` is missing")
                .at(self.span(), "expected `from`")
                .help("write `from any`, `from largest` or `from smallest`");
            return Err(self.report(error));
        }
        if self.eat_word("from") {
            return Ok(());
        }
        Err(self.expected(match share {
            Share::Each => "`from any`, `from largest` or `from smallest`",
            Share::Same | Share::Total => "`from 2 heaps` or `from all`",
        }))
    }

    /// What the rest is split into, if the line says so.
    fn then(&mut self) -> Parsed<Option<Parts>> {
        if self.eat_word("then") {
            if !self.eat_word("split") {
                return Err(self.expected_word("`split`", &["split"]));
            }
            return Ok(Some(self.parts()?));
        }
        if self.is_word("split") {
            return Err(self.expected("`then split`"));
        }
        Ok(None)
    }

    /// Combines the amount with the condition of the line. If the parts have names, the condition
    /// may be about the parts alone.
    fn with_condition(
        &mut self,
        amount: Amount,
        place: Span,
        parts_named: bool,
        limits: &Limits,
    ) -> Parsed<Amount> {
        match (amount, limits.condition.is_some()) {
            (Amount::Variables(names), false) => {
                let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
                let names = super::list(&names, "and");
                let message = format!("nothing says which values {names} may have");
                let error = Diagnostic::new(Code::Expected, message)
                    .at(place, "expected `where …` at the end of the line")
                    .help("a set of numbers is written `{1, 3, 4}`");
                Err(self.report(error))
            }
            (Amount::In(elements), true) => match &elements[..] {
                // `take t from any where …`: a variable, not a named number.
                [Element::One(Expr { kind: ExprKind::Name(text), span })] => {
                    Ok(Amount::Variables(vec![Name { text: text.clone(), span: *span }]))
                }
                _ if parts_named => Ok(Amount::In(elements)),
                _ => Err(self.where_without_variable(place)),
            },
            (Amount::AllBut(_), true) if !parts_named => Err(self.where_without_variable(place)),
            (amount, _) => Ok(amount),
        }
    }

    /// Two words, if they stand here.
    fn eat_words(&mut self, words: [&str; 2]) -> bool {
        let found = self.is_word(words[0]) && self.is_next(words[1]);
        if found {
            self.advance();
            self.advance();
        }
        found
    }

    fn is_next(&self, word: &str) -> bool {
        matches!(self.look(1), Token::Word(w) if w == word)
    }

    /// Several names separated by commas, if they stand here.
    fn variables(&mut self) -> Option<Vec<Name>> {
        let is_name =
            |token: &Token| matches!(token, Token::Word(w) if !GRAMMAR_WORDS.contains(&w.as_str()));
        let mut length = 0;
        while is_name(self.look(length)) && *self.look(length + 1) == Token::Sign(",") {
            length += 2;
        }
        if length == 0 || !is_name(self.look(length)) {
            return None;
        }
        self.name_list("a variable").ok()
    }

    fn where_without_variable(&mut self, amount: Span) -> Reported {
        let error = Diagnostic::new(
            Code::Expected,
            "`where` needs a variable for the number of stones",
        )
        .at(amount, "expected a variable, like `t`")
        .help("write `take t from any where …`; for a condition on the position write `when …`");
        self.report(error)
    }

    /// One heap: `any`, `largest`, ….
    fn from(&mut self) -> Option<From> {
        let article = self.is_word("the") || self.is_word("a");
        let word = |ahead: usize, from: &From| matches!(self.look(ahead), Token::Word(w) if w == from.word());
        let from = From::ALL.into_iter().find(|from| word(usize::from(article), from))?;
        for _ in 0..=usize::from(article) {
            self.advance();
        }
        // `any heap`, `the largest heap`
        let _ = from != From::Ends && self.eat_word("heap");
        Some(from)
    }

    /// The heaps from which is taken.
    fn group(&mut self, each_for_itself: bool) -> Parsed<Group> {
        self.guessed_group()?;
        if let Some(from) = self.from() {
            return Ok(Group::One(from));
        }
        if self.eat_word("both") {
            self.eat_word("heaps");
            return Ok(Group::Both);
        }
        if self.eat_word("all") {
            return Ok(self.all());
        }
        self.several(each_for_itself)
    }

    /// What follows `all`.
    fn all(&mut self) -> Group {
        let start = self.at;
        let non_empty = self.eat_word("nonempty")
            || self.eat_word("non") && self.eat_sign("-") && self.eat_word("empty");
        if !non_empty {
            self.at = start;
        }
        self.eat_word("heaps");
        if non_empty { Group::NonEmpty } else { Group::All }
    }

    /// `each of 1..2 heaps`
    fn several(&mut self, each_for_itself: bool) -> Parsed<Group> {
        let start = self.span();
        let each = !self.is_word("some");
        let said = self.is_word("each") || !each;
        if said {
            self.advance();
            if !self.eat_word("of") {
                return Err(self.expected("`of`, like `each of 1..2 heaps`"));
            }
        } else {
            self.need_number()?;
        }
        self.eat_word("the");
        if self.is_word("heaps") || self.is_word("adjacent") {
            return Err(self.expected("how many, like `1..2 heaps`"));
        }
        let number = self.set()?;
        let one = self.is_word("heap");
        let Some(among) = Among::ALL
            .into_iter()
            .find(|among| self.is_word(among.word()))
            .or(one.then_some(Among::Heaps))
        else {
            let words = &["heaps", "largest", "smallest", "adjacent"];
            return Err(self.expected_word("`heaps`, `largest`, `smallest` or `adjacent`", words));
        };
        self.advance();
        // `2 adjacent heaps`, `2 largest heaps`
        let _ = among != Among::Heaps && self.eat_word("heaps");
        let place = start.to(self.last_span());
        let error = if !said && one {
            Diagnostic::new(Code::Expected, "for one heap, write `any`, `largest` or `smallest`")
                .at(place, "expected `any`")
                .help("write `from any`")
        } else if !said && each_for_itself {
            Diagnostic::new(Code::Expected, "this does not say how many stones come from each heap")
                .at(place, "expected `each of` before it")
                .help("write `from each of 1..2 heaps`, `take 1..3 in total from 1..2 heaps` or `take the same 1..3 from 2 heaps`")
        } else {
            return Ok(Group::Several { each, number, among });
        };
        Err(self.report(error))
    }

    /// Without `each of` a number of heaps must follow. A word that nothing follows is not a
    /// number.
    fn need_number(&mut self) -> Parsed<()> {
        if self.is_word("adjacent") {
            return Err(self.expected("how many, like `each of 2 adjacent`"));
        }
        let ends = match self.look(1) {
            Token::Stop | Token::End => true,
            Token::Word(word) => matches!(word.as_str(), "when" | "where" | "then"),
            _ => false,
        };
        match self.peek() {
            Token::Stop | Token::End => {}
            Token::Word(_) if ends => {}
            _ => return Ok(()),
        }
        let what = "`any`, `largest`, `smallest`, `all` or `each of 1..2 heaps`";
        const WORDS: &[&str] = &["any", "largest", "smallest", "ends", "all", "each", "some"];
        Err(self.expected_word(what, WORDS))
    }

    /// What follows `split`.
    pub(super) fn split(&mut self) -> Parsed<LineKind> {
        let Some(from) = self.from() else {
            let words = &["any", "largest", "smallest", "ends"];
            return Err(self.expected_word("`any`, `largest` or `smallest`", words));
        };
        let parts = self.parts()?;
        let limits = self.limits()?;
        if let (Parts::Number(..), Some(condition)) = (&parts, &limits.condition) {
            let message = "`where` needs names for the parts";
            let error = Diagnostic::new(Code::Expected, message)
                .at(condition.span, "this condition has no names to use")
                .help("write `split any into a, b where …`; for a condition on the position write `when …`");
            return Err(self.report(error));
        }
        Ok(LineKind::Split { from, parts, limits })
    }

    /// `into …`, if it is there.
    fn parts(&mut self) -> Parsed<Parts> {
        if self.is_word("in") {
            return Err(self.expected("`into`"));
        }
        if !self.eat_word("into") {
            return Ok(Parts::Number(None, Likeness::Any));
        }
        if matches!(self.peek(), Token::Stop | Token::End) {
            return Err(self.expected("how many heaps, `equal`, `unequal` or names, like `a, b`"));
        }
        if let Some(names) = self.variables() {
            return Ok(Parts::Named(names));
        }
        let likeness = |parser: &mut Parser| match () {
            () if parser.eat_word("equal") => Likeness::Equal,
            () if parser.eat_word("unequal") => Likeness::Unequal,
            () => Likeness::Any,
        };
        let alike = likeness(self);
        if alike != Likeness::Any {
            let _ = self.eat_word("heaps") || self.eat_word("parts");
            return Ok(Parts::Number(None, alike));
        }
        let number = self.set()?;
        let alike = likeness(self);
        let _ = self.eat_word("heaps") || self.eat_word("parts");
        Ok(Parts::Number(Some(number), alike))
    }

    /// The conditions at the end of a line, in any order.
    fn limits(&mut self) -> Parsed<Limits> {
        let mut limits = Limits::default();
        loop {
            let start = self.span();
            let after = self.is_word("where") && self.is_next("after");
            let colon = *self.look(2) == Token::Sign(":");
            let speaks = match self.look(2) {
                Token::Word(word) => !GRAMMAR_WORDS.contains(&word.as_str()),
                token => matches!(token, Token::Number(_)),
            };
            if after && speaks {
                self.advance();
                self.advance();
                return Err(self.expected("`:`, as in `where after: total > 0`"));
            }
            let after = after && colon;
            let place = if after {
                self.advance();
                self.advance();
                &mut limits.after
            } else if self.is_word("where") {
                &mut limits.condition
            } else if self.is_word("when") {
                &mut limits.when
            } else {
                return Ok(limits);
            };
            let again = place.is_some();
            self.advance();
            let condition = self.expr()?;
            if again {
                let error =
                    Diagnostic::new(Code::Twice, "the line already has a condition of this kind")
                        .at(start.to(self.last_span()), "again here")
                        .help("join them with `and`");
                return Err(self.report(error));
            }
            *place = Some(condition);
        }
    }

    /// What follows `octal`.
    pub(super) fn code(&mut self, hexadecimal: bool) -> Parsed<LineKind> {
        let code = match self.digits() {
            Some(digits) => CodeText::Digits(digits),
            None if matches!(self.peek(), Token::Word(_)) => {
                CodeText::Parameter(self.name("a code")?)
            }
            None => return Err(self.expected("a code, like `0.137` or `0.(3)`")),
        };
        Ok(LineKind::Code(hexadecimal, code))
    }

    /// The code that starts here, in its own spelling: a digit, a point, and everything up to a
    /// space.
    pub(super) fn digits(&mut self) -> Option<Name> {
        let point = |ahead: usize| *self.look(ahead) == Token::Sign(".");
        let start = self.span();
        // The digit before the point may be missing, as in `.77`.
        let begins = matches!(self.peek(), Token::Number(_) | Token::Word(_)) && point(1);
        if !begins && !point(0) {
            return None;
        }
        let mut span = start;
        self.advance();
        let mut open = 0;
        while self.span().start == span.end && !self.span().is_empty() {
            match self.peek() {
                Token::Sign("(") => open += 1,
                // A bracket that was not opened here belongs to the surrounding text.
                Token::Sign(")") if open > 0 => open -= 1,
                Token::Sign(".") | Token::Number(_) | Token::Word(_) => {}
                _ => break,
            }
            span = span.to(self.advance());
        }
        Some(Name { text: self.slice(span).to_string(), span })
    }

    /// What follows `move`.
    pub(super) fn move_line(&mut self) -> Parsed<LineKind> {
        self.need_sign("(")?;
        let target = self.exprs(")")?;
        let variables = if self.eat_word("for") { self.name_list("a variable")? } else { vec![] };
        Ok(LineKind::Move { target, variables, limits: self.limits()? })
    }
}
