//! Plywood searches as engines for other programs, and games saved to files.
//!
//! [`UciThinker`], [`NBoardThinker`] and [`GtpThinker`] are searches behind the protocols of [`plywood_protocols`].

mod gtp;
mod nboard;
mod recorder;
mod uci;

pub use gtp::{GtpOptions, GtpThinker};
pub use nboard::NBoardThinker;
pub use recorder::Recorder;
pub use uci::UciThinker;
