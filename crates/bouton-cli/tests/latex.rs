//! LaTeX on standard output. It has no transcript, since those take a backslash for a slash.

use std::process::Command;

#[test]
fn a_file_of_claims() {
    let output = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(["papers", "show", "tests/cmd/papers.in/mine.claim", "--format", "latex"])
        .output()
        .unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        r"\paragraph{Claim mine.} For ``take 1..2 from any'':
A position is in $\mathcal{P}$ if and only if \[ \bigoplus_{i=1}^{n} (x_{i} \bmod 3) = 0. \]

\paragraph{Claim also.} For \textsf{nim}:
A position is in $\mathcal{N}$ if \[ x_{n} > \sum_{i=1}^{n-1} x_{i}. \]
"
    );
}
