//! The tests of the library, a module for each file: a single program is linked much faster than forty. `cargo test -p bouton NAME::`
//! runs those of one file. `budget.rs` counts the memory of the whole process and so is a program of its own.

mod boxes;
mod claims;
mod compare;
mod diagnostics;
mod docs;
mod door;
mod fuzz;
mod fuzz_claims;
mod generated;
mod independent;
mod judge;
mod kernels;
mod latex;
mod laws;
mod meanings;
mod mutants;
mod normal;
mod own_games;
mod print;
mod random;
mod reached;
mod rooms;
mod rows_verify;
mod sentence;
mod sequences;
mod shared;
mod slice;
mod smt;
mod sums;
mod theorem;
mod truth;
mod two_ways;
mod verdicts;
mod verify_by;
mod warm;

use std::fs;
use std::path::Path;

/// A file that is neither a module nor a program is not compiled, and nothing else would say that its tests do not run.
#[test]
fn every_file_is_compiled() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for home in ["bouton", "bouton-cli"].map(|name| crates.join(name)) {
        let read = |file: &str| fs::read_to_string(home.join(file)).unwrap();
        let (modules, manifest) = (read("tests/all.rs"), read("Cargo.toml"));
        for entry in fs::read_dir(home.join("tests")).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let module = modules.lines().any(|line| line == format!("mod {name};"));
            let program = manifest.contains(&format!("[[test]]\nname = \"{name}\"\n"));
            let code = path.extension().is_some_and(|end| end == "rs");
            assert!(
                module || program || !code && !path.join("mod.rs").exists(),
                "add `mod {name};` to tests/all.rs of {}",
                home.display()
            );
        }
    }
}
