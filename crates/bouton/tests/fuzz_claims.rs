//! Nothing that can be written as a claim makes the library panic or hang. `PROPTEST_CASES=100000` tries more,
//! `PROPTEST_RNG_SEED` tries others.

use std::cell::Cell;

use bouton::claim::{Paper, library};
use bouton::job::{Budget, Ctx};
use bouton::lang::{latex, parse_paper, sentence};
use bouton::solve::{Question, Solver};
use bouton::verify::{Size, verify};
use bouton::{Game, Position};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::fuzz::limits::{Patience, config, on_a_small_stack};

/// Reads a text as claims in every way; what can be read is verified and used a little.
fn exercise(text: &str, games: &[&str]) {
    let (tree, errors) = parse_paper(text);
    if errors.is_empty() {
        let printed = tree.to_string();
        let (again, errors) = parse_paper(&printed);
        assert!(errors.is_empty(), "{printed}");
        assert_eq!(tree, again);
    }
    let paper = match Paper::parse(text) {
        Ok(paper) => paper,
        Err(errors) => {
            for error in errors.diagnostics().iter().take(20) {
                assert!(error.render("<text>", text, false).contains(error.code.as_str()));
            }
            return;
        }
    };
    let budget = Budget::new(1 << 22);
    let patience = Patience(Cell::new(50));
    let ctx = Ctx { budget: &budget, watch: &patience };
    let mut size = Size { positions: Some(20), ..Size::default() };
    size.with("k = 2").unwrap();
    size.with("f = n -> n").unwrap();
    for item in paper.items().iter().take(3) {
        assert!(!latex::item(item).contains('\0'));
        let _ = sentence::item(item);
        let _ = paper.key(item);
        let _ = verify(&paper, item, &size, ctx, &mut |verdict| {
            assert!(!verdict.claim.is_empty());
        });
    }
    for game in games {
        let game = Game::parse(game).unwrap();
        let mut solver = Solver::new(&game, None, ctx);
        let _ = solver.add_claims(&paper, &mut |_| {});
        let position: Position = game.position("3, 5").unwrap();
        if let Ok(answer) = solver.answer(&position, Question::default()) {
            assert!(answer.winning.len() <= 10);
        }
    }
}

const TOKENS: &[&str] = &[
    "P",
    "N",
    "iff",
    "if",
    "then",
    "else",
    "grundy",
    "let",
    "in",
    "when",
    "with",
    "always",
    "move",
    "take",
    "to",
    "pass",
    "from",
    "for",
    "at",
    "is",
    "has",
    "by",
    "and",
    "or",
    "iff",
    "⇔",
    "¬",
    "not",
    "xor",
    "mod",
    "sum",
    "min",
    "max",
    "count",
    "exists",
    "forall",
    "even",
    "odd",
    "prime",
    "divides",
    "distinct",
    "floor",
    "log2",
    "isqrt",
    "x",
    "h",
    "i",
    "n",
    "G",
    "g",
    "k",
    "f",
    "total",
    "largest",
    "passes",
    "turn",
    "printed",
    "erratum",
    "stated",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "..",
    ":",
    ",",
    "=",
    "<=",
    "<",
    ">=",
    "!=",
    "+",
    "-",
    "*",
    "/",
    "^",
    "->",
    "0",
    "1",
    "2",
    "3",
    "7",
    "-1",
    "10^30",
    "\"why\"",
    "\n  ",
    "\nclaim b for nim\n  ",
];

fn token() -> impl Strategy<Value = &'static str> {
    select(TOKENS)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn soup_of_a_claim(tokens in vec(token(), 1..14), start in 0usize..7) {
        let soup = tokens.join(" ");
        let text = match start {
            0 => format!("claim a for nim\n  P iff {soup}"),
            1 => format!("claim a for nim\n  grundy = {soup}"),
            2 => format!("claim a for nim\n  G(n) = {soup}\n  grundy = G(total)"),
            3 => format!("claim a for halving-with-a-pass\n  grundy(pass=1) = {soup}"),
            4 => format!("claim a for nim\n  P iff xor(x) = 0\n  move take {soup}"),
            5 => format!("claim a for two-kinds\n  P iff (x, y) in {{ ({soup}) : n >= 0 }}"),
            _ => format!("claim a for nim\n  {soup}"),
        };
        exercise(&text, &["nim", "halving-with-a-pass", "two-kinds"]);
    }

    #[test]
    fn changed_papers(
        which in any::<Index>(),
        statement in any::<Index>(),
        changes in vec((any::<Index>(), token(), 0usize..3), 1..4),
    ) {
        let papers = library::papers();
        let paper = &papers[which.index(papers.len())];
        let items = paper.items();
        let text = items[statement.index(items.len())].to_string();
        let mut words: Vec<String> = text.split(' ').map(String::from).collect();
        for (at, token, kind) in changes {
            let at = at.index(words.len());
            match kind {
                0 => words[at] = token.to_string(),
                1 => words.insert(at, token.to_string()),
                _ if words.len() > 1 => drop(words.remove(at)),
                _ => {}
            }
        }
        exercise(&words.join(" "), &["nim", "halving-with-a-pass", "two-kinds"]);
    }
}

#[test]
fn claims_that_are_deep_wide_or_costly() {
    let claim = |says: &str| format!("claim a for nim\n  {says}");
    let p = |condition: &str| claim(&format!("P iff {condition}"));
    let many = 20_000;
    let doubled = |line: &dyn Fn(usize) -> String| (1..60).map(line).collect::<String>();
    let names = doubled(&|i| format!("let a{i} = a{} + a{}\n  ", i - 1, i - 1));
    let branches = doubled(&|i| format!("let a{i} = if even(a{0}) then a{0} else a{0}\n  ", i - 1));
    let functions = doubled(&|i| format!("g{i}(t) = g{0}(t) + g{0}(t + 1)\n  ", i - 1));
    let conditions = doubled(&|i| format!("g{i}(t) = g{0}(t) or g{0}(t + 1)\n  ", i - 1));
    let nested: String = (1..190).map(|i| format!("let a{i} = a{0} + a{0} in ", i - 1)).collect();
    let texts = vec![
        p(&"(".repeat(many)),
        p(&format!("total = 0{}", " or total = 1".repeat(many))),
        p(&format!("{}total = 0", "not ".repeat(many))),
        p(&format!("{}total = 0", "exists i in 0..9 : ".repeat(59))),
        p(&format!("{}total = 0", "exists i in 0..9 : ".repeat(many))),
        p(&format!("{}total = 0", "if even(total) then total = 1 else ".repeat(300))),
        p(&format!("let a0 = total in {nested}a189 = 0")),
        claim(&format!("let a0 = total\n  {names}grundy = a59")),
        claim(&format!("let a0 = total\n  {branches}grundy = a59")),
        claim(&format!("g0(t) = t\n  {functions}grundy = g59(total)")),
        claim(&format!("g0(t) = t = 0\n  {conditions}P iff g59(total)")),
        claim("G(n) = G(n - 1) + G(n - 1)\n  grundy = G(10^9)"),
        claim("G(n) = G(n)\n  grundy = G(total)"),
        claim("G(n) = H(n)\n  H(n) = G(n)\n  grundy = G(total)"),
        claim("grundy = sum(i in 0..10^30 : i)"),
        claim("P iff (total, count) in { (i*j, i + j) : i >= 0, j >= 0 }"),
        claim("grundy = 2^2^2^2^total"),
        claim("grundy = -1"),
        claim("grundy = 1/0"),
        claim("grundy = total/2"),
        claim("move take 0"),
        claim("move take -1 from h in x"),
        claim("move take 10^1000 from h in x when h > 2"),
        "claim a for bounded(k)\n  P iff k^k^k = total".to_string(),
        "claim a for maximum-nim(f) with f regular\n  grundy = f(f(f(total)))".to_string(),
        "claim a for subtraction(S)\n  grundy = total".to_string(),
        "claim a for \"nim; nim\"\n  P iff true".to_string(),
        format!("claim a for nim\n{}", "  P iff true\n".repeat(many)),
        (0..2000).map(|i| format!("claim a{i} for nim\n  stated \"so\"\n")).collect(),
        format!("claim a for nim\n  nim at {}0 is P", "1,".repeat(1000)),
        format!("claim a for nim\n  grundy at 0..{many} is {}", "0 ".repeat(many + 1)),
        "claim a for nim\n  grundy at 0..10^30 is 0".to_string(),
        "paper a\npaper b\n".to_string(),
        "claim a for nim with f regular\n  P iff true".to_string(),
        "claim a for nim\n  erratum \"so\" at 99,99\n  printed P iff true\n  P iff xor(x) = 0"
            .to_string(),
    ];
    on_a_small_stack(move || {
        for text in &texts {
            exercise(text, &[]);
        }
    });
}
