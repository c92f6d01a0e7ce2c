//! Octal and hexadecimal codes into rules.
//!
//! The k-th digit says how many non-empty heaps may remain of a heap after k stones are taken from
//! it: its bits 1, 2, 4 (and 8) stand for no, one, two (and three) heaps.

use super::expand::Scoped;
use super::read::Reader;
use super::rules::{Amount, Parts, Ranges, RuleKind};
use crate::lang::builtin::Binary;
use crate::lang::core::{Core, ExprId, Word};
use crate::lang::resolve::Binding;
use crate::lang::syntax::{CodeText, From, Likeness, Name};
use crate::lang::value::Value;
use crate::lang::{Code as ErrorCode, Diagnostic, Span, shorten};

/// The digits of a code.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Code {
    /// The digit before the point: what may be done without taking stones.
    before: u8,
    /// The digits after the point.
    digits: Vec<u8>,
    /// The digits that repeat forever after them.
    repeated: Vec<u8>,
}

/// What is wrong with a code, and at which of its characters.
type Wrong = (usize, String);

fn read(text: &str, hexadecimal: bool) -> Result<Code, Wrong> {
    let radix = if hexadecimal { 16 } else { 8 };
    let digit = |(at, c): (usize, char)| match c.to_digit(radix) {
        Some(digit) => Ok(digit as u8),
        None if hexadecimal => {
            Err((at, format!("`{c}` is not one of the digits 0 to 9 and A to F")))
        }
        None => Err((at, format!("`{c}` is not one of the digits 0 to 7"))),
    };
    let mut characters = text.chars().enumerate().peekable();
    // `.77` is `0.77`.
    let before = match characters.next_if(|&(_, c)| c != '.') {
        Some(first) => digit(first)?,
        None => 0,
    };
    if before & 3 != 0 {
        let allowed = if hexadecimal { "0, 4, 8 or C" } else { "0 or 4" };
        return Err((
            0,
            format!(
                "the digit before the point is {allowed}: without taking stones a heap can only be split"
            ),
        ));
    }
    match characters.next() {
        Some((_, '.')) => {}
        other => return Err((other.map_or(1, |(at, _)| at), "expected a point".into())),
    }
    let (mut digits, mut repeated, mut bracket) = (Vec::new(), Vec::new(), None);
    for (at, c) in characters {
        match (c, bracket) {
            ('(', None) => bracket = Some(true),
            (')', Some(true)) if !repeated.is_empty() => bracket = Some(false),
            (_, None) => digits.push(digit((at, c))?),
            (_, Some(true)) => repeated.push(digit((at, c))?),
            (_, Some(false)) => return Err((at, "nothing may follow the repeating part".into())),
        }
    }
    match bracket {
        Some(true) => Err((text.chars().count(), "expected `)` after the repeating part".into())),
        _ => Ok(Code { before, digits, repeated }),
    }
}

impl Reader<'_> {
    /// The rules of an `octal` or `hexadecimal` line.
    pub(super) fn code_rules(&mut self, scoped: &Scoped, hexadecimal: bool, code: &CodeText) {
        let digits = match code {
            CodeText::Digits(digits) => digits.clone(),
            CodeText::Parameter(name) => match scoped.scope.parameters.get(&name.text) {
                Some(Binding::Code(digits)) => digits.clone(),
                // The parameter has no value, or its error has been reported.
                Some(Binding::Open(_)) => return,
                given => {
                    let is_not = if given.is_some() { "must be" } else { "is not" };
                    let error = Diagnostic::new(
                        ErrorCode::ParameterKind,
                        format!("`{name}` {is_not} a code"),
                    )
                    .at(name.span, "expected a code")
                    .help("a code is written `0.137` or `0.(3)`");
                    return self.resolver.report(error, &scoped.scope);
                }
            },
        };
        if !self.has_room(scoped, "an octal game splits heaps") {
            return;
        }
        match read(&digits.text, hexadecimal) {
            Ok(code) => self.rules_of(scoped, &code),
            Err((at, why)) => {
                let error = Diagnostic::new(
                    ErrorCode::Domain,
                    format!("`{}` is not a code: {why}", shorten(&digits.text)),
                )
                .at(character(&digits, at), "here")
                .help("a code is written `0.137` or `0.(3)`");
                self.resolver.report(error, &scoped.scope);
            }
        }
    }

    fn rules_of(&mut self, scoped: &Scoped, code: &Code) {
        // Without taking stones: a split into two or three heaps.
        for (bit, number) in [(4, 2), (8, 3)] {
            if code.before & bit != 0 {
                let parts = self.into(number);
                self.rule(
                    scoped,
                    RuleKind::Split { amount: None, from: From::Any, parts },
                    None,
                    None,
                );
            }
        }
        let core = &mut self.resolver.core;
        let (one, m) = (core.int(1), core.word(Word::Chosen));
        let less = core.binary(Binary::Sub, m, one);
        // One heap remains, or none, or either: the take is less than m, equal to m, or at most m.
        let left = [(3, 3, None, m), (3, 1, Some(m), m), (3, 2, None, less)];
        for (mask, bits, lower, upper) in left {
            for amount in self.amounts(code, mask, bits, lower, upper) {
                self.rule(scoped, RuleKind::Take { amount, from: From::Any }, None, None);
            }
        }
        for (bit, number) in [(4, 2), (8, 3)] {
            for amount in self.amounts(code, bit, bit, None, m) {
                let parts = self.into(number);
                let amount = Some(amount);
                self.rule(scoped, RuleKind::Split { amount, from: From::Any, parts }, None, None);
            }
        }
    }

    /// A split into this number of heaps.
    fn into(&mut self, number: u8) -> Parts {
        let number = self.resolver.core.int(number);
        let number = vec![(number, number)];
        Parts { number, likeness: Likeness::Any, names: vec![], condition: None }
    }

    /// The places of the digits that have some bits, as amounts from `lower` to `upper`.
    fn amounts(
        &mut self,
        code: &Code,
        mask: u8,
        bits: u8,
        lower: Option<ExprId>,
        upper: ExprId,
    ) -> Vec<Amount> {
        let core = &mut self.resolver.core;
        let has = |digit: &u8| digit & mask == bits;
        let mut ranges = Ranges::new();
        let mut add = |core: &mut Core, lo: ExprId, hi: Option<ExprId>| {
            let lo = lower.map_or(lo, |lower| core.binary(Binary::Max, lo, lower));
            let hi = hi.map_or(upper, |hi| core.binary(Binary::Min, hi, upper));
            ranges.push((lo, hi));
        };
        let mut k = 0;
        for run in code.digits.chunk_by(|a, b| has(a) == has(b)) {
            if has(&run[0]) {
                let (first, last) = (core.int(k + 1), core.int(k + run.len()));
                add(core, first, Some(last));
            }
            k += run.len();
        }
        let repeated: Vec<usize> =
            (0..code.repeated.len()).filter(|&i| has(&code.repeated[i])).collect();
        let after = core.int(k + 1);
        let mut amounts = Vec::new();
        if repeated.len() == code.repeated.len() {
            if !repeated.is_empty() {
                add(core, after, None);
            }
        } else if !repeated.is_empty() {
            amounts.push(Amount::Where("t".into(), self.repeats(code, &repeated, lower, upper)));
        }
        if !ranges.is_empty() {
            amounts.insert(0, Amount::In(ranges));
        }
        amounts
    }

    /// Whether t lies after the digits that do not repeat, and its repeating digit is one of these.
    fn repeats(
        &mut self,
        code: &Code,
        repeated: &[usize],
        lower: Option<ExprId>,
        upper: ExprId,
    ) -> ExprId {
        let core = &mut self.resolver.core;
        let t = core.word(Word::Variable(0));
        let after = core.int(code.digits.len() + 1);
        let period = core.int(code.repeated.len());
        let distance = core.binary(Binary::Sub, t, after);
        let place = core.binary(Binary::Mod, distance, period);
        let mut one_of = core.value(Value::Bool(false));
        for &i in repeated {
            let i = core.int(i);
            let is = core.binary(Binary::Eq, place, i);
            one_of = core.binary(Binary::Or, one_of, is);
        }
        let mut all = core.binary(Binary::Le, after, t);
        for bound in [core.binary(Binary::Le, t, upper), one_of] {
            all = core.binary(Binary::And, all, bound);
        }
        if let Some(lower) = lower {
            let bound = core.binary(Binary::Le, lower, t);
            all = core.binary(Binary::And, all, bound);
        }
        all
    }
}

/// The place of a character of a name.
fn character(name: &Name, at: usize) -> Span {
    let offset = |n: usize| name.text.char_indices().nth(n).map_or(name.text.len(), |(i, _)| i);
    let start = name.span.start + offset(at);
    Span { start, end: (name.span.start + offset(at + 1)).max(start) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read() {
        let code = |before, digits: &[u8], repeated: &[u8]| {
            Ok(Code { before, digits: digits.to_vec(), repeated: repeated.to_vec() })
        };
        assert_eq!(read("0.137", false), code(0, &[1, 3, 7], &[]));
        assert_eq!(read("4.1", false), code(4, &[1], &[]));
        assert_eq!(read(".07", false), code(0, &[0, 7], &[]));
        assert_eq!(read("0.(3)", false), code(0, &[], &[3]));
        assert_eq!(read("0.07(02)", false), code(0, &[0, 7], &[0, 2]));
        assert_eq!(read("C.8f", true), code(12, &[8, 15], &[]));
        assert_eq!(read("0.", false), code(0, &[], &[]));
        for (wrong, at) in
            [("0.18", 3), ("2.1", 0), ("0.1()", 4), ("0.(3", 4), ("0.(3)1", 5), ("01", 1)]
        {
            assert_eq!(read(wrong, false).map_err(|(at, _)| at), Err(at), "{wrong}");
        }
    }
}
