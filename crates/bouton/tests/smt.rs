//! Conditions in SMT-LIB, read back by a reader of their own and compared with the claim's evaluator.

use std::collections::HashMap;

use bouton::claim::{At, Claim, Paper, Says, library, smt};
use bouton::lang::parse_value;

/// What stands in brackets, or a word.
#[derive(Clone, Debug)]
enum Term {
    Word(String),
    List(Vec<Term>),
}

fn read(text: &str) -> Vec<Term> {
    let text: String = text.lines().filter(|line| !line.starts_with(';')).collect();
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut stack = vec![vec![]];
    for word in spaced.split_whitespace() {
        match word {
            "(" => stack.push(vec![]),
            ")" => {
                let list = stack.pop().expect("brackets match");
                stack.last_mut().expect("brackets match").push(Term::List(list));
            }
            _ => stack.last_mut().unwrap().push(Term::Word(word.into())),
        }
    }
    assert_eq!(stack.len(), 1, "brackets match");
    stack.pop().unwrap()
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Sort {
    Int(i64),
    Bool(bool),
}

impl Sort {
    fn int(self) -> i64 {
        match self {
            Sort::Int(int) => int,
            Sort::Bool(_) => panic!("a number is needed"),
        }
    }

    fn bool(self) -> bool {
        match self {
            Sort::Bool(bool) => bool,
            Sort::Int(_) => panic!("a truth value is needed"),
        }
    }
}

/// The value of a term, as the standard defines it.
fn value(term: &Term, known: &HashMap<String, Sort>) -> Sort {
    let list = match term {
        Term::Word(word) => {
            return match word.as_str() {
                "true" => Sort::Bool(true),
                "false" => Sort::Bool(false),
                word => match word.parse() {
                    Ok(int) => Sort::Int(int),
                    Err(_) => known[word],
                },
            };
        }
        Term::List(list) => list,
    };
    let Term::Word(operator) = &list[0] else { panic!("an operator is needed") };
    let parts: Vec<Sort> = list[1..].iter().map(|part| value(part, known)).collect();
    let ints = || parts.iter().map(|part| part.int());
    let chain = |holds: fn(i64, i64) -> bool| {
        let ints: Vec<i64> = ints().collect();
        Sort::Bool(ints.windows(2).all(|pair| holds(pair[0], pair[1])))
    };
    match (operator.as_str(), &parts[..]) {
        ("+", _) => Sort::Int(ints().sum()),
        ("*", _) => Sort::Int(ints().product()),
        ("-", [a]) => Sort::Int(-a.int()),
        ("-", [a, b]) => Sort::Int(a.int() - b.int()),
        ("abs", [a]) => Sort::Int(a.int().abs()),
        ("mod", [a, b]) => Sort::Int(a.int().rem_euclid(b.int())),
        ("div", [a, b]) => Sort::Int(a.int().div_euclid(b.int())),
        ("=", [a, b]) => Sort::Bool(a == b),
        ("distinct", [_, _, ..]) => {
            Sort::Bool(parts.iter().enumerate().all(|(i, part)| !parts[..i].contains(part)))
        }
        ("<", _) => chain(|a, b| a < b),
        ("<=", _) => chain(|a, b| a <= b),
        (">=", _) => chain(|a, b| a >= b),
        ("and", _) => Sort::Bool(parts.iter().all(|part| part.bool())),
        ("or", _) => Sort::Bool(parts.iter().any(|part| part.bool())),
        ("not", [a]) => Sort::Bool(!a.bool()),
        ("ite", [condition, a, b]) => {
            if condition.bool() {
                *a
            } else {
                *b
            }
        }
        _ => panic!("`{operator}` of {} terms", parts.len()),
    }
}

/// Whether the assertions hold, and the functions, for values of what is declared in order.
fn run(script: &[Term], numbers: &[i64]) -> (bool, HashMap<String, Sort>) {
    let mut known = HashMap::new();
    let mut holds = true;
    let mut numbers = numbers.iter();
    for command in script {
        let Term::List(command) = command else { panic!("a command is needed") };
        let word = |i: usize| match &command[i] {
            Term::Word(word) => word.clone(),
            Term::List(_) => panic!("a word is needed"),
        };
        match word(0).as_str() {
            "set-logic" => assert!(["QF_LIA", "QF_NIA"].contains(&word(1).as_str())),
            "declare-const" => {
                known.insert(word(1), Sort::Int(*numbers.next().expect("fewer numbers")));
            }
            "assert" => holds &= value(&command[1], &known).bool(),
            "define-fun" => {
                let value = value(&command[4], &known);
                known.insert(word(1), value);
            }
            other => panic!("`{other}`"),
        }
    }
    assert_eq!(numbers.next(), None, "more numbers");
    (holds, known)
}

/// All lists of so many numbers from `least` to `most`, in any order.
fn tuples(count: usize, least: i64, most: i64) -> Vec<Vec<i64>> {
    (0..count).fold(vec![vec![]], |lists, _| {
        let longer = |list: &Vec<i64>| {
            let list = list.clone();
            (least..=most).map(move |n| [&list[..], &[n]].concat()).collect::<Vec<_>>()
        };
        lists.iter().flat_map(longer).collect()
    })
}

fn claim(text: &str, id: &str, with: &[&str]) -> Claim {
    let paper = Paper::parse(text).unwrap();
    let item = paper.items().iter().find(|item| item.id() == id).expect(id);
    let given: Vec<_> = with.iter().map(|with| parse_value(with).unwrap()).collect();
    paper.claim(item, &given).unwrap().expect("it speaks of a game")
}

fn of_paper(name: &str, id: &str, with: &[&str]) -> Claim {
    claim(library::find(name).expect(name).text, id, with)
}

/// Compares what is printed with the claim itself at every position; the number of positions.
fn agree(claim: &Claim, heaps: usize, most: i64) -> usize {
    let text = smt(claim, heaps).unwrap();
    let script = read(&text);
    let mut eval = claim.evaluator();
    let (p, condition) = claim
        .says
        .iter()
        .find_map(|says| match says {
            Says::Outcome { p, iff: true, condition } => Some((*p, *condition)),
            _ => None,
        })
        .unwrap();
    let tuple = claim.game.coordinates().is_some();
    let (count, least) =
        if tuple { (claim.game.coordinates().unwrap().len(), 0) } else { (heaps, 1) };
    let mut compared = 0;
    for numbers in tuples(count, least, most) {
        let (holds, known) = run(&script, &numbers);
        assert_eq!(holds, tuple || numbers.is_sorted(), "{numbers:?}");
        if !holds {
            continue;
        }
        let typed: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let position = claim.game.position(&typed.join(",")).unwrap();
        let at = At { position: &position, asked: &[] };
        eval.new_position();
        let speaks = claim.speaks_of(&mut eval, &at).unwrap();
        assert_eq!(known["speaks"], Sort::Bool(speaks), "{position}");
        let truth = eval.truth(condition, &at).unwrap() == p;
        assert_eq!(known["p"], Sort::Bool(truth), "{position} in {text}");
        compared += 1;
    }
    compared
}

#[test]
fn theorem_6_reads_back() {
    let mut compared = 0;
    for k in 2..=5 {
        let claim = of_paper("xu-zhu-2018", "theorem-6", &[&format!("k={k}")]);
        for heaps in 3..=5 {
            compared += agree(&claim, heaps, 9);
        }
        // Fewer heaps: the others are empty.
        for heaps in [1, 2] {
            agree(&claim, heaps, 9);
        }
    }
    assert_eq!(compared, 4 * (165 + 495 + 1287));
}

#[test]
fn other_statements_read_back() {
    for (paper, id, with) in [
        ("xu-zhu-2018", "section-2", "k=1"),
        ("xu-zhu-2018", "theorem-2", "k=3"),
        ("xu-zhu-2018", "section-3.2", "k=1"),
        ("xu-zhu-2018", "section-3.3", "k=4"),
        ("classics", "theorem-misere-greedy", "k=1"),
        ("classics", "theorem-euclid", "k=1"),
    ] {
        let claim = of_paper(paper, id, &[with]);
        assert!(agree(&claim, 3, 7) > 0, "{id}");
        assert!(smt(&claim, 0).is_ok());
    }
}

/// Every construct that can be said.
#[test]
fn constructs_read_back() {
    for condition in [
        "total mod 3 = 1 or largest - smallest > count",
        "abs(x[-1] - 2*x[-2] - x[-9]) <= 3 and not even(x[-2])",
        "floor((x[-1] - 5)/2) + ceil((x[-1] - 6)/4) >= -2",
        "floor(x[-1]) = ceil(x[-2])",
        "min(x[-1], x[-2], 4) != max(x[..-2]) - 1",
        "min(x) = max(x[-2..]) or odd(sum(x[..-2]))",
        "(x[-1] - x[-2])^2 = x[-1]*x[-2] - 5 or x[-1]^0 > x[-1]^1",
        "if x[-1] = 3 then x[-2] = 3 else x[-2] < 3",
        "exists i in x : i = 4 or exists n in 0..3 : n^2 + 1 = x[-1]",
        "forall i in x[-2..-1] : count(j in x : j = i) = 1",
        "sum(t in 1..3 : t*x[-1]) > 5*count(i in x[-3..-2] : i < 4) - 1",
        "max(x[..-2]) > 2 and (true or false)",
        "let r = x[-1] mod 4, s = r + 1 in s*2 = x[-2] or r < 1 <= s",
        "-7 mod 4 + x[-1] = 5",
        "distinct(x) or distinct(x[..-9]) and not distinct(h mod 3 for h in x[-2..])",
        "3 divides x[-1] or 0 divides x[1] - 2 or 1 < x[1] and 2 divides x[1] + 1",
        "x[1] + x[2] = x[-1] - x[9] and sum(x[2..]) != sum(x[..2]) + sum(x[4..]) + sum(x[..9])",
        "sum(x[2..-2]) <= max(x[..3]) - 2",
    ] {
        let text = format!("claim c for nim\n  when x[-1] != 9\n  N iff {condition}");
        assert!(agree(&claim(&text, "claim-c", &[]), 3, 6) > 0);
    }
    let defined = "claim c for nim\n  d(1) = 5\n  d(n) = n - 2 when n < 4\n  d(n) = 2*n\n  same(a, b) = d(a) = b\n  P iff same(x[-1], d(x[-2]))";
    assert!(agree(&claim(defined, "claim-c", &[]), 2, 9) > 0);
}

#[test]
fn what_cannot_be_said_is_refused() {
    for (lines, why) in [
        ("P iff xor(x) = 0", "it uses `xor`"),
        ("P iff x[-1] xor 1 = 0", "it uses `xor`"),
        ("P if x[-1] = 0", "the statement has no `P iff` or `N iff`"),
        ("grundy = 0", "the statement has no `P iff` or `N iff`"),
        ("P iff x[-1] mod x[-2] = 0", "it divides by something other than a positive constant"),
        ("P iff x[-1] mod (0 - 2) = 0", "it divides by something other than a positive constant"),
        ("P iff x[-1]/2 = 1", "it uses a fraction"),
        ("P iff x[-1] = 1/2", "it uses a fraction"),
        ("P iff floor(-(x[-1]/3)) = -2", "it uses a fraction"),
        ("P iff isqrt(x[-1]) = 0", "it uses `isqrt`"),
        ("P iff log2(x[-1]) = 0", "it uses `log2`"),
        ("P iff gcd(x[-1], 2) = 1", "it uses `gcd`"),
        ("P iff 2^x[-1] = 8", "it uses a power whose exponent is not a small constant"),
        ("P iff prime(x[-1])", "it uses `prime`"),
        ("P iff x[-1] divides x[1]", "it divides by something other than a positive constant"),
        ("P iff x[-x[-1]] = 0", "it uses a heap whose index is not a constant"),
        ("P iff exists n in 0..x[-1] : n = 3", "it uses a range whose ends are not constants"),
        ("P iff x[-1] in { 2^n : n >= 0 }", "it uses a set with generators"),
        ("P iff min(x[..-9]) = 1", "it asks for the least or greatest of no numbers"),
        ("g(0) = 0; g(n) = g(n - 1); P iff g(x[-1]) = 0", "`g` calls itself"),
        ("g(0) = 0; P iff g(x[-1]) = 0", "`g` has no value where none of its cases applies"),
    ] {
        let claim = claim(&format!("claim c for nim\n  {lines}"), "claim-c", &[]);
        assert_eq!(smt(&claim, 3), Err(why.to_string()), "{lines}");
    }
    let one =
        claim("claim c for turn-dependent(turn -> turn)\n  P iff turn = x[-1]", "claim-c", &[]);
    assert_eq!(smt(&one, 2), Err("a position has at most 1 heap, not 2".into()));
    assert!(smt(&one, 1).unwrap().contains("(declare-const turn Int)"));
}

#[test]
fn text() {
    let claim = of_paper("xu-zhu-2018", "theorem-2", &["k=3"]);
    assert_eq!(
        smt(&claim, 2).unwrap(),
        "(set-logic QF_LIA)
(declare-const h1 Int)
(declare-const h2 Int)
(assert (and (<= 1 h1) (<= h1 h2)))
(define-fun speaks () Bool (= 0 0))
(define-fun p () Bool (= (mod (- h2 h1) 4) 0))
"
    );
}
