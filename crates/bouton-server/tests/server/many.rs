//! Many positions in one request.

use crate::common::Server;
use serde_json::json;

#[test]
fn many_positions_are_answered_like_single_ones() {
    let server = Server::start();
    let positions = ["1,1,2,5", "3,3", "1,2,2,10^40", ""];
    let asked = json!({"game": "bounded-greedy(3)", "positions": positions, "moves": 2});
    let told = server.ask("/api/solve", &asked);
    assert_eq!(told["schema"], 1);
    let answers = told["answers"].as_array().unwrap();
    assert_eq!(answers.len(), positions.len());
    for (position, answer) in positions.iter().zip(answers) {
        let asked = json!({"game": "bounded-greedy(3)", "position": position, "moves": 2});
        let single = server.post("/api/solve", &asked);
        match single.status {
            200 => assert_eq!(*answer, single.json(), "{position}"),
            _ => assert_eq!(answer["errors"], single.json()["errors"], "{position}"),
        }
    }
}

#[test]
fn a_wrong_position_costs_only_its_own_answer() {
    let server = Server::start();
    let asked = json!({"game": "nim", "positions": ["1,2", "1,,", "2,2"]});
    let answers = server.ask("/api/solve", &asked)["answers"].clone();
    assert_eq!((&answers[0]["outcome"], &answers[2]["outcome"]), (&json!("N"), &json!("P")));
    let wrong = &answers[1];
    assert_eq!((&wrong["position"], &wrong["errors"][0]["code"]), (&json!("1,,"), &json!("E0050")));
    assert_eq!((&wrong["errors"][0]["in"], &wrong["outcome"]), (&json!("position"), &json!(null)));
    // A wrong game, or a wrong request, has no answers at all.
    let refused = |body| {
        let told = server.post("/api/solve", &body);
        (told.status, told.code())
    };
    assert_eq!(refused(json!({"game": "nmi", "positions": ["1"]})), (422, "E0024".into()));
    let wrong = [
        json!({"game": "nim"}),
        json!({"game": "nim", "position": "1", "positions": ["1"]}),
        json!({"game": "nim", "positions": vec!["1"; 10_001]}),
    ];
    for body in wrong {
        assert_eq!(refused(body), (422, "E0083".into()));
    }
    assert_eq!(
        server.ask("/api/solve", &json!({"game": "nim", "positions": []}))["answers"],
        json!([])
    );
}
