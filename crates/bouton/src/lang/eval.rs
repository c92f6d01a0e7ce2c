//! The exact evaluator: the judge of what an expression is worth.

use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;

use super::core::{Core, Domain, ExprId, Fold, Level, Node, POSITION, Word};
use super::interval::Interval;
use super::narrow::Region;
use super::value::{Binary, FUEL, Fault, Fuel, Value, binary, unary};

/// What the words of an expression stand for.
pub trait Words {
    /// The value of a word of the position. `Chosen` and `Variable` are never asked for.
    fn word(&self, word: Word) -> IBig;

    /// The heap that has `below` larger or equal ones before it; 0 where there is none.
    fn heap(&self, below: &IBig) -> IBig;

    /// The heaps, upwards.
    fn heaps(&self) -> &[UBig];
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

    fn heaps(&self) -> &[UBig] {
        &[]
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
    stack: Vec<Task>,
    /// The values of functions at this position.
    calls: FxHashMap<(u16, Box<[Value]>), Value>,
    /// Running sums: up to where, and how much.
    sums: FxHashMap<ExprId, Running>,
    fuel: Fuel,
    /// How many evaluations go on inside of one another.
    nested: usize,
    /// The work that may be done in all.
    spare: u64,
}

/// What is to be done.
enum Task {
    /// Compute an expression.
    Node(ExprId),
    /// A function is being computed: note its value and give the variables back.
    Return { call: ExprId, function: u16, arguments: Box<[Value]>, saved: Vec<IBig> },
}

/// A sum over `lo..hi` that can be carried on, while nothing else that it depends on changes.
struct Running {
    since: u64,
    lo: IBig,
    hi: IBig,
    sum: Value,
}

/// Where and why an evaluation failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The expression that has no value.
    pub expr: ExprId,
    /// Why.
    pub fault: Fault,
}

/// What an expression needs before it can be computed.
enum Next {
    /// Nothing: it is known.
    Known,
    /// Another expression.
    Part(ExprId),
    /// The value of a function.
    Enter(Task, ExprId),
}

/// How many loops and searches may stand inside of one another, through functions too.
const MAX_NESTED: usize = 64;

/// Calls of a function inside of its own, and values of functions that are remembered.
const MAX_CALLS: usize = 1_000_000;

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

    /// The expressions it evaluates.
    #[must_use]
    pub fn core(&self) -> &'c Core {
        self.core
    }

    /// Forgets what depends on the position: call it for every new one.
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

    /// Sets a variable. Those after it count as changed too.
    pub fn set_variable(&mut self, variable: usize, value: IBig) {
        self.set(Word::Variable(variable as u16).level(), value);
    }

    fn set(&mut self, level: Level, value: IBig) {
        let local = level - POSITION - 1;
        if self.locals.len() <= local {
            self.locals.resize(local + 1, IBig::ZERO);
        }
        self.locals[local] = value;
        self.change(level);
    }

    fn get(&self, level: Level) -> IBig {
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

    /// When something that an expression of this level depends on was last changed.
    fn changed(&self, level: Level) -> u64 {
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

    fn run(&mut self, root: ExprId, words: &dyn Words) -> Result<(), Failure> {
        let base = self.stack.len();
        self.stack.push(Task::Node(root));
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
                    // The variables of functions that were being computed get their values back.
                    while self.stack.len() > base {
                        if let Some(Task::Return { saved, .. }) = self.stack.pop() {
                            self.restore(saved);
                        }
                    }
                    return Err(failure);
                }
            }
        }
        Ok(())
    }

    /// Computes an expression, or says what must be computed before.
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
                Value::Bool(self.search(*first, *count, *condition, words).map_err(|failure| {
                    if failure.expr == *condition { fail(failure.fault) } else { failure }
                })?)
            }
            Node::Call(function, arguments) => {
                if let Some(&part) = arguments.iter().find(|&&part| !self.known(part)) {
                    return Ok(Next::Part(part));
                }
                let arguments: Box<[Value]> =
                    arguments.iter().map(|a| self.memo[a.index()].1.clone()).collect();
                match self.calls.get(&(*function, arguments.clone())) {
                    Some(value) => value.clone(),
                    None => return self.enter(id, *function, arguments).map_err(fail),
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

    /// The value of an expression without variables or functions of its own, or the part of it that must
    /// be computed before.
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
                let index = part(*index).integer()?;
                if *index >= IBig::ZERO {
                    return Err(Fault::Domain(INDEX, index.to_string()));
                }
                Value::Int(words.heap(&(-index - IBig::ONE)))
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
        // A function that calls itself must go down in its first argument.
        let outer = self.stack.iter().rev().find_map(|task| match task {
            Task::Return { function: f, arguments, .. } if *f == function => Some(arguments),
            _ => None,
        });
        if let Some(outer) = outer {
            let (Some(Value::Int(before)), Some(Value::Int(now))) =
                (outer.first(), arguments.first())
            else {
                return Err(Fault::Rises(self.core.function(function).name.clone()));
            };
            if now >= before || now.as_ubig().is_none() {
                return Err(Fault::Rises(self.core.function(function).name.clone()));
            }
        }
        if self.stack.len() > MAX_CALLS || self.calls.len() > MAX_CALLS {
            return Err(Fault::TooMuchWork);
        }
        let saved = std::mem::take(&mut self.locals);
        // The variables before the arguments' places are those of the function now.
        self.locals = vec![IBig::ZERO];
        for argument in &arguments {
            self.locals.push(argument.integer()?.clone());
        }
        self.change(POSITION + 1);
        Ok(Next::Enter(Task::Return { call, function, arguments, saved }, body))
    }

    /// Ends the function on top of the stack, whose value is known.
    fn leave(&mut self) {
        if let Some(Task::Return { call, function, arguments, saved }) = self.stack.pop() {
            let body = self.core.function(function).body.expect("it was entered");
            let value = self.memo[body.index()].1.clone();
            self.calls.insert((function, arguments), value.clone());
            self.restore(saved);
            self.memo[call.index()] = (self.now, value);
        }
    }

    fn restore(&mut self, saved: Vec<IBig>) {
        self.locals = saved;
        self.change(POSITION + 1);
    }

    fn fold(
        &mut self,
        id: ExprId,
        fold: Fold,
        variable: u16,
        domain: &Domain,
        body: ExprId,
        words: &dyn Words,
    ) -> Result<Value, Failure> {
        let level = Word::Variable(variable).level();
        let saved = self.get(level);
        let fail = |fault: Fault| Failure { expr: id, fault };
        let mut total = match fold {
            Fold::Sum | Fold::Xor | Fold::Count => Some(Value::Int(IBig::ZERO)),
            Fold::Min | Fold::Max => None,
            Fold::Exists => Some(Value::Bool(false)),
            Fold::Forall => Some(Value::Bool(true)),
        };
        let one = |this: &mut Self, total: &mut Option<Value>, n: IBig| -> Result<bool, Failure> {
            this.fuel.spend(2).map_err(fail)?;
            this.set(level, n);
            let value = this.eval(body, words)?.clone();
            let sum = match (fold, total.take()) {
                (Fold::Exists, _) | (Fold::Forall, _) => {
                    *total = Some(Value::Bool(value.truth()));
                    return Ok(value.truth() == (fold == Fold::Exists));
                }
                (Fold::Count, Some(count)) if !value.truth() => count,
                (Fold::Count, Some(count)) => {
                    binary(Binary::Add, &count, &Value::Int(IBig::ONE), &mut this.fuel)
                        .map_err(fail)?
                }
                (_, None) => value,
                (fold, Some(sum)) => {
                    let op = match fold {
                        Fold::Xor => Binary::Xor,
                        Fold::Min => Binary::Min,
                        Fold::Max => Binary::Max,
                        _ => Binary::Add,
                    };
                    binary(op, &sum, &value, &mut this.fuel).map_err(fail)?
                }
            };
            *total = Some(sum);
            Ok(false)
        };
        match domain {
            Domain::Range(lo, hi) => {
                let whole = |this: &Self, id: ExprId| {
                    let value = this.memo[id.index()].1.integer().cloned();
                    value.map_err(|fault| Failure { expr: id, fault })
                };
                let (lo, hi) = (whole(self, *lo)?, whole(self, *hi)?);
                let mut n = lo.clone();
                let start = self.changed(self.core.level_without(body, variable));
                if fold == Fold::Sum
                    && let Some(running) = self.sums.get(&body)
                    && running.since == start
                    && running.lo == lo
                    && running.hi <= hi
                {
                    n = &running.hi + IBig::ONE;
                    total = Some(running.sum.clone());
                }
                let bounds = match fold {
                    Fold::Exists => self.rising_bounds(body, variable, words),
                    _ => vec![],
                };
                while n <= hi {
                    if one(self, &mut total, n.clone())? {
                        break;
                    }
                    // Once a rising sum is too large it stays so.
                    let mut passed = false;
                    for &bound in &bounds {
                        passed = passed || !self.eval(bound, words)?.truth();
                    }
                    if passed {
                        break;
                    }
                    n += IBig::ONE;
                }
                if let (Fold::Sum, Some(sum)) = (fold, &total)
                    && hi >= lo
                {
                    let running = Running { since: start, lo, hi, sum: sum.clone() };
                    self.sums.insert(body, running);
                }
            }
            Domain::Heaps(from, to) => {
                let heaps = words.heaps();
                let from = self.place(*from, words)?.unwrap_or(IBig::ZERO);
                let end = match self.place(*to, words)? {
                    Some(to) => to + IBig::ONE,
                    None => heaps.len().into(),
                };
                // Indices before the first heap begin a slice with it, and end one before it.
                let within =
                    |place: IBig| usize::try_from(place.max(IBig::ZERO)).unwrap_or(heaps.len());
                let (from, end) = (within(from), within(end).min(heaps.len()));
                for heap in heaps.get(from..end).unwrap_or_default() {
                    if one(self, &mut total, heap.clone().into())? {
                        break;
                    }
                }
            }
        }
        self.set(level, saved);
        total.ok_or_else(|| {
            fail(Fault::Domain("the least or greatest of a list needs a list", "none".into()))
        })
    }

    /// The parts `sum(t in a..n : …) <= c` of a condition on n whose sum never falls as n rises: once
    /// one is false it stays so.
    fn rising_bounds(&mut self, condition: ExprId, n: u16, words: &dyn Words) -> Vec<ExprId> {
        let core = self.core;
        match *core.node(condition) {
            Node::Binary(Binary::And, a, b) => {
                let mut bounds = self.rising_bounds(a, n, words);
                bounds.extend(self.rising_bounds(b, n, words));
                bounds
            }
            Node::Binary(Binary::Le | Binary::Lt, sum, _)
                if let Node::Fold(Fold::Sum, t, Domain::Range(from, to), body) = core.node(sum)
                    && *core.node(*to) == Node::Word(Word::Variable(n)) =>
            {
                let Node::Binary(_, _, limit) = *core.node(condition) else { return vec![] };
                let free = |id: ExprId| core.is_before(id, usize::from(n));
                let mut region = Region::default();
                let lo = self.eval(*from, words).ok().and_then(|lo| lo.integer().ok().cloned());
                region.set(Word::Variable(*t), Interval { lo, hi: None });
                let hull = region.hull(core, *body, &mut |id| {
                    free(id).then(|| self.eval(id, words).ok().cloned()).flatten()
                });
                if free(*from) && free(limit) && hull.at_least(0) {
                    vec![condition]
                } else {
                    vec![]
                }
            }
            _ => vec![],
        }
    }

    /// The place, counted from the smallest heap on, of an index that counts from the largest.
    fn place(&mut self, index: Option<ExprId>, words: &dyn Words) -> Result<Option<IBig>, Failure> {
        let Some(id) = index else { return Ok(None) };
        let value = self.integer(id, words)?;
        if value >= IBig::ZERO {
            return Err(Failure { expr: id, fault: Fault::Domain(INDEX, value.to_string()) });
        }
        Ok(Some(IBig::from(words.heaps().len()) + value))
    }

    /// Whether there are integers for the variables that satisfy the condition. They are narrowed to
    /// what the condition lets through, one after the other.
    fn search(
        &mut self,
        first: u16,
        count: u16,
        condition: ExprId,
        words: &dyn Words,
    ) -> Result<bool, Failure> {
        let saved: Vec<IBig> =
            (first..first + count).map(|v| self.get(Word::Variable(v).level())).collect();
        let mut region = Region::default();
        for v in first..first + count {
            region.set(Word::Variable(v), Interval::ALL);
        }
        let found = self.search_from(first, first + count, condition, &region, words);
        for (v, value) in (first..).zip(saved) {
            self.set(Word::Variable(v).level(), value);
        }
        found
    }

    fn search_from(
        &mut self,
        v: u16,
        end: u16,
        condition: ExprId,
        region: &Region,
        words: &dyn Words,
    ) -> Result<bool, Failure> {
        if v == end {
            return Ok(self.eval(condition, words)?.truth());
        }
        let core = self.core;
        let mut region = region.clone();
        let narrowed = region.narrow(core, &[condition], &mut |id| {
            core.is_before(id, usize::from(v)).then(|| self.eval(id, words).ok().cloned()).flatten()
        });
        if !narrowed {
            return Ok(false);
        }
        let Interval { lo: Some(mut n), hi: Some(hi) } = region.get(Word::Variable(v)) else {
            return Err(Failure { expr: condition, fault: Fault::Unbounded });
        };
        while n <= hi {
            self.fuel.spend(4).map_err(|fault| Failure { expr: condition, fault })?;
            self.set(Word::Variable(v).level(), n.clone());
            if self.search_from(v + 1, end, condition, &region, words)? {
                return Ok(true);
            }
            n += IBig::ONE;
        }
        Ok(false)
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

const INDEX: &str = "x[…] counts from the largest heap, x[-1], downwards: the index is at most -1";

fn parts_of(domain: &Domain) -> Vec<ExprId> {
    match domain {
        Domain::Range(a, b) => vec![*a, *b],
        Domain::Heaps(a, b) => a.iter().chain(b).copied().collect(),
    }
}

/// The value of an expression that depends on nothing.
pub fn constant(core: &Core, id: ExprId) -> Result<Value, Failure> {
    Evaluator::new(core).eval(id, &Nothing).cloned()
}
