//! The registry: algorithms by name, with their options, and the searches of the games that they stand
//! for.
//!
//! One table of algorithms feeds the command line, the documentation and every other front end. The
//! searches of all games are compiled in this crate, for speed; what is built on it need not be.
//!
//! ```
//! use plywood_games::{Connect4, Game};
//! use plywood_registry::{PlayerSpec, built_in};
//!
//! let spec = PlayerSpec::parse("alpha-beta,depth=6")?;
//! let mut search = spec.build(built_in::<Connect4>().build)?;
//! let report = search.run(&Connect4::parse(Some("4455"))?, &spec.budget);
//! assert!(report.proven, "three in a row with both ends open cannot be stopped");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algorithms;
mod common;
mod compiled;
mod configuration;
mod ending;
mod error;
mod fresh;
mod goals;
mod limits;
mod outside;
mod player;
mod refusal;
mod searches;
mod uses;

pub use algorithms::{ALGORITHMS, Algorithm, EndgameOptions, Family, algorithm};
pub use common::{CommonOptions, Endgame, common_options};
pub use compiled::{Compiled, CompiledVisitor, built_in, each_built_in};
pub use configuration::{AlgorithmOptions, Configuration};
pub use error::Error;
pub use goals::*;
pub use limits::{is_limited, limits, set_limit};
pub use outside::{algorithms, register};
pub use player::{DEFAULT_ALGORITHM, PlayerSpec};
pub use plywood::kit::OptionInfo;
pub use plywood_games::{GameList, GameVisitor};
pub use refusal::check_answered;
pub use searches::{BoxedSearch, Build, Rounded, build};
