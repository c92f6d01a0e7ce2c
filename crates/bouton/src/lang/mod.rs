//! The language: text to trees with places, and the resolved, typed expressions that rules and
//! claims share.

mod clause;
pub mod core;
pub mod diagnostic;
pub mod eval;
mod eval_loop;
pub(crate) mod form;
pub(crate) mod form_text;
mod guess;
mod interval;
pub mod latex;
mod latex_expr;
mod line;
mod narrow;
pub(crate) mod normal;
pub mod paper;
mod parse;
mod parse_expr;
mod parse_paper;
mod parse_take;
mod parse_value;
mod prime;
mod print;
mod print_paper;
pub(crate) mod resolve;
mod resolve_call;
mod resolve_list;
pub mod sentence;
pub(crate) mod setting;
pub(crate) mod show;
pub mod syntax;
mod token;
pub mod value;
mod walk;

pub use diagnostic::{Code, Diagnostic, Diagnostics, Severity, Span, nearest};
pub(crate) use interval::Interval;
pub(crate) use narrow::Region;
pub(crate) use parse::{Parser, counted, list};
pub use parse::{parse_expr, parse_game};
pub use parse_expr::MAX_DEPTH;
pub(crate) use parse_paper::counters;
pub use parse_paper::parse_paper;
pub use parse_value::parse_value;
pub use resolve::parse_number;
pub(crate) use token::shorten;
