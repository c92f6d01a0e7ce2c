//! Reads `corpus.txt`, which explains its format. The tests of several crates include this file.

/// An input that a program could break on.
pub struct Entry {
    pub name: &'static str,
    /// What is hostile about it.
    pub kind: &'static str,
    pub what: What,
    /// The position of a game, or the game of a position.
    pub beside: String,
    pub text: Vec<u8>,
}

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Game,
    Position,
    Claim,
    Arguments,
}

/// All entries.
pub fn entries() -> Vec<Entry> {
    let lines: Vec<&str> = include_str!("corpus.txt").lines().collect();
    let blocks = lines.split(|line| line.is_empty() || line.starts_with('#'));
    blocks.filter(|block| !block.is_empty()).map(entry).collect()
}

fn entry(block: &[&'static str]) -> Entry {
    let name = block[0].trim_start_matches('[').trim_end_matches(']');
    let field = |field: &str| {
        let found = block.iter().position(|line| line.split(':').next() == Some(field))?;
        let own = block[found][field.len() + 1..].trim_start();
        Some((found, own))
    };
    let wanted = |name_of: &str| field(name_of).unwrap_or_else(|| panic!("{name}: no {name_of}"));
    let what = match wanted("what").1 {
        "game" => What::Game,
        "position" => What::Position,
        "claim" => What::Claim,
        "arguments" => What::Arguments,
        other => panic!("{name}: what is {other}?"),
    };
    let (at, first) = wanted("text");
    let more = block[at + 1..].iter().map(|line| line.get(2..).unwrap_or_default());
    let text: Vec<&str> = [first].into_iter().chain(more).collect();
    let default = if what == What::Position { "nim" } else { "5" };
    let beside = field("beside").map_or(default, |(_, beside)| beside);
    Entry {
        name,
        kind: wanted("kind").1,
        what,
        beside: String::from_utf8(written_out(beside)).expect(name),
        text: written_out(&text.join("\n")),
    }
}

/// A text with all that its brackets stand for.
fn written_out(text: &str) -> Vec<u8> {
    let Some((before, rest)) = text.split_once('⟦') else { return text.into() };
    let (inside, after) = rest.split_at(closing(rest));
    let after = &after['⟧'.len_utf8()..];
    let mut written = before.as_bytes().to_vec();
    if let Some(byte) = inside.strip_prefix("byte ") {
        written.push(u8::from_str_radix(byte, 16).expect(inside));
    } else {
        let (times, body) = inside.split_once(": ").expect(inside);
        repeat(times, body, &mut written);
    }
    written.extend(written_out(after));
    written
}

/// Where the bracket that was opened before a text is closed.
fn closing(text: &str) -> usize {
    let mut open = 1;
    for (at, sign) in text.char_indices() {
        match sign {
            '⟦' => open += 1,
            '⟧' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return at;
        }
    }
    panic!("no closing bracket: {text}");
}

fn repeat(times: &str, body: &str, written: &mut Vec<u8>) {
    let number = |text: &str| text.parse::<usize>().expect(text);
    if let Some(times) = times.strip_prefix("double ") {
        let (start, step) = body.split_once(" | ").expect(body);
        let double = |text: String, _| step.replace('•', &text);
        let doubled = (0..number(times)).fold(start.to_string(), double);
        written.extend(doubled.bytes());
    } else if let Some((from, to)) = times.split_once("..") {
        for i in number(from)..=number(to) {
            let body = body.replace("¤⁻", &(i - 1).to_string()).replace('¤', &i.to_string());
            written.extend(written_out(&body));
        }
    } else {
        written.extend(written_out(body).repeat(number(times)));
    }
}

#[test]
fn brackets_are_written_out() {
    let text = |text: &str| String::from_utf8(written_out(text)).unwrap();
    assert_eq!(text("x⟦3: ab⟧y"), "xabababy");
    assert_eq!(text("⟦1..3: a¤=a¤⁻ ⟧"), "a1=a0 a2=a1 a3=a2 ");
    assert_eq!(text("⟦double 2: x | (•+•)⟧"), "((x+x)+(x+x))");
    assert_eq!(written_out("⟦2: a⟦byte ff⟧⟧"), b"a\xffa\xff");
}

#[test]
fn there_are_enough_entries_of_enough_kinds() {
    let entries = entries();
    let kinds: std::collections::BTreeSet<&str> = entries.iter().map(|entry| entry.kind).collect();
    let names: std::collections::BTreeSet<&str> = entries.iter().map(|entry| entry.name).collect();
    assert!(entries.len() >= 60 && kinds.len() >= 20, "{} of {kinds:?}", entries.len());
    assert_eq!(names.len(), entries.len(), "a name stands twice");
}
