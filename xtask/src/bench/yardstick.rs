//! The yardsticks: hard-coded programs beside the repository. They are built from a copy in the
//! target folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::cargo::{cargo, text};

/// Builds the yardsticks, if they exist, and returns the folder of the programs.
pub(crate) fn build(root: &Path, target: &Path) -> Result<Option<PathBuf>, String> {
    let source = root.join("../shared/yardsticks");
    if !source.join("Cargo.toml").is_file() {
        return Ok(None);
    }
    let copied = target.join("yardsticks");
    copy(&source, &copied).map_err(|error| format!("the yardsticks cannot be copied: {error}"))?;
    let programs = copied.join("target");
    // In their own folder, so that their own compiler options apply.
    let output = cargo("build --quiet --release")
        .current_dir(&copied)
        .env("CARGO_TARGET_DIR", &programs)
        .output()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    // Their warnings are not ours.
    match output.status.success() {
        true => Ok(Some(programs.join("release"))),
        false => Err(format!("the yardsticks cannot be built:\n{}", text(&output.stderr))),
    }
}

/// Copies a package. Unchanged files are left alone, so that they are not compiled again.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (name, from) = (entry.file_name(), entry.path());
        let to = to.join(&name);
        if from.is_dir() {
            if name != "target" {
                copy(&from, &to)?;
            }
            continue;
        }
        let mut text = fs::read_to_string(&from)?;
        if name == "Cargo.toml" {
            // The target folder may be inside our workspace, which the package does not belong to.
            text.push_str("\n[workspace]\n");
        }
        if fs::read_to_string(&to).ok().as_ref() != Some(&text) {
            fs::write(&to, text)?;
        }
    }
    Ok(())
}

/// The CPU seconds that a yardstick prints for its first round: `cpu 0.0065`, or the first of `0.0121s`.
pub(crate) fn seconds(printed: &str) -> Option<f64> {
    let words: Vec<&str> = printed.split_whitespace().collect();
    words.iter().enumerate().find_map(|(i, word)| {
        if i > 0 && words[i - 1] == "cpu" {
            return word.trim_end_matches('s').parse().ok();
        }
        word.strip_suffix('s')?.parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_seconds_are_read() {
        let greedy =
            "v1 N=200 k=3 pos=7e7 cpu 0.0367s wall 0.0708s 1.912e9 pos/cpu-s\nP=5\nv1 cpu 9s";
        assert_eq!(seconds(greedy), Some(0.0367));
        let bound = "bytecode columns N=200 0.0121s 6.717e8 pos/s P=70188\nbytecode 0.0080s";
        assert_eq!(seconds(bound), Some(0.0121));
        let pass = "canonB N=100 K=1 cpu 0.0065 wall 0.0160 canonical 5.426e7/cpu-s\n  bad\n";
        assert_eq!(seconds(pass), Some(0.0065));
        let window = "  cellwise check: p=0 vs XOR 0 bad\nlastseen N=100 cpu 0.008 wall 0.016";
        assert_eq!(seconds(window), Some(0.008));
        let level = "level N=2000 0.00066s 6.053e9/s P=2977 0.136 B/pos\n";
        assert_eq!(seconds(level), Some(0.00066));
        assert_eq!(seconds("thread 'main' panicked"), None);
    }
}
