//! Runs the transcripts in `tests/cmd` and those in the documentation on the built program.

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.md")
        .case("tests/cmd/play/*.toml")
        .case("../../README.md")
        .case("../bouton/library/diagnostics/*.md")
        .case("../../docs/*.md")
        // The page of the entries in `library/diagnostics`, which are run above.
        .skip("../../docs/diagnostics.md");
}

/// The game in the documentation is one of those that were run.
#[test]
fn the_game_in_the_readme() {
    let played = include_str!("cmd/play/readme.stdout");
    assert!(include_str!("../../../README.md").contains(played));
}
