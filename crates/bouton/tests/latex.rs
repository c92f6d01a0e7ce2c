//! Papers in LaTeX: every statement is well formed, and some are as they should be.

use bouton::claim::library::PAPERS;
use bouton::lang::{latex, parse_expr, parse_paper};

/// What is wrong with a text in LaTeX.
fn fault(text: &str) -> Option<String> {
    let mut open: Vec<String> = Vec::new();
    let close = |open: &mut Vec<String>, what: &str| match open.pop() {
        Some(last) if last == what => None,
        last => Some(format!("{what} closes {last:?}")),
    };
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        let mut found = None;
        match c {
            '\\' => {
                let word = rest[1..].find(|c: char| !c.is_ascii_alphabetic());
                let word = &rest[1..1 + word.unwrap_or(rest.len() - 1)];
                length = 1 + word.len().max(rest[1..].chars().next().map_or(0, char::len_utf8));
                let argument = || {
                    let argument = rest[1 + word.len()..].strip_prefix('{')?;
                    argument.split_once('}').map(|(name, _)| name.to_string())
                };
                match word {
                    "left" => open.push("left".into()),
                    "right" => found = close(&mut open, "left"),
                    "begin" => open.push(argument().unwrap_or_default()),
                    "end" => found = close(&mut open, &argument().unwrap_or_default()),
                    "" if rest.starts_with("\\[") => open.push("[".into()),
                    "" if rest.starts_with("\\]") => found = close(&mut open, "["),
                    _ => {}
                }
            }
            '{' => open.push("{".into()),
            '}' => found = close(&mut open, "{"),
            '$' if open.last().is_some_and(|last| last == "$") => found = close(&mut open, "$"),
            '$' => open.push("$".into()),
            '_' | '^' if !open.iter().any(|o| o == "$" || o == "[") => {
                found = Some(format!("{c} outside of mathematics"));
            }
            _ => {}
        }
        if found.is_some() {
            return found;
        }
        rest = &rest[length..];
    }
    open.pop().map(|last| format!("{last} is not closed"))
}

#[test]
fn papers_are_well_formed() {
    for paper in PAPERS {
        for item in parse_paper(paper.text).0.items {
            let printed = latex::item(&item);
            assert_eq!(fault(&printed), None, "{printed}");
        }
    }
    for wrong in ["\\left( a", "{", "}", "\\begin{cases}\\end{array}", "a_1", "\\[ {\\] }"] {
        assert!(fault(wrong).is_some(), "{wrong}");
    }
}

#[test]
fn expressions() {
    for (typed, printed) in [
        ("(x[-1] - x[-2]) mod (k+1) = 0", r"(x_{n} - x_{n-1}) \bmod (k + 1) = 0"),
        (
            "count(i in x[..-3] : i = x[-3])",
            r"\left|\left\{ i : 1 \le i \le n-2,\ x_{i} = x_{n-2} \right\}\right|",
        ),
        ("xor(h mod (k+1) for h in x)", r"\bigoplus_{i=1}^{n} (x_{i} \bmod (k + 1))"),
        ("xor(x) = 0", r"\bigoplus_{i=1}^{n} x_{i} = 0"),
        (
            "exists n in 0..x[-1] : sum(t in 1..n : f(turn + 2*t - 2) + 1) <= x[-1]",
            r"\exists\, n \in \{0, \dots, x_{h}\} : \sum_{t=1}^{n} (f(\mathrm{turn} + 2 t - 2) + 1) \le x_{h}",
        ),
        (
            "floor((n + isqrt(5*n^2))/2)",
            r"\left\lfloor \frac{n + \left\lfloor \sqrt{5 n^{2}} \right\rfloor}{2} \right\rfloor",
        ),
        (
            "(x, y) in { (2^n - i - 1, 2*i - 1) : n >= 0, 1 <= i <= n-1 }",
            r"(x, y) \in \{ (2^{n} - i - 1, 2 i - 1) : n \ge 0, 1 \le i \le n - 1 \}",
        ),
        (
            "if even(beta) then a = 0 else not (b = 1 or c)",
            r"\begin{cases} a = 0 & \text{if } 2 \mid \beta \\ \neg (b = 1 \lor c) & \text{otherwise} \end{cases}",
        ),
        ("(a/b)^2 - (b - 1)", r"\left( \frac{a}{b} \right)^{2} - (b - 1)"),
        ("(a mod 2)*c + (b mod 2)", r"(a \bmod 2) \cdot c + (b \bmod 2)"),
        ("a xor b + 1 = -(-c)", r"a \oplus (b + 1) = -(-c)"),
        ("x[-i] + n_2 * odd_part'", r"x_{n+1-i} + n_{2} \cdot \mathrm{odd\_part}'"),
        ("x[1] + x[2] - x[i + 1]", r"x_{1} + x_{2} - x_{i + 1}"),
        ("sum(x[2..]) = sum(x[..2])", r"\sum_{i=2}^{n} x_{i} = \sum_{i=1}^{2} x_{i}"),
        ("t divides m and t + 1 divides 2*m", r"t \mid m \land t + 1 \mid 2 m"),
        ("not a divides b", r"\neg (a \mid b)"),
        (
            "prime(p) and not prime(p + 2)",
            r"p \text{ is prime} \land \neg (p + 2 \text{ is prime})",
        ),
        (
            "distinct(x) or distinct(x[..-2])",
            r"x_{1}, \dots, x_{n} \text{ are distinct} \lor x_{1}, \dots, x_{n-1} \text{ are distinct}",
        ),
        ("distinct(h mod 3 for h in x)", r"x_{i} \bmod 3 \text{ are distinct for } 1 \le i \le n"),
        ("sum(x[..-3])*2", r"\left( \sum_{i=1}^{n-2} x_{i} \right) \cdot 2"),
    ] {
        let tree = parse_expr(typed).expect(typed);
        assert_eq!(latex::expr(&tree), printed, "{typed}");
        assert_eq!(fault(&format!("${printed}$")), None, "{printed}");
    }
}

fn statement(text: &str) -> String {
    let (paper, errors) = parse_paper(text);
    assert!(errors.is_empty(), "{text}\n{errors:#?}");
    latex::item(&paper.items[0])
}

#[test]
fn statements() {
    assert_eq!(
        statement(
            "theorem 2 for bounded-greedy(k)\n  \"At most two heaps.\"\n  when x[-3] = 0\n  P iff (x[-1] - x[-2]) mod (k+1) = 0\n  move take (x[-1] - x[-2]) mod (k+1)"
        ),
        r"\paragraph{Theorem 2.} For \textsf{bounded-greedy}$(k)$:
At most two heaps.
Suppose that $x_{n-2} = 0$.
A position is in $\mathcal{P}$ if and only if \[ (x_{n} - x_{n-1}) \bmod (k + 1) = 0. \]
From an $\mathcal{N}$-position, taking $(x_{n} - x_{n-1}) \bmod (k + 1)$ from a largest heap wins.
"
    );
    assert_eq!(
        statement(
            "lemma 2 for halving\n  \"One heap of t stones.\"\n  H(0) = 0\n  H(t) = H((t-2)/2) when even(t) and t >= 2\n  H(t) = (t+1)/2 when odd(t)\n  when count <= 1\n  grundy = H(x[-1])"
        ),
        r"\paragraph{Lemma 2.} For \textsf{halving}:
One heap of t stones.
\[ H(t) = \begin{cases} 0 & \text{if } t = 0 \\ H\left( \frac{t - 2}{2} \right) & \text{if } 2 \mid t \land t \ge 2 \\ \frac{t + 1}{2} & \text{if } 2 \nmid t \end{cases} \]
Suppose that $\mathrm{count} \le 1$.
\[ \mathcal{G} = H(x_{n}) \]
"
    );
    assert_eq!(
        statement("theorem 4 for halving-with-a-pass; when count >= 2; grundy(pass=1) = grundy(pass=0) xor 1").lines().last(),
        Some(r"\[ \mathcal{G}_{\mathrm{pass} = 1} = \mathcal{G}_{\mathrm{pass} = 0} \oplus 1 \]")
    );
    assert_eq!(
        statement("theorem 3 for halving-with-a-pass\n  when count <= 1\n  grundy(pass=1) = let g = grundy(pass=0) in if total = 0 then 0 else if g = 0 then 1 else if g = 2 then 0 else if even(g) then g - 1 else g + 1").lines().last(),
        Some(
            r"\[ \mathcal{G}_{\mathrm{pass} = 1} = \begin{cases} 0 & \text{if } \mathrm{total} = 0 \\ 1 & \text{if } g = 0 \\ 0 & \text{if } g = 2 \\ g - 1 & \text{if } 2 \mid g \\ g + 1 & \text{otherwise} \end{cases} \quad\text{where } g = \mathcal{G}_{\mathrm{pass} = 0} \]"
        )
    );
    assert_eq!(
        statement("example 1\n  bounded-greedy(3) at 1,1,1,5 is P\n  bounded-greedy(3) at 1,1,2,5 is N by 1,1,2,2").lines().last(),
        Some(
            r"In \textsf{bounded-greedy}$(3)$, $(1, 1, 2, 5)$ is in $\mathcal{N}$, by $(1, 1, 2, 2)$."
        )
    );
}
