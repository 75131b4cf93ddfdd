//! The registry: games and algorithms by name.
//!
//! One table of each feeds the command line, the documentation and every future front end.

mod algorithms;
mod ending;
mod mt;
mod player;
mod refusal;
mod settings;
mod strong;
mod table;

pub use algorithms::{ALGORITHMS, Algorithm, ENDGAME, EVAL, GRAIN, OptionInfo, algorithm};
pub use mt::{QUIESCENCE, SELECTIVE, THREADS};
pub use player::{BoxedSearch, Build, CHESS, OTHELLO, PlayerSpec};
pub(crate) use refusal::check_answered;
pub use settings::{LIMITS, Settings, is_limited, set_limit};
pub(crate) use settings::{parse_time, shown};
pub use table::{Answer, GameEntry, MoveMade, ProblemInWords, Table, game, games, with_built_in};
