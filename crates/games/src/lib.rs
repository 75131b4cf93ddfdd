//! Games for [Plywood](plywood): rules, notation, evaluation.
//!
//! One folder per game: [`connect4`] is the one to read before writing your own, [`othello`] the
//! strong one, [`chess`] and [`checkers`] have draws by repetition, [`amazons`] has thousands of moves in a
//! position, [`go`] has the capture of strings, [`gomoku`] forced wins by threats, [`phutball`] forced goals, [`tree`] holds explicit trees
//! read from JSON, [`random_tree`] the random games of the literature. Each is a [`Position`] for
//! the searches and a [`Game`] for people.
//!
//! ```
//! use plywood::{Position, Score};
//! use plywood_games::{Connect4, Game};
//!
//! let mut position = Connect4::parse(Some("445566"))?;
//! let m = position.parse_move("7")?;
//! position.play(m);
//! assert!(position.is_over());
//! assert_eq!(position.result(), Score::win(7));
//! # Ok::<(), plywood_games::InputError>(())
//! ```
//!
//! # Features
//!
//! Each game has a feature with its name; all are on by default. A program that needs only some of the games turns off
//! the default features and names these. Without a game its module does not exist, and nothing of it is compiled.
//!
//! | Feature | Default | What it adds |
//! | --- | --- | --- |
//! | `amazons`, `chess`, … | yes | the game; `chess` depends on `cozy-chess` |
//! | `go` | yes | [`go`], which is not a [`Game`] |
//! | `othello-weights` | yes | the learned weights of [`othello`], 0.7 MB in a program that uses them. Without them `othello::Patterns` needs weights of yours, and the default evaluation is `othello::Period` |
//! | `serde` | no | positions that have a notation are written as that text and read from it, and moves of some games are written as text; turns on the same feature of [`plywood`] |

// Not every game needs every helper. Those that no game needs are found with all games.
#![cfg_attr(not(feature = "default"), allow(dead_code, unused_imports, unused_macros))]

#[cfg(feature = "amazons")]
pub mod amazons;
#[cfg(feature = "checkers")]
pub mod checkers;
#[cfg(feature = "chess")]
pub mod chess;
#[cfg(feature = "connect4")]
pub mod connect4;
mod diagram;
mod evaluations;
mod files;
#[cfg(feature = "go")]
pub mod go;
#[cfg(feature = "gomoku")]
pub mod gomoku;
mod input;
pub mod movetext;
mod names;
mod numbers;
#[cfg(feature = "othello")]
pub mod othello;
mod panics;
mod perft;
#[cfg(feature = "phutball")]
pub mod phutball;
mod question;
pub mod random;
#[cfg(feature = "random-tree")]
pub mod random_tree;
mod record;
pub mod repetition;
mod rows;
mod serialize;
mod sgf_grammar;
mod static_value;
mod strategies;
pub mod svg;
mod table;
pub mod test_kit;
#[cfg(test)]
mod testing;
mod transcript;
#[cfg(feature = "tree")]
pub mod tree;
mod weights;

pub use diagram::{Cell, Content, Diagram, Ground, Piece, Span, Style, Tint};
pub use input::{InputError, InputErrorKind, printable, shown};
pub use names::{did_you_mean, nearest, one_of};
pub use numbers::{fixed, signed};
pub use panics::catch_panic;
pub use perft::perft;
pub use question::{GoalVisitor, NamedGoal, Question};
pub use record::{GamesRead, Played, Problem, Recorded};
pub use static_value::StaticValue;
pub use table::*;
pub use transcript::{SetUp, read_moves, read_transcript, set_up, transcript_of};

use plywood::kit::Win;
use plywood::{Evaluate, Position, Report, Side, Tactics, Task};
use std::time::Duration;

/// A game with everything that people need beyond the rules: notation of positions and moves, a
/// board to look at, an evaluation. The laboratory and the command line work with every `Game`.
///
/// ```
/// use plywood_games::{Game, RandomTree};
///
/// let game = RandomTree::parse(Some("branching=3, depth=10, seed=7"))?;
/// assert_eq!(game.text(), "branching=3,depth=10,seed=7,edges=korf,generator=hash");
/// assert_eq!(RandomTree::parse(Some(&game.text()))?, game);
/// assert!(game.parse_move("3").unwrap_err().to_string().contains("one of 0 1 2"));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub trait Game: Tactics + Position<Move: Send + Sync> + Send + Sync + 'static {
    /// The name on the command line: `connect4`.
    const NAME: &'static str;
    /// The game in one line.
    const SUMMARY: &'static str;
    /// The notation of positions, in one line for a help text.
    const POSITION: &'static str;

    /// The names of the evaluations of the game, each with a line of explanation, the default
    /// first. Empty if there is only one.
    const EVALUATIONS: &'static [(&'static str, &'static str)] = &[];
    /// The [`Score`](plywood::Score) of the unit in which people count, such as a disc or a pawn.
    /// Values are shown in this unit.
    const UNIT: i32 = 1;
    /// The number of random moves of an opening in a match: enough for many different openings, and
    /// few enough for fair ones.
    const OPENING_PLIES: u32 = 4;
    /// What people call MAX and MIN, such as White and Black. Where the letter of a side on a plain
    /// board is not clear from that, it follows in parentheses: `Black (X)`. See [`side_names`].
    const SIDES: [&'static str; 2] = ["First", "Second"];
    /// The side that sits below the [`diagram`](Game::diagram), in a game whose players see the board from opposite
    /// ends. `None` if both see it in the same way.
    const NEAR: Option<Side> = None;
    /// The file extension of records of games, such as `pgn`. `None` if there is no format for
    /// them.
    const RECORDS: Option<&'static str> = None;
    /// The advantage, in [units](Game::UNIT), with which about ten games of eleven are won. Reviews convert values
    /// into winning chances with it.
    const SCALE: f64 = 10.0;
    /// Small positions for tests and measurements, in the notation of [`parse`](Game::parse): the empty text is the
    /// start of the game. A search without pruning from each of them to this depth takes well under a second.
    const EXAMPLES: &'static [(&'static str, u32)] = &[];
    /// Whether [`parse`](Game::parse) reads back what [`text`](Game::text) prints, to an equal position. It is false for
    /// [`Tree`], of which two are equal only if one is a copy of the other.
    const READS_BACK: bool = true;
    /// Whether lists for people name the game. It is false for a variant with the name of another game.
    const LISTED: bool = true;
    /// Whether moves are numbers, namely the indices of children, also for programs that read JSON.
    const NUMBERED_MOVES: bool = false;

    /// The evaluation that comes with the game.
    type Evaluation: Evaluate<Self> + Clone + Default + Send + Sync + 'static;

    /// The evaluation of that name, one of [`EVALUATIONS`](Game::EVALUATIONS).
    fn evaluation(name: &str) -> Option<Self::Evaluation> {
        let _ = name;
        None
    }

    /// The position with this notation; without a text the start of the game.
    fn parse(text: Option<&str>) -> Result<Self, InputError>;

    /// The notation of the position, which [`parse`](Game::parse) reads back.
    ///
    /// Large explicit [`Tree`]s are the exception: they have a description that cannot be read
    /// back.
    fn text(&self) -> String;

    /// The moves of a transcript: a text that gives a position by the moves from the start of the
    /// game. `None` for any other text. By default, moves as [`parse_move`](Game::parse_move) reads them, with
    /// blanks between. A game whose moves have blanks within them needs an implementation of its own.
    ///
    /// ```
    /// use plywood_games::{Game, Othello};
    /// assert_eq!(Othello::transcript("f5d6").map(|moves| moves.len()), Some(2));
    /// assert_eq!(Othello::transcript("f5f5"), None, "not legal");
    /// ```
    fn transcript(text: &str) -> Option<Vec<Self::Move>> {
        read_moves(&Self::parse(None).ok()?, text).ok()
    }

    /// The notation of a legal move.
    fn move_text(&self, m: Self::Move) -> String;

    /// The number of a legal move as people write it before the move, such as `14.`, or `14...` where both sides'
    /// moves have one number and the second is to move. `ply` is the number of moves before it in its record. Empty for
    /// a move that is not counted, such as a pass in Othello. By default the moves of both sides are counted.
    ///
    /// ```
    /// use plywood_games::{Chess, Connect4, Game};
    /// let position = Chess::parse(Some("e4 e5 Nf3"))?;
    /// assert_eq!(position.move_number(position.parse_move("Nc6")?, 3), "2...");
    /// let position = Connect4::parse(Some("444"))?;
    /// assert_eq!(position.move_number(position.parse_move("4")?, 3), "4.");
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    fn move_number(&self, m: Self::Move, ply: usize) -> String {
        let _ = m;
        format!("{}.", ply + 1)
    }

    /// The legal move with this notation.
    fn parse_move(&self, text: &str) -> Result<Self::Move, InputError> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let wanted = text.trim();
        match moves.iter().find(|&&m| self.move_text(m) == wanted) {
            Some(&m) => Ok(m),
            None => Err(not_legal(self, text, &moves)),
        }
    }

    /// The number of lines of play of `depth` plies, as counts for this game are published; see
    /// [`perft`].
    fn perft(&self, depth: u32) -> u64 {
        perft(&mut self.clone(), depth)
    }

    /// The same count where a pass is no ply. `None` for a game without passes.
    fn perft_with_free_passes(&self, depth: u32) -> Option<u64> {
        let _ = depth;
        None
    }

    /// The record of a game, in the format of [`RECORDS`](Game::RECORDS). `None` if there is no
    /// format.
    ///
    /// ```
    /// use plywood_games::{Chess, Game, Played};
    /// let start = Chess::default();
    /// let moves = Chess::transcript("e4 e5").unwrap();
    /// let tags = [("Event", "a lesson".to_string())];
    /// let game = Played {
    ///     players: ["Ada", "Bob"],
    ///     tags: &tags,
    ///     start: &start,
    ///     moves: &moves,
    ///     comments: &["the best move".to_string()],
    ///     ending: None,
    ///     result: None,
    /// };
    /// assert!(Chess::record(&game).unwrap().ends_with("\n\n1. e4 {the best move} 1... e5 *\n"));
    /// ```
    fn record(game: &Played<'_, Self>) -> Option<String> {
        let _ = game;
        None
    }

    /// The games in a file with this extension, in lower case. A position is a game without moves. `None` if files with this extension hold no games of this kind.
    ///
    /// ```
    /// use plywood_games::{Chess, Game};
    /// let games = Chess::games_in_file("pgn", b"[White \"Ada\"]\n1. e4 e5 *").unwrap()?;
    /// assert_eq!((games.len(), games[0].moves.len()), (1, 2));
    /// assert_eq!(games[0].players, [Some("Ada".to_string()), None]);
    /// assert!(Chess::games_in_file("ggf", b"").is_none());
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    fn games_in_file(extension: &str, bytes: &[u8]) -> Option<GamesRead<Self>> {
        let _ = (extension, bytes);
        None
    }

    /// The problem in a line of a collection. `None` for a game without a format for problems.
    fn problem(line: &str) -> Option<Result<Problem<Self>, InputError>> {
        let _ = line;
        None
    }

    /// The position as a person sees it: several lines of plain text for a terminal. By default the
    /// [`diagram`](Game::diagram). Without one, the [`text`](Game::text) with a line for each of the rows that it
    /// separates by `/`, and the side to move.
    fn board(&self) -> String {
        if let Some(diagram) = self.diagram() {
            return diagram.to_string();
        }
        let rows = self.text().replace('/', "\n");
        match self.is_over() {
            true => rows + "\nthe game is over",
            false => {
                format!("{rows}\n{} to move", Self::SIDES[usize::from(self.side() == Side::Min)])
            }
        }
    }

    /// The board as cells, which can be drawn with Unicode pieces and in colours. `None` for a game
    /// without such a board.
    fn diagram(&self) -> Option<Diagram> {
        None
    }

    /// The indices of the cells of the [`diagram`](Game::diagram) to mark after a legal move:
    /// mostly those that the piece left and reached.
    ///
    /// ```
    /// use plywood_games::{Chess, Game};
    /// let start = Chess::default();
    /// let cells = start.cells_of(start.parse_move("e4")?);
    /// assert_eq!(cells, [52, 36], "e2 and e4, counted from a8");
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    fn cells_of(&self, m: Self::Move) -> Vec<usize> {
        let _ = m;
        Vec::new()
    }

    /// The solver of endings that comes with the game, if it has one.
    fn endgame() -> Option<Box<dyn Endgame<Self>>> {
        None
    }

    /// Calls the visitor with each goal that people can ask for in this game, the default first. By default that is
    /// [`Win`] alone.
    fn goals(visitor: &mut impl GoalVisitor<Self>) {
        visitor.visit::<Win>();
    }

    /// The start of the same game with another seed, for games drawn from a seed. `None` for other
    /// games, and for positions within a game.
    fn reseeded(&self, seed: u64) -> Option<Self> {
        let _ = seed;
        None
    }
}

/// What people call MAX and MIN, without the letters on a plain board that [`Game::SIDES`] may have.
///
/// ```
/// use plywood_games::{Game, Othello, side_names};
/// assert_eq!((Othello::SIDES[0], side_names::<Othello>()), ("Black (X)", ["Black", "White"]));
/// ```
pub fn side_names<G: Game>() -> [&'static str; 2] {
    G::SIDES.map(|name| name.split_once(" (").map_or(name, |(name, _)| name))
}

/// A solver of endings: exact values where the end of the game is near.
pub trait Endgame<G: Game>: Send {
    /// About how many plies are left in the game, without passes. The time to solve a position
    /// grows with it.
    fn plies_left(&self, root: &G) -> u32;

    /// From how many [plies left](Endgame::plies_left) on a position can be expected to be solved
    /// within the time.
    fn reach(&self, time: Duration) -> u32;

    /// Solves a position within the budget. Its depth limit is ignored.
    fn solve(&mut self, task: &Task<'_, G>) -> Report<G::Move>;

    /// Makes the solver find only the winner, which takes less work than the exact value. Its values are
    /// then intervals on one side of zero, or zero. Returns false if the solver cannot do so.
    fn only_winner(&mut self) -> bool {
        false
    }

    /// Lets the solver use up to this many bytes for its table of positions.
    fn set_table_size(&mut self, bytes: usize) {
        let _ = bytes;
    }

    /// Tells the solver that `m` was played from the position it solved last.
    fn advance(&mut self, m: G::Move) {
        let _ = m;
    }
}

/// The notation of the moves of a line of play from `position`.
///
/// ```
/// use plywood_games::{Connect4, line_notation};
/// assert_eq!(line_notation(&Connect4::default(), &[3, 3, 2]), ["4", "4", "3"]);
/// ```
pub fn line_notation<G: Game>(position: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let name = |&m: &G::Move| {
        let text = position.move_text(m);
        position.play(m);
        text
    };
    line.iter().map(name).collect()
}

/// The error of a text that names none of the legal moves.
fn not_legal<G: Game>(position: &G, text: &str, moves: &[G::Move]) -> InputError {
    let names = moves.iter().map(|&m| position.move_text(m)).collect();
    let error = InputError::new(format!("{} move", G::NAME), text);
    error.expected(listed(position, moves)).not_one_of(names)
}

/// Reads a move by `written`, which is given the text without blanks around it, and else says what was expected. It
/// is not asked if the game is over.
fn read_move<G: Game>(
    position: &G,
    text: &str,
    written: impl FnOnce(&str) -> Result<G::Move, String>,
) -> Result<G::Move, InputError> {
    if position.is_over() {
        return Err(not_legal(position, text, &[]));
    }
    written(text.trim()).map_err(|expected| {
        let mut legal = Vec::new();
        position.moves(&mut legal);
        not_legal(position, text, &legal).expected(expected)
    })
}

/// The legal moves in words. Of many moves only the first are listed.
fn listed<G: Game>(position: &G, moves: &[G::Move]) -> String {
    const SHOWN: usize = 20;
    if moves.is_empty() {
        return "no move: the game is over".into();
    }
    let names: Vec<_> = moves.iter().take(SHOWN).map(|&m| position.move_text(m)).collect();
    let more = match moves.len() - names.len() {
        0 => String::new(),
        n => format!(" … ({n} more)"),
    };
    format!("one of {}{more}", names.join(" "))
}
