//! What the server and its workers send each other over pipes.
//!
//! Everything is a frame: its kind, the length of its content, and the content. Questions and answers start with a head of lines,
//! like those of HTTP, and an empty line. A worker gets its [`Setup`] first, then questions, and answers them in order.

use std::io::{self, Read};
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};

/// What a worker is for, and what it may use.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    pub(crate) lane: Lane,
    /// The bytes that jobs may count on for their tables.
    pub(crate) budget: u64,
    /// The resident bytes at which the worker ends itself.
    pub(crate) memory: u64,
    /// The longest time that an answer may take.
    pub(crate) time: Duration,
}

/// The two kinds of workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Lane {
    /// Every question gets a moment here first.
    Quick,
    /// What takes longer is started again here.
    Heavy,
}

/// The kinds of frames.
pub(crate) mod kind {
    /// To a worker: its setup, as JSON.
    pub(crate) const SETUP: u8 = b'S';
    /// To a worker: a question.
    pub(crate) const QUESTION: u8 = b'Q';
    /// A whole answer.
    pub(crate) const ANSWER: u8 = b'A';
    /// The question is not quick. The content is a number that is equal for equal games, if it has a game.
    pub(crate) const HEAVY: u8 = b'H';
    /// The head of an answer whose events follow.
    pub(crate) const EVENTS: u8 = b'E';
    /// Some events.
    pub(crate) const PIECE: u8 = b'P';
    /// The end of the events.
    pub(crate) const END: u8 = b'.';
}

/// The exit codes with which a worker gives up.
pub(crate) mod exit {
    /// It needs more memory than it may use.
    pub(crate) const MEMORY: i32 = 70;
    /// The question takes too long.
    pub(crate) const TIME: i32 = 71;
    /// It has answered everything so far, and a new worker would need less memory.
    pub(crate) const WORN: i32 = 72;
}

/// The bytes before the content of a frame.
pub(crate) const START: usize = 5;

/// The start of a frame.
pub(crate) fn start(kind: u8, length: usize) -> io::Result<[u8; START]> {
    let length = u32::try_from(length).map_err(|_| io::Error::other("a frame is too long"))?;
    let [a, b, c, d] = length.to_le_bytes();
    Ok([kind, a, b, c, d])
}

/// The kind and the length that the start of a frame says.
pub(crate) fn started([kind, a, b, c, d]: [u8; START]) -> (u8, usize) {
    (kind, u32::from_le_bytes([a, b, c, d]) as usize)
}

/// A whole frame.
pub(crate) fn frame(kind: u8, content: &[&[u8]]) -> io::Result<Vec<u8>> {
    let length = content.iter().map(|part| part.len()).sum();
    let mut frame = Vec::with_capacity(START + length);
    frame.extend(start(kind, length)?);
    content.iter().for_each(|part| frame.extend_from_slice(part));
    Ok(frame)
}

/// Reads a frame; `None` at the end.
pub(crate) fn read(from: &mut impl Read) -> io::Result<Option<(u8, Bytes)>> {
    let mut start = [0; START];
    match from.read_exact(&mut start) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        done => done?,
    }
    let (kind, length) = started(start);
    let mut content = vec![0; length];
    from.read_exact(&mut content)?;
    Ok(Some((kind, content.into())))
}

/// A head: its first line, the headers, and an empty line.
pub(crate) fn head<'h>(
    first: &str,
    headers: impl IntoIterator<Item = (&'h HeaderName, &'h HeaderValue)>,
) -> Vec<u8> {
    let mut head = Vec::with_capacity(128);
    head.extend_from_slice(first.as_bytes());
    head.push(b'\n');
    for (name, value) in headers {
        head.extend_from_slice(name.as_str().as_bytes());
        head.push(b':');
        head.extend_from_slice(value.as_bytes());
        head.push(b'\n');
    }
    head.push(b'\n');
    head
}

/// The first line of a head, its headers, and what follows it.
pub(crate) fn parted(content: &Bytes) -> Option<(&str, HeaderMap, Bytes)> {
    let mut headers = HeaderMap::new();
    let mut rest: &[u8] = content;
    let mut line = || {
        let end = rest.iter().position(|byte| *byte == b'\n')?;
        let (line, after) = rest.split_at(end);
        rest = &after[1..];
        Some((line, content.len() - rest.len()))
    };
    let (first, _) = line()?;
    loop {
        let (line, end) = line()?;
        if line.is_empty() {
            return Some((std::str::from_utf8(first).ok()?, headers, content.slice(end..)));
        }
        let colon = line.iter().position(|byte| *byte == b':')?;
        let name = HeaderName::from_bytes(&line[..colon]).ok()?;
        headers.append(name, HeaderValue::from_bytes(&line[colon + 1..]).ok()?);
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    #[test]
    fn a_frame_is_read_as_it_was_written() {
        let value = HeaderValue::from_static("text/plain");
        let head = head("POST /api/solve", [(&header::CONTENT_TYPE, &value)]);
        let written = frame(kind::QUESTION, &[&head, b"a\n\nb"]).unwrap();
        let (read_kind, content) = read(&mut written.as_slice()).unwrap().unwrap();
        assert_eq!(read_kind, kind::QUESTION);
        let (first, headers, body) = parted(&content).unwrap();
        assert_eq!((first, &headers[header::CONTENT_TYPE]), ("POST /api/solve", &value));
        assert_eq!(&body[..], b"a\n\nb");
        assert!(read(&mut [].as_slice()).unwrap().is_none());
    }

    #[test]
    fn a_head_without_an_end_is_none() {
        assert!(parted(&Bytes::from_static(b"GET /\naccept:x\n")).is_none());
        assert!(parted(&Bytes::from_static(b"GET /\nno colon\n\n")).is_none());
    }
}
