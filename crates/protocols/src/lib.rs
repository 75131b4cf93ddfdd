//! Protocols of [Plywood](plywood): how engines and the programs around them talk.
//!
//! [`nboard`] makes an engine of ours one for NBoard and other boards for Othello, [`uci`] one for any
//! GUI for chess. They read lines, keep the game and print answers; who thinks is handed in, so no
//! algorithm is named here. [`clock`] says how long a move may take.
//!
//! [`Engine`] is somebody else's program at one of our games. It speaks GTP, NBoard or UCI over its
//! standard input and output.
//!
//! ```no_run
//! use plywood_games::Othello;
//! use plywood_protocols::{Engine, EngineSpec, Opening, Protocol};
//!
//! let spec = EngineSpec::new(Protocol::Gtp, "gtp-rhino --level 2").unwrap();
//! let mut engine = Engine::<Othello>::start(spec)?;
//! engine.new_game(&Opening::of(Othello::default()))?;
//! println!("it begins with {}", engine.choose(&Othello::default())?);
//! # Ok::<(), plywood_protocols::Fault>(())
//! ```

mod client;
pub mod clock;
mod command;
mod first_look;
mod gtp_client;
mod lines;
pub mod nboard;
mod nboard_client;
mod panics;
mod process;
#[cfg(test)]
mod testing;
pub mod uci;
mod uci_client;

pub use client::{Engine, EngineSpec, Fault, FaultKind, Opening, Protocol};
pub use command::split_command;
pub use panics::catch_panic;
pub use process::kill_all;
