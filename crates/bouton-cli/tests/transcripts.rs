//! Runs the transcripts in `tests/cmd` and those in the documentation on the built program.

#[test]
fn transcripts() {
    trycmd::TestCases::new().case("tests/cmd/*.md").case("../../README.md").case("../../docs/*.md");
}
