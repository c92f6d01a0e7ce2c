//! The command `bouton`.
fn main() {}
