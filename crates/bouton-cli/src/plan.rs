//! `--explain-plan`: how a box would be computed, and why.

use std::io::Write;

use bouton::{Explained, about, bytes};
use serde::Serialize;

use crate::failure::Failure;
use crate::out;

/// What is printed as JSON.
#[derive(Serialize)]
struct Plan<'a> {
    schema: u32,
    found: &'a [String],
    /// The name of the kernel, if one computes a table.
    kernel: Option<&'a str>,
    chosen: &'a str,
    not: Vec<Not<'a>>,
    positions: Option<String>,
    bytes: Option<u64>,
    /// A rough guess.
    seconds: Option<f64>,
    /// The largest box that would fit, if this one does not.
    fits: Option<&'a str>,
}

/// A way that is not used.
#[derive(Serialize)]
struct Not<'a> {
    way: &'a str,
    why: &'a str,
}

pub fn print(explained: &Explained, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let Explained { found, chosen, kernel, not, positions, bytes: size, seconds, fits } = explained;
    if json {
        let not = not.iter().map(|(way, why)| Not { way, why }).collect();
        let positions = positions.as_ref().map(ToString::to_string);
        let (bytes, seconds, fits) = (*size, *seconds, fits.as_deref());
        let schema = out::SCHEMA;
        let kernel = *kernel;
        let plan = Plan { schema, found, kernel, chosen, not, positions, bytes, seconds, fits };
        return out::write_json(out, &plan);
    }
    writeln!(out, "Found:")?;
    for found in found {
        writeln!(out, "  {found}")?;
    }
    match kernel {
        Some(kernel) => writeln!(out, "Chosen: {kernel}\n  {chosen}")?,
        None => writeln!(out, "Chosen:\n  {chosen}")?,
    }
    if !not.is_empty() {
        writeln!(out, "Not chosen:")?;
    }
    for (way, why) in not {
        writeln!(out, "  {way}: {why}")?;
    }
    let positions = match positions {
        Some(positions) if positions.is_one() => "1 position".to_string(),
        Some(positions) => format!("{} positions", about(positions)),
        None => "the number of positions is known only while the job runs".into(),
    };
    let size = size.map_or("the memory is known only while the job runs".to_string(), bytes);
    let time = seconds.map_or(String::new(), |seconds| format!("; {}", about_seconds(seconds)));
    writeln!(out, "{positions}; {size}{time}")?;
    if let Some(fits) = fits {
        writeln!(out, "That is more memory than the job may use. What would fit: {fits}")?;
    }
    Ok(())
}

/// A rough estimate of a time, for people.
fn about_seconds(seconds: f64) -> String {
    let about = |n: f64, unit: &str| {
        let n = n.round();
        format!("about {n} {unit}{}", if n == 1.0 { "" } else { "s" })
    };
    match seconds {
        ..1.0 => "less than a second".into(),
        ..90.0 => about(seconds, "second"),
        ..5400.0 => about(seconds / 60.0, "minute"),
        ..130_000.0 => about(seconds / 3600.0, "hour"),
        _ => about(seconds / 86400.0, "day"),
    }
}
