//! The games of the library.

use axum::Json;
use bouton::library::GAMES;
use bouton_json::{GameList, ListedGame};

/// The games of the library, with their texts.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = GameList)))]
pub(crate) async fn games() -> Json<GameList> {
    Json(GameList::new(GAMES.iter().map(ListedGame::with_text).collect()))
}
