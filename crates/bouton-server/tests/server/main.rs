//! The server as its clients see it.

mod answers;
mod common;
mod limits;
