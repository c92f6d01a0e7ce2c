//! Lists the page's files, so that `src/page.rs` can hold them in the program.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The files that a browser asks for; others help those who change the page.
const KINDS: [&str; 4] = ["html", "css", "js", "svg"];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../web").canonicalize()?;
    // The compiler sees a changed file by itself; a new one only this script does.
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(&folder)? {
        files.push(entry?.path());
    }
    files.retain(|file| file.extension().is_some_and(|kind| KINDS.iter().any(|k| kind == *k)));
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        let name = file.file_name().unwrap_or_default();
        writeln!(list, "    ({name:?}, include_bytes!({file:?})),")?;
    }
    list.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("page.rs"), list)?;
    Ok(())
}
