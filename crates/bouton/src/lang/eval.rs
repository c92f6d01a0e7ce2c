//! The exact evaluator: the judge of what an expression is worth.

use dashu_int::IBig;

use super::core::{Core, ExprId, Level, Node, POSITION, Word};
use super::value::{Binary, FUEL, Fault, Fuel, Value, binary, unary};

/// What the words of an expression stand for.
pub trait Words {
    /// The value of a word of the position. `Chosen` and `Variable` are never asked for.
    fn word(&self, word: Word) -> IBig;

    /// The heap that has `below` larger or equal ones before it; 0 where there is none.
    fn heap(&self, below: &IBig) -> IBig;
}

/// No position: for constants.
pub struct Nothing;

impl Words for Nothing {
    fn word(&self, _: Word) -> IBig {
        IBig::ZERO
    }

    fn heap(&self, _: &IBig) -> IBig {
        IBig::ZERO
    }
}

/// Evaluates expressions of one [`Core`], one position after the other.
///
/// What was computed is remembered as long as nothing it depends on has changed, so that in
/// nested loops over variables only the inner parts are computed again.
pub struct Evaluator<'c> {
    core: &'c Core,
    /// The value of each expression and when it was computed.
    memo: Vec<(u64, Value)>,
    /// When something at each level was last changed.
    changed: Vec<u64>,
    now: u64,
    /// `m` and the variables.
    locals: Vec<IBig>,
    stack: Vec<ExprId>,
    /// The work that may be done in all.
    spare: u64,
}

/// Where and why an evaluation failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The expression that has no value.
    pub expr: ExprId,
    /// Why.
    pub fault: Fault,
}

impl<'c> Evaluator<'c> {
    /// An evaluator for the expressions of `core`.
    #[must_use]
    pub fn new(core: &'c Core) -> Evaluator<'c> {
        Evaluator {
            core,
            memo: vec![(0, Value::Bool(false)); core.len()],
            changed: vec![1; 4],
            now: 1,
            locals: Vec::new(),
            stack: Vec::new(),
            spare: u64::MAX,
        }
    }

    /// Limits the work of all evaluations together.
    pub fn limit(&mut self, work: u64) {
        self.spare = work;
    }

    /// The expressions it evaluates.
    #[must_use]
    pub fn core(&self) -> &'c Core {
        self.core
    }

    /// Forgets what depends on the position: call it for every new one.
    pub fn new_position(&mut self) {
        self.change(POSITION);
    }

    /// Sets `m`.
    pub fn set_chosen(&mut self, heap: IBig) {
        self.set(Word::Chosen.level(), heap);
    }

    /// Sets a variable. Those after it count as changed too.
    pub fn set_variable(&mut self, variable: usize, value: IBig) {
        self.set(Word::Variable(variable as u16).level(), value);
    }

    fn set(&mut self, level: Level, value: IBig) {
        let local = usize::from(level - POSITION - 1);
        if self.locals.len() <= local {
            self.locals.resize(local + 1, IBig::ZERO);
        }
        self.locals[local] = value;
        self.change(level);
    }

    fn change(&mut self, level: Level) {
        self.now += 1;
        let level = usize::from(level);
        if self.changed.len() <= level {
            self.changed.resize(level + 1, self.now);
        }
        for changed in &mut self.changed[level..] {
            *changed = self.now;
        }
    }

    fn known(&self, id: ExprId) -> bool {
        let level = usize::from(self.core.level(id));
        let changed =
            if level == 0 { 1 } else { self.changed.get(level).copied().unwrap_or(self.now) };
        self.memo[id.index()].0 >= changed
    }

    /// The value of an expression.
    pub fn eval(&mut self, root: ExprId, words: &dyn Words) -> Result<&Value, Failure> {
        if !self.known(root) {
            let most = FUEL.min(self.spare);
            let mut fuel = Fuel(most);
            self.stack.clear();
            self.stack.push(root);
            while let Some(&id) = self.stack.last() {
                match self.step(id, words, &mut fuel) {
                    Ok(Some(part)) => self.stack.push(part),
                    Ok(None) => {
                        self.stack.pop();
                    }
                    Err(fault) => {
                        self.spare -= most - fuel.0;
                        return Err(Failure { expr: id, fault });
                    }
                }
            }
            self.spare -= most - fuel.0;
        }
        Ok(&self.memo[root.index()].1)
    }

    /// Computes an expression, or says which part of it must be computed before.
    fn step(
        &mut self,
        id: ExprId,
        words: &dyn Words,
        fuel: &mut Fuel,
    ) -> Result<Option<ExprId>, Fault> {
        if self.known(id) {
            return Ok(None);
        }
        fuel.spend(1)?;
        let part = |id: ExprId| &self.memo[id.index()].1;
        let value = match self.core.node(id) {
            Node::Const(value) => value.clone(),
            Node::Word(word) => Value::Int(match word.level() {
                POSITION => words.word(*word),
                level => {
                    self.locals.get(usize::from(level - POSITION - 1)).cloned().unwrap_or_default()
                }
            }),
            Node::Open(..) => {
                return Err(Fault::Domain("the game needs all its parameters", "this".into()));
            }
            Node::Heap(index) => {
                if !self.known(*index) {
                    return Ok(Some(*index));
                }
                let index = part(*index).integer()?;
                if *index >= IBig::ZERO {
                    let needs = "x[…] counts from the largest heap, x[-1], downwards: the index is at most -1";
                    return Err(Fault::Domain(needs, index.to_string()));
                }
                Value::Int(words.heap(&(-index - IBig::ONE)))
            }
            Node::Unary(op, a) => {
                if !self.known(*a) {
                    return Ok(Some(*a));
                }
                unary(*op, part(*a), fuel)?
            }
            Node::Binary(op, a, b) => {
                if !self.known(*a) {
                    return Ok(Some(*a));
                }
                match (op, part(*a).truth()) {
                    (Binary::And, false) => Value::Bool(false),
                    (Binary::Or, true) => Value::Bool(true),
                    _ if !self.known(*b) => return Ok(Some(*b)),
                    _ => binary(*op, part(*a), part(*b), fuel)?,
                }
            }
            Node::If(condition, a, b) => {
                if !self.known(*condition) {
                    return Ok(Some(*condition));
                }
                let taken = if part(*condition).truth() { *a } else { *b };
                if !self.known(taken) {
                    return Ok(Some(taken));
                }
                part(taken).clone()
            }
        };
        self.memo[id.index()] = (self.now, value);
        Ok(None)
    }

    /// The value of a condition.
    pub fn truth(&mut self, id: ExprId, words: &dyn Words) -> Result<bool, Failure> {
        Ok(self.eval(id, words)?.truth())
    }

    /// The value of an expression that must be a whole number.
    pub fn integer(&mut self, id: ExprId, words: &dyn Words) -> Result<IBig, Failure> {
        let value = self.eval(id, words)?;
        value.integer().cloned().map_err(|fault| Failure { expr: id, fault })
    }
}

/// The value of an expression that depends on nothing.
pub fn constant(core: &Core, id: ExprId) -> Result<Value, Failure> {
    Evaluator::new(core).eval(id, &Nothing).cloned()
}
