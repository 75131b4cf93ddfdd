//! Games as lists of moves.

use crate::files::position_in_transcripts;
use crate::movetext::without_number;
use crate::{Game, InputError, line_notation};

/// The moves of a game from its start as a text that the game reads back, by [`set_up`]
/// and [`transcript`](Game::transcript). `None` if it has no notation for transcripts. Passes are
/// left out where the rules force them.
///
/// ```
/// use plywood_games::{Chess, Game, Othello, RandomTree, transcript_of};
/// let moves = Othello::transcript("f5 d6 c3").unwrap();
/// assert_eq!(transcript_of::<Othello>(&moves).as_deref(), Some("f5d6c3"));
/// let moves = Chess::transcript("1. e2e4 e7e5").unwrap();
/// assert_eq!(transcript_of::<Chess>(&moves).as_deref(), Some("e4 e5"));
/// assert_eq!(transcript_of::<RandomTree>(&[0, 1]), None);
/// ```
pub fn transcript_of<G: Game>(moves: &[G::Move]) -> Option<String> {
    let names = line_notation(&G::parse(None).ok()?, moves);
    // The last move is written even if it is a pass: without it the position would be another one.
    let (last, before) =
        names.split_last().map_or((None, &[][..]), |(last, rest)| (Some(last), rest));
    let unforced = before.iter().filter(|name| *name != "pass").chain(last);
    let unforced: Vec<&str> = unforced.map(String::as_str).collect();
    let mut texts = [unforced.concat(), unforced.join(" "), names.join(" ")].into_iter();
    texts.find(|text| G::transcript(text).as_deref() == Some(moves))
}

/// Reads moves in the notation of the game, with blanks between them, from `start` on. Numbers of moves, such as
/// `1.`, are skipped. This is what [`Game::transcript`] does by default.
///
/// ```
/// use plywood_games::{Connect4, Game, read_moves};
/// let start = Connect4::default();
/// assert_eq!(read_moves(&start, "1. 4 4 2. 5")?, [3, 3, 4]);
/// let error = read_moves(&start, "4 8").unwrap_err().to_string();
/// assert_eq!(error, "connect4 moves '4 8': at move 2: expected one of 4 3 5 2 6 1 7, found '8'");
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub fn read_moves<G: Game>(start: &G, text: &str) -> Result<Vec<G::Move>, InputError> {
    let (mut position, mut moves) = (start.clone(), Vec::new());
    for word in text.split_whitespace() {
        let plain = without_number(word);
        let m = match position.parse_move(word) {
            Err(_) if plain.is_empty() => continue,
            Err(_) if plain != word => position.parse_move(plain),
            read => read,
        };
        let m = m.map_err(|error| {
            let error = error.of(format!("{} moves", G::NAME), text);
            let error = match has_blanks(&position) {
                true => error.expected(format!(
                    "moves without blanks within them: moves of {} have some, so lists of them need an \
                     implementation of Game::transcript",
                    G::NAME
                )),
                false => error,
            };
            error.within(&format!("move {}", moves.len() + 1)).found(&format!("'{plain}'"))
        })?;
        position.play(m);
        moves.push(m);
    }
    Ok(moves)
}

/// Whether the notation of some move has blanks within it.
fn has_blanks<G: Game>(position: &G) -> bool {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.iter().any(|&m| position.move_text(m).contains(char::is_whitespace))
}

/// The moves of a list: as the game reads it, else in the notation of moves, with blanks between them. `None` for a game
/// that reads no lists at all, such as a tree.
fn moves_of<G: Game>(text: &str) -> Option<Vec<G::Move>> {
    G::transcript(text).or_else(|| {
        G::transcript("")?;
        read_moves(&G::parse(None).ok()?, text).ok()
    })
}

/// The moves of a [`transcript`](Game::transcript), or what is wrong with it.
///
/// ```
/// use plywood_games::{Chess, read_transcript};
/// assert_eq!(read_transcript::<Chess>("1. e4 e5")?.len(), 2);
/// let error = read_transcript::<Chess>("e4 e5 Nf9").unwrap_err().to_string();
/// assert!(error.starts_with("chess moves 'e4 e5 Nf9': at move 3: expected one of a3 a4"), "{error}");
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub fn read_transcript<G: Game>(text: &str) -> Result<Vec<G::Move>, InputError> {
    if let Some(moves) = moves_of::<G>(text) {
        return Ok(moves);
    }
    let wrong = InputError::new(format!("{} moves", G::NAME), text);
    let start = G::parse(None)?;
    let wrong = match read_moves(&start, text) {
        Ok(_) => wrong.expected(format!(
            "another game: Game::transcript of {} reads no lists of moves",
            G::NAME
        )),
        // Many games write moves in more ways than by words, so nothing is known of the first.
        Err(error) if error.place() == Some("move 1") && !has_blanks(&start) => {
            wrong.expected(format!("the moves of a game of {} from its start", G::NAME))
        }
        Err(error) => return Err(error),
    };
    Err(wrong.found(&format!("'{text}'")))
}

/// A position that was set up, by [`set_up`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetUp<G: Game> {
    /// The position.
    pub position: G,
    /// The moves to it from the start of the game, where they are known.
    pub moves: Option<Vec<G::Move>>,
}

/// Sets up the position that a text names; without a text, the start of the game. The moves to it are known where the
/// text gives them.
///
/// A text is a position as [`parse`](Game::parse) reads it, else a [`transcript`](Game::transcript), or a file with
/// one transcript per line: `FILE.txt`, optionally with the number of a game and of plies, as in `FILE.txt#3@20`.
///
/// ```
/// use plywood_games::{Game, Othello, set_up};
/// let by_moves = set_up::<Othello>(Some("f5d6"))?;
/// assert_eq!(by_moves.moves, Othello::transcript("f5d6"));
/// let as_board = set_up::<Othello>(Some(&by_moves.position.text()))?;
/// assert_eq!((as_board.position, as_board.moves), (by_moves.position, None));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub fn set_up<G: Game>(text: Option<&str>) -> Result<SetUp<G>, InputError> {
    let Some(text) = text else {
        return Ok(SetUp { position: G::parse(None)?, moves: Some(Vec::new()) });
    };
    let error = match G::parse(Some(text)) {
        Ok(position) => {
            // A text may be a position to one and a list of moves to the other.
            let leads_here =
                |moves: &Vec<G::Move>| after(moves).is_some_and(|end: G| end == position);
            let moves = moves_of::<G>(text).filter(leads_here);
            return Ok(SetUp { position, moves });
        }
        Err(error) => error,
    };
    let reads_moves = G::transcript("").is_some();
    if let Some(position) = position_in_transcripts(text.trim()).filter(|_| reads_moves) {
        return Ok(SetUp { position: position?, moves: None });
    }
    if let Some(moves) = moves_of::<G>(text)
        && let Some(position) = after(&moves)
    {
        return Ok(SetUp { position, moves: Some(moves) });
    }
    // Where `parse` reads no moves, a text that begins with a move is a list of them.
    let first = text.split_whitespace().find(|word| !without_number(word).is_empty());
    let is_list = first.is_some_and(|first| {
        G::parse(Some(first)).is_err()
            && G::transcript(first).is_some_and(|moves| !moves.is_empty())
    });
    match is_list {
        true => Err(read_transcript::<G>(text).err().unwrap_or(error)),
        false => Err(error),
    }
}

/// The position after moves from the start of the game.
fn after<G: Game>(moves: &[G::Move]) -> Option<G> {
    let mut position = G::parse(None).ok()?;
    for &m in moves {
        position.play(m);
    }
    Some(position)
}

#[cfg(test)]
mod tests;
