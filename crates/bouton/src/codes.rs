//! What each code of an error or a warning means, with an example and what to do about it.

use crate::lang::nearest;

/// The entry of one code.
#[derive(Clone, Copy, Debug)]
pub struct CodeEntry {
    /// The code, like `E0041`.
    pub code: &'static str,
    /// The file in `library/diagnostics`, which is also a transcript that the tests run.
    file: &'static str,
}

macro_rules! entries {
    ($($code:literal)+) => {
        &[$(CodeEntry {
            code: $code,
            file: include_str!(concat!("../library/diagnostics/", $code, ".md")),
        },)+]
    };
}

/// The entries of all codes, those of the command and the server included, in order.
pub const CODES: &[CodeEntry] = entries! {
    // Reading a text.
    "E0001" "E0002" "E0003" "E0010" "E0011" "E0012" "E0014"
    // Names, types and parameters.
    "E0020" "E0021" "E0022" "E0023" "E0024" "E0025" "E0026" "E0027" "E0028" "E0029" "E0030" "E0031"
    "E0032"
    // Values and moves.
    "E0040" "E0041" "E0042" "E0043" "E0044" "E0045" "E0046" "E0047"
    // Positions.
    "E0050" "E0051" "E0052" "E0053"
    // Jobs.
    "E0060" "E0061" "E0062"
    // The command.
    "E0070" "E0071" "E0072" "E0073" "E0074" "E0075" "E0076" "E0077"
    // The server.
    "E0080" "E0081" "E0082" "E0083" "E0084"
    // Warnings.
    "W0001" "W0002" "W0003"
};

impl CodeEntry {
    /// The title, like `a division by zero`.
    #[must_use]
    pub fn title(&self) -> &'static str {
        let heading = self.file.lines().next().unwrap_or_default();
        heading.split_once(": ").map_or(heading, |(_, title)| title)
    }

    /// The entry in Markdown, below its heading.
    #[must_use]
    pub fn text(&self) -> String {
        let lines = self.file.lines().skip(2);
        // A transcript says its exit code in such a line, for the tests.
        let shown: Vec<&str> = lines.filter(|line| !line.starts_with("? ")).collect();
        shown.join("\n").replace("\n\n```\n", "\n```\n")
    }
}

/// The entry of a code as a person types it: `E0041`, `e41` or `41`.
///
/// ```
/// use bouton::library::find_code as find;
///
/// assert_eq!(find("e41").map(|entry| entry.title()), Some("a division by zero"));
/// assert!(find("E0013").is_none());
/// ```
#[must_use]
pub fn find(typed: &str) -> Option<&'static CodeEntry> {
    let code = full(typed);
    CODES.iter().find(|entry| entry.code == code)
}

/// The known code that was probably meant by an unknown one.
#[must_use]
pub fn meant(typed: &str) -> Option<&'static str> {
    nearest(&full(typed), CODES.iter().map(|entry| entry.code))
}

/// A letter and four digits, as far as they can be made out.
fn full(typed: &str) -> String {
    let typed = typed.trim().to_ascii_uppercase();
    let (letter, digits) = match typed.strip_prefix('W') {
        Some(digits) => ('W', digits),
        None => ('E', typed.strip_prefix('E').unwrap_or(&typed)),
    };
    format!("{letter}{digits:0>4}")
}
