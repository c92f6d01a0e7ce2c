//! Reads `hostile.txt`, which explains its format. The tests of the server and `cargo xtask bench --server` send what it lists.

/// A request that would keep a server busy or fill its memory.
pub struct Hostile {
    pub name: &'static str,
    pub path: String,
    /// The codes with which it may be refused; `answer` if it may be answered.
    #[allow(dead_code, reason = "only the tests read it")]
    pub ends: Vec<&'static str>,
    pub body: String,
}

/// All of them.
pub fn requests() -> Vec<Hostile> {
    let lines = include_str!("hostile.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let request = |line: &'static str| {
        let mut parts = line.splitn(4, " | ");
        let mut part = || parts.next().expect("a name, a path, codes and a body");
        Hostile {
            name: part(),
            path: format!("/api/{}", part()),
            ends: part().split(' ').collect(),
            body: written_out(part()),
        }
    };
    lines.map(request).collect()
}

/// A text with all that its brackets stand for.
fn written_out(text: &str) -> String {
    let Some((before, rest)) = text.split_once('⟦') else { return text.into() };
    let (inner, after) = rest.split_once('⟧').expect("a closing bracket");
    let (times, inner) = inner.split_once(':').expect("a number and a colon");
    let written = match times.strip_prefix("double ") {
        None => inner.repeat(times.parse().expect("a number")),
        Some(times) => {
            let (first, next) = inner.split_once(" | ").expect("what is doubled, and how");
            let double = |text: String, _| next.replace('•', &text);
            (0..times.parse().expect("a number")).fold(first.trim().to_string(), double)
        }
    };
    format!("{before}{written}{}", written_out(after))
}
