//! Results on standard output.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::failure::Failure;

pub use bouton_json::SCHEMA;

/// Standard output, buffered.
pub fn stdout() -> BufWriter<io::StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Standard output, or a file that gets its name only once it is complete.
pub struct Out {
    writer: Box<dyn Write>,
    /// The file that is being written, and its final name.
    file: Option<(PathBuf, PathBuf)>,
}

impl Out {
    pub fn to(path: Option<&Path>) -> Result<Out, Failure> {
        let Some(path) = path else { return Ok(Out { writer: Box::new(stdout()), file: None }) };
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let file = File::create(&part).map_err(|error| Failure::file(path, &error))?;
        let writer = Box::new(BufWriter::with_capacity(1 << 16, file));
        Ok(Out { writer, file: Some((part, path.to_path_buf())) })
    }

    /// Ends the output.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.writer.flush()?;
        if let Some((part, path)) = self.file.take() {
            fs::rename(&part, &path).map_err(|error| Failure::file(&path, &error))?;
        }
        Ok(())
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for Out {
    /// Unfinished output leaves no file behind.
    fn drop(&mut self) {
        if let Some((part, _)) = &self.file {
            let _ = fs::remove_file(part);
        }
    }
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
