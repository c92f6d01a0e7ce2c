//! The games in the documentation of the language are read and checked.

use bouton::game::check;

#[test]
fn every_game_in_the_documentation_is_right() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/language.md");
    let text = std::fs::read_to_string(path).expect("docs/language.md is there");
    let games: Vec<&str> =
        text.split("```game\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(games.len() >= 10, "the games are marked ```game");
    for game in games {
        let (read, diagnostics) = check(game);
        let told: Vec<String> =
            diagnostics.iter().map(|d| d.render("docs/language.md", game, false)).collect();
        assert!(read.is_some() && told.is_empty(), "{game}\n{}", told.join("\n"));
    }
}

#[test]
fn every_game_of_the_library_is_listed_and_right() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/library/games");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    let mut names: Vec<String> =
        bouton::game::library::names().into_iter().map(String::from).collect();
    files.sort();
    names.sort();
    assert_eq!(files, names);
    for entry in bouton::game::library::GAMES {
        let (read, diagnostics) = check(entry.text);
        assert!(read.is_some() && diagnostics.is_empty(), "{}: {diagnostics:?}", entry.name);
        assert!(entry.heading().starts_with(entry.name));
        assert!(!entry.about().is_empty() && !entry.source().is_empty(), "{}", entry.name);
    }
}

#[test]
fn every_group_of_the_library_is_listed_once() {
    let groups = bouton::game::library::GAMES.chunk_by(|a, b| a.group == b.group);
    let mut titles: Vec<&str> = groups.map(|games| games[0].group).collect();
    let listed = titles.len();
    titles.sort_unstable();
    titles.dedup();
    assert_eq!(listed, titles.len(), "a title stands twice in {titles:?}");
}

#[test]
fn every_claim_in_the_documentation_holds() {
    use bouton::claim::Paper;
    use bouton::job::{Budget, Ctx, Unwatched};
    use bouton::verify::{Size, Status, verify};
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/claims.md");
    let text = std::fs::read_to_string(path).expect("docs/claims.md is there");
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    let mut checked = 0;
    for claims in text.split("```claim\n").skip(1).map(|rest| rest.split("```").next().unwrap()) {
        let paper = Paper::parse(claims).expect(claims);
        for item in paper.items() {
            verify(&paper, item, &Size { max: Some(8), ..Size::default() }, ctx, &mut |verdict| {
                assert_eq!(verdict.status, Status::Holds, "{verdict:?}");
                checked += 1;
            })
            .unwrap();
        }
    }
    assert!(checked >= 6, "the claims are marked ```claim");
}
