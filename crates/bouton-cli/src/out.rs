//! Results on standard output or in a file, and notes on standard error.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tempfile::TempPath;

use crate::failure::Failure;

pub use bouton_json::SCHEMA;

const BUFFER: usize = 1 << 16;

/// Standard output, buffered.
pub fn stdout() -> BufWriter<io::StdoutLock<'static>> {
    BufWriter::with_capacity(BUFFER, io::stdout().lock())
}

/// Prints a note on standard error. If nobody reads it, that is no reason to stop.
pub fn note(text: &str) -> Result<(), Failure> {
    match writeln!(anstream::stderr(), "{text}") {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// The file that has no final name yet. Whoever ends the program removes it.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

fn unfinished() -> MutexGuard<'static, Option<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the unfinished file of a program that is about to exit.
pub fn abandon() {
    let unfinished = unfinished();
    if let Some(path) = &*unfinished {
        let _ = fs::remove_file(path);
    }
    // It stays locked, so that nobody makes another one or gives this one its name.
    std::mem::forget(unfinished);
}

/// Standard output, or a file that gets its name only once it is complete.
pub struct Out {
    writer: Box<dyn Write>,
    /// The file that is being written, and its final name.
    file: Option<(TempPath, PathBuf)>,
}

impl Out {
    pub fn to(path: Option<&Path>) -> Result<Out, Failure> {
        let Some(path) = path else { return Ok(Out { writer: Box::new(stdout()), file: None }) };
        Out::file(path).map_err(|error| Failure::file(path, &error))
    }

    fn file(path: &Path) -> io::Result<Out> {
        if is_stream(path) {
            let file = OpenOptions::new().append(true).open(path)?;
            return Ok(Out {
                writer: Box::new(BufWriter::with_capacity(BUFFER, file)),
                file: None,
            });
        }
        let target = followed(path)?;
        let mut unfinished = unfinished();
        let (file, part) = beside(&target)?;
        *unfinished = Some(part.to_path_buf());
        let writer = Box::new(BufWriter::with_capacity(BUFFER, file));
        Ok(Out { writer, file: Some((part, target)) })
    }

    /// Ends the output.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.writer.flush()?;
        if let Some((part, target)) = self.file.take() {
            let mut unfinished = unfinished();
            part.persist(&target).map_err(|error| Failure::file(&target, &error.error))?;
            *unfinished = None;
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

/// Whether a path is a device or a pipe, or stands for an open file. These are written as they are.
fn is_stream(path: &Path) -> bool {
    const OPEN: [&str; 4] = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];
    OPEN.iter().any(|open| path.starts_with(open))
        || fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// The file that a path leads to through symbolic links; it need not exist yet.
fn followed(path: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(link) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    Err(io::Error::other("too many symbolic links"))
}

/// A new file in the folder of its target, with the owner and the permissions of the target if that exists.
fn beside(target: &Path) -> io::Result<(File, TempPath)> {
    let old = fs::metadata(target).ok();
    if old.as_ref().is_some_and(fs::Metadata::is_dir) || target.file_name().is_none() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".bouton-").suffix(".part");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let (file, part) = builder.tempfile_in(folder)?.into_parts();
    if let Some(old) = old {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            // Only the superuser can give a file to somebody else; other users keep theirs.
            let _ = fchown(&file, Some(old.uid()), Some(old.gid()));
        }
        file.set_permissions(old.permissions())?;
    }
    Ok((file, part))
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
