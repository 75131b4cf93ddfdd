//! Protocols of [Plywood](plywood): how engines talk to the programs around them.
//!
//! [`nboard`] turns a search into an engine for NBoard and other Othello boards, [`uci`] into an engine for
//! chess GUIs, [`gtp`] a player and a capture solver into an engine for Go boards. They read commands, keep the game and print answers. The caller passes the search as a
//! `Thinker`, so no algorithm is named here. [`clock`] decides how long a move may take.
//!
//! [`Engine`] runs somebody else's program that plays one of our games. The program speaks GTP, NBoard or
//! UCI over its standard input and output.
//!
//! ```no_run
//! use plywood_games::Othello;
//! use plywood_protocols::{Engine, EngineSpec, Opening, Protocol};
//!
//! let spec = EngineSpec::new(Protocol::Gtp, "gtp-rhino --level 2").unwrap();
//! let mut engine = Engine::<Othello>::start(spec)?;
//! engine.new_game(&Opening::of(Othello::default()))?;
//! println!("its first move is {}", engine.choose(&Othello::default(), None)?);
//! # Ok::<(), plywood_protocols::Fault>(())
//! ```

pub mod clock;
mod engine;
mod first_look;
pub mod gtp;
mod lines;
pub mod nboard;
#[cfg(test)]
mod testing;
pub mod uci;

pub use engine::{
    Engine, EngineSpec, Fault, FaultKind, GtpConsole, Opening, Protocol, Thought, kill_all,
};
