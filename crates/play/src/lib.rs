//! Games to play, search, analyze, review and draw, with the type of each game erased.
//!
//! An app, a web page or a service that plays games is built on this crate. It opens no files, starts no processes,
//! and needs no terminal; texts and bytes come in and go out. It compiles for `wasm32-unknown-unknown`, where a
//! program must [set a clock](plywood::clock::set) before it limits the time of a search.
//!
//! | What | Where |
//! | --- | --- |
//! | games by name | [`games`], [`game`], [`GameEntry`] |
//! | a position, its moves and a player | [`Session`] |
//! | the best moves, depth by depth | [`Session::analyse`], [`Analyst`] |
//! | the mistakes of a game | [`SavedGame`], [`review`](fn@review) |
//! | problems with known answers | [`problems`], [`solve_all`](problems::solve_all) |
//! | drawings of searches as SVG | [`picture`], on [`draw`] |
//! | all of this as requests in JSON | [`protocol`] |
//!
//! # A session
//!
//! A session is opened by the name of its game, searches with the player that it is given, and draws how the tree
//! of the search grew:
//!
//! ```
//! use plywood_play::picture::{Caption, Picture, PictureKind};
//! use plywood_play::{PlayerSpec, game, games};
//!
//! let mut session = game(games(), "connect4")?.open(Some("4455"))?;
//! session.set_player(&PlayerSpec::parse("alpha-beta,depth=6")?)?;
//! let answer = session.search()?;
//! assert!(answer.proven, "three in a row with both ends open cannot be stopped");
//! session.play(answer.best.as_deref().expect("the game is not over"))?;
//!
//! session.set_player(&PlayerSpec::parse("best-first,nodes=200")?)?;
//! let (_, tree) = session.replay()?;
//! let picture = Picture { tree: &tree, caption: Caption::default(), kind: PictureKind::Growth };
//! assert!(picture.svg().starts_with("<svg "));
//! # Ok::<(), plywood_play::Error>(())
//! ```
//!
//! # Requests
//!
//! [`handle`](protocol::handle) takes the text of a request and hands on the texts of the replies. A web page needs
//! nothing else:
//!
//! ```
//! use plywood_play::games;
//! use plywood_play::protocol::handle;
//!
//! let request = r#"{"id": 7, "game": "othello", "position": "f5d6c3", "nodes": 5000, "lines": 3}"#;
//! let stop = Default::default();
//! handle(request, games(), &stop, &mut |reply| println!("{reply}"));
//! ```

mod analysis;
mod answer;
pub mod csv;
pub mod draw;
mod fields;
mod game_budget;
mod games;
pub mod json;
pub mod picture;
pub mod pool;
pub mod problems;
pub mod protocol;
mod review;
mod session;
pub mod text;
mod trace;
mod typed;
mod units;

pub use analysis::{Analyst, Conclusion, Insight};
pub use answer::Answer;
pub use game_budget::GameBudget;
pub use games::{AnyGame, GameEntry, game, games, with_built_in};
pub use plywood_registry::{Error, PlayerSpec};
pub use review::{
    MoveMark, Review, ReviewOptions, ReviewedMove, ReviewedPosition, SavedGame, review,
};
pub use session::{Session, session_at, tree_searches};
pub use units::{move_json, moves_json, score_json, swing_json};
