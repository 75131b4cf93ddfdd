//! Records of games as tags, moves with their numbers, and a result.
//!
//! PGN of chess and PDN of checkers are this format; [`Movetext`] is what a game adds to it.
//!
//! ```
//! use plywood_games::{Checkers, Chess, movetext::{Outcome, Record}};
//!
//! let text = "[White \"Ada\"]\n\n1. e4 e5 {solid} 2. Nf3 (2. f4) Nc6 $1 1/2-1/2";
//! let record = Record::<Chess>::parse(text)?;
//! assert_eq!((record.tag("White"), record.outcome), (Some("Ada"), Outcome::Draw));
//! let record = Record::<Checkers>::parse("1. 11-15 23-19 2. 8-11 *")?;
//! assert_eq!(record.moves.len(), 3);
//! # Ok::<(), plywood_games::InputError>(())
//! ```

mod reader;
#[cfg(test)]
pub(crate) mod testing;

pub use reader::read;

use crate::record::{escaped, only, value_of};
use crate::{Game, InputError, Played, Recorded};
use plywood::{Position, Side};
use std::fmt;

/// Lines of moves are broken before this many characters.
const WIDTH: usize = 80;

/// A game with records of this format, and what differs from game to game.
pub trait Movetext: Game + Default {
    /// The name of the format in errors: `PGN`.
    const FORMAT: &'static str;
    /// The side that is White: a result gives its points first.
    const WHITE: Side;
    /// The first tags of every record, each with the value that stands for "unknown". `Result` is
    /// one of these or of [`LAST`](Movetext::LAST).
    const FIRST: &'static [(&'static str, &'static str)] = &[];
    /// The last tags of every record. They follow from the game, so they are not kept.
    const LAST: &'static [(&'static str, &'static str)] = &[];

    /// The position of a `FEN` tag.
    fn from_setup(text: &str) -> Result<Self, InputError>;

    /// The value of a `FEN` tag for the position.
    fn setup(&self) -> String;

    /// The number of the next move. A move of each side have one number.
    fn number(&self) -> u32;

    /// The number before the next move, as it stands before a move by itself: `14.`, or `14...` if the second side
    /// is to move.
    fn number_text(&self) -> String {
        let dots = if self.side() == Side::Max { "." } else { "..." };
        format!("{}{dots}", self.number())
    }

    /// The move with this notation, if the pieces can make it; else the possible moves in words,
    /// for an error. The game may go on after a draw that nobody claimed.
    fn written(&self, word: &str) -> Result<Self::Move, String>;

    /// Whether a word among the moves has no meaning and is skipped.
    fn is_idle(word: &str) -> bool {
        let _ = word;
        false
    }

    /// The value that was expected, if a tag shows that the record is of another game.
    fn misfit(name: &str, value: &str) -> Option<String> {
        let _ = (name, value);
        None
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `1-0` or `0-1`: the points of White are written first.
    WonBy(Side),
    /// `1/2-1/2`.
    Draw,
    /// `*`: not finished, or unknown.
    #[default]
    Open,
}

impl Outcome {
    /// The outcome of the game at this position.
    pub fn of(position: &impl Position) -> Outcome {
        match position.is_over() {
            true => position.result().winner().map_or(Outcome::Draw, Outcome::WonBy),
            false => Outcome::Open,
        }
    }

    fn parse(word: &str, white: Side) -> Option<Outcome> {
        match word {
            "1-0" => Some(Outcome::WonBy(white)),
            "0-1" => Some(Outcome::WonBy(!white)),
            "1/2-1/2" | "1/2" => Some(Outcome::Draw),
            "*" => Some(Outcome::Open),
            _ => None,
        }
    }

    /// The result in a record, where `white` is the side that is White.
    ///
    /// ```
    /// use plywood::Side;
    /// use plywood_games::movetext::Outcome;
    /// assert_eq!(Outcome::WonBy(Side::Max).text(Side::Max), "1-0");
    /// assert_eq!(Outcome::WonBy(Side::Max).text(Side::Min), "0-1");
    /// ```
    pub fn text(self, white: Side) -> &'static str {
        match self {
            Outcome::WonBy(side) if side == white => "1-0",
            Outcome::WonBy(_) => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Open => "*",
        }
    }
}

/// A game with the tags of its record. Variations are not kept, and comments are written but not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<G: Movetext> {
    /// The tags in their order, without the result, the position at the start, and those of
    /// [`Movetext::LAST`].
    pub tags: Vec<(String, String)>,
    /// The position at the start.
    pub start: G,
    /// The moves. All are legal, except that the game may have gone on after a draw that nobody
    /// claimed.
    pub moves: Vec<G::Move>,
    /// How the game ended. The moves need not show it, because players resign and agree on draws.
    pub outcome: Outcome,
    /// Comments to be written after the moves, in their order; an empty one is none. One more than there are moves
    /// is on the end of the game. [`read`] leaves this empty.
    pub comments: Vec<String>,
}

impl<G: Movetext> Default for Record<G> {
    /// A game without tags and without moves.
    fn default() -> Self {
        let (tags, start, moves) = (Vec::new(), G::default(), Vec::new());
        Record { tags, start, moves, outcome: Outcome::Open, comments: Vec::new() }
    }
}

impl<G: Movetext> Record<G> {
    /// Reads the only record of a text.
    pub fn parse(text: &str) -> Result<Record<G>, InputError> {
        only(read(text)?, G::FORMAT, text)
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        value_of(&self.tags, name)
    }

    /// The position after the moves.
    pub fn position(&self) -> G {
        let mut position = self.start.clone();
        for &m in &self.moves {
            position.play(m);
        }
        position
    }
}

impl<G: Movetext> From<Record<G>> for Recorded<G> {
    fn from(record: Record<G>) -> Recorded<G> {
        let players = player_tags::<G>();
        let game = Recorded::new(record.start, record.moves);
        game.by(players.map(|name| value_of(&record.tags, name)))
    }
}

/// The tags of the names of MAX and of MIN.
fn player_tags<G: Movetext>() -> [&'static str; 2] {
    match G::WHITE {
        Side::Max => ["White", "Black"],
        Side::Min => ["Black", "White"],
    }
}

impl<G: Movetext> From<&Played<'_, G>> for Record<G> {
    fn from(game: &Played<'_, G>) -> Self {
        let outcome = match game.winner() {
            None => Outcome::Open,
            Some(winner) => winner.map_or(Outcome::Draw, Outcome::WonBy),
        };
        let tags = game.named(player_tags::<G>());
        let (start, moves) = (game.start.clone(), game.moves.to_vec());
        Record { tags, start, moves, outcome, comments: game.all_comments() }
    }
}

impl<G: Movetext> fmt::Display for Record<G> {
    /// Tags, an empty line, and the moves in lines of less than 80 characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outcome = self.outcome.text(G::WHITE);
        let mut tag = |name: &str, value: &str| {
            // A value ends with its line.
            let value = value.replace(char::is_control, " ");
            writeln!(f, "[{name} \"{}\"]", escaped(&value, '"'))
        };
        let given = |&(name, unknown): &(&'static str, &'static str)| match name {
            "Result" => (name, outcome),
            _ => (name, self.tag(name).unwrap_or(unknown)),
        };
        let is_own = |name: &str| G::FIRST.iter().chain(G::LAST).all(|&(other, _)| other != name);
        let own = self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let own = own.filter(|(name, _)| is_own(name));
        for (name, value) in G::FIRST.iter().map(given).chain(own).chain(G::LAST.iter().map(given))
        {
            tag(name, value)?;
        }
        if self.start != G::default() {
            tag("SetUp", "1")?;
            tag("FEN", &self.start.setup())?;
        }
        let mut column = 0;
        let mut word = |word: &str| {
            let gap = if column == 0 || column + 1 + word.len() >= WIDTH { '\n' } else { ' ' };
            column = word.len() + if gap == '\n' { 0 } else { column + 1 };
            write!(f, "{gap}{word}")
        };
        let mut position = self.start.clone();
        // After a comment a move of the second side has its number again.
        let mut numbered = true;
        for (index, &m) in self.moves.iter().enumerate() {
            if numbered || position.side() == Side::Max {
                word(&position.number_text())?;
            }
            word(&position.move_text(m))?;
            position.play(m);
            numbered = comment(self.comments.get(index), &mut word)?;
        }
        comment(self.comments.get(self.moves.len()), &mut word)?;
        word(outcome)?;
        writeln!(f)
    }
}

/// Writes a comment in braces, if there is one, and returns whether there is.
fn comment(
    text: Option<&String>,
    word: &mut impl FnMut(&str) -> fmt::Result,
) -> Result<bool, fmt::Error> {
    // A comment ends with its first closing brace.
    let text = text.map(|text| text.replace(['{', '}'], "'")).unwrap_or_default();
    let mut words = text.split_whitespace().peekable();
    let some = words.peek().is_some();
    let mut open = "{";
    while let Some(next) = words.next() {
        word(&format!("{open}{next}{}", if words.peek().is_none() { "}" } else { "" }))?;
        open = "";
    }
    Ok(some)
}

/// Plays the moves of a text from `start` on. Returns the last position and the moves. Move numbers
/// are skipped, and the game may go on after a draw that nobody claimed. If a word is no legal
/// move, the result is `error` with the place of that word.
///
/// ```
/// use plywood_games::{Checkers, InputError, movetext::replay};
/// let text = "1. 11-15 23-19";
/// let error = InputError::new("transcript", text);
/// let (_, moves) = replay(Checkers::default(), text, error)?;
/// assert_eq!(moves.len(), 2);
/// # Ok::<(), InputError>(())
/// ```
pub fn replay<G: Movetext>(
    start: G,
    moves: &str,
    error: InputError,
) -> Result<(G, Vec<G::Move>), InputError> {
    play_words(start, words(moves), error, G::written)
}

/// The words of a text without the numbers of moves.
pub(crate) fn words(moves: &str) -> impl Iterator<Item = &str> {
    moves.split_whitespace().map(without_number).filter(|word| !word.is_empty())
}

/// Plays words from `start` on, which `written` reads; it says what was expected of a word that is no legal move.
/// Returns the last position and the moves. Errors are `error` with the place of the word.
pub(crate) fn play_words<'a, G: Game>(
    start: G,
    words: impl Iterator<Item = &'a str>,
    error: InputError,
    written: impl Fn(&G, &str) -> Result<G::Move, String>,
) -> Result<(G, Vec<G::Move>), InputError> {
    let (mut position, mut played) = (start, Vec::new());
    for word in words {
        let m = written(&position, word).map_err(|expected| {
            let error = error.clone().at(&format!("move {}", played.len() + 1));
            error.expected(expected).found(&format!("'{word}'"))
        })?;
        position.play(m);
        played.push(m);
    }
    Ok((position, played))
}

/// What was expected of a move where the game is over; none where it goes on.
pub(crate) fn no_more_moves<G: Game>(position: &G) -> Result<(), String> {
    match position.is_over() {
        true => Err("no more moves: the game is over".to_string()),
        false => Ok(()),
    }
}

/// A word without the number of the move: `1.11-15` gives `11-15`, `12.` and `12...` give an empty
/// text.
pub(crate) fn without_number(word: &str) -> &str {
    match word.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None => word,
    }
}
