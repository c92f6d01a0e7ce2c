//! Results on standard output.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde::Serialize;

use crate::failure::Failure;

/// The version of what `--json` prints.
pub const SCHEMA: u32 = 1;

/// Standard output, buffered.
pub fn stdout() -> BufWriter<io::StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Standard output or a file.
pub fn to(path: Option<&Path>) -> Result<Box<dyn Write>, Failure> {
    Ok(match path {
        None => Box::new(stdout()),
        Some(path) => {
            let file = File::create(path).map_err(|error| Failure::file(path, &error))?;
            Box::new(BufWriter::with_capacity(1 << 16, file))
        }
    })
}

/// Prints one JSON object on a line.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    let mut out = stdout();
    write_json(&mut out, value)?;
    out.flush()?;
    Ok(())
}

/// Writes one JSON object on a line.
pub fn write_json(out: &mut dyn Write, value: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}
