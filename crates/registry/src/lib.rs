//! The registry: algorithms by name, with their options, and the searches of the games that they stand
//! for.
//!
//! One table of algorithms feeds the command line, the documentation and every other front end. The
//! searches of all games are compiled in this crate, for speed; what is built on it need not be.
//!
//! ```
//! use plywood_games::{Connect4, Game};
//! use plywood_registry::{CONNECT4, PlayerSpec};
//!
//! let spec = PlayerSpec::parse("alpha-beta,depth=6")?;
//! let mut search = spec.build(CONNECT4)?;
//! let report = search.run(&Connect4::parse(Some("4455"))?, &spec.budget);
//! assert!(report.proven, "three in a row with both ends open cannot be stopped");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algorithms;
mod configuration;
mod ending;
mod error;
mod mt;
mod outside;
mod player;
mod refusal;
mod settings;
mod strong;

pub use algorithms::{ALGORITHMS, Algorithm, ENDGAME, EVAL, GRAIN, OptionInfo, algorithm};
pub use configuration::{
    BoxedSearch, Build, CHECKERS, CHESS, CONNECT4, Configuration, JUDGED_OTHELLO, OTHELLO,
    RANDOM_TREE, Rounded, TREE, build,
};
pub use error::Error;
pub use mt::{QUIESCENCE, SELECTIVE, THREADS};
pub use outside::{GameList, GameVisitor, Outside, algorithms, register};
pub use player::{DEFAULT_ALGORITHM, PlayerSpec};
pub use refusal::check_answered;
pub use settings::{LIMITS, Settings, is_limited, parse_time, set_limit};
