//! Expressions in LaTeX.

use super::builtin::{self, Function, Level, Signs};
use super::syntax::*;
use super::token::{TextKind, Token, tokens};

fn level(e: &Expr) -> Level {
    match &e.kind {
        ExprKind::If(..) | ExprKind::Let(..) | ExprKind::Fold(Fold::Exists | Fold::Forall, ..) => {
            Level::Any
        }
        ExprKind::Fold(Fold::Count, ..) => Level::Atom,
        ExprKind::Fold(Fold::Distinct, ..) => Level::Compare,
        ExprKind::Fold(..) => Level::Fold,
        ExprKind::Compare(..) | ExprKind::Member(..) => Level::Compare,
        ExprKind::Prefix(Prefix::Not, _) => Level::Not,
        ExprKind::Prefix(Prefix::Minus, _) => Level::Add,
        ExprKind::Infix(infix, ..) => match infix {
            Infix::Iff => Level::Any,
            Infix::Or => Level::Or,
            Infix::And => Level::And,
            Infix::Xor => Level::Xor,
            Infix::Mod => Level::Mod,
            Infix::Add | Infix::Sub => Level::Add,
            Infix::Mul => Level::Mul,
            Infix::Div | Infix::Pow => Level::Pow,
        },
        ExprKind::Call(name, arguments) => match (name.text.as_str(), &arguments[..]) {
            ("xor" | "sum" | "min" | "max", [list]) if list.heaps().is_some() => Level::Fold,
            ("distinct", [list]) if list.heaps().is_some() => Level::Compare,
            (name, arguments) => match (builtin::find(name), arguments.len()) {
                (Some(Function::One(op)), 1) => op.entry().latex.map_or(Level::Atom, |p| p.level),
                (Some(Function::Two(op) | Function::Many(op)), 2..) => match op.entry().latex {
                    Some(Signs::Between { level, .. }) => level,
                    _ => Level::Atom,
                },
                _ => Level::Atom,
            },
        },
        _ => Level::Atom,
    }
}

pub(super) struct Printer {
    /// The names that the statement uses.
    used: Vec<String>,
    /// The letter for the number of heaps.
    count: &'static str,
    /// Variables that run over heaps, and how they are printed.
    local: Vec<(String, String)>,
}

impl Printer {
    pub(super) fn new(text: &str) -> Printer {
        let (tokens, _) = tokens(text, TextKind::Paper);
        let word = |(token, _)| match token {
            Token::Word(word) => Some(word),
            _ => None,
        };
        let used: Vec<String> = tokens.into_iter().filter_map(word).collect();
        let free = |name: &&str| !used.iter().any(|used| used == name);
        let count = ["n", "h", "r", "q"].into_iter().find(free).unwrap_or("n");
        Printer { used, count, local: Vec::new() }
    }

    pub(super) fn expr(&mut self, e: &Expr, least: Level) -> String {
        // The last operand may extend to the end.
        if let (Level::Any, ExprKind::Compare(first, rest)) = (least, &e.kind)
            && let Some((last, before)) = rest.split_last()
            && matches!(last.1.kind, ExprKind::If(..) | ExprKind::Let(..))
        {
            let chain = self.chain(first, before);
            return format!("{chain} {} {}", sign(last.0), self.any(&last.1));
        }
        let inner = self.bare(e);
        if level(e) >= least { inner } else { brackets(&inner) }
    }

    pub(super) fn any(&mut self, e: &Expr) -> String {
        self.expr(e, Level::Any)
    }

    pub(super) fn commas(&mut self, exprs: &[Expr]) -> String {
        exprs.iter().map(|e| self.any(e)).collect::<Vec<_>>().join(", ")
    }

    fn bare(&mut self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Truth(truth) => format!("\\text{{{truth}}}"),
            ExprKind::Name(text) => match self.local.iter().rev().find(|(name, _)| name == text) {
                Some((_, shown)) => shown.clone(),
                None if text == "grundy" => "\\mathcal{G}".into(),
                None => name(text),
            },
            ExprKind::Call(function, arguments) => self.call(&function.text, arguments),
            ExprKind::Index(x, index) => format!("{}_{{{}}}", name(&x.text), self.index(index)),
            ExprKind::Slice(x, from, to) => {
                let (from, to) = self.ends(from.as_deref(), to.as_deref());
                let x = name(&x.text);
                format!("({x}_{{{from}}}, \\dots, {x}_{{{to}}})")
            }
            ExprKind::Prefix(Prefix::Minus, a) => format!("-{}", self.expr(a, Level::Fold)),
            ExprKind::Prefix(Prefix::Not, a) => format!("\\neg {}", self.expr(a, Level::Atom)),
            ExprKind::Infix(infix, a, b) => self.infix(*infix, a, b),
            ExprKind::Compare(first, rest) => self.chain(first, rest),
            ExprKind::If(..) => {
                let mut cases = Vec::new();
                let mut rest = e;
                while let ExprKind::If(condition, then, otherwise) = &rest.kind {
                    let (value, condition) = (self.any(then), self.any(condition));
                    cases.push(format!("{value} & \\text{{if }} {condition}"));
                    rest = otherwise;
                }
                cases.push(format!("{} & \\text{{otherwise}}", self.any(rest)));
                cases_of(&cases)
            }
            ExprKind::Let(bindings, body) => {
                let known = self.local.len();
                let mut named = Vec::new();
                for (n, value) in bindings {
                    let value = self.any(value);
                    named.push(format!("{} = {value}", name(&n.text)));
                    self.local.push((n.text.clone(), name(&n.text)));
                }
                let body = self.any(body);
                self.local.truncate(known);
                format!("{body} \\quad\\text{{where }} {}", named.join(",\\ "))
            }
            ExprKind::Fold(fold, variable, domain, body) => {
                self.fold(*fold, &variable.text, domain, Some(body))
            }
            ExprKind::Member(tuple, set) => {
                let left = match &tuple[..] {
                    [single] => self.expr(single, Level::Xor),
                    _ => format!("({})", self.commas(tuple)),
                };
                let of = match &set.tuple[..] {
                    [single] => self.any(single),
                    tuple => format!("({})", self.commas(tuple)),
                };
                format!("{left} \\in \\{{ {of} : {} \\}}", self.commas(&set.conditions))
            }
        }
    }

    fn chain(&mut self, first: &Expr, rest: &[(Comparison, Expr)]) -> String {
        let mut chain = self.expr(first, Level::Xor);
        for (comparison, e) in rest {
            chain += &format!(" {} {}", sign(*comparison), self.expr(e, Level::Xor));
        }
        chain
    }

    fn infix(&mut self, infix: Infix, a: &Expr, b: &Expr) -> String {
        let (left, right, between) = match infix {
            Infix::Iff => (Level::Or, Level::Or, " \\iff "),
            Infix::Or => (Level::Or, Level::Or, " \\lor "),
            Infix::And => (Level::And, Level::And, " \\land "),
            Infix::Xor if level(a) == Level::Xor => (Level::Xor, Level::Fold, " \\oplus "),
            Infix::Xor => (Level::Fold, Level::Fold, " \\oplus "),
            Infix::Mod => (Level::Mul, Level::Pow, " \\bmod "),
            Infix::Add => (Level::Add, Level::Fold, " + "),
            Infix::Sub => (Level::Add, Level::Fold, " - "),
            Infix::Mul => {
                let (left, right) = (self.expr(a, Level::Mul), self.expr(b, Level::Pow));
                // `2 t` and `s l` are read as products, but `k (t + 1)` would be read as a
                // function.
                let one = |e: &Expr| matches!(&e.kind, ExprKind::Name(n) if n.chars().count() == 1);
                let digits = right.starts_with(|c: char| c.is_ascii_digit());
                let plain = matches!(a.kind, ExprKind::Number(_)) && !digits || one(a) && one(b);
                let between = match plain {
                    true if right.starts_with("\\mathrm") => " \\, ",
                    true => " ",
                    false => " \\cdot ",
                };
                return format!("{left}{between}{right}");
            }
            Infix::Div => return format!("\\frac{{{}}}{{{}}}", self.any(a), self.any(b)),
            Infix::Pow => return format!("{}^{{{}}}", self.expr(a, Level::Atom), self.any(b)),
        };
        format!("{}{between}{}", self.expr(a, left), self.expr(b, right))
    }

    fn call(&mut self, function: &str, arguments: &[Expr]) -> String {
        if let (Some((_, fold)), [list]) =
            (FOLDS.iter().find(|(word, _)| *word == function), arguments)
            && let Some((from, to)) = list.heaps()
        {
            let boxed = |e: Option<&Expr>| e.map(|e| Box::new(e.clone()));
            return self.fold(*fold, "", &Domain::Heaps(boxed(from), boxed(to)), None);
        }
        match (builtin::find(function), arguments) {
            (Some(Function::One(op)), [e]) if let Some(pattern) = op.entry().latex => {
                return pattern.text.replace("{}", &self.expr(e, pattern.inner));
            }
            (Some(Function::Two(op) | Function::Many(op)), _) => match op.entry().latex {
                Some(Signs::Command(command)) => {
                    return command.to_string() + &brackets(&self.commas(arguments));
                }
                Some(Signs::Between { sign, first, others, .. }) if arguments.len() > 1 => {
                    let least = |i: usize| if i == 0 { first } else { others };
                    let parts = arguments.iter().enumerate().map(|(i, e)| self.expr(e, least(i)));
                    return parts.collect::<Vec<_>>().join(sign);
                }
                _ => {}
            },
            _ => {}
        }
        match function {
            "grundy" => format!("\\mathcal{{G}}_{{{}}}", self.commas(arguments)),
            _ => name(function) + &brackets(&self.commas(arguments)),
        }
    }

    /// A variable that runs over numbers; one that runs over heaps is printed as `x_{i}`.
    fn fold(&mut self, fold: Fold, variable: &str, domain: &Domain, body: Option<&Expr>) -> String {
        let (index, from, to, shown) = match domain {
            Domain::Range(a, b) => {
                let index = name(variable);
                (index.clone(), self.expr(a, Level::Xor), self.expr(b, Level::Xor), index)
            }
            Domain::Heaps(from, to) => {
                let (from, to) = self.ends(from.as_deref(), to.as_deref());
                let free = |index: &&str| {
                    let taken = |(_, shown): &(String, String)| *shown == format!("x_{{{index}}}");
                    let used = self.used.iter().any(|used| used == index) && *index != variable;
                    !used && !self.local.iter().any(taken)
                };
                let index = ["i", "j", "l", "s"].into_iter().find(free).unwrap_or("i");
                (index.to_string(), from, to, format!("x_{{{index}}}"))
            }
        };
        self.local.push((variable.to_string(), shown.clone()));
        let whole = match fold {
            Fold::Sum | Fold::Xor | Fold::Min | Fold::Max => {
                let body = body.map_or(shown, |body| self.expr(body, Level::Fold));
                match fold {
                    Fold::Sum => format!("\\sum_{{{index}={from}}}^{{{to}}} {body}"),
                    Fold::Xor => format!("\\bigoplus_{{{index}={from}}}^{{{to}}} {body}"),
                    Fold::Min => format!("\\min_{{{from} \\le {index} \\le {to}}} {body}"),
                    _ => format!("\\max_{{{from} \\le {index} \\le {to}}} {body}"),
                }
            }
            Fold::Count => {
                let such = body.map_or(String::new(), |body| format!(",\\ {}", self.any(body)));
                format!(
                    "\\left|\\left\\{{ {index} : {from} \\le {index} \\le {to}{such} \\right\\}}\\right|"
                )
            }
            Fold::Distinct => match body {
                None => format!("x_{{{from}}}, \\dots, x_{{{to}}} \\text{{ are distinct}}"),
                Some(body) => {
                    let body = self.expr(body, Level::Xor);
                    let over = format!("{from} \\le {index} \\le {to}");
                    format!("{body} \\text{{ are distinct for }} {over}")
                }
            },
            Fold::Exists | Fold::Forall => {
                let quantifier = if fold == Fold::Exists { "\\exists" } else { "\\forall" };
                let body = body.map_or(String::new(), |body| self.any(body));
                format!("{quantifier}\\, {index} \\in \\{{{from}, \\dots, {to}\\}} : {body}")
            }
        };
        self.local.pop();
        whole
    }

    /// The first and the last index of a part of the heaps.
    fn ends(&mut self, from: Option<&Expr>, to: Option<&Expr>) -> (String, String) {
        let from = from.map_or("1".to_string(), |from| self.index(from));
        let to = to.map_or(self.count.to_string(), |to| self.index(to));
        (from, to)
    }

    /// An index. An index that counts down from the last heap is printed as one that counts up from
    /// the first.
    fn index(&mut self, index: &Expr) -> String {
        let n = self.count;
        match &index.kind {
            ExprKind::Prefix(Prefix::Minus, below) => match &below.kind {
                ExprKind::Number(number) if number.is_one() => n.to_string(),
                ExprKind::Number(number) if !number.is_zero() => format!("{n}-{}", number - 1u8),
                _ => format!("{n}+1-{}", self.expr(below, Level::Fold)),
            },
            _ => self.any(index),
        }
    }
}

fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::Unequal => "\\ne",
        Comparison::Less => "<",
        Comparison::AtMost => "\\le",
        Comparison::Greater => ">",
        Comparison::AtLeast => "\\ge",
        Comparison::Divides => "\\mid",
    }
}

pub(super) fn cases_of(cases: &[String]) -> String {
    format!("\\begin{{cases}} {} \\end{{cases}}", cases.join(" \\\\ "))
}

/// Brackets as high as their content.
pub(super) fn brackets(inner: &str) -> String {
    let high = ["\\frac", "\\sum", "\\bigoplus", "\\begin", "\\left"];
    match high.iter().any(|high| inner.contains(high)) {
        true => format!("\\left( {inner} \\right)"),
        false => format!("({inner})"),
    }
}

/// The Greek letters that have a LaTeX command.
const GREEK: &[(&str, &str)] = &[
    ("α", "alpha"),
    ("β", "beta"),
    ("γ", "gamma"),
    ("δ", "delta"),
    ("ε", "epsilon"),
    ("ζ", "zeta"),
    ("η", "eta"),
    ("θ", "theta"),
    ("ι", "iota"),
    ("κ", "kappa"),
    ("λ", "lambda"),
    ("μ", "mu"),
    ("ν", "nu"),
    ("ξ", "xi"),
    ("π", "pi"),
    ("ρ", "rho"),
    ("σ", "sigma"),
    ("τ", "tau"),
    ("φ", "phi"),
    ("χ", "chi"),
    ("ψ", "psi"),
    ("ω", "omega"),
];

/// A name: single letters unchanged, Greek letters by their command, words upright.
pub(super) fn name(text: &str) -> String {
    let stem = text.trim_end_matches('\'');
    let primes = &text[stem.len()..];
    if let Some((letter, index)) = stem.split_once('_')
        && !letter.is_empty()
        && !index.is_empty()
        && index.chars().all(|c| c.is_ascii_digit())
    {
        return format!("{}_{{{index}}}{primes}", name(letter));
    }
    let shown = match GREEK.iter().find(|(letter, word)| *letter == stem || *word == stem) {
        Some((_, word)) => format!("\\{word}"),
        None if stem.chars().count() == 1 && stem != "_" => stem.to_string(),
        None => format!("\\mathrm{{{}}}", escape(stem)),
    };
    shown + primes
}

/// Text with all special characters of LaTeX escaped.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '\\' => escaped.push_str("\\textbackslash{}"),
            _ => escaped.push(c),
        }
    }
    escaped
}
