//! Resolved, typed expressions without places, shared by rules and claims. The same expression is
//! stored once.

use std::fmt;

use dashu_int::IBig;
use rustc_hash::FxHashMap;

use super::builtin::{Binary, Unary, binary, unary};
pub use super::value::Type;
use super::value::{Fuel, Value};

/// An expression of a [`Core`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(u32);

impl ExprId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a position, a rule or a game supplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Word {
    /// The number of stones.
    Total,
    /// The size of the largest heap.
    Largest,
    /// The size of the smallest non-empty heap.
    Smallest,
    /// The number of non-empty heaps.
    Count,
    /// The number of the turn.
    Turn,
    /// The number of stones that were taken last.
    Last,
    /// The passes that are left.
    Passes,
    /// A coordinate of a tuple.
    Coordinate(u16),
    /// A number that the game leaves open.
    Parameter(u16),
    /// A value of another position, like `grundy(pass=1)`.
    Asked(u16),
    /// `m`, the size of the chosen heap.
    Chosen,
    /// A variable of a rule.
    Variable(u16),
}

/// One node of an expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A constant.
    Const(Value),
    /// A word.
    Word(Word),
    /// `x[i]`: the heap at an index that counts up from the first heap, 1, or down from the last,
    /// −1.
    Heap(ExprId),
    /// A call of a function that the game leaves open.
    Open(u16, Box<[ExprId]>),
    /// A function of one argument.
    Unary(Unary, ExprId),
    /// A function of two arguments.
    Binary(Binary, ExprId, ExprId),
    /// `if a then b else c`; only the branch that applies is evaluated.
    If(ExprId, ExprId, ExprId),
    /// `sum(t in 1..n : …)` and the like: a variable runs over a list of numbers.
    Fold(Fold, u16, Domain, ExprId),
    /// Whether some integers for these variables satisfy a condition: the first variable, how many,
    /// and the condition.
    Some(u16, u16, ExprId),
    /// A call of a function that an expression defines.
    Call(u16, Box<[ExprId]>),
    /// The value of a function where none of its cases applies: an error.
    NoCase(u16),
}

/// How the values of an expression for the numbers of a list are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fold {
    /// Their sum.
    Sum,
    /// Their nim-sum.
    Xor,
    /// The least value; an empty list is an error.
    Min,
    /// The greatest value; an empty list is an error.
    Max,
    /// How many are true.
    Count,
    /// Whether one is true.
    Exists,
    /// Whether all are true.
    Forall,
    /// Whether no two are equal.
    Distinct,
}

/// The numbers that a variable runs over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    /// The integers from the first to the second, both included.
    Range(ExprId, ExprId),
    /// The heaps from one index to another, both included; `None` is the end.
    Heaps(Option<ExprId>, Option<ExprId>),
}

/// A function that an expression of its variables defines. The variables are `Variable(0)` and so
/// on.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The number of its variables.
    pub arity: usize,
    /// Its value.
    pub body: Option<ExprId>,
}

/// What an expression depends on, one bit each: the position, the chosen heap, the first variable,
/// the second, ….
pub(super) type Needs = u64;

/// The largest number of variables that can be in scope at once.
pub const MAX_VARIABLES: usize = 60;

/// The level of the fastest changing thing that an expression depends on: 0 for none, 1 for the
/// position, ….
pub(super) type Level = usize;

/// The level of words of the position.
pub(super) const POSITION: Level = 1;

impl Word {
    /// The level of the word.
    pub(super) fn level(self) -> Level {
        match self {
            Word::Chosen => POSITION + 1,
            Word::Variable(i) => POSITION + 2 + usize::from(i),
            _ => POSITION,
        }
    }

    fn needs(self) -> Needs {
        1 << (self.level() - 1)
    }
}

/// A store of expressions.
#[derive(Clone, Default)]
pub struct Core {
    nodes: Vec<Node>,
    types: Vec<Type>,
    needs: Vec<Needs>,
    known: FxHashMap<Node, ExprId>,
    functions: Vec<Function>,
}

impl fmt::Debug for Core {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.nodes).finish()
    }
}

impl Core {
    /// The number of different expressions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node of an expression.
    #[must_use]
    pub fn node(&self, id: ExprId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The type of an expression.
    #[must_use]
    pub fn type_of(&self, id: ExprId) -> Type {
        self.types[id.index()]
    }

    pub(super) fn level(&self, id: ExprId) -> Level {
        (Needs::BITS - self.needs[id.index()].leading_zeros()) as Level
    }

    /// Whether an expression depends on a variable.
    pub(crate) fn mentions(&self, id: ExprId, variable: u16) -> bool {
        self.needs[id.index()] & Word::Variable(variable).needs() != 0
    }

    /// The level of an expression, not counting its dependence on this variable.
    pub(super) fn level_without(&self, id: ExprId, variable: u16) -> Level {
        let needs = self.needs[id.index()] & !Word::Variable(variable).needs();
        (Needs::BITS - needs.leading_zeros()) as Level
    }

    /// A function that expressions may call.
    #[must_use]
    pub fn function(&self, function: u16) -> &Function {
        &self.functions[usize::from(function)]
    }

    /// Declares a function. Its body is given later, so that it may call itself.
    pub fn declare(&mut self, name: &str, arity: usize) -> u16 {
        self.functions.push(Function { name: name.to_string(), arity, body: None });
        (self.functions.len() - 1) as u16
    }

    /// Gives a function its value.
    pub fn define(&mut self, function: u16, body: ExprId) {
        self.functions[usize::from(function)].body = Some(body);
    }

    /// The value of an expression that is a constant.
    #[must_use]
    pub fn constant(&self, id: ExprId) -> Option<&Value> {
        match self.node(id) {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Whether an expression depends on nothing.
    #[must_use]
    pub fn is_constant(&self, id: ExprId) -> bool {
        self.level(id) == 0
    }

    /// Whether an expression depends on the position, and not only on `m`, variables and constants.
    #[must_use]
    pub fn looks_at_position(&self, id: ExprId) -> bool {
        self.needs[id.index()] & Word::Total.needs() != 0
    }

    /// Whether the position alone decides the value of an expression.
    #[must_use]
    pub fn is_of_position(&self, id: ExprId) -> bool {
        self.level(id) <= POSITION
    }

    /// Whether an expression depends on none of the variables `first`, `first + 1`, ….
    #[must_use]
    pub fn is_before(&self, id: ExprId, first: usize) -> bool {
        self.level(id) < Word::Variable(first as u16).level()
    }

    /// Whether an expression depends on a parameter that is left open.
    #[must_use]
    pub fn mentions_parameter(&self, id: ExprId) -> bool {
        if self.level(id) == 0 {
            return false;
        }
        let mentions = |id: ExprId| match self.node(id) {
            Node::Open(..) | Node::Word(Word::Parameter(_)) => None,
            _ => Some(self.parts(id)),
        };
        !self.visit(&[id], mentions)
    }

    fn add(&mut self, node: Node, ty: Type) -> ExprId {
        if let Some(&id) = self.known.get(&node) {
            return id;
        }
        let of = |id: ExprId| self.needs[id.index()];
        let position = Word::Total.needs();
        let needs = match &node {
            Node::Const(_) => 0,
            Node::Word(word) => word.needs(),
            Node::NoCase(_) => position,
            // A variable that runs over a list is bound, so the expression does not depend on it.
            Node::Fold(_, variable, _, _) | Node::Some(variable, ..) => {
                let first = Word::Variable(*variable).needs();
                let bound = match node {
                    Node::Some(_, count, _) => ((1 << count) - 1) * first,
                    _ => first,
                };
                let heaps = matches!(node, Node::Fold(_, _, Domain::Heaps(..), _));
                let parts = parts(&node).into_iter().map(of).fold(0, |a, b| a | b);
                (parts & !bound) | if heaps { position } else { 0 }
            }
            Node::Heap(_) | Node::Open(..) | Node::Call(..) => {
                parts(&node).into_iter().map(of).fold(position, |a, b| a | b)
            }
            _ => parts(&node).into_iter().map(of).fold(0, |a, b| a | b),
        };
        let id = ExprId(u32::try_from(self.nodes.len()).expect("a text has fewer expressions"));
        self.nodes.push(node.clone());
        self.types.push(ty);
        self.needs.push(needs);
        self.known.insert(node, id);
        id
    }

    /// A constant.
    pub fn value(&mut self, value: Value) -> ExprId {
        let ty = match value {
            Value::Int(_) => Type::Int,
            Value::Ratio(_) => Type::Ratio,
            Value::Bool(_) => Type::Bool,
        };
        self.add(Node::Const(value), ty)
    }

    /// A whole number.
    pub fn int(&mut self, int: impl Into<IBig>) -> ExprId {
        self.value(Value::Int(int.into()))
    }

    /// A word.
    pub fn word(&mut self, word: Word) -> ExprId {
        self.add(Node::Word(word), Type::Int)
    }

    /// `x[index]`.
    pub fn heap(&mut self, index: ExprId) -> ExprId {
        self.add(Node::Heap(index), Type::Int)
    }

    /// A function that the game leaves open.
    pub fn open(&mut self, function: u16, arguments: Vec<ExprId>) -> ExprId {
        self.add(Node::Open(function, arguments.into()), Type::Ratio)
    }

    /// A function of one argument, computed at once when the argument is a constant.
    pub fn unary(&mut self, op: Unary, a: ExprId) -> ExprId {
        if let Some(value) = self.constant(a)
            && let Ok(value) = unary(op, value, &mut Fuel(FOLDING))
        {
            return self.value(value);
        }
        self.add(Node::Unary(op, a), op.entry().gives.of(self.type_of(a)))
    }

    /// A function of two arguments, computed at once when they are constants.
    pub fn binary(&mut self, op: Binary, a: ExprId, b: ExprId) -> ExprId {
        match (op, self.constant(a), self.constant(b)) {
            (Binary::And, Some(Value::Bool(true)), _)
            | (Binary::Or, Some(Value::Bool(false)), _) => {
                return b;
            }
            (Binary::And, Some(Value::Bool(false)), _)
            | (Binary::Or, Some(Value::Bool(true)), _) => {
                return a;
            }
            (_, Some(x), Some(y)) => {
                if let Ok(value) = binary(op, x, y, &mut Fuel(FOLDING)) {
                    return self.value(value);
                }
            }
            _ => {}
        }
        let number = match (self.type_of(a), self.type_of(b)) {
            (Type::Int, Type::Int) => Type::Int,
            _ => Type::Ratio,
        };
        let ty = match (op, self.constant(b)) {
            // A power is as whole as its base if its exponent is not negative.
            (Binary::Pow, Some(Value::Int(exponent))) if *exponent >= IBig::ZERO => self.type_of(a),
            _ => op.entry().gives.of(number),
        };
        self.add(Node::Binary(op, a, b), ty)
    }

    /// Whether b is an integer times a: `if a = 0 then b = 0 else b mod a = 0`.
    pub fn divides(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let zero = self.int(0);
        let by_zero = self.binary(Binary::Eq, a, zero);
        // Only whole numbers have divisors. Every number divides 0.
        let whole = match self.type_of(b) {
            Type::Int => b,
            _ => self.binary(Binary::Gcd, b, zero),
        };
        let nothing = self.binary(Binary::Eq, whole, zero);
        let rest = self.binary(Binary::Mod, b, a);
        let no_rest = self.binary(Binary::Eq, rest, zero);
        self.branch(by_zero, nothing, no_rest)
    }

    /// The a and b of a condition that [`Core::divides`] made.
    #[must_use]
    pub fn divisor(&self, id: ExprId) -> Option<(ExprId, ExprId)> {
        let Node::If(by_zero, nothing, no_rest) = *self.node(id) else { return None };
        let before_zero = |id: ExprId, op: Binary| match *self.node(id) {
            Node::Binary(found, side, zero) if found == op => {
                let zero = self.constant(zero) == Some(&Value::Int(IBig::ZERO));
                zero.then_some(side)
            }
            _ => None,
        };
        let zero = |id: ExprId| before_zero(id, Binary::Eq);
        let Node::Binary(Binary::Mod, b, a) = *self.node(zero(no_rest)?) else { return None };
        let whole = zero(nothing)?;
        let same = whole == b || before_zero(whole, Binary::Gcd) == Some(b);
        (zero(by_zero)? == a && same).then_some((a, b))
    }

    /// `if condition then a else b`.
    pub fn branch(&mut self, condition: ExprId, a: ExprId, b: ExprId) -> ExprId {
        match self.constant(condition) {
            Some(Value::Bool(true)) => return a,
            Some(Value::Bool(false)) => return b,
            _ => {}
        }
        let ty = match (self.type_of(a), self.type_of(b)) {
            (a, b) if a == b => a,
            _ => Type::Ratio,
        };
        self.add(Node::If(condition, a, b), ty)
    }

    /// A variable that runs over a list of numbers.
    pub fn fold(&mut self, fold: Fold, variable: u16, domain: Domain, body: ExprId) -> ExprId {
        let ty = match fold {
            Fold::Sum | Fold::Min | Fold::Max => self.type_of(body),
            Fold::Xor | Fold::Count => Type::Int,
            Fold::Exists | Fold::Forall | Fold::Distinct => Type::Bool,
        };
        self.add(Node::Fold(fold, variable, domain, body), ty)
    }

    /// Whether some integers for the `count` variables from `first` on satisfy a condition.
    pub fn some(&mut self, first: u16, count: u16, condition: ExprId) -> ExprId {
        self.add(Node::Some(first, count, condition), Type::Bool)
    }

    /// A call of a function.
    pub fn call(&mut self, function: u16, arguments: Vec<ExprId>, ty: Type) -> ExprId {
        self.add(Node::Call(function, arguments.into()), ty)
    }

    /// The value of a function where none of its cases applies: an error.
    pub fn no_case(&mut self, function: u16, ty: Type) -> ExprId {
        self.add(Node::NoCase(function), ty)
    }

    /// The direct parts of an expression.
    pub fn parts(&self, id: ExprId) -> Vec<ExprId> {
        parts(self.node(id))
    }
}

fn parts(node: &Node) -> Vec<ExprId> {
    match node {
        Node::Const(_) | Node::Word(_) | Node::NoCase(_) => vec![],
        Node::Heap(a) | Node::Unary(_, a) | Node::Some(_, _, a) => vec![*a],
        Node::Open(_, arguments) | Node::Call(_, arguments) => arguments.to_vec(),
        Node::Binary(_, a, b) => vec![*a, *b],
        Node::If(a, b, c) => vec![*a, *b, *c],
        Node::Fold(_, _, domain, body) => {
            let mut parts = vec![*body];
            match domain {
                Domain::Range(a, b) => parts.extend([*a, *b]),
                Domain::Heaps(a, b) => parts.extend(a.iter().chain(b)),
            }
            parts
        }
    }
}

/// The limit of work for computing constants while a text is read.
const FOLDING: u64 = 1 << 20;
