//! The condition of a claim in SMT-LIB 2, for solvers that support integers. The number of heaps is
//! fixed, so everything that runs over heaps is written out. A condition that cannot be expressed
//! is refused.

use dashu_int::{IBig, Sign, UBig};

use super::{Claim, Says};
use crate::game::Shape;
use crate::lang::builtin::{Binary, Unary};
use crate::lang::core::{Core, Domain, ExprId, Fold, Node, Word};
use crate::lang::syntax::Order;
use crate::lang::value::Value;

/// The longest text of one condition, in bytes.
const MAX_TEXT: usize = 1 << 20;

/// How deep expressions may be nested.
const MAX_DEPTH: usize = 500;

/// The largest number of values that a variable may run over.
const MAX_RANGE: usize = 1000;

/// The greatest exponent that is written out.
const MAX_EXPONENT: u8 = 16;

/// What a claim says about the positions with this number of heaps. The text declares the heaps `h1
/// <= h2 <= …` (in a game of tuples, the coordinates `c1`, `c2`, …). `speaks` is true where the
/// claim applies to the position, and `p` is true where it says P. Returns the reason if this
/// cannot be expressed.
///
/// ```
/// use bouton::claim::{Paper, smt};
/// let paper = Paper::parse("claim mine for nim\n  P iff even(total)")?;
/// let claim = paper.claim(&paper.items()[0], &[])?.expect("it speaks of a game");
/// let text = smt(&claim, 2)?;
/// assert!(text.contains("(define-fun p () Bool (= (mod (+ h1 h2) 2) 0))"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn smt(claim: &Claim, heaps: usize) -> Result<String, String> {
    let condition = claim.says.iter().find_map(|says| match says {
        Says::Outcome { p, iff: true, condition } => Some((*p, *condition)),
        _ => None,
    });
    let Some((p, condition)) = condition else {
        return Err("the statement has no `P iff` or `N iff`".into());
    };
    let mut writer = Writer::new(&claim.game.core);
    let mut about = String::new();
    let mut bounds = Vec::new();
    match &claim.game.shape {
        Shape::Heaps { order, .. } if *order != Order::None => {
            return Err("heaps in a row or a circle cannot be written in SMT-LIB".into());
        }
        Shape::Sum(_) => return Err("a sum of games cannot be written in SMT-LIB".into()),
        Shape::Heaps { most, .. } => {
            if let Some(most) = most
                && UBig::from(heaps) > *most
            {
                let plural = if most.is_one() { "heap" } else { "heaps" };
                return Err(format!("a position has at most {most} {plural}, not {heaps}"));
            }
            // The text needs at least a name for every heap.
            if heaps > MAX_TEXT / 8 {
                return Err(format!("{heaps} heaps are too many to write out"));
            }
            writer.heaps = (1..=heaps).map(|i| format!("h{i}")).collect();
            let before = ["1".to_string()];
            let pairs = before.iter().chain(&writer.heaps).zip(&writer.heaps);
            bounds.extend(pairs.map(|(a, b)| format!("(<= {a} {b})")));
        }
        Shape::Tuple(names, allowed) => {
            writer.coordinates = (1..=names.len()).map(|i| format!("c{i}")).collect();
            for (name, c) in names.iter().zip(&writer.coordinates) {
                about += &format!("; {c} is the coordinate {name}\n");
                bounds.push(format!("(<= 0 {c})"));
            }
            if let Some(allowed) = allowed {
                bounds.push(writer.term(*allowed)?);
            }
        }
    }
    let when: Result<Vec<String>, String> =
        claim.when.iter().map(|when| writer.term(*when)).collect();
    let speaks = many("and", "true", when?);
    let condition = writer.term(condition)?;
    let p = if p { condition } else { format!("(not {condition})") };
    let logic = if writer.products { "QF_NIA" } else { "QF_LIA" };
    let mut text = format!("{about}(set-logic {logic})\n");
    for (counter, least) in [("turn", 1), ("last", 0), ("passes", 0)] {
        if writer.counters.contains(&counter) {
            let most = claim.game.start().passes.filter(|_| counter == "passes");
            let most = most.map_or(String::new(), |most| format!(" {most}"));
            bounds.push(format!("(<= {least} {counter}{most})"));
        }
    }
    let numbers = writer.heaps.iter().chain(&writer.coordinates).map(String::as_str);
    for number in numbers.chain(writer.counters.iter().copied()) {
        text += &format!("(declare-const {number} Int)\n");
    }
    text += &format!("(assert {})\n", many("and", "true", bounds));
    text += &format!("(define-fun speaks () Bool {speaks})\n");
    text += &format!("(define-fun p () Bool {p})\n");
    Ok(text)
}

/// An operator over any number of terms.
fn many(operator: &str, of_none: &str, terms: Vec<String>) -> String {
    match &terms[..] {
        [] => of_none.to_string(),
        [only] => only.clone(),
        _ => format!("({operator} {})", terms.join(" ")),
    }
}

/// A whole number; a negative number is written as a difference.
fn number(int: &IBig) -> String {
    match int.sign() {
        Sign::Positive => int.to_string(),
        Sign::Negative => format!("(- {})", -int),
    }
}

struct Writer<'a> {
    core: &'a Core,
    heaps: Vec<String>,
    coordinates: Vec<String>,
    /// The counters that are mentioned.
    counters: Vec<&'static str>,
    /// The terms that stand for the variables.
    variables: Vec<Option<String>>,
    /// The functions that are being expanded.
    calls: Vec<u16>,
    depth: usize,
    /// Whether two unknown numbers are multiplied.
    products: bool,
}

impl<'a> Writer<'a> {
    fn new(core: &'a Core) -> Writer<'a> {
        Writer {
            core,
            heaps: Vec::new(),
            coordinates: Vec::new(),
            counters: Vec::new(),
            variables: Vec::new(),
            calls: Vec::new(),
            depth: 0,
            products: false,
        }
    }

    fn term(&mut self, id: ExprId) -> Result<String, String> {
        if self.depth > MAX_DEPTH {
            return Err("it is nested too deeply to write out".into());
        }
        self.depth += 1;
        let term = self.node(id);
        self.depth -= 1;
        match term {
            Ok(term) if term.len() > MAX_TEXT => Err("it is too long to write out".into()),
            term => term,
        }
    }

    fn node(&mut self, id: ExprId) -> Result<String, String> {
        let core = self.core;
        match core.node(id) {
            Node::Const(Value::Int(int)) => Ok(number(int)),
            Node::Const(Value::Bool(truth)) => Ok(truth.to_string()),
            Node::Const(Value::Ratio(_)) => Err("it uses a fraction".into()),
            Node::Word(word) => self.word(*word),
            Node::Heap(index) => {
                let place = self.place(*index)?;
                let heap = usize::try_from(place).ok().and_then(|place| self.heaps.get(place));
                Ok(heap.cloned().unwrap_or_else(|| "0".into()))
            }
            Node::Open(..) => Err("it uses a function that has no value".into()),
            Node::Unary(op, a) => self.unary(*op, *a),
            Node::Binary(op, a, b) => self.binary(*op, *a, *b),
            Node::If(condition, a, b) => {
                let (condition, a, b) = (self.term(*condition)?, self.term(*a)?, self.term(*b)?);
                Ok(format!("(ite {condition} {a} {b})"))
            }
            Node::Fold(fold, variable, domain, body) => self.fold(*fold, *variable, domain, *body),
            Node::Some(..) => Err("it uses a set with generators".into()),
            Node::Call(function, arguments) => self.call(*function, arguments),
            Node::NoCase(function) => {
                let name = &core.function(*function).name;
                Err(format!("`{name}` has no value where none of its cases applies"))
            }
        }
    }

    fn word(&mut self, word: Word) -> Result<String, String> {
        let counter = match word {
            Word::Total => {
                let parts = self.heaps.iter().chain(&self.coordinates).cloned().collect();
                return Ok(many("+", "0", parts));
            }
            Word::Largest | Word::Smallest | Word::Count if !self.coordinates.is_empty() => {
                return Err("it uses the heaps of a game that has none".into());
            }
            Word::Largest => return Ok(self.heaps.last().map_or("0", |heap| heap).into()),
            Word::Smallest => return Ok(self.heaps.first().map_or("0", |heap| heap).into()),
            Word::Count => return Ok(self.heaps.len().to_string()),
            Word::Coordinate(i) => return Ok(self.coordinates[usize::from(i)].clone()),
            Word::Variable(i) => {
                let known = self.variables.get(usize::from(i)).cloned().flatten();
                return known.ok_or_else(|| "it uses a variable without a value".into());
            }
            Word::Parameter(_) => return Err("it uses a parameter that has no value".into()),
            Word::Asked(_) => return Err("it asks for Grundy numbers of other positions".into()),
            Word::Chosen => return Err("it uses the chosen heap".into()),
            Word::Turn => "turn",
            Word::Last => "last",
            Word::Passes => "passes",
        };
        if !self.counters.contains(&counter) {
            self.counters.push(counter);
        }
        Ok(counter.into())
    }

    /// The place, counted from 0, of a constant index; it may be outside the list.
    fn place(&self, id: ExprId) -> Result<IBig, String> {
        match self.core.constant(id) {
            Some(Value::Int(index)) if index.sign() == Sign::Negative => {
                Ok(IBig::from(self.heaps.len()) + index)
            }
            Some(Value::Int(index)) if !index.is_zero() => Ok(index - IBig::ONE),
            _ => Err("it uses a heap whose index is not a constant".into()),
        }
    }

    /// A divisor that is a positive constant. For these, `div` and `mod` of SMT-LIB agree with
    /// ours.
    fn divisor(&self, id: ExprId) -> Result<String, String> {
        match self.core.constant(id) {
            Some(Value::Int(int)) if *int > IBig::ZERO => Ok(int.to_string()),
            _ => Err("it divides by something other than a positive constant".into()),
        }
    }

    fn unary(&mut self, op: Unary, a: ExprId) -> Result<String, String> {
        if let (Unary::Floor | Unary::Ceil, Node::Binary(Binary::Div, a, b)) =
            (op, self.core.node(a))
        {
            let (a, b) = (self.term(*a)?, self.divisor(*b)?);
            return Ok(match op {
                Unary::Floor => format!("(div {a} {b})"),
                _ => format!("(- (div (- {a}) {b}))"),
            });
        }
        let term = self.term(a)?;
        match op.entry().smt {
            Some(smt) => Ok(smt(&term)),
            None => Err(uses(op.entry().name)),
        }
    }

    fn binary(&mut self, op: Binary, a: ExprId, b: ExprId) -> Result<String, String> {
        match op {
            Binary::Mod => {
                let (a, b) = (self.term(a)?, self.divisor(b)?);
                return Ok(format!("(mod {a} {b})"));
            }
            Binary::Pow => return self.power(a, b),
            Binary::Div => return Err("it uses a fraction".into()),
            Binary::Mul => {
                let known = |id| self.core.constant(id).is_some();
                self.products |= !known(a) && !known(b);
            }
            _ => {}
        }
        match op.entry().smt {
            Some(smt) => Ok(smt(&self.term(a)?, &self.term(b)?)),
            None => Err(uses(op.entry().name)),
        }
    }

    fn power(&mut self, a: ExprId, b: ExprId) -> Result<String, String> {
        let exponent = match self.core.constant(b) {
            Some(Value::Int(int)) => u8::try_from(int).ok().filter(|n| *n <= MAX_EXPONENT),
            _ => None,
        };
        let Some(exponent) = exponent else {
            return Err("it uses a power whose exponent is not a small constant".into());
        };
        let base = self.term(a)?;
        self.products |= exponent > 1;
        Ok(many("*", "1", vec![base; exponent.into()]))
    }

    fn fold(
        &mut self,
        fold: Fold,
        variable: u16,
        domain: &Domain,
        body: ExprId,
    ) -> Result<String, String> {
        let numbers: Vec<String> = match domain {
            Domain::Heaps(from, to) => {
                if !self.coordinates.is_empty() {
                    return Err("it uses the heaps of a game that has none".into());
                }
                let count = self.heaps.len();
                let within = |place: IBig| {
                    let place = place.clamp(IBig::ZERO, count.into());
                    usize::try_from(place).unwrap_or(count)
                };
                let from = from.map_or(Ok(IBig::ZERO), |i| self.place(i))?;
                let end = to.map_or(Ok(count.into()), |i| Ok(self.place(i)? + IBig::ONE));
                let end: Result<_, String> = end;
                self.heaps.get(within(from)..within(end?)).unwrap_or_default().to_vec()
            }
            Domain::Range(from, to) => {
                let (Some(Value::Int(from)), Some(Value::Int(to))) =
                    (self.core.constant(*from), self.core.constant(*to))
                else {
                    return Err("it uses a range whose ends are not constants".into());
                };
                if to - from >= IBig::from(MAX_RANGE) {
                    return Err(format!("it uses a range of more than {MAX_RANGE} numbers"));
                }
                let mut numbers = Vec::new();
                let mut n = from.clone();
                while n <= *to {
                    numbers.push(number(&n));
                    n += IBig::ONE;
                }
                numbers
            }
        };
        let slot = usize::from(variable);
        self.variables.resize(self.variables.len().max(slot + 1), None);
        let saved = self.variables[slot].take();
        let mut terms = Vec::new();
        let mut length = 0;
        for number in numbers {
            self.variables[slot] = Some(number);
            let term = self.term(body)?;
            length += term.len();
            if length > MAX_TEXT {
                return Err("it is too long to write out".into());
            }
            terms.push(term);
        }
        self.variables[slot] = saved;
        match fold {
            Fold::Sum => Ok(many("+", "0", terms)),
            Fold::Count => {
                Ok(many("+", "0", terms.iter().map(|c| format!("(ite {c} 1 0)")).collect()))
            }
            Fold::Exists => Ok(many("or", "false", terms)),
            Fold::Forall => Ok(many("and", "true", terms)),
            Fold::Distinct if terms.len() < 2 => Ok("true".into()),
            Fold::Distinct => Ok(many("distinct", "true", terms)),
            Fold::Xor => Err("it uses `xor`".into()),
            Fold::Min | Fold::Max => {
                let mut best: Option<String> = None;
                for term in &terms {
                    let next = match &best {
                        None => term.clone(),
                        Some(best) => lesser(fold == Fold::Min, best, term),
                    };
                    if next.len() > MAX_TEXT {
                        return Err("it is too long to write out".into());
                    }
                    best = Some(next);
                }
                best.ok_or_else(|| "it asks for the least or greatest of no numbers".into())
            }
        }
    }

    /// A function call, expanded with its arguments in place of its variables.
    fn call(&mut self, function: u16, arguments: &[ExprId]) -> Result<String, String> {
        let core = self.core;
        let name = &core.function(function).name;
        if self.calls.contains(&function) {
            return Err(format!("`{name}` calls itself"));
        }
        let Some(body) = core.function(function).body else {
            return Err(format!("`{name}` has no value"));
        };
        let arguments: Result<Vec<_>, String> =
            arguments.iter().map(|argument| self.term(*argument).map(Some)).collect();
        let saved = std::mem::replace(&mut self.variables, arguments?);
        self.calls.push(function);
        let term = self.term(body);
        self.calls.pop();
        self.variables = saved;
        term
    }
}

/// Why a function cannot be written.
fn uses(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("it uses `{name}`"),
        None => "it uses an operator that SMT-LIB does not have".into(),
    }
}

/// The lesser, or the greater, of two terms.
fn lesser(least: bool, a: &str, b: &str) -> String {
    let sign = if least { "<=" } else { ">=" };
    format!("(ite ({sign} {a} {b}) {a} {b})")
}
