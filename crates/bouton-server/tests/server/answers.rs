//! The answers are those of the library.

use crate::common::Server;
use bouton::Game;
use bouton::engine::Values;
use bouton::game::{Moves, library::GAMES};
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::solve::{Question, solve};
use bouton_json::{Answered, Shape};
use serde_json::{Value, json, to_value};

#[test]
fn every_game_of_the_library_is_solved_as_the_library_does() {
    let server = Server::start();
    let listed = server.get("/api/games").json();
    let mut client = server.client();
    for (entry, listed) in GAMES.iter().zip(listed["games"].as_array().unwrap()) {
        let (text, at) =
            (listed["example"].as_str().unwrap(), listed["position"].as_str().unwrap());
        assert_eq!(listed["name"], entry.name);
        let game = Game::parse(text).unwrap();
        let position = game.position(at).unwrap();
        let asked = json!({"game": text, "position": at, "grundy": false, "moves": 3});
        let told = client.post("/api/solve", &asked).json();
        let budget = Budget::default();
        let ctx = Ctx { budget: &budget, watch: &Unwatched };
        let question = Question { values: Values::default(), moves: 3 };
        let answer = solve(&game, &position, question, ctx).unwrap();
        assert_eq!(told, to_value(Answered::new(&game, &position, &answer, 3)).unwrap(), "{text}");

        let asked = json!({"game": text, "position": at, "outcomes": true});
        let told = client.post("/api/moves", &asked).json();
        let moves = Moves::new(&game, &Unwatched).first(&position, 10_000).unwrap();
        let to: Vec<String> = moves.iter().map(|m| m.to.to_string()).collect();
        let listed = told["moves"].as_array().unwrap();
        let told_to: Vec<&str> = listed.iter().map(|m| m["to"].as_str().unwrap()).collect();
        assert_eq!(told_to, to, "{text}");
        assert_eq!(told["shape"], to_value(Shape::new(&game)).unwrap());
        let wins = listed.iter().filter(|m| m["outcome"] == "P").count();
        assert_eq!(wins > 0, answer.outcome.to_string() == "N", "{text}");

        let reply = client.post("/api/reply", &json!({"game": text, "position": at})).json();
        let wins = if answer.outcome.to_string() == "N" { "wins" } else { "delays" };
        assert_eq!(reply["advice"], wins, "{text}");
        assert!(to.contains(&reply["move"]["to"].as_str().unwrap().to_string()), "{text}");

        let dealt = client.post("/api/deal", &json!({"game": text, "seed": 7})).json();
        assert!(game.position(dealt["position"].as_str().unwrap()).is_ok(), "{text}");
    }
}

#[test]
fn pictures_come_as_json_and_as_bytes() {
    let server = Server::start();
    let asked = json!({"game": "wythoff", "at": "x,y", "what": "outcome", "width": 8, "height": 8});
    let rows = server.ask("/api/table", &asked)["rows"].clone();
    let p: Vec<(usize, usize)> =
        (0..64).map(|i| (i % 8, i / 8)).filter(|(x, y)| rows[y][x] == "P").collect();
    assert_eq!(p, [(0, 0), (2, 1), (1, 2), (5, 3), (7, 4), (3, 5), (4, 7)]);
    let body = asked.to_string();
    let request = crate::common::written("/api/table", &body)
        .replace("\r\n\r\n", "\r\nAccept: application/octet-stream\r\n\r\n");
    let answer = server.client().request(&request);
    assert!(answer.head.contains("bouton-cell-bytes: 1"), "{}", answer.head);
    let p: Vec<usize> = (0..64).filter(|&i| answer.body[i] == 0).collect();
    assert_eq!(p, [0, 10, 17, 29, 39, 43, 60]);
    // Grundy numbers of more than a byte.
    let asked =
        json!({"game": "nim", "at": "x,0", "what": "grundy", "x0": 300, "width": 3, "height": 1});
    assert_eq!(server.ask("/api/table", &asked)["rows"], json!([[300, 301, 302]]));
    let request = crate::common::written("/api/table", &asked.to_string())
        .replace("\r\n\r\n", "\r\nAccept: application/octet-stream\r\n\r\n");
    let answer = server.client().request(&request);
    assert!(answer.head.contains("bouton-cell-bytes: 2"));
    assert_eq!(answer.body, [44, 1, 45, 1, 46, 1]);
    // Numbers that only a claim says are not cut either.
    let asked = json!({"game": "nim", "at": "x", "what": "claim", "grundy": true, "x0": 1, "width": 1,
        "height": 1, "claims": "grundy = 2^40 + x[1]"});
    let request = crate::common::written("/api/table", &asked.to_string())
        .replace("\r\n\r\n", "\r\nAccept: application/octet-stream\r\n\r\n");
    let answer = server.client().request(&request);
    assert!(answer.head.contains("bouton-cell-bytes: 8"));
    assert_eq!(answer.body, [1, 0, 0, 0, 0, 1, 0, 0]);
}

#[test]
fn what_a_claim_says_is_shown_true_or_not() {
    let server = Server::start();
    let at = |claims: &str| json!({"game": "nim", "at": "x,y", "what": "claim", "claims": claims, "width": 3, "height": 3});
    let rows = server.ask("/api/table", &at("P iff total mod 2 = 0"))["rows"].clone();
    assert_eq!(rows, json!([["P", "N", "P"], ["N", "P", "N"], ["P", "N", "P"]]));
    let rows =
        server.ask("/api/table", &at("claim mine for nim\n  N if count = 1"))["rows"].clone();
    assert_eq!(rows, json!([[null, "N", "N"], ["N", null, null], ["N", null, null]]));
    // A claim with a parameter is taken for the value that the game has.
    let asked = json!({"game": "take 1..2 from any", "at": "x", "what": "claim", "width": 5, "height": 1,
        "grundy": true, "claims": "claim mine for bounded(k)\n  grundy = x[1] mod (k + 1)"});
    assert_eq!(server.ask("/api/table", &asked)["rows"], json!([[0, 1, 2, 0, 1]]));
    let wrong = server.post("/api/table", &at("P iff foo = 0"));
    assert_eq!((wrong.status, wrong.json()["errors"][0]["start"].clone()), (422, json!(6)));
    assert_eq!(wrong.json()["errors"][0]["in"], "claim");
}

#[test]
fn texts_are_checked_with_places() {
    let server = Server::start();
    let told = server.ask("/api/check", &json!({"text": "take 1..3 from larges"}));
    assert_eq!((&told["ok"], &told["diagnostics"][0]["column"]), (&json!(false), &json!(16)));
    let told = server.ask("/api/check", &json!({"text": "nim + two-kinds; pass 1 each"}));
    assert_eq!(told["ok"], true, "{told}");
    assert_eq!(told["shape"]["parts"][1]["names"], json!(["x", "y"]));
    assert_eq!(told["shape"]["counters"], json!(["pass", "other"]));
    assert_eq!(told["shape"]["start"], json!({"pass": "1", "other": "1"}));
    let told =
        server.ask("/api/check", &json!({"text": "claim a for nim\n  P iff", "kind": "claim"}));
    assert_eq!(told["ok"], false);
}

#[test]
fn sequences_have_their_period() {
    let server = Server::start();
    let told = server.ask("/api/sequence", &json!({"game": "kayles", "to": 5, "period": true}));
    assert_eq!(told["values"], json!([0, 1, 2, 3, 1, 4]));
    assert_eq!((&told["period"]["period"], &told["period"]["proved"]), (&json!(12), &json!(true)));
    assert_eq!(server.post("/api/sequence", &json!({"game": "two-kinds", "to": 5})).status, 422);
}

#[test]
fn papers_are_told_with_their_verdicts() {
    let papers = Server::start().get("/api/papers").json();
    let xu_zhu = &papers["papers"][0];
    assert_eq!(xu_zhu["name"], "xu-zhu-2018");
    let statements = xu_zhu["statements"].as_array().unwrap();
    let theorem = statements.iter().find(|statement| statement["id"] == "theorem-6").unwrap();
    assert_eq!(theorem["verdict"]["status"], "holds");
    assert!(theorem["html"].as_str().unwrap().contains("<math"));
    let errata = statements.iter().filter(|s| s["verdict"]["status"] == "erratum").count();
    assert!(errata > 0);
}

/// The events of a stream until it ends.
fn events(server: &Server, asked: &Value) -> Vec<(String, Value)> {
    use std::io::{BufRead, Write};
    let mut client = server.client();
    let request = crate::common::written("/api/verify", &asked.to_string());
    client.stream.get_mut().write_all(request.as_bytes()).unwrap();
    let (mut events, mut name, mut line) = (Vec::new(), String::new(), String::new());
    loop {
        line.clear();
        assert!(client.stream.read_line(&mut line).unwrap() > 0, "it ends with an event");
        if let Some(event) = line.strip_prefix("event: ") {
            name = event.trim().into();
        }
        if let Some(data) = line.strip_prefix("data: ") {
            events.push((name.clone(), serde_json::from_str(data).unwrap()));
            if ["end", "error"].contains(&name.as_str()) {
                return events;
            }
        }
    }
}

#[test]
fn claims_are_verified_with_progress() {
    let server = Server::start();
    let told = events(&server, &json!({"what": "xu-zhu-2018:theorem-6", "with": ["k=2..3"]}));
    assert_eq!(told.first().unwrap().0, "progress");
    let verdicts: Vec<&Value> =
        told.iter().filter(|(name, _)| name == "verdict").map(|(_, data)| data).collect();
    assert_eq!(verdicts.len(), 2);
    assert!(verdicts.iter().all(|verdict| verdict["status"] == "holds"));
    assert_eq!(told.last().unwrap(), &("end".into(), json!({"schema": 1, "statements": 1})));
    let told = events(&server, &json!({"game": "nim", "text": "P iff total mod 2 = 0"}));
    let refuted = told.iter().find(|(name, _)| name == "verdict").unwrap();
    assert_eq!(
        (&refuted.1["status"], &refuted.1["counterexample"]),
        (&json!("refuted"), &json!("2"))
    );
    let ways = |verdict: &Value| -> Vec<Value> {
        verdict["checked"].as_array().unwrap().iter().map(|one| one["by"].clone()).collect()
    };
    assert_eq!(ways(&refuted.1), ["table", "definition"]);
    for by in ["definition", "table", "condition"] {
        let told = events(&server, &json!({"game": "nim", "text": "P iff xor(x) = 0", "by": by}));
        let (_, verdict) = told.iter().find(|(name, _)| name == "verdict").unwrap();
        assert_eq!((&verdict["status"], ways(verdict)), (&json!("holds"), vec![json!(by)]));
    }
}

#[test]
fn ranges_of_counters_are_set() {
    let server = Server::start();
    let asked = |range: &str| json!({"what": "mizugaki-2023:theorem-2.1", "with": ["f = n -> n"], "range": [range]});
    let told = events(&server, &asked("turn=1..9"));
    let (_, verdict) = told.iter().find(|(name, _)| name == "verdict").unwrap();
    assert!(verdict["within"].as_str().unwrap().contains("turn 1 to 9"), "{verdict}");
    for wrong in ["turn", "turn=", "turn=9..1", "turn=a..b", "turn=1..99999999999999999999"] {
        let refused = server.post("/api/verify", &asked(wrong));
        assert_eq!(refused.status, 422, "{wrong}");
    }
}

#[test]
fn claims_are_about_games_of_the_same_text() {
    let server = Server::start();
    let text = "game mine(k)\n  take 1..k from any\nclaim a for mine(k)\n  \
                grundy = xor(h mod (k + 1) for h in x)";
    // With a game beside it, whole statements are read as they are.
    for asked in [json!({"text": text}), json!({"text": text, "game": "nim"})] {
        let told = events(&server, &asked);
        let verdicts = told.iter().filter(|(name, _)| name == "verdict");
        let games: Vec<&Value> = verdicts
            .map(|(_, verdict)| {
                assert_eq!(verdict["status"], "holds");
                &verdict["game"]
            })
            .collect();
        assert_eq!(games, ["mine(1)", "mine(2)", "mine(3)", "mine(4)", "mine(5)"]);
    }
    let file = json!({"text": "claim a for \"mine.game\"(k)\n  P iff total = 0", "kind": "claim"});
    let told = &server.ask("/api/check", &file)["diagnostics"][0];
    let message = "the game in `mine.game` cannot be read: only the command reads files";
    assert_eq!((&told["code"], &told["message"]), (&json!("E0032"), &json!(message)));
    let circle = json!({"text": "game a\n  a", "kind": "claim"});
    let checked = server.ask("/api/check", &circle);
    assert_eq!(checked["diagnostics"][0]["code"], "E0024");
}

#[test]
fn the_description_names_every_question() {
    let server = Server::start();
    let told = server.get("/api/openapi.json").json();
    let paths: Vec<&String> = told["paths"].as_object().unwrap().keys().collect();
    let asked = [
        "/api/check",
        "/api/deal",
        "/api/games",
        "/api/moves",
        "/api/papers",
        "/api/reply",
        "/api/sequence",
        "/api/solve",
        "/api/table",
        "/api/verify",
    ];
    assert_eq!(paths, asked);
    assert_eq!(told, serde_json::from_str::<Value>(&bouton_server::openapi()).unwrap());
}
