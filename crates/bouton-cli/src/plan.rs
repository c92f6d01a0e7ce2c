//! `--explain-plan`: how a box would be computed, and why.

use std::io::Write;

use bouton::engine::{Explained, about};
use bouton::job::bytes;
use serde::Serialize;

use crate::failure::Failure;
use crate::out;

/// What is printed as JSON.
#[derive(Serialize)]
struct Plan<'a> {
    schema: u32,
    found: &'a [String],
    chosen: &'a str,
    not: Vec<Not<'a>>,
    positions: String,
    bytes: Option<u64>,
}

/// A way that is not used.
#[derive(Serialize)]
struct Not<'a> {
    way: &'a str,
    why: &'a str,
}

pub fn print(explained: &Explained, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let Explained { found, chosen, not, positions, bytes: size } = explained;
    if json {
        let not = not.iter().map(|(way, why)| Not { way, why }).collect();
        let positions = positions.to_string();
        let plan = Plan { schema: out::SCHEMA, found, chosen, not, positions, bytes: *size };
        return out::write_json(out, &plan);
    }
    writeln!(out, "Found:")?;
    for found in found {
        writeln!(out, "  {found}")?;
    }
    writeln!(out, "Chosen:\n  {chosen}")?;
    if !not.is_empty() {
        writeln!(out, "Not chosen:")?;
    }
    for (way, why) in not {
        writeln!(out, "  {way}: {why}")?;
    }
    let size = size.map_or("its memory is known only while it runs".to_string(), bytes);
    writeln!(out, "{} positions; {size}", about(positions))?;
    Ok(())
}
