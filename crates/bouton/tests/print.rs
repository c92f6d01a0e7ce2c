//! What is printed reads back as the same tree: on one line with `{}`, on many with `{:#}`.

use bouton::claim::Paper;
use bouton::claim::library::PAPERS;
use bouton::game::library::GAMES;
use bouton::lang::paper::{ClaimKind, ClaimLine, GameName, Is, Item, PaperText, Property, With};
use bouton::lang::syntax::*;
use bouton::lang::{Span, parse_expr, parse_game, parse_paper};
use dashu_int::UBig;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1902),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Names that may stand for a number, among them words that mean something elsewhere.
const NAMES: &[&str] = &[
    "a", "k", "m", "t", "x", "x'", "β", "n_2", "turn", "last", "total", "min", "take", "pass",
    "any", "all", "but", "the", "game", "misere", "count", "prime", "distinct",
];

/// Names of games; only their parts are words.
const GAME_NAMES: &[&str] = &["nim", "bounded-greedy", "nim-2", "a-game-of-mine", "what-for"];

/// The folds.
const FOLDS: &[Fold] = &[
    Fold::Sum,
    Fold::Xor,
    Fold::Min,
    Fold::Max,
    Fold::Count,
    Fold::Exists,
    Fold::Forall,
    Fold::Distinct,
];

fn expr_of(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

fn name_of(text: &str) -> Name {
    Name { text: text.to_string(), span: Span::default() }
}

fn name() -> impl Strategy<Value = Name> {
    select(NAMES).prop_map(name_of)
}

fn game_name() -> impl Strategy<Value = Name> {
    select(GAME_NAMES).prop_map(name_of)
}

fn names() -> impl Strategy<Value = Vec<Name>> {
    vec(name(), 1..4)
}

fn leaf() -> impl Strategy<Value = Expr> {
    let number = prop_oneof![
        4 => (0u64..10).prop_map(UBig::from),
        1 => (0usize..200).prop_map(|power| UBig::ONE << power),
    ];
    prop_oneof![
        number.prop_map(ExprKind::Number),
        any::<bool>().prop_map(ExprKind::Truth),
        name().prop_map(|name| ExprKind::Name(name.text)),
    ]
    .prop_map(expr_of)
}

fn expr() -> impl Strategy<Value = Expr> {
    leaf().prop_recursive(6, 48, 4, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        let call = prop_oneof![name(), select(&["mod", "xor"][..]).prop_map(name_of)];
        let more = vec((select(&Comparison::ALL[..]), inner.clone()), 1..3);
        let maybe = option::of(boxed.clone());
        let domain = prop_oneof![
            (boxed.clone(), boxed.clone()).prop_map(|(a, b)| Domain::Range(a, b)),
            (maybe.clone(), maybe.clone()).prop_map(|(a, b)| Domain::Heaps(a, b)),
        ];
        let bindings = vec((name(), inner.clone()), 1..3);
        let generated = (vec(inner.clone(), 1..3), vec(inner.clone(), 1..3))
            .prop_map(|(tuple, conditions)| Generated { tuple, conditions });
        prop_oneof![
            (select(FOLDS), name(), domain, boxed.clone())
                .prop_map(|(fold, t, domain, e)| ExprKind::Fold(fold, t, domain, e)),
            (name(), maybe.clone(), maybe).prop_map(|(x, a, b)| ExprKind::Slice(x, a, b)),
            (bindings, boxed.clone()).prop_map(|(names, e)| ExprKind::Let(names, e)),
            (vec(inner.clone(), 1..3), generated)
                .prop_map(|(tuple, set)| ExprKind::Member(tuple, set)),
            (call, vec(inner, 0..4)).prop_map(|(f, args)| ExprKind::Call(f, args)),
            (name(), boxed.clone()).prop_map(|(x, i)| ExprKind::Index(x, i)),
            (select(&[Prefix::Minus, Prefix::Not][..]), boxed.clone())
                .prop_map(|(prefix, e)| ExprKind::Prefix(prefix, e)),
            (select(&Infix::ALL[..]), boxed.clone(), boxed.clone())
                .prop_map(|(infix, a, b)| ExprKind::Infix(infix, a, b)),
            (boxed.clone(), more).prop_map(|(a, rest)| ExprKind::Compare(a, rest)),
            (boxed.clone(), boxed.clone(), boxed).prop_map(|(a, b, c)| ExprKind::If(a, b, c)),
        ]
        .prop_map(expr_of)
    })
}

fn set() -> impl Strategy<Value = Vec<Element>> {
    let element = prop_oneof![
        expr().prop_map(Element::One),
        (expr(), expr()).prop_map(|(a, b)| Element::Range(a, b)),
    ];
    vec(element, 0..4)
}

fn group() -> impl Strategy<Value = Group> {
    prop_oneof![
        2 => select(&From::ALL[..]).prop_map(Group::One),
        1 => Just(Group::All),
        1 => Just(Group::NonEmpty),
        2 => (any::<bool>(), set(), select(&Among::ALL[..]))
            .prop_map(|(each, number, among)| Group::Several { each, number, among }),
    ]
}

fn parts() -> impl Strategy<Value = Parts> {
    let likeness = select(&[Likeness::Any, Likeness::Equal, Likeness::Unequal][..]);
    prop_oneof![
        (option::of(set()), likeness)
            .prop_map(|(number, likeness)| Parts::Number(number, likeness)),
        vec(name(), 2..4).prop_map(Parts::Named),
    ]
}

fn limits(condition: bool) -> impl Strategy<Value = Limits> {
    let maybe = || option::of(expr());
    let condition =
        if condition { expr().prop_map(Some).boxed() } else { Just(None::<Expr>).boxed() };
    (condition, maybe(), maybe()).prop_map(|(condition, after, when)| Limits {
        condition,
        after,
        when,
    })
}

/// A line that takes: with variables and a condition on them, or without both.
fn take_line() -> impl Strategy<Value = LineKind> {
    let share = || select(&[Share::Each, Share::Same, Share::Total][..]);
    let amount = prop_oneof![set().prop_map(Amount::In), set().prop_map(Amount::AllBut)];
    let plain = prop_oneof![
        (amount, share(), group(), Just(None), limits(false)).boxed(),
        (vec(name(), 1..4).prop_map(Amount::Variables), share(), group(), Just(None), limits(true))
            .boxed(),
    ];
    let split = (set().prop_map(Amount::In), vec(name(), 2..4), any::<bool>(), limits(true));
    let split = split.prop_map(|(amount, names, named, limits)| {
        let parts = if named { Parts::Named(names) } else { Parts::Number(None, Likeness::Any) };
        let limits = if named { limits } else { Limits { condition: None, ..limits } };
        (amount, Share::Each, Group::One(From::Any), Some(parts), limits)
    });
    // A single name with a condition would be a variable.
    let variable = |amount: &Amount| matches!(amount, Amount::In(set) if matches!(&set[..], [Element::One(Expr { kind: ExprKind::Name(_), .. })]));
    prop_oneof![plain, split.boxed()]
        .prop_filter("a variable", move |(amount, _, _, _, limits)| {
            limits.condition.is_none() || !variable(amount)
        })
        .prop_map(|(amount, share, group, then, limits)| LineKind::Take {
            amount,
            share,
            group,
            then,
            limits,
        })
}

fn split_line() -> impl Strategy<Value = LineKind> {
    (select(&From::ALL[..]), parts(), limits(true)).prop_map(|(from, parts, limits)| {
        let named = matches!(parts, Parts::Named(_));
        let limits = if named { limits } else { Limits { condition: None, ..limits } };
        LineKind::Split { from, parts, limits }
    })
}

fn code_line() -> impl Strategy<Value = LineKind> {
    let digits = "[048Cc]\\.[0-9a-fA-F]{1,4}(\\([0-7]{1,3}\\))?";
    let digits = digits.prop_map(|text| CodeText::Digits(Name { text, span: Span::default() }));
    let code = prop_oneof![digits, name().prop_map(CodeText::Parameter)];
    (any::<bool>(), code).prop_map(|(hexadecimal, code)| LineKind::Code(hexadecimal, code))
}

fn argument() -> impl Strategy<Value = Argument> {
    let value = prop_oneof![
        expr().prop_map(ArgumentValue::Number),
        set().prop_map(ArgumentValue::Set),
        (names(), expr()).prop_map(|(v, e)| ArgumentValue::Function(v, e)),
        "[04]\\.[0-7]{1,3}"
            .prop_map(|text| ArgumentValue::Code(Name { text, span: Span::default() })),
    ];
    (option::of(name()), value).prop_map(|(name, value)| Argument {
        name,
        value,
        span: Span::default(),
    })
}

fn text() -> impl Strategy<Value = String> {
    "[^\"\n]{0,12}"
}

fn about_line() -> impl Strategy<Value = LineKind> {
    prop_oneof![text().prop_map(LineKind::About), text().prop_map(LineKind::Source)]
}

/// Lines that may stand before the game of the library.
fn heading_line() -> impl Strategy<Value = LineKind> {
    prop_oneof![about_line(), expr().prop_map(LineKind::Where)]
}

fn rule_line() -> impl Strategy<Value = LineKind> {
    let maybe = || option::of(expr());
    prop_oneof![
        1 => about_line(),
        1 => expr().prop_map(LineKind::Heaps),
        1 => (names(), maybe()).prop_map(|(names, e)| LineKind::Position(names, e)),
        1 => select(&Order::ALL[..]).prop_map(LineKind::Order),
        3 => take_line(),
        2 => split_line(),
        1 => code_line(),
        2 => (vec(expr(), 1..4), option::of(names()), limits(true)).prop_map(
            |(target, variables, limits)| LineKind::Move {
                target,
                variables: variables.unwrap_or_default(),
                limits,
            }
        ),
        1 => (expr(), any::<bool>(), maybe())
            .prop_map(|(e, each, when)| LineKind::Pass(e, each, when)),
        1 => select(&Ending::ALL[..]).prop_map(LineKind::Ending),
        1 => vec(expr(), 1..4).prop_map(LineKind::Rank),
    ]
}

fn heading() -> impl Strategy<Value = LineKind> {
    (game_name(), vec(name(), 0..4)).prop_map(|(n, p)| LineKind::Heading(n, p))
}

fn game_text() -> impl Strategy<Value = GameText> {
    game_with(option::of(heading()))
}

/// A game with a heading, as a paper defines it.
fn game_block() -> impl Strategy<Value = GameText> {
    game_with(heading().prop_map(Some))
}

fn game_with(heading: impl Strategy<Value = Option<LineKind>>) -> impl Strategy<Value = GameText> {
    let library = || (game_name(), vec(argument(), 0..3));
    let quoted =
        "[^\"'\n|]{0,12}".prop_map(|text| Summand::Text(Name { text, span: Span::default() }));
    let summand = prop_oneof![library().prop_map(|(n, a)| Summand::Library(n, a)), quoted];
    let base = prop_oneof![
        2 => library().prop_map(|(n, a)| LineKind::Base(n, a)),
        1 => vec(summand, 2..4).prop_map(LineKind::Sum),
    ];
    let parts = (heading, vec(heading_line(), 0..3), option::of(base), vec(rule_line(), 0..4));
    parts.prop_map(|(heading, about, base, rules)| {
        let kinds = heading.into_iter().chain(about).chain(base).chain(rules);
        GameText { lines: kinds.map(|kind| Line { kind, span: Span::default() }).collect() }
    })
}

fn game_of() -> impl Strategy<Value = GameName> {
    prop_oneof![
        (game_name(), vec(argument(), 0..3)).prop_map(|(n, a)| GameName::Library(n, a)),
        text().prop_map(|text| GameName::Text(text, Span::default())),
    ]
}

/// Some positions that need quotes, and some that do not.
const POSITIONS: &[&str] =
    &["0", "1,1,2,5", "10^60, 3", "1,1;pass=0", "(1 + 2)*3", "k - 1", "", " 7", "and", "iff"];

fn position() -> impl Strategy<Value = String> {
    prop_oneof![select(POSITIONS).prop_map(String::from), text()]
}

/// `grundy(pass=1) = …`, `grundy + 1 < …`
fn relation() -> impl Strategy<Value = Expr> {
    let counter = (name(), expr()).prop_map(|(name, value)| {
        let name = expr_of(ExprKind::Name(name.text));
        expr_of(ExprKind::Compare(Box::new(name), vec![(Comparison::Equal, value)]))
    });
    let grundy = vec(counter, 1..3).prop_map(|c| ExprKind::Call(name_of("grundy"), c));
    let plus = expr().prop_map(|e| {
        let grundy = expr_of(ExprKind::Name("grundy".into()));
        ExprKind::Infix(Infix::Add, Box::new(grundy), Box::new(e))
    });
    (prop_oneof![grundy, plus], select(&Comparison::ALL[..]), expr())
        .prop_map(|(a, sign, b)| expr_of(ExprKind::Compare(Box::new(expr_of(a)), vec![(sign, b)])))
}

fn example() -> impl Strategy<Value = ClaimKind> {
    let is = prop_oneof![
        Just(Is::P),
        vec(position(), 0..3).prop_map(Is::N),
        expr().prop_map(Is::Grundy),
        expr().prop_map(Is::Has),
    ];
    (option::of(game_of()), position(), is).prop_map(|(game, position, is)| ClaimKind::Example {
        game,
        position,
        is,
    })
}

fn claim_kind() -> impl Strategy<Value = ClaimKind> {
    let maybe = || option::of(expr());
    let pattern = prop_oneof![
        name().prop_map(|name| ExprKind::Name(name.text)),
        (0u64..10).prop_map(|n| ExprKind::Number(n.into())),
    ];
    let define = (select(&["G", "odd_part", "β"][..]), vec(pattern, 1..3), expr(), maybe());
    let counters = select(&["", "pass=1", "turn = 3, pass=0"][..]).prop_map(String::from);
    let kind =
        prop_oneof![
            text().prop_map(ClaimKind::About),
            expr().prop_map(ClaimKind::When),
            (name(), expr()).prop_map(|(name, e)| ClaimKind::Let(name, e)),
            define.prop_map(|(name, patterns, value, when)| ClaimKind::Define {
                name: name_of(name),
                patterns: patterns.into_iter().map(expr_of).collect(),
                value,
                when,
            }),
            (any::<bool>(), any::<bool>(), expr())
                .prop_map(|(p, iff, condition)| ClaimKind::Outcome { p, iff, condition }),
            expr().prop_map(ClaimKind::Grundy),
            relation().prop_map(ClaimKind::Relation),
            (expr(), option::of(name()), maybe())
                .prop_map(|(stones, heap, when)| ClaimKind::Take { stones, heap, when }),
            maybe().prop_map(ClaimKind::Pass),
            (vec(expr(), 1..3), maybe()).prop_map(|(to, when)| ClaimKind::MoveTo(to, when)),
            expr().prop_map(ClaimKind::Always),
            example(),
            (expr(), expr(), counters, vec(expr(), 0..4)).prop_map(
                |(from, to, counters, values)| { ClaimKind::Table { from, to, counters, values } }
            ),
            (text(), vec(position(), 0..3)).prop_map(|(why, at)| ClaimKind::Erratum(why, at)),
            text().prop_map(ClaimKind::Stated),
        ];
    (kind, any::<bool>()).prop_map(|(kind, printed)| match printed {
        true => ClaimKind::Printed(Box::new(ClaimLine { kind, span: Span::default() })),
        false => kind,
    })
}

const LABELS: &[&str] = &["6", "2.1", "mine", "6-i", "3.1-printed", "2.", "for", "what-for"];

fn item() -> impl Strategy<Value = Item> {
    let with = prop_oneof![
        expr().prop_map(With::Condition),
        (name(), select(&Property::ALL[..])).prop_map(|(f, p)| With::Property(f, p)),
        (name(), expr(), expr()).prop_map(|(t, from, e)| With::Forall(t, from, e)),
    ];
    let line = claim_kind().prop_map(|kind| ClaimLine { kind, span: Span::default() });
    let kind = select(&["theorem", "claim", "definition", "figure"][..]).prop_map(name_of);
    (kind, select(LABELS), option::of(game_of()), vec(with, 0..3), vec(line, 0..5)).prop_map(
        |(kind, label, game, with, lines)| Item {
            kind,
            label: label.into(),
            game,
            with,
            lines,
            span: Span::default(),
        },
    )
}

fn paper() -> impl Strategy<Value = PaperText> {
    let word = select(&["title", "authors", "doi", "source", "year"][..]).prop_map(String::from);
    let about = vec((word, vec(text(), 1..4)), 0..3);
    (option::of(game_name()), about, vec(game_block(), 0..3), vec(item(), 0..4)).prop_map(
        |(name, about, games, mut items)| {
            // A statement is said once.
            let ids: Vec<String> = items.iter().map(Item::id).collect();
            let mut at = 0;
            items.retain(|item| {
                at += 1;
                !ids[..at - 1].contains(&item.id())
            });
            PaperText { name, about, games, items }
        },
    )
}

/// What is printed of a tree and does not read back as the same tree.
fn misread(tree: &GameText) -> Vec<String> {
    let mut wrong = vec![format!("{tree}"), format!("{tree:#}")];
    wrong.retain(|printed| parse_game(printed) != (tree.clone(), vec![]));
    wrong
}

/// Asserts that a text can be read, and that it is printed the same again and again.
fn is_stable(text: &str) {
    let (tree, errors) = parse_game(text);
    assert!(errors.is_empty(), "{text}\n{errors:#?}");
    assert_eq!(misread(&tree), [""; 0]);
    let again = |printed: &str| parse_game(printed).0;
    let (short, long) = (format!("{tree}"), format!("{tree:#}"));
    assert_eq!(format!("{}", again(&short)), short);
    assert_eq!(format!("{:#}", again(&long)), long);
    assert_eq!(short.lines().count(), 1, "{short}");
    assert_eq!(long.lines().count(), tree.lines.len(), "{long}");
}

proptest! {
    #![proptest_config(config(4000))]

    #[test]
    fn expressions_read_back(tree in expr()) {
        let printed = tree.to_string();
        match parse_expr(&printed) {
            Ok(read) => prop_assert_eq!(read, tree, "{}", printed),
            Err(errors) => prop_assert!(false, "{}\n{:#?}", printed, errors),
        }
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn games_read_back(tree in game_text()) {
        prop_assert_eq!(misread(&tree), [""; 0]);
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn papers_read_back(tree in paper()) {
        let printed = tree.to_string();
        let (read, errors) = parse_paper(&printed);
        prop_assert!(errors.is_empty(), "{}\n{:#?}", printed, errors);
        prop_assert_eq!(read, tree, "{}", printed);
    }
}

#[test]
fn library_papers_are_stable() {
    for paper in PAPERS {
        let (tree, errors) = parse_paper(paper.text);
        assert!(errors.is_empty(), "{}", paper.name);
        let printed = tree.to_string();
        assert_eq!(parse_paper(&printed), (tree, vec![]), "{printed}");
        let read = Paper::parse(&printed).expect(paper.name);
        assert_eq!(read.to_string(), printed);
    }
}

#[test]
fn statements_are_printed_in_one_way() {
    for (typed, printed) in [
        (
            "paper p\n title \"T\"\nclaim a for nim\n N if 1=2",
            "paper p\n  title \"T\"\n\nclaim a for nim\n  N if 1 = 2\n",
        ),
        (
            "claim a for nim()\n with 1=1; with 2=2\n P if true",
            "claim a for nim with 1 = 1, 2 = 2\n  P if true\n",
        ),
        (
            "claim a; nim at \"1,2\" is P; nim at \"1;pass=0\" is N by 0 and \"1, 1\"",
            "claim a\n  nim at 1,2 is P\n  nim at \"1;pass=0\" is N by 0 and 1, 1\n",
        ),
        (
            "claim a for nim\n grundy at 0..2 is 0,1,2",
            "claim a for nim\n  grundy at 0..2 is 0 1 2\n",
        ),
        (
            "theorem for; P if into;\n grundy(pass=1)=0",
            "theorem for;\n  P if into;\n  grundy(pass = 1) = 0\n",
        ),
    ] {
        let (tree, errors) = parse_paper(typed);
        assert!(errors.is_empty(), "{typed}\n{errors:#?}");
        assert_eq!(tree.to_string(), printed);
        assert_eq!(parse_paper(printed), (tree, vec![]), "{printed}");
    }
}

#[test]
fn library_games_are_stable() {
    for game in GAMES {
        is_stable(game.text);
    }
}

#[test]
fn games_of_one_line_are_stable() {
    for text in [
        "take 1..m from any",
        "take 1..3 from any",
        "take 1..m from largest",
        "take 1..3 from largest",
        "take 1..floor(m/2) from any",
        "take 1..ceil(m/2) from any; pass 1",
        "heaps 1; take 1..2*turn from any",
        "take {1, 3, 4} from any",
        "take all but {2, 5} from any",
        "take t from any where isqrt(t)^2 = t",
        "heaps 1; take 1..m - 1 from any when last = 0; take 1..2*last from any when last > 0",
        "position (x, y); move (x - t, y - u) for t, u where 1 <= 2*t + u <= floor((2*x + y)/2)",
        "position (a, b); move (a - t*b, b) for t where t >= 1 and t*b <= a and b >= 1; \
         move (a, b - t*a) for t where t >= 1 and t*a <= b and a >= 1",
        "position (y, z) where y <= floor(z/2); move (v, z) for v where v < y; \
         move (min(y, floor(w/2)), w) for w where w < z",
        "take 1..m from any; ending misere",
        "nim; ending misere",
        "take 1..min(3, ceil(m/2)) from largest; pass 2; ending misere",
    ] {
        is_stable(text);
        assert_eq!(parse_game(text).0.to_string(), text);
    }
}

#[test]
fn games_of_many_lines_are_stable() {
    for text in [
        "game bounded-greedy(k)\n  \
         \"k-bounded greedy Nim: take 1 to k stones from a largest heap.\"\n  \
         where k >= 1\n  take 1..k from largest",
        "game halving-with-a-pass\n  take 1..ceil(m/2) from any\n  pass 1",
        "game turn-dependent(f)\n  heaps 1\n  take 1..f(turn) from any",
        "game two-kinds\n  position (x, y)\n  \
         move (x - t, y - u) for t, u where 1 <= 2*t + u <= floor((2*x + y)/2)",
    ] {
        is_stable(text);
        assert_eq!(format!("{:#}", parse_game(text).0), text);
    }
}

#[test]
fn other_spellings_are_printed_in_one_way() {
    for (typed, printed) in [
        ("take 1…m from any", "take 1..m from any"),
        ("take {1..m} from any", "take 1..m from any"),
        ("take all but {3} from any", "take all but 3 from any"),
        ("take (1)..((m)) from any", "take 1..m from any"),
        ("take 1..2·m−1 from any", "take 1..2*m - 1 from any"),
        ("take 1..3 from any when m≠2 and m≤5", "take 1..3 from any when m != 2 and m <= 5"),
        (
            "take 1..3 from any when ¬ m = 2 ∧ m ≥ 1 ∨ m ⊕ 1 = 3 ⇔ total > 4",
            "take 1..3 from any when not m = 2 and m >= 1 or m xor 1 = 3 iff total > 4",
        ),
        (
            "take 1..3 from any when m = 2\n  iff total = 3",
            "take 1..3 from any when m = 2 iff total = 3",
        ),
        ("nim; ending misère", "nim; ending misere"),
        ("nim ( )", "nim"),
        ("maximum-nim(f(m) = ceil(m/2))", "maximum-nim(f = m -> ceil(m/2))"),
        ("maximum-nim((m) → m)", "maximum-nim(m -> m)"),
        ("subtraction({1..3})", "subtraction(1..3)"),
        ("take 1..3 from any # all heaps\n\n;;\n pass 1;", "take 1..3 from any; pass 1"),
        (
            "take 1..if even(m)\n then 1\n else 2\n from any",
            "take 1..if even(m) then 1 else 2 from any",
        ),
    ] {
        let (tree, errors) = parse_game(typed);
        assert!(errors.is_empty(), "{typed}\n{errors:#?}");
        assert_eq!(tree.to_string(), printed);
        is_stable(typed);
    }
}

#[test]
fn operators_bind_as_in_mathematics() {
    for (typed, printed) in [
        ("1 + (2*3)", "1 + 2*3"),
        ("(1 + 2)*3", "(1 + 2)*3"),
        ("1 - (2 - 3)", "1 - (2 - 3)"),
        ("(1 - 2) - 3", "1 - 2 - 3"),
        ("2^(3^2)", "2^3^2"),
        ("(2^3)^2", "(2^3)^2"),
        ("-(2^2)", "-2^2"),
        ("(-2)^2", "(-2)^2"),
        ("2^(-1)", "2^-1"),
        ("(-1) mod 4", "-1 mod 4"),
        ("-(1 mod 4)", "-(1 mod 4)"),
        ("a - (-b)", "a - -b"),
        ("(a mod b)*c", "a mod b*c"),
        ("(a and b) or c", "a and b or c"),
        ("a and (b or c)", "a and (b or c)"),
        ("(a or b) iff (c and d)", "a or b iff c and d"),
        ("a or (b iff c)", "a or (b iff c)"),
        ("(a iff b) iff c", "(a iff b) iff c"),
        ("a iff (b iff c)", "a iff (b iff c)"),
        ("(if a then b else c) iff d", "(if a then b else c) iff d"),
        ("if a then b else (c iff d)", "if a then b else c iff d"),
        ("not (a iff b)", "not (a iff b)"),
        ("not (a = b)", "not a = b"),
        ("(not a) = b", "(not a) = b"),
        ("(a xor b) = c", "a xor b = c"),
        ("a xor (b + c)", "a xor b + c"),
        ("(1 <= r) and (r <= k - 1)", "1 <= r and r <= k - 1"),
        ("(a < b) = (c < d)", "(a < b) = (c < d)"),
        ("1 + (if a then b else c)", "1 + if a then b else c"),
        ("if a then b else (c + 1)", "if a then b else c + 1"),
        ("(if a then b else c) + 1", "(if a then b else c) + 1"),
        ("x[-(1)]", "x[-1]"),
    ] {
        let tree = parse_expr(typed).expect(typed);
        assert_eq!(tree.to_string(), printed, "{typed}");
        assert_eq!(parse_expr(printed).as_ref(), Ok(&tree), "{printed}");
    }
}

/// Brackets, braces and semicolons that look superfluous are not.
#[test]
fn what_looks_like_something_else_reads_back() {
    let texts = [
        "nim((k = 3))",
        "nim((k = 3 or true))",
        "nim((f(t) = 3))",
        "take {the} from any",
        "take (the + 1) from any",
        "game what-for; take 1..3 from any",
        "game nim-007; take 1..3 from any",
    ];
    let wrong: Vec<String> = texts.iter().flat_map(|text| misread(&parse_game(text).0)).collect();
    assert_eq!(wrong, [""; 0]);
    assert_eq!(parse_game("game nim-007").0.to_string(), "game nim-007");
}

/// Brackets that only the printer writes do not make a text too deep.
#[test]
fn deep_trees_read_back() {
    for text in [
        format!("{}1", "2^-".repeat(180)),
        format!("{}1", "1 + if a then b else ".repeat(190)),
        format!("{}1{}", "(".repeat(399), ")".repeat(399)),
        format!("{}1", "-".repeat(399)),
        format!("1{}", " + 1".repeat(399)),
    ] {
        let tree = parse_expr(&text).expect("it can be read");
        assert!(parse_expr(&tree.to_string()) == Ok(tree), "{}…", &text[..22]);
    }
}

/// What claims are written with reads back too.
#[test]
fn lists_and_sets_read_back() {
    for text in [
        "let r = a mod 2, s = b in r = s or r < s",
        "1 + (let r = a in r*r)",
        "count(i in x[..-3] : i = x[-3])",
        "xor(h mod 5 for h in x)",
        "sum(t in 1..n : f(t) + 1) <= x[-1] <= sum(t in 1..n : f(t + 1) + 1)",
        "exists n in 0..x[-1] : n^2 = total and forall i in x : i < n",
        "(exists n in 0..9 : n = a) and b = c",
        "not (exists n in 0..9 : n = a)",
        "(x, y) in { (2^n - i - 1, 2*i - 1) : n >= 0, 1 <= i <= n - 1 }",
        "a in { 2^n : n >= 0 } or b = 1",
        "a + 1 in {1, 3, 5..9}",
        "max(x) - min(x[-2..]) + sum(x[-3..-2])",
    ] {
        let tree = parse_expr(text).expect(text);
        assert_eq!(parse_expr(&tree.to_string()).as_ref(), Ok(&tree), "{text}: {tree}");
    }
}

/// A number of heaps that begins with a word keeps the words before it.
#[test]
fn how_many_heaps() {
    for text in
        ["take 1..3 in total from each of largest + 0 heaps", "take 1..3 in total from 2 heaps"]
    {
        let (tree, errors) = bouton::lang::parse_game(text);
        assert_eq!((tree.to_string().as_str(), errors.len()), (text, 0));
    }
}
