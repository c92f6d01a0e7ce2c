//! Expressions over whole rows of positions: a list of operations on columns of small integers.
//!
//! A [`Program`] is built operation by operation. The range of every number is known, so that it is known
//! beforehand which integers hold them all and that no operation fails; what cannot be shown is refused, and the
//! exact evaluator does it. The same operation is stored once. What is the same in a whole row is a scalar,
//! computed once a row.

mod apart;
mod call;
mod compile;
mod exact;
mod fold;
mod heaps;
mod leave;
mod linear;
mod number;
mod program;
mod run;

pub(crate) use apart::Apart;
pub(crate) use compile::{Compiler, Meaning, NoWords};
pub(crate) use heaps::{Heaps, List};
pub(crate) use linear::Linear;
pub(crate) use program::{Program, Reg};
pub(crate) use run::{Column, Rows, Small};
