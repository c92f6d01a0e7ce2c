//! Texts that are long, deep, costly or odd.

/// How often something is repeated.
pub const MANY: usize = 100_000;

pub fn many(what: &str) -> String {
    what.repeat(MANY)
}

/// `open`, the middle and `close`, both as often.
pub fn around(open: &str, middle: &str, close: &str, times: usize) -> String {
    format!("{}{middle}{}", open.repeat(times), close.repeat(times))
}

fn take(bound: &str) -> String {
    format!("take 1..{bound} from any")
}

fn when(condition: &str) -> String {
    format!("take 1..3 from any when {condition}")
}

/// Expressions that are far too deep, and some that are just not.
pub fn deep() -> Vec<String> {
    vec![
        take(&around("(", "m", ")", MANY)),
        take(&many("(")),
        take(&many(")")),
        format!("take {}", many("{")),
        take(&around("x[", "1", "]", MANY)),
        take(&around("floor(", "m", ")", MANY)),
        take(&format!("m{}", many(" + 1"))),
        take(&format!("{}1", many("2^"))),
        take(&format!("{}1", many("-"))),
        when(&format!("{}even(m)", many("not "))),
        when(&format!("even(m){}", many(" and even(m)"))),
        take(&format!("{}1", many("if even(m) then 1 else "))),
        take(&format!("{}true", many("if "))),
        take(&format!("{}1", "if even(m) then 1 else ".repeat(390))),
        take(&around("(", "m", ")", 390)),
        take(&around("1 + (", "m", ")", 190)),
        take(&around("min(3, ", "m", ")", 390)),
        when(&format!("{}even(m)", "not ".repeat(390))),
    ]
}

/// Lists, lines, words and strings without end.
pub fn wide() -> Vec<String> {
    let list = |one: &str| around(&format!("{one}, "), one, "", MANY);
    let numbers: String = (0..MANY / 10).map(|i| format!("{}, ", 2 * i)).collect();
    let names: String = (0..MANY).map(|i| format!("x{i}, ")).collect();
    vec![
        format!("take {{{}}} from any", many(",")),
        format!("take {{{}}} from any", list("a")),
        format!("take {{{numbers}1}} from any"),
        take(&format!("min({}m)", "m, ".repeat(MANY / 10))),
        when(&format!("1{}", " <= m".repeat(MANY / 10))),
        format!("nim({})", list("1")),
        format!("position ({names}x)"),
        format!("position (x); move ({})", list("x")),
        format!("position (x); move (x - 1); rank ({})", list("x")),
        many(";"),
        many("\n"),
        many("nim;"),
        many("word "),
        many("\"a\";"),
        many("\"a\n"),
        many("\""),
        many("🙂"),
        many("\0"),
        many("."),
        "take 1..m from any;".repeat(MANY / 10),
        format!("nim; {}", many("pass 1;")),
        format!("\"{}\"", many("word ")),
        format!("\"{}", many("word ")),
        format!("#{}", many("word ")),
        format!("take{}1 from any", many("\t")),
        format!("game a{}", many("-a")),
        take(&many("a")),
        many("a"),
        "#".repeat((4 << 20) + 1),
    ]
}

/// Numbers that are long, or would be.
pub fn costly() -> Vec<String> {
    vec![
        when("prime(10^999998 + 1)"),
        when("prime(2^4423 - 1) or prime(2^2281 - 1)"),
        when("distinct(t in 1..10^30 : t)"),
        when("distinct(t in 1..10^6 : 2^100000 + t)"),
        when("distinct(t in 1..x[1] : 2^t) and 2^1000000 - 1 divides 2^3000000 - 1"),
        take("2^2^2^2^2^2^2"),
        take("9^9^9^9^9^9^9^9^9"),
        take("isqrt(10^999999)"),
        take("gcd(10^900000 + 1, 10^900000 - 1)"),
        take("(10^400000 + 1)/(10^400000 - 1)"),
        take("10^999999 mod (10^500000 + 1)"),
        take("10^999999 xor 10^999998"),
        take("log2(10^999999)"),
        take("10^-999999"),
        take("(3/2)^999999"),
        take("2^(2^turn)"),
        take(&"9".repeat(1_000_000)),
        take(&"9".repeat(1_000_001)),
        format!("bounded({})", "9".repeat(MANY)),
        "take all but {1..10^999999} from any".to_string(),
        "nim; pass 10^999999".to_string(),
        "heaps 10^999999; take 1 from any".to_string(),
    ]
}

/// Texts with unusual characters.
pub const ODD: &[&str] = &[
    "",
    " ",
    "\n",
    "\r\n",
    "\0",
    "\u{feff}",
    "\u{feff}take 1..3 from any",
    "take 1..3 from any\r\npass 1\r\nending misere\r\n",
    "take 1..3 form any\r\npass m\r\nending misre\r\n",
    "take\t1..3\tfrom\tany\t;\tpass\t1",
    "\ttake 1..k from any",
    "take 1..3\0 from any",
    "take 1..👨‍👩‍👧 from any",
    "take 1..é from any",
    "take 1..e\u{301} from any",
    "take 1..\u{202e}m from any",
    "take 1..m from any # 🙂",
    "\"🙂",
    "\"",
    "game \"a\"",
    "take 1..٣ from any",
    "take 1..½ from any",
    "take 1..m² from any",
    "take 1..∞ from any",
    "take 1..m from any\u{2028}pass 1",
    "take 1..m from any\u{a0}when m > 2",
    "take 1..m from any\u{85}pass 1",
    "take 1..m from any\u{b}pass 1",
    "position (ß, ſ); move (ß - 1, ſ)",
    "'",
    "a'",
    "_",
    "_ _",
    "-",
    "--",
    "->",
    "..",
    "...",
    "....",
    "1..2..3",
    "()",
    "[]",
    "{}",
    "(",
    ")",
    "take 1..3 from any;;;;;;pass 1;;;",
    "game a-; nim",
    "game -a; nim",
    "game a--b; nim",
    "nim-",
    "nim--",
    "nim-1",
    "nim - 1",
];
