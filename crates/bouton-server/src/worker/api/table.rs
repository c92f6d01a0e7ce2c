//! Pictures: values over two numbers of a position.

use axum::Json;
use axum::extract::State as Shared;
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::{IntoResponse, Response};
use bouton::{Corner, Game, Slice, Stop};
use bouton_json::SCHEMA;
use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use super::body::{Body, Refusals};
use super::claims;
use crate::refusal::Refusal;
use crate::wire::{Lane, Setup};
use crate::worker::State;
use crate::worker::session::{self, At};
use crate::worker::unanswered::Unanswered;

/// A picture that is asked for.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableRequest {
    /// The text of the game.
    #[schema(example = "wythoff")]
    game: String,
    /// A position in which one number is `x`, and perhaps another `y`: `x,y,5;turn=3`.
    #[schema(example = "x,y")]
    at: String,
    /// What is shown.
    #[serde(default)]
    what: What,
    /// The text of a claim, if its values are requested.
    #[schema(example = "P iff x[1] = 0")]
    claims: Option<String>,
    /// Whether the values of a claim are shown as Grundy numbers.
    #[serde(default)]
    grundy: bool,
    /// The first `x`.
    #[serde(default)]
    #[schema(maximum = 65535)]
    x0: u64,
    /// The first `y`.
    #[serde(default)]
    #[schema(maximum = 65535)]
    y0: u64,
    /// How many `x` there are.
    #[schema(minimum = 1, maximum = 4096, example = 16)]
    width: u64,
    /// How many `y` there are.
    #[schema(minimum = 1, maximum = 4096, example = 16)]
    height: u64,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum What {
    /// Who wins.
    #[default]
    Outcome,
    /// Grundy numbers.
    Grundy,
    /// What a claim says.
    Claim,
}

/// A picture.
#[derive(Serialize, ToSchema)]
pub(crate) struct Picture<'c> {
    /// The version of this object.
    schema: u32,
    game: String,
    at: String,
    what: What,
    x0: u64,
    y0: u64,
    width: u64,
    height: u64,
    /// Row by row, by `y`: `P` or `N`, or a number; `null` where there is no position or the claim
    /// is silent.
    #[schema(value_type = Vec<Vec<Option<Cell>>>)]
    rows: Rows<'c>,
}

/// Rows of cells, made only while they are written: there may be millions.
struct Rows<'c> {
    cells: &'c [Option<u64>],
    width: usize,
    grundy: bool,
}

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Rows { cells, width, grundy } = *self;
        serializer.collect_seq(cells.chunks(width).map(|cells| Row { cells, grundy }))
    }
}

struct Row<'c> {
    cells: &'c [Option<u64>],
    grundy: bool,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cells.iter().map(|cell| {
            cell.map(|number| match (number, self.grundy) {
                (number, true) => Cell::Number(number),
                (0, false) => Cell::Outcome("P"),
                (_, false) => Cell::Outcome("N"),
            })
        }))
    }
}

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(untagged)]
enum Cell {
    Outcome(&'static str),
    Number(u64),
}

/// The limits of numbers in a picture, and of the size of a picture.
const MOST: u64 = 1 << 16;
const CELLS: u64 = 1 << 22;
const SIDE: u64 = 1 << 12;

/// The smallest box that is computed.
const SMALLEST: u64 = 32;

const BYTES: HeaderName = HeaderName::from_static("bouton-cell-bytes");

/// The values of all positions in which two numbers vary. With `Accept: application/octet-stream`
/// the response is a sequence of unsigned little-endian numbers, row by row. The header
/// `Bouton-Cell-Bytes` says how many bytes each has. They are 0 for P, 1 for N, or Grundy numbers;
/// all bits are set where there is no position or the claim is silent.
#[utoipa::path(post, path = "/api/table", request_body = TableRequest,
    responses((status = 200, content((Picture = "application/json"), (Vec<u8> = "application/octet-stream"))), Refusals))]
pub(crate) async fn table(
    Shared(state): Shared<State>,
    headers: HeaderMap,
    Body(asked): Body<TableRequest>,
) -> Result<Response, Unanswered> {
    let TableRequest { x0, y0, width, height, .. } = asked;
    let side = 1..=SIDE;
    if !side.contains(&width) || !side.contains(&height) || width * height > CELLS {
        return Err(Unanswered::value(format!(
            "a picture must have 1 to {SIDE} columns and rows, and at most {CELLS} cells"
        )));
    }
    if x0 > MOST - width || y0 > MOST - height {
        return Err(Unanswered::value(format!("a picture must end before {MOST}")));
    }
    let binary = headers
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("application/octet-stream"));
    let work = |at: At<'_, '_>| {
        let game = at.game.to_string();
        let cells = match asked.what {
            What::Claim => claimed(at, &asked)?,
            _ => computed(at, &asked, &state.setup)?,
        };
        Ok((game, cells))
    };
    let (game, cells) = session::work(&state, &asked.game, work)?;
    Ok(if binary { packed(&cells) } else { Json(picture(game, &asked, &cells)).into_response() })
}

fn slice<'g>(game: &'g Game, asked: &TableRequest) -> Result<Slice<'g>, Unanswered> {
    Slice::new(game, &asked.at).map_err(|error| Unanswered::text(&error, &asked.at, "position"))
}

/// Values from the rules. They come from a box that extends beyond the picture, so that
/// neighbouring pictures are computed too.
fn computed(
    at: At<'_, '_>,
    asked: &TableRequest,
    setup: &Setup,
) -> Result<Vec<Option<u64>>, Unanswered> {
    let &TableRequest { x0, y0, width, height, .. } = asked;
    let grundy = asked.what == What::Grundy;
    let slice = slice(at.game, asked)?;
    let (x1, y1) = (x0 + width, if slice.has_y() { y0 + height } else { 1 });
    let round = |end: u64| end.next_power_of_two().clamp(SMALLEST, MOST) - 1;
    let most = round(x1.max(y1));
    let solver = at.opponent.solver();
    let mut cells = |corner| solver.cells(&slice, x0..x0 + width, y0..y0 + height, corner, grundy);
    let limit = setup.time.as_secs_f64();
    let mut refused = None;
    for corner in [Corner::At(most, most), Corner::At(x1 - 1, y1 - 1)] {
        if let Some(seconds) = corner.seconds(&slice, grundy).filter(|seconds| *seconds > limit) {
            let message = format!(
                "the picture would take about {seconds:.0} s to compute, and {limit} s are allowed"
            );
            refused = Some(Refusal::too_long(&message, setup.time).into());
            continue;
        }
        match cells(corner) {
            Err(stop @ Stop::OverBudget { .. }) if setup.lane == Lane::Heavy => {
                refused = Some(stop.into())
            }
            done => return Ok(done?),
        }
    }
    // Theorems may answer what is too large to compute.
    match refused {
        Some(refusal) if solver.theorems().next().is_none() => Err(refusal),
        _ => Ok(solver.cells(&slice, x0..x0 + width, y0..y0 + height, Corner::Theorem, grundy)?),
    }
}

/// What the claim of a request says: a whole claim, or only its body.
fn claimed(at: At<'_, '_>, asked: &TableRequest) -> Result<Vec<Option<u64>>, Unanswered> {
    let &TableRequest { x0, y0, width, height, grundy, .. } = asked;
    let text = asked.claims.as_deref().unwrap_or_default();
    let paper = claims::paper(text, Some(&asked.game))?;
    slice(at.game, asked)?
        .claimed(&paper, x0..x0 + width, y0..y0 + height, grundy, at.watch)
        .map_err(|error| Unanswered::text(&error, text, "claim"))
}

/// The cells as bytes.
fn packed(cells: &[Option<u64>]) -> Response {
    let most = cells.iter().flatten().max().copied().unwrap_or(0);
    let (bytes, said) = match most {
        0..0xff => (1, "1"),
        0xff..0xffff => (2, "2"),
        0xffff..0xffff_ffff => (4, "4"),
        _ => (8, "8"),
    };
    let mut body = Vec::with_capacity(cells.len() * bytes);
    for cell in cells {
        body.extend_from_slice(&cell.unwrap_or(u64::MAX).to_le_bytes()[..bytes]);
    }
    let kind = (header::CONTENT_TYPE, "application/octet-stream");
    ([kind, (BYTES, said)], body).into_response()
}

fn picture<'c>(game: String, asked: &TableRequest, cells: &'c [Option<u64>]) -> Picture<'c> {
    let &TableRequest { what, x0, y0, width, height, .. } = asked;
    let grundy = what == What::Grundy || what == What::Claim && asked.grundy;
    let rows = Rows { cells, width: width as usize, grundy };
    Picture { schema: SCHEMA, game, at: asked.at.clone(), what, x0, y0, width, height, rows }
}
