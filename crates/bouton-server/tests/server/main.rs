//! The server as its clients see it.

mod abuse;
mod answers;
mod common;
mod corpus;
mod hostile;
mod limits;
mod many;
mod origins;
mod rooms;
