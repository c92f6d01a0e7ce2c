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
        format!("octal 0.{}", many("7")),
        format!("octal 0.{}", "70".repeat(MANY / 10)),
        format!("octal 0.({})", "10".repeat(MANY / 20)),
        format!("octal 0.{}", many("(")),
        format!("octal 0.{}", many(")")),
        format!("octal 0.{}", many("1.")),
        format!("octal {}.7", many("0")),
        format!("hexadecimal 0.{}", "F8".repeat(MANY / 10)),
        format!("hexadecimal {}", many("F")),
        "octal 0.7;".repeat(MANY / 10),
        "split any;".repeat(MANY / 10),
        "take 1 from each of 1..2 heaps;".repeat(MANY / 100),
        format!("take {}t from 3 heaps where t = 1", many("t, ")),
        format!("take {names}t from 3 heaps where t = 1"),
        format!("take {names}t from all non-empty where t = 1"),
        format!("split any into {names}t where t = 1"),
        format!("split any into {}", list("a")),
        format!("take 1 from each of {{{}}} heaps", list("1")),
        format!("take 1 from each of {{{numbers}1}} heaps"),
        format!("split any into {{{numbers}1}}"),
        format!("take 1 from any {}", many("where after: true ")),
        many("row;"),
        many("circle fixed "),
        format!("take{} 1 from any", many(" the same")),
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
        "row fixed; heaps 10^999999; take 1 from all".to_string(),
        "circle; heaps 10^9; take 1 from some of 10^999999 adjacent".to_string(),
        "take 1 from each of 10^999999 heaps".to_string(),
        "take 1..10^999999 in total from some of 10^999999 largest".to_string(),
        "take the same 10^999999 from each of 1 heap".to_string(),
        "split any into 10^999999".to_string(),
        "split any into 2..10^999999 equal".to_string(),
        "nim; pass 10^99999 each".to_string(),
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

/// Games and positions with very many moves, or very many choices without one.
pub fn crowded() -> Vec<(String, String)> {
    let equal = |count: usize, heap: &str| vec![heap; count].join(",");
    let rising = |count: usize| (1..=count).map(|i| i.to_string()).collect::<Vec<_>>().join(",");
    let mut found: Vec<(String, String)> = Vec::new();
    for text in [
        "take 1..m from each of 1..1000 heaps",
        "take 1..m from some of 1000 heaps",
        "take 1..m from each of 500 largest",
        "take 1..m from some of 500 smallest",
        "take the same 1..m from each of 1..1000 heaps",
        "take 1..1000 in total from each of 1..1000 heaps",
        "take total - 500 in total from all non-empty",
        "take 1..m from all non-empty",
        "take t from each of 400..600 heaps where t = 1 or t > 10^9",
        "take 1..m from each of 500 heaps where after: count = 3",
        "row; take 1..m from some of 700 adjacent",
        "circle; take 1..m from some of 700 adjacent",
        "circle; take 1 from each of 1..1000 adjacent",
        "row; take 1 from each of 500 heaps",
        "split any",
        "row; split any into 3 unequal",
        "octal 0.(7)",
    ] {
        for position in
            [equal(1000, "1"), equal(1000, "10^20"), rising(1000), equal(40, "5"), rising(40)]
        {
            found.push((text.to_string(), position));
        }
    }
    // Nothing may be taken from any of them.
    for text in [
        "take 99..m from each of 1..60 heaps",
        "take 99..m from some of 60 heaps",
        "take 2..1 from some of 30 largest",
        "take the same 99..m from each of 30 heaps",
        "take 10^9 in total from each of 1..60 heaps",
        "circle; take 99..m from some of 60 adjacent",
        "row; take t from some of 60 adjacent where t > 99",
        "take t, u from 2 heaps where t > 99 and u > 99",
        "take 1..m from each of 1..60 heaps where after: total < 0",
    ] {
        for position in [equal(60, "5"), rising(60), equal(60, "98")] {
            found.push((text.to_string(), position));
        }
    }
    for text in [
        "split any into 2..m equal",
        "split any into 2..m",
        "split any into 2..m unequal",
        "row; split any into 40 unequal",
        "split any into m",
        "split any into m - 1",
        "split any into a, b where a*b = 7",
        "row; split any into a, b, c where a = b + c",
        "take 1..m from any then split",
        "take 1..m from any then split into 2..m equal",
        "take 1..m from any then split into m",
        "take t from any then split into a, b where t = a and a = b",
        "take t from any then split where isqrt(t)^2 = t",
        "octal 4.(7)",
        "octal 0.(0004)",
        "hexadecimal C.(F)",
        "row; hexadecimal 8.(8)",
        "take t, u from 2 heaps where t*u = 10^18",
        "take t, u from 2 heaps where t^2 = 2*u^2",
        "take t, u, v from 3 heaps where t^3 + u^3 = v^3",
        "take 10^18 in total from each of 1..3 heaps",
        "take t in total from 2 heaps where t^2 = 3",
        "take the same t from each of 1..3 heaps where t mod 3 = m mod 3 and t mod 5 = m mod 7",
    ] {
        for position in ["10^9", "10^9, 10^9 + 1, 10^9", "10^20, 10^20 + 7, 3", "720720"] {
            found.push((text.to_string(), position.to_string()));
        }
    }
    found.push((format!("octal 0.{}", "40".repeat(MANY / 10)), "200000".to_string()));
    found.push((format!("octal 0.({})", "7001".repeat(50)), "10^6, 10^6".to_string()));
    found
}
