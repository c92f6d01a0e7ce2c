//! The exact evaluator, which is the judge of every value.

use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;

use super::builtin::{Binary, binary, unary};
use super::core::{Core, ExprId, Level, Node, POSITION, Word};
use super::eval_loop::{Running, parts_of, place};
use super::value::{FUEL, Fault, Fuel, Value};

/// What the words of an expression stand for.
pub trait Words {
    /// The value of a word of the position. `Chosen` and `Variable` are never asked for.
    fn word(&self, word: Word) -> IBig;

    /// The heaps, sorted from the smallest up, or in the order of the row.
    fn heaps(&self) -> &[UBig];
}

/// No position: for constants.
pub struct Nothing;

impl Words for Nothing {
    fn word(&self, _: Word) -> IBig {
        IBig::ZERO
    }

    fn heaps(&self) -> &[UBig] {
        &[]
    }
}

/// Evaluates expressions of one [`Core`], at one position after another.
///
/// A value is remembered until something it depends on changes. So in nested loops over variables
/// only the inner parts are computed again.
pub struct Evaluator<'c> {
    pub(super) core: &'c Core,
    /// The value of each expression, and when it was computed.
    pub(super) memo: Vec<(u64, Value)>,
    /// When something at each level last changed.
    changed: Vec<u64>,
    now: u64,
    /// `m` and the variables.
    locals: Vec<IBig>,
    stack: Vec<Task>,
    /// The values of function calls at this position.
    calls: FxHashMap<(u16, Box<[Value]>), Value>,
    /// The first arguments of the function calls in progress, the innermost last.
    entered: FxHashMap<u16, Vec<Value>>,
    /// Running sums: how far each goes, and its value.
    pub(super) sums: FxHashMap<ExprId, Running>,
    pub(super) fuel: Fuel,
    /// How many evaluations are nested in one another.
    nested: usize,
    /// The work that is left for all evaluations.
    spare: u64,
}

/// A task on the stack.
enum Task {
    /// Compute an expression.
    Node(ExprId),
    /// The end of a function call: store its value and restore the variables.
    Return { call: ExprId, function: u16, arguments: Box<[Value]>, saved: Vec<IBig> },
}

/// Where and why an evaluation failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The expression that has no value.
    pub expr: ExprId,
    /// Why.
    pub fault: Fault,
}

/// What must be computed before an expression.
enum Next {
    /// Nothing: its value is known.
    Known,
    /// Another expression.
    Part(ExprId),
    /// The value of a function.
    Enter(Task, ExprId),
}

/// How deep loops and searches may be nested, including those inside functions.
const MAX_NESTED: usize = 64;

/// How deep calls of a function may be nested.
const MAX_CALLS: usize = 1_000_000;

/// How many values of functions are remembered at a position. When there are more, all are
/// forgotten.
const MAX_REMEMBERED: usize = 100_000;

/// The work of a call.
const CALL: u64 = 32;

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
            calls: FxHashMap::default(),
            entered: FxHashMap::default(),
            sums: FxHashMap::default(),
            fuel: Fuel(FUEL),
            nested: 0,
            spare: u64::MAX,
        }
    }

    /// Limits the work of all evaluations together.
    pub fn limit(&mut self, work: u64) {
        self.spare = work;
    }

    /// Whether the work of all evaluations together has reached its limit.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.spare == 0
    }

    /// The expressions it evaluates.
    #[must_use]
    pub fn core(&self) -> &'c Core {
        self.core
    }

    /// Forgets everything that depends on the position. Call it for every new position.
    pub fn new_position(&mut self) {
        if !self.calls.is_empty() {
            self.calls.clear();
        }
        self.change(POSITION);
    }

    /// Sets `m`.
    pub fn set_chosen(&mut self, heap: IBig) {
        self.set(Word::Chosen.level(), heap);
    }

    /// Sets a variable. The variables after it count as changed too.
    pub fn set_variable(&mut self, variable: usize, value: IBig) {
        self.set(Word::Variable(variable as u16).level(), value);
    }

    pub(super) fn set(&mut self, level: Level, value: IBig) {
        let local = level - POSITION - 1;
        if self.locals.len() <= local {
            self.locals.resize(local + 1, IBig::ZERO);
        }
        self.locals[local] = value;
        self.change(level);
    }

    pub(super) fn get(&self, level: Level) -> IBig {
        self.locals.get(level - POSITION - 1).cloned().unwrap_or_default()
    }

    fn change(&mut self, level: Level) {
        self.now += 1;
        if self.changed.len() <= level {
            self.changed.resize(level + 1, self.now);
        }
        for changed in &mut self.changed[level..] {
            *changed = self.now;
        }
    }

    /// When something that an expression of this level depends on last changed.
    pub(super) fn changed(&self, level: Level) -> u64 {
        if level == 0 { 1 } else { self.changed.get(level).copied().unwrap_or(self.now) }
    }

    fn known(&self, id: ExprId) -> bool {
        self.memo[id.index()].0 >= self.changed(self.core.level(id))
    }

    /// The value of an expression.
    pub fn eval(&mut self, root: ExprId, words: &dyn Words) -> Result<&Value, Failure> {
        if !self.known(root) {
            if self.nested == 0 {
                self.fuel = Fuel(FUEL.min(self.spare));
            }
            if self.nested > MAX_NESTED {
                return Err(Failure { expr: root, fault: Fault::TooMuchWork });
            }
            let before = self.fuel.0;
            self.nested += 1;
            let done = self.run(root, words);
            self.nested -= 1;
            if self.nested == 0 {
                self.spare -= before - self.fuel.0;
            }
            done?;
        }
        Ok(&self.memo[root.index()].1)
    }

    /// The value of the function that an expression calls, for a given number as its only argument.
    /// The position is not used.
    pub(crate) fn call(&mut self, call: ExprId, argument: IBig) -> Result<&Value, Failure> {
        let Node::Call(function, _) = *self.core.node(call) else {
            return self.eval(call, &Nothing);
        };
        let arguments: Box<[Value]> = [Value::Int(argument)].into();
        if let Some(value) = self.calls.get(&(function, arguments.clone())) {
            self.memo[call.index()] = (self.now, value.clone());
            return Ok(&self.memo[call.index()].1);
        }
        self.fuel = Fuel(FUEL.min(self.spare));
        let before = self.fuel.0;
        let fail = |fault: Fault| Failure { expr: call, fault };
        if let Next::Enter(task, body) = self.enter(call, function, arguments).map_err(fail)? {
            self.stack.push(task);
            self.stack.push(Task::Node(body));
        }
        self.nested += 1;
        let done = self.work_off(0, &Nothing);
        self.nested -= 1;
        self.spare -= before - self.fuel.0;
        done?;
        Ok(&self.memo[call.index()].1)
    }

    fn run(&mut self, root: ExprId, words: &dyn Words) -> Result<(), Failure> {
        let base = self.stack.len();
        self.stack.push(Task::Node(root));
        self.work_off(base, words)
    }

    /// Executes the tasks on the stack above `base`.
    fn work_off(&mut self, base: usize, words: &dyn Words) -> Result<(), Failure> {
        while self.stack.len() > base {
            let Some(Task::Node(id)) = self.stack.last() else {
                self.leave();
                continue;
            };
            let id = *id;
            match self.step(id, words) {
                Ok(Next::Known) => {
                    self.stack.pop();
                }
                Ok(Next::Part(part)) => self.stack.push(Task::Node(part)),
                Ok(Next::Enter(task, body)) => {
                    self.stack.push(task);
                    self.stack.push(Task::Node(body));
                }
                Err(failure) => {
                    // After an error, restore the variables of the function calls in progress.
                    while self.stack.len() > base {
                        if let Some(Task::Return { function, saved, .. }) = self.stack.pop() {
                            self.restore(function, saved);
                        }
                    }
                    return Err(failure);
                }
            }
        }
        Ok(())
    }

    /// Computes an expression, or returns what must be computed first.
    fn step(&mut self, id: ExprId, words: &dyn Words) -> Result<Next, Failure> {
        if self.known(id) {
            return Ok(Next::Known);
        }
        let fail = |fault: Fault| Failure { expr: id, fault };
        self.fuel.spend(1).map_err(fail)?;
        let core = self.core;
        let value = match core.node(id) {
            Node::Fold(fold, variable, domain, body) => {
                if let Some(part) = parts_of(domain).into_iter().find(|&part| !self.known(part)) {
                    return Ok(Next::Part(part));
                }
                self.fold(id, *fold, *variable, domain, *body, words)?
            }
            Node::Some(first, count, condition) => {
                let found = self.search(*first, *count, *condition, words).map_err(|failure| {
                    if failure.expr == *condition { fail(failure.fault) } else { failure }
                })?;
                Value::Bool(found.is_some())
            }
            Node::Call(function, arguments) => {
                if let Some(&part) = arguments.iter().find(|&&part| !self.known(part)) {
                    return Ok(Next::Part(part));
                }
                let arguments: Box<[Value]> =
                    arguments.iter().map(|a| self.memo[a.index()].1.clone()).collect();
                let key = (*function, arguments);
                match self.calls.get(&key) {
                    Some(value) => value.clone(),
                    None => return self.enter(id, *function, key.1).map_err(fail),
                }
            }
            _ => match self.simple(id, words).map_err(fail)? {
                Ok(value) => value,
                Err(part) => return Ok(Next::Part(part)),
            },
        };
        self.memo[id.index()] = (self.now, value);
        Ok(Next::Known)
    }

    /// The value of an expression that has no variables or functions of its own, or the part that
    /// must be computed first.
    fn simple(&mut self, id: ExprId, words: &dyn Words) -> Result<Result<Value, ExprId>, Fault> {
        let part = |id: ExprId| &self.memo[id.index()].1;
        Ok(Ok(match self.core.node(id) {
            Node::Const(value) => value.clone(),
            Node::Word(word) => Value::Int(match word.level() {
                POSITION => words.word(*word),
                level => self.get(level),
            }),
            Node::Open(..) => {
                return Err(Fault::Domain("the game needs all its parameters", "this".into()));
            }
            Node::NoCase(function) => {
                let name = &self.core.function(*function).name;
                return Err(Fault::NoCase(name.clone()));
            }
            Node::Heap(index) => {
                if !self.known(*index) {
                    return Ok(Err(*index));
                }
                let heaps = words.heaps();
                let place = usize::try_from(place(part(*index).integer()?, heaps.len())?).ok();
                let heap = place.and_then(|place| heaps.get(place));
                Value::Int(heap.map_or(IBig::ZERO, |heap| heap.clone().into()))
            }
            Node::Unary(op, a) => {
                if !self.known(*a) {
                    return Ok(Err(*a));
                }
                unary(*op, &self.memo[a.index()].1, &mut self.fuel)?
            }
            Node::Binary(op, a, b) => {
                if !self.known(*a) {
                    return Ok(Err(*a));
                }
                match (op, part(*a).truth()) {
                    (Binary::And, false) => Value::Bool(false),
                    (Binary::Or, true) => Value::Bool(true),
                    _ if !self.known(*b) => return Ok(Err(*b)),
                    _ => binary(
                        *op,
                        &self.memo[a.index()].1,
                        &self.memo[b.index()].1,
                        &mut self.fuel,
                    )?,
                }
            }
            Node::If(condition, a, b) => {
                if !self.known(*condition) {
                    return Ok(Err(*condition));
                }
                let taken = if part(*condition).truth() { *a } else { *b };
                if !self.known(taken) {
                    return Ok(Err(taken));
                }
                part(taken).clone()
            }
            Node::Fold(..) | Node::Some(..) | Node::Call(..) => {
                unreachable!("these have steps of their own")
            }
        }))
    }

    /// Starts to compute a function: its variables get the values of the arguments.
    fn enter(
        &mut self,
        call: ExprId,
        function: u16,
        arguments: Box<[Value]>,
    ) -> Result<Next, Fault> {
        let Some(body) = self.core.function(function).body else {
            return Err(Fault::NoCase(self.core.function(function).name.clone()));
        };
        // A function that calls itself must lower its first argument.
        let firsts = self.entered.entry(function).or_default();
        if let Some(before) = firsts.last() {
            match (before, arguments.first()) {
                (Value::Int(before), Some(Value::Int(now)))
                    if now < before && now.as_ubig().is_some() => {}
                _ => return Err(Fault::Rises(self.core.function(function).name.clone())),
            }
        }
        if self.stack.len() > MAX_CALLS {
            return Err(Fault::TooMuchWork);
        }
        self.fuel.spend(CALL)?;
        if self.calls.len() > MAX_REMEMBERED {
            self.calls.clear();
        }
        // From here on, the first variables are those of the function.
        let mut locals = vec![IBig::ZERO];
        for argument in &arguments {
            locals.push(argument.integer()?.clone());
        }
        let first = arguments.first().cloned().unwrap_or(Value::Bool(true));
        firsts.push(first);
        let saved = std::mem::replace(&mut self.locals, locals);
        self.change(POSITION + 1);
        Ok(Next::Enter(Task::Return { call, function, arguments, saved }, body))
    }

    /// Ends the function call on top of the stack, whose value is known.
    fn leave(&mut self) {
        if let Some(Task::Return { call, function, arguments, saved }) = self.stack.pop() {
            let body = self.core.function(function).body.expect("it was entered");
            let value = self.memo[body.index()].1.clone();
            self.calls.insert((function, arguments), value.clone());
            self.restore(function, saved);
            self.memo[call.index()] = (self.now, value);
        }
    }

    fn restore(&mut self, function: u16, saved: Vec<IBig>) {
        if let Some(firsts) = self.entered.get_mut(&function) {
            firsts.pop();
        }
        self.locals = saved;
        self.change(POSITION + 1);
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
